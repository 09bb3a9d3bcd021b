"""Chapter 3: the checkers of the definitions that the reader writes, and of its exercises."""

import contextlib
import importlib
import math

import numpy as np

from minigrad.locale import say
from minigrad.teach.check import Remark, answered, blank, case, either, exercise, is_a, plain, says
from minigrad.teach.rules import OfSigns, by_signs, elsewhere, left_by

PAIR = "There are two inputs, so there are two answers: return a pair, with a comma."
ONE_NUMBER = (is_a(int, float), PAIR)
ALONE = (is_a(tuple, list), "One input, one answer: return it alone, without a comma.")
CARET = (says("for ^"), "In Python ^ is no power: write `**`, with two stars.")


def numbers_kept(result):
    """How many numbers the nodes behind a result hold: chapter 2's nodes their inputs, later ones what they saved."""
    nodes, tensors, waiting = {}, {}, [result.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or id(node) in nodes:
            continue
        nodes[id(node)] = node
        waiting += [target for target, _ in node.next_functions]
        names = [f"_saved_{name}" for name in node.saves] if hasattr(node, "saves") else dir(node)
        saved = [getattr(node, name) for name in names if name.startswith("_saved_")]
        tensors |= {id(value): value for value in [*saved, *getattr(node, "inputs", ())] if hasattr(value, "numel")}
    return sum(value.numel() for value in tensors.values())


def measured(f, x):
    """The slope of f at x, by the reader's own `slope` of chapter 1."""
    return float(f"{importlib.import_module('minigrad.autograd.gradcheck').slope(f, x):.5g}")


NO_LIST = "Write the two answers with a comma between them, as in `return a, b`: no square brackets."

# What all six rules share

THEIR_POW = (says("pow is the tensor's own"),
             "In this file `pow` is the tensor's own from a later cell on. Write `**`.")
ARRAYS = ("Right so far. But whole arrays arrive, too. Write the rule with + - * / ** alone: these work on all entries "
          "at once. No `if`, no float(...), no sum.")
WRITES = ("Right so far. But the rule writes into what it was given, and others still need that. Make a new number: "
          "no `*=` or `/=`, as in `return grad * 2`.")
OPERATORS = ("Right so far. But later chapters hand over tensors, and all that these are sure to know is + - * / **. "
             "Write the rule with them alone, without a function of NumPy.")


class Operand(OfSigns, knows=("add", "sub", "mul", "truediv", "pow", "neg", "pos")):
    """Whatever later chapters hand to a rule knows + - * / **."""


def rule_of(function):
    """The reader's function as a later cell leaves it: from there on `pow` is the tensor's own in its file."""
    def pow(*given):
        raise TypeError(Remark("here pow is the tensor's own, and it takes a tensor"))

    return answered(elsewhere(function, pow=pow))


def not_only_numbers(rule, *inputs, expect):
    """Right for numbers, the rule gets arrays; they have to stay as they are; and operators have to do.

    inputs  arrays of two entries, and plain numbers; of the arrays' first entries the operands are made
    """
    given = [Operand(float(value[0])) if np.ndim(value) else value for value in inputs]
    one = tuple([part[0] for part in expect]) if isinstance(expect, tuple) else expect[0]
    yield case(rule, *inputs, expect=expect, wrong=[(lambda got: True, ARRAYS)])
    yield case(lambda: plain(left_by(rule, *inputs)), expect=plain(inputs), wrong=[(lambda got: True, WRITES)],
               name=say("what {rule} was given, afterwards").format(rule=rule.__name__))
    yield case(lambda: by_signs(rule, *given), expect=one, wrong=[(lambda got: True, OPERATORS)],
               name=say("{rule} of numbers that know + - * / ** and nothing else").format(rule=rule.__name__))


# What the reader writes into the package


@blank
def check_mean_rule(mean_rule, torch):
    mean_rule = rule_of(mean_rule)
    yield case(mean_rule, 8.0, 4, expect=2.0, wrong=[
        (0.25, "That is the local slope. Multiply it by what arrives, grad."),
        (8.0, "Not each gets all of it: of four numbers each moves the mean by a quarter."),
        (32.0, "Divide: with more numbers, each moves the mean less."),
        (0.5, "The other way round: what arrives, divided by how many there are."),
        (-2.0, "The sign of the gradient stays."),
        (is_a(tuple, list), "One number: it goes to each place of the table."),
    ], hint="Raise one of four numbers by 1. By how much does their mean rise?")
    yield case(lambda: mean_rule(1.0, 3), expect=measured(lambda x: (x + 1.0 + 5.0) / 3, 2.0),
               name="mean_rule(1.0, 3), beside the measured slope",
               wrong=[(lambda got: got == 0 or abs(got - 1 / 3) < 0.04, "The part behind the point is lost: divide "
                       "with one /, and round nothing.")], hint="The count is not always 4: use the one that is given.")
    yield case(mean_rule, -6.0, 2, expect=-3.0, wrong=[(3.0, "The sign of the gradient stays.")])
    yield from not_only_numbers(mean_rule, np.array([8.0, 4.0]), 4, expect=[2.0, 1.0])


@blank
def check_neg_rule(neg_rule, torch):
    neg_rule = rule_of(neg_rule)
    yield case(neg_rule, 4.0, expect=-4.0, wrong=[
        (-1.0, "That is the local slope. Multiply it by what arrives, grad."),
        (4.0, "The sign: when self rises, -self falls."),
        (is_a(tuple, list), "One input, one answer: return it alone."),
        (says("name 'self'"), "You have no self here, and need none: the slope is the same everywhere."),
    ], hint="Raise self by 1: how far does -self move, and which way?")
    yield case(lambda: neg_rule(1.0), expect=measured(lambda x: -x, 3.0),
               name="neg_rule(1.0), beside the measured slope")
    yield case(neg_rule, -0.5, expect=0.5, wrong=[(-0.5, "Minus turns the sign of whatever arrives, also of -0.5.")])
    yield from not_only_numbers(neg_rule, np.array([4.0, -2.0]), expect=[-4.0, 2.0])


@blank
def check_div_rule(div_rule, torch):
    div_rule = rule_of(div_rule)
    yield case(div_rule, 4.0, 6.0, 2.0, expect=(2.0, -6.0), wrong=[
        ONE_NUMBER, CARET, THEIR_POW,
        ((0.5, -1.5), "These are the slopes of the quotient alone. Multiply each by grad, which is 4 here."),
        ((2.0, -1.5), "The second part forgets grad."),
        ((0.5, -6.0), "The first part forgets grad."),
        ((-6.0, 2.0), "Exchanged: the first part goes to self, which stands above the line."),
        ((2.0, 6.0), "The sign of the second part: when other grows, the quotient falls."),
        ((2.0, -12.0), "Nearly. In the second part, divide by other *twice*."),
        ((2.0, -1.0), "In the second part self is missing: 60 / other falls ten times as fast as 6 / other."),
        ((2.0, -24.0), "Python divides and multiplies from left to right: put other * other in brackets."),
        ((8.0, 24.0), "That is the rule of a product. Here c is self *divided* by other."),
        ((2.0, 2.0), "The second part is not like the first: other stands below the line."),
        ((2.0, -2.0), "That is 4 / 2 with a minus. How fast does 6 / other fall when other is 2?"),
        ((8.0, -6.0), "The first part: if other is 2, then self moves the quotient *half* as fast as itself."),
    ], hint="Hold one input still, nudge the other, and see how far 6 / 2 moves.")
    yield case(div_rule, 1.0, 7.0, -0.5, expect=(measured(lambda x: x / -0.5, 7.0), measured(lambda x: 7.0 / x, -0.5)),
               name="div_rule(1.0, 7.0, -0.5), beside two measured slopes",
               wrong=[((-2.0, 28.0), "The sign: the slope for other is always against the sign of self.")])
    yield case(lambda: isinstance(div_rule(1.0, 6.0, 2.0), tuple), expect=True,
               name="is the answer a tuple, and no list?", hint=NO_LIST)
    yield case(div_rule, 1.0, 0.0, 2.0, expect=(0.5, 0.0), hint="self may be 0: never divide by it.",
               wrong=[(lambda got: got[0] == 0, "`//` leaves out what stands behind the point. Divide with one /.")])
    yield from not_only_numbers(div_rule, *map(np.array, ([1.0, 2.0], [6.0, 3.0], [2.0, 1.0])),
                                expect=([0.5, 2.0], [-1.5, -6.0]))


@blank
def check_exp_rule(exp_rule, torch):
    exp_rule = rule_of(exp_rule)
    yield case(exp_rule, 3.0, 20.0, expect=60.0, wrong=[
        ALONE, THEIR_POW,
        (20.0, "That is the local slope. Multiply it by what arrives, grad."),
        (3.0, "That is the rule of a sum. The local slope of exp is its result."),
        (23.0, "A slope is multiplied with what arrives, not added to it."),
        (-60.0, "The sign: exp grows when its input grows."),
        (either(3.0**20, 20.0**3), "`**` is a power. Multiply with one star."),
        (lambda got: got > 1e6, "result is e to the power of x already: no second exp."),
        (60.0 * math.log(20.0), "The slope of exp is the result itself; no logarithm is needed."),
        (1200.0, "The result is a factor once, not twice."),
        (3.0 / 20.0, "Multiply by the result; you divide by it."),
        (says("name 'self'"), "You have no self here, and need none: exp is its own slope."),
    ], hint="The slope of exp is its result: look at the last two lines of the table.")
    yield case(lambda: exp_rule(1.0, math.exp(1.5)), expect=measured(math.exp, 1.5),
               name="exp_rule(1.0, e ** 1.5), beside the measured slope")
    yield case(exp_rule, -2.0, 0.5, expect=-1.0, wrong=[(1.0, "The sign of the gradient stays.")])
    yield from not_only_numbers(exp_rule, np.array([1.0, 2.0]), np.array([5.0, 7.0]), expect=[5.0, 14.0])


@blank
def check_pow_rule(pow_rule, torch):
    pow_rule = rule_of(pow_rule)
    yield case(pow_rule, 2.0, 5.0, 3, expect=150.0, wrong=[
        ALONE, CARET, THEIR_POW,
        (75.0, "That is the local slope. Multiply it by what arrives, grad."),
        (250.0, "That is grad times the power itself. The exponent comes down as a factor, and is one less above."),
        (750.0, "The exponent above has to be one less: self ** (exponent - 1)."),
        (50.0, "The exponent comes down as a factor: it is missing."),
        (60.0, "`*` multiplies. A power is `**`, with two stars."),
        (either(749.0, 1498.0), "Brackets: Python computes self ** exponent first, and then takes 1 away."),
        (77.0, "A slope is multiplied with what arrives, not added to it."),
        (-150.0, "The sign: 5 ** 3 grows when 5 grows."),
        (30.0, "That is the slope of a square, but for the factor: the new power is self ** (exponent - 1)."),
        (162.0, "Exchanged: self stands below, and exponent - 1 above."),
        (500.0, "The factor is the exponent itself, 3; the exponent *above* is one less."),
        (100.0, "The factor is the exponent itself, 3. Only the exponent *above* is one less."),
        (1250.0, "The exponent above goes down by one, not up; and the factor is the old exponent."),
        (3750.0, "The exponent above goes down by one, not up."),
    ], hint="The slope of self ** 3 is 3 * self ** 2.")
    yield case(pow_rule, 1.0, -3.0, 2, expect=-6.0,
               wrong=[(-9.0, "The factor is the exponent, 2 here, and not always 3."),
                      (6.0, "The sign: left of 0 a square falls."),
                      (either(27.0, 18.0), "The new power is the exponent less one, and not always 2.")])
    yield case(pow_rule, 1.0, 4.0, 0.5, expect=measured(lambda x: x**0.5, 4.0),
               name="pow_rule(1.0, 4.0, 0.5), beside the measured slope",
               hint="The exponent need not be a whole number: no loop, use **.")
    yield case(pow_rule, 1.0, 0.0, 2, expect=0.0, hint="self may be 0: never divide by it.")
    yield from not_only_numbers(pow_rule, np.array([1.0, 2.0]), np.array([2.0, 3.0]), 3, expect=[12.0, 54.0])


@blank
def check_tanh_rule(tanh_rule, torch):
    tanh_rule = rule_of(tanh_rule)
    yield case(tanh_rule, 2.0, 0.6, expect=1.28, wrong=[
        ALONE, CARET, THEIR_POW,
        (0.64, "That is the local slope. Multiply it by what arrives, grad."),
        (0.8, "1 less the result *squared*: result * result."),
        (2.72, "The sign: far out tanh is flat, so the square is taken *from* 1."),
        (0.72, "How much is missing to 1? The slope is 1 minus the square."),
        (1.2, "That is the rule of exp. The slope of tanh is 1 minus the square of its result."),
        (0.4, "Two things are missing: the square of the result, and grad as a factor."),
        (-0.4, "The square is result * result, not twice the result."),
        (0.48, "Nearly: that is the slope of another curve, the sigmoid. Here it is 1 minus the square."),
        (1.64, "Brackets: first 1 minus the square, then times grad."),
        (-1.28, "The sign: 1 minus the square, not the square minus 1."),
        (2.64, "A slope is multiplied with what arrives, not added to it."),
        (2.0 * (1 - math.tanh(0.6) ** 2), "result is tanh of the input already: no second tanh."),
        (says("name 'self'"), "You have no self here, and need none: the result is enough."),
    ], hint="The result 0.5 goes with the slope 0.75, and 0 with 1. What is missing to 1?")
    yield case(lambda: tanh_rule(1.0, math.tanh(-0.3)), expect=measured(math.tanh, -0.3),
               name="tanh_rule(1.0, tanh(-0.3)), beside the measured slope")
    yield from not_only_numbers(tanh_rule, np.array([1.0, 2.0]), np.array([0.2, 0.5]), expect=[0.96, 1.5])


# Exercises


def in_order(numbers):
    if not isinstance(numbers, (list, tuple, set)):
        return numbers
    if any(isinstance(number, (str, bool)) for number in numbers):
        return list(numbers)
    return sorted(map(float, numbers))


@exercise(number="3.1", title="who keeps what?")
def check_kept(kept):
    def row(name, expect, *wrong):
        return case(in_order(kept[name]), expect=expect, name=name, wrong=[
            (is_a(int, float), "Write a list, with square brackets, also of a single number."),
            (lambda got: any(isinstance(entry, str) for entry in got), "Write numbers, without quotes: x is 2, y 5."),
            *wrong,
            (is_a(list), "Which letters stand in this rule, besides grad? Write the number of each, once."),
        ])

    always = [-1.0, 1.0], [1.0, 1.0], [1.0], [-1.0]
    yield row("x + y", [], ([2.0, 5.0], "A sum hands on what arrives. Does its rule look at 2 or 5?"),
              (lambda got: got in always, "The slopes 1 and 1 are the same for all numbers: nothing is kept for them."))
    yield row("x - y", [], ([2.0, 5.0], "The slopes of a difference are 1 and -1, whatever x and y are."),
              (lambda got: got in always, "1 and -1 are the same for all numbers: the rule has them written in it, and "
               "nothing is kept."), ([5.0], "The minus turns a sign. It needs no number for that."))
    yield row("x / y", [2.0, 5.0], ([5.0], "That is enough for x. What goes to y contains self, too."),
              ([2.0], "Even what goes to x is divided by other."), ([0.4], "The rule is written with self and other."))
    yield row("x ** 4", [2.0, 4.0], ([2.0], "And the exponent? The rule needs it, so the node keeps it."),
              ([16.0], "The rule needs self and the exponent, not the result."),
              ([4.0], "The exponent alone is not enough: the slope is 4 * x ** 3."))
    yield row("exp(x - x)", [1.0], ([0.0], "exp keeps its *result*, not its input."),
              ([2.0], "exp keeps its result. What is exp(0)?"),
              ([], "The slope of exp is its result: that has to be kept."))


@exercise(number="3.2", title="the square root")
def check_sqrt_rule(sqrt_rule):
    function = answered(sqrt_rule)

    def rule(*inputs):
        answer = function(*inputs)
        return answer[0] if isinstance(answer, (tuple, list)) and len(answer) == 1 else answer

    rule.__name__ = "sqrt_rule"
    yield case(rule, 3.0, 5.0, expect=0.3, wrong=[
        (0.1, "That is the slope. What arrives, grad, is missing."),
        CARET,
        (7.5, "Python divides and multiplies from left to right: put 2 * result in brackets."),
        (0.6, "Nearly: divide by *twice* the result."),
        (1.5, "Divide by the result: the slope gets smaller when the result gets larger."),
        (30.0, "Divide by twice the result; you multiply."),
        (15.0, "Divide by the result; you multiply."),
        (0.06, "result is the root already: twice the result, not twice its square."),
        (3.0 / (2 * math.sqrt(5.0)), "result is the root already: no second root."),
        (-0.3, "The sign: a root grows when its input grows."),
        (says("name 'self'"), "You have no self here, and need none: the result is enough."),
    ], hint="Slope times result is 0.5 in all three lines.")
    yield case(rule, -1.0, 2.0, expect=-0.25)


@exercise(number="3.3", title="a rule with two mistakes")
def check_rule(rule):
    rule = answered(rule)
    yield case(rule, 2.0, 3.0, 5.0, expect=(60.0, 18.0), symptom=(30.0, 9.0),
               wrong=[(is_a(int, float), PAIR), CARET,
                      ((60.0, 9.0), "The first part is right. The second forgets grad."),
                      ((30.0, 18.0), "The second part is right. The first: how fast does 5 * self ** 2 grow?"),
                      ((90.0, 18.0), "That is self * self * other. How fast does 5 * self ** 2 grow?"),
                      ((18.0, 60.0), "Exchanged: the first part goes to self."),
                      ((30.0, 9.0), "These are the two slopes. Multiply both by what arrives, grad."),
                      ((12.0, 18.0), "The first part: other is missing."),
                      ((60.0, 12.0), "The second part: hold self still at 3. The slope for other is 9.")])
    yield case(rule, 1.0, -1.0, 4.0, expect=(-8.0, 1.0), name="rule(1.0, -1.0, 4.0)", symptom=(-4.0, 1.0),
               wrong=[((-2.0, 1.0), "That is 2 * self. And other?")])
    yield case(lambda: isinstance(rule(1.0, 3.0, 5.0), tuple), expect=True, name="is the answer a tuple, and no list?",
               hint=NO_LIST)


@contextlib.contextmanager
def at_most(calls, node):
    """Nodes may be called so often. Whoever never leaves a node would call it for ever."""
    kind = next(kind for kind in type(node).__mro__ if "__call__" in vars(kind))
    call, left = kind.__call__, iter(range(calls))

    def counted(node, grad):
        if next(left, None) is None:
            raise RuntimeError(Remark("nodes have been called {calls} times", calls=calls))
        return call(node, grad)

    try:
        kind.__call__ = counted
    except TypeError:  # PyTorch's own nodes let nobody count
        yield
        return
    try:
        yield
    finally:
        kind.__call__ = call


@exercise(number="3.4", title="all the way by hand")
def check_by_hand(by_hand, torch):
    function = answered(by_hand)

    def walked(make, *numbers):
        leaves = [torch.tensor(number, requires_grad=True) for number in numbers]
        out = make(*leaves)
        with at_most(100, out.grad_fn):
            answer = function(out)
        if any(leaf.grad is not None for leaf in leaves):
            return Remark("a gradient in .grad")
        return answer.item() if hasattr(answer, "item") else answer

    common = [("a gradient in .grad", "Stop at the AccumulateGrad, without calling it; and do not call backward."),
              (says("NoneType"), "Where does the loop stop? An AccumulateGrad has no next functions."),
              (says("tuple index"), "An AccumulateGrad has no next functions, and a node with one input has one: "
               "follow [0], and stop at the AccumulateGrad."),
              (says("have been called 100 times"), "The loop has no end. Does `node` become the next node in it?"),
              (says("not subscriptable"), "A node with one input answers with a tensor. Take [0] of a tuple alone."),
              (says("has no len()"), "A node with one input answers with a tensor. Ask isinstance(answer, tuple)."),
              (says("'tuple' object has no attribute 'next_functions'"), "An edge is a pair. The node is its first "
               "entry: next_functions[0][0]."),
              (says("'Tensor' object has no attribute 'next_functions'"), "The walk begins at out.grad_fn, not at "
               "out."),
              (says("'tuple' object is not callable"), "An edge is a pair. The node is its first entry: [0][0]."),
              (says("'Tensor' object is not callable"), "The walk begins at out.grad_fn, not at out."),
              (says("has no attribute 'array'", "not a Variable"), "A node is called with one tensor. Of a tuple, take "
               "the first part."),
              (is_a(tuple, list), "Two inputs, two answers in a tuple: take the first one.")]
    yield case(lambda: walked(lambda x: (-x).exp(), 0.0), expect=-1.0, name="exp(-x) at 0", wrong=[
        (1.0, "The minus is missing: has every node on the way been called?"), *common,
    ], hint="Two nodes, exp and the minus: call the first with 1, the second with what came out.")
    yield case(lambda: walked(lambda x, y: x**2 / y, 3.0, 2.0), expect=3.0, name="x ** 2 / y at 3 and 2",
               wrong=[(6.0, "That is the power alone, called with 1. Hand each node what the node before it sent."),
                      (-2.25, "That is what goes to y. Follow the *first* edge."),
                      (0.5, "You stopped before the power was called."),
                      *common])
    yield case(lambda: walked(lambda x: x * x, 3.0), expect=3.0, name="x * x at 3, first edge",
               wrong=[(6.0, "That is what both edges bring together. Follow the first alone."), *common])
    yield case(lambda: walked(lambda x, y: ((x - y) * y).tanh() / 4, 1.0, 1.0), expect=0.25,
               name="tanh((x - y) * y) / 4 at 1 and 1", wrong=common)
