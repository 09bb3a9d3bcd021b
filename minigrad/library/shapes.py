"""The same numbers in another shape, or with their dimensions in another order. Who knows chapter 6 can read it."""

from typing import Any

import numpy as np

from minigrad.core.node import Node
from minigrad.operations.sharing import shared
from minigrad.core.tensors import Tensor, storage
from minigrad.exact.arguments import (
    different_dims, invalid, is_whole, lengths, method, named, one_or_more, positive_dim, refuse_others, require_tensor,
    sizes_of, whole,
)
from minigrad.exact.indexing import expanded_shape, fitting_shape, flat_range, order
from minigrad.library.rules import twin
from minigrad.operations.reductions import ExpandBackward0
from minigrad.operations.views import AliasBackward0, CloneBackward0, UnsqueezeBackward0, ViewBackward0


def unsqueeze(input, dim) -> Tensor:
    """A new dimension of length 1 at this place. (3,), 0 -> (1, 3)"""
    return UnsqueezeBackward0.apply(input, positive_dim(whole(dim, "unsqueeze", "dim", 2), input.array.ndim + 1))


def expand(self, *sizes, size=None) -> Tensor:
    """The same numbers, seen several times; -1 keeps a length. (3, 1), (-1, 4) -> (3, 4)

    Raises RuntimeError when a length other than 1 would have to change.
    """
    return ExpandBackward0.apply(self, expanded_shape(self.array, sizes_of(sizes, size, "expand", "size")))


def expand_as(self, other) -> Tensor:
    """The same numbers, seen several times: `expand` to the other tensor's shape."""
    require_tensor(other, "expand_as", "other")
    return expand(self, other.array.shape)


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


def transpose(input, dim0, dim1) -> Tensor:
    """The dimensions dim0 and dim1 change places. (a, b, c), 0, 2 -> (c, b, a)"""
    return exchanged("transpose", input, dim0=dim0, dim1=dim1)


def swapaxes(input, axis0, axis1) -> Tensor:
    """What `transpose` gives, by the name that NumPy has for it. (a, b, c), 0, 2 -> (c, b, a)"""
    return exchanged("swapaxes", input, axis0=axis0, axis1=axis1)


def swapdims(input, dim0, dim1) -> Tensor:
    """What `transpose` gives: two dimensions change places. (a, b, c), 0, 2 -> (c, b, a)"""
    return exchanged("swapdims", input, dim0=dim0, dim1=dim1)


def exchanged(name, input, operation=TransposeBackward0, first=2, **dims):
    """What the operation makes of these two dimensions, which are arguments from place `first` on."""
    dims = [whole(dim, name, argument, place) for place, (argument, dim) in enumerate(dims.items(), first)]
    return operation.apply(input, *[positive_dim(dim, input.array.ndim) for dim in dims])


class PermuteBackward0(Node, saves="dims"):
    def forward(ctx, self, dims):
        ctx.dims = dims
        return shared(self, storage(self).transpose(dims))

    def backward(ctx, grad):
        back = tuple(np.argsort(ctx.dims).tolist())
        return grad.permute(back) if isinstance(grad, Tensor) else grad.transpose(back)


def permute(input, dims) -> Tensor:
    """The dimensions in this order. (a, b, c), (2, 0, 1) -> (c, a, b)"""
    return PermuteBackward0.apply(input, order(input.array.ndim, lengths(dims, "permute", "dims", 2)))


def permuted(self, *sizes, dims=None) -> Tensor:
    return PermuteBackward0.apply(self, order(self.array.ndim, sizes_of(sizes, dims, "permute", "dims")))


def movedim(input, source, destination) -> Tensor:
    """Some dimensions, one or several, go to these places; the others keep their order. (a, b, c), 0, 2 -> (b, c, a)

    Raises RuntimeError unless as many places as dimensions are given, each once, IndexError for what is not there.
    """
    return moved("movedim", input, source, destination)


def moveaxis(input, source, destination) -> Tensor:
    """What `movedim` gives, by the name that NumPy has for it. (a, b, c), 0, 2 -> (b, c, a)"""
    return moved("moveaxis", input, source, destination)


