"""More operations, in the pattern of chapter 3: who can read `ops.py` can read these."""

import operator
import warnings

import numpy as np

from minigrad.function import Function
from minigrad.ops import counted, elementwise, expand, floating, operand, shared
from minigrad.ops import pow as pow_number
from minigrad.sentences import refuse_bool_minus
from minigrad.shapes import SqueezeDim, permute
from minigrad.tensors import C_NAMES, Tensor, float32, make_leaf, shape_of, storage, zeros_like

# What C++ calls the four kinds of number, in the errors of some operations.
PLAIN_NAMES = {"Float": "float", "Double": "double", "Long": "long int", "Bool": "bool"}


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


class T(Function, node="TBackward0"):
    """Rows become columns. (n, m) -> (m, n)"""

    @staticmethod
    def forward(ctx, self):
        return shared(self, storage(self).T)

    @staticmethod
    def backward(ctx, grad):
        return turned(grad)


def turned(grad):
    """A matrix with rows and columns exchanged: an array for an array, a recorded tensor for a tensor."""
    return grad.t() if isinstance(grad, Tensor) else grad.T


def t(input):
    """The transposed matrix, on the same memory. (n, m) -> (m, n)"""
    if input.array.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.array.ndim}D")
    return T.apply(input)


def reversed_dims(self):
    """The dimensions in reverse order, on the same memory; meant for matrices. (n, m) -> (m, n)"""
    count = self.array.ndim
    if count == 0:
        warnings.warn(
            "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.", stacklevel=2
        )
    elif count != 2:
        warnings.warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will "
            "throw an error in a future release. Consider `x.mT` to transpose batches of matrices or "
            "`x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor.",
            stacklevel=2,
        )
    return permute(self, tuple(range(count - 1, -1, -1)))


Tensor.t = t
Tensor.T = property(reversed_dims)


class Mm(Function, node="MmBackward0", saves="self mat2"):
    """self @ mat2 for two matrices: each gradient is a product with the other matrix, transposed."""

    @staticmethod
    def forward(ctx, self, mat2):
        ctx.save_for_backward(self if mat2._requires_grad else None, mat2 if self._requires_grad else None)
        return self.array @ mat2.array

    @staticmethod
    def backward(ctx, grad):
        self, mat2 = ctx.saved_like(grad)
        return None if mat2 is None else grad @ turned(mat2), None if self is None else turned(self) @ grad


class Mv(Function, node="MvBackward0", saves="self vec"):
    """self @ vec for a matrix and a vector."""

    @staticmethod
    def forward(ctx, self, vec):
        ctx.save_for_backward(self if vec._requires_grad else None, vec if self._requires_grad else None)
        return self.array @ vec.array

    @staticmethod
    def backward(ctx, grad):
        self, vec = ctx.saved_like(grad)
        column = None if vec is None else grad.reshape((-1, 1)) * vec
        return column, None if self is None else turned(self) @ grad


class Dot(Function, node="DotBackward0", saves="self tensor"):
    """The sum of the products of two vectors' entries."""

    @staticmethod
    def forward(ctx, self, tensor):
        ctx.save_for_backward(self if tensor._requires_grad else None, tensor if self._requires_grad else None)
        return self.array @ tensor.array

    @staticmethod
    def backward(ctx, grad):
        self, tensor = ctx.saved_like(grad)
        return None if tensor is None else grad * tensor, None if self is None else grad * self


