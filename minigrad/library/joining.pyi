# Made by tools/stubs.py from minigrad.library.joining: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

def stretch(grad, dim, start, end) -> ndarray:
    """The entries from `start` to `end` along a dimension: an array of an array, a recorded view of a tensor."""
class CatBackward0(Node):
    """Several tensors become one, end to end: each of them gets its stretch of the gradient."""
def broadcast_tensors(*tensors) -> tuple[Tensor, ...]:
    """A tuple: the tensors in the shape in which they meet, repeated by `expand`. (m, 1), (n,) -> (m, n), (m, n)"""
def cat(tensors, dim=...) -> Tensor:
    """Several tensors, end to end along a dimension. (2, 3), (4, 3) -> (6, 3)"""
def concat(tensors, dim=...) -> Tensor:
    """Several tensors, end to end along a dimension. (2, 3), (4, 3) -> (6, 3)"""
def concatenate(tensors, dim=...) -> Tensor:
    """Several tensors, end to end along a dimension. (2, 3), (4, 3) -> (6, 3)"""
class FlipBackward0(Node):
    """The entries in reverse order along some dimensions."""
def flipped(grad, dims) -> Any:
    """An array for an array, a recorded tensor for a tensor."""
def flip(input, dims) -> Tensor:
    """A copy, its entries in reverse order along these dimensions. (2, 3), (0, 1) -> (2, 3)"""
class RollBackward0(Node):
    """The entries moved on along some dimensions; those that leave at the end come in at the front."""
def roll(input, shifts, dims=...) -> Tensor:
    """A copy, its entries moved on by `shifts` along `dims`, round and round; without `dims` as if it were flat."""
class RepeatBackward0(Node):
    """The whole tensor several times along each dimension: the gradients of all copies are added up."""
def repeat(self, *given, repeats=...) -> Tensor:
    """A copy that holds the tensor so many times along each dimension. (2, 3), (4, 1, 2) -> (4, 2, 6)"""
def repeat_interleave(input, repeats, dim=...) -> Tensor:
    """Each entry along a dimension so many times in a row; without `dim` as if the tensor were flat. (3,), 2 -> (6,)"""
def with_copies(repeats, total, dim) -> ndarray:
    """The places along a dimension, each so many times. 2, 0, 1 -> 0, 0, 2"""
def method_flip(self, *given, dims=...) -> Tensor:
    """A copy, its entries in reverse order along these dimensions: `x.flip(0, 1)` or `x.flip((0, 1))`."""
class GatherBackward0(Node):
    """The entries at places that differ along one dimension: their gradients go back where they came from."""
def gathered(grad, dim, index) -> ndarray:
    """An array for an array, a recorded tensor for a tensor. A lone number counts as a list."""
class ScatterAddBackward0(Node):
    """Numbers added in at places that differ along one dimension: the way back of `gather`, whose way back it needs."""
def added(array, dim, index, src) -> ndarray:
    """A copy of the array, entries of `src` added in at the places that `index` names, one for each."""
def gather(input, dim, index, *, sparse_grad=...) -> Tensor:
    """For each entry of `index` the entry at that place along `dim`: input[index[i, j], j] for dim 0."""
def require_whole_numbers(index, sentence) -> None: ...
def require_rank(index, tensor, name) -> None: ...
def require_places(index, tensor, dim) -> None:
    """Raise RuntimeError unless the tensor has all these places along the dimension."""
def scatter_add(input, dim, index, src) -> Tensor:
    """A copy of `input`, the first entries of `src` added in: result[index[i, j], j] += src[i, j] for dim 0."""
class IndexSelectBackward0(Node):
    """Whole rows, or other slices: each gradient is added in at the place where the row came from."""
def index_select(input, dim, index) -> Tensor:
    """A copy of the entries at these places along a dimension. (5, 2), dim 0, (3,) -> (3, 2)"""
def select(input, dim, index) -> Tensor:
    """One entry along a dimension, on the same memory; the dimension goes. (2, 3), 0, 1 -> (3,)"""
def narrow(input, dim, start, length) -> Tensor:
    """So many entries along a dimension, from `start` on, on the same memory. (5, 2), 0, 1, 3 -> (3, 2)"""
