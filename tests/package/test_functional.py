"""Whole derivatives: jacobian, hessian and the products, stack and unbind, as PyTorch gives them and says no."""

import inspect

import pytest

import minigrad
from minigrad import ones, stack, tensor, unbind
from minigrad.autograd import grad
from minigrad.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp


def three(x):
    a, b = unbind(x)
    return stack([a * b, a * a, 3 * b])


def volume(x):
    a, b = x.unbind()
    return a * a * b


def said(error, call):
    """The sentence of the error that the call raises, with PyTorch's name for the package."""
    with pytest.raises(error) as caught:
        call()
    return str(caught.value).replace("minigrad.", "torch.")


POINT = [2.0, 5.0]


def test_a_jacobian_has_the_output_shape_and_then_the_input_shape():
    assert jacobian(lambda x: x.sum(1), ones(2, 3)).shape == (2, 2, 3)
    assert jacobian(lambda x: x * 2, tensor(1.0)).shape == ()
    assert hessian(lambda x: (x * x).sum(), ones(2, 1)).shape == (2, 1, 2, 1)


def test_what_does_not_depend_on_an_input_has_slope_zero():
    assert vjp(lambda x, y: x * 2, (ones(2), ones(3)), ones(2))[1][1].tolist() == [0, 0, 0]


# What happens to the tensors and switches around


def test_the_inputs_keep_their_flag_and_gradient():
    x = tensor(POINT)
    jacobian(three, x), jvp(three, x, x), hvp(volume, x, x)
    assert (x.requires_grad, x.grad) == (False, None)


def test_without_create_graph_the_result_has_no_history():
    x = tensor(POINT, requires_grad=True)
    results = [jacobian(three, x), *vjp(three, x, ones(3)), *jvp(three, x, ones(2)), *vhp(volume, x, x)]
    assert not any(result.requires_grad for result in results)


def test_with_create_graph_the_result_can_be_differentiated():
    x = tensor(POINT, requires_grad=True)
    assert grad(jacobian(three, x, create_graph=True).sum(), x)[0].tolist() == [3, 1]
    assert grad(hessian(volume, x, create_graph=True).sum(), x)[0].tolist() == [4, 2]
    assert grad(jvp(three, x, tensor([1.0, 10.0]), create_graph=True)[1].sum(), x)[0].tolist() == [12, 1]
    assert grad(hvp(volume, x, tensor([1.0, 10.0]), create_graph=True)[1].sum(), x)[0].tolist() == [22, 2]


def test_the_same_tensor_used_inside_the_function_counts_as_a_constant():
    x = tensor([2.0, 3.0], requires_grad=True)
    assert jacobian(lambda inside: inside * x, x).tolist() == [[2, 0], [0, 3]]


def test_recording_is_on_inside_and_set_back_after_an_error():
    recording = minigrad.core.node.recording
    before, recording.on = recording.on, False
    try:
        assert jacobian(three, tensor(POINT)).tolist()[0] == [5, 2]
        with pytest.raises(ZeroDivisionError):
            vjp(lambda x: 1 / 0, tensor(POINT))
        assert recording.on is False
    finally:
        recording.on = before


# What they say to bad input


BAD = [
    (TypeError, lambda: vjp(three, [ones(2)]),
     "The inputs given to vjp must be either a Tensor or a tuple of Tensors but the given inputs has type "
     "<class 'list'>."),
    (TypeError, lambda: jacobian(three, (ones(2), 3)),
     "The inputs given to jacobian must be either a Tensor or a tuple of Tensors but the value at index 1 has type "
     "<class 'int'>."),
    (TypeError, lambda: jacobian(lambda x: [x], ones(2)),
     "The outputs of the user-provided function given to jacobian must be either a Tensor or a tuple of Tensors but "
     "the given outputs of the user-provided function has type <class 'list'>."),
    (RuntimeError, lambda: vjp(lambda x: (x, x), ones(2), (ones(2), ones(3))),
     "Entry 1 in v has invalid size: should be torch.Size([2]) but got torch.Size([3])."),
    (RuntimeError, lambda: vjp(lambda x: (x, x), ones(2), ones(2)),
     "v is a tuple of invalid length: should be 2 but got 1."),
    (RuntimeError, lambda: vjp(three, ones(2), (ones(3), ones(3))), "The given v should contain a single Tensor."),
    (RuntimeError, lambda: hvp(lambda x: (x.sum(), x.sum()), ones(2), ones(2)),
     "The function given to hvp should return a single Tensor"),
    (RuntimeError, lambda: vjp(three, tensor([1, 2]), ones(3)),
     "only Tensors of floating point dtype can require gradients"),
]


