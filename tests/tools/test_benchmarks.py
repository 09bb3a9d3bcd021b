"""What is timed is the same work, each version of a package is itself, and the statistics: by a clock of the tests."""
import itertools
import random
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import minigrad

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import built
import growth
import memory
import peers
import report
import run
import versions
from svgs import texts
from workloads import GROUPS, Work

torch = pytest.importorskip("torch")
WORKLOADS = {name: (group, make) for group, workloads in GROUPS.items() for name, make in workloads.items()}


def small(library, name):
    """A workload; the large arrays have 10,000 numbers here."""
    group, make = WORKLOADS[name]
    return make(library, n=10_000) if group == "large elementwise" else make(library)


@pytest.mark.parametrize("name", WORKLOADS)
def test_the_gradients_of_a_workload_are_pytorchs(name):
    ours, theirs = (run.gradients(small(library, name)) for library in (minigrad, torch))
    assert run.difference(ours, theirs) < run.AGREE


@pytest.mark.parametrize("name", ["mlp_784_256_128_10", "mlp_2_16_16_1", "transformer_block"])
def test_networks_learn_the_same(name):
    """The loss, the gradients and what the step makes of the leaves, three times over, to five digits."""
    ours, theirs = (small(library, name) for library in (minigrad, torch))
    losses = []
    for _ in range(3):
        pair = [[work.step(), *work.leaves, *(leaf.grad for leaf in work.leaves)] for work in (ours, theirs)]
        assert run.difference(*([tensor.detach().numpy() for tensor in side] for side in pair)) < 1e-5
        losses.append(pair[0][0].item())
    assert losses == sorted(losses, reverse=True) and len(set(losses)) == 3


def test_each_workload_has_a_name_of_its_own_and_each_group_a_target():
    assert len(WORKLOADS) == sum(map(len, GROUPS.values()))
    assert list(GROUPS) == list(run.TARGETS)


def test_peers_spell_workloads_that_are_there():
    without = {"twice_with_retained_graph", "tensor_hook", "node_hook", "kept_gradient"}
    assert peers.FORMULAS.keys() | {name for _, name in peers.ONLY} == WORKLOADS.keys() - without
    assert {peer for peer, _ in peers.ONLY} <= set(peers.PEERS)


def test_a_difference_is_a_part_of_the_largest_entry():
    two, other = (torch.tensor(values).numpy() for values in ([2.0, 4.0], [2.0, 3.0]))
    assert run.difference([two], [two]) == 0
    assert run.difference([other], [two]) == 0.25
    assert run.difference([two], [two[:1]]) == float("inf")


class Machine:
    """A clock, and steps that take so much of it; the machine has two speeds, and is interrupted now and then."""

    def __init__(self, monkeypatch, speeds=(1,), interrupted=0.0):
        self.now, self.speeds, self.interrupted, self.steps = 0.0, speeds, interrupted, []
        self.random = random.Random(0)
        random.seed(1)  # the order of the turns
        monkeypatch.setattr(run, "clock", lambda: self.now)

    def step(self, name, seconds):
        def step():
            self.steps.append(name)
            speed = self.speeds[int(self.now / 0.05) % len(self.speeds)]  # each speed lasts 50 ms
            self.now += seconds * speed + self.interrupted * (self.random.random() < 0.001)

        return step


def test_a_figure_is_the_mean_without_the_slowest_and_the_quickest_tenth():
    assert run.trimmed([1000, 2, 3, 4, 5, 6, 7, 8, 9, -1000]) == 5.5
    assert run.trimmed([1, 2, 6]) == 3


@pytest.mark.parametrize("speeds, interrupted", [((1,), 0.0), ((1, 1.4), 0.0), ((1, 1.4), 0.02)])
def test_a_ratio_is_that_of_the_work_whatever_the_machine_does(speeds, interrupted, monkeypatch):
    machine = Machine(monkeypatch, speeds, interrupted)
    steps = {name: machine.step(name, work) for name, work in (("minigrad", 1e-4), ("torch", 2e-4), ("old", 1e-4))}
    found = {"any": run.compare(lambda: steps, rounds=150)}
    for base, right in (("torch", 0.5), ("old", 1.0)):
        whole, thirds, count = run.ratio(found, base=base)
        assert whole == pytest.approx(right, rel=0.03) and count == 1
        assert thirds == pytest.approx([right] * 3, rel=0.06)


