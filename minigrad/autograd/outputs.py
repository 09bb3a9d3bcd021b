"""What a user's `forward` gives back gets its node, or none. Inputs, written into or not, may be among it."""

from minigrad.autograd.hooks import node_hooks
from minigrad.operations.sharing import disown_outputs
from minigrad.core.tensors import Tensor, detached, version_counter
from minigrad.exact.errors import refuse_view
from minigrad.operations.copy_slices import outdate, rewrite_history


def attach_outputs(node, inputs, result):
    """Tie what `forward` gave to its node. Anything that is no tensor is handed on as it is."""
    if (
        isinstance(result, Tensor) and result.array.dtype.kind == "f" and not node._dirty and not node._constant
        and result._view is None and not result._requires_grad and not result.output_nr
        and not any([result is given for given in inputs])
    ):  # one that is new
        result._requires_grad, result._grad_fn = True, node
        node._outputs = ((result.array.shape, result.array.dtype),)
        if node._saved:
            disown_outputs(node, (result,))
        return result
    several = isinstance(result, tuple)
    outputs = tuple([
        attached(node, number, value, inputs) if isinstance(value, Tensor) else value
        for number, value in enumerate(result if several else (result,))
    ])
    node._outputs = tuple([
        (value.array.shape, value.array.dtype) if isinstance(value, Tensor) else None for value in outputs
    ])  # the rule gets one for each
    require_dirty_among(outputs, node)
    disown_outputs(node, outputs)
    node._dirty = node._constant = ()
    return outputs if several else outputs[0]


def attached(node, number, value, inputs):
    """One output with its node; a new tensor where `forward` returned an input as it was."""
    if any([value is written for written in node._dirty]):
        continue_history(node, value)
        value._grad = None  # what it kept belongs to the numbers of before
        return value
    if any([value is constant for constant in node._constant]) or value.array.dtype.kind != "f":
        return without_history(node, value, inputs)
    if value._grad_fn is not node:
        if value._requires_grad is True or any([value is given for given in inputs]):
            given, value = value, detached(value)
            value._view = ((given._view or [given])[0], None)
        elif value._view is not None:
            value._view = (value._view[0], None)  # it must not be written into (chapter 9)
        value._requires_grad, value._grad_fn = True, node
    value.output_nr = number
    return value


def unattached(node, inputs, result):
    """What `forward` gave where no node is left behind."""
    outputs = result if isinstance(result, tuple) else (result,)
    require_dirty_among(outputs, node)
    outputs = [without_history(node, value, inputs) if isinstance(value, Tensor) else value for value in outputs]
    return tuple(outputs) if isinstance(result, tuple) else outputs[0]


def without_history(node, value, inputs):
    """An output without a history: where it is an input, a view of that. It must not be written into (chapter 9).

    An input that `forward` has written into stays itself, if it has no history; and the write is counted.
    """
    if any(value is written for written in node._dirty):
        version_counter(value).count += 1
        outdate(value._counter.views)
        return detached(value) if value._requires_grad else value
    if not any(value is given for given in inputs):
        return value
    result = detached(value)
    if not value._requires_grad:
        result._view = ((value._view or [value])[0], None)
    return result


def require_dirty_among(outputs, node):
    """Raise RuntimeError unless every input that was written into is an output."""
    for written in node._dirty:
        if not any(written is output for output in outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as output. The inputs that "
                "are modified inplace must all be outputs of the Function."
            )


def continue_history(node, written):
    """Make this node the maker of a tensor that `forward` has written into.

    Raises RuntimeError for a leaf that requires a gradient, and for a view that must not be written into.
    """
    version_counter(written).count += 1  # also where it is refused now: the numbers are other ones
    if vars(written)["_grad_fn"] is None and written.requires_grad:  # a spoiled view would not say it
        raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
    if written._view is not None:
        refuse_view(written)
    rewrite_history(written, node)
    if written._view is not None:
        copy_slices = written._view[0]._grad_fn
        copy_slices.rule = rule_on_tensors
        node_hooks(copy_slices)  # so that no short way is taken where a user's rule is called


def rule_on_tensors(node, grad):
    """What the rule of a Function answers to part of a gradient, in the gradient's form: arrays for an array."""
    return node._answer([grad], isinstance(grad, Tensor))
