"""What the rows of `rows/` ask, and how: for the tests and for `tools/record.py`, so nothing here needs pytest."""
import copy
import operator
import warnings
import zlib
from typing import NamedTuple

import numpy as np

import rows
from rows import EACH, PAIRS, SAME

import minigrad
from minigrad.core.node import Node


class Op(NamedTuple):
    """What a user writes, and what is true of it.

    code    PyTorch code; several spellings of the same are separated by "; "
    numpy   the same in NumPy
    graph   the nodes that are left behind, down to the leaves x and y; "None" where nothing is recorded
    saved   the names of what the last node keeps: `_saved_self` ...
    shapes  shapes of x (and y) for which it is tried, separated by ", "
    kinds   the dtypes of the results, see above
    low     the smallest input; without it about half of them are negative
    """

    code: str
    numpy: str
    graph: str
    saved: str = ""
    shapes: str = ""
    kinds: str = SAME
    low: float | None = None


OPS = [Op(*row) for module in rows.MODULES for row in getattr(module, "OPS", ())]
VALUES = [row for module in rows.MODULES for row in getattr(module, "VALUES", ())]
EDGES = [row for module in rows.MODULES for row in getattr(module, "EDGES", ())]
ERRORS = [row for module in rows.MODULES for row in getattr(module, "ERRORS", ())]
LIVE = [row for module in rows.MODULES for row in getattr(module, "LIVE", ())]
OWN = [row for module in rows.MODULES for row in getattr(module, "OWN", ())]
ENDLESS = [row for module in rows.MODULES for row in getattr(module, "ENDLESS", ())]
WARNINGS = [row for module in rows.MODULES for row in getattr(module, "WARNINGS", ())]

# What a rule keeps for itself under a name that PyTorch's node does not have.
OWN_NAMES = {"kept", "count", "place", "number"}
# Details of which only the names are compared: PyTorch shows the place -1 as a huge number, minigrad as it is or as the
# place from the front.
PLACES = {"dim", "dims", "dim0", "dim1", "dim2", "diagonal", "offset", "start", "end", "step", "index", "indices"}

# Modules whose methods and functions are not operations; each has tests of its own.
NOT_OPERATIONS = {f"minigrad.{name}" for name in (
    "exact.dtypes", "exact.random", "core.tensors", "core.node", "core.engine",
    "operations.attributes", "operations.copy_slices",
    "autograd.function", "autograd.anomaly_mode", "autograd.grad_mode", "autograd.hooks", "autograd.gradcheck",
    "autograd.gradients", "autograd.variable",
    "library.contents", "library.serialization", "nn.modules", "optim",
)} | {"minigrad"}


def spellings(op):
    """All ways to write the operation."""
    return op.code.split("; ")


def name_of(op):
    return f"{spellings(op)[0]} -> {op.graph}"


def runs_on_torch(op):
    return ".apply(" not in op.code


def shapes_of(op):
    """[((2, 3), (3,)), ...] for "2x3 3, ..."."""
    text = op.shapes or (PAIRS if "y" in op.graph else EACH)
    return [
        tuple(() if shape == "()" else tuple(map(int, shape.split("x"))) for shape in case.split(" "))
        for case in text.split(", ")
    ]


def inputs_of(op, shapes, dtype="float64"):
    """The same arrays every time: no zero, no two alike."""
    rng = np.random.default_rng(zlib.crc32(op.code.encode()))
    arrays = []
    for shape in shapes:
        count = int(np.prod(shape))
        sizes = rng.permutation(np.linspace(0.4, 2.1, count) + rng.uniform(0, 0.01))
        if dtype in ("float32", "float64"):
            signs = 1 if op.low is not None else rng.choice([-1, 1], count)
            array = sizes * signs
        else:
            array = rng.integers(1, 4, count) if dtype == "int64" else rng.integers(0, 2, count)
        arrays.append(np.asarray(array, dtype).reshape(shape))
    return arrays


def operations():
    """Every operation of the package, by the name of its class."""
    found = {}
    for cls in Node.__subclasses__():
        module = getattr(getattr(cls, "forward", None), "__module__", "")
        if module.startswith("minigrad.") and module not in NOT_OPERATIONS and ".teach." not in module:
            found[cls.__qualname__] = cls
    return found


minigrad.tensor(0)  # loads every layer
OPERATIONS = operations()
ON_TORCH = [op for op in OPS if runs_on_torch(op)]


def result_of(code, torch, tensors):
    return eval(code, {"torch": torch, "np": np, "operator": operator, **OPERATIONS, **dict(zip("xy", tensors))})


def numpy_result(op, arrays):
    with np.errstate(all="ignore"):
        return np.asarray(eval(op.numpy, {"np": np, **dict(zip("xy", arrays))}))


def leaves_of(torch, arrays, flags=(True, True)):
    return [torch.tensor(array.copy(), requires_grad=flag) for array, flag in zip(arrays, flags)]


def mentions(graph, name):
    return any(f"{before}{name}{after}" in graph for before in ("(", ", ") for after in (")", ", "))


def graph_text(node, names):
    """The graph in words: MulBackward0(x, ExpBackward0(y))."""
    if node is None:
        return "None"
    if hasattr(node, "variable"):
        return next(name for name, tensor in names.items() if tensor is node.variable)
    ways = [graph_text(target, names) + (f":{number}" if number else "") for target, number in node.next_functions]
    return f"{type(node).__name__}({', '.join(ways)})"


def saved_names(node):
    return {name.removeprefix("_saved_") for name in dir(node) if name.startswith("_saved_")}


def weights_like(array, seed=1):
    return np.random.default_rng(seed).uniform(0.5, 1.5, array.shape)


def flags_of(op):
    """Which of the inputs the result depends on differentiably."""
    return [mentions(op.graph, name) for name in "xy"]


def value_of(code, torch):
    v = torch.tensor([1.0, -2.0, 4.0])
    names = {"torch": torch, "np": np, "operator": operator, "x": torch.tensor(2.5), "v": v}
    value = eval(code, names)
    return value.numpy() if isinstance(value, torch.Tensor) else value


def names(torch):
    """What the rows write about, made anew for each."""

    def function(forward=None, backward=None, vjp=None):
        members = {"forward": forward, "backward": backward, "vjp": vjp}
        written = {name: staticmethod(member) for name, member in members.items() if member}
        return type("F", (torch.autograd.Function,), {"__module__": "builtins"} | written)

    return {
        "torch": torch, "np": np, "copy": copy, "function": function,
        "x": torch.ones(2, requires_grad=True),
        "v": torch.ones(2), "m": torch.ones(2, 3), "s": torch.tensor(1.5),
        "n": torch.tensor([1, 2]), "b": torch.tensor([True, False]),
    }


def run(code, torch):
    exec(compile(code, "<what the user wrote>", "exec"), names(torch))


def error_of(code, torch):
    """The error that the code raises, or None."""
    with warnings.catch_warnings(action="ignore"):
        try:
            run(code, torch)
        except Exception as error:
            return error
    return None


def warnings_of(code, torch):
    """All warnings that the code leads to, NumPy's apart."""
    with warnings.catch_warnings(record=True, action="always") as caught:
        run(code, torch)
    return [warning for warning in caught if warning.category is not RuntimeWarning]


def words(message):
    """The sentence with torch's name in it, without the place in PyTorch's C++ code or the list of C++ signatures."""
    sentence = str(message).replace("minigrad.", "torch.").split(" (Triggered internally")[0]
    return sentence.split(", but expected one of:\n")[0]
