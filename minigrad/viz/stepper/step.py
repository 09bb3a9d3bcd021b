"""`step`: the backward pass node by node, as the engine takes it, on the reader's own expression."""

import heapq
import html
import importlib
import warnings
from typing import NamedTuple

import numpy as np

from minigrad.locale import say, semicolon, tight
from minigrad.viz.graph import collect as graphs
from minigrad.viz.graph.draw import Graph
from minigrad.viz.graph.saved import FREED, kept, made_before, newness
from minigrad.viz.sheet import words as sheet
from minigrad.viz.sheet.page import Picture
from minigrad.viz.sheet.words import dense, keeps_grad, kind, listing, named_tensors, readable, sentences, title, value
from minigrad.viz.stepper.hooks import hooked
from minigrad.viz.stepper.rules import formulas, shapes, shapes_behind
from minigrad.viz.stepper.script import SCRIPT, STYLE

ENDS = 20  # of a walk longer than three times this, the list shows that many steps at either end, without buttons


class Step(NamedTuple):
    """One node's turn."""

    node: graphs.Node
    arrived: list  # [(for which output, gradient)], in the order in which they came
    grads: list  # for each output the sum of what arrived, or None
    sent: list  # for each edge the gradient that goes on, or None
    frees: list  # the names of the saved tensors that the node gives up after its turn
    rules: list  # for each edge the node's rule as a formula, or ""
    changed: bool = False  # whether a hook has changed the sum before the rule saw it
    hooked: bool = False  # whether hooks of the node itself were called
    refused: tuple = ()  # what the rule needs and was overwritten; the walk ends with such a step


def step(out, /, names=None, *, gradient=None, run=False, since=None, legend=None, full=False, **tensors):
    """What `out.backward(gradient)` would do, node by node: Steps, which a notebook shows with buttons.

    out       a result, or a list of results
    gradient  the gradient to begin with, of the shape of `out` (a list for a list); a single number needs none
    run       True: `backward` itself runs, once, and hooks on all nodes (`register_hook`) watch what it does; so
              gradients are added to `.grad` and the graph is freed, as always
    names     what to call the tensors, as in `draw`; so are `since`, `legend` and `full`
    Without `run` the rules are really called, on gradients that record nothing, but no tensor is changed, nothing is
    freed, and no hook called (where one would be, a sentence says so): one can look first, and run `backward`
    afterwards. A hook of a PyTorch tensor that has no name any more, and is held by nobody, cannot be found.
    Where a saved tensor was overwritten, the steps end at the rule that needs it; `backward` raises there.
    Raises RuntimeError, as `backward` does, when `out` requires no gradient, when it is not a single number and
    `gradient` is missing, and when the graph has been freed.
    """
    out, tensors = readable(out, tensors)
    structure = graphs.collect(out, named_tensors(names, tensors))
    structure.before = made_before(since)
    outs = [tensor for _, tensor, _ in structure.roots]
    for index, tensor in enumerate(outs):
        if kind(tensor) == "constant":
            raise RuntimeError(f"element {index} of tensors does not require grad and does not have a grad_fn")
        if kind(tensor) == "leaf":
            raise ValueError("a leaf has no graph to walk: backward() would add the gradient to its .grad, and be done")
    return Steps(structure, seeds(outs, gradient), watch if run else walk, {"legend": legend, "full": full})


def seeds(outs, gradient):
    """The gradients to begin with, one for each of `outs`."""
    given = list(gradient) if isinstance(gradient, (tuple, list)) else [gradient] * len(outs)
    if len(given) != len(outs):
        raise RuntimeError(f"got {len(outs)} tensors and {len(given)} gradients")
    first = []
    for index, (tensor, grad) in enumerate(zip(outs, given)):
        if grad is None:
            if any(size != 1 for size in tensor.shape):
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            grad = one_like(tensor)
        elif tuple(grad.shape) != tuple(tensor.shape):
            raise RuntimeError(
                f"Mismatch in shape: grad_output[{index}] has a shape of {grad.shape} and output[{index}] has a "
                f"shape of {tensor.shape}."
            )
        else:
            grad = grad.detach()
        first.append(grad)
    return first


def one_like(tensor):
    """A one of the same library, shape and dtype."""
    if hasattr(tensor, "array"):
        return type(tensor)(np.ones_like(tensor.array))
    return tensor.detach() ** 0  # even nan ** 0 is 1


