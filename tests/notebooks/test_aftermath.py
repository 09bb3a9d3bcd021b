"""What an answer leaves behind while it is checked is put back, and said: in an exercise and in a definition."""
import builtins
import contextvars
import gc
import os
import signal
import sys
import threading
import warnings

import numpy as np
import pytest
from living import SHOWN, at_the_end_of, fixture_begin, in_kernel, text  # noqa: F401

import minigrad
from minigrad.teach import book
from minigrad.teach.aftermath import MOST_LINES
from minigrad.teach.check import case, exercise

# What an answer does before it answers rightly, how it is read, and what is said of it.
HARMS = {
    "the working folder": ("import os; os.chdir('/')", os.getcwd),
    "the environment's variables": ("import os; os.environ['MINIGRAD_TRIED'] = '1'", lambda: dict(os.environ)),
    "the recursion limit": ("import sys; sys.setrecursionlimit(5000)", sys.getrecursionlimit),
    "the garbage collector's switch": ("import gc; gc.disable()", gc.isenabled),
    "what Ctrl-C does": ("import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)",
                         lambda: signal.getsignal(signal.SIGINT)),
    "what NumPy says of infinity and nan": ("import numpy; numpy.seterr(all='ignore')", np.geterr),
    "how NumPy prints": ("import numpy; numpy.set_printoptions(precision=2)", np.get_printoptions),
    "what is warned of": ("import warnings; warnings.simplefilter('error')", lambda: warnings.filters[:]),
    "where prints go": ("import io, sys; sys.stdout = io.StringIO()", lambda: sys.stdout),
}


@exercise(number="0.1", title="a square")
def check_square(square):
    yield case(square, 3.0, expect=9.0)


def answer(body):
    space = {}
    exec(f"def square(x):\n    {body}\n    return x * x", space)
    return space["square"]


@pytest.mark.parametrize("what", HARMS)
def test_a_setting_that_an_answer_changes_is_put_back_and_named(what, capsys):
    harm, read = HARMS[what]
    before = read()
    report = check_square(answer(harm))
    assert report.state == "passed" and read() == before
    assert f"Put back as it was before: {what}." in report.text


def test_recording_that_an_answer_switches_off_is_on_again(capsys):
    def square(x):
        minigrad.set_grad_enabled(False)
        return x * x

    assert "whether steps are recorded" in check_square(square).text and minigrad.is_grad_enabled()


def test_a_thread_that_an_answer_began_is_named(capsys):
    end = threading.Event()

    def square(x):
        threading.Thread(target=end.wait, daemon=True).start()
        return x * x

    assert "a thread that it began is still running" in check_square(square).text
    end.set()


@pytest.mark.parametrize("harm", ["import builtins; builtins.sum = max", "import builtins; del builtins.sum",
                                  "import builtins; builtins.total = 1"])
def test_a_name_of_python_that_an_answer_changes_is_put_back_and_the_answer_is_not_right(harm, capsys):
    before, report = dict(vars(builtins)), check_square(answer(harm))
    assert vars(builtins) == before
    name = "total" if "total" in harm else "sum"
    assert report.state == "wrong" and f"It changes Python's own name `{name}`" in report.hint


@pytest.mark.parametrize("end", ["raise SystemExit", "exit()", "quit()", "import sys; sys.exit(1)"])
def test_an_answer_that_ends_the_program_is_told_so(end, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", open(os.devnull))  # which exit() closes
    report = check_square(answer(end))
    assert report.state == "wrong" and report.hint.startswith("It ends the whole program")


def test_ctrl_c_ends_a_check(capsys):
    with pytest.raises(KeyboardInterrupt):
        check_square(answer("raise KeyboardInterrupt"))


def test_of_many_printed_lines_the_first_are_shown(capsys):
    check_square(answer("for n in range(200_000): print(n)"))
    shown = capsys.readouterr().out.split("\n")
    assert shown[:MOST_LINES] == [str(n) for n in range(MOST_LINES)]
    assert shown[MOST_LINES:] == ["… and 199,980 more lines", "Exercise 0.1: passed (1 case).", ""]


def test_a_few_printed_lines_are_shown_as_they_are_and_a_long_one_is_cut(capsys):
    check_square(answer("print('x is', x, end='; '); print('so'); print('y' * 100_000)"))
    first, second, last, _ = capsys.readouterr().out.split("\n")
    assert first == "x is 3.0; so" and second == "y" * 1000 and last == "Exercise 0.1: passed (1 case)."


HEAD = "# minigrad/core/ops.py: yours\ndef mul_rule(grad, self, other):\n    "


@pytest.mark.parametrize("what", HARMS)
def test_what_a_definition_changes_is_put_back_and_named(begin, what):
    at_the_end_of(begin, 1)
    harm, read = HARMS[what]
    before = read()
    report = book.write_yours(f"{HEAD}{harm}\n    return grad * other, grad * self")
    assert read() == before
    assert what in report.text or "NumPy says" in what  # which a walk has put back already


def test_in_the_notebook_a_definition_does_no_harm():
    """In a real kernel, where every later cell would suffer."""
    harmful = ["raise SystemExit", "import sys; sys.exit()", "import builtins; builtins.isinstance = None",
               "for n in range(100_000): print(n)"]
    answers = [f"{HEAD}{harm}\n    return grad * other, grad * self" for harm in harmful]
    right = f"{HEAD}return grad * other, grad * self"
    outputs = in_kernel(["from minigrad.teach import chapter\ntorch = chapter(1)", *[cell.text for cell in SHOWN[1]],
                         *answers, right])
    told = [text(output) for output in outputs[-5:]]
    assert all("It ends the whole program" in each and "ours is running" in each for each in told[:2]), told
    assert "`isinstance`" in told[2] and "ours is running" in told[2]
    assert "more lines" in told[3] and "passed" in told[3] and len(told[3]) < 2000
    assert "Definition mul_rule: passed" in told[4]


CELL = """
from minigrad.teach.check import case, exercise

@exercise(number="0.1", title="a square")
def check_square(square):
    yield case(square, 3.0, expect=9.0)

def square(x):
    exit()
    return x * x

report = check_square(square)
"""


def test_in_the_notebook_exit_ends_neither_the_check_nor_the_kernel():
    """There `exit` is IPython's own, which raises nothing, and stops the kernel behind the cell."""
    told, after = in_kernel([CELL, "print('still here')"])
    assert "It ends the whole program" in text(told) and text(after).strip() == "still here"


def test_a_check_leaves_numpy_untold(capsys):
    """Not even that it was told what it does anyway, which would be asked in every operation."""
    def told():
        return [key.name for key in contextvars.copy_context() if key.name.startswith("numpy")]

    before = told()
    check_square(answer("import numpy; numpy.seterr(all='ignore'); numpy.set_printoptions(precision=2)"))
    assert told() == before
