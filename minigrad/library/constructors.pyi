# Made by tools/stubs.py from minigrad.library.constructors: change it there.
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

EXACT: Any
MOST_BYTES: int
def room(shape, dtype) -> tuple[int, ...]:
    """The shape itself, if there is memory for a new tensor of that shape."""
def from_numpy(array) -> Tensor:
    """A leaf that shares the memory of a NumPy array: a write into one is seen in the other."""
def ones_like(input, *, dtype=..., requires_grad=...) -> Tensor:
    """Ones in the shape and dtype of `input`. The flag is not copied."""
def empty(*size, dtype=..., requires_grad=...) -> Tensor:
    """A leaf of zeros. PyTorch's is faster, and holds whatever is in memory."""
def empty_like(input, *, dtype=..., requires_grad=...) -> Tensor:
    """Zeros in the shape and dtype of `input`, where PyTorch leaves whatever is in memory. The flag is not copied."""
def full(size, fill_value, *, dtype=..., requires_grad=...) -> Tensor:
    """A leaf of this shape with the same number everywhere. (m, n) -> (m, n)"""
def full_like(input, fill_value, *, dtype=..., requires_grad=...) -> Tensor:
    """The same number everywhere, in the shape and dtype of `input`. The flag is not copied."""
def arange(start=..., end=..., step=..., *, dtype=..., requires_grad=...) -> Tensor:
    """The numbers start, start + step, ... below end; `arange(n)` counts from 0."""
def counted_on(start, step, count, dtype) -> ndarray:
    """start + k * step for k = 0, 1, ..., with PyTorch's roundings."""
def from_both_ends(start, end, steps) -> ndarray:
    """Numbers at even distances, the first half counted from the start, the second from the end, as PyTorch does."""
def linspace(start, end, steps, *, dtype=..., requires_grad=...) -> Tensor:
    """So many numbers from start to end, both included, at even distances. 0, 1, 3 -> [0, 0.5, 1]"""
def eye(n, m=..., *, dtype=..., requires_grad=...) -> Tensor:
    """Ones on the diagonal, zeros elsewhere. n -> (n, n)"""
def rand(*size, dtype=..., requires_grad=...) -> Tensor:
    """Random numbers, evenly spread over 0 <= r < 1."""
def randn(*size, dtype=..., requires_grad=...) -> Tensor:
    """Random numbers from the normal distribution (mean 0, variance 1)."""
def rand_like(input, *, dtype=..., requires_grad=...) -> Tensor:
    """Random numbers over 0 <= r < 1 in the shape and dtype of `input`. The flag is not copied."""
def randn_like(input, *, dtype=..., requires_grad=...) -> Tensor:
    """Random numbers from the normal distribution in the shape and dtype of `input`. The flag is not copied."""
def randint(low=..., high=..., size=..., *, dtype=..., requires_grad=...) -> Tensor:
    """Random whole numbers from `low` up to, but never, `high`; `randint(high, size)` starts from 0."""
def randperm(n, *, dtype=..., requires_grad=...) -> Tensor:
    """The numbers from 0 to n - 1 in random order. n -> (n,)"""
