"""More ways to make many numbers few, or to put them in order, in the pattern of chapter 3."""

import functools
import operator
import warnings

import numpy as np

from minigrad.elementwise import (
    Sgn, either, kind_name, maximum, minimum, passed, refuse_bool, refuse_whole, require, sign_of,
)
from minigrad.function import Function, recording
from minigrad.ops import counted, exp, floating, kept_dims
from minigrad.shapes import put
from minigrad.tensors import C_NAMES, Tensor, positive_dim


def reduction(function):
    """Let the function take NumPy's words, `axis` and `keepdims`, as well, and nothing but a tensor as its input."""

    @functools.wraps(function)
    def called(input, *args, **kwargs):
        require(Tensor, input, function.__name__)
        for other, name in (("axis", "dim"), ("keepdims", "keepdim")):
            if other in kwargs and name not in kwargs:
                kwargs[name] = kwargs.pop(other)
        return function(input, *args, **kwargs)

    return called


def array_of(value):
    """The bare array, of a tensor or of what is an array already."""
    return value.array if isinstance(value, Tensor) else value


def require_whole(value, name, argument="dim", position=2):
    """Raise TypeError unless this argument of the function called `name` is a whole number."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        kind = type(value).__name__
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be int, not {kind}")


def place_of(dim, input, name):
    """The dimension, counted from the front. Raises TypeError or IndexError for anything else."""
    require_whole(dim, name)
    return positive_dim(dim, input.array.ndim)


def as_dims(dim, name):
    """One or several dimensions as a tuple, None as it is. Raises TypeError for anything else."""
    if dim is None:
        return None
    dims = tuple(dim) if isinstance(dim, (tuple, list)) else (dim,)
    for one in dims:
        if not hasattr(one, "__index__"):
            kind = type(dim).__name__
            raise TypeError(f"{name}(): argument 'dim' (position 2) must be tuple of ints, not {kind}")
    return dims


def refuse_keepdim(name, keepdim):
    """Raise TypeError for `keepdim` without a dimension."""
    if keepdim:
        raise TypeError(f"{name}() received an invalid combination of arguments - got (Tensor, keepdim=bool)")


def reducing(ctx, self, dims, keepdim):
    """Note on the node what is reduced: as it was asked for, and as the rule will need it. None and () mean all."""
    ctx.dim, ctx.keepdim = dims, keepdim
    ctx._dims, ctx._kept = kept_dims(self, dims or range(self.array.ndim))


def along_one(ctx, self, dim):
    """The same for a single dimension."""
    ctx.dim, (ctx._dims, ctx._kept) = dim, kept_dims(self, dim)


def in_dtype(tensor, dtype):
    """The numbers to calculate with: in the dtype asked for, or else as they are, booleans as whole numbers.

    Raises RuntimeError when a gradient is required, and the dtype has none.
    """
    if dtype is None:
        return counted(tensor.array)
    if not dtype.is_floating_point and tensor._requires_grad and recording.on:
        raise RuntimeError(f"Autograd not support dtype: {C_NAMES[dtype]}")
    return tensor.array.astype(dtype.numpy)


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


def beside(grad, array):
    """Fixed numbers in the gradient's form and dtype."""
    array = array.astype(array_of(grad).dtype)
    return Tensor(array) if isinstance(grad, Tensor) else array


def shares(grad, mask, dims):
    """What each marked place gets when a gradient is divided evenly among them."""
    return beside(grad, mask / mask.sum(dims, keepdims=True))


# One number for all entries, or one for each row.


class Prod(Function, node="ProdBackward0", saves="self result"):
    """The product of all entries: the slope for each of them is the product of the others."""

    @staticmethod
    def forward(ctx, self, dtype):
        array = in_dtype(self, dtype)
        ctx.save_for_backward(self)
        return np.multiply.reduce(array, axis=None, dtype=array.dtype)

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        row = self.reshape((-1,)) if self.ndim else self
        return product_slope(grad, row, result, 0).reshape(self.shape)


