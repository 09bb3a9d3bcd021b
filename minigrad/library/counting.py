"""Which numbers there are, and how often: answers without a gradient."""

from typing import Any

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import (
    invalid, is_operand, kind_name, method, require_bool, require_each, require_tensor, whole,
)
from minigrad.exact.dtypes import common_dtype
from minigrad.exact.indexing import places_of
from minigrad.library.arithmetic import NoRule, without_rule
from minigrad.library.elementwise import array_of
from minigrad.operations.arithmetic import as_tensors


class Unique2Backward0(NoRule):
    """The different entries in order; for each entry its place among them; how often each occurs. It has no rule."""

    name = Node.name

    def forward(ctx, self):
        array = self.array.reshape(-1)
        order = array.argsort(kind="stable")
        starts = np.ones(len(array), bool)  # of those that are alike
        starts[1:] = array[order][1:] != array[order][:-1]
        inverse = np.zeros(len(array), np.int64)
        inverse[order] = np.cumsum(starts) - 1
        counts = np.diff(np.append(np.flatnonzero(starts), len(array))).astype(np.int64)
        return Tensor(array[order[starts]]), Tensor(inverse.reshape(self.array.shape)), Tensor(counts)

    def backward(ctx, grad):
        raise NotImplementedError("the derivative for '_unique2' is not implemented.")


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None) -> Any:
    """The different entries in order; each nan counts as different. (m, n) -> (k,)

    return_inverse  besides, for each entry its place among them, in the shape of `input`
    return_counts   besides, how often each of them occurs
    What is asked for besides makes a tuple. Raises NotImplementedError for `dim`, which asks for different slices.
    """
    require_tensor(input, "_unique2")
    for argument, value in ("sorted", sorted), ("return_inverse", return_inverse), ("return_counts", return_counts):
        require_bool(value, "_unique2", argument, None)
    if dim is not None:
        raise NotImplementedError("minigrad's unique compares single numbers: for slices use numpy.unique(x, axis=dim)")
    values, inverse, counts = Unique2Backward0.apply(input)
    besides = (inverse,) * return_inverse + (counts,) * return_counts
    return (values, *besides) if besides else values


def bincount(input, weights=None, minlength=0) -> Tensor:
    """How often each of 0, 1, 2, ... occurs, or the sum of the weights of its places. (n,) -> (largest + 1,)

    The result has at least `minlength` entries. Raises RuntimeError for a negative number, and unless there is a weight
    for each; NotImplementedError for numbers that are not whole.
    """
    require_each("bincount", 1, input=input, **({} if weights is None else {"weights": weights}))
    minlength, array = whole(minlength, "bincount", "minlength", 3), input.array
    if array.dtype.kind != "i":
        raise NotImplementedError(f"\"bincount_cpu\" not implemented for '{kind_name(input)}'")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if array.ndim != 1 or (array < 0).any():
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is None or not array.size:
        return Tensor(np.bincount(places_of(array), minlength=minlength).astype(np.int64))
    if weights.array.shape != array.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    numbers = weights.array if weights.array.dtype.kind == "f" else weights.array.astype(np.float64)
    result = np.zeros(max(int(array.max()) + 1, minlength), numbers.dtype)
    np.add.at(result, places_of(array), numbers)
    return without_rule("bincount", lambda a, b: result, input, weights)


def isin(elements, test_elements, *, assume_unique=False, invert=False) -> Tensor:
    """Whether each element is one of the `test_elements`; either may be a number. (m, n), (k,) -> (m, n)

    Raises RuntimeError for booleans.
    """
    given = elements, test_elements
    if not all(map(is_operand, given)) or not any([isinstance(one, Tensor) for one in given]):
        raise invalid("isin", *given)
    if not isinstance(invert, bool):
        raise invalid("isin", *given, invert=invert)
    if "b" in [np.asarray(array_of(one)).dtype.kind for one in given]:
        raise RuntimeError("Unsupported input type encountered for isin(): Bool")
    a, b = [tensor.array for tensor in as_tensors(*given)]
    dtype = common_dtype(a, b)
    return Tensor(np.isin(a.astype(dtype), b.astype(dtype), invert=invert))


Tensor.unique, Tensor.bincount = unique, method(bincount)
