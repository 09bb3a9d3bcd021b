"""The pages gathered from the chapters are as the chapters say, their links lead somewhere, and minutes add up."""

import re

import pages
import pytest
from common import ROOT, Problem, chapters, read, tags
from nbformat.v4 import new_markdown_cell

NOTEBOOKS = ROOT / "notebooks"
CHAPTERS = chapters(ROOT)
TAUGHT = [path for path in CHAPTERS if path.stem[:2] != "00"]
PAGES = [*NOTEBOOKS.glob("*.md"), *(NOTEBOOKS / "teacher").glob("*.md")]


def test_the_pages_are_what_the_chapters_say(capsys):
    assert pages.main(["--check"]) == 0, "run tools/pages.py: " + capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_of_a_page_lead_to_files_and_cells(page):
    links = re.findall(r"\]\(([^)#\s]+)(?:#cell-id=([^)]+))?\)", page.read_text(encoding="utf-8"))
    assert links
    ids = {path.resolve(): {cell.id for cell in read(path).cells} for path in CHAPTERS}
    for name, cell in links:
        target = (page.parent / name).resolve()
        assert target.exists() and (not cell or cell in ids[target]), (name, cell)


@pytest.mark.parametrize("page", ["symptoms.md", "documents.md", "glossary.md", "differences.md", "teacher/README.md"])
def test_the_start_page_leads_to_every_page(page):
    prose = "\n".join(cell.source for cell in read(CHAPTERS[0]).cells if cell.cell_type == "markdown")
    assert f"]({page})" in prose


# Symptoms


def test_many_symptoms_each_once():
    seen = [symptom.seen for symptom in pages.symptoms()]
    assert len(seen) >= 50 and len(set(seen)) == len(seen)
    begun = sum(cell.source.count("<!-- symptom") for path in CHAPTERS for cell in read(path).cells)
    assert begun == len(seen), "a line `<!-- symptom: what one sees | what is behind it -->` is not complete"


def test_a_sentence_leads_to_a_cell_that_says_it():
    for symptom in pages.symptoms():
        if sentence := pages.SENTENCE.fullmatch(symptom.seen):
            assert sentence[1] in pages.said(symptom.cell)
        else:
            assert symptom.cell.cell_type == "markdown" and symptom.seen in symptom.cell.source


def test_every_cell_that_fails_on_purpose_is_listed():
    page = (NOTEBOOKS / "symptoms.md").read_text(encoding="utf-8").partition("## Every cell")[2]
    failing = [pages.link(path, place, cells) for path in CHAPTERS for cells in [read(path).cells]
               for place, cell in enumerate(cells) if "raises-exception" in tags(cell)]
    assert re.findall(r"(?m)^\| (\[.+?\]\(.+?\)) \|", page) == failing != []


# Documents

# {document: (its statements, all their numbers)}: S0-04b is a second example of statement S0-04. All were compared with
# PyTorch 2.13.0: 258 examples that were run, and 54 statements that have none of their own.
COUNTS = {"S0": (63, 87), "S1": (22, 29), "S2": (90, 114), "S3": (36, 43), "S4": (27, 33), "X0": (5, 6)}


@pytest.fixture(scope="module")
def told():
    return [*pages.statements()]


def test_every_statement_and_example_of_the_documents_is_told_once(told):
    begun = sum(cell.source.count("<!-- document") for path in CHAPTERS for cell in read(path).cells)
    assert begun == len(told), "a line `<!-- document: ... -->` is not complete"
    numbers = sorted(number for statement in told for number in statement.numbers)
    assert len(set(numbers)) == len(numbers) == 258 + 54
    for document, (statements, count) in COUNTS.items():
        here = [number for number in numbers if number.startswith(document)]
        assert len(here) == count
        assert {number[:5] for number in here} == {f"{document}-{place + 1:02}" for place in range(statements)}
        assert all(number[:5] + before in here for number in here
                   for before in {"": (), "b": ("",), "c": ("", "b"), "d": ("", "b", "c")}[number[5:]])


def test_a_statement_leads_to_a_code_cell_beside_it_that_shows_it(told):
    following = iter(told)
    for path in CHAPTERS:
        cells = read(path).cells
        for place, cell in enumerate(cells):
            for _ in pages.STATEMENT.findall(cell.source):
                statement = next(following)
                assert statement.cell.cell_type == "code" and statement.cell in cells[max(place - 3, 0) : place + 4]
                assert statement.shows in statement.cell.source + pages.said(statement.cell)
                assert len(statement.shows) > 5 and statement.verdict in pages.VERDICTS


