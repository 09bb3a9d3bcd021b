"""gradcheck and gradgradcheck: which rules they refuse, with PyTorch's sentences, and what they leave as it was."""

import warnings

import pytest
from own import made

import minigrad
from minigrad import float32, float64, ones, tensor
from minigrad.autograd import gradcheck, gradgradcheck
from minigrad.autograd.function import once_differentiable


def point(*entries):
    return tensor(list(entries), dtype=float64, requires_grad=True)


def five(rule):
    """x * 5, with this rule."""
    return made(minigrad, lambda ctx, x: x * 5, lambda ctx, grad: rule(grad)).apply


def refusal(func, *inputs, check=gradcheck, **options):
    """The sentence with which a check refuses; without exceptions it has to give False for the same."""
    with pytest.raises(RuntimeError) as caught:
        check(func, inputs, **options)
    assert type(caught.value).__name__ == "GradcheckError"
    assert check(func, inputs, raise_exception=False, **options) is False
    return str(caught.value).replace("minigrad.", "torch.")


def keep(ctx, x):
    ctx.save_for_backward(x)
    return x * x


# Right rules


@pytest.mark.parametrize(
    "func, inputs",
    [
        (lambda x: x * x, point(1.0, -2.0)),
        (lambda x: x.sum(), point()),
        (lambda x: x.exp(), tensor(0.5, dtype=float64, requires_grad=True)),
        (lambda x: x, point(1.0)),
        (lambda x, y: ((x * y).sum(), x / y), (point(1.0, 2.0), point(3.0, 4.0))),
        (lambda x, y: x * y, [point(1.0, 2.0), ones(2)]),
        (lambda x, k: x * k, (point(1.0, 2.0), 5)),
        (lambda x: (x * 2, x.detach() * 3), point(1.0, 2.0)),
        (lambda x: (x * 1).mul_(x), point(1.0, 2.0)),
        (lambda x: x.long(), point(1.5, 2.5)),
        (lambda x: x.detach() * 0, point(1.0)),
    ],
    ids=["one", "empty", "number", "itself", "several", "constant", "int", "detached too", "in place", "whole", "flat"],
)
def test_right_rules_are_accepted(func, inputs):
    assert gradcheck(func, inputs) is True


def test_second_derivatives_are_accepted():
    assert gradgradcheck(lambda x, y: ((x * y * y).sum(), x.exp()), (point(1.0, 2.0), point(3.0, 4.0))) is True
    assert gradgradcheck(lambda x: x**3, point(1.0, 2.0), point(10.0, 1.0)) is True


def test_the_inputs_are_as_before():
    x = point(1.0, 2.0)
    gradcheck(lambda x: x * x, x)
    gradgradcheck(lambda x: x * x, x)
    assert (x.tolist(), x.grad, x._version) == ([1, 2], None, 0)


def test_an_error_in_the_function_leaves_the_input_as_it_was():
    calls, x = [], point(1.0, 2.0)

    def fails_when_moved(x):
        calls.append(x)
        if len(calls) > 2:
            raise KeyError("moved")
        return x * x

    with pytest.raises(KeyError, match="moved"):
        gradcheck(fails_when_moved, x)
    assert x.tolist() == [1, 2]


# Wrong rules


def test_a_rule_that_forgets_what_arrives_mixes_the_outputs():
    said = refusal(five(lambda grad: ones(2, dtype=float64) * 5), point(1.0, 2.0))
    assert "analytical:tensor([[5., 5.],\n        [5., 5.]], dtype=torch.float64)" in said


def test_a_rule_that_adds_too_little_to_be_measured_is_found():
    assert refusal(five(lambda grad: grad * 5 + 1e-9), point(1.0)) == "backward not multiplied by grad_output"


def test_a_rule_that_changes_from_call_to_call_is_found():
    calls = []

    def rule(grad):
        calls.append(grad)
        return grad * (5 + 1e-9 * len(calls))

    said = refusal(five(rule), point(1.0))
    assert said.startswith("Backward is not reentrant, i.e., running backward with same input and grad_output")
    assert gradcheck(five(rule), point(1.0), nondet_tol=1e-6) is True


