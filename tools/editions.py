"""Write the editions of the chapters for a course, into build/editions or another folder.

    python3 suite.py editions               all editions of all chapters
    python3 suite.py editions --to FOLDER   into that folder
    python3 suite.py editions --colab ADDRESS   with an edition for Colab, which clones the repository of this address

    student/    without solutions, without the teacher's box, and without the stored answers of predictions
    solution/   each exercise solved in its place
    nbgrader/   a course folder: in it `nbgrader generate_assignment 04_engine` makes what students get, and
                `nbgrader autograde 04_engine` grades what they hand in

    colab/      the chapters with a first cell that fetches the package; each holds its pictures. Upload one in Colab

The first two have the pages to look things up in as well. An edition that is there already is written over.
"""

import ast
import base64
import copy
import re
import shutil
import sys

from commands import ROOT, chapters, in_words, options
from common import OURS, caption_of, code_cells, folded, read, tags, text_of, write
from nbformat.v4 import new_code_cell, new_output

sys.path.append(str(ROOT / "minigrad" / "teach"))

import stages

HEADING = re.compile(r"(?m)^### Exercise (\d+\.\d+) · .+(?:\n\*[^*·]+· (easy|medium|hard) ·)?")
POINTS = {"easy": 1, "medium": 2, "hard": 3, "": 1}  # "" is an exercise that says nothing about it
COMPARES = re.compile(r"\b(?!viz\.)\w+\.compare\(")  # the cell below a prediction, which shows the answer
PICTURE = re.compile(r"\]\(((?:\.\./)?figures)/([^)\s]+)")
ELSEWHERE = re.compile(r"(?<!!)\[([^\[\]]+)\]\((?![a-z]+:|#)[^)]*\)")  # a link to a file
AWAY = re.compile(r"(?<!!)\[([^\[\]]+)\]\((?:teacher/|\.\./(?!figures/))[^)]*\)")  # a link to what no edition has
TEACHER = "teacher"  # the id of the teacher's box
CHINESE = re.compile(r' \(<a href="zh/[^>]*>[^<]*</a>\)')  # the way to an edition that is not among them
FETCH = """\
# Run this cell first: it fetches the package, and comes to the folder of the chapters.
!git clone --quiet --depth 1 {} minigrad-course
%cd -q minigrad-course/notebooks
%pip install --quiet graphviz graphviz-pure tqdm
import sys
sys.path.insert(0, "..")"""
CONFIGURATION = '''\
"""nbgrader's settings for this course; the chapters stand in source/, one assignment each."""

c = get_config()
c.CourseDirectory.course_id = "minigrad"
c.ClearSolutions.code_stub = {"python": "# Replace the dots above by your answer, and run the next cell."}
'''


def without_teacher(cells):
    """The cells above the teacher's box, which is the end of a chapter."""
    place = next((place for place, cell in enumerate(cells) if cell.id == TEACHER), len(cells))
    return cells[:place]


def counted(notebook):
    """The notebook, its code cells numbered from 1 again."""
    for count, cell in enumerate(code_cells(notebook), start=1):
        cell.execution_count = count
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
    return notebook


def answers(cells):
    """(stub, solution) of each exercise, in order: a solution stands below its stub."""
    stubs = [cell for cell in cells if "exercise" in tags(cell)]
    solutions = [cell for cell in cells if "solution" in tags(cell)]
    return list(zip(stubs, solutions, strict=True))


def definitions(cells):
    """(blank, ours) of each definition that the reader writes: ours stands below it."""
    blanks = [cell for cell in cells if (caption_of(cell) or ("", ""))[1] == "yours"]
    ours = [cell for cell in cells if cell.source.startswith(OURS)]
    return list(zip(blanks, ours, strict=True))


def without_ours(cells):
    """The cells without our solutions, and our forms of the reader's definitions."""
    return [cell for cell in cells if folded(cell) is None]


def student(notebook):
    """The chapter as a class gets it: no solution in it, no word to the teacher, and no question answered already."""
    edition = copy.deepcopy(notebook)
    edition.cells = without_ours(without_teacher(edition.cells))
    for cell in code_cells(edition):
        if COMPARES.search(cell.source):
            cell.outputs = []
    return counted(edition)


def solved(notebook):
    """The chapter with each solution in the place of the stub. What they print, they print when they are run."""
    edition = copy.deepcopy(notebook)
    for stub, solution in answers(edition.cells):
        stub.source, stub.outputs = folded(solution), []
        stub.metadata["tags"] = [tag for tag in tags(solution) if tag != "solution"]
    for blank, ours in definitions(edition.cells):
        blank.source = f"{blank.source.partition(chr(10))[0]}\n{folded(ours)}"
        blank.outputs = [new_output("stream", name="stdout", text=said_of(ours))]
    edition.cells = without_ours(edition.cells)
    return counted(edition)


def said_of(ours):
    """What the check says where our definition stands in the blank."""
    name = stages.definition(folded(ours))
    return f"Definition {name}: passed. It is yours, and it is running from here on.\n"


