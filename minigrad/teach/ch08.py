"""Chapter 8: the checkers of the definitions that the reader writes, and of its exercises; the two moons."""

import math
import sys
import warnings

import numpy as np

from minigrad.locale import say
from minigrad.teach.aftermath import instead
from minigrad.teach.check import Remark, blank, case, either, exercise, filled_in, is_a, later, needed, says


def toys(*modes):
    """Blocks on paper, all of one new class: each knows where the switch has to stand."""
    kind = type("Block", (), {})
    blocks = [kind() for _ in modes]
    for block, mode in zip(blocks, modes):
        block.mode = mode
    return blocks


def the_switch():
    """The engine's own: whether steps are recorded, it says in `.on`."""
    return sys.modules["minigrad.core.node"].recording


def moons(count=40):
    """(points, names): two half circles that reach into each other, `count` points each, "upper" and "lower"."""
    turns = [math.pi * (k + 0.5) / count for k in range(count)]
    upper = [[math.cos(turn), math.sin(turn)] for turn in turns]
    lower = [[1 - x, 0.5 - y] for x, y in upper]
    return upper + lower, ["upper"] * count + ["lower"] * count


# What the reader writes into the package

NOTHING = Remark("no block.before")


@blank
def check_enter(enter, torch):
    @later
    def entered(on, *modes):
        """What each of the blocks, one in the other, has noted; and how the switch stands in the end."""
        blocks = toys(*modes)
        with instead(the_switch(), "on", on):
            for block in blocks:
                filled_in(enter(block))
            return [*[getattr(block, "before", NOTHING) for block in blocks], the_switch().on]

    yield case(
        entered(True, False), expect=[True, False],
        name="on, and the block wants off: block.before, recording.on", wrong=[
            ([False, False], "block.before has the new state. Note first, then switch."),
            ([NOTHING, False], "The switch is set, and nobody has noted how it stood: block.before = ..."),
            ([True, True], "It is noted, but the switch has not moved: set recording.on to block.mode."),
            ([NOTHING, True], "Nothing has changed. Two things are due: note in block.before, and set recording.on."),
            ([False, True], "The two are exchanged: block.before gets recording.on, recording.on gets block.mode."),
            (says("'before'"), "block.before is not there yet: this is the place that makes it."),
            (UnboundLocalError, "`recording = ...` is a new name of this function's. Turn the switch: recording.on."),
            (says("'set_grad_enabled'"), "set_grad_enabled comes further down. Set recording.on itself."),
        ], hint="block.before is True or False, and so is recording.on: no object, and no text.")
    yield case(entered(False, True), expect=[False, True],
               name="off, and the block wants on: block.before, recording.on",
               wrong=[([False, False], "A block is not always for off: set the switch to block.mode."),
                      ([True, True], "block.before is True whatever was there. Read recording.on."),
                      ([True, False], "Nothing fixed stands here: read recording.on, and set it to block.mode."),
                      ([NOTHING, False], "For this block nothing happens at all. A block for on notes and sets, too.")])
    yield case(entered(False, False), expect=[False, False], name="off, and the block wants off",
               wrong=[([False, True], "This turns the switch over. Set it to block.mode."),
                      ([True, False], "block.before is the opposite of block.mode here. Read recording.on instead."),
                      ([NOTHING, False], "Note also where there is nothing to switch: `leave` will look for it.")])
    yield case(lambda: entered(True, False, False)()[:2], expect=[True, False],
               name="a block in a block: before of the outer and of the inner",
               wrong=[([False, False], "The inner block has written over what the outer has noted."),
                      ([True, True], "Each block notes for itself, each time: the inner one began with off.")])


@blank
def check_leave(leave, torch):
    @later
    def left(before, mode, *error):
        (block,) = toys(mode)
        block.before = before
        with instead(the_switch(), "on", mode):
            answer = filled_in(leave(block, *error or (None, None, None)))
            return [the_switch().on, bool(answer)]

    swallowed = "The switch is right. But an answer that is true makes Python swallow an error: return nothing."
    yield case(
        left(True, False), expect=[True, False],
        name="it was on before: the switch, and whether an error is swallowed", wrong=[
            ([False, False], "Recording stays off after the block. Set recording.on to what the block has noted."),
            ([True, True], swallowed),
            (says("positional argument"), "Python hands three things about an error. Keep the *error of the stub."),
            (says("must derive from BaseException"), "There was no error. Set the switch, and raise nothing."),
            ([False, True], "You return what was noted. Nothing is to be returned: set recording.on to it."),
        ])
    yield case(left(False, True), expect=[False, False], name="it was off before enable_grad: the switch afterwards",
               wrong=[(either([True, False], [True, True]), "It was off before. Set back what was there before, not "
                       "True.")])
    yield case(
        left(False, False), expect=[False, False], name="it was off before no_grad: the switch afterwards",
        wrong=[([True, False], "A no_grad inside a no_grad: the opposite of block.mode is not what was there before.")],
    )
    yield case(left(True, False, ValueError, ValueError("stop"), None), expect=[True, False],
               name="an error has ended the block: the switch, and whether the error is swallowed",
               wrong=[([False, False], "After an error recording stays off. Set it back in any case."),
                      ([True, True], swallowed),
                      (ValueError, "The error goes on by itself: `leave` need not raise it.")])
    yield case(left(False, False, ValueError, ValueError("stop"), None), expect=[False, False],
               name="an error has ended a block that began with off: the switch, and whether the error is swallowed",
               wrong=[([True, False], "After an error, too, the switch stands as before: here it was off.")])


