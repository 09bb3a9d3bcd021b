"""minigrad: PyTorch's autograd, small enough to build and to read. These are PyTorch's public names.

The rooms, from the ground up: machinery, exact, core, operations, autograd, library, nn, optim, utils, quick; each
imports only what stands before it. The order within a room stands in its `__init__.py`. `viz` and `teach` stand beside
them and work with real PyTorch, too.
"""

import os as _os
from math import e, inf, nan, pi

from minigrad import core, operations, autograd, library, nn, optim, utils, quick  # noqa: F401 - in order
from minigrad.exact import left_out as _left_out, random
from minigrad.exact.random import Generator, initial_seed, manual_seed, seed
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
from minigrad.library.contents import equal, numel
from minigrad.library.shapes import (
    atleast_1d, atleast_2d, atleast_3d, flatten, moveaxis, movedim, permute, reshape, squeeze, swapaxes, swapdims,
    transpose, unsqueeze,
)
from minigrad.library.elementwise import (
    abs_ as abs, clamp, clamp_max, clamp_min, clip, cos, erf, expm1, fill, floor, lerp, log, log1p, masked_fill,
    maximum, minimum, negative, reciprocal, relu, round, rsqrt, sgn, sigmoid, sign, sin, sqrt, square, tan, where,
)
from minigrad.library.angles import (
    acos, arccos, arcsin, arctan, arctan2, asin, atan, atan2, cosh, hypot, logaddexp, sinh,
)
from minigrad.library.picking import index_add, masked_scatter, masked_select, put, take
from minigrad.library.counting import bincount, isin, unique
from minigrad.library.chance import bernoulli, multinomial, normal
from minigrad.library.arithmetic import add, div, floor_divide, fmod, mul, pow, remainder, sub, true_divide
from minigrad.library.reductions import (
    all, amax, amin, any, argmax, argmin, cumprod, cumsum, logsumexp, max, median, min, nanmean, nanmedian, nansum,
    norm, prod, softmax, sort, std, std_mean, topk, var, var_mean,
)
from minigrad.library.cutting import chunk, split, split_with_sizes, unbind
from minigrad.library.joining import (
    broadcast_tensors, cat, concat, concatenate, flip, gather, index_select, narrow, repeat_interleave, roll,
    scatter_add, select,
)
from minigrad.library.matrices import (
    addmm, bmm, diag, diagonal, dot, einsum, matmul, mm, mv, outer, t, tensordot, trace, tril, triu,
)
from minigrad.library.comparisons import (
    allclose, bitwise_and, bitwise_or, bitwise_xor, eq, ge, gt, isclose, isfinite, isinf, isnan, le, logical_and,
    logical_not, logical_or, logical_xor, lt, ne,
)
from minigrad.library.places import (
    accelerator, backends, cuda, device, get_default_device, mps, set_default_device, xpu,
)
from minigrad.library.constructors import (
    arange, empty, empty_like, eye, from_numpy, full, full_like, linspace, ones, ones_like, rand, rand_like, randint,
    randn, randn_like, randperm, tensor, zeros, zeros_like,
)
from minigrad.library.devices import (
    as_tensor, can_cast, detach, finfo, get_default_dtype, iinfo, is_floating_point, is_tensor, promote_types,
    result_type, set_default_dtype,
)
from minigrad.library.old_types import BoolTensor, ByteTensor, CharTensor, IntTensor, ShortTensor
from minigrad.library.serialization import load, save
from minigrad.nn.scores import log_softmax

__all__ = [
    "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor", "FloatTensor", "Generator", "IntTensor", "LongTensor",
    "ShortTensor", "Size", "Tensor", "abs", "accelerator", "acos", "add", "addmm", "all", "allclose", "amax",
    "amin", "any", "arange", "arccos", "arcsin", "arctan", "arctan2", "argmax", "argmin", "as_tensor", "asin",
    "atan", "atan2", "atleast_1d", "atleast_2d", "atleast_3d", "autograd", "backends", "bernoulli", "bincount",
    "bitwise_and", "bitwise_or", "bitwise_xor", "bmm", "bool", "broadcast_tensors", "can_cast", "cat", "chunk",
    "clamp", "clamp_max", "clamp_min", "clip", "clone", "concat", "concatenate", "cos", "cosh", "cuda", "cumprod",
    "cumsum", "detach", "device", "diag", "diagonal", "div", "dot", "double", "dtype", "e", "einsum", "empty",
    "empty_like", "enable_grad", "eq", "equal", "erf", "exp", "expm1", "eye", "fill", "finfo", "flatten", "flip",
    "float", "float32", "float64", "floor", "floor_divide", "fmod", "from_numpy", "full", "full_like", "gather",
    "ge", "get_default_device", "get_default_dtype", "gt", "hypot", "iinfo", "index_add", "index_select", "inf",
    "inference_mode", "initial_seed", "int", "int16", "int32", "int64", "int8", "is_anomaly_check_nan_enabled",
    "is_anomaly_enabled", "is_floating_point", "is_grad_enabled", "is_inference", "is_inference_mode_enabled",
    "is_tensor", "isclose", "isfinite", "isin", "isinf", "isnan", "le", "lerp", "linspace", "load", "log", "log1p",
    "log_softmax", "logaddexp", "logical_and", "logical_not", "logical_or", "logical_xor", "logsumexp", "long",
    "lt", "manual_seed", "masked_fill", "masked_scatter", "masked_select", "matmul", "max", "maximum", "mean",
    "median", "min", "minimum", "mm", "moveaxis", "movedim", "mps", "mul", "multinomial", "mv", "nan", "nanmean",
    "nanmedian", "nansum", "narrow", "ne", "neg", "negative", "nn", "no_grad", "norm", "normal", "numel", "ones",
    "ones_like",
    "optim", "outer", "permute", "pi", "pow", "prod", "promote_types", "put", "rand", "rand_like", "randint",
    "randn", "randn_like", "random", "randperm", "reciprocal", "relu", "remainder", "repeat_interleave", "reshape",
    "result_type", "roll", "round", "rsqrt", "save", "scatter_add", "seed", "select", "set_anomaly_enabled",
    "set_default_device", "set_default_dtype", "set_grad_enabled", "set_printoptions", "sgn", "short", "sigmoid",
    "sign", "sin", "sinh", "softmax", "sort", "split", "split_with_sizes", "sqrt", "square", "squeeze", "stack",
    "std", "std_mean", "sub", "sum", "swapaxes", "swapdims", "t", "take", "tan", "tanh", "tensor", "tensordot", "topk",
    "trace",    "transpose", "tril", "triu", "true_divide", "uint8", "unbind", "unique", "unsqueeze", "utils", "var",
    "var_mean", "where", "xpu", "zeros", "zeros_like",
]

__version__ = "0.1.0"


def __getattr__(name):
    raise AttributeError(_left_out.missing("module 'minigrad'", name))


def __dir__():
    return __all__


if not _os.environ.get("MINIGRAD_PLAIN"):
    quick.install()
