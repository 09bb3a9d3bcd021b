"""What is true of the operations of `protocols.py`."""

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
    ("operator.pos(v) is v", "True"),
    ("{v: 7}[v]", "7"),
    ("__import__('copy').copy(v)", "np.array([1, -2, 4], 'f4')"),
    ("__import__('copy').deepcopy(v)", "np.array([1, -2, 4], 'f4')"),
    ("__import__('pickle').loads(__import__('pickle').dumps(v))", "np.array([1, -2, 4], 'f4')"),
]