@blank
def check_detach(detach, torch):
    Tensor = sys.modules["minigrad.core.tensors"].Tensor

    @later
    def look(what):
        """What `what` says of x, y and the answer, where `y.detach()` is already the reader's, too."""
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        y = x * 3
        with instead(Tensor, "detach", detach):
            d = needed(detach, Tensor)(y)
        return what(x, y, d)

    yield case(look(lambda x, y, d: d), expect=[3.0, 6.0], name="y = x * 3 of [1, 2]: the numbers of detach(y)", wrong=[
        (is_a(np.ndarray), "That is the array. Put a tensor around it: Tensor(...)."),
        (says("flags of leaf variables", "no setter"), "Leave input as it is. Make a new tensor, on its array."),
        (says("Can't call numpy()"), "A tensor with a history gives no array this way. Use storage(input)."),
        (says("'_written_out'"), "Tensor(...) is given a list here. It takes an array: storage(input)."),
        (is_a(type), "That is the class. Call it, with the array in its brackets."),
        (RecursionError, "input.detach() is what you are writing: it calls itself, and never ends."),
        (says("'storage'"), "storage is a function, and no method: storage(input)."),
        (says("'function' object"), "storage is a function. Call it: storage(input)."),
        (lambda got: isinstance(got, NameError) and got.name in ("torch", "no_grad", "set_grad_enabled"),
         "This cell runs in minigrad/core/tensors.py: it knows storage and Tensor, no torch and no no_grad."),
    ])
    yield case(look(lambda x, y, d: [d is y, y.grad_fn is None, y.requires_grad]), expect=[False, False, True],
               name="is it y itself? is y's grad_fn gone? has y its flag?",
               wrong=[([True, False, True], "That is y itself, with all its history. Make a new tensor."),
                      (lambda got: not got[2] or got[1], "y itself has lost its history. Leave it alone, and make a "
                       "new tensor.")])
    yield case(look(lambda x, y, d: d.requires_grad), expect=False, name="its requires_grad",
               wrong=[(True, "It still wants a gradient. A new tensor asks for none, unless you say so.")])
    yield case(look(lambda x, y, d: d.grad_fn is None), expect=True, name="is its grad_fn None?",
               hint="It still knows the step that made it.")
    yield case(look(lambda x, y, d: x.requires_grad), expect=True, name="has x its flag?")
    array_of = sys.modules["minigrad.core.tensors"].storage
    yield case(look(lambda x, y, d: bool(np.shares_memory(array_of(d), array_of(y)))), expect=True,
               name="does it lie on y's own numbers?",
               wrong=[(False, "The numbers are right, and they are a copy. A detached tensor has the array itself.")])


# The update of a weight, for the first network


@blank
def check_update(update, torch):
    @later
    def after(steps, look, rate=0.1):
        with torch.enable_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch warns who asks a result for its gradient
            w = torch.tensor([1.0, 2.0], requires_grad=True)
            for _ in range(steps):
                (w * w).sum().backward()
                w = needed(update, torch.Tensor)(w, rate)
            return look(w)

    yield case(
        after(1, lambda w: w), expect=[0.8, 1.6], name="w = [1, 2], w.grad = [2, 4], rate 0.1: the new numbers", wrong=[
            ([1.2, 2.4], "The step goes uphill: subtract rate * w.grad."),
            ([1.0, 2.0], "The weight has not moved. Return the new one."),
            ([-1.0, -2.0], "The rate is missing: rate * w.grad."),
            ([0.2, 0.4], "That is the step alone. Take it away from w."),
            (callable, "That is a method, not what it gives: call it, with brackets."),
            (is_a(bool), "That is a flag. Return the tensor that carries it."),
            (is_a(torch.Tensor), "The new numbers are w - rate * w.grad."),
            (says("'NoneType'"), "A detached w has no grad. Take w.grad from the w that was handed in."),
            (says("a leaf Variable that requires grad"), "PyTorch writes into no leaf here. Make a new tensor."),
        ])
    yield case(after(1, lambda w: w.requires_grad), expect=True, name="its requires_grad",
               wrong=[(False, "The next backward() would find no flag. Set it on the new weight: requires_grad_(). "
                       "(Here `-=` makes a new tensor, too, until chapter 9.)")])
    yield case(after(1, lambda w: w.is_leaf), expect=True, name="its is_leaf", wrong=[
        (False, "The step was recorded, so the new weight is a result. Compute in a no_grad block, or detach."),
    ])
    yield case(after(1, lambda w: torch.is_grad_enabled()), expect=True, name="is recording on afterwards?",
               hint="The switch was left off. Take a `with` block, which sets it back.")
    yield case(after(1, lambda w: w, rate=0.25), expect=[0.5, 1.0], name="with a rate of 0.25: the new numbers",
               wrong=[([0.8, 1.6], "The rate stands fixed at 0.1. Use `rate`.")])
    yield case(after(3, lambda w: w), expect=[0.512, 1.024], name="the numbers after three steps", wrong=[
        ([-0.008, -0.016], "It is the same tensor each time, and its grad still holds the steps before. Return a new "
         "leaf: its grad is None."),
    ], hint="One step is right, three are not: does each call return a new leaf with the flag?")


