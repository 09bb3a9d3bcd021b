"""Chapter 15: ten broken training loops, what they are tried on, and the checkers of their cures."""

import math
import tracemalloc

from minigrad.autograd.grad_mode import enable_grad
from minigrad.core.tensors import Tensor, tensor
from minigrad.teach.check import Nothing, answered, case, exercise, says, shown
from minigrad.viz.graph.memory import memory

X, Y = [1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0]  # Y = 2 * X: one weight can learn it
MIXED_X, MIXED_Y = [-2.0, -1.0, 1.0, 2.0], [1.0, 1.0, 2.0, 4.0]
SQUARES, ROOTS = [0.0, 1.0, 4.0, 9.0], [0.0, 1.0, 2.0, 3.0]


# What the notebook runs a loop with


def look(train, *starts, x=X, y=Y, flag=True):
    """Runs a training loop once, on weights that begin at `starts`, and prints its losses and the weights afterwards.

    An error is printed like a result. `flag` is the weights' requires_grad.
    """
    weights = [tensor(start, requires_grad=flag) for start in starts]
    try:
        losses = train(*weights, tensor(x), tensor(y))
        print("losses ", *rounded(losses) if isinstance(losses, list) else [losses])
        print("weights", *rounded(weight.item() for weight in weights))
    except Exception as error:
        print(shown(error))


def rounded(numbers):
    return [round(float(number), 4) for number in numbers]


def exact(numbers):
    """Numbers with six digits: more than a checker compares, and still short to read."""
    return [float(f"{number:.6g}") for number in numbers]


def weigh(train):
    """Prints how many nodes the result of a loop still holds after 10, 20 and 40 steps."""
    for steps in (10, 20, 40):
        print(f"{steps} steps: {nodes(train(tensor(0.0, requires_grad=True), tensor(X), tensor(Y), steps))} nodes")


def nodes(result):
    """How many nodes hang behind a result; none behind a number."""
    return memory(result).nodes if isinstance(result, Tensor) else 0


# What a mended loop should do, in numbers only


def descent(loss, slopes, weights, rate, steps):
    """The losses and the last weights of gradient descent: `loss(*weights)` and `slopes(*weights)` are formulas."""
    losses = []
    for _ in range(steps):
        losses.append(loss(*weights))
        weights = [weight - rate * slope for weight, slope in zip(weights, slopes(*weights))]
    return losses, weights


def line(start, steps, rate=0.05):
    """Fits w * X to Y: the mean of X * X is 7.5."""
    return descent(lambda w: 7.5 * (w - 2) ** 2, lambda w: [15 * (w - 2)], [start], rate, steps)


def line_without_emptying(start):
    """The losses of `line` where gradients are never emptied."""
    losses, w, total = [], start, 0.0
    for _ in range(4):
        losses.append(7.5 * (w - 2) ** 2)
        total += 15 * (w - 2)
        w -= 0.05 * total
    return losses


def doubled(start, steps):
    """Fits 2 * w * X to Y."""
    return descent(lambda w: 7.5 * (2 * w - 2) ** 2, lambda w: [30 * (2 * w - 2)], [start], 0.0125, steps)


def exponential(start, steps):
    """Fits (exp(w) + 1) * X to Y."""
    return descent(
        lambda w: 7.5 * (math.exp(w) - 1) ** 2, lambda w: [15 * (math.exp(w) - 1) * math.exp(w)], [start], 0.01, steps
    )


def two_losses(u, v, steps):
    """Fits u * X and u * v * X to Y at the same time."""
    return descent(
        lambda u, v: 7.5 * (u - 2) ** 2 + 7.5 * (u * v - 2) ** 2,
        lambda u, v: [15 * (u - 2) + 15 * (u * v - 2) * v, 15 * (u * v - 2) * u],
        [u, v], 0.01, steps,
    )


def roots(start, steps):
    """Fits sqrt(w * SQUARES) to ROOTS."""
    return descent(
        lambda w: 3.5 * (math.sqrt(w) - 1) ** 2, lambda w: [3.5 - 3.5 / math.sqrt(w)], [start], 1.0, steps
    )


