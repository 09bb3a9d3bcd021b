"""Losses: one number that says how far guesses are from the truth, in the pattern of chapter 3."""

import math
import warnings

import numpy as np

from minigrad.core.node import Node, recording
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import kind_name, refuse_whole, require_each, require_tensor
from minigrad.exact.dtypes import C_NAMES, DTYPES, Size, common_dtype
from minigrad.exact.errors import meeting
from minigrad.exact.writes import refuse_kind
from minigrad.machinery.fast_sums import add_up
from minigrad.library.elementwise import SoftplusBackward0, either, log, log1p, sigmoid, sigmoid_of
from minigrad.operations.reductions import ExpandBackward0

REDUCTIONS = {"none": 0, "mean": 1, "sum": 2}  # PyTorch's numbers for them


def reduced(entries, how, count):
    """The losses of all examples as they are, added up, or their sum divided by `count`."""
    if how == REDUCTIONS["none"]:
        return entries
    total = add_up(entries)
    return total / count if how == REDUCTIONS["mean"] else total


def of_all(losses, how):
    """The recorded losses of all entries as they are, their mean, or their sum."""
    return [losses, losses.mean, losses.sum][how]() if how else losses


def place_of(reduction):
    """PyTorch's number for the word. Raises ValueError for one that is none of "none", "mean" and "sum"."""
    if reduction not in REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return REDUCTIONS[reduction]


def for_both(ctx, grad):
    """A loss's rule: its slope for its input and, with the two exchanged, its target; for who asks, zeros by sign."""
    pair = ctx.saved_like(grad)
    return tuple([None if node is None else ctx.slope(grad, *pair[::step])
                  for (node, _), step in zip(ctx.next_functions, (1, -1))])


class MseLossBackward0(Node, saves="self target reduction"):
    """The squared differences: the slope of each is twice the difference."""

    def forward(ctx, self, target, reduction):
        dtype = common_dtype(self.array, target.array)
        if dtype.kind != "f":
            raise NotImplementedError(f"\"mse_cpu\" not implemented for '{C_NAMES[DTYPES[dtype]]}'")
        pair = [one if one.array.dtype.kind == "f" else Tensor(one.array.astype(dtype)) for one in (self, target)]
        ctx.save_for_backward(*pair)
        ctx.reduction = reduction
        difference = pair[0].array - pair[1].array
        return reduced(difference * difference, reduction, dtype.type(difference.size))

    backward = for_both

    def slope(ctx, grad, one, other):
        count = max(math.prod(one.shape), 1) if ctx.reduction == REDUCTIONS["mean"] else 1
        return grad * (2 / count * (one - other))


def warn_of_stretching(target, input, stacklevel=3):
    """Warn, in the name of the line that calls the loss, of a target in another shape than the input."""
    warnings.warn(
        f"Using a target size ({as_size(target)}) that is different to the input size ({as_size(input)}). "
        "This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
        stacklevel=stacklevel,
    )


def in_one_shape(input, target):
    """Both in the shape in which they meet. Warns where they differ; raises RuntimeError where they do not fit."""
    shapes = input.array.shape, target.array.shape
    if shapes[0] == shapes[1]:
        return input, target
    warn_of_stretching(shapes[1], shapes[0], 4)
    shape = meeting(*shapes)
    return [one if one.array.shape == shape else ExpandBackward0.apply(one, shape) for one in (input, target)]


def mse_loss(input, target, *, reduction="mean") -> Tensor:
    """The mean of the squared differences, or their sum, or with reduction="none" each of them. (n, m), (n, m) -> ()

    Warns where the shapes differ: then one of them is stretched, which is seldom meant.
    Raises RuntimeError where they do not fit together, NotImplementedError for whole numbers.
    """
    require_each("mse_loss", 1, input=input, target=target)
    input, target = in_one_shape(input, target)
    return MseLossBackward0.apply(input, target, place_of(reduction))


def l1_loss(input, target, *, reduction="mean") -> Tensor:
    """The mean distance between guesses and targets, or their sum, or with reduction="none" each. (n, m), (n, m) -> ()

    Warns and raises where the shapes differ as `mse_loss` does; raises RuntimeError for the mean of whole numbers.
    """
    how, sizes = place_of(reduction), (target.size(), input.size())
    if sizes[0] != sizes[1]:
        warn_of_stretching(*sizes)
    return of_all((input - target).abs(), how)


