"""Chapters 5 and 12. Jacobians: one row per backward pass; and their products with vectors, in one."""

import functools
from typing import Any

import numpy as np

from minigrad.autograd.gradients import grad
from minigrad.core.node import recording
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import refuse_strategy
from minigrad.operations.leaves import zeros_like
from minigrad.operations.views import stack


def as_tuple(value, what, caller) -> tuple[bool, tuple[Tensor, ...]]:
    """(whether it is a tuple already, the tensors as a tuple).

    Raises TypeError when anything in it is not a tensor.
    """
    several = isinstance(value, tuple)
    tensors = value if several else (value,)
    for index, item in enumerate(tensors):
        if not isinstance(item, Tensor):
            which = f"value at index {index}" if several else f"given {what}"
            raise TypeError(
                f"The {what} given to {caller} must be either a Tensor or a tuple of Tensors "
                f"but the {which} has type {type(item)}."
            )
    return several, tensors


def fresh(tensors, create_graph, flag=True) -> tuple[Tensor, ...]:
    """Each tensor as a new one: a view with a history if that is wanted, else a new leaf.

    So what the function uses besides its arguments, even the very same tensor, stays fixed.
    """
    return tuple([
        tensor.view(tensor.shape) if create_graph and tensor.requires_grad
        else tensor.detach().requires_grad_(flag)
        for tensor in tensors
    ])


def handed_back(tensors, several, create_graph):
    """The tensors as the caller wants them: without history, and alone if one came alone."""
    tensors = tuple([tensor if create_graph else tensor.detach() for tensor in tensors])
    return tensors if several else tensors[0]


def weights(v, tensors, several, caller, create_graph, owner):
    """The vector's parts, one for each of the tensors, of its shape; None for a lone number.

    Raises RuntimeError when there are too few or too many, or one has another shape.
    """
    if v is None:
        if len(tensors) != 1 or tensors[0].numel() != 1:
            raise RuntimeError(
                f"The vector v can only be None if the {owner} "
                "a single Tensor with a single element."
            )
        return (None,)
    _, v = as_tuple(v, "v", caller)
    v = fresh(v, create_graph, flag=False)
    if len(v) != len(tensors):
        raise RuntimeError(
            f"v is a tuple of invalid length: should be {len(tensors)} but got {len(v)}."
            if several else "The given v should contain a single Tensor."
        )
    for index, (part, tensor) in enumerate(zip(v, tensors)):
        if part.shape != tensor.shape:
            entry = f"Entry {index} in " if several else ""
            raise RuntimeError(
                f"{entry}v has invalid size: should be {tensor.shape} but got {part.shape}."
            )
    return v


OF_FUNCTION = "of the user-provided function"
IN_STRICT = "This is not allowed in strict mode"
TRICK = "when using the double backward trick to compute forward mode gradients"

REFUSED = {  # what strict mode refuses, and what it says
    "output": f"Output {{}} {OF_FUNCTION} does not require gradients. The outputs must be "
    "computed in a differentiable manner from the input when running in strict mode.",
    "input": f"The output {OF_FUNCTION} is independent of input {{}}. {IN_STRICT}.",
    "gradient": "The gradient with respect to input {} is independent of the inputs of the "
    f"user-provided function. {IN_STRICT}.",
    "jvp": "The gradient with respect to the input is independent of entry {} in the "
    f"grad_outputs {TRICK}. {IN_STRICT}.",
    "linear": f"While computing the hessian, found that the jacobian {OF_FUNCTION} with "
    f"respect to input {{}} is independent of the input. {IN_STRICT}. You should ensure that "
    "your function is twice differentiable and that the jacobian depends on the inputs "
    "(this would be violated by a linear function for example).",
    "vhp": f"The jacobian {OF_FUNCTION} is independent of input {{}}. {IN_STRICT}.",
    "hvp": f"The hessian {OF_FUNCTION} is independent of entry {{}} in the grad_jacobian. "
    f"{IN_STRICT} as it prevents from using the double backward trick to replace forward mode "
    "AD.",
}


def slopes(outputs, inputs, grad_outputs, create_graph, retain_graph=None):
    """Like `autograd.grad`, but what does not depend on anything gives None, not an error."""
    pairs = zip(outputs, grad_outputs)
    pairs = [(y, v) for y, v in pairs if y is not None and y.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    outputs, grad_outputs = zip(*pairs)
    return grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused=True)


