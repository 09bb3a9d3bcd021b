"""Chapter 6: the checkers of its exercises."""

import numpy as np

from minigrad.core.tensors import Tensor, tensor
from minigrad.teach.check import answered, case, exercise, says


@exercise(number="6.1", title="three shapes, three gradients")
def check_shapes(answers):
    yield case(
        answers["col.grad"],
        expect=[[60.0], [60.0]],
        name="col.grad",
        wrong=[
            ([60.0, 60.0], "The numbers are right. But col has the shape (2, 1): two rows of one entry."),
            ([[10.0, 20.0, 30.0], [10.0, 20.0, 30.0]], "That is what arrives, shape (2, 3). Add up along each row."),
            ([[180.0], [180.0]], "Add up along one row at a time: 10 + 20 + 30."),
            ([[10.0], [20.0]], "Each entry of col meets all three entries of row."),
            (60.0, "That is one entry. col has two, and so has its gradient."),
            ([[60.0, 60.0]], "The numbers are right. But col has two rows of one entry: [[...], [...]]."),
            ([[1.0], [2.0]], "That is col itself. Its gradient is what its entries are multiplied by, added up."),
        ],
        hint="The slope of col[0] * row[j] is row[j]. Add up those along one row; do the same for col[1].",
    )
    yield case(
        answers["row.grad"],
        expect=[3.0, 3.0, 3.0],
        name="row.grad",
        wrong=[
            ([1.0, 2.0, 3.0], "Each entry of row meets the same column: 1 and 2. Add these up."),
            ([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]], "That is what arrives, shape (2, 3). Add up along each column."),
            ([2.0, 2.0, 2.0], "Each entry of row is multiplied by 1 in the first row and by 2 in the second."),
            ([[3.0, 3.0, 3.0]], "The numbers are right. But row has one dimension: a plain list of three."),
            (3.0, "That is one entry. row has three, and so has its gradient."),
            ([10.0, 20.0, 30.0], "That is row itself. Its gradient is what its entries are multiplied by, added up."),
        ],
        hint="row has the shape (3,). Each of its entries is multiplied by both entries of col: add these up.",
    )
    yield case(
        answers["k.grad"],
        expect=6.0,
        name="k.grad",
        wrong=[
            (1.0, "k is added to every entry of the product. How many are there?"),
            (2.0, "k is added to every entry of the product, not only once in each row."),
            (3.0, "k is added to every entry of the product, not only once in each column."),
            ([6.0], "The number is right. But k is a single number without dimensions: no brackets."),
            ([[1.0] * 3] * 2, "That is what arrives, shape (2, 3). All of it is added up."),
        ],
        hint="k is one number. It is added to each entry of the product, and each time its slope is 1.",
    )


@exercise(number="6.2", title="mend the loop")
def check_train(train):
    def after(*data, look=lambda w, result: round(result.item(), 4)):
        w = tensor(1.0, requires_grad=True)
        result = answered(train, Tensor)(w, data)
        return look(w, result) if isinstance(result, Tensor) else result

    yield case(
        lambda: after((1.0, 3.0)),
        expect=1.4,
        name="one step from w = 1 with x = 1, y = 3",
        wrong=[
            (says("assigned grad"), "A gradient is a tensor or None. Forget it with w.grad = None."),
            (TypeError, "w.grad is None when the step wants to use it: it was forgotten before, or is not there yet."),
            (says("zero_"), "Before the first backward() there is no gradient to empty. Forget it after the step."),
            (1.0, "w has not moved. Is the step there, and does it come while w.grad holds the gradient?"),
            (0.6, "w moved away from the target: subtract 0.1 times the gradient."),
            (5.0, "Only 0.1 times the gradient, not all of it."),
            (0.4, "w has lost its old value: the step is taken from there, w.data - 0.1 * w.grad."),
            (4.0, "That is the loss. Return w."),
            (RuntimeError, "`w -= ...` writes into a leaf that requires a gradient. Give w.data new numbers instead."),
        ],
        hint="The loss is (w - 3) ** 2, so the gradient at 1 is -4, and the step leads to 1 + 0.4.",
    )
    yield case(
        lambda: after((1.0, 3.0), (1.0, 3.0)),
        expect=1.72,
        name="two steps with the same pair",
        wrong=[
            (2.12, "The second step still holds the first gradient. Forget it after each step, inside the loop."),
            (1.4, "Only one step was taken. Does `return` stand inside the loop?"),
            (TypeError, "After the first step w is no leaf any more, and keeps no gradient. Give w.data new numbers."),
        ],
        hint="The second step starts at 1.4, with a new gradient: 2 * (1.4 - 3) = -3.2.",
    )
    yield case(
        lambda: after((2.0, 4.0)),
        expect=1.8,
        name="one step from w = 1 with x = 2, y = 4",
        hint="The prediction is w * x. Its slope is x, so the gradient is 2 * (2 - 4) * 2.",
    )
    yield case(
        lambda: after((1.0, 3.0), look=lambda w, result: result is w),
        expect=True,
        name="what comes back is w",
        wrong=[(False, "The numbers are right, but another tensor came back. Return w itself.")],
    )


