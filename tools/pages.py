"""Write the pages that are gathered from the chapters: symptoms, documents, words, and the guide for teachers.

    python3 tools/pages.py            write them
    python3 tools/pages.py --check    write nothing, say which would change

notebooks/symptoms.md        from the lines `<!-- symptom: what one sees | what is behind it -->` in the chapters' text,
                             which nobody sees there, and from the stored errors
notebooks/documents.md       from the lines `<!-- document: numbers | verdict | what it says | what the cell has -->`,
                             which nobody sees either; S2-09 is statement 9 of document 002
notebooks/glossary.md        from the tables below "## Words"
notebooks/teacher/guide.md   from the boxes below "## For the teacher", the predictions and the exercises
notebooks/zh/teacher/...     the same from the Chinese chapters, which are built by tools/translate.py
"""

import argparse
import re
import sys
from collections import Counter
from typing import NamedTuple

from common import ROOT, Problem, chapters, code_cells, questions, read, tags, write_all

SYMPTOM = re.compile(r"<!-- symptom: (.+?) \| (.+?) -->")
SENTENCE = re.compile(r"`([A-Za-z][^\s`]* [^`]+)`")  # what a program says; other symptoms are told in words
STATEMENT = re.compile(r"<!-- document: (.+?) \| (.+?) \| (.+?) \| (.+?) -->")
STAR = re.compile(r"(?<=\S)\*|\*(?=\S)")  # of x*x and x**2, which is no sign of Markdown's
CLICK = "In JupyterLab the first click opens the chapter; if it does not show the cell, click the link once more."
MADE = "<!-- Made by tools/pages.py from the chapters: change it there. -->"


