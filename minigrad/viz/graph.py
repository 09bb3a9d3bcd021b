"""The structure behind a result: its function nodes, their edges, and the tensors that belong to them.

Collected once, without recursion; the picture, the text and the stepper all read it from here.
"""

from collections import Counter, deque
from typing import NamedTuple

from minigrad.viz.words import facts, is_tensor, kind, listing, title

LARGEST = 300  # a structure with more nodes is folded
OPERANDS = ("self", "other", "exponent", "mat2", "vec", "weight")  # names of saved inputs that could be a constant
KEPT = 6  # that many nodes stay on either side of the fold


class Edge(NamedTuple):
    """One entry of `next_functions`."""

    argument: str  # which argument of the operation: "0", "1", ...; after folding also "2…99"
    target: "Node | None"  # None: no gradient goes there
    output: int  # which output of the target
    constant: tuple | None = None  # (name, tensor), where we could tell which tensor stands behind a None


class Node:
    """One function node of the graph, or, after folding, many in one."""

    def __init__(self, function, name, leaf=None):
        self.function = function
        self.name = name
        self.leaf = leaf  # (name, tensor), for an AccumulateGrad
        self.edges = []
        self.results = []  # [(which output, name, tensor)]: the results that we have a name for
        self.number = None


class Structure:
    """Roots [(name, tensor, Node or None)], nodes in the order of the text form, and tensors that are not in it."""

    def __init__(self, roots, nodes, strays=()):
        self.roots = roots
        self.strays = list(strays)
        self.nodes = nodes
        for index, node in enumerate(nodes):
            node.number = index


def collect(out, named, explicit=frozenset()):
    """The Structure behind `out`, a tensor or several.

    named     [(name, tensor)], the first name of a tensor counts
    explicit  ids of the tensors that are shown even when they are not part of the graph
    Raises TypeError when `out` is not a tensor.
    """
    outs = list(out) if isinstance(out, (tuple, list)) else [out]
    for tensor in outs or [None]:
        if not is_tensor(tensor):
            raise TypeError(f"expected a tensor, or a list of tensors, but got {type(tensor).__name__}")
    names = {}
    for name, tensor in named:
        names.setdefault(id(tensor), (name, tensor))

    nodes = {}  # by id; PyTorch makes the Python side of a node on demand, so each Node holds on to its function
    waiting = [tensor.grad_fn for tensor in reversed(outs) if tensor.grad_fn is not None]
    while waiting:
        function = waiting.pop()
        if id(function) in nodes:
            continue
        node = nodes[id(function)] = Node(function, type(function).__name__)
        if node.name == "AccumulateGrad":
            variable = function.variable
            node.leaf = names.get(id(variable), ("", variable))
        waiting.extend(target for target, _ in reversed(function.next_functions) if target is not None)

    constants = {key: pair for key, pair in names.items() if kind(pair[1]) == "constant"}
    for node in nodes.values():
        connect(node, nodes, constants)

    roots = []
    for tensor in outs:
        function = tensor.grad_fn
        roots.append((names.get(id(tensor), ("",))[0], tensor, None if function is None else nodes[id(function)]))
    shown = {id(tensor) for tensor in outs}
    shown |= {id(node.leaf[1]) for node in nodes.values() if node.leaf}
    shown |= {id(edge.constant[1]) for node in nodes.values() for edge in node.edges if edge.constant}
    strays = []
    for key, (name, tensor) in names.items():
        function = tensor.grad_fn
        if key in shown:
            continue
        if function is not None and id(function) in nodes:
            nodes[id(function)].results.append((tensor.output_nr, name, tensor))
        elif key in explicit:
            strays.append((name, tensor))
    return Structure(roots, list(nodes.values()), strays)


def connect(node, nodes, constants):
    """Fill in the node's edges. Behind a single None we can name the constant, if the node saved it for its rule."""
    edges = node.function.next_functions
    saved = []
    if constants and sum(target is None for target, _ in edges) == 1:
        saved = [constants[key] for key in saved_ids(node.function) if key in constants]
    constant = saved[0] if len(saved) == 1 else None
    for argument, (target, output) in enumerate(edges):
        target = None if target is None else nodes[id(target)]
        node.edges.append(Edge(str(argument), target, output, constant if target is None else None))


def saved_ids(function):
    """The ids of the operands that the node saved. A freed or overwritten one cannot be looked at; passed over."""
    for operand in OPERANDS:
        try:
            yield id(getattr(function, f"_saved_{operand}", None))
        except RuntimeError:
            continue


