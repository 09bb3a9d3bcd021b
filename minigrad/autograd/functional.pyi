# Made by tools/stubs.py from minigrad.autograd.functional: change it there.
from collections.abc import Iterator
from minigrad.core.tensors import Tensor
from typing import Any

def as_tuple(value, what, caller) -> tuple[bool, tuple[Tensor, ...]]:
    """(whether it is a tuple already, the tensors as a tuple)."""
def fresh(tensors, create_graph, flag=...) -> tuple[Tensor, ...]:
    """Each tensor as a new one: a view with a history if that is wanted, else a new leaf."""
def handed_back(tensors, several, create_graph) -> Any:
    """The tensors as the caller wants them: without history, and alone if one came alone."""
def weights(v, tensors, several, caller, create_graph, owner) -> tuple[Tensor | Any, ...]:
    """The vector's parts, one for each of the tensors, of its shape; None for a lone number."""
OF_FUNCTION: str
IN_STRICT: str
TRICK: str
REFUSED: dict[str, str]
def slopes(outputs, inputs, grad_outputs, create_graph, retain_graph=...) -> tuple[Tensor | Any, ...]:
    """Like `autograd.grad`, but what does not depend on anything gives None, not an error."""
def require_path(tensors, kind, strict) -> None:
    """In strict mode, raise RuntimeError for the first tensor that depends on no input."""
def filled(grads, tensors, refused, strict, create_graph, what=...) -> tuple[Tensor, ...]:
    """The gradients, with zeros for None. Strict mode raises RuntimeError(refused) instead."""
def recorded(function) -> Any:
    """The function, with recording switched on while it runs, and set back afterwards."""
def begin(inputs, caller, create_graph) -> tuple[bool, tuple[Tensor, ...]]:
    """(whether the inputs came as a tuple, the inputs as new tensors)."""
def outputs_of(func, inputs, caller, strict) -> tuple[bool, tuple[Tensor, ...]]:
    """(whether `func` gave a tuple, its outputs as a tuple)."""
def vjp(func, inputs, v=..., create_graph=..., strict=...) -> tuple[Any, ...]:
    """(outputs, product): the vector times the Jacobian of `func` at `inputs`, in one pass."""
def units(output) -> Iterator[Tensor]:
    """The unit vectors in the shape of `output`: 1 at one place, 0 elsewhere."""
def jacobian(func, inputs, create_graph=..., strict=..., vectorize=..., strategy=...) -> Any:
    """All slopes of `func` at `inputs`, one backward pass per output entry. (n,) -> (m, n)"""
JUST_ONE: str
def jvp(func, inputs, v=..., create_graph=..., strict=...) -> tuple[Tensor, ...]:
    """(outputs, product): the Jacobian times a vector in the shape of the inputs."""
def lone_output(func, inputs, caller, strict) -> Tensor:
    """The only output of `func`, which has one entry."""
def hessian(func, inputs, create_graph=..., strict=..., vectorize=..., outer_jacobian_strategy=...) -> Any:
    """All second derivatives of a function with one number: the Jacobian of its gradient."""
def twice(func, inputs, v, caller, create_graph, strict) -> tuple[Any, ...]:
    """What `vhp` and `hvp` begin with: the inputs, the vector, the output and its gradient,"""
def vhp(func, inputs, v=..., create_graph=..., strict=...) -> tuple[Tensor, ...]:
    """(output, product): the vector times the Hessian, without the Hessian, in two passes."""
def hvp(func, inputs, v=..., create_graph=..., strict=...) -> tuple[Tensor, ...]:
    """(output, product): the Hessian times a vector, by the way of `jvp`: slower than `vhp`."""
def vector_hessian(output, inputs, v) -> Any:
    """v times the second derivatives of output, one number, without the matrix: two passes."""
