"""Chapter 5: the checkers of its exercises."""

from minigrad.autograd.functional import stack, unbind
from minigrad.core.ops import mul, sum as total
from minigrad.core.tensors import Tensor, tensor
from minigrad.teach.check import answered, case, exercise, says


@exercise(number="5.1", title="rows and weights")
def check_rows(answers):
    yield case(
        answers["entries in y"],
        expect=3,
        name="entries in y",
        wrong=[
            (2, "Those are the columns, one per input. A result has a row."),
            (6, "Six is the number of slopes. A result has a row."),
        ],
        hint="One number, without brackets: y has one entry for each row.",
    )
    yield case(
        answers["entries in x"],
        expect=2,
        name="entries in x",
        wrong=[
            (3, "Those are the rows, one per result. An input has a column."),
            (6, "Six is the number of slopes. An input has a column."),
        ],
        hint="One number, without brackets: x has one entry for each column.",
    )
    yield case(
        answers["x.grad"],
        expect=[-1.0, 3.0],
        name="x.grad",
        wrong=[
            ([4.0, 1.0], "That is the plain sum of the rows. Each row has a weight: 2, 1 and -1."),
            ([5.0, 3.0], "The third weight is -1: the third row is taken away."),
            ([6.0, -1.0, 3.0], "x has two entries, and so has its gradient: one sum per column."),
            ([6.0, -1.0, -3.0], "Those are sums along the rows. x.grad has one sum per column."),
            (lambda r: len(r) == 3, "x has two entries, and so has its gradient: one sum per column."),
            ([-1.0, 5.0], "In the second column: 2 times 2, and then 1 times -1."),
            ([1.0, 2.0], "That is the first row alone. All three rows count, each with its weight."),
            ([2.0, 4.0], "That is the first row with its weight. Add the other two, each with its own."),
        ],
        hint="A list of two numbers, one per column: weight times entry, row by row, added up.",
    )


@exercise(number="5.2", title="weighted examples")
def check_weighted(weighted_backward):
    def gradient(importance):
        leaf = tensor([1.0, 2.0, 3.0], requires_grad=True)
        weighted_backward(mul(leaf, leaf), importance)
        return "no gradient" if leaf.grad is None else leaf.grad

    wants_a_tensor = "A Python list cannot be used here: make a tensor of it, tensor(importance)."
    not_a_tensor = [(says("tensors and"), wants_a_tensor), (TypeError, wants_a_tensor)]
    one_number = "All examples got the same weight. Give backward one weight per example."
    yield case(
        lambda: gradient([1.0, 10.0, 100.0]),
        expect=[2.0, 40.0, 600.0],
        name="losses x * x at (1, 2, 3) with the weights 1, 10, 100",
        wrong=[
            *not_a_tensor,
            ([2.0, 4.0, 6.0], "That is the gradient of the plain sum: the weights were not used."),
            ([222.0, 444.0, 666.0], one_number),
            ([74.0, 148.0, 222.0], one_number),
            (lambda r: abs(r.tolist()[2] - 200) < 1e-3, "That is the mean: a weighted sum is not divided."),
            (lambda r: r.tolist()[2] < 6, "The weights are used as they are: they are not divided by their sum."),
            (says("Mismatch"), "The weights have the shape of losses, one for each example: losses.backward(weights)."),
            (says("implicitly"), "losses has three entries: call losses.backward(...) with one weight for each."),
            (says("second time"), "The examples share a graph: one call of backward, with all weights at once."),
            ("no gradient", "Nothing reached the leaf. Call losses.backward(...) with the weights."),
        ],
        hint="One call is enough: losses.backward(...), with the list made a tensor.",
    )
    yield case(
        lambda: gradient([0.0, 1.0, 0.0]),
        expect=[0.0, 4.0, 0.0],
        name="only the second example counts",
        wrong=not_a_tensor,
        hint="A weight of 0 takes an example out.",
    )


def own(function, *inputs, kind=object):
    """What a student's function returns; a text where it asked the finished functions."""
    if {"jacobian", "vjp", "jvp"} & set(function.__code__.co_names):
        return "asked minigrad"
    return answered(function, kind)(*inputs)


READY_MADE = ("asked minigrad", "That works, but here you write it yourself: without jacobian, vjp and jvp.")


def example(x):
    a, b = unbind(x)
    return stack([mul(a, b), mul(a, a), mul(b, 3)])


def fewer(x):
    a, b, c = unbind(x)
    return stack([mul(a, c), mul(b, 7)])