def test_each_document_is_in_its_order(told):
    for document, found in pages.in_order().items():
        due = sorted(number for statement in told for number in statement.numbers if number.startswith(document))
        for late, before in {"S0-55": "S0-58", "S0-59": "S0-56", "S3-36": "S3-06"}.items():
            if late in due:
                moved = [number for number in due if number.startswith(late)]
                due = [number for number in due if number not in moved]
                due[due.index(before) : due.index(before)] = moved
        rows = iter(statement.numbers for statement in found)
        row = next(rows)
        for number in due:
            row = row if number in row else next(rows)
            assert number in row
        assert not [*rows], document


def test_what_no_cell_shows_is_named():
    with pytest.raises(Problem, match="^04.ipynb, cell x: no cell says 27$"):
        pages.holding("27", ["26", ""], "04.ipynb, cell x")


def test_every_box_about_the_documents_leads_to_them():
    boxes = [box for path in CHAPTERS for cell in read(path).cells
             for box in re.findall(r"(?s)<summary>From the notes</summary>.*?</details>", cell.source)]
    assert len(boxes) >= 17 and [box for box in boxes if "](documents.md)" not in box] == []


# Words


@pytest.mark.parametrize("path", TAUGHT, ids=lambda path: path.stem)
def test_the_words_of_a_chapter_have_a_chinese_name_and_a_meaning(path):
    rows = [row for row in pages.words() if row[-1] == path]
    (written,) = (cell.source for cell in read(path).cells if cell.source.startswith("## Words"))
    assert len(rows) == written.count("\n| ") - 1 >= 5, "the head of the table is the line that is no word"
    for english, chinese, meaning, _ in rows:
        assert re.search("[a-zA-Z]", english) and re.search("[\u4e00-\u9fff]", chinese) and len(meaning.split()) > 1


# The guide


@pytest.fixture(params=TAUGHT, ids=lambda path: path.stem)
def box(request):
    return pages.boxes()[request.param]


def test_the_minutes_of_a_chapter_add_up(box):
    for total, _, items, _ in (box.lesson, box.short):
        assert sum(minutes for minutes, _ in items) == total and len(items) >= 3
        assert not [what for _, what in items if not what]
    assert box.short[0] == 20


def test_a_teacher_finds_wrong_answers_a_board_picture_and_a_ticket_with_key(box):
    assert sum("?" in question for _, question in box.wrong) >= 3
    assert len(box.board.split()) > 10 and len(box.ticket.split()) > 5 and len(box.key.split()) > 5


@pytest.mark.parametrize("path", TAUGHT, ids=lambda path: path.stem)
def test_all_likely_wrong_answers_are_read(path):
    (cell,) = (cell for cell in read(path).cells if cell.source.startswith("## For the teacher"))
    said = re.search(r"\*\*Likely wrong answers.*?:\*\* (.*)", cell.source)[1]
    assert not re.sub(pages.ENGLISH.claim, "", said).strip()


@pytest.mark.parametrize("path", TAUGHT, ids=lambda path: path.stem)
def test_no_star_of_a_question_is_lost_in_the_guide(path):
    """x*x, x**2 would be read as slanted letters."""
    markdown_it = pytest.importorskip("markdown_it")
    guide = (ROOT / "notebooks" / "teacher" / "guide.md").read_text(encoding="utf-8")
    for question, _ in pages.predictions(read(path)):
        (row,) = [line for line in guide.split("\n") if line.replace("\\*", "*").startswith(f"| {question} | ")]
        tokens = markdown_it.MarkdownIt("commonmark").parseInline(row)[0].children
        assert not [token.type for token in tokens if token.type in ("em_open", "strong_open")], question


def test_a_box_that_lacks_something_is_named():
    text = ("## For the teacher\n\n**5 minutes:** 5 min this.\n\n**20 minutes:** run it before. 12 min this: why? "
            "8 min that. At home: the rest.\n\n**Board picture:** a box.\n\n"
            '**Likely wrong answers, and what to ask back:** "2" for `f(x)` (why?).\n\n**Exit ticket:** say it.')
    with pytest.raises(Problem, match=r"01.ipynb, teacher's box: 0 paragraphs begin with \*\*Key"):
        pages.box(new_markdown_cell(text), "01.ipynb")
    read = pages.box(new_markdown_cell(text + "\n\n**Key:** it."), "01.ipynb")
    assert read.short == (20, "run it before.", [(12, "this: why?"), (8, "that")], "At home: the rest.")
    assert read.wrong == [("“2” for `f(x)`", "why?")] and read.key == "it."


