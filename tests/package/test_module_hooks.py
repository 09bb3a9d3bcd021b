"""Functions around the call of a module: when they are called, with what, and what they may answer. On PyTorch, too."""

import copy
import re
import warnings
from collections import namedtuple

import pytest

import minigrad


def layer(lib):
    """Two numbers in, their doubled sum out."""
    module = lib.nn.Linear(2, 1, bias=False)
    with lib.no_grad():
        module.weight.fill_(2.0)
    return module


def ones(lib, flag=True):
    return lib.ones(1, 2, requires_grad=flag)


def shown(grads):
    return [None if grad is None else grad.tolist() for grad in grads]


def registered(module, name, hook, **options):
    return getattr(module, f"register_{name}")(hook, **options)


NAMES = ["forward_pre_hook", "forward_hook", "full_backward_pre_hook", "full_backward_hook"]


def test_functions_see_what_comes_in_and_what_goes_out(lib):
    module, seen = layer(lib), []
    module.register_forward_pre_hook(lambda *given: seen.append(given))
    module.register_forward_hook(lambda *given: seen.append(given))
    x = ones(lib)
    y = module(x)
    assert seen[0][0] is module and seen[0][1][0] is x and len(seen[0]) == 2
    assert seen[1][0] is module and seen[1][1][0] is x and seen[1][2] is y and len(seen[1]) == 3
    assert type(y.grad_fn).__name__ == "MmBackward0"


def test_what_they_answer_takes_its_place(lib):
    module, x = layer(lib), ones(lib)
    module.register_forward_pre_hook(lambda module, args: args[0] * 3)
    module.register_forward_pre_hook(lambda module, args: (args[0] + 1,))
    module.register_forward_hook(lambda module, args, output: (output, args))
    output, args = module(x)
    assert args[0].tolist() == [[4, 4]] and output.tolist() == [[16]]


def test_named_arguments_are_shown_to_those_that_ask(lib):
    class Scaled(lib.nn.Module):
        def forward(self, x, *, by=1.0):
            return x * by

    module, x, seen = Scaled(), ones(lib), []
    module.register_forward_hook(lambda module, args, kwargs, out: seen.append((len(args), kwargs)), with_kwargs=True)
    assert module(x, by=2.0).tolist() == [[2, 2]] and seen == [(1, {"by": 2.0})]
    handle = module.register_forward_pre_hook(lambda module, args, kwargs: (args, {"by": 5.0}), with_kwargs=True)
    assert module(x).tolist() == [[5, 5]] and seen[-1] == (1, {"by": 5.0})
    handle.remove()
    module.register_forward_pre_hook(lambda module, args, kwargs: 3, with_kwargs=True)
    with pytest.raises(RuntimeError, match=re.escape(
        "forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got 3."
    )):
        module(x)


@pytest.mark.parametrize("name", NAMES)
def test_they_are_called_in_order_and_one_may_go_before_the_others(lib, name):
    module, order = layer(lib), []
    handles = [registered(module, name, lambda *given, number=number: order.append(number)) for number in (1, 2)]
    registered(module, name, lambda *given: order.append(0), prepend=True)
    module(ones(lib)).sum().backward()
    assert order == [0, 1, 2]
    handles[0].remove()
    handles[0].remove()
    module(ones(lib)).sum().backward()
    assert order == [0, 1, 2, 0, 2]
    with registered(layer(lib), name, lambda *given: order.append(3)):
        pass
    assert type(handles[0]).__name__ == "RemovableHandle"


def test_gradients_are_met_at_both_borders(lib):
    module, x, seen = layer(lib), ones(lib), []
    module.register_full_backward_pre_hook(lambda module, grads: seen.append(shown(grads)))
    module.register_full_backward_hook(lambda module, inner, outer: seen.append((shown(inner), shown(outer))))
    y = module(x)
    assert y.grad_fn.name() == "BackwardHookFunctionBackward"
    assert y.grad_fn.next_functions[0][0].name() == "MmBackward0"
    (y * 3).sum().backward()
    assert seen == [[[[3]]], ([[[6, 6]]], [[[3]]])]
    assert x.grad.tolist() == [[6, 6]] and module.weight.grad.tolist() == [[3, 3]]


