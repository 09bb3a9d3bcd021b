"""Chapter 2: the checkers of the definitions that the reader writes, and of its exercises."""

import contextlib
import warnings
from types import SimpleNamespace

import numpy as np

from minigrad.teach.aftermath import instead
from minigrad.teach.check import Nothing, Remark, answered, blank, case, either, exercise, filled_in, is_a, later, says


def is_node(got):
    """Also of chapter 1, where a node has no edges yet."""
    return hasattr(got, "next_functions") or "Backward0" in type(got).__name__


class StandIn:
    """In the place of a node: it has its edges, and a `backward` of its own."""

    next_functions = ()


UNKNOWN = (NameError, "This file does not know the name. Is it spelled right? If it belongs to another file, import it "
           "inside the function, or do without.")


# What the reader writes into the package


@blank
def check_is_leaf(is_leaf, torch):
    asked = answered(is_leaf)

    def is_leaf(tensor):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # to ask a result for its .grad brings a warning; the hint is enough
            return asked(tensor)

    wrong = [UNKNOWN,
             (says("'is_leaf'"), "That name is what you are making here. You have tensor.grad_fn."),
             (is_a(Nothing), "None came back. A leaf's grad_fn is None: the answer is whether that is so, True or "
              "False."),
             (is_node, "That is the node itself. The answer is whether there is one: compare it with None.")]
    yield case(lambda: is_leaf(torch.ones(2)), expect=True, name="is_leaf(torch.ones(2))",
               wrong=[*wrong,
                      (lambda got: got is False and is_leaf(torch.ones(2, requires_grad=True)) is True,
                       "These ones have no flag, and are a leaf all the same. Ask for grad_fn only."),
                      (False, "The other way round: nobody made these ones by a step, so they are a leaf.")])
    yield case(lambda: is_leaf(torch.ones(2, requires_grad=True)), expect=True,
               name="is_leaf(torch.ones(2, requires_grad=True))",
               wrong=[*wrong, (False, "The flag asks for a gradient; it does not make a result. Who made these ones?")])
    yield case(lambda: is_leaf(torch.ones(2, requires_grad=True) * 3), expect=False,
               name="is_leaf(torch.ones(2, requires_grad=True) * 3)",
               wrong=[*wrong, (True, "A product made this one: its grad_fn is a node.")])
    yield case(lambda: is_leaf(torch.ones(2, requires_grad=True) + 1), expect=False,
               name="is_leaf(torch.ones(2, requires_grad=True) + 1)",
               wrong=[*wrong, (True, "A sum made this one: its grad_fn is a node, too, of whatever name.")])
    yield case(lambda: is_leaf(torch.ones(2) * 3), expect=True, name="is_leaf(torch.ones(2) * 3)", wrong=wrong,
               hint="It was computed, but nothing was recorded: its grad_fn is None.")
    yield case(lambda: is_leaf(SimpleNamespace(grad_fn=None)), expect=True, wrong=wrong,
               name="is_leaf of something that has a grad_fn, None, and nothing else",
               hint="Ask for tensor.grad_fn only.")
    yield case(lambda: is_leaf(SimpleNamespace(grad_fn=StandIn())), expect=False, wrong=wrong,
               name="is_leaf of something whose grad_fn is a node of a name that you have not met",
               hint="Do not ask for the node's name: any node makes a result. Compare with None.")


