"""The operations of chapter 3, entry by entry: `forward` speaks NumPy, and the rule back stands in `core/ops.py`."""

import functools
import operator

import numpy as np

from minigrad.core.node import Node
from minigrad.core.ops import add_rule, div_rule, exp_rule, mul_rule, neg_rule, pow_rule, tanh_rule
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import LARGEST, exponent_of, in_64_bits, require_tensor
from minigrad.exact.dtypes import common_dtype, counted, default, floating, of_number
from minigrad.exact.errors import mismatch, refuse_bool_minus
from minigrad.machinery.powers import powered
from minigrad.machinery.silence import silently
from minigrad.operations.unneeded import UNNEEDED


def elementwise(operation, self, other):
    """Apply a NumPy operation to two tensors' arrays in PyTorch's dtype. (m, 1), (n,) -> (m, n)

    Raises RuntimeError when the shapes do not fit together.
    """
    a, b = self.array, other.array
    if a.dtype is not b.dtype:
        dtype = common_dtype(a, b)
        a, b = a.astype(dtype), b.astype(dtype)
    try:
        return operation(a, b)
    except ValueError:
        raise RuntimeError(mismatch(a.shape, b.shape)) from None


def no_slope(grad):
    """Zeros in the gradient's form, without any history: array for array, tensor for tensor."""
    zeros = np.zeros_like(grad.array if isinstance(grad, Tensor) else grad)
    return Tensor(zeros) if isinstance(grad, Tensor) else zeros


class Number(Tensor):
    """A Python number that met a tensor: beside floating point numbers it takes their dtype."""

    shown = property(lambda self: Tensor(of_number(self.value)))


@functools.lru_cache(maxsize=1024, typed=True)
def as_number(value, dtype, is_array):
    """The number as a tensor; the same object every time, since numbers do not change."""
    value = in_64_bits(value, dtype)
    if dtype.kind != "f":
        dtype = default.dtype.numpy if isinstance(value, float) else of_number(value).dtype
    array = silently(np.array, value, dtype)
    result = Number(array if is_array else array[()])
    result.value = value
    return result


