"""What a reader's answer is told: the stub "not yet", the solution "passed", a known wrong answer its own hint.

The wrong answers of chapter NN are in `tests/exercises/NN.txt`, as edits of the solution, those of chapter 15 in
`ch15.py`. Each is put in the place of the stub, where the chapter has run up to there, and the stub's last line checks
it.
"""

import functools
import importlib
import multiprocessing
import re
import runpy
from concurrent.futures import ProcessPoolExecutor
from types import SimpleNamespace

import answering
import edits
import pytest
from common import ROOT, chapters, code_cells, read, tags, unfolded

HEADING = re.compile(r"(?m)^### Exercise (\d+\.\d+)\b")
MINUTES = re.compile(r"(?m)^### Exercise .*\n\*.*· (\d+) minutes?\.\*")
RANGE = re.compile(r"exercises of a chapter take (\d+) to (\d+) (?:minutes )?more")  # chapter 15 takes twice as long
EXERCISES, FEWEST = ROOT / "tests" / "exercises", 3


def headings(path):
    """The numbers of a chapter's exercises, by their headings."""
    return [number for cell in read(path).cells for number in HEADING.findall(cell.source)]


CHAPTERS = [path for path in chapters(ROOT) if headings(path)]


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def chapter(request):
    return request.param


def wrong_answers(path):
    """{number of the exercise: sources of wrong answers}, empty as long as the chapter has no table."""
    table = {name: rows for name, rows in edits.wrong(int(path.stem[:2])).items() if name in headings(path)}
    return {name: [source for source, _ in rows] for name, rows in table.items()} or beside(path, "WRONG")


def beside(path, name):
    """The table `name` of a chapter's own file in tests/exercises; empty where there is none."""
    table = EXERCISES / f"ch{path.stem[:2]}.py"
    return runpy.run_path(str(table)).get(name, {}) if table.exists() else {}


def told(path):
    """{number of the exercise: [(source, words of what is said)]} of wrong answers that share a hint."""
    known = edits.wrong(int(path.stem[:2])).items()
    return beside(path, "TOLD") or {name.removesuffix(" told"): rows for name, rows in known if name.endswith(" told")}


def other_repairs(path):
    """{number of the exercise: sources of right answers that are not the solution}, of chapters with such a table."""
    return beside(path, "RIGHT")


def place_of(path):
    """The table of a chapter's wrong answers, as a developer types it."""
    place = f"tests/exercises/{path.stem[:2]}.txt"
    return place if (ROOT / place).exists() else f"tests/exercises/ch{path.stem[:2]}.py"


@functools.cache
def reports(path):
    """{number of the exercise: {"stub", "solution": Report, "wrong": [Report, ...]}} of one chapter.

    The chapter runs in a process of its own, since it gives minigrad's classes new methods. That process imports
    `answering` only: to import nbformat takes longer than most chapters.
    """
    return tried(path, wrong_answers(path))


def tried(path, table):
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        cells = [(cell.id, tags(cell), cell.source) for cell in code_cells(unfolded(read(path)))]
        return pool.submit(answering.work_through, path.parent, cells, table).result()


def none(complaints):
    assert not complaints, "\n" + "\n".join(complaints)


def test_there_are_exercises():
    assert CHAPTERS, "no exercise found: the tests of this file would pass without looking at anything"


def test_each_exercise_has_a_stub_and_a_solution_with_its_number(chapter):
    assert list(reports(chapter)) == headings(chapter)
    none([f"{number}: no solution" for number, report in reports(chapter).items() if "solution" not in report])


def minutes_of(path):
    return [int(found) for cell in read(path).cells for found in MINUTES.findall(cell.source)]


def test_the_minutes_of_the_exercises_add_up_to_those_of_the_title_card(chapter):
    card, minutes = read(chapter).cells[0].source, minutes_of(chapter)
    promised = re.search(r"(\d+) minutes for the exercises", card)
    assert promised, f"notebooks/{chapter.name}: the first cell does not say `N minutes for the exercises`"
    assert int(promised[1]) == sum(minutes), (
        f"notebooks/{chapter.name}: the first cell says {promised[1]} minutes for the exercises, their headings add up "
        f"to {' + '.join(map(str, minutes))} = {sum(minutes)}"
    )


