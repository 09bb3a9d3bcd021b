"""More ways to make many numbers few, in the pattern of chapter 3."""

import numpy as np

from minigrad.function import Function
from minigrad.elementwise import kind_name
from minigrad.ops import expand
from minigrad.tensors import Tensor


class Max(Function, node="MaxBackward1", saves="self result"):
    """The largest entry. Entries that tie share the gradient evenly."""

    @staticmethod
    def forward(ctx, self):
        result = Tensor(np.maximum.reduce(self.array, axis=None))
        ctx.save_for_backward(self, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        mask = (self == result) if result == result else (self != self)  # nan is the largest, and equals nothing
        return expand(grad / mask.sum().item(), mask.shape) * mask


def max(input):
    """The largest entry."""
    if input.array.size == 0:
        raise RuntimeError(
            "max(): Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )
    return Max.apply(input)


class Norm(Function, node="LinalgVectorNormBackward0", saves="self result"):
    """The length of the vector of all entries: the gradient is the vector of length 1 in its direction, or 0 at 0."""

    @staticmethod
    def forward(ctx, self):
        if self.array.dtype.kind != "f":
            raise RuntimeError(
                "linalg.vector_norm: Expected a floating point or complex tensor as input. "
                f"Got {kind_name(self)}"
            )
        result = Tensor(np.sqrt(np.add.reduce(self.array * self.array, axis=None)))
        ctx.save_for_backward(self, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        return grad * self / (result + (result == 0))


def norm(input):
    """The square root of the sum of the squares of all entries."""
    return Norm.apply(input)


Tensor.max, Tensor.norm = max, norm
