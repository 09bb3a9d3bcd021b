"""More operations that write into a tensor, in the pattern of chapter 9."""

from minigrad.arithmetic import add, div, floor_divide, mul, remainder, sub
from minigrad.exact.arguments import method, named
from minigrad.inplace import both_ways, in_place
from minigrad.library import (
    bitwise_and, bitwise_or, bitwise_xor, erf, expm1, floor, log1p, masked_fill, reciprocal, round, rsqrt,
    scatter_add, sgn, sign, square, tan, tril, triu,
)
from minigrad.tensors import Tensor


def writing(operation):
    """The method that writes the result into its tensor; errors about its arguments have its name, with the "_"."""
    name = operation.__name__ + "_"
    write = in_place(operation, name)

    def call(self, *args, **kwargs):
        try:
            return write(self, *args, **kwargs)
        except TypeError as error:
            error.args = (str(error).replace(f"{operation.__name__}()", f"{name}()"),)
            raise

    return method(named(call, name, write.__doc__))


for operation in (
    add, sub, mul, div, floor_divide, remainder, bitwise_and, bitwise_or, bitwise_xor, reciprocal, rsqrt, square,
    log1p, expm1, tan, erf, floor, round, sign, sgn, masked_fill, tril, triu, scatter_add,
):
    setattr(Tensor, operation.__name__ + "_", writing(operation))
for symbol, name, operation in (
    ("//=", "__ifloordiv__", floor_divide), ("%=", "__imod__", remainder), ("&=", "__iand__", bitwise_and),
    ("|=", "__ior__", bitwise_or), ("^=", "__ixor__", bitwise_xor),
):
    setattr(Tensor, name, both_ways(operation, symbol)[1])
