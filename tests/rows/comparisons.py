"""What is true of the operations of `comparisons.py`."""

from rows import BOOL, EACH, PAIRS

OPS = [
    ("x == y; x.eq(y); torch.eq(x, y)", "x == y", "None", "", PAIRS, BOOL),
    ("x != y; x.ne(y); torch.ne(x, y)", "x != y", "None", "", PAIRS, BOOL),
    ("x < y; x.lt(y); torch.lt(x, y)", "x < y", "None", "", PAIRS, BOOL),
    ("x <= y; x.le(y); torch.le(x, y)", "x <= y", "None", "", PAIRS, BOOL),
    ("x > y; x.gt(y); torch.gt(x, y)", "x > y", "None", "", PAIRS, BOOL),
    ("x >= y; x.ge(y); torch.ge(x, y)", "x >= y", "None", "", PAIRS, BOOL),
    ("x > 1; 1 < x; x.gt(1)", "x > 1", "None", "", EACH, BOOL),
]

VALUES = [
    ("v.equal(v), torch.equal(v, v + 1), torch.equal(v, v[:2])", "(True, False, False)"),
    ("v.allclose(v * 1.000001), torch.allclose(v, v * 1.1)", "(True, False)"),
    ("v.allclose(v * 1.1, rtol=0.2), torch.allclose(v, v + 0.1, atol=0.2)", "(True, True)"),
    ("torch.allclose(v / 0 - v / 0, v / 0 - v / 0, equal_nan=True)", "True"),
]
