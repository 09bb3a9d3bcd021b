"""Chapter 11. A rule is right when its slopes agree with measured ones."""

import warnings

import numpy as np

from minigrad.engine import grad
from minigrad.function import Function
from minigrad.library import allclose
from minigrad.tensors import Tensor, float64, rand, storage, zeros_like


class GradcheckError(RuntimeError):
    """What `gradcheck` raises when measured and computed gradients differ."""

    __module__ = "minigrad.autograd.gradcheck"


def several(values):
    return tuple(values) if isinstance(values, (tuple, list)) else (values,)


def needs_grad(value):
    return isinstance(value, Tensor) and value._requires_grad


def measured(func, inputs, position, eps):
    """One Jacobian for each output: a row for each entry of this input, (n, m), by differences.

    Each entry is moved by `eps` to both sides: (f(x + eps) - f(x - eps)) / (2 eps).
    """
    array, rows = storage(inputs[position]), []
    for place in np.ndindex(array.shape):
        before, sides = array[place], []
        try:
            for moved in (before + eps, before - eps):
                array[place] = moved
                outputs = filter(needs_grad, several(func(*inputs)))
                sides.append([value.array.flatten() for value in outputs])
        finally:
            array[place] = before
        rows.append([(above - below) / (2 * eps) for above, below in zip(*sides)])
    return [np.array(of_output) for of_output in zip(*rows)]


def computed(output, inputs):
    """The Jacobian of one output for each input, (n, m): a column for each entry of the output."""
    columns = []
    for place in np.ndindex(output.array.shape):
        direction = zeros_like(output)
        storage(direction)[place] = 1
        grads = grad(output, inputs, direction, retain_graph=True, allow_unused=True)
        columns.append([
            np.zeros(given.numel()) if found is None else found.array.flatten()
            for given, found in zip(inputs, grads)
        ])
    return [np.array(of_input).T for of_input in zip(*columns)]


def compare(func, inputs, outputs, eps, atol, rtol, nondet_tol):
    """Raise GradcheckError for the first pair of Jacobians that do not agree."""
    positions = [position for position, value in enumerate(inputs) if needs_grad(value)]
    numerical = [measured(func, inputs, position, eps) for position in positions]
    wanted = [inputs[position] for position in positions]
    for number, output in enumerate(outputs):
        analytical = computed(output, wanted)
        for first, second in zip(analytical, computed(output, wanted)):
            if not np.all(abs(first - second) <= nondet_tol):
                raise GradcheckError(
                    "Backward is not reentrant, i.e., running backward with same input and "
                    "grad_output multiple times gives different values, although analytical "
                    "gradient matches numerical gradient."
                    f"The tolerance for nondeterminism was {nondet_tol}."
                )
        for place, found in enumerate(analytical):
            found, expected = Tensor(found), Tensor(numerical[place][number])
            if not allclose(found, expected, rtol, atol):
                raise GradcheckError(
                    f"Jacobian mismatch for output {number} with respect to input {place},\n"
                    f"numerical:{expected}\nanalytical:{found}\n"
                )


def with_zeros(inputs, outputs):
    """Raise GradcheckError unless every rule multiplies by the gradient that arrives."""
    wanted, zeros = list(filter(needs_grad, inputs)), [zeros_like(output) for output in outputs]
    grads = grad(outputs, wanted, zeros, retain_graph=True, allow_unused=True)
    if any(np.any(found.array) for found in grads if found is not None):
        raise GradcheckError("backward not multiplied by grad_output")


class UndefinedGrad(Function, node="UndefinedGradBackward"):
    """The same numbers; no gradient comes back."""

    @staticmethod
    def forward(ctx, self):
        return self.array.copy()

    @staticmethod
    def backward(ctx, grad):
        return None


def without_gradient(func, inputs, skipped):
    """Raise GradcheckError unless rules give zeros where an output's gradient is missing."""
    outputs = [
        UndefinedGrad.apply(output) if number in skipped else output
        for number, output in enumerate(filter(needs_grad, several(func(*inputs))))
    ]
    message = (
        '"Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'
    )
    wanted, zeros = list(filter(needs_grad, inputs)), [zeros_like(output) for output in outputs]
    try:
        grads = grad(outputs, wanted, zeros, allow_unused=True)
    except RuntimeError as error:
        raise GradcheckError(
            f"Expected backward function to handle undefined output grads. Please look at {message}"
        ) from error
    if any(np.any(found.array) for found in grads if found is not None):
        raise GradcheckError(
            "Expected all input grads to be undefined or zero when all output grads are undefined "
            f"or zero. Please look at {message}"
        )


def gradcheck(
    func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0,
    check_undefined_grad=True,
):
    """True when the gradients of `func(*inputs)` agree with measured slopes. Use float64.

    Every input that requires a gradient is moved entry by entry, by `eps`, and put back.
    Raises GradcheckError at the first difference (returns False with raise_exception=False),
    ValueError when no input requires a gradient. Source: torch/autograd/gradcheck.py.
    """
    inputs = several(inputs)
    for position, value in enumerate(inputs):
        if needs_grad(value) and value.dtype is not float64:
            warnings.warn(
                f"Input #{position} requires gradient and is not a double precision floating "
                "point or complex. This check will likely fail if all the inputs are not of "
                "double precision floating point or complex. ",
                stacklevel=2,
            )
    if not any(map(needs_grad, inputs)):
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, "
            "but none of them have requires_grad=True."
        )
    outputs = list(filter(needs_grad, several(func(*inputs))))
    try:
        compare(func, inputs, outputs, eps, atol, rtol, nondet_tol)
        with_zeros(inputs, outputs)
        if check_undefined_grad:
            without_gradient(func, inputs, range(len(outputs)))
            for number in range(len(outputs)) if len(outputs) > 1 else ():
                without_gradient(func, inputs, (number,))
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(func, inputs, grad_outputs=None, **options):
    """`gradcheck` of the gradient: are second derivatives right, too?

    grad_outputs  gradients of the outputs to start from; None means random ones
    options       as for `gradcheck`
    """
    inputs = several(inputs)
    if grad_outputs is None:
        outputs = filter(needs_grad, several(func(*inputs)))
        grad_outputs = [
            Tensor(rand(*output.shape, dtype=output.dtype).array * 2 - 1, requires_grad=True)
            for output in outputs
        ]
    grad_outputs = several(grad_outputs)

    def gradients(*arguments):
        given, seeds = arguments[:len(inputs)], arguments[len(inputs):]
        outputs = list(filter(needs_grad, several(func(*given))))
        wanted = list(filter(needs_grad, given))
        found = grad(outputs, wanted, seeds, create_graph=True, allow_unused=True)
        return tuple([value for value in found if value is not None])

    return gradcheck(gradients, (*inputs, *grad_outputs), **options)
