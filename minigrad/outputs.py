"""Chapter 2. How what `forward` gives back is tied to the node that is left behind."""

import threading

from minigrad.saved import disown_outputs
from minigrad.tensors import Tensor


class Recording(threading.local):
    """Whether operations leave nodes behind: one switch per thread (for users in chapter 8).

    `walk` is the engine's walk that is under way in this thread, or None (chapter 10).
    """

    on = True
    walk = None


recording = Recording()


def no_setup(ctx, inputs, output):
    """Where to fill `ctx`, for those who write `forward(*inputs)` without it."""


def unrecorded(node, inputs):
    """Call a user's `forward`: the operations inside leave no nodes, only `apply` does."""
    node._tensor_inputs = tuple([isinstance(value, Tensor) for value in inputs])
    before, recording.on = recording.on, False
    node.needs_input_grad = tuple([
        before and isinstance(value, Tensor) and value._requires_grad for value in inputs
    ])
    try:
        function = type(node)._forward_cls
        if function.setup_context is no_setup:
            return function.forward(node, *inputs)
        result = function.forward(*inputs)
        function.setup_context(node, inputs, result)
        return result
    finally:
        recording.on = before


def attach(node, inputs, result):
    """Tie the tensors that `forward` made, one or several, to the node that made them.

    Anything else that it returned is handed on as it is.
    """
    if node.speaks_arrays and isinstance(result, Tensor) and result.array.dtype.kind == "f":
        result._requires_grad, result._grad_fn = True, node
        node._outputs = ((result.array.shape, result.array.dtype),)
        if node._saved:
            disown_outputs(node, (result,))
        return result
    outputs = []
    for number, value in enumerate(result if isinstance(result, tuple) else (result,)):
        if isinstance(value, Tensor):
            value = attached(node, number, value, inputs)
        outputs.append(value)
    tensors = [value for value in outputs if isinstance(value, Tensor)]
    node._outputs = tuple([
        (value.array.shape, value.array.dtype) if isinstance(value, Tensor) else None
        for value in outputs
    ])
    if node._dirty:
        node.require_dirty_among(tensors)
    disown_outputs(node, tensors)
    node._dirty = node._constant = ()
    return tuple(outputs) if isinstance(result, tuple) else outputs[0]


def attached(node, number, value, inputs):
    """One output with its node; a new tensor where `forward` returned an input as it was."""
    if any(value is written for written in node._dirty):
        node.continue_history(value)
        return value
    if any(value is constant for constant in node._constant) or value.array.dtype.kind != "f":
        return value
    if value._grad_fn is not node:
        if value._requires_grad or any(value is given for given in inputs):
            given, value = value, value.detach()
            value._view = (given, None)
        elif value._view is not None and not node.speaks_arrays:
            value._view = (value._view[0], None)  # it must not be written into (chapter 9)
        value._requires_grad, value._grad_fn = True, node
    value.output_nr = number
    return value


def refuse_both(ctx, *grads):
    raise RuntimeError(
        "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. "
        "You should only implement one of them."
    )
