"""One device: what is asked of it is answered as in PyTorch, and other devices are refused before anything happens."""
import inspect

import numpy as np
import pytest

import minigrad
from minigrad.library import constructors
from minigrad.operations import leaves

# What to call each constructor with.
MAKERS = {
    "tensor": "[1.0]", "ones": "2, 3", "zeros": "2, 3", "ones_like": "v", "zeros_like": "v", "rand": "2", "randn": "2",
    "full": "(2,), 7", "full_like": "v, 7", "arange": "3", "linspace": "0, 1, 3", "eye": "2", "rand_like": "v",
    "randn_like": "v", "randint": "9, (2,)", "randperm": "3", "empty": "0, 2", "empty_like": "v",
}
CELL = """
device = torch.device("cpu")
torch.cuda.manual_seed_all(0)
torch.backends.cudnn.deterministic = True
torch.manual_seed(0)
weight = torch.randn(2, 3, device=device, requires_grad=True)
data = torch.ones(4, 3).to(device, non_blocking=True)
target = torch.tensor([1, 0, 1, 1], device=weight.device).type_as(data)
loss = ((data @ weight.t())[:, 0] - target).pow(2).mean()
loss.backward()
print(f"{loss.cpu().item():.4f}", loss.device, loss.is_cuda, weight.grad.to("cpu").detach().numpy().round(3))
print(weight.stride(), weight.t().stride(), weight.t().contiguous().is_contiguous(), weight.grad.device == device)
print(device, repr(device), weight.element_size() * weight.nelement(), torch.is_tensor(loss), torch.numel(data))
"""


def call(torch, name, more=""):
    return eval(f"torch.{name}({MAKERS[name]}{more})", {"torch": torch, "v": torch.ones(2)})


def test_every_constructor_with_a_keyword_for_the_dtype_is_here():
    made = [name for name, member in vars(constructors).items() if inspect.isfunction(member)
            and member.__module__ == constructors.__name__ and "device" in inspect.signature(member).parameters]
    assert sorted(made) == sorted(MAKERS)


@pytest.mark.parametrize("name", MAKERS)
def test_a_constructor_takes_the_cpu_by_each_of_its_names(name):
    plain = call(minigrad, name)
    for device in ("'cpu'", "'cpu:0'", "torch.device('cpu')", "torch.device('cpu', 0)", "v.device", "None"):
        result = call(minigrad, name, f", device={device}")
        assert (result.device, result.shape, result.dtype) == (minigrad.device("cpu"), plain.shape, plain.dtype)
    assert call(minigrad, name, ", dtype=float").dtype is minigrad.float64


@pytest.mark.parametrize("name", MAKERS)
def test_a_constructor_says_what_that_of_chapter_1_says_and_that_it_takes_a_device(name):
    offered, taught = getattr(minigrad, name), getattr(leaves, name, None)
    *others, last = inspect.signature(offered).parameters
    assert last == "device" and offered.__name__ == name
    if taught is not None:
        assert offered.__doc__ == taught.__doc__ and others == list(inspect.signature(taught).parameters)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("device", "error"), [("cuda", AssertionError), ("mps", RuntimeError),
                                               ("meta", NotImplementedError), ("gpu", RuntimeError)])
def test_a_constructor_refuses_another_device_before_it_draws_a_number(name, device, error):
    minigrad.manual_seed(3)
    before = minigrad.rand(1).item()
    minigrad.manual_seed(3)
    with pytest.raises(error):
        call(minigrad, name, f", device='{device}'")
    assert minigrad.rand(1).item() == before


ASKED = ["torch.ones(2, device='cuda')", "torch.tensor(1.0, device='cuda:0')", "torch.ones(2).to('cuda')",
         "torch.ones(2).cuda()", "torch.ones(2).to(torch.device('cuda', 1))"]


@pytest.mark.parametrize("code", ASKED)
def test_a_graphics_card_is_refused_as_by_a_pytorch_without_cuda(code):
    with pytest.raises(AssertionError, match="^Torch not compiled with CUDA enabled$"):
        eval(code, {"torch": minigrad})


@pytest.mark.parametrize("code", ASKED)
def test_torch_without_a_graphics_card_refuses_it_too(code):
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        with pytest.raises((AssertionError, RuntimeError)) as caught:
            eval(code, {"torch": torch})
        if torch.version.cuda is None:  # built without CUDA; otherwise it misses the driver
            assert (caught.type, str(caught.value)) == (AssertionError, "Torch not compiled with CUDA enabled")


def test_no_other_device_is_there_and_asking_does_no_harm():
    places = [minigrad.cuda, minigrad.mps, minigrad.xpu, minigrad.accelerator, minigrad.backends.mps]
    assert [(place.is_available(), place.device_count()) for place in places] == [(False, 0)] * 5
    assert not minigrad.backends.mps.is_built() and not minigrad.backends.cuda.is_built()
    minigrad.manual_seed(5)
    before = minigrad.rand(1).item()
    minigrad.manual_seed(5)
    minigrad.cuda.manual_seed(7)
    minigrad.cuda.manual_seed_all(7)
    assert minigrad.rand(1).item() == before
    assert str(minigrad.device(2)) == "cuda:2"


