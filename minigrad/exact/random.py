"""Random numbers that are PyTorch's own: the same seed gives the same numbers, bit for bit.

On the CPU PyTorch draws from a Mersenne Twister, as NumPy's `RandomState` does, and both start it from a seed in the
same way. They differ in how the Twister's 32-bit words become numbers; this module does that PyTorch's way.

>>> generator = manual_seed(0)
>>> print(uniform((2, 3)))
[[0.4962566  0.7682218  0.08847743]
 [0.13203049 0.30742282 0.6340787 ]]

Sources: `aten/src/ATen/native/cpu/DistributionTemplates.h` and `aten/src/ATen/core/DistributionsHelper.h` in PyTorch.
"""
import math
import os
import threading
from typing import Self

import numpy as np

from minigrad.exact.dtypes import C_NAMES, C_WORDS, DTYPES, in_range

FIRST_SEED = 67280421310721  # a new torch.Generator() starts from it


class Generator:
    """A stream of random numbers; `torch.Generator` on a CPU.

    Two threads may share one: each call takes its numbers from the stream as one piece.
    """

    def __init__(self):
        self._lock = threading.Lock()
        self.manual_seed(FIRST_SEED)

    def manual_seed(self, seed) -> Self:
        """Start the stream anew and return the generator.

        `seed` lies from -2**63 to 2**64 - 1; a negative one counts back from 2**64. Only its lower 32 bits reach
        the Mersenne Twister, in PyTorch too.

        Raises: ValueError if `seed` does not fit into 64 bits.
        """
        seed = int(seed)
        if not -(2**63) <= seed < 2**64:
            raise ValueError("Overflow when unpacking long long")
        with self._lock:
            self._seed = seed % 2**64
            self._twister = None
            self._second = None  # the unused half of the last pair of normal numbers
        return self

    def seed(self):
        """Start the stream at a place that nobody can foretell, and return the seed."""
        return self.manual_seed(int.from_bytes(os.urandom(8), "little")).initial_seed()

    def initial_seed(self):
        """The seed that the stream started from."""
        return self._seed

    def uniform(self, shape, dtype=np.float32) -> np.ndarray:
        """Numbers from 0 up to, but never, 1: `torch.rand(shape)`.

        Raises: NotImplementedError unless `dtype` is float32 or float64.
        """
        _check_float(dtype, "check_uniform_bounds")
        with self._lock:
            return self._uniform(math.prod(shape), dtype).reshape(shape)

    def normal(self, shape, dtype=np.float32) -> np.ndarray:
        """Numbers of mean 0 and standard deviation 1: `torch.randn(shape)`.

        Both ways below are Box and Muller's: two uniform numbers, read as a radius and an angle, give two normal ones.

        Raises: NotImplementedError unless `dtype` is float32 or float64, or there is no number to make.
        """
        size = math.prod(shape)
        if size:
            _check_float(dtype, "normal_kernel_cpu")
        with self._lock:
            if size < 16:
                values = np.array([self._one_normal() for _ in range(size)], dtype)
            else:
                values = _box_muller(self._uniform(size - size % 16, dtype))
                if size % 16:
                    # Blocks of 16 do not fill it. PyTorch throws a block's worth away and draws the last 16 anew.
                    self._uniform(size % 16, dtype)
                    values = np.concatenate([values[: size - 16], _box_muller(self._uniform(16, dtype))])
            return values.reshape(shape)

    def integers(self, low, high, shape, dtype=np.int64) -> np.ndarray:
        """Whole numbers from `low` up to, but never, `high`: `torch.randint(low, high, shape)`.

        Raises: RuntimeError if there is no number to choose from, or the dtype cannot hold all of them; ValueError if a
        bound does not fit into an int64; NotImplementedError where floating point numbers would have to be rounded.
        """
        if not (-(2**63) <= low < 2**63 and -(2**63) <= high < 2**63):
            raise ValueError("Overflow when unpacking long long")
        if low >= high:
            raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
        dtype = np.dtype(dtype)
        if dtype.kind != "f":
            for name, bound in (("from", low), ("to - 1", high - 1)):
                if not in_range(bound, dtype):
                    raise RuntimeError(f"{name} is out of bounds for {C_WORDS[DTYPES[dtype]]}")
        elif max(-low, high - 1) > int(2 / np.finfo(dtype).eps):
            raise NotImplementedError(f"minigrad draws no whole numbers that {dtype} would have to round")
        size, span = math.prod(shape), high - low
        with self._lock:
            words = self._words(size) if span < 2**28 else self._words64(size)
        # Unsigned numbers wrap around at 2**64, so the sum is right for a negative low too.
        return (words % np.uint64(span) + np.uint64(low % 2**64)).astype(np.int64).astype(dtype).reshape(shape)

    def bernoulli(self, p, shape):
        """True with probability `p`, else False: `torch.empty(shape).bernoulli_(p)`.

        On Intel's processors PyTorch asks Intel's library, which draws from a stream of its own. Here, as on all other
        processors, each answer takes 64 bits of this one.
        """
        with self._lock:
            return (self._uniform(math.prod(shape), np.float64) < p).reshape(shape)

    def exponential(self, shape) -> np.ndarray:
        """Positive numbers of mean 1: `torch.empty(shape).exponential_()`, but on Intel's processors, see above."""
        with self._lock:
            return -np.log1p(-self._uniform(math.prod(shape), np.float64)).reshape(shape)

    def permutation(self, n) -> np.ndarray:
        """The numbers from 0 to n - 1 in random order: `torch.randperm(n)`.

        Raises: RuntimeError if `n` is negative; NotImplementedError for 2**32 // 20 numbers and more, which PyTorch
        shuffles in another way.
        """
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
        if n >= 2**32 // 20:
            raise NotImplementedError(f"minigrad shuffles fewer than {2**32 // 20} numbers, not {n}")
        order = list(range(n))
        with self._lock:
            steps = self._words(max(n - 1, 0)) % np.arange(n, 1, -1, dtype=np.uint64)
        for i, step in enumerate(steps.tolist()):
            order[i], order[i + step] = order[i + step], order[i]
        return np.array(order, np.int64)

    def _words(self, size) -> np.ndarray:
        if self._twister is None:  # made late: NumPy needs a while to load what it has for random numbers
            self._twister = np.random.RandomState(self._seed % 2**32)
        return self._twister.randint(2**32, size=size, dtype=np.uint32).astype(np.uint64)

    def _words64(self, size) -> np.ndarray:
        upper, lower = self._words(2 * size).reshape(size, 2).T
        return upper << np.uint64(32) | lower

    def _uniform(self, size, dtype) -> np.ndarray:
        # As many random bits as the type holds exactly, behind the binary point.
        if dtype == np.float64:
            return (self._words64(size) & np.uint64(2**53 - 1)) * 2.0**-53
        return (self._words(size) & np.uint64(2**24 - 1)).astype(np.float32) * np.float32(2**-24)

    def _one_normal(self) -> float:
        # PyTorch computes these in float64 whatever the tensor's type, and keeps the second of the pair for later.
        if self._second is not None:
            value, self._second = self._second, None
            return value
        u, v = self._uniform(2, np.float64).tolist()
        radius, angle = math.sqrt(-2.0 * math.log1p(-v)), 2.0 * math.pi * u
        self._second = radius * math.sin(angle)
        return radius * math.cos(angle)


