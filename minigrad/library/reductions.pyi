# Made by tools/stubs.py from minigrad.library.reductions: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any, overload

def one_dim(name, input, dim, keepdim) -> int | Any:
    """The dimension, counted from the front; None, for all, as it is. Raises TypeError or IndexError otherwise."""
def reducing(ctx, self, dim, keepdim=...) -> None:
    """Note on the node what is reduced: as it was asked for, and as the rule will need it. None and () mean all."""
def refuse_empty(name, tensor, dims=...) -> None:
    """Raise an error where there are no entries to choose from: along one of these dimensions, or at all."""
def shares(grad, mask, dims) -> Any:
    """What each marked place gets when a gradient is divided evenly: fixed numbers in the gradient's form."""
class ProdBackward0(Node):
    """The product of all entries: the slope for each of them is the product of the others."""
class ProdBackward1(Node):
    """The product along one dimension."""
def partners(self, product, dim) -> Any:
    """What each entry is multiplied by in the product of all, or along `dim`: product / self, unless one is 0."""
def product_of_others(rows) -> Any:
    """For each entry, the product of the others in its row, without a division. (m, n) -> (m, n)"""
def prod(input, dim=..., keepdim=..., *, dtype=...) -> Tensor:
    """The product of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
class VarBackward0(Node):
    """The mean of the squared distances to the mean, for which `correction` entries fewer are counted."""
class StdBackward0(Node):
    """The square root of the variance. Where all entries are alike, PyTorch gives it the slope 0."""
class VarMeanBackward0(Node):
    """The variance and the mean: each sends back what it would alone, and the two are added."""
class StdMeanBackward0(Node):
    """The standard deviation and the mean."""
def spread(name, operation, input, dim, unbiased, keepdim, correction) -> Any:
    """Apply one of these four operations to the options of their functions."""
def var(input, dim=..., unbiased=..., keepdim=..., *, correction=...) -> Tensor:
    """The variance of all entries, or along `dim`; `unbiased=False` is correction=0, else it is 1. (m, n), 0 -> (n,)"""
def std(input, dim=..., unbiased=..., keepdim=..., *, correction=...) -> Tensor:
    """The standard deviation, the square root of `var`. (m, n), dim=0 -> (n,)"""
def var_mean(input, dim=..., unbiased=..., keepdim=..., *, correction=...) -> tuple[Tensor, ...]:
    """A pair: the variance and the mean of all entries, or along `dim`. (m, n), dim=0 -> (n,), (n,)"""
def std_mean(input, dim=..., unbiased=..., keepdim=..., *, correction=...) -> tuple[Tensor, ...]:
    """A pair: the standard deviation and the mean of all entries, or along `dim`. (m, n), dim=0 -> (n,), (n,)"""
class LinalgVectorNormBackward0(Node):
    """(the sum of |x|^p)^(1/p): for p = 2 the length, whose gradient is the vector of length 1 in its direction."""
def sized(array, p, axes, keepdims) -> Any:
    """The norm of NumPy's numbers."""
def refuse_norm(input, p, dims, dtype) -> None:
    """Raise RuntimeError for a kind of number that has no length, or where nothing is left to choose from."""
def norm(input, p=..., dim=..., keepdim=..., *, dtype=...) -> Tensor:
    """(the sum of |x|^p)^(1/p) with p=2 if nothing is said; p=inf is the largest |x|. (m, n), dim=0 -> (n,)"""
class LogsumexpBackward0(Node):
    """ln(sum of e^x), with the largest x taken out first, so that nothing overflows."""
def largest_kept(ctx, array) -> ndarray: ...
def logsumexp(input, dim, keepdim=...) -> Tensor:
    """ln(sum of e^x) along `dim`, also where e^x would be too large. (m, n), dim=0 -> (n,)"""
class SoftmaxBackward0(Node):
    """e^x divided by the sum of all e^x. Its gradient needs the result only."""
def softmax_of(name, operation, input, dim, dtype) -> Tensor:
    """Apply softmax or its logarithm to the input in this dtype."""
def softmax(input, dim, dtype=...) -> Tensor:
    """Positive numbers that add up to 1 along `dim`, each in proportion to e^x. (m, n) -> (m, n)"""
class CumsumBackward0(Node):
    """Each entry with all before it added. On the way back, each gets the gradients of all after it."""
def running_sum(grad, dim, backwards) -> Any:
    """An array for an array, a recorded tensor for a tensor."""
def cumsum(input, dim, *, dtype=...) -> Tensor:
    """The sums of the first, the first two, the first three ... entries along `dim`. (m, n) -> (m, n)"""
class CumprodBackward0(Node):
    """Each entry with all before it multiplied."""
def below(rows) -> Any:
    """What each entry (row) is multiplied by in each product from it on (column), without a division."""
def cumprod(input, dim, *, dtype=...) -> Tensor:
    """The products of the first, the first two, the first three ... entries along `dim`. (m, n) -> (m, n)"""
class MaxBackward1(Node):
    """The largest entry. Entries that tie share the gradient evenly."""
class MinBackward1(Node):
    """The smallest entry."""
class MedianBackward0(Node):
    """The entry in the middle, of two the smaller."""
