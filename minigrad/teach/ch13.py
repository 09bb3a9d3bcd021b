"""Checkers for the exercises of chapter 13."""

import itertools

from minigrad.core.tensors import tensor
from minigrad.exact.random import manual_seed
from minigrad.nn.losses import mse_loss
from minigrad.nn.modules import Linear, Module, Sequential
from minigrad.teach.check import answered, case, exercise, says


@exercise(number="13.1", title="By hand")
def check_by_hand(by_hand):
    yield case(
        by_hand["numbers"],
        expect=26,
        name="numbers",
        wrong=[
            (20, "Those are the weights, 3 * 4 + 4 * 2. Each output has a bias, too."),
            (6, "Those are the biases, 4 + 2. Each pair of input and output has a weight, too."),
            (2, "A layer has many numbers: one weight for each pair of input and output, and the biases."),
            (4, "That is how many Parameters there are. How many numbers are in them?"),
            (12, "That is the first layer's weight alone."),
            (16, "That is the first layer alone, 3 * 4 + 4. The second one has 4 * 2 + 2."),
            (27, "ReLU learns nothing: it has no numbers."),
        ],
        hint="A layer from n to m has n * m weights and m biases; ReLU has none.",
    )
    yield case(
        by_hand["SGD, 1 step"],
        expect=0.8,
        name="SGD, 1 step",
        wrong=[
            (0.9, "The slope of w * w at 1 is 2, not 1."),
            (1.2, "Downhill: lr times the slope is subtracted."),
            (-1.0, "The learning rate is missing: the step is 0.1 times the slope."),
            (0.7, "The buffer begins as the slope itself: the first step is an ordinary one."),
        ],
        hint="w - lr * slope, and the slope is 2 * w.",
    )
    yield case(
        by_hand["SGD, 2 steps"],
        expect=0.54,
        name="SGD, 2 steps",
        wrong=[
            (0.64, "That is without momentum: half of the old buffer, 0.5 * 2, counts as well."),
            (0.44, "All of the old buffer was kept; momentum=0.5 keeps half of it."),
            (0.6, "The slope is taken anew, at 0.8: it is 1.6."),
            (0.5, "The slope is taken anew, at 0.8: it is 1.6, and the buffer 0.5 * 2 + 1.6."),
            (0.38, ".grad is emptied before each pass, so the old slope comes in through the buffer only."),
        ],
        hint="buffer = 0.5 * 2 + 1.6, and w = 0.8 - 0.1 * buffer.",
    )
    yield case(
        by_hand["Adam, 1 step"],
        expect=0.9,
        name="Adam, 1 step",
        wrong=[
            (0.8, "That is SGD's step. Adam divides the slope by its own size."),
            (1.1, "Adam goes downhill, too: against the slope."),
            (0.98, "The mean starts too small, 0.1 * slope. Adam makes up for it, in both means."),
        ],
        hint="The first step of Adam has the size lr, downhill.",
    )


def reader():
    """A model whose scores are known: of four rows it reads three as class 0, 2, 1."""
    rows = tensor([[3.0, 1.0, 2.0], [0.0, 1.0, 5.0], [-3.0, -1.0, -2.0], [1.0, 2.0, 3.0]])
    return Sequential(Watched()), rows


class Watched(Module):
    """Hands its input on; its scores hang on a parameter, so a graph could be recorded."""

    def __init__(self):
        super().__init__()
        self.one = Linear(1, 1, bias=False)
        self.ran_recorded = []

    def forward(self, x):
        scores = x + 0 * self.one.weight
        self.ran_recorded.append(scores.requires_grad)
        return scores


@exercise(number="13.2", title="How many are right?")
def check_accuracy(accuracy):
    answer = answered(accuracy)

    def share(labels, ask=answer):
        model, rows = reader()
        result = ask(model, rows[: len(labels)], tensor(labels))
        return "a tensor" if hasattr(result, "requires_grad") else result

    def recorded():
        model, rows = reader()
        result = answer(model, rows, tensor([0, 2, 1, 0]))
        return ... if result is ... else any(model[0].ran_recorded)

    kinds = [
        ("a tensor", "A tensor came back. `.item()` makes a Python number of it."),
        (3, "That is how many are right. The share is the mean."),
        (0.25, "That is the share of wrong ones; or three out of all twelve scores: divide by the number of rows."),
        (75.0, "From 0 to 1, please: no percent."),
        (0.0, "Compare a place in each row with its label: argmax(1). max gives the score itself, and argmax() without "
              "the 1 one place in the whole table."),
        (says("context manager"), "The brackets are missing: with no_grad():"),
        (says("mean()"), "A mean of booleans: make them .double() first."),
        (says("size of tensor"), "One place for each row: argmax(1). argmax(0) goes down the columns."),
        (lambda r: isinstance(r, bool), "True or False came back: count all rows."),
        (AttributeError, "Is everything a tensor up to .item()? Python's own numbers have no such method."),
    ]
    yield case(lambda: share([0, 2, 1, 0]), expect=0.75, name="three of four are right", wrong=kinds,
               hint="The share of rows where model(x).argmax(1) == y.")
    yield case(lambda: share([1, 0]), expect=0.0, name="none of two is right",
               hint="Compare argmax(1) with y, row by row.")
    yield case(lambda: share([0, 2, 1]), expect=1.0, name="all of three are right",
               hint="Divide by the number of rows that were given, not by a fixed number.")
    yield case(recorded, expect=False, name="is a graph recorded while the model runs?",
               hint="The model ran with recording on: call it inside `with no_grad():`.")


