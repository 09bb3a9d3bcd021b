"""Chapters 1, 3 and 6. The rules of operations, and how gradients are added up and copied."""

from minigrad.core.tensors import Tensor
from minigrad.machinery.fast_sums import summed


def add_rule(grad):
    """For c = self + other: what goes to self, and what goes to other."""
    return grad, grad


def mul_rule(grad, self, other):
    """For c = self * other: what goes to self, and what goes to other."""
    return grad * other, grad * self


def mean_rule(grad, count):
    """For the mean of `count` numbers: what goes to each of them."""
    return grad / count


def neg_rule(grad):
    """For c = -self: what goes to self."""
    return -grad


def div_rule(grad, self, other):
    """For c = self / other: what goes to self, and what goes to other."""
    return grad / other, -grad * ((self / other) / other)


def exp_rule(grad, result):
    """For c = exp(self): what goes to self."""
    return grad * result


def pow_rule(grad, self, exponent):
    """For c = self ** exponent, where the exponent is a plain number: what goes to self."""
    return grad * (exponent * self ** (exponent - 1))


def tanh_rule(grad, result):
    """For c = tanh(self): what goes to self."""
    return grad * (1 - result * result)


class Nothing(Tensor):
    """A gradient that did not come: added to another, it leaves that one as it is."""

    __array_ufunc__ = None  # NumPy leaves the adding to us

    def __add__(self, other):
        return other

    __radd__ = __add__


NOTHING = Nothing(None)


def sum_to(grad, shape):
    """Add up what broadcasting repeated, so that grad has this shape. (2, 3) -> (3,)"""
    extra = grad.ndim - len(shape)
    repeated = [extra + d for d, n in enumerate(shape) if n == 1]
    return summed(grad, (*range(extra), *repeated)).reshape(shape)
