"""How fast minigrad is beside PyTorch and beside its own earlier commits: the same steps, in turns, in one process.

    python benchmarks/run.py                       every group, as a table
    python benchmarks/run.py --group chains        the groups with this word in their name
    python benchmarks/run.py --against COMMIT      also an earlier commit of this repository (may be repeated)
    python benchmarks/run.py --peers               also HIPS autograd, MyGrad and micrograd
    python benchmarks/run.py --told                as a user has it who has told NumPy and the warnings something
    python benchmarks/run.py --add-to-readme       keep this measurement: a new column in README.md
    python benchmarks/run.py --figure              draw speed.svg from the measurements that are kept
"""

import argparse
import gc
import json
import os
import random
import re
import sys
import warnings
from datetime import datetime
from functools import partial
from importlib import import_module
from statistics import geometric_mean, mean, median
from time import process_time as clock

import peers
import versions
from report import BLUE, HERE, INK, ONE_THREAD, ORANGE, draw, machine, put, table
from tqdm import tqdm
from workloads import GROUPS

KEPT = HERE / "kept.json"
# What we aim at: the time of minigrad as a part of PyTorch's.
TARGETS = {
    "the documents' examples": 0.30,
    "scalar expressions (0-d)": 0.30,
    "single operations, 4 elements": 0.25,
    "torch API: hooks, views, in place": 0.35,
    "1,000-deep chains": 0.50,
    "fan-in 10,000 leaves, diamonds": 0.50,
    "training step of a network": 0.80,
    "large elementwise": 0.50,
    "reductions, broadcasting (1000x1000)": 0.90,
    "double backward": 0.50,
    "transformer block": 0.85,
}
BATCH = 0.003  # seconds of PyTorch: long enough for the clock, short enough to take turns often
LONGEST, FEWEST = 4, 12  # seconds for a workload, where that leaves so many rounds
TRIMMED = 0.1  # this part of the batches, the slowest and the quickest, does not count
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
    start = clock()
    for _ in range(times):
        step()
    return (clock() - start) / times


def repetitions(step):
    """How many steps fill a batch; finding out warms up as well."""
    times = 1
    while (taken := seconds(step, times) * times) < BATCH / 2:
        times *= 2
    return max(1, round(times * BATCH / taken))


def trimmed(values):
    """The mean without the slowest and the quickest tenth."""
    cut = int(TRIMMED * len(values))
    return mean(sorted(values)[cut : len(values) - cut])


def steps_of(name, make, packages, with_peers):
    """{library: step}; every library's gradients have to agree with PyTorch's first.

    They get their memory in an order drawn anew: where an array lies makes its arithmetic faster or slower.
    """
    works = {library: make(packages[library]) for library in random.sample([*packages], len(packages))}
    steps = {library: works[library].step for library in packages}
    again = make(packages["torch"])  # its leaves are still as they were
    found = {library: gradients(work) for library, work in works.items()}
    for peer in peers.PEERS if with_peers else ():
        if made := peers.step_of(peer, name, again):
            steps[peer] = made
            found[peer] = made()
    for library, arrays in found.items():
        if difference(arrays, found["torch"]) > AGREE:
            raise SystemExit(f"{name}: the gradients of {library} are not PyTorch's")
    return steps


