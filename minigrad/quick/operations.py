"""Quick forms of operations, of making a node, and of what it saves. Each takes the plain form for what is unusual."""

import warnings
import weakref
from types import SimpleNamespace

import numpy as np

from minigrad.core.node import AccumulateGrad, Node, OwnOutput, end_of, recording, sequence, unpack
from minigrad.core.ops import mul_rule
from minigrad.core.tensors import Tensor, VersionCounter, version_counter
from minigrad.exact.arguments import LARGEST
from minigrad.exact.errors import unsaved
from minigrad.machinery.memory import SINGLE, of_single, one_output
from minigrad.machinery.silence import as_told, detours, known, muted, setting, silently
from minigrad.library.matrices import TBackward0
from minigrad.operations.copy_slices import CopySlices
from minigrad.operations.inplace import in_place, overwrite, refuse_leaf
from minigrad.operations.reductions import ExpandBackward0
from minigrad.operations.unneeded import UNNEEDED
from minigrad.operations.views import SelectBackward0, SliceBackward0, UnsqueezeBackward0, ViewBackward0
from minigrad.quick.gates import usual

ARRAYS = frozenset([np.ndarray, *np.sctypeDict.values()])
NOWHERE = None, 0
FREED = SimpleNamespace(_counter=0)  # where nothing is saved, or no longer: the plain form says so
# Operations of which is known that their nodes, without hooks, act plainly.
PLAIN = {CopySlices, SelectBackward0, SliceBackward0, UnsqueezeBackward0, ViewBackward0, ExpandBackward0, TBackward0}
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
        calm = filters and filters[0] is known[0] and setting(None) is None  # nobody hears NumPy's remarks
        result = node.forward(*inputs) if calm else (silently if node.speaks_arrays else as_told)(node.forward, *inputs)
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
        versions, written = [], len(tensors) >= len(Node._versions)  # or 0 is what they say
        for tensor in tensors:
            counter = None if tensor is None else tensor._counter if isinstance(tensor, Tensor) else NOWHERE
            if counter is None:
                versions.append(0)
            elif type(counter) is VersionCounter:
                versions.append(counter.count)
                written = written or counter.count
            else:
                return plain(self, *tensors)
        self._saved, self._versions = tensors, [*versions, 0] if written else Node._versions

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
    """`saved_tensors`, at once where nobody can have written into one of them, and only `result` is one of its own."""
    def quick(self):
        for each in self._saved or (FREED,):
            if each is not None and (each._counter is not None or type(each) is OwnOutput and not self.keeps_result):
                return plain.fget(self)
        return tuple([unpack(self, saved) for saved in self._saved]) if self.keeps_result else self._saved

    return property(quick, doc=plain.__doc__)


def quick_two(function, operation, compute, as_number=None, always=False):
    """For the function of an operation on two tensors: the same in one call where nothing is unusual.

    compute    what `forward` comes to, for two arrays of one floating point dtype
    as_number  what makes a tensor of a Python number, if one may stand beside the tensor
    always     whether the second operand is saved even where the first requires no gradient
    What is unusual, an error among it, goes to the function itself, and so through `Node.apply`.
    """
    numbers, saves = frozenset((int, float) if as_number else ()), operation.saves
    PLAIN.add(operation)

    def quick(input, other):
        if type(other) in numbers and other and isinstance(input, Tensor) and input.array.dtype.kind == "f":
            other = as_number(other, input.array.dtype, type(input.array) is np.ndarray)
        filters = warnings.filters
        calm = filters and filters[0] is known[0] and setting(None) is None
        if not calm and detours[0] or not (  # what is most usual is seen at once
            isinstance(input, Tensor) and isinstance(other, Tensor) and (dtype := input.array.dtype) is SINGLE
            and other.array.dtype is SINGLE or usual(input, other)
        ):
            return function(input, other)
        try:
            a, b = input.array, other.array
            array = compute(a, b) if calm else silently(compute, a, b)
        except ValueError:
            return function(input, other)
        one, two = input._requires_grad, other._requires_grad
        if not one and not two or not recording.on:
            return unrecorded(array)
        node = operation()
        node.next_functions = (
            (input._grad_fn or end_of(input), input.output_nr) if one else NOWHERE,
            (other._grad_fn or end_of(other), other.output_nr) if two else NOWHERE,
        )
        node._saved = (input if two else None, other if one or always else None) if saves else ()
        if saves and (input._counter is not None or other._counter is not None):
            node.save_for_backward(*node._saved)
        return left_behind(node, array, dtype)

    return quick