def as_size(shape):
    return repr(Size(shape)).replace("minigrad", "torch")


LEAST_LOG, LEAST_PRODUCT = -100, 1e-12  # where PyTorch cuts off: else an impossible guess costs infinity


def refuse_flag(name, **given):
    """Raise RuntimeError for an argument that a rule knows no gradient for."""
    for argument, tensor in given.items():
        if tensor is not None and tensor._requires_grad and recording.on:
            raise RuntimeError(
                f"The function '{name}' is not differentiable with respect to argument '{argument}'. This input cannot "
                "have requires_grad True."
            )


def weighed(grad, weight):
    """An array or a tensor times the weight that was saved, if there is one."""
    if weight is None:
        return grad
    return grad * (weight if isinstance(grad, Tensor) else weight.array)


class BinaryCrossEntropyBackward0(Node, saves="self target weight reduction"):
    """-(t ln p + (1 - t) ln(1 - p)) for the probability p of a yes, and the truth t, 1 or 0."""

    def forward(ctx, self, target, given, reduction):
        (weight,) = given  # in a tuple, since no edge leads to it
        ctx.save_for_backward(self, target, weight)
        ctx.reduction = reduction
        p, t = self.array, target.array
        yes, no = [np.maximum(part, p.dtype.type(LEAST_LOG)) for part in (np.log(p), np.log1p(-p))]
        losses = weighed((t - 1) * no - t * yes, weight)
        return reduced(losses, reduction, p.dtype.type(p.size))

    def backward(ctx, grad):
        self, target = ctx.saved_like(grad)[:2]
        grad = weighed(shared_by(grad, self, ctx.reduction), ctx.saved_tensors[2])
        find = BinaryCrossEntropyBackwardBackward0.apply if isinstance(grad, Tensor) else slope_of
        slope = find(grad, self, target)
        return slope, grad * (either(log1p, np.log1p, -self) - either(log, np.log, self))


def slope_of(grad, self, target):
    return grad * (self - target) / np.maximum((1 - self) * self, LEAST_PRODUCT)


class BinaryCrossEntropyBackwardBackward0(Node, saves="grad_output self target"):
    """What goes back to the probability, (p - t) / (p (1 - p)): for its own slopes PyTorch adds a little to both."""

    def forward(ctx, grad_output, self, target):
        ctx.save_for_backward(grad_output, self, target)
        return slope_of(grad_output.array, self.array, target.array)

    def backward(ctx, grad):
        grad_output, self, target = ctx.saved_like(grad)
        product = (self + LEAST_PRODUCT) * (1 - self + LEAST_PRODUCT)
        curve = (self * self - 2 * (self * target) + target) / (product * product)
        return grad * ((self - target) / product), grad * grad_output * curve, -grad * grad_output / product


def shared_by(grad, self, reduction):
    """What each entry's loss gets of the gradient."""
    return grad / math.prod(self.shape) if reduction == REDUCTIONS["mean"] else grad


def binary_cross_entropy(input, target, weight=None, *, reduction="mean") -> Tensor:
    """The mean surprise of guesses between 0 and 1, as `sigmoid` gives them, or with "sum" and "none". (n,), (n,) -> ()

    target  how often it is a yes, from 0 to 1, in the shape of `input`
    weight  how much each entry counts
    Raises ValueError for another shape, RuntimeError for numbers beyond 0 and 1 or of another dtype.
    """
    how, name = place_of(reduction), "binary_cross_entropy"
    if target.size() != input.size():
        sizes = [as_size(one.array.shape) for one in (target, input)]
        raise ValueError(
            f"Using a target size ({sizes[0]}) that is different to the input size ({sizes[1]}) is deprecated. Please "
            "ensure they have the same size."
        )
    refuse_flag(name, weight=weight)
    if weight is not None:
        weight = expanded_weight(weight, input.array.shape)
    refuse_dtypes(input, target, weight)
    refuse_whole(input, name)
    for argument, one in ("input", input), ("target", target):
        if not np.all((one.array >= 0) & (one.array <= 1)):
            raise RuntimeError(f"all elements of {argument} should be between 0 and 1")
    return BinaryCrossEntropyBackward0.apply(input, target, (weight,), how)


