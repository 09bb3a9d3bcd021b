"""From the DOT text of a graph to an SVG that looks the same wherever it is shown.

A layout engine places the nodes: `graphviz-pure`, which pip installs, else Graphviz's own `dot`; in a browser, where no
program can be started, the function `layOutGraph` of the page. Then the SVG is framed: a light card of its own, so that
a dark page does not matter, a legend, no ids, and a title for screen readers.
"""

import functools
import importlib
import re
import shutil
import subprocess
import sys
import sysconfig
from xml.etree import ElementTree

from minigrad.locale import LANGUAGE, say
from minigrad.viz.sheet.arrow_labels import along, beside, bounds, boxes, meet
from minigrad.viz.sheet.words import letters

page = importlib.import_module("js") if sys.platform == "emscripten" else None  # as Pyodide shows it

SVG = "http://www.w3.org/2000/svg"
INK, QUIET, GRADIENT, CARD, RULE = "#1f2933", "#5b6470", "#b3400b", "#fdfdfb", "#d5d9de"
DARK = "filter:invert(.92) hue-rotate(180deg)"  # light and dark change places, and colours stay
DARK_SYSTEM = f"@media screen and (prefers-color-scheme:dark){{svg:root{{{DARK}}}}}"  # :root is a picture in an <img>
STYLES = {  # each kind of box has a shape of its own, so that no meaning hangs on a colour
    "result": {"shape": "box", "color": "#2a5d9f", "fillcolor": "#e6effa"},
    "leaf": {"shape": "box", "style": "rounded,filled", "peripheries": "2", "color": "#2c7a4b", "fillcolor": "#e4f3e8"},
    "constant": {"shape": "box", "style": "rounded,dashed,filled", "color": "#6b7280", "fillcolor": "#f4f4f1"},
    "function": {"shape": "box", "style": "rounded,filled", "color": "#6f52a3", "fillcolor": "#efeaf8"},
    "accumulate": {"shape": "octagon", "margin": "0.02,0.04", "color": "#a86b12", "fillcolor": "#fdf0d8"},
    "none": {"shape": "box", "style": "dashed,filled", "color": "#6b7280", "fillcolor": "#f4f4f1"},
    "more": {"shape": "box", "peripheries": "3", "color": "#5b6470", "fillcolor": "#ffffff"},
    # Of plots, which add signs and hatching:
    "right": {"color": "#2a5d9f", "fillcolor": "#e6effa"},
    "wrong": {"color": "#8c2f04", "fillcolor": "#f6b48c"},
    "back": {"color": "#a86b12", "fillcolor": "#fdf0d8"},
}
LATER = {"peripheries": "2", "fillcolor": "#d5c8ee"}  # a node that the engine made on its way back
STYLES["way"] = STYLES["function"] | LATER
PAGE = 812  # pixels that a page of a small laptop has for a graph and its legend beside each other
STRUCK = say("saved", "a sign in a picture"), say("freed", "a sign in a picture")  # the first of them is struck out
SIGNS = {"argument": "0  1", "filled": "●", "empty": "○", "saved": STRUCK[0], "freed": STRUCK[0], "sent": "1.5"}
LETTERS = {  # what letters a picture asks for, by language
    "en": {"font-family": "Arial, Helvetica, sans-serif"},
    "zh": {"lang": "zh-CN",
           "font-family": "Arial, Helvetica, PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif"},
}
HALO = {"stroke": CARD, "stroke-width": "3", "paint-order": "stroke"}  # letters stay readable where a line passes
# Of the engine's SVG: what nobody sees, and what repeats in every text.
SUPERFLUOUS = re.compile(
    r'<!.*?>|<title>.*?</title>|\n| xml:space="preserve"| font-family="[^"]*"| font-size="12(?:\.00)?"', re.DOTALL
)


class LayoutError(RuntimeError):
    """Nothing to draw with, or a layout engine that failed. The message is the one sentence that a reader needs."""


