"""The operations of chapter 3 with all that PyTorch's functions take: numbers on the left, a factor, a way to round."""

import operator

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import (
    NUMBERS, converted, invalid, is_operand, method, named, number, refuse_bool, require_operand,
)
from minigrad.exact.errors import refuse_bool_minus
from minigrad.library.elementwise import array_of, choose, either, log, reciprocal, takes_out
from minigrad.library.rules import of_saved, twin
from minigrad.operations import arithmetic
from minigrad.operations.arithmetic import as_tensors, elementwise, no_slope, operand


def operands(name, input, other):
    """Both operands as tensors. Raises TypeError for what is neither a tensor nor a number."""
    if isinstance(input, Tensor) and isinstance(other, Tensor):
        return input, other
    if not isinstance(input, Tensor):
        require_operand(input, name)
    if not isinstance(other, NUMBERS):
        require_operand(other, name, "other", 2)
    return as_tensors(input, other, {"sub": "-", "div": "/"}.get(name, ""))


def as_operator(operation, name, meaning):
    """The method for an operator. For what is neither tensor nor number, Python finds the words of its error."""

    def method(self, other) -> Tensor:
        return operation(self, other) if is_operand(other) else NotImplemented

    return named(method, name, f"{meaning}, entry by entry; `other` may be a number.")


class AddScaled(Node, name="AddBackward0", saves="alpha"):
    def forward(ctx, self, other, alpha, sign=1):
        ctx.alpha, ctx._factor = alpha, sign * alpha
        return elementwise(lambda a, b: a + b * factor(sign * alpha, b.dtype), self, other)

    def backward(ctx, grad):
        return grad, grad * ctx._factor


SubScaled = twin(AddScaled, "SubBackward0", "self - alpha * other.")


def factor(alpha, dtype):
    """The number in NumPy's dtype. Raises RuntimeError for a fraction beside whole numbers."""
    if isinstance(alpha, float) and dtype.kind != "f":
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    return converted(alpha, dtype)


def with_alpha(name, input, other, alpha):
    """Both operands as tensors, and the factor. Raises RuntimeError for a bool as factor of other kinds of numbers."""
    if type(alpha) is int and alpha == 1 and isinstance(input, Tensor) and isinstance(other, Tensor):
        return input, other, 1  # what is to be refused here, the operation refuses
    input, other, alpha = *operands(name, input, other), number(alpha, name, "alpha")
    if name == "sub":
        refuse_bool_minus(input.array.dtype, other.array.dtype)
    if isinstance(alpha, bool) and {input.array.dtype.kind, other.array.dtype.kind} != {"b"}:
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    return input, other, alpha


def add(input, other, *, alpha=1) -> Tensor:
    """input + alpha * other, entry by entry; either may be a number."""
    input, other, alpha = with_alpha("add", input, other, alpha)
    return arithmetic.add(input, other) if alpha == 1 else AddScaled.apply(input, other, alpha)


def sub(input, other, *, alpha=1) -> Tensor:
    """input - alpha * other, entry by entry; either may be a number."""
    input, other, alpha = with_alpha("sub", input, other, alpha)
    return arithmetic.sub(input, other) if alpha == 1 else SubScaled.apply(input, other, alpha, -1)


def mul(input, other) -> Tensor:
    """input * other, entry by entry; either may be a number."""
    return arithmetic.mul(*operands("mul", input, other))


class RsubBackward1(Node):
    """number - self. It has one input only: the number is no operand, but a detail of the operation."""

    def forward(ctx, self, value):
        value = operand(value, self, "-")
        refuse_bool_minus(self.array.dtype, value.array.dtype)
        return elementwise(operator.sub, value, self)

    def backward(ctx, grad):
        return -grad


class DivBackward2(Node, saves="self other rounding_mode"):
    """self / other, rounded to a whole number: a staircase, with the slope 0."""

    def forward(ctx, self, other, rounding_mode):
        ctx.save_for_backward(self if other._requires_grad else None, other)
        ctx.rounding_mode = rounding_mode
        return elementwise(ROUNDED[rounding_mode], self, other)

    def backward(ctx, grad):
        ctx.saved_arrays()  # PyTorch's rule looks at them, too
        return no_slope(grad), no_slope(grad)


def rounded_down(a, b):
    refuse_divisor(a, b, "div_floor_cpu")
    return a // b


