"""The memory behind arrays, which several of them can show parts of. PyTorch calls it a storage."""

import math

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


def copied_memory(array, memo):
    """A deep copy of an array. Where `memo` holds a copy of its memory, the array shows the same part of that."""
    whole = owner(array)
    if type(whole) is not np.ndarray or not whole.flags.forc:  # a user's, perhaps a large file, or one with gaps
        return array.copy()
    if id(whole) not in memo:
        memo[id(whole)] = whole, whole.copy("K")  # the original, too, so that its number is not given away
    copy = memo[id(whole)][1]
    return np.ndarray(array.shape, array.dtype, copy, address(array) - address(whole), array.strides)
