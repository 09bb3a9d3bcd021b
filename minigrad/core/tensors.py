"""Chapters 1, 2, 8 and 9. A Tensor is an array that carries a flag, a place for a gradient, and a node."""

import numpy as np

from minigrad.exact.dtypes import WRITTEN_OUT
from minigrad.exact.printing import tensor_text


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

    output_nr = 0
    _counter = _leaf_node = None

    def __init__(self, array=(), requires_grad=False, grad_fn=None, *sizes):
        if type(array) in WRITTEN_OUT:  # Tensor([1, 2]) and Tensor(2, 3) (chapter 14)
            given = (array, requires_grad, grad_fn, *sizes)
            array, requires_grad, grad_fn = self._written_out(given), False, None
        self.array = array
        self._requires_grad = requires_grad
        self._grad_fn = grad_fn

    def __repr__(self):
        name = None if self.grad_fn is None else type(self.grad_fn).__name__
        return tensor_text(self.array, requires_grad=self.requires_grad, grad_fn=name)

    @property
    def is_leaf(tensor):
        """Whether no recorded step made this tensor."""
        return tensor.grad_fn is None

    @property
    def _version(self):
        """How often its memory was written into. Raises RuntimeError if it was made in inference mode."""
        counter = self._counter
        if counter is None:
            return 0
        return counter.version if hasattr(type(counter), "version") else counter.count


class VersionCounter:
    """How often an array was written into: one count for all tensors that share it."""

    def __init__(self):
        self.count = 0
        self.views = ()  # weak references to the tensors that show parts of the array


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


def detach(input):
    """A new tensor on the same numbers, with no history and no wish for a gradient."""
    return Tensor(storage(input))


def detached(self):
    """A new tensor on the same numbers. A write into one of the two counts for both."""
    result = detach(self)
    result._counter = version_counter(self)
    return result


Tensor.detach = detached