def quick_one(function, operation, compute, numbers=None):
    """The same for an operation on one tensor: it saves that, its own result, a number beside it, sizes, or nothing.

    numbers  a dict, if a number may stand beside the tensor: for some numbers it has a function of the array alone
    """
    keeps_result, keeps_input = operation.keeps_result, "self" in operation.saves
    PLAIN.add(operation)
    keeps_number, keeps_sizes = "exponent" in operation.saves, "self_sym_sizes" in operation.saves

    def quick(input, number=NOWHERE):
        filters = warnings.filters
        calm = filters and filters[0] is known[0] and setting(None) is None
        if not calm and detours[0] or not isinstance(input, Tensor) or (
            number is not NOWHERE if numbers is None
            else type(number) is not float and (type(number) is not int or abs(number) >= LARGEST)
        ) or (dtype := (given := input.array).dtype) is not SINGLE and dtype.kind != "f":
            return function(input) if number is NOWHERE else function(input, number)
        step = compute if numbers is None else numbers.get(number)
        if step:
            array = step(given) if calm else silently(step, given)
        else:
            array = compute(given, number) if calm else silently(compute, given, number)
        if not input._requires_grad or not recording.on:
            return unrecorded(array)
        node = operation()
        node.next_functions = ((input._grad_fn or end_of(input), input.output_nr),)
        if keeps_result:
            node._saved = (OwnOutput(array, 0),)
        elif keeps_input:
            node._saved = (input,)
            if input._counter is not None:
                node.save_for_backward(input)
            if keeps_number:
                node.exponent = number
        else:
            node._saved = ()
            if keeps_sizes:
                node.self_sym_sizes, node.self_sym_numel = given.shape, given.size
        return left_behind(node, array, dtype)

    return quick


def quick_product(rule):
    """The rule of a product: `mul_rule` at once, where nobody can have written into what was saved."""
    def quick(ctx, grad):
        a, b = ctx._saved or (FREED, None)
        if a is not None and a._counter is not None or b is not None and b._counter is not None:
            return rule(ctx, grad)
        if isinstance(grad, Tensor):
            return mul_rule(grad, UNNEEDED if a is None else a, UNNEEDED if b is None else b)
        return mul_rule(grad, UNNEEDED if a is None else a.array, UNNEEDED if b is None else b.array)

    return quick


def quick_write(write, ufunc, name):
    """A method that writes, in fewer steps where nobody else shows the memory; what is not recorded, without a copy."""
    simple = in_place(write.__name__, lambda *pair: getattr(Tensor, name)(*pair))  # not what a subclass has there

    def quick(self, *args, **kwargs):
        here, counter, other = self.array, self._counter, None if len(args) != 1 or kwargs else args[0]
        if not isinstance(other, Tensor) and type(other) is not float and type(other) is not int:
            return write(self, *args, **kwargs)
        there = other.array if isinstance(other, Tensor) else None
        if (
            detours[0] or type(here) is not np.ndarray or here.base is not None
            or not here.flags.writeable or here.dtype.kind != "f" or self._view is not None
            or counter is not None and (type(counter) is not VersionCounter or counter.views)
            or there is not None and (type(there) is not np.ndarray or there.base is not None or there is here
                                      or here.dtype is not there.dtype or here.shape != there.shape)
        ):
            return simple(self, other)
        if there is not None and (not recording.on or not self._requires_grad and not other._requires_grad):
            (counter or version_counter(self)).count += 1  # before the write, for Ctrl-C may come at any line
            muted(ufunc)(here, there, here)
            return self
        refuse_leaf(self)
        return overwrite(self, getattr(Tensor, name)(self, other))

    return quick
