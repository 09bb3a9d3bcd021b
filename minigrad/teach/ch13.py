"""Chapter 13: the checkers of the definitions that the reader writes, and of its exercises; walks downhill."""

import functools
import itertools
import sys

import numpy as np

from minigrad.teach.check import answered, blank, case, either, exercise, filled_in, is_a, later, needed, says

ROWS = ["document 004: -30, -12, -10", "softmax minus one-hot", "ten digits of four losses, Adam",
        "a label without a class", "an empty batch", "a state of another model", "a list of layers is not searched"]


def descended(torch, f, start, rate, steps):
    """The places of a walk downhill on f(a, b), from `start`, as lists of two numbers."""
    w, path = torch.tensor(list(start), requires_grad=True), []
    for _ in range(steps):
        path.append(w.tolist())
        (slope,) = torch.autograd.grad(f(w[0], w[1]), w)
        w = (w - rate * slope).detach().requires_grad_()
    return path


def far_enough(net, x, direction, right):
    """How far a picture has to be moved in this direction until the network reads it rightly: a number."""
    return next(far for far in (k / 100 for k in range(1, 1000)) if net(x + far * direction).argmax(1) == right)


# What the reader writes into the package


@blank
def check_log_softmax_rule(log_softmax_rule, torch):
    shares = [[0.2, 0.3, 0.5]]

    @later
    def ruled(grad, probabilities=shares, dim=1):
        given = [np.array(one, dtype=float) for one in (grad, probabilities)]
        before = [one.copy() for one in given]
        answer = answered(log_softmax_rule)(*given, dim)
        if not all((one == other).all() for one, other in zip(given, before)):
            return "grad or probabilities was changed"
        return answer

    def recorded():
        grad = torch.tensor([[0.0, -1.0, 0.0]], dtype=torch.float64, requires_grad=True)
        answer = answered(log_softmax_rule)(grad, torch.tensor(shares, dtype=torch.float64), (1,))
        return answer.requires_grad if isinstance(answer, torch.Tensor) else answer

    changed = ("grad or probabilities was changed", "The arrays are not yours to change: `-` makes a new one.")
    yield case(ruled([[0, -1, 0]]), expect=[[0.2, -0.7, 0.5]], name="the label is 1, [0, -1, 0] arrives", wrong=[
        ([[-0.2, -1.3, -0.5]], "The signs differ: the sum of what arrives is -1, so minus the probabilities times it "
         "adds them."),
        ([[0.2, 0.3, 0.5]], "Those are the probabilities. What arrives at each place counts as well."),
        ([[-0.2, 0.7, -0.5]], "All signs are turned: grad minus ..., not ... minus grad."),
        ([[0, -0.3, 0]], "Each score moves all probabilities, not only its own: the sum of the row is needed."),
        ([[0, -0.7, 0]], "Here only the label's score gets a gradient. Each other score lowers the label's "
         "probability: the sum of the row is needed."),
        ([[0, 0.21, 0]], "That is softmax's own rule for one place. The logarithm is what the loss sees."),
        ([[0.06, -0.21, 0.15]], "That is the rule of softmax. For its logarithm: grad minus the probabilities times "
         "the sum of grad."),
        ([[0.2, 1.3, 0.5]], "The -1 that arrives is one-hot with its sign already: add it, and the probabilities times "
         "minus the sum."),
        ([[0, -1, 0]], "That is what arrived. Each score also moves the others."),
        ([[0.3, -0.7, 0.3]], "That is the probability of the label at every place: multiply grad's sum by the "
         "probabilities."),
        ([[1 / 3, -2 / 3, 1 / 3]], "That takes off the mean, as if all probabilities were equal."),
        (says("unexpected keyword"), "The name is keepdims: grad.sum(dim, keepdims=True)."),
        changed,
    ], hint="grad, minus the probabilities times the sum of grad in that row.")
    yield case(
        ruled([[0, -1, 0], [1, 2, 4]], shares * 2), expect=[[0.2, -0.7, 0.5], [-0.4, -0.1, 0.5]],
        name="two rows, [0, -1, 0] and [1, 2, 4] arrive", wrong=[
            ([[-1.2, -2.8, -3.0], [-0.2, 0.2, 1.0]], "One sum for each row, along dim, not one of everything."),
            (lambda got: np.allclose(got, [[-1.2, -2.8, -3.0], [-0.2, 0.2, 1.0]]), "One sum for each row, along dim."),
            (lambda got: np.allclose(got, np.array([[0, -1, 0], [1, 2, 4]]) - np.array(shares * 2) * 6),
             "One sum for each row, along dim, not one of everything."),
            (lambda got: np.allclose(got, np.array([[0, -1, 0], [1, 2, 4]]) + np.array(shares * 2)),
             "It adds the probabilities once. That fits where the sum is -1; take the sum of what arrives."),
            (says("could not be broadcast"), "The sums have to stand beside their rows: keepdims=True."),
            changed,
        ], hint="It holds for -1 at one label. Any gradient may arrive: take the sum of what arrives.")
    yield case(ruled([[0, 1], [-1, 2]], [[0.2, 0.5], [0.8, 0.5]], 0), expect=[[0.2, -0.5], [-0.2, 0.5]],
               name="classes down the columns, dim 0", hint="The sum runs along `dim`, which need not be 1.")
    yield case(recorded, expect=True, name="tensors arrive: is the rule itself recorded?",
               hint="Compute with operators and methods, which work for tensors, too: no NumPy functions.")


