"""Operations of networks, in the pattern of chapter 3: rows looked up, rows made alike, entries left out by chance."""

import math

import numpy as np

from minigrad.core.node import Node, recording
from minigrad.core.tensors import Tensor
from minigrad.exact import random
from minigrad.exact.arguments import kind_name, lengths, refuse_whole, require_tensor
from minigrad.exact.dtypes import C_NAMES, float32
from minigrad.machinery.fast_sums import add_up
from minigrad.exact.indexing import PLACES, places_of
from minigrad.operations.views import put


def padding_place(padding_idx, count):
    """The place, counted from the front, of the row that learns nothing. Raises AssertionError for one not there."""
    if padding_idx is None:
        return None
    assert -count <= padding_idx < count, "Padding_idx must be within num_embeddings"
    return padding_idx % count


class EmbeddingBackward0(Node, saves="indices padding_idx scale_grad_by_freq sparse weight_sym_argsize_0"):
    """Rows of a table: each row's gradients, from all places where it was used, are added up.

    The indices come in a tuple, since no edge leads to them.
    """

    def forward(ctx, weight, given, padding_idx, scale_grad_by_freq):
        ctx.save_for_backward(*given)
        ctx.padding_idx = padding_idx % 2**64  # unsigned, as PyTorch shows it
        ctx.scale_grad_by_freq, ctx.sparse = scale_grad_by_freq, False
        ctx._weighs = scale_grad_by_freq or padding_idx >= 0
        ctx.weight_sym_argsize_0, ctx._shape, ctx._dtype = len(weight.array), weight.array.shape, weight.array.dtype
        return weight.array.take(places_of(given[0].array), axis=0)

    def backward(ctx, grad):
        (indices,) = [saved.array for saved in ctx.saved_tensors]
        if ctx._weighs:
            factors = (indices != ctx.padding_idx).astype(ctx._dtype)
            if ctx.scale_grad_by_freq:
                factors /= np.bincount(places_of(indices.ravel()))[indices]  # how often each row is used
            factors = factors[..., None]
            grad = grad * (Tensor(factors) if isinstance(grad, Tensor) else factors)
        return put(grad, ctx._shape, (indices,))


def embedding(
    input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False
) -> Tensor:
    """The row of `weight` for each whole number in `input`. (...), (n, m) -> (..., m)

    padding_idx         the number of a row that gets no gradient
    scale_grad_by_freq  a row that is used k times gets a k-th of its gradient
    Raises IndexError for a row that is not there, RuntimeError unless `input` holds whole numbers and `weight` rows,
    NotImplementedError for `max_norm` and `sparse`.
    """
    if padding_idx:
        padding_idx = padding_place(padding_idx, weight.size(0))
    if max_norm is not None or sparse:
        raise NotImplementedError("minigrad's embedding leaves long rows as they are, and its gradients are dense")
    require_tensor(weight, "embedding", "weight", 1)
    require_tensor(input, "embedding", "indices", 2)
    if weight._requires_grad and recording.on:
        weight.size(0)  # the node keeps it: raises IndexError for a number
    if weight.dim() != 2:
        raise RuntimeError("'weight' must be 2-D")
    if input.array.dtype not in PLACES:
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"torch.{C_NAMES[input.dtype]}Tensor instead (while checking arguments for embedding)"
        )
    if ((input.array < 0) | (input.array >= len(weight.array))).any():
        raise IndexError("index out of range in self")
    return EmbeddingBackward0.apply(weight, (input,), -1 if padding_idx is None else padding_idx, scale_grad_by_freq)


ABSENT = Tensor(np.empty(0))  # in the place of a factor that is not given: PyTorch's node has an edge for it, to None


class NativeLayerNormBackward0(Node, saves="input weight bias result1 result2 normalized_shape"):
    """(x - mean) / spread of each row, times `weight`, plus `bias`. result1: the means; result2: 1 / the spreads.

    All entries of a row move its mean and its spread, so each sends a gradient to all.
    """

    def forward(ctx, input, weight, bias, normalized_shape, eps):
        ctx.normalized_shape, ctx._eps = normalized_shape, eps
        ctx._dims = tuple(range(input.dim() - len(normalized_shape), input.dim()))
        ctx._kept = (*input.array.shape[:ctx._dims[0]], *[1] * len(normalized_shape))
        count = math.prod(normalized_shape)
        mean = add_up(input.array, ctx._dims, keepdims=True) / count
        distance = input.array - mean
        scale = 1 / np.sqrt(add_up(distance * distance, ctx._dims, keepdims=True) / count + eps)
        weight, bias = [None if factor is ABSENT else factor for factor in (weight, bias)]
        ctx.save_for_backward(input, weight, bias, Tensor(mean), Tensor(scale))
        result = distance * scale
        if weight is not None:
            result *= weight.array
        if bias is not None:
            result += bias.array
        return result

    def backward(ctx, grad):
        input, weight, _, mean, scale = ctx.saved_like(grad)
        slope, normal = normed_slope(ctx, grad, input, weight, mean, scale, ctx._eps)
        return slope, grad * normal, grad


