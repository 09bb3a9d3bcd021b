"""The update of a weight that a reader writes in chapter 8: right ones train the network, a wrong one gets its hint."""

import pytest

import minigrad as torch
from minigrad.teach import ch08

pytestmark = pytest.mark.chapter(8)
RIGHT = [
    "def update(w, rate):\n    return (w - rate * w.grad).detach().requires_grad_()",
    "def update(w, rate):\n    with torch.no_grad():\n        new = w - rate * w.grad\n    return new.requires_grad_()",
    "def update(w, rate):\n    with torch.no_grad():\n        w = w - w.grad * rate\n    w.requires_grad = True\n"
    "    return w",
    "@torch.no_grad()\ndef update(w, rate):\n    return (w - rate * w.grad).requires_grad_()",
    "def update(w, rate):\n    w.data = w.data - rate * w.grad\n    w.grad = None\n    return w",
]


def written(source):
    space = {"torch": torch}
    exec(source, space)
    return space["update"]


@pytest.fixture(autouse=True)
def recording_is_on():
    with torch.enable_grad():
        yield


@pytest.mark.parametrize("source", RIGHT)
def test_a_right_update_trains_the_network(source, capsys):
    update = written(source)
    assert ch08.your_update(update, torch) is update
    assert "It is yours" in capsys.readouterr().out


# Wrong answers to the update of the first network: (source, words of the hint)
UPDATES = [
    ("def update(w, rate):\n    with torch.no_grad():\n"
     "        moved = w - rate * w.grad\n    return moved", "Here `-=` makes a new tensor, too"),
    ("def update(w, rate):\n    return w - rate * w.grad", "the new weight is a result"),
    ("def update(w, rate):\n    with torch.no_grad():\n"
     "        moved = w + rate * w.grad\n    return moved.requires_grad_()", "uphill"),
    ("def update(w, rate):\n    with torch.no_grad():\n"
     "        moved = w - rate * w.grad\n    return w", "has not moved"),
    ("def update(w, rate):\n    with torch.no_grad():\n        moved = w - w.grad\n"
     "    return moved.requires_grad_()", "rate is missing"),
    ("def update(w, rate):\n    w = w.detach()\n    return (w - rate * w.grad).requires_grad_()", "no grad"),
    ("def update(w, rate):\n    with torch.no_grad():\n"
     "        moved = w - rate * w.grad\n    moved.requires_grad_()", "`return`"),
    ("def update(w, rate):\n    with torch.no_grad():\n"
     "        moved = w - rate * w.grad\n    return moved.requires_grad_", "call it, with brackets"),
    ("def update(w, rate):\n    w.data = w.data - rate * w.grad\n    return w", "grad still holds"),
    ("def update(w, rate):\n    return (rate * w.grad).detach().requires_grad_()", "step alone"),
    ("def update(w, rate):\n    torch.set_grad_enabled(False)\n"
     "    return (w - rate * w.grad).requires_grad_()", "left off"),
    ("def update(w, rate):\n    return (w - 0.1 * w.grad).detach().requires_grad_()", "Use `rate`"),
]


@pytest.mark.parametrize("source, hint", UPDATES)
def test_a_wrong_update_gets_its_hint_and_ours_trains(source, hint, capsys):
    update = written(source)
    assert ch08.your_update(update, torch) is not update
    said = capsys.readouterr().out
    assert hint in said and "Until it passes, ours is running." in said


def test_the_stub_is_not_yet_written(capsys):
    assert ch08.your_update(lambda w, rate: ..., torch)
    assert "not yet" in capsys.readouterr().out


def test_the_moons_lie_apart_and_reach_into_each_other():
    points, names = ch08.moons()
    assert len(points) == len(names) == 80 and names.count("upper") == 40
    assert max(x for (x, y), name in zip(points, names) if name == "upper") > 0.9
    assert min(y for (x, y), name in zip(points, names) if name == "lower") < 0
