# Made by tools/stubs.py from minigrad.core.ops: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any, Self

def add_rule(grad) -> tuple[Any, ...]:
    """For c = self + other: what goes to self, and what goes to other."""
def mul_rule(grad, self, other) -> tuple[Any, ...]:
    """For c = self * other: what goes to self, and what goes to other."""
def mean_rule(grad, count) -> Any:
    """For the mean of `count` numbers: what goes to each of them."""
def neg_rule(grad) -> Any:
    """For c = -self: what goes to self."""
def div_rule(grad, self, other) -> tuple[Any, ...]:
    """For c = self / other: what goes to self, and what goes to other."""
def exp_rule(grad, result) -> Any:
    """For c = exp(self): what goes to self."""
def pow_rule(grad, self, exponent) -> Any:
    """For c = self ** exponent, where the exponent is a plain number: what goes to self."""
def tanh_rule(grad, result) -> Any:
    """For c = tanh(self): what goes to self."""
def elementwise(operation, self, other) -> Any:
    """Apply a NumPy operation to two tensors' arrays in PyTorch's dtype. (m, 1), (n,) -> (m, n)"""
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
class Unneeded(Tensor):
    """In the place of an operand that was not saved: what is computed with it is no gradient."""
    @property
    def T(self) -> Self: ...
    def __add__(self, other) -> Self: ...
    __array_ufunc__: Any
    def __matmul__(self, other) -> Self: ...
    def __mul__(self, other) -> Self: ...
    def __neg__(self) -> Any: ...
    def __pow__(self, other) -> Self: ...
    def __radd__(self, other) -> Self: ...
    def __rmatmul__(self, other) -> Self: ...
    def __rmul__(self, other) -> Self: ...
    def __rpow__(self, other) -> Self: ...
    def __rsub__(self, other) -> Self: ...
    def __rtruediv__(self, other) -> Self: ...
    def __sub__(self, other) -> Self: ...
    def __truediv__(self, other) -> Self: ...
    def t(self) -> Self: ...
UNNEEDED: Tensor
class MulBackward0(Node):
    """self * other: each gradient is the arriving one times the *other* input, hence saved."""
def mul(input, other) -> Tensor:
    """input * other, entry by entry."""
class DivBackward0(Node):
    """self / other: d(a/b)/da = 1/b and d(a/b)/db = -(a/b)/b."""
def div(input, other) -> Tensor:
    """input / other, entry by entry; whole numbers are divided as float32."""
def no_slope(grad) -> ndarray:
    """Zeros in the gradient's form, without any history: array for array, tensor for tensor."""
class PowBackward0(Node):
    """self ** number: d(x^n)/dx = n x^(n-1). The exponent is no tensor; it is kept on `ctx`."""
def pow(input, exponent) -> Tensor:
    """input ** exponent, entry by entry. Powers with a tensor as exponent are the library's."""
class ExpBackward0(Node):
    """e^self is its own derivative, so the result is what is saved."""
def exp(input) -> Tensor:
    """e to the power of each entry."""
def shared(source, array, several=...) -> Tensor:
    """A view: a tensor on memory that belongs to `source`. Writes into either count for both."""
class ViewBackward0(Node):
    """The same numbers in another shape: the result shares its input's memory and counter."""
def view(self, *shape, size=...) -> Tensor:
    """The same numbers in another shape, on the same memory. (2, 3) -> (6,)"""
class ExpandBackward0(Node):
    """The same numbers, repeated to fill a larger shape; on the way back the engine adds up."""
def expand(grad, shape) -> Any:
    """Repeat a gradient to fill this shape: array gives array, tensor gives recorded tensor."""
def spread(grad, shape) -> Any:
    """What `expand` gives, and in both forms a view: every entry is the same number in memory."""
def summed(grad, axes) -> Any:
    """The sum along these dimensions: an array of an array, a recorded tensor of a tensor."""
class SumBackward0(Node):
    """The sum of all entries: each of them has the derivative 1."""
class SumBackward1(Node):
    """The sum along some dimensions: the gradient gets them back and is repeated along them."""
def in_dtype(operation, input, dtype, *details) -> Tensor:
    """Apply an operation to the numbers in this dtype (None: their own). Its node stands where the input's would."""
def sum(input, dim=..., keepdim=..., *, dtype=...) -> Tensor:
    """The sum of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
class MeanBackward0(Node):
    """The mean of all entries: each of n entries has the derivative 1/n."""
class MeanBackward1(Node):
    """The mean along some dimensions."""
def refuse_whole_numbers(tensor) -> None: ...
def mean(input, dim=..., keepdim=..., *, dtype=...) -> Tensor:
    """The mean of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
class TanhBackward0(Node):
    """d(tanh x)/dx = 1 - tanh(x)^2, so the result is what is saved."""
def tanh(input) -> Tensor:
    """The hyperbolic tangent of each entry, between -1 and 1."""
def sum_to(grad, shape) -> Any:
    """Add up what was repeated to make a tensor of this shape as large as grad. (2, 3) -> (3,)"""
def turned(matrix) -> Any:
    """Rows become columns: an array of an array, a recorded tensor of a tensor."""
class MmBackward0(Node):
    """self @ mat2 for two matrices. UNNEEDED stands for an operand that was not kept."""
def mm_rule(grad, self, mat2) -> tuple[Any, ...]:
    """For c = self @ mat2: what goes to self, and what goes to mat2."""
def duplicate(grad) -> ndarray:
    """A copy with memory of its own: an array of an array, a recorded tensor of a tensor."""
def overlay(grad, places, inside) -> ndarray:
    """Part of a tensor was overwritten: the gradient as it came, but `inside` at the places written."""
def mean_of(array) -> Any: ...
def quick_sum(input) -> Tensor: ...
def quick_mean(input) -> Any: ...
