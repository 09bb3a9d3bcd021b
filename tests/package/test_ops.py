"""Every operation gives NumPy's numbers, the right gradients, the right gradients of gradients, and PyTorch's graph.

One row per operation, in `rows/`. What a row claims is checked for every spelling, every shape and every kind of
number; where torch is installed, real PyTorch is asked the same and must give the same.
"""
import ast
import builtins

import numpy as np
import pytest
from questions import (
    EDGES, NOT_OPERATIONS, ON_TORCH, OPERATIONS, OPS, OWN_NAMES, PLACES, VALUES, flags_of, graph_text, inputs_of,
    leaves_of, name_of, numpy_result, result_of, saved_names, shapes_of, spellings, value_of, weights_like,
)
from rows import SAME

import minigrad
from minigrad.core.tensors import Tensor

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # infinity is an answer

OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "pow", ast.MatMult: "matmul",
    ast.Mod: "mod", ast.FloorDiv: "floordiv", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.USub: "neg", ast.Invert: "invert",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}
INDIRECT = {"deepcopy": "deepcopy", "loads": "reduce"}  # what Python calls on the way


def central_differences(function, arrays, step=1e-6):
    """The gradient of a function of arrays that gives one number, from its values nearby."""
    gradients = []
    for array in arrays:
        gradient = np.zeros(array.shape)
        for place in np.ndindex(array.shape):
            middle = array[place]
            array[place] = middle + step
            above = function()
            array[place] = middle - step
            gradient[place] = (above - function()) / (2 * step)
            array[place] = middle
        gradients.append(gradient)
    return gradients


def first_gradients(code, torch, tensors, weight, create_graph=False):
    """d(sum of weight * result) for each of the tensors that requires a gradient."""
    wanted = [tensor for tensor in tensors if tensor.requires_grad]
    result = result_of(code, torch, tensors)
    return torch.autograd.grad(result, wanted, weight, create_graph=create_graph)


def second_gradients(code, torch, tensors, weight):
    """The gradients of a weighted sum of the first gradients, also for the gradient that came in."""
    grads = first_gradients(code, torch, tensors, weight, create_graph=True)
    wanted = [tensor for tensor in tensors if tensor.requires_grad] + [weight]
    recorded = [(grad * torch.tensor(weights_like(grad.detach().numpy(), seed=2))).sum()
                for grad in grads if grad.requires_grad]
    total = torch.zeros((), dtype=torch.float64)
    for one in recorded:
        total = total + one
    found = torch.autograd.grad(total, wanted, allow_unused=True) if recorded else [None] * len(wanted)
    return [
        np.zeros(tensor.shape) if grad is None else (grad + torch.zeros_like(tensor)).detach().numpy()
        for tensor, grad in zip(wanted, found)
    ]


def assert_close(got, expected, rtol=1e-6, atol=1e-8, terms=0.0, dtype="float64"):
    """terms: the sum of the sizes of what was added up on the way in numbers of that dtype, four roundings of which
    are allowed as well: sums and products may be added up in any order."""
    assert np.shape(got) == np.shape(expected)
    np.testing.assert_allclose(got, expected, rtol, atol + 4 * np.finfo(dtype).eps * terms)


def terms_of(arrays):
    """About the most that an operation on these adds up, in sizes."""
    return sum(abs(array.astype("float64")).sum() for array in arrays)


DIFFERENTIABLE = [op for op in OPS if op.graph != "None"]
NEEDED = [
    pytest.param(op, needed, id=f"{name_of(op)} for {needed}")
    for op in DIFFERENTIABLE for needed in ["x and y", "x", "y"]
    if all(flag or name not in needed for flag, name in zip(flags_of(op), "xy"))
]


