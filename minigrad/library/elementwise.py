"""More operations, entry by entry, in the pattern of those in `operations/arithmetic.py`."""

import functools
import inspect
import math
import operator
import warnings
from typing import Any

import numpy as np

from minigrad.core.node import Node, recording
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import (
    NUMBERS, PLAIN_NAMES, converted, invalid, is_operand, kind_name, method, named, number, python_number,
    refuse_bool, refuse_whole, require_each, require_tensor, wrong,
)
from minigrad.exact.dtypes import C_NAMES, C_WORDS, common_dtype, counted, floating
from minigrad.exact.errors import NOT_ONE_NUMBER, OUT_WITH_GRAD, RESIZED, meeting
from minigrad.exact.writes import refuse_kind
from minigrad.machinery.silence import silently
from minigrad.library.rules import of_saved, twin
from minigrad.operations.arithmetic import (
    NegBackward0, as_tensors, elementwise, exp, no_slope, operand, pow as pow_number, tanh,
)


def of_one(name, node, saves, compute, rule, meaning, **others):
    """The function of this name, entry by entry on floating point numbers; its nodes have PyTorch's name `node`.

    saves    "self" or "result": what the rule takes besides the gradient
    compute  what NumPy makes of an array
    """

    def forward(ctx, self):
        if saves == "self":
            ctx.save_for_backward(self)
        return compute(floating(self.array))

    forward.compute = compute
    parts = {"__doc__": meaning, "forward": forward, "backward": of_saved(rule), **others}
    return called(type(node, (Node,), parts, saves=saves), name)


def called(operation, name):
    """The function of this name, from an operation on one tensor. It raises TypeError for anything else."""

    def function(input) -> Tensor:
        require_tensor(input, name)
        return operation.apply(input)

    if hasattr(operation.forward, "compute"):
        COMPUTED[function] = operation
    return named(function, name, operation.__doc__)


COMPUTED = {}  # functions of one tensor whose operation computes entry by entry, `operation.forward.compute(array)`


def of_two(operation, name):
    """The same for an operation on two tensors."""

    def function(input, other) -> Tensor:
        require_each(name, 1, input=input, other=other)
        return operation.apply(input, other)

    return named(function, name, operation.__doc__)


def takes_out(function):
    """The function with PyTorch's `out=`: a tensor to write the result into, which is also what it gives."""
    name = function.__name__

    @functools.wraps(function)
    def call(*args, out=None, **kwargs):
        return function(*args, **kwargs) if out is None else put_out(name, out, function, args, kwargs)

    signature = inspect.signature(function)
    keyword = inspect.Parameter("out", inspect.Parameter.KEYWORD_ONLY, default=None)
    call.__signature__ = signature.replace(parameters=[*signature.parameters.values(), keyword])
    return call


def put_out(name, out, function, args, kwargs):
    """Write the function's result into `out`.

    Raises TypeError for what is no tensor, RuntimeError where a gradient would be lost, or for a dtype that cannot hold
    the result. Warns where it has to give `out` another shape.
    """
    if not isinstance(out, Tensor):
        raise wrong(name, "out", None, "Tensor", out)
    given = [value for value in (out, *args, *kwargs.values()) if isinstance(value, Tensor)]
    if recording.on and any([tensor._requires_grad for tensor in given]):
        raise RuntimeError(OUT_WITH_GRAD.format(name))
    result = function(*args, **kwargs)
    refuse_kind(out.array, result.array, C_NAMES)
    if out.array.shape != result.array.shape:
        if out.array.size:
            shapes = [list(tensor.array.shape) for tensor in (out, result)]
            warnings.warn(RESIZED.format(*shapes), stacklevel=3)
        out.array = np.zeros(result.array.shape, out.array.dtype)
    return out.copy_(result)


def either(operation, function, value):
    """A recorded operation on a tensor, or NumPy's function of an array."""
    return (operation if isinstance(value, Tensor) else function)(value)


def array_of(value):
    """The bare array, of a tensor or of what is an array already."""
    return value.array if isinstance(value, Tensor) else value


