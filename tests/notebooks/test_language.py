"""The reader's language: what the program says is in it, and a translated package cell is the English one."""

import ast
import json

import progress
import pytest
from common import ROOT, code_cells, read
from living import BLANKS, PATHS, SHOWN, fixture_begin  # noqa: F401
from running import run

from minigrad import locale
from minigrad.teach import book, stages

PACKAGE = ROOT / "minigrad"
CATALOGUE = """\
msgid "Exercise {number}"
msgstr "练习 {number}"

msgid "{label}: not right yet. Right so far: {passing} of {count}."
msgstr "{label}：还不对。目前对了 {passing} / {count}。"

msgid "{label}: passed (1 case)."
msgstr "{label}：通过（1 种情况）。"

msgctxt "a label"
msgid "case"
msgstr "情况"

msgid "returned"
msgstr "返回了"

msgid "hint"
msgstr "提示"

msgid "below zero"
msgstr "零以下"

msgid "Mind the sign."
msgstr "注意符号。"

msgid "Put back as it was before: {things}."
msgstr "已恢复原样：{things}。"

msgid "the working folder"
msgstr "工作文件夹"

msgid ", "
msgstr "、"

msgid "Which is it?"
msgstr "是哪个？"

msgid "your guess: {guess} | result: {result}"
msgstr "你猜的：{guess} | 结果：{result}"

msgid "The same."
msgstr "一样。"

msgctxt "words for True"
msgid "on yes true"
msgstr "on yes true 是 对"
"""
ASKING = """
import os, sys
from pathlib import Path
from minigrad import locale
locale.SAID.clear()
if locale.LANGUAGE == "zh":
    locale.SAID |= locale.translations(Path(sys.argv[1]))
from minigrad.teach import predict
from minigrad.teach.check import case, exercise

@exercise("1.1", "the slope of a square")
def check_slope(slope):
    yield case(slope, -1.0, expect=-2.0, wrong=[(2.0, "Mind the sign.")], name="below zero")

def moving(x):
    os.chdir("/")
    sys.setrecursionlimit(5000)
    return 2 * x

check_slope(lambda x: 2.0)
print(check_slope(moving).state)
print(repr(predict("Which is it?", "是").compare(True)))
"""
IN_CHINESE = """\
练习 1.1：还不对。目前对了 0 / 1。
  情况　    零以下
  返回了    2.0
  expected　　　  -2.0
  提示　    注意符号。
练习 1.1：通过（1 种情况）。
已恢复原样：工作文件夹、the recursion limit。
passed
Your guess is noted: 是
是哪个？
你猜的：是 | 结果：True
一样。
"""
IN_ENGLISH = """\
Exercise 1.1: not right yet. Right so far: 0 of 1.
  case      below zero
  returned  2.0
  expected  -2.0
  hint      Mind the sign.
Exercise 1.1: passed (1 case).
Put back as it was before: the working folder, the recursion limit.
passed
Your guess is noted: 是
Which is it?
your guess: 是 | result: True
Not the same: worth a second look.
"""


