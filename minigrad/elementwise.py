"""More operations, entry by entry, in the pattern of chapter 3: who can read `ops.py` can read these."""

import math
import operator

import numpy as np

from minigrad.function import Function
from minigrad.ops import counted, elementwise, exp, floating, mismatch, operand
from minigrad.ops import pow as pow_number
from minigrad.sentences import refuse_bool_minus
from minigrad.tensors import C_NAMES, Tensor, zeros_like

NUMBERS = (int, float, np.generic)
C_TYPES = {"float32": "float", "float64": "double", "int64": "int64_t"}  # what C++ calls them


def kind_name(tensor):
    return C_NAMES[tensor.dtype]


def refuse_bool(tensor, name):
    if tensor.array.dtype.kind == "b":
        raise NotImplementedError(f"\"{name}\" not implemented for 'Bool'")


def refuse_whole(tensor, name):
    if tensor.array.dtype.kind != "f":
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind_name(tensor)}'")


def require(kind, value, name, argument="input", position=1):
    """Raise TypeError unless this argument of the function called `name` is of its kind: Tensor, or NUMBERS."""
    if not isinstance(value, kind):
        wanted = "Tensor" if kind is Tensor else "Number"
        raise TypeError(
            f"{name}(): argument '{argument}' (position {position}) must be {wanted}, not {type(value).__name__}"
        )


def invalid(name, *arguments):
    """The error for arguments that fit none of the ways to call a function."""
    kinds = ", ".join([type(argument).__name__ for argument in arguments])
    return TypeError(f"{name}() received an invalid combination of arguments - got ({kinds})")


def of_one(operation, name):
    """The function of this name, from an operation on one tensor. It raises TypeError for anything else."""

    def function(input):
        require(Tensor, input, name)
        return operation.apply(input)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = operation.__doc__
    return function


def of_two(operation, name):
    """The same for an operation on two tensors."""

    def function(input, other):
        require(Tensor, input, name)
        require(Tensor, other, name, "other", 2)
        return operation.apply(input, other)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = operation.__doc__
    return function


def either(operation, function, value):
    """A recorded operation on a tensor, or NumPy's function of an array."""
    return (operation if isinstance(value, Tensor) else function)(value)


def python_number(value):
    return value.item() if isinstance(value, np.generic) else value


def converted(value, dtype):
    """A number in NumPy's dtype. Raises RuntimeError for one that is too large for it."""
    try:
        result = dtype.type(value)
    except (OverflowError, ValueError):  # infinity, nan, or a very large number as a whole one
        result = None
    if result is None or abs(result) == math.inf != abs(value):
        raise RuntimeError(f"value cannot be converted to type {C_TYPES[dtype.name]} without overflow")
    return result


class Rsub(Function, node="RsubBackward1"):
    """number - self. It has one input only: the number is no operand, but a detail of the operation."""

    @staticmethod
    def forward(ctx, self, number):
        ctx.number = operand(number, self, "-")
        refuse_bool_minus(self.array.dtype, ctx.number.array.dtype)
        return elementwise(operator.sub, ctx.number, self)

    @staticmethod
    def backward(ctx, grad):
        return -grad


def reflected(operation):
    """The method for a number on the left of an operator. For anything else, Python finds the words of its error."""
    return lambda self, value: operation(self, value) if isinstance(value, (int, float, np.generic)) else NotImplemented


Tensor.__rsub__ = reflected(Rsub.apply)
Tensor.__array_priority__ = 1000  # NumPy's numbers on the left leave the operation to the tensor


class Reciprocal(Function, node="ReciprocalBackward0", saves="result"):
    """1 / self: the derivative is -(1/self)^2, so the result is what is saved."""

    @staticmethod
    def forward(ctx, self):
        return 1 / floating(self.array)

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return -grad * (result * result)


reciprocal = Tensor.reciprocal = of_one(Reciprocal, "reciprocal")
Tensor.__rtruediv__ = reflected(lambda self, number: Reciprocal.apply(self) * number)  # two nodes, as in PyTorch


