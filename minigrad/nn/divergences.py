"""More losses: one that forgives far outliers, and one between distributions."""

import warnings

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import refuse_whole, require_each
from minigrad.exact.dtypes import C_NAMES, common_dtype, floating
from minigrad.exact.writes import refuse_kind
from minigrad.library.elementwise import array_of, choose, either, log
from minigrad.nn.losses import REDUCTIONS, for_both, in_one_shape, of_all, place_of, reduced, refuse_dtypes, shared_by


class HuberLossBackward0(Node, saves="self target reduction delta"):
    """Half the squared difference, and beyond `delta` a line: the slope is the difference, cut off there."""

    formula = (
        "grad * (self - target).clamp(-delta, delta) / self.numel()",
        "grad * (target - self).clamp(-delta, delta) / self.numel()",
    )

    def forward(ctx, self, target, reduction, delta):
        ctx.save_for_backward(self, target)
        ctx.reduction, ctx.delta = reduction, delta
        distance = np.abs(self.array - target.array)
        losses = np.where(distance <= delta, distance * distance / 2, delta * (distance - delta / 2))
        return reduced(losses.astype(self.array.dtype), reduction, self.array.dtype.type(losses.size))

    backward = for_both

    def slope(ctx, grad, one, other):
        refuse_dtypes(Tensor(array_of(one)), Tensor(array_of(other)))
        difference = one - other
        numbers = array_of(difference)
        bound = np.copysign(ctx.delta, numbers)
        return shared_by(grad, one, ctx.reduction) * choose(
            np.abs(numbers) >= ctx.delta, Tensor(bound) if isinstance(difference, Tensor) else bound, difference)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None) -> Tensor:
    """The mean of half the squared differences, of which those beyond `delta` count like distances. (n,), (n,) -> ()

    weight  how much each entry counts
    Warns of other shapes as `mse_loss` does. Raises RuntimeError unless `delta` is positive, ValueError for a weight
    of another shape, RuntimeError or NotImplementedError for an input of whole numbers.
    """
    pair, how = in_one_shape(input, target), place_of(reduction)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    dtype = common_dtype(*[one.array for one in pair])
    refuse_kind(input.array, np.empty(0, dtype), C_NAMES)
    refuse_whole(Tensor(np.empty(0, dtype)), "huber_cpu")
    if weight is None:
        return HuberLossBackward0.apply(*pair, how, delta)
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    return of_all(HuberLossBackward0.apply(*pair, REDUCTIONS["none"], delta) * weight, how)


class XlogyBackward0(Node, saves="self other"):
    """x ln(y), and 0 wherever x is 0."""

    formula = ("where(self == 0, 0, grad * other.log())", "grad * self / other")

    def forward(ctx, self, other):
        ctx.save_for_backward(self, other)
        x, y = floating(self.array), floating(other.array)
        return np.where(x == 0, x * 0, x * np.log(y))

    def backward(ctx, grad):
        x, y = ctx.saved_like(grad)
        return choose(array_of(x) == 0, grad * 0, grad * either(log, np.log, y)), grad * x / y


def kl_div(input, target, *, reduction="mean", log_target=False) -> Tensor:
    """How far a distribution is from the true one: the mean of target (ln(target) - input). (n, m), (n, m) -> ()

    input       logarithms of probabilities
    target      probabilities, or, with `log_target`, their logarithms
    reduction   "batchmean" divides the sum by n, as the mathematical divergence asks for; "mean" warns that it does not
    Raises RuntimeError for whole numbers or shapes that do not fit.
    """
    if reduction == "mean":
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides "
            "only by the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the "
            "same as 'batchmean' in the next major release.", stacklevel=2,
        )
    how = place_of("sum" if reduction == "batchmean" else reduction)
    require_each("kl_div", 1, input=input, target=target)
    if {input.array.dtype.kind, target.array.dtype.kind} != {"f"}:
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        losses = target.exp() * (target - input)
    else:
        losses = XlogyBackward0.apply(target, target) - target * input
    total = of_all(losses, how)
    return total / input.size(0) if reduction == "batchmean" and input.dim() else total
