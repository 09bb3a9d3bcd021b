"""The engine: each node once, the newest first, in linear time, and nothing is left behind or shared by mistake."""
import random
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from counting import assert_linear
from freeing import fixture_no_collector  # noqa: F401
from own import made

import minigrad
from minigrad import quick
from minigrad.autograd import Function, backward, grad
from minigrad.core import engine
from minigrad.core.node import Node, recording

MILLION = 1_000_000
PATIENCE = 300  # seconds that a thread waits for another: only one that never comes takes so long


def leaf(*values):
    return minigrad.tensor(list(values) if len(values) > 1 else values[0], dtype=minigrad.float64, requires_grad=True)


class Noted(Function):
    """Doubles its input and notes, on the way back, the name that it was given."""

    @staticmethod
    def forward(ctx, x, name, log):
        ctx.name, ctx.log = name, log
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        ctx.log.append(ctx.name)
        return grad * 2, None, None


def fail(ctx, grad):
    raise ZeroDivisionError("the rule failed")


Failing = made(minigrad, lambda ctx, x: x * 1, fail)


# Long and wide graphs.


def test_a_chain_of_a_million_steps_goes_forward_and_back_and_is_freed():
    steps = MILLION if quick.is_on() else MILLION // 10  # the plain forms take four times as long
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(steps):
        y = y + 1
    assert y.item() == steps + 1
    first = weakref.ref(y.grad_fn.next_functions[0][0])
    y.backward()
    assert x.grad.item() == 1
    del y
    assert first() is None


