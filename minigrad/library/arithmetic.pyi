# Made by tools/stubs.py from minigrad.library.arithmetic: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

def operands(name, input, other) -> tuple[Tensor, ...]:
    """Both operands as tensors. Raises TypeError for what is neither a tensor nor a number."""
def as_operator(operation, name, meaning) -> Any:
    """The method for an operator. For what is neither tensor nor number, Python finds the words of its error."""
class AddScaled(Node):
    """self + alpha * other."""
class SubScaled(Node):
    """self - alpha * other."""
def factor(alpha, dtype) -> Any:
    """The number in NumPy's dtype. Raises RuntimeError for a fraction beside whole numbers."""
def with_alpha(name, input, other, alpha) -> tuple[Any, ...]:
    """Both operands as tensors, and the factor. Raises RuntimeError for a bool as factor of other kinds of numbers."""
def add(input, other, *, alpha=..., out=...) -> Tensor:
    """input + alpha * other, entry by entry; either may be a number."""
def sub(input, other, *, alpha=..., out=...) -> Tensor:
    """input - alpha * other, entry by entry; either may be a number."""
def mul(input, other, *, out=...) -> Tensor:
    """input * other, entry by entry; either may be a number."""
class RsubBackward1(Node):
    """number - self. It has one input only: the number is no operand, but a detail of the operation."""
class DivBackward2(Node):
    """self / other, rounded to a whole number: a staircase, with the slope 0."""
def rounded_down(a, b) -> Any: ...
def rounded_to_zero(a, b) -> Any: ...
ROUNDED: dict[str, Any]
def refuse_divisor(a, b, name) -> None:
    """Raise an error for booleans, and for whole numbers divided by 0."""
def div(input, other, *, rounding_mode=..., out=...) -> Tensor:
    """input / other, entry by entry; either may be a number. Whole numbers are divided as float32."""
def true_divide(input, other) -> Tensor:
    """input / other, entry by entry; either may be a number: the name by which NumPy knows `div`."""
class NoRule(Node):
    """What PyTorch calculates, but has no rule for: the way back ends with an error. Numbers are no operands."""
def without_rule(name, calculate, a, b) -> Tensor:
    """What `calculate` gives for two operands. As in PyTorch the node leads only to those that want a gradient."""
def floor_divide(input, other) -> Tensor:
    """input / other, rounded down, entry by entry; either may be a number. It has no gradient, unlike that of `div`."""
class RemainderBackward1(Node):
    """What is left of self when `other` is taken away a whole number of times: self - times * other."""
def times_in(self, other) -> Any:
    """How many times the divisor is taken away: an array from arrays, a recorded tensor from tensors."""
class RemainderBackward0(Node):
    """The same for a number, which is no operand."""
def left_over(a, b) -> Any: ...
def remainder(input, other) -> Tensor:
    """What a division leaves over, with the sign of the divisor: 5 % 3 -> 2, -5 % 3 -> 1. Either may be a number."""
def times_log(power, base, exponent) -> ndarray:
    """power * ln(base), but 0 where the base is 0 and the exponent is not negative: there the power stays 0 (or 1)."""
def power(base, exponent) -> Any:
    """base ** exponent for arrays; a whole number to a negative power is a fraction, rounded towards 0."""
class PowBackward1(Node):
    """self ** exponent for two tensors: n x^(n-1) for the base, x^n ln x for the exponent."""
class PowBackward2(Node):
    """number ** exponent: the result times the number's logarithm."""
def reflected_pow(self, base) -> Tensor:
    """base ** self, for a tensor, or a number, to the power of a tensor."""
def pow(input, exponent) -> Tensor:
    """input ** exponent, entry by entry; either may be a number."""
def rsub(self, other) -> Tensor:
    """other - self, entry by entry; `other` may be a number."""