def test_gradients_are_replaced(lib):
    module, x = layer(lib), ones(lib)
    module.register_full_backward_pre_hook(lambda module, grads: (grads[0] * 10,))
    module.register_full_backward_hook(lambda module, inner, outer: (inner[0] + outer[0],))
    module(x).sum().backward()
    assert x.grad.tolist() == [[30, 30]] and module.weight.grad.tolist() == [[10, 10]]


@pytest.mark.parametrize(("name", "words"), [
    ("full_backward_hook", "Backward hook returned an invalid number of grad_input, got 2, but expected 1"),
    ("full_backward_pre_hook", "Backward pre hook returned an invalid number of grad_output, got 2, but expected 1"),
])
def test_another_number_of_gradients_is_refused(lib, name, words):
    module = layer(lib)
    registered(module, name, lambda module, *grads: (None, None))
    with pytest.raises(RuntimeError, match=f"^{re.escape(words)}$"):
        module(ones(lib)).sum().backward()


def test_without_gradients_for_the_input_they_are_called_at_the_outputs(lib):
    module, seen = layer(lib), []
    handle = module.register_full_backward_hook(lambda module, inner, outer: seen.append((inner, shown(outer))))
    y = module(ones(lib, False)).sum()
    with pytest.warns(UserWarning) as caught:
        y.backward()
    assert seen == [((None,), [[[1]]])] and module.weight.grad.tolist() == [[1, 1]]
    assert str(caught[0].message) == (
        "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs "
        "require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module."
        "register_full_backward_hook for more details."
    )
    handle.remove()
    for answer in ((None,), (lib.ones(1),)):
        handle = module.register_full_backward_hook(lambda *given, answer=answer: answer)
        y = module(ones(lib, False)).sum()
        with warnings.catch_warnings(action="ignore"):
            if answer == (None,):
                y.backward()
            else:
                with pytest.raises(RuntimeError, match="Backward hook for Modules where no input requires gradient "
                                                       "should always return None or None for all gradients."):
                    y.backward()
        handle.remove()


def test_what_is_no_tensor_has_none_among_the_gradients(lib):
    Pair = namedtuple("Pair", "first second")

    class Two(lib.nn.Module):
        def forward(self, x, factor, other):
            return Pair(x * factor, "text")

    module, x, other, seen = Two(), ones(lib), ones(lib, False), []
    module.register_full_backward_hook(lambda module, inner, outer: seen.append((shown(inner), shown(outer))))
    result = module(x, 2.0, other)
    assert type(result) is Pair and result.second == "text"
    result.first.sum().backward()
    assert seen == [([[[2, 2]], None, [[0, 0]]], [[[1, 1]], None])]


def test_outputs_that_nobody_used_have_none(lib):
    class Three(lib.nn.Module):
        def forward(self, x):
            return x * 2, x * 3, lib.ones(1)

    module, x, seen = Three(), ones(lib), []
    module.register_full_backward_pre_hook(lambda module, outer: seen.append(shown(outer)))
    module.register_full_backward_hook(lambda module, inner, outer: seen.append(shown(inner)))
    module(x)[1].sum().backward()
    assert seen == [[None, [[1, 1]], None], [[[3, 3]]]] and x.grad.tolist() == [[3, 3]]


def test_an_output_that_is_no_tensor_is_warned_of(lib):
    class Named(lib.nn.Module):
        def forward(self, x):
            return {"x": x}

    module = Named()
    module.register_full_backward_hook(lambda *given: pytest.fail("nobody comes by"))
    with pytest.warns(UserWarning, match="For backward hooks to be called, module output should be a Tensor or a tuple "
                                         "of Tensors but received <class 'dict'>"):
        result = module(ones(lib))
    result["x"].sum().backward()