def test_a_long_chain_is_freed_without_having_been_walked():
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(MILLION // 10):
        y = -y
    node = weakref.ref(y.grad_fn)
    del y
    assert node() is None
    (x * 3).backward()
    assert x.grad.item() == 3


def test_a_long_chain_needs_no_deep_stack():
    """In a thread with a stack of 256 kB: a recursion over 20 000 nodes, in Python or in C, would break it."""
    def walk():
        x = minigrad.tensor(1.0, requires_grad=True)
        y = x
        for _ in range(20_000):
            y = y * 1
        answer = grad(y, x)[0].item()
        del y  # frees the chain
        return answer

    before = threading.stack_size(256 * 1024)
    try:
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(walk).result() == 1
    finally:
        threading.stack_size(before)


def chain(steps):
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(steps):
        y = y * 1
    y.backward()


def diamonds(depth):
    """Each result is used twice in the next: 2 ** depth ways lead from the end to the beginning."""
    x = minigrad.tensor(1.0, dtype=minigrad.float64, requires_grad=True)
    y = x
    for _ in range(depth):
        y = (y + y) * 0.5
    y.backward()
    return x.grad.item()


def fan(width):
    """One leaf with many uses, all added up."""
    x = minigrad.tensor(1.0, requires_grad=True)
    total = x
    for _ in range(width):
        total = total + x * x
    total.backward()


@pytest.mark.parametrize("work", [chain, diamonds, fan])
def test_ten_times_the_steps_are_ten_times_the_work(work, monkeypatch):
    """Comparing nodes and asking for their age are work as well, which Python sees where they are functions of ours."""
    monkeypatch.setattr(Node, "__eq__", lambda one, other: one is other)
    monkeypatch.setattr(engine, "age", lambda node: node.sequence_nr, raising=False)  # chapter 4 has none
    assert_linear(work, 100, 1_000)


@pytest.mark.parametrize("depth", [1, 2, 60])
def test_a_pile_of_diamonds_is_walked_node_by_node_not_way_by_way(depth):
    assert diamonds(depth) == 1


def test_every_node_of_a_pile_of_diamonds_acts_once():
    log = []
    x = y = leaf(1.0)
    for depth in range(60):
        y = Noted.apply(y + y, depth, log)
    y.backward()
    assert log == list(range(59, -1, -1))
    assert x.grad.item() == 4.0**60


def test_random_graphs_have_the_gradients_of_a_walk_along_all_ways():
    for seed in range(20):
        rng = random.Random(seed)
        x = leaf(1.0)
        tensors, slopes = [x], [1.0]
        for _ in range(40):
            a, b = rng.randrange(len(tensors)), rng.randrange(len(tensors))
            factor = rng.choice([-0.5, 0.25, 0.5])
            tensors.append(tensors[a] * factor + tensors[b] * 0.5)
            slopes.append(slopes[a] * factor + slopes[b] * 0.5)
        tensors[-1].backward()
        assert x.grad.item() == pytest.approx(slopes[-1], rel=1e-12)


# Order.


def test_of_the_ready_nodes_the_newest_acts_first():
    log = []
    x = leaf(1.0)
    a = Noted.apply(x, "a", log)
    b = Noted.apply(x, "b", log)
    c = Noted.apply(a, "c", log)
    d = Noted.apply(b, "d", log)
    (d + c).backward()
    assert log == ["d", "c", "b", "a"]


def test_the_order_of_the_operands_does_not_matter():
    for swap in (False, True):
        log = []
        x = leaf(1.0)
        a, b = Noted.apply(x, "a", log), Noted.apply(x, "b", log)
        (b + a if swap else a + b).backward()
        assert log == ["b", "a"]


def test_a_node_waits_for_all_its_gradients_even_if_they_come_from_far():
    def rule(ctx, grad):
        arrived.append(grad.item())
        return grad

    arrived, x = [], leaf(1.0)
    y = far = made(minigrad, lambda ctx, x: x * 1, rule).apply(x)
    for _ in range(10):
        far = far * 1
    (y * 2 + far * 3 + y * 4).backward()
    assert arrived == [9] and x.grad.item() == 9


def order_of_nodes(torch):
    """The order in which user Functions of a random graph act, and when the hooks of its leaves are called."""

    def forward(ctx, x, name):
        ctx.name = name
        return x * 1

    def backward(ctx, grad):
        log.append(ctx.name)
        return grad, None

    note = made(torch, forward, backward)
    log, rng = [], random.Random(0)
    leaves = [torch.ones(1, requires_grad=True) for _ in range(3)]
    for name, leaf in zip("abc", leaves):
        leaf.register_hook(lambda grad, name=name: log.append(name))
    tensors = list(leaves)
    for step in range(60):
        tensors.append(note.apply(rng.choice(tensors) + rng.choice(tensors), step))
    sum(tensors[-5:]).backward()
    return log, [None if leaf.grad is None else leaf.grad.tolist() for leaf in leaves]


def test_torch_walks_in_the_same_order():
    torch = pytest.importorskip("torch")
    ours, theirs = order_of_nodes(minigrad), order_of_nodes(torch)
    assert len(ours[0]) > 20 and ours == theirs


def order_of_leaves(torch, seed):
    """In which order the leaves of a random graph are filled: often several are complete at the same time."""
    rng, seen, leaves = random.Random(seed), [], [torch.ones(2, requires_grad=True) for _ in range(7)]
    for number, leaf in enumerate(leaves):
        leaf.register_post_accumulate_grad_hook(lambda leaf, number=number: seen.append(number))
    tensors = list(leaves)
    for _ in range(rng.randrange(1, 9)):
        used = rng.choices(tensors + leaves, k=rng.choice([1, 2, 4, 6]))
        tensors.append(torch.stack(used).sum(0) if rng.random() < 0.7 else used[0] * used[-1])
    results = tensors[rng.randrange(len(tensors)):]
    torch.autograd.backward(results, results, inputs=rng.choice([None, leaves[1:], leaves[::2]]))
    return seen


def test_torch_lets_leaves_that_are_complete_together_act_in_the_same_order():
    torch = pytest.importorskip("torch")
    for seed in range(200):
        assert order_of_leaves(minigrad, seed) == order_of_leaves(torch, seed), seed


# Freeing.


def nodes_of(node):
    """The nodes reachable from this one, as weak references."""
    found, todo = {}, [node]
    while todo:
        node = todo.pop()
        if node is not None and id(node) not in found:
            found[id(node)] = weakref.ref(node)
            todo += [target for target, _ in node.next_functions]
    return list(found.values())


GRAPHS = {
    "sums and products": lambda x: (x * x + 2 * x).sum(),
    "saved results": lambda x: (x.exp() * x.tanh().sigmoid()).sqrt().sum(),
    "powers": lambda x: (x**2 + x**x).sum(),
    "shapes": lambda x: x.view(2, 1).expand(2, 3).t().reshape(-1)[1:].mean(),
    "indexing": lambda x: (x[[0, 0]] * x[x > 0]).max(),
    "products of matrices": lambda x: x @ (x.view(2, 1) @ x.view(1, 2)) @ x,
    "length": lambda x: x.norm(),
    "writes": lambda x: x.clone().mul_(2).add_(x).exp().sum(),
    "writes into a view": lambda x: written(x.clone()),
    "own Function": lambda x: Noted.apply(x, "f", []).sum(),
}


def written(y):
    y[0] = y[1] * 2
    return y.sum()


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("use", ["forgotten", "walked", "walked and retained", "asked for gradients", "with a graph"])
def test_a_graph_is_freed_with_its_last_result_without_the_garbage_collector(no_collector, graph, use):
    x = leaf(1.0, 2.0)
    y = GRAPHS[graph](x)
    nodes = nodes_of(y.grad_fn)
    assert all(node() is not None for node in nodes)
    if use == "walked":
        y.backward()
    elif use == "walked and retained":
        y.backward(retain_graph=True)
    elif use == "asked for gradients":
        grad(y, x)
    elif use == "with a graph":
        (g,) = grad(y, x, create_graph=True)
        nodes += nodes_of(g.grad_fn) if g.grad_fn is not None else []
        del g
    y = None
    x.grad = None
    assert [node() for node in nodes if node() is not None] == []


def test_a_graph_is_freed_when_its_rule_raises(no_collector):
    x = leaf(1.0, 2.0)
    y = (Failing.apply(x * 2) * x).sum()
    nodes = nodes_of(y.grad_fn)
    try:
        y.backward()
    except ZeroDivisionError:
        pass
    y = None
    assert [node() for node in nodes if node() is not None] == []


def test_the_leaf_does_not_keep_its_graph_and_the_graph_keeps_its_leaf(no_collector):
    x = leaf(1.0)
    array, y = weakref.ref(x), x * 2
    assert y.grad_fn.next_functions[0][0].variable is x
    node = weakref.ref(y.grad_fn.next_functions[0][0])
    assert (x * 3).grad_fn.next_functions[0][0] is node()
    del x
    assert array() is not None
    y.backward()
    assert array().grad.item() == 2
    del y
    assert array() is None and node() is None


def test_backward_lets_go_of_saved_tensors(no_collector):
    x = leaf(1.0, 2.0)
    y = x * 2
    z = (y * y).sum()
    saved = weakref.ref(y)
    del y
    assert saved() is not None
    z.backward()
    assert saved() is None


def test_backward_lets_go_of_what_a_write_into_a_part_saved(no_collector):
    x = leaf(1.0, 2.0, 3.0)
    factor, y = x[:2] * 2, x * 1
    y[:2].mul_(factor)
    z, saved = y.sum(), weakref.ref(factor)
    del factor
    assert saved() is not None
    z.backward()
    assert saved() is None


# Accumulation, and no sharing.


SHARING = {
    "both operands": lambda a, b: (a + b).sum(),
    "both operands of a product": lambda a, b: (a * 1 + b * 1).sum(),
    "a long way and a short one": lambda a, b: (a + (b + 0).view(2)).sum(),
    "views": lambda a, b: (a.view(2) + b.view(2)).sum(),
    "the same twice": lambda a, b: (a + a + b + b).sum(),
    "transposed": lambda a, b: (a.view(1, 2) + b.view(1, 2).t().t()).sum(),
    "clones": lambda a, b: (a.clone() + b.clone()).sum(),
    "in place": lambda a, b: a.clone().add_(b).sum(),
    "copied": lambda a, b: (a.clone().copy_(b) + a).sum(),
    "no sum": lambda a, b: a + b,
}


@pytest.mark.parametrize("build", SHARING)
@pytest.mark.parametrize("passes", [1, 2])
def test_two_leaves_never_share_a_gradient(build, passes):
    a, b = leaf(1.0, 2.0), leaf(3.0, 4.0)
    seed = minigrad.ones(2, dtype=minigrad.float64)
    for _ in range(passes):
        y = SHARING[build](a, b)
        y.backward(seed if y.dim() else None)
    assert not np.shares_memory(a.grad.numpy(), b.grad.numpy())
    assert not np.shares_memory(a.grad.numpy(), seed.numpy())
    before = b.grad.tolist()
    a.grad.fill_(100)
    assert b.grad.tolist() == before and seed.tolist() == [1.0, 1.0]


@pytest.mark.parametrize("build", SHARING)
def test_what_grad_returns_can_be_written_into_without_harm(build):
    a, b = leaf(1.0, 2.0), leaf(3.0, 4.0)
    seed = minigrad.ones(2, dtype=minigrad.float64)
    y = SHARING[build](a, b)
    expected = [g.tolist() for g in grad(y, [a, b], seed if y.dim() else None, retain_graph=True)]
    for g in grad(y, [a, b], seed if y.dim() else None, retain_graph=True):
        if 0 in g.stride():  # every entry is the same number in memory: as in PyTorch, only one can be written
            g.fill_(100)
        else:
            g.add_(0)
    assert [g.tolist() for g in grad(y, [a, b], seed if y.dim() else None)] == expected
    assert a.grad is None and b.grad is None


def test_a_user_rule_may_keep_or_change_what_it_was_given():
    def greedy(ctx, grad):
        kept.append(grad)
        return grad

    kept, a, b = [], leaf(1.0, 2.0), leaf(3.0, 4.0)
    (made(minigrad, lambda ctx, x: x * 1, greedy).apply(a) + b).sum().backward()
    kept[0].fill_(7)
    assert a.grad.tolist() == [1.0, 1.0] and b.grad.tolist() == [1.0, 1.0]


# Walking again.


def test_a_refused_second_backward_changes_no_leaf_even_if_a_part_could_be_walked():
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
    middle = x * x
    middle.sum().backward()
    kept = x.grad.tolist()
    y = (middle + w).sum()
    with pytest.raises(RuntimeError, match="a second time"):
        y.backward()
    assert w.grad is None and x.grad.tolist() == kept


def test_asking_for_a_part_frees_only_that_part():
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
    middle = x.exp()
    y = (middle * w).sum()
    grad(y, w)
    assert middle.grad_fn._saved_result.tolist() == middle.tolist()
    with pytest.raises(RuntimeError, match="a second time"):
        grad(y, w)


def test_a_freed_part_that_is_not_asked_for_is_no_hindrance(lib):
    x, w = (lib.tensor(numbers, requires_grad=True) for numbers in ([1.0, 2.0], [3.0, 4.0]))
    square = x * x
    square.sum().backward()
    y = (square * w).sum()
    assert lib.autograd.grad(y, w, retain_graph=True)[0].tolist() == [1.0, 4.0]
    y.backward(inputs=[w], retain_graph=True)
    assert (x.grad.tolist(), w.grad.tolist()) == ([2.0, 4.0], [1.0, 4.0])
    with pytest.raises(RuntimeError, match="a second time"):
        y.backward()


# Asking for gradients.


def test_the_middle_that_is_asked_for_gets_the_sum_over_all_its_uses():
    x = leaf(1.0, 2.0)
    y = x * 2
    (gy,) = grad((y * y + y + (y + x) * 3).sum(), y)
    assert gy.tolist() == [8.0, 12.0]


def test_the_same_root_twice_counts_twice():
    x = leaf(1.0, 2.0)
    y = (x * x).sum()
    backward([y, y])
    assert x.grad.tolist() == [4.0, 8.0]


def test_a_root_that_lies_on_the_way_of_another_gets_both_gradients():
    x = leaf(1.0)
    y = x * 2
    z = y * 3
    backward([y, z])
    assert x.grad.item() == 8


# The recording flag.


def test_the_way_back_is_recorded_only_with_create_graph():
    def watch(ctx, given):
        seen.append(recording.on)
        return given * 1

    seen, x, watched = [], leaf(1.0), made(minigrad, watch, watch)
    grad(watched.apply(x), x)
    grad(watched.apply(x), x, create_graph=True)
    assert seen == [False, False, False, True]
    assert recording.on


@pytest.mark.parametrize("create_graph", [False, True])
def test_an_error_in_a_rule_leaves_the_recording_as_it_was(create_graph):
    x = leaf(1.0)
    for before in (True, False):
        y = Failing.apply(x * 2)
        recording.on = before
        try:
            with pytest.raises(ZeroDivisionError, match="the rule failed"):
                grad(y, x, create_graph=create_graph)
            assert recording.on is before
        finally:
            recording.on = True
    assert (x * 2).requires_grad


def test_after_an_error_in_a_rule_the_graph_behind_it_still_works():
    x = leaf(1.0, 2.0)
    y = x * x
    with pytest.raises(ZeroDivisionError):
        Failing.apply(y).sum().backward()
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]


