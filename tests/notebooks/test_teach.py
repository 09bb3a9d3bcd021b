"""Predictions, checkers and the table beside PyTorch: what a reader sees for every kind of answer."""
import gc
import json
import warnings
import weakref
from types import ModuleType

import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter

from minigrad.teach import beside, beside_torch, check, predict, standing
from minigrad.teach.check import answered, case, exercise, plain, same


class FakeTensor:
    """As much of a tensor as the teaching tools look at."""

    def __init__(self, numbers):
        self.numbers = numbers

    def tolist(self):
        return self.numbers

    def __repr__(self):
        return f"tensor({self.numbers})"


class FakeDtype:
    def __repr__(self):
        return "minigrad.float32"


class AddBackward0:
    """Prints itself as a node does."""


# Checkers


def raising(error):
    raise error


def checking(*given, answer=lambda student: student, **case_of_it):
    """A checker of one case, which is about the student's answer, or about what `answer` makes of it."""
    @exercise("4.4", "")
    def check(student, *more):
        yield case(answer(student, *more), *given, **case_of_it)

    return check


@exercise(number="4.2", title="the slope of a square")
def check_slope(slope):
    yield case(slope, 3.0, expect=6.0, wrong=[(9.0, "That is the height."), (TypeError, "Multiply numbers only.")])
    yield case(slope, -1.0, expect=-2.0, wrong=[(lambda got: got > 0, "Mind the sign.")], hint="Look left of 0.")
    yield case(slope, 0.0, expect=0.0)


NOT_YET = "Exercise 4.2: not yet. Fill in the cell above and run it again.\n"


def stub_with_dots_returned(x):
    return ...


def stub_with_dots_only(x): ...


def stub_with_dots_to_work_with(x):
    factor = ...
    return factor * x


def stub_with_dots_inside_its_answer(x):
    return [x, ...]


def stub_with_a_method_called_on_dots(x):
    y = ...
    return y.sum()


STUBS = [value for name, value in globals().items() if name.startswith("stub_")] + [...]


@pytest.mark.parametrize("stub", STUBS)
def test_a_stub_as_delivered_is_not_yet(stub, capsys):
    report = check_slope(stub)
    assert (report.state, report.hint) == ("not yet", "")
    assert capsys.readouterr().out == NOT_YET


def test_a_right_answer_passes(capsys):
    assert check_slope(lambda x: 2 * x).state == "passed"
    assert capsys.readouterr().out == "Exercise 4.2: passed (3 cases).\n"


def test_only_right_answers_count_as_progress(capsys, monkeypatch):
    monkeypatch.setattr(check, "passed", set())
    check_slope(lambda x: 3 * x)
    assert check.passed == set()
    check_slope(lambda x: 2 * x)
    assert check.passed == {"4.2"}
    capsys.readouterr()
    standing(4)
    numbered = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Exercises: ")]
    assert numbered == ["Exercises: 1 of 4 passed."]


def test_standing_names_what_is_next_until_all_is_done(capsys, monkeypatch):
    monkeypatch.setattr(check, "passed", {"14.1", "14.2"})
    standing(14)
    assert capsys.readouterr().out.startswith("Exercises: 2 of 4 passed.\nNext: exercise 14.3 · ")
    monkeypatch.setattr(check, "passed", {"14.1", "14.2", "14.3", "14.4"})
    standing(14)
    assert capsys.readouterr().out == "Exercises: 4 of 4 passed.\nAll of this chapter is done.\n"


def test_a_single_case_is_called_a_case():
    assert checking(expect=1)(lambda: 1).text == "Exercise 4.4: passed (1 case)."


def test_a_wrong_answer_is_shown_beside_the_right_one(capsys):
    def slope(x):
        return x * x

    report = check_slope(slope)
    assert (report.state, report.case, report.hint) == ("wrong", "slope(3.0)", "That is the height.")
    assert capsys.readouterr().out == (
        "Exercise 4.2: not right yet. Right so far: 1 of 3.\n"
        "  case      slope(3.0)\n"
        "  returned  9.0\n"
        "  expected  6.0\n"
        "  hint      That is the height.\n"
    )


