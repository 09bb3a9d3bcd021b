"""Entries picked out by a mask, or by their places in the whole tensor or along a dimension; and others put there."""

import math

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import (
    converted, dimension, kind_name, method, number, numpy_names, require_bool, require_each,
)
from minigrad.exact.indexing import places_of
from minigrad.library.elementwise import choose, require_broadcast
from minigrad.library.joining import require_places
from minigrad.operations.sharing import overlay
from minigrad.operations.views import placed, put as put_back


class MaskedSelectBackward0(Node, saves="self mask"):
    """The entries where the mask is true, in a row: each gradient goes back to its place."""

    formula = ("zeros_like(self).masked_scatter(mask, grad)",)

    def forward(ctx, self, hidden):
        ctx.save_for_backward(self, *hidden)  # the mask comes in a tuple, since no edge leads to it
        array, mask = np.broadcast_arrays(self.array, hidden[0].array)
        return array[mask]

    def backward(ctx, grad):
        self, mask = ctx.saved_arrays()
        mask = np.broadcast_arrays(self, mask)[1]
        return placed(grad, mask.shape, mask)


def masked_select(input, mask) -> Tensor:
    """The entries where the mask is true, as a list. (m, 1), (n,) -> (k,)

    Raises RuntimeError for a mask that is not of booleans, or whose shape does not fit.
    """
    require_each("masked_select", 1, input=input, mask=mask)
    if mask.array.dtype.kind != "b":
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    require_broadcast(mask, input)
    return MaskedSelectBackward0.apply(input, (mask,))


class MaskedScatterBackward0(Node, saves="mask source_sym_sizes"):
    """Where the mask is true, the numbers of `source` one after the other: each gets the gradient from its place."""

    def forward(ctx, self, source, hidden):
        ctx.save_for_backward(*hidden)
        ctx.source_sym_sizes = source.array.shape
        array, mask = np.broadcast_arrays(self.array, hidden[0].array)
        result, count = array.copy(), np.count_nonzero(mask)
        if source.array.size < count:
            raise RuntimeError("Number of elements of source < number of ones in mask")
        result[mask] = source.array.reshape(-1)[:count]
        return result

    def backward(ctx, grad):
        mask = np.broadcast_to(ctx.saved_arrays()[0], grad.shape)
        used = np.arange(np.count_nonzero(mask))  # what is left of the source gets 0
        to_source = placed(grad[mask], (math.prod(ctx.source_sym_sizes),), used)
        return choose(mask, 0, grad), to_source.reshape(ctx.source_sym_sizes)


def masked_scatter(input, mask, source) -> Tensor:
    """A copy of `input`, where the mask is true with the numbers of `source`, in their order. (m, 1), (n,) -> (m, n)

    Raises RuntimeError for a mask that is not of booleans, for different dtypes, and if `source` has too few numbers.
    """
    require_each("masked_scatter", 1, input=input, mask=mask, source=source)
    require_broadcast(mask, input)
    if input.dtype is not source.dtype:
        kinds = f"{kind_name(input)} and {kind_name(source)}"
        raise RuntimeError(f"masked_scatter: expected self and source to have same dtypes but got{kinds}")
    if mask.array.dtype.kind != "b":
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {kind_name(mask)}")
    return MaskedScatterBackward0.apply(input, source, (mask,))


def require_long(index, name):
    if index.array.dtype.kind != "i":
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {kind_name(index)}")


def require_inside(tensor, index, empty):
    """Raise IndexError unless the tensor has these places, counted through all its entries, or from the end."""
    size = tensor.array.size
    if index.array.size and not size:
        raise IndexError(empty)
    for outside in index.array[(index.array < -size) | (index.array >= size)]:
        raise IndexError(f"out of range: tried to access index {outside} on a tensor of {size} elements.")


class TakeBackward0(Node, saves="self index"):
    """The entries at these places among all: each gradient is added in at its place."""

    formula = ("zeros_like(self).put(index, grad, accumulate=True)",)

    def forward(ctx, self, hidden):
        ctx.save_for_backward(self, *hidden)
        return self.array.reshape(-1)[places_of(hidden[0].array)]

    def backward(ctx, grad):
        self, index = ctx.saved_arrays()
        return put_back(grad, (self.size,), index).reshape(self.shape)


def take(input, index) -> Tensor:
    """The entries at these places, counted through all of them. (2, 3), (4,) -> (4,)

    Raises RuntimeError for places that are not whole numbers, IndexError for one that is not there.
    """
    require_each("take", 1, input=input, index=index)
    require_long(index, "take")
    require_inside(input, index, "take(): tried to take from an empty tensor")
    return TakeBackward0.apply(input, (index,))