def test_threads_walk_graphs_of_their_own_at_the_same_time():
    together = threading.Barrier(4)

    def walk(number):
        x = leaf(float(number))
        together.wait(PATIENCE)
        for _ in range(50):
            y = x
            for _ in range(20):
                y = (y + y) * 0.5
            y.backward()
        return x.grad.item()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(walk, range(4))) == [50.0] * 4


def test_backward_may_be_called_within_a_rule():
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 1

    def backward(ctx, grad_output):
        with minigrad.enable_grad():
            inside = ctx.saved_tensors[0].detach().requires_grad_()
            (slope,) = grad((inside**3).sum(), inside)
        return grad_output * slope

    x = leaf(2.0, 3.0)
    made(minigrad, forward, backward).apply(x).sum().backward()
    assert x.grad.tolist() == [12.0, 27.0]
    assert recording.on


def test_outputs_that_no_gradient_reached_send_none():
    x = minigrad.ones(2, 3, requires_grad=True)
    row, _ = x.unbind(0)
    made(minigrad, lambda ctx, x: x * 1, lambda ctx, grad: None).apply(row).sum().backward()
    assert x.grad is None


def test_no_results_at_all_are_walked_in_no_steps():
    assert backward([], []) is None


def test_a_result_among_the_inputs_keeps_its_gradient_from_then_on():
    x = minigrad.ones(2, requires_grad=True)
    h = x * 1
    y = h * 2
    assert not h.retains_grad
    y.backward(minigrad.ones(2), inputs=[h], retain_graph=True)
    assert h.retains_grad and h.grad.tolist() == [2.0, 2.0] and x.grad is None
    y.backward(minigrad.ones(2))
    assert h.grad.tolist() == [4.0, 4.0] and x.grad.tolist() == [2.0, 2.0]


def test_a_wrong_seed_leaves_a_result_among_the_inputs_as_it_was():
    h = minigrad.ones(2, requires_grad=True) * 1
    with pytest.raises(RuntimeError, match="Mismatch in shape"):
        (h * 2).backward(minigrad.ones(3), inputs=[h])
    assert not h.retains_grad
