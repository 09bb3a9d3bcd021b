"""Tables of numbers as small pictures, side by side.

They take plain numbers, or anything with `tolist()`. What is not a number is hatched, and told in words. They raise
ValueError where there is nothing to draw, or more than there is room for.
"""

import math

import numpy as np

from minigrad.locale import comma, say
from minigrad.viz.plots.canvas import Plot, box, fitted, legend, pixels, room, strokes
from minigrad.viz.plots.curves import LOW, mixed, needed, short
from minigrad.viz.plots.matrix import capped, folded, plain, size_of
from minigrad.viz.sheet.layout import INK, RULE
from minigrad.viz.sheet.words import clean, nested

WARM, COOL, DARK = (179, 64, 11), (42, 93, 159), (31, 41, 51)  # below and above zero; where none is below
MOST_IMAGES, MOST_POINTS = 100, 64  # of pictures, and along a side of one
SHADES = 16
GAP, WIDEST = 14, 660  # between pictures; of all that are side by side, in pixels


def pictures(images, titles=None, columns=8, dot=None):
    """Small pictures side by side: tables of numbers, dark where they are large.

    Where some are below zero these have a colour and a stroke of their own, and each picture has its own scale.
    images  one table of numbers for each picture, [[...], ...], all of one size, up to 64 by 64
    titles  a few words for each
    dot     how many pixels wide a point is; else 8, or 4 where there are many
    """
    images = plain(images)
    needed(images, "pictures", MOST_IMAGES)
    sizes = set(map(size_of, images))
    if len(sizes) > 1 or None in sizes or max(max(sizes)) > MOST_POINTS:
        raise ValueError(f"a picture is a table of numbers, at most {MOST_POINTS} by {MOST_POINTS}, all of one size")
    titles = [f"{k}" for k in range(len(images))] if titles is None else list(map(clean, plain(titles)))
    if len(titles) != len(images):
        raise ValueError(f"{len(images)} titles are needed, but got {len(titles)}")
    return Pictures(images, titles, columns, dot)


def largest(image):
    return max((abs(value) for row in image for value in row if math.isfinite(value)), default=0)


def course(image):
    """A picture in a few words: its numbers, or where the one furthest from zero stands."""
    numbers = [(abs(value), -y, -x) for y, row in enumerate(image) for x, value in enumerate(row)
               if math.isfinite(value)]
    lost = len(image) * len(image[0]) - len(numbers)
    if lost + len(numbers) <= 6:
        return nested(image)
    _, y, x = max(numbers, default=(0, 0, 0))
    if not numbers:
        return say("no finite number")
    darkest = (say("darkest at row {row} column {column} ({number}), {lost} not finite") if lost else
               say("darkest at row {row} column {column} ({number})"))
    return darkest.format(row=-y, column=-x, number=short(image[-y][-x]), lost=lost)


class Pictures(Plot):
    """Drawn pictures: `.text` has the numbers of each small one, and the darkest place of each large one."""

    def __init__(self, images, titles, columns, dot=None):
        self.values = np.array(images, float)
        finite = self.values[np.isfinite(self.values)]
        needed(finite.size, "numbers")
        self.lost, self.signed, self.largest = self.values.size - finite.size, finite.min() < 0, abs(finite).max() or 1
        count, rows, across = self.values.shape
        size = {"count": count, "rows": rows, "columns": across}
        said = [f"{title}: {course(image)}" for title, image in zip(titles, images)]
        heading = say("{count} pictures of {rows} by {columns} numbers").format(**size)
        self.text = "\n".join([heading, *folded(said, 16, "...")])
        if self.signed:  # each picture for itself
            self.values /= np.reshape([largest(image) or 1 for image in images], (count, 1, 1))
            self.largest = 1
        self.alt = capped(self.sentence().format(**size, lost=self.lost, titles=comma().join(titles)))
        self.dot = dot or (8 if max(rows, across) <= MOST_POINTS // 2 else 4)
        self.titles = [fitted(title, WIDEST - GAP, 12) for title in titles]
        self.wide = max(across * self.dot, *(room(title, 12) for title in self.titles)) + GAP
        self.high = rows * self.dot + GAP + 20  # with a title
        self.columns = max(1, min(columns, count, WIDEST // self.wide))
        self.size = max(self.columns * self.wide, 340), -(-count // self.columns) * self.high

    def sentence(self):
        if self.signed:
            return (say("{count} pictures of {rows} by {columns} points, blue above zero, orange with a stroke below, "
                        "hatched at {lost} places that are no finite number: {titles}.") if self.lost else
                    say("{count} pictures of {rows} by {columns} points, blue above zero, orange with a stroke below: "
                        "{titles}."))
        return (say("{count} pictures of {rows} by {columns} points, dark where the numbers are large, hatched at "
                    "{lost} places that are no finite number: {titles}.") if self.lost else
                say("{count} pictures of {rows} by {columns} points, dark where the numbers are large: {titles}."))

    def draw(self, figure):
        from matplotlib.lines import Line2D

        zero = mixed(LOW, DARK, 0)
        if self.signed:
            below = box(mixed(LOW, WARM, 0.5)), Line2D([], [], linestyle="", marker="_", color=INK, markersize=8)
            entries = [(box(mixed(LOW, COOL, 1)), say("above zero")), (below, say("below zero")),
                       (box(zero), say("zero (each picture has its own scale)"))]
        else:
            stronger = say("the stronger, the more: from 0 to {largest}").format(largest=short(self.largest))
            entries = [(box(mixed(LOW, DARK, 1)), stronger)]
        entries += [(box(zero, hatch="//"), say("no finite number"))] * bool(self.lost)
        top = legend(figure, entries)
        axes, (count, rows, across) = pixels(figure), self.values.shape
        place = np.arange(count)
        wide, high = across * self.dot, rows * self.dot
        left = place % self.columns * self.wide + (self.wide - wide) // 2
        top = 20 + top + place // self.columns * self.high
        middle = top + high / 2
        strokes(axes, zip(left - 1, middle, left + wide + 1, middle), RULE, high + 2)  # the frames
        strokes(axes, zip(left, middle, left + wide, middle), zero, high)
        for x, y, title in zip(left, top, self.titles):
            axes.text(x + wide / 2, y - 6, title, ha="center", fontsize=12)

        def squares(where, color, width, line):
            """In each of these squares a line, from and to these shares of its sides."""
            picture, row, column = np.nonzero(where)
            ends = (start[picture] + (place + share) * self.dot for start, place, share
                    in zip((left, top, left, top), (column, row, column, row), line))
            strokes(axes, zip(*ends), color, width)

        shades = np.round(SHADES * self.values / self.largest)
        for shade in np.unique(shades[np.isfinite(shades) & (shades != 0)]):
            color = DARK if not self.signed else WARM if shade < 0 else COOL
            squares(shades == shade, mixed(LOW, color, abs(shade) / SHADES), self.dot, (0, 0.5, 1, 0.5))
        squares(np.isfinite(self.values) & (self.values < 0), INK, 1, (0.25, 0.5, 0.75, 0.5))
        squares(~np.isfinite(self.values), INK, 1, (0, 1, 1, 0))