@blank
def check_named_parameters(named_parameters, torch):
    Module, Parameter = torch.nn.Module, torch.nn.Parameter

    def part(**attributes):
        module = Module()
        for name, value in attributes.items():
            setattr(module, name, value)
        return module

    @later
    def named(build, what=lambda found: found):
        modules = build()
        given = list(modules)
        answer = answered(named_parameters)(modules)
        if modules != given:
            return "the list of modules was changed"
        if not hasattr(answer, "__iter__") or isinstance(answer, str):
            return answer
        found = list(answer)
        if any(not isinstance(pair, tuple) or len(pair) != 2 for pair in found):
            return ["pairs are due", found and type(found[0]).__name__]
        return what(found)

    def net():
        first = part(weight=Parameter(torch.ones(2)), bias=Parameter(torch.zeros(1)))
        first.size, first.seen = 2, torch.ones(3, requires_grad=True)
        whole = part(first=first, scale=Parameter(torch.ones(1)))
        return [("", whole), ("first", first)]

    def names(found):
        return [name for name, _ in found]

    yield case(
        named(net, names), expect=["scale", "first.weight", "first.bias"],
        name="a network with scale and first: the names", wrong=[
            (["scale", "weight", "bias"], "The names lack their places: full_name(place, name)."),
            ([".scale", "first.weight", "first.bias"], "At the top there is no point: full_name knows that."),
            (["", "first", "first"], "Those are the places. full_name(place, name) joins the two."),
            (["scale"], "Only the first module was asked. Return after both loops."),
            (["first.weight", "first.bias"], "Only the last module is left: make the list before the loops."),
            (["first.weight", "first.bias", "first.seen", "scale"], "Keep the order of the pairs."),
            (["scale", "first.weight", "first.bias", "first.seen"],
             "`seen` is a tensor, no Parameter: it does not learn."),
            (lambda got: "first.size" in got or "training" in got,
             "Other attributes are no Parameters: isinstance(value, Parameter)."),
            (lambda got: got[:1] == ["pairs are due"], "Pairs are due, (full name, parameter), each a tuple."),
            (either(["scale.", "weight.first", "bias.first"], ["scale", "weight.first", "bias.first"]),
             "full_name takes the place first, then the name."),
            ([], "Nothing was found. Do both loops run, and is something appended?"),
            ("the list of modules was changed", "The pairs are not yours to take away: loop over them."),
            (says("too many values", "not enough values"), "A dict gives its names. Take .items(), and pairs come."),
            (says("has no attribute 'items'"), "vars(module) is the dict, not the module: vars(module).items()."),
            (says("object is not iterable"), "Loop over vars(module).items(), the attributes of the module."),
        ], hint="Two loops: the pairs, and in each module vars(module).items().")
    yield case(named(net, lambda found: [type(value).__name__ for _, value in found]), expect=["Parameter"] * 3,
               name="what stands beside the names",
               hint="The Parameter itself stands beside its name, nothing made from it.")
    yield case(named(lambda: [("", part(one=part()))], names), expect=[], name="a network without parameters",
               wrong=[(["one"], "A Module is no Parameter. It comes as a pair of its own.")], hint="An empty list.")


