"""Chapter 10: the checkers of its exercises."""

import math

from minigrad.autograd import hooks  # noqa: F401 - what an answer uses: register_hook, sub_
from minigrad.core import inplace  # noqa: F401 - what an answer uses: register_hook, sub_
from minigrad.core.ops import mul, sum as total
from minigrad.core.tensors import Tensor, ones, tensor
from minigrad.library.elementwise import sqrt
from minigrad.teach.check import answered, case, exercise, says


@exercise(number="10.1", title="who is called first?")
def check_calls(calls):
    def before(first, second):
        return lambda r: r.index(first) < r.index(second)

    mixed = "Everything at u and its node (C, E, B) comes first. Only then does the gradient come to x."
    yield case(
        [letter.strip().upper() for letter in calls] if isinstance(calls, (list, tuple, str)) else calls,
        expect=["C", "E", "B", "D", "A"],
        name="the calls for u = x * x",
        wrong=[
            (list("ABCDE"), "That is the order of registration. The gradient asks where a function stands."),
            (list("DACEB"), "You went forward, x before u. The gradient comes to u first."),
            (list("DAECB"), "You went forward, x before u. The gradient comes to u first."),
            (lambda r: sorted(r) != list("ABCDE"), "Five letters, each once: every function is called once."),
            (lambda r: set(r[:3]) != set("CEB"), mixed),
            (before("B", "E"), "A prehook has its name from this: it comes before the rule, so E before B."),
            (before("E", "C"), "At a node the tensor's own hook comes first, then the prehook: C before E."),
            (before("B", "C"), "B is called after the rule; the hook of u sees the gradient before the rule."),
            (before("A", "D"), "x.grad can only be complete when the hook of x has let the gradient pass: D before A."),
        ],
        hint="Follow the gradient: first the three places at u and its node, then the two at x.",
    )


@exercise(number="10.2", title="clip by length")
def check_clip(clip):
    def clipped(*numbers):
        hook = clip(5.0)
        if hook is ...:
            return ...
        if hook is None:
            raise LookupError("clip(5.0) returned None")
        x = ones(len(numbers), requires_grad=True)
        y = mul(x, 1)
        y.register_hook(hook)
        total(mul(y, tensor(list(numbers)))).backward()
        return x.grad

    def untouched():
        hook, start = clip(5.0), tensor([30.0, 40.0])
        if hook is ...:
            return ...
        hook(start)
        return start

    no_hook = (LookupError, "clip itself has to return the hook: is its last line `return hook`?")
    number = (
        says("but hook returned"),
        "What a hook returns takes the gradient's place: return the gradient, shortened, or nothing; no number.",
    )
    called = (lambda r: isinstance(r, TypeError) and "callable" in str(r), "clip must return a function, not a tensor.")
    yield case(
        lambda: clipped(30.0, 40.0),
        expect=[3.0, 4.0],
        name="limit 5, gradient [30, 40]",
        wrong=[
            no_hook,
            called,
            number,
            (says("'float' object"), "clip gets the limit. The gradient comes into the hook, a function inside clip."),
            (
                [30.0, 40.0],
                "Nothing was clipped. Does the hook return the smaller gradient, and ask whether length > limit?",
            ),
            ([5.0, 5.0], "That is clamp: each entry by itself. The direction has changed; shorten the whole."),
            ([0.6, 0.8], "The length is now 1. Multiply by the limit, too: limit / length."),
            ([0.1, 0.1], "You divided by the gradient itself. Divide by its length, one number."),
            ([0.06, 0.08], "The square root is missing: [30, 40] has the length 50, not 2500."),
            ([300.0, 400.0], "The fraction is upside down: limit / length, not length / limit."),
            (lambda r: abs(r.tolist()[0] - 30 * 5 / 70) < 1e-3, "Add up the squares, not the entries."),
            (lambda r: abs(r.tolist()[0] - 3 * 2**0.5) < 1e-3, "Add up the squares: their sum, not their mean."),
        ],
        hint="Keep the direction, and make the length equal to the limit: g * (limit / length).",
    )
    yield case(
        lambda: clipped(0.3, 0.4),
        expect=[0.3, 0.4],
        name="limit 5, gradient [0.3, 0.4]",
        wrong=[
            number,
            ([3.0, 4.0], "A short gradient was made longer. It should go on unchanged: ask for its length first."),
        ],
    )
    yield case(
        lambda: clipped(-4.0, 4.0, 2.0),
        expect=[-10 / 3, 10 / 3, 5 / 3],
        name="limit 5, gradient [-4, 4, 2]",
        wrong=[
            ([-4.0, 4.0, 2.0], "No entry is greater than 5, but the length is: 16 + 16 + 4 = 36, so it is 6."),
        ],
    )
    yield case(
        untouched,
        expect=[30.0, 40.0],
        name="the gradient that the hook was given, afterwards",
        wrong=[([3.0, 4.0], "The hook wrote into its argument. Others may hold it: return a new tensor, g * number.")],
    )


