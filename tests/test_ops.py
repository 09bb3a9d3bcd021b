"""Every operation gives NumPy's numbers, the right gradients, the right gradients of gradients, and PyTorch's graph.

One row per operation, in one line. What a row claims is checked for every spelling, every shape and every kind of
number; where torch is installed, real PyTorch is asked the same and must give the same.
"""
import ast
import builtins
import operator
import zlib
from typing import NamedTuple

import numpy as np
import pytest

import minigrad
from minigrad.function import Function
from minigrad.tensors import Tensor

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # infinity is an answer

EACH = "(), 1, 3, 2x1x3, 0x3"
PAIRS = "() (), 2x3 2x3, 2x3 3, 2x1x3 4x1, () 3, 3 (), 0 1, 0x3 3"
INTO = "() (), 2x3 2x3, 2x3 3, 2x3 2x1, 3 (), 0 1, 0x3 3"  # y's numbers are written into x
ROWS = "3, 2x3, 2x2x3, 0x3, 3x0"  # at least one dimension

# The dtype of the result for float32, float64, int64 and bool; "-" where the operation is refused.
SAME = "float32 float64 int64 bool"
COUNT = "float32 float64 int64 int64"
NO_BOOL = "float32 float64 int64 -"
FLOAT = "float32 float64 float32 float32"
FLOAT_ONLY = "float32 float64 - -"
BOOL = "bool bool bool bool"


class Op(NamedTuple):
    """What a user writes, and what is true of it.

    code    PyTorch code; several spellings of the same are separated by "; "
    numpy   the same in NumPy
    graph   the nodes that are left behind, down to the leaves x and y; "None" where nothing is recorded
    saved   the names of what the last node keeps: `_saved_self` ...
    shapes  shapes of x (and y) for which it is tried, separated by ", "
    kinds   the dtypes of the results, see above
    low     the smallest input; without it about half of them are negative
    """

    code: str
    numpy: str
    graph: str
    saved: str = ""
    shapes: str = ""
    kinds: str = SAME
    low: float | None = None


