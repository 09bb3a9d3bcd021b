"""What happens to a graph when memory that several tensors show is written into.

A view shares memory with its base, so a write into either changes both, and their histories have to agree. As in
PyTorch the base owns the history: a write into a view becomes a `CopySlices` node on the base, and after every write
each view gets a new node, `AsStridedBackward0`, that leads to the base.
Source: torch/csrc/autograd/functions/tensor.cpp (CopySlices) and torch/csrc/autograd/variable.cpp (grad_fn of a view).
"""

import math
import weakref

import numpy as np

from minigrad.core.node import Node, OwnOutput, edge, sequence
from minigrad.operations.unneeded import UNNEEDED
from minigrad.core.tensors import Tensor
from minigrad.exact.errors import REPEATED, refuse_view
from minigrad.machinery.memory import Window
from minigrad.exact.printing import tensor_text
from minigrad.operations import sharing
from minigrad.operations.views import put


class AsStridedBackward0(Node):
    """Part of a base, as a view shows it."""

    def backward(ctx, grad):
        window = ctx.window
        if window.is_plain and not isinstance(grad, Tensor) and not window.repeats:
            below = np.zeros(window.shape, grad.dtype)
            window.of(below)[...] = grad
            return below
        return put(grad, (math.prod(window.shape),), window.places).reshape(window.shape)


class CopySlices(Node):
    """A write into part of a tensor: there the written operation's rule applies, elsewhere gradients pass."""

    rule = staticmethod(lambda inner, grad: type(inner).backward(inner, grad))  # that of a Function gets tensors

    def __init__(self, base, window, inner):
        self.window, self.inner = window, inner  # `rewrite_history` adds `of_view`: asks for the view's node
        self._hooks = inner._hooks  # so that no short way is taken where a user's function unpacks what is saved
        self.next_functions = (edge(base), *inner.next_functions[1:])
        self._outputs = ((base.array.shape, base.array.dtype),)
        self.sequence_nr = next(sequence)

    @property
    def _saved(self):
        return (None,) if self.inner._saved == () else self.inner._saved  # something to give up, in any case

    @_saved.setter
    def _saved(self, saved):
        self.inner._saved = saved

    def backward(self, grad):
        flat, places = grad.reshape(-1), self.window.places
        below = self.of_inner(flat[places])
        here, *others = below if isinstance(below, tuple) else (below,)
        if here is not None and here is not UNNEEDED and self.window.repeats:
            raise RuntimeError(REPEATED)
        below = sharing.overlay(flat, places, 0 if here is None or here is UNNEEDED else here)
        return (below.reshape(self.window.shape), *others)

    def of_inner(self, grad):
        """The written operation's rule. Where it saved its result, and the way back is recorded, that is the view."""
        inner, saved = self.inner, self.inner._saved
        if saved:
            inner._saved = tuple([
                self.view_of(tensor) if type(tensor) is OwnOutput else tensor for tensor in saved
            ])
        try:
            return self.rule(inner, grad)
        finally:
            inner._saved = saved

    def view_of(self, tensor):
        node = self.of_view()  # the view's own, if it is still there
        result = Tensor(tensor.array, True, strided(self, 0, self.window, tensor) if node is None else node)
        result._counter = tensor._counter
        return result

    def name(self):
        return "torch::autograd::CopySlices"


Tensor._base = property(lambda self: None if self._view is None else self._view[0], doc="Whose memory a view shows.")
Tensor._is_view = lambda self: self._view is not None


def rewrite_history(tensor, node):
    """After a write into `tensor`: `node`, made by the operation that was written, leads to what it is now."""
    node._outputs = ((tensor.array.shape, tensor.array.dtype),)  # the dtype is that of the memory
    base = tensor if tensor._view is None else tensor._view[0]
    if base is not tensor:
        node = CopySlices(base, Window(base.array, tensor.array), node)
    old, number = base._grad_fn, base.output_nr
    base._requires_grad, base._grad_fn, base.output_nr = True, node, 0
    if old is not None and old._hooks is not None:
        old._hooks.hand_over(base, number, node)
    for reference in tuple(base._counter.views):
        view = reference()
        if view is None or view._view[0] is not base:
            continue
        if view._view[1] is True:
            renew(view, (node, 0), node.window if view is tensor else Window(base.array, view.array))
        else:
            spoil(view)
    if base is not tensor:
        node.of_view = weakref.ref(tensor._grad_fn)


def renew(view, target, window):
    """Give a view a node that leads to its base as it is now, an edge, and says which of its entries the view shows."""
    old, number = view._grad_fn, view.output_nr
    view._requires_grad, view.output_nr = True, 0
    view._grad_fn = strided(*target, window, view)
    if old is not None and old._hooks is not None:
        old._hooks.hand_over(view, number, view._grad_fn)


class Spoiled(Tensor):
    """A view without a recorded way to its base, or one of several from one operation, after a write into its memory.

    Its numbers can be read, but no node says how they came about: a recorded use raises RuntimeError.
    """

    _grad_fn = property(lambda self: refuse_view(self, "its base or another view of its base has been"))

    def __repr__(self, **ignored):
        return tensor_text(self.array, requires_grad=True, grad_fn="Invalid")


def spoil(view):
    view._requires_grad, view.__class__ = True, Spoiled


class Outdated(Tensor):
    """A view whose memory was written into without recording: asked for its node, it gets a new one first."""

    @property
    def _grad_fn(self):
        self.__class__ = Tensor
        base = self._view[0]
        renew(self, edge(base), Window(base.array, self.array))
        return self._grad_fn


def has_history(view):
    """Whether a write into its memory makes the node of this view wrong."""
    return type(view) is Tensor and (view._grad_fn is not None or view._view[0]._requires_grad)


def outdate(views):
    """After a write without recording: of these views, those with a history, or on a base with one, need new nodes."""
    for reference in tuple(views):
        view = reference()
        if has_history(view):
            if view._view[1] is True:
                view.__class__ = Outdated
            else:
                spoil(view)


def strided(target, number, window, view):
    """The node of a view whose base was written into; its gradient goes to this output of the target."""
    node = AsStridedBackward0()
    node.window, node.next_functions = window, ((target, number),)
    node._outputs, node._saved = ((view.array.shape, view.array.dtype),), ()
    node.sequence_nr = next(sequence)
    return node
