"""More of the names of 2018, beside those of chapter 14: calling one makes a tensor of whole numbers or booleans."""

from minigrad.autograd.variable import TensorType
from minigrad.exact.dtypes import bool_, int8, int16, int32, uint8


def type_of(name, dtype) -> TensorType:
    """The class of this name: `CharTensor([1, 2])` or `CharTensor(2, 3)` is a Tensor of int8."""
    meaning = f"`{name}([1, 2])` or `{name}(2, 3)`: a Tensor of {dtype.name}."
    return TensorType(name, (), {"__module__": "minigrad", "__doc__": meaning, "dtype": dtype})


CharTensor, ShortTensor = type_of("CharTensor", int8), type_of("ShortTensor", int16)
IntTensor, ByteTensor = type_of("IntTensor", int32), type_of("ByteTensor", uint8)
BoolTensor = type_of("BoolTensor", bool_)
