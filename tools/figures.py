"""Make every picture in figures/, and its README. The pictures are drawn by minigrad itself.

    python3 tools/figures.py            write them
    python3 tools/figures.py --check    write nothing, say which ones are not current
    python3 tools/figures.py --lang zh  the same for figures/zh: what README and the translated chapters show

Each picture is an .svg, and a graph has beside it the .dot that it was laid out from; both are the same bytes at every
run with the layout engine of requirements.lock.
"""

import argparse
import functools
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import film
import graphviz
from anew import Anew

import minigrad
from minigrad import nn, viz
from minigrad.locale import CATALOGUES, LANGUAGE, LANGUAGES, comma, say, semicolon
from minigrad.teach.data import digits, two_moons
from minigrad.viz.graph.draw import label, roomy
from minigrad.viz.sheet.arrow_labels import bounds
from minigrad.viz.plots.canvas import room
from minigrad.viz.sheet.layout import INK, QUIET, card, glyph_parts, parsed, part, svg
from minigrad.viz.sheet.words import sentences, title

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "figures"

# In columns: what the chapters of one column have in common, and (number, title, the question it answers) for each.
CHAPTERS = {
    say("Build the engine"): [
        ("00", say("Start here"), say("What shall we build?")),
        ("01", say("The whole game"), say("Can a number know how it came about?")),
        ("02", say("Leaf or result"), say("Who made this tensor, and where does a gradient stay?")),
        ("03", say("Operations"), say("What must a node keep?")),
        ("04", say("The engine"), say("What order is right?")),
    ],
    say("Understand its gradients"): [
        ("05", say("Vector–Jacobian"), say("Which of three slopes?")),
        ("06", say("Accumulation"), say("Why do gradients add up, and what shape have they?")),
        ("07", say("Freeing"), say("Why can't I call backward twice?")),
    ],
    say("Take control"): [
        ("08", say("Recording off"), say("no_grad, set_grad_enabled, detach: which one when?")),
        ("09", say("In place"), say("What may I overwrite?")),
        ("10", say("Looking inside"), say("How do I see a gradient in the middle?")),
        ("11", say("Custom Function"), say("How do I add my own operation, and is it right?")),
        ("12", say("Double backward"), say("What is the gradient of a gradient?")),
    ],
    say("Use it"): [
        ("13", say("A model"), say("How does x1 · w1 · w2 become a trained network?")),
        ("14", say("Old code"), say("How do I read code from 2018?")),
        ("15", say("Bug hunt"), say("Ten networks that learn badly, or seem to: why?")),
        ("16", say("A model that writes"), say("Who is to blame for a wrong letter?")),
        ("17", say("Quick"), say("Where does the time go?")),
    ],
}
COLORS = [("#e6effa", "#2a5d9f"), ("#efeaf8", "#6f52a3"), ("#fdf0d8", "#a86b12"), ("#e4f3e8", "#2c7a4b")]


class Figure(NamedTuple):
    chapter: str  # what it belongs to
    svg: str
    alt: str
    dot: str | None = None  # what it was laid out from


def figure(chapter, picture, alt):
    """A figure from a picture that minigrad draws. The alt text says the point, which a program cannot know."""
    picture.alt = alt
    return Figure(chapter, picture.svg() + "\n", alt, getattr(picture, "dot", None))


