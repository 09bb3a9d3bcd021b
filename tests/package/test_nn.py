"""Modules hold their parameters under PyTorch's names, start with its numbers, and fail with its sentences."""
import copy
import io
import pickle
import re
from collections import OrderedDict

import numpy as np
import pytest
from common import ROOT, code_cells, read
from tolerance import assert_close, torch_with_avx2

import minigrad
from minigrad import nn
from minigrad.teach.data import digits, two_moons


def network(torch=minigrad):
    """Two layers and a network in the network, with the weights of seed 0."""
    torch.manual_seed(0)
    inner = torch.nn.Sequential(torch.nn.Linear(3, 1, bias=False), torch.nn.Tanh())
    return torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), inner)


class Chain(nn.Module):
    """Document 004's model, as a Module."""

    def __init__(self):
        super().__init__()
        self.w1 = nn.Parameter(minigrad.full((2, 2), 5.0))
        self.w2 = nn.Parameter(minigrad.full((2, 2), 6.0))

    def forward(self, x):
        return x * self.w1 * self.w2


# What a Module knows


def test_a_module_finds_parameters_in_the_order_in_which_they_were_set():
    assert [name for name, _ in network().named_parameters()] == ["0.weight", "0.bias", "2.0.weight"]
    assert [name for name, _ in network().named_modules()] == ["", "0", "1", "2", "2.0", "2.1"]
    assert [name for name, _ in network().named_parameters(recurse=False)] == []
    assert [name for name, _ in network().named_parameters("model")][0] == "model.0.weight"
    assert [name for name, _ in network()[0].named_parameters()] == ["weight", "bias"]
    assert [len(list(part)) for part in (network().modules(), network().children())] == [6, 3]


def test_a_module_that_is_used_twice_is_one_child():
    layer = nn.Linear(2, 2)
    model = nn.Sequential(layer, nn.ReLU(), layer)
    assert [len(list(part)) for part in (model.children(), model.modules(), model.parameters())] == [2, 3, 2]
    x = minigrad.rand(2)
    assert model(x).tolist() == layer(layer(x).relu()).tolist()


def test_the_documents_model_is_a_module():
    model = Chain()
    error = 10 - model(minigrad.full((2, 2), 2.0))
    error.backward(minigrad.ones(2, 2))
    assert error.tolist() == [[-50, -50]] * 2
    assert [parameter.grad.tolist()[0][0] for parameter in model.parameters()] == [-12, -10]


def test_a_shared_parameter_is_trained_once_and_saved_under_both_names():
    model = nn.Sequential(nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False))
    model[1].weight = model[0].weight
    assert [name for name, _ in model.named_parameters()] == ["0.weight"]
    assert list(model.state_dict()) == ["0.weight", "1.weight"]


def test_a_shared_module_is_walked_through_once():
    layer = nn.Linear(2, 2)
    model = nn.Sequential(layer, layer)
    assert [name for name, _ in model.named_modules()] == ["", "0"]
    assert len(list(model.parameters())) == 2 and len(model) == 2
    assert list(model.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]


def test_a_parameter_is_a_leaf_that_requires_a_gradient():
    w = nn.Parameter(minigrad.ones(2))
    assert isinstance(w, minigrad.Tensor) and w.is_leaf and w.requires_grad
    assert repr(w) == "Parameter containing:\ntensor([1., 1.], requires_grad=True)"
    assert not nn.Parameter(minigrad.ones(2), requires_grad=False).requires_grad
    assert type(w * 1) is minigrad.Tensor and type(w.detach()) is minigrad.Tensor


def test_a_parameter_shares_memory_with_what_it_was_made_from():
    array = np.ones(2, np.float32)
    w = nn.Parameter(minigrad.from_numpy(array))
    array[0] = 5
    assert w.tolist() == [5, 1]


