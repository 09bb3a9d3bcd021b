"""The talk of a chapter, for `suite.py slides 04 --minutes 20`, and the slides of the class of 90 minutes.

The short version in the teacher's box gives the order and the minutes; below it a line that nobody sees names the cells
to show for each part of it, or `board` where the class looks at the board:

    <!-- talk: predict-visits, count-ten | hasty, predict-hasty | board | walk-yours -->

A question stands large and alone, its answer behind a key; a picture is as large as the screen; of code, what comes of
it stands behind a key. The notes (key N) say the minutes, what to draw, what to ask back. For fewer minutes, parts are
left out from the end.
"""

import ast
import html
import re

import slides
from common import ROOT, Problem, folded, module_of, read, tags
from editions import TEACHER, definitions
from pages import COMPARED, box, capital, predictions

SHOWN = re.compile(r"<!-- talk: (.+?) -->")
NOT_TO_SEE = re.compile(r"(?sm)<details.*?</details>|^\*(?:class|home) · .*?\*$")
PAGE_CELL = re.compile(r"\[[^]]*\]\(\.\./([\w.]+)#cell-id=([\w-]+)\)")


class Talk:
    """The slides for cells of one chapter."""

    def __init__(self, path):
        self.path, notebook = path, read(path)
        self.cells = {cell.id: cell for cell in notebook.cells}
        self.answers = dict(predictions(notebook))
        self.solutions = {blank.id: folded(ours) for blank, ours in definitions(notebook.cells)}
        self.heads, heading = {}, ""
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                heading = ([heading] + re.findall(r"(?m)^###? (.+)$", cell.source))[-1]
            self.heads[cell.id] = heading

    def head(self, cell):
        return slides.prose(f"## {self.heads[cell.id]}", self.path.parent)

    def of(self, name):
        """The slides of one cell."""
        if name not in self.cells:
            raise Problem(f"{self.path.name}, the talk: there is no cell {name}")
        cell = self.cells[name]
        if cell.cell_type == "markdown":
            return [slides.prose(NOT_TO_SEE.sub("", cell.source), self.path.parent)]
        shown = [f'<div class="output picture">{slides.shown(output)}</div>'
                 for output in cell.outputs if slides.is_picture(output)]
        said = "".join(slides.shown(output) for output in cell.outputs
                       if not slides.is_picture(output) and not COMPARED.search(plain_text(output)))
        if "predict" in tags(cell):
            question = asked(cell)
            answer = re.sub(r"^tensor\((.*?)(, dtype=[\w.]+)?\)$", r"\1", self.answers[question].strip("`"))
            return [*shown, self.head(cell) + large(question) + large(answer, "fragment")]
        if shown:
            return shown
        if name in self.solutions:
            said = slides.coloured(self.solutions[name], "code package")
        elif module_of(cell):
            said = ""  # what a cell of the package prints is about the package
        behind = f'<div class="fragment output">{said}</div>' if said else ""
        return [self.head(cell) + slides.code(cell) + behind]


def plain_text(output):
    return output.get("data", {}).get("text/plain", "")


def asked(cell):
    """The question of a cell with a prediction."""
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    return next(call.args[0].value for call in calls if getattr(call.func, "id", "") == "predict")


def in_html(text):
    """A sentence with its code and what stands in bold letters, as HTML."""
    words = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", words)


def large(text, look=""):
    """A sentence in large letters."""
    return f'<p class="question {look}">{in_html(text)}</p>'


def notes(*parts):
    """What the speaker sees (key N)."""
    return f'<aside class="notes">{"".join(f"<p>{in_html(part)}</p>" for part in parts if part)}</aside>'


def each_a_section(found):
    """Slides in the look of a talk, each a section of its own."""
    return [[f'<div class="talk">{text}</div>'] for text in found]


def talk(path, minutes):
    """(title, slides) of a talk of at most so many minutes."""
    chapter = Talk(path)
    teacher = next(cell for cell in chapter.cells.values() if cell.source.startswith(TEACHER))
    told, line = box(teacher, path.name), SHOWN.search(teacher.source)
    parts = [part.strip() for part in line[1].split("|")] if line else []
    if len(parts) != len(told.short[2]):
        raise Problem(f"{path.name}, teacher's box: {len(told.short[2])} parts, and the talk shows {len(parts)}")
    begin = slides.prose(chapter.cells["title-card"].source.partition("\n")[0], path.parent)
    wrong = [f"{claim} {back}" for claim, back in told.wrong]
    before = notes(f"**On the board:** {told.board}", "**They may say, and what to ask back:**", *wrong)
    found, past = [begin + before], 0
    for part, (count, what) in zip(parts, told.short[2]):
        if past + count > minutes and past:
            break
        beside = notes(f"**Minute {past} to {past + count}:** {what}")
        past += count
        for name in part.split(", "):
            board = slides.prose("## On the board", path.parent) + large(capital(what))
            found += [text + beside for text in ([board] if name == "board" else chapter.of(name))]
    ticket = slides.prose("## Exit ticket", path.parent) + large(capital(told.ticket))
    found.append(ticket + notes(f"**Key:** {told.key}"))
    return chapter.cells["title-card"].source.partition("\n")[0], each_a_section(found)


def has_talk(path):
    return any(cell.source.startswith(TEACHER) for cell in read(path).cells)


def lesson():
    """(title, slides) of the class of 90 minutes: a slide for each line of its table, or more where it names a cell."""
    folder = ROOT / "notebooks" / "teacher"
    text = (folder / "class_90_minutes.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| (\d+) \| (.+) \| (.+) \| (.+) \|$", text)
    found, past = [], 0
    for count, screen, say, write in rows:
        beside = notes(f"**Minute {past} to {past + int(count)}:** {say}", f"**They write:** {write}")
        past += int(count)
        named = PAGE_CELL.search(screen)
        question, _, answer = screen.partition(" → ")
        shown = Talk(folder.parent / named[1]).of(named[2]) if named else [
            large(question) + (large(answer, "fragment") if answer else "")]
        found += [text + beside for text in shown]
    return text.partition("\n")[0], each_a_section(found)