OPS = [Op(*row) for row in [
    # ops.py
    ("x + y; x.add(y); torch.add(x, y)", "x + y", "AddBackward0(x, y)"),
    ("x + 2; 2 + x; x.add(2); torch.add(x, 2)", "x + 2", "AddBackward0(x, None)", "", "", COUNT),
    ("x + 0.5; 0.5 + x; np.float64(0.5) + x", "x + 0.5", "AddBackward0(x, None)", "", "", FLOAT),
    ("x - y; x.sub(y); torch.sub(x, y)", "x - y", "SubBackward0(x, y)", "", "", NO_BOOL),
    ("x - 2; x.sub(2); torch.sub(x, 2)", "x - 2", "SubBackward0(x, None)", "", "", NO_BOOL),
    ("-x; x.neg(); torch.neg(x)", "-x", "NegBackward0(x)", "", "", NO_BOOL),
    ("x * y; x.mul(y); torch.mul(x, y)", "x * y", "MulBackward0(x, y)", "self other"),
    ("x * 2; 2 * x; x.mul(2); torch.mul(x, 2)", "x * 2", "MulBackward0(x, None)", "self other", "", COUNT),
    ("x * -0.5; -0.5 * x; np.float64(-0.5) * x", "x * -0.5", "MulBackward0(x, None)", "self other", "", FLOAT),
    ("x / y; x.div(y); torch.div(x, y)", "x / y", "DivBackward0(x, y)", "self other", "", FLOAT),
    ("x / 4; x.div(4); torch.div(x, 4)", "x / 4", "DivBackward0(x, None)", "self other", "", FLOAT),
    ("x ** 2; x.pow(2); torch.pow(x, 2)", "x ** 2", "PowBackward0(x)", "self exponent", "", COUNT),
    ("x ** 3.0", "x ** 3.0", "PowBackward0(x)", "self exponent", "", FLOAT),
    ("x ** 0", "x ** 0", "PowBackward0(x)", "self exponent", "", COUNT),
    ("x ** -1.5", "x ** -1.5", "PowBackward0(x)", "self exponent", "", FLOAT, 0.3),
    ("x.exp(); torch.exp(x)", "np.exp(x)", "ExpBackward0(x)", "result", "", FLOAT),
    ("x.view(6); x.view(-1); x.view((6,))", "x.reshape(6)", "ViewBackward0(x)", "self_sym_sizes", "6, 2x3, 3x1x2"),
    ("x.view(3, -1); x.view([3, 2]); x.view(torch.Size([3, 2]))", "x.reshape(3, 2)", "ViewBackward0(x)",
     "self_sym_sizes", "6, 2x3, 3x1x2"),
    ("x.view(1); x.view(-1)", "x.reshape(1)", "ViewBackward0(x)", "self_sym_sizes", "(), 1x1"),
    ("x.view(3, 0)", "x.reshape(3, 0)", "ViewBackward0(x)", "self_sym_sizes", "0, 0x3"),
    ("x.sum(); torch.sum(x)", "x.sum()", "SumBackward0(x)", "self_sym_sizes", "", COUNT),
    ("x.sum(0); x.sum(dim=0); torch.sum(x, 0); torch.sum(x, dim=(0,))", "x.sum(0)", "SumBackward1(x)",
     "dim keepdim self_sym_sizes", ROWS, COUNT),
    ("x.sum(-1); x.sum([-1], False)", "x.sum(-1)", "SumBackward1(x)", "dim keepdim self_sym_sizes", ROWS, COUNT),
    ("x.sum((0, -1), keepdim=True); x.sum((-1, 0), True)", "x.sum((0, -1), keepdims=True)", "SumBackward1(x)",
     "dim keepdim self_sym_sizes", "2x3, 2x2x3, 0x3", COUNT),
    ("x.sum(dim=None, keepdim=True)", "x.sum(keepdims=True)", "SumBackward1(x)",
     "dim keepdim self_sym_sizes", EACH, COUNT),
    ("x.sum(0); x.sum(-1)", "x.sum()", "SumBackward1(x)", "dim keepdim self_sym_sizes", "()", COUNT),
    ("x.mean(); torch.mean(x)", "x.sum() / x.size", "MeanBackward0(x)", "self_sym_numel self_sym_sizes", "",
     FLOAT_ONLY),
    ("x.mean(0); x.mean(dim=0); torch.mean(x, 0)", "x.mean(0)", "MeanBackward1(x)",
     "dim keepdim self_sym_numel self_sym_sizes", "3, 2x3, 2x2x3, 3x0", FLOAT_ONLY),
    ("x.mean((0, -1), keepdim=True)", "x.mean((0, -1), keepdims=True)", "MeanBackward1(x)",
     "dim keepdim self_sym_numel self_sym_sizes", "2x3, 2x2x3", FLOAT_ONLY),
    ("x.mean(-1); x.mean(0)", "x", "MeanBackward1(x)", "dim keepdim self_sym_numel self_sym_sizes", "()", FLOAT_ONLY),
    # shapes.py
    ("x.clone(); torch.clone(x)", "x.copy()", "CloneBackward0(x)"),
    ("x.reshape(6); x.reshape(-1); x.reshape((6,)); torch.reshape(x, (6,))", "x.reshape(6)", "ViewBackward0(x)",
     "self_sym_sizes", "6, 2x3, 3x1x2"),
    ("x.t().reshape(6)", "x.T.reshape(6)", "UnsafeViewBackward0(CloneBackward0(TBackward0(x)))", "self_sym_sizes",
     "2x3"),
    ("x.view_as(y)", "x.reshape(y.shape)", "ViewBackward0(x)", "self_sym_sizes", "6 2x3, 2x3 3x2, () 1, 0x3 0"),
    ("x.t(); torch.t(x)", "x.T", "TBackward0(x)", "", "(), 3, 2x3, 0x3"),
    ("x.T", "x.T", "PermuteBackward0(x)", "dims", "2x3, 1x2, 0x3"),
    ("x.transpose(0, 1); x.transpose(1, 0); torch.transpose(x, 0, 1)", "x.swapaxes(0, 1)", "TransposeBackward0(x)",
     "dim0 dim1", "2x3, 2x1x3, 0x3"),
    ("x.transpose(-1, 0)", "x.swapaxes(-1, 0)", "TransposeBackward0(x)", "dim0 dim1", ROWS),
    ("x.transpose(-1, 0)", "x", "TransposeBackward0(x)", "dim0 dim1", "()"),
    ("x.swapaxes(0, -1); torch.swapaxes(x, 0, -1)", "x.swapaxes(0, -1)", "TransposeBackward0(x)", "dim0 dim1", ROWS),
    ("x.permute(1, 0); x.permute((-1, 0)); torch.permute(x, (1, 0))", "x.T", "PermuteBackward0(x)", "dims", "2x3, 0x3"),
    ("x.permute(1, 2, 0)", "x.transpose(1, 2, 0)", "PermuteBackward0(x)", "dims", "2x1x3"),
    ("x.flatten(); torch.flatten(x); x.flatten(0, -1)", "x.reshape(-1)", "ViewBackward0(x)", "self_sym_sizes",
     "2x3, 2x1x3, 0x3"),
    ("x.flatten(1)", "x.reshape(2, -1)", "ViewBackward0(x)", "self_sym_sizes", "2x3x2"),
    ("x.t().flatten()", "x.T.flatten()", "UnsafeViewBackward0(CloneBackward0(TBackward0(x)))", "self_sym_sizes",
     "2x3"),
    ("x.unsqueeze(0); torch.unsqueeze(x, 0)", "x[None]", "UnsqueezeBackward0(x)", "dim"),
    ("x.unsqueeze(-1)", "x[..., None]", "UnsqueezeBackward0(x)", "dim"),
    ("x.squeeze(); torch.squeeze(x)", "x.squeeze()", "SqueezeBackward0(x)", "self_sym_sizes", "(), 1, 2x1x3, 0x1"),
    ("x.squeeze(-2); torch.squeeze(x, -2)", "x.squeeze(-2)", "SqueezeBackward1(x)", "dim self_sym_sizes",
     "2x1x3, 1x0"),
    ("x.squeeze(0); x.squeeze(-1)", "x", "SqueezeBackward1(x)", "dim self_sym_sizes", "(), 3, 2x3, 0x3"),
    ("x.expand(2, 3); x.expand(2, -1); x.expand((2, 3)); x.expand(-1, 3)", "np.broadcast_to(x, (2, 3))",
     "ExpandBackward0(x)", "self_sym_sizes", "2x3"),
    ("x.expand(4, 2, 3)", "np.broadcast_to(x, (4, 2, 3))", "ExpandBackward0(x)", "self_sym_sizes", "(), 3, 2x1, 1x1x3"),
    ("x.expand(0, 3)", "np.broadcast_to(x, (0, 3))", "ExpandBackward0(x)", "self_sym_sizes", "(), 3, 1x3"),
    ("x.expand_as(y)", "np.broadcast_to(x, y.shape)", "ExpandBackward0(x)", "self_sym_sizes", "() 3, 3 2x3, 2x1 2x3"),
    ("x[1]; x[torch.Size([1])[0]]", "x[1]", "SelectBackward0(x)", "dim index self_sym_sizes", "3, 2x3, 2x0"),
    ("x[-1]; x[-1, ...]; x[(-1,)]", "x[-1]", "SelectBackward0(x)", "dim index self_sym_sizes", "3, 2x3, 2x2x3, 3x0"),
    ("x[..., 0]", "x[..., 0]", "SelectBackward0(x)", "dim index self_sym_sizes", "3, 2x3, 0x3"),
    ("x[0, 1]", "x[0, 1]", "SelectBackward0(SelectBackward0(x))", "dim index self_sym_sizes", "2x3, 2x2x3"),
    ("x[1:]; x[1:99]; x[1::1]", "x[1:]", "SliceBackward0(x)", "dim start end step self_sym_sizes", "3, 2x3, 1, 0x3"),
    ("x[::2]", "x[::2]", "SliceBackward0(x)", "dim start end step self_sym_sizes", "3, 5x2, 0"),
    ("x[:, -2:]", "x[:, -2:]", "SliceBackward0(x)", "dim start end step self_sym_sizes", "2x3, 2x3x2"),
    ("x[:]", "x[:]", "SliceBackward0(x)", "dim start end step self_sym_sizes", "3, 2x3, 0"),
    ("x[...]; x[:, ...]", "x[...]", "AliasBackward0(x)", "", "3, 2x3, 0"),
    ("x[...]", "x[...]", "AliasBackward0(x)", "", "()"),
    ("x[None]; x[None, ...]", "x[None]", "UnsqueezeBackward0(x)", "dim"),
    ("x[[0, 2, 0]]; x[torch.tensor([0, 2, -3])]; x[[0, 2, 0], ...]", "x[[0, 2, 0]]", "IndexBackward0(x)",
     "indices self_sym_sizes", "3, 3x2, 3x0"),
    ("x[[0, 0], [2, 2]]", "x[[0, 0], [2, 2]]", "IndexBackward0(x)", "indices self_sym_sizes", "2x3, 2x3x2"),
    ("x[:, [1, 1]]; x[:, torch.tensor([1, 1])]", "x[:, [1, 1]]", "IndexBackward0(x)", "indices self_sym_sizes",
     "2x3, 2x3x2"),
    ("x[torch.tensor([[0, 1], [1, 1]])]", "x[np.array([[0, 1], [1, 1]])]", "IndexBackward0(x)",
     "indices self_sym_sizes", "2, 2x3"),
    ("x[x > 0]", "x[x > 0]", "IndexBackward0(x)", "indices self_sym_sizes", "3, 2x3, 0"),
    ("x[[True, False, True]]", "x[[True, False, True]]", "IndexBackward0(x)", "indices self_sym_sizes", "3, 3x2"),
    ("x[0, :, [1, 1]]", "x[0][:, [1, 1]]", "IndexBackward0(SelectBackward0(x))", "indices self_sym_sizes", "2x2x3"),
    ("x[[]]", "x[np.array([], int)]", "IndexBackward0(x)", "indices self_sym_sizes", "3, 2x3"),
    ("Put.apply(x, (3,), ([0, 2, 0],))", "np.array([x[0] + x[2], x[1] * 0, x[1]])", "IndexPutBackward0(x)", "index",
     "3"),
    # library.py
    ("2 - x", "2 - x", "RsubBackward1(x)", "", "", NO_BOOL),
    ("0.5 - x; np.float64(0.5) - x", "0.5 - x", "RsubBackward1(x)", "", "", "float32 float64 float32 -"),
    ("3 / x", "3 / x", "MulBackward0(ReciprocalBackward0(x), None)", "self other", "", FLOAT, 0.3),
    ("Reciprocal.apply(x)", "1 / x", "ReciprocalBackward0(x)", "result", "", FLOAT, 0.3),
    ("x.log(); torch.log(x)", "np.log(x)", "LogBackward0(x)", "self", "", FLOAT, 0.3),
    ("x.sqrt(); torch.sqrt(x)", "np.sqrt(x)", "SqrtBackward0(x)", "result", "", FLOAT, 0.3),
    ("x.tanh(); torch.tanh(x)", "np.tanh(x)", "TanhBackward0(x)", "result", "", FLOAT),
    ("x.sigmoid(); torch.sigmoid(x)", "1 / (1 + np.exp(-1.0 * x))", "SigmoidBackward0(x)", "result", "", FLOAT),
    ("x.relu(); torch.relu(x)", "np.maximum(x, 0)", "ReluBackward0(x)", "result", "", NO_BOOL),
    ("x.clamp(-1, 1); torch.clamp(x, -1, 1); x.clamp(min=-1, max=1)", "np.clip(x, -1, 1)", "ClampBackward1(x)",
     "min max self", "", COUNT),
    ("x.clamp(min=0.5)", "np.maximum(x, 0.5)", "ClampBackward1(x)", "min max self", "", FLOAT),
    ("x.clamp_min(1); torch.clamp_min(x, 1)", "np.maximum(x, 1)", "ClampMinBackward0(x)", "min self", "", COUNT),
    ("x.clamp_max(1); torch.clamp_max(x, 1)", "np.minimum(x, 1)", "ClampMaxBackward0(x)", "max self", "", COUNT),
    ("ThresholdBackward.apply(x, np.array([True, False, True]))", "x * [True, False, True]",
     "ThresholdBackwardBackward0(x)", "mask", "3, 2x3"),
    ("ReluGradient.apply(x, y, np.array([True, False, True]))", "x * [True, False, True] + 0 * y",
     "ThresholdBackwardBackward0(x, y)", "mask", "3 3, 2x3 2x3"),
    ("Sgn.apply(x)", "np.sign(x)", "SgnBackward0(x)", "", "3, 2x3", NO_BOOL),
    ("x.abs(); torch.abs(x); abs(x)", "np.abs(x)", "AbsBackward0(x)", "self", "", NO_BOOL),
    ("x.sin(); torch.sin(x)", "np.sin(x)", "SinBackward0(x)", "self", "", FLOAT),
    ("x.cos(); torch.cos(x)", "np.cos(x)", "CosBackward0(x)", "self", "", FLOAT),
    ("x.to(torch.float32).to(torch.float64); x.float().double()", "x.astype('f4').astype('f8')",
     "ToCopyBackward0(ToCopyBackward0(x))", "", "3", "float64 float64 float64 float64"),
    ("x.long(); x.to(torch.int64)", "x.astype('i8')", "None", "", EACH, "int64 int64 int64 int64"),
    ("x.bool(); x.to(torch.bool)", "x.astype('?')", "None", "", EACH, BOOL),
    ("x ** y; x.pow(y); torch.pow(x, y)", "x ** y", "PowBackward1(x, y)", "self exponent result", "", NO_BOOL, 0.3),
    ("2 ** x; torch.pow(2, x)", "2 ** x", "PowBackward2(x)", "self exponent result", "", COUNT),
    ("0.5 ** x", "0.5 ** x", "PowBackward2(x)", "self exponent result", "", FLOAT),
    ("x.mm(y); x @ y; x.matmul(y); torch.mm(x, y); torch.matmul(x, y)", "x @ y", "MmBackward0(x, y)", "self mat2",
     "2x3 3x4, 1x2 2x1, 2x0 0x3, 0x2 2x3", NO_BOOL),
    ("x.mv(y); x @ y; x.matmul(y); torch.mv(x, y)", "x @ y", "MvBackward0(x, y)", "self vec", "2x3 3, 1x2 2, 0x2 2",
     NO_BOOL),
    ("x.dot(y); x @ y; x.matmul(y); torch.dot(x, y)", "x @ y", "DotBackward0(x, y)", "self tensor", "3 3, 1 1, 0 0",
     NO_BOOL),
    ("x @ y; torch.matmul(x, y)", "x @ y", "SqueezeBackward4(MmBackward0(UnsqueezeBackward0(x), y))",
     "dim self_sym_sizes", "3 3x2, 1 1x1", NO_BOOL),
    ("x.max(); torch.max(x)", "x.max()", "MaxBackward1(x)", "self result", "(), 3, 2x3"),
    ("x.norm(); torch.norm(x)", "np.sqrt((x * x).sum())", "LinalgVectorNormBackward0(x)", "self result", "",
     FLOAT_ONLY),
    ("x == y; x.eq(y); torch.eq(x, y)", "x == y", "None", "", PAIRS, BOOL),
    ("x != y; x.ne(y); torch.ne(x, y)", "x != y", "None", "", PAIRS, BOOL),
    ("x < y; x.lt(y); torch.lt(x, y)", "x < y", "None", "", PAIRS, BOOL),
    ("x <= y; x.le(y); torch.le(x, y)", "x <= y", "None", "", PAIRS, BOOL),
    ("x > y; x.gt(y); torch.gt(x, y)", "x > y", "None", "", PAIRS, BOOL),
    ("x >= y; x.ge(y); torch.ge(x, y)", "x >= y", "None", "", PAIRS, BOOL),
    ("x > 1; 1 < x; x.gt(1)", "x > 1", "None", "", EACH, BOOL),
    # functional.py
    ("torch.stack((x, y)); torch.stack([x, y], 0)", "np.stack((x, y))", "StackBackward0(x, y)", "dim",
     "() (), 3 3, 2x3 2x3, 0 0"),
    ("torch.stack((x, y), -1)", "np.stack((x, y), -1)", "StackBackward0(x, y)", "dim", "3 3, 2x3 2x3"),
    ("x.unbind()[0]; torch.unbind(x)[0]", "x[0]", "UnbindBackward0(x)", "dim", "3, 2x3"),
    ("x.unbind(-1)[0]; torch.unbind(x, -1)[0]", "x[..., 0]", "UnbindBackward0(x)", "dim", "3, 2x3"),
    # inplace.py
    ("x.clone().add_(y); operator.iadd(x.clone(), y)", "x + y", "AddBackward0(CloneBackward0(x), y)", "", INTO),
    ("x.clone().sub_(y); operator.isub(x.clone(), y)", "x - y", "SubBackward0(CloneBackward0(x), y)", "", INTO,
     NO_BOOL),
    ("x.clone().mul_(y); operator.imul(x.clone(), y)", "x * y", "MulBackward0(CloneBackward0(x), y)", "self other",
     INTO),
    ("x.clone().div_(y); operator.itruediv(x.clone(), y)", "x / y", "DivBackward0(CloneBackward0(x), y)", "self other",
     INTO, FLOAT_ONLY),
    ("x.clone().add_(2)", "x + 2", "AddBackward0(CloneBackward0(x), None)", "", EACH, NO_BOOL),
    ("x.clone().mul_(2)", "x * 2", "MulBackward0(CloneBackward0(x), None)", "self other", EACH, NO_BOOL),
    ("x.clone().pow_(2); operator.ipow(x.clone(), 2)", "x ** 2", "PowBackward0(CloneBackward0(x))", "self exponent",
     EACH, NO_BOOL),
    ("x.clone().neg_()", "-x", "NegBackward0(CloneBackward0(x))", "", EACH, NO_BOOL),
    ("x.clone().abs_()", "np.abs(x)", "AbsBackward0(CloneBackward0(x))", "self", EACH, NO_BOOL),
    ("x.clone().relu_()", "np.maximum(x, 0)", "ReluBackward0(CloneBackward0(x))", "result", EACH, NO_BOOL),
    ("x.clone().exp_()", "np.exp(x)", "ExpBackward0(CloneBackward0(x))", "result", EACH, FLOAT_ONLY),
    ("x.clone().log_()", "np.log(x)", "LogBackward0(CloneBackward0(x))", "self", EACH, FLOAT_ONLY, 0.3),
    ("x.clone().sqrt_()", "np.sqrt(x)", "SqrtBackward0(CloneBackward0(x))", "result", EACH, FLOAT_ONLY, 0.3),
    ("x.clone().sin_()", "np.sin(x)", "SinBackward0(CloneBackward0(x))", "self", EACH, FLOAT_ONLY),
    ("x.clone().cos_()", "np.cos(x)", "CosBackward0(CloneBackward0(x))", "self", EACH, FLOAT_ONLY),
    ("x.clone().tanh_()", "np.tanh(x)", "TanhBackward0(CloneBackward0(x))", "result", EACH, FLOAT_ONLY),
    ("x.clone().sigmoid_()", "1 / (1 + np.exp(-1.0 * x))", "SigmoidBackward0(CloneBackward0(x))", "result", EACH,
     FLOAT_ONLY),
    ("x.clone().clamp_(-1, 1)", "np.clip(x, -1, 1)", "ClampBackward1(CloneBackward0(x))", "min max self", EACH,
     NO_BOOL),
    ("x.clone().clamp_min_(1)", "np.maximum(x, 1)", "ClampMinBackward0(CloneBackward0(x))", "min self", EACH, NO_BOOL),
    ("x.clone().clamp_max_(1)", "np.minimum(x, 1)", "ClampMaxBackward0(CloneBackward0(x))", "max self", EACH, NO_BOOL),
    ("[c := x.clone(), operator.setitem(c, 0, y), c][2]", "np.concatenate([0 * x[:1] + y, x[1:]])",
     "CopySlices(CloneBackward0(x), y)", "", "3 (), 2x3 3, 2x3 ()"),
    ("[c := x.clone(), operator.setitem(c, 0, y), c][2]", "np.concatenate([0 * x[:1] + y, x[1:]])",
     "CopySlices(CloneBackward0(x), ViewBackward0(y))", "", "2x3 1x3"),
    ("[c := x.clone(), operator.setitem(c, 0, 2), c][2]", "np.concatenate([0 * x[:1] + 2, x[1:]]).astype(x.dtype)",
     "CopySlices(CloneBackward0(x), None)", "", "3, 2x3"),
    ("[c := x.clone(), operator.setitem(c, [0, 1], y), c][2]", "np.concatenate([0 * x[:2] + y, x[2:]])",
     "IndexPutBackward0(CloneBackward0(x), y)", "", "3 2, 3x2 2, 2x3 2x3"),
    ("[c := x.clone(), operator.setitem(c, x > 0, 2), c][2]", "np.where(x > 0, 2, x).astype(x.dtype)",
     "IndexPutBackward0(CloneBackward0(x), None)", "", "3, 2x3"),
    ("[c := x.clone(), c[0].mul_(2), c][2]", "np.concatenate([x[:1] * 2, x[1:]])",
     "CopySlices(CloneBackward0(x), None)", "", "3, 2x3", NO_BOOL),
    ("x.clone().zero_()", "x * 0", "ZeroBackward0(CloneBackward0(x))", "", EACH),
    ("x.clone().fill_(2)", "np.full_like(x, 2)", "FillBackward2(CloneBackward0(x))", "", EACH),
    ("x.clone().fill_(y)", "np.broadcast_to(y, x.shape).astype(x.dtype)", "FillBackward3(CloneBackward0(x), y)", "",
     "() (), 3 (), 2x3 (), 0 ()"),
    ("x.clone().copy_(y)", "np.broadcast_to(y, x.shape)", "CopyBackwards(CloneBackward0(x), y)", "", INTO),
]]