@exercise(number="5.3", title="the Jacobian from backward alone")
def check_jacobian(my_jacobian):
    yield case(
        lambda: own(my_jacobian, example, [2.0, 5.0]),
        expect=[[5.0, 2.0], [4.0, 0.0], [0.0, 3.0]],
        name="the example of this chapter at (2, 5)",
        wrong=[
            READY_MADE,
            (
                [[5.0, 2.0], [9.0, 2.0], [9.0, 5.0]],
                "The rows add up. Take a new leaf and a new unit vector for each row.",
            ),
            (
                lambda r: isinstance(r[0], Tensor) and r[0] is r[1],
                "Each row is one and the same tensor, x.grad, and each pass adds to it. Take a new leaf for each row.",
            ),
            ([[9.0, 5.0]] * 3, "Every row is the sum of all rows. The weights are 1 at place i and 0 elsewhere."),
            ([[9.0, 5.0]], "That is the sum of all rows. One pass per result, each with its own unit vector."),
            ([[5.0, 4.0, 0.0], [2.0, 0.0, 3.0]], "Those are the columns. A row belongs to a result."),
            ([[5.0, 2.0], [5.0, 2.0], [5.0, 2.0]], "Always the first row: the 1 has to move to place i."),
            ([[5.0, 2.0], [4.0, 0.0]], "Two rows, one per input. A row belongs to a result, and f has three of them."),
            ([[5.0, 2.0]], "One row came back. Does `return` stand inside the loop?"),
            ([[2.0, 5.0]] * 3, "That is x, three times. The row is in x.grad."),
            ([None] * 3, "backward returns nothing. The row is in x.grad afterwards."),
            (says("does not require grad"), "Nothing leads back to x: give the leaf its flag, requires_grad=True."),
            (says("tensors and"), "backward wants a tensor, not a list: tensor(unit)."),
            (says("implicitly"), "f(x) has several entries, so backward needs weights: the unit vector for row i."),
            (says("second time"), "The first pass has freed the graph (chapter 7). Compute f(x) again for each row."),
            (says("not subscriptable"), "Indexing comes in chapter 6. A unit vector in backward picks the row."),
            (says("no attribute 'array'"), "f takes the leaf, f(x), and not the list."),
            (RuntimeError, "The unit vector has as many entries as f has results."),
        ],
        hint="Row i is x.grad after f(x).backward(...) with a 1 at place i and 0 elsewhere, on a new leaf x.",
    )
    yield case(
        lambda: own(my_jacobian, fewer, [1.0, 2.0, 3.0]),
        expect=[[3.0, 0.0, 1.0], [0.0, 7.0, 0.0]],
        name="two results of three inputs",
        wrong=[
            READY_MADE,
            (RuntimeError, "The number of results is not the number of inputs: ask f(tensor(start)).numel()."),
            (lambda r: len(r) == 3, "This function has two results, so there are two rows."),
        ],
        hint="Here f has two results and three inputs: two rows of three numbers.",
    )


@exercise(number="5.4", title="a direction in two passes")
def check_jvp(my_jvp):
    def direction(f, x, d):
        return own(my_jvp, f, x, d, kind=Tensor)

    yield case(
        lambda: direction(example, tensor([2.0, 5.0]), tensor([1.0, 0.0])),
        expect=[5.0, 4.0, 0.0],
        name="the example of this chapter in the direction of a",
        wrong=[
            READY_MADE,
            (
                lambda r: isinstance(r, tuple),
                "A tuple came back: grad gives one gradient per input. Take its only entry, [0].",
            ),
            ([9.0, 5.0], "That is the row, the result of the first call. Differentiate it with respect to u."),
            ([0.0, 0.0], "That is the row, the result of the first call. Differentiate it with respect to u."),
            ([2.0, 1.0], "That is the row's slope with respect to x. Differentiate it with respect to u."),
            (9.0, "The row times d is one number. Differentiate the row with respect to u, with the weights d."),
            (
                lambda r: all(abs(one - other) < 1.1 for one, other in zip(r.tolist(), [5.0, 4.0, 0.0])),
                "A difference of f is only near the slope. Two calls of grad give it exactly.",
            ),
            ([7.0, 4.0, 3.0], "The second call needs d as its weights; with ones the columns are added up."),
            (
                says("does not require grad and"),
                "The row has no graph. Record the way back: create_graph=True in the first call.",
            ),
            (
                says("differentiated Tensors does not require"),
                "Both x and the weights u need the flag, before f(x) is computed: .requires_grad_().",
            ),
            (
                says("appears to not have been used"),
                "Look at what is differentiated with respect to what: first y by x, then the row by u.",
            ),
            (
                says("Mismatch in shape"),
                "First call: weights u in the shape of y. Second call: d, which has the shape of x.",
            ),
            (
                says("implicitly created"),
                "Both calls need weights: u in the first, d in the second.",
            ),
        ],
    )
    yield case(
        lambda: direction(example, tensor([2.0, 5.0]), tensor([1.0, 10.0])),
        expect=[25.0, 4.0, 30.0],
        name="the example in the direction (1, 10)",
        wrong=[([5.0, 4.0, 0.0], "That is the direction (1, 0) again. The weights of the second call are d.")],
        hint="J times d: in the first row 5 * 1 + 2 * 10.",
    )
    yield case(
        lambda: direction(fewer, tensor([1.0, 2.0, 3.0]), tensor([1.0, 1.0, 0.0])),
        expect=[3.0, 7.0],
        name="two results of three inputs",
        wrong=[(says("Mismatch in shape"), "u has one weight for each result of f, here two: ones_like(y).")],
        hint="u has the shape of y, d has the shape of x.",
    )
    yield case(
        lambda: direction(lambda x: total(mul(x, x)), tensor([1.0, 2.0]), tensor([0.0, 3.0])),
        expect=12.0,
        name="one result",
        hint="The result has no dimensions here, and neither has u: ones_like(y).",
    )
