"""Where a tensor's numbers live, and how: on which device, as which kind of number, in which order.

These are PyTorch's names, so that a cell that uses them runs here as it is.
"""

import inspect
import math
from types import SimpleNamespace

import numpy as np

from minigrad.core.tensors import Tensor, storage
from minigrad.exact.arguments import PLAIN_NAMES, by_name, invalid, named, require_kind, require_tensor, whole
from minigrad.exact.dtypes import (
    C_NAMES, DTYPES, RANKS, Size, bool_, common_dtype, default, dtype, promoted,
)
from minigrad.exact.printing import options
from minigrad.library.constructors import empty, from_numpy, full, ones, tensor, zeros
from minigrad.library.elementwise import ToCopyBackward0, cast
from minigrad.library.places import CPU, device, require_cpu
from minigrad.operations.arithmetic import as_number, as_tensors
from minigrad.operations.views import CloneBackward0


def as_tensor(data, *, dtype=None, device=None) -> Tensor:
    """The data itself if it is a tensor, on the same memory if it is an array, else as `tensor` gives it."""
    if not isinstance(data, (Tensor, np.ndarray)):
        return tensor(data, dtype=dtype, device=device)
    return (data if isinstance(data, Tensor) else from_numpy(data)).to(device, dtype)


def of_its_dtype(constructor):
    """The method that makes a new tensor of the dtype of this one."""

    name = constructor.__name__
    make = by_name(f"new_{name}", name, constructor)

    def new(self, *args, dtype=None, **keywords) -> Tensor:
        return make(*args, dtype=dtype or self.dtype, **keywords)

    signature = inspect.signature(constructor)
    tensor = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    new.__signature__ = signature.replace(parameters=[tensor, *signature.parameters.values()])
    return named(new, f"new_{name}", f"What `{name}` gives, in the dtype of this tensor unless another is named.")


OPTIONS = (
    "TensorOptions(dtype={}, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), "
    "memory_format=(nullopt))"
)


def new(self, *data) -> Tensor:
    """A new leaf of this tensor's dtype: with these numbers, or, for sizes, of zeros: its name until 2018.

    A tensor of the same dtype is not copied. Raises TypeError for one of another dtype, and for what is no data.
    """
    if all([type(part) is int for part in data]) or type(data[0]) is Size:
        return zeros(*(data or (0,)), dtype=self.dtype)
    kind = type(data[0]).__name__
    if isinstance(data[0], Tensor):
        if data[0].dtype is not self.dtype:
            wanted, got = [OPTIONS.format(PLAIN_NAMES[C_NAMES[one.dtype]]) for one in (self, data[0])]
            raise TypeError(f"expected {wanted} (got {got})")
        return data[0].detach()
    if isinstance(data[0], str):
        raise TypeError(f"new(): invalid data type '{kind}'")
    if len(data) > 1 or not isinstance(data[0], (list, tuple, np.ndarray)):
        raise TypeError(f"new(): data must be a sequence (got {kind})")
    return tensor(data[0], dtype=self.dtype)


# A tensor's device and dtype


def device_of(self) -> device:
    """Where the numbers are: on the CPU."""
    return CPU


OLD_NAMES = {f"{package}.{name}Tensor": kind for kind, name in C_NAMES.items() for package in ("torch", "minigrad")}


def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False) -> Tensor:
    """The same numbers, as `x.to(dtype)`, `x.to("cpu")`, `x.to("cpu", dtype)` or `x.to(other)` asks for them.

    The tensor itself, if nothing has to change; with `copy=True` a copy in any case. `non_blocking` changes nothing.
    Raises TypeError for what it cannot read, and PyTorch's errors for other devices than the CPU.
    """
    flags = [value for value in args if isinstance(value, bool)]
    for value in args[:len(args) - len(flags)]:
        if isinstance(value, Tensor):
            dtype = value.dtype
        elif kind_of(value) is not None:
            dtype = value
        elif value is not None:
            device = value
    if device is not None:
        copy = require_cpu(device).index is not None or copy  # as in PyTorch: "cpu:0" is another name than "cpu"
    kind = kind_of(dtype)
    if kind is None and dtype is not None:
        raise invalid("to", self, dtype)
    if kind is None or kind == self.array.dtype:
        return ToCopyBackward0.apply(self, self.array.dtype) if copy or flags[1:] == [True] else self
    return cast(self, kind)


def kind_of(value):
    """NumPy's dtype for one of ours, its old name, or a number type of Python or NumPy; None for anything else.

    Raises ValueError for an old name that is not here.
    """
    if isinstance(value, str) and value.endswith("Tensor"):
        if value not in OLD_NAMES:
            raise ValueError(f"invalid type: '{value}'")
        value = OLD_NAMES[value]
    if isinstance(value, dtype):
        return value.numpy
    kind = np.dtype(value) if isinstance(value, (type, np.dtype)) else None
    return kind if kind in DTYPES else None


def type_as(self, other) -> Tensor:
    """The same numbers in the dtype of another tensor."""
    require_tensor(other, "type_as", "other")
    return self.to(other.dtype)


def to_cuda(self, device="cuda", non_blocking=False) -> Tensor:
    """Raises AssertionError: there is no such device here."""
    require_cpu(device)
    raise RuntimeError("Invalid device, must be cuda device")


def to_cpu(self) -> Tensor:
    """The tensor itself: it lives on the CPU."""
    return self


# Kinds of number


def is_tensor(obj) -> bool:
    """True for a tensor."""
    return isinstance(obj, Tensor)


