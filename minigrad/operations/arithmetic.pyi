# Made by tools/stubs.py from minigrad.operations.arithmetic: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

def elementwise(operation, self, other) -> Any:
    """Apply a NumPy operation to two tensors' arrays in PyTorch's dtype. (m, 1), (n,) -> (m, n)"""
def no_slope(grad) -> ndarray:
    """Zeros in the gradient's form, without any history: array for array, tensor for tensor."""
class Number(Tensor):
    """A Python number that met a tensor: beside floating point numbers it takes their dtype."""
    @property
    def shown(self) -> Tensor: ...
as_number: Any
def operand(value, partner, symbol) -> Tensor:
    """The other operand as a tensor."""
class AddBackward0(Node):
    """self + other: each input hands the gradient on unchanged."""
def add(input, other) -> Tensor:
    """input + other, entry by entry: what `+` does."""
class SubBackward0(Node):
    """self - other: the gradient of `other` changes its sign."""
def sub(input, other) -> Tensor:
    """input - other, entry by entry."""
class NegBackward0(Node):
    """-self."""
def neg(input) -> Tensor:
    """-input, entry by entry."""
class MulBackward0(Node):
    """self * other: each gradient is the arriving one times the *other* input, hence saved."""
def mul(input, other) -> Tensor:
    """input * other, entry by entry."""
class DivBackward0(Node):
    """self / other: d(a/b)/da = 1/b and d(a/b)/db = -(a/b)/b."""
def div(input, other) -> Tensor:
    """input / other, entry by entry; whole numbers are divided as float32."""
class PowBackward0(Node):
    """self ** number: d(x^n)/dx = n x^(n-1). The exponent is no tensor; it is kept on `ctx`."""
def pow(input, exponent) -> Tensor:
    """input ** exponent, entry by entry. Powers with a tensor as exponent are the library's."""
class ExpBackward0(Node):
    """e^self is its own derivative, so the result is what is saved."""
def exp(input) -> Tensor:
    """e to the power of each entry."""
class TanhBackward0(Node):
    """d(tanh x)/dx = 1 - tanh(x)^2, so the result is what is saved."""
def tanh(input) -> Tensor:
    """The hyperbolic tangent of each entry, between -1 and 1."""