def table(head, rows):
    """A Markdown table; `head` and `rows` hold texts."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(text.replace("|", r"\|") for text in line) + " |" for line in lines)


def title(path):
    return path.stem.replace("_", " ")


def link(path, place=None, cells=()):
    """A link to a chapter, or to the cell at `place` of it, named by its section: other readers open the notebook."""
    if place is None:
        return f"[{title(path)}]({path.name})"
    heads = [head for cell in cells[: place + 1] if cell.cell_type == "markdown"
             for head in re.findall(r"(?m)^###? (.+)$", cell.source)]
    section = f" · {heads[-1]}" if heads else ""
    return f"[{title(path)}{section}]({path.name}#cell-id={cells[place].id})"


# ---- symptoms --------------------------------------------------------------------------------------------------------

class Symptom(NamedTuple):
    """What one sees, what is behind it, a link to the cell that shows it, and the cell."""

    seen: str
    behind: str
    where: str
    cell: object


def said(cell):
    """All that a cell has printed, shown or raised, as text."""
    texts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        texts += [output.get("text", ""), output.get("evalue", ""), data.get("text/plain", "")]
    return "\n".join(texts)


def symptoms():
    """All symptoms, chapter by chapter."""
    for path in chapters():
        cells = read(path).cells
        for place, cell in enumerate(cells):
            for seen, behind in SYMPTOM.findall(cell.source):
                at = showing(cells, place, seen, path.name)
                yield Symptom(seen, behind, link(path, at, cells), cells[at])


def showing(cells, place, seen, where):
    """Which cell to look at: the text at `place`, or for a sentence the nearest cell that stops with it or says it."""
    sentence = SENTENCE.fullmatch(seen)
    if not sentence:
        return place
    found = holding(sentence[1], map(said, cells), f"{where}, cell {cells[place].id}")
    return min(found, key=lambda number: ("raises-exception" not in tags(cells[number]), abs(number - place)))


def holding(words, texts, where):
    """The numbers of the texts that hold these words. Problem names them if there is none."""
    found = [number for number, text in enumerate(texts) if words in text]
    if not found:
        raise Problem(f"{where}: no cell says {words}")
    return found


def symptoms_page():
    found = sorted(symptoms(), key=lambda symptom: symptom.seen.strip("`.").casefold())
    sentences = [list(symptom[:3]) for symptom in found if SENTENCE.fullmatch(symptom.seen)]
    others = [list(symptom[:3]) for symptom in found if not SENTENCE.fullmatch(symptom.seen)]
    failing = []
    for path in chapters():
        cells = read(path).cells
        for place, cell in enumerate(cells):
            for output in cell.get("outputs", ()):
                if output.output_type == "error":
                    failing.append([link(path, place, cells), f"`{output.ename}`", first_line(output.evalue)])
    return "\n\n".join([
        "# Help by symptom",
        MADE,
        "Something surprised you, in PyTorch or here? Each line leads to a cell that shows it; the text around that "
        f"cell says why, and mends it. {CLICK}",
        "## What an error or a warning says",
        table(["what you read", "what is behind it", "where"], sentences),
        "## What happens without an error",
        table(["what you see", "what is behind it", "where"], others),
        "## Every cell that fails on purpose",
        "Search this list for a word of your error. Below each of these cells the sentence is read aloud.",
        table(["where", "error", "it begins"], failing),
    ]) + "\n"


def first_line(sentence):
    line = sentence.partition("\n")[0]
    return f"`{line if len(line) <= 110 else line[:109].rstrip() + '…'}`"


# ---- documents -------------------------------------------------------------------------------------------------------

DOCUMENTS = {
    "S0": "1 · Computing gradients with PyTorch (document 000): a notebook, run with PyTorch 1.0.1",
    "S1": "2 · How autograd works (document 001): the Jacobian, and what the argument of backward() means",
    "S2": "3 · A Variable's attributes and methods (document 002): a page of 2018, mostly about PyTorch 0.3",
    "S3": "4 · Tensors and gradients (document 003): a notebook, from the first flag to .data",
    "S4": "5 · Autograd, and a model of two weights (document 004)",
    "X0": "What the documents leave out",
}
VERDICTS = "right", "not so", "changed since"
BEHIND = {"S0-55": "S0-57z", "S0-59": "S0-54z", "S3-36": "S3-05z"}  # three that stand earlier than their number says


class Statement(NamedTuple):
    """What a document says, its numbers there, the verdict, a link to a code cell, what to look for, and the cell."""

    numbers: list
    verdict: str
    says: str
    where: str
    shows: str
    cell: object


def statements():
    """All statements, chapter by chapter. Each leads to the nearest code cell that holds or says what it shows."""
    for path in chapters():
        cells = read(path).cells
        texts = [f"{cell.source}\n{said(cell)}" if cell.cell_type == "code" else "" for cell in cells]
        for place, cell in enumerate(cells):
            for numbers, verdict, says, shows in STATEMENT.findall(cell.source):
                found = holding(shows, texts, f"{path.name}, cell {cell.id}")
                at = min(found, key=lambda number: abs(number - place))
                yield Statement(numbers.split(), verdict, says, link(path, at, cells), shows, cells[at])


def in_order():
    """{document: its statements, in its order}; what a document says in two places stands in both."""
    told = {number: statement for statement in statements() for number in statement.numbers}
    found = {document: [] for document in DOCUMENTS}
    for number in sorted(told, key=lambda number: BEHIND.get(number[:5], number[:5]) + number[5:]):
        if told[number] not in found[number[:2]][-1:]:
            found[number[:2]].append(told[number])
    return found


def documents_page():
    tally, parts = [], []
    for document, found in in_order().items():
        title, count = DOCUMENTS[document], Counter(statement.verdict for statement in found)
        tally.append([title.partition(":")[0], *(str(count[verdict]) for verdict in VERDICTS)])
        parts += [f"## {title}", table(["what it says", "verdict", "where it is shown", "look there for"], [
            [says, verdict if verdict == "right" else f"**{verdict}**", where, f"`{shows}`"]
            for _, verdict, says, where, shows, _ in found])]
    return "\n\n".join([
        "# The five documents in order",
        MADE,
        "These chapters grew out of five pages of course notes, in Chinese, about `torch.autograd`. Here are their "
        "statements and examples, in their order and in our words. Each line leads to a cell that shows it. "
        "*Right* means: so it is in PyTorch 2.13.0. *Not so* means: wrong, misspelt, or true in its example only; the "
        "line says what holds. *Changed since* means: true of the version that it was written for, from 0.3 to 1.0. "
        f"What stands in brackets is ours. {CLICK}",
        table(["document", *VERDICTS], tally),
        *parts,
    ]) + "\n"


# ---- words -----------------------------------------------------------------------------------------------------------

def words():
    """(English, 中文, meaning, path) of every line in the chapters' tables of words."""
    for path in chapters():
        for cell in read(path).cells:
            if cell.source.startswith("## Words"):
                for row in re.findall(r"(?m)^\| (.+?) \| (.+?) \| (.+?) \|$", cell.source):
                    if row[0] != "English" and not row[0].startswith("---"):
                        yield *row, path


def glossary_page():
    rows = sorted(words(), key=lambda row: row[0].casefold())
    return "\n\n".join([
        "# Glossary 词汇表",
        MADE,
        "The words of all chapters. Each chapter introduces its own under *Words*.",
        table(["English", "中文", "meaning", "chapter"], [[*row, link(path)] for *row, path in rows]),
    ]) + "\n"


# ---- the guide for teachers ------------------------------------------------------------------------------------------

