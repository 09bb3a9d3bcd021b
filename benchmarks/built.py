"""How long a small expression and a small network take, forward and back, in the package as the chapters have built it.

Plain is what chapters 1 to 16 leave behind, and what `minigrad.quick.off()` leaves of the package as it is imported.

    .venv/bin/python benchmarks/built.py

Each library computes alone in a process of its own, on one thread; what counts is the quickest of 40 turns, in
processor time. README quotes the ratios.
"""
import contextlib
import gc
import io
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WAYS = {"torch": "PyTorch", "plain": "plain: what you built",
        "cells": "with chapter 17's own short ways", "minigrad": "as imported, with the quick room"}
SHORT_WAYS = ("quick-two", "quick-operators", "walk-plainly", "tensor-backward")  # cells of chapter 17


def library(way):
    if way == "torch":
        import torch

        torch.set_num_threads(1)
        return torch
    sys.path.insert(0, str(ROOT))
    if way == "minigrad":
        import minigrad

        return minigrad
    from minigrad.teach import book, chapter, stages

    with tempfile.TemporaryDirectory() as empty, contextlib.chdir(empty), contextlib.redirect_stdout(io.StringIO()):
        package = chapter(17)  # ours: no notebook of a reader lies here
    if way == "cells":
        for cell in stages.cells_of(next(stages.GROWTH.glob("17_*.txt"))):
            book.grow(cell.text)
        notebook = json.loads(next((ROOT / "notebooks").glob("17_*.ipynb")).read_text(encoding="utf-8"))
        sources, names = {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}, {"torch": package}
        for name in SHORT_WAYS:
            exec(sources[name], names)
    return package


def workloads(torch):
    """The two programs, on numbers that are the same for all."""
    import numpy as np

    a, b = (torch.tensor(number, requires_grad=True) for number in (2.0, 3.0))
    numbers = np.random.default_rng(0)
    inputs, wanted = (torch.tensor(numbers.normal(size=(100, n)).astype("float32")) for n in (2, 1))
    first, second = (torch.tensor(numbers.normal(size=size).astype("float32"), requires_grad=True)
                     for size in ((2, 16), (16, 1)))
    bias, last = (torch.tensor(np.zeros(n, "float32"), requires_grad=True) for n in (16, 1))

    def expression():
        ((a * b + a).tanh() * b).backward()

    def network():
        error = (inputs @ first + bias).tanh() @ second + last - wanted
        (error * error).mean().backward()

    return {"(a * b + a).tanh() * b": expression, "a 2-16-1 network, 100 rows": network}


def timed(way):
    """Microseconds for each program."""
    programs = workloads(library(way))
    gc.collect()
    gc.freeze()
    for program in programs.values():
        best = min(turn(program) for _ in range(40))
        print(best * 1e6)


def turn(program, times=200):
    start = time.process_time()
    for _ in range(times):
        program()
    return (time.process_time() - start) / times


def main():
    if sys.argv[1:]:
        return timed(sys.argv[1])
    one = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "VECLIB_MAXIMUM")}
    found = {}
    for way in WAYS:
        command = [sys.executable, __file__, way]
        run = subprocess.run(command, env=os.environ | one, stdout=subprocess.PIPE, text=True, check=True)
        found[way] = [float(line) for line in run.stdout.split()]
    print(f"{platform.machine()}, Python {platform.python_version()}: microseconds, and the part of PyTorch's")
    for way, times in found.items():
        parts = [f"{time:8.1f} ({time / reference:.2f})" for time, reference in zip(times, found["torch"])]
        print(f"{WAYS[way]:32}" + "".join(parts))


if __name__ == "__main__":
    main()
