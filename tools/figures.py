"""Make every picture in figures/, and its README. The pictures are drawn by minigrad itself.

    python3 tools/figures.py            write them
    python3 tools/figures.py --check    write nothing, say which ones are not current

Each picture is an .svg beside the .dot that it was laid out from; both are the same bytes at every run with the
layout engine of requirements.lock.
"""

import argparse
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import graphviz

import minigrad
from minigrad import viz
from minigrad.viz.draw import label
from minigrad.viz.layout import INK, QUIET, svg

FIGURES = Path(__file__).resolve().parent.parent / "figures"

# In columns: what the chapters of one column have in common, and (number, title, the question it answers) for each.
CHAPTERS = {
    "Build the engine": [
        ("00", "Start here", "What shall we build, and is my computer ready?"),
        ("01", "Tensors", "What is a tensor that carries a flag?"),
        ("02", "Functions", "Leaf or result: who made this tensor?"),
        ("03", "Operations", "How do I read the graph?"),
        ("04", "The engine", "What does backward() really do?"),
    ],
    "Understand its gradients": [
        ("05", "Vector–Jacobian", "Why does a non-scalar need gradient=?"),
        ("06", "Accumulation", "Why do gradients add up, and what shape have they?"),
        ("07", "Freeing", "Why can't I call backward twice?"),
    ],
    "Take control": [
        ("08", "Recording off", "no_grad, set_grad_enabled, detach: which one when?"),
        ("09", "In place", "What may I overwrite?"),
        ("10", "Looking inside", "How do I see a gradient in the middle?"),
        ("11", "Custom Function", "How do I add my own operation, and is it right?"),
        ("12", "Double backward", "What is the gradient of a gradient?"),
    ],
    "Use it": [
        ("13", "A model", "How does x1 · w1 · w2 become a network trained on data?"),
        ("14", "Old code", "How do I read code from 2018?"),
        ("15", "Bug hunt", "Ten broken training loops: what is wrong?"),
    ],
}
COLORS = [("#e6effa", "#2a5d9f"), ("#efeaf8", "#6f52a3"), ("#fdf0d8", "#a86b12"), ("#e4f3e8", "#2c7a4b")]


class Figure(NamedTuple):
    chapter: str
    svg: str
    dot: str
    alt: str


def figure(chapter, graph, alt):
    graph.alt = alt
    return Figure(chapter, graph.svg() + "\n", graph.dot, alt)


# Where functions can stand on the way back through a result y to the leaf x; None for what the node itself does.
HOOKS = {
    "First: the node that made y": [
        ("y.register_hook(f)", "f(grad): all has arrived; the answer replaces it"),
        ("y.retain_grad()", "a copy is added to y.grad"),
        ("node.register_prehook(f)", "f(grads): the gradients of all its outputs"),
        (None, "the rule of the node"),
        ("node.register_hook(f)", "f(results, grads): both sides of the rule"),
    ],
    "Then: the AccumulateGrad of the leaf x": [
        ("x.register_hook(f)", "f(grad): what comes in now, not x.grad"),
        ("node.register_prehook(f)", "f(grads): the same, as a tuple"),
        (None, "it is added to x.grad"),
        ("x.register_post_accumulate_grad_hook(f)", "f(x): x.grad is complete"),
        ("node.register_hook(f)", "f((), grads): nothing is sent on"),
    ],
}


