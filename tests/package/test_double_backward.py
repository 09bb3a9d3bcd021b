"""Gradients of gradients: their values, their graphs, and what they keep alive."""

import gc
import warnings
import weakref

import numpy as np
import pytest
from freeing import fixture_no_collector  # noqa: F401
from own import made

import minigrad
from minigrad import float64, ones, tensor
from minigrad.autograd import grad, gradgradcheck
from minigrad.operations.arithmetic import no_slope

FREED = "Trying to backward through the graph a second time"
def leaf(value):
    return tensor(value, dtype=float64, requires_grad=True)


def function_of(code, names):
    return eval(f"lambda {names}: {code}", {"ones": ones, "float64": float64, "stack": minigrad.stack})


def derivatives(f, at, count):
    """The first `count` derivatives of f, as numbers; 0 where the one before has no history."""
    x, found = leaf(at), []
    y = f(x)
    for _ in range(count):
        y = grad(y, x, create_graph=True)[0] if y.requires_grad else tensor(0.0)
        found.append(y.item())
    return found


@pytest.fixture
def quiet():
    with warnings.catch_warnings(action="ignore"):
        yield


# Values


@pytest.mark.parametrize("code, at, expected", [
    ("x * x * x", 2.0, [12, 12, 6, 0]),
    ("x**3", 2.0, [12, 12, 6, 0]),
    ("x**4", 2.0, [32, 48, 48, 24]),
    ("1 / x", 2.0, [-1 / 4, 1 / 4, -3 / 8, 3 / 4]),
    ("x**-2", 1.0, [-2, 6, -24, 120]),
    ("x.sqrt()", 4.0, [1 / 4, -1 / 32, 3 / 256, -15 / 2048]),
    ("(x + 1) * (x - 1)", 2.0, [4, 2, 0, 0]),
    ("-x - x / 4", 2.0, [-1.25, 0, 0, 0]),
    ("x.exp()", 0.0, [1, 1, 1, 1]),
    ("x.log()", 2.0, [1 / 2, -1 / 4, 1 / 4, -3 / 8]),
    ("x.sin()", 0.0, [1, 0, -1, 0]),
    ("x.cos()", 0.0, [0, -1, 0, 1]),
    ("x.tanh()", 0.0, [1, 0, -2, 0]),
    ("x.sigmoid()", 0.0, [1 / 4, 0, -1 / 8, 0]),
    ("x.exp() * x.sin()", 0.0, [1, 2, 2, 0]),
    ("(x * x).exp()", 0.0, [0, 2, 0, 12]),
    ("(x * ones(3, dtype=float64)).sum() * x", 2.0, [12, 6, 0, 0]),
])
def test_four_derivatives_are_those_of_the_textbook(code, at, expected):
    assert derivatives(function_of(code, "x"), at, 4) == pytest.approx(expected, abs=1e-12)


A = [[0.5, -1.5, 2.0], [1.25, 0.75, -0.5]]
B = [[1.5, 0.5, -1.0], [-0.75, 2.5, 1.0]]
POSITIVE = [[0.5, 1.5, 2.0], [1.25, 0.75, 3.0]]