# What a rule keeps for itself under a name that PyTorch's node does not have.
OWN_NAMES = {"kept", "count", "place", "number"}
# Details of which only the names are compared: PyTorch shows the place -1 as a huge number, minigrad as it is or as the
# place from the front.
PLACES = {"dim", "dims", "dim0", "dim1", "start", "end", "step", "index", "indices"}

# No gradient passes here: what is written, and NumPy's (or Python's) answer. x is a 0-d tensor, v has three entries.
VALUES = [
    ("float(x)", "2.5"),
    ("int(x)", "2"),
    ("bool(x)", "True"),
    ("bool(torch.zeros(1))", "False"),
    ("f'{x:.2f}'", "'2.50'"),
    ("operator.index(torch.tensor(3))", "3"),
    ("list('abcd')[torch.tensor([2])]", "'c'"),
    ("len(v)", "3"),
    ("[float(entry) for entry in v]", "[1.0, -2.0, 4.0]"),
    ("v.__iter__().__next__().item()", "1.0"),
    ("v.equal(v), torch.equal(v, v + 1), torch.equal(v, v[:2])", "(True, False, False)"),
    ("v.allclose(v * 1.000001), torch.allclose(v, v * 1.1)", "(True, False)"),
    ("v.allclose(v * 1.1, rtol=0.2), torch.allclose(v, v + 0.1, atol=0.2)", "(True, True)"),
    ("torch.allclose(v / 0 - v / 0, v / 0 - v / 0, equal_nan=True)", "True"),
    ("operator.pos(v) is v", "True"),
    ("{v: 7}[v]", "7"),
    ("torch.full((2, 3), 7)", "np.full((2, 3), 7)"),
    ("torch.full((2,), 0.5)", "np.full((2,), 0.5, 'f4')"),
    ("torch.full((), True)", "np.full((), True)"),
    ("torch.full((2,), 7, dtype=torch.float64)", "np.full((2,), 7.0)"),
    ("torch.arange(4)", "np.arange(4)"),
    ("torch.arange(1, 2, 0.25)", "np.arange(1, 2, 0.25, 'f4')"),
    ("torch.arange(5, 0, -2)", "np.arange(5, 0, -2)"),
    ("torch.arange(3, dtype=torch.float64)", "np.arange(3.0)"),
    ("torch.eye(3)", "np.eye(3, dtype='f4')"),
    ("torch.eye(2, 3, dtype=torch.int64)", "np.eye(2, 3, dtype='i8')"),
    ("__import__('copy').copy(v)", "np.array([1, -2, 4], 'f4')"),
    ("__import__('copy').deepcopy(v)", "np.array([1, -2, 4], 'f4')"),
    ("__import__('pickle').loads(__import__('pickle').dumps(v))", "np.array([1, -2, 4], 'f4')"),
]

