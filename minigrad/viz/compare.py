"""`compare`: the slopes that a rule gives beside the measured ones; where they differ, the picture lights up."""

import math
from itertools import product

from minigrad.viz.added import grid
from minigrad.viz.layout import STYLES, card, legend_parts, part
from minigrad.viz.matrix import plain, size_of
from minigrad.viz.page import Picture
from minigrad.viz.words import listing, number

MOST_NUMBERS = 8  # rows or columns: of a larger matrix every entry is a small square without its number
MOST_SQUARES = 48  # rows or columns: of a still larger one a square stands for several entries
SIDE, MARGIN, WIDE = 12, 16, 270  # of a square, around the picture, for the legend; in pixels


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


class Compared(Picture):
    """The comparison: `.wrong` lists the places (row, column) that differ; `.text` has every entry."""

    def __init__(self, said, measured, close):
        self.said, self.measured = said, measured
        self.shape = len(said), len(said[0])
        self.wrong = [(i, j) for i, j in product(*map(range, self.shape)) if not close(said[i][j], measured[i][j])]
        count = math.prod(self.shape)
        places = listing((f"row {i} column {j} ({self.both(i, j)})" for i, j in self.wrong), 4)
        found = f"{len(self.wrong):,} of {count:,} slopes differ from the measured ones: {places}."
        self.alt = found if self.wrong else f"All {count:,} slopes of the rule are as measured: none lights up."
        self.text = self.alt
        if max(self.shape) <= MOST_NUMBERS:
            self.text += "".join(f"\n[{'  '.join(self.cell(i, j) for j in range(self.shape[1]))}]"
                                 for i in range(self.shape[0]))

    def both(self, i, j):
        return f"rule {number(self.said[i][j])}, measured {number(self.measured[i][j])}"

    def cell(self, i, j):
        mark = f" (measured {number(self.measured[i][j])})" if (i, j) in self.wrong else ""
        return f"{number(self.said[i][j])}{mark}"

    def svg(self):
        """The picture as SVG text, the same at every run."""
        parts, width, height = self.numbers() if max(self.shape) <= MOST_NUMBERS else self.squares()
        legend = [("right", "rule and measurement agree"), ("wrong", "they differ")]
        aside = legend_parts(legend, width + 2 * MARGIN, MARGIN)
        return card(round(width) + WIDE, round(max(height + 2 * MARGIN, 100)), self.alt, [*parts, *aside])

    def numbers(self):
        wrong = set(self.wrong)
        rows = [[(number(entry), f"✗ measured {number(self.measured[i][j])}" if (i, j) in wrong else "✓",
                  "wrong" if (i, j) in wrong else "right") for j, entry in enumerate(row)]
                for i, row in enumerate(self.said)]
        parts, width, height = grid(rows, "what the rule says", MARGIN, MARGIN + 14)
        return parts, width, height + 14

    def squares(self):
        across = math.ceil(max(self.shape) / MOST_SQUARES)
        wrong = {(i // across, j // across) for i, j in self.wrong}
        rows, columns = (math.ceil(size / across) for size in self.shape)
        heading = f"one square: {across} × {across} slopes" if across > 1 else "one square: one slope"
        parts = [part("text", heading, x=MARGIN, y=MARGIN + 6, **{"font-size": "12"})]
        for i, j in product(range(rows), range(columns)):
            style = STYLES["wrong" if (i, j) in wrong else "right"]
            x, y = MARGIN + SIDE * j, MARGIN + 14 + SIDE * i
            parts.append(part("rect", x=x, y=y, width=SIDE, height=SIDE, fill=style["fillcolor"], stroke="#ffffff"))
            if (i, j) in wrong:
                cross = f"M{x + 2},{y + 2}l8,8m0,-8l-8,8"
                parts.append(part("path", d=cross, stroke=style["color"], fill="none", **{"stroke-width": "2.5"}))
        return parts, max(SIDE * columns, 170), 14 + SIDE * rows
