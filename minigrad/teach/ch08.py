"""Chapter 8: the checkers of its exercises."""

from minigrad.autograd.grad_mode import enable_grad, is_grad_enabled, no_grad
from minigrad.core.ops import mul, sum as total
from minigrad.core.tensors import Tensor, tensor
from minigrad.teach.check import answered, case, exercise

RIGHT_FLAGS = {"a": True, "b": False, "c": True, "d": True, "e": False}
RIGHT_CHOICE = {"test": "no_grad", "target": "detach", "frozen": "requires_grad_", "both": "set_grad_enabled"}


@exercise(number="8.1", title="five flags")
def check_flags(flags):
    hints = {
        "a": "a is a leaf that was given the flag.",
        "b": "b is the result of an operation inside the block: it leaves no node and has no flag.",
        "c": "c comes from a constructor, which keeps the flag that it was given, inside a block, too.",
        "d": "d is computed outside the block, and one of its inputs, c, has the flag.",
        "e": "Neither input of e has the flag: d.detach() is new and has none, and b has none.",
    }
    for name, right in RIGHT_FLAGS.items():
        yield case(
            flags.get(name, ...),
            expect=right,
            name=f"{name}.requires_grad",
            wrong=[(lambda got: type(got) in (str, int), "Write True or False, without quotation marks.")],
            hint=hints[name],
        )


@exercise(number="8.2", title="your own block")
def check_off(off):
    def undisturbed(run):
        """What `run` gives, with recording on before it and, whatever it does, afterwards."""

        def check():
            with enable_grad():
                return run()

        return check

    def inside():
        with off():
            return is_grad_enabled()

    def afterwards():
        with off():
            pass
        return is_grad_enabled()

    def nested():
        with no_grad():
            with off():
                pass
            return is_grad_enabled()

    def at_an_error():
        try:
            with off():
                raise ValueError("stop")
        except ValueError:
            return "the error came out", is_grad_enabled()
        return "the error was swallowed", is_grad_enabled()

    yield case(
        undisturbed(inside),
        expect=False,
        name="is_grad_enabled() inside the block",
        wrong=[
            (True, "Recording is still on in the block: __enter__ has to call set_grad_enabled(False)."),
            (AttributeError, "__exit__ reads an attribute that __enter__ did not note on self: self.before = ..."),
            (
                lambda got: "must be bool" in str(got),
                "set_grad_enabled takes True or False. is_grad_enabled() gives one of them: with its brackets.",
            ),
            (
                lambda got: "__exit__() takes" in str(got),
                "Python hands three things about an exception to __exit__. Keep the *error of the stub.",
            ),
        ],
    )
    yield case(
        undisturbed(afterwards),
        expect=True,
        name="is_grad_enabled() after the block",
        wrong=[
            (
                False,
                "Recording stays off after the block. Note what is_grad_enabled() says BEFORE you switch, "
                "and set that back in __exit__.",
            ),
        ],
    )
    yield case(
        undisturbed(nested),
        expect=False,
        name="is_grad_enabled() after the block, inside an outer no_grad",
        wrong=[(True, "It was off before the block. Set back what was there before, not True.")],
    )
    yield case(
        undisturbed(at_an_error),
        expect=["the error came out", True],
        name="an exception inside the block",
        wrong=[
            (["the error was swallowed", True], "An __exit__ that returns True swallows the error. Return nothing."),
            (["the error came out", False], "After an error recording stays off. __exit__ sets it back in any case."),
        ],
    )