@pytest.mark.parametrize("answers", [{"x.grad": 9.0}, [9.0], (9.0,)])
def test_an_answer_worked_out_on_paper_is_not_given_away(answers, capsys):
    @exercise("13.1", "by hand")
    def check(student):
        for name, value in student.items() if isinstance(student, dict) else [("x.grad", student[0])]:
            yield case(value, expect=4.5, name=name, wrong=[(9.0, "That is twice as much.")])

    check(answers)
    assert capsys.readouterr().out == (
        "Exercise 13.1: not right yet. Right so far: 0 of 1.\n"
        "  case      x.grad\n"
        "  returned  9.0\n"
        "  hint      That is twice as much.\n"
    )


@pytest.mark.parametrize(
    ("slope", "hint"),
    [
        (lambda x: x * x, "That is the height."),
        (lambda x: abs(2 * x), "Mind the sign."),
        (lambda x: 6.0 if x == 3 else -x, "Mind the sign."),
        (lambda x: 6.0 if x == 3 else -5.0, "Look left of 0."),
        (lambda x: 6.0 if x == 3 else "two", "A text came back, a number is expected: no quotes, no str(...)."),
        (lambda x: 2 * x + 0.01 * (x == 0), "Work this case out by hand, step by step, and compare."),
        (lambda x: x + "x", "Multiply numbers only."),
        (lambda x: None if x < 0 else 2 * x, "Look left of 0."),
        (lambda x: None if x == 0 else 2 * x,
         "None came back, a number is expected. Is a step missing, or a `return`?"),
        (lambda x: ... if x == 0 else 2 * x, "The dots ... are still to be filled in."),
    ],
)
def test_each_known_wrong_answer_has_its_own_hint(slope, hint):
    report = check_slope(slope)
    assert (report.state, report.hint) == ("wrong", hint)


def test_an_error_in_the_answer_is_told_with_its_line_and_no_traceback(capsys):
    def helper(x):
        raise ValueError("no luck")

    source = "def slope(x):\n    y = 2 * x\n    return helper(y)\n"
    names = {"helper": helper}
    exec(compile(source, "a cell", "exec"), names)
    report = check_slope(names["slope"])
    assert report.state == "wrong"
    assert capsys.readouterr().out == (
        "Exercise 4.2: not right yet. Right so far: 0 of 3.\n"
        "  case      slope(3.0)\n"
        "  stopped   ValueError: no luck\n"
        "  in line   3\n"
        "  expected  6.0\n"
        "  hint      This error came before there was an answer. Read its sentence.\n"
    )


def test_an_error_inside_a_class_is_told_with_its_source_line():
    class Wrong:
        @staticmethod
        def forward(x):
            return x.missing

    text = checking(3, answer=lambda student: student.forward, expect=3)(Wrong).text
    assert "stopped   AttributeError: 'int' object has no attribute 'missing'" in text
    assert ": return x.missing\n" in text


def test_too_few_parameters_are_told_kindly():
    text = check_slope(lambda: 6.0).text
    assert "stopped   TypeError: " in text
    assert "takes 0 positional arguments but 1 was given" in text
    assert "Traceback" not in text and "in line" not in text


def test_an_answer_may_have_to_raise():
    check = checking(expect=ValueError, wrong=[(TypeError, "Which kind of error?")], hint="Raise it.")
    assert check(lambda: raising(ValueError("any sentence"))).state == "passed"
    assert check(lambda: raising(TypeError("any sentence"))).hint == "Which kind of error?"
    assert check(lambda: 3).hint == "Raise it."
    assert "expected  ValueError" in check(lambda: 3).text


def test_the_students_code_cannot_change_what_is_expected():
    numbers = [1.0, 2.0]

    @exercise("4.4", "")
    def check(student):
        yield case(student, numbers, expect=numbers, name="first")
        yield case(student, numbers, expect=[1.0, 2.0], name="second")

    def spoil(given):
        given[0] = 100.0
        numbers[0] = 100.0
        return given

    assert check(spoil).text == (
        "Exercise 4.4: not right yet. Right so far: 0 of 2.\n"
        "  case      first\n"
        "  returned  [100.0, 2.0]\n"
        "  expected  [1.0, 2.0]\n"
        "  hint      1 of 2 entries is right. Look at the others."
    )


