"""What is true of the operations of `nn/functional.py`."""

from rows import FLOAT, FLOAT_ONLY, NO_BOOL, SAME

LABELS = "torch.tensor([2, 0])"
ONE = "np.array([2, 0])"
F = "torch.nn.functional."
LOG = "(x - np.log(np.exp(x).sum(-1, keepdims=True)))"
P, Q = "(1 / (1 + np.exp(-1.0 * x)))", "(1 / (1 + np.exp(-1.0 * y)))"
LOGITS = "self target weight pos_weight reduction"
SAVED = "self target weight total_weight ignore_index reduction"
ROWS = "torch.tensor([[2, 0], [2, 1]])"
TABLE = "indices padding_idx scale_grad_by_freq sparse weight_sym_argsize_0"
NORMED = "input weight bias result1 result2 normalized_shape"
NORMAL = "(x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)"

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
    (f"{F}mse_loss(x, y); {F}mse_loss(input=x, target=y, reduction='mean')", "((x - y) ** 2).mean()",
     "MseLossBackward0(x, y)", "self target reduction", "() (), 3 3, 2x3 2x3", FLOAT_ONLY),
    (f"{F}mse_loss(x, y, reduction='sum')", "((x - y) ** 2).sum()", "MseLossBackward0(x, y)", "self target reduction",
     "() (), 3 3, 2x3 2x3, 0 0", FLOAT_ONLY),
    (f"{F}mse_loss(x, y, reduction='none')", "(x - y) ** 2", "MseLossBackward0(x, y)", "self target reduction",
     "() (), 3 3, 2x3 2x3, 0x3 0x3", FLOAT_ONLY),
    (f"{F}nll_loss(x, {LABELS})", f"-x[[0, 1], {ONE}].mean()", "NllLossBackward0(x)", SAVED, "2x3, 2x4", FLOAT_ONLY),
    (f"{F}nll_loss(x, {LABELS}, reduction='sum')", f"-x[[0, 1], {ONE}].sum()", "NllLossBackward0(x)", SAVED,
     "2x3, 2x4", FLOAT_ONLY),
    (f"{F}nll_loss(x, {LABELS}, reduction='none')", f"-x[[0, 1], {ONE}]", "NllLossBackward0(x)", SAVED,
     "2x3, 2x4", FLOAT_ONLY),
    (f"{F}nll_loss(x, {LABELS}, ignore_index=2)", "-x[1, 0]", "NllLossBackward0(x)", SAVED, "2x3", FLOAT_ONLY),
    (f"{F}nll_loss(x, {LABELS}, torch.tensor([1., 2., 3.], dtype=x.dtype))", "-(3 * x[0, 2] + x[1, 0]) / 4",
     "NllLossBackward0(x)", SAVED, "2x3", FLOAT_ONLY),
    (f"{F}nll_loss(x, torch.tensor(1))", "-x[1]", "NllLossBackward0(x)", SAVED, "3, 2", FLOAT_ONLY),
    (f"{F}cross_entropy(x, {LABELS}); {F}cross_entropy(x, {LABELS}, None, ignore_index=-1)",
     f"-{LOG}[[0, 1], {ONE}].mean()", "NllLossBackward0(LogSoftmaxBackward0(x))", SAVED, "2x3, 2x5", FLOAT_ONLY),
    (f"{F}cross_entropy(x, {LABELS}, reduction='none')", f"-{LOG}[[0, 1], {ONE}]",
     "NllLossBackward0(LogSoftmaxBackward0(x))", SAVED, "2x3", FLOAT_ONLY),
    (f"{F}cross_entropy(x, torch.tensor(1))", f"-{LOG}[1]", "NllLossBackward0(LogSoftmaxBackward0(x))", SAVED, "3",
     FLOAT_ONLY),
    (f"{F}binary_cross_entropy(x.sigmoid(), y.sigmoid()); "
     f"{F}binary_cross_entropy(input=x.sigmoid(), target=y.sigmoid(), reduction='mean')",
     f"-({Q} * np.log({P}) + (1 - {Q}) * np.log(1 - {P})).mean()",
     "BinaryCrossEntropyBackward0(SigmoidBackward0(x), SigmoidBackward0(y))", "self target weight reduction",
     "() (), 3 3, 2x3 2x3", FLOAT),
    (f"{F}binary_cross_entropy(x.sigmoid(), y.sigmoid(), torch.tensor([1., 2., 3.], dtype=x.sigmoid().dtype), "
     "reduction='none')", f"-({Q} * np.log({P}) + (1 - {Q}) * np.log(1 - {P})) * [1, 2, 3]",
     "BinaryCrossEntropyBackward0(SigmoidBackward0(x), SigmoidBackward0(y))", "self target weight reduction",
     "3 3, 2x3 2x3", FLOAT),
    (f"{F}binary_cross_entropy(x.sigmoid(), y.sigmoid(), reduction='sum')",
     f"-({Q} * np.log({P}) + (1 - {Q}) * np.log(1 - {P})).sum()",
     "BinaryCrossEntropyBackward0(SigmoidBackward0(x), SigmoidBackward0(y))", "self target weight reduction",
     "3 3, 0 0", FLOAT),
    ("BinaryCrossEntropyBackwardBackward0.apply(x.sigmoid(), y.sigmoid(), x.sigmoid())",
     f"{P} * ({Q} - {P}) / ({Q} * (1 - {Q}))",
     "BinaryCrossEntropyBackwardBackward0(SigmoidBackward0(x), SigmoidBackward0(y), SigmoidBackward0(x))",
     "grad_output self target", "3 3", FLOAT),
    (f"{F}binary_cross_entropy_with_logits(x, y); "
     f"{F}binary_cross_entropy_with_logits(input=x, target=y, reduction='mean')",
     f"-(y * np.log({P}) + (1 - y) * np.log(1 - {P})).mean()", "BinaryCrossEntropyWithLogitsBackward0(x, y)", LOGITS,
     "() (), 3 3, 2x3 2x3", FLOAT_ONLY),
    (f"{F}binary_cross_entropy_with_logits(x, y, reduction='sum')",
     f"-(y * np.log({P}) + (1 - y) * np.log(1 - {P})).sum()", "BinaryCrossEntropyWithLogitsBackward0(x, y)", LOGITS,
     "3 3, 0 0", FLOAT_ONLY),
    (f"{F}binary_cross_entropy_with_logits(x, y, torch.tensor([1., 2., 3.], dtype=x.dtype), reduction='none', "
     "pos_weight=torch.tensor([3., 2., 0.5], dtype=x.dtype))",
     f"-([3, 2, 0.5] * y * np.log({P}) + (1 - y) * np.log(1 - {P})) * [1, 2, 3]",
     "BinaryCrossEntropyWithLogitsBackward0(x, y)", LOGITS, "3 3, 2x3 2x3", FLOAT_ONLY),
    (f"{F}embedding({ROWS}, x)", "x[np.array([[2, 0], [2, 1]])]", "EmbeddingBackward0(x)", TABLE, "3x2, 4x1, 3x0",
     SAME),
    (f"{F}layer_norm(x, (3,), y, y, eps=1)", f"{NORMAL.replace('1e-5', '1')} * y + y",
     "NativeLayerNormBackward0(x, y, y)", NORMED, "3 3, 2x3 3", FLOAT_ONLY),
]

