"""The structure behind a result: its function nodes, their edges, and the tensors that belong to them.

Collected once, without recursion; the picture, the text and the stepper all read it from here.
"""

import contextlib
import copy
import math
from collections import Counter
from typing import NamedTuple

import numpy as np

from minigrad.locale import say
from minigrad.viz.graph.saved import FREED, kept, newness, nodes_of, place, reachable
from minigrad.viz.sheet.words import (
    NO_GRADIENT, entries, facts, is_tensor, kind, letters, listing, name_of, sentences, tensors_of, title,
)

ENOUGH = 40  # more nodes, and a block that is repeated is drawn only at its ends
TIMES = 4  # how often a block must follow on itself
WORTH = 8  # and how many nodes must become one
LONGEST_BLOCK = 24  # in nodes
LARGEST = 300  # a structure that has still more nodes is folded, whatever it is
KEPT = 6  # that many nodes stay on either side of such a fold
ROOM = 1700  # in pixels, about: what is wider than that is folded
MOST, FIRST, LAST = 8, 4, 2  # of more than 8 boxes of one kind side by side, the first 4 and the last 2 are shown
OPERANDS = ("self", "other", "exponent", "mat1", "mat2", "vec", "weight")  # saved inputs that could be a constant
OUTSIDE, PERHAPS = "outside", "perhaps"  # why a tensor has no place in the graph
LONGEST = 600  # characters of an alt text
FEW = 3  # numbers of a saved tensor stand beside its name


class Edge(NamedTuple):
    """One entry of `next_functions`."""

    argument: str  # which argument of the operation: "0", "1", ...; after folding also "2…99"
    target: "Node | None"  # None: no gradient goes there
    output: int  # which output of the target
    constant: tuple | None = None  # (name, tensor): which tensor stands behind a None, where we could tell
    sure: bool = True  # False: nothing shows what stands behind the None; a constant there was found by elimination


class Line(NamedTuple):
    """What a node says about what it keeps, in a line."""

    sign: str  # of the legend: "way", "saved", "freed" or "stale"
    text: str


class Node:
    """One function node of the graph, or, after folding, many in one."""

    def __init__(self, function, name, leaf=None):
        self.function = function
        self.name = name
        self.leaf = leaf  # (name, tensor), for an AccumulateGrad
        self.edges = []
        self.results = []  # [(which output, name, tensor)]: the results that we have a name for
        self.number = None

    def targets(self):
        """The nodes that its edges lead to, each as often as an edge does."""
        return [edge.target for edge in self.edges if edge.target]


