"""What is true of the operations of `matrices.py`."""

from rows import COUNT, FLOAT_ONLY, INF, NAN, NO_BOOL

REFOLDED = "UnsafeViewBackward0(CloneBackward0({}))"  # no view was possible
FOLDED = "ViewBackward0({}Backward0(ViewBackward0(PermuteBackward0({})), ViewBackward0(PermuteBackward0({}))))"
STACKS = "UnsafeViewBackward0(BmmBackward0({}, {}))"
REPEATED_X, REPEATED_Y = "ViewBackward0(ExpandBackward0(x))", "ViewBackward0(ExpandBackward0(y))"


def summed(left, right):
    """The graph of an `einsum` by way of `bmm`."""
    return f"ViewBackward0(PermuteBackward0(ViewBackward0(BmmBackward0({left}, {right}))))"


def aligned(name, times=0, fold="ViewBackward0"):
    """The graph of an operand of `bmm` in an `einsum` with `times` dimensions that it had not before."""
    return f"{fold}(PermuteBackward0(PermuteBackward0({'UnsqueezeBackward0(' * times}{name}{')' * times})))"


OPS = [
    ("x.T", "x.T", "PermuteBackward0(x)", "dims", "2x3, 1x2, 0x3"),
    ("x.t(); torch.t(x)", "x.T", "TBackward0(x)", "", "(), 3, 2x3, 0x3"),
    ("x.mT", "x.swapaxes(-1, -2)", "TransposeBackward0(x)", "dim0 dim1", "2x3, 2x3x4, 2x1x3x2, 0x3"),
    ("[a := x.detach().requires_grad_(), torch.autograd.grad(a.t(), a, y, create_graph=True)[0]][1]", "y.T",
     "TBackward0(y)", "", "2x3 3x2", FLOAT_ONLY),  # the way back of t() is recorded as t()
    ("x.mm(y); x @ y; x.matmul(y); torch.mm(x, y); torch.matmul(x, y)", "x @ y", "MmBackward0(x, y)", "self mat2",
     "2x3 3x4, 1x2 2x1, 2x0 0x3, 0x2 2x3", NO_BOOL),
    ("x.mv(y); x @ y; x.matmul(y); torch.mv(x, y)", "x @ y", "MvBackward0(x, y)", "self vec", "2x3 3, 1x2 2, 0x2 2",
     NO_BOOL),
    ("x.dot(y); x @ y; x.matmul(y); torch.dot(x, y)", "x @ y", "DotBackward0(x, y)", "self tensor", "3 3, 1 1, 0 0",
     NO_BOOL),
    ("x @ y; torch.matmul(x, y)", "x @ y", "SqueezeBackward4(MmBackward0(UnsqueezeBackward0(x), y))",
     "dim self_sym_sizes", "3 3x2, 1 1x1", NO_BOOL),
    ("x.bmm(y); torch.bmm(x, y)", "x @ y", "BmmBackward0(x, y)", "self mat2",
     "2x3x4 2x4x1, 0x2x3 0x3x2, 2x0x3 2x3x1, 2x1x0 2x0x2", NO_BOOL),
    # A stack and a matrix or vector: one product of matrices
    ("torch.matmul(x, y); x.matmul(y); x @ y", "x @ y", "UnsafeViewBackward0(MmBackward0(ViewBackward0(x), y))",
     "self_sym_sizes", "2x3x4 4x2, 1x2x3 3x1, 2x1x3x2 2x3, 2x0x3 3x2, 2x3x0 0x2", NO_BOOL),
    ("x @ y; torch.matmul(x, y)", "x @ y", "UnsafeViewBackward0(MvBackward0(ViewBackward0(x), y))", "self_sym_sizes",
     "2x3x4 4, 1x2x3 3, 2x1x3x2 2, 0x3x2 2", NO_BOOL),
    ("x @ y; torch.matmul(x, y)", "x @ y", "CloneBackward0(TransposeBackward0(UnsafeViewBackward0(MmBackward0("
     f"{REFOLDED.format('TransposeBackward0(y)')}, TBackward0(x)))))", "", "2x3 4x3x2, 2x2 2x1x2x3", NO_BOOL),
    ("x @ y", "x @ y", "TransposeBackward0(UnsafeViewBackward0(MmBackward0("
     f"{REFOLDED.format('TransposeBackward0(y)')}, TBackward0(x))))", "dim0 dim1", "1x3 2x3x2", NO_BOOL),
    ("x @ y; torch.matmul(x, y)", "x @ y",
     f"UnsafeViewBackward0(MvBackward0({REFOLDED.format('TransposeBackward0(y)')}, x))", "self_sym_sizes",
     "3 4x3x2, 2 2x1x2x3", NO_BOOL),
    ("x @ y.detach()", "x @ y", "UnsafeViewBackward0(MmBackward0(ViewBackward0(x), None))", "self_sym_sizes",
     "2x3x4 4x2", NO_BOOL),
    ("x[:, None] @ y.detach()", "x[:, None] @ y",
     "UnsafeViewBackward0(MmBackward0(ViewBackward0(UnsqueezeBackward0(x)), None))", "self_sym_sizes", "3x2 2x2",
     NO_BOOL),
    ("x.detach() @ y", "x @ y", STACKS.format("None", REPEATED_Y), "self_sym_sizes",
     "2x3 4x3x2, 3 2x3x2, 2x2x3 2x3x1, 1x2x3 2x3x2", NO_BOOL),
    # Two stacks
    ("x @ y; x.matmul(y); torch.matmul(x, y)", "x @ y", STACKS.format(REPEATED_X, REPEATED_Y), "self_sym_sizes",
     "2x3x4 2x4x2, 2x2x3x1 2x2x1x3, 1x2x3 1x3x2, 0x2x3 0x3x2, 2x2x0 2x0x1, 1x2x1x3 2x3x2", NO_BOOL),
    ("x @ y", "x @ y", STACKS.format(REFOLDED.format("ExpandBackward0(x)"), REFOLDED.format("ExpandBackward0(y)")),
     "self_sym_sizes", "2x1x3x2 3x2x2", NO_BOOL),
    ("x @ y", "x @ y", "UnsafeViewBackward0(MmBackward0(ViewBackward0(x), SqueezeBackward1(y)))", "self_sym_sizes",
     "2x3x4 1x4x2, 0x3x2 1x2x1", NO_BOOL),
    ("x @ y", "x @ y", "CloneBackward0(TransposeBackward0(UnsafeViewBackward0(MmBackward0("
     f"{REFOLDED.format('TransposeBackward0(y)')}, TBackward0(SqueezeBackward1(x))))))", "", "1x2x3 2x3x2", NO_BOOL),
    # Sums and products in one
    ("torch.addmm(x, y, y); x.addmm(y, y); torch.addmm(x, y, y, beta=1, alpha=1)", "x + y @ y",
     "AddmmBackward0(x, y, y)", "mat1 mat2 alpha beta", "2x2 2x2, 2 2x2, () 2x2, 2x1 2x2", NO_BOOL),
    ("torch.addmm(x[0], x[1:], y)", "x[0] + x[1:] @ y", "AddmmBackward0(SelectBackward0(x), SliceBackward0(x), y)",
     "mat1 mat2 alpha beta", "3x2 2x2", NO_BOOL),
    ("torch.addmm(x, y, y, beta=2, alpha=-3); x.addmm(y, y, alpha=-3, beta=torch.tensor(2))", "2 * x - 3 * (y @ y)",
     "AddmmBackward0(x, y, y)", "mat1 mat2 alpha beta", "2x2 2x2, 2 2x2", NO_BOOL),
    ("x.clone().addmm_(y, y, beta=2, alpha=-3)", "2 * x - 3 * (y @ y)", "AddmmBackward0(CloneBackward0(x), y, y)",
     "mat1 mat2 alpha beta", "2x2 2x2, 1x1 1x1", NO_BOOL),
    ("torch.addmm(x, y, y, beta=0); torch.addmm(x, y, y, beta=False)", "x * 0 + y @ y", "AddmmBackward0(x, y, y)",
     "mat1 mat2 alpha beta", "2x2 2x2", NO_BOOL),
    ("torch.outer(x, y); x.outer(y)", "x[:, None] * y", "MulBackward0(ViewBackward0(x), y)", "self other",
     "3 2, 1 1, 0 2, 2 0"),
    # Triangles and diagonals
    ("x.tril(); torch.tril(x); torch.tril(x, 0); x.tril(diagonal=0)", "np.tril(x)", "TrilBackward0(x)", "diagonal",
     "2x3, 3x2, 2x3x3, 1x1, 0x2"),
    ("x.tril(-1); torch.tril(x, diagonal=-1)", "np.tril(x, -1)", "TrilBackward0(x)", "diagonal", "2x3, 3x3, 2x3x2"),
    ("x.triu(); torch.triu(x); torch.triu(x, 0); x.triu(diagonal=0)", "np.triu(x)", "TriuBackward0(x)", "diagonal",
     "2x3, 3x2, 2x3x3, 1x1, 0x2"),
    ("x.triu(1); x.triu(torch.tensor(1)); torch.triu(x, diagonal=1)", "np.triu(x, 1)", "TriuBackward0(x)", "diagonal",
     "2x3, 3x3, 2x3x2"),
    ("x.diagonal(); torch.diagonal(x); x.diagonal(0, 0, 1)", "x.diagonal()", "DiagonalBackward0(x)",
     "offset dim1 dim2 self_sym_sizes", "2x3, 3x2, 2x2x3, 0x2"),
    ("x.diagonal(1); torch.diagonal(x, offset=1)", "x.diagonal(1)", "DiagonalBackward0(x)",
     "offset dim1 dim2 self_sym_sizes", "2x3, 3x2, 1x1, 2x2x2"),
    ("x.diagonal(-1, 1, 2); torch.diagonal(x, -1, dim1=1, dim2=2)", "x.diagonal(-1, 1, 2)", "DiagonalBackward0(x)",
     "offset dim1 dim2 self_sym_sizes", "2x3x2, 1x2x2x3"),
    ("x.diagonal(0, -1, -2)", "x.diagonal(0, -1, -2)", "DiagonalBackward0(x)", "offset dim1 dim2 self_sym_sizes",
     "2x3, 2x3x2"),
    ("x.trace(); torch.trace(x)", "x.trace()", "TraceBackward0(x)", "self_sym_sizes", "2x3, 3x2, 1x1, 0x2", NO_BOOL),
    # Sums of products, as an equation says
    ("torch.einsum('ij->ji', x); torch.einsum('ba', x); torch.einsum(x, [1, 0]); torch.einsum('i...->...i', [x])",
     "x.T", "PermuteBackward0(x)", "dims", "2x3, 0x2"),
    ("torch.einsum('...ij -> ...ji', x)", "x.swapaxes(-1, -2)", "PermuteBackward0(x)", "dims", "2x3, 2x3x2, 2x1x2x3"),
    ("torch.einsum('ij->', x); torch.einsum('...->', x); torch.einsum(x, [0, ...], [])", "x.sum()",
     "SumBackward1(PermuteBackward0(x))", "dim keepdim self_sym_sizes", "2x3, 1x2, 0x2", COUNT),
    ("torch.einsum('ij,jk', x, y); torch.einsum('ij,jk->ik', [x, y]); torch.einsum(x, [0, 2], y, [2, 3], [0, 3]); "
     "torch.einsum('...j,jk->...k', x, y)", "x @ y", summed(aligned("x", 1), aligned("y", 1)), "self_sym_sizes",
     "2x3 3x2, 1x2 2x1, 2x0 0x3, 2x3 3x1", NO_BOOL),
    ("torch.einsum('bij,bjk->bik', x, y); torch.einsum('...ij,...jk', x, y)", "x @ y",
     summed(aligned("x", 1), aligned("y", 1)), "self_sym_sizes", "2x3x2 2x2x2", NO_BOOL),
    ("torch.einsum('...ij,...jk', x, y); torch.einsum('bij,jk', x, y)", "x @ y",
     summed(aligned("x", 1), aligned("y", 2)), "self_sym_sizes", "2x3x2 2x2", NO_BOOL),
    ("torch.einsum('i,i', x, y); torch.einsum('i,i->', x, y); torch.einsum('...,...->', x, y)", "x @ y",
     summed(aligned("x"), aligned("y")), "self_sym_sizes", "3 3, 0 0", NO_BOOL),
    ("torch.einsum('ij,j', x, y)", "x @ y", summed(aligned("x"), aligned("y", 1)), "self_sym_sizes", "2x3 3", NO_BOOL),
    ("torch.einsum('bn,anm,bm->ba', x, y, x)", "np.einsum('bn,anm,bm->ba', x, y, x)", summed(
        "ViewBackward0(PermuteBackward0(" + summed(
            aligned("x", 2), REFOLDED.format("PermuteBackward0(PermuteBackward0(UnsqueezeBackward0(y)))")
        ).removeprefix("ViewBackward0(")[:-1] + "))", aligned("x", 2)), "self_sym_sizes", "2x3 2x3x3", NO_BOOL),
    ("torch.einsum('i,j', x, y); torch.einsum('i,j->ij', x, y)", "x[:, None] * y",
     "MulBackward0(PermuteBackward0(UnsqueezeBackward0(x)), PermuteBackward0(UnsqueezeBackward0(y)))", "self other",
     "3 2, 1 1, 0 2"),
    ("torch.einsum('ab,ab->ab', x, y); torch.einsum('...,...', x, y)", "x * y",
     "MulBackward0(PermuteBackward0(x), PermuteBackward0(y))", "self other", "2x3 2x3, 2x3 1x3, 2x1 1x3, 0x2 0x2"),
    ("torch.einsum('ij,k->i', x, y)", "x.sum(1) * y.sum()",
     "ViewBackward0(MulBackward0(SumBackward1(PermuteBackward0(UnsqueezeBackward0(x))), "
     "SumBackward1(PermuteBackward0(UnsqueezeBackward0(UnsqueezeBackward0(y))))))", "self_sym_sizes", "2x3 2", COUNT),
    ("y.__rmatmul__(x)", "x @ y", "MmBackward0(x, y)", "self mat2", "2x3 3x4, 1x1 1x1", NO_BOOL),
    ("x.diag(); torch.diag(x); torch.diag(input=x, diagonal=0)", "np.diag(x)", "DiagonalBackward0_copy(x)",
     "offset dim1 dim2 self_sym_sizes", "2x3, 3x2, 1x1, 0x2"),
    ("x.diag(1); torch.diag(x, diagonal=1)", "x.diagonal(1)", "DiagonalBackward0_copy(x)",
     "offset dim1 dim2 self_sym_sizes", "2x3, 3x2, 1x1"),
    ("x.diag(); torch.diag(x)", "np.diag(x)", "DiagEmbedBackward0(x)", "offset dim1 dim2", "3, 1, 0"),
    ("x.diag(-2); torch.diag(x, diagonal=-2)", "np.diag(x, -2)", "DiagEmbedBackward0(x)", "offset dim1 dim2", "3, 1"),
    # Products along any dimensions
    ("torch.tensordot(x, y, 1); torch.tensordot(x, y, ([-1], [0])); torch.tensordot(a=x, b=y, dims=torch.tensor(1))",
     "np.tensordot(x, y, 1)", FOLDED.format("Mm", "x", "y"), "self_sym_sizes", "2x3 3x2, 2x2x3 3x4, 3 3x2, 2x3 3x2x2",
     NO_BOOL),
    ("torch.tensordot(x, y, 0); torch.tensordot(x, y, ([], []))", "np.tensordot(x, y, 0)",
     FOLDED.format("Mm", "x", "y"), "self_sym_sizes", "2x3 2, 3 2, () 3", NO_BOOL),
    ("torch.tensordot(x, y); torch.tensordot(x, y, dims=[[0, 1], [0, 1]])", "(x * y).sum()",
     FOLDED.format("Dot", "x", "y"), "self_sym_sizes", "2x3 2x3, 0x3 0x3", NO_BOOL),
    ("torch.tensordot(x, y, 1)", "x @ y",
     "ViewBackward0(DotBackward0(PermuteBackward0(x), PermuteBackward0(y)))", "self_sym_sizes", "3 3", NO_BOOL),
    ("torch.tensordot(x, y, ([1, 0], [1, 0])); torch.tensordot(x, y, torch.tensor([[-1, 0], [1, -2]]))",
     "(x * y).sum()",
     "ViewBackward0(SumBackward0(MulBackward0(SqueezeBackward0(PermuteBackward0(x)), "
     "SqueezeBackward0(PermuteBackward0(y)))))", "self_sym_sizes", "2x3 2x3"),
    ("torch.tensordot(x, y, ([0], [1]))", "np.tensordot(x, y, ([0], [1]))",
     "ViewBackward0(MmBackward0(ReshapeAliasBackward0(PermuteBackward0(x)), "
     "ReshapeAliasBackward0(PermuteBackward0(y))))",
     "self_sym_sizes", "3x2 2x3", NO_BOOL),
    ("torch.tensordot(x, y, ([0], [0]))", "np.tensordot(x.sum(0), y[0], 0)",
     FOLDED.format("Mm", "SumBackward1(x)", "y"), "self_sym_sizes", "2x3 1x3", NO_BOOL),
    ("torch.tensordot(x, y, ([0], [0]))", "np.tensordot(x[0], y.sum(0), 0)",
     FOLDED.format("Mm", "x", "SumBackward1(y)"), "self_sym_sizes", "1x3 2x3", NO_BOOL),
]

