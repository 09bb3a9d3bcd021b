"""Matrices: turned, multiplied one by one or in stacks, and cut along their diagonals."""

import math
import operator
import re
import warnings

import numpy as np

from minigrad.core.node import Node
from minigrad.operations.products import MmBackward0, turned
from minigrad.operations.sharing import shared
from minigrad.core.tensors import Tensor, storage, version_counter
from minigrad.exact.arguments import (
    NUMBERS, PLAIN_NAMES, different_dims, kind_name, lengths, method, named, positive_dim, refuse_bool, require_each,
    require_tensor, whole,
)
from minigrad.exact.dtypes import widened
from minigrad.exact.errors import meeting
from minigrad.exact.indexing import expanded_shape
from minigrad.library.elementwise import takes_out
from minigrad.library.rules import twin
from minigrad.library.shapes import (
    SqueezeBackward1, UnsafeViewBackward0, flatten, permute, reshape, squeeze, swapped, unsqueeze,
)
from minigrad.operations.arithmetic import mul
from minigrad.operations.reductions import ExpandBackward0
from minigrad.operations.views import CloneBackward0, placed, view

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class TBackward0(Node):
    """Rows become columns. (n, m) -> (m, n)"""

    def forward(ctx, self):
        return shared(self, storage(self).T)

    def backward(ctx, grad):
        return turned(grad)


def refuse_deep(tensor, name):
    """Raise RuntimeError for more than two dimensions."""
    if tensor.array.ndim > 2:
        raise RuntimeError(f"{name}() expects a tensor with <= 2 dimensions, but self is {tensor.array.ndim}D")


def t(input) -> Tensor:
    """The transposed matrix, on the same memory. (n, m) -> (m, n)"""
    refuse_deep(input, "t")
    return TBackward0.apply(input)


def warn_of_number(name):
    """Warn that a tensor without dimensions has nothing to turn."""
    warnings.warn(
        f"Tensor.{name} is deprecated on 0-D tensors. This function is the identity in these cases.", stacklevel=3
    )


def reversed_dims(self) -> Tensor:
    """The dimensions in reverse order, on the same memory; meant for matrices. (n, m) -> (m, n)"""
    count = self.array.ndim
    if count == 0:
        warn_of_number("T")
    elif count != 2:
        warnings.warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will "
            "throw an error in a future release. Consider `x.mT` to transpose batches of matrices or "
            "`x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor.",
            stacklevel=2,
        )
    return permute(self, tuple(range(count - 1, -1, -1)))


def each_turned(self) -> Tensor:
    """A matrix, or each of a stack of matrices, transposed, on the same memory. (k, n, m) -> (k, m, n)

    Raises RuntimeError for a vector.
    """
    if self.array.ndim == 0:
        warn_of_number("mT")
        return self
    if self.array.ndim == 1:
        raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return self.transpose(-2, -1)


class MvBackward0(Node, saves="self vec"):
    forward = MmBackward0.forward

    def backward(ctx, grad):
        self, vec = ctx.saved_like(grad)
        column = None if vec is None else grad.reshape((-1, 1)) * vec
        return column, None if self is None else turned(self) @ grad


class DotBackward0(Node, saves="self tensor"):
    forward = MmBackward0.forward

    def backward(ctx, grad):
        self, tensor = ctx.saved_like(grad)
        return None if tensor is None else grad * tensor, None if self is None else grad * self


class BmmBackward0(Node, saves="self mat2"):
    forward = MmBackward0.forward

    def backward(ctx, grad):
        self, mat2 = ctx.saved_like(grad)
        times = BmmBackward0.apply if isinstance(grad, Tensor) else operator.matmul
        return (
            None if mat2 is None else times(grad, swapped(mat2, 1, 2)),
            None if self is None else times(swapped(self, 1, 2), grad),
        )


