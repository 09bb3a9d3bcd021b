"""Chapter 11. A rule is right when its slopes agree with measured ones."""

import functools
import warnings

import numpy as np

from minigrad.autograd.gradients import grad
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor, storage
from minigrad.exact.dtypes import float64
from minigrad.exact.errors import NOT_REENTRANT, SHOWN_TWICE, UNDEFINED_CHECKED, refuse_modes
from minigrad.exact.random import uniform
from minigrad.machinery.silence import as_told, silently
from minigrad.operations.leaves import zeros_like


def slope(f, x, h=0.001):
    """How fast f changes at x, measured from x - h to x + h."""
    return (f(x + h) - f(x - h)) / (2 * h)


class GradcheckError(RuntimeError):
    """What `gradcheck` raises when measured and computed slopes differ."""

    __module__ = "minigrad.autograd.gradcheck"


def nudged(f, array, place, h):
    """How fast f() changes with array[place], which is put back afterwards, whatever happens."""
    before = array[place]

    def at(number):
        array[place] = number
        return f()

    try:
        return slope(at, before, h)
    finally:
        array[place] = before


def agree(computed, measured, atol, rtol):
    """Whether each computed entry is within atol + rtol * |measured| of the measured one."""
    return bool((abs(computed - measured) <= atol + rtol * abs(measured)).all())


def measured(func, inputs, moved, eps):
    """For each output of `func` its Jacobian, (n, m): a row for each entry of `moved`."""
    array, rows, found = storage(moved), [], []

    def outputs():
        """All numbers that come out, which have to come in the same shapes and dtypes on both sides of a place."""
        before, found[:] = tuple(found), flagged(func(*inputs))
        for pair in zip(found, before):
            for kind in ("shape", "dtype"):
                one, other = [getattr(output, kind) for output in pair]
                if one != other:
                    raise AssertionError(
                        f"Expected `func` to return outputs with the same {kind} when inputs are perturbed on index "
                        f"{place} by {eps}, but got: {kind}s {one} and {other}."
                    )
        return np.concatenate([*[output.array.flatten() for output in found], []])

    for place in np.ndindex(array.shape):
        found.clear()
        rows.append(nudged(outputs, array, place, eps))
    ends = np.cumsum([0, *(output.array.size for output in found)])
    return [np.array(rows)[:, a:b].astype(output.array.dtype) for a, b, output in zip(ends, ends[1:], found)]


def computed(output, inputs):
    """The Jacobian of one output for each input, (n, m): a column per entry of the output."""
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


def gradcheck(
    func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0,
    check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
    check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True,
    fast_mode=False, masked=None,
):
    """True when the computed slopes of `func(*inputs)` agree with measured ones. Use float64.

    Every input that requires a gradient is moved entry by entry, by `eps`, and put back. Of
    PyTorch's other options, check_grad_dtypes, fast_mode and masked change nothing: every slope
    is compared. Raises GradcheckError at the first difference (returns False instead, with
    raise_exception=False), ValueError when no input requires a gradient, RuntimeError when one
    shows a number several times, AttributeError when an output is no tensor, NotImplementedError
    for check_forward_ad and check_batched_grad. Source: torch/autograd/gradcheck.py.
    """
    both = "Expected at least one of check_forward_ad or check_backward_ad to be True"
    forward = "Setting check_batched_forward_grad=True requires check_forward_ad to be True"
    refuse_modes(
        [(True, check_forward_ad or check_backward_ad, both),
         (check_batched_forward_grad, check_forward_ad, forward)],
        check_batched_grad=check_batched_grad, check_forward_ad=check_forward_ad,
    )
    inputs = several(inputs)
    require_inputs(inputs)
    outputs = [value for value in several(func(*inputs)) if value.requires_grad]
    try:
        if not outputs:
            without_outputs(func, inputs, eps)
        silently(compare, functools.partial(as_told, func), inputs, outputs, eps, atol, rtol, nondet_tol)
        with_zeros(inputs, outputs)
        if check_undefined_grad:
            without_gradients(func, inputs, range(len(outputs)))
            for number in range(len(outputs)) if len(outputs) > 1 else ():
                without_gradients(func, inputs, (number,))
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def several(values):
    """A tuple, also of one value alone."""
    return tuple(values) if isinstance(values, (tuple, list)) else (values,)


def flagged(values):
    """Those of one value or several that are tensors and require a gradient."""
    tensors = [value for value in several(values) if isinstance(value, Tensor)]
    return [tensor for tensor in tensors if tensor.requires_grad]


