"""More operations that write into a tensor, in the pattern of chapter 9."""

import inspect
import operator
import sys
from types import new_class

from minigrad.core.node import Node, recording
from minigrad.operations.arithmetic import as_tensors, elementwise, no_slope
from minigrad.core.tensors import Tensor, storage, version_counter
from minigrad.exact.arguments import (
    PLAIN_NAMES, by_name, different_dims, invalid, is_operand, is_whole, method, named, positive_dim, refuse_bool,
    whole, without_underscore,
)
from minigrad.exact.dtypes import C_NAMES, C_WORDS
from minigrad.exact.errors import FITS_NONE
from minigrad.exact.writes import refuse_kind
from minigrad.library.arithmetic import floor_divide, remainder
from minigrad.library.chance import bell, scattered, tossed
from minigrad.library.comparisons import bitwise_and, bitwise_or, bitwise_xor
from minigrad.library.filling import copied, filled, zeroed
from minigrad.library.matrices import SqueezeBackward4, TBackward0, refuse_deep
from minigrad.library.rules import twin
from minigrad.library.shapes import SqueezeBackward0, SqueezeBackward2, TransposeBackward0, exchanged
from minigrad.operations.copy_slices import rewrite_history
from minigrad.operations.inplace import in_place, operator_in_place, refuse_leaf
from minigrad.operations.views import UnsqueezeBackward0
from minigrad.operations.writing import refuse_ambiguous

for name in (
    "log_", "sqrt_", "sin_", "cos_", "tanh_", "sigmoid_", "relu_", "abs_", "remainder_",
    "bitwise_and_", "bitwise_or_", "bitwise_xor_", "reciprocal_", "rsqrt_", "square_", "log1p_", "expm1_", "tan_",
    "erf_", "floor_", "round_", "sign_", "sgn_", "masked_fill_", "tril_", "triu_", "scatter_add_", "true_divide_",
    "negative_", "lerp_", "fmod_", "atan_", "asin_", "acos_", "arctan_", "arcsin_", "arccos_", "sinh_", "cosh_",
    "atan2_", "arctan2_", "hypot_", "index_add_", "put_", "masked_scatter_", "logical_and_", "logical_or_",
    "logical_xor_", "logical_not_",
):
    setattr(Tensor, name, in_place(name))


def clamped(name):
    """The operation for a method that writes what `clamp` gives; PyTorch looks at limits that are numbers first."""
    operation = without_underscore(name)

    def clamp(self, *limits, **named):
        result = operation(self, *limits, **named)
        if not any([isinstance(limit, Tensor) for limit in (*limits, *named.values())]):
            refuse_kind(storage(self), result.array, C_WORDS)
        return result

    return clamp


for name in ("clamp_", "clamp_min_", "clamp_max_", "clip_"):
    setattr(Tensor, name, in_place(name, clamped(name)))


def product_added(self, *matrices, **factors):
    """What `addmm` gives. Raises RuntimeError for another shape than the tensor's."""
    result = without_underscore("addmm_")(self, *matrices, **factors)
    own, given = list(self.array.shape), list(result.array.shape)
    if own != given:
        raise RuntimeError(f"Bad in-place call: input tensor size {own} and output tensor size {given} should match")
    return result


Tensor.addmm_, Tensor.bernoulli_ = in_place("addmm_", product_added), in_place("bernoulli_", tossed)
Tensor.uniform_, Tensor.normal_ = in_place("uniform_", scattered), in_place("normal_", bell)
Tensor.pow_ = in_place("pow_", complaint=FITS_NONE.format("pow_"))


def floor_divided(self, other):
    """What `floor_divide` gives, by the name that errors have for the method that writes it."""
    result = floor_divide(self, other)
    if result._grad_fn is not None:
        result._grad_fn._name = "floor_divide_"
    return result


floor_divided.__name__ = "floor_divide"
Tensor.floor_divide_ = in_place("floor_divide_", by_name("floor_divide_", "floor_divide", method(floor_divided)))
Tensor.__ifloordiv__ = operator_in_place(floor_divided, "//=")
Tensor.__imod__ = operator_in_place(remainder, "%=")
Tensor.__iand__ = operator_in_place(bitwise_and, "&=")
Tensor.__ior__ = operator_in_place(bitwise_or, "|=")
Tensor.__ixor__ = operator_in_place(bitwise_xor, "^=")


def running(name):
    """The method that writes the sums or products up to each entry over the entries."""
    plain = without_underscore(name)

    def operation(self, *args, dtype=None, **kwargs):
        if dtype not in (None, self.dtype):
            kinds = [PLAIN_NAMES[C_NAMES[kind]] for kind in (self.dtype, dtype)]
            raise RuntimeError(
                f"Bad in-place call: input tensor dtype {kinds[0]} and output tensor dtype {kinds[1]} should match"
            )
        refuse_bool(self, f"{name}out_cpu")
        return plain(self, *args, **kwargs)

    return in_place(name, operation)


Tensor.cumsum_, Tensor.cumprod_ = running("cumsum_"), running("cumprod_")


