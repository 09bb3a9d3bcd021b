"""More ways to make many numbers few, or to put them in order, in the pattern of chapter 3."""

import math
import operator
import warnings
from typing import Any

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import (
    dimension, dims_of, invalid, kept_dims, kind_name, method, named, number, numpy_names, positive_dim, refuse_bool,
    refuse_whole, require_bool, require_kind, require_tensor, whole,
)
from minigrad.exact.dtypes import C_NAMES, floating, widened
from minigrad.machinery.fast_sums import add_up
from minigrad.library.elementwise import array_of, choose, either, maximum, minimum, sgn, sign_of
from minigrad.library.rules import twin
from minigrad.operations.arithmetic import exp
from minigrad.operations.reductions import in_dtype
from minigrad.operations.views import placed


def one_dim(name, input, dim, keepdim):
    """The dimension, counted from the front; None, for all, as it is. Raises TypeError or IndexError otherwise."""
    require_tensor(input, name)
    require_bool(keepdim, name, "keepdim", 3)
    if dim is None and keepdim:
        raise invalid(name, input, keepdim=keepdim)
    return None if dim is None else dimension(input, dim, name)


def reducing(ctx, self, dim, keepdim=False):
    """Save what is reduced: as it was asked for, and as the rule will need it. None and () mean all."""
    ctx.dim, ctx.keepdim = dim, keepdim
    ctx._dims, ctx._kept = kept_dims(self.array.shape, range(self.array.ndim) if dim in (None, ()) else dim)
    if "self" in ctx.saves:
        ctx.save_for_backward(self)


def refuse_empty(name, tensor, dims=()):
    """Raise an error where there are no entries to choose from: along one of these dimensions, or at all."""
    if tensor.array.size == 0 and not dims:
        raise RuntimeError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )
    for dim in dims:
        if tensor.array.size == 0 and tensor.array.shape[positive_dim(dim, tensor.array.ndim)] == 0:
            raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")


def shares(grad, mask, dims):
    """What each marked place gets when a gradient is divided evenly: fixed numbers in the gradient's form."""
    array = mask / mask.sum(dims, keepdims=True)
    return Tensor(array) if isinstance(grad, Tensor) else array


# One number for all entries, or one for each row.


class ProdBackward1(Node, saves="self result dim keepdim"):
    """The product along one dimension: the slope for each entry is the product of the others."""

    def forward(ctx, self, dim=None, keepdim=False):
        reducing(ctx, self, dim, keepdim)
        return np.multiply.reduce(widened(self.array), axis=None if dim is None else ctx._dims, keepdims=keepdim)

    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        return grad.reshape(ctx._kept) * partners(self, result.reshape(ctx._kept), ctx.dim)


ProdBackward0 = twin(ProdBackward1, "ProdBackward0", "The product of all entries.", "self result")


def partners(self, product, dim):
    """What each entry is multiplied by in the product of all, or along `dim`: product / self, unless one is 0."""
    if self.ndim == 0:
        return 1
    if np.all(array_of(self)):
        return product / self
    if dim is None:
        return product_of_others(self.reshape((-1,))).reshape(self.shape)
    return product_of_others(self.swapaxes(dim, -1)).swapaxes(dim, -1)


def product_of_others(rows):
    """For each entry, the product of the others in its row, without a division. (m, n) -> (m, n)"""
    if isinstance(rows, Tensor):  # each row once for each of its entries, with a 1 in the place of that entry
        return choose(np.eye(rows.shape[-1], dtype=bool), 1, rows.unsqueeze(-2)).prod(-1)
    before, after = np.ones_like(rows), np.ones_like(rows)
    before[..., 1:] = np.multiply.accumulate(rows[..., :-1], -1)
    after[..., :-1] = np.multiply.accumulate(rows[..., :0:-1], -1)[..., ::-1]
    return before * after


