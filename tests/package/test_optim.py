"""Optimizers take the steps that PyTorch takes, and refuse what PyTorch refuses, with its sentences."""
import json
import math
import warnings
from pathlib import Path

import pytest
from record import training
from tolerance import torch_with_avx2

import minigrad
from minigrad import nn, optim

RECORD = json.loads((Path(__file__).parents[1] / "record" / "training.json").read_text(encoding="utf-8"))["answers"]
CLASSES = ["SGD", "Adam", "AdamW", "RMSprop"]


def leaf(*numbers):
    return minigrad.tensor(numbers, requires_grad=True)


# Fifty steps, as PyTorch takes them


@pytest.mark.parametrize("kind", training.KINDS)
@pytest.mark.parametrize("program", training.PROGRAMS)
def test_fifty_steps_from_the_same_start_agree_with_the_record(program, kind):
    """float32, too, agrees with the record of float64."""
    stored = [float(number) for number in RECORD[program].split()]
    ours = training.shown(training.trained(minigrad, program, kind))
    assert training.apart(stored, ours) <= max(stored) * (1e-9 if kind == "float64" else 32 * minigrad.finfo().eps)


@pytest.mark.parametrize("kind", training.KINDS)
@pytest.mark.parametrize("program", training.PROGRAMS)
def test_fifty_steps_from_the_same_start_agree_with_torch(program, kind):
    torch = torch_with_avx2()
    theirs, ours = (training.trained(package, program, kind) for package in (torch, minigrad))
    assert training.apart(theirs, ours) <= max(theirs) * (1e-9 if kind == "float64" else 32 * minigrad.finfo().eps)


def test_the_record_is_of_all_programs_and_of_the_numbers_to_9_decimals():
    assert list(RECORD) == list(training.PROGRAMS)
    assert all(len(number.partition(".")[2]) == 9 for numbers in RECORD.values() for number in numbers.split())
    assert training.apart([1.0, 2.0], [1.0, 2.5]) == 0.5
    assert training.apart([1.0], [1.0, 1.0]) == float("inf")


def test_training_makes_the_loss_smaller():
    for program in training.PROGRAMS:
        losses = training.trained(minigrad, program, "float64")[: training.STEPS + 1]
        assert (losses[-1] < losses[0]) == ("maximize" not in training.PROGRAMS[program][2])


# One step, by hand


def test_a_step_of_gradient_descent_is_the_rate_times_the_slope():
    w = leaf(5.0, 1.0)
    (w * w).sum().backward()
    optim.SGD([w], lr=0.1).step()
    assert w.tolist() == pytest.approx([4.0, 0.8])
    assert w.is_leaf and w.requires_grad and w.grad_fn is None and w._version == 1


def test_momentum_keeps_rolling_where_the_slope_has_ended():
    w = leaf(1.0)
    roll = optim.SGD([w], lr=0.1, momentum=0.5)
    for slope in (1.0, 0.0, 0.0):
        w.grad = minigrad.tensor([slope])
        roll.step()
    assert w.item() == pytest.approx(1 - 0.1 * (1 + 0.5 + 0.25))


def test_the_momentum_buffer_is_no_alias_of_the_gradient():
    w = leaf(1.0)
    roll = optim.SGD([w], lr=0.1, momentum=0.5)
    w.grad = minigrad.tensor([1.0])
    roll.step()
    w.grad.zero_()
    assert roll.state[w]["momentum_buffer"].item() == 1


def test_the_first_step_of_adam_has_the_size_of_the_rate_however_large_the_slope():
    w = leaf(0.0, 0.0, 0.0)
    w.grad = minigrad.tensor([1e-3, -1.0, 1e6])
    optim.Adam([w], lr=0.1).step()
    assert w.tolist() == pytest.approx([-0.1, 0.1, -0.1], rel=1e-4)


def test_weight_decay_pulls_towards_zero():
    w = leaf(2.0)
    w.grad = minigrad.zeros(1)
    optim.SGD([w], lr=0.5, weight_decay=0.1).step()
    assert w.item() == pytest.approx(2 - 0.5 * 0.1 * 2)


