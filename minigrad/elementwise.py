"""More operations, entry by entry, in the pattern of chapter 3: who can read `ops.py` can read these."""

import operator

import numpy as np

from minigrad.function import Function
from minigrad.ops import counted, elementwise, floating, operand
from minigrad.ops import pow as pow_number
from minigrad.sentences import refuse_bool_minus
from minigrad.tensors import C_NAMES, Tensor, zeros_like

def kind_name(tensor):
    return C_NAMES[tensor.dtype]


def refuse_bool(tensor, name):
    if tensor.array.dtype.kind == "b":
        raise NotImplementedError(f"\"{name}\" not implemented for 'Bool'")


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
        result = Tensor(1 / floating(self.array))
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return -grad * (result * result)


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


class Sqrt(Function, node="SqrtBackward0", saves="result"):
    """d(sqrt x)/dx = 1 / (2 sqrt x)."""

    @staticmethod
    def forward(ctx, self):
        result = Tensor(np.sqrt(floating(self.array)))
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad / (2 * result)


class Tanh(Function, node="TanhBackward0", saves="result"):
    """d(tanh x)/dx = 1 - tanh(x)^2."""

    @staticmethod
    def forward(ctx, self):
        result = Tensor(np.tanh(floating(self.array)))
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad * (1 - result * result)


class Sigmoid(Function, node="SigmoidBackward0", saves="result"):
    """s(x) = 1 / (1 + e^-x) has the derivative s (1 - s)."""

    @staticmethod
    def forward(ctx, self):
        result = Tensor(1 / (1 + np.exp(-floating(self.array))))
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad * (1 - result) * result


class ThresholdBackward(Function, node="ThresholdBackwardBackward0"):
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


class ReluGradient(Function, node="ThresholdBackwardBackward0"):
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
        result = Tensor(np.maximum(self.array, self.array.dtype.type(0)))
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        result = ctx.saved_like(grad)[0]
        if isinstance(result, Tensor):
            return ReluGradient.apply(grad, result, ~(result.array <= 0))
        return passed(grad, ~(result <= 0))  # so nan passes, as in PyTorch


def limited(array, lowest, highest):
    """The array, its entries not below `lowest` nor above `highest` (None: no limit)."""
    floats = isinstance(lowest, float) or isinstance(highest, float)
    array = floating(array) if floats else counted(array)
    limits = [None if limit is None else array.dtype.type(limit) for limit in (lowest, highest)]
    return np.clip(array, *limits)


def passed_between(grad, saved, lowest, highest):
    """The gradient where the saved numbers are within the limits, 0 elsewhere; nan passes, as in PyTorch."""
    array = saved.array if isinstance(saved, Tensor) else saved
    inside = np.ones(array.shape, bool)
    if lowest is not None:
        inside = inside & ~(array < lowest)
    if highest is not None:
        inside = inside & ~(array > highest)
    return passed(grad, inside)


class Clamp(Function, node="ClampBackward1", saves="self"):
    """Numbers beyond a limit become the limit: there the gradient stops."""

    @staticmethod
    def forward(ctx, self, min, max):
        ctx.save_for_backward(self)
        ctx.min, ctx.max = min, max
        return limited(self.array, min, max)

    @staticmethod
    def backward(ctx, grad):
        return passed_between(grad, ctx.saved_like(grad)[0], ctx.min, ctx.max)


class ClampMin(Function, node="ClampMinBackward0", saves="self"):
    """Only a lower limit."""

    @staticmethod
    def forward(ctx, self, min):
        ctx.save_for_backward(self)
        ctx.min = min
        return limited(self.array, min, None)

    @staticmethod
    def backward(ctx, grad):
        return passed_between(grad, ctx.saved_like(grad)[0], ctx.min, None)


class ClampMax(Function, node="ClampMaxBackward0", saves="self"):
    """Only an upper limit."""

    @staticmethod
    def forward(ctx, self, max):
        ctx.save_for_backward(self)
        ctx.max = max
        return limited(self.array, None, max)

    @staticmethod
    def backward(ctx, grad):
        return passed_between(grad, ctx.saved_like(grad)[0], None, ctx.max)


def clamp(input, min=None, max=None):
    """Each entry, but not below `min` nor above `max`. Raises RuntimeError when neither is given."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    return Clamp.apply(input, min, max)


def clamp_min(input, min):
    """Each entry, but not below `min`."""
    return ClampMin.apply(input, min)


def clamp_max(input, max):
    """Each entry, but not above `max`."""
    return ClampMax.apply(input, max)


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
    return (array > 0).astype(array.dtype) - (array < 0).astype(array.dtype)


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
        return grad * (Sgn.apply(self) if isinstance(self, Tensor) else sign_of(self))


class Sin(Function, node="SinBackward0", saves="self"):
    """d(sin x)/dx = cos x."""

    @staticmethod
    def forward(ctx, self):
        ctx.save_for_backward(self)
        return np.sin(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return grad * (self.cos() if isinstance(self, Tensor) else np.cos(self))


class Cos(Function, node="CosBackward0", saves="self"):
    """d(cos x)/dx = -sin x."""

    @staticmethod
    def forward(ctx, self):
        ctx.save_for_backward(self)
        return np.cos(floating(self.array))

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return -grad * (self.sin() if isinstance(self, Tensor) else np.sin(self))


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


def log(input):
    """The natural logarithm of each entry."""
    return Log.apply(input)


def sqrt(input):
    """The square root of each entry."""
    return Sqrt.apply(input)


def tanh(input):
    """The hyperbolic tangent of each entry."""
    return Tanh.apply(input)


def sigmoid(input):
    """1 / (1 + e^-x) for each entry x."""
    return Sigmoid.apply(input)


def relu(input):
    """max(x, 0) for each entry x."""
    return Relu.apply(input)


def abs_(input):
    """The absolute value of each entry."""
    return Abs.apply(input)


def sin(input):
    """The sine of each entry."""
    return Sin.apply(input)


def cos(input):
    """The cosine of each entry."""
    return Cos.apply(input)


Tensor.log, Tensor.sqrt, Tensor.tanh, Tensor.sigmoid, Tensor.relu = log, sqrt, tanh, sigmoid, relu
Tensor.abs, Tensor.__abs__, Tensor.sin, Tensor.cos = abs_, abs_, sin, cos


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
        result = Tensor(elementwise(power, self, exponent))
        ctx.save_for_backward(self, exponent, result)
        return result

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
        result = Tensor(elementwise(power, self, exponent))
        ctx.save_for_backward(self, exponent, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        self, exponent, result = ctx.saved_like(grad)
        return grad * (result * safe_log(self, exponent))


def pow(input, exponent):
    """input ** exponent, entry by entry; either may be a number."""
    if isinstance(exponent, Tensor):
        return PowTensor.apply(input, exponent) if isinstance(input, Tensor) else PowBase.apply(exponent, input)
    return pow_number(input, exponent)


Tensor.pow = Tensor.__pow__ = pow
Tensor.__rpow__ = reflected(PowBase.apply)
