"""The talk of a chapter, for `suite.py slides 04 --minutes 20`, and the slides of the class of 90 minutes.

The short version in the teacher's box gives the order and the minutes; the exit ticket is its last part. Below it
stands, where nobody sees it, a line for each slide; `|` begins the next part:

    <!-- talk:
    | predict-visits: The question of its own, as a talk asks it. → its answer
      A note, for the speaker alone.
      "1023"
    | board: What is asked while the class looks at the board.
    figures/secant.svg: What the figure shows.
    step-machine (plain): Which node acts next?
    -->

A cell is shown by its id. A cell with a prediction needs no words: it has its own question and answer. Of code, what
comes of it stands behind a key; `(output)` shows that alone, `(output from loss)` from the line on that begins so.
`(wide)` draws a graph anew, in its compact form and without a legend, `(plain)` in words of school. `ask` and `board`
show words alone; `board` gives the speaker the board picture of the box. A note in quotes is the wrong answer in the
box that begins so, with what to ask back.

A question stands behind no key, its answer does. The notes (key N) are printed on a page of their own, too. For fewer
minutes, parts are left out before the ticket.
"""

import html
import re
from typing import NamedTuple

from anew import IMPORTS, drawn_anew
import slides
from common import ROOT, Problem, folded, module_of, questions, read, tags
from editions import TEACHER, definitions
from pages import COMPARED, box, capital, predictions

SHOWN = re.compile(r"(?s)<!-- talk:\n(.+?)\n-->")
LINE = re.compile(r"(\| )?([\w./-]+)(?: \((output(?: from .+?)?|wide|plain)\))?(?:: (.+?))?(?: → (.+))?")
CHECKING = re.compile(r"(?m)^.*\.(?:compare|check_\w+)\(.*\n?")
VERDICT = re.compile(r"(?m)^Exercise \d+\.\d+: .*\n?")
PANEL = re.compile(r"(?s)<details[^>]*><summary>(.*?)</summary>(.*?)</details>")
PAGE_LINK = re.compile(r" ?\(?\[[^]]*\]\(\.\./(?:\.\./(figures/\w+\.svg)|([\w.]+)#cell-id=([\w-]+))\)\)?")
FREES_FROM = 7  # the chapter from which on the engine gives up what nodes have saved


class Slide(NamedTuple):
    """A slide: its HTML, its words for the page of notes, and its notes."""

    shown: str
    words: str
    notes: list


class Line(NamedTuple):
    """What a line of a talk says: which cell, how it is shown, the slide's words, its answer; then notes."""

    name: str
    mode: str | None
    words: str | None
    answer: str | None
    notes: list


def lines_of(text, where):
    """The lines of a talk, [[Line of a slide] for each part]."""
    parts = []
    for line in text.split("\n"):
        if line.startswith(" ") and parts:
            parts[-1][-1].notes.append(line.strip())
            continue
        found = LINE.fullmatch(line)
        if not found or not (found[1] or parts):
            raise Problem(f"{where}, the talk: this line cannot be read: {line}")
        if found[1]:
            parts.append([])
        parts[-1].append(Line(*found.groups()[1:], []))
    return parts


