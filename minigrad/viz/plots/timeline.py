"""`timeline`: how many bytes the graph keeps after each step forward, and after each step back."""

from collections import Counter
from itertools import count

from minigrad.locale import say
from minigrad.viz.graph.saved import kept, nodes_of, place
from minigrad.viz.plots.canvas import Plot, box, fitted, legend, pixels, room, strokes
from minigrad.viz.sheet.layout import QUIET, STYLES
from minigrad.viz.sheet.page import Table
from minigrad.viz.sheet.words import name_of, tensors_of

MOST = 24  # rows; of more, some between the first and the last are shown
ROW, BAR, LONGEST = 24, 280, 300  # the height of a row, and how long a bar and the name of a node may be, in pixels


def timeline(out):
    """What the nodes behind `out` (a result, or a list of them) keep for the way back, as time goes on.

    Forward, each node adds what it saves; in `backward()` each gives it up after its turn. Nodes that save nothing have
    no row. An array that several nodes save counts once, from the first that saves it to the last that is done.
    Only what the nodes keep is counted, not tensors that you hold yourself; and only what is still there.
    Nothing is run, and no tensor is changed. Raises TypeError when `out` is not a tensor.
    """
    found = [(name_of(node), [place(tensor) for _, tensor, _ in kept(node) if tensor is not None])
             for node in sorted(nodes_of(tensors_of(out)), key=lambda node: node._sequence_nr())]
    return Timeline([(name, places) for name, places in found if places])


class Timeline(Plot):
    """The bars: `.rows` [(way, node, bytes kept afterwards)], `.peak` the most bytes that are kept at one time."""

    def __init__(self, found):
        holders, self.rows, now = Counter(), [], 0
        for way, change, steps in (("forward", 1, found), ("backward", -1, found[::-1])):
            for name, places in steps:
                for where, size in places:
                    held = holders[where] > 0
                    holders[where] += change
                    now += size * ((holders[where] > 0) - held)
                self.rows.append((way, name, now))
        self.peak = max((size for *_, size in self.rows), default=0)
        alt = (say("What the graph keeps grows to {bytes:,} bytes in {count:,} forward steps that save something; "
                   "backward gives it up step by step.") if found else
               say("This graph keeps nothing: nothing was saved, or it is freed already."))
        self.alt = alt.format(bytes=self.peak, count=len(found))
        self.shown = thinned(self.rows)
        self.names = [fitted(name, LONGEST) for _, name, _ in self.shown]
        self.left = 10 + max(map(room, self.names), default=0)
        self.size = max(self.left + BAR + 30 + room(f"{self.peak:,}"), 440), 40 + ROW * len(self.shown)
        ways = {"forward": say("forward", "a way"), "backward": say("backward", "a way")}
        cells = [(ways[way], name, f"{size:,}") for way, name, size in self.shown]
        columns = say("way", "a column"), say("after the step of", "a column"), say("bytes kept", "a column")
        self.text = Table(self.alt, columns, cells).text

    def draw(self, figure):
        looks, entries = {}, []
        for way, words, kind, hatch in (("forward", say("forward: it saves"), "result", ""),
                                        ("backward", say("backward: it frees"), "back", "//")):
            fill, edge = STYLES[kind]["fillcolor"], STYLES[kind]["color"]
            looks[way] = {"color": fill, "edgecolor": edge, "hatch": hatch}
            entries.append((box(fill, edge, hatch=hatch), words))
        top = legend(figure, entries) + 36
        axes, (left, pixel) = pixels(figure), (self.left, BAR / (self.peak or 1))
        heading = say("bytes that the graph keeps after the step of each node")
        if len(self.shown) < len(self.rows):
            heading = say("bytes that the graph keeps, after {shown} of its {count:,} steps")
        axes.text(0, top - 16, heading.format(shown=len(self.shown), count=len(self.rows)))
        strokes(axes, [(left, top, left, top + ROW * len(self.shown))], QUIET, 0.8)
        for name, (way, _, size), y in zip(self.names, self.shown, count(top + ROW / 2, ROW)):
            axes.text(left - 8, y + 5, name, ha="right")
            axes.barh(y, size * pixel, 18, left, **looks[way])
            axes.text(left + size * pixel + 7, y + 5, f"{size:,}")


def thinned(rows):
    """At most MOST of the rows, evenly chosen, with the first, the last, and the two around the peak."""
    if len(rows) <= MOST:
        return rows
    half = len(rows) // 2
    chosen = {round(k * (half - 1) / (MOST // 2 - 1)) for k in range(MOST // 2)}
    return [rows[k] for k in sorted(chosen | {len(rows) - 1 - k for k in chosen})]
