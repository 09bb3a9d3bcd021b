"""Plots of learning: curves, a surface with a way down, and the regions of classes, now or as they changed.

All take plain numbers, or anything with `tolist()`. What is not a number is hatched or left out, and told in words.
All raise ValueError where there is nothing to draw, or more than there is room for.
"""

import math
from itertools import pairwise

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from minigrad.locale import at_the_right, filled, say, semicolon
from minigrad.viz.plots.canvas import COLORS, Plot, box, fitted, legend
from minigrad.viz.plots.matrix import capped, folded, plain
from minigrad.viz.sheet.layout import CARD, GRADIENT, QUIET
from minigrad.viz.sheet.words import clean, listing, sentences

DASHES = ["-", "--", ":", "-."]  # a line is known by its dashes, too
MARKS = ["o", "^", "s", "D", "P", "v", "X", "<", ">", "d"]  # for each class, and for each of many lines
SPOT = {"markersize": 9, "markeredgewidth": 0.8, "markeredgecolor": CARD}
LOW, HIGH = (252, 251, 245), (35, 78, 138)  # from the lowest to the highest place of a surface
PALE = ["#dce8f7", "#fbe3d3", "#dff1e5", "#e9e2f5", "#f6f3c9", "#d3eef0", "#f8dce9", "#e4e4e0", "#eadfce", "#e3f0c8"]
BANDS, HIGHEST = 10, 99  # of a surface; above the last of them
GRID = 60  # places along each side of a surface
MOST_FRAMES = 12  # side by side
LABELS = (say("step", "an axis"), say("loss", "an axis"))
FAR = 1e300  # what lies further away is drawn here


def needed(found, what, most=None):
    """Refuses what cannot be drawn: nothing, or too many."""
    if not found:
        raise ValueError(f"there are no {what} to draw")
    if most is not None and len(found) > most:
        raise ValueError(f"there is room for {most} {what}, but got {len(found)}")


def classes(labels):
    """The labels that occur, each once and in order: by their names where they cannot be compared.

    Raises ValueError for a list among them: of the labels of a table, for example.
    """
    if any(isinstance(label, list) for label in labels):
        raise ValueError("a label is one number or one name, but got a list")
    try:
        return sorted(set(labels))
    except TypeError:
        return sorted(set(labels), key=lambda label: (clean(label), type(label).__name__))


def window(axis, low, high):
    """From where to where an axis goes. Raises ValueError where a grid between these numbers cannot be drawn."""
    apart = all(left < right for left, right in pairwise([low, *middles(low, high), high]))
    if not (apart and 1 / FAR <= high - low <= FAR):
        raise ValueError(f"the {axis} axis cannot go from {low:g} to {high:g}: the second number should be higher, "
                         "and neither too near nor too far away")
    return low, high


def short(value):
    """A number in words of three digits."""
    if math.isnan(value):
        return say("not a number")
    return f"{value:.0f}" if 1000 <= abs(value) < 1e6 else f"{value:.3g}"


