"""More modules: activations, losses, norms and containers, trained, printed and refused as on PyTorch."""
import math
import re
from inspect import signature

import pytest
from tolerance import torch_with_avx2

import minigrad
from minigrad.nn.divergences import XlogyBackward0
from minigrad.teach.data import digits

STEPS = 50
RECORD = [4.8763829, 4.5050945, 3.7866467, 3.1686732, 3.1051896]  # PyTorch's losses at five of these steps
NAMES = (
    "BCELoss BatchNorm1d ELU Flatten HuberLoss Identity KLDivLoss LeakyReLU LogSoftmax ModuleDict NLLLoss "
    "ParameterList RMSNorm SiLU Sigmoid Softmax Softplus"
).split()


def losses_of(package, kind):
    """A network of all the new modules, trained for 50 steps: its losses, then the mean size of all it knows."""
    nn, dtype = package.nn, getattr(package, kind)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.parts = nn.ModuleDict({
                "first": nn.Sequential(
                    nn.Flatten(), nn.Linear(64, 12, bias=False), nn.BatchNorm1d(12), nn.LeakyReLU(0.1),
                ),
                "second": nn.Sequential(nn.Linear(12, 12), nn.RMSNorm(12), nn.SiLU(), nn.Identity()),
                "third": nn.Sequential(nn.Linear(12, 12, bias=False), nn.BatchNorm1d(12, momentum=None, bias=False)),
                "last": nn.Sequential(nn.ELU(2.0), nn.Softplus(2.0, 5.0), nn.Linear(12, 10), nn.LogSoftmax(1)),
            })
            self.factors = nn.ParameterList([package.ones(12), 2.0])

        def forward(self, x):
            for part in self.parts.values():
                x = part(x) * self.factors[0] if part is self.parts["second"] else part(x)
            return x

    package.manual_seed(4)
    model = Net().to(dtype)
    pictures, labels = digits()
    x, y = package.tensor(pictures[:60]).to(dtype).reshape(60, 8, 8), package.tensor(labels[:60])
    yes = (y > 4).to(dtype)
    smooth = package.full((60, 10), 0.1, dtype=dtype)
    optimizer, losses = package.optim.AdamW(model.parameters(), lr=0.01), []
    for step in range(STEPS):
        model.train(step % 10 != 9)
        optimizer.zero_grad()
        scores = model(x)
        chance = nn.Sigmoid()(scores[:, 0])
        loss = nn.NLLLoss(package.linspace(1, 2, 10, dtype=dtype))(scores, y) + nn.BCELoss()(chance, yes)
        loss = loss + nn.HuberLoss(delta=0.3)(scores[:, 1], yes) + nn.Softmax(1)(scores)[:, 2].mean()
        loss = loss + nn.KLDivLoss(reduction="batchmean")(scores, smooth)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    state = {name: value.to(package.float64).abs().mean().item() for name, value in model.state_dict().items()}
    return losses + list(state.values()), list(state)


@pytest.mark.parametrize("kind", ["float64", "float32"])
def test_fifty_steps_agree_with_torch(kind):
    (theirs, names), (ours, own) = (losses_of(package, kind) for package in (torch_with_avx2(), minigrad))
    assert own == names and len(own) == 17 and ours[STEPS - 1] < ours[0]
    apart = max(abs(a - b) for a, b in zip(theirs, ours, strict=True))
    assert apart <= max(theirs) * (1e-9 if kind == "float64" else 64 * minigrad.finfo().eps)


@pytest.mark.parametrize("kind", ["float64", "float32"])
def test_fifty_steps_agree_with_the_record(kind):
    found, _ = losses_of(minigrad, kind)
    assert [found[step] for step in (0, 1, 9, 20, 49)] == pytest.approx(RECORD, abs=1e-6 if kind == "float64" else 1e-4)


