"""Chapter 1: the checkers of the definitions that the reader writes, and of its exercises."""

import sys
import warnings

import numpy as np

import minigrad
from minigrad.teach import book
from minigrad.teach.aftermath import instead
from minigrad.teach.check import Remark, answered, blank, case, exercise, filled_in, is_a, needed, says
from minigrad.teach.rules import OfSigns, by_signs, left_by


def finished_machine():
    """c = 5 b + 7 b with b = 3 a, on the finished package."""
    a = (book.finished or minigrad).tensor(2.0, requires_grad=True)  # the latter before chapter() is called
    b = 3 * a
    return 5 * b + 7 * b


NO_PAIR = [  # of a rule for two inputs
    (is_a(int, float), "There are two inputs, so there are two answers: return a pair."),
    (lambda got: isinstance(got, tuple) and len(got) == 1, "One answer came, and two are needed."),
    (is_a(list), "Write the two answers with a comma between them, as in `return a, b`: no square brackets."),
    (lambda got: isinstance(got, (set, dict, np.ndarray)) or hasattr(got, "__next__"),
     "A pair is expected: two answers with a comma between them, as in `return a, b`."),
]
SIGN = ("Right so far. But later chapters send other things than numbers through your rule, and those answer to "
        "signs alone: write each answer as a product by `*`.")


class Boxed(OfSigns, knows=("mul", "add", "neg")):
    """What a later chapter may send through a rule in the place of a number."""


# What the reader writes into the package


@blank
def check_slope(slope, torch):
    slope = answered(slope)
    yield case(slope, lambda x: x * x * x, 2.0, 0.25, expect=12.0625, name="slope(f, 2.0, 0.25) of f(x) = x * x * x",
               wrong=[(13.5625, "That is the slope from x to x + h. Nudge to both sides."),
                      (10.5625, "That is the slope from x - h to x. Nudge to both sides."),
                      (24.125, "From x - h to x + h it is 2 * h, not h."),
                      (6.03125, "That is only the change of f. Divide it by the change of x."),
                      (3.015625, "Multiplying where one divides? A slope is the change of f *for each unit* of x."),
                      (-12.0625, "The sign: what f has at x + h comes first."),
                      (0.75390625, "Divide by 2 * h: in Python `/ 2 * h` divides by 2 and then multiplies by h."),
                      (0.671875, "Brackets: first the difference, then divide all of it."),
                      (12.000001, "That is right for h = 0.001 alone. Use the h that you are given: here it is 0.25."),
                      (3015.625, "0.002 is 2 * h for h = 0.001 alone. Use the h that you are given: here it is 0.25.")],
               hint="A slope is a change of f, divided by the change of x that made it.")
    yield case(slope, lambda x: 5 * x - 1, 10.0, expect=5.0, name="slope(f, 10.0) of f(x) = 5 * x - 1",
               wrong=[(2500.0, "2.0 is not h: use the h that is given, also when nobody names one.")])
    yield case(slope, lambda x: 7.0, 3.0, 0.1, expect=0.0, name="slope(f, 3.0, 0.1) of f(x) = 7.0")
    yield case(slope, lambda x: np.array([x * 0.0001, x * x]), 3.0, 0.5, expect=[0.0001, 6.0],
               name="slope(f, 3.0, 0.5) of f(x) = np.array([x * 0.0001, x * x])",
               wrong=[(lambda got: np.allclose(got, [0.0001, 6.0], atol=0.001), "Right so far. But a slope may be "
                       "small: round nothing."),
                      (says("__round__"), "Right so far. But chapter 11 hands over an f that gives an array: round "
                       "nothing."),
                      (lambda got: True, "Right so far. But chapter 11 hands over an f that gives an array: compute "
                       "with the signs -, * and / alone.")])


@blank
def check_add_rule(add_rule, torch):
    pair = answered(add_rule, tuple)
    yield case(pair, 4.0, expect=(4.0, 4.0), wrong=[
        ((1.0, 1.0), "1 is the slope of the sum itself. Multiply it by what arrives."),
        ((2.0, 2.0), "Nothing is shared out: a nudge of *either* input arrives at the result in full."),
        ((8.0, 8.0), "Each input moves the sum once, so each gets the gradient once."),
        *((says(f"name '{name}' is not"), "You have grad alone: the slopes of a sum need neither self nor other.")
          for name in ("self", "other")),
        *NO_PAIR,
    ], hint="If self goes up by 1, by how much does self + other go up?")
    yield case(pair, -0.5, expect=(-0.5, -0.5), wrong=[
        ((4.0, 4.0), "This is 4 whatever arrives: use grad."), ((0.5, 0.5), "The sign of the gradient stays.")])
    yield case(lambda: by_signs(add_rule, Boxed(4.0)), expect=[4.0, 4.0],
               name="add_rule(a box with 4.0 in it)",
               wrong=[(lambda got: True, "Right so far. But later chapters send other things than numbers through your "
                       "rule: hand on grad as it is.")])
    yield case(lambda: left_by(add_rule, np.array([2.0, -1.0])), expect=[[2.0, -1.0]],
               name="what add_rule leaves in its grad",
               hint="Right so far. But grad may be an array, and others hold it: do not write into it.")


