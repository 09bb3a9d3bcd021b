"""Matrices: turned, multiplied one by one or in stacks, and cut along their diagonals."""

import contextlib
import functools
import math
import operator
import re
import warnings
from collections import Counter
from string import ascii_letters

import numpy as np

from minigrad.function import Function, recording
from minigrad.elementwise import converted, kind_name, python_number, refuse_bool, require
from minigrad.indexing import expanded_shape
from minigrad.ops import Expand, View, expand, mismatch, mul, shared, view
from minigrad.pieces import whole
from minigrad.shapes import SqueezeDim, clone, permute, swapped, unsqueeze
from minigrad.tensors import Tensor, positive_dim, storage

# What C++ calls the four kinds of number, in the errors of some operations.
PLAIN_NAMES = {"Float": "float", "Double": "double", "Long": "long int", "Bool": "bool"}


def method(function):
    """The function as a method: its errors do not count the tensor before the dot among the arguments."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            error.args = (re.sub(r"(?<=position )\d", lambda place: str(int(place[0]) - 1), str(error)),)
            raise

    return call


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


def each_turned(self):
    """A matrix, or each of a stack of matrices, transposed, on the same memory. (k, n, m) -> (k, m, n)

    Raises RuntimeError for a vector.
    """
    count = self.array.ndim
    if count == 0:
        warnings.warn(
            "Tensor.mT is deprecated on 0-D tensors. This function is the identity in these cases.", stacklevel=2
        )
        return self
    if count == 1:
        raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return self.transpose(count - 2, count - 1)


Tensor.t = t
Tensor.T, Tensor.mT = property(reversed_dims), property(each_turned)


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


class Bmm(Mm, node="BmmBackward0", saves="self mat2"):
    """self @ mat2 for two stacks of matrices, pair by pair."""

    @staticmethod
    def backward(ctx, grad):
        self, mat2 = ctx.saved_like(grad)
        times = Bmm.apply if isinstance(grad, Tensor) else operator.matmul
        return (
            None if mat2 is None else times(grad, swapped(mat2, 1, 2)),
            None if self is None else times(swapped(self, 1, 2), grad),
        )


class Addmm(Function, node="AddmmBackward0", saves="mat1 mat2 alpha beta"):
    """beta * input + alpha * (mat1 @ mat2). What is multiplied by 0 does not count, even if it is nan."""

    @staticmethod
    def forward(ctx, input, mat1, mat2, beta, alpha):
        ctx.beta, ctx.alpha = beta, alpha
        ctx.save_for_backward(mat1 if mat2._requires_grad else None, mat2 if mat1._requires_grad else None)
        result = mat1.array @ mat2.array
        if alpha != 1:
            result = np.zeros_like(result) if alpha == 0 else result * alpha
        if beta != 0:
            result += scaled(input.array, beta)
        return result

    @staticmethod
    def backward(ctx, grad):
        mat1, mat2 = ctx.saved_like(grad)
        return (
            scaled(grad, ctx.beta),
            None if mat2 is None else scaled(grad @ turned(mat2), ctx.alpha),
            None if mat1 is None else scaled(turned(mat1) @ grad, ctx.alpha),
        )


def scaled(numbers, factor):
    return numbers if factor == 1 else numbers * factor


def refuse_bools(input, other, name):
    """Raise NotImplementedError for a product of booleans, if there is anything to multiply."""
    if input.array.size and other.array.size:
        refuse_bool(input, name)


def refuse_shapes(mat1, mat2):
    """Raise RuntimeError unless the rows of the first matrix are as long as the columns of the second."""
    (n, m), (k, p) = mat1.array.shape, mat2.array.shape
    if m != k:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({n}x{m} and {k}x{p})")


def mm(input, mat2):
    """The product of two matrices. (n, m), (m, p) -> (n, p)"""
    require(Tensor, input, "mm")
    require(Tensor, mat2, "mm", "mat2", 2)
    if input.array.ndim != 2 or mat2.array.ndim != 2:
        raise RuntimeError(f"{'self' if input.array.ndim != 2 else 'mat2'} must be a matrix")
    refuse_shapes(input, mat2)
    if input.dtype is not mat2.dtype:
        kinds = [PLAIN_NAMES[kind_name(tensor)] for tensor in (input, mat2)]
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {kinds[0]} != {kinds[1]}")
    refuse_bools(input, mat2, "addmm_impl_cpu_")
    return Mm.apply(input, mat2)


def mv(input, vec):
    """The product of a matrix and a vector. (n, m), (m,) -> (n,)"""
    require(Tensor, input, "mv")
    require(Tensor, vec, "mv", "vec", 2)
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
    refuse_bools(input, vec, "addmv_impl_cpu")
    return Mv.apply(input, vec)


def dot(input, tensor):
    """The inner product of two vectors. (n,), (n,) -> ()"""
    require(Tensor, input, "dot")
    require(Tensor, tensor, "dot", "tensor", 2)
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


def bmm(input, mat2):
    """The products of two stacks of matrices, pair by pair. (k, n, m), (k, m, p) -> (k, n, p)"""
    require(Tensor, input, "bmm")
    require(Tensor, mat2, "bmm", "mat2", 2)
    a, b = input.array.shape, mat2.array.shape
    if len(a) != 3 or len(b) != 3:
        raise RuntimeError(f"batch{1 if len(a) != 3 else 2} must be a 3D tensor")
    if (a[0], a[2]) != b[:2]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{a[0]}, {a[2]}] "
            f"but got: [{b[0]}, {b[1]}]."
        )
    refuse_bools(input, mat2, "bmm")
    if input.dtype is not mat2.dtype:
        raise RuntimeError(f"expected scalar type {kind_name(input)} but found {kind_name(mat2)}")
    return Bmm.apply(input, mat2)


def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    """beta * input + alpha * (mat1 @ mat2), `input` repeated where it is smaller. (p,), (n, m), (m, p) -> (n, p)"""
    require(Tensor, input, "addmm")
    require(Tensor, mat1, "addmm", "mat1", 2)
    require(Tensor, mat2, "addmm", "mat2", 3)
    for name, tensor in ("self", input), ("mat1", mat1):
        if tensor.dtype is not mat2.dtype:
            raise RuntimeError(
                f"{name} and mat2 must have the same dtype, but got {kind_name(tensor)} and {kind_name(mat2)}"
            )
    for name, tensor in ("mat1", mat1), ("mat2", mat2):
        if tensor.array.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {tensor.array.ndim}-D tensor")
    refuse_shapes(mat1, mat2)
    expanded_shape(input, (mat1.array.shape[0], mat2.array.shape[1]))
    refuse_bools(mat1, mat2, "addmm_impl_cpu_")
    return Addmm.apply(input, mat1, mat2, factor(beta, "beta", input), factor(alpha, "alpha", input))


def factor(number, name, tensor):
    """A Python number to multiply a tensor by: for whole numbers, without its fraction.

    Raises TypeError for anything else, RuntimeError for one that is too large.
    """
    number = number.item() if isinstance(number, Tensor) else python_number(number)
    if not isinstance(number, (int, float)):
        raise TypeError(f"addmm(): argument '{name}' must be Number, not {type(number).__name__}")
    dtype = tensor.array.dtype
    return int(converted(number, dtype)) if dtype.kind == "i" else number


class SqueezeInPlace(SqueezeDim, node="SqueezeBackward4", saves="dim self_sym_sizes"):
    """How PyTorch takes the row away again that a vector was made to."""

    @staticmethod
    def forward(ctx, self, dim):
        ctx.dim, ctx.self_sym_sizes = dim, self.array.shape
        return self.array.squeeze(dim)


class Refold(View, node="UnsafeViewBackward0", saves="self_sym_sizes"):
    """A result in another shape. Nobody has seen it in its first one, so this is no view of anything."""

    @staticmethod
    def forward(ctx, self, shape):
        ctx.self_sym_sizes = self.array.shape
        return self.array.reshape(shape)


class ReshapeAlias(View, node="ReshapeAliasBackward0"):
    """A view of numbers that do not lie row by row in memory."""


def folded(tensor, shape):
    """The same numbers in another shape, on the same memory if possible, with PyTorch's node for each case."""
    if storage(tensor).flags.c_contiguous:
        return View.apply(tensor, shape)
    try:
        return ReshapeAlias.apply(tensor, shape)
    except ValueError:
        return Refold.apply(clone(tensor), shape)


