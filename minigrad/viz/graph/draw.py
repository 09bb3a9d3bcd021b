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
from minigrad.viz.sheet.layout import GRADIENT, INK, LATER, QUIET, SIGNS, STRUCK, STYLES, LayoutError, svg
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
    "filled": say(".grad holds a gradient"),
    "empty": say(".grad is None"),
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
        self.text = graphs.text(structure)
        self.alt = graphs.sentence(structure, view)
        self.dot = None
        if graphviz is not None:
            self._sketch(structure, view, notes, legend, full)

    def _sketch(self, structure, view, notes, legend, full):
        sketch = Sketch(structure, notes, compact=view == "backward" and not full)
        if view == "backward":
            sketch.backward()
        else:
            sketch.forward()
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


class Sketch:
    """Puts one structure into DOT. Ids are counted: n3 a node, v3 its leaf, e3_0 its first edge, r0 a root's edge."""

    def __init__(self, structure, notes, compact):
        self.structure = structure
        self.notes = notes
        self.seen = set()
        self.places = {}  # {id of a tensor: its box}
        self.kept = set()  # the lines, as drawn, that say what a node keeps
        self.words = {}  # of a plain graph {id of an arrow: (what to write beside it, at which end, on its left?)}
        self.compact = compact  # a number in its operation, a leaf and its node in one box, a result beside its node
        self.across = compact and graphs.length(structure) <= PAGE  # from left to right, where the page is that broad
        # Whether all nodes' arrows keep the order of the arguments:
        self.ordered = not (compact and any(node.name in ALIKE for node in structure.nodes))
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
        parts = [name, f"v{name[1:]}"] if name.startswith("n") and self.compact else [name]
        return [line for part in parts for line in self.notes.get(part, (0, ()))[1]]

    def tensor_box(self, name, called, tensor, *more):
        """A tensor; without one, several that are folded."""
        if tensor is None:
            self.box(name, "more", called, more)
            return
        self.places[id(tensor)] = name
        self.box(name, kind(tensor), title(called, tensor), [*self.facts(tensor), *more])

    def facts(self, tensor):
        """A line about a .grad begins with a sign, so that filled and empty ones are told apart from afar."""
        for line in self.structure.facts(tensor):
            if line.startswith("grad "):
                state = "empty" if line == "grad None" else "filled"
                self.seen.add(state)
                line = f"{SIGNS[state]} {line}"
            yield line

    def stub(self, name, edge):
        """What stands at the end of a None edge; its tensor too, where we could tell which one it was."""
        if edge.constant:
            _, tensor = edge.constant
            self.places[id(tensor)] = name
            lines = [*["None"] * (not self.compact), graphs.called(edge), *self.structure.stub(tensor)]
            self.box(name, "constant", lines[0], lines[1:])
        else:
            self.box(name, "none", "None", [say("no gradient")])

    def node_box(self, node, heading, keeps=()):
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
        self.box(f"n{node.number}", what, heading, lines, **look)

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

    def strays(self):
        for index, (called, tensor, why) in enumerate(self.structure.strays):
            self.tensor_box(f"s{index}", called, tensor, *re.split(": |：", graphs.remark(why)))

    def backward(self):
        """Arrows as the graph points: result -> grad_fn -> next_functions -> ... -> AccumulateGrad -> leaf."""
        self.way, self.near = say("the way gradients go"), "tail"  # a function numbers its arguments, so: at its end
        self.digraph.graph_attr.update(({"ordering": "out"} if self.ordered else {})
                                       | ({"rankdir": "LR"} if self.across else {}))
        for index, (called, tensor, nodes) in enumerate(self.structure.roots):
            self.tensor_box(f"t{index}", called, tensor)
            for node in nodes:
                self.grad_fn(f"t{index}", node, f"r{index}")
        for node in self.structure.nodes:
            if node.leaf and self.compact:
                self.leaf_box(node)
                continue
            heading = written(node) if self.compact else f"{node.name}{sign(node)}"
            self.node_box(node, heading, self.structure.keeps(node))
            for index, (_, called, tensor) in enumerate(node.results if node.function else ()):
                self.tensor_box(f"y{node.number}_{index}", called, tensor)
                self.grad_fn(f"y{node.number}_{index}", node)
            if node.leaf:
                self.tensor_box(f"v{node.number}", *node.leaf)
                self.arrow(f"n{node.number}", f"v{node.number}", "variable", style="dashed")
            for index, edge in enumerate(node.edges):
                self.edge(node, index, edge)
        self.strays()

    def leaf_box(self, node):
        """A leaf with its node in one box."""
        called, tensor = node.leaf
        self.places[id(tensor)] = f"n{node.number}"
        self.box(f"n{node.number}", "leaf", title(called, tensor), self.facts(tensor), node.name,
                 **{} if self.plain else {"margin": "0.08,0.04"})

    def grad_fn(self, box, node, name=""):
        """An arrow from a result to its node; in the compact form they stand in the same column."""
        if self.compact:
            self.digraph.body.append(f"\t{{rank=same n{node.number} {box}}}\n")
            self.arrow(f"n{node.number}", box, "", name, dir="back", style="dashed")
        else:
            self.arrow(box, f"n{node.number}", "grad_fn", name, style="dashed")

    def edge(self, node, index, edge):
        """An arrow, and what stands at its end; in the compact form no None is drawn but for a tensor with a name."""
        if not edge.target and self.compact and not (edge.constant and edge.constant[0]):
            return
        end = f"n{edge.target.number}" if edge.target else f"x{node.number}_{index}"
        if not edge.target:
            self.stub(end, edge)
        argument = edge.argument if len(node.edges) > 1 and not self.compact else ""
        output = say("output {number}").format(number=edge.output) if edge.output else ""  # of the target
        left = not self.compact and 2 * index < len(node.edges) - 1
        look = {} if edge.target else self.cut("backward")
        words = " → ".join(filter(None, (argument, output)))
        self.arrow(f"n{node.number}", end, words, f"e{node.number}_{index}", left, **look)

    def forward(self):
        """Arrows as one computes: leaves and constants -> functions -> result. AccumulateGrad has no part in that."""
        self.way, self.near = say("the way one computes"), "head"
        self.digraph.graph_attr["ordering"] = "in"
        made = {}  # (node, which output) -> the box of that result, where it has one
        for index, (called, tensor, nodes) in enumerate(self.structure.roots):
            self.tensor_box(f"t{index}", called, tensor)
            for node in nodes:
                made[node.number, f"t{index}" if tensor is None else tensor.output_nr] = f"t{index}"
        for node in self.structure.nodes:
            for index, (output, called, tensor) in enumerate(node.results if node.function else ()):
                output = output if tensor is not None else called
                if (node.number, output) not in made:
                    made[node.number, output] = f"y{node.number}_{index}"
                    self.tensor_box(f"y{node.number}_{index}", called, tensor)
        for (number, _), name in made.items():
            self.arrow(f"n{number}", name)
        for node in reversed(self.structure.nodes):
            if node.leaf:
                self.tensor_box(f"v{node.number}", *node.leaf)
                continue
            self.node_box(node, f"{operation(node)}{sign(node)}")
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
        self.strays()

    def legend(self, chapter):
        """What the reader sees in this picture, and nothing else; of that, what earlier chapters have not had."""
        meanings = MEANINGS | {
            "arrow": self.way,
            "cut": say("cut: no gradient passes"),
            "argument": say("which argument"),
            "sent": say("gradient on its way"),
            "badge": say("step at which it runs"),
        }
        if self.notes:
            self.seen |= {"sent", "badge"}
            meanings |= {"saved": THEN_FREED} if sheet.FREES else {}
        return [(what, words) for what, words in meanings.items()
                if what in self.seen and (chapter <= 2 or NEW_IN.get(what, 2) >= chapter)]
