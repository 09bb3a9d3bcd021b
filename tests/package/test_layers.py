"""The modules of chapter 16, states with buffers, and optimizers that go on where they stopped, beside PyTorch."""
import copy
import hashlib
import io
from contextlib import redirect_stdout
from pathlib import Path

import pytest
import writer as writing
from tolerance import torch_with_avx2

import minigrad
from minigrad.teach.data import digits, prose, writer

STEPS = 50


def scores(package, kind):
    """A network of all the new modules, trained for 50 steps: its losses, then the mean size of each parameter."""
    nn, dtype = package.nn, getattr(package, kind)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = nn.Embedding(10, 8, padding_idx=0)
            self.layers = nn.ModuleList([nn.Linear(8, 8), nn.LayerNorm(8), nn.GELU(), nn.LayerNorm(8, bias=False)])
            self.last = nn.Linear(8, 1)
            self.register_buffer("factor", package.tensor(2.0))

        def forward(self, x):
            x = self.table(x)
            for layer in self.layers:
                x = layer(x)
            return self.last(x * self.factor).reshape(-1)

    package.manual_seed(16)
    model = Net().to(dtype)
    labels = package.tensor(digits()[1][:60])
    yes, height = (labels > 4).to(dtype), labels.to(dtype)
    losses = []
    optimizer = package.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(STEPS):
        optimizer.zero_grad()
        guess = model(labels)
        loss = nn.BCEWithLogitsLoss()(guess, yes) + 0.1 * nn.L1Loss()(guess, height)
        loss.backward()
        losses.append(nn.utils.clip_grad_norm_(model.parameters(), 1.0).item())
        optimizer.step()
        losses.append(loss.item())
    return losses + [parameter.detach().abs().mean().item() for parameter in model.parameters()]


@pytest.mark.parametrize("kind", ["float64", "float32"])
def test_fifty_steps_agree_with_torch(kind):
    theirs, ours = (scores(package, kind) for package in (torch_with_avx2(), minigrad))
    assert len(ours) == 2 * STEPS + 8 and ours[2 * STEPS - 1] < ours[1]
    apart = max(abs(a - b) for a, b in zip(theirs, ours, strict=True))
    assert apart <= max(theirs) * (1e-9 if kind == "float64" else 64 * minigrad.finfo().eps)


def test_an_embedding_starts_with_pytorchs_numbers():
    tables = []
    for package in (torch_with_avx2(), minigrad):
        package.manual_seed(3)
        tables.append(package.nn.Embedding(7, 5, padding_idx=-2).weight.tolist())
    assert tables[0] == tables[1] and tables[1][5] == [0.0] * 5


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_dropout_leaves_out_what_pytorch_leaves_out(p, kind):
    """And the stream goes on as there; on Intel's processors PyTorch draws in another way, as its stream says."""
    torch, answers = torch_with_avx2(), []
    for package in (torch, minigrad):
        package.manual_seed(5)
        layer, x = package.nn.Dropout(p), package.linspace(1, 2, 300, dtype=getattr(package, kind), requires_grad=True)
        y = layer(x)
        y.sum().backward()
        answers.append((y.tolist(), x.grad.tolist(), package.rand(3).tolist()))
    if answers[0][2] != answers[1][2]:
        pytest.skip("PyTorch draws from Intel's library here")
    assert answers[0] == answers[1]


def test_dropout_is_for_training_only(lib):
    lib.manual_seed(1)  # one draw of forty leaves exactly 1000
    layer, x = lib.nn.Dropout(0.5), lib.ones(1000)
    y = layer(x)
    assert sorted(set(y.tolist())) == [0.0, 2.0] and 800 < y.sum().item() < 1200
    assert layer.eval()(x) is x
    assert lib.nn.Dropout(0.5, inplace=True)(x) is x and x.sum().item() != 1000


def with_buffers(package):
    model = package.nn.Sequential(package.nn.Linear(1, 1), package.nn.LayerNorm(1))
    model[1].register_buffer("seen", package.tensor([3, 4]))
    model.register_buffer("mean", package.zeros(2))
    model.register_buffer("later", None)
    model[0].register_buffer("passing", package.ones(1), persistent=False)
    return model


