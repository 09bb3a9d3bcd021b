"""The quick forms of nodes and engine: tests take them, and nobody who looks on their way sees a difference."""

import sys

import pytest

import minigrad
from minigrad.autograd.anomaly_mode import detect_anomaly
from minigrad.core import engine
from minigrad.exact.silence import is_calm


def calls(function, program):
    """How often the program calls the function."""
    found = []

    def profile(frame, event, argument):
        if event == "call" and frame.f_code is function.__code__:
            found.append(frame)

    sys.setprofile(profile)
    try:
        program()
    finally:
        sys.setprofile(None)
    return len(found)


def leaf(lib, *numbers):
    return lib.tensor(numbers, requires_grad=True)


def test_the_tests_take_the_quick_forms():
    x = leaf(minigrad, 1.0, 2.0)
    (x * x).sum()  # what Python's filters say is looked for
    assert is_calm()
    assert calls(engine.survey, lambda: (x * x + 3).sum().backward()) == 0
    assert calls(engine.survey, lambda: minigrad.autograd.backward((x * x).sum())) == 1


def test_a_rule_of_yours_sees_the_gradients_of_leaves_that_are_complete(lib):
    """PyTorch fills a leaf as soon as it has everything: before a rule that acts later looks."""
    seen = []

    class Look(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            seen.append([None if one.grad is None else one.grad.tolist() for one in (early, late, x)])
            return grad

    early, late, x = leaf(lib, 1.0), leaf(lib, 1.0), leaf(lib, 2.0)
    below = late * 1
    y = Look.apply(x * below)
    (y * 3 + early * 2).sum().backward()
    assert seen == [[[2.0], None, None]]
    assert [one.grad.tolist() for one in (early, late, x)] == [[2.0], [6.0], [3.0]]


def test_a_rule_of_yours_that_writes_into_a_view_sees_them_too(lib):
    seen = []

    class Triple(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            return x.mul_(3)

        @staticmethod
        def backward(ctx, grad):
            seen.append(early.grad.tolist())
            return grad * 3

    early, x = leaf(lib, 1.0), leaf(lib, 2.0, 3.0)
    y = x * 1
    Triple.apply(y[:1])
    (y.sum() + early.sum() * 2).backward()
    assert seen == [[2.0]] and x.grad.tolist() == [3.0, 1.0]


@pytest.mark.parametrize("order", ["x * w", "w * x"])
def test_leaves_behind_a_hook_that_raises_have_nothing_yet(lib, order):
    def fail(grad):
        raise ZeroDivisionError

    x, w, early = leaf(lib, 1.0), leaf(lib, 2.0), leaf(lib, 3.0)
    x.register_hook(fail)
    product = eval(order, {"x": x, "w": w})
    with pytest.raises(ZeroDivisionError):
        (product + early).sum().backward()
    assert early.grad.tolist() == [1.0]
    assert (w.grad is None) == (order == "x * w")


def test_where_a_rule_raises_complete_leaves_are_filled(lib):
    x, w, shared = leaf(lib, 1.0), leaf(lib, 2.0), leaf(lib, 3.0)
    below = x * 1
    product = below * shared
    total = (product + w * shared).sum()  # the newest first: w is complete when the product's rule refuses
    with lib.no_grad():
        below += 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        total.backward()
    assert w.grad.tolist() == [3.0] and x.grad is None and shared.grad is None


def test_a_freed_node_is_noticed_before_any_leaf_is_filled():
    x, early = leaf(minigrad, 1.0), leaf(minigrad, 2.0)
    below = x * x
    below.sum().backward()
    with pytest.raises(RuntimeError, match="a second time"):
        (below * 1 + early * 3).sum().backward()
    assert early.grad is None and x.grad.tolist() == [2.0]


def test_what_arrives_in_several_pieces_is_added_up_before_it_goes_on(lib):
    x = leaf(lib, 1.0, 2.0)
    y = x
    for _ in range(30):
        y = y + y  # two to the thirtieth ways, and thirty nodes
    y.sum().backward()
    assert x.grad.tolist() == [2.0**30] * 2


def test_several_outputs_after_a_plain_beginning(lib):
    x, w = leaf(lib, 1.0, 2.0), leaf(lib, 5.0)
    first, second = (x * 2).unbind()
    (first * second * w * 3).sum().backward()
    assert x.grad.tolist() == [120.0, 60.0] and w.grad.tolist() == [24.0]


def test_anomalies_are_found_on_a_plain_way_back():
    x = leaf(minigrad, 0.0)
    with pytest.warns(UserWarning, match="Anomaly|sqrt|Sqrt"), detect_anomaly():
        with pytest.raises(RuntimeError, match="SqrtBackward0' returned nan values"):
            (x.sqrt() * 0).sum().backward()


def test_a_hook_of_several_tensors_is_called_once_wherever_they_are(lib):
    """The first is met before anything waits for a leaf, the second behind that."""
    seen = []
    x, early = leaf(lib, 1.0), leaf(lib, 5.0)
    last = x * 2
    first = last * early * 3
    lib.autograd.graph.register_multi_grad_hook((first, last), lambda grads: seen.append([g.item() for g in grads]))
    (first * 7).sum().backward()
    assert seen == [[7.0, 105.0]] and x.grad.item() == 210 and early.grad.item() == 42


def test_nothing_is_recorded_in_a_hook(lib):
    seen, x = [], leaf(lib, 1.0)
    y = x * 2
    y.register_hook(lambda grad: seen.append((lib.is_grad_enabled(), (x * grad).requires_grad)))
    (y * 3).sum().backward()
    assert seen == [(False, False)] and lib.is_grad_enabled() and x.grad.item() == 6
