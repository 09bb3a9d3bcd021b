"""Results that are tensors already: views, which show another one's memory, and outputs of a user's function."""

import weakref

from minigrad.core.node import Node, OwnOutput, recording
from minigrad.core.tensors import Tensor, storage, version_counter
from minigrad.machinery.memory import BORROWED


def shared(source, array, several=False):
    """A view: a tensor on memory that belongs to `source`. Writes into either count for both.

    It remembers its base, the first tensor on that memory, and how it was made: False without
    recording ("inference" in inference mode), else True, or "several" for one of several views
    from one operation.
    """
    result = Tensor(array)
    result._counter = counter = version_counter(source)
    base, before = source._view or (source, True)
    if not recording.on:
        made = "inference" if recording.inference else False
        if base._requires_grad:
            result._requires_grad = BORROWED
    else:
        made = "several" if several else True
    result._view = (base, before if made is True else made)
    counter.views = counter.views or set()
    counter.views.add(weakref.ref(result, counter.views.discard))
    return result


def attach(self, inputs, result):
    """Tie the tensors that `forward` made, one or several, to their node. Anything else is handed on as it is."""
    several = isinstance(result, tuple)
    made = [made for made in (result if several else (result,)) if isinstance(made, Tensor)]
    made = [tensor for tensor in made if tensor.array.dtype.kind == "f"]
    for number, tensor in enumerate(made):
        tensor._requires_grad, tensor._grad_fn, tensor.output_nr = True, self, number
    self._outputs = tuple([(tensor.array.shape, tensor.array.dtype) for tensor in made])
    disown_outputs(self, made)
    return result


Node._attach = attach


def duplicate(grad):
    """A copy with memory of its own: an array of an array, a recorded tensor of a tensor."""
    return grad.clone() if isinstance(grad, Tensor) else grad.copy()


def overlay(grad, places, inside):
    """Part of a tensor was overwritten: the gradient as it came, but `inside` at the places written."""
    below = duplicate(grad)
    below[places] = inside
    return below


def disown_outputs(node, outputs):
    """Where a node saved its own outputs, keep only their numbers."""
    for tensor in outputs:
        for place, saved in enumerate(node._saved):
            if saved is tensor:
                own = OwnOutput(storage(tensor), tensor.output_nr)
                own._counter = version_counter(tensor)
                node.replace_saved(place, own)
