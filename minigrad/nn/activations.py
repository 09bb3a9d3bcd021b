"""Functions between the layers of a network, entry by entry, in the pattern of `relu`."""

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import refuse_whole
from minigrad.library.elementwise import ThresholdBackwardBackward0, array_of, choose, either, sigmoid, sigmoid_of
from minigrad.library.rules import twin
from minigrad.operations.arithmetic import exp


class LeakyReluBackward0(Node, saves="self negative_slope"):
    formula = ("where(self > 0, grad, grad * negative_slope)",)

    def forward(ctx, self, negative_slope):
        refuse_whole(self, "leaky_relu_cpu")
        ctx.negative_slope = negative_slope
        if "self" in ctx.saves:
            ctx.save_for_backward(self)
        return np.where(self.array > 0, self.array, self.array * negative_slope)

    def backward(ctx, grad):
        (kept,) = ctx.saved_like(grad)
        straight = array_of(kept) > 0
        passed = ThresholdBackwardBackward0.apply(grad, kept, straight) if isinstance(grad, Tensor) else grad
        return choose(straight, passed, grad * ctx.negative_slope)


LeakyReluBackward1 = twin(
    LeakyReluBackward0, "LeakyReluBackward1", "The same in place: the result has the input's signs.",
    "result negative_slope", formula=("where(result > 0, grad, grad * negative_slope)",),
)


class EluBackward0(Node, saves="self alpha scale input_scale"):
    """x where it is positive, else alpha (e^x - 1): a relu without its kink, for alpha 1."""

    formula = ("where(self > 0, grad, grad * alpha * self.exp())",)

    def forward(ctx, self, alpha):
        refuse_whole(self, "elu_cpu")
        ctx.alpha, ctx.scale, ctx.input_scale = alpha, 1, 1
        if "self" in ctx.saves:
            ctx.save_for_backward(self)
        return np.where(self.array > 0, self.array, np.expm1(self.array) * alpha)

    def backward(ctx, grad):
        (kept,) = ctx.saved_like(grad)
        numbers = array_of(kept)
        curve = ctx.curve(choose(numbers < 0, kept, 0))  # at 0 itself, as in PyTorch, the slope does not change
        return choose(numbers <= 0, grad * curve, grad)

    def curve(ctx, x):
        return either(exp, np.exp, x) * ctx.alpha


EluBackward1 = twin(
    EluBackward0, "EluBackward1", "The same in place: the slope follows from the result.",
    "result alpha scale input_scale", formula=("where(result > 0, grad, grad * (result + alpha))",),
    curve=lambda ctx, y: y + ctx.alpha,
)


class SiluBackward0(Node, saves="self"):
    formula = ("grad * self.sigmoid() * (1 + self * (1 - self.sigmoid()))",)

    def forward(ctx, self):
        refuse_whole(self, "silu_cpu")
        ctx.save_for_backward(self)
        return self.array * sigmoid_of(self.array)

    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        share = either(sigmoid, sigmoid_of, self)
        return grad * (share * (1 + self * (1 - share)))
