"""Draws with given probabilities. They are PyTorch's, but on Intel's processors (see `random.Generator.bernoulli`)."""

import math

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact import random
from minigrad.exact.arguments import (
    NUMBERS, invalid, kind_name, method, python_number, refuse_whole, require_bool, require_tensor, whole, wrong,
)
from minigrad.exact.dtypes import default
from minigrad.exact.indexing import expanded_shape
from minigrad.machinery.silence import silent
from minigrad.library.arithmetic import without_rule
from minigrad.library.elementwise import SgnBackward0, require_broadcast
from minigrad.library.rules import twin
from minigrad.operations.arithmetic import no_slope
from minigrad.operations.leaves import make_leaf


def heads(p, shape):
    """1 with the probability that an array, or a number, has for the entry, else 0."""
    if not isinstance(p, np.ndarray):
        p = python_number(p)
        if not 0 <= p <= 1:
            raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
        return random.bernoulli(p, shape)
    refuse_whole(Tensor(p), "bernoulli_tensor_cpu_p_")
    if not ((p >= 0) & (p <= 1)).all():
        raise RuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If "
            "so, please report an enhancement request to PyTorch.)"
        )
    return random.uniform(shape, p.dtype) < p


BernoulliBackward0 = twin(
    SgnBackward0, "BernoulliBackward0", "1 or 0, drawn with these probabilities. A draw has no slope.",
    forward=lambda ctx, self: heads(np.asarray(self.array), self.array.shape).astype(self.array.dtype),
    formula=("zeros_like(grad)",),
)


class BernoulliBackward1(Node):
    """The same, written over a tensor."""

    formula = ("zeros_like(grad)",) * 2

    def forward(ctx, self, p):
        return heads(np.asarray(p.array), self.array.shape).astype(self.array.dtype)

    def backward(ctx, grad):
        return no_slope(grad), no_slope(grad)


BernoulliBackward2 = twin(
    BernoulliBackward0, "BernoulliBackward2", "The same with one probability for all.",
    forward=lambda ctx, self, p: heads(p, self.array.shape).astype(self.array.dtype),
)


def stretched(numbers, factor, shift):
    """numbers * factor + shift with one rounding, at the end, as PyTorch's processors do it."""
    wide = np.float64 if numbers.dtype == np.float32 else np.longdouble
    return numbers.astype(wide) * wide(numbers.dtype.type(factor)) + wide(numbers.dtype.type(shift))


@silent
def uniforms(shape, dtype, low, high):
    """An array of numbers from `low` up to `high`, evenly spread. Raises RuntimeError if `low` is larger."""
    if low > high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
    low, high = dtype.type(low), dtype.type(high)
    return stretched(random.uniform(shape, dtype), high - low, low).astype(dtype)


@silent
def normals(shape, dtype, mean, std):
    """An array of numbers from the normal distribution. Raises RuntimeError if `std` is negative."""
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    refuse_whole(Tensor(np.zeros((), dtype)), "normal_kernel_cpu")
    few = math.prod(shape) < 16  # these are made, and kept up to here, in float64
    return stretched(random.normal(shape, np.float64 if few else dtype), std, mean).astype(dtype)


UniformBackward0 = twin(
    BernoulliBackward0, "UniformBackward0", "Numbers between two, evenly spread, written over a tensor.",
    forward=lambda ctx, self, low, high: uniforms(self.array.shape, self.array.dtype, low, high),
)
NormalBackward0 = twin(
    BernoulliBackward0, "NormalBackward0", "Numbers from the normal distribution, written over a tensor.",
    forward=lambda ctx, self, mean, std: normals(self.array.shape, self.array.dtype, mean, std),
)
NormalBackward1 = twin(
    BernoulliBackward0, "NormalBackward1", "Numbers around those of a tensor, with one spread for all.",
    forward=lambda ctx, mean, std: normals(mean.array.shape, mean.array.dtype, 0, std) + mean.array,
)
NormalBackward2 = twin(
    BernoulliBackward0, "NormalBackward2", "Numbers around one, with the spreads of a tensor.",
    forward=lambda ctx, std, mean: spread_out(std.array.dtype, std.array, mean),
)
NormalBackward3 = twin(
    BernoulliBackward1, "NormalBackward3", "Numbers around those of a tensor, with the spreads of another.",
    forward=lambda ctx, mean, std: spread_out(mean.array.dtype, std.array, mean.array),
)


def spread_out(dtype, std, mean):
    """Numbers from the normal distributions with these spreads, an array, and means."""
    if (std < 0).any():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    shape = np.broadcast_shapes(std.shape, np.shape(mean))
    return (normals(shape, dtype, 0, 1) * std + mean).astype(dtype)


