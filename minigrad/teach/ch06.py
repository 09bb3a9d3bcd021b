"""Chapter 6: the checkers of the definitions that the reader writes, and of its exercises."""

import math
import re

import numpy as np

from minigrad.teach.check import Remark, answered, blank, case, exercise, filled_in, is_a, needed, plain, says

# What the reader writes into the package

TO_THE_LEAF = "It was added to the leaf's own numbers. Add to its gradient: add_into(leaf.grad, grad)."


@blank
def check_accumulate(accumulate, torch):
    def after(*arrivals, begin=None, look=lambda leaf, held: leaf.grad.tolist()):
        """What `look` sees of a leaf and of what was in its `.grad`, when these numbers have arrived one by one."""
        ones = np.ones(np.shape(arrivals[0])).tolist()
        leaf = torch.tensor(ones, requires_grad=True)
        leaf.grad = begin and torch.tensor(begin)
        held = leaf.grad, leaf.grad is not None and leaf.grad.numpy()
        for numbers in arrivals:
            filled_in(accumulate(leaf, np.array(numbers, np.float32)))
        if leaf.tolist() != ones:
            return Remark("the leaf has changed")
        return Remark("nothing") if leaf.grad is None else look(leaf, held)

    used = getattr(getattr(accumulate, "__code__", None), "co_names", ())
    no_tensor = (says("assigned grad"), "What arrives is an array, and .grad has to be a tensor: Tensor(grad).")
    no_torch = (says("'torch'"), "The engine's own file knows no `torch`. There a new tensor is Tensor(grad).")
    yield case(lambda: after([4.5, 1.0]), expect=[4.5, 1.0],
               name="4.5 and 1 arrive at a leaf without a gradient: leaf.grad",
               wrong=[no_tensor, no_torch,
                      ("nothing", "leaf.grad is still None. Where nothing is, put Tensor(grad)."),
                      ("the leaf has changed", TO_THE_LEAF),
                      ([9.0, 2.0], "It was put down, and then added again. Only one of the two may happen: `else`."),
                      (says("NoneType"), "To None nothing can be added. Ask first: `if leaf.grad is None`."),
                      ([0.0, 0.0], "The first gradient that arrives counts, too: put Tensor(grad) there, not zeros.")],
               hint="The leaf has no gradient yet: put down what arrives, as a tensor.")
    yield case(
        lambda: after([4.5, 1.0], [1.0, 10.0]), expect=[5.5, 11.0],
        name="then 1 and 10 arrive as well: leaf.grad", wrong=[
            no_tensor, no_torch,
            ("nothing", "leaf.grad is None now. add_into returns nothing: call it on a line of its own, without "
             "`leaf.grad =` before it."),
            ("the leaf has changed", TO_THE_LEAF),
            (lambda got: says("'Tensor' and 'ndarray'")(got) and "add_into" not in used,
             "A tensor + an array is no operation of this package, and a sum would be a new tensor. Call "
             "add_into(leaf.grad, grad)."),
            (says("'Tensor' and 'ndarray'"), "add_into takes the array as it came: grad, not Tensor(grad)."),
            ([1.0, 10.0], "The second gradient has replaced the first. It is added to it: add_into."),
            ([4.5, 1.0], "The second gradient got lost. Where one is there already, add to it: add_into."),
            ([6.5, 21.0], "The second gradient was added twice."),
            (says("Boolean value"), "Two numbers are neither true nor false. Ask `leaf.grad is None`."),
            (says("'Tensor' object has no attribute"), "A tensor has no such method here: add_into(leaf.grad, grad)."),
            (lambda got: says("has no attribute 'array'")(got) and "array" in used,
             "add_into takes the tensor itself, without .array: first leaf.grad, then grad."),
            (says("has no attribute"), "Which comes first? add_into(tensor, array): the leaf's gradient, then grad."),
        ], hint="What arrives is added to what is there, entry by entry.")
    yield case(lambda: after([1.0, 10.0], begin=[4.5, 1.0], look=lambda leaf, held: leaf.grad is held[0]), expect=True,
               name="is it the same tensor as before?",
               wrong=[(False, "The numbers are right, but they stand in a new tensor: whoever holds the old one reads "
                       "the old numbers. add_into writes into the tensor that is there.")])
    yield case(
        lambda: after([1.0, 10.0], begin=[4.5, 1.0], look=lambda leaf, held: held[1]), expect=[5.5, 11.0],
        name="and the same memory? What its array says that was taken before",
        wrong=[([4.5, 1.0], "The tensor is the same, but has a new array. add_into adds in the tensor's own memory.")],
    )
    yield case(lambda: after([3.0], begin=[0.0], look=lambda leaf, held: leaf.grad is held[0]), expect=True,
               name="a gradient of 0 is there, and 3 arrives: is it the same tensor?",
               wrong=[(False, "A gradient of 0 is a gradient. Ask `is None`: a 0 counts as False.")])
    yield case(lambda: after(4.5, 1.0), expect=5.5, name="4.5 and then 1 arrive at a leaf of one number: leaf.grad",
               wrong=[(says("too many indices"), "One number has no dimension, and `[:]` needs one. add_into adds in "
                       "any shape.")], hint="A leaf of one number is a leaf like others: add_into adds in any shape.")
    yield case(lambda: after([float("inf"), 1.0]), expect=[float("inf"), 1.0], name="inf and 1 arrive first: leaf.grad",
               hint="inf times 0, and inf minus inf, are nan. Put down what arrives as it is: Tensor(grad).")


