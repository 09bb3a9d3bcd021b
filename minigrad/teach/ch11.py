"""Chapter 11: the checkers of the definitions that the reader writes, and of its exercises."""

import math

import numpy as np

from minigrad.teach.check import answered, blank, case, either, exercise, filled_in, is_a, needed, says

# What the reader writes into the package


class Broken(Exception):
    """What a function raises that cannot compute at some point."""


@blank
def check_nudged(nudged, torch):
    nudged = answered(nudged)

    def cubes(array):
        return lambda: (array * array * array).sum()

    def slope_at(start, place, h, make=cubes):
        array = np.array(start)
        got = nudged(make(array), array, place, h)
        return got.tolist() if isinstance(got, (np.ndarray, np.generic)) else got

    def afterwards(start, place, h):
        array = np.array(start)
        filled_in(nudged(cubes(array), array, place, h))
        return array.tolist()

    def all_left(*numbers):
        """Whether each of these numbers is the same afterwards, to the last digit."""
        return all([afterwards([number, 5.0], (0,), 1e-6) == [number, 5.0] for number in numbers])

    def after_failure(call):
        """What is left of an array where f fails when it is called for this time."""
        array, calls = np.array([3.0, 5.0]), []

        def f():
            calls.append(None)
            if len(calls) == call:
                raise Broken("no value here")
            return array.sum()

        try:
            got = nudged(f, array, (0,), 1.0)
        except Broken:
            return array.tolist()
        return "swallowed" if len(calls) >= call and got is not ... else got

    form = [
        (says("positional argument"), "f takes no argument: set array[place] first, and then call f()."),
        (says("unsupported operand"), "slope wants a function of one number, which sets the entry and *returns* f()."),
        (says("not callable"), "slope wants a function of one number as its first argument, not a number."),
    ]
    yield case(
        lambda: slope_at([3.0, 5.0], (0,), 1.0), expect=28.0,
        name="the sum of x * x * x at [3., 5.], first entry, h = 1", wrong=[
            *form,
            (37.0, "That is the slope from x to x + h. Nudge to both sides, as your slope does."),
            (19.0, "That is the slope from x - h to x. Nudge to both sides, as your slope does."),
            (56.0, "From x - h to x + h the distance is 2 * h, not h."),
            (14.0, "Did you divide by h again? slope divides already."),
            (-28.0, "The sign is wrong: subtract f at x - h from f at x + h."),
            (0.0, "Nothing has moved. Is the entry set before f() is called: array[place] = number?"),
            (27.0, "Use the h that is given, also where it is large."),
            (104.0, "All entries were moved. Set array[place] alone."),
            (18.5, "You kept the array itself, and it was nudged, too. Keep one number: before = array[place]."),
            (76.0, "That is the slope for the second entry. Use the place that you are given."),
        ], hint="Set the entry to number, return f(): that is the function whose slope is asked at array[place].")
    yield case(lambda: slope_at([[2.0, 3.0], [4.0, 5.0]], (1, 0), 0.5), expect=48.25,
               name="a table, the entry (1, 0), which is 4; h = 0.5",
               wrong=[*form, (48.000001, "Use the h that is given."), (48.0, "Use the h that is given: 0.5.")],
               hint="place may have two numbers. array[place] works with it as it is.")
    yield case(lambda: slope_at([2.0, 3.0], (1,), 0.5, lambda array: lambda: array * array), expect=[0.0, 6.0],
               name="f() with two results, at [2., 3.], second entry",
               wrong=[([0.0, 0.0], "f gave its own array, and you wrote into it later.")],
               hint="f() may give an array. slope works with it as it is: no float(...), no item().")
    yield case(lambda: afterwards([3.0, 5.0], (0,), 1.0), expect=[3.0, 5.0], name="the array afterwards",
               wrong=[(is_a(list), "The entry is still nudged: put back what stood there, also after an error.")])
    yield case(lambda: all_left(0.1, 0.7, 1 / 3, 1.1, 2.9, 3.3), expect=True,
               name="is the array afterwards as it was before?",
               wrong=[(False, "The entry is not what it was, to the last digit. Keep it before you nudge, and put that "
                       "back: adding h and taking it away again leaves a rounding error.")])
    for call, name in ((1, "f fails at once"), (2, "f fails at the second call")):
        yield case(lambda call=call: after_failure(call), expect=[3.0, 5.0], name=f"{name}: the array afterwards",
                   wrong=[("swallowed", "The error of f got lost. Let it go on to the caller: `finally`, not "
                           "`except`."),
                          (is_a(list), "The entry is still nudged. Put it back in any case: below `finally:`.")],
                   hint="try: the slope; finally: put the entry back.")


