# Made by tools/stubs.py from minigrad.core.views: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

class UnsqueezeBackward0(Node):
    """A new dimension of length 1."""
def unsqueeze(input, dim) -> Tensor:
    """A new dimension of length 1 at this place. (3,), 0 -> (1, 3)"""
def expand(self, *sizes) -> Tensor:
    """The same numbers, seen several times; -1 keeps a length. (3, 1), (-1, 4) -> (3, 4)"""
class TransposeBackward0(Node):
    """Two dimensions change places."""
def swapped(grad, dim0, dim1) -> ndarray:
    """Two dimensions exchanged: an array for an array, a recorded tensor for a tensor."""
def transpose(input, dim0, dim1) -> Tensor:
    """The dimensions dim0 and dim1 change places. (a, b, c), 0, 2 -> (c, b, a)"""
class PermuteBackward0(Node):
    """The dimensions in another order."""
def permute(input, *dims) -> Tensor:
    """The dimensions in this order. (a, b, c), (2, 0, 1) -> (c, a, b)"""
class CloneBackward0(Node):
    """A copy that stays in the graph."""
def clone(input) -> Tensor:
    """A copy with memory of its own; its gradient goes on to the original."""
class ReshapeAliasBackward0(Node):
    """A view of numbers that do not lie row after row in memory."""
class UnsafeViewBackward0(Node):
    """A new result in another shape: nobody has seen it in its first one, so it is no view."""
def reshape(self, *shape) -> Tensor:
    """Like `view`, but copies where the memory's order leaves no other way."""
def flatten(input, start_dim=..., end_dim=...) -> Tensor:
    """Several dimensions become one. (2, 3, 4), 1 -> (2, 12)"""
class SqueezeBackward0(Node):
    """All dimensions of length 1 go."""
class SqueezeBackward1(Node):
    """One dimension goes, if its length is 1."""
class SqueezeBackward2(Node):
    """Several dimensions go, those of length 1 among them."""
def squeeze(input, dim=..., *dims) -> Tensor:
    """The same numbers without dimensions of length 1, or without this one, or these. (1, 3) -> (3,)"""
class StackBackward0(Node):
    """Several tensors of one shape become one, side by side along a new dimension."""
def stack(tensors, dim=...) -> Tensor:
    """Several tensors of one shape, side by side along a new dimension. two of (3,) -> (2, 3)"""
class Put(Node):
    """Zeros, with the numbers added in at the indexed places: the way back of indexing. PyTorch calls it a write."""
def put(grad, shape, index) -> Any:
    """Zeros of this shape, `grad` added in at `index`; a place named twice gets both."""
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
