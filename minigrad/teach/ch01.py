"""Chapter 1: the checkers of the definitions that the reader writes, and of its exercises."""

import warnings

import minigrad
from minigrad.teach import book
from minigrad.teach.check import answered, blank, case, exercise, says

PAIR = "There are two inputs, so there are two answers: return a pair."
ONE_NUMBER = (lambda got: isinstance(got, (int, float)), PAIR)


def finished_machine():
    """c = 5 b + 7 b with b = 3 a, on the finished package."""
    a = (book.finished or minigrad).tensor(2.0, requires_grad=True)  # the latter before chapter() is called
    b = 3 * a
    return 5 * b + 7 * b


NO_LIST = "Write the two answers with a comma between them, as in `return a, b`: no square brackets."

# What the reader writes into the package


@blank
def check_slope(slope, torch):
    slope = answered(slope)
    yield case(
        slope, lambda x: x * x * x, 2.0, 0.25, expect=12.0625, name="slope(f, 2.0, 0.25) of f(x) = x * x * x",
        wrong=[
            (13.5625, "That is the slope from x to x + h. Nudge to both sides."),
            (10.5625, "That is the slope from x - h to x. Nudge to both sides."),
            (24.125, "From x - h to x + h it is 2 * h, not h."),
            (6.03125, "That is only the change of f. Divide it by the change of x."),
            (3.015625, "Multiplying where one divides? A slope is the change of f *for each unit* of x."),
            (-12.0625, "The sign: what f has at x + h comes first."),
            (0.75390625, "Divide by 2 * h: in Python `/ 2 * h` divides by 2 and then multiplies by h."),
            (0.671875, "Brackets: first the difference, then divide all of it."),
        ],
        hint="A slope is a change of f, divided by the change of x that made it.",
    )
    yield case(slope, lambda x: 5 * x - 1, 10.0, expect=5.0, name="slope(f, 10.0) of f(x) = 5 * x - 1",
               wrong=[(2500.0, "2.0 is not h: use the h that is given, also when nobody names one.")])
    yield case(slope, lambda x: 7.0, 3.0, 0.1, expect=0.0, name="slope(f, 3.0, 0.1) of f(x) = 7.0")


@blank
def check_add_rule(add_rule, torch):
    add_rule = answered(add_rule)
    yield case(
        add_rule, 4.0, expect=(4.0, 4.0),
        wrong=[
            ONE_NUMBER,
            ((1.0, 1.0), "1 is the slope of the sum itself. Multiply it by what arrives."),
            ((2.0, 2.0), "Nothing is shared out: a nudge of *either* input arrives at the result in full."),
            ((8.0, 8.0), "Each input moves the sum once, so each gets the gradient once."),
        ],
        hint="If self goes up by 1, by how much does self + other go up?",
    )
    yield case(lambda: isinstance(add_rule(1.0), tuple), expect=True,
               name="is the answer a tuple, and no list?", hint=NO_LIST)
    yield case(add_rule, -0.5, expect=(-0.5, -0.5), wrong=[
        ((4.0, 4.0), "This is 4 whatever arrives: use grad."),((0.5, 0.5), "The sign of the gradient stays.")])


@blank
def check_mul_rule(mul_rule, torch):
    mul_rule = answered(mul_rule)
    yield case(
        mul_rule, 2.0, 3.0, 5.0, expect=(10.0, 6.0),
        wrong=[
            ((6.0, 10.0), "Exchanged. If other is 5, then self moves the product 5 times as fast as itself."),
            ((5.0, 3.0), "These are the slopes of the product alone. Multiply each by the gradient that arrives."),
            ((2.0, 2.0), "That is the rule of a sum. Hold other still: how fast does self * other move with self?"),
            ((30.0, 30.0), "Only the *other* input stands in each answer, not both."),
            ONE_NUMBER,
            ((7.0, 5.0), "A slope is multiplied with what arrives, not added to it."),
        ],
        hint="Hold one input still, and ask how fast the product moves with the other.",
    )
    yield case(mul_rule, 1.0, -4.0, 0.5, expect=(0.5, -4.0))
    yield case(lambda: isinstance(mul_rule(1.0, 2.0, 3.0), tuple), expect=True,
               name="is the answer a tuple, and no list?", hint=NO_LIST)


