"""Examples and batches, `utils.data`, on minigrad and on PyTorch: the same order, the same batches and errors."""

import os
import warnings
from collections import OrderedDict, namedtuple

import numpy as np
import pytest

import minigrad

Pair = namedtuple("Pair", "first second")


def rows(package, count=10):
    return package.utils.data.TensorDataset(package.arange(count), package.arange(count) * 2.0)


def order(loader):
    return [number for batch in loader for number in batch[0].tolist()]


def test_a_loader_gives_the_rows_in_batches(lib):
    loader = lib.utils.data.DataLoader(rows(lib), batch_size=4)
    assert [(inputs.tolist(), targets.tolist()) for inputs, targets in loader] == [
        ([0, 1, 2, 3], [0, 2, 4, 6]), ([4, 5, 6, 7], [8, 10, 12, 14]), ([8, 9], [16, 18])]
    assert len(loader) == 3 and order(loader) == list(range(10))
    shorter = lib.utils.data.DataLoader(rows(lib), 4, drop_last=True)
    assert len(shorter) == 2 and [len(batch[0]) for batch in shorter] == [4, 4]
    assert [type(batch) for batch in lib.utils.data.DataLoader(rows(lib))][0] is list
    assert len(lib.utils.data.DataLoader([], 3)) == 0 == len(list(lib.utils.data.DataLoader([], 3)))


# what PyTorch says: two passes after manual_seed(7), and two with a generator of its own; then `rand` behind the first
ORDERS = [
    [3, 2, 7, 8, 6, 1, 5, 9, 0, 4],
    [1, 3, 5, 2, 8, 9, 6, 7, 4, 0],
    [7, 4, 2, 9, 1, 5, 0, 8, 6, 3],
    [1, 2, 0, 5, 9, 4, 8, 3, 6, 7],
]
BEHIND = [0.3653162, 0.8512684]


def shuffled(package, **options):
    package.manual_seed(7)
    loader = package.utils.data.DataLoader(rows(package), 3, shuffle=True, **options)
    return order(loader), order(loader), package.rand(2).tolist()


def test_the_order_of_a_shuffle_is_pytorchs():
    torch = pytest.importorskip("torch")
    assert shuffled(minigrad) == shuffled(torch)
    ours, theirs = (shuffled(package, generator=package.Generator().manual_seed(3)) for package in (minigrad, torch))
    assert ours == theirs


def test_the_order_of_a_shuffle_is_the_recorded_one():
    first, second, behind = shuffled(minigrad)
    assert [first, second] == ORDERS[:2] and behind == pytest.approx(BEHIND, abs=1e-7)
    first, second, behind = shuffled(minigrad, generator=minigrad.Generator().manual_seed(3))
    assert [first, second] == ORDERS[2:]


def test_an_iterator_that_is_not_used_takes_one_number_from_the_stream_as_in_pytorch(lib):
    loader, streams = lib.utils.data.DataLoader(rows(lib), shuffle=True), []
    for _ in range(2):
        lib.manual_seed(1)
        streams.append(lib.rand(1).item())
        iter(loader)
        streams.append(lib.rand(1).item())
    lib.manual_seed(1)
    numbers = lib.rand(4).tolist()
    assert streams[0] == streams[2] == numbers[0] and streams[1] == streams[3] == numbers[3]


EXAMPLES = [
    ("[1, 2]", "two whole numbers"), ("[1.5, 2.0]", "floats"), ("[True, False]", "answers"), ("['a', 'b']", "texts"),
    ("[b'a', b'b']", "bytes"), ("[torch.ones(2), torch.zeros(2)]", "tensors"),
    ("[np.ones(2), np.zeros(2)]", "arrays"), ("[np.float32(1), np.float32(2)]", "NumPy's numbers"),
    ("[np.float64(1), np.float64(2)]", "NumPy's floats"), ("[np.int64(1), np.int64(2)]", "NumPy's whole numbers"),
    ("[np.bool_(True), np.bool_(False)]", "NumPy's answers"),
    ("[(1, 2.0), (3, 4.0)]", "tuples"), ("[[1, 'a'], [2, 'b']]", "lists"),
    ("[{'x': 1, 'y': (2, 'a')}, {'x': 3, 'y': (4, 'b')}]", "dicts"), ("[Pair(1, 2.0), Pair(3, 4.0)]", "named tuples"),
    ("[OrderedDict(a=1), OrderedDict(a=2)]", "ordered dicts"), ("[np.array(1.5), np.array(2)]", "arrays of one number"),
]
BAD = [
    "default_collate([object, object])", "default_collate([None, None])", "default_collate([np.array(['a'])])",
    "default_collate([[1], [1, 2]])", "default_collate([torch.ones(1), torch.ones(2)])",
    "TensorDataset(torch.ones(2), torch.ones(3))", "Dataset()[0]", "DataLoader([1], 0)", "DataLoader([1], 1.5)",
    "DataLoader([1], True)", "DataLoader([], shuffle=True)", "DataLoader([1], num_workers=-1)",
    "random_split([1, 2], [3])", "random_split([1, 2], [1.5, -0.5])", "random_split([1, 2], [0.5, 0.25])",
    "[*DataLoader([1, 'a'], 2)]", "Subset([1, 2], [5])[0]",
]


