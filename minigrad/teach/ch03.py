"""Chapter 3: the checkers of its exercises."""

import re

from minigrad.core.ops import add, div, mul, sum
from minigrad.core.tensors import ones, tensor
from minigrad.teach.check import Nothing, answered, case, exercise


@exercise(number="3.1", title="the map on paper")
def check_paper(paper):
    leaf = ["AccumulateGrad"]
    product = ["MulBackward0", leaf, None]

    def add_of(*inputs):
        return ["AddBackward0", *inputs]

    yield case(
        paper,
        expect=["SumBackward0", ["AddBackward0", ["MulBackward0", leaf, None], leaf]],
        name="the graph of u",
        wrong=[
            (
                ["SumBackward0", ["AddBackward0", leaf, ["MulBackward0", leaf, None]]],
                "The product is the first input of the sum.",
            ),
            (
                ["SumBackward0", ["AddBackward0", ["MulBackward0", leaf], leaf]],
                "k keeps its place: an edge to nowhere is None.",
            ),
            (
                ["SumBackward0", ["AddBackward0", ["MulBackward0", leaf, leaf], leaf]],
                "k has no flag, so it has no AccumulateGrad.",
            ),
            (
                ["SumBackward0", ["AddBackward0", ["MulBackward0", "AccumulateGrad", None], "AccumulateGrad"]],
                "Nearly: write a node without inputs as a list, too: ['AccumulateGrad'].",
            ),
            (
                lambda paper: paper[0] in ("AddBackward0", "MulBackward0"),
                "Begin with the operation that ran last: the sum.",
            ),
            (lambda paper: paper[0] == "AccumulateGrad", "Begin at the result, not at the leaf."),
            (
                lambda paper: paper[0] != "SumBackward0" and str(paper[0]).lower().startswith("sum"),
                "Write the nodes' names in full, as Python prints them: SumBackward0, AddBackward0, MulBackward0.",
            ),
            (
                lambda paper: paper[1] in (add_of(product), add_of(product, None)),
                "The addition has two inputs, and the second is a itself: it has the flag.",
            ),
            (
                ["SumBackward0", add_of(["MulBackward0", None, leaf], leaf)],
                "In a * k, a stands first: its edge is the first one.",
            ),
            (
                lambda paper: "'None'" in repr(paper) or "[None]" in repr(paper),
                "An edge to nowhere is None itself, without quotes or brackets.",
            ),
            (
                lambda paper: paper[1] == ["AddBackward0"],
                "The inputs of a node stand inside its own brackets, behind its name.",
            ),
            (
                lambda paper: isinstance(paper[1], str),
                "Each node is a list of its own: its name, then its inputs as lists inside.",
            ),
            (
                lambda paper: paper[1][0] == "MulBackward0",
                "The addition was computed after the product: on the way back it comes first, below the sum.",
            ),
        ],
        hint="A node is [name, first input, second input]. Begin with the sum; below it the addition with two inputs.",
    )


@exercise(number="3.2", title="the square root")
def check_root(root):
    def passed_on(numbers, grad):
        x = tensor(numbers, requires_grad=True)
        return answered(root.apply(x).grad_fn.__call__)(tensor(grad))

    forgot = "The gradient that arrives is missing: multiply by grad."
    not_unpacked = "ctx.saved_tensors is a tuple: take its one entry out, (root,) = ctx.saved_tensors."
    yield case(
        lambda: passed_on([4.0, 9.0], [1.0, 1.0]),
        expect=[1 / 4, 1 / 6],
        name="gradient 1 at x = 4 and 9",
        wrong=[
            ([1 / 8, 1 / 18], "You divide by 2x. The root has been saved: divide by twice the root."),
            ([1.0, 1.5], "Divide by the root; you multiply by it."),
            ([1 / 2, 1 / 3], "Nearly: the factor 2 is missing. Twice the root stands below the line."),
            ([-1 / 4, -1 / 6], "The sign: a root grows when x grows."),
            ([4.0, 6.0], "Upside down: twice the root stands below the line."),
            (
                lambda error: re.search("'(int|float)' and 'Tensor'", str(error)),
                "Here only a tensor can be divided. Begin with the gradient that arrives: grad / ...",
            ),
            (lambda error: "'tuple'" in str(error), not_unpacked),
            (lambda error: "'RootBackward' object" in str(error), "forward has saved the root: ctx.saved_tensors."),
            (lambda error: "to unpack" in str(error), "One tensor was saved, so one comes back: (root,) = ..."),
            (lambda error: "positional argument" in str(error), "backward gets two things: def backward(ctx, grad)."),
            (lambda got: isinstance(got, tuple), "One input, one gradient: return it alone."),
            ([1.0, 1.0], "That is the gradient that arrived. Multiply it by the derivative, 1 / (2 * root)."),
            ([2.0, 3.0], "That is the root itself. Divide grad by twice the root."),
        ],
        hint="The derivative is 1 / (2 * root): return grad divided by twice the root.",
    )
    yield case(lambda: passed_on([4.0], [8.0]), expect=[2.0], name="gradient 8 at x = 4", wrong=[([0.25], forgot)])