@numpy_names
def prod(input, dim=None, keepdim=False, *, dtype=None) -> Tensor:
    """The product of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
    dim = one_dim("prod", input, dim, keepdim)
    return in_dtype(ProdBackward0, input, dtype) if dim is None else in_dtype(ProdBackward1, input, dtype, dim, keepdim)


class NansumBackward0(Node, saves="self dim keepdim"):
    """The sum of all entries but nan, or along some dimensions: nan gets no gradient."""

    formula = ("grad.unsqueeze(dim) * ~self.isnan()",)

    def forward(ctx, self, dims, keepdim):
        reducing(ctx, self, dims, keepdim)
        array = widened(self.array)
        return add_up(np.where(np.isnan(array), array.dtype.type(0), array), ctx._dims, keepdim)

    def backward(ctx, grad):
        (numbers,) = ctx.saved_arrays()
        known = ~np.isnan(numbers)
        return grad.reshape(ctx._kept) * (Tensor(known) if isinstance(grad, Tensor) else known)


@numpy_names
def nansum(input, dim=None, keepdim=False, *, dtype=None) -> Tensor:
    """The sum of all entries, or along `dim`, without those that are nan. (m, n), dim=0 -> (n,)"""
    return in_dtype(NansumBackward0, input, dtype, dims_of("nansum", input, dim, keepdim), keepdim)


@numpy_names
def nanmean(input, dim=None, keepdim=False, *, dtype=None) -> Tensor:
    """The mean of all entries, or along `dim`, without those that are nan. (m, n), dim=0 -> (n,)

    Raises RuntimeError for whole numbers.
    """
    dims = dims_of("nanmean", input, dim, keepdim)
    if input.array.dtype.kind != "f":
        raise RuntimeError(
            f"nanmean(): expected input to have floating point or complex dtype but got {kind_name(input)}"
        )
    if dtype is not None and not dtype.is_floating_point:
        raise RuntimeError(
            "nanmean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. "
            f"Got: {C_NAMES[dtype]}"
        )
    axes = kept_dims(input.array.shape, dims or range(input.array.ndim))[0]
    known = np.sum(~np.isnan(input.array), axes, np.int64, keepdims=keepdim)
    return nansum(input, dims, keepdim, dtype=dtype) / Tensor(known)


class VarBackward0(Node, saves="self correction dim keepdim"):
    """The mean of the squared distances to the mean, for which `correction` entries fewer are counted."""

    def forward(ctx, self, dims, correction, keepdim, freedom):
        reducing(ctx, self, dims, keepdim)
        ctx.correction, ctx._freedom = correction, freedom
        ctx._count = count = math.prod(self.array.shape[dim] for dim in ctx._dims)
        distance = self.array - add_up(self.array, ctx._dims, keepdims=True) / count
        total = add_up(distance * distance, ctx._dims, keepdim)
        return total / (freedom if freedom > 0 else 0)

    def backward(ctx, grad):
        self = ctx.saved_like(grad)[0]
        distance = self - self.mean(ctx._dims).reshape(ctx._kept)
        return 2 * grad.reshape(ctx._kept) / ctx._freedom * distance


class StdBackward0(Node, saves="self result correction dim keepdim"):
    """The square root of the variance. Where all entries are alike, PyTorch gives it the slope 0."""

    def forward(ctx, self, *options):
        return np.sqrt(VarBackward0.forward(ctx, self, *options))

    def backward(ctx, grad):
        result = ctx.saved_like(grad)[1]
        return VarBackward0.backward(ctx, choose(array_of(result) != 0, grad / (2 * result), 0))


class VarMeanBackward0(Node, saves="self correction dim keepdim"):
    """The variance and the mean: each sends back what it would alone, and the two are added."""

    def forward(ctx, self, dims, correction, keepdim, freedom):
        variance = VarBackward0.forward(ctx, self, dims, correction, keepdim, freedom)
        mean = add_up(self.array, ctx._dims, keepdim) / ctx._count
        return Tensor(variance), Tensor(self.array.dtype.type(mean))

    def backward(ctx, grad, grad_mean):
        to_mean = grad_mean.reshape(ctx._kept) / ctx._count
        return VarBackward0.backward(ctx, grad) + to_mean


class StdMeanBackward0(Node, saves="self result0 correction dim keepdim"):
    def forward(ctx, self, *options):
        variance, mean = VarMeanBackward0.forward(ctx, self, *options)
        result = Tensor(np.sqrt(variance.array))
        ctx.save_for_backward(self, result)
        return result, mean

    def backward(ctx, grad, grad_mean):
        result = ctx.saved_like(grad)[1]
        grad = choose(array_of(result) != 0, grad / (2 * result), 0)
        return VarMeanBackward0.backward(ctx, grad, grad_mean)


def spread(name, operation, meaning):
    """The function of this name, from one of these four operations."""

    def function(input, dim=None, unbiased=None, keepdim=False, *, correction=None) -> Any:
        if isinstance(dim, bool):  # x.var(False)
            dim, unbiased = None, dim
        if not (unbiased is None or isinstance(unbiased, bool)):
            raise invalid(name, input, dim, unbiased)
        dims = dims_of(name, input, dim, keepdim)
        if input.array.dtype.kind != "f":
            words = name if name.endswith("_mean") else "std and var"
            raise RuntimeError(f"{words} only support floating point and complex dtypes")
        if correction is None and (unbiased is not None or dim is not None):
            correction = int(unbiased in (None, True))
        outputs = int(np.prod(kept_dims(input.array.shape, dims or range(input.array.ndim))[1]))
        freedom = (input.array.size // outputs if outputs else 0) - (1 if correction is None else correction)
        if freedom <= 0:
            warnings.warn(
                f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor "
                "(input numel divided by output numel).",
                stacklevel=3,
            )
        return operation.apply(input, dims, correction, keepdim, freedom)

    return numpy_names(named(function, name, f"""{meaning} of all entries, or along `dim`. (m, n), dim=0 -> (n,)

    `unbiased=False` is correction=0, else it is 1. Raises RuntimeError for whole numbers; warns where no entry is left
    to count after the correction."""))


var, std = spread("var", VarBackward0, "The variance"), spread("std", StdBackward0, "The standard deviation")
var_mean = spread("var_mean", VarMeanBackward0, "A pair: the variance and the mean")
std_mean = spread("std_mean", StdMeanBackward0, "A pair: the standard deviation and the mean")


class LinalgVectorNormBackward0(Node, saves="self result dim keepdim ord"):
    """(the sum of |x|^p)^(1/p): for p = 2 the length, whose gradient is the vector of length 1 in its direction."""

    def forward(ctx, self, p, dims, keepdim):
        ctx.ord = p
        reducing(ctx, self, dims, keepdim)
        return sized(self.array, p, ctx._dims, keepdim)

    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        p, grad, result = ctx.ord, grad.reshape(ctx._kept), result.reshape(ctx._kept)
        if p == 0:
            return None
        if p == 2:
            return grad * choose(array_of(result) != 0, self / result, 0)
        sign = either(sgn, sign_of, self)
        if np.isinf(p):
            size = abs(array_of(self))
            return sign * (grad * shares(grad, (size == array_of(result)) | np.isnan(size), ctx._dims))
        direction = sign * choose(array_of(self) != 0, abs(self) ** (p - 1), 0)
        return direction * choose(array_of(result) != 0, grad / result ** (p - 1), 0)


def sized(array, p, axes, keepdims):
    """The norm of NumPy's numbers."""
    if p == 2:
        return np.sqrt(add_up(array * array, axes, keepdims))
    if p == 0:
        return add_up((array != 0).astype(array.dtype), axes, keepdims)
    size = np.abs(array)
    if np.isinf(p):
        return (np.maximum if p > 0 else np.minimum).reduce(size, axis=axes, keepdims=keepdims)
    return add_up(size, axes, keepdims) if p == 1 else add_up(size**p, axes, keepdims) ** (1 / p)