def mixed(low, high, share):
    """A colour between two."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(low, high))


# Curves


def curves(series, x=None, labels=LABELS, log=False):
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


class Curves(Plot):
    """Drawn curves: `.text` tells of each its first, lowest and last number."""

    size = 500, 280

    def __init__(self, series, steps, labels, log):
        self.series, self.steps, self.labels, self.log = series, steps, list(map(clean, labels)), log
        self.drawn = {name: [self.shows(*place) for place in zip(steps[name], values)]
                      for name, values in series.items()}
        needed(any(map(any, self.drawn.values())), "numbers above zero" if log else "numbers")
        said = [f"{clean(name)}: {self.course(steps[name], values)}" for name, values in series.items()]
        title = say("{y} by {x}", "a plot").format(x=self.labels[0], y=self.labels[1])
        self.text = "\n".join([title, *said])
        alt = say("Curves of {title}. {curves}.")
        self.alt = capped(alt.format(title=title, curves=semicolon().join(said)))

    def shows(self, step, value):
        return math.isfinite(step) and math.isfinite(value) and (value > 0 or not self.log)

    def course(self, steps, values):
        finite = [(value, step) for value, step in zip(values, steps) if math.isfinite(value)]
        if not finite:
            return say("not a number anywhere")
        low, at = min(finite)
        text = say("from {first} to {last}, lowest {low} at {axis} {place:g}").format(
            first=short(values[0]), last=short(values[-1]), low=short(low), axis=self.labels[0], place=at)
        seen = [self.shows(*place) for place in zip(steps, values)]
        if all(seen):
            return text
        lost = seen.index(False)
        if any(seen[lost:]):
            gaps = (say("no finite number above zero at {axis} {places}") if self.log else
                    say("no finite number at {axis} {places}"))
        else:
            gaps = (say("no finite number above zero from {axis} {place:g} on") if self.log else
                    say("no finite number from {axis} {place:g} on"))
        places = listing((f"{step:g}" for step, shown in zip(steps, seen) if not shown), 4)
        return semicolon().join([text, gaps.format(axis=self.labels[0], places=places, place=steps[lost])])

    def marked(self, seen, number):
        """At which steps the curve of this number has its marks: where a lone number has no line; of many, at some."""
        many, apart = len(self.series) > len(DASHES), max(1, len(seen) // 5)
        around = zip([False, *seen], seen, [*seen[1:], False])
        return [k for k, (before, here, after) in enumerate(around)
                if here and (many and k % apart == number % apart or not before and not after)]

    def draw(self, figure):
        from matplotlib.ticker import LogLocator, MaxNLocator

        axes = figure.add_subplot(xlabel=fitted(self.labels[0], 420), ylabel=fitted(self.labels[1], 220),
                                  autoscaley_on=False)
        lines, drawn = [], []
        for number, (name, values) in enumerate(self.series.items()):
            seen, look = self.drawn[name], {"color": COLORS[number % 4], "linestyle": DASHES[number % 4]}
            marked = self.marked(seen, number)
            if marked:
                look |= {"marker": MARKS[number], "markevery": marked, **SPOT}
            steps, heights = np.clip(self.steps[name], -FAR, FAR), np.clip(values, 1 / FAR if self.log else -FAR, FAR)
            lines += axes.plot(*np.where(seen, [steps, heights], math.nan), **look)
            drawn += heights[seen].tolist()
        low, high = min(drawn), max(drawn)
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
        if self.log:
            axes.set(yscale="log", ylim=(low / 1.5, high * 1.5))
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high / 1000 < low else (1,), numticks=7))
            axes.yaxis.set_major_formatter("{x:g}")
            axes.minorticks_off()
        else:
            room = (high - min(low, 0)) / 20 or 1
            axes.set_ylim(min(low - room, 0) if low < 0 else 0, high + room)
        if [*map(clean, self.series)] != [self.labels[1]]:  # one curve that its axis already names needs no legend
            legend(figure, zip(lines, map(clean, self.series)))


# A surface


def middles(low, high, beyond=0):
    """The middles of the squares of a grid, along one side, and of so many squares beyond each of its ends."""
    return [low + (high - low) * (place + 0.5) / GRID for place in range(-beyond, GRID + beyond)]


def fill(axes, x, y, table, lowest, **look):
    """Fill in this look where the numbers of a grid are higher than this. A border has only as many points as show."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D

    across, up = (middles(low, high, beyond=1) for low, high in (x, y))
    numbers = np.pad(table, 1, mode="edge")  # beyond the edges of the picture, which are no borders
    filled = axes.contourf(across, up, numbers, levels=[lowest, HIGHEST])
    pixels = Affine2D().scale(400 / (x[1] - x[0]), 400 / (y[1] - y[0]))  # about
    for path in filter(len, filled.get_paths()):
        lines = Path(path.vertices, np.minimum(path.codes, Path.LINETO)).cleaned(pixels, simplify=True)
        axes.add_patch(PathPatch(lines.transformed(pixels.inverted()), **look))
    filled.remove()


def heights(f, x, y):
    """f(x, y) in the middle of each square of a grid, from below."""
    return [[float(f(one, other)) for one in middles(*x)] for other in middles(*y)]


def descent(f, path=(), x=(-1, 1), y=(-1, 1), labels=("x", "y")):
    """The heights of f(x, y) as bands, darker where it is higher, and the places of `path` joined by a line.

    f       takes two Python numbers and gives one number; it is called for each place of a grid
    path    pairs of numbers: where the search was after each step
    x, y    from where to where; raises ValueError where the first number is not the lower one
    """
    path = [(float(a), float(b)) for a, b in plain(path)]
    return Descent(f, path, window("x", *x), window("y", *y), list(map(clean, labels)))


def outside(seen):
    """What stands behind a place that the picture does not show."""
    return [] if seen else [say("outside", "a place of a path")]


