"""More ways to make a leaf, beside those of chapter 1."""

import numpy as np

from minigrad.tensors import float32, make_leaf, shape_of


def full(size, fill_value, *, dtype=None, requires_grad=False):
    """A leaf of this shape with the same number everywhere. (m, n) -> (m, n)"""
    if dtype is None and isinstance(fill_value, float):
        dtype = float32
    return make_leaf(np.full(shape_of((size,)), fill_value), dtype, requires_grad)


def arange(start, end=None, step=1, *, dtype=None, requires_grad=False):
    """The numbers start, start + step, ... below end; `arange(n)` counts from 0."""
    start, end = (0, start) if end is None else (start, end)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    if dtype is None and any(isinstance(number, float) for number in (start, end, step)):
        dtype = float32
    return make_leaf(np.arange(start, end, step), dtype, requires_grad)


def eye(n, m=None, *, dtype=float32, requires_grad=False):
    """Ones on the diagonal, zeros elsewhere. n -> (n, n)"""
    for name, count in (("n", n), ("m", m)):
        if count is not None and count < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {count}")
    return make_leaf(np.eye(n, m, dtype=dtype.numpy), None, requires_grad)