def comparison(name):
    """The method that writes the answers over the entries: 1 for true, 0 for false. The slope is 0 everywhere."""
    compare = getattr(operator, name)

    def forward(ctx, self, other):
        return elementwise(compare, *as_tensors(self, other)).astype(self.array.dtype)

    def to_one(ctx, grad):
        return no_slope(grad)

    def to_both(ctx, grad):
        return no_slope(grad), no_slope(grad)

    with_number, with_tensor = [
        new_class(f"{name.capitalize()}Backward{number}", (Node,), {}, lambda body, rule=rule: body.update(
            forward=forward, backward=rule, __module__=__name__, __doc__=f"1 where self {name} other, else 0."
        )) for number, rule in enumerate((to_one, to_both))
    ]

    def operation(self, *others):
        if len(others) != 1 or not is_operand(others[0]):
            raise invalid(f"{name}_", *others)
        return (with_tensor if isinstance(others[0], Tensor) else with_number).apply(self, *others)

    return in_place(f"{name}_", operation)


Tensor.eq_, Tensor.ne_, Tensor.lt_ = comparison("eq"), comparison("ne"), comparison("lt")
Tensor.le_, Tensor.gt_, Tensor.ge_ = comparison("le"), comparison("gt"), comparison("ge")


# Another shape for the tensor itself: nothing is written into the memory, but it counts as a write.


def in_itself(operation, name):
    """The same in the tensor itself, which becomes what a view of it would be."""
    meaning = f"{operation.__doc__} In the tensor itself."
    return twin(operation, name, meaning, forward=lambda ctx, *args: storage(operation.forward(ctx, *args)))


TBackward1 = in_itself(TBackward0, "TBackward1")
TransposeBackward1 = in_itself(TransposeBackward0, "TransposeBackward1")
SqueezeBackward3 = in_itself(SqueezeBackward0, "SqueezeBackward3")
SqueezeBackward5 = in_itself(SqueezeBackward2, "SqueezeBackward5")
UnsqueezeBackward1 = in_itself(UnsqueezeBackward0, "UnsqueezeBackward1")


def squeeze_node(self, dim=None, *dims):
    if dim is None:
        return SqueezeBackward3.apply(self)
    if dims or isinstance(dim, (tuple, list)):
        return SqueezeBackward5.apply(self, different_dims((dim, *dims) if dims else dim, self.array.ndim))
    if not is_whole(dim):
        raise invalid("squeeze_", dim)
    return SqueezeBackward4.apply(self, positive_dim(dim, self.array.ndim))


def turning(name, operation):
    """The method that gives the tensor itself another shape, on the same memory.

    Raises RuntimeError for a leaf that requires a gradient, NotImplementedError for a view whose write is recorded.
    """

    def write(self, *args, **kwargs):
        if recording.on:
            refuse_ambiguous(self, ())
        refuse_leaf(self)
        if recording.on and self._requires_grad and self._base is not None:
            raise NotImplementedError(
                f"minigrad leaves out {name}() of a view whose operations are recorded: use {name[:-1]}()"
            )
        result = operation(self, *args, **kwargs)
        version_counter(self).count += 1
        self.array, self._leaf_node = storage(result), None  # it expects gradients of the old shape
        if result._grad_fn is not None:
            rewrite_history(self, result._grad_fn)
        return self

    plain = getattr(Tensor, name[:-1])
    write.__wrapped__ = plain  # `inspect.signature` looks there, once somebody asks
    return named(write, name, f"In place: {plain.__doc__}")


Tensor.t_ = turning("t_", lambda self: refuse_deep(self, "t_") or TBackward1.apply(self))
Tensor.transpose_ = turning(
    "transpose_", lambda self, dim0, dim1: exchanged("transpose_", self, TransposeBackward1, 1, dim0=dim0, dim1=dim1))
Tensor.swapdims_ = turning(
    "swapdims_", lambda self, dim0, dim1: exchanged("swapdims_", self, TransposeBackward1, 1, dim0=dim0, dim1=dim1))
Tensor.swapaxes_ = turning("swapaxes_", lambda self, axis0, axis1: exchanged(
    "swapaxes_", self, TransposeBackward1, 1, axis0=axis0, axis1=axis1))
Tensor.unsqueeze_ = turning("unsqueeze_", lambda self, dim: UnsqueezeBackward1.apply(
    self, positive_dim(whole(dim, "unsqueeze_", "dim", 1), self.array.ndim + 1)))
Tensor.squeeze_ = turning("squeeze_", squeeze_node)

PLAIN = {
    "zero_": zeroed, "fill_": filled, "copy_": copied, "bernoulli_": tossed, "normal_": bell, "uniform_": scattered,
}


def say_meanings():
    """For `help`: each takes what the operation takes that does not write, and says the same."""
    for name, each in list(vars(Tensor).items()):
        if getattr(each, "__module__", "") == in_place.__module__ and each.__name__.endswith("_"):
            plain = PLAIN.get(name) or getattr(Tensor, name.replace("__i", "__", 1) if name[0] == "_" else name[:-1])
            each.__wrapped__, each.__doc__ = plain, f"In place: {plain.__doc__}"


def say_places():
    """For `pickle`: a method is found as one of Tensor, unless it is found as a function of its file."""
    for name, each in vars(Tensor).items():
        known = inspect.isfunction(each) and getattr(sys.modules[each.__module__], each.__qualname__, None)
        if inspect.isfunction(each) and known is not each:
            first = each.__name__ if getattr(Tensor, each.__name__, None) is each else name  # abs, not __abs__
            each.__qualname__ = f"Tensor.{first}"


say_meanings()
say_places()
