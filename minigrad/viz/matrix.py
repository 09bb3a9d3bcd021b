"""`jacobian_picture`: a Jacobian as a table of slopes, and what a vector of weights makes of its rows."""

from minigrad.viz.layout import GRADIENT, INK, QUIET, card, part
from minigrad.viz.page import Picture
from minigrad.viz.words import clean, number

CHARACTER, LINE, GAP, MARGIN = 7.8, 26, 26, 16  # in pixels, for Arial at 14
LEGEND = "an entry: the slope of its row by its column"


def jacobian_picture(entries, rows=None, columns=None, weights=None):
    """A picture of a matrix: one row per output, one column per input.

    entries  a tensor of two dimensions, or a list of rows; a row that is None is not known yet and shows question marks
    rows     what to call the rows, by default y0, y1, ...; `columns` likewise, x0, x1, ...
    weights  one number per row: written before it, and below stands the weighted sum of the rows, v^T J

    Raises ValueError when there is no row, or names and weights are not as many as rows and columns.
    """
    entries = entries.tolist() if hasattr(entries, "tolist") else entries
    table = [row.tolist() if hasattr(row, "tolist") else row for row in entries]
    known = [row for row in table if row is not None]
    if not known or not all(isinstance(row, list) and len(row) == len(known[0]) for row in known):
        raise ValueError("a matrix has two dimensions, and at least one row that is known")
    rows = [f"y{place}" for place in range(len(table))] if rows is None else list(rows)
    columns = [f"x{place}" for place in range(len(known[0]))] if columns is None else list(columns)
    weights = weights.tolist() if hasattr(weights, "tolist") else weights
    for what, names, count in (("rows", rows, len(table)), ("columns", columns, len(known[0])),
                               ("weights", weights, len(table))):
        if names is not None and len(names) != count:
            raise ValueError(f"{count} {what} are needed, but got {len(names)}")
    return Matrix(table, rows, columns, weights)


class Matrix(Picture):
    """A drawn matrix: `.text` is the aligned table, `.alt` the same in one sentence."""

    def __init__(self, table, rows, columns, weights=None):
        width = len(columns)
        self.cells = [["?"] * width if row is None else [number(entry) for entry in row] for row in table]
        self.before = [name if weights is None else f"{number(weight)} ×  {name}"
                       for name, weight in zip(map(clean, rows), weights or rows)]
        self.columns, self.sums = list(map(clean, columns)), None
        if weights is not None:
            kept = [(weight, row) for weight, row in zip(weights, table) if row is not None]
            self.sums = [number(sum(weight * row[place] for weight, row in kept)) for place in range(width)]
        self.text = self.as_text()
        self.alt = self.sentence()

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

        size = f"{len(self.cells)} by {len(self.columns)} matrix with the columns {', '.join(self.columns)}"
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
        full = round(max(right + 8, MARGIN + 6 * len(LEGEND)) + MARGIN), round(lowest + MARGIN - 4)
        parts = [part("text", LEGEND, x=MARGIN, y=lowest, fill=QUIET, **{"font-size": "12"})]

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
