"""Quick forms of operations: all that one does, in one function, where nothing about its operands is unusual."""

import warnings

import numpy as np

from minigrad.core.node import OwnOutput, end_of, recording
from minigrad.core.ops import mul_rule
from minigrad.core.tensors import Tensor, VersionCounter, version_counter
from minigrad.exact.arguments import LARGEST
from minigrad.machinery.memory import SINGLE
from minigrad.machinery.silence import detours, known, muted, setting, silently
from minigrad.operations.inplace import overwrite, refuse_leaf
from minigrad.operations.unneeded import UNNEEDED
from minigrad.quick.gates import usual
from minigrad.quick.nodes import FREED, NOWHERE, PLAIN, left_behind, unrecorded


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
        if (a is None or a._counter is None) and (b is None or b._counter is None) and not isinstance(grad, Tensor):
            return mul_rule(grad, UNNEEDED if a is None else a.array, UNNEEDED if b is None else b.array)
        return rule(ctx, grad)

    return quick


def quick_write(write, ufunc, operation):
    """A method that writes, in fewer steps where nobody else shows the memory; what is not recorded, without a copy."""
    def quick(self, *args, **kwargs):
        here, counter = self.array, self._counter
        if (
            len(args) != 1 or kwargs or detours[0] or type(here) is not np.ndarray or here.base is not None
            or not here.flags.writeable or here.dtype.kind != "f" or self._view is not None
            or counter is not None and (type(counter) is not VersionCounter or counter.views)
        ):
            return write(self, *args, **kwargs)
        if isinstance(other := args[0], Tensor):
            there = other.array
            if (
                type(there) is not np.ndarray or there.base is not None or there is here
                or here.dtype is not there.dtype or here.shape != there.shape
            ):
                return write(self, *args, **kwargs)
            if not recording.on or not self._requires_grad and not other._requires_grad:
                version_counter(self).count += 1  # before the write, for Ctrl-C may come at any line
                muted(ufunc)(here, there, here)
                return self
        elif type(other) is not float and type(other) is not int:
            return write(self, *args, **kwargs)
        refuse_leaf(self)
        return overwrite(self, operation(self, other))

    return quick
