"""torch.autograd.graph's names: the class of all nodes, edges, and hooks for several tensors, and for saved ones."""

import functools
import weakref

from minigrad.autograd.hooks import RemovableHandle
from minigrad.autograd.packing import saved_tensors_hooks
from minigrad.core.engine import collect
from minigrad.core.node import Node, edge, recording
from minigrad.core.tensors import Tensor
from minigrad.autograd.edges import GradientEdge
from minigrad.operations.copy_slices import outdate

__all__ = [
    "GradientEdge", "Node", "get_gradient_edge", "increment_version", "register_multi_grad_hook", "saved_tensors_hooks",
]


class _MultiHandle(RemovableHandle):
    """Removes the function of `register_multi_grad_hook` from all its tensors."""

    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for handle in self.handles:
            handle.remove()


def is_reached(end, root) -> bool:
    """Whether the walk from this root comes to this node, or to the node of this leaf.

    Raises RuntimeError for a leaf in `grad()`, which stops before the leaves.
    """
    if isinstance(end, Tensor):
        if root.aim is not None and not root.aim.filling:
            raise RuntimeError(
                "A leaf node was passed to _will_engine_execute_node but we are currently "
                "running autograd.grad(). This is currently not supported."
            )
        end, _ = edge(end)
    if root.aim is not None:
        return end in root.aim.leading
    return end in collect(root)


class Gathering:
    """Collects the gradients of several tensors, and calls `fn` when all of a walk are there."""

    def __init__(self, tensors, fn) -> None:
        # Weak references, since this object itself hangs on the tensors.
        self.ends = [weakref.ref(tensor._grad_fn or tensor) for tensor in tensors]
        self.fn, self.walk = fn, None

    def note(self, place, grad) -> None:
        if self.walk is not recording.root:
            self.walk, self.grads = recording.root, [None] * len(self.ends)
            self.missing = sum(is_reached(end(), self.walk) for end in self.ends)
        self.grads[place] = grad
        self.missing -= 1
        if self.missing == 0:
            self.walk = None
            self.fn(self.grads)


class First:
    """Hands the first gradient of each walk to `fn`."""

    def __init__(self, fn) -> None:
        self.fn, self.walk = fn, None

    def note(self, grad) -> None:
        if self.walk is None or self.walk() is not recording.root:
            self.walk = weakref.ref(recording.root)
            self.fn(grad)


def register_multi_grad_hook(tensors, fn, *, mode="all") -> "_MultiHandle":
    """Call `fn(grads)` once per walk, when the last of these tensors' gradients has arrived.

    `grads` is a list in the tensors' order, None for one that this walk does not reach.
    mode  with "any" it is `fn(grad)`, called when the first of them has arrived
    Returns a handle. Raises ValueError for another mode, AssertionError for a tensor that, with "all", requires no
    gradient. Source: PyTorch's torch/autograd/graph.py.
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    if mode == "any":
        first = First(fn)
        return _MultiHandle([tensor.register_hook(first.note) for tensor in tensors if tensor.requires_grad])
    if not all([tensor.requires_grad for tensor in tensors]):
        raise AssertionError("Expected gradient function to be set")
    gathering = Gathering(tensors, fn)
    return _MultiHandle([
        tensor.register_hook(functools.partial(gathering.note, place))
        for place, tensor in enumerate(tensors)
    ])


def get_gradient_edge(tensor) -> GradientEdge:
    """Where the gradient for this tensor goes, as a GradientEdge(node, output_nr).

    `backward` and `grad` take it in the tensor's place, when the tensor itself need not be kept.
    Raises RuntimeError for a tensor that requires no gradient, AssertionError for a view without a recorded way.
    """
    if not tensor.requires_grad:
        raise RuntimeError(
            "It is not possible to get the gradient edge for a Tensor that does not require gradients"
        )
    node, number = edge(tensor)
    if node is None:
        raise AssertionError("Expected gradient function to be set")
    return GradientEdge(node, number)


def increment_version(tensor) -> None:
    """Count a write into this tensor, or into each of several, that went unnoticed: one by NumPy, for example.

    A tensor that was made in inference mode counts nothing. Raises RuntimeError for what is no tensor; what came before
    it has been counted.
    """
    try:
        tensors = iter((tensor,) if isinstance(tensor, Tensor) else tensor)
    except TypeError:
        raise RuntimeError("increment_version expect a Iterable[Tensor] as input") from None
    for each in tensors:
        if not isinstance(each, Tensor):
            raise RuntimeError("increment_version expects each element of the iterable to be a tensor")
        if not each.is_inference():
            counter = each.detach()._counter  # that of all tensors on this memory
            counter.count += 1
            outdate(counter.views)
