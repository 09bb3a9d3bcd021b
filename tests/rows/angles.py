"""What is true of the operations of `angles.py`."""

from rows import EACH, FLOAT, FLOAT_ONLY, INF, INTO, NAN, PAIRS

SMALL = "{}Backward0(DivBackward0(x, None))"

OPS = [
    ("x.atan(); torch.atan(x); x.arctan(); torch.arctan(input=x)", "np.arctan(x)", "AtanBackward0(x)", "self", "",
     FLOAT),
    ("x.sinh(); torch.sinh(x)", "np.sinh(x)", "SinhBackward0(x)", "self", "", FLOAT),
    ("x.cosh(); torch.cosh(x)", "np.cosh(x)", "CoshBackward0(x)", "self", "", FLOAT),
    ("(x / 4).asin(); torch.asin(x / 4); (x / 4).arcsin(); torch.arcsin(x / 4)", "np.arcsin(x / 4)",
     SMALL.format("Asin"), "self", EACH, FLOAT),
    ("(x / 4).acos(); torch.acos(x / 4); (x / 4).arccos(); torch.arccos(x / 4)", "np.arccos(x / 4)",
     SMALL.format("Acos"), "self", EACH, FLOAT),
    ("(x / 4).asin_(); (x / 4).arcsin_()", "np.arcsin(x / 4)", SMALL.format("Asin"), "self", EACH, FLOAT),
    ("(x / 4).acos_(); (x / 4).arccos_()", "np.arccos(x / 4)", SMALL.format("Acos"), "self", EACH, FLOAT),
    ("x.clone().atan_(); x.clone().arctan_()", "np.arctan(x)", "AtanBackward0(CloneBackward0(x))", "self", EACH,
     FLOAT_ONLY),
    ("x.clone().sinh_()", "np.sinh(x)", "SinhBackward0(CloneBackward0(x))", "self", EACH, FLOAT_ONLY),
    ("x.clone().cosh_()", "np.cosh(x)", "CoshBackward0(CloneBackward0(x))", "self", EACH, FLOAT_ONLY),
    ("x.atan2(y); torch.atan2(x, y); x.arctan2(y); torch.arctan2(x, other=y)", "np.arctan2(x * 1.0, y * 1.0)",
     "Atan2Backward0(x, y)", "self other", PAIRS, FLOAT),
    ("x.clone().atan2_(y); x.clone().arctan2_(y)", "np.arctan2(x, y)", "Atan2Backward0(CloneBackward0(x), y)",
     "self other", INTO, FLOAT_ONLY),
    ("x.hypot(y); torch.hypot(x, y)", "np.hypot(x, y)", "HypotBackward0(x, y)", "self other result", PAIRS,
     FLOAT_ONLY),
    ("x.clone().hypot_(y)", "np.hypot(x, y)", "HypotBackward0(CloneBackward0(x), y)", "self other result", INTO,
     FLOAT_ONLY),
    ("x.logaddexp(y); torch.logaddexp(x, y)", "np.log(np.exp(x) + np.exp(y))", "LogaddexpBackward0(x, y)",
     "self other", PAIRS, FLOAT_ONLY),
]

VALUES = [
    ("torch.hypot(v.long(), v).round()", "np.array([1, 3, 6], 'f4')"),
    ("torch.logaddexp(v * 1000, v * 1000 - 1e6)", "np.array([1000, -2000, 4000], 'f4')"),
    ("torch.atan2(torch.zeros(2), torch.tensor([0.0, -0.0])) > 3", "np.array([False, True])"),
    ("torch.logaddexp(v / 0, v / 0)", "np.array([np.inf, -np.inf, np.inf], 'f4')"),
]

EDGES = [
    ("x.atan()", [0.0, INF], [1.0, 0.0]),
    ("x.asin() - x.acos()", [0.0, 1.0, -1.0, 2.0], [2.0, INF, INF, NAN]),
    ("x.sinh() + x.cosh()", [0.0, 1000.0], [1.0, INF]),
    ("x.atan2(x * 0)", [0.0, 2.0], [0.0, 0.0]),
    ("torch.ones_like(x).atan2(x)", [0.0, INF], [-1.0, 0.0]),
    ("x.hypot(torch.zeros_like(x))", [0.0, -2.0, INF], [NAN, -1.0, NAN]),
    ("x.logaddexp(torch.zeros_like(x))", [0.0, INF, -INF, 1000.0], [0.5, 1.0, 0.0, 1.0]),
    ("x.logaddexp(x)", [INF, -INF], [NAN, NAN]),
    ("x.atan2(torch.full_like(x, 1e-200))", [0.0, 1.0], [0.0, 1e-200]),  # the square of 1e-200 is 0
]

ERRORS = [
    ("torch.atan(2)", TypeError, "atan(): argument 'input' (position 1) must be Tensor, not int"),
    ("torch.atan2(v, 3)", TypeError, "atan2(): argument 'other' (position 2) must be Tensor, not int"),
    ("v.arctan2('a')", TypeError, "arctan2(): argument 'other' (position 1) must be Tensor, not str"),
    ("torch.hypot(3, v)", TypeError, "hypot(): argument 'input' (position 1) must be Tensor, not int"),
    ("torch.hypot(n, n)", NotImplementedError, "\"hypot_cpu\" not implemented for 'Long'"),
    ("torch.logaddexp(n, b)", NotImplementedError, "\"logaddexp_cpu\" not implemented for 'Long'"),
    ("torch.atan2(b, x).sum().backward()", RuntimeError,
     "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` "
     "or `logical_not()` operator instead."),
    ("torch.logaddexp(x, b).sum().backward()", RuntimeError,
     "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the "
     "`~` or `logical_not()` operator instead."),
    ("n.atan_()", RuntimeError, "result type Float can't be cast to the desired output type Long"),
    ("x.hypot_(v)", RuntimeError, "a leaf Variable that requires grad is being used in an in-place operation."),
    ("v.logaddexp(m)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1"),
    ("n.hypot(torch.ones(3).long())", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
]
