"""The stopwatch prints how long a line takes; nothing that differs from run to run where notebooks are stored."""

import functools
import re
import sys
import timeit

import pytest

from minigrad import ones
from minigrad.teach import stopwatch

SETUP = "x, y = torch.ones(4, requires_grad=True), torch.ones(4, requires_grad=True)"
LINES = ["x + y", "(x + y).sum().backward()"]


def times(text):
    return [[float(time) for time in re.findall(r"([\d.]+) µs", line)] for line in text.splitlines()[1:]]


@pytest.fixture(autouse=True)
def timed(monkeypatch):
    """The reader looks on."""
    monkeypatch.delenv("TQDM_DISABLE", raising=False)


@pytest.fixture
def alone(monkeypatch):
    """As if torch were not installed."""
    monkeypatch.setitem(sys.modules, "torch", None)


class Slow:
    """Adds in 3 microseconds of a clock of its own, sums and goes back in 4; `factor` times as long at first.

    first  how many additions that are
    """

    now = count = 0

    def __init__(self, first, factor):
        self.first, self.factor = first, factor

    def ones(self, *_, **__):
        return self

    def takes(self, seconds):
        self.now += seconds if self.count > self.first else seconds * self.factor
        return self

    def __add__(self, other):
        self.count += 1
        return self.takes(3e-6)

    def sum(self):
        return self.takes(4e-6)

    backward = sum


@pytest.mark.parametrize("first, factor", [(100, 1e5), (2000, 2)], ids=["a slow start", "half of two lines is slow"])
def test_each_line_has_the_time_that_it_takes_when_nothing_holds_it_up(first, factor, alone, capsys, monkeypatch):
    """By a clock of its own, which a busy computer does not hold up; 20 runs of a line are timed together.

    Lines take turns, so that each meets a quick time of the machine.
    """
    slow = Slow(first, factor)
    monkeypatch.setattr(timeit, "Timer", functools.partial(timeit.Timer, timer=lambda: slow.now))
    stopwatch(SETUP, LINES, {"ones": slow.ones})
    text = capsys.readouterr().out
    assert text.splitlines()[0].split() == ["yours", "÷", "first"] and times(text) == [[3.0], [11.0]]
    assert [line.split()[-1] for line in text.splitlines()[1:]] == ["1.00", "3.67"]


def test_an_empty_line_begins_a_group_and_functions_are_counted_where_nothing_is_timed(alone, capsys, monkeypatch):
    lines = [LINES[0], "", *LINES]
    for silent in (True, False):
        monkeypatch.setenv("TQDM_DISABLE", "1") if silent else monkeypatch.delenv("TQDM_DISABLE")
        stopwatch(SETUP, lines, {"ones": ones}, count=lambda run: [run()] * 7)
        text = capsys.readouterr().out.splitlines()
        assert [line.rstrip()[:5] for line in text[1:]] == ["x + y", "", "x + y", "(x + "] and "functions" in text[0]
        assert ("µs" in text[1]) != silent and all(" 7 " in line for line in text[1:] if line.strip())
    assert [line.split()[-1] for line in (text[1], text[3])] == ["µs", "1.00"]  # the first stands alone


def test_what_needs_no_torch_has_one_column_and_may_use_the_readers_own_names(capsys):
    stopwatch("a = 2", ["twice(a)"], {"twice": lambda a: a + a})
    text = capsys.readouterr().out
    assert text.splitlines()[0].split() == ["yours", "÷", "first"] and len(times(text)[0]) == 1


def test_what_is_still_to_be_written_has_no_time(capsys):
    stopwatch("a = 1", ["a + 1", "mine(a)", "b = mine(a)"], {"mine": lambda a: ...})
    first, stub, statement = capsys.readouterr().out.splitlines()[1:]
    assert "µs" in first and "µs" in statement
    assert stub.split() == ["mine(a)", "not", "yet"]


def test_each_form_has_a_column_and_the_first_one_stays(alone, capsys):
    there, forms = [], {"plain": lambda: there.append("plain"), "quick": lambda: there.append("quick")}
    stopwatch(SETUP, LINES, {"ones": ones}, forms=forms, count=lambda run: [run(), *["f"] * len(there)])
    text = capsys.readouterr().out
    assert text.splitlines()[0].split() == ["functions", "plain", "÷", "first", "quick"] and "2 → 3" in text
    assert there[-1] == "plain" and set(there) == {"plain", "quick"}


def test_pytorch_has_a_column_where_it_is_installed(capsys):
    pytest.importorskip("torch")
    stopwatch(SETUP, LINES, {"ones": ones})
    text = capsys.readouterr().out
    assert text.splitlines()[0].split() == ["yours", "÷", "first", "PyTorch"]
    assert [len(row) for row in times(text)] == [2, 2]
    assert all(time > 0 for row in times(text) for time in row)


def test_where_notebooks_are_stored_it_prints_no_time(capsys, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "1")
    stopwatch(SETUP, LINES, {"ones": ones})
    text = capsys.readouterr().out
    assert "run this cell yourself" in text and "µs" not in text and all(line in text for line in LINES)


@pytest.mark.parametrize(("setup", "line"), [("a = np.ones(3)", "a + a"), ("a = 1", "a + missing")])
def test_a_fault_is_noticed_where_nothing_is_timed(setup, line, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "1")
    with pytest.raises(NameError):
        stopwatch(setup, [line], {})
