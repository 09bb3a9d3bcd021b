"""Chapter 3. The operations: `forward` speaks NumPy, and the rule back is written once."""

import functools
import math
import operator
import weakref

import numpy as np

from minigrad.core.node import Node, edge, quick_one, quick_two, recording
from minigrad.core.tensors import Tensor, storage, version_counter
from minigrad.exact.arguments import (
    LARGEST, dims_of, exponent_of, in_64_bits, kept_dims, numpy_names, reduction_method,
    require_tensor, view_sizes,
)
from minigrad.exact.dtypes import C_NAMES, common_dtype, counted, default, floating
from minigrad.exact.errors import mismatch, refuse_bool_minus
from minigrad.exact.fast_sums import add_up
from minigrad.exact.indexing import fitting_shape
from minigrad.exact.memory import BORROWED, repeated
from minigrad.exact.powers import STEPS, powered
from minigrad.exact.silence import silently


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


class Number(Tensor):
    """A Python number that met a tensor: beside floating point numbers it takes their dtype."""

    shown = property(lambda self: Tensor(np.array(self.value)))


@functools.lru_cache(maxsize=1024, typed=True)
def as_number(value, dtype, is_array):
    """The number as a tensor; the same object every time, since numbers do not change."""
    value = in_64_bits(value, dtype)
    if dtype.kind != "f":
        dtype = default.dtype.numpy if isinstance(value, float) else None
    array = silently(np.array, value, dtype)
    result = Number(array if is_array else array[()])
    result.value = value
    return result


def operand(value, partner, symbol):
    """The other operand as a tensor.

    Raises TypeError when it is neither a tensor nor a number.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if not isinstance(value, (int, float)):
        raise TypeError(
            f"unsupported operand type(s) for {symbol}: 'Tensor' and '{type(value).__name__}'"
        )
    array = partner.array
    if symbol == "-" and isinstance(value, bool):
        refuse_bool_minus(array.dtype, np.dtype(bool))
    if symbol == "/" and LARGEST <= value < 2 * LARGEST:
        value = float(value)  # which it becomes in any case
    make = as_number if value else as_number.__wrapped__  # the cache takes -0.0 for 0.0
    return make(value, array.dtype, isinstance(array, np.ndarray))


class AddBackward0(Node):
    """self + other: each input hands the gradient on unchanged."""

    def forward(ctx, self, other):
        return elementwise(operator.add, self, other)

    def backward(ctx, grad):
        return add_rule(grad)


@quick_two(AddBackward0, operator.add, as_number)
def add(input, other):
    """input + other, entry by entry: what `+` does."""
    if not isinstance(other, Tensor):
        other = operand(other, input, "+")
    return AddBackward0.apply(input, other)


Tensor.__add__ = Tensor.__radd__ = add


class SubBackward0(Node):
    """self - other: the gradient of `other` changes its sign."""

    def forward(ctx, self, other):
        refuse_bool_minus(self.array.dtype, other.array.dtype)
        return elementwise(operator.sub, self, other)

    def backward(ctx, grad):
        return grad, -grad


@quick_two(SubBackward0, operator.sub, as_number)
def sub(input, other):
    """input - other, entry by entry."""
    if not isinstance(other, Tensor):
        other = operand(other, input, "-")
    return SubBackward0.apply(input, other)


Tensor.__sub__ = sub


class NegBackward0(Node):
    """-self."""

    def forward(ctx, self):
        refuse_bool_minus(self.array.dtype)
        return -self.array

    def backward(ctx, grad):
        return neg_rule(grad)


@quick_one(NegBackward0, operator.neg)
def neg(input):
    """-input, entry by entry."""
    require_tensor(input, "neg")
    return NegBackward0.apply(input)


Tensor.neg = Tensor.__neg__ = neg


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


@quick_two(MulBackward0, operator.mul, as_number)
def mul(input, other):
    """input * other, entry by entry."""
    if not isinstance(other, Tensor):
        other = operand(other, input, "*")
    return MulBackward0.apply(input, other)


Tensor.__mul__ = Tensor.__rmul__ = mul


class DivBackward0(Node, saves="self other"):
    """self / other: d(a/b)/da = 1/b and d(a/b)/db = -(a/b)/b."""

    def forward(ctx, self, other):
        ctx.save_for_backward(self if other._requires_grad else None, other)
        return elementwise(lambda a, b: floating(a) / floating(b), self, other)

    def backward(ctx, grad):
        self, other = ctx.saved_like(grad)
        return div_rule(grad, UNNEEDED if self is None else self, other)


@quick_two(DivBackward0, operator.truediv, as_number, always=True)
def div(input, other):
    """input / other, entry by entry; whole numbers are divided as float32."""
    if not isinstance(other, Tensor):
        other = operand(other, input, "/")
    return DivBackward0.apply(input, other)


Tensor.__truediv__ = div


def no_slope(grad):
    """Zeros in the gradient's form, without any history: array for array, tensor for tensor."""
    zeros = np.zeros_like(grad.array if isinstance(grad, Tensor) else grad)
    return Tensor(zeros) if isinstance(grad, Tensor) else zeros


