"""What is true of the operations of `reductions.py`."""

from rows import FLOAT_ONLY, NAN

OPS = [
    ("x.max(); torch.max(x)", "x.max()", "MaxBackward1(x)", "self result", "(), 3, 2x3"),
    ("x.norm(); torch.norm(x)", "np.sqrt((x * x).sum())", "LinalgVectorNormBackward0(x)", "self result", "",
     FLOAT_ONLY),
]

EDGES = [
    ("x.max()", [1.0, 3.0, 3.0], [0.0, 0.5, 0.5]),
    ("x.max()", [NAN, 1.0, NAN], [0.5, 0.0, 0.5]),
    ("x.norm()", [0.0, 0.0], [0.0, 0.0]),
    ("x.norm()", [3.0, 4.0], [0.6, 0.8]),
]
