"""How a rule that the reader writes is tried: with what later chapters put in the place of numbers and names."""

import copy
import inspect
import operator
from types import FunctionType

import numpy as np

from minigrad.teach.check import needed


class OfSigns:
    """Numbers that know some operators and nothing else: `knows=("mul", "neg")`, by their names in `operator`."""

    __array_ufunc__ = None  # NumPy leaves the computing to us

    def __init__(self, value):
        self.value = value

    def __init_subclass__(cls, knows):
        for name in knows:
            setattr(cls, f"__{name}__", sign(getattr(operator, name)))
            if name not in ("neg", "pos"):
                setattr(cls, f"__r{name}__", sign(getattr(operator, name), turned=True))

    def __repr__(self):
        return f"{type(self).__name__}({self.value})"


def sign(operation, turned=False):
    """The method for an operator; `turned`, for the operand on its right."""
    def method(self, *other):
        values = [getattr(part, "value", part) for part in (self, *other)]
        if not all(isinstance(value, (int, float, np.number)) for value in values):
            return NotImplemented
        return type(self)(operation(*values[::-1] if turned else values))

    return method


def elsewhere(function, **names):
    """The same function, with other meanings for some of the names that it finds in its module."""
    if not inspect.isfunction(function):
        return function
    space = function.__globals__ | names
    moved = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    moved.__kwdefaults__ = function.__kwdefaults__
    return moved


def by_signs(rule, *inputs):
    """What a rule answers to such numbers, as Python's own."""
    answer = needed(rule)(*inputs)
    if isinstance(answer, tuple):
        return [getattr(part, "value", part) for part in answer]
    return getattr(answer, "value", answer)


def left_by(rule, *inputs):
    """What stands in the arrays that a rule was given, once it has answered."""
    given = copy.deepcopy(list(inputs))
    needed(rule)(*given)
    return given
