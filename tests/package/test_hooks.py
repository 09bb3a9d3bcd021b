"""Hooks: when they are called and with what, what they may answer, and that nothing is left behind.

Most tests run on minigrad and, where it is installed, on PyTorch: the same lines, the same answers.
"""

import re
import warnings
import weakref
from collections import OrderedDict

import pytest
from freeing import fixture_no_collector  # noqa: F401
from own import made


def leaf(lib, *numbers):
    return lib.tensor(list(numbers) if numbers else 2.0, requires_grad=True)


# What a tensor's hook sees


def test_each_of_several_outputs_has_its_own_hooks(lib):
    seen, x = [], leaf(lib, 3.0, 1.0)
    first, second = x.unbind()
    first.register_hook(lambda g: seen.append(("first", g.item())))
    second.register_hook(lambda g: seen.append(("second", g.item())))
    (first * 2 + second * 5).backward()
    assert sorted(seen) == [("first", 2.0), ("second", 5.0)]


def test_the_hook_of_an_unused_output_is_called_with_none(lib):
    seen, x = [], leaf(lib, 3.0, 1.0)
    first, second = x.unbind()
    second.register_hook(seen.append)
    second.retain_grad()
    (first * 2).backward()
    assert seen == [None]
    second.register_hook(lambda g: lib.ones(2))
    with pytest.raises(RuntimeError, match="can't replace a None gradient with a non-None value"):
        (first * 2).backward()


def test_a_gradient_that_a_hook_replaced_can_be_differentiated(lib):
    x = leaf(lib)
    y = x * x
    with y.register_hook(lambda g: g * y):
        (first,) = lib.autograd.grad(y, x, create_graph=True)
    assert first.item() == 16.0  # x * x * 2x
    assert lib.autograd.grad(first, x)[0].item() == 24.0  # of 2 x ** 3


# Handles


def test_a_with_block_removes_its_hook_even_after_an_error(lib):
    x = leaf(lib)
    with pytest.raises(ZeroDivisionError), x.register_hook(lambda g: g * 2):
        raise ZeroDivisionError
    assert len(x._backward_hooks) == 0


def test_a_hook_can_remove_itself_and_let_the_others_act(lib):
    seen, x = [], leaf(lib)
    handle = x.register_hook(lambda g: (seen.append("once"), handle.remove())[1])
    x.register_hook(lambda g: seen.append("always"))
    (x * 1).backward()
    (x * 1).backward()
    assert seen == ["once", "always", "always"]


def test_the_dict_of_hooks_is_none_then_holds_them_by_id(lib):
    for tensor in (leaf(lib), leaf(lib) * 2):
        assert tensor._backward_hooks is None
        handle = tensor.register_hook(print)
        assert tensor._backward_hooks == OrderedDict({handle.id: print})
        handle.remove()
        assert tensor._backward_hooks == OrderedDict()


# retain_grad


def test_a_kept_gradient_adds_up_and_asking_twice_does_not_double_it(lib):
    y = leaf(lib, 1.0, 1.0) * 2
    assert y.retains_grad is False
    y.retain_grad()
    y.retain_grad()
    assert y.retains_grad is True
    y.sum().backward(retain_graph=True)
    first = y.grad
    y.sum().backward()
    assert (first.tolist(), y.grad.tolist()) == ([1.0, 1.0], [2.0, 2.0])


@pytest.mark.parametrize("first", ["hook", "keeper"])
def test_what_the_hooks_left_is_kept_whichever_was_asked_first(lib, first):
    y = leaf(lib, 1.0, 1.0) * 2
    asks = [lambda: y.register_hook(lambda g: g * 5), y.retain_grad]
    for ask in asks if first == "hook" else reversed(asks):
        ask()
    y.sum().backward()
    assert y.grad.tolist() == [5.0, 5.0]


def test_with_create_graph_the_kept_gradient_has_a_history(lib):
    x = leaf(lib)
    y = x * x
    y.retain_grad()
    with warnings.catch_warnings(action="ignore"):  # about the circle that create_graph makes
        (y * y).backward(create_graph=True)
    assert lib.autograd.grad(y.grad, x)[0].item() == 8.0  # of 2 x ** 2
    x.grad = y.grad = None


# A leaf that is complete


