"""Angles and their functions, lengths of hypotenuses, sums of exponentials, in the pattern of `elementwise.py`."""

from functools import partial

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import method, refuse_whole
from minigrad.exact.dtypes import floating
from minigrad.exact.errors import refuse_bool_minus
from minigrad.library.elementwise import COMPUTED, array_of, called, choose, either, of_one, of_two
from minigrad.operations.arithmetic import elementwise, exp


atan = of_one(
    "atan", "AtanBackward0", "self", np.arctan, lambda grad, self: grad / (self * self + 1),
    "The angle with this tangent: its derivative is 1 / (x^2 + 1).", formula=("grad / (self**2 + 1)",),
)
asin = of_one(
    "asin", "AsinBackward0", "self", np.arcsin, lambda grad, self: grad * (1 - self * self) ** -0.5,
    "The angle with this sine: its derivative is 1 / sqrt(1 - x^2).", formula=("grad * (1 - self**2).rsqrt()",),
)
acos = of_one(
    "acos", "AcosBackward0", "self", np.arccos, lambda grad, self: -grad * (1 - self * self) ** -0.5,
    "The angle with this cosine: its derivative is -1 / sqrt(1 - x^2).", formula=("-grad * (1 - self**2).rsqrt()",),
)
sinh = of_one(
    "sinh", "SinhBackward0", "self", np.sinh, lambda grad, self: grad * either(cosh, np.cosh, self),
    "(e^x - e^-x) / 2: the derivative is cosh x.", formula=("grad * self.cosh()",),
)
cosh = of_one(
    "cosh", "CoshBackward0", "self", np.cosh, lambda grad, self: grad * either(sinh, np.sinh, self),
    "(e^x + e^-x) / 2: the derivative is sinh x.", formula=("grad * self.sinh()",),
)


class Atan2Backward0(Node, saves="self other"):
    """The angle of the point with the height `self` and the width `other`. At the origin PyTorch gives it no slope."""

    formula = ("grad * other / (self**2 + other**2)", "-grad * self / (self**2 + other**2)")

    def forward(ctx, self, other):
        ctx.save_for_backward(self, other)
        return elementwise(lambda a, b: np.arctan2(floating(a), floating(b)), self, other)

    def backward(ctx, grad):
        self, other = ctx.saved_like(grad)
        refuse_bool_minus(array_of(self).dtype)
        square = self * self + other * other
        share = choose(array_of(square) != 0, 1 / square, 0)
        return grad * other * share, grad * -self * share


def of_fractions(name, a, b):
    """NumPy's function of this name of floating point numbers. It raises NotImplementedError for others."""
    np.broadcast(a, b)  # shapes that do not fit are told first
    refuse_whole(Tensor(a), f"{name}_cpu")
    return getattr(np, name)(a, b)


class HypotBackward0(Node, saves="self other result"):
    """The root of self^2 + other^2: the derivatives are the shares of the two in the length."""

    formula = ("grad * self / result", "grad * other / result")

    def forward(ctx, self, other):
        ctx.save_for_backward(self if self._requires_grad else None, other if other._requires_grad else None)
        return elementwise(partial(of_fractions, "hypot"), self, other)

    def backward(ctx, grad):
        self, other, result = ctx.saved_like(grad)
        return None if self is None else grad * (self / result), None if other is None else grad * (other / result)


class LogaddexpBackward0(Node, saves="self other"):
    """ln(e^self + e^other), also where these powers are too large: the derivatives are their shares in the sum."""

    formula = ("grad / (1 + (other - self).exp())", "grad / (1 + (self - other).exp())")

    def forward(ctx, self, other):
        ctx.save_for_backward(self, other)
        return elementwise(partial(of_fractions, "logaddexp"), self, other)

    def backward(ctx, grad):
        self, other = ctx.saved_like(grad)
        refuse_bool_minus(array_of(self).dtype, array_of(other).dtype)
        return grad / (1 + either(exp, np.exp, other - self)), grad / (1 + either(exp, np.exp, self - other))


arctan, arcsin, arccos = [called(COMPUTED[one], f"arc{one.__name__[1:]}") for one in (atan, asin, acos)]
atan2, arctan2 = of_two(Atan2Backward0, "atan2"), of_two(Atan2Backward0, "arctan2")
hypot, logaddexp = of_two(HypotBackward0, "hypot"), of_two(LogaddexpBackward0, "logaddexp")
for function in (atan, asin, acos, arctan, arcsin, arccos, sinh, cosh):
    setattr(Tensor, function.__name__, function)
Tensor.atan2, Tensor.arctan2, Tensor.hypot, Tensor.logaddexp = map(method, (atan2, arctan2, hypot, logaddexp))
