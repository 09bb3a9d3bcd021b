"""Chapter 1. A Tensor is an array that carries a flag, a place for a gradient, and a node."""

import warnings

import numpy as np

from minigrad.dtypes import DTYPES, Size
from minigrad.exact.errors import NO_GRAD_KEPT, ONLY_LEAVES, refuse_grad
from minigrad.exact.printing import tensor_text

# Infinity is an answer here, as in PyTorch: NumPy need not warn about it.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")

WRITTEN_OUT = frozenset([int, float, str, list, tuple, Size])


class Tensor:
    """An array, a flag `requires_grad`, a gradient `grad`, and the node `grad_fn` that made it.

    array        the numbers: a NumPy array, or one NumPy number for a tensor without dimensions
    output_nr    which output of `grad_fn` this is (0 unless the operation has several)
    _counter     counts writes into the array; None until somebody writes or shares (chapter 9)
    _leaf_node   a weak reference to the node that fills `grad` (chapter 2)
    _view        for a view: the tensor whose memory it shows, and more (chapter 9)
    _hooks       functions that see the gradient on its way (chapter 10)
    """

    output_nr = 0
    _grad = _counter = _leaf_node = _view = _hooks = None

    def __init__(self, array, requires_grad=False, grad_fn=None, *sizes):
        if type(array) in WRITTEN_OUT:  # Tensor([1, 2]) and Tensor(2, 3) (chapter 14)
            given = (array, requires_grad, grad_fn, *sizes)
            array, requires_grad, grad_fn = self._written_out(given), False, None
        self.array = array
        self._requires_grad = requires_grad
        self._grad_fn = grad_fn

    def __repr__(self, **ignored):
        name = None if self._grad_fn is None else type(self._grad_fn).__name__
        return tensor_text(self.array, requires_grad=self._requires_grad, grad_fn=name)


def get_requires_grad(self):
    """True when operations on this tensor are recorded, so that a gradient can reach it."""
    return self._requires_grad


def set_requires_grad(self, flag):
    if not isinstance(flag, bool):
        raise RuntimeError("requires_grad must be a bool")
    if self._grad_fn is not None and not flag:
        raise RuntimeError(ONLY_LEAVES)
    if flag and self.array.dtype.kind != "f":
        raise RuntimeError(
            "only Tensors of floating point and complex dtype can require gradients"
        )
    self._requires_grad = flag


Tensor.requires_grad = property(get_requires_grad, set_requires_grad)


def requires_grad_(self, requires_grad=True):
    """Set the flag and give back the tensor itself."""
    if requires_grad and self.array.dtype.kind != "f":
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    self.requires_grad = requires_grad
    return self


Tensor.requires_grad_ = requires_grad_
Tensor.grad_fn = property(lambda self: self._grad_fn, doc="The node that made it, or None.")
Tensor.is_leaf = property(lambda self: self._grad_fn is None, doc="True when no node made it.")
Tensor.dtype = property(lambda self: DTYPES[self.array.dtype], doc="The kind of number inside.")
Tensor.shape = property(lambda self: Size(self.array.shape), doc="The size of each dimension.")


class VersionCounter:
    """How often an array was written into: one count for all that share it, `.data` apart.

    `views` are weak references to the tensors that show parts of it (chapter 9).
    """

    def __init__(self):
        self.count = 0
        self.views = ()


def version_counter(tensor):
    """The tensor's counter, made when it is first needed."""
    if tensor._counter is None:
        tensor._counter = VersionCounter()
        if tensor._grad_fn is not None:
            tensor._grad_fn.watch(tensor)
    return tensor._counter


Tensor._version = property(lambda self: 0 if self._counter is None else self._counter.count)


def storage(tensor):
    """The array, ready to be shared or written into: a lone NumPy number becomes an array."""
    if not isinstance(tensor.array, np.ndarray):
        tensor.array = np.asarray(tensor.array)
        if tensor._grad_fn is not None:
            tensor._grad_fn.watch(tensor, moved=True)
    return tensor.array


def get_grad(self):
    """The gradient that `backward()` has added up here so far, or None."""
    if self._grad is None and self._grad_fn is not None and not self.retains_grad:
        warnings.warn(NO_GRAD_KEPT, stacklevel=2)
    return self._grad


def set_grad(self, grad):
    if grad is not None:
        refuse_grad(self, grad)
    self._grad = grad


Tensor.grad = property(get_grad, set_grad, lambda self: set_grad(self, None))


def retains_grad(self):
    """True for a result that was asked to keep its gradient."""
    hooks = None if self._grad_fn is None else self._grad_fn._hooks
    return hooks is not None and self.output_nr in hooks.keepers


Tensor.retains_grad = property(retains_grad)