class Descent(Plot):
    """A surface from above: `.text` lists the places of the path and their heights."""

    size = 500, 430

    def __init__(self, f, path, x, y, labels):
        self.path, self.x, self.y, self.labels = path, x, y, labels
        self.table = heights(f, x, y)
        known = sorted(value for row in self.table for value in row if not math.isnan(value))
        needed(any(map(math.isfinite, known)), "numbers")
        low, high = known[0], known[-1]
        self.edges = sorted({known[k * len(known) // BANDS] for k in range(1, BANDS)} - {low}) or [high][:high > low]
        self.scale = [low, *self.edges, high]
        inside = [x[0] <= a <= x[1] and y[0] <= b <= y[1] for a, b in path]
        self.shown = [place if seen else None for place, seen in zip(path, inside)]
        self.lost, self.hidden = GRID * GRID - len(known), inside.count(False)
        at = [float(f(*place)) for place in path]
        rows = ["  ".join([f"{step:4}", *(at_the_right(short(one), 8) for one in (a, b, height)), *outside(seen)])
                for step, ((a, b), height, seen) in enumerate(zip(path, at, inside))]
        heading = [filled(say("step", "a column"), 4), *(at_the_right(name, 8) for name in labels),
                   at_the_right(say("height"), 8)]
        self.text = "\n".join(["  ".join(heading), *folded(rows, 40, " ...")])
        self.alt = sentences(*self.told(at))

    def told(self, at):
        """Sentences about the surface, and about the path, whose places are so high."""
        bands = (say("The heights over {x} and {y}: palest below {low}, darkest from {high} on.") if self.edges else
                 say("The heights over {x} and {y}: {lowest} everywhere."))
        low, high = [short((self.edges or self.scale)[end]) for end in (0, -1)]
        yield bands.format(x=self.labels[0], y=self.labels[1], low=low, high=high, lowest=short(self.scale[0]))
        if self.lost:
            percent = say("It is not a number on {lost} percent, which is hatched.")
            yield percent.format(lost=short(100 * self.lost / GRID**2))
        if at:
            ends = [say("({x}, {y}), height {height}").format(x=short(a), y=short(b), height=short(up))
                    for (a, b), up in zip(self.path, at)]
            steps = say("A path of {count} steps goes from {first}, to {last}.")
            yield steps.format(count=len(at) - 1, first=ends[0], last=ends[-1])
        if self.hidden:
            lie = say("{hidden} of its {count} places lie outside the picture.")
            yield lie.format(hidden=self.hidden, count=len(at))

    def draw(self, figure):
        from matplotlib.cm import ScalarMappable
        from matplotlib.colors import BoundaryNorm, ListedColormap
        from matplotlib.lines import Line2D

        across, up = (fitted(label, 350) for label in self.labels)
        axes = figure.add_subplot(xlabel=across, ylabel=up, facecolor=CARD)
        shades = [mixed(LOW, HIGH, 0.85 * band / BANDS) for band in range(len(self.scale) - 1)]
        table, scale = np.clip(self.table, -FAR, FAR), np.clip(self.scale, -FAR, FAR)
        bands = np.interp(table, scale, range(len(scale))) + 1e-6  # a height on a border belongs to the darker band
        if self.lost:
            axes.patch.set_hatch("//")  # seen where no band is
        for band, shade in enumerate(shades):  # each lies upon the one before: so there is no gap between them
            fill(axes, self.x, self.y, bands, band, facecolor=shade, edgecolor="none")
        bar = figure.colorbar(ScalarMappable(BoundaryNorm(range(len(scale)), len(shades)), ListedColormap(shades)),
                              ax=axes, ticks=range(len(scale)))
        bar.ax.set_yticks(range(len(scale)), map(short, self.scale))
        bar.set_label(say("height"))
        places, entries = [place or (math.nan, math.nan) for place in self.shown], []
        axes.plot(*zip(*places), color=CARD, linewidth=5, clip_on=False)  # the way is seen on a dark ground, too
        look = {"color": GRADIENT, "marker": "o", "markeredgecolor": CARD, "clip_on": False}
        if any(self.shown[:1]):
            ring = look | {"markerfacecolor": CARD, "markeredgecolor": GRADIENT, "markersize": 12, "linestyle": ""}
            entries.append((axes.plot(*places[0], **ring, zorder=3)[0], say("start", "of a path")))
        if any(self.shown):
            entries.append((axes.plot(*zip(*places), **look)[0], say("after each step")))
        axes.set(xlim=self.x, ylim=self.y)
        entries.append((box(shades[-1]), say("stronger is higher")))
        entries += [(box(CARD, hatch="//"), say("height not a number"))] * bool(self.lost)
        hidden = say("{hidden} of {count} places lie outside").format(hidden=self.hidden, count=len(self.path))
        entries += [(Line2D([], [], linestyle=""), hidden)] * bool(self.hidden)
        legend(figure, entries)


# Regions


def regions(classify, points, labels):
    """Which class a model gives to each place of the plane, and the points of the data, each class with its own mark.

    classify  takes a list of pairs of numbers and gives a label for each
    Raises ValueError for points that are too far apart to draw.
    """
    points, labels = plain(points), plain(labels)
    if len(points) != len(labels):
        raise ValueError(f"{len(points)} points need as many labels, but got {len(labels)}")
    kept = [(point, label) for point, label in zip(points, labels) if all(map(math.isfinite, point))]
    needed(kept, "points")
    return Regions(classify, *map(list, zip(*kept)), len(points) - len(kept))


class Regions(Plot):
    """Coloured regions with points: `.text` counts which points lie in the region of their class."""

    size = 480, 350

    def __init__(self, classify, points, labels, lost):
        self.points, self.labels = points, labels
        spans = [(min(values) - 0.3, max(values) + 0.3) for values in zip(*points)]
        self.x, self.y = [window(axis, round(low, 1), round(high, 1)) for axis, (low, high) in zip("xy", spans)]
        self.found = plain(classify([[a, b] for b in middles(*self.y) for a in middles(*self.x)]))
        inside = self.inside = [given == label for given, label in zip(plain(classify(points)), labels)]
        counts = [say("class {name}: {inside} of {count} points lie in its region").format(
            name=clean(kind), inside=sum(hit for hit, label in zip(inside, labels) if label == kind),
            count=labels.count(kind)) for kind in classes(labels)]
        left_out = say("{lost} of {count} points have no finite place and are left out")
        counts += [left_out.format(lost=lost, count=lost + len(points))] * bool(lost)
        self.kinds = classes([*labels, *self.found])
        needed(self.kinds, "classes", len(MARKS))
        self.text = "\n".join(counts)
        alt = say("The plane in regions, one for each class, and {count} points. {classes}.")
        self.alt = capped(alt.format(count=len(points), classes=semicolon().join(counts)))

    def draw(self, figure):
        legend(figure, self.paint(figure.add_subplot(xlabel="x", ylabel="y")))

    def paint(self, axes, **look):
        """Draw the regions and the points; the entries of a legend are given."""
        entries, number_of = [], {kind: number for number, kind in enumerate(self.kinds)}
        numbers = np.reshape([number_of[kind] for kind in self.found], (GRID, GRID))
        for number, kind in enumerate(self.kinds):
            inside = (numbers >= number).astype(float)
            if inside.any():  # each region lies upon those before it: so there is no gap between them
                around = sliding_window_view(np.pad(inside, 1, mode="edge"), (3, 3)).mean((2, 3))
                smooth = np.clip(around, 0.55 * inside, 0.45 + 0.55 * inside)  # no stairs, and nothing is lost
                fill(axes, self.x, self.y, smooth, 0.5, facecolor=PALE[number], edgecolor=QUIET)
            places = np.array([point for point, label in zip(self.points, self.labels) if label == kind])
            shape = SPOT | look
            (points,) = axes.plot(*places.reshape(-1, 2).T, MARKS[number], color=COLORS[number % 4], **shape)
            entries.append(((box(PALE[number]), points), say("class {name}").format(name=clean(kind))))
        axes.set(xlim=self.x, ylim=self.y)
        return entries


def frames(panels, columns=3):
    """How a model has learned: several pictures of `regions` side by side, as in a film.

    panels  {title: regions}, each made when the model was so far; at most 12
    Raises ValueError where there are none, or not of the same classes.
    """
    needed(panels, "frames", MOST_FRAMES)
    return Frames({clean(title): drawn for title, drawn in panels.items()}, columns)


class Frames(Plot):
    """Regions side by side: `.text` tells for each how many points lie in the region of their class."""

    def __init__(self, panels, columns):
        self.panels, self.columns = panels, max(1, min(columns, len(panels)))
        if len({tuple(map(clean, drawn.kinds)) for drawn in panels.values()}) > 1:
            raise ValueError("frames show one set of classes, but these differ")
        counts = [say("{title}: {inside} of {count} points lie in the region of their class").format(
            title=title, inside=sum(drawn.inside), count=len(drawn.inside)) for title, drawn in panels.items()]
        self.text = "\n".join(counts)
        alt = say("{count} pictures of a plane in regions, as a model learns. {pictures}.")
        self.alt = capped(alt.format(count=len(panels), pictures=semicolon().join(counts)))
        self.size = 220 * max(self.columns, 2), 190 * -(-len(panels) // self.columns)

    def draw(self, figure):
        rows, entries = -(-len(self.panels) // self.columns), []
        for place, (title, drawn) in enumerate(self.panels.items(), start=1):
            axes = figure.add_subplot(rows, self.columns, place, xticks=[], yticks=[])
            axes.set_title(fitted(title, 200), size=14)
            entries = drawn.paint(axes, markersize=4, markeredgewidth=0.4)
        legend(figure, entries)
