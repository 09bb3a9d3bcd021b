# Made by tools/stubs.py from minigrad.core.engine: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

def ones_of(array) -> Any:
    """Ones in the shape and dtype of an array; without dimensions a single number."""
def first_gradient(output) -> Any:
    """The gradient that a walk begins with where nobody gives one: a 1, in the output's shape."""
def leads_to(order, wanted) -> Any:
    """The set of all nodes in order that lead to a wanted one, and the wanted."""
class GraphRoot(Node):
    """Where the walk starts: a node newer than all, with an edge to each result's node."""
def reached(root) -> Any:
    """All nodes that a walk from this root comes to."""
def run_backward(roots, grads, retain_graph, create_graph, aim=..., root=...) -> None:
    """Send gradients along the edges; each node acts once, when all its gradients have arrived."""
def misfit(node, position, got, expected) -> Any: ...
ONES: dict[Any, Any]
def as_tuple(tensors) -> tuple[Any, ...]: ...
def seeds(outputs, grad_outputs, create_graph) -> tuple[Any, ...]:
    """The edges to start from, and the gradients to start with; None stands for one each."""
def require_flags(inputs, sentence) -> None:
    """Raise RuntimeError, with this sentence if one of the inputs requires no gradient."""
def seed(position, output, grad) -> Tensor | Any:
    """The gradient to start with at one output, checked; 1 for a missing one."""
class Aim:
    """Of a walk that is to find certain gradients only: which, and what it has found so far."""
    def __init__(self, inputs, filling) -> None: ...
    def choose(self, order) -> None:
        """Fill `acting` and `leading`, from the oldest node on."""
    filling: bool
    found: list[None]
    def note(self, node, came, left) -> list[ndarray] | Any:
        """Note gradients that were asked for: as they came, or, at the end, as hooks left them."""
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
def tensor_backward(self, gradient=..., retain_graph=..., create_graph=..., inputs=...) -> None:
    """Add d(this tensor)/d(leaf) to the `.grad` of every leaf that it depends on."""
def fit(grad, shape, dtype) -> Any:
    """The gradient in its tensor's shape and dtype; None where broadcasting cannot explain it."""
def fitted(node, grads, grad, shape, dtype) -> Any:
    """`fit`, for a gradient that a node has made. Raises RuntimeError where it fits nowhere."""
def free(node) -> None:
    """The node has acted: let go of what it saved. None in its place says that something was there."""
def refuse_freed(nodes) -> None:
    """Raise freed(), PyTorch's error, if one of the nodes has given up what it saved."""
def with_hooks(node, grads, create_graph) -> list[Any]:
    """The answers of a node with hooks, which may change what goes in and out (chapter 10)."""
def walk_plainly(start, grad, retain_graph) -> None:
    """The walk from one result without a survey, which works as long as nobody can see how far the walk has come."""
age: Any
def survey(root) -> tuple[Any, ...]:
    """All nodes that this one leads to, and itself, the oldest first; and the leaves' nodes."""
def answers(node, grads, create_graph) -> Any:
    """What the node's rule says: one gradient, or None, for each of its edges."""
def answers_of_many(node, grads, create_graph) -> tuple[Any, ...]:
    """The same for a rule that takes several gradients, or a user's, which always gets tensors."""
def arriving(node, grads, create_graph, root) -> list[Any] | Any:
    """The gradients as hooks leave them (chapter 10), or None where the walk ends."""
def walk_within(outer, root, *arguments) -> None:
    """A walk that a tensor's hook begins in another; every 30th in a thread, where Python has room for its calls."""
create: Any
def fill(leaves) -> None:
    """Put what has arrived at the leaves' nodes into `.grad`, or add it there."""
def act_openly(node, grads, root) -> Any:
    """Let a node act that calls users' functions: hooks, or a rule."""