def positive_part(start, steps):
    """Fits w * MIXED_X, with 0 in the place of negative numbers, to MIXED_Y, where w is positive."""
    return descent(lambda w: (2 + 5 * (w - 2) ** 2) / 4, lambda w: [2.5 * (w - 2)], [start], 0.3, steps)


ADDED = "The loss moves now, but old gradients are added to new ones. Empty w.grad after each step."


# The cases that all loops share


def mentions(function, name):
    """Whether a name stands in the code of a function, as an attribute or a keyword."""
    code = function.__code__
    constants = [part for constant in code.co_consts if isinstance(constant, tuple) for part in constant]
    return name in code.co_names or name in constants


COMMON = [
    (says("a leaf Variable that requires grad"),
     "A leaf with the flag may be written into only where nothing is recorded: in the no_grad block."),
    (says("does not require grad"),
     "No trail leads from the loss to the weight. What cuts it, or which new tensor has no flag?"),
    (says("a second time"), "An old graph was walked again. Each step needs a loss of its own, and one pass over it."),
    (says("modified by an inplace operation"),
     "A number that a rule saved is still overwritten before the rule is used. Which write comes too early?"),
    (says("NoneType"), "A gradient is None when the step is taken: backward() has not reached this weight."),
    (lambda losses: isinstance(losses, Nothing), "None came back. `return losses` should be the last line."),
    (lambda losses: isinstance(losses, Tensor), "Return the list of losses, one number for each step."),
    (lambda losses: any(math.isnan(loss) for loss in losses), "One of the losses is nan."),
    (lambda losses: len(losses) < 2, "The loop should take every step, and return after the last one."),
    (lambda losses: len({float(loss) for loss in losses}) == 1, "The loss still stands still."),
    (lambda losses: losses[-1] > losses[0], "The loss grows. In which direction, and how far, should a step go?"),
]


def loop(train, right, starts, others, *, symptom, wrong=(), rate_hint="", x=X, y=Y, flag=True):
    """The cases of a loop: its losses and weights after four steps, and its losses from elsewhere after three.

    right     gives (losses, weights) for starts and a number of steps
    others    other starts
    """
    train = answered(train)

    def run(starts, steps, look):
        def go():
            with enable_grad():
                weights = [tensor(start, requires_grad=flag) for start in starts]
                losses = train(*weights, tensor(x), tensor(y), steps)
                return losses if isinstance(losses, Nothing) else look(losses, weights)

        return go

    def number(start):
        while isinstance(start, list):
            start = start[0]
        return start

    losses, weights = right(*map(number, starts), 4)
    given = ", ".join(str(number(start)) for start in starts)
    yield case(
        run(starts, 4, lambda losses, weights: losses), expect=exact(losses), symptom=symptom,
        name=f"the losses of four steps, from {given}", wrong=[*wrong, *COMMON],
        hint="These are not the losses of this loop without its bug. Change only what is wrong, rate and model stay.",
    )
    yield case(
        run(starts, 4, lambda losses, weights: [weight.item() for weight in weights]), expect=exact(weights),
        name="the weights after these steps",
        wrong=[
            (list(map(number, starts)), "The caller's weight has not moved: w = w - ... makes another tensor. Use -=.")
        ],
        hint="Write the step into the weight that the loop was given.",
    )
    yield case(
        run(others, 3, lambda losses, weights: losses), expect=exact(right(*map(number, others), 3)[0]),
        name=f"the losses of three steps, from {', '.join(str(number(start)) for start in others)}",
        hint="Use the weight, the data and the number of steps that the loop was given.",
    )
    yield case(
        run(others, 2, lambda losses, weights: [weight.is_leaf and weight.requires_grad for weight in weights]),
        expect=[True] * len(starts), name="the weights are still leaves with the flag",
        hint="The weight that the loop was given should be a leaf with the flag in the end. Has another tensor the "
             "flag, or was the write recorded?",
    )


# The ten


@exercise(number="15.1", title="the loss stands still")
def check_still(train):
    yield from loop(
        train, line, [0.0], [4.0],
        symptom=lambda losses: losses == [30.0] * 4 and mentions(train, "detach"),
        wrong=[
            (lambda answer: says("does not require grad")(answer) and mentions(train, "detach"),
             "That error was right, and requires_grad_() had only silenced it: no trail leads from the loss to w. "
             "Which word cuts it?"),
            (lambda losses: losses[-1] == 30.0 and mentions(train, "data"),
             ".data cuts the trail to w just as detach() does. Take it away."),
            (exact(line_without_emptying(0.0)), ADDED),
        ],
    )