@exercise(number="8.3", title="a step that can be repeated")
def check_step(step):
    def after(steps, look):
        def run():
            with enable_grad():
                w = tensor([1.0, 2.0], requires_grad=True)
                for _ in range(steps):
                    total(mul(w, w)).backward()
                    w = answered(step, Tensor)(w, 0.1)
                    if not isinstance(w, Tensor):
                        return w
                return look(w)

        return run

    yield case(
        after(1, lambda w: w),
        expect=[0.8, 1.6],
        name="the numbers after one step",
        wrong=[
            ([1.2, 2.4], "The step goes uphill: subtract rate * w.grad."),
            ([1.0, 2.0], "The parameter has not moved. Return `moved`, not `w`."),
            ([-1.0, -2.0], "The rate is missing: rate * w.grad."),
            (lambda got: callable(got), "That is a method, not what it gives: call it, with brackets."),
            (lambda got: isinstance(got, bool), "That is a flag. Return the tensor that carries it."),
            (lambda got: isinstance(got, Tensor), "The numbers of `moved` were right: w - rate * w.grad."),
        ],
    )
    yield case(
        after(1, lambda w: w.requires_grad),
        expect=True,
        name="its requires_grad",
        wrong=[(False, "The next backward() would find no flag. Who sets it on `moved`?")],
        hint="A NumPy array has no flag. Return a tensor.",
    )
    yield case(
        after(1, lambda w: w.is_leaf),
        expect=True,
        name="its is_leaf",
        wrong=[
            (False, "The step was recorded, so the new parameter is a result. Compute inside no_grad, or detach."),
        ],
    )
    yield case(
        after(3, lambda w: w),
        expect=[0.512, 1.024],
        name="the numbers after three steps",
        hint="One step is right, three are not: does each call return a new leaf with the flag?",
    )


@exercise(number="8.4", title="which one when?")
def check_choice(choice):
    hints = {
        "test": {
            "detach": "detach works on one tensor, after its history was made. Here whole lines need none.",
            "set_grad_enabled": "That works with False; but there is no flag to depend on. Take the plainer one.",
            "requires_grad_": "You would have to switch every parameter off, and on again. Choose the lines instead.",
        },
        "target": {
            "no_grad": "The target exists already, with its history, and the loss must be recorded. Cut off one value.",
            "set_grad_enabled": "Lines are not the question: the loss is recorded, one value in it is not.",
            "requires_grad_": "target is a result: requires_grad_(False) raises an error on it.",
        },
        "frozen": {
            "no_grad": "The same lines also use parameters that shall learn: a block would stop those, too.",
            "detach": "detach gives a new tensor each time. The parameter is a leaf: it has a flag of its own.",
            "set_grad_enabled": "The same lines also use parameters that shall learn: a block would stop those, too.",
        },
        "both": {
            "no_grad": "no_grad takes no flag: it would be off in training, too.",
            "detach": "detach would cut training off, too. Choose what takes a flag.",
            "requires_grad_": "The parameters' own flags need not change: whether to record depends on an argument.",
        },
    }
    for name, right in RIGHT_CHOICE.items():
        yield case(
            choice.get(name, ...),
            expect=right,
            name=name,
            wrong=list(hints[name].items()),
            hint="Choose one of the four names, as a string, without brackets.",
        )


@exercise(number="8.5", title="one value, another gradient")
def check_value_of(value_of):
    def look(part):
        def run():
            with enable_grad():
                x = tensor([1.0, 3.0], requires_grad=True)
                result = answered(value_of, Tensor)(mul(x, mul(x, x)), mul(x, 5))  # the value of x^3, the slope of 5x
                if not isinstance(result, Tensor):
                    return result
                if part == "value":
                    return result
                total(result).backward()
                return x.grad

        return run

    yield case(
        look("value"),
        expect=[1.0, 27.0],
        name="the value of x^3",
        wrong=[
            ([5.0, 15.0], "That is the value of gradient_of. Add what is missing, as a constant."),
            ([6.0, 42.0], "The two values have been added. Only their difference is missing."),
            ([9.0, 3.0], "The sign of the difference: hard - gradient_of."),
            ([-4.0, 12.0], "That is the missing difference alone. To what has it to be added?"),
            ([0.0, 0.0], "gradient_of and its detached copy have the same value: it has cancelled."),
            (lambda got: "method" in str(got), "detach is a method: it needs its brackets, detach()."),
            (lambda got: isinstance(got, Tensor), "Which number has to be added to gradient_of to get hard?"),
        ],
    )
    yield case(
        look("gradient"),
        expect=[5.0, 5.0],
        name="the gradient of 5x",
        wrong=[
            ([3.0, 27.0], "That is the gradient of hard. Its history must be cut off, and that of gradient_of kept."),
            (RuntimeError, "Nothing is recorded any more: gradient_of itself must stay recorded."),
            ([0.0, 0.0], "The two ways to gradient_of cancel: detach the whole difference."),
            ([8.0, 32.0], "Both gradients came through: detach the difference."),
        ],
    )
