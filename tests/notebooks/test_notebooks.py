"""What nbval cannot see: stored states that would let a notebook pass unchecked, and the shape that chapters share.

Every complaint names the cell by its id.
"""

import ast
import re
import tokenize
from html.parser import HTMLParser
from io import StringIO
from itertools import chain

import nbformat
import pytest
import refresh
from common import ADDRESS, MACHINE, ROOT, chapters, code_cells, folded, module_of, read, tags, texts_of

NOTEBOOKS = chapters(ROOT)
CHAPTERS = NOTEBOOKS[1:]  # behind the start page
ANEW = [path for path in CHAPTERS if path.name[:2] != "15"]  # smaller, with marks for class and home
MODEL = "13_a_model"  # longer than the others: four definitions, and whole training loops
HUNT = "15_bug_hunt"  # ten loops to mend: nothing is built, and PyTorch's answers come after the exercises

KNOWN_TAGS = {"raises-exception", "minigrad", "exercise", "solution", "predict", "nbval-ignore-output"}
IGNORED_OUTPUTS = 2
LARGEST_OUTPUT = 200_000
ALT_WORDS = 8

SECTIONS = [
    "See it first",
    "Break it",
    "Build it",
    "Look inside",
    "Errors you will meet",
    "The same in PyTorch",
    "Exercises",
    "Five questions",
    "Words",
    "What comes next",
    "For the teacher",
]


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    return read(request.param)


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def chapter(request):
    return read(request.param)


@pytest.fixture(params=ANEW, ids=lambda path: path.stem)
def anew(request):
    return read(request.param)


@pytest.fixture
def hunt(request):
    """Whether the chapter of this test is the bug hunt."""
    return request.node.callspec.params["chapter"].stem == HUNT


def none(complaints):
    """Fail with all complaints, pairs of a cell and what is wrong with it."""
    said = [f"cell {cell.get('id', '?')}: {what}" for cell, what in complaints]
    assert not said, "\n" + "\n".join(said)


def outputs(notebook):
    return [(cell, output) for cell in code_cells(notebook) for output in cell.outputs]


def errors(cell):
    return [output for output in cell.outputs if output.output_type == "error"]


def markdown(cells):
    return [cell for cell in cells if cell.cell_type == "markdown" and folded(cell) is None]


# What is stored


def test_there_are_notebooks():
    assert NOTEBOOKS, "no notebook found: the tests of this file would pass without looking at anything"


def test_a_notebook_is_valid_and_every_cell_has_a_telling_id(notebook):
    nbformat.validate(notebook)
    ids = [cell.get("id", "") for cell in notebook.cells]
    assert len(set(ids)) == len(ids), f"used twice: {sorted({name for name in ids if ids.count(name) > 1})}"
    none(
        (cell, "an id says in small letters what the cell is about, as in `second-backward`")
        for cell in notebook.cells
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", cell.get("id", ""))
        or re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){0,3}(-[0-9a-f]{12})?", cell.id)
    )


def test_no_cell_is_empty(notebook):
    none((cell, "empty") for cell in notebook.cells if not cell.source.strip())


def test_cells_ran_in_order(notebook):
    cells = [cell for cell in code_cells(notebook) if cell.source.strip()]
    none(
        (cell, f"execution count {cell.execution_count} where {count} is due")
        for count, cell in enumerate(cells, start=1)
        if {cell.execution_count, *(o.execution_count for o in cell.outputs if "execution_count" in o)} != {count}
    )


def test_errors_are_stored_exactly_where_they_are_declared(notebook):
    none(
        (cell, f"{len(errors(cell))} errors stored, tags {tags(cell)}")
        for cell in code_cells(notebook)
        if len(errors(cell)) != ("raises-exception" in tags(cell))
    )


def test_a_stored_error_is_one_plain_line(notebook):
    none(
        (cell, f"traceback {error.traceback}")
        for cell in code_cells(notebook)
        for error in errors(cell)
        if error.traceback != [f"{error.ename}: {error.evalue}"]
    )


def test_tags_are_known(notebook):
    none((cell, f"tags {tags(cell)}") for cell in notebook.cells if not set(tags(cell)) <= KNOWN_TAGS)


def test_few_outputs_are_ignored(notebook):
    ignored = [cell for cell in notebook.cells if "nbval-ignore-output" in tags(cell)]
    if len(ignored) > IGNORED_OUTPUTS:
        none((cell, f"one of {len(ignored)} ignored outputs, {IGNORED_OUTPUTS} are allowed") for cell in ignored)