def refuse_dtypes(input, *others):
    """Raise RuntimeError unless all of the others that are there have the input's dtype."""
    for other in others:
        if other is not None and other.dtype is not input.dtype:
            raise RuntimeError(f"Found dtype {kind_name(other)} but expected {kind_name(input)}")


def expanded_weight(weight, shape):
    """The weights in this shape. Raises RuntimeError, as `torch.broadcast_shapes` does, where they do not fit."""
    own = weight.array.shape
    wanted = (1,) * (len(own) - len(shape)) + shape
    for place in range(-1, -len(own) - 1, -1):
        if own[place] != wanted[place] and 1 not in (own[place], wanted[place]):
            raise RuntimeError(
                f"Attempting to broadcast a dimension of length {own[place]} at {place}! Mismatching argument at index "
                f"1 had {as_size(own)}; but expected shape should be broadcastable to {list(wanted)}"
            )
    refuse_stretch(shape, shape, own)
    return weight.expand(shape)


def refuse_stretch(shape, *pair):
    """Raise RuntimeError unless these two shapes fit together, and into this shape."""
    wide = meeting(*pair)
    if wide != shape:
        raise RuntimeError(f"output with shape {list(shape)} doesn't match the broadcast shape {list(wide)}")


class BinaryCrossEntropyWithLogitsBackward0(Node, saves="self target weight pos_weight reduction"):
    """The same for the score x of a yes, p = sigmoid(x): exact even where p is nearly 0 or 1."""

    def forward(ctx, self, target, given, reduction):
        ctx.save_for_backward(self, target, *given)
        ctx.reduction = reduction
        weight, pos_weight = given
        x, t = self.array, target.array
        yes = log_sigmoid(x)
        losses = (1 - t) * x - yes * (1 if pos_weight is None else (pos_weight.array - 1) * t + 1)
        losses = weighed(losses, weight).astype(t.dtype)  # PyTorch counts in the memory of 1 - target
        return reduced(losses, reduction, losses.dtype.type(losses.size))

    def backward(ctx, grad):
        self, target = ctx.saved_like(grad)[:2]
        weight, pos_weight = ctx.saved_tensors[2:]
        grad = weighed(shared_by(grad, self, ctx.reduction), weight)
        share = either(sigmoid, sigmoid_of, self)
        if pos_weight is None:
            return grad * (share - target), -grad * self
        yes = weighed(target, pos_weight)
        no = log_sigmoid(-self)
        return grad * ((yes + 1 - target) * share - yes), grad * (no - weighed(no + self, pos_weight))


def log_sigmoid(x):
    """ln(1 / (1 + e^-x)), exact for large x of either sign; recorded for a tensor."""
    if not isinstance(x, Tensor):
        return np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))
    return -SoftplusBackward0.apply(-x, 1, 80)  # beyond 80 there is nothing to add in any dtype


def binary_cross_entropy_with_logits(input, target, weight=None, *, reduction="mean", pos_weight=None) -> Tensor:
    """`binary_cross_entropy` of `sigmoid(input)`, and exact where that is nearly 0 or 1. (n,), (n,) -> ()

    weight      how much each entry counts
    pos_weight  how much a yes counts beside a no
    Raises ValueError for a target of another shape, RuntimeError for weights that do not fit.
    """
    how, name = place_of(reduction), "binary_cross_entropy_with_logits"
    if target.size() != input.size():
        sizes = [as_size(one.array.shape) for one in (target, input)]
        raise ValueError(f"Target size ({sizes[0]}) must be the same as input size ({sizes[1]})")
    refuse_flag(name, weight=weight, pos_weight=pos_weight)
    refuse_whole(input, "log_sigmoid_cpu")
    refuse_kind(target.array, input.array, C_NAMES)
    shape = input.array.shape
    if pos_weight is not None:
        refuse_stretch(shape, pos_weight.array.shape, shape)
    if weight is not None:
        refuse_stretch(shape, shape, weight.array.shape)
    return BinaryCrossEntropyWithLogitsBackward0.apply(input, target, (weight, pos_weight), how)


