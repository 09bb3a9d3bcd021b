"""What a tensor is known by: the kinds of number that it can hold, and the shape it has."""

import math
from types import SimpleNamespace

import numpy as np


class dtype:
    """The kind of number a tensor holds: float32, float64, int8, int16, int32, int64, uint8 or bool."""

    def __init__(self, name, is_floating_point):
        self.name = name
        self.numpy = np.dtype(name)
        self.is_floating_point = is_floating_point

    def __repr__(self) -> str:
        return f"minigrad.{self.name}"

    def __reduce__(self):  # copies and pickles of a dtype are the dtype itself
        return "bool_" if self.name == "bool" else self.name


float32 = dtype("float32", is_floating_point=True)
float64 = dtype("float64", is_floating_point=True)
int8 = dtype("int8", is_floating_point=False)
int16 = dtype("int16", is_floating_point=False)
int32 = dtype("int32", is_floating_point=False)
int64 = dtype("int64", is_floating_point=False)
uint8 = dtype("uint8", is_floating_point=False)
bool_ = dtype("bool", is_floating_point=False)

# The dtype of Python's floats, and of constructors that are told no other: see `set_default_dtype`.
default = SimpleNamespace(dtype=float32)
DTYPES = {kind.numpy: kind for kind in (float32, float64, int8, int16, int32, int64, uint8, bool_)}
# What PyTorch's errors call them.
C_NAMES = {
    float32: "Float", float64: "Double", int8: "Char", int16: "Short", int32: "Int", int64: "Long", uint8: "Byte",
    bool_: "Bool",
}
C_WORDS = {  # the same where C++ speaks
    float32: "float", float64: "double", int8: "signed char", int16: "short int", int32: "int", int64: "long int",
    uint8: "unsigned char", bool_: "bool",
}


class Size(tuple):
    """The shape of a tensor: a tuple that prints as PyTorch prints it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"minigrad.Size({list(self)})"

    def numel(self) -> int:
        """How many entries a tensor of this shape has."""
        return math.prod(self)


def is_tensor(value):
    """Whether it is a tensor of this package, of any class, a Parameter's too: its writes are counted."""
    return hasattr(type(value), "_leaf_node")


WRITTEN_OUT = frozenset([int, float, str, list, tuple, Size])  # what `Tensor(...)` may be given besides an array
RANKS = {"b": 0, "u": 1, "i": 1, "f": 2}  # NumPy's letters for bool, integers and floating point, the lower first


def promoted(a, b):
    """The smallest of NumPy's dtypes that two fit into; of an integer and a floating point one, the latter."""
    one, two = RANKS.get(a.kind, -1), RANKS.get(b.kind, -1)
    return np.promote_types(a, b) if one == two else a if one > two else b


def common_dtype(a, b):
    """The dtype in which two arrays meet.

    The higher of bool < integer < floating point wins; within one kind, an array with
    dimensions wins over a single number.
    Source: PyTorch's aten/src/ATen/native/TypeProperties.cpp.
    """
    if (a.ndim == 0) != (b.ndim == 0) and RANKS[a.dtype.kind] == RANKS[b.dtype.kind]:
        return a.dtype if a.ndim else b.dtype
    return promoted(a.dtype, b.dtype)


def of_number(value):
    """A Python number as an array of bool, int64 or float64: NumPy's own whole numbers may be 32 bits wide."""
    return np.array(value, np.int64 if type(value) is int else None)


def floating(array):
    """The array itself if it holds floating point numbers, else a float32 copy."""
    return array if array.dtype.kind == "f" else array.astype(default.dtype.numpy)


def counted(array):
    """The array itself, or whole numbers for booleans, which are counted."""
    return array if array.dtype.kind != "b" else array.astype(np.int64)


def widened(array):
    """The array itself if it holds floating point numbers, else as int64, in which whole numbers are added up."""
    return array if array.dtype.kind == "f" else array.astype(np.int64, copy=False)


def in_range(value, dtype):
    """Whether one of NumPy's dtypes for whole numbers or booleans has room for a number. For nan none has."""
    limits = np.iinfo(dtype if dtype.kind != "b" else np.uint8)
    return limits.min <= value <= (limits.max if dtype.kind != "b" else 1)


def turned_around(value, dtype):
    """The number; but a negative whole one counts from the upper end, where uint8 shall hold it. -1 -> 255"""
    return value + 256 if dtype.kind == "u" and isinstance(value, int) and -256 < value < 0 else value