NEW = [
    "Flatten()", "Flatten(0, 1)", "Identity(3, a=4)", "Sigmoid()", "Softmax(1)", "Softmax()", "LogSoftmax(dim=0)",
    "LeakyReLU()", "LeakyReLU(0.2, inplace=True)", "ELU()", "ELU(2, True)", "SiLU()", "SiLU(True)", "Softplus()",
    "Softplus(2, 3)", "NLLLoss()", "BCELoss()", "HuberLoss()", "KLDivLoss()", "BatchNorm1d(3)",
    "BatchNorm1d(3, 1e-3, None, False, False)", "BatchNorm1d(3, bias=False)", "RMSNorm(3)",
    "RMSNorm([2, 3], 1e-3, elementwise_affine=False)", "ModuleDict()", "ModuleDict({'a': ReLU(), 'b': ModuleDict()})",
    "ParameterList()", "ParameterList([torch.ones(2), torch.ones(2, 3), 3])", "ParameterList(['text'])",
    "Sequential(ParameterList([torch.ones(2), 3]), Sigmoid())",
    "BatchNorm1d(2).state_dict()", "BatchNorm1d(2, affine=False, track_running_stats=False).state_dict()",
    "NLLLoss(torch.ones(2)).state_dict()", "BCELoss(torch.ones(1)).state_dict()", "RMSNorm(2).state_dict()",
    "ParameterList([torch.ones(1), 3, torch.zeros(1)]).state_dict()", "ParameterList([torch.ones(1), 3])[-1]",
    "ParameterList([torch.ones(1), 3, torch.zeros(1)])[::2]", "list(ParameterList([torch.ones(1)]).append(2))",
    "len(ParameterList().extend([1, 2]))", "ModuleDict([('a', ReLU()), ('a', Tanh())])",
    "list(ModuleDict({'b': ReLU(), 'a': Tanh()}).items())",
    "ModuleDict({'b': ReLU(), 'a': Tanh()}).pop('b')", "'a' in ModuleDict({'a': ReLU()})",
    "[*ModuleDict({'b': ReLU(), 'a': Tanh()})], [*ModuleDict({'b': ReLU()}).values()]",
    "BatchNorm1d(2).eval()(torch.ones(1, 2))", "BatchNorm1d(2)(torch.ones(3, 2, 2))",
    "BatchNorm1d(2, track_running_stats=False).eval()(torch.tensor([[1., 2.], [3., 2.]]))",
    "functional.rms_norm(torch.ones(3).double(), [3], torch.ones(3))", "Softmax(0)(torch.ones(2))",
    "LogSoftmax(0)(torch.zeros(1))", "Flatten()(torch.ones(2, 1, 3))", "Identity()(3)",
]
BAD = [
    "ModuleDict({'a': 3})", "ModuleDict({'a': int})", "ModuleDict({3: ReLU()})", "ModuleDict({'a.b': ReLU()})",
    "ModuleDict({'': ReLU()})", "ModuleDict({'keys': ReLU()})", "ModuleDict({'training': ReLU()})", "ModuleDict(3)",
    "ModuleDict([3])", "ModuleDict(['abc'])", "ModuleDict()['a']", "ModuleDict({'a': ReLU()})(3)",
    "ModuleDict().pop('b')", "ModuleDict().__delitem__('a')", "ParameterList([1])[1]", "ParameterList([1])[-2]",
    "ParameterList(3)", "ParameterList(torch.ones(2))", "ParameterList([1])(3)", "ParameterList([torch.tensor([1])])",
    "ParameterList([1])['a']", "ParameterList([1]).__setitem__(3, 1)", "BatchNorm1d(3)(torch.ones(2))",
    "BatchNorm1d(3)(torch.ones(2, 4))", "BatchNorm1d(3)(torch.ones(1, 3))", "RMSNorm(3)(torch.ones(2))",
    "Flatten(5)(torch.ones(2))", "Flatten(2, 1)(torch.ones(2, 2, 2))", "Softmax(5)(torch.ones(2))",
    "LogSoftmax(5)(torch.ones(2))", "Softplus('a')(torch.ones(1))", "ELU('a')(torch.ones(1))",
    "BCELoss()(torch.ones(1) * 2, torch.ones(1))", "NLLLoss()(torch.ones(1, 2), torch.tensor([2]))",
    "HuberLoss(delta=0)(torch.ones(1), torch.ones(1))",
    "functional.batch_norm(torch.tensor(1.), None, None, training=True)",
]


def answer(code, package):
    try:
        return repr(eval(code, {"torch": package, **vars(package.nn)})).replace("minigrad.float", "torch.float")
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.filterwarnings("ignore:Mismatch dtype")
@pytest.mark.parametrize("code", NEW + BAD)
def test_it_prints_and_refuses_as_pytorch_does(code):
    ours = answer(code, minigrad)
    assert isinstance(ours, tuple) == (code in BAD), ours
    assert ours == answer(code, pytest.importorskip("torch"))


