"""What is true of the operations of `writing.py`."""

from rows import EACH, FLOAT_ONLY, INTO, NO_BOOL

LEAF = "a leaf Variable that requires grad is being used in an in-place operation."
TABLES = "2x3, 3x3, 2x2x3"

OPS = [
    ("x.clone().add_(y, alpha=2)", "x + (2 * y).astype(y.dtype)", "AddBackward0(CloneBackward0(x), y)", "alpha", INTO),
    ("x.clone().sub_(y, alpha=2)", "x - 2 * y", "SubBackward0(CloneBackward0(x), y)", "alpha", INTO, NO_BOOL),
    ("x.clone().div_(y, rounding_mode='floor')", "np.floor(x / y)", "DivBackward2(CloneBackward0(x), y)",
     "self other rounding_mode", INTO, NO_BOOL),
    ("x.clone().floor_divide_(2); operator.ifloordiv(x.clone(), 2)", "x // 2", "None", "", EACH, NO_BOOL),
    ("x.clone().remainder_(y); operator.imod(x.clone(), y)", "x % y", "RemainderBackward1(CloneBackward0(x), y)",
     "self other", INTO, NO_BOOL),
    ("x.clone().remainder_(2); operator.imod(x.clone(), 2)", "x % 2", "RemainderBackward0(CloneBackward0(x))", "",
     EACH, NO_BOOL),
    ("x.clone().bitwise_and_(y); operator.iand(x.clone(), y)", "x & y", "None", "", INTO, "- - int64 bool"),
    ("x.clone().bitwise_or_(y); operator.ior(x.clone(), y)", "x | y", "None", "", INTO, "- - int64 bool"),
    ("x.clone().bitwise_xor_(True); operator.ixor(x.clone(), True)", "x ^ True", "None", "", EACH, "- - int64 bool"),
    ("x.clone().reciprocal_()", "1 / x", "ReciprocalBackward0(CloneBackward0(x))", "result", EACH, FLOAT_ONLY),
    ("x.clone().rsqrt_()", "1 / np.sqrt(x)", "RsqrtBackward0(CloneBackward0(x))", "result", EACH, FLOAT_ONLY, 0.3),
    ("x.clone().square_()", "x * x", "PowBackward0(CloneBackward0(x))", "self exponent", EACH, NO_BOOL),
    ("x.clone().log1p_()", "np.log1p(x)", "Log1PBackward0(CloneBackward0(x))", "self", EACH, FLOAT_ONLY, 0.3),
    ("x.clone().expm1_()", "np.expm1(x)", "Expm1Backward0(CloneBackward0(x))", "result", EACH, FLOAT_ONLY),
    ("x.clone().tan_()", "np.tan(x)", "TanBackward0(CloneBackward0(x))", "result", EACH, FLOAT_ONLY),
    ("x.clone().erf_()", "np.vectorize(__import__('math').erf, otypes=['f8'])(x)", "ErfBackward0(CloneBackward0(x))",
     "self", EACH, FLOAT_ONLY),
    ("x.clone().floor_()", "np.floor(x)", "FloorBackward0(CloneBackward0(x))", "", EACH, NO_BOOL),
    ("x.clone().round_()", "np.rint(x)", "RoundBackward0(CloneBackward0(x))", "", EACH, NO_BOOL),
    ("x.clone().round_(decimals=1)", "np.rint(x * 10) / 10", "RoundBackward1(CloneBackward0(x))", "", EACH,
     FLOAT_ONLY),
    ("x.clone().sign_()", "np.sign(1.0 * x)", "SignBackward0(CloneBackward0(x))", "", EACH),
    ("x.clone().sgn_(); SgnBackward0.apply(x.clone())", "np.sign(1.0 * x)", "SgnBackward0(CloneBackward0(x))",
     "", EACH),
    ("x.clone().masked_fill_(x > 1, 2)", "np.where(x > 1, 2, x).astype(x.dtype)",
     "MaskedFillBackward0(CloneBackward0(x))", "mask", EACH),
    ("x.clone().masked_fill_(x > 1, y)", "np.where(x > 1, y, x)", "MaskedFillBackward1(CloneBackward0(x), y)", "mask",
     "() (), 3 (), 2x3 (), 0 ()"),
    ("x.clone().tril_()", "np.tril(x)", "TrilBackward0(CloneBackward0(x))", "diagonal", TABLES),
    ("x.clone().triu_(1)", "np.triu(x, 1)", "TriuBackward0(CloneBackward0(x))", "diagonal", TABLES),
    ("x.clone().scatter_add_(0, torch.tensor([0, 0]), y)", "np.concatenate([x[:1] + y[0] + y[1], x[1:]])",
     "ScatterAddBackward0(CloneBackward0(x), y)", "dim index", "3 2, 2 2"),
]

ERRORS = [
    ("v[0] = 1e300", RuntimeError, "value cannot be converted to type float without overflow"),
    ("n[0] = float('nan')", RuntimeError, "value cannot be converted to type int64_t without overflow"),
    ("v.add_('a', alpha=2)", TypeError, "add_(): argument 'other' (position 1) must be Tensor, not str"),
    ("v.add_(v, alpha='a')", TypeError, "add_(): argument 'alpha' must be Number, not str"),
    ("v.masked_fill_(3, 0)", TypeError,
     "masked_fill_() received an invalid combination of arguments - got (int, int)"),
    ("b.bitwise_and_('a')", TypeError, "bitwise_and_() received an invalid combination of arguments - got (str)"),
    ("b &= 'a'", TypeError, "unsupported operand type(s) for &=: 'Tensor' and 'str'"),
    ("n //= None", TypeError, "unsupported operand type(s) for //=: 'Tensor' and 'NoneType'"),
    ("b |= 2", RuntimeError, "result type Long can't be cast to the desired output type Bool"),
    ("n.reciprocal_()", RuntimeError, "result type Float can't be cast to the desired output type Long"),
    ("v.masked_fill_(torch.ones(3, 2).bool(), 0)", RuntimeError,
     "output with shape [2] doesn't match the broadcast shape [3, 2]"),
    ("x.masked_fill_(b, 0)", RuntimeError, LEAF),
    ("x.square_()", RuntimeError, LEAF),
]