def laid_out(chapter, digraph, alt, legend, columns=1, place=None, under=None):
    """A figure from a graph, with a legend: in columns below the drawing, or in one at a place in it that is free.

    legend  [(glyph, words)]
    place   (x, y) of the legend's upper left corner
    under   the number of the part of the drawing under which the legend stands
    """
    drawn = parsed(svg(digraph.source, alt))
    width, height = int(drawn.get("width")), int(drawn.get("height"))
    x, y = place or (26, height - 10) if under is None else place_under(drawn, under)
    parts = [drawn.find("g"), part("text", say("Legend"), x=x, y=y + 12, **{"font-weight": "bold"})]
    rows = -(-len(legend) // columns)
    for number, (glyph, words) in enumerate(legend):
        column, row = divmod(number, rows)
        left, middle = x + column * (width - 2 * x) // columns, y + 35 + 24 * row
        shifted = part("g", transform=f"translate({left} {middle})")
        shifted.extend(glyph)
        parts += [shifted, part("text", words, x=left + 40, y=middle + 4)]
    height = max(height, y + 35 + 24 * rows)
    return Figure(chapter, card(width, height, alt, parts, size=12) + "\n", alt, digraph.source)


def place_under(drawn, number):
    """Where a legend stands free under a part of a drawing: its upper left corner."""
    part = [group for group in drawn.iter("g") if "cluster" in group.get("class", "")][number]
    left, _, _, lower = bounds(part.find("path"))
    right, down = map(float, re.search(r"translate\((\S+) (\S+)\)", drawn.find("g/g").get("transform")).groups())
    return round(left + right) + 22, round(lower + down) + 43


def sample(fill, line, tag="rect"):
    """A glyph: a small rounded box as those in the drawing, or an ellipse."""
    shape = {"cx": 15, "rx": 15, "ry": 8} if tag == "ellipse" else {"y": -8, "width": 30, "height": 16, "rx": 5}
    return [part(tag, fill=fill, stroke=line, **shape)]


def letters(**look):
    """A glyph: letters as those in the drawing."""
    return [part("text", "abc", x=15, y=4, **{"text-anchor": "middle", **look})]


ARROW, SMALL = glyph_parts("arrow"), letters()
HEADING = letters(**{"font-weight": "bold", "font-size": "14"})


# What a tensor has besides its numbers, for a leaf and for a result.
FIELDS = {
    "x = tensor([1., 2.], requires_grad=True)": [
        ("x.data", say("[1., 2.]: the numbers")),
        ("x.requires_grad", say("True: you ask for slopes")),
        ("x.grad_fn", say("None: nobody computed it, it is a leaf")),
        ("x.grad", say("None, until a backward pass fills it")),
    ],
    "y = x * 2": [
        ("y.data", say("[2., 4.]: the numbers")),
        ("y.requires_grad", say("True: it follows from x")),
        ("y.grad_fn", say("MulBackward0: the node that made it")),
        ("y.grad", say("None: results do not keep a gradient")),
    ],
}

# Where functions can stand on the way back through a result y to the leaf x; None for what the node itself does.
HOOKS = {
    say("First: the node that made y"): [
        ("y.register_hook(f)", say("f(grad): all has arrived; the answer replaces it")),
        ("y.retain_grad()", say("a copy is added to y.grad")),
        ("node.register_prehook(f)", say("f(grads): the gradients of all its outputs")),
        (None, say("the rule of the node")),
        ("node.register_hook(f)", say("f(results, grads): both sides of the rule")),
    ],
    say("Then: the AccumulateGrad of the leaf x"): [
        ("x.register_hook(f)", say("f(grad): what comes in now, not x.grad")),
        ("node.register_prehook(f)", say("f(grads): the same, as a tuple")),
        (None, say("it is added to x.grad")),
        ("x.register_post_accumulate_grad_hook(f)", say("f(x): x.grad is complete")),
        ("node.register_hook(f)", say("f((), grads): nothing is sent on")),
    ],
}


# Chapter 8's question: what should stay unrecorded? (when, what to write, what changes) for each kind of answer.
WHICH_ONE = {
    "some lines": (say("some lines"), [
        (say("predicting, measuring accuracy"), "with no_grad():", say("results of these lines have no history")),
        (say("a flag decides"), "with set_grad_enabled(flag):", say("the same, while the flag is False")),
    ]),
    "one tensor": (say("one tensor"), [
        (say("a value in a recorded computation"), "t.detach()", say("a new tensor; t stays as it was")),
        (say("the past of what is carried on"), say("h = h.detach(), or h.detach_()"), say("h has no past any more")),
        (say("a leaf that should not learn"), "leaf.requires_grad_(False)", say("the leaf, until you set it back")),
    ]),
    "nothing": (say("nothing", "stays unrecorded"), [
        (say("recording is off here, and should be on"), "with enable_grad():",
         say("results of these lines have history")),
    ]),
}


# Chapter 14: what stands in programs of 2018, and what to write today.
OLD_NAMES = {
    say("Old lines that still run"): [
        ("Variable(t, requires_grad=True)", say("today: tensor(..., requires_grad=True)")),
        ("w.data -= step", say("today: with no_grad(): w -= step")),
        ("w.grad.data.zero_()", say("today: w.grad = None")),
    ],
    say("Old lines that stop, or mean nothing now"): [
        ("Variable(t, volatile=True)", say("today: with no_grad():")),
        ("loss.data[0]", say("today: loss.item()")),
        ("backward(retain_variables=True)", say("today: backward(retain_graph=True)")),
    ],
}

# Chapter 15: the lines of a training loop, and what goes wrong in each.
LOOP = {
    say("One turn of a training loop"): [
        ("w.grad = None", say("forgotten: gradients of all turns add up")),
        ("out = model(x, w)", say("a detach() or .data: the way to w ends here")),
        ("loss = ((out - y) ** 2).mean()", say("unlike shapes: broadcasting, and no error")),
        ("loss.backward()", say("twice: the graph has been freed")),
        ("with no_grad(): w -= rate * w.grad", say("w = w - …: the new w is no leaf")),
        ("total += loss.item()", say("total += loss: every graph is kept")),
    ],
}


def columns(width):
    """An empty graph for clusters that are each read from top to bottom."""
    return graphviz.Digraph(
        graph_attr={"bgcolor": "transparent", "fontname": "Arial", "fontsize": "15", "fontcolor": INK,
                    "nodesep": "0.2", "ranksep": "0.22", "pad": "0.05", "newrank": "true"},
        node_attr={"fontname": "Arial", "fontsize": "14", "fontcolor": INK, "shape": "box", "style": "rounded,filled",
                   "width": width, "height": "0.95", "margin": "0.08,0.05"},
        edge_attr={"color": QUIET, "arrowsize": "0.8"},
    )


def chapters():
    """The map of the chapters: four columns, each read from top to bottom."""
    digraph = columns("2.3")  # four of them fit into the column of a README, letters in their full size
    for (column, rows), (fill, line) in zip(CHAPTERS.items(), COLORS):
        with digraph.subgraph(name=f"cluster_{rows[0][0]}") as cluster:
            cluster.attr(label=label(column), style="rounded", color=line, margin="10")
            for number, title, question in rows:
                text = label(f"{number}  {title}", film.wrapped(question, 27))
                cluster.node(number, text, fillcolor=fill, color=line)
            for (above, *_), (below, *_) in zip(rows, rows[1:]):
                cluster.edge(above, below)
    parts = semicolon().join(say("{part}, {first} to {last}", "chapters").format(
        part=column.lower(), first=rows[0][0], last=rows[-1][0]) for column, rows in CHAPTERS.items())
    alt = say("Map of the chapters and the question that each answers. Its parts: {parts}.").format(parts=parts)
    fill, line = COLORS[3]
    legend = [
        (sample("none", line), say("a part: begin at the left")),
        (sample(fill, line), say("a chapter")),
        (SMALL, say("the question it answers")),
        (ARROW, say("the chapter to read next")),
    ]
    return laid_out("00", digraph, alt, legend, under=1)


def finished():
    x = minigrad.ones(2, 2, requires_grad=True)
    y = x + 2
    z = y * y * 3
    out = z.mean()
    out.backward()
    alt = say("The documents' example, finished: out is 27, and backward() has left 4.5 in every place of x.grad.")
    return figure("00", viz.draw(out, x=x, y=y, z=z, out=out), alt)


def leaf_or_result():
    p = minigrad.tensor(2.0, requires_grad=True)
    q = minigrad.tensor(5.0)  # as in the cell below it
    r = p * q
    s = p + r
    alt = say(
        "Tensor p is a leaf that requires a gradient, q is a leaf without the flag. The results r and s are "
        "made by Mul and by Add."
    )
    graph = viz.draw(s, p=p, q=q, r=r, s=s, view="forward")
    named = roomy(title("q", q)), roomy(say("leaf q, no flag"))  # chapter 2 is about the word leaf
    graph.dot = graph.dot.replace(*named)
    return figure("02", graph, alt)


def wxb():
    x, w, b, y, z = wxb_tensors()
    alt = say(
        "The graph behind z = w * x + b: AddBackward0 leads to MulBackward0 and to the leaf b, "
        "MulBackward0 to the leaf w and, where x was, to None."
    )
    return figure("03", viz.draw(z, x=x, w=w, b=b, y=y, z=z, full=True), alt)


def wxb_forward():
    x, w, b, y, z = wxb_tensors()
    alt = say("How z = w * x + b is computed: w and b are leaves that require a gradient, x does not; y and z are "
              "results.")
    return figure("03", viz.draw(z, x=x, w=w, b=b, y=y, z=z, view="forward"), alt)


def wxb_tensors():
    """y = w * x and z = y + b, where only w and b require a gradient."""
    x = minigrad.ones(1)
    w = minigrad.tensor([2.0], requires_grad=True)
    b = minigrad.tensor([0.5], requires_grad=True)
    y = w * x
    return x, w, b, y, y + b


def engine():
    a = minigrad.tensor(2.0, requires_grad=True)
    b = a * 3
    c = b * 5 + b * 7
    alt = say(
        "The engine walks c = b * 5 + b * 7 backwards in five steps: where the two paths meet it waits for both "
        "gradients, 7 + 5 = 12, and a.grad becomes 36."
    )
    return figure("04", viz.step(c, a=a, b=b, c=c).graph, alt)


def board_graph(sent):
    """The graph of the class of 90 minutes, from left to right. `sent`: what the engine sends on the way back, if that
    is to be seen, as {who sends: [numbers]}; as on a board, PyTorch's names stand nowhere."""
    digraph = graphviz.Digraph(
        graph_attr={"bgcolor": "transparent", "rankdir": "LR", "nodesep": "0.3", "ranksep": "0.75", "pad": "0.05"},
        node_attr={"fontname": "Arial", "fontsize": "15", "fontcolor": INK, "shape": "box", "style": "rounded,filled",
                   "fillcolor": COLORS[0][0], "color": COLORS[0][1], "width": "1.15", "height": "0.75"},
        edge_attr={"fontname": "Arial", "color": QUIET, "arrowsize": "0.9", **({"dir": "back"} if sent else {})},
    )
    came = sent["times 5"] + sent["times 7"] if sent else []
    met = [f"{came[0]:g} + {came[1]:g} = {sum(came):g}"] if sent else []
    digraph.node("a", label("a", ["2"]), **({"fillcolor": COLORS[3][0], "color": COLORS[3][1]} if sent else {}))
    for name, line, added in (("b", "3 · a", met), ("5 · b", "", ()), ("7 · b", "", ()), ("c", "5 · b + 7 · b", ())):
        digraph.node(name, label(name, [line] if line else (), added))
    for start, end, who, which in (("a", "b", "times 3", 0), ("b", "5 · b", "times 5", 0), ("b", "7 · b", "times 7", 0),
                                   ("5 · b", "c", "plus", 0), ("7 · b", "c", "plus", 1)):
        digraph.edge(start, end, label("", (), [f"{sent[who][which]:g}"]) if sent else None)
    return digraph


def board():
    alt = say("The graph of the class: a leads to b, b to both 5 · b and 7 · b, and these two lead to c.")
    legend = [(sample(*COLORS[0]), say("a number")), (SMALL, say("its value or rule")), (ARROW, say("goes into"))]
    return laid_out("01", board_graph({}), alt, legend, columns=3)


def board_back():
    steps = Anew(plain=True).step(film.machine(2.0)["c"]).steps
    sent = {step.node.name: [grad.item() for grad in step.sent if grad is not None] for step in steps}
    total = sum(sent["times 5"] + sent["times 7"])
    alt = say(
        "The way back on the graph of the class: c sends 1 and 1, the products send {one:g} and {other:g}, at b they "
        "meet and make {total:g}, and b sends {last:g} to a."
    ).format(one=sent["times 5"][0], other=sent["times 7"][0], total=total, last=sent["times 3"][0])
    legend = [(sample(*COLORS[3]), say("the leaf")), (sample(*COLORS[0]), say("a result")),
              (ARROW, say("a gradient goes there"))]
    return laid_out("01", board_graph(sent), alt, legend, columns=3)


def stacks(table, colors, width, arrows=True):
    """Columns of boxes, each a heading with a line below it; a box without a heading stands for what a node does."""
    digraph = columns(width)
    digraph.attr(nodesep="0.6")
    digraph.attr("node", height="0.72")
    for side, ((column, rows), (fill, line)) in enumerate(zip(table.items(), colors)):
        with digraph.subgraph(name=f"cluster_{side}") as cluster:
            cluster.attr(label=label(column), style="rounded", color=line, margin="10")
            cluster.node_attr["width"] = f"{max(float(width), broadest(column, rows)):.2f}"
            for row, (heading, what) in enumerate(rows):
                if heading is None:
                    cluster.node(f"{side}{row}", label(what), style="filled", fillcolor="white", color=INK)
                else:
                    cluster.node(f"{side}{row}", label(heading, [what]), fillcolor=fill, color=line)
            for row in range(len(rows) - 1):
                cluster.edge(f"{side}{row}", f"{side}{row + 1}", **({} if arrows else {"style": "invis"}))
    return digraph


def broadest(column, rows):
    """How many inches each box of a column needs, so that no word of it, nor of its heading, touches a border."""
    words = [room(column, 15), *(room(what, 12 if heading else 14) for heading, what in rows)]
    return (max(*words, *(room(heading or "", 14) for heading, _ in rows)) + 24) / 72


def in_words(table):
    def box(heading, what):
        return say("{line}, {words}", "a box").format(line=heading, words=what) if heading else what

    return sentences(*(in_a_row(column, [box(*row) for row in rows], semicolon()) for column, rows in table.items()))


def in_a_row(column, boxes, between):
    return say("{column}: {boxes}.", "a column of boxes").format(column=column, boxes=between.join(boxes))


def tensor():
    alt = sentences(say("A tensor has four fields, which differ for a leaf and a result."), in_words(FIELDS))
    leaf, result = COLORS[3], COLORS[0]
    legend = [
        (sample("none", QUIET), say("one tensor: the line that makes it, its fields")),
        (sample(*leaf), say("a field of a leaf")),
        (sample(*result), say("a field of a result")),
        (HEADING, say("what you write to read the field")),
        (SMALL, say("what it holds, and why")),
    ]
    return laid_out("01", stacks(FIELDS, [leaf, result], "3.4", arrows=False), alt, legend, columns=2)


def hooks():
    """Two columns: the places around the node of a result, and around the node of a leaf."""
    places = [in_a_row(column, [heading or what for heading, what in rows], comma())
              for column, rows in HOOKS.items()]
    alt = sentences(say("The places of hooks on the way back, in order."), *places)
    result, leaf = COLORS[0], COLORS[3]
    legend = [
        (sample(*result), say("what you may add, for a result")),
        (sample(*leaf), say("what you may add, for a leaf")),
        ([part("rect", y=-8, width=30, height=16, fill="white", stroke=INK)], say("what the node does by itself")),
        (HEADING, say("the line to write")),
        (SMALL, say("what f is given, or what happens")),
        (ARROW, say("what comes next in the backward pass")),
    ]
    return laid_out("10", stacks(HOOKS, [result, leaf], "3.4"), alt, legend, columns=2)


def jacobian():
    alt = say(
        "The Jacobian of a * b, a * a and 3 * b at a = 2 and b = 5, one row per output: the weights 1, 10 and 100 make "
        "of it the gradient 45, 302."
    )
    rows = [[5.0, 2.0], [4.0, 0.0], [0.0, 3.0]]
    return figure("05", viz.jacobian_picture(rows, ["a * b", "a * a", "3 * b"], ["a", "b"], [1.0, 10.0, 100.0]), alt)


def stretched():
    alt = say(
        "A bias of three entries was stretched over two rows: the gradient of each entry is the sum of the two "
        "gradients of its copies, 11, 22 and 33."
    )
    return figure("06", viz.broadcast_picture(minigrad.tensor([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]), (3,)), alt)


def bytes_kept():
    x = minigrad.ones(1000, requires_grad=True)
    out = ((x.exp() * x).tanh() ** 2).mean()
    alt = say(
        "While the result is computed the nodes save one array after the other, until 12,000 bytes are kept. In "
        "backward each frees its own after its turn, down to 0."
    )
    return figure("07", viz.timeline(out), alt)


def stale():
    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    y = x * 3
    z = y**2
    with minigrad.no_grad():
        y.add_(1)
    alt = say(
        "The node of y ** 2 saved y at version 0, and y was overwritten since: it is at version 1, so backward will "
        "refuse."
    )
    return figure("09", viz.draw(z, x=x, y=y, z=z), alt)


def secant():
    places = [1.6 + 0.1 * step for step in range(26)]
    lines = {
        "x · x · x": (places, [x**3 for x in places]),
        say("touching it at 3: slope 27"): ([2.3, 3.7], [27 - 27 * 0.7, 27 + 27 * 0.7]),
        say("from 2 to 4: slope 28"): ([2, 4], [8, 64]),
        say("from 3 to 4: slope 37"): ([3, 4], [27, 64]),
    }
    alt = say(
        "The curve x · x · x. The line that touches it at 3 has the slope 27, the line from 2 to 4 has 28, the line "
        "from 3 to 4 has 37."
    )
    numbers, at = ({name: line[which] for name, line in lines.items()} for which in (1, 0))
    return figure("11", viz.curves(numbers, x=at, labels=("x", "x · x · x")), alt)


def wrong_slopes():
    alt = say(
        "The rule of document 000's MulConstant against measured slopes: on the diagonal it says 1 where 5 was "
        "measured, and these two entries light up."
    )
    return figure("11", viz.compare([[1.0, 0.0], [0.0, 1.0]], [[5.0, 0.0], [0.0, 5.0]]), alt)


def slope_of_slope():
    x = minigrad.tensor(2.0, requires_grad=True)
    (slope,) = minigrad.autograd.grad(x**3, x, create_graph=True)
    alt = say(
        "With create_graph=True the slope of x ** 3 is a result with a graph of its own, which leads to x again. It "
        "can be differentiated once more."
    )
    return figure("12", viz.draw(slope, x=x, slope=slope), alt)


def model_tensors():
    """The model of document 004: x2 = x1 * w1, y = x2 * w2, L = Y - y, all of two rows and two columns."""
    x1, w1, w2 = (minigrad.full((2, 2), number, requires_grad=True) for number in (2.0, 5.0, 6.0))
    target = minigrad.full((2, 2), 10.0)
    x2 = x1 * w1
    y = x2 * w2
    return target - y, {"x1": x1, "w1": w1, "w2": w2, "x2": x2, "y": y, "Y": target}


def model_forward():
    loss, names = model_tensors()
    alt = say(
        "Document 004's model as one computes it: x2 = x1 * w1, y = x2 * w2 and L = Y - y. Y needs no gradient: the "
        "graph holds only None for it."
    )
    return figure("13", viz.draw(loss, **names, L=loss, view="forward"), alt)


def model_backward():
    loss, names = model_tensors()
    loss.backward(minigrad.ones(2, 2))
    alt = say(
        "Document 004's model after backward, as next_functions points: -30 has arrived in x1.grad, -12 in w1.grad, "
        "-10 in w2.grad, nothing goes to the constant Y, and what the nodes saved is freed."
    )
    return figure("13", viz.draw(loss, **names, L=loss), alt)


def model_steps():
    loss, names = model_tensors()
    alt = say(
        "The backward pass through document 004's model in six steps: the gradient 1 becomes -1 at the subtraction, "
        "then -10, -30 and -12 at the products."
    )
    return figure("13", viz.step(loss, names, gradient=minigrad.ones(2, 2), L=loss).graph, alt)


def moons_learned():
    """The two moons, and the border that a small network has drawn between them."""
    points, moons = (minigrad.tensor(array) for array in two_moons())
    minigrad.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2)).double()
    adam = minigrad.optim.Adam(model.parameters(), lr=0.1)
    for _ in range(200):
        trained(model, adam, points, moons)
    return viz.regions(lambda places: model(minigrad.tensor(places).double()).argmax(1), points, moons)


