"""What stands for an operand that a rule does not need, so that nobody keeps it."""

from minigrad.core.tensors import Tensor


class Unneeded(Tensor):
    """In the place of an operand that was not saved: what is computed with it is no gradient."""

    __array_ufunc__ = None  # NumPy leaves the computing to us

    def __mul__(self, other):
        return self

    __rmul__ = __add__ = __radd__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = __mul__
    __pow__ = __rpow__ = __matmul__ = __rmatmul__ = __mul__
    T = property(lambda self: self)
    t = T.fget

    def __neg__(self):
        return self


UNNEEDED = Unneeded(None)
