"""The engine grows in the reader's hands: how much there is to read, whose it is, and whether each stage is right."""

import ast
import importlib
import os
import re

import edits
import pytest
from common import ROOT, chapters, read
from living import BLANKS, CELLS, at_the_end_of, differing, fixture_begin  # noqa: F401
from running import run

from minigrad.teach import book, stages

GROWN = {int(path.name[:2]): stages.cells_of(path) for path in sorted(stages.GROWTH.glob("[0-9][0-9]_*.txt"))}
ANEW, LAST = [*GROWN], max(GROWN)  # the chapters that build something
MOST_LINES, MOST_OF_A_CHAPTER, FEWEST_YOURS = 320, dict.fromkeys(ANEW, 120) | {9: 160, 10: 200, 13: 260}, 40


def lines_of(part):
    return [line.strip() for line in part.text.split("\n") if line.strip()]


def new_lines():
    """{chapter: how many lines of the package it shows for the first time}; a blank's are those of ours."""
    seen, count = {}, dict.fromkeys(ANEW, 0)
    for number, cells in GROWN.items():
        for cell in cells:
            for part in stages.split(cell.source, cell.id):
                name = (cell.module, part.key[1]) if part.is_block else None
                count[number] += len([line for line in lines_of(part) if line not in seen.get(name, ())])
                if name:
                    seen[name] = set(lines_of(part))
    return count


def test_an_engine_is_read_in_four_short_chapters():
    count = new_lines()
    assert sum(count[number] for number in range(1, 5)) <= MOST_LINES, count
    assert {n: lines for n, lines in count.items() if lines > MOST_OF_A_CHAPTER[n]} == {}, count


@pytest.mark.parametrize(("number", "most"), [(LAST, 1000), (LAST + 1, 1100)])
def test_the_core_is_small(number, most):
    """All lines of its files, what PyTorch checks and says among them: before the last chapter, and as delivered."""
    texts = {module: text for module, text in stages.stage(number).items() if module.startswith("core.")}
    texts = [stages.source_of(module) if text is None else text for module, text in texts.items()]
    texts.append((stages.PACKAGE / "core" / "__init__.py").read_text(encoding="utf-8"))
    assert len(texts) == 5 and sum(len(text.splitlines()) for text in texts) <= most


def test_many_definitions_are_the_readers():
    assert len(BLANKS) >= FEWEST_YOURS


@pytest.mark.parametrize("number", ANEW)
def test_no_captioned_cell_names_a_later_chapter(number):
    for cell in [*GROWN[number], *blanks(number)]:
        named = [int(found) for found in re.findall(r"[Cc]hapters? (\d+)", cell.source)]
        assert [found for found in named if found > number] == [], cell.id


@pytest.mark.parametrize("path", chapters(ROOT)[:6], ids=lambda path: path.stem)
def test_nobody_is_told_not_to_read(path):
    for cell in read(path).cells:
        assert not re.search(r"(?i)\bskip (it|this|them|these|ahead)\b|(do not|don't|need not) read", cell.source)


@pytest.mark.parametrize("number", ANEW)
def test_after_a_chapter_its_table_and_those_before_are_as_in_pytorch(begin, number):
    torch = begin(number + 1)
    for name in [f"ch{earlier:02}" for earlier in range(1, number + 1)]:
        assert differing(torch, name) == [], name


@pytest.mark.parametrize("number", ANEW)
def test_an_engine_in_use_grows_into_the_one_of_the_next_chapter(begin, number):
    """What has been recorded before the cells run is not lost, and each table says afterwards what PyTorch says."""
    torch = begin(number)
    if number > 1:
        x = torch.ones(2, requires_grad=True)
        before = (x * x).mean()
    for cell in [*GROWN[number], *behind(number)]:
        book.grow(cell.text)
    if number > 3:
        before.backward()
        assert x.grad.tolist() == [1.0, 1.0]
    for name in [f"ch{earlier:02}" for earlier in range(1, number + 1)]:
        assert differing(torch, name) == [], name


def blanks(number):
    """The cells of a chapter in which the reader writes, in its notebook."""
    return [cell for cell in CELLS[number] if cell.id in BLANKS]


def behind(number):
    """The cells that are not taught and come behind a chapter."""
    path = stages.GROWTH / f"exact_{number:02}.txt"
    return stages.cells_of(path) if path.exists() else []


def test_no_definition_is_shown_in_more_than_three_forms():
    forms = {}  # {name of a function or class at the top of captioned cells: where it is shown}
    for number, cells in GROWN.items():
        for cell in cells:
            for part in ast.parse(cell.source).body:
                if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
                    forms.setdefault(part.name, []).append((number, cell.module))
    assert forms
    assert {name: places for name, places in forms.items() if len(places) > 3} == {}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.parametrize("number", range(1, 14))
def test_a_fault_in_what_a_chapter_builds_is_seen_in_the_chapter(number):
    """All faults where everything is tested, a sample for readers."""
    each = "1" if os.environ.get("CI") else "5"
    found = run("tools/sabotage.py", number, "--each", each)
    assert found.returncode == 0, found.stdout + found.stderr


def test_every_blank_is_one_definition_with_a_checker_and_wrong_answers():
    for number in GROWN:
        checkers = importlib.import_module(f"minigrad.teach.ch{number:02}")
        names = {stages.definition(cell.source) for cell in blanks(number)}
        known = {name: answers for name, answers in edits.wrong(number).items() if name.isidentifier()}
        assert names == known.keys(), number
        assert all(hasattr(checkers, f"check_{name}") for name in names)
        assert all(len(answers) >= 4 for answers in known.values()), number
