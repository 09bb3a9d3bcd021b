"""What a leaf does with a gradient that arrives: the rule of AccumulateGrad."""

import pytest

from minigrad import float64, no_grad, tensor

pytestmark = pytest.mark.filterwarnings("ignore:Using backward")  # the warning of create_graph=True


def leaf(*values):
    return tensor(values, dtype=float64, requires_grad=True)


def test_two_leaves_do_not_share_the_gradient_that_both_get():
    x, y, weights = leaf(1.0, 2.0), leaf(3.0, 4.0), tensor([1.0, 10.0], dtype=float64)
    (x + y).backward(weights)
    x.grad.mul_(2)
    assert (x.grad.tolist(), y.grad.tolist(), weights.tolist()) == ([2.0, 20.0], [1.0, 10.0], [1.0, 10.0])


def test_a_second_gradient_is_written_into_the_first_and_counted():
    x = leaf(1.0, 2.0)
    (x * 3).sum().backward()
    first, version = x.grad, x.grad._version
    (x * x).sum().backward()
    assert x.grad is first and first.tolist() == [5.0, 7.0] and first._version == version + 1


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
    assert x.grad.requires_grad and (recorded.tolist(), x.grad.tolist()) == ([5.0, 7.0], [9.0, 11.0])


def test_by_hand_where_nothing_is_recorded_a_gradient_is_written_into_the_first():
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
    node, recorded = (x * 1).grad_fn.next_functions[0][0], w * w
    with no_grad():
        node(recorded)
        first = x.grad
        node(recorded)
    assert x.grad is first and not first.requires_grad and first.tolist() == [18.0, 32.0]