VALUES = [
    ("torch.nn.functional.linear(torch.ones(2, 3, 2).mT, torch.ones(1, 3), torch.ones(1))",
     "np.full((2, 2, 1), 4, 'f4')"),
    (f"{F}mse_loss(torch.ones(0), torch.ones(0))", "np.array(np.nan, 'f4')"),
    (f"{F}mse_loss(v, torch.ones(3).long())", "np.array(6, 'f4')"),
    (f"{F}mse_loss(v, torch.ones(3).bool())", "np.array(6, 'f4')"),
    (f"{F}mse_loss(v, v.double() + 2)", "np.array(4, 'f8')"),
    (f"{F}nll_loss(torch.ones(0, 3), torch.zeros(0, dtype=torch.int64))", "np.array(np.nan, 'f4')"),
    (f"{F}nll_loss(torch.ones(0, 3), torch.zeros(0, dtype=torch.int64), reduction='sum')", "np.array(0, 'f4')"),
    (f"{F}nll_loss(torch.ones(2, 3), torch.full((2,), -100), reduction='none')", "np.array([0, 0], 'f4')"),
    (f"{F}cross_entropy(torch.zeros(4, 1), torch.zeros(4, dtype=torch.int64))", "np.array(0, 'f4')"),
    (f"{F}nll_loss(torch.ones(2, 0), torch.full((2,), -100), torch.ones(0), reduction='none')",
     "np.array([0, 0], 'f4')"),
    (f"{F}binary_cross_entropy(torch.tensor([0., 1.]), torch.tensor([1., 0.]))", "np.array(100, 'f4')"),
    (f"{F}binary_cross_entropy(v[:0], v[:0])", "np.array(np.nan, 'f4')"),
    (f"{F}binary_cross_entropy_with_logits(v * 1000, torch.ones(3))", "np.array(2000 / 3, 'f4')"),
    (f"{F}dropout(v, 0.5, False) is v, {F}dropout(v, 0.0) is v, {F}dropout(v[:0]).numel()", "(True, True, 0)"),
    (f"{F}dropout(v, 1.0)", "np.array([0, -0.0, 0], 'f4')"),
    (f"{F}embedding(torch.tensor(1), torch.eye(3))", "np.array([0, 1, 0], 'f4')"),
    (f"{F}layer_norm(torch.ones(2, 3), (3,), None, torch.ones(3))", "np.ones((2, 3), 'f4')"),
    (f"{F}layer_norm(torch.ones(2, 0), (0,))", "np.ones((2, 0), 'f4')"),
]