def test_a_forgotten_return_is_no_stub():
    check = checking(3.0, answer=answered, expect=6.0)

    def stub(x):
        return ...

    def forgotten(x):
        2 * x

    assert check(stub).state == check(...).state == "not yet"
    assert check(forgotten).text == (
        "Exercise 4.4: not right yet. Right so far: 0 of 1.\n"
        "  case      forgotten(3.0)\n"
        "  returned  None\n"
        "  expected  6.0\n"
        "  hint      None came back. Is a `return` missing?"
    )


def test_a_checker_hands_on_what_else_it_is_given():
    check = checking(answer=lambda student, make: lambda: student(make(3.0)), expect=[6.0, 6.0])
    assert check(lambda x: [2 * x, 2 * x], float).state == "passed"
    assert check(lambda x: 2 * x, lambda number: np.full(2, number)).state == "passed"


@pytest.mark.parametrize(
    ("answer", "expected", "hint"),
    [
        (lambda: len, 6.0, "A function came back, not what it gives. Is it called, with brackets ()?"),
        (lambda: [6.0], 6.0, "The right value, but it stands in a list or tuple of its own. Take it out."),
        (lambda: 6.0, [6.0], "The right value, but it should stand in a list."),
        (lambda: "6.0", 6.0, "A text came back, a number is expected: no quotes, no str(...)."),
        (lambda: "Leaf", "leaf", "The right word. Write it exactly as asked for, with capital and small letters."),
        (lambda: 1, True, "A number came back, True or False is expected."),
        (lambda: True, 1.0, "True or False came back, a number is expected."),
        (lambda: {}, [1.0], "A dict came back, a list or tensor is expected."),
        (lambda: [1.0, 2.0], [[1.0], [2.0]],
         "The entries are right, but their shape is (2,), and (2, 1) is expected."),
        (lambda: [1.0, 3.0], [[1.0], [2.0]], "The shape is (2,), and (2, 1) is expected."),
        (lambda: ["a"], ["a", "b"], "1 entry came back, 2 entries expected."),
        (lambda: [3, 2, 1], [1, 2, 3], "The right entries, in reverse order."),
        (lambda: ["b", "a", "c"], ["a", "b", "c"], "The right entries, in another order."),
        (lambda: [-1.0, 2.0], [1.0, -2.0], "The sign is wrong, all else is right."),
        (lambda: [2.0, 4.0, 0.0], [1.0, 2.0, 0.0], "This is 2 times what is expected."),
        (lambda: [0.0, 0.0], [1.0, 2.0], "All of it is 0."),
        (lambda: 0.5, 1.0, "This is 0.5 times what is expected."),
        (lambda: 1.0, 14.0, "Work this case out by hand, step by step, and compare."),
        (lambda: [1.0, 2.0, 4.0], [1.0, 2.0, 3.0], "2 of 3 entries are right. Look at the others."),
        (lambda: [5.0, 2.0], [1.0, 3.0], "Work this case out by hand, step by step, and compare."),
        (lambda: raising(NotImplementedError()), 6.0, "Replace the line that raises this error by your answer."),
        (lambda: raising(RecursionError()), 6.0, "The function calls itself without an end."),
        (lambda: missing, 6.0, "Is this name spelled right, and have the cells above run?"),  # noqa: F821
        (lambda: None.grad, 6.0,
         "Something is None here, where a value is needed. Is a `return` missing, or a step before?"),
        (lambda: (1, 2).grad, 6.0, "A call here gives a tuple. Take the part that you need: [0]."),
        (lambda: [1, 2].grad, 6.0, "The object here is a list, which has no `grad`. Is a tensor meant?"),
        (lambda: 1.5.grad, 6.0, "The object here is a number, which has no `grad`. Is a tensor meant?"),
        (lambda items=(1, 2): items(3), 6.0,
         "What stands before the brackets is no function. Was its name used for something else?"),
        (lambda: ValueError, ValueError, "An error is expected: raise ValueError(...)."),
        (lambda: "ValueError", ValueError, "An error is expected: raise ValueError(...)."),
    ],
)
def test_every_wrong_answer_has_a_hint_also_one_that_nobody_foresaw(answer, expected, hint):
    report = checking(expect=expected)(answer)
    assert (report.state, report.hint) == ("wrong", hint)


