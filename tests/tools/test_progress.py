"""What a reader learns about the exercises: which pass, whatever state the notebook is in, which stays as it is."""

import functools

import nbformat
import progress
import pytest
import slides
from common import ROOT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from running import run

CHECKERS = '''
from minigrad.teach.check import case, exercise

def checker(number):
    @exercise(number=number, title="twice")
    def check(double):
        yield case(double, 3, expect=6, wrong=[(9, "That is the square.")])
        yield case(double, 1, expect=2)
    return check
'''
STUB = "def double(x):\n    return ..."
RIGHT = "def double(x):\n    return 2 * x"


def chapter(path, answers, before="", after=""):
    """A notebook with one exercise for each of `answers`."""
    cells = [new_code_cell(CHECKERS), new_code_cell(before or "1"), new_markdown_cell("## Exercises")]
    for place, answer in enumerate(answers, start=1):
        check = f"checker('4.{place}')(double)"
        cells += [
            new_markdown_cell(f"### Exercise 4.{place} · Number {place}"),
            new_code_cell(f"{answer}\n{check}", metadata={"tags": ["exercise"]}),
        ]
    cells += [new_markdown_cell("## Words"), new_code_cell(after or "2")]
    path.parent.mkdir(exist_ok=True)
    nbformat.write(new_notebook(cells=cells), path)
    return path


def states(standing):
    return [exercise.state for exercise in standing.exercises.values()]


def test_each_state_of_an_answer_is_told_and_the_notebook_stays_as_it_is(tmp_path, capsys):
    answers = [
        RIGHT,
        STUB,
        "def double(x):\n    return x * x",
        "def double(x)\n    return 2 * x",
        "double = dubble",
        "double = {}['a']",
        f"{STUB}\nchecker('4.7')(double)\n{RIGHT}",  # a second try in the same cell
        f"{RIGHT}\nchecker('4.8')(double)\n{STUB}",  # one pass is enough
        f"{RIGHT}\nchecker('4.9')(double)\n1 / 0",
    ]
    path = chapter(tmp_path / "notebooks" / "04_engine.ipynb", answers)
    before = path.read_bytes()
    (standing,) = progress.check([path])
    assert states(standing) == ["passed", "not yet", "not right yet", "stops", "stops", "stops", *["passed"] * 3]
    assert standing.passed == 4 and not standing.trouble
    said = capsys.readouterr().out
    assert "Chapter 4, engine: 4 of 9 passed" in said and "4 of 9 exercises passed." in said
    for words in ("That is the square.", "dubble", "SyntaxError: expected ':' (line 1)", "KeyError: 'a'"):
        assert words in said
    assert path.read_bytes() == before and [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_chapter_as_delivered_is_one_line(tmp_path, capsys):
    progress.check([chapter(tmp_path / "04_engine.ipynb", [STUB, STUB])])
    assert capsys.readouterr().out == "Chapter 4, engine: not begun (2 exercises)\n\n0 of 2 exercises passed.\n"


def test_a_chinese_chapter_is_told_in_chinese(tmp_path, monkeypatch, capsys):
    path = chapter(tmp_path / "zh" / "04_engine.ipynb", [RIGHT, STUB])
    notebook = nbformat.read(path, 4)
    notebook.cells.insert(0, new_markdown_cell("# 4 · 引擎：先算哪一个？"))
    for cell in notebook.cells:
        cell.source = cell.source.replace("### Exercise", "### 练习")
    nbformat.write(notebook, path)
    monkeypatch.setattr(progress.locale, "SAID", {})
    monkeypatch.setattr(progress.locale, "PACKAGE", [])
    progress.speak("zh")
    (standing,) = progress.check([path])
    assert states(standing) == ["passed", "not yet"] and standing.name == "引擎"
    assert "引擎" in (said := capsys.readouterr().out) and not {"engine", "passed"} & {*said.split()}


def test_a_package_that_does_not_run_is_no_trouble_for_the_command():
    program = f"import sys; sys.modules['minigrad'] = None; sys.path.append({str(ROOT / 'tools')!r}); import progress"
    done = run("-c", program)
    assert done.returncode == 0, done.stderr


def test_an_answer_that_never_ends_does_not_keep_the_others_waiting(tmp_path, monkeypatch):
    patience = {True: 2, False: progress.SECONDS}  # only this one is stopped soon
    run = functools.partial(progress.in_kernel, timeout_func=lambda cell: patience["while True" in cell.source])
    monkeypatch.setattr(progress, "in_kernel", run)
    (standing,) = progress.check([chapter(tmp_path / "04_engine.ipynb", ["while True: pass", RIGHT])])
    assert states(standing) == ["stops", "passed"]
    assert "a loop without an end" in "".join(standing.exercises["4.1"].said)


def test_a_cell_above_that_stops_is_named(tmp_path, capsys):
    path = chapter(tmp_path / "04_engine.ipynb", [RIGHT], before="1 / 0", after="unknown")
    (standing,) = progress.check([path])
    assert states(standing) == ["passed"]
    assert "ZeroDivisionError" in standing.trouble and "unknown" not in capsys.readouterr().out


def test_of_several_cells_that_stop_the_first_is_named_and_no_exercise_is_blamed(tmp_path, capsys):
    path = chapter(tmp_path / "04_engine.ipynb", [STUB, RIGHT], before="1 / 0")
    notebook = nbformat.read(path, as_version=4)
    second = next(place for place, cell in enumerate(notebook.cells) if "4.2" in cell.source)
    notebook.cells[second:second] = [new_markdown_cell("## More"), new_code_cell("unknown")]
    nbformat.write(notebook, path)
    (standing,) = progress.check([path])
    assert states(standing) == ["not yet", "passed"]
    assert "ZeroDivisionError" in standing.trouble and "unknown" not in capsys.readouterr().out


def test_python_that_dies_and_a_file_that_is_cut_off_are_told(tmp_path, capsys):
    dies = chapter(tmp_path / "04_engine.ipynb", [RIGHT, RIGHT], before="import os; os._exit(1)")
    cut = tmp_path / "05_cut.ipynb"
    cut.write_text(dies.read_text()[:200])
    without = tmp_path / "06_without.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell("1")]), without)
    standings = progress.check([dies, cut, without])
    assert [standing.number for standing in standings] == ["04", "05"]
    said = capsys.readouterr().out
    assert "Python itself stopped" in said and "the file cannot be read" in said


@pytest.mark.parametrize("typed", [["77"], ["4", "77"]], ids=" ".join)
@pytest.mark.parametrize("tool", [progress, slides], ids=lambda tool: tool.__name__)
def test_a_chapter_that_does_not_exist_is_named(tool, typed, capsys):
    assert tool.main(typed) == 1
    assert "no chapter 77" in capsys.readouterr().out