class AddmmBackward0(Node, saves="mat1 mat2 alpha beta"):
    """beta * input + alpha * (mat1 @ mat2). What is multiplied by 0 does not count, even if it is nan."""

    def forward(ctx, input, mat1, mat2, beta, alpha):
        ctx.beta, ctx.alpha = beta, alpha
        ctx.save_for_backward(mat1 if mat2._requires_grad else None, mat2 if mat1._requires_grad else None)
        product = mat1.array @ mat2.array
        product = scaled(product, alpha) if alpha else np.zeros_like(product)
        return product + scaled(input.array, beta) if beta else product

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


def mm(input, mat2) -> Tensor:
    """The product of two matrices. (n, m), (m, p) -> (n, p)"""
    require_each("mm", 1, input=input, mat2=mat2)
    if input.array.ndim != 2 or mat2.array.ndim != 2:
        raise RuntimeError(f"{'self' if input.array.ndim != 2 else 'mat2'} must be a matrix")
    refuse_shapes(input, mat2)
    if input.dtype is not mat2.dtype:
        kinds = [PLAIN_NAMES[kind_name(tensor)] for tensor in (input, mat2)]
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {kinds[0]} != {kinds[1]}")
    refuse_bools(input, mat2, "addmm_impl_cpu_")
    return MmBackward0.apply(input, mat2)


def mv(input, vec) -> Tensor:
    """The product of a matrix and a vector. (n, m), (m,) -> (n,)"""
    require_each("mv", 1, input=input, vec=vec)
    input.size(0)  # raises IndexError for a number
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
    return MvBackward0.apply(input, vec)


def dot(input, tensor) -> Tensor:
    """The inner product of two vectors. (n,), (n,) -> ()"""
    require_each("dot", 1, input=input, tensor=tensor)
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
    return DotBackward0.apply(input, tensor)


def bmm(input, mat2) -> Tensor:
    """The products of two stacks of matrices, pair by pair. (k, n, m), (k, m, p) -> (k, n, p)"""
    require_each("bmm", 1, input=input, mat2=mat2)
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
    return BmmBackward0.apply(input, mat2)


def addmm(input, mat1, mat2, *, beta=1, alpha=1) -> Tensor:
    """beta * input + alpha * (mat1 @ mat2), `input` repeated where it is smaller. (p,), (n, m), (m, p) -> (n, p)"""
    require_each("addmm", 1, input=input, mat1=mat1, mat2=mat2)
    for name, tensor in ("self", input), ("mat1", mat1):
        if tensor.dtype is not mat2.dtype:
            raise RuntimeError(
                f"{name} and mat2 must have the same dtype, but got {kind_name(tensor)} and {kind_name(mat2)}"
            )
    for name, tensor in ("mat1", mat1), ("mat2", mat2):
        if tensor.array.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {tensor.array.ndim}-D tensor")
    refuse_shapes(mat1, mat2)
    expanded_shape(input.array, (mat1.array.shape[0], mat2.array.shape[1]))
    refuse_bools(mat1, mat2, "addmm_impl_cpu_")
    return AddmmBackward0.apply(input, mat1, mat2, factor(beta, "beta", input), factor(alpha, "alpha", input))


def factor(number, name, tensor):
    """A Python number to multiply a tensor by: for whole numbers, without its fraction. TypeError for anything else."""
    if not isinstance(number, (*NUMBERS, Tensor)):
        raise TypeError(f"addmm(): argument '{name}' must be Number, not {type(number).__name__}")
    number = getattr(number, "item", lambda: number)()
    return int(number) if tensor.array.dtype.kind in "iu" else number


def squeezed_here(ctx, self, dim):
    """How PyTorch takes the row away again that a vector was made to: in place, which counts as a write."""
    result = Tensor(storage(SqueezeBackward1.forward(ctx, self, dim)))
    version_counter(result).count = 1
    return result


SqueezeBackward4 = twin(SqueezeBackward1, "SqueezeBackward4", "One dimension goes, in place.", forward=squeezed_here)