def digits_learned():
    """Pictures that the network of chapter 13 had never seen, with what it reads; how many it reads rightly."""
    images, labels = (minigrad.tensor(array) for array in digits())
    minigrad.manual_seed(0)
    seen, unseen = minigrad.randperm(1797).split(1400)
    model = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10)).double()
    sgd = minigrad.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=0.001)
    for epoch in range(30):
        sgd.param_groups[0]["lr"] = 0.1 if epoch < 20 else 0.01
        for rows in seen[minigrad.randperm(1400)].split(50):
            trained(model, sgd, images[rows], labels[rows])
    guesses = model(images[unseen]).argmax(1)
    right = (guesses == labels[unseen])
    chosen = list(range(20))
    wrong = say("{guess} (is {label})")
    titles = [f"{guess}" if hit else wrong.format(guess=guess, label=label) for guess, hit, label in zip(
        guesses[chosen].tolist(), right[chosen].tolist(), labels[unseen][chosen].tolist())]
    return viz.pictures(images[unseen][chosen].reshape(-1, 8, 8), titles, columns=5), right.sum().item(), len(unseen)


def trained(model, optimizer, x, y):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()


@functools.cache  # it takes two seconds
def learned():
    """Side by side: the two moons, and digits with what the network reads."""
    moons, (pictures, right, count) = moons_learned(), digits_learned()
    moons.size = 360, 392  # so that both fit into the column of a README, letters in their full size
    alt = say(
        "What this package has learned: the border between two half circles of points. It also reads "
        "handwritten digits that it had never seen, {right} of {count} of them rightly. Above each of 20 digits stands "
        "what it reads."
    ).format(right=right, count=count)
    read = say("Digits never seen, and what it reads: {right} of {count} right").format(right=right, count=count)
    parts, left, height = [], 12, 0
    for heading, picture in ((say("Two moons, and the border between them"), moons), (read, pictures)):
        inside = parsed(picture.svg())
        inside.set("x", str(left))
        inside.set("y", "40")
        parts += [part("text", heading, x=left + 4, y=27, **{"font-weight": "bold"}), inside]
        left, height = left + int(inside.get("width")) + 12, max(height, int(inside.get("height")))
    return Figure("13", card(left, height + 52, alt, parts, size=15) + "\n", alt)


