"""What PyTorch has and minigrad leaves out on purpose is named once, and said to whoever asks for it."""
import copy
import pickle
from functools import reduce

import pytest

import minigrad
from minigrad.core.tensors import Tensor
from minigrad.exact.left_out import LEFT_OUT, REASONS, LeftOut

FAMILIES = [pytest.param(names.split(), reason, id=names.split()[0]) for names, reason in LEFT_OUT.items()]


def owner_of(name, package):
    """What is asked for the name, a tensor for a method, else the package or a module; and the name alone."""
    *places, short = name.split(".")
    return package.ones(2) if places == [""] else reduce(getattr, places, package), short


@pytest.mark.parametrize(("names", "reason"), FAMILIES)
def test_who_asks_for_it_is_told_that_pytorch_has_it_and_what_to_use(names, reason):
    assert "Use " in reason or "Leave " in reason
    for name in names:
        owner, short = owner_of(name, minigrad)
        assert not hasattr(owner, short) and getattr(owner, short, None) is None
        kind = "'Tensor' object" if name.startswith(".") else f"module '{owner.__name__}'"
        with pytest.raises(AttributeError) as caught:
            getattr(owner, short)
        assert str(caught.value) == (
            f"{kind} has no attribute '{short}'. PyTorch has it, and minigrad leaves it out on purpose: {reason}"
        )


@pytest.mark.parametrize(("names", "reason"), FAMILIES)
def test_torch_has_it(names, reason):
    torch = pytest.importorskip("torch")
    asked = [owner_of(name, torch) for name in names]
    assert [short for owner, short in asked if short not in dir(owner)] == []


def test_no_name_is_listed_twice_and_none_is_offered():
    assert sum(len(names.split()) for names in LEFT_OUT) == len(REASONS)
    assert not {*minigrad.__all__} & {*REASONS}, "minigrad/exact/left_out.py names what minigrad/__init__.py offers"
    methods = [name[1:] for name in REASONS if name[0] == "."]
    assert [name for name in methods if not isinstance(vars(Tensor)[name], LeftOut)] == []


@pytest.mark.parametrize(
    "owner", [minigrad, minigrad.autograd, minigrad.autograd.graph, minigrad.ones(2)],
    ids=["package", "autograd", "autograd.graph", "tensor"],
)
def test_a_misspelt_name_is_answered_by_python_alone(owner):
    kind = f"module '{owner.__name__}'" if hasattr(owner, "__name__") else "'Tensor' object"
    with pytest.raises(AttributeError) as caught:
        owner.requries_grad  # noqa: B018
    assert str(caught.value) == f"{kind} has no attribute 'requries_grad'"
    assert (caught.value.name, caught.value.obj) == ("requries_grad", owner)  # what "Did you mean" is worked out from


def test_the_class_says_the_same():
    with pytest.raises(AttributeError, match="^type object 'Tensor' has no attribute 'half'. PyTorch has it, and"):
        Tensor.half  # noqa: B018


def test_attributes_that_are_there_are_found_by_python_alone():
    assert not hasattr(Tensor, "__getattr__") and Tensor.__getattribute__ is object.__getattribute__


def test_tab_does_not_offer_what_is_left_out():
    assert {"grad", "sum", "device"} <= {*dir(minigrad.ones(2))}
    assert [name for name in REASONS if name[1:] in dir(minigrad.ones(2)) and name[0] == "."] == []
    assert [name for name in dir(minigrad) if name in REASONS] == []


def test_a_tensor_can_still_be_copied_and_pickled():
    x = minigrad.ones(2, requires_grad=True)
    for twin in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
        assert twin is not x and twin.requires_grad and twin.tolist() == [1, 1]
