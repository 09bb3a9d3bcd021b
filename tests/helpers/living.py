"""What tests of captioned cells have in common: real kernels, and `begin`, a chapter's package in this process."""

import asyncio
import copy
import re
import sys

import pytest
import refresh
from common import ROOT, caption_of, chapters, code_cells, read
from nbformat.v4 import new_code_cell, new_notebook

from minigrad import viz
from minigrad.teach import beside_torch, book, chapter, stages

PATHS = {int(path.name[:2]): path for path in chapters(ROOT)}
CELLS = {number: code_cells(read(path)) for number, path in PATHS.items()}
CAPTIONED = [number for number, cells in CELLS.items() if any(map(caption_of, cells))]
BLANKS = {cell.id: cell.source for cells in CELLS.values() for cell in cells  # as they were delivered
          if (caption_of(cell) or ("", ""))[1] == stages.YOURS}
GROWTH = stages.growth()
SHOWN = {stages.place_of(path)[0]: stages.cells_of(path)
         for path in stages.GROWTH.glob("[01]*.txt")}  # without what comes behind
FIRST = {cell.id: cell.text for cell in stages.cells_of(stages.GROWTH / f"{PATHS[1].stem}.txt")}


def in_kernel(cells, folder=ROOT / "notebooks"):
    """The outputs of these cells, or sources, in one new kernel, which goes on after errors."""
    cells = [new_code_cell(cell) if isinstance(cell, str) else new_code_cell(cell.source) for cell in cells]
    for last in (False, True):
        try:
            asyncio.run(refresh.in_kernel(new_notebook(cells=cells), folder, allow_errors=True))
            break
        except RuntimeError as error:  # another kernel may have taken its port before it could
            if last or "died before replying" not in str(error):
                raise
    return [cell.outputs for cell in cells]


def as_stored(outputs):
    kept = [dict(output) for output in refresh.clean_outputs(copy.deepcopy(outputs))]
    return [{key: value for key, value in output.items() if key not in ("execution_count", "metadata")}
            for output in kept]


def text(outputs):
    """What outputs say, tracebacks without their colours."""
    parts = [output.get("text") or output.get("data", {}).get("text/plain") or "\n".join(output.get("traceback", []))
             for output in outputs]
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(parts))


def tells_the_same(pairs, outputs):
    """`pairs` has (name, what is stored, None for anything) for each of the outputs."""
    found = [name for (name, stored), now in zip(pairs, outputs, strict=True)
             if stored is not None and as_stored(stored) != as_stored(now)]
    assert not found, "these cells say something else: " + ", ".join(found)


@pytest.fixture(name="begin")
def fixture_begin(tmp_path, monkeypatch):
    """`begin(number)` is chapter(number) in this process, in an empty folder; at the end all is as it was."""
    teach = sys.modules["minigrad.teach"]
    words = viz.sheet.words
    before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "minigrad"}
    kept, finders = dict(vars(teach)), sys.meta_path[:]
    was = book.now, book.finished, words.readers[:], words.FREES, words.CHAPTER
    monkeypatch.chdir(tmp_path)

    def begun(number):
        if book.now is not None and book.now.number != number:
            book.now = None
        return chapter(number)

    yield begun
    for name in [name for name in sys.modules if name.partition(".")[0] == "minigrad"]:
        del sys.modules[name]
    sys.modules.update(before)
    vars(teach).update(kept)
    book.now, book.finished, words.readers[:], words.FREES, words.CHAPTER = was
    sys.meta_path[:] = finders


def grow(number, **changed):
    """All captioned cells of a chapter, ours in the place of blanks; gives what they show."""
    return [book.grow(changed.get(cell.id.replace("-", "_"), cell.text)) for cell in GROWTH if cell.chapter == number]


def at_the_end_of(begin, number):
    """The package when a chapter's notebook has been run."""
    torch = begin(number)
    for cell in SHOWN[number]:
        book.grow(cell.text)
    return torch


def differing(torch, record="ch01"):
    """The rows of a chapter's table beside PyTorch that are not the same."""
    return [row.title for row in beside_torch(record, {"torch": torch}).rows if row.verdict != "same"]