class Talk:
    """The slides for cells of one chapter."""

    def __init__(self, path):
        self.path, notebook = path, read(path)
        self.cells = {cell.id: cell for cell in notebook.cells}
        self.answers = dict(predictions(notebook))
        self.solutions = {blank.id: folded(ours) for blank, ours in definitions(notebook.cells)}

    def of(self, line, head=""):
        """The slides of one line, below a small heading."""
        name, mode, words, answer, notes = line
        if name in ("ask", "board"):
            return [slide(head, words, answer, notes=notes)]
        if name.endswith(".svg"):
            return [slide(head, words, answer, picture(figure(name)), notes)]
        if name not in self.cells:
            raise Problem(f"{self.path.name}, the talk: there is no cell {name}")
        cell = self.cells[name]
        if "predict" in tags(cell):
            words, answer = words or questions(cell)[0], answer or self.answer(cell)
        if mode in ("wide", "plain"):
            frees = int(self.path.name[:2]) >= FREES_FROM
            drawn = drawn_anew(self.cells.values(), cell, mode == "plain", frees)
            return [slide(head, words, answer, picture(drawn.html()), notes)]
        pictures = "".join(map(slides.shown, filter(slides.is_picture, cell.outputs)))
        if panels := PANEL.findall(pictures) if "minigrad-steps" not in pictures else ():
            return [slide(head, f"{words} **{capital(title)}**", answer, picture(one), notes * (place == 0))
                    for place, (title, one) in enumerate(panels)]
        if pictures or "predict" in tags(cell):
            return [slide(head, words, answer, picture(pictures) if pictures else "", notes)]
        return [slide(head, words, answer, self.code(cell, mode), notes)]

    def answer(self, cell):
        """The answer to a cell's question, as one says it: 66, not `tensor(66.)`."""
        text = re.sub(r"tensor\(([^()]*?)(, dtype=[\w.]+)?\)", r"\1", self.answers[questions(cell)[0]].strip("`"))
        return re.sub(r"(?<=\d)\.0*(?![\d.])", "", text)

    def code(self, cell, mode):
        """What a cell says in code, and behind a key what comes of it; of a blank, behind a key what stands there."""
        if cell.id in self.solutions:
            return f'<div class="fragment">{coloured(self.solutions[cell.id], "code package")}</div>'
        kind, _, start = (mode or "").partition(" from ")
        outputs = [] if module_of(cell) else [part_of(output, start) for output in cell.outputs]
        said = "".join(slides.shown(output) for output in outputs if not COMPARED.search(text_of(output)))
        behind = f'<div class="fragment output">{said}</div>' if said else ""
        code = "" if kind == "output" else coloured(cell.source, "code package" if module_of(cell) else "code")
        return code + behind


def coloured(source, kind):
    """Code for a slide: without imports, captions, long docstrings and what compares a guess."""
    source = CHECKING.sub("", IMPORTS.sub("", source))
    source = re.sub(r"\n{3,}", "\n\n", source)
    source = re.sub(r'(?ms)^ *""".*?"""\n|^# minigrad/.*?\n', "", source)
    return slides.coloured(source.strip("\n"), kind)


def text_of(output):
    return output.get("text") or output.get("data", {}).get("text/plain", "")


def part_of(output, start):
    """What was printed, from the line on that begins with `start`, and without a checker's last line."""
    if "text" not in output:
        return output
    lines = VERDICT.sub("", output.text).splitlines(keepends=True)
    place = next((place for place, line in enumerate(lines) if line.startswith(start)), None)
    if place is None:
        raise Problem(f"A talk shows what is printed from {start!r} on, and no line begins so")
    return type(output)({**output, "text": "".join(lines[place:])})


def in_html(text):
    """A sentence with its code, formulas, bold and slanted letters, as HTML; a link is its words."""
    def words(plain):
        plain = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", html.escape(plain, quote=False))
        plain = re.sub(r'"([^"]*)"', r"“\1”", plain)
        plain = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", plain)
        return re.sub(r"(?<![\w*])\*(?=\S)(.+?)(?<=\S)\*(?![\w*])", r"<i>\1</i>", plain)

    def part(text):
        if text[:1] == "`":
            return f"<code>{html.escape(text[1:-1], quote=False)}</code>"
        return slides.formula(text[1:-1]) if text[:1] == "$" and text[1:] else words(text)

    return "".join(map(part, re.split(r"(`[^`]+`|\$[^$]+\$)", text)))


def slide(head, words, answer="", body="", notes=()):
    """A slide: a small heading, a sentence or a question, its answer behind a key, and a picture or code."""
    texts = [f"<h2>{in_html(head)}</h2>" if head else "", large(words) if words else "",
             large(answer, "fragment", 'data-fragment-index="0"') if answer else ""]
    said = ": ".join(filter(None, (head, words))) + (f" → {answer}" if answer else "")
    return Slide(f'<div class="words">{"".join(texts)}</div>{body}', said, list(notes))


def large(text, look="", when=""):
    """A sentence in large letters."""
    return f'<p class="question {look}" {when}>{in_html(text)}</p>'


def picture(*layers):
    """A picture; of two, the second covers the first when the answer comes."""
    when = ['class="layer"', 'class="layer fragment" data-fragment-index="0"']
    shown = [f"<div {look}>{layer}</div>" for look, layer in zip(when, layers)]
    return f'<div class="output picture">{"".join(shown)}</div>'


def figure(name):
    """A figure with its alt text, which is its title."""
    source = (ROOT / name).read_bytes()
    alt = re.search(r"<title>(.*?)</title>", source.decode())[1]
    plays = 'class="plays" ' if b"@keyframes" in source else ""
    return f'<img {plays}alt="{html.escape(html.unescape(alt))}" src="{slides.data_uri(source)}">'