def old_names():
    alt = sentences(say("Lines of old programs, and what to write today."), in_words(OLD_NAMES))
    runs, stops = COLORS[3], COLORS[2]
    legend = [
        (sample(*runs), say("it still runs")),
        (sample(*stops), say("it stops, or means nothing now")),
        (HEADING, say("a line of an old program")),
        (SMALL, say("what to write today")),
    ]
    return laid_out("14", stacks(OLD_NAMES, [runs, stops], "3.6", arrows=False), alt, legend, columns=2)


def loop():
    digraph = stacks(LOOP, COLORS, "3.9")
    digraph.edge("05", "00", constraint="false")
    each = say("The lines of a training loop, each with the mistake that is often made there.")
    alt = sentences(each, in_words(LOOP))
    legend = [
        (HEADING, say("a line of the loop, as it should be")),
        (SMALL, say("the mistake often made there, and what comes of it")),
        (ARROW, say("the next line; from the last one, the next turn")),
    ]
    return laid_out("15", digraph, alt, legend)


def attention():
    """A square: each row looks, each column is looked at; what is later is hidden."""
    shares = [[1.0], [0.6, 0.4], [0.2, 0.1, 0.7], [0.1, 0.3, 0.4, 0.2]]
    alt = say(
        "Causal attention for the letters l, e, a and f: each row may look at itself and at what came before, in "
        "shares that add up to 1; what comes later is hidden."
    )
    side, left, top = 60, 150, 74
    fill, line = COLORS[0]
    parts = [part("text", say("at whom: the letters so far"), x=left, y=30, **{"font-weight": "bold"}),
             part("text", say("who looks"), x=24, y=top - 14, **{"font-weight": "bold"})]
    for row, letter in enumerate("leaf"):
        middle = top + row * side + 33
        parts.append(part("text", letter, x=left - 30, y=middle))
        parts.append(part("text", letter, x=left + row * side + 23, y=top - 14))
        for column in range(4):
            seen = column <= row
            parts.append(part("rect", x=left + column * side, y=top + row * side, width=side - 4, height=side - 4, rx=5,
                              fill=fill if seen else "white", stroke=line if seen else "#8a8a8a",
                              **({} if seen else {"stroke-dasharray": "4 3"})))
            said = str(shares[row][column]) if seen else say("hidden")
            parts.append(part("text", said, x=left + column * side + 28, y=middle,
                              **{"text-anchor": "middle", "font-size": "15" if seen else "13"}))
    below = top + 4 * side + 26
    parts.append(part("text", say("Legend"), x=24, y=below, **{"font-weight": "bold"}))
    parts += [part("text", text, x=24, y=below + 22 * line) for line, text in enumerate((
        say("a number: the share of a letter that may be seen"), say("hidden: a letter that comes later, share 0")), 1)]
    return Figure("16", card(left + 4 * side + 24, below + 62, alt, parts, size=15) + "\n", alt)


