"""Chapter 12: the checkers of the definitions that the reader writes, and of its exercises."""

from minigrad.teach.check import answered, blank, case, either, exercise, filled_in, is_a, says

# What the reader writes into the package


@blank
def check_accumulate_recorded(accumulate_recorded, torch):
    def tried(before, *factors):
        """What stands in leaf.grad when factor * x, with x = 4, has arrived for each factor; and its slope for x."""
        x, leaf = torch.tensor(4.0, requires_grad=True), torch.tensor(4.0, requires_grad=True)
        leaf.grad = None if before is None else torch.tensor(before)
        for factor in factors:
            old, grad = leaf.grad, x * factor
            numbers = None if old is None else old.item()
            accumulate_recorded(leaf, grad)
            if old is not None and old.item() != numbers:
                return "written over"
        found = leaf.grad
        if found is None:
            return "nothing"
        if not isinstance(found, torch.Tensor):
            return type(found).__name__
        if found is grad:
            return "the same tensor"
        if not found.requires_grad:
            return [found.item(), "no history"]
        slope, = torch.autograd.grad(found, x, allow_unused=True)
        return [found.item(), "another history" if slope is None else slope.item()]

    form = [
        ("nothing", "Nothing stands in leaf.grad afterwards. Put it there: leaf.grad = ..."),
        ("the same tensor", "leaf.grad is now the very tensor that arrived, which others hold, too. "
         "Who empties the one, empties the other. recorded_copy(grad) is a new tensor."),
        ("written over", "The gradient that stood there has other numbers now, and its history does not know. "
         "leaf.grad + grad makes a new tensor; += writes into the old one."),
        (lambda got: isinstance(got, list) and got[1] == "no history",
         "The number is right, and its history is lost. recorded_copy(grad) keeps it; an array has none."),
        (says("NoneType"), "leaf.grad is None at first. Ask for that before you add: `if leaf.grad is None`."),
        (says("ndarray"), "add_into is for arrays, and writes over. Add the two tensors: leaf.grad + grad."),
        (KeyError, "Tensor(...) makes a tensor of an array. grad is a tensor already: recorded_copy(grad)."),
        (says("positional argument"), "recorded_copy takes one tensor, grad. The sum needs no copy: leaf.grad + grad."),
        (lambda got: isinstance(got, Exception) and "has no attribute" in str(got),
         "leaf and its .grad are all you need: leaf.grad, grad, recorded_copy(grad)."),
    ]
    yield case(lambda: tried(None, 12.0), expect=[48.0, 12.0], name="48 = 12 x arrives: leaf.grad, and its slope for x",
               wrong=[*form, ([96.0, 24.0], "It was added twice: the first gradient comes alone.")],
               hint="Where nothing stands, a copy with the same history has to stand.")
    yield case(
        lambda: tried(None, 12.0, 5.0), expect=[68.0, 17.0],
        name="48 = 12 x, then 20 = 5 x: leaf.grad, and its slope", wrong=[
            *form,
            ([20.0, 5.0], "The 20 has replaced the 48. What arrives later is added."),
            ([48.0, 12.0], "Only the first gradient is there. What arrives later is added."),
            ([68.0, 12.0], "68 is right, but the history of the second gradient, 5 x, is lost: add the tensors."),
            ([68.0, 5.0], "68 is right, but the history of the first gradient, 12 x, is lost: add the tensors."),
            (lambda got: isinstance(got, list) and got[0] == 960.0, "What arrives is added, not multiplied."),
            (lambda got: isinstance(got, list) and abs(got[0]) == 28.0, "What arrives is added, not subtracted."),
        ], hint="48 + 20 is 68, and both have a history: 12 x + 5 x.")
    yield case(lambda: tried(48.0, 6.0), expect=[72.0, 6.0], name="a plain 48 stands there, and 24 = 6 x arrives",
               wrong=form, hint="A number without history counts, too.")
    yield case(lambda: tried(0.0, 6.0, 12.0), expect=[72.0, 18.0], name="a plain 0 stands there; 24, then 48 arrive",
               wrong=form, hint="A gradient of 0 is a gradient.")

    def of_two():
        x, leaf = torch.tensor([1.0, 2.0], requires_grad=True), torch.ones(2, requires_grad=True)
        for _ in range(2):
            accumulate_recorded(leaf, x * 3)
        return leaf.grad

    yield case(of_two, expect=[6.0, 12.0], name="a leaf of two entries: (3, 6) arrives twice",
               wrong=[(says("ambiguous"), "Two numbers are neither true nor false. Ask: leaf.grad is None.")])


