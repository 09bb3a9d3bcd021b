"""What is true of the operations of `nn/activations.py`, `nn/divergences.py` and `nn/normalization.py`."""

from rows import FLOAT, FLOAT_ONLY

F = "torch.nn.functional."
S = "(1 / (1 + np.exp(-1.0 * x)))"
LEAKY, ELU = "np.where(x > 0, x, 0.2 * x)", "np.where(x > 0, x, 2 * np.expm1(x))"
HUBER = "np.where(abs(x - y) <= 0.5, (x - y) ** 2 / 2, 0.5 * (abs(x - y) - 0.25))"
SAVED = "self target reduction delta"
BATCH = "input weight running_mean running_var result1 result2 training eps"
NORMAL = "(x - x.mean(0)) / np.sqrt(x.var(0) + 1e-1)"
ROOT = "x / np.sqrt((x * x).mean(-1, keepdims=True) + 0.1)"
ROOTS = "RsqrtBackward0(AddBackward1(MeanBackward1(PowBackward0(x))))"

OPS = [
    (f"{F}leaky_relu(x, 0.2); {F}leaky_relu(input=x, negative_slope=0.2)", LEAKY, "LeakyReluBackward0(x)",
     "self negative_slope", "(), 2x3, 0", FLOAT_ONLY),
    (f"{F}leaky_relu(x * 1, 0.2, inplace=True)", LEAKY, "LeakyReluBackward1(MulBackward0(x, None))",
     "result negative_slope", "3", FLOAT_ONLY),
    (f"{F}elu(x, 2.0); {F}elu(input=x, alpha=2.0)", ELU, "EluBackward0(x)",
     "self alpha scale input_scale", "(), 2x3, 0", FLOAT_ONLY),
    (f"{F}elu(x * 1, 2.0, inplace=True)", ELU, "EluBackward1(MulBackward0(x, None))",
     "result alpha scale input_scale", "3", FLOAT_ONLY),
    (f"{F}silu(x); {F}silu(input=x)", f"x * {S}", "SiluBackward0(x)", "self", "(), 2x3, 0", FLOAT_ONLY),
    (f"{F}silu(x * 1, inplace=True)", f"x * {S}", "SiluBackward0(MulBackward0(x, None))", "self", "3", FLOAT_ONLY),
    (f"{F}huber_loss(x, y, delta=0.5); {F}huber_loss(input=x, target=y, reduction='mean', delta=0.5)",
     f"({HUBER}).mean()", "HuberLossBackward0(x, y)", SAVED, "() (), 2x3 2x3", FLOAT_ONLY),
    (f"{F}huber_loss(x, y, 'sum', 0.5)", f"({HUBER}).sum()", "HuberLossBackward0(x, y)", SAVED, "3 3, 0 0",
     FLOAT_ONLY),
    (f"{F}huber_loss(x, y, 'none', 0.5)", HUBER, "HuberLossBackward0(x, y)", SAVED, "3 3, 2x3 2x3, 0 0", FLOAT_ONLY),
    (f"{F}kl_div(x, y, reduction='sum')", "(y * np.log(y) - y * x).sum()",
     "SumBackward0(SubBackward0(XlogyBackward0(y, y), MulBackward0(y, x)))", "self_sym_sizes", "3 3, 2x3 2x3",
     FLOAT_ONLY, 0.1),
    (f"{F}kl_div(x, y, reduction='batchmean')", "(y * np.log(y) - y * x).sum() / len(x)",
     "DivBackward0(SumBackward0(SubBackward0(XlogyBackward0(y, y), MulBackward0(y, x))), None)", "self other",
     "3 3, 2x3 2x3", FLOAT_ONLY, 0.1),
    (f"{F}kl_div(x, y, reduction='none', log_target=True)", "np.exp(y) * (y - x)",
     "MulBackward0(ExpBackward0(y), SubBackward0(y, x))", "self other", "3 3, 2x3 3", FLOAT_ONLY),
    ("XlogyBackward0.apply(x, y)", "np.where(x == 0, 0, x * np.log(y))", "XlogyBackward0(x, y)", "self other", "3 3",
     FLOAT, 0.1),
    (f"{F}batch_norm(x, None, None, y, y, True, eps=0.1)", f"{NORMAL} * y + y", "NativeBatchNormBackward0(x, y, y)",
     BATCH, "2x3 3", FLOAT_ONLY),
    (f"{F}rms_norm(x, (3,), eps=0.1)", ROOT, f"MulBackward0(x, {ROOTS})", "self other", "3, 2x3", FLOAT_ONLY),
    (f"{F}rms_norm(x, (3,), y, 0.1); {F}rms_norm(input=x, normalized_shape=[3], weight=y, eps=0.1)", f"{ROOT} * y",
     f"MulBackward0(MulBackward0(x, {ROOTS}), y)", "self other", "3 3, 2x3 3", FLOAT_ONLY),
]

