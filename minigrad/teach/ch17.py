"""Chapter 17: what runs in a call, the checkers of the definitions that the reader writes, and of its exercises."""

import html
import inspect
import sys
from collections.abc import Callable

import numpy as np

from minigrad.teach.check import answered, blank, case, exercise, filled_in, is_a, needed, says


def calls(function: Callable[[], object]) -> list[str]:
    """The names of the package's functions that run in one call of `function`, in order; comprehensions are none.

    It is called twice, and watched the second time: what happens only once, as a module that is loaded, has happened.
    """
    function()
    return [name for module, name in watched(function)[1]
            if module.startswith("minigrad.") and (name == "<lambda>" or not name.startswith("<"))]


def watched(function, *given):
    """(what a call gives, [(module, name) of each function that ran in it])."""
    before, ran = sys.getprofile(), []

    def note(frame, event, argument):
        if event == "call":
            ran.append((frame.f_globals.get("__name__", ""), frame.f_code.co_name))

    sys.setprofile(note)
    try:
        return function(*given), ran
    finally:
        sys.setprofile(before)


class shown:
    """The source of functions of the package, each folded away; in plain text they stand as they are."""

    def __init__(self, *functions: Callable):
        self.sources = {function: inspect.getsource(function) for function in functions}

    def __repr__(self):
        return "\n\n".join(self.sources.values())

    def _repr_html_(self):
        return "".join([
            f"<details><summary>{function.__module__.replace('.', '/')}.py: {function.__name__}</summary>"
            f'<pre style="line-height:1.3">{html.escape(source)}</pre></details>'
            for function, source in self.sources.items()
        ])


# What the reader writes into the package


def truth(got):
    """What a condition came to, with the words for what is no condition."""
    return got if isinstance(got, (bool, np.bool_)) or got is ... else "no truth value"


NO_TRUTH = [
    ("no truth value", "Give back True or False: conditions joined by `and`, with a `return` before them."),
    (says("'int' object has no attribute"), "A number has no array. Ask first whether both are "
     "tensors: `and` stops at the first condition that fails."),
    (says("object is not callable"), "You call True or False, and this is no function: leave the brackets out."),
    (says("name 'torch'"), "This cell runs in gates.py, which knows no torch: there it is called Tensor."),
    (says("name 'np'"), "This cell runs in gates.py, which knows no np. You need none: compare the dtypes themselves."),
]
OF_TENSORS = [*NO_TRUTH, (says("has no attribute"), "A tensor has .array, an array has .dtype, and a dtype has .kind.")]
OF_NODES = [*NO_TRUTH, (says("has no attribute"), "The attributes are called ._hooks, .speaks_arrays, ._outputs.")]


@blank
def check_usual(usual, torch):
    def asked(*operands):
        return truth(usual(*operands))

    def leaf(number=2.0, **options):
        return torch.tensor(number, requires_grad=True, **options)

    def row(name, run, expect, hint):
        return case(run, expect=expect, name=name, wrong=OF_TENSORS, hint=hint)

    yield row("two leaves with the flag", lambda: asked(leaf(), leaf()), True,
              "All conditions hold here. Is one of them the wrong way round?")
    yield row("a leaf and a result", lambda: asked(leaf(), leaf() * 3), True,
              "A result is a tensor like any other. Do not ask for leaves.")
    yield row("the second has no flag", lambda: asked(leaf(), torch.tensor(3.0)), True,
              "The short way looks at the flags itself, when it makes the edges. `usual` does not ask for them.")
    yield row("the first has no flag", lambda: asked(torch.tensor(3.0), leaf()), True,
              "`usual` does not ask for flags: the short way looks at both.")
    yield row("a Parameter and a leaf", lambda: asked(torch.nn.Parameter(torch.tensor(2.0)), leaf()), True,
              "A Parameter is a Tensor, too: ask isinstance, not for the type itself.")
    yield row("shapes (2,) and (3,)", lambda: asked(leaf([1.0, 2.0]), leaf([1.0, 2.0, 3.0])), True,
              "NumPy says itself whether shapes fit: `quick` catches its ValueError.")
    yield row("float64 and float64", lambda: asked(leaf(dtype=torch.float64), leaf(dtype=torch.float64)), True,
              "Any floating point dtype is right, if both operands have it: compare the two dtypes.")
    yield row("a tensor and a number", lambda: asked(leaf(), 3), False, "A number has no array: it goes the long way.")
    yield row("a number and a tensor", lambda: asked(3, leaf()), False, "The *first* may be a number, too.")
    yield row("float32 and float64", lambda: asked(leaf(), leaf(dtype=torch.float64)), False,
              "Here the long way brings both to one dtype. Ask whether the two dtypes are equal.")
    yield row("whole numbers", lambda: asked(torch.tensor(2), torch.tensor(3)), False,
              "Whole numbers have no gradient, and rules of their own: ask whether the kind of the dtype is \"f\".")
    yield row("True and True", lambda: asked(torch.tensor(True), torch.tensor(True)), False,
              "A bool has no gradient, either: only the kind \"f\" takes the short way.")


