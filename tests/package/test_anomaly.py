"""Anomaly detection: which line made the step that fails, where nans come from, and nothing left once it is off."""

import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest
from own import made

import minigrad as torch
from minigrad.autograd import anomaly_mode, detect_anomaly, grad, set_detect_anomaly
from minigrad.core import engine
from minigrad.core.node import AccumulateGrad, Node


@pytest.fixture(autouse=True)
def off():
    yield
    assert not torch.is_anomaly_enabled()
    set_detect_anomaly(False)


@pytest.fixture
def x():
    return torch.tensor([0.0, 1.0], requires_grad=True)


def fail(ctx, grad):
    raise ValueError("no rule")


Failing = made(torch, lambda ctx, x: x * 1, fail, "Failing")


def told(program):
    """The error of the program, run under anomaly detection, and the warnings, the one at the switch left out."""
    with warnings.catch_warnings(record=True, action="always") as heard:
        with detect_anomaly(), pytest.raises(Exception) as caught:
            program()
    assert str(heard[0].message).startswith("Anomaly Detection has been enabled. This mode will increase")
    assert {entry.filename for entry in heard} == {__file__}
    return caught.value, [str(entry.message) for entry in heard[1:]]


def test_an_error_names_the_node_and_the_line_that_made_it(x):
    def program():
        y = x.exp()
        z = y * y  # the line
        y.mul_(2)
        z.sum().backward()

    error, (said,) = told(program)
    first, *lines = said.splitlines()
    assert first == "Error detected in MulBackward0. Traceback of forward call that caused the error:"
    assert lines[-1] == "    z = y * y  # the line"
    assert lines[-2].startswith(f'  File "{__file__}", line ') and lines[-2].endswith("in program")
    assert not any(f'File "{anomaly_mode.PACKAGE}' in line for line in lines)
    assert str(error).endswith(
        "expected version 0 instead. Hint: the backtrace further above shows the operation that failed to compute its "
        "gradient. The variable in question was changed in there or anywhere later. Good luck!"
    )


def test_a_step_made_before_is_named_without_a_line(x):
    loss = Failing.apply(x).sum()
    error, said = told(loss.backward)
    assert (type(error), str(error)) == (ValueError, "no rule")
    assert said == ["Error detected in FailingBackward. No forward pass information available. Enable detect anomaly "
                    "during forward pass for more information."]


def test_of_several_freed_steps_the_newest_is_named(x):
    def program():
        loss = (x * x).exp().sum()
        loss.backward()
        loss.backward()

    error, (said,) = told(program)
    assert str(error).startswith("Trying to backward through the graph a second time")
    assert said.startswith("Error detected in ExpBackward0. ") and "loss = (x * x).exp().sum()" in said


def test_the_way_back_of_a_way_back_names_both(x):
    outer = made(torch, lambda ctx, x: x * 1, lambda ctx, grad: Failing.apply(grad), "Outer")

    def program():
        y = outer.apply(x)
        weight = torch.ones((), requires_grad=True)
        (first,) = grad(y.sum() * weight, x, create_graph=True)
        first.sum().backward()

    _, said = told(program)
    assert [text.strip().split(". ")[0] for text in said] == [
        "Error detected in FailingBackward", "Previous calculation was induced by OuterBackward"]
    assert said[1].splitlines()[-1].strip() == "y = outer.apply(x)"


def test_a_hook_of_a_leaf_that_fails_is_that_of_its_own_node(x):
    def fail(grad):
        raise ValueError("hook")

    def program():
        leaf = torch.ones(2, requires_grad=True)
        y = leaf * 2
        leaf.register_hook(fail)
        y.sum().backward()

    _, (said,) = told(program)
    assert said.startswith("Error detected in torch::autograd::AccumulateGrad. Traceback")
    assert said.splitlines()[-1].strip() == "y = leaf * 2"


@pytest.mark.parametrize("program, name, number", [
    (lambda x: (x * x).sqrt().sum().backward(), "MulBackward0", 0),
    (lambda x: grad((x.sqrt() * x).sum(), x), "SqrtBackward0", 0),
    (lambda x: (torch.zeros(2, requires_grad=True) / (x * 0)).sum().backward(), "DivBackward0", 1),
    (lambda x: grad((x * x).sqrt().sum(), x, create_graph=True), "MulBackward0", 0),
], ids=["a square root", "grad", "a division", "recorded"])
def test_the_first_rule_that_answers_with_a_nan_raises(x, program, name, number):
    error, (said,) = told(lambda: program(x))
    assert str(error) == f"Function '{name}' returned nan values in its {number}th output."
    assert said.startswith(f"Error detected in {name}. Traceback of forward call")
    assert x.grad is None


def test_without_check_nan_nans_go_on(x):
    with set_detect_anomaly(True, check_nan=False):
        (x * x).sqrt().sum().backward()
    assert x.grad.isnan().tolist() == [True, False]


def test_what_goes_nowhere_is_not_looked_at(x):
    with set_detect_anomaly(True):
        ((x + 1) / torch.zeros(2)).sum().backward()  # the second gradient would be -inf
    assert x.grad.tolist() == [float("inf")] * 2


def test_numbers_and_hooks_are_as_ever(x):
    def found():
        seen, y = [], torch.tanh(x * 3)
        y.retain_grad()
        y.grad_fn.register_hook(lambda after, before: seen.append((after[0].tolist(), before[0].tolist())))
        (y * y).sum().backward()
        result, x.grad = (x.grad.tolist(), y.grad.tolist(), seen), None
        return result

    plain = found()
    with set_detect_anomaly(True):
        assert found() == plain
    assert found() == plain


def test_off_means_that_nothing_of_it_is_left(x):
    places = [(Node, "__init__"), (AccumulateGrad, "__init__"), (engine, "act"), (engine, "refuse_freed")]
    before = [getattr(*place) for place in places]
    with set_detect_anomaly(True), set_detect_anomaly(True, check_nan=False):
        assert "traceback_" in (x * 2).grad_fn.metadata
    assert [getattr(*place) for place in places] == before
    assert (x * 2).grad_fn.metadata == {}


def test_the_switches_answer_and_go_back():
    def state():
        return torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()

    states = [state()]
    set_detect_anomaly(True, False)
    states.append(state())
    with set_detect_anomaly(False):
        states.append(state())
    states.append(state())
    torch.set_anomaly_enabled(False)
    assert [*states, state()] == [(False, True), (True, False), (False, True), (True, False), (False, True)]


@pytest.mark.parametrize("arguments, message", [
    (("a",), "argument 'enabled' (position 1) must be bool, not str"),
    ((True, 1), "argument 'check_nan' (position 2) must be bool, not int"),
])
def test_only_a_bool_switches(arguments, message):
    for switch in (set_detect_anomaly, torch.set_anomaly_enabled):
        with pytest.raises(TypeError) as caught:
            switch(*arguments)
        assert str(caught.value) == f"set_anomaly_enabled(): {message}"


def test_threads_that_switch_it_leave_the_plain_functions(x):
    plain = engine.act

    def switch(_):
        for _ in range(50):
            torch.set_anomaly_enabled(True)
            (x * x).sum().backward()
            torch.set_anomaly_enabled(False)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(switch, range(3)))
    assert engine.act is plain


def test_a_leafs_node_that_was_there_before_has_noted_nothing(lib):
    x, w = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    before = x * 1
    with lib.autograd.set_detect_anomaly(True):
        y = x * w
    (old, _), (new, _) = y.grad_fn.next_functions
    assert old is before.grad_fn.next_functions[0][0] and "traceback_" not in old.metadata
    assert "traceback_" in new.metadata
