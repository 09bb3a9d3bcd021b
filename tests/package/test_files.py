"""A state in a file: whole or not at all, the same numbers back, and a clear error for a file of any other kind."""
import copy
import io
import os
import pickle
import stat
import subprocess
import sys
import zipfile

import numpy as np
import pytest

import minigrad
from minigrad import nn
from minigrad.library import serialization as files


def state():
    minigrad.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2)).state_dict()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.npz"


@pytest.fixture
def good(path):
    minigrad.save(state(), path)
    return path


def refusal(path):
    with pytest.raises(RuntimeError) as caught:
        minigrad.load(path)
    assert str(caught.value).startswith(f"{path.name} is not a file that minigrad.save wrote: ")
    return str(caught.value).partition("wrote: ")[2]


# There and back


def test_what_was_saved_comes_back(good):
    loaded = minigrad.load(good)
    assert list(loaded) == list(state())
    for name, tensor in state().items():
        assert loaded[name].dtype is tensor.dtype and loaded[name].tolist() == tensor.tolist()
        assert loaded[name].is_leaf and not loaded[name].requires_grad


@pytest.mark.parametrize("tensor", [
    minigrad.tensor(2.5), minigrad.tensor([], dtype=minigrad.float64), minigrad.tensor([[True, False]]),
    minigrad.arange(6).reshape(2, 3).t(), minigrad.zeros(0, 3), minigrad.tensor([float("nan"), float("inf")]),
    minigrad.ones(2, requires_grad=True) * 2, nn.Parameter(minigrad.ones(2)),
])
def test_every_kind_of_tensor_comes_back(tensor, path):
    minigrad.save({"t": tensor}, path)
    back = minigrad.load(path)["t"]
    assert (back.shape, back.dtype) == (tensor.shape, tensor.dtype)
    np.testing.assert_array_equal(back.numpy(), tensor.detach().numpy())
    back += 1 if tensor.dtype is not minigrad.bool else False  # it can be written into
    assert back.is_contiguous()


@pytest.mark.parametrize("name", ["file", "allow_pickle", "self", "arr_0", "a.b", "../up", "/etc", "层", "", "a space"])
def test_every_name_comes_back_and_none_leads_anywhere(name, path):
    minigrad.save({name: minigrad.ones(2)}, path)
    assert list(minigrad.load(path)) == [name]
    assert os.listdir(path.parent) == [path.name]


def test_names_with_a_zero_byte_come_back_beside_those_that_look_like_them(path):
    names = ["a\0b", "a_b", "a\0\0b", "a__b", "\0", "_", "a\0b_", "a", "a_\0", ""]
    minigrad.save({name: minigrad.tensor(number) for number, name in enumerate(names)}, path)
    assert {name: tensor.item() for name, tensor in minigrad.load(path).items()} == {
        name: number for number, name in enumerate(names)
    }
    assert len(np.load(path).files) == len(names)


def test_numpy_reads_what_was_saved_and_load_reads_what_numpy_saved(good, path):
    with np.load(good, allow_pickle=False) as file:
        assert {name: array.tolist() for name, array in file.items()} == {k: v.tolist() for k, v in state().items()}
    np.savez(path, a=np.arange(3.0), b=np.asfortranarray(np.ones((2, 3), np.float32)))
    assert {name: tensor.tolist() for name, tensor in minigrad.load(path).items()} == {
        "a": [0, 1, 2], "b": [[1, 1, 1], [1, 1, 1]],
    }


def test_numpys_compressed_files_are_read_as_long_as_they_are_no_bombs(path):
    np.savez_compressed(path, a=np.random.default_rng(0).normal(size=100))
    assert minigrad.load(path)["a"].shape == (100,)


def test_an_empty_state_is_a_state(path):
    minigrad.save({}, path)
    assert dict(minigrad.load(path)) == {}


def test_a_model_goes_on_where_it_stopped(good):
    model = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))
    assert repr(model.load_state_dict(minigrad.load(good))) == "<All keys matched successfully>"


# A good file is never replaced by half of one


class Broken(dict):
    """A state that stops working in the middle."""

    def items(self):
        yield from list(super().items())[:2]
        raise MemoryError("no room left")