def matmul(input, other):
    """The product of vectors, matrices and stacks of matrices. (k, n, m), (m, p) -> (k, n, p)

    A vector counts as a row on the left and as a column on the right. Where one of the two is a smaller stack, or no
    stack at all, it is used several times. Raises RuntimeError when the shapes do not fit together.
    Source: PyTorch's aten/src/ATen/native/LinearAlgebra.cpp.
    """
    require(Tensor, input, "matmul")
    require(Tensor, other, "matmul", "other", 2)
    return product(input, other)


def product(input, other):
    """What `matmul` gives, for two tensors."""
    dims = refuse_single_numbers("matmul", input, other)
    if dims == (2, 2):
        return mm(input, other)
    if dims == (2, 1):
        return mv(input, other)
    if dims == (1, 1):
        return dot(input, other)
    if dims == (1, 2):
        return SqueezeInPlace.apply(mm(unsqueeze(input, 0), other), 0)
    return one_product(input, other) if is_one_product(input, other) else many_products(input, other)


def refuse_single_numbers(function, input, other):
    """How many dimensions both have. Raises RuntimeError if one of them has none."""
    dims = input.array.ndim, other.array.ndim
    if 0 in dims:
        raise RuntimeError(
            f"both arguments to {function} need to be at least 1D, but they are {dims[0]}D and {dims[1]}D"
        )
    return dims