def choose(mask, a, b):
    """Where the mask is true a, else b: arrays from arrays, a recorded tensor if one of them is a tensor."""
    if isinstance(a, Tensor) or isinstance(b, Tensor):
        return where(Tensor(mask), a, b)
    return only(mask, a) if type(b) is int and b == 0 else np.where(mask, a, b)


BITS = {np.dtype(np.float32): np.int32, np.dtype(np.float64): np.int64}


def only(mask, numbers):
    """The numbers where the mask is true, else 0: their bits times 1 or 0. NumPy takes far longer to choose."""
    bits = numbers.view(BITS.get(numbers.dtype, numbers.dtype)) * mask
    return bits.view(numbers.dtype)


# Functions of one number.


reciprocal = of_one(
    "reciprocal", "ReciprocalBackward0", "result", lambda array: 1 / array,
    lambda grad, result: -grad * (result * result),
    "1 / self: the derivative is -(1/self)^2, so the result is what is saved.",
)
log = of_one(
    "log", "LogBackward0", "self", np.log, lambda grad, self: grad / self,
    "The natural logarithm: d(ln x)/dx = 1/x.",
)
log1p = of_one(
    "log1p", "Log1PBackward0", "self", np.log1p, lambda grad, self: grad / (self + 1),
    "ln(1 + x), exact even where x is tiny: the derivative is 1/(1 + x).",
)
expm1 = of_one(
    "expm1", "Expm1Backward0", "result", np.expm1, lambda grad, result: grad * (result + 1),
    "e^x - 1, exact even where x is tiny: the derivative is e^x.",
)
sqrt = of_one(
    "sqrt", "SqrtBackward0", "result", np.sqrt, lambda grad, result: grad / (2 * result),
    "d(sqrt x)/dx = 1 / (2 sqrt x).",
)
rsqrt = of_one(
    "rsqrt", "RsqrtBackward0", "result", lambda array: 1 / np.sqrt(array),
    lambda grad, result: -0.5 * grad * (result * result * result),
    "1 / sqrt x has the derivative -1/2 (1 / sqrt x)^3.",
)


def sigmoid_of(array):
    return 1 / (1 + np.exp(-array))


python_erf = np.vectorize(math.erf, otypes=[float])


def erf_of(array):
    return python_erf(array).astype(array.dtype)


sigmoid = of_one(
    "sigmoid", "SigmoidBackward0", "result", sigmoid_of, lambda grad, result: grad * (1 - result) * result,
    "s(x) = 1 / (1 + e^-x) has the derivative s (1 - s).",
)
sin = of_one(
    "sin", "SinBackward0", "self", np.sin, lambda grad, self: grad * either(cos, np.cos, self),
    "d(sin x)/dx = cos x.",
)
cos = of_one(
    "cos", "CosBackward0", "self", np.cos, lambda grad, self: -grad * either(sin, np.sin, self),
    "d(cos x)/dx = -sin x.",
)
tan = of_one(
    "tan", "TanBackward0", "result", np.tan, lambda grad, result: grad * (1 + result * result),
    "d(tan x)/dx = 1 + tan(x)^2.",
)
erf = of_one(
    "erf", "ErfBackward0", "self", erf_of,
    lambda grad, self: 2 / math.sqrt(math.pi) * either(exp, np.exp, -(self * self)) * grad,
    "The error function: d(erf x)/dx = 2 / sqrt(pi) e^(-x^2).",
)


class AbsBackward0(Node, saves="self"):
    """|x| has the derivative -1, 0 or 1: the sign of x."""

    def forward(ctx, self):
        refuse_bool(self, "abs_cpu")
        ctx.save_for_backward(self)
        return abs(self.array)

    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return grad * either(sgn, sign_of, self)


