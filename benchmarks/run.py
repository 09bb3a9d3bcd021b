"""How fast minigrad is beside PyTorch: the same steps on both, in turns, in one process, on one thread.

    python benchmarks/run.py                       every group, as a table
    python benchmarks/run.py --group chains        the groups with this word in their name
    python benchmarks/run.py --peers               also HIPS autograd, MyGrad and micrograd
    python benchmarks/run.py --add-to-readme       keep this measurement: a new column in README.md
    python benchmarks/run.py --figure              draw speed.svg from the measurements that are kept
"""

import argparse
import gc
import json
import os
import re
import sys
from datetime import datetime
from importlib import import_module
from statistics import geometric_mean, median, quantiles
from time import process_time

import peers
from report import BLUE, HERE, INK, ONE_THREAD, ORANGE, draw, machine, put, table
from tqdm import tqdm
from workloads import GROUPS

KEPT = HERE / "kept.json"
# What we aim at: the time of minigrad as a part of PyTorch's.
TARGETS = {
    "the documents' examples": 0.30,
    "scalar expressions (0-d)": 0.30,
    "single operations, 4 elements": 0.25,
    "1,000-deep chains": 0.50,
    "fan-in 10,000 leaves, diamonds": 0.50,
    "training step of a network": 0.80,
    "large elementwise": 0.50,
    "reductions, broadcasting (1000x1000)": 0.90,
    "double backward": 0.50,
    "transformer block": 0.85,
}
BLOCK = 0.02  # seconds: long enough for the clock, short enough to take turns often
AGREE = 5e-5  # a thousand float32 tanh, one after the other, differ by 1e-5


# Measuring


def gradients(work):
    """The leaves' gradients after one step, as arrays."""
    work.step()
    return [leaf.grad.detach().numpy() for leaf in work.leaves]


def difference(ours, theirs):
    """The largest difference between two lists of arrays, as a part of the largest entry of its array."""
    if [array.shape for array in ours] != [array.shape for array in theirs]:
        return float("inf")
    return max(float(abs(a - b).max() / max(abs(b).max(), 1e-30)) for a, b in zip(ours, theirs))


def seconds(step, times):
    """Processor time of one step, on average; what others have left to the garbage collector is gone before."""
    gc.collect()
    start = process_time()
    for _ in range(times):
        step()
    return (process_time() - start) / times


def repetitions(step):
    """How many steps fill a block; finding out warms up as well."""
    times = 1
    while (taken := seconds(step, times) * times) < BLOCK / 2:
        times *= 2
    return max(1, round(times * BLOCK / taken))


def steps_of(name, make, with_peers):
    """{library: step}; every library's gradients have to agree with PyTorch's first."""
    works = {library: make(import_module(library)) for library in ("minigrad", "torch")}
    steps = {library: work.step for library, work in works.items()}
    again = make(import_module("torch"))  # its leaves are still as they were
    found = {library: gradients(work) for library, work in works.items()}
    for peer in peers.PEERS if with_peers else ():
        if made := peers.step_of(peer, name, again):
            steps[peer] = made
            found[peer] = made()
    for library, arrays in found.items():
        if difference(arrays, found["torch"]) > AGREE:
            raise SystemExit(f"{name}: the gradients of {library} are not PyTorch's")
    return steps


def compare(steps, rounds):
    """{library: seconds, ratio (three quartiles) and best} of a workload.

    A round runs a block of each library, and then once more in the opposite order, A B B A, so that what slows the
    machine down for a while, or more and more, slows down all. Its ratio is that of the two sums.
    """
    times = {library: repetitions(step) for library, step in steps.items()}
    taken = {library: [] for library in steps}
    blocks = {library: [] for library in steps}
    for _ in range(rounds):
        turn = {library: [] for library in steps}
        for library in [*steps, *reversed(steps)]:
            turn[library].append(seconds(steps[library], times[library]))
        for library, pair in turn.items():
            taken[library].append(sum(pair) / 2)
            blocks[library] += pair
    result = {}
    for library, values in taken.items():
        ratios = [ours / theirs for ours, theirs in zip(values, taken["torch"])]
        quartiles = quantiles(ratios, n=4, method="inclusive") if rounds > 1 else ratios * 3
        best = min(blocks[library]) / min(blocks["torch"])
        result[library] = {"seconds": median(values), "ratio": quartiles, "best": best}
    return result