@pytest.mark.parametrize("name", CLASSES)
def test_a_parameter_without_a_gradient_stays_as_it_is(name):
    used, unused = leaf(1.0), leaf(1.0)
    optimizer = getattr(optim, name)([used, unused], lr=0.1, weight_decay=0.5)
    (used * 2).backward()
    optimizer.step()
    assert used.item() != 1 and unused.item() == 1 and unused._version == 0


@pytest.mark.parametrize("name", ["SGD", "Adam"])
def test_groups_have_options_of_their_own(name):
    slow, fast = leaf(1.0), leaf(1.0)
    optimizer = getattr(optim, name)([{"params": slow}, {"params": [fast], "lr": 0.1}], lr=0.01)
    (slow + fast).backward()
    optimizer.step()
    assert [1 - slow.item(), 1 - fast.item()] == pytest.approx([0.01, 0.1], rel=1e-4)


@pytest.mark.parametrize("name", CLASSES)
def test_zero_grad_empties_the_place_or_fills_it_with_zeros(name):
    w = leaf(1.0)
    optimizer = getattr(optim, name)([w])
    optimizer.zero_grad(set_to_none=False)
    assert w.grad is None
    (w * 2).backward()
    old = w.grad
    optimizer.zero_grad(set_to_none=False)
    assert w.grad is old and old.tolist() == [0]
    optimizer.zero_grad()
    assert w.grad is None and old.tolist() == [0]


@pytest.mark.filterwarnings("ignore:Using backward")  # about the circle that create_graph makes
@pytest.mark.parametrize("owner", ["optimizer", "module"])
def test_zeros_that_zero_grad_leaves_have_no_history(lib, owner):
    layer = lib.nn.Linear(1, 1, bias=False)
    (layer.weight**3).sum().backward(create_graph=True)
    old = layer.weight.grad
    assert old.requires_grad
    (lib.optim.SGD(layer.parameters()) if owner == "optimizer" else layer).zero_grad(set_to_none=False)
    assert layer.weight.grad is old and old.tolist() == [[0]] and old.grad_fn is None and not old.requires_grad


@pytest.mark.parametrize("name", CLASSES)
def test_zero_grad_empties_every_group(lib, name):
    slow, fast = (lib.ones(1, requires_grad=True) for _ in range(2))
    optimizer = getattr(lib.optim, name)([{"params": [slow]}, {"params": [fast], "lr": 0.1}], lr=0.01)
    (slow * fast).sum().backward()
    optimizer.zero_grad()
    assert slow.grad is None and fast.grad is None


@pytest.mark.parametrize(("name", "after"), [("SGD", 9.7), ("Adam", 9.9), ("AdamW", 9.6), ("RMSprop", 9.0)])
def test_weight_decay_makes_weights_smaller_while_the_objective_is_made_larger(lib, name, after):
    w = lib.tensor([10.0], requires_grad=True)
    (w * 2).sum().backward()
    getattr(lib.optim, name)([w], lr=0.1, weight_decay=0.5, maximize=True).step()
    assert w.tolist() == pytest.approx([after])


@pytest.mark.parametrize("name", CLASSES)
def test_a_closure_is_recorded_and_its_loss_handed_on(name):
    w = leaf(3.0)
    optimizer = getattr(optim, name)([w], lr=0.1)

    def closure():
        optimizer.zero_grad()
        loss = (w * w).sum()
        loss.backward()
        return loss

    loss = optimizer.step(closure)
    assert loss.item() == 9 and loss.requires_grad and w.item() < 3
    assert optimizer.step() is None


@pytest.mark.parametrize("name", CLASSES)
def test_a_step_is_not_recorded_and_old_graphs_notice_it(name):
    w = leaf(3.0)
    y = (w * w).sum()
    y.backward(retain_graph=True)
    getattr(optim, name)([w]).step()
    assert w.is_leaf
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


@pytest.mark.parametrize("name", CLASSES)
def test_a_step_with_nan_spoils_the_weights_without_an_error_as_in_pytorch(name):
    w = leaf(3.0)
    w.grad = minigrad.tensor([float("nan")])
    getattr(optim, name)([w]).step()
    assert w.isnan().all()


