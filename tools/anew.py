"""Pictures of a chapter drawn anew for a talk: without a legend, in the compact form, and, if asked, in plain words.

A cell that draws a graph is run again. `plain` gives it the words of somebody who has never seen PyTorch: plus, times
5, the leaf, and 36 for 36.
"""

import ast
import contextlib
import re

from common import module_of

import minigrad
from minigrad.viz.graph.collect import collect, fold
from minigrad.viz.graph.draw import Graph
from minigrad.viz.graph.expressions import operation
from minigrad.viz.graph.saved import made_before
from minigrad.viz.sheet import words as sheet
from minigrad.viz.sheet.words import named_tensors, value
from minigrad.viz.stepper.step import Steps, seeds

WORDS = {"Add": "plus", "Mul": "times"}
IMPORTS = re.compile(r"(?m)^(?:from|import) .*\n+")


class Anew:
    """What a talk takes for `viz`: it draws the same tensors, and keeps the picture as `.drawn`."""

    def __init__(self, plain):
        self.plain = plain

    def structure(self, out, names, tensors):
        found = collect(out, named_tensors(names, tensors))
        if self.plain:
            found.saved = False
            for node in found.nodes:
                node.name = in_plain_words(node)
        return found

    def step(self, out, /, names=None, full=False, **tensors):
        with numbers(self.plain):
            structure = self.structure(out, names, tensors)
            self.drawn = Steps(structure, seeds([out], None), look={"legend": False})
            if self.plain:
                self.drawn.lines = [f"0. A 1 starts at {structure.roots[0][0] or 'the result'}",
                                    *(told(number, step) for number, step in enumerate(self.drawn.steps, 1))]
        return self.drawn

    def draw(self, out, /, names=None, full=False, saved=True, values=True, since=None, **tensors):
        with numbers(self.plain):
            structure = fold(self.structure(out, names, tensors), narrow=True)
            structure.saved = saved and not self.plain
            structure.before = made_before(since)
            self.drawn = Graph(structure, values=values, legend=False)
        return self.drawn


@contextlib.contextmanager
def numbers(plain):
    """Within the block a whole number in a picture shows its point, unless the words are plain."""
    before, sheet.POINTS = sheet.POINTS, not plain
    try:
        yield
    finally:
        sheet.POINTS = before


def in_plain_words(node):
    """What a node does: "plus", "times 5", "the leaf"."""
    if node.leaf:
        return "the leaf"
    name = WORDS.get(operation(node), operation(node).lower())
    factors = [value(edge.constant[1]) for edge in node.edges if edge.constant]
    others = [edge.target.leaf[0] for edge in node.edges[1:] if name == "times" and edge.target and edge.target.leaf]
    return " ".join([name, *(factors or others)])


def told(number, step):
    """One step for somebody who has never seen PyTorch."""
    came, total = [f"{grad.item():g}" for _, grad in step.arrived], f"{step.grads[0].item():g}"
    gets = " + ".join(came) + (f" = {total}" if len(came) > 1 else "")
    if step.node.leaf:
        leaf = step.node.leaf[0]
        return f"{number}. {step.node.name} {leaf} gets {gets}: this is its gradient, {leaf}.grad"
    sent = " and ".join(f"{grad.item():g} to {edge.target.name}"
                        for edge, grad in zip(step.node.edges, step.sent) if edge.target)
    return f"{number}. {step.node.name} gets {gets} and sends {sent}"


def drawn_anew(cells, cell, plain, frees):
    """The picture of a cell, drawn for a talk: functions that stand in cells before it may be used.

    frees  whether the engine of this chapter gives up what nodes have saved
    """
    viz, before = Anew(plain), sheet.FREES
    room = {"torch": minigrad, "viz": viz} | dict.fromkeys(["predict", "print"], lambda *_, **__: None)
    sheet.FREES = frees
    try:
        for other in cells:
            if other.cell_type == "code" and not module_of(other):
                tree = ast.parse(other.source)
                tree.body = [part for part in tree.body if isinstance(part, ast.FunctionDef)]
                exec(compile(tree, other.id, "exec"), room)
            if other.id == cell.id:
                exec(IMPORTS.sub("", cell.source), room)
                return viz.drawn
    finally:
        sheet.FREES = before
