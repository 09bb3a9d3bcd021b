"""Chapter 12: the checkers of its exercises."""

from minigrad.core.pieces import unbind
from minigrad.core.ops import div, mul, sum as total
from minigrad.core.tensors import Tensor, tensor
from minigrad.library.elementwise import sin
from minigrad.teach.check import answered, case, exercise, says


@exercise(number="12.1", title="slopes of slopes")
def check_slopes(slopes):
    slopes = {key: value.strip().lower() if isinstance(value, str) else value for key, value in slopes.items()}
    quoted = (lambda r: isinstance(r, str) and r != "error", 'Numbers stand without quotation marks; only "error" has.')
    yield case(
        slopes["first"],
        expect=27.0,
        name="first",
        wrong=[
            (9.0, "x² at 3 is 9. The exponent comes down as a factor: 3x²."),
            (12.0, "That is the slope at 2. Here x is 3."),
            (18.0, "That is the second derivative, 6x. The first is 3x²."),
            quoted,
        ],
        hint="The derivative of x³ is 3x², at x = 3.",
    )
    yield case(
        slopes["second"],
        expect=18.0,
        name="second",
        wrong=[
            (27.0, "That is the first derivative again. The second is the slope of 3x²."),
            (12.0, "That is 6x at 2. Here x is 3."),
            (6.0, "That is the third derivative. The second still contains x: 6x."),
            (45.0, "grad adds nothing to .grad: the second derivative comes alone, 6x."),
            ("error", "create_graph=True recorded the first derivative, so there is a graph to walk through."),
            quoted,
        ],
        hint="The slope of 3x² is 6x, at x = 3.",
    )
    yield case(
        slopes["third"],
        expect=6.0,
        name="third",
        wrong=[
            (0.0, "That would be the fourth. The slope of 6x is 6."),
            ("error", "The second derivative, 6x, still depends on x and was recorded: its slope is a number."),
            quoted,
        ],
        hint="The slope of 6x.",
    )
    yield case(
        slopes["fourth"],
        expect="error",
        name="fourth",
        wrong=[
            (0.0, "On paper it is 0. But the third derivative is a constant 6 without history: grad refuses it."),
            (6.0, "That is the third derivative. It has no history: can grad walk back from it?"),
            quoted,
        ],
        hint='Is the third derivative recorded? A constant has no history. Write a number or "error".',
    )
    yield case(
        slopes["x.grad"],
        expect=45.0,
        name="x.grad",
        wrong=[
            (18.0, "The second derivative is added to what .grad holds already: nobody emptied it."),
            (27.0, "x.grad.backward() adds the second derivative to the first."),
            (54.0, "The second pass starts from x.grad: it adds 6x, not 3x² once more."),
            ("error", "create_graph=True recorded x.grad, so one can go back from it."),
            (486.0, "The two derivatives are added, not multiplied."),
            (33.0, "x.grad.backward() adds the second derivative, 6x, to the first; you have added the third."),
            quoted,
        ],
        hint="The first derivative plus the second.",
    )


@exercise(number="12.2", title="a penalty that trains")
def check_penalized(penalized):
    penalized = answered(penalized)

    def trained(weights, data):
        w, x = tensor(weights, requires_grad=True), tensor(data)
        loss = penalized(lambda t: mul(w, mul(t, t)), x)
        if x.requires_grad:
            return "x has got the flag"
        if not hasattr(loss, "backward"):
            return loss
        loss.backward()
        return ["loss", loss.item(), "gradient of the parameters", w.grad.tolist()]

    def expected(value, gradient):
        return ["loss", value, "gradient of the parameters", gradient]

    flag = "A gradient for x needs a leaf with the flag, made before the score: x = x.detach().requires_grad_()."
    wrong = [
        ("x has got the flag", "The caller's x has changed. Put the flag on a leaf of your own: x.detach() first."),
        (lambda r: "One of the differentiated" in str(r), flag),
        (lambda r: "does not require grad and does not" in str(r), flag),
        (lambda r: "appears to not have been used" in str(r), "Compute the score from your new leaf, not from x."),
        (says("NoneType"), "The slopes are None: x.grad was not filled, or backward() returned it. Use grad."),
        (says("implicitly created"), "model(x) has several entries. Differentiate their sum, the score."),
        (lambda r: "second time" in str(r), "The graph of the score was freed: create_graph=True also keeps it."),
        (lambda r: "'tuple'" in str(r), "grad returns a tuple, one gradient for each input. Take its entry [0]."),
        (TypeError, "grad returns a tuple, one gradient for each input. Take its entry [0]."),
    ]
    silent = "The loss is right, but the slopes in the penalty have no history: record them, create_graph=True."
    twice = "backward() has put a gradient into the parameters before the caller did. Use grad, which fills nothing."
    yield case(
        lambda: trained([3.0, 4.0], [1.0, 2.0]),
        expect=expected(311.0, [25.0, 132.0]),
        name="score w * x * x with w = (3, 4) at x = (1, 2)",
        wrong=[
            *wrong,
            (expected(311.0, [1.0, 4.0]), silent),
            (lambda r: r[1] == 311.0 and r[3] != [25.0, 132.0], twice),
            (lambda r: r[1] == 292.0, "Only the penalty came back. Add it to the score."),
            (lambda r: r[1] == 503.0, "The penalty is the sum of the squares, not the square of the sum."),
            (lambda r: r[1] == 36.0, "Those are the slopes of the parameters. The penalty wants the slopes for x."),
        ],
        hint="The slopes are the gradient of the score for x: 2 * w * x here.",
    )
    yield case(
        lambda: trained([1.0, 0.5], [0.0, 3.0]),
        expect=expected(13.5, [0.0, 45.0]),
        name="score w * x * x with w = (1, 0.5) at x = (0, 3)",
        wrong=wrong,
    )