class ReluBackward0(Node, saves="result"):
    """max(x, 0): the gradient stops where x is not positive. At the kink, 0 is PyTorch's choice."""

    def forward(ctx, self):
        if self.array.dtype.kind == "b":
            raise RuntimeError("Boolean inputs not supported for relu")
        return np.maximum(self.array, self.array.dtype.type(0))

    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        passing = ~(array_of(result) <= 0)  # so nan passes, as in PyTorch
        if isinstance(grad, Tensor):
            return ThresholdBackwardBackward0.apply(grad, result, passing)
        return choose(passing, grad, 0)


ReluBackward0.forward.compute = lambda array: np.maximum(array, array.dtype.type(0))  # for floats: see `of_one`


class ThresholdBackwardBackward0(Node):
    """What `relu` sends back. It depends on the result of `relu` too, but with a slope of 0 wherever there is one."""

    def forward(ctx, grad, result, passing):
        ctx._passing = passing
        return choose(passing, grad.array, 0)

    def backward(ctx, grad):
        return choose(ctx._passing, grad, 0), no_slope(grad)


def sign_of(array):
    return ((array > 0).astype(np.int8) - (array < 0)).astype(array.dtype)


class SgnBackward0(Node):
    """-1, 0 or 1, also 0 for nan: a staircase, with the slope 0."""

    def forward(ctx, self):
        return sign_of(self.array)

    def backward(ctx, grad):
        return no_slope(grad)


class FloorBackward0(Node):
    """The next whole number below: a staircase, with the slope 0."""

    backward = SgnBackward0.backward

    def forward(ctx, self):
        refuse_bool(self, "floor_vml_cpu")
        return np.floor(self.array) if self.array.dtype.kind == "f" else self.array.copy()


class RoundBackward0(Node):
    backward = SgnBackward0.backward

    def forward(ctx, self, *decimals):
        if decimals:
            refuse_whole(self, "round_cpu")
        refuse_bool(self, "round_vml_cpu")
        return np.round(self.array, *decimals)


RoundBackward1 = twin(RoundBackward0, "RoundBackward1", "The nearest number with so many decimals.")


def round(input, *, decimals=None) -> Tensor:
    """Each entry rounded to a whole number, or to this many decimals; halves become even: 0.5 -> 0, 1.5 -> 2."""
    require_tensor(input, "round")
    return RoundBackward0.apply(input) if decimals is None else RoundBackward1.apply(input, decimals)


def square(input) -> Tensor:
    """The square of each entry."""
    require_tensor(input, "square")
    return pow_number(input, 2)


negative = called(NegBackward0, "negative")
relu = called(ReluBackward0, "relu")
abs_ = called(AbsBackward0, "abs")
sgn = called(SgnBackward0, "sgn")
sign = called(twin(SgnBackward0, "SignBackward0", "-1, 0 or 1: the sign."), "sign")
floor = called(FloorBackward0, "floor")


# Choices between numbers.


def require_broadcast(*tensors):
    """The shape in which these tensors meet. Raises RuntimeError unless their shapes fit together."""
    return meeting(*[tensor.array.shape for tensor in tensors])


class WhereBackward0(Node, saves="condition"):
    """Entries of self where the condition is true, else of other: each gradient goes where its entry came from."""

    def forward(ctx, self, other, hidden):
        (condition,) = hidden  # in a tuple, since no edge leads to it
        require_broadcast(condition, self, other)
        ctx.save_for_backward(condition)
        return elementwise(lambda a, b: np.where(condition.array, a, b), self, other)

    def backward(ctx, grad):
        mask = ctx.saved_tensors[0].array
        return choose(mask, grad, 0), choose(mask, 0, grad)


BYTES_CHOOSE = (
    "where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future version of "
    "PyTorch. Use a boolean condition instead."
)


def where(condition, input=None, other=None) -> Any:
    """Entries of `input` where the condition is true, else of `other`; both may be numbers. (m, 1), (n,), () -> (m, n)

    Without the two: the places where `condition` is not 0, as a tuple with one tensor of indices per dimension.
    """
    if input is None and other is None:
        require_tensor(condition, "where", "condition")
        found = np.nonzero(np.atleast_1d(condition.array))
        return tuple([Tensor(places.astype(np.int64, copy=False)) for places in found])
    return chosen_by(condition, input, other, condition, input, other)