@pytest.mark.parametrize("code, inputs", [
    ("a * b", (A, B)),
    ("a / b", (A, B)),
    ("(a - b) * (a + b)", (A, [1.0, 2.0, 3.0])),
    ("(a * b).sum(0) ** 3", (A, [[2.0], [-1.0]])),
    ("(a @ b.t()) ** 2", (A, B)),
    ("(a**2).mm(b.transpose(0, 1))", (A, B)),
    ("a[:, 1:] * b[[1, 0]][:, :2]", (A, B)),
    ("stack([a, a * b]).sum(0) ** 2", (A, B)),
    ("(a.view(3, 2) ** 3).mean(1)", (A,)),
    ("(a.permute(1, 0).flatten() ** 2)[[0, 0, 4]]", (A,)),
    ("(a.unsqueeze(0).expand(4, 2, 3) ** 2).sum((0, 2))", (A,)),
    ("a.sum(1, keepdim=True) * a", (A,)),
    ("(a * a).mean() * a.norm()", (A,)),
    ("a.abs() ** 3", (A,)),
    ("a.relu() * a * a", (A,)),
    ("a.clamp(-1.0, 1.0) ** 3", (A,)),
    ("a.max() ** 3 * a", (A,)),
    ("a.sqrt() + a.log() * a", (POSITIVE,)),
    ("a.sin() * a.cos() + a.tanh() * a.sigmoid()", (A,)),
    ("a.exp() / (1 + a.exp())", (A,)),
], ids=lambda value: value if isinstance(value, str) else "")
def test_second_derivatives_agree_with_measured_slopes_of_the_first(code, inputs):
    minigrad.manual_seed(0)
    names = "ab"[:len(inputs)]
    assert gradgradcheck(function_of(code, ", ".join(names)), tuple(map(leaf, inputs)))


def test_a_hessian_times_a_vector_goes_once_through_the_gradients_graph():
    x, passes = leaf([1.0, 2.0, 3.0]), []
    (first,) = grad((x * x).sum() * x.sum(), x, create_graph=True)
    first.register_hook(lambda arriving: passes.append(arriving.tolist()))
    (product,) = grad(first, x, tensor([1.0, 10.0, 100.0], dtype=float64))
    assert (product.tolist(), passes) == ([876, 1206, 2508], [[1, 10, 100]])


def test_a_penalty_on_a_gradient_reaches_the_parameters_only_when_it_is_recorded():
    w, x = leaf([3.0, 4.0]), leaf([1.0, 1.0])

    def trained(record):
        score = (w * x).sum()
        (slopes,) = grad(score, x, retain_graph=True, create_graph=record)
        return grad(score + (slopes.norm() - 1) ** 2, w)[0].tolist()

    assert trained(record=False) == [1, 1]
    assert trained(record=True) == pytest.approx([5.8, 7.4])


# Recording


def test_the_old_graph_is_kept_when_the_way_back_is_recorded_and_freed_when_told_to():
    x = leaf(2.0)
    y = x * x * x
    grad(y, x, create_graph=True)
    (first,) = grad(y, x, create_graph=True, retain_graph=False)
    with pytest.raises(RuntimeError, match=FREED):
        grad(y, x)
    with pytest.raises(RuntimeError, match=FREED):
        grad(first, x)


def test_the_history_of_the_weights_counts_only_when_the_way_back_is_recorded():
    x, v = leaf([3.0, 4.0]), leaf([1.0, 2.0])
    (plain,) = grad(x * x, x, v)
    (recorded,) = grad(x * x, x, v, create_graph=True)
    assert (plain.tolist(), plain.requires_grad) == (recorded.tolist(), False) == ([6, 16], False)
    assert grad(recorded.sum(), v)[0].tolist() == [6, 8]


# Rules that leave the tensors


def cube(ctx, x):
    ctx.save_for_backward(x)
    return x * x * x


def in_numpy(ctx, grad):
    """The rule of a cube, by which the history is lost."""
    return grad * (3 * ctx.saved_tensors[0].detach().numpy().item() ** 2)


def test_a_rule_in_numpy_loses_a_part_of_the_second_derivative_silently(lib):
    x, cubed = lib.tensor(2.0, dtype=lib.float64, requires_grad=True), made(lib, cube, in_numpy)
    (first,) = lib.autograd.grad(x * cubed.apply(x), x, create_graph=True)
    assert (first.item(), lib.autograd.grad(first, x)[0].item()) == (32, 24)
    assert not lib.autograd.gradgradcheck(cubed.apply, x, raise_exception=False)