@blank
def check_will_record(will_record, torch):
    will_record = answered(will_record)
    first_only = "One input is enough, wherever it stands: look at *each* of them."

    def told(*flags):
        return lambda: will_record([torch.ones(2, requires_grad=flag) for flag in flags])

    wrong = [
        (says("name 'np'"), "This file does not know np yet. Python's own any([...]) does it."),
        UNKNOWN,
        (says("'list' object has no attribute"), "`inputs` is a list. The flag belongs to each tensor in it."),
        (is_a(list, tuple), "One answer for all of them: True if *any* has the flag."),
        (lambda got: hasattr(got, "grad_fn"), "That is a tensor. The answer is True or False."),
        (lambda got: isinstance(got, int) and not isinstance(got, bool), "That counts. The answer is True or False."),
        (is_a(Nothing), "None came back. If no input has the flag, the answer is False; and is there a `return`?"),
    ]
    yield case(told(False, True), expect=True, name="will_record([x, w]), only w has the flag", wrong=[
        *wrong, (False, "One flag is enough, at any place: the gradient has to come back to w.")])
    yield case(told(True, False), expect=True, name="will_record([w, x]), only w has the flag",
               wrong=[*wrong, (False, first_only)])
    yield case(told(False, False), expect=False, name="will_record([x, x]), no flag", wrong=[
        *wrong, (True, "Nobody asks for a gradient here. It is the flag that counts, requires_grad.")])
    yield case(told(False), expect=False, name="will_record([x])", wrong=[
        *wrong, (IndexError, "There may be one input alone: go through the list, whatever its length.")])
    yield case(told(True), expect=True, name="will_record([w])", wrong=[
        *wrong, (False, "w is a leaf with the flag, so a gradient has to come back. Ask for its flag, not its node.")])
    yield case(told(False, False, False), expect=False, name="will_record([x, x, x]), no flag", wrong=wrong)
    yield case(told(False, True, False), expect=True, name="will_record([x, w, x]), only w has the flag",
               wrong=[*wrong, (either(False, IndexError), first_only)])
    more = [*wrong, (False, "A second flag is one reason more, not less.")]
    yield case(told(True, True), expect=True, name="will_record([w, w])", wrong=more)
    yield case(told(True, True, False), expect=True, name="will_record([w, w, x]), x has no flag", wrong=more)
    yield case(told(True, True, True), expect=True, name="will_record([w, w, w])", wrong=more)
    yield case(lambda: will_record([torch.ones(2, requires_grad=True) * 3]), expect=True,
               name="will_record([w * 3])", wrong=[
                   *wrong, (False, "w * 3 is a result, and it has the flag, too: a gradient passes through it to w.")])


@blank
def check_edge(edge, torch):
    edge = answered(edge)
    its_node, its_end = Remark("its grad_fn"), Remark("its AccumulateGrad")

    @later
    def told(make, number=0):
        """The edge in words: whose node it is, and the number."""
        tensor, other = make(), torch.ones(1, requires_grad=True)
        if number:
            tensor.output_nr = number
        got = edge(tensor)
        if type(got) is not tuple or len(got) != 2:
            return got
        node, place = got
        if type(node).__name__ == "AccumulateGrad":
            whose = its_end if node.variable is tensor else Remark("another AccumulateGrad")
        elif node is not None and node is tensor.grad_fn:
            whose = its_node
        else:
            whose = None if node is None else Remark("the {kind}", kind=type(node).__name__)
        del other
        return whose, place

    wrong = [
        (is_a(Nothing), "None alone came back. Each of the three cases returns a pair; nowhere is (None, 0)."),
        (is_a(list), "An edge is a pair, in round brackets or without: a node, and a number."),
        (is_node, "That is the node alone. An edge is a pair, in round brackets or without: a node, and a number."),
        (lambda got: got[0] == "the int", "The node comes first, then the number."),
        (lambda got: got[0] == "the Tensor", "A gradient goes to a node. Whose node is it: the step's, or the leaf's?"),
        (says("name 'is_leaf'"), "In this file it is tensor.is_leaf, or ask for tensor.grad_fn."),
        UNKNOWN,
        (lambda got: got[0] == "the function", "end_of is a function: call it with the tensor."),
    ]
    yield case(told(lambda: torch.ones(2, requires_grad=True) * 3), expect=(its_node, 0), name="edge(w * 3), in words",
               wrong=[*wrong,
                      ((its_end, 0), "A result has the flag, too. First ask whether it has a grad_fn."),
                      ((None, 0), "w * 3 was made by a step: its gradient goes to that node, w.grad_fn of w * 3."),
                      (lambda got: got[0] == its_node, "The number is tensor.output_nr, here 0.")])
    yield case(told(lambda: torch.ones(2, requires_grad=True)), expect=(its_end, 0),
               name="edge(w), in words; w is a leaf with the flag",
               wrong=[*wrong,
                      ((None, 0), "This leaf wants its gradient: it goes to the end of the path, end_of(tensor)."),
                      (lambda got: got[0] == its_end, "The number of a leaf is 0.")])
    yield case(told(lambda: torch.ones(2)), expect=(None, 0), name="edge(x), in words; x has no flag",
               wrong=[*wrong,
                      ((its_end, 0), "x never asked for a gradient, so it needs no end: (None, 0)."),
                      (lambda got: got == (None, None), "The number is there all the same: (None, 0).")])
    yield case(told(lambda: torch.ones(2) * 3), expect=(None, 0), name="edge(x * 3), in words; x has no flag",
               wrong=[*wrong, ((its_end, 0), "Nobody asked for a gradient of x * 3: (None, 0).")])
    yield case(told(lambda: torch.ones(2, requires_grad=True) * 3, 1), expect=(its_node, 1),
               name="edge of a result that is output 1 of its node, in words",
               wrong=[*wrong, ((its_node, 0), "The number is not always 0: use tensor.output_nr.")])

    def twice():
        w = torch.ones(2, requires_grad=True)
        return filled_in(edge(w))[0] is edge(w)[0]

    yield case(twice, expect=True, name="edge(w) twice: the same node?",
               hint="All uses of a leaf share one AccumulateGrad. Let end_of(tensor) find it.")


