# Made by tools/stubs.py from minigrad.autograd.gradcheck: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

def slope(f, x, h=...) -> ndarray:
    """How fast f changes at x, measured from x - h to x + h."""
class GradcheckError:
    """What `gradcheck` raises when measured and computed slopes differ."""
def nudged(f, array, place, h) -> ndarray:
    """How fast f() changes with array[place], which is put back afterwards, whatever happens."""
def agree(computed, measured, atol, rtol) -> bool:
    """Whether each computed entry is within atol + rtol * |measured| of the measured one."""
def measured(func, inputs, moved, eps) -> list[ndarray]:
    """For each output of `func` its Jacobian, (n, m): a row for each entry of `moved`."""
def computed(output, inputs) -> list[ndarray]:
    """The Jacobian of one output for each input, (n, m): a column per entry of the output."""
def gradcheck(func, inputs, *, eps=..., atol=..., rtol=..., raise_exception=..., nondet_tol=..., check_undefined_grad=..., check_grad_dtypes=..., check_batched_grad=..., check_batched_forward_grad=..., check_forward_ad=..., check_backward_ad=..., fast_mode=..., masked=...) -> bool:
    """True when the computed slopes of `func(*inputs)` agree with measured ones. Use float64."""
def several(values) -> tuple[Any, ...]:
    """A tuple, also of one value alone."""
def flagged(values) -> list[Tensor]:
    """Those of one value or several that are tensors and require a gradient."""
def compare(func, inputs, outputs, eps, atol, rtol, nondet_tol) -> None:
    """Raise GradcheckError for the first pair of Jacobians that do not agree."""
def without_outputs(func, inputs, eps) -> None:
    """Raise GradcheckError where no output has a history, but some of them do change."""
def with_zeros(inputs, outputs) -> None:
    """Raise GradcheckError unless every rule multiplies by the gradient that arrives."""
class UndefinedGradBackward(Node):
    """The same numbers; no gradient comes back."""
def without_gradients(func, inputs, missing) -> None:
    """Raise GradcheckError unless rules give zeros where gradients of outputs are missing."""
def require_inputs(inputs) -> None:
    """Raise ValueError when nothing is to be checked; warn of inputs in single precision."""
def gradgradcheck(func, inputs, grad_outputs=..., *, eps=..., atol=..., rtol=..., gen_non_contig_grad_outputs=..., raise_exception=..., nondet_tol=..., check_undefined_grad=..., check_grad_dtypes=..., check_batched_grad=..., check_fwd_over_rev=..., check_rev_over_rev=..., fast_mode=..., masked=...) -> bool:
    """`gradcheck` of the gradient: are second derivatives right, too?"""
