"""Dtypes: what operations give for each, and for each two. For `tools/record.py` and `test_kinds.py`; `kinds.json`.

An answer is what is printed, dtype and numbers, or the error. In all code x has the entries 3, -2 and 100 (as far as
its dtype has them), y 2, 5 and 1, both in one shape; i, j are their first entries, without dimensions.
"""
import re
import warnings

import numpy as np

KINDS = "float32 float64 int8 int16 int32 int64 uint8 bool".split()
X, Y = [3, -2, 100], [2, 5, 1]

PAIRS = """
x + y; x - y; x * y; x / y; x // y; x % y; x ** y; torch.div(x, y, rounding_mode="trunc"); x == y; x < y; x & y; x | y
x ^ y; torch.maximum(x, y); torch.minimum(x, y); torch.where(x == 3, x, y); torch.cat([x, y]); torch.stack([x, y])
torch.equal(x, y); torch.outer(x, y); x.clamp(max=y); torch.logical_and(x, y); x.eq_(y); x + j; i + y; i + j; i * y
x / j; i // j; i == j; torch.where(x == 3, i, y); torch.maximum(x, j); torch.result_type(x, y); torch.result_type(x, j)
torch.result_type(i, j); torch.promote_types(x.dtype, y.dtype); torch.can_cast(x.dtype, y.dtype); x.copy_(y); x.add_(y)
x.sub_(j); x.mul_(y); x.div_(y); x.floor_divide_(y); x.fill_(j); x.masked_fill(x == 3, j)
torch.add(x, y, out=torch.zeros(3, dtype=x.dtype)); [x.__setitem__(0, j), x][1]
[x.__setitem__(slice(1, None), y[:2]), x][1]; [x.__setitem__(torch.tensor([0, 1]), y[:2]), x][1]
[x.__setitem__(torch.tensor([True, False, True]), y[:2]), x][1]; y.to(x.dtype); y.type_as(x); y.type(x.type())
y.new_tensor([1]).to(x); x.new(y); torch.tensor(y.tolist(), dtype=x.dtype); x.dot(y); x[None] @ y[:, None]
x[None].mm(y[:, None]); torch.einsum("i,i->", x, y); torch.isclose(x, y); torch.nn.functional.mse_loss(x, y)
y.sum(dtype=x.dtype); y.cumsum(0, dtype=x.dtype); y.prod(dtype=x.dtype); torch.tensor([i, j])
torch.addmm(x, x[None], y[None].t().expand(3, 3)); x.float() / y; x.lerp(y, 0.5)
"""
ALONE = """
x; i; repr(x[:0]); x.type(); str(x.dtype); x.dtype.itemsize; x.dtype.is_floating_point; x.dtype.is_signed; x.nbytes
x.tolist(); i.item(); x.numpy().dtype; x.is_floating_point(); torch.iinfo(x.dtype); bool(i); int(i); f"{i}"; -x; ~x
abs(x); x.sign(); x.sgn(); x.floor(); x.round(); x.relu(); x.square(); x.reciprocal(); x.sqrt().dtype; x.exp().dtype
x.sigmoid().dtype; x.isnan(); x.logical_not(); x.sum(); x.sum(0); x.sum(0, keepdim=True); i.sum(); x.prod(); x.prod(0)
x.cumsum(0); x.cumprod(0); x.mean(); x.mean(dtype=torch.float64); x.max(); x.min(0); x.median(); x.argmax(); x.sort()
x.sort(descending=True); x.topk(2); x.amax(); x.any(); x.all(); x.any(0); i.all(); x.norm(); x.std(); x.softmax(0)
x.logsumexp(0); x.expand(3, 3).trace(); x.expand(3, 3).tril(); x.flip(0); x.roll(1); x.repeat(2)
x.repeat_interleave(2); x[[0, -1]]; x[1:]; x[x == 3]; x.gather(0, torch.tensor([2, 0])); x.view(3, 1); x + 5; x + 300
300 - x; x * True; x - True; x + 2.5; x * 2**40; x + 2**63; 2 ** x; x ** 2; x ** 2.0; x ** 0.5; x ** -1; x ** 300
x // 3; x // 300; x % 3; x % 300; 7 // x; 7 % x; x / 2; x / 300; 5 / x; x < 4; x == 300; x == -1; x > 2.5; x & 300
x | 1; x ^ True; i + 5; i + 300; i - 400; i * 2.5; i == 259; i // 300; i ** 2; 300 % i; i & 6
torch.where(x == 3, x, 7); torch.where(x == 3, 300, x); torch.where(x == 3, x, 2.5); x.clamp(1, 50); x.clamp(0.5)
x.clamp(-300, 5); x.clamp_min(-1); x.add(x, alpha=3); x.add(x, alpha=300); x.sub(x, alpha=1.5); x.fill_(7)
x.fill_(300); x.fill_(-1); x.fill_(1.7); x.fill_(float("nan")); x.zero_(); x.add_(1); x.add_(1.5); x.div_(2)
x.mul_(300); x.pow_(2); x.neg_(); x.clamp_(0.5); x.cumsum_(0); x.lt_(4); [x.__setitem__(0, 300), x][1]
[x.__setitem__(0, -1), x][1]; [x.__setitem__(0, 2.5), x][1]; x.masked_fill(x == 3, 300); x.masked_fill(x == 3, 2.5)
x.char(); x.short(); x.int(); x.long(); x.float(); x.double(); x.bool(); x.type("torch.IntTensor"); x.type(torch.int16)
x.int() is x; x.to(x.dtype) is x; torch.zeros_like(x); torch.full_like(x, 7); torch.ones_like(x, dtype=torch.int8)
x.new_full((2,), 7); x.new_tensor([2.5]); torch.from_numpy(x.numpy()); torch.tensor(x.numpy())
torch.as_tensor(x.numpy()); torch.tensor([x.numpy()[0], 1]); torch.tensor([[1, 0], [2, 1]], dtype=x.dtype)
torch.tensor([1.5, 0.0], dtype=x.dtype); torch.tensor(300, dtype=x.dtype); torch.tensor([-1], dtype=x.dtype)
torch.tensor([True], dtype=x.dtype); torch.tensor([], dtype=x.dtype); torch.tensor([1e20], dtype=x.dtype)
torch.tensor(np.array([300, -1]), dtype=x.dtype); torch.ones(2, dtype=x.dtype); torch.eye(2, dtype=x.dtype)
torch.full((2,), 5, dtype=x.dtype); torch.full((2,), 300, dtype=x.dtype); torch.arange(4, dtype=x.dtype)
torch.arange(0, 300, 100, dtype=x.dtype); torch.arange(0.5, 5, 1.5, dtype=x.dtype)
torch.arange(3, -3, -2, dtype=x.dtype); torch.linspace(0, 10, 4, dtype=x.dtype)
torch.linspace(10, 0, 6, dtype=x.dtype); torch.randperm(3, dtype=x.dtype).dtype
torch.randint(0, 2, (3,), dtype=x.dtype); torch.randint(300, (2,), dtype=x.dtype).dtype
torch.rand(2, dtype=x.dtype).dtype; torch.randn(2, dtype=x.dtype).dtype; torch.randperm(129, dtype=x.dtype).dtype
x.requires_grad_(); torch.ones(2, dtype=x.dtype, requires_grad=True); torch.arange(4.0)[(y - 1).to(x.dtype)[::2]]
torch.arange(3.0)[y.to(x.dtype)]; torch.arange(3.0)[(j - j + 1).to(x.dtype)]
torch.arange(6.0).view(3, 2)[y.to(x.dtype) - 1 * (not x.dtype == torch.bool)]
torch.arange(3.0)[(y.numpy() % 2).astype(x.numpy().dtype)]
[t := torch.zeros(3), t.__setitem__((y % 2).to(x.dtype), 5.0), t][2]
[t := torch.zeros(3), t.__setitem__((y % 3).to(x.dtype), torch.ones(3)), t][2]
torch.arange(4.0).gather(0, (y % 4).to(x.dtype)); torch.arange(4.0).index_select(0, (y % 4).to(x.dtype))
torch.zeros(4).scatter_add(0, (y % 4).to(x.dtype), torch.ones(3)); torch.ones(3).repeat_interleave(y.to(x.dtype))
torch.where(y.to(x.dtype), x, x); torch.where(x); torch.ones(3).masked_fill(x, 2.0); list(range(i))
torch.nn.functional.cross_entropy(torch.ones(3, 6), y.to(x.dtype)); x.matmul(x); x[None].bmm(x)
torch.nn.functional.embedding((y % 2).to(x.dtype), torch.eye(2)); torch.Tensor([1]).type_as(x)
x.std(0, unbiased=False); x in [x]; 3 in x; len(x); hash(x.dtype) == hash(getattr(torch, str(x.dtype).split(".")[1]))
isinstance(x, torch.IntTensor); torch.IntTensor([1, 2]).to(x.dtype); torch.ByteTensor(x.tolist())
torch.CharTensor(2).zero_(); torch.BoolTensor([True])
"""
LEFT = {  # where minigrad still differs
    ("torch.tensor([x.numpy()[0], 1])", "bool"),  # NumPy's own refuses to be a whole number
    ("torch.arange(3.0)[(y.numpy() % 2).astype(x.numpy().dtype)]", "float32"),
    ("torch.arange(3.0)[(y.numpy() % 2).astype(x.numpy().dtype)]", "float64"),
    ("torch.nn.functional.embedding((y % 2).to(x.dtype), torch.eye(2))", "bool"),  # CPUBoolType, says PyTorch
}