def watch(structure, first):
    """A Step for every node that a real `backward` takes, as hooks see it."""
    turns, inbox = [], mail(structure, first)
    hooks, own = hooked(structure)
    before = {node: (names(node), formulas(node.function)) for node in structure.nodes}

    def look(node):  # copies: the engine may add to what it has sent
        return node.function.register_hook(lambda *seen: turns.append((node, *map(copies, seen))))

    handles = [look(node) for node in structure.nodes]
    try:
        outs = [tensor for _, tensor, _ in structure.roots]
        if len(outs) == 1:
            outs[0].backward(first[0])
        else:
            library = importlib.import_module(type(outs[0]).__module__.partition(".")[0])
            library.autograd.backward(outs, first)
    finally:
        for handle in handles:
            handle.remove()
    for node, sent, grads in turns:
        sent = fitted(node, sent)
        arrived = deliver(node, inbox, sent)
        changed = bool(hooks and len(grads) == 1 and differ(total(grad for _, grad in arrived), grads[0]))
        yield Step(node, arrived, grads, sent, *before[node], changed, node in own)


def copies(grads):
    return [None if grad is None else (grad * 1).detach() for grad in grads]


def differ(one, other):
    """Whether a hook was at work between the two."""
    if one is None or other is None or getattr(one, "is_meta", False):  # PyTorch's "meta" tensors have no numbers
        return False
    one, other = dense(one), dense(other)
    return not bool(((one == other) | (one != one) & (other != other)).all())  # nan is nan


def names(node):
    """What the node keeps and will give up."""
    return sheet.FREES * list(dict.fromkeys(name for name, _, trouble in kept(node.function) if not trouble))


def overwritten(node):
    """("result: now version 1, saved at version 0", ...) of what the node saved and somebody wrote into since."""
    return tuple(f"{name}: {trouble}" for name, _, trouble in kept(node.function) if trouble not in ("", FREED))


def mail(structure, first):
    """{node: [(for which output, gradient)]} with what `backward` begins with."""
    inbox = {node: [] for node in structure.nodes}
    for (_, tensor, [node]), grad in zip(structure.roots, first):
        inbox[node].append((tensor.output_nr, grad))
    return inbox


def deliver(node, inbox, sent):
    """Put what the node sent into the inboxes; gives what had arrived in its own."""
    for edge, grad in zip(node.edges, sent):
        if edge.target and grad is not None:
            inbox[edge.target].append((edge.output, grad))
    return inbox.pop(node)


class Ready(NamedTuple):
    """A node for which all has arrived. The newest acts first; of equally new ones, as leaves are, the heap's top."""

    newness: int
    node: graphs.Node

    def __lt__(self, other):
        return self.newness > other.newness


def walk(structure, first):
    """A Step for every node, in the engine's order, which is PyTorch's."""
    expected = graphs.arrows(structure)
    inbox, ready = mail(structure, first), []

    def push(node):
        heapq.heappush(ready, Ready(newness(node.function), node))

    for node in dict.fromkeys(graphs.heads(structure.roots)):
        if not expected[node]:
            push(node)
    while ready:
        node = heapq.heappop(ready).node
        arrived = {}
        for output, grad in inbox[node]:
            arrived.setdefault(output, []).append(grad)
        grads = [total(arrived.get(output, ())) for output, _ in enumerate(shapes(node.function))]
        try:
            sent = [] if node.leaf else apply_rule(node, grads)
        except RuntimeError:
            if not (stale := overwritten(node)):
                raise
            nothing = [None] * len(node.edges)
            yield Step(node, deliver(node, inbox, nothing), grads, nothing, [], [""] * len(node.edges), refused=stale)
            return
        yield Step(node, deliver(node, inbox, sent), grads, sent, names(node), formulas(node.function))
        for target in node.targets():
            expected[target] -= 1
            if not expected[target]:
                push(target)


def total(grads):
    result = None
    for grad in grads:
        result = grad if result is None else (result + grad).detach()
    return result


def apply_rule(node, grads):
    """Call the node's rule: one gradient per edge, each in the shape of what it belongs to, or None."""
    there = [grad for grad in grads if grad is not None]
    if not there:
        return [None] * len(node.edges)
    if len(there) < len(grads):  # an output that nobody used: its gradient is zero everywhere
        zero = there[0].sum() ** 0 * 0
        grads = [zero.expand(shape) if grad is None else grad for grad, shape in zip(grads, shapes(node.function))]
    call = node.function if callable(node.function) else node.function.apply  # a Function of your own, in PyTorch
    results = call(*grads)
    results = list(results) if isinstance(results, (tuple, list)) else [results]
    if len(results) < len(node.edges):
        raise RuntimeError(
            f"function {node.name} returned an incorrect number of gradients (expected {len(node.edges)}, "
            f"got {len(results)})"
        )
    if len(results) > len(node.edges):  # a Function of your own answers for every input, tensor or not
        needed = iter([grad for grad, need in zip(results, node.function.needs_input_grad) if need])
        results = [None if edge.target is None else next(needed) for edge in node.edges]
    return fitted(node, results)


