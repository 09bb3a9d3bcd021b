"""`jacobian_picture`: a Jacobian as a table of slopes, and what a vector of weights makes of its rows."""

from minigrad.viz.layout import GRADIENT, INK, QUIET, card, part
from minigrad.viz.page import Picture
from minigrad.viz.words import clean, number

CHARACTER, LINE, GAP, MARGIN = 7.8, 26, 26, 16  # in pixels, for Arial at 14
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


def notes(lines, x, y):
    """A legend in words, line by line, and how high it is."""
    style = {"x": x, "font-size": "12"}
    parts = [part("text", "Legend", y=y, **style, **{"font-weight": "bold"})]
    parts += [part("text", line, y=y + 18 * k, fill=QUIET, **style) for k, line in enumerate(lines, 1)]
    return parts, 18 * len(lines)


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


class Matrix(Picture):
    """A drawn matrix: `.text` is the aligned table, `.alt` the same in one sentence."""

    def __init__(self, table, rows, columns, weights=None):
        self.size = len(table), len(columns)
        width = len(columns)
        cells = [["?"] * width if row is None else [number(entry) for entry in row] for row in table]
        before = [name if weights is None else f"{number(weight)} ×  {name}"
                       for name, weight in zip(map(clean, rows), weights or rows)]
        self.legend = ["an entry: the slope of its row by its column"]
        self.legend += ["?: a row that is not known yet"] * (None in table)
        self.legend += ["a number × a row: its weight; below, the sum of the weighted rows"] * (weights is not None)
        self.legend += [f"…: left out, of {len(table)} rows and {width} columns"] * (max(self.size) > MOST)
        self.columns, self.sums = folded(list(map(clean, columns))), None
        self.before = folded(before)
        self.cells = folded(list(map(folded, cells)), gap=["…"] * len(self.columns))
        if weights is not None:
            kept = [(weight, row) for weight, row in zip(weights, table) if row is not None]
            self.sums = folded([number(sum(weight * row[place] for weight, row in kept)) for place in range(width)])
        self.text = self.as_text()
        self.alt = capped(self.sentence())

    def as_text(self):
        left = max(map(len, [*self.before, "sum" if self.sums else ""]))
        lines = [self.columns, *self.cells, *([self.sums] if self.sums else [])]
        wide = [max(map(len, column)) for column in zip(*lines)]

        def spread(cells):
            return "  ".join(cell.rjust(size) for cell, size in zip(cells, wide))

        text = [" " * (left + 4) + spread(self.columns)]
        text += [f"{name.rjust(left)}  [ {spread(row)} ]" for name, row in zip(self.before, self.cells)]
        if self.sums:
            text.append(f"{'sum'.rjust(left)}    {spread(self.sums)}")
        return "\n".join(text)

    def sentence(self):
        def said(cells):
            return ", ".join(cell.removesuffix(".") for cell in cells)

        size = f"{self.size[0]} by {self.size[1]} matrix with the columns {', '.join(self.columns)}"
        rows = "; ".join(f"row {name}: {said(row)}" for name, row in zip(self.before, self.cells))
        return f"{size}. {rows}." + (f" Their weighted sum: {said(self.sums)}." if self.sums else "")

    def svg(self):
        """The picture as SVG text, the same at every run."""
        left = MARGIN + CHARACTER * max(map(len, [*self.before, "weighted sum" if self.sums else ""])) + 14
        wide = [CHARACTER * max(map(len, column)) + GAP
                for column in zip(self.columns, *self.cells, *([self.sums] if self.sums else []))]
        right, top = left + sum(wide), MARGIN + LINE
        bottom = top + LINE * len(self.cells)
        lowest = bottom + (LINE + 12 if self.sums else 0) + 24
        parts, high = notes(self.legend, MARGIN, lowest)
        longest = max(map(len, self.legend))
        full = round(max(right + 8, MARGIN + 6 * longest) + MARGIN), round(lowest + high + MARGIN - 4)

        def line(y, name, cells, **style):
            parts.append(part("text", name, x=round(left - 14, 1), y=y, **{"text-anchor": "end"}, **style))
            at = left
            for cell, size in zip(cells, wide):
                parts.append(part("text", cell, x=round(at + size / 2, 1), y=y, **{"text-anchor": "middle"}, **style))
                at += size

        line(top - 9, "", self.columns, fill=QUIET)
        for place, (name, cells) in enumerate(zip(self.before, self.cells)):
            line(top + LINE * place + 18, name, cells)
        for x, inner in ((left, 7), (right, -7)):  # the brackets
            path = f"M{x + inner:.1f} {top}H{x:.1f}V{bottom}H{x + inner:.1f}"
            parts.append(part("path", d=path, fill="none", stroke=INK, **{"stroke-width": "1.6"}))
        if self.sums:
            parts.append(part("path", d=f"M{MARGIN} {bottom + 8}H{right:.1f}", stroke=QUIET))
            line(bottom + 28, "weighted sum", self.sums, fill=GRADIENT, **{"font-weight": "bold"})
        return card(*full, self.alt, parts)