# Chapter 8's question: what should stay unrecorded? (when, what to write, what changes) for each kind of answer.
WHICH_ONE = {
    "some lines": [
        ("predicting, measuring accuracy", "with no_grad():", "results of these lines have no history"),
        ("a flag decides", "with set_grad_enabled(flag):", "the same, while the flag is False"),
    ],
    "one tensor": [
        ("a value in a recorded computation", "t.detach()", "a new tensor; t stays as it was"),
        ("the past of what is carried on", "h = h.detach(), or h.detach_()", "h has no past any more"),
        ("a leaf that should not learn", "leaf.requires_grad_(False)", "the leaf, until you set it back"),
    ],
    "nothing": [
        ("recording is off here, and should be on", "with enable_grad():", "results of these lines have history"),
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
    digraph = columns("2.75")
    for (column, rows), (fill, line) in zip(CHAPTERS.items(), COLORS):
        with digraph.subgraph(name=f"cluster_{rows[0][0]}") as cluster:
            cluster.attr(label=label(column), style="rounded", color=line, margin="10")
            for number, title, question in rows:
                text = label(f"{number}  {title}", textwrap.wrap(question, 30))
                cluster.node(number, text, fillcolor=fill, color=line)
            for (above, *_), (below, *_) in zip(rows, rows[1:]):
                cluster.edge(above, below)
    parts = "; ".join(f"{column.lower()}, {rows[0][0]} to {rows[-1][0]}" for column, rows in CHAPTERS.items())
    alt = f"Map of the sixteen chapters and the question that each answers, in four parts: {parts}."
    return Figure("00 and the project's README", svg(digraph.source, alt) + "\n", digraph.source, alt)


def finished():
    x = minigrad.ones(2, 2, requires_grad=True)
    y = x + 2
    z = y * y * 3
    out = z.mean()
    out.backward()
    alt = "The documents' example, finished: out is 27, and backward() has left 4.5 in every place of x.grad."
    return figure("00 and the project's README", viz.draw(out, x=x, y=y, z=z, out=out), alt)


def leaf_or_result():
    p = minigrad.tensor(2.0, requires_grad=True)
    q = minigrad.tensor(3.0)
    r = p * q
    s = p + r
    alt = (
        "Tensor p is a leaf that requires a gradient, q is a leaf without the flag; r and s are results, "
        "made by Mul and by Add."
    )
    graph = viz.draw(s, p=p, q=q, r=r, s=s, view="forward")
    graph.dot = graph.dot.replace("constant q", "leaf q, no flag")  # chapter 2 is about the word leaf
    return figure("02", graph, alt)


def wxb():
    x, w, b, y, z = wxb_tensors()
    alt = (
        "The graph behind z = w * x + b: AddBackward0 leads to MulBackward0 and to the leaf b, "
        "MulBackward0 to the leaf w and, where x was, to None."
    )
    return figure("03", viz.draw(z, x=x, w=w, b=b, y=y, z=z), alt)


def wxb_forward():
    x, w, b, y, z = wxb_tensors()
    alt = "How z = w * x + b is computed: w and b are leaves that require a gradient, x does not; y and z are results."
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
    alt = (
        "The engine walks c = b * 5 + b * 7 backwards in five steps: where the two paths meet it waits for both "
        "gradients, 7 + 5 = 12, and a.grad becomes 36."
    )
    return figure("04 and the project's README", viz.step(c, a=a, b=b, c=c).graph, alt)


def hooks():
    """Two columns: the places around the node of a result, and around the node of a leaf."""
    digraph = columns("3.4")
    digraph.attr(nodesep="0.6")
    for side, ((column, rows), (fill, line)) in enumerate(zip(HOOKS.items(), COLORS[:1] + COLORS[3:])):
        with digraph.subgraph(name=f"cluster_{side}") as cluster:
            cluster.attr(label=label(column), style="rounded", color=line, margin="10")
            for row, (heading, what) in enumerate(rows):
                if heading is None:
                    cluster.node(f"{side}{row}", label(what), style="filled", fillcolor="white", color=INK)
                else:
                    cluster.node(f"{side}{row}", label(heading, [what]), fillcolor=fill, color=line)
            for row in range(len(rows) - 1):
                cluster.edge(f"{side}{row}", f"{side}{row + 1}")
    alt = "The places of hooks on the way back, in order. " + " ".join(
        f"{column}: {', '.join(heading or what for heading, what in rows)}." for column, rows in HOOKS.items()
    )
    return Figure("10", svg(digraph.source, alt) + "\n", digraph.source, alt)


def which_one_when():
    """A tree from left to right: the question, three kinds of answer, and a box for each: write this, in that case."""
    digraph = columns("4.1")
    digraph.attr(rankdir="LR", nodesep="0.12", ranksep="0.35")
    digraph.attr("node", height="0.3")
    digraph.node("what", label("", ["What should", "stay unrecorded?"]), shape="ellipse", width="0", fillcolor="white",
                 color=INK)
    for (kind, answers), (fill, line) in zip(WHICH_ONE.items(), COLORS):
        digraph.node(kind, label(kind), shape="ellipse", width="0", fillcolor=fill, color=line)
        digraph.edge("what", kind)
        for place, (when, code, change) in enumerate(answers):
            answer = f"{kind} {place}"
            digraph.node(answer, label(code, [f"when: {when}", f"changes: {change}"]), fillcolor=fill, color=line)
            digraph.edge(kind, answer)
    parts = "; ".join(
        f"{kind}: " + ", ".join(f"{code} ({when})" for when, code, _ in answers) for kind, answers in WHICH_ONE.items()
    )
    alt = f"What should stay unrecorded? {parts}."
    return Figure("08", svg(digraph.source, alt) + "\n", digraph.source, alt)


MAKERS = [chapters, finished, leaf_or_result, wxb, wxb_forward, engine, hooks, which_one_when]


def readme(figures):
    lines = [
        "# Figures", "",
        "`python3 tools/figures.py` makes every file here; change the script, not the files. Each `.svg` was laid out",
        "from the `.dot` beside it; its legend and its frame were added afterwards.", "",
        "| figure | chapter | in words (its alt text) |", "|---|---|---|",
    ]
    lines += [f"| [{name}.svg]({name}.svg) | {made.chapter} | {made.alt} |" for name, made in figures.items()]
    return "\n".join(lines) + "\n"


def files():
    """{name: text} of every file that belongs in figures/."""
    figures = {maker.__name__: maker() for maker in MAKERS}
    texts = {"README.md": readme(figures)}
    for name, made in figures.items():
        texts[f"{name}.svg"], texts[f"{name}.dot"] = made.svg, made.dot
    return texts


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Make the pictures in figures/.")
    parser.add_argument("--check", action="store_true", help="write nothing, say what is not current")
    check = parser.parse_args(arguments).check
    texts = files()
    FIGURES.mkdir(exist_ok=True)
    there = {path.name: path.read_text(encoding="utf-8") for path in FIGURES.iterdir()}
    stale = sorted(name for name in texts.keys() | there.keys() if texts.get(name) != there.get(name))
    for name in stale:
        if check:
            print(f"figures/{name} is not current: run python3 tools/figures.py")
        elif name in texts:
            (FIGURES / name).write_text(texts[name], encoding="utf-8", newline="\n")
        else:
            (FIGURES / name).unlink()
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
