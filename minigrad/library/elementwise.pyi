# Made by tools/stubs.py from minigrad.library.elementwise: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any, overload

def of_one(operation, name) -> Any:
    """The function of this name, from an operation on one tensor. It raises TypeError for anything else."""
COMPUTED: dict[Any, Any]
def of_two(operation, name) -> Any:
    """The same for an operation on two tensors."""
def takes_out(function) -> Any:
    """The function with PyTorch's `out=`: a tensor to write the result into, which is also what it gives."""
def put_out(name, out, function, args, kwargs) -> Tensor:
    """Write the function's result into `out`."""
NO_TENSOR: Tensor
def as_tensors(a, b, symbol=...) -> tuple[Tensor, ...]:
    """Tensors as they are, and numbers as tensors that take the dtype of the tensor beside them."""
def either(operation, function, value) -> Any:
    """A recorded operation on a tensor, or NumPy's function of an array."""
def array_of(value) -> Any:
    """The bare array, of a tensor or of what is an array already."""
def choose(mask, a, b) -> ndarray:
    """Where the mask is true a, else b: arrays from arrays, a recorded tensor if one of them is a tensor."""
BITS: dict[Any, Any]
def only(mask, numbers) -> ndarray:
    """The numbers where the mask is true, else 0: their bits times 1 or 0. NumPy takes far longer to choose."""
def on_floats(compute, keep_input=...) -> Any:
    """A `forward`: NumPy's function of the numbers as floating point numbers. A rule may need the input kept."""
class ReciprocalBackward0(Node):
    """1 / self: the derivative is -(1/self)^2, so the result is what is saved."""
class LogBackward0(Node):
    """The natural logarithm: d(ln x)/dx = 1/x."""
class Log1PBackward0(Node):
    """ln(1 + x), exact even where x is tiny: the derivative is 1/(1 + x)."""
class Expm1Backward0(Node):
    """e^x - 1, exact even where x is tiny: the derivative is e^x."""
class SqrtBackward0(Node):
    """d(sqrt x)/dx = 1 / (2 sqrt x)."""
class RsqrtBackward0(Node):
    """1 / sqrt x has the derivative -1/2 (1 / sqrt x)^3."""
def sigmoid_of(array) -> Any: ...
class SigmoidBackward0(Node):
    """s(x) = 1 / (1 + e^-x) has the derivative s (1 - s)."""
class SinBackward0(Node):
    """d(sin x)/dx = cos x."""
class CosBackward0(Node):
    """d(cos x)/dx = -sin x."""
class TanBackward0(Node):
    """d(tan x)/dx = 1 + tan(x)^2."""
python_erf: Any
def erf_of(array) -> ndarray: ...
class ErfBackward0(Node):
    """The error function: d(erf x)/dx = 2 / sqrt(pi) e^(-x^2)."""
class AbsBackward0(Node):
    """|x| has the derivative -1, 0 or 1: the sign of x."""
class ReluBackward0(Node):
    """max(x, 0): the gradient stops where x is not positive. At the kink, 0 is PyTorch's choice."""
class ThresholdBackwardBackward0(Node):
    """What `relu` sends back. It depends on the result of `relu` too, but with a slope of 0 wherever there is one."""
def sign_of(array) -> Any: ...
class SgnBackward0(Node):
    """-1, 0 or 1, also 0 for nan: a staircase, with the slope 0."""
class SignBackward0(Node):
    """-1, 0 or 1: the sign."""
class FloorBackward0(Node):
    """The next whole number below: a staircase, with the slope 0."""
class RoundBackward0(Node):
    """The nearest whole number; of two that are equally near, the even one."""
class RoundBackward1(Node):
    """The nearest number with so many decimals, or with zeros at the end for a negative number of them."""
def round(input, *, decimals=...) -> Tensor:
    """Each entry rounded to a whole number, or to this many decimals; halves become even: 0.5 -> 0, 1.5 -> 2."""
def square(input) -> Tensor:
    """The square of each entry."""
def negative(input) -> Tensor:
    """-self."""
def reciprocal(input) -> Tensor:
    """1 / self: the derivative is -(1/self)^2, so the result is what is saved."""
def log(input) -> Tensor:
    """The natural logarithm: d(ln x)/dx = 1/x."""
def log1p(input) -> Tensor:
    """ln(1 + x), exact even where x is tiny: the derivative is 1/(1 + x)."""
def expm1(input) -> Tensor:
    """e^x - 1, exact even where x is tiny: the derivative is e^x."""
def sqrt(input) -> Tensor:
    """d(sqrt x)/dx = 1 / (2 sqrt x)."""
def rsqrt(input) -> Tensor:
    """1 / sqrt x has the derivative -1/2 (1 / sqrt x)^3."""
def sigmoid(input) -> Tensor:
    """s(x) = 1 / (1 + e^-x) has the derivative s (1 - s)."""
def erf(input) -> Tensor:
    """The error function: d(erf x)/dx = 2 / sqrt(pi) e^(-x^2)."""
def relu(input) -> Tensor:
    """max(x, 0): the gradient stops where x is not positive. At the kink, 0 is PyTorch's choice."""
def sin(input) -> Tensor:
    """d(sin x)/dx = cos x."""
def cos(input) -> Tensor:
    """d(cos x)/dx = -sin x."""
def tan(input) -> Tensor:
    """d(tan x)/dx = 1 + tan(x)^2."""
def abs_(input) -> Tensor:
    """|x| has the derivative -1, 0 or 1: the sign of x."""
