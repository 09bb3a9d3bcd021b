"""Chapter 4: the checkers of the definitions that the reader writes, and of its exercises."""

import sys
from itertools import pairwise

import numpy as np

from minigrad.teach.aftermath import instead
from minigrad.teach.check import Remark, answered, blank, case, either, exercise, filled_in, is_a, says

LEAF = 2**64 - 1  # what PyTorch answers for the number of a leaf's node


class Toy:
    """A node of a small graph on paper: it notes in `log` what it gets, and sends grad * factor along each edge.

    edges  pairs (toy or None, factor)
    """

    _saved, _hooks, _outputs, speaks_arrays = (), None, (((), np.dtype(float)),), True  # what later engines ask for

    def __init__(self, log, name, number, *edges):
        self.log, self.toy_name, self.sequence_nr, self.edges = log, name, number, edges
        self.next_functions = tuple((target, 0) for target, _ in edges)
        if not edges:
            self.variable = Leaf()

    def __repr__(self):
        return self.toy_name

    def _sequence_nr(self):
        return self.sequence_nr if self.edges else LEAF

    def backward(self, grad):
        self.log.append([self.toy_name, float(np.asarray(grad).reshape(-1)[0])])
        return tuple([grad if factor == 1 else grad * factor for _, factor in self.edges])

    def __call__(self, grad):
        self.log.append([self.toy_name, grad.item()])
        parts = tuple([None if target is None else grad * factor for target, factor in self.edges])
        return (parts[0] if len(parts) == 1 else parts) if parts else None


class Leaf:
    """The leaf of a toy's graph."""

    grad = None


class Result:
    """A tensor that a toy has made."""

    def __init__(self, node):
        self.grad_fn = node


def toys(log, graph):
    """The nodes of a graph, oldest first: {its name: {where an edge leads: the factor}}."""
    made = {None: None}
    for number, (name, edges) in enumerate(graph.items()):
        made[name] = Toy(log, name, number, *[(made[target], factor) for target, factor in edges.items()])
    return list(made.values())[1:]


# b = a * 3 and c = b * 5 + b * 7; then c = b + b * 5
TWO_PATHS = {"a": {}, "b": {"a": 3, None: 2}, "b * 5": {"b": 5, None: 6}, "b * 7": {"b": 7, None: 6},
             "c": {"b * 5": 1, "b * 7": 1}}
SHORT_CUT = {"a": {}, "b": {"a": 3, None: 2}, "b * 5": {"b": 5, None: 6}, "c": {"b": 1, "b * 5": 1}}
# c = u + a with u = a + b: additions hand on the very array that they get
SHARED_ARRAY = {"a": {}, "b": {}, "u": {"a": 1, "b": 1}, "c": {"u": 1, "a": 1}}
# c takes data, u = a * 1 and v = a * b: behind None, and behind a node seen before, another edge follows
GAPS = {"a": {}, "b": {}, "u": {"a": 1}, "v": {"a": 1, "b": 1}, "c": {None: 2, "u": 1, "v": 1}}


def chain(length):
    names = ["x", *[Remark("step {number}", number=number) for number in range(1, length + 1)]]
    return {"x": {}} | {name: {before: 1} for before, name in pairwise(names)}


def row_of_diamonds(count):
    """In each, two steps use the same value, and a third adds what they made."""
    graph, top = {"x": {}}, "x"
    for n in range(count):
        left, right, end = f"left {n}", f"right {n}", f"sum {n}"
        graph |= {left: {top: 0.5}, right: {top: 0.5}, end: {left: 1, right: 1}}
        top = end
    return graph



# What the reader writes into the package


