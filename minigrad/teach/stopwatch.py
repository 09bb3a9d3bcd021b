"""How long a line takes: on your own definitions, in each of several forms, and on PyTorch where it is installed."""

import functools
import importlib
import itertools
import os
import timeit
from collections.abc import Callable, Mapping
from typing import Any

from minigrad.locale import at_the_right, columns, filled, say
from minigrad.teach.beside import as_package

SILENT = "TQDM_DISABLE"  # set while notebooks are stored or tested: times differ from run to run
TRIES, RUNS, WARM = 100, 20, 5  # the first runs behind another line are slow


def stopwatch(setup: str, lines: list[str], namespace: Mapping[str, Any], *,
              count: Callable[[Callable], list] | None = None,
              forms: Mapping[str, Callable[[], object]] | None = None) -> None:
    """Print the time of each line in microseconds, the best of a hundred tries; `setup` runs once before them.

    The lines take turns, so that a machine which is now quick and now slow is so for all of them. "÷ first" is your
    time as a multiple of your time for the first line; behind an empty line, "", the next one is the first.

    namespace  what setup and lines may use besides, usually `globals()`; its `torch` is the first column
    count      gives the functions that run in a call, as `ch17.calls` does: then there is a column with their number
    forms      {column: what puts this form in place}; the first is what "÷ first" is about, and stays at the end. The
               numbers of functions stand in the order of the columns

    A line that gives `...`, because it calls what is still to be written, says "not yet" instead of a time.
    There are no times where the environment variable TQDM_DISABLE is set: then each line runs once, and it says so.
    """
    timed, package = [line for line in lines if line], as_package(namespace)
    yours, ratio, table = say("yours"), say("÷ first"), {}
    forms = forms or {yours: lambda: None}
    first = next(iter(forms))
    try:
        if count is not None:
            counts = []
            for put in forms.values():
                put()
                counts.append(counted(setup, timed, package, namespace, count))
            table[say("functions")] = [" → ".join(numbers) for numbers in zip(*counts)]
        if SILENT in os.environ:
            for put in forms.values():
                put()
                names = prepared(setup, package, namespace)
                for line in timed:
                    exec(line, names)  # so that a fault in it is noticed
            table[say("run this cell yourself")] = [""] * len(timed)
        else:
            times = {}
            for name, put in forms.items():
                put()
                libraries = {name: package} | (pytorch(setup, timed) if name == first else {})
                times |= dict(zip(libraries, in_turns(setup, timed, libraries.values(), namespace)))
            theirs = {"PyTorch": times.pop("PyTorch")} if "PyTorch" in times else {}
            table[first] = table[ratio] = None  # their order
            table |= {name: [f"{time:.2f} µs" for time in found] for name, found in (times | theirs).items()}
            table[ratio] = [*multiples(lines, times[first])]
            names = prepared(setup, package, namespace)
            for place, line in enumerate(timed):
                if is_to_be_written(line, names):
                    table[first][place], table[ratio][place] = say("not yet"), ""
    finally:
        forms[first]()
    width, rows = max(map(columns, lines)), zip(*table.values())
    widths = [max(map(columns, [name, *texts])) for name, texts in table.items()]
    print(" " * width, *map(at_the_right, table, widths), sep="  ")
    for line in lines:
        print(*[filled(line, width), *map(at_the_right, next(rows), widths)] if line else "", sep="  ")


def counted(setup, lines, package, namespace, count):
    """How many functions run in each line."""
    names = prepared(setup, package, namespace)
    return [str(len(count(functools.partial(exec, compile(line, "<line>", "exec"), names)))) for line in lines]


def pytorch(setup, lines):
    """{"PyTorch": it}, where the lines need it; it may be missing: then there is a column less."""
    if "torch." not in "\n".join([setup, *lines]):
        return {}
    try:
        return {"PyTorch": importlib.import_module("torch")}
    except ImportError:
        return {}


def prepared(setup, library, namespace):
    names = {**namespace, "torch": library}
    exec(setup, names)
    return names


def is_to_be_written(line, names):
    """Whether the line is an expression that gives `...`."""
    try:
        return eval(line, names) is ...
    except SyntaxError:  # a statement
        return False


def in_turns(setup, lines, libraries, namespace):
    """For each library a list with the time of each line."""
    spaces = [prepared(setup, library, namespace) for library in libraries]
    timers = [timeit.Timer(line, globals=names) for names in spaces for line in lines]
    rounds = [[(timer.timeit(WARM), timer.timeit(RUNS))[1] for timer in timers] for _ in range(TRIES)]
    best = [min(tries) / RUNS * 1e6 for tries in zip(*rounds)]
    return [best[start:start + len(lines)] for start in range(0, len(best), len(lines))]


def multiples(lines, times):
    """Each time as a multiple of the first one of its group, as a text; none for a line that stands alone."""
    times = iter(times)
    for is_timed, group in itertools.groupby(lines, bool):
        found = [next(times) for _ in group] if is_timed else []
        yield from [f"{time / found[0]:.2f}" if len(found) > 1 else "" for time in found]
