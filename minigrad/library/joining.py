"""Tensors cut into pieces, put together, turned around; entries picked out by lists of their places."""

import functools

import numpy as np

from minigrad.core.node import Node
from minigrad.operations.arithmetic import no_slope
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import (
    dimension, invalid, is_whole, kept_dims, kind_name, lengths, method, named, numpy_names, one_or_more, refuse_others,
    require_tensor, require_tensors, several, whole,
)
from minigrad.exact.dtypes import promoted
from minigrad.exact.indexing import PLACES, places_of
from minigrad.library.constructors import room
from minigrad.library.elementwise import require_broadcast
from minigrad.library.reductions import places_along
from minigrad.library.shapes import flatten
from minigrad.operations.reductions import ExpandBackward0
from minigrad.operations.views import CloneBackward0, SelectBackward0, SliceBackward0, put


def stretch(grad, dim, start, end):
    """The entries from `start` to `end` along a dimension: an array of an array, a recorded view of a tensor."""
    if isinstance(grad, Tensor):
        return SliceBackward0.apply(grad, dim, start, end, 1)
    return grad[(slice(None),) * dim + (slice(start, end),)]


class CatBackward0(Node, saves="dim"):
    """Several tensors become one, end to end: each of them gets its stretch of the gradient."""

    def forward(ctx, dim, *tensors):
        arrays = [tensor.array for tensor in tensors]
        dtype = functools.reduce(promoted, [array.dtype for array in arrays])
        joined = [array for array in arrays if array.shape != (0,)] or arrays
        ctx.dim, ctx._lengths = dim, [None if array.shape == (0,) else array.shape[dim] for array in arrays]
        return np.ascontiguousarray(np.concatenate(joined, dim, dtype=dtype))

    def backward(ctx, grad):
        grads, end = [], 0
        for length in ctx._lengths:
            if length is None:
                grads.append(no_slope(grad.reshape(-1)[:0]))
                continue
            grads.append(stretch(grad, ctx.dim, end, end + length))
            end += length
        return tuple(grads)


def broadcast_tensors(*tensors) -> tuple[Tensor, ...]:
    """A tuple: the tensors in the shape in which they meet, repeated by `expand`. (m, 1), (n,) -> (m, n), (m, n)

    Raises RuntimeError for shapes that do not fit together, TypeError for what is no tensor.
    """
    refuse_others(tensors)
    shape = require_broadcast(*tensors)
    return tuple([
        tensor if tensor.array.shape == shape else ExpandBackward0.apply(tensor, shape) for tensor in tensors
    ])


@numpy_names
def cat(tensors, dim=0) -> Tensor:
    """Several tensors, end to end along a dimension. (2, 3), (4, 3) -> (6, 3)

    Tensors of shape (0,), which every tensor without entries once had, are skipped. Raises ValueError when there is
    none, TypeError for anything that is no tensor, RuntimeError for shapes that do not fit together.
    """
    require_tensors(tensors, "cat")
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    for place, tensor in enumerate(tensors):
        if tensor.array.ndim == 0:
            raise RuntimeError(f"zero-dimensional tensor (at position {place}) cannot be concatenated")
    joined = [(place, tensor) for place, tensor in enumerate(tensors) if tensor.array.shape != (0,)]
    dim = dimension(joined[0][1], dim, "cat", 2) if joined else 0
    for place, tensor in joined:
        first, shape = joined[0][1].array.shape, tensor.array.shape
        if len(shape) != len(first):
            raise RuntimeError(f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}")
        for d, (expected, got) in enumerate(zip(first, shape)):
            if d != dim and got != expected:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size {expected} but got size "
                    f"{got} for tensor number {place} in the list."
                )
    return CatBackward0.apply(dim, *tensors)


concat = concatenate = cat


class FlipBackward0(Node, saves="dims"):
    def forward(ctx, self, dims):
        ctx.dims = dims
        return flipped(self.array, dims)

    def backward(ctx, grad):
        return flipped(grad, ctx.dims)


def flipped(grad, dims):
    """An array for an array, a recorded tensor for a tensor."""
    return FlipBackward0.apply(grad, dims) if isinstance(grad, Tensor) else np.flip(grad, dims).copy()


def flip(input, dims) -> Tensor:
    """A copy, its entries in reverse order along these dimensions. (2, 3), (0, 1) -> (2, 3)"""
    require_tensor(input, "flip")
    return FlipBackward0.apply(input, kept_dims(input.array.shape, lengths(dims, "flip", "dims", 2))[0])


