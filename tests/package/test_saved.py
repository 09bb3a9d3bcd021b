"""saved_tensors_hooks, gradient edges, InplaceFunction: the same lines on minigrad and, where it is there, PyTorch."""
import threading
import weakref

import pytest
from freeing import fixture_no_collector  # noqa: F401
from own import made
from programs import attempt

import minigrad
from minigrad.machinery import silence

OPERATIONS = [
    "x * y", "x * 2", "x / y", "2 / x", "x - y", "x.exp()", "x.log()", "x.sin()", "x.tanh()", "x.sigmoid()", "x.relu()",
    "x.sqrt()", "x.abs()", "x ** 2", "x ** y", "x.pow(3)", "2 ** x", "x.sum()", "x.mean()", "x.prod()", "x.max()",
    "x.std()", "x.softmax(0)", "x.log_softmax(0)", "x.clamp(0, 2)", "x @ y", "x @ x", "torch.maximum(x, y)",
    "x.cumsum(0)", "x.norm()", "torch.where(x > 1, x, y)", "x[0]", "x[[0, 0]]", "x.expand(2, 3)", "x.sort()[0]",
    "torch.stack([x, y])", "torch.cat([x, y])", "x.clone().mul_(y)", "x.clone().mul_(x)", "x.clone().exp_()",
    "x.clone().sin_()", "x.clone().pow_(2)", "(x * 1)[:2].mul_(y[:2])", "x.logsumexp(0)", "x.reciprocal()", "x.rsqrt()",
    "x.square()", "torch.outer(x, y)",
]


def leaf(lib, *numbers, flag=True):
    return lib.tensor(list(numbers or (1.0, 2.0, 3.0)), requires_grad=flag)


def both_passes(lib, code, pack, unpack):
    """What is packed, what is unpacked, and first and second gradients."""
    x, y, notes = leaf(lib), leaf(lib, 0.5, 4.0, 2.0), []

    def packed(tensor):
        notes.append(("pack", tuple(tensor.shape), [f"{one:.4g}" for one in tensor.flatten().tolist()]))
        return pack(tensor)

    def unpacked(kept):
        notes.append("unpack")
        return unpack(kept)

    with lib.autograd.graph.saved_tensors_hooks(packed, unpacked):
        result = eval(code, {"torch": lib, "x": x, "y": y})
    packs = sorted(map(str, notes))
    notes.clear()
    first = lib.autograd.grad((result ** 2).sum(), [x, y], create_graph=True, allow_unused=True)
    used = bool(notes)
    second = lib.autograd.grad(sum((one * one).sum() for one in first if one is not None), [x, y], allow_unused=True)
    return packs, used, [None if one is None else one.tolist() for one in (*first, *second)]


@pytest.mark.parametrize("code", OPERATIONS)
def test_each_operation_packs_what_it_saves_and_the_gradients_are_the_same(code):
    torch = pytest.importorskip("torch")
    ours, theirs = [both_passes(lib, code, lambda tensor: tensor.detach().clone(), lambda kept: kept)
                    for lib in (minigrad, torch)]
    assert ours[:2] == theirs[:2]
    for mine, other in zip(ours[2], theirs[2], strict=True):
        assert mine is other is None or mine == pytest.approx(other, rel=1e-4)


@pytest.mark.parametrize("code", OPERATIONS)
def test_keeping_the_tensor_itself_changes_no_gradient(lib, code):
    kept = both_passes(lib, code, lambda tensor: tensor, lambda tensor: tensor)[2]
    assert kept == both_passes(lib, code, lambda tensor: tensor.detach().clone(), lambda tensor: tensor)[2]


def test_what_unpack_gives_is_what_the_rule_computes_with(lib):
    x = leaf(lib)
    with lib.autograd.graph.saved_tensors_hooks(lambda tensor: tensor.tolist(), lambda kept: lib.tensor(kept) * 10):
        y = x * lib.tensor([2.0, 3.0, 4.0])
    y.sum().backward()
    assert x.grad.tolist() == [20.0, 30.0, 40.0]


def test_it_is_packed_without_recording_and_unpacked_as_the_pass_goes(lib):
    notes, x = [], leaf(lib)

    def note(kept):
        notes.append(lib.is_grad_enabled())
        return kept

    with lib.autograd.graph.saved_tensors_hooks(note, note):
        y = x * x
    assert notes == [False, False]
    lib.autograd.grad(y.sum(), x, create_graph=True)
    y.sum().backward()
    assert notes == [False, False, True, True, False, False]