def test_a_float64_parameter_stays_float64():
    for name in CLASSES:
        w = minigrad.tensor([1.0], dtype=minigrad.float64, requires_grad=True)
        (w * w).backward()
        getattr(optim, name)([w]).step()
        assert w.dtype is minigrad.float64


def test_a_generator_of_parameters_is_read_once():
    model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
    groups = optim.SGD(model.parameters()).param_groups
    assert len(groups) == 1 and len(groups[0]["params"]) == 4


# What PyTorch says, word for word

DUPLICATE = (
    "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; see "
    "github.com/pytorch/pytorch/issues/40967 for more information"
)
RESUMED = (
    "param 'initial_lr' is not specified in param_groups[0] when resuming scheduler with last_epoch >= 0.\nThis "
    "typically happens when:\n1. You're trying to resume training from a checkpoint but haven't properly loaded "
    "the optimizer state\n2. You're using last_epoch >= 0 for a fresh training run (not recommended)"
)
BAD = [
    ("{}([])", ValueError, "optimizer got an empty parameter list"),
    ("{}(iter([]))", ValueError, "optimizer got an empty parameter list"),
    ("{}(w)", TypeError,
     "params argument given to the optimizer should be an iterable of Tensors or dicts, but got torch.FloatTensor"),
    ("{}(3)", TypeError, "'int' object is not iterable"),
    ("{}(linear)", TypeError, "'Linear' object is not iterable"),
    ("{}([3])", TypeError, "optimizer can only optimize Tensors, but one of the params is int"),
    ("{}([result])", ValueError, "can't optimize a non-leaf Tensor"),
    ("{}([w], lr=-1)", ValueError, "Invalid learning rate: -1"),
    ("{}([w], weight_decay=-0.5)", ValueError, "Invalid weight_decay value: -0.5"),
    ("{}([dict(params=[w]), dict(params=[w])])", ValueError, "some parameters appear in more than one parameter group"),
    ("{}([dict(params=[w]), v])", TypeError, "param_group must be a dict, but got <class 'torch.Tensor'>"),
    ("{}([dict(params=set([w]))])", TypeError,
     "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will "
     "change between runs. Please use a list instead."),
    ("{}([dict(lr=1)])", KeyError, "'params'"),
    ("{}([w], 0.1).step(3)", TypeError, "'int' object is not callable"),
]
ERRORS = [(code.format(f"torch.optim.{name}"), kind, words) for name in CLASSES for code, kind, words in BAD] + [
    ("torch.optim.SGD([w], momentum=-1)", ValueError, "Invalid momentum value: -1"),
    ("torch.optim.SGD([w], nesterov=True)", ValueError, "Nesterov momentum requires a momentum and zero dampening"),
    ("torch.optim.SGD([w], momentum=0.9, dampening=0.1, nesterov=True)", ValueError,
     "Nesterov momentum requires a momentum and zero dampening"),
    ("torch.optim.Adam([w], lr=float('nan'))", ValueError, "Invalid learning rate: nan"),
    ("torch.optim.Adam([w], eps=-1)", ValueError, "Invalid epsilon value: -1"),
    ("torch.optim.Adam([w], betas=(1.0, 0.9))", ValueError, "Invalid beta parameter at index 0: 1.0"),
    ("torch.optim.Adam([w], betas=(0.9, -1))", ValueError, "Invalid beta parameter at index 1: -1"),
    ("torch.optim.RMSprop([w], momentum=-1)", ValueError, "Invalid momentum value: -1"),
    ("torch.optim.RMSprop([w], eps=-1)", ValueError, "Invalid epsilon value: -1"),
    ("torch.optim.RMSprop([w], alpha=-1)", ValueError, "Invalid alpha value: -1"),
    ("torch.optim.AdamW([w], betas=(0.9, -1))", ValueError, "Invalid beta parameter at index 1: -1"),
    ("torch.optim.lr_scheduler.StepLR(w, 3)", TypeError, "Tensor is not an Optimizer"),
    ("torch.optim.lr_scheduler.StepLR(torch.optim.SGD([w]), 3, last_epoch=2)", KeyError, repr(RESUMED)),
    ("torch.optim.lr_scheduler.LambdaLR(torch.optim.SGD([w]), [abs, abs])", ValueError,
     "Expected 1 lr_lambdas, but got 2"),
    ("torch.optim.lr_scheduler.LRScheduler(torch.optim.SGD([w]))", NotImplementedError, ""),
]
TEXTS = [
    "torch.optim.SGD([w])",
    "torch.optim.SGD([w], 0.1, 0.9, weight_decay=1e-4, nesterov=True)",
    "torch.optim.Adam([w, v])",
    "torch.optim.Adam([w], 3e-4, (0.8, 0.9), maximize=True)",
    "torch.optim.SGD([dict(params=w, lr=0.5), dict(params=[v], momentum=0.9)])",
    "torch.optim.SGD([w]).param_groups",
    "torch.optim.SGD([torch.ones(2)]).defaults",
    "torch.optim.Adam([whole])",
    "torch.optim.AdamW([w, v])",
    "torch.optim.AdamW([w]).defaults['decoupled_weight_decay']",
    "torch.optim.RMSprop([w], 0.1, momentum=0.5, centered=True)",
    "torch.optim.RMSprop([w]).param_groups",
    "scheduled('StepLR', 2).state_dict()",
    "scheduled('ExponentialLR', 0.5).state_dict()",
    "scheduled('CosineAnnealingLR', 10, 0.1).state_dict()",
    "scheduled('LambdaLR', lambda epoch: 0.5 ** epoch).state_dict()",
    "scheduled('LambdaLR', lambda epoch: 0.5 ** epoch).optimizer",
    "scheduled('CosineAnnealingLR', 2, 0.1, steps=7).get_last_lr()",
    "scheduled('StepLR', 2, steps=5).get_last_lr()",
]