def test_a_module_prints_as_in_pytorch():
    assert repr(network()) == (
        "Sequential(\n  (0): Linear(in_features=2, out_features=3, bias=True)\n  (1): ReLU()\n  (2): Sequential(\n"
        "    (0): Linear(in_features=3, out_features=1, bias=False)\n    (1): Tanh()\n  )\n)"
    )
    assert repr(nn.Sequential()) == "Sequential()"
    assert [repr(part) for part in (nn.ReLU(inplace=True), nn.MSELoss(), nn.CrossEntropyLoss(), Chain())] == [
        "ReLU(inplace=True)", "MSELoss()", "CrossEntropyLoss()", "Chain()",
    ]


def test_training_and_using_a_model_are_told_to_all_its_parts():
    model = network()
    assert model.training and model.eval() is model
    assert [part.training for part in model.modules()] == [False] * 6
    assert model.train()[2][0].training is True


def test_zero_grad_empties_every_gradient():
    model = network()
    model(minigrad.ones(4, 2)).sum().backward()
    assert all(parameter.grad is not None for parameter in model.parameters())
    model.zero_grad(set_to_none=False)
    assert [parameter.grad.sum().item() for parameter in model.parameters()] == [0, 0, 0]
    model.zero_grad()
    assert [parameter.grad for parameter in model.parameters()] == [None] * 3


def test_a_model_in_double_keeps_its_numbers_and_its_parameters():
    model = network()
    before, weight = model[0].weight.tolist(), model[0].weight
    assert model.double() is model and model[0].weight is weight
    assert weight.dtype is minigrad.float64 and weight.tolist() == before and weight.is_leaf and weight.requires_grad
    assert model.float()[0].weight.dtype is minigrad.float32
    assert model(minigrad.ones(1, 2)).requires_grad


def test_a_model_goes_to_the_cpu_and_to_another_dtype_with_its_gradients():
    model = network()
    model(minigrad.ones(4, 2)).sum().backward()
    grad = model[0].bias.grad.tolist()
    assert model.to("cpu") is model and model[0].weight.dtype is minigrad.float32
    assert model.to(minigrad.float64)[0].bias.grad.dtype is minigrad.float64 and model[0].bias.grad.tolist() == grad
    assert model.to("cpu", minigrad.float32)[0].weight.dtype is minigrad.float32
    with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
        model.to("cuda")
    for whole in (minigrad.int64, minigrad.tensor(1)):  # a tensor stands for its dtype
        with pytest.raises(TypeError) as caught:
            model.to(whole)
        assert str(caught.value) == (
            "nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch.int64"
        )
    assert model[0].bias.grad.tolist() == grad


def test_a_parameter_may_take_the_place_of_a_module():
    model = network()
    setattr(model, "0", nn.Parameter(minigrad.ones(1)))
    assert [name for name, _ in model.named_parameters()][0] == "0"


def test_a_frozen_layer_does_not_learn():
    model = network()
    assert model[0].requires_grad_(False) is model[0]
    model(minigrad.ones(4, 2)).sum().backward()
    assert [parameter.grad is None for parameter in model.parameters()] == [True, True, False]


def test_a_function_is_applied_to_every_module_from_the_inside():
    seen = []
    model = network()
    assert model.apply(lambda module: seen.append(type(module).__name__)) is model
    assert seen == ["Linear", "ReLU", "Linear", "Tanh", "Sequential", "Sequential"]


def test_a_sequential_is_indexed_cut_and_named():
    model = network()
    assert model[-1] is model[2] and [type(part).__name__ for part in model[:2]] == ["Linear", "ReLU"]
    named = nn.Sequential(OrderedDict(first=nn.Linear(1, 1), then=nn.ReLU()))
    assert list(named.state_dict()) == ["first.weight", "first.bias"] and len(named) == 2
    assert nn.Sequential()(3) == 3