# The plans


def test_the_class_of_90_minutes_adds_up():
    plan = (NOTEBOOKS / "teacher" / "class_90_minutes.md").read_text(encoding="utf-8")
    minutes = [int(number) for number in re.findall(r"(?m)^\| (\d+) \|", plan)]
    assert sum(minutes) == 90 and "| **90** |" in plan


def test_the_chinese_guide_tells_what_the_english_one_tells():
    """As many minutes, claims, guesses and exercises in each chapter, with the same numbers."""
    chinese, english = pages.boxes(lang=pages.CHINESE), pages.boxes()
    assert len(chinese) >= 8
    for path, box in chinese.items():
        other, of = NOTEBOOKS / path.name, english[NOTEBOOKS / path.name]
        for ours, theirs in (box.lesson, of.lesson), (box.short, of.short):
            assert [ours[0], *(count for count, _ in ours[2])] == [theirs[0], *(count for count, _ in theirs[2])], path
        assert len(box.wrong) == len(of.wrong) and box.board and box.ticket and box.key, path
        rows = [pages.exercises(read(path), pages.CHINESE), pages.exercises(read(other))]
        assert [(row[0], row[4]) for row in rows[0]] == [(row[0], row[4]) for row in rows[1]], path
        assert len(pages.predictions(read(path), pages.CHINESE)) == len(pages.predictions(read(other))), path


def test_every_class_of_the_course_adds_up_to_90_and_gives_a_chapter_its_minutes():
    plan = (NOTEBOOKS / "teacher" / "course_six_weeks.md").read_text(encoding="utf-8")
    classes = re.findall(r"(?m)^\| (\d) \| (\d+) \| (.+?) \|", plan)
    assert [(int(week), int(number)) for week, number, _ in classes] == [((n + 1) // 2, n) for n in range(1, 13)]
    told = {path.name: box for path, box in pages.boxes().items()}
    for _, _, parts in classes:
        assert sum(int(part.split()[0]) for part in parts.split(", ") if part[0].isdigit()) == 90, parts
        for minutes, name in re.findall(r"(\d+) chapter \[\d+\]\(\.\./(.+?)\)", parts):
            assert int(minutes) in (told[name].lesson[0], 20), parts


@pytest.mark.parametrize("path", chapters(ROOT)[1:], ids=lambda path: path.stem)
def test_a_chapter_begins_and_ends_with_the_way_on(path):
    """Previous, map and next stand in the first cell, and again below the last section that is for the student."""
    texts = [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]
    ways = [text.rstrip().rpartition("\n")[2] for text in texts if "[map](00_start_here.ipynb#cell-id=the-map)" in text]
    assert len(ways) == 2 and ways[0] == ways[1] and texts[0].rstrip().endswith(ways[0])
    assert " · next: [" in ways[0] and ways[0].count(".ipynb") >= 2


STANDARD = """accuracy, activation function, attention, backpropagation, backward pass, batch, broadcasting, chain
    rule, computational graph, cross-entropy, dataset, dropout, dtype, embedding, epoch, forward pass, gradient,
    gradient descent, Hessian, hidden layer, hyperparameter, initialization, Jacobian, label, layer, leaf, learning
    rate, logits, loss, mini-batch, momentum, neuron, one-hot, optimizer, overfitting, parameter, sampling, shape,
    softmax, target, temperature, tensor, test set, to generalize, token, training set, validation set, vocabulary,
    weight, weight decay"""


def test_the_words_of_a_standard_introduction_are_in_the_glossary():
    rows = (ROOT / "notebooks" / "glossary.md").read_text(encoding="utf-8").splitlines()
    known = " | ".join(row.split("|")[1] for row in rows if row.count("|") == 5).casefold()
    words = [" ".join(word.split()).casefold() for word in STANDARD.split(",")]
    assert len(words) == 50 and [word for word in words if not re.search(rf"\b{re.escape(word)}", known)] == []