def chosen_by(condition, input, other, *given):
    """What `where` gives for two tensors or numbers. A warning points to the user's line, two calls up from here.

    given  all arguments, as the user has given them
    """
    if not (isinstance(condition, Tensor) and is_operand(input) and is_operand(other)):
        raise invalid("where", *[value for value in given if value is not None])
    if condition.array.dtype == np.uint8:
        warnings.warn(BYTES_CHOOSE, stacklevel=3)
        condition = Tensor(condition.array != 0)
    if condition.array.dtype.kind != "b":
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype {kind_name(condition)}"
        )
    tensors = as_tensors(input, other)
    for value in (input, other):
        if isinstance(value, int):
            converted(value, common_dtype(*[tensor.array for tensor in tensors]))
    return WhereBackward0.apply(*tensors, (condition,))


def method_where(self, condition, other=None) -> Tensor:
    """Entries of this tensor where the condition is true, else of `other`. (m, 1), (n,), () -> (m, n)"""
    return chosen_by(condition, self, other, condition, other)


class MaskedFillBackward1(Node, saves="mask"):
    """The number of a tensor where the mask is true: its gradient is the sum of what arrives there."""

    def forward(ctx, self, value, hidden):
        ctx.save_for_backward(*hidden)
        dtype = self.array.dtype
        if isinstance(value, Tensor) and dtype.kind in "iu":
            value = value.item()
        value = value.array.astype(dtype) if isinstance(value, Tensor) else converted(python_number(value), dtype)
        return Tensor(np.where(hidden[0].array, value, self.array))  # a Tensor: one of whole numbers gets no history

    def backward(ctx, grad):
        mask = ctx.saved_tensors[0].array
        return choose(mask, 0, grad), choose(mask, grad, 0)


MaskedFillBackward0 = twin(
    MaskedFillBackward1, "MaskedFillBackward0", "A number where the mask is true: there the gradient stops.",
    backward=lambda ctx, grad: choose(ctx.saved_tensors[0].array, 0, grad),
)


def masked_fill(input, mask, value) -> Tensor:
    """Each entry, but where the mask is true `value`, a number or a tensor without dimensions. (n,), (m, 1) -> (m, n)

    Raises RuntimeError for a mask that is not of booleans.
    """
    if not (isinstance(input, Tensor) and isinstance(mask, Tensor) and is_operand(value)):
        raise invalid("masked_fill", input, mask, value)
    if mask.array.dtype.kind != "b":
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {C_WORDS[mask.dtype]}")
    require_broadcast(mask, input)
    if not isinstance(value, Tensor):
        return MaskedFillBackward0.apply(input, value, (mask,))
    if value.array.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, "
            f"but got tensor with {value.array.ndim} dimension(s)."
        )
    return MaskedFillBackward1.apply(input, value, (mask,))


class FillBackward1(Node):
    """The number of a tensor without dimensions, everywhere: its gradient is the sum of all."""

    def forward(ctx, self, value):
        return np.full_like(self.array, value.array)

    def backward(ctx, grad):
        return no_slope(grad), grad


FillBackward0 = twin(
    SgnBackward0, "FillBackward0", "One number everywhere.",
    forward=lambda ctx, self, value: np.full_like(self.array, converted(value, self.array.dtype)),
)


def fill(input, value) -> Tensor:
    """A tensor in the shape and dtype of `input`, with the same number everywhere, or that of a lone tensor.

    Raises RuntimeError for a tensor with dimensions as `value`, and for a number that the dtype cannot hold.
    """
    if not isinstance(input, Tensor) or not is_operand(value):
        raise invalid("fill", input, value)
    if not isinstance(value, Tensor):
        return FillBackward0.apply(input, python_number(value))
    if value.array.ndim:
        raise RuntimeError(NOT_ONE_NUMBER.format(value.array.ndim))
    return FillBackward1.apply(input, value)


