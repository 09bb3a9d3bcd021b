"""Chapter 3. The rules of operations, and what all operations share: dtypes, shapes, views."""

import operator
import weakref

import numpy as np

from minigrad.core.node import Node, recording
from minigrad.core.tensors import Tensor, version_counter
from minigrad.exact.dtypes import common_dtype
from minigrad.exact.errors import mismatch
from minigrad.exact.fast_sums import add_up
from minigrad.exact.memory import BORROWED


def add_rule(grad):
    """For c = self + other: what goes to self, and what goes to other."""
    return grad, grad


def mul_rule(grad, self, other):
    """For c = self * other: what goes to self, and what goes to other."""
    return grad * other, grad * self


def mean_rule(grad, count):
    """For the mean of `count` numbers: what goes to each of them."""
    return grad / count


def neg_rule(grad):
    """For c = -self: what goes to self."""
    return -grad


def div_rule(grad, self, other):
    """For c = self / other: what goes to self, and what goes to other."""
    return grad / other, -grad * ((self / other) / other)


def exp_rule(grad, result):
    """For c = exp(self): what goes to self."""
    return grad * result


def pow_rule(grad, self, exponent):
    """For c = self ** exponent, where the exponent is a plain number: what goes to self."""
    return grad * (exponent * self ** (exponent - 1))


def tanh_rule(grad, result):
    """For c = tanh(self): what goes to self."""
    return grad * (1 - result * result)


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


class AddBackward0(Node):
    """self + other: each input hands the gradient on unchanged."""

    def forward(ctx, self, other):
        return elementwise(operator.add, self, other)

    def backward(ctx, grad):
        return add_rule(grad)


class Unneeded(Tensor):
    """In the place of an operand that was not saved: what is computed with it is no gradient."""

    __array_ufunc__ = None  # NumPy leaves the computing to us

    def __mul__(self, other):
        return self

    __rmul__ = __add__ = __radd__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = __mul__
    __pow__ = __rpow__ = __matmul__ = __rmatmul__ = __mul__
    T = property(lambda self: self)
    t = T.fget

    def __neg__(self):
        return self


UNNEEDED = Unneeded(None)


class MulBackward0(Node, saves="self other"):
    """self * other: each gradient is the arriving one times the *other* input, hence saved."""

    def forward(ctx, self, other):
        ctx.save_for_backward(
            self if other._requires_grad else None, other if self._requires_grad else None
        )
        return elementwise(operator.mul, self, other)

    def backward(ctx, grad):
        self, other = ctx.saved_like(grad)
        if self is None or other is None:  # of the rule only what is needed
            return None if other is None else grad * other, None if self is None else grad * self
        return mul_rule(grad, self, other)


def shared(source, array, several=False):
    """A view: a tensor on memory that belongs to `source`. Writes into either count for both.

    It remembers its base, the first tensor on that memory, and how it was made: False without
    recording ("inference" in inference mode), else True, or "several" for one of several views
    from one operation.
    """
    result = Tensor(array)
    result._counter = counter = version_counter(source)
    base, before = source._view or (source, True)
    if not recording.on:
        made = "inference" if recording.inference else False
        if base._requires_grad:
            result._requires_grad = BORROWED
    else:
        made = "several" if several else True
    result._view = (base, before if made is True else made)
    counter.views = counter.views or set()
    counter.views.add(weakref.ref(result, counter.views.discard))
    return result


def summed(grad, axes):
    """The sum along these dimensions: an array of an array, a recorded tensor of a tensor."""
    return grad.sum(axes) if isinstance(grad, Tensor) else add_up(grad, axes)


def sum_to(grad, shape):
    """Add up what was repeated to make a tensor of this shape as large as grad. (2, 3) -> (3,)"""
    extra = grad.ndim - len(shape)
    repeated = [extra + d for d, n in enumerate(shape) if n == 1 and grad.shape[extra + d] != 1]
    return summed(grad, (*range(extra), *repeated)).reshape(shape)


def turned(matrix):
    """Rows become columns: an array of an array, a recorded tensor of a tensor."""
    return matrix.t() if isinstance(matrix, Tensor) else matrix.T


class MmBackward0(Node, saves="self mat2"):
    """self @ mat2 for two matrices. UNNEEDED stands for an operand that was not kept."""

    def forward(ctx, self, mat2):
        ctx.save_for_backward(self if mat2.requires_grad else None, mat2 if self.requires_grad else None)
        return self.array @ mat2.array

    def backward(ctx, grad):
        self, mat2 = ctx.saved_like(grad)
        return mm_rule(grad, UNNEEDED if self is None else self, UNNEEDED if mat2 is None else mat2)


def mm_rule(grad, self, mat2):
    """For c = self @ mat2: what goes to self, and what goes to mat2."""
    return grad @ turned(mat2), turned(self) @ grad


def duplicate(grad):
    """A copy with memory of its own: an array of an array, a recorded tensor of a tensor."""
    return grad.clone() if isinstance(grad, Tensor) else grad.copy()


def overlay(grad, places, inside):
    """Part of a tensor was overwritten: the gradient as it came, but `inside` at the places written."""
    below = duplicate(grad)
    below[places] = inside
    return below
