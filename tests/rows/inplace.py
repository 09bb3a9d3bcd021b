"""What is true of the operations of `operations/inplace.py`."""

from rows import COUNT, EACH, FLOAT_ONLY, INTO, NO_BOOL

OPS = [
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
    ("[c := x.clone(), operator.setitem(c, c > 0, 2), c][2]", "np.where(x > 0, 2, x).astype(x.dtype)",
     "CopySlices(CloneBackward0(x), None)", "", "()"),
    ("[c := x.clone(), operator.setitem(c, torch.tensor(True), y), c][2]", "y + 0 * x",
     "CopySlices(CloneBackward0(x), y)", "", "() (), 3 3, 2x3 3"),
    ("[c := x.clone(), operator.setitem(c, (..., None), 2), c][2]", "np.full_like(x, 2)",
     "CopySlices(CloneBackward0(x), None)", "", "(), 3, 2x3"),
    ("[c := x.clone(), operator.setitem(c, [[0, 1], [1, 0]], y), c][2]",
     "np.array([[x[0, 0], y[0]], [y[1], x[1, 1]]])", "IndexPutBackward0(CloneBackward0(x), y)", "", "2x2 2"),
    ("[c := x.clone(), operator.setitem(c, c > 0, torch.tensor(2)), c][2]", "np.where(x > 0, 2, x).astype(x.dtype)",
     "IndexPutBackward0(CloneBackward0(x), None)", "", "3, 2x3"),
    ("[c := x.clone(), c[0].mul_(2), c][2]", "np.concatenate([x[:1] * 2, x[1:]])",
     "CopySlices(CloneBackward0(x), None)", "", "3, 2x3", NO_BOOL),
    ("[c := x.clone(), c[1:].exp_(), c][2]", "np.concatenate([x[:1], np.exp(x[1:])])", "CopySlices(CloneBackward0(x))",
     "", "3, 2x3", FLOAT_ONLY),
    ("[c := x.t() * 1, c[1].mul_(2), c][2]", "np.concatenate([x.T[:1], x.T[1:2] * 2, x.T[2:]])",
     "CopySlices(MulBackward0(TBackward0(x), None), None)", "", "2x3", COUNT),
    ("[c := torch.ones(3, dtype=torch.float64), c[0].mul_(x), c][2]", "np.array([x, 1, 1])", "CopySlices(None, x)", "",
     "()", "float64 float64 float64 float64"),
    ("x.clone().zero_()", "x * 0", "ZeroBackward0(CloneBackward0(x))", "", EACH),
    ("x.clone().fill_(2)", "np.full_like(x, 2)", "FillBackward2(CloneBackward0(x))", "", EACH),
    ("x.clone().fill_(y)", "np.broadcast_to(y, x.shape).astype(x.dtype)", "FillBackward3(CloneBackward0(x), y)", "",
     "() (), 3 (), 2x3 (), 0 ()"),
    ("x.clone().copy_(y)", "np.broadcast_to(y, x.shape)", "CopyBackwards(CloneBackward0(x), y)", "", INTO),
]

OVERLAP = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
    "location. Please clone() the tensor before performing the operation."
)
INDEX_PUT = (
    "Index put requires the source and destination dtypes match, got {} for the destination and {} for the source."
)

ERRORS = [
    ("v /= v[0]", RuntimeError, OVERLAP),
    ("v.copy_(v[:1])", RuntimeError, OVERLAP),
    ("m = torch.ones(2, 2); m += m.t()", RuntimeError, OVERLAP),
    ("m = torch.ones(2, 2); m.t().mul_(m)", RuntimeError, OVERLAP),
    ("m = torch.ones(4); m[1:] = m[:-1]", RuntimeError, OVERLAP),
    ("v.clamp_(min=v[:1])", RuntimeError, OVERLAP),
    ("v[[0, 1]] = v", RuntimeError, OVERLAP),
    ("v.scatter_add_(0, torch.tensor([0]), v)", RuntimeError, OVERLAP),
    ("v[[0, 1]] = torch.ones(2, dtype=torch.float64)", RuntimeError, INDEX_PUT.format("Float", "Double")),
    ("v[[0, 1]] = torch.tensor(1)", RuntimeError, INDEX_PUT.format("Float", "Long")),
    ("n[[0]] = torch.tensor(2.5)", RuntimeError, INDEX_PUT.format("Long", "Float")),
]