def numbers_left(got):
    """How many numbers more than fit stopped a reshape: 2 where 8 were left for a shape of (2, 3), below 0 if fewer."""
    if not says("cannot reshape array of size")(got):
        return 0
    number, *shape = map(int, re.findall(r"\d+", str(got)))
    return number - math.prod(shape)


@blank
def check_sum_to(sum_to, torch):
    rows = np.array([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]], np.float32)
    layers = np.arange(12.0, dtype=np.float32).reshape(2, 2, 3)
    sum_to = answered(sum_to)
    unchanged = lambda r: r.shape == rows.shape and r.tolist() == rows.tolist()  # noqa: E731
    at_the_right = ("Dimension d of shape is dimension extra + d of grad: they end together, at the right. (That place "
                    "is added up, not n, its length.)")
    form = [(says("has no len"), "len(...) does not count dimensions: grad.ndim does, and len(shape) for the shape."),
            (says("'int' and 'tuple'"), "shape is a tuple. How many dimensions it has is len(shape)."),
            (lambda got: any(says(f"cannot reshape array of size {each.size} ")(got) for each in (rows, layers)),
             "Another shape alone does not make the numbers fewer: some have to be added up."),
            (lambda got: numbers_left(got) < 0, "Fewer numbers are left than shape has: a dimension that was not "
             "repeated was added up."),
            (lambda got: numbers_left(got) > 0, "More numbers are left than shape has: a dimension that was repeated "
             "was not added up."),
            (says("out of bounds", "out of range"), at_the_right),
            (says("duplicate value"), "One dimension stands twice in the list."),
            (says("cannot be interpreted as an integer"), "The dimensions are a tuple: summed(grad, tuple(dims))."),
            (says("indices must be"), "shape is a tuple, and so is grad.shape: to go through it, use enumerate or "
             "range.")]
    yield case(
        lambda: sum_to(rows, (3,)), expect=[11.0, 22.0, 33.0],
        name="the rows 1 2 3 and 10 20 30, for a shape of (3,)", wrong=[
            *form,
            ([5.5, 11.0, 16.5], "That is the mean. Gradients are added up."),
            ([[11.0, 22.0, 33.0]], "The numbers are right. The extra dimension has to go: .reshape(shape)."),
            (lambda r: r.size == 1, "Everything was added up. Only the dimension in front was repeated: dimension 0."),
            ([6.0, 60.0], "That is the sum along the last dimension. The extra one is in front."),
            (unchanged, "Nothing was added up. (3,) has one dimension, grad has two: the one in front was repeated."),
        ], hint="The dimension in front was repeated: add up along it.")
    yield case(lambda: sum_to(rows, (2, 1)), expect=[[6.0], [60.0]], name="the same rows for (2, 1)", wrong=[
        *form,
        ([6.0, 60.0], "The numbers are right, but the dimension of length 1 is gone: .reshape(shape)."),
        (lambda r: r.tolist() == [[11.0, 22.0, 33.0]], "Dimension 0 was added up. In (2, 1) it is the second that has "
         "a 1."),
        (unchanged, "A dimension of length 1 was stretched, too: add up along it."),
    ], hint="(2, 1) has a 1 where grad has 3: add up along that dimension.")
    yield case(lambda: sum_to(layers, (2, 1)), expect=[[24.0], [42.0]], name="0 to 11 as (2, 2, 3), for (2, 1)", wrong=[
        (says("cannot reshape"), at_the_right), *form,
        (lambda r: r.tolist() == [[12.0], [54.0]], at_the_right),
    ], hint="One dimension stands in front, and one has length 1: both were repeated.")
    yield case(lambda: sum_to(layers[:1], (1, 3)), expect=[[3.0, 5.0, 7.0]], name="0 to 5 as (1, 2, 3), for (1, 3)",
               wrong=[(says("cannot reshape"), at_the_right), *form],
               hint="One dimension stands in front, and one has length 1: both were repeated.")
    yield case(lambda: sum_to(layers[:, :1], (2, 1, 1)), expect=[[[3.0]], [[21.0]]],
               name="0 to 2 and 6 to 8 as (2, 1, 3), for (2, 1, 1)",
               wrong=[(says("out of bounds"), "After one sum the dimensions behind it have moved up. Collect all of "
                       "them first, then add up once."),
                      (says("cannot reshape"), "shape has two 1s here. Look at each of them, not only at the first."),
                      *form], hint="In the middle both have a 1: nothing was repeated there. The last dimension was.")
    yield case(lambda: sum_to(layers, (1,)), expect=[66.0], name="0 to 11 as (2, 2, 3), for (1,)", wrong=[
        *form, (66.0, "Right number, but the dimension of length 1 is gone: .reshape(shape)."),
    ], hint="Two dimensions stand in front, and the one that is left has length 1.")
    yield case(lambda: sum_to(layers, ()), expect=66.0, name="the same for (), a single number", wrong=[
        (says("reshape() takes"), "Write .reshape(shape), without the star: in () is nothing to hand over."),
        *form, (lambda r: r.size == 1, "The number is right, but () has no dimension, and so no brackets."),
    ], hint="All dimensions stand in front of a shape that has none.")
    yield case(lambda: sum_to(rows, (2, 3)), expect=rows.tolist(), name="the rows for (2, 3), their own shape",
               wrong=form, hint="Where nothing was repeated, nothing is added up.")

    def of_a_tensor():
        got = filled_in(sum_to(torch.tensor(rows.tolist(), requires_grad=True), (2, 1)))
        return [isinstance(got, torch.Tensor) and got.requires_grad, got.tolist()]

    yield case(of_a_tensor, expect=[True, [[6.0], [60.0]]],
               name="grad is a tensor that requires a gradient: and the answer?",
               wrong=[(lambda got: True, "summed and .reshape work on arrays and on tensors. What you use instead "
                       "works on arrays only.")])


