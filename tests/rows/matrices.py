"""What is true of the operations of `matrices.py`."""

from rows import NO_BOOL

OPS = [
    ("x.T", "x.T", "PermuteBackward0(x)", "dims", "2x3, 1x2, 0x3"),
    ("x.t(); torch.t(x)", "x.T", "TBackward0(x)", "", "(), 3, 2x3, 0x3"),
    ("x.mm(y); x @ y; x.matmul(y); torch.mm(x, y); torch.matmul(x, y)", "x @ y", "MmBackward0(x, y)", "self mat2",
     "2x3 3x4, 1x2 2x1, 2x0 0x3, 0x2 2x3", NO_BOOL),
    ("x.mv(y); x @ y; x.matmul(y); torch.mv(x, y)", "x @ y", "MvBackward0(x, y)", "self vec", "2x3 3, 1x2 2, 0x2 2",
     NO_BOOL),
    ("x.dot(y); x @ y; x.matmul(y); torch.dot(x, y)", "x @ y", "DotBackward0(x, y)", "self tensor", "3 3, 1 1, 0 0",
     NO_BOOL),
    ("x @ y; torch.matmul(x, y)", "x @ y", "SqueezeBackward4(MmBackward0(UnsqueezeBackward0(x), y))",
     "dim self_sym_sizes", "3 3x2, 1 1x1", NO_BOOL),
]

EDGES = [
    ("x @ x", [3.0, -1.0], [6.0, -2.0]),
]