class Structure:
    """Roots [(name, tensor, [its Node])], nodes in the order of the text form, and tensors that have no place in it.

    Of many roots, or strays [(name, tensor, why)], or results of a node, some are one entry without a tensor; among
    the roots it has all their nodes, among the strays a Counter of reasons. A root that nobody computed has no node.
    """

    def __init__(self, roots, nodes, strays=(), names=None, twins=None):
        self.roots = roots
        self.strays = list(strays)
        self.nodes = nodes
        self.names = names or {}  # {id of a tensor: (name, tensor)}
        self.twins = twins or {}  # {id of a constant: (name, tensor) of the one whose numbers it shares}
        self.saved = True  # whether to say what nodes keep
        self.values = True  # and with which numbers
        self.before = None  # {id of a function: it} of the nodes that an engine has not made on its way back, if asked
        self.whole = self  # what it was before it was folded
        self.said = {}  # what a tensor or node looked like when it was first asked about
        for index, node in enumerate(nodes):
            node.number = index

    def facts(self, tensor):
        """What to know about a tensor, as short lines."""
        if id(tensor) not in self.said:
            name, twin = self.twins.get(id(tensor), ("", None))
            shared = [] if twin is None else [say("shares memory with {name}").format(
                name=name or title(name, twin))]
            base, _ = self.names.get(id(getattr(tensor, "_base", None)), ("", None))
            view = [say("a view of {name}").format(name=base)] if base else []
            self.said[id(tensor)] = [*facts(tensor, self.values), *view, *shared]
        return self.said[id(tensor)]

    def stub(self, tensor):
        """The same for a constant at the end of a None edge, which says already that no gradient is required."""
        lines = [line for line in self.facts(tensor) if line != NO_GRADIENT]
        return lines if id(tensor) in self.names else [pointed(lines[0]), *lines[1:]]

    def keeps(self, node):
        """What a node keeps for its rule, as Lines: "saved self (x), other = 5.", "stale self: …", "freed"."""
        later = [Line("way", say("way back"))] if self.is_later(node) else []  # made by an engine that recorded
        if not self.saved:
            return later
        if id(node) not in self.said:
            self.said[id(node)] = self.look_at(node)
        return later + self.said[id(node)]

    def is_later(self, node):
        """Whether an engine has made this node on its way back."""
        return self.before is not None and node.function and not node.leaf and id(node.function) not in self.before

    def look_at(self, node):
        found = kept(node.function) if node.function else []
        if any(trouble == FREED for *_, trouble in found):
            return [Line("freed", say("freed", "what a node saves"))]
        groups = {}
        for name, tensor, trouble in found:
            known = groups.setdefault(trouble, {}).setdefault(name.removeprefix("saved_"), [])
            called, _ = self.names.get(id(tensor), ("", None))
            known += [f" ({called})"] if called else [f" = {seen}"] if (seen := self.seen_in(tensor)) else []
        lines = []
        for trouble, names in groups.items():
            sign = Line("stale", say("stale {names}: {trouble}")) if trouble else Line("saved", say("saved {names}"))
            what = ", ".join(name + "".join(known) for name, known in names.items())
            lines.append(sign._replace(text=sign.text.format(names=what, trouble=trouble)))
        return lines

    def seen_in(self, tensor):
        """The numbers of a small tensor that stands nowhere else in the picture; "" of any other."""
        few = self.values and tensor is not None and math.prod(tensor.shape) <= FEW
        return pointed(entries(tensor)) if few else ""


def pointed(text):
    """A whole number as an operation computes with it: "3" becomes "3."."""
    return f"{text}." if text.lstrip("-").isdigit() else text


def collect(out, named, explicit=frozenset()):
    """The Structure behind `out`, a tensor or several.

    named     [(name, tensor)], the first name of a tensor counts
    explicit  ids of the tensors that are shown even when they are not part of the graph
    Raises TypeError when `out` is not a tensor.
    """
    outs = tensors_of(out)
    if not outs:
        raise TypeError("expected a tensor, or a list of tensors, but got an empty list")
    names = {}
    for name, tensor in named:
        names.setdefault(id(tensor), (name, tensor))

    nodes = {}  # by id of the function
    for function in nodes_of(outs):
        node = nodes[id(function)] = Node(function, name_of(function))
        if node.name == "AccumulateGrad":
            variable = function.variable
            node.leaf = names.get(id(variable), ("", variable))

    shown = {id(tensor) for tensor in outs}
    constants = {key: pair for key, pair in names.items() if kind(pair[1]) == "constant"}
    for node in nodes.values():
        connect(node, nodes, constants)
    puzzling = place_by_elimination(nodes.values(), [constants[key] for key in constants if key in explicit - shown])

    roots = []
    for tensor in outs:
        name, _ = names.get(id(tensor), ("", None))
        roots.append((name, tensor, [] if tensor.grad_fn is None else [nodes[id(tensor.grad_fn)]]))
    shown |= {id(node.leaf[1]) for node in nodes.values() if node.leaf}
    shown |= {id(edge.constant[1]) for node in nodes.values() for edge in node.edges if edge.constant}
    strays = []
    for key, (name, tensor) in names.items():
        if key in shown:
            continue
        if node := nodes.get(id(tensor.grad_fn)):
            node.results.append((tensor.output_nr, name, tensor))
        elif key in explicit:
            strays.append((name, tensor, PERHAPS if puzzling and key in constants else OUTSIDE))
    parts = [(name, tensor) for name, tensor, _ in roots] + [node.leaf for node in nodes.values() if node.leaf]
    parts += [(name, tensor) for node in nodes.values() for _, name, tensor in node.results]
    for node in nodes.values():
        node.results = ends(node.results, lambda rest: (0, more_results(rest), None))
    return Structure(roots, list(nodes.values()), strays, names, twins(constants.values(), parts))