@blank
def check_backward(backward, torch):
    def walked(way, *numbers):
        leaves = [torch.tensor(number, requires_grad=True) for number in numbers]
        result = way(*leaves)
        answer = backward(result)
        if answer is ...:
            return ...
        return [leaf.grad.item() if leaf.grad is not None else None for leaf in leaves]

    yield case(
        lambda: walked(lambda a: a * 3.0, 2.0), expect=[3.0], name="c = a * 3: a.grad",
        wrong=[
            ([None], "No gradient has come to the end of the path. Is `keep` called where grad_fn is None?"),
            ([1.0], "Each input gets its own *part*, what the rule gave, not the gradient of the result."),
            (says("'Tensor' object has no attribute 'backward'"), "Here it is a function: backward(value, part)."),
            (says("not callable"), "A node is asked with .backward(grad)."),
            (says("NoneType"), "A tensor at the end of a path has no node: look for that first, and return."),
            (says("recursion"), "It never stops: a tensor whose grad_fn is None is the end of a path."),
        ],
        hint="At the end of a path keep the gradient. Anywhere else ask the node, and go on with each input.",
    )
    yield case(
        lambda: walked(lambda a: (a * 3.0) * 5.0 + (a * 3.0) * 7.0, 2.0), expect=[36.0], name="two paths: a.grad",
        wrong=[
            ([15.0], "Only the first path was walked. Go on with *every* input; is there a `return` inside the loop?"),
            ([21.0], "Only the last path has arrived."),
        ],
    )
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


# Exercises


@exercise(number="1.1", title="a walk on paper")
def check_paper(found):
    yield case(found["z"], expect=15, name="z")
    yield case(
        found["x.grad"], expect=5, name="x.grad",
        wrong=[
            (4, "That is the path through the product. There is a second one."),
            (1, "That is the path straight into the sum. There is a second one."),
            (3, "That is the slope for y: the product moves x times as fast as y."),
        ],
    )
    yield case(found["y.grad"], expect=3, name="y.grad",
               wrong=[(4, "The product moves x times as fast as y, and x is 3."),
                      (5, "Only one path leads from y to z.")])


