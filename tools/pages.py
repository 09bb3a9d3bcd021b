"""Write the pages that are gathered from the chapters: symptoms, words, and the guide for teachers.

    python3 tools/pages.py            write them
    python3 tools/pages.py --check    write nothing, say which would change

notebooks/symptoms.md        from the lines `<!-- symptom: what one sees | what is behind it -->` in the chapters' text,
                             which nobody sees there, and from the stored errors
notebooks/glossary.md        from the tables below "## Words"
notebooks/teacher/guide.md   from the boxes below "## For the teacher", the predictions and the exercises
"""

import argparse
import ast
import re
import sys
from typing import NamedTuple

from common import ROOT, Problem, chapters, code_cells, read, tags, write

SYMPTOM = re.compile(r"<!-- symptom: (.+?) \| (.+?) -->")
SENTENCE = re.compile(r"`([A-Za-z][^\s`]* [^`]+)`")  # what a program says; other symptoms are told in words
COMPARED = re.compile(r"(?m)^([^\n]+)\nresult: +([^\n]*(?:\n {12}[^\n]*)*)")
CLAIM = re.compile(r'"([^"]+)"(.*?) \(((?:[^()]|\([^()]*\))+)\)\.?')
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


def symptoms(root=ROOT):
    """All symptoms, chapter by chapter."""
    for path in chapters(root):
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
    found = [number for number, cell in enumerate(cells) if sentence[1] in said(cell)]
    if not found:
        raise Problem(f"{where}, cell {cells[place].id}: no cell says {seen}")
    return min(found, key=lambda number: ("raises-exception" not in tags(cells[number]), abs(number - place)))