def _check_float(dtype, name):
    if dtype not in (np.float32, np.float64):
        kind = C_NAMES.get(DTYPES.get(np.dtype(dtype)), np.dtype(dtype).name)
        raise NotImplementedError(f'"{name}" not implemented for \'{kind}\'')


def _box_muller(uniform):
    # In each block of 16 the first eight numbers give the radii, the last eight the angles.
    blocks = uniform.reshape(-1, 2, 8)
    logarithm, sines_and_cosines = (_log32, _sin_cos32) if uniform.dtype == np.float32 else (_log64, _sin_cos64)
    radius = np.sqrt(-2 * logarithm(1 - blocks[:, 0]))
    sine, cosine = sines_and_cosines(uniform.dtype.type(2 * math.pi) * blocks[:, 1])
    return np.stack([radius * cosine, radius * sine], axis=1).reshape(-1) + 0  # + 0 turns -0. into 0.


def _log64(x):
    # The C library's functions, as in PyTorch: NumPy's own may differ from them in the last bit.
    return np.array([math.log(value) for value in x.ravel().tolist()]).reshape(x.shape)


def _sin_cos64(x):
    angles = x.ravel().tolist()
    pair = [math.sin(angle) for angle in angles], [math.cos(angle) for angle in angles]
    return np.array(pair).reshape(2, *x.shape)