def test_buffers_belong_to_the_state_and_learn_nothing(lib):
    model = with_buffers(lib)
    assert [name for name, _ in model.named_buffers()] == ["mean", "0.passing", "1.seen"]
    assert list(model.state_dict()) == ["mean", "0.weight", "0.bias", "1.weight", "1.bias", "1.seen"]
    assert len(list(model.parameters())) == 4 and len(list(model.buffers(recurse=False))) == 1
    assert len(list(model.buffers())) == 3
    model.double()
    assert [buffer.dtype for buffer in model.buffers()] == [lib.float64, lib.float64, lib.int64]
    other = with_buffers(lib).double()
    model.mean.add_(7)
    other.load_state_dict(model.state_dict())
    assert other.mean.tolist() == [7, 7] and other.mean is not model.mean
    model.mean = lib.ones(1)  # another tensor in its place
    assert model.state_dict()["mean"].tolist() == [1]
    with pytest.raises(RuntimeError, match="size mismatch for mean"):
        model.load_state_dict(other.state_dict())


@pytest.mark.parametrize(("name", "options"), [("SGD", {"momentum": 0.9}), ("SGD", {}), ("Adam", {"lr": 0.1})])
def test_an_optimizer_goes_on_where_another_one_stopped(lib, name, options):
    def problem():
        w = lib.tensor([1.0, 5.0], requires_grad=True)
        v = lib.tensor([2.0], requires_grad=True)
        return (w, v), getattr(lib.optim, name)([{"params": [w]}, {"params": [v], "lr": 0.05}], **options)

    def steps(leaves, optimizer, count):
        for _ in range(count):
            optimizer.zero_grad()
            sum((leaf**2).sum() for leaf in leaves).backward()
            optimizer.step()

    leaves, optimizer = problem()
    steps(leaves, optimizer, 3)
    state = copy.deepcopy(optimizer.state_dict())  # PyTorch would share its tensors with the other
    assert [group["params"] for group in state["param_groups"]] == [[0], [1]]
    others, second = problem()
    second.load_state_dict(state)
    with lib.no_grad():
        for leaf, other in zip(leaves, others):
            other.copy_(leaf)
    steps(leaves, optimizer, 3)
    steps(others, second, 3)
    assert [leaf.tolist() for leaf in leaves] == [leaf.tolist() for leaf in others]
    assert second.param_groups[1]["lr"] == 0.05


def test_the_state_of_an_optimizer_prints_as_in_pytorch():
    printed = []
    for package in (pytest.importorskip("torch"), minigrad):
        layer = package.nn.Linear(1, 1)
        texts = []
        for optimizer in (package.optim.Adam(layer.parameters()), package.optim.SGD(layer.parameters(), momentum=0.5)):
            layer.weight.grad = package.ones(1, 1)  # the bias has none: nothing is remembered of it
            optimizer.step()
            texts.append(repr(optimizer.state_dict()["state"]))
        printed.append(texts)
    assert printed[0] == printed[1]
    keys = [set(package.optim.Adam([package.ones(1)]).state_dict()["param_groups"][0])
            for package in (pytest.importorskip("torch"), minigrad)]
    assert keys[0] == keys[1]


def test_gradients_that_are_too_long_are_shortened_together(lib):
    w, v = lib.zeros(2, requires_grad=True), lib.zeros(1, requires_grad=True)
    w.grad, v.grad = lib.tensor([3.0, 0.0]), lib.tensor([4.0])
    assert lib.nn.utils.clip_grad_norm_([w, v], 10.0).item() == 5 and v.grad.item() == 4  # short enough
    assert lib.nn.utils.clip_grad_norm_([w, v], 1.0).item() == 5
    assert w.grad.tolist() == pytest.approx([0.6, 0]) and v.grad.tolist() == pytest.approx([0.8])
    w.grad.fill_(float("nan"))
    with pytest.raises(RuntimeError, match="The total norm of order 2.0 for gradients from `parameters` is non-finite"):
        lib.nn.utils.clip_grad_norm_([w, v], 1.0, error_if_nonfinite=True)
    assert v.grad.tolist() == pytest.approx([0.8])
    lib.nn.utils.clip_grad_value_([v], 0.5)
    assert v.grad.tolist() == [0.5]


