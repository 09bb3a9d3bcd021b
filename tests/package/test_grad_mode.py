"""Recording off and on: as a block, as a decorator, as a line of its own; per thread, and always undone."""

import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest

import minigrad as torch
from minigrad.autograd import grad_mode
from minigrad.machinery import silence


@pytest.fixture(autouse=True)
def recording_is_on_before_and_after():
    assert torch.is_grad_enabled()
    yield
    left_on = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    assert left_on


@pytest.fixture
def x():
    return torch.tensor([1.0, 2.0], requires_grad=True)


OFF = [torch.no_grad, torch.inference_mode, lambda: torch.set_grad_enabled(False)]


@pytest.mark.parametrize("block", OFF, ids=["no_grad", "inference_mode", "set_grad_enabled"])
def test_what_is_computed_in_the_block_is_a_leaf_without_the_flag(block, x):
    with block():
        y = x * 3
    assert (y.requires_grad, y.grad_fn, y.is_leaf, y.tolist()) == (False, None, True, [3.0, 6.0])
    assert x.requires_grad and (x * 3).requires_grad


@pytest.mark.parametrize("block", OFF, ids=["no_grad", "inference_mode", "set_grad_enabled"])
def test_an_exception_undoes_the_block_and_is_passed_on(block):
    with pytest.raises(ValueError, match="stop"), block():
        raise ValueError("stop")
    assert torch.is_grad_enabled()
    assert not torch.is_inference_mode_enabled()


def test_switching_inside_a_block_ends_with_the_block():
    with torch.no_grad():
        torch.set_grad_enabled(True)
        assert torch.is_grad_enabled()
    assert torch.is_grad_enabled()
    with torch.enable_grad():
        torch.set_grad_enabled(False)
    assert torch.is_grad_enabled()


def test_another_thread_records_for_itself():
    with torch.no_grad(), torch.inference_mode(), ThreadPoolExecutor(1) as pool:
        assert pool.submit(torch.is_grad_enabled).result() is True
        assert pool.submit(torch.is_inference_mode_enabled).result() is False


DECORATORS = [torch.no_grad, torch.no_grad(), torch.inference_mode, torch.set_grad_enabled(True)]


@pytest.mark.parametrize("decorate", DECORATORS, ids=["bare", "no_grad", "inference_mode", "set_grad_enabled"])
def test_a_decorated_function_keeps_its_name_and_its_doc(decorate):
    def score(t, factor=2):
        """Twice as much."""
        return t * factor

    decorated = decorate(score)
    assert (decorated.__name__, decorated.__doc__) == ("score", "Twice as much.")
    assert decorated(torch.ones(1), factor=5).item() == 5.0


def test_a_decorated_generator_is_unrecorded_inside_and_leaves_its_caller_recording(x):
    @torch.no_grad()
    def steps():
        got = yield torch.is_grad_enabled()
        yield got, torch.is_grad_enabled()
        return "the end"

    running = steps()
    assert next(running) is False and torch.is_grad_enabled()
    assert running.send("sent") == ("sent", False) and torch.is_grad_enabled()
    with pytest.raises(StopIteration) as end:
        next(running)
    assert end.value.value == "the end"


def test_a_decorated_generator_can_be_thrown_into_and_closed():
    log = []

    @torch.no_grad
    def steps():
        try:
            yield 1
        except ValueError:
            yield torch.is_grad_enabled()
        finally:
            log.append(torch.is_grad_enabled())

    running = steps()
    next(running)
    assert running.throw(ValueError("stop")) is False
    running.close()
    assert log == [False]


def test_what_a_decorated_generator_raises_reaches_the_caller():
    @torch.no_grad()
    def steps():
        yield 1
        raise ValueError("stop")

    running = steps()
    next(running)
    with pytest.raises(ValueError, match="stop"):
        next(running)


@pytest.mark.parametrize("mode", ["no", 0, None])
def test_set_grad_enabled_wants_true_or_false(mode):
    kind = type(mode).__name__
    with pytest.raises(TypeError) as error:
        torch.set_grad_enabled(mode)
    assert str(error.value) == f"set_grad_enabled(): argument 'enabled' (position 1) must be bool, not {kind}"


def test_set_grad_enabled_prints_as_in_pytorch():
    assert repr(torch.set_grad_enabled(True)) == "minigrad.autograd.grad_mode.set_grad_enabled(mode=True)"


def test_inference_mode_says_so_and_its_opposite_records(x):
    with torch.inference_mode():
        assert (torch.is_grad_enabled(), torch.is_inference_mode_enabled()) == (False, True)
        with torch.inference_mode(False):
            assert (torch.is_grad_enabled(), torch.is_inference_mode_enabled()) == (True, False)
            assert (x * 2).requires_grad
        with torch.no_grad():
            assert torch.is_inference_mode_enabled()
        assert torch.is_inference_mode_enabled()
    assert not torch.is_inference_mode_enabled()
    assert torch.inference_mode(lambda t: (t * 2).requires_grad)(x) is False
    assert torch.inference_mode(False)(lambda t: (t * 2).requires_grad)(x) is True


