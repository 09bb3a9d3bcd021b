# Made by tools/stubs.py from minigrad.autograd.variable: change it there.
from typing import Any, Self, overload
from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import Size, dtype as _dtype

class Variable:
    """A new leaf on the same numbers as `data`, with the flag as given: `detach()`, no copy."""
    def __new__(cls, data=..., requires_grad=..., volatile=...) -> Tensor: ...

class TensorType(type):
    """What `FloatTensor` and its sisters are: calling one makes an ordinary Tensor."""
    def __call__(self, *data) -> Tensor: ...
    def __instancecheck__(self, other) -> Any: ...

class FloatTensor(metaclass=TensorType):
    """`FloatTensor([1, 2])` or `FloatTensor(2, 3)`: a Tensor of float32."""
    dtype: _dtype

class DoubleTensor(metaclass=TensorType):
    """`DoubleTensor([1, 2])` or `DoubleTensor(2, 3)`: a Tensor of float64."""
    dtype: _dtype

class LongTensor(metaclass=TensorType):
    """`LongTensor([1, 2])` or `LongTensor(2, 3)`: a Tensor of int64."""
    dtype: _dtype
def __getattr__(name: str) -> Any: ...