@blank
def check_agree(agree, torch):
    def found(computed, measured, atol, rtol):
        computed, measured = np.array(computed), np.array(measured)
        got = answered(agree)(computed, measured, atol, rtol)
        if isinstance(got, np.ndarray):
            return "an array"
        return bool(got) if isinstance(got, np.bool_) else got

    form = [("an array", "Return one answer, not one for each entry: take .all() of them."),
            (says("ambiguous"), "A comparison of arrays has many answers. Ask whether .all() of them are True."),
            (says("no attribute 'all'"), "Compare first, and take .all() of the comparison, in brackets."),
            (lambda got: isinstance(got, (int, float)) and not isinstance(got, bool),
             "Return True or False, not how far apart the entries are."),
            (is_a(str), "Return True or False.")]

    def row(computed, measured, atol, rtol, expect, hint):
        return case(lambda: found(computed, measured, atol, rtol), expect=expect,
                    name=f"agree({computed}, {measured}, {atol}, {rtol})", wrong=[*form, (not expect, hint)])

    yield row([5.0, 1.9], [5.0, 2.0], 0.01, 0.1, True, "They differ by 0.1, and there is room for 0.01 + 0.1 * 2.")
    yield row([5.0, 2.3], [5.0, 2.0], 0.01, 0.1, False,
              "They differ by 0.3, and there is room for 0.21: one entry too far apart is enough. All have to agree.")
    yield row([5.0, 1.0], [5.0, 2.0], 0.01, 0.1, False,
              "Too small is as wrong as too large: compare the size, abs, of the difference.")
    yield row([-1.9], [-2.0], 0.01, 0.1, True, "A slope may be negative: room is rtol times its *size*, abs(measured).")
    yield row([0.015], [0.0], 0.01, 0.1, False, "Around 0 the only room is atol, 0.01.")
    yield row([0.005], [0.0], 0.01, 0.1, True, "Around 0, too, there is room: atol is added to rtol * |measured|.")
    yield row([2.25], [2.0], 0.25, 0.0, True,
              "They differ by 0.25, and there is room for 0.25: *no more* than that. Compare by <=.")
    yield row([100.0], [50.0], 0.0, 0.6, False,
              "rtol is taken of the measured slope, 50, not of the computed one: the measurement is what you trust.")
    yield row([2.0, math.nan], [2.0, 2.0], 0.01, 0.1, False, "nan is neither near nor far: every comparison with it is "
              "False. Ask whether all are near (<=), not whether none is far (>).")
    yield row([[1.0, 0.0], [0.0, 1.0]], [[5.0, 0.0], [0.0, 5.0]], 1e-5, 1e-3, False,
              "These are the notes' slopes, 1 where 5 was measured.")


# Exercises


def double(torch, *entries):
    return torch.tensor(list(entries), dtype=torch.float64, requires_grad=True)


def gradient(torch, result, x, weight=1.0):
    """The gradient for `x` of `weight` times the sum of a result."""
    return torch.autograd.grad((filled_in(result) * weight).sum(), x)[0].tolist()


def passes(torch, function, *inputs):
    """Whether gradcheck agrees."""
    try:
        return torch.autograd.gradcheck(function, inputs)
    except RuntimeError as error:
        if "Jacobian mismatch" not in str(error) and "not multiplied" not in str(error):
            raise
        return False