def parts(source):
    """An answer and its last statement, the check."""
    last = ast.parse(source).body[-1]
    lines = source.split("\n")
    return "\n".join(lines[: last.lineno - 1]).rstrip(), "\n".join(lines[last.lineno - 1 :])


def exercise_cells(number, points, stub, solution):
    """The two cells of an exercise in nbgrader's terms: the answer with its solution marked, and the check."""
    name = f"exercise-{number.replace('.', '-')}"
    answer, check = parts(stub.source)
    test = f"report = {check}\nassert report.state == \"passed\", report.text"
    return graded(name, name, answer, parts(folded(solution))[0], test, points)


def definition_cells(blank, ours):
    """The two cells of a definition in nbgrader's terms: the blank with ours marked, and the check."""
    name = stages.definition(folded(ours))
    test = f"from minigrad.teach import book\n\nassert book.is_yours({name!r}), book.why_not({name!r})"
    return graded(blank.id, f"definition-{blank.id}", blank.source, folded(ours), test, 2)


def graded(id, grade_id, answer, solution, test, points):
    common = {"schema_version": 3, "cell_type": "code", "task": False}
    about_answer = {"grade_id": grade_id, "grade": False, "solution": True, "locked": False}
    about_check = {"grade_id": f"{grade_id}-check", "grade": True, "solution": False, "locked": True, "points": points}
    answer += f"\n### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
    return [
        new_code_cell(answer, id=id, metadata={"nbgrader": common | about_answer}),
        new_code_cell(test, id=f"{id}-check", metadata={"nbgrader": common | about_check}),
    ]


def for_nbgrader(notebook):
    """The chapter as nbgrader's instructor version: stubs and solutions in one cell, checks that give points."""
    edition = copy.deepcopy(notebook)
    pairs = iter(answers(edition.cells))
    ours = {blank.id: cell for blank, cell in definitions(edition.cells)}
    cells = []
    for cell in without_ours(without_teacher(edition.cells)):
        cell.source = cell.source.replace("../figures/", "figures/")  # an assignment is a folder of its own
        for number, difficulty in HEADING.findall(cell.source):
            about = number, POINTS[difficulty]
        if "exercise" in tags(cell):
            cells += exercise_cells(*about, *next(pairs))
        elif cell.id in ours:
            cells += definition_cells(cell, ours[cell.id])
        else:
            cells.append(cell)
    edition.cells = cells
    for cell in code_cells(edition):
        cell.outputs, cell.execution_count = [], None
    return edition


def for_colab(notebook, address, figures):
    """The chapter with a first cell that fetches the package; its pictures come with it, links to files are words."""
    edition = copy.deepcopy(notebook)
    for cell in edition.cells:
        if cell.cell_type == "markdown":
            names = [name for _, name in PICTURE.findall(cell.source)]
            cell.source = unlinked(ELSEWHERE.sub(r"\1", PICTURE.sub(r"](attachment:\2", cell.source)))
            if names:
                cell.attachments = {name: {"image/svg+xml": base64.b64encode((figures / name).read_bytes()).decode()}
                                    for name in names}
    edition.cells.insert(1, new_code_cell(FETCH.format(address), id="fetch-the-package"))
    return counted(edition)


def unlinked(text):
    """A text whose links to the package, its tests and the teacher's pages are plain words, and to Chinese none."""
    return AWAY.sub(r"\1", CHINESE.sub("", text))


def write_all(folder, root=ROOT, colab=""):
    """Write the editions of every chapter, what their texts show and lead to, and nbgrader's settings.

    colab  the address of the repository that the edition for Colab clones; without one there is no such edition
    """
    pictures = {path.name: path for path in (root / "figures").glob("*.svg")}
    for path in chapters(root):
        notebook = read(path)
        if colab:
            (folder / "colab").mkdir(parents=True, exist_ok=True)
            write(folder / "colab" / path.name, text_of(for_colab(notebook, colab, root / "figures")))
        places = {folder / "student" / path.name: student, folder / "solution" / path.name: solved}
        if any("exercise" in tags(cell) for cell in notebook.cells):
            places[folder / "nbgrader" / "source" / path.stem / path.name] = for_nbgrader
        for place, edition in places.items():
            made = edition(notebook)
            for cell in made.cells:
                if cell.cell_type == "markdown":
                    cell.source = unlinked(cell.source)
            place.parent.mkdir(parents=True, exist_ok=True)
            write(place, text_of(made))
            for where, name in PICTURE.findall("\n".join(cell.source for cell in made.cells)):
                (place.parent / where).mkdir(exist_ok=True)
                shutil.copy(pictures[name], place.parent / where)
    for page in (root / "notebooks").glob("*.md"):
        for kind in ("student", "solution"):
            write(folder / kind / page.name, unlinked(page.read_text(encoding="utf-8")))
    write(folder / "nbgrader" / "nbgrader_config.py", CONFIGURATION)


@in_words
def main(arguments=None):
    chosen = options("editions", arguments)
    folder = chosen.to.resolve()
    write_all(folder, colab=chosen.colab)
    print(f"Written: {', '.join(sorted(f'{path.name}/' for path in folder.iterdir()))} in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