def require_path(tensors, kind, strict) -> None:
    """In strict mode, raise RuntimeError for the first tensor that depends on no input."""
    for index, tensor in enumerate(tensors if strict else ()):
        if tensor is None or not tensor.requires_grad:
            raise RuntimeError(REFUSED["input" if tensor is None else kind].format(index))


def filled(grads, tensors, refused, strict, create_graph, what="jacobian") -> tuple[Tensor, ...]:
    """The gradients, with zeros for None. Strict mode raises RuntimeError(refused) instead."""
    result = []
    for index, (found, tensor) in enumerate(zip(grads, tensors)):
        if strict and found is None:
            raise RuntimeError(refused.format(index))
        if strict and create_graph and not found.requires_grad:
            raise RuntimeError(
                f"The {what} {OF_FUNCTION} is independent of input {index}. {IN_STRICT} "
                "when create_graph=True."
            )
        result.append(zeros_like(tensor) if found is None else found)
    return tuple(result)


def recorded(function):
    """The function, with recording switched on while it runs, and set back afterwards."""

    @functools.wraps(function)
    def run(*args, **kwargs):
        before, recording.on = recording.on, True
        try:
            return function(*args, **kwargs)
        finally:
            recording.on = before

    return run


def begin(inputs, caller, create_graph) -> tuple[bool, tuple[Tensor, ...]]:
    """(whether the inputs came as a tuple, the inputs as new tensors)."""
    several, inputs = as_tuple(inputs, "inputs", caller)
    return several, fresh(inputs, create_graph)


def outputs_of(func, inputs, caller, strict) -> tuple[bool, tuple[Tensor, ...]]:
    """(whether `func` gave a tuple, its outputs as a tuple)."""
    several, outputs = as_tuple(func(*inputs), f"outputs {OF_FUNCTION}", caller)
    require_path(outputs, "output", strict)
    return several, outputs


@recorded
def vjp(func, inputs, v=None, create_graph=False, strict=False) -> tuple:
    """(outputs, product): the vector times the Jacobian of `func` at `inputs`, in one pass.

    inputs  a tensor or a tuple of tensors; the product has their shapes
    v       weights in the shape of the outputs; None if there is one output with one entry
    strict  raise RuntimeError instead of giving zeros where nothing depends on an input
    Source: PyTorch's torch/autograd/functional.py, as for all of its neighbours here.
    """
    several, inputs = begin(inputs, "vjp", create_graph)
    many, outputs = outputs_of(func, inputs, "vjp", strict)
    v = weights(v, outputs, many, "vjp", create_graph, "user-provided function returns")
    grads = slopes(outputs, inputs, v, create_graph)
    product = filled(grads, inputs, REFUSED["input"], strict, create_graph)
    return handed_back(outputs, many, create_graph), handed_back(product, several, create_graph)


def units(output):
    """The unit vectors in the shape of `output`: 1 at one place, 0 elsewhere."""
    for place in range(output.numel()):
        unit = np.zeros(output.shape, output.dtype.numpy)
        unit.flat[place] = 1
        yield Tensor(unit)


@recorded
def jacobian(
    func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"
):  # type: (...) -> Any
    """All slopes of `func` at `inputs`, one backward pass per output entry. (n,) -> (m, n)

    For an output of shape (a, b) and an input of shape (c,) it has the shape (a, b, c). Several
    outputs give a tuple of Jacobians, several inputs a tuple, both a tuple of tuples.
    """
    refuse_strategy(strict, vectorize, strategy)
    several, inputs = begin(inputs, "jacobian", create_graph)
    many, outputs = outputs_of(func, inputs, "jacobian", strict)
    result = []
    for number, output in enumerate(outputs):
        refused = f"Output {number} {OF_FUNCTION} is independent of input {{}}. {IN_STRICT}."
        rows = []
        for unit in units(output):
            grads = slopes((output,), inputs, (unit,), create_graph, retain_graph=True)
            rows.append(filled(grads, inputs, refused, strict, create_graph))
        columns = zip(*rows) if rows else [()]
        blocks = [
            stack(column).view(output.shape + tensor.shape)
            for column, tensor in zip(columns, inputs)
        ]
        result.append(handed_back(blocks, several, create_graph))
    return tuple(result) if many else result[0]