VALUES = [
    (f"{F}leaky_relu(v, -1.0)", "np.array([1, 2, 4], 'f4')"),
    (f"{F}kl_div(v, torch.tensor([0., 0.5, -1.]), reduction='none')[0]", "np.array(0, 'f4')"),
    (f"{F}huber_loss(v, torch.ones(3).long(), 'none')", "np.array([0, 2.5, 2.5], 'f4')"),
    (f"{F}huber_loss(v, v.double())", "np.array(0, 'f4')"),
    (f"{F}batch_norm(torch.ones(0, 3), torch.zeros(3), torch.ones(3))", "np.ones((0, 3), 'f4')"),
]

EDGES = [
    (f"{F}leaky_relu(x)", [0.0, -0.0], [0.01, 0.01]),
    (f"{F}leaky_relu(x * 1, inplace=True)", [0.0, 1.0], [0.01, 1.0]),
    (f"{F}elu(x, 3.0)", [0.0, -1000.0], [3.0, 0.0]),
    (f"{F}elu(x * 1, 3.0, inplace=True)", [0.0, -1000.0], [3.0, 0.0]),
    (f"{F}silu(x)", [0.0, 1000.0, -1000.0], [0.5, 1.0, 0.0]),
    (f"{F}huber_loss(x, torch.zeros(3).double(), 'sum', 2)", [2.0, -2.0, 5.0], [2.0, -2.0, 2.0]),
    (f"{F}kl_div(torch.zeros(2).double(), x, reduction='sum')", [0.0, 1.0], [float("nan"), 1.0]),
]