def sgn(input) -> Tensor:
    """-1, 0 or 1, also 0 for nan: a staircase, with the slope 0."""
def sign(input) -> Tensor:
    """-1, 0 or 1: the sign."""
def floor(input) -> Tensor:
    """The next whole number below: a staircase, with the slope 0."""
def require_broadcast(*tensors) -> None:
    """Raise RuntimeError unless the shapes fit together."""
class WhereBackward0(Node):
    """Entries of self where the condition is true, else of other: each gradient goes where its entry came from."""
@overload
def where(condition) -> tuple[Tensor, ...]:
    """Entries of `input` where the condition is true, else of `other`; both may be numbers. (m, 1), (n,), () -> (m, n)"""
@overload
def where(condition, input, other) -> Tensor:
    """Entries of `input` where the condition is true, else of `other`; both may be numbers. (m, 1), (n,), () -> (m, n)"""
def method_where(self, condition, other=...) -> Tensor:
    """Entries of this tensor where the condition is true, else of `other`. (m, 1), (n,), () -> (m, n)"""
class MaskedFillBackward1(Node):
    """The number of a tensor where the mask is true: its gradient is the sum of what arrives there."""
class MaskedFillBackward0(Node):
    """A number where the mask is true: there the gradient stops."""
def masked_fill(input, mask, value) -> Tensor:
    """Each entry, but where the mask is true `value`, a number or a tensor without dimensions. (n,), (m, 1) -> (m, n)"""
class FillBackward0(Node):
    """One number everywhere."""
class FillBackward1(Node):
    """The number of a tensor without dimensions, everywhere: its gradient is the sum of all."""
def fill(input, value) -> Tensor:
    """A tensor in the shape and dtype of `input`, with the same number everywhere, or that of a lone tensor."""
class LerpBackward0(Node):
    """A number's share of the way from self to end. (m, 1), (n,) -> (m, n)"""
class LerpBackward1(Node):
    """The same for shares in a tensor."""
def on_the_way(a, b, weight) -> ndarray:
    """PyTorch begins at the end that is nearer, so that a share of 1 gives the end exactly."""
def lerp(input, end, weight) -> Tensor:
    """input + weight * (end - input): a share of the way, 0 at `input`, 1 at `end`. (m, 1), (n,), () -> (m, n)"""
class MaximumBackward0(Node):
    """The larger of each two entries: it gets the gradient. Equal ones share it. (m, 1), (n,) -> (m, n)"""
class MinimumBackward0(Node):
    """The smaller of each two entries."""
def maximum(input, other) -> Tensor:
    """The larger of each two entries: it gets the gradient. Equal ones share it. (m, 1), (n,) -> (m, n)"""
def minimum(input, other) -> Tensor:
    """The smaller of each two entries."""
def holds(self, compare, other, without=...) -> Any:
    """An array of booleans: where the comparison of two tensors holds. The other may be a number, or None: no limit."""
def within(grad, self, lowest, highest) -> Any:
    """The gradient where a tensor's entries are within these limits, 0 elsewhere."""
class ClampBackward1(Node):
    """Numbers beyond a limit become the limit: there the gradient stops."""
class ClampMinBackward0(Node):
    """Only a lower limit."""
class ClampMaxBackward0(Node):
    """Only an upper limit."""
NO_LIMIT: Tensor
class ClampBackward0(Node):
    """Limits that are tensors: beyond a limit the gradient is the limit's; where two contradict, the upper's."""
def shared_out(grad, given) -> Any:
    """The gradient for each of those that are given, of 'self', 'min' and 'max'."""
class ClampMinBackward1(Node):
    """Only lower limits."""
class ClampMaxBackward1(Node):
    """Only upper limits."""
def with_limits(by_numbers, by_tensors, name, input, min, max) -> Tensor:
    """Apply one of two operations, as the limits are numbers or tensors. Raises TypeError for a mixture."""
def clamp(input, min=..., max=...) -> Tensor:
    """Each entry, but not below `min` nor above `max`, numbers or tensors. Raises RuntimeError if neither is given."""
def clip(input, min=..., max=...) -> Tensor:
    """What `clamp` gives, by the name that NumPy has for it."""
def clamp_min(input, min) -> Tensor:
    """Each entry, but not below `min`, a number or a tensor."""
def clamp_max(input, max) -> Tensor:
    """Each entry, but not above `max`, a number or a tensor."""
class GeluBackward0(Node):
    """x times the share of the normal distribution that lies below x."""
def normal_share(x) -> tuple[Any, ...]:
    """The share of the normal distribution below x, and its slope, the density at x."""
def share_by_tanh(x) -> tuple[Any, ...]:
    """Nearly the same, from tanh."""
SHARES: dict[str, Any]
def gelu(input, *, approximate=...) -> Tensor:
    """x times the share of the normal distribution below x, for each entry x. Approximate: 'none' or 'tanh'."""
class SoftplusBackward0(Node):
    """ln(1 + e^(beta x)) / beta, a smooth relu; its slope is sigmoid(beta x). Beyond the threshold it is x itself."""
def softplus(input, beta=..., threshold=...) -> Tensor:
    """ln(1 + e^(beta x)) / beta for each entry x, and x itself where beta x is beyond the threshold."""
class ToCopyBackward0(Node):
    """The same numbers in another dtype. On the way back the engine converts the gradient."""
def cast(self, dtype) -> Tensor:
    """The same numbers in another dtype; the tensor itself if it has that dtype already."""
def to_kind(name, dtype) -> Any:
    """The method of this name: the same numbers in NumPy's dtype."""