class Matrix(np.ndarray):
    """An array whose `@` raises PyTorch's sentence, which names the two shapes."""

    def __matmul__(self, other):
        if isinstance(other, Matrix) and self.shape[1] != other.shape[0]:
            one, two = ["x".join(map(str, matrix.shape)) for matrix in (self, other)]
            raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({one} and {two})")
        return super().__matmul__(other)


@blank
def check_mm_rule(mm_rule, torch):
    mm_rule = answered(mm_rule)
    self, mat2, grad = [np.array(rows, np.float32).view(Matrix) for rows in (
        [[1, 2, 3], [4, 5, 6]], [[7], [8], [9]], [[1], [10]])]
    one, two, corner = [np.array(rows, np.float32) for rows in ([[1, 2], [3, 4]], [[5, 6], [7, 8]], [[1, 0], [0, 0]])]
    pair = "Two answers, separated by a comma: what goes to self, and what goes to mat2."
    touching = ("Two lengths that touch are not equal. Write the shapes side by side, as in (5, 3) @ (3, 2). Which "
                "matrix has to be turned, or which side is wrong?")

    def exchanged(got, place, product):
        """Whether shapes did not fit, and with squares, whose shapes always fit, this answer is this product."""
        return says("mat1 and mat2")(got) and plain(mm_rule(corner, one, two)[place]) == product.tolist()

    form = [(lambda got: isinstance(got, np.ndarray) or isinstance(got, (tuple, list)) and len(got) != 2, pair),
            (lambda got: None in plain(got), "In one of the two places stands None. Both operands want an answer."),
            (says("matmul"), touching),
            (says("could not be broadcast"), "`*` multiplies entry by entry. Here it is the matrix product, `@`."),
            (says("no attribute 't'"), "Arrays come here, too, and they have .T instead. turned(matrix) works on "
             "both."),
            (lambda got: exchanged(got, 0, two.T @ corner), "To self: these are the two factors. Exchange their sides: "
             "grad stands on the left, as self does in self @ mat2."),
            (lambda got: exchanged(got, 1, corner @ one.T), "To mat2: these are the two factors. Exchange their sides: "
             "grad stands on the right, as mat2 does in self @ mat2."),
            (says("mat1 and mat2"), touching)]
    to_self, to_mat2 = [[7, 8, 9], [70, 80, 90]], [[41], [52], [63]]

    def near(got, one, two):
        return isinstance(got, (tuple, list)) and plain(got) == [one, two]

    def operand(part):
        return plain(part) in [plain(each) for one in (self, mat2) for each in (one, one.T)]

    yield case(
        lambda: mm_rule(grad, self, mat2), expect=(to_self, to_mat2),
        name="self with the rows 1 2 3 and 4 5 6, mat2 7, 8, 9, one below the other, and grad 1, 10", wrong=[
            *form,
            (lambda got: operand(got[0]) or operand(got[1]), "That is an operand alone. Where is grad?"),
            (lambda got: near(got, to_mat2, to_self), "Both are right, in the wrong order: self comes first."),
            (lambda got: plain(got[0]) == np.transpose(to_self).tolist()
             or plain(got[1]) == np.transpose(to_mat2).tolist(),
             "The numbers are right, but rows and columns are exchanged. self is (2, 3), and so is what goes to it."),
            (lambda got: [np.abs(part).tolist() for part in got] == [to_self, to_mat2],
             "The shapes are right, and so are the numbers, but for the sign: no minus is needed."),
            (lambda got: plain(got[0]) == to_self and np.shape(got[1]) == (3, 1),
             "To mat2: right shape, wrong numbers. In turned(self) rows become columns; .reshape only cuts the same "
             "row of numbers anew."),
            (lambda got: near(got, [[7, 8, 9]] * 2, [[5], [7], [9]]), "Multiply by what arrives: grad is 1 and 10."),
            (lambda got: [np.shape(part) for part in got] != [(2, 3), (3, 1)], "Look at the shapes. To self goes a (2, "
             "3), as self is, and to mat2 a (3, 1)."),
        ], hint="What goes to self has self's shape, what goes to mat2 has its shape. Which products of grad have "
                "these?")
    yield case(lambda: isinstance(mm_rule(grad, self, mat2), tuple), expect=True,
               name="does the engine find two answers? It looks for a tuple",
               hint="The numbers are right. But a list counts as one answer. Write a comma between the two, and no "
                    "square brackets.")
    yield case(lambda: mm_rule(corner, one, two), expect=([[5, 7], [0, 0]], [[1, 0], [2, 0]]),
               name="all three are (2, 2): self 1 2, 3 4, mat2 5 6, 7 8, and a gradient of 1 in the corner only",
               wrong=[*form,
                      (lambda got: plain(got[0]) == [[5, 6], [0, 0]], "To self: mat2 has to be turned. With squares "
                       "the shapes fit all the same, so the numbers have to tell."),
                      (lambda got: plain(got[1]) == [[1, 2], [0, 0]], "To mat2: self stands on the left, turned. With "
                       "squares the shapes fit, so the numbers have to tell."),
                      (lambda got: plain(got[1]) in ([[1, 0], [3, 0]], [[1, 3], [0, 0]]),
                       "To mat2: self stands on the left, and has to be turned."),
                      (lambda got: plain(got[0]) in ([[5, 0], [6, 0]], [[5, 0], [7, 0]]),
                       "To self: grad stands on the left, as self does in self @ mat2.")],
               hint="The corner of self @ mat2 is 1 · 5 + 2 · 7. How fast does it move with each of the four?")

    def of_tensors():
        got = filled_in(mm_rule(*[torch.tensor(part.tolist(), requires_grad=True) for part in (grad, self, mat2)]))
        return [isinstance(got[0], torch.Tensor) and got[0].requires_grad, got[0].tolist()]

    yield case(of_tensors, expect=[True, to_self], name="with tensors: does the answer remember how it came about?",
               wrong=[(lambda got: True, "`@` and turned work on arrays and on tensors. What you use works on arrays "
                       "only.")])

    def one_constant(kept):
        from minigrad.operations.unneeded import UNNEEDED  # the package that runs now

        return plain(filled_in(mm_rule(grad, UNNEEDED if kept else self, mat2 if kept else UNNEEDED))[0 if kept else 1])

    not_kept = (is_a(BaseException), "Where an operand was not kept, something stands in its "
                "place that only `@` and turned can handle. Use these two.")
    yield case(lambda: one_constant(True), expect=to_self, wrong=[not_kept],
               name="mat2 needs no gradient, and self was not kept: what goes to self")
    yield case(lambda: one_constant(False), expect=to_mat2, wrong=[not_kept],
               name="self needs no gradient, and mat2 was not kept: what goes to mat2")

    def in_the_engine(rule):
        """What stands in `.grad` of both leaves; or the engine's sentence."""
        from minigrad.core.node import Node

        class ProductBackward0(Node):
            def forward(ctx, self, mat2):
                ctx.operands = self, mat2
                return self.array @ mat2.array

            def backward(ctx, grad):
                return rule(grad, *[tensor.array for tensor in ctx.operands])

        leaves = [torch.tensor(part.tolist(), requires_grad=True) for part in (self, mat2)]
        try:
            ProductBackward0.apply(*leaves).backward(torch.tensor(grad.tolist()))
        except RuntimeError as error:
            return str(error)
        return [leaf.grad.tolist() for leaf in leaves]

    yield case(lambda: in_the_engine(mm_rule), expect=[to_self, to_mat2], name="in the engine: the two gradients")

    def refused(index, got, due):
        return (f"Function ProductBackward0 returned an invalid gradient at index {index} - "
                f"got {got} but expected shape compatible with {due}")

    yield case(lambda: in_the_engine(lambda *given: mm_rule(*given)[::-1]), expect=refused(0, [3, 1], [2, 3]),
               name="in the engine, your two answers exchanged: what it says")
    yield case(lambda: in_the_engine(lambda *given: (mm_rule(*given)[0],) * 2), expect=refused(1, [2, 3], [3, 1]),
               name="in the engine, your two answers both the first: what it says")


