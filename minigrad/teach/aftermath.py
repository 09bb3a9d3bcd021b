"""What an answer leaves behind while it is checked: a flood of lines, names and settings that are everybody's.

`alone()` runs each check. What the answer prints is shown, but only its first lines; what it changes besides is put
back when the check ends, and named, so that the cells below run as if it had never been called.
"""
import builtins
import contextlib
import contextvars
import functools
import gc
import os
import signal
import sys
import threading
import warnings

import numpy as np

from minigrad.locale import say

MOST_LINES, WIDEST = 20, 1_000  # of what an answer prints: lines, and letters of a line
ENDS_ALL = say("It ends the whole program: exit(), quit() or SystemExit. A function ends with `return`.")


class FirstLines:
    """In the place of `sys.stdout`: hands on the first lines, and counts the others."""

    def __init__(self, stream):
        self.stream, self.lines, self.letters = stream, 0, 0

    def write(self, text):
        size = len(text)
        for piece in text.splitlines(keepends=True) if self.lines < MOST_LINES else ():
            if self.lines < MOST_LINES:
                end = "\n" if piece.endswith("\n") else ""
                self.stream.write(piece.removesuffix("\n")[:max(WIDEST - self.letters, 0)] + end)
                self.letters = 0 if end else self.letters + len(piece)
                self.lines += len(end)
                text = text[len(piece):]
        self.lines += text.count("\n") if self.lines >= MOST_LINES else 0
        return size

    def finish(self):
        if self.lines > MOST_LINES:
            self.stream.write(say("… and {count:,} more lines").format(count=self.lines - MOST_LINES) + "\n")

    def __getattr__(self, name):
        return getattr(self.stream, name)


def engines_switches():
    """{name: value} of what this thread has switched on or off in the package."""
    recording = getattr(sys.modules.get("minigrad.core.node"), "recording", None)
    return {name: getattr(recording, name) for name in dir(recording) if name[0] != "_"}


def switch_back(switches):
    recording = sys.modules["minigrad.core.node"].recording
    vars(recording).clear()
    vars(recording).update(switches)


def set_environment(variables):
    os.environ.clear()
    os.environ.update(variables)


# What it is called, how it is read, and how it is put back.
SETTINGS = [
    (say("the working folder"), os.getcwd, os.chdir),
    (say("the environment's variables"), lambda: dict(os.environ), set_environment),
    (say("the recursion limit"), sys.getrecursionlimit, sys.setrecursionlimit),
    (say("the garbage collector's switch"), gc.isenabled, lambda on: gc.enable() if on else gc.disable()),
    (say("what Ctrl-C does"), lambda: signal.getsignal(signal.SIGINT), functools.partial(signal.signal, signal.SIGINT)),
    (say("what NumPy says of infinity and nan"), np.geterr, lambda told: np.seterr(**told)),
    (say("how NumPy prints"), np.get_printoptions, lambda options: np.set_printoptions(**options)),
    (say("whether steps are recorded"), engines_switches, switch_back),
]


def alone(function, *arguments):
    """(what the function gives, a list of what had to be put back).

    It runs in a copy of the context, where NumPy keeps its settings: put back, they would be there, and be asked for.
    """
    context = contextvars.copy_context()
    with put_back(context) as found:
        result = context.run(function, *arguments)
    return result, found


@contextlib.contextmanager
def put_back(context):
    """A block at whose end everything is as it was; its value is a list, to which what was put back is added then."""
    found, shell = [], sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    before = [(name, read(), restore, read) for name, read, restore in SETTINGS]
    names, threads, out, error = dict(vars(builtins)), set(threading.enumerate()), sys.stdout, sys.stderr
    sys.stdout = first = FirstLines(out)
    with contextlib.ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        filters = warnings.filters[:]
        if shell is not None:  # `exit()` of a notebook raises nothing, and stops the kernel when the cell ends
            stack.enter_context(instead(shell, "ask_exit", stop))
        try:
            yield found
        finally:
            if sys.stdout is not first or sys.stderr is not error:
                found.append(say("where prints go"))
            sys.stdout, sys.stderr = out, error
            first.finish()
            changed_names(names)
            found += map(OwnName, dict.fromkeys(renamed))
            renamed.clear()
            found += [name for name, value, restore, read in before
                      if not context.run(as_it_was, read, value) or not as_it_was(read, value)]
            for _, value, restore, read in before:
                if not as_it_was(read, value):
                    restore(value)
            found += [say("what is warned of")] if warnings.filters != filters else []
            if set(threading.enumerate()) - threads:
                found.append(say("(a thread that it began is still running)"))


def stop():
    raise SystemExit


@contextlib.contextmanager
def instead(owner, name, new):
    """A block in which `owner.name` is `new`."""
    own = vars(owner).get(name, MISSING)
    setattr(owner, name, new)
    try:
        yield
    finally:
        if own is MISSING:  # it is inherited
            delattr(owner, name)
        else:
            setattr(owner, name, own)


def as_it_was(read, value):
    try:
        return read() == value
    except OSError:  # the working folder may be gone
        return False


renamed = []  # what the answer that is checked has done to Python's own names
MISSING = object()


class OwnName(str):
    """A name of Python's own, such as `len`, among what was put back."""

    def __str__(self):
        return say("Python's own name `{name}`").format(name=self[:])


def changed_names(names):
    """Put Python's own names back, without the help of any of them, and note which were changed."""
    now = builtins.__dict__
    wrong = [name for name in {**now, **names} if now.get(name, MISSING) is not names.get(name, MISSING)]
    for name in wrong:
        if name != "_":  # the last value that Python's own prompt has shown
            renamed.append(name)
            now.pop(name, None)
    now.update({name: names[name] for name in wrong if name in names})


def called(run):
    """What `run()` gives. Python's own names are as they were at once, since the checker needs them, too."""
    names = dict(builtins.__dict__)
    try:
        return run()
    finally:
        changed_names(names)


def said(found):
    """A sentence about what was put back; "" for nothing."""
    return say("Put back as it was before: {things}.").format(things=say(", ").join(map(str, found))) if found else ""