def matmul(input, other) -> Tensor:
    """The product of vectors, matrices and stacks of matrices. (k, n, m), (m, p) -> (k, n, p)

    A vector counts as a row on the left and as a column on the right. Where one of the two is a smaller stack, or no
    stack at all, it is used several times. Raises RuntimeError when the shapes do not fit together.
    Source: PyTorch's aten/src/ATen/native/LinearAlgebra.cpp.
    """
    require_each("matmul", 1, input=input, other=other)
    return product(input, other)


def product(input, other):
    """What `matmul` gives, for two tensors."""
    a, b = input.array.shape, other.array.shape
    dims = len(a), len(b)
    if 0 in dims:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {dims[0]}D and {dims[1]}D")
    if dims == (1, 1):
        return dot(input, other)
    if dims == (1, 2):
        return SqueezeBackward4.apply(mm(unsqueeze(input, 0), other), 0)
    if dims[1] < 3 and (dims[0] == 2 or is_one_matrix(input.array, other)):
        return one_product(input, other)
    if dims[0] == 1 and is_one_matrix(other.array.swapaxes(-2, -1), input):
        return one_product(other.mT, input)
    if dims[0] == 2 and input._requires_grad:
        result = one_product(other.mT, t(input)).mT
        return result if result.array.flags.c_contiguous else CloneBackward0.apply(result, "C")
    if dims == (3, 3) and a[0] == 1 != b[0] and input._requires_grad:
        return product(input.squeeze(0), other)
    if dims == (3, 3) and a[0] != 1 == b[0] and other._requires_grad:
        return product(input, other.squeeze(0))
    return many_products(input, other)


def is_one_matrix(stack, other):
    """Whether the matrices of a stack are multiplied as one, below each other: they stand so in memory, or are copied.

    They are copied where `other` needs a gradient: repeated for each matrix, it would have as many, to be added up.
    """
    sizes, steps = stack.shape, stack.strides
    return other._requires_grad or not stack.size or all(
        [steps[dim] == steps[dim + 1] * sizes[dim + 1] for dim in range(stack.ndim - 2)]
    )


def one_product(input, other):
    """A matrix or a stack times a matrix or vector: below each other, the matrices of a stack are a single one."""
    a, b = input.array.shape, other.array.shape
    times = mm if len(b) == 2 else mv
    if len(a) == 2:
        return times(input, other)
    rows = reshape(input, (math.prod(a[:-1]), a[-1]))
    return UnsafeViewBackward0.apply(times(rows, other), (*a[:-1], *b[1:]))


def many_products(input, other):
    """A stack, a matrix or a vector times a stack, matrix by matrix, each repeated until both are equally high."""
    a, b = input.array.shape, other.array.shape
    stack = meeting(a[:-2], b[:-2])
    left, right = [
        reshape(ExpandBackward0.apply(tensor, (*stack, *matrix)), (math.prod(stack), *matrix))
        for tensor, matrix in ((input, (1, *a)[-2:]), (other, b[-2:]))
    ]
    if len(b) == 1:
        return UnsafeViewBackward0.apply(bmm(left, unsqueeze(right, 2)).squeeze(-1), (*stack, a[-2]))
    return UnsafeViewBackward0.apply(bmm(left, right), (*stack, *a[-2:-1], b[-1]))


def of_matrices(a, b):
    """The product of two matrices. Raises ValueError for other arrays."""
    (_, _), (_, _) = a.shape, b.shape  # there are two dimensions, or this is the error
    return a.dot(b)  # for small matrices in half the time of a @ b


def at(self, other) -> Tensor:
    """self @ other. For anything but a tensor, Python finds the words of its error."""
    return product(self, other) if isinstance(other, Tensor) else NotImplemented


def at_reflected(self, other) -> Tensor:
    """other @ self. For anything but a tensor, Python finds the words of its error."""
    return product(other, self) if isinstance(other, Tensor) else NotImplemented


