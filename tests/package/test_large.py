"""Sums of large arrays are the sums, to the last digits; and freed memory is kept for the next array."""

import platform
import subprocess
import sys
from itertools import permutations

import numpy as np
import pytest
from numpy import ones

from minigrad.machinery.fast_sums import BLOCK, LARGE, LONG, add_up

SHAPES = [
    (5,), (3, 4), (LARGE + 3,), (LONG + BLOCK + 1,), (200, 300), (3, 30_000), (30_000, 3), (2, LONG),
    (40, 20, 30), (8, 4, 32, 32),
]


def numbers(shape, dtype=np.float32):
    return np.random.default_rng(0).standard_normal(shape).astype(dtype)


def every_axes(ndim):
    """None, and every choice of axes, in order and not."""
    return [None, *(axes for count in range(ndim + 1) for axes in permutations(range(ndim), count)), (-1,)]


def assert_sums(array, exact=None):
    """Along all axes, with and without those kept: within a few roundings of the sum in float64."""
    wide = array.astype(np.float64) if exact is None else exact
    for axes in every_axes(array.ndim):
        for keepdims in (False, True):
            expected, got = wide.sum(axes, keepdims=keepdims), add_up(array, axes, keepdims)
            assert got.shape == expected.shape and got.dtype == array.dtype, (axes, keepdims)
            allowed = 1e-5 * np.sqrt(abs(wide).sum(axes, keepdims=keepdims)) + 1e-6
            assert (abs(got - expected) <= allowed).all(), (axes, keepdims)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_sum_along_any_axes(shape):
    assert_sums(numbers(shape))


@pytest.mark.parametrize(("shape", "axes"), [((1_000_000, 3), (0,)), ((1_000_000, 1), (0,)), ((300, 5, 700), (0, 1)),
                                             ((30, 8_000), (1,)), ((30, 7_919), (1,)), ((2_000_000,), None)], ids=str)
def test_many_equal_numbers_do_not_lose_digits(shape, axes):
    """One after the other, a million tenths add up to 100,958; in blocks of 256, even then, to 100,000.37."""
    array = np.full(shape, np.float32(0.1))
    exact = array.astype(np.float64).sum(axes)
    assert (abs(add_up(array, axes) / exact - 1) < 5e-6).all()


def test_large_arrays_are_multiplied_and_what_would_not_gain_is_not(monkeypatch):
    """Products where they are quicker (see the module's table), and never where there is nothing to add."""
    multiplied = []
    monkeypatch.setattr(np, "ones", lambda *shape: multiplied.append(shape) or ones(*shape))
    used = {}
    for shape, axes in [((1000, 1000), None), ((1000, 1000), (0,)), ((1000, 1000), (1,)), ((100, 100), None),
                        ((1, 1_000_000), (0,)), ((1_000_000, 1), (1,)), ((3, 100_000), (1,)), ((1000, 1000), ())]:
        multiplied.clear()
        add_up(np.zeros(shape, np.float32), axes)
        used[shape, axes] = bool(multiplied)
    assert list(used.values()) == [True, True, True, False, False, False, False, False]


def test_the_sum_of_float64_is_as_exact_as_float64():
    array = numbers((300, 200), np.float64)
    assert abs(add_up(array) - array.sum()) < 1e-10
    assert abs(add_up(array, (0,)) - array.sum(0)).max() < 1e-11


@pytest.mark.parametrize(
    "turn", [lambda a: a.T, lambda a: a[::2], lambda a: a[:, ::-1], lambda a: a[None, :, None]],
    ids=["transposed", "every other row", "backwards", "more axes"],
)
def test_the_sum_of_a_view(turn):
    assert_sums(turn(numbers((300, 200))))


@pytest.mark.parametrize("shape", [(1, 1), (300, 1), (1, 200)], ids=str)
def test_what_broadcasting_shows_many_times_counts_many_times(shape):
    shown = np.broadcast_to(numbers(shape), (300, 200))
    assert_sums(shown, shown.astype(np.float64))


def test_whole_numbers_and_booleans_are_counted_exactly():
    assert add_up(np.full((300, 200), 2**40)) == 60_000 * 2**40
    assert add_up(np.ones((300, 200), bool)) == 60_000


@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf])
def test_a_special_number_stays_in_its_row(special):
    array = numbers((300, 200))
    array[7, 5] = special
    np.testing.assert_array_equal(np.isfinite(add_up(array, (1,))), np.arange(300) != 7)
    np.testing.assert_array_equal(np.isfinite(add_up(array, (0,))), np.arange(200) != 5)
    np.testing.assert_equal(add_up(array), np.float32(special))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("power", "steps"), [
    (lambda x: x**2, lambda x: x * x), (lambda x: x**3, lambda x: x * x * x), (lambda x: x**-2, lambda x: 1 / (x * x)),
    (lambda x: x**0.5, lambda x: x.sqrt()), (lambda x: x**-0.5, lambda x: 1 / x.detach().numpy() ** 0.5),
])
def test_powers_have_the_digits_of_products_and_roots(lib, dtype, power, steps):
    x = lib.tensor(np.random.default_rng(0).uniform(0.1, 2, 1000), dtype=getattr(lib, dtype))
    assert power(x).tolist() == power(x.clone().requires_grad_()).tolist() == steps(x).tolist()
    assert all(power(number).tolist() == steps(number).tolist() for number in x[:50])


STEPS = """
import ctypes
import minigrad

class Memory(ctypes.Structure):  # mallinfo(3)
    _fields_ = [(name, ctypes.c_int) for name in
                "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]

mallinfo = ctypes.CDLL(None).mallinfo
mallinfo.restype = Memory
x = minigrad.rand(1_000_000).requires_grad_()
for _ in range(5):
    x.grad = None
    y = (x.tanh() * x + x.exp()).sum()
    during = mallinfo()
    y.backward()
    del y
    print(during.arena, during.hblkhd, mallinfo().arena)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library gives memory back so eagerly")
def test_a_step_on_large_arrays_finds_the_memory_of_the_step_before():
    """All arrays lie in the C library's heap (`arena`), none in a mapping of its own (`hblkhd`), and the heap keeps its
    size: otherwise the system fills about 3,900 pages with zeros in every step."""
    done = subprocess.run([sys.executable, "-c", STEPS], capture_output=True, text=True, check=True)
    _, _, *steps = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    (during, mapped, after), = set(steps)
    assert during == after > 3 * 4_000_000 and mapped < 4_000_000