# For float32 PyTorch has its own logarithm, sine and cosine: the polynomials of the Cephes library, eight numbers at a
# time. Below they are with every rounding in the same place, so the last bit is the same too, on any computer.
# Source: `aten/src/ATen/native/cpu/avx_mathfun.h`, after Stephen Moshier's Cephes.
LOG_TERMS = np.array([7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
                      -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1], np.float32)
SIN_TERMS = np.array([-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1], np.float32)
COS_TERMS = np.array([2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2], np.float32)
# Short numbers that add up to log(2) and to pi / 4: a product with the first ones is exact.
LOG_2 = np.array([-2.12194440e-4, 0.693359375], np.float32)
QUARTER_PI = np.array([0.78515625, 2.4187564849853515625e-4, 3.77489497744594108e-8], np.float32)


def _fused(a, b, c):
    """a * b + c with one rounding at the end, as a processor's "fused multiply-add" gives it."""
    return (np.multiply(a, b, dtype=np.float64) + c).astype(np.float32)


def _polynomial(terms, x):
    value = terms[0]
    for term in terms[1:]:
        value = _fused(value, x, term)
    return value


def _log32(x):
    # x is m * 2**e, so log(x) is log(m) + e * log(2); the polynomial is for an m near 1.
    m, e = np.frexp(x)
    small = m < np.float32(math.sqrt(0.5))
    m = np.where(small, 2 * m, m) - 1
    e = (e - small).astype(np.float32)
    square = m * m
    value = _fused(_polynomial(LOG_TERMS, m) * m, square, e * LOG_2[0])
    value = m + _fused(square, np.float32(-0.5), value)
    return _fused(e, LOG_2[1], value)


def _sin_cos32(x):
    # Count the quarter turns up to the nearest one; the polynomials are for the rest, -pi / 4 to pi / 4.
    quarters = ((x * np.float32(4 / math.pi)).astype(np.int32) + 1) // 2
    rest = x
    for part in QUARTER_PI:
        rest = _fused(quarters * np.float32(-2), part, rest)
    square = rest * rest
    sine = _fused(_polynomial(SIN_TERMS, square) * square, rest, rest)
    cosine = _fused(_polynomial(COS_TERMS, square) * square, square, square * np.float32(-0.5)) + 1
    # A quarter turn makes the sine a cosine, and the cosine a sine with the sign turned.
    odd = quarters % 2 == 1
    sine, cosine = np.where(odd, cosine, sine), np.where(odd, sine, cosine)
    return np.where(quarters & 2, -sine, sine), np.where((quarters + 1) & 2, -cosine, cosine)


default_generator = Generator()
default_generator.seed()

manual_seed = default_generator.manual_seed
initial_seed = default_generator.initial_seed
seed = default_generator.seed
uniform = default_generator.uniform
normal = default_generator.normal
integers = default_generator.integers
bernoulli = default_generator.bernoulli
exponential = default_generator.exponential
permutation = default_generator.permutation