def rounded_to_zero(a, b):
    refuse_divisor(a, b, "div_trunc_cpu")
    if a.dtype.kind == "f":
        return np.trunc(a / b)
    return a // b + ((a % b != 0) & ((a < 0) != (b < 0)))


ROUNDED = {"floor": rounded_down, "trunc": rounded_to_zero}


def refuse_divisor(a, b, name):
    """Raise an error for booleans, and for whole numbers divided by 0."""
    refuse_bool(Tensor(a), name)
    if b.dtype.kind in "iu" and a.size and not np.all(b):
        raise RuntimeError("ZeroDivisionError")


def div(input, other, *, rounding_mode=None) -> Tensor:
    """input / other, entry by entry; either may be a number. Whole numbers are divided as float32.

    rounding_mode  "floor" rounds the result down, "trunc" towards 0, and whole numbers stay such
    """
    if rounding_mode is None:
        return arithmetic.div(*operands("div", input, other))
    if not (is_operand(input) and is_operand(other) and isinstance(rounding_mode, str)):
        raise invalid("div", input, other, rounding_mode=rounding_mode)
    if rounding_mode not in ROUNDED:
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
        )
    return DivBackward2.apply(*as_tensors(input, other), rounding_mode)


def true_divide(input, other) -> Tensor:
    """input / other, entry by entry; either may be a number: the name by which NumPy knows `div`."""
    if not (is_operand(input) and is_operand(other)):
        raise invalid("true_divide", input, other)
    return arithmetic.div(*as_tensors(input, other, "/"))


class NoRule(Node, name="NotImplemented"):
    """What PyTorch calculates, but has no rule for: the way back ends with an error. Numbers are no operands."""

    def forward(ctx, name, calculate, a, b):
        ctx._name = name
        return elementwise(calculate, *as_tensors(a, b))

    def backward(ctx, grad):
        raise RuntimeError(f"derivative for aten::{ctx._name} is not implemented")


NoRule.name = lambda self: "torch::autograd::NotImplemented"


def without_rule(name, calculate, a, b):
    """What `calculate` gives for two operands. As in PyTorch the node leads only to those that want a gradient."""
    result = NoRule.apply(name, calculate, a, b)
    node = result._grad_fn
    if node is not None:
        node.next_functions = tuple([edge for edge in node.next_functions if edge[0] is not None])
    return result


def floor_divide(input, other) -> Tensor:
    """input / other, rounded down, entry by entry; either may be a number. It has no gradient, unlike that of `div`."""
    if not (is_operand(input) and is_operand(other)):
        raise invalid("floor_divide", input, other)
    return without_rule("floor_divide", rounded_down, input, other)


def left_over(a, b):
    refuse_divisor(a, b, "remainder_cpu")
    result = a % b
    return np.copysign(result, np.where(result == 0, a, result)) if result.dtype.kind == "f" else result  # as fmod's 0


TIMES = {"floor": operator.floordiv, "trunc": lambda a, b: np.trunc(a / b)}


class RemainderBackward1(Node, saves="self other"):
    """What is left of self when `other` is taken away a whole number of times: self - times * other."""

    rounding, compute = "floor", staticmethod(left_over)

    def forward(ctx, self, other):
        ctx.save_for_backward(*((self, other) if other._requires_grad else (None, None)))
        return elementwise(ctx.compute, self, other)

    def backward(ctx, grad):
        self, other = ctx.saved_like(grad)
        return grad, None if other is None else -grad * times_in(self, other, ctx.rounding)


def times_in(self, other, rounding):
    """How many times the divisor is taken away: an array from arrays, a recorded tensor from tensors."""
    return div(self, other, rounding_mode=rounding) if isinstance(self, Tensor) else TIMES[rounding](self, other)


class RemainderBackward0(Node):
    """The same for a number, which is no operand."""

    compute = staticmethod(left_over)

    def forward(ctx, self, value):
        return elementwise(ctx.compute, self, operand(value, self, "%"))

    def backward(ctx, grad):
        return grad


def remainder(input, other) -> Tensor:
    """What a division leaves over, with the sign of the divisor: 5 % 3 -> 2, -5 % 3 -> 1. Either may be a number."""
    if isinstance(input, Tensor) and is_operand(other):
        return (RemainderBackward1 if isinstance(other, Tensor) else RemainderBackward0).apply(input, other)
    if not isinstance(input, NUMBERS) or not isinstance(other, Tensor):
        raise invalid("remainder", input, other)
    return without_rule("remainder", left_over, input, other)