def test_a_list_of_modules_is_a_list(lib):
    nn = lib.nn
    layers = nn.ModuleList(nn.Linear(1, 1) for _ in range(2))
    first = layers[0]
    layers.append(nn.ReLU()).extend([nn.Tanh()])
    layers += [nn.ReLU()]
    layers.insert(1, nn.GELU())
    assert len(layers) == 6 and layers[0] is first and layers[-1] is [*layers][5] and first in layers
    layers[1] = nn.ReLU()
    assert [name for name, _ in layers.named_parameters()] == ["0.weight", "0.bias", "2.weight", "2.bias"]
    assert type(layers[:2]) is nn.ModuleList and repr(layers[1:2]) == "ModuleList(\n  (0): ReLU()\n)"


def test_a_layer_of_a_sequence_is_replaced_at_its_place_and_one_is_added(lib):
    nn = lib.nn
    net = nn.Sequential(nn.Linear(1, 2), nn.ReLU(), nn.Linear(2, 1))
    net[-2] = nn.Tanh()
    assert net.append(nn.ReLU()) is net
    assert [type(module).__name__ for module in net] == ["Linear", "Tanh", "Linear", "ReLU"]
    assert net(lib.ones(1, 1)).shape == (1, 1)


NEW = [
    "Embedding(5, 3, padding_idx=-1)", "Embedding(5, 3, max_norm=2., scale_grad_by_freq=True)", "LayerNorm(3)",
    "LayerNorm((2, 3), eps=1e-3, elementwise_affine=False)", "LayerNorm([3], bias=False)", "Dropout()",
    "Dropout(0.25, True)", "GELU()", "GELU('tanh')", "L1Loss()", "BCEWithLogitsLoss()", "ModuleList()",
    "ModuleList([Linear(1, 2), Linear(1, 2), ReLU(), ModuleList([Tanh(), Tanh()])])",
    "L1Loss(reduction='sum')(torch.ones(2), torch.zeros(2))", "GELU('tanh')(torch.ones(2))",
    "BCEWithLogitsLoss(pos_weight=torch.tensor(2.))(torch.ones(2), torch.ones(2))",
    "BCEWithLogitsLoss(torch.ones(1)).state_dict()", "Embedding(2, 2, _weight=torch.ones(2, 2), _freeze=True).weight",
    "Embedding(1, 1, padding_idx=0)(torch.tensor([0]))", "utils.clip_grad_norm_([], 1.)",
    "functional.l1_loss(torch.ones(2), torch.zeros(2), reduction='none')", "LayerNorm(2)(torch.tensor([[1., 3.]]))",
    "functional.layer_norm(torch.tensor([[1., 3.]]), [2], torch.ones(2))",
    "functional.dropout(torch.ones(2), training=False)",
]
BAD = [
    "functional.l1_loss(torch.tensor([1]), torch.tensor([2]))",
    "functional.l1_loss(torch.ones(2), torch.ones(2), reduction='men')",
    "functional.dropout(torch.ones(2), 1.5)",
    "functional.dropout(3)",
    "functional.dropout(torch.ones(2).long())",
    "functional.embedding(torch.tensor([7]), torch.ones(2, 3))",
    "functional.embedding(torch.tensor([-1]), torch.ones(2, 3))",
    "functional.embedding(torch.ones(2), torch.ones(2, 3))",
    "functional.embedding([1], torch.ones(2, 3))",
    "functional.embedding(torch.ones(2).long(), torch.ones(2))",
    "functional.embedding(torch.tensor([1]), torch.ones(2, 3), padding_idx=7)",
    "functional.layer_norm(torch.ones(2, 3), (2,))",
    "functional.layer_norm(torch.ones(2, 3), ())",
    "functional.layer_norm(torch.ones(2, 3), (3,), torch.ones(2))",
    "functional.layer_norm(torch.ones(2, 3), (3,), bias=torch.ones(2))",
    "functional.layer_norm(torch.ones(2, 3).double(), (3,), torch.ones(3))",
    "functional.layer_norm(torch.ones(2).long(), torch.ones(2).long().shape)",
    "functional.layer_norm(3, (2,))",
    "functional.cross_entropy(torch.zeros(2, 3, 1).long(), torch.zeros(2, 1).long())",
    "functional.layer_norm(torch.ones(2, 3), (3,), 3)",
    "Dropout(-1)", "Embedding(5, 3, padding_idx=7)", "Embedding(5, 3, _weight=torch.ones(2))",
    "LayerNorm(3)(torch.ones(2, 4))", "ModuleList([3])", "ModuleList(3)", "ModuleList([ReLU()])[1]",
    "Sequential(ReLU())[1]", "Sequential(ReLU())[-2]", "Sequential().append(3)",
    "Sequential(ReLU()).__setitem__(0, 3)", "Sequential(ReLU()).__setitem__(-1, 3.5)",
    "Sequential(ReLU()).__setitem__(1, ReLU())", "Sequential(ReLU()).__setitem__('a', ReLU())",
    "ModuleList([ReLU()])(3)", "ModuleList().append(3)", "ModuleList([ReLU()])['a']", "GELU('x')(torch.ones(1))",
    "Linear(1, 1).register_buffer('weight', None)", "Linear(1, 1).register_buffer('a.b', None)",
    "Linear(1, 1).register_buffer('', None)", "Linear(1, 1).register_buffer(3, None)",
    "Linear(1, 1).register_buffer('a', 3)", "setattr(BCEWithLogitsLoss(torch.ones(1)), 'weight', 3)",
    "Module.register_buffer(object.__new__(Module), 'a', None)",
    "optim.SGD([torch.ones(1)]).load_state_dict(optim.SGD([torch.ones(1), torch.ones(1)]).state_dict())",
    "optim.SGD([torch.ones(1)]).load_state_dict({'param_groups': [], 'state': {}})",
]