@exercise(number="10.3", title="larger in every round")
def check_rounds(rounds):
    rounds = answered(rounds, Tensor)

    def double(g):
        return mul(g, 2)

    def calls():
        noted = []
        if rounds(ones(1, requires_grad=True), lambda g: noted.append(g.item()), 3) is ...:
            return ...
        return noted

    def hooks_after():
        x = ones(1, requires_grad=True)
        if rounds(x, double, 2) is ...:
            return ...
        return len(x._backward_hooks or ())

    def left_behind():
        x = ones(1, requires_grad=True)
        x.register_hook(double)
        if rounds(x, double, 2) is ...:
            return ...
        x.grad = None
        mul(x, 1).backward()
        return x.grad

    yield case(
        lambda: rounds(ones(1, requires_grad=True), double, 1), expect=[10.0], name="one round, a doubling hook",
        wrong=[
            ([5.0], "The hook has not acted: it has to be registered before backward()."),
            (lambda r: "RemovableHandle" in repr(r), "The handle came back. Return x.grad."),
            (AttributeError, "A hook is removed by its handle: handle = x.register_hook(hook), then handle.remove()."),
        ],
    )
    yield case(
        lambda: rounds(ones(1, requires_grad=True), double, 3),
        expect=[30.0],
        name="three rounds, a doubling hook",
        wrong=[
            ([70.0], "10 + 20 + 40: in every round one more hook was registered. Register it once."),
            ([20.0], "The hook acted in the first round only. Remove it after the loop, not inside."),
            ([25.0], "The hook did not act in every round. Register it before the loop, remove it after."),
            ([10.0], "Only one round was run, or x.grad was emptied between the rounds. Gradients add up here."),
        ],
    )
    yield case(
        calls,
        expect=[5.0, 5.0, 5.0],
        name="what the hook sees in three rounds",
        wrong=[
            ([15.0], "There were no rounds: one backward() for each of them, with the gradient 5."),
            ([1.0, 1.0, 1.0], "The hook stands at another tensor. Register it at x."),
        ],
    )
    yield case(
        hooks_after,
        expect=0,
        name="hooks of an x that had none before",
        wrong=[(lambda r: r > 0, "Your hook is still there. Keep the handle and call remove(), or use `with`.")],
    )
    yield case(
        left_behind,
        expect=[2.0],
        name="x had a doubling hook before; a pass with the gradient 1 afterwards",
        wrong=[
            ([1.0], "The hook that x had before is gone, too. Remove your own by its handle."),
        ],
    )


