"""`draw`: the graph behind a result as a picture, with its structure in words beside it."""

import functools
import html
import re
from pathlib import Path

try:
    import graphviz
except ModuleNotFoundError:  # then there are words, and a sentence that says how to get pictures
    graphviz = None

from minigrad.locale import columns, say
from minigrad.viz.graph import collect as graphs
from minigrad.viz.graph.expressions import operation, sign, told_apart, written
from minigrad.viz.graph.saved import made_before
from minigrad.viz.sheet import words as sheet
from minigrad.viz.sheet.layout import GRADIENT, INK, LATER, QUIET, STRUCK, STYLES, LayoutError, svg
from minigrad.viz.sheet.page import Picture
from minigrad.viz.sheet.words import kind, named_tensors, readable, title

FONT = {"fontname": "Arial"}  # one name: given a list, the engine measures with another font
PAGE = 1150  # pixels, about: a compact picture that would be longer runs downwards
LARGE = 20  # a graph of more nodes gets plain labels, which cost the engine half the time of tables
MEANINGS = {
    "result": say("result of an operation"),
    "leaf": say("leaf: keeps its .grad"),
    "function": say("function node"),
    "accumulate": say("adds into a leaf's .grad"),
    "end": say("leaf: its node adds into .grad"),
    "none": say("no gradient goes here"),
    "constant": say("requires_grad is False"),
    "more": say("many, folded into one"),
}
GRADS = {"filled": ("●", say(".grad holds a gradient")), "empty": ("○", say(".grad is None"))}
KEPT = {
    "way": say("way back: made by the engine"),
    "saved": say("kept for its rule"),
    "freed": say("freed: a pass is done"),
    "stale": say("stale: overwritten since it was saved"),
}
THEN_FREED = say("kept for its rule, then freed")
NEW_IN = {"more": 4, "sent": 4, "badge": 4, "freed": 7, "stale": 9, "way": 12}  # the chapter that shows it first
STALE = {"style": "rounded,filled,dashed", "penwidth": "3"}
ALIKE = ("CatBackward0", "StackBackward0")  # their arguments change places where fewer arrows cross then
GUESS = (say("as you named it:"), say("the graph holds only None"))


def draw(
    out, /, names=None, *, view="backward", full=False, values=True, saved=True, since=None, legend=None, **tensors,
):
    """The graph behind `out`: a Graph, which a notebook shows as a picture.

    out      a result (or a leaf), or a list of them
    names    what to call the tensors: `draw(z, x=x, y=y)`, or a mapping such as `draw(z, globals())`, of which only
             tensors whose names do not begin with "_" are used. For a tensor that requires no gradient the
             graph holds None; often what a node saved shows which tensor that was. If then a single None and a single
             tensor given by keyword remain, the tensor is drawn there, "as you named it"
    view     "backward": arrows as the graph points, from the result to the leaves, the way gradients go;
             "forward": arrows as one computes
    full     True draws every edge, the ones that lead to None as well, and `AccumulateGrad` as a node of its own.
             Else a number stands inside its operation, a result beside its node, and a leaf has one box with its
             `AccumulateGrad`; if a page has room for it, the picture runs from left to right. The forward view is
             always full
    values   False shows shapes instead of numbers
    saved    False leaves out what the nodes keep for their rules
    since    a result whose gradient was recorded: nodes that do not hang behind it were made on the way back, and are
             shaded, in a double line, and say so
    legend   True explains every sign, False none; by itself a chapter's picture explains what that chapter brings
    Nothing is computed, and no tensor is changed. Raises TypeError when `out` is not a tensor.
    """
    if view not in ("backward", "forward"):
        raise ValueError(f'view is "backward" or "forward", not {view!r}')
    out, tensors = readable(out, tensors)
    named = named_tensors(names, tensors)
    structure = graphs.fold(graphs.collect(out, named, {id(tensor) for tensor in tensors.values()}), narrow=True)
    structure.saved, structure.before = saved, made_before(since)
    return Graph(structure, view, values, legend=legend, full=full)