@pytest.mark.parametrize("op", OPS, ids=name_of)
def test_the_numbers_are_those_of_numpy(op):
    for dtype, kind in zip(SAME.split(), op.kinds.split(), strict=True):
        for shapes in shapes_of(op):
            arrays = inputs_of(op, shapes, dtype)
            for code in spellings(op):
                if kind == "-" and not all(array.size for array in arrays):
                    continue  # some refuse only where there is something to do
                if kind == "-":
                    with pytest.raises((RuntimeError, TypeError, NotImplementedError)):
                        result_of(code, minigrad, leaves_of(minigrad, arrays, (False, False)))
                    continue
                result = result_of(code, minigrad, leaves_of(minigrad, arrays, (False, False)))
                assert result.grad_fn is None and not result.requires_grad
                assert str(result.dtype) == f"minigrad.{kind}"
                assert result.detach().numpy().dtype == kind
                exact = arrays if kind == dtype else [array.astype("float64") for array in arrays]
                rough = "float32" in (kind, dtype)
                close = {"rtol": 1e-5 if rough else 1e-12, "terms": terms_of(arrays),
                         "dtype": "float32" if rough else "float64"}
                assert_close(result.numpy(), numpy_result(op, exact), **close)
                if dtype.startswith("float"):  # with a history it is the same
                    recorded = result_of(code, minigrad, leaves_of(minigrad, arrays))
                    assert recorded.dtype is result.dtype
                    assert_close(recorded.detach().numpy(), result.numpy(), **close)


@pytest.mark.parametrize("op", DIFFERENTIABLE, ids=name_of)
def test_the_graph_is_the_one_that_pytorch_leaves_behind(op):
    for shapes in shapes_of(op):
        for code in spellings(op):
            leaves = leaves_of(minigrad, inputs_of(op, shapes))
            names = dict(zip("xy", leaves))
            result = result_of(code, minigrad, leaves)
            assert graph_text(result.grad_fn, names) == op.graph
            assert result.requires_grad and not result.is_leaf and result.output_nr == 0


@pytest.mark.parametrize("op", DIFFERENTIABLE, ids=name_of)
def test_an_input_without_the_flag_has_no_place_in_the_graph(op):
    for flags in [(True, False), (False, True)]:
        for shapes in shapes_of(op):
            leaves = leaves_of(minigrad, inputs_of(op, shapes), flags)
            node = result_of(spellings(op)[0], minigrad, leaves).grad_fn
            reached, todo = set(), [node]
            while todo:
                node = todo.pop()
                if node is not None:
                    reached |= {id(node.variable)} if hasattr(node, "variable") else set()
                    todo += [target for target, _ in node.next_functions]
            wanted = {id(leaf) for leaf, known in zip(leaves, flags_of(op)) if leaf.requires_grad and known}
            assert reached == wanted


@pytest.mark.parametrize("op", DIFFERENTIABLE, ids=name_of)
def test_the_node_keeps_what_its_rule_needs_under_pytorchs_names(op):
    shapes = shapes_of(op)[-1]
    leaves = leaves_of(minigrad, inputs_of(op, shapes))
    result = result_of(spellings(op)[0], minigrad, leaves)
    assert saved_names(result.grad_fn) - OWN_NAMES == set(op.saved.split())
    for name in op.saved.split():
        kept = getattr(result.grad_fn, f"_saved_{name}")
        if name == "result":
            np.testing.assert_array_equal(kept.detach().numpy(), result.detach().numpy())


@pytest.mark.parametrize(("op", "needed"), NEEDED)
def test_the_gradient_is_the_slope(op, needed):
    flags = [name in needed for name in "xy"]
    for shapes in shapes_of(op):
        arrays = inputs_of(op, shapes)
        weight = weights_like(numpy_result(op, arrays))
        wanted = [array for array, flag in zip(arrays, flags) if flag]
        rough = "float32" in op.code
        step, rtol = (1e-2, 1e-3) if rough else (1e-6, 1e-6)
        slopes = central_differences(lambda: (numpy_result(op, arrays) * weight).sum(), wanted, step)  # noqa: B023
        for code in spellings(op):
            leaves = leaves_of(minigrad, arrays, flags)
            for grad, slope, array in zip(
                first_gradients(code, minigrad, leaves, minigrad.tensor(weight)), slopes, wanted, strict=True
            ):
                assert grad.grad_fn is None and grad.dtype is minigrad.float64
                terms = 0 if rough else abs(numpy_result(op, arrays) * weight).sum() / step
                assert_close(grad.numpy(), slope, rtol, rtol / 100, terms)
                assert grad.shape == array.shape


