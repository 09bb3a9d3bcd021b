"""Does a node cost the same in a small and in a large graph? Time and memory per node, from 1,000 to 1,000,000 nodes.

    python benchmarks/growth.py                    the table
    python benchmarks/growth.py --add-to-readme    also into README.md, and as growth.svg

Each line is a process of its own. Needs Linux, which tells a process how much memory it holds.
"""

import argparse
import sys

from report import BLUE, HERE, INK, ORANGE, draw, fresh, machine, put, table
from tqdm import tqdm

SIZES = (1_000, 10_000, 100_000, 1_000_000)
LIBRARIES = {"minigrad": "minigrad", "torch": "PyTorch"}
# y = y * w on 4 numbers, n times; several chains of a short kind, so that there is always enough to measure.
CHAINS = """
import gc, importlib, json, sys, time
library, n, nodes, rounds = sys.argv[1], *map(int, sys.argv[2:])
torch = importlib.import_module(library)
x, w, ones = torch.ones(4, requires_grad=True), torch.ones(4), torch.ones(4)
if library == "torch":
    torch.set_num_threads(1)

def chain(n):
    y = x
    for _ in range(n):
        y = y * w
    return y

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

chain(100).backward(ones)
gc.collect()
before = resident()
chains = [chain(n) for _ in range(max(1, nodes // n))]
size = (resident() - before) / (n * len(chains))
forward, backward = [], []
for _ in range(rounds):
    del chains
    x.grad = None
    start = time.process_time()
    chains = [chain(n) for _ in range(max(1, nodes // n))]
    middle = time.process_time()
    for y in chains:
        y.backward(ones)
    forward.append((middle - start) / (n * len(chains)))
    backward.append((time.process_time() - middle) / (n * len(chains)))
print(json.dumps({"forward": min(forward), "backward": min(backward), "bytes": size}))
"""


def measure(sizes=SIZES, nodes=100_000, rounds=3):
    """{library: {nodes in the chain: seconds forward and backward and bytes, each per node}}."""
    found = {library: {} for library in LIBRARIES}
    for n in tqdm(sizes, unit="size"):
        for library in found:
            found[library][n] = fresh(CHAINS, library, n, nodes, rounds)
    return found


def by_size(found):
    head = ["nodes"]
    for name in LIBRARIES.values():
        head += [f"{name}: forward, µs", "backward, µs", "bytes"]
    rows = []
    for n in found["torch"]:
        row = [f"{n:,}"]
        for library in found:
            one = found[library][n]
            row += [f"{one['forward'] * 1e6:.2f}", f"{one['backward'] * 1e6:.2f}", f"{one['bytes']:,.0f}"]
        rows.append(row)
    return table(head, rows)


def figure(found, path):
    """Two diagrams side by side: microseconds and bytes per node over the number of nodes."""
    lines = {
        "µs per node, forward and backward": lambda one: (one["forward"] + one["backward"]) * 1e6,
        "bytes per node": lambda one: one["bytes"],
    }
    alt = "The cost of a node in chains of different lengths. " + " ".join(
        f"{LIBRARIES[library]}, {what}: " + ", ".join(f"{n:,} nodes {cost(one):.3g}" for n, one in sizes.items()) + "."
        for what, cost in lines.items() for library, sizes in found.items()
    )

    def paint(page):
        for axes, (what, cost) in zip(page.subplots(1, 2), lines.items()):
            for (library, sizes), color, marker in zip(found.items(), (BLUE, ORANGE), "os"):
                costs = [cost(one) for one in sizes.values()]
                axes.plot(list(sizes), costs, marker=marker, color=color, label=LIBRARIES[library])
            axes.set_xscale("log")
            axes.set_xticks(list(sizes), [f"{n:,}" for n in sizes])
            axes.minorticks_off()
            axes.set_ylim(0, axes.get_ylim()[1] * 1.1)
            axes.set_xlabel("nodes")
            axes.set_title(what, fontsize=12, color=INK)
        page.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=2, frameon=False)

    draw(path, alt, (8, 3.6), paint)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Time and memory per node from 1,000 to 1,000,000 nodes.")
    parser.add_argument("--add-to-readme", action="store_true", help="put the table into README.md, draw growth.svg")
    options = parser.parse_args(arguments)
    found = measure()
    print(by_size(found))
    if options.add_to_readme:
        put("growth", f"{by_size(found)}\n\n{machine()}")
        figure(found, HERE / "growth.svg")


if __name__ == "__main__":
    sys.exit(main())
