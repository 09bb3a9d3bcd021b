"""Checkers for exercises: a chapter's file is a table of cases, and everything a reader sees comes from here.

A checker is a generator of cases under `@exercise`:

>>> from minigrad.teach.check import case, exercise
>>> @exercise(number="4.2", title="the slope of a square")
... def check_slope(slope):
...     yield case(slope, 3.0, expect=6.0, wrong=[(9.0, "That is the height x * x. The slope is 2 * x.")])
...     yield case(slope, -1.0, expect=-2.0, wrong=[(2.0, "The slope has a sign: left of 0 it is negative.")])

The stub as delivered, a wrong answer and a right one:

>>> def slope(x):
...     return ...
>>> report = check_slope(slope)
Exercise 4.2: not yet. Fill in the cell above and run it again.
>>> def slope(x):
...     return x * x
>>> report = check_slope(slope)
Exercise 4.2: not right yet. Right so far: 0 of 2.
  case      slope(3.0)
  returned  9.0
  expected  6.0
  hint      That is the height x * x. The slope is 2 * x.
>>> report.state, report.hint
('wrong', 'That is the height x * x. The slope is 2 * x.')
>>> check_slope(lambda x: 2 * x).state
Exercise 4.2: passed (2 cases).
'passed'

A wrong answer that no case foresees gets a hint as well: of its form, its error or its numbers (`hints.py`).

What is checked need not be a function. `case(answers["x.grad"], expect=[4.5], name="x.grad")` checks a value that was
worked out on paper, and what is expected is then kept back: it is the answer itself. `case(lambda: train(Student),
expect=4.5, name="after two passes")` checks whatever takes a few lines. Make the inputs inside such a lambda, so that
no case sees what another one left behind.
"""
import copy
import functools
import inspect
import re
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from minigrad.locale import filled, hanging, in_a_row, say, wide
from minigrad.teach import aftermath, hints
from minigrad.teach.hints import same


def without_addresses(text: str) -> str:
    """`text` with every memory address as `0x...`, so that it is the same at every run."""
    return re.sub(r"0x[0-9a-fA-F]+", "0x...", text)


def shown(value: Any) -> str:
    """How a reader sees `value`: an exception as `RuntimeError: its sentence`, anything else by its repr."""
    if isinstance(value, BaseException):  # Python 3.14 adds a guess to a wrong keyword
        sentence = value.args[0].spoken() if value.args and isinstance(value.args[0], Remark) else str(value)
        sentence = re.sub(r"(unexpected keyword argument '\w+')\. Did you mean '\w+'\?", r"\1", sentence)
        return without_addresses(f"{type(value).__name__}: {sentence}")
    if isinstance(value, type):
        return value.__name__
    return without_addresses(repr(value))


