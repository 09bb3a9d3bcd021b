"""Questions to tensors. The answers are booleans, and have no gradient; nor has what is done to bits."""

import operator

import numpy as np

from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import invalid, is_operand, kind_name, method, named, require_each, require_tensor
from minigrad.exact.dtypes import C_NAMES, DTYPES
from minigrad.machinery.silence import silently
from minigrad.operations.arithmetic import elementwise, operand


def of_operator(name, operation, meaning):
    """A function of two, and the same as an operator's method, which leaves what is no number to Python.

    The function raises TypeError for what is no number; both raise RuntimeError for shapes that do not fit together.
    """

    def as_operator(self, other) -> Tensor:
        if not is_operand(other):
            return NotImplemented
        return Tensor(elementwise(operation, self, other if isinstance(other, Tensor) else operand(other, self, "")))

    def function(input, other) -> Tensor:
        answer = as_operator(input, other) if isinstance(input, Tensor) else NotImplemented
        if answer is NotImplemented:
            raise invalid(name, input, other)
        return answer

    doc = f"{meaning}, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"
    return named(function, name, doc), named(as_operator, name, doc)


eq, Tensor.__eq__ = of_operator("eq", operator.eq, "Whether input == other")
ne, Tensor.__ne__ = of_operator("ne", operator.ne, "Whether input != other")
lt, Tensor.__lt__ = of_operator("lt", operator.lt, "Whether input < other")
le, Tensor.__le__ = of_operator("le", operator.le, "Whether input <= other")
gt, Tensor.__gt__ = of_operator("gt", operator.gt, "Whether input > other")
ge, Tensor.__ge__ = of_operator("ge", operator.ge, "Whether input >= other")
Tensor.__hash__ = object.__hash__  # tensors are told apart as objects, although == compares their entries


def on_bits(name, operation):
    """NumPy's operation on booleans or on the bits of whole numbers. It raises NotImplementedError for others."""

    def apply(*arrays):
        if arrays[0].dtype.kind == "f":
            np.broadcast(*arrays)  # shapes that do not fit are told first
            raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{C_NAMES[DTYPES[arrays[0].dtype]]}'")
        return operation(*arrays)

    return apply


bitwise_and, Tensor.__and__ = of_operator("bitwise_and", on_bits("bitwise_and", operator.and_), "input & other")
bitwise_or, Tensor.__or__ = of_operator("bitwise_or", on_bits("bitwise_or", operator.or_), "input | other")
bitwise_xor, Tensor.__xor__ = of_operator("bitwise_xor", on_bits("bitwise_xor", operator.xor), "input ^ other")
Tensor.__rand__, Tensor.__ror__, Tensor.__rxor__ = Tensor.__and__, Tensor.__or__, Tensor.__xor__


def invert(self) -> Tensor:
    """~self: false for true, and -1 - n for a whole number n."""
    if self.array.dtype.kind == "f":
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return Tensor(~self.array)


def of_each(name, ask, meaning):
    """The function that asks NumPy the question about each entry of a tensor."""

    def function(input) -> Tensor:
        require_tensor(input, name)
        return Tensor(ask(input.array))

    return named(function, name, meaning)


isnan = of_each("isnan", np.isnan, "Whether each entry is nan.")
isinf = of_each("isinf", np.isinf, "Whether each entry is infinite.")
isfinite = of_each("isfinite", np.isfinite, "Whether each entry is neither infinite nor nan.")
logical_not = of_each("logical_not", np.logical_not, "Whether each entry is 0, or false.")


def of_truths(name, ask):
    """The function of two tensors that counts each entry other than 0 as true."""

    def function(input, other) -> Tensor:
        require_each(name, 1, input=input, other=other)
        return Tensor(elementwise(ask, input, other))

    return named(function, name, f"{name}, entry by entry; what is not 0 counts as true. (m, 1), (n,) -> (m, n)")


logical_and, logical_or = of_truths("logical_and", np.logical_and), of_truths("logical_or", np.logical_or)
logical_xor = of_truths("logical_xor", np.logical_xor)


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> Tensor:
    """Whether |input - other| <= atol + rtol |other|, entry by entry. (m, 1), (n,) -> (m, n)

    Raises RuntimeError when the dtypes differ, the shapes do not fit together or a tolerance is negative.
    """
    return close("isclose", input, other, rtol, atol, equal_nan)


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> bool:
    """True if all entries are close; see `isclose`."""
    return bool(close("allclose", input, other, rtol, atol, equal_nan).array.all())


def close(name, input, other, rtol, atol, equal_nan):
    require_each(name, 1, input=input, other=other)
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{kind_name(input)} did not match {kind_name(other)}")
    for tolerance, number in (("rtol", rtol), ("atol", atol)):
        if number < 0:
            raise RuntimeError(f"{tolerance} must be greater than or equal to zero, but got {number:g}")
    return Tensor(silently(elementwise, lambda a, b: np.isclose(a, b, rtol, atol, equal_nan), input, other))


for function in (
    eq, ne, lt, le, gt, ge, bitwise_and, bitwise_or, bitwise_xor, logical_and, logical_or, logical_xor, isclose,
    allclose,
):
    setattr(Tensor, function.__name__, method(function))
Tensor.isnan, Tensor.isinf, Tensor.isfinite, Tensor.logical_not = isnan, isinf, isfinite, logical_not
Tensor.__invert__ = invert
