"""Infinity and nan are answers here, as in PyTorch: what NumPy remarks on them is never heard.

NumPy warns of them, unless somebody has told it otherwise (`np.seterr`), and warnings of this package are ignored,
unless somebody has told Python otherwise (`warnings.simplefilter`). So only where somebody has does anything happen
here: NumPy is told to be silent, and afterwards what it was told before.
"""

import functools
import threading
import warnings
from contextvars import ContextVar, copy_context

import numpy as np

warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")
OURS = warnings.filters[0]


def told(**errors):
    """NumPy's variable for what it has been told in this thread, and its value after `np.seterr(**errors)`."""
    def tell():
        np.seterr(**errors)
        return next((key, value) for key, value in copy_context().items() if key.name.startswith("numpy"))

    return copy_context().run(tell)


VARIABLE, SILENT = told(all="ignore")
_, USUAL = told(divide="warn", over="warn", under="ignore", invalid="warn")
setting = VARIABLE.get  # called with None it answers None where nobody has told NumPy anything


known = [None]  # the first of Python's filters when it was last found that NumPy's warnings do not get through


detours, counting = [0], threading.Lock()  # how many blocks want that no quick form of an operation is taken


DETOUR = (
    "inside inference_mode, saved_tensors_hooks and anomaly detection no quick form is used: "
    "switch them before, or behind"
)


def avoid_quick_forms(more):
    """One block more, or, for -1, one less wants the other forms, which do the same. The quick ones ask `known`."""
    with counting:
        detours[0] += more
        known[0] = None


within = ContextVar("within", default=None)  # what NumPy had been told when it was told to be silent


def ignored():
    """Whether Python's filters ignore NumPy's warnings. Whoever adds a filter adds it before all others."""
    for entry in warnings.filters:
        action, message, category, module, line = entry
        if entry == OURS or action == "ignore" and (message, category, module, line) == (None, Warning, None, 0):
            with counting:
                known[0] = None if detours[0] else warnings.filters[0]
            return True
        if action != "ignore" and issubclass(RuntimeWarning, category):
            return False
    return False


def silently(function, *args, **kwargs):
    """Call the function; NumPy remarks nothing meanwhile."""
    before = setting(None)
    if before is SILENT or before is None and ignored():
        return function(*args, **kwargs)
    token = VARIABLE.set(SILENT)
    within.set(before)
    try:
        return function(*args, **kwargs)
    finally:
        VARIABLE.reset(token)


def muted(function):
    """The function itself where nobody hears NumPy anyway, as far as is `known`; else one that calls it `silently`."""
    filters = warnings.filters
    calm = filters and filters[0] is known[0] and setting(None) is None
    return function if calm else functools.partial(silently, function)


def as_told(function, *args):
    """Call a user's function within `silently`; NumPy remarks what it has been told to."""
    if setting(None) is not SILENT:
        return function(*args)
    before = within.get()
    token = VARIABLE.set(before or USUAL)
    try:
        return function(*args)
    finally:
        VARIABLE.reset(token)
        within.set(before)


def telling(function):
    """A user's function, which hears of NumPy what it has been told to: itself, or one that calls it `as_told`."""
    return function if muted(function) is function else functools.partial(as_told, function)


def silent(function):
    """The function, called `silently`."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        return muted(function)(*args, **kwargs)

    return call