def example(x):
    return mul(total(mul(x, x)), total(x))


def mixed(x):
    a, b = unbind(x)
    return mul(mul(a, a), b)


def names_the_flag(function):
    """Whether `requires_grad`, the flag of a leaf, stands anywhere in a function."""
    code = getattr(function, "__code__", None)
    return "requires_grad" in f"{getattr(code, 'co_names', '')} {getattr(code, 'co_consts', '')}"


@exercise(number="12.3", title="Hessian times vector")
def check_hvp(my_hvp):
    names, flagged = set(getattr(getattr(my_hvp, "__code__", None), "co_names", ())), names_the_flag(my_hvp)
    my_hvp = answered(my_hvp, Tensor)

    def product(f, x, v):
        found = my_hvp(f, x, v)
        return found if found is ... or not names & {"hessian", "hvp", "vhp"} else "a ready-made product"

    known = [
        ("a ready-made product", "hessian, hvp and vhp are what this exercise builds: use two calls of grad."),
        (
            lambda r: isinstance(r, tuple),
            "A tuple came back: grad gives one gradient per input. Take its only entry, [0].",
        ),
        (
            lambda r: "does not require grad and" in str(r) and not flagged,
            "Nobody asks for a gradient of x: nothing is recorded. Make a leaf, x = x.detach().requires_grad_(), and "
            "take it in both calls.",
        ),
        (
            lambda r: "does not require grad and" in str(r),
            "The gradient has no graph to walk through. Record it: create_graph=True in the first call.",
        ),
        (
            lambda r: "differentiated Tensors does not require" in str(r),
            "Something without the flag is differentiated for. Make a leaf, x = x.detach().requires_grad_(), and take "
            "it in both calls.",
        ),
        (
            lambda r: "appears to not have been used" in str(r),
            "f was not computed from the leaf that you differentiate for. Make the leaf first, then f(x).",
        ),
        (
            lambda r: "implicitly created" in str(r),
            "The gradient has several entries: the second call needs weights, grad(first, x, v).",
        ),
        (
            lambda r: "Mismatch in shape" in str(r),
            "The weights belong into the second call. The first differentiates a single number.",
        ),
        (lambda r: isinstance(r, (AttributeError, TypeError)), "grad gives a tuple. Take its only entry, [0]."),
    ]
    yield case(
        lambda: product(example, tensor([1.0, 2.0, 3.0]), tensor([1.0, 10.0, 100.0])),
        expect=[876.0, 1206.0, 2508.0],
        name="the example of this chapter at (1, 2, 3), times (1, 10, 100)",
        wrong=[
            *known,
            ([26.0, 38.0, 50.0], "That is the gradient of f. Differentiate it once more, with the weights v."),
            ([30.0, 36.0, 42.0], "That is the Hessian times (1, 1, 1). Use v as the weights of the second call."),
            ([26.0, 380.0, 5000.0], "That is the gradient times v. Differentiate the gradient, with the weights v."),
            (
                [30.0, 360.0, 4200.0],
                "That is the Hessian times (1, 1, 1), then times v by entries. v is the weights of the second call.",
            ),
            ([902.0, 1244.0, 2558.0], "backward() added the product to the gradient in .grad. Use grad, twice."),
            (5406.0, "That is the gradient times v, added up: a fine start. Now differentiate this number."),
        ],
    )
    yield case(
        lambda: product(mixed, tensor([2.0, 5.0]), tensor([1.0, 10.0])),
        expect=[50.0, 4.0],
        name="a * a * b at (2, 5), times (1, 10)",
        wrong=known,
    )