def your_update(update, torch):
    """The reader's `update` if it passes its check; else says what is missing, and gives ours."""
    report = check_update(update, torch)
    if report.state == "passed":
        print(say("Definition update: passed. It is yours, and it trains the network below."))
        return update
    if report.state == "not yet":
        print(say("Definition update: not yet. Until you have written it, ours is running."))
    else:
        print(report.text, say("Until it passes, ours is running."), sep="\n")

    def ours(w, rate):
        return (w - rate * w.grad).detach().requires_grad_()

    return ours


# Exercises


@exercise(number="8.1", title="five flags")
def check_flags(flags):
    answers = {
        "a": (True, "a is a leaf that was given the flag."),
        "b": (False, "b is the result of an operation inside the block: it leaves no node and has no flag."),
        "c": (True, "c comes from a constructor, which keeps the flag that it was given, inside a block, too."),
        "d": (True, "d is computed outside the block, and one of its inputs, c, has the flag."),
        "e": (False, "Neither input of e has the flag: d.detach() is new and has none, and b has none."),
    }
    for name, (right, hint) in answers.items():
        yield case(flags.get(name, ...), expect=right, name=f"{name}.requires_grad", wrong=[
            (lambda got: type(got) in (str, int), "Write True or False, without quotation marks."),
        ], hint=hint)


@exercise(number="8.2", title="your own block")
def check_off(off, torch):
    came_out, swallowed = Remark("the error came out"), Remark("the error was swallowed")

    @later
    def undisturbed(run):
        """What `run` gives, with recording on before it and, whatever it does, afterwards."""
        with torch.enable_grad():
            return run()

    def inside():
        with off():
            return torch.is_grad_enabled()

    def afterwards():
        with off():
            pass
        return torch.is_grad_enabled()

    def nested():
        with torch.no_grad():
            with off():
                pass
            return torch.is_grad_enabled()

    def at_an_error():
        try:
            with off():
                raise ValueError("stop")
        except ValueError:
            return came_out, torch.is_grad_enabled()
        return swallowed, torch.is_grad_enabled()

    def twice():
        with off():
            with off():
                pass
            between = torch.is_grad_enabled()
        return between, torch.is_grad_enabled()

    def inside_both():
        with off():
            with off():
                return torch.is_grad_enabled()

    def same_object():
        block = off()
        with block:
            pass
        with torch.no_grad():
            with block:
                pass
            return torch.is_grad_enabled()

    def of_its_own():
        inside()
        return off.__mro__[1:] == (object,)

    yield case(undisturbed(inside), expect=False, name="is_grad_enabled() inside the block", wrong=[
        (True, "Recording is still on in the block: __enter__ has to call set_grad_enabled(False)."),
        (lambda got: isinstance(got, NameError) and got.name in off.__enter__.__code__.co_varnames,
         "A name made in `__enter__` is gone when it ends. Note it on self: self.before = ..."),
        (AttributeError, "__exit__ reads an attribute that __enter__ did not note on self: self.before = ..."),
        (says("must be bool"), "set_grad_enabled takes True or False. is_grad_enabled() gives one of "
         "them: with its brackets."),
        (says("__exit__() takes"), "Python hands three things about an exception to __exit__. Keep "
         "the *error of the stub."),
    ])
    yield case(undisturbed(afterwards), expect=True, name="is_grad_enabled() after the block",
               wrong=[(False, "Recording stays off after the block. Note what is_grad_enabled() says BEFORE you "
                       "switch, and set that back in __exit__.")])
    yield case(undisturbed(nested), expect=False, name="is_grad_enabled() after the block, inside an outer no_grad",
               wrong=[(True, "It was off before the block. Set back what was there before, not True.")])
    yield case(undisturbed(twice), expect=[False, True], name="an Off inside an Off: after the inner one, after both",
               wrong=[([False, False], "Off for good: the two blocks share one note. Note it on self, not on the "
                       "class."),
                      ([True, True], "The inner block has switched on. Set back what was there before.")])
    yield case(undisturbed(inside_both), expect=False, name="inside the inner Off",
               wrong=[(True, "This turns the switch over; an Off inside an Off stays off.")])
    yield case(undisturbed(same_object), expect=False,
               name="one object, used again inside a no_grad: is_grad_enabled() after it",
               wrong=[(True, "It was off when this block began. Note the state in __enter__, each time that a block "
                       "begins.")])
    yield case(undisturbed(of_its_own), expect=True, name="is Off a class of its own?",
               hint="It works, since no_grad does the work. Write the two methods yourself: `class Off:`.")
    yield case(undisturbed(at_an_error), expect=[came_out, True], name="an exception inside the block",
               wrong=[([swallowed, True], "An __exit__ that returns True swallows the error. Return nothing."),
                      ([came_out, False], "After an error recording stays off. __exit__ sets it back in any case.")])