@exercise(number="3.3", title="a rule with a mistake")
def check_rule(rule):
    rule = answered(rule)
    yield case(
        rule,
        3.0,
        5.0,
        1.0,
        expect=[30.0, 9.0],
        name="x = 3, w = 5, gradient 1",
        wrong=[
            ([6.0, 9.0], "The first derivative is 2xw: w is missing."),
            ([15.0, 9.0], "The first derivative is 2xw: the factor 2 is missing."),
            ([45.0, 9.0], "That is x * x * w. The first derivative is 2 * x * w."),
            ([30.0, 6.0], "The second derivative is x squared, x * x, and not 2 * x."),
            ([30.0, 3.0], "The second derivative is x squared, x * x."),
            ([9.0, 30.0], "Right gradients, wrong order: one per input, in the order of the inputs."),
            ([31.0, 10.0], "The gradient is a factor: multiply by grad, do not add it."),
            (lambda got: isinstance(got, float), "Two inputs, two gradients: return a pair, with a comma."),
            ([10.0, 9.0], "The first derivative is 2xw: x is missing."),
            (lambda error: "for ^" in str(error), "Python writes a square as x**2, or x * x."),
            (TypeError, "rule gets three numbers: x, w and grad."),
        ],
    )
    yield case(
        rule,
        3.0,
        5.0,
        10.0,
        expect=[300.0, 90.0],
        name="x = 3, w = 5, gradient 10",
        wrong=[
            ([300.0, 9.0], "The second gradient forgets grad."),
            ([30.0, 90.0], "The first gradient forgets grad."),
            ([30.0, 9.0], "Both gradients forget grad."),
            (lambda got: 3000.0 in got or 900.0 in got, "Each gradient contains grad as a factor once, not twice."),
        ],
    )


@exercise(number="3.4", title="all the way by hand")
def check_first_leaf_gradient(first_leaf_gradient):
    function = answered(first_leaf_gradient)

    def result(make, numbers):
        return make(tensor(numbers, requires_grad=True), ones(len(numbers)))

    start = "The walk begins with the gradient 1: tensor(1.)."
    yield case(
        lambda: function(result(lambda x, k: sum(x), [2.0, 3.0])),
        expect=[1.0, 1.0],
        name="x.sum()",
        wrong=[
            ([2.0, 3.0], "These are the leaf's own numbers. Return the gradient that arrives there."),
            (lambda got: "'dtype'" in str(got), start),
            (lambda got: "'backward'" in str(got), "There is no backward() before chapter 4. Call the nodes by hand."),
            (
                lambda got: re.search("'Tensor'.*(not subscriptable|not iterable|no len)", str(got)),
                "A node with one input returns its gradient alone, and no tuple: ask isinstance(grads, tuple).",
            ),
            (lambda got: "'Tensor' object is not callable" in str(got), "The walk begins at t.grad_fn, not at t."),
            (
                lambda got: "'tuple' object is not callable" in str(got),
                "An edge is a pair. Its first part is the node: next_functions[0][0].",
            ),
            (
                lambda got: isinstance(got, Nothing),
                "AccumulateGrad answers None: stop before you call it, and `return` what arrived there.",
            ),
            (1.0, "You stopped before the sum passed its gradient on: call its node."),
            ([0.0, 0.0], start),
            (IndexError, "AccumulateGrad ends the path: stop at the node that has a variable, before you call it."),
        ],
    )
    yield case(
        lambda: function(result(lambda x, k: sum(mul(add(x, 1), 3)), [2.0, 3.0])),
        expect=[3.0, 3.0],
        name="((x + 1) * 3).sum()",
        wrong=[
            ([1.0, 1.0], "The factor 3 is missing: use what each node returns as the next gradient."),
            (1.0, "Each node gets what the one before it returned, not the gradient 1 again."),
            (lambda got: isinstance(got, Nothing), "Follow the first edge, next_functions[0], not the last."),
            (
                lambda returned: isinstance(returned, (tuple, TypeError, AttributeError)),
                "A node with two inputs returns a tuple: take its first entry.",
            ),
        ],
    )
    yield case(
        lambda: function(result(lambda x, k: sum(mul(x, x)), [2.0, 3.0])),
        expect=[2.0, 3.0],
        name="(x * x).sum(), first path",
        wrong=[
            ([4.0, 6.0], "That is the full gradient, of both paths. Follow the first edge only."),
        ],
    )
    yield case(
        lambda: first_leaf_gradient(result(lambda x, k: sum(div(k, x)), [2.0, 4.0])),
        expect=None,
        name="(k / x).sum(): the first edge leads to None",
        hint="k has no flag, so the first edge leads nowhere: return None.",
    )