def test_a_function_whose_name_means_something_else_now_is_said_to_be_lost():
    check = checking(answer=lambda student: lambda: student(3.0), expect=6.0)
    assert check(3).hint == "The name that is checked means 3 now. Keep the line with `def` or `class`."


def test_a_list_of_the_right_numbers_is_no_tensor():
    check = checking(answer=lambda student: answered(student, FakeTensor), expect=[1.0, 2.0], wrong=[([3.0], "Three?")])
    right = FakeTensor([1.0, 2.0])
    assert check(lambda: right).state == "passed"
    assert check(lambda: ...).state == "not yet"
    assert check(lambda: [3.0]).hint == "Three?"
    assert check(lambda: [1.0, 2.0]).hint == "An object of the type list came back. Return a FakeTensor."
    assert check(lambda: (right,)).hint == "The FakeTensor stands in a list or tuple of its own. Take it out."
    assert check(lambda: check).hint == "A function came back, not what it gives. Is it called, with brackets ()?"
    assert "returned  [1.0, 2.0]" in check(lambda: [1.0, 2.0]).text


def test_broken_code_as_delivered_is_not_begun_as_long_as_it_shows_its_symptom():
    @exercise("15.1", "")
    def check(student):
        yield case(student, 1.0, expect=2.0, symptom=1.0)
        yield case(student, 0.0, expect=1.0)

    assert check(lambda x: x).text == (
        "Exercise 15.1: not yet. The symptom is still there. Change the cell above and run it again."
    )
    assert check(lambda x: x).state == "not yet"
    assert check(lambda x: 3 * x).state == "wrong"
    assert check(lambda x: x + 1).state == "passed"


def test_no_case_sees_what_another_one_left_behind():
    numbers = [1.0, 2.0]

    @exercise("4.4", "")
    def check(student):
        yield case(student, numbers, expect=[2.0, 1.0])
        yield case(student, numbers, expect=[2.0, 1.0])

    def reverse_in_place(given):
        given.reverse()
        return given

    assert check(reverse_in_place).state == "passed"


def test_answers_worked_out_on_paper_are_checked_by_value():
    @exercise("4.1", "")
    def check(answers):
        yield case(answers["x.grad"], expect=4.5, wrong=[(18.0, "Divide by 4.")], name="x.grad")
        yield case(answers["y.grad"], expect=None, name="y.grad")

    assert check({"x.grad": ..., "y.grad": ...}).state == "not yet"
    assert check(...).state == "not yet"
    assert check({"x.grad": 4.5, "y.grad": None}).state == "passed"
    assert check({"x.grad": 18, "y.grad": ...}).hint == "Divide by 4."
    assert check({"x.grad": 4.5, "y.grad": ...}).hint == "The dots ... are still to be filled in."
    assert check({"x.grad": 4.5}).text == (
        "Exercise 4.1: this answer cannot be read.\n"
        "  stopped   KeyError: 'y.grad'\n"
        "  hint      There is no entry 'y.grad' in this answer. "
        "Keep the form of the cell as it was delivered, and replace only the dots."
    )
    assert check(["4.5"]).hint == "Keep the form of the cell as it was delivered, and replace only the dots."
    assert check(None).state == "not yet"


def test_tensors_are_compared_by_value_and_lined_up():
    check = checking(expect=np.array([[1.0, 2.0], [3.0, 4.0]]), name="a")
    assert check(lambda: FakeTensor([[1, 2], [3, 4.00001]])).state == "passed"
    assert check(lambda: FakeTensor([1, 2])).state == "wrong"
    assert check(lambda: np.ones((2, 2))).text.splitlines()[2:] == [
        "  returned  array([[1., 1.],",
        "                   [1., 1.]])",
        "  expected  array([[1., 2.],",
        "                   [3., 4.]])",
        "  hint      1 of 4 entries is right. Look at the others.",
    ]