class LerpBackward0(Node, saves="weight"):
    """A number's share of the way from self to end. (m, 1), (n,) -> (m, n)"""

    def forward(ctx, self, end, weight):
        ctx.weight = weight
        return elementwise(lambda a, b: on_the_way(a, b, a.dtype.type(weight)), self, end)

    def backward(ctx, grad):
        return grad * (1 - ctx.weight), grad * ctx.weight


class LerpBackward1(Node, saves="self end weight"):
    """The same for shares in a tensor."""

    def forward(ctx, self, end, weight):
        kept = weight._requires_grad
        ctx.save_for_backward(self if kept else None, end if kept else None, weight)
        return on_the_way(*[tensor.array.astype(self.array.dtype) for tensor in (self, end, weight)])

    def backward(ctx, grad):
        self, end, weight = ctx.saved_like(grad)
        return grad * (1 - weight), grad * weight, None if self is None else grad * (end - self)


def on_the_way(a, b, weight):
    """PyTorch begins at the end that is nearer, so that a share of 1 gives the end exactly."""
    return np.where(weight < 0.5, a + weight * (b - a), b - (b - a) * (1 - weight))


def lerp(input, end, weight) -> Tensor:
    """input + weight * (end - input): a share of the way, 0 at `input`, 1 at `end`. (m, 1), (n,), () -> (m, n)

    Raises RuntimeError for different dtypes, NotImplementedError for whole numbers.
    """
    if not (isinstance(input, Tensor) and isinstance(end, Tensor) and is_operand(weight)):
        raise invalid("lerp", input, end, weight)
    lone = not isinstance(weight, Tensor) or weight.array.ndim == 0
    for name, tensor in ("end", end), ("weight", weight):
        if isinstance(tensor, Tensor) and tensor.dtype is not input.dtype and not (lone and tensor is weight):
            kinds = [PLAIN_NAMES[kind_name(one)] for one in (input, tensor)]
            raise RuntimeError(f"expected dtype {kinds[0]} for `{name}` but got dtype {kinds[1]}")
    require_broadcast(input, end, *([weight] if isinstance(weight, Tensor) else []))
    refuse_whole(input, f"lerp_kernel_{'tensor' if isinstance(weight, Tensor) else 'scalar'}")
    if isinstance(weight, Tensor):
        return LerpBackward1.apply(input, end, weight)
    return LerpBackward0.apply(input, end, python_number(weight))


class MaximumBackward0(Node, saves="self other"):
    """The larger of each two entries: it gets the gradient. Equal ones share it. (m, 1), (n,) -> (m, n)"""

    find, losing = np.maximum, (operator.lt, operator.gt)

    def forward(ctx, self, other):
        ctx.save_for_backward(self, other)
        return elementwise(ctx.find, self, other)

    def backward(ctx, grad):
        self, other = ctx.saved_tensors
        grad = choose(holds(self, operator.eq, other), grad / 2, grad)
        first, second = [holds(self, loses, other) for loses in ctx.losing]
        return choose(first, 0, grad), choose(second, 0, grad)


MinimumBackward0 = twin(
    MaximumBackward0, "MinimumBackward0", "The smaller of each two entries.", find=np.minimum,
    losing=(operator.gt, operator.lt),
)
maximum, minimum = of_two(MaximumBackward0, "maximum"), of_two(MinimumBackward0, "minimum")


def holds(self, compare, other, without=True):
    """An array of booleans: where the comparison of two tensors holds. The other may be a number, or None: no limit."""
    if self is None or other is None:
        return np.bool_(without)
    return elementwise(compare, self, other if isinstance(other, Tensor) else operand(other, self, ""))


def within(grad, self, lowest, highest):
    """The gradient where a tensor's entries are within these limits, 0 elsewhere."""
    return choose(holds(self, operator.ge, lowest) & holds(self, operator.le, highest), grad, 0)


