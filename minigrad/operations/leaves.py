"""Leaves of zeros, which the package itself needs, in the pattern of chapter 1."""

import numpy as np

from minigrad.core.tensors import make_leaf
from minigrad.exact.dtypes import float32
from minigrad.exact.lists import new_shape


def zeros(*size, dtype=float32, requires_grad=False):
    """A leaf of zeros."""
    return make_leaf(np.zeros(new_shape(size), dtype.numpy), None, requires_grad)


def zeros_like(input, *, dtype=None, requires_grad=False):
    """Zeros in the shape and dtype of `input`. The flag is not copied."""
    return make_leaf(np.zeros_like(input.array), dtype, requires_grad)