def fold(structure):
    """The same structure if it is small; else its first and last nodes, and one node for all between them."""
    if len(structure.nodes) <= LARGEST and sum(len(node.edges) for node in structure.nodes) <= 3 * LARGEST:
        return structure
    order = results_first(structure)
    middle = order[KEPT:-KEPT] if len(order) > 2 * KEPT else []
    kinds = Counter(node.name for node in middle).most_common(3)
    more = Node(None, f"… {len(middle):,} more nodes …")
    more.results = [(0, f"{name} × {count:,}", None) for name, count in kinds]
    folded = {id(node): more for node in middle}
    kept = []
    for node in structure.nodes:
        if id(node) in folded:
            continue
        copy = folded[id(node)] = Node(node.function, node.name, node.leaf)
        copy.results = node.results
        kept.append((node, copy))
    for node, copy in kept:
        copy.edges = merge(edge._replace(target=folded.get(id(edge.target))) for edge in node.edges)
    beyond = {id(edge.target): edge.target for node in middle for edge in node.edges if edge.target}
    more.edges = [Edge("", folded[key], 0) for key in beyond if folded[key] is not more]
    roots = [(name, tensor, folded.get(id(node))) for name, tensor, node in structure.roots]
    return Structure(roots, preorder([node for *_, node in roots if node]), structure.strays)


def results_first(structure):
    """The nodes so that each stands before those its gradients go to: what is between two of them can be cut out."""
    waiting = Counter(id(edge.target) for node in structure.nodes for edge in node.edges if edge.target)
    ready = deque(dict.fromkeys(node for *_, node in structure.roots if node and not waiting[id(node)]))
    order = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for edge in node.edges:
            if edge.target:
                waiting[id(edge.target)] -= 1
                if not waiting[id(edge.target)]:
                    ready.append(edge.target)
    return order


def merge(edges):
    """Edges that lead to the same place become one: arguments 2, 3, …, 99 -> "2…99"."""
    merged = {}
    for edge in edges:
        first = merged.setdefault((id(edge.target), id(edge.constant)), edge)
        if first is not edge:
            arguments = f"{first.argument.partition('…')[0]}…{edge.argument}"
            merged[id(edge.target), id(edge.constant)] = first._replace(argument=arguments)
    return list(merged.values())


def preorder(nodes):
    """All nodes that can be reached, each before what lies behind it."""
    found, waiting = {}, list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            waiting.extend(edge.target for edge in reversed(node.edges) if edge.target)
    return list(found.values())


def text(structure, values=True):
    """The structure as an indented tree. A node with several ways to it is written out once, then "see #3"."""
    lines, written = [], set()
    for name, tensor, node in structure.roots:
        lines.append(f"{title(name, tensor)}: {', '.join(facts(tensor, values))}")
        waiting = [(1, "grad_fn", node, None)] if node else []
        while waiting:
            depth, where, node, constant = waiting.pop()
            start = "  " * depth + (f"{where}: " if where else "")
            if node is None:
                what = f" ({title(*constant)}: {facts(constant[1], values)[0]})" if constant else ""
                lines.append(f"{start}None, no gradient{what}")
            elif id(node) in written:
                lines.append(f"{start}see #{node.number} {node.name}")
            else:
                written.add(id(node))
                lines.append(start + describe(node, values))
                if node.leaf:
                    lines.append(f"{'  ' * (depth + 1)}variable: {title(*node.leaf)}: "
                                 + ", ".join(facts(node.leaf[1], values)))
                for edge in reversed(node.edges):
                    output = f" (output {edge.output})" if edge.output else ""
                    waiting.append((depth + 1, edge.argument + output, edge.target, edge.constant))
    lines += [f"{title(name, tensor)}: {', '.join(facts(tensor, values))}, not in this graph"
              for name, tensor in structure.strays]
    return "\n".join(lines)


def describe(node, values):
    line = f"#{node.number} {node.name}"
    for _, name, tensor in node.results:
        line += f", {name}" if tensor is None else f", grad_fn of {name}: {', '.join(facts(tensor, values))}"
    return line


def sentence(structure, view="backward"):
    """The point of the picture in one sentence, for its alt text."""
    what = listing(name or "an unnamed tensor" for name, *_ in structure.roots)
    if not structure.nodes:
        leaf = any(kind(tensor) == "leaf" for _, tensor, _ in structure.roots)
        why = "a leaf that requires a gradient" if leaf else "no gradient is required"
        return f"{what} stands alone: {why}, and there is no graph behind it."
    functions = Counter(node.name for node in structure.nodes if not node.leaf)
    through = [name if count == 1 else f"{count:,} × {name}" for name, count in functions.items()]
    leaves = [node.leaf[0] or "an unnamed leaf" for node in structure.nodes if node.leaf]
    ends = f"the leaf {leaves[0]}" if len(leaves) == 1 else f"the leaves {listing(leaves)}" if leaves else "no leaf"
    if view == "forward":
        return f"How {what} was computed: from {ends} through the nodes {listing(through[::-1])}."
    return f"The graph behind {what}: gradients go back through {listing(through)} to {ends}."