def test_an_error_while_saving_leaves_the_old_file_and_nothing_else(good):
    before = good.read_bytes()
    with pytest.raises(MemoryError):
        minigrad.save(Broken(state()), good)
    assert good.read_bytes() == before and os.listdir(good.parent) == [good.name]


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_an_error_at_any_step_leaves_the_old_file_and_nothing_else(good, monkeypatch, step):
    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    before = good.read_bytes()
    monkeypatch.setattr(files if step == "write" else os, step, fail)
    with pytest.raises(OSError, match="No space left"):
        minigrad.save({"new": minigrad.ones(2)}, good)
    assert good.read_bytes() == before and os.listdir(good.parent) == [good.name]


def test_a_process_that_is_killed_while_saving_leaves_the_old_file(good):
    program = (
        "import os, minigrad, minigrad.library.serialization as files\n"
        "old = files.write\n"
        "def write(file, *rest):\n    old(file, *rest)\n    file.flush()\n    os._exit(9)\n"
        f"files.write = write\nminigrad.save({{'new': minigrad.ones(2)}}, {str(good)!r})\n"
    )
    before = good.read_bytes()
    assert subprocess.run([sys.executable, "-c", program]).returncode == 9
    assert good.read_bytes() == before and list(minigrad.load(good)) == list(state())


