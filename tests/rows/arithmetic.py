"""What is true of the operations of `arithmetic.py`."""

from rows import COUNT, EACH, FLOAT, FLOAT_ONLY, INF, INTO, NO_BOOL, PAIRS

OPS = [
    ("x.add(y, alpha=2); torch.add(x, y, alpha=2); x.add(other=y, alpha=torch.tensor(2))",
     "x + (2 * y).astype(y.dtype)", "AddBackward0(x, y)", "alpha", PAIRS),
    ("x.add(y, alpha=2.5)", "x + 2.5 * y", "AddBackward0(x, y)", "alpha", PAIRS, FLOAT_ONLY),
    ("x.add(2, alpha=3); torch.add(x, 2, alpha=3)", "x + 6", "AddBackward0(x, None)", "alpha", EACH, COUNT),
    ("torch.add(2, x); torch.add(input=2, other=x)", "2 + x", "AddBackward0(None, x)", "", "", COUNT),
    ("torch.add(2.5, x, alpha=3); torch.add(np.float64(2.5), x, alpha=3)", "2.5 + 3 * x", "AddBackward0(None, x)",
     "alpha", "", FLOAT),
    ("x.sub(y, alpha=2); torch.sub(x, y, alpha=2)", "x - 2 * y", "SubBackward0(x, y)", "alpha", PAIRS, NO_BOOL),
    ("torch.sub(2, x)", "2 - x", "SubBackward0(None, x)", "", "", NO_BOOL),
    ("torch.sub(2, x, alpha=3)", "2 - 3 * x", "SubBackward0(None, x)", "alpha", "", NO_BOOL),
    ("torch.mul(2, x)", "2 * x", "MulBackward0(None, x)", "self other", "", COUNT),
    ("torch.mul(2.5, x)", "2.5 * x", "MulBackward0(None, x)", "self other", "", FLOAT),
    ("2 - x", "2 - x", "RsubBackward1(x)", "", "", NO_BOOL),
    ("0.5 - x; np.float64(0.5) - x", "0.5 - x", "RsubBackward1(x)", "", "", "float32 float64 float32 -"),
    ("torch.div(3, x)", "3 / x", "DivBackward0(None, x)", "self other", "", FLOAT, 0.3),
    ("3 / x", "3 / x", "MulBackward0(ReciprocalBackward0(x), None)", "self other", "", FLOAT, 0.3),
    ("x.div(y, rounding_mode='floor'); torch.div(x, y, rounding_mode='floor')", "np.floor(x / y)",
     "DivBackward2(x, y)", "self other rounding_mode", PAIRS, NO_BOOL),
    ("x.div(y, rounding_mode='trunc')", "np.trunc(x / y)", "DivBackward2(x, y)",
     "self other rounding_mode", PAIRS, NO_BOOL),
    ("x.div(0.7, rounding_mode='floor')", "np.floor(x / 0.7)", "DivBackward2(x, None)",
     "self other rounding_mode", EACH, FLOAT),
    ("torch.div(7, x + 3, rounding_mode='trunc')", "np.trunc(7 / (x + 3))",
     "DivBackward2(None, AddBackward0(x, None))", "self other rounding_mode", EACH, COUNT),
    ("x // y; x.floor_divide(y); torch.floor_divide(x, y)", "x // y", "None", "", PAIRS, NO_BOOL),
    ("x // 2; x.floor_divide(2)", "x // 2", "None", "", EACH, COUNT),
    ("7 // (x + 3); torch.floor_divide(7, x + 3)", "7 // (x + 3)", "None", "", EACH, COUNT),
    ("x % y; x.remainder(y); torch.remainder(x, y)", "x % y", "RemainderBackward1(x, y)", "self other", PAIRS,
     NO_BOOL),
    ("x % 0.7; x.remainder(0.7); torch.remainder(x, np.float64(0.7))", "x % 0.7", "RemainderBackward0(x)", "", "",
     FLOAT),
    ("x % -2", "np.mod(x, -2)", "RemainderBackward0(x)", "", "", COUNT),
    ("7 % (x + 3); torch.remainder(7, x + 3)", "7 % (x + 3)", "None", "", EACH, COUNT),
    ("x ** y; x.pow(y); torch.pow(x, y)", "x ** y", "PowBackward1(x, y)", "self exponent result", "", NO_BOOL, 0.3),
    ("2 ** x; torch.pow(2, x)", "2 ** x", "PowBackward2(x)", "self exponent result", "", COUNT),
    ("0.5 ** x", "0.5 ** x", "PowBackward2(x)", "self exponent result", "", FLOAT),
    ("x.true_divide(y); torch.true_divide(x, y)", "x / y", "DivBackward0(x, y)", "self other", "", FLOAT),
    ("torch.true_divide(3, x)", "3 / x", "DivBackward0(None, x)", "self other", "", FLOAT, 0.3),
    ("x.clone().true_divide_(y)", "x / y", "DivBackward0(CloneBackward0(x), y)", "self other", INTO, FLOAT_ONLY),
    ("x.fmod(y); torch.fmod(x, y); torch.fmod(input=x, other=y)", "np.fmod(x, y)", "FmodBackward1(x, y)",
     "self other", PAIRS, NO_BOOL),
    ("x.fmod(0.7); torch.fmod(x, np.float64(0.7))", "np.fmod(x, 0.7)", "FmodBackward0(x)", "", "", FLOAT),
    ("x.fmod(2)", "np.fmod(x, 2)", "FmodBackward0(x)", "", "", COUNT),
    ("x.clone().fmod_(y)", "np.fmod(x, y)", "FmodBackward1(CloneBackward0(x), y)", "self other", INTO, NO_BOOL),
    ("x.clone().fmod_(2)", "np.fmod(x, 2)", "FmodBackward0(CloneBackward0(x))", "", EACH, NO_BOOL),
]