def engine():
    """The path of the layout engine: among this Python's programs first, then on the PATH; None if there is none.

    In a browser the name of the page's function.
    """
    if page is not None:
        return "layOutGraph" if hasattr(page, "layOutGraph") else None
    beside = shutil.which("graphviz-pure", path=sysconfig.get_path("scripts"))
    return beside or shutil.which("graphviz-pure") or shutil.which("dot")


@functools.lru_cache(maxsize=64)
def lay_out(source, program):
    if page is not None:
        return page.layOutGraph(source)
    try:
        done = subprocess.run([program, "-Tsvg"], input=source.encode(), capture_output=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        failed = say("No picture: the layout engine failed ({error}).")
        raise LayoutError(failed.format(error=type(error).__name__)) from error
    return done.stdout.decode()


def svg(source, alt, legend=(), steps=None, words=None, below=False, kept=frozenset()):
    """The framed SVG of a DOT text.

    legend  [(kind, words)]
    steps   {id of a node or edge: the step at which it runs}: nodes get a badge, groups an attribute `data-step`
    words   {id of an arrow: (what to write beside it, at its "tail" or "head", whether on its left)}; for labels in the
            DOT text the engine makes room, which in a large graph takes half of its time
    below   whether the legend may stand below the graph, in columns, where a page has no room for it beside
    kept    the lines of nodes that say what these keep, which the stepper strikes out when it is freed, or have freed
    Raises LayoutError.
    """
    program = engine()
    if program is None:
        raise LayoutError(say("No picture: no layout engine was found. `pip install graphviz-pure` gives one."))
    drawn = parsed(SUPERFLUOUS.sub("", lay_out(source, program)))
    width, height = (float(size) for size in drawn.get("viewBox").split()[2:])
    graph = drawn.find("g")
    width = max(width, write_beside(graph, words or {}))
    tidy(graph, steps or {}, kept, "rankdir=LR" in source)
    left, right = clear_upright(graph)
    beyond = -left
    width = max(width, right) + beyond
    margin, gap = 14, 22
    below = bool(below and legend and width + gap + column_width(legend) > PAGE)
    high, word = (20, 60) if below else (22, 0)  # of a line of the legend, and of its heading beside it
    columns = in_columns(legend, PAGE - word if below else 0, gap)
    rows, across = max(map(len, columns), default=0), sum(map(column_width, columns)) + gap * (len(columns) - 1) + word
    if below:
        width, height = max(width, across), height + 8 + high * rows
        left, top = margin, margin + height - high * rows
    else:
        left, top = margin + width + gap, margin + high
        width, height = width + (gap + across) * bool(legend), max(height, high * (rows + 1) * bool(legend))
    head = part("text", say("Legend"), x=f"{left:g}", y=f"{top + 15 if below else margin + 12:g}",
                **{"font-weight": "bold"})
    aside = [head, *legend_parts(columns, left + word, top, high, gap)] if legend else []
    shifted = part("g", transform=f"translate({margin + beyond:g} {margin})")
    shifted.append(graph)
    return card(round(2 * margin + width), round(2 * margin + height), alt, [shifted, *aside], size=12)


def card(width, height, alt, parts, size=14):
    """An SVG text: the parts on a light card of their own, which is dark where the reader's system is.

    alt   what a screen reader says
    size  of the letters, in pixels
    """
    root = part("svg", xmlns=SVG, width=width, height=height, viewBox=f"0 0 {width} {height}", role="img",
                **LETTERS[LANGUAGE], **{"font-size": str(size), "fill": INK})
    root.append(part("title", alt))
    root.append(part("style", DARK_SYSTEM))
    root.append(part("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=10, fill=CARD, stroke=RULE))
    root.extend(parts)
    return ElementTree.tostring(root, encoding="unicode")


def parsed(text):
    """The root element of an SVG text. Its tags have no namespace, which `card` gives to all that it holds."""
    return ElementTree.fromstring(text.replace(f' xmlns="{SVG}"', "", 1))


def part(tag, text=None, **attributes):
    element = ElementTree.Element(tag, {name: str(value) for name, value in attributes.items()})
    element.text = text
    return element


def write_beside(graph, words):
    """Write each arrow's words beside it, where they cover nothing. Gives how far to the right they reach."""
    taken, reach = covered(graph), 0
    for group in graph.iterfind("g"):
        if group.get("id") in words:
            text, near, left = words[group.get("id")]
            at, left, box = beside(group.find("path"), near, left, text, taken)
            look = {"text-anchor": "end" if left else "start", "fill": QUIET, **HALO}
            group.append(part("text", text, x=f"{at.real:g}", y=f"{at.imag + 4:g}", **look))
            taken.append(box)
            reach = max(reach, box[2])
    return reach


def covered(graph):
    """The boxes of a graph's nodes."""
    outlines = [shape for group in graph.iterfind("g") if "node" in group.get("class") for shape in group
                if shape.tag in ("ellipse", "polygon", "path")]
    return [box for shape in outlines for box in boxes(shape)]


def clear_upright(graph):
    """Words that the engine has written across an upright arrow stand beside it, on the side that is free, if one is.
    Gives how far to the left and to the right these reach, 0 at least."""
    edges = [group for group in graph.iterfind("g") if group.get("class") == "edge"]
    taken, reach = covered(graph), [0.0]
    for group in edges:
        left, _, right, _ = bounds(group.find("path"))
        for text in group.iterfind("text") if right - left < 1 else ():
            wide, begin, y = 7 * letters(text.text), float(text.get("x")), float(text.get("y")) - 4  # they are bold
            if not begin < left < begin + wide:
                continue
            sides = [(left - 7 - wide, y - 7, left - 7, y + 7), (left + 7, y - 7, left + 7 + wide, y + 7)]
            ways = [(at.real, at.imag, at.real, at.imag) for other in edges if other is not group
                    for at in along(other.find("path"))]
            free = min(sides, key=lambda box: sum(meet(box, other) for other in (*taken, *ways)))
            text.set("x", f"{free[0] if free is sides[1] else free[2]:g}")
            text.set("text-anchor", "start" if free is sides[1] else "end")
            reach += free[0], free[2]
    return min(reach), max(reach)


def tidy(graph, steps, kept, across):
    """Take out ids and the background, and mark the steps: gradients get the class "sent", what nodes keep the
    class "kept". Whether arrows go from left to right is said by `across`."""
    plain = "plain" in graph.get("class")
    heads = [bounds(head) for group in graph.iterfind("g") if steps and "edge" in group.get("class")
             for head in group.iter("polygon")]
    graph.attrib.pop("id", None)
    for child in list(graph):
        if child.tag == "polygon":  # the engine's own background
            graph.remove(child)
    for group in graph.iter("g"):
        step = steps.get(group.attrib.pop("id", None))
        if step is not None:
            group.set("data-step", str(step))
            if "badge" in group.get("class"):
                group.append(badge(group, step, across, heads))
        if plain:
            embolden(group)
    for text in graph.iter("text"):
        text.text = text.text.rstrip()  # spaces were only for room
        if text.text == " ".join(STRUCK) and text.text in kept:
            strike(text)
        elif text.get("fill") == GRADIENT:
            text.set("class", "sent")
        elif steps and text.text in kept:
            text.set("class", "kept")


def embolden(group):
    """Of a node's plain label the first line becomes bold, the others small; the spaces around were only for room."""
    for line, text in enumerate(group.iterfind("text")):
        text.text = text.text.strip()
        if group.get("class") == "node":
            text.attrib.update({"font-size": "12"} if line else {"font-weight": "bold"})


def strike(text):
    """The first of the two words is struck out."""
    text.text = None
    struck = part("tspan", STRUCK[0], **{"text-decoration": "line-through"})
    struck.tail = f" {STRUCK[1]}"
    text.append(struck)


def badge(group, step, across, heads):
    """A small numbered disc at the left end of a node, or, where arrows go from left to right, on a corner of that end
    on which no arrow ends."""
    outline = next(child for child in group.iter() if child.get("points") or child.get("d") or child.get("rx"))
    x, upper, _, lower = bounds(outline)
    corners = [y for y in (upper, lower) if not any(meet((x - 11, y - 11, x + 11, y + 11), head) for head in heads)]
    y = (corners or [upper])[0] if across else (upper + lower) / 2
    disc = part("g", transform=f"translate({x:g} {y:g})", **{"class": "disc"})
    disc.append(part("circle", r=11, fill=CARD, stroke=INK))
    disc.append(part("text", str(step), y=4.3, **{"text-anchor": "middle", "font-weight": "bold"}))
    return disc


def in_columns(legend, width, gap):
    """The entries of the legend in as many columns as fit into this width; in one, if no more do."""
    for rows in range(1, len(legend)):
        columns = [legend[first:first + rows] for first in range(0, len(legend), rows)]
        if sum(map(column_width, columns)) + gap * (len(columns) - 1) <= width:
            return columns
    return [legend] if legend else []


def column_width(column):
    return max(44 + 6.3 * letters(words) for _, words in column)


def legend_parts(columns, x, y, high, gap):
    """The legend from (x, y) on: one small shape and a few words for each kind, in columns of rows so high."""
    for column in columns:
        for row, (kind, words) in enumerate(column):
            middle = y + 11 + high * row
            glyph = part("g", transform=f"translate({x:g} {middle:g})")
            glyph.extend(glyph_parts(kind))
            yield from (glyph, part("text", words, x=f"{x + 40:g}", y=f"{middle + 4:g}"))
        x += column_width(column) + gap


def glyph_parts(kind):
    """A shape 30 wide and 16 high around (15, 0)."""
    if kind == "arrow":
        return [part("path", d="M1,0H22", fill="none", stroke=QUIET, **{"stroke-width": "1.3"}),
                part("path", d="M30,0L21,-4V4Z", fill=QUIET)]
    if kind == "cut":
        return [part("path", d="M1,0H26M26,-6V6", fill="none", stroke=QUIET, **{"stroke-width": "1.6"})]
    if kind in SIGNS:
        look = {"freed": {"text-decoration": "line-through"}, "sent": {"font-weight": "bold"}}.get(kind, {})
        fill = GRADIENT if kind == "sent" else QUIET
        return [part("text", SIGNS[kind], x=15, y=4, fill=fill, **{"text-anchor": "middle", **look})]
    if kind == "badge":
        return [part("circle", cx=15, r=9, fill=CARD, stroke=INK),
                part("text", "1", x=15, y=4.3, **{"text-anchor": "middle", "font-weight": "bold"})]
    if kind == "end":
        return [*glyph_parts("leaf"), part("path", d="M3,-0.5V-5H27V-0.5Z", fill=STYLES["accumulate"]["fillcolor"])]
    style = STYLES["function" if kind == "stale" else kind]
    look = {"fill": style["fillcolor"], "stroke": style["color"]}
    if kind == "stale":
        return [part("rect", x=1, y=-7, width=28, height=14, rx=5, **look,
                     **{"stroke-width": "3", "stroke-dasharray": "5 2"})]
    if "dashed" in style.get("style", ""):
        look["stroke-dasharray"] = "4 2"
    if style["shape"] == "octagon":
        return [part("path", d="M0,-3L8,-8H22L30,-3V3L22,8H8L0,3Z", **look)]
    corner = 5 if "rounded" in style.get("style", "") else 0
    outlines = int(style.get("peripheries", 1))
    return [part("rect", x=inset, y=inset - 8, width=30 - 2 * inset, height=16 - 2 * inset, rx=max(corner - inset, 0),
                 **look) for inset in range(0, 3 * outlines, 3)]