@exercise(number="11.1", title="MulConstant, mended")
def check_mended(operation, torch):
    def found(constant, weight=1.0):
        x = double(torch, 1.0, 2.0)
        return gradient(torch, operation.apply(x, constant), x, weight)

    yield case(lambda: operation.apply(double(torch, 1.0, 2.0), 5).tolist(), expect=[5.0, 10.0],
               name="the value, 5 * [1., 2.]", hint="forward was right. Leave it as it is.")
    yield case(
        lambda: found(5), expect=[5.0, 5.0], name="the gradient with the constant 5",
        symptom=lambda got: got == [1.0, 1.0], wrong=[
            (lambda got: got == [1.0, 1.0], "Still 1: the constant has to stand in the rule."),
            ([0.2, 0.2], "Times the constant, not divided by it: x five times as fast makes the result so."),
            ([6.0, 6.0], "Multiply by the constant; adding it is right for no slope."),
            ([25.0, 25.0], "The constant counts twice. Multiply by it once."),
            (says("incorrect number"), "Two inputs, two answers with a comma between them, and no square brackets. The "
             "second, for the number, is None."),
            (says("different than None"), "A number has no gradient: its place in the answer is None."),
            (says("got int"), "A gradient is a tensor: multiply grad_output, and return the result."),
            (says("name 'self'"), "A static method has no self. What forward kept is on ctx."),
            (is_a(AttributeError, NameError), "The rule reads the constant where forward has put it: ctx.constant."),
            ([5.0, 10.0], "That is the value of forward. The slope of 5 * x is 5, whatever x is."),
        ], hint="constant times what arrives, and None.")
    yield case(lambda: found(-0.5, 10.0), expect=[-5.0, -5.0], name="the constant -0.5, where 10 arrives",
               symptom=lambda got: got == [10.0, 10.0],
               wrong=[([50.0, 50.0], "5 stands in the rule. Use the constant that apply was given, ctx.constant."),
                      ([-0.5, -0.5], "The slope is multiplied by what arrives, grad_output."),
                      ([5.0, 5.0], "5 stands in the rule, or the sign got lost. Multiply grad_output by "
                       "ctx.constant.")])
    yield case(lambda: passes(torch, lambda x: operation.apply(x, 5), double(torch, 1.0, 2.0)), expect=True,
               symptom=lambda got: got is False, name="gradcheck",
               hint="The rule multiplies grad_output, entry by entry.")


@exercise(number="11.2", title="fine, wrong or error?")
def check_words(words):
    answers = {
        "a": ("fine", "Two inputs, two answers: the slope is k, and the number's place is None."),
        "b": ("wrong", "The engine believes this rule, as it believed the rule of the notes. Who finds out that the "
                       "slope is not 1?"),
        "c": ("error", "forward has two inputs. How many answers does the engine expect?"),
        "d": ("error", "k is a number. What does the engine say to a gradient for a number?"),
        "e": ("wrong", "The form is right, and so are the numbers if ones arrive. But what if a 0 arrives?"),
        "f": ("fine", "Count the inputs, and remember what was said about further Nones at the end."),
    }
    for name, (right, hint) in answers.items():
        yield case(words.get(name, ...), expect=right, name=f"rule {name}", wrong=[
            (lambda got: got not in ("fine", "wrong", "error"), 'Write "fine", "wrong" or "error".'),
        ], hint=hint)


@exercise(number="11.3", title="the bend that broke")
def check_softplus(softplus, torch):
    def applied(*entries, dtype=torch.float64):
        x = torch.tensor(list(entries), dtype=dtype, requires_grad=True)
        return x, softplus.apply(x)

    def value(*entries, dtype=torch.float64):
        return filled_in(applied(*entries, dtype=dtype)[1]).tolist()

    def slopes(*entries, weight=1.0, dtype=torch.float64):
        x, result = applied(*entries, dtype=dtype)
        return gradient(torch, result, x, weight)

    def saved():
        result = filled_in(applied(2.0)[1])
        return len(result.grad_fn.saved_tensors) > 0

    def another(got):
        """Whether the slopes do not change with x: the rule reads an x of the notebook."""
        return isinstance(got, list) and got != [1.0, 1.0] and got == slopes(5.0, 7.0)

    unpacked = "forward saves x, and the rule takes it out first: `(x,) = ctx.saved_tensors`."
    delivered = either(..., says("ellipsis", "float", "expected Variable"))
    yield case(answered(lambda: value(0.0, 100.0)), expect=[math.log(2), 100.0], name="softplus of [0., 100.]",
               symptom=[math.log(2), 100.0],
               wrong=[(AttributeError, "None came back from forward. Is its `return` still there?")],
               hint="forward was finished: only save what the rule needs.")
    yield case(answered(lambda: value(100.0, dtype=torch.float32)), expect=[100.0], name="softplus of 100 in float32",
               symptom=[100.0],
               wrong=[([math.inf], "inf again: in float32 exp(100) is too large. Leave forward as it was, with "
                       "exp(-x).")], hint="forward was finished: only save what the rule needs.")
    yield case(
        lambda: slopes(0.0, 1.0), expect=[0.5, 0.7310586], name="the gradient at [0., 1.]",
        symptom=delivered, wrong=[
            ([0.5, 0.2689414], "The slope falls here, from 0.5 at 0 to 0.27 at 1. Softplus bends upwards: exp(-x)."),
            ([2.0, 1.3678794], "Divide: the slope is 1 over 1 + exp(-x), never more than 1."),
            (says("incorrect number of gradients"), "One input, so one gradient."),
            (another, "The same for every x: your rule found another `x`, one of the notebook. " + unpacked),
            (is_a(AttributeError, NameError), unpacked),
            (lambda got: says("got 0")(got) or isinstance(got, IndexError),
             "Nothing was saved: forward has to call ctx.save_for_backward(x)."),
            (either(ValueError, TypeError), "ctx.saved_tensors is a tuple: unpack it, `(x,) = ctx.saved_tensors`."),
            (says("can only save variables"), "save_for_backward takes tensors, one after the other, and no tuple."),
            (says("not have been used"), "No gradient came back. Does the rule return one?"),
        ], hint="grad times 1 / (1 + exp(-x)).")
    yield case(lambda: slopes(0.0, weight=10.0), expect=[5.0], name="the gradient of 10 * softplus at 0",
               symptom=delivered,
               wrong=[([0.5], "The same for softplus and 10 * softplus: multiply by the gradient that arrives."),
                      (either([9.5], [10.5]), "The slope is multiplied by the gradient that arrives, not added to "
                       "it.")])
    yield case(lambda: slopes(100.0, dtype=torch.float32), expect=[1.0], name="the gradient at 100 in float32",
               symptom=delivered,
               wrong=[(lambda got: math.isnan(got[0]), "nan again: in float32 exp(100) is inf. Use exp(-x), 0 there.")])
    yield case(saved, expect=True, name="is the tensor saved, so that its version is watched?",
               symptom=lambda got: got in (..., False),
               wrong=[(False, "It works, but as an attribute a tensor is not watched: ctx.save_for_backward(x).")])


