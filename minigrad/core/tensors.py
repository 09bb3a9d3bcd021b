"""Chapter 1. A Tensor is an array that carries a flag, a place for a gradient, and a node."""

import warnings

import numpy as np

from minigrad.exact.dtypes import DTYPES, Size, float32
from minigrad.exact.errors import NO_GRAD_KEPT, refuse_data, refuse_flag, refuse_grad
from minigrad.exact.lists import (
    COPY_CONSTRUCTED, new_shape, numbers, require_dtype, require_known,
)
from minigrad.exact.memory import BORROWED
from minigrad.exact.printing import tensor_text
from minigrad.exact.silence import silently


class Tensor:
    """An array, a flag `requires_grad`, a gradient `grad`, and the node `grad_fn` that made it.

    array        the numbers: a NumPy array, or one NumPy number for a tensor without dimensions
    output_nr    which output of `grad_fn` this is (0 unless the operation has several)
    _detached    how many nodes there were when `detach_` made a leaf of it (chapter 8)
    _counter     counts writes into the array; None until somebody writes or shares (chapter 9)
    _leaf_node   a weak reference to the node that fills `grad` (chapter 2)
    _view        for a view: the tensor whose memory it shows, and more (chapter 9)
    _hooks       functions that see the gradient on its way (chapter 10)
    """

    output_nr, _detached = 0, -1
    _grad = _counter = _leaf_node = _view = _hooks = None
    grad_fn = property(lambda self: self._grad_fn, doc="The node that made it, or None.")
    dtype = property(lambda self: DTYPES[self.array.dtype], doc="The kind of number inside.")
    shape = property(lambda self: Size(self.array.shape), doc="The size of each dimension.")

    def __init__(self, array=(), requires_grad=False, grad_fn=None, *sizes):
        if type(array) in WRITTEN_OUT:  # Tensor([1, 2]) and Tensor(2, 3) (chapter 14)
            given = (array, requires_grad, grad_fn, *sizes)
            array, requires_grad, grad_fn = self._written_out(given), False, None
        self.array = array
        self._requires_grad = requires_grad
        self._grad_fn = grad_fn

    def __repr__(self, **ignored):
        name = None if self._grad_fn is None else type(self._grad_fn).__name__
        return tensor_text(self.array, requires_grad=self._requires_grad, grad_fn=name)

    @property
    def requires_grad(self):
        """True when operations on this tensor are recorded: a gradient can reach it, or its base."""
        return self._requires_grad is not False

    @requires_grad.setter
    def requires_grad(self, flag):
        refuse_flag(self, flag)
        if flag and self._counter is not None:
            self._counter.allow_flag()
        self._requires_grad = flag
        if self._counter is not None:
            lend(self if self._view is None else self._view[0])

    def requires_grad_(self, requires_grad=True):
        """Set the flag and give back the tensor itself."""
        if requires_grad and self.array.dtype.kind != "f":
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if self._grad_fn is None or not requires_grad:  # a result has the flag already
            self.requires_grad = requires_grad
        return self

    @property
    def data(self):
        """Like `detach()`, but with its own version counter: writes through it go unnoticed."""
        result = Tensor(storage(self))
        counter = self._counter
        result._counter = None if counter is None or counter.counts else counter
        return result

    @data.setter
    def data(self, tensor):
        refuse_data(self, tensor)
        if tensor.array.dtype != self.array.dtype:
            self._leaf_node = None  # it expects gradients of the old dtype (chapter 2)
        self.array = storage(tensor)

    @property
    def retains_grad(self):
        """True for a result that was asked to keep its gradient."""
        hooks = getattr(vars(self)["_grad_fn"], "_hooks", None)
        return hooks is not None and self.output_nr in hooks.keepers

    @property
    def is_leaf(tensor):
        """Whether no recorded step made this tensor."""
        return tensor.grad_fn is None

    def detach(self):
        """A new tensor on the same numbers. Writes into either are counted by both."""
        result = detach(self)
        result._counter = version_counter(self)
        return result

    @property
    def _version(self):
        """How often its memory was written into. Raises RuntimeError if it was made in inference mode."""
        counter = self._counter
        if counter is None:
            return 0
        return counter.count if counter.counts else counter.version


def tensor(data, *, dtype=None, requires_grad=False):
    """A new leaf with a copy of the data: a number, nested lists of numbers, or a NumPy array.

    Python's floats become float32, whole numbers int64; NumPy's numbers keep their dtype.
    Raises ValueError for lists of unequal lengths, and RuntimeError, ValueError or TypeError
    for what is no number.
    """
    require_dtype(dtype)
    if isinstance(data, Tensor):
        warnings.warn(COPY_CONSTRUCTED, stacklevel=2)
        data = data.array
    return make_leaf(numbers(data, dtype), dtype, requires_grad)


def ones(*size, dtype=float32, requires_grad=False):
    """A leaf of ones."""
    return make_leaf(np.ones(new_shape(size), dtype.numpy), None, requires_grad)


WRITTEN_OUT = frozenset([int, float, str, list, tuple, Size])


def make_leaf(array, dtype, requires_grad):
    """A new leaf on this array. Every constructor below ends here.

    Raises RuntimeError when a tensor of integers or booleans is asked to require a gradient.
    """
    if dtype is not None:
        array = silently(array.astype, dtype.numpy, copy=False)
    require_known(array.dtype, requires_grad)
    return Tensor(array if array.ndim else array[()], requires_grad)


class VersionCounter:
    """How often an array was written into: one count for all tensors that share it."""

    counts = True

    def __init__(self):
        self.count = 0
        self.views = ()  # weak references to the tensors that show parts of the array

    def allow_flag(self):
        """Raises RuntimeError if a tensor with this counter must not get a flag."""


def version_counter(tensor):
    """The tensor's counter, made when it is first needed."""
    if tensor._counter is None:
        tensor._counter = VersionCounter()
        if tensor._grad_fn is not None:
            tensor._grad_fn.watch(tensor)  # it may have saved this very result
    return tensor._counter


def storage(tensor):
    """The array, ready to be shared or written into: a lone NumPy number becomes an array."""
    if not isinstance(tensor.array, np.ndarray):
        tensor.array = np.asarray(tensor.array)
        if tensor._grad_fn is not None:
            tensor._grad_fn.watch(tensor, moved=True)
    return tensor.array


def get_grad(self):
    """The gradient that `backward()` has added up here so far, or None."""
    if self._grad is None and vars(self)["_grad_fn"] is not None and not self.retains_grad:
        warnings.warn(NO_GRAD_KEPT, stacklevel=2)
    return self._grad


def set_grad(self, grad):
    if grad is not None:
        refuse_grad(self, grad)
    self._grad = grad


Tensor.grad = property(get_grad, set_grad, lambda self: set_grad(self, None))


def detach(input):
    """A new tensor on the same numbers, with no history and no wish for a gradient."""
    return Tensor(storage(input))


def lend(base):
    """Let the views of a tensor, whose flag may have changed, follow it, unless they have one of their own."""
    for reference in tuple(base._counter.views) if base._counter is not None else ():
        view = reference()
        borrows = base._requires_grad is True and BORROWED
        if view is None or view._view[0] is not base or view._requires_grad is borrows:
            continue
        if view._requires_grad is not True:
            view._requires_grad, view._leaf_node = borrows, None
