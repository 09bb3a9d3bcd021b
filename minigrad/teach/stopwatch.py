"""How long a line takes: on your own definitions, and on PyTorch where it is installed."""

import importlib
import os
import timeit
from collections.abc import Mapping
from typing import Any

from minigrad.teach.beside import as_package

SILENT = "TQDM_DISABLE"  # set while notebooks are stored or tested: times differ from run to run


def stopwatch(setup: str, lines: list[str], namespace: Mapping[str, Any]) -> None:
    """Print the time of each line in microseconds, the best of some hundred tries; `setup` runs once before them.

    namespace  where `torch.<name>` is looked up for the first column, usually `globals()`; the `torch` of a chapter
               comes first

    There are no times where the environment variable TQDM_DISABLE is set: then it says so.
    """
    libraries = {"yours": as_package(namespace)}
    try:
        libraries["PyTorch"] = importlib.import_module("torch")
    except ImportError:
        pass  # it is not needed: then there is one column
    if SILENT in os.environ:
        libraries = {"run this cell yourself to see its time": None}
    width = max(map(len, lines))
    print(" " * width, *libraries, sep="   ")
    times = [times_of(setup, lines, library) for library in libraries.values()]
    for line, *row in zip(lines, *times):
        print(line.ljust(width), *[text.rjust(len(name)) for text, name in zip(row, libraries)], sep="   ")


def times_of(setup, lines, library):
    if library is None:
        return [""] * len(lines)
    names = {"torch": library}
    exec(setup, names)
    return [f"{min(timeit.repeat(line, globals=names, number=20, repeat=100)) / 20 * 1e6:.2f} µs" for line in lines]
