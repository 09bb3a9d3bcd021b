"""Matrices: turned, multiplied, and cut along their diagonals."""

import warnings

from minigrad.function import Function
from minigrad.elementwise import kind_name, refuse_bool
from minigrad.ops import shared
from minigrad.shapes import SqueezeDim, permute
from minigrad.tensors import Tensor, storage

# What C++ calls the four kinds of number, in the errors of some operations.
PLAIN_NAMES = {"Float": "float", "Double": "double", "Long": "long int", "Bool": "bool"}


class T(Function, node="TBackward0"):
    """Rows become columns. (n, m) -> (m, n)"""

    @staticmethod
    def forward(ctx, self):
        return shared(self, storage(self).T)

    @staticmethod
    def backward(ctx, grad):
        return turned(grad)


def turned(grad):
    """A matrix with rows and columns exchanged: an array for an array, a recorded tensor for a tensor."""
    return grad.t() if isinstance(grad, Tensor) else grad.T


def t(input):
    """The transposed matrix, on the same memory. (n, m) -> (m, n)"""
    if input.array.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.array.ndim}D")
    return T.apply(input)


def reversed_dims(self):
    """The dimensions in reverse order, on the same memory; meant for matrices. (n, m) -> (m, n)"""
    count = self.array.ndim
    if count == 0:
        warnings.warn(
            "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.", stacklevel=2
        )
    elif count != 2:
        warnings.warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will "
            "throw an error in a future release. Consider `x.mT` to transpose batches of matrices or "
            "`x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor.",
            stacklevel=2,
        )
    return permute(self, tuple(range(count - 1, -1, -1)))


Tensor.t = t
Tensor.T = property(reversed_dims)


class Mm(Function, node="MmBackward0", saves="self mat2"):
    """self @ mat2 for two matrices: each gradient is a product with the other matrix, transposed."""

    @staticmethod
    def forward(ctx, self, mat2):
        ctx.save_for_backward(self if mat2._requires_grad else None, mat2 if self._requires_grad else None)
        return self.array @ mat2.array

    @staticmethod
    def backward(ctx, grad):
        self, mat2 = ctx.saved_like(grad)
        return None if mat2 is None else grad @ turned(mat2), None if self is None else turned(self) @ grad


class Mv(Function, node="MvBackward0", saves="self vec"):
    """self @ vec for a matrix and a vector."""

    @staticmethod
    def forward(ctx, self, vec):
        ctx.save_for_backward(self if vec._requires_grad else None, vec if self._requires_grad else None)
        return self.array @ vec.array

    @staticmethod
    def backward(ctx, grad):
        self, vec = ctx.saved_like(grad)
        column = None if vec is None else grad.reshape((-1, 1)) * vec
        return column, None if self is None else turned(self) @ grad


class Dot(Function, node="DotBackward0", saves="self tensor"):
    """The sum of the products of two vectors' entries."""

    @staticmethod
    def forward(ctx, self, tensor):
        ctx.save_for_backward(self if tensor._requires_grad else None, tensor if self._requires_grad else None)
        return self.array @ tensor.array

    @staticmethod
    def backward(ctx, grad):
        self, tensor = ctx.saved_like(grad)
        return None if tensor is None else grad * tensor, None if self is None else grad * self


def mm(input, mat2):
    """The product of two matrices. (n, m), (m, p) -> (n, p)"""
    a, b = input.array.shape, mat2.array.shape
    if len(a) != 2 or len(b) != 2:
        raise RuntimeError(f"{'self' if len(a) != 2 else 'mat2'} must be a matrix")
    if a[1] != b[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({a[0]}x{a[1]} and {b[0]}x{b[1]})")
    if input.dtype is not mat2.dtype:
        kinds = [PLAIN_NAMES[kind_name(tensor)] for tensor in (input, mat2)]
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {kinds[0]} != {kinds[1]}")
    refuse_bool(input, "addmm_impl_cpu_")
    return Mm.apply(input, mat2)


def mv(input, vec):
    """The product of a matrix and a vector. (n, m), (m,) -> (n,)"""
    a, b = input.array.shape, vec.array.shape
    if len(a) != 2 or len(b) != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {len(a)}, {len(b)}")
    if a[1] != b[0]:
        raise RuntimeError(f"size mismatch, got input ({a[0]}), mat ({a[0]}x{a[1]}), vec ({b[0]})")
    if input.dtype is not vec.dtype:
        vector, matrix = kind_name(vec), kind_name(input)
        raise RuntimeError(
            f"addmv input tensors must have the same dtype, but got {vector}, {matrix}, and {vector}"
        )
    refuse_bool(input, "addmv_impl_cpu")
    return Mv.apply(input, vec)


def dot(input, tensor):
    """The inner product of two vectors. (n,), (n,) -> ()"""
    a, b = input.array.shape, tensor.array.shape
    if len(a) != 1 or len(b) != 1:
        raise RuntimeError(f"1D tensors expected, but got {len(a)}D and {len(b)}D tensors")
    if input.dtype is not tensor.dtype:
        raise RuntimeError(
            "dot : expected both vectors to have same dtype, "
            f"but found {kind_name(input)} and {kind_name(tensor)}"
        )
    if a != b:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{b[0]}] to have the same number of "
            f"elements, but got {a[0]} and {b[0]} elements respectively"
        )
    refuse_bool(input, "dot")
    return Dot.apply(input, tensor)


class SqueezeInPlace(SqueezeDim, node="SqueezeBackward4"):
    """How PyTorch takes the row away again that a vector was made to."""


def matmul(input, other):
    """The product of matrices and vectors. (n, m), (m, p) -> (n, p); a vector counts as a row or a column.

    Raises NotImplementedError for stacks of matrices.
    """
    dims = input.array.ndim, other.array.ndim
    if 0 in dims:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {dims[0]}D and {dims[1]}D"
        )
    if dims == (2, 2):
        return mm(input, other)
    if dims == (2, 1):
        return mv(input, other)
    if dims == (1, 1):
        return dot(input, other)
    if dims == (1, 2):
        return SqueezeInPlace.apply(mm(input.unsqueeze(0), other), 0)
    raise NotImplementedError("minigrad multiplies matrices and vectors; stacks of matrices it leaves to PyTorch")


def at(self, other):
    """self @ other. For anything but a tensor, Python finds the words of its error."""
    return matmul(self, other) if isinstance(other, Tensor) else NotImplemented


Tensor.mm, Tensor.mv, Tensor.dot, Tensor.matmul, Tensor.__matmul__ = mm, mv, dot, matmul, at