def test_nothing_names_a_place_on_a_machine(notebook):
    sources = [(cell, cell.source) for cell in notebook.cells]
    stored = [(cell, text) for cell, output in outputs(notebook) for text in texts_of(output)]
    none((cell, found[0]) for cell, text in sources + stored if (found := MACHINE.search(text)))


def test_no_output_holds_an_address_or_a_date(notebook):
    moment = re.compile(r"<dc:date>|\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d")
    none(
        (cell, found[0])
        for cell, output in outputs(notebook)
        for text in texts_of(output)
        if (found := ADDRESS.search(text) or moment.search(text))
    )


def test_metadata_hold_nothing_of_a_machine(notebook):
    assert notebook.metadata == {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": refresh.METADATA["language_info"],
    }
    kept = {"tags", "jupyter", "slideshow"}
    none((cell, f"metadata {sorted(cell.metadata)}") for cell in notebook.cells if not set(cell.metadata) <= kept)


def test_outputs_are_small(notebook):
    none(
        (cell, f"{size:,} characters of output")
        for cell in code_cells(notebook)
        if (size := sum(len(text) for output in cell.outputs for text in texts_of(output))) >= LARGEST_OUTPUT
    )


def test_a_cell_does_the_same_in_jupyterlab_and_under_nbval(notebook):
    different = {
        r";\s*\Z": "JupyterLab hides the output above a last `;`, nbval does not",
        r"\b(In|Out)\[|(?<![\w.])_\d+\b": "nbval keeps no history of inputs and outputs",
        r"(?m)^\s*#\s*NBVAL_": "use a tag, it is visible and listed",
    }
    none(
        (cell, why)
        for cell in code_cells(notebook)
        for pattern, why in different.items()
        if re.search(pattern, cell.source)
    )


# Pictures and prose


class Pictures(HTMLParser):
    """Collects what is said about each picture in a piece of HTML."""

    def __init__(self, text):
        super().__init__()
        self.said = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag in ("img", "svg"):
            self.said.append(dict(attributes).get("alt" if tag == "img" else "aria-label") or "")


def pictures(notebook):
    """(cell, alternative text) of every picture in outputs and prose."""
    for cell, output in outputs(notebook):
        data = output.get("data", {})
        for said in Pictures(data.get("text/html", "")).said:
            yield cell, said
        if any(kind.startswith("image/") for kind in data) and "text/html" not in data:
            yield cell, ""
    for cell in markdown(notebook.cells):
        for said in re.findall(r"!\[([^\]]*)\]\(", cell.source) + Pictures(cell.source).said:
            yield cell, said


def test_every_picture_is_told_in_words(notebook):
    none(
        (cell, f"the text for those who cannot see the picture has fewer than {ALT_WORDS} words: {said!r}")
        for cell, said in pictures(notebook)
        if len(said.split()) < ALT_WORDS
    )


def without_code(text, inline=" "):
    """Prose without fenced code, and with something else for code in the line."""
    return re.sub(r"`[^`\n]+`", inline, re.sub(r"(?ms)^```.*?^```", " ", text))


def test_prose_does_not_belittle(notebook):
    words = re.compile(r"\b(simply|obviously|trivially|trivial|magic|magical|magically)\b", re.IGNORECASE)
    none(
        (cell, f"{found[0]!r} tells a reader who is stuck that it is their fault")
        for cell in markdown(notebook.cells)
        if (found := words.search(without_code(cell.source)))
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_lead_somewhere(path):
    none(
        (cell, target)
        for cell in markdown(read(path).cells)
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)|<img[^>]* src=\"([^\"]+)\"", without_code(cell.source))
        for target in filter(None, target)
        if not re.match(r"[a-z]+:", target) and not (path.parent / target).exists()
    )


# The size of a chapter


def sections(notebook):
    """{heading: cells}, "" for what stands above the first heading."""
    found, heading = {"": []}, ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            first = cell.source.partition("\n")[0][3:].strip()
            heading = next((name for name in SECTIONS if re.match(rf"{name}\b", first)), first)
        found.setdefault(heading, []).append(cell)
    return found


def reading_path(notebook):
    parts = list(sections(notebook).items())
    names = [name for name, _ in parts]
    return list(chain.from_iterable(cells for _, cells in parts[: names.index("Exercises")]))