def is_one_product(input, other):
    """Whether to make one high matrix of a stack, instead of repeating the matrix or vector that it meets.

    For a matrix or vector with a gradient always: the gradient would be repeated as well. Else if it costs no copy.
    """
    stack_first = input.array.ndim >= other.array.ndim
    single = other if stack_first else input
    if single.array.ndim > 2:
        return False
    if single._requires_grad or input.array.ndim == 2:
        return single._requires_grad
    stack = input.array if stack_first else other.array.swapaxes(-1, -2)
    return stack.size == 0 or row_by_row(stack)


def row_by_row(array):
    """Whether one step leads from each row to the next, across all matrices of a stack."""
    step = array.shape[-1] * array.strides[-1]
    for dim in range(array.ndim - 2, -1, -1):
        length, stride = array.shape[dim], array.strides[dim]
        if (length, stride) == (1, 0):
            stride = step  # a dimension that `unsqueeze` made
        if dim < array.ndim - 2 and stride != step:
            return False
        step = length * stride
    return True


def one_product(input, other):
    """A stack times a matrix or vector: all rows of the stack below each other are one matrix.

    Where the matrix comes first, both are turned, and the result is turned back.
    """
    turn = other.array.ndim > input.array.ndim
    stack, single = (other.mT, input) if turn else (input, other)
    *lengths, m = stack.array.shape
    rows = folded(stack, (math.prod(lengths), m))
    if single.array.ndim == 1:
        return Refold.apply(mv(rows, single), tuple(lengths))
    matrix = mm(rows, t(single) if turn else single)
    result = Refold.apply(matrix, (*lengths, matrix.array.shape[1]))
    return in_order(result.mT) if turn else result


def in_order(tensor):
    """The tensor itself if its numbers lie row by row in memory, else a copy."""
    return tensor if tensor.array.flags.c_contiguous else clone(tensor)


def many_products(input, other):
    """A stack times a stack, matrix by matrix, each repeated until both are equally high."""
    recorded = recording.on and (input._requires_grad or other._requires_grad)
    if not recorded and input.dtype is other.dtype and input.array.dtype.kind != "b":
        with contextlib.suppress(ValueError):  # the steps below have the words for it
            return Tensor(input.array @ other.array)
    a, b = input.array.shape, other.array.shape
    if len(a) == len(b) == 3 and a[0] != b[0]:
        if a[0] == 1 and input._requires_grad:
            return one_product(input.squeeze(0), other)
        if b[0] == 1 and other._requires_grad:
            return one_product(input, other.squeeze(0))
    try:
        stack = np.broadcast_shapes(a[:-2], b[:-2])
    except ValueError:
        raise RuntimeError(mismatch(a[:-2], b[:-2])) from None
    rows, columns = (1, *a)[-2:], b[-2:]
    left = folded(Expand.apply(input, (*stack, *rows)), (math.prod(stack), *rows))
    right = folded(Expand.apply(other, (*stack, *columns)), (math.prod(stack), *columns))
    if len(b) == 1:
        return Refold.apply(bmm(left, unsqueeze(right, 2)).squeeze(-1), (*stack, *a[-2:-1]))
    return Refold.apply(bmm(left, right), (*stack, *a[-2:-1], b[-1]))


