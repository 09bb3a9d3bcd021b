"""Which random numbers come: the questions for `tools/record.py` and `test_random.py`; the answers: `random.json`."""
import hashlib

import numpy as np
from rounding import rounded

SEEDS = [0, 1, 42, 1234567890, 2**32 - 1, 2**32, 2**32 + 5, 2**63, 2**64 - 1, -1, -5, -(2**63)]
SIZES = [0, 1, 2, 3, 7, 15, 16, 17, 23, 24, 31, 32, 33, 47, 100, 625, 1000]
FLOAT_NAMES = ["float32", "float64"]


def cases():
    """The questions: name -> (seed, calls). The calls of one question go on with the same stream.

    A call is ("rand" | "randn", shape, dtype), ("randint", low, high, shape, dtype) or ("randperm", n, dtype).
    """
    found = {}
    for seed in SEEDS:
        found[f"seed {seed}"] = seed, [("rand", [3], "float32"), ("randn", [3], "float32"), ("randn", [16], "float32")]
    for name in ("rand", "randn"):
        for dtype in FLOAT_NAMES:
            for size in SIZES:
                # The second call shows where in the stream the first one has stopped.
                found[f"{name} {size} {dtype}"] = size + 3, [(name, [size], dtype), ("rand", [2], "float32")]
            for shape in ([], [5, 5], [2, 2], [4, 4], [2, 3, 4], [1, 17], [3, 0]):
                found[f"{name} {shape} {dtype}"] = 0, [(name, shape, dtype)]
            found[f"{name} many {dtype}"] = 7, [(name, [300, 301], dtype)]
    found["randn of exactly zero"] = 1753191, [("randn", [16], "float32")]
    # One normal number of each pair waits for the next small call, of whichever dtype and whatever comes between.
    for first in (1, 2, 3, 15):
        for between in (("rand", [1], "float64"), ("randn", [20], "float32"), ("randn", [16], "float64"),
                        ("randint", 0, 10, [3], "int64"), ("randperm", 4, "int64")):
            calls = [("randn", [first], "float32"), between, ("randn", [2], "float64"), ("randn", [1], "float32")]
            found[f"randn {first}, {between[0]} {between[-2]}, randn"] = first, calls
    bounds = [(0, 1), (0, 2), (0, 10), (-5, 5), (0, 2**28 - 1), (0, 2**28), (0, 2**32), (-(2**40), 2**40),
              (-(2**63), 2**63 - 1), (2**63 - 3, 2**63 - 1), (-(2**63), 3 - 2**63)]
    for low, high in bounds:
        found[f"randint {low} {high}"] = 11, [("randint", low, high, [4, 5], "int64"),
                                              ("randint", low, high, [0], "int64"), ("rand", [1], "float32")]
    for n in (0, 1, 2, 3, 10, 100, 5000):
        found[f"randperm {n}"] = 12, [("randperm", n, "int64"), ("rand", [1], "float32")]
    for low, high, dtype in ((0, 10, "float32"), (-(2**24), 2**24 + 1, "float32"), (-3, 4, "float64"),
                             (-(2**53), 2**53 + 1, "float64"), (0, 2, "bool"), (1, 2, "bool")):
        for shape in ([], [17], [0, 3], [2, 1, 3]):
            found[f"randint {low} {high} {shape} {dtype}"] = 13, [("randint", low, high, shape, dtype),
                                                                 ("randn", [3], "float64")]
    for n, dtype in ((0, "float32"), (7, "float32"), (33, "float64")):
        found[f"randperm {n} {dtype}"] = 14, [("randperm", n, dtype), ("randn", [17], "float32")]
    random = np.random.RandomState(2026)
    for seed in range(20):
        calls = [(("rand", "randn")[random.randint(2)], [int(random.randint(40))], FLOAT_NAMES[random.randint(2)])
                 for _ in range(8)]
        found[f"mixture {seed}"] = seed, calls
    for seed in range(20):
        calls = []
        for _ in range(8):
            size, dtype, kind = int(random.randint(40)), FLOAT_NAMES[random.randint(2)], random.randint(4)
            calls.append([("rand", [size], dtype), ("randn", [size], dtype), ("randperm", size, "int64"),
                          ("randint", -size, 2**int(random.randint(1, 60)), [size], "int64")][kind])
        found[f"mixture of all {seed}"] = -seed, calls
    return found


def drawn(case, torch):
    """The arrays that torch gives for the calls, one after the other."""
    seed, calls = case
    torch.manual_seed(seed)
    results = []
    for name, *details, dtype in calls:
        results.append(getattr(torch, name)(*details, dtype=getattr(torch, dtype)).numpy())
    return results


def short(case, arrays):
    """What comes, as the record keeps it: dtype, shape and first number of each call, and a fingerprint of all bytes.

    The last bits of float64 normal numbers come from the C library's log, sin and cos. So 9 digits count of them, and
    only of 20 at either end.
    """
    calls, fingerprint = [], hashlib.sha256()
    for (name, *_), array in zip(case[1], arrays, strict=True):
        flat, content = array.ravel(), array.tobytes()
        texts = [str(value) for value in flat[:1]]
        if name == "randn" and array.dtype == np.float64:
            texts = [rounded(value, ".8e", 16 * np.spacing(abs(value))) for value in [*flat[:20], *flat[20:][-20:]]]
            content = " ".join(texts).encode()
        fingerprint.update(content)
        calls.append(" ".join([str(array.dtype), "x".join(map(str, array.shape)) or "()", *texts[:1]]))
    return ", ".join([*calls, fingerprint.hexdigest()[:8]])


def ask(torch):
    """{question: answer}"""
    return {name: short(case, drawn(case, torch)) for name, case in cases().items()}
