"""Where a tensor's numbers live, and how: on which device, as which kind of number, in which order.

These are PyTorch's names, so that a cell that uses them runs here as it is. There is one device, the CPU. Who asks for
another is told what PyTorch says where it was built without that device.
"""

import functools
import inspect
import math
import re
import warnings
from types import SimpleNamespace

import numpy as np

from minigrad import constructors, tensors
from minigrad.elementwise import ToCopy, require
from minigrad.ops import KINDS, common_dtype
from minigrad.pieces import several
from minigrad.shapes import clone
from minigrad.tensors import DTYPES, Tensor, bool_, dtype, float32, float64, int64, storage

DEVICE_TYPES = (
    "cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla", "lazy",
    "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone",
)
NOT_BUILT = {
    "cuda": (AssertionError, "Torch not compiled with CUDA enabled"),
    "xpu": (AssertionError, "Torch not compiled with XPU enabled"),
    "mps": (RuntimeError, "PyTorch is not linked with support for mps devices"),
}


def kind_of(value):
    """What PyTorch's errors call the type of a value."""
    name = type(value).__name__
    return f"torch.{name}" if isinstance(value, (dtype, device)) else name


def expect(value, kind, where, wanted=None):
    """Raise TypeError unless the value is of this kind; a bool is no int here."""
    if not isinstance(value, kind) or isinstance(value, bool) and kind is not bool:
        raise TypeError(f"{where} must be {wanted or kind.__name__}, not {kind_of(value)}") from None


class device:
    """The name of a place for numbers: `device("cpu")`, `device("cuda", 1)`, `device("cuda:1")`.

    Any place can be named, but tensors live on the CPU only. Raises RuntimeError for a name that PyTorch does not know,
    TypeError for what is no name.
    """

    __slots__ = ("type", "index")
    __module__ = "minigrad"

    def __init__(self, type, index=None):
        if index is not None:
            expect(type, str, "device(): argument 'type' (position 1)")
            expect(index, int, "device(): argument 'index' (position 2)")
            if ":" in type:
                raise RuntimeError(
                    f"type (string) must not include an index because index was passed explicitly: {type}"
                )
        elif isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int) and not isinstance(type, bool):
            type, index = "cuda", type
        elif isinstance(type, str):
            type, index = parts_of(type)
        else:
            refuse("device", (type,), {})
        if type not in DEVICE_TYPES:
            raise RuntimeError(
                f"Expected one of {', '.join(DEVICE_TYPES)} device type at start of device string: {type}"
            )
        if index is not None and index < 0:
            raise RuntimeError("Device index must not be negative")
        self.type, self.index = type, index

    def __repr__(self):
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return (self.type, self.index) == (other.type, other.index) if isinstance(other, device) else NotImplemented

    def __hash__(self):
        return hash((self.type, self.index))


def parts_of(text):
    """The type and the index in "cuda:1"; None for an index that is not there. Raises RuntimeError for other words."""
    if not text:
        raise RuntimeError("Device string must not be empty")
    parts = re.fullmatch("([A-Za-z_]+)(?::(0|[1-9][0-9]*))?", text)
    if parts is None:
        raise RuntimeError(f"Invalid device string: '{text}'")
    return parts[1], None if parts[2] is None else int(parts[2])


def as_device(place, where):
    """A device from what was given for one: a device, a text, or the number of a graphics card."""
    expect(place, (device, str, int), where, "torch.device")
    return place if isinstance(place, device) else device(place)


def refuse_elsewhere(place):
    """Raise what PyTorch raises for a device that it was built without; NotImplementedError for others than the CPU."""
    if place.type != "cpu":
        own = NotImplementedError, f"minigrad leaves out the device '{place}': its tensors live on the CPU"
        error, sentence = NOT_BUILT.get(place.type, own)
        raise error(sentence)


def refuse(name, args, keywords):
    """Raise TypeError for arguments that fit none of the ways to call a function."""
    given = [kind_of(value) for value in args] + [f"{key}={kind_of(value)}" for key, value in keywords.items()]
    given = ", ".join(given) + (", " if keywords and not args else "")  # PyTorch's way to write it
    raise TypeError(f"{name}() received an invalid combination of arguments - got ({given})") from None


# The constructors, with PyTorch's keywords

# What PyTorch says about a wrong keyword depends on whether there is one way to call the function, or several.
SEVERAL_WAYS = {"rand", "randn", "rand_like", "randn_like", "randint", "randperm", "arange", "linspace", "eye"}
PYTHONS = {float: float64, int: int64, bool: bool_}