def words(cell):
    """The number of words that a reader reads; a name in code is one. Not formulas, or what is folded away."""
    text = re.sub(r"(?s)<details.*?</details>", " ", cell.source)
    text = re.sub(r"(?s)\$\$.*?\$\$|\$[^$\n]+\$", " ", without_code(text, inline=" name "))
    text = re.sub(r"\]\([^)]*\)|<[^>]+>", " ", text)
    return len(re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text))


def code_lines(cell):
    """The lines of a cell that do something: neither blank, nor a comment, nor an import."""
    imports = [node for node in ast.parse(cell.source).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    lines = dict(enumerate(cell.source.split("\n"), 1))
    for node in imports:
        for number in range(node.lineno, node.end_lineno + 1):
            lines[number] = ""
    return [line for line in lines.values() if line.strip() and not line.lstrip().startswith("#")]


def test_the_reading_path_is_as_long_as_a_lesson(chapter, hunt, request):
    path = reading_path(chapter)
    prose, count = markdown(path), sum(map(words, markdown(path)))
    anew = request.node.callspec.params["chapter"] in ANEW
    model = request.node.callspec.params["chapter"].stem == MODEL
    fewest, most = 25, 64 if model else 61 if hunt else 45
    least, longest = (900, 2000) if anew else (1200, 2200)
    assert fewest <= len(path) <= most, f"{len(path)} cells above the exercises; {fewest} to {most} are due"
    assert least <= count <= longest, f"{count} words above the exercises; {least:,} to {longest:,} are due"
    ratio = len(prose) / len([cell for cell in path if cell.cell_type == "code"])
    assert 0.6 <= ratio <= 1.6, f"{ratio:.2f} prose cells for each code cell; 0.6 to 1.6 are due"


def test_exercises_questions_and_teachers_box_stay_short(chapter):
    beyond = len(chapter.cells) - len(reading_path(chapter))
    assert beyond <= 40, f"{beyond} cells from the exercises on; at most 40 are due"


def test_a_prose_cell_holds_one_thought(chapter):
    none((cell, f"{count} words") for cell in markdown(reading_path(chapter)) if (count := words(cell)) > 120)


def test_a_prose_cell_of_the_chapters_written_anew_is_short(anew):
    none((cell, f"{count} words") for cell in markdown(reading_path(anew)) if (count := words(cell)) > 90)


MARK = re.compile(r"(?m)^\*(class|home|expert)(?: · (\d+) minutes)?\*$")


def marked(notebook):
    """(the mark, its minutes, the cells below it) of each part of the reading path after the title card."""
    parts = []
    for cell in reading_path(notebook)[2:]:
        mark = MARK.search(cell.source) if cell.cell_type == "markdown" else None
        if mark:
            parts.append((mark[1], int(mark[2] or 0), []))
        assert parts, f"cell {cell.id}: above it no line says *class · 5 minutes*, *home* or *expert*"
        parts[-1][2].append(cell)
    return parts


def test_each_heading_says_whether_it_is_for_class_or_home(anew):
    none(
        (cell, "below its heading a line *class · 5 minutes*, *home · 5 minutes* or *expert* is due")
        for cell in markdown(reading_path(anew)[2:])
        if re.search(r"(?m)^###? ", cell.source) and not MARK.search(cell.source)
        and not re.search(r"(?m)^### ", cell.source.partition("\n## ")[2]) and not cell.source.startswith("## Build it")
    )


def test_a_class_fits_into_ninety_minutes(anew):
    parts = [part for part in marked(anew) if part[0] == "class"]
    cells = [cell for _, _, cells in parts for cell in cells if folded(cell) is None]
    blanks = [cell for cell in cells if cell.source.partition("\n")[0].endswith(": yours")]
    due = min(2, len([cell for cell in code_cells(anew) if cell.source.partition("\n")[0].endswith(": yours")]))
    assert len(cells) <= 25 and len(blanks) == due, f"{len(cells)} cells, {[cell.id for cell in blanks]}"
    assert sum(minutes for _, minutes, _ in parts) <= 60


def test_a_guess_is_answered_close_to_it(anew):
    cells = anew.cells
    for cell, _, compared in predictions(anew):
        there = code_cells(anew)[min(compared)]
        assert cells.index(there) - cells.index(cell) <= 3, f"cell {cell.id} is answered only in {there.id}"


def test_a_chapter_leads_back_on_and_to_the_map(anew):
    for cell in (anew.cells[0], sections(anew)["What comes next"][0]):
        last = cell.source.strip().split("\n")[-1]
        assert "00_start_here.ipynb#" in last and "next: [" in last, f"cell {cell.id}: {last}"


def one_class(cell):
    """Whether a cell is a single class statement: one idea, however long."""
    return [type(node) for node in ast.parse(cell.source).body] == [ast.ClassDef]


def logical_lines(cell):
    """How many lines of code there would be if none were broken; not those of imports."""
    ends = [token.start[0] for token in tokenize.generate_tokens(StringIO(cell.source).readline)
            if token.type == tokenize.NEWLINE]
    body = ast.parse(cell.source).body
    return len(ends) - sum(isinstance(node, (ast.Import, ast.ImportFrom)) for node in body)


def test_an_experiment_is_a_few_lines(chapter, hunt, request):
    most = 12 if hunt else 8 if request.node.callspec.params["chapter"].stem == MODEL else 6  # a whole training loop
    none(
        (cell, f"{lines} lines")
        for cell in code_cells(chapter)
        if not module_of(cell)
        and "exercise" not in tags(cell)
        and (lines := logical_lines(cell)) > most
        and not one_class(cell)
    )


def test_what_a_reader_runs_or_fills_in_fits_a_laptops_screen(chapter):
    """On a screen 1280 wide JupyterLab shows 91 letters of a line beside its list of files."""
    none(
        (cell, line)
        for cell in code_cells(chapter) if not module_of(cell) or cell.source.partition("\n")[0].endswith(": yours")
        for line in cell.source.split("\n") if len(line) > 96
    )


def docstring_lines(cell):
    """How many of the code lines are documentation."""
    blocks = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    texts = [node.body[0] for node in blocks if ast.get_docstring(node) is not None]
    lines = cell.source.split("\n")
    return sum(bool(lines[n].strip()) for text in texts for n in range(text.lineno - 1, text.end_lineno))


def test_a_building_cell_holds_one_idea(chapter):
    none(
        (cell, f"{lines} lines of code")
        for cell in code_cells(chapter)
        if module_of(cell) and (lines := len(code_lines(cell)) - docstring_lines(cell)) > 25 and not one_class(cell)
    )


# The anatomy of a chapter


def test_a_chapter_has_its_sections_in_order(chapter, hunt):
    due = [name for name in SECTIONS if not (hunt and name == "Build it")]
    if hunt:
        due.remove("The same in PyTorch")
        due.insert(due.index("Five questions"), "The same in PyTorch")
    assert [name for name in sections(chapter) if name in SECTIONS] == due


def test_the_title_card_says_what_how_long_and_what_for(chapter):
    card = chapter.cells[0]
    assert card.cell_type == "markdown" and card.source.startswith("# ")
    wanted = {"what you will build": "build", "minutes": r"\d minutes", "what you need": "need", "documents": "ocument"}
    none((card, f"does not say: {what}") for what, pattern in wanted.items() if not re.search(pattern, card.source))


NUMBERS = {"two": 2, "three": 3, "four": 4, "six": 6}


def test_the_minutes_of_the_title_card_are_those_of_the_text(anew, request):
    """To read and run: 150 words, ten lines of code, four runs or one guess in a minute, and five to eleven
    minutes to think; at most 50, but for the model.

    With the definitions that the reader writes, they are the minutes that stand at the headings.
    """
    path = reading_path(anew)
    cells = [cell for cell in path if cell.cell_type == "code"]
    blanks = [cell for cell in cells if cell.source.partition("\n")[0].endswith(": yours")]
    measured = sum(map(words, markdown(path))) / 150 + sum(len(code_lines(cell)) for cell in cells) / 10
    measured += len(cells) / 4 + len(list(predictions(anew)))
    read, _, write, definitions = re.search(
        r"about (\d+) minutes to read and run,( (\d+) for your (\w+) definitions,)?", anew.cells[0].source
    ).groups(0)
    assert measured + 5 <= int(read) <= measured + 11, f"{read} minutes to read and run; {measured:.0f} by this measure"
    assert int(read) <= 50 or request.node.callspec.params["anew"].stem == MODEL
    assert NUMBERS.get(definitions, 0) == len(blanks)
    assert abs(int(read) + int(write) - sum(minutes for _, minutes, _ in marked(anew))) <= 7


def predictions(chapter):
    """(the cell that asks, its name, the cells that compare) of each prediction."""
    cells = code_cells(chapter)
    for place, cell in enumerate(cells):
        if "predict" in tags(cell):
            name = re.search(r"(?m)^(\w+) = predict\(", cell.source)
            compare = name and re.compile(rf"\b{name[1]}\.compare\(")
            yield cell, place, [at for at, other in enumerate(cells) if compare and compare.search(other.source)]


def test_three_predictions_at_least(chapter):
    asked = [cell for cell in code_cells(chapter) if "predict" in tags(cell)]
    assert len(asked) >= 3, [cell.id for cell in asked]
    none(
        (cell, "asks for a prediction and has no tag `predict`")
        for cell in code_cells(chapter)
        if re.search(r"\bpredict\(", cell.source) and cell not in asked
    )


def test_a_prediction_is_asked_before_its_answer_is_shown(chapter):
    cells = code_cells(chapter)
    complaints = []
    for cell, place, compared in predictions(chapter):
        if not compared:
            complaints.append((cell, "no cell compares this guess, as in `name.compare(result)`"))
        elif min(compared) <= place:
            complaints.append((cells[min(compared)], f"answers what only cell {cell.id} below asks"))
    none(complaints)


NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d*)?")