def ends(items, more):
    """The items; of many only the first and the last, and between them what `more` makes of the rest."""
    return [*items[:FIRST], more(items[FIRST:-LAST]), *items[-LAST:]] if len(items) > MOST else items


def twins(constants, parts):
    """{id of a constant: (name, tensor) of the part of the graph whose numbers it shares}: it was detached."""
    owners = {}
    for name, tensor in parts if constants else ():
        where, size = place(tensor)
        if size and kind(tensor) != "constant":
            owners.setdefault(where, (name, tensor))
    found = {id(tensor): owners.get(place(tensor)[0]) for _, tensor in constants}
    return {key: owner for key, owner in found.items() if owner}


def connect(node, nodes, constants):
    """Fill in the node's edges. Behind a single None we know the constant, if the node saved it for its rule."""
    edges = node.function.next_functions
    saved = []
    if sum(target is None for target, _ in edges) == 1:
        saved = [tensor for tensor in saved_operands(node.function) if kind(tensor) == "constant"]
    constant = constants.get(id(saved[0]), ("", saved[0])) if len(saved) == 1 else None
    for argument, (target, output) in enumerate(edges):
        if target is None:
            node.edges.append(Edge(str(argument), None, output, constant, len(saved) == 1))
        else:
            node.edges.append(Edge(str(argument), nodes[id(target)], output))


def saved_operands(function):
    """The operands that the node saved. A freed or overwritten one cannot be looked at; passed over."""
    for operand in OPERANDS:
        with contextlib.suppress(RuntimeError):
            tensor = getattr(function, f"_saved_{operand}", None)
            if is_tensor(tensor):
                yield tensor


def place_by_elimination(nodes, constants):
    """Put the only constant that has no place yet behind the only None that nothing is known of.

    Gives whether there is still a None of which nothing is known: a constant without a place may stand behind it.
    """
    placed = {id(edge.constant[1]) for node in nodes for edge in node.edges if edge.constant}
    left = [pair for pair in constants if id(pair[1]) not in placed]
    if not left:
        return False
    unknown = [(node, place) for node in nodes for place, edge in enumerate(node.edges) if not edge.sure]
    if len(left) == len(unknown) == 1:
        (node, place), = unknown
        node.edges[place] = node.edges[place]._replace(constant=left[0])
        return False
    return bool(unknown)


def fold(structure, narrow=False):
    """The same structure if it is small; else what is repeated, and if need be all between its ends, is one node.

    narrow  whether a structure of few nodes is folded, too, when it is wide
    """
    whole = structure
    narrow = narrow or len(structure.nodes) > ENOUGH

    def wide():
        return narrow and width(structure) > ROOM

    while (len(structure.nodes) > ENOUGH or wide()) and (block := repeated(structure)):
        structure = contract(structure, *block)
    if wide():
        structure = few_leaves(structure)
    edges = sum(len(node.edges) for node in structure.nodes)
    if len(structure.nodes) > LARGEST or edges > 3 * LARGEST or wide():
        order = results_first(structure)
        middle = order[KEPT:-KEPT] if len(order) > 2 * KEPT else []
        kinds = Counter(node.name for node in middle).most_common(3)
        lines = [f"{name} × {count:,}" for name, count in kinds]
        structure = contract(structure, middle, say("… {count:,} more nodes …").format(count=len(middle)), lines)
    if narrow and max(len(structure.roots), len(structure.strays)) > MOST:
        structure = Structure(ends(structure.roots, more_roots), structure.nodes, ends(structure.strays, more_strays),
                              structure.names, structure.twins)
    structure.whole, structure.before = whole, whole.before
    return structure


def more_results(rest):
    return say("… {count:,} more results …").format(count=len(rest))


def more_tensors(rest):
    return say("… {count:,} more tensors …").format(count=len(rest))


def more_roots(rest):
    nodes = list(dict.fromkeys(node for *_, found in rest for node in found))
    return more_results(rest) if nodes else more_tensors(rest), None, nodes


def more_strays(rest):
    return more_tensors(rest), None, Counter(why for *_, why in rest)