def said_in(language, folder):
    (folder / "program.po").write_text(CATALOGUE, encoding="utf-8")
    done = run("-c", ASKING, folder, MINIGRAD_LANG=language, PYTHONIOENCODING="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("language", "said"), [("zh", IN_CHINESE), ("en", IN_ENGLISH)])
def test_checkers_and_predictions_speak_the_readers_language(tmp_path, language, said):
    assert said_in(language, tmp_path) == said


@pytest.mark.parametrize("language", sorted(locale.LANGUAGES))
def test_suite_check_reads_what_checkers_say(monkeypatch, language):
    """A report in another language tells the same state as the English one."""
    monkeypatch.setattr(progress.locale, "SAID", {})
    monkeypatch.setattr(progress.locale, "PACKAGE", [])
    progress.speak(language)
    read_as = []
    report, states = progress.pattern(progress.REPORT), progress.spoken()
    holes = {"passing": 1, "count": 2, "name": "collect", "hint": "...", "since": 5, "last": 4}
    for english, words in [(english, words) for (_, english), words in progress.locale.SAID.items()
                           if english.startswith(("{label}: ", "Definition {name}: "))]:
        for label in ("Exercise {number}", "Definition {name}"):
            first = report.search(english.format(label=label.format(number="4.1", name="collect"), **holes))
            second = report.search(words.format(
                label=progress.say(label).format(number="4.1", name="collect"), **holes))
            assert bool(first) == bool(second), words
            assert not first or first[1] == second[1] and states[first[2]] == states[second[2]], words
            read_as += [states[first[2]]] if first else []
    assert {*read_as} == {*progress.STATES}


def sayings():
    """(place, first argument) of each call of say() in the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "Remark"):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.args[0]


def test_what_is_said_is_one_whole_sentence():
    """Glued together, or one of two, it is not found in a catalogue, and no translator sees it whole."""
    found = dict(sayings())
    glued = ast.JoinedStr, ast.BinOp, ast.BoolOp, ast.IfExp
    assert found and [place for place, sentence in found.items() if isinstance(sentence, glued)] == []


# Package cells

SPOKEN = [
    ("One step of a computation. It keeps its inputs, and its edges, for the way back.", "计算中的一步，还留着边。"),
    ("One step of a computation. It keeps its inputs for the way back.", "计算中的一步，为回程留着输入。"),
    ("the newest node has the highest number", "越新的节点，编号越大"),
]


@pytest.fixture
def spoken(monkeypatch):
    monkeypatch.setattr(locale, "PACKAGE", SPOKEN)


def test_a_translated_package_cell_is_the_english_one_and_shows_its_own_words(begin, spoken):
    begin(2)
    (cell,) = [cell for cell in SHOWN[2] if cell.id == "node-class"]
    chinese = locale.in_words(cell.text)
    assert "为回程" not in chinese and "还留着边" in chinese and "编号越大" in chinese
    names = {}
    shown = book.run_in(names, chinese)
    lines = repr(shown).splitlines()
    assert '-     """计算中的一步，为回程留着输入。"""' in lines and '+     """计算中的一步，还留着边。"""' in lines
    assert "  # 越新的节点，编号越大" in repr(shown) and "One step" not in repr(shown)
    assert names["Node"].__doc__ == SPOKEN[0][0]
    assert book.now.known("core.node")["ClassDef", "Node"] in cell.text
    assert book.run_in(names, cell.text) is shown  # it has run already


def test_a_translated_definition_counts_in_later_chapters_as_the_english_one(begin, monkeypatch, tmp_path):
    ours = stages.blanks(stages.growth())["collect"]
    document = ast.get_docstring(ast.parse(BLANKS["collect-yours"]).body[-1], clean=False)
    monkeypatch.setattr(locale, "PACKAGE", [(document, "中文" + "\n" * document.count("\n"))])
    mine = f"{ours.blank.text}{ours.source}".replace('"""', f'"""{document}\n', 1)
    notebook = read(PATHS[4])
    (cell,) = [cell for cell in code_cells(notebook) if cell.id == "collect-yours"]
    cell.source = locale.in_words(mine)
    assert "中文" in cell.source
    (tmp_path / PATHS[4].name).write_text(json.dumps(notebook), encoding="utf-8")
    assert book.saved_answers(tmp_path, 4)["collect-yours"] == mine
    begin(5)
    assert "collect" in book.now.yours


@pytest.mark.parametrize("language", sorted(locale.LANGUAGES))
def test_every_package_cell_can_be_put_into_words_and_back(monkeypatch, language):
    """The code stays, and each line is where it was: an error shows the reader's own cell."""
    found = locale.translations(locale.CATALOGUES / language / "package")
    monkeypatch.setattr(locale, "PACKAGE", sorted(
        ((english, words) for (_, english), words in found.items()), key=lambda pair: -len(pair[0])))
    for name, text in [*BLANKS.items(), *((cell.id, cell.text) for cell in stages.growth())]:
        words = locale.in_words(text)
        assert locale.in_english(words) == text, name
        assert words.count("\n") == text.count("\n"), name
        assert ast.dump(without_documents(words)) == ast.dump(without_documents(text)), name


def without_documents(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()
    return tree


# What is written in one language's chapters is found in the other's

CAPTION = "# minigrad/core/engine.py: yours\n"
BLANK = f'{CAPTION}def collect(root):\n    """All nodes."""\n    ...'
WRITTEN = f'{CAPTION}def collect(root):\n    """所有节点。"""\n    return [root]'


def saved(folder, source):
    folder.mkdir(parents=True, exist_ok=True)
    cells = [{"cell_type": "code", "id": "collect-yours", "source": source},
             {"cell_type": "code", "id": "other", "source": f"print({folder.name!r})"}]
    (folder / "04_engine.ipynb").write_text(json.dumps({"cells": cells}), "utf-8")


@pytest.mark.parametrize("read_from", ["", "zh"])
@pytest.mark.parametrize("written_in", ["", "zh"])
def test_a_definition_is_found_in_whichever_language_it_was_written(tmp_path, read_from, written_in):
    course = tmp_path / "notebooks"
    for place in ("", "zh"):
        saved(course / place, WRITTEN if place == written_in else BLANK)
    found = book.saved_answers(course / read_from, 4)
    assert found["collect-yours"] == WRITTEN and found["other"] == f"print({(course / read_from).name!r})"


def test_what_is_written_here_comes_first_and_an_unfinished_one_counts(tmp_path):
    unfinished = WRITTEN.replace("return [root]", "return [")
    saved(tmp_path, unfinished)
    saved(tmp_path / "zh", WRITTEN)
    assert book.saved_answers(tmp_path, 4)["collect-yours"] == unfinished
