"""What is true of the operations of `shapes.py`."""

from rows import ROWS

OPS = [
    ("x.clone(); torch.clone(x)", "x.copy()", "CloneBackward0(x)"),
    ("x.reshape(6); x.reshape(-1); x.reshape((6,)); torch.reshape(x, (6,))", "x.reshape(6)", "ViewBackward0(x)",
     "self_sym_sizes", "6, 2x3, 3x1x2"),
    ("x.t().reshape(6)", "x.T.reshape(6)", "UnsafeViewBackward0(CloneBackward0(TBackward0(x)))", "self_sym_sizes",
     "2x3"),
    ("x.t().reshape(3, 2); x.t().reshape((3, -1))", "x.T", "ReshapeAliasBackward0(TBackward0(x))", "self_sym_sizes",
     "2x3"),
    ("x[:, 0].reshape(2, 1)", "x[:, :1]", "ReshapeAliasBackward0(SelectBackward0(x))", "self_sym_sizes", "2x3"),
    ("x.view_as(y)", "x.reshape(y.shape)", "ViewBackward0(x)", "self_sym_sizes", "6 2x3, 2x3 3x2, () 1, 0x3 0"),
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
    ("x[:, [1, 0]].view(-1)", "x[:, [1, 0]].reshape(-1)", "ViewBackward0(IndexBackward0(x))", "self_sym_sizes",
     "2x3, 2x3x2"),
    ("x[[0, 1], [1, 0]]; x[[[0, 1], [1, 0]]]; x[[torch.tensor([0, 1]), (1, 0)]]; x[(0, 1), range(1, -1, -1)]",
     "x[[0, 1], [1, 0]]", "IndexBackward0(x)", "indices self_sym_sizes", "2x2, 2x3, 2x2x3"),
    ("x[[[1]] * 32]", "x[np.array([[1]] * 32)]", "IndexBackward0(x)", "indices self_sym_sizes", "2x3"),
    ("x[[0, slice(1, None)]]; x[[0, ..., slice(1, None)]]", "x[0, 1:]", "SliceBackward0(SelectBackward0(x))",
     "dim start end step self_sym_sizes", "2x3"),
    ("x[True]; x[torch.tensor(True)]; x[[True, ...]]; x[x.sum() < 99]", "x[None]",
     "IndexBackward0(UnsqueezeBackward0(x))", "indices self_sym_sizes", "(), 3, 2x3"),
    ("x[False]; x[torch.tensor(False)]", "x[None][:0]", "IndexBackward0(UnsqueezeBackward0(x))",
     "indices self_sym_sizes", "(), 3, 2x3"),
    ("x[0, True]", "x[0][None]", "IndexBackward0(UnsqueezeBackward0(SelectBackward0(x)))", "indices self_sym_sizes",
     "3, 2x3"),
    ("x[True, [1, 0]]", "x[[1, 0]]", "IndexBackward0(UnsqueezeBackward0(x))", "indices self_sym_sizes", "2, 2x3"),
    ("x[torch.tensor([[0, 1], [1, 1]])]", "x[np.array([[0, 1], [1, 1]])]", "IndexBackward0(x)",
     "indices self_sym_sizes", "2, 2x3"),
    ("x[x > 0]", "x[x > 0]", "IndexBackward0(x)", "indices self_sym_sizes", "3, 2x3, 0"),
    ("x[[True, False, True]]", "x[[True, False, True]]", "IndexBackward0(x)", "indices self_sym_sizes", "3, 3x2"),
    ("x[0, :, [1, 1]]", "x[0][:, [1, 1]]", "IndexBackward0(SelectBackward0(x))", "indices self_sym_sizes", "2x2x3"),
    ("x[[]]; x[[[]]]", "x[np.array([], int)]", "IndexBackward0(x)", "indices self_sym_sizes", "3, 2x3"),
    ("Put.apply(x, (3,), ([0, 2, 0],))", "np.array([x[0] + x[2], x[1] * 0, x[1]])", "IndexPutBackward0(x)", "",
     "3"),
]

EDGES = [
    ("x[[0, 0, 2]]", [1.0, 2.0, 3.0], [2.0, 0.0, 1.0]),
    ("x[torch.tensor([1, -2])]", [1.0, 2.0, 3.0], [0.0, 2.0, 0.0]),
    ("x.expand(3, 2)", [3.0, -1.0], [3.0, 3.0]),
]

ERRORS = [
    ("m.expand(3, 4)", RuntimeError,
     "The expanded size of the tensor (4) must match the existing size (3) at non-singleton dimension 1.  Target "
     "sizes: [3, 4].  Tensor sizes: [2, 3]"),
    ("v.expand(-1, 3)", RuntimeError,
     "The expanded size of the tensor (3) must match the existing size (2) at non-singleton dimension 1.  Target "
     "sizes: [-1, 3].  Tensor sizes: [2]"),
    ("m.expand(-1, -1, 2, 3)", RuntimeError,
     "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension 1"),
    ("s[1]", IndexError, "index 1 is out of bounds for dimension 0 with size 0"),
    ("s[-1] = 1", IndexError, "index -1 is out of bounds for dimension 0 with size 0"),
    ("m[:, [3]]", IndexError, "index 3 is out of bounds for dimension 0 with size 3"),
    ("m[None, [0], [3]]", IndexError, "index 3 is out of bounds for dimension 1 with size 3"),
    ("m[None][:, [True, False], [3]]", IndexError, "index 3 is out of bounds for dimension 1 with size 3"),
    ("m[None, None][torch.tensor([[True]]), :, [3]]", IndexError,
     "index 3 is out of bounds for dimension 2 with size 3"),
    ("torch.ones(0, 2)[[0]]", IndexError, "index is out of bounds for dimension with size 0"),
    ("m[[[True, False, True], [True, True, True]]]", IndexError,
     "The shape of the mask [3] at index 0 does not match the shape of the indexed tensor [2, 3] at index 0"),
    ("s[[0]]", IndexError, "too many indices for tensor of dimension 0"),
]

LISTS = (
    "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch 2.9; use "
    "x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, x[torch.tensor(seq)], "
    "which will result either in an error or a different result"
)
WARNINGS = [
    ("m[[[0, 1], [1, 0]]]", UserWarning, LISTS),
    ("m[[torch.tensor([0, 1]), [1, 0]]] = 0", UserWarning, LISTS),
]