def offered(constructor):
    """The constructor as the package offers it: with the keyword `device`, and clear about what it cannot read."""
    name, signature = constructor.__name__, inspect.signature(constructor)
    first, *others = signature.parameters.values()
    by_size, copies = first.kind is first.VAR_POSITIONAL, first.name == "data"

    @functools.wraps(constructor)
    def made(*args, **keywords):
        if len(keywords) > 1 or keywords and keywords.get("requires_grad") is not True:  # that alone is readable
            keywords = readable(name, args, keywords)
            if by_size and "size" in keywords:
                args = several(args, keywords.pop("size"), name, "size")
        if copies and args and isinstance(args[0], Tensor):
            return warned_above(constructor, args, keywords)
        if by_size and not args:
            several(args, None, name, "size")  # raises TypeError
        try:
            return constructor(*args, **keywords)
        except (AttributeError, TypeError):
            if by_size:
                several(args, None, name, "size")
            if first.name == "input" and args:
                require(Tensor, args[0], name)
            raise

    place = inspect.Parameter("device", inspect.Parameter.KEYWORD_ONLY, default=None)
    made.__signature__ = signature.replace(parameters=[first, *others, place])
    return made


def readable(name, args, given):
    """A constructor's keywords without `device`, and with a dtype in the place of Python's float, int and bool.

    Raises TypeError for a device, a dtype or a flag that is none; and see `refuse_elsewhere`.
    """
    keywords = dict(given)
    place, kind = keywords.pop("device", None), keywords.pop("dtype", None)
    kind = PYTHONS.get(kind, kind) if isinstance(kind, type) else kind
    try:
        if kind is not None:
            keywords["dtype"] = kind
            if name != "tensor":  # it asks that itself
                expect(kind, dtype, f"{name}(): argument 'dtype'", "torch.dtype")
        if "requires_grad" in keywords:
            expect(keywords["requires_grad"], bool, f"{name}(): argument 'requires_grad'")
        if place is not None:
            place = as_device(place, f"{name}(): argument 'device'")
    except TypeError:
        if name in SEVERAL_WAYS:
            refuse(name, args, given)
        raise
    if place is not None:
        refuse_elsewhere(place)
    return keywords


def warned_above(constructor, args, keywords):
    """What the constructor makes; its warnings point to the user's line, two calls up from here."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = constructor(*args, **keywords)
    for warning in caught:
        if warning.category is UserWarning:  # not one of NumPy's
            warnings.warn(warning.message, stacklevel=3)
    return result


tensor, ones, zeros, ones_like, zeros_like, rand, randn = map(offered, (
    tensors.tensor, tensors.ones, tensors.zeros, tensors.ones_like, tensors.zeros_like, tensors.rand, tensors.randn,
))
full, full_like, arange, linspace, eye = map(offered, (
    constructors.full, constructors.full_like, constructors.arange, constructors.linspace, constructors.eye,
))
rand_like, randn_like, randint, randperm = map(offered, (
    constructors.rand_like, constructors.randn_like, constructors.randint, constructors.randperm,
))


# A tensor's device and dtype

CPU = device("cpu")
Tensor.device = property(lambda self: CPU, doc="Where the numbers are: on the CPU.")
Tensor.is_cpu = True
Tensor.is_cuda = Tensor.is_mps = Tensor.is_xpu = Tensor.is_meta = Tensor.is_sparse = Tensor.is_quantized = False
to_dtype = Tensor.to


def to(self, *args, **keywords):
    """The same numbers, as `x.to(dtype)`, `x.to("cpu")`, `x.to("cpu", dtype)` or `x.to(other)` asks for them.

    The tensor itself, if nothing has to change; with `copy=True` a copy in any case. All can be keywords, too: `dtype`,
    `device`, `copy`, and `non_blocking`, which changes nothing here.
    Raises TypeError for what it cannot read, and PyTorch's errors for other devices than the CPU.
    """
    first = args[0] if args else None
    kind = numpys(first)
    if kind is not None and len(args) == 1 and not keywords:
        return to_dtype(self, kind)
    try:
        if isinstance(first, Tensor):
            place, kind, copy = asked(None, first.dtype, *args[1:], **keywords)
        elif kind is not None:
            place, kind, copy = asked(None, *args, **keywords)
        else:
            place, kind, copy = asked(*args, **keywords)
    except TypeError:
        refuse("to", args, keywords)
    if place is not None:
        refuse_elsewhere(place)
        copy = copy or place.index is not None  # as in PyTorch: "cpu:0" is another name than "cpu"
    if kind is None or kind == self.array.dtype:
        return ToCopy.apply(self, self.array.dtype) if copy else self
    return to_dtype(self, kind)


def asked(device=None, dtype=None, non_blocking=False, copy=False):
    """What was asked for: the device, NumPy's dtype, and whether to copy. Raises TypeError where that means nothing."""
    kind = numpys(dtype)
    if kind is None and dtype is not None:
        raise TypeError
    expect(non_blocking, bool, "non_blocking")
    expect(copy, bool, "copy")
    return None if device is None else as_device(device, "device"), kind, copy