class ProdDim(Function, node="ProdBackward1", saves="self result dim keepdim"):
    """The product along one dimension."""

    @staticmethod
    def forward(ctx, self, dim, keepdim, dtype):
        along_one(ctx, self, dim)
        ctx.keepdim = keepdim
        array = in_dtype(self, dtype)
        ctx.save_for_backward(self)
        return np.multiply.reduce(array, axis=ctx._dims, dtype=array.dtype, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        return product_slope(grad.reshape(ctx._kept), self, result.reshape(ctx._kept), ctx.dim)


def product_slope(grad, self, result, dim):
    """The gradient times the product of the other entries along `dim`, which is result / self unless one is 0."""
    if self.ndim == 0:
        return grad
    if np.all(array_of(self)):
        return grad * (result / self)
    if self.shape[dim] == 1:
        return grad
    return grad * product_of_others(self.swapaxes(dim, -1)).swapaxes(dim, -1)


def product_of_others(rows):
    """For each entry, the product of the others in its row, without a division. (m, n) -> (m, n)"""
    if isinstance(rows, Tensor):  # each row once for each of its entries, with a 1 in the place of that entry
        left_out = np.eye(rows.shape[-1], dtype=bool)
        return (passed(rows.unsqueeze(-2), ~left_out) + Tensor(left_out.astype(rows.array.dtype))).prod(-1)
    before, after = np.ones_like(rows), np.ones_like(rows)
    before[..., 1:] = np.multiply.accumulate(rows[..., :-1], -1)
    after[..., :-1] = np.multiply.accumulate(rows[..., :0:-1], -1)[..., ::-1]
    return before * after


@reduction
def prod(input, dim=None, keepdim=False, *, dtype=None):
    """The product of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
    if dim is not None:
        return ProdDim.apply(input, place_of(dim, input, "prod"), keepdim, dtype)
    refuse_keepdim("prod", keepdim)
    return Prod.apply(input, dtype)


class Var(Function, node="VarBackward0", saves="self correction dim keepdim"):
    """The mean of the squared distances to the mean, for which `correction` entries fewer are counted."""

    @staticmethod
    def forward(ctx, self, dims, correction, keepdim, freedom):
        ctx.save_for_backward(self)
        return variance(ctx, self, dims, correction, keepdim, freedom)

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return variance_slope(ctx, grad, self)


class Std(Function, node="StdBackward0", saves="self result correction dim keepdim"):
    """The square root of the variance. Where all entries are alike, PyTorch gives it the slope 0."""

    @staticmethod
    def forward(ctx, self, dims, correction, keepdim, freedom):
        ctx.save_for_backward(self)
        return np.sqrt(variance(ctx, self, dims, correction, keepdim, freedom))

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        return variance_slope(ctx, passed(grad / (2 * result), array_of(result) != 0), self)


def variance(ctx, self, dims, correction, keepdim, freedom):
    reducing(ctx, self, dims, keepdim)
    ctx.correction, ctx._freedom = correction, freedom
    distance = self.array - self.array.mean(ctx._dims, keepdims=True)
    total = np.add.reduce(distance * distance, axis=ctx._dims, keepdims=keepdim)
    return total / (freedom if freedom > 0 else 0)


def variance_slope(ctx, grad, self):
    """2 / freedom times each entry's distance to the mean."""
    mean = self.mean(ctx._dims).reshape(ctx._kept)
    if ctx._freedom <= 0 and (ctx.dim is None or self.ndim == 0):
        return grad * beside(grad, np.where(array_of(self) == array_of(mean), np.nan, np.inf))
    return 2 * grad.reshape(ctx._kept) / ctx._freedom * (self - mean)


def variance_options(name, input, dim, unbiased, keepdim, correction):
    """What `Var` and `Std` need to know: dims, correction, keepdim, and how many entries count after the correction.

    Raises RuntimeError for whole numbers; warns where no entry is left to count.
    """
    if isinstance(dim, bool):  # x.var(False)
        dim, unbiased = None, dim
    if input.array.dtype.kind != "f":
        raise RuntimeError("std and var only support floating point and complex dtypes")
    if correction is None and unbiased is not None:
        correction = int(unbiased)
    elif correction is None and dim is not None:
        correction = 1
    dims = as_dims(dim, name)
    outputs = int(np.prod(kept_dims(input, dims or range(input.array.ndim))[1]))
    freedom = (input.array.size // outputs if outputs else 0) - (1 if correction is None else correction)
    if freedom <= 0:
        warnings.warn(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor "
            "(input numel divided by output numel).",
            stacklevel=4,
        )
    return dims, correction, keepdim, freedom


@reduction
def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """The variance of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)

    The squared distances to the mean are added up and divided by the number of entries less `correction`: 1, or 0
    with `unbiased=False`.
    """
    return Var.apply(input, *variance_options("var", input, dim, unbiased, keepdim, correction))


@reduction
def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    """The standard deviation, the square root of `var`."""
    return Std.apply(input, *variance_options("std", input, dim, unbiased, keepdim, correction))


class Norm(Function, node="LinalgVectorNormBackward0", saves="self result dim keepdim ord"):
    """(the sum of |x|^p)^(1/p): for p = 2 the length, whose gradient is the vector of length 1 in its direction."""

    @staticmethod
    def forward(ctx, self, p, dim, keepdim, dtype):
        ctx.ord = p
        reducing(ctx, self, dim, keepdim)
        array = self.array if dtype is None else self.array.astype(dtype.numpy)
        ctx.save_for_backward(self)
        return sized(array, p, axis=ctx._dims, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        p, grad, result = ctx.ord, grad.reshape(ctx._kept), result.reshape(ctx._kept)
        if p == 0:
            return None
        if p == 2:
            return grad * passed(self / result, array_of(result) != 0)
        sign = either(Sgn.apply, sign_of, self)
        if p == 1:
            return sign * grad
        if np.isinf(p):
            size = abs(array_of(self))
            return sign * (grad * shares(grad, (size == array_of(result)) | np.isnan(size), ctx._dims))
        if p < 1:
            return sign * passed(abs(self) ** (p - 1), array_of(self) != 0) * grad * result ** (1 - p)
        direction = sign * abs(self) ** (p - 1) if p < 2 else self * abs(self) ** (p - 2)
        return direction * passed(grad / result ** (p - 1), array_of(result) != 0)


def sized(array, p, **options):
    """The norm of NumPy's numbers."""
    if p == 2:
        return np.sqrt(np.add.reduce(array * array, **options))
    if p == 0:
        return np.add.reduce((array != 0).astype(array.dtype), **options)
    size = np.abs(array)
    if np.isinf(p):
        return (np.maximum if p > 0 else np.minimum).reduce(size, **options)
    return np.add.reduce(size, **options) if p == 1 else np.add.reduce(size**p, **options) ** (1 / p)


def refuse_norm(input, p, dims, dtype):
    """Raise RuntimeError for a kind of number that has no length, or where nothing is left to choose from."""
    if isinstance(p, str):
        raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
    if input.array.dtype.kind != "f":
        raise RuntimeError(
            f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {kind_name(input)}"
        )
    if dtype is not None and not dtype.is_floating_point:
        raise RuntimeError(
            f"linalg.vector_norm: dtype should be floating point or complex, but got {C_NAMES[dtype]}"
        )
    if dtype is not None and dtype.numpy < input.array.dtype:
        raise RuntimeError(
            f"linalg.vector_norm: the dtype of the input ({kind_name(input)}) should be convertible without narrowing "
            f"to the specified dtype ({C_NAMES[dtype]})"
        )
    if input.array.size == 0 and (p < 0 or p == np.inf):
        refuse_empty_norm(input, p, dims)


def refuse_empty_norm(input, p, dims):
    without = f"linalg.vector_norm cannot compute the {p} norm on"
    if not dims:
        raise RuntimeError(f"{without} an empty tensor because the operation does not have an identity")
    for dim in dims:
        if input.array.shape[positive_dim(dim, input.array.ndim)] == 0:
            raise RuntimeError(
                f"{without} the dimension {dim}because this dimension is empty and the operation does not have an "
                "identity"
            )


def norm(input, p="fro", dim=None, keepdim=False, *, dtype=None):
    """How large the entries are together: (the sum of |x|^p)^(1/p), p=2 if nothing is said. (m, n), dim=0 -> (n,)

    With p=inf it is the largest |x|, with p=0 the number of entries other than 0.
    Raises RuntimeError for a tensor of whole numbers, and for the norms of matrices that have names.
    """
    require(Tensor, input, "norm")
    p, dims = 2 if p == "fro" else 2.0 if p is None else p, as_dims(dim, "norm")
    refuse_norm(input, p, dims, dtype)
    return Norm.apply(input, p, dims, keepdim, dtype)


class Logsumexp(Function, node="LogsumexpBackward0", saves="self result dim keepdim"):
    """ln(sum of e^x), with the largest x taken out first, so that nothing overflows."""

    @staticmethod
    def forward(ctx, self, dim, keepdim):
        reducing(ctx, self, dim, keepdim)
        array = floating(self.array)
        largest = np.maximum.reduce(array, axis=ctx._dims, keepdims=True, initial=-np.inf)
        largest = np.where(np.isinf(largest), array.dtype.type(0), largest)
        result = np.log(np.add.reduce(np.exp(array - largest), axis=ctx._dims, keepdims=True)) + largest
        ctx.save_for_backward(self)
        return result if keepdim else result.squeeze(ctx._dims)

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        return grad.reshape(ctx._kept) * either(exp, np.exp, self - result.reshape(ctx._kept))


@reduction
def logsumexp(input, dim, keepdim=False):
    """ln(sum of e^x) along `dim`, also where e^x would be too large. (m, n), dim=0 -> (n,)"""
    return Logsumexp.apply(input, as_dims(dim, "logsumexp"), keepdim)


class Softmax(Function, node="SoftmaxBackward0", saves="result dim"):
    """e^x divided by the sum of all e^x. Its gradient needs the result only."""

    @staticmethod
    def forward(ctx, self, dim):
        along_one(ctx, self, dim)
        power = np.exp(lowered(ctx, self))
        return power / np.add.reduce(power, axis=ctx._dims, keepdims=True)

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return result * (grad - (grad * result).sum(ctx._dims).reshape(ctx._kept))


class LogSoftmax(Function, node="LogSoftmaxBackward0", saves="result dim"):
    """The logarithm of softmax, x - ln(sum of e^x), without the rounding of e^x in between."""

    @staticmethod
    def forward(ctx, self, dim):
        along_one(ctx, self, dim)
        array = lowered(ctx, self)
        return array - np.log(np.add.reduce(np.exp(array), axis=ctx._dims, keepdims=True))

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad - either(exp, np.exp, result) * grad.sum(ctx._dims).reshape(ctx._kept)


def lowered(ctx, self):
    """Each entry less the largest, so that no e^x overflows."""
    return self.array - np.maximum.reduce(self.array, axis=ctx._dims, keepdims=True, initial=-np.inf)


def softmax_inputs(name, input, dim, dtype):
    """The input in the dtype asked for, and the dimension. Raises NotImplementedError for whole numbers."""
    dim = place_of(dim, input, name)
    input = input if dtype is None else input.to(dtype)
    refuse_whole(input, f"{name}{'_lastdim' if dim + 1 >= input.array.ndim else ''}_kernel_impl")
    return input, dim


@reduction
def softmax(input, dim, dtype=None):
    """Positive numbers that add up to 1 along `dim`, each in proportion to e^x. (m, n) -> (m, n)"""
    return Softmax.apply(*softmax_inputs("softmax", input, dim, dtype))


@reduction
def log_softmax(input, dim, dtype=None):
    """The logarithm of `softmax`. (m, n) -> (m, n)"""
    return LogSoftmax.apply(*softmax_inputs("log_softmax", input, dim, dtype))


class Cumsum(Function, node="CumsumBackward0", saves="dim"):
    """Each entry with all before it added. On the way back, each gets the gradients of all after it."""

    @staticmethod
    def forward(ctx, self, dim, dtype=None, backwards=False):
        ctx.dim, ctx._backwards = dim, backwards
        return running_sum(in_dtype(self, dtype), dim, backwards)

    @staticmethod
    def backward(ctx, grad):
        return running_sum(grad, ctx.dim, not ctx._backwards)


def running_sum(grad, dim, backwards):
    """An array for an array, a recorded tensor for a tensor."""
    if isinstance(grad, Tensor):
        return Cumsum.apply(grad, dim, None, backwards)
    if grad.ndim == 0:
        return grad.copy()
    if backwards:
        return np.flip(np.add.accumulate(np.flip(grad, dim), dim), dim)
    return np.add.accumulate(grad, dim)


@reduction
def cumsum(input, dim, *, dtype=None):
    """The sums of the first, the first two, the first three ... entries along `dim`. (m, n) -> (m, n)"""
    dim = place_of(dim, input, "cumsum")
    if dtype is not None and dtype.numpy.kind == "b":
        raise NotImplementedError("\"cumsum_out_cpu\" not implemented for 'Bool'")
    return Cumsum.apply(input, dim, dtype)


# The largest, the smallest, the one in the middle.


class Max(Function, node="MaxBackward1", saves="self result"):
    """The largest entry. Entries that tie share the gradient evenly."""

    @staticmethod
    def forward(ctx, self):
        return extreme(ctx, self, np.maximum.reduce(self.array, axis=None))

    @staticmethod
    def backward(ctx, grad):
        self, result = [array_of(saved) for saved in ctx.saved_like(grad)]
        mask = self == result if result == result else self != self  # nan is chosen first, and equals nothing
        return passed(grad / np.count_nonzero(mask), mask)


def extreme(ctx, self, array):
    ctx.save_for_backward(self)
    return array


class Min(Max, node="MinBackward1", saves="self result"):
    """The smallest entry."""

    @staticmethod
    def forward(ctx, self):
        return extreme(ctx, self, np.minimum.reduce(self.array, axis=None))


class Median(Max, node="MedianBackward0", saves="self result"):
    """The entry in the middle, of two the smaller."""

    @staticmethod
    def forward(ctx, self):
        refuse_bool(self, "median_cpu")
        array = np.sort(self.array, axis=None)  # nan comes last
        if array.size == 0:
            array = np.full(1, np.nan).astype(array.dtype)
        unknown = array[-1] != array[-1]
        return extreme(ctx, self, array[-1] if unknown else array[(array.size - 1) // 2])


class Amax(Function, node="AmaxBackward0", saves="self result dim keepdim"):
    """The largest entry along some dimensions. Entries that tie share the gradient evenly."""

    @staticmethod
    def forward(ctx, self, dim, keepdim, choose=np.maximum):
        reducing(ctx, self, dim, keepdim)
        return extreme(ctx, self, choose.reduce(self.array, axis=ctx._dims, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        mask = array_of(self) == array_of(result).reshape(ctx._kept)
        return grad.reshape(ctx._kept) * shares(grad, mask, ctx._dims)


class Amin(Amax, node="AminBackward0", saves="self result dim keepdim"):
    """The smallest entry along some dimensions."""

    @staticmethod
    def forward(ctx, self, dim, keepdim):
        return Amax.forward(ctx, self, dim, keepdim, np.minimum)


class MaxDim(Function, node="MaxBackward0", saves="indices dim keepdim self_sym_sizes"):
    """The largest entries along a dimension, and their places: the gradient goes to the entry in that place alone."""

    @staticmethod
    def forward(ctx, self, dim, keepdim):
        return chosen(ctx, self, dim, np.atleast_1d(self.array).argmax(dim, keepdims=True), keepdim)

    @staticmethod
    def backward(ctx, grad, of_indices=None):
        (indices,) = ctx.saved_like(grad)
        places = places_along(ctx.dim, array_of(indices).reshape(ctx._kept))
        shape = ctx.self_sym_sizes
        return placed(grad.reshape(ctx._kept), shape or (1,), places).reshape(shape)


def chosen(ctx, self, dim, indices, keepdim=None):
    """The entries in these places along `dim`, and the places, as tensors. keepdim=False takes the dimension away."""
    array = np.atleast_1d(self.array)  # a number without dimensions is a row of one
    ctx.dim, ctx.self_sym_sizes, ctx._kept = dim, self.array.shape, indices.shape
    if keepdim is not None:
        ctx.keepdim = keepdim
    values = array[places_along(dim, indices)]
    if keepdim is False or self.array.ndim == 0:
        values, indices = values.squeeze(dim), indices.squeeze(dim)
    indices = Tensor(indices.astype(np.int64))
    ctx.save_for_backward(indices.detach())
    return Tensor(values), indices


def places_along(dim, indices):
    """NumPy's index for these places along `dim`: they stand beside the places along all other dimensions."""
    places = list(np.indices(indices.shape, sparse=True))
    places[dim] = indices
    return tuple(places)


def placed(grad, shape, places):
    """Zeros, with the numbers of `grad` in their places, of which none is named twice."""
    if isinstance(grad, Tensor):
        return put(grad, shape, places)
    result = np.zeros(shape, grad.dtype)
    result[places] = grad
    return result


class MinDim(MaxDim, node="MinBackward0", saves="indices dim keepdim self_sym_sizes"):
    """The smallest entries along a dimension, and their places."""

    @staticmethod
    def forward(ctx, self, dim, keepdim):
        return chosen(ctx, self, dim, np.atleast_1d(self.array).argmin(dim, keepdims=True), keepdim)


class MedianDim(MaxDim, node="MedianBackward1", saves="indices dim keepdim self_sym_sizes"):
    """The entries in the middle along a dimension, and their places."""

    @staticmethod
    def forward(ctx, self, dim, keepdim):
        refuse_bool(self, "median_out")
        array = np.atleast_1d(self.array)
        indices = ordered(array, dim).take([(array.shape[dim] - 1) // 2], dim)
        unknown = np.isnan(array)
        indices = np.where(unknown.any(dim, keepdims=True), unknown.argmax(dim, keepdims=True), indices)
        return chosen(ctx, self, dim, indices, keepdim)


class Sort(MaxDim, node="SortBackward0", saves="indices dim self_sym_sizes"):
    """The entries along a dimension in order, and the places they come from: each gradient goes back there."""

    @staticmethod
    def forward(ctx, self, dim, descending):
        return chosen(ctx, self, dim, ordered(np.atleast_1d(self.array), dim, descending))


class StableSort(Sort, node="SortBackward1", saves="indices dim self_sym_sizes"):
    """The same. What is different is only that somebody asked for `stable`."""


class Topk(MaxDim, node="TopkBackward0", saves="indices dim self_sym_sizes"):
    """The k largest entries along a dimension, or the k smallest, and their places."""

    @staticmethod
    def forward(ctx, self, k, dim, largest):
        return chosen(ctx, self, dim, ordered(np.atleast_1d(self.array), dim, largest).take(range(k), dim))


def ordered(array, dim, descending=False):
    """The places of the entries along `dim`, sorted; equal ones stay in their order, and nan is the largest."""
    if not descending:
        return array.argsort(dim, kind="stable")
    last = array.shape[dim] - 1
    return np.flip(last - np.flip(array, dim).argsort(dim, kind="stable"), dim)


class Answer(tuple):
    """A pair of tensors, `values` and `indices`."""

    __slots__ = ()
    values, indices = property(operator.itemgetter(0)), property(operator.itemgetter(1))

    def __repr__(self):
        return f"minigrad.return_types.{type(self).__name__}(\nvalues={self[0]!r},\nindices={self[1]!r})"


ANSWERS = {name: type(name, (Answer,), {"__slots__": ()}) for name in ("max", "min", "median", "sort", "topk")}


def choice(name, operation, input, dim, keepdim):
    """A pair with an entry for each row along `dim`: which it is, and where it stands. IndexError for empty rows."""
    dim = place_of(dim, input, name)
    refuse_empty(name, input, (dim,))
    return ANSWERS[name](operation.apply(input, dim, keepdim))


@reduction
def max(input, dim=None, keepdim=False, *, other=None):
    """The largest entry; or with `dim` a pair (values, indices); or the larger of two, entry by entry, as `maximum`.

    (m, n), dim=0 -> (n,) and (n,). Raises RuntimeError or IndexError when there are no entries.
    """
    other = dim if isinstance(dim, Tensor) else other
    if other is not None:
        return maximum(input, other)
    if dim is not None:
        return choice("max", MaxDim, input, dim, keepdim)
    refuse_keepdim("max", keepdim)
    refuse_empty("max", input)
    return Max.apply(input)


@reduction
def min(input, dim=None, keepdim=False, *, other=None):
    """The smallest entry; or with `dim` a pair (values, indices); or the smaller of two, as `minimum`.

    (m, n), dim=0 -> (n,) and (n,). Raises RuntimeError or IndexError when there are no entries.
    """
    other = dim if isinstance(dim, Tensor) else other
    if other is not None:
        return minimum(input, other)
    if dim is not None:
        return choice("min", MinDim, input, dim, keepdim)
    refuse_keepdim("min", keepdim)
    refuse_empty("min", input)
    return Min.apply(input)


@reduction
def median(input, dim=None, keepdim=False):
    """The entry in the middle, of two the smaller; or with `dim` a pair (values, indices). (m, n), dim=0 -> (n,)"""
    if dim is not None:
        return choice("median", MedianDim, input, dim, keepdim)
    refuse_keepdim("median", keepdim)
    return Median.apply(input)


def extreme_along(name, operation, input, dim, keepdim):
    dims = as_dims(dim, name) or ()
    refuse_empty(name, input, dims)
    return operation.apply(input, dims, keepdim)


@reduction
def amax(input, dim=(), keepdim=False):
    """The largest entry, or the largest along one or several dimensions. (m, n), dim=0 -> (n,), keepdim -> (1, n)

    Raises RuntimeError or IndexError when there are no entries.
    """
    return extreme_along("amax", Amax, input, dim, keepdim)


@reduction
def amin(input, dim=(), keepdim=False):
    """The smallest entry, or the smallest along one or several dimensions. (m, n), dim=0 -> (n,)

    Raises RuntimeError or IndexError when there are no entries.
    """
    return extreme_along("amin", Amin, input, dim, keepdim)


@reduction
def sort(input, dim=-1, descending=False, *, stable=None):
    """A pair: the entries along `dim` from the smallest to the largest, and the places they come from."""
    dim = place_of(dim, input, "sort")
    return ANSWERS["sort"]((Sort if stable is None else StableSort).apply(input, dim, descending))


@reduction
def topk(input, k, dim=-1, largest=True, sorted=True):
    """A pair: the k largest entries along `dim`, or the k smallest, and the places they come from. (m, n) -> (m, k)

    They are always sorted. Raises RuntimeError when there are fewer than k.
    """
    require_whole(k, "topk", "k")
    require_whole(dim, "topk", position=3)
    dim = positive_dim(dim, input.array.ndim)
    if not 0 <= k <= np.atleast_1d(input.array).shape[dim]:
        raise RuntimeError("selected index k out of range")
    if input.array.dtype.kind == "b":
        raise RuntimeError("topk does not support bool dtypes on CPU")
    return ANSWERS["topk"](Topk.apply(input, k if input.array.ndim else 1, dim, largest))


# Answers without a gradient.


def found(name, find, input, dim, keepdim):
    """Where `find` finds what it looks for: counted through all entries, or along `dim`."""
    if input.array.dtype.kind == "b":
        raise RuntimeError(f"{name}(): does not support bool input")
    if dim is not None:
        dim = place_of(dim, input, name)
        refuse_empty(name, input, (dim,))
    elif input.array.size == 0:
        raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")
    return Tensor(np.int64(find(input.array, dim, keepdims=keepdim)))


@reduction
def argmax(input, dim=None, keepdim=False):
    """Where the largest entry stands, counted through all entries; or along `dim`. (m, n), dim=0 -> (n,)

    Raises IndexError when there are no entries.
    """
    return found("argmax", np.argmax, input, dim, keepdim)


@reduction
def argmin(input, dim=None, keepdim=False):
    """Where the smallest entry stands, counted through all entries; or along `dim`. (m, n), dim=0 -> (n,)

    Raises IndexError when there are no entries.
    """
    return found("argmin", np.argmin, input, dim, keepdim)


def asked(name, ask, input, dim, keepdim):
    """NumPy's answer to the question, for all entries, or along one or several dimensions."""
    dims = as_dims(dim, name)
    return Tensor(ask(input.array, None if dims is None else kept_dims(input, dims)[0], keepdims=keepdim))


@reduction
def any(input, dim=None, keepdim=False):
    """Whether an entry is True, or not 0; of all, or along `dim`. (m, n), dim=0 -> (n,)"""
    return asked("any", np.any, input, dim, keepdim)


@reduction
def all(input, dim=None, keepdim=False):
    """Whether every entry is True, or not 0; of all, or along `dim`. (m, n), dim=0 -> (n,)"""
    return asked("all", np.all, input, dim, keepdim)


Tensor.prod, Tensor.var, Tensor.std, Tensor.norm = prod, var, std, norm
Tensor.logsumexp, Tensor.softmax, Tensor.log_softmax, Tensor.cumsum = logsumexp, softmax, log_softmax, cumsum
Tensor.max, Tensor.min, Tensor.median, Tensor.amax, Tensor.amin = max, min, median, amax, amin
Tensor.sort, Tensor.topk, Tensor.argmax, Tensor.argmin, Tensor.any, Tensor.all = sort, topk, argmax, argmin, any, all
