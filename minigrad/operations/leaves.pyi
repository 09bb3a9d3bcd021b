# Made by tools/stubs.py from minigrad.operations.leaves: change it there.
from minigrad.core.tensors import Tensor

def zeros(*size, dtype=..., requires_grad=...) -> Tensor:
    """A leaf of zeros."""
def zeros_like(input, *, dtype=..., requires_grad=...) -> Tensor:
    """Zeros in the shape and dtype of `input`. The flag is not copied."""