EDGES = [
    (f"{F}cross_entropy(x, torch.tensor([0, -100]))", [[0.0, 0.0], [5.0, 7.0]], [[-0.5, 0.5], [0.0, 0.0]]),
    (f"{F}cross_entropy(x, torch.tensor([-100]))", [[1.0, 2.0]], [[0.0, 0.0]]),
    (f"{F}cross_entropy(x, torch.tensor([0]))", [[1000.0, -1000.0]], [[0.0, 0.0]]),
    (f"{F}cross_entropy(x, torch.tensor([1]))", [[1000.0, -1000.0]], [[1.0, -1.0]]),
    (f"{F}mse_loss(x, x)", [1.0, 2.0], [0.0, 0.0]),
    (f"{F}mse_loss(x, x * 2)", [], []),
    (f"{F}binary_cross_entropy(x, torch.ones(2).double())", [0.0, 1.0], [-5e11, 0.0]),
    (f"{F}binary_cross_entropy_with_logits(x, torch.ones(2).double())", [1000.0, -1000.0], [0.0, -0.5]),
    (f"{F}l1_loss(x, x.detach() + torch.tensor([0., 2.]))", [1.0, 2.0], [0.0, -0.5]),
    (f"{F}embedding(torch.tensor([2, 0, 2, 1]), x, padding_idx=-1)", [[1.0], [2.0], [3.0]], [[1.0], [1.0], [0.0]]),
    (f"{F}embedding(torch.tensor([2, 0, 2]), x, scale_grad_by_freq=True) * 3", [[1.0], [2.0], [3.0]],
     [[3.0], [0.0], [3.0]]),
    (f"{F}layer_norm(x, (2,)) * torch.tensor([1., 0.])", [2.0, 2.0], [158.11388300841895, -158.11388300841895]),
    (f"torch.autograd.grad({F}binary_cross_entropy(x, torch.tensor([1., 0., 1.]).double()) ** 2, x, create_graph=True)"
     "[0]", [0.0, 1.0, 0.5], [4.459847715114679e25, 4.45984771511459e25, 179.28279749240042]),
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
    (f"{F}mse_loss(v, torch.ones(3))", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    (f"{F}mse_loss(v.long(), v.long())", NotImplementedError, "\"mse_cpu\" not implemented for 'Long'"),
    (f"{F}mse_loss(v.bool(), v.bool())", NotImplementedError, "\"mse_cpu\" not implemented for 'Bool'"),
    (f"{F}mse_loss(v, v, reduction='men')", ValueError, "men is not a valid value for reduction"),
    (f"{F}nll_loss(m, torch.tensor([0, 3]))", IndexError, "Target 3 is out of bounds."),
    (f"{F}nll_loss(m, torch.tensor([-1, 0]))", IndexError, "Target -1 is out of bounds."),
    (f"{F}nll_loss(m[0], torch.tensor(7))", IndexError, "Target 7 is out of bounds."),
    (f"{F}nll_loss(m, torch.tensor([0]))", ValueError,
     "Expected input batch_size (2) to match target batch_size (1)."),
    (f"{F}nll_loss(m, torch.ones(2))", RuntimeError, "expected target dtype to be Long or Byte, but got Float"),
    (f"{F}nll_loss(m, torch.tensor([[0], [1]]))", RuntimeError,
     "0D or 1D target tensor expected, multi-target not supported"),
    (f"{F}nll_loss(m[0], torch.tensor([0, 1]))", ValueError,
     "For 1D input, 1D target must have size 1, but got target size: 2"),
    (f"t = torch.tensor([0, 1]); loss = {F}nll_loss(m * x[0], t); t.add_(0); loss.backward()", RuntimeError,
     "one of the variables needed for gradient computation has been modified by an inplace operation: "
     "[torch.LongTensor [2]] is at version 1; expected version 0 instead. Hint: enable anomaly detection to find the "
     "operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False)."),
    (f"{F}nll_loss(s, torch.tensor(0))", ValueError, "Expected 1 or more dimensions (got 0)"),
    (f"{F}nll_loss(m, torch.tensor([0, 1]), v[:2])", RuntimeError,
     "weight tensor should be defined either for all 3 classes or no classes but got weight tensor of shape: [2]"),
    (f"{F}nll_loss(m, torch.tensor([0, 1]), m[0].double())", RuntimeError,
     "expected scalar type Float but found Double"),
    (f"{F}nll_loss(m.long(), torch.tensor([0, 1]))", NotImplementedError,
     "\"nll_loss_out_frame\" not implemented for 'Long'"),
    (f"{F}nll_loss(m, torch.tensor([0, 1]), reduction='men')", ValueError, "men is not a valid value for reduction"),
    (f"{F}nll_loss(3, torch.tensor([0, 1]))", TypeError,
     "nll_loss_nd(): argument 'input' (position 1) must be Tensor, not int"),
    (f"{F}nll_loss(m, 3)", TypeError, "nll_loss_nd(): argument 'target' (position 2) must be Tensor, not int"),
    (f"{F}nll_loss(m, torch.tensor([0, 1]), 3)", TypeError,
     "nll_loss_nd(): argument 'weight' (position 3) must be Tensor, not int"),
    (f"{F}cross_entropy(m, torch.tensor([0, 3]))", IndexError, "Target 3 is out of bounds."),
    (f"{F}cross_entropy(m, m.long())", RuntimeError,
     "Expected floating point type for target with class probabilities, got Long"),
    (f"{F}cross_entropy(m, 3)", TypeError,
     "cross_entropy_loss(): argument 'target' (position 2) must be Tensor, not int"),
    (f"{F}cross_entropy(3, m)", TypeError,
     "cross_entropy_loss(): argument 'input' (position 1) must be Tensor, not int"),
    (f"{F}cross_entropy(m.long(), torch.tensor([0, 1]))", NotImplementedError,
     "\"log_softmax_lastdim_kernel_impl\" not implemented for 'Long'"),
    (f"{F}binary_cross_entropy(v, torch.ones(3))", ValueError,
     "Using a target size (torch.Size([3])) that is different to the input size (torch.Size([2])) is deprecated. "
     "Please ensure they have the same size."),
    (f"{F}binary_cross_entropy(v * 2, v)", RuntimeError, "all elements of input should be between 0 and 1"),
    (f"{F}binary_cross_entropy(v, v * 2)", RuntimeError, "all elements of target should be between 0 and 1"),
    (f"{F}binary_cross_entropy(v, v.double())", RuntimeError, "Found dtype Double but expected Float"),
    (f"{F}binary_cross_entropy(n, n)", NotImplementedError, "\"binary_cross_entropy\" not implemented for 'Long'"),
    (f"{F}binary_cross_entropy(v, v, x)", RuntimeError,
     "The function 'binary_cross_entropy' is not differentiable with respect to argument 'weight'. This input cannot "
     "have requires_grad True."),
    (f"{F}binary_cross_entropy(v, v, torch.ones(2, 3))", RuntimeError,
     "Attempting to broadcast a dimension of length 3 at -1! Mismatching argument at index 1 had torch.Size([2, 3]); "
     "but expected shape should be broadcastable to [1, 2]"),
    (f"{F}binary_cross_entropy(v[:1], v[:1], torch.ones(3))", RuntimeError,
     "output with shape [1] doesn't match the broadcast shape [3]"),
    (f"{F}binary_cross_entropy_with_logits(v, torch.ones(3))", ValueError,
     "Target size (torch.Size([3])) must be the same as input size (torch.Size([2]))"),
    (f"{F}binary_cross_entropy_with_logits(v, n)", RuntimeError,
     "result type Float can't be cast to the desired output type Long"),
    (f"{F}binary_cross_entropy_with_logits(n, n)", NotImplementedError,
     "\"log_sigmoid_cpu\" not implemented for 'Long'"),
    (f"{F}binary_cross_entropy_with_logits(v, v, reduction='a')", ValueError, "a is not a valid value for reduction"),
    (f"{F}binary_cross_entropy_with_logits(v, v, pos_weight=torch.ones(3))", RuntimeError,
     "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0"),
    (f"{F}binary_cross_entropy_with_logits(v, v, torch.ones(3, 2))", RuntimeError,
     "output with shape [2] doesn't match the broadcast shape [3, 2]"),
    (f"{F}binary_cross_entropy(v, v, torch.ones(1, 2))", RuntimeError,
     "output with shape [2] doesn't match the broadcast shape [1, 2]"),
]

OWN = [
    (f"{F}cross_entropy(m, m)", NotImplementedError,
     "minigrad's cross_entropy takes labels, whole numbers: target.argmax(1), say"),
    (f"{F}nll_loss(torch.ones(2, 3, 4), torch.zeros(2, 4, dtype=torch.int64))", NotImplementedError,
     "minigrad's losses take rows of classes: reshape the input to (n, classes)"),
    (f"{F}mse_loss(3, v)", TypeError, "mse_loss(): argument 'input' (position 1) must be Tensor, not int"),
    (f"{F}mse_loss(v, 3)", TypeError, "mse_loss(): argument 'target' (position 2) must be Tensor, not int"),
]

WARNINGS = [
    (f"{F}mse_loss(torch.zeros(2, 1), torch.ones(2))", UserWarning,
     "Using a target size (torch.Size([2])) that is different to the input size (torch.Size([2, 1])). This will likely "
     "lead to incorrect results due to broadcasting. Please ensure they have the same size."),
]
