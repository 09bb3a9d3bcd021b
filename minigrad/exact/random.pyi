# Made by tools/stubs.py from minigrad.exact.random: change it there.
from numpy import ndarray
from typing import Any, Self

FIRST_SEED: int
class Generator:
    """A stream of random numbers; `torch.Generator` on a CPU."""
    def __init__(self) -> Any: ...
    def _one_normal(self) -> float: ...
    def _uniform(self, size, dtype) -> ndarray: ...
    def _words(self, size) -> ndarray: ...
    def _words64(self, size) -> ndarray: ...
    def bernoulli(self, p, shape) -> Any:
        """True with probability `p`, else False: `torch.empty(shape).bernoulli_(p)`."""
    def initial_seed(self) -> Any:
        """The seed that the stream started from."""
    def integers(self, low, high, shape, dtype=...) -> ndarray:
        """Whole numbers from `low` up to, but never, `high`: `torch.randint(low, high, shape)`."""
    def manual_seed(self, seed) -> Self:
        """Start the stream anew and return the generator."""
    def normal(self, shape, dtype=...) -> ndarray:
        """Numbers of mean 0 and standard deviation 1: `torch.randn(shape)`."""
    def permutation(self, n) -> ndarray:
        """The numbers from 0 to n - 1 in random order: `torch.randperm(n)`."""
    def seed(self) -> Any:
        """Start the stream at a place that nobody can foretell, and return the seed."""
    def uniform(self, shape, dtype=...) -> ndarray:
        """Numbers from 0 up to, but never, 1: `torch.rand(shape)`."""
def _check_float(dtype, name) -> None: ...
def _box_muller(uniform) -> ndarray: ...
def _log64(x) -> ndarray: ...
def _sin_cos64(x) -> ndarray: ...
LOG_TERMS: ndarray
SIN_TERMS: ndarray
COS_TERMS: ndarray
LOG_2: ndarray
QUARTER_PI: ndarray
def _fused(a, b, c) -> ndarray:
    """a * b + c with one rounding at the end, as a processor's 'fused multiply-add' gives it."""
def _polynomial(terms, x) -> ndarray: ...
def _log32(x) -> ndarray: ...
def _sin_cos32(x) -> tuple[ndarray, ...]: ...
default_generator: Generator
manual_seed: Any
initial_seed: Any
seed: Any
uniform: Any
normal: Any
integers: Any
bernoulli: Any
permutation: Any
