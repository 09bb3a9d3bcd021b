"""What the README promises is there: its chapters, and behind each symptom a cell that shows it."""

import re

import pytest
from common import ROOT, chapters, code_cells, read

README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLE = README.partition("## Help by symptom")[2].partition("\n## ")[0]
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| \[(\d\d)\]\((notebooks/.+?)\) \|$", TABLE, re.MULTILINE)


def outputs(path):
    """All that the code cells of a notebook have printed, shown or raised."""
    texts = []
    for cell in code_cells(read(path)):
        for output in cell.outputs:
            texts += [output.get("text", ""), output.get("evalue", ""), *output.get("data", {}).values()]
    return "\n".join(texts)


def test_forty_symptoms_lead_to_a_chapter():
    assert len(ROWS) == len(TABLE.strip().splitlines()) - 4 >= 40
    assert len({symptom for symptom, *_ in ROWS}) == len(ROWS)


@pytest.mark.parametrize(("symptom", "chapter", "link"), [(symptom, *rest) for symptom, _, *rest in ROWS])
def test_the_chapter_shows_the_symptom(symptom, chapter, link):
    assert link.startswith(f"notebooks/{chapter}_") and (ROOT / link).exists()
    if said := re.fullmatch(r"`(\w+ .+)`", symptom):  # a sentence, not a piece of code
        assert said[1] in outputs(ROOT / link)


def test_every_chapter_is_in_the_readme():
    assert [path.name for path in chapters(ROOT) if f"(notebooks/{path.name})" not in README] == []
