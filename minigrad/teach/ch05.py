"""Chapter 5: the checkers of the definitions that the reader writes, and of its exercises."""

import contextlib

import numpy as np

from minigrad.locale import say
from minigrad.teach.check import Remark, blank, case, either, exercise, filled_in, is_a, needed, says

REFUSED = "grad can be implicitly created only for scalar outputs"


# What the reader writes into the package


@blank
def check_first_gradient(first_gradient, torch):
    def begun(data, **options):
        with np.errstate(all="ignore"):
            got = filled_in(first_gradient(torch.tensor(data, **options)))
        if isinstance(got, torch.Tensor):
            return Remark("a tensor")
        if not hasattr(got, "dtype"):
            return "None" if got is None else Remark("a bare number") if isinstance(got, (int, float)) else got
        return [str(got.dtype), got.tolist()]

    def refusal(data):
        try:
            filled_in(first_gradient(torch.tensor(data)))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return Remark("no error")

    form = [
        ("None", "None came back. Is a `return` missing?"),
        ("a tensor", "The engine works on arrays: give back what ones_of(output.array) gives."),
        ("a bare number", "Right number, but the form is not: an array in the output's shape, ones_of(output.array)."),
        (says("no attribute 'size'"), "The size belongs to the array: output.array.size."),
        (says(REFUSED), "A tensor of one entry is refused. What is its output.array.size?"),
        (says("not callable"), "size and array are no functions: write them without brackets behind."),
        (says("len() of"), "Count with .size: an array without dimensions has no len."),
        (says("numpy() on Tensor that requires grad"), "ones_of wants the array of the output, not the tensor."),
        (lambda got: "nan" in str(got), "The 1 was computed from the entry, and 0 / 0 or inf * 0 is no number. "
         "ones_of(output.array) looks at no entry."),
    ]
    yield case(lambda: begun(7.0), expect=["float32", 1.0], name="the result 7.", wrong=[
        *form,
        (lambda got: got[1] == [1.0], "A lone number has no brackets, and neither has its gradient: "
         "ones_of(output.array)."),
        (lambda got: got[1] == 7.0, "That is the result itself. Every walk begins with a 1."),
        (lambda got: got[1] == 1.0, "The dtype is another than the output's: ones_of(output.array) keeps it."),
        (lambda got: got[0] == "object", "ones_of wants the array of the output, not the tensor."),
    ], hint="Of one entry, give ones_of(output.array).")
    yield case(lambda: begun([[7.0]]), expect=["float32", [[1.0]]], name="the result [[7.]]", wrong=[
        *form,
        (lambda got: got[1] in (1.0, [1.0]), "The gradient has the shape of the output: ones_of(output.array)."),
    ], hint="One entry, in two dimensions: it is one entry all the same.")
    yield case(lambda: begun(7.0, dtype=torch.float64), expect=["float64", 1.0], name="the result 7. in float64",
               wrong=form, hint="The gradient has the output's dtype, too: ones_of(output.array).")
    yield case(lambda: begun(7.0, requires_grad=True), expect=["float32", 1.0],
               name="the result 7., which requires grad", wrong=form,
               hint="Every result of a computation requires grad. Its array is all that is needed.")
    for number in (0.0, float("inf")):
        yield case(lambda number=number: begun(number), expect=["float32", 1.0], wrong=form,
                   name=say("the result {number}").format(number=number),
                   hint="The 1 is the same for every entry: ones_of(output.array).")
    for data, name, missed in (
        ([10.0, 4.0, 15.0], "three results: what is raised",
         "It has three entries, and was not refused. Only one entry, a size of 1, needs no choice."),
        ([], "a result without any entry: what is raised",
         "It has no entry at all, and was not refused. Only one entry, a size of 1, needs no choice."),
    ):
        yield case(lambda data=data: refusal(data), expect=f"RuntimeError: {REFUSED}", name=name, wrong=[
            ("no error", missed),
            (f"ValueError: {REFUSED}", "The sentence is right, the kind is not: raise RuntimeError(...)."),
            (lambda got: got.startswith("RuntimeError"), "Another sentence. Copy it from the docstring."),
            (lambda got: got.startswith("AssertionError"), "Raise RuntimeError(...), rather than assert."),
        ], hint="Raise RuntimeError with the sentence in the docstring.")


class Stop:
    """A node, as far as `leads_to` looks at one."""

    def __init__(self, name, *targets):
        self.name, self.next_functions = name, tuple([(target, 0) for target in targets])

    def __repr__(self):
        return self.name


