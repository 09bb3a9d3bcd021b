"""notebooks/differences.md, run: each point is shown by code or by a test that is there, and differs as it says."""

import ast
import importlib.metadata
import re

import pytest
from common import ROOT

import minigrad
from minigrad.teach.beside import answer, said

PAGE = (ROOT / "notebooks" / "differences.md").read_text(encoding="utf-8")
POINTS = {title: text for title, text in (point.split("\n", 1) for point in PAGE.split("\n### ")[1:])}
SHOWN = re.compile(r"```python\n(.+?)\n```\n\n\| minigrad \| PyTorch \|\n\|---\|---\|\n\| (.+) \| (.+) \|\n", re.DOTALL)
TESTS = re.compile(r"`(tests/\w+/test_\w+\.py)::(test_\w+)`")
POINTS_WITH_CODE = [pytest.param(*shown.groups(), id=title) for title, text in POINTS.items()
                    if (shown := SHOWN.search(text))]


def answered(cell):
    """The lines of a cell of a table."""
    return "\n".join(line.strip("`") for line in cell.split("<br>"))


@pytest.mark.parametrize(("code", "ours", "theirs"), POINTS_WITH_CODE)
def test_minigrad_answers_as_the_page_says_and_the_page_says_that_pytorch_does_not(code, ours, theirs):
    assert said(answer(code, minigrad)) == answered(ours) != answered(theirs)


@pytest.mark.parametrize(("code", "ours", "theirs"), POINTS_WITH_CODE)
def test_pytorch_answers_as_the_page_says(code, ours, theirs):
    torch = pytest.importorskip("torch")
    if (version := importlib.metadata.version("torch")).split("+")[0] not in PAGE or torch.version.cuda:
        pytest.skip(f"the page is about PyTorch 2.13.0 for the CPU, this is {version}")
    always = torch.is_warn_always_enabled()
    torch.set_warn_always(True)
    try:
        assert said(answer(code, torch)) == answered(theirs)
    finally:
        torch.set_warn_always(always)


def test_every_point_has_code_or_a_test_and_every_test_is_there():
    assert len(POINTS) >= 20
    assert [title for title, text in POINTS.items() if not SHOWN.search(text) and not TESTS.search(text)] == []
    assert PAGE.count("```python") == len(POINTS_WITH_CODE), "a block of code without its table of answers"
    for file, name in TESTS.findall(PAGE):
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        assert name in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)], (file, name)