@blank
def check_linear_forward(linear_forward, torch):
    def layer(weight, bias):
        made = torch.nn.Module()
        made.weight, made.bias = (torch.nn.Parameter(torch.tensor(values)) for values in (weight, bias))
        return made

    def given():
        return layer([[3.0, 4.0], [5.0, 6.0], [7.0, 8.0]], [0.0, 0.0, 1.0])

    def asked(rows, made=given):
        return lambda: answered(linear_forward, torch.Tensor)(made(), torch.tensor(rows))

    def learns():
        made = given()
        result = needed(linear_forward, torch.Tensor)(made, torch.tensor([[1.0, 2.0]]))
        if result.requires_grad:
            result.sum().backward()
        return [made.weight.grad, made.bias.grad]

    yield case(asked([[1.0, 2.0]]), expect=[[11.0, 17.0, 24.0]], name="the row [1, 2]", wrong=[
        ([[11.0, 17.0, 23.0]], "The bias is missing."),
        (says("(1x2 and 3x2)"), "(1, 2) times (3, 2) does not fit: turn the weight, self.weight.t()."),
        (says("(3x2 and 1x2)"), "The input comes first, and the weight is turned: input @ self.weight.t()."),
        (says("(2x3 and 1x2)"), "The weight is turned, and that is right. But the input comes first."),
        (says("(2x1 and "), "The input stays as it is. The weight is turned, and comes second."),
        (says("and 2x1)"), "The input comes first and stays as it is. The weight is turned, and comes second."),
        ([[11.0, 17.0, 22.0]], "The bias is subtracted. Add it."),
        (lambda got: got.shape[0] == 3, "The result is on its side: input times the turned weight, not the weight "
         "times the turned input."),
        (says("method"), "The brackets are missing: self.weight.t()."),
        (says("expanded size"), "addmm takes the bias first, then the two that are multiplied."),
        (says("'torch' is not defined"), "You are inside the package, where torch has no name: addmm is there."),
        (says("'weight' is not defined"), "The weight belongs to the layer: self.weight."),
        (says("'bias' is not defined"), "The bias belongs to the layer: self.bias."),
        (says("size of tensor"), "`*` multiplies entry by entry. A weighted sum is `@`, or addmm."),
        (RecursionError, "This is what self.forward calls: it would call itself. Multiply."),
        ([[12.0, 18.0, 24.0]], "Each output has a bias of its own: no sum."),
        ([[18.0, 28.0, 38.0]], "The bias is added to the sums, not to the input."),
        (says("no attribute 'forward'"), "This is the forward. Use self.weight and self.bias."),
    ], hint="Input times the turned weight, plus the bias.")
    yield case(asked([[1.0, 2.0], [0.0, 1.0]]), expect=[[11.0, 17.0, 24.0], [4.0, 6.0, 9.0]], name="two rows",
               hint="Each row gets its own sums: no sum over the rows.")
    yield case(asked([[2.0]], lambda: layer([[3.0]], [10.0])), expect=[[16.0]], name="one weight 3, bias 10, input 2",
               wrong=[([[7.0]], "The bias of this layer is 10: take self.bias."),
                      ([[17.0]], "A fixed number is added. Take self.bias."),
                      ([[36.0]], "The bias is added to the sums, not to the input.")], hint="2 times 3, plus 10.")
    yield case(learns, expect=[[[1.0, 2.0]] * 3, [1.0, 1.0, 1.0]], name="the gradients of weight and bias",
               wrong=[(lambda got: got[0] is None and got[1] is None,
                       "Nothing was recorded: detach, no_grad or arrays cut the path to the weights."),
                      (lambda got: got[0] is None, "No gradient comes to the weight: it was detached."),
                      (lambda got: got[1] is None, "No gradient comes to the bias: it was detached.")])