def symptoms_page(root=ROOT):
    found = sorted(symptoms(root), key=lambda symptom: symptom.seen.strip("`.").casefold())
    sentences = [list(symptom[:3]) for symptom in found if SENTENCE.fullmatch(symptom.seen)]
    others = [list(symptom[:3]) for symptom in found if not SENTENCE.fullmatch(symptom.seen)]
    failing = []
    for path in chapters(root):
        cells = read(path).cells
        for place, cell in enumerate(cells):
            for output in cell.get("outputs", ()):
                if output.output_type == "error":
                    failing.append([link(path, place, cells), f"`{output.ename}`", first_line(output.evalue)])
    return "\n\n".join([
        "# Help by symptom",
        MADE,
        "Something surprised you, in PyTorch or here? Each line leads to a cell that shows it; the text around that "
        "cell says why, and mends it. In JupyterLab the first click opens the chapter; if it does not show the cell, "
        "click the link once more.",
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


# ---- words -----------------------------------------------------------------------------------------------------------

def words(root=ROOT):
    """(English, 中文, meaning, path) of every line in the chapters' tables of words."""
    for path in chapters(root):
        for cell in read(path).cells:
            if cell.source.startswith("## Words"):
                for row in re.findall(r"(?m)^\| (.+?) \| (.+?) \| (.+?) \|$", cell.source):
                    if row[0] != "English" and not row[0].startswith("---"):
                        yield *row, path


def glossary_page(root=ROOT):
    rows = sorted(words(root), key=lambda row: row[0].casefold())
    return "\n\n".join([
        "# Glossary 词汇表",
        MADE,
        "The words of all chapters. Each chapter introduces its own under *Words*.",
        table(["English", "中文", "meaning", "chapter"], [[*row, link(path)] for *row, path in rows]),
    ]) + "\n"


# ---- the guide for teachers ------------------------------------------------------------------------------------------

class Box(NamedTuple):
    """What a chapter tells its teacher. A time table: (minutes in all, what to do before, [(minutes, what)], note)."""

    lesson: tuple
    short: tuple
    board: str
    wrong: list  # (what they say, what to ask back)
    ticket: str
    key: str


def timetable(paragraph):
    """The time table in a paragraph such as `**20 minutes:** 5 min this, 15 min that. At home: the rest.`"""
    total, text = re.fullmatch(r"(?s)\*\*[^*]*?(\d+) minutes:?\*\*(?: for the [^:]+:)? (.+)", paragraph).groups()
    before, *rest = re.split(r"\b(\d+) min ", text)
    items = [(int(minutes), what.rstrip(" ,.")) for minutes, what in zip(rest[::2], rest[1::2])]
    last, _, note = re.sub(r"(?<=[.?!]) (?=[A-Z*])", "\n", rest[-1], count=1).partition("\n")
    return int(total), before.strip(), [*items[:-1], (items[-1][0], last.rstrip(" ."))], note


def box(cell, where):
    """The Box in a cell. Problem says what is missing or cannot be read."""
    paragraphs = re.sub(r"</?(?:details|summary)>.*|<!-- talk:[\s\S]*?-->", "", cell.source).split("\n\n")

    def part(start):
        found = [text for text in paragraphs if re.match(rf"\*\*{start}", text)]
        if len(found) != 1:
            raise Problem(f"{where}, teacher's box: {len(found)} paragraphs begin with **{start}")
        return found[0]

    def rest(start):
        return part(start).partition(":** ")[2]

    times = [text for text in paragraphs if re.match(r"\*\*[^*]*\d+ minutes:?\*\*", text)]
    if len(times) != 2:
        raise Problem(f"{where}, teacher's box: a time table for a lesson and one for 20 minutes are due")
    said = CLAIM.findall(rest("Likely wrong answers"))
    wrong = [(f"“{claim}”{about}", question) for claim, about, question in said]
    return Box(*map(timetable, times), rest("Board picture"), wrong, rest("Exit ticket"), rest("Key"))


def boxes(root=ROOT):
    """{path: Box} of every chapter that has a teacher's box."""
    found = {}
    for path in chapters(root):
        for cell in read(path).cells:
            if cell.source.startswith("## For the teacher"):
                found[path] = box(cell, path.name)
    return found


def predictions(notebook):
    """[question, answer] of a chapter's predictions; the answer as the chapter shows it."""
    compared = dict(pair for cell in code_cells(notebook) for pair in COMPARED.findall(said(cell)))
    sources = [cell.source for cell in code_cells(notebook) if "predict" in tags(cell)]
    calls = [node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    asked = [call.args[0].value for call in calls if getattr(call.func, "id", "") == "predict"]
    return [[question, first_line(" ".join(compared[question].split()))] for question in asked]


def exercises(notebook):
    """[number, title, kind, difficulty, minutes] of a chapter's exercises."""
    pattern = r"(?m)^### Exercise (\d+\.\d+) · (.+)\n\*(.+?) · (.+?) · (\d+) minutes"
    return [list(row) for cell in notebook.cells for row in re.findall(pattern, cell.source)]


def timetable_part(name, times):
    total, before, items, note = times
    rows = [[str(minutes), what] for minutes, what in items] + [[f"**{total}**", "**together**"]]
    head = f"**{name} {total} minutes**"
    return "\n\n".join(filter(None, [head, capital(before), table(["minutes", "what"], rows), note]))


def capital(text):
    """The text with a capital letter at its beginning, unless that is a sign or a name of one letter."""
    return re.sub(r"^(?:[a-z](?=[a-z])|a(?= [a-z]{3}))", lambda first: first[0].upper(), text)


def guide_chapter(path, told):
    notebook = read(path)
    parts = [
        f"## {notebook.cells[0].source.partition(chr(10))[0].lstrip('# ')}",
        f"[the chapter](../{path.name}) · slides: `python3 suite.py slides {path.stem[:2]}`",
        timetable_part("A lesson of", told.lesson),
        timetable_part("If you have only", told.short),
        f"**On the board.** {capital(told.board)}",
        "**Likely wrong answers**",
        table(["they say", "ask back"], [list(row) for row in told.wrong]),
    ]
    if asked := predictions(notebook):
        parts += ["**Predictions in the chapter** (let the class commit itself before the cell below runs)",
                  table(["question", "answer"], asked)]
    if rows := exercises(notebook):
        parts += ["**Exercises**", table(["", "exercise", "kind", "difficulty", "minutes"], rows)]
    parts += [f"**Exit ticket.** {capital(told.ticket)}", f"**Key.** {capital(told.key)}"]
    return "\n\n".join(parts)


def guide_page(root=ROOT):
    found = boxes(root)
    overview = []
    for path, told in found.items():
        minutes = sum(int(row[-1]) for row in exercises(read(path)))
        overview.append([f"[{title(path)}](../{path.name})", str(told.lesson[0]), str(minutes)])
    return "\n\n".join([
        "# The chapters, for teachers",
        MADE,
        "Minutes, board picture, likely wrong answers, exit ticket with key: what you need to walk in after twenty "
        "minutes of preparation. How to plan a class or a course stands in [README.md](README.md).",
        table(["chapter", "minutes in class", "minutes of exercises"], overview),
        *(guide_chapter(path, told) for path, told in found.items()),
    ]) + "\n"


# ---- writing ---------------------------------------------------------------------------------------------------------

PAGES = {"symptoms.md": symptoms_page, "glossary.md": glossary_page, "teacher/guide.md": guide_page}


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page would change")
    check = parser.parse_args(arguments).check
    well = True
    try:
        for name, page in PAGES.items():
            path, text = ROOT / "notebooks" / name, page()
            if path.exists() and path.read_text(encoding="utf-8") == text:
                print(f"notebooks/{name}: unchanged")
                continue
            well = well and not check
            if not check:
                path.parent.mkdir(exist_ok=True)
                write(path, text)
            print(f"notebooks/{name}: {'would change' if check else 'written'}")
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
