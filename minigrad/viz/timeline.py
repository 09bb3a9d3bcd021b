"""`timeline`: how many bytes the graph keeps after each step forward, and after each step back."""

from minigrad.viz.kept import kept, place, reachable
from minigrad.viz.layout import STYLES, card, legend_parts, part
from minigrad.viz.page import Picture, Table
from minigrad.viz.words import name_of, tensors_of

MOST = 24  # rows; of more, some between the first and the last are shown
ROW, BAR, MARGIN, CHARACTER = 24, 260, 16, 7.8  # in pixels


def timeline(out):
    """What the nodes behind `out` (a result, or a list of them) keep for the way back, as time goes on.

    Forward, each node adds what it saves; in `backward()` each gives it up after its turn. Nodes that save nothing have
    no row. An array that several nodes save counts once, from the first that saves it to the last that is done.
    Only what the nodes keep is counted, not tensors that you hold yourself; and only what is still there.
    Nothing is run, and no tensor is changed. Raises TypeError when `out` is not a tensor.
    """
    nodes = reachable([tensor.grad_fn for tensor in tensors_of(out) if tensor.grad_fn is not None])
    nodes.sort(key=lambda node: node._sequence_nr())
    found = [(name_of(node), [place(tensor) for _, tensor, _ in kept(node) if tensor is not None])
             for node in nodes]
    return Timeline([(name, places) for name, places in found if places])


class Timeline(Picture):
    """The bars: `.rows` [(way, node, bytes kept afterwards)], `.peak` the most bytes that are kept at one time."""

    def __init__(self, found):
        holders, self.rows, now = {}, [], 0
        for name, places in found:
            for where, size in places:
                holders[where] = holders.get(where, 0) + 1
                now += size * (holders[where] == 1)
            self.rows.append(("forward", name, now))
        self.peak = now
        for name, places in reversed(found):
            for where, size in places:
                holders[where] -= 1
                now -= size * (not holders[where])
            self.rows.append(("backward", name, now))
        self.alt = (
            f"What the graph keeps grows to {self.peak:,} bytes in {len(found):,} forward steps that save something; "
            "backward gives it up step by step." if found else "This graph keeps nothing: nothing was saved, or it is "
            "freed already."
        )
        self.shown = thinned(self.rows)
        cells = [(way, name, f"{size:,}") for way, name, size in self.shown]
        self.text = Table(self.alt, ("way", "after the step of", "bytes kept"), cells).text

    def svg(self):
        """The picture as SVG text, the same at every run."""
        left = MARGIN + CHARACTER * max((len(name) for _, name, _ in self.shown), default=0)
        heading = "bytes that the graph keeps after the step of each node"
        if len(self.shown) < len(self.rows):
            heading = f"bytes that the graph keeps, after {len(self.shown)} of its {len(self.rows):,} steps"
        parts = [part("text", heading, x=MARGIN, y=MARGIN + 8)]
        for row, (way, name, size) in enumerate(self.shown):
            y, style = MARGIN + 20 + ROW * row, STYLES["result" if way == "forward" else "accumulate"]
            width = BAR * size / self.peak if self.peak else 0
            look = {"fill": style["fillcolor"], "stroke": style["color"]}
            parts.append(part("text", name, x=f"{left:g}", y=y + 16, **{"text-anchor": "end"}))
            parts.append(part("rect", x=f"{left + 10:g}", y=y + 3, width=f"{width:g}", height=ROW - 6, **look))
            if way == "backward":  # a second line at the end of the bar: no meaning by colour alone
                end = left + 10 + width
                parts.append(part("path", d=f"M{end + 3:g},{y + 3}v{ROW - 6}", stroke=style["color"]))
            parts.append(part("text", f"{size:,}", x=f"{left + 18 + width:g}", y=y + 16))
        right = max(left + BAR + 40 + CHARACTER * len(f"{self.peak:,}"), MARGIN + 7 * len(heading))
        legend = legend_parts([("result", "forward: it saves"), ("back", "backward: it frees")], right, MARGIN)
        height = max(MARGIN * 2 + 20 + ROW * len(self.shown), 100)
        return card(round(right + 200), height, self.alt, [*parts, *legend])


def thinned(rows):
    """At most MOST of the rows, evenly chosen, with the first, the last, and the two around the peak."""
    if len(rows) <= MOST:
        return rows
    half = len(rows) // 2
    chosen = {round(k * (half - 1) / (MOST // 2 - 1)) for k in range(MOST // 2)}
    return [rows[k] for k in sorted(chosen | {len(rows) - 1 - k for k in chosen})]