@blank
def check_collect(collect, torch):
    collect = answered(collect)

    def names(graph):
        found = collect(toys([], graph)[-1])
        return [repr(node) for node in found] if isinstance(found, list) else found

    twice = (lambda got: isinstance(got, list) and len(set(got)) < len(got),
             "A node stands there twice: two edges lead to it. Note in a set whom you have seen.")
    pairs = (lambda got: says("'tuple' object has no attribute")(got)
             or isinstance(got, list) and any(name.startswith("(") for name in got),
             "next_functions holds pairs. Take the node out of each: `for target, number in node.next_functions`.")
    yield case(
        lambda: names(TWO_PATHS), expect=["a", "b", "b * 5", "b * 7", "c"],
        name="b = a * 3, c = b * 5 + b * 7: collect(the node of c)", wrong=[
            twice, pairs,
            (["c", "b * 7", "b * 5", "b", "a"], "That is the newest first. Turn it round: the root is the last."),
            (["b", "b * 5", "b * 7", "c", "a"],
             "The leaf's node is the oldest. Use node.sequence_nr; _sequence_nr() calls it the newest."),
            (["a", "b", "b * 5", "b * 7"], "The root itself is missing: it has to act as well."),
            (lambda got: isinstance(got, list) and "None" in got, "None is in the list: leave out edges to None."),
            (["b * 5", "b * 7", "c"], "You asked only the root's neighbours. Ask each node that you find for its own."),
            (["c"], "Only the root is there. Ask each node that you find for its next_functions, too."),
            (either(["a", "b", "b * 5", "c"], ["a", "b", "b * 7", "c"]), "One of the two products is missing: follow "
             "every edge of a node."),
            (lambda got: isinstance(got, list) and sorted(got) == ["a", "b", "b * 5", "b * 7", "c"],
             "All are there, in the order in which you found them. Sort them by node.sequence_nr."),
            (lambda got: isinstance(got, list) and all(name.isdigit() for name in got),
             "These are the numbers. Return the nodes, sorted by their numbers."),
            (is_a(set, frozenset, dict), "A set has no order. Return a list, sorted by age."),
            (is_a(tuple), "Return a list: the walk will take nodes out of it."),
            (says("'<' not supported"),
             "`sorted` cannot compare nodes by itself: tell it key=lambda node: node.sequence_nr."),
            (says("NoneType"), "Some edges lead to None. Leave them out."),
            (says("'int' object is not callable"), "It is a number, written without brackets: node.sequence_nr."),
            (says("changed size"), "A set must not grow while a loop goes through it; a list may."),
        ], hint="Begin with the root, follow every edge of every node that you find, note each once, and sort.")
    yield case(lambda: names(SHORT_CUT), expect=["a", "b", "b * 5", "c"], name="c = b + b * 5: collect(the node of c)",
               wrong=[(lambda got: sorted(got) == ["a", "b", "b * 5", "c"],
                       "Not sorted by number: from c one edge leads straight to b, another by way of b * 5, and "
                       "b is older than b * 5. Use node.sequence_nr.")])
    yield case(lambda: names({"a": {}}), expect=["a"], name="a node without edges")
    yield case(lambda: names(GAPS), expect=["a", "b", "u", "v", "c"],
               name="u and v lead to a, and v to b as well; the first edge of c leads to None: collect(the node of c)",
               wrong=[(["c"], "The first edge of c leads to None, and the others are left out. Skip this one alone: no "
                       "`break`."),
                      (["a", "u", "v", "c"], "a has been seen when v leads to it, and v's next edge, to b, is left "
                       "out. Skip this one alone: no `break`."),
                      (lambda got: sorted(got) == ["a", "b", "c", "u", "v"], "Each stands behind all that it leads to, "
                       "but not by age: b is older than u. Sort by node.sequence_nr.")])

    class Asked:
        """One of ten diamonds, a node with two edges to the next, which counts how often it is asked."""

        def __init__(self, number, below, asked):
            self.sequence_nr, self.below, self.asked = number, below, asked

        @property
        def next_functions(self):
            self.asked.append(self)
            return ((self.below, 0),) * 2 if self.below is not None else ()

    def asked_once():
        node, asked = None, []
        for number in range(11):
            node = Asked(number, node, asked)
        collect(node)
        return len(asked) <= 22

    yield case(asked_once, expect=True, name="ten diamonds: is each of the 11 nodes asked once, or twice at most?",
               hint="You ask nodes again for each path. Look whether you have been there *before* you append.")
    yield case(lambda: names(chain(3000))[-2:], expect=list(chain(3000))[-2:],
               name="3,000 steps in a row: the last two",
               wrong=[(RecursionError, "It calls itself for each step, and 3,000 are too deep. Let a list grow "
                       "instead: a `for` loop also visits what is appended on the way.")])

    def of_tensors():
        a = torch.tensor(2.0, requires_grad=True)
        found = collect((a * 3 + a).grad_fn)
        return [type(node).__name__ for node in found] if isinstance(found, list) else found

    yield case(of_tensors, expect=["AccumulateGrad", "MulBackward0", "AddBackward0"], name="the nodes behind a * 3 + a",
               wrong=[(["MulBackward0", "AddBackward0", "AccumulateGrad"],
                       "Use node.sequence_nr, not _sequence_nr(): that one calls a leaf's node the newest.")])


