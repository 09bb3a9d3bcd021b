"""Questions to tensors. The answers are booleans, and have no gradient."""

import operator

import numpy as np

from minigrad.elementwise import kind_name
from minigrad.ops import elementwise, operand
from minigrad.tensors import Tensor


def comparison(operation, symbol):
    """A method that compares entry by entry and gives booleans, which have no gradient."""

    def compare(input, other):
        if not isinstance(other, Tensor):
            if not isinstance(other, (int, float, np.generic)):
                return NotImplemented
            other = operand(other, input, symbol)
        return Tensor(elementwise(operation, input, other))

    compare.__doc__ = f"input {symbol} other, entry by entry, as a tensor of booleans."
    return compare


eq, ne = comparison(operator.eq, "=="), comparison(operator.ne, "!=")
lt, le = comparison(operator.lt, "<"), comparison(operator.le, "<=")
gt, ge = comparison(operator.gt, ">"), comparison(operator.ge, ">=")
Tensor.eq = Tensor.__eq__ = eq
Tensor.ne = Tensor.__ne__ = ne
Tensor.lt = Tensor.__lt__ = lt
Tensor.le = Tensor.__le__ = le
Tensor.gt = Tensor.__gt__ = gt
Tensor.ge = Tensor.__ge__ = ge
Tensor.__hash__ = object.__hash__  # tensors are told apart as objects, although == compares their entries


def equal(input, other):
    """True if both have the same shape and the same entries."""
    return np.array_equal(input.array, other.array)


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """True if every |input - other| <= atol + rtol |other|.

    Raises RuntimeError when the dtypes differ or the shapes do not fit together.
    """
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{kind_name(input)} did not match {kind_name(other)}")
    return bool(elementwise(lambda a, b: np.allclose(a, b, rtol, atol, equal_nan), input, other))


Tensor.equal, Tensor.allclose = equal, allclose