# Exercises


@exercise(number="6.1", title="three shapes, three gradients")
def check_shapes(answers):
    yield case(answers["col.grad"], expect=[[60.0], [60.0]], name="col.grad", wrong=[
        ([60.0, 60.0], "The numbers are right. But col has the shape (2, 1): two rows of one entry."),
        ([[10.0, 20.0, 30.0], [10.0, 20.0, 30.0]], "That is what arrives, shape (2, 3). Add up along each row."),
        ([[180.0], [180.0]], "Add up along one row at a time: 10 + 20 + 30."),
        ([[10.0], [20.0]], "Each entry of col meets all three entries of row."),
        (60.0, "That is one entry. col has two, and so has its gradient."),
        ([[60.0, 60.0]], "The numbers are right. But col has two rows of one entry: [[...], [...]]."),
        ([[1.0], [2.0]], "That is col itself. Its gradient is what its entries are multiplied by, added up."),
    ], hint="The slope of col[0] * row[j] is row[j]. Add up those along one row; do the same for col[1].")
    yield case(answers["row.grad"], expect=[3.0, 3.0, 3.0], name="row.grad", wrong=[
        ([1.0, 2.0, 3.0], "Each entry of row meets the same column: 1 and 2. Add these up."),
        ([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]], "That is what arrives, shape (2, 3). Add up along each column."),
        ([2.0, 2.0, 2.0], "Each entry of row is multiplied by 1 in the first row and by 2 in the second."),
        ([[3.0, 3.0, 3.0]], "The numbers are right. But row has one dimension: a plain list of three."),
        (3.0, "That is one entry. row has three, and so has its gradient."),
        ([10.0, 20.0, 30.0], "That is row itself. Its gradient is what its entries are multiplied by, added up."),
    ], hint="row has the shape (3,). Each of its entries is multiplied by both entries of col: add these up.")
    yield case(answers["k.grad"], expect=6.0, name="k.grad", wrong=[
        (1.0, "k is added to every entry of the product. How many are there?"),
        (2.0, "k is added to every entry of the product, not only once in each row."),
        (3.0, "k is added to every entry of the product, not only once in each column."),
        ([6.0], "The number is right. But k is a single number without dimensions: no brackets."),
        ([[1.0] * 3] * 2, "That is what arrives, shape (2, 3). All of it is added up."),
    ], hint="k is one number. It is added to each entry of the product, and each time its slope is 1.")