def as_deck(found):
    """Slides for `slides.page`, each a section of its own, with its notes."""
    return [[f'<div class="talk">{shown}</div><aside class="notes">{paragraphs(notes)}</aside>']
            for shown, _, notes in found]


def paragraphs(texts):
    return "".join(f"<p>{in_html(text)}</p>" for text in texts)


def notes_page(title, found):
    """A page with the notes of every slide, to print or to read on a screen of one's own."""
    rows = []
    for number, (_, words, notes) in enumerate(found, 1):
        rows.append(f"<section><h2>{number} <span>{in_html(words)}</span></h2>{paragraphs(notes)}</section>")
    template = (slides.HERE / "notes.html").read_text(encoding="utf-8")
    return template.replace("$title", html.escape(title.lstrip("# "))).replace("$notes", "\n".join(rows))


def talk(path, minutes):
    """(title, slides) of a talk of at most so many minutes."""
    chapter = Talk(path)
    teacher = next(cell for cell in chapter.cells.values() if cell.id == TEACHER)
    told, written = box(teacher, path.name), SHOWN.search(teacher.source)
    *rows, (closing, last) = told.short[2]
    parts = lines_of(written[1], path.name) if written else []
    if len(parts) != len(rows):
        raise Problem(f"{path.name}, teacher's box: {len(rows)} parts before the exit ticket, "
                      f"and the talk shows {len(parts)}")
    title, past, found = chapter.cells["title-card"].source.partition("\n")[0], 0, []
    for part, (count, what) in zip(parts, rows):
        if past + count + closing > minutes and past:
            break
        beside = [f"**Minute {past} to {past + count}:** {what}" + "." * (what[-1] not in ".?")]
        past += count
        for line in part:
            said = [spoken(text, told, path.name) for text in ["board"] * (line.name == "board") + line.notes]
            found += chapter.of(line._replace(notes=[*beside, *said]), capital(re.split("[,;:]", what)[0]))
            beside = []
    plan = ", ".join(f"{count} min {what}" for count, what in told.short[2])
    before, after = told.short[1], told.short[3]
    first = Slide(slides.prose(title, path.parent), title.lstrip("# "), [*filter(None, (before, f"{plan}.", after))])
    ticket = slide("Exit ticket", capital(told.ticket),
                   notes=[f"**Minute {past} to {past + closing}:** {last}.", f"**Key:** {told.key}"])
    return title, [first, *found, ticket]


def spoken(text, told, where):
    """A note; in quotes, it is the wrong answer that begins so, and what to ask back."""
    if text == "board":
        return f"**On the board:** {capital(told.board)}"
    if not text.startswith('"'):
        return text
    found = [(claim, back) for claim, back in told.wrong if claim.startswith(f"“{text.strip(chr(34))}")]
    if len(found) != 1:
        raise Problem(f"{where}, the talk: {len(found)} wrong answers begin with {text}")
    return f"They say {found[0][0]} → ask: {found[0][1]}"


def has_talk(path):
    return any(cell.id == TEACHER for cell in read(path).cells)


def lesson():
    """(title, slides) of the class of 90 minutes: a slide for each line of its table.

    A link in a line is what it shows: a cell, or figures one after the other.
    """
    folder = ROOT / "notebooks" / "teacher"
    text = (folder / "class_90_minutes.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| (\d+) \| (.+) \| (.+) \| (.+) \|$", text)
    title, past = text.partition("\n")[0], 0
    found = [Slide(slides.prose(title, folder), title.lstrip("# "), re.findall(r"(?m)^\*\*(?!\d).+", text))]
    for count, screen, say, write in rows:
        notes = [f"**Minute {past} to {past + int(count)}:** {say}", f"**They write:** {write}"]
        past += int(count)
        question, _, answer = PAGE_LINK.sub("", screen).partition(" → ")
        links = PAGE_LINK.findall(screen)
        figures = [figure(name) for name, _, _ in links if name]
        if figures:
            found.append(slide("", question, answer, picture(*figures), notes))
        elif links:
            _, chapter, cell = links[0]
            chapter = Talk(folder.parent / chapter)
            mode = "plain" if re.search(r"viz\.(?:step|draw)\(", chapter.cells[cell].source) else None
            found += chapter.of(Line(cell, mode, question, answer, notes))
        else:
            found.append(slide("", question, answer, notes=notes))
    return title, found