class PowBackward0(Node, saves="self exponent"):
    """self ** number: d(x^n)/dx = n x^(n-1). The exponent is no tensor; it is kept on `ctx`."""

    def forward(ctx, self, exponent):
        ctx.save_for_backward(self)
        ctx.exponent = exponent_of(exponent, self.array.dtype)
        if self.array.dtype.kind != "f" and exponent < 0 and isinstance(exponent, int):
            raise RuntimeError("Integers to negative integer powers are not allowed.")
        return powered((floating if isinstance(exponent, float) else counted)(self.array), exponent)

    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        if ctx.exponent == 0:
            return no_slope(self)
        return pow_rule(grad, self, ctx.exponent)


@quick_one(PowBackward0, operator.pow, numbers=STEPS)
def pow(input, exponent):
    """input ** exponent, entry by entry. Powers with a tensor as exponent are the library's."""
    if isinstance(exponent, Tensor) and hasattr(exponent, "__rpow__"):
        return exponent.__rpow__(input)
    exponent = exponent.item() if isinstance(exponent, np.generic) else exponent
    if not isinstance(exponent, (int, float)):
        raise TypeError(
            "unsupported operand type(s) for ** or pow(): "
            f"'Tensor' and '{type(exponent).__name__}'"
        )
    return PowBackward0.apply(input, exponent)


Tensor.__pow__ = pow


class ExpBackward0(Node, saves="result"):
    """e^self is its own derivative, so the result is what is saved."""

    def forward(ctx, self):
        return np.exp(floating(self.array))

    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return exp_rule(grad, result)


@quick_one(ExpBackward0, np.exp)
def exp(input):
    """e to the power of each entry."""
    require_tensor(input, "exp")
    return ExpBackward0.apply(input)


Tensor.exp = exp


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


class ViewBackward0(Node, saves="self_sym_sizes"):
    """The same numbers in another shape: the result shares its input's memory and counter."""

    def forward(ctx, self, shape):
        ctx.self_sym_sizes = self.array.shape
        return shared(self, storage(self).reshape(shape, copy=False))

    def backward(ctx, grad):
        return grad.reshape(ctx.self_sym_sizes)


def view(self, *shape, size=None):
    """The same numbers in another shape, on the same memory. (2, 3) -> (6,)

    Raises RuntimeError when the numbers do not lie in that order in memory.
    """
    shape = fitting_shape(self, view_sizes(shape, size))
    try:
        return ViewBackward0.apply(self, shape)
    except ValueError:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        ) from None


Tensor.view = view


class ExpandBackward0(Node, saves="self_sym_sizes"):
    """The same numbers, repeated to fill a larger shape; on the way back the engine adds up."""

    def forward(ctx, self, shape):
        ctx.self_sym_sizes = self.array.shape
        return shared(self, repeated(storage(self), shape))

    def backward(ctx, grad):
        return grad


def expand(grad, shape):
    """Repeat a gradient to fill this shape: array gives array, tensor gives recorded tensor."""
    if isinstance(grad, Tensor):
        return ExpandBackward0.apply(grad, shape)
    if math.prod(shape) > 4096:  # large: show the same numbers again and again
        return np.broadcast_to(grad, shape)
    filled = np.empty(shape, grad.dtype)
    filled[...] = grad
    return filled


def spread(grad, shape):
    """What `expand` gives, and in both forms a view: every entry is the same number in memory."""
    if isinstance(grad, Tensor):
        return expand(grad, shape)
    if not grad.ndim:
        return np.ndarray(shape, grad.dtype, np.array(grad), 0, (0,) * len(shape))
    if not grad.flags.c_contiguous:
        return np.broadcast_to(grad, shape)
    strides = [0 if length == 1 else stride for length, stride in zip(grad.shape, grad.strides)]
    return np.ndarray(shape, grad.dtype, grad, 0, strides)  # as fast as a copy, where broadcast_to is not


def summed(grad, axes):
    """The sum along these dimensions: an array of an array, a recorded tensor of a tensor."""
    return grad.sum(axes) if isinstance(grad, Tensor) else add_up(grad, axes)