@pytest.mark.parametrize("page", ["README.md", "notebooks/00_start_here.ipynb"])
def test_the_exercises_of_a_chapter_take_as_long_as_a_page_says(page):
    least, most = map(int, RANGE.search((ROOT / page).read_text(encoding="utf-8")).groups())
    minutes = {path.name: sum(minutes_of(path)) for path in CHAPTERS if not path.stem.startswith("15")}
    none([f"{page} says {least} to {most} minutes, {name} has exercises of {total}: shorten it, or mend the page"
          for name, total in minutes.items() if not least <= total <= most])


def test_each_exercise_has_wrong_answers(chapter):
    table = wrong_answers(chapter)
    counts = {number: len(table.get(number, [])) for number in headings(chapter)}
    where = place_of(chapter)
    none([
        f"{where}: WRONG has {count} for exercise {number}, at least {FEWEST} are due"
        for number, count in counts.items() if count < FEWEST
    ])
    none([f"{where}: wrong answers for {number}, which is no exercise" for number in table.keys() - counts.keys()])


def test_a_stub_as_delivered_says_not_yet(chapter):
    stubs = {number: report["stub"] for number, report in reports(chapter).items()}
    none([stub.text for stub in stubs.values() if stub.state != "not yet"])


def test_a_solution_passes(chapter):
    solutions = [report["solution"] for report in reports(chapter).values() if "solution" in report]
    none([solution.text for solution in solutions if solution.state != "passed"])


@pytest.mark.parametrize("path", [path for path in CHAPTERS if other_repairs(path)], ids=lambda path: path.stem)
def test_other_right_repairs_pass(path):
    """A checker looks at what a program does: whoever mends it in another way than the solution has mended it."""
    table = other_repairs(path)
    assert list(table) == headings(path)
    none([
        f"{number}, repair {place}: {report.text}"
        for number, reports in tried(path, table).items()
        for place, report in enumerate(reports["wrong"], start=1) if report.state != "passed"
    ])


def amiss(wrong, words, place, before):
    """What is wrong with what a wrong answer is told; "" if nothing. `before` has the places of the hints so far."""
    twin = before.setdefault(wrong.hint, place)
    if wrong.state != "wrong":
        return f"it is told {wrong.state!r}"
    if not wrong.hint:
        return "it has no hint: add what it gives to `wrong` of the case"
    if twin != place:
        return f"it has the hint of wrong answer {twin}: tell them apart, or move one to a section `told` (edits.py)"
    return "" if words in " ".join(wrong.text.split()) else f"what it is told lacks {words!r}"


def test_each_wrong_answer_is_caught_and_has_a_hint_of_its_own(chapter):
    due, complaints = edits.wrong(int(chapter.stem[:2])), []
    for number, report in reports(chapter).items():
        before, words = {}, [words for _, words in due.get(number, ())] or [""] * len(report["wrong"])
        for place, wrong in enumerate(report["wrong"], start=1):
            if why := amiss(wrong, words[place - 1], place, before):
                complaints.append(f"{number}, wrong answer {place}: {why}. {wrong.text}")
    none(complaints)


def test_a_wrong_answer_that_is_told_too_little_is_named_with_the_reason():
    def told(hint, state="wrong"):
        return SimpleNamespace(state=state, hint=hint, text=f"Exercise 3.1: not right yet.\n hint {hint}")

    before = {}
    assert amiss(told("It is the sign."), "sign", 1, before) == ""
    assert amiss(told("It is the sign."), "sign", 2, before).startswith("it has the hint of wrong answer 1: ")
    assert amiss(told("The factor."), "sign", 3, before) == "what it is told lacks 'sign'"
    assert amiss(told("", "passed"), "", 4, {}) == "it is told 'passed'"
    assert amiss(told(""), "", 5, {}).startswith("it has no hint")


