"""Chapter 9: the checkers of its exercises."""

import re

from minigrad.autograd.grad_mode import enable_grad
from minigrad.core.inplace import add, mul
from minigrad.core.ops import sum as total
from minigrad.core.tensors import Tensor, ones, tensor
from minigrad.teach.check import answered, case, exercise

RIGHT_VERSIONS = {"t": 3, "v": 3, "d": 3, "s": 1, "c": 1}
RIGHT_FATE = {"a": "fine", "b": "error", "c": "silent", "d": "error", "e": "fine"}


@exercise(number="9.1", title="who counts?")
def check_versions(versions):
    shared = "t, v and d share one counter: it counts the writes through all three of them."
    all_five = "Five writes in all, but not every one counts for every tensor. Which of them share one counter?"
    with_data = "The write through s is not counted by t, v and d: s has a counter of its own."
    hints = {
        "t": {1: shared, 2: "One write is missing: t += 1, v[0] = 5.0 and d.zero_() all count for t.", 4: with_data,
              0: "t += 1 is a write, too, and is counted."},
        "v": {1: "A view shares the counter of its base: the other writes count for v, too.",
              2: "d is no view, but it shares the counter as well: d.zero_() counts for v.", 4: with_data},
        "d": {1: "detach() merges the counters: writes through t and v count for d, too.",
              0: "detach() gives no copy: it shares the memory and the counter of t.", 4: with_data},
        "s": {4: ".data shares the memory, but not the counter: only the write through s itself counts.",
              3: ".data does not share the counter of t, v and d. It has one of its own.",
              0: "s has a counter of its own, and there was one write through s."},
        "c": {0: "c is a copy with a counter of its own, and there was one write into it.",
              4: "clone() copies: the writes into t do not count for c.",
              5: "clone() copies: the writes into t do not count for c."},
    }
    hints["s"] |= {2: "The write through t, v or d does not count for s: only the one through s itself."}
    hints["c"] |= {
        2: "c has a counter of its own, which starts at 0: t += 1 came after clone(), and only c.add_(1) counts.",
        3: "clone() copies: the writes through t, v and d do not count for c.",
    }
    for name, right in RIGHT_VERSIONS.items():
        hints[name].setdefault(5, all_five)
        yield case(
            versions.get(name, ...), expect=right, name=f"{name}._version", wrong=list(hints[name].items()),
            hint="Count the writes through every tensor that shares this counter.",
        )


@exercise(number="9.2", title="fine, error, or silent?")
def check_fate(fate):
    hints = {
        "a": {
            "error": "The rule of x * 3 saved the 3. y was overwritten, and no rule needs y.",
            "silent": "Nothing that a rule needs has changed: the slope of 3x + 1 is 3, and 3 comes out.",
        },
        "b": {
            "fine": "h * h saved h, and h was overwritten after that.",
            "silent": "h += 1 is counted. The rule of h * h compares the versions.",
        },
        "c": {
            "fine": "h * h saved h, and its numbers have changed: the rule reads the new ones.",
            "error": "For an error somebody has to count. Does .data count for h?",
        },
        "d": {
            "fine": "The slope of sqrt is 1 / (2 * sqrt(x)), so its node saved the result, y.",
            "silent": "y[0] = 0.0 is counted by y as a whole, and the node of sqrt had saved y.",
        },
        "e": {
            "error": "An addition saves nothing: no rule reads h.",
            "silent": "y was computed before the write, and the slope of x + 5 is 1 whatever h is.",
        },
    }
    for name, right in RIGHT_FATE.items():
        yield case(
            fate.get(name, ...), expect=right, name=name, wrong=list(hints[name].items()),
            hint='Answer "fine", "error" or "silent".',
        )


@exercise(number="9.3", title="a step in place")
def check_descend(descend):
    descend = answered(descend, Tensor)

    def after(look):
        def run():
            with enable_grad():
                w = tensor([1.0, 2.0], requires_grad=True)
                total(mul(w, w)).backward()
                returned = descend(w, 0.1)
                return look(w) if isinstance(returned, Tensor) else returned

        return run

    def emptied_too_early(w):
        return w.tolist() == [1.0, 2.0] and w.grad.tolist() == [0.0, 0.0] and w._version == 1

    def same():
        with enable_grad():
            w = tensor([1.0, 2.0], requires_grad=True)
            total(mul(w, w)).backward()
            returned = descend(w, 0.1)
            return returned is w if isinstance(returned, Tensor) else returned

    yield case(
        after(lambda w: w),
        expect=[0.8, 1.6],
        name="the numbers of w after one step",
        wrong=[
            (RuntimeError, "w is a leaf with the flag, and recording is on. Where may a leaf be written into?"),
            (AttributeError, "After w = w - ... the name w means another tensor, without a gradient. Use w -= ..."),
            (emptied_too_early, "w.grad was emptied before the step was taken: first -=, then zero_()."),
            ([1.0, 2.0], "w itself has not changed: w - ... makes a new tensor. Write into w with -=."),
            ([1.2, 2.4], "The step goes uphill: subtract rate * w.grad."),
            ([-1.0, -2.0], "The rate is missing: rate * w.grad."),
        ],
    )
    yield case(
        same,
        expect=True,
        name="descend(w, rate) is w",
        wrong=[(False, "Another tensor came back. Return w itself.")],
    )
    yield case(
        after(lambda w: (w.requires_grad, w.is_leaf)),
        expect=(True, True),
        name="w.requires_grad, w.is_leaf after the step",
        hint="w should still be a leaf with the flag, so that the next step can follow.",
    )
    yield case(
        after(lambda w: w._version),
        expect=1,
        name="w._version after the step",
        wrong=[(0, "The numbers are right, but nobody counted the write: .data hides it from the rules. Use no_grad.")],
        hint="One write into w should be counted.",
    )
    yield case(
        after(lambda w: w.grad),
        expect=[0.0, 0.0],
        name="w.grad after the step",
        wrong=[
            ([2.0, 4.0], "The gradient is still there, and the next one would be added to it: w.grad.zero_()."),
            (lambda gradient: gradient is None, "None takes the tensor w.grad away. Keep it, with zeros: zero_()."),
        ],
        hint="Empty the gradient with w.grad.zero_().",
    )


