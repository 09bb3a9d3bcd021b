"""The quick forms: tests take them, and nobody who looks on their way sees a difference."""

import contextlib
import math
import os
import re
import subprocess
import sys
import warnings
import weakref
from pathlib import Path

import numpy as np
import pytest
from own import made

import minigrad
from minigrad import quick
from minigrad.autograd.anomaly_mode import detect_anomaly
from minigrad.core import engine, node, ops
from minigrad.machinery.silence import muted
from minigrad.operations import inplace


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


@pytest.mark.quick
def test_the_tests_take_the_quick_forms():
    x = leaf(minigrad, 1.0, 2.0)
    (x * x).sum()  # what Python's filters say is looked for
    assert muted(len) is len and quick.is_on()
    assert calls(engine.collect, lambda: (x * x + 3).sum().backward()) == 0
    assert calls(engine.collect, lambda: minigrad.autograd.backward((x * x).sum())) == 1
    assert calls(engine.walk, lambda: minigrad.autograd.grad((x * x).sum(), x)) == 0
    assert calls(node.Node.apply.__func__, lambda: 6 - (3 - x**2)) == 0
    y, own, ahead = leaf(minigrad, 3.0, 4.0), made(minigrad, lambda ctx, x: x * 1), quick.walk.look_ahead
    assert calls(ahead, lambda: sum(y + part for part in (x * y).chunk(2)).sum().backward()) == 0
    assert calls(ahead, lambda: (y + own.apply(x)).sum().backward()) == 1
    with quick.off():
        assert calls(engine.walk, lambda: (x * x + 3).sum().backward()) == 1


def held(kind):
    """Where in the package one of the functions stands that are plain (0) or quick (1): modules, classes, closures."""
    functions = {id(forms[kind]): forms[kind] for _, _, forms in quick.table.places}
    both = {id(form) for _, _, forms in quick.table.places for form in forms}
    of_engine = [module for name, module in sys.modules.items() if re.match(r"minigrad(?!\.(teach|viz)\b)", name)]
    found, known, waiting = [], set(), of_engine
    while waiting:
        owner = waiting.pop()
        cells = [cell.cell_contents for cell in getattr(owner, "__closure__", None) or ()]
        for value in cells or list(vars(owner).values()):
            if id(value) in functions:
                found.append(f"{owner}: {value}")
            if isinstance(value, (type, type(held))) and id(value) not in known | both:
                if isinstance(value, type(held)) or issubclass(value, (node.Node, minigrad.Tensor)):
                    known.add(id(value))
                    waiting.append(value)
    return found


@pytest.mark.quick
def test_every_form_has_its_places_and_off_leaves_none_there():
    assert {id(forms[0]) for _, _, forms in quick.table.places} == {id(plain) for plain in quick.table.FORMS}
    assert held(1) and held(0) == []
    with quick.off():
        assert held(1) == [] and held(0) and not quick.is_on()
    assert held(1) and held(0) == [] and quick.is_on()


@pytest.mark.quick
def test_off_stays_until_install_and_blocks_lie_in_one_another():
    quick.off()
    assert not quick.is_on()
    with quick.off():
        pass
    assert not quick.is_on()
    quick.install()
    assert quick.is_on()
    with minigrad.inference_mode(), pytest.raises(RuntimeError, match="no quick form is used"):
        quick.off()
    assert quick.is_on()


@pytest.mark.quick
def test_a_variable_leaves_them_out():
    code = "import minigrad; print(minigrad.quick.is_on(), len(minigrad.quick.table.places))"
    run = subprocess.run([sys.executable, "-c", code], env=os.environ | {"MINIGRAD_PLAIN": "1"}, capture_output=True,
                         text=True, check=True)
    assert run.stdout.split() == ["False", "0"]


@pytest.mark.quick
def test_the_room_is_small_and_its_table_is_the_only_one():
    """A name of the package has a second form nowhere else."""
    room = Path(quick.__file__).parent
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in room.glob("*.py")) <= 600
    for path in sorted(room.parent.rglob("*.py")):
        if room not in path.parents and "teach" not in path.parts:
            assert "minigrad.quick" not in path.read_text(encoding="utf-8"), path


