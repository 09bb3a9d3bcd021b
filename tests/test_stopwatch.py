"""The stopwatch prints how long a line takes; nothing that differs from run to run where notebooks are stored."""

import re
import sys

import pytest

from minigrad import ones
from minigrad.teach import stopwatch

SETUP = "x, y = torch.ones(4, requires_grad=True), torch.ones(4, requires_grad=True)"
LINES = ["x + y", "(x + y).sum().backward()"]


def times(text):
    return [[float(time) for time in re.findall(r"([\d.]+) µs", line)] for line in text.splitlines()[1:]]


def test_each_line_has_its_time_and_the_longer_one_takes_longer(capsys, monkeypatch):
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    stopwatch(SETUP, LINES, {"ones": ones})
    text = capsys.readouterr().out
    (short,), (long,) = times(text)
    assert text.splitlines()[0].split() == ["yours"] and 0 < short < long


def test_pytorch_has_a_column_where_it_is_installed(capsys, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    stopwatch(SETUP, LINES, {"ones": ones})
    text = capsys.readouterr().out
    assert text.splitlines()[0].split() == ["yours", "PyTorch"] and [len(row) for row in times(text)] == [2, 2]


def test_where_notebooks_are_stored_it_prints_no_time(capsys, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "1")
    stopwatch(SETUP, LINES, {"ones": ones})
    text = capsys.readouterr().out
    assert "run this cell yourself" in text and "µs" not in text and all(line in text for line in LINES)