def test_a_report_that_ends_a_cell_is_not_shown_twice():
    assert DisplayFormatter().format(check_slope(...)) == ({}, {})


@pytest.mark.parametrize(
    ("left", "right", "agree"),
    [
        (1, 1.0, True),
        (1.0, 1.00001, True),
        (1.0, 1.001, False),
        (float("nan"), float("nan"), True),
        (float("nan"), 1.0, False),
        (float("inf"), 1.0, False),
        (True, 1, False),
        (None, 0, False),
        ((1, 2), [1, 2], True),
        ([1], 1, False),
        ([1, 2], [1], False),
        ([1], [1, 2], False),
        ({"a": (1,)}, {"a": [1.0]}, True),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": {}}, {"a": []}, False),
        (ValueError("x"), ValueError, True),
        (ValueError, KeyError, False),
        (np.float32(2.5), 2.5, True),
        (np.bool_(True), True, True),
        ("a", "b", False),
    ],
)
def test_values_agree_whatever_holds_them(left, right, agree):
    assert same(plain(left), plain(right)) is agree


# Predictions


def test_of_a_guess_that_nobody_made_nothing_is_said(capsys):
    prediction = predict("What is x.grad?", guess=...)
    assert capsys.readouterr().out == ""
    assert repr(prediction.compare(4.5)) == "What is x.grad?\nresult: 4.5"


def test_a_guess_is_noted_and_compared(capsys):
    prediction = predict("What is x.grad?", guess=18)
    assert capsys.readouterr().out == "Your guess is noted: 18\n"
    assert repr(prediction.compare(4.5)) == (
        "What is x.grad?\nyour guess: 18 | result: 4.5\nNot the same: worth a second look."
    )


def test_a_guess_of_none_is_a_guess(capsys):
    assert predict("?", guess=None).compare(None).kind == "The same."
    assert capsys.readouterr().out == "Your guess is noted: None\n"


def test_a_large_result_is_lined_up_below_the_guess():
    text = repr(predict("What is x.grad?", guess="4.5 everywhere").compare(np.full((2, 2), 4.5)))
    assert text.splitlines()[1:] == [
        "your guess: 4.5 everywhere",
        "result:     array([[4.5, 4.5],",
        "                   [4.5, 4.5]])",
        "The same.",
    ]