def test_every_library_has_as_many_steps_in_each_round_in_changing_order_and_new_ones_in_each_third(monkeypatch):
    machine, made = Machine(monkeypatch), itertools.count()

    def make_steps():
        third = next(made)
        return {name: machine.step((name, third), 1e-3) for name in ("minigrad", "torch", "old")}

    run.compare(make_steps, rounds=30)
    for third in range(3):
        steps = [name for name, of in machine.steps if of == third][-90:]  # before: how many fill a batch
        rounds = ["".join(name[0] for name in steps[at : at + 9]) for at in range(0, 90, 9)]
        assert all(set(re.findall("mmm|ttt|ooo", one)) == {"mmm", "ttt", "ooo"} for one in rounds)
        assert len(set(rounds)) > 2
    assert next(made) == 3


def test_long_steps_have_fewer_rounds(monkeypatch):
    machine = Machine(monkeypatch)
    run.compare(lambda: {name: machine.step(name, 1.0) for name in ("minigrad", "torch")}, rounds=90)
    assert machine.steps.count("minigrad") == run.FEWEST


def test_a_group_has_the_geometric_mean_of_the_ratios_and_of_each_third():
    def workload(*thirds):
        return {"minigrad": {"seconds": 2.0, "thirds": list(thirds)}, "torch": {"seconds": 4.0, "thirds": [1, 1, 1]}}

    group = {"one": workload(1.0, 2.0, 4.0), "two": workload(4.0, 2.0, 1.0)}
    group["two"]["old"] = {"seconds": 8.0, "thirds": [1, 1, 1]}
    assert run.ratio(group) == (0.5, [2.0, 2.0, 2.0], 2)
    assert run.ratio(group, "minigrad", "old") == (0.25, [4.0, 2.0, 1.0], 1)
    assert run.ratio(group, "autograd") is None
    assert run.spread({"one": group["one"]}) == "0.50 (1.00–4.00)"


def test_a_wrong_gradient_is_not_timed():
    def make(library):
        x = library.ones(2, requires_grad=True)
        return Work(lambda: (x * (2 if library is torch else 3)).sum().backward(), [x])

    with pytest.raises(SystemExit, match="wrong: the gradients of minigrad are not PyTorch's"):
        run.steps_of("wrong", make, {"minigrad": minigrad, "torch": torch}, with_peers=False)


@pytest.mark.parametrize("name", WORKLOADS)
def test_the_gradients_of_the_other_libraries_are_pytorchs(name):
    for library in ("autograd", "mygrad", "micrograd"):
        pytest.importorskip(library)
    right = run.gradients(small(torch, name))
    for peer in peers.PEERS:
        if step := peers.step_of(peer, name, small(torch, name)):
            assert run.difference(step(), right) < run.AGREE


def test_mygrad_runs_with_and_without_its_memory_guard_in_turns():
    pytest.importorskip("mygrad")
    from mygrad._utils import lock_management

    steps = {peer: peers.step_of(peer, "mul", small(torch, "mul")) for peer in ("mygrad", "mygrad, guard off")}
    for _ in range(2):
        steps["mygrad"]()
        assert lock_management.MEM_GUARD is True
        steps["mygrad, guard off"]()
        assert lock_management.MEM_GUARD is False


@pytest.fixture
def history(tmp_path):
    """A repository with the package, and `commit(slope)`: from there on that is the slope of tanh."""
    if not shutil.which("git"):
        pytest.skip("needs git")
    ignored = shutil.ignore_patterns("__pycache__", "data", "ch[01]*.py")
    shutil.copytree(Path(minigrad.__file__).parent, tmp_path / "minigrad", ignore=ignored)

    def git(*arguments):
        own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"]
        subprocess.run(["git", *own, *arguments], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)

    def commit(slope=None):
        if slope is not None:
            with open(tmp_path / "minigrad" / "optim.py", "a", encoding="utf-8") as file:
                file.write(f"\nfrom minigrad.core import tensors\ntensors.Tensor.tanh = lambda x: x * {slope}\n")
        git("add", ".")
        git("commit", "--quiet", "-m", "a version")

    git("init", "--quiet")
    return tmp_path, commit


def slope_of_tanh(library):
    x = library.tensor(0.0, requires_grad=True)
    x.tanh().backward()
    return x.grad.item()


def test_commits_and_the_working_tree_are_each_themselves_in_one_process(history):
    folder, commit = history
    for slope in (None, 2.0, 3.0):
        commit(slope)
    with versions.loaded(["HEAD~2", "HEAD~1", "HEAD", "HEAD"], folder) as earlier:
        packages = [minigrad, *earlier.values()]
        assert [slope_of_tanh(package) for package in packages] == [1.0, 1.0, 2.0, 3.0]
        for package in packages:
            layer = package.nn.Linear(2, 1)
            assert type(layer).__module__ == f"{package.__name__}.nn.modules"
            assert [isinstance(layer.weight, other.Tensor) for other in packages].count(True) == 1
            assert sorted(versions.foreign(package)) == []
        names = [package.__name__ for package in earlier.values()]
        assert all(Path(sys.modules[f"{name}.core.ops"].__file__).parents[1].name == name for name in names)
    assert not any(versions.modules(name) for name in names)


