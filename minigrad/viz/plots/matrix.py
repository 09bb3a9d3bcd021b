"""`jacobian_picture`: a Jacobian as a table of slopes, and what a vector of weights makes of its rows."""

from itertools import accumulate, pairwise

from minigrad.locale import columns as wide_as, comma, semicolon
from minigrad.locale import at_the_right, say
from minigrad.viz.plots.canvas import Plot, pixels, room, strokes
from minigrad.viz.sheet.layout import GRADIENT, INK, QUIET
from minigrad.viz.sheet.words import clean, number, sentences

LINE, GAP, MARGIN = 26, 26, 8  # pixels from line to line, between two columns, and around the picture
MOST = 12  # rows or columns; of more, those at the beginning and at the end are shown
MOST_SAID = 600  # letters of a sentence for a screen reader


def plain(values):
    """The numbers of a tensor, an array, or lists of these, as lists of Python numbers."""
    values = values.tolist() if hasattr(values, "tolist") else values
    return list(map(plain, values)) if isinstance(values, (list, tuple)) else values


def size_of(table):
    """How many rows and columns of numbers; None for what is no such table, and for an empty one."""
    if not isinstance(table, list) or not table or not all(isinstance(row, list) and row for row in table):
        return None
    even = all(len(row) == len(table[0]) for row in table)
    flat = not any(isinstance(entry, list) for row in table for entry in row)
    return (len(table), len(table[0])) if even and flat else None


def capped(sentence):
    """A sentence that is not too long to listen to."""
    return sentence if len(sentence) <= MOST_SAID else sentence[:MOST_SAID].rpartition(" ")[0] + " …"


def folded(items, most=MOST, gap="…"):
    """The items; of too many, the first and the last, with `gap` between them."""
    half = most // 2
    return [*items[:half], gap, *items[len(items) - most + half + 1:]] if len(items) > most else list(items)


def notes(axes, lines, x, y):
    """Write a legend in words, line by line."""
    axes.text(x, y, say("Legend"), size=12, weight="bold")
    for k, line in enumerate(lines, 1):
        axes.text(x, y + 18 * k, line, size=12, color=QUIET)


def jacobian_picture(entries, rows=None, columns=None, weights=None):
    """A picture of a matrix: one row per output, one column per input.

    entries  a tensor of two dimensions, or a list of rows; a row that is None is not known yet and shows question marks
    rows     what to call the rows, by default y0, y1, ...; `columns` likewise, x0, x1, ...
    weights  one number per row: written before it, and below stands the weighted sum of the rows, v^T J

    Of more than 12 rows or columns the first and the last are shown, with "…" between them.
    Raises ValueError when these are not two dimensions, when there is no row, or names and weights are not as many as
    rows and columns.
    """
    table = plain(entries)
    known = [row for row in table if row is not None] if isinstance(table, list) else table
    if not size_of(known):
        raise ValueError("a matrix has two dimensions, and at least one row that is known")
    rows = [f"y{place}" for place in range(len(table))] if rows is None else list(rows)
    columns = [f"x{place}" for place in range(len(known[0]))] if columns is None else list(columns)
    weights = plain(weights)
    for what, names, count in (("rows", rows, len(table)), ("columns", columns, len(known[0])),
                               ("weights", weights, len(table))):
        if names is not None and len(names) != count:
            raise ValueError(f"{count} {what} are needed, but got {len(names)}")
    return Matrix(table, rows, columns, weights)