class Graph(Picture):
    """A drawn graph. `.text` is its structure in words, from the result on in either view; `.alt` its point in a
    sentence, `.dot` its source."""

    def __init__(self, structure, view="backward", values=True, notes=None, legend=None, full=False):
        """notes: {id of a node or edge: (step, lines to add)}, for the stepper."""
        notes, structure.values = notes or {}, values
        self.text = graphs.text(structure, values)
        self.alt = graphs.sentence(structure, view)
        self.dot = None
        if graphviz is not None:
            self._sketch(structure, view, values, notes, legend, full)

    def _sketch(self, structure, view, values, notes, legend, full):
        sketch = Sketch(structure, values, notes)
        form = sketch.forward if view == "forward" else sketch.backward if full else sketch.compact
        form(structure)
        sketch.shared_memory()
        self.dot = sketch.digraph.source
        self._legend = [] if legend is False else sketch.legend(1 if legend else sheet.CHAPTER)
        self._steps = {key: step for key, (step, _) in notes.items()}
        self._words, self._below, self._kept = sketch.words, sketch.across, sketch.kept

    def svg(self):
        """The picture as SVG text, the same at every run. Raises LayoutError when no layout engine is there."""
        if self.dot is None:
            raise LayoutError(say(
                "No picture: the library graphviz was not found. `pip install graphviz graphviz-pure` gives it."))
        return svg(self.dot, self.alt, self._legend, self._steps, self._words, self._below, self._kept)

    def save(self, path):
        """Write the picture (.svg) and its source (.dot) side by side. Raises LayoutError, and writes nothing."""
        path = Path(path)
        super().save(path.with_suffix(".svg"))
        path.with_suffix(".dot").write_text(self.dot, encoding="utf-8")


def label(heading, lines=(), added=(), above=""):
    """An HTML-like label of Graphviz: a bold heading, smaller lines, and lines of the stepper, bold and coloured.

    above  what stands in a part of its own over them, in the colour of `AccumulateGrad`
    """
    rows = [f"<b>{escape(heading)}</b>"] if heading else []
    rows += [f'<font point-size="12">{escape(row)}</font>' for line in lines for row in split(line)]
    rows += [f'<font point-size="12" color="{GRADIENT}"><b>{escape(row)}</b></font>'
             for line in added for row in split(line)]
    if not rows:
        return None
    cells = "".join(f"<tr><td>{row}</td></tr>" for row in rows)
    if above:
        color = STYLES["accumulate"]["fillcolor"]
        cells = f'<tr><td bgcolor="{color}" cellpadding="3"><font point-size="12">{above}</font></td></tr>{cells}'
    padding = 1 if heading else 3  # an arrow's label keeps some distance from its arrow
    return f'<<table border="0" cellborder="0" cellspacing="0" cellpadding="{padding}">{cells}</table>>'