def operand(value, partner, symbol):
    """The other operand as a tensor.

    Raises TypeError when it is neither a tensor nor a number.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if not isinstance(value, (int, float)):
        raise TypeError(
            f"unsupported operand type(s) for {symbol}: 'Tensor' and '{type(value).__name__}'"
        )
    array = partner.array
    if symbol == "-" and isinstance(value, bool):
        refuse_bool_minus(array.dtype, np.dtype(bool))
    if symbol == "/" and (-LARGEST if array.dtype.kind in "iu" else LARGEST) <= value < 2 * LARGEST:
        value = float(value)  # which it becomes in any case
    make = as_number if value else as_number.__wrapped__  # the cache takes -0.0 for 0.0
    return make(value, array.dtype, isinstance(array, np.ndarray))


NO_TENSOR = Tensor(np.zeros((), bool))  # what a number meets beside another number


def as_tensors(a, b, symbol=""):
    """Tensors as they are, and numbers as tensors that take the dtype of the tensor beside them."""
    if not isinstance(a, Tensor):
        a = operand(a, b if isinstance(b, Tensor) else NO_TENSOR, symbol)
    return a, b if isinstance(b, Tensor) else operand(b, a, symbol)


class AddBackward0(Node):
    """self + other: each input hands the gradient on unchanged."""

    def forward(ctx, self, other):
        return elementwise(operator.add, self, other)

    def backward(ctx, grad):
        return add_rule(grad)


def add(input, other) -> Tensor:
    """input + other, entry by entry: what `+` does."""
    if not isinstance(other, Tensor):
        other = operand(other, input, "+")
    return AddBackward0.apply(input, other)


Tensor.__add__ = Tensor.__radd__ = add


class SubBackward0(Node):
    """self - other: the gradient of `other` changes its sign."""

    def forward(ctx, self, other):
        refuse_bool_minus(self.array.dtype, other.array.dtype)
        return elementwise(operator.sub, self, other)

    def backward(ctx, grad):
        return grad, -grad


def sub(input, other) -> Tensor:
    """input - other, entry by entry."""
    if not isinstance(other, Tensor):
        other = operand(other, input, "-")
    return SubBackward0.apply(input, other)


Tensor.__sub__ = sub


class NegBackward0(Node):
    """-self."""

    def forward(ctx, self):
        refuse_bool_minus(self.array.dtype)
        return -self.array

    def backward(ctx, grad):
        return neg_rule(grad)


def neg(input) -> Tensor:
    """-input, entry by entry."""
    require_tensor(input, "neg")
    return NegBackward0.apply(input)


Tensor.neg = Tensor.__neg__ = neg


class MulBackward0(Node, saves="self other"):
    """self * other: each gradient is the arriving one times the *other* input, hence saved."""

    def forward(ctx, self, other):
        ctx.save_for_backward(
            self if other._requires_grad else None, other if self._requires_grad else None
        )
        return elementwise(operator.mul, self, other)

    def backward(ctx, grad):
        self, other = ctx.saved_like(grad)
        return mul_rule(
            grad, UNNEEDED if self is None else self, UNNEEDED if other is None else other
        )


def mul(input, other) -> Tensor:
    """input * other, entry by entry."""
    if not isinstance(other, Tensor):
        other = operand(other, input, "*")
    return MulBackward0.apply(input, other)


Tensor.__mul__ = Tensor.__rmul__ = mul


class DivBackward0(Node, saves="self other"):
    """self / other: d(a/b)/da = 1/b and d(a/b)/db = -(a/b)/b."""

    def forward(ctx, self, other):
        ctx.save_for_backward(self if other._requires_grad else None, other)
        return elementwise(lambda a, b: floating(a) / floating(b), self, other)

    def backward(ctx, grad):
        self, other = ctx.saved_like(grad)
        return div_rule(grad, UNNEEDED if self is None else self, other)


def div(input, other) -> Tensor:
    """input / other, entry by entry; whole numbers are divided as float32."""
    if not isinstance(other, Tensor):
        other = operand(other, input, "/")
    return DivBackward0.apply(input, other)


Tensor.__truediv__ = div


class PowBackward0(Node, saves="self exponent"):
    """self ** number: d(x^n)/dx = n x^(n-1). The exponent is no tensor; it is kept on `ctx`."""

    def forward(ctx, self, exponent):
        ctx.save_for_backward(self)
        ctx.exponent = exponent_of(exponent, self.array.dtype)
        if self.array.dtype.kind != "f" and exponent < 0 and isinstance(exponent, int):
            raise RuntimeError("Integers to negative integer powers are not allowed.")
        return powered((floating if isinstance(exponent, float) else counted)(self.array), exponent)

    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        if ctx.exponent == 0:
            return no_slope(self)
        return pow_rule(grad, self, ctx.exponent)


def pow(input, exponent) -> Tensor:
    """input ** exponent, entry by entry. Powers with a tensor as exponent are the library's."""
    if isinstance(exponent, Tensor) and hasattr(exponent, "__rpow__"):
        return exponent.__rpow__(input)
    exponent = exponent.item() if isinstance(exponent, np.generic) else exponent
    if not isinstance(exponent, (int, float)):
        raise TypeError(
            "unsupported operand type(s) for ** or pow(): "
            f"'Tensor' and '{type(exponent).__name__}'"
        )
    return PowBackward0.apply(input, exponent)


Tensor.__pow__ = pow


class ExpBackward0(Node, saves="result"):
    """e^self is its own derivative, so the result is what is saved."""

    def forward(ctx, self):
        return np.exp(floating(self.array))

    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return exp_rule(grad, result)


def exp(input) -> Tensor:
    """e to the power of each entry."""
    require_tensor(input, "exp")
    return ExpBackward0.apply(input)


Tensor.exp = exp


class TanhBackward0(Node, saves="result"):
    """d(tanh x)/dx = 1 - tanh(x)^2, so the result is what is saved."""

    def forward(ctx, self):
        return np.tanh(floating(self.array))

    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return tanh_rule(grad, result)


def tanh(input) -> Tensor:
    """The hyperbolic tangent of each entry, between -1 and 1."""
    require_tensor(input, "tanh")
    return TanhBackward0.apply(input)


Tensor.tanh = tanh