def rest(a, b):
    refuse_divisor(a, b, "fmod_cpu")
    return np.fmod(a, b)


FmodBackward1 = twin(
    RemainderBackward1, "FmodBackward1", "The same, taken away so often that the rest keeps the sign of self.",
    rounding="trunc", compute=staticmethod(rest), formula=("grad", "-grad * self.div(other, rounding_mode='trunc')"),
)
FmodBackward0 = twin(
    RemainderBackward0, "FmodBackward0", "The same for a number, which is no operand.", compute=staticmethod(rest),
    formula=("grad",),
)


def fmod(input, other) -> Tensor:
    """What a division leaves over, with the sign of `input`: 5, 3 -> 2; -5, 3 -> -2. `other` may be a number."""
    if not isinstance(input, Tensor) or not is_operand(other):
        raise invalid("fmod", input, other)
    return (FmodBackward1 if isinstance(other, Tensor) else FmodBackward0).apply(input, other)


def times_log(power, base, exponent):
    """power * ln(base), but 0 where the base is 0 and the exponent is not negative: there the power stays 0 (or 1)."""
    staying = (array_of(base) == 0) & (array_of(exponent) >= 0)
    return choose(staying, 0, power * either(log, np.log, base))


def power(base, exponent):
    """base ** exponent for arrays; a whole number to a negative power is a fraction, rounded towards 0."""
    refuse_bool(Tensor(base), "pow")
    if base.dtype.kind == "f" or np.all(exponent >= 0):
        return base ** exponent
    turned_over = np.where(np.abs(base) == 1, base ** np.abs(exponent), 0)
    return np.where(exponent < 0, turned_over, base ** np.maximum(exponent, 0))


class PowBackward1(Node, saves="self exponent result"):
    """self ** exponent for two tensors: n x^(n-1) for the base, x^n ln x for the exponent."""

    def forward(ctx, self, exponent):
        ctx.save_for_backward(self, exponent)
        return elementwise(power, self, exponent)

    def backward(ctx, grad):
        self, exponent, result = ctx.saved_like(grad)
        to_self = choose(array_of(exponent) == 0, 0, grad * (exponent * self ** (exponent - 1)))
        return to_self, grad * times_log(result, self, exponent)


PowBackward2 = twin(
    PowBackward1, "PowBackward2", "number ** exponent: the result times the number's logarithm.",
    forward=lambda ctx, exponent, base: PowBackward1.forward(ctx, operand(base, exponent, "**"), exponent),
    backward=of_saved(lambda grad, self, exponent, result: grad * times_log(result, self, exponent)),
)


def reflected_pow(self, base):
    """base ** self, for a tensor, or a number, to the power of a tensor."""
    return PowBackward1.apply(base, self) if isinstance(base, Tensor) else PowBackward2.apply(self, base)


def pow(input, exponent) -> Tensor:
    """input ** exponent, entry by entry; either may be a number."""
    if isinstance(input, Tensor) and is_operand(exponent):
        return input**exponent
    if not isinstance(input, NUMBERS) or not isinstance(exponent, Tensor):
        raise invalid("pow", input, exponent)
    return PowBackward2.apply(exponent, input)


for function in (add, sub, mul, div, true_divide, floor_divide, remainder, pow, fmod):
    setattr(Tensor, function.__name__, method(function))
add, sub, mul, div = map(takes_out, (add, sub, mul, div))  # as methods they do not take it
Tensor.__floordiv__ = as_operator(floor_divide, "floor_divide", "self // other")
Tensor.__mod__ = as_operator(remainder, "remainder", "self % other")
Tensor.__rfloordiv__ = as_operator(lambda self, other: floor_divide(other, self), "floor_divide", "other // self")
Tensor.__rmod__ = as_operator(lambda self, other: remainder(other, self), "remainder", "other % self")
rsub = as_operator(RsubBackward1.apply, "sub", "other - self")
Tensor.__rsub__ = rsub
Tensor.__rpow__ = as_operator(reflected_pow, "pow", "other ** self")
# two nodes, as in PyTorch
Tensor.__rtruediv__ = as_operator(lambda self, other: reciprocal(self) * other, "div", "other / self")
Tensor.__array_priority__ = 1000  # NumPy's numbers on the left leave the operation to the tensor