def answer(code, package):
    try:
        return repr(eval(code, {"torch": package, "optim": package.optim, **vars(package.nn)}))
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("code", NEW + BAD)
def test_it_prints_and_refuses_as_pytorch_does(code):
    ours = answer(code, minigrad)
    assert isinstance(ours, tuple) == (code in BAD), ours
    assert ours == answer(code, pytest.importorskip("torch"))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_row_that_is_used_often_gets_a_share_of_its_gradient_and_padding_none(dtype):
    dtype = getattr(minigrad, dtype)
    x = minigrad.tensor([[1.0, 4.0], [2.0, 5.0], [3.0, 6.0], [7.0, 7.0]], dtype=dtype, requires_grad=True)
    places = minigrad.tensor([[2, 0], [2, 2]])
    y = minigrad.nn.functional.embedding(places, x, padding_idx=0, scale_grad_by_freq=True)
    (first,) = minigrad.autograd.grad((y ** 3).sum(), x, create_graph=True)
    assert first.dtype is dtype and first.tolist() == [[0, 0], [0, 0], [27, 108], [0, 0]]
    (second,) = minigrad.autograd.grad((first * x).sum(), x)
    assert second.dtype is dtype and second.tolist() == [[0, 0], [0, 0], [45, 180], [0, 0]]


def slopes_of_layer_norm(package):
    """The gradients of a normed pair of rows for rows, weight and bias, and those of the sum of their squares."""
    options = {"dtype": package.float64, "requires_grad": True}
    leaves = [package.tensor(numbers, **options) for numbers in
              ([[1.0, 2.0, 4.0], [3.0, 1.0, 0.0]], [1.0, 2.0, 3.0], [0.5, 0.0, 1.0])]
    out = package.nn.functional.layer_norm(leaves[0], (3,), *leaves[1:], eps=0.5)
    once = package.autograd.grad((out ** 2).sum(), leaves, retain_graph=True)
    first = package.autograd.grad((out ** 2).sum(), leaves, create_graph=True)
    twice = package.autograd.grad(sum((one * one).sum() for one in first), leaves)
    return [one.flatten().tolist() for one in (*once, *first, *twice)]


def test_the_slopes_of_a_layer_norm_and_their_slopes():
    found = slopes_of_layer_norm(minigrad)
    expected = [
        [0.80653, -5.166312, 4.359782, 0.614534, 1.631198, -2.245732], [4.664928, 0.432432, 13.762288],
        [2.464991, -1.859962, 5.394972],
    ]
    expected += expected + [
        [19.333373, -55.645594, 36.312221, 0.856383, 45.464537, -46.32092], [31.536243, 11.221521, 195.531916],
        [30.176161, -31.974797, 62.040801],
    ]
    for mine, numbers in zip(found, expected, strict=True):
        assert mine == pytest.approx(numbers, abs=1e-6)