JUST_ONE = "input to the user-provided function is"


@recorded
def jvp(func, inputs, v=None, create_graph=False, strict=False) -> tuple:
    """(outputs, product): the Jacobian times a vector in the shape of the inputs.

    By two backward passes: v^T J is linear in the weights, so that *its* derivative with
    respect to the weights is J itself, whatever they are. So they are zeros here.
    """
    several, inputs = begin(inputs, "jvp", create_graph)
    v = weights(v, inputs, several, "jvp", create_graph, JUST_ONE)
    many, outputs = outputs_of(func, inputs, "jvp", strict)
    zeros = tuple([zeros_like(output, requires_grad=True) for output in outputs])
    row = slopes(outputs, inputs, zeros, create_graph=True)
    require_path(row, "gradient", strict)
    columns = slopes(row, zeros, v, create_graph)
    product = filled(columns, outputs, REFUSED["jvp"], strict, create_graph)
    return handed_back(outputs, many, create_graph), handed_back(product, many, create_graph)


def lone_output(func, inputs, caller, strict) -> Tensor:
    """The only output of `func`, which has one entry.

    Raises RuntimeError for a tuple of outputs, or an output with more entries.
    """
    several, outputs = outputs_of(func, inputs, caller, strict)
    if several:
        raise RuntimeError(f"The function given to {caller} should return a single Tensor")
    if outputs[0].numel() != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {caller} "
            "should contain a single element"
        )
    return outputs[0]


def hessian(
    func, inputs, create_graph=False, strict=False, vectorize=False,
    outer_jacobian_strategy="reverse-mode",
):  # type: (...) -> Any
    """All second derivatives of a function with one number: the Jacobian of its gradient.

    For an input of shape (n,) it has the shape (n, n); several inputs give a tuple of tuples.
    """
    refuse_strategy(strict, vectorize, outer_jacobian_strategy, outer=True)
    several, inputs = as_tuple(inputs, "inputs", "hessian")

    def gradient(*inputs):
        def one_number(*inputs):
            return lone_output(func, inputs, "hessian", strict).sum()  # of shape ()

        first = jacobian(one_number, inputs, create_graph=True)
        require_path(first, "linear", strict)
        return first

    result = jacobian(gradient, inputs, create_graph, strict)
    return result if several else result[0][0]


def twice(func, inputs, v, caller, create_graph, strict):
    """What `vhp` and `hvp` begin with: the inputs, the vector, the output and its gradient,
    recorded, so that it can be differentiated a second time.
    """
    several, inputs = begin(inputs, caller, create_graph)
    v = weights(v, inputs, several, caller, create_graph, JUST_ONE)
    output = lone_output(func, inputs, caller, strict)
    first = slopes((output,), inputs, (None,), create_graph=True)
    require_path(first, "linear", strict)
    return several, inputs, v, output, first


@recorded
def vhp(func, inputs, v=None, create_graph=False, strict=False) -> tuple:
    """(output, product): the vector times the Hessian, without the Hessian, in two passes."""
    several, inputs, v, output, first = twice(func, inputs, v, "vhp", create_graph, strict)
    grads = slopes(first, inputs, v, create_graph)
    product = filled(grads, inputs, REFUSED["vhp"], strict, create_graph, "hessian")
    output = handed_back((output,), False, create_graph)
    return output, handed_back(product, several, create_graph)


@recorded
def hvp(func, inputs, v=None, create_graph=False, strict=False) -> tuple:
    """(output, product): the Hessian times a vector, by the way of `jvp`: slower than `vhp`.

    A Hessian is symmetric wherever it is continuous, and there both give the same.
    """
    several, inputs, v, output, first = twice(func, inputs, v, "hvp", create_graph, strict)
    zeros = tuple([zeros_like(tensor, requires_grad=True) for tensor in inputs])
    row = slopes(first, inputs, zeros, create_graph=True)
    grads = slopes(row, zeros, v, create_graph)
    product = filled(grads, inputs, REFUSED["hvp"], strict, create_graph, "hessian")
    output = handed_back((output,), False, create_graph)
    return output, handed_back(product, several, create_graph)


def vector_hessian(output, inputs, v):
    """v times the second derivatives of output, a single number: two walks, and no matrix."""
    slopes = grad(output, inputs, create_graph=True)
    return grad(slopes, inputs, v)