@pytest.mark.quick
def test_no_list_inside_the_walk_makes_its_names_slow_to_read():
    """What a list, or a lambda, reads of the function around it lies in a cell: 2 % of a short way back."""
    assert quick.walk.walk.__code__.co_cellvars == ()


@pytest.mark.quick
@pytest.mark.parametrize("settings", [
    lambda: np.errstate(all="ignore"), lambda: np.errstate(all="raise"),
    lambda: warnings.catch_warnings(action="always"), lambda: warnings.catch_warnings(action="error"),
], ids=["numpy is silent", "numpy raises", "all warnings are shown", "warnings are errors"])
def test_they_are_taken_whatever_numpy_and_python_were_told(settings):
    """And nothing is heard: infinity is an answer."""
    x, w, rate = leaf(minigrad, 1e30, 2.0), minigrad.ones(2), minigrad.ones(2)
    with settings():
        (x * x).sum()  # what was told is looked for
        assert calls(engine.collect, lambda: (x * x + 3).sum().backward()) == 0
        assert calls(node.Node.apply.__func__, lambda: (6 - (3 - x**2)).exp()) == 0
        assert calls(inplace.overwrite, lambda: w.sub_(rate)) == 0
        y = x * x
        assert y.tolist() == [math.inf, 4.0] and w.tolist() == [0.0, 0.0]


def test_a_rule_of_yours_sees_the_gradients_of_leaves_that_are_complete(lib):
    """PyTorch fills a leaf as soon as it has everything: before a rule that acts later looks."""
    def look(ctx, grad):
        seen.append([None if one.grad is None else one.grad.tolist() for one in (early, late, x)])
        return grad

    seen = []
    early, late, x = leaf(lib, 1.0), leaf(lib, 1.0), leaf(lib, 2.0)
    below = late * 1
    y = made(lib, lambda ctx, x: x * 1, look).apply(x * below)
    (y * 3 + early * 2).sum().backward()
    assert seen == [[[2.0], None, None]]
    assert [one.grad.tolist() for one in (early, late, x)] == [[2.0], [6.0], [3.0]]


def test_a_rule_of_yours_that_writes_into_a_view_sees_them_too(lib):
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(3)

    def backward(ctx, grad):
        seen.append(early.grad.tolist())
        return grad * 3

    seen, early, x = [], leaf(lib, 1.0), leaf(lib, 2.0, 3.0)
    y = x * 1
    made(lib, forward, backward).apply(y[:1])
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


def spoiled(lib, x):
    """A result whose rule will raise: the result that exp() has saved is overwritten."""
    result = (x * 1).exp()
    below = result * 1
    with lib.no_grad():
        result.add_(1)
    return below


def test_a_grad_that_fails_fills_no_leaf(lib):
    x, w = leaf(lib, 1.0), leaf(lib, 2.0)
    total = (spoiled(lib, x) + w).sum()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        lib.autograd.grad(total, [x, w])
    assert x.grad is None and w.grad is None


def test_a_backward_for_certain_leaves_that_fails_fills_no_other(lib):
    x, w, u = leaf(lib, 1.0), leaf(lib, 2.0), leaf(lib, 3.0)
    total = (spoiled(lib, x) + w + u).sum()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        total.backward(inputs=[x, w])
    assert x.grad is None and w.grad.tolist() == [1.0] and u.grad is None


def test_a_leafs_hook_is_called_as_soon_as_the_leaf_is_complete(lib):
    """Before an older rule gets its turn, which may raise, or may look."""
    seen, x, w = [], leaf(lib, 1.0), leaf(lib, 2.0)
    w.register_post_accumulate_grad_hook(lambda leaf: seen.append(leaf.grad.tolist()))
    total = (spoiled(lib, x) + w).sum()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        total.backward()
    assert seen == [[1.0]] and w.grad.tolist() == [1.0]


def test_hooks_of_wanted_leaves_run_in_the_order_in_which_these_are_complete(lib):
    seen, leaves = [], [leaf(lib, float(number)) for number in range(8)]
    for number, x in enumerate(leaves):
        x.register_post_accumulate_grad_hook(lambda leaf, number=number: seen.append(number))
    total = leaves[0] * 1
    for x in leaves[1:]:
        total = total + x
    total.sum().backward(inputs=leaves)
    assert seen == [7, 6, 5, 4, 3, 2, 1, 0]