def learned(model, x):
    """Whether the loss goes down in a few steps of descent on all parameters."""
    parameters = list(model.parameters())
    losses = []
    for _ in range(20):
        model.zero_grad()
        loss = mse_loss(model(x), x[:, :1] * x[:, 1:])
        losses.append(loss.item())
        loss.backward()
        for parameter in parameters:
            parameter.data = parameter.data - 0.05 * parameter.grad
    return losses[-1] < losses[0]


BENDS = {"": lambda x: x, "Tanh": lambda x: x.tanh(), "ReLU": lambda x: x.relu()}


def course(model, x):
    """The layers and bends that the model sends x through, found by its numbers: "Linear Tanh Linear"."""
    layers, result = [part for part in model.modules() if type(part).__name__ == "Linear"], model(x)
    for bends in itertools.product(BENDS, repeat=len(layers)):
        ours = x
        for layer, bend in zip(layers, bends):
            ours = BENDS[bend](layer(ours))
        if bool(((result - ours).abs() < 1e-6).all()):
            return " ".join(f"Linear {bend}" for bend in bends).strip().replace("  ", " ")
    return "something else"


@exercise(number="13.3", title="The network that does not learn")
def check_deep(Deep):
    def asked(*sizes, of):
        """What `of` says of a new network and four rows; dots where its layers are still dots."""
        manual_seed(0)
        model, x = Deep(*sizes), tensor([[1.0, 2.0, 0.0], [-1.0, 0.5, 1.0], [0.0, 3.0, 2.0], [2.0, 1.0, 0.5]])
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
    yield case(lambda: asked(2, 8, 8, 1, of=course), expect="Linear Tanh Linear Tanh Linear",
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
    yield case(lambda: asked(2, 8, 8, 1, of=learned), expect=True, name="does it learn?",
               hint="The loss did not go down in 20 steps. Does forward use the weights that parameters() finds?")


def leaves(*grads):
    """Parameters with these gradients; None stays without one."""
    made = []
    for grad in grads:
        leaf = tensor([1.0] * (len(grad) if grad else 1), requires_grad=True)
        leaf.grad = None if grad is None else tensor(grad)
        made.append(leaf)
    return made


@exercise(number="13.4", title="No step too long")
def check_clip(clip):
    answer = answered(clip)

    def after(grads, most, generator=False):
        parameters = leaves(*grads)
        length = answer((p for p in parameters) if generator else parameters, most)
        if length is ...:
            return ...
        length = "a tensor" if hasattr(length, "requires_grad") else length
        return [length, [p.grad for p in parameters]]

    def in_place():
        (parameter,) = leaves([30.0, 40.0])
        old = parameter.grad
        length = answer([parameter], 5.0)
        return ... if length is ... else parameter.grad is old

    long = [[30.0, 40.0], [120.0]]
    yield case(lambda: after(long, 13.0), expect=[130.0, [[3.0, 4.0], [12.0]]],
               name="gradients (30, 40) and (120), most 13", wrong=[
        (lambda r: type(r[0]).__name__ == "Nothing", "None came back. Return the length from before."),
        ([16900.0, [[30.0 / 1300, 40.0 / 1300], [120.0 / 1300]]],
         "16900 is the sum of the squares. The length is its root."),
        (lambda r: r[0] == "a tensor", "The length is a tensor. `.item()` makes a Python number of it."),
        ([130.0, [[30.0, 40.0], [120.0]]], "The gradients did not change. Multiply in place, grad.mul_(...); and "
         "is the loop over a list? A generator is empty after its first loop."),
        (lambda r: abs(r[0] - 3 ** 0.5) < 1e-6, "That is the length of the parameters. Take their gradients, .grad."),
        (lambda r: abs(r[0] - (1250 + 14400) ** 0.5) < 0.01, "The squares are added up: sum(), not mean()."),
        (lambda r: r[0] == 190.0, "Those are the gradients themselves, added up. Add up their squares."),
        (lambda r: r[0] == 120.0, "That is the largest of the numbers. The length counts all of them."),
        (says("ambiguous"), "Ask whether a gradient `is not None`: with several entries it is neither true nor false."),
        ([13.0, [[3.0, 4.0], [12.0]]], "Return the length from before, not the one that is left."),
        ([170.0, [[30.0 * 13 / 170, 40.0 * 13 / 170], [120.0 * 13 / 170]]],
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
    ],
               hint="Nothing is multiplied where the length is not larger than most.")
    yield case(lambda: after([[0.6], None, [0.8]], 0.5), expect=[1.0, [[0.3], None, [0.4]]],
               name="one parameter has no gradient", wrong=[
        (lambda r: isinstance(r, (TypeError, AttributeError)), "One .grad is None: leave such parameters out."),
    ], hint="Parameters without a gradient do not count.")
    yield case(lambda: after(long, 13.0, generator=True), expect=[130.0, [[3.0, 4.0], [12.0]]],
               name="the parameters come from a generator", wrong=[
        ([130.0, [[30.0, 40.0], [120.0]]], "A generator is empty after the first loop: make a list first."),
    ], hint="Read the parameters once, into a list.")
    yield case(in_place, expect=True, name="is .grad still the same tensor?",
               hint="p.grad = ... makes a new tensor: write into the old one, with grad.mul_(...).")