def test_the_slopes_of_a_layer_norm_are_pytorchs():
    for mine, theirs in zip(slopes_of_layer_norm(minigrad), slopes_of_layer_norm(pytest.importorskip("torch"))):
        assert mine == pytest.approx(theirs, abs=1e-12)


def test_what_a_state_says_of_a_parameter_that_is_not_there_is_kept(lib):
    w = lib.ones(1, requires_grad=True)
    adam = lib.optim.Adam([w], lr=0.1)
    adam.load_state_dict({**adam.state_dict(), "state": {7: {"step": 1}}})
    assert adam.state_dict()["state"] == {7: {"step": 1}}


def test_a_loss_of_logits_has_the_dtype_of_its_target(lib):
    x, y = lib.ones(2, dtype=lib.float64, requires_grad=True), lib.ones(2)
    loss = lib.nn.functional.binary_cross_entropy_with_logits(x, y)
    loss.backward()
    assert (loss.dtype, x.grad.dtype) == (lib.float32, lib.float64)


def test_what_an_embedding_leaves_out_is_refused_before_it_learns():
    for option in ({"max_norm": 1.0}, {"sparse": True}):
        with pytest.raises(NotImplementedError, match="its gradients are dense"):
            minigrad.nn.Embedding(2, 2, **option)(minigrad.tensor([0]))


def test_a_users_script_prints_the_same_on_pytorch(tmp_path):
    """60 lines as everybody writes them; only the first one, the import, differs."""
    script = (Path(__file__).parents[1] / "scripts" / "reads_digits.txt").read_text(encoding="utf-8")
    first, _, rest = script.partition("\n")
    assert first == "import minigrad as torch" and len(rest.splitlines()) >= 55
    torch_with_avx2()
    said = []
    for line in (first, "import torch"):
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(f"{line}\n{rest}", "reads_digits", "exec"),
                 {"__name__": "__main__", "PLACE": str(tmp_path / f"{len(said)}.state")})
        said.append(out.getvalue())
    assert said[0] == said[1] and "test: " in said[0]
    assert float(said[0].split("test: ")[1].split("%")[0]) > 88  # the last pictures are of other writers


# What chapter 16 learns from


def test_the_prose_of_chapter_16_stays_as_it_is():
    """Its losses, and what its network writes, hang on every letter."""
    assert hashlib.sha256(prose().encode()).hexdigest() == (
        "c44c2ff11d109d576d9288d283ad0b958631f1f8da9ceac1bff5c77ab666f90d"
    )
    assert len(prose().splitlines()) > 1400 and len(set(prose())) == 33


def test_the_stored_weights_are_those_of_the_chapters_network():
    """They fit into it, and they know the text; the training itself takes minutes."""
    model = writing.trained(minigrad, steps=2)
    assert str(model.load_state_dict({name: minigrad.tensor(array) for name, array in writer().items()})) == (
        "<All keys matched successfully>"
    )
    letters = sorted(set(prose()))
    codes = minigrad.tensor([letters.index(letter) for letter in prose()[:3300]]).reshape(100, 33)
    with minigrad.no_grad():
        loss = minigrad.nn.functional.cross_entropy(model(codes[:, :-1]).reshape(-1, 33), codes[:, 1:].reshape(-1))
    assert 0.8 < loss.item() < 1.3


def test_the_loss_of_logits_bends_at_0_as_everywhere(lib):
    """Where the scores are the targets, too, the way back differentiates ln(sigmoid) itself."""
    for at in (0.0, 1e-6, 90.0, -90.0):
        x = lib.tensor([at], dtype=lib.float64, requires_grad=True)
        loss = lib.nn.functional.binary_cross_entropy_with_logits(x, x, pos_weight=lib.tensor([3.0], dtype=x.dtype))
        (slope,) = lib.autograd.grad(loss, x, create_graph=True)
        (bend,) = lib.autograd.grad(slope.sum(), x)
        assert bend.item() == pytest.approx({0.0: -3.75, 1e-6: -3.75, 90.0: -2, -90.0: -6}[at], abs=1e-4)