def declared(torch):
    """5 times the sum of the entries, with the slopes that are given, true or not."""

    class Declared(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, slopes):
            ctx.slopes = slopes
            return (x * 5.0).sum()

        @staticmethod
        def backward(ctx, grad):
            return grad * torch.tensor(ctx.slopes, dtype=torch.float64), None

    return Declared


@exercise(number="11.4", title="how wrong is it?")
def check_worst(worst, torch):
    worst = needed(worst)

    def rounded(function, *options, start=(1.1, 2.9, 4.0)):
        x = double(torch, *start)
        x.grad = torch.tensor([7.0, 7.0, 7.0], dtype=torch.float64)
        found = worst(function, x, *options)
        if x.tolist() != list(start):
            return "x is changed"
        if x.grad is None or x.grad.tolist() != [7.0, 7.0, 7.0]:
            return "x.grad is changed"
        if several(found):
            return found
        return round(float(found), 3) if isinstance(found, float) or hasattr(found, "item") else found

    def several(found):
        """Whether this is a list, or a tensor or an array of more than one entry."""
        return isinstance(found, (list, tuple)) or hasattr(found, "item") and math.prod(found.shape) != 1

    def with_slopes(*slopes):
        return rounded(lambda x: declared(torch).apply(x, slopes))

    def cubes(x):
        return (x * x * x).sum()

    known = [("x is changed", "x is another afterwards, if only in its last digit. Change a copy, moved = x.tolist(), "
              "anew for each entry."),
             ("x.grad is changed", "x.grad is another afterwards. torch.autograd.grad returns the slopes, and touches "
              "nothing."),
             (several, "Return one number: the largest difference.")]
    yield case(lambda: with_slopes(1.0, 1.0, 1.0), expect=4.0, name="true slopes 5, 5, 5; the rule says 1, 1, 1",
               wrong=[*known,
                      (12.0, "This is the sum of all differences. Return the largest difference."),
                      (9.0, "You measured twice the slope: the two points are 2 * eps apart."),
                      (1.0, "Either this is the rule's slope and not a difference; or 0 was measured: the change is "
                       "divided by (2 * eps), with brackets."),
                      (5.0, "That is a slope. Return the difference between it and the rule's gradient."),
                      (-4.0, "A difference counts without its sign: use abs."),
                      (is_a(bool), "gradcheck says whether a rule is wrong. Return how wrong it "
                       "is: the largest difference."),
                      (lambda got: isinstance(got, float) and got % 1 > 0, "Neither 4 nor another whole number: "
                       "float32 has too few digits. Write torch.tensor(moved, dtype=torch.float64)."),
                      (says("Jacobian mismatch"), "gradcheck says whether a rule is wrong. Return how wrong it is: the "
                       "largest difference."),
                      (says("converted to Scalar"), "grad(...) returns a tuple: unpack it, `(slopes,) = ...`."),
                      (says("in-place"), "x itself must not be written into. Change a copy, moved = x.tolist()."),
                      (says("'list' object"), "func takes a tensor: func(torch.tensor(moved, dtype=torch.float64)).")])
    yield case(lambda: with_slopes(5.0, 5.0, 3.0), expect=2.0, name="true slopes 5, 5, 5; the rule says 5, 5, 3",
               wrong=[*known, (0.0, "The third entry differs by 2. Go through all entries.")])
    yield case(
        lambda: with_slopes(5.0, 8.0, 4.0), expect=3.0, name="true slopes 5, 5, 5; the rule says 5, 8, 4",
        wrong=[*known,
               (1.0, "The second entry differs by -3, which is worse than 1: a difference counts without its sign.")],
    )
    yield case(lambda: with_slopes(5.0, -5.0, 5.0), expect=10.0, name="true slopes 5, 5, 5; the rule says 5, -5, 5",
               wrong=[*known,
                      (0.0, "From -5 to 5 it is 10. Take the size of the difference, abs(measured slope - rule), not "
                       "the difference of the sizes.")])
    yield case(lambda: rounded(cubes), expect=0.0, name="the sum of x**3, whose rule is right; rounded to three digits",
               wrong=known,
               hint="The rule is right, so the measured slopes are not. Move one entry alone, to both sides, and start "
                    "again from the same x for the next one.")
    yield case(lambda: rounded(cubes, 0.5), expect=0.25, name="the same with eps = 0.5", wrong=[
        *known,
        (6.25, "That is measured to one side only, from x to x + eps. Move to both sides: it is far more exact."),
        (lambda got: got > 5, "Measured to one side only? From x - eps to x + eps it is far more exact."),
        (0.0, "With so large a step the measurement is off by 0.25. Use the eps that is given."),
    ], hint="From x - eps to x + eps, divided by 2 * eps.")
    yield case(lambda: rounded(lambda x: x[0] * x[1] * x[2], 0.5, start=(1.0, 2.0, 3.0)), expect=0.0,
               name="x[0] * x[1] * x[2] at [1., 2., 3.], whose rule is right; eps = 0.5", wrong=known,
               hint="When you move the next entry, the entry before must be as it was: make moved = x.tolist() anew "
                    "for each entry.")