def middle(array, axis) -> Any:
    """The entry in the middle of all; nan if there is one, or if there are none."""
class AmaxBackward0(Node):
    """The largest entry along some dimensions. Entries that tie share the gradient evenly."""
class AminBackward0(Node):
    """The smallest entry along some dimensions."""
class MaxBackward0(Node):
    """The largest entries along a dimension, and their places: the gradient goes to the entry in that place alone."""
def places_along(dim, indices) -> tuple[ndarray, ...]:
    """NumPy's index for these places along `dim`: they stand beside the places along all other dimensions."""
class MinBackward0(Node):
    """The smallest entries along a dimension, and their places."""
class MedianBackward1(Node):
    """The entries in the middle along a dimension, and their places."""
class SortBackward0(Node):
    """The entries along a dimension in order, and the places they come from: each gradient goes back there."""
class SortBackward1(Node):
    """The same. What is different is only that somebody asked for `stable`."""
class TopkBackward0(Node):
    """The k largest entries along a dimension, or the k smallest, and their places."""
def ordered(array, dim, descending=...) -> ndarray:
    """The places of the entries along `dim`, sorted; equal ones stay in their order, and nan is the largest."""
def largest_places(array, dim) -> ndarray: ...
def smallest_places(array, dim) -> ndarray: ...
def middle_places(array, dim) -> ndarray:
    """The places of the entries in the middle; where there is a nan, of the first."""
class Answer(tuple[Tensor, ...]):
    """A pair of tensors, `values` and `indices`."""
    def __repr__(self) -> str: ...
    @property
    def indices(self) -> Tensor: ...
    @property
    def values(self) -> Tensor: ...
ANSWERS: dict[str, Any]
EXTREMES: dict[str, tuple[Any | Any, ...]]
def chosen(name, input, dim, keepdim, other=...) -> Any:
    """What these functions give: an entry of the tensor; one of each row, and its place; or those of two tensors."""
@overload
def max(input) -> Tensor:
    """The largest entry; with `dim` a pair (values, indices); of two tensors what `maximum` gives. (m, n), 0 -> (n,)"""
@overload
def max(input, other: Tensor) -> Tensor:
    """The largest entry; with `dim` a pair (values, indices); of two tensors what `maximum` gives. (m, n), 0 -> (n,)"""
@overload
def max(input, dim, keepdim=...) -> Answer:
    """The largest entry; with `dim` a pair (values, indices); of two tensors what `maximum` gives. (m, n), 0 -> (n,)"""
@overload
def min(input) -> Tensor:
    """The smallest entry; with `dim` a pair (values, indices); of two tensors as `minimum`. (m, n), 0 -> (n,)"""
@overload
def min(input, other: Tensor) -> Tensor:
    """The smallest entry; with `dim` a pair (values, indices); of two tensors as `minimum`. (m, n), 0 -> (n,)"""
@overload
def min(input, dim, keepdim=...) -> Answer:
    """The smallest entry; with `dim` a pair (values, indices); of two tensors as `minimum`. (m, n), 0 -> (n,)"""
@overload
def median(input) -> Tensor:
    """The entry in the middle, of two the smaller; or with `dim` a pair (values, indices). (m, n), dim=0 -> (n,)"""
@overload
def median(input, dim, keepdim=...) -> Answer:
    """The entry in the middle, of two the smaller; or with `dim` a pair (values, indices). (m, n), dim=0 -> (n,)"""
def extreme_along(name, operation, find, input, dim, keepdim) -> Tensor: ...
def amax(input, dim=..., keepdim=...) -> Tensor:
    """The largest entry, or the largest along one or several dimensions. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
def amin(input, dim=..., keepdim=...) -> Tensor:
    """The smallest entry, or the smallest along one or several dimensions. (m, n), dim=0 -> (n,)"""
def sort(input, dim=..., descending=..., *, stable=...) -> Answer:
    """A pair: the entries along `dim` from the smallest to the largest, and the places they come from."""
def topk(input, k, dim=..., largest=..., sorted=...) -> Answer:
    """A pair: the k largest entries along `dim`, or the k smallest, in order, and their places. (m, n) -> (m, k)"""
def found(name, find, input, dim, keepdim) -> Tensor:
    """Where `find` finds what it looks for: counted through all entries, or along `dim`."""
def argmax(input, dim=..., keepdim=...) -> Tensor:
    """Where the largest entry stands, counted through all entries; or along `dim`. (m, n), dim=0 -> (n,)"""
def argmin(input, dim=..., keepdim=...) -> Tensor:
    """Where the smallest entry stands, counted through all entries; or along `dim`. (m, n), dim=0 -> (n,)"""
def asked(name, ask, input, dim, keepdim) -> Tensor:
    """NumPy's answer to the question, for all entries, or along one or several dimensions."""
def any(input, dim=..., keepdim=...) -> Tensor:
    """Whether an entry is True, or not 0; of all, or along `dim`. (m, n), dim=0 -> (n,)"""
def all(input, dim=..., keepdim=...) -> Tensor:
    """Whether every entry is True, or not 0; of all, or along `dim`. (m, n), dim=0 -> (n,)"""