# Numbers


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("sizes", [(2, 3), (64, 32), (1, 1), (100, 7), (17, 1)])
def test_a_new_layer_has_the_numbers_that_it_has_in_pytorch(sizes, dtype):
    torch = torch_with_avx2()
    weights = []
    for package in (minigrad, torch):
        package.manual_seed(7)
        layer = package.nn.Linear(*sizes, dtype=getattr(package, dtype))
        weights.append([layer.weight.detach().numpy(), layer.bias.detach().numpy()])
    for ours, theirs in zip(*weights):
        assert ours.dtype == theirs.dtype == dtype
        if dtype == "float32":
            np.testing.assert_array_equal(ours, theirs)
        else:  # low + (high - low) * u, which may be one rounding or two
            assert_close(ours, theirs, terms=sizes[0] ** -0.5, rtol=1e-15)


def test_a_new_layer_of_seed_0_is_the_recorded_one():
    # What PyTorch 2.13.0 draws.
    assert network()[2][0].weight.tolist()[0] == [-0.004322517663240433, 0.3097158372402191, -0.4751853346824646]


INITS = [
    "uniform_(t)", "uniform_(t, -0.3, 0.7)", "normal_(t)", "normal_(t, 0.3, 1.7)", "kaiming_uniform_(t)",
    "kaiming_uniform_(t, a=5 ** 0.5)", "kaiming_uniform_(t, mode='fan_out', nonlinearity='relu')",
    "xavier_uniform_(t)", "xavier_uniform_(t, gain=2.0)", "constant_(t, 3)", "zeros_(t)", "ones_(t)",
]


@pytest.mark.parametrize("code", INITS)
@pytest.mark.parametrize("shape", [(3, 4), (5, 7), (2, 3, 4), (1, 1)])
def test_init_draws_the_numbers_that_pytorch_draws(code, shape):
    torch = torch_with_avx2()
    results = []
    for package in (minigrad, torch):
        package.manual_seed(1)
        t = package.full(shape, 2.0, requires_grad=True)
        result = eval(f"init.{code}", {"init": package.nn.init, "t": t})
        assert result is t and t.is_leaf and t.requires_grad and t._version == 1
        results.append(t.detach().numpy())
    np.testing.assert_array_equal(*results)


def test_init_counts_its_write():
    w = minigrad.ones(2, 2, requires_grad=True)
    y = (w * w).sum()
    nn.init.zeros_(w)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


@pytest.mark.parametrize(("code", "kind", "words"), [
    ("kaiming_uniform_(torch.ones(3))", ValueError,
     "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"),
    ("kaiming_uniform_(torch.ones(3, 3), mode='fan')", ValueError,
     "Mode fan not supported, please use one of ['fan_in', 'fan_out']"),
    ("kaiming_uniform_(torch.ones(3, 3), nonlinearity='gelu')", ValueError, "Unsupported nonlinearity gelu"),
    ("uniform_(torch.ones(3), 2, 1)", RuntimeError,
     "uniform_ expects to return a [from, to) range, but found from=2 > to=1"),
    ("normal_(torch.ones(3), 0, -1)", RuntimeError, "normal expects std >= 0.0, but found std -1"),
])
def test_init_refuses_what_pytorch_refuses(lib, code, kind, words):
    with pytest.raises(kind) as caught:
        eval(f"torch.nn.init.{code}", {"torch": lib})
    assert str(caught.value) == words


# States


def test_a_state_dict_shares_the_parameters_memory_and_a_deep_copy_does_not():
    model = network()
    live, kept = model.state_dict(), copy.deepcopy(model.state_dict())
    nn.init.zeros_(model[0].bias)
    assert live["0.bias"].tolist() == [0, 0, 0] != kept["0.bias"].tolist()
    assert not any(tensor.requires_grad for tensor in live.values())


def test_a_state_goes_from_one_model_to_another():
    one, other = network(), nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Sequential(nn.Linear(3, 1, bias=False)))
    parameters = list(other.parameters())
    assert repr(other.load_state_dict(one.state_dict())) == "<All keys matched successfully>"
    assert all(a is b and a.is_leaf and a.requires_grad for a, b in zip(parameters, other.parameters()))
    assert [a.tolist() for a in one.parameters()] == [b.tolist() for b in other.parameters()]


