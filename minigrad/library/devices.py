"""Where a tensor's numbers live, and how: on which device, as which kind of number, in which order.

These are PyTorch's names, so that a cell that uses them runs here as it is. There is one device, the CPU. Who asks for
another is told what PyTorch says where it was built without that device.
"""

import functools
import inspect
import math
import re
import warnings
from math import e, inf, nan, pi  # noqa: F401 - the package offers them
from types import SimpleNamespace

import numpy as np

from minigrad.core.tensors import Tensor, storage
from minigrad.exact.arguments import PLAIN_NAMES, invalid, named, require_kind, require_tensor, several, whole
from minigrad.exact.dtypes import (
    C_NAMES, DTYPES, RANKS, Size, bool_, common_dtype, default, dtype, float32, float64, int64, promoted,
)
from minigrad.library import constructors
from minigrad.library.constructors import from_numpy, room
from minigrad.library.elementwise import ToCopyBackward0, as_tensors, cast
from minigrad.operations import leaves
from minigrad.operations.arithmetic import as_number
from minigrad.operations.views import CloneBackward0

DEVICE_TYPES = (
    "cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla", "lazy",
    "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone",
)
NOT_BUILT = {
    "cuda": (AssertionError, "Torch not compiled with CUDA enabled"),
    "xpu": (AssertionError, "Torch not compiled with XPU enabled"),
    "mps": (RuntimeError, "PyTorch is not linked with support for mps devices"),
}


class device:
    """The name of a place for numbers: `device("cpu")`, `device("cuda", 1)`, `device("cuda:1")`, `device(1)`.

    Any place can be named, but tensors live on the CPU only. Raises RuntimeError for a name that PyTorch does not know,
    TypeError for what is no name.
    """

    __module__ = "minigrad"

    def __init__(self, type, index=None):
        if isinstance(type, int):
            type, index = "cuda", type
        if not isinstance(type, (str, device)):
            raise invalid("device", type)
        name = str(type) if index is None else f"{type}:{index}"
        parts = re.fullmatch("([A-Za-z_]+)(?::(0|[1-9][0-9]*))?", name)
        if parts is None:
            raise RuntimeError(f"Invalid device string: '{name}'")
        if parts[1] not in DEVICE_TYPES:
            raise RuntimeError(
                f"Expected one of {', '.join(DEVICE_TYPES)} device type at start of device string: {parts[1]}"
            )
        self.type: str = parts[1]
        self.index: int | None = None if parts[2] is None else int(parts[2])

    def __eq__(self, other):
        return isinstance(other, device) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def __repr__(self):
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"


def require_cpu(place):
    """The device, if it is the CPU.

    Raises PyTorch's error for a device that it was built without, NotImplementedError for any other.
    """
    place = device(place)
    if place.type != "cpu":
        own = NotImplementedError, f"minigrad leaves out the device '{place}': its tensors live on the CPU"
        error, sentence = NOT_BUILT.get(place.type, own)
        raise error(sentence)
    return place


def set_default_device(device) -> None:
    """Where constructors put their numbers: on the CPU, also for None. Raises an error for any other device."""
    if device is not None:
        require_cpu(device)


def get_default_device() -> device:
    """The device of constructors that are told no other: the CPU."""
    return CPU


CPU = device("cpu")


# The constructors, with PyTorch's keywords

PYTHONS = {float: float64, int: int64, bool: bool_}


def offered(constructor):
    """The constructor as the package offers it: with the keyword `device`, and clear about what it cannot read."""
    name, signature = constructor.__name__, inspect.signature(constructor)
    first, *others = signature.parameters.values()
    by_size = first.kind is first.VAR_POSITIONAL
    is_float = "dtype" in signature.parameters and signature.parameters["dtype"].default is float32

    @functools.wraps(constructor)
    def made(*args, device=None, dtype=None, requires_grad=False, **keywords):
        if device is not None:
            require_cpu(device)
        if dtype is not None:
            keywords["dtype"] = dtype = PYTHONS.get(dtype, dtype)
            if not isinstance(dtype, type(float32)) and first.name != "data":  # `tensor` asks that itself
                raise TypeError(f"{name}(): argument 'dtype' must be torch.dtype, not {type(dtype).__name__}")
        elif is_float and default.dtype is not float32:
            keywords["dtype"] = dtype = default.dtype
        if requires_grad is not None and not isinstance(requires_grad, bool):
            raise TypeError(f"{name}(): argument 'requires_grad' must be bool, not {type(requires_grad).__name__}")
        if requires_grad:
            keywords["requires_grad"] = True
        if by_size:
            args = (room(several(args, keywords.pop("size", None), name, "size"), dtype or float32),)
        elif args and first.name == "input":
            require_tensor(args[0], name)
        elif args and first.name == "data" and isinstance(args[0], Tensor):
            return copied(constructor, args, keywords)
        return constructor(*args, **keywords)

    place = inspect.Parameter("device", inspect.Parameter.KEYWORD_ONLY, default=None)
    made.__signature__ = signature.replace(parameters=[first, *others, place])
    return made