def plain(heading, lines):
    """The same as plain text; `layout.tidy` makes the heading bold, the lines small, and drops the spaces around."""
    heading = heading.center(6 * len(heading) // 5)  # bold letters need more room
    return "\\n".join(map(escape, [heading, *(row for line in lines for row in split(line))]))


def escape(text):
    return html.escape(roomy(text)).replace("\\", "\\\\")


def roomy(text):
    """The text, behind it spaces for what the layout engine takes a Chinese letter, of three bytes, too narrow for.

    Each byte counts as a space, which is 0.28 of the letter's width; `layout.tidy` drops these spaces.
    """
    wide = 0 if text.isascii() else columns(text) - len(text)
    wide += text.count("…") if wide else 0  # among them dots are as wide
    return text + " " * -(-6 * wide // 10)


def split(line):
    """The rows of a matrix under each other."""
    return line.replace("], [", "],\n[").split("\n")


@functools.lru_cache(maxsize=1024)
def quoted(word):
    """As DOT has it; boxes have the same few words."""
    return graphviz.quoting.quote(word)


def targets(node):
    """The nodes that a root leads to: none, one, or of a folded root several."""
    return node if isinstance(node, list) else [node] if node else []


def output_of(edge):
    """Which output of its target an edge leads to, where that is not the first."""
    return say("output {number}").format(number=edge.output) if edge.output else ""


class Sketch:
    """Puts one structure into DOT. Ids are counted: n3 a node, v3 its leaf, e3_0 its first edge, r0 a root's edge."""

    def __init__(self, structure, values, notes):
        self.structure = structure
        self.values = values
        self.notes = notes
        self.seen = set()
        self.places = {}  # {id of a tensor: its box}
        self.kept = set()  # the lines, as drawn, that say what a node keeps
        self.words = {}  # of a plain graph {id of an arrow: (what to write beside it, at which end, on its left?)}
        self.in_one = self.across = False  # whether a leaf and its node have one box; whether arrows go to the right
        self.ordered = True  # whether all nodes' arrows keep the order of the arguments
        self.plain = len(structure.nodes) > LARGE and not notes  # notes have a colour of their own
        self.told = {} if len(structure.nodes) > LARGE else told_apart(structure)
        graph = {"class": "plain", "ranksep": "0.5"} if self.plain else {"ranksep": "0.28"}
        self.digraph = graphviz.Digraph(
            graph_attr={"bgcolor": "transparent", "nodesep": "0.3", "pad": "0.1", **graph},
            node_attr={**FONT, "fontsize": "14", "fontcolor": INK, "style": "filled", "margin": "0.14,0.07"},
            edge_attr={**FONT, "fontsize": "12", "fontcolor": QUIET, "color": QUIET, "arrowsize": "0.8"},
        )

    def write(self, start, text, attributes):
        """One line of DOT. The library's own `node` and `edge` would quote every word anew."""
        pairs = ([("label", text)] if text else []) + sorted(attributes.items())
        words = " ".join([f"{key}={quoted(value)}" for key, value in pairs])
        self.digraph.body.append(f"\t{start} [{words}]\n" if words else f"\t{start}\n")

    def box(self, name, what, heading, lines=(), above="", **look):
        self.seen.add("end" if above else what)
        badge = name.startswith("n") and name in self.notes
        step = {"class": "badge"} if badge else {}
        step |= {"margin": "0.22,0.07"} if badge and what == "function" else {}
        if self.plain:
            text = plain(heading, [above, *lines] if above else lines)
        else:
            text = label(heading, lines, self.added(name), above)
        self.write(name, text, {"id": name, **STYLES[what], **step, **look})

    def added(self, name):
        """The stepper's lines for a box or an arrow; a leaf that has its node in its own box gets those of both."""
        parts = [name, f"v{name[1:]}"] if name.startswith("n") and self.in_one else [name]
        return [line for part in parts for line in self.notes.get(part, (0, ()))[1]]

    def tensor_box(self, name, called, tensor, *more):
        """A tensor; without one, several that are folded."""
        if tensor is None:
            self.box(name, "more", called, more)
            return
        self.places[id(tensor)] = name
        lines = map(self.grad_marked, self.structure.facts(tensor, self.values))
        self.box(name, kind(tensor), title(called, tensor), [*lines, *more])

    def grad_marked(self, line):
        """A line about a .grad begins with a sign, so that filled and empty ones are told apart from afar."""
        if not line.startswith("grad "):
            return line
        state = "empty" if line == "grad None" else "filled"
        self.seen.add(state)
        return f"{GRADS[state][0]} {line}"

    def stub(self, name, edge):
        """What stands at the end of a None edge; its tensor too, where we could tell which one it was."""
        if edge.constant:
            _, tensor = edge.constant
            self.places[id(tensor)] = name
            self.box(name, "constant", "None", [graphs.called(edge), *self.structure.stub(tensor, self.values)])
        else:
            self.box(name, "none", "None", [say("no gradient")])

    def node_box(self, node, name, keeps=(), heading=""):
        what = "accumulate" if node.leaf else "function" if node.function else "more"
        signs = {line.sign for line in keeps}
        self.seen |= signs
        lines = [" ".join(STRUCK) if line.sign == "freed" else line.text for line in keeps]
        self.kept |= {" ".join(split(words)[0].split()) for words, line in zip(lines, keeps)
                      if line.sign in ("saved", "freed")}
        lines = lines if node.function else [name for _, name, _ in node.results]
        lines = [self.told[id(node)], *lines] if id(node) in self.told else lines
        later = LATER if self.structure.is_later(node) else {}
        order = {} if self.ordered or node.name in ALIKE else {"ordering": "out"}
        look = {**(STALE if "stale" in signs else {}), **later, **order}
        self.box(f"n{node.number}", what, heading or f"{name}{sign(node)}", lines, **look)

    def arrow(self, tail, head, text="", name="", left=False, **style):
        if text.isdigit() or "…" in text:
            self.seen.add("argument")
        self.seen.add("arrow")
        if not self.plain:
            text = label("", [text] if text else [], self.added(name))
        elif text:
            name = name or f"w{len(self.words)}"
            self.words[name], text = (text, self.near, left), None
        self.write(f"{tail} -> {head}", text, {"id": name, **style} if name else style)

    def cut(self, view):
        """How an arrow looks that no gradient passes."""
        self.seen.add("cut")
        if view == "backward":
            return {"arrowhead": "tee", "arrowsize": "1.4"}
        return {"dir": "both", "arrowtail": "tee"}

    def shared_memory(self):
        """From a detached tensor to the one whose numbers it shares."""
        for key, (_, tensor) in self.structure.twins.items():
            if key in self.places and id(tensor) in self.places:
                look = {**self.cut("backward"), "style": "dotted", "constraint": "false"}
                self.arrow(self.places[key], self.places[id(tensor)], say("same memory"), **look)

    def strays(self, structure):
        for index, (called, tensor, why) in enumerate(structure.strays):
            self.tensor_box(f"s{index}", called, tensor, *re.split(": |：", graphs.remark(why)))

    def backward(self, structure):
        """Arrows as the graph points: result -> grad_fn -> next_functions -> ... -> AccumulateGrad -> leaf."""
        self.way, self.near = say("the way gradients go"), "tail"  # a function numbers its arguments, so: at its end
        self.digraph.graph_attr["ordering"] = "out"
        for index, (called, tensor, node) in enumerate(structure.roots):
            self.tensor_box(f"t{index}", called, tensor)
            for one in targets(node):
                self.arrow(f"t{index}", f"n{one.number}", "grad_fn", f"r{index}", style="dashed")
        for node in structure.nodes:
            self.node_box(node, node.name, structure.keeps(node))
            for index, (_, called, tensor) in enumerate(node.results if node.function else ()):
                self.tensor_box(f"y{node.number}_{index}", called, tensor)
                self.arrow(f"y{node.number}_{index}", f"n{node.number}", "grad_fn", style="dashed")
            if node.leaf:
                self.tensor_box(f"v{node.number}", *node.leaf)
                self.arrow(f"n{node.number}", f"v{node.number}", "variable", style="dashed")
            for index, edge in enumerate(node.edges):
                name = f"e{node.number}_{index}"
                if edge.target is None:
                    self.stub(f"x{node.number}_{index}", edge)
                target = f"n{edge.target.number}" if edge.target else f"x{node.number}_{index}"
                argument = edge.argument if len(node.edges) > 1 else ""
                output = output_of(edge)
                look = {} if edge.target else self.cut("backward")
                left = 2 * index < len(node.edges) - 1
                self.arrow(f"n{node.number}", target, " → ".join(filter(None, (argument, output))), name, left, **look)
        self.strays(structure)

    def compact(self, structure):
        """A number inside its operation, a leaf and its node in one box, a result beside its node; from left to right,
        or downwards, where the page is too narrow for that.

        Where an edge leads to None, nothing is drawn, unless it leads to a tensor that has a name.
        """
        self.way, self.near, self.in_one = say("the way gradients go"), "tail", True
        self.across = graphs.length(structure) <= PAGE
        self.ordered = not any(node.name in ALIKE for node in structure.nodes)
        self.digraph.graph_attr.update(({"ordering": "out"} if self.ordered else {})
                                       | ({"rankdir": "LR"} if self.across else {}))
        for index, (called, tensor, node) in enumerate(structure.roots):
            self.tensor_box(f"t{index}", called, tensor)
            for one in targets(node):
                self.beside(one, f"t{index}", f"r{index}")
        for node in structure.nodes:
            if node.leaf:
                called, tensor = node.leaf
                self.places[id(tensor)] = f"n{node.number}"
                lines = map(self.grad_marked, structure.facts(tensor, self.values))
                self.box(f"n{node.number}", "leaf", title(called, tensor), lines, node.name,
                         **{} if self.plain else {"margin": "0.08,0.04"})
                continue
            self.node_box(node, node.name, structure.keeps(node), written(node))
            for index, (_, called, tensor) in enumerate(node.results if node.function else ()):
                self.tensor_box(f"y{node.number}_{index}", called, tensor)
                self.beside(node, f"y{node.number}_{index}")
            for index, edge in enumerate(node.edges):
                name, output = f"e{node.number}_{index}", output_of(edge)
                if edge.target:
                    self.arrow(f"n{node.number}", f"n{edge.target.number}", output, name)
                elif edge.constant and edge.constant[0]:
                    lines = structure.stub(edge.constant[1], self.values)
                    self.places[id(edge.constant[1])] = f"x{node.number}_{index}"
                    self.box(f"x{node.number}_{index}", "constant", graphs.called(edge), lines)
                    self.arrow(f"n{node.number}", f"x{node.number}_{index}", "", name, **self.cut("backward"))
        self.strays(structure)

    def beside(self, node, box, name=""):
        """An arrow from a result to its node, which stands in the same column."""
        self.digraph.body.append(f"\t{{rank=same n{node.number} {box}}}\n")
        self.arrow(f"n{node.number}", box, "", name, dir="back", style="dashed")

    def forward(self, structure):
        """Arrows as one computes: leaves and constants -> functions -> result. AccumulateGrad has no part in that."""
        self.way, self.near = say("the way one computes"), "head"
        self.digraph.graph_attr["ordering"] = "in"
        made = {}  # (node, which output) -> the box of that result, where it has one
        for index, (called, tensor, node) in enumerate(structure.roots):
            self.tensor_box(f"t{index}", called, tensor)
            for one in targets(node):
                made[one.number, f"t{index}" if tensor is None else tensor.output_nr] = f"t{index}"
        for node in structure.nodes:
            for index, (output, called, tensor) in enumerate(node.results if node.function else ()):
                output = output if tensor is not None else called
                if (node.number, output) not in made:
                    made[node.number, output] = f"y{node.number}_{index}"
                    self.tensor_box(f"y{node.number}_{index}", called, tensor)
        for (number, _), name in made.items():
            self.arrow(f"n{number}", name)
        for node in reversed(structure.nodes):
            if node.leaf:
                self.tensor_box(f"v{node.number}", *node.leaf)
                continue
            self.node_box(node, operation(node))
            for index, edge in enumerate(node.edges):
                source = f"x{node.number}_{index}"
                if edge.constant:
                    self.tensor_box(source, *edge.constant, *(() if edge.sure else GUESS))
                elif edge.target is None:
                    self.box(source, "none", say("constant", "a tensor"), [say("the graph holds None")])
                elif edge.target.leaf:
                    source = f"v{edge.target.number}"
                else:
                    source = made.get((edge.target.number, edge.output), f"n{edge.target.number}")
                look = {} if edge.target else self.cut("forward")
                left = 2 * index < len(node.edges) - 1
                argument = edge.argument if len(node.edges) > 1 else ""
                self.arrow(source, f"n{node.number}", argument, left=left, **look)
        self.strays(structure)

    def legend(self, chapter):
        """What the reader sees in this picture, and nothing else; of that, what earlier chapters have not had."""
        legend = [(what, words) for what, words in MEANINGS.items() if what in self.seen]
        legend += [(state, words) for state, (_, words) in GRADS.items() if state in self.seen]
        legend += [(word, words) for word, words in KEPT.items() if word in self.seen]
        if "arrow" in self.seen:
            legend.append(("arrow", self.way))
        if "cut" in self.seen:
            legend.append(("cut", say("cut: no gradient passes")))
        if "argument" in self.seen:
            legend.append(("argument", say("which argument")))
        if self.notes:
            legend = [(what, THEN_FREED if what == "saved" and sheet.FREES else words) for what, words in legend]
            legend += [("sent", say("gradient on its way")), ("badge", say("step at which it runs"))]
        return [(what, words) for what, words in legend if chapter <= 2 or NEW_IN.get(what, 2) >= chapter]