def test_what_is_unpacked_has_the_history_of_what_was_packed(lib):
    x = leaf(lib)
    with lib.autograd.graph.saved_tensors_hooks(lambda tensor: tensor.detach() * 2, lambda kept: kept):
        y = x * x
        z = y * y
        e = x.exp()
    saved = y.grad_fn._saved_self
    assert saved is not x and (saved.is_leaf, saved.requires_grad, saved.tolist()) == (True, True, [2.0, 4.0, 6.0])
    assert z.grad_fn._saved_self.grad_fn is y.grad_fn and e.grad_fn._saved_result.grad_fn is e.grad_fn
    saved.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0, 1.0]


def test_only_the_innermost_block_counts_and_only_in_its_thread(lib):
    notes, x = [], leaf(lib)

    def block(name):
        return lib.autograd.graph.saved_tensors_hooks(lambda kept: notes.append(name) or kept, lambda kept: kept)

    with block("outer"):
        x.exp()
        with block("inner"):
            x.exp()
            other = threading.Thread(target=x.exp)
            other.start()
            other.join()
        x.exp()
    x.exp()
    assert notes == ["outer", "inner", "outer"]


def test_a_write_after_packing_is_not_noticed(lib):
    x = leaf(lib)
    m = x * 1
    with lib.autograd.graph.saved_tensors_hooks(lambda tensor: tensor.detach().clone(), lambda kept: kept):
        y = m * m
    m.add_(1)
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]


def test_a_freed_graph_stays_freed(lib):
    x = leaf(lib)
    with lib.autograd.graph.saved_tensors_hooks(lambda tensor: tensor.tolist(), lib.tensor):
        y = x * x
    y.sum().backward()
    for ask in (y.sum().backward, lambda: y.grad_fn._saved_self):
        with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
            ask()


def test_a_function_of_yours_is_packed_too(lib):
    def forward(ctx, x):
        y = x * 2
        ctx.save_for_backward(x, y, None)
        return y

    def backward(ctx, grad):
        x, y, nothing = ctx.saved_tensors
        notes.append((x.grad_fn, type(y.grad_fn).__name__, nothing))
        return grad * 2

    notes, x = [], leaf(lib)
    hooks = lib.autograd.graph.saved_tensors_hooks
    with hooks(lambda kept: notes.append(kept.requires_grad) or kept.detach(), lambda kept: kept):
        y = made(lib, forward, backward).apply(x)
    y.sum().backward()
    assert notes == [True, True, (None, "MadeBackward", None)] and x.grad.tolist() == [2.0, 2.0, 2.0]


def refusals(lib):
    hooks, x = lib.autograd.graph.saved_tensors_hooks, leaf(lib)

    def product(pack, unpack):
        with hooks(pack, unpack):
            y = x * x
        y.sum().backward()

    yield attempt(hooks(1, print).__enter__)
    yield attempt(product, lambda tensor: tensor.add_(1), lambda kept: kept)
    yield attempt(product, lambda tensor: tensor, lambda kept: 3)
    yield attempt(product, lambda tensor: tensor, lambda kept: None)
    yield attempt(product, lambda tensor: 1 / 0, lambda kept: None)
    yield attempt(hooks, print)
    yield x.tolist()


def test_what_is_refused():
    torch = pytest.importorskip("torch")
    ours, theirs = [[str(one) for one in refusals(lib)] for lib in (minigrad, torch)]
    assert ours[1:] == theirs[1:] and ours[0].split("invoked")[0] == theirs[0].split("invoked")[0]


def test_who_leaves_the_blocks_pays_nothing():
    places = [(minigrad.autograd.graph.Node, "apply"), (minigrad.operations.inplace, "refuse_leaf")]
    before = [vars(owner)[name] for owner, name in places]
    with pytest.raises(ZeroDivisionError), minigrad.autograd.graph.saved_tensors_hooks(print, print):
        assert not any(vars(owner)[name] is was for (owner, name), was in zip(places, before))
        1 / 0  # noqa: B018
    assert [vars(owner)[name] for owner, name in places] == before and silence.detours == [0]
    with pytest.raises(RuntimeError):
        minigrad.autograd.graph.saved_tensors_hooks(print, print).__exit__()


def test_no_cycle_keeps_a_packed_graph(no_collector):
    x = leaf(minigrad)
    with minigrad.autograd.graph.saved_tensors_hooks(lambda tensor: tensor.detach(), lambda kept: kept):
        y = (x * x).exp()
    node = weakref.ref(y.grad_fn)
    del y
    assert node() is None


# Edges