def is_floating_point(input) -> bool:
    """True for float32 and float64."""
    require_tensor(input, "is_floating_point")
    return input.dtype.is_floating_point


def detach(input) -> Tensor:
    """A new tensor on the same numbers, without their history."""
    require_tensor(input, "detach")
    return input.detach()


def get_default_dtype() -> dtype:
    """The dtype of Python's floats and of constructors that are told no other: float32 unless another was set."""
    return default.dtype


def set_default_dtype(d, /) -> None:
    """Say the dtype of Python's floats and of constructors that are told no other: float32 or float64.

    Raises TypeError for any other.
    """
    if not isinstance(d, dtype):
        raise TypeError("invalid dtype object: only floating-point types are supported as the default type")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    default.dtype, options.usual = d, d.numpy
    as_number.cache_clear()  # it holds numbers in the dtype that they had until now


def finfo(type=None):
    """How exact a floating point dtype is: `eps`, the step from 1 to the next number, and its `max`, `min`, `tiny`."""
    type = default.dtype if type is None else type
    require_kind(type, "finfo", "type", 1)
    if not type.is_floating_point:
        raise TypeError(
            "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'"
        )
    names = ("eps", "max", "min", "tiny", "smallest_normal")
    return SimpleNamespace(bits=type.numpy.itemsize * 8, **{n: float(getattr(np.finfo(type.numpy), n)) for n in names})


class iinfo:
    """How far an integer dtype reaches: its `min`, its `max`, how many `bits` a number has; `dtype` is its name."""

    __module__ = "minigrad"

    def __init__(self, type):
        require_kind(type, "iinfo", "type", 1)
        if type.is_floating_point:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        if type is bool_:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        limits = np.iinfo(type.numpy)
        self.bits, self.max, self.min, self.dtype = limits.bits, int(limits.max), int(limits.min), type.name

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


def result_type(tensor, other) -> dtype:
    """The dtype in which two tensors, or a tensor and a number, meet in an operation."""
    if not all(isinstance(value, (Tensor, int, float)) for value in (tensor, other)):
        raise invalid("result_type", tensor, other)
    # 0 instead of another number of its type: as large as it is, a number says nothing about the dtype.
    pair = as_tensors(*[value if isinstance(value, Tensor) else type(value)() for value in (tensor, other)])
    return DTYPES[common_dtype(*[value.array for value in pair])]


def promote_types(type1, type2) -> dtype:
    """The smallest dtype that both fit into."""
    return DTYPES[promoted(type1.numpy, type2.numpy)]


def can_cast(from_, to) -> bool:
    """True unless the kind of number would have to become a lower one, of bool < integer < floating point."""
    require_kind(from_, "can_cast", "from_", 1)
    require_kind(to, "can_cast", "to", 2)
    return RANKS[from_.numpy.kind] <= RANKS[to.numpy.kind]


dtype.itemsize = property(lambda self: self.numpy.itemsize, doc="How many bytes one number takes.")
dtype.is_signed = property(lambda self: self.numpy.kind in "if", doc="Whether it holds negative numbers.")


# The memory


def stride(self, dim=None):
    """How many entries further the next one along each dimension stands, or along this one. (2, 3) -> (3, 1)"""
    strides = tuple([step // self.array.itemsize for step in self.array.strides])
    if self.array.size == 0:  # NumPy says 0 then
        strides = tuple([math.prod([max(n, 1) for n in self.array.shape[d + 1:]]) for d in range(self.array.ndim)])
    if dim is None:
        return strides
    dim = whole(dim, "stride", "dim", 1)
    self.size(dim)  # raises IndexError where there is no such dimension
    return strides[dim]


def is_contiguous(self) -> bool:
    """True when the numbers stand in memory in the order in which they are read, row by row."""
    return self.array.flags.c_contiguous


def contiguous(self) -> Tensor:
    """The tensor itself if its numbers stand row by row; if not, a copy where they do."""
    return self if is_contiguous(self) else CloneBackward0.apply(self, "C")


def storage_offset(self) -> int:
    """How many entries of the shared memory come before the first one of this tensor."""
    array = whole = storage(self)
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    start, first = [memory.__array_interface__["data"][0] for memory in (whole, array)]
    return (first - start) // array.itemsize


def element_size(self) -> int:
    """How many bytes one number takes."""
    return self.array.itemsize


for function in (new, to, type_as, is_floating_point, stride, is_contiguous, contiguous, storage_offset, element_size):
    setattr(Tensor, function.__name__, function)
Tensor.new_tensor, Tensor.new_full = of_its_dtype(tensor), of_its_dtype(full)
Tensor.new_zeros, Tensor.new_ones, Tensor.new_empty = of_its_dtype(zeros), of_its_dtype(ones), of_its_dtype(empty)
Tensor.cpu, Tensor.cuda = named(to_cpu, "cpu", to_cpu.__doc__), named(to_cuda, "cuda", to_cuda.__doc__)
Tensor.nelement, Tensor.ndimension = Tensor.numel, Tensor.dim
Tensor.device, Tensor.is_cpu = property(device_of), True
Tensor.is_cuda = Tensor.is_mps = Tensor.is_xpu = Tensor.is_meta = Tensor.is_sparse = Tensor.is_quantized = False
Tensor.itemsize = property(Tensor.element_size, doc="How many bytes one number takes.")
Tensor.nbytes = property(lambda self: self.array.nbytes, doc="How many bytes all numbers take.")
