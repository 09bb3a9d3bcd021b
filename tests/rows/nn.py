"""What is true of the operations of `nn/functional.py`."""

from rows import NO_BOOL

OPS = [
    ("torch.nn.functional.linear(x, y)", "x @ y.T", "MmBackward0(x, TBackward0(y))", "self mat2", "2x3 4x3, 1x1 1x1",
     NO_BOOL),
    ("torch.nn.functional.linear(x, y)", "x @ y.T",
     "SqueezeBackward4(MmBackward0(UnsqueezeBackward0(x), TBackward0(y)))", "dim self_sym_sizes", "3 2x3", NO_BOOL),
    ("torch.nn.functional.linear(x, y)", "x @ y.T", "UnsafeViewBackward0(MmBackward0(ViewBackward0(x), TBackward0(y)))",
     "self_sym_sizes", "2x2x3 4x3, 2x1x3x2 1x2", NO_BOOL),
    ("torch.nn.functional.linear(x, y, y[0]); torch.nn.functional.linear(x, y, bias=y[0])", "x @ y.T + y[0]",
     "AddmmBackward0(SelectBackward0(y), x, TBackward0(y))", "mat1 mat2 alpha beta", "2x3 3x3, 1x1 1x1", NO_BOOL),
    ("torch.nn.functional.linear(x, y, y[0])", "x @ y.T + y[0]",
     "ViewBackward0(AddmmBackward0(SelectBackward0(y), ViewBackward0(x), TBackward0(y)))", "self_sym_sizes",
     "3 3x3, 2x2x3 3x3, 2x1x2x3 3x3, 0x2x3 3x3", NO_BOOL),
    ("torch.nn.functional.linear(x, y, y[0, 0])", "x @ y.T + y[0, 0]",
     "AddBackward0(UnsafeViewBackward0(MmBackward0(ViewBackward0(x), TBackward0(y))), "
     "SelectBackward0(SelectBackward0(y)))", "", "2x2x3 2x3", NO_BOOL),
]

VALUES = [
    ("torch.nn.functional.linear(torch.ones(2, 3, 2).mT, torch.ones(1, 3), torch.ones(1))",
     "np.full((2, 2, 1), 4, 'f4')"),
]

ERRORS = [
    ("torch.nn.functional.linear(s, m)", RuntimeError,
     "both arguments to linear need to be at least 1D, but they are 0D and 2D"),
    ("torch.nn.functional.linear(m, torch.ones(4, 2))", RuntimeError,
     "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x4)"),
    ("torch.nn.functional.linear(m, torch.ones(2, 2, 3))", RuntimeError,
     "t() expects a tensor with <= 2 dimensions, but self is 3D"),
    ("torch.nn.functional.linear(m, m, torch.ones(3))", RuntimeError,
     "The expanded size of the tensor (2) must match the existing size (3) at non-singleton dimension 1.  Target "
     "sizes: [2, 2].  Tensor sizes: [3]"),
    ("torch.nn.functional.linear(m, m.double(), v)", RuntimeError,
     "self and mat2 must have the same dtype, but got Float and Double"),
    ("torch.nn.functional.linear(m[0], m, m.t() @ m)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1"),
    ("torch.nn.functional.linear(m, 3)", TypeError, "linear(): argument 'weight' (position 2) must be Tensor, not int"),
    ("torch.nn.functional.linear(m, m, 3)", TypeError,
     "linear(): argument 'bias' (position 3) must be Tensor, not int"),
]
