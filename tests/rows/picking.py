"""What is true of the operations of `picking.py`."""

from rows import EACH, NAN

MASK, SCATTERED = "torch.tensor([True, False, True])", "mask source_sym_sizes"
ADDED, PUT = "index source alpha dim source_dim", "index source accumulate"
PAIRS = "3 3, 2x3 2x3, 2x2x3 2x2x3"
OVERLAP = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
    "location. Please clone() the tensor before performing the operation."
)

OPS = [
    ("x.masked_select(x > 0); torch.masked_select(x, x > 0); torch.masked_select(input=x, mask=x > 0)", "x[x > 0]",
     "MaskedSelectBackward0(x)", "self mask"),
    (f"x.masked_select({MASK})", "np.broadcast_to(x, np.broadcast_shapes(x.shape, (3,)))[..., [0, 2]].reshape(-1)",
     "MaskedSelectBackward0(x)", "self mask", "(), 1, 3, 2x3, 2x1, 0x3"),
    ("torch.masked_scatter(x, x > 0, y); x.masked_scatter(x > 0, y); x.masked_scatter(mask=x > 0, source=y)",
     "np.where(x > 0, y.ravel()[np.maximum((x > 0).cumsum() - 1, 0).reshape(x.shape)], x)",
     "MaskedScatterBackward0(x, y)", SCATTERED, f"{PAIRS}, 2x3 3x3, () ()"),
    (f"torch.masked_scatter(x, {MASK}, y)", "np.stack([y[0], x[x.size // 2], y[1]])",
     "MaskedScatterBackward0(x, y)", SCATTERED, "3 3, 1 2, 3 2"),
    (f"torch.masked_scatter(x, {MASK}[:, None], y)",
     "np.stack([y[:2], np.broadcast_to(x, (3, 2))[1], y[2:]]) if x.ndim < 2 else np.stack([y[:2], x[1], y[2:]])",
     "MaskedScatterBackward0(x, y)", SCATTERED, "2 4, 3x2 4"),
    ("x.clone().masked_scatter_(x > 0, y)",
     "np.where(x > 0, y.ravel()[np.maximum((x > 0).cumsum() - 1, 0).reshape(x.shape)], x)",
     "MaskedScatterBackward0(CloneBackward0(x), y)", SCATTERED, PAIRS),
    ("x.take(torch.tensor([2, -1, 2])); torch.take(x, torch.tensor([2, -1, 2])); "
     "torch.take(input=x, index=torch.tensor([2, -1, 2]))", "x.take([2, -1, 2])", "TakeBackward0(x)", "self index",
     "3, 2x3, 2x1x3"),
    ("x.take(torch.tensor([[0, 0], [-1, 0]]))", "x.take([[0, 0], [-1, 0]])", "TakeBackward0(x)", "self index",
     "(), 1, 2, 2x3"),
    ("x.take(torch.tensor(0))", "x.take(0)", "TakeBackward0(x)", "self index", "(), 3, 2x3"),
    ("x.take(torch.tensor([]).long())", "x.ravel()[:0]", "TakeBackward0(x)", "self index", EACH),
    ("x.put(torch.tensor([2, -3]), y); torch.put(x, torch.tensor([2, -3]), y); "
     "torch.put(input=x, index=torch.tensor([2, -3]), source=y, accumulate=False)",
     "np.array([y.flat[int(i != 2)] if i in (2, x.size - 3) else n for i, n in enumerate(x.flat)]).reshape(x.shape)",
     "PutBackward0(x, y)", PUT, "4 2, 2x3 2, 2x3 2x1"),
    ("torch.put(x, torch.tensor([1, 0, 1]), y, True); x.put(torch.tensor([1, 0, 1]), y, accumulate=True)",
     "x + np.array([y[1], y[0] + y[2], *y[:1].repeat(x.size - 2) * 0], y.dtype).reshape(x.shape)",
     "PutBackward0(x, y)", PUT, "3 3, 2x3 3"),
    ("torch.put(x, torch.tensor([[0]]), y)", "y.reshape(x.shape)", "PutBackward0(x, y)", PUT, "() 1x1, 1 1x1"),
    ("x.clone().put_(torch.tensor([1, 0]), y)", "np.array([y[1], y[0], *x.flat[2:]], x.dtype).reshape(x.shape)",
     "PutBackward0(CloneBackward0(x), y)", PUT, "3 2, 2x2 2"),
    ("x.index_add(0, torch.tensor([1, 0, 1]), y); torch.index_add(x, 0, torch.tensor([1, 0, 1]), y); "
     "torch.index_add(input=x, axis=0, index=torch.tensor([1, 0, 1]), source=y, alpha=1)",
     "np.concatenate([x[:1] + y[1], x[1:2] + y[0] + y[2], x[2:]])", "IndexAddBackward0(x, y)", ADDED,
     "2 3, 3 3, 2x3 3x3, 2x0 3x0"),
    ("torch.index_add(x, -1, torch.tensor([1, 1]), y, alpha=2)",
     "np.concatenate([x[..., :1], x[..., 1:] + (2 * (y[..., :1] + y[..., 1:])).astype(y.dtype)], -1)",
     "IndexAddBackward0(x, y)", ADDED, "2 2, 3x2 3x2, 2x1x2 2x1x2"),
    ("torch.index_add(x, 0, torch.tensor(0), y); x.index_add(0, torch.tensor([0]), y)", "x + y",
     "IndexAddBackward0(x, y)", ADDED, "() (), 1 1, 1x3 1x3"),
    ("x.clone().index_add_(0, torch.tensor([1, 0]), y)", "x + y[::-1]", "IndexAddBackward0(CloneBackward0(x), y)",
     ADDED, "2 2, 2x3 2x3"),
]

