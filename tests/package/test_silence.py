"""Infinity and nan are answers: NumPy's remarks on them are never heard, and a user's own code hears all of them."""
import contextlib
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from questions import OPS, leaves_of, result_of, shapes_of, spellings

import minigrad
from minigrad.autograd import Function

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # of few numbers, cycles and lists as places

HOSTILE = np.array([0.0, np.inf, -np.inf, np.nan, 3e38, -3e38, 1e-45, -1.0, 2.0, -1000.0], np.float32)


@contextlib.contextmanager
def no_filters():
    with warnings.catch_warnings(record=True) as caught:
        warnings.resetwarnings()
        yield
    assert [one.message for one in caught if one.category is RuntimeWarning] == []


LOUD = pytest.mark.parametrize("loud", [
    lambda: np.errstate(all="raise"), lambda: warnings.catch_warnings(action="error", category=RuntimeWarning),
    no_filters,
], ids=["NumPy raises", "warnings raise", "no filters"])


@LOUD
def test_no_operation_lets_numpy_be_heard_forth_or_back(loud):
    draw, tried = np.random.default_rng(0), 0
    with loud():
        for op in OPS:
            for code in spellings(op):
                for shapes in shapes_of(op):
                    leaves = leaves_of(minigrad, [draw.choice(HOSTILE, shape) for shape in shapes])
                    tried += forth_and_back(code, leaves)
    assert tried > 1000


def forth_and_back(code, leaves):
    """Whether it gave tensors; an operation may refuse these numbers, as PyTorch does."""
    try:
        result = result_of(code, minigrad, leaves)
        several = result if isinstance(result, (tuple, list)) else (result,)
        for tensor in [one for one in several if isinstance(one, minigrad.Tensor)]:
            repr(tensor)
            if tensor.requires_grad:
                tensor.sum().backward(retain_graph=True, create_graph=True)
    except (RuntimeError, NotImplementedError, TypeError, IndexError, ValueError):
        return False
    return True


@LOUD
@pytest.mark.parametrize("code", [
    "torch.tensor(1e300)", "torch.tensor([1e300])", "torch.tensor(np.array([1e300]), dtype=torch.float32)",
    "torch.ones(2) * 1e300", "1e300 / torch.ones(2)", "1e300 - torch.ones(2)",
    "torch.ones(2).copy_(torch.tensor([1e300], dtype=torch.float64))", "torch.tensor(float('nan')).long()",
    "torch.tensor([1e300], dtype=torch.float64).float()", "torch.arange(0, 1e39, 5e38)",
    "torch.linspace(-3e38, 3e38, 5)", "torch.isclose(torch.full((2,), 3e38), torch.full((2,), -3e38))",
    "torch.zeros(0, 2).log_softmax(0)", "torch.nn.init.uniform_(torch.zeros(3), -3e38, 3e38)",
    "torch.nn.init.normal_(torch.zeros(30), 0, 3e38)", "torch.full((2, 2), 3e38) @ torch.full((2, 2), 3e38)",
    "torch.autograd.gradcheck(torch.sqrt, torch.zeros(2, dtype=torch.float64, requires_grad=True), "
    "raise_exception=False)",
])
def test_nothing_else_lets_numpy_be_heard(loud, code):
    with loud():
        eval(code, {"torch": minigrad, "np": np})


def test_it_is_silent_in_every_thread():
    def run():
        with np.errstate(all="raise"):
            minigrad.zeros(2).log()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(run).result()


class Loud(Function):
    """What a user writes with NumPy."""

    @staticmethod
    def forward(ctx, x):
        np.log(np.zeros(1))
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        np.log(np.zeros(1))
        (minigrad.zeros(1)).log()
        np.log(np.zeros(1))
        return grad


def by_forward(x):
    Loud.apply(x)


def by_backward(x):
    with np.errstate(all="ignore"):
        y = Loud.apply(x)
    y.sum().backward()


def by_hook(x):
    y = x * 1
    y.register_hook(lambda grad: np.log(np.zeros(1)) and None)
    y.sum().backward()


def by_node_hook(x):
    y = x * 1
    y.grad_fn.register_hook(lambda *grads: np.log(np.zeros(1)) and None)
    y.sum().backward()


@pytest.mark.parametrize("by", [by_forward, by_backward, by_hook, by_node_hook])
def test_a_users_own_code_hears_numpy(by):
    x = minigrad.ones(1, requires_grad=True)
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        by(x)
    with warnings.catch_warnings(record=True, action="always") as caught:
        by(x)
    assert {str(one.message) for one in caught} == {"divide by zero encountered in log"}


def test_what_numpy_was_told_stays_told():
    with np.errstate(divide="call", over="print", invalid="raise"):
        before = np.geterr()
        x = minigrad.zeros(1, requires_grad=True)
        x.log().sum().backward()
        assert np.geterr() == before
        with pytest.raises(RuntimeError):
            minigrad.ones(2) + minigrad.ones(3)
        assert np.geterr() == before
