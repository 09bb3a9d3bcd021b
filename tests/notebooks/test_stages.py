"""The package as a chapter finds it: what ships, and what a failing function leaves behind."""
import contextlib
import sys
import threading
import warnings

import numpy as np
import pytest
from common import stages
from living import fixture_begin  # noqa: F401
from users_functions import ALONE, BEFORE, WAYS

import minigrad

def test_what_the_chapters_leave_behind_is_what_ships():
    """Before chapter 17 begins each module is the delivered one, and all that is missing is the quick room."""
    before = stages.stage(17)
    assert {module for module, text in before.items() if text is not None} <= {"", *stages.ROOMS}
    missing = {module for module in stages.stage(18).keys() - before.keys()}
    assert missing and {module.partition(".")[0] for module in missing} <= {"quick", "autograd"}, missing


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
            warnings.filters[:], np.geterr(), modules["minigrad.machinery.silence"].detours[:])


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
