# Made by tools/stubs.py from minigrad.library.devices: change it there.
from builtins import bool as _bool, float as _float, int as _int
from typing import Any, Self, overload
from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import Size, dtype as _dtype

class device:
    """The name of a place for numbers: `device('cpu')`, `device('cuda', 1)`, `device('cuda:1')`, `device(1)`."""
    def __eq__(self, other) -> Any: ...
    def __hash__(self) -> _int: ...
    def __init__(self, type, index=...) -> None: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> Any: ...
    type: str
    index: _int | None
def set_default_device(device) -> None:
    """Where constructors put their numbers: on the CPU, also for None. Raises an error for any other device."""
def get_default_device() -> _device:
    """The device of constructors that are told no other: the CPU."""
def tensor(data, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """A new leaf with a copy of the data: a number, nested lists of numbers, or a NumPy array."""
def ones(*size, dtype=..., requires_grad=..., device=...) -> Tensor:
    """A leaf of ones."""
def zeros(*size, dtype=..., requires_grad=..., device=...) -> Tensor:
    """A leaf of zeros."""
def ones_like(input, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """Ones in the shape and dtype of `input`. The flag is not copied."""
def zeros_like(input, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """Zeros in the shape and dtype of `input`. The flag is not copied."""
def full(size, fill_value, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """A leaf of this shape with the same number everywhere. (m, n) -> (m, n)"""
def full_like(input, fill_value, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """The same number everywhere, in the shape and dtype of `input`. The flag is not copied."""
def arange(start=..., end=..., step=..., *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """The numbers start, start + step, ... below end; `arange(n)` counts from 0."""
def linspace(start, end, steps, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """So many numbers from start to end, both included, at even distances. 0, 1, 3 -> [0, 0.5, 1]"""
def eye(n, m=..., *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """Ones on the diagonal, zeros elsewhere. n -> (n, n)"""
def empty(*size, dtype=..., requires_grad=..., device=...) -> Tensor:
    """A leaf of zeros. PyTorch's is faster, and holds whatever is in memory."""
def empty_like(input, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """Zeros in the shape and dtype of `input`, where PyTorch leaves whatever is in memory. The flag is not copied."""
def rand(*size, dtype=..., requires_grad=..., device=...) -> Tensor:
    """Random numbers, evenly spread over 0 <= r < 1."""
def randn(*size, dtype=..., requires_grad=..., device=...) -> Tensor:
    """Random numbers from the normal distribution (mean 0, variance 1)."""
def rand_like(input, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """Random numbers over 0 <= r < 1 in the shape and dtype of `input`. The flag is not copied."""
def randn_like(input, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """Random numbers from the normal distribution in the shape and dtype of `input`. The flag is not copied."""
def randint(low=..., high=..., size=..., *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """Random whole numbers from `low` up to, but never, `high`; `randint(high, size)` starts from 0."""
def randperm(n, *, dtype=..., requires_grad=..., device=...) -> Tensor:
    """The numbers from 0 to n - 1 in random order. n -> (n,)"""
def as_tensor(data, *, dtype=..., device=...) -> Tensor:
    """The data itself if it is a tensor, on the same memory if it is an array, else as `tensor` gives it."""
def is_tensor(obj) -> _bool:
    """True for a tensor."""
def is_floating_point(self) -> _bool:
    """True for float32 and float64."""
def numel(self) -> _int:
    """How many numbers altogether."""
def is_floating_point(self) -> _bool:
    """True for float32 and float64."""
def detach(input) -> Tensor:
    """A new tensor on the same numbers, without their history."""
def get_default_dtype() -> _dtype:
    """The dtype of Python's floats and of constructors that are told no other: float32 unless another was set."""
def set_default_dtype(d, /) -> None:
    """Say the dtype of Python's floats and of constructors that are told no other: float32 or float64."""
def finfo(type=...) -> Any:
    """How exact a floating point dtype is: `eps`, the step from 1 to the next number, and its `max`, `min`, `tiny`."""

class iinfo:
    """How far an integer dtype reaches: its `min`, its `max`, how many `bits` a number has; `dtype` is its name."""
    def __init__(self, type) -> None: ...
    def __repr__(self) -> str: ...
    bits: _int
    max: _int
    min: _int
    dtype: str
def result_type(tensor, other) -> _dtype:
    """The dtype in which two tensors, or a tensor and a number, meet in an operation."""
def promote_types(type1, type2) -> _dtype:
    """The smallest dtype that both fit into."""
def can_cast(from_, to) -> _bool:
    """True unless the kind of number would have to become a lower one, of bool < integer < floating point."""
def __getattr__(name: str) -> Any: ...