@blank
def check_walk(walk, torch):
    def walked(order, arrived):
        """What `walk` answers where nothing is recorded, as on a way back; else chapter 12 makes tensors of arrays."""
        with instead(sys.modules["minigrad.core.node"].recording, "on", False):
            return walk(order, arrived)

    def asked(graph, without=()):
        log = []
        nodes = toys(log, graph)
        filled_in(walked([node for node in nodes if repr(node) not in without], {nodes[-1]: np.ones(())}))
        return log

    def in_its_turn():
        """As in chapter 10: a leaf is next once it is complete; in chapter 11 `pop` says what a node gets."""
        log, complete, turn = [], [], []
        leaf, *nodes = toys(log, SHORT_CUT)
        noted.clear()

        class Order(list):
            def __len__(self):
                return super().__len__() + len(complete)

            def pop(self, place=-1):
                turn[:] = [complete.pop() if complete else super().pop(place)]
                return turn[0]

        class Arrived(dict):
            def __setitem__(self, node, grad):
                super().__setitem__(node, grad)
                if node is leaf:
                    noted.add("set")
                    complete.append(leaf)

            def __contains__(self, node):  # a node with several outputs does not stand in there itself
                if turn == [node]:
                    noted.add("looked")
                return turn != [node] and super().__contains__(node)

            def get(self, node, default=None):
                return self[node] if node in self else default

        filled_in(walked(Order(nodes), Arrived({nodes[-1]: np.ones(1)})))
        return len(log)

    def taken_out():
        """As in chapter 5: `pop` decides what a node gets, and what has come to a is read when the walk is over."""
        taken = []

        class Arrived(dict):
            def pop(self, node):
                taken.append(repr(node))
                return super().pop(node)

        leaf, *nodes = toys([], SHORT_CUT)
        arrived = Arrived({nodes[-1]: np.ones(())})
        filled_in(walked(nodes, arrived))
        return [taken, arrived[leaf].item() if leaf in arrived else 0]

    class Plain(np.ndarray):
        """An array that knows `+`, and no function of NumPy: chapter 12 has tensors in this place."""

        __array_ufunc__ = None

        def __add__(self, other):
            return (np.asarray(self) + np.asarray(other)).view(Plain)

        __radd__ = __add__

    def by_plus():
        log = []
        nodes = toys(log, SHARED_ARRAY)
        filled_in(walked(nodes, {nodes[-1]: np.ones(()).view(Plain)}))
        return log

    noted = set()  # what a walk has asked the later engine

    def alone():
        """Whether an array that arrives alone gets there as it is."""
        seen = []

        class Same(Toy):
            def backward(self, grad):
                seen.append(id(grad))
                return (grad,) * len(self.edges)

        nodes = [Same([], "x", 0)]
        for number in range(1, 4):
            nodes.append(Same([], f"step {number}", number, (nodes[-1], 1)))
        sent = np.ones(())
        filled_in(walked(nodes, {nodes[-1]: sent}))
        return seen == [id(sent)] * 4

    def got(name, *numbers):
        return lambda log: isinstance(log, list) and [name, *numbers] in log

    yield case(
        lambda: asked(TWO_PATHS), expect=[["c", 1.0], ["b * 7", 1.0], ["b * 5", 1.0], ["b", 12.0], ["a", 36.0]],
        name="b = a * 3, c = b * 5 + b * 7: who acts, and on what", wrong=[
            ([], "Nobody has acted: act(node, grad) lets a node answer."),
            (lambda log: isinstance(log, KeyError) and repr(log.args[0]) == "a",
             "Nothing has arrived at the oldest node yet. `order` has the oldest first: begin at its other end."),
            (lambda log: isinstance(log, KeyError) and repr(log.args[0]) == "b * 7",
             "c has sent a part to b * 7, and it is not there. Put each part down at its target: arrived[target]."),
            (lambda log: isinstance(log, KeyError) and repr(log.args[0]).startswith("b"),
             "Nothing has arrived at this node before: then there is nothing to add to. Ask `if target in arrived`."),
            (lambda log: isinstance(log, list) and len({name for name, _ in log}) < len(log),
             "A node has acted twice. Each acts once: go through `order`, without a call of walk inside."),
            (got("b", 5.0), "At b the 5 has replaced the 7. Gradients that meet are added: 7 + 5 = 12."),
            (got("b", 7.0), "At b the 5 got lost. Gradients that meet are added: 7 + 5 = 12."),
            (got("b", 10.0), "At b the 5 was added to itself. Add it to what is there, arrived[target]: 7 + 5 = 12."),
            (got("b", 35.0), "At b the two were multiplied. Gradients that meet are added: 7 + 5 = 12."),
            (got("a", 15.0), "b acted when only the 5 had arrived: go through `order` from its end, the newest first."),
            (either(got("b", 2.0), got("a", 1.0)), "Each target gets what `act` answered for it, not what the node "
             "itself got."),
            ([["c", 1.0]], "Only one node has acted: is there a `return` inside the loop, or no loop around it?"),
            (lambda log: isinstance(log, list) and 0 < len(log) < 5, "Not all nodes have acted."),
            (says("unhashable"), "act gives pairs (node, gradient), in this order: `for target, grad in act(...)`."),
            (says("empty list"), "When `order` is empty, the walk is over. Go on while it holds any: `while order:`."),
            (says("'NoneType' object"), "act leaves out the edges to None; use the pairs that it gives."),
        ], hint="Take the newest node, let it act on what has arrived there, and add each answer to what its target "
                "has.")
    yield case(lambda: asked(SHARED_ARRAY), expect=[["c", 1.0], ["u", 1.0], ["b", 1.0], ["a", 2.0]],
               name="u = a + b, c = u + a: who acts, and on what",
               wrong=[(got("b", 2.0), "`+=` has written into an array that was sent to b as well. Write old + new: a "
                       "new array."),
                      (got("a", 1.0), "Two gradients arrive at a: by u, and straight from c. They are added.")])
    yield case(lambda: asked(SHORT_CUT), expect=[["c", 1.0], ["b * 5", 1.0], ["b", 6.0], ["a", 18.0]],
               name="c = b + b * 5: who acts, and on what")
    yield case(lambda: asked(TWO_PATHS, without=["a"]),
               expect=[["c", 1.0], ["b * 7", 1.0], ["b * 5", 1.0], ["b", 12.0]],
               name="the same, and `order` leaves out the leaf's node: who acts",
               wrong=[(got("a", 36.0), "Only the nodes in `order` act. Go through `order`, not through `arrived`."),
                      (says("empty list"), "`order` says who acts, and not `arrived`: go on `while order:`.")])
    yield case(lambda: len(asked(chain(3000))), expect=3001, name="3,000 steps in a row: how many act",
               wrong=[(RecursionError, "It calls itself for each step, and 3,000 are too deep. Use a loop.")])
    yield case(taken_out, expect=[["c", "b * 5", "b"], 18.0], since=5,
               name="the same, where `arrived.pop` tells what a node gets: whose were taken, and what is left for a",
               wrong=[(says("pop() takes"), "The engine of chapter 5 knows arrived.pop(node), with the node alone."),
                      (lambda got: got[0] and not got[1], "The engine of chapter 5 reads in `arrived` what has come to "
                       "a. Put each part into this dict."),
                      (lambda got: len(got[0]) > 3, "Pop for the node alone whose turn it is: the part for a target is "
                       "added to arrived[target], which stays there."),
                      (lambda got: True, "In chapter 5 `arrived` itself says what a node gets: take its gradient by "
                       "arrived.pop(node).")])
    yield case(in_its_turn, expect=4, since=10, name="the same, where `order` decides who is next: how many act",
               wrong=[(lambda got: "looked" in noted, "In chapter 11 the node whose turn it is need not stand in "
                       "`arrived` itself: no `if node in arrived`, only arrived.pop(node)."),
                      (is_a(Exception), "In chapter 10 `order` itself decides who is next: take "
                       "the node by order.pop(), once, and before it acts."),
                      (lambda got: "set" not in noted, "Later engines notice what arrives by arrived[target] = ..., "
                       "and by nothing else."),
                      (lambda got: True, "In chapter 10 a leaf's node joins `order` while the walk goes on: ask "
                       "`order` each time, `while order:` and `order.pop()`.")])
    yield case(by_plus, expect=[["c", 1.0], ["u", 1.0], ["b", 1.0], ["a", 2.0]], since=12,
               name="u = a + b, c = u + a, with gradients that know + alone: who acts, and on what",
               wrong=[(lambda got: True, "In chapter 12 gradients are tensors, and tensors are added by `+`, not by a "
                       "function of NumPy.")])
    yield case(alone, expect=True, since=10,
               name="three steps that hand on what they get: is it the same array all the way?",
               wrong=[(False, "In chapter 10 a part may say that nothing came, and chapter 12 records the walk. So "
                       "what arrives first travels on as it is, without `0 +` and without a copy.")])