@blank
def check_mul_rule(mul_rule, torch):
    mul_rule = np.errstate(all="ignore")(mul_rule)  # one who divides by 0 is told so below
    pair = answered(mul_rule, tuple)
    yield case(pair, 2.0, 3.0, 5.0, expect=(10.0, 6.0), wrong=[
        ((6.0, 10.0), "Exchanged. If other is 5, then self moves the product 5 times as fast as itself."),
        ((5.0, 3.0), "These are the slopes of the product alone. Multiply each by the gradient that arrives."),
        ((2.0, 2.0), "That is the rule of a sum. Hold other still: how fast does self * other move with self?"),
        ((30.0, 30.0), "Only the *other* input stands in each answer, not both."),
        ((7.0, 5.0), "A slope is multiplied with what arrives, not added to it."),
        (says("has no attribute 'array'"), "self and other are the numbers already: leave `.array` away."),
        *NO_PAIR,
    ], hint="Hold one input still, and ask how fast the product moves with the other.")
    yield case(pair, 1.0, -4.0, 0.5, expect=(0.5, -4.0))
    for inputs, expect in (((1.0, 0.0, 5.0), (5.0, 0.0)), ((1.0, 5.0, 0.0), (0.0, 5.0))):
        yield case(pair, *inputs, expect=expect, wrong=[
            (ZeroDivisionError, "Right so far. But an input may be 0: multiply by the other one, and divide by none.")])
    yield case(lambda: by_signs(mul_rule, *map(Boxed, (2.0, 3.0, 5.0))), expect=[10.0, 6.0],
               name="mul_rule(boxes with 2.0, 3.0 and 5.0 in them)", wrong=[(lambda got: True, SIGN)])
    yield case(lambda: by_signs(mul_rule, 2.0, Boxed(3.0), Boxed(5.0)), expect=[10.0, 6.0],
               name="mul_rule(2.0, boxes with 3.0 and 5.0 in them)", wrong=[(lambda got: True, SIGN)])
    arrays = [2.0, -1.0], [3.0, 0.0], [5.0, 4.0]
    yield case(lambda: left_by(mul_rule, *map(np.array, arrays)), expect=arrays,
               name="what mul_rule leaves in grad, self and other: arrays",
               wrong=[(is_a(list), "Right so far. But `*=` writes into the array that came in, "
                       "and others hold it: write grad * other.")],
               hint="Right so far. But many numbers may come at once, in arrays: `*` takes them entry by entry.")
    yield case(pair, *map(np.array, arrays), expect=([10.0, -4.0], [6.0, 0.0]),
               hint="Right so far. But many numbers may come at once, in arrays: `*` takes them entry by entry.")


