"""Sums and means, which make a tensor smaller, and `expand`, which makes it larger again on the way back."""

import math

import numpy as np

from minigrad.core.node import Node, edge, recording
from minigrad.core.ops import mean_rule
from minigrad.core.tensors import Tensor, storage, version_counter
from minigrad.exact.arguments import dims_of, kept_dims, numpy_names, reduction_method, require_kind
from minigrad.exact.dtypes import C_NAMES, counted
from minigrad.machinery.fast_sums import add_up
from minigrad.machinery.memory import repeated
from minigrad.operations.sharing import shared


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
        ctx.dim, ctx.kept = kept_dims(self.array.shape, dim)
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
    require_kind(dtype, operation.__name__.partition("Backward")[0].lower(), "dtype", None)
    converted = Tensor(np.asarray(input.array.astype(dtype.numpy)))
    converted._counter = version_counter(input)  # a write into the input is noticed
    if input._requires_grad and recording.on:
        if not dtype.is_floating_point:
            raise RuntimeError(f"Autograd not support dtype: {C_NAMES[dtype]}")
        converted._requires_grad, (converted._grad_fn, converted.output_nr) = True, edge(input)
    return operation.apply(converted, *details).to(dtype)  # of bools there are sums


@numpy_names
def sum(input, dim=None, keepdim=False, *, dtype=None) -> Tensor:
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
        ctx.dim, ctx.kept = kept_dims(self.array.shape, dim)
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
def mean(input, dim=None, keepdim=False, *, dtype=None) -> Tensor:
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


def sum_of_all(input):
    return SumBackward0.apply(input)


def mean_of_all(input):
    return MeanBackward0.apply(input)


Tensor.sum = reduction_method(sum, sum_of_all, SumBackward1)
Tensor.mean = reduction_method(mean, mean_of_all, MeanBackward1)