@exercise(number="10.4", title="where does the nan begin?")
def check_first_nan(first_nan):
    def steps_of(numbers, factors):
        x = tensor(numbers, requires_grad=True)
        root = sqrt(x)
        gone = mul(root, tensor(factors))
        scaled = mul(gone, 3)
        return {"scaled": scaled, "x": x, "gone": gone, "root": root}

    def middle():
        x = tensor([0.0, 1.0], requires_grad=True)
        far = mul(x, 2)
        near = mul(far, 5)
        steps = {"x": x, "near": near, "far": far, "root": sqrt(near)}
        return first_nan(steps, total(mul(steps["root"], tensor([0.0, 1.0]))))

    def named(steps):
        return first_nan(steps, total(steps["scaled"]))

    def left():
        steps = steps_of([0.0, 4.0], [0.0, 1.0])
        if named(steps) is ...:
            return ...
        return sum(len(tensor._backward_hooks or ()) for tensor in steps.values())

    first_nan = answered(first_nan)
    always_last = "Every hook says the last name of the dict. Give each its own: def hook(g, name=name)."
    yield case(
        lambda: named(steps_of([0.0, 4.0], [0.0, 1.0])),
        expect="x",
        name="a nan at x only",
        wrong=[
            (
                "nowhere",
                "The nan was not found. Nothing is equal to nan: look for g != g in the gradient, by hooks that are "
                "still there during backward().",
            ),
            (says("only one element"), "g has several entries. (g != g).sum().item() counts the nan among them."),
            (says("Boolean value"), "g != g has several entries. (g != g).sum().item() counts the nan among them."),
            (says("but hook returned"), "What a hook returns takes the gradient's place. Append the name to a list."),
            (lambda r: isinstance(r, list), "A list came back. Return one name from it, the first that was noted."),
            ("root", always_last),
            ("scaled", "The gradient of `scaled` is a number everywhere. Look at g, not at the tensor's own values."),
            (IndexError, "The list of names is empty: was `loss.backward()` called, and is the nan found by g != g?"),
            (lambda r: "not subscriptable" in str(r), "No name was noted. Was `loss.backward()` called?"),
        ],
    )
    yield case(
        middle,
        expect="near",
        name="near, far and x have a nan",
        wrong=[
            ("x", "That is the last one on the way back, or the first of the dict. Take the first that gets a nan."),
            ("far", "`near` got it before `far`. Hooks are called in the order of the way back: take the first note."),
            ("root", always_last),
        ],
    )
    yield case(
        lambda: named(steps_of([1.0, 4.0], [0.0, 1.0])),
        expect="nowhere",
        name="no nan at all",
        wrong=[
            (IndexError, "Where nothing was noted the list is empty: ask before you take found[0]."),
            (lambda r: repr(r) == "None", 'Where nothing was noted, return the text "nowhere".'),
        ],
    )
    yield case(
        left, expect=0, name="hooks that are left behind",
        wrong=[(lambda r: r > 0, "Keep the handles that register_hook returns, and call remove() on each.")],
    )


@exercise(number="10.5", title="the step inside backward")
def check_step_inside(step_inside):
    def after(passes, rate=0.1, removed=False):
        leaf = tensor([1.0, 2.0], requires_grad=True)
        handle = step_inside(leaf, rate)
        if handle is ...:
            return ...
        if removed:
            handle.remove()
        for _ in range(passes):
            total(mul(mul(leaf, leaf), 5)).backward()
        return leaf

    yield case(
        lambda: after(1).detach(),
        expect=[0.0, 0.0],
        name="leaf [1, 2], gradient 10 * leaf, rate 0.1, one pass",
        wrong=[
            ([2.0, 4.0], "That is a step upwards. Subtract."),
            (
                [1.0, 2.0],
                "The leaf is what it was. Is the hook registered? And write with sub_: `leaf = ...` only names a new "
                "tensor.",
            ),
            ([0.9, 1.8], "Your function gets the leaf, not the gradient. The gradient is leaf.grad."),
            (says("positional argument"), "Your function is called with one argument, the leaf."),
            ([-9.0, -18.0], "The whole gradient was subtracted: multiply it by the rate."),
            (
                lambda r: isinstance(r, TypeError) and "NoneType" in str(r),
                "leaf.grad was None: too early, or emptied before the step. Which hook comes when .grad is complete?",
            ),
        ],
    )
    yield case(
        lambda: after(1).grad is None,
        expect=True,
        name="leaf.grad is None after the pass",
        wrong=[(False, "The gradient is still there. Set leaf.grad to None after the step.")],
    )
    yield case(
        lambda: after(2, rate=0.05).detach(),
        expect=[0.25, 0.5],
        name="two passes with rate 0.05",
        wrong=[(lambda r: math.isclose(r.tolist()[0], 0.5), "Only one step was taken. Let the hook stay.")],
    )
    yield case(
        lambda: after(1, removed=True).detach(),
        expect=[1.0, 2.0],
        name="after handle.remove()",
        wrong=[
            (AttributeError, "No handle came back. Return what the registration gives."),
            ([0.0, 0.0], "remove() had no effect: return the handle of the hook that you registered."),
        ],
    )