# Exercises


@exercise(number="4.1", title="in which order?")
def check_order(order):
    yield case(
        order, expect=["AddBackward0", "MulBackward0", "AddBackward0", "AccumulateGrad"],
        name="the order for z", wrong=[
            (["AccumulateGrad", "AddBackward0", "MulBackward0", "AddBackward0"],
             "That is the way forward. The way back begins with the newest."),
            (["AddBackward0", "AddBackward0", "MulBackward0", "AccumulateGrad"],
             "The node of y acts too early: the product still has something to send there."),
            (["AddBackward0", "AddBackward0", "AccumulateGrad", "MulBackward0"],
             "That is depth first: the product comes too late, when y has acted already."),
            (["AddBackward0", "AddBackward0", "AccumulateGrad", "MulBackward0", "AddBackward0", "AccumulateGrad"],
             "That is the recursion: it goes from y to x once for each path. Each node acts once."),
            (["AddBackward0", "MulBackward0", "AddBackward0"], "Who puts the gradient down at the leaf?"),
            (["AddBackward0", "MulBackward0", "AccumulateGrad"], "There are two additions, and each left a node."),
            (is_a(str), "Write a list of names: each in quotes, with commas between."),
            (lambda order: order[0] == "MulBackward0", "What was computed last? Its node acts first."),
            (lambda order: len(order) == 4,
             "Write the names as Python prints them: AddBackward0, MulBackward0, AccumulateGrad."),
        ], hint="Four nodes act, each once: the newest first, the leaf's node last.")