ERRORS = [
    (f"{F}leaky_relu(3)", TypeError, "leaky_relu(): argument 'input' (position 1) must be Tensor, not int"),
    (f"{F}leaky_relu(n)", NotImplementedError, "\"leaky_relu_cpu\" not implemented for 'Long'"),
    (f"{F}leaky_relu(v, 'a')", TypeError,
     "leaky_relu(): argument 'negative_slope' (position 2) must be Number, not str"),
    (f"{F}leaky_relu(x, inplace=True)", RuntimeError,
     "a leaf Variable that requires grad is being used in an in-place operation."),
    (f"{F}elu(3)", TypeError, "elu(): argument 'input' (position 1) must be Tensor, not int"),
    (f"{F}elu(n)", NotImplementedError, "\"elu_cpu\" not implemented for 'Long'"),
    (f"{F}elu(v, 'a')", TypeError, "elu(): argument 'alpha' (position 2) must be Number, not str"),
    (f"{F}silu(3)", TypeError, "silu(): argument 'input' (position 1) must be Tensor, not int"),
    (f"{F}silu(b)", NotImplementedError, "\"silu_cpu\" not implemented for 'Bool'"),
    (f"{F}huber_loss(v, v, delta=0)", RuntimeError, "huber_loss does not support non-positive values for delta."),
    (f"{F}huber_loss(v, torch.ones(3))", RuntimeError,
     "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    (f"{F}huber_loss(n, n)", NotImplementedError, "\"huber_cpu\" not implemented for 'Long'"),
    (f"{F}huber_loss(v, v, 'men')", ValueError, "men is not a valid value for reduction"),
    (f"{F}huber_loss(v, v, weight=torch.ones(3))", ValueError, "Weights and input must have the same size."),
    (f"{F}kl_div(v, torch.ones(3))", RuntimeError,
     "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0"),
    (f"{F}kl_div(n, n)", RuntimeError, "kl_div: Integral inputs not supported."),
    (f"{F}kl_div(v, v, reduction='men')", ValueError, "men is not a valid value for reduction"),
    (f"{F}kl_div(v, 3)", TypeError, "kl_div(): argument 'target' (position 2) must be Tensor, not int"),
    (f"{F}batch_norm(m[:1], None, None, training=True)", ValueError,
     "Expected more than 1 value per channel when training, got input size torch.Size([1, 3])"),
    (f"{F}batch_norm(m, v, v)", RuntimeError, "running_mean should contain 3 elements not 2"),
    (f"{F}batch_norm(m, m[0], None)", RuntimeError, "running_var must be defined in evaluation mode"),
    (f"{F}batch_norm(m, None, m[0])", RuntimeError, "running_mean must be defined in evaluation mode"),
    (f"{F}batch_norm(m, m[0], m[0], v)", RuntimeError, "weight should contain 3 elements not 2"),
    (f"{F}batch_norm(m, m[0], m[0], None, v)", RuntimeError, "bias should contain 3 elements not 2"),
    (f"{F}batch_norm(v, v, v)", RuntimeError, "running_mean should contain 0 elements not 2"),
    (f"{F}batch_norm(m.long(), m[0], m[0])", NotImplementedError, "\"batch_norm\" not implemented for 'Long'"),
    (f"{F}batch_norm(m.double(), m[0], m[0])", RuntimeError,
     "mixed dtype (CPU): all inputs must share same datatype."),
    (f"{F}batch_norm(m, m[0].double(), m[0].double())", RuntimeError,
     "mixed dtype (CPU): expect parameter to have scalar type of Float"),
    (f"{F}batch_norm(m, None, None, training=True, eps=0)", ValueError,
     "batch_norm eps must be positive during training, but got 0"),
    (f"{F}batch_norm(m, m[0], m[0], eps=-1)", ValueError, "batch_norm eps must be non-negative, but got -1"),
    (f"{F}batch_norm(3, None, None)", TypeError, "batch_norm(): argument 'input' (position 1) must be Tensor, not int"),
    (f"{F}rms_norm(m, (2,))", RuntimeError,
     "Given normalized_shape=[2], expected input with shape [*2], but got input of size[2, 3]"),
    (f"{F}rms_norm(m, ())", RuntimeError,
     "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
     "normalized_shape = []"),
    (f"{F}rms_norm(m, (3,), v)", RuntimeError,
     "Expected weight to be of same shape as normalized_shape, but got weight of shape [2] and normalized_shape = [3]"),
    (f"{F}rms_norm(m.long(), (3,))", NotImplementedError, "\"rms_norm\" not implemented for 'Long'"),
    (f"{F}rms_norm(3, (3,))", TypeError, "rms_norm(): argument 'input' (position 1) must be Tensor, not int"),
    (f"{F}rms_norm(m, 3)", TypeError,
     "rms_norm(): argument 'normalized_shape' (position 2) must be tuple of ints, not int"),
    (f"{F}rms_norm(m, (3,), 3)", TypeError, "rms_norm(): argument 'weight' (position 3) must be Tensor, not int"),
]

WARNINGS = [
    (f"{F}huber_loss(m, m[0])", UserWarning,
     "Using a target size (torch.Size([3])) that is different to the input size (torch.Size([2, 3])). This will likely "
     "lead to incorrect results due to broadcasting. Please ensure they have the same size."),
    (f"{F}kl_div(v, v)", UserWarning,
     "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides only by "
     "the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the same as "
     "'batchmean' in the next major release."),
]