VALUES = [
    ("torch.addmm(v * float('nan'), v.view(3, 1), v.view(1, 3), beta=0)",
     "np.array([[1, -2, 4], [-2, 4, -8], [4, -8, 16]], 'f4')"),
    ("torch.addmm(v, v.view(3, 1) * float('nan'), v.view(1, 3), alpha=0)",
     "np.tile(np.array([1, -2, 4], 'f4'), (3, 1))"),
    ("torch.addmm(torch.tensor(2), torch.ones(1, 1).long(), torch.ones(1, 1).long(), beta=1.9, alpha=2.9)",
     "np.array([[4]])"),
    ("torch.outer(v, torch.tensor([2]))", "np.array([[2], [-4], [8]], 'f4')"),
    ("torch.einsum('', x)", "np.array(2.5, 'f4')"),
    ("torch.einsum(',a->a', x, v)", "np.array([2.5, -5, 10], 'f4')"),
    ("torch.einsum('aB', torch.outer(v, v[:2]))", "np.array([[1, -2, 4], [-2, 4, -8]], 'f4')"),
    ("torch.einsum(v, [26], v[:2], [0])", "np.array([[1, -2, 4], [-2, 4, -8]], 'f4')"),
]

EDGES = [
    ("x @ x", [3.0, -1.0], [6.0, -2.0]),
    ("x @ x", [[[1.0, 2.0], [3.0, -1.0]]], [[[7.0, 6.0], [4.0, 3.0]]]),
    ("x.tril()", [[1.0, INF], [NAN, 2.0]], [[1.0, 0.0], [1.0, 1.0]]),
    ("x.diagonal() + x.diagonal()", [[1.0, INF], [NAN, 2.0]], [[2.0, 0.0], [0.0, 2.0]]),
    ("torch.einsum('ii,ii->', x, x)", [[1.0, 5.0], [6.0, 2.0]], [[2.0, 0.0], [0.0, 4.0]]),
    ("torch.addmm(x, x.t(), x, beta=0)", [[1.0, 2.0], [3.0, 4.0]], [[6.0, 6.0], [14.0, 14.0]]),
    # Here PyTorch takes other steps: its graph has other nodes, its numbers and gradients are the same.
    ("x[..., ::2] @ x[:2]", [[1.0, 2.0, 3.0, -1.0], [0.0, 4.0, -2.0, 1.0]],
     [[6.0, 1.0, 4.0, 1.0], [6.0, 1.0, 4.0, 1.0]]),
    ("x.mT @ x[0]", [[[1.0, 2.0], [3.0, -1.0]], [[0.0, 4.0], [-2.0, 1.0]]],
     [[[10.0, 10.0], [3.0, 3.0]], [[3.0, 3.0], [2.0, 2.0]]]),
    ("x.mT @ x.detach()[0]", [[[1.0, 2.0], [3.0, -1.0]], [[0.0, 4.0], [-2.0, 1.0]]],
     [[[3.0, 3.0], [2.0, 2.0]], [[3.0, 3.0], [2.0, 2.0]]]),
    ("torch.outer(x[::2], x)", [1.0, 2.0, 4.0], [12.0, 5.0, 12.0]),
    ("torch.einsum('ii->i', x) * torch.einsum(x, [0, 0], [0])", [[1.0, 2.0], [3.0, -1.0]], [[2.0, 0.0], [0.0, -2.0]]),
    ("torch.einsum('ii', x)", [[1.0, 2.0], [3.0, -1.0]], [[1.0, 0.0], [0.0, 1.0]]),
    ("torch.einsum('jij->ji', x[:, None]) * x", [[1.0, 2.0], [3.0, -1.0]], [[4.0, 1.0], [-1.0, 1.0]]),
    ("torch.einsum('ij,jk->ki', x, x) * x", [[1.0, 2.0], [3.0, -1.0]], [[21.0, 0.0], [0.0, 21.0]]),
    ("x.diag() + x.diag()", [[1.0, INF], [NAN, 2.0]], [[2.0, 0.0], [0.0, 2.0]]),
    ("torch.tensordot(x, x)", [[1.0, 2.0], [3.0, -1.0]], [[2.0, 4.0], [6.0, -2.0]]),
]

