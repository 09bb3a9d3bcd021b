"""Chapter 4: the checkers of its exercises."""

import numpy as np

from minigrad.function import Function
from minigrad.ops import add, mean, mul
from minigrad.ops import sum as total
from minigrad.teach.check import answered, case, exercise
from minigrad.tensors import tensor


@exercise(number="4.1", title="in which order?")
def check_order(order):
    yield case(
        order,
        expect=["AddBackward0", "MulBackward0", "MulBackward0", "AccumulateGrad"],
        name="the order for u",
        wrong=[
            (
                ["AccumulateGrad", "MulBackward0", "MulBackward0", "AddBackward0"],
                "That is the forward film. Run it backwards.",
            ),
            (
                ["AddBackward0", "MulBackward0", "AccumulateGrad", "MulBackward0", "AccumulateGrad"],
                "That is the recursion. The leaf's node waits until all its gradients have come, and is called once.",
            ),
            (
                ["AddBackward0", "MulBackward0", "AccumulateGrad", "MulBackward0"],
                "The leaf's node acts too early: three edges lead to it, and it waits for all three.",
            ),
            (["AddBackward0", "MulBackward0", "MulBackward0"], "The last call is missing: who fills x.grad?"),
            (
                ["AddBackward0", "MulBackward0", "MulBackward0", "AccumulateGrad", "AccumulateGrad"],
                "A leaf has one AccumulateGrad, however often it is used.",
            ),
        ],
    )


@exercise(number="4.2", title="deliver")
def check_deliver(deliver):
    def after(grads):
        arrived = {}
        for grad in grads:
            arrived = deliver(arrived, "node", np.array(grad))
        return arrived.get("node", ...)

    def untouched():
        first, arrived = np.array([1.0, 2.0]), {}
        for grad in (first, np.array([10.0, 20.0])):
            arrived = deliver(arrived, "node", grad)
        return first if "node" in arrived else ...

    yield case(
        lambda: after([[5.0, 1.0]]),
        expect=[5.0, 1.0],
        name="one gradient",
        wrong=[
            (KeyError, "Nothing lies there yet at the first delivery: ask with `in` before you read."),
            (AttributeError, "The dict has to be given back: the last line is `return arrived`."),
        ],
    )
    yield case(
        lambda: after([[5.0, 1.0], [7.0, 2.0]]),
        expect=[12.0, 3.0],
        name="two gradients",
        wrong=[
            ([7.0, 2.0], "The second gradient has replaced the first. Gradients that meet add up."),
            ([5.0, 1.0], "The second gradient got lost. Gradients that meet add up."),
        ],
    )
    yield case(
        lambda: after([[1.0], [2.0], [3.0]]),
        expect=[6.0],
        name="three gradients",
        wrong=[
            ([5.0], "The third delivery has forgotten the first."),
        ],
    )
    yield case(
        untouched,
        expect=[1.0, 2.0],
        name="the first gradient afterwards",
        wrong=[
            (
                [11.0, 22.0],
                "The sum was written into the first gradient, and whoever holds that array sees it change. "
                "Use a + b, not +=.",
            ),
        ],
    )


@exercise(number="4.3", title="measure the slope")
def check_slope(slope):
    slope = answered(slope)
    yield case(
        lambda: slope(lambda t: 3 * t**2 + 2 * t - 1, 2.0),
        expect=14.0,
        name="3t^2 + 2t - 1 at 2",
        wrong=[
            (
                lambda r: abs(r - 14.003) < 2e-3,
                "Only one side was moved, so half the curvature remains. Move x both ways.",
            ),
            (
                lambda r: abs(r - 13.997) < 2e-3,
                "Only one side was moved, so half the curvature remains. Move x both ways.",
            ),
            (28.0, "Twice too much: the points are 2 * h apart."),
            (-14.0, "The sign: f(x + h) comes first."),
            (lambda r: abs(r) > 1000, "The brackets: subtract first, then divide the difference."),
            (lambda r: abs(r - 14e-6) < 1e-6, "You multiplied by h: divide by 2 * h."),
        ],
    )
    yield case(
        lambda: slope(lambda t: t * t * t, -1.0),
        expect=3.000001,
        name="t^3 at -1",
        wrong=[
            (-3.000001, "The sign: f(x + h) comes first."),
        ],
    )
    yield case(lambda: slope(lambda t: 5.0, 1.0), expect=0.0, name="a constant")


@exercise(number="4.4", title="an engine in ten lines")
def check_my_backward(my_backward):
    def gradient(make, numbers=(2.0,)):
        leaf = tensor(list(numbers), requires_grad=True)
        return ... if my_backward(make(leaf)) is ... else leaf.grad

    def fan(a):
        b = mul(a, 3)
        return total(add(mul(b, 5), mul(b, 7)))

    def documents(x):
        y = add(x, 2)
        return mean(mul(mul(y, y), 3))

    def calls_of_the_oldest_node():
        calls = []

        class Same(Function, node="SameBackward0"):
            """Its input; the rule counts how often it is called."""

            @staticmethod
            def forward(ctx, self):
                return self.array

            @staticmethod
            def backward(ctx, grad):
                calls.append(ctx)
                return grad

        x = Same.apply(tensor([2.0], requires_grad=True))
        for _ in range(4):
            x = add(mul(x, 0.25), mul(mul(x, 0.75), 1))
        return ... if my_backward(total(x)) is ... else len(calls)

    def chain(x):
        for _ in range(10_000):
            x = add(x, 1)
        return total(x)

    yield case(
        lambda: answered(gradient)(fan),
        expect=[36.0],
        name="c = b * 5 + b * 7 with b = a * 3",
        hint="Nothing has arrived at the leaf, or not all: call its AccumulateGrad, once, with the sum.",
        wrong=[
            (
                lambda grad: grad.tolist() in ([51.0], [66.0]),
                "The node of b passed on before all had arrived, and then again: take the newest node first.",
            ),
            ([15.0], "One of the two paths got lost: gradients that meet add up."),
            ([21.0], "One of the two paths got lost: gradients that meet add up."),
            ([12.0], "The walk stopped before the node of b was called."),
            (lambda error: "NoneType" in str(error), "Some edges lead to None. Leave them out."),
        ],
    )
    yield case(
        lambda: gradient(documents, [1.0] * 4),
        expect=[4.5] * 4,
        name="the documents' example",
        wrong=[
            ([2.25] * 4, "y * y has two edges to the same node, and both count."),
        ],
    )
    yield case(
        lambda: gradient(chain),
        expect=[1.0],
        name="a chain of 10 000 steps",
        wrong=[
            (RecursionError, "Python cannot recurse that deep. A loop with a dict needs no recursion."),
        ],
    )
    yield case(
        calls_of_the_oldest_node,
        expect=1,
        name="four diamonds: how often the oldest node is called",
        wrong=[
            (
                lambda calls: calls > 1,
                "The gradients are right, but a node was called before all had arrived, and so again and again. "
                "Take the newest node first.",
            ),
        ],
    )