def test_a_commit_with_wrong_gradients_is_not_timed_and_named(history):
    folder, commit = history
    commit(2.0)
    with versions.loaded(["HEAD"], folder) as earlier:
        (short,) = earlier
        packages = {"minigrad": minigrad, "torch": torch, **earlier}
        with pytest.raises(SystemExit, match=f"tanh: the gradients of {short} are not PyTorch's"):
            run.steps_of("tanh", WORKLOADS["tanh"][1], packages, with_peers=False)


def test_parts_of_another_version_are_found(history):
    folder, commit = history
    commit()
    with versions.loaded(["HEAD"], folder) as earlier:
        (package,) = earlier.values()
        package.core.ops.borrowed = minigrad.Tensor
        package.operations.arithmetic.MulBackward0.forward = minigrad.operations.arithmetic.MulBackward0.forward
        assert sorted(versions.foreign(package)) == [
            f"{package.__name__}.core.ops.borrowed", f"{package.__name__}.operations.arithmetic.MulBackward0.forward",
        ]
    assert versions.foreign(minigrad) == []


def test_a_commit_that_is_not_there_is_named(history):
    folder, commit = history
    commit()
    with pytest.raises(SystemExit, match="Needed a single revision"), versions.loaded(["nowhere"], folder):
        pass


def ticking(monkeypatch):
    """A clock on which every batch takes as long."""
    ticks = itertools.count()
    monkeypatch.setattr(run, "clock", lambda: float(next(ticks)))


def test_a_measurement_becomes_tables_and_a_file(capsys, tmp_path, monkeypatch):
    ticking(monkeypatch)
    run.main(["--group", "double", "--rounds", "6", "--json", str(tmp_path / "found.json")])
    printed = capsys.readouterr().out
    assert "| double backward (2) | 0.50 | 1.00 (1.00–1.00) |" in printed
    assert re.findall(r"double backward: (\w+)", printed) == list(GROUPS["double backward"])
    assert '"torch": { "seconds": 1.0, "thirds": [ 1.0, 1.0, 1.0 ] }' in (tmp_path / "found.json").read_text("utf-8")


def occasion(date, **seconds):
    both = {name: {"seconds": value, "thirds": [value] * 3} for name, value in seconds.items()}
    return {"date": date, "machine": "a computer", "groups": {"double backward": {"second_derivative": both}}}


def test_the_page_shows_every_occasion_the_last_commits_and_the_last_peers():
    first = occasion("Monday", minigrad=2e-5, torch=4e-5, mygrad=8e-5, **{"mygrad, guard off": 6e-5, "92f71b5": 1e-5})
    page = run.page([first, occasion("Tuesday", minigrad=3e-5, torch=4e-5)])
    assert page.splitlines() == [
        "| group (workloads) | target | Monday | Tuesday |",
        "| --- | ---: | ---: | ---: |",
        "| double backward (2) | 0.50 | 0.50 (0.50–0.50) | 0.75 (0.75–0.75) |",
        "",
        "Beside earlier commits on Monday, as a part of their time:",
        "",
        "| group | 92f71b5 |",
        "| --- | ---: |",
        "| double backward | 2.00 (2.00–2.00) |",
        "",
        "Other libraries on Monday, also as parts of PyTorch's time:",
        "",
        "| group | minigrad | mygrad | mygrad, guard off |",
        "| --- | ---: | ---: | ---: |",
        "| double backward | 0.50 | 2.00 | 1.50 |",
        "",
        "<details><summary>Each workload on Tuesday (a computer)</summary>",
        "",
        "| workload | minigrad, µs | PyTorch, µs | ratio |",
        "| --- | ---: | ---: | ---: |",
        "| double backward: second_derivative | 30.0 | 40.0 | 0.75 (0.75–0.75) |",
        "",
        "</details>",
    ]


def test_a_measurement_that_is_kept_is_the_last_column(tmp_path, monkeypatch):
    ticking(monkeypatch)
    monkeypatch.setattr(run, "GROUPS", {"double backward": GROUPS["double backward"]})  # every group: this one
    readme, kept = tmp_path / "README.md", tmp_path / "kept.json"
    readme.write_text("<!-- speed -->\n<!-- end of speed -->\n", encoding="utf-8")
    kept.write_text(run.written([occasion("Monday", minigrad=2.0, torch=4.0)]), encoding="utf-8")
    monkeypatch.setattr(run, "KEPT", kept)
    monkeypatch.setattr(run, "put", lambda name, text: report.put(name, text, readme))
    run.main(["--rounds", "3", "--add-to-readme"])
    assert "| double backward (2) | 0.50 | 0.50 (0.50–0.50) | 1.00 (1.00–1.00) |" in readme.read_text(encoding="utf-8")
    assert [one["date"] for one in run.read()][0] == "Monday" and len(run.read()) == 2


