"""Chapter 4: the checkers of its exercises."""

import numpy as np

from minigrad.core.node import AccumulateGrad, Node
from minigrad.core.ops import add, mean, mul, sum as total
from minigrad.core.tensors import tensor
from minigrad.teach.check import answered, case, exercise


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
                lambda order: order.count("AccumulateGrad") > 1,
                "A leaf has one AccumulateGrad, however often it is used.",
            ),
            (["AddBackward0", "MulBackward0", "AccumulateGrad"], "There are two products, and each has a node."),
            (
                lambda order: order[0] == "MulBackward0",
                "The addition ran last, so its node is called first.",
            ),
            (lambda order: isinstance(order, str), "Write a list of names: each in quotes, with commas between."),
            (lambda order: any(isinstance(name, list) for name in order), "One plain list: one call after the other."),
            (lambda order: order[0] == "GraphRoot", "The root is the engine's own: list the nodes behind u only."),
            (lambda order: "PowBackward0" in order, "u is written with *, not with **: x * x is a product."),
            (lambda order: order[0] == "AccumulateGrad", "The leaf's node comes last: all paths end there."),
            (
                lambda order: len(order) == 4,
                "Write the nodes' names in full, as Python prints them: AddBackward0, MulBackward0, AccumulateGrad.",
            ),
        ],
        hint="Four calls: first the node of the result, last the node of the leaf.",
    )