def refuse_norm(input, p, dims, dtype):
    """Raise RuntimeError for a kind of number that has no length, or where nothing is left to choose from."""
    name = "linalg.vector_norm"
    if input.array.dtype.kind != "f":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {kind_name(input)}")
    if dtype is not None and not dtype.is_floating_point:
        raise RuntimeError(f"{name}: dtype should be floating point or complex, but got {C_NAMES[dtype]}")
    if dtype is not None and dtype.numpy < input.array.dtype:
        raise RuntimeError(
            f"{name}: the dtype of the input ({kind_name(input)}) should be convertible without narrowing to the "
            f"specified dtype ({C_NAMES[dtype]})"
        )
    if input.array.size == 0 and (p < 0 or p == np.inf):
        empty = next((dim for dim in dims or () if input.array.shape[positive_dim(dim, input.array.ndim)] == 0), None)
        where = f"the dimension {empty}because this dimension is empty and" if dims else "an empty tensor because"
        if empty is not None or not dims:
            raise RuntimeError(f"{name} cannot compute the {p} norm on {where} the operation does not have an identity")


def norm(input, p="fro", dim=None, keepdim=False, *, dtype=None) -> Tensor:
    """(the sum of |x|^p)^(1/p) with p=2 if nothing is said; p=inf is the largest |x|. (m, n), dim=0 -> (n,)"""
    p, dims = 2 if p == "fro" else 2.0 if p is None else p, dims_of("norm", input, dim, keepdim)
    if isinstance(p, str):
        raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
    p = number(p, "linalg_vector_norm", "ord", 2)
    refuse_norm(input, p, dims, dtype)
    return in_dtype(LinalgVectorNormBackward0, input, dtype, p, dims, keepdim)