def said(cell):
    return "\n".join(text for output in cell.get("outputs", []) for text in texts_of(output))


def numbers(text):
    return [float(number) for number in NUMBER.findall(text)]


def answers(chapter):
    """(the cell that asks, the cells above it, the numbers of the answer), as far as numbers can tell an answer.

    A word such as True, and a number of one digit, stand in many places without answering anything.
    """
    for cell, _, compared in predictions(chapter):
        shown = "".join(map(said, [code_cells(chapter)[at] for at in compared]))
        found = numbers("".join(re.findall(r"(?m)^result: +([^\n]*(?:\n {12}[^\n]*)*)", shown)))
        if any(abs(number) >= 10 or number % 1 for number in found):
            yield cell, chapter.cells[: chapter.cells.index(cell)], found


def shows(cell, answer):
    """Whether the numbers of an answer stand in a cell or its outputs, one after the other."""
    for found in map(numbers, [cell.source, said(cell)]):
        if any(found[at : at + len(answer)] == answer for at in range(len(found))):
            return True
    return False


def test_the_answer_of_a_prediction_stands_nowhere_above_its_prompt(chapter):
    none(
        (above, f"gives away what cell {cell.id} asks: {answer}")
        for cell, cells, answer in answers(chapter)
        for above in cells
        if shows(above, answer)
    )


