"""An operation with several outputs. Not taught; who knows chapter 11 can read it."""

import numpy as np

from minigrad.core.copy_slices import pieces
from minigrad.core.node import FunctionNode, Node  # noqa: F401 - with it the engine learns of several outputs
from minigrad.core.tensors import Tensor, storage
from minigrad.core.views import StackBackward0
from minigrad.exact.arguments import positive_dim


class UnbindBackward0(Node, saves="dim"):
    """The entries along one dimension, each a tensor of its own on the same memory."""

    def forward(ctx, self, dim):
        ctx.dim = dim
        rows = np.moveaxis(storage(self), dim, 0)
        return pieces(self, [rows[place, ...] for place in range(len(rows))])

    def backward(ctx, *grads):
        if isinstance(grads[0], Tensor):
            return StackBackward0.apply(ctx.dim, *grads)
        return np.stack(grads, ctx.dim)


def unbind(input, dim=0):
    """A tuple: the entries of `input` along one dimension. (3, 2) -> three of (2,)"""
    if input.array.ndim == 0:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    return UnbindBackward0.apply(input, positive_dim(dim, input.array.ndim))


Tensor.unbind = unbind
