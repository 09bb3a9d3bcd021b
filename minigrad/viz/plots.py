"""Plots of learning: curves, a surface with a way down, regions, small pictures, and which labels are mixed up.

All take plain numbers, or anything with `tolist()`, and round what they draw, so that the same numbers always give the
same picture.
"""

import math

from minigrad.viz.layout import CARD, GRADIENT, INK, QUIET, RULE, card, part
from minigrad.viz.page import Picture

COLORS = ["#2a5d9f", "#b3400b", "#2c7a4b", "#6f52a3"]
DASHES = ["none", "7 4", "2 3", "10 3 2 3"]  # a line is known by its dashes, too
LOW, HIGH = (252, 251, 245), (35, 78, 138)  # from the lowest to the highest place of a surface
WARM, COOL = (179, 64, 11), (42, 93, 159)  # below and above zero
PALE = ["#dce8f7", "#fbe3d3", "#dff1e5", "#e9e2f5"]
BANDS = 10
GRID = 60  # places along each side of a surface


def plain(values):
    return values.tolist() if hasattr(values, "tolist") else values


def short(value):
    """A number in words of three digits."""
    if math.isnan(value):
        return "not a number"
    return f"{value:.0f}" if 1000 <= abs(value) < 1e6 else f"{value:.3g}"


def mixed(low, high, share):
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(low, high))


