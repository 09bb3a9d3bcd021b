"""What is true of the operations of `constructors.py`."""

VALUES = [
    ("torch.full((2, 3), 7)", "np.full((2, 3), 7)"),
    ("torch.full((2,), 0.5)", "np.full((2,), 0.5, 'f4')"),
    ("torch.full((), True)", "np.full((), True)"),
    ("torch.full((2,), 7, dtype=torch.float64)", "np.full((2,), 7.0)"),
    ("torch.arange(4)", "np.arange(4)"),
    ("torch.arange(1, 2, 0.25)", "np.arange(1, 2, 0.25, 'f4')"),
    ("torch.arange(5, 0, -2)", "np.arange(5, 0, -2)"),
    ("torch.arange(3, dtype=torch.float64)", "np.arange(3.0)"),
    ("torch.eye(3)", "np.eye(3, dtype='f4')"),
    ("torch.eye(2, 3, dtype=torch.int64)", "np.eye(2, 3, dtype='i8')"),
]