VALUES = [
    ("torch.add(2, 3)", "np.array(5)"),
    ("torch.sub(2.5, 3)", "np.array(-0.5, 'f4')"),
    ("torch.tensor([7, -7]).div(2, rounding_mode='floor')", "np.array([3, -4])"),
    ("torch.tensor([7, -7, 6, -6]).div(2, rounding_mode='trunc')", "np.array([3, -3, 3, -3])"),
    ("torch.tensor([7, -7]).div(-2, rounding_mode='trunc')", "np.array([-3, 3])"),
    ("torch.tensor([1.0, -1.0, 0.0]) // 0", "np.array([np.inf, -np.inf, np.nan], 'f4')"),
    ("torch.tensor([1.0, -1.0, 0.0]).div(0, rounding_mode='trunc')", "np.array([np.inf, -np.inf, np.nan], 'f4')"),
    ("torch.tensor([7, -7]) % 3, torch.tensor([7, -7]) % -3", "(np.array([1, 2]), np.array([-2, -1]))"),
    ("torch.tensor([5.0, -5.0, 0.0]) % np.inf", "np.array([5, np.inf, 0], 'f4')"),
    ("1 / (torch.tensor([-4.0, 4.0, -0.0, 0.0]) % 2)", "np.array([-np.inf, np.inf, -np.inf, np.inf], 'f4')"),
    ("1 / (torch.tensor([-4.0, 4.0]) % torch.tensor(-2.0))", "np.array([-np.inf, np.inf], 'f4')"),
    ("v.long() + 2**63", "np.array([1, -2**63 - 2 + 2**64, 4]) + np.array([-2**63, 0, -2**63])"),
    ("v.long() / 2**63 * 2**62", "np.array([0.5, -1, 2], 'f4')"),
    ("2**63 - v", "np.array([2.0**63] * 3, 'f4')"),
    ("v ** 2**63", "np.array([1, np.inf, np.inf], 'f4')"),
    ("[y := torch.zeros(3), torch.sub(v, 1, alpha=2, out=y) is y, y][2]", "np.array([-1, -4, 2], 'f4')"),
    ("torch.mul(v, 2, out=torch.zeros(0, dtype=torch.float64))", "np.array([2.0, -4.0, 8.0])"),
    ("torch.fmod(torch.tensor([5, -5, 5, -5]), torch.tensor([3, 3, -3, -3]))", "np.array([2, -2, 2, -2])"),
    ("1 / torch.fmod(torch.tensor([-3.0, 3.0, np.inf, 1.0]), torch.tensor([3.0, -3.0, 1.0, 0.0]))",
     "np.array([-np.inf, np.inf, np.nan, np.nan], 'f4')"),
]