def test_nothing_above_a_prompt_computes_what_the_guess_is_compared_with(chapter):
    cells, complaints = code_cells(chapter), []
    for cell, place, compared in predictions(chapter):
        name = re.search(r"(?m)^(\w+) = predict\(", cell.source)[1]
        calls = [node for at in compared for node in expressions(cells[at]) if isinstance(node, ast.Call)]
        wanted = {ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) == f"{name}.compare"}
        for above in cells[:place]:
            if wanted & set(map(ast.unparse, expressions(above))):
                complaints.append((above, f"computes what cell {cell.id} asks"))
    none(complaints)


def expressions(cell):
    return [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.expr)]


def test_a_guess_and_its_result_are_shown_side_by_side(chapter):
    """`name.compare(result)` shows nothing if another line follows it in its cell."""
    cells = code_cells(chapter)
    none(
        (cells[at], f"compares what cell {cell.id} asks, and shows nothing")
        for cell, _, compared in predictions(chapter)
        for at in compared
        if "result:" not in said(cells[at])
    )


def test_telling_answers_are_found_where_they_stand():
    """The search above works: below its prompt each of these answers does stand in a cell."""
    found = [(chapter, answer) for chapter in map(read, CHAPTERS) for _, _, answer in answers(chapter)]
    assert len(found) > 10
    assert [answer for chapter, answer in found if not any(shows(cell, answer) for cell in chapter.cells)] == []


GOES_BACK = re.compile(r"\.backward\(|autograd\.grad\(|\bgrad\(")
DRAWS = re.compile(r"\bviz\.(draw|step|memory|state)\(")


def in_sight(chapter):
    """For each experiment that goes back through a graph, whether a picture of one stands at most two cells away."""
    cells = [cell for cell in code_cells(chapter)
             if not module_of(cell) and not {"exercise", "solution"} & set(tags(cell))]
    drawn = [bool(DRAWS.search(cell.source)) for cell in cells]
    return [any(drawn[max(0, place - 2): place + 3])
            for place, cell in enumerate(cells) if GOES_BACK.search(cell.source)]


