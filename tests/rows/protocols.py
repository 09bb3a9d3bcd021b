"""What is true of the operations of `protocols.py`."""

OPS = [
    ("list(x)[0]; tuple(x)[0]; next(iter(x)); [row for row in x][0]; (lambda first, *others: first)(*x)", "x[0]",
     "UnbindBackward0(x)", "dim", "1, 3, 2x3, 2x0"),
    ("(lambda a, b: a + b)(*x)", "x[0] + x[1]", "AddBackward0(UnbindBackward0(x), UnbindBackward0(x):1)", "",
     "2, 2x3, 2x0"),
]

VALUES = [
    ("float(x)", "2.5"),
    ("int(x)", "2"),
    ("bool(x)", "True"),
    ("bool(torch.zeros(1))", "False"),
    ("f'{x:.2f}'", "'2.50'"),
    ("operator.index(torch.tensor(3))", "3"),
    ("list('abcd')[torch.tensor([2])]", "'c'"),
    ("len(v)", "3"),
    ("[float(entry) for entry in v]", "[1.0, -2.0, 4.0]"),
    ("v.__iter__().__next__().item()", "1.0"),
    ("list(torch.ones(0, 3))", "[]"),
    ("next(iter(v)) is next(iter(v))", "False"),
    ("reversed(v)", "np.array([4, -2, 1], 'f4')"),
    ("reversed(x) is x", "True"),
    ("operator.contains(v, 4)", "True"),
    ("operator.contains(v, 0.5)", "False"),
    ("operator.contains(v, np.float64(-2))", "True"),
    ("operator.contains(x, 2.5)", "True"),
    ("operator.contains(torch.eye(2, 3), torch.tensor([5.0, 1.0, 0.5]))", "True"),
    ("operator.contains(torch.ones(0), 1)", "False"),
    ("operator.pos(v) is v", "True"),
    ("{v: 7}[v]", "7"),
    ("__import__('copy').copy(v)", "np.array([1, -2, 4], 'f4')"),
    ("__import__('copy').deepcopy(v)", "np.array([1, -2, 4], 'f4')"),
    ("__import__('pickle').loads(__import__('pickle').dumps(v))", "np.array([1, -2, 4], 'f4')"),
]

EDGES = [
    ("next(iter(x))", [1.0, 2.0], [1.0, 0.0]),
]

ERRORS = [
    ("a, c = torch.ones(3)", ValueError, "too many values to unpack (expected 2)"),
    ("'a' in v", RuntimeError,
     "Tensor.__contains__ only supports Tensor or scalar, but you passed in a <class 'str'>."),
    ("None in v", RuntimeError,
     "Tensor.__contains__ only supports Tensor or scalar, but you passed in a <class 'NoneType'>."),
    ("[1.0] in v", RuntimeError,
     "Tensor.__contains__ only supports Tensor or scalar, but you passed in a <class 'list'>."),
    ("reversed(s)[0]", IndexError,
     "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim "
     "tensor to a number"),
]