@exercise(number="11.5", title="a wrong gradient on purpose")
def check_reverse(reverse, torch):
    def applied(number):
        x = torch.tensor([3.0, -1.0], requires_grad=True)
        return x, reverse.apply(x, number)

    def slopes(number):
        x, result = applied(number)
        return gradient(torch, result, x, torch.tensor([10.0, 1.0]))

    yield case(answered(lambda: filled_in(applied(0.5)[1]).tolist()), expect=[3.0, -1.0], name="the value at [3., -1.]",
               wrong=[(either([-3.0, 1.0], [-1.5, 0.5]), "The value must not change. Only the rule changes the sign of "
                       "the gradient."),
                      ([1.5, -0.5], "The value must not change: use the number only in the rule."),
                      (says("can only save variables"), "A number is kept as an attribute: ctx.number = number."),
                      (says("NoneType"), "None came back from forward. Is a `return` missing?")])
    yield case(
        lambda: slopes(0.5), expect=[-5.0, -0.5], name="what comes back for the gradients [10., 1.], with 0.5", wrong=[
            ([5.0, 0.5], "The sign is missing: times minus the number."),
            ([-10.0, -1.0], "Only the sign has changed. Keep the number on ctx, and multiply by it, too."),
            ([-0.5, -0.5], "Multiply the gradient that arrives, `grad`; it need not be 1."),
            ([-20.0, -2.0], "You divided by the number. Multiply by it."),
            ([9.5, 0.5], "You subtracted the number. Multiply the gradient that arrives by minus the number."),
            ([-1.5, 0.5], "You multiplied the input by minus the number. Multiply the gradient that arrives, `grad`."),
            (says("got float"), "A gradient is a tensor: multiply `grad`, and return the result."),
            (says("incorrect number of gradients"), "The number is an input, too: its place in the answer is None."),
            (says("different than None"), "A number has no gradient: its place, the second, is None."),
            (says("name 'number'"), "`number` belongs to forward. Put it on ctx there, and read ctx.number here."),
            (is_a(AttributeError, NameError), "The rule reads ctx.number. Has forward put it there?"),
        ])
    yield case(lambda: slopes(2.0), expect=[-20.0, -2.0], name="the same with 2.0", wrong=[
        ([-5.0, -0.5], "Your rule has 0.5 in it, so it is right only for 0.5. Use the number that `apply` was given."),
    ])