class PutBackward0(Node, saves="index source accumulate"):
    """Numbers put at these places among all, or added in: each gets the gradient from its place."""

    formula = ("grad.put(index, accumulate * grad.take(index))", "grad.take(index).reshape(source.shape)")

    def forward(ctx, self, source, accumulate, hidden):
        ctx.accumulate = accumulate
        ctx.save_for_backward(*hidden, source if source._requires_grad else None)
        result, places, numbers = self.array.flatten(), *[one.array.reshape(-1) for one in (*hidden, source)]
        if accumulate:
            np.add.at(result, places_of(places), numbers)
        else:
            result[places_of(places)] = numbers
        return result.reshape(self.array.shape)

    def backward(ctx, grad):
        index, source = ctx.saved_arrays()
        flat = grad.reshape(-1)
        to_self = grad if ctx.accumulate else overlay(flat, index, 0).reshape(grad.shape)
        return to_self, None if source is None else flat[index].reshape(source.shape)


def put(input, index, source, accumulate=False) -> Tensor:
    """A copy of `input`, the numbers of `source` put at these places among all, or added in. (2, 3), (4,) -> (2, 3)

    Raises RuntimeError for different dtypes, IndexError for a place that is not there, or not one for each number.
    """
    require_each("put", 1, input=input, index=index, source=source)
    require_bool(accumulate, "put", "accumulate", 4)
    require_long(index, "put_")
    if input.dtype is not source.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got "
            f"self.dtype = {kind_name(input)} and source.dtype = {kind_name(source)}"
        )
    if index.array.size != source.array.size:
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {source.array.size}, index.numel() = {index.array.size}"
        )
    require_inside(input, index, "put_(): Tried to put elements into an empty tensor")
    return PutBackward0.apply(input, source, accumulate, (index,))


class IndexAddBackward0(Node, saves="index source alpha dim source_dim"):
    """Slices added in at these places along a dimension: each gets the gradient from its place."""

    formula = ("grad", "grad.index_select(dim, index) * alpha")

    def forward(ctx, self, source, dim, alpha, hidden):
        ctx.alpha, ctx.dim, ctx.source_dim = alpha, dim, source.array.ndim
        ctx.save_for_backward(*((*hidden, source) if source._requires_grad else (None, None)))
        result, added = np.array(self.array, ndmin=1), np.atleast_1d(source.array)
        places = places_of(hidden[0].array.reshape(-1))
        np.add.at(result, (slice(None),) * dim + (places,), added * converted(alpha, added.dtype))
        return result.reshape(self.array.shape)

    def backward(ctx, grad):
        index, source = ctx.saved_arrays()
        return grad, None if source is None else slices(grad, ctx.dim, index) * ctx.alpha


def slices(grad, dim, index):
    """Those at these places along a dimension; a lone number counts as one."""
    return grad[(slice(None),) * dim + (index.reshape(-1),)] if grad.ndim else grad


def require_slices(input, dim, index, source):
    """Raise an error unless there is one place for each slice of the source, and the slices fit."""
    places, shape, given = index.array, list(input.array.shape), list(source.array.shape)
    if places.ndim > 1:
        size = f"dim: {places.ndim} with type: {kind_name(index)} and size: {list(places.shape)}"
        raise IndexError(f"index_add_(): Index is supposed to be a vector, but got {size}")
    kinds, total = f"self ({kind_name(input)}) and source ({kind_name(source)})", len(given)
    for wrong, sentence in (
        (places.dtype.kind != "i", f"Expected dtype int32/int64 for index but got: {kind_name(index)}"),
        (input.dtype is not source.dtype, f"{kinds} must have the same scalar type"),
        (0 < dim >= total, f"Indexing dim {dim} is out of bounds of the source tensor with dim {total}"),
    ):
        if wrong:
            raise RuntimeError(f"index_add_(): {sentence}")
    if places.size != (given[dim] if given else 1):
        found = f"({places.size}) should be equal to source.size(dim): ({source.size(dim)}), for dim: {dim}"
        raise RuntimeError(f"index_add_(): Number of indices {found}")
    if len(shape) != total or shape[:dim] + shape[dim + 1:] != given[:dim] + given[dim + 1:]:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {shape} source.shape = {given}"
        )
    if len(shape) > 1:
        require_places(index, input, dim)
    elif ((places < 0) | (places >= input.array.size)).any():
        raise IndexError("index out of range in self")


@numpy_names
def index_add(input, dim, index, source, *, alpha=1) -> Tensor:
    """A copy of `input`, alpha times the slices of `source` added in at these places. (3, 2), 0, (4,), (4, 2) -> (3, 2)

    Raises IndexError or RuntimeError for a place that is not there, and for shapes or dtypes that do not fit.
    """
    dim = dimension(input, dim, "index_add")
    require_each("index_add", 3, index=index, source=source)
    alpha = number(alpha, "index_add", "alpha")
    require_slices(input, dim, index, source)
    return IndexAddBackward0.apply(input, source, dim, alpha, (index,))


for function in (masked_select, masked_scatter, take, put, index_add):
    setattr(Tensor, function.__name__, method(function))