VALUES = [
    ("torch.masked_select(x, torch.tensor(False))", "np.zeros(0, 'f4')"),
    ("x.masked_select(torch.tensor(True))", "np.array([2.5], 'f4')"),
    ("v.masked_scatter(torch.tensor(True), v + 1)", "np.array([2, -1, 5], 'f4')"),
    ("v.index_add(0, torch.tensor([0]), v[1:2], alpha=torch.tensor(2))", "np.array([-3, -2, 4], 'f4')"),
    ("v.long().index_add(0, torch.tensor([0]), v[1:2].long(), alpha=2.75)", "np.array([-3, -2, 4])"),
    ("torch.put(v, torch.tensor([0, 0, 0]), v)", "np.array([4, -2, 4], 'f4')"),
]

EDGES = [
    ("x.masked_select(torch.tensor([[True, False], [True, True]]))", [3.0, NAN], [2.0, 1.0]),
    ("x.take(torch.tensor([0, 0, -1]))", [1.0, 2.0, NAN], [2.0, 0.0, 1.0]),
    ("x.put(torch.tensor([1, 1]), x[:2])", [1.0, 2.0, 3.0], [2.0, 1.0, 1.0]),
    ("torch.masked_scatter(x, x > 1, x)", [1.0, 2.0, 3.0], [2.0, 1.0, 0.0]),
]

