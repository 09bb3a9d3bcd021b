"""Chapter 11. An operation of your own, with its own rule, and what else it may say."""

import functools
import warnings

from minigrad.autograd.grad_mode import no_grad
from minigrad.core.node import Node, disown_outputs, recording
from minigrad.core.tensors import Tensor, version_counter
from minigrad.exact.arguments import in_places, with_defaults
from minigrad.exact.errors import BACKWARD_MISSING, FORWARD_MISSING, refuse_view
from minigrad.exact.silence import as_told
from minigrad.operations.copy_slices import outdate, rewrite_history


class FunctionNode(Node):
    """What a Function of yours leaves behind: its rule gets tensors, and answers with tensors."""

    speaks_arrays = is_plain = False

    def forward(self, *inputs):
        result = unrecorded(self, inputs)
        if recording.on and any(self.needs_input_grad):
            return result  # `_attach` is next
        outputs = result if isinstance(result, tuple) else (result,)
        if self._dirty:
            self.require_dirty_among(outputs)
        outputs = [
            without_history(self, value, inputs) if isinstance(value, Tensor) else value for value in outputs
        ]
        return tuple(outputs) if isinstance(result, tuple) else outputs[0]

    def backward(self, *grads):
        return rule_of(type(self)._forward_cls)(self, *grads)

    def _answer(self, grads, recorded):
        """What the rule answers for the tensors among the inputs: tensors, or arrays where nothing is recorded."""
        grads = grads if recorded else [None if grad is None else Tensor(grad) for grad in grads]
        result = as_told(type(self).backward, self, *grads)  # a user may name anything on ctx
        result = for_inputs(self, result if isinstance(result, tuple) else (result,))
        return tuple(result if recorded else [None if grad is None else grad.array for grad in result])

    def _attach(self, inputs, result):
        """Tie what a user's `forward` gave to this node: inputs, written into or not, may be among it."""
        if (
            isinstance(result, Tensor) and result.array.dtype.kind == "f" and not self._dirty and not self._constant
            and result._view is None and not result._requires_grad and not result.output_nr
            and not any([result is given for given in inputs])
        ):  # one that is new
            result._requires_grad, result._grad_fn = True, self
            self._outputs = ((result.array.shape, result.array.dtype),)
            if self._saved:
                disown_outputs(self, (result,))
            return result
        several = isinstance(result, tuple)
        outputs = tuple([
            attached(self, number, value, inputs) if isinstance(value, Tensor) else value
            for number, value in enumerate(result if several else (result,))
        ])
        self._outputs = tuple([
            (value.array.shape, value.array.dtype) if isinstance(value, Tensor) else None for value in outputs
        ])  # the rule gets one for each
        if self._dirty:
            self.require_dirty_among(outputs)
        disown_outputs(self, outputs)
        self._dirty = self._constant = ()
        return outputs if several else outputs[0]


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


Node.set_materialize_grads = set_materialize_grads
Node.mark_non_differentiable = mark_non_differentiable


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
    return node._answer([grad], isinstance(grad, Tensor))


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


def attached(node, number, value, inputs):
    """One output with its node; a new tensor where `forward` returned an input as it was."""
    if any([value is written for written in node._dirty]):
        node.continue_history(value)
        value._grad = None  # what it kept belongs to the numbers of before
        return value
    if any([value is constant for constant in node._constant]) or value.array.dtype.kind != "f":
        return without_history(node, value, inputs)
    if value._grad_fn is not node:
        if value._requires_grad is True or any([value is given for given in inputs]):
            given, value = value, value.detach()
            value._view = ((given._view or [given])[0], None)
        elif value._view is not None:
            value._view = (value._view[0], None)  # it must not be written into (chapter 9)
        value._requires_grad, value._grad_fn = True, node
    value.output_nr = number
    return value


def without_history(node, value, inputs):
    """An output without a history: where it is an input, a view of that. It must not be written into (chapter 9).

    An input that `forward` has written into stays itself, if it has no history; and the write is counted.
    """
    if any(value is written for written in node._dirty):
        node.count_write(value)
        return value.detach() if value._requires_grad else value
    if not any(value is given for given in inputs):
        return value
    result = value.detach()
    if not value._requires_grad:
        result._view = ((value._view or [value])[0], None)
    return result


def for_inputs(node, grads):
    """Of the gradients of a user's rule, one per input of `apply`, those for the tensors.

    Raises RuntimeError when there are too few or too many, one where the input is no tensor, or
    one that is no tensor itself.
    """
    expected = len(node._tensor_inputs)
    if len(grads) < expected or any([extra is not None for extra in grads[expected:]]):
        raise RuntimeError(
            f"function {node.name()} returned an incorrect number of gradients "
            f"(expected {expected}, got {len(grads)})"
        )
    for position, (grad, is_tensor) in enumerate(zip(grads, node._tensor_inputs), 1):
        if grad is not None and not is_tensor:
            raise RuntimeError(
                f"function {node.name()} returned a gradient different than None at position "
                f"{position}, but the corresponding forward input was not a Variable"
            )
        if grad is not None and not isinstance(grad, Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(grad).__name__})")
    return [grad for grad, is_tensor in zip(grads, node._tensor_inputs) if is_tensor]
