"""More operations that write into a tensor, in the pattern of chapter 9."""

import inspect
import sys

from minigrad.core.inplace import copied, filled, in_place, operator_in_place, zeroed
from minigrad.core.tensors import Tensor
from minigrad.core.writing import refuse_kind
from minigrad.exact.arguments import without_underscore
from minigrad.exact.dtypes import C_WORDS
from minigrad.exact.errors import WANTS_TENSOR
from minigrad.library.arithmetic import floor_divide, remainder
from minigrad.library.comparisons import bitwise_and, bitwise_or, bitwise_xor

for name in (
    "log_", "sqrt_", "sin_", "cos_", "tanh_", "sigmoid_", "relu_", "abs_", "floor_divide_", "remainder_",
    "bitwise_and_", "bitwise_or_", "bitwise_xor_", "reciprocal_", "rsqrt_", "square_", "log1p_", "expm1_", "tan_",
    "erf_", "floor_", "round_", "sign_", "sgn_", "masked_fill_", "tril_", "triu_", "scatter_add_",
):
    setattr(Tensor, name, in_place(name))


def clamped(name):
    """The operation for a method that writes what `clamp` gives; PyTorch looks at limits that are numbers first."""
    operation = without_underscore(name)

    def clamp(self, *limits, **named):
        result = operation(self, *limits, **named)
        if not any([isinstance(limit, Tensor) for limit in (*limits, *named.values())]):
            refuse_kind(self, result, C_WORDS)
        return result

    return clamp


for name in ("clamp_", "clamp_min_", "clamp_max_"):
    setattr(Tensor, name, in_place(name, clamped(name)))
Tensor.pow_ = in_place("pow_", complaint=WANTS_TENSOR.format("pow_"))
Tensor.__ifloordiv__ = operator_in_place(floor_divide, "//=")
Tensor.__imod__ = operator_in_place(remainder, "%=")
Tensor.__iand__ = operator_in_place(bitwise_and, "&=")
Tensor.__ior__ = operator_in_place(bitwise_or, "|=")
Tensor.__ixor__ = operator_in_place(bitwise_xor, "^=")

# What `help` and editors show: each takes what the operation takes that does not write, and says the same.
PLAIN = {"zero_": zeroed, "fill_": filled, "copy_": copied}
for name, method in list(vars(Tensor).items()):
    if getattr(method, "__module__", "") == in_place.__module__ and method.__name__.endswith("_"):
        plain = PLAIN.get(name) or getattr(Tensor, name.replace("__i", "__", 1) if name[0] == "_" else name[:-1])
        method.__signature__, method.__doc__ = inspect.signature(plain), f"In place: {plain.__doc__}"

# Where `pickle` finds a method: as one of Tensor, unless it is found as a function of its file.
for name, method in vars(Tensor).items():
    if inspect.isfunction(method) and getattr(sys.modules[method.__module__], method.__qualname__, None) is not method:
        first = method.__name__ if getattr(Tensor, method.__name__, None) is method else name  # abs, not __abs__
        method.__qualname__ = f"Tensor.{first}"