@exercise(number="4.2", title="deliver")
def check_deliver(deliver):
    def after(grads):
        arrived = {}
        for grad in grads:
            arrived = deliver(arrived, "node", np.array(grad))
        noted = arrived.get("node", ...)
        if noted is ... and deliver({"node": np.array(1.0)}, "node", np.array(2.0)).get("node") != 1.0:
            return "nothing"
        return noted

    def untouched(which):
        grads, arrived = [np.array([1.0, 2.0]), np.array([10.0, 20.0])], {}
        for grad in grads:
            arrived = deliver(arrived, "node", grad)
        return grads[which] if "node" in arrived else ...

    def same_dict():
        arrived = {}
        returned = deliver(arrived, "node", np.array([1.0]))
        return returned is arrived if arrived or returned else ...

    yield case(
        lambda: after([[5.0, 1.0]]),
        expect=[5.0, 1.0],
        name="one gradient",
        wrong=[
            (KeyError, "Nothing lies there yet at the first delivery: ask with `in` before you read."),
            ("nothing", "Nothing was noted: the first gradient for a node has to be put into the dict, too."),
            (lambda error: "'append'" in str(error), "arrived is a dict: write arrived[node] = ..."),
            (AttributeError, "The dict has to be given back: the last line is `return arrived`."),
            (0.0, "The first gradient is noted as it is: nothing has come before it."),
        ],
    )
    yield case(
        lambda: after([[5.0, 1.0], [7.0, 2.0]]),
        expect=[12.0, 3.0],
        name="two gradients",
        wrong=[
            ([35.0, 2.0], "Gradients that meet are added, not multiplied."),
            (lambda got: isinstance(got, list), "Keep one array for each node, the sum of all that have come."),
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
        lambda: untouched(0),
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
    yield case(
        lambda: untouched(1),
        expect=[10.0, 20.0],
        name="the second gradient afterwards",
        wrong=[([11.0, 22.0], "The sum was written into `grad`, and its sender sees it change. Use a + b, not +=.")],
    )
    yield case(
        same_dict,
        expect=True,
        name="what comes back is the dict arrived",
        wrong=[(False, "Another dict came back. Write into `arrived`, and return it.")],
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
            (lambda r: abs(r - 0.028) < 1e-4, "That is the change of f alone. Divide it by the distance, 2 * h."),
            (lambda r: abs(r - 1 / 14) < 1e-3, "Upside down: the change of f stands above the line."),
            (1.0, "That is the change of x. The slope is the change of f between the two points."),
            (56.0, "Division goes from left to right: / h * 2 divides by h and multiplies by 2. Write / (2 * h)."),
            (4.0, "That is the slope of another function. slope gets any f, and can only ask for its values."),
            (lambda r: abs(r - 15000.003) < 1, "Take the difference of the two values, not their sum."),
            (lambda r: abs(r) > 1000, "The brackets: subtract first, then divide the difference."),
            (lambda r: abs(r - 14e-6) < 1e-6, "You multiplied by h: divide by 2 * h."),
        ],
    )
    yield case(
        lambda: slope(lambda t: -t * t * t, -1.0),
        expect=-3.000001,
        name="-t^3 at -1",
        wrong=[
            (3.000001, "Here f falls when t grows, so the slope is negative: take no absolute value."),
            (-4.0, "That is the slope of the function before. slope gets any f, and can only ask for its values."),
        ],
    )
    yield case(lambda: slope(lambda t: 5.0, 1.0), expect=0.0, name="a constant")
    yield case(
        lambda: slope(lambda t: t * t * t, 2.0, 0.5),
        expect=12.25,
        name="t^3 at 2 with h = 0.5",
        wrong=[
            (12.0625, "Move x by the whole h to each side: the points are 2 * h apart."),
            (12.0, "The true slope is 12, but with this h the two points give 12.25: use h, and do not round."),
            (lambda r: abs(r - 12.0) < 1e-3, "Use the h that slope was given: here it is 0.5, and not 0.001."),
        ],
    )


@exercise(number="4.4", title="an engine in ten lines")
def check_my_backward(my_backward):
    def gradient(make, numbers=(2.0,)):
        names = getattr(getattr(my_backward, "__code__", None), "co_names", ())
        if "backward" in names or "run_backward" in names:
            return "asked for backward()"
        leaf = tensor(list(numbers), requires_grad=True)
        if my_backward(make(leaf)) is ...:
            return ...
        return "no gradient" if leaf.grad is None else leaf.grad

    def fan(a):
        b = mul(a, 3)
        return total(add(mul(b, 5), mul(b, 7)))

    def documents(x):
        y = add(x, 2)
        return mean(mul(mul(y, y), 3))

    def calls_of_the_oldest_node():
        calls = []

        class SameBackward0(Node):
            """Its input; the rule counts how often it is called."""

            def forward(ctx, self):
                return self.array

            def backward(ctx, grad):
                calls.append(ctx)
                return grad

        x = SameBackward0.apply(tensor([2.0], requires_grad=True))
        for _ in range(4):
            x = add(mul(x, 0.25), mul(mul(x, 0.75), 1))
        return ... if my_backward(total(x)) is ... else len(calls)

    def calls_of_the_leaf_node():
        calls, rule = [], AccumulateGrad.backward

        def counted(node, *grads):
            calls.append(node)
            return rule(node, *grads)

        x = tensor([2.0], requires_grad=True)
        AccumulateGrad.backward = counted
        try:
            returned = my_backward(total(add(mul(x, 5), mul(x, 7))))
        finally:
            AccumulateGrad.backward = rule
        return ... if returned is ... else len(calls)

    def chain(x):
        for _ in range(10_000):
            x = add(x, 1)
        return total(x)

    yield case(
        lambda: gradient(fan),
        expect=[36.0],
        name="c = b * 5 + b * 7 with b = a * 3",
        hint="Call nodes by hand, the newest first; what they return is added to what has arrived at the next nodes.",
        wrong=[
            ("no gradient", "Nothing has arrived at the leaf: call its AccumulateGrad, once, with the sum."),
            ("asked for backward()", "That works, but here you write it yourself: call the nodes by hand."),
            (lambda error: "NoneType" in str(error), "Some edges lead to None. Leave them out."),
            (
                lambda error: "'>' not supported" in str(error),
                "max has to be told what newest means: max(arrived, key=age), with a function age of yours.",
            ),
            (lambda error: "'dtype'" in str(error), "A gradient is a tensor, also the first one: tensor(1.)."),
            (lambda error: "not iterable" in str(error), "A node with one input returns no tuple: make it one."),
            (lambda error: "'_sequence_nr'" in str(error), "Keep nodes in the dict: it begins with t.grad_fn, not t."),
            (
                lambda grad: grad.tolist() in ([51.0], [66.0]),
                "The node of b passed on before all had arrived, and then again: take the newest node first.",
            ),
            ([15.0], "One of the two paths got lost: gradients that meet add up."),
            ([21.0], "One of the two paths got lost: gradients that meet add up."),
            ([12.0], "The walk stopped before the node of b was called."),
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
    yield case(
        calls_of_the_leaf_node,
        expect=1,
        name="x * 5 + x * 7: how often the AccumulateGrad of x is called",
        wrong=[
            (
                lambda calls: calls > 1,
                "It acted as soon as something had come, for its own number is the highest. Give it the age -1.",
            ),
        ],
    )
