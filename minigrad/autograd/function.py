"""Chapter 11. An operation of your own, with its own rule, and what else it may say."""

import functools
import warnings

from minigrad.autograd.grad_mode import no_grad
from minigrad.autograd.outputs import attach_outputs, unattached
from minigrad.core.node import Node, recording
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import in_places, with_defaults
from minigrad.exact.errors import BACKWARD_MISSING, FORWARD_MISSING, for_tensors
from minigrad.machinery.silence import as_told


class FunctionNode(Node):
    """What a Function of yours leaves behind: its rule gets tensors, and answers with tensors."""

    speaks_arrays = False
    _attach = attach_outputs
    _given = None  # the tensor with whose numbers a walk begins here

    def forward(self, *inputs):
        result = unrecorded(self, inputs)
        if recording.on and any(self.needs_input_grad):
            return result  # `_attach` is next
        return unattached(self, inputs, result)

    def backward(self, *grads):
        given, self._given = self._given, None
        if given is not None:
            grads = [given if grad is not None and grad.array is given.array else grad for grad in grads]
        return as_told(rule_of(type(self)._forward_cls), self, *grads)

    def _answer(self, grads, recorded):
        """What the rule answers for the tensors among the inputs: tensors, or arrays where nothing is recorded."""
        grads = grads if recorded else [None if grad is None else Tensor(grad) for grad in grads]
        result = type(self).backward(self, *grads)  # a user may name anything on ctx
        result = for_tensors(self, result if isinstance(result, tuple) else (result,))
        return tuple(result if recorded else [None if grad is None else grad.array for grad in result])


def rule_of(cls):
    if cls.vjp is Function.vjp:
        return cls.backward
    return cls.vjp if cls.backward is Function.backward else refuse_both


def unrecorded(node, inputs):
    """Call a user's `forward`: the steps inside leave no nodes, only `apply` does."""
    node._tensor_inputs = tuple([isinstance(value, Tensor) for value in inputs])
    before, recording.on = recording.on, False
    node.needs_input_grad = tuple([isinstance(value, Tensor) and value._requires_grad for value in inputs])
    try:
        return run_forward(node, type(node)._forward_cls, inputs)
    finally:
        recording.on = before


def run_forward(node, function, inputs):
    """`forward(ctx, *inputs)`; or `forward(*inputs)`, and what `setup_context` adds."""
    if function.setup_context is no_setup:
        return function.forward(node, *inputs)
    result = function.forward(*inputs)
    function.setup_context(node, inputs, result)
    return result


def set_materialize_grads(self, value):
    """False: the rule gets None, not zeros, for an output that nobody used."""
    self._materializes = value


def mark_non_differentiable(self, *tensors):
    """Say that these outputs have no gradient: they will not require one."""
    self._constant = tensors


Node.set_materialize_grads, Node.mark_non_differentiable = set_materialize_grads, mark_non_differentiable


def no_setup(ctx, inputs, output):
    """Where to fill `ctx`, for those who write `forward(*inputs)` without it."""


def refuse_both(ctx, *grads):
    raise RuntimeError(
        "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. "
        "You should only implement one of them."
    )


class Function:
    """An operation of your own: subclass it, write `forward` and `backward`, call `apply`.

    forward(ctx, *inputs)  computes the result; `ctx` is the node that will be left behind
    backward(ctx, *grads)  gets one gradient per output, returns one per input (or None)

    The node is called `<Name>Backward`.
    Source: PyTorch's torch/autograd/function.py.
    """

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.node_class = type(cls.__name__ + "Backward", (FunctionNode,), {"_forward_cls": cls})
        cls.node_class.__module__ = "minigrad.autograd.function"

    @staticmethod
    def forward(ctx, *inputs):
        raise NotImplementedError(FORWARD_MISSING)

    @staticmethod
    def backward(ctx, *grads):
        raise NotImplementedError(BACKWARD_MISSING)

    vjp = backward  # another name for it: the rule is a vector-Jacobian product (chapter 5)

    setup_context = staticmethod(no_setup)  # for those who write `forward(*inputs)`

    @classmethod
    def apply(cls, *inputs, **named):
        """Run `forward`; leave a node if recording is on and an input requires a gradient.

        With `setup_context` the defaults of `forward` are inputs, too. Raises TypeError for an
        input with a name that `forward` has not, or has after one that is missing.
        """
        own_context = cls.setup_context is not no_setup
        if own_context:
            inputs, named = with_defaults(cls.forward, inputs, named)
        if named:
            inputs = in_places(cls.forward, inputs, named, 0 if own_context else 1)
        return cls.node_class.apply(*inputs)


class DelayedError(Node, name="Error"):
    """The same numbers, for None None; whoever comes back through here meets an error."""

    _attach = attach_outputs

    def forward(ctx, *grads):
        edges = iter(ctx.next_functions)
        ctx.next_functions = tuple([(None, 0) if grad is None else next(edges) for grad in grads])
        return tuple([grad if grad is None else grad.detach() for grad in grads])

    def backward(ctx, *grads):
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        )

    def name(self):
        return "torch::autograd::Error"


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
        if all([found is None for found in answers]):
            return answers
        return DelayedError.apply(*[
            None if found is None else found.detach().requires_grad_() for found in answers
        ])

    return once


def mark_dirty(self, *tensors) -> None:
    """Say that `forward` has written into these inputs, which it also returns."""
    self._dirty = tensors


Node.mark_dirty = mark_dirty


def warn_instance(self, *args, **kwargs) -> None:
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
