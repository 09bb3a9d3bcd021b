"""What is true of the operations of `functional.py`."""

OPS = [
    ("torch.stack((x, y)); torch.stack([x, y], 0)", "np.stack((x, y))", "StackBackward0(x, y)", "dim",
     "() (), 3 3, 2x3 2x3, 0 0"),
    ("torch.stack((x, y), -1)", "np.stack((x, y), -1)", "StackBackward0(x, y)", "dim", "3 3, 2x3 2x3"),
    ("x.unbind()[0]; torch.unbind(x)[0]", "x[0]", "UnbindBackward0(x)", "dim", "3, 2x3, 1"),
    ("x.unbind(-1)[0]; torch.unbind(x, -1)[0]", "x[..., 0]", "UnbindBackward0(x)", "dim", "3, 2x3"),
]
