"""Tables of numbers as pictures: small pictures side by side, and which labels are mixed up.

Both take plain numbers, or anything with `tolist()`. What is not a number is hatched, and told in words. Both raise
ValueError where there is nothing to draw, or more than there is room for.
"""

import math

import numpy as np

from minigrad.viz.canvas import Plot, box, legend, pixels, room, strokes
from minigrad.viz.layout import INK, RULE
from minigrad.viz.matrix import capped, folded, plain, size_of
from minigrad.viz.plots import HIGH, LOW, mixed, needed, short
from minigrad.viz.words import clean, nested

WARM, COOL, DARK = (179, 64, 11), (42, 93, 159), (31, 41, 51)  # below and above zero; where none is below
MOST_KINDS, MOST_IMAGES, MOST_POINTS = 30, 100, 64  # of a table of counts; of pictures, and along a side of one
SHADES = 16
CELL = 28  # the height of a count
GAP, WIDEST = 14, 660  # between pictures; of all that are side by side, in pixels


def pictures(images, titles=None, columns=8):
    """Small pictures side by side: tables of numbers, dark where they are large.

    Where some are below zero these have a colour and a stroke of their own, and each picture has its own scale.
    images  one table of numbers for each picture, [[...], ...], all of one size, up to 64 by 64
    titles  a few words for each
    """
    images = plain(images)
    needed(images, "pictures", MOST_IMAGES)
    sizes = set(map(size_of, images))
    if len(sizes) > 1 or None in sizes or max(max(sizes)) > MOST_POINTS:
        raise ValueError(f"a picture is a table of numbers, at most {MOST_POINTS} by {MOST_POINTS}, all of one size")
    titles = [f"{k}" for k in range(len(images))] if titles is None else list(map(clean, plain(titles)))
    if len(titles) != len(images):
        raise ValueError(f"{len(images)} titles are needed, but got {len(titles)}")
    return Pictures(images, titles, columns)


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

    def __init__(self, images, titles, columns):
        self.images, self.titles = images, titles
        numbers = [value for image in images for row in image for value in row]
        finite = [value for value in numbers if math.isfinite(value)]
        needed(finite, "numbers")
        self.lost = len(numbers) - len(finite)
        self.signed, self.largest = min(finite) < 0, max(map(abs, finite)) or 1
        size = f"{len(images[0])} by {len(images[0][0])}"
        said = [f"{title}: {course(image)}" for title, image in zip(titles, images)]
        self.text = "\n".join([f"{len(images)} pictures of {size} numbers", *folded(said, 16, "...")])
        if self.signed:  # each picture for itself
            self.images = [[[value / (largest(image) or 1) for value in row] for row in image] for image in images]
            self.largest = 1
        kinds = "blue above zero, orange with a stroke below" if self.signed else "dark where the numbers are large"
        kinds += f", hatched at {self.lost} places that are no finite number" * bool(self.lost)
        self.alt = capped(f"{len(images)} pictures of {size} points, {kinds}: {', '.join(titles)}.")
        rows, across = len(images[0]), len(images[0][0])
        self.dot = 8 if max(rows, across) <= MOST_POINTS // 2 else 4
        self.wide = max(across * self.dot, max(room(title, 12) for title in titles)) + GAP
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
            entries = [(box(zero), "0"), (box(mixed(LOW, DARK, 1)), short(self.largest))]
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
    kinds = sorted({*labels, *guesses})
    needed(kinds, "kinds of labels", MOST_KINDS)
    counts = {(label, guess): 0 for label in kinds for guess in kinds}
    for pair in zip(labels, guesses):
        counts[pair] += 1
    return Confusion(kinds, counts)


class Confusion(Plot):
    """A table of counts: `.alt` names the pairs that are mixed up most."""

    def __init__(self, kinds, counts):
        self.kinds, self.counts = kinds, counts
        width = max(len(str(value)) for value in [*kinds, *counts.values()]) + 2
        head = "label \\ guess" + "".join(f"{kind:>{width}}" for kind in kinds)
        self.text = "\n".join([head, *(
            f"{label:>13}" + "".join(f"{counts[label, guess] or '.':>{width}}" for guess in kinds) for label in kinds
        )])
        wrong = sorted((-count, pair) for pair, count in counts.items() if count and pair[0] != pair[1])
        right, total = sum(counts[kind, kind] for kind in kinds), sum(counts.values())
        said = ", ".join(f"{clean(label)} read as {clean(guess)}: {-count}" for count, (label, guess) in wrong[:5])
        self.alt = capped(f"Table of labels and guesses: {right} of {total} are right. "
                          + (f"Mixed up most often: {said}." if wrong else "Nothing is mixed up."))
        longest = max(len(clean(kind)) for kind in kinds)
        self.turned = longest > 4
        self.wide = 10 + 8 * max(2, len(str(max(counts.values()))), 0 if self.turned else longest)
        self.size = (max(80 + 8 * longest + self.wide * len(kinds), 340),
                     70 + 8 * longest * self.turned + CELL * len(kinds))

    def draw(self, figure):
        from matplotlib.patches import Rectangle

        axes = figure.add_subplot(xlabel="guess", ylabel="label", anchor="NW")
        size, most = len(self.kinds), max(self.counts[kind, kind] for kind in self.kinds) or 1
        grid = [(0, k, size, k) for k in range(size + 1)] + [(k, 0, k, size) for k in range(size + 1)]
        strokes(axes, grid, RULE, 1)
        for row, label in enumerate(self.kinds):
            for column, guess in enumerate(self.kinds):
                count, right = self.counts[label, guess], row == column
                shade = shaded(HIGH, count / most) if right else shaded(WARM, min(1, count / 4))
                if count or right:
                    look = {"edgecolor": INK, "linewidth": 1.5, "zorder": 3} if right else {"edgecolor": RULE}
                    axes.add_patch(Rectangle((column, row), 1, 1, facecolor=shade, **look))
                if count:
                    axes.text(column + 0.5, row + 0.5, count, ha="center", va="center", zorder=4)
        names, places = list(map(clean, self.kinds)), np.arange(size) + 0.5
        turned = {"rotation": 90, "rotation_mode": "anchor", "ha": "left", "va": "center"} if self.turned else {}
        axes.set_xticks(places, names, **turned)
        axes.set_yticks(places, names)
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.xaxis.labelpad = 8
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set(xlim=(-0.05, size + 0.05), ylim=(size + 0.05, -0.05), aspect=CELL / self.wide)
        right = box(shaded(HIGH, 1), INK, linewidth=1.5), f"right: {most}, in a frame"
        wrong, none = (box(shaded(WARM, share), RULE) for share in (1, 0))
        legend(figure, [right, (wrong, "wrong: 4 or more"), (none, "none; paler means fewer")])


def shaded(color, share):
    """A shade on which dark letters can be read."""
    return mixed(LOW, color, 0.6 * share)