@blank
def check_send(send, torch):
    @later
    def sent(way, *numbers):
        leaves = [torch.tensor(number, requires_grad=True) for number in numbers]
        result = way(*leaves)
        filled_in(send(result.grad_fn, np.float32(1.0)))
        return [None if leaf.grad is None else leaf.grad.item() for leaf in leaves]

    yield case(sent(lambda a: a * 3.0, 2.0), expect=[3.0], name="send(the node of a * 3, 1.0), then a.grad", wrong=[
        ([None], "The end of a path has no edges, but you have to ask it, too. Call parts(node, grad) once, before or "
         "outside the loop, and hand each part on with send."),
        ([1.0], "Each target gets its own *part*, not the gradient that came in."),
        ([2.0], "This part belongs to another edge: the first part goes along the first edge."),
        UNKNOWN,
        (says("'NoneType' object is not iterable"), "A rule may answer nothing, at the end of a path: ask with "
         "parts(node, grad), which makes it a tuple."),
        (says("'NoneType' object"), "Where target is None, nobody wants the part: pass it over."),
        (says("'tuple' object has no attribute"), "An edge is a pair: take the node out, `(target, number)`."),
        (says("'int' object has no attribute"), "The number is not a node. Send to target."),
        (says("'Tensor' object has no attribute 'next_functions'"), "Send to the node, target, not to a tensor."),
        (says("not callable"), "Ask a node with parts(node, grad)."),
        (says("recursion"), "It never stops. Send to *target*, not to the node that has just been asked."),
        (lambda got: got[0] > 3, "The end of the path was asked more than once: call parts once for each node."),
    ], hint="Ask the node for its parts; send each along its edge.")
    yield case(sent(lambda a: (a * 3.0) * 5.0 + (a * 3.0) * 7.0, 2.0), expect=[36.0], name="two paths: a.grad",
               wrong=[([15.0], "Only the first path was walked: is there a `return` in the loop?"),
                      ([21.0], "Only the last path was walked."),
                      ([None], "Hand on with send: a target has edges of its own, and its parts go on along them."),
                      (lambda got: got[0] > 36, "A node was asked more than once: call parts before the loop, once.")])
    yield case(sent(lambda x, y: x * y + x, 3.0, 4.0), expect=[5.0, 3.0], name="x * y + x: both gradients")
    yield case(sent(lambda x: x * x, 3.0), expect=[6.0], name="x * x at 3: both edges lead to one node",
               hint="Two edges may lead to the same node. Send along both.")

    @later
    def by_hand(answer, *others):
        """What arrives at the end of the first edge, where the node's rule is `answer`."""
        end, node, arrived = StandIn(), StandIn(), []
        end.backward = arrived.append
        node.next_functions, node.backward = ((end, 0), *others), answer
        filled_in(send(node, np.float32(1.0)))
        return [float(part) for part in arrived]

    yield case(by_hand(lambda grad: (grad * 3, grad * 2), (None, 0)), expect=[3.0], wrong=[
        UNKNOWN,
        (says("'StandIn' object has no attribute"),
         "Walk along node.next_functions and call send: a node needs no inputs any more."),
    ], name="a node that has edges and a rule, and nothing else: what arrives",
       hint="All that send needs are parts(node, grad) and node.next_functions.")
    yield case(by_hand(lambda grad: grad * 4), expect=[4.0], wrong=[
        (says("not iterable", "not subscriptable"), "Some rules answer one value alone: ask with parts(node, grad)."),
    ], name="a rule that answers one value alone, not in a tuple: what arrives",
       hint="parts(node, grad) makes a tuple of whatever the rule answers.")

    def number_first():
        a = torch.tensor(2.0, requires_grad=True)
        filled_in(send((torch.tensor(3.0) * a).grad_fn, np.float32(1.0)))
        return a.grad.item()

    yield case(number_first, expect=3.0, name="3 * a, where the first edge is (None, 0): a.grad", wrong=[
        (says("'NoneType' object has no attribute 'item'"),
         "An edge to None ends only its own path. Go on with the next one."),
    ], hint="Pass over a target that is None, and go on with the next edge.")

    def counted():
        a = torch.tensor(2.0, requires_grad=True)
        result, asked = a * 3.0, []
        rule = result.grad_fn.backward
        result.grad_fn.backward = lambda grad: [asked.append(grad), rule(grad)][1]
        filled_in(send(result.grad_fn, np.float32(1.0)))
        return len(asked)

    yield case(counted, expect=1, name="how often the rule of a * 3 was asked",
               hint="One question gives all parts: call parts(node, grad) once, before the loop.")


