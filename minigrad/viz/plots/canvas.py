"""Plots drawn by matplotlib: one look for all, letters that stay letters, and the same bytes at every run."""

import io
import math
import re
import threading
import warnings
from textwrap import shorten
from xml.etree import ElementTree

import numpy as np

from minigrad.locale import say
from minigrad.viz.sheet.layout import INK, QUIET, LayoutError, card, parsed, part
from minigrad.viz.sheet.page import Picture

XLINK = "http://www.w3.org/1999/xlink"
PADDING = 8  # pixels between the plot and the edge of its card
COLORS = ["#2a5d9f", "#b3400b", "#2c7a4b", "#6f52a3"]  # dark enough on the card for eyes that see red and green alike
DRAWING = threading.Lock()  # the settings of matplotlib, which a plot changes for a moment, belong to all threads
LONG = re.compile(r"\d+\.\d{3,}")  # a number with more digits than an eye can see
NARROW = set(" .,:;'|!()[]-/ijlrtfI")
LOOK = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: every computer measures the same, Chinese letters as boxes
    "svg.fonttype": "none",  # letters, not outlines: they can be searched, and a reader's own font shows them
    "svg.hashsalt": "minigrad",  # ids that do not change from run to run
    "text.parse_math": False,  # a name with a $ in it is a name
    "font.size": 14,
    "axes.formatter.offset_threshold": 6,  # whole numbers beside an axis, not what to add to them, if these are short
    "xtick.labelsize": 12,
    "ytick.labelsize": 12,
    "legend.fontsize": 14,
    "legend.frameon": False,
    "legend.borderaxespad": 0,
    "text.color": INK,
    "axes.labelcolor": QUIET,
    "axes.edgecolor": QUIET,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 2,
    "hatch.color": QUIET,
}


class Plot(Picture):
    """A picture that matplotlib draws: a kind of plot has `size`, in pixels, and `draw(figure)`."""

    def svg(self):
        """The picture as SVG text, the same at every run. Raises LayoutError when matplotlib cannot be loaded."""
        try:  # here, since loading it takes as long as everything else of a notebook's first cell
            from matplotlib import style
            from matplotlib.backends.backend_svg import FigureCanvasSVG
            from matplotlib.figure import Figure
        except Exception as error:  # whatever a broken installation, or a backend that does not exist, may raise
            reason = say("No picture: matplotlib could not be loaded ({kind}: {error}).")
            if isinstance(error, ModuleNotFoundError) and error.name == "matplotlib":
                reason = say("No picture: matplotlib was not found. `pip install matplotlib` gives it.")
            said = shorten(str(error), 120, placeholder=" …")
            raise LayoutError(reason.format(kind=type(error).__name__, error=said)) from error
        with DRAWING, style.context(["default", LOOK]), warnings.catch_warnings(), np.errstate(over="ignore"):
            warnings.filterwarnings("ignore", "Glyph .* missing")  # the reader's font will have it
            width, height = self.size
            figure = Figure(figsize=(width / 72, height / 72), dpi=72, layout="constrained")  # a point is a pixel
            self.draw(figure)
            return framed(FigureCanvasSVG(figure), self.alt)


def framed(canvas, alt):
    """matplotlib's SVG of a figure on a card, in the letters of all pictures."""
    written = io.BytesIO()
    told = {"Date": None, "Creator": None, "Type": None, "Format": None}
    canvas.print_svg(written, metadata=told)  # `savefig` would draw everything twice
    drawn = parsed(re.sub(r">\s+<", "><", written.getvalue().decode()))
    ElementTree.register_namespace("xlink", XLINK)
    for element in drawn.iter():
        for name, value in element.items():
            element.set(name, LONG.sub(lambda number: f"{round(float(number[0]), 2):g}", " ".join(value.split())))
        if element.tag == "g":
            element.attrib.pop("id", None)  # counted anew in every picture, and a page holds many
            marks = element.findall("use")
            if len({mark.get("style") for mark in marks}) == 1:  # of a hundred points the look is said once
                element.set("style", [mark.attrib.pop("style") for mark in marks][0])
        elif element.tag == "text":
            look = [word for word in element.get("style").split("; ") if not word.startswith("font-family")]
            element.set("style", "; ".join(look))
            if element.get("transform").startswith("rotate(-0 "):  # turned by nothing: half of what a number takes
                del element.attrib["transform"]
    width, height = (round(size * 72) for size in canvas.figure.get_size_inches())
    shifted = part("g", transform=f"translate({PADDING} {PADDING})", **{"stroke-linejoin": "round"})
    shifted.extend(child for child in drawn if child.find("style") is None)  # its style sheet is for a whole page
    return card(width + 2 * PADDING, height + 2 * PADDING, alt, [shifted])


def pixels(figure):
    """Axes that cover the figure, without ticks: x and y are pixels from the upper left corner."""
    width, height = figure.get_size_inches() * 72
    figure.set_layout_engine("none")
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    return axes


def box(color, edge=QUIET, **look):
    """A filled box for a legend."""
    from matplotlib.patches import Patch

    return Patch(facecolor=color, edgecolor=edge, **look)


def legend(figure, entries):
    """A legend above the plot: the figure grows by its height, which is given, in pixels.

    entries  [(what matplotlib drew, its words)]
    """
    width, height = figure.get_size_inches() * 72
    shapes, words = zip(*[(shape, fitted(words, width - 64)) for shape, words in entries])

    def fits(columns):  # in matplotlib's own letters, which are broader
        return sum(64 + 1.2 * max(map(room, column)) for column in np.array_split(words, columns)) <= width

    # Only one column where there may be letters that matplotlib's font has not, and whose width it does not know.
    columns = next(filter(fits, range(len(words), 1, -1)), 1) if "".join(words).isascii() else 1
    rows = -(-len(words) // columns)
    columns = -(-len(words) // rows)  # read downwards: no column is shorter by more than the last rows need
    high = 34 + 22 * rows
    figure.set_size_inches(width / 72, (height + high) / 72)
    figure.legend(shapes, words, title=say("Legend"), loc="outside upper left", ncols=columns, alignment="left",
                  title_fontproperties={"weight": "bold"})
    return high


def strokes(axes, lines, color, width):
    """Straight lines, (x, y, x, y), as one path: a picture with many of them stays small."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    ends = np.reshape(list(lines), (-1, 2))
    if len(ends):
        path = Path(ends, [Path.MOVETO, Path.LINETO] * (len(ends) // 2))
        path.should_simplify = False  # it would join lines that meet
        axes.add_patch(PathPatch(path, fill=False, edgecolor=color, linewidth=width, clip_on=False))


def room(words, size=14):
    """About how many pixels words take in Arial: too many rather than too few."""
    return math.ceil(size * sum(map(breadth, words)))


def breadth(letter):
    """How broad a letter is, as a share of its size."""
    if ord(letter) > 0x24F:  # beyond the Latin letters: Chinese is square, and small pictures are broader still
        return 1.4 if ord(letter) > 0xFFFF else 1
    if letter in "MWm@%":
        return 1.02
    return 0.34 if letter in NARROW else 0.78 if letter.isupper() or letter in "w&+=<>~×" else 0.56


def fitted(words, width, size=14):
    """The words, shortened where they would take more than so many pixels."""
    kept = words
    while room(kept, size) > width:
        kept = kept.removesuffix("…")[:-1] + "…"
    return kept