def at(self, other):
    """self @ other. For anything but a tensor, Python finds the words of its error."""
    return product(self, other) if isinstance(other, Tensor) else NotImplemented


def linear(input, weight, bias=None):
    """input @ weight.T + bias: the formula of a linear layer. (..., m), (p, m), (p,) -> (..., p)

    Source: PyTorch's aten/src/ATen/native/Linear.cpp.
    """
    require(Tensor, input, "linear")
    require(Tensor, weight, "linear", "weight", 2)
    dims = refuse_single_numbers("linear", input, weight)
    if bias is None:
        return product(input, t(weight))
    require(Tensor, bias, "linear", "bias", 3)
    if dims[0] == 2:
        return addmm(bias, input, t(weight))
    long = [length for length in bias.array.shape if length != 1]
    one_row = (bias.array.ndim == 1 or len(long) == 1) and bias.array.flags.c_contiguous
    if one_row and input.array.flags.c_contiguous:
        *lengths, m = input.array.shape
        result = addmm(bias, View.apply(input, (math.prod(lengths), m)), t(weight))
        return View.apply(result, (*lengths, result.array.shape[1]))
    return product(input, t(weight)).add_(bias)


def outer(input, vec2):
    """Each entry of one vector times each entry of another. (n,), (m,) -> (n, m)"""
    require(Tensor, input, "outer")
    require(Tensor, vec2, "outer", "vec2", 2)
    for name, tensor in ("self", input), ("vec2", vec2):
        if tensor.array.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {tensor.array.ndim}-D")
    return mul(folded(input, (input.array.size, 1)), vec2)


Tensor.__matmul__ = at
Tensor.mm, Tensor.mv, Tensor.dot, Tensor.matmul = method(mm), method(mv), method(dot), method(matmul)
Tensor.bmm, Tensor.addmm, Tensor.outer = method(bmm), method(addmm), method(outer)


class Tril(Function, node="TrilBackward0", saves="diagonal"):
    """The numbers on a diagonal and below it, 0 above."""

    @staticmethod
    def forward(ctx, self, diagonal):
        ctx.diagonal = diagonal
        return np.tril(self.array, diagonal)

    @staticmethod
    def backward(ctx, grad):
        return (tril if isinstance(grad, Tensor) else np.tril)(grad, ctx.diagonal)


class Triu(Function, node="TriuBackward0", saves="diagonal"):
    """The numbers on a diagonal and above it, 0 below."""

    @staticmethod
    def forward(ctx, self, diagonal):
        ctx.diagonal = diagonal
        return np.triu(self.array, diagonal)

    @staticmethod
    def backward(ctx, grad):
        return (triu if isinstance(grad, Tensor) else np.triu)(grad, ctx.diagonal)


def triangle(function, input, diagonal):
    """The diagonal as a Python int. Raises TypeError or RuntimeError for arguments that make no triangle."""
    require(Tensor, input, function)
    diagonal = whole(diagonal, function, "diagonal", 2)
    if input.array.ndim < 2:
        raise RuntimeError(f"{function}: input tensor must have at least 2 dimensions")
    return diagonal


def tril(input, diagonal=0):
    """The lower triangle of a matrix or of each in a stack, 0 elsewhere. (n, m) -> (n, m)

    diagonal  the last diagonal that belongs to it: 1 is the one above the main diagonal, -1 the one below
    """
    return Tril.apply(input, triangle("tril", input, diagonal))


def triu(input, diagonal=0):
    """The upper triangle of a matrix or of each in a stack, 0 elsewhere. (n, m) -> (n, m)

    diagonal  the first diagonal that belongs to it: 1 is the one above the main diagonal, -1 the one below
    """
    return Triu.apply(input, triangle("triu", input, diagonal))


def along(array, offset, dim1, dim2):
    """A view of a diagonal. NumPy gives it locked."""
    result = array.diagonal(offset, dim1, dim2)
    result.flags.writeable = array.flags.writeable
    return result


