"""Views, indexing, and what belongs to them: clone, stack, a new dimension. Who knows chapter 3 can read it."""

import functools

import numpy as np

from minigrad.core.node import Node
from minigrad.operations.sharing import shared
from minigrad.core.tensors import Tensor, storage, version_counter
from minigrad.exact.arguments import positive_dim, require_tensors, view_sizes, whole
from minigrad.exact.dtypes import common_dtype
from minigrad.exact.indexing import fitting_shape, require_fit, steps
from minigrad.machinery.memory import seen_as


class ViewBackward0(Node, saves="self_sym_sizes"):
    """The same numbers in another shape: the result shares its input's memory and counter."""

    def forward(ctx, self, shape):
        ctx.self_sym_sizes = self.array.shape
        return shared(self, seen_as(storage(self), shape))

    def backward(ctx, grad):
        return grad.reshape(ctx.self_sym_sizes)


def view(self, *shape, size=None) -> Tensor:
    """The same numbers in another shape, on the same memory. (2, 3) -> (6,)

    Raises RuntimeError when the numbers do not lie in that order in memory.
    """
    shape = fitting_shape(self.array.size, view_sizes(shape, size))
    try:
        return ViewBackward0.apply(self, shape)
    except ValueError:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        ) from None


Tensor.view = view


class UnsqueezeBackward0(Node, saves="dim"):
    """A new dimension of length 1."""

    def forward(ctx, self, dim):
        ctx.dim, shape = dim, self.array.shape
        return shared(self, storage(self).reshape((*shape[:dim], 1, *shape[dim:])))

    def backward(ctx, grad):
        return grad.squeeze(ctx.dim)


class CloneBackward0(Node):
    """A copy that stays in the graph."""

    def forward(ctx, self, order="K"):  # NumPy's letter for the order in which the numbers lie now
        return self.array.copy("C" if 0 in self.array.strides else order)

    def backward(ctx, grad):
        return grad


def clone(input) -> Tensor:
    """A copy with memory of its own; its gradient goes on to the original."""
    result = CloneBackward0.apply(input)
    if result._counter is None and hasattr(type(input._counter), "version"):  # made in inference mode: PyTorch's copy
        version_counter(result).count = 1  # is written outside of it, which counts
    return result


Tensor.clone = clone


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


def stack(tensors, dim=0) -> Tensor:
    """Several tensors of one shape, side by side along a new dimension. two of (3,) -> (2, 3)

    Raises RuntimeError when there is none, or when their shapes differ; TypeError for anything else.
    """
    require_tensors(tensors, "stack")
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    first = tensors[0].array.shape
    for place, tensor in enumerate(tensors):
        if tensor.array.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 "
                f"and {list(tensor.shape)} at entry {place}"
            )
    return StackBackward0.apply(positive_dim(whole(dim, "stack", "dim", 2), len(first) + 1), *tensors)


class Put(Node, name="IndexPutBackward0"):
    """Zeros, with the numbers put in at the indexed places: the way back of indexing. PyTorch calls it a write."""

    def forward(ctx, values, shape, index, once=False):
        ctx.index = index
        if isinstance(index, tuple):
            ctx.save_for_backward(*[Tensor(part) for part in index if isinstance(part, np.ndarray)])
        return (placed if once else put)(values.array, shape, index)

    def backward(ctx, grad):
        return grad[ctx.index]


def put(grad, shape, index):
    """Zeros of this shape, `grad` added in at `index`; a place named twice gets both."""
    if isinstance(grad, Tensor):
        return Put.apply(grad, shape, index)
    result = np.zeros(shape, grad.dtype)
    np.add.at(result, index, grad)
    return result


def placed(grad, shape, index):
    """The same, in fewer steps, for an index that names no place twice."""
    if isinstance(grad, Tensor):
        return Put.apply(grad, shape, index, True)
    result = np.zeros(shape, grad.dtype)
    result[index] = grad
    return result


class SelectBackward0(Node, saves="dim index self_sym_sizes"):
    """One entry along a dimension, which goes. (2, 3), dim 0 -> (3,)"""

    def forward(ctx, self, dim, index):
        ctx.dim, ctx.index, ctx.self_sym_sizes = dim, index, self.array.shape
        ctx.place = (slice(None),) * dim + (index,)
        return shared(self, np.asarray(self.array[(*ctx.place, ...)]))

    def backward(ctx, grad):
        return placed(grad, ctx.self_sym_sizes, ctx.place)


class SliceBackward0(Node, saves="dim start end step self_sym_sizes"):
    """Some entries along a dimension: start, start + step, ... below end."""

    backward = SelectBackward0.backward

    def forward(ctx, self, dim, start, end, step):
        ctx.dim, ctx.start, ctx.end, ctx.step = dim, start, end, step
        ctx.self_sym_sizes = self.array.shape
        ctx.place = (slice(None),) * dim + (slice(start, end, step),)
        return shared(self, self.array[ctx.place])


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


def getitem(self, index) -> Tensor:
    """x[1], x[1:3], x[:, 0], x[None], x[...] share memory; x[[0, 2]] and x[mask] are copies.

    Raises IndexError for a place that is not there.
    """
    result = self
    for kind, *arguments in steps(index, self.array.shape):
        result = KINDS[kind].apply(result, *arguments)
    return AliasBackward0.apply(self) if result is self else result


Tensor.__getitem__ = getitem
