"""Nested lists of numbers as an array: what PyTorch makes of them, and what it says of what is no number."""

import functools
import itertools
import math
import operator
import warnings

import numpy as np

from minigrad.exact.arguments import require_long, unpacked
from minigrad.exact.dtypes import DTYPES, default, float32, in_range, is_tensor, promoted, turned_around
from minigrad.machinery.silence import silent

SEQUENCES = (list, tuple, range, np.ndarray)
NUMBERS = (int, float, np.generic, np.ndarray)
LISTS, PYTHONS = {list, tuple}, {int, float, bool}
NOT_ONE = "only one element tensors can be converted to Python scalars"
FLAG_LOST = (
    "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
    "Consider using tensor.detach() first."
)
warned = []  # what PyTorch warns of only once, and has been warned of

COPY_CONSTRUCTED = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."
)


def require_dtype(value):
    """Raise TypeError for what is given as a dtype and is none."""
    if value is not None and not isinstance(value, type(float32)):
        raise TypeError(f"tensor(): argument 'dtype' must be torch.dtype, not {type(value).__name__}")


def require_known(dtype, requires_grad):
    """Raise TypeError for a dtype of NumPy that tensors do not have, RuntimeError for one that has no gradients."""
    if dtype not in DTYPES:
        raise TypeError(
            f"can't convert np.ndarray of type numpy.{dtype}. "
            "The only supported types are: float64, float32, int64, int32, int16, int8, uint8, and bool."
        )
    if requires_grad and dtype.kind != "f":
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")


def new_shape(size):
    """The shape of a new tensor, given by its sizes or as a tuple. Raises RuntimeError for a negative size."""
    shape = unpacked(size)
    for entries in shape:
        if entries < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {entries}: {list(shape)}")
    return shape


@silent
def numbers(data, dtype):
    """Python's numbers, or NumPy's, as a new array, in the dtype that they get where `dtype` is None.

    Tensors of one entry count as numbers. Raises PyTorch's errors for lists of unequal lengths, for what is no number,
    or too large for int64.
    """
    if isinstance(data, (np.ndarray, np.generic)):
        return np.array(data)
    if type(data) is float and dtype is None:
        return np.array(data, default.dtype.numpy)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    shape = shape_of(data)
    array = plain(data, len(shape), dtype)
    return stored(data, shape, dtype) if array is None else array


def shape_of(data):
    """The lengths of nested lists, of which the first of each is asked. Raises ValueError when more than 128 nest."""
    shape = []
    while isinstance(data, (*SEQUENCES, str)):
        shape.append(len(data))
        if len(shape) > 128:  # or it goes round: a list that contains itself, or a letter
            raise ValueError(f"too many dimensions '{type(data).__name__}'")
        if not len(data):
            break
        data = data[0]
    return shape


def plain(data, depth, dtype):
    """What NumPy makes of lists that hold numbers at one depth only, or None where they need a closer look.

    Without a dtype Python's floats get the default one.
    """
    level, kinds = [data], {type(data)}
    for _ in range(depth):
        if kinds <= LISTS or all([issubclass(kind, (list, tuple)) for kind in kinds]):
            level = list(itertools.chain.from_iterable(level))
            kinds = set(map(type, level))
    if not (kinds <= PYTHONS or all([issubclass(kind, NUMBERS) for kind in kinds])):
        return None
    try:
        array = np.array(data)
    except ValueError:  # unequal lengths
        return None
    found, whole = array.dtype.kind, dtype is not None and dtype.numpy.kind in "iu"
    if found not in "bif" and array.dtype != np.uint8 or whole and found == "f":  # a very large number, or infinity
        return None
    if whole and array.size and not (in_range(array.min(), dtype.numpy) and in_range(array.max(), dtype.numpy)):
        return None
    narrow = dtype is None and found == "f" and not any([issubclass(kind, (np.float64, np.ndarray)) for kind in kinds])
    if found == "i" and kinds <= PYTHONS:
        return array.astype(np.int64, copy=False)  # in a browser NumPy's own whole numbers are 32 bits wide
    return array.astype(default.dtype.numpy) if narrow else array


def stored(data, shape, dtype):
    """The same as PyTorch does it, number by number: slow, but its errors come in PyTorch's order.

    Source: internal_new_from_data in PyTorch's torch/csrc/utils/tensor_new.cpp.
    """
    found = kind_of(data) if dtype is None else dtype.numpy
    entries = []
    for entry in entries_of(data, shape) if math.prod(shape) else ():
        entries.append(entry_of(entry, found))
    return np.array(entries, found).reshape(shape)


def kind_of(data, above=()):
    """NumPy's dtype for the numbers in nested lists. Raises TypeError or RuntimeError for what is no number.

    above  the lists that this one is in: where it contains one of them, PyTorch says so, or crashes
    """
    if is_tensor(data):
        return data.array.dtype
    if isinstance(data, np.generic):
        return data.dtype
    if isinstance(data, (bool, int, float)):
        whole = np.dtype(bool if isinstance(data, bool) else np.int64)
        return default.dtype.numpy if isinstance(data, float) else whole
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    if not isinstance(data, SEQUENCES):
        raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")
    kinds, above = [], (*above, data)
    for entry in data:
        if any([entry is around for around in above]):
            raise TypeError("new(): self-referential lists are incompatible")
        kinds.append(kind_of(entry, above))
    return functools.reduce(promoted, kinds) if kinds else default.dtype.numpy


def entries_of(data, shape, dim=0):
    """What nested lists hold, row by row. Raises an error where a row is no list, or of another length."""
    if dim == len(shape):
        yield data
        return
    try:
        row = list(data)
    except TypeError:
        raise TypeError("not a sequence") from None
    if len(row) != shape[dim]:
        raise ValueError(f"expected sequence of length {shape[dim]} at dim {dim} (got {len(row)})")
    for entry in row:
        yield from entries_of(entry, shape, dim + 1)


def entry_of(value, dtype):
    """One number, for an array of this dtype."""
    if dtype.kind == "f":
        return lone_number(value, stacklevel=10) if is_tensor(value) else math.ldexp(value, 0)
    number = value if isinstance(value, float) else turned_around(operator.index(value), dtype)
    if dtype.kind == "b":
        return number != 0
    if not isinstance(value, float):
        require_long(number)
    if dtype.kind in "iu" and not in_range(number, dtype):
        raise RuntimeError(f"value cannot be converted to type {dtype} without overflow")
    return dtype.type(number)


def lone_number(tensor, stacklevel):
    """The one number inside, for Python's own float(). A flag that is lost is warned of, once in a process.

    Raises ValueError when there are several, or none.
    """
    if tensor._requires_grad and not warned:
        warned.append(FLAG_LOST)
        warnings.warn(FLAG_LOST, stacklevel=stacklevel)
    if tensor.array.size != 1:
        raise ValueError(NOT_ONE)
    return tensor.array.item()