class ClampBackward1(Node, saves="self min max"):
    """Numbers beyond a limit become the limit: there the gradient stops."""

    def forward(ctx, self, min, max):
        ctx.save_for_backward(self)
        ctx.min, ctx.max = min, max
        array = floating(self.array) if float in (type(min), type(max)) else counted(self.array)
        return np.clip(array, *[None if limit is None else converted(limit, array.dtype) for limit in (min, max)])

    def backward(ctx, grad):
        return within(grad, ctx.saved_tensors[0], ctx.min, ctx.max)


ClampMinBackward0 = twin(ClampBackward1, "ClampMinBackward0", "Only a lower limit.", "self min")
ClampMaxBackward0 = twin(ClampBackward1, "ClampMaxBackward0", "Only an upper limit.", "self max")
NO_LIMIT = Tensor(np.zeros(()))  # holds the place of a limit that is not given: an edge that leads nowhere


class ClampBackward0(Node, saves="self min max"):
    """Limits that are tensors: beyond a limit the gradient is the limit's; where two contradict, the upper's."""

    def forward(ctx, self, min, max):
        min, max = [None if limit is NO_LIMIT else limit for limit in (min, max)]
        given = {"self": self, "min": min, "max": max}
        ctx.save_for_backward(*[given[name] for name in ctx.saves])
        above = self if min is None else Tensor(elementwise(np.maximum, self, min))
        return above.array if max is None else elementwise(np.minimum, above, max)

    def backward(ctx, grad):
        return shared_out(grad, dict(zip(ctx.saves, ctx.saved_tensors)))


def shared_out(grad, given):
    """The gradient for each of those that are given, of "self", "min" and "max"."""
    self, min, max = given["self"], given.get("min"), given.get("max")
    below = holds(self, operator.lt, min) & holds(min, operator.lt, max)
    above = holds(self, operator.gt, max) | holds(max, operator.lt, min, without=False)
    grads = {"self": within(grad, self, min, max), "min": choose(below, grad, 0), "max": choose(above, grad, 0)}
    return tuple([grads[name] for name in given])


ClampMinBackward1 = twin(ClampBackward0, "ClampMinBackward1", "Only lower limits.", "self min")
ClampMaxBackward1 = twin(ClampBackward0, "ClampMaxBackward1", "Only upper limits.", "self max")


def with_limits(by_numbers, by_tensors, name, input, min, max):
    """Apply one of two operations, as the limits are numbers or tensors. Raises TypeError for a mixture."""
    given = [limit for limit in (min, max) if limit is not None]
    if isinstance(input, Tensor) and given and all([isinstance(limit, NUMBERS) for limit in given]):
        return by_numbers.apply(input, python_number(min), python_number(max))
    if not given or not all([isinstance(value, Tensor) for value in (input, *given)]):
        raise invalid(name, input, *(given or [None]))
    if by_tensors is ClampBackward0:
        min, max = [NO_LIMIT if limit is None else limit for limit in (min, max)]
    return by_tensors.apply(input, min, max)


def clamp(input, min=None, max=None) -> Tensor:
    """Each entry, but not below `min` nor above `max`, numbers or tensors. Raises RuntimeError if neither is given."""
    return limited("clamp", input, min, max)


def clip(input, min=None, max=None) -> Tensor:
    """What `clamp` gives, by the name that NumPy has for it."""
    return limited("clip", input, min, max)


def limited(name, input, min, max):
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    return with_limits(ClampBackward1, ClampBackward0, name, input, min, max)


def clamp_min(input, min) -> Tensor:
    """Each entry, but not below `min`, a number or a tensor."""
    return with_limits(ClampMinBackward0, ClampMinBackward1, "clamp_min", input, min, None)


def clamp_max(input, max) -> Tensor:
    """Each entry, but not above `max`, a number or a tensor."""
    return with_limits(ClampMaxBackward0, ClampMaxBackward1, "clamp_max", input, None, max)


# Smooth steps and kinks, which torch.nn.functional has.


class GeluBackward0(Node, saves="self approximate"):
    def forward(ctx, self, approximate):
        refuse_whole(self, "GeluKernelImpl")
        ctx.save_for_backward(self)
        ctx.approximate = approximate
        share, _ = SHARES[approximate](self.array)
        return self.array * share

    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        share, slope = SHARES[ctx.approximate](self)
        return grad * (share + self * slope)