def which_one_when():
    """A tree from left to right: the question, three kinds of answer, and a box for each: write this, in that case."""
    digraph = columns("4.1")
    digraph.attr(rankdir="LR", nodesep="0.12", ranksep="0.35")
    digraph.attr("node", height="0.3")
    question = say("What should\nstay unrecorded?")
    digraph.node("what", label("", [question]), shape="ellipse", width="0", fillcolor="white", color=INK)
    for (kind, (words, answers)), (fill, line) in zip(WHICH_ONE.items(), COLORS):
        digraph.node(kind, label(words), shape="ellipse", width="0", fillcolor=fill, color=line)
        digraph.edge("what", kind)
        for place, (when, code, change) in enumerate(answers):
            answer = f"{kind} {place}"
            lines = say("when: {case}").format(case=when), say("changes: {what}").format(what=change)
            digraph.node(answer, label(code, lines), fillcolor=fill, color=line)
            digraph.edge(kind, answer)
    parts = semicolon().join(say("{kind}: {answers}", "what stays unrecorded").format(
        kind=words, answers=comma().join(f"{code} ({when})" for when, code, _ in answers))
        for words, answers in WHICH_ONE.values())
    alt = say("What should stay unrecorded? {parts}.").format(parts=parts)
    fill, line = COLORS[0]
    legend = [
        (sample("white", INK, "ellipse"), say("the question: start here")),
        (sample(fill, line, "ellipse"), say("an answer")),
        (sample(fill, line), say("what to write then")),
        (ARROW, say("where to go on")),
    ]
    return laid_out("08", digraph, alt, legend, place=(18, 18))