def copied(constructor, args, keywords):
    """What the constructor makes of a tensor; its warning points to the user's line, two calls up from here."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        result = constructor(*args, **keywords)
    for warning in caught:
        warnings.warn(warning.message, stacklevel=3)
    return result


tensor, ones, zeros, ones_like, zeros_like = map(offered, (
    leaves.tensor, leaves.ones, leaves.zeros, constructors.ones_like, leaves.zeros_like,
))
full, full_like, arange, linspace, eye = map(offered, (
    constructors.full, constructors.full_like, constructors.arange, constructors.linspace, constructors.eye,
))
empty, empty_like = map(offered, (constructors.empty, constructors.empty_like))
rand, randn, rand_like, randn_like, randint, randperm = map(offered, (
    constructors.rand, constructors.randn, constructors.rand_like, constructors.randn_like, constructors.randint,
    constructors.randperm,
))


def as_tensor(data, *, dtype=None, device=None) -> Tensor:
    """The data itself if it is a tensor, on the same memory if it is an array, else as `tensor` gives it."""
    if not isinstance(data, (Tensor, np.ndarray)):
        return tensor(data, dtype=dtype, device=device)
    return (data if isinstance(data, Tensor) else from_numpy(data)).to(device, dtype)


def of_its_dtype(constructor):
    """The method that makes a new tensor of the dtype of this one."""

    def new(self, *args, dtype=None, **keywords) -> Tensor:
        return constructor(*args, dtype=dtype or self.dtype, **keywords)

    signature = inspect.signature(constructor)
    tensor = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    new.__signature__ = signature.replace(parameters=[tensor, *signature.parameters.values()])
    name = constructor.__name__
    return named(new, f"new_{name}", f"What `{name}` gives, in the dtype of this tensor unless another is named.")


Tensor.new_tensor, Tensor.new_full = of_its_dtype(tensor), of_its_dtype(full)
Tensor.new_zeros, Tensor.new_ones, Tensor.new_empty = of_its_dtype(zeros), of_its_dtype(ones), of_its_dtype(empty)


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


Tensor.new = new


# A tensor's device and dtype

Tensor.device = property(lambda self: CPU, doc="Where the numbers are: on the CPU.")
Tensor.is_cpu = True
Tensor.is_cuda = Tensor.is_mps = Tensor.is_xpu = Tensor.is_meta = Tensor.is_sparse = Tensor.is_quantized = False
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


def to_cuda(self, device="cuda", non_blocking=False):
    """Raises AssertionError: there is no such device here."""
    require_cpu(device)
    raise RuntimeError("Invalid device, must be cuda device")


def to_cpu(self):
    """The tensor itself: it lives on the CPU."""
    return self


to_cpu.__name__, to_cuda.__name__ = to_cpu.__qualname__, to_cuda.__qualname__ = "cpu", "cuda"
Tensor.to, Tensor.type_as, Tensor.cpu, Tensor.cuda = to, type_as, to_cpu, to_cuda


class Accelerator:
    """What PyTorch code asks before it uses another device: `minigrad.cuda.is_available()` is False."""

    def is_available(self):
        """False: there is no such device here."""
        return False

    is_built = is_available

    def device_count(self):
        """0, the number of such devices."""
        return 0

    def manual_seed(self, seed):
        """Nothing to do: `minigrad.manual_seed` is for the CPU."""

    manual_seed_all = manual_seed

    def empty_cache(self):
        """Nothing to do."""

    def __getattr__(self, name):
        raise AttributeError(f"minigrad has no device but the CPU, and leaves out what others are asked: '{name}'")


cuda = mps = xpu = accelerator = Accelerator()
backends = SimpleNamespace(
    cuda=cuda, mps=mps, cudnn=SimpleNamespace(enabled=False, benchmark=False, deterministic=False)
)


# Kinds of number


def is_tensor(obj) -> bool:
    """True for a tensor."""
    return isinstance(obj, Tensor)


def is_floating_point(self) -> bool:
    """True for float32 and float64."""
    return self.dtype.is_floating_point


def as_function(method):
    """A method as a function. It raises TypeError for anything but a tensor."""

    @functools.wraps(method, ("__name__", "__qualname__", "__doc__"))
    def function(input):
        require_tensor(input, method.__name__)
        return method(input)

    return function


Tensor.is_floating_point, Tensor.nelement, Tensor.ndimension = is_floating_point, Tensor.numel, Tensor.dim
numel, is_floating_point = map(as_function, (Tensor.numel, is_floating_point))


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
    default.dtype = d
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


Tensor.stride, Tensor.is_contiguous, Tensor.contiguous = stride, is_contiguous, contiguous
Tensor.storage_offset = storage_offset


def element_size(self) -> int:
    """How many bytes one number takes."""
    return self.array.itemsize


Tensor.element_size = element_size
Tensor.itemsize = property(Tensor.element_size, doc="How many bytes one number takes.")
Tensor.nbytes = property(lambda self: self.array.nbytes, doc="How many bytes all numbers take.")
