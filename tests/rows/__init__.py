"""What is true of each operation: one row per operation, beside those of its module. `test_ops.py` checks them.

A module of rows has some of these lists:

OPS     (code, numpy, graph, saved, shapes, kinds, low), see `Op` in `questions.py`
VALUES  (code, answer of Python or NumPy): no gradient passes here; x is a tensor without dimensions (2.5), v has
        entries 1, -2 and 4
EDGES   (code, values of x, gradient of the sum): where a derivative does not exist, is infinite, or is easily got wrong
ERRORS  (code, type, sentence): wrong calls, with the names of `questions.names`
LIVE    the same; no record is kept of what PyTorch says, it is asked where it is installed
OWN     the same, where PyTorch says something else or nothing
WARNINGS  (code, type, sentence): what leads to a warning
"""
from importlib import import_module
from pkgutil import iter_modules

EACH = "(), 1, 3, 2x1x3, 0x3"
PAIRS = "() (), 2x3 2x3, 2x3 3, 2x1x3 4x1, () 3, 3 (), 0 1, 0x3 3"
INTO = "() (), 2x3 2x3, 2x3 3, 2x3 2x1, 3 (), 0 1, 0x3 3"  # y's numbers are written into x
ROWS = "3, 2x3, 2x2x3, 0x3, 3x0"  # at least one dimension

# The dtype of the result for float32, float64, int64 and bool; "-" where the operation is refused.
SAME = "float32 float64 int64 bool"
COUNT = "float32 float64 int64 int64"
NO_BOOL = "float32 float64 int64 -"
FLOAT = "float32 float64 float32 float32"
FLOAT_ONLY = "float32 float64 - -"
BOOL = "bool bool bool bool"

INF, NAN = float("inf"), float("nan")

# Last, since they need the names above.
MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