def test_the_leaf_is_shown_when_its_gradient_is_complete(lib):
    seen, x = [], leaf(lib)
    handle = x.register_post_accumulate_grad_hook(lambda same: seen.append((same is x, same.grad.item())))
    (x * 2 + x * 3).backward()
    (x * 5).backward()
    lib.autograd.grad(x * 5, x)
    handle.remove()
    (x * 5).backward()
    assert seen == [(True, 5.0), (True, 10.0)]


# Hooks of nodes


def test_none_in_a_nodes_answer_stops_this_gradient(lib):
    p, q = leaf(lib, 2.0), leaf(lib, 5.0)
    r = p * q
    r.grad_fn.register_hook(lambda results, grads: (None, results[1]))
    (r * 1).backward(retain_graph=True)
    assert (p.grad, q.grad.item()) == (None, 2.0)
    r.grad_fn.register_prehook(lambda grads: (None,))
    (r * 1).backward()
    assert (p.grad, q.grad.item()) == (None, 2.0)


def test_every_place_on_the_way_back_in_order(lib):
    log, x = [], leaf(lib)
    y = x * 3
    node, end = y.grad_fn, y.grad_fn.next_functions[0][0]
    for name, register in {
        "end after": end.register_hook, "end before": end.register_prehook, "y after": node.register_hook,
        "x complete": x.register_post_accumulate_grad_hook, "x": x.register_hook, "y before": node.register_prehook,
        "y": y.register_hook,
    }.items():
        register(lambda *given, name=name: log.append(name))
    y.backward()
    assert log == ["y", "y before", "y after", "x", "end before", "x complete", "end after"]