class Log(Function, node="LogBackward0", saves="self"):
    """The natural logarithm: d(ln x)/dx = 1/x."""

    @staticmethod
    def forward(ctx, self):
        ctx.save_for_backward(self)
        return np.log(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return grad / self


log = Tensor.log = of_one(Log, "log")


class Log1p(Function, node="Log1PBackward0", saves="self"):
    """ln(1 + x), exact even where x is tiny: the derivative is 1/(1 + x)."""

    @staticmethod
    def forward(ctx, self):
        ctx.save_for_backward(self)
        return np.log1p(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return grad / (self + 1)


log1p = Tensor.log1p = of_one(Log1p, "log1p")


class Expm1(Function, node="Expm1Backward0", saves="result"):
    """e^x - 1, exact even where x is tiny: the derivative is e^x."""

    @staticmethod
    def forward(ctx, self):
        return np.expm1(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad * (result + 1)


expm1 = Tensor.expm1 = of_one(Expm1, "expm1")


class Sqrt(Function, node="SqrtBackward0", saves="result"):
    """d(sqrt x)/dx = 1 / (2 sqrt x)."""

    @staticmethod
    def forward(ctx, self):
        return np.sqrt(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad / (2 * result)


sqrt = Tensor.sqrt = of_one(Sqrt, "sqrt")


class Rsqrt(Function, node="RsqrtBackward0", saves="result"):
    """1 / sqrt x has the derivative -1/2 (1 / sqrt x)^3."""

    @staticmethod
    def forward(ctx, self):
        return 1 / np.sqrt(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return -0.5 * grad * (result * result * result)


rsqrt = Tensor.rsqrt = of_one(Rsqrt, "rsqrt")


class Tanh(Function, node="TanhBackward0", saves="result"):
    """d(tanh x)/dx = 1 - tanh(x)^2."""

    @staticmethod
    def forward(ctx, self):
        return np.tanh(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad * (1 - result * result)


tanh = Tensor.tanh = of_one(Tanh, "tanh")


class Sigmoid(Function, node="SigmoidBackward0", saves="result"):
    """s(x) = 1 / (1 + e^-x) has the derivative s (1 - s)."""

    @staticmethod
    def forward(ctx, self):
        return sigmoid_of(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad * (1 - result) * result


def sigmoid_of(array):
    return 1 / (1 + np.exp(-array))


sigmoid = Tensor.sigmoid = of_one(Sigmoid, "sigmoid")


class ThresholdBackward(Function, node="ThresholdBackwardBackward0", saves="mask"):
    """The gradient where the mask is true, else 0, even where the gradient is infinite: the way back of `relu`."""

    @staticmethod
    def forward(ctx, grad, mask):
        ctx.mask = mask
        return passed(grad.array, mask)

    @staticmethod
    def backward(ctx, grad):
        return passed(grad, ctx.mask)


def passed(grad, mask):
    """An array for an array, a recorded tensor for a tensor."""
    if isinstance(grad, Tensor):
        return ThresholdBackward.apply(grad, mask)
    return np.where(mask, grad, grad.dtype.type(0))


class ReluGradient(Function, node="ThresholdBackwardBackward0", saves="mask"):
    """What `relu` sends back. It depends on the result of `relu` too, but with a slope of 0 wherever there is one."""

    @staticmethod
    def forward(ctx, grad, result, mask):
        ctx.mask = mask
        return passed(grad.array, mask)

    @staticmethod
    def backward(ctx, grad):
        return passed(grad, ctx.mask), no_slope(grad)


def no_slope(grad):
    """Zeros in the gradient's form, without any history: array for array, tensor for tensor."""
    return zeros_like(grad) if isinstance(grad, Tensor) else np.zeros_like(grad)


class Relu(Function, node="ReluBackward0", saves="result"):
    """max(x, 0): the gradient stops where x is not positive. At the kink, 0 is PyTorch's choice."""

    @staticmethod
    def forward(ctx, self):
        if self.array.dtype.kind == "b":
            raise RuntimeError("Boolean inputs not supported for relu")
        return np.maximum(self.array, self.array.dtype.type(0))

    @staticmethod
    def backward(ctx, grad):
        result = ctx.saved_like(grad)[0]
        if isinstance(result, Tensor):
            return ReluGradient.apply(grad, result, ~(result.array <= 0))
        return passed(grad, ~(result <= 0))  # so nan passes, as in PyTorch


relu = Tensor.relu = of_one(Relu, "relu")


def choose(mask, a, b):
    """Where the mask is true a, else b: arrays from arrays, a recorded tensor if one of them is a tensor."""
    if isinstance(a, Tensor) or isinstance(b, Tensor):
        return where(Tensor(mask), a, b)
    return np.where(mask, a, b)


def require_broadcast(*tensors):
    """Raise RuntimeError unless the shapes fit together."""
    shape = ()
    for tensor in tensors:
        try:
            shape = np.broadcast_shapes(shape, tensor.array.shape)
        except ValueError:
            raise RuntimeError(mismatch(shape, tensor.array.shape)) from None


class Where(Function, node="WhereBackward0", saves="condition"):
    """Entries of self where the condition is true, else of other: each gradient goes where its entry came from."""

    @staticmethod
    def forward(ctx, self, other, hidden):
        (condition,) = hidden  # in a tuple, since no edge leads to it
        require_broadcast(condition, self, other)
        ctx.save_for_backward(condition)
        return elementwise(lambda a, b: np.where(condition.array, a, b), self, other)

    @staticmethod
    def backward(ctx, grad):
        mask = ctx.saved_tensors[0].array
        return choose(mask, grad, 0), choose(mask, 0, grad)


def where(condition, input=None, other=None):
    """Entries of `input` where the condition is true, else of `other`; both may be numbers. (m, 1), (n,), () -> (m, n)

    Without the two: the places where `condition` is not 0, as a tuple with one tensor of indices per dimension.
    Raises RuntimeError unless the condition is of booleans and the shapes fit together.
    """
    if input is None and other is None:
        require(Tensor, condition, "where", "condition")
        return tuple([Tensor(places) for places in np.nonzero(np.atleast_1d(condition.array))])
    tensors = [value for value in (input, other, condition) if isinstance(value, Tensor)]
    if not isinstance(condition, Tensor) or not all(isinstance(value, (Tensor, *NUMBERS)) for value in (input, other)):
        raise invalid("where", *[value for value in (condition, input, other) if value is not None])
    if condition.array.dtype.kind != "b":
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype {kind_name(condition)}"
        )
    input, other = [value if isinstance(value, Tensor) else operand(value, tensors[0], "") for value in (input, other)]
    return Where.apply(input, other, (condition,))


Tensor.where = lambda self, condition, other=None: where(condition, self, other)


class MaskedFill(Function, node="MaskedFillBackward0", saves="mask"):
    """A number where the mask is true: there the gradient stops."""

    @staticmethod
    def forward(ctx, self, number, hidden):
        return filled_in(ctx, self, converted(number, self.array.dtype), *hidden)

    @staticmethod
    def backward(ctx, grad):
        return choose(ctx.saved_tensors[0].array, 0, grad)


class MaskedFillTensor(Function, node="MaskedFillBackward1", saves="mask"):
    """The number of a tensor where the mask is true: its gradient is the sum of what arrives there."""

    @staticmethod
    def forward(ctx, self, value, hidden):
        return filled_in(ctx, self, value.array, *hidden)

    @staticmethod
    def backward(ctx, grad):
        mask = ctx.saved_tensors[0].array
        return choose(mask, 0, grad), choose(mask, grad, 0)


def filled_in(ctx, self, number, mask):
    ctx.save_for_backward(mask)
    return Tensor(np.where(mask.array, number.astype(self.array.dtype), self.array))  # whole numbers get no history


def masked_fill(input, mask, value):
    """Each entry, but `value`, a number or a tensor without dimensions, where the mask is true. (n,), (m, 1) -> (m, n)

    Raises RuntimeError for a mask that is not of booleans, a value with dimensions, or one too large for the dtype.
    """
    if not (isinstance(input, Tensor) and isinstance(mask, Tensor) and isinstance(value, (Tensor, *NUMBERS))):
        raise invalid("masked_fill", input, mask, value)
    if mask.array.dtype.kind != "b":
        name = C_TYPES[mask.array.dtype.name].replace("int64_t", "long int")
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {name}")
    require_broadcast(mask, input)
    if not isinstance(value, Tensor):
        return MaskedFill.apply(input, value, (mask,))
    if value.array.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, "
            f"but got tensor with {value.array.ndim} dimension(s)."
        )
    return MaskedFillTensor.apply(input, value, (mask,))


Tensor.masked_fill = masked_fill


class Maximum(Function, node="MaximumBackward0", saves="self other"):
    """The larger of each two entries: it gets the gradient. Equal ones share it. (m, 1), (n,) -> (m, n)"""

    @staticmethod
    def forward(ctx, self, other):
        ctx.save_for_backward(self, other)
        return elementwise(np.maximum, self, other)

    @staticmethod
    def backward(ctx, grad):
        self, other = ctx.saved_tensors
        grad = choose(elementwise(operator.eq, self, other), grad / 2, grad)
        less, more = elementwise(operator.lt, self, other), elementwise(operator.gt, self, other)
        return choose(less, 0, grad), choose(more, 0, grad)


class Minimum(Maximum, node="MinimumBackward0", saves="self other"):
    """The smaller of each two entries."""

    @staticmethod
    def forward(ctx, self, other):
        ctx.save_for_backward(self, other)
        return elementwise(np.minimum, self, other)

    @staticmethod
    def backward(ctx, grad):
        to_self, to_other = Maximum.backward(ctx, grad)
        return to_other, to_self


maximum = Tensor.maximum = of_two(Maximum, "maximum")
minimum = Tensor.minimum = of_two(Minimum, "minimum")


def limited(tensor, lowest, highest):
    """The tensor's array, its entries not below `lowest` nor above `highest` (None: no limit)."""
    floats = isinstance(lowest, float) or isinstance(highest, float)
    array = floating(tensor.array) if floats else counted(tensor.array)
    limits = [None if limit is None else converted(limit, array.dtype) for limit in (lowest, highest)]
    return np.clip(array, *limits)


def holds(self, compare, other, without=True):
    """An array of booleans: where the comparison of two tensors holds. The other may be a number, or None: no limit."""
    if self is None or other is None:
        return np.bool_(without)
    return elementwise(compare, self, other if isinstance(other, Tensor) else operand(other, self, ""))


def passed_between(ctx, grad, lowest, highest):
    """The gradient where the saved tensor is within these limits, 0 elsewhere."""
    self = ctx.saved_tensors[0]
    return choose(holds(self, operator.ge, lowest) & holds(self, operator.le, highest), grad, 0)


class Clamp(Function, node="ClampBackward1", saves="self min max"):
    """Numbers beyond a limit become the limit: there the gradient stops."""

    @staticmethod
    def forward(ctx, self, min, max):
        ctx.save_for_backward(self)
        ctx.min, ctx.max = min, max
        return limited(self, min, max)

    @staticmethod
    def backward(ctx, grad):
        return passed_between(ctx, grad, ctx.min, ctx.max)


class ClampMin(Function, node="ClampMinBackward0", saves="self min"):
    """Only a lower limit."""

    @staticmethod
    def forward(ctx, self, min):
        ctx.save_for_backward(self)
        ctx.min = min
        return limited(self, min, None)

    @staticmethod
    def backward(ctx, grad):
        return passed_between(ctx, grad, ctx.min, None)


class ClampMax(Function, node="ClampMaxBackward0", saves="self max"):
    """Only an upper limit."""

    @staticmethod
    def forward(ctx, self, max):
        ctx.save_for_backward(self)
        ctx.max = max
        return limited(self, None, max)

    @staticmethod
    def backward(ctx, grad):
        return passed_between(ctx, grad, None, ctx.max)


NO_LIMIT = Tensor(np.zeros(()))  # holds the place of a limit that is not given: an edge that leads nowhere


class ClampTensor(Function, node="ClampBackward0", saves="self min max"):
    """Limits that are tensors: beyond a limit the gradient is the limit's; where two contradict, the upper's."""

    @staticmethod
    def forward(ctx, self, min, max):
        min, max = [None if limit is NO_LIMIT else limit for limit in (min, max)]
        ctx.save_for_backward(self, min, max)
        above = self if min is None else Tensor(elementwise(np.maximum, self, min))
        return above.array if max is None else elementwise(np.minimum, above, max)

    @staticmethod
    def backward(ctx, grad):
        self, min, max = ctx.saved_tensors
        below = holds(self, operator.lt, min, False) & holds(min, operator.lt, max)
        above = holds(self, operator.gt, max, False) | holds(max, operator.lt, min, False)
        return passed_between(ctx, grad, min, max), choose(below, grad, 0), choose(above, grad, 0)


class ClampMinTensor(Function, node="ClampMinBackward1", saves="self min"):
    """Only lower limits."""

    @staticmethod
    def forward(ctx, self, min):
        ctx.save_for_backward(self, min)
        return elementwise(np.maximum, self, min)

    @staticmethod
    def backward(ctx, grad):
        self, min = ctx.saved_tensors
        return passed_between(ctx, grad, min, None), choose(holds(self, operator.lt, min), grad, 0)


class ClampMaxTensor(Function, node="ClampMaxBackward1", saves="self max"):
    """Only upper limits."""

    @staticmethod
    def forward(ctx, self, max):
        ctx.save_for_backward(self, max)
        return elementwise(np.minimum, self, max)

    @staticmethod
    def backward(ctx, grad):
        self, max = ctx.saved_tensors
        return passed_between(ctx, grad, None, max), choose(holds(self, operator.gt, max), grad, 0)


def with_limits(by_numbers, by_tensors, name, input, *limits):
    """Apply one of two operations, as the limits are numbers or tensors. Raises TypeError for a mixture."""
    given = [limit for limit in limits if limit is not None]
    if given and isinstance(input, Tensor) and all(isinstance(limit, Tensor) for limit in given):
        return by_tensors.apply(input, *[NO_LIMIT if limit is None else limit for limit in limits])
    if not given or not isinstance(input, Tensor) or not all(isinstance(limit, NUMBERS) for limit in given):
        raise invalid(name, input, *(given or limits))
    return by_numbers.apply(input, *map(python_number, limits))


def clamp(input, min=None, max=None):
    """Each entry, but not below `min` nor above `max`, numbers or tensors. Raises RuntimeError if neither is given."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    return with_limits(Clamp, ClampTensor, "clamp", input, min, max)


def clamp_min(input, min):
    """Each entry, but not below `min`, a number or a tensor."""
    return with_limits(ClampMin, ClampMinTensor, "clamp_min", input, min)


def clamp_max(input, max):
    """Each entry, but not above `max`, a number or a tensor."""
    return with_limits(ClampMax, ClampMaxTensor, "clamp_max", input, max)


Tensor.clamp, Tensor.clamp_min, Tensor.clamp_max = clamp, clamp_min, clamp_max


class Sgn(Function, node="SgnBackward0"):
    """-1, 0 or 1, also 0 for nan: a staircase, with the slope 0."""

    @staticmethod
    def forward(ctx, self):
        return sign_of(self.array)

    @staticmethod
    def backward(ctx, grad):
        return no_slope(grad)


def sign_of(array):
    return ((array > 0).astype(np.int8) - (array < 0)).astype(array.dtype)


class Sign(Sgn, node="SignBackward0"):
    """-1, 0 or 1: the sign."""


sgn = Tensor.sgn = of_one(Sgn, "sgn")
sign = Tensor.sign = of_one(Sign, "sign")


class Floor(Sgn, node="FloorBackward0"):
    """The next whole number below: a staircase, with the slope 0."""

    @staticmethod
    def forward(ctx, self):
        refuse_bool(self, "floor_vml_cpu")
        return np.floor(self.array)


floor = Tensor.floor = of_one(Floor, "floor")


class Round(Sgn, node="RoundBackward0"):
    """The nearest whole number; of two that are equally near, the even one."""

    @staticmethod
    def forward(ctx, self):
        refuse_bool(self, "round_vml_cpu")
        return np.round(self.array)


class RoundDecimals(Sgn, node="RoundBackward1"):
    """The nearest number with so many decimals, or with zeros at the end for a negative number of them."""

    @staticmethod
    def forward(ctx, self, decimals):
        refuse_whole(self, "round_cpu" if decimals else "round_vml_cpu")
        return np.round(self.array, decimals)


def round(input, *, decimals=None):
    """Each entry rounded to a whole number, or to this many decimals; halves become even: 0.5 -> 0, 1.5 -> 2."""
    require(Tensor, input, "round")
    return Round.apply(input) if decimals is None else RoundDecimals.apply(input, decimals)


Tensor.round = round


class Abs(Function, node="AbsBackward0", saves="self"):
    """|x| has the derivative -1, 0 or 1: the sign of x."""

    @staticmethod
    def forward(ctx, self):
        refuse_bool(self, "abs_cpu")
        ctx.save_for_backward(self)
        return abs(self.array)

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return grad * either(Sgn.apply, sign_of, self)


abs_ = Tensor.abs = Tensor.__abs__ = of_one(Abs, "abs")


class Sin(Function, node="SinBackward0", saves="self"):
    """d(sin x)/dx = cos x."""

    @staticmethod
    def forward(ctx, self):
        ctx.save_for_backward(self)
        return np.sin(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return grad * either(cos, np.cos, self)


sin = Tensor.sin = of_one(Sin, "sin")


class Cos(Function, node="CosBackward0", saves="self"):
    """d(cos x)/dx = -sin x."""

    @staticmethod
    def forward(ctx, self):
        ctx.save_for_backward(self)
        return np.cos(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return -grad * either(sin, np.sin, self)


cos = Tensor.cos = of_one(Cos, "cos")


class Tan(Function, node="TanBackward0", saves="result"):
    """d(tan x)/dx = 1 + tan(x)^2."""

    @staticmethod
    def forward(ctx, self):
        return np.tan(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad * (1 + result * result)


tan = Tensor.tan = of_one(Tan, "tan")


def erf_and_derivatives(points, count):
    """The function erf at these points, and its Taylor coefficients there: its derivatives, the k-th divided by k!."""
    found = [np.array([math.erf(point) for point in points]), 2 / math.sqrt(math.pi) * np.exp(-points**2)]
    for k in range(count - 1):  # from erf'' = -2 x erf'
        found.append(-2 * ((k + 1) * points * found[k + 1] + k * found[k]) / ((k + 1) * (k + 2)))
    return found


ERF = erf_and_derivatives(np.arange(6 * 64 + 1) / 64, 7)  # beyond 6, erf is 1 for float64


def erf_of(array):
    """erf of an array, exact to the last digit of float64: Taylor's polynomial at the nearest point of the table."""
    size = np.minimum(np.abs(array).astype(np.float64), 6)
    nearest = np.rint(64 * size)
    step, place = size - nearest / 64, nearest.astype(np.int64)
    result = 0 * step
    for coefficients in reversed(ERF):
        result *= step
        result += coefficients.take(place, mode="clip")  # "clip" for nan, which is no place
    return np.copysign(result, array).astype(array.dtype)


class Erf(Function, node="ErfBackward0", saves="self"):
    """The error function: d(erf x)/dx = 2 / sqrt(pi) e^(-x^2)."""

    @staticmethod
    def forward(ctx, self):
        ctx.save_for_backward(self)
        return erf_of(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return 2 / math.sqrt(math.pi) * either(exp, np.exp, -(self * self)) * grad


erf = Tensor.erf = of_one(Erf, "erf")


class Gelu(Function, node="GeluBackward0", saves="self approximate"):
    """x times the share of the normal distribution that lies below x."""

    @staticmethod
    def forward(ctx, self, approximate):
        refuse_whole(self, "GeluKernelImpl")
        ctx.save_for_backward(self)
        ctx.approximate = approximate
        share, _ = SHARES[approximate](self.array)
        return self.array * share

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        share, slope = SHARES[ctx.approximate](self)
        return grad * (share + self * slope)


def normal_share(x):
    """The share of the normal distribution below x, and its slope, the density at x."""
    share = (1 + either(erf, erf_of, x * math.sqrt(0.5))) / 2
    return share, either(exp, np.exp, -0.5 * (x * x)) / math.sqrt(2 * math.pi)


def share_by_tanh(x):
    """Nearly the same, from tanh."""
    scale = math.sqrt(2 / math.pi)
    bent = either(tanh, np.tanh, scale * (x + 0.044715 * (x * x * x)))
    return (1 + bent) / 2, (1 - bent * bent) / 2 * (scale * (1 + 3 * 0.044715 * (x * x)))


SHARES = {"none": normal_share, "tanh": share_by_tanh}


def gelu(input, *, approximate="none"):
    """x times the share of the normal distribution below x, for each entry x. Approximate: "none" or "tanh"."""
    require(Tensor, input, "gelu")
    if approximate not in SHARES:
        raise RuntimeError("approximate argument must be either none or tanh.")
    return Gelu.apply(input, approximate)


class Softplus(Function, node="SoftplusBackward0", saves="self beta threshold"):
    """ln(1 + e^(beta x)) / beta, a smooth relu; its slope is sigmoid(beta x). Beyond the threshold it is x itself."""

    @staticmethod
    def forward(ctx, self, beta, threshold):
        refuse_whole(self, "softplus_cpu")
        ctx.save_for_backward(self)
        ctx.beta, ctx.threshold = beta, threshold
        scaled = self.array * beta
        return np.where(scaled > threshold, self.array, np.log1p(np.exp(scaled)) / beta)

    @staticmethod
    def backward(ctx, grad):
        (self,), (array,) = ctx.saved_like(grad), [tensor.array for tensor in ctx.saved_tensors]
        curved = grad * either(sigmoid, sigmoid_of, self * ctx.beta)
        return choose(array * ctx.beta > ctx.threshold, grad, curved)


def softplus(input, beta=1, threshold=20):
    """ln(1 + e^(beta x)) / beta for each entry x, and x itself where beta x is beyond the threshold."""
    require(Tensor, input, "softplus")
    require(NUMBERS, beta, "softplus", "beta", 2)
    require(NUMBERS, threshold, "softplus", "threshold", 3)
    return Softplus.apply(input, python_number(beta), python_number(threshold))


class ToCopy(Function, node="ToCopyBackward0"):
    """The same numbers in another dtype. On the way back the engine converts the gradient."""

    @staticmethod
    def forward(ctx, self, dtype):
        return self.array.astype(dtype)

    @staticmethod
    def backward(ctx, grad):
        return grad


def to(self, dtype):
    """The same numbers in another dtype; the tensor itself if it has that dtype already."""
    dtype = np.dtype(getattr(dtype, "numpy", dtype))
    if self.array.dtype == dtype:
        return self
    return ToCopy.apply(self, dtype) if dtype.kind == "f" else Tensor(self.array.astype(dtype))


Tensor.to = to
Tensor.float, Tensor.double = (lambda self: self.to(np.float32)), (lambda self: self.to(np.float64))
Tensor.long, Tensor.bool = (lambda self: self.to(np.int64)), (lambda self: self.to(np.bool_))


def square(input):
    """The square of each entry."""
    require(Tensor, input, "square")
    return pow_number(input, 2)


Tensor.square = square


def safe_log(base, exponent):
    """The logarithm; but 0 where the base is 0 and the exponent is not negative: there the power stays 0 (or 1)."""
    base = base + (base == 0) * (exponent >= 0)
    return base.log() if isinstance(base, Tensor) else np.log(base)


def power(base, exponent):
    """base ** exponent for arrays; a whole number to a negative power is a fraction, rounded towards 0."""
    if base.dtype.kind == "b":
        raise NotImplementedError("\"pow\" not implemented for 'Bool'")
    if base.dtype.kind == "f" or np.all(exponent >= 0):
        return base ** exponent
    turned_over = np.where(np.abs(base) == 1, base ** np.abs(exponent), 0)
    return np.where(exponent < 0, turned_over, base ** np.maximum(exponent, 0))


class PowTensor(Function, node="PowBackward1", saves="self exponent result"):
    """self ** exponent for two tensors: n x^(n-1) for the base, x^n ln x for the exponent."""

    @staticmethod
    def forward(ctx, self, exponent):
        ctx.save_for_backward(self, exponent)
        return elementwise(power, self, exponent)

    @staticmethod
    def backward(ctx, grad):
        self, exponent, result = ctx.saved_like(grad)
        down = exponent - 1 + (exponent == 0)  # for n = 0 any power will do, since it is multiplied by 0
        return grad * (exponent * self**down), grad * (result * safe_log(self, exponent))


class PowBase(Function, node="PowBackward2", saves="self exponent result"):
    """number ** exponent: the result times the number's logarithm."""

    @staticmethod
    def forward(ctx, exponent, number):
        self = operand(number, exponent, "**")
        ctx.save_for_backward(self, exponent)
        return elementwise(power, self, exponent)

    @staticmethod
    def backward(ctx, grad):
        self, exponent, result = ctx.saved_like(grad)
        return grad * (result * safe_log(self, exponent))


def pow(input, exponent):
    """input ** exponent, entry by entry; either may be a number."""
    if isinstance(exponent, Tensor):
        return PowTensor.apply(input, exponent) if isinstance(input, Tensor) else PowBase.apply(exponent, input)
    if not isinstance(input, Tensor):
        raise invalid("pow", input, exponent)
    return pow_number(input, exponent)


Tensor.pow = Tensor.__pow__ = pow
Tensor.__rpow__ = reflected(PowBase.apply)
