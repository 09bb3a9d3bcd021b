"""More views, and indexing: the same numbers in another order, or some of them."""

import numpy as np

from minigrad.function import Function
from minigrad.ops import Expand, View, fitting_shape
from minigrad.tensors import C_NAMES, Tensor, bool_, positive_dim, storage, unpacked, version_counter


def shared(source, array):
    """A tensor on memory that belongs to `source`: writes into either are counted by both."""
    result = Tensor(array)
    result._counter = version_counter(source)
    return result


class Clone(Function, node="CloneBackward0"):
    """A copy that stays in the graph."""

    @staticmethod
    def forward(ctx, self):
        return self.array.copy()

    @staticmethod
    def backward(ctx, grad):
        return grad


def clone(input):
    """A copy with memory of its own; its gradient goes on to the original."""
    return Clone.apply(input)


def reshape(self, *shape):
    """Like `view`, but copies where the memory's order leaves no other way."""
    shape = fitting_shape(self, shape)
    try:
        return View.apply(self, shape)
    except ValueError:
        return View.apply(clone(self), shape)


Tensor.clone, Tensor.reshape = clone, reshape


class T(Function, node="TBackward0"):
    """Rows become columns. (n, m) -> (m, n)"""

    @staticmethod
    def forward(ctx, self):
        return shared(self, storage(self).T)

    @staticmethod
    def backward(ctx, grad):
        return grad.T


def t(input):
    """The transposed matrix, on the same memory. (n, m) -> (m, n)"""
    if input.array.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.array.ndim}D")
    return T.apply(input)


Tensor.t = t
Tensor.T = property(t)


class Transpose(Function, node="TransposeBackward0"):
    """Two dimensions change places."""

    @staticmethod
    def forward(ctx, self, dim0, dim1):
        ctx.dim0, ctx.dim1 = dim0, dim1
        return shared(self, storage(self).swapaxes(dim0, dim1))

    @staticmethod
    def backward(ctx, grad):
        if isinstance(grad, Tensor):
            return grad.transpose(ctx.dim0, ctx.dim1)
        return grad.swapaxes(ctx.dim0, ctx.dim1)


def transpose(input, dim0, dim1):
    """The dimensions dim0 and dim1 change places. (a, b, c), 0, 2 -> (c, b, a)"""
    count = input.array.ndim
    return Transpose.apply(input, positive_dim(dim0, count), positive_dim(dim1, count))


class Unsqueeze(Function, node="UnsqueezeBackward0"):
    """A new dimension of length 1."""

    @staticmethod
    def forward(ctx, self, dim):
        ctx.dim = dim
        return shared(self, np.expand_dims(storage(self), dim))

    @staticmethod
    def backward(ctx, grad):
        return grad.squeeze(ctx.dim)


def unsqueeze(input, dim):
    """A new dimension of length 1 at this place. (3,), 0 -> (1, 3)"""
    return Unsqueeze.apply(input, positive_dim(dim, input.array.ndim + 1))


class Squeeze(Function, node="SqueezeBackward0"):
    """All dimensions of length 1 go."""

    @staticmethod
    def forward(ctx, self):
        ctx.self_sym_sizes = self.array.shape
        return shared(self, storage(self).squeeze())

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.self_sym_sizes)


class SqueezeDim(Function, node="SqueezeBackward1"):
    """One dimension goes, if its length is 1."""

    @staticmethod
    def forward(ctx, self, dim):
        ctx.dim, ctx.self_sym_sizes = dim, self.array.shape
        array = storage(self)
        return shared(self, array.squeeze(dim) if array.ndim and array.shape[dim] == 1 else array[...])

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.self_sym_sizes)


def squeeze(input, dim=None):
    """The same numbers without the dimensions of length 1, or without this one. (1, 3, 1) -> (3,)"""
    return Squeeze.apply(input) if dim is None else SqueezeDim.apply(input, positive_dim(dim, input.array.ndim))


Tensor.transpose, Tensor.squeeze, Tensor.unsqueeze = transpose, squeeze, unsqueeze
Tensor.view_as = lambda self, other: self.view(other.shape)


def expand(self, *sizes):
    """The same numbers, seen several times; -1 keeps a length. (3, 1), (-1, 4) -> (3, 4)

    Raises RuntimeError when a length other than 1 would have to change.
    """
    sizes, shape = unpacked(sizes), self.array.shape
    missing = len(sizes) - len(shape)
    if missing < 0:
        raise RuntimeError(
            f"expand(torch.{C_NAMES[self.dtype]}Tensor{{{list(shape)}}}, size={list(sizes)}): the number of sizes "
            f"provided ({len(sizes)}) must be greater or equal to the number of dimensions in the tensor ({len(shape)})"
        )
    target = tuple([shape[d - missing] if n == -1 and d >= missing else n for d, n in enumerate(sizes)])
    for d, (have, want) in enumerate(zip(shape, target[missing:])):
        if have not in (1, want):
            raise RuntimeError(
                f"The expanded size of the tensor ({want}) must match the existing size ({have}) at non-singleton "
                f"dimension {d + missing}.  Target sizes: {list(sizes)}.  Tensor sizes: {list(shape)}"
            )
    return Expand.apply(self, target)


