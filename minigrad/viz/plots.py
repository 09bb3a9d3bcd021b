"""Plots of learning: curves, a surface with a way down, regions, small pictures, and which labels are mixed up.

All take plain numbers, or anything with `tolist()`, and round what they draw, so that the same numbers always give the
same picture. What is not a number is hatched or left out, and told in words. All raise ValueError where there is
nothing to draw, or more than there is room for.
"""

import math

from minigrad.viz.layout import CARD, GRADIENT, INK, QUIET, RULE, card, part
from minigrad.viz.matrix import capped, folded, plain, size_of
from minigrad.viz.page import Picture
from minigrad.viz.words import clean, listing, nested

COLORS = ["#2a5d9f", "#b3400b", "#2c7a4b", "#6f52a3"]
DASHES = ["none", "7 4", "2 3", "10 3 2 3"]  # a line is known by its dashes, too
LOW, HIGH = (252, 251, 245), (35, 78, 138)  # from the lowest to the highest place of a surface
WARM, COOL = (179, 64, 11), (42, 93, 159)  # below and above zero
PALE = ["#dce8f7", "#fbe3d3", "#dff1e5", "#e9e2f5", "#f6f3c9", "#d3eef0", "#f8dce9", "#e4e4e0", "#eadfce", "#e3f0c8"]
MARKS = [  # a shape of its own for each class, and for each of many lines, around the place where the pen is
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
    "m0 -4.5l4.2 7.5h-8.4z",
    "m-3.5 -3.5h7v7h-7z",
    "m0 -5l4.5 5l-4.5 5l-4.5 -5z",
    "m-1.3 -4.5h2.6v3.2h3.2v2.6h-3.2v3.2h-2.6v-3.2h-3.2v-2.6h3.2z",
    "m0 4.5l4.2 -7.5h-8.4z",
    "m0 -1.8l2.6 -2.6l1.8 1.8l-2.6 2.6l2.6 2.6l-1.8 1.8l-2.6 -2.6l-2.6 2.6l-1.8 -1.8l2.6 -2.6l-2.6 -2.6l1.8 -1.8z",
    "m-1.5 -5h3v10h-3z",
    "m-5 -1.5h10v3h-10z",
    "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0zm2.2 0a2.3 2.3 0 1 1 4.6 0a2.3 2.3 0 1 1 -4.6 0z",
]
MOST_KINDS, MOST_IMAGES, MOST_POINTS = 30, 100, 64  # of a table of counts; of pictures, and along a side of one
BANDS = 10
GRID = 60  # places along each side of a surface


def needed(found, what, most=None):
    """Refuses what cannot be drawn: nothing, or too many."""
    if not found:
        raise ValueError(f"there are no {what} to draw")
    if most is not None and len(found) > most:
        raise ValueError(f"there is room for {most} {what}, but got {len(found)}")


def short(value):
    """A number in words of three digits."""
    if math.isnan(value):
        return "not a number"
    return f"{value:.0f}" if 1000 <= abs(value) < 1e6 else f"{value:.3g}"


def mixed(low, high, share):
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(low, high))


def box(color, sign=""):
    """A small box for a key, with a sign in its middle."""
    shapes = [("m0 -8h34v16h-34z", {"fill": color, "stroke": QUIET})]
    return shapes + [(f"m17 0{sign}", {"fill": "none", "stroke": INK})] * bool(sign)


def hatch(left, top, size):
    return f"M{left:g} {top + size:g}l{size:g} -{size:g}"


def key(entries, wide):
    """A legend above a picture, in as many lines as it needs: its parts, and where they end.

    entries  [(shapes, words)], a shape is a path from its left middle, and its style
    """
    x, y = 16, 22
    parts, right = [part("text", "Legend", x=x, y=y + 5, **{"font-weight": "bold"})], x + 66
    for shapes, words in entries:
        need = 42 + sum(14 if ord(letter) > 0x2E7F else 7.5 for letter in words)
        if right + need > wide - 8:
            right, y = x, y + 24
        parts += [part("path", d=f"M{right:g} {y}{shape}", **style) for shape, style in shapes]
        parts.append(part("text", words, x=f"{right + 42:g}", y=y + 5))
        right += need + 20
    return parts, y + 24


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
    return part("path", d=path, **{"stroke-linejoin": "round"}, **style)


# Curves


