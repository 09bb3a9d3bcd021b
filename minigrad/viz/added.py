"""`broadcast_picture`: which entries of a gradient meet in which entry of a smaller one, as a picture and in words."""

import string
from itertools import product

import numpy as np

from minigrad.viz.layout import QUIET, STYLES, card, part
from minigrad.viz.matrix import capped, notes
from minigrad.viz.page import Picture
from minigrad.viz.words import number

MOST = 26  # one letter for each entry
HEIGHT = 46  # of a cell
LEGEND = ["a, b, …: the entry that was copied; copies of one entry are added up"]
NOTHING = "nothing: this entry was not read, so that no gradient comes back to it"


def broadcast_picture(grad, shape, index=None):
    """What becomes of the gradient of copies: entries that came from one number are added up.

    grad   the gradient that arrives, one entry for each copy
    shape  the shape of the tensor that was copied: stretched by broadcasting, or read at `index`
    A notebook shows two grids: a letter says where each entry goes. Draws up to two dimensions and 26 entries, and
    raises ValueError for more, for none, or for shapes that do not go together.
    """
    shape = tuple(shape)
    entries = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    goal = np.broadcast_to(entries, tuple(grad.shape)) if index is None else entries[index]
    if goal.shape != tuple(grad.shape):
        raise ValueError(f"at this index {list(goal.shape)} entries are read, but the gradient is {list(grad.shape)}")
    if max(goal.ndim, len(shape)) > 2 or not 0 < min(goal.size, entries.size) <= max(goal.size, entries.size) <= MOST:
        raise ValueError(f"this picture has room for two dimensions and for 1 to {MOST} entries")
    return Added(np.array(grad.tolist(), float), goal, shape)


class Added(Picture):
    """The two grids: `.text` in words, `.alt` their point in a sentence, `.svg()` the picture."""

    def __init__(self, grad, goal, shape):
        self.shape, self.given = shape, list(map(int, goal.shape))
        self.arriving = [(number(float(g)), letter(k)) for g, k in zip(grad.flat, goal.flat)]
        self.sums = []
        for k in range(int(np.prod(shape, dtype=int))):
            found = grad[goal == k].tolist()
            self.sums.append((" + ".join(map(number, found)) or "nothing", number(float(sum(found)))))
        said = [f"{letter(k)} = {terms}" + f" = {total}" * ("+" in terms) for k, (terms, total) in enumerate(self.sums)]
        self.alt = capped(f"A gradient of shape {self.given} is added up to shape {list(shape)}: {'; '.join(said)}")
        self.legend = LEGEND + [NOTHING] * any(terms == "nothing" for terms, _ in self.sums)
        rows = [" ".join(f"{entry}({name})" for entry, name in row) for row in in_rows(self.arriving, goal.shape)]
        self.text = "\n".join([f"arrives, shape {self.given}:", *rows, f"added up, shape {list(shape)}:", *said])

    def svg(self):
        """The picture as SVG text, the same at every run."""
        margin, gap, top = 16, 74, 30
        arriving = in_rows([(entry, name, "leaf") for entry, name in self.arriving], self.given)
        sums = in_rows([(total, f"{letter(k)}: {terms}", "result") for k, (terms, total) in enumerate(self.sums)],
                       self.shape)
        left, width, high = grid(arriving, f"arrives, shape {self.given}", margin, top)
        right, wide, low = grid(sums, f"added up, shape {list(self.shape)}", margin + width + gap, top)
        bottom = top + max(high, low) + 24
        legend, tall = notes(self.legend, margin, bottom)
        longest = max(map(len, self.legend))
        total_width, height = max(2 * margin + width + gap + wide, 7 * longest), bottom + tall + margin
        start, end, middle = margin + width + 14, margin + width + gap - 14, top + HEIGHT // 2
        arrow = [part("path", d=f"M{start},{middle}H{end - 8}", fill="none", stroke=QUIET),
                 part("path", d=f"M{end},{middle}l-9,-4v8Z", fill=QUIET)]
        return card(total_width, height, self.alt, [*arrow, *left, *right, *legend])


def letter(k):
    return string.ascii_lowercase[k]


def in_rows(entries, shape):
    """The entries of up to two dimensions, row by row."""
    across = shape[-1] if len(shape) else 1
    return [entries[k:k + across] for k in range(0, len(entries), across)]


def grid(rows, heading, x, y):
    """The parts of one grid, its upper left corner at x, y; width and height. A cell: (number, small line, kind)."""
    across = max(len(row) for row in rows)
    longest = max(len(small) for row in rows for _, small, _ in row)
    cell = max(52, 16 + 7 * longest)
    parts = [part("text", heading, x=x, y=y - 11, **{"font-size": "12", "fill": QUIET})]
    for (i, row), j in product(enumerate(rows), range(across)):
        big, small, kind = row[j]
        left, upper = x + cell * j, y + HEIGHT * i
        look = {"fill": STYLES[kind]["fillcolor"], "stroke": STYLES[kind]["color"]}
        parts.append(part("rect", x=left, y=upper, width=cell, height=HEIGHT, **look))
        centre = {"x": left + cell / 2, "text-anchor": "middle"}
        parts.append(part("text", big, y=upper + 20, **centre, **{"font-weight": "bold"}))
        parts.append(part("text", small, y=upper + 37, **centre, **{"font-size": "12"}))
    return parts, max(cell * across, 7 * len(heading)), HEIGHT * len(rows)
