"""Chapter 11. What a Function of your own may say about itself, besides forward and backward."""

import functools

from minigrad.function import Function, Node, recording
from minigrad.slices import rewrite_history
from minigrad.tensors import Tensor, version_counter


def mark_dirty(self, *tensors):
    """Say that `forward` has written into these inputs; return them as outputs, too."""
    self._dirty = tensors


def mark_non_differentiable(self, *tensors):
    """Say that these outputs have no gradient: they do not require one."""
    self._constant = tensors


def set_materialize_grads(self, value):
    """False: the rule gets None, not zeros, for an output that nobody used."""
    self.materializes = value


Node.mark_dirty, Node.mark_non_differentiable = mark_dirty, mark_non_differentiable
Node.set_materialize_grads = set_materialize_grads


def require_dirty_among(self, outputs):
    """Raise RuntimeError unless every input that was written into is an output."""
    for written in self._dirty:
        if not any(written is output for output in outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as "
                "output. The inputs that are modified inplace must all be outputs of the "
                "Function."
            )


def continue_history(self, written):
    """Make this node the maker of a tensor that `forward` has written into.

    Raises RuntimeError for a leaf that requires a gradient.
    """
    if written._requires_grad and written._grad_fn is None:
        raise RuntimeError(
            "a leaf Variable that requires grad has been used in an in-place operation."
        )
    version_counter(written).count += 1
    rewrite_history(written, self)


Node.require_dirty_among, Node.continue_history = require_dirty_among, continue_history


class DelayedError(Function, node="Error"):
    """The end of a way back that cannot be differentiated itself."""

    @staticmethod
    def forward(ctx, grad):
        return grad.array

    @staticmethod
    def backward(ctx, grad):
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with "
            "@once_differentiable"
        )


def once_differentiable(backward):
    """A decorator for `backward`, under @staticmethod: its results cannot be differentiated.

    Use it where the rule computes with NumPy, or with anything that is not recorded. A gradient
    of the gradient then raises RuntimeError instead of being wrong.
    """

    @functools.wraps(backward)
    def unrecorded(ctx, *grads):
        before, recording.on = recording.on, False
        try:
            results = backward(ctx, *grads)
        finally:
            recording.on = before
        if not recording.on or not any(
            isinstance(grad, Tensor) and grad._requires_grad for grad in grads
        ):
            return results
        several = isinstance(results, tuple)
        made = [
            None if result is None else DelayedError.apply(Tensor(result.array, True))
            for result in (results if several else (results,))
        ]
        return tuple(made) if several else made[0]

    return unrecorded