@pytest.mark.parametrize("error, call, sentence", BAD)
def test_bad_input_is_refused_in_pytorchs_words(error, call, sentence):
    assert said(error, call) == sentence


STRICT = [
    (lambda: vjp(lambda x: ones(2), ones(2), ones(2), strict=True),
     "Output 0 of the user-provided function does not require gradients. The outputs must be computed in a "
     "differentiable manner from the input when running in strict mode."),
    (lambda: vjp(lambda x, y: x * 2, (ones(2), ones(2)), ones(2), strict=True),
     "The output of the user-provided function is independent of input 1. This is not allowed in strict mode."),
    (lambda: jacobian(lambda x: x * 2, ones(2, requires_grad=True), create_graph=True, strict=True),
     "The jacobian of the user-provided function is independent of input 0. This is not allowed in strict mode when "
     "create_graph=True."),
    (lambda: vhp(lambda x: x * WEIGHT, tensor(2.0), strict=True),
     "The jacobian of the user-provided function is independent of input 0. This is not allowed in strict mode."),
    (lambda: hvp(lambda x: x * WEIGHT, tensor(2.0), strict=True),
     "The hessian of the user-provided function is independent of entry 0 in the grad_jacobian. This is not allowed "
     "in strict mode as it prevents from using the double backward trick to replace forward mode AD."),
    (lambda: jvp(lambda x: (x * 3, WEIGHT * 2), tensor(2.0), strict=True),
     "The gradient with respect to the input is independent of entry 1 in the grad_outputs when using the double "
     "backward trick to compute forward mode gradients. This is not allowed in strict mode."),
]
WEIGHT = tensor(3.0, requires_grad=True)


@pytest.mark.parametrize("call, sentence", STRICT)
def test_strict_mode_refuses_what_depends_on_nothing(call, sentence):
    assert said(RuntimeError, call) == sentence


@pytest.mark.parametrize(("function", "strategy"), [(jacobian, "strategy"), (hessian, "outer_jacobian_strategy")])
def test_another_way_gives_the_same(function, strategy):
    def cubes(x):
        return (x**3).sum()

    expected = function(cubes, ones(2)).tolist()
    assert function(cubes, ones(2), vectorize=True).tolist() == expected
    assert function(cubes, ones(2), vectorize=True, **{strategy: "forward-mode"}).tolist() == expected


# stack and unbind


def test_stack_and_unbind_undo_each_other_along_every_dimension():
    x = tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    for dim in (0, 1, -1):
        assert stack(unbind(x, dim), dim).tolist() == x.tolist()
    assert [part.tolist() for part in unbind(x, 1)] == [[1, 4], [2, 5], [3, 6]]


def test_a_part_that_is_not_used_gets_zeros():
    x = tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    unbind(x, 1)[1].sum().backward()
    assert x.grad.tolist() == [[0, 1], [0, 1]]


def test_gradients_of_gradients_pass_through_both():
    x = tensor(POINT, requires_grad=True)
    (first,) = grad((three(x) * three(x)).sum(), x, create_graph=True)
    assert grad(first.sum(), x)[0].tolist() == [2 * 25 + 12 * 4 + 40, 40 + 2 * 4 + 18]


def test_stack_keeps_to_the_widest_dtype():
    assert stack([tensor([1, 2]), tensor([0.5, 1.0])]).dtype is minigrad.float32
    assert stack([tensor(1, dtype=minigrad.float64), tensor(1.0)]).dtype is minigrad.float64
    assert stack([tensor(1)]).tolist() == [1]


def test_stack_and_unbind_refuse_in_pytorchs_words():
    assert said(IndexError, lambda: unbind(tensor(1.0))) == "Dimension specified as 0 but tensor has no dimensions"
    assert said(IndexError, lambda: stack([ones(2)], 3)) == (
        "Dimension out of range (expected to be in range of [-2, 1], but got 3)"
    )


def test_the_signatures_are_pytorchs():
    for function in (jvp, vjp, hvp, vhp):
        assert str(inspect.signature(function)) == "(func, inputs, v=None, create_graph=False, strict=False) -> tuple"
    for function, strategy in (jacobian, "strategy"), (hessian, "outer_jacobian_strategy"):
        assert str(inspect.signature(function)) == (
            f"(func, inputs, create_graph=False, strict=False, vectorize=False, {strategy}='reverse-mode')"
        )
