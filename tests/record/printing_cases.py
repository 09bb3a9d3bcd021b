"""How tensors are printed: the questions for `tools/record.py` and `test_printing.py`; the answers: `printing.json`."""
import hashlib

import numpy as np

NAN, INF = float("nan"), float("inf")
LONGEST = 92  # characters of a text that is kept as it is

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
POWERS = np.array([1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1])  # 10.0 ** n may differ
SPREADS = ["even", "whole", "wide", "mixed", "digits"]


def numbers(spread, shape, seed):
    """Random numbers of one kind: the same bits everywhere, since nothing here is rounded but by one multiplication."""
    random = np.random.RandomState(seed)
    even = random.uniform(-1, 1, shape)
    if spread == "whole":
        return np.rint(even * 50)
    if spread == "wide":
        return even * POWERS[random.randint(-6, 6, shape)]
    if spread == "mixed":
        return np.choose(random.randint(0, 8, shape), [even, even, even, NAN, INF, -INF, 0.0, -0.0])
    if spread == "digits":
        return np.rint(even * 9999) / 10
    return even


def cases():
    """The questions: name -> (array, requires_grad, grad_fn)."""
    found = {}
    for name, values in FLOATS.items():
        for dtype in (np.float32, np.float64):
            found[f"{name}, {dtype.__name__}"] = np.array(values, dtype), False, None
    for name, values in WHOLES.items():
        found[name] = np.array(values, np.int64), False, None
    for name, values in FLAGS.items():
        found[name] = np.array(values, bool), False, None
    for shape in EMPTY:
        for dtype in (np.float32, np.float64, np.int64, np.bool_):
            found[f"empty {shape} {dtype.__name__}"] = np.zeros(shape, dtype), False, None
    found["empty (0, 3) with the flag"] = np.zeros((0, 3), np.float32), True, None
    found["empty (0,) float64 with a node"] = np.zeros(0), True, "CloneBackward0"
    for seed, length in enumerate(LINES):
        for spread in ("even", "whole"):
            found[f"{length} numbers, {spread}"] = numbers(spread, length, seed).astype(np.float32), False, None
        found[f"{length} ints"] = numbers("whole", length, seed).astype(np.int64), False, None
        found[f"{length} bools"] = numbers("whole", length, seed) > 0, False, None
    for seed, shape in enumerate(SHAPES):
        for spread in SPREADS:
            dtype = (np.float32, np.float64)[seed % 2]
            found[f"{shape} {spread}"] = numbers(spread, shape, seed).astype(dtype), bool(seed % 3), None
    for seed, shape in enumerate(LONG):
        values = numbers(SPREADS[seed % 5], shape, seed)
        found[f"long {shape}"] = values.astype((np.float32, np.float64)[seed % 2]), seed % 3 == 0, None
        found[f"long {shape} ints"] = np.arange(values.size).reshape(shape), False, None
    # What stands behind the numbers goes to a new line when it would reach beyond the last column.
    for width in range(1, 13):
        values = numbers("digits", (2, width), width)
        for dtype in (np.float32, np.float64):
            for grad_fn in (None, "MulConstantBackward"):
                name = f"{grad_fn or 'flag'} behind {width} columns of {dtype.__name__}"
                found[name] = values.astype(dtype), True, grad_fn
    for length in range(40, 70, 2):
        grad_fn = "N" * (length - 8) + "Backward"
        found[f"node of {length} letters"] = np.array([1.0]), True, grad_fn
        found[f"node of {length} letters behind two rows"] = np.array([[1.5], [2.5]], np.float32), True, grad_fn
        found[f"node of {length} letters behind a new line"] = numbers("digits", (2, 6), 0), True, grad_fn
    # So many brackets that there is room for less than one number of this length.
    found["60 dimensions"] = np.array([-(2**63), 2**63 - 1]).reshape((1,) * 59 + (2,)), False, None
    return found


def printed(case, torch):
    """The text that torch prints."""
    array, requires_grad, grad_fn = case
    tensor = torch.from_numpy(array.copy()).requires_grad_(requires_grad)
    if grad_fn == "CloneBackward0":
        tensor = tensor.clone()
    elif grad_fn is not None:
        same = type(grad_fn.removesuffix("Backward"), (torch.autograd.Function,),
                    {"forward": staticmethod(lambda ctx, x: x.clone())})
        tensor = same.apply(tensor)
    return str(tensor)


def short(text):
    """A text as the record keeps it: itself, or of a long one its length, a fingerprint and its end."""
    if len(text) <= LONGEST:
        return text
    fingerprint = hashlib.sha256(text.encode()).hexdigest()[:8]
    return " ... ".join([f"{len(text)} characters, {fingerprint}", text.rpartition("\n")[2].strip()[-40:]])


def in_float64(text):
    """The text for the same numbers in float64, where they print alike."""
    return f"{text[:-1]}, dtype=torch.float64)"


def expected(texts, name):
    """The text of a question; of a float64 tensor only what float32 does not tell is recorded."""
    return texts[name] if name in texts else in_float64(texts[name.replace("float64", "float32")])


def ask(torch):
    """{question: text}"""
    texts = {name: short(printed(case, torch)) for name, case in cases().items()}
    same = [name for name in texts if name.endswith("float64") and name.replace("float64", "float32") in texts
            and texts[name] == in_float64(texts[name.replace("float64", "float32")])]
    return {name: text for name, text in texts.items() if name not in same}