ORDERS = {
    "abc": lambda a, b, c: a * (b * c),
    "cab": lambda a, b, c: (a * b) * c,  # a and b are complete at the same time: the first operand goes first
    "cba": lambda a, b, c: (b * a) * c,
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("register", ["register_hook", "register_post_accumulate_grad_hook"])
def test_leaves_are_filled_in_the_order_in_which_they_are_complete(lib, register, order):
    log, leaves = [], {name: leaf(lib) for name in "abc"}
    for name, tensor in leaves.items():
        getattr(tensor, register)(lambda grad, name=name: log.append(name))
    ORDERS[order](**leaves).backward()
    assert "".join(log) == order


def test_a_leaf_is_filled_as_soon_as_it_is_complete_before_older_nodes_act(lib):
    log, a, b = [], leaf(lib), leaf(lib)
    e = b.exp()
    m = a * e
    for name, tensor in {"a": a, "b": b, "e": e, "m": m}.items():
        tensor.register_hook(lambda grad, name=name: log.append(name))
    m.backward()
    assert log == ["m", "a", "e", "b"]


def test_other_leaves_gradients_can_be_read_on_the_way_as_far_as_they_have_come(lib):
    """By a tensor's hook, and by the rule of a Function of one's own."""
    seen, a, b = [], leaf(lib), leaf(lib, 5.0)

    def look(place):
        seen.append((place, *(None if tensor.grad is None else tensor.grad.tolist() for tensor in (a, b))))

    looking = made(lib, lambda ctx, x: x * 1, lambda ctx, grad: look("rule") or grad)
    for _ in range(2):
        product = looking.apply(a * 3) * b
        product.register_hook(lambda grad: look("product"))
        handle = a.register_hook(lambda grad: look("a"))
        product.backward()
        handle.remove()
    assert seen == [
        ("product", None, None), ("rule", None, [6.0]), ("a", None, [6.0]),
        ("product", 15.0, [6.0]), ("rule", 15.0, [12.0]), ("a", 15.0, [12.0]),
    ]


# Several tensors together


def test_a_hook_for_several_tensors_is_called_once_with_all_gradients(lib):
    seen, p, q = [], leaf(lib, 2.0), leaf(lib, 5.0)
    handle = lib.autograd.graph.register_multi_grad_hook([p, q], seen.append)
    (p * q).backward()
    (p * 10).backward()
    handle.remove()
    (p * q).backward()
    assert [[None if g is None else g.item() for g in grads] for grads in seen] == [[5.0, 2.0], [10.0, None]]


def test_it_can_stand_in_a_with_block_and_at_results(lib):
    seen, x = [], leaf(lib)
    y, z = x * 2, x * 3
    with lib.autograd.graph.register_multi_grad_hook([y, z], seen.append):
        (y * z).backward(retain_graph=True)
    (y * z).backward()
    assert [[g.item() for g in grads] for grads in seen] == [[6.0, 4.0]]


def test_in_the_mode_any_it_is_called_with_the_first_gradient_of_each_walk(lib):
    seen, p, q = [], leaf(lib, 2.0), leaf(lib, 5.0)
    handle = lib.autograd.graph.register_multi_grad_hook([p.detach(), p, q], seen.append, mode="any")
    for _ in range(2):
        (p * 3 + p * q).backward()
    lib.autograd.grad(q * 7, q)
    handle.remove()
    (p * q).backward()
    assert [grad.item() for grad in seen[2:]] == [7.0] and len(seen) == 3


def test_in_grad_it_cannot_wait_for_leaves(lib):
    p, q = leaf(lib, 2.0), leaf(lib, 5.0)
    lib.autograd.graph.register_multi_grad_hook([p, q], print)
    with pytest.raises(RuntimeError, match="A leaf node was passed to _will_engine_execute_node but we are curre"):
        lib.autograd.grad(p * q, p)


# Errors

FEWER = "hook 'hook' has returned an incorrect number of values (got 0, but expected 1)"


@pytest.mark.parametrize(
    "answer, kind, sentence",
    [
        (lambda lib: 3, TypeError, "expected Variable, but hook returned 'int'"),
        (lambda lib: (lib.ones(2),), TypeError, "expected Variable, but hook returned 'tuple'"),
        (lambda lib: lib.ones(3), RuntimeError, "hook 'hook' has changed the size of value"),
        (lambda lib: lib.ones(2, 1), RuntimeError, "hook 'hook' has changed the size of value"),
        (
            lambda lib: lib.ones(2, dtype=lib.float64), RuntimeError,
            "hook 'hook' has changed the type of value (was torch.FloatTensor got torch.DoubleTensor)",
        ),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(lib, answer, kind, sentence):
    def hook(g):
        return answer(lib)

    y = leaf(lib, 1.0, 2.0) * 1
    y.register_hook(hook)
    with pytest.raises(kind) as caught:
        y.sum().backward()
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "answers, kind, sentence",
    [
        (lambda lib: 3, TypeError, "expected tuple, but hook returned 'int'"),
        (lambda lib: lib.ones(2), TypeError, "expected tuple, but hook returned 'Tensor'"),
        (lambda lib: (), RuntimeError, FEWER),
        (lambda lib: (3,), TypeError, "expected Variable, but hook returned 'int'"),
        (lambda lib: (lib.ones(3),), RuntimeError, "hook 'hook' has changed the size of value"),
    ],
)
def test_a_nodes_hook_answers_with_a_fitting_tuple(lib, answers, kind, sentence):
    def hook(grads):
        return answers(lib)

    y = leaf(lib, 1.0, 2.0) + leaf(lib, 1.0, 2.0)
    y.grad_fn.register_prehook(hook)
    with pytest.raises(kind) as caught:
        y.sum().backward()
    assert str(caught.value) == sentence


@pytest.mark.parametrize("create_graph", [False, True])
def test_after_an_error_in_a_rule_the_leaves_keep_what_they_have_received(lib, create_graph):
    def fail(ctx, grad):
        raise ZeroDivisionError("the rule failed")

    filled, empty, behind = (lib.tensor(value, requires_grad=True) for value in (1.0, 2.0, [1.0, 1.0]))
    (filled * 3 + behind.sum()).backward()
    failing = made(lib, lambda ctx, x: x * 1, fail).apply(behind * 2)
    y = failing.sum() + filled * 5 + empty * 7  # the newest go first: both leaves are filled early
    with pytest.raises(ZeroDivisionError, match="the rule failed"), warnings.catch_warnings(action="ignore"):
        y.backward(create_graph=create_graph)
    assert (filled.grad.item(), empty.grad.item(), behind.grad.tolist()) == (8, 7, [1.0, 1.0])


@pytest.mark.parametrize("kind", [ZeroDivisionError, KeyboardInterrupt])
@pytest.mark.parametrize("where", ["tensor", "node before", "node after", "leaf", "complete", "answer"])
def test_after_an_error_in_a_hook_the_leaves_keep_what_they_have_received(lib, where, kind):
    def fail(*given):
        raise kind

    w, x = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    x.grad = lib.ones(2)
    y = x * 3
    total = (y + w * 1).sum()  # the newest go first: w is filled before anything on the way to x
    register = {
        "tensor": y.register_hook, "node before": y.grad_fn.register_prehook, "node after": y.grad_fn.register_hook,
        "leaf": x.register_hook, "complete": x.register_post_accumulate_grad_hook, "answer": y.register_hook,
    }[where]
    handle = register(fail if where != "answer" else lambda g: 3)
    with pytest.raises(kind if where != "answer" else TypeError):
        total.backward(retain_graph=True)
    received = [4.0, 4.0] if where == "complete" else [1.0, 1.0]
    assert (w.grad.tolist(), x.grad.tolist()) == ([1.0, 1.0], received)
    assert (w * 1).requires_grad  # recording is on again
    handle.remove()
    w.grad = x.grad = None
    total.backward()
    assert (w.grad.tolist(), x.grad.tolist()) == ([1.0, 1.0], [3.0, 3.0])


@pytest.mark.parametrize("recorded", [True, False])
@pytest.mark.parametrize("where", ["total", "tensor", "node before", "rule", "node after", "leaf", "complete"])
def test_ctrl_c_in_the_middle_of_a_pass_adds_no_half_of_a_gradient(lib, where, recorded):
    """Each leaf has what it had before, or all that this pass brings; afterwards everything works as before."""
    interrupts, at_rule = [KeyboardInterrupt], []

    def interrupt(*given):
        if interrupts:
            raise interrupts.pop()

    def rule(ctx, grad):
        for function in at_rule:
            function()
        return grad

    hands_on = made(lib, lambda ctx, x: x * 1, rule)
    early, late, free = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0), leaf(lib, 5.0, 6.0)
    early.grad = lib.ones(2)

    def build():
        """The gradient of `early` comes in three parts, the last of them behind the rule."""
        y = hands_on.apply(early * late)
        return y, (y + early * 2).sum() + (early * 4 + free * 7).sum()

    y, total = build()
    {
        "total": total.register_hook, "tensor": y.register_hook, "node before": y.grad_fn.register_prehook,
        "rule": at_rule.append, "node after": y.grad_fn.register_hook, "leaf": late.register_hook,
        "complete": late.register_post_accumulate_grad_hook,
    }[where](interrupt)
    with lib.set_grad_enabled(recorded):
        with pytest.raises(KeyboardInterrupt):
            total.backward()
        assert lib.is_grad_enabled() is recorded
    assert early.grad.tolist() in ([1.0, 1.0], [10.0, 11.0])
    assert late.grad is None or late.grad.tolist() == [1.0, 2.0]
    assert free.grad is None or free.grad.tolist() == [7.0, 7.0]
    early.grad = late.grad = free.grad = None
    build()[1].backward()
    assert [x.grad.tolist() for x in (early, late, free)] == [[9.0, 10.0], [1.0, 2.0], [7.0, 7.0]]


# Nothing is left behind


def test_the_graph_is_freed_with_its_hooks(lib, no_collector):
    seen, x = [], leaf(lib, 1.0, 2.0)
    y = x * 3
    y.register_hook(lambda g: seen.append(g.tolist()))
    y.retain_grad()
    y.grad_fn.register_hook(lambda results, grads: None)
    (y * y).sum().backward()
    watch = weakref.ref(y)
    del y
    assert watch() is None
    assert len(seen) == 1


def test_a_graph_whose_hook_raises_is_freed(lib, no_collector):
    def fail(grad):
        raise ZeroDivisionError

    x = leaf(lib, 1.0, 2.0)
    y = x * x
    y.register_hook(fail)
    watch = weakref.ref(y)
    total = (y * y).sum()
    del y
    try:
        total.backward(retain_graph=True)
    except ZeroDivisionError:
        pass
    del total
    assert watch() is None


def test_nodes_are_freed_with_their_hooks(no_collector):
    import minigrad

    x = leaf(minigrad, 1.0, 2.0)
    x.register_hook(lambda g: g * 2)
    x.register_post_accumulate_grad_hook(lambda leaf: None)
    y = x * 3
    y.retain_grad()
    y.grad_fn.register_prehook(lambda grads: None)
    minigrad.autograd.graph.register_multi_grad_hook([x, y], lambda grads: None)
    out = (y * y).sum()
    nodes = [weakref.ref(node) for node in (out.grad_fn, y.grad_fn, y.grad_fn.next_functions[0][0])]
    out.backward()
    del out, y
    assert [node() for node in nodes] == [None, None, None]
    watch = weakref.ref(x)
    del x
    assert watch() is None


def test_a_hook_that_names_its_own_tensor_keeps_it_alive(lib, no_collector):
    def watched(make_hook):
        y = leaf(lib, 1.0) * 3
        y.register_hook(make_hook(y))
        return weakref.ref(y)

    assert watched(lambda y: lambda g: g * y)() is not None
    assert watched(lambda y: (y.detach() * 1).mul)() is None


def test_a_kept_gradient_does_not_keep_its_tensor(lib, no_collector):
    x = leaf(lib, 1.0)
    y = x * 3
    z = y * 2
    y.retain_grad()
    watch = weakref.ref(y)
    del y
    z.backward()
    assert (watch(), x.grad.item()) == (None, 6.0)


def test_a_nodes_function_sees_gradients_in_the_shape_of_its_inputs(lib):
    row, table, seen = lib.ones(3, requires_grad=True), lib.ones(2, 3, requires_grad=True), []
    product = row * table
    product.grad_fn.register_hook(lambda results, grads: seen.extend(tuple(result.shape) for result in results))
    product.sum().backward()
    assert seen == [(3,), (2, 3)] and row.grad.tolist() == [2.0, 2.0, 2.0]


# What is asked for


def square(lib):
    x = leaf(lib, 1.0, 2.0)
    return x, x * x


def test_the_rule_of_a_result_among_the_inputs_runs_and_frees(lib):
    (x, y), ones = square(lib), lib.ones(2)
    seen = []
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append(outputs[0].tolist()))
    y.backward(ones, inputs=[y])
    assert y.grad.tolist() == [1.0, 1.0] and x.grad is None and seen == [[1.0, 1.0]]
    with pytest.raises(RuntimeError, match="a second time"):
        y.sum().backward()


