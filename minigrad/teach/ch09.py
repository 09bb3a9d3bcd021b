"""Chapter 9: checkers of what the reader writes and of the exercises; `overwrite` without one of its lines."""

import contextlib
import sys

import numpy as np

from minigrad.teach import book
from minigrad.teach.check import answered, blank, case, either, exercise, filled_in, is_a, later, needed, says
from minigrad.teach.rules import elsewhere


def error_of(write):
    """The error that a write or a way back ends with, as a text; None if there is none."""
    try:
        write()
    except (RuntimeError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


@contextlib.contextmanager
def without(line):
    """A block in which `overwrite` lacks this line; behind it, the line is there again.

    line  how the line begins. Raises ValueError if there is none
    """
    module = sys.modules["minigrad.operations.inplace"]
    function, before = module.overwrite, module.overwrite.__code__
    texts = book.now.known("operations.inplace")["FunctionDef", "overwrite"].split("\n")
    if not any(text.strip().startswith(line) for text in texts):
        raise ValueError(f"overwrite has no line {line}. If you have deleted it, put it back and run its cell again.")
    kept = [text.replace(text.strip(), "pass") if text.strip().startswith(line) else text for text in texts]
    space = {}
    exec("\n".join(kept), vars(module), space)
    function.__code__ = space["overwrite"].__code__
    try:
        yield
    finally:
        function.__code__ = before


class Saved:
    """A saved result on paper: all that is known of it is its version."""

    _version = 0

    def __init__(self, version):
        self._version = version

    def __repr__(self):
        return f"a tensor at version {self._version}"

    def __eq__(self, other):  # entry by entry, as with tensors: no answer that is true or false
        return False if other is None else Saved(0)

    def __ne__(self, other):
        return True if other is None else Saved(0)

    __hash__ = object.__hash__

    def __bool__(self):
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")


def saved_tensor(torch):
    """The class of a saved tensor on paper: for `isinstance` it is a tensor, as what a node saves from outside is."""
    return type("SavedTensor", (Saved, torch.Tensor), {})


TRUTH = (says("Boolean value"), "A tensor of several numbers is neither true nor false. Ask whether it `is None`.")


# What the reader writes into the package


@blank
def check_versions_of(versions_of, torch):
    versions_of, tensor = answered(versions_of), saved_tensor(torch)

    def noted(*versions):
        return lambda: versions_of(tuple([None if version is None else tensor(version) for version in versions]))

    form = [(is_a(set, dict), "Return a list: each version has its place, and may come twice."),
            (is_a(int), "One number came back. There are several tensors: return a list.")]
    yield case(noted(3, 1, 1), expect=[3, 1, 1], name="three tensors, at versions 3, 1 and 1", wrong=[
        *form, TRUTH,
        ([3], "Only the first is there. Is a `return` inside the loop?"),
        ([0, 0, 0], "0 is for None. For a tensor read tensor._version."),
        ([1, 1, 3], "The order: each version has the place of its tensor."),
        (says("no attribute 'version'"), "The name begins with an underscore: tensor._version."),
        (lambda got: says("'version_counter'")(got) or says("'count'")(got),
         "You need no counter here: each tensor tells its own tensor._version."),
        (says("not callable"), "_version is a number: read it without brackets."),
        (says("'array'"), "What is noted is tensor._version. The shape in hint 2 is an example of another list."),
        (says("'tuple' object has no attribute '_version'"), "`tensors` are several. Ask each of them in turn."),
        ([3, 1], "Two of them have the same version: both are noted."),
    ], hint="For each tensor, in order, its _version.")
    yield case(noted(2, None, 0), expect=[2, 0, 0], name="a tensor at version 2, None, a tensor at version 0",
               wrong=[*form,
                      (says("NoneType"), "None has no version. Note 0 in its place."),
                      ([2, 0], "One number for each place: None gets a 0, so that the others stay in their places."),
                      (lambda got: got == [2, None, 0] or got == [2, (), 0], "In the place of None stands 0."),
                      ([2, False, 0], "False is no version: in the place of None stands 0.")])
    yield case(noted(), expect=[], name="nothing saved: an empty list")
    yield case(lambda: isinstance(noted(1)(), list), expect=True, name="is the answer a list?",
               hint="Return a list, with square brackets: something is put behind it later.")


class Overwritten(RuntimeError):
    """PyTorch's error, on paper: it knows for which place it was made."""


@blank
def check_refuse_overwritten(refuse_overwritten, torch):
    node = object()
    tensor = saved_tensor(torch)
    refuse = elsewhere(refuse_overwritten, overwritten=lambda owner, place: Overwritten(place, owner is node))

    @later
    def outcome(now, noted, spare=(), kind=tensor):
        saved = tuple([None if version is None else kind(version) for version in now])
        try:
            answer = filled_in(refuse(node, saved, [*noted, *spare]))
        except Overwritten as error:
            place, own = error.args
            return f"error for place {place!r}" if own else "error for another node"
        if isinstance(answer, Overwritten):
            return "returned an error"
        if answer is None:
            return "no error"
        return answer if isinstance(answer, bool) else "something came back"

    fine = "no error"
    yield case(outcome([1], [0]), expect="error for place 0", name="noted at version 0, now at version 1", wrong=[
        TRUTH,
        (fine, "It was written into, and nothing was raised. Compare tensor._version with the noted one: !="),
        ("returned an error", "The error is returned, and nobody hears of it: raise overwritten(node, place)."),
        ("error for place 1", "Places are counted from 0."),
        ("error for another node", "The first argument of overwritten is node."),
        (says("unpack"), "zip gives pairs, and enumerate puts the place before: place, (tensor, version)."),
        (says("exceptions must derive"), "What is raised is the error that overwritten(node, place) gives."),
        (lambda got: str(got).startswith(("error for place a ", "error for place (")),
         "The second argument of overwritten is the place, a whole number: 0 here."),
        (says("indices must be integers"), "The loop gives no whole number here. With enumerate and zip: for place, "
         "(tensor, version) in enumerate(zip(saved, versions))."),
        (says("name 'names'"), "names and ages stood for any two lists. Yours are called saved and versions."),
        (is_a(AssertionError),
         "assert raises an error of its own. What is due is PyTorch's: raise overwritten(node, place)."),
    ], hint="Go through the places; where the version differs, raise overwritten(node, place).")
    yield case(outcome([3], [0]), expect="error for place 0", name="noted at version 0, and three writes since",
               wrong=[(fine, "Three writes are too many as well. Ask whether the two versions differ: !=")])
    yield case(outcome([1], [0], kind=Saved), expect="error for place 0", name="a saved result, noted at 0, now at 1",
               wrong=[(fine, "A result is saved as a bare array and is no Tensor. Ask only whether it `is None`.")])
    yield case(outcome([0, 2], [0, 2]), expect=fine, name="nobody has written: versions 0 and 2, as noted",
               wrong=[(lambda got: "error for" in str(got), "Nobody has written since: 2 was noted, and 2 is there. "
                       "Compare the two versions with each other, not with 0."),
                      (lambda got: isinstance(got, bool) or got == "something came back",
                       "Nothing has to come back: an error is raised, or it is not. Leave the `return` out.")])
    yield case(outcome([1000], [int("1000")]), expect=fine, name="nobody has written: version 1000, as noted", wrong=[
        ("error for place 0", "`is not` asks whether two numbers are the same object. Compare them with !="),
    ])
    yield case(
        outcome([0, 5, 7], [0, 5, 6]), expect="error for place 2",
        name="three tensors, and the last was written into", wrong=[
            TRUTH,
            (fine, "The last one was written into. Go through all of them; is there a `return` inside the loop?"),
            ("error for place 0", "The first is as noted. Is it the place that you hand to overwritten?"),
            (either("error for place 6", "error for place 7"), "overwritten wants the place, 2 here, not the version."),
            ("error for place 1", "The place of the last of three is 2. With None, or equal versions, go on counting."),
        ])
    yield case(outcome([None, 1], [0, 1]), expect=fine, name="None and a tensor, both as noted",
               wrong=[(says("NoneType"), "None has no version: pass over it."),
                      (lambda got: "error for" in str(got), "None has a place and a note like the others: pass over "
                       "it, and go on with the next place, and the next note.")])
    yield case(outcome([None, 4], [0, 3]), expect="error for place 1", name="None, and a tensor that was written into",
               wrong=[("error for place 0", "None keeps its place: the tensor after it has place 1."),
                      (says("NoneType"), "None has no version: pass over it."),
                      (fine, "After None go on with the next place: `continue`, not `break` or `return`.")])
    yield case(outcome([1, 3], [0, 2]), expect="error for place 0", name="both were written into: which is named?",
               wrong=[("error for place 1", "The first of them is named: raise as soon as you find one.")])
    yield case(outcome([2], [2], spare=[0]), expect=fine, name="one tensor, and a note more than there are tensors",
               wrong=[(says("index out of range"), "There may be more notes than tensors. Count the tensors, or use "
                       "zip.")], hint="There may be more notes than tensors. Go by the tensors.")


@blank
def check_overlay(overlay, torch):
    overlay = answered(overlay)

    @later
    def laid(grad, places, inside):
        return overlay(np.array(grad), np.array(places), np.array(inside))

    def after():
        grad = np.array([1.0, 2.0, 3.0])
        filled_in(overlay(grad, np.array([1]), np.array([7.0])))
        return grad

    class Recorded(torch.Tensor):
        """A gradient that is recorded itself; it may be written into, once it is a copy."""

        def clone(self):
            return Copied(self.array.copy())

        def __add__(self, other):
            return Copied(self.array + other)

        def __mul__(self, other):
            return Copied(self.array * other)

        __radd__, __rmul__ = __add__, __mul__

    class Copied(torch.Tensor):
        def __setitem__(self, places, values):
            self.array[places] = values

        def __getitem__(self, places):
            return self.array[places]

    def recorded():
        answer = overlay(Recorded(np.array([1.0, 2.0, 3.0])), np.array([0]), 0)
        if isinstance(answer, np.ndarray):
            return "an array"
        return answer.array if hasattr(answer, "array") else answer

    yield case(
        laid([1.0, 2.0, 4.0], [0, 1], [30.0, 50.0]), expect=[30.0, 50.0, 4.0],
        name="overlay([1, 2, 4], places [0, 1], inside [30, 50])", wrong=[
            ([1.0, 2.0, 4.0], "The copy has not changed. Write into it: `copy[places] = inside`, and return it."),
            ([31.0, 52.0, 4.0], "At the places written, `inside` stands *instead*: it is no sum."),
            ([30.0, 100.0, 4.0], "`inside` is finished: the rule has multiplied already. Put it there as it is."),
            ([30.0, 50.0, 0.0], "Elsewhere the gradient passes as it came: begin with a copy of grad, not with zeros."),
            ([30.0, 50.0], "That is the written part alone. Return all of it: the other entries pass."),
            ([1.0, 2.0], "These are the entries at the places, as they arrived. Return the whole copy, written into."),
            ([30.0, 30.0, 4.0], "Each place gets its own entry of inside."),
            (says("'function' object"), "duplicate is the function. Its brackets are missing: duplicate(grad)."),
            ([0.0, 0.0, 4.0], "What to write is handed to you: `inside`."),
            (either([10.0, 10.0, 4.0], [10.0, 20.0, 4.0]),
             "The 10 belongs to the example above. What to write is handed to you: `inside`."),
            (says("no attribute 'clone'"), "An array has no clone(), a tensor no copy(). duplicate(grad) copies both."),
            (says("be of integer"), "The other way round: copy[places] = inside, with the places in the brackets."),
            (says("shape mismatch"), "Begin with a copy of grad, and write `inside` at `places`."),
            (says("could not be broadcast"), "`inside` has one number for each place: copy[places] = inside."),
            (says("read-only"), "What arrived is not yours to change. Write into duplicate(grad)."),
            (says("'numpy.float64' object is not iterable"), "Write all places at once: copy[places] = inside."),
        ], hint="A copy of grad, with `inside` at `places`.")
    yield case(
        laid([1.0, 2.0, 4.0, 8.0], [3, 1], [5.0, 6.0]), expect=[1.0, 6.0, 4.0, 5.0],
        name="places [3, 1], inside [5, 6]", wrong=[
            ([1.0, 5.0, 4.0, 6.0], "The order of the places counts: 5 goes to place 3, 6 to place 1."),
            ([5.0, 6.0, 4.0, 8.0], "These are places 0 and 1. Use `places`."),
            ([1.0, 2.0, 4.0, 5.0], "Only the first place was written."),
            (says("could not broadcast"), "places is no range from its first to its last: it lists each place."),
            (says("out of bounds"), "The places are those of grad; `inside` is used as it is, without places."),
            ([1.0, 5.0, 6.0, 5.0], "places is no range from its first to its last: it lists each place."),
        ])
    yield case(lambda: overlay(np.array([1.0, 2.0, 4.0]), np.array([0, 2]), 0), expect=[0.0, 2.0, 0.0],
               name="places [0, 2], inside 0: one number for all of them",
               wrong=[(is_a(TypeError, IndexError),
                       "`inside` may be one number for all places: write them at once, copy[places] = inside."),
                      ([1.0, 2.0, 4.0], "0 is a number like any other: it belongs there.")])
    yield case(after, expect=[1.0, 2.0, 3.0], name="the gradient that arrived, afterwards",
               wrong=[([1.0, 7.0, 3.0], "What arrived was written over, and it may be on its way to others. Write into "
                       "duplicate(grad).")])
    yield case(recorded, expect=[0.0, 2.0, 3.0], name="a gradient that is a tensor", wrong=[
        ("an array", "A tensor came, and an array goes on: its history is lost. Use duplicate(grad)."),
        (is_a(AttributeError, TypeError),
         "A gradient may be a tensor, too. duplicate(grad) copies both kinds: write into that."),
    ], hint="A gradient may be a tensor, too. duplicate(grad) copies both kinds.")


# Exercises


@exercise(number="9.1", title="who counts?")
def check_versions(versions):
    shared = "t, v and d share one counter: it counts the writes through all three of them."
    all_five = "Five writes in all, but not every one counts for every tensor. Which of them share one counter?"
    with_data = "The write through s is not counted by t, v and d: s has a counter of its own."
    copied = "clone() copies: the writes into t do not count for c."
    answers = {
        "t": (3, {1: shared, 2: "One write is missing: t += 1, v[0] = 5.0 and d.zero_() all count for t.", 4: with_data,
                  0: "t += 1 is a write, too, and is counted."}),
        "v": (3, {1: "A view shares the counter of its base: the other writes count for v, too.",
                  0: "A view shares the counter of its base, and v[0] = 5.0 is a write through v itself.",
                  2: "d is no view, but it shares the counter as well: d.zero_() counts for v.", 4: with_data}),
        "d": (3, {1: "detach() shares the counter: writes through t and v count for d, too.",
                  2: "One write is missing: t += 1, v[0] = 5.0 and d.zero_() all count for d.",
                  0: "detach() gives no copy: it shares the memory and the counter of t.", 4: with_data}),
        "s": (1, {4: ".data shares the memory, but not the counter: only the write through s itself counts.",
                  3: ".data does not share the counter of t, v and d. It has one of its own.",
                  0: "s has a counter of its own, and there was one write through s.",
                  2: "The write through t, v or d does not count for s: only the one through s itself."}),
        "c": (1, {0: "c is a copy with a counter of its own, and there was one write into it.", 4: copied, 5: copied,
                  2: "c has a counter of its own, which starts at 0: t += 1 came after clone(), and only c.add_(1) "
                     "counts.",
                  3: "clone() copies: the writes through t, v and d do not count for c."}),
    }
    for name, (right, hints) in answers.items():
        yield case(versions.get(name, ...), expect=right, name=f"{name}._version",
                   wrong=list(({5: all_five} | hints).items()),
                   hint="Count the writes through every tensor that shares this counter.")


@exercise(number="9.2", title="fine, error, or silent?")
def check_fate(fate):
    answers = {
        "a": ("fine", {
            "error": "The rule of x * 3 saved the 3. y was overwritten, and no rule needs y.",
            "silent": "Nothing that a rule needs has changed: the slope of 3x + 1 is 3, and 3 comes out.",
        }),
        "b": ("error", {
            "fine": "h * h saved h, and h was overwritten after that.",
            "silent": "h += 1 is counted. The rule of h * h compares the versions.",
        }),
        "c": ("silent", {
            "fine": "h * h saved h, and its numbers have changed: the rule reads the new ones.",
            "error": "For an error somebody has to count. Does .data count for h?",
        }),
        "d": ("error", {
            "fine": "The slope of sqrt is 1 / (2 * sqrt(x)), so its node saved the result, y.",
            "silent": "y[0] = 0.0 is counted by y as a whole, and the node of sqrt had saved y.",
        }),
        "e": ("fine", {
            "error": "An addition saves nothing: no rule reads h.",
            "silent": "y was computed before the write, and the slope of x + 5 is 1 whatever h is.",
        }),
    }
    for name, (right, hints) in answers.items():
        yield case(fate.get(name, ...), expect=right, name=name, wrong=list(hints.items()),
                   hint='Answer "fine", "error" or "silent".')


@exercise(number="9.3", title="a step in place")
def check_descend(descend, torch):
    descend = needed(descend, torch.Tensor)

    @later
    def after(look, rate=0.1):
        """What `look` says of w after a step, and of what came back, whatever the cell has left on or off."""
        with torch.enable_grad():
            w = torch.tensor([1.0, 2.0], requires_grad=True)
            (w * w).sum().backward()
            return look(w, descend(w, rate))

    def emptied_too_early(w):
        return w.tolist() == [1.0, 2.0] and w.grad.tolist() == [0.0, 0.0] and w._version == 1

    yield case(after(lambda w, returned: w), expect=[0.8, 1.6], name="the numbers of w after one step", wrong=[
        (RuntimeError, "w is a leaf that requires a gradient, and recording is on. Where may it be written into?"),
        (says("context manager"), "no_grad is a class. Its brackets are missing: with torch.no_grad():"),
        (lambda got: isinstance(got, TypeError) and says("NoneType")(got),
         "w.grad is None: w = w.detach() is another tensor, without a gradient. Keep the name w for w itself."),
        (AttributeError, "After w = w - ... the name w means another tensor, without a gradient. Use w -= ..."),
        (emptied_too_early, "w.grad was emptied before the step was taken: first -=, then zero_()."),
        ([1.0, 2.0], "w itself has not changed: w - ... makes a new tensor. Write into w with -=."),
        ([1.2, 2.4], "The step goes uphill: subtract rate * w.grad."),
        ([-1.0, -2.0], "The rate is missing: rate * w.grad."),
        ([0.9, 1.8], "That is rate * w. The step is rate * w.grad."),
        ([0.0, 0.0], "w itself was emptied. It is the gradient that wants zeros: w.grad.zero_()."),
        ([0.9, 1.9], "The gradient is missing: the step is rate * w.grad."),
    ])
    yield case(after(lambda w, returned: w, rate=0.25), expect=[0.5, 1.0],
               name="the numbers of w after one step with the rate 0.25",
               wrong=[([0.8, 1.6], "The rate is another one now: write `rate`.")])
    yield case(after(lambda w, returned: returned is w), expect=True, name="descend(w, rate) is w",
               wrong=[(False, "Another tensor came back. Return w itself.")])
    yield case(after(lambda w, returned: (w.requires_grad, w.is_leaf)), expect=(True, True),
               name="w.requires_grad, w.is_leaf after the step",
               hint="w should still be a leaf that requires a gradient, so that the next step can follow.")
    yield case(after(lambda w, returned: w._version), expect=1, name="w._version after the step", wrong=[
        (0, "The numbers are right, but nobody counted the write: .data hides it from the rules. Use no_grad."),
    ], hint="One write into w should be counted.")
    yield case(after(lambda w, returned: w.grad), expect=[0.0, 0.0], name="w.grad after the step", wrong=[
        ([2.0, 4.0], "The gradient is still there, and the next one would be added to it: w.grad.zero_()."),
        (lambda gradient: gradient is None, "None takes the tensor w.grad away. Keep it, with zeros: zero_()."),
    ], hint="Empty the gradient with w.grad.zero_().")
    yield case(after(lambda w, returned: torch.is_grad_enabled()), expect=True,
               name="is recording on again after the step?",
               wrong=[(False, "Recording stays off for the rest of the program. A `with torch.no_grad():` block ends "
                       "it.")])


@exercise(number="9.4", title="where the mask says so")
def check_replaced(replaced, torch):
    replaced = needed(replaced, torch.Tensor)

    @later
    def look(part, where=(False, True, False), number=9.0):
        with torch.enable_grad():
            x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
            mask = torch.tensor(list(where))
            result = replaced(x, mask, number)
            if part == "gradient":
                (result * 5).sum().backward()
                return x.grad
            return result if part == "result" else x

    yield case(
        look("result"), expect=[1.0, 9.0, 3.0],
        name="replaced(x, mask, 9.0) for x = 1, 2, 3 and mask = False, True, False", wrong=[
            (says("Boolean value"), "A mask of three entries is neither true nor false. Use it as an index: r[mask]."),
            (says("cannot be broadcast"), "What you assign has more entries than there are places. Assign `number`."),
            (says("leaf Variable"),
             "A leaf that requires a gradient, as x is, must not be written into. Write into x.clone()."),
            (says("bool tensor"), "mask holds booleans: use ~mask."),
            (says("no attribute 'copy'"), "Tensors have no copy(). x.clone() makes a copy, and is recorded."),
            (says("'method' object"), "clone is the method. Its brackets are missing: x.clone()."),
            ([1.0, 2.0, 3.0], "Nothing was written into what came back. result[mask] alone is a copy: assign to it."),
            ([9.0, 2.0, 9.0], "The other way round: number stands where mask is True."),
            ([2.0], "These are the entries where mask is True, alone. Return the whole copy, after the write."),
            (is_a(float), "The number came back. Return the tensor, after the write."),
            (says("item assignment"), "After r = r[mask] = number the name r means the number: leave out `r =`."),
            (TypeError, "Is every step an operation that this tensor has? result[mask] = number needs no other."),
            ([0.0, 11.0, 0.0], "Where mask is True, x must not count: use ~mask."),
            ([1.0, 11.0, 3.0], "number was added to the entry. It belongs in its place: =, not +=."),
            ([1.0, 18.0, 3.0], "The entry was multiplied by number. It belongs in its place: =, not *=."),
            ([1.0, 0.0, 3.0], "0 is the gradient of the replaced entry. In the result stands `number`."),
        ])
    yield case(look("result", (True, False, True), -1.0), expect=[-1.0, 2.0, -1.0],
               name="replaced(x, mask, -1.0) for mask = True, False, True",
               wrong=[([1.0, -1.0, 3.0], "The mask is another one now: the places are those where it is True."),
                      ([9.0, 2.0, 9.0], "The number is another one now: write `number`."),
                      ([-1.0, 2.0, 3.0], "The mask is True in two places. Write into both of them.")],
               hint="Another mask, another number: use both as they are handed to you.")
    yield case(look("x"), expect=[1.0, 2.0, 3.0], name="x afterwards", wrong=[
        ([1.0, 9.0, 3.0], "x itself was changed: detach() and .data share its memory. clone() gives a copy."),
    ])
    yield case(look("gradient"), expect=[5.0, 0.0, 5.0], name="x.grad, if the result is multiplied by 5 and summed",
               wrong=[(RuntimeError, "Use clone() alone: it is recorded. detach() and .data cut the way back."),
                      (lambda gradient: gradient is None,
                       "Nothing reached x: the answer is a new leaf. Begin with x.clone(), which is recorded."),
                      ([5.0, 5.0, 5.0], "The replaced entry does not come from x, so its gradient is 0. Record the "
                       "write, too.")])