@pytest.mark.parametrize("op", DIFFERENTIABLE, ids=name_of)
def test_the_gradient_of_the_gradient_is_the_slope_of_the_gradient(op):
    flags = flags_of(op)
    for shapes in shapes_of(op):
        arrays = inputs_of(op, shapes)
        weight = weights_like(numpy_result(op, arrays))
        code = spellings(op)[0]

        def weighted_gradients(change=np.asarray):
            grads = first_gradients(code, minigrad, leaves_of(minigrad, arrays, flags), minigrad.tensor(weight))  # noqa: B023
            return sum((change(grad.numpy()) * weights_like(grad.numpy(), seed=2)).sum() for grad in grads)

        wanted = [array for array, flag in zip(arrays, flags) if flag] + [weight]
        rough = "float32" in code
        step, rtol = (1e-2, 1e-3) if rough else (1e-6, 1e-5)
        slopes = central_differences(weighted_gradients, wanted, step)
        found = second_gradients(
            code, minigrad, leaves_of(minigrad, arrays, flags), minigrad.tensor(weight, requires_grad=True)
        )
        for grad, slope in zip(found, slopes, strict=True):
            assert_close(grad, slope, rtol, 1e-7, 0 if rough else weighted_gradients(abs) / step)


@pytest.mark.parametrize("op", [op for op in DIFFERENTIABLE if op.kinds.startswith("float32")], ids=name_of)
def test_float32_stays_float32_on_the_way_back(op):
    for shapes in shapes_of(op):
        leaves = leaves_of(minigrad, inputs_of(op, shapes, "float32"))
        result_of(spellings(op)[0], minigrad, leaves).sum().backward()
        for leaf, needed in zip(leaves, flags_of(op)):
            assert (leaf.grad is not None) == needed
            assert not needed or (leaf.grad.dtype is minigrad.float32 and leaf.grad.shape == leaf.shape)


@pytest.mark.parametrize(("code", "values", "slope"), EDGES)
def test_the_gradient_at_the_edge(lib, code, values, slope):
    x = lib.tensor(values, dtype=lib.float64, requires_grad=True)
    result_of(code, lib, [x]).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), slope)


@pytest.mark.parametrize(("code", "expected"), VALUES)
def test_the_answer_is_that_of_python_or_numpy(code, expected):
    answer, expected = value_of(code, minigrad), eval(expected, {"np": np})
    assert type(answer) is type(expected)
    if isinstance(expected, np.ndarray):
        assert (answer.dtype, answer.shape) == (expected.dtype, expected.shape)
    np.testing.assert_array_equal(answer, expected)


# The same on real PyTorch.

def outcome(code, torch, arrays):
    """The dtype and the numbers of the result for tensors without the flag, or the error."""
    try:
        result = result_of(code, torch, leaves_of(torch, arrays, (False, False)))
    except (RuntimeError, TypeError, NotImplementedError) as error:
        return type(error).__name__, str(error).replace("minigrad.", "torch."), np.zeros(0)
    return "result", str(result.dtype).replace("minigrad.", "torch."), result.numpy()


@pytest.mark.parametrize("op", ON_TORCH, ids=name_of)
def test_torch_gives_the_same_numbers_dtypes_and_errors(op):
    torch = pytest.importorskip("torch")
    for dtype in SAME.split():
        for shapes in shapes_of(op):
            arrays = inputs_of(op, shapes, dtype)
            for code in spellings(op):
                ours, theirs = outcome(code, minigrad, arrays), outcome(code, torch, arrays)
                if "Error" in ours[0] and not all(array.size for array in arrays):
                    continue  # some refuse only where there is something to do
                assert ours[0] == theirs[0], (code, dtype, shapes)
                assert ours[1].lower() == theirs[1].lower(), (code, dtype, shapes)  # some write bool for Bool
                assert_close(ours[2], theirs[2], 1e-6, 1e-7, terms_of(arrays), "float32")


def comparable(value):
    """A saved detail in plain numbers."""
    return value.detach().numpy() if hasattr(value, "detach") else value