def numpys(kind):
    """NumPy's dtype for one of ours, or for a number type of Python or NumPy; None for anything else."""
    if isinstance(kind, dtype):
        return kind.numpy
    kind = np.dtype(kind) if isinstance(kind, (type, np.dtype)) else None
    return kind if kind in DTYPES else None


def type_as(self, other):
    """The same numbers in the dtype of another tensor."""
    require(Tensor, other, "type_as", "other")
    return self.to(other.dtype)


def cpu(self):
    """The tensor itself: it is on the CPU already."""
    return self


def to_cuda(self, device="cuda", non_blocking=False):
    """Raises AssertionError: there is no such device here."""
    place = as_device(device, "cuda(): argument 'device' (position 1)")
    if place.type != "cuda":
        raise RuntimeError("Invalid device, must be cuda device")
    refuse_elsewhere(place)


Tensor.to, Tensor.type_as, Tensor.cpu, Tensor.cuda = to, type_as, cpu, to_cuda


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


def is_tensor(obj):
    """True for a tensor."""
    return isinstance(obj, Tensor)


def numel(input):
    """How many numbers altogether."""
    require(Tensor, input, "numel")
    return input.numel()


def is_floating_point(input):
    """True for float32 and float64."""
    require(Tensor, input, "is_floating_point")
    return input.dtype.is_floating_point


def get_default_dtype():
    """The dtype of Python's floats and of constructors that are told no other: float32."""
    return float32


def result_type(tensor, other):
    """The dtype in which two tensors, or a tensor and a number, meet in an operation."""
    if not all(isinstance(value, (Tensor, int, float)) for value in (tensor, other)):
        refuse("result_type", (tensor, other), {})
    return DTYPES[common_dtype(meeting(tensor), meeting(other))]


def meeting(value):
    """The array of a tensor, or one of a number: floats are float32 then."""
    if isinstance(value, Tensor):
        return value.array
    return np.array(value, np.float32 if isinstance(value, float) else None)


def promote_types(type1, type2):
    """The smallest dtype that both fit into."""
    expect(type1, dtype, "promote_types(): argument 'type1' (position 1)", "torch.dtype")
    expect(type2, dtype, "promote_types(): argument 'type2' (position 2)", "torch.dtype")
    return DTYPES[common_dtype(np.zeros((), type1.numpy), np.zeros((), type2.numpy))]


def can_cast(from_, to):
    """True unless the kind of number would have to become a lower one, of bool < integer < floating point."""
    expect(from_, dtype, "can_cast(): argument 'from_' (position 1)", "torch.dtype")
    expect(to, dtype, "can_cast(): argument 'to' (position 2)", "torch.dtype")
    return KINDS.index(from_.numpy.kind) <= KINDS.index(to.numpy.kind)


Tensor.is_floating_point = lambda self: self.dtype.is_floating_point
Tensor.nelement, Tensor.ndimension = Tensor.numel, Tensor.dim


# The memory


def stride(self, dim=None):
    """How many entries further the next one along each dimension stands, or along this one. (2, 3) -> (3, 1)"""
    array = self.array
    strides = tuple([step // array.itemsize for step in array.strides])
    if not array.size:  # NumPy has zeros here
        strides = tuple([math.prod([max(n, 1) for n in array.shape[d + 1:]]) for d in range(array.ndim)])
    if dim is None:
        return strides
    expect(dim, int, "stride(): argument 'dim' (position 1)")
    self.size(dim)  # raises IndexError where there is no such dimension
    return strides[dim]


def is_contiguous(self):
    """True when the numbers stand in memory in the order in which they are read, row by row."""
    return self.array.flags.c_contiguous


def contiguous(self):
    """The tensor itself if its numbers stand row by row; if not, a copy where they do."""
    return self if is_contiguous(self) else clone(self)


def storage_offset(self):
    """How many entries of the shared memory come before the first one of this tensor."""
    array = whole = storage(self)
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    start, first = [memory.__array_interface__["data"][0] for memory in (whole, array)]
    return (first - start) // array.itemsize


Tensor.stride, Tensor.is_contiguous, Tensor.contiguous = stride, is_contiguous, contiguous
Tensor.storage_offset = storage_offset
Tensor.element_size = lambda self: self.array.itemsize
Tensor.itemsize = property(Tensor.element_size, doc="How many bytes one number takes.")
Tensor.nbytes = property(lambda self: self.array.nbytes, doc="How many bytes all numbers take.")