@blank
def check_sgd_step(sgd_step, torch):
    @later
    def stepped(lr, *rounds, look=lambda leaves: [leaf.detach() for leaf in leaves], generator=False):
        """What `look` says of two leaves, 1 and [2, 3], after steps in these directions."""
        with torch.enable_grad():
            leaves = [torch.tensor([1.0], requires_grad=True), torch.tensor([2.0, 3.0], requires_grad=True)]
            for directions in rounds:
                pairs = [(leaf, torch.tensor(values)) for leaf, values in zip(leaves, directions)]
                kept = [(values, values.tolist()) for _, values in pairs]
                filled_in(sgd_step((pair for pair in pairs) if generator else pairs, lr))
                if any(values.tolist() != before for values, before in kept):
                    return "a direction was changed"
            return look(leaves)

    def from_the_beginning():
        leaf = torch.tensor([1.0], requires_grad=True)
        array = sys.modules["minigrad.core.tensors"].storage(leaf)
        filled_in(sgd_step([(leaf, torch.tensor([2.0]))], 0.1))
        return [leaf.requires_grad, leaf.is_leaf, bool(array[0] == leaf.tolist()[0])]

    def counted():
        leaf = torch.tensor([1.0], requires_grad=True)
        before = leaf._version
        sgd_step([(leaf, torch.tensor([2.0]))], 0.1)
        return leaf._version > before

    first = [2.0], [0.0, -1.0]
    yield case(
        stepped(0.1, first), expect=[[0.8], [2.0, 3.1]],
        name="1 with the direction 2, [2, 3] with [0, -1], lr 0.1", wrong=[
            ([[1.2], [2.0, 2.9]], "That goes uphill: subtract."),
            ([[1.0], [2.0, 3.0]], "Nothing has moved. `parameter = ...` only gives a new tensor the old name: write "
             "into the old one, parameter.sub_(...)."),
            ([[-1.0], [2.0, 4.0]], "The learning rate is missing: lr * direction."),
            ([[0.8], [2.0, 3.0]], "Only the first pair was moved."),
            ([[1.0], [2.0, 3.1]], "Only the last pair was moved."),
            ([[0.9], [1.9, 2.9]], "lr alone was subtracted: multiply it by the direction."),
            ([[0.2], [0.0, -0.1]], "The step itself was written. Subtract it."),
            (says("a leaf Variable that requires grad"), "The write is recorded, and a leaf may not become a result: "
             "with no_grad()."),
            (says("context manager"), "The brackets are missing: with no_grad():"),
            (says("'torch' is not defined"), "You are inside the package, where torch has no name: write no_grad()."),
            (says("values to unpack", "'tuple' object"), "Each element is a pair: for parameter, direction in pairs."),
            (says("'NoneType'"), "The direction is given in the pair. .grad is empty here."),
            ("a direction was changed", "The direction belongs to somebody else: lr * direction makes a new tensor."),
        ], hint="In a no_grad block, for each pair: parameter.sub_(lr * direction).")
    yield case(stepped(0.5, first, ([1.0], [1.0, 1.0])), expect=[[-0.5], [1.5, 3.0]], name="two steps, lr 0.5", wrong=[
        ([[0.7], [1.9, 3.0]], "The rate stands fixed at 0.1. Use `lr`."),
    ], hint="The second step begins where the first has ended, with its own directions.")
    yield case(
        from_the_beginning, expect=[True, True, True], name="still a leaf? does it want a gradient? the same memory?",
        wrong=[(lambda got: got[:1] == [False], "The parameter has lost its flag."),
               (lambda got: got[2:] == [False], "The numbers lie elsewhere now: write in place, parameter.sub_(...).")],
    )
    yield case(counted, expect=True, name="has the version of the parameter gone up?",
               wrong=[(False, "This write is hidden from chapter 9's guard: no .data, no detach, no array.")])
    yield case(stepped(0.1, first, generator=True), expect=[[0.8], [2.0, 3.1]], name="the pairs come from a generator",
               hint="Loop over the pairs once: a generator is empty afterwards.")
    yield case(stepped(0.1, first, look=lambda leaves: torch.is_grad_enabled()), expect=True,
               name="is recording on afterwards?", hint="The switch was left off. Take a `with` block.")