STACK = "torch.ones(5, 2, 3)"
ALONE = "einsum(): found '.' for {} that is not part of any ellipsis"
NO_LETTER = "einsum(): invalid subscript given at index {} in the equation string, subscripts must be in [a-zA-Z]"
FEW, MANY = [
    f"einsum(): {count} operands were provided than specified in the equation" for count in ("fewer", "more")
]
NOTHING = (
    "einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts "
    "list"
)


def no_tensor(function, name, place, kind="int"):
    return f"{function}(): argument '{name}' (position {place}) must be Tensor, not {kind}"


ERRORS = [
    ("v.mT", RuntimeError, "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor."),
    ("torch.mm(3, m)", TypeError, no_tensor("mm", "input", 1)),
    ("torch.mm(m, [1])", TypeError, no_tensor("mm", "mat2", 2, "list")),
    ("m.mm(3)", TypeError, no_tensor("mm", "mat2", 1)),
    ("torch.mv(m, 3)", TypeError, no_tensor("mv", "vec", 2)),
    ("m.mv((1, 2, 3))", TypeError, no_tensor("mv", "vec", 1, "tuple")),
    ("torch.dot(v, 3)", TypeError, no_tensor("dot", "tensor", 2)),
    ("v.dot(None)", TypeError, no_tensor("dot", "tensor", 1, "NoneType")),
    ("torch.matmul(m, 3)", TypeError, no_tensor("matmul", "other", 2)),
    ("m.matmul(3)", TypeError, no_tensor("matmul", "other", 1)),
    ("3 @ m", TypeError, "unsupported operand type(s) for @: 'int' and 'Tensor'"),
    # Stacks
    ("torch.bmm(m, m)", RuntimeError, "batch1 must be a 3D tensor"),
    (f"torch.bmm({STACK}, m)", RuntimeError, "batch2 must be a 3D tensor"),
    (f"torch.bmm({STACK}, {STACK})", RuntimeError,
     "Expected size for first two dimensions of batch2 tensor to be: [5, 3] but got: [5, 2]."),
    (f"torch.bmm({STACK}, {STACK}.mT.double())", RuntimeError, "expected scalar type Float but found Double"),
    (f"torch.bmm({STACK}.bool(), {STACK}.mT.bool())", NotImplementedError, "\"bmm\" not implemented for 'Bool'"),
    (f"torch.bmm({STACK}, 3)", TypeError, no_tensor("bmm", "mat2", 2)),
    (f"{STACK}.bmm(3)", TypeError, no_tensor("bmm", "mat2", 1)),
    (f"{STACK} @ m", RuntimeError, "mat1 and mat2 shapes cannot be multiplied (10x3 and 2x3)"),
    (f"{STACK} @ v", RuntimeError, "size mismatch, got input (10), mat (10x3), vec (2)"),
    (f"torch.ones(4) @ {STACK}", RuntimeError,
     "Expected size for first two dimensions of batch2 tensor to be: [5, 4] but got: [5, 2]."),
    (f"m @ {STACK}", RuntimeError,
     "Expected size for first two dimensions of batch2 tensor to be: [5, 3] but got: [5, 2]."),
    (f"{STACK} @ torch.ones(4, 3, 2)", RuntimeError,
     "The size of tensor a (5) must match the size of tensor b (4) at non-singleton dimension 0"),
    (f"torch.ones(6, 5, 2, 3) @ {STACK}", RuntimeError,
     "Expected size for first two dimensions of batch2 tensor to be: [30, 3] but got: [30, 2]."),
    (f"{STACK} @ m.t().double()", RuntimeError, "expected m1 and m2 to have the same dtype, but got: float != double"),
    (f"{STACK}.bool() @ {STACK}.mT.bool()", NotImplementedError, "\"bmm\" not implemented for 'Bool'"),
    (f"s @ {STACK}", RuntimeError, "both arguments to matmul need to be at least 1D, but they are 0D and 3D"),
    # Sums and products in one
    ("v.addmm_(m, m.t())", RuntimeError,
     "Bad in-place call: input tensor size [2] and output tensor size [2, 2] should match"),
    ("m.addmm_(m, 2)", TypeError, "addmm_(): argument 'mat2' (position 2) must be Tensor, not int"),
    ("torch.addmm(v, m, m)", RuntimeError, "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)"),
    ("torch.addmm(v, v, m)", RuntimeError, "mat1 must be a matrix, got 1-D tensor"),
    ("torch.addmm(v, m, v)", RuntimeError, "mat2 must be a matrix, got 1-D tensor"),
    ("torch.addmm(torch.ones(3), m, m.t())", RuntimeError,
     "The expanded size of the tensor (2) must match the existing size (3) at non-singleton dimension 1.  Target "
     "sizes: [2, 2].  Tensor sizes: [3]"),
    (f"torch.addmm({STACK}, m, m.t())", RuntimeError,
     "expand(torch.FloatTensor{[5, 2, 3]}, size=[2, 2]): the number of sizes provided (2) must be greater or equal to "
     "the number of dimensions in the tensor (3)"),
    ("torch.addmm(n, m, m.t())", RuntimeError, "self and mat2 must have the same dtype, but got Long and Float"),
    ("torch.addmm(v, m.double(), m.t())", RuntimeError,
     "mat1 and mat2 must have the same dtype, but got Double and Float"),
    ("torch.addmm(b, m.bool(), m.bool().t())", NotImplementedError, "\"addmm_impl_cpu_\" not implemented for 'Bool'"),
    ("torch.addmm(v, m, 3)", TypeError, no_tensor("addmm", "mat2", 3)),
    ("v.addmm(3, m)", TypeError, no_tensor("addmm", "mat1", 1)),
    ("v.addmm(m, m.t(), beta=None)", TypeError, "addmm(): argument 'beta' must be Number, not NoneType"),
    ("v.addmm(m, m.t(), alpha='a')", TypeError, "addmm(): argument 'alpha' must be Number, not str"),
    ("torch.outer(m, v)", RuntimeError, "outer: Expected 1-D argument self, but got 2-D"),
    ("v.outer(s)", RuntimeError, "outer: Expected 1-D argument vec2, but got 0-D"),
    ("torch.outer(v, 3)", TypeError, no_tensor("outer", "vec2", 2)),
    ("v.outer(3)", TypeError, no_tensor("outer", "vec2", 1)),
    # Triangles and diagonals
    ("torch.tril(v)", RuntimeError, "tril: input tensor must have at least 2 dimensions"),
    ("s.triu()", RuntimeError, "triu: input tensor must have at least 2 dimensions"),
    ("torch.tril(3)", TypeError, no_tensor("tril", "input", 1)),
    ("torch.triu(m, 1.5)", TypeError, "triu(): argument 'diagonal' (position 2) must be int, not float"),
    ("m.tril(1.5)", TypeError, "tril(): argument 'diagonal' (position 1) must be int, not float"),
    ("m.tril(True)", TypeError, "tril(): argument 'diagonal' (position 1) must be int, not bool"),
    ("v.diagonal()", IndexError, "Dimension out of range (expected to be in range of [-1, 0], but got 1)"),
    ("m.diagonal(0, 2, 0)", IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got 2)"),
    ("m.diagonal(0, 1, -1)", RuntimeError, "diagonal dimensions cannot be identical 1, -1"),
    ("torch.diagonal(m, 1.5)", TypeError, "diagonal(): argument 'offset' (position 2) must be int, not float"),
    ("m.diagonal('a')", TypeError, "diagonal(): argument 'offset' (position 1) must be int, not str"),
    ("torch.diagonal(3)", TypeError, no_tensor("diagonal", "input", 1)),
    ("v.trace()", RuntimeError, "trace: expected a matrix, but got tensor with dim 1"),
    ("m.bool().trace()", NotImplementedError, "\"trace\" not implemented for 'Bool'"),
    ("torch.trace(3)", TypeError, no_tensor("trace", "input", 1)),
    # Equations
    ("torch.einsum('i')", ValueError, NOTHING),
    ("torch.einsum(v)", ValueError, NOTHING),
    ("torch.einsum('i', [])", ValueError, NOTHING),
    ("torch.einsum(v, [52])", ValueError,
     "einsum(): subscript in subscript list is not within the valid range [0, 52)"),
    ("torch.einsum(v, ['a'])", TypeError, "'>=' not supported between instances of 'str' and 'int'"),
    ("torch.einsum(3, v)", TypeError, "einsum(): argument 'equation' (position 1) must be str, not int"),
    ("torch.einsum('i,i', v, 3)", TypeError, "expected Tensor as element 1 in argument 1, but got int"),
    ("torch.einsum('i,i', v)", RuntimeError, FEW),
    ("torch.einsum('i', v, v)", RuntimeError, MANY),
    ("torch.einsum('i.', v)", RuntimeError, ALONE.format("operand 0")),
    ("torch.einsum('i, 1', v, v)", RuntimeError, NO_LETTER.format(3)),
    ("torch.einsum('i->i->i', v)", RuntimeError, NO_LETTER.format(4)),
    ("torch.einsum('i->k', v)", RuntimeError,
     "einsum(): output subscript k does not appear in the equation for any input operand"),
    ("torch.einsum('i->ii', v)", RuntimeError, "einsum(): output subscript i appears more than once in the output"),
    ("torch.einsum('i,ij', v, v)", RuntimeError,
     "einsum(): the number of subscripts in the equation (2) does not match the number of dimensions (1) for operand 1 "
     "and no ellipsis was given"),
    ("torch.einsum('ij...', v)", RuntimeError,
     "einsum(): the number of subscripts in the equation (2) is more than the number of dimensions (1) for operand 0"),
    ("torch.einsum('ii', m)", RuntimeError,
     "einsum(): subscript i is repeated for operand 0 but the sizes don't match, 3 != 2"),
    ("torch.einsum('ij,jk', m, m)", RuntimeError,
     "einsum(): subscript j has size 2 for operand 1 which does not broadcast with previously seen size 3"),
    ("torch.einsum('i,i', v, v.double())", RuntimeError, "expected scalar type Float but found Double"),
    ("torch.einsum('i,i', b, b)", NotImplementedError, "\"bmm\" not implemented for 'Bool'"),
    ("torch.matmul(m, m.t(), out=2)", TypeError, "matmul(): argument 'out' must be Tensor, not int"),
    ("torch.diag(s)", RuntimeError, "diag(): Supports 1D or 2D tensors. Got 0D"),
    ("v.diag('a')", TypeError, "diag(): argument 'diagonal' (position 1) must be int, not str"),
    ("torch.diag(3)", TypeError, "diag(): argument 'input' (position 1) must be Tensor, not int"),
    ("torch.tensordot(m, m, 1)", RuntimeError,
     "contracted dimensions need to match, but first has size 3 in dim -1 and second has size 2 in dim 0"),
    ("torch.tensordot(m, m, -1)", RuntimeError, "tensordot expects dims >= 0, but got dims=-1"),
    ("torch.tensordot(m, m, 3)", RuntimeError, "tensordot expects dims < ndim_a or ndim_b, but got dims=3"),
    ("torch.tensordot(m, m, ([0], [0, 1]))", RuntimeError, "both dimension lists should have same length"),
    ("torch.tensordot(n, v, 1)", RuntimeError, "both inputs should have same dtype"),
    ("torch.tensordot(m, m, ([0, 0], [0, 0]))", RuntimeError, "dim 0 appears multiple times in the list of dims"),
    ("torch.tensordot(m, m, ([5], [0]))", IndexError,
     "Dimension out of range (expected to be in range of [-2, 1], but got 5)"),
    ("torch.tensordot(m, m, ([0], 'a'))", TypeError,
     "tensordot(): argument 'dims_other' (position 4) must be tuple of ints, not str"),
]

OWN = [
    ("torch.einsum('i,...i...', v, v)", RuntimeError, ALONE.format("operand 1")),
    ("torch.einsum('i->...i...', v)", RuntimeError, ALONE.format("output")),
    ("torch.einsum('...i,...i', m, torch.ones(3, 3))", RuntimeError,
     "einsum(): subscript ... has size 3 for operand 1 which does not broadcast with previously seen size 2"),
]