class Language(NamedTuple):
    """How a teacher's box is written in a language, as patterns, and what the guide says around it."""

    total: str = r"(?s)\*\*[^*]*?(\d+) minutes:?\*\*(?: for the [^:]+:)? (.+)"
    minutes: str = r"\b(\d+) min "
    comma: str = " ,."
    stop: str = r"(?<=[.?!]) (?=[A-Z*])"
    parts: tuple = ("Board picture", "Likely wrong answers", "Exit ticket", "Key")
    colon: str = ":** "
    compared: str = r"(?m)^([^\n]+)\nresult: +([^\n]*(?:\n {12}[^\n]*)*)"
    exercise: str = r"(?m)^### Exercise (\d+\.\d+) · (.+)\n\*(.+?) · (.+?) · (\d+) minutes"
    title: str = "The chapters, for teachers"
    begin: str = ("Minutes, board picture, likely wrong answers, exit ticket with key: what you need to walk in after "
                  "twenty minutes of preparation. How to plan a class or a course stands in [README.md](README.md).")
    columns: tuple = ("chapter", "minutes in class", "minutes of exercises")
    links: str = "[the chapter]({path}) · slides: `python3 suite.py slides {number}`"
    lessons: tuple = ("**A lesson of {total} minutes**", "**If you have only {total} minutes**")
    plan: tuple = ("minutes", "what", "together")
    board: str = "**On the board.** {text}"
    wrong: tuple = ("**Likely wrong answers**", "they say", "ask back")
    asked: tuple = ("**Predictions in the chapter** (let the class commit itself before the cell below runs)",
                    "question", "answer")
    tasks: tuple = ("**Exercises**", "exercise", "kind", "difficulty", "minutes")
    ticket: str = "**Exit ticket.** {text}"
    key: str = "**Key.** {text}"
    claim: str = r'"([^"]+)"(.*?) \(((?:[^()]|\([^()]*\))+)\)\.?'


ENGLISH = Language()
COMPARED = re.compile(ENGLISH.compared)
CHINESE = Language(
    r"(?s)\*\*[^*]*?(\d+) 分钟[^*]*\*\* ?(.+)", r"(?<!\d)(\d+) 分钟：", " ，；。", "(?<=[。？！])(?=.)",
    ("板书图", "常见错误回答", "下课小测", "答案"), "：** ",
    r"(?m)^([^\n]+)\n结果：[ \u3000]*([^\n]*(?:\n[ \u3000]{9}[^\n]*)*)",
    r"(?m)^### 练习 (\d+\.\d+) · (.+)\n\*(.+?) · (.+?) · (\d+) 分钟", "写给老师：各章",
    "分钟安排、板书图、常见错误回答、带答案的下课小测：准备二十分钟，就能走进教室。怎样安排一堂课或一门课程，见"
    "[README.md](../../teacher/README.md)（英文）。这里是已有中文的各章；其余各章见[英文的一页](../../teacher/guide.md)。",
    ("章", "课堂（分钟）", "练习（分钟）"), "[这一章]({path}) · 幻灯片：`python3 suite.py slides {number} --lang zh`",
    ("**一堂 {total} 分钟的课**", "**如果只有 {total} 分钟**"), ("分钟", "内容", "合计"), "**板书图。** {text}",
    ("**常见错误回答**", "学生会说", "反问"), ("**本章的猜测**（运行下面的单元格之前，先让全班猜好）", "问题", "答案"),
    ("**练习**", "练习", "类型", "难度", "分钟"), "**下课小测。** {text}", "**答案。** {text}",
    r"“([^”]+)”(.*?)（((?:[^（）]|（[^（）]*）)+)）。?",
)


class Box(NamedTuple):
    """What a chapter tells its teacher. A time table: (minutes in all, what to do before, [(minutes, what)], note)."""

    lesson: tuple
    short: tuple
    board: str
    wrong: list  # (what they say, what to ask back)
    ticket: str
    key: str


def timetable(paragraph, lang=ENGLISH):
    """The time table in a paragraph such as `**20 minutes:** 5 min this, 15 min that. At home: the rest.`"""
    total, text = re.fullmatch(lang.total, paragraph).groups()
    before, *rest = re.split(lang.minutes, text)
    items = [(int(minutes), what.rstrip(lang.comma)) for minutes, what in zip(rest[::2], rest[1::2])]
    last, _, note = re.sub(lang.stop, "\n", rest[-1], count=1).partition("\n")
    return int(total), before.strip(), [*items[:-1], (items[-1][0], last.rstrip(lang.comma))], note


