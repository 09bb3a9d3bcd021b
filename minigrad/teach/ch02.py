"""Chapter 2: the checkers of its exercises."""

from minigrad.function import Function
from minigrad.teach.check import case, exercise
from minigrad.tensors import ones


class Plus(Function, node="AddBackward0"):
    """Addition, for checkers that run before chapter 3 has been built."""

    @staticmethod
    def forward(ctx, self, other):
        return self.array + other.array


class Total(Function, node="SumBackward0"):
    """The sum, likewise."""

    @staticmethod
    def forward(ctx, self):
        return self.array.sum()


@exercise(number="2.1", title="leaf or result?")
def check_kinds(kinds):
    unrecorded = "No input of this operation is flagged, so nothing was recorded: its grad_fn is None."
    yield case(kinds["p"], expect="leaf", name="p = zeros(2)", wrong=[("result", "You made it yourself.")])
    yield case(kinds["q"], expect="leaf", name="q = p + 1", wrong=[("result", unrecorded)])
    yield case(
        kinds["r"],
        expect="leaf",
        name="r = ones(2, requires_grad=True)",
        wrong=[
            ("result", "The flag asks for a gradient. It does not make a tensor a result."),
        ],
    )
    yield case(
        kinds["s"],
        expect="result",
        name="s = r + p",
        wrong=[
            ("leaf", "One flagged input is enough for the operation to be recorded, and r is flagged."),
        ],
    )
    yield case(
        kinds["t"],
        expect="leaf",
        name="t = s.detach()",
        wrong=[
            ("result", "detach() gives a new tensor outside the graph: no grad_fn."),
        ],
    )
    yield case(kinds["u"], expect="leaf", name="u = (q * 2).requires_grad_()", wrong=[("result", unrecorded)])


@exercise(number="2.2", title="your own operation")
def check_halve(halve):
    def halved(flag):
        result = halve.apply(ones(2, requires_grad=flag))
        return None if result is None or result is ... else result

    wrong_numbers = [
        ([1.0, 1.0], "The numbers have not changed: divide by 2."),
        ([2.0, 2.0], "Divide, do not multiply."),
    ]
    yield case(lambda: halved(False), expect=[0.5, 0.5], name="Halve.apply(ones(2))", wrong=wrong_numbers)
    yield case(lambda: halved(True), expect=[0.5, 0.5], name="Halve.apply of a flagged tensor", wrong=wrong_numbers)
    yield case(
        lambda: type(getattr(halved(True), "grad_fn", None)).__name__,
        expect="HalveBackward",
        name="its grad_fn",
        wrong=[
            ("NoneType", "The result has no grad_fn: it must come from Halve.apply, not from detach()."),
            (lambda name: name.endswith("Backward"), "The node is named after the class: call it Halve."),
        ],
    )


@exercise(number="2.3", title="the history of a tensor")
def check_history(history):
    a, b = ones(2, requires_grad=True), ones(2)
    yield case(
        lambda: history(a),
        expect=[],
        name="history of a leaf",
        wrong=[
            (["NoneType"], "A leaf has no grad_fn: begin the loop only if there is a node."),
        ],
    )
    yield case(
        lambda: history(Total.apply(Plus.apply(a, b))),
        expect=["SumBackward0", "AddBackward0", "AccumulateGrad"],
        name="history of (a + b).sum()",
        wrong=[
            (["SumBackward0", "AddBackward0"], "The last node is missing. AccumulateGrad belongs to the path, too."),
            (["AccumulateGrad", "AddBackward0", "SumBackward0"], "This is the right path, from the wrong end."),
            (["SumBackward0"], "You stopped after one node. A loop goes on until there is no next one."),
            (IndexError, "AccumulateGrad has no edges, so next_functions[0] does not exist there."),
        ],
    )
    yield case(
        lambda: history(Plus.apply(b, a)),
        expect=["AddBackward0"],
        name="history of b + a, b without the flag",
        wrong=[
            (["AddBackward0", "NoneType"], "The first edge leads to None: that is the end, not a node."),
            (["AddBackward0", "AccumulateGrad"], "Always the first edge, even if it leads nowhere."),
        ],
    )


@exercise(number="2.4", title="which leaf is it?")
def check_leaves(leaves):
    def numbers(make):
        a, b, c = ones(1, requires_grad=True), ones(2, requires_grad=True), ones(3)
        found = leaves(make(a, b, c))
        if found is None or found is ...:
            return None
        names = {id(a): "a", id(b): "b", id(c): "c"}
        return [names.get(id(leaf), "something else") for leaf in found]

    yield case(
        lambda: numbers(lambda a, b, c: Plus.apply(a, b)),
        expect=["a", "b"],
        name="leaves of a + b",
        wrong=[
            (["b", "a"], "Right leaves, wrong order: visit the nodes in the order in which you meet them."),
            (["a"], "Only one path was followed. Both edges lead somewhere."),
            (["something else", "something else"], "Return the leaves, node.variable, not the nodes."),
        ],
    )
    yield case(
        lambda: numbers(lambda a, b, c: Plus.apply(a, c)),
        expect=["a"],
        name="leaves of a + c, c without the flag",
        wrong=[
            (["a", "c"], "c has no flag: its edge is None, and nothing is there to be found."),
            (AttributeError, "One edge leads to None. Leave it out before you ask for its next_functions."),
        ],
    )
    yield case(
        lambda: numbers(lambda a, b, c: Plus.apply(Plus.apply(a, b), a)),
        expect=["a", "b"],
        name="leaves of (a + b) + a",
        wrong=[
            (["a", "a", "b"], "a was found twice, by two paths. List each leaf once."),
            (["a", "b", "a"], "a was found twice, by two paths. List each leaf once."),
            (["b", "a"], "First met, first listed: take the oldest entry of your list, pop(0)."),
        ],
    )