@pytest.mark.parametrize("op", [op for op in ON_TORCH if op.graph != "None"], ids=name_of)
def test_torch_has_the_same_graph_and_the_same_gradients(op):
    torch = pytest.importorskip("torch")
    flags = flags_of(op)
    for shapes in shapes_of(op):
        arrays = inputs_of(op, shapes)
        weight = weights_like(numpy_result(op, arrays))
        for code in spellings(op):
            nodes, first, second = [], [], []
            for package in (minigrad, torch):
                leaves = leaves_of(package, arrays, flags)
                result = result_of(code, package, leaves)
                nodes.append(result.grad_fn)
                assert graph_text(result.grad_fn, dict(zip("xy", leaves))) == op.graph
                grads = first_gradients(code, package, leaves, package.tensor(weight))
                first.append([grad.numpy() for grad in grads])
                second.append(second_gradients(code, package, leaves, package.tensor(weight, requires_grad=True)))
            for ours, theirs in zip(first[0] + second[0], first[1] + second[1], strict=True):
                rough = "float32" in code
                largest = max(1, abs(theirs).max(initial=0))
                assert_close(ours, theirs, 1e-6 if rough else 1e-10, (1e-6 if rough else 1e-12) * largest)
            assert nodes[0].name() == nodes[1].name()
            assert set(op.saved.split()) == saved_names(nodes[0]) - OWN_NAMES <= saved_names(nodes[1])
            for name in set(op.saved.split()) - PLACES:
                ours, theirs = (comparable(getattr(node, f"_saved_{name}")) for node in nodes)
                assert (ours is None) == (theirs is None)
                if isinstance(ours, str):
                    assert ours == theirs
                elif ours is not None:
                    assert_close(ours, theirs, 1e-6 if rough else 1e-12, 0, terms_of(arrays),
                                 "float32" if rough else "float64")


@pytest.mark.parametrize(("code", "expected"), VALUES)
def test_torch_gives_the_same_answer(code, expected):
    torch = pytest.importorskip("torch")
    ours, theirs = value_of(code, minigrad), value_of(code, torch)
    assert type(ours) is type(theirs)
    if isinstance(ours, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
    np.testing.assert_array_equal(ours, theirs)


# Nothing is left out.


class Used(ast.NodeVisitor):
    """What a row's code calls: functions of the package, and methods (operators by their `__names__`)."""

    def __init__(self):
        self.functions, self.methods = set(), set()

    def special(self, name):
        self.methods.add(f"__{name}__")

    def visit_Attribute(self, node):
        owner = node.value.id if isinstance(node.value, ast.Name) else None
        if owner == "operator":
            self.special(node.attr)
        else:
            (self.functions if owner == "torch" else self.methods).add(node.attr)
        if node.attr in INDIRECT:
            self.special(INDIRECT[node.attr])
        self.generic_visit(node)

    def visit_BinOp(self, node):
        name = OPERATORS[type(node.op)]
        number_first = isinstance(node.left, (ast.Constant, ast.UnaryOp))
        self.special("r" + name if number_first else name)
        self.generic_visit(node)

    def visit_UnaryOp(self, node):
        self.special(OPERATORS[type(node.op)])
        self.generic_visit(node)

    def visit_Compare(self, node):
        self.special(OPERATORS.get(type(node.ops[0])))
        self.generic_visit(node)

    def visit_Subscript(self, node):
        self.special("getitem")
        self.generic_visit(node)

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id):
            self.special(node.func.id)
        self.generic_visit(node)

    def visit_FormattedValue(self, node):
        self.special("format")
        self.generic_visit(node)

    def visit_Dict(self, node):
        self.special("hash")
        self.generic_visit(node)


USED = Used()
for code in [code for op in OPS for code in spellings(op)] + [code for code, *_ in VALUES + EDGES]:
    USED.visit(ast.parse(code, mode="eval"))


def home(member):
    """The module that a function, a method or a property was written in."""
    return getattr(member.fget if isinstance(member, property) else member, "__module__", None)


def test_every_operation_of_the_package_has_a_row():
    nodes = {cls.__name__ for cls in OPERATIONS.values()} - {"NotImplemented"}  # it has no rule, but an error
    rows = " ".join(op.graph for op in OPS)
    missing = [name for name in sorted(nodes) if f"{name}(" not in rows]
    assert not missing, f"tests/rows/<its family>.py: add to OPS a row whose graph has {missing}"


def test_every_method_of_a_tensor_that_is_an_operation_has_a_row():
    methods = {
        name for name, member in vars(Tensor).items()
        if (callable(member) or isinstance(member, property)) and home(member) not in NOT_OPERATIONS
    }
    assert {"add", "__radd__", "__getitem__", "T", "max", "zero_", "__hash__"} <= methods
    assert not methods - USED.methods, f"tests/rows/<its family>.py: no row uses {sorted(methods - USED.methods)}"


def test_every_public_function_that_is_an_operation_has_a_row():
    found = {name for name in minigrad.__all__ if callable(getattr(minigrad, name))
             and home(getattr(minigrad, name)) not in NOT_OPERATIONS}
    assert {"add", "abs", "matmul", "full", "clone"} <= found
    assert not found - USED.functions, f"tests/rows/<its family>.py: no row uses {sorted(found - USED.functions)}"