def curves(series, x=None, labels=("step", "loss"), log=False):
    """How numbers change from step to step: a line for each name in `series`, {name: numbers}.

    x       the steps, by default 0, 1, 2, ...; for numbers of several lengths a dict like `series`
    labels  what the axes show
    log     each power of ten is equally high; for positive numbers
    Raises ValueError where there is nothing to draw. Places that are not a number leave a gap, and are told in words.
    """
    needed(series, "curves", len(MARKS))
    series = {name: [float(value) for value in plain(values)] for name, values in series.items()}
    given = x if isinstance(x, dict) else dict.fromkeys(series, x)
    steps = {name: list(range(len(values))) if given[name] is None else list(plain(given[name]))
             for name, values in series.items()}
    for name, values in series.items():
        if len(steps[name]) != len(values):
            raise ValueError(f"{clean(name)} has {len(values)} numbers, but {len(steps[name])} steps")
    return Curves(series, steps, labels, log)


class Curves(Picture):
    """Drawn curves: `.text` tells of each its first, lowest and last number."""

    def __init__(self, series, steps, labels, log):
        self.series, self.steps, self.labels, self.log = series, steps, labels, log
        self.drawn = {name: [self.shows(*place) for place in zip(steps[name], values)]
                      for name, values in series.items()}
        needed(any(map(any, self.drawn.values())), "numbers above zero" if log else "numbers")
        said = [f"{clean(name)}: {self.course(steps[name], values)}" for name, values in series.items()]
        self.text = "\n".join([f"{labels[1]} by {labels[0]}", *said])
        self.alt = capped(f"Curves of {labels[1]} by {labels[0]}. {'; '.join(said)}.")

    def shows(self, step, value):
        return math.isfinite(step) and math.isfinite(value) and (value > 0 or not self.log)

    def course(self, steps, values):
        finite = [(value, step) for value, step in zip(values, steps) if math.isfinite(value)]
        if not finite:
            return "not a number anywhere"
        low, at = min(finite)
        text = f"from {short(values[0])} to {short(values[-1])}, lowest {short(low)} at {self.labels[0]} {at:g}"
        seen = [self.shows(*place) for place in zip(steps, values)]
        if all(seen):
            return text
        lost, what = seen.index(False), "finite number" + " above zero" * self.log
        gaps = listing((f"{step:g}" for step, shown in zip(steps, seen) if not shown), 4)
        where = f"at {self.labels[0]} {gaps}" if any(seen[lost:]) else f"from {self.labels[0]} {steps[lost]:g} on"
        return f"{text}; no {what} {where}"

    def svg(self):
        places = [place for name, values in self.series.items() for place in zip(self.steps[name], values)]
        drawn = [value for step, value in places if self.shows(step, value)]
        across = [step for step, value in places if self.shows(step, value)]
        low, high = (min(drawn), max(drawn)) if self.log else (min(0, *drawn), max(drawn))
        high = high if high > low else low + 1
        right = max(max(across), min(across) + 1)
        many, styles = len(self.series) > len(DASHES), []  # of many curves each has marks, too
        entries = []
        for number, name in enumerate(self.series):
            color = COLORS[number % 4]
            stroke = {"stroke": color, "stroke-dasharray": DASHES[number % 4], "fill": "none", "stroke-width": "2"}
            spot = {"fill": color, "stroke": CARD, "stroke-width": "0.8"}
            styles.append((stroke, spot))
            entries.append(([("h34", stroke)] + [("m17 0" + MARKS[number], spot)] * many, clean(name)))
        parts, top = key(entries, 510)
        axes = Axes((min(across), right), (low, high), self.labels, (420, 220), self.log, top=top)
        parts += axes.parts()
        for number, (name, values) in enumerate(self.series.items()):
            stroke, spot = styles[number]
            places = [(axes.across(step), axes.up(value)) if shown else None
                      for step, value, shown in zip(self.steps[name], values, self.drawn[name])]
            apart = max(1, len(places) // 5)
            marked = {k for k in range(len(places)) if many and k % apart == number % apart}
            marked |= {k for k, (before, after) in enumerate(zip([None, *places], [*places[1:], None]))
                       if before is None and after is None}  # a lone number has no line
            spots = "".join(f"M{places[k][0]:g} {places[k][1]:g}{MARKS[number]}" for k in sorted(marked) if places[k])
            parts += [line(places, **stroke), *([part("path", d=spots, **spot)] if spots else [])]
        return card(max(axes.width, 510), axes.height, self.alt, parts)


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
        self.path, self.table = path, heights(f, x, y)
        known = sorted(value for row in self.table for value in row if not math.isnan(value))
        needed(any(map(math.isfinite, known)), "numbers")
        low, high = known[0], known[-1]
        self.edges = sorted({known[k * len(known) // BANDS] for k in range(1, BANDS)} - {low}) or [high][:high > low]
        self.scale = [low, *self.edges, high]
        inside = [x[0] <= a <= x[1] and y[0] <= b <= y[1] for a, b in path]
        self.shown = [place if seen else None for place, seen in zip(path, inside)]
        lost, hidden = GRID * GRID - len(known), inside.count(False)
        start = {"fill": CARD, "stroke": GRADIENT}
        entries = [([("m11 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z", start)], "start"),
                   ([("h34", {"stroke": GRADIENT, "stroke-width": "2"}), ("m17 0" + MARKS[0], {"fill": GRADIENT})],
                    "after each step")] if path else []
        entries.append((box(mixed(LOW, HIGH, 0.85)), "darker is higher"))
        entries += [(box(CARD, "m-8 8l16 -16"), "height not a number")] * bool(lost)
        entries += [([], f"{hidden} of {len(path)} places lie outside")] * bool(hidden)
        self.key, top = key(entries, 480)
        self.axes = Axes(x, y, labels, (360, 360), top=top)
        at = [float(f(*place)) for place in path]
        rows = [f"{step:4}  {short(a):>8}  {short(b):>8}  {short(height):>8}{'' if seen else '  outside'}"
                for step, ((a, b), height, seen) in enumerate(zip(path, at, inside))]
        self.text = "\n".join([f"step  {labels[0]:>8}  {labels[1]:>8}    height", *folded(rows, 40, " ...")])
        self.alt = f"The heights over {labels[0]} and {labels[1]}: " + (
            f"palest below {short(self.edges[0])}, darkest from {short(self.edges[-1])} on." if self.edges
            else f"{short(low)} everywhere.")
        self.alt += f" It is not a number on {short(100 * lost / GRID**2)} percent, which is hatched." * bool(lost)
        if path:
            ends = [f"({short(a)}, {short(b)}), height {short(up)}" for (a, b), up in zip(path, at)]
            self.alt += f" A path of {len(path) - 1} steps goes from {ends[0]}, to {ends[-1]}."
        self.alt += f" {hidden} of its {len(path)} places lie outside the picture." * bool(hidden)

    def svg(self):
        axes, size = self.axes, self.axes.wide / GRID
        colors = [mixed(LOW, HIGH, 0.85 * band / BANDS) for band in range(len(self.edges) + 1)] + [CARD]
        banded = [[-1 if math.isnan(value) else sum(edge <= value for edge in self.edges) for value in row]
                  for row in self.table]
        parts = [part("path", d=d, fill=colors[band]) for band, d in sorted(squares(banded, axes).items())]
        lines = "".join(hatch(axes.left + size * x, axes.up(axes.y[0]) - size * (y + 1), size)
                        for y, row in enumerate(banded) for x, band in enumerate(row) if band < 0 and (x - y) % 2)
        parts += [part("path", d=lines, stroke=QUIET)] * bool(lines) + axes.parts() + self.key
        right, low = axes.left + axes.wide + 22, axes.top + 40 + 26 * len(self.edges)
        parts.append(part("text", "height", x=right, y=axes.top + 12, **{"font-weight": "bold"}))
        for band in range(len(self.edges) + 1):
            parts.append(part("rect", x=right, y=low - 26 * band, width=22, height=26, fill=colors[band], stroke=RULE))
        parts += [part("text", short(value), x=right + 29, y=low + 31 - 26 * step, **{"font-size": "12"})
                  for step, value in enumerate(self.scale)]
        places = [place and (axes.across(place[0]), axes.up(place[1])) for place in self.shown]
        if any(places):
            parts.append(line(places, stroke=GRADIENT, fill="none", **{"stroke-width": "2"}))
        for number, place in enumerate(places):
            if place:
                size, fill = (6, CARD) if number == 0 else (3.5, GRADIENT)
                parts.append(part("circle", cx=place[0], cy=place[1], r=size, fill=fill, stroke=GRADIENT))
        return card(axes.width + 90, axes.height, self.alt, parts)


# Regions


def regions(classify, points, labels):
    """Which class a model gives to each place of the plane, and the points of the data, each class with its own mark.

    classify  takes a list of pairs of numbers and gives a label for each
    """
    points, labels = plain(points), plain(labels)
    if len(points) != len(labels):
        raise ValueError(f"{len(points)} points need as many labels, but got {len(labels)}")
    kept = [(point, label) for point, label in zip(points, labels) if all(map(math.isfinite, point))]
    needed(kept, "points")
    return Regions(classify, *map(list, zip(*kept)), len(points) - len(kept))


class Regions(Picture):
    """Coloured regions with points: `.text` counts which points lie in the region of their class."""

    def __init__(self, classify, points, labels, lost):
        self.points, self.labels = points, labels
        spans = [(min(values) - 0.3, max(values) + 0.3) for values in zip(*points)]
        self.axes = Axes(*[(round(low, 1), round(high, 1)) for low, high in spans], ("x", "y"), (400, 300))
        found = plain(classify([[a, b] for b in middles(*self.axes.y) for a in middles(*self.axes.x)]))
        self.table = [found[row * GRID:(row + 1) * GRID] for row in range(GRID)]
        inside = [given == label for given, label in zip(plain(classify(points)), labels)]
        counts = [f"class {kind}: {sum(hit for hit, label in zip(inside, labels) if label == kind)} of "
                  f"{labels.count(kind)} points lie in its region" for kind in sorted(set(labels))]
        counts += [f"{lost} of {lost + len(points)} points have no finite place and are left out"] * bool(lost)
        self.kinds = sorted({*labels, *found})
        needed(self.kinds, "classes", len(MARKS))
        self.text = "\n".join(counts)
        self.alt = capped(f"The plane in regions, one for each class, and {len(points)} points. {'; '.join(counts)}.")

    def svg(self):
        axes, entries, marks = self.axes, [], []
        styles = [{"fill": COLORS[number % 4], "stroke": CARD, "stroke-width": "0.8"} for number in range(len(MARKS))]
        for number, kind in enumerate(self.kinds):
            entries.append(([*box(PALE[number]), ("m17 0" + MARKS[number], styles[number])], f"class {clean(kind)}"))
        parts, axes.top = key(entries, axes.width)
        axes.height = axes.top + axes.high + 50
        paths = squares(self.table, axes)
        parts += [part("path", d=paths[kind], fill=PALE[number])
                  for number, kind in enumerate(self.kinds) if kind in paths] + axes.parts()
        places = [(axes.across(a), axes.up(b)) for a, b in self.points]
        for number, kind in enumerate(self.kinds):
            if kind in paths:
                x, y = self.room(kind, places)
                style = {"text-anchor": "middle", "font-weight": "bold", "fill": INK}
                parts.append(part("text", clean(kind), x=f"{x:g}", y=f"{y + 5:g}", **style))
            drawn = [f"M{x:g} {y:g}{MARKS[number]}" for (x, y), label in zip(places, self.labels) if label == kind]
            marks += [part("path", d="".join(drawn), **styles[number])] * bool(drawn)
        return card(axes.width, axes.height, self.alt, parts + marks)

    def room(self, kind, places):
        """Where in its region the name of a class stands: far from the points, and from other regions."""
        best, axes = (-1, 0, 0), self.axes
        for row, kinds in enumerate(self.table[2:-2], 2):
            start = 0
            for place in range(1, GRID + 1):
                if place == GRID or kinds[place] != kinds[start]:
                    if kinds[start] == kind:
                        x = axes.left + axes.wide * (start + place) / 2 / GRID
                        y = axes.top + axes.high * (1 - (row + 0.5) / GRID)
                        free = min(math.dist((x, y), other) for other in places)
                        room = min(free, axes.wide * (place - start) / 2 / GRID)
                        middle = (start + place) // 2
                        if not self.table[row - 2][middle] == kind == self.table[row + 2][middle]:
                            room /= 10  # another region is too near, above or below
                        best = max(best, (round(room, 2), x, y))
                    start = place
        return best[1:]


# Pictures and counts


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


class Pictures(Picture):
    """Drawn pictures: `.text` has the numbers of each small one, and the darkest place of each large one."""

    def __init__(self, images, titles, columns):
        self.images, self.titles, self.columns = images, titles, columns
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

    def svg(self):
        gap, title = 14, 20
        rows, across = len(self.images[0]), len(self.images[0][0])
        dot = 8 if max(rows, across) <= MOST_POINTS // 2 else 4
        columns = min(self.columns, len(self.images))
        wide = max(across * dot, round(6.5 * max(map(len, self.titles)))) + gap
        high, ink = rows * dot + gap + title, (31, 41, 51)
        if self.signed:
            entries = [(box(mixed(LOW, COOL, 1)), "above zero"), (box(mixed(LOW, WARM, 1), "m-3 0h6"), "below zero"),
                       (box(mixed(LOW, COOL, 0)), "zero (each picture has its own scale)")]
        else:
            entries = [(box(mixed(LOW, ink, 0)), "0"), (box(mixed(LOW, ink, 1)), short(self.largest))]
        entries += [(box(CARD, "m-8 8l16 -16"), "no finite number")] * bool(self.lost)
        full = max(columns * wide + gap, 350)
        parts, first = key(entries, full)
        for k, (image, name) in enumerate(zip(self.images, self.titles)):
            left, top = gap + k % columns * wide, first + 10 + k // columns * high
            style = {"text-anchor": "middle", "font-size": "12"}
            parts.append(part("text", name, x=left + across * dot / 2, y=top - 6, **style))
            boxes, strokes = {}, ""
            for y, row in enumerate(image):
                for x, value in enumerate(row):
                    if not math.isfinite(value):
                        strokes += hatch(left + x * dot, top + y * dot, dot)
                        continue
                    if value < 0:
                        strokes += f"M{left + (x + 0.25) * dot:g} {top + (y + 0.5) * dot:g}h{dot / 2:g}"
                    share = round(16 * abs(value) / self.largest)
                    color = mixed(LOW, (WARM if value < 0 else COOL) if self.signed else (31, 41, 51), share / 16)
                    boxes.setdefault(color, []).append(f"M{left + x * dot} {top + y * dot}h{dot}v{dot}h-{dot}z")
            parts += [part("path", d="".join(places), fill=color) for color, places in boxes.items()]
            parts += [part("path", d=strokes, stroke=INK)] * bool(strokes)
            parts.append(part("rect", x=left, y=top, width=across * dot, height=rows * dot, fill="none", stroke=RULE))
        lines = -(-len(self.images) // columns)
        return card(full, lines * high + first, self.alt, parts)


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
        self.alt = capped(f"Table of labels and guesses: {right} of {total} are right. "
                          + (f"Mixed up most often: {said}." if wrong else "Nothing is mixed up."))

    def svg(self):
        longest = max(len(clean(kind)) for kind in self.kinds)
        cell, left = max(34, 10 + 8 * longest), 76 + 8 * longest
        size, most = cell * len(self.kinds), max(self.counts.values())
        full, middle = max(left + size + 20, 380), {"text-anchor": "middle"}
        entries = [(box(mixed(LOW, HIGH, 0.75)), f"right: {most}"), (box(mixed(LOW, WARM, 0.75)), "wrong: 4 or more"),
                   (box(mixed(LOW, WARM, 0)), "none; paler means fewer")]
        parts, top = key(entries, full)
        top += 58
        parts += [part("text", "guess", x=left + size / 2, y=top - 36, fill=QUIET, **middle),
                 part("text", "label", x=34, y=top + 17 * len(self.kinds) + 5, fill=QUIET, **middle)]
        for row, label in enumerate(self.kinds):
            y = top + 34 * row
            parts += [part("text", clean(label), x=left - 10 - 4 * longest, y=y + 22, **middle),
                      part("text", clean(label), x=left + cell * (row + 0.5), y=top - 12, **middle)]
            for column, guess in enumerate(self.kinds):
                count, x = self.counts[label, guess], left + cell * column
                high = HIGH if row == column else WARM
                share = count / most if row == column else min(1, count / 4)
                fill = mixed(LOW, high, 0.75 * share)
                parts.append(part("rect", x=x, y=y, width=cell, height=34, fill=fill, stroke=RULE))
                if count:
                    ink = CARD if share > 0.5 else INK
                    parts.append(part("text", str(count), x=x + cell / 2, y=y + 22, fill=ink, **middle))
        return card(full, top + 34 * len(self.kinds) + 20, self.alt, parts)