def small_graph():
    """leaf a, leaf b, a * b, 3 * b and their sum, the oldest first."""
    a, b = Stop("a"), Stop("b")
    left, right = Stop("a * b", a, b), Stop("3 * b", None, b)
    return [a, b, left, right, Stop("sum", left, right)]


@blank
def check_leads_to(leads_to, torch):
    leads_to = needed(leads_to)

    def found(*places, order=None):
        order = order or small_graph()
        wanted = [order[place] for place in places]
        before, asked = list(order), list(wanted)
        got = leads_to(order, wanted)
        if order != before or wanted != asked:
            return Remark("changed")
        if not isinstance(got, (set, frozenset)):
            return type(got).__name__
        return sorted(map(repr, got))

    def newest_first():
        """Whether it is right on an order that is turned round."""
        return found(-1, order=small_graph()[::-1]) == ["a", "a * b", "sum"]

    def stops_early():
        """Whether it finds only one of two neighbours."""
        a = Stop("a")
        return found(0, order=[a, Stop("one", a), Stop("two", a)]) == ["a", "one"]

    def takes_leaves():
        return found(order=[Stop("leaf")]) == ["leaf"]

    form = [("changed", "order or wanted is another afterwards. Begin with a set of your own: set(wanted)."),
            (lambda got: got in ("list", "tuple", "dict"), "A set is due: begin with set(wanted), and add to it."),
            (lambda got: isinstance(got, list) and any(name.startswith("(") for name in got),
             "next_functions holds pairs. Take the node out of each: `for target, number in node.next_functions`."),
            (lambda got: isinstance(got, list) and "None" in got,
             "None is in the set: that is where an edge ends. Add the node that you are at, not its target."),
            (says("unhashable"), "A list cannot be in a set: begin with set(wanted), not {wanted}."),
            (says("no attribute 'append'"), "A set grows with .add(node)."),
            (says("NoneType"), "Some edges lead to None. It is in no set, so asking `target in ...` is enough."),
            (says("recursion"), "A long chain is too deep for calls inside each other: go along order in one loop.")]
    yield case(lambda: found(0), expect=["a", "a * b", "sum"], name="a * b + 3 * b: leads_to(order, [a])", wrong=[
        *form,
        (["a * b", "sum"], "The wanted itself belongs to the set: begin with it."),
        (lambda got: got == ["a", "a * b"] and (newest_first() or stops_early()),
         "Is `order` walked from the oldest on? Does `return` stand inside the loop?"),
        (["a", "a * b"], "Only the neighbours of a. The sum leads to a * b, and so to a: ask the set that grows."),
        (["a"], "Only the wanted is there. Add each node of order that has a target in the set; return it at the end."),
        ([], "The set began empty: begin with set(wanted)."),
        (["3 * b", "a", "a * b", "b", "sum"], "All nodes are there. From 3 * b no edge leads to a."),
        (lambda got: "b" in got and takes_leaves(), "A leaf has no targets, and `all` of nothing is True: use `any`."),
        (["a", "a * b", "b"], "That is the other direction, or one edge too many: add the node, not its targets."),
        (["a", "sum"], "From the sum one gets to a only by way of a * b. Is that in the set, too?"),
    ], hint="Begin with set(wanted). Go along order; a node with a target in the set goes into the set.")
    yield case(lambda: found(2), expect=["a * b", "sum"], name="a * b + 3 * b: leads_to(order, [a * b])", wrong=[
        *form, (lambda got: "a" in got, "From a no edge leads to a * b: it is the other way round."),
    ], hint="The wanted may stand in the middle.")
    yield case(lambda: found(1), expect=["3 * b", "a * b", "b", "sum"], name="a * b + 3 * b: leads_to(order, [b])",
               wrong=[*form, (lambda got: isinstance(got, list) and len(got) < 4,
                              "b is the second input of both products. Look at every edge of a node, not only one.")],
               hint="To b there are two ways; both products lead there.")
    yield case(lambda: found(0, 1), expect=["3 * b", "a", "a * b", "b", "sum"],
               name="a * b + 3 * b: leads_to(order, [a, b])", wrong=form, hint="Any of the wanted is enough.")
    yield case(lambda: found(), expect=[], name="a * b + 3 * b: leads_to(order, [])", wrong=form,
               hint="Where nothing is wanted, nothing leads there.")

    def chain():
        order = [Stop("first")]
        for _ in range(1500):
            order.append(Stop("step", order[-1]))
        got = found(0, order=order)
        return len(got) if isinstance(got, list) else got

    yield case(chain, expect=1501, name="a chain of 1500 steps: how many lead to the first?", wrong=form,
               hint="Go along order once, from the oldest: then a node's targets have been decided before it.")


