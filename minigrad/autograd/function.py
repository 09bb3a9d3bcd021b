"""Chapter 11. What a Function of your own may say, besides its forward and its backward."""

import functools
import warnings

from minigrad.autograd.grad_mode import no_grad
from minigrad.core.copy_slices import outdate, rewrite_history
from minigrad.core.engine import for_tensors
from minigrad.core.node import Function, Node, recording
from minigrad.core.tensors import Tensor, version_counter
from minigrad.exact.errors import refuse_view
from minigrad.exact.silence import as_told


def set_materialize_grads(self, value):
    """False: the rule gets None, not zeros, for an output that nobody used."""
    self._materializes = value


def mark_non_differentiable(self, *tensors):
    """Say that these outputs have no gradient: they will not require one."""
    self._constant = tensors


Node.set_materialize_grads = set_materialize_grads
Node.mark_non_differentiable = mark_non_differentiable


class DelayedError(Node, name="Error"):
    """The same numbers; whoever comes back through here meets an error."""

    def forward(ctx, grad):
        return grad.array

    def backward(ctx, grad):
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        )


def once_differentiable(backward):
    """A decorator for `backward`, under @staticmethod: its answer cannot be differentiated.

    Use it where the rule computes with NumPy, or with anything that is not recorded. A gradient
    of the gradient then raises RuntimeError instead of being wrong.
    """

    @functools.wraps(backward)
    def once(ctx, *grads):
        with no_grad():
            answer = backward(ctx, *grads)
        given = [grad for grad in grads if isinstance(grad, Tensor) and grad.requires_grad]
        if not recording.on or not given:
            return answer
        answers = answer if isinstance(answer, tuple) else (answer,)
        return tuple([
            None if found is None else DelayedError.apply(Tensor(found.array, True))
            for found in answers
        ])

    return once


def mark_dirty(self, *tensors):
    """Say that `forward` has written into these inputs, which it also returns."""
    self._dirty = tensors


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

    Raises RuntimeError for a leaf that requires a gradient, and for a view that must not be written into.
    """
    version_counter(written).count += 1  # also where it is refused now: the numbers are other ones
    if vars(written)["_grad_fn"] is None and written.requires_grad:  # a spoiled view would not say it
        raise RuntimeError(
            "a leaf Variable that requires grad has been used in an in-place operation."
        )
    if written._view is not None:
        refuse_view(written)
    rewrite_history(written, self)
    if written._view is not None:
        copy_slices = written._view[0]._grad_fn
        copy_slices.is_plain, copy_slices.rule = False, rule_on_tensors


def rule_on_tensors(node, grad):
    """What the rule of a Function answers to part of a gradient, in the gradient's form: arrays for an array."""
    recorded = isinstance(grad, Tensor)
    answer = as_told(node.backward, grad if recorded else Tensor(grad))
    answer = for_tensors(node, answer if isinstance(answer, tuple) else (answer,))
    return tuple(answer) if recorded else tuple([None if part is None else part.array for part in answer])


def count_write(self, written):
    """Without recording `forward` has written into this tensor."""
    version_counter(written).count += 1
    outdate(written._counter.views)


Node.mark_dirty, Node.count_write = mark_dirty, count_write
Node.require_dirty_among = require_dirty_among
Node.continue_history = continue_history


def warn_instance(self, *args, **kwargs):
    warnings.warn(
        f"{type(self)} should not be instantiated. Methods on autograd functions "
        "are all static, so you should invoke them on the class itself. "
        "Instantiating an autograd function will raise an "
        "error in a future version of PyTorch.",
        DeprecationWarning, stacklevel=2,
    )


def refuse_call(self, *args, **kwargs):
    raise RuntimeError(
        "Legacy autograd function with non-static forward method is deprecated. "
        "Please use new-style autograd function with static forward method. (Example: "
        "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
    )


Function.__init__, Function.__call__ = warn_instance, refuse_call


class InplaceFunction(Function):
    """An old base class, for old code: use `Function`, and `ctx.mark_dirty` for what it writes into."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace
