"""Quick forms of making a node, and of what it saves. Each takes the plain form, for what is not usual."""

import functools
import warnings
import weakref

import numpy as np

from minigrad.core.node import AccumulateGrad, Node, OwnOutput, edge, recording, sequence
from minigrad.core.tensors import Tensor, VersionCounter
from minigrad.exact.errors import unsaved
from minigrad.machinery.memory import SINGLE, of_single, one_output
from minigrad.machinery.silence import as_told, detours, known, setting, silently

ARRAYS = frozenset([np.ndarray, *np.sctypeDict.values()])
NOWHERE = None, 0
PLAIN = set()  # operations of which is known that their nodes, without hooks, act plainly
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
        node = tensor._leaf_node and tensor._leaf_node()
        if tensor._requires_grad is not True or node is None and detours[0]:
            return plain(tensor)
        if node is None:
            node, here = create(AccumulateGrad), tensor.array
            node.variable, node.sequence_nr, node._outputs = tensor, next(sequence), one_output(here.shape, here.dtype)
            tensor._leaf_node = weakref.ref(node)
        return node, 0

    return quick


def unrecorded(array):
    """A tensor of these numbers, without a history."""
    result = create(Tensor)
    result.array, result._requires_grad, result._grad_fn = array, False, None
    return result


def left_behind(node, array, dtype):
    """The result of a step whose node has its edges, and what it saves: `apply` and all quick forms end here."""
    node.sequence_nr = next(sequence)
    node._outputs = of_single[array.shape] if dtype is SINGLE else one_output(array.shape, dtype)
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
        node._saved, edges, needed = (), (), False
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
            return left_behind(node, result, result.dtype)
        node.sequence_nr = next(sequence)
        if node._saved or not node.speaks_arrays or not isinstance(result, Tensor) or result.array.dtype.kind != "f":
            return node._attach(inputs, result)
        node._outputs = one_output(result.array.shape, result.array.dtype)
        result._requires_grad, result._grad_fn = True, node  # of `attach` what a view needs
        return result

    return classmethod(quick)


def quick_save_for_backward(plain):
    """`save_for_backward`, which notes versions only where somebody may have written."""
    @functools.wraps(plain)
    def quick(self, *tensors):
        versions = Node._versions
        for place, tensor in enumerate(tensors if len(tensors) < len(versions) else (NOWHERE,)):
            counter = None if tensor is None else tensor._counter if isinstance(tensor, Tensor) else NOWHERE
            if counter is not None:
                if type(counter) is not VersionCounter:
                    return plain(self, *tensors)
                versions = versions if type(versions) is list else [0] * (len(tensors) + 1)
                versions[place] = counter.count
        self._saved, self._versions = tensors, versions

    return quick


def quick_saved_like(plain):
    """`saved_like`, which looks closer only at what somebody may have written into."""
    @functools.wraps(plain)
    def quick(self, grad):
        saved, arrays = self._saved, []
        if not saved:
            return plain(self, grad)
        for tensor in saved:
            counter = None if tensor is None else tensor._counter
            if counter is not None and (type(counter) is not VersionCounter or getattr(tensor, "_detached", -1) >= 0
                                        or counter.count != self._versions[len(arrays)]):
                return plain(self, grad)
            arrays.append(None if tensor is None else tensor.array)
        if not isinstance(grad, Tensor):
            return arrays
        return plain(self, grad) if OwnOutput in map(type, saved) else saved

    return quick