def normal_share(x):
    """The share of the normal distribution below x, and its slope, the density at x."""
    share = (1 + either(erf, erf_of, x * math.sqrt(0.5))) / 2
    return share, either(exp, np.exp, -0.5 * (x * x)) / math.sqrt(2 * math.pi)


def share_by_tanh(x):
    """Nearly the same, from tanh."""
    scale = math.sqrt(2 / math.pi)
    bent = either(tanh, np.tanh, scale * (x + 0.044715 * (x * x * x)))
    return (1 + bent) / 2, (1 - bent * bent) / 2 * (scale * (1 + 3 * 0.044715 * (x * x)))


SHARES = {"none": normal_share, "tanh": share_by_tanh}


def gelu(input, *, approximate="none") -> Tensor:
    """x times the share of the normal distribution below x, for each entry x. Approximate: "none" or "tanh"."""
    require_tensor(input, "gelu")
    if approximate not in SHARES:
        raise RuntimeError("approximate argument must be either none or tanh.")
    return GeluBackward0.apply(input, approximate)


class SoftplusBackward0(Node, saves="self beta threshold"):
    """ln(1 + e^(beta x)) / beta, a smooth relu; its slope is sigmoid(beta x). Beyond the threshold it is x itself."""

    def forward(ctx, self, beta, threshold):
        refuse_whole(self, "softplus_cpu")
        ctx.save_for_backward(self)
        ctx.beta, ctx.threshold = beta, threshold
        scaled = self.array * beta
        return np.where(scaled > threshold, self.array, np.log1p(np.exp(scaled)) / beta)

    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        curved = grad * either(sigmoid, sigmoid_of, self * ctx.beta)
        return choose(array_of(self) * ctx.beta > ctx.threshold, grad, curved)


def softplus(input, beta=1, threshold=20) -> Tensor:
    """ln(1 + e^(beta x)) / beta for each entry x, and x itself where beta x is beyond the threshold."""
    require_tensor(input, "softplus")
    beta, threshold = number(beta, "softplus", "beta", 2), number(threshold, "softplus", "threshold", 3)
    return SoftplusBackward0.apply(input, beta, threshold)


# Another dtype.


class ToCopyBackward0(Node):
    """The same numbers in another dtype. On the way back the engine converts the gradient."""

    def forward(ctx, self, dtype):
        return self.array.astype(dtype)

    def backward(ctx, grad):
        return grad


def cast(self, dtype):
    """The same numbers in another dtype; the tensor itself if it has that dtype already."""
    dtype = np.dtype(getattr(dtype, "numpy", dtype))
    if self.array.dtype == dtype:
        return self
    return ToCopyBackward0.apply(self, dtype) if dtype.kind == "f" else Tensor(silently(self.array.astype, dtype))


def to_kind(name, dtype):
    """The method of this name: the same numbers in NumPy's dtype."""
    return named(lambda self: cast(self, dtype), name, f"The same numbers as {np.dtype(dtype)}.")


for function in (
    reciprocal, log, log1p, expm1, sqrt, rsqrt, sigmoid, erf, relu, sin, cos, tan, abs_, sgn, sign, floor, round,
    square, negative,
):
    setattr(Tensor, function.__name__, function)
for function in (masked_fill, lerp, maximum, minimum, clamp, clamp_min, clamp_max, clip):
    setattr(Tensor, function.__name__, method(function))
Tensor.__abs__, Tensor.where = abs_, named(method_where, "where", method_where.__doc__)
Tensor.char, Tensor.short = to_kind("char", np.int8), to_kind("short", np.int16)
Tensor.int, Tensor.byte = to_kind("int", np.int32), to_kind("byte", np.uint8)
Tensor.float, Tensor.double = to_kind("float", np.float32), to_kind("double", np.float64)
Tensor.long, Tensor.bool = to_kind("long", np.int64), to_kind("bool", np.bool_)
