"""minigrad: PyTorch's autograd, small enough to build and to read. These are PyTorch's public names.

The rooms, from the ground up: exact, core, operations, autograd, library, nn, optim, quick; each imports only what
stands before it. The order within a room stands in its `__init__.py`. `viz` and `teach` stand beside them and work with
real PyTorch, too.
"""

import os as _os
from math import e, inf, nan, pi

from minigrad import core, operations, autograd, library, nn, optim, quick  # noqa: F401 - in the order of the rooms
from minigrad.exact import left_out as _left_out, random
from minigrad.exact.random import initial_seed, manual_seed, seed
from minigrad.exact.dtypes import (
    Size, bool_ as bool, float64 as double, dtype, float32 as float, float32, float64, int8, int16, int16 as short,
    int32, int32 as int, int64, int64 as long, uint8,
)
from minigrad.exact.printing import set_printoptions
from minigrad.core.tensors import Tensor
from minigrad.operations.arithmetic import exp, neg, tanh
from minigrad.operations.reductions import mean, sum
from minigrad.operations.views import clone, stack
from minigrad.autograd.anomaly_mode import is_anomaly_check_nan_enabled, is_anomaly_enabled, set_anomaly_enabled
from minigrad.autograd.grad_mode import (
    enable_grad, inference_mode, is_grad_enabled, is_inference, is_inference_mode_enabled, no_grad, set_grad_enabled,
)
from minigrad.autograd.variable import DoubleTensor, FloatTensor, LongTensor
from minigrad.library.contents import equal
from minigrad.library.shapes import (
    flatten, permute, reshape, squeeze, swapaxes, transpose, unsqueeze,
)
from minigrad.library.elementwise import (
    abs_ as abs, clamp, clamp_max, clamp_min, clip, cos, erf, expm1, fill, floor, lerp, log, log1p, masked_fill,
    maximum, minimum, negative, reciprocal, relu, round, rsqrt, sgn, sigmoid, sign, sin, sqrt, square, tan, where,
)
from minigrad.library.arithmetic import add, div, floor_divide, mul, pow, remainder, sub, true_divide
from minigrad.library.reductions import (
    all, amax, amin, any, argmax, argmin, cumprod, cumsum, logsumexp, max, median, min, norm, prod,
    softmax, sort, std, std_mean, topk, var, var_mean,
)
from minigrad.library.cutting import chunk, split, unbind
from minigrad.library.joining import (
    broadcast_tensors, cat, concat, concatenate, flip, gather, index_select, narrow, repeat_interleave, roll,
    scatter_add, select,
)
from minigrad.library.matrices import addmm, bmm, diagonal, dot, einsum, matmul, mm, mv, outer, t, trace, tril, triu
from minigrad.library.comparisons import (
    allclose, bitwise_and, bitwise_or, bitwise_xor, eq, ge, gt, isclose, isfinite, isinf, isnan, le, logical_and,
    logical_not, logical_or, logical_xor, lt, ne,
)
from minigrad.library.constructors import from_numpy
from minigrad.library.devices import (
    accelerator, arange, as_tensor, backends, can_cast, cuda, detach, device, empty, empty_like, eye, finfo, full,
    full_like, get_default_device, get_default_dtype, iinfo, is_floating_point, is_tensor, linspace, mps, numel,
    ones, ones_like, promote_types, rand, rand_like, randint, randn, randn_like, randperm, result_type,
    set_default_device, set_default_dtype, tensor, xpu, zeros, zeros_like,
)
from minigrad.library.old_types import BoolTensor, ByteTensor, CharTensor, IntTensor, ShortTensor
from minigrad.library.serialization import load, save
from minigrad.nn.scores import log_softmax

__all__ = [
    "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor", "FloatTensor", "IntTensor", "LongTensor",
    "ShortTensor", "Size", "Tensor", "abs", "accelerator", "add", "addmm", "all", "allclose", "amax", "amin", "any",
    "arange", "argmax", "argmin", "as_tensor", "autograd", "backends", "bitwise_and", "bitwise_or", "bitwise_xor",
    "bmm", "bool", "broadcast_tensors", "can_cast", "cat", "chunk", "clamp", "clamp_max", "clamp_min", "clip",
    "clone", "concat", "concatenate", "cos", "cuda", "cumprod", "cumsum", "detach", "device", "diagonal", "div",
    "dot", "double", "dtype", "e", "einsum", "empty", "empty_like", "enable_grad", "eq", "equal", "erf", "exp",
    "expm1", "eye", "fill", "finfo", "flatten", "flip", "float", "float32", "float64", "floor", "floor_divide",
    "from_numpy", "full", "full_like", "gather", "ge", "get_default_device", "get_default_dtype", "gt", "iinfo",
    "index_select", "inf", "inference_mode", "initial_seed", "int", "int16", "int32", "int64", "int8",
    "is_anomaly_check_nan_enabled", "is_anomaly_enabled", "is_floating_point", "is_grad_enabled", "is_inference",
    "is_inference_mode_enabled", "is_tensor", "isclose", "isfinite", "isinf", "isnan", "le", "lerp", "linspace",
    "load", "log", "log1p", "log_softmax", "logical_and", "logical_not", "logical_or", "logical_xor", "logsumexp",
    "long", "lt", "manual_seed", "masked_fill", "matmul", "max", "maximum", "mean", "median", "min", "minimum",
    "mm", "mps", "mul", "mv", "nan", "narrow", "ne", "neg", "negative", "nn", "no_grad", "norm", "numel", "ones",
    "ones_like", "optim", "outer", "permute", "pi", "pow", "prod", "promote_types", "rand", "rand_like", "randint",
    "randn", "randn_like", "random", "randperm", "reciprocal", "relu", "remainder", "repeat_interleave", "reshape",
    "result_type", "roll", "round", "rsqrt", "save", "scatter_add", "seed", "select", "set_anomaly_enabled",
    "set_default_device", "set_default_dtype", "set_grad_enabled", "set_printoptions", "sgn", "short", "sigmoid",
    "sign", "sin", "softmax", "sort", "split", "sqrt", "square", "squeeze", "stack", "std", "std_mean", "sub",
    "sum", "swapaxes", "t", "tan", "tanh", "tensor", "topk", "trace", "transpose", "tril", "triu", "true_divide",
    "uint8", "unbind", "unsqueeze", "var", "var_mean", "where", "xpu", "zeros", "zeros_like",
]

__version__ = "0.1.0"


def __getattr__(name):
    raise AttributeError(_left_out.missing("module 'minigrad'", name))


def __dir__():
    return __all__


if not _os.environ.get("MINIGRAD_PLAIN"):
    quick.install()