@pytest.mark.parametrize("name", NAMES[2:])
def test_where_nothing_is_recorded_no_node_is_left(lib, name):
    module = layer(lib)
    registered(module, name, lambda *given: pytest.fail("nobody comes by"))
    with lib.no_grad():
        assert module(ones(lib)).grad_fn is None
    with warnings.catch_warnings(action="error"):
        module.requires_grad_(False)
        assert module(ones(lib, False)).grad_fn is None


def test_an_input_and_an_output_may_not_be_written_into(lib):
    module = layer(lib)
    module.register_full_backward_hook(lambda *given: None)
    y = module(ones(lib))
    with pytest.raises(RuntimeError, match="^Output 0 of BackwardHookFunction is a view and is being modified"):
        y.add_(1)


def test_a_gradient_of_the_gradient_goes_through(lib):
    module, x, seen = layer(lib), ones(lib), []
    module.register_full_backward_hook(lambda module, inner, outer: seen.append(shown(inner)))
    (slope,) = lib.autograd.grad((module(x) ** 2).sum(), x, create_graph=True)
    assert slope.tolist() == [[16, 16]] and seen == [[[[16, 16]]]]
    (bend,) = lib.autograd.grad(slope.sum(), x)
    assert bend.tolist() == [[16, 16]]


def test_an_error_is_told_to_those_that_are_always_called(lib):
    class Failing(lib.nn.Module):
        def forward(self, x):
            raise KeyError("as planned")

    module, seen = Failing(), []
    module.register_forward_hook(lambda *given: seen.append("never"))
    module.register_forward_hook(lambda module, args, output: seen.append(output), always_call=True)
    module.register_forward_hook(lambda *given: 1 / 0, always_call=True)
    with pytest.warns(UserWarning, match="module forward hook with ``always_call=True`` raised an exception that was "
                                         "silenced as another error was raised in forward: division by zero"):
        with pytest.raises(KeyError, match="as planned"):
            module(ones(lib))
    assert seen == [None]


def test_one_that_was_called_is_not_called_again_for_its_own_error(lib):
    module, seen = layer(lib), []

    def fails(*given):
        seen.append(1)
        raise KeyError("as planned")

    module.register_forward_hook(fails, always_call=True)
    with pytest.raises(KeyError):
        module(ones(lib))
    assert seen == [1]


def test_other_modules_and_forward_itself_know_nothing_of_them(lib):
    net = lib.nn.Sequential(layer(lib), lib.nn.ReLU())
    seen = []
    net[1].register_forward_hook(lambda *given: seen.append(1))
    net(ones(lib))
    net[0](ones(lib))
    net[1].forward(ones(lib))
    assert seen == [1] and repr(net[1]) == "ReLU()" and list(net.state_dict()) == ["0.weight"]
    twin = copy.deepcopy(net)
    twin(ones(lib))
    assert seen == [1, 1]


def test_a_module_without_them_has_the_call_of_the_chapter_until_the_first_is_registered():
    """Nothing is asked before; afterwards, whether there are some."""
    from minigrad.nn.module_hooks import CALLS

    CALLS.switch(False)
    taught = minigrad.nn.Module.__call__
    assert taught.__code__.co_names == ("forward",)
    minigrad.nn.ReLU().register_forward_hook(print).remove()
    assert minigrad.nn.Module.__call__ is not taught and minigrad.nn.Module.__call__.__wrapped__ is taught


def test_pytorch_has_the_same_arguments():
    torch = pytest.importorskip("torch")
    from inspect import signature

    for name in NAMES:
        ours, theirs = (signature(getattr(package.nn.Module, f"register_{name}")).parameters
                        for package in (minigrad, torch))
        assert [(part.name, part.kind, part.default) for part in ours.values()] == [
            (part.name, part.kind, part.default) for part in theirs.values()]
