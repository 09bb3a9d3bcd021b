"""Views and indexing: the same numbers in another shape, or some of them. Who knows chapter 6 can read it."""

import functools

import numpy as np

from minigrad.core.node import Node
from minigrad.core.ops import common_dtype, ExpandBackward0, ViewBackward0, fitting_shape, shared
from minigrad.core.tensors import Tensor, storage, unpacked
from minigrad.exact.arguments import different_dims, positive_dim
from minigrad.exact.indexing import expanded_shape, flat_range, order, require_fit, steps


class UnsqueezeBackward0(Node, saves="dim"):
    """A new dimension of length 1."""

    def forward(ctx, self, dim):
        ctx.dim, shape = dim, self.array.shape
        return shared(self, storage(self).reshape((*shape[:dim], 1, *shape[dim:])))

    def backward(ctx, grad):
        return grad.squeeze(ctx.dim)


def unsqueeze(input, dim):
    """A new dimension of length 1 at this place. (3,), 0 -> (1, 3)"""
    return UnsqueezeBackward0.apply(input, positive_dim(dim, input.array.ndim + 1))


def expand(self, *sizes):
    """The same numbers, seen several times; -1 keeps a length. (3, 1), (-1, 4) -> (3, 4)

    Raises RuntimeError when a length other than 1 would have to change.
    """
    return ExpandBackward0.apply(self, expanded_shape(self, unpacked(sizes)))


Tensor.unsqueeze, Tensor.expand = unsqueeze, expand
Tensor.expand_as = lambda self, other: self.expand(other.shape)


class TransposeBackward0(Node, saves="dim0 dim1"):
    """Two dimensions change places."""

    def forward(ctx, self, dim0, dim1):
        ctx.dim0, ctx.dim1 = dim0, dim1
        return shared(self, swapped(storage(self), dim0, dim1))

    def backward(ctx, grad):
        return swapped(grad, ctx.dim0, ctx.dim1)


def swapped(grad, dim0, dim1):
    """Two dimensions exchanged: an array for an array, a recorded tensor for a tensor."""
    return grad.swapaxes(dim0, dim1) if grad.ndim else grad  # a lone number has none


def transpose(input, dim0, dim1):
    """The dimensions dim0 and dim1 change places. (a, b, c), 0, 2 -> (c, b, a)"""
    dim0, dim1 = [positive_dim(dim, input.array.ndim) for dim in (dim0, dim1)]
    return TransposeBackward0.apply(input, dim0, dim1)


class PermuteBackward0(Node, saves="dims"):
    """The dimensions in another order."""

    def forward(ctx, self, dims):
        ctx.dims = dims
        return shared(self, storage(self).transpose(dims))

    def backward(ctx, grad):
        back = tuple(np.argsort(ctx.dims).tolist())
        return grad.permute(back) if isinstance(grad, Tensor) else grad.transpose(back)


def permute(input, *dims):
    """The dimensions in this order. (a, b, c), (2, 0, 1) -> (c, a, b)"""
    return PermuteBackward0.apply(input, order(input, unpacked(dims)))


Tensor.transpose, Tensor.swapaxes, Tensor.permute = transpose, transpose, permute


class CloneBackward0(Node):
    """A copy that stays in the graph."""

    def forward(ctx, self, order="K"):  # NumPy's letter for the order in which the numbers lie now
        return self.array.copy("C" if 0 in self.array.strides else order)

    def backward(ctx, grad):
        return grad


def clone(input):
    """A copy with memory of its own; its gradient goes on to the original."""
    return CloneBackward0.apply(input)


class ReshapeAliasBackward0(Node, saves="self_sym_sizes"):
    """A view of numbers that do not lie row after row in memory."""

    forward, backward = ViewBackward0.forward, ViewBackward0.backward


class UnsafeViewBackward0(Node, saves="self_sym_sizes"):
    """A new result in another shape: nobody has seen it in its first one, so it is no view."""

    backward = ViewBackward0.backward

    def forward(ctx, self, shape):
        ctx.self_sym_sizes = self.array.shape
        return self.array.reshape(shape)


def reshape(self, *shape):
    """Like `view`, but copies where the memory's order leaves no other way."""
    shape = fitting_shape(self, shape)
    kind = ViewBackward0 if storage(self).flags.c_contiguous else ReshapeAliasBackward0
    try:
        return kind.apply(self, shape)
    except ValueError:
        return UnsafeViewBackward0.apply(CloneBackward0.apply(self, "C"), shape)


def flatten(input, start_dim=0, end_dim=-1):
    """Several dimensions become one. (2, 3, 4), 1 -> (2, 12)"""
    sizes = input.array.shape
    start, end = flat_range(input, start_dim, end_dim)
    length = int(np.prod(sizes[start:end + 1], dtype=np.int64))
    one = start == end and sizes  # already one dimension: nothing to do
    return input if one else reshape(input, (*sizes[:start], length, *sizes[end + 1:]))


Tensor.clone, Tensor.reshape, Tensor.flatten = clone, reshape, flatten
Tensor.view_as = lambda self, other: self.view(other.shape)


class SqueezeBackward0(Node, saves="self_sym_sizes"):
    """All dimensions of length 1 go."""

    def forward(ctx, self):
        ctx.self_sym_sizes = self.array.shape
        return shared(self, storage(self).squeeze())

    def backward(ctx, grad):
        return grad.reshape(ctx.self_sym_sizes)


class SqueezeBackward1(Node, saves="dim self_sym_sizes"):
    """One dimension goes, if its length is 1."""

    backward = SqueezeBackward0.backward

    def forward(ctx, self, dim):
        ctx.dim, ctx.self_sym_sizes = dim, self.array.shape
        one = self.array.shape[dim:dim + 1] == (1,)
        return shared(self, storage(self).squeeze(dim if one else ()))


