# Made by tools/stubs.py from minigrad.autograd.graph: change it there.
from minigrad.autograd.packing import saved_tensors_hooks as saved_tensors_hooks
from minigrad.core.node import Node as Node
from minigrad.exact.arguments import GradientEdge as GradientEdge
from minigrad.autograd.hooks import RemovableHandle
from typing import Any

class _MultiHandle(RemovableHandle):
    """Removes the function of `register_multi_grad_hook` from all its tensors."""
    def __init__(self, handles) -> None: ...
    handles: list[RemovableHandle]
    def remove(self) -> None: ...
def is_reached(end, root) -> bool:
    """Whether the walk from this root comes to this node, or to the node of this leaf."""
class Gathering:
    """Collects the gradients of several tensors, and calls `fn` when all of a walk are there."""
    def __init__(self, tensors, fn) -> None: ...
    ends: list[Any]
    fn: Any
    def note(self, place, grad) -> None: ...
    walk: Any
class First:
    """Hands the first gradient of each walk to `fn`."""
    def __init__(self, fn) -> None: ...
    fn: Any
    def note(self, grad) -> None: ...
    walk: Any
def register_multi_grad_hook(tensors, fn, *, mode=...) -> _MultiHandle:
    """Call `fn(grads)` once per walk, when the last of these tensors' gradients has arrived."""
def get_gradient_edge(tensor) -> Any:
    """Where the gradient for this tensor goes, as a GradientEdge(node, output_nr)."""
