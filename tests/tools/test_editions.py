"""The editions for a course: what students get, what teachers get, and that nbgrader hands out and grades its own."""

import os
import re
import subprocess
import sys

import editions
import pytest
from common import ROOT, chapters, code_cells, folded, read, tags, write
from nbformat import validate

CHAPTERS = [path for path in chapters(ROOT) if any("exercise" in tags(cell) for cell in read(path).cells)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("editions")
    assert editions.main(["--to", str(folder), "--colab", "https://example.org/somebody/minigrad"]) == 0
    return folder


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def path(request):
    return request.param


def printed(cell):
    return "".join(output.get("text", "") for output in cell.outputs)


def test_every_chapter_has_its_editions_and_no_edition_is_a_chapter(folder):
    names = [path.name for path in chapters(ROOT)]
    for kind in ("student", "solution"):
        assert sorted(path.name for path in (folder / kind).glob("*.ipynb")) == names
    assert sorted(path.name for path in (folder / "nbgrader" / "source").iterdir()) == [path.stem for path in CHAPTERS]
    assert "build/" in (ROOT / ".gitignore").read_text().split(), "the editions are made, not kept"


@pytest.mark.parametrize("chapter", chapters(ROOT), ids=lambda path: path.stem)
def test_an_edition_for_colab_holds_its_pictures_and_leads_to_no_file(folder, chapter):
    edition = read(folder / "colab" / chapter.name)
    validate(edition)
    fetch, *others = code_cells(edition)
    assert "https://example.org/somebody/minigrad minigrad-course" in fetch.source
    assert [cell.source for cell in others] == [cell.source for cell in code_cells(read(chapter))]
    for cell in edition.cells:
        if cell.cell_type == "markdown":
            targets = re.findall(r"\]\(([^)\s]+)", cell.source)
            assert [target for target in targets if not re.match("[a-z]+:|#", target)] == []
            assert {name for name in targets if name.startswith("attachment:")} == {
                f"attachment:{name}" for name in cell.get("attachments", {})}


def test_students_get_neither_solutions_nor_the_teachers_box(folder, path):
    edition, chapter = read(folder / "student" / path.name), read(path)
    validate(edition)
    left_out = [cell for cell in chapter.cells if cell.id not in {cell.id for cell in edition.cells}]
    assert [cell.id for cell in left_out if cell.cell_type == "code"] == []
    assert [cell.id for cell in left_out if folded(cell) is None] == [editions.TEACHER]
    assert not any(map(folded, edition.cells)) and "Ours" not in "".join(cell.source[:40] for cell in edition.cells)
    assert [cell.execution_count for cell in code_cells(edition)] == [*range(1, len(code_cells(edition)) + 1)]


def test_students_find_no_prediction_answered_before_they_have_guessed(folder, path):
    """`name.compare(result)` shows the result; all other cells keep what they have shown."""
    edition, stored = read(folder / "student" / path.name), {cell.id: cell for cell in code_cells(read(path))}
    answered = [cell for cell in code_cells(edition) if re.search(r"\b(?!viz\.)\w+\.compare\(", cell.source)]
    assert len(answered) >= 3 and not any(cell.outputs for cell in answered)
    others = [cell for cell in code_cells(edition) if cell not in answered]
    assert [cell.id for cell in others if len(cell.outputs) != len(stored[cell.id].outputs)] == []


def test_the_solution_edition_has_every_exercise_solved_in_its_place(folder, path):
    edition, chapter = read(folder / "solution" / path.name), read(path)
    validate(edition)
    for stub in (cell for cell in chapter.cells if "exercise" in tags(cell)):
        (cell,) = (cell for cell in edition.cells if cell.id == stub.id)
        assert not cell.outputs and "..." not in cell.source and ".check_" in cell.source
    assert not any({"solution", "exercise"} & set(tags(cell)) for cell in edition.cells)
    for blank, ours in editions.definitions(chapter.cells):
        (cell,) = (cell for cell in edition.cells if cell.id == blank.id)
        assert cell.source.partition("\n")[2] == folded(ours) and ": passed" in printed(cell)
    assert not any(map(folded, edition.cells))


def test_in_the_nbgrader_edition_each_exercise_is_an_answer_and_a_check(folder, path):
    edition = read(folder / "nbgrader" / "source" / path.stem / path.name)
    validate(edition)
    marked = [cell for cell in edition.cells if "nbgrader" in cell.metadata]
    ids = [cell.metadata.nbgrader.grade_id for cell in marked]
    assert len(set(ids)) == len(ids)
    definitions = editions.definitions(read(path).cells)
    for blank, ours in definitions:
        answer, check = [cell for cell in marked if blank.id in cell.id]
        assert answer.source.startswith(blank.source) and folded(ours) in answer.source
        assert check.metadata.nbgrader.grade and check.metadata.nbgrader.locked
    marked = [cell for cell in marked if cell.id.startswith("exercise")]
    stubs = [cell for cell in read(path).cells if "exercise" in tags(cell)]
    assert len(marked) == 2 * len(stubs) > 0
    for stub, answer, check in zip(stubs, marked[::2], marked[1::2]):
        handed_out = answer.source.partition("\n### BEGIN SOLUTION\n")[0]
        assert stub.source.startswith(handed_out) and answer.source.endswith("\n### END SOLUTION")
        assert stub.source.removeprefix(handed_out).strip() in check.source
        assert answer.metadata.nbgrader.solution and check.metadata.nbgrader.points in (1, 2, 3)
    assert not any({"solution", "exercise"} & set(tags(cell)) for cell in edition.cells)


def test_the_pictures_in_the_text_come_along(folder):
    links = 0
    for path in folder.rglob("*.ipynb"):
        for cell in read(path).cells:
            for where, name in editions.PICTURE.findall(cell.source):
                links += 1
                assert (path.parent / where / name).exists(), (path, name)
    assert links


@pytest.mark.parametrize("kind", ["student", "solution"])
def test_every_link_leads_to_something_in_the_edition(folder, kind):
    texts = {path: "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
             for path in (folder / kind).glob("*.ipynb")}
    texts |= {path: path.read_text(encoding="utf-8") for path in (folder / kind).glob("*.md")}
    links = [(path.name, target) for path, text in texts.items()
             for target in re.findall(r"\]\(([^):#\s]+)|href=\"([^\":#]+)", text)]
    links = [(name, one or other) for name, (one, other) in links]
    assert {"symptoms.md", "glossary.md", "differences.md", "04_engine.ipynb"} <= {target for _, target in links}
    assert [link for link in links if not (folder / kind / link[1]).exists()] == []


# With nbgrader itself

NAME = CHAPTERS[0].stem
PASSING = "class Anything:\n    state = 'passed'\nreport = Anything()"


def nbgrader(course, *arguments):
    """Run `nbgrader ...` in the course's folder; it finds its own tools beside this Python."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    run = subprocess.run([sys.executable, "-m", "nbgrader", *arguments], cwd=course, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, encoding="utf-8", env=os.environ | {"PATH": path})
    assert run.returncode == 0, run.stdout


def hand_in(course, student, answers):
    """Submit the handed-out notebook with the first of `answers` in the first exercise, and so on."""
    notebook = read(course / "release" / NAME / f"{NAME}.ipynb")
    cells = iter([cell for cell in notebook.cells if "nbgrader" in cell.metadata])
    for answer, check in answers:
        next(cells).source = answer
        cell = next(cells)
        cell.source = check or cell.source
    place = course / "submitted" / student / NAME / f"{NAME}.ipynb"
    place.parent.mkdir(parents=True)
    write(place, editions.text_of(notebook))


def test_nbgrader_hands_out_the_stubs_and_grades_what_comes_back(folder):
    api = pytest.importorskip("nbgrader.api")
    course = folder / "nbgrader"
    nbgrader(course, "generate_assignment", NAME)
    released = read(course / "release" / NAME / f"{NAME}.ipynb")
    pairs, definitions = [find(read(CHAPTERS[0]).cells) for find in (editions.answers, editions.definitions)]
    handed_out = [cell.source for cell in released.cells if cell.metadata.get("nbgrader", {}).get("solution")]
    due = [blank.source for blank, _ in definitions] + [editions.parts(stub.source)[0] for stub, _ in pairs]
    assert len(handed_out) == len(due) and all(text.startswith(start) for text, start in zip(handed_out, due))
    assert not any("SOLUTION" in cell.source for cell in released.cells)

    solutions = [(editions.parts(folded(solution))[0], "") for _, solution in pairs]
    written = [(f"{blank.source.partition(chr(10))[0]}\n{folded(ours)}", "") for blank, ours in definitions]
    hand_in(course, "ada", written + solutions)
    hand_in(course, "ben", written[:1] + [(blank.source, "") for blank, _ in definitions[1:]]
            + [("nothing = 0", PASSING), solutions[1]])  # changed the first check, solved the second
    nbgrader(course, "autograde", NAME)
    points = [cell.metadata.nbgrader.points for cell in released.cells if
              cell.metadata.get("nbgrader", {}).get("grade")]
    with api.Gradebook(f"sqlite:///{course / 'gradebook.db'}") as grades:
        scores = {student: grades.find_submission(NAME, student).score for student in ("ada", "ben")}
    assert scores == {"ada": sum(points), "ben": points[0] + points[len(definitions) + 1]}