def test_a_freed_result_cannot_be_among_the_inputs(lib):
    x, y = square(lib)
    y.sum().backward()
    with pytest.raises(RuntimeError, match="a second time"):
        y.backward(lib.ones(2), inputs=[y])
    assert x.grad.tolist() == [2.0, 4.0]


def test_a_single_output_meets_its_hooks_even_if_it_leads_nowhere(lib):
    (x, y), other, seen = square(lib), leaf(lib), []
    total = y.sum()
    total.register_hook(lambda grad: seen.append(grad.item()))
    total.retain_grad()
    assert lib.autograd.grad(total, other, allow_unused=True) == (None,)
    assert seen == [1.0] and total.grad.item() == 1.0 and x.grad is None


def test_zeros_for_an_unused_input_can_be_differentiated_again(lib):
    x, unused = leaf(lib), leaf(lib, 1.0, 2.0)
    (zeros,) = lib.autograd.grad(x * x, unused, create_graph=True, materialize_grads=True)
    assert zeros.requires_grad and zeros.tolist() == [0.0, 0.0]
    assert lib.autograd.grad(zeros.sum(), unused, allow_unused=True) == (None,)


@pytest.mark.parametrize(("hooks", "kind", "said"), [
    ([lambda leaf: leaf * 2, lambda leaf: None], RuntimeError, "hooks should return None."),
    ([lambda leaf: (leaf,)], TypeError, "expected Variable, but hook returned 'tuple'"),
    ([lambda leaf: leaf.detach().repeat(2)], RuntimeError, "hook '<lambda>' has changed the size of value"),
])
def test_a_post_accumulate_hook_must_answer_nothing(lib, hooks, kind, said):
    x = lib.ones(2, requires_grad=True)
    for hook in hooks:
        x.register_post_accumulate_grad_hook(hook)
    with pytest.raises(kind, match=re.escape(said)):
        x.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


@pytest.mark.parametrize(("call", "said"), [
    (lambda x: x.unbind(0)[0].grad_fn(x), "expected 2 arguments, got 1 instead"),
    (lambda x: x.max(0)[0].grad_fn(x, None), "expected 1 arguments, got 2 instead"),
])
def test_a_node_is_called_with_a_gradient_for_each_output(lib, call, said):
    with pytest.raises(TypeError, match=re.escape(said)):
        call(lib.ones(2, requires_grad=True))


def test_an_error_and_the_settings_pass_through_many_hooks():
    import minigrad  # PyTorch itself loses the error between its threads

    def deeper(grad, left=70):
        with minigrad.enable_grad():
            y = minigrad.ones(1, requires_grad=True) * 1
        y.register_hook(lambda grad: deeper(grad, left - 1) if left else seen())
        y.backward()

    def seen():
        assert not minigrad.is_grad_enabled()
        raise ValueError("the innermost")

    with pytest.raises(ValueError, match="the innermost"):
        deeper(None)
    assert minigrad.is_grad_enabled()
