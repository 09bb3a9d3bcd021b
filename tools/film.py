"""The picture on top of the README: two engines walk one graph, turn by turn, in an SVG that plays by itself.

The hasty engine is the cell `hasty` of chapter 04, which runs here under observation; the right one is the stepper
(`minigrad.viz.step`). Both draw the same graph, and every number comes from their runs. Styles alone play it, so that
it plays where a page shows it as an image. Where no styles run, or the reader asked for less motion, it is its last
frame.
"""

import copy
import re
import textwrap
from typing import NamedTuple

from anew import Anew, numbers
from common import ROOT, code_cells, read

import minigrad
from minigrad.locale import say
from minigrad.viz.graph.draw import Graph
from minigrad.viz.sheet.layout import GRADIENT, card, legend_parts, parsed, part, svg
from minigrad.viz.sheet.words import letters, value

CHAPTER, EXPRESSION = "04_engine.ipynb", say("c = b * 5 + b * 7 with b = a * 3")
MARGIN, TOP = 22, 58  # pixels: of the card, at its left and right, above the first graph
PAUSE, HASTY, STEP, END = 1.0, 1.2, 2.4, 5.0  # seconds: before a walk, for a turn of each engine, after the last turn
PLAYS = 3  # then it rests on its last frame, and nothing moves beside a reader for ever
LETTERS, LINE = {True: 34, False: 88}, 17  # of a caption, for a talk or not: how many in a line, pixels between lines
LEGEND = [("badge", say("the turn")), ("sent", say("a gradient, and how they add up")),
          ("arrow", say("the way gradients go"))]
PART = re.compile(r"(?:[⺀-￯]|[^\s⺀-￯]+)[,.;:!?)，。；：、！？）”]*\s*")  # of a text, behind which a line may end
CLAUSE = re.compile(r".+?(?:[，。；：、！？]+[）”]?|$)\s*")  # behind which it had better end


class Panel(NamedTuple):
    """One engine's walk."""

    heading: str
    graph: Graph
    turns: list  # for each data-step in the picture: at which turns its words appear, one after the other
    words: list  # what happens at each turn, from turn 0 on
    grad: float  # what is left in a.grad


def machine(number):
    """Chapter 04's machine, in which b is used twice: {name: tensor}."""
    a = minigrad.tensor(number, requires_grad=True)
    b = a * 3
    return {"a": a, "b": b, "c": b * 5 + b * 7}


class Noted(dict):
    """What has arrived at each node. Every note is kept: (node, what was there, what is there now, a.grad then)."""

    def __init__(self, leaf):
        super().__init__()
        self.leaf, self.notes = leaf, []

    def __setitem__(self, function, grad):
        self.notes.append((function, self.get(function), grad, self.leaf.grad and self.leaf.grad.clone()))
        super().__setitem__(function, grad)


def hasty_panel(view):
    """Chapter 04's hasty engine at work."""
    tensors = machine(2.0)
    a, _, c = tensors.values()
    structure, arrived, room = view.structure(c, {"a": a, "c": c}, {}), Noted(a), {}
    structure.facts(a)  # what it says later is how a was before
    exec(next(cell.source for cell in code_cells(read(ROOT / "notebooks" / CHAPTER)) if cell.id == "hasty"), room)
    room["hasty"](c.grad_fn, minigrad.tensor(1.0), arrived)
    nodes = {node.function: node for node in structure.nodes}
    lines = {"r0": [(0, "1.")]}  # {id in the picture: [(turn, what appears)]}
    words, acted = [say("backward() begins and sends 1.")], []
    for turn, (function, before, now, grad) in enumerate(arrived.notes, 1):
        node, came = nodes[function], now if before is None else now - before
        sums = value(now) if before is None else f"{value(before)} + {value(came)} = {value(now)}"
        for sender, index in reversed(acted):  # who acted last, of those that lead here
            if sender.edges[index].target is node:
                lines.setdefault(f"e{sender.number}_{index}", []).append((turn - 1, value(came)))
                break
        shown = sums
        if node.leaf:
            after = next((later for *_, later in arrived.notes[turn:] if later is not None), a.grad)
            shown = f"→ {value(after)}" if grad is None else f"{value(grad)} + {value(now)} = {value(after)}"
        lines.setdefault(f"n{node.number}", []).append((turn, shown))
        told = hastily(node.leaf, before is not None)
        words.append(told.format(turn=turn, node=node.name, grad=value(came), sum=sums, shown=shown))
        acted += [(node, index) for index in reversed(range(len(node.edges)))]
    once = [key for key, pairs in lines.items() if key[0] == "n" and len(pairs) == 1]
    notes = {key: (number, [] if key in once else [text for _, text in pairs])
             for number, (key, pairs) in enumerate(lines.items())}
    turns = [[turn for turn, _ in pairs] for pairs in lines.values()]
    graph = Graph(structure, notes=notes, legend=False)
    return Panel(say("A hasty engine: a node passes on at once what comes"), graph, turns, words, a.grad.item())


