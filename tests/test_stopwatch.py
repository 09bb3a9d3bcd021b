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


class Slow:
    """Adds in 3 microseconds of a clock of its own, at first in a second; sums and goes back in 4 microseconds."""

    now = count = 0

    def ones(self, *_, **__):
        return self

    def __add__(self, other):
        self.count += 1
        self.now += 3e-6 if self.count > 100 else 1
        return self

    def sum(self):
        self.now += 4e-6
        return self

    backward = sum


def test_each_line_has_the_time_that_it_takes_when_nothing_holds_it_up(capsys, monkeypatch):
    """By a clock of its own, which a busy computer does not hold up; 20 runs of a line are timed together."""
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    slow = Slow()
    monkeypatch.setattr(timeit, "repeat", functools.partial(timeit.repeat, timer=lambda: slow.now))
    stopwatch(SETUP, LINES, {"ones": slow.ones})
    text = capsys.readouterr().out
    assert text.splitlines()[0].split() == ["yours"] and times(text) == [[3.0], [11.0]]


def test_pytorch_has_a_column_where_it_is_installed(capsys, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    stopwatch(SETUP, LINES, {"ones": ones})
    text = capsys.readouterr().out
    assert text.splitlines()[0].split() == ["yours", "PyTorch"] and [len(row) for row in times(text)] == [2, 2]
    assert all(time > 0 for row in times(text) for time in row)


def test_where_notebooks_are_stored_it_prints_no_time(capsys, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "1")
    stopwatch(SETUP, LINES, {"ones": ones})
    text = capsys.readouterr().out
    assert "run this cell yourself" in text and "µs" not in text and all(line in text for line in LINES)