INF, NAN = float("inf"), float("nan")
# Where a derivative does not exist, is infinite, or is easily got wrong: the input and the gradient of the sum.
EDGES = [
    ("x.max()", [1.0, 3.0, 3.0], [0.0, 0.5, 0.5]),
    ("x.max()", [NAN, 1.0, NAN], [0.5, 0.0, 0.5]),
    ("x.abs()", [-1.0, 0.0, 2.0], [-1.0, 0.0, 1.0]),
    ("x.relu()", [-1.0, 0.0, 2.0, NAN], [0.0, 0.0, 1.0, 1.0]),
    ("x.norm()", [0.0, 0.0], [0.0, 0.0]),
    ("x.norm()", [3.0, 4.0], [0.6, 0.8]),
    ("x.sqrt()", [0.0, 4.0, -1.0], [INF, 0.25, NAN]),
    ("x.log()", [0.0, 2.0], [INF, 0.5]),
    ("1 / x", [0.0, 2.0], [-INF, -0.25]),
    ("x / x", [0.0, 2.0], [NAN, 0.0]),
    ("x ** 0", [0.0, 2.0, -1.0], [0.0, 0.0, 0.0]),
    ("x ** 1", [0.0, 2.0, -1.0], [1.0, 1.0, 1.0]),
    ("x ** 2", [0.0, -3.0], [0.0, -6.0]),
    ("x ** 0.5", [0.0, 4.0], [INF, 0.25]),
    ("x ** -1", [0.0, 2.0], [-INF, -0.25]),
    ("x ** torch.tensor(0.0)", [0.0, 2.0], [0.0, 0.0]),
    ("x ** torch.tensor(2.0)", [0.0, -3.0], [0.0, -6.0]),
    ("torch.tensor(0.0) ** x", [0.0, 1.0, 2.0], [0.0, 0.0, 0.0]),
    ("0 ** x", [0.0, 1.0, 2.0], [0.0, 0.0, 0.0]),
    ("x.exp()", [1000.0, -1000.0], [INF, 0.0]),
    ("x.sigmoid()", [1000.0, -1000.0, 0.0], [0.0, 0.0, 0.25]),
    ("x.tanh()", [1000.0, -1000.0, 0.0], [0.0, 0.0, 1.0]),
    ("x[[0, 0, 2]]", [1.0, 2.0, 3.0], [2.0, 0.0, 1.0]),
    ("x[torch.tensor([1, -2])]", [1.0, 2.0, 3.0], [0.0, 2.0, 0.0]),
    ("x * x", [3.0, -1.0], [6.0, -2.0]),
    ("x + x", [3.0, -1.0], [2.0, 2.0]),
    ("x - x", [3.0, -1.0], [0.0, 0.0]),
    ("x @ x", [3.0, -1.0], [6.0, -2.0]),
    ("x.long() * x", [1.5, -2.5], [1.0, -2.0]),
    ("x.expand(3, 2)", [3.0, -1.0], [3.0, 3.0]),
]