def outer(input, vec2) -> Tensor:
    """Each entry of one vector times each entry of another. (n,), (m,) -> (n, m)"""
    require_each("outer", 1, input=input, vec2=vec2)
    for name, tensor in ("self", input), ("vec2", vec2):
        if tensor.array.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {tensor.array.ndim}-D")
    return mul(reshape(input, (input.array.size, 1)), vec2)


class TrilBackward0(Node, saves="diagonal"):
    """The numbers on a diagonal and below it, 0 above."""

    cut = staticmethod(np.tril)

    def forward(ctx, self, diagonal):
        ctx.diagonal = diagonal
        return ctx.cut(self.array, diagonal)

    def backward(ctx, grad):
        return (ctx.apply if isinstance(grad, Tensor) else ctx.cut)(grad, ctx.diagonal)


TriuBackward0 = twin(
    TrilBackward0, "TriuBackward0", "The numbers on a diagonal and above it, 0 below.", cut=staticmethod(np.triu))


def triangle(name, operation, which, edge):
    """`tril` or `triu`."""

    def function(input, diagonal=0) -> Tensor:
        require_tensor(input, name)
        diagonal = whole(diagonal, name, "diagonal", 2)
        if input.array.ndim < 2:
            raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
        return operation.apply(input, diagonal)

    return named(function, name, f"""The {which} triangle of a matrix, or of each in a stack, else 0. (n, m) -> (n, m)

    diagonal  the {edge} diagonal that belongs to it: 1 is the one above the main diagonal, -1 the one below""")


tril, triu = triangle("tril", TrilBackward0, "lower", "last"), triangle("triu", TriuBackward0, "upper", "first")


class DiagonalBackward0(Node, saves="offset dim1 dim2 self_sym_sizes"):
    def forward(ctx, self, offset, dim1, dim2):
        ctx.offset, ctx.dim1, ctx.dim2, ctx.self_sym_sizes = offset, dim1, dim2, self.array.shape
        result = storage(self).diagonal(offset, dim1, dim2)
        result.flags.writeable = self.array.flags.writeable  # NumPy gives it locked
        return shared(self, result)

    def backward(ctx, grad):
        size = math.prod(ctx.self_sym_sizes)
        places = np.arange(size).reshape(ctx.self_sym_sizes).diagonal(ctx.offset, ctx.dim1, ctx.dim2)
        return placed(grad, (size,), places).reshape(ctx.self_sym_sizes)


def diagonal(input, offset=0, dim1=0, dim2=1) -> Tensor:
    """A diagonal of the matrices that two dimensions make, on the same memory. (n, m) -> (min(n, m),)

    offset  1 is the diagonal above the main one, -1 the one below
    In a stack the diagonals become the last dimension: (k, n, n), dim1=1, dim2=2 -> (k, n). Raises IndexError for a
    dimension that is not there, RuntimeError for the same one twice.
    """
    require_tensor(input, "diagonal")
    offset = whole(offset, "diagonal", "offset", 2)
    dim1, dim2 = whole(dim1, "diagonal", "dim1", 3), whole(dim2, "diagonal", "dim2", 4)
    places = [positive_dim(dim, input.array.ndim) for dim in (dim1, dim2)]
    if places[0] == places[1]:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return DiagonalBackward0.apply(input, offset, *places)


class DiagonalBackward0_copy(Node, saves="offset dim1 dim2 self_sym_sizes"):  # PyTorch's name
    formula = ("zeros(sizes).diagonal_scatter(grad, offset, dim1, dim2)",)
    backward = DiagonalBackward0.backward

    def forward(ctx, self, offset):
        ctx.offset, ctx.dim1, ctx.dim2, ctx.self_sym_sizes = offset, 0, 1, self.array.shape
        return self.array.diagonal(offset).copy()


class DiagEmbedBackward0(Node, saves="offset dim1 dim2"):
    formula = ("grad.diagonal(offset, dim1, dim2)",)

    def forward(ctx, self, offset):
        ctx.offset, ctx.dim1, ctx.dim2 = offset, -2, -1
        return np.diag(self.array, offset)

    def backward(ctx, grad):
        return grad.diagonal(ctx.offset)