class RollBackward0(Node, saves="shifts dims"):
    def forward(ctx, self, shifts, dims):
        ctx.shifts, ctx.dims = shifts, dims
        return np.roll(self.array, shifts, dims or None)

    def backward(ctx, grad):
        shifts = tuple([-shift for shift in ctx.shifts])
        return grad.roll(shifts, ctx.dims) if isinstance(grad, Tensor) else np.roll(grad, shifts, ctx.dims or None)


def roll(input, shifts, dims=()) -> Tensor:
    """A copy, its entries moved on by `shifts` along `dims`, round and round; without `dims` as if it were flat.

    Raises RuntimeError unless there are as many shifts as dimensions.
    """
    require_tensor(input, "roll")
    shifts = one_or_more(shifts, "roll", "shifts", 2)
    dims = one_or_more(dims, "roll", "dims", 3)
    if not shifts:
        raise RuntimeError("`shifts` required")
    if len(shifts) != len(dims) and (dims or len(shifts) != 1):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    if dims and input.array.ndim == 0:
        raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    dims = tuple([dimension(input, dim, "roll", 2) for dim in dims])
    return RollBackward0.apply(input, shifts, dims)


class RepeatBackward0(Node, saves="repeats self_sym_sizes"):
    """The whole tensor several times along each dimension: the gradients of all copies are added up."""

    def forward(ctx, self, repeats):
        ctx.repeats, ctx.self_sym_sizes = repeats, self.array.shape
        return np.tile(self.array, repeats)

    def backward(ctx, grad):
        lengths = (1,) * (len(ctx.repeats) - len(ctx.self_sym_sizes)) + ctx.self_sym_sizes
        pairs = [n for pair in zip(ctx.repeats, lengths) for n in pair]  # (2, 3) times (4, 5): 2, 4, 3, 5
        return grad.reshape(pairs).sum(tuple(range(0, len(pairs), 2)))


def repeat(self, *given, repeats=None) -> Tensor:
    """A copy that holds the tensor so many times along each dimension. (2, 3), (4, 1, 2) -> (4, 2, 6)

    Raises RuntimeError for fewer numbers than dimensions, for negative ones, and where memory does not suffice.
    """
    repeats = several(given, repeats, "repeat", "repeats")
    if len(repeats) < self.array.ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor"
        )
    missing = len(repeats) - self.array.ndim
    room([n * times for n, times in zip((1,) * missing + self.array.shape, repeats)], self.dtype)
    return RepeatBackward0.apply(self, repeats)


@numpy_names
def repeat_interleave(input, repeats, dim=None) -> Tensor:
    """Each entry along a dimension so many times in a row; without `dim` as if the tensor were flat. (3,), 2 -> (6,)

    `repeats` is one number, or a tensor with a number for each entry. Raises RuntimeError for a negative number, or if
    there are too few or too many, NotImplementedError for numbers that are not whole.
    """
    require_tensor(input, "repeat_interleave")
    input, dim = (flatten(input), 0) if dim is None else (input, dim)
    if isinstance(repeats, Tensor):
        return index_select(input, dim, Tensor(with_copies(repeats, input.size(dim), dim)))
    if not is_whole(repeats):
        raise invalid("repeat_interleave", input, repeats)
    dim = dimension(input, dim, "repeat_interleave", 3)
    repeats = whole(repeats, "repeat_interleave", "repeats", 2)
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    shape = input.array.shape
    copies = input.unsqueeze(dim + 1).expand(*shape[:dim + 1], repeats, *shape[dim + 1:])
    return CloneBackward0.apply(copies, "C").flatten(dim, dim + 1)


def with_copies(repeats, total, dim):
    """The places along a dimension, each so many times. 2, 0, 1 -> 0, 0, 2"""
    counts = repeats.array
    if counts.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if counts.size not in (1, total):
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got "
            f"repeats.size(0) = {counts.size} and input.size({dim}) = {total}"
        )
    if counts.dtype not in PLACES:
        raise NotImplementedError(f"\"repeat_interleave_cpu\" not implemented for '{kind_name(repeats)}'")
    if (counts < 0).any():
        raise RuntimeError("repeats can not be negative")
    return np.repeat(np.arange(total), places_of(counts))


