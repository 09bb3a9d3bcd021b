"""Asking a tensor for a method that minigrad leaves out on purpose says so, and what to use instead."""

from minigrad.core.tensors import Tensor
from minigrad.exact.left_out import METHODS, LeftOut


def offered_names(self) -> list[str]:
    """The names for TAB in a notebook."""
    return [name for name in object.__dir__(self) if name not in METHODS]


for name in METHODS - set(dir(Tensor)):
    setattr(Tensor, name, LeftOut(name))
Tensor.__dir__ = offered_names