@exercise(number="12.4", title="Taylor")
def check_taylor(taylor):
    flagged = names_the_flag(taylor)
    taylor = answered(taylor)

    def numbers(f, a, n):
        found = taylor(f, a, n)
        tensors = isinstance(found, list) and any(isinstance(entry, Tensor) for entry in found)
        return "a list of tensors" if tensors else found

    def cube(x):
        return mul(mul(x, x), x)

    def one_over(x):
        return div(tensor(1.0), x)

    refused = (
        lambda r: "does not require grad and" in str(r),
        "Here a derivative is a constant without history: grad refuses it. Its derivative is 0.",
    )
    tensors = ("a list of tensors", "The list holds tensors. item() gives the Python number inside.")
    not_a_list = (lambda r: isinstance(r, (float, int)), "One number came back: collect all of them in a list.")
    integer = (
        lambda r: "floating point" in str(r),
        "a is a whole number here, and a leaf with the flag holds decimals: tensor(float(a), requires_grad=True).",
    )
    yield case(
        lambda: numbers(one_over, 0.5, 3),
        expect=[2.0, -4.0, 8.0, -16.0],
        name="1 / x at 0.5, up to the third",
        wrong=[
            (lambda r: "does not require grad and" in str(r) and not flagged,
             "Nobody asks for a gradient of x: x = tensor(float(a), requires_grad=True)."),
            (says("does not require grad and"), "The derivative was not recorded: create_graph=True in each round."),
            (ZeroDivisionError, "0! is 1: begin with 1, and multiply by k from k = 1 on."),
            tensors,
            not_a_list,
            ([2.0, -4.0, 6.0, -34 / 3], "x.grad holds the earlier derivatives, too: backward() adds. Use grad."),
            ([-16.0, 8.0, -4.0, 2.0], "The order is from f(a) to the n-th derivative."),
            ([2.0, -4.0, 16.0, -96.0], "Those are the derivatives. Divide the k-th by k factorial: 1, 1, 2, 6."),
            ([2.0, -4.0, 8.0, -32.0], "The third is divided by 3. It should be 3 factorial, 1 * 2 * 3 = 6."),
            ([-4.0, 8.0, -16.0], "The list begins with f(a) itself."),
            ([2.0, -4.0, 8.0], "The list has n + 1 entries, from f(a) to the n-th derivative."),
            ([-4.0, 8.0, -16.0, 32.0], "The list begins with f(a) itself, and ends with the n-th derivative."),
            ([2.0, 2.0, 1.0, 1 / 3], "Always the same value: put the derivative back into y in each round."),
            ([2.0, -4.0, -2.0, -2 / 3], "Always the first derivative: differentiate the last one, not f(x)."),
            (
                lambda r: "One of the differentiated" in str(r),
                "x needs the flag: tensor(float(a), requires_grad=True).",
            ),
            (
                lambda r: "second time" in str(r),
                "The graph was freed: record each derivative with create_graph=True.",
            ),
            (lambda r: isinstance(r, (AttributeError, TypeError)), "grad gives a tuple. Take its entry [0]."),
        ],
    )
    yield case(
        lambda: numbers(cube, 2.0, 5),
        expect=[8.0, 12.0, 6.0, 1.0, 0.0, 0.0],
        name="x * x * x at 2, up to the fifth",
        wrong=[
            refused,
            ([8.0, 12.0, 6.0, 1.0], "The list has n + 1 entries: after a constant come zeros."),
            ([8.0, 12.0, 6.0, 1.0, 0.0], "The list has n + 1 entries: after a constant come zeros."),
        ],
    )
    yield case(lambda: numbers(sin, 0.0, 3), expect=[0.0, 1.0, 0.0, -1 / 6], name="the sine at 0")
    yield case(lambda: numbers(cube, 1, 2), expect=[1.0, 3.0, 3.0], name="a whole number as a", wrong=[integer])
