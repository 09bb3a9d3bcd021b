# Made by tools/stubs.py from minigrad.library.comparisons: change it there.
from minigrad.core.tensors import Tensor
from typing import Any

def of_operator(name, operation, meaning) -> Any: ...
def eq(input, other) -> Tensor:
    """Whether input == other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
def ne(input, other) -> Tensor:
    """Whether input != other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
def lt(input, other) -> Tensor:
    """Whether input < other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
def le(input, other) -> Tensor:
    """Whether input <= other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
def gt(input, other) -> Tensor:
    """Whether input > other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
def ge(input, other) -> Tensor:
    """Whether input >= other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
def on_bits(name, operation) -> Any: ...
def bitwise_and(input, other) -> Tensor:
    """input & other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
def bitwise_or(input, other) -> Tensor:
    """input | other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
def bitwise_xor(input, other) -> Tensor:
    """input ^ other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
def invert(self) -> Tensor: ...
def of_each(name, ask, meaning) -> Any: ...
def isnan(input) -> Tensor:
    """Whether each entry is nan."""
def isinf(input) -> Tensor:
    """Whether each entry is infinite."""
def isfinite(input) -> Tensor:
    """Whether each entry is neither infinite nor nan."""
def logical_not(input) -> Tensor:
    """Whether each entry is 0, or false."""
def of_truths(name, ask) -> Any: ...
def logical_and(input, other) -> Tensor:
    """logical_and, entry by entry; what is not 0 counts as true. (m, 1), (n,) -> (m, n)"""
def logical_or(input, other) -> Tensor:
    """logical_or, entry by entry; what is not 0 counts as true. (m, 1), (n,) -> (m, n)"""
def logical_xor(input, other) -> Tensor:
    """logical_xor, entry by entry; what is not 0 counts as true. (m, 1), (n,) -> (m, n)"""
def isclose(input, other, rtol=..., atol=..., equal_nan=...) -> Tensor: ...
def allclose(input, other, rtol=..., atol=..., equal_nan=...) -> bool: ...
def close(name, input, other, rtol, atol, equal_nan) -> Tensor: ...