def test_saving_again_replaces_the_file(good):
    minigrad.save({"new": minigrad.ones(2)}, good)
    assert list(minigrad.load(good)) == ["new"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_a_saved_file_can_be_read_by_whom_the_system_lets_read_new_files(good):
    (good.parent / "other").write_text("")
    assert stat.S_IMODE(good.stat().st_mode) == stat.S_IMODE((good.parent / "other").stat().st_mode)


# What is no state


@pytest.mark.parametrize(("obj", "kind"), [
    (nn.Linear(1, 1), "Linear"),
    ({"a": {"b": {1, 2}}}, "set"),
    ([minigrad.ones(2), print], "builtin_function_or_method"),
    ({"a": np.float64(3)}, "float64"),
])
def test_saving_something_else_is_refused_before_a_file_is_made(obj, kind, path):
    with pytest.raises(TypeError) as caught:
        minigrad.save(obj, path)
    assert str(caught.value).endswith(f"such as model.state_dict(), not {kind}")
    assert os.listdir(path.parent) == []


@pytest.mark.parametrize("made", [
    lambda lib: 3, lambda lib: "text \ud800", lambda lib: float("inf"), lambda lib: lib.ones(2, requires_grad=True),
    lambda lib: [lib.ones(2, dtype=lib.float64), (True, None, [])], lambda lib: {3: lib.tensor([1, 2]), "a": {}},
    lambda lib: {"0": {"1": lib.ones(0, 2)}, (1, "b"): lib.tensor(True)},
], ids=["number", "text", "infinity", "leaf", "list", "keys", "names"])
def test_what_is_no_state_comes_back_as_pytorch_gives_it(lib, made, path):
    thing = made(lib)
    lib.save(thing, path)
    assert repr(lib.load(path)) == repr(thing)


def test_a_tensor_that_stands_twice_is_loaded_once(lib, path):
    x = lib.ones(2)
    lib.save({"a": [x], "b": x}, path)
    found = lib.load(path)
    assert found["a"][0] is found["b"] or found["a"][0].data_ptr() == found["b"].data_ptr()


def test_training_goes_on_from_a_checkpoint(lib, path):
    """As PyTorch's own page on checkpoints writes it: model, optimizer, epoch."""
    def begun():
        lib.manual_seed(0)
        net = lib.nn.Linear(2, 1)
        return net, lib.optim.Adam(net.parameters(), lr=0.1)

    def step(net, adam):
        adam.zero_grad()
        (net(lib.ones(3, 2)) ** 2).sum().backward()
        adam.step()

    net, adam = begun()
    step(net, adam)
    lib.save({"epoch": 1, "model": net.state_dict(), "optimizer": adam.state_dict()}, path)
    step(net, adam)
    other, second = begun()
    checkpoint = lib.load(path)
    other.load_state_dict(checkpoint["model"])
    second.load_state_dict(checkpoint["optimizer"])
    step(other, second)
    assert checkpoint["epoch"] == 1
    assert [p.tolist() for p in other.parameters()] == [p.tolist() for p in net.parameters()]


def test_a_damaged_structure_is_refused(path):
    minigrad.save([minigrad.ones(2), minigrad.tensor([1, 2])], path)
    for text in ("{", '{"list": [{"tensor": [2, false]}]}', '{"run": "me"}', '{"dict": [[{"list": []}, 1]]}',
                 '{"tensor": [1, true]}', '{"tensor": [0, 2]}'):
        with zipfile.ZipFile(path) as archive:
            arrays = {name: archive.read(name) for name in archive.namelist() if name.endswith(".npy")}
        with zipfile.ZipFile(path, "w") as archive:
            for name, numbers in arrays.items():
                archive.writestr(name, numbers)
            archive.writestr("structure.json", text)
        refusal(path)


def test_a_folder_that_is_not_there_and_a_file_that_is_not_there(path):
    with pytest.raises(FileNotFoundError):
        minigrad.save(state(), path.parent / "no" / "model.npz")
    with pytest.raises(FileNotFoundError):
        minigrad.load(path)


# Files that are cut off, foreign or hostile


@pytest.mark.parametrize("share", [0, 0.01, 0.3, 0.9, 0.99])
def test_a_file_that_is_cut_off_is_refused(good, share):
    whole = good.read_bytes()
    good.write_bytes(whole[: int(len(whole) * share)])
    assert refusal(good) == "it is no zip archive, or its end is missing"


def test_every_changed_byte_is_noticed_or_changes_nothing(good):
    whole, right = good.read_bytes(), {name: tensor.tolist() for name, tensor in state().items()}
    random = np.random.default_rng(0)
    noticed = 0
    for place in random.choice(len(whole), 200, replace=False):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        good.write_bytes(damaged)
        try:
            loaded = minigrad.load(good)
        except RuntimeError:
            noticed += 1
        else:
            assert all(loaded[name].tolist() == right[name] for name in right if name in loaded)
    assert noticed > 100


@pytest.mark.parametrize("content", [b"", b"hello", b"\x93NUMPY", b"\x89PNG\r\n", os.urandom(1000)])
def test_a_foreign_file_is_refused(path, content):
    path.write_bytes(content)
    assert refusal(path) == "it is no zip archive, or its end is missing"


class Bomb:
    """What a pickle can do: run code when it is read."""

    def __init__(self, target):
        self.target = target

    def __reduce__(self):
        return open, (self.target, "w")


def test_a_pickle_is_refused_and_never_run(path):
    target = str(path.parent / "ran")
    path.write_bytes(pickle.dumps(Bomb(target)))
    refusal(path)
    array = np.array([Bomb(target)], dtype=object)
    np.savez(path, a=array)
    assert refusal(path) == "the numbers of 'a.npy' are of the kind object"
    with zipfile.ZipFile(path, "w") as archive:  # what torch.save writes
        archive.writestr("archive/data.pkl", pickle.dumps(Bomb(target)))
    assert refusal(path) == "it holds a pickle, as PyTorch's own files do, and a pickle can run code"
    assert not os.path.exists(target)


def test_a_file_of_pytorch_is_refused_with_the_reason(path):
    torch = pytest.importorskip("torch")
    torch.save({"a": torch.ones(2)}, path)
    assert refusal(path) == "it holds a pickle, as PyTorch's own files do, and a pickle can run code"


def member(shape, numbers=b"", descr="<f4", version=(1, 0)):
    """An array file whose header says what it likes."""
    file = io.BytesIO()
    header = {"descr": descr, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)
    return file.getvalue() + numbers


@pytest.mark.parametrize(("parts", "words"), [
    ({"a.npy": member((10**12,))}, "'a.npy' holds 0 numbers, not [1000000000000]"),
    ({"a.npy": member((2**40, 2**40), b"1234")}, "'a.npy' holds 1 numbers, not [1099511627776, 1099511627776]"),
    ({"a.npy": member((-1, -2), bytes(8))}, "'a.npy' holds 2 numbers, not [-1, -2]"),
    ({"a.npy": member((3,), bytes(8))}, "'a.npy' holds 2 numbers, not [3]"),
    ({"a.npy": member((1,), bytes(8))}, "'a.npy' holds 2 numbers, not [1]"),
    ({"a.npy": member((2,), bytes(4), "<f2")}, "the numbers of 'a.npy' are of the kind float16"),
    ({"a.npy": member((1,), bytes(4), ">f4")}, "the numbers of 'a.npy' are of the kind >f4"),
    ({"a.npy": member((1,), bytes(8), "<c8")}, "the numbers of 'a.npy' are of the kind complex64"),
    ({"a.txt": b"hello"}, "its part 'a.txt' is no array, or comes twice"),
    ({"npy": b""}, "its part 'npy' is no array, or comes twice"),
])
def test_an_archive_that_does_not_tell_the_truth_is_refused(path, parts, words):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    assert refusal(path) == words


@pytest.mark.parametrize("content", [b"\x93NUMPY\x01\x00\x03\x00(((", member((True, 1), bytes(4))])
def test_a_header_that_makes_no_sense_is_refused_too(path, content):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", content)
    refusal(path)


@pytest.mark.parametrize("content", [
    b"", b"\x93NUM", b"\x93NUMPY\x01\x00\xff\xff{", b"\x93NUMPY\x09\x00\x10\x00" + b" " * 16,
    b"\x93NUMPY\x01\x00\x10\x00__import__('os')",
])
def test_a_part_with_a_broken_header_is_refused(path, content):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", content)
    assert refusal(path)


@pytest.mark.parametrize("shape", ["(1 + 1,)", "(f(),)", "(2,)" + " " * 20_000], ids=["sum", "call", "long"])
def test_neither_numpys_parser_nor_its_advice_is_shown(path, shape):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}\n".encode()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(8))
    assert refusal(path) == "'a.npy' begins with no header of numpy.save"


