"""More operations, in the pattern of chapter 3: who can read `ops.py` can read these."""

import math
import operator

import numpy as np

from minigrad.function import Function
from minigrad.ops import elementwise, expand, floating, operand
from minigrad.ops import pow as pow_number
from minigrad.tensors import C_NAMES, Tensor, float32, make_leaf, shape_of


class Rsub(Function, node="RsubBackward1"):
    """number - self. It has one input only: the number is no operand, but a detail of the operation."""

    @staticmethod
    def forward(ctx, self, number):
        ctx.number = operand(number, self, "-")
        return elementwise(operator.sub, ctx.number, self)

    @staticmethod
    def backward(ctx, grad):
        return -grad


Tensor.__rsub__ = lambda self, number: Rsub.apply(self, number)


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


Tensor.__rtruediv__ = lambda self, number: Reciprocal.apply(self) * number  # two nodes, as in PyTorch


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


class Relu(Function, node="ReluBackward0", saves="result"):
    """max(x, 0): the gradient passes where x is positive. At the kink, 0 is PyTorch's choice."""

    @staticmethod
    def forward(ctx, self):
        result = Tensor(np.maximum(self.array, self.array.dtype.type(0)))
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return grad * (result > 0)


class Abs(Function, node="AbsBackward0", saves="self"):
    """|x| has the derivative -1, 0 or 1: the sign of x."""

    @staticmethod
    def forward(ctx, self):
        ctx.save_for_backward(self)
        return abs(self.array)

    @staticmethod
    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return grad * (Tensor(np.sign(self.array)) if isinstance(self, Tensor) else np.sign(self))


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
    if dtype.kind != "f":
        return Tensor(self.array.astype(dtype))
    return self if self.array.dtype == dtype else ToCopy.apply(self, dtype)


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


def log_or_zero(base):
    """The logarithm, but 0 where the base is 0: there 0 ** n stays 0 however n changes."""
    base = base + (base == 0)
    return base.log() if isinstance(base, Tensor) else np.log(base)


class PowTensor(Function, node="PowBackward1", saves="self exponent result"):
    """self ** exponent for two tensors: n x^(n-1) for the base, x^n ln x for the exponent."""

    @staticmethod
    def forward(ctx, self, exponent):
        result = Tensor(elementwise(operator.pow, self, exponent))
        ctx.save_for_backward(self, exponent, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        self, exponent, result = ctx.saved_like(grad)
        power = exponent - 1 + (exponent == 0)  # for n = 0 any power will do, since it is multiplied by 0
        return grad * (exponent * self**power), grad * result * log_or_zero(self)


class PowBase(Function, node="PowBackward2", saves="exponent result"):
    """number ** exponent: the result times the number's logarithm."""

    @staticmethod
    def forward(ctx, exponent, self):
        result = Tensor(elementwise(operator.pow, operand(self, exponent, "**"), exponent))
        ctx.save_for_backward(exponent, result)
        ctx.self = self
        return result

    @staticmethod
    def backward(ctx, grad):
        exponent, result = ctx.saved_like(grad)
        log = math.log(ctx.self) if ctx.self > 0 else 0.0 if ctx.self == 0 else math.nan
        return grad * result * log


def pow(input, exponent):
    """input ** exponent, entry by entry; either may be a number."""
    if isinstance(exponent, Tensor):
        return PowTensor.apply(input, exponent) if isinstance(input, Tensor) else PowBase.apply(exponent, input)
    return pow_number(input, exponent)


Tensor.pow = Tensor.__pow__ = pow
Tensor.__rpow__ = lambda self, number: PowBase.apply(self, number)


class Mm(Function, node="MmBackward0", saves="self mat2"):
    """self @ mat2 for two matrices: each gradient is a product with the other matrix, transposed."""

    @staticmethod
    def forward(ctx, self, mat2):
        ctx.save_for_backward(self if mat2._requires_grad else None, mat2 if self._requires_grad else None)
        return self.array @ mat2.array

    @staticmethod
    def backward(ctx, grad):
        self, mat2 = ctx.saved_like(grad)
        return None if mat2 is None else grad @ mat2.T, None if self is None else self.T @ grad


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
        return column, None if self is None else self.T @ grad


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


def require_same_dtype(a, b):
    if a.dtype is not b.dtype:
        names = [C_NAMES[tensor.dtype].lower() for tensor in (a, b)]
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {names[0]} != {names[1]}")


def mm(input, mat2):
    """The product of two matrices. (n, m), (m, p) -> (n, p)"""
    a, b = input.array.shape, mat2.array.shape
    if len(a) != 2 or len(b) != 2:
        name = "self" if len(a) != 2 else "mat2"
        raise RuntimeError(f"{name} must be a matrix")
    if a[1] != b[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({a[0]}x{a[1]} and {b[0]}x{b[1]})")
    require_same_dtype(input, mat2)
    return Mm.apply(input, mat2)


def mv(input, vec):
    """The product of a matrix and a vector. (n, m), (m,) -> (n,)"""
    a, b = input.array.shape, vec.array.shape
    if a[1] != b[0]:
        raise RuntimeError(f"size mismatch, got input ({a[0]}), mat ({a[0]}x{a[1]}), vec ({b[0]})")
    require_same_dtype(input, vec)
    return Mv.apply(input, vec)


def dot(input, tensor):
    """The inner product of two vectors. (n,), (n,) -> ()"""
    a, b = input.array.shape, tensor.array.shape
    if len(a) != 1 or len(b) != 1:
        raise RuntimeError(f"1D tensors expected, but got {len(a)}D and {len(b)}D tensors")
    if a != b:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{b[0]}] to have the same number of "
            f"elements, but got {a[0]} and {b[0]} elements respectively"
        )
    require_same_dtype(input, tensor)
    return Dot.apply(input, tensor)


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
        return mm(input.unsqueeze(0), other).squeeze(0)
    raise NotImplementedError("minigrad multiplies matrices and vectors; stacks of matrices it leaves to PyTorch")


Tensor.mm, Tensor.mv, Tensor.dot, Tensor.matmul, Tensor.__matmul__ = mm, mv, dot, matmul, matmul


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
        mask = self == result
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
            if not isinstance(other, (int, float)):
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
    """True if every |input - other| <= atol + rtol |other|."""
    return bool(np.allclose(input.array, other.array, rtol, atol, equal_nan))


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


def length(self):
    """The number of entries along the first dimension."""
    if self.array.ndim == 0:
        raise TypeError("len() of a 0-d tensor")
    return len(self.array)


Tensor.__bool__, Tensor.__len__ = truth, length
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
    if dtype is None and any(isinstance(number, float) for number in (start, end, step)):
        dtype = float32
    return make_leaf(np.arange(start, end, step), dtype, requires_grad)


def eye(n, m=None, *, dtype=float32, requires_grad=False):
    """Ones on the diagonal, zeros elsewhere. n -> (n, n)"""
    return make_leaf(np.eye(n, m, dtype=dtype.numpy), None, requires_grad)