@pytest.mark.parametrize("name", NAMES)
def test_the_arguments_are_those_of_pytorch(name):
    torch = pytest.importorskip("torch")
    ours, theirs = (signature(getattr(package.nn, name)).parameters for package in (minigrad, torch))
    for argument in ours:
        assert ours[argument].default == theirs[argument].default
    assert set(theirs) - set(ours) <= {"size_average", "reduce"} | ({"args", "kwargs"} if name == "Sigmoid" else set())


def test_a_batch_norm_follows_the_mean_and_the_spread(lib):
    norm = lib.nn.BatchNorm1d(1, momentum=0.5)
    x = lib.tensor([[1.0], [3.0]], requires_grad=True)
    assert norm(x).flatten().tolist() == pytest.approx([-1, 1], abs=1e-4)
    assert norm.running_mean.item() == 1 and norm.running_var.item() == 1.5 and norm.num_batches_tracked.item() == 1
    norm(x)
    assert norm.running_mean.item() == 1.5 and norm.running_var.item() == 1.75
    norm.eval()
    assert norm(x).flatten().tolist() == pytest.approx([-0.5 / 1.75**0.5, 1.5 / 1.75**0.5], abs=1e-4)
    assert norm.num_batches_tracked.item() == 2
    plain = lib.nn.BatchNorm1d(1, momentum=None)
    for mean in (1.0, 2.0, 6.0):
        plain(lib.tensor([[mean - 1], [mean + 1]]))
    assert plain.running_mean.item() == pytest.approx(3) and plain.running_var.item() == pytest.approx(2)
    plain.reset_parameters()
    assert plain.running_mean.item() == 0 and plain.num_batches_tracked.item() == 0


def test_two_batches_may_run_through_a_norm_before_the_way_back(lib):
    """The running numbers change, and the graph does not need them."""
    norm = lib.nn.BatchNorm1d(2)
    version = norm.running_mean._version
    losses = [(norm(lib.rand(4, 2)) ** 3).sum() for _ in range(2)]
    sum(losses).backward()
    assert norm.weight.grad.shape == (2,) and norm.running_mean._version == version


def test_an_evaluated_norm_notices_a_write_into_its_buffers(lib):
    norm = lib.nn.BatchNorm1d(2).eval()
    y = norm(lib.ones(4, 2)).sum()
    norm.running_var.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_what_is_refused_leaves_a_container_as_it_was(lib):
    parts, numbers = lib.nn.ModuleDict({"a": lib.nn.ReLU()}), lib.nn.ParameterList([lib.ones(1)])
    with pytest.raises(TypeError):
        parts["a"] = 3
    with pytest.raises(KeyError):
        parts["items"] = lib.nn.ReLU()
    assert repr(parts) == "ModuleDict(\n  (a): ReLU()\n)" and len(list(numbers.parameters())) == 1
    numbers += [lib.zeros(1)]
    numbers[0] = lib.zeros(1)
    assert [parameter.item() for parameter in numbers.parameters()] == [0, 0]
    parts.update(lib.nn.ModuleDict({"b": lib.nn.Tanh()}))
    parts.clear()
    assert len(parts) == 0 and list(parts.children()) == []


@pytest.mark.parametrize("name", ["leaky_relu", "elu", "silu"])
def test_in_place_it_writes_into_the_input(lib, name):
    x = lib.tensor([-1.0, 2.0], requires_grad=True)
    y = x * 1
    result = getattr(lib.nn.functional, name)(y, inplace=True)
    assert result is y and y._version == 1
    plain = getattr(lib.nn.functional, name)(x)
    assert y.tolist() == plain.tolist()
    slopes = [lib.autograd.grad(one.sum(), x)[0].tolist() for one in (y, plain)]
    assert slopes[0] == pytest.approx(slopes[1])


def test_a_running_mean_without_gradient_is_no_edge(lib):
    norm = lib.nn.BatchNorm1d(2)
    node = norm(lib.ones(3, 2)).grad_fn
    assert re.findall(r"\w+", node.name()) == ["NativeBatchNormBackward0"] and len(node.next_functions) == 3
    assert node._saved_training is True and node._saved_running_mean.tolist() == norm.running_mean.tolist()


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("shape", [(4, 3), (2, 3, 2), (1, 3)])
def test_the_slopes_of_a_batch_norm_and_their_slopes(lib, training, shape):
    if training and shape == (1, 3):
        shape = (3, 3)
    lib.manual_seed(1)
    options = {"dtype": lib.float64, "requires_grad": True}
    x, weight, bias = lib.rand(shape, **options), lib.rand(3, **options), lib.rand(3, **options)
    mean, spread = lib.full((3,), 0.5).double(), lib.full((3,), 3.0).double()

    def norm(x, weight, bias):
        return lib.nn.functional.batch_norm(x, mean.clone(), spread.clone(), weight, bias, training, eps=0.1)

    if not training:
        column = [1, 3, *[1] * (len(shape) - 2)]
        expected = (x - 0.5) / 3.1**0.5 * weight.reshape(column) + bias.reshape(column)
        assert (norm(x, weight, bias) - expected).abs().max().item() < 1e-12
    assert lib.autograd.gradcheck(norm, (x, weight, bias))
    assert lib.autograd.gradgradcheck(norm, (x, weight, bias))


