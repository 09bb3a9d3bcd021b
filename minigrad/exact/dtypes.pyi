# Made by tools/stubs.py from minigrad.exact.dtypes: change it there.
from typing import Any

class dtype:
    """The kind of number a tensor holds. There are four: float32, float64, int64 and bool."""
    def __init__(self, name, is_floating_point) -> Any: ...
    def __reduce__(self) -> Any: ...
    def __repr__(self) -> str: ...
    @property
    def itemsize(self) -> int: ...
float32: dtype
float64: dtype
int64: dtype
bool_: dtype
class Default:
    """The dtype of Python's floats, and of constructors that are told no other: see `set_default_dtype`."""
    dtype: dtype
default: Default
DTYPES: dict[Any, dtype]
C_NAMES: dict[dtype, str]
C_WORDS: dict[dtype, str]
class Size(tuple[Any, ...]):
    """The shape of a tensor: a tuple that prints as PyTorch prints it."""
    def __repr__(self) -> str: ...
    def numel(self) -> int:
        """How many entries a tensor of this shape has."""
KINDS: str
def common_dtype(a, b) -> Any:
    """The dtype in which two arrays meet."""
def floating(array) -> Any:
    """The array itself if it holds floating point numbers, else a float32 copy."""
def counted(array) -> Any:
    """The array itself, or whole numbers for booleans, which are counted."""