def compare(func, inputs, outputs, eps, atol, rtol, nondet_tol):
    """Raise GradcheckError for the first pair of Jacobians that do not agree."""
    wanted = flagged(inputs)
    numerical = [measured(func, inputs, value, eps) for value in wanted]
    for number, output in enumerate(outputs):
        analytical = computed(output, wanted)
        for first, second in zip(analytical, computed(output, wanted)):
            if first.size and abs(first - second).max() > nondet_tol:  # nan is no difference
                raise GradcheckError(NOT_REENTRANT.format(nondet_tol))
        for place, found in enumerate(analytical):
            if not found.size:
                continue
            expected = numerical[place][number]
            if not agree(found, expected, atol, rtol):
                raise GradcheckError(
                    f"Jacobian mismatch for output {number} with respect to input {place},\n"
                    f"numerical:{Tensor(expected)}\nanalytical:{Tensor(found)}\n"
                )


def without_outputs(func, inputs, eps):
    """Raise GradcheckError where no output has a history, but some of them do change."""

    def with_flags(*inputs):
        found = [value for value in several(func(*inputs)) if isinstance(value, Tensor)]
        return [Tensor(value.array, True) for value in found if value.array.dtype.kind == "f"]

    for value in flagged(inputs):
        if any(map(np.any, measured(with_flags, inputs, value, eps))):
            raise GradcheckError("Numerical gradient for function expected to be zero")


def with_zeros(inputs, outputs):
    """Raise GradcheckError unless every rule multiplies by the gradient that arrives."""
    zeros = [zeros_like(output) for output in outputs]
    grads = grad(outputs, flagged(inputs), zeros, retain_graph=True, allow_unused=True)
    if any(np.any(found.array) for found in grads if found is not None):
        raise GradcheckError("backward not multiplied by grad_output")


class UndefinedGradBackward(Node):
    """The same numbers; no gradient comes back."""

    def forward(ctx, self):
        return self.array.copy()

    def backward(ctx, grad):
        return None


def without_gradients(func, inputs, missing):
    """Raise GradcheckError unless rules give zeros where gradients of outputs are missing."""
    outputs = [
        UndefinedGradBackward.apply(output) if number in missing else output
        for number, output in enumerate(flagged(func(*inputs)))
    ]
    notes = '"Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'
    zeros = [zeros_like(output) for output in outputs]
    try:
        grads = grad(outputs, flagged(inputs), zeros, allow_unused=True)
    except RuntimeError as error:
        warnings.warn(UNDEFINED_CHECKED, stacklevel=3)
        raise GradcheckError(
            "Expected backward function to handle undefined output grads. "
            f"Please look at {notes}"
        ) from error
    if any(np.any(found.array) for found in grads if found is not None):
        warnings.warn(UNDEFINED_CHECKED, stacklevel=3)
        raise GradcheckError(
            "Expected all input grads to be undefined or zero when all output grads are "
            f"undefined or zero. Please look at {notes}"
        )


def require_inputs(inputs):
    """Raise ValueError when nothing is to be checked; warn of inputs in single precision.

    Raises RuntimeError for an input that shows one number several times.
    """
    for position, value in enumerate(inputs):
        if not flagged(value):
            continue
        if value.dtype is not float64:
            warnings.warn(
                f"Input #{position} requires gradient and is not a double precision floating "
                "point or complex. This check will likely fail if all the inputs are not of "
                "double precision floating point or complex. ", stacklevel=3,
            )
        array = storage(value)
        if array.size and any(stride == 0 and n > 1 for stride, n in zip(array.strides, array.shape)):
            raise RuntimeError(SHOWN_TWICE.format(position))
        array.flags.writeable = True  # NumPy locks what expand() shows
    if not flagged(inputs):
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, "
            "but none of them have requires_grad=True."
        )


def gradgradcheck(
    func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3,
    gen_non_contig_grad_outputs=False, raise_exception=True, nondet_tol=0.0,
    check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
    check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False, masked=False,
) -> bool:
    """`gradcheck` of the gradient: are second derivatives right, too?

    grad_outputs  gradients of the outputs to start from; None means random ones
    The other options and errors are those of `gradcheck`.
    """
    needs = "Setting {}=True requires check_rev_over_rev to be True"
    refuse_modes(
        [(True, check_fwd_over_rev or check_rev_over_rev,
          "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True"),
         (check_undefined_grad, check_rev_over_rev, needs.format("check_undefined_grad")),
         (check_batched_grad, check_rev_over_rev, needs.format("check_batched_grad"))],
        check_batched_grad=check_batched_grad, check_fwd_over_rev=check_fwd_over_rev,
    )
    inputs = several(inputs)
    if grad_outputs is None:
        grad_outputs = [
            Tensor(uniform(output.array.shape, output.array.dtype) * 2 - 1, requires_grad=True)
            for output in flagged(func(*inputs))
        ]
    grad_outputs = several(grad_outputs)

    def gradients(*arguments):
        given, seeds = arguments[:len(inputs)], arguments[len(inputs):]
        outputs = flagged(func(*given))
        found = grad(outputs, flagged(given), seeds, create_graph=True, allow_unused=True)
        return tuple([value for value in found if value is not None])

    return gradcheck(
        gradients, (*inputs, *grad_outputs), eps=eps, atol=atol, rtol=rtol,
        raise_exception=raise_exception, nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
    )