# Exercises


WORDS = (lambda got: got is not ... and got not in ("leaf", "result"), 'Write "leaf" or "result", with quotation marks '
         'and in small letters.')


@exercise(number="2.1", title="leaf or result?")
def check_kinds(kinds):
    rows = [("p", "torch.zeros(2)", "leaf", "You made p yourself."),
            ("q", "p + 1", "leaf", "p has no flag, so nothing was recorded: q has no node."),
            ("r", "torch.ones(2, requires_grad=True)", "leaf", "A flag asks for a gradient. It makes no result."),
            ("s", "r + p", "result", "One flag is enough for a record, and r has one."),
            ("t", "s.detach()", "leaf", "detach() gives a tensor outside the graph: no node made it."),
            ("u", "(q * 2).requires_grad_()", "leaf", "q * 2 left no node, and a flag set later makes none."),
            ("v", "u * 2", "result", "By now u has the flag, so this product was recorded.")]
    for name, made_by, expect, hint in rows:
        other = "result" if expect == "leaf" else "leaf"
        yield case(kinds[name], expect=expect, name=f"{name} = {made_by}", wrong=[(other, hint), WORDS])


def rounded(numbers):
    return [rounded(number) for number in numbers] if isinstance(numbers, list) else round(numbers, 4)


def as_delivered(function):
    """Whether this is still the code of exercise 2.2 as it stood there."""
    scope = {}
    exec("def small_weights():\n    return torch.ones(2, requires_grad=True) * 0.01", scope)
    parts = [(code.co_code, code.co_consts, code.co_names)
             for code in (scope["small_weights"].__code__, getattr(function, "__code__", None)) if code]
    return parts[0] == parts[-1]


@exercise(number="2.2", title="small weights that can learn")
def check_small_weights(small_weights):
    def told():
        w = filled_in(small_weights())
        return {"numbers": rounded(w.tolist()), "is_leaf": w.is_leaf, "requires_grad": w.requires_grad}

    def row(numbers, is_leaf, requires_grad):
        return {"numbers": numbers, "is_leaf": is_leaf, "requires_grad": requires_grad}

    small = [0.01, 0.01]
    yield case(
        told, expect=row(small, True, True), name="the weights",
        symptom=lambda got: got is ... or got == row(small, False, True) and as_delivered(small_weights), wrong=[
            (row(small, True, False), "A leaf now, but nobody asks for its gradient: set the flag last."),
            (row(small, False, True), "Still a result: a tensor with the flag went into the product."),
            (lambda got: isinstance(got, dict) and np.shape(got["numbers"]) != (2,),
             "Two numbers in a row are wanted."),
            (lambda got: isinstance(got, dict) and got["numbers"] != small, "The numbers are to be 0.01, twice."),
            (says("only change requires_grad flags of leaf"),
             "A result's flag cannot be changed. Compute first, then set it."),
            (says("'NoneType' object"), "None came back. Is a `return` missing?"),
            (says("'tolist'", "'list' object has no attribute"), "A tensor is wanted: it has to carry a flag."),
        ])


def numbers_compared(kind):
    """A block in which `==` of tensors asks about their numbers, as in a later chapter, and refuses several."""
    def refuse(self, other):
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")

    return instead(kind, "__eq__", refuse) if kind.__eq__ is object.__eq__ else contextlib.nullcontext()