def method_flip(self, *given, dims=None) -> Tensor:
    """A copy, its entries in reverse order along these dimensions: `x.flip(0, 1)` or `x.flip((0, 1))`."""
    return flip(self, several(given, dims, "flip", "dims"))


class GatherBackward0(Node, saves="self index dim sparse_grad"):
    """The entries at places that differ along one dimension: their gradients go back where they came from.

    The index comes in a tuple, so that it gets no edge in the graph, as in PyTorch.
    """

    def forward(ctx, self, dim, index):
        ctx.dim, ctx.sparse_grad = dim, False
        ctx.save_for_backward(self, *index)
        return gathered(self.array, dim, index[0].array)

    def backward(ctx, grad):
        self, index = ctx.saved_like(grad)
        if isinstance(grad, Tensor):
            zeros = Tensor(np.zeros(self.array.shape, grad.array.dtype))
            return ScatterAddBackward0.apply(zeros, ctx.dim, grad, (index,))
        return added(np.zeros(self.shape, grad.dtype), ctx.dim, index, grad)


def gathered(grad, dim, index):
    """An array for an array, a recorded tensor for a tensor. A lone number counts as a list."""
    if isinstance(grad, Tensor):
        return GatherBackward0.apply(grad, dim, (index,))
    if not index.size:
        return np.zeros(index.shape, grad.dtype)
    return np.atleast_1d(grad)[places_along(dim, np.atleast_1d(index))].reshape(index.shape)


class ScatterAddBackward0(Node, saves="index dim"):
    """Numbers added in at places that differ along one dimension: the way back of `gather`, whose way back it needs."""

    def forward(ctx, self, dim, src, index):
        ctx.dim = dim
        ctx.save_for_backward(*(index if src._requires_grad else (None,)))
        return added(self.array, dim, index[0].array, src.array)

    def backward(ctx, grad):
        (index,) = ctx.saved_like(grad)
        return grad, None if index is None else gathered(grad, ctx.dim, index)


def added(array, dim, index, src):
    """A copy of the array, entries of `src` added in at the places that `index` names, one for each."""
    result, index = np.array(array, ndmin=1), np.atleast_1d(index)
    if index.size:
        first = tuple([slice(length) for length in index.shape])
        np.add.at(result, places_along(dim, index), np.atleast_1d(src)[first])
    return result.reshape(array.shape)


@numpy_names
def gather(input, dim, index, *, sparse_grad=False) -> Tensor:
    """For each entry of `index` the entry at that place along `dim`: input[index[i, j], j] for dim 0.

    (3, 4), dim 0, (2, 4) -> (2, 4). Raises RuntimeError unless `index` holds places, and is along each other dimension
    as long as `input`, or shorter.
    """
    dim = dimension(input, dim, "gather")
    require_tensor(index, "gather", "index", 3)
    if index.array.size:
        require_whole_numbers(index, "gather(): Expected dtype int32/int64 for index")
        require_rank(index, input, "input")
        for d, (length, limit) in enumerate(zip(index.array.shape, input.array.shape)):
            if d != dim and length > limit:
                raise RuntimeError(
                    f"Size does not match at dimension {d} expected index {list(index.array.shape)} to be no larger "
                    f"than self {list(input.array.shape)} apart from dimension {dim}"
                )
        require_places(index, input, dim)
    return GatherBackward0.apply(input, dim, (index,))


def require_whole_numbers(index, sentence):
    if index.array.dtype not in PLACES:
        raise RuntimeError(sentence)


def require_rank(index, tensor, name):
    if max(index.array.ndim, 1) != max(tensor.array.ndim, 1):  # a lone number counts as a list
        raise RuntimeError(f"Index tensor must have the same number of dimensions as {name} tensor")


def require_places(index, tensor, dim):
    """Raise RuntimeError unless the tensor has all these places along the dimension."""
    limit = np.atleast_1d(tensor.array).shape[dim]
    outside = index.array[(index.array < 0) | (index.array >= limit)]
    if outside.size:
        raise RuntimeError(f"index {outside.flat[0]} is out of bounds for dimension {dim} with size {limit}")