def plain(value: Any) -> Any:
    """A copy of `value` in Python's own terms: tensors and arrays as nested lists, exceptions by their type's name."""
    if isinstance(value, type):
        return value.__name__ if issubclass(value, BaseException) else value
    if isinstance(value, BaseException):
        return type(value).__name__
    if isinstance(value, Remark):
        return str(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(getattr(value, "array", None), "tolist"):  # a tensor of chapter 1, which is no more than that
        return value.array.tolist()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


class Remark(str):
    """A checker's own words in the place of an answer, or of an error's sentence: "added by hand".

    They are compared in English, and a reader sees them in his language. `holes` fill the names in braces.
    """

    def __new__(cls, words: str, **holes: Any):
        remark = super().__new__(cls, words.format(**holes))
        remark.words, remark.holes = words, holes
        return remark

    def spoken(self) -> str:
        return say(self.words).format(**self.holes)

    def __repr__(self):
        return repr(self.spoken())


class Nothing:
    """The None of a function whose `return` was forgotten. Unlike None itself it is never taken for a stub."""

    def __repr__(self):
        return "None"


@dataclass
class NoSuch:
    """What came back where an object of the class `kind` is wanted; it is shown, and compared, as what it is."""

    value: Any
    kind: type


def answered(function: Callable, kind: type = object) -> Callable:
    """The student's `function` where the stub returns dots: None is then a wrong answer, not a blank one.

    kind    the class that its result must be of: Tensor, where a list of the same numbers will not do. Anything else
            comes as a NoSuch, which a case hands on as it is
    """

    @functools.wraps(function)
    def call(*inputs, **options):
        result = function(*inputs, **options)
        if result is None:
            return Nothing()
        return result if result is ... or isinstance(result, kind) else NoSuch(result, kind)

    return call


class Ended(BaseException):
    """A case ends here, with what came in the place of an answer. Whoever catches an Exception lets it pass."""


def filled_in(answer: Any) -> Any:
    """`answer`, for a case that goes on with it. If it is dots the case ends here, and they are what it gives."""
    if answer is ...:
        raise Ended(answer)
    return answer


def needed(function: Callable, kind: type = object) -> Callable:
    """As `answered`, for cases that go on with the result: where it is dots, None or of another class they end."""
    answer = answered(function, kind)

    @functools.wraps(function)
    def call(*inputs, **options):
        result = answer(*inputs, **options)
        if _unfinished(result) or isinstance(result, (Nothing, NoSuch)):
            raise Ended(result)
        return result

    return call


def later(function: Callable) -> Callable:
    """Makes of a function one that waits: called, it gives a function without arguments, for a case to run."""
    return functools.partial(functools.partial, function)


def says(*words: str) -> Callable[[Any], bool]:
    """A test for `wrong=`: whether the answer stopped with an error that says one of these."""
    return lambda answer: isinstance(answer, Exception) and any(each in str(answer) for each in words)


def is_a(*kinds: type) -> Callable[[Any], bool]:
    """A test for `wrong=`: whether the answer is of one of these types."""
    return lambda answer: isinstance(answer, kinds)


def either(*wrong: Any) -> Callable[[Any], bool]:
    """A test for `wrong=`: whether the answer is one of these wrong ones, which share a hint."""
    return lambda answer: any(_matches(each, answer, plain(answer)) for each in wrong)


@dataclass
class Case:
    """One row of a checker: what to run, what it should give, and what is known about wrong answers."""

    name: str
    run: Callable[[], Any]
    expected: Any
    expected_text: str
    wrong: list
    hint: str
    symptom: Any
    raises: bool
    since: int


def case(
    answer: Any, *inputs: Any, expect: Any, wrong: Any = (), hint: str = "", name: str = "", symptom: Any = ...,
    since: int = 0,
) -> Case:
    """One row of a checker.

    answer  the student's function, called with copies of `inputs`; or a value, checked as it is
    expect  the right answer, compared by value (a tensor agrees with a list of its numbers); an exception class says
            that the answer must raise it
    wrong   pairs (known wrong answer, its hint); the wrong answer is a value, an exception class or a test
            `returned -> bool`
    hint    said when the answer is wrong in no known way, and right in its form
    name    what the reader is told; without it the call itself, `slope(3.0)`
    symptom what broken code gives as it is delivered, in the form of a wrong answer: as long as each case that has
            a symptom shows it, the reader has not begun
    since   of a definition: the chapter from which on this is asked; an earlier one passes it, and says so
    """
    inputs = copy.deepcopy(inputs)
    run = (lambda: answer(*inputs)) if callable(answer) else (lambda: answer)
    if not name:
        name = f"{getattr(answer, '__name__', 'answer')}({', '.join(map(shown, inputs))})"
    raises = isinstance(expect, type) and issubclass(expect, BaseException)
    return Case(name, run, plain(expect), shown(expect), list(wrong), hint, symptom, raises, since)


@dataclass(repr=False)
class Report:
    """What a checker found: `state` is "not yet", "wrong" or "passed"; `text` is what was printed."""

    state: str
    text: str
    hint: str = ""
    case: str = ""
    left: str = ""  # a sentence, if something had to be put back
    since: int = 0  # of a definition that has passed: the chapter from which on it does not

    def __repr__(self):
        return self.text

    def _ipython_display_(self):
        """Nothing more: the text is already printed, also where the check is not the last line of its cell."""


passed = set()  # the numbers of the exercises that the reader has solved since the kernel started


def exercise(number: str, title: str) -> Callable[[Callable[..., Iterator[Case]]], Callable[..., Report]]:
    """Makes a generator of cases a checker: called with the student's answer, it prints a Report and returns it.

    What else a checker is called with, the reader's own `tensor` for example, is handed on to the cases.
    """

    label = say("Exercise {number}").format(number=number)

    def decorate(cases):
        @functools.wraps(cases)
        def check(student, *given):
            report = _examine(label, functools.partial(cases, student, *given), student)
            if report.state == "passed":
                passed.add(number)
            print(report)
            return report

        check.number, check.title = number, title
        return check

    return decorate


def blank(cases: Callable[..., Iterator[Case]]) -> Callable[..., Report]:
    """Makes a generator of cases the checker of a definition that the reader writes into the package.

    It is called with the definition and with the package; it prints nothing, and gives a Report. `chapter`: what only
    later chapters ask for does not count. Then `since` of the Report says which one does, and its `hint` why.
    """
    label = say("Definition {name}").format(name=cases.__name__.removeprefix("check_"))

    @functools.wraps(cases)
    def check(student, *given, chapter=99):
        return _examine(label, functools.partial(cases, student, *given), student, chapter)

    return check


def _examine(label, cases, student, chapter=0):
    """The Report on an answer. Whatever it has changed besides is as it was."""
    report, left = aftermath.alone(_examined, label, cases, student, chapter)
    if own := [name for name in left if isinstance(name, aftermath.OwnName)]:  # whatever else is right or wrong
        hint = say("It changes {name} for every cell. Give yours another name.").format(name=str(own[0]))
        report = Report("wrong", say("{label}: not right yet. {hint}").format(label=label, hint=hint), hint)
    report.left = aftermath.said(left)
    report.text = "\n".join(filter(None, [report.text, report.left]))
    return report


def _examined(label, cases, student, chapter):
    not_yet = Report("not yet", say("{label}: not yet. Fill in the cell above and run it again.").format(label=label))
    try:
        table = list(cases())  # every expected value is fixed before the student's code runs
    except (Exception, SystemExit, GeneratorExit, Ended) as error:
        hint = say("Keep the form of the cell as it was delivered, and replace only the dots.")
        if isinstance(error, KeyError) and isinstance(student, dict):
            hint = in_a_row(say("There is no entry {name} in this answer.").format(name=error), hint)
        head = say("{label}: this answer cannot be read.").format(label=label)
        text = _lined_up(head, [(say("stopped"), shown(error)), (say("hint"), hint)])
        return not_yet if student is None or _unfinished(error) else Report("wrong", text, hint)

    outcomes = [_outcome(row, student) for row in table]
    passing = sum(outcome.passed for outcome in outcomes)
    if passing == len(outcomes):
        text = say("{label}: passed (1 case).") if passing == 1 else say("{label}: passed ({count} cases).")
        return Report("passed", text.format(label=label, count=passing))
    sick = [outcome for row, outcome in zip(table, outcomes) if row.symptom is not ...]
    if sick and all(outcome.blank for outcome in sick):
        text = say("{label}: not yet. The symptom is still there. Change the cell above and run it again.")
        return Report("not yet", text.format(label=label))
    if not sick and all(outcome.blank for outcome in outcomes):
        return not_yet
    pairs = sorted(zip(table, outcomes), key=lambda pair: pair[0].since)
    row, first = next((row, outcome) for row, outcome in pairs if not outcome.passed)
    if row.since > chapter:
        text = say("{label}: passed in this chapter.").format(label=label)
        return Report("passed", text, first.hint, row.name, since=row.since)
    head = say("{label}: not right yet. Right so far: {passing} of {count}.").format(
        label=label, passing=passing, count=len(outcomes))
    lines = [(say("case", "a label"), say(row.name)), *first.said]
    if callable(student):  # else the student's answer is what is asked for: one failed run would give it away
        lines.append((say("expected"), row.expected_text))
    if first.hint:
        lines.append((say("hint"), first.hint))
    return Report("wrong", _lined_up(head, lines), first.hint, row.name)


def _lined_up(head, lines):
    wides = max([wide(word) for word, _ in lines], default=0)
    return "\n".join([head, *(hanging(f"  {filled(word, 8, wides)}  ", text) for word, text in lines)])


@dataclass
class _Outcome:
    """What became of one case. `blank`: nothing has been filled in so far."""

    passed: bool
    blank: bool
    said: list
    hint: str


def _outcome(row, student):
    raised, misses = False, None
    try:
        returned = _ran(row)
        if isinstance(returned, NoSuch):
            misses, returned = returned.kind, returned.value
        value, said = plain(returned), [(say("returned"), shown(returned))]
    except (Exception, SystemExit, GeneratorExit) as error:
        raised, returned, value = True, error, plain(error)
        said = [(say("stopped"), shown(error)), *_where(student, error)]
    passed = same(value, row.expected) and raised == row.raises and not misses
    hint = "" if passed else say(_hint(row, student, raised, returned, value, misses))
    blank = returned is None or _unfinished(returned) if row.symptom is ... else _matches(row.symptom, returned, value)
    return _Outcome(passed, blank, said, hint)


def _ran(row):
    """What a case gives, or that with which it ended before."""
    try:
        return aftermath.called(row.run)
    except Ended as end:
        return end.args[0]


def _hint(row, student, raised, returned, value, misses):
    """What to say of a wrong answer: what is known of just this one, else what its form, error or numbers tell."""
    if _unfinished(returned):
        return say("The dots ... are still to be filled in.")
    if isinstance(returned, SystemExit):
        return aftermath.ENDS_ALL
    if raised and isinstance(student, (type(None), int, float, str)):
        return say("The name that is checked means {value} now. Keep the line with `def` or `class`.").format(
            value=shown(student))
    if known := next((known for wrong, known in row.wrong if _matches(wrong, returned, value)), ""):
        return known
    if isinstance(returned, Nothing):
        return say("None came back. Is a `return` missing?")
    if returned is None and not row.hint:
        return say("None came back, {due} is expected. Is a step missing, or a `return`?").format(
            due=hints.kind(row.expected))
    if raised:
        anywhere = isinstance(returned, (NotImplementedError, NameError, RecursionError))  # never about this case
        foreseen = "" if anywhere else row.hint
        return (foreseen or hints.of_error(returned)
                or say("This error came before there was an answer. Read its sentence."))
    if row.raises:
        return row.hint or say("An error is expected: raise {name}(...).").format(name=row.expected_text)
    if misses:
        return hints.of_kind(returned, misses)
    form = "" if returned is None else hints.of_form(returned, value, row.expected)
    return form or row.hint or hints.of_numbers(value, row.expected)


def _unfinished(value):
    """Whether dots are still in `value`; or, for an exception, whether dots that were worked with caused it."""
    if isinstance(value, Exception):
        return "ellipsis" in str(value)
    if isinstance(value, dict):
        return any(_unfinished(item) for item in value.values())
    if isinstance(value, (list, tuple)):
        return any(_unfinished(item) for item in value)
    return value is ... or isinstance(value, Ended) and _unfinished(*value.args)


def _matches(wrong, returned, value):
    if callable(wrong) and not isinstance(wrong, type):
        try:
            return bool(wrong(returned))
        except (Exception, Ended):  # a test written for numbers may meet any answer at all
            return False
    return same(value, plain(wrong))


def _where(student, error):
    """The line of the student's own code, not of what it called, that the error came from."""
    parts = vars(student).values() if isinstance(student, type) else [student]
    codes = [getattr(inspect.unwrap(part), "__code__", None) for part in parts]
    files = {code.co_filename for code in codes if code}
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    return [(say("in line"), f"{frames[-1].lineno}: {frames[-1].line}".removesuffix(": "))] if frames else []

