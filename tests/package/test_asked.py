"""Snippets of asked.py: minigrad says what PyTorch says. They are asked at once, and recorded nowhere."""

from pathlib import Path

import pytest
import record

import minigrad
from minigrad.teach.beside import answer, as_torch, said

SNIPPETS = record.snippets((Path(__file__).parents[1] / "record" / "asked.py").read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", [pytest.param(code, id=title) for title, code in SNIPPETS])
def test_minigrad_says_what_pytorch_says(code):
    torch = pytest.importorskip("torch")
    assert as_torch(said(answer(code, minigrad))) == said(answer(code, torch))