def two_engines():
    return Figure("04", *film.two_engines())


def two_engines_wide():
    return Figure("04", *film.two_engines(plain=True))


MAKERS = [
    chapters, two_engines, finished, tensor, leaf_or_result, wxb, wxb_forward, engine, jacobian, stretched, bytes_kept,
    which_one_when, stale, hooks, secant, wrong_slopes, slope_of_slope, model_forward, model_backward, model_steps,
    learned, old_names, loop, attention, board, board_back,
    two_engines_wide,
]


def places(name):
    """Where a reader meets the picture: the pages of this project that show it."""
    pages = [ROOT / "README.md", *sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb")),
             ROOT / "notebooks" / "teacher" / "class_90_minutes.md"]
    return [page.name.removesuffix(".ipynb").partition("_")[0] for page in pages
            if f"figures/{name}.svg)" in page.read_text(encoding="utf-8")]


def shown_in(name):
    return ", ".join(places(name)) or "no page: for the board, and for slides"


def readme(figures):
    lines = [
        "# Figures", "",
        "`python3 tools/figures.py` makes every file here; change the script, not the files. A graph was laid out from",
        "the `.dot` beside it; its legend and its frame were added afterwards.", "",
        "| figure | belongs to chapter | shown in | in words (its alt text) |", "|---|---|---|---|",
    ]
    lines += [f"| [{name}.svg]({name}.svg) | {made.chapter} | {shown_in(name)} | {made.alt} |"
              for name, made in figures.items()]
    return "\n".join(lines) + "\n"