@exercise(number="6.2", title="mend the loop")
def check_train(train, torch):
    def after(*data, look=lambda w, result: round(result.item(), 4)):
        w = torch.tensor(1.0, requires_grad=True)
        return look(w, needed(train, torch.Tensor)(w, data))

    rebound = ("After `w = ...` or `w -= ...` inside the function, w is a result, no leaf: it keeps no gradient. (In "
               "PyTorch `w -= ...` raises at once, since a leaf that requires a gradient must not be written into so.) "
               "Give w.data new numbers instead.")
    yield case(lambda: after((1.0, 3.0)), expect=1.4, name="one step from w = 1 with x = 1, y = 3", wrong=[
        (says("assigned grad"), "A gradient is a tensor or None. Forget it with w.grad = None."),
        (says("leaf Variable"), rebound),
        (says("'no_grad'"), "no_grad comes in chapter 8. Here w.data = ... gives w new numbers."),
        (lambda got: isinstance(got, TypeError) or says("NoneType")(got),
         "w.grad is None when the step wants to use it: it was forgotten before, or is not there yet."),
        (1.0, "w has not moved. Is the step there, and does it come while w.grad holds the gradient?"),
        (says("has no attribute 'sub_'"), "This package has no sub_ yet: w.data = w.data - 0.1 * w.grad."),
        (0.6, "w moved away from the target: subtract 0.1 times the gradient, which is -4 here, and not the loss."),
        (5.0, "Only 0.1 times the gradient, not all of it."),
        (0.4, "w has lost its old value: the step is taken from there, w.data - 0.1 * w.grad."),
        (4.0, "That is the loss. Return w."),
        (is_a(float), "A number came back. Return the tensor, w itself."),
    ], hint="The loss is (w - 3) ** 2, so the gradient at 1 is -4, and the step leads to 1 + 0.4.")
    yield case(lambda: after((1.0, 3.0), (1.0, 3.0)), expect=1.72, name="two steps with the same pair", wrong=[
        (2.12, "The second step still holds the first gradient. Forget it after each step, inside the loop."),
        (1.4, "Only one step was taken. Does `return` stand inside the loop?"),
        (1.8, "One step was taken with the sum of both gradients: the step belongs inside the loop."),
        (is_a(TypeError), rebound),
    ], hint="The second step starts at 1.4, with a new gradient: 2 * (1.4 - 3) = -3.2.")
    yield case(lambda: after((2.0, 4.0)), expect=1.8, name="one step from w = 1 with x = 2, y = 4",
               hint="The prediction is w * x. Its slope is x, so the gradient is 2 * (2 - 4) * 2.")
    yield case(lambda: after((1.0, 3.0), look=lambda w, result: result is w), expect=True, name="what comes back is w",
               wrong=[(False, "The numbers are right, but another tensor came back. Return w itself. (`w = ...` and `w "
                       "-= ...` make another, too.)")])