@pytest.mark.parametrize(
    ("guess", "result", "agree"),
    [
        (4.5, FakeTensor(4.5), True),
        (4.5, FakeTensor([[4.5, 4.5], [4.5, 4.5]]), True),
        (4.5, FakeTensor([4.5, 5.5]), False),
        (4.5, FakeTensor([]), False),
        ([1, 2], FakeTensor([1.0, 2.0]), True),
        ([1, 2], FakeTensor([2.0, 1.0]), False),
        ([1, 2], FakeTensor([1.0, 2.0, 3.0]), False),
        (FakeTensor([1.0]), [1], True),
        ("[1, 2]", FakeTensor([1.0, 2.0]), True),
        ([8], FakeTensor(8.0), True),
        ("[8]", 8, True),
        ([7], 8, False),
        ([8, 8], 8, False),
        ([], 8, False),
        (float("nan"), 8, False),
        ([1], True, False),
        (FakeTensor([8.0]), 8, True),
        (1.732, 3**0.5, True),
        (1.7, 3**0.5, False),
        (12016, 12008, False),
        ("12016", 12008, False),
        ([7, 12016], [7, 12008], False),
        (12008.0, 12008, True),
        (12016, 12008.0, True),
        (True, True, True),
        (True, 1, False),
        ("true", True, True),
        (False, FakeTensor([False, False]), True),
        (None, 0, False),
        ("None", None, True),
        ("addbackward0", "AddBackward0", True),
        ("AddBackward0", AddBackward0(), True),
        ("MulBackward0", AddBackward0(), False),
        (["AddBackward0", None], [AddBackward0(), None], True),
        ("FakeTensor", FakeTensor([1.0]), False),
        ("tensor([1.0])", FakeTensor([1.0]), True),
        ("tensor([45., 302.])", FakeTensor([45.0, 302.0]), True),
        ("tensor([45., 300.])", FakeTensor([45.0, 302.0]), False),
        ("tensor([[1., 2.],\n        [3., 4.]], grad_fn=<MulBackward0>)", FakeTensor([[1.0, 2.0], [3.0, 4.0]]), True),
        (RuntimeError, RuntimeError("a sentence"), True),
        ("RuntimeError", RuntimeError("a sentence"), True),
        ("a sentence", RuntimeError("a sentence"), True),
        ("an error", RuntimeError("a sentence"), True),
        ("TypeError", RuntimeError("a sentence"), False),
        ("an error", 3, False),
        ("error", "an error", True),
        ("An error", "an error", True),
        ("silence", "an error", False),
        ("off", False, True),
        ("Off", True, False),
        ("on", np.bool_(True), True),
        ("yes", True, True),
        ("no", "on", False),
        ("18 everywhere", FakeTensor([[18.0, 18.0]]), True),
        ("[True, None]", [True, None], True),
        ("a", "a", True),
        ("b", "a", False),
        ("float32", FakeDtype(), True),
        ("torch.float32", FakeDtype(), True),
        ("float64", FakeDtype(), False),
        ("no idea", 3, False),
        ("an error, I think", RuntimeError("a sentence"), True),
        ("no error, I think", RuntimeError("a sentence"), False),
        (True, "True", True),
        (False, "True", False),
    ],
)
def test_a_guess_is_read_generously(guess, result, agree):
    kind = "The same." if agree else "Not the same: worth a second look."
    assert predict("?", guess=guess).compare(result).kind == kind


def test_a_comparison_is_a_small_table_in_a_notebook():
    shown, _ = DisplayFormatter().format(predict("Is 1 < 2?", guess="<b>").compare(AddBackward0()))
    assert set(shown) == {"text/plain", "text/html"}
    html = shown["text/html"]
    assert '<th scope="row"' in html and ">Is 1 &lt; 2?</p>" in html
    assert "<pre" in html and "&lt;b&gt;" in html and "AddBackward0 object at 0x...&gt;" in html
    assert "worth a second look" in html


# The table beside PyTorch


def double(number):
    return 2 * number


def warn():
    warnings.warn("First. Second.", stacklevel=1)


def fail():
    raise RuntimeError(f"no, {object()}")


FAKES = {"double": double, "warn": warn, "fail": fail, "Node": AddBackward0, "thing": object(), "__name__": "__main__"}
RECORDED = {  # title: code, text, warnings, error
    "doubled": ("torch.double(2)", "4", [], None),
    "tripled": ("torch.double(3)", "9", [], None),
    "warned": ("print('a')\ntorch.warn()\n'b'", "a\n'b'", ["UserWarning: First."], None),
    "failed": ("print('a')\ntorch.fail()", "a", [], "RuntimeError: no, <object object at 0x...>"),
    "name missing": ("torch.autograd.grad(1)", "1", [], None),
    "operator missing": ("torch.Node() + 1", "1", [], None),
    "own mistake": ("torch.double.typo", "1", [], None),
    "addressed": ("print(torch.thing)\ntorch.thing", "<object object at 0x...>\n<object object at 0x...>", [], None),
    "named": ("torch.autograd.double(2) < 5", "True", [], None),
}


@pytest.fixture
def record(tmp_path, monkeypatch):
    snippets = [
        {"title": title, "code": code, "result": {"text": text, "warnings": warned, "error": error}}
        for title, (code, text, warned, error) in RECORDED.items()
    ]
    (tmp_path / "ch99.json").write_text(json.dumps({"torch": "2.13.0", "snippets": snippets}), encoding="utf-8")
    monkeypatch.setattr(beside, "RECORD", tmp_path)