def test_a_rule_that_cannot_bear_a_missing_gradient_is_found():
    def lazy(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 5

    def rule(ctx, grad):
        if grad is None:
            raise RuntimeError("nothing came")
        return grad * 5

    with pytest.warns(UserWarning, match="^Backwards compatibility: New undefined gradient support") as heard:
        said = refusal(made(minigrad, lazy, rule).apply, point(1.0))
    assert {entry.filename for entry in heard} == {__file__}
    assert said == (
        "Expected backward function to handle undefined output grads. Please look at "
        '"Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'
    )
    assert gradcheck(made(minigrad, lazy, rule).apply, point(1.0), check_undefined_grad=False) is True


def test_a_rule_that_makes_something_of_a_missing_gradient_is_found():
    def lazy(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 5

    rule = made(minigrad, lazy, lambda ctx, grad: ones(1, dtype=float64) if grad is None else grad * 5)
    with pytest.warns(UserWarning, match="^Backwards compatibility: New undefined gradient support"):
        said = refusal(rule.apply, point(1.0))
    assert said.startswith("Expected all input grads to be undefined or zero when all output")


def test_a_kink_is_no_place_to_measure():
    assert "numerical:tensor([[0.5000]]" in refusal(lambda x: x.relu(), point(0.0))


def test_a_detached_factor_passes_once_and_is_found_in_the_second_derivative():
    square = made(minigrad, keep, lambda ctx, grad: 2 * ctx.saved_tensors[0].detach() * grad).apply
    assert gradcheck(square, point(3.0)) is True
    said = refusal(square, point(3.0), check=gradgradcheck, grad_outputs=point(1.0))
    assert "numerical:tensor([[2.0000]], dtype=torch.float64)\nanalytical:tensor([[0.]], dtype=torch.float64)" in said


def test_a_rule_for_once_does_not_pass_for_twice():
    square = made(minigrad, keep, once_differentiable(lambda ctx, grad: 2 * ctx.saved_tensors[0] * grad)).apply
    assert gradcheck(square, point(3.0)) is True
    assert gradgradcheck(square, point(3.0), raise_exception=False) is False


# Inputs and options


def test_single_precision_warns_and_is_too_coarse():
    with pytest.warns(UserWarning, match="^Input #0 requires gradient and is not a double precision") as caught:
        assert gradcheck(lambda x: x * 5, ones(2, requires_grad=True), raise_exception=False) is False
    assert caught[0].filename == __file__


def test_double_precision_does_not_warn():
    with warnings.catch_warnings(action="error"):
        assert gradcheck(lambda x: x * 5, point(1.0))


def test_a_result_in_single_precision_is_compared_with_a_wide_tolerance():
    assert gradcheck(lambda x: x.to(float32) * 2, point(1.5), atol=0.1)
    assert "numerical:tensor([[1.9073]])" in refusal(lambda x: x.to(float32) * 2, point(1.5))


@pytest.mark.parametrize("check", [gradcheck, gradgradcheck])
def test_nothing_to_check_is_refused(check):
    with pytest.raises(ValueError) as caught:
        check(lambda x: x * 5, ones(2, dtype=float64))
    assert str(caught.value) == (
        "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True."
    )


def test_options_that_change_nothing_here_are_taken():
    options = {"check_grad_dtypes": True, "fast_mode": True, "masked": True, "check_forward_ad": False}
    assert gradcheck(lambda x: x * 5, point(1.0), **options)
    assert refusal(five(lambda grad: grad), point(1.0), **options).startswith("Jacobian mismatch")
    assert gradgradcheck(lambda x: x * x, point(1.0), gen_non_contig_grad_outputs=True, check_rev_over_rev=True)


@pytest.mark.parametrize("check, name", [
    (gradcheck, "check_forward_ad"), (gradcheck, "check_batched_grad"),
    (gradgradcheck, "check_fwd_over_rev"), (gradgradcheck, "check_batched_grad"),
])
def test_checks_that_need_another_mode_say_so(check, name):
    with pytest.raises(NotImplementedError, match=f"one gradient at a time: no {name}=True"):
        check(lambda x: x * 5, point(1.0), **{name: True})


def test_an_option_that_pytorch_does_not_know_is_refused():
    for check in (gradcheck, gradgradcheck):
        with pytest.raises(TypeError, match=rf"^{check.__name__}\(\) got an unexpected keyword argument 'epsilon'"):
            check(lambda x: x * 5, point(1.0), epsilon=1e-3)


def test_tolerances_and_step_are_used():
    almost = five(lambda grad: grad * 5.01)
    assert gradcheck(almost, point(1.0), rtol=0.01)
    assert gradcheck(almost, point(1.0), atol=0.1)
    assert gradcheck(lambda x: x**4, point(1.0), eps=0.5, raise_exception=False) is False


# Reports beside PyTorch's


def test_reports_are_pytorchs_to_the_letter():
    torch = pytest.importorskip("torch")

    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, x.exp()

    def backward(ctx, product, power):
        x, y = ctx.saved_tensors
        return product * y + power * x.exp(), product * y

    def report(package):
        wrong = made(package, forward, backward)
        inputs = [
            package.tensor(entries, dtype=package.float64, requires_grad=True)
            for entries in ([[0.25, -1.5]], [[2.0, 3.0], [1e-3, 7.0]])
        ]
        with pytest.raises(RuntimeError) as caught:
            package.autograd.gradcheck(lambda x, y: wrong.apply(x, y), inputs)
        return str(caught.value).replace("minigrad.", "torch.")

    assert report(minigrad) == report(torch)