def normal(mean, std=1.0, size=None, *, dtype=None, requires_grad=False) -> Tensor:
    """Numbers from normal distributions: around `mean` with the spread `std`, each a tensor or a number.

    size  for two numbers: the shape of the result, which is a leaf
    Raises RuntimeError for a negative spread, or shapes that do not fit; NotImplementedError for whole numbers.
    """
    numbers = [isinstance(value, NUMBERS) for value in (mean, std)]
    tensors = [isinstance(value, Tensor) for value in (mean, std)]
    if all(numbers) and isinstance(size, (tuple, list)):
        kind = (dtype or default.dtype).numpy
        return make_leaf(normals(tuple(size), kind, mean, std), None, requires_grad)
    if size is not None or not any(tensors) or not all(a or b for a, b in zip(numbers, tensors)):
        raise invalid("normal", mean, std, *(() if size is None else (size,)))
    if all(tensors):
        require_broadcast(mean, std)
        return NormalBackward3.apply(mean, std)
    return NormalBackward1.apply(mean, std) if tensors[0] else NormalBackward2.apply(std, mean)


def fraction(value, name, argument, position):
    if not isinstance(value, NUMBERS):
        raise wrong(name, argument, position, "float", value)
    return python_number(value)


def scattered(self, low=0.0, high=1.0) -> Tensor:
    """Numbers from `low` up to `high`, evenly spread."""
    return UniformBackward0.apply(self, fraction(low, "uniform_", "from", 1), fraction(high, "uniform_", "to", 2))


def bell(self, mean=0.0, std=1.0) -> Tensor:
    """Numbers from the normal distribution."""
    return NormalBackward0.apply(self, fraction(mean, "normal_", "mean", 1), fraction(std, "normal_", "std", 2))


def bernoulli(input, p=None) -> Tensor:
    """1 or 0: 1 with the probability that stands in `input`, or with the probability p in every place. (n, m) -> (n, m)

    Raises RuntimeError for what is no probability, NotImplementedError for whole numbers in its place.
    """
    require_tensor(input, "bernoulli")
    if p is None:
        return BernoulliBackward0.apply(input)
    if not isinstance(p, NUMBERS):
        raise invalid("bernoulli", input, p)
    drawn = heads(p, input.array.shape).astype(input.array.dtype)
    return without_rule("bernoulli", lambda a, b: drawn, input, 0)


def tossed(self, p=0.5) -> Tensor:
    """1 or 0: 1 with the probability p, a number, or a tensor with one for each place."""
    if isinstance(p, Tensor):
        expanded_shape(p.array, self.array.shape)
        return BernoulliBackward1.apply(self, p)
    if not isinstance(p, NUMBERS):
        raise invalid("bernoulli_", p)
    return BernoulliBackward2.apply(self, p)


def multinomial(input, num_samples, replacement=False) -> Tensor:
    """Places drawn in proportion to the numbers there; without `replacement` no place twice. (m, n), k -> (m, k)

    Raises RuntimeError for what are no weights, and for more draws than places.
    """
    require_tensor(input, "multinomial")
    count = whole(num_samples, "multinomial", "num_samples", 2)
    require_bool(replacement, "multinomial", "replacement", 3)
    weights, once = input.array, count == 1 or not replacement
    refuse_draws(input, count, replacement)
    rows = weights.reshape(-1, weights.shape[-1])
    refuse_weights(rows, once)
    if once:
        keys = rows / random.exponential(rows.shape).astype(rows.dtype)
        places = np.argsort(-keys, 1, kind="stable")[:, :count]
    else:
        limits = np.cumsum(rows, 1)
        limits /= limits[:, -1:]
        drawn = random.uniform((len(rows), count), np.float64)
        places = [np.searchsorted(row[:-1], numbers) for row, numbers in zip(limits, drawn)]
    return Tensor(np.array(places, np.int64).reshape(*weights.shape[:-1], count))


def refuse_draws(input, count, replacement):
    """Raise RuntimeError unless so many places can be drawn from a tensor of this kind and shape."""
    if input.array.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if input.array.dtype.kind != "f":
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {kind_name(input)}")
    if count <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and count > input.array.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")


def refuse_weights(rows, once):
    """Raise RuntimeError for what are no weights, in the words of PyTorch's two ways to draw."""
    problem = "invalid multinomial distribution (encountering probability entry {})"
    broken = "probability tensor contains either `inf`, `nan` or element < 0"
    if (rows < 0).any():
        raise RuntimeError(broken if once else problem.format("< 0"))
    if not np.isfinite(rows).all():
        raise RuntimeError(broken if once else problem.format("= infinity or NaN"))
    if not rows.sum(1).all():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")


Tensor.bernoulli, Tensor.multinomial = method(bernoulli), method(multinomial)