class Matrix(Plot):
    """A drawn matrix: `.text` is the aligned table, `.alt` the same in one sentence."""

    def __init__(self, table, rows, columns, weights=None):
        self.shape = len(table), len(columns)
        width = len(columns)
        cells = [["?"] * width if row is None else [number(entry) for entry in row] for row in table]
        before = [name if weights is None else f"{number(weight)} ×  {name}"
                       for name, weight in zip(map(clean, rows), weights or rows)]
        self.legend = [say("an entry: the slope of its row by its column")]
        self.legend += [say("?: a row that is not known yet")] * (None in table)
        weighted = say("a number × a row: its weight; below, the sum of the weighted rows")
        self.legend += [weighted] * (weights is not None)
        left_out = say("…: left out, of {rows} rows and {columns} columns")
        self.legend += [left_out.format(rows=len(table), columns=width)] * (max(self.shape) > MOST)
        self.columns, self.sums = folded(list(map(clean, columns))), None
        self.before = folded(before)
        self.cells = folded(list(map(folded, cells)), gap=["…"] * len(self.columns))
        if weights is not None:
            kept = [(weight, row) for weight, row in zip(weights, table) if row is not None]
            self.sums = folded([number(sum(weight * row[place] for weight, row in kept)) for place in range(width)])
        lines = [self.columns, *self.cells, *([self.sums] if self.sums else [])]
        total = room(say("weighted sum"), 15) if self.sums else 0  # it is bold
        left = MARGIN + max(*map(room, self.before), total) + 14
        wide = [max(map(room, column)) + GAP for column in zip(*lines)]
        self.edges = list(accumulate(wide, initial=left))  # of the columns, in pixels
        self.bottom = LINE * (1 + len(self.cells))
        self.lowest = self.bottom + (62 if self.sums else 24)
        longest = max(room(words, 12) for words in self.legend)
        self.size = max(self.edges[-1] + 8, longest) + MARGIN, self.lowest + 18 * len(self.legend) + MARGIN
        self.text = self.as_text(lines)
        self.alt = capped(self.sentence())

    def as_text(self, lines):
        total = say("sum", "a row of a table")
        left = max(map(wide_as, [*self.before, total if self.sums else ""]))
        wide = [max(map(wide_as, column)) for column in zip(*lines)]

        def spread(cells):
            return "  ".join(map(at_the_right, cells, wide))

        text = [" " * (left + 4) + spread(self.columns)]
        text += [f"{at_the_right(name, left)}  [ {spread(row)} ]" for name, row in zip(self.before, self.cells)]
        if self.sums:
            text.append(f"{at_the_right(total, left)}    {spread(self.sums)}")
        return "\n".join(text)

    def sentence(self):
        def said(cells):
            return comma().join(cell.removesuffix(".") for cell in cells)

        size = say("{rows} by {columns} matrix with the columns {names}.")
        size = size.format(rows=self.shape[0], columns=self.shape[1], names=comma().join(self.columns))
        rows = semicolon().join(say("row {name}: {numbers}").format(name=name, numbers=said(row))
                                for name, row in zip(self.before, self.cells))
        total = say("Their weighted sum: {numbers}.").format(numbers=said(self.sums)) if self.sums else ""
        return sentences(size, say("{sentence}.").format(sentence=rows), total)

    def draw(self, figure):
        """The table in its brackets, the sum below a line, and the legend."""
        axes, (left, *_, right) = pixels(figure), self.edges

        def line(y, name, cells, **style):
            axes.text(left - 14, y, name, ha="right", **style)
            for cell, edges in zip(cells, pairwise(self.edges)):
                axes.text(sum(edges) / 2, y, cell, ha="center", **style)

        line(LINE - 9, "", self.columns, color=QUIET)
        for row, (name, cells) in enumerate(zip(self.before, self.cells), 1):
            line(LINE * row + 18, name, cells)
        for x, inner in ((left, 7), (right, -7)):
            bracket = [x + inner, x, x, x + inner], [LINE, LINE, self.bottom, self.bottom]
            axes.plot(*bracket, color=INK, linewidth=1.6, clip_on=False)
        if self.sums:
            strokes(axes, [(MARGIN, self.bottom + 8, right, self.bottom + 8)], QUIET, 1)
            line(self.bottom + 28, say("weighted sum"), self.sums, color=GRADIENT, weight="bold")
        notes(axes, self.legend, MARGIN, self.lowest)