def remark(why):
    """Why a tensor has no place in the graph, or of how many folded ones that is so."""
    if isinstance(why, Counter):
        many = {OUTSIDE: say("{count:,} not in this graph"),
                PERHAPS: say("{count:,} may be an operand: the graph holds only None")}
        return listing(many[one].format(count=count) for one, count in why.items())
    return say("not in this graph") if why == OUTSIDE else say("may be an operand: the graph holds only None")


def width(structure):
    """About how many pixels the widest row of nodes takes."""
    return max(map(sum, rows(structure)), default=0)


def length(structure):
    """About how many pixels all rows take, one beside the other."""
    return sum(40 + max(row) for row in rows(structure) if row)


def rows(structure):
    """For each row of the picture about how wide its boxes are: a node stands below all that lead to it."""
    places, found = {}, {}
    for node in results_first(structure):
        row = places.get(node, 0)
        found.setdefault(row, []).append(60 + 9 * letters(node.name))
        for edge in node.edges:
            if edge.target:
                places[edge.target] = max(places.get(edge.target, 0), row + 1)
            else:
                found.setdefault(row + 1, []).append(100)
    return found.values()


def few_leaves(structure):
    """Of the many leaves that belong to one node alone, those in the middle become one."""
    users = arrows(structure)
    for node in structure.nodes:
        leaves = [target for target in node.targets() if target.leaf and users[target] == 1]
        if len(leaves) > MOST:
            middle = leaves[FIRST:-LAST]
            heading = say("… {count:,} more leaves …").format(count=len(middle))
            return few_leaves(contract(structure, middle, heading, []))
    return structure


