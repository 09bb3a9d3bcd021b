"""Chapter 2: the checkers of its exercises. The graphs are made by the operations that the reader has defined."""

import inspect

from minigrad.core.tensors import ones
from minigrad.teach.check import answered, case, exercise

WORDS = (
    lambda got: got is not ... and got not in ("leaf", "result"),
    'Write "leaf" or "result", with quotation marks and in small letters.',
)


@exercise(number="2.1", title="leaf or result?")
def check_kinds(kinds):
    def kind(name, made_by, expect, wrong, hint):
        return case(kinds[name], expect=expect, name=f"{name} = {made_by}", wrong=[(wrong, hint), WORDS])

    yield kind("p", "zeros(2)", "leaf", "result", "You made it yourself.")
    yield kind(
        "q", "p + 1", "leaf", "result", "p is not flagged, so nothing was recorded: the grad_fn of q is None."
    )
    yield kind(
        "r",
        "ones(2, requires_grad=True)",
        "leaf",
        "result",
        "The flag asks for a gradient. It does not make a tensor a result.",
    )
    yield kind("s", "r + p", "result", "leaf", "One flagged input is enough to be recorded, and r is flagged.")
    yield kind("t", "s.detach()", "leaf", "result", "detach() gives a new tensor outside the graph: no grad_fn.")
    yield kind(
        "u",
        "(q * 2).requires_grad_()",
        "leaf",
        "result",
        "q is not flagged, so q * 2 left no node. Setting the flag afterwards makes no node, either.",
    )


@exercise(number="2.2", title="your own operation")
def check_halve(halve):
    def halved(flag):
        result = answered(halve.apply)(ones(2, requires_grad=flag))
        return ... if getattr(result, "array", result) is ... else result

    def name_of_node():
        result = halved(True)
        return ... if result is ... else type(result.grad_fn).__name__

    def is_static():
        return ... if halved(True) is ... else isinstance(inspect.getattr_static(halve, "forward"), staticmethod)

    wrong = [
        ([1.0, 1.0], "The numbers have not changed: divide by 2."),
        ([2.0, 2.0], "Divide, do not multiply."),
        (
            lambda got: "positional argument" in str(got),
            "forward gets two things, the node and the tensor: def forward(ctx, x).",
        ),
        (lambda got: "'HalveBackward' and" in str(got), "ctx is the node. Divide the tensor, x."),
        (lambda got: "'int' and 'Tensor'" in str(got), "Upside down: the tensor stands above the line, x / 2."),
        (lambda got: "implement the forward" in str(got), "The method is called forward, in small letters."),
        (lambda got: "'apply'" in str(got), "Without Function there is no apply: class Halve(Function)."),
        (lambda got: "attribute 'kind'" in str(got), "x / 2 is a tensor already: return it as it is."),
        (lambda got: "//" in str(got), "Division is one stroke, x / 2; two strokes mean another operation."),
    ]
    yield case(lambda: halved(False), expect=[0.5, 0.5], name="Halve.apply(ones(2))", wrong=wrong)
    yield case(lambda: halved(True), expect=[0.5, 0.5], name="Halve.apply of a flagged tensor", wrong=wrong)
    yield case(
        name_of_node,
        expect="HalveBackward",
        name="the name of its node",
        wrong=[
            ("NoneType", "The result has no grad_fn: it must come from Halve.apply, not from detach()."),
            ("HalveBackward0", "That name was given with node=... Leave it out: the node is named after the class."),
            (lambda name: name.endswith("Backward"), "The node is named after the class: call it Halve."),
        ],
    )
    yield case(
        is_static,
        expect=True,
        name="forward is a static method",
        wrong=[(False, "Write @staticmethod above it: forward gets the node ctx, and no object of the class Halve.")],
    )