def mm(input, mat2):
    """The product of two matrices. (n, m), (m, p) -> (n, p)"""
    a, b = input.array.shape, mat2.array.shape
    if len(a) != 2 or len(b) != 2:
        raise RuntimeError(f"{'self' if len(a) != 2 else 'mat2'} must be a matrix")
    if a[1] != b[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({a[0]}x{a[1]} and {b[0]}x{b[1]})")
    if input.dtype is not mat2.dtype:
        kinds = [PLAIN_NAMES[kind_name(tensor)] for tensor in (input, mat2)]
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {kinds[0]} != {kinds[1]}")
    refuse_bool(input, "addmm_impl_cpu_")
    return Mm.apply(input, mat2)


def mv(input, vec):
    """The product of a matrix and a vector. (n, m), (m,) -> (n,)"""
    a, b = input.array.shape, vec.array.shape
    if len(a) != 2 or len(b) != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {len(a)}, {len(b)}")
    if a[1] != b[0]:
        raise RuntimeError(f"size mismatch, got input ({a[0]}), mat ({a[0]}x{a[1]}), vec ({b[0]})")
    if input.dtype is not vec.dtype:
        vector, matrix = kind_name(vec), kind_name(input)
        raise RuntimeError(
            f"addmv input tensors must have the same dtype, but got {vector}, {matrix}, and {vector}"
        )
    refuse_bool(input, "addmv_impl_cpu")
    return Mv.apply(input, vec)


def dot(input, tensor):
    """The inner product of two vectors. (n,), (n,) -> ()"""
    a, b = input.array.shape, tensor.array.shape
    if len(a) != 1 or len(b) != 1:
        raise RuntimeError(f"1D tensors expected, but got {len(a)}D and {len(b)}D tensors")
    if input.dtype is not tensor.dtype:
        raise RuntimeError(
            "dot : expected both vectors to have same dtype, "
            f"but found {kind_name(input)} and {kind_name(tensor)}"
        )
    if a != b:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{b[0]}] to have the same number of "
            f"elements, but got {a[0]} and {b[0]} elements respectively"
        )
    refuse_bool(input, "dot")
    return Dot.apply(input, tensor)


class SqueezeInPlace(SqueezeDim, node="SqueezeBackward4"):
    """How PyTorch takes the row away again that a vector was made to."""


def matmul(input, other):
    """The product of matrices and vectors. (n, m), (m, p) -> (n, p); a vector counts as a row or a column.

    Raises NotImplementedError for stacks of matrices.
    """
    dims = input.array.ndim, other.array.ndim
    if 0 in dims:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {dims[0]}D and {dims[1]}D"
        )
    if dims == (2, 2):
        return mm(input, other)
    if dims == (2, 1):
        return mv(input, other)
    if dims == (1, 1):
        return dot(input, other)
    if dims == (1, 2):
        return SqueezeInPlace.apply(mm(input.unsqueeze(0), other), 0)
    raise NotImplementedError("minigrad multiplies matrices and vectors; stacks of matrices it leaves to PyTorch")


def at(self, other):
    """self @ other. For anything but a tensor, Python finds the words of its error."""
    return matmul(self, other) if isinstance(other, Tensor) else NotImplemented


Tensor.mm, Tensor.mv, Tensor.dot, Tensor.matmul, Tensor.__matmul__ = mm, mv, dot, matmul, at


