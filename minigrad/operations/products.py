"""Products, whose rule needs for each operand the other one: what is not saved is not needed, either."""

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.operations.unneeded import UNNEEDED


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