def hastily(leaf, more):
    """What a node of the hasty engine does when a gradient comes, the first one or one more."""
    if leaf:
        return (say("{turn}. {node} gets {grad}, makes it {sum}, and adds it to a.grad: {shown}") if more else
                say("{turn}. {node} gets {grad} and adds it to a.grad: {shown}"))
    return (say("{turn}. {node} gets {grad}, makes it {sum}, and passes its share on at once") if more else
            say("{turn}. {node} gets {grad} and passes its share on at once"))


def right_panel(view):
    """minigrad's engine, as the stepper tells it."""
    tensors = machine(2.0)
    steps = view.step(tensors["c"], a=tensors["a"], c=tensors["c"])
    turns = [[turn] for turn in range(len(steps.lines))]
    heading = say("minigrad's engine: a node waits until all has come")
    return Panel(heading, steps.graph, turns, steps.lines, steps.grads["a"].item())


class Clock:
    """When things are seen, as classes, and the style by which these classes play."""

    def __init__(self):
        self.spans = []

    def show(self, element, start, end=None):
        """The element is seen from one second on, up to another one, or to the end: only then in a still picture."""
        if (start, end) not in self.spans:
            self.spans.append((start, end))
        element.set("class", f"t{self.spans.index((start, end))}")
        if end is not None:
            element.set("visibility", "hidden")
        return element

    def style(self, length):
        """Nothing plays in print, or for a reader who asked for less motion."""
        rules = []
        for number, (start, end) in enumerate(self.spans):
            frames = "0%{visibility:hidden}" if start else ""
            frames += f"{100 * start / length:.4g}%{{visibility:visible}}"
            frames += f"{100 * end / length:.4g}%{{visibility:hidden}}" if end is not None else ""
            rules += [f"@keyframes k{number}{{{frames}}}",
                      f".t{number}{{animation:k{number} {length:g}s step-end {PLAYS}}}"]
        return "@media screen and (prefers-reduced-motion:no-preference){" + "".join(rules) + "}"


def play(drawing, turns, at, clock, frees):
    """Numbers and discs of the drawing appear at their turns; whose turn it is has a thick outline.

    at     from a turn to the second at which it begins
    frees  whether a node gives up after its turn what it has saved
    """
    for group in [group for group in drawing.iter("g") if group.get("data-step")]:
        when = turns[int(group.attrib.pop("data-step"))]
        texts = [text for text in group.iter("text") if text.get("class") == "sent"]
        for text, turn in zip(texts, when if len(when) > 1 else when * len(texts)):
            clock.show(text, at(turn))
        for text in [text for text in group.iter("text") if text.get("class") == "kept" and frees]:
            struck = copy.deepcopy(text)
            struck.set("text-decoration", "line-through")
            group.append(clock.show(struck, at(when[-1])))
            clock.show(text, 0, at(when[-1]))
        for turn in when:
            outline = copy.deepcopy(next(part for part in group if part.tag in ("ellipse", "polygon", "path")))
            outline.attrib.update({"fill": "none", "stroke": GRADIENT, "stroke-width": "3.5"})
            group.append(clock.show(outline, at(turn), at(turn + 1)))
        if (disc := group.find("g")) is not None:
            group.remove(disc)
            for count, turn in enumerate(when, 1):  # above the outlines
                numbered = copy.deepcopy(disc)
                numbered.find("text").text = ",".join(map(str, when[:count]))
                group.append(clock.show(numbered, at(turn), at(when[count]) if count < len(when) else None))


