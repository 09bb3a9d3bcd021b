# Made by tools/stubs.py from minigrad.operations.leaves: change it there.
from minigrad.core.tensors import Tensor

def make_leaf(array, dtype, requires_grad) -> Tensor:
    """A new leaf on this array. Every constructor below ends here."""
def tensor(data, *, dtype=..., requires_grad=...) -> Tensor:
    """A new leaf with a copy of the data: a number, nested lists of numbers, or a NumPy array."""
def ones(*size, dtype=..., requires_grad=...) -> Tensor:
    """A leaf of ones."""
def zeros(*size, dtype=..., requires_grad=...) -> Tensor:
    """A leaf of zeros."""
def zeros_like(input, *, dtype=..., requires_grad=...) -> Tensor:
    """Zeros in the shape and dtype of `input`. The flag is not copied."""