def test_loading_names_every_key_that_does_not_fit_and_changes_nothing():
    model = network()
    before = copy.deepcopy(model.state_dict())
    state = {"0.weight": minigrad.ones(4, 2), "2.0.weight": minigrad.zeros(1, 3), "x.y": minigrad.ones(1)}
    with pytest.raises(RuntimeError) as caught:
        model.load_state_dict(state)
    assert str(caught.value) == (
        "Error(s) in loading state_dict for Sequential:\n"
        '\tMissing key(s) in state_dict: "0.bias". \n'
        '\tUnexpected key(s) in state_dict: "x.y". \n'
        "\tsize mismatch for 0.weight: copying a param with shape torch.Size([4, 2]) from checkpoint, the shape in "
        "current model is torch.Size([3, 2])."
    )
    assert all(model.state_dict()[name].tolist() == before[name].tolist() for name in before)


def test_a_copy_of_a_model_learns_for_itself():
    model = network()
    twins = copy.deepcopy(model), pickle.loads(pickle.dumps(model))
    for twin in twins:
        assert [type(parameter) for parameter in twin.parameters()] == [nn.Parameter] * 3
        nn.init.zeros_(twin[0].bias)
    assert model[0].bias.abs().sum().item() > 0


def test_a_copy_shares_what_its_original_shares_and_freezes_what_is_frozen(lib):
    model = lib.nn.Sequential(lib.nn.Linear(2, 2), lib.nn.Linear(2, 2))
    model[1].weight = model[0].weight
    model[0].bias.requires_grad_(False)
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert other[1].weight is other[0].weight and other[0].weight is not model[0].weight
        assert [tensor.requires_grad for tensor in other.parameters()] == [True, False, True]


def test_loading_a_state_is_a_write_that_old_graphs_notice(lib):
    layer = lib.nn.Linear(2, 1, bias=False)
    out, version = (layer.weight**2).sum(), layer.weight._version
    layer.load_state_dict({"weight": lib.ones(1, 2)})
    with pytest.raises(RuntimeError, match=f"is at version {version + 1}; expected version {version} instead"):
        out.backward()


def test_a_module_that_a_module_contains_twice_is_copied_once():
    layer = nn.Linear(2, 2)
    twin = copy.deepcopy(nn.Sequential(layer, layer))
    assert twin[0] is twin[1] and twin[0].weight is twin[1].weight


# What PyTorch says, word for word


def names(torch):
    class Empty(torch.nn.Module):
        pass

    class Early(torch.nn.Module):
        def __init__(self):
            self.layer = torch.nn.Linear(1, 1)

    class EarlyParameter(torch.nn.Module):
        def __init__(self):
            self.w = torch.nn.Parameter(torch.ones(1))

    model, batch = network(torch), torch.ones(4, 2)
    state = dict(model.state_dict())
    loss, labels = torch.nn.CrossEntropyLoss(), torch.tensor([0, 1, 2, 0])
    layers = {name: getattr(torch.nn, name) for name in nn.__all__ if name[0].isupper()}
    return {**layers, **locals()}