@exercise(number="8.3", title="which one when?")
def check_choice(choice):
    answers = {
        "test": ("no_grad", {
            "detach": "detach works on one tensor, after its history was made. Here whole lines need none.",
            "set_grad_enabled": "That works with False; but there is no flag to depend on. Take the plainer one.",
            "requires_grad_": "You would have to switch every parameter off, and on again. Choose the lines instead.",
        }),
        "target": ("detach", {
            "no_grad": "The target exists already, with its history, and the loss must be recorded. Cut off one value.",
            "set_grad_enabled": "Lines are not the question: the loss is recorded, one value in it is not.",
            "requires_grad_": "target is a result: requires_grad_(False) raises an error on it.",
        }),
        "frozen": ("requires_grad_", {
            "no_grad": "The same lines also use parameters that shall learn: a block would stop those, too.",
            "detach": "detach gives a new tensor each time. The parameter is a leaf: it has a flag of its own.",
            "set_grad_enabled": "The same lines also use parameters that shall learn: a block would stop those, too.",
        }),
        "both": ("set_grad_enabled", {
            "no_grad": "no_grad takes no flag: it would be off in training, too.",
            "detach": "detach would cut training off, too. Choose what takes a flag.",
            "requires_grad_": "The parameters' own flags need not change: whether to record depends on an argument.",
        }),
    }
    for name, (right, hints) in answers.items():
        yield case(choice.get(name, ...), expect=right, name=name, wrong=list(hints.items()),
                   hint="Write one of the four names as it stands above, in quotation marks: no brackets, no `torch.`.")


@exercise(number="8.4", title="one value, another gradient")
def check_value_of(value_of, torch):
    @later
    def look(part):
        with torch.enable_grad():
            x = torch.tensor([1.0, 3.0], requires_grad=True)
            hard, gradient_of = x * (x * x), x * 5  # the value of x^3, the slope of 5x
            result = needed(value_of, torch.Tensor)(hard, gradient_of)
            if part == "value":
                return result
            if part == "given":
                return [hard.tolist(), gradient_of.tolist()]
            result.sum().backward()
            return x.grad

    yield case(look("value"), expect=[1.0, 27.0], name="the value of x^3",
               wrong=[([5.0, 15.0], "That is the value of gradient_of. Is it exchanged, or is the difference missing? "
                       "Begin with gradient_of, and add the difference as a constant."),
                      ([6.0, 42.0], "The two values have been added. Only their difference is missing."),
                      ([9.0, 3.0], "The sign of the difference: hard - gradient_of."),
                      ([-4.0, 12.0], "That is the missing difference alone. To what has it to be added?"),
                      ([0.0, 0.0], "gradient_of and its detached copy have the same value: it has cancelled."),
                      (lambda got: "method" in str(got), "detach is a method: it needs its brackets, detach()."),
                      (is_a(torch.Tensor), "Which number has to be added to gradient_of to get hard?")])
    yield case(look("gradient"), expect=[5.0, 5.0], name="the gradient of 5x", wrong=[
        ([3.0, 27.0], "That is the gradient of hard. Its history must be cut off, and that of gradient_of kept."),
        (RuntimeError, "Nothing is recorded any more: gradient_of itself must stay recorded."),
        ([0.0, 0.0], "The two ways to gradient_of cancel: detach the whole difference."),
        ([8.0, 32.0], "Both gradients came through: detach the difference."),
    ])
    yield case(look("given"), expect=[[1.0, 27.0], [5.0, 15.0]], name="hard and gradient_of afterwards",
               hint="What was handed in has other numbers now. Leave it as it is, and make a new tensor.")
