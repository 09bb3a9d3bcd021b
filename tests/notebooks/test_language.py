"""What is written in one language's chapters is found in the other's."""
import json

import pytest
from minigrad import locale
from minigrad.teach import book

CAPTION = "# minigrad/core/engine.py: yours\n"
BLANK = f'{CAPTION}def collect(root):\n    """All nodes."""\n    ...'
WRITTEN = f'{CAPTION}def collect(root):\n    """所有节点。"""\n    return [root]'


def notebook(folder, source):
    folder.mkdir(parents=True, exist_ok=True)
    cells = [{"cell_type": "code", "id": "collect-yours", "source": source},
             {"cell_type": "code", "id": "other", "source": f"print({folder.name!r})"}]
    (folder / "04_engine.ipynb").write_text(json.dumps({"cells": cells}), "utf-8")


@pytest.mark.parametrize("read_from", ["", "zh"])
@pytest.mark.parametrize("written_in", ["", "zh"])
def test_a_definition_is_found_in_whichever_language_it_was_written(tmp_path, read_from, written_in):
    course = tmp_path / "notebooks"
    for place in ("", "zh"):
        notebook(course / place, WRITTEN if place == written_in else BLANK)
    found = book.saved_answers(course / read_from, 4)
    assert found["collect-yours"] == WRITTEN and found["other"] == f"print({(course / read_from).name!r})"


def test_what_is_written_here_comes_first_and_an_unfinished_one_counts(tmp_path):
    unfinished = WRITTEN.replace("return [root]", "return [")
    notebook(tmp_path, unfinished)
    notebook(tmp_path / "zh", WRITTEN)
    assert book.saved_answers(tmp_path, 4)["collect-yours"] == unfinished


def test_a_chinese_docstring_is_put_back_before_it_is_compared(tmp_path, monkeypatch):
    monkeypatch.setattr(locale, "PACKAGE", [("All nodes.", "所有节点。")])
    notebook(tmp_path, WRITTEN)
    assert '"""All nodes."""' in book.saved_answers(tmp_path, 4)["collect-yours"]
