"""The memory behind arrays, which several of them can show parts of. PyTorch calls it a storage."""

import functools
import math
import sys

import numpy as np
from numpy.lib.array_utils import byte_bounds


class Borrowed(int):
    """The flag of a view that no node has made while its base requires a gradient: so does it, but it leads nowhere."""

    def __repr__(self):
        return "True"


BORROWED = Borrowed(1)


def owner(array):
    """The array whose memory this one shows: itself, if it has memory of its own."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def span(array):
    """Where an array's memory begins and ends, and its strides; None if there are gaps in it."""
    begin, end = byte_bounds(array)
    return (begin, end, array.strides) if end - begin == array.nbytes else None


def address(array):
    """Where an array's first entry lies."""
    return array.__array_interface__["data"][0]


def addresses(shape, strides):
    """How many bytes after the first entry each entry lies."""
    result = np.zeros(shape, np.int64)
    for dim, (length, stride) in enumerate(zip(shape, strides)):
        result += (np.arange(length) * stride).reshape(-1, *[1] * (len(shape) - dim - 1))
    return result


class Window:
    """Which entries of a base a view shows; their numbers are worked out when they are needed."""

    def __init__(self, base, view):
        self.shape, self.base_strides, self.strides = base.shape, base.strides, view.strides
        self.view_shape, self.itemsize = view.shape, base.itemsize
        self.offset = address(view) - address(base)
        last = self.offset + sum([(length - 1) * step for length, step in zip(view.shape, view.strides)])
        # whether the base's entries lie row by row, and the view shows some of them
        self.is_plain = base.flags.c_contiguous and view.size > 0 and 0 <= self.offset and last < base.nbytes
        # whether the view shows an entry more than once, as an expanded one does
        self.repeats = view.size > 0 and any([step == 0 and n > 1 for step, n in zip(view.strides, view.shape)])
        if view.base is not base and owner(view) is not owner(base):  # one was moved: `y.data = other`
            self.is_plain = False
            self.offset += address(owner(base)) - address(owner(view))

    def of(self, array):
        """The part of this array, which has the base's entries row by row, that the view shows; it shares memory."""
        steps = [step // self.itemsize * array.itemsize for step in self.strides]
        return np.ndarray(self.view_shape, array.dtype, array, self.offset // self.itemsize * array.itemsize, steps)

    @property
    def places(self):
        """For each entry of the view its number among the base's entries, counted row by row.

        Raises RuntimeError where the view begins before its base, which has been moved.
        """
        if self.offset < 0:
            raise RuntimeError(f"Tensor: invalid storage offset {self.offset // self.itemsize}")
        if self.is_plain:
            return self.of(np.arange(math.prod(self.shape)))
        all_of_them = addresses(self.shape, self.base_strides).ravel()
        order = np.argsort(all_of_them)
        wanted = addresses(self.view_shape, self.strides) + self.offset
        return order[np.searchsorted(all_of_them, wanted, sorter=order)]


def repeated(array, shape):
    """The same numbers, seen several times where the shape is longer. (3, 1), (2, 3, 4) -> (2, 3, 4)"""
    fits = array.ndim and array.size == math.prod(shape)  # then `reshape` does it, with the strides of PyTorch
    if fits:
        return array.reshape(shape)
    whole = array if array.flags.c_contiguous else array.T
    if not whole.flags.c_contiguous or not array.size:
        return np.broadcast_to(array, shape)
    missing = len(shape) - array.ndim  # what `broadcast_to` does, in a fifth of the time
    strides = [stride if n > 1 else 0 for n, stride in zip(array.shape, array.strides)]
    result = np.ndarray(shape, array.dtype, whole, 0, [0] * missing + strides)
    result.flags.writeable = False
    return result


def seen_as(array, shape):
    """The same memory in another shape. Raises ValueError where the order of the numbers there does not allow it."""
    result = array.reshape(shape)  # `copy=False` came with NumPy 2.1
    here = array if array.base is None else array.base  # whose memory a view shows
    if result.base is not here and result.size and not np.may_share_memory(result, array):
        raise ValueError("the numbers do not lie in this order in memory")
    return result


def copied_memory(array, memo):
    """A deep copy of an array. Where `memo` holds a copy of its memory, the array shows the same part of that."""
    whole = owner(array)
    if type(whole) is not np.ndarray or not whole.flags.forc:  # a user's, perhaps a large file, or one with gaps
        return array.copy()
    if id(whole) not in memo:
        memo[id(whole)] = whole, whole.copy("K")  # the original, too, so that its number is not given away
    copy = memo[id(whole)][1]
    return np.ndarray(array.shape, array.dtype, copy, address(array) - address(whole), array.strides)


@functools.lru_cache(maxsize=4096)
def one_output(shape, dtype):
    """What a node's `_outputs` says of a single output; the same object every time, to save memory."""
    return ((shape, dtype),)


class OfSingle(dict):
    """For each shape what `one_output` says of it in float32: to find a dtype takes longer than to find a shape."""

    def __missing__(self, shape):
        if len(self) >= 4096:
            self.clear()
        self[shape] = one_output(shape, SINGLE)
        return self[shape]


SINGLE, of_single = np.dtype(np.float32), OfSingle()


one = [np.empty(1)]
LONE = sys.getrefcount(one[0])  # what Python counts for an array that only one list holds


def is_free(arrays, place=0):
    """Whether an array in a list, or a dict, is large, and nobody else holds it: it can be used again."""
    if sys.getrefcount(arrays[place]) != LONE or arrays[place].size <= 4096:
        return False
    return arrays[place].flags.owndata and arrays[place].flags.carray  # in rows, and writable
