"""What a leaf does with a gradient that arrives: the rule of AccumulateGrad."""

import tracemalloc

import numpy as np
import pytest

from minigrad import float64, from_numpy, no_grad, ones, tensor
from minigrad.autograd import Function

pytestmark = pytest.mark.filterwarnings("ignore:Using backward")  # the warning of create_graph=True


def leaf(*values):
    return tensor(values, dtype=float64, requires_grad=True)


def test_nothing_is_added_to_a_gradient_that_shows_one_number_twice():
    x, y, ones_grad = leaf(1.0, 2.0), leaf(3.0, 4.0), tensor(1.0, dtype=float64)
    x.grad = ones_grad.expand(2)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        (x + y).sum().backward()
    assert x.grad.tolist() == [1.0, 1.0] and ones_grad.item() == 1 and y.grad is None


def test_a_leaf_that_was_switched_off_since_gets_nothing():
    x, y = leaf(1.0, 2.0), leaf(3.0, 4.0)
    result = (x * y).sum()
    x.requires_grad_(False)
    result.backward()
    assert x.grad is None and y.grad.tolist() == [1.0, 2.0]


def test_a_recorded_gradient_is_a_tensor_of_its_own_with_a_history():
    x, y, w = leaf(1.0, 2.0), leaf(3.0, 4.0), leaf(5.0, 6.0)
    ((x + y) * w).sum().backward(create_graph=True)
    assert x.grad is not y.grad and x.grad.tolist() == y.grad.tolist() == [5.0, 6.0]
    x.grad.sum().backward()
    assert w.grad.tolist() == [5.0, 7.0]  # x + y, and 1 from the gradient


def test_what_is_added_to_a_gradient_keeps_the_history_of_both():
    x = leaf(1.0, 2.0)
    (x * 3).sum().backward(create_graph=True)
    plain = x.grad
    assert not plain.requires_grad
    (x * x).sum().backward(create_graph=True)
    recorded = x.grad
    assert recorded.requires_grad and (plain.tolist(), recorded.tolist()) == ([3.0, 3.0], [5.0, 7.0])
    (x * 4).sum().backward(create_graph=True)
    assert x.grad.grad_fn.name() == "AddBackward0"
    assert (recorded.tolist(), x.grad.tolist()) == ([5.0, 7.0], [9.0, 11.0])


def test_by_hand_where_nothing_is_recorded_a_gradient_is_written_into_the_first():
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
    node, recorded = (x * 1).grad_fn.next_functions[0][0], w * w
    with no_grad():
        node(recorded)
        first = x.grad
        node(recorded)
    assert x.grad is first and not first.requires_grad and first.tolist() == [18.0, 32.0]


# A large gradient becomes the leaf's own if nobody else holds it, without a copy: then nobody else may see its numbers.

SIZE = 5000


class Hands(Function):
    """A rule that hands its leaf what `Hands.rule` makes of the gradient, and remembers it in `Hands.held`."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        Hands.held, answer = Hands.rule(ctx, grad)
        return answer


def saved(ctx, grad):
    return [], ctx.saved_tensors[0]


def kept(ctx, grad):
    answer = grad * 2
    return [answer], answer


def array_kept(ctx, grad):
    answer = grad * 2
    return [answer.numpy()], answer


def view_of_kept(ctx, grad):
    answer = (grad * 2).reshape(2, -1)
    return [answer], answer.reshape(-1)


def given(ctx, grad):
    return [grad], grad


def turned(ctx, grad):
    return [], grad.reshape(2, -1).t().reshape(-1)


@pytest.mark.parametrize("rule", [saved, kept, array_kept, view_of_kept, given, turned])
def test_what_somebody_else_holds_is_copied_for_the_leaf(rule):
    Hands.rule = rule
    x, weights = ones(SIZE, requires_grad=True), ones(SIZE)
    Hands.apply(x).backward(weights)
    others = [x.detach().numpy(), weights.numpy(), *[np.asarray(held) for held in Hands.held]]
    assert [np.shares_memory(x.grad.numpy(), other) for other in others] == [False] * len(others)
    assert x.grad.is_contiguous()


@pytest.mark.parametrize("build", [
    lambda x, y: x + y, lambda x, y: (x + y) * 2, lambda x, y: x * y, lambda x, y: x - y, lambda x, y: x.exp() + y,
], ids=["sum", "twice a sum", "product", "difference", "exp"])
def test_large_gradients_are_never_shared(build):
    x, y, weights = ones(SIZE, requires_grad=True), ones(SIZE, requires_grad=True), ones(SIZE)
    z = build(x, y)
    for _ in range(2):
        x.grad = y.grad = None
        z.backward(weights, retain_graph=True)
        arrays = [x.detach().numpy(), y.detach().numpy(), weights.numpy(), x.grad.numpy(), y.grad.numpy()]
        shared = [np.shares_memory(a, b) for place, a in enumerate(arrays) for b in arrays[:place]]
        assert not any(shared)
    assert (weights.sum().item(), x.sum().item(), y.sum().item()) == (SIZE, SIZE, SIZE)


def test_what_a_hook_has_seen_is_not_the_leafs_own():
    x, seen = ones(SIZE, requires_grad=True), []
    x.register_hook(seen.append)
    (x * 2).sum().backward()
    x.grad.mul_(0)
    assert seen[0].sum().item() == 2 * SIZE


@pytest.mark.quick
def test_a_large_gradient_that_nobody_else_holds_is_not_copied():
    x = ones(1_000_000, requires_grad=True)
    y = x * ones(1_000_000)
    weights = ones(1_000_000)
    tracemalloc.start()
    try:
        y.backward(weights)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 4_000_000 <= peak < 6_000_000  # one array, not two


def test_a_gradient_that_cannot_be_written_into_is_copied():
    locked = np.ones(SIZE, np.float32)
    locked.setflags(write=False)
    Hands.rule = lambda ctx, grad: ([], from_numpy(locked))
    x = ones(SIZE, requires_grad=True)
    (x * 2 + Hands.apply(x)).sum().backward()
    Hands.apply(x).sum().backward()
    assert x.grad[0].item() == 4.0 and locked[0] == 1.0


def test_data_of_another_dtype_gets_gradients_of_that_dtype_while_an_old_graph_lives():
    x = ones(2, requires_grad=True)
    old = (x * x).sum()
    x.data = x.data.double()
    (x * x).sum().backward()
    assert x.grad.dtype is float64 and old.requires_grad