def test_nine_of_ten_experiments_that_go_back_have_their_graph_in_sight():
    seen = [found for path in CHAPTERS for found in in_sight(read(path))]
    assert len(seen) > 100 and sum(seen) >= 0.9 * len(seen), f"{sum(seen)} of {len(seen)}"


def exercises(chapter):
    """The cells of each exercise; each begins with a heading `### Exercise ...`."""
    found = []
    for cell in sections(chapter)["Exercises"]:
        if cell.cell_type == "markdown" and re.match(r"### Exercise\b", cell.source):
            found.append([])
        if found:
            found[-1].append(cell)
    return found


def test_three_to_five_exercises_each_with_all_its_parts(chapter, hunt):
    found = exercises(chapter)
    fewest, most = (10, 10) if hunt else (3, 5)
    assert fewest <= len(found) <= most, f"{len(found)} exercises; a chapter has {fewest} to {most}"
    complaints = []
    for cells in found:
        text = "\n".join(cell.source for cell in markdown(cells))
        parts = {
            "a difficulty": re.search(r"(?i)\bdifficulty\b|★|\b(easy|medium|hard)\b", text),
            "minutes": re.search(r"\d minutes?\b", text),
            "three hints": len(re.findall(r"<summary>\s*Hint", text)) == 3,
            "a stub, tagged exercise": any("exercise" in tags(cell) for cell in cells),
            "a solution, tagged so": any("solution" in tags(cell) for cell in cells),
        }
        complaints += [(cells[0], f"lacks {part}") for part, there in parts.items() if not there]
    none(complaints)


def test_a_folded_part_ends_where_no_paragraph_is_open(chapter):
    """Else the page has an empty paragraph behind it: Hint 3 stood further from Hint 2 than Hint 2 from Hint 1."""
    none((cell, "put </details> on a line of its own, below an empty one") for cell in markdown(chapter.cells)
         if re.search(r"^(?!<details).*\S.*</details>$", cell.source, re.MULTILINE))


def test_solutions_are_folded_away_wherever_a_notebook_is_shown(chapter):
    """JupyterLab knows folded cells, GitHub and Colab do not; <details> all of them do."""
    asks = [bool(re.match("# minigrad/.*: yours\n", cell.source)) or "exercise" in tags(cell) for cell in chapter.cells]
    gives = [folded(cell) is not None for cell in chapter.cells]
    assert any(gives) and gives == [False, *asks[:-1]]
    none((cell, "a solution is folded") for cell in chapter.cells if "solution" in tags(cell) and folded(cell) is None)


def section_text(chapter, name):
    return "\n".join(cell.source for cell in markdown(sections(chapter)[name]))


def test_five_questions_are_five(chapter):
    asked = re.findall(r"(?m)^(?:\*\*)?\d\. ?", section_text(chapter, "Five questions"))
    assert len(asked) == 5, asked


def test_each_answer_is_folded_away_and_says_where_it_is_proved(chapter):
    """An answer names a section of this chapter, or one of its exercises; those begin at a cell that shows it."""
    questions = re.split(r"(?m)^(?=(?:\*\*)?\d\. )", section_text(chapter, "Five questions"))[1:]
    folded = [re.findall(r"(?s)<details><summary>Answer</summary>(.+?)</details>", question) for question in questions]
    assert [len(answer) for answer in folded] == [1] * 5
    places = [f'"{name}"' for name in sections(chapter)]
    places += [re.match(r"### Exercise ([\d.]+)", cells[0].source)[1] for cells in exercises(chapter)]
    without = [answer for (answer,) in folded if not any(place in answer for place in places)]
    assert not without, without


def test_the_words_stand_in_a_table_in_two_languages(chapter):
    rows = re.findall(r"(?m)^\|.*\|\s*$", section_text(chapter, "Words"))[2:]
    assert len(rows) >= 3, rows
    without = [row for row in rows if not re.search(r"[\u4e00-\u9fff]", row)]
    assert not without, without


def test_the_teachers_box_plans_the_lesson(chapter):
    box = section_text(chapter, "For the teacher")
    wanted = {"minutes": r"\d min", "a picture for the board": "(?i)board", "likely wrong answers": "(?i)wrong"}
    missing = [what for what, pattern in wanted.items() if not re.search(pattern, box)]
    assert not missing, missing
