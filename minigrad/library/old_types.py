"""More of the names of 2018, beside those of chapter 14: calling one makes a tensor of whole numbers or booleans."""

from minigrad.autograd.variable import TensorType
from minigrad.exact.dtypes import bool_, int8, int16, int32, uint8


class CharTensor(metaclass=TensorType):
    """`CharTensor([1, 2])` or `CharTensor(2, 3)`: a Tensor of int8."""

    __module__, dtype = "minigrad", int8


class ShortTensor(metaclass=TensorType):
    """`ShortTensor([1, 2])` or `ShortTensor(2, 3)`: a Tensor of int16."""

    __module__, dtype = "minigrad", int16


class IntTensor(metaclass=TensorType):
    """`IntTensor([1, 2])` or `IntTensor(2, 3)`: a Tensor of int32."""

    __module__, dtype = "minigrad", int32


class ByteTensor(metaclass=TensorType):
    """`ByteTensor([1, 2])` or `ByteTensor(2, 3)`: a Tensor of uint8."""

    __module__, dtype = "minigrad", uint8


class BoolTensor(metaclass=TensorType):
    """`BoolTensor([1, 2])` or `BoolTensor(2, 3)`: a Tensor of bool."""

    __module__, dtype = "minigrad", bool_
