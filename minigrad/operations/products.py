"""Products, whose rule needs for each operand the other one: what is not saved is not needed, either."""

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor


class Unneeded(Tensor):
    """In the place of an operand that was not saved: what is computed with it is no gradient."""

    __array_ufunc__ = None  # NumPy leaves the computing to us

    def __mul__(self, other):
        return self

    __rmul__ = __add__ = __radd__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = __mul__
    __pow__ = __rpow__ = __matmul__ = __rmatmul__ = __mul__
    T = property(lambda self: self)
    t = T.fget

    def __neg__(self):
        return self


UNNEEDED = Unneeded(None)


def turned(matrix):
    """Rows become columns: an array of an array, a recorded tensor of a tensor."""
    return matrix.t() if isinstance(matrix, Tensor) else matrix.T


class MmBackward0(Node, saves="self mat2"):
    """self @ mat2 for two matrices. UNNEEDED stands for an operand that was not kept."""

    def forward(ctx, self, mat2):
        ctx.save_for_backward(self if mat2.requires_grad else None, mat2 if self.requires_grad else None)
        return self.array @ mat2.array

    def backward(ctx, grad):
        self, mat2 = ctx.saved_like(grad)
        return mm_rule(grad, UNNEEDED if self is None else self, UNNEEDED if mat2 is None else mat2)


def mm_rule(grad, self, mat2):
    """For c = self @ mat2: what goes to self, and what goes to mat2."""
    return grad @ turned(mat2), turned(self) @ grad
