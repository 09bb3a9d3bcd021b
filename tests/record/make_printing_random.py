"""Asks real PyTorch how it prints tensors and which random numbers it gives, and keeps its answers.

    python tests/record/make_printing_random.py      writes printing.json and random.json beside this file

The questions stand here and need NumPy only, so that the tests can put the same ones to minigrad.
"""
import hashlib
import json
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
VERSION = "2.13.0"
NAN, INF = float("nan"), float("inf")


# How tensors are printed. ---------------------------------------------------------------------------------------------

FLOATS = {  # name: numbers, asked as float32 and as float64
    "one": [1.0],
    "scalar": 2.5,
    "scalar whole": 4.0,
    "scalar zero": 0.0,
    "scalar minus zero": -0.0,
    "scalar nan": NAN,
    "scalar inf": INF,
    "scalar minus inf": -INF,
    "scalar tiny": 1e-5,
    "scalar big": 123456789.0,
    "scalar long": 12345.678,
    "a third": 1 / 3,
    "tenths": [0.1, 0.2, 0.3],
    "whole numbers": [1.0, 2.0, 27.0],
    "whole, negative": [-1.0, 2.0, -30.0],
    "fractions, negative": [-0.5, 0.25, -12.0],
    "zeros": [0.0, 0.0],
    "minus zero alone": [-0.0, 0.0],
    "minus zero among whole numbers": [-0.0, 1.0, 22.0],
    "minus zero among fractions": [-0.0, 0.5, 22.0],
    "minus zero in scientific": [-0.0, 1e-5, 1.0],
    "rounds up to a longer number": [9.99996, 1.0],
    "rounds to even or away": [0.00005, 0.00015, 0.00025, 0.5],
    "1000 times as large": [1.0, 1000.0],
    "1001 times as large": [1.0, 1001.0],
    "1000 times as large, fractions": [0.5, 500.0],
    "501 times two": [0.5, 501.0],
    "exactly 1e8": [1e8, 1e8],
    "just above 1e8": [1e8 + 8, 1e8],
    "just below 1e8": [99999992.0, 99999992.0],
    "exactly 1e-4": [1e-4],
    "just below 1e-4": [0.9999e-4],
    "just above 1e-4": [1.0001e-4, 0.01],
    "whole but scientific": [1.0, 1e5],
    "negative and scientific": [-1e-6, 1.0],
    "three digits in the exponent": [1e-38, 1e38],
    "squares, scientific": [[1e-5, 1.0], [22.0, 333.0]],
    "nan among fractions": [NAN, 1.5],
    "nan among whole numbers": [NAN, 1.0],
    "nan longer than the numbers": [NAN, 1.0, 2.0],
    "inf among whole numbers": [INF, -INF, 5.0],
    "minus inf longer than the numbers": [-INF, 1.0],
    "inf among fractions": [INF, -INF, 0.5],
    "inf in scientific": [INF, -INF, NAN, 1e-7],
    "nothing finite": [NAN, INF, -INF],
    "nothing finite but zero": [[NAN, 0.0], [-INF, -0.0]],
    "matrix": [[1.0, 2.0], [3.0, 4.5]],
    "column": [[1.0], [-2.0], [3.5]],
    "row": [[1.0, -2.0, 3.5]],
    "cube": [[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]],
    "four dimensions": [[[[1.0, 2.0]], [[3.0, 4.0]]], [[[5.0, 6.0]], [[7.0, 8.5]]]],
    "one number, four dimensions": [[[[0.5]]]],
}
WHOLES = {  # name: numbers, asked as int64
    "int scalar": 7,
    "int scalar, negative": -7,
    "ints": [1, 2, 3],
    "ints of different lengths": [[1, -22], [333, 0]],
    "the largest and the smallest int": [2**63 - 1, -(2**63), 0],
    "an int beyond float64": 2**53 + 1,
    "int cube": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
}
FLAGS = {"bool scalar": True, "bools": [True, False], "only True": [True, True], "bool matrix": [[False], [True]]}
EMPTY = [(0,), (0, 3), (3, 0), (2, 0, 3)]
LINES = [1, 10, 11, 12, 13, 14, 18, 19, 20, 36, 37, 100]  # lengths around those that fill a line
SHAPES = [(3, 9), (3, 10), (2, 11), (1, 40), (2, 1, 12), (1, 1, 1, 13), (2, 2, 2, 3), (5, 5), (1, 3, 1, 2, 1)]
LONG = [(1000,), (1001,), (2000, 1), (1, 2000), (7, 150), (6, 167), (200, 6), (30, 40), (5, 15, 15), (11, 11, 11),
        (2, 3, 400), (7, 1, 7, 30), (8, 8, 8, 8)]
SPREADS = ["even", "whole", "wide", "mixed", "digits"]


