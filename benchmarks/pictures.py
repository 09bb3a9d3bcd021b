"""How long pictures, a page with a stepper, a printed tensor and a set-up take, each beside the bound it is to keep.

    python benchmarks/pictures.py                    the tables; exit code 1 where a best time is over its bound
    python benchmarks/pictures.py --add-to-readme    also into README.md
    python benchmarks/pictures.py --set-up           also a set-up in a copy of this folder (needs a network)

Needs playwright and Chromium for the page. Times are of the clock on the wall, since the layout engine and the browser
are processes of their own: close other programs first. `tests/pictures/test_pictures.py` counts the work instead.
"""

import argparse
import importlib
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy
from report import HERE, machine, put, table

sys.path.insert(0, str(HERE.parent))

import minigrad
from minigrad import viz
from minigrad.viz.sheet.layout import lay_out

DRAWING, PAGE, PRINTING, SETTING_UP = 0.020, 1.0, 0.020, 120.0  # seconds: the bounds
READY = "() => document.querySelectorAll('.minigrad-steps[data-ready]').length"


def in_a_row(lib=minigrad):
    y = lib.tensor(2.0, requires_grad=True)
    for _ in range(29):
        y = y.tanh()
    return y


def into_one_leaf(lib=minigrad):
    x = y = lib.tensor(2.0, requires_grad=True)
    for _ in range(14):
        y = (y * x).tanh()
    return y


def side_by_side(lib=minigrad):
    total, *leaves = [lib.tensor(float(number), requires_grad=True) for number in range(15)]
    for leaf in leaves:
        total = total + leaf
    return total


def a_network(lib=minigrad):
    h = lib.ones(4, 3)
    for _ in range(5):
        h = (h @ lib.ones(3, 3, requires_grad=True) + lib.ones(3, requires_grad=True)).tanh()
    return (h * h).mean()


THIRTY = [in_a_row, into_one_leaf, side_by_side, a_network]


def seconds(work, rounds):
    """The seconds of each round, and one before that does not count."""
    times = []
    for _ in range(rounds + 1):
        lay_out.cache_clear()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return times[1:]


def row(name, times, bound):
    """A line of the table; what is over the bound says so."""
    over = "over" if min(times) > bound else ""
    return [name, *(f"{1e3 * value:,.1f}" for value in (min(times), median(times), bound)), over]


def drawing(rounds=40):
    """From a result of 30 nodes to the HTML."""
    for library, name in ((minigrad, "minigrad"), (importlib.import_module("torch"), "PyTorch")):
        for graph in THIRTY:
            result, what = graph(library), f"30 nodes {graph.__name__.replace('_', ' ')}, {name}"
            yield row(what, seconds(lambda: viz.draw(result).html(), rounds), DRAWING)  # noqa: B023


def page(rounds=8):
    """From a new page to a stepper that is ready."""
    from conftest import chromium_path
    from playwright.sync_api import sync_playwright

    text = viz.step(into_one_leaf()).html()
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=flags)

        def ready():
            page = browser.new_page()
            page.set_content(text)
            assert page.evaluate(READY) == 1
            page.close()

        times = seconds(ready, rounds)
        browser.close()
    yield row("a page with a stepper of 29 steps", times, PAGE)


def printing(rounds=40):
    """Of 1,000 numbers all are printed, of a million the edges."""
    for count in (1_000, 1_000_000):
        tensor = minigrad.tensor(numpy.random.RandomState(0).uniform(-1, 1, count))
        yield row(f"printing {count:,} numbers", seconds(lambda: repr(tensor), rounds), PRINTING)  # noqa: B023


def setting_up():
    """`suite.py` with a command that only asks for the version, in a folder that has no .venv yet."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        shutil.copytree(HERE.parent, copy, ignore=shutil.ignore_patterns(".venv*", ".git", "build"))
        start = time.perf_counter()
        subprocess.run([sys.executable, "suite.py", "test", "--version"], cwd=copy, check=True,
                       stdout=subprocess.DEVNULL)
        yield row("a set-up", [time.perf_counter() - start], SETTING_UP)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Times of pictures, pages, printed tensors and a set-up.")
    parser.add_argument("--add-to-readme", action="store_true", help="also put the table into README.md")
    parser.add_argument("--set-up", action="store_true", help="also set up a copy of this folder")
    options = parser.parse_args(arguments)
    rows = [*drawing(), *page(), *printing(), *(setting_up() if options.set_up else ())]
    text = table(["milliseconds", "best", "median", "bound", ""], rows)
    print(text)
    if options.add_to_readme:
        put("pictures", f"{text}\n\n{machine()}")
    return int(any(row[-1] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