def normed_slope(ctx, grad, input, weight, mean, scale, eps):
    """What goes back to numbers that share their mean and their spread; and the numbers with mean 0 and spread 1."""

    def of_rows(x):
        return x.mean(ctx._dims).reshape(ctx._kept)

    distance = input - mean
    if isinstance(grad, Tensor):  # what was saved has no history, and a second derivative needs it
        distance = input - of_rows(input)
        scale = (of_rows(distance ** 2) + eps) ** -0.5
    normal = distance * scale
    slope = grad if weight is None else grad * weight
    return scale * (slope - of_rows(slope) - normal * of_rows(slope * normal)), normal


def refuse_rows(input, shape, any_rows, **factors):
    """Raise RuntimeError unless the input's last dimensions, and all of these factors, have this shape."""
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
            "normalized_shape = []"
        )
    for argument, factor in factors.items():
        if factor is not None and factor.array.shape != shape:
            raise RuntimeError(
                f"Expected {argument} to be of same shape as normalized_shape, but got {argument} of shape "
                f"{list(factor.shape)} and normalized_shape = {list(shape)}"
            )
    if input.array.shape[-len(shape):] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [{any_rows}{', '.join(map(str, shape))}]"
            f", but got input of size{list(input.shape)}"
        )


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5) -> Tensor:
    """Each row with the mean 0 and the spread 1, times `weight`, plus `bias`. (..., n), (n,) -> (..., n)

    normalized_shape  the sizes of the last dimensions: what counts as a row
    Raises RuntimeError for shapes that do not fit, or different dtypes; NotImplementedError for whole numbers.
    """
    name = "layer_norm"
    require_tensor(input, name)
    shape = lengths(normalized_shape, name, "normalized_shape", 2)
    for position, (argument, factor) in enumerate((("weight", weight), ("bias", bias)), 3):
        if factor is not None:
            require_tensor(factor, name, argument, position)
    first = bias if weight is None else weight
    if first is not None and first.dtype is not input.dtype:
        wrong = "expect parameter to have scalar type of Float" if input.dtype is float32 else (
            "all inputs must share same datatype.")
        raise RuntimeError(f"mixed dtype (CPU): {wrong}")
    refuse_rows(input, shape, "*, ", weight=weight, bias=bias)
    refuse_whole(input, "LayerNormKernelImpl")
    if bias is not None and bias.dtype is not input.dtype:
        raise RuntimeError(f"expected scalar type {kind_name(input)} but found {kind_name(bias)}")
    weight, bias = [ABSENT if factor is None else factor for factor in (weight, bias)]
    return NativeLayerNormBackward0.apply(input, weight, bias, shape, eps)


def refuse_share(p):
    """Raise ValueError unless it is a probability."""
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropout(input, p=0.5, training=True, inplace=False) -> Tensor:
    """Each entry is 0 with probability `p`, and the others grow by 1 / (1 - p), so that the mean stays. (...) -> (...)

    training  False, and the input itself is handed on
    inplace   whether the input is changed
    The random numbers are PyTorch's, but on Intel's processors (see `random.Generator.bernoulli`).
    Raises ValueError unless `p` is a probability, RuntimeError for whole numbers.
    """
    refuse_share(p)
    require_tensor(input, "dropout")
    if not training or p == 0 or not input.array.size:
        return input
    dtype = input.array.dtype
    if p < 1 and dtype.kind != "f":
        raise RuntimeError(f"result type Float can't be cast to the desired output type {C_NAMES[input.dtype]}")
    left = random.bernoulli(1 - p, input.array.shape).astype(dtype) if p < 1 else np.zeros(input.array.shape, dtype)
    noise = Tensor(left / dtype.type(1 - p) if p < 1 else left)
    return input.mul_(noise) if inplace else input * noise
