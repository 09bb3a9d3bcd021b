"""What is timed is the same work: on every workload minigrad and PyTorch have the same gradients. Nothing is timed."""
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import minigrad

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import growth
import memory
import peers
import report
import run
from workloads import GROUPS, Work

torch = pytest.importorskip("torch")
WORKLOADS = {name: (group, make) for group, workloads in GROUPS.items() for name, make in workloads.items()}
TEXT = "{http://www.w3.org/2000/svg}text"


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
    assert peers.FORMULAS.keys() | {name for _, name in peers.ONLY} == WORKLOADS.keys() - {"twice_with_retained_graph"}
    assert {peer for peer, _ in peers.ONLY} <= set(peers.PEERS)


def test_a_difference_is_a_part_of_the_largest_entry():
    two, other = (torch.tensor(values).numpy() for values in ([2.0, 4.0], [2.0, 3.0]))
    assert run.difference([two], [two]) == 0
    assert run.difference([other], [two]) == 0.25
    assert run.difference([two], [two[:1]]) == float("inf")


def test_the_libraries_take_turns_and_a_ratio_is_of_the_two_sums(monkeypatch):
    turns = []
    times = {"minigrad": [1, 2, 3, 9], "torch": [4, 2, 8, 4]}

    def seconds(step, _):
        turns.append(step)
        return times[step].pop(0)

    monkeypatch.setattr(run, "seconds", seconds)
    monkeypatch.setattr(run, "repetitions", lambda step: 1)
    found = run.compare({"minigrad": "minigrad", "torch": "torch"}, rounds=2)["minigrad"]
    assert turns == ["minigrad", "torch", "torch", "minigrad"] * 2
    ratios = (1 + 2) / (4 + 2), (3 + 9) / (8 + 4)
    assert found == {"seconds": 3.75, "ratio": [0.625, sum(ratios) / 2, 0.875], "best": 1 / 2}


def test_a_wrong_gradient_is_not_timed():
    def make(library):
        x = library.ones(2, requires_grad=True)
        return Work(lambda: (x * (2 if library is torch else 3)).sum().backward(), [x])

    with pytest.raises(SystemExit, match="wrong: the gradients of minigrad are not PyTorch's"):
        run.steps_of("wrong", make, with_peers=False)


def test_a_measurement_becomes_tables_and_a_file(capsys, tmp_path):
    run.main(["--group", "double", "--rounds", "2", "--json", str(tmp_path / "found.json")])
    printed = capsys.readouterr().out
    assert re.search(r"\| double backward \(2\) \| 0.50 \| \d+\.\d\d \(", printed)
    assert re.findall(r"double backward: (\w+)", printed) == list(GROUPS["double backward"])
    assert '"torch": {' in (tmp_path / "found.json").read_text(encoding="utf-8")


def test_the_readme_shows_what_is_kept():
    text = report.README.read_text(encoding="utf-8")
    assert f"<!-- speed -->\n{run.page(run.read())}\n<!-- end of speed -->" in text


def test_the_figure_shows_what_is_kept_and_can_be_read(tmp_path):
    stored = (report.HERE / "speed.svg").read_text(encoding="utf-8")
    run.figure(run.read(), tmp_path / "speed.svg")
    run.figure(run.read(), tmp_path / "again.svg")
    drawn = (tmp_path / "speed.svg").read_text(encoding="utf-8")
    assert drawn == (tmp_path / "again.svg").read_text(encoding="utf-8")
    assert words(stored) == words(drawn) and words(stored) >= run.TARGETS.keys()
    assert 'role="img"' in stored and "transformer block" in re.search(r"<title>(.+?)</title>", stored)[1]
    sizes = {float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", stored)}
    assert sizes and min(sizes) >= 12


def words(svg):
    return {element.text for element in ElementTree.fromstring(svg).iter(TEXT)}


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
            assert all(0 < one["forward"] < 1e-3 and 0 < one["backward"] < 1e-3 for one in sizes.values())
            assert 100 < sizes[1000]["bytes"] < 2000
        assert [row.split(" | ")[0] for row in growth.by_size(found).splitlines()[2:]] == ["| 100", "| 1,000"]
        growth.figure(found, tmp_path / "growth.svg")
        assert {"nodes", "bytes per node", "minigrad", "PyTorch"} <= words((tmp_path / "growth.svg").read_text("utf-8"))

    def test_memory_counts_nodes_peaks_and_imports():
        (_, _, *rows) = memory.per_node(2000).splitlines()
        assert all(50 < float(row.split(" | ")[1]) < 500 for row in rows) and len(rows) == 2
        (_, _, *rows) = memory.peak(9_000_000).splitlines()  # over 32 MB: no memory of before is used again
        assert all(1 < float(row.split(" | ")[2]) < 12 for row in rows) and len(rows) == 2
        (_, _, *rows) = memory.pages(3).splitlines()
        assert len(rows) == 4 and all(float(row.split("|")[2]) > 0 for row in rows)
        assert memory.imports(1).count("import") == 1 + len(memory.IMPORTS)