def test_a_bomb_is_refused_before_it_is_unpacked(path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", member((10**7,), bytes(4 * 10**7)))
    assert path.stat().st_size < 10**5
    assert refusal(path) == "it is compressed, which numpy.savez is not"


def test_a_compressed_file_that_unpacks_to_more_is_refused_with_the_reason(path):
    np.savez_compressed(path, a=np.zeros(1000))
    assert refusal(path) == "it is compressed, which numpy.savez is not"


def test_an_archive_that_claims_more_than_it_holds_is_refused(good):
    whole = bytearray(good.read_bytes())
    place = whole.index(b"PK\x01\x02") + 24  # how long the first part is said to be
    whole[place:place + 4] = (10**9).to_bytes(4, "little")
    good.write_bytes(whole)
    assert refusal(good) == "it claims to hold more than it can"


def test_an_archive_of_more_names_than_any_model_has_is_refused(good, monkeypatch):
    monkeypatch.setattr(files, "MOST_NAMES", 4)
    assert len(minigrad.load(good)) == 4
    monkeypatch.setattr(files, "MOST_NAMES", 3)
    assert refusal(good) == "it claims to hold more than it can"


def test_a_name_that_comes_twice_is_refused(path):
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", member((1,), bytes(4)))
        archive.writestr("a.npy", member((1,), b"1234"))
    assert refusal(path) == "its part 'a.npy' is no array, or comes twice"


def test_an_encrypted_archive_is_refused(good):
    whole = bytearray(good.read_bytes())
    place = whole.index(b"PK\x01\x02")
    whole[place + 8] |= 1  # the flag of encryption
    good.write_bytes(whole)
    assert "encrypted" in refusal(good)


def test_a_folder_is_no_file(path):
    path.mkdir()
    with pytest.raises(OSError):
        minigrad.load(path)


def test_a_state_is_not_changed_by_saving_it(path):
    before = state()
    kept = copy.deepcopy(before)
    minigrad.save(before, path)
    assert [a.tolist() for a in before.values()] == [b.tolist() for b in kept.values()]


def test_a_folder_is_not_replaced(tmp_path):
    for place in (tmp_path, f"{tmp_path}{os.sep}", "."):
        with pytest.raises(IsADirectoryError):
            minigrad.save({"w": minigrad.ones(1)}, place)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="links and modes as Unix has them")
def test_links_and_who_may_read_stay_as_they_are(path):
    minigrad.save({"w": minigrad.zeros(1)}, path)
    path.chmod(0o600)
    link = path.with_name("link.npz")
    link.symlink_to(path.name)
    minigrad.save({"w": minigrad.ones(1)}, link)
    assert link.is_symlink() and minigrad.load(path)["w"].tolist() == [1.0]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="pipes as Unix has them")
def test_a_pipe_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError):
        minigrad.save({"w": minigrad.ones(1)}, tmp_path / "pipe")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