@exercise(number="4.2", title="count the visits")
def check_visits(found):
    yield case(found["chain"], expect=6, name="chain: x = x + 1, five times",
               wrong=[(5, "Five additions, and then the leaf's node."), (63, "In x + 1 one edge leads to None.")])
    yield case(found["doublings"], expect=63, name="doublings: x = x + x, five times", wrong=[
        (6, "That is the number of nodes. The recursion comes to each once for every path that leads there."),
        (32, "That is how often it comes to the leaf. Add the visits on the way: 1 + 2 + 4 + ..."),
        (31, "That leaves out the visits to the leaf: 32."),
        (64, "1 + 2 + 4 + ... + 32 is one less."),
        (127, "One doubling too many: five, and the leaf below."),
    ], hint="One visit to the newest node, two to the next, and so on down to the leaf.")
    yield case(found["triplings"], expect=17, name="triplings: x = x + x + x, twice", wrong=[
        (5, "That is the number of nodes, or the visits of one tripling."),
        (13, "x + x + x are two additions, one inside the other: each has a node."),
        (9, "That is how often it comes to the leaf. Add the visits on the way."),
        (16, "The newest node is visited, too."),
        (26, "Count one tripling first: 5 visits, three of them to what is below."),
    ], hint="For one tripling: the outer addition, the inner one, and three visits to what is below: 2 + 3 = 5.")


def of_engine(engine, torch):
    """(what stands in a leaf's grad, who is called by hand) where a reader's engine goes through a graph."""

    def gradient(make, *shape):
        leaf = torch.ones(*shape, requires_grad=True) if shape else torch.tensor(2.0, requires_grad=True)
        result = make(leaf)
        names = getattr(getattr(engine, "__code__", None), "co_names", ())
        if {"backward", "send"} & {*names}:
            return Remark("asked the engine")
        filled_in(engine(result))
        return Remark("no gradient") if leaf.grad is None else leaf.grad

    def called(graph, scrambled=False):
        log = []
        nodes = toys(log, graph)
        for node in nodes if scrambled else ():
            node.sequence_nr = -node.sequence_nr
        filled_in(engine(Result(nodes[-1])))
        if nodes[0].variable.grad is not None:
            return Remark("added by hand")
        return log

    return gradient, called


def machine(a):
    b = a * 3
    return b * 5 + b * 7


def documents(x):
    y = x + 2
    return (y * y * 3).mean()


def long(x):
    for _ in range(3000):
        x = x + 1
    return x


MACHINE = [("no gradient", "Nothing has arrived at the leaf. Its node has to be called as well: node(sum)."),
           ("asked the engine", "That works, but here you write it yourself: call the nodes."),
           (either(15.0, 21.0), "One of the two paths got lost: gradients that meet are added."),
           (either(51.0, 66.0), "The node of b passed on before all had arrived, and then passed the whole sum on "
            "again."),
           (says("'<' not supported", "'>' not supported"), "`max` and `min` cannot compare nodes by themselves: tell "
            "them key=age."),
           (says("not iterable"), "A node with one edge answers with one gradient, not with a tuple."),
           (lambda got: isinstance(got, (AttributeError, TypeError)) and "NoneType" in str(got),
            "Some edges lead to None: leave them out.")]
