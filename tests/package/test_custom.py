"""Functions of your own: what they may say on ctx, and what is refused, with PyTorch's sentences."""

import weakref

import pytest
from freeing import fixture_no_collector  # noqa: F401
from own import made

import minigrad
from minigrad import float64, from_numpy, no_grad, ones, tensor
from minigrad.autograd import grad
from minigrad.autograd.function import once_differentiable


def flagged(*entries):
    return tensor(list(entries), requires_grad=True)


# Several outputs


def saved(lib, x, thing):
    return made(lib, lambda ctx, x: ctx.save_for_backward(thing) or x * 2).apply(x)


def answered(lib, x, thing):
    made(lib, lambda ctx, x: x * 2, lambda ctx, grad: thing).apply(x).backward()


@pytest.mark.parametrize(("use", "kind", "said"), [
    (lambda lib, x, thing: setattr(x, "data", thing), TypeError, "Variable data has to be a tensor, but got Thing"),
    (lambda lib, x, thing: setattr(x, "grad", thing), TypeError, "but got grad of type"),
    (lambda lib, x, thing: x + thing, TypeError, "unsupported operand type"),
    (saved, TypeError, "save_for_backward can only save variables, but argument 0 is of type Thing"),
    (answered, RuntimeError, "expected Variable or None"),
], ids=["data", "grad", "plus", "saved", "answered"])
def test_an_object_of_the_users_is_no_tensor_whatever_it_keeps(lib, use, kind, said):
    class Thing:
        array = grad_fn = output_nr = _counter = _view = _hooks = None
        requires_grad = True

    with pytest.raises(kind, match=said):
        use(lib, lib.tensor(1.0, requires_grad=True), Thing())


def test_the_zeros_of_an_unused_output_have_its_form(lib):
    notes = []

    def backward(ctx, first, second):
        notes.extend((grad.dtype, tuple(grad.shape)) for grad in (first, second))
        return first

    def forward(ctx, x):
        return x * 2, x.sum().reshape(1, 1).double()

    first, _ = made(lib, forward, backward).apply(lib.ones(3, requires_grad=True))
    first.sum().backward()
    assert notes == [(lib.float32, (3,)), (lib.float64, (1, 1))]
    notes.clear()
    _, second = made(lib, forward, backward).apply(lib.ones(3, requires_grad=True))
    second.sum().backward()
    assert notes == [(lib.float32, (3,)), (lib.float64, (1, 1))]


@pytest.mark.parametrize("write", [False, True])
def test_a_second_output_can_be_differentiated_twice(lib, write):
    """Also where it was saved, or written into by an operation whose rule needs the numbers from before."""

    def forward(ctx, x):
        first, second = x * 2, x**3
        ctx.save_for_backward(x, None if write else second)
        return first, second

    def backward(ctx, first, second):
        x, cube = ctx.saved_tensors
        return first * 2 + second * 3 * (x * x if write else cube / x)

    x = lib.tensor([2.0], requires_grad=True)
    _, y = made(lib, forward, backward).apply(x)
    y = y.pow_(2) if write else y * y
    (first,) = lib.autograd.grad((y * 1).sum(), x, create_graph=True)
    (second,) = lib.autograd.grad(first.sum(), x)
    assert (first.tolist(), second.tolist()) == ([6 * 2.0**5], [30 * 2.0**4])


def test_a_constant_output_has_no_flag_and_its_place_in_the_rule():
    def forward(ctx, x):
        first, second = x * 2, x * 3
        ctx.mark_non_differentiable(second)
        return first, second

    def backward(ctx, *grads):
        notes.extend(grad.tolist() for grad in grads)
        return grads[0] * 2

    notes, x = [], flagged(1.0, 2.0)
    first, second = made(minigrad, forward, backward).apply(x)
    assert (first.requires_grad, second.requires_grad, second.grad_fn, second.is_leaf) == (True, False, None, True)
    first.sum().backward()
    assert notes == [[1, 1], [0, 0]]


# Writing into an input


def double_(ctx, x):
    ctx.mark_dirty(x)
    return x.mul_(2)


Double = made(minigrad, double_, lambda ctx, grad: grad * 2)


def test_the_gradient_that_a_written_input_kept_goes_and_it_keeps_the_next_one():
    x = flagged(1.0, 2.0)
    y = x + 1
    y.retain_grad()
    y.sum().backward()
    assert y.grad.tolist() == [1, 1]
    Double.apply(y)
    assert y.grad is None and y.retains_grad
    y.sum().backward()
    assert (y.grad.tolist(), x.grad.tolist()) == ([1, 1], [3, 3])