def moved(name, input, source, destination):
    kinds = [is_whole(given) or 2 * isinstance(given, (tuple, list)) for given in (source, destination)]
    if not isinstance(input, Tensor) or kinds not in ([1, 1], [2, 2]):
        raise invalid(name, input, source, destination)
    asked = {argument: list(one_or_more(given, name, argument, 2)) for argument, given in (
        ("source", source), ("destination", destination))}
    if len(asked["source"]) != len(asked["destination"]):
        words = " dims) should contain the same number of dims as destination (".join(map(str, asked.values()))
        raise RuntimeError(f"movedim: Invalid source or destination dims: source ({words} dims)")
    count = input.array.ndim
    places = {argument: [positive_dim(dim, count) for dim in dims] for argument, dims in asked.items()}
    for argument, dims in places.items():
        if len({*dims}) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{argument}` ({asked[argument]})")
    if count == 0:
        return AliasBackward0.apply(input)
    order = [dim for dim in range(count) if dim not in places["source"]]
    for place, dim in sorted(zip(places["destination"], places["source"])):
        order.insert(place, dim)
    return PermuteBackward0.apply(input, tuple(order))


ReshapeAliasBackward0 = twin(
    ViewBackward0, "ReshapeAliasBackward0", "A view of numbers that do not lie row after row in memory.")


class UnsafeViewBackward0(Node, saves="self_sym_sizes"):
    """A new result in another shape: nobody has seen it in its first one, so it is no view."""

    backward = ViewBackward0.backward

    def forward(ctx, self, shape):
        ctx.self_sym_sizes = self.array.shape
        return self.array.reshape(shape)


def reshape(input, shape) -> Tensor:
    """Like `view`, but copies where the memory's order leaves no other way. (2, 3), (3, 2) -> (3, 2)"""
    return in_shape(input, lengths(shape, "reshape", "shape", 2))


def reshaped(self, *sizes, shape=None) -> Tensor:
    return in_shape(self, sizes_of(sizes, shape, "reshape", "shape"))


def in_shape(self, shape):
    shape = fitting_shape(self.array.size, shape)
    kind = ViewBackward0 if storage(self).flags.c_contiguous else ReshapeAliasBackward0
    try:
        return kind.apply(self, shape)
    except ValueError:
        return UnsafeViewBackward0.apply(CloneBackward0.apply(self, "C"), shape)


def flatten(input, start_dim=0, end_dim=-1) -> Tensor:
    """Several dimensions become one. (2, 3, 4), 1 -> (2, 12)"""
    sizes = input.array.shape
    start_dim, end_dim = whole(start_dim, "flatten", "start_dim", 2), whole(end_dim, "flatten", "end_dim", 3)
    start, end = flat_range(input.array.ndim, start_dim, end_dim)
    length = int(np.prod(sizes[start:end + 1], dtype=np.int64))
    one = start == end and sizes  # already one dimension: nothing to do
    return input if one else in_shape(input, (*sizes[:start], length, *sizes[end + 1:]))


def view_as(self, other) -> Tensor:
    """The same numbers in the other tensor's shape: what `view` gives."""
    require_tensor(other, "view_as", "other")
    return self.view(other.shape)


def at_least(name, count, shapes):
    """The function of this name: tensors with so many dimensions, at least."""

    def function(*tensors) -> Any:
        given = tensors[0] if len(tensors) == 1 else tensors
        if isinstance(given, Tensor):
            return deepened(given, count) if given.array.ndim else in_shape(given, (1,) * count)
        if not isinstance(given, (tuple, list)):
            raise invalid(name, given)
        refuse_others(given)
        return tuple(map(function, given))

    doc = f"The tensor with at least {count} dimensions, new ones of length 1; of several tensors a tuple. {shapes}"
    return named(function, name, doc)


def deepened(tensor, count):
    """A new dimension at the front of a list, and a third one at the end."""
    tensor = unsqueeze(tensor, 0) if tensor.array.ndim == 1 < count else tensor
    return unsqueeze(tensor, -1) if tensor.array.ndim == 2 < count else tensor


atleast_1d, atleast_2d = at_least("atleast_1d", 1, "() -> (1,)"), at_least("atleast_2d", 2, "(n,) -> (1, n)")
atleast_3d = at_least("atleast_3d", 3, "(n,) -> (1, n, 1), (m, n) -> (m, n, 1)")


class SqueezeBackward1(Node, saves="dim self_sym_sizes"):
    """One dimension goes, if its length is 1."""

    def forward(ctx, self, dim=None):
        ctx.dim, ctx.self_sym_sizes, count = dim, self.array.shape, self.array.ndim
        asked = range(count) if dim is None else (dim,) if isinstance(dim, int) else dim
        return shared(self, storage(self).squeeze(tuple([d for d in asked if self.array.shape[d:d + 1] == (1,)])))

    def backward(ctx, grad):
        return grad.reshape(ctx.self_sym_sizes)


SqueezeBackward0 = twin(SqueezeBackward1, "SqueezeBackward0", "All dimensions of length 1 go.", "self_sym_sizes")
SqueezeBackward2 = twin(SqueezeBackward1, "SqueezeBackward2", "Several dimensions go, those of length 1 among them.")


def squeeze(input, dim=None, *dims) -> Tensor:
    """The same numbers without dimensions of length 1, or without this one, or these. (1, 3) -> (3,)

    Raises IndexError for a dimension that is not there, RuntimeError for one that is named twice.
    """
    if dim is None:
        return SqueezeBackward0.apply(input)
    if dims or isinstance(dim, (tuple, list)):
        return SqueezeBackward2.apply(input, different_dims((dim, *dims) if dims else dim, input.array.ndim))
    if not is_whole(dim):
        raise invalid("squeeze", input, dim)
    return SqueezeBackward1.apply(input, positive_dim(dim, input.array.ndim))


for function in (unsqueeze, transpose, swapaxes, swapdims, movedim, moveaxis, flatten, squeeze):
    setattr(Tensor, function.__name__, method(function))
Tensor.expand, Tensor.expand_as, Tensor.view_as = expand, expand_as, view_as
Tensor.permute = named(permuted, "permute", permute.__doc__)
Tensor.reshape = named(reshaped, "reshape", reshape.__doc__)