BY_HAND = ("added by hand", "The numbers are right. But let the leaf's node do the adding: call it, node(sum).")


@exercise(number="4.3", title="right, but with how many calls?")
def check_mended(mended, torch):
    gradient, called = of_engine(mended, torch)

    def calls(count):
        log = called(row_of_diamonds(count))
        return len(log) if isinstance(log, list) else log

    yield case(lambda: gradient(machine), expect=36.0, name="the machine: a.grad", wrong=MACHINE)
    yield case(lambda: calls(6), expect=19, name="six diamonds, 19 nodes: how many calls",
               symptom=lambda calls: calls > 100,
               wrong=[BY_HAND,
                      (18, "Somebody was not called: is it the leaf's node?"),
                      (lambda calls: calls > 100, "Still far too many: it takes a node to which more will come."),
                      (lambda calls: 19 < calls <= 100, "Fewer, and some node still acts too early. The leaf's node "
                       "has to count as the oldest of all: use age.")])
    yield case(lambda: len(called(SHORT_CUT)), expect=4, name="c = b + b * 5, 4 nodes: how many calls",
               wrong=[(lambda calls: calls > 4, "b acted before b * 5 had sent anything. Who is the newest? Use age.")])
    yield case(lambda: gradient(documents, 2, 2), expect=[[4.5, 4.5], [4.5, 4.5]], name="(y * y * 3).mean(): x.grad",
               wrong=[([[2.25, 2.25], [2.25, 2.25]], "y * y has two edges to the same node, and both count.")])
    yield case(lambda: gradient(long), expect=1.0, name="3,000 steps: x.grad",
               wrong=[(RecursionError, "It calls itself for each step. Keep the loop.")])


@exercise(number="4.4", title="an engine that counts")
def check_counting(counting, torch):
    gradient, called = of_engine(counting, torch)

    def order(graph, scrambled=False):
        log = called(graph, scrambled)
        return sorted(log) if isinstance(log, list) else log

    def who(graph):
        return [name for name, _ in called(graph)]

    stuck = [(lambda got: who(TWO_PATHS) == ["c"] and who(SHORT_CUT) != ["c"], "After c nobody was called: each "
              "product waits for one gradient. What does `due` say when that has come?"),
             (lambda got: who(TWO_PATHS) == ["c"],
              "After c nobody was called. Does the loop go on, and does `due` go down when a part has come?")]
    yield case(lambda: gradient(machine), expect=36.0, name="the machine: a.grad", wrong=[*stuck, *MACHINE])
    yield case(lambda: order(SHORT_CUT), expect=[["a", 18.0], ["b", 6.0], ["b * 5", 1.0], ["c", 1.0]],
               name="c = b + b * 5: who is called, and with what",
               wrong=[BY_HAND,
                      (KeyError, "A node stands in `ready` twice. It joins once: when its counter has come to 0."),
                      (lambda log: isinstance(log, list) and len(log) > 4, "A node was called twice: is its counter 0 "
                       "by then?"),
                      (lambda log: isinstance(log, list) and len(log) < 4,
                       "Not every node was called. Whose counter never comes to 0?"),
                      (lambda log: isinstance(log, list) and ["b", 1.0] in log,
                       "b acted on the 1 alone; the 5 was still to come. Its counter begins at 2.")])
    yield case(lambda: order(SHORT_CUT, True), expect=[["a", 18.0], ["b", 6.0], ["b * 5", 1.0], ["c", 1.0]],
               name="the same, with numbers that say nothing about age",
               wrong=[(is_a(list, KeyError),
                       "Here the numbers of the nodes are turned round. Let the counters alone decide who is ready.")])
    yield case(lambda: gradient(documents, 2, 2), expect=[[4.5, 4.5], [4.5, 4.5]], name="(y * y * 3).mean(): x.grad",
               wrong=[([[2.25, 2.25], [2.25, 2.25]], "y * y has two edges to the same node, and both count.")])
    yield case(lambda: gradient(long), expect=1.0, name="3,000 steps: x.grad",
               wrong=[(RecursionError, "It calls itself for each step. Use a loop over those that are ready.")])
