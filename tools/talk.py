"""The talk of a chapter, for `suite.py slides 04 --minutes 20`: what asks and what shows, and little text.

Questions with their answers behind a key; steppers and pictures, alone on their slide; errors, behind the line that
makes them; at the end the exit ticket. Two minutes are for a slide: where there are more, questions come first, then
pictures, then errors. All is taken from the notebook by rule: there is no second text to keep.
"""

import ast
import html
import re

import slides
from common import read, tags
from editions import TEACHER, without_ours
from pages import box, predictions

QUESTION, PICTURE, ERROR = range(3)
MINUTES_OF_A_SLIDE = 2


def notes(told):
    """What the speaker sees (key N): the minutes of the guide, what to ask back, and the key of the exit ticket."""
    minutes = "".join(f"<li>{count} min {html.escape(what)}</li>" for count, what in told.short[2])
    wrong = "".join(f"<li>{html.escape(claim)}: {html.escape(back)}</li>" for claim, back in told.wrong)
    return f'<aside class="notes"><ul>{minutes}</ul><ul>{wrong}</ul><p>Key: {html.escape(told.key)}</p></aside>'


def large(text, look=""):
    """A sentence in large letters, with its code."""
    words = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))
    return f'<p class="question {look}">{words}</p>'


def asked(cell):
    """The question of a cell with a prediction."""
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    return next(call.args[0].value for call in calls if getattr(call.func, "id", "") == "predict")


def candidates(notebook, folder):
    """(kind, its slide) of all that a talk may show, in order."""
    answers, heading, found = dict(predictions(notebook)), "", []
    for cell in without_ours(notebook.cells):
        if cell.source.startswith("## Exercises"):
            break
        if cell.cell_type == "markdown":
            heading = ([heading] + re.findall(r"(?m)^###? (.+)$", cell.source))[-1]
            continue
        head = slides.prose(f"## {heading}", folder)
        pictures = [output for output in cell.outputs if slides.is_picture(output)]
        errors = [output for output in cell.outputs if output.output_type == "error"]
        if "predict" in tags(cell):
            answer = re.sub(r"^tensor\((.*?)(, dtype=[\w.]+)?\)$", r"\1", answers[asked(cell)].strip("`"))
            found.append((QUESTION, head + large(asked(cell)) + large(answer, "fragment")))
        elif pictures:
            found.append((PICTURE, f'<div class="output">{slides.shown(pictures[-1])}</div>'))
        elif errors:
            found.append((ERROR, f'{head}{slides.code(cell)}<div class="fragment">{slides.shown(errors[-1])}</div>'))
    return found


def talk(path, minutes):
    """The slides of a talk of so many minutes, as HTML."""
    notebook = read(path)
    told = [box(cell, path.name) for cell in notebook.cells if cell.source.startswith(TEACHER)]
    beside = notes(told[0]) if told else ""
    found = candidates(notebook, path.parent)
    most = max(1, minutes // MINUTES_OF_A_SLIDE)
    kept = sorted(sorted(range(len(found)), key=lambda place: (found[place][0], place))[:most])
    title = slides.prose(notebook.cells[0].source.partition("\n")[0], path.parent)
    ticket = ""
    if told:
        words = re.sub(r"^[a-z](?=[a-z])", lambda first: first[0].upper(), told[0].ticket)
        ticket = slides.prose("## Exit ticket", path.parent) + large(words)
    return [text + beside for text in (title, *[found[place][1] for place in kept], ticket) if text]