def shown(value):
    if hasattr(value, "dtype"):
        return str(value.dtype).replace("minigrad", "torch"), value.tolist()
    if isinstance(value, dict):
        return type(value), {key: shown(part) for key, part in value.items()}
    return (type(value), [shown(part) for part in value]) if isinstance(value, (list, tuple)) else value


def outcome(code, package):
    names = {"torch": package, "np": np, "Pair": Pair, "OrderedDict": OrderedDict, **vars(package.utils.data)}
    try:
        return shown(eval(code, names))
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("code", [code for code, _ in EXAMPLES], ids=[name for _, name in EXAMPLES])
def test_examples_are_put_together_as_in_pytorch(code):
    ours = outcome(f"default_collate({code})", minigrad)
    assert "Error" not in str(ours[0])
    assert ours == outcome(f"default_collate({code})", pytest.importorskip("torch"))


def test_a_batch_holds_tensors_of_the_examples_numbers(lib):
    first, second = lib.utils.data.default_collate([({"x": 1.5}, "a"), ({"x": 2.0}, "b")])
    assert first["x"].tolist() == [1.5, 2.0] and first["x"].dtype is lib.float64 and second == ("a", "b")


@pytest.mark.parametrize("code", BAD)
def test_what_is_refused_is_refused_in_pytorchs_words(code):
    ours = outcome(code, minigrad)
    assert isinstance(ours, tuple) and ours[0].endswith("Error")
    assert ours == outcome(code, pytest.importorskip("torch"))


def test_with_workers_the_batches_are_the_same_and_come_from_this_process():
    batches = []
    for workers in (0, 2):
        minigrad.manual_seed(3)
        loader = minigrad.utils.data.DataLoader([*range(5)], 2, shuffle=True, num_workers=workers,
                                                collate_fn=lambda found: (found, os.getpid()))
        batches.append(([*loader], minigrad.rand(1).item()))
    assert batches[0] == batches[1] and {process for _, process in batches[0][0]} == {os.getpid()}


def test_a_function_of_ones_own_makes_the_batches(lib):
    loader = lib.utils.data.DataLoader(["a", "bc", "d"], 2, collate_fn="".join)
    assert list(loader) == ["abc", "d"]
    members = {"__getitem__": lambda self, n: n * n, "__len__": lambda self: 5}
    squares = type("Squares", (lib.utils.data.Dataset,), members)
    loader = lib.utils.data.DataLoader(squares(), 3, collate_fn=None)
    assert [batch.tolist() for batch in loader] == [[0, 1, 4], [9, 16]]


def parts(package, *lengths, **options):
    package.manual_seed(5)
    return [part.indices for part in package.utils.data.random_split(range(10), lengths, **options)]


def test_a_split_is_pytorchs():
    torch = pytest.importorskip("torch")
    for lengths in ((7, 3), (0.65, 0.35), (0.3, 0.3, 0.4), (1.0,), (10, 0)):
        assert parts(minigrad, *lengths) == parts(torch, *lengths)
        generators = [package.Generator().manual_seed(2) for package in (minigrad, torch)]
        assert parts(minigrad, *lengths, generator=generators[0]) == parts(torch, *lengths, generator=generators[1])


def test_each_example_is_in_one_part(lib):
    split = lib.utils.data.random_split(rows(lib), [0.75, 0.25])
    assert [len(part) for part in split] == [8, 2]
    assert sorted(part[place][0].item() for part in split for place in range(len(part))) == list(range(10))
    assert split[1][[0, 1]][0].tolist() == [split[1][0][0].item(), split[1][1][0].item()]
    with pytest.warns(UserWarning, match="^Length of split at index 1 is 0. This might result") as caught:
        lib.utils.data.random_split([1], [0.5, 0.5])
    assert caught[0].filename == __file__
    with warnings.catch_warnings(action="error"):
        lib.utils.data.random_split([1, 2], [2, 0])


def test_a_network_learns_from_batches(lib):
    lib.manual_seed(0)
    x = lib.linspace(-1, 1, 32).reshape(32, 1)
    loader = lib.utils.data.DataLoader(lib.utils.data.TensorDataset(x, 3 * x + 1), 8, shuffle=True)
    model = lib.nn.Linear(1, 1)
    optimizer = lib.optim.SGD(model.parameters(), lr=0.3)
    for _ in range(30):
        for inputs, targets in loader:
            optimizer.zero_grad()
            lib.nn.functional.mse_loss(model(inputs), targets).backward()
            optimizer.step()
    assert [model.weight.item(), model.bias.item()] == pytest.approx([3, 1], abs=1e-3)


def test_pytorchs_place_for_what_a_registration_gives():
    from minigrad.utils.hooks import RemovableHandle

    assert type(minigrad.nn.ReLU().register_forward_hook(print)) is RemovableHandle