# Modules whose methods and functions are not operations; each has tests of its own.
NOT_OPERATIONS = {f"minigrad.{name}" for name in (
    "tensors", "function", "engine", "printing", "random", "slices", "custom", "grad_mode", "hooks", "gradcheck",
    "legacy", "nn", "optim",
)} | {"minigrad"}
OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "pow", ast.MatMult: "matmul",
    ast.Mod: "mod", ast.FloorDiv: "floordiv", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.USub: "neg", ast.Invert: "invert",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}
INDIRECT = {"deepcopy": "deepcopy", "loads": "reduce"}  # what Python calls on the way


def spellings(op):
    """All ways to write the operation."""
    return op.code.split("; ")


def name_of(op):
    return f"{spellings(op)[0]} -> {op.graph}"


def runs_on_torch(op):
    return ".apply(" not in op.code


def shapes_of(op):
    """[((2, 3), (3,)), ...] for "2x3 3, ..."."""
    text = op.shapes or (PAIRS if "y" in op.graph else EACH)
    return [
        tuple(() if shape == "()" else tuple(map(int, shape.split("x"))) for shape in case.split(" "))
        for case in text.split(", ")
    ]


def inputs_of(op, shapes, dtype="float64"):
    """The same arrays every time: no zero, no two alike."""
    rng = np.random.default_rng(zlib.crc32(op.code.encode()))
    arrays = []
    for shape in shapes:
        count = int(np.prod(shape))
        sizes = rng.permutation(np.linspace(0.4, 2.1, count) + rng.uniform(0, 0.01))
        if dtype in ("float32", "float64"):
            signs = 1 if op.low is not None else rng.choice([-1, 1], count)
            array = sizes * signs
        else:
            array = rng.integers(1, 4, count) if dtype == "int64" else rng.integers(0, 2, count)
        arrays.append(np.asarray(array, dtype).reshape(shape))
    return arrays