class Diagonal(Function, node="DiagonalBackward0", saves="offset dim1 dim2 self_sym_sizes"):
    """The entries on a diagonal of the matrices that two dimensions make."""

    @staticmethod
    def forward(ctx, self, offset, dim1, dim2):
        ctx.offset, ctx.dim1, ctx.dim2, ctx.self_sym_sizes = offset, dim1, dim2, self.array.shape
        return shared(self, along(storage(self), offset, dim1, dim2))

    @staticmethod
    def backward(ctx, grad):
        return on_diagonal(grad, ctx.self_sym_sizes, ctx.offset, ctx.dim1, ctx.dim2)


class OnDiagonal(Function, node="DiagonalBackwardBackward0", saves="offset dim1 dim2"):
    """Zeros, with the numbers on a diagonal: the way back of `diagonal`."""

    @staticmethod
    def forward(ctx, self, shape, offset, dim1, dim2):
        ctx.offset, ctx.dim1, ctx.dim2 = offset, dim1, dim2
        return on_diagonal(self.array, shape, offset, dim1, dim2)

    @staticmethod
    def backward(ctx, grad):
        return (diagonal if isinstance(grad, Tensor) else along)(grad, ctx.offset, ctx.dim1, ctx.dim2)


def on_diagonal(grad, *place):
    """Zeros of a shape with `grad` on a diagonal: an array for an array, a recorded tensor for a tensor."""
    if isinstance(grad, Tensor):
        return OnDiagonal.apply(grad, *place)
    shape, *which = place
    result = np.zeros(shape, grad.dtype)
    along(result, *which)[...] = grad
    return result


def diagonal(input, offset=0, dim1=0, dim2=1):
    """A diagonal of the matrices that two dimensions make, on the same memory. (n, m) -> (min(n, m),)

    offset  1 is the diagonal above the main one, -1 the one below
    In a stack the diagonals become the last dimension: (k, n, n), dim1=1, dim2=2 -> (k, n). Raises IndexError for a
    dimension that is not there, RuntimeError for the same one twice.
    """
    require(Tensor, input, "diagonal")
    offset = whole(offset, "diagonal", "offset", 2)
    dim1, dim2 = whole(dim1, "diagonal", "dim1", 3), whole(dim2, "diagonal", "dim2", 4)
    places = [positive_dim(dim, input.array.ndim) for dim in (dim1, dim2)]
    if places[0] == places[1]:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return Diagonal.apply(input, offset, *places)


class Trace(Function, node="TraceBackward0", saves="self_sym_sizes"):
    """The sum of the entries on the main diagonal: each of them has the derivative 1."""

    @staticmethod
    def forward(ctx, self):
        ctx.self_sym_sizes = self.array.shape
        return np.add.reduce(self.array.diagonal())

    @staticmethod
    def backward(ctx, grad):
        shape = ctx.self_sym_sizes
        return on_diagonal(expand(grad, (min(shape),)), shape, 0, 0, 1)


def trace(input):
    """The sum of the entries on the main diagonal of a matrix. (n, m) -> ()"""
    require(Tensor, input, "trace")
    refuse_bool(input, "trace")
    if input.array.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.array.ndim}")
    return Trace.apply(input)


Tensor.tril, Tensor.triu, Tensor.diagonal, Tensor.trace = method(tril), method(triu), method(diagonal), trace


def einsum(*args):
    """Products of the entries of several tensors, added up as an equation says. "ij,jk->ik", (n, m), (m, p) -> (n, p)

    Each dimension has a letter, and dimensions with the same letter run together; twice in one tensor, it is the
    diagonal. Letters that are missing behind the arrow are added up. Without an arrow the result has those letters
    that occur once, in alphabetical order. "..." stands for all dimensions without a letter.
    In place of the equation each tensor can be followed by a list of numbers below 52: einsum(x, [0, 1], y, [1, 2]).
    Several tensors are multiplied from left to right. Raises RuntimeError or ValueError for an equation that makes no
    sense, or does not fit the tensors. Source: PyTorch's aten/src/ATen/native/Linear.cpp.
    """
    equation, operands = in_letters(args)
    terms, output = parsed(equation, len(operands))
    places, width, kept, count = places_of(terms, output, [operand.array.ndim for operand in operands])
    lengths, uses = [1] * count, [0] * count
    tensors = [
        aligned(operand, letters, number, places, width, lengths, uses)
        for number, (operand, letters) in enumerate(zip(operands, terms))
    ]
    result = tensors[0]
    for other in tensors[1:]:
        result = contracted(result, other, kept, uses)
    if kept == count:
        return result
    return view(result, result.array.shape[:kept]) if len(tensors) > 1 else result.sum(range(kept, count))