def ticks(low, high):
    """About five round numbers between the two."""
    rough = (high - low) / 5 or 1
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * k for k in (1, 2, 5, 10) if size * k >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def powers(low, high):
    """At most seven powers of ten between the two, evenly spaced.

    Where there are only one or two, also 2 and 5 times a power; where there is none, round numbers.
    """
    first, last = math.ceil(math.log10(low)), math.floor(math.log10(high))
    if first > last:
        return ticks(low, high)
    if last - first < 2:
        steps = [float(f"{k}e{power}") for power in range(first - 1, last + 1) for k in (1, 2, 5)]
        return [value for value in steps if low <= value <= high]
    return [float(f"1e{power}") for power in range(first, last + 1, 1 + (last - first) // 7)]


def mark(value):
    """A round number beside an axis, never long: 0.001, 20000, 1e5, 2e-5."""
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:g}"
    digits, power = f"{value:e}".split("e")
    return f"{float(digits):g}e{int(power)}"


class Axes:
    """Two axes with round numbers: `across(x)` and `up(y)` are places in pixels."""

    def __init__(self, x, y, labels, size, log=False, top=18):
        self.x, self.y, self.labels, self.log = x, y, labels, log
        self.marks = powers(*y) if log else ticks(*y)
        widest = max(len(mark(value)) for value in self.marks)
        self.left = max(66, 34 + 8 * widest)  # the numbers end 9 before the axis; its name needs the first 22
        self.top, (self.wide, self.high) = top, size
        self.width, self.height = self.left + self.wide + 24, self.top + self.high + 50

    def across(self, value):
        return round(self.left + self.wide * (value - self.x[0]) / (self.x[1] - self.x[0]), 1)

    def up(self, value):
        low, high = map(math.log10, self.y) if self.log else self.y
        value = math.log10(value) if self.log else value
        return round(self.top + self.high * (1 - (value - low) / (high - low)), 1)

    def parts(self):
        bottom, middle = self.top + self.high, {"text-anchor": "middle"}
        parts = []
        for value in ticks(*self.x):
            at = self.across(value)
            parts.append(part("path", d=f"M{at} {bottom}v5", stroke=QUIET))
            parts.append(part("text", mark(value), x=at, y=bottom + 19, **middle))
        for value in self.marks:
            at = self.up(value)
            parts.append(part("path", d=f"M{self.left} {at}h-5", stroke=QUIET))
            parts.append(part("text", mark(value), x=self.left - 9, y=at + 4, **{"text-anchor": "end"}))
        frame = f"M{self.left} {self.top}V{bottom}H{self.left + self.wide}"
        parts.append(part("path", d=frame, fill="none", stroke=QUIET))
        parts.append(part("text", self.labels[0], x=self.left + self.wide / 2, y=bottom + 39, **middle, fill=QUIET))
        turned = f"translate(16 {self.top + self.high / 2}) rotate(-90)"
        parts.append(part("text", self.labels[1], transform=turned, **middle, fill=QUIET))
        return parts


def line(points, **style):
    """A path through these places; it stops where one is None, and goes on after it."""
    path, pen = "", "M"
    for place in points:
        path, pen = (path, "M") if place is None else (f"{path}{pen}{place[0]:g} {place[1]:g}", "L")
    return part("path", d=path, fill="none", **{"stroke-width": "2", "stroke-linejoin": "round"}, **style)


# Curves


def curves(series, x=None, labels=("step", "loss"), log=False):
    """How numbers change from step to step: a line for each name in `series`, {name: numbers}.

    x       the steps, by default 0, 1, 2, ...; for numbers of several lengths a dict like `series`
    labels  what the axes show
    log     each power of ten is equally high; for positive numbers
    Raises ValueError where there is nothing to draw. Places that are not a number leave a gap, and are told in words.
    """
    series = {name: [float(value) for value in plain(values)] for name, values in series.items()}
    steps = {name: list(plain(x[name] if isinstance(x, dict) else x)) if x is not None else list(range(len(values)))
             for name, values in series.items()}
    if not any(math.isfinite(value) for values in series.values() for value in values):
        raise ValueError("there is no number to draw")
    return Curves(series, steps, labels, log)


class Curves(Picture):
    """Drawn curves: `.text` tells of each its first, lowest and last number."""

    def __init__(self, series, steps, labels, log):
        self.series, self.steps, self.labels, self.log = series, steps, labels, log
        said = [f"{name}: {self.course(steps[name], values)}" for name, values in series.items()]
        self.text = "\n".join([f"{labels[1]} by {labels[0]}", *said])
        self.alt = f"Curves of {labels[1]} by {labels[0]}. {'; '.join(said)}."

    def course(self, steps, values):
        finite = [(value, step) for value, step in zip(values, steps) if math.isfinite(value)]
        if not finite:
            return "not a number anywhere"
        low, at = min(finite)
        text = f"from {short(values[0])} to {short(values[-1])}, lowest {short(low)} at {self.labels[0]} {at:g}"
        lost = next((step for value, step in zip(values, steps) if not math.isfinite(value)), None)
        return text if lost is None else f"{text}; no finite number from {self.labels[0]} {lost:g} on"

    def svg(self):
        drawn = [value for values in self.series.values() for value in values
                 if math.isfinite(value) and not (self.log and value <= 0)]
        across = [step for steps in self.steps.values() for step in steps]
        low, high = (min(drawn), max(drawn)) if self.log else (min(0, *drawn), max(drawn))
        high = high if high > low else low + 1
        right = max(max(across), min(across) + 1)
        axes = Axes((min(across), right), (low, high), self.labels, (420, 220), self.log, top=40)
        parts, key = axes.parts(), axes.left  # a key above the axes says which line is which
        for number, (name, values) in enumerate(self.series.items()):
            places = [(axes.across(step), axes.up(value)) if value in drawn else None
                      for step, value in zip(self.steps[name], values)]
            style = {"stroke": COLORS[number % 4], "stroke-dasharray": DASHES[number % 4]}
            parts += [line(places, **style), line([(key, 19), (key + 34, 19)], **style),
                      part("text", name, x=key + 42, y=24)]
            key += 64 + 7.5 * len(name)
        return card(axes.width, axes.height, self.alt, parts)


# A surface


def middles(low, high):
    return [low + (high - low) * (place + 0.5) / GRID for place in range(GRID)]


def heights(f, x, y):
    """f(x, y) in the middle of each square of a grid, from below."""
    return [[float(f(one, other)) for one in middles(*x)] for other in middles(*y)]


def squares(table, axes):
    """Squares of the same kind as one path for each kind, row by row."""
    wide, high, paths = axes.wide / GRID, axes.high / GRID, {}
    for row, kinds in enumerate(table):
        top, start = axes.top + axes.high - high * (row + 1), 0
        for place in range(1, GRID + 1):
            if place == GRID or kinds[place] != kinds[start]:
                left = axes.left + wide * start
                box = f"M{left:g} {top:g}h{wide * (place - start):g}v{high:g}h{-wide * (place - start):g}z"
                paths.setdefault(kinds[start], []).append(box)
                start = place
    return {kind: "".join(boxes) for kind, boxes in paths.items()}


def descent(f, path=(), x=(-1, 1), y=(-1, 1), labels=("x", "y")):
    """The heights of f(x, y) as bands, darker where it is higher, and the places of `path` joined by a line.

    f       takes two Python numbers and gives one number; it is called for each place of a grid
    path    pairs of numbers: where the search was after each step
    """
    path = [(float(a), float(b)) for a, b in plain(path)]
    return Descent(f, path, x, y, labels)


class Descent(Picture):
    """A surface from above: `.text` lists the places of the path and their heights."""

    def __init__(self, f, path, x, y, labels):
        self.path, self.axes = path, Axes(x, y, labels, (360, 360))
        self.table = heights(f, x, y)
        self.edges = sorted(value for row in self.table for value in row)[:: GRID * GRID // BANDS][1:]
        at = [float(f(*place)) for place in path]
        rows = [f"{step:4}  {short(a):>8}  {short(b):>8}  {short(height):>8}"
                for step, ((a, b), height) in enumerate(zip(path, at))]
        self.text = "\n".join([f"step  {labels[0]:>8}  {labels[1]:>8}    height", *rows])
        low, high = short(self.edges[0]), short(self.edges[-1])
        self.alt = f"The heights over {labels[0]} and {labels[1]}: palest below {low}, darkest above {high}."
        if path:
            ends = [f"({short(a)}, {short(b)}), height {short(up)}" for (a, b), up in zip(path, at)]
            self.alt += f" A path of {len(path) - 1} steps goes from {ends[0]}, to {ends[-1]}."

    def svg(self):
        axes = self.axes
        banded = [[sum(edge <= value for edge in self.edges) for value in row] for row in self.table]
        parts = [part("path", d=d, fill=mixed(LOW, HIGH, 0.85 * band / BANDS))
                 for band, d in sorted(squares(banded, axes).items())] + axes.parts()
        places = [(axes.across(a), axes.up(b)) if axes.x[0] <= a <= axes.x[1] and axes.y[0] <= b <= axes.y[1] else None
                  for a, b in self.path]
        if any(places):
            parts.append(line(places, stroke=GRADIENT))
        for number, place in enumerate(places):
            if place:
                size, fill = (6, CARD) if number == 0 else (3.5, GRADIENT)
                parts.append(part("circle", cx=place[0], cy=place[1], r=size, fill=fill, stroke=GRADIENT))
        return card(axes.width, axes.height, self.alt, parts)


# Regions


def regions(classify, points, labels):
    """Which class a model gives to each place of the plane, and the points of the data, each class with its own mark.

    classify  takes a list of pairs of numbers and gives a label for each
    """
    return Regions(classify, plain(points), plain(labels))


class Regions(Picture):
    """Coloured regions with points: `.text` counts which points lie in the region of their class."""

    def __init__(self, classify, points, labels):
        self.points, self.labels = points, labels
        spans = [(min(values) - 0.3, max(values) + 0.3) for values in zip(*points)]
        self.axes = Axes(*[(round(low, 1), round(high, 1)) for low, high in spans], ("x", "y"), (400, 300), top=40)
        found = plain(classify([[a, b] for b in middles(*self.axes.y) for a in middles(*self.axes.x)]))
        self.table = [found[row * GRID:(row + 1) * GRID] for row in range(GRID)]
        inside = [given == label for given, label in zip(plain(classify(points)), labels)]
        counts = [f"class {kind}: {sum(hit for hit, label in zip(inside, labels) if label == kind)} of "
                  f"{labels.count(kind)} points lie in its region" for kind in sorted(set(labels))]
        self.text = "\n".join(counts)
        self.alt = f"The plane in regions, one for each class, and {len(points)} points. {'; '.join(counts)}."

    def svg(self):
        kinds = sorted(set(self.labels))
        parts = [part("path", d=d, fill=PALE[kinds.index(kind) % 4])
                 for kind, d in squares(self.table, self.axes).items()] + self.axes.parts()
        for number, kind in enumerate(kinds):
            mark = "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z" if number == 0 else "m0 -4.5l4.2 7.5h-8.4z"
            key = self.axes.left + 90 * number  # a key above the axes says which mark is which class
            marks = f"M{key + 6} 19{mark}"
            for (a, b), label in zip(self.points, self.labels):
                if label == kind:
                    marks += f"M{self.axes.across(a):g} {self.axes.up(b):g}{mark}"
            parts.append(part("path", d=marks, fill=COLORS[number % 4], stroke=CARD, **{"stroke-width": "0.8"}))
            parts.append(part("text", f"class {kind}", x=key + 18, y=24))
        return card(self.axes.width, self.axes.height, self.alt, parts)


# Pictures and counts


def pictures(images, titles=None, columns=8):
    """Small pictures side by side: tables of numbers, dark where they are large.

    Where some are below zero these have a colour of their own, and each picture has its own scale.
    images  one table of numbers for each picture, [[...], ...]
    titles  a few words for each
    """
    images = [plain(image) for image in plain(images)]
    return Pictures(images, [f"{k}" for k in range(len(images))] if titles is None else list(map(str, titles)), columns)


def largest(image):
    return max(abs(value) for row in image for value in row)


class Pictures(Picture):
    """Drawn pictures: `.text` lists the titles."""

    def __init__(self, images, titles, columns):
        self.images, self.titles, self.columns = images, titles, columns
        numbers = [value for image in images for row in image for value in row]
        self.signed, self.largest = min(numbers) < 0, max(map(abs, numbers)) or 1
        if self.signed:  # each picture for itself
            self.images = [[[value / (largest(image) or 1) for value in row] for row in image] for image in images]
            self.largest = 1
        size = f"{len(images[0])} by {len(images[0][0])} points"
        kinds = "each blue above zero and orange below" if self.signed else "dark where the numbers are large"
        self.text = "\n".join(", ".join(titles[k:k + columns]) for k in range(0, len(titles), columns))
        self.alt = f"{len(images)} pictures of {size}, {kinds}: {', '.join(titles)}."

    def svg(self):
        dot, gap, title = 8, 14, 20
        rows, across = len(self.images[0]), len(self.images[0][0])
        columns = min(self.columns, len(self.images))
        wide, high = across * dot + gap, rows * dot + gap + title
        parts = []
        for k, (image, name) in enumerate(zip(self.images, self.titles)):
            left, top = gap + k % columns * wide, gap + title + k // columns * high
            style = {"text-anchor": "middle", "font-size": "12"}
            parts.append(part("text", name, x=left + across * dot / 2, y=top - 6, **style))
            boxes = {}
            for y, row in enumerate(image):
                for x, value in enumerate(row):
                    share = round(16 * abs(value) / self.largest)
                    color = mixed(LOW, (WARM if value < 0 else COOL) if self.signed else (31, 41, 51), share / 16)
                    boxes.setdefault(color, []).append(f"M{left + x * dot} {top + y * dot}h{dot}v{dot}h-{dot}z")
            parts += [part("path", d="".join(places), fill=color) for color, places in boxes.items()]
            parts.append(part("rect", x=left, y=top, width=across * dot, height=rows * dot, fill="none", stroke=RULE))
        lines = -(-len(self.images) // columns)
        return card(columns * wide + gap, lines * high + gap, self.alt, parts)


def confusion(labels, guesses):
    """How often each label (a row) got each guess (a column): what is right stands on the diagonal."""
    labels, guesses = plain(labels), plain(guesses)
    kinds = sorted({*labels, *guesses})
    counts = {(label, guess): 0 for label in kinds for guess in kinds}
    for pair in zip(labels, guesses):
        counts[pair] += 1
    return Confusion(kinds, counts)


class Confusion(Picture):
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
        said = ", ".join(f"{label} read as {guess}: {-count}" for count, (label, guess) in wrong[:5])
        self.alt = f"Table of labels and guesses: {right} of {total} are right. " \
                   + (f"Mixed up most often: {said}." if wrong else "Nothing is mixed up.")

    def svg(self):
        cell, left, top = 34, 84, 58
        size, most = cell * len(self.kinds), max(self.counts.values())
        middle = {"text-anchor": "middle"}
        parts = [part("text", "guess", x=left + size / 2, y=22, fill=QUIET, **middle),
                 part("text", "label", x=34, y=top + size / 2 + 5, fill=QUIET, **middle)]
        for row, label in enumerate(self.kinds):
            y = top + cell * row
            parts += [part("text", str(label), x=left - 14, y=y + 22, **middle),
                      part("text", str(label), x=left + cell * (row + 0.5), y=top - 12, **middle)]
            for column, guess in enumerate(self.kinds):
                count, x = self.counts[label, guess], left + cell * column
                high = HIGH if row == column else WARM
                share = count / most if row == column else min(1, count / 4)
                fill = mixed(LOW, high, 0.75 * share)
                parts.append(part("rect", x=x, y=y, width=cell, height=cell, fill=fill, stroke=RULE))
                if count:
                    ink = CARD if share > 0.5 else INK
                    parts.append(part("text", str(count), x=x + cell / 2, y=y + 22, fill=ink, **middle))
        return card(left + size + 20, top + size + 20, self.alt, parts)
