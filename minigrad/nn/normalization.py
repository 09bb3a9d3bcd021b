"""More ways to make numbers alike: each column of a batch, and rows by their size alone."""

import math

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor, storage
from minigrad.exact.arguments import kind_name, lengths, refuse_whole, require_tensor
from minigrad.library.elementwise import ToCopyBackward0
from minigrad.library.rules import twin
from minigrad.machinery.fast_sums import add_up
from minigrad.nn.losses import as_size
from minigrad.nn.operations import ABSENT, normed_slope, refuse_rows


class NativeBatchNormBackward0(Node, saves="input weight running_mean running_var result1 result2 training eps"):
    """(x - mean) / spread of each column, or channel, times `weight`, plus `bias`.

    While it is trained: result1, the means; result2, 1 / the spreads. In use both are constant, the running ones.
    """

    def forward(ctx, input, weight, bias, running, training, momentum, eps):
        ctx.training, ctx.eps = training, eps
        ctx._dims, ctx._kept = (0, *range(2, input.dim())), (1, input.size(1), *[1] * (input.dim() - 2))
        weight, bias = [None if factor is ABSENT else factor for factor in (weight, bias)]
        if training:
            count = input.array.size // max(input.size(1), 1)
            mean = add_up(input.array, ctx._dims) / count
            distance = input.array - mean.reshape(ctx._kept)
            spread = add_up(distance * distance, ctx._dims) / count
            for buffer, fresh in zip(running, (mean, spread * (count / (count - 1)) if count > 1 else spread)):
                if buffer is not None:
                    storage(buffer)[...] = (1 - momentum) * buffer.array + momentum * fresh
        else:
            mean, spread = [buffer.array for buffer in running]
        scale = 1 / np.sqrt(spread + eps)
        kept = [Tensor(found if training else found[:0]) for found in (mean, scale)]
        ctx.save_for_backward(input, weight, *running, *kept)
        normal = (input.array - mean.reshape(ctx._kept)) * scale.reshape(ctx._kept)
        normal = normal if weight is None else normal * weight.array.reshape(ctx._kept)
        return normal if bias is None else normal + bias.array.reshape(ctx._kept)

    def backward(ctx, grad):
        input, weight, mean, spread, *found = ctx.saved_like(grad)
        weight = None if weight is None else weight.reshape(ctx._kept)
        if ctx.training:
            mean, scale = [one.reshape(ctx._kept) for one in found]
            slope, normal = normed_slope(ctx, grad, input, weight, mean, scale, ctx.eps)
        else:
            scale = ((spread + ctx.eps) ** -0.5).reshape(ctx._kept)
            normal = (input - mean.reshape(ctx._kept)) * scale
            slope = (grad if weight is None else grad * weight) * scale
        return slope, (grad * normal).sum(ctx._dims), grad.sum(ctx._dims)


def batch_norm(
    input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
) -> Tensor:
    """Each column with the mean 0 and the spread 1, times `weight`, plus `bias`. (n, m) or (n, m, l) -> the same

    training  take the batch's own mean and spread, and move the running ones towards them; else take the running ones
    momentum  how far they move
    Raises ValueError for a batch of one, or an `eps` that is not positive; RuntimeError for another number of columns,
    or another dtype; NotImplementedError for whole numbers.
    """
    require_tensor(input, "batch_norm")
    sizes = input.size()
    if training and math.prod((sizes[0], *sizes[2:])) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {as_size(sizes)}")
    if eps < 0 or training and eps <= 0:
        wanted = "positive during training" if training else "non-negative"
        raise ValueError(f"batch_norm eps must be {wanted}, but got {eps}")
    running = running_mean, running_var
    refuse_columns(input, training, running_mean=running_mean, running_var=running_var, weight=weight, bias=bias)
    weight, bias = [ABSENT if factor is None else factor for factor in (weight, bias)]
    return NativeBatchNormBackward0.apply(input, weight, bias, running, training, momentum, eps)


def refuse_columns(input, training, **factors):
    """Raise an error unless there is a number for each column in all of these, and of the input's dtype."""
    columns = input.size(1) if input.dim() > 1 else 0
    for name, factor in factors.items():
        if factor is None and not training and name.startswith("running"):
            raise RuntimeError(f"{name} must be defined in evaluation mode")
        if factor is not None and factor.array.size != columns:
            raise RuntimeError(f"{name} should contain {columns} elements not {factor.array.size}")
    refuse_whole(input, "batch_norm")
    for factor in factors.values():
        if factor is not None and factor.dtype is not input.dtype:
            narrow = factor.array.dtype.itemsize < input.array.dtype.itemsize
            says = "all inputs must share same datatype." if narrow else (
                f"expect parameter to have scalar type of {kind_name(input)}")
            raise RuntimeError(f"mixed dtype (CPU): {says}")


AddBackward1 = twin(
    ToCopyBackward0, "AddBackward1", "A number added in place, as PyTorch writes it inside of its functions.",
    forward=lambda ctx, self, number: self.array + number, formula=("grad",),
)


def rms_norm(input, normalized_shape, weight=None, eps=None) -> Tensor:
    """Each row over the root of the mean of its squares, times `weight`. (..., n), (n,) -> (..., n)

    normalized_shape  the sizes of the last dimensions: what counts as a row
    eps               what is added to the mean; without it the least step from 1 of the dtype
    Raises RuntimeError for shapes that do not fit, NotImplementedError for whole numbers.
    """
    require_tensor(input, "rms_norm")
    shape = lengths(normalized_shape, "rms_norm", "normalized_shape", 2)
    if weight is not None:
        require_tensor(weight, "rms_norm", "weight", 3)
    refuse_rows(input, shape, "*", weight=weight)
    refuse_whole(input, "rms_norm")
    dims = tuple(range(-len(shape), 0))
    eps = np.finfo(input.array.dtype).eps.item() if eps is None else eps
    normal = input * AddBackward1.apply((input ** 2).mean(dims, keepdim=True), eps).rsqrt()
    return normal if weight is None else (normal * weight).to(input.dtype)