def test_told_measures_with_numpy_and_the_warnings_set_otherwise(monkeypatch):
    ticking(monkeypatch)
    told = []

    def look(torch):
        told.append((np.geterr()["over"], warnings.filters[0][0]))
        return GROUPS["double backward"]["second_derivative"](torch)

    monkeypatch.setattr(run, "GROUPS", {"double backward": {"second_derivative": look}})
    with np.errstate(all="warn"), warnings.catch_warnings():
        warnings.simplefilter("default")
        run.main(["--rounds", "3"])
        assert set(told) == {("warn", "default")}
        told.clear()
        run.main(["--rounds", "3", "--told"])
        assert set(told) == {("ignore", "always")}


def test_the_readme_shows_what_is_kept():
    text = report.README.read_text(encoding="utf-8")
    assert f"<!-- speed -->\n{run.page(run.read())}\n<!-- end of speed -->" in text


def test_the_figure_shows_what_is_kept_and_can_be_read(tmp_path):
    stored = (report.HERE / "speed.svg").read_text(encoding="utf-8")
    run.figure(run.read(), tmp_path / "speed.svg")
    run.figure(run.read(), tmp_path / "again.svg")
    drawn = (tmp_path / "speed.svg").read_text(encoding="utf-8")
    assert drawn == (tmp_path / "again.svg").read_text(encoding="utf-8")
    assert set(texts(stored)) == set(texts(drawn)) >= run.TARGETS.keys()
    assert 'role="img"' in stored and "transformer block" in re.search(r"<title>(.+?)</title>", stored)[1]
    sizes = {float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", stored)}
    assert sizes and min(sizes) >= 12


def test_a_page_without_its_markers_says_so(tmp_path):
    page = tmp_path / "README.md"
    page.write_text("before\n<!-- speed -->\nold\n<!-- end of speed -->\nafter\n", encoding="utf-8")
    report.put("speed", "new", page)
    assert page.read_text(encoding="utf-8") == "before\n<!-- speed -->\nnew\n<!-- end of speed -->\nafter\n"
    with pytest.raises(ValueError, match="lacks the markers <!-- memory -->"):
        report.put("memory", "new", page)


if sys.platform == "linux":

    def test_growth_finds_what_a_node_costs(tmp_path):
        found = growth.measure(sizes=(100, 1000), nodes=2000, rounds=1)
        for sizes in found.values():
            assert all(one["forward"] > 0 and one["backward"] > 0 for one in sizes.values())
            assert 100 < sizes[1000]["bytes"] < 2000
        assert [row.split(" | ")[0] for row in growth.by_size(found).splitlines()[2:]] == ["| 100", "| 1,000"]
        growth.figure(found, tmp_path / "growth.svg")
        drawn = (tmp_path / "growth.svg").read_text("utf-8")
        assert {"nodes", "bytes per node", "minigrad", "PyTorch"} <= set(texts(drawn))

    def test_memory_counts_nodes_peaks_and_imports():
        (_, _, *rows) = memory.per_node(2000).splitlines()
        assert all(50 < float(row.split(" | ")[1]) < 500 for row in rows) and len(rows) == 2
        (_, _, *rows) = memory.peak(9_000_000).splitlines()  # over 32 MB: no memory of before is used again
        assert all(1 < float(row.split(" | ")[2]) < 12 for row in rows) and len(rows) == 2
        (_, _, *rows) = memory.pages(3).splitlines()
        assert len(rows) == 4 and all(float(row.split("|")[2]) > 0 for row in rows)
        assert memory.imports(1).count("import") == 1 + len(memory.IMPORTS)


def test_the_readme_has_a_row_for_each_package_that_is_timed():
    readme = (built.ROOT / "README.md").read_text(encoding="utf-8")
    rows = [way.replace("import minigrad", "`import minigrad`") for way in built.WAYS.values()][1:]
    assert [way for way in rows if f"\n  | {way} | " not in readme] == []
    first, second = built.workloads(minigrad)
    assert f"\n  | | `{first}` | {second} |\n" in readme


def test_the_programs_of_the_chapters_packages_go_back(lib, monkeypatch):
    """Each turn adds the same gradients once more."""
    leaves, make = [], lib.tensor

    def tensor(*args, **named):
        leaves.append(make(*args, **named))
        return leaves[-1]

    monkeypatch.setattr(lib, "tensor", tensor)
    for program in built.workloads(lib).values():
        program()
    assert sum(leaf.grad is not None for leaf in leaves if leaf.requires_grad) == 6