@blank
def check_vector_hessian(vector_hessian, torch):
    names = set(getattr(getattr(vector_hessian, "__code__", None), "co_names", ()))
    vector_hessian = answered(vector_hessian)

    def product(f, data, v):
        inputs, walks = torch.tensor(data, requires_grad=True), []
        inputs.register_hook(lambda grad: walks.append(1))
        got = filled_in(vector_hessian(f(inputs), inputs, torch.tensor(v)))
        if names & {"hessian", "hvp", "vhp", "jacobian"}:
            return "ready-made"
        if inputs.grad is not None:
            return "filled"
        if len(walks) > 2:
            return f"{len(walks)} walks"
        return ["a tuple", *got] if isinstance(got, tuple) else got

    form = [
        ("ready-made", "hessian, hvp and vhp are what you are building here: two calls of grad."),
        ("filled", "inputs.grad is filled now. backward() does that; grad gives the numbers back and fills nothing."),
        (lambda got: "walks" in str(got), "Two walks are enough: one to the slopes, and one back from them "
         "with v as weights. A walk for each row takes too long with a million inputs."),
        (lambda got: repr(got) == "None", "None came back. Is a `return` missing?"),
        (lambda got: isinstance(got, list) and got[0] != "a tuple", "A list came back. Give back the tuple of grad."),
        (is_a(torch.Tensor), "A tensor came back. grad gives a tuple: give that one back."),
        (says("One of the differentiated"), "The second pass goes back from the slopes to inputs; v are its weights."),
        (says("does not record its way back"), "Run the cells above first: `travel` has to record."),
        (says("does not require grad"), "The slopes have no history to go back through. Record the first pass: "
         "create_graph=True."),
        (says("unexpected keyword"), "grad calls its weights grad_outputs. In the third place they need no name."),
        (says("'torch' is not defined"), "The package does not import torch: here torch.autograd.grad is called grad."),
        (lambda got: isinstance(got, list) and isinstance(got[1], tuple),
         "A tuple inside a tuple came back: grad gives a tuple already."),
        (says("implicitly created"), "The second pass starts from the slopes, several numbers: it needs weights, v."),
        (says("not iterable"), "create_graph is given by its name: create_graph=True. The third place is for weights."),
        (says("converted to Scalar"), "item() takes one number out of its tensor. Keep the slopes a tensor."),
        (says("Mismatch in shape"), "The weights belong to the second pass. The first starts from one number."),
        (lambda got: isinstance(got, Exception) and "tuple" in str(got),
         "grad gives a tuple: it can go into grad as it is, and its only entry is [0]."),
        (says("second time"), "The first graph was freed. create_graph=True keeps it, too."),
        (says("not have been used"), "The second pass goes back from the slopes, to inputs."),
    ]
    yield case(
        lambda: product(lambda x: (x * x).sum() * x.sum(), [1.0, 2.0, 3.0], [1.0, 10.0, 100.0]),
        expect=["a tuple", [876.0, 1206.0, 2508.0]],
        name="(x * x).sum() * x.sum() at (1, 2, 3), with v = (1, 10, 100)", wrong=[
            *form,
            (["a tuple", [26.0, 38.0, 50.0]], "These are the slopes. Go back once more from them, weights v."),
            (["a tuple", [30.0, 36.0, 42.0]], "Here the weights were 1, 1, 1. Use v in the second pass."),
            (["a tuple", [26.0, 380.0, 5000.0]], "Slopes times v. Differentiate the slopes, with v as the weights."),
            (["a tuple", [30.0, 360.0, 4200.0]], "v came too late: it is the weights of the second pass."),
            (["a tuple", [902.0, 1244.0, 2558.0]], "The slopes were added to the product. It comes alone."),
        ], hint="First the slopes, recorded; then the slopes of the slopes, with v as weights.")
    yield case(lambda: product(lambda x: (x[:1] * x[:1] * x[1:]).sum(), [2.0, 5.0], [1.0, 10.0]),
               expect=["a tuple", [50.0, 4.0]], name="a * a * b at (2, 5), with v = (1, 10)", wrong=form)


# Exercises


