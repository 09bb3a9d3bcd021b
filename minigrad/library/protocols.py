"""What Python asks of any object: its truth, its length, its copy, its text in an f-string."""

from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import is_operand
from minigrad.exact.lists import NOT_ONE, lone_number
from minigrad.machinery.memory import copied_memory
from minigrad.library.joining import flip


def truth(self) -> bool:
    """Whether the one number inside is not zero."""
    if self.array.size != 1:
        several = "more than one value" if self.array.size else "no values"
        raise RuntimeError(f"Boolean value of Tensor with {several} is ambiguous")
    return bool(self.item())


def as_float(self) -> float:
    """The one number inside as a Python float. Of a flag, which a float cannot have, it warns."""
    return float(lone_number(self, stacklevel=3))


def as_int(self) -> int:
    """The one number inside as a Python int."""
    if self.array.size != 1:
        raise ValueError(NOT_ONE)
    return int(self.item())


def index(self) -> int:
    """The one whole number inside, where Python wants an index."""
    if self.array.size != 1 or self.array.dtype.kind == "f":
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self.item())


def formatted(self, spec) -> str:
    """The text for f-strings: a lone number is written as a Python number, `f"{loss:.3f}"`."""
    return format(self.item(), spec) if self.array.ndim == 0 else object.__format__(self, spec)


def plus(self) -> Tensor:
    """+self is the tensor itself."""
    if self.array.dtype.kind == "b":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return self


def reduced(self):
    """What `copy` and `pickle` make a new leaf from: the numbers and the flag."""
    return Tensor, (self.array, self.requires_grad)


def deep_copy(self, memo) -> Tensor:
    """A new leaf with copies of the numbers and of the gradient. What shared memory shares it among the copies, too.

    Raises RuntimeError for a result: its graph cannot be copied along.
    """
    if self._grad_fn is not None:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  "
            "If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, "
            "see https://github.com/pytorch/pytorch/pull/103001"
        )
    if id(self) in memo:
        return memo[id(self)]
    result = memo[id(self)] = Tensor(copied_memory(self.array, memo), self.requires_grad)
    result._grad = None if self._grad is None else deep_copy(self._grad, memo)
    return result


def length(self) -> int:
    """The number of entries along the first dimension."""
    if self.array.ndim == 0:
        raise TypeError("len() of a 0-d tensor")
    return len(self.array)


def turned_around(self) -> Tensor:
    """The entries along the first dimension in reverse order, as one tensor."""
    return flip(self, (0,)) if self.array.ndim else self


def contains(self, element) -> bool:
    """Whether any entry equals the number, or the tensor's entry at that place."""
    if not is_operand(element):
        raise RuntimeError(
            f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}."
        )
    return bool((self == element).array.any())


Tensor.__bool__, Tensor.__len__, Tensor.__index__ = truth, length, index
Tensor.__reversed__, Tensor.__contains__ = turned_around, contains
Tensor.__format__, Tensor.__pos__ = formatted, plus
Tensor.__reduce__, Tensor.__deepcopy__ = reduced, deep_copy
Tensor.__float__, Tensor.__int__ = as_float, as_int
