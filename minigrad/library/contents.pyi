# Made by tools/stubs.py from minigrad.library.contents: change it there.
from minigrad.exact.dtypes import Size
from numpy import ndarray
from typing import Any, overload

@overload
def size(self, dim: None = ...) -> Size:
    """The whole shape, or the number of entries along one dimension."""
@overload
def size(self, dim: int) -> int:
    """The whole shape, or the number of entries along one dimension."""
def dim(self) -> int:
    """How many dimensions; 0 for a single number."""
def numel(self) -> int:
    """How many numbers altogether."""
def item(self) -> bool | float | int:
    """The one number inside, as a Python number."""
def tolist(self) -> Any:
    """The numbers as nested Python lists."""
def equal(input, other) -> bool:
    """True if both have the same shape and the same entries."""
def numpy(self) -> ndarray:
    """The numbers as a NumPy array that shares the tensor's memory."""
def as_array(self, dtype=..., copy=...) -> ndarray: ...