ASKED = [
    "grad(c, edge(a))", "grad(edge(c), edge(a))", "grad(edge(b), a)", "grad(edge(b), a, torch.ones(2))",
    "grad((edge(b), c), (a, edge(b)), (torch.ones(2), None))", "grad(edge(b), a, torch.ones(3))",
    "grad(edge(c), a, [1])", "c.backward(inputs=edge(a)), a.grad",
    "c.backward(inputs=[edge(b)]), b.retains_grad, a.grad",
    "c.backward(inputs=[edge(b), a]), a.grad", "torch.autograd.backward(edge(c)), a.grad",
    "torch.autograd.backward([edge(b), c], [torch.ones(2), None]), a.grad", "edge(torch.ones(2))", "edge(3)",
    "grad(c, edge(d))", "grad(c, [edge(d), a], allow_unused=True)", "grad(c, [edge(d), a], materialize_grads=True)",
    "grad(c, [d, edge(a)], materialize_grads=True)", "grad(c, (b.grad_fn, 0))", "grad(c, Edge(b.grad_fn, 0))",
    "grad(c, Edge(None, 0))", "grad(c, [Edge(3, 0)])", "c.backward(inputs=[Edge(None, 0)])", "c.backward(inputs=[3])",
    "grad((u[0] * u[1]).sum(), [edge(u[1]), edge(u[0])])", "edge(u[1]).output_nr, edge(u[1]).node is u[1].grad_fn",
    "edge(a).node is edge(a).node, edge(b) == edge(b), Edge._fields, Edge.__name__, len(edge(b))",
    "grad(c, edge(a), create_graph=True)[0].requires_grad", "c.backward(inputs=[torch.ones(2)])",
    "c.backward(inputs=[])",
    "grad(a.sum(), [edge(a), a])", "a.register_hook(lambda one: one * 2), grad(c, edge(a))[0]",
    "edge(b).node.register_hook(lambda after, before: (after[0] * 2,)), grad(c, edge(a))[0]",
    "torch.ones(1).sum().backward(inputs=[torch.ones(1)])",
]


def answer(lib, code):
    a, d = leaf(lib, 1.0, 2.0), leaf(lib, 1.0)
    b = a ** 2
    graph = lib.autograd.graph
    names = {"torch": lib, "a": a, "b": b, "c": b.sum(), "d": d, "u": b.reshape(2, 1).unbind()}
    names |= {"grad": lib.autograd.grad, "edge": graph.get_gradient_edge, "Edge": graph.GradientEdge}
    said = str(attempt(eval, code, names))
    return said.replace("minigrad.", "torch.").split("object at")[0]


@pytest.mark.parametrize("code", ASKED)
def test_an_edge_stands_for_its_tensor(code):
    torch = pytest.importorskip("torch")
    assert answer(minigrad, code) == answer(torch, code)


def test_an_edge_prints_as_pytorchs():
    edge = minigrad.autograd.graph.get_gradient_edge(leaf(minigrad) * 2)
    assert repr(edge) == f"GradientEdge(node={edge.node!r}, output_nr=0, ownership_token=None)"


# An old base class


def test_inplace_function_is_a_function(lib):
    class Triple(lib.autograd.function.InplaceFunction):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            return x.mul_(3)

        @staticmethod
        def backward(ctx, grad):
            return grad * 3

    x = leaf(lib)
    Triple.apply(x * 1).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0, 3.0] and issubclass(Triple, lib.autograd.Function)
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        made = Triple(inplace=True)
    assert made.inplace is True


@pytest.mark.parametrize("numbers", [[1.0, 2.0], 1.0], ids=["row", "number"])
def test_a_copy_saved_at_a_write_does_not_hide_that_its_original_was_overwritten(lib, numbers):
    """The product keeps what `y` was, and somebody shares the memory of that; the rule of `exp` needs `y` itself."""
    x, w = lib.tensor(numbers, requires_grad=True), lib.tensor(3.0, requires_grad=True)
    y = x.exp()
    y.mul_(w)
    y.grad_fn._saved_self.detach()
    with pytest.raises(RuntimeError, match="output 0 of Exp"):
        y.sum().backward()
    assert x.grad is None


def test_numbers_in_another_dtype_are_not_taken_for_the_result_that_a_node_saved(lib):
    x = lib.tensor(1.0, requires_grad=True)
    y = x.exp()
    (slope,) = lib.autograd.grad(y.prod(dtype=lib.float64), x, create_graph=True)
    assert (slope.dtype, y.grad_fn._saved_result.dtype, slope.item()) == (lib.float32, lib.float32, y.item())


def test_a_product_in_another_dtype_goes_back_through_what_was_written_in_place(lib):
    x = lib.tensor([[-1.25], [1.0], [1.5]], dtype=lib.float64, requires_grad=True)
    y = x.clone().relu_()
    (slopes,) = lib.autograd.grad([y.prod(0, dtype=lib.float64), y.sum()], x, create_graph=True, grad_outputs=[
        lib.ones(1, dtype=lib.float64), lib.ones((), dtype=lib.float64)])
    assert slopes.tolist() == [[0.0], [1.0], [1.0]]