# Exercises

BENDS = {"": lambda x: x, "Tanh": lambda x: x.tanh(), "ReLU": lambda x: x.relu()}


@exercise(number="13.1", title="by hand")
def check_by_hand(by_hand):
    yield case(by_hand["numbers"], expect=26, name="numbers", wrong=[
        (20, "Those are the weights, 3 * 4 + 4 * 2. Each output has a bias, too."),
        (6, "Those are the biases, 4 + 2. Each pair of input and output has a weight, too."),
        (2, "A layer has many numbers: one weight for each pair of input and output, and the biases."),
        (4, "That is how many Parameters there are. How many numbers are in them?"),
        (12, "That is the first layer's weight alone."),
        (16, "That is the first layer alone, 3 * 4 + 4. The second one has 4 * 2 + 2."),
        (27, "ReLU learns nothing: it has no numbers."),
    ], hint="A layer from n to m has n * m weights and m biases; ReLU has none.")
    yield case(by_hand["SGD, 1 step"], expect=0.8, name="SGD, 1 step", wrong=[
        (0.9, "The slope of w * w at 1 is 2, not 1."),
        (1.2, "Downhill: lr times the slope is subtracted."),
        (-1.0, "The learning rate is missing: the step is 0.1 times the slope."),
        (0.7, "The buffer begins as the slope itself: the first step is an ordinary one."),
    ], hint="w - lr * slope, and the slope is 2 * w.")
    yield case(by_hand["SGD, 2 steps"], expect=0.54, name="SGD, 2 steps", wrong=[
        (0.64, "That is without momentum: half of the old buffer, 0.5 * 2, counts as well."),
        (0.44, "All of the old buffer was kept; momentum=0.5 keeps half of it."),
        (0.6, "The slope is taken anew, at 0.8: it is 1.6."),
        (0.5, "The slope is taken anew, at 0.8: it is 1.6, and the buffer 0.5 * 2 + 1.6."),
        (0.38, ".grad is emptied before each pass, so the old slope comes in through the buffer only."),
    ], hint="buffer = 0.5 * 2 + 1.6, and w = 0.8 - 0.1 * buffer.")
    yield case(by_hand["Adam, 1 step"], expect=0.9, name="Adam, 1 step", wrong=[
        (0.8, "That is SGD's step. Adam divides the slope by its own size."),
        (1.1, "Adam goes downhill, too: against the slope."),
        (0.98, "The mean starts too small, 0.1 * slope. Adam makes up for it, in both means."),
    ], hint="The first step of Adam has the size lr, downhill.")


