"""Quick forms of making a node, and of what it saves. Each takes the plain form, for what is not usual."""

import warnings
import weakref
from types import SimpleNamespace

import numpy as np

from minigrad.core.node import AccumulateGrad, Node, OwnOutput, end_of, recording, sequence
from minigrad.core.tensors import Tensor, VersionCounter
from minigrad.exact.errors import unsaved
from minigrad.machinery.memory import SINGLE, of_single, one_output
from minigrad.machinery.silence import as_told, detours, known, setting, silently

ARRAYS = frozenset([np.ndarray, *np.sctypeDict.values()])
NOWHERE = None, 0
FREED = SimpleNamespace(_counter=0)  # where nothing is saved, or no longer: the plain form says so
PLAIN = set()  # operations of which is known that their nodes, without hooks, act plainly
create = object.__new__


def quick_end_of(plain):
    """`end_of`, which notes the leaf's shape and dtype at once."""
    def quick(leaf):
        node = leaf._leaf_node and leaf._leaf_node()
        if node is None:
            if leaf._requires_grad is not True or detours[0]:
                return plain(leaf)
            node, here = create(AccumulateGrad), leaf.array
            node.variable, node.sequence_nr, leaf._leaf_node = leaf, next(sequence), weakref.ref(node)
            node._outputs = of_single[here.shape] if here.dtype is SINGLE else one_output(here.shape, here.dtype)
        return node

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
    def quick(cls, *inputs):
        if detours[0]:
            return plain.__func__(cls, *inputs)
        node, filters = cls(), warnings.filters
        node._saved, edges, needed = (), (), False
        if recording.on:
            for value in inputs:
                if isinstance(value, Tensor):
                    edges += ((value._grad_fn or end_of(value), value.output_nr) if value._requires_grad else NOWHERE,)
                    needed = needed or value._requires_grad
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
        if node._saved or not node.speaks_arrays or type(result) is not Tensor or (a := result.array).dtype.kind != "f":
            return node._attach(inputs, result)
        node._outputs = of_single[a.shape] if a.dtype is SINGLE else one_output(a.shape, a.dtype)
        result._requires_grad, result._grad_fn = True, node  # of `attach` what a view needs
        return result

    return classmethod(quick)


def quick_save_for_backward(plain):
    """`save_for_backward`, which notes versions only where somebody may have written."""
    def quick(self, *tensors):
        versions = []
        for tensor in tensors:
            counter = None if tensor is None else tensor._counter if isinstance(tensor, Tensor) else NOWHERE
            if counter is not None and type(counter) is not VersionCounter:
                return plain(self, *tensors)
            versions.append(0 if counter is None else counter.count)
        few = len(versions) < len(Node._versions)  # and 0 is what they say
        self._saved, self._versions = tensors, [*versions, 0] if any(versions) or not few else Node._versions

    return quick


def quick_saved_like(plain):
    """`saved_like`, which looks closer only at what somebody may have written into."""
    def quick(self, grad):
        if isinstance(grad, Tensor):
            return self.saved_tensors
        arrays = []
        for tensor in self._saved or (FREED,):
            counter = None if tensor is None else tensor._counter
            if counter is not None and (type(counter) is not VersionCounter or getattr(tensor, "_detached", -1) >= 0
                                        or counter.count != self._versions[len(arrays)]):
                return plain(self, grad)
            arrays.append(None if tensor is None else tensor.array)
        return arrays

    return quick


def quick_saved_tensors(plain):
    """`saved_tensors`, at once where nobody can have written into one of them, and none is a result."""
    def quick(self):
        for tensor in self._saved or (FREED,):
            if tensor is not None and (type(tensor) is OwnOutput or tensor._counter is not None):
                return plain.fget(self)
        return self._saved

    return property(quick, doc=plain.__doc__)