def fitted(node, results):
    """Each result of a rule in the shape of what it belongs to, recording nothing."""
    sizes = shapes_behind(node.function.next_functions)
    return [
        None if edge.target is None or grad is None else
        sum_to(grad, sizes[id(edge.target.function)][edge.output]).detach()
        for edge, grad in zip(node.edges, results)
    ]


def sum_to(grad, shape):
    """Undo broadcasting: add up along the dimensions that `shape` has not, or has as 1. None: it is not known."""
    if shape is None:
        return grad
    while len(grad.shape) > len(shape):
        grad = grad.sum(0)
    for dim, size in enumerate(shape):
        if size == 1 and grad.shape[dim] != 1:
            grad = grad.sum(dim, keepdim=True)
    return grad


def called(node):
    if node.leaf and node.leaf[0]:
        return say("{node} of {leaf}", "a leaf's node").format(node=node.name, leaf=node.leaf[0])
    return node.name


def addition(step):
    """How the gradients that arrived add up: ["2.", "+ 3.", "= 5."], or the single one, or none."""
    if len(step.grads) > 1:
        return [say("{grad} (output {index})").format(grad=value(grad), index=index)
                for index, grad in enumerate(step.grads) if grad is not None]
    terms = [value(grad) for _, grad in step.arrived]
    if len(terms) > 4:
        terms = [*terms[:2], say("… {count:,} more …").format(count=len(terms) - 3), terms[-1]]
    result = total(grad for _, grad in step.arrived)
    sums = terms[:1] + [f"+ {term}" for term in terms[1:]] + ([f"= {value(result)}"] if len(terms) > 1 else [])
    if step.changed:
        sums.append(say("→ {grad} (a hook changed it)").format(grad=value(step.grads[0])))
    return sums


def tell(step, turns, filled):
    """One step in words. `turns` says at which step each node has its turn, `filled` what becomes of a `.grad`."""
    who, arrived = called(step.node), " ".join(addition(step))
    if not arrived:
        return say("{who} gets no gradient").format(who=who)
    if step.refused:
        refused = say("{who} gets {grad}, and its rule is refused, for what it needs was overwritten ({what}). "
                      "backward() raises an error here")
        return refused.format(who=who, grad=arrived, what=listing(step.refused))
    if step.node.leaf:
        return say("{who} gets {grad}: {filled}").format(who=who, grad=arrived, filled=filled)
    sent = listing(goes(f"{told(step, index)}{value(grad)}", edge.target, turns)
                   for index, (edge, grad) in enumerate(zip(step.node.edges, step.sent)) if grad is not None)
    parts = [say("{who} gets {grad} and sends {sent}").format(who=who, grad=arrived, sent=sent)]
    parts += [say("it frees {names}").format(names=listing(step.frees))] if step.frees else []
    return semicolon().join([*parts, filled] if filled else parts)


def goes(grad, node, turns):
    """Where a gradient goes, and at which step its node has its turn."""
    to = say("{grad} to {node} (step {step})") if node in turns else say("{grad} to {node} (which has no turn)")
    return to.format(grad=grad, node=called(node), step=turns.get(node))


def told(step, index):
    """The rule before its result: "grad * other = "; nothing where the gradient is passed on as it is, or a hook of
    the node may have changed it."""
    rule = "" if step.hooked else step.rules[index]
    return f"{rule} = " if rule not in ("", "grad") else ""


def keepers(structure):
    """{node: [(id of its box, which output, what to call it, tensor)]} of the tensors that keep a `.grad`."""
    found = {node: [(f"v{node.number}", 0, *node.leaf)] if node.leaf else [] for node in structure.nodes}
    results = [(f"t{index}", node, tensor.output_nr, name, tensor)
               for index, (name, tensor, [node]) in enumerate(structure.roots)]
    results += [(f"y{node.number}_{index}", node, *result)
                for node in structure.nodes for index, result in enumerate(node.results)]
    for box, node, output, name, tensor in results:
        if keeps_grad(tensor):
            found[node].append((box, output, name, tensor))
    return found


