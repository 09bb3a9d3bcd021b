"""Tables of numbers as pictures: small pictures side by side, and which labels are mixed up.

Both take plain numbers, or anything with `tolist()`. What is not a number is hatched, and told in words. Both raise
ValueError where there is nothing to draw, or more than there is room for.
"""

import math
from itertools import product

import numpy as np

from minigrad.viz.plots.canvas import Plot, box, fitted, legend, pixels, room, strokes
from minigrad.viz.plots.curves import HIGH, LOW, classes, mixed, needed, short
from minigrad.viz.plots.matrix import capped, folded, plain, size_of
from minigrad.viz.sheet.layout import INK, QUIET, RULE
from minigrad.viz.sheet.words import clean, nested

WARM, COOL, DARK = (179, 64, 11), (42, 93, 159), (31, 41, 51)  # below and above zero; where none is below
MOST_KINDS, MOST_IMAGES, MOST_POINTS = 30, 100, 64  # of a table of counts; of pictures, and along a side of one
LONGEST = 220  # pixels for the name of a class
SHADES = 16
CELL = 28  # the height of a count
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
    darkest = f"darkest at row {-y} column {-x} ({short(image[-y][-x])})" if numbers else "no finite number"
    return darkest + f", {lost} not finite" * bool(lost and numbers)