def diag(input, diagonal=0) -> Tensor:
    """A copy of a matrix's diagonal; or a matrix with a vector on its diagonal. (n, m) -> (min(n, m),), (n,) -> (n, n)

    diagonal  1 is the diagonal above the main one, -1 the one below
    """
    require_tensor(input, "diag")
    diagonal, count = whole(diagonal, "diag", "diagonal", 2), input.array.ndim
    if count not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {count}D")
    return (DiagEmbedBackward0 if count == 1 else DiagonalBackward0_copy).apply(input, diagonal)


class TraceBackward0(Node, saves="self_sym_sizes"):
    """The sum of the entries on the main diagonal: each of them has the derivative 1."""

    def forward(ctx, self):
        ctx.self_sym_sizes = self.array.shape
        return np.add.reduce(widened(self.array.diagonal()))

    def backward(ctx, grad):
        places = np.arange(min(ctx.self_sym_sizes))
        return placed(grad, ctx.self_sym_sizes, (places, places))


def trace(input) -> Tensor:
    """The sum of the entries on the main diagonal of a matrix. (n, m) -> ()"""
    require_tensor(input, "trace")
    refuse_bool(input, "trace")
    if input.array.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.array.ndim}")
    return TraceBackward0.apply(input)


def einsum(*args) -> Tensor:
    """Products of the entries of several tensors, added up as an equation says. "ij,jk->ik", (n, m), (m, p) -> (n, p)

    Each dimension has a letter, and dimensions with the same letter run together; twice in one tensor, it is the
    diagonal. Letters that are missing behind the arrow are added up. Without an arrow the result has those letters
    that occur once, in alphabetical order. "..." stands for all dimensions without a letter.
    In place of the equation each tensor can be followed by a list of numbers below 52: einsum(x, [0, 1], y, [1, 2]).
    Several tensors are multiplied from left to right. Raises RuntimeError or ValueError for an equation that makes no
    sense, or does not fit the tensors. Source: PyTorch's aten/src/ATen/native/Linear.cpp.
    """
    equation, operands = in_letters(args)
    terms, output = parsed(equation, [operand.array.ndim for operand in operands])
    order, lengths = output + "".join(sorted({*"".join(terms)} - {*output})), {}
    result, *others = [
        aligned(operand, letters, order, lengths, f"operand {number}")
        for number, (operand, letters) in enumerate(zip(operands, terms))
    ]
    summed = tuple(range(len(output), len(order)))
    for number, other in enumerate(others, 1):
        result = contracted(result, other, [d for d in summed if all(n.array.shape[d] == 1 for n in others[number:])])
    if others and summed:
        return view(result, result.array.shape[:len(output)])
    return result.sum(summed) if summed else result


def in_letters(args):
    """The arguments of `einsum` as an equation and the tensors, whichever way they are written."""
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand and its "
            "subscripts list"
        )
    equation, *operands = args
    if isinstance(equation, Tensor):
        equation = ",".join([spelled(numbers) for numbers in args[1::2]])
        return equation + ("->" + spelled(args[-1]) if len(args) % 2 else ""), args[:-1:2]
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        return in_letters((equation, *operands[0]))
    if not isinstance(equation, str):
        raise TypeError(f"einsum(): argument 'equation' (position 1) must be str, not {type(equation).__name__}")
    for number, operand in enumerate(operands):
        if not isinstance(operand, Tensor):
            raise TypeError(f"expected Tensor as element {number} in argument 1, but got {type(operand).__name__}")
    return equation, operands


def spelled(numbers):
    """[0, 26, ...] -> "Aa...". Raises ValueError for numbers that have no letter."""
    if not all([number is ... or number >= 0 and number < 52 for number in numbers]):
        raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")
    return "".join(["..." if number is ... else LETTERS[number] for number in numbers])