ERRORS = [
    ("torch.masked_select(m, m)", RuntimeError, "masked_select: expected BoolTensor for mask"),
    ("torch.masked_select(v, 3)", TypeError, "masked_select(): argument 'mask' (position 2) must be Tensor, not int"),
    ("v.masked_select(3)", TypeError, "masked_select(): argument 'mask' (position 1) must be Tensor, not int"),
    ("torch.masked_select(3, b)", TypeError, "masked_select(): argument 'input' (position 1) must be Tensor, not int"),
    ("m.masked_select(b)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1"),
    ("m.masked_scatter(m > 0, v)", RuntimeError, "Number of elements of source < number of ones in mask"),
    ("m.masked_scatter(m, m)", RuntimeError,
     "masked_scatter_ only supports boolean masks, but got mask with dtype Float"),
    ("v.masked_scatter(v, n)", RuntimeError,
     "masked_scatter: expected self and source to have same dtypes but gotFloat and Long"),
    ("torch.masked_scatter(v, b, 3)", TypeError,
     "masked_scatter(): argument 'source' (position 3) must be Tensor, not int"),
    ("torch.masked_scatter(m, b, m)", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1"),
    ("v.masked_scatter_(3, v)", TypeError, "masked_scatter_(): argument 'mask' (position 1) must be Tensor, not int"),
    ("v.take(v)", RuntimeError, "take(): Expected a long tensor for index, but got Float"),
    ("torch.take(v, 3)", TypeError, "take(): argument 'index' (position 2) must be Tensor, not int"),
    ("torch.take(v, None)", TypeError, "take(): argument 'index' (position 2) must be Tensor, not NoneType"),
    ("v.take(n)", IndexError, "out of range: tried to access index 2 on a tensor of 2 elements."),
    ("v.take(-n - 1)", IndexError, "out of range: tried to access index -3 on a tensor of 2 elements."),
    ("v[:0].take(n)", IndexError, "take(): tried to take from an empty tensor"),
    ("v.put_(n, v.clone())", IndexError, "out of range: tried to access index 2 on a tensor of 2 elements."),
    ("v.put_(n - 1, v)", RuntimeError, OVERLAP),
    ("torch.put(v, v, v)", RuntimeError, "put_(): Expected a long tensor for index, but got Float"),
    ("torch.put(v, n, n)", RuntimeError,
     "put_(): self and source expected to have the same dtype, but got self.dtype = Float and source.dtype = Long"),
    ("torch.put(v, n, m)", IndexError,
     "put_(): Expected source and index to have the same number of elements, but got source.numel() = 6, "
     "index.numel() = 2"),
    ("torch.put(v[:0], n, v)", IndexError, "put_(): Tried to put elements into an empty tensor"),
    ("torch.put(v, n, v, 1)", TypeError, "put(): argument 'accumulate' (position 4) must be bool, not int"),
    ("v.put_(3, v.clone())", TypeError, "put_(): argument 'index' (position 1) must be Tensor, not int"),
    ("x.put_(n, v)", RuntimeError, "a leaf Variable that requires grad is being used in an in-place operation."),
    ("torch.index_add(m, 0, n, m)", RuntimeError, "index 2 is out of bounds for dimension 0 with size 2"),
    ("torch.index_add(v, 0, n, v)", IndexError, "index out of range in self"),
    ("torch.index_add(v, 0, n, s)", IndexError, "Dimension specified as 0 but tensor has no dimensions"),
    ("torch.index_add(m, 0, n[:1], m)", RuntimeError,
     "index_add_(): Number of indices (1) should be equal to source.size(dim): (2), for dim: 0"),
    ("torch.index_add(m, 0, m.long(), m)", IndexError,
     "index_add_(): Index is supposed to be a vector, but got dim: 2 with type: Long and size: [2, 3]"),
    ("torch.index_add(m, 0, v, m)", RuntimeError, "index_add_(): Expected dtype int32/int64 for index but got: Float"),
    ("torch.index_add(m, 0, n, m.long())", RuntimeError,
     "index_add_(): self (Float) and source (Long) must have the same scalar type"),
    ("torch.index_add(m, 1, n, v)", RuntimeError,
     "index_add_(): Indexing dim 1 is out of bounds of the source tensor with dim 1"),
    ("torch.index_add(m, 0, n - 1, m[:, :2])", RuntimeError,
     "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = [2, 3] "
     "source.shape = [2, 2]"),
    ("torch.index_add(s, 0, n[:1], v[:1])", RuntimeError,
     "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = [] "
     "source.shape = [1]"),
    ("torch.index_add(v, 'a', n, v)", TypeError, "index_add(): argument 'dim' (position 2) must be int, not str"),
    ("torch.index_add(v, 0, 3, v)", TypeError, "index_add(): argument 'index' (position 3) must be Tensor, not int"),
    ("v.index_add_(0, n, 3)", TypeError, "index_add_(): argument 'source' (position 3) must be Tensor, not int"),
    ("v.index_add_(0, n - 1, v.clone(), alpha='a')", TypeError,
     "index_add_(): argument 'alpha' must be Number, not str"),
    ("v.index_add_(0, n - 1, v)", RuntimeError, OVERLAP),
    ("(m > 0).expand(2)", RuntimeError,
     "expand(CPUBoolType{[2, 3]}, size=[2]): the number of sizes provided (1) must be greater or equal to the "
     "number of dimensions in the tensor (2)"),
]