def test_a_written_input_is_the_output_with_a_new_maker():
    x = flagged(1.0, 2.0)
    y = x * 3
    before = y.grad_fn
    z = Double.apply(y)
    assert z is y and y.grad_fn.name() == "MadeBackward" and y.grad_fn.next_functions == ((before, 0),)
    assert (y.tolist(), y._version) == ([6, 12], 2)
    y.sum().backward()
    assert x.grad.tolist() == [6, 6]


def test_writing_where_nothing_is_recorded_needs_no_node():
    x = ones(2)
    assert Double.apply(x) is x and x.grad_fn is None
    with no_grad():
        assert Double.apply(flagged(1.0)).grad_fn is None


def test_a_written_tensor_that_was_saved_is_noticed():
    y = flagged(3.0) * 1
    z = (y * y).sum()
    Double.apply(y)
    with pytest.raises(RuntimeError, match="is at version 2; expected version 0 instead"):
        z.backward()


def test_the_graph_of_a_written_input_is_freed_without_the_garbage_collector(no_collector):
    y = Double.apply(flagged(1.0) * 1)
    node = weakref.ref(y.grad_fn)
    del y
    assert node() is None


@pytest.mark.parametrize("returned", [lambda x: x, lambda x: x.view(3, 1), lambda x: x[1:]], ids=["x", "view", "part"])
def test_what_shows_the_memory_of_an_input_may_not_be_written_into(lib, returned):
    function = made(lib, lambda ctx, x: returned(x), lambda ctx, grad: lib.ones(3))
    y = lib.ones(3, requires_grad=True) * 1
    shown = function.apply(y)
    with pytest.raises(RuntimeError, match="Output 0 of Made is a view and is being modified inplace. This view was"):
        shown.mul_(2)
    assert y.tolist() == [1.0] * 3


# Once


def saved(ctx, x):
    ctx.save_for_backward(x)
    return x * x


@once_differentiable
def by_numpy(ctx, grad):
    """The rule of a square."""
    (x,) = ctx.saved_tensors
    return from_numpy(2 * x.detach().numpy()) * grad


Square = made(minigrad, saved, by_numpy)


def test_the_second_derivative_is_refused():
    x = flagged(1.0, 2.0)
    (first,) = grad((Square.apply(x) ** 2).sum(), x, create_graph=True)
    assert first.tolist() == [4, 32] and first.grad_fn.name() == "torch::autograd::Error"
    with pytest.raises(RuntimeError) as caught:
        first.sum().backward()
    assert str(caught.value) == "trying to differentiate twice a function that was marked with @once_differentiable"


def test_a_gradient_without_history_comes_back_without_a_trap():
    x = flagged(1.0, 2.0)
    (first,) = grad(Square.apply(x).sum(), x, create_graph=True)
    assert first.tolist() == [2, 4] and first.grad_fn is None


def test_the_rule_runs_unrecorded_and_keeps_its_name():
    flags = []

    def rule(ctx, grad):
        """What it does."""
        flags.append((grad * 2).requires_grad)
        return grad

    decorated = once_differentiable(rule)
    assert (decorated.__name__, decorated.__doc__) == ("rule", "What it does.")
    x = flagged(1.0)
    grad((made(minigrad, lambda ctx, x: x * 1, decorated).apply(x) ** 2).sum(), x, create_graph=True)
    assert flags == [False]


# The whole contract


@pytest.mark.parametrize("got, expected", [((), (1,)), ((3,), (1, 3)), ((2,), (2, 1)), ((1,), (1, 1)), ((0,), (1, 0))])
def test_a_gradient_of_fewer_dimensions_is_refused(lib, got, expected):
    x = lib.ones(*expected, requires_grad=True)
    result = made(lib, lambda ctx, x: x * 1, lambda ctx, grad: lib.ones(got)).apply(x)
    with pytest.raises(RuntimeError) as caught:
        result.sum().backward()
    assert str(caught.value) == (
        f"Function MadeBackward returned an invalid gradient at index 0 - got {list(got)} but expected shape "
        f"compatible with {list(expected)}"
    )
    assert x.grad is None