def compare(make_steps, rounds):
    """{library: seconds of a step, and the same from each third of the rounds alone} of a workload.

    A round runs a batch of each library, as many steps of each, in an order drawn anew: so all of them meet every speed
    of the machine equally often. Each third has new steps, which work on memory of their own.
    """
    taken = {}
    for _ in range(3):
        steps = make_steps()
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # the collector need not look through what is loaded
        times = repetitions(steps["torch"])
        third = {library: [] for library in steps}
        order, spent = list(steps), 0
        for number in range(rounds // 3):
            if number >= FEWEST / 3 and spent > LONGEST / 3:
                break
            random.shuffle(order)
            for library in order:
                third[library].append(seconds(steps[library], times))
                spent += third[library][-1] * times
        for library, values in third.items():
            taken.setdefault(library, []).append(values)
    return {library: {"seconds": trimmed(sum(thirds, [])), "thirds": [trimmed(values) for values in thirds]}
            for library, thirds in taken.items()}


def measure(words, rounds, with_peers=False, commits=(), told=False):
    """{group: {workload: what `compare` gives}} of the groups in whose names one of the words stands.

    told  whether NumPy and the warnings are set otherwise than at the import, as a user may do
    """
    chosen = [(group, name) for group in GROUPS if any(word in group for word in words) for name in GROUPS[group]]
    found = {}
    with versions.loaded(commits) as earlier:
        packages = {"minigrad": import_module("minigrad"), "torch": import_module("torch"), **earlier}
        dir(packages["minigrad"])  # loads every layer
        packages["torch"].set_num_threads(1)
        if told:
            import_module("numpy").seterr(all="ignore")
            warnings.simplefilter("always")
        for group, name in (bar := tqdm(chosen, unit="workload")):
            bar.set_description(name)
            make_steps = partial(steps_of, name, GROUPS[group][name], packages, with_peers)
            found.setdefault(group, {})[name] = compare(make_steps, rounds)
        for package in (packages["minigrad"], *earlier.values()):
            if mixed := versions.foreign(package):
                raise SystemExit(f"{package.__name__} has parts of another version: {', '.join(mixed)}")
    return found


# Reporting


def ratio(workloads, library="minigrad", base="torch"):
    """Of a group, or None: the ratio of two libraries, the same of each third, and of how many workloads.

    Geometric means over the workloads that both have.
    """
    pairs = [(both[library], both[base]) for both in workloads.values() if library in both and base in both]
    if not pairs:
        return None
    whole = geometric_mean(ours["seconds"] / theirs["seconds"] for ours, theirs in pairs)
    parts = [[a / b for a, b in zip(ours["thirds"], theirs["thirds"])] for ours, theirs in pairs]
    return whole, [geometric_mean(third) for third in zip(*parts)], len(pairs)


def micro(seconds):
    """Three digits, in microseconds."""
    return f"{seconds * 1e6:,.{1 if seconds < 1e-4 else 0}f}"


def spread(workloads, base="torch"):
    """Of a group: minigrad's ratio, in brackets the smallest and the largest of the thirds."""
    whole, thirds, _ = ratio(workloads, base=base)
    return f"{whole:.2f} ({min(thirds):.2f}–{max(thirds):.2f})"


def others(groups):
    """(peers, commits) that were measured."""
    found = dict.fromkeys(name for workloads in groups.values() for both in workloads.values() for name in both)
    commits = [name for name in found if name not in ("minigrad", "torch", *peers.PEERS)]
    return [peer for peer in peers.PEERS if peer in found], commits


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
    _, commits = others(groups)
    rows = []
    for group, workloads in groups.items():
        for name, both in workloads.items():
            row = [f"{group}: {name}", *(micro(both[library]["seconds"]) for library in ("minigrad", "torch"))]
            rows.append(row + [spread({name: both}, base) for base in ("torch", *commits)])
    return table(["workload", "minigrad, µs", "PyTorch, µs", "ratio", *(f"to {name}" for name in commits)], rows)


def by_commit(groups):
    """minigrad's time as a part of that of its earlier commits."""
    _, commits = others(groups)
    rows = [[group, *(spread(workloads, name) for name in commits)] for group, workloads in groups.items()]
    return table(["group", *commits], rows) if commits else ""


def by_peer(groups):
    """All libraries as parts of PyTorch's time; in brackets of how many workloads, where it is not all of the group."""
    found, _ = others(groups)
    rows = []
    for group, workloads in groups.items():
        row = [group]
        for library in ("minigrad", *found):
            whole, _, count = ratio(workloads, library) or (0, 0, 0)
            row.append(f"{whole:.2f}" + f" ({count})" * (count < len(workloads)) if count else "–")
        rows.append(row)
    return table(["group", "minigrad", *found], rows) if found else ""


def page(kept):
    """The part of README.md that is generated."""
    parts = [by_group(kept)]
    for text, rows in (("Beside earlier commits on {}, as a part of their time:", by_commit),
                       ("Other libraries on {}, also as parts of PyTorch's time:", by_peer)):
        if having := [occasion for occasion in kept if rows(occasion["groups"])]:
            parts += [text.format(having[-1]["date"]), rows(having[-1]["groups"])]
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
        group: median(ratio(occasion["groups"][group])[0] for occasion in kept if group in occasion["groups"])
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
    parser.add_argument("--rounds", type=int, default=100, help="batches of each library, at least 3")
    parser.add_argument("--peers", action="store_true", help="also the other libraries (extra `peers`)")
    parser.add_argument("--against", action="append", default=[], metavar="COMMIT",
                        help="also an earlier commit of this repository (may be repeated)")
    parser.add_argument("--told", action="store_true", help="with np.seterr and warnings.simplefilter after the import")
    parser.add_argument("--json", metavar="FILE", help="write the measurement to a file")
    parser.add_argument("--add-to-readme", action="store_true", help="keep the measurement and put it into README.md")
    parser.add_argument("--figure", action="store_true", help="draw speed.svg; alone: without measuring")
    options = parser.parse_args(arguments)
    if options.rounds < 3:
        parser.error("--rounds has to be 3 or more")
    if options.add_to_readme and (options.group or options.told):
        parser.error("--add-to-readme needs every group, and NumPy as it was at the import")
    os.environ.update(ONE_THREAD)  # before NumPy is loaded
    sys.path.insert(0, str(HERE.parent))  # this folder's minigrad
    if not options.figure or options.add_to_readme:
        groups = measure(options.group or [""], options.rounds, options.peers, options.against, options.told)
        occasion = {"date": f"{datetime.now():%Y-%m-%d %H:%M}", "machine": machine(), "groups": groups}
        for text in (by_workload(groups), by_peer(groups), by_commit(groups), by_group([occasion])):
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