def reader(torch):
    """(a model whose scores are its input, four rows, of which it reads three as class 0, 2, 1).

    The scores hang on a parameter, so a graph could be recorded.
    """

    class Watched(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.one = torch.nn.Linear(1, 1, bias=False)
            self.ran_recorded = []

        def forward(self, x):
            scores = x + 0 * self.one.weight
            self.ran_recorded.append(scores.requires_grad)
            return scores

    return Watched(), torch.tensor([[3.0, 1.0, 2.0], [0.0, 1.0, 5.0], [-3.0, -1.0, -2.0], [1.0, 2.0, 3.0]])


@exercise(number="13.2", title="how many are right?")
def check_accuracy(accuracy, torch):
    answer = answered(accuracy)

    def share(labels, ask=answer):
        model, rows = reader(torch)
        result = ask(model, rows[: len(labels)], torch.tensor(labels))
        return "a tensor" if hasattr(result, "requires_grad") else result

    def recorded():
        model, rows = reader(torch)
        filled_in(answer(model, rows, torch.tensor([0, 2, 1, 0])))
        return any(model.ran_recorded)

    kinds = [
        ("a tensor", "A tensor came back. `.item()` makes a Python number of it."),
        (3, "That is how many are right. The share is the mean."),
        (0.25, "That is the share of wrong ones; or three out of all twelve scores: divide by the number of rows."),
        (75.0, "From 0 to 1, please: no percent."),
        (0.0, "Compare a place in each row with its label: argmax(1). max gives the score itself. Without the "
              "1, argmax() gives one place in the whole table."),
        (says("context manager"), "The brackets are missing: with torch.no_grad():"),
        (says("mean()"), "A mean of booleans: make them .double() first."),
        (says("size of tensor"), "One place for each row: argmax(1). argmax(0) goes down the columns."),
        (is_a(bool), "True or False came back: count all rows."),
        (AttributeError, "Is everything a tensor up to .item()? Python's own numbers have no such method."),
    ]
    yield case(lambda: share([0, 2, 1, 0]), expect=0.75, name="three of four are right", wrong=kinds,
               hint="The share of rows where model(x).argmax(1) == y.")
    yield case(lambda: share([1, 0]), expect=0.0, name="none of two is right",
               hint="Compare argmax(1) with y, row by row.")
    yield case(lambda: share([0, 2, 1]), expect=1.0, name="all of three are right",
               hint="Divide by the number of rows that were given, not by a fixed number.")
    yield case(recorded, expect=False, name="is a graph recorded while the model runs?",
               hint="The model ran with recording on: call it inside `with torch.no_grad():`.")


def learned(torch, model, x):
    """Whether the loss goes down in a few steps of descent on all parameters."""
    parameters = list(model.parameters())
    losses = []
    for _ in range(20):
        model.zero_grad()
        loss = ((model(x) - x[:, :1] * x[:, 1:]) ** 2).mean()
        losses.append(loss.item())
        loss.backward()
        for parameter in parameters:
            parameter.data = parameter.data - 0.05 * parameter.grad
    return losses[-1] < losses[0]


def bends_of(torch, model, x):
    """The layers and bends that the model sends x through, found by its numbers: "Linear Tanh Linear"."""
    layers, result = [part for part in model.modules() if type(part).__name__ == "Linear"], model(x)
    for bends in itertools.product(BENDS, repeat=len(layers)):
        ours = x
        for layer, bend in zip(layers, bends):
            ours = BENDS[bend](layer(ours))
        if bool(((result - ours).abs() < 1e-6).all()):
            return " ".join(f"Linear {bend}" for bend in bends).strip().replace("  ", " ")
    return "something else"


@exercise(number="13.3", title="the network that does not learn")
def check_deep(Deep, torch):
    def asked(*sizes, of):
        """What `of` says of a new network and four rows; dots where its layers are still dots."""
        torch.manual_seed(0)
        model, x = Deep(*sizes), torch.tensor([[1.0, 2.0, 0.0], [-1.0, 0.5, 1.0], [0.0, 3.0, 2.0], [2.0, 1.0, 0.5]])
        layers = vars(model).get("layers")
        return ... if isinstance(layers, list) and ... in layers else of(model, x[:, :sizes[0]])

    def output(model, x):
        result = model(x)
        return "None" if result is None else result if result is ... else list(result.shape)

    def count(model, x):
        return sum(parameter.numel() for parameter in model.parameters())

    yield case(lambda: asked(2, 8, 8, 1, of=output), expect=[4, 1],
               name="Deep(2, 8, 8, 1): the shape of the result for four rows", wrong=[
        ("None", "None came back from forward. Is a `return` missing?"),
        (says("not callable"), "A list cannot be called: make a Sequential of it."),
        (says("list is not a Module"), "Sequential takes modules one by one: Sequential(*parts), with the star."),
        (says("is not a Module subclass"), "A class stands where a module is due: Tanh(), with brackets."),
        (says("before Module.__init__"), "The first line of the constructor is super().__init__()."),
        (says("shapes cannot be multiplied"), "A layer begins where the one before it ended: zip(sizes, sizes[1:])."),
        (says("must have the same dtype"), "The rows are float32 here, and so are new layers: leave out double()."),
        (says("missing 1 required positional"), "A layer takes two numbers: how many come in, how many go out."),
        ([4, 8], "The last layer is missing: sizes[1:] ends with the last size."),
    ], hint="forward gives x to the first layer, its result to the next one, and so on.")
    yield case(lambda: asked(2, 8, 8, 1, of=count), expect=105,
               name="Deep(2, 8, 8, 1): how many numbers parameters() finds", wrong=[
        (0, "None are found: a Module looks into Modules, not into lists."),
        (24, "Only the first layer is found."),
        (9, "Only the last layer is found: each new one took the attribute of the one before."),
    ], hint="2 * 8 + 8, 8 * 8 + 8 and 8 * 1 + 1.")
    way = functools.partial(bends_of, torch)
    yield case(lambda: asked(2, 8, 8, 1, of=way), expect="Linear Tanh Linear Tanh Linear",
               name="Deep(2, 8, 8, 1): what x goes through", wrong=[
        (lambda r: r.endswith("Tanh"),
         "One Tanh too many: none stands after the last layer, or no result could be larger than 1."),
        ("Linear Linear Linear", "Without a bend between them, three layers are one weighted sum."),
        (lambda r: "ReLU" in r, "A bend, but another one: Tanh is asked for."),
        (lambda r: r.count("Tanh") == 1, "One Tanh is missing: there are two gaps between three layers."),
    ], hint="forward should go through the layers in their order, with a Tanh in each gap.")
    yield case(lambda: asked(3, 5, 2, of=count), expect=32,
               name="Deep(3, 5, 2): how many numbers parameters() finds", wrong=[
        (105, "That is the other network again: use the sizes that the constructor is given."),
        (says("cannot be multiplied"), "Here three numbers come in: use the sizes that the constructor is given."),
    ], hint="Two layers this time: 3 * 5 + 5 and 5 * 2 + 2.")
    yield case(lambda: asked(2, 8, 8, 1, of=functools.partial(learned, torch)), expect=True, name="does it learn?",
               hint="The loss did not go down in 20 steps. Does forward use the weights that parameters() finds?")


def leaves(torch, *grads):
    """Parameters with these gradients; None stays without one."""
    made = []
    for grad in grads:
        leaf = torch.tensor([1.0] * (len(grad) if grad else 1), requires_grad=True)
        leaf.grad = None if grad is None else torch.tensor(grad)
        made.append(leaf)
    return made


@exercise(number="13.4", title="no step too long")
def check_clip(clip, torch):
    answer = answered(clip)

    def after(grads, most, generator=False):
        parameters = leaves(torch, *grads)
        length = filled_in(answer((p for p in parameters) if generator else parameters, most))
        length = "a tensor" if hasattr(length, "requires_grad") else length
        return [length, [p.grad for p in parameters]]

    def in_place():
        (parameter,) = leaves(torch, [30.0, 40.0])
        old = parameter.grad
        filled_in(answer([parameter], 5.0))
        return parameter.grad is old

    long = [[30.0, 40.0], [72.0, 96.0]]
    yield case(lambda: after(long, 13.0), expect=[130.0, [[3.0, 4.0], [7.2, 9.6]]],
               name="gradients (30, 40) and (72, 96), most 13", wrong=[
        (lambda r: type(r[0]).__name__ == "Nothing", "None came back. Return the length from before."),
        ([16900.0, [[30.0 / 1300, 40.0 / 1300], [72.0 / 1300, 96.0 / 1300]]],
         "16900 is the sum of the squares. The length is its root."),
        (lambda r: r[0] == "a tensor", "The length is a tensor. `.item()` makes a Python number of it."),
        ([130.0, [[30.0, 40.0], [72.0, 96.0]]], "The gradients did not change. Multiply in place, grad.mul_(...); and "
         "is the loop over a list? A generator is empty after its first loop."),
        (lambda r: abs(r[0] - 2.0) < 1e-6, "That is the length of the parameters. Take their gradients, .grad."),
        (lambda r: abs(r[0] - (1250 + 7200) ** 0.5) < 0.01, "The squares are added up: sum(), not mean()."),
        (lambda r: r[0] == 238.0, "Those are the gradients themselves, added up. Add up their squares."),
        (lambda r: r[0] == 96.0, "That is the largest of the numbers. The length counts all of them."),
        (lambda r: r[0] == 120.0, "That is the length of the last tensor. Add up the squares of all, before the root."),
        (lambda r: r[0] == 50.0, "That is the length of the first tensor. Add up the squares of all, before the root."),
        (says("'math' is not defined"), "The package's cells import math for themselves alone. `** 0.5` is the root, "
                                        "too; or import math in this cell."),
        (says("ambiguous"), "Ask whether a gradient `is not None`: with several entries it is neither true nor false."),
        ([13.0, [[3.0, 4.0], [7.2, 9.6]]], "Return the length from before, not the one that is left."),
        ([170.0, [[30.0 * 13 / 170, 40.0 * 13 / 170], [72.0 * 13 / 170, 96.0 * 13 / 170]]],
         "170 is the sum of the two tensors' lengths. Add up all squares first, and take one root."),
        (lambda r: r[1][0].tolist() == [13.0, 13.0], "Each number was cut off at most: that changes the direction. "
         "Multiply all by one factor."),
        (lambda r: r[0] == 130.0 and abs(r[1][0].tolist()[0] - 7.8) < 0.01,
         "Each tensor was shortened alone. One factor for all keeps the direction."),
        (lambda r: r[1][0].tolist()[0] > 100, "The factor is most / length, not length / most."),
        (says("leaf Variable"), "Write into the gradients, not into the parameters."),
    ], hint="One factor, most / length, for all gradients; the length from before comes back.")
    yield case(lambda: after([[3.0], [4.0]], 10.0), expect=[5.0, [[3.0], [4.0]]], name="gradients (3) and (4), most 10",
               wrong=[
        ([5.0, [[6.0], [8.0]]], "Short gradients stay as they are: only if length > most."),
        (lambda r: type(r[0]).__name__ == "Nothing", "None came back here. Does `return` stand inside the `if`?"),
    ], hint="Nothing is multiplied where the length is not larger than most.")
    yield case(lambda: after([[0.6], None, [0.8]], 0.5), expect=[1.0, [[0.3], None, [0.4]]],
               name="one parameter has no gradient", wrong=[
        (is_a(TypeError, AttributeError), "One .grad is None: leave such parameters out."),
    ], hint="Parameters without a gradient do not count.")
    yield case(lambda: after(long, 13.0, generator=True), expect=[130.0, [[3.0, 4.0], [7.2, 9.6]]],
               name="the parameters come from a generator", wrong=[
        ([130.0, long], "A generator is empty after the first loop: make a list first."),
    ], hint="Read the parameters once, into a list.")
    yield case(in_place, expect=True, name="is .grad still the same tensor?",
               hint="p.grad = ... makes a new tensor: write into the old one, with grad.mul_(...).")