def functions():
    """Every operation of the package, by the name of its class."""
    found, todo = {}, [Function]
    while todo:
        for cls in todo.pop().__subclasses__():
            todo.append(cls)
            module = cls.__module__
            if module.startswith("minigrad.") and module not in NOT_OPERATIONS and ".teach." not in module:
                found[cls.__name__] = cls
    return found


minigrad.tensor(0)  # loads every layer
FUNCTIONS = functions()


def result_of(code, torch, tensors):
    return eval(code, {"torch": torch, "np": np, "operator": operator, **FUNCTIONS, **dict(zip("xy", tensors))})


def numpy_result(op, arrays):
    with np.errstate(all="ignore"):
        return np.asarray(eval(op.numpy, {"np": np, **dict(zip("xy", arrays))}))


def leaves_of(torch, arrays, flags=(True, True)):
    return [torch.tensor(array.copy(), requires_grad=flag) for array, flag in zip(arrays, flags)]


def mentions(graph, name):
    return f"({name})" in graph or f"({name}, " in graph or f", {name})" in graph


def graph_text(node, names):
    """The graph in words: MulBackward0(x, ExpBackward0(y))."""
    if node is None:
        return "None"
    if hasattr(node, "variable"):
        return next(name for name, tensor in names.items() if tensor is node.variable)
    ways = [graph_text(target, names) + (f":{number}" if number else "") for target, number in node.next_functions]
    return f"{type(node).__name__}({', '.join(ways)})"


def saved_names(node):
    return {name.removeprefix("_saved_") for name in dir(node) if name.startswith("_saved_")}


def central_differences(function, arrays, step=1e-6):
    """The gradient of a function of arrays that gives one number, from its values nearby."""
    gradients = []
    for array in arrays:
        gradient = np.zeros(array.shape)
        for place in np.ndindex(array.shape):
            middle = array[place]
            array[place] = middle + step
            above = function()
            array[place] = middle - step
            gradient[place] = (above - function()) / (2 * step)
            array[place] = middle
        gradients.append(gradient)
    return gradients


def weights_like(array, seed=1):
    return np.random.default_rng(seed).uniform(0.5, 1.5, array.shape)


def first_gradients(code, torch, tensors, weight, create_graph=False):
    """d(sum of weight * result) for each of the tensors that requires a gradient."""
    wanted = [tensor for tensor in tensors if tensor.requires_grad]
    result = result_of(code, torch, tensors)
    return torch.autograd.grad(result, wanted, weight, create_graph=create_graph)


def second_gradients(code, torch, tensors, weight):
    """The gradients of a weighted sum of the first gradients, also for the gradient that came in."""
    grads = first_gradients(code, torch, tensors, weight, create_graph=True)
    wanted = [tensor for tensor in tensors if tensor.requires_grad] + [weight]
    recorded = [(grad * torch.tensor(weights_like(grad.detach().numpy(), seed=2))).sum()
                for grad in grads if grad.requires_grad]
    total = torch.zeros((), dtype=torch.float64)
    for one in recorded:
        total = total + one
    found = torch.autograd.grad(total, wanted, allow_unused=True) if recorded else [None] * len(wanted)
    return [
        np.zeros(tensor.shape) if grad is None else (grad + torch.zeros_like(tensor)).detach().numpy()
        for tensor, grad in zip(wanted, found)
    ]


def flags_of(op):
    """Which of the inputs the result depends on differentiably."""
    return [mentions(op.graph, name) for name in "xy"]


def assert_close(got, expected, rtol=1e-6, atol=1e-8):
    assert np.shape(got) == np.shape(expected)
    np.testing.assert_allclose(got, expected, rtol=rtol, atol=atol)


DIFFERENTIABLE = [op for op in OPS if op.graph != "None"]
NEEDED = [
    pytest.param(op, needed, id=f"{name_of(op)} for {needed}")
    for op in DIFFERENTIABLE for needed in ["x and y", "x", "y"]
    if all(flag or name not in needed for flag, name in zip(flags_of(op), "xy"))
]


