"""What PyTorch refuses to write into memory, and the numbers that writes put there."""

import numpy as np

from minigrad.exact.arguments import require_long
from minigrad.exact.dtypes import C_NAMES, DTYPES, RANKS
from minigrad.exact.errors import OVERLAP, REPEATED
from minigrad.exact.indexing import fills, require_same_dtype
from minigrad.machinery.memory import owner, span


def refuse_overlap(tensor, others, name):
    """Raise RuntimeError where an operand lies in the memory that is written into, but not entry upon entry.

    As in PyTorch only memory without gaps is looked at. What `fill_`, its like, and a write by masks read may be one
    number, wherever it is; what is put at places from lists may not lie in the tensor at all.
    Source: aten/src/ATen/MemoryOverlap.cpp.
    """
    array, own = tensor.array, owner(tensor.array)
    for other in others:
        read = getattr(other, "array", None)
        if not isinstance(read, np.ndarray) or owner(read) is not own:
            continue
        here, there = span(array), span(read)
        puts = name in ("put_into", "scatter_add_", "index_add_", "put_")
        apart = here is None or there is None or here[0] >= there[1] or there[0] >= here[1]
        one_number = "fill" in name or name == "put_into" and fills(read, others[1])
        if not one_number and (puts and other is tensor or not apart and (puts or here != there)):
            raise RuntimeError(OVERLAP)


def refuse_kind(array, new, names):
    """Raise RuntimeError unless the array can hold the new numbers. names  what the array's dtype is called"""
    if new.dtype is not array.dtype and RANKS[new.dtype.kind] > RANKS[array.dtype.kind]:
        new, old = C_NAMES[DTYPES[new.dtype]], names[DTYPES[array.dtype]]
        raise RuntimeError(f"result type {new} can't be cast to the desired output type {old}")


def refuse_misfit(array, new):
    """Raise RuntimeError unless the new numbers can be written into the array: their shape, and their dtype."""
    if new.shape != array.shape:
        raise RuntimeError(
            f"output with shape {list(array.shape)} doesn't match the broadcast shape {list(new.shape)}"
        )
    refuse_kind(array, new, C_NAMES)
    if 0 in array.strides and array.size and any([
        old == 0 and now != 0 and n > 1 for old, now, n in zip(array.strides, new.strides, array.shape)
    ]):  # where the new numbers are one as well, it may be written several times
        raise RuntimeError(REPEATED)


def same_everywhere(array, number):
    """An array like this one that holds one number everywhere; and only once where this one holds one only once."""
    if 0 in array.strides:
        return np.broadcast_to(np.array(number, array.dtype), array.shape)
    return np.full_like(array, number)


def put_at(array, values, place):
    """A copy of the array with others at these places. Raises RuntimeError where they do not fit."""
    result = array.copy()
    there = result[place].shape
    try:
        result[place] = np.broadcast_to(values, there)
    except ValueError:
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be "
            f"broadcast to indexing result of shape {list(there)}"
        ) from None
    require_same_dtype(array, values, place)
    return result


def require_number(value, dtype):
    """Raise TypeError for a value that can stand in no tensor, ValueError for a whole number that is too large."""
    kind = type(value)
    if not hasattr(value, "array") and not isinstance(value, (int, float)):
        numpys = "numpy." if kind.__module__ == "numpy" else ""
        raise TypeError(f"can't assign a {numpys}{kind.__name__} to a torch.{C_NAMES[dtype]}Tensor")
    if isinstance(value, int):
        require_long(value)