def test_where_a_freed_node_lies_ahead_of_a_hook_no_leaf_is_filled():
    """minigrad's own: PyTorch has filled the first leaf by then."""
    x, early = leaf(minigrad, 1.0), leaf(minigrad, 2.0)
    below = x * x
    below.sum().backward(inputs=x)
    hooked = below * 1
    hooked.register_hook(lambda grad: None)
    x.grad = None
    with pytest.raises(RuntimeError, match="a second time"):
        (hooked + early).sum().backward()
    assert early.grad is None and x.grad is None


@pytest.mark.quick
def test_what_is_newer_than_a_freed_node_has_acted(lib):
    seen, x = [], leaf(lib, 1.0, 2.0)
    below = x * x
    below.sum().backward()
    newer = below * 1
    newer.register_hook(seen.append)
    top = newer * newer
    with pytest.raises(RuntimeError, match="a second time"):
        top.sum().backward()
    assert [grad.tolist() for grad in seen] == [[2.0, 8.0]] and x.grad.tolist() == [2.0, 4.0]
    with pytest.raises(RuntimeError, match="a second time|already been freed"):
        str(top.grad_fn._saved_self)


def test_several_outputs_after_a_plain_beginning(lib):
    x, w = leaf(lib, 1.0, 2.0), leaf(lib, 5.0)
    first, second = (x * 2).unbind()
    (first * second * w * 3).sum().backward()
    assert x.grad.tolist() == [120.0, 60.0] and w.grad.tolist() == [24.0]


def test_a_node_of_many_outputs_is_not_looked_up_once_for_each_pair_of_them(monkeypatch):
    x, asked = minigrad.ones(100, 1, requires_grad=True), []
    rows = x.unbind()
    monkeypatch.setattr(type(rows[0].grad_fn), "__hash__", lambda node: asked.append(0) or id(node))
    minigrad.stack(rows).sum().backward()
    assert x.grad.sum() == 100 and len(asked) < 1000


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


@pytest.mark.parametrize("shape, turn, sizes", [
    ((2, 3), lambda x: x.t().unsqueeze(0), (4, 3, 2)), ((2, 3), lambda x: x.t()[::2].unsqueeze(1), (2, 5, 2)),
    ((4, 1), lambda x: x[::2], (2, 3)), ((1, 3), lambda x: x, (2, 3)), ((3, 1), lambda x: x, (3, 0)),
])
def test_what_is_stretched_may_lie_in_memory_in_any_order(lib, shape, turn, sizes):
    x = lib.tensor([float(n) for n in range(shape[0] * shape[1])]).view(shape).requires_grad_()
    y = turn(x).expand(sizes)
    weights = lib.tensor([float(n) for n in range(y.numel())]).view(sizes)
    assert y.shape == sizes and y.tolist() == (turn(x) * lib.ones(sizes)).tolist()
    (y * weights).sum().backward()
    found, x.grad = x.grad, None
    (turn(x) * weights).sum().backward()  # stretched by the product itself
    assert found.tolist() == x.grad.tolist()
    with pytest.raises(RuntimeError, match="single memory location|leaf"):
        y.detach().add_(lib.ones(sizes)) if y.numel() > turn(x).numel() else x.add_(1)


def test_with_a_version_counter_writes_are_still_noticed(lib):
    """Once somebody has seen a tensor by `detach`, its writes are counted."""
    x = leaf(lib, 1.0, 2.0)
    y = x * 1
    seen = y.detach()
    square = y * y
    square.sum().backward(retain_graph=True)
    assert x.grad.tolist() == [2.0, 4.0]
    seen.add_(lib.ones(2))
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        square.sum().backward()
    product = y * y
    product.sum().backward()
    assert x.grad.tolist() == [6.0, 10.0]


@pytest.mark.parametrize("name", ["add_", "sub_", "mul_"])
def test_a_write_straight_into_memory_counts_and_asks_what_writes_ask(lib, name):
    x = leaf(lib, 3.0, 4.0)
    saved = x * x
    with lib.no_grad():
        assert getattr(x, name)(lib.ones(2) * 2) is x
    assert x._version == 1 and x.is_leaf and x.requires_grad
    assert x.tolist() == {"add_": [5.0, 6.0], "sub_": [1.0, 2.0], "mul_": [6.0, 8.0]}[name]
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        saved.sum().backward()
    with lib.no_grad():
        with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
            getattr(x, name)(lib.ones(3, 2))
        getattr(x, name)(lib.ones(1))
        y = lib.ones(2)
        with pytest.raises(RuntimeError, match="single memory location"):
            getattr(y, name)(y[:1])
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        getattr(x, name)(lib.ones(2))