def names(torch):
    w, v = (torch.tensor([1.0, 2.0], requires_grad=True) for _ in range(2))
    torch.manual_seed(0)

    def scheduled(name, *options, steps=3):
        optimizer = torch.optim.SGD([{"params": [w]}, {"params": [v], "lr": 0.3}], lr=0.7)
        scheduler = getattr(torch.optim.lr_scheduler, name)(optimizer, *options)
        optimizer.step()
        for _ in range(steps):
            scheduler.step()
        return scheduler

    known = {"scheduled": scheduled, "result": w * 2, "whole": torch.tensor([1]), "linear": torch.nn.Linear(1, 1)}
    return {"torch": torch, "w": w, "v": v, **known}


def raised(code, torch):
    with pytest.raises(Exception) as caught:
        eval(code, names(torch))
    return caught.type, str(caught.value).replace("minigrad.core.tensors.Tensor", "torch.Tensor")


@pytest.mark.parametrize(("code", "kind", "words"), ERRORS, ids=[code for code, *_ in ERRORS])
def test_a_wrong_call_is_told_what_pytorch_tells(lib, code, kind, words):
    assert raised(code, lib) == (kind, words)


def test_the_same_parameter_twice_is_warned_of():
    w = leaf(1.0)
    with pytest.warns(UserWarning) as caught:
        optim.SGD([w, w])
    assert str(caught[0].message) == DUPLICATE and caught[0].filename == __file__


SGD_TEXT = """SGD (
Parameter Group 0
    dampening: 0
    differentiable: False
    foreach: None
    fused: None
    lr: 0.5
    maximize: False
    momentum: 0
    nesterov: False
    weight_decay: 0

Parameter Group 1
    dampening: 0
    differentiable: False
    foreach: None
    fused: None
    lr: 0.001
    maximize: False
    momentum: 0.9
    nesterov: False
    weight_decay: 0
)"""


def test_an_optimizer_prints_its_groups_and_their_options():
    assert repr(eval(TEXTS[4], names(minigrad))) == SGD_TEXT


@pytest.mark.parametrize("code", TEXTS)
def test_torch_prints_the_same(code):
    torch = pytest.importorskip("torch")
    ours, theirs = (repr(eval(code, names(package))) for package in (minigrad, torch))
    assert ours == theirs


