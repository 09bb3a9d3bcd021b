# Made by tools/stubs.py from minigrad.autograd.gradients: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from typing import Any

def ones_of(array) -> Any:
    """Ones in the shape and dtype of an array; without dimensions a single number."""
def first_gradient(output) -> Any:
    """The gradient that a walk begins with where nobody gives one: a 1, in the output's shape."""
def leads_to(order, wanted) -> Any:
    """The set of all nodes in order that lead to a wanted one, and the wanted."""
ONES: dict[Any, Any]
def as_tuple(tensors) -> tuple[Any, ...]: ...
def seeds(outputs, grad_outputs, create_graph) -> tuple[Any, ...]:
    """The edges to start from, and the gradients to start with; None stands for one each."""
def require_flags(inputs, sentence) -> None:
    """Raise RuntimeError, with this sentence if one of the inputs requires no gradient."""
def run_backward(roots, grads, retain_graph, create_graph, aim=...) -> None:
    """Let each node act once, when all its gradients have arrived."""
def within(travel) -> Any:
    """The way back, on which nobody hears NumPy; a hook may have begun it on another one."""
def seed(position, output, grad) -> Tensor | Any:
    """The gradient to start with at one output, checked; 1 for a missing one."""
class Aim:
    """Of a walk that is to find certain gradients only: which, and what it has found so far."""
    def __init__(self, inputs, filling) -> None: ...
    def choose(self, order) -> None:
        """Fill `acting` and `leading`, from the oldest node on."""
    filling: bool
    found: list[None]
    def take(self, arrived, create_graph, root) -> None:
        """Read off what was asked for, when the walk is over: as it came, or, at the end, as hooks left it."""
    wanted: dict[Node, list[tuple[Any, Any]]]
def backward(tensors, grad_tensors=..., retain_graph=..., create_graph=..., grad_variables=..., inputs=...) -> None:
    """Add d(tensors)/d(leaf) to `.grad` of every leaf the tensors depend on, or of `inputs`."""
def add_gradients(tensors, grad_tensors, retain_graph, create_graph, inputs) -> None:
    """What both kinds of `backward` do."""
def grad(outputs, inputs, grad_outputs=..., retain_graph=..., create_graph=..., allow_unused=..., materialize_grads=...) -> tuple[Tensor | Any, ...]:
    """A tuple: the gradient of the outputs' sum for each of the inputs. No `.grad` is touched."""
def shown_as(array) -> Tensor:
    """A tensor of these numbers; a view where they lie in the memory of other ones."""
def given(position, result, tensor, allow_unused, materialize_grads, create_graph) -> Tensor | Any:
    """One gradient as `grad` gives it: a tensor, or what stands for one not reached."""
def tensor_backward(self, gradient=..., retain_graph=..., create_graph=..., inputs=...) -> Any:
    """Add d(this tensor)/d(leaf) to the `.grad` of every leaf that it depends on."""
def deeper(travel, *arguments) -> None:
    """A way back on another one; every 30th has a thread of its own, where Python has room for its calls."""