def wrapped(text, most):
    """The lines of a text, each of at most so many letters, of which a Chinese one counts as nearly two."""
    if letters(text) == len(text):
        return textwrap.wrap(text, most)
    lines = in_lines(PART.findall(text), most)
    for pieces in (CLAUSE.findall(text), PART.findall(text)):  # no line of one letter: after a sign, or all alike
        widths = (in_lines(pieces, width) for width in range(most // 2, most + 1))
        even = [found for found in widths if len(found) == len(lines) and max(map(letters, found)) <= most]
        if even:
            return even[0]
    return lines


def in_lines(pieces, most):
    """Pieces of a text in lines: as many in each as `most` letters have room for."""
    lines = [""]
    for piece in pieces:
        if letters((lines[-1] + piece).rstrip()) > most and lines[-1]:
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]


def captions(panel, at, clock, most):
    """The words of each turn while it lasts, in lines."""
    for turn, text in enumerate(panel.words):
        told = part("text", y=0)
        for line in wrapped(text, most):
            told.append(part("tspan", line, x=0, dy=LINE))
        yield clock.show(told, at(turn), at(turn + 1))


def two_engines(plain=False):
    """(SVG text, alt text)"""
    with numbers(plain):
        return film(Anew(plain))


def film(view):
    panels, clock = (hasty_panel(view), right_panel(view)), Clock()
    slope = (machine(3.0)["c"] - machine(2.0)["c"]).item()  # c grows evenly with a, so a step of 1 measures it
    starts = [PAUSE, PAUSE + HASTY * len(panels[0].words) + PAUSE]
    length = starts[1] + STEP * len(panels[1].words) + END
    question = say("{expression}: when a grows by 1, c grows by {slope:g}. Which engine finds that?")
    parts = [part("text", question.format(expression=EXPRESSION, slope=slope), x=MARGIN, y=30,
                  **{"font-size": "17", "font-weight": "bold"})]
    drawn = [parsed(svg(panel.graph.dot, "")) for panel in panels]
    across, spots, height = max(int(one.get("width")) for one in drawn), [], TOP
    for one in drawn:  # for each panel where its heading, its drawing and its words begin: in a talk beside that
        high = int(one.get("height"))
        words = (MARGIN + across + 20, height + 2 * LINE) if view.plain else (MARGIN, height + high)
        spots.append(((MARGIN, height), (MARGIN, height + 8), words))
        height += high + (14 if view.plain else 3 * LINE + 30)
    width = 2 * MARGIN + across + (7 * LETTERS[True] if view.plain else 0)
    begins = [lambda turn, start=start, pace=pace: start + pace * turn for start, pace in zip(starts, (HASTY, STEP))]
    for number, (panel, at, spot) in enumerate(zip(panels, begins, spots)):
        drawing = parsed(panel.graph.svg()).find("g")
        play(drawing, panel.turns, at, clock, frees=number == 1)
        heading, corner, words = spot
        shifted = part("g", transform=f"translate({corner[0]:g} {corner[1]:g})")
        shifted.append(drawing)
        parts += [part("text", panel.heading, x=heading[0], y=heading[1], **{"font-weight": "bold"}), shifted]
    for panel, at, (*_, words) in zip(panels, begins, spots):
        below = part("g", transform=f"translate({words[0]:g} {words[1]:g})")
        below.extend(captions(panel, at, clock, LETTERS[view.plain]))
        verdict = say("a.grad is {grad:g}: right") if panel.grad == slope else say("a.grad is {grad:g}: wrong")
        result = part("text", verdict.format(grad=panel.grad), y=LINE + 6, **{"font-size": "20", "font-weight": "bold"})
        below.append(clock.show(result, at(len(panel.words))))
        parts.append(below)
    if view.plain:  # below the words of the second panel
        (left, top), columns = (MARGIN + across + 20, height - 20 - 22 * len(LEGEND)), [LEGEND]
        parts.append(part("text", say("Legend"), x=left, y=top - 4, **{"font-weight": "bold"}))
    else:
        left, top, columns = MARGIN + 60, height - 15, [[entry] for entry in LEGEND]
        parts.append(part("text", say("Legend"), x=MARGIN, y=height, **{"font-weight": "bold"}))
    parts += legend_parts(columns, left, top, 22, 22)
    grads = [f"{panel.grad:g}" for panel in panels]
    alt = say(
        "Two engines walk {expression} backwards, turn by turn. The hasty one passes on at once what comes, and leaves "
        "{hasty} in a.grad. minigrad's waits at b until both gradients have come, and leaves {right}. "
        "Measured: {slope:g}."
    ).format(expression=EXPRESSION, hasty=grads[0], right=grads[1], slope=slope)
    height += -8 if view.plain else 12
    return card(width, height, alt, [part("style", clock.style(length)), *parts], size=12) + "\n", alt