def test_each_operation_marks_its_results_in_inference_mode(x):
    row = torch.tensor([1.0, 2.0])
    with torch.inference_mode():
        results = [
            row + row, row * 2, row.exp(), row.tanh(), -row, row.sum(), row.mean(), row @ row, row.clone(), row > 0,
            torch.zeros(2), torch.arange(2), torch.tensor(1.0), x * 2, torch.nn.Linear(2, 1).weight, *row.sort(),
        ]
    assert [place for place, result in enumerate(results) if not result.is_inference()] == []
    assert not any(result.is_inference() for result in (row + row, row.exp(), torch.zeros(2), row, x))


def test_other_threads_make_plain_tensors_meanwhile():
    begun, done, found = threading.Event(), threading.Event(), []

    def infer():
        with torch.inference_mode():
            begun.set()
            done.wait(10)  # seconds, and only if the test itself has failed
            found.append((torch.ones(2) * 2).is_inference())

    thread = threading.Thread(target=infer)
    thread.start()
    begun.wait(10)
    results = [torch.ones(2), torch.ones(2) * 2, torch.ones(2).exp()]
    done.set()
    thread.join()
    assert found == [True] and not any(result.is_inference() for result in results)


def test_behind_inference_mode_tensors_are_made_as_before(x):
    make = torch.Tensor.__init__
    with pytest.raises(ValueError), torch.inference_mode(), torch.inference_mode(False):
        raise ValueError
    assert torch.Tensor.__init__ is make and silence.detours == [0]
    with warnings.catch_warnings(action="ignore"):
        x * x  # the quick forms are looked for again
        assert silence.known == [warnings.filters[0]]


def test_numbers_that_inference_mode_has_seen_are_not_marked(x):
    with torch.inference_mode():
        assert (x * 123.25).is_inference()
    (x * 123.25).sum().backward()
    assert x.grad.tolist() == [123.25, 123.25]


def test_what_is_not_recorded_may_save_what_is_marked():
    with torch.inference_mode():
        marked = torch.tensor([1.0, 2.0])
    assert (marked * torch.ones(2)).tolist() == (marked.exp() / marked.exp() * marked).tolist() == [1.0, 2.0]


def test_a_refused_save_leaves_all_as_it_was(x):
    with torch.inference_mode():
        marked = torch.tensor([1.0, 2.0])
    for operation in (lambda: x * marked, lambda: marked / x, lambda: x @ marked, lambda: x.pow(marked)):
        with pytest.raises(RuntimeError, match="^Inference tensors cannot be saved for backward"):
            operation()
    (x * marked.clone()).sum().backward()
    assert x.grad.tolist() == [1.0, 2.0] and marked.is_inference()


def test_detach_in_place_makes_a_leaf_of_the_tensor_itself(x):
    y = x * 2
    earlier = y * 3
    assert y.detach_() is y
    assert (y.requires_grad, y.grad_fn, y.is_leaf, y.output_nr) == (False, None, True, 0)
    earlier.sum().backward()
    assert x.grad.tolist() == [6.0, 6.0]


def test_a_view_cannot_be_detached_in_place(x):
    view = (x * 2).view(2, 1)
    with pytest.raises(RuntimeError) as error:
        view.detach_()
    assert str(error.value).startswith("Can't detach views in-place. Use detach() instead. If you")
    assert view.requires_grad
    view.detach().detach_()


def test_the_names_stand_where_pytorch_has_them():
    for name in ("no_grad", "enable_grad", "set_grad_enabled", "inference_mode"):
        assert getattr(torch, name) is getattr(torch.autograd, name) is getattr(grad_mode, name)


@pytest.mark.parametrize("after", [
    lambda y: None, lambda y: y.mul_(2), lambda y: y.requires_grad_(),
], ids=["nothing", "a write", "the flag"])
def test_a_rule_refuses_what_it_saved_as_a_result_and_is_none_any_more(after):
    x, w = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    y = x * 2
    z, unsaved = (y * w).sum(), (y + w).sum()
    after(y.detach_())
    with pytest.raises(RuntimeError, match="has been detached in-place"):
        z.backward()
    unsaved.backward()
    (y.detach() * w).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_a_rule_takes_a_leaf_that_was_detached_before_or_after():
    x, w = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    y = (x * 2).detach_()
    z = (y * w * x).sum()
    w.detach_()
    z.backward()
    assert x.grad.tolist() == [2.0, 2.0]
