"""Graphs and steppers for the wide screen of a talk.

A cell that draws a graph is run again, and what it draws runs from left to right here, without the boxes that no
gradient reaches. `plain` gives it the words of somebody who has never seen PyTorch: plus, times 5, the leaf.
"""

import ast
import re

from common import module_of
from film import EMPTY, RESULT, UNUSED

import minigrad
from minigrad.viz.graph.collect import collect, fold
from minigrad.viz.graph.draw import Graph
from minigrad.viz.graph.expressions import operation
from minigrad.viz.graph.saved import reachable
from minigrad.viz.sheet import words as sheet
from minigrad.viz.sheet.words import named_tensors, value
from minigrad.viz.stepper.step import Steps, seeds

WORDS = {"Add": "plus", "Mul": "times"}
POINT = re.compile(r"(?<=\d)\.(?=[ <])")  # of a number in a box: 36, as one writes it
IMPORTS = re.compile(r"(?m)^(?:from|import) .*\n+")


class Wide:
    """What a talk takes for `viz`: it draws the same tensors, and keeps the picture as `.drawn`."""

    look = {"legend": False, "direction": "right"}
    width, letters = 924, 34  # of the two engines: pixels, and letters in a line of words

    def __init__(self, plain):
        self.plain = plain

    def simplify(self, structure):
        """In plain words nothing is said of what nodes keep."""
        if self.plain:
            structure.saved = False
            for node in structure.nodes:
                node.name = in_plain_words(node)

    def low(self, dot):
        """A result stands beside its node, and no box where no gradient goes; in plain words `36.` is 36."""
        dot = RESULT.sub(r"\t{rank=same \2 \1}\n\t\2 -> \1 [dir=back ", EMPTY.sub("", UNUSED.sub("", dot)))
        return POINT.sub("", dot) if self.plain else dot

    def tidy(self, words):
        """Numbers in a sentence, too; its own number, at its beginning, keeps its point."""
        return re.sub(r"(?<!^\d)(?<=\d)\.(?=[ ,]|$)", "", words) if self.plain else words

    def without_results(self, dot):
        """The nodes alone, so that two graphs have room below each other."""
        return re.sub(r"(?m)^\t(?:\{rank=same .*|[ty]\w+ \[.*|n\d+ -> [ty]\w+ .*)\n", "", dot)

    def step(self, out, /, names=None, **tensors):
        structure = collect(out, named_tensors(names, tensors))
        self.simplify(structure)
        self.drawn = Steps(structure, seeds([out], None), look=self.look)
        self.drawn.graph.dot = self.low(self.drawn.graph.dot)
        if self.plain:
            self.drawn.lines = [f"0. A 1 starts at {structure.roots[0][0] or 'the result'}",
                                *(told(number, step) for number, step in enumerate(self.drawn.steps, 1))]
        return self.drawn

    def draw(self, out, /, names=None, saved=True, values=True, since=None, **tensors):
        structure = fold(collect(out, named_tensors(names, tensors)), narrow=True)
        structure.saved = saved
        structure.before = None if since is None else {id(node): node for node in reachable([since.grad_fn])}
        self.simplify(structure)
        self.drawn = Graph(structure, values=values, **self.look)
        self.drawn.dot = self.low(self.drawn.dot)
        return self.drawn


def in_plain_words(node):
    """What a node does: "plus", "times 5", "the leaf"."""
    if node.leaf:
        return "the leaf"
    name = WORDS.get(operation(node), operation(node).lower())
    numbers = [value(edge.constant[1]).rstrip(".") for edge in node.edges if edge.constant]
    others = [edge.target.leaf[0] for edge in node.edges[1:] if name == "times" and edge.target and edge.target.leaf]
    return " ".join([name, *(numbers or others)])


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
    """The picture of a cell, drawn for a wide screen: functions that stand in cells before it may be used.

    frees  whether the engine of this chapter gives up what nodes have saved
    """
    viz, before = Wide(plain), sheet.FREES
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