class LogsumexpBackward0(Node, saves="self result dim keepdim"):
    """ln(sum of e^x), with the largest x taken out first, so that nothing overflows."""

    def forward(ctx, self, dims, keepdim):
        reducing(ctx, self, dims, keepdim)
        array = floating(self.array)
        largest = largest_kept(ctx, array)
        largest[np.isinf(largest)] = 0
        total = add_up(np.exp(array - largest), ctx._dims, keepdims=True)
        result = np.log(total) + largest
        return result if keepdim else result.squeeze(ctx._dims)

    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        return grad.reshape(ctx._kept) * either(exp, np.exp, self - result.reshape(ctx._kept))


def largest_kept(ctx, array):
    return np.asarray(np.maximum.reduce(array, axis=ctx._dims, keepdims=True, initial=-np.inf))


@numpy_names
def logsumexp(input, dim, keepdim=False) -> Tensor:
    """ln(sum of e^x) along `dim`, also where e^x would be too large. (m, n), dim=0 -> (n,)"""
    return LogsumexpBackward0.apply(input, dims_of("logsumexp", input, dim, keepdim), keepdim)


class SoftmaxBackward0(Node, saves="result dim"):
    """e^x divided by the sum of all e^x. Its gradient needs the result only."""

    def forward(ctx, self, dim):
        reducing(ctx, self, dim)
        power = np.exp(self.array - largest_kept(ctx, self.array))  # so nothing overflows
        return power / add_up(power, ctx._dims, keepdims=True)

    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return result * (grad - (grad * result).sum(ctx._dims).reshape(ctx._kept))


def softmax_of(name, operation, input, dim, dtype):
    """Apply softmax or its logarithm to the input in this dtype.

    Raises NotImplementedError for whole numbers, unless there are none.
    """
    dim = dimension(input, dim, name)
    if dtype is not None:
        require_kind(dtype, name, "dtype", 3)
        input = input.to(dtype)
    if input.array.size == 0 and input.array.dtype.kind != "f":
        return input.clone()
    refuse_whole(input, f"{name}{'_lastdim' if dim + 1 >= input.array.ndim else ''}_kernel_impl")
    return operation.apply(input, dim)


@numpy_names
def softmax(input, dim, dtype=None) -> Tensor:
    """Positive numbers that add up to 1 along `dim`, each in proportion to e^x. (m, n) -> (m, n)"""
    return softmax_of("softmax", SoftmaxBackward0, input, dim, dtype)


class CumsumBackward0(Node, saves="dim"):
    """Each entry with all before it added. On the way back, each gets the gradients of all after it."""

    def forward(ctx, self, dim, backwards=False):
        ctx.dim, ctx._backwards = dim, backwards
        return running_sum(widened(self.array), dim, backwards)

    def backward(ctx, grad):
        return running_sum(grad, ctx.dim, not ctx._backwards)


def running_sum(grad, dim, backwards):
    """An array for an array, a recorded tensor for a tensor."""
    if isinstance(grad, Tensor):
        return CumsumBackward0.apply(grad, dim, backwards)
    if grad.ndim == 0:
        return grad.copy()
    if backwards:
        return np.flip(np.add.accumulate(np.flip(grad, dim), dim) + 0, dim)
    return np.add.accumulate(grad, dim) + 0  # PyTorch starts at 0, so that there is no -0.


def running(name, operation, meaning):
    """`cumsum` or `cumprod`, which raise NotImplementedError for booleans."""

    def function(input, dim, *, dtype=None) -> Tensor:
        dim = dimension(input, dim, name)
        if dtype is not None and dtype.numpy.kind == "b":
            raise NotImplementedError(f"\"{name}_out_cpu\" not implemented for 'Bool'")
        return in_dtype(operation, input, dtype, dim)

    each = "of the first, the first two, the first three ... entries along `dim`. (m, n) -> (m, n)"
    return numpy_names(named(function, name, f"The {meaning} {each}"))