class SqueezeBackward2(Node, saves="dim self_sym_sizes"):
    """Several dimensions go, those of length 1 among them."""

    backward = SqueezeBackward0.backward

    def forward(ctx, self, dims):
        ctx.dim, ctx.self_sym_sizes = dims, self.array.shape
        ones = tuple([dim for dim in dims if self.array.shape[dim:dim + 1] == (1,)])
        return shared(self, storage(self).squeeze(ones))


def squeeze(input, dim=None, *dims):
    """The same numbers without dimensions of length 1, or without this one, or these. (1, 3) -> (3,)

    Raises IndexError for a dimension that is not there, RuntimeError for one that is named twice.
    """
    if dim is None:
        return SqueezeBackward0.apply(input)
    if dims or isinstance(dim, (tuple, list)):
        return SqueezeBackward2.apply(input, different_dims((dim, *dims) if dims else dim, input.array.ndim))
    return SqueezeBackward1.apply(input, positive_dim(dim, input.array.ndim))


Tensor.squeeze = squeeze


class StackBackward0(Node, saves="dim"):
    """Several tensors of one shape become one, side by side along a new dimension."""

    def forward(ctx, dim, *tensors):
        ctx.dim = dim
        arrays = [tensor.array for tensor in tensors]
        widest = functools.reduce(lambda a, b: a.astype(common_dtype(a, b)), arrays)
        return np.stack(arrays, dim, dtype=widest.dtype)

    def backward(ctx, grad):
        if isinstance(grad, Tensor):
            return grad.unbind(ctx.dim)
        return tuple(np.moveaxis(grad, ctx.dim, 0))


def stack(tensors, dim=0):
    """Several tensors of one shape, side by side along a new dimension. two of (3,) -> (2, 3)

    Raises RuntimeError when there is none, or when their shapes differ.
    """
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    first = tensors[0].array.shape
    for place, tensor in enumerate(tensors):
        if tensor.array.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 "
                f"and {list(tensor.shape)} at entry {place}"
            )
    return StackBackward0.apply(positive_dim(dim, len(first) + 1), *tensors)


class Put(Node, name="IndexPutBackward0"):
    """Zeros, with the numbers added in at the indexed places: the way back of indexing. PyTorch calls it a write."""

    def forward(ctx, values, shape, index):
        ctx.index = index
        if isinstance(index, tuple):
            ctx.save_for_backward(*[Tensor(part) for part in index if isinstance(part, np.ndarray)])
        return put(values.array, shape, index)

    def backward(ctx, grad):
        return grad[ctx.index]


def put(grad, shape, index):
    """Zeros of this shape, `grad` added in at `index`; a place named twice gets both."""
    if isinstance(grad, Tensor):
        return Put.apply(grad, shape, index)
    result = np.zeros(shape, grad.dtype)
    np.add.at(result, index, grad)
    return result


class SelectBackward0(Node, saves="dim index self_sym_sizes"):
    """One entry along a dimension, which goes. (2, 3), dim 0 -> (3,)"""

    def forward(ctx, self, dim, index):
        ctx.dim, ctx.index, ctx.self_sym_sizes = dim, index, self.array.shape
        ctx.place = (slice(None),) * dim + (index,)
        return shared(self, np.asarray(storage(self)[(*ctx.place, ...)]))

    def backward(ctx, grad):
        return put(grad, ctx.self_sym_sizes, ctx.place)


class SliceBackward0(Node, saves="dim start end step self_sym_sizes"):
    """Some entries along a dimension: start, start + step, ... below end."""

    backward = SelectBackward0.backward

    def forward(ctx, self, dim, start, end, step):
        ctx.dim, ctx.start, ctx.end, ctx.step = dim, start, end, step
        ctx.self_sym_sizes = self.array.shape
        ctx.place = (slice(None),) * dim + (slice(start, end, step),)
        return shared(self, storage(self)[ctx.place])


def save_places(ctx, self, place, given):
    """Save an index's lists of places and masks as they were given: they are freed, and writes into them count."""
    require_fit(place, self.array.shape)
    ctx.place = place
    ctx.save_for_backward(*[Tensor(part) if isinstance(part, np.ndarray) else part for part in given])


class IndexBackward0(Node, saves="indices self_sym_sizes"):
    """The entries that lists of places, or a mask of booleans, point out: a copy."""

    def forward(ctx, self, place, given):
        save_places(ctx, self, place, given)
        ctx.self_sym_sizes = self.array.shape
        order = "C" if isinstance(place[0], slice) else None  # NumPy puts the lists' places first
        return np.asarray(storage(self)[place], order=order)

    def backward(ctx, grad):
        ctx.saved_arrays()  # they may have been freed
        return put(grad, ctx.self_sym_sizes, ctx.place)


IndexBackward0._saved_indices = Node.saved_tensors  # a tuple of them


class AliasBackward0(Node):
    """All entries: a new tensor on the same memory."""

    backward = CloneBackward0.backward

    def forward(ctx, self):
        return shared(self, storage(self)[...])


KINDS = {"select": SelectBackward0, "slice": SliceBackward0, "index": IndexBackward0, "unsqueeze": UnsqueezeBackward0}


def getitem(self, index):
    """x[1], x[1:3], x[:, 0], x[None], x[...] share memory; x[[0, 2]] and x[mask] are copies.

    Raises IndexError for a place that is not there.
    """
    result = self
    for kind, *arguments in steps(index, self):
        result = KINDS[kind].apply(result, *arguments)
    return AliasBackward0.apply(self) if result is self else result


Tensor.__getitem__ = getitem