@exercise(number="15.2", title="an error in the first step")
def check_late(train):
    def silenced(answer):
        return isinstance(answer, TypeError) and "NoneType" in str(answer)

    yield from loop(
        train, line, [0.0], [4.0], flag=False,
        symptom=says("does not require grad"),
        wrong=[
            (silenced, "backward() runs now, but no gradient reaches w: a flag on the loss does not lead to w."),
            ([30.0] * 4, "The error is gone, and nothing learns: only a flag on w itself leads to w."),
            (exact(line_without_emptying(0.0)), ADDED),
            (says("you can only change requires_grad flags of leaf"),
             "A result's flag follows from its inputs. Which tensor is the leaf here?"),
        ],
    )


@exercise(number="15.3", title="it overshoots")
def check_overshoot(train):
    emptied = "The gradient is emptied between backward() and the step, so that nothing is left for the step."
    yield from loop(
        train, line, [0.0], [4.0],
        symptom=exact(line_without_emptying(0.0)),
        wrong=[
            ([30.0] * 4, emptied),
            (says("NoneType"), emptied),
            (lambda losses: losses[1] > 1.9,
             "The first step has changed, and it was right. The rate is not the cause: look at w.grad in step two."),
        ],
    )


@exercise(number="15.4", title="expected 2, got 1")
def check_scale(train):
    yield from loop(
        train, doubled, [0.0], [2.0],
        symptom=says("incorrect number of gradients (expected 2, got 1)"),
        wrong=[
            (says("got 3"), "One gradient too many: forward has two inputs beside ctx."),
            (says("different than None at position 2"), "The factor is a number, and a number has no gradient: None."),
            (says("positional argument"), "forward still needs ctx, t and factor. Only backward is to be changed."),
            (says("NoneType"), "The first place is for the gradient of t, the second for the factor."),
            (lambda losses: len(losses) == 4 and losses[0] == 30.0 and losses[1] > 2.0,
             "backward() runs now, but the rule is wrong: the slope of t * factor is the factor."),
        ],
    )


@exercise(number="15.5", title="memory that grows")
def check_total(train):
    train = answered(train)

    def run(steps):
        with enable_grad():
            return train(tensor(0.0, requires_grad=True), tensor(X), tensor(Y), steps)

    def mean():
        result = run(4)
        return result.item() if isinstance(result, Tensor) else result

    def weight():
        w = tensor(0.0, requires_grad=True)
        with enable_grad():
            train(w, tensor(X), tensor(Y), 4)
        return w.item()

    def grows():
        """The peak after 300 steps against 100: a graph of this loop takes more than 1,000 bytes."""
        peaks = []
        for steps in (1, 100, 300):
            tracemalloc.start()
            try:
                run(steps)
                peaks.append(tracemalloc.get_traced_memory()[1])
            finally:
                tracemalloc.stop()
        return peaks[2] - peaks[1] > 200 * 200

    losses = line(0.0, 4)[0]
    yield case(
        mean, expect=round(sum(losses) / 4, 4), name="the mean loss of four steps",
        wrong=[
            (sum(losses), "This is the sum. Divide it by the number of steps, as before."),
            (losses[-1] / 4, "Only the last loss was counted: += adds each of them."),
            (30.0, "w does not learn any more. The loss needs its graph until backward() has run."),
            (lambda returned: isinstance(returned, list), "Return the mean of the losses, one number."),
            (lambda returned: isinstance(returned, Nothing), "None came back. Return the mean of the losses."),
            *COMMON,
        ],
        hint="The mean of the losses should stay what it was.",
    )
    yield case(
        weight, expect=exact(line(0.0, 4)[1])[0], name="the weight after four steps",
        hint="w should learn as before. Change only the line that adds up the losses.",
    )
    yield case(
        lambda: nodes(run(20)), expect=0, name="the nodes behind the result of 20 steps",
        symptom=lambda count: count == 102,
        hint="The result still has a graph. Which number do you need of each loss, and who gives it without a graph?",
    )
    yield case(
        grows, expect=False, name="memory grows while the loop runs",
        wrong=[(True, "The result is free of a graph at the end, but up to there all graphs were kept. "
                      "Take the number in each step.")],
    )


