"""Chapter 11: the checkers of its exercises."""

from minigrad.autograd.gradcheck import gradcheck, gradgradcheck
from minigrad.core.engine import grad
from minigrad.core.node import Function
from minigrad.core.ops import mul, sum as total
from minigrad.core.tensors import ones, tensor
from minigrad.exact.dtypes import float64
from minigrad.teach.check import answered, case, exercise, says

RIGHT_WORDS = {"a": "fine", "b": "wrong", "c": "error", "d": "error", "e": "wrong", "f": "fine"}


def point(*entries):
    return tensor(list(entries), dtype=float64, requires_grad=True)


def gradient(function, x, weight=1.0):
    """The gradient for `x` of `weight` times the sum of what a Function makes of it."""
    result = function.apply(x)
    return result if result is ... else grad(mul(total(result), weight), x)[0].tolist()


@exercise(number="11.1", title="fine, wrong or error?")
def check_words(words):
    hints = {
        "a": "Two inputs, two answers: the slope is k, and the number's place is None.",
        "b": "The engine believes this rule, as it believed document 000's. Who finds out that the slope is k, not 1?",
        "c": "forward has two inputs. How many answers does the engine expect?",
        "d": "k is a number. What does the engine say to a gradient for a number?",
        "e": "The form is right. But what leaves this rule when zeros arrive?",
        "f": "Count the inputs, and remember what was said about further Nones at the end.",
    }
    for name, right in RIGHT_WORDS.items():
        yield case(
            words.get(name, ...),
            expect=right,
            name=f"rule {name}",
            wrong=[(lambda got: got not in ("fine", "wrong", "error"), 'Write "fine", "wrong" or "error".')],
            hint=hints[name],
        )


@exercise(number="11.2", title="one over x")
def check_reciprocal(reciprocal):
    def value():
        result = reciprocal.apply(tensor([2.0, 4.0]))
        return result if result is ... else result.tolist()

    def saved():
        x = tensor([2.0], requires_grad=True)
        result = reciprocal.apply(x)
        return result if result is ... else [kept.tolist() for kept in result.grad_fn.saved_tensors]

    def second():
        blank = reciprocal.apply(point(2.0)) is ...
        return ... if blank else gradgradcheck(reciprocal.apply, point(2.0, 4.0), raise_exception=False)

    yield case(
        answered(value),
        expect=[0.5, 0.25],
        name="1 / x at [2., 4.]",
        wrong=[
            (AttributeError, "None came back from forward. Is a `return` missing?"),
            (says("positional argument"), "With setup_context, forward gets no ctx: it is forward(x)."),
            (says("can only save variables"), "Save the output itself, a tensor: ctx.save_for_backward(output)."),
        ],
    )
    yield case(
        saved,
        expect=[[0.5]],
        name="what is saved, at [2.]",
        wrong=[
            ([[2.0]], "That is the input. The rule can be written with the output alone: save `output`."),
            ([[2.0], [0.5]], "Input and output are saved. The output alone is enough."),
            ([], "Nothing is saved: call ctx.save_for_backward(output) in setup_context."),
        ],
    )
    yield case(
        lambda: gradient(reciprocal, point(2.0, 4.0)),
        expect=[-0.25, -0.0625],
        name="the gradient at [2., 4.]",
        wrong=[
            ([0.25, 0.0625], "The sign: 1 / x falls where x grows."),
            ([-0.5, -0.25], "The slope is minus the square of the output."),
            ([-4.0, -16.0], "y is 1 / x already: -1 / x**2 is -y * y."),
            ([0.75, 0.9375], "The slope is multiplied by the gradient that arrives, not added to it."),
            (NotImplementedError, "The class has no rule: write backward."),
            (says("incorrect number of gradients"), "One input, so one gradient."),
            (ValueError, "ctx.saved_tensors is a tuple: unpack it, `y, = ctx.saved_tensors`."),
            (TypeError, "ctx.saved_tensors is a tuple: unpack it, `y, = ctx.saved_tensors`."),
            (says("not have been used"), "No gradient came back. Does the rule return one?"),
        ],
        hint="The slope of 1 / x is -1 / x**2, which is minus the square of the output.",
    )
    yield case(
        lambda: gradient(reciprocal, point(2.0), weight=10.0),
        expect=[-2.5],
        name="the gradient of 10 / x at 2",
        wrong=[([-0.25], "The same for 1 / x and 10 / x: multiply by the gradient that arrives.")],
    )
    yield case(
        second,
        expect=True,
        name="gradgradcheck",
        wrong=[(False, "The first derivative is right, the second is not: something in the rule has no history. Save "
                       "`output` itself, do not compute it anew, and write the rule without detach() and numpy().")],
    )


@exercise(number="11.3", title="squared distance")
def check_distance(distance):
    def slopes():
        a, b = point(5.0, 1.0), point(2.0, 3.0)
        return [found.tolist() for found in grad(total(distance.apply(a, b)), [a, b])]

    yield case(
        slopes,
        expect=[[6.0, -4.0], [-6.0, 4.0]],
        name="gradients for a = [5., 1.] and b = [2., 3.]",
        wrong=[
            ([[6.0, -4.0], [6.0, -4.0]], "b's gradient has the opposite sign: where b grows, a - b falls."),
            ([[3.0, -2.0], [-3.0, 2.0]], "A square has the factor 2."),
            ([[-6.0, 4.0], [6.0, -4.0]], "Both signs are turned round: where a grows, a - b grows, too."),
            ([[9.0, 4.0], [-9.0, -4.0]], "(a - b)**2 is the value. Its slope for a is 2 * (a - b)."),
            ([[7.0, -3.0], [-5.0, 5.0]], "Slopes are multiplied by the gradient that arrives, not added to it."),
            (says("appears to not have been used"), "A place is None, but both inputs are tensors with a gradient."),
            (says("incorrect number of gradients"), "Two inputs, so two gradients: `return toward_a, toward_b`."),
        ],
        hint="d/da of (a - b)**2 is 2 * (a - b); d/db is the same with a minus.",
    )
    yield case(
        lambda: gradcheck(distance.apply, (point(5.0, 1.0), point(2.0, 3.0)), raise_exception=False),
        expect=True,
        name="gradcheck",
        wrong=[(False, "Where ones arrive, the answer is right. Multiply by the gradient that arrives, `grad`.")],
    )