@blank
def check_backward(backward, torch):
    def walked(way, *numbers):
        try:
            leaves = [torch.tensor(number, requires_grad=True) for number in numbers]
            result = way(*leaves)
        except (AttributeError, TypeError) as error:
            raise RuntimeError(Remark("the cells above have not run: {error}", error=error)) from None

        def again(value, *grad):  # for one who writes value.backward(part)
            if value is result:
                raise RuntimeError(Remark("result.backward(...) is this function, which asks for itself"))
            return backward(value, *grad)

        with instead(sys.modules["minigrad.core.engine"], "backward", again):
            filled_in(backward(result))
        return [leaf.grad.item() if leaf.grad is not None else None for leaf in leaves]

    yield case(lambda: walked(lambda a: a * 3.0, 2.0), expect=[3.0], name="c = a * 3: a.grad", wrong=[
        ([None], "No gradient has come to the end of the path. Is `keep` called where grad_fn is None?"),
        ([1.0], "Each input gets its own *part*, what the rule gave, not the gradient of the result."),
        ([5.0], "Here each input gets every part. Each has a part of its own: zip(inputs, parts) pairs them."),
        (says("not 'Tensor'"), "A tensor came where a number belongs. Pair each input with its part: zip(inputs, "
         "parts)."),
        (says("has no attribute 'requires_grad'"), "A number came where an input belongs. Pair each input with its "
         "part: zip(inputs, parts)."),
        (says("cells above"), "Run the cells above first, from `tensor` to `keep`."),
        (says("asks for itself"), "Ask the *node*, which knows the rule: result.grad_fn.backward(grad)."),
        (says("'Tensor' object has no attribute 'backward'"), "Here it is a function: backward(value, part)."),
        (says("'Tensor' object has no attribute 'inputs'"), "The inputs belong to the node: result.grad_fn.inputs."),
        (says("not callable"), "A node is asked with .backward(grad)."),
        (says("NoneType"), "A tensor at the end of a path has no node: look for that first, and return."),
        (says("recursion"), "It never stops: a tensor whose grad_fn is None is the end of a path."),
    ], hint="At the end of a path keep the gradient. Anywhere else ask the node, and go on with each input.")
    yield case(lambda: walked(lambda a: (a * 3.0) * 5.0 + (a * 3.0) * 7.0, 2.0), expect=[36.0],
               name="two paths: a.grad",
               wrong=[([15.0], "Only the first path was walked. Go on with *every* input; is there a `return` inside "
                       "the loop?"),
                      ([21.0], "Only the last path has arrived."),
                      ([None], "It stops after one step: go on with backward(value, part)."),
                      ([6.0], "Ask each node with what has arrived, not with 1: .backward(grad)."),
                      ([222.0], "The rule has multiplied by grad already: hand on the part as it is.")])
    yield case(lambda: walked(lambda x, y: x * y + x, 3.0, 4.0), expect=[5.0, 3.0], name="z = x * y + x: both")

    def in_the_middle():
        a = torch.tensor(2.0, requires_grad=True)
        middle = a * 3.0
        backward(middle * 5.0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch warns who asks a result for its gradient
            return middle.grad is None

    yield case(in_the_middle, expect=True, name="b = a * 3, c = b * 5: has b kept no gradient?",
               hint="Only at the end of a path is a gradient kept: where grad_fn is None.")
    yield case(lambda: walked(lambda a: a, 2.0), expect=[1.0], name="backward of a tensor that no step made: its grad")

    def number_alone():
        a, number = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0)
        backward(a * number)
        return number.grad is None

    yield case(number_alone, expect=True, name="a * 3: has the 3, which asked for nothing, kept no gradient?",
               hint="Pass over an input whose requires_grad is False.")

    def other_nodes(x, y):
        from minigrad.core.node import Node

        class Twice(Node):
            def forward(self, a):
                return a + a

            def backward(self, grad):
                return (2 * grad,)

        class AddThree(Node):
            def forward(self, a, b, c):
                return a + b + c

            def backward(self, grad):
                return grad, grad, grad

        return AddThree.apply(Twice.apply(x), y, x)

    yield case(lambda: walked(other_nodes, 3.0, 4.0), expect=[3.0, 1.0],
               name="nodes with one input, and with three: both",
               hint="Right so far. But a node may have one input, or three: go through them with zip(inputs, parts).")


# Exercises


@exercise(number="1.1", title="a walk on paper")
def check_paper(found):
    yield case(found["z"], expect=15, name="z")
    yield case(found["x.grad"], expect=5, name="x.grad",
               wrong=[(4, "That is the path through the product. There is a second one."),
                      (1, "That is the path straight into the sum. There is a second one."),
                      (3, "That is the slope for y: the product moves x times as fast as y.")])
    yield case(found["y.grad"], expect=3, name="y.grad",
               wrong=[(4, "The product moves x times as fast as y, and x is 3."),
                      (5, "Only one path leads from y to z.")])


@exercise(number="1.2", title="a minus without a minus")
def check_minus(minus, torch):
    minus = needed(minus)

    def tried():
        a, b = torch.tensor(5.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
        result = minus(a, b)
        result.backward()
        return [result.item(), *[None if leaf.grad is None else leaf.grad.item() for leaf in (a, b)]]

    yield case(tried, expect=[2.0, 1.0, -1.0], name="minus(5, 3), and the gradients of both", wrong=[
        ([8.0, 1.0, 1.0], "That is the sum. Turn the sign of b first."),
        ([2.0, 1.0, None], "No gradient came back to b: is it still a tensor where you multiply?"),
        ([-2.0, -1.0, 1.0], "Exchanged: b is taken away from a."),
        (says("unsupported operand"), "Your engine has no minus for tensors. Which number turns a sign?"),
        (says("has no attribute 'backward'"), "A plain number came back: it has forgotten where it came from."),
    ], hint="a + (something) * b.")


@exercise(number="1.3", title="downhill, please")
def check_learn(learn):
    def w_after(start):
        value = learn(start)
        return value if value is None else round(float(value), 3)

    def delivered(w):
        return 1e3 < abs(w) < 1e8

    yield case(
        lambda: w_after(1.0), expect=4.0, name="w, from 1.0 on", symptom=delivered,
        wrong=[(lambda w: 1e16 < abs(w) < 1e18, "The sign is right, the step too wide. Leave it at 0.02."),  # - 0.2
               (lambda w: not abs(w) < 1e3, "It still runs away. Which way does a gradient point: up or down?"),
               (1.0, "w has not moved. Is it changed inside the loop, and given back?"),
               (2.08, "That is w after one round. Is the `return` inside the loop?"),
               (3.308, "The sign is right, the step too narrow. Leave it at 0.02."),  # - 0.002
               (lambda w: 2.1 < w < 4.1, "The sign is right. Leave the step at 0.02, and the 40 rounds.")],
    )
    yield case(lambda: w_after(9.0), expect=4.0, name="w, from 9.0 on", symptom=delivered)