def box(cell, where, lang=ENGLISH):
    """The Box in a cell. Problem says what is missing or cannot be read."""
    paragraphs = re.sub(r"</?(?:details|summary)>.*|<!-- talk:[\s\S]*?-->", "", cell.source).split("\n\n")

    def part(start):
        found = [text for text in paragraphs if re.match(rf"\*\*{start}", text)]
        if len(found) != 1:
            raise Problem(f"{where}, teacher's box: {len(found)} paragraphs begin with **{start}")
        return found[0]

    def rest(start):
        return part(start).partition(lang.colon)[2]

    board, wrong, ticket, key = lang.parts
    times = [text for text in paragraphs if re.match(lang.total.removeprefix("(?s)"), text, re.DOTALL)]
    if len(times) != 2:
        raise Problem(f"{where}, teacher's box: a time table for a lesson and one for 20 minutes are due")
    claims = [(f"“{claim}”{about}", question) for claim, about, question in re.findall(lang.claim, part(wrong))]
    return Box(*[timetable(text, lang) for text in times], rest(board), claims, rest(ticket), rest(key))


def boxes(lang=ENGLISH):
    """{path: Box} of every chapter that has a teacher's box; in Chinese, of those that are translated."""
    paths = chapters() if lang is ENGLISH else [path for path in chapters(ROOT, "zh") if path.parent.name == "zh"]
    return {path: box(cell, path.name, lang) for path in paths for cell in read(path).cells if cell.id == "teacher"}


def predictions(notebook, lang=ENGLISH):
    """[question, answer] of a chapter's predictions; the answer as the chapter shows it."""
    compared = dict(pair for cell in code_cells(notebook) for pair in re.findall(lang.compared, said(cell)))
    asked = [question for cell in code_cells(notebook) if "predict" in tags(cell) for question in questions(cell)]
    return [[question, first_line(" ".join(compared[question].split()))] for question in asked]


def exercises(notebook, lang=ENGLISH):
    """[number, title, kind, difficulty, minutes] of a chapter's exercises."""
    return [list(row) for cell in notebook.cells for row in re.findall(lang.exercise, cell.source)]


def timetable_part(name, times, lang):
    total, before, items, note = times
    rows = [[str(minutes), what] for minutes, what in items] + [[f"**{total}**", f"**{lang.plan[2]}**"]]
    head = name.format(total=total)
    return "\n\n".join(filter(None, [head, capital(before), table([*lang.plan[:2]], rows), note]))


def capital(text):
    """The text with a capital letter at its beginning, unless that is a sign or a name of one letter."""
    return re.sub(r"^(?:[a-z](?=[a-z])|a(?= [a-z]{3}))", lambda first: first[0].upper(), text)


def guide_chapter(path, told, lang):
    notebook = read(path)
    parts = [
        f"## {notebook.cells[0].source.partition(chr(10))[0].lstrip('# ')}",
        lang.links.format(path=f"../{path.name}", number=path.stem[:2]),
        timetable_part(lang.lessons[0], told.lesson, lang),
        timetable_part(lang.lessons[1], told.short, lang),
        lang.board.format(text=capital(told.board)),
        lang.wrong[0],
        table([*lang.wrong[1:]], [list(row) for row in told.wrong]),
    ]
    if asked := predictions(notebook, lang):
        rows = [[STAR.sub(r"\*", question), answer] for question, answer in asked]
        parts += [lang.asked[0], table([*lang.asked[1:]], rows)]
    if rows := exercises(notebook, lang):
        parts += [lang.tasks[0], table(["", *lang.tasks[1:]], rows)]
    parts += [lang.ticket.format(text=capital(told.ticket)), lang.key.format(text=capital(told.key))]
    return "\n\n".join(parts)


def guide_page(lang=ENGLISH):
    found = boxes(lang)
    overview = []
    for path, told in found.items():
        minutes = sum(int(row[-1]) for row in exercises(read(path), lang))
        name = title(path) if lang is ENGLISH else read(path).cells[0].source.partition("\n")[0].lstrip("# ")
        overview.append([f"[{name}](../{path.name})", str(told.lesson[0]), str(minutes)])
    return "\n\n".join([
        f"# {lang.title}",
        MADE,
        lang.begin,
        table([*lang.columns], overview),
        *(guide_chapter(path, told, lang) for path, told in found.items()),
    ]) + "\n"


# ---- writing ---------------------------------------------------------------------------------------------------------

PAGES = {"symptoms.md": symptoms_page, "documents.md": documents_page, "glossary.md": glossary_page,
         "teacher/guide.md": guide_page, "zh/teacher/guide.md": lambda: guide_page(lang=CHINESE)}


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page would change")
    check = parser.parse_args(arguments).check
    try:
        texts = {ROOT / "notebooks" / name: page() for name, page in PAGES.items()}
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 1
    return 1 if write_all(ROOT, texts, check) and check else 0


if __name__ == "__main__":
    sys.exit(main())