@blank
def check_acts_plainly(acts_plainly, torch):
    def asked(node):
        return truth(acts_plainly(node))

    def product():
        return torch.tensor(2.0, requires_grad=True) * torch.tensor(3.0, requires_grad=True)

    def hooked():
        result = product()
        result.register_hook(lambda grad: None)
        return result.grad_fn

    class Same(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            return grad

    def row(name, run, expect, hint):
        return case(run, expect=expect, name=name, wrong=OF_NODES, hint=hint)

    yield row("a product's node", lambda: asked(product().grad_fn), True,
              "It has no hooks, speaks arrays, and has one output: all three conditions hold.")
    yield row("a leaf's node", lambda: asked(product().grad_fn.next_functions[0][0]), True,
              "The walk may fill a leaf's node at the end. This node has one output, too.")
    yield row("a node with a hook", lambda: asked(hooked()), False,
              "A hook may look, or change the gradient: node._hooks has to be None.")
    yield row("the node of a user's rule", lambda: asked(Same.apply(product()).grad_fn), False,
              "A user's rule takes tensors, and may look at any leaf: node.speaks_arrays has to be True.")
    yield row("a node with two outputs", lambda: asked(torch.ones(2, requires_grad=True).unbind()[0].grad_fn), False,
              "Two sums arrive there, one for each output: len(node._outputs) has to be 1.")


# Exercises


@exercise(number="17.1", title="short or long?")
def check_ways(ways):
    reasons = {
        "x * w": ("short", "Both are fresh leaves of float32: all conditions hold."),
        "y * y": ("short", "A result is a tensor of that dtype, too."),
        "x * 3": ("long", "3 is no tensor: one condition is not met."),
        "x * data": ("short", "Both are float32 tensors. The short way itself looks at the flags, for its edges."),
        "x.double() * w": ("long", "float64 beside float32: the dtypes differ."),
        "x * w in no_grad": ("short", "`usual` asks nothing about recording: the short way does, behind the product."),
        "y[None] * w": ("short", "A view is a float32 tensor. For its counter the short way notes the versions."),
        "whole * whole": ("long", "The kind of int64 is \"i\": only floating point dtypes go the short way."),
    }
    for name, (way, why) in reasons.items():
        other = "long" if way == "short" else "short"
        yield case(ways[name], expect=way, name=name, wrong=[(other, why)], hint='Write "short" or "long".')


@exercise(number="17.2", title="in order")
def check_expanded(expanded):
    expanded = needed(expanded, np.ndarray)

    def shown(array, shape):
        got, ran = watched(expanded, array, shape)
        if got.size and not np.shares_memory(got, array):
            return "a copy"
        if array.flags.forc and "broadcast_to" in [name for _, name in ran]:
            return "the slow way"
        return got.tolist()

    rows = np.arange(6.0).reshape(2, 3)
    form = [("a copy", "The numbers were copied. What is shown has to lie in the array's own memory."),
            ("the slow way", "This array lies in order: keep the quick way for it."),
            (says("not contiguous"), "np.ndarray takes only arrays that lie in order. Ask array.flags.forc first."),
            (says("broadcast"), "broadcast_to takes the array first, and the shape behind it.")]
    yield case(lambda: shown(np.array([1.0, 2.0]), (2, 2)), expect=[[1.0, 2.0]] * 2, name="(2,) to (2, 2)",
               wrong=form, hint="The quick way was right here: keep its two lines.")
    yield case(lambda: shown(rows[:1], (2, 3)), expect=[[0.0, 1.0, 2.0]] * 2, name="(1, 3) to (2, 3)", wrong=form,
               hint="Where the array has one entry, the step is 0.")
    yield case(lambda: shown(rows.T, (2, 3, 2)), expect=[rows.T.tolist()] * 2, name="one transposed matrix, twice",
               wrong=[("the slow way", "Its numbers lie in order, column by column: array.flags.forc says so."), *form],
               hint="Take the quick way here.")
    turned = np.arange(12.0).reshape(2, 2, 3).swapaxes(1, 2)
    yield case(lambda: shown(turned, (2, 2, 3, 2)), expect=[turned.tolist()] * 2, name="two transposed matrices, twice",
               wrong=[*form, (is_a(list), "The numbers are in another order than the "
                              "transposed matrices show them: their memory is not in order.")],
               symptom=says("not contiguous"), hint="Leave this array to np.broadcast_to.")
    yield case(lambda: shown(rows[0, ::2], (2, 2)), expect=[[0.0, 2.0]] * 2, name="every second entry, (2,) to (2, 2)",
               wrong=[*form, (is_a(list), "This slice skips entries in memory, so it is not in order, either.")],
               symptom=says("not contiguous"), hint="Leave this array to np.broadcast_to.")


@exercise(number="17.3", title="whose memory?")
def check_add_in(add_in):
    add_in = answered(add_in)

    def summed(there, new, mine):
        """The sum, whether it lies in the memory of `there`, and what stands there now."""
        there, new = np.array(there), np.array(new)
        old, kept = there.copy(), new.copy()
        got = filled_in(add_in(there, new, mine))
        if not isinstance(got, np.ndarray):
            return got
        if not np.array_equal(new, kept):
            return "new has changed"
        if np.shares_memory(got, new):
            return "in new"
        place = "in there" if got is there else "new memory"
        return [got.tolist(), place] if got is there or np.array_equal(there, old) else [got.tolist(), "there changed"]

    form = [
        ("new has changed", "`new` has other numbers now, and it is not yours. Write into `there`, or nowhere."),
        ("in new", "The sum lies in `new`, which is not yours."),
        (says("broadcast"), "The sum is longer than `there`: compare the shapes before you write."),
        (says("Cannot cast"), "The sum has more digits than fit into `there`: compare the dtypes before you write."),
        (lambda got: isinstance(got, list) and got[1] == "there changed", "`there` has changed, and the sum is "
         "elsewhere: the array was written into for nothing."),
    ]
    yield case(lambda: summed([1.0, 2.0], [10.0, 20.0], True), expect=[[11.0, 22.0], "in there"], name="mine", wrong=[
        *form,
        ([[11.0, 22.0], "new memory"], "Nobody else holds `there`, and the sum fits: write it there, there += new."),
    ], hint="11 and 22, in the memory of `there`.")
    yield case(lambda: summed([1.0, 2.0], [10.0, 20.0], False), expect=[[11.0, 22.0], "new memory"], name="not mine",
               wrong=[*form, ([[11.0, 22.0], "in there"], "Somebody else reads `there`, and sees 11 and 22 now. Ask "
                              "`mine` first.")], hint="11 and 22, in an array of their own.")
    yield case(lambda: summed([1.0], [10.0, 20.0], True), expect=[[11.0, 21.0], "new memory"],
               name="mine, and the sum is longer", wrong=form, hint="(1,) and (2,) give (2,), which does not fit.")
    yield case(lambda: summed([[1.0], [2.0]], [[10.0, 20.0]], True), name="mine, another shape",
               expect=[[[11.0, 21.0], [12.0, 22.0]], "new memory"],
               wrong=[(says("broadcast"), "Both have two numbers, but the sum has four: compare the shapes."), *form],
               hint="(2, 1) and (1, 2) give (2, 2): compare the shapes, not the sizes.")
    yield case(lambda: summed(np.float32([1.0]), [0.1], True), expect=[[1.1], "new memory"],
               name="mine, float32, and the sum is float64",
               wrong=[*form, (lambda got: isinstance(got, list) and got[1] == "in there", "The sum was rounded to "
                              "float32. Compare the dtypes, too.")], hint="1.1 in float64.")