@numpy_names
def scatter_add(input, dim, index, src) -> Tensor:
    """A copy of `input`, the first entries of `src` added in: result[index[i, j], j] += src[i, j] for dim 0.

    Raises RuntimeError unless `index` holds places, is nowhere longer than `src`, and along each other dimension not
    longer than `input`.
    """
    dim = dimension(input, dim, "scatter_add")
    require_tensor(index, "scatter_add", "index", 3)
    require_tensor(src, "scatter_add", "src", 4)
    if input.dtype is not src.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if index.array.size:
        require_whole_numbers(index, "scatter(): Expected dtype int32/int64 for index")
        require_rank(index, input, "self")
        require_rank(index, src, "src")
        sizes = [np.atleast_1d(tensor.array).shape for tensor in (index, input, src)]
        if any(n > wide and d != dim or n > given for d, (n, wide, given) in enumerate(zip(*sizes))):
            index_shape, self_shape, src_shape = [list(tensor.array.shape) for tensor in (index, input, src)]
            raise RuntimeError(
                f"Expected index {index_shape} to be no larger than self {self_shape} apart from dimension {dim} and "
                f"to be no larger size than src {src_shape}"
            )
        require_places(index, input, dim)
    return ScatterAddBackward0.apply(input, dim, src, (index,))


class IndexSelectBackward0(Node, saves="index dim self_sym_sizes"):
    """Whole rows, or other slices: each gradient is added in at the place where the row came from."""

    def forward(ctx, self, dim, index):
        ctx.dim, ctx.self_sym_sizes = dim, self.array.shape
        ctx.save_for_backward(*index)
        return self.array.take(places_of(index[0].array.reshape(-1)), dim) if self.array.ndim else self.array.copy()

    def backward(ctx, grad):
        (index,) = ctx.saved_like(grad)
        index = getattr(index, "array", index).reshape(-1)
        return put(grad, ctx.self_sym_sizes, (slice(None),) * ctx.dim + (index,)) if ctx.self_sym_sizes else grad


@numpy_names
def index_select(input, dim, index) -> Tensor:
    """A copy of the entries at these places along a dimension. (5, 2), dim 0, (3,) -> (3, 2)

    Raises IndexError, or along dimension 1 RuntimeError, for a place that is not there; RuntimeError unless `index` is
    a list of whole numbers.
    """
    dim = dimension(input, dim, "index_select")
    require_tensor(index, "index_select", "index", 3)
    array, count = index.array, index.array.size
    if array.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if input.array.ndim == 0 and count != 1:
        raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {count} value(s)")
    require_whole_numbers(index, "index_select(): Expected dtype int32 or int64 for index")
    limit = np.atleast_1d(input.array).shape[dim]
    outside = array[(array < 0) | (array >= limit)]
    if outside.size and dim == 1:  # a way of its own, in PyTorch
        raise RuntimeError(f"INDICES element is out of DATA bounds, id={outside.flat[0]} axis_dim={limit}")
    if outside.size:
        raise IndexError("index out of range in self")
    return IndexSelectBackward0.apply(input, dim, (index,))


@numpy_names
def select(input, dim, index) -> Tensor:
    """One entry along a dimension, on the same memory; the dimension goes. (2, 3), 0, 1 -> (3,)

    Raises IndexError for an entry that is not there.
    """
    require_tensor(input, "select")
    index, shape = whole(index, "select", "index", 3), input.array.shape
    if not shape:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = dimension(input, dim, "select")
    if not -shape[dim] <= index < shape[dim]:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(shape)} at dimension {dim}"
        )
    return SelectBackward0.apply(input, dim, index)


@numpy_names
def narrow(input, dim, start, length) -> Tensor:
    """So many entries along a dimension, from `start` on, on the same memory. (5, 2), 0, 1, 3 -> (3, 2)

    Raises RuntimeError for a negative length, or one that reaches too far, IndexError for a start that is not there.
    """
    require_tensor(input, "narrow")
    if not all([is_whole(value) for value in (dim, start, length)]):
        raise invalid("narrow", input, dim, start, length)
    start, length = whole(start, "narrow", "start", 3), whole(length, "narrow", "length", 4)
    if input.array.ndim == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    dim = dimension(input, dim, "narrow")
    total = input.array.shape[dim]
    if not -total <= start <= total:
        raise IndexError(f"start out of range (expected to be in range of [{-total}, {total}], but got {start})")
    start = start + total if start < 0 else start
    if start + length > total:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({total}).")
    return SliceBackward0.apply(input, dim, start, start + length, 1)


for function in (roll, repeat_interleave, gather, scatter_add, index_select, select, narrow):
    setattr(Tensor, function.__name__, method(function))
Tensor.repeat, Tensor.flip = repeat, named(method_flip, "flip", method_flip.__doc__)