@exercise(number="2.3", title="all leaves of a result")
def check_leaves(leaves, torch):
    leaves, other = answered(leaves), Remark("something else")

    @later
    def names(make):
        a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
        c = torch.ones(2)
        result = make(a, b, c)
        with numbers_compared(type(a)):
            found = leaves(result)
        if not isinstance(found, (list, tuple, set)):
            return found
        known = {id(a): "a", id(b): "b", id(c): "c"}
        return sorted([known.get(id(leaf), other) for leaf in found])

    always = [
        (says("Boolean value"), "`in` and == compare numbers, and a and b hold the same ones. Compare with `is`."),
        (says("'tuple' object"), "next_functions holds pairs. Take the node out: (target, number)."),
        (lambda got: hasattr(got, "requires_grad"), "Return a list, also when there is one leaf only."),
    ]
    yield case(names(lambda a, b, c: a + b), expect=["a", "b"], name="leaves of a + b", wrong=[
        *always,
        (["a"], "Only one path was followed, or the same numbers were taken for the same leaf."),
        (["b"], "Only the last path was followed."),
        (lambda got: isinstance(got, list) and other in got,
         "Something in the list is not a leaf. A leaf is the variable of the last node of a path."),
        ([], "Nothing was found. Begin with t.grad_fn, and follow each edge to its end."),
        (says("has no attribute 'variable'"), "Only the last node of a path has a variable: ask with hasattr."),
        (says("'Tensor' object has no attribute"), "The walk begins at the node, t.grad_fn, not at t."),
    ])
    yield case(names(lambda a, b, c: a + c), expect=["a"], name="leaves of a + c, c without the flag", wrong=[
        *always,
        (["a", "c"], "c has no flag and will get no gradient: its edge is (None, 0)."),
        (says("'NoneType' object has no attribute 'variable'"), "None has no variable. Which edge led there?"),
        (says("'NoneType' object"), "One edge leads to None. Leave it out."),
    ])
    yield case(names(lambda a, b, c: (a + b) * a), expect=["a", "b"], name="leaves of (a + b) * a",
               wrong=[*always,
                      (["a", "a", "b"], "a was found twice, by two paths. List each leaf once."),
                      (["a"], "b is two steps away: go on from each node to the next ones.")])
    yield case(names(lambda a, b, c: ((a * 2) + c) * 3), expect=["a"], name="leaves of ((a * 2) + c) * 3", wrong=always)


@exercise(number="2.4", title="in the order of their birth")
def check_born(born, torch):
    born = answered(born)

    def told(make):
        return lambda: born(make(torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)))

    nodes = lambda got: isinstance(got, list) and bool(got) and hasattr(got[0], "next_functions")  # noqa: E731
    always = [
        (nodes, "These are the nodes. Give their names: type(node).__name__."),
        (says("has no attribute '__name__'"), "A node's class has the name: type(node).__name__."),
        (says("has no attribute 'name'"), "A node has no name() so far. Its class has one: type(node).__name__."),
        (lambda got: isinstance(got, list) and any(["object at" in name for name in got]),
         "That is how a node is printed. Its name is type(node).__name__."),
        (says("'tuple' object"), "next_functions holds pairs. Take the node out: (target, number)."),
        (says("'NoneType' object"), "One edge leads to None. Leave it out."),
        (says("'Tensor' object has no attribute"), "The walk begins at the node, t.grad_fn, not at t."),
        (says("not supported between instances"), "Nodes cannot be compared by size: sort by their numbers, key=..."),
    ]
    yield case(told(lambda a, b: a * 2), expect=["AccumulateGrad", "MulBackward0"], name="born(a * 2)", wrong=[
        *always,
        (["MulBackward0", "AccumulateGrad"], "These are the right ones, the newest first. The oldest comes first."),
        (["MulBackward0"], "The end of the path is a node, too."),
    ])
    chain = ["AccumulateGrad", "MulBackward0", "AccumulateGrad", "AddBackward0", "MeanBackward0"]
    yield case(told(lambda a, b: (b + a * 2).mean()), expect=chain, name="born((b + a * 2).mean())",
               wrong=[*always,
                      (chain[::-1], "These are the right ones, the newest first."),
                      (sorted(chain), "Sorted by their names. Sort the nodes by sequence_nr, and name them then."),
                      (lambda got: sorted(got) == sorted(chain), "All are there. Put them in order by sequence_nr.")])
    yield case(told(lambda a, b: a * a + a), expect=["AccumulateGrad", "MulBackward0", "AddBackward0"],
               name="born(a * a + a)",
               wrong=[*always,
                      (lambda got: isinstance(got, list) and got.count("AccumulateGrad") > 1,
                       "One node was found by several edges. Give each node once.")])
    # Two ways to the end, once the older first and once the newer: no walk meets the nodes of both by age.
    later = ["AccumulateGrad", "MulBackward0", "AccumulateGrad", "AddBackward0", "MulBackward0"]
    for name, product in ("p * q", lambda p, q: p * q), ("q * p", lambda p, q: q * p):
        yield case(told(lambda a, b, product=product: product(a * 2, b + 1)), expect=later,
                   name=f"p = a * 2; q = b + 1; born({name})",
                   wrong=[*always,
                          (lambda got: sorted(got) == sorted(later), "All are there, in the order in which a walk "
                           "finds them. Who was born first is told by sequence_nr.")])