@blank
def check_jacobian(jacobian, torch):
    def example(x):
        a, b = x[:1], x[1:]
        return torch.cat([a * b, a * a, 3 * b])

    def fewer(x):
        return torch.cat([x[:1] * x[2:], 7 * x[1:2]])

    def table(function, start):
        x, calls = torch.tensor(start, requires_grad=True), []

        def watched(value):
            calls.append(value.tolist() if isinstance(value, torch.Tensor) else value)
            return function(value)

        watched.__name__ = function.__name__
        code = jacobian.__code__
        if "jacobian" in code.co_names + code.co_varnames + code.co_freevars:
            return Remark("asked")
        got = needed(jacobian)(watched, x)
        if x.grad is not None:
            return Remark("touched")
        if any(call != start for call in calls):
            return Remark("measured")
        if not isinstance(got, torch.Tensor):
            return type(got).__name__
        return got.tolist() if len(calls) >= len(got.tolist()) else Remark("once")

    exchanged = "The first two arguments are exchanged: grad(output, inputs, weights)."
    known = [("asked", "Here you write it yourself: without asking for jacobian."),
             ("measured", "func was called at another point than inputs. No nudges: `grad` with weights is exact."),
             ("touched", "inputs.grad is filled. `grad` returns a row and touches nothing; backward fills .grad."),
             ("once", "func(inputs) has to be computed anew for each row: on PyTorch a graph serves for one pass."),
             ("list", "Those are rows in a list: return matrix(rows)."),
             ("tuple", "grad gives a tuple, and one row is not all: collect the rows, and return matrix(rows)."),
             (says("'tuple' object has no attribute 'array'"), "grad gives a tuple: take its only entry, (row,) = ..."),
             (says(REFUSED), "grad needs weights here: unit(place, output) picks the row."),
             (says("'NoneType' object has no attribute"), "backward returns nothing. Ask `grad` for the row."),
             (says("'list' object has no attribute"), "`unit(place, like)` and `grad` want tensors, not lists."),
             (says("need at least one array"), "There is no row to put together. There are func(inputs).numel() rows."),
             (says("object is not iterable"), "A number cannot be looped over: range(func(inputs).numel()).")]
    yield case(
        lambda: table(example, [2.0, 5.0]), expect=[[5.0, 2.0], [4.0, 0.0], [0.0, 3.0]],
        name="(a * b, a * a, 3 * b) at (2, 5)", wrong=[
            *known,
            ([[5.0, 4.0, 0.0], [2.0, 0.0, 3.0]], "Those are the columns. A row belongs to a result."),
            ([[5.0, 2.0], [4.0, 0.0]], "Two rows, one for each input. A row belongs to a result, and there are three."),
            ([[5.0, 2.0]] * 3, "Always the first row: the 1 has to move to place."),
            ([[9.0, 5.0]] * 3, "Every row is the sum of all rows. The weights are unit(place, output)."),
            ([[5.0, 2.0]], "One row came back. Does `return` stand inside the loop?"),
            ([[0.0, 3.0], [4.0, 0.0], [5.0, 2.0]], "The rows stand upside down: the first result has the first row."),
            ([[5.0, 2.0], [9.0, 2.0], [9.0, 5.0]], "The rows add up: each has to begin anew."),
            (says("and output[0] has a shape of minigrad.Size([2])", "not have been used"), exchanged),
            (says("Mismatch in shape"), "Weights have the shape of the output: unit(place, output), not of inputs."),
            (says("out of bounds"), "The 1 has to stand at a place of the output: unit(place, output)."),
        ], hint="Row by row: (row,) = grad(func(inputs), inputs, the unit weights of this row).")
    yield case(lambda: table(fewer, [1.0, 2.0, 3.0]), expect=[[3.0, 0.0, 1.0], [0.0, 7.0, 0.0]],
               name="(a * c, 7 * b) at (1, 2, 3)",
               wrong=[*known,
                      (lambda got: isinstance(got, list) and len(got) == 3, "Two results, so there are two rows."),
                      (either(IndexError, RuntimeError), "Two results, three inputs: count the rows with "
                       "func(inputs).numel().")], hint="Two results, three inputs: two rows of three numbers.")


# Exercises