def letter_of(number):
    """0 -> "A", 26 -> "a", ... -> "...". Raises ValueError for numbers that have no letter."""
    if number == ...:
        return "..."
    if number >= 0 and number < 52:
        return chr(number + ord("A")) if number < 26 else chr(number - 26 + ord("a"))
    raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")


def in_letters(args):
    """The arguments of `einsum` as an equation and the tensors, whichever way they are written."""
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand and its "
            "subscripts list"
        )
    equation, *operands = args
    if isinstance(equation, Tensor):
        equation = ",".join(["".join(map(letter_of, numbers)) for numbers in args[1::2]])
        operands = args[:-1:2]
        if len(args) % 2:
            equation += "->" + "".join(map(letter_of, args[-1]))
    elif len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        return in_letters((equation, *operands[0]))
    if not isinstance(equation, str):
        raise TypeError(f"einsum(): argument 'equation' (position 1) must be str, not {type(equation).__name__}")
    for number, operand in enumerate(operands):
        if not isinstance(operand, Tensor):
            raise TypeError(f"expected Tensor as element {number} in argument 1, but got {type(operand).__name__}")
    return equation, operands


def parsed(equation, count):
    """The letters of each operand as a list, and those of the output, or None if it is not given.

    Raises RuntimeError for anything but letters and "...", or if there are not as many operands as there should be.
    """
    left, arrow, right = equation.partition("->")
    terms, start = [], 0
    for number, text in enumerate(left.split(",")):
        if number == count:
            raise RuntimeError("einsum(): fewer operands were provided than specified in the equation")
        owner = f"operand {number}"
        terms.append(list(letters_in(text, start, owner, "for which an ellipsis was already found")))
        start += len(text) + 1
    if len(terms) < count:
        raise RuntimeError("einsum(): more operands were provided than specified in the equation")
    if not arrow:
        return terms, None
    return terms, letters_in(right, len(left) + 2, "output", "but an ellipsis (...) was already found", " (...)")


def letters_in(text, start, owner, twice, end=""):
    """One after the other the letters in a part of an equation that begins at `start`, "..." among them."""
    place, found = 0, False
    while place < len(text):
        letter = text[place]
        if letter == ".":
            if found:
                raise RuntimeError(f"einsum(): found '.' for {owner} {twice}")
            if text[place:place + 3] != "...":
                raise RuntimeError(f"einsum(): found '.' for {owner} that is not part of any ellipsis{end}")
            letter, found = "...", True
        elif letter not in ascii_letters + " ":
            raise RuntimeError(
                f"einsum(): invalid subscript given at index {start + place} in the equation string, subscripts must "
                "be in [a-zA-Z]"
            )
        if letter != " ":
            yield letter
        place += len(letter)


def places_of(terms, output, dims):
    """In which order the letters come: first those of the output, then those to be added up.

    Gives {letter: place}, how many places "..." takes, how many are the output's, and how many there are altogether.
    dims  how many dimensions each operand has
    Raises RuntimeError if that does not fit, or for letters of the output that come from nowhere, or twice.
    """
    width = 0
    for number, (letters, dim) in enumerate(zip(terms, dims)):
        dotted = "..." in letters
        named = len(letters) - dotted
        if named > dim or named < dim and not dotted:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({named}) "
                f"{'is more than' if dotted else 'does not match'} the number of dimensions ({dim}) "
                f"for operand {number}{'' if dotted else ' and no ellipsis was given'}"
            )
        width = max(width, dim - named)
    counts = Counter([letter for letters in terms for letter in letters if letter != "..."])
    if output is None:
        output = ["...", *sorted([letter for letter in counts if counts[letter] == 1])]
    places, count = {}, 0
    for letter in output:
        if letter in places:
            raise RuntimeError(f"einsum(): output subscript {letter} appears more than once in the output")
        if letter != "..." and letter not in counts:
            raise RuntimeError(
                f"einsum(): output subscript {letter} does not appear in the equation for any input operand"
            )
        places[letter] = count
        count += width if letter == "..." else 1
    kept = count
    for letter in ["...", *sorted(counts)]:
        if letter not in places:
            places[letter] = count
            count += width if letter == "..." else 1
    return places, width, kept, count