def measure(words, rounds, with_peers):
    """{group: {workload: what `compare` gives}} of the groups in whose names one of the words stands."""
    for library in ("minigrad", "torch"):
        import_module(library).tensor(0.0)  # minigrad loads its layers when it is asked for a name
    import_module("torch").set_num_threads(1)
    gc.collect()
    gc.freeze()  # the collector need not look through what the libraries have loaded
    chosen = [(group, name) for group in GROUPS if any(word in group for word in words) for name in GROUPS[group]]
    found = {}
    for group, name in (bar := tqdm(chosen, unit="workload")):
        bar.set_description(name)
        found.setdefault(group, {})[name] = compare(steps_of(name, GROUPS[group][name], with_peers), rounds)
    gc.unfreeze()
    return found


# Reporting


def summary(workloads, library="minigrad"):
    """(first quartile, median, third quartile, best) of a group: geometric means over its workloads; how many."""
    rows = [libraries[library] for libraries in workloads.values() if library in libraries]
    if not rows:
        return None, 0
    return [geometric_mean(column) for column in zip(*([*row["ratio"], row["best"]] for row in rows))], len(rows)


def micro(seconds):
    """Three digits, in microseconds."""
    return f"{seconds * 1e6:,.{1 if seconds < 1e-4 else 0}f}"


def spread(workloads):
    """Of a group: median (quartiles), best."""
    (low, middle, high, best), _ = summary(workloads)
    return f"{middle:.2f} ({low:.2f}–{high:.2f}), {best:.2f}"


def by_group(kept):
    """Groups down, occasions across."""
    head = ["group (workloads)", "target", *(occasion["date"] for occasion in kept)]
    rows = []
    for group, target in TARGETS.items():
        cells = [spread(occasion["groups"][group]) if group in occasion["groups"] else "" for occasion in kept]
        if any(cells):
            rows.append([f"{group} ({len(GROUPS[group])})", f"{target:.2f}", *cells])
    return table(head, rows)


def by_workload(groups):
    rows = []
    for group, workloads in groups.items():
        for name, libraries in workloads.items():
            ours, theirs = libraries["minigrad"], libraries["torch"]
            low, middle, high = ours["ratio"]
            rows.append([f"{group}: {name}", micro(ours["seconds"]), micro(theirs["seconds"]),
                         f"{middle:.2f} ({low:.2f}–{high:.2f})", f"{ours['best']:.2f}"])
    return table(["workload", "minigrad, µs", "PyTorch, µs", "ratio (quartiles)", "best"], rows)


def by_peer(groups):
    """The medians of all libraries; in brackets of how many workloads, where it is not all of the group."""
    found = {name for workloads in groups.values() for libraries in workloads.values() for name in libraries}
    columns = ["minigrad", *(peer for peer in peers.PEERS if peer in found)]
    rows = []
    for group, workloads in groups.items():
        row = [group]
        for library in columns:
            ratios, count = summary(workloads, library)
            row.append(f"{ratios[1]:.2f}" + f" ({count})" * (count < len(workloads)) if count else "–")
        rows.append(row)
    return table(["group", *columns], rows) if len(columns) > 1 else ""


def page(kept):
    """The part of README.md that is generated."""
    with_peers = [occasion for occasion in kept if by_peer(occasion["groups"])]
    parts = [by_group(kept)]
    if with_peers:
        parts += [f"Other libraries on {with_peers[-1]['date']}, also as parts of PyTorch's time:",
                  by_peer(with_peers[-1]["groups"])]
    parts += [f"<details><summary>Each workload on {kept[-1]['date']} ({kept[-1]['machine']})</summary>",
              by_workload(kept[-1]["groups"]), "</details>"]
    return "\n\n".join(parts)