EDGES = [
    ("x % 2", [4.0, -3.0, 0.5], [1.0, 1.0, 1.0]),
    ("torch.tensor(7.0) % x", [2.0, -2.0, 8.0], [-3.0, 4.0, 0.0]),
    ("x ** torch.tensor(0.0)", [0.0, 2.0], [0.0, 0.0]),
    ("x ** torch.tensor(2.0)", [0.0, -3.0], [0.0, -6.0]),
    ("torch.tensor(0.0) ** x", [0.0, 1.0, 2.0], [0.0, 0.0, 0.0]),
    ("0 ** x", [0.0, 1.0, 2.0], [0.0, 0.0, 0.0]),
    ("torch.add(x, x, alpha=-1) + torch.sub(x, x, alpha=3)", [1.0, INF], [-2.0, -2.0]),
    ("torch.full_like(x, 5).fmod(x)", [3.0, -3.0, 2.0, 0.0], [-1.0, 1.0, -2.0, -INF]),
]

ALPHA = "For integral input tensors, argument alpha must not be a floating point number."

ONE_BOOL = (
    "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the "
    "`~` or `logical_not()` operator instead."
)

ERRORS = [
    ("(x // 2).sum().backward()", RuntimeError, "derivative for aten::floor_divide is not implemented"),
    ("(x * x // x).sum().backward()", RuntimeError, "derivative for aten::floor_divide is not implemented"),
    ("(2 % x).sum().backward()", RuntimeError, "derivative for aten::remainder is not implemented"),
    ("torch.add(v, 'a')", TypeError, "add(): argument 'other' (position 2) must be Tensor, not str"),
    ("v.add('a')", TypeError, "add(): argument 'other' (position 1) must be Tensor, not str"),
    ("torch.add('a', v)", TypeError, "add(): argument 'input' (position 1) must be Tensor, not str"),
    ("v.sub(None)", TypeError, "sub(): argument 'other' (position 1) must be Tensor, not NoneType"),
    ("torch.mul(v, [1.0])", TypeError, "mul(): argument 'other' (position 2) must be Tensor, not list"),
    ("v.mul('a')", TypeError, "mul(): argument 'other' (position 1) must be Tensor, not str"),
    ("torch.div([1.0], v)", TypeError, "div(): argument 'input' (position 1) must be Tensor, not list"),
    ("torch.add(v, v, 2)", TypeError, "add() takes 2 positional arguments but 3 were given"),
    ("torch.add(v, v, alpha='a')", TypeError, "add(): argument 'alpha' must be Number, not str"),
    ("v.sub(v, alpha=v)", TypeError, "sub(): argument 'alpha' must be Number, not Tensor"),
    ("n.add(n, alpha=2.5)", RuntimeError, ALPHA),
    ("v.add(v, alpha=True)", RuntimeError, "Boolean alpha only supported for Boolean results."),
    ("v.sub(b[0], alpha=True)", RuntimeError, ONE_BOOL),
    ("v - True", RuntimeError, ONE_BOOL),
    ("b.sub(b, alpha=2)", RuntimeError,
     "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
     "instead."),
    ("v.add(torch.ones(3), alpha=2)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    ("v.div(v, rounding_mode='up')", RuntimeError,
     "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found 'up'"),
    ("torch.div(v, 'a', rounding_mode='floor')", TypeError,
     "div() received an invalid combination of arguments - got (Tensor, str, rounding_mode=str)"),
    ("b // b", NotImplementedError, "\"div_floor_cpu\" not implemented for 'Bool'"),
    ("b.div(b, rounding_mode='trunc')", NotImplementedError, "\"div_trunc_cpu\" not implemented for 'Bool'"),
    ("b % b", NotImplementedError, "\"remainder_cpu\" not implemented for 'Bool'"),
    ("n // 0", RuntimeError, "ZeroDivisionError"),
    ("n % 0", RuntimeError, "ZeroDivisionError"),
    ("v // 'a'", TypeError, "unsupported operand type(s) for //: 'Tensor' and 'str'"),
    ("None // v", TypeError, "unsupported operand type(s) for //: 'NoneType' and 'Tensor'"),
    ("v % None", TypeError, "unsupported operand type(s) for %: 'Tensor' and 'NoneType'"),
    ("torch.floor_divide(v, 'a')", TypeError,
     "floor_divide() received an invalid combination of arguments - got (Tensor, str)"),
    ("v.floor_divide('a')", TypeError, "floor_divide() received an invalid combination of arguments - got (str)"),
    ("torch.pow(2, 3)", TypeError, "pow() received an invalid combination of arguments - got (int, int)"),
    ("torch.pow(v, 'a')", TypeError, "pow() received an invalid combination of arguments - got (Tensor, str)"),
    ("v.pow(None)", TypeError, "pow() received an invalid combination of arguments - got (NoneType)"),
    ("torch.exp(2.0)", TypeError, "exp(): argument 'input' (position 1) must be Tensor, not float"),
    ("torch.neg([1])", TypeError, "neg(): argument 'input' (position 1) must be Tensor, not list"),
    ("torch.add(x, 1, out=v)", RuntimeError, "add(): functions with out=... arguments don't support automatic "
     "differentiation, but one of the arguments requires grad."),
    ("torch.div(v, 2, out=n)", RuntimeError, "result type Float can't be cast to the desired output type Long"),
    ("torch.fmod(n, 0)", RuntimeError, "ZeroDivisionError"),
    ("b.fmod(b)", NotImplementedError, "\"fmod_cpu\" not implemented for 'Bool'"),
    ("torch.fmod(2, v)", TypeError, "fmod() received an invalid combination of arguments - got (int, Tensor)"),
    ("v.fmod('a')", TypeError, "fmod() received an invalid combination of arguments - got (str)"),
]