@exercise(number="5.1", title="rows and weights")
def check_rows(answers):
    yield case(answers["entries in y"], expect=3, name="entries in y", wrong=[
        (2, "Those are the columns, one for each input. A result has a row."),
        (6, "Six is the number of slopes. A result has a row."),
    ], hint="One number, without brackets: y has one entry for each row.")
    yield case(answers["entries in x"], expect=2, name="entries in x", wrong=[
        (3, "Those are the rows, one for each result. An input has a column."),
        (6, "Six is the number of slopes. An input has a column."),
    ], hint="One number, without brackets: x has one entry for each column.")
    yield case(answers["x.grad"], expect=[-1.0, 3.0], name="x.grad", wrong=[
        ([1.0, 3.0], "Nearly: one sign is wrong. Look at the weight -1 once more."),
        ([4.0, 1.0], "That is the plain sum of the rows. Each row has a weight: 2, 1 and -1."),
        ([5.0, 3.0], "The third weight is -1: the third row is taken away."),
        (lambda got: len(got) == 3, "x has two entries, and so has its gradient: one sum for each column."),
        ([-1.0, 5.0], "In the second column: 2 times 2, and then 1 times -1."),
        ([1.0, 2.0], "That is the first row alone. All three rows count, each with its weight."),
        ([2.0, 4.0], "That is the first row with its weight. Add the other two, each with its own."),
    ], hint="A list of two numbers, one for each column: weight times entry, row by row, added up.")


@exercise(number="5.2", title="examples that matter more")
def check_weighted(weighted_backward, torch):
    def gradient(importance):
        leaf = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
        losses, passes = leaf * leaf, []
        rule = getattr(losses.grad_fn, "backward", None)

        def counted(*grads):
            passes.append(grads)
            return rule(*grads)

        if rule is not None:  # PyTorch's nodes have none, and refuse a second pass themselves
            with contextlib.suppress(AttributeError):
                losses.grad_fn.backward = counted
        answer = weighted_backward(losses, importance)
        if leaf.grad is None:
            return ... if answer is ... else Remark("no gradient")
        return Remark("several passes") if len(passes) > 1 else leaf.grad

    to_tensor = "A Python list cannot be used here: make a tensor of it, torch.tensor(importance)."
    a_list = [(either(is_a(TypeError, AttributeError), says("tensors and")), to_tensor)]
    a_list.append(("several passes", "Each example had a pass of its own, and on PyTorch a graph serves for one pass. "
                   "One call of backward takes all the weights."))
    one_number = "All examples got the same weight. Give backward one weight for each example."
    yield case(
        lambda: gradient([1.0, 10.0, 100.0]), expect=[2.0, 40.0, 600.0],
        name="losses x * x at (1, 2, 3) with the weights 1, 10, 100", wrong=[
            *a_list,
            ([2.0, 4.0, 6.0], "That is the gradient of the plain sum: the weights were not used."),
            (either([222.0, 444.0, 666.0], [74.0, 148.0, 222.0]), one_number),
            (lambda got: abs(got.tolist()[2] - 200) < 1e-3, "That is the mean: a weighted sum is not divided."),
            (lambda got: got.tolist()[2] < 6, "The weights are used as they are: they are not divided by their sum."),
            (says("Mismatch"), "The weights have the shape of losses, one for each example: losses.backward(weights)."),
            (says("implicitly"), "losses has three entries: call losses.backward(...) with one weight for each."),
            ("no gradient", "Nothing reached the leaf. Call losses.backward(...) with the weights."),
        ], hint="One call is enough: losses.backward(...), with the list made a tensor.")
    yield case(lambda: gradient([0.0, 1.0, 0.0]), expect=[0.0, 4.0, 0.0], name="only the second example counts",
               wrong=a_list, hint="A weight of 0 takes an example out.")