class CumprodBackward0(Node, saves="self result dim"):
    def forward(ctx, self, dim):
        ctx.dim = dim
        ctx.save_for_backward(self)
        array = widened(self.array)
        return np.multiply.accumulate(array, dim) if array.ndim else array.copy()

    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        if not self.ndim:
            return grad
        if np.all(array_of(self)):
            return running_sum(grad * result, ctx.dim, backwards=True) / self
        rows, grads = self.swapaxes(ctx.dim, -1), grad.swapaxes(ctx.dim, -1)
        return (below(rows) * grads[..., None, :]).sum(-1).swapaxes(ctx.dim, -1)


def below(rows):
    """What each entry (row) is multiplied by in each product from it on (column), without a division."""
    length = rows.shape[-1]
    diagonal = np.eye(length, dtype=bool)
    if isinstance(rows, Tensor):  # each row once for each of its entries, with a 1 in the place of that entry
        products = cumprod(choose(diagonal, 1, rows.unsqueeze(-2)), -1)
    else:
        products = np.multiply.accumulate(np.where(diagonal, 1, rows[..., None, :]), -1)
    return choose(np.triu(np.ones((length, length), bool)), products, 0)


cumsum = running("cumsum", CumsumBackward0, "sums")
cumprod = running("cumprod", CumprodBackward0, "products")


# The largest, the smallest, the one in the middle.


class MaxBackward1(Node, saves="self result"):
    """The largest entry. Entries that tie share the gradient evenly."""

    def forward(ctx, self, find):
        ctx.save_for_backward(self)
        return find(self.array, axis=None)

    def backward(ctx, grad):
        self, result = [array_of(saved) for saved in ctx.saved_like(grad)]
        mask = self == result if result == result else self != self  # nan is chosen first, and equals nothing
        return choose(mask, grad / np.count_nonzero(mask), 0)


MinBackward1 = twin(MaxBackward1, "MinBackward1", "The smallest entry.")
MedianBackward0 = twin(MaxBackward1, "MedianBackward0", "The entry in the middle, of two the smaller.")
NanmedianBackward0 = twin(MaxBackward1, "NanmedianBackward0", "The entry in the middle of those that are not nan.")