@exercise(number="12.1", title="slopes of slopes")
def check_slopes(slopes):
    slopes = {key: value.strip().lower() if isinstance(value, str) else value for key, value in slopes.items()}
    quoted = (lambda r: isinstance(r, str) and r != "error", 'Numbers stand without quotation marks; only "error" has.')
    yield case(slopes["first"], expect=27.0, name="first",
               wrong=[(9.0, "x² at 3 is 9. The exponent comes down as a factor: 3x²."),
                      (12.0, "That is the slope at 2. Here x is 3."),
                      (18.0, "That is the second derivative, 6x. The first is 3x²."),
                      (3.0, "That is x, or the slope of 3x. The derivative of x³ is 3x²."),
                      ("error", "x has the flag, so y has a history: there is a graph to walk through."),
                      quoted], hint="The derivative of x³ is 3x², at x = 3.")
    yield case(slopes["second"], expect=18.0, name="second", wrong=[
        (27.0, "That is the first derivative again. The second is the slope of 3x²."),
        (12.0, "That is 6x at 2. Here x is 3."),
        (6.0, "That is the third derivative. The second still contains x: 6x."),
        (9.0, "The factor 3 comes with the 2 of x²: the slope of 3x² is 3 · 2x."),
        (45.0, "grad adds nothing to .grad: the second derivative comes alone, 6x."),
        ("error", "create_graph=True recorded the first derivative, so there is a graph to walk through."),
        quoted,
    ], hint="The slope of 3x² is 6x, at x = 3.")
    yield case(slopes["third"], expect=6.0, name="third", wrong=[
        (0.0, "That would be the fourth. The slope of 6x is 6."),
        (18.0, "That is 6x itself, at 3. Its slope is wanted."),
        ("error", "The second derivative, 6x, still depends on x and was recorded: its slope is a number."),
        quoted,
    ], hint="The slope of 6x.")
    yield case(slopes["fourth"], expect="error", name="fourth", wrong=[
        (0.0, "On paper it is 0. But the third derivative is a constant 6 without history: grad refuses it."),
        (6.0, "That is the third derivative. It has no history: can grad walk back from it?"),
        quoted,
    ], hint='Is the third derivative recorded? A constant has no history. Write a number or "error".')
    yield case(slopes["x.grad"], expect=45.0, name="x.grad", wrong=[
        (18.0, "The second derivative is added to what .grad holds already: nobody emptied it."),
        (27.0, "x.grad.backward() adds the second derivative to the first."),
        (51.0, "Two passes, two derivatives: the third, 6, is not among them."),
        (54.0, "The second pass starts from x.grad: it adds 6x, not 3x² once more."),
        ("error", "create_graph=True recorded x.grad, so one can go back from it."),
        (486.0, "The two derivatives are added, not multiplied."),
        (33.0, "x.grad.backward() adds the second derivative, 6x, to the first; you have added the third."),
        quoted,
    ], hint="The first derivative plus the second.")


@exercise(number="12.2", title="a penalty that trains")
def check_penalized(penalized, torch):
    penalized = answered(penalized)

    def trained(weights, data):
        w, x = torch.tensor(weights, requires_grad=True), torch.tensor(data)
        loss = penalized(lambda t: w * (t * t), x)
        if x.requires_grad:
            return "x has got the flag"
        if not hasattr(loss, "backward"):
            return loss
        loss.backward()
        return ["loss", loss.item(), "gradient of the parameters", w.grad.tolist()]

    def expected(value, gradient):
        return ["loss", value, "gradient of the parameters", gradient]

    flag = "A gradient for x needs a leaf with the flag, made before the score: x = x.detach().requires_grad_()."
    wrong = [("x has got the flag", "The caller's x has changed. Put the flag on a leaf of your own: x.detach() "
              "first."),
             (says("One of the differentiated", "does not require grad and does not"), flag),
             (says("appears to not have been used"), "Compute the score from your new leaf, not from x."),
             (says("NoneType"), "The slopes are None: x.grad was not filled, or backward() returned it. Use grad."),
             (says("implicitly created"), "model(x) has several entries. Differentiate their sum, the score."),
             (says("second time"), "The graph of the score was freed: create_graph=True also keeps it."),
             (says("'function' object"), "The penalty wants the slopes for x: grad(score, x, ...). model is a "
              "function."),
             (either(says("'tuple'"), TypeError), "grad returns a tuple, one gradient for each input. "
              "Take its entry [0].")]
    silent = "The loss is right, but the slopes in the penalty have no history: record them, create_graph=True."
    twice = "backward() has put a gradient into the parameters before the caller did. Use grad, which fills nothing."
    yield case(
        lambda: trained([3.0, 4.0], [1.0, 2.0]), expect=expected(311.0, [25.0, 132.0]),
        name="score w * x * x with w = (3, 4) at x = (1, 2)", wrong=[
            *wrong,
            (expected(311.0, [1.0, 4.0]), silent),
            (expected(311.0, [24.0, 128.0]), "The score itself has lost its history: add the tensor, not its item()."),
            (lambda r: r[1] == 311.0 and r[3] != [25.0, 132.0], twice),
            (lambda r: r[1] == 292.0, "Only the penalty came back. Add it to the score."),
            (lambda r: r[1] == 503.0, "The penalty is the sum of the squares, not the square of the sum."),
            (lambda r: r[1] == 165.0, "The squares were averaged. The penalty is their sum."),
            (lambda r: r[1] == 41.0, "The slopes were added as they are. The penalty takes their squares."),
            (lambda r: r[1] == 36.0, "Those are the slopes of the parameters. The penalty wants the slopes for x."),
        ], hint="The slopes are the gradient of the score for x: 2 * w * x here.")
    yield case(lambda: trained([1.0, 0.5], [0.0, 3.0]), expect=expected(13.5, [0.0, 45.0]),
               name="score w * x * x with w = (1, 0.5) at x = (0, 3)", wrong=wrong)


