"""The four kinds of number that a tensor can hold, and the shape it has."""

import math

import numpy as np


class dtype:
    """The kind of number a tensor holds. There are four: float32, float64, int64 and bool."""

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
int64 = dtype("int64", is_floating_point=False)
bool_ = dtype("bool", is_floating_point=False)


class Default:
    """The dtype of Python's floats, and of constructors that are told no other: see `set_default_dtype`."""

    dtype = float32


default = Default()
DTYPES = {kind.numpy: kind for kind in (float32, float64, int64, bool_)}
# What PyTorch's errors call them.
C_NAMES = {float32: "Float", float64: "Double", int64: "Long", bool_: "Bool"}
C_WORDS = {float32: "float", float64: "double", int64: "long int", bool_: "bool"}  # the same where C++ speaks


class Size(tuple):
    """The shape of a tensor: a tuple that prints as PyTorch prints it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"minigrad.Size({list(self)})"

    def numel(self) -> int:
        """How many entries a tensor of this shape has."""
        return math.prod(self)


KINDS = "bif"  # NumPy's letters for bool, integer and floating point, the lower first


def common_dtype(a, b):
    """The dtype in which two arrays meet.

    The higher of bool < integer < floating point wins; within one kind, an array with
    dimensions wins over a single number.
    Source: PyTorch's aten/src/ATen/native/TypeProperties.cpp.
    """
    if a.dtype.kind != b.dtype.kind:
        return max(a.dtype, b.dtype, key=lambda dtype: KINDS.index(dtype.kind))
    if (a.ndim == 0) != (b.ndim == 0):
        return a.dtype if a.ndim else b.dtype
    return np.promote_types(a.dtype, b.dtype)


def of_number(value):
    """A Python number as an array of bool, int64 or float64: NumPy's own whole numbers may be 32 bits wide."""
    return np.array(value, np.int64 if type(value) is int else None)


def floating(array):
    """The array itself if it holds floating point numbers, else a float32 copy."""
    return array if array.dtype.kind == "f" else array.astype(default.dtype.numpy)


def counted(array):
    """The array itself, or whole numbers for booleans, which are counted."""
    return array if array.dtype.kind != "b" else array.astype(np.int64)