@pytest.mark.parametrize("op", OPS, ids=name_of)
def test_the_numbers_are_those_of_numpy(op):
    for dtype, kind in zip(SAME.split(), op.kinds.split(), strict=True):
        for shapes in shapes_of(op):
            arrays = inputs_of(op, shapes, dtype)
            for code in spellings(op):
                if kind == "-" and not all(array.size for array in arrays):
                    continue  # some refuse only where there is something to do
                if kind == "-":
                    with pytest.raises((RuntimeError, TypeError, NotImplementedError)):
                        result_of(code, minigrad, leaves_of(minigrad, arrays, (False, False)))
                    continue
                result = result_of(code, minigrad, leaves_of(minigrad, arrays, (False, False)))
                assert result.grad_fn is None and not result.requires_grad
                assert str(result.dtype) == f"minigrad.{kind}"
                assert result.detach().numpy().dtype == kind
                exact = arrays if kind == dtype else [array.astype("float64") for array in arrays]
                assert_close(result.numpy(), numpy_result(op, exact), 1e-5 if "float32" in (kind, dtype) else 1e-12)


@pytest.mark.parametrize("op", DIFFERENTIABLE, ids=name_of)
def test_the_graph_is_the_one_that_pytorch_leaves_behind(op):
    for shapes in shapes_of(op):
        for code in spellings(op):
            leaves = leaves_of(minigrad, inputs_of(op, shapes))
            names = dict(zip("xy", leaves))
            result = result_of(code, minigrad, leaves)
            assert graph_text(result.grad_fn, names) == op.graph
            assert result.requires_grad and not result.is_leaf and result.output_nr == 0


@pytest.mark.parametrize("op", DIFFERENTIABLE, ids=name_of)
def test_an_input_without_the_flag_has_no_place_in_the_graph(op):
    for flags in [(True, False), (False, True)]:
        for shapes in shapes_of(op):
            leaves = leaves_of(minigrad, inputs_of(op, shapes), flags)
            node = result_of(spellings(op)[0], minigrad, leaves).grad_fn
            reached, todo = set(), [node]
            while todo:
                node = todo.pop()
                if node is not None:
                    reached |= {id(node.variable)} if hasattr(node, "variable") else set()
                    todo += [target for target, _ in node.next_functions]
            wanted = {id(leaf) for leaf, known in zip(leaves, flags_of(op)) if leaf.requires_grad and known}
            assert reached == wanted


@pytest.mark.parametrize("op", DIFFERENTIABLE, ids=name_of)
def test_the_node_keeps_what_its_rule_needs_under_pytorchs_names(op):
    shapes = shapes_of(op)[-1]
    leaves = leaves_of(minigrad, inputs_of(op, shapes))
    result = result_of(spellings(op)[0], minigrad, leaves)
    assert saved_names(result.grad_fn) - OWN_NAMES == set(op.saved.split())
    for name in op.saved.split():
        kept = getattr(result.grad_fn, f"_saved_{name}")
        if name == "result":
            np.testing.assert_array_equal(kept.detach().numpy(), result.detach().numpy())


@pytest.mark.parametrize(("op", "needed"), NEEDED)
def test_the_gradient_is_the_slope(op, needed):
    flags = [name in needed for name in "xy"]
    for shapes in shapes_of(op):
        arrays = inputs_of(op, shapes)
        weight = weights_like(numpy_result(op, arrays))
        wanted = [array for array, flag in zip(arrays, flags) if flag]
        rough = "float32" in op.code
        step, rtol = (1e-2, 1e-3) if rough else (1e-6, 1e-6)
        slopes = central_differences(lambda: (numpy_result(op, arrays) * weight).sum(), wanted, step)  # noqa: B023
        for code in spellings(op):
            leaves = leaves_of(minigrad, arrays, flags)
            for grad, slope, array in zip(
                first_gradients(code, minigrad, leaves, minigrad.tensor(weight)), slopes, wanted, strict=True
            ):
                assert grad.grad_fn is None and grad.dtype is minigrad.float64
                assert_close(grad.numpy(), slope, rtol, rtol / 100)
                assert grad.shape == array.shape


@pytest.mark.parametrize("op", DIFFERENTIABLE, ids=name_of)
def test_the_gradient_of_the_gradient_is_the_slope_of_the_gradient(op):
    flags = flags_of(op)
    for shapes in shapes_of(op):
        arrays = inputs_of(op, shapes)
        weight = weights_like(numpy_result(op, arrays))
        code = spellings(op)[0]

        def weighted_gradients():
            grads = first_gradients(code, minigrad, leaves_of(minigrad, arrays, flags), minigrad.tensor(weight))  # noqa: B023
            return sum((grad.numpy() * weights_like(grad.numpy(), seed=2)).sum() for grad in grads)

        wanted = [array for array, flag in zip(arrays, flags) if flag] + [weight]
        slopes = central_differences(weighted_gradients, wanted, 1e-2 if "float32" in code else 1e-6)
        found = second_gradients(
            code, minigrad, leaves_of(minigrad, arrays, flags), minigrad.tensor(weight, requires_grad=True)
        )
        for grad, slope in zip(found, slopes, strict=True):
            assert_close(grad, slope, 1e-3 if "float32" in code else 1e-5, 1e-7)


@pytest.mark.parametrize("op", [op for op in DIFFERENTIABLE if op.kinds.startswith("float32")], ids=name_of)
def test_float32_stays_float32_on_the_way_back(op):
    for shapes in shapes_of(op):
        leaves = leaves_of(minigrad, inputs_of(op, shapes, "float32"))
        result_of(spellings(op)[0], minigrad, leaves).sum().backward()
        for leaf, needed in zip(leaves, flags_of(op)):
            assert (leaf.grad is not None) == needed
            assert not needed or (leaf.grad.dtype is minigrad.float32 and leaf.grad.shape == leaf.shape)


@pytest.mark.parametrize(("code", "values", "slope"), EDGES)
def test_the_gradient_at_the_edge(code, values, slope):
    x = minigrad.tensor(values, dtype=minigrad.float64, requires_grad=True)
    result_of(code, minigrad, [x]).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), slope)


def value_of(code, torch):
    v = torch.tensor([1.0, -2.0, 4.0])
    names = {"torch": torch, "np": np, "operator": operator, "x": torch.tensor(2.5), "v": v}
    value = eval(code, names)
    return value.numpy() if isinstance(value, torch.Tensor) else value


@pytest.mark.parametrize(("code", "expected"), VALUES)
def test_the_answer_is_that_of_python_or_numpy(code, expected):
    answer, expected = value_of(code, minigrad), eval(expected, {"np": np})
    assert type(answer) is type(expected)
    if isinstance(expected, np.ndarray):
        assert (answer.dtype, answer.shape) == (expected.dtype, expected.shape)
    np.testing.assert_array_equal(answer, expected)


# The same on real PyTorch.

ON_TORCH = [op for op in OPS if runs_on_torch(op)]