class SumBackward0(Node, saves="self_sym_sizes"):
    """The sum of all entries: each of them has the derivative 1."""

    def forward(ctx, self):
        ctx.self_sym_sizes = self.array.shape
        return add_up(counted(self.array))

    def backward(ctx, grad):
        return spread(grad, ctx.self_sym_sizes)


class SumBackward1(Node, saves="dim keepdim self_sym_sizes"):
    """The sum along some dimensions: the gradient gets them back and is repeated along them."""

    def forward(ctx, self, dim, keepdim):
        ctx.dim, ctx.kept = kept_dims(self, dim)
        ctx.self_sym_sizes, ctx.keepdim = self.array.shape, keepdim
        return add_up(counted(self.array), ctx.dim, keepdim)

    def backward(ctx, grad):
        return spread(grad.reshape(ctx.kept), ctx.self_sym_sizes)


def in_dtype(operation, input, dtype, *details):
    """Apply an operation to the numbers in this dtype (None: their own). Its node stands where the input's would.

    Raises RuntimeError when a gradient is required, and the dtype has none.
    """
    if dtype is None:
        return operation.apply(input, *details)
    converted = Tensor(np.asarray(input.array.astype(dtype.numpy)))
    converted._counter = version_counter(input)  # a write into the input is noticed
    if input._requires_grad and recording.on:
        if not dtype.is_floating_point:
            raise RuntimeError(f"Autograd not support dtype: {C_NAMES[dtype]}")
        converted._requires_grad, (converted._grad_fn, converted.output_nr) = True, edge(input)
    return operation.apply(converted, *details).to(dtype)  # of bools there are sums


@numpy_names
def sum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
    dims = dims_of("sum", input, dim, keepdim)
    if dims is None and not keepdim:
        return in_dtype(SumBackward0, input, dtype)
    return in_dtype(SumBackward1, input, dtype, dims or range(input.array.ndim), keepdim)


class MeanBackward0(Node, saves="self_sym_numel self_sym_sizes"):
    """The mean of all entries: each of n entries has the derivative 1/n."""

    def forward(ctx, self):
        refuse_whole_numbers(self)
        ctx.self_sym_sizes, ctx.self_sym_numel = self.array.shape, self.array.size
        return add_up(self.array) / ctx.self_sym_numel

    def backward(ctx, grad):
        return expand(mean_rule(grad, ctx.self_sym_numel or 1), ctx.self_sym_sizes)


class MeanBackward1(Node, saves="dim keepdim self_sym_numel self_sym_sizes"):
    """The mean along some dimensions."""

    def forward(ctx, self, dim, keepdim):
        refuse_whole_numbers(self)
        ctx.dim, ctx.kept = kept_dims(self, dim)
        ctx.self_sym_sizes, ctx.keepdim = self.array.shape, keepdim
        total = add_up(self.array, ctx.dim, keepdim)
        ctx.self_sym_numel = self.array.size
        ctx.count = self.array.size // max(total.size, 1)
        return total / ctx.count

    def backward(ctx, grad):
        return expand(mean_rule(grad, ctx.count).reshape(ctx.kept), ctx.self_sym_sizes)


def refuse_whole_numbers(tensor):
    if tensor.array.dtype.kind != "f":
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either "
            f"a floating point or complex dtype. Got: {C_NAMES[tensor.dtype]}"
        )


@numpy_names
def mean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
    dims = dims_of("mean", input, dim, keepdim)
    if dtype is not None and not dtype.is_floating_point:
        raise RuntimeError(
            "mean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. "
            f"Got: {C_NAMES[dtype]}"
        )
    if dims is None and not keepdim:
        return in_dtype(MeanBackward0, input, dtype)
    return in_dtype(MeanBackward1, input, dtype, dims or range(input.array.ndim), keepdim)


class TanhBackward0(Node, saves="result"):
    """d(tanh x)/dx = 1 - tanh(x)^2, so the result is what is saved."""

    def forward(ctx, self):
        return np.tanh(floating(self.array))

    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return tanh_rule(grad, result)


@quick_one(TanhBackward0, np.tanh)
def tanh(input):
    """The hyperbolic tangent of each entry, between -1 and 1."""
    require_tensor(input, "tanh")
    return TanhBackward0.apply(input)


Tensor.tanh = tanh


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


def mean_of(array):
    return add_up(array) / array.size


quick_sum = quick_one(SumBackward0, add_up)(lambda input: SumBackward0.apply(input))
quick_mean = quick_one(MeanBackward0, mean_of)(lambda input: MeanBackward0.apply(input))
Tensor.sum = reduction_method(sum, quick_sum, SumBackward1)
Tensor.mean = reduction_method(mean, quick_mean, MeanBackward1)