def test_numbers_saved_beside_a_power_and_sizes_beside_a_sum(lib):
    x = leaf(lib, 1.0, 2.0)
    assert (x**3).grad_fn._saved_exponent == 3 and x.mean().grad_fn._saved_self_sym_numel == 2
    assert tuple(x.sum().grad_fn._saved_self_sym_sizes) == (2,)
    with pytest.raises(TypeError):
        x**None
    with pytest.raises(TypeError):
        x.exp(2)


def test_what_is_bound_when_a_class_is_made_is_still_asked_for_while_others_stand_in_its_place():
    """Blocks put other forms into the places of `Node.apply`: no quick form may have kept the old one."""
    packed = []
    x = leaf(minigrad, 1.0, 2.0)
    with minigrad.autograd.graph.saved_tensors_hooks(lambda saved: packed.append(saved) or saved, lambda kept: kept):
        for step in (lambda: x * x, lambda: x**2, lambda: x.exp(), lambda: x @ x, lambda: x.view(2, 1) @ x.view(1, 2)):
            before = len(packed)
            step()
            assert len(packed) > before
    with minigrad.inference_mode():
        assert all(y.is_inference() for y in (x.sum(), x.mean(), x**2, x * 2, x.view(2, 1) @ x.view(1, 2)))


@pytest.mark.quick
def test_the_readers_own_rule_of_a_product_runs_in_the_quick_form_too():
    x, w = leaf(minigrad, 2.0, 3.0), leaf(minigrad, 5.0, 7.0)
    ran = []
    for compute in (lambda: x * w, lambda: x * 3):
        z = compute().sum()
        sys.setprofile(lambda frame, event, _: event == "call" and ran.append(frame.f_code))
        try:
            z.backward()
        finally:
            sys.setprofile(None)
        assert ran.count(ops.mul_rule.__code__) == 1
        ran.clear()


@pytest.mark.quick
def test_a_gradient_beside_one_that_was_added_up_is_put_into_its_leaf_without_a_copy(monkeypatch):
    x, row = minigrad.rand(100, 100).requires_grad_(), minigrad.rand(1, 100).requires_grad_()
    free, answers = quick.walk.is_free, []
    monkeypatch.setattr(quick.walk, "is_free", lambda *place: answers.append(free(*place)) or answers[-1])
    (x * row).sum().backward()
    assert answers == [True]


@pytest.mark.quick
def test_a_write_asks_no_operator_of_a_subclass():
    class Own(minigrad.Tensor):
        def __mul__(self, other):
            return minigrad.zeros(2)

        __rmul__ = __mul__

    x = minigrad.tensor([1.0, 2.0, 3.0, 4.0])
    x[:2].mul_(Own([2.0, 3.0]))
    assert x.tolist() == [2, 6, 3, 4] and minigrad.ones(2, 2).mul_(Own([2.0, 3.0])).tolist() == [[2, 3], [2, 3]]
    assert Own([2.0, 3.0]).mul_(2).tolist() == [4, 6]


def test_what_the_last_rule_needed_is_gone_when_a_leafs_hook_acts():
    x, alive = leaf(minigrad, 1.0, 2.0), []

    def product():
        w = minigrad.tensor([3.0, 4.0]) + 1
        return x * w, weakref.ref(w)

    y, saved = product()
    x.register_post_accumulate_grad_hook(lambda _: alive.append(saved() is not None))
    y.sum().backward()
    assert alive == [False]


@pytest.mark.parametrize("late", [True, False])
def test_what_a_users_rule_saves_itself_is_given_up_as_in_the_plain_package(late):
    class Late(minigrad.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(*() if late else (x,))
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            ctx.save_for_backward(*(grad,) if late else ())
            return grad * 2

    y = Late.apply(leaf(minigrad, 1.0, 2.0)).sum()
    y.backward()
    with pytest.raises(RuntimeError, match="a second time") if late else contextlib.nullcontext():
        y.backward()