@exercise(number="9.4", title="a guard of your own")
def check_guard(guard):
    def get(kept):
        return answered(kept.get, Tensor)()

    def unchanged(writes):
        def run():
            t = ones(2)
            for _ in range(writes):
                t.add_(1)
            kept = get(guard(t))
            return "the tensor itself" if kept is t else kept

        return run

    def changed(before=0, after=1):
        t = ones(2)
        for _ in range(before):
            t.add_(1)
        kept = guard(t)
        for _ in range(after):
            t.add_(1)
        return get(kept)

    def versions():
        try:
            return changed(before=2, after=3)
        except RuntimeError as error:
            return [int(number) for number in re.findall(r"\d+", str(error))]

    yield case(
        unchanged(0),
        expect="the tensor itself",
        name="Guard(t).get()",
        wrong=[
            (lambda kept: isinstance(kept, Tensor), "Another tensor came back. Keep t itself, not a copy."),
            (AttributeError, "get reads an attribute that __init__ did not note on self: self.version = ..."),
            (RuntimeError, "Nothing was written, and an error came. Raise it where the two versions differ: !="),
        ],
    )
    yield case(
        unchanged(2),
        expect="the tensor itself",
        name="Guard(t).get(), where t was written into before the guard was made",
        wrong=[(RuntimeError, "Only writes since the guard was made count. Compare with the version noted then.")],
    )
    yield case(
        changed,
        expect=RuntimeError,
        name="Guard(t), then t.add_(1), then .get()",
        wrong=[
            (lambda returned: isinstance(returned, Tensor),
             "The overwritten tensor came back. Note the version in __init__, compare in get."),
            (AttributeError, "get reads an attribute that __init__ did not note on self: self.version = ..."),
            (lambda returned: isinstance(returned, type), "An error is raised, not returned: raise RuntimeError(...)."),
        ],
        hint="raise RuntimeError(...) when the versions differ.",
    )
    yield case(
        versions,
        expect=[5, 2],
        name="the numbers in the sentence: version 5 now, 2 expected",
        wrong=[
            (lambda returned: isinstance(returned, Tensor),
             "A tensor came back, though it was written into three times since: raise, whatever the versions are."),
            ([2, 5], "The present version comes first, then the expected one."),
            ([], "The sentence should contain both versions: an f-string shows numbers in braces."),
        ],
        hint="The sentence should contain two numbers: t._version now, and the noted one.",
    )


@exercise(number="9.5", title="where the mask says so")
def check_replaced(replaced):
    replaced = answered(replaced, Tensor)

    def look(part):
        def run():
            with enable_grad():
                x = tensor([1.0, 2.0, 3.0], requires_grad=True)
                mask = tensor([False, True, False])
                result = replaced(x, mask, 9.0)
                if not isinstance(result, Tensor):
                    return result
                if part == "gradient":
                    total(mul(result, 5)).backward()
                    return x.grad
                if part == "own memory":
                    add(result, 0).add_(1)
                return result if part == "result" else x

        return run

    yield case(
        look("result"),
        expect=[1.0, 9.0, 3.0],
        name="replaced(x, mask, 9.0) for x = 1, 2, 3 and mask = False, True, False",
        wrong=[
            (RuntimeError, "x is a leaf with the flag: it must not be written into. Make a copy, and write into that."),
            ([1.0, 2.0, 3.0], "Nothing was written into what came back. result[mask] alone is a copy: assign to it."),
            ([9.0, 2.0, 9.0], "The other way round: number stands where mask is True."),
            ([2.0], "These are the entries where mask is True, alone. Return the whole copy, after the write."),
            (lambda returned: isinstance(returned, float), "The number came back. Return the tensor, after the write."),
            (TypeError, "Is every step an operation that this tensor has? result[mask] = number needs no other."),
        ],
    )
    yield case(
        look("x"),
        expect=[1.0, 2.0, 3.0],
        name="x afterwards",
        wrong=[([1.0, 9.0, 3.0], "x itself was changed: detach() and .data share its memory. clone() gives a copy.")],
    )
    yield case(
        look("gradient"),
        expect=[5.0, 0.0, 5.0],
        name="x.grad, if the result is multiplied by 5 and summed",
        wrong=[
            (RuntimeError, "The way back to x is cut off. Only clone() is recorded; without detach() and .data."),
            ([5.0, 5.0, 5.0], "The replaced entry does not come from x, so its gradient is 0. Record the write, too."),
        ],
    )