WARNINGS = [
    ("torch.add(v, 1, out=m)", UserWarning,
     "An output with one or more elements was resized since it had shape [2, 3], which does not match the required "
     "output shape [2]. This behavior is deprecated, and in a future PyTorch release outputs will not be resized "
     "unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero "
     "elements with t.resize_(0)."),
]

LARGE, NEGATIVE = "int too big to convert", "can't convert negative int to unsigned"
LONG, PROMOTION = "Overflow when unpacking long long", (
    "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote Bool and UInt64"
)
CONVERTED = "value cannot be converted to type int64_t without overflow"

LIVE = [  # operands that are none; numbers that 64 bits do not hold, and booleans
    ("torch.remainder(2, 3)", TypeError, "remainder() received an invalid combination of arguments - got (int, int)"),
    ("v.remainder('a')", TypeError, "remainder() received an invalid combination of arguments - got (str)"),
    ("torch.true_divide(v, 'a')", TypeError,
     "true_divide() received an invalid combination of arguments - got (Tensor, str)"),
    ("v.true_divide('a')", TypeError, "true_divide() received an invalid combination of arguments - got (str)"),
    ("v + 2**64", OverflowError, LARGE),
    ("10**400 * n", OverflowError, LARGE),
    ("(10**20) ** n", OverflowError, LARGE),
    ("10**20 - v", OverflowError, LARGE),
    ("6 - v * 10**20", OverflowError, LARGE),
    ("n.fill_(10**20)", OverflowError, LARGE),
    ("torch.add(v, v, alpha=10**20)", OverflowError, LARGE),
    ("v.clamp(10**20)", OverflowError, LARGE),
    ("torch.where(v > 0, v, 2**64)", OverflowError, LARGE),
    ("n == -2**63 - 1", OverflowError, NEGATIVE),
    ("v ** -10**20", OverflowError, NEGATIVE),
    ("n % -10**20", OverflowError, NEGATIVE),
    ("v.masked_fill_(b, -10**20)", OverflowError, NEGATIVE),
    ("v[10**20]", ValueError, LONG),
    ("m[0, -10**20]", ValueError, LONG),
    ("v.sum(10**20)", ValueError, LONG),
    ("v[0] = 2**63", ValueError, LONG),
    ("n ** 2**63", RuntimeError, CONVERTED),
    ("n.fill_(2**63)", RuntimeError, CONVERTED),
    ("n.clamp_(min=2**63)", RuntimeError, CONVERTED),
    ("b * 2**63", RuntimeError, PROMOTION),
    ("2**63 + b", RuntimeError, PROMOTION),
    ("True - n", RuntimeError, ONE_BOOL),
    ("torch.sub(v, False)", RuntimeError, ONE_BOOL),
    ("v -= True", RuntimeError, ONE_BOOL),
    ("v.sub(n, alpha=True)", RuntimeError, "Boolean alpha only supported for Boolean results."),
]