def read():
    return json.loads(KEPT.read_text(encoding="utf-8"))


def written(occasions):
    """As JSON with three digits, one line for each library of a workload."""
    rounded = json.loads(json.dumps(occasions), parse_float=lambda text: float(f"{float(text):.3g}"))
    text = json.dumps(rounded, indent=1, ensure_ascii=False)
    return re.sub(r"\{\s+\"seconds\"[^}]+\}", lambda found: " ".join(found[0].split()), text) + "\n"


def figure(kept, path):
    """Bars from 1, as fast as PyTorch, to the median of the occasions; a mark for each target."""
    ratios = {
        group: median(summary(occasion["groups"][group])[0][1] for occasion in kept if group in occasion["groups"])
        for group in TARGETS if any(group in occasion["groups"] for occasion in kept)
    }
    alt = "minigrad's time as a part of PyTorch's, by group of workloads (smaller is faster; target in brackets): " + (
        "; ".join(f"{group} {ratio:.2f} ({TARGETS[group]:.2f})" for group, ratio in ratios.items()) + "."
    )

    def paint(page):
        axes = page.subplots()
        places = range(len(ratios))
        axes.barh(places, [ratio - 1 for ratio in ratios.values()], left=1, height=0.6, color=BLUE, label="minigrad")
        axes.plot([TARGETS[group] for group in ratios], places, "|", color=ORANGE, markersize=19, markeredgewidth=3,
                  label="target")
        for place, ratio in zip(places, ratios.values()):
            axes.annotate(f"{ratio:.2f}", (1.02, place), xycoords=("axes fraction", "data"), va="center")
        axes.axvline(1, color=INK, linewidth=1.5)
        axes.set_xscale("log")
        ticks = [0.1, 0.2, 0.5, 1, 2]
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.minorticks_off()
        axes.set_xlim(min(0.2, *ratios.values()) / 1.2, max(1, *ratios.values()) * 1.2)
        axes.set_yticks(places, ratios)
        axes.invert_yaxis()
        axes.set_xlabel("time of minigrad / time of PyTorch")
        page.legend(loc="outside upper right", ncols=2, frameon=False)

    draw(path, alt, (8, 4.8), paint)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="minigrad's speed beside PyTorch's.")
    parser.add_argument("--group", action="append", help="only groups with this word in their name (may be repeated)")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--peers", action="store_true", help="also the other libraries (extra `peers`)")
    parser.add_argument("--json", metavar="FILE", help="write the measurement to a file")
    parser.add_argument("--add-to-readme", action="store_true", help="keep the measurement and put it into README.md")
    parser.add_argument("--figure", action="store_true", help="draw speed.svg; alone: without measuring")
    options = parser.parse_args(arguments)
    if options.add_to_readme and options.group:
        parser.error("--add-to-readme needs every group")
    os.environ.update(ONE_THREAD)  # before NumPy is loaded
    if not options.figure or options.add_to_readme:
        groups = measure(options.group or [""], options.rounds, options.peers)
        occasion = {"date": f"{datetime.now():%Y-%m-%d %H:%M}", "machine": machine(), "groups": groups}
        for text in (by_workload(groups), by_peer(groups), by_group([occasion])):
            print(text, end="\n\n" if text else "")
        if options.json:
            with open(options.json, "w", encoding="utf-8") as file:
                file.write(written(occasion))
        if options.add_to_readme:
            KEPT.write_text(written([*read(), occasion]), encoding="utf-8", newline="\n")
            put("speed", page(read()))
    if options.figure:
        figure(read(), HERE / "speed.svg")


if __name__ == "__main__":
    sys.exit(main())
