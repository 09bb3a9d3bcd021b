# Made by tools/stubs.py from minigrad.library.devices: change it there.
from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import dtype
from typing import Any, overload

DEVICE_TYPES: tuple[str, ...]
NOT_BUILT: dict[str, tuple[Any, str]]
class device:
    """The name of a place for numbers: `device('cpu')`, `device('cuda', 1)`, `device('cuda:1')`, `device(1)`."""
    def __eq__(self, other) -> bool: ...
    def __hash__(self) -> int: ...
    def __init__(self, type, index=...) -> None: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    index: int | Any
    type: str
def require_cpu(place) -> device:
    """The device, if it is the CPU."""
def set_default_device(device) -> None:
    """Where constructors put their numbers: on the CPU, also for None. Raises an error for any other device."""
def get_default_device() -> device:
    """The device of constructors that are told no other: the CPU."""
CPU: device
PYTHONS: dict[Any, dtype]
def offered(constructor) -> Any:
    """The constructor as the package offers it: with the keyword `device`, and clear about what it cannot read."""
def copied(constructor, args, keywords) -> Any:
    """What the constructor makes of a tensor; its warning points to the user's line, two calls up from here."""
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
def of_its_dtype(constructor) -> Any:
    """The method that makes a new tensor of the dtype of this one."""
OPTIONS: str
def new(self, *data) -> Tensor:
    """A new leaf of this tensor's dtype: with these numbers, or, for sizes, of zeros: its name until 2018."""
OLD_NAMES: dict[str, dtype]
def to(self, *args, dtype=..., device=..., non_blocking=..., copy=...) -> Tensor:
    """The same numbers, as `x.to(dtype)`, `x.to('cpu')`, `x.to('cpu', dtype)` or `x.to(other)` asks for them."""
def kind_of(value) -> Any | Any:
    """NumPy's dtype for one of ours, its old name, or a number type of Python or NumPy; None for anything else."""
def type_as(self, other) -> Tensor:
    """The same numbers in the dtype of another tensor."""
def to_cuda(self, device=..., non_blocking=...) -> Any:
    """Raises AssertionError: there is no such device here."""
def to_cpu(self) -> Tensor:
    """The tensor itself: it lives on the CPU."""
class Accelerator:
    """What PyTorch code asks before it uses another device: `minigrad.cuda.is_available()` is False."""
    def device_count(self) -> int:
        """0, the number of such devices."""
    def empty_cache(self) -> None:
        """Nothing to do."""
    def is_available(self) -> bool:
        """False: there is no such device here."""
    def is_built(self) -> bool:
        """False: there is no such device here."""
    def manual_seed(self, seed) -> None:
        """Nothing to do: `minigrad.manual_seed` is for the CPU."""
    def manual_seed_all(self, seed) -> None:
        """Nothing to do: `minigrad.manual_seed` is for the CPU."""
cuda: Accelerator
mps: Accelerator
xpu: Accelerator
accelerator: Accelerator
backends: Any
def is_tensor(obj) -> bool:
    """True for a tensor."""
def is_floating_point(self) -> bool:
    """True for float32 and float64."""
def as_function(method) -> Any:
    """A method as a function. It raises TypeError for anything but a tensor."""
def numel(self) -> int:
    """How many numbers altogether."""
def detach(input) -> Tensor:
    """A new tensor on the same numbers, without their history."""
def get_default_dtype() -> dtype:
    """The dtype of Python's floats and of constructors that are told no other: float32 unless another was set."""
def set_default_dtype(d, /) -> None:
    """Say the dtype of Python's floats and of constructors that are told no other: float32 or float64."""
def finfo(type=...) -> Any:
    """How exact a floating point dtype is: `eps`, the step from 1 to the next number, and its `max`, `min`, `tiny`."""
def result_type(tensor, other) -> dtype:
    """The dtype in which two tensors, or a tensor and a number, meet in an operation."""
def promote_types(type1, type2) -> dtype:
    """The smallest dtype that both fit into."""
def can_cast(from_, to) -> bool:
    """True unless the kind of number would have to become a lower one, of bool < integer < floating point."""
@overload
def stride(self, dim: None = ...) -> tuple[int, ...]:
    """How many entries further the next one along each dimension stands, or along this one. (2, 3) -> (3, 1)"""
@overload
def stride(self, dim: int) -> int:
    """How many entries further the next one along each dimension stands, or along this one. (2, 3) -> (3, 1)"""
def is_contiguous(self) -> bool:
    """True when the numbers stand in memory in the order in which they are read, row by row."""
def contiguous(self) -> Tensor:
    """The tensor itself if its numbers stand row by row; if not, a copy where they do."""
def storage_offset(self) -> int:
    """How many entries of the shared memory come before the first one of this tensor."""
def element_size(self) -> int:
    """How many bytes one number takes."""