Tensor.expand = expand
Tensor.expand_as = lambda self, other: self.expand(other.shape)


class Put(Function, node="IndexPutBackward0"):
    """Zeros of a given shape, with the numbers added in at the indexed places: the way back of indexing."""

    @staticmethod
    def forward(ctx, values, shape, index):
        ctx.index = index
        return put(values.array, shape, index)

    @staticmethod
    def backward(ctx, grad):
        return grad[ctx.index]


def put(grad, shape, index):
    """Zeros of this shape with `grad` added in at `index`; a place that is named twice gets both numbers."""
    if isinstance(grad, Tensor):
        return Put.apply(grad, shape, index)
    result = np.zeros(shape, grad.dtype)
    np.add.at(result, index, grad)
    return result


class Select(Function, node="SelectBackward0"):
    """One entry along a dimension, which goes."""

    @staticmethod
    def forward(ctx, self, dim, index):
        ctx.dim, ctx.index, ctx.self_sym_sizes = dim, index, self.array.shape
        ctx.place = (slice(None),) * dim + (index,)
        return shared(self, np.asarray(storage(self)[(*ctx.place, ...)]))

    @staticmethod
    def backward(ctx, grad):
        return put(grad, ctx.self_sym_sizes, ctx.place)


class Slice(Function, node="SliceBackward0"):
    """Some entries along a dimension: start, start + step, ... below end."""

    @staticmethod
    def forward(ctx, self, dim, start, end, step):
        ctx.dim, ctx.start, ctx.end, ctx.step, ctx.self_sym_sizes = dim, start, end, step, self.array.shape
        ctx.place = (slice(None),) * dim + (slice(start, end, step),)
        return shared(self, storage(self)[ctx.place])

    @staticmethod
    def backward(ctx, grad):
        return put(grad, ctx.self_sym_sizes, ctx.place)


class Alias(Function, node="AliasBackward0"):
    """All entries: a new tensor on the same memory."""

    @staticmethod
    def forward(ctx, self):
        return shared(self, storage(self)[...])

    @staticmethod
    def backward(ctx, grad):
        return grad


class Index(Function, node="IndexBackward0"):
    """The entries that lists of places, or a mask of booleans, point out. They are copied."""

    @staticmethod
    def forward(ctx, self, place):
        ctx.place, ctx.self_sym_sizes = place, self.array.shape
        ctx.indices = tuple([None if isinstance(part, slice) else Tensor(part) for part in place])
        return storage(self)[place]

    @staticmethod
    def backward(ctx, grad):
        return put(grad, ctx.self_sym_sizes, ctx.place)


def spelled_out(index, count):
    """The index as a tuple without `...`, which stands for as many `:` as are missing.

    Raises IndexError when it names more dimensions than there are.
    """
    parts = [part.array if isinstance(part, Tensor) else np.array(part) if isinstance(part, list) else part
             for part in (index if isinstance(index, tuple) else (index,))]
    used = sum([part.ndim if is_mask(part) else 1 for part in parts if part is not None and part is not ...])
    if used > count:
        raise IndexError(f"too many indices for tensor of dimension {count}")
    at = next((k for k, part in enumerate(parts) if part is ...), len(parts))
    return [*parts[:at], *[slice(None)] * (count - used), *parts[at + 1:]]


def is_mask(part):
    return isinstance(part, np.ndarray) and part.dtype == bool_.numpy


def getitem(self, index):
    """x[1], x[1:3], x[:, 0], x[None], x[...] share memory with x; x[[0, 2]] and x[mask] are copies.

    Raises IndexError for a place that is not there.
    """
    parts, dim, lists = spelled_out(index, self.array.ndim), 0, []
    result = self
    for part in parts:
        if part is None:
            result = unsqueeze(result, dim)
        elif isinstance(part, slice):
            start, end, step = part.indices(result.array.shape[dim])
            if step <= 0:
                raise ValueError("step must be greater than zero")
            if (start, end, step) != (0, result.array.shape[dim], 1):
                result = Slice.apply(result, dim, start, end, step)
        elif isinstance(part, (int, np.integer)) and not isinstance(part, bool):
            length = result.array.shape[dim]
            if not -length <= part < length:
                raise IndexError(f"index {part} is out of bounds for dimension {dim} with size {length}")
            result = Select.apply(result, dim, int(part))
            continue
        elif isinstance(part, np.ndarray) and part.dtype.kind in "bi":
            lists.extend([slice(None)] * (dim - len(lists)))
            lists.append(part)
            dim += part.ndim - 1 if is_mask(part) else 0
        else:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
                f"(got {type(part).__name__})"
            )
        dim += 1
    if lists:
        return Index.apply(result, tuple(lists))
    return Alias.apply(self) if result is self else result


def entries(self):
    """The entries along the first dimension, one after the other."""
    if self.array.ndim == 0:
        raise TypeError("iteration over a 0-d tensor")
    return (self[k] for k in range(len(self)))


Tensor.__getitem__, Tensor.__iter__ = getitem, entries