@exercise(number="6.3", title="a batch in pieces")
def check_pieces(in_pieces, torch):
    def after(*data, begin=None):
        w = torch.tensor(2.0, requires_grad=True)
        w.grad = begin and torch.tensor(begin)
        filled_in(in_pieces(w, data))
        return Remark("nothing") if w.grad is None else round(w.grad.item(), 3)

    yield case(
        lambda: after((1.0, 4.0), (3.0, 4.0)), expect=4.0, name="w = 2, the pairs (1, 4) and (3, 4): w.grad", wrong=[
            ("nothing", "w.grad is None: is there a backward(), and is the gradient still there at the end?"),
            (8.0, "That is the gradient of the sum. Divide each loss by the number of pairs."),
            (16.0, "The loss has to be divided by the number of pairs, not multiplied."),
            (-2.0, "Only the first pair has counted: does `return` stand inside the loop?"),
            (-4.0, "Only the first pair has counted, and undivided."),
            (6.0, "The gradient of the last pair alone. Empty nothing in between."),
            (12.0, "The gradient of the last pair alone. Empty nothing in between, and divide by the number of pairs."),
            (2.0, "That is half of it. Is the square there? And is each loss divided once, by the number of pairs?"),
            (5.0, "w.grad was divided in each round, so what the first pair left was divided twice. Divide each loss."),
            (says("does not require grad"), "The numbers were taken out of the tensor: no .item() before backward()."),
        ], hint="Slopes: 2 · (2 − 4) · 1 = −4 for the first pair, 2 · (6 − 4) · 3 = 12 for the second. Their mean is "
                "4.")
    yield case(lambda: after((1.0, 4.0), (3.0, 4.0), (2.0, 1.0), (0.0, 9.0)), expect=5.0, name="four pairs: w.grad",
               wrong=[(10.0, "There are four pairs: divide by len(data), not by 2.")],
               hint="−4 + 12 + 12 + 0 is 20, and a quarter of it is 5.")
    yield case(lambda: after((1.0, 4.0), (3.0, 4.0), begin=100.0), expect=104.0,
               name="100 is in w.grad before: w.grad after",
               wrong=[(4.0, "What was there before is gone. Who calls your function decides when to empty."),
                      (54.0, "What was there before was divided as well: divide each loss, not w.grad.")],
               hint="The gradient of the mean is added to what was there.")

    def one_at_a_time():
        """Whether a gradient was there when the second pair was read, and the third."""
        w, there = torch.tensor(2.0, requires_grad=True), []

        class Pairs(list):
            def __iter__(self):
                for pair in super().__iter__():
                    there.append(w.grad is not None)
                    yield pair

            def __getitem__(self, number):
                there.append(w.grad is not None)
                return super().__getitem__(number)

        filled_in(in_pieces(w, Pairs([(1.0, 4.0), (3.0, 4.0), (2.0, 1.0)])))
        return there[-2:]

    yield case(one_at_a_time, expect=[True, True], name="when a pair is read, has the one before left its gradient?",
               wrong=[([False, False], "All pairs were read before the first backward(). With room for one pair only, "
                       "go back after each.")], hint="Go through data with a `for` loop, and go back after each pair.")


