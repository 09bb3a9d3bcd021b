# Made by tools/stubs.py from minigrad.library.shapes: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray

def unsqueeze(input, dim) -> Tensor:
    """A new dimension of length 1 at this place. (3,), 0 -> (1, 3)"""
def expand(self, *sizes, size=...) -> Tensor:
    """The same numbers, seen several times; -1 keeps a length. (3, 1), (-1, 4) -> (3, 4)"""
def expand_as(self, other) -> Tensor:
    """The same numbers, seen several times: `expand` to the other tensor's shape."""
class TransposeBackward0(Node):
    """Two dimensions change places."""
def swapped(grad, dim0, dim1) -> ndarray:
    """Two dimensions exchanged: an array for an array, a recorded tensor for a tensor."""
def transpose(input, dim0, dim1) -> Tensor:
    """The dimensions dim0 and dim1 change places. (a, b, c), 0, 2 -> (c, b, a)"""
def swapaxes(input, axis0, axis1) -> Tensor:
    """What `transpose` gives: two dimensions change places. (a, b, c), 0, 2 -> (c, b, a)"""
def exchanged(input, dim0, dim1) -> Tensor: ...
class PermuteBackward0(Node):
    """The dimensions in another order."""
def permute(input, dims) -> Tensor:
    """The dimensions in this order. (a, b, c), (2, 0, 1) -> (c, a, b)"""
def permuted(self, *sizes, dims=...) -> Tensor:
    """The dimensions in this order. (a, b, c), (2, 0, 1) -> (c, a, b)"""
class ReshapeAliasBackward0(Node):
    """A view of numbers that do not lie row after row in memory."""
class UnsafeViewBackward0(Node):
    """A new result in another shape: nobody has seen it in its first one, so it is no view."""
def reshape(input, shape) -> Tensor:
    """Like `view`, but copies where the memory's order leaves no other way. (2, 3), (3, 2) -> (3, 2)"""
def reshaped(self, *sizes, shape=...) -> Tensor:
    """Like `view`, but copies where the memory's order leaves no other way. (2, 3), (3, 2) -> (3, 2)"""
def in_shape(self, shape) -> Tensor: ...
def flatten(input, start_dim=..., end_dim=...) -> Tensor:
    """Several dimensions become one. (2, 3, 4), 1 -> (2, 12)"""
def view_as(self, other) -> Tensor:
    """The same numbers in the other tensor's shape: what `view` gives."""
class SqueezeBackward0(Node):
    """All dimensions of length 1 go."""
class SqueezeBackward1(Node):
    """One dimension goes, if its length is 1."""
class SqueezeBackward2(Node):
    """Several dimensions go, those of length 1 among them."""
def squeeze(input, dim=..., *dims) -> Tensor:
    """The same numbers without dimensions of length 1, or without this one, or these. (1, 3) -> (3,)"""