class Pictures(Plot):
    """Drawn pictures: `.text` has the numbers of each small one, and the darkest place of each large one."""

    def __init__(self, images, titles, columns, dot=None):
        self.images = images
        numbers = [value for image in images for row in image for value in row]
        finite = [value for value in numbers if math.isfinite(value)]
        needed(finite, "numbers")
        self.lost = len(numbers) - len(finite)
        self.signed, self.largest = min(finite) < 0, max(map(abs, finite)) or 1
        size = f"{len(images[0])} by {len(images[0][0])}"
        said = [f"{title}: {course(image)}" for title, image in zip(titles, images)]
        self.text = "\n".join([f"{len(images)} pictures of {size} numbers", *folded(said, 16, "...")])
        if self.signed:  # each picture for itself
            scales = [largest(image) or 1 for image in images]
            self.images = [[[value / scale for value in row] for row in image] for image, scale in zip(images, scales)]
            self.largest = 1
        kinds = "blue above zero, orange with a stroke below" if self.signed else "dark where the numbers are large"
        kinds += f", hatched at {self.lost} places that are no finite number" * bool(self.lost)
        self.alt = capped(f"{len(images)} pictures of {size} points, {kinds}: {', '.join(titles)}.")
        rows, across = len(images[0]), len(images[0][0])
        self.dot = dot or (8 if max(rows, across) <= MOST_POINTS // 2 else 4)
        self.titles = [fitted(title, WIDEST - GAP, 12) for title in titles]
        self.wide = max(across * self.dot, *(room(title, 12) for title in self.titles)) + GAP
        self.high = rows * self.dot + GAP + 20  # with a title
        self.columns = max(1, min(columns, len(images), WIDEST // self.wide))
        self.size = max(self.columns * self.wide, 340), -(-len(images) // self.columns) * self.high

    def draw(self, figure):
        from matplotlib.lines import Line2D

        zero = mixed(LOW, DARK, 0)
        if self.signed:
            below = box(mixed(LOW, WARM, 0.5)), Line2D([], [], linestyle="", marker="_", color=INK, markersize=8)
            entries = [(box(mixed(LOW, COOL, 1)), "above zero"), (below, "below zero"),
                       (box(zero), "zero (each picture has its own scale)")]
        else:
            entries = [(box(mixed(LOW, DARK, 1)), f"the darker, the more: from 0 to {short(self.largest)}")]
        entries += [(box(zero, hatch="//"), "no finite number")] * bool(self.lost)
        top = legend(figure, entries)
        axes, values = pixels(figure), np.array(self.images, float)
        count, rows, across = values.shape
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

        shades = np.round(SHADES * values / self.largest)
        for shade in np.unique(shades[np.isfinite(shades) & (shades != 0)]):
            color = DARK if not self.signed else WARM if shade < 0 else COOL
            squares(shades == shade, mixed(LOW, color, abs(shade) / SHADES), self.dot, (0, 0.5, 1, 0.5))
        squares(np.isfinite(values) & (values < 0), INK, 1, (0.25, 0.5, 0.75, 0.5))
        squares(~np.isfinite(values), INK, 1, (0, 1, 1, 0))


def confusion(labels, guesses):
    """How often each label (a row) got each guess (a column): what is right stands on the diagonal."""
    labels, guesses = plain(labels), plain(guesses)
    if len(labels) != len(guesses):
        raise ValueError(f"{len(labels)} labels need as many guesses, but got {len(guesses)}")
    kinds = classes([*labels, *guesses])
    needed(kinds, "kinds of labels", MOST_KINDS)
    counts = {(label, guess): 0 for label in kinds for guess in kinds}
    for pair in zip(labels, guesses):
        counts[pair] += 1
    return Confusion(kinds, counts)


class Confusion(Plot):
    """A table of counts: `.alt` names the pairs that are mixed up most."""

    def __init__(self, kinds, counts):
        self.kinds, self.counts, names = kinds, counts, list(map(clean, kinds))
        width = max(map(len, [*names, *map(str, counts.values())])) + 2
        rows = ["".join(f"{counts[label, guess] or '.':>{width}}" for guess in kinds) for label in kinds]
        head = "label \\ guess" + "".join(f"{name:>{width}}" for name in names)
        self.text = "\n".join([head, *(f"{name:>13}{row}" for name, row in zip(names, rows))])
        wrong = sorted((pair for pair, count in counts.items() if count and pair[0] != pair[1]),
                       key=lambda pair: -counts[pair])
        right, total = sum(counts[kind, kind] for kind in kinds), sum(counts.values())
        said = ", ".join(f"{clean(label)} read as {clean(guess)}: {counts[label, guess]}" for label, guess in wrong[:5])
        self.alt = capped(f"Table of labels and guesses: {right} of {total} are right. "
                          + (f"Mixed up most often: {said}." if wrong else "Nothing is mixed up."))
        self.names = [fitted(name, LONGEST, 12) for name in names]
        longest = max(room(name, 12) for name in self.names)
        self.turned = longest > 40
        self.wide = 10 + max(16, room(str(max(counts.values()))), 0 if self.turned else longest)
        self.left, self.top = max(longest, room("label")) + 10, 30 + (longest if self.turned else 14)
        self.size = max(self.left + self.wide * len(kinds) + 2, 340), self.top + CELL * len(kinds) + 2

    def draw(self, figure):
        from matplotlib.patches import Rectangle

        most = max(self.counts[kind, kind] for kind in self.kinds) or 1
        right = box(shaded(HIGH, 1), INK, linewidth=1.5), f"right: {most}, in a frame"
        wrong, none = (box(shaded(WARM, share), RULE) for share in (1, 0))
        top = self.top + legend(figure, [right, (wrong, "wrong: 4 or more"), (none, "none; paler means fewer")])
        axes, left, wide = pixels(figure), self.left, self.wide
        edges = [(left + wide * k, top + CELL * k) for k in range(len(self.kinds) + 1)]
        strokes(axes, [(left, y, edges[-1][0], y) for _, y in edges], RULE, 1)
        strokes(axes, [(x, top, x, edges[-1][1]) for x, _ in edges], RULE, 1)
        axes.text(left, top - self.top + 14, "guess", color=QUIET)
        axes.text(left - 10, top - 8, "label", ha="right", color=QUIET)
        turned = {"rotation": 90, "rotation_mode": "anchor"} if self.turned else {"ha": "center"}
        for name, (x, y) in zip(self.names, edges):
            axes.text(x + wide / 2 + 4 * self.turned, top - 8, name, size=12, **turned)
            axes.text(left - 10, y + CELL / 2 + 4, name, size=12, ha="right")
        for (label, (_, y)), (guess, (x, _)) in product(zip(self.kinds, edges), repeat=2):
            count, right = self.counts[label, guess], label == guess
            shade = shaded(HIGH, count / most) if right else shaded(WARM, min(1, count / 4))
            if count or right:
                look = {"edgecolor": INK, "linewidth": 1.5, "zorder": 3} if right else {"edgecolor": RULE}
                axes.add_patch(Rectangle((x, y), wide, CELL, facecolor=shade, **look))
            if count:
                axes.text(x + wide / 2, y + CELL / 2 + 5, count, ha="center", zorder=4)


def shaded(color, share):
    """A shade on which dark letters can be read."""
    return mixed(LOW, color, 0.6 * share)