@pytest.mark.parametrize("first, second, place", [(2, 3, 1), (3, 2, 0), (None, 3, 1)])
def test_one_tensor_for_two_inputs_is_refused_at_the_place_where_it_does_not_fit(lib, first, second, place):
    x, y = lib.ones(first or 1, requires_grad=first is not None), lib.ones(second, requires_grad=True)
    rule = made(lib, lambda ctx, x, y: x.sum() + y.sum(), lambda ctx, grad: (lib.ones(2),) * 2)
    with pytest.raises(RuntimeError, match=f"at index {place} - got .2. but expected shape compatible with .3."):
        rule.apply(x, y).backward()


def test_further_nones_at_the_end_are_accepted():
    x = flagged(1.0, 2.0)
    made(minigrad, lambda ctx, x, k: x * k, lambda ctx, grad: (grad * 5, None, None, None)).apply(x, 5).sum().backward()
    assert x.grad.tolist() == [5, 5]


@pytest.mark.parametrize("write_first", [True, False])
def test_a_write_into_a_saved_output_is_noticed(lib, write_first):
    """Also where `forward` has written into it before it saved it."""

    def forward(ctx, x):
        result = x.exp() if not write_first else x.clone().exp_()
        ctx.save_for_backward(result)
        return result

    x = lib.tensor([1.0], requires_grad=True)
    y = made(lib, forward, lambda ctx, grad: grad * ctx.saved_tensors[0]).apply(x)
    version, total = y._version, y.sum()
    y.detach().mul_(2)
    with pytest.raises(RuntimeError) as caught:
        total.backward()
    assert f"which is output 0 of Made, is at version {version + 1}; expected version {version}" in str(caught.value)
    assert x.grad is None and version == write_first


@pytest.mark.parametrize("written", [True, False])
def test_of_two_savings_the_versions_of_the_last_count(lib, written):
    """The tensor that was saved first had been written into once, the other never."""

    def forward(ctx, x, first, last):
        ctx.save_for_backward(first)
        ctx.save_for_backward(last)
        return x * last

    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0], None, None

    x, last = lib.tensor([1.0], requires_grad=True), lib.tensor([3.0])
    result = made(lib, forward, backward).apply(x, lib.ones(1).add_(1), last)
    shared = last.detach()
    if written:
        shared.mul_(10)
        with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead"):
            result.backward()
    else:
        result.backward()
    assert x.grad is None if written else x.grad.tolist() == [3.0]


def test_the_graph_of_a_function_that_saves_its_output_is_freed_without_the_garbage_collector(no_collector):
    def forward(ctx, x):
        result = x.exp()
        ctx.save_for_backward(result)
        return result

    result = made(minigrad, forward, lambda ctx, grad: grad * ctx.saved_tensors[0]).apply(point := flagged(1.0))
    node = weakref.ref(result.grad_fn)
    (second,) = grad(result.sum(), point, create_graph=True)
    assert second.requires_grad
    del result, second
    assert node() is None


def test_double_precision_stays_double():
    x = tensor([1.0], dtype=float64, requires_grad=True)
    y = x * 1
    Double.apply(y).sum().backward()
    assert x.grad.dtype is float64


def test_any_name_may_stand_on_ctx(lib):
    names = "answer attach backward forward free function metadata_of_mine own rule saved saves variable".split()

    def forward(ctx, x):
        for name in names:
            setattr(ctx, name, f"my {name}")
        return x * 2

    def backward(ctx, grad):
        assert [getattr(ctx, name) for name in names] == [f"my {name}" for name in names]
        return grad * 2

    twice = made(lib, forward, backward)
    x = lib.ones(2, requires_grad=True)
    y = x * 1
    y[:1] = twice.apply(y[:1] * 1)
    twice.apply(y).sum().backward()
    assert x.grad.tolist() == [4.0, 2.0]


@pytest.mark.parametrize("place", [0, 63, 64, 69])
def test_of_many_saved_tensors_each_is_watched(lib, place):
    def forward(ctx, *inputs):
        ctx.save_for_backward(*inputs)
        return sum(inputs)

    def backward(ctx, grad):
        assert len(ctx.saved_tensors) == 70
        return tuple([grad * value for value in ctx.saved_tensors])

    added = made(lib, forward, backward)
    leaves = [lib.ones(1, requires_grad=True) for _ in range(70)]
    inputs = [leaf * 2 for leaf in leaves]
    added.apply(*inputs).backward()
    assert [leaf.grad.item() for leaf in leaves] == [4.0] * 70
    inputs = [leaf * 2 for leaf in leaves]
    result = added.apply(*inputs)
    inputs[place].add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.backward()
