"""What the README promises is there: its chapters, and its symptoms on the page that lists them all."""

import re

import pytest
from common import ROOT, chapters, read
from pages import symptoms

README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLE = README.partition("## Help by symptom")[2].partition("\n## ")[0]
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| \[(\d\d)\]\((notebooks/.+?)\) \|$", TABLE, re.MULTILINE)


def test_the_symptoms_met_most_often_are_those_of_the_page():
    assert len(ROWS) == TABLE.count("\n| ") - 1 >= 8
    found = [(symptom, re.search(r"\]\(((\d\d).+?)#", symptom.where)) for symptom in symptoms()]
    listed = {(symptom.seen, symptom.behind, where[2], f"notebooks/{where[1]}") for symptom, where in found}
    assert set(ROWS) <= listed


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^):#]+)\)", README))))
def test_links_lead_somewhere(target):
    assert (ROOT / target).exists()


def test_the_chinese_readme_shows_the_chinese_pictures():
    shown = re.findall(r"!\[[^\]]*\]\((figures/[^)]+)\)", (ROOT / "README.zh-CN.md").read_text(encoding="utf-8"))
    assert shown and all((ROOT / path).exists() for path in shown)
    assert not [path for path in shown if (ROOT / path.replace("figures/", "figures/zh/")).exists()]


def test_the_hours_are_the_minutes_of_the_start_page():
    page = "\n".join(cell.source for cell in read(ROOT / "notebooks" / "00_start_here.ipynb").cells)
    minutes = {int(number): int(count) for number, count in re.findall(r"\| \[(\d\d) .+?\| (\d+) \|\n", page)}
    hours = sum(minutes[number] for number in range(1, 14)) / 60
    assert f"About {hours:.0f} hours for chapters 1 to 13; the first, with a whole engine, takes {minutes[1]}" in README


def test_every_chapter_is_in_the_readme():
    missing = [path.name for path in chapters(ROOT) if f"(notebooks/{path.name})" not in README]
    assert not missing, f"README.md: link {missing} in the table of the chapters"


def test_contributing_has_a_recipe_for_each_thing_and_says_what_tests_ask_of_an_exercise():
    page = " ".join((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    things = ("A sentence", "An operation", "An exercise", "A definition that the reader writes", "A figure",
              "A chapter")
    assert [thing for thing in things if f"- **{thing}:**" not in page] == []
    assert "three hints" in page and "three to five" in page and "(minigrad/README.md)" in page


def test_each_test_stands_in_a_folder_that_contributing_explains():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = {path.relative_to(ROOT).parent.as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    assert folders == {f"tests/{name}" for name in ("package", "notebooks", "pictures", "tools")}
    assert [folder for folder in [*sorted(folders), "tests/helpers"] if f"| `{folder}` |" not in page] == []