@pytest.mark.parametrize("path", [path for path in CHAPTERS if told(path)], ids=lambda path: path.stem)
def test_a_wrong_repair_is_told_what_is_true_of_it(path):
    table = told(path)
    found = tried(path, {number: [source for source, _ in rows] for number, rows in table.items()})
    none([
        f"{number}, wrong repair {place}, where {words!r} is due: {report.text}"
        for number, rows in table.items()
        for place, ((_, words), report) in enumerate(zip(rows, found[number]["wrong"], strict=True), start=1)
        if report.state == "passed" or words not in " ".join(report.text.split())
    ])


def test_a_rule_may_answer_with_a_tuple_of_one(capsys):
    check = importlib.import_module("minigrad.teach.ch03").check_sqrt_rule
    assert check(lambda grad, result: (grad / (2 * result),)).state == "passed"


def one_head(answer):
    """What a reader of chapter 16 may write for one head: `answer` stands behind `return`."""
    import minigrad as torch

    names = {"torch": torch}
    exec("def one_head(query, key, value):\n"
         "    def hidden(first, root=None, places=None):\n"
         "        later = torch.ones(places or len(query), places or len(query)).triu(first).bool()\n"
         "        scores = query @ key.T / (root or query.shape[1]) ** 0.5\n"
         "        return scores.masked_fill(later, float('-inf'))\n"
         f"    return {answer}", names)
    return names["one_head"]


HEADS = [  # wrong answers: what stands behind `return`, where hidden(k) is minus infinity from triu(k) on
    "hidden(1).softmax(1)",
    "hidden(9).softmax(1) @ value",
    "hidden(0).softmax(1) @ value",
    "hidden(1).softmax(0) @ value",
    "hidden(1, 1).softmax(1) @ value",
    "hidden(1, 2).softmax(1) @ value",
    "hidden(1, query.shape[0]).softmax(1) @ value",
    "hidden(1).softmax(1) @ value.T",
    "hidden(1, 2, 4).softmax(1) @ value",
    "(hidden(1).softmax(1) @ value).tolist()",
    "hidden(1) @ value",
]


def test_one_head_of_chapter_16_is_told_what_is_wrong(capsys):
    import minigrad as torch
    from minigrad.teach import ch16

    assert ch16.check_one_head(one_head("..."), torch.tensor).text.startswith("One head: not yet.")
    assert ch16.check_one_head(one_head("hidden(1).softmax(1) @ value"), torch.tensor).state == "passed"
    reports = [ch16.check_one_head(one_head(answer), torch.tensor) for answer in HEADS]
    hints = [report.hint for report in reports]
    none([report.text for report in reports if report.state != "wrong" or hints.count(report.hint) > 1])
    (path,) = [path for path in CHAPTERS if path.stem.startswith("16_")]
    (cell,) = [cell for cell in read(path).cells if cell.id == "four-heads"]
    names = {"torch": torch}
    exec(re.search(r"(?s)```python\n(.+?)```", cell.source)[1], names)
    assert ch16.check_one_head(names["one_head"], torch.tensor).state == "passed"


def test_a_wrong_answer_is_an_edit_that_fits_once():
    right = "def f(x):\n    y = x\n    return y"
    assert edits.entry("- y = x => y = -x  # the sign\n& return y => return x\n", right, "") == (
        "def f(x):\n    y = -x\n    return x", "the sign")
    assert edits.entry("- ⏎    return y =>\n\n", right, "") == ("def f(x):\n    y = x", "")
    assert edits.entry("-  # whole\n    return 1\n\n    pass\n", right, "") == ("return 1\n\npass", "whole")
    for unfit in ("- y => z", "- nowhere => z", "- y = x"):
        with pytest.raises(ValueError, match="times in"):
            edits.entry(unfit, right, "03.txt, 3.1")
    with pytest.raises(ValueError, match="03.txt, 3.1: after `y = x => y =` this is no Python, line 2:") as error:
        edits.entry("- y = x => y =", right, "03.txt, 3.1")
    assert "return y" in str(error.value)