@exercise(number="12.3", title="Newton's method")
def check_newton(newton_step, torch):
    newton_step, asked = answered(newton_step), []

    def stepped(f, a):
        asked.clear()

        def watched(x):
            asked.append(isinstance(x, torch.Tensor) and x.requires_grad)
            return f(x)

        found = newton_step(watched, a)
        if found is not ... and asked and not any(asked):
            return "measured"
        return "a tensor" if isinstance(found, torch.Tensor) else found

    known = [
        ("measured", "f never saw a leaf that wants a gradient: was the slope measured? Take grad, twice."),
        ("a tensor", "A tensor came back. Its .item() is the Python number."),
        (says("is not iterable"), "f(a) is a number without a graph. Call f on the leaf, f(x)."),
        (lambda got: says("does not require grad")(got) and not any(asked),
         "The leaf has no flag: torch.tensor(float(a), requires_grad=True)."),
        (says("does not require grad"), "The slope was not recorded: create_graph=True in the first call of grad."),
        (says("floating point"), "a may be a whole number, and a leaf holds decimals: "
         "torch.tensor(float(a), requires_grad=True)."),
        (lambda got: isinstance(got, (AttributeError, TypeError)) and "tuple" in str(got),
         "grad gives a tuple. Take its only entry: [0]."),
        (says("second time"), "The graph was freed: create_graph=True keeps it, too."),
    ]
    yield case(
        lambda: stepped(lambda x: x * x * x * x / 4 - 2 * x, 2.0), expect=1.5, name="x**4 / 4 - 2 x, from 2.0", wrong=[
            *known,
            (2.5, "The sign: against the slope, so a minus what the slope divided by its slope gives."),
            (0.5, "That is the length of the step. Take it from a."),
            (-0.5, "That is the step. Add it to a."),
            (0.0, "Turned round: divide the slope by the slope of the slope."),
            (2.0, "f divided by its slope looks for a place where f is 0. Here the *slope* has to become 0."),
            (5 / 3, "x.grad holds the slope and its slope, 6 + 12: backward() adds. Use grad."),
            (1.0, "The slope was divided by itself. The second call of grad goes back from the slope, not from f(x)."),
            (-70.0, "Slope times its slope. Divide: 6 / 12."),
            (-1.5, "The sign is turned round: a minus the step, not the step minus a."),
            (6.0, "That is the slope. Go from a: a minus the slope divided by its own slope."),
            (12.0, "That is the slope's own slope. The slope is divided by it, and a is missing."),
            (lambda got: isinstance(got, float) and abs(got - 2 ** (1 / 3)) < 0.01,
             "That is the lowest point. Return after one step: the cell below repeats it."),
            (-4.0, "That is a step against the slope alone. Divide it by the slope of the slope."),
        ], hint="a - f'(a) / f''(a), with f' = 6 and f'' = 12.")
    yield case(lambda: stepped(lambda x: x * x * x, 4.0), expect=2.0, name="x**3, from 4.0", wrong=known,
               hint="The slope is 48, and its slope 24.")
    yield case(lambda: stepped(lambda x: x * x * x, 4), expect=2.0, name="x**3, from 4, a whole number", wrong=known)