def test_a_marked_rule_is_refused_by_backward_and_passed_by_in_grad(lib):
    marked = made(lib, cube, lib.autograd.function.once_differentiable(in_numpy))
    x = lib.tensor(2.0, dtype=lib.float64, requires_grad=True)
    (first,) = lib.autograd.grad(x * marked.apply(x), x, create_graph=True)
    with pytest.raises(RuntimeError, match="was marked with @once_differentiable$"):
        first.backward(retain_graph=True)
    assert x.grad is None
    assert lib.autograd.grad(first, x)[0].item() == 12
    assert not lib.autograd.gradgradcheck(marked.apply, x, raise_exception=False)


# What `backward` leaves in `.grad`


def test_a_second_pass_adds_to_the_first_gradient_unless_it_is_taken_out(quiet):
    x = leaf(2.0)
    (x**3).backward(create_graph=True)
    x.grad.backward()
    assert x.grad.item() == 24
    x.grad = None
    (x**3).backward(create_graph=True)
    first, x.grad = x.grad, None
    first.backward()
    assert (first.item(), x.grad.item()) == (12, 12)


def reset(x):
    (x**3).backward(create_graph=True)
    x.grad = None


@pytest.mark.parametrize("use, outlives", [
    (lambda x: (x**3).backward(create_graph=True), True),
    (lambda x: (x**3).backward(), False),
    (lambda x: grad(x**3, x, create_graph=True), False),
    (reset, False),
], ids=["backward, recorded", "backward", "grad, recorded", "backward, recorded, then None"])
def test_only_a_recorded_backward_keeps_a_leaf_alive(use, outlives, quiet, no_collector):
    x = leaf(2.0)
    use(x)
    watch = weakref.ref(x)
    del x
    assert (watch() is not None) is outlives
    gc.collect()
    assert watch() is None


# Beside PyTorch


def graph(node):
    """The names along all edges, as nested lists."""
    if node is None:
        return None
    return [node.name(), *[graph(target) for target, _ in node.next_functions]]


GRAPHS = {
    "product of three": lambda x: x * x * x,
    "exponential": lambda x: x.exp(),
    "sum of a square": lambda x: (x * x).sum(),
    "difference of products": lambda x: (x * x - x * x * x).sum(),
    "product of exponentials": lambda x: x.exp() * (x * x).exp(),
}


@pytest.mark.parametrize("f", GRAPHS.values(), ids=GRAPHS)
def test_the_graphs_of_gradients_are_those_of_pytorch(f):
    torch = pytest.importorskip("torch")

    def graphs(library):
        x = library.tensor([2.0, 3.0], requires_grad=True)
        y = f(x)
        v = library.ones_like(y)
        (first,) = library.autograd.grad(y, x, v, create_graph=True)
        (second,) = library.autograd.grad(first, x, library.ones(2), create_graph=True)
        return [graph(y.grad_fn), graph(first.grad_fn), graph(second.grad_fn)]

    assert graphs(minigrad) == graphs(torch)


def test_pytorch_too_never_frees_the_cycle(quiet):
    torch = pytest.importorskip("torch")
    x = torch.tensor(2.0, requires_grad=True)
    (x**3).backward(create_graph=True)
    watch = weakref.ref(x)
    del x
    gc.collect()
    assert watch() is not None
    watch().grad = None
    assert watch() is None


@pytest.mark.parametrize("recorded", [True, False])
def test_a_gradient_that_backward_records_is_a_copy_that_counts_one_write(lib, recorded):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with warnings.catch_warnings(action="ignore"):
        (x * x if recorded else x).sum().backward(create_graph=True)
    assert (x.grad._version, x.grad.requires_grad) == (1, recorded)


@pytest.mark.parametrize("grad", [np.ones(2), minigrad.ones(2)], ids=["array", "tensor"])
def test_zeros_for_a_gradient_have_its_form(grad):
    zeros = no_slope(grad)
    assert type(zeros) is type(grad) and zeros.tolist() == [0.0, 0.0]