def test_without_a_factor_the_other_slopes_of_a_batch_norm_are_the_same(lib):
    x = lib.tensor([[1.0, 2.0], [3.0, 5.0], [4.0, 0.0]], dtype=lib.float64, requires_grad=True)
    one, zero = lib.ones(2, dtype=lib.float64), lib.zeros(2, dtype=lib.float64)
    for mean, spread, training in ((None, None, True), (zero, one * 2, False)):
        norm = lib.nn.functional.batch_norm
        whole, bare = norm(x, mean, spread, one, zero, training), norm(x, mean, spread, training=training)
        assert whole.tolist() == bare.tolist()
        slopes = [lib.autograd.grad((y**3).sum(), x)[0].flatten().tolist() for y in (whole, bare)]
        assert slopes[0] == pytest.approx(slopes[1], abs=1e-12)


@pytest.mark.parametrize(("reduction", "expected"), [("none", [0.5, 4.0]), ("sum", 4.5), ("mean", 2.25)])
def test_each_entry_of_a_huber_loss_may_have_its_weight(lib, reduction, expected):
    x = lib.tensor([1.0, 2.5], requires_grad=True)
    weight = lib.tensor([1.0, 2.0])
    loss = lib.nn.functional.huber_loss(x, lib.zeros(2), reduction, weight=weight)
    assert loss.tolist() == expected
    loss.sum().backward()
    share = 2 if reduction == "mean" else 1
    assert x.grad.tolist() == [1 / share, 2 / share]


@pytest.mark.parametrize("inplace", [False, True])
@pytest.mark.parametrize(("name", "slopes", "bends"), [
    ("elu", [2 * math.exp(-1), 2.0, 1.0], [2 * math.exp(-1), 0.0, 0.0]),
    ("leaky_relu", [2.0, 2.0, 1.0], [0.0, 0.0, 0.0]),
])
def test_at_and_above_0_the_slope_does_not_change(lib, name, inplace, slopes, bends):
    x = lib.tensor([-1.0, 0.0, 0.5], dtype=lib.float64, requires_grad=True)
    y = getattr(lib.nn.functional, name)(x * 1, 2.0, inplace=inplace)
    (slope,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    (bend,) = lib.autograd.grad(slope.sum(), x)
    assert slope.tolist() == pytest.approx(slopes) and bend.tolist() == pytest.approx(bends)


def test_at_delta_the_slope_of_a_huber_loss_has_come_to_rest(lib):
    x = lib.tensor([0.5, -0.5, 0.25], requires_grad=True)
    loss = lib.nn.functional.huber_loss(x, lib.zeros(3), "sum", 0.5)
    (slope,) = lib.autograd.grad(loss, x, create_graph=True)
    assert slope.tolist() == [0.5, -0.5, 0.25] and slope.dtype is lib.float32
    assert lib.autograd.grad(slope.sum(), x)[0].tolist() == [0, 0, 1]


def test_the_rule_of_a_huber_loss_wants_one_dtype(lib):
    x = lib.tensor([0.2, 0.6], requires_grad=True)
    loss = lib.nn.functional.huber_loss(x, lib.tensor([1, 2]))
    with pytest.raises(RuntimeError, match="^Found dtype Long but expected Float$"):
        loss.backward()


def test_the_slope_of_a_chance_of_0_is_0_beside_the_logarithm_of_another():
    """PyTorch's `torch.xlogy`; `kl_div` has the same chance twice."""
    x = minigrad.tensor([0.0, 1.0], requires_grad=True)
    y = minigrad.tensor([2.0, 2.0], requires_grad=True)
    result = XlogyBackward0.apply(x, y)
    result.sum().backward()
    assert result.tolist() == pytest.approx([0, math.log(2)])
    assert x.grad.tolist() == pytest.approx([0, math.log(2)]) and y.grad.tolist() == [0, 0.5]