def middle(array, axis):
    """The entry in the middle of all; nan if there is one, or if there are none."""
    refuse_bool(Tensor(array), "median_cpu")
    array = np.sort(array, axis)  # nan comes last
    if array.size == 0:
        return np.asarray(np.nan).astype(array.dtype)
    return array[-1] if array[-1] != array[-1] else array[(array.size - 1) // 2]


class AmaxBackward0(Node, saves="self result dim keepdim"):
    """The largest entry along some dimensions. Entries that tie share the gradient evenly."""

    def forward(ctx, self, find, dims, keepdim):
        reducing(ctx, self, dims, keepdim)
        return find(self.array, axis=ctx._dims, keepdims=keepdim)

    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        mask = array_of(self) == array_of(result).reshape(ctx._kept)
        return grad.reshape(ctx._kept) * shares(grad, mask, ctx._dims)


AminBackward0 = twin(AmaxBackward0, "AminBackward0", "The smallest entry along some dimensions.")


class MaxBackward0(Node, saves="indices dim keepdim self_sym_sizes"):
    """The largest entries along a dimension, and their places: the gradient goes to the entry in that place alone."""

    def forward(ctx, self, find, dim, keepdim=True):
        array = np.atleast_1d(self.array)  # a number without dimensions is a row of one
        indices = find(array, dim)
        ctx.dim, ctx.keepdim, ctx.self_sym_sizes = dim, keepdim, self.array.shape
        ctx._shape, ctx._kept = array.shape, indices.shape
        values = array[places_along(dim, indices)]
        if not keepdim or self.array.ndim == 0:
            values, indices = values.squeeze(dim), indices.squeeze(dim)
        indices = Tensor(indices.astype(np.int64))
        ctx.save_for_backward(indices.detach())
        return Tensor(values), indices

    def backward(ctx, grad, of_indices=None):
        (indices,) = ctx.saved_like(grad)
        places = places_along(ctx.dim, array_of(indices).reshape(ctx._kept))
        return placed(grad.reshape(ctx._kept), ctx._shape, places)


def places_along(dim, indices):
    """NumPy's index for these places along `dim`: they stand beside the places along all other dimensions."""
    places = list(np.indices(indices.shape, sparse=True))
    places[dim] = indices
    return tuple(places)


MinBackward0 = twin(MaxBackward0, "MinBackward0", "The smallest entries along a dimension.")
MedianBackward1 = twin(MaxBackward0, "MedianBackward1", "The entries in the middle along a dimension.")
NanmedianBackward1 = twin(MaxBackward0, "NanmedianBackward1", "The same of those that are not nan.")
SortBackward0 = twin(MaxBackward0, "SortBackward0", "The entries in order.", "indices dim self_sym_sizes")
SortBackward1 = twin(SortBackward0, "SortBackward1", "The same, where somebody asked for `stable`.")
TopkBackward0 = twin(SortBackward0, "TopkBackward0", "The k largest entries, or the k smallest, and their places.")


def ordered(array, dim, descending=False):
    """The places of the entries along `dim`, sorted; equal ones stay in their order, and nan is the largest."""
    if not descending:
        return array.argsort(dim, kind="stable").astype(np.int64, copy=False)
    last = np.int64(array.shape[dim] - 1)
    return np.flip(last - np.flip(array, dim).argsort(dim, kind="stable"), dim)


def first_places(find):
    """The places of the entries along a dimension that NumPy's function finds, of equal ones the first."""
    return lambda array, dim: find(array, dim, keepdims=True).astype(np.int64, copy=False)


largest_places, smallest_places = first_places(np.argmax), first_places(np.argmin)


def middle_places(array, dim):
    """The places of the entries in the middle; where there is a nan, of the first."""
    refuse_bool(Tensor(array), "median_out")
    unknown, places = np.isnan(array), ordered(array, dim).take([(array.shape[dim] - 1) // 2], dim)
    return np.where(unknown.any(dim, keepdims=True), largest_places(unknown, dim), places)


def known_middle_places(array, dim):
    """The places of the entries in the middle of those that are not nan; where all are, of the first."""
    refuse_bool(Tensor(array), "median_out")
    last = np.count_nonzero(~np.isnan(array), dim, keepdims=True) - 1
    return np.take_along_axis(ordered(array, dim), np.maximum(last, 0) // 2, dim)


class Answer(tuple):
    """A pair of tensors, `values` and `indices`."""

    __slots__ = ()
    values, indices = property(operator.itemgetter(0)), property(operator.itemgetter(1))

    def __repr__(self):
        return f"minigrad.return_types.{type(self).__name__}(\nvalues={self[0]!r},\nindices={self[1]!r})"


PAIRS = ("max", "min", "median", "nanmedian", "sort", "topk")
ANSWERS = {name: type(name, (Answer,), {"__slots__": ()}) for name in PAIRS}
EXTREMES = {
    "max": (maximum, MaxBackward1, np.maximum.reduce, MaxBackward0, largest_places),
    "min": (minimum, MinBackward1, np.minimum.reduce, MinBackward0, smallest_places),
    "median": (None, MedianBackward0, middle, MedianBackward1, middle_places),
    "nanmedian": (
        None, NanmedianBackward0, lambda array, axis: middle(array[~np.isnan(array)], axis), NanmedianBackward1,
        known_middle_places),
}


def chosen(name, input, dim, keepdim, other=None):
    """What these functions give: an entry of the tensor; one of each row, and its place; or those of two tensors."""
    of_pairs, of_all, find, of_rows, find_places = EXTREMES[name]
    if of_pairs and (other is not None or isinstance(dim, Tensor)):
        if keepdim is not False or other is not None and dim is not None:
            raise invalid(name, input, dim, other if keepdim is False else keepdim)
        return of_pairs(input, dim if other is None else other)
    dim = one_dim(name, input, dim, keepdim)
    if dim is not None or of_pairs:  # the median of nothing is nan
        refuse_empty(name.removeprefix("nan"), input, () if dim is None else (dim,))
    if dim is None:
        return of_all.apply(input, find)
    return ANSWERS[name](of_rows.apply(input, find_places, dim, keepdim))


@numpy_names
def max(input, dim=None, keepdim=False, *, other=None) -> Any:
    """The largest entry; with `dim` a pair (values, indices); of two tensors what `maximum` gives. (m, n), 0 -> (n,)"""
    return chosen("max", input, dim, keepdim, other)


@numpy_names
def min(input, dim=None, keepdim=False, *, other=None) -> Any:
    """The smallest entry; with `dim` a pair (values, indices); of two tensors as `minimum`. (m, n), 0 -> (n,)"""
    return chosen("min", input, dim, keepdim, other)


def middle_one(name, meaning):
    """`median` or `nanmedian`."""

    def function(input, dim=None, keepdim=False) -> Any:
        return chosen(name, input, dim, keepdim)

    return numpy_names(named(function, name, f"{meaning} With `dim` a pair (values, indices). (m, n), dim=0 -> (n,)"))


median = middle_one("median", "The entry in the middle, of two the smaller.")
nanmedian = middle_one("nanmedian", "The same of those that are not nan.")


def extreme_along(name, operation, find, meaning):
    """`amax` or `amin`."""

    def function(input, dim=(), keepdim=False) -> Tensor:
        dims = dims_of(name, input, dim, keepdim) or ()
        refuse_empty(name, input, dims)
        return operation.apply(input, find, dims, keepdim)

    return numpy_names(named(function, name, f"{meaning}, or that along one or several dimensions. (m, n), 0 -> (n,)"))


amax = extreme_along("amax", AmaxBackward0, np.maximum.reduce, "The largest entry")
amin = extreme_along("amin", AminBackward0, np.minimum.reduce, "The smallest entry")


@numpy_names
def sort(input, dim=-1, descending=False, *, stable=None) -> Answer:
    """A pair: the entries along `dim` from the smallest to the largest, and the places they come from."""
    if not isinstance(descending, bool) or not (stable is None or isinstance(stable, bool)):
        raise invalid("sort", input, dim, descending)
    dim = dimension(input, dim, "sort")
    operation = SortBackward0 if stable is None else SortBackward1
    return ANSWERS["sort"](operation.apply(input, lambda array, dim: ordered(array, dim, descending), dim))


@numpy_names
def topk(input, k, dim=-1, largest=True, sorted=True) -> Answer:
    """A pair: the k largest entries along `dim`, or the k smallest, in order, and their places. (m, n) -> (m, k)"""
    k, dim = whole(k, "topk", "k", 2), dimension(input, dim, "topk", 3)
    if not 0 <= k <= np.atleast_1d(input.array).shape[dim]:
        raise RuntimeError("selected index k out of range")
    if input.array.dtype.kind == "b":
        raise RuntimeError("topk does not support bool dtypes on CPU")
    first = range(k if input.array.ndim else 1)
    found = TopkBackward0.apply(input, lambda array, dim: ordered(array, dim, largest).take(first, dim), dim)
    return ANSWERS["topk"](found)


# Answers without a gradient.


def found(name, find, meaning):
    """`argmax` or `argmin`."""

    def function(input, dim=None, keepdim=False) -> Tensor:
        require_tensor(input, name)
        require_bool(keepdim, name, "keepdim", 3)
        if input.array.dtype.kind == "b":
            raise RuntimeError(f"{name}(): does not support bool input")
        dim = one_dim(name, input, dim, False)
        if dim is not None:
            refuse_empty(name, input, (dim,))
        elif input.array.size == 0:
            raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")
        return Tensor(np.int64(find(input.array, dim, keepdims=keepdim)))

    where = "stands, counted through all entries; or along `dim`. (m, n), dim=0 -> (n,)"
    return numpy_names(named(function, name, f"Where the {meaning} entry {where}"))


argmax, argmin = found("argmax", np.argmax, "largest"), found("argmin", np.argmin, "smallest")


def asked(name, ask, meaning):
    """`any` or `all`."""

    def function(input, dim=None, keepdim=False) -> Tensor:
        dims = dims_of(name, input, dim, keepdim)
        answer = ask(input.array, None if dims is None else kept_dims(input.array.shape, dims)[0], keepdims=keepdim)
        return Tensor(answer.astype(np.uint8) if input.array.dtype == np.uint8 else answer)  # bytes were booleans once

    return numpy_names(named(function, name, f"Whether {meaning}; of all, or along `dim`. (m, n), dim=0 -> (n,)"))


any = asked("any", np.any, "an entry is True, or not 0")
all = asked("all", np.all, "every entry is True, or not 0")
for function in (
    prod, nansum, nanmean, logsumexp, softmax, cumsum, cumprod, max, min, median, nanmedian, amax, amin,
    sort, topk, argmax, argmin, any, all,
):
    setattr(Tensor, function.__name__, method(function))
Tensor.var, Tensor.std, Tensor.norm = var, std, norm
