# Made by tools/stubs.py from minigrad.operations.reductions: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from typing import Any

class ExpandBackward0(Node):
    """The same numbers, repeated to fill a larger shape; on the way back the engine adds up."""
def expand(grad, shape) -> Any:
    """Repeat a gradient to fill this shape: array gives array, tensor gives recorded tensor."""
def spread(grad, shape) -> Any:
    """What `expand` gives, and in both forms a view: every entry is the same number in memory."""
class SumBackward0(Node):
    """The sum of all entries: each of them has the derivative 1."""
class SumBackward1(Node):
    """The sum along some dimensions: the gradient gets them back and is repeated along them."""
def in_dtype(operation, input, dtype, *details) -> Tensor:
    """Apply an operation to the numbers in this dtype (None: their own). Its node stands where the input's would."""
def sum(input, dim=..., keepdim=..., *, dtype=...) -> Tensor:
    """The sum of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
class MeanBackward0(Node):
    """The mean of all entries: each of n entries has the derivative 1/n."""
class MeanBackward1(Node):
    """The mean along some dimensions."""
def refuse_whole_numbers(tensor) -> None: ...
def mean(input, dim=..., keepdim=..., *, dtype=...) -> Tensor:
    """The mean of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
def sum_of_all(input) -> Tensor: ...
def mean_of_all(input) -> Any: ...