def aligned(operand, letters, number, places, width, lengths, uses):
    """The operand with one dimension at each place, of length 1 where it has no such letter.

    Notes in `lengths` and `uses` how long the dimension at each place is, and how many operands have it in that
    length. Raises RuntimeError where it has another one.
    """
    order, dim, dotted = [None] * len(lengths), 0, operand.array.ndim - len(letters) + 1
    for letter in letters:
        end = places[letter] + (width if letter == "..." else 1)
        for place in range(end - (dotted if letter == "..." else 1), end):
            length = operand.array.shape[dim]
            if order[place] is not None:
                operand = without_repetition(operand, letter, number, order[place], dim)
                continue
            if length != 1:
                if lengths[place] not in (1, length):
                    raise RuntimeError(f"einsum(): {misfit(letter, dim, number, length, lengths[place])}")
                lengths[place] = length
                uses[place] += 1
            order[place] = dim
            dim += 1
    for place, there in enumerate(order):
        if there is None:
            operand, order[place] = unsqueeze(operand, dim), dim
            dim += 1
    return permute(operand, order)


def without_repetition(operand, letter, number, first, second):
    """The diagonal of two dimensions with the same letter, in place of the first of them."""
    length, other = operand.array.shape[second], operand.array.shape[first]
    if length != other:
        raise RuntimeError(
            f"einsum(): subscript {letter} is repeated for operand {number} but the sizes don't match, "
            f"{length} != {other}"
        )
    order = list(range(operand.array.ndim - 2))
    order.insert(first, len(order))
    return permute(diagonal(operand, 0, first, second), order)


def misfit(letter, dim, number, length, before):
    if letter == "...":
        return (
            f"dimension {dim} covered by ellipsis in operand {number}has size {length} which does not broadcast with "
            f"previously seen ellipsis with size {before} for the respective dimension"
        )
    return (
        f"subscript {letter} has size {length} for operand {number} which does not broadcast with previously seen "
        f"size {before}"
    )


def contracted(a, b, kept, uses):
    """The product of two aligned tensors, added up along all dimensions behind the first `kept` that none else has."""
    both, only_a, only_b = [], [], []
    for dim in range(kept, len(uses)):
        in_a, in_b = a.array.shape[dim] != 1, b.array.shape[dim] != 1
        uses[dim] -= in_a and in_b
        if uses[dim] == 1 and (in_a or in_b):
            (both if in_a and in_b else only_a if in_a else only_b).append(dim)
            uses[dim] = 0
    a = a.sum(only_a, True) if only_a else a
    b = b.sum(only_b, True) if only_b else b
    return summed_product(a, b, both) if both else mul(a, b)


def summed_product(left, right, dims):
    """The product of two aligned tensors, added up along `dims`, by way of `bmm`."""
    common, only_left, only_right = [], [], []
    for dim in range(left.array.ndim):
        if dim not in dims:
            in_left, in_right = left.array.shape[dim] != 1, right.array.shape[dim] != 1
            (common if in_left and in_right else only_left if in_left else only_right).append(dim)
    if only_left and only_right and only_right[-1] < only_left[0]:  # so that the result lies in order in memory
        left, right, only_left, only_right = right, left, only_right, only_left
    rows = [left.array.shape[dim] for dim in common + only_left]
    columns = [right.array.shape[dim] for dim in only_right]
    count, depth = len(common), math.prod([left.array.shape[dim] for dim in dims])
    stack, n, p = math.prod(rows[:count]), math.prod(rows[count:]), math.prod(columns)
    a = folded(permute(left, common + only_left + dims + only_right), (stack, n, depth))
    b = folded(permute(right, common + dims + only_right + only_left), (stack, depth, p))
    result = view(bmm(a, b), (*rows, *[1] * len(dims), *columns))
    return permute(result, np.argsort(common + only_left + dims + only_right).tolist())
