"""`compare`: the slopes that a rule gives beside the measured ones; where they differ, the picture lights up."""

import math
from itertools import count, product

import numpy as np

from minigrad.locale import say
from minigrad.viz.plots.broadcast import Grid
from minigrad.viz.plots.canvas import Plot, box, legend, pixels, room, strokes
from minigrad.viz.plots.matrix import MARGIN, plain, size_of
from minigrad.viz.sheet.layout import CARD, QUIET, STYLES
from minigrad.viz.sheet.words import listing, number

MOST_NUMBERS = 8  # rows or columns: of a larger matrix every entry is a small square without its number
MOST_SQUARES = 48  # rows or columns: of a still larger one a square stands for several entries
CROSS = "✗ "
SIDE, TOP = 12, 52  # of a square, and above the matrix; in pixels


def compare(analytical, numerical, eps=1e-3, atol=1e-5):
    """Where two matrices differ, entry by entry: a rule's Jacobian and the measured one, for example.

    analytical, numerical   tensors of two dimensions, or lists of rows, of one shape: what the rule says, and what was
                            measured (the two words of `gradcheck`'s message)
    Entries differ if they are further apart than `atol + eps * abs(numerical)`, or if one of them is not a number.
    Raises ValueError when these are not two matrices of one shape with at least one entry.
    """
    said, measured = plain(analytical), plain(numerical)
    if size_of(said) is None or size_of(said) != size_of(measured):
        raise ValueError("two matrices of one shape are needed, with at least one entry")
    return Compared(said, measured, lambda one, other: abs(one - other) <= atol + eps * abs(other))


class Compared(Plot):
    """The comparison: `.wrong` lists the places (row, column) that differ; `.text` has every entry."""

    def __init__(self, said, measured, close):
        self.said, self.measured = said, measured
        self.shape = len(said), len(said[0])
        self.wrong = [(i, j) for i, j in product(*map(range, self.shape)) if not close(said[i][j], measured[i][j])]
        entries = math.prod(self.shape)
        found = (say("{wrong:,} of {count:,} slopes differ from the measured ones: {places}.") if self.wrong else
                 say("All {count:,} slopes of the rule are as measured: none lights up."))
        places = listing((self.place(i, j) for i, j in self.wrong), 4)
        self.alt = self.text = found.format(wrong=len(self.wrong), count=entries, places=places)
        self.table = Squares(self.shape, self.wrong)
        if max(self.shape) <= MOST_NUMBERS:
            rows = [[self.cell(i, j) for j in range(self.shape[1])] for i in range(self.shape[0])]
            for row in rows:
                cells = (said + f" ({small.removeprefix(CROSS)})" * (kind == "wrong") for said, small, kind in row)
                self.text += f"\n[{'  '.join(cells)}]"
            self.table = Grid(say("what the rule says"), rows)
        self.left = MARGIN + 8 + max(room(say("row", "of a matrix"), 12), room(str(self.shape[0]), 12))
        self.size = max(self.left + self.table.width + MARGIN, 260), TOP + self.table.height + MARGIN

    def place(self, i, j):
        place = say("row {row} column {column} (rule {said}, measured {measured})")
        return place.format(row=i, column=j, said=number(self.said[i][j]), measured=number(self.measured[i][j]))

    def cell(self, i, j):
        said, measured = number(self.said[i][j]), number(self.measured[i][j])
        if (i, j) not in self.wrong:
            return said, "✓", "right"
        return said, CROSS + say("measured {number}").format(number=measured), "wrong"

    def draw(self, figure):
        """The entries between the numbers of their rows and columns."""
        from matplotlib.lines import Line2D

        right, wrong = (box(STYLES[kind]["fillcolor"], STYLES[kind]["color"]) for kind in ("right", "wrong"))
        cross = Line2D([], [], linestyle="", marker="x", markeredgewidth=2, color=STYLES["wrong"]["color"])
        top = legend(figure, [(right, say("rule and measurement agree")), ((wrong, cross), say("they differ"))]) + TOP
        axes, words = pixels(figure), {"size": 12, "color": QUIET}
        axes.text(self.left, top - 40, self.table.heading, size=12)
        axes.text(self.left, top - 24, say("column", "of a matrix"), **words)
        axes.text(self.left - 8, top - 8, say("row", "of a matrix"), ha="right", **words)
        wide, high = self.table.cell
        step = rounded((12 + room(str(max(self.shape)), 12)) / min(wide, high))
        for k in range(0, self.shape[1], step):
            axes.text(self.left + wide * (k + 0.5), top - 8, k, ha="center", **words)
        for k in range(0, self.shape[0], step):
            axes.text(self.left - 8, top + high * (k + 0.5) + 4, k, ha="right", **words)
        self.table.draw(axes, self.left, top)


def rounded(least):
    """The smallest round number that is not below `least`."""
    return next(digit * 10**power for power in count() for digit in (1, 2, 5) if digit * 10**power >= least)


class Squares:
    """A matrix too large for its numbers: `.cell` (one entry), `.width` and `.height` are in pixels."""

    def __init__(self, shape, wrong):
        across = math.ceil(max(shape) / MOST_SQUARES)
        heading = say("one square: {across} × {across} slopes") if across > 1 else say("one square: one slope")
        self.heading = heading.format(across=across)
        self.cell = SIDE / across, SIDE / across
        self.height, self.width = (SIDE * math.ceil(size / across) for size in shape)
        self.wrong = {(i // across, j // across) for i, j in wrong}

    def draw(self, axes, x, y):
        """Draw it with its upper left corner at x, y: squares that differ are darker, and have a cross."""
        right, wrong, corner = STYLES["right"]["fillcolor"], STYLES["wrong"], (x, y, x, y)
        strokes(axes, [(x, y + self.height / 2, x + self.width, y + self.height / 2)], right, self.height)
        filled = min(chains(self.wrong, 0, 1), chains(self.wrong, 1, 0), key=len)
        crossed = chains(self.wrong, 1, 1) + chains(self.wrong, 1, -1)
        for lines, color, width in ((filled, wrong["fillcolor"], SIDE), (crossed, wrong["color"], 2)):
            strokes(axes, [np.add(corner, np.multiply(SIDE, line)) for line in lines], color, width)
        gaps = [(x, y + at, x + self.width, y + at) for at in range(0, self.height + 1, SIDE)]
        gaps += [(x + at, y, x + at, y + self.height) for at in range(0, self.width + 1, SIDE)]
        strokes(axes, gaps, CARD, 2)


def chains(places, down, across):
    """Lines (x, y, x, y) through places that follow one another in a direction: fewer than places."""
    lines = []
    for i, j in sorted(places):
        if (i - down, j - across) not in places:
            length = next(k for k in count(1) if (i + k * down, j + k * across) not in places)
            x, y = j + (1 - across) / 2, i + (1 - down) / 2
            lines.append((x, y, x + length * across, y + length * down))
    return lines
