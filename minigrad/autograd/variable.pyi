# Made by tools/stubs.py from minigrad.autograd.variable: change it there.
from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import dtype as _dtype
from numpy import ndarray
from typing import Any

class VariableMeta(type):
    """Answers `isinstance(something, Variable)`: every tensor is one."""
    def __instancecheck__(self, other) -> bool: ...
VOLATILE: str
class Variable(metaclass=VariableMeta):
    """A new leaf on the same numbers as `data`, with the flag as given: `detach()`, no copy."""
    def __new__(cls, data=..., requires_grad=..., volatile=...) -> Tensor: ...
def get_volatile(self) -> bool:
    """Always False; `no_grad` has taken its place (chapter 8)."""
def set_volatile(self, value) -> None: ...
def reinforce(self, reward) -> Any:
    """Once gave a reward to a random choice. Raises RuntimeError: it says what to do now."""
class TensorType(type):
    """What `FloatTensor` and its sisters are: calling one makes an ordinary Tensor."""
    def __call__(self, *data) -> Tensor:
        """A leaf with these numbers, or, for sizes, of zeros (PyTorch: whatever is in memory)."""
    def __instancecheck__(self, other) -> bool: ...
class FloatTensor(metaclass=TensorType):
    """`FloatTensor([1, 2])` or `FloatTensor(2, 3)`: a Tensor of float32."""
    dtype: _dtype
class DoubleTensor(metaclass=TensorType):
    """`DoubleTensor([1, 2])` or `DoubleTensor(2, 3)`: a Tensor of float64."""
    dtype: _dtype
class LongTensor(metaclass=TensorType):
    """`LongTensor([1, 2])` or `LongTensor(2, 3)`: a Tensor of int64."""
    dtype: _dtype
def tensor_type(self, dtype=...) -> Any:
    """The old name of its dtype, 'torch.FloatTensor' in PyTorch; or its numbers in `dtype`."""
def written_out(given) -> ndarray:
    """The array for `Tensor([0, 0, 0])` and `Tensor(2, 3)`: FloatTensor, or what has the default dtype."""
