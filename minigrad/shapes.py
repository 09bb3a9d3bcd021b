"""More views, and indexing: the same numbers in another order, or some of them."""

import warnings

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


class UnsafeView(View, node="UnsafeViewBackward0"):
    """A view of a copy that nobody else knows."""


def reshape(self, *shape):
    """Like `view`, but copies where the memory's order leaves no other way."""
    shape = fitting_shape(self, shape)
    try:
        return View.apply(self, shape)
    except ValueError:
        return UnsafeView.apply(clone(self), shape)


Tensor.clone, Tensor.reshape = clone, reshape


class T(Function, node="TBackward0"):
    """Rows become columns. (n, m) -> (m, n)"""

    @staticmethod
    def forward(ctx, self):
        return shared(self, storage(self).T)

    @staticmethod
    def backward(ctx, grad):
        return turned(grad)


def turned(grad):
    """A matrix with rows and columns exchanged: an array for an array, a recorded tensor for a tensor."""
    return grad.t() if isinstance(grad, Tensor) else grad.T


def t(input):
    """The transposed matrix, on the same memory. (n, m) -> (m, n)"""
    if input.array.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.array.ndim}D")
    return T.apply(input)


class Permute(Function, node="PermuteBackward0"):
    """The dimensions in another order."""

    @staticmethod
    def forward(ctx, self, dims):
        ctx.dims = dims
        return shared(self, storage(self).transpose(dims))

    @staticmethod
    def backward(ctx, grad):
        back = tuple(np.argsort(ctx.dims).tolist())
        return Permute.apply(grad, back) if isinstance(grad, Tensor) else grad.transpose(back)


def reversed_dims(self):
    """The dimensions in reverse order, on the same memory; meant for matrices. (n, m) -> (m, n)"""
    count = self.array.ndim
    if count != 2:
        warnings.warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will "
            "throw an error in a future release.",
            stacklevel=2,
        )
    return Permute.apply(self, tuple(range(count - 1, -1, -1)))


Tensor.t = t
Tensor.T = property(reversed_dims)


class Transpose(Function, node="TransposeBackward0"):
    """Two dimensions change places."""

    @staticmethod
    def forward(ctx, self, dim0, dim1):
        ctx.dim0, ctx.dim1 = dim0, dim1
        return shared(self, swapped(storage(self), dim0, dim1))

    @staticmethod
    def backward(ctx, grad):
        return swapped(grad, ctx.dim0, ctx.dim1)


def swapped(grad, dim0, dim1):
    """Two dimensions exchanged: an array for an array, a recorded tensor for a tensor."""
    if isinstance(grad, Tensor):
        return grad.transpose(dim0, dim1)
    return grad.swapaxes(dim0, dim1) if grad.ndim else grad[...]  # one number has no dimensions, yet -1 and 0 name one


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
            f"expand(torch.{C_NAMES[self.dtype]}Tensor{{{list(shape)}}}, size={list(sizes)}): "
            f"the number of sizes provided ({len(sizes)}) must be greater or equal to the number of dimensions in the "
            f"tensor ({len(shape)})"
        )
    for d, want in enumerate(sizes[:missing]):
        if want < 0:
            raise RuntimeError(
                f"The expanded size of the tensor ({want}) isn't allowed in a leading, non-existing dimension {d}"
            )
    target = tuple([shape[d - missing] if n == -1 else n for d, n in enumerate(sizes)])
    for d, (have, want) in enumerate(zip(shape, target[missing:])):
        if have not in (1, want) or want < 0:
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


def as_index(part):
    """One part of an index: tensors and lists become arrays of their own, everything else stays."""
    if isinstance(part, Tensor):
        part = part.array
        if part.dtype.kind == "f":
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    elif isinstance(part, list):
        part = np.array(part, None if part else np.int64)
    return part.copy()[()] if isinstance(part, np.ndarray) else part  # a copy: a later write into it must not count


def is_mask(part):
    return isinstance(part, np.ndarray) and part.dtype == bool_.numpy


def spelled_out(index, count):
    """The index as a list without `...`, which stands for as many `:` as are missing.

    Raises IndexError when it names more dimensions than there are.
    """
    if count == 0 and isinstance(index, int):
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert "
            "a 0-dim tensor to a number"
        )
    if count == 0 and isinstance(index, slice):
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    parts = [as_index(part) for part in (index if isinstance(index, tuple) else (index,))]
    used = sum([part.ndim if is_mask(part) else 1 for part in parts if part is not None and part is not ...])
    if used > count:
        raise IndexError(f"too many indices for tensor of dimension {count}")
    at = next((k for k, part in enumerate(parts) if part is ...), len(parts))
    return [*parts[:at], *[slice(None)] * (count - used), *parts[at + 1:]]


def require_place(part, dim, shape):
    """Raise IndexError unless the integers or the mask fit a tensor of this shape at this dimension."""
    if is_mask(part):
        if part.shape != shape[dim:dim + part.ndim]:
            raise IndexError(
                f"The shape of the mask {list(part.shape)} at index 0 does not match the shape of the indexed tensor "
                f"{list(shape)} at index {dim}"
            )
        return
    outside = part[(part < -shape[dim]) | (part >= shape[dim])]
    if outside.size:
        raise IndexError(f"index {outside.flat[0]} is out of bounds for dimension {dim} with size {shape[dim]}")


def require_broadcast(lists):
    """Raise IndexError unless the lists of places have shapes that fit together."""
    arrays = [part for part in lists if not isinstance(part, slice)]
    shapes = [(np.count_nonzero(array),) if is_mask(array) else array.shape for array in arrays]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        said = ", ".join([str(list(shape)) for shape in shapes])
        raise IndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {said}"
        ) from None


def getitem(self, index):
    """x[1], x[1:3], x[:, 0], x[None], x[...] share memory with x; x[[0, 2]] and x[mask] are copies.

    Raises IndexError for a place that is not there.
    """
    parts, lists = spelled_out(index, self.array.ndim), []
    result, dim, gone = self, 0, 0  # `gone` counts the dimensions that single places have taken away
    for part in parts:
        shape = result.array.shape
        if part is None:
            result = unsqueeze(result, dim)
        elif isinstance(part, slice):
            start, end, step = part.indices(shape[dim])
            if step <= 0:
                raise ValueError("step must be greater than zero")
            if (start, end, step) != (0, shape[dim], 1) or part is index:
                result = Slice.apply(result, dim, start, end, step)
        elif isinstance(part, (int, np.integer)) and not isinstance(part, bool):
            if not -shape[dim] <= part < shape[dim]:
                raise IndexError(f"index {part} is out of bounds for dimension {dim + gone} with size {shape[dim]}")
            result = Select.apply(result, dim, int(part))
            gone += 1
            continue
        elif isinstance(part, np.ndarray) and part.dtype.kind in "bi":
            require_place(part, dim, shape)
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
        require_broadcast(lists)
        return Index.apply(result, tuple(lists))
    return Alias.apply(self) if result is self else result


def entries(self):
    """The entries along the first dimension, one after the other."""
    if self.array.ndim == 0:
        raise TypeError("iteration over a 0-d tensor")
    return (self[k] for k in range(len(self)))


Tensor.__getitem__, Tensor.__iter__ = getitem, entries
