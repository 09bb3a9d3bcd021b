"""How a node was computed, `x + y`: what tells two nodes of one name apart, where what they keep does not."""

import math
import re

from minigrad.viz.graph.collect import pointed
from minigrad.viz.sheet.words import value

SIGNS = {"Add": "+", "Sub": "−", "Neg": "−", "Mul": "·", "Div": "/", "Pow": "^", "Mm": "@", "Bmm": "@", "Mv": "@"}
LONGEST, DEEPEST = 24, 4  # of an expression: characters, and operations in one another


def operation(node):
    """The name of a node's operation: "Mul" of MulBackward0."""
    return re.sub(r"Backward\d*$", "", node.name)


def sign(node):
    """The sign of an operation as one writes it, with its exponent: " ·", " ^ 2"; "" where there is none."""
    written = SIGNS.get(operation(node), "") if node.name[-1:].isdigit() else ""  # not of a user's `Mul`
    exponent = getattr(node.function, "_saved_exponent", None) if written == "^" else None
    return f" {written}{f' {exponent:g}' if isinstance(exponent, (int, float)) else ''}" if written else ""


def written(node):
    """A node's name with its sign, and at the side of that the number that one operand is: "MulBackward0 · 5"."""
    sides = [f" {operand(edge, 0, False).rstrip('.')}" if edge.constant and not edge.constant[0] else ""
             for edge in node.edges]
    first, second = map(str.rstrip, sides) if sign(node) and len(sides) == 2 else ("", "")
    return f"{node.name}{first}{sign(node)}{second}"


def told_apart(structure):
    """{id of a node: its expression} of those that look like another node of the structure, and differ in this."""
    alike = {}
    for node in structure.nodes:
        if node.function and not node.leaf:
            alike.setdefault((node.name, *structure.keeps(node)), []).append(node)
    found = {}
    for nodes in alike.values():
        written = [expression(node) for node in nodes] if len(nodes) > 1 else []
        found.update({id(node): text for node, text in zip(nodes, written) if text and written.count(text) == 1})
    return found


def expression(node, depth=DEEPEST, inside=False):
    """What the node computed, from named tensors and numbers; "" where these do not tell, or it would be too long.

    inside  whether it stands beside a sign: then it gets brackets if it has a sign of its own
    """
    written = sign(node)
    parts = [operand(edge, depth - 1, bool(written)) for edge in node.edges] if depth and node.function else []
    if not parts or not all(parts):
        return ""
    if written and len(parts) == 2:
        text = f"{written} ".join(parts)
    elif written in ("", " ^"):
        text, inside = f"{operation(node).lower()}({', '.join(parts)})", False
    else:
        text = parts[0] + written if written.startswith(" ^") else written.strip() + parts[0]
    return "" if len(text) > LONGEST else f"({text})" if inside else text


def operand(edge, depth, inside):
    if edge.constant:
        name, tensor = edge.constant
        number = math.prod(tensor.shape) == 1 and value(tensor)
        return (name or (pointed(number) if number else "")) if edge.sure else ""
    if edge.target is None:
        return ""
    if edge.target.leaf:
        return edge.target.leaf[0] or ""
    named = next((name for output, name, _ in edge.target.results if output == edge.output and name), "")
    return named or expression(edge.target, depth, inside)