def files():
    """{name: text} of every file that belongs in figures/, or in another language's folder there."""
    if LANGUAGE != "en":
        translated = {path.name[:2] for path in (CATALOGUES / LANGUAGE / "notebooks").glob("[0-9][0-9]_*.po")}
        shown = [maker for maker in MAKERS if {"README.md", *translated} & {*places(maker.__name__)}]
        return {f"{maker.__name__}.svg": maker().svg for maker in shown}
    figures = {maker.__name__: maker() for maker in MAKERS}
    texts = {"README.md": readme(figures)}
    for name, made in figures.items():
        texts[f"{name}.svg"] = made.svg
        if made.dot:
            texts[f"{name}.dot"] = made.dot
    return texts


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Make the pictures in figures/.")
    parser.add_argument("--check", action="store_true", help="write nothing, say what is not current")
    parser.add_argument("--lang", choices=["en", *LANGUAGES], default=LANGUAGE, help="whose words, by default English")
    asked = parser.parse_args(arguments)
    if asked.lang != LANGUAGE:  # words are said when a program begins
        command = [sys.executable, __file__, *["--check"] * asked.check]
        return subprocess.run(command, env={**os.environ, "MINIGRAD_LANG": asked.lang}).returncode
    texts, folder = files(), FIGURES if LANGUAGE == "en" else FIGURES / LANGUAGE
    folder.mkdir(parents=True, exist_ok=True)
    there = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.is_file()}
    stale = sorted(name for name in texts.keys() | there.keys() if texts.get(name) != there.get(name))
    for name in stale:
        if asked.check:
            place = (folder / name).relative_to(FIGURES).as_posix()
            print(f"figures/{place} is not current: run python3 tools/figures.py",
                  *[f"--lang {LANGUAGE}"] * (LANGUAGE != "en"))
        elif name in texts:
            (folder / name).write_text(texts[name], encoding="utf-8", newline="\n")
        else:
            (folder / name).unlink()
    return 1 if asked.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