class Declared(Function):
    """The sum of 5 times the entries, with the slopes that are given, true or not."""

    @staticmethod
    def forward(ctx, x, slopes):
        ctx.slopes = slopes
        return total(mul(x, 5.0))

    @staticmethod
    def backward(ctx, grad):
        return mul(ones(len(ctx.slopes), dtype=float64), grad) * tensor(ctx.slopes, dtype=float64), None


@exercise(number="11.4", title="how wrong is it?")
def check_worst(worst):
    worst = answered(worst)

    def rounded(func):
        found = worst(func, point(1.0, 2.0, 4.0))
        return round(float(found), 3) if isinstance(found, float) or hasattr(found, "item") else found

    def declared(*slopes):
        return rounded(lambda x: Declared.apply(x, slopes))

    def cubes():
        return rounded(lambda x: total(mul(mul(x, x), x)))

    yield case(
        lambda: declared(1.0, 1.0, 1.0),
        expect=4.0,
        name="true slopes 5, 5, 5; the rule says 1, 1, 1",
        wrong=[
            (12.0, "These are all differences together. The worst is the largest one."),
            (9.0, "Twice the slope was measured: the two points are 2 * eps apart."),
            (1.0, "Either this is the rule's slope and not a difference; or 0 was measured: "
                  "the change is divided by (2 * eps), with brackets."),
            (5.0, "That is a slope. Asked is the difference from what the rule says."),
            (-4.0, "A difference counts without its sign: use abs."),
            (lambda got: isinstance(got, bool), "gradcheck says whether. Asked is how much: the largest difference."),
            (lambda got: 3.0 < got < 4.99, "Near 4, but not 4: float32 has too few digits. Write tensor(moved, "
                                          "dtype=float64)."),
            (says("converted to Scalar"), "grad(...) returns a tuple: unpack it, `slopes, = grad(func(x), x)`."),
            (says("in-place"), "x itself must not be written into. Change a copy, moved = x.tolist()."),
            (says("'list' object"), "func takes a tensor: func(tensor(moved, dtype=float64))."),
        ],
    )
    yield case(
        lambda: declared(5.0, 5.0, 3.0),
        expect=2.0,
        name="true slopes 5, 5, 5; the rule says 5, 5, 3",
        wrong=[(0.0, "The third entry differs by 2. Go through all entries.")],
    )
    yield case(
        lambda: declared(5.0, 8.0, 4.0),
        expect=3.0,
        name="true slopes 5, 5, 5; the rule says 5, 8, 4",
        wrong=[(1.0, "The second entry differs by -3, which is worse than 1: a difference counts without its sign.")],
    )
    yield case(
        cubes,
        expect=0.0,
        name="the sum of x**3, whose rule is right; rounded to three digits",
        hint="The rule is right, so the measured slopes are not. Move one entry alone, to both sides, and start again "
        "from the same x for the next one.",
    )


@exercise(number="11.5", title="a wrong gradient on purpose")
def check_reverse(reverse):
    def value():
        result = reverse.apply(tensor([3.0, -1.0], requires_grad=True), 0.5)
        return result if result is ... else result.tolist()

    def slopes(number):
        x = tensor([3.0, -1.0], requires_grad=True)
        result = reverse.apply(x, number)
        return result if result is ... else grad(total(mul(result, tensor([10.0, 1.0]))), x)[0]

    yield case(
        answered(value),
        expect=[3.0, -1.0],
        name="the value at [3., -1.]",
        wrong=[
            ([-3.0, 1.0], "The value stays as it is. Only the gradient is turned round, in the rule."),
            ([-1.5, 0.5], "The value stays as it is. Only the gradient is turned round, in the rule."),
            (says("can only save variables"), "A number is kept as an attribute: ctx.number = number."),
            (says("NoneType"), "None came back from forward. Is a `return` missing?"),
        ],
    )
    yield case(
        lambda: slopes(0.5),
        expect=[-5.0, -0.5],
        name="what comes back for the gradients [10., 1.], with 0.5",
        wrong=[
            ([5.0, 0.5], "The sign is missing: times minus the number."),
            ([-10.0, -1.0], "Only the sign was turned. Keep the number on ctx, and multiply by it, too."),
            ([-0.5, -0.5], "Multiply the gradient that arrives, `grad`; it need not be 1."),
            ([-20.0, -2.0], "Multiply by the number; this is divided by it."),
            ([-1.5, 0.5], "This is the input times minus the number. Multiply the gradient that arrives, `grad`."),
            (says("got float"), "A gradient is a tensor: multiply `grad`, and return the result."),
            (says("incorrect number of gradients"), "The number is an input, too: its place in the answer is None."),
            (says("different than None"), "A number has no gradient: its place, the second, is None."),
            (AttributeError, "The rule reads from ctx what forward has put there. Is it there?"),
        ],
    )
    yield case(
        lambda: slopes(2.0),
        expect=[-20.0, -2.0],
        name="the same with 2.0",
        wrong=[([-5.0, -0.5], "With 0.5 it is right: 0.5 stands in the rule. Use the number that `apply` was given.")],
    )