def numbers(spread, shape, seed):
    """Random numbers of one kind. RandomState and these two methods give the same numbers in every NumPy."""
    random = np.random.RandomState(seed)
    even = random.uniform(-1, 1, shape)
    if spread == "whole":
        return np.rint(even * 50)
    if spread == "wide":
        return even * 10.0 ** random.randint(-6, 6, shape)
    if spread == "mixed":
        return np.choose(random.randint(0, 8, shape), [even, even, even, NAN, INF, -INF, 0.0, -0.0])
    if spread == "digits":
        return np.rint(even * 9999) / 10
    return even


def printing_cases():
    """The questions: name -> (array, requires_grad, grad_fn)."""
    cases = {}
    for name, values in FLOATS.items():
        for dtype in (np.float32, np.float64):
            cases[f"{name}, {dtype.__name__}"] = np.array(values, dtype), False, None
    for name, values in WHOLES.items():
        cases[name] = np.array(values, np.int64), False, None
    for name, values in FLAGS.items():
        cases[name] = np.array(values, bool), False, None
    for shape in EMPTY:
        for dtype in (np.float32, np.float64, np.int64, np.bool_):
            cases[f"empty {shape} {dtype.__name__}"] = np.zeros(shape, dtype), False, None
    cases["empty (0, 3) with the flag"] = np.zeros((0, 3), np.float32), True, None
    cases["empty (0,) float64 with a node"] = np.zeros(0), True, "CloneBackward0"
    for seed, length in enumerate(LINES):
        for spread in ("even", "whole"):
            cases[f"{length} numbers, {spread}"] = numbers(spread, length, seed).astype(np.float32), False, None
        cases[f"{length} ints"] = numbers("whole", length, seed).astype(np.int64), False, None
        cases[f"{length} bools"] = numbers("whole", length, seed) > 0, False, None
    for seed, shape in enumerate(SHAPES):
        for spread in SPREADS:
            dtype = (np.float32, np.float64)[seed % 2]
            cases[f"{shape} {spread}"] = numbers(spread, shape, seed).astype(dtype), bool(seed % 3), None
    for seed, shape in enumerate(LONG):
        values = numbers(SPREADS[seed % 5], shape, seed)
        cases[f"long {shape}"] = values.astype((np.float32, np.float64)[seed % 2]), seed % 3 == 0, None
        cases[f"long {shape} ints"] = np.arange(values.size).reshape(shape), False, None
    # What stands behind the numbers goes to a new line when it would reach beyond the last column.
    for width in range(1, 13):
        values = numbers("digits", (2, width), width)
        for dtype in (np.float32, np.float64):
            for grad_fn in (None, "MulConstantBackward"):
                name = f"{grad_fn or 'flag'} behind {width} columns of {dtype.__name__}"
                cases[name] = values.astype(dtype), True, grad_fn
    for length in range(40, 70, 2):
        grad_fn = "N" * (length - 8) + "Backward"
        cases[f"node of {length} letters"] = np.array([1.0]), True, grad_fn
        cases[f"node of {length} letters behind two rows"] = np.array([[1.5], [2.5]], np.float32), True, grad_fn
        cases[f"node of {length} letters behind a new line"] = numbers("digits", (2, 6), 0), True, grad_fn
    # So many brackets that there is room for less than one number of this length.
    cases["60 dimensions"] = np.array([-(2**63), 2**63 - 1]).reshape((1,) * 59 + (2,)), False, None
    return cases


def torch_text(case, torch):
    """What torch prints, with torch's module name."""
    array, requires_grad, grad_fn = case
    tensor = torch.from_numpy(array.copy()).requires_grad_(requires_grad)
    if grad_fn == "CloneBackward0":
        tensor = tensor.clone()
    elif grad_fn is not None:
        same = type(grad_fn.removesuffix("Backward"), (torch.autograd.Function,),
                    {"forward": staticmethod(lambda ctx, x: x.clone())})
        tensor = same.apply(tensor)
    return str(tensor)


# Which random numbers come. -------------------------------------------------------------------------------------------

SEEDS = [0, 1, 42, 1234567890, 2**32 - 1, 2**32, 2**32 + 5, 2**63, 2**64 - 1, -1, -5, -(2**63)]
SIZES = [0, 1, 2, 3, 7, 15, 16, 17, 23, 24, 31, 32, 33, 47, 100, 625, 1000]
FLOAT_NAMES = ["float32", "float64"]