def test_torch_can_be_asked_the_same():
    torch = pytest.importorskip("torch")
    for place in (torch.cuda, torch.mps, torch.xpu, torch.accelerator, torch.backends.mps):
        assert isinstance(place.is_available(), bool)
    torch.cuda.manual_seed_all(7)
    assert isinstance(torch.cuda.device_count(), int) and not torch.backends.cudnn.deterministic


def test_a_cell_written_for_torch_runs_unchanged(capsys):
    exec(CELL, {"torch": minigrad})
    assert capsys.readouterr().out.count("cpu") == 3
    assert minigrad.backends.cudnn.deterministic
    minigrad.backends.cudnn.deterministic = False


def test_the_cell_prints_the_same_with_torch(capsys):
    torch = pytest.importorskip("torch")
    exec(CELL, {"torch": minigrad})
    ours = capsys.readouterr().out
    exec(CELL, {"torch": torch})
    assert capsys.readouterr().out == ours
    minigrad.backends.cudnn.deterministic = torch.backends.cudnn.deterministic = False


def test_a_device_or_dtype_that_changes_nothing_gives_the_tensor_itself():
    x = minigrad.ones(2, requires_grad=True)
    for same in (x.to(), x.to("cpu"), x.to(x), x.to(minigrad.float32), x.cpu(), x.type_as(x), x.contiguous()):
        assert same is x


def test_a_copy_has_memory_of_its_own_and_the_order_of_the_original():
    x = minigrad.ones(2, 3).t()
    copy = x.to(copy=True)
    copy[0, 0] = 7
    assert x[0, 0].item() == 1 and copy.stride() == x.stride() == (1, 3)


def test_the_place_in_the_memory_is_that_of_what_shares_it():
    x = minigrad.arange(12.0).view(3, 4)
    flat = x.detach().numpy().ravel()
    for part in (x[1], x[:, 2], x[1:, 1::2], x.t()[3], x[2, 3], x[1][2:].detach()):
        assert flat[part.storage_offset()] == part.numpy().ravel()[0]


def test_another_default_device_is_refused_at_once():
    """PyTorch refuses it only when something is to be put there; and it says the same."""
    with pytest.raises(AssertionError, match="^Torch not compiled with CUDA enabled$"):
        minigrad.set_default_device("cuda")
    minigrad.set_default_device("cpu")
    assert minigrad.ones(2).device == minigrad.get_default_device() == minigrad.device("cpu")


# The default dtype

DEFAULTS = [
    "torch.ones(2)", "torch.zeros(1)", "torch.empty(0)", "torch.eye(1)", "torch.linspace(0, 1, 3)", "torch.rand(0)",
    "torch.randn(0)", "torch.full((1,), 0.5)", "torch.full((1,), 5)", "torch.arange(0, 1, 0.5)", "torch.arange(2)",
    "torch.tensor(0.1)", "torch.tensor([0.1, 1])", "torch.tensor([])", "torch.tensor([1])", "torch.as_tensor([0.5])",
    "torch.tensor([torch.tensor(1.5)])", "torch.tensor(np.ones(1, 'f4'))", "torch.Tensor([0.5])", "torch.Tensor(0, 2)",
    "torch.Tensor()", "torch.FloatTensor([1])", "torch.tensor([1, 2]) / 3", "torch.tensor([1]) + 1.5",
    "0.1 * torch.tensor([1])", "torch.tensor([True]) / 3", "torch.tensor([1, 2]).exp()", "torch.tensor([2]) ** 0.5",
    "torch.ones(1, dtype=torch.float32) * 0.1", "torch.ones(1).float()", "torch.ones(1, dtype=torch.float32) + 1.5",
    "torch.where(torch.tensor([True]), 0.1, 2)", "torch.nn.Linear(1, 2).weight.dtype", "torch.finfo().eps",
    "torch.get_default_dtype()", "torch.result_type(torch.tensor(1), 1.5)", "torch.tensor([1]).new_ones(1)",
]


@pytest.mark.parametrize("code", DEFAULTS)
def test_a_default_dtype_holds_for_constructors_and_numbers(code):
    torch = pytest.importorskip("torch")
    answers = []
    for package in (minigrad, torch):
        before = repr(eval(code, {"torch": package, "np": np}))
        package.set_default_dtype(package.float64)
        try:
            within = repr(eval(code, {"torch": package, "np": np}))
        finally:
            package.set_default_dtype(package.float32)
        after = repr(eval(code, {"torch": package, "np": np}))
        assert before == after
        answers.append((before.replace("minigrad.", "torch."), within.replace("minigrad.", "torch.")))
    assert answers[0] == answers[1]