@exercise(number="6.3", title="undo broadcasting")
def check_unbroadcast(unbroadcast):
    rows = np.array([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]])
    layers = np.arange(12.0).reshape(2, 2, 3)
    unbroadcast = answered(unbroadcast)
    keyword = (says("keepdim"), "These are NumPy arrays: the word is keepdims, with an s.")

    yield case(
        unbroadcast,
        rows,
        (3,),
        expect=[11.0, 22.0, 33.0],
        name="shape (2, 3) for (3,)",
        wrong=[
            (66.0, "Everything was added up. Only the extra dimension in front has to go: sum(0)."),
            ([6.0, 60.0], "That is the sum along the last dimension. The extra one stands in front: sum(0)."),
            (lambda r: r.tolist() == rows.tolist(), "Nothing was added up. Does grad get the result of the sum?"),
            ([66.0], "Everything was added up. Only the dimensions that have length 1 in shape, or are not in it, go."),
            ([5.5, 11.0, 16.5], "That is the mean. Gradients are added up, not averaged."),
            (says("has no len"), "len(grad) is the length of the first dimension. grad.ndim counts the dimensions."),
            (says("reshape"), "Six numbers do not become three by another shape: some have to be added up."),
        ],
        hint="The extra dimension in front goes: sum over dimension 0.",
    )
    yield case(
        unbroadcast,
        rows,
        (2, 1),
        expect=[[6.0], [60.0]],
        name="shape (2, 3) for (2, 1)",
        wrong=[
            ([6.0, 60.0], "The numbers are right, but the dimension of length 1 is gone: keepdims=True."),
            ([[11.0, 22.0, 33.0]], "That sums over the first dimension. In (2, 1) the second was stretched."),
            (lambda r: r.tolist() == rows.tolist(), "A dimension of length 1 was stretched too: sum along it."),
            keyword,
        ],
        hint="Dimension 1 has length 1 in shape: sum along it, and keep it.",
    )
    yield case(
        unbroadcast,
        layers,
        (1, 3),
        expect=[[18.0, 22.0, 26.0]],
        name="shape (2, 2, 3) for (1, 3)",
        wrong=[
            (lambda r: r.shape == (2, 3), "The first of (1, 3) still has length 2. Let the extra dimensions go first."),
            (lambda r: r.shape == (1, 2, 3), "One dimension too many: the extra ones in front go, without keepdims."),
            (lambda r: r.shape == (3,), "The numbers are right, but (1, 3) has two dimensions: keepdims=True."),
            (
                lambda r: r.shape == (2, 1),
                "Dimension 1 was summed. In (1, 3) it is dimension 0 that has length 1: enumerate.",
            ),
        ],
        hint="First the extra dimension in front goes, then dimension 0 is summed and kept.",
    )
    yield case(
        unbroadcast,
        layers,
        (1,),
        expect=[66.0],
        name="shape (2, 2, 3) for (1,)",
        wrong=[
            (lambda r: r.shape == (3,), "Here the only dimension that is left has length 1 as well: sum along it."),
            (lambda r: r.ndim > 1, "One extra dimension is left over. `while`, not `if`: repeat until none is."),
        ],
        hint="Two extra dimensions in front go, one after the other; the last one is summed and kept.",
    )
    yield case(
        unbroadcast,
        rows,
        (2, 3),
        expect=rows.tolist(),
        name="the right shape already",
        hint="Where nothing was stretched, nothing is added up.",
    )


@exercise(number="6.4", title="a table of words")
def check_table(table_grad):
    grad = np.array([[1.0, 2.0], [10.0, 20.0], [100.0, 200.0]])
    answer = answered(table_grad, np.ndarray)

    def way_back(*inputs):
        ready_made = {"add", "at"} <= set(table_grad.__code__.co_names)
        return "asked np.add.at" if ready_made else answer(*inputs)

    yield case(
        way_back,
        grad,
        (4, 2),
        [2, 0, 3],
        expect=[[10.0, 20.0], [0.0, 0.0], [1.0, 2.0], [100.0, 200.0]],
        name="the words 2, 0, 3 of a table of four rows",
        wrong=[
            ("asked np.add.at", "np.add.at does all of it. Here you add the rows yourself, one by one."),
            (
                [[1.0, 2.0], [10.0, 20.0], [100.0, 200.0], [0.0, 0.0]],
                "The rows were put down in the order of the sentence. Row k of grad belongs to row words[k].",
            ),
            (lambda r: not np.any(r), "Nothing was added in: the loop must write into result."),
            (lambda r: np.array_equal(r, grad), "That is grad itself: one row for each word of the sentence."),
            (
                [[0.0, 0.0], [0.0, 0.0], [1.0, 2.0], [0.0, 0.0]],
                "Only one word was taken. Does `return` stand inside the loop?",
            ),
            (lambda r: r.max() == 1, "A row gets its row of grad, not 1 for each mention."),
            (lambda r: r[1].any(), "No word names row 1, so it stays 0. Add to result[word], not to all of result."),
            (IndexError, "A word is a row number of the table, not of grad. Take both with zip(grad, words)."),
        ],
        hint="Row k of grad is added to the row words[k] of result, and result is returned.",
    )
    yield case(
        way_back,
        grad,
        (2, 2),
        [1, 1, 0],
        expect=[[100.0, 200.0], [11.0, 22.0]],
        name="the word 1 comes twice",
        wrong=[
            (
                [[100.0, 200.0], [10.0, 20.0]],
                "Word 1 got only its last gradient. With a list of places += counts each place once, and = replaces: "
                "take the words one by one, and add.",
            ),
            ([[100.0, 200.0], [1.0, 2.0]], "Word 1 got only its first gradient. Both count."),
        ],
        hint="Row 1 is named twice: it gets the sum of the first two rows of grad.",
    )