BAD = [
    # shapes and dtypes that do not fit together
    ("model(torch.ones(4, 5))", RuntimeError, "mat1 and mat2 shapes cannot be multiplied (4x5 and 2x3)"),
    ("model(batch.long())", RuntimeError, "mat1 and mat2 must have the same dtype, but got Long and Float"),
    ("model(batch.double())", RuntimeError, "mat1 and mat2 must have the same dtype, but got Double and Float"),
    ("model([1.0, 2.0])", TypeError, "linear(): argument 'input' (position 1) must be Tensor, not list"),
    ("model()", TypeError, "{}.forward() missing 1 required positional argument: 'input'"),
    ("Linear(1, 1)(batch, 3)", TypeError, "Linear.forward() takes 2 positional arguments but 3 were given"),
    ("Linear(-1, 3)", RuntimeError, "Trying to create tensor with negative dimension -1: [3, -1]"),
    ("Linear(2, 3, dtype=torch.int64)", RuntimeError,
     "Only Tensors of floating point and complex dtype can require gradients"),
    # labels
    ("loss(torch.ones(4, 3), torch.tensor([0, 1, 3, 0]))", IndexError, "Target 3 is out of bounds."),
    ("loss(torch.ones(4, 3), torch.tensor([0, 1, -1, 0]))", IndexError, "Target -1 is out of bounds."),
    ("loss(torch.ones(3, 3), labels)", ValueError, "Expected input batch_size (3) to match target batch_size (4)."),
    ("loss(torch.ones(1, 3), labels[0])", ValueError, "Expected input batch_size (1) to match target batch_size (0)."),
    ("loss(torch.ones(4, 3), labels.float())", RuntimeError, "expected target dtype to be Long or Byte, but got Float"),
    ("loss(torch.ones(4, 3), labels.unsqueeze(1))", RuntimeError,
     "0D or 1D target tensor expected, multi-target not supported"),
    ("CrossEntropyLoss(reduction='men')(torch.ones(4, 3), labels)", ValueError,
     "men is not a valid value for reduction"),
    ("MSELoss(reduction='men')(batch, batch)", ValueError, "men is not a valid value for reduction"),
    ("MSELoss()(batch.long(), batch.long())", NotImplementedError, "\"mse_cpu\" not implemented for 'Long'"),
    # parts of a network
    ("Sequential(3)", TypeError, "int is not a Module subclass"),
    ("Sequential({'a': ReLU()})", TypeError, "dict is not a Module subclass"),
    ("model[7]", IndexError, "index 7 is out of range"),
    ("model['a']", TypeError, "'str' object cannot be interpreted as an integer"),
    ("model.wieght", AttributeError, "'Sequential' object has no attribute 'wieght'"),
    ("Empty()(1)", NotImplementedError, 'Module [Empty] is missing the required "forward" function'),
    ("Early()", AttributeError, "cannot assign module before Module.__init__() call"),
    ("EarlyParameter()", AttributeError, "cannot assign parameters before Module.__init__() call"),
    ("setattr(model[0], 'weight', torch.ones(3, 2))", TypeError,
     "cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)"),
    ("setattr(model[0], 'weight', 3)", TypeError,
     "cannot assign 'int' as parameter 'weight' (torch.nn.Parameter or None expected)"),
    ("setattr(model, '0', batch)", TypeError,
     "cannot assign 'torch.FloatTensor' as child module '0' (torch.nn.Module or None expected)"),
    ("model.train(3)", ValueError, "training mode is expected to be boolean"),
    ("Parameter(torch.tensor([1]))", RuntimeError,
     "Only Tensors of floating point and complex dtype can require gradients"),
    # states
    ("model.load_state_dict(3)", TypeError, "Expected state_dict to be dict-like, got <class 'int'>."),
    ("model.load_state_dict({})", RuntimeError,
     "Error(s) in loading state_dict for Sequential:\n\tMissing key(s) in state_dict: \"0.weight\", \"0.bias\", "
     "\"2.0.weight\". "),
    ("model.load_state_dict({**state, 'x': batch})", RuntimeError,
     "Error(s) in loading state_dict for Sequential:\n\tUnexpected key(s) in state_dict: \"x\". "),
    ("model.load_state_dict({**state, '0.bias': batch}, strict=False)", RuntimeError,
     "Error(s) in loading state_dict for Sequential:\n\tsize mismatch for 0.bias: copying a param with shape "
     "torch.Size([4, 2]) from checkpoint, the shape in current model is torch.Size([3])."),
    ("model.load_state_dict({**state, '0.bias': 3})", RuntimeError,
     "Error(s) in loading state_dict for Sequential:\n\tWhile copying the parameter named \"0.bias\", expected "
     "torch.Tensor or Tensor-like object from checkpoint but received <class 'int'>"),
]


def raised(code, torch):
    with pytest.raises(Exception) as caught:
        eval(code, names(torch))
    return caught.type, str(caught.value)


@pytest.mark.parametrize(("code", "kind", "words"), BAD, ids=[code for code, *_ in BAD])
def test_bad_input_is_told_what_pytorch_tells(lib, code, kind, words):
    assert raised(code, lib) == (kind, words.format("Sequential"))


