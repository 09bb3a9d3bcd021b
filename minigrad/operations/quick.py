"""Short forms of operations, for calls in which nothing is unusual: chapter 17. Until then they are empty."""

import functools
import warnings

import numpy as np

from minigrad.core.node import (
    FLOATS, NOWHERE, OwnOutput, end_of, noted, one_output, recording, sequence,
)
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import LARGEST
from minigrad.exact.silence import detours, known, setting, silently


def quick_two(operation, compute, as_number=None, always=False):
    """For the function of an operation on two tensors: the same in one call where nothing is unusual.

    compute    what `forward` comes to, for two arrays of one floating point dtype
    as_number  what makes a tensor of a Python number, if one may stand beside the tensor
    always     whether the second operand is saved even where the first requires no gradient
    What is unusual, an error among it, goes to the function itself, and so through `Node.apply`.
    """
    single, double = FLOATS
    numbers, saves, create = (int, float), operation.saves, object.__new__

    def decorate(function):
        @functools.wraps(function)
        def quick(input, other):
            if type(input) is not Tensor and not isinstance(input, Tensor):
                return function(input, other)
            a, filters = input.array, warnings.filters
            dtype = a.dtype
            if type(other) is not Tensor and not isinstance(other, Tensor):
                if type(other) not in numbers or not other or as_number is None or dtype.kind != "f":
                    return function(input, other)
                other = as_number(other, dtype, type(a) is np.ndarray)
            b = other.array
            if (
                dtype is not single and dtype is not double or b.dtype is not dtype or detours[0]
            ):
                return function(input, other)
            try:
                if filters and filters[0] is known[0] and setting(None) is None:
                    array = compute(a, b)
                else:
                    array = silently(compute, a, b)
            except ValueError:
                return function(input, other)
            result = create(Tensor)
            result.array = array
            one, two = input._requires_grad, other._requires_grad
            if not one and not two or not recording.on:
                result._requires_grad, result._grad_fn = False, None
                return result
            result._requires_grad, result._grad_fn = True, operation()
            node = result._grad_fn
            if one:
                maker = input._grad_fn
                one = (end_of(input) if maker is None else maker, input.output_nr)
            if two:
                maker = other._grad_fn
                two = (end_of(other) if maker is None else maker, other.output_nr)
            node.next_functions = one or NOWHERE, two or NOWHERE
            node.sequence_nr, node._outputs = next(sequence), one_output(array.shape, dtype)
            if not saves:
                node._saved = ()
            else:
                node._saved = input if two else None, other if one or always else None
                if input._counter is not None or other._counter is not None:
                    node._versions = noted(node, node._saved)
            return result

        return quick

    return decorate


def quick_one(operation, compute, numbers=None):
    """The same for an operation on one tensor: it saves that, its own result, a number beside it, sizes, or nothing.

    numbers  a dict, if a number may stand beside the tensor: for some numbers it has a function of the array alone
    """
    single, double = FLOATS
    keeps_result, keeps_input, create = operation.keeps_result, "self" in operation.saves, object.__new__
    keeps_number, keeps_sizes = "exponent" in operation.saves, "self_sym_sizes" in operation.saves

    def decorate(function):
        @functools.wraps(function)
        def quick(input, number=NOWHERE):
            if not isinstance(input, Tensor) or number is not NOWHERE and (
                numbers is None
                or type(number) is not float and (type(number) is not int or not -LARGEST <= number < LARGEST)
            ):
                return function(input) if number is NOWHERE else function(input, number)
            given, filters = input.array, warnings.filters
            dtype = given.dtype
            if (
                dtype is not single and dtype is not double or detours[0]
            ):
                return function(input) if number is NOWHERE else function(input, number)
            calm = filters and filters[0] is known[0] and setting(None) is None
            if numbers is None:
                array = compute(given) if calm else silently(compute, given)
            elif number in numbers:
                array = numbers[number](given) if calm else silently(numbers[number], given)
            else:
                array = compute(given, number) if calm else silently(compute, given, number)
            result = create(Tensor)
            result.array = array
            if not input._requires_grad or not recording.on:
                result._requires_grad, result._grad_fn = False, None
                return result
            result._requires_grad, result._grad_fn = True, operation()
            node, maker = result._grad_fn, input._grad_fn
            node.next_functions = ((end_of(input) if maker is None else maker, input.output_nr),)
            node.sequence_nr, node._outputs = next(sequence), one_output(array.shape, dtype)
            if keeps_sizes:
                node._saved, node.self_sym_sizes, node.self_sym_numel = (), given.shape, given.size
            elif keeps_result:
                node._saved = (OwnOutput(array, 0),)
            elif not keeps_input:
                node._saved = ()
            else:
                node._saved = (input,)
                if input._counter is not None:
                    node._versions = noted(node, node._saved)
                if keeps_number:
                    node.exponent = number
            return result

        return quick

    return decorate
