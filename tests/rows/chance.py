"""What is true of the operations of `chance.py`: of draws, where all of them are the same."""

from rows import EACH, FLOAT_ONLY, INTO

OPS = [
    ("(x - x.detach()).bernoulli(); torch.bernoulli(x - x.detach())", "x * 0",
     "BernoulliBackward0(SubBackward0(x, None))", "", EACH, FLOAT_ONLY),
    ("x.clone().bernoulli_(1); x.clone().bernoulli_(p=1.0)", "np.ones_like(x)",
     "BernoulliBackward2(CloneBackward0(x))", "", EACH),
    ("x.clone().bernoulli_(y - y.detach())", "x * 0", "BernoulliBackward1(CloneBackward0(x), SubBackward0(y, None))",
     "", INTO, FLOAT_ONLY),
    ("torch.bernoulli(x.detach(), 1); x.detach().bernoulli(p=1.0)", "np.ones_like(x)", "None", "", EACH),
]

SEED = "[torch.manual_seed(0), {}][1]"
VALUES = [
    (SEED.format("torch.bernoulli(torch.full((8,), 0.5))"), "np.array([1, 0, 1, 1, 1, 0, 1, 0], 'f4')"),
    (SEED.format("torch.full((8,), 0.5, dtype=torch.float64).bernoulli()"), "np.array([0.0, 0, 1, 0, 0, 0, 1, 1])"),
    (SEED.format("torch.zeros(8).bernoulli_(torch.tensor(0.5))"), "np.array([1, 0, 1, 1, 1, 0, 1, 0], 'f4')"),
    (SEED.format("torch.multinomial(torch.tensor([0.1, 0.2, 0.3, 0.4]), 3, True)"), "np.array([3, 3, 2])"),
    (SEED.format("torch.multinomial(torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]]), 5, replacement=True)[1]"),
     "np.array([1, 1, 1, 1, 1])"),
    ("torch.multinomial(torch.tensor([[0.0, 1.0, 0.0], [0.0, 0.0, 2.0]]), 1)", "np.array([[1], [2]])"),
    ("v.abs().multinomial(num_samples=3).sort().values", "np.array([0, 1, 2])"),
    ("torch.multinomial(torch.zeros(0, 3), 2)", "np.zeros((0, 2), np.int64)"),
]

ERRORS = [
    ("torch.bernoulli(-v)", RuntimeError,
     "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If "
     "so, please report an enhancement request to PyTorch.)"),
    ("torch.bernoulli(v, 2)", RuntimeError, "bernoulli_ expects p to be in [0, 1], but got p=2"),
    ("v.bernoulli_(-0.5)", RuntimeError, "bernoulli_ expects p to be in [0, 1], but got p=-0.5"),
    ("n.bernoulli()", NotImplementedError, "\"bernoulli_tensor_cpu_p_\" not implemented for 'Long'"),
    ("torch.bernoulli(3)", TypeError, "bernoulli(): argument 'input' (position 1) must be Tensor, not int"),
    ("torch.bernoulli(v, 'a')", TypeError,
     "bernoulli() received an invalid combination of arguments - got (Tensor, str)"),
    ("v.bernoulli_('a')", TypeError, "bernoulli_() received an invalid combination of arguments - got (str)"),
    ("v.bernoulli_(torch.ones(3))", RuntimeError,
     "The expanded size of the tensor (2) must match the existing size (3) at non-singleton dimension 0.  Target "
     "sizes: [2].  Tensor sizes: [3]"),
    ("x.bernoulli_()", RuntimeError, "a leaf Variable that requires grad is being used in an in-place operation."),
    ("x.bernoulli(0.5).sum().backward()", RuntimeError, "derivative for aten::bernoulli is not implemented"),
    ("torch.multinomial(s, 0)", RuntimeError, "prob_dist must be 1 or 2 dim"),
    ("torch.multinomial(n, 9)", RuntimeError, "multinomial only supports floating-point dtypes for input, got: Long"),
    ("torch.multinomial(v, 0)", RuntimeError, "cannot sample n_sample <= 0 samples"),
    ("torch.multinomial(v, 3)", RuntimeError,
     "cannot sample n_sample > prob_dist.size(-1) samples without replacement"),
    ("torch.multinomial(-v, 1)", RuntimeError, "probability tensor contains either `inf`, `nan` or element < 0"),
    ("torch.multinomial(v / 0, 2)", RuntimeError, "probability tensor contains either `inf`, `nan` or element < 0"),
    ("torch.multinomial(-v, 2, True)", RuntimeError,
     "invalid multinomial distribution (encountering probability entry < 0)"),
    ("torch.multinomial(v / 0, 2, True)", RuntimeError,
     "invalid multinomial distribution (encountering probability entry = infinity or NaN)"),
    ("torch.multinomial(v * 0, 1)", RuntimeError,
     "invalid multinomial distribution (sum of probabilities <= 0)"),
    ("torch.multinomial(torch.zeros(2, 3), 2, True)", RuntimeError,
     "invalid multinomial distribution (sum of probabilities <= 0)"),
    ("v.multinomial('a')", TypeError, "multinomial(): argument 'num_samples' (position 1) must be int, not str"),
    ("torch.multinomial(v, 1, 'a')", TypeError,
     "multinomial(): argument 'replacement' (position 3) must be bool, not str"),
]
