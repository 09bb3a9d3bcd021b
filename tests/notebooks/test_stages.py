"""The package as a chapter finds it: the package's own tests on it, and what a failing function leaves behind."""
import contextlib
import sys
import threading
import warnings

import numpy as np
import pytest
import stage_tests
from living import fixture_begin  # noqa: F401
from users_functions import ALONE, BEFORE, WAYS

import minigrad

LISTED = """# a list

Because it is Tuesday.
    tests/a.py::one[x y]
    tests/b.py

Because it rains.
    tests/c.py::three
"""


def test_before_chapter_17_the_package_does_what_the_delivered_one_does(capfd):
    """But for what stands, with its reason, in tests/package/differs_at_17.txt."""
    assert stage_tests.main(["17", "-n", "0", "-q", "--tb=short"]) == 0, capfd.readouterr().out[-5000:]


def test_each_failure_has_a_reason_and_each_reason_a_failure():
    known = stage_tests.known(LISTED)
    assert known == {"tests/a.py::one[x y]": "Because it is Tuesday.", "tests/b.py": "Because it is Tuesday.",
                     "tests/c.py::three": "Because it rains."}
    outcomes = {"tests/a.py::one[x y]": "failed", "tests/b.py::two": "failed", "tests/b.py::other": "passed",
                "tests/c.py::three": "passed", "tests/d.py::four": "failed"}
    explained, unknown, unused = stage_tests.judged(outcomes, known)
    assert explained == dict.fromkeys(["tests/a.py::one[x y]", "tests/b.py::two"], "Because it is Tuesday.")
    assert unknown == ["tests/d.py::four"] and unused == ["tests/c.py::three"]


def test_a_line_of_the_list_whose_test_did_not_run_is_no_mistake():
    assert stage_tests.judged({"tests/d.py::four": "passed"}, stage_tests.known(LISTED)) == ({}, [], [])


# What a user's function that fails leaves behind

ANSWERS = {"raises": None, "a number": lambda torch: 3, "words": lambda torch: "words", "None": lambda torch: None,
           "another shape": lambda torch: torch.ones(7), "a tuple": lambda torch: (torch.ones(7), None, 3)}


def programs(number):
    """(what the function is, program) for all that is there at the beginning of a chapter; 18: all."""
    for name, (first, program) in ALONE.items():
        if number >= first:
            yield name, program
    for name, (first, program) in BEFORE.items():
        for way, since in WAYS.items():
            if number >= max(first, since):
                yield f"{name}: {way}", f"{program}\n{way}"


def state():
    """What is on or off, of what the package's modules switch; Python's and NumPy's settings."""
    modules = {name: module for name, module in sys.modules.items() if name.startswith("minigrad.")}
    switches = {}
    for name in ("recording", "task"):
        for module in modules.values():
            switch = vars(module).get(name)
            for part in {*vars(type(switch)), *vars(switch)} if isinstance(switch, threading.local) else ():
                if not part.startswith("_") and part != "written":  # what was written is noted for one call only
                    switches[name, part] = getattr(switch, part)
    replaced = [value.plain for module in modules.values() for value in vars(module).values()
                if type(value).__name__ == "Replaced"]
    return ({key: value for key, value in switches.items() if value is not None}, [*filter(None, replaced)],
            warnings.filters[:], np.geterr(), modules["minigrad.exact.silence"].detours[:])


@pytest.mark.parametrize("number", range(5, 19))
def test_a_users_function_that_fails_leaves_every_switch_as_it_was(begin, number):
    torch = minigrad if number == 18 else begin(number)
    node_class, called, changed = sys.modules["minigrad.core.node"].Node, set(), []
    before = state()
    for name, program in programs(number):
        for answer, made in ANSWERS.items():
            def user(*args, made=made, name=name, **named):
                called.add(name.partition(": ")[0])
                if made is None:
                    raise ZeroDivisionError("a user's mistake")
                return made(torch)

            x = torch.ones(2, requires_grad=True)
            with contextlib.suppress(Exception), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    exec(program, {"torch": torch, "user": user, "x": x, "Node": node_class})
                finally:
                    getattr(torch.autograd, "set_detect_anomaly", bool)(False)
            y = (x.detach().requires_grad_() if number > 8 else torch.ones(2, requires_grad=True)) * 2
            if state() != before or y.grad_fn is None:
                changed.append(f"{name}, which answers {answer}")
                sys.modules["minigrad.core.node"].recording.on = True
    assert not changed, "\n".join(changed)
    assert called == {name.partition(": ")[0] for name, _ in programs(number)}