def outcome(code, torch, arrays):
    """The dtype and the numbers of the result for tensors without the flag, or the error."""
    try:
        result = result_of(code, torch, leaves_of(torch, arrays, (False, False)))
    except (RuntimeError, TypeError, NotImplementedError) as error:
        return type(error).__name__, str(error).replace("minigrad.", "torch."), np.zeros(0)
    return "result", str(result.dtype).replace("minigrad.", "torch."), result.numpy()


@pytest.mark.parametrize("op", ON_TORCH, ids=name_of)
def test_torch_gives_the_same_numbers_dtypes_and_errors(op):
    torch = pytest.importorskip("torch")
    for dtype in SAME.split():
        for shapes in shapes_of(op):
            arrays = inputs_of(op, shapes, dtype)
            for code in spellings(op):
                ours, theirs = outcome(code, minigrad, arrays), outcome(code, torch, arrays)
                if "Error" in ours[0] and not all(array.size for array in arrays):
                    continue  # some refuse only where there is something to do
                assert ours[0] == theirs[0], (code, dtype, shapes)
                assert ours[1].lower() == theirs[1].lower(), (code, dtype, shapes)  # some write bool for Bool
                assert_close(ours[2], theirs[2], 1e-6, 1e-7)


def comparable(value):
    """A saved detail in plain numbers."""
    return value.detach().numpy() if hasattr(value, "detach") else value


@pytest.mark.parametrize("op", [op for op in ON_TORCH if op.graph != "None"], ids=name_of)
def test_torch_has_the_same_graph_and_the_same_gradients(op):
    torch = pytest.importorskip("torch")
    flags = flags_of(op)
    for shapes in shapes_of(op):
        arrays = inputs_of(op, shapes)
        weight = weights_like(numpy_result(op, arrays))
        for code in spellings(op):
            nodes, first, second = [], [], []
            for package in (minigrad, torch):
                leaves = leaves_of(package, arrays, flags)
                result = result_of(code, package, leaves)
                nodes.append(result.grad_fn)
                assert graph_text(result.grad_fn, dict(zip("xy", leaves))) == op.graph
                grads = first_gradients(code, package, leaves, package.tensor(weight))
                first.append([grad.numpy() for grad in grads])
                second.append(second_gradients(code, package, leaves, package.tensor(weight, requires_grad=True)))
            for ours, theirs in zip(first[0] + second[0], first[1] + second[1], strict=True):
                assert_close(ours, theirs, 1e-6 if "float32" in code else 1e-10, 1e-12)
            assert nodes[0].name() == nodes[1].name()
            assert set(op.saved.split()) == saved_names(nodes[0]) - OWN_NAMES <= saved_names(nodes[1])
            for name in set(op.saved.split()) - PLACES:
                ours, theirs = (comparable(getattr(node, f"_saved_{name}")) for node in nodes)
                assert (ours is None) == (theirs is None)
                if ours is not None:
                    np.testing.assert_allclose(ours, theirs, 1e-12)


@pytest.mark.parametrize(("code", "values", "slope"), EDGES)
def test_torch_has_the_same_gradient_at_the_edge(code, values, slope):
    torch = pytest.importorskip("torch")
    x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
    result_of(code, torch, [x]).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), slope)


@pytest.mark.parametrize(("code", "expected"), VALUES)
def test_torch_gives_the_same_answer(code, expected):
    torch = pytest.importorskip("torch")
    ours, theirs = value_of(code, minigrad), value_of(code, torch)
    assert type(ours) is type(theirs)
    np.testing.assert_array_equal(ours, theirs)


# Nothing is left out.


class Used(ast.NodeVisitor):
    """What a row's code calls: functions of the package, and methods (operators by their `__names__`)."""

    def __init__(self):
        self.functions, self.methods = set(), set()

    def special(self, name):
        self.methods.add(f"__{name}__")

    def visit_Attribute(self, node):
        owner = node.value.id if isinstance(node.value, ast.Name) else None
        if owner == "operator":
            self.special(node.attr)
        else:
            (self.functions if owner == "torch" else self.methods).add(node.attr)
        if node.attr in INDIRECT:
            self.special(INDIRECT[node.attr])
        self.generic_visit(node)

    def visit_BinOp(self, node):
        name = OPERATORS[type(node.op)]
        number_first = isinstance(node.left, (ast.Constant, ast.UnaryOp))
        self.special("r" + name if number_first else name)
        self.generic_visit(node)

    def visit_UnaryOp(self, node):
        self.special(OPERATORS[type(node.op)])
        self.generic_visit(node)

    def visit_Compare(self, node):
        self.special(OPERATORS.get(type(node.ops[0])))
        self.generic_visit(node)

    def visit_Subscript(self, node):
        self.special("getitem")
        self.generic_visit(node)

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id):
            self.special(node.func.id)
        self.generic_visit(node)

    def visit_FormattedValue(self, node):
        self.special("format")
        self.generic_visit(node)

    def visit_Dict(self, node):
        self.special("hash")
        self.generic_visit(node)


USED = Used()
for code in [code for op in OPS for code in spellings(op)] + [code for code, *_ in VALUES + EDGES]:
    USED.visit(ast.parse(code, mode="eval"))


def home(member):
    """The module that a function, a method or a property was written in."""
    return getattr(member.fget if isinstance(member, property) else member, "__module__", None)


def test_every_operation_of_the_package_has_a_row():
    nodes = {cls.node_class.__name__ for cls in FUNCTIONS.values()}
    rows = " ".join(op.graph for op in OPS)
    assert [name for name in sorted(nodes) if f"{name}(" not in rows] == []


def test_every_method_of_a_tensor_that_is_an_operation_has_a_row():
    methods = {
        name for name, member in vars(Tensor).items()
        if (callable(member) or isinstance(member, property)) and home(member) not in NOT_OPERATIONS
    }
    assert {"add", "__radd__", "__getitem__", "T", "max", "zero_", "__hash__"} <= methods
    assert sorted(methods - USED.methods) == []


def test_every_public_function_that_is_an_operation_has_a_row():
    public = [name for names in minigrad.PUBLIC.values() for name in names.split()] + list(minigrad.RENAMED)
    found = {name for name in public if callable(getattr(minigrad, name))
             and home(getattr(minigrad, name)) not in NOT_OPERATIONS}
    assert {"add", "abs", "matmul", "full", "clone"} <= found
    assert sorted(found - USED.functions) == []