def parsed(equation, dims):
    """The letters of each operand, and of the output. For "..." stand digits, the last of which is 9.

    dims  how many dimensions each operand has
    Raises RuntimeError for anything but letters and "...", and for what does not fit together.
    """
    if wrong := re.search("[^A-Za-z., ]", equation.replace("->", ",,", 1)):
        raise RuntimeError(
            f"einsum(): invalid subscript given at index {wrong.start()} in the equation string, subscripts must be in "
            "[a-zA-Z]"
        )
    left, arrow, output = equation.replace(" ", "").partition("->")
    terms, widths = left.split(","), [0]
    if len(terms) != len(dims):
        count = "fewer" if len(dims) < len(terms) else "more"
        raise RuntimeError(f"einsum(): {count} operands were provided than specified in the equation")
    for number, (term, dim) in enumerate(zip(terms, dims)):
        letters = without_dots(term, f"operand {number}")
        width = dim - len(letters)
        if width < 0 or width and letters == term:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(letters)}) "
                f"{'does not match' if letters == term else 'is more than'} the number of dimensions ({dim}) "
                f"for operand {number}{' and no ellipsis was given' if letters == term else ''}"
            )
        terms[number] = term.replace("...", "0123456789"[10 - width:])
        widths.append(width)
    letters = "".join(terms)
    if not arrow:
        output = "..." + "".join(sorted([one for one in letters if letters.count(one) == 1 and one.isalpha()]))
    for letter in without_dots(output, "output"):
        if output.count(letter) > 1:
            raise RuntimeError(f"einsum(): output subscript {letter} appears more than once in the output")
        if letter not in letters:
            raise RuntimeError(
                f"einsum(): output subscript {letter} does not appear in the equation for any input operand"
            )
    return terms, output.replace("...", "0123456789"[10 - max(widths):])


def without_dots(letters, owner):
    """The letters without "...". Raises RuntimeError for other dots."""
    letters = letters.replace("...", "", 1)
    if "." in letters:
        raise RuntimeError(f"einsum(): found '.' for {owner} that is not part of any ellipsis")
    return letters


def aligned(operand, letters, order, lengths, owner):
    """The operand with all letters in this order: of length 1 where it has no such letter, a diagonal for one twice.

    Notes in `lengths` how long each letter's dimension is. Raises RuntimeError for another length.
    """
    for letter in letters:
        while letters.count(letter) > 1:
            first, second = [place for place, other in enumerate(letters) if other == letter][:2]
            a, b = operand.array.shape[second], operand.array.shape[first]
            if a != b:
                raise RuntimeError(
                    f"einsum(): subscript {letter} is repeated for {owner} but the sizes don't match, {a} != {b}"
                )
            operand = diagonal(operand, 0, first, second)  # it is the last dimension
            letters = letters[:first] + letters[first + 1:second] + letters[second + 1:] + letter
    for letter, length in zip(letters, operand.array.shape):
        if length != 1 and lengths.setdefault(letter, length) != length:
            raise RuntimeError(
                f"einsum(): subscript {letter if letter.isalpha() else '...'} has size {length} for {owner} which does "
                f"not broadcast with previously seen size {lengths[letter]}"
            )
    for letter in order:
        if letter not in letters:
            operand, letters = unsqueeze(operand, len(letters)), letters + letter
    return permute(operand, [letters.index(letter) for letter in order])