@exercise(number="5.3", title="cut in the middle")
def check_cut(through_the_cut, torch):
    seen = []  # what the second half was last called with

    def gradient(first, second, start):
        x, halves = torch.tensor(start, requires_grad=True), []

        def far(h):
            halves.append(h)
            return second(h)

        seen.clear()
        seen.append(halves)
        answer = through_the_cut(first, far, x)
        if not halves:
            return ... if answer is ... else Remark("second was not called")
        if len(halves) > 2:
            return Remark("nudged")
        if not halves[0].is_leaf:
            return Remark("not cut")
        return Remark("no gradient") if x.grad is None else x.grad

    known = [
        ("second was not called", "Compute the second half, too: second(h)."),
        ("nudged", "second ran more than twice. No nudges: backward on its loss finds all slopes at once, exactly."),
        ("not cut", "second got a tensor that remembers where it came from. Only numbers travel: y.detach()."),
        ("no gradient", "Nothing has come to x. The last step is y.backward(...), with what the second half found."),
        (lambda got: says(REFUSED)(got) and all(h.is_leaf and h.grad is None for h in seen[0]),
         "h.grad is still None: the second half's backward has to come first."),
        (says(REFUSED), "y has several entries: y.backward(...) needs weights. The second half has just found them."),
        (says("does not require grad"), "h must want its gradient: h = y.detach().requires_grad_()."),
        (says("'NoneType' object has no attribute"), "h has no gradient. Which backward fills it? That of the loss."),
        (says("Mismatch"), "The weights for y have y's shape: they are h.grad."),
    ]
    yield case(
        lambda: gradient(lambda x: x * x, lambda h: (h * h).sum(), [2.0, 5.0]), expect=[32.0, 500.0],
        name="y = x * x, loss = (y * y).sum(), at (2, 5)", wrong=[
            *known,
            ([4.0, 10.0], "The weights were ones. They are the slopes of the loss for y: h.grad."),
            ([16.0, 250.0], "The weights were the numbers of y. They are the slopes of the loss for y: h.grad."),
            ([8.0, 50.0], "That is h.grad. Carry it back through the first half: y.backward(h.grad)."),
        ], hint="Two calls of backward: on the loss, which fills h.grad, and on y with h.grad.")
    yield case(lambda: gradient(lambda x: 3 * x, lambda h: (h * torch.tensor([1.0, -1.0])).sum(), [2.0, 5.0]),
               expect=[3.0, -3.0], name="y = 3 * x, loss = y[0] - y[1]", wrong=known,
               hint="The weights for y are here 1 and -1.")


@exercise(number="5.4", title="find the idle knobs")
def check_idle(idle, torch):
    def places(build, chosen):
        values = 2.0, 5.0, 7.0, 0.0, [3.0, 4.0], 8.0
        a, b, c, zero, row, d = leaves = [torch.tensor(value, requires_grad=True) for value in values]
        got = filled_in(idle(build(a, b, zero, row), [leaves[place] for place in chosen]))
        return Remark("touched") if any(leaf.grad is not None for leaf in leaves) else got

    unused = says("appears to not have been used")
    known = [
        ("touched", "A leaf's .grad is filled. `torch.autograd.grad` finds gradients and touches nothing."),
        (unused, "grad complains of an idle input: call it with allow_unused=True."),
        (lambda got: isinstance(got, list) and got and got[0] is None, "Return the places, and not what stands there."),
        (lambda got: isinstance(got, list) and any(hasattr(item, "requires_grad") for item in got),
         "Return the places, 0, 1 and so on, and not the tensors."),
        (lambda got: isinstance(got, list) and got and isinstance(got[0], bool), "Return the places where it is true."),
    ]
    yield case(lambda: places(lambda a, b, zero, row: a * b, (0, 2, 1)), expect=[1], name="a * b, inputs a, c, b",
               wrong=[*known,
                      ([0, 2], "Those are the inputs that count. Return the others."),
                      ([2], "c has place 1 here: count the inputs from 0."),
                      (1, "A list is due, also for one place: [1]."),
                      ([], "c is idle: its gradient is None."),
                      (is_a(tuple), "A list is due, not a tuple.")],
               hint="grad(..., allow_unused=True) gives None for an idle input.")
    yield case(lambda: places(lambda a, b, zero, row: a * b, (2, 0, 5)), expect=[0, 2], name="a * b, inputs c, a, d",
               wrong=[*known,
                      ([0], "Two inputs are idle here, c and d. Does `return` stand inside the loop? And `index` finds "
                       "one place only.")], hint="Go through all gradients, and collect each place where None stands.")
    yield case(lambda: places(lambda a, b, zero, row: (a * row).sum(), (0, 4, 2)), expect=[2],
               name="(a * row).sum(), inputs a, row, c, where row holds two numbers",
               wrong=[*known,
                      (says("Boolean value"), "`not gradient` asks a gradient whether its number is 0. Here it has two "
                       "numbers; and None alone is what you look for: `gradient is None`."),
                      (is_a(Exception), "A gradient may have several numbers. Do not look at them: ask whether it `is "
                       "None`.")], hint="row counts: its gradient is a tensor of two numbers, and not None.")
    yield case(lambda: places(lambda a, b, zero, row: a * zero, (0, 3, 1)), expect=[2],
               name="a * zero, inputs a, zero, b",
               wrong=[*known, ([0, 2], "The slope of a is 0 here, but a path leads there. Ask whether it `is None`."),
                      ([0, 1, 2], "Ask whether a gradient `is None`.")], hint="A gradient of 0 is not None.")
    yield case(lambda: places(lambda a, b, zero, row: a * b, (0, 1)), expect=[], name="a * b, inputs a, b", wrong=known,
               hint="Both count: an empty list.")
