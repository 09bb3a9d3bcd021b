"""What a tensor holds, as Python and NumPy know it: its sizes, its numbers, its array."""

import numpy as np

from minigrad.core.tensors import Tensor, storage
from minigrad.exact.arguments import method, positive_dim, require_each, require_tensor, whole


def size(self, dim=None):
    """The whole shape, or the number of entries along one dimension."""
    if dim is not None and self.array.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return self.shape if dim is None else self.array.shape[positive_dim(whole(dim, "size", "dim", 1), self.array.ndim)]


def dim(self) -> int:
    """How many dimensions; 0 for a single number."""
    return self.array.ndim


def numel(input) -> int:
    """How many numbers altogether."""
    require_tensor(input, "numel")
    return int(input.array.size)


def item(self) -> bool | float | int:
    """The one number inside, as a Python number.

    Raises RuntimeError when there are several, or none.
    """
    if self.array.size != 1:
        raise RuntimeError(
            f"a Tensor with {self.array.size} elements cannot be converted to Scalar"
        )
    return self.array.item()


def tolist(self):
    """The numbers as nested Python lists."""
    return self.array.tolist()


def equal(input, other) -> bool:
    """True if both have the same shape and the same entries."""
    require_each("equal", 1, input=input, other=other)
    return np.array_equal(input.array, other.array)


def numpy(self) -> np.ndarray:
    """The numbers as a NumPy array that shares the tensor's memory.

    Raises RuntimeError when the tensor requires a gradient: NumPy would record nothing.
    """
    if self._requires_grad:
        raise RuntimeError(
            "Can't call numpy() on Tensor that requires grad. "
            "Use tensor.detach().numpy() instead."
        )
    return storage(self)


def as_array(self, dtype=None, copy=None) -> np.ndarray:
    return np.array(self.numpy(), dtype=dtype, copy=copy)


for function in (size, dim, numel, item, tolist, numpy):
    setattr(Tensor, function.__name__, function)
Tensor.ndim, Tensor.__array__, Tensor.equal = property(dim), as_array, method(equal)
