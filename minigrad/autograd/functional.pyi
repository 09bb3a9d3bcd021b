# Made by tools/stubs.py from minigrad.autograd.functional: change it there.
from typing import Any, Self, overload
def vjp(func, inputs, v=..., create_graph=..., strict=...) -> tuple:
    """(outputs, product): the vector times the Jacobian of `func` at `inputs`, in one pass."""
def jacobian(func, inputs, create_graph=..., strict=..., vectorize=..., strategy=...) -> Any:
    """All slopes of `func` at `inputs`, one backward pass per output entry. (n,) -> (m, n)"""
def jvp(func, inputs, v=..., create_graph=..., strict=...) -> tuple:
    """(outputs, product): the Jacobian times a vector in the shape of the inputs."""
def hessian(func, inputs, create_graph=..., strict=..., vectorize=..., outer_jacobian_strategy=...) -> Any:
    """All second derivatives of a function with one number: the Jacobian of its gradient."""
def vhp(func, inputs, v=..., create_graph=..., strict=...) -> tuple:
    """(output, product): the vector times the Hessian, without the Hessian, in two passes."""
def hvp(func, inputs, v=..., create_graph=..., strict=...) -> tuple:
    """(output, product): the Hessian times a vector, by the way of `jvp`: slower than `vhp`."""
def __getattr__(name: str) -> Any: ...