@exercise(number="2.3", title="the history of a tensor")
def check_history(history):
    history = answered(history)
    a, a2, b = ones(2, requires_grad=True), ones(2, requires_grad=True), ones(2)
    yield case(
        lambda: history(a),
        expect=[],
        name="history of a leaf",
        wrong=[
            (["NoneType"], "A leaf has no grad_fn: begin the loop only if there is a node."),
            (lambda got: "'Tensor' object" in str(got), "The path begins at the node: t.grad_fn, not t."),
            (lambda got: isinstance(got, list), "For a leaf the list is empty: it has no node."),
            (AttributeError, "A leaf has no grad_fn: ask `while node is not None` before you use the node."),
        ],
    )
    yield case(
        lambda: history((a + a2).sum()),
        expect=["SumBackward0", "AddBackward0", "AccumulateGrad"],
        name="history of (a + a2).sum(), both flagged",
        wrong=[
            (["SumBackward0", "AddBackward0"], "The last node is missing. AccumulateGrad belongs to the path, too."),
            (["AccumulateGrad", "AddBackward0", "SumBackward0"], "This is the right path, from the wrong end."),
            (["SumBackward0"], "You stopped after one node. A loop goes on until there is no next one."),
            (
                ["SumBackward0", "AddBackward0", "torch::autograd::AccumulateGrad"],
                "node.name() gives PyTorch's long name for the last node. Use type(node).__name__.",
            ),
            (
                lambda got: isinstance(got[0], type),
                "These are the classes of the nodes. Note their names: type(node).__name__.",
            ),
            (
                lambda got: "object at" in got[0],
                "str shows the whole node. Its name alone is type(node).__name__.",
            ),
            (
                lambda got: isinstance(got, list) and hasattr(got[0], "next_functions"),
                "These are the nodes. Note their names: type(node).__name__.",
            ),
            (lambda got: "'tuple'" in str(got), "An edge is a pair. Its first part is the node: next_functions[0][0]."),
            (lambda got: "'grad_fn'" in str(got), "What next_functions gives is a node already: it has no grad_fn."),
            (lambda got: "'__name__'" in str(got), "Its class has a name, the node has none: type(node).__name__."),
            (lambda got: got[-1] == "NoneType", "Note the name of a node before you go on to the next one."),
            (IndexError, "AccumulateGrad has no edges, so next_functions[0] does not exist there."),
        ],
    )
    yield case(
        lambda: history(b + a),
        expect=["AddBackward0"],
        name="history of b + a, b without the flag",
        wrong=[
            (["AddBackward0", "NoneType"], "The first edge leads to None: that is the end, not a node."),
            (
                lambda names: names[:2] == ["AddBackward0", "AccumulateGrad"],
                "Always the first edge, next_functions[0], even if it leads nowhere.",
            ),
        ],
    )


@exercise(number="2.4", title="which leaf is it?")
def check_leaves(leaves):
    leaves = answered(leaves)

    def names(make):
        a, b, c = ones(2, requires_grad=True), ones(2, requires_grad=True), ones(2)
        found = leaves(make(a, b, c))
        if not isinstance(found, (list, tuple)):
            return found
        known = {id(a): "a", id(b): "b", id(c): "c"}
        return sorted(known.get(id(leaf), "something else") for leaf in found)

    pair = (lambda got: "'tuple'" in str(got), "next_functions holds pairs. Take the node out: `for node, _ in ...`.")
    no_list = (
        lambda got: hasattr(got, "requires_grad") or isinstance(got, set),
        "Return a list, also when there is one leaf only.",
    )
    yield case(
        lambda: names(lambda a, b, c: a + b),
        expect=["a", "b"],
        name="leaves of a + b",
        wrong=[
            (["a"], "Only one path was followed. Both edges lead somewhere."),
            (["b"], "Only the last path was followed. Both edges lead somewhere."),
            (["something else", "something else"], "Return the leaves, node.variable, not the nodes."),
            (["something else"], "What is in the list is no leaf. The leaves are at the ends of all paths."),
            ([], "Nothing was found. Begin with t.grad_fn, and follow each edge to its end."),
            (lambda got: "no attribute 'variable'" in str(got), "Only the last node of a path has one: hasattr."),
            (lambda got: "'Tensor' object" in str(got), "The walk begins at the node t.grad_fn, not at t."),
            (RuntimeError, "Compare with `is`: `in` and == ask about the numbers inside."),
            pair,
            no_list,
        ],
    )
    yield case(
        lambda: names(lambda a, b, c: a + c),
        expect=["a"],
        name="leaves of a + c, c without the flag",
        wrong=[
            (["a", "c"], "c has no flag: its edge is None, and nothing is there to be found."),
            (AttributeError, "One edge leads to None. Leave it out: it has no variable and no next_functions."),
            no_list,
        ],
    )
    yield case(
        lambda: names(lambda a, b, c: (a + b) + a),
        expect=["a", "b"],
        name="leaves of (a + b) + a",
        wrong=[
            (["a", "a", "b"], "a was found twice, by two paths. List each leaf once."),
            (AttributeError, "One of these two edges leads to a node in the middle. Go on from there to the leaves."),
        ],
    )
