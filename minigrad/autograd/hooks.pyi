# Made by tools/stubs.py from minigrad.autograd.hooks: change it there.
from minigrad.core.tensors import Tensor
from typing import Any, Self

class Hooks:
    """The functions around one node, and where the engine calls them."""
    def __init__(self) -> None: ...
    def after(self, node, results, grads, create_graph) -> Any:
        """The rule has answered: show a leaf its `.grad`, the node's functions both sides."""
    def arriving(self, grads, create_graph) -> list[Any]:
        """All gradients have come: show each to its tensor's functions, then keep it."""
    def before(self, grads, create_graph) -> list[Any]:
        """The rule is next: show all gradients together to the node's functions."""
    filled: dict[Any, Any]
    first: dict[Any, Any]
    def hand_over(self, tensor, number, node) -> None:
        """The tensor was written into: from now on, keep its gradient at its new node."""
    keepers: dict[int, Any]
    last: dict[Any, Any]
    of_tensor: dict[Any, Any]
def node_hooks(node) -> Told: ...
def wrapped(grads) -> list[Any]: ...
def unwrapped(grads) -> list[Any]: ...
def shown_to(functions, grad) -> Tensor | Any:
    """Show the gradient to each function in turn; what a function answers takes the gradient's place."""
class RemovableHandle:
    """What a registration gives back: `handle.remove()` takes the function out again."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception) -> None: ...
    def __init__(self, functions, function) -> None: ...
    functions: dict[Any, Any]
    id: int
    next_id: int
    def remove(self) -> None: ...
def hooks_of(tensor) -> Told:
    """The hooks that the tensor's gradient meets. A leaf holds them: its node may be remade, or not be there."""
def register_hook(self, hook) -> RemovableHandle:
    """Call `hook(grad)` whenever a gradient for this tensor has arrived."""
def keep(tensor, grad) -> None:
    """Add a copy of what has arrived to the `.grad` of a tensor that is no leaf."""
def retain_grad(self) -> None:
    """Keep the gradient of this result in `.grad`; a leaf keeps its own anyway."""
def place(hooks, name) -> dict[int, Any]:
    """The functions at one of these places; the first registration makes it."""
def register_post_accumulate_grad_hook(self, hook) -> RemovableHandle:
    """Call `hook(leaf)` each time the leaf's `.grad` is complete. Returns a handle."""
def register_prehook(self, hook) -> RemovableHandle:
    """Call `hook(grad_outputs)` before the rule; a tuple replaces the gradients."""
def register_node_hook(self, hook) -> RemovableHandle:
    """Call `hook(grad_inputs, grad_outputs)` after the rule; a tuple replaces its results."""
def backward_hooks(self) -> dict[int, Any] | Any:
    """The registered functions by their handles' ids, or None if there were never any."""
def as_needed(node, place, grad, shape, dtype) -> Any:
    """One of the rule's answers in its input's shape and dtype, as the node's functions see it."""
class Told(Hooks):
    """Hooks whose functions hear of NumPy what the user has asked for: the walk around them is silent."""
    def after(self, *arguments) -> Any: ...
    def arriving(self, *arguments) -> list[Any]: ...
    def before(self, *arguments) -> list[Any]: ...