SAID = [
    "model", "model.state_dict()", "model[0].weight", "model[:2]", "Sequential(model, ReLU(inplace=True))",
    "model.load_state_dict(state)", "model.load_state_dict({'x': batch}, strict=False)[1]", "model(batch)",
    "loss(torch.ones(0, 3), labels[:0])", "MSELoss()(batch[:0], batch[:0])",
    "MSELoss(reduction='sum')(batch, 2 * batch)",
    "[name for name, _ in model.named_modules()]", "model.eval().training", "isinstance(model[0].weight, torch.Tensor)",
    "loss(model(batch).expand(4, 3), labels)", "Linear(0, 3)", "ReLU()(torch.tensor([-1., 2.]))",
    "CrossEntropyLoss(reduction='none')(torch.eye(4)[:, :3], labels)",
]


@pytest.mark.filterwarnings("ignore:Initializing zero-element tensors")
@pytest.mark.parametrize("code", SAID)
def test_torch_prints_the_same(code):
    torch = pytest.importorskip("torch")
    assert repr(eval(code, names(minigrad))) == repr(eval(code, names(torch)))


def test_a_column_against_a_row_is_warned_of():
    with pytest.warns(UserWarning) as caught:
        loss = nn.MSELoss()(minigrad.zeros(2, 1), minigrad.tensor([1.0, 3.0]))
    assert str(caught[0].message) == (
        "Using a target size (torch.Size([2])) that is different to the input size (torch.Size([2, 1])). This will "
        "likely lead to incorrect results due to broadcasting. Please ensure they have the same size."
    )
    assert loss.item() == 5


def test_a_misspelt_layer_is_missing_and_one_that_is_left_out_says_what_to_use():
    with pytest.raises(AttributeError, match="^module 'minigrad.nn' has no attribute 'Lineer'$"):
        nn.Lineer  # noqa: B018
    with pytest.raises(AttributeError, match="has no attribute 'Conv2d'. PyTorch has it, and minigrad leaves it out"):
        nn.Conv2d  # noqa: B018
    assert {"Linear", "functional", "init", "Sequential"} <= {*dir(nn)}


# Data


def test_the_digits_are_1797_pictures_of_every_digit():
    pictures, labels = digits()
    assert pictures.shape == (1797, 64) and pictures.dtype == np.float64
    assert (pictures.min(), pictures.max()) == (0, 1)
    assert np.bincount(labels).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    first = pictures[0].reshape(8, 8) * 16  # a nought: its middle is empty
    assert labels[:10].tolist() == list(range(10)) and first[2:6, 3:5].sum() < 30 < first[0].sum() + first[7].sum()


def test_the_moons_are_the_same_every_time_and_lie_apart():
    (points, labels), (again, _) = two_moons(), two_moons()
    assert points.shape == (200, 2) and labels.sum() == 100
    np.testing.assert_array_equal(points, again)
    assert not np.array_equal(points, two_moons(seed=1)[0])
    np.testing.assert_allclose(np.hypot(*two_moons(noise=0)[0][labels == 0].T), 1)


def test_a_network_reads_97_of_100_digits_that_it_has_not_seen():
    pictures, labels = (minigrad.tensor(array) for array in digits())
    minigrad.manual_seed(0)
    order = minigrad.randperm(1797)
    seen, unseen = order[:1400], order[1400:]
    model = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10)).double()
    optimizer = minigrad.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-3)
    for epoch in range(30):
        optimizer.param_groups[0]["lr"] = 0.1 if epoch < 20 else 0.01
        for rows in seen[minigrad.randperm(1400)].split(50):
            optimizer.zero_grad()
            nn.CrossEntropyLoss()(model(pictures[rows]), labels[rows]).backward()
            optimizer.step()
    right = model(pictures[unseen]).argmax(1) == labels[unseen]
    assert right.double().mean().item() >= 0.97