@exercise(number="6.4", title="the way back through a layer")
def check_layer(layer_grads, torch):
    def of(n, m, p):
        """grad, x and w of these sizes."""
        return [np.array([[float((3 * i + 2 * j + k) % 5 - 1) for j in range(b)] for i in range(a)])
                for k, (a, b) in enumerate(((n, p), (n, m), (m, p)))]

    def right(n, m, p):
        grad, x, w = of(n, m, p)
        return [(grad @ w.T).tolist(), (x.T @ grad).tolist(), grad.sum(0).tolist()]

    def wrong(n, m, p):
        grad, x, w = of(n, m, p)
        one, two, three = right(n, m, p)
        return [
            (lambda got: got == "called backward", "Call no `backward`: the three gradients are products and a sum."),
            (lambda got: len(got) == 2 and isinstance(got[0][0][0], list), "mm_rule gives two answers in one tuple. "
             "Take them out of it: three gradients side by side."),
            (lambda got: len(got) == 2, "Three gradients: for x, for w and for b."),
            (lambda got: got == [two, one, three], "The order: x first, then w, then b."),
            (lambda got: got[2] == grad.tolist(), "To b: grad has n rows, b has none. What was repeated is added up."),
            (lambda got: got[2] == [three], "To b: right numbers, but b has one dimension, no row of rows."),
            (lambda got: got[2] == grad.sum(1).tolist(),
             "To b: that adds up each row. b was stretched to n rows, so the rows are added."),
            (lambda got: got[2] == grad.mean(0).tolist(), "To b: that is the mean. Gradients are added up."),
            (lambda got: got[2] == grad.sum(), "To b: everything was added up. Only the rows are repeated."),
            (says("cannot be multiplied"), "Two matrices do not fit. Write their shapes side by side: the lengths that "
             "touch are equal."),
            (lambda got: got[0] == (grad @ w).tolist(), "To x: w has to be turned."),
            (lambda got: got[1] == np.transpose(two).tolist(),
             "To w: the numbers are right, but rows and columns are exchanged. Turn x, and put it on the left."),
            (lambda got: got[1] == (x @ grad).tolist(), "To w: x has to be turned."),
        ]

    def asked(n, m, p):
        if "backward" in layer_grads.__code__.co_names:
            return Remark("called backward")
        got = answered(layer_grads)(*[torch.tensor(part.tolist()) for part in of(n, m, p)])
        return plain(got) if isinstance(got, (tuple, list)) else got

    yield case(lambda: asked(4, 3, 2), expect=right(4, 3, 2), name="x (4, 3), w (3, 2), grad (4, 2)",
               wrong=wrong(4, 3, 2), hint="Each of the three has the shape of its tensor: x, w and b.")
    yield case(lambda: asked(2, 2, 2), expect=right(2, 2, 2), name="all three (2, 2)", wrong=wrong(2, 2, 2),
               hint="With squares every shape fits. What has to be turned, and which side does it stand on?")