def test_every_snippet_gets_its_verdict(record):
    assert {row.title: row.verdict for row in beside_torch("ch99", FAKES).rows} == {
        "doubled": "same",
        "tripled": "different",
        "warned": "same",
        "failed": "same",
        "name missing": "not built yet",
        "operator missing": "not built yet",
        "own mistake": "different",
        "addressed": "same",
        "named": "same",
    }


def test_the_table_as_text(record):
    assert repr(beside_torch("ch99", FAKES, only=["warned", "tripled"])) == (
        "Your engine beside PyTorch 2.13.0: 1 of 2 the same.\n"
        "\n"
        "warned\n"
        "  code     print('a')\n"
        "           torch.warn()\n"
        "           'b'\n"
        "  yours    a\n"
        "           'b'\n"
        "           UserWarning: First.\n"
        "  PyTorch  a\n"
        "           'b'\n"
        "           UserWarning: First.\n"
        "  verdict  = same\n"
        "\n"
        "tripled\n"
        "  code     torch.double(3)\n"
        "  yours    6\n"
        "  PyTorch  9\n"
        "  verdict  ≠ different"
    )


def test_the_table_as_html(record):
    shown, _ = DisplayFormatter().format(beside_torch("ch99", FAKES))
    html = shown["text/html"]
    assert html.count('<th scope="rowgroup"') == len(RECORDED)
    assert html.count("<table") == html.count("aria-label=") == 2 and html.count('<th scope="col"') == 6
    shown, folded = html.split("<details>")
    differing = sum(row.verdict != "same" for row in beside_torch("ch99", FAKES).rows)
    assert shown.count('<th scope="rowgroup"') == max(differing, 3) and "≠" in shown and "…" in shown
    assert "≠" not in folded and "…" not in folded and folded.startswith("<summary>5 more, all of them the same</sum")
    assert "torch.autograd.double(2) &lt; 5</pre>" in html
    for verdict in ("= same", "≠ different", "… not built yet"):
        assert verdict in html
    assert "overflow-wrap: anywhere" in html and "word-break: normal" in html  # lines break between words, if they can
    assert "color" not in html  # it takes the colours of the page, light or dark


def test_the_readers_names_are_not_touched(record):
    before = dict(FAKES)
    beside_torch("ch99", FAKES)
    assert FAKES == before


def test_a_title_that_is_not_recorded_is_an_error(record):
    with pytest.raises(ValueError, match="the record of ch99 holds no snippet called 'tippled'"):
        beside_torch("ch99", FAKES, only=["doubled", "tippled"])


def test_a_notebook_without_the_record_says_what_is_missing_and_goes_on(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(beside, "RECORD", tmp_path / "record")
    assert beside_torch("ch13", FAKES) is None
    assert capsys.readouterr().out == (
        "No table: PyTorch's answers, minigrad/teach/record/ch13.json, are not here. Bring the package back, or "
        "install torch 2.13.0 and run tools/record.py.\n"
    )


def test_a_warning_is_seen_also_where_warnings_are_off():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert beside.answer("torch()", warn)["warnings"] == ["UserWarning: First."]


def test_a_snippet_keeps_nothing_alive():
    module = ModuleType("torch")
    module.thing = AddBackward0()
    alive = weakref.ref(module.thing)
    gc.disable()
    try:
        beside.answer("class Kept:\n    def method(self): ...", module)
        del module
        assert alive() is None
    finally:
        gc.enable()


def test_the_package_name_is_no_difference():
    assert beside.as_torch("[minigrad.float32, miniminigrad.x]") == "[torch.float32, miniminigrad.x]"


@pytest.mark.parametrize("state, answer", [
    ("passed", {"x": 1, "y": 2}), ("wrong", {"x": 1, "y": 2, "z": 3}), ("wrong", {"x": 1}), ("wrong", {"x": 2, "y": 1}),
    ("not yet", {"x": ..., "y": ...}),
])
def test_an_answer_by_names_has_each_entry_that_is_expected_and_no_other(state, answer):
    assert checking(expect={"x": 1, "y": 2})(answer).state == state