@exercise(number="15.6", title="an error from exp")
def check_exp(train):
    yield from loop(
        train, exponential, [[1.0]], [[0.5]],
        symptom=lambda answer: says("output 0 of Exp")(answer) and not mentions(train, "retain_graph"),
        wrong=[
            (lambda answer: mentions(train, "retain_graph") and isinstance(answer, RuntimeError),
             "retain_graph=True keeps the graph, but the numbers that exp saved have been overwritten."),
            (lambda losses: mentions(train, "data") and abs(losses[1] - 0.9136) > 0.01,
             "The error is gone, and the gradient is wrong: .data hides the write from the count, but exp still reads "
             "the overwritten numbers."),
            (says("does not require grad"), "The trail to w is cut now. Keep the graph; compute a new tensor instead."),
        ],
    )


@exercise(number="15.7", title="it learns something else")
def check_column(train):
    yield from loop(
        train, line, [[[0.0]]], [[[4.0]]],
        symptom=lambda losses: abs(losses[1] - 10.4688) < 1e-3,
        wrong=[
            (says("must match the size"), "Two shapes do not fit. Print both: which one should become which?"),
            (says("is invalid for input of size"), "Four numbers do not fit into that shape."),
            (says("scalar"), "The loss must be one number: keep mean()."),
            (says("cannot be multiplied"), "@ wants x as a column. Keep that, and change the shape of something else."),
            (lambda losses: losses[0] in (120.0, 480.0), "sum() makes the loss many times larger. Keep mean()."),
        ],
    )


@exercise(number="15.8", title="one step, two losses")
def check_two(train):
    def untouched(answer):
        return says("modified by an inplace operation")(answer) and not mentions(train, "retain_graph")

    yield from loop(
        train, two_losses, [1.0, 1.0], [1.5, 1.0],
        symptom=untouched,
        wrong=[
            (lambda answer: isinstance(answer, RuntimeError) and mentions(train, "retain_graph"),
             "retain_graph=True keeps the graph, but not the old number of u: the step has overwritten it."),
            (lambda losses: mentions(train, "data"),
             "The error is gone, and so is the warning: two.backward() reads the new u. Move the step instead."),
            (lambda losses: losses[0] < 14.9,
             "two is computed after the step now, with the new u. Both losses belong to the numbers of the step's "
             "beginning: move the step instead."),
            (lambda losses: abs(losses[0] - 15.0) < 1e-4 and len(losses) == 4,
             "No error, but u and v should move once each, with the slopes of one + two at the numbers of the step's "
             "beginning."),
        ],
    )


@exercise(number="15.9", title="a weight that is no number")
def check_root(train):
    yield from loop(
        train, roots, [9.0], [4.0], x=SQUARES, y=ROOTS,
        symptom=lambda losses: len(losses) == 4 and rounded(losses) == [14.0, 3.5, 3.5, 3.5],
        wrong=[
            (lambda losses: rounded(losses)[0] != 14.0,
             "The predictions have changed, and they were right: sqrt(h), and 0 where h is 0."),
            ([14.0] * 4, "No step is taken any more, so the nan is only left out. Which operation makes it?"),
            (lambda losses: any(math.isnan(loss) for loss in losses),
             "nan, and now it shows in the loss, too: sqrt still meets the 0, and its slope there is infinite."),
        ],
    )


@exercise(number="15.10", title="the wrong minimum")
def check_minimum(train):
    def of_h(losses):
        return abs(losses[0] - 1.75) > 1e-3

    yield from loop(
        train, positive_part, [1.0], [3.0], x=MIXED_X, y=MIXED_Y,
        symptom=lambda losses: abs(losses[1] - 1.1125) < 1e-3 and mentions(train, "data"),
        wrong=[
            (of_h, "The predictions have changed, and they were right: 0 in the place of every negative number."),
            (lambda losses: abs(losses[1] - 1.1125) < 1e-3,
             "The same losses as before: the write is still not recorded, so the gradient does not know of it."),
        ],
    )