class NllLossBackward0(Node, saves="self target weight total_weight ignore_index reduction"):
    """Minus the entry of the right class, in each row: its slope is -1 there, and 0 everywhere else.

    The labels and the weights come in a tuple, so that they get no edge in the graph, as in PyTorch.
    """

    def forward(ctx, self, given, ignore_index, reduction):
        target, weight = given
        rows, labels = np.atleast_2d(self.array), np.atleast_1d(target.array)
        (counted,) = np.nonzero(labels != ignore_index)
        right = labels[counted]
        factors, slope = np.zeros(len(labels), rows.dtype), np.zeros_like(rows)
        factors[counted] = 1 if weight is None else weight.array[right]
        slope[counted, right] = -factors[counted]
        losses = np.zeros_like(factors)
        losses[counted] = slope[counted, right] * rows[counted, right]
        total = np.add.reduce(factors)
        if reduction == REDUCTIONS["mean"]:
            slope[counted, right] /= total  # nan if the weights add up to 0, as in PyTorch
        ctx._slope = slope.reshape(self.array.shape)
        ctx.ignore_index, ctx.reduction = ignore_index % 2**64, reduction  # unsigned, as PyTorch shows it
        ctx.save_for_backward(self, target, weight, Tensor(total if reduction else total * 0))
        return reduced(losses.reshape(self.array.shape[:-1]), reduction, total)

    def backward(ctx, grad):
        ctx.saved_arrays()  # raises what is due if they were freed, or written into
        slope = Tensor(ctx._slope) if isinstance(grad, Tensor) else ctx._slope
        return grad.reshape((*grad.shape, 1)) * slope


def nll_loss(input, target, weight=None, *, ignore_index=-100, reduction="mean") -> Tensor:
    """Minus the entry that each label points at, their mean weighted by `weight`. (n, classes), (n,) -> ()

    input   logarithms of probabilities, as `log_softmax` gives them, in rows; or one row
    target  the place of the right class in each row; rows with the label `ignore_index` do not count
    Raises ValueError, RuntimeError or IndexError for labels that are too few, no whole numbers, or of no class.
    """
    require_each("nll_loss_nd", 1, input=input, target=target)
    if weight is not None:
        require_tensor(weight, "nll_loss_nd", "weight", 3)
    how = place_of(reduction)
    refuse_labels(input, target)
    classes, labels = input.array.shape[-1], target.array
    if weight is not None and weight.array.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor "
            f"of shape: {list(weight.array.shape)}"
        )
    if weight is not None and weight.dtype is not input.dtype:
        raise RuntimeError(f"expected scalar type {kind_name(input)} but found {kind_name(weight)}")
    refuse_whole(input, "nll_loss_out_frame")
    outside = (labels != ignore_index) & ((labels < 0) | (labels >= classes))
    if outside.any():
        raise IndexError(f"Target {labels[outside][0] if labels.ndim else labels} is out of bounds.")
    return NllLossBackward0.apply(input, (target, weight), ignore_index, how)


def refuse_labels(input, target):
    """Raise an error unless there is one whole number for each row."""
    shape, labels = input.array.shape, target.array
    if not shape:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if len(shape) > 2:
        raise NotImplementedError("minigrad's losses take rows of classes: reshape the input to (n, classes)")
    if len(shape) == 1 and labels.ndim and len(labels) != 1:
        raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {len(labels)}")
    if labels.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if len(shape) == 2 and labels.shape != shape[:1]:
        count = labels.size if labels.ndim else 0
        raise ValueError(f"Expected input batch_size ({shape[0]}) to match target batch_size ({count}).")
    if labels.dtype not in (np.int64, np.uint8):
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {kind_name(target)}")


def cross_entropy(input, target, weight=None, *, ignore_index=-100, reduction="mean") -> Tensor:
    """How surprised a model is by the right classes: `nll_loss` of `log_softmax`. (n, classes), (n,) -> ()

    input   a score for each class, any number; the largest is the model's guess
    target  the place of the right class in each row
    Raises what `nll_loss` raises, and NotImplementedError for probabilities in the place of labels.
    """
    require_each("cross_entropy_loss", 1, input=input, target=target)
    if target.array.shape == input.array.shape:  # PyTorch then takes the target for probabilities
        if target.array.dtype.kind != "f":
            raise RuntimeError(
                f"Expected floating point type for target with class probabilities, got {kind_name(target)}"
            )
        raise NotImplementedError("minigrad's cross_entropy takes labels, whole numbers: target.argmax(1), say")
    scores = input.log_softmax(int(input.dim() != 1))
    return nll_loss(scores, target, weight, ignore_index=ignore_index, reduction=reduction)
