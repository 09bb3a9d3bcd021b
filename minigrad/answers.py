"""Chapter 4. What a node answers, checked."""

import sys

import numpy as np

from minigrad.ops import sum_to
from minigrad.outputs import recording
from minigrad.tensors import Tensor


def fit(grad, shape, dtype):
    """The gradient in its tensor's shape and dtype; None where broadcasting cannot explain it.

    What was repeated on the way forward is added up on the way back (chapter 6). (2, 3) -> (3,)
    Source: validate_outputs in PyTorch's torch/csrc/autograd/engine.cpp.
    """
    array = grad.array if isinstance(grad, Tensor) else grad
    if array.shape != shape:
        tail = array.shape[array.ndim - len(shape):]
        if array.ndim < len(shape) or any(n not in (1, m) for n, m in zip(shape, tail)):
            return None
        grad = sum_to(grad, shape)
    if array.dtype != dtype:
        grad = grad.to(dtype) if isinstance(grad, Tensor) else grad.astype(dtype)
    return grad


def fitted(node, grads, grad, shape, dtype):
    """`fit`, for a gradient that a node has made. Raises RuntimeError where it fits nowhere."""
    result = fit(grad, shape, dtype)
    if result is None:
        position = next(place for place, made in enumerate(grads) if made is grad)
        got = grad.array.shape if isinstance(grad, Tensor) else grad.shape
        raise misfit(node, position, got, shape)
    return result


def misfit(node, position, got, expected):
    return RuntimeError(
        f"Function {node.name()} returned an invalid gradient at index {position} - "
        f"got {list(got)} but expected shape compatible with {list(expected)}"
    )


def answers(node, grads, create_graph):
    """What the node's rule says: one gradient, or None, for each of its edges.

    This package's rules get arrays, or, with `create_graph`, tensors.
    """
    if len(grads) != 1 or not node.speaks_arrays:
        return answers_of_many(node, grads, create_graph)
    grad = grads[0]
    if grad is None:
        return [None] * len(node.next_functions)
    result = node.backward(grad)
    return result if type(result) is tuple else (result,)


def answers_of_many(node, grads, create_graph):
    """The same for a rule that takes several gradients, or a user's, which always gets tensors.

    Where others came, zeros stand for a gradient that did not (chapter 11).
    """
    if node.speaks_arrays and all(grad is None for grad in grads):
        return [None] * len(node.next_functions)
    for number, output in enumerate(node._outputs):
        if grads[number] is None and output is not None and node._materializes:
            zeros = np.zeros(*output)
            grads[number] = Tensor(zeros) if create_graph else zeros
    if not node.speaks_arrays and not create_graph:
        grads = [None if grad is None else Tensor(grad) for grad in grads]
    result = type(node).backward(node, *grads)  # a user may name anything on ctx
    result = result if isinstance(result, tuple) else (result,)
    if node.speaks_arrays:
        return result
    result = for_tensors(node, result)
    return result if create_graph else [None if grad is None else grad.array for grad in result]


def for_tensors(node, grads):
    """Of the gradients of a user's rule, one per input of `apply`, those for the tensors.

    Raises RuntimeError when there are too few or too many, one where the input is no tensor, or
    one that is no tensor itself.
    """
    expected = len(node._tensor_inputs)
    if len(grads) < expected or any(extra is not None for extra in grads[expected:]):
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


def with_hooks(node, grads, create_graph):
    """The answers of a node with hooks, which may change what goes in and out (chapter 10)."""
    grads = node._hooks.before(grads, create_graph)
    results = answers(node, list(grads), create_graph)
    results = [
        grad if grad is None or target is None
        else fitted(node, results, grad, *target._outputs[number])
        for (target, number), grad in zip(node.next_functions, results)
    ]
    return node._hooks.after(node, results, grads, create_graph)


def arriving(node, grads, create_graph, root):
    """The gradients as hooks leave them (chapter 10), or None where the walk ends."""
    left = grads
    if node._hooks is not None:
        before, recording.walk = recording.walk, root
        try:
            left = node._hooks.arriving(grads, create_graph)
        finally:
            recording.walk = before
    return left if root.aim is None else root.aim.note(node, grads, left)


one = [np.empty(1)]
LONE = sys.getrefcount(one[0])  # what Python counts for an array that only one list holds


def is_free(arrays, place=0):
    """Whether an array in a list is large, and nobody else holds it: it can be used again."""
    if sys.getrefcount(arrays[place]) != LONE or arrays[place].size <= 4096:
        return False
    return arrays[place].flags.owndata and arrays[place].flags.carray  # in rows, and writable
