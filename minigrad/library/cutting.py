"""Tensors cut into pieces: nodes with several outputs."""

from collections.abc import Iterator

import numpy as np

from minigrad.core.node import Node, recording
from minigrad.operations.sharing import shared
from minigrad.core.tensors import Tensor, VersionCounter, storage, version_counter
from minigrad.exact.arguments import dimension, lengths, method, numpy_names, positive_dim, require_tensor, whole
from minigrad.library.joining import CatBackward0, stretch
from minigrad.operations.copy_slices import has_history, spoil
from minigrad.operations.views import StackBackward0


class Watched(VersionCounter):
    """Counts writes into the memory of pieces, as `unbind` and `split` make them: the next one spoils them."""

    @property
    def count(self):
        return vars(self)["count"]

    @count.setter
    def count(self, count):
        self.__class__ = VersionCounter
        self.count = count
        for reference in tuple(self.views):
            view = reference()
            if has_history(view) and view._view[1] == "several":
                spoil(view)


def pieces(source, arrays):
    """Views that one operation makes together."""
    views = tuple([shared(source, array, several=True) for array in arrays])
    if recording.on and source._requires_grad:
        version_counter(source).__class__ = Watched
    return views


class UnbindBackward0(Node, saves="dim"):
    def forward(ctx, self, dim):
        ctx.dim = dim
        rows = np.moveaxis(storage(self), dim, 0)
        return pieces(self, [rows[place, ...] for place in range(len(rows))])

    def backward(ctx, *grads):
        if isinstance(grads[0], Tensor):
            return StackBackward0.apply(ctx.dim, *grads)
        return np.stack(grads, ctx.dim)


def unbind(input, dim=0) -> tuple[Tensor, ...]:
    """A tuple: the entries of `input` along one dimension. (3, 2) -> three of (2,)"""
    if input.array.ndim == 0:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    return UnbindBackward0.apply(input, dimension(input, dim, "unbind"))


def entries(self) -> Iterator[Tensor]:
    """The entries along the first dimension, one after the other: outputs of one `unbind`."""
    if self.array.ndim == 0:
        raise TypeError("iteration over a 0-d tensor")
    return iter(unbind(self))


class SplitBackward0(Node, saves="dim self_sym_sizes split_size"):
    def forward(ctx, self, split_size, dim):
        ctx.self_sym_sizes, ctx.split_size, ctx.dim = self.array.shape, split_size, dim
        starts = range(0, self.array.shape[dim], split_size) if split_size else ()
        return views(self, dim, [(start, start + split_size) for start in starts] or [(0, 0)])

    def backward(ctx, *grads):
        if isinstance(grads[0], Tensor):
            return CatBackward0.apply(ctx.dim, *grads)
        return np.concatenate(grads, ctx.dim)


class SplitWithSizesBackward0(Node, saves="dim self_sym_sizes split_sizes"):
    backward = SplitBackward0.backward

    def forward(ctx, self, split_sizes, dim):
        ctx.self_sym_sizes, ctx.split_sizes, ctx.dim = self.array.shape, split_sizes, dim
        ends = np.cumsum(split_sizes, dtype=np.int64).tolist()
        return views(self, dim, [(end - length, end) for length, end in zip(split_sizes, ends)])


def views(tensor, dim, places):
    array = storage(tensor)
    return pieces(tensor, [stretch(array, dim, start, end) for start, end in places])


def split(tensor, split_size_or_sections, dim=0) -> tuple[Tensor, ...]:
    """A tuple of views: stretches along a dimension, all of one length, or of the lengths in a list.

    (5, 2), 2 -> (2, 2), (2, 2), (1, 2); (5, 2), [1, 4] -> (1, 2), (4, 2). Raises RuntimeError for a tensor without
    dimensions, and for lengths that do not add up.
    """
    sizes = split_size_or_sections
    if tensor.array.ndim == 0:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    place = dimension(tensor, dim, "split", 2)
    total = tensor.array.shape[place]
    if isinstance(sizes, (int, np.integer, Tensor)):
        size = whole(sizes, "split", "split_size", 1)
        if size < 0:
            raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
        if size == 0 and total:
            raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {total}")
        return SplitBackward0.apply(tensor, size, place)
    return split_with_sizes(tensor, sizes, dim)


def split_with_sizes(input, split_sizes, dim=0) -> tuple[Tensor, ...]:
    """A tuple of views: stretches of these lengths along a dimension. (5, 2), [1, 4] -> (1, 2), (4, 2)

    Raises RuntimeError for a tensor without dimensions, and for lengths that do not add up.
    """
    require_tensor(input, "split_with_sizes")
    sizes = lengths(split_sizes, "split_with_sizes", "split_sizes", 2)
    dim = whole(dim, "split_with_sizes", "dim", 3)
    if input.array.ndim == 0:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    place = positive_dim(dim, input.array.ndim)
    total = input.array.shape[place]
    if any(length < 0 for length in sizes):
        raise RuntimeError(
            f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}"
        )
    if sum(sizes) != total:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's size at dimension {dim}), "
            f"but got split_sizes={list(sizes)}"
        )
    return SplitWithSizesBackward0.apply(input, sizes, place)


@numpy_names
def chunk(input, chunks, dim=0) -> tuple[Tensor, ...]:
    """A tuple of at most so many views along a dimension, all but the last of one length. (5,), 2 -> (3,), (2,)

    Raises RuntimeError for a tensor without dimensions, and for less than one piece.
    """
    require_tensor(input, "chunk")
    chunks = whole(chunks, "chunk", "chunks", 2)
    if input.array.ndim == 0:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    dim = dimension(input, dim, "chunk", 3)
    total = input.array.shape[dim]
    if total == 0:
        return SplitWithSizesBackward0.apply(input, (0,) * chunks, dim)
    return SplitBackward0.apply(input, -(-total // chunks), dim)


def method_split(self, split_size, dim=0) -> tuple[Tensor, ...]:
    """A tuple of views: stretches along a dimension, as `split` gives them."""
    return split(self, split_size, dim)


method_split.__name__, method_split.__qualname__ = "split", "Tensor.split"  # its name in error messages
Tensor.split, Tensor.chunk, Tensor.split_with_sizes = method_split, method(chunk), method(split_with_sizes)
Tensor.unbind, Tensor.__iter__ = method(unbind), entries