def repeated(structure):
    """(nodes, heading, lines) for all but the first and last turn of the longest loop; None if there is no loop.

    The program's own loops are found: nodes in the order in which they were made, newest first, show the same few
    names again and again. What lies between two moments of a program can be cut out without making a circle.
    """
    order = [node for node in structure.nodes if node.function and not node.leaf]
    order.sort(key=lambda node: (-newness(node.function), node.number))
    numbers = {}
    kinds = np.array([numbers.setdefault((node.name, len(node.edges)), len(numbers)) for node in order])
    best, start, block = WORTH - 1, 0, 0
    for period in range(1, min(LONGEST_BLOCK, len(order) // TIMES) + 1):
        same = np.concatenate(([0], kinds[:-period] == kinds[period:], [0]))
        turns = np.flatnonzero(np.diff(same))
        lengths = turns[1::2] - turns[::2]
        times = lengths.max(initial=0) // period + 1
        if times >= TIMES and (times - 2) * period > best:
            best, start, block = (times - 2) * period, turns[::2][lengths.argmax()], period
    if not block:
        return None
    inside = order[start + block:start + block + best]
    heading = say("… {times:,} times the same …") if block > 1 else say("… {times:,} times more …")
    lines = [node.name for node in inside[:min(block, KEPT)]] + ["…"] * (block > KEPT)
    cut = set(inside)
    used = {target for node in cut for target in node.targets()}
    used -= {target for node in structure.nodes if node not in cut for target in node.targets()}
    leaves = [node for node in structure.nodes if node.leaf and node in used]
    lines += [say("{count:,} leaves").format(count=len(leaves))] * bool(leaves)
    return inside + leaves, heading.format(times=best // block), lines


def contract(structure, nodes, heading, lines):
    """The structure with one node in the place of these."""
    more = Node(None, heading)
    more.results = [(0, line, None) for line in lines]
    folded = {node: copy.copy(node) for node in structure.nodes} | dict.fromkeys(nodes, more)
    for node, new in folded.items():
        if new is not more:
            new.edges = merge(edge._replace(target=folded.get(edge.target)) for edge in node.edges)
    beyond = dict.fromkeys(folded[target] for node in nodes for target in node.targets())
    more.edges = [Edge("", target, 0) for target in beyond if target is not more]
    roots = [(name, tensor, [folded[node] for node in found]) for name, tensor, found in structure.roots]
    return Structure(roots, reachable(heads(roots), Node.targets), structure.strays, structure.names, structure.twins)


def heads(roots):
    """The nodes that the roots lead to."""
    return [node for *_, found in roots for node in found]


def arrows(structure):
    """How many edges lead to each node."""
    return Counter(target for node in structure.nodes for target in node.targets())


def results_first(structure):
    """The nodes so that each stands before those its gradients go to: what is between two of them can be cut out."""
    waiting = arrows(structure)
    order = [node for node in dict.fromkeys(heads(structure.roots)) if not waiting[node]]
    for node in order:
        for target in node.targets():
            waiting[target] -= 1
            if not waiting[target]:
                order.append(target)
    return order


def merge(edges):
    """Edges that lead to the same place become one: arguments 2, 3, …, 99 -> "2…99"."""
    merged = {}
    for edge in edges:
        first = merged.setdefault((edge.target, id(edge.constant)), edge)
        if first is not edge:
            arguments = f"{first.argument.partition('…')[0]}…{edge.argument}"
            merged[edge.target, id(edge.constant)] = first._replace(argument=arguments)
    return list(merged.values())


def text(structure):
    """The structure as an indented tree. A node with several ways to it is written out once, then "see #3"."""
    lines, written = [], set()
    for name, tensor, nodes in structure.roots:
        lines.append(told(structure, name, tensor))
        waiting = [(1, "grad_fn", node, None) for node in reversed(nodes)]
        while waiting:
            depth, where, node, cut = waiting.pop()
            start = "  " * depth + (f"{where}: " if where else "")
            if node is None:
                what = ""
                if cut.constant and cut.constant[0]:  # a number without a name is what the node has saved
                    what = f" ({called(cut)}: {', '.join(structure.stub(cut.constant[1]))})"
                lines.append(start + say("None, no gradient") + what)
            elif id(node) in written:
                lines.append(start + say("see #{number} {name}").format(number=node.number, name=node.name))
            else:
                written.add(id(node))
                lines.append(start + describe(structure, node))
                if node.leaf:
                    lines.append(f"{'  ' * (depth + 1)}variable: {told(structure, *node.leaf)}")
                for edge in reversed(node.edges):
                    where = edge.argument
                    if edge.output:
                        where = say("{argument} (output {output})").format(argument=where, output=edge.output)
                    waiting.append((depth + 1, where, edge.target, edge))
    for name, tensor, why in structure.strays:
        lines.append(told(structure, name, tensor, remark(why)))
    return "\n".join(lines)


def told(structure, name, tensor, *more):
    """A tensor on a line, with what to know about it; without one, several that are folded."""
    facts = [*([] if tensor is None else structure.facts(tensor)), *more]
    return ": ".join(filter(None, [name if tensor is None else title(name, tensor), ", ".join(facts)]))


def called(edge):
    """What to call the constant behind a None."""
    name = title(*edge.constant)
    return name if edge.sure else say("{tensor}, as you named it").format(tensor=name)


def describe(structure, node):
    parts = [f"#{node.number} {node.name}"]
    for _, name, tensor in node.results:
        if tensor is not None:
            facts = ", ".join(structure.facts(tensor))
            name = say("grad_fn of {name}: {facts}").format(name=name, facts=facts)
        parts.append(name)  # of what is folded it is words
    return "; ".join([", ".join(parts), *(line.text for line in structure.keeps(node))])


def sentence(structure, view="backward"):
    """The point of the picture in words, for its alt text."""
    for most in (6, 3, 2):
        words = point(structure, view, most)
        if len(words) <= LONGEST:
            return words
    return words[:LONGEST - 1] + "…"


def point(structure, view, most):
    """The same, with at most so many names in each list."""
    whole = structure.whole
    what = listing(counted((name, kind(tensor)) for name, tensor, _ in whole.roots), most)
    if not whole.nodes:
        return sentences(alone(whole).format(what=what), *beside(whole, most))
    functions = Counter(node.name for node in whole.nodes if not node.leaf)
    through = [name if count == 1 else f"{count:,} × {name}" for name, count in functions.items()]
    ends = leaves_of(whole, most)
    if view == "forward":
        how = (say("How {what} was computed: from {leaves} through the nodes {way}.") if len(whole.roots) == 1 else
               say("How {what} were computed: from {leaves} through the nodes {way}."))
        return sentences(how.format(what=what, leaves=ends, way=listing(through[::-1], most)), *beside(whole, most))
    point = say("The graph behind {what}: gradients go back through {way} to {leaves}.")
    point = point.format(what=what, way=listing(through, most), leaves=ends)
    return sentences(point, *beside(whole, most), *so_far(structure, most))


def alone(whole):
    """Of tensors without a graph, the sentence."""
    leaf = any(kind(tensor) == "leaf" for _, tensor, _ in whole.roots)
    if len(whole.roots) == 1:
        return (say("{what} stands alone: a leaf requires a gradient, but nobody computed it, and there is no graph "
                    "behind.") if leaf else
                say("{what} stands alone: no gradient is required, and there is no graph behind."))
    return (say("{what} stand alone: a leaf requires a gradient, but nobody computed it, and there is no graph behind.")
            if leaf else say("{what} stand alone: no gradient is required, and there is no graph behind."))


def leaves_of(whole, most):
    """The leaves where the way back ends: "the leaf x", "the leaves x and y", "2 unnamed leaves"."""
    leaves = [name for name, _ in (node.leaf for node in whole.nodes if node.leaf)]
    if not leaves:
        return say("no leaf")
    ends = listing(counted((name, "leaf") for name in leaves), most)
    if not any(leaves):
        return ends
    return (say("the leaf {names}") if len(leaves) == 1 else say("the leaves {names}")).format(names=ends)


def so_far(structure, most):
    """What backward passes have done to the graph, in sentences."""
    leaves = [node.leaf for node in structure.whole.nodes if node.leaf]
    filled = [f"{name}.grad" if name else "" for name, tensor in leaves if tensor.grad is not None]
    if filled:
        yield say("Filled: {what}.").format(what=listing(counted((name, "leaf") for name in filled), most))
    later = Counter(node.name for node in structure.nodes if structure.is_later(node))
    made = [name if count == 1 else f"{count:,} × {name}" for name, count in later.items()]
    if made:
        yield say("Made on the way back: {what}.").format(what=listing(made, most))
    for sign, one, more in (("saved", say("Saved: what {nodes} needs."), say("Saved: what {nodes} need.")),
                            ("freed", say("Freed: what {nodes} saved."), say("Freed: what {nodes} saved.")),
                            ("stale", say("Stale: what {nodes} saved."), say("Stale: what {nodes} saved."))):
        nodes = dict.fromkeys(node.name for node in structure.nodes
                              if any(line.sign == sign for line in structure.keeps(node)))
        if nodes:
            yield (more if len(nodes) > 1 else one).format(nodes=listing(nodes, most))


def counted(named):
    """The names, and how many have none: x, y, "3 unnamed leaves"."""
    named = list(named)
    one = {"leaf": say("an unnamed leaf"), "result": say("an unnamed result"), "constant": say("an unnamed constant")}
    more = {"leaf": say("{count:,} unnamed leaves"), "result": say("{count:,} unnamed results"),
            "constant": say("{count:,} unnamed constants")}
    nameless = Counter(kind for name, kind in named if not name)
    return [name for name, _ in named if name] + [
        one[kind] if count == 1 else more[kind].format(count=count) for kind, count in nameless.items()
    ]


def beside(whole, most):
    """Which constants the way is cut to, and which tensors have no place in the graph, in sentences."""
    cut = {}
    edges = [edge for node in whole.nodes for edge in node.edges if edge.constant and edge.constant[0]]
    for edge in sorted(edges, key=lambda edge: not edge.sure):
        name, tensor = edge.constant
        twin = whole.twins.get(id(tensor))
        cut[cut_off(edge.sure, twin).format(name=name, twin=twin and (twin[0] or title(*twin)))] = None
    if cut:
        yield say("Cut off, so that no gradient goes there: {what}.").format(what=listing(cut, most))
    for reason in dict.fromkeys(why for *_, why in whole.strays):
        strays = listing([title(name, tensor) for name, tensor, why in whole.strays if why == reason], most)
        yield (say("Beside it, not in this graph: {what}.") if reason == OUTSIDE else
               say("Beside it, may be an operand: {what}.")).format(what=strays)


def cut_off(sure, twin):
    """How to call a constant: whether the reader named it there, and whether it shares memory with a tensor."""
    if twin:
        return (say("the constant {name}, which shares memory with {twin}") if sure else
                say("the constant {name}, as you named it, which shares memory with {twin}"))
    return say("the constant {name}") if sure else say("the constant {name}, as you named it")
