"""`broadcast_picture`: which entries of a gradient meet in which entry of a smaller one, as a picture and in words."""

import string
import textwrap
from itertools import product

import numpy as np

from minigrad.locale import say, semicolon
from minigrad.viz.plots.canvas import Plot, pixels, room
from minigrad.viz.plots.matrix import MARGIN, capped, notes
from minigrad.viz.sheet.layout import QUIET, STYLES
from minigrad.viz.sheet.words import number

MOST = 26  # one letter for each entry
WIDEST = 600  # pixels: wider grids stand one below the other
GAP, TOP = 74, 24  # pixels between the grids, and above a grid
LEGEND = [say("a, b, …: the entry that was copied; copies of one entry are added up")]
NOTHING = say("nothing: this entry was not read, so that no gradient comes back to it")


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


class Added(Plot):
    """The two grids: `.text` in words, `.alt` their point in a sentence, `.svg()` the picture."""

    def __init__(self, grad, goal, shape):
        self.shape, self.given = shape, list(map(int, goal.shape))
        self.arriving = [(number(float(g)), letter(k)) for g, k in zip(grad.flat, goal.flat)]
        self.sums, counts = [], []
        for k in range(int(np.prod(shape, dtype=int))):
            found = grad[goal == k].tolist()
            terms = " + ".join(map(number, found)) or say("nothing", "what is added up")
            self.sums.append((terms, number(float(sum(found)))))
            counts.append(len(found))
        said = [f"{letter(k)} = {terms}" + f" = {total}" * (count > 1)
                for k, ((terms, total), count) in enumerate(zip(self.sums, counts))]
        alt = say("A gradient of shape {given} is added up to shape {shape}: {sums}")
        self.alt = capped(alt.format(given=self.given, shape=list(shape), sums=semicolon().join(said)))
        self.legend = LEGEND + [NOTHING] * (0 in counts)
        rows = [" ".join(f"{entry}({name})" for entry, name in row) for row in in_rows(self.arriving, goal.shape)]
        headings = (say("arrives, shape {shape}").format(shape=self.given),
                    say("added up, shape {shape}").format(shape=list(shape)))
        self.text = "\n".join([f"{headings[0]}:", *rows, f"{headings[1]}:", *said])
        arriving = in_rows([(entry, name, "leaf") for entry, name in self.arriving], self.given)
        sums = [(total, f"{letter(k)}: {terms}", "result") for k, (terms, total) in enumerate(self.sums)]
        self.grids = one, other = Grid(headings[0], arriving), Grid(headings[1], in_rows(sums, shape))
        self.beside = one.width + other.width <= WIDEST
        x, y = self.place = (MARGIN + one.width + GAP, TOP) if self.beside else (MARGIN, TOP + one.height + GAP)
        self.lowest = max(TOP + one.height, y + other.height) + 24
        right = max(x + other.width, one.width, *(room(words, 12) for words in self.legend))
        self.size = right + MARGIN, self.lowest + 18 * len(self.legend) + MARGIN

    def draw(self, figure):
        """The two grids, an arrow from one to the other, and the legend."""
        axes, (x, y) = pixels(figure), self.place
        for grid, left, top in zip(self.grids, (MARGIN, x), (TOP, y)):
            axes.text(left, top - 11, grid.heading, size=12, color=QUIET)
            grid.draw(axes, left, top)
        tip, tail = ((x - 12, y + 23), (x - 60, y + 23)) if self.beside else ((x + 26, y - 28), (x + 26, y - 64))
        axes.annotate("", tip, tail, arrowprops={"arrowstyle": "-|>", "color": QUIET, "shrinkA": 0, "shrinkB": 0})
        notes(axes, self.legend, MARGIN, self.lowest)


def letter(k):
    return string.ascii_lowercase[k]


def in_rows(entries, shape):
    """The entries of up to two dimensions, row by row."""
    across = shape[-1] if len(shape) else 1
    return [entries[k:k + across] for k in range(0, len(entries), across)]


class Grid:
    """Cells in rows, each (number, small line, kind of box): `.cell`, `.width` and `.height` are in pixels."""

    def __init__(self, heading, rows):
        self.heading = heading
        most = min(40, max(14, 100 // len(rows[0])))  # letters in a line
        self.rows = [[(big, textwrap.wrap(small, most, break_on_hyphens=False), kind) for big, small, kind in row]
                     for row in rows]
        cells = [cell for row in self.rows for cell in row]
        longest = max(max(room(big), *(room(line, 12) for line in lines)) for big, lines, _ in cells)
        self.cell = max(52, 16 + longest), 31 + 15 * max(len(lines) for _, lines, _ in cells)
        self.width = max(self.cell[0] * len(rows[0]), room(heading, 12))
        self.height = self.cell[1] * len(rows)

    def draw(self, axes, x, y):
        """Draw the cells with their upper left corner at x, y."""
        from matplotlib.patches import Rectangle

        wide, high = self.cell
        for (i, row), j in product(enumerate(self.rows), range(len(self.rows[0]))):
            big, lines, kind = row[j]
            left, top, middle = x + wide * j, y + high * i, x + wide * (j + 0.5)
            look = {"facecolor": STYLES[kind]["fillcolor"], "edgecolor": STYLES[kind]["color"], "clip_on": False}
            axes.add_patch(Rectangle((left, top), wide, high, zorder=2 if kind == "wrong" else 1, **look))
            axes.text(middle, top + 20, big, ha="center", weight="bold")
            for k, line in enumerate(lines):
                axes.text(middle, top + 37 + 15 * k, line, ha="center", size=12)
