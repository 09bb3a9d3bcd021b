"""Quick forms of making a node, and of what it saves. Each takes the plain form, for what is not usual."""

import functools
import warnings
import weakref

import numpy as np

from minigrad.core.node import AccumulateGrad, Node, OwnOutput, edge, recording, sequence
from minigrad.core.tensors import Tensor, VersionCounter
from minigrad.exact.errors import unsaved
from minigrad.exact.memory import one_output
from minigrad.exact.silence import as_told, detours, known, setting, silently

ARRAYS = frozenset([np.ndarray, *np.sctypeDict.values()])
NOWHERE = None, 0
create = object.__new__


def quick_edge(plain):
    """`edge`, which looks at the tensor's own attributes, not at the properties that show them."""

    @functools.wraps(plain)
    def quick(tensor):
        node = tensor._grad_fn
        if node is not None:
            return node, tensor.output_nr
        if tensor._requires_grad is False:
            return NOWHERE
        if tensor._requires_grad is not True or detours[0] or tensor._hooks is not None:
            return plain(tensor)
        node = tensor._leaf_node and tensor._leaf_node()
        if node is None:
            node, array = create(AccumulateGrad), tensor.array
            node.variable, node.sequence_nr = tensor, next(sequence)
            node._outputs = one_output(array.shape, array.dtype)
            tensor._leaf_node = weakref.ref(node)
        return node, 0

    return quick


def unrecorded(array):
    """A tensor of these numbers, without a history."""
    result = create(Tensor)
    result.array, result._requires_grad, result._grad_fn = array, False, None
    return result


def left_behind(node, array):
    """The result of a step whose node has its edges, and what it saves: `apply` and all quick forms end here."""
    node.sequence_nr, node._outputs = next(sequence), one_output(array.shape, array.dtype)
    result = create(Tensor)
    result.array, result._requires_grad, result._grad_fn = array, True, node
    return result


def quick_apply(plain):
    """`Node.apply`, which looks at its inputs once."""

    @functools.wraps(plain.__func__)
    def quick(cls, *inputs):
        if detours[0]:
            return plain.__func__(cls, *inputs)
        node, filters = cls(), warnings.filters
        node._saved = edges = ()
        needed = False
        if recording.on:
            for value in inputs:
                if isinstance(value, Tensor):
                    edges += (edge(value),)
                    if value._requires_grad:
                        needed = True
        if needed:
            node.next_functions = edges  # before `forward`: what is saved may not be fit for it
        else:
            node.save_for_backward = unsaved  # nobody will come back
        if filters and filters[0] is known[0] and setting(None) is None:
            result = node.forward(*inputs)
        else:  # NumPy's remarks could be heard
            result = (silently if node.speaks_arrays else as_told)(node.forward, *inputs)
        if not needed:
            return unrecorded(result) if type(result) in ARRAYS else result
        if type(result) in ARRAYS:
            if node.keeps_result:
                node._saved += (OwnOutput(result, 0),)
            return left_behind(node, result)
        node.sequence_nr = next(sequence)
        if node._saved or not node.speaks_arrays or not isinstance(result, Tensor) or result.array.dtype.kind != "f":
            return node._attach(inputs, result)
        result._requires_grad, result._grad_fn = True, node  # of `attach` what a view needs
        node._outputs = one_output(result.array.shape, result.array.dtype)
        return result

    return classmethod(quick)


def quick_save_for_backward(plain):
    """`save_for_backward`, which notes no versions where nobody has written."""

    @functools.wraps(plain)
    def quick(self, *tensors):
        for tensor in tensors if len(tensors) < len(Node._versions) else (NOWHERE,):
            if tensor is not None and (not isinstance(tensor, Tensor) or tensor._counter is not None):
                return plain(self, *tensors)
        self._saved, self._versions = tensors, Node._versions

    return quick


def quick_saved_arrays(plain):
    """`saved_arrays`, which looks closer only at what somebody may have written into."""

    @functools.wraps(plain)
    def quick(self):
        if not self._saved:
            return plain(self)
        arrays = []
        for tensor, version in zip(self._saved, self._versions):
            counter = None if tensor is None else tensor._counter
            if counter is not None and (
                type(counter) is not VersionCounter or counter.count != version or getattr(tensor, "_detached", -1) >= 0
            ):
                return plain(self)
            arrays.append(None if tensor is None else tensor.array)
        return arrays

    return quick