def contracted(left, right, last):
    """The product of two aligned tensors, added up along the dimensions `last`: by `bmm` if both of them have some."""
    a, b = left.array.shape, right.array.shape
    in_left, in_right = [[d for d in last if one[d] != 1 == other[d]] for one, other in ((a, b), (b, a))]
    left = left.sum(in_left, True) if in_left else left
    right = right.sum(in_right, True) if in_right else right
    both = [d for d in last if a[d] != 1 != b[d]]
    if not both:
        return mul(left, right)
    a, b = left.array.shape, right.array.shape
    rest = [d for d in range(len(a)) if d not in both]
    stack = [d for d in rest if a[d] != 1 != b[d]]
    rows, columns = [d for d in rest if a[d] != 1 == b[d]], [d for d in rest if a[d] == 1]
    if rows and columns and columns[-1] < rows[0]:  # so that the result lies in order in memory
        left, right, rows, columns = right, left, columns, rows
    lengths = [m if n == 1 else n for n, m in zip(a, b)]
    k, n, m, p = [math.prod([lengths[d] for d in dims]) for dims in (stack, rows, both, columns)]
    order = stack + rows + both + columns
    x = reshape(permute(left, order), (k, n, m))
    y = reshape(permute(right, stack + both + columns + rows), (k, m, p))
    result = view(bmm(x, y), [1 if d in both else lengths[d] for d in order])
    return permute(result, np.argsort(order).tolist())


def tensordot(a, b, dims=2) -> Tensor:
    """Products of the entries of two tensors, added up along some dimensions. (n, k, l), (k, l, m) -> (n, m)

    dims  how many: the last ones of `a` and the first ones of `b`; or a list of those of `a`, and one of those of `b`
    Raises RuntimeError for dimensions that do not fit. Source: PyTorch's aten/src/ATen/native/Linear.cpp.
    """
    in_a, in_b = paired_dims(a, b, dims)
    if len(in_a) != len(in_b):
        raise RuntimeError("both dimension lists should have same length")
    if a.dtype is not b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    left, right = a, b
    for first, second in zip(in_a, in_b):
        n, m = a.size(first), b.size(second)
        if m == 1:
            left = left.sum(first, True, dtype=left.dtype)
        elif n == 1:
            right = right.sum(second, True, dtype=right.dtype)
        elif n != m:
            found = f"first has size {n} in dim {first} and second has size {m} in dim {second}"
            raise RuntimeError(f"contracted dimensions need to match, but {found}")
    return folded(left, right, different_dims(in_a, a.array.ndim), different_dims(in_b, b.array.ndim))


def paired_dims(a, b, dims):
    """The dimensions of both tensors along which `tensordot` adds up."""
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    if not isinstance(dims, int):
        in_a, in_b = dims
        return lengths(in_a, "tensordot", "dims_self", 3), lengths(in_b, "tensordot", "dims_other", 4)
    if not 0 <= dims <= min(a.dim(), b.dim()):
        limit = ">= 0" if dims < 0 else "< ndim_a or ndim_b"
        raise RuntimeError(f"tensordot expects dims {limit}, but got dims={dims}")
    return tuple(range(-dims, 0)), tuple(range(dims))


def folded(left, right, in_left, in_right):
    """The sum of products along these dimensions: the product of two matrices; of two rows `dot`, if they lie so."""
    rows = [d for d in range(left.array.ndim) if d not in in_left]
    columns = [d for d in range(right.array.ndim) if d not in in_right]
    left, right = permute(left, [*rows, *in_left]), permute(right, [*in_right, *columns])
    front, back = left.array.shape[:len(rows)], right.array.shape[len(in_right):]
    n, m = math.prod(front), math.prod(back)
    if n != 1 or m != 1:
        k = math.prod(right.array.shape[:len(in_right)])
        result = mm(reshape(left, (n, k)), reshape(right, (k, m)))
    elif left.array.flags.c_contiguous and right.array.flags.c_contiguous:
        result = dot(flatten(left), flatten(right))
    else:
        result = mul(squeeze(left), squeeze(right)).sum(dtype=left.dtype)
    return reshape(result, front + back)


for function in (mm, mv, dot, matmul, bmm, addmm, outer, tril, triu, diagonal, diag):
    setattr(Tensor, function.__name__, method(function))
matmul = takes_out(matmul)  # as a method it does not take it
Tensor.t, Tensor.trace, Tensor.__matmul__, Tensor.__rmatmul__ = t, trace, at, at_reflected
Tensor.T, Tensor.mT = property(reversed_dims), property(each_turned)
