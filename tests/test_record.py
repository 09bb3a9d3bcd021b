"""What chapters quote of PyTorch is true, and minigrad says the same."""
import copy
import importlib.metadata
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from minigrad.teach.beside import answer, as_torch, said

ROOT = Path(__file__).parents[1]
TOOL = ROOT / "tools" / "record.py"
CHAPTERS = sorted((ROOT / "tests" / "record").glob("ch[0-9][0-9].json"))
RECORDS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in CHAPTERS}
SNIPPETS = [
    pytest.param(snippet, id=f"{chapter}: {snippet['title']}")
    for chapter, record in RECORDS.items()
    for snippet in record["snippets"]
]


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_minigrad_says_what_pytorch_says(snippet):
    import minigrad

    assert as_torch(said(answer(snippet["code"], minigrad))) == said(snippet["result"])


def test_the_record_is_still_true():
    pytest.importorskip("torch", reason="the record is compared with real PyTorch")
    if (version := importlib.metadata.version("torch").split("+")[0]) != "2.13.0":
        pytest.skip(f"the record is of torch 2.13.0, this is {version}")
    run = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("chapter", RECORDS)
def test_the_record_holds_the_snippets_as_they_are_written(chapter):
    source = (ROOT / "tests" / "record" / f"{chapter}.py").read_text(encoding="utf-8")
    written = runpy.run_path(str(TOOL))["snippets"](source)
    assert [(snippet["title"], snippet["code"]) for snippet in RECORDS[chapter]["snippets"]] == written
    assert len({title for title, _ in written}) == len(written)
    assert all(len(code.splitlines()) <= 5 for _, code in written)


def test_chapters_1_to_4_have_a_record():
    assert {"ch01", "ch02", "ch03", "ch04"} <= RECORDS.keys()


@pytest.mark.parametrize("part", ["text", "warnings", "error"])
def test_an_answer_that_is_no_longer_true_is_named(part):
    stored = RECORDS["ch04"]
    now = copy.deepcopy(stored)
    changed = now["snippets"][2]
    changed["result"][part] = ["a new warning"] if part == "warnings" else "something new"
    differences = runpy.run_path(str(TOOL))["differences"]
    assert differences(stored, stored) == []
    assert [line.startswith(changed["title"]) for line in differences(stored, now)] == [True]