@exercise(number="12.4", title="Taylor")
def check_taylor(taylor, torch):
    taylor = answered(taylor)

    recorded = []

    def numbers(f, a, n):
        def watched(x):
            y = f(x)
            recorded[:] = [y.requires_grad]
            return y

        found = taylor(watched, a, n)
        tensors = isinstance(found, list) and any(isinstance(entry, torch.Tensor) for entry in found)
        return "a list of tensors" if tensors else found

    def cube(x):
        return x * x * x

    refused = (says("does not require grad and"), "Here a derivative is a constant without history: grad "
               "refuses it. Its derivative is 0.")
    tensors = ("a list of tensors", "The list holds tensors. item() gives the Python number inside.")
    not_a_list = (is_a(float, int), "One number came back: collect all of them in a list.")
    integer = (says("floating point"), "a is a whole number here. A leaf with the flag holds decimals: "
               "torch.tensor(float(a), requires_grad=True).")
    yield case(
        lambda: numbers(lambda x: 1.0 / x, 0.5, 3), expect=[2.0, -4.0, 8.0, -16.0],
        name="1 / x at 0.5, up to the third", wrong=[
            (lambda r: says("does not require grad and")(r) and recorded == [False],
             "f(x) itself has no history: the leaf needs the flag, torch.tensor(float(a), requires_grad=True)."),
            (says("does not require grad and"), "The derivative was not recorded: create_graph=True in each round."),
            (ZeroDivisionError, "0! is 1: begin with 1, and multiply by k from k = 1 on."),
            tensors, not_a_list,
            ([2.0, -4.0, 6.0, -34 / 3], "x.grad holds the earlier derivatives, too: backward() adds. Use grad."),
            ([-16.0, 8.0, -4.0, 2.0], "The order is from f(a) to the n-th derivative."),
            ([2.0, -4.0, 16.0, -96.0], "Those are the derivatives. Divide the k-th by k factorial: 1, 1, 2, 6."),
            ([2.0, -4.0, 8.0, -32.0], "The third is divided by 3. It should be 3 factorial, 1 * 2 * 3 = 6."),
            ([2.0, -4.0, 0.0, 0.0], "Unrecorded, the first derivative looks like a constant: create_graph=True."),
            ([2.0, 0.0, 0.0, 0.0], "No derivative came: has the leaf its flag, and is f called on it?"),
            ([2.0, -2.0, 4.0, -96 / 7], "Each k was added. The factorial is a product: 1, 1, 2, 6."),
            ([2.0, -2.0, 2.0, -2.0], "The powers of h do not belong to the coefficients, and h is not a."),
            ([-4.0, 8.0, -16.0], "The list begins with f(a) itself."),
            ([2.0, -4.0, 8.0], "The list has n + 1 entries, from f(a) to the n-th derivative."),
            ([-4.0, 8.0, -16.0, 32.0], "The list begins with f(a) itself, and ends with the n-th derivative."),
            ([2.0, 2.0, 1.0, 1 / 3], "Always the same value: put the derivative back into y in each round."),
            ([2.0, -4.0, -2.0, -2 / 3], "Always the first derivative: differentiate the last one, not f(x)."),
            (says("One of the differentiated"), "x needs the flag: torch.tensor(float(a), requires_grad=True)."),
            (says("second time"), "The graph was freed: record each derivative with create_graph=True."),
            (says("'float' object"), "f(a) is a number without a graph. Call f on the leaf, f(x)."),
            (is_a(AttributeError, TypeError), "grad gives a tuple. Take its entry [0]."),
        ])
    yield case(lambda: numbers(cube, 2.0, 5), expect=[8.0, 12.0, 6.0, 1.0, 0.0, 0.0],
               name="x * x * x at 2, up to the fifth",
               wrong=[refused,
                      (either([8.0, 12.0, 6.0, 1.0], [8.0, 12.0, 6.0, 1.0, 0.0]),
                       "The list has n + 1 entries: after a constant come zeros.")])
    yield case(lambda: numbers(torch.sin, 0.0, 3), expect=[0.0, 1.0, 0.0, -1 / 6], name="the sine at 0")
    yield case(lambda: numbers(cube, 1, 2), expect=[1.0, 3.0, 3.0], name="a whole number as a", wrong=[integer])
