# Made by tools/stubs.py from minigrad.nn.operations: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor

def padding_place(padding_idx, count) -> None:
    """The place, counted from the front, of the row that learns nothing. Raises AssertionError for one not there."""
class EmbeddingBackward0(Node):
    """Rows of a table: each row's gradients, from all places where it was used, are added up."""
def embedding(input, weight, padding_idx=..., max_norm=..., norm_type=..., scale_grad_by_freq=..., sparse=...) -> Tensor:
    """The row of `weight` for each whole number in `input`. (...), (n, m) -> (..., m)"""
ABSENT: Tensor
class NativeLayerNormBackward0(Node):
    """(x - mean) / spread of each row, times `weight`, plus `bias`. result1: the means; result2: 1 / the spreads."""
def layer_norm(input, normalized_shape, weight=..., bias=..., eps=...) -> Tensor:
    """Each row with the mean 0 and the spread 1, times `weight`, plus `bias`. (..., n), (n,) -> (..., n)"""
def refuse_share(p) -> None:
    """Raise ValueError unless it is a probability."""
def dropout(input, p=..., training=..., inplace=...) -> Tensor:
    """Each entry is 0 with probability `p`, and the others grow by 1 / (1 - p), so that the mean stays. (...) -> (...)"""