def test_the_state_of_a_model_goes_through_pytorch_and_back(tmp_path):
    torch = pytest.importorskip("torch")
    ours, theirs, back = network(), network(torch), network()
    minigrad.save(ours.state_dict(), tmp_path / "model.npz")
    with np.load(tmp_path / "model.npz") as file:
        theirs.load_state_dict({name: torch.from_numpy(array) for name, array in file.items()})
    batch = np.ones((4, 2), np.float32)
    answers = ours(minigrad.tensor(batch)).detach().numpy(), theirs(torch.tensor(batch)).detach().numpy()
    assert_close(*answers, terms=1, rtol=1e-6)
    file = io.BytesIO()
    np.savez(file, **{name: tensor.numpy() for name, tensor in theirs.state_dict().items()})
    (tmp_path / "back.npz").write_bytes(file.getvalue())
    back.load_state_dict(minigrad.load(tmp_path / "back.npz"))
    assert [a.tolist() for a in ours.parameters()] == [b.tolist() for b in back.parameters()]


def test_a_write_into_the_data_of_a_parameter_is_counted_by_it():
    data = minigrad.ones(2)
    weight = minigrad.nn.Parameter(data)
    loss = (weight * weight).sum()
    data.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()
    number = minigrad.tensor(1.0)
    alone = minigrad.nn.Parameter(number)
    number.add_(1)
    assert alone.item() == 2.0


def test_cross_entropy_takes_weights_and_a_label_to_ignore():
    loss = minigrad.nn.CrossEntropyLoss(minigrad.tensor([1.0, 3.0]), ignore_index=1)
    scores = minigrad.tensor([[0.0, 0.0], [5.0, 0.0]])
    assert loss(scores, minigrad.tensor([0, 1])).item() == pytest.approx(np.log(2))
    assert not isinstance(loss, minigrad.nn.MSELoss)


WRONG_RULES = {  # both are right where one -1 arrives, as from one label
    "grad + probabilities": lambda grad, probabilities, dim: grad + probabilities,
    "grad + probabilities * |grad|":
        lambda grad, probabilities, dim: grad + probabilities * abs(grad).sum(1, keepdims=True),
}


@pytest.mark.parametrize("rule", WRONG_RULES)
def test_gradcheck_of_chapter_13_refuses_a_rule_that_fits_one_label_alone(rule, monkeypatch):
    """It measures with several numbers arriving."""
    monkeypatch.setattr("minigrad.nn.scores.log_softmax_rule", WRONG_RULES[rule])
    (cell,) = (cell for cell in code_cells(read(ROOT / "notebooks" / "13_a_model.ipynb")) if cell.id == "pull")
    names = {"arriving": minigrad.tensor([[1, 2, 4, 3]])}
    weighted = eval(re.search(r"gradcheck\((lambda .+), scores\)", cell.source)[1], names)
    for function in (lambda s: -s.log_softmax(1)[0, 0], weighted):
        scores = minigrad.zeros(1, 4, dtype=minigrad.float64, requires_grad=True)
        (given,) = minigrad.autograd.grad(function(scores), scores)
        measured = [((function(scores + 1e-6 * way) - function(scores - 1e-6 * way)) / 2e-6).item()
                    for way in minigrad.eye(4, dtype=minigrad.float64)]
        assert (np.abs(given.numpy()[0] - measured).max() < 1e-6) == (function is not weighted)
    with pytest.raises(RuntimeError, match="Jacobian mismatch"):
        minigrad.autograd.gradcheck(weighted, scores)


def test_softmax_before_cross_entropy_learns_slowly():
    images, labels = map(minigrad.tensor, digits())
    losses = []
    for softmax in (False, True):
        minigrad.manual_seed(1)
        net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10)).double()
        adam = minigrad.optim.Adam(net.parameters(), lr=0.005)
        for batch in minigrad.randperm(1000).split(50) * 3:
            scores = net(images[batch])
            loss = nn.functional.cross_entropy(scores.softmax(1) if softmax else scores, labels[batch])
            adam.zero_grad()
            loss.backward()
            adam.step()
        losses.append(loss.item())
    assert losses[0] < 0.6 and losses[1] > 1.5