class Steps(Picture):
    """A walked backward pass. `.steps` one by one, `.text` as a list, `.remarks` to be read before."""

    def __init__(self, structure, first, walk=walk, look=None):
        folded = graphs.fold(structure)
        Graph(folded)  # what the picture says about tensors and nodes is how they were before
        self.ran = walk is watch
        hooks, _ = hooked(structure)
        not_called = say("Not called here: {hooks}. The numbers are those without hooks; run=True runs the real "
                         "backward pass, hooks included.")
        not_called = not_called.format(hooks=listing(say("a hook of {name}").format(name=name) for name in hooks))
        self.untrue = not_called if hooks and not self.ran else ""
        keep = keepers(structure)
        before = {id(tensor): copies([tensor.grad])[0] for several in keep.values() for *_, tensor in several}
        self.steps = list(walk(structure, first))
        self.ends = {}
        turns = {step.node: number for number, step in enumerate(self.steps, 1)}
        start = listing(goes(value(grad), node, turns) for (*_, [node]), grad in zip(structure.roots, first))
        lines = [say("0. backward() begins and sends {grads}").format(grads=start)]
        notes = {f"r{index}": (0, [value(grad)]) for index, grad in enumerate(first)}
        for number, step in enumerate(self.steps, 1):
            filled = [self.fill(step, number, notes, before, *one) for one in keep[step.node]]
            lines.append(f"{number}. {tell(step, turns, semicolon().join(filter(None, filled)))}")
            sums = addition(step) if len(step.arrived) > 1 or step.changed else []
            sums += [say("refused", "a node's rule")] if step.refused else []
            notes[f"n{step.node.number}"] = (number, [" ".join(sums)] if sum(map(len, sums)) < 24 and sums else sums)
            for index, (edge, grad) in enumerate(zip(step.node.edges, step.sent)):
                if edge.target and not step.refused:
                    notes[f"e{step.node.number}_{index}"] = (number, [value(grad)])
        self.remarks = [self.untrue] if self.untrue else []
        self.long = len(lines) > 3 * ENDS
        if self.long:
            remark = say("{count:,} steps are too many for buttons: the list below shows how they begin and how they "
                         "end.")
            self.remarks.append(remark.format(count=len(self.steps)))
            lines[ENDS:-ENDS] = [say("… {count:,} more steps …").format(count=len(lines) - 2 * ENDS)]
        if folded is not structure:
            self.remarks.append(say("The picture is folded, and marks no steps: the words tell them."))
        self.lines = lines
        self.text = "\n".join([*self.remarks, *lines])
        self.graph = Graph(folded, notes=notes if folded is structure else None, **look or {})
        self.alt = self.graph.alt = self.sentence(structure)

    def sentence(self, structure):
        """The point of the walk, for the alt text."""
        names = listing(name or say("an unnamed result") for name, *_ in structure.roots)
        grads = [say("{name}.grad as {grad}").format(name=name, grad=value(grad)) for name, grad in self.ends.items()]
        point = say("The backward pass from {names}: {count:,} nodes run one by one and leave {grads}")
        parts = [tight(point.format(names=names, count=len(self.steps), grads=listing(grads, 3)))]
        parts += [say("the rule of {node} is refused").format(node=called(step.node))
                  for step in self.steps if step.refused]
        point = semicolon().join(parts)
        return sentences(say("{sentence}.").format(sentence=point), self.untrue) if self.untrue else point

    @property
    def grads(self):
        """{name of a leaf, or of a result that retains its gradient: its .grad afterwards}. Warns where a hook of
        the graph was not called."""
        if self.untrue:
            warnings.warn(self.untrue, stacklevel=2)
        return self.ends

    def svg(self):
        """The picture as SVG text, with every step in it."""
        return self.graph.svg()

    def fill(self, step, number, notes, before, box, output, name, tensor):
        """For a tensor that keeps its gradient: what its `.grad` becomes, and how to say so."""
        old, grad = before[id(tensor)], step.grads[output]
        if grad is None:
            return ""
        after = grad if old is None else (old + grad).detach()
        changed = False
        if self.ran:
            after, expected = copies([tensor.grad])[0], after
            changed = after is None or differ(expected, after)
        self.ends[name or f"{title('', tensor)} #{step.node.number}"] = after
        notes[box] = (number, [f"→ {value(after)}"])
        unnamed = say("the leaf's grad") if kind(tensor) == "leaf" else say("the result's grad")
        if changed:
            becomes = say("{what} was {old} and becomes {new} (a hook changed it)")
        elif old is None:
            becomes = say("{what} was None and becomes {new}")
        else:
            becomes = say("{what} becomes {old} + {grad} = {new}")
        return becomes.format(what=f"{name}.grad" if name else unnamed, old=value(old), grad=value(grad),
                              new=value(after))

    def html(self):
        """A picture and a list of the steps; where scripts may run, the script makes a stepper of the two."""
        remarks = "".join(f"<p>{html.escape(remark)}</p>" for remark in self.remarks)
        items = "".join(f"<li>{html.escape(line)}</li>" for line in self.lines)
        heading = say("The steps in words")
        words = f"<details><summary>{heading}</summary><ul>{items}</ul></details>"
        picture = self.graph.html()
        controls = not self.long and picture.startswith("<img")
        script = f"<script>{SCRIPT}</script>" if controls else ""
        return f'<div class="minigrad-steps"><style>{STYLE}</style>{remarks}{picture}{words}{script}</div>'
