"""Operations that exist in place only: `zero_`, `fill_`, `copy_` and `x[i] = value`, in the pattern of chapter 9."""

import numpy as np

from minigrad.core.node import Node
from minigrad.operations.arithmetic import elementwise, no_slope
from minigrad.operations.sharing import duplicate
from minigrad.core.tensors import Tensor
from minigrad.exact import writes
from minigrad.exact.arguments import converted, python_number
from minigrad.exact.dtypes import of_number
from minigrad.exact.errors import FITS_NONE, NOT_ONE_NUMBER, WANTS_TENSOR
from minigrad.exact.indexing import refuse_bytes, steps
from minigrad.library.elementwise import FillBackward1
from minigrad.library.rules import twin
from minigrad.operations.inplace import in_place
from minigrad.operations.views import KINDS, save_places


class FillBackward2(Node):
    """One number everywhere, whatever was there: no gradient goes further back."""

    def forward(ctx, self, value):
        return writes.same_everywhere(self.array, converted(python_number(value), self.array.dtype))

    def backward(ctx, grad):
        return no_slope(grad)


ZeroBackward0 = twin(
    FillBackward2, "ZeroBackward0", "0 everywhere.", forward=lambda ctx, self: writes.same_everywhere(self.array, 0))
FillBackward3 = twin(
    FillBackward1, "FillBackward3", "The number of a tensor everywhere: its gradient is the sum of all.",
    backward=lambda ctx, grad: (no_slope(grad), grad.sum()),
)


class CopyBackwards(Node):
    """The numbers of `src`, repeated where it is smaller: the gradient is all for it."""

    def forward(ctx, self, src):
        copy = elementwise(lambda a, b: b if a.shape == b.shape else np.broadcast_arrays(a, b)[1], self, src)
        return copy.astype(self.array.dtype)

    def backward(ctx, grad):
        return no_slope(grad), grad


CopyBackwards.name = lambda self: "torch::autograd::CopyBackwards"


def zeroed(self) -> Tensor:
    """0 everywhere."""
    return ZeroBackward0.apply(self)


def filled(self, value) -> Tensor:
    """The same number everywhere, a Python number or a tensor without dimensions."""
    if not isinstance(value, Tensor):
        return FillBackward2.apply(self, value)
    if value.array.ndim:
        raise RuntimeError(NOT_ONE_NUMBER.format(value.array.ndim))
    return FillBackward3.apply(self, value)


def copied(self, src) -> Tensor:
    """The numbers of another tensor, or one number. Whole numbers and booleans take no gradient."""
    src = src.detach() if self.array.dtype.kind != "f" and isinstance(src, Tensor) else src
    return CopyBackwards.apply(self, src if isinstance(src, Tensor) else Tensor(of_number(src)))


class IndexPutBackward0(Node):
    """New numbers at the places that lists or a mask point out."""

    def forward(ctx, self, values, place, given):
        save_places(ctx, self, place, given)
        return writes.put_at(self.array, values.array, place)

    def backward(ctx, grad):
        ctx.saved_arrays()  # they may have been freed
        elsewhere = duplicate(grad)
        elsewhere[ctx.place] = 0
        return elsewhere, grad[ctx.place]


def put_at(self, values, place, *given):
    """New numbers at these places."""
    return IndexPutBackward0.apply(self, values, place, given)


def without_leading_ones(value):
    """A view without dimensions of length 1 at the front. (1, 1, 3) -> (3,)"""
    shape = value.array.shape
    while shape and shape[0] == 1:
        shape = shape[1:]
    return value.view(shape)


def fill_or_copy(target, value):
    """Write one number everywhere, or a tensor's numbers, repeated where it is smaller."""
    shape = target.array.shape
    if value.array.ndim == 0 and shape:
        return target.fill_(value)
    if value.array.shape != shape:
        value = without_leading_ones(value)
    target.copy_(value if value.array.shape == shape else value.expand(shape))


def __setitem__(self, index, value) -> None:
    """x[1] = 5., x[:, 0] = y, x[mask] = 0: write into part of a tensor.

    Raises TypeError for a value that is no number and no tensor, IndexError for a place that is
    not there, RuntimeError for a shape that does not fit.
    """
    writes.require_number(value, self.dtype)
    if not isinstance(value, Tensor):
        value = Tensor(np.array(converted(value, self.array.dtype)))
    if index is False:
        return
    target = self
    for kind, *arguments in steps(None if index is True else index, self.array.shape, writes=True):
        if kind == "index":
            place, given = arguments
            refuse_bytes(value.array, place, given)
            ones = value.array.shape[:1] == (1,)
            put_into(target, without_leading_ones(value) if ones else value, place, *given)
            return
        target = KINDS[kind].apply(target, *arguments)
    fill_or_copy(target, value)


__setitem__.__qualname__ = "Tensor.__setitem__"
put_into = in_place("put_into", put_at)
Tensor.zero_ = in_place("zero_", zeroed)
Tensor.fill_ = in_place("fill_", filled, FITS_NONE.format("fill_"))
Tensor.copy_ = in_place("copy_", copied, WANTS_TENSOR.format("copy_"))
Tensor.__setitem__ = __setitem__