def test_the_optional_arguments_are_those_of_pytorch():
    torch = pytest.importorskip("torch")
    from inspect import signature

    for name in CLASSES:
        ours, theirs = (signature(getattr(package.optim, name)).parameters for package in (minigrad, torch))
        for option in ours:
            assert ours[option].default == theirs[option].default or option == "params"
            assert option == "params" or ours[option].kind == theirs[option].kind


def test_no_warning_comes_from_ordinary_training():
    with warnings.catch_warnings(action="error"):
        training.trained(minigrad, "Adam", "float32")


def test_adam_begins_with_zeros_also_where_the_first_gradient_is_infinite():
    w = minigrad.ones(2, requires_grad=True)
    w.grad = minigrad.tensor([float("inf"), 1.0])
    adam = minigrad.optim.Adam([w])
    adam.step()
    assert adam.state[w]["exp_avg"][0].item() == float("inf")


# Schedules


def test_the_rates_are_those_of_the_formula(lib):
    optimizer = lib.optim.SGD([lib.ones(1, requires_grad=True)], lr=0.5)
    schedules = lib.optim.lr_scheduler
    scheduler, rates = schedules.CosineAnnealingLR(optimizer, 4, eta_min=0.1), []
    for _ in range(9):
        rates.append(scheduler.get_last_lr()[0])
        optimizer.step()
        scheduler.step()
    assert rates == pytest.approx([0.3 + 0.2 * math.cos(math.pi * epoch / 4) for epoch in range(9)])
    optimizer = lib.optim.SGD([lib.ones(1, requires_grad=True)], lr=0.5)
    scheduler, rates = schedules.StepLR(optimizer, 2, gamma=0.1), []
    for _ in range(5):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    assert rates == pytest.approx([0.5, 0.5, 0.05, 0.05, 0.005]) and scheduler.base_lrs == [0.5]


def test_a_schedule_goes_on_where_another_one_stopped(lib):
    class Factor:
        def __init__(self, base):
            self.base = base

        def __call__(self, epoch):
            return self.base**epoch

    def problem(base):
        optimizer = lib.optim.SGD([lib.ones(1, requires_grad=True)], lr=1.0)
        return optimizer, lib.optim.lr_scheduler.LambdaLR(optimizer, Factor(base))

    (optimizer, first), (other, second) = problem(0.5), problem(0.1)
    for _ in range(3):
        optimizer.step()
        first.step()
    state = first.state_dict()
    assert "optimizer" not in state and state["lr_lambdas"] == [{"base": 0.5}] and state["last_epoch"] == 3
    second.load_state_dict(state)
    assert state["lr_lambdas"] == [{"base": 0.5}] and second.get_last_lr() == [0.125]
    other.step()
    second.step()
    assert second.get_last_lr() == [0.0625] == [other.param_groups[0]["lr"]]


def test_a_schedule_that_goes_before_the_optimizer_is_warned_of(lib):
    optimizer = lib.optim.SGD([lib.ones(1, requires_grad=True)], lr=0.5)
    scheduler = lib.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)
    with pytest.warns(UserWarning) as caught:
        scheduler.step()
    assert str(caught[0].message) == (
        "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call "
        "them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result "
        "in PyTorch skipping the first value of the learning rate schedule. See more details at "
        "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
    )
    assert caught[0].filename == __file__
    with warnings.catch_warnings(action="error"):
        scheduler.step()
        lib.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)
        optimizer.step()
    with pytest.warns(UserWarning, match=r"To get the last learning rate computed by the scheduler, please use "
                                         r"`get_last_lr\(\)`\.") as caught:
        scheduler.get_lr()


def test_a_schedule_goes_on_from_an_epoch(lib):
    optimizer = lib.optim.SGD([{"params": lib.ones(1, requires_grad=True), "initial_lr": 0.5}], lr=0.125)
    scheduler = lib.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.5**epoch, last_epoch=2)
    assert scheduler.get_last_lr() == [0.0625] and scheduler.last_epoch == 3


def test_schedules_are_found_where_pytorch_has_them():
    import importlib

    assert importlib.import_module("minigrad.optim.lr_scheduler") is optim.lr_scheduler