class Max(Function, node="MaxBackward1", saves="self result"):
    """The largest entry. Entries that tie share the gradient evenly."""

    @staticmethod
    def forward(ctx, self):
        result = Tensor(np.maximum.reduce(self.array, axis=None))
        ctx.save_for_backward(self, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        mask = (self == result) if result == result else (self != self)  # nan is the largest, and equals nothing
        return expand(grad / mask.sum().item(), mask.shape) * mask


def max(input):
    """The largest entry."""
    if input.array.size == 0:
        raise RuntimeError(
            "max(): Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )
    return Max.apply(input)


class Norm(Function, node="LinalgVectorNormBackward0", saves="self result"):
    """The length of the vector of all entries: the gradient is the vector of length 1 in its direction, or 0 at 0."""

    @staticmethod
    def forward(ctx, self):
        if self.array.dtype.kind != "f":
            raise RuntimeError(
                "linalg.vector_norm: Expected a floating point or complex tensor as input. "
                f"Got {kind_name(self)}"
            )
        result = Tensor(np.sqrt(np.add.reduce(self.array * self.array, axis=None)))
        ctx.save_for_backward(self, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        self, result = ctx.saved_like(grad)
        return grad * self / (result + (result == 0))


def norm(input):
    """The square root of the sum of the squares of all entries."""
    return Norm.apply(input)


Tensor.max, Tensor.norm = max, norm


def comparison(operation, symbol):
    """A method that compares entry by entry and gives booleans, which have no gradient."""

    def compare(input, other):
        if not isinstance(other, Tensor):
            if not isinstance(other, (int, float, np.generic)):
                return NotImplemented
            other = operand(other, input, symbol)
        return Tensor(elementwise(operation, input, other))

    compare.__doc__ = f"input {symbol} other, entry by entry, as a tensor of booleans."
    return compare


eq, ne = comparison(operator.eq, "=="), comparison(operator.ne, "!=")
lt, le = comparison(operator.lt, "<"), comparison(operator.le, "<=")
gt, ge = comparison(operator.gt, ">"), comparison(operator.ge, ">=")
Tensor.eq = Tensor.__eq__ = eq
Tensor.ne = Tensor.__ne__ = ne
Tensor.lt = Tensor.__lt__ = lt
Tensor.le = Tensor.__le__ = le
Tensor.gt = Tensor.__gt__ = gt
Tensor.ge = Tensor.__ge__ = ge
Tensor.__hash__ = object.__hash__  # tensors are told apart as objects, although == compares their entries


def equal(input, other):
    """True if both have the same shape and the same entries."""
    return np.array_equal(input.array, other.array)


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """True if every |input - other| <= atol + rtol |other|.

    Raises RuntimeError when the dtypes differ or the shapes do not fit together.
    """
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{kind_name(input)} did not match {kind_name(other)}")
    return bool(elementwise(lambda a, b: np.allclose(a, b, rtol, atol, equal_nan), input, other))


Tensor.equal, Tensor.allclose = equal, allclose


def truth(self):
    """Whether the one number inside is not zero."""
    if self.array.size != 1:
        several = "more than one value" if self.array.size else "no values"
        raise RuntimeError(f"Boolean value of Tensor with {several} is ambiguous")
    return bool(self.item())


def number(self):
    """The one number inside, for Python's own float() and int()."""
    if self.array.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return self.item()


def index(self):
    """The one whole number inside, where Python wants an index."""
    if self.array.size != 1 or self.array.dtype.kind == "f":
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self.item())


def formatted(self, spec):
    """The text for f-strings: a lone number is written as a Python number, `f"{loss:.3f}"`."""
    return format(self.item(), spec) if self.array.ndim == 0 else object.__format__(self, spec)


def plus(self):
    """+self is the tensor itself."""
    if self.array.dtype.kind == "b":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return self


def reduced(self):
    """What `copy` and `pickle` make a new leaf from: the numbers and the flag."""
    return Tensor, (self.array, self._requires_grad)


def deep_copy(self, memo):
    """A new leaf with copies of the numbers and of the gradient.

    Raises RuntimeError for a result: its graph cannot be copied along.
    """
    if self._grad_fn is not None:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  "
            "If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, "
            "see https://github.com/pytorch/pytorch/pull/103001"
        )
    result = memo[id(self)] = Tensor(self.array.copy(), self._requires_grad)
    result._grad = None if self._grad is None else deep_copy(self._grad, memo)
    return result


def length(self):
    """The number of entries along the first dimension."""
    if self.array.ndim == 0:
        raise TypeError("len() of a 0-d tensor")
    return len(self.array)


def entries(self):
    """The entries along the first dimension, one after the other."""
    if self.array.ndim == 0:
        raise TypeError("iteration over a 0-d tensor")
    return (self[k] for k in range(self.array.shape[0]))


Tensor.__bool__, Tensor.__len__, Tensor.__index__ = truth, length, index
Tensor.__iter__ = entries
Tensor.__format__, Tensor.__pos__ = formatted, plus
Tensor.__reduce__, Tensor.__deepcopy__ = reduced, deep_copy
Tensor.__float__ = lambda self: float(number(self))
Tensor.__int__ = lambda self: int(number(self))


def full(size, fill_value, *, dtype=None, requires_grad=False):
    """A leaf of this shape with the same number everywhere. (m, n) -> (m, n)"""
    if dtype is None and isinstance(fill_value, float):
        dtype = float32
    return make_leaf(np.full(shape_of((size,)), fill_value), dtype, requires_grad)


def arange(start, end=None, step=1, *, dtype=None, requires_grad=False):
    """The numbers start, start + step, ... below end; `arange(n)` counts from 0."""
    start, end = (0, start) if end is None else (start, end)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    if dtype is None and any(isinstance(number, float) for number in (start, end, step)):
        dtype = float32
    return make_leaf(np.arange(start, end, step), dtype, requires_grad)


def eye(n, m=None, *, dtype=float32, requires_grad=False):
    """Ones on the diagonal, zeros elsewhere. n -> (n, n)"""
    for name, count in (("n", n), ("m", m)):
        if count is not None and count < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {count}")
    return make_leaf(np.eye(n, m, dtype=dtype.numpy), None, requires_grad)