def codes(text):
    return [code for line in text.strip().split("\n") for code in line.split("; ")]


def cases():
    """The questions: (code, dtype of x, dtype of y)."""
    alone = [(code, kind, "int64") for code in codes(ALONE) for kind in KINDS if (code, kind) not in LEFT]
    return alone + [(code, one, two) for code in codes(PAIRS) for one in KINDS for two in KINDS]


CASES, OF_ONE = cases(), set(codes(ALONE))


def said(value):
    """What is printed for it, in one line and under torch's name."""
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join([said(part) for part in value]) + "]"
    return re.sub(r"\s+", " ", str(value).replace("minigrad.", "torch.")).split(" (Triggered internally")[0]


def answer(case, torch):
    code, one, two = case
    x, y = [torch.tensor(values).to(getattr(torch, kind)) for values, kind in ((X, one), (Y, two))]
    torch.manual_seed(0)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return said(eval(code, {"torch": torch, "np": np, "x": x, "y": y, "i": x[0].clone(), "j": y[0].clone()}))
        except Exception as error:
            return f"{type(error).__name__}: {said(error).split(', but expected one of')[0]}"


def short(kind):
    """NumPy's short name: f4 for float32."""
    return np.dtype(kind).str[1:]


def ask(torch, alone=None):
    """{code: {answer: the dtypes that it is the answer for}}, of all codes, or of one alone"""
    found = {}
    for case in CASES if alone is None else [case for case in CASES if case[0] == alone]:
        code, one, two = case
        dtypes = found.setdefault(code, {}).setdefault(answer(case, torch), [])
        dtypes.append(short(one) if code in OF_ONE else short(one) + short(two))
    return {code: {text: " ".join(dtypes) for text, dtypes in answers.items()} for code, answers in found.items()}