@exercise(number="6.5", title="a table of words")
def check_table(table_grad):
    grad = np.array([[1.0, 2.0], [10.0, 20.0], [100.0, 200.0]])
    answer = answered(table_grad, np.ndarray)

    def way_back(*inputs):
        ready_made = {"add", "at"} <= set(table_grad.__code__.co_names)
        return Remark("asked np.add.at") if ready_made else answer(*inputs)

    yield case(
        way_back, grad, (4, 2), [2, 0, 3], expect=[[10.0, 20.0], [0.0, 0.0], [1.0, 2.0], [100.0, 200.0]],
        name="the words 2, 0, 3 of a table of four rows", wrong=[
            (is_a(list, tuple), "An array is expected, not a list: return result as it is."),
            ("asked np.add.at", "np.add.at does all of it. Here you add the rows yourself, one by one."),
            ([[1.0, 2.0], [10.0, 20.0], [100.0, 200.0], [0.0, 0.0]], "The rows were put down in the order of the "
             "sentence. Row k of grad belongs to row words[k]."),
            (lambda r: not np.any(r), "Nothing was added in: the loop must write into result."),
            (lambda r: np.array_equal(r, grad), "That is grad itself: one row for each word of the sentence."),
            ([[0.0, 0.0], [0.0, 0.0], [1.0, 2.0], [0.0, 0.0]], "Only one word was taken. Does `return` stand inside "
             "the loop?"),
            (lambda r: r.max() == 1, "A row gets its row of grad, not 1 for each mention."),
            (lambda r: r[1].any(), "No word names row 1, so it stays 0. Add to result[word], not to all of result."),
            (IndexError, "A word is a row number of the table, not of grad. Take both with zip(grad, words)."),
        ], hint="Row k of grad is added to the row words[k] of result, and result is returned.")
    yield case(way_back, grad, (2, 2), [1, 1, 0], expect=[[100.0, 200.0], [11.0, 22.0]], name="the word 1 comes twice",
               wrong=[([[100.0, 200.0], [10.0, 20.0]], "Word 1 got only its last gradient. With a list of places += "
                       "counts each place once, and = replaces: take the words one by one, and add."),
                      ([[100.0, 200.0], [1.0, 2.0]], "Word 1 got only its first gradient. Both count.")],
               hint="Row 1 is named twice: it gets the sum of the first two rows of grad.")
