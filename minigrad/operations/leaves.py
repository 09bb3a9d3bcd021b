"""New leaves, in the pattern of chapter 1."""

import warnings

import numpy as np

from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import float32
from minigrad.exact.lists import (
    COPY_CONSTRUCTED, new_shape, numbers, require_dtype, require_known,
)
from minigrad.machinery.silence import silently


def make_leaf(array, dtype, requires_grad):
    """A new leaf on this array. Every constructor below ends here.

    Raises RuntimeError when a tensor of integers or booleans is asked to require a gradient.
    """
    if dtype is not None:
        array = silently(array.astype, dtype.numpy, copy=False)
    require_known(array.dtype, requires_grad)
    return Tensor(array if array.ndim else array[()], requires_grad)


def tensor(data, *, dtype=None, requires_grad=False) -> Tensor:
    """A new leaf with a copy of the data: a number, nested lists of numbers, or a NumPy array.

    Python's floats become float32, whole numbers int64; NumPy's numbers keep their dtype.
    Raises ValueError for lists of unequal lengths, and RuntimeError, ValueError or TypeError
    for what is no number.
    """
    require_dtype(dtype)
    if isinstance(data, Tensor):
        warnings.warn(COPY_CONSTRUCTED, stacklevel=2)
        data = data.array
    return make_leaf(numbers(data, dtype), dtype, requires_grad)


def ones(*size, dtype=float32, requires_grad=False) -> Tensor:
    """A leaf of ones."""
    return make_leaf(np.ones(new_shape(size), dtype.numpy), None, requires_grad)


def zeros(*size, dtype=float32, requires_grad=False) -> Tensor:
    """A leaf of zeros."""
    return make_leaf(np.zeros(new_shape(size), dtype.numpy), None, requires_grad)


def zeros_like(input, *, dtype=None, requires_grad=False) -> Tensor:
    """Zeros in the shape and dtype of `input`. The flag is not copied."""
    return make_leaf(np.zeros_like(input.array), dtype, requires_grad)