def random_cases():
    """The questions: name -> (seed, calls). The calls of one question go on with the same stream.

    A call is ("rand" | "randn", shape, dtype), ("randint", low, high, shape, dtype) or ("randperm", n, dtype).
    """
    cases = {}
    for seed in SEEDS:
        cases[f"seed {seed}"] = seed, [("rand", [3], "float32"), ("randn", [3], "float32"), ("randn", [16], "float32")]
    for name in ("rand", "randn"):
        for dtype in FLOAT_NAMES:
            for size in SIZES:
                # The second call shows where in the stream the first one has stopped.
                cases[f"{name} {size} {dtype}"] = size + 3, [(name, [size], dtype), ("rand", [2], "float32")]
            for shape in ([], [5, 5], [2, 2], [4, 4], [2, 3, 4], [1, 17], [3, 0]):
                cases[f"{name} {shape} {dtype}"] = 0, [(name, shape, dtype)]
            cases[f"{name} many {dtype}"] = 7, [(name, [300, 301], dtype)]
    cases["randn of exactly zero"] = 1753191, [("randn", [16], "float32")]
    # One normal number of each pair waits for the next small call, of whichever dtype and whatever comes between.
    for first in (1, 2, 3, 15):
        for between in (("rand", [1], "float64"), ("randn", [20], "float32"), ("randn", [16], "float64"),
                        ("randint", 0, 10, [3], "int64"), ("randperm", 4, "int64")):
            calls = [("randn", [first], "float32"), between, ("randn", [2], "float64"), ("randn", [1], "float32")]
            cases[f"randn {first}, {between[0]} {between[-2]}, randn"] = first, calls
    bounds = [(0, 1), (0, 2), (0, 10), (-5, 5), (0, 2**28 - 1), (0, 2**28), (0, 2**32), (-(2**40), 2**40),
              (-(2**63), 2**63 - 1), (2**63 - 3, 2**63 - 1), (-(2**63), 3 - 2**63)]
    for low, high in bounds:
        cases[f"randint {low} {high}"] = 11, [("randint", low, high, [4, 5], "int64"),
                                              ("randint", low, high, [0], "int64"), ("rand", [1], "float32")]
    for n in (0, 1, 2, 3, 10, 100, 5000):
        cases[f"randperm {n}"] = 12, [("randperm", n, "int64"), ("rand", [1], "float32")]
    for low, high, dtype in ((0, 10, "float32"), (-(2**24), 2**24 + 1, "float32"), (-3, 4, "float64"),
                             (-(2**53), 2**53 + 1, "float64"), (0, 2, "bool"), (1, 2, "bool")):
        for shape in ([], [17], [0, 3], [2, 1, 3]):
            cases[f"randint {low} {high} {shape} {dtype}"] = 13, [("randint", low, high, shape, dtype),
                                                                 ("randn", [3], "float64")]
    for n, dtype in ((0, "float32"), (7, "float32"), (33, "float64")):
        cases[f"randperm {n} {dtype}"] = 14, [("randperm", n, dtype), ("randn", [17], "float32")]
    random = np.random.RandomState(2026)
    for seed in range(20):
        calls = [(("rand", "randn")[random.randint(2)], [int(random.randint(40))], FLOAT_NAMES[random.randint(2)])
                 for _ in range(8)]
        cases[f"mixture {seed}"] = seed, calls
    for seed in range(20):
        calls = []
        for _ in range(8):
            size, dtype, kind = int(random.randint(40)), FLOAT_NAMES[random.randint(2)], random.randint(4)
            calls.append([("rand", [size], dtype), ("randn", [size], dtype), ("randperm", size, "int64"),
                          ("randint", -size, 2**int(random.randint(1, 60)), [size], "int64")][kind])
        cases[f"mixture of all {seed}"] = -seed, calls
    return cases


def torch_numbers(case, torch):
    """The arrays that torch gives for the calls, one after the other."""
    seed, calls = case
    torch.manual_seed(seed)
    results = []
    for name, *details, dtype in calls:
        results.append(getattr(torch, name)(*details, dtype=getattr(torch, dtype)).numpy())
    return results


def summary(array):
    """An array as the record keeps it: its kind, up to 40 numbers from its ends, and a fingerprint of all."""
    values = array.ravel()
    return {
        "shape": list(array.shape),
        "dtype": array.dtype.name,
        "values": (values if values.size <= 40 else np.concatenate([values[:20], values[-20:]])).tolist(),
        "sha256": hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest(),
    }


def ask(torch):
    """Both records, as `torch` answers today."""
    printing = {name: torch_text(case, torch) for name, case in printing_cases().items()}
    random = {name: [summary(array) for array in torch_numbers(case, torch)] for name, case in random_cases().items()}
    return {"printing": printing, "random": random}


def write(name, answers):
    # One answer a line: short, and a change shows up as the lines that changed.
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in answers.items()]
    path = FOLDER / f"{name}.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{path.name}: {len(answers)} answers")


def main():
    import torch

    if torch.__version__.split("+")[0] != VERSION:
        raise SystemExit(f"the record is made with torch {VERSION}; this is {torch.__version__}")
    for name, answers in ask(torch).items():
        write(name, answers)


if __name__ == "__main__":
    main()
