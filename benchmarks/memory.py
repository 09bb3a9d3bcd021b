"""How much memory a graph and a step need, what large steps and the import take, each in a process of its own.

    python benchmarks/memory.py                    the tables
    python benchmarks/memory.py --add-to-readme    also into README.md

Needs Linux, which tells a process how much memory it holds and held at most.
"""

import argparse
import sys
from statistics import median

from report import fresh, machine, put, table
from tqdm import tqdm
from workloads import GROUPS

CHAIN = """
import gc, importlib, json, sys, tracemalloc
library, operation, n = sys.argv[1], sys.argv[2], int(sys.argv[3])
torch = importlib.import_module(library)
w = torch.ones(4)

def chain(n):
    y = torch.ones(4, requires_grad=True)
    for _ in range(n):
        y = y + w if operation == "y + w" else y * w
    return y

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

chain(100)
gc.collect()
before = resident()
kept = chain(n)
size = resident() - before
tracemalloc.start()
traced = chain(n)
print(json.dumps([size / n, tracemalloc.get_traced_memory()[0] / n]))
"""

PEAK = """
import importlib, json, re, sys
from workloads import GROUPS

def memory(what):
    return int(re.search(what + r":\\s+(\\d+) kB", open("/proc/self/status").read())[1]) * 1024

work = GROUPS["large elementwise"]["arithmetic_1e7"](importlib.import_module(sys.argv[1]), int(sys.argv[2]))
open("/proc/self/clear_refs", "w").write("5")  # from here on VmHWM, the most that was held, counts anew
before = memory("VmRSS")
work.step()
print(json.dumps([memory("VmHWM") - before, memory("VmHWM")]))
"""

PAGES = """
import importlib, json, resource, sys
from statistics import median
from time import process_time
from workloads import GROUPS

torch = importlib.import_module(sys.argv[1])
if sys.argv[1] == "torch":
    torch.set_num_threads(1)
step = GROUPS["large elementwise"][sys.argv[2]](torch).step
seconds, pages = [], []
for _ in range(int(sys.argv[3])):
    count, start = resource.getrusage(resource.RUSAGE_SELF).ru_minflt, process_time()
    step()
    seconds.append(process_time() - start)
    pages.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - count)
print(json.dumps([median(seconds), median(pages)]))
"""

IMPORT = """
import json, sys, time
start = time.perf_counter()
exec(sys.argv[1])
print(json.dumps(time.perf_counter() - start))
"""
IMPORTS = ("import numpy", "import minigrad", "import minigrad; minigrad.tensor", "import torch")


def per_node(n=100_000):
    """Bytes of a node; what PyTorch allocates itself, in C++, Python's own count does not see."""
    rows = []
    for operation in ("y + w", "y * w"):
        (ours, traced), (theirs, _) = (fresh(CHAIN, library, operation, n) for library in ("minigrad", "torch"))
        rows.append([f"`y = {operation}`", f"{traced:.0f}", f"{ours:.0f}", f"{theirs:.0f}"])
    head = [f"bytes per node of {n:,}", "minigrad, counted by Python", "minigrad, resident", "PyTorch, resident"]
    return table(head, rows)


def peak(n=10_000_000):
    """The most that is held during a step on an array of n numbers: above what was held before, and in all."""
    rows = []
    for library, name in (("minigrad", "minigrad"), ("torch", "PyTorch")):
        above, whole = fresh(PEAK, library, n)
        rows.append([name, f"{above / 1e6:,.0f}", f"{above / (4 * n):.1f}", f"{whole / 1e6:,.0f}"])
    return table([f"a step on {n:,} numbers", "more than before, MB", "in arrays", "the process, MB"], rows)


def pages(steps=60):
    """Steps on large arrays where no other library has been at work: processor time, and pages from the system."""
    rows = []
    for name in GROUPS["large elementwise"]:
        pairs = [fresh(PAGES, library, name, steps) for library in ("minigrad", "torch")]
        rows.append([name, *(text for seconds, count in pairs for text in (f"{seconds * 1e3:.2f}", f"{count:,.0f}"))])
    return table(["alone in a process", "minigrad, ms", "pages", "PyTorch, ms", "pages"], rows)


def imports(rounds=11):
    """Import times, in turns."""
    taken = {statement: [] for statement in IMPORTS}
    for _ in tqdm(range(rounds), unit="round"):
        for statement in taken:
            taken[statement].append(fresh(IMPORT, statement))
    rows = [[f"`{statement}`", f"{median(times) * 1e3:,.1f}", f"{min(times) * 1e3:,.1f}"]
            for statement, times in taken.items()]
    return table([f"import in a new process, {rounds} times", "median, ms", "best, ms"], rows)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Memory of graphs and steps, and time of the import.")
    parser.add_argument("--add-to-readme", action="store_true", help="also put the tables into README.md")
    options = parser.parse_args(arguments)
    text = "\n\n".join([per_node(), peak(), pages(), imports()])
    print(text)
    if options.add_to_readme:
        put("memory", f"{text}\n\n{machine()}")


if __name__ == "__main__":
    sys.exit(main())
