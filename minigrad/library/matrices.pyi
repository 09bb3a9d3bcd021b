# Made by tools/stubs.py from minigrad.library.matrices: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

LETTERS: str
class TBackward0(Node):
    """Rows become columns. (n, m) -> (m, n)"""
def refuse_deep(tensor, name) -> None:
    """Raise RuntimeError for more than two dimensions."""
def t(input) -> Tensor:
    """The transposed matrix, on the same memory. (n, m) -> (m, n)"""
def warn_of_number(name) -> Any:
    """Warn that a tensor without dimensions has nothing to turn."""
def reversed_dims(self) -> Tensor:
    """The dimensions in reverse order, on the same memory; meant for matrices. (n, m) -> (m, n)"""
def each_turned(self) -> Tensor:
    """A matrix, or each of a stack of matrices, transposed, on the same memory. (k, n, m) -> (k, m, n)"""
class MvBackward0(Node):
    """self @ vec for a matrix and a vector."""
class DotBackward0(Node):
    """The sum of the products of two vectors' entries."""
class BmmBackward0(Node):
    """self @ mat2 for two stacks of matrices, pair by pair."""
class AddmmBackward0(Node):
    """beta * input + alpha * (mat1 @ mat2). What is multiplied by 0 does not count, even if it is nan."""
def scaled(numbers, factor) -> Any: ...
def refuse_bools(input, other, name) -> None:
    """Raise NotImplementedError for a product of booleans, if there is anything to multiply."""
def refuse_shapes(mat1, mat2) -> None:
    """Raise RuntimeError unless the rows of the first matrix are as long as the columns of the second."""
def mm(input, mat2) -> Tensor:
    """The product of two matrices. (n, m), (m, p) -> (n, p)"""
def mv(input, vec) -> Tensor:
    """The product of a matrix and a vector. (n, m), (m,) -> (n,)"""
def dot(input, tensor) -> Tensor:
    """The inner product of two vectors. (n,), (n,) -> ()"""
def bmm(input, mat2) -> Tensor:
    """The products of two stacks of matrices, pair by pair. (k, n, m), (k, m, p) -> (k, n, p)"""
def addmm(input, mat1, mat2, *, beta=..., alpha=...) -> Tensor:
    """beta * input + alpha * (mat1 @ mat2), `input` repeated where it is smaller. (p,), (n, m), (m, p) -> (n, p)"""
def factor(number, name, tensor) -> bool | int:
    """A Python number to multiply a tensor by: for whole numbers, without its fraction. TypeError for anything else."""
class SqueezeBackward4(Node):
    """How PyTorch takes the row away again that a vector was made to: in place, which counts as a write."""
def matmul(input, other, *, out=...) -> Tensor:
    """The product of vectors, matrices and stacks of matrices. (k, n, m), (m, p) -> (k, n, p)"""
def product(input, other) -> Tensor:
    """What `matmul` gives, for two tensors."""
def is_one_matrix(stack, other) -> bool:
    """Whether the matrices of a stack are multiplied as one, below each other: they stand so in memory, or are copied."""
def one_product(input, other) -> Tensor:
    """A matrix or a stack times a matrix or vector: below each other, the matrices of a stack are a single one."""
def many_products(input, other) -> Tensor:
    """A stack, a matrix or a vector times a stack, matrix by matrix, each repeated until both are equally high."""
def of_matrices(a, b) -> ndarray:
    """The product of two matrices. Raises ValueError for other arrays."""
def at(self, other) -> Tensor:
    """self @ other. For anything but a tensor, Python finds the words of its error."""
def at_reflected(self, other) -> Tensor:
    """other @ self. For anything but a tensor, Python finds the words of its error."""
def outer(input, vec2) -> Tensor:
    """Each entry of one vector times each entry of another. (n,), (m,) -> (n, m)"""
class TrilBackward0(Node):
    """The numbers on a diagonal and below it, 0 above."""
class TriuBackward0(Node):
    """The numbers on a diagonal and above it, 0 below."""
def triangle(function, input, diagonal) -> int:
    """The diagonal as a Python int. Raises TypeError or RuntimeError for arguments that make no triangle."""
def tril(input, diagonal=...) -> Tensor:
    """The lower triangle of a matrix or of each in a stack, 0 elsewhere. (n, m) -> (n, m)"""
def triu(input, diagonal=...) -> Tensor:
    """The upper triangle of a matrix or of each in a stack, 0 elsewhere. (n, m) -> (n, m)"""
class DiagonalBackward0(Node):
    """The entries on a diagonal of the matrices that two dimensions make."""
def diagonal(input, offset=..., dim1=..., dim2=...) -> Tensor:
    """A diagonal of the matrices that two dimensions make, on the same memory. (n, m) -> (min(n, m),)"""
class TraceBackward0(Node):
    """The sum of the entries on the main diagonal: each of them has the derivative 1."""
def trace(input) -> Tensor:
    """The sum of the entries on the main diagonal of a matrix. (n, m) -> ()"""
def einsum(*args) -> Tensor:
    """Products of the entries of several tensors, added up as an equation says. 'ij,jk->ik', (n, m), (m, p) -> (n, p)"""
def in_letters(args) -> tuple[Any, ...]:
    """The arguments of `einsum` as an equation and the tensors, whichever way they are written."""
def spelled(numbers) -> str:
    """[0, 26, ...] -> 'Aa...'. Raises ValueError for numbers that have no letter."""
def parsed(equation, dims) -> tuple[list[str], str]:
    """The letters of each operand, and of the output. For '...' stand digits, the last of which is 9."""
def without_dots(letters, owner) -> str:
    """The letters without '...'. Raises RuntimeError for other dots."""
def aligned(operand, letters, order, lengths, owner) -> Tensor:
    """The operand with all letters in this order: of length 1 where it has no such letter, a diagonal for one twice."""
def contracted(left, right, last) -> Tensor:
    """The product of two aligned tensors, added up along the dimensions `last`: by `bmm` if both of them have some."""