@exercise(number="1.2", title="a minus without a minus")
def check_minus(minus, torch):
    def tried():
        a, b = torch.tensor(5.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
        result = minus(a, b)
        if result is ...:
            return ...
        result.backward()
        return [result.item(), *[None if leaf.grad is None else leaf.grad.item() for leaf in (a, b)]]

    yield case(
        tried, expect=[2.0, 1.0, -1.0], name="minus(5, 3), and the gradients of both",
        wrong=[
            ([8.0, 1.0, 1.0], "That is the sum. Turn the sign of b first."),
            ([2.0, 1.0, None], "No gradient came back to b: is it still a tensor where you multiply?"),
            ([-2.0, -1.0, 1.0], "Exchanged: b is taken away from a."),
            (says("unsupported operand"), "Your engine has no minus for tensors. Which number turns a sign?"),
            (says("has no attribute 'backward'"), "A plain number came back: it has forgotten where it came from."),
        ],
        hint="a + (something) * b.",
    )


@exercise(number="1.3", title="downhill, please")
def check_learn(learn):
    def w_after(start):
        value = learn(start)
        return value if value is None else round(float(value), 3)

    yield case(
        lambda: w_after(1.0), expect=4.0, name="w, from 1.0 on", symptom=lambda w: abs(w) > 1000,
        wrong=[(lambda w: abs(w) > 1000, "It still runs away. Which way does a gradient point: up or down?"),
               (1.0, "w has not moved. Is it changed inside the loop, and given back?"),
               (lambda w: 3.9 < w < 4.1, "The sign is right. Leave the step at 0.02, and the 40 rounds.")],
    )
    yield case(lambda: w_after(9.0), expect=4.0, name="w, from 9.0 on", symptom=lambda w: abs(w) > 1000)


# Known wrong answers, for the tests: in the place of the stub each gets a hint of its own.

WRONG = {
    "1.1": [
        'found = {"z": 15, "x.grad": 4, "y.grad": 3}',
        'found = {"z": 15, "x.grad": 1, "y.grad": 3}',
        'found = {"z": 15, "x.grad": 5, "y.grad": 4}',
        'found = {"z": 15, "x.grad": 5, "y.grad": 5}',
        'found = {"z": 12, "x.grad": 5, "y.grad": 3}',
        'found = {"z": 15, "x.grad": 3, "y.grad": 5}',
    ],
    "1.2": [
        """
        def minus(a, b):
            return a - b
        """,
        """
        def minus(a, b):
            return a + b
        """,
        """
        def minus(a, b):
            return b + (-1) * a
        """,
        """
        def minus(a, b):
            return a.item() + (-1) * b.item()
        """,
    ],
    "1.3": [
        """
        def learn(w):
            for step in range(3):
                t = torch.tensor(w, requires_grad=True)
                e = t * 3 + (-12)
                (e * e).backward()
                w = w - 0.02 * t.grad.item()
            return w
        """,
        """
        def learn(w):
            return w
        """,
        """
        def learn(w):
            for step in range(40):
                t = torch.tensor(w, requires_grad=True)
                e = t * 3 + (-12)
                (e * e).backward()
                w = w - 0.02 * t.grad.item()
        """,
    ],
}

# Of each definition that the reader writes: (source, words of the hint)
DEFINITIONS = {
    "slope": [
        ("def slope(f, x, h=0.001):\n    return (f(x + h) - f(x)) / h", "both sides"),
        ("def slope(f, x, h=0.001):\n    return (f(x) - f(x - h)) / h", "both sides"),
        ("def slope(f, x, h=0.001):\n    return (f(x + h) - f(x - h)) / h", "2 * h, not h"),
        ("def slope(f, x, h=0.001):\n    return (f(x + h) - f(x - h)) / 2 * h", "Divide by 2 * h"),
        ("def slope(f, x, h=0.001):\n    return (f(x - h) - f(x + h)) / (2 * h)", "comes first"),
        ("def slope(f, x, h=0.001):\n    (f(x + h) - f(x - h)) / (2 * h)", "`return`"),
    ],
    "add_rule": [
        ("def add_rule(grad):\n    return grad", "two answers"),
        ("def add_rule(grad):\n    return [grad, grad]", "no square brackets"),
        ("def add_rule(grad):\n    return 1.0, 1.0", "Multiply it by what arrives"),
        ("def add_rule(grad):\n    return grad / 2, grad / 2", "in full"),
        ("def add_rule(grad):\n    return 4.0, 4.0", "whatever arrives"),
        ("def add_rule(grad):\n    return abs(grad), abs(grad)", "sign"),
    ],
    "mul_rule": [
        ("def mul_rule(grad, self, other):\n    return grad * self, grad * other", "Exchanged"),
        ("def mul_rule(grad, self, other):\n    return [grad * other, grad * self]", "no square brackets"),
        ("def mul_rule(grad, self, other):\n    return other, self", "gradient that arrives"),
        ("def mul_rule(grad, self, other):\n    return grad, grad", "rule of a sum"),
        ("def mul_rule(grad, self, other):\n    return grad * self * other, grad * self * other", "*other* input"),
        ("def mul_rule(grad, self, other):\n    return grad * other", "two answers"),
        ("def mul_rule(grad, self, other):\n    return grad + other, grad + self", "not added"),
        ("def mul_rule(grad, self, other):\n    return grad * others, grad * self", "NameError"),
    ],
    "backward": [
        ("def backward(result, grad=1.0):\n    keep(result, grad)", "No gradient has come"),
        ("def backward(result, grad=1.0):\n    if result.grad_fn is None:\n        return keep(result, grad)\n"
         "    for value in result.grad_fn.inputs:\n        if value.requires_grad:\n            backward(value, grad)",
         "its own *part*"),
        ("def backward(result, grad=1.0):\n"
         "    for value, part in zip(result.grad_fn.inputs, result.grad_fn.backward(grad)):\n"
         "        backward(value, part)", "has no node"),
        ("def backward(result, grad=1.0):\n    if result.grad_fn is None:\n        return keep(result, grad)\n"
         "    for value, part in zip(result.grad_fn.inputs, result.grad_fn.backward(grad)):\n"
         "        if value.requires_grad:\n            return backward(value, part)", "Only the first path"),
        ("def backward(result, grad=1.0):\n    if result.grad_fn is None:\n        return keep(result, grad)\n"
         "    for value, part in zip(result.grad_fn.inputs, result.grad_fn.backward(grad)):\n"
         "        backward(value, part)",
         "requires_grad is False"),
        ("def backward(result, grad=1.0):\n    while True:\n        pass", "without an end"),
    ],
}
