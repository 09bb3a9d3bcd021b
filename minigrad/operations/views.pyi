# Made by tools/stubs.py from minigrad.operations.views: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

class ViewBackward0(Node):
    """The same numbers in another shape: the result shares its input's memory and counter."""
def view(self, *shape, size=...) -> Tensor:
    """The same numbers in another shape, on the same memory. (2, 3) -> (6,)"""
class UnsqueezeBackward0(Node):
    """A new dimension of length 1."""
class CloneBackward0(Node):
    """A copy that stays in the graph."""
def clone(input) -> Tensor:
    """A copy with memory of its own; its gradient goes on to the original."""
class StackBackward0(Node):
    """Several tensors of one shape become one, side by side along a new dimension."""
def stack(tensors, dim=...) -> Tensor:
    """Several tensors of one shape, side by side along a new dimension. two of (3,) -> (2, 3)"""
class Put(Node):
    """Zeros, with the numbers put in at the indexed places: the way back of indexing. PyTorch calls it a write."""
def put(grad, shape, index) -> ndarray:
    """Zeros of this shape, `grad` added in at `index`; a place named twice gets both."""
def placed(grad, shape, index) -> Any:
    """The same, in fewer steps, for an index that names no place twice."""
class SelectBackward0(Node):
    """One entry along a dimension, which goes. (2, 3), dim 0 -> (3,)"""
class SliceBackward0(Node):
    """Some entries along a dimension: start, start + step, ... below end."""
def save_places(ctx, self, place, given) -> None:
    """Save an index's lists of places and masks as they were given: they are freed, and writes into them count."""
class IndexBackward0(Node):
    """The entries that lists of places, or a mask of booleans, point out: a copy."""
class AliasBackward0(Node):
    """All entries: a new tensor on the same memory."""
KINDS: dict[str, Any]
def getitem(self, index) -> Tensor:
    """x[1], x[1:3], x[:, 0], x[None], x[...] share memory; x[[0, 2]] and x[mask] are copies."""
