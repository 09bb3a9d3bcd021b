"""A tensor: how it is made, what kind of number it holds, whose memory it uses, and what its flag means."""
import copy
import inspect
import operator
import pickle

import numpy as np
import pytest

import minigrad
from minigrad.operations import leaves
from minigrad.core.tensors import Tensor

KINDS = ["float32", "float64", "int64", "bool"]

# What is written, and the array that it makes, in NumPy. `array` holds float64 numbers of shape (2, 3).
CONSTRUCTORS = [
    ("torch.tensor(2.5)", "np.array(2.5, 'f4')"),
    ("torch.tensor(2)", "np.array(2)"),
    ("torch.tensor(True)", "np.array(True)"),
    ("torch.tensor([1.0, 2.0])", "np.array([1.0, 2.0], 'f4')"),
    ("torch.tensor([1, 2.5])", "np.array([1.0, 2.5], 'f4')"),
    ("torch.tensor([True, 2])", "np.array([1, 2])"),
    ("torch.tensor([True, 2.5])", "np.array([1.0, 2.5], 'f4')"),
    ("torch.tensor([True, False])", "np.array([True, False])"),
    ("torch.tensor(((1, 2), [3, 4]))", "np.array([[1, 2], [3, 4]])"),
    ("torch.tensor([])", "np.zeros(0, 'f4')"),
    ("torch.tensor([[], []])", "np.zeros((2, 0), 'f4')"),
    ("torch.tensor([[[1.0]]])", "np.ones((1, 1, 1), 'f4')"),
    ("torch.tensor(range(3))", "np.arange(3)"),
    ("torch.tensor([[], 1])", "np.zeros((2, 0), 'f4')"),
    ("torch.tensor([range(2), [1, 2]])", "np.array([[0, 1], [1, 2]])"),
    ("torch.tensor([2**70, 1.5])", "np.array([2**70, 1.5], 'f4')"),
    ("torch.tensor([1.0, np.float64(2)])", "np.array([1.0, 2.0])"),
    ("torch.tensor([np.int64(1), 2.5])", "np.array([1.0, 2.5], 'f4')"),
    ("torch.tensor([0.1], dtype=torch.float64)", "np.array([0.1])"),
    ("torch.tensor([1, torch.tensor(2.5)])", "np.array([1.0, 2.5], 'f4')"),
    ("torch.tensor([[torch.ones(1, 1)], [2]])", "np.array([[1.0], [2.0]], 'f4')"),
    ("torch.tensor([torch.ones(1, dtype=torch.float64), torch.ones(1)])", "np.ones(2)"),
    ("torch.tensor([torch.tensor(2), True])", "np.array([2, 1])"),
    ("torch.tensor([torch.tensor(2)], dtype=torch.float32)", "np.array([2.0], 'f4')"),
    ("torch.tensor([float('inf'), float('-inf'), float('nan')])", "np.array([np.inf, -np.inf, np.nan], 'f4')"),
    ("torch.tensor(2**63 - 1)", "np.array(2**63 - 1)"),
    ("torch.tensor(-2**63)", "np.array(-2**63)"),
    ("torch.tensor(array)", "array"),
    ("torch.tensor(array.T)", "array.T"),
    ("torch.tensor(array > 0)", "array > 0"),
    ("torch.tensor(np.float64(1.5))", "np.array(1.5)"),
    ("torch.tensor([np.float64(1.5), 2])", "np.array([1.5, 2])"),
    ("torch.tensor([np.float32(1.5), 2])", "np.array([1.5, 2], 'f4')"),
    ("torch.tensor([np.int64(3)])", "np.array([3])"),
    ("torch.tensor([torch.tensor(1.0), 2.0])", "np.array([1.0, 2.0], 'f4')"),
    ("torch.tensor(1, dtype=torch.float32)", "np.array(1, 'f4')"),
    ("torch.tensor([1.7, -1.7], dtype=torch.int64)", "np.array([1, -1])"),
    ("torch.tensor([0.5, 0.0], dtype=torch.bool)", "np.array([True, False])"),
    ("torch.tensor(array, dtype=torch.float32)", "array.astype('f4')"),
    ("torch.tensor([2**70], dtype=torch.float64)", "np.array([2.0**70])"),
    ("torch.tensor([2**70, 1.0])", "np.array([2.0**70, 1.0], 'f4')"),
    ("torch.from_numpy(array)", "array"),
    ("torch.from_numpy(np.array(2.0))", "np.array(2.0)"),
    ("torch.ones(2, 3)", "np.ones((2, 3), 'f4')"),
    ("torch.ones((2, 3))", "np.ones((2, 3), 'f4')"),
    ("torch.ones([2, 3])", "np.ones((2, 3), 'f4')"),
    ("torch.ones(torch.Size([2, 3]))", "np.ones((2, 3), 'f4')"),
    ("torch.ones(())", "np.ones((), 'f4')"),
    ("torch.ones(0)", "np.ones(0, 'f4')"),
    ("torch.ones(2, dtype=torch.int64)", "np.ones(2, int)"),
    ("torch.zeros(2, 0)", "np.zeros((2, 0), 'f4')"),
    ("torch.zeros(2, dtype=torch.float64)", "np.zeros(2)"),
    ("torch.zeros([3], dtype=torch.bool)", "np.zeros(3, bool)"),
    ("torch.ones_like(torch.tensor(array))", "np.ones((2, 3))"),
    ("torch.ones_like(torch.tensor(7))", "np.array(1)"),
    ("torch.zeros_like(torch.tensor(array), dtype=torch.float32)", "np.zeros((2, 3), 'f4')"),
    ("torch.zeros_like(torch.tensor([True]))", "np.array([False])"),
    ("torch.manual_seed(0) and torch.rand(2, 3) * 0", "np.zeros((2, 3), 'f4')"),
    ("torch.rand(2, dtype=torch.float64) * 0", "np.zeros(2)"),
    ("torch.randn((2, 3)) * 0", "np.zeros((2, 3), 'f4')"),
    ("torch.randn(()) * 0", "np.zeros((), 'f4')"),
]


def made(code, torch):
    array = np.array([[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]])
    return eval(code, {"torch": torch, "np": np, "array": array})


@pytest.mark.parametrize(("code", "expected"), CONSTRUCTORS)
def test_a_new_tensor_is_a_leaf_with_these_numbers(lib, code, expected):
    result, expected = made(code, lib), made(expected, lib)
    assert str(result.dtype) == f"{lib.__name__}.{expected.dtype}"
    assert (result.shape, result.dim(), result.numel()) == (expected.shape, expected.ndim, expected.size)
    assert result.numpy().dtype == expected.dtype
    np.testing.assert_array_equal(result.numpy(), expected)
    assert result.tolist() == expected.tolist() or np.isnan(expected).any()
    assert (result.is_leaf, result.requires_grad, result.grad, result.grad_fn) == (True, False, None, None)
    assert (result._version, result.output_nr) == (0, 0)


NO_TENSOR = [
    ("torch.tensor([1., [2]])", TypeError, "must be real number, not list"),
    ("torch.tensor([1, 'a'], dtype=torch.float32)", TypeError, "must be real number, not str"),
    ("torch.tensor([None, 1], dtype=torch.int64)", TypeError, "'NoneType' object cannot be interpreted as an integer"),
    ("torch.tensor([1., 2**70], dtype=torch.int64)", ValueError, "Overflow when unpacking long long"),
    ("torch.tensor([torch.ones(1)], dtype=torch.int64)", TypeError,
     "only integer tensors of a single element can be converted to an index"),
    ("torch.ones(2, 3, 4)[:, torch.ones(3, 2) > 0]", IndexError,
     "The shape of the mask [3, 2] at index 1 does not match the shape of the indexed tensor [2, 3, 4] at index 2"),
    ("torch.ones(2, 3)[0, 'a']", TypeError, "new(): invalid data type 'str'"),
    ("torch.ones(2, 3)[[0, 'a']]", TypeError, "new(): invalid data type 'str'"),
    ("torch.ones(2)[b'a']", TypeError, "new(): invalid data type 'bytes'"),
    ("torch.tensor(1)['a']", IndexError, "too many indices for tensor of dimension 0"),
    ("torch.ones(2, 3)[torch.ones(2, 1) > 0]", IndexError,
     "The shape of the mask [2, 1] at index 1 does not match the shape of the indexed tensor [2, 3] at index 1"),
    ("torch.tensor([1, 'a'])", TypeError, "new(): invalid data type 'str'"),
    ("torch.tensor([float('nan')], dtype=torch.int64)", RuntimeError,
     "value cannot be converted to type int64 without overflow"),
    ("torch.arange(3).clamp_(0.5)", RuntimeError,
     "result type Float can't be cast to the desired output type long int"),
    ("torch.tensor([True]).clamp_max_(1)", RuntimeError,
     "result type Long can't be cast to the desired output type bool"),
    ("torch.arange(3).clamp_(torch.ones(3))", RuntimeError,
     "result type Float can't be cast to the desired output type Long"),
]


@pytest.mark.filterwarnings("ignore:Using a non-tuple sequence")
@pytest.mark.parametrize(("code", "kind", "sentence"), NO_TENSOR)
def test_what_is_no_number_and_no_place_is_refused_as_in_pytorch(lib, code, kind, sentence):
    with pytest.raises(kind) as caught:
        made(code, lib)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("code", ["torch.tensor([x, 1.0])", "torch.tensor([[x * 2], [x]])", "float(x)", "complex(x)"])
def test_a_number_that_loses_its_flag_is_warned_of_at_the_users_line(code):
    x = minigrad.tensor(1.5, requires_grad=True)
    with pytest.warns(UserWarning, match="requires_grad=True to a scalar") as caught:
        eval(compile(code, "<the user>", "eval"), {"torch": minigrad, "x": x})
    assert {warning.filename for warning in caught} == {"<the user>"}
    assert len(caught) == code.count("x") - ("complex" in code)


def test_every_constructor_is_tried():
    makers = [name for name in minigrad.__all__ if inspect.isfunction(getattr(leaves, name, None))]
    assert {"tensor", "ones", "zeros_like"} <= set(makers)
    assert [name for name in makers if not any(f"torch.{name}(" in code for code, _ in CONSTRUCTORS)] == []


@pytest.mark.parametrize("make", [
    lambda **flag: minigrad.tensor([1.0], **flag),
    lambda **flag: minigrad.ones(1, **flag),
    lambda **flag: minigrad.zeros(1, **flag),
    lambda **flag: minigrad.ones_like(minigrad.ones(1), **flag),
    lambda **flag: minigrad.zeros_like(minigrad.ones(1), **flag),
    lambda **flag: minigrad.rand(1, **flag),
    lambda **flag: minigrad.randn(1, **flag),
], ids=["tensor", "ones", "zeros", "ones_like", "zeros_like", "rand", "randn"])
def test_a_constructor_sets_the_flag_only_when_asked(make):
    assert make().requires_grad is False
    assert make(requires_grad=True).requires_grad is True
    assert make(requires_grad=True).is_leaf


def test_the_flag_is_not_copied_by_a_like_constructor():
    x = minigrad.ones(2, requires_grad=True)
    assert not minigrad.ones_like(x).requires_grad
    assert not minigrad.zeros_like(x * 2).requires_grad


def test_dtypes_and_sizes_print_as_in_pytorch_under_minigrads_name():
    assert [str(getattr(minigrad, kind)) for kind in KINDS] == [f"minigrad.{kind}" for kind in KINDS]
    assert [getattr(minigrad, kind).is_floating_point for kind in KINDS] == [True, True, False, False]
    assert repr(minigrad.ones(2, 0).shape) == "minigrad.Size([2, 0])"
    assert minigrad.ones(2, 3).size() == (2, 3) and minigrad.ones(2, 3).size(-1) == 3
    assert minigrad.ones(2, 3).ndim == 2


# The dtype in which two operands meet, in the order of KINDS: a row for each left one.

WITH_DIMENSIONS = [
    "float32 float64 float32 float32",
    "float64 float64 float64 float64",
    "float32 float64 int64   int64",
    "float32 float64 int64   bool",
]
TENSOR_AND_0D = [  # left: with dimensions; right: without
    "float32 float32 float32 float32",
    "float64 float64 float64 float64",
    "float32 float64 int64   int64",
    "float32 float64 int64   bool",
]
TENSOR_AND_NUMBER = [  # right: 2.5, 2, True
    "float32 float32 float32",
    "float64 float64 float64",
    "float32 int64   int64",
    "float32 int64   bool",
]
MEETINGS = [
    pytest.param(left, right, answer, id=f"{name}: {left} and {right}")
    for name, table, rights in [
        ("both with dimensions", WITH_DIMENSIONS, [("[1]", kind) for kind in KINDS]),
        ("both without dimensions", WITH_DIMENSIONS, [("1", kind) for kind in KINDS]),
        ("the right one without dimensions", TENSOR_AND_0D, [("1", kind) for kind in KINDS]),
        ("with a number", TENSOR_AND_NUMBER, ["2.5", "2", "True"]),
    ]
    for left_kind, row in zip(KINDS, table)
    for left in [("1" if name == "both without dimensions" else "[1]", left_kind)]
    for right, answer in zip(rights, row.split())
]


def operand(torch, text):
    return eval(text) if isinstance(text, str) else torch.tensor(eval(text[0]), dtype=getattr(torch, text[1]))


@pytest.mark.parametrize(("left", "right", "answer"), MEETINGS)
def test_two_kinds_of_number_meet_in_the_dtype_of_pytorch(lib, left, right, answer):
    a, b = operand(lib, left), operand(lib, right)
    assert {str(result.dtype).split(".")[1] for result in (a + b, b + a, a * b, b * a)} == {answer}


@pytest.mark.parametrize("kind", KINDS)
def test_whole_numbers_become_float32_where_pytorch_divides_or_takes_roots(kind):
    x = minigrad.tensor([1], dtype=getattr(minigrad, kind))
    expected = minigrad.float64 if kind == "float64" else minigrad.float32
    assert {(x / x).dtype, (x / 2).dtype, x.exp().dtype, x.sqrt().dtype} == {expected}


# Leaf, flag and gradient.


@pytest.mark.parametrize("kind", ["int64", "bool"])
def test_a_refused_flag_leaves_the_tensor_as_it_was(kind):
    x = minigrad.tensor([1], dtype=getattr(minigrad, kind))
    with pytest.raises(RuntimeError):
        x.requires_grad = True
    with pytest.raises(RuntimeError):
        x.requires_grad_()
    assert not x.requires_grad and x.is_leaf


def test_a_gradient_can_be_assigned_and_taken_away():
    x = minigrad.ones(2, requires_grad=True)
    g = minigrad.tensor([3.0, 4.0])
    x.grad = g
    assert x.grad is g
    x.grad = None
    assert x.grad is None


@pytest.mark.parametrize("wrong", [3, [1.0, 1.0], minigrad.ones(3), minigrad.ones(2, dtype=minigrad.float64)],
                         ids=["number", "list", "shape", "dtype"])
def test_a_refused_gradient_leaves_the_old_one(wrong):
    x = minigrad.ones(2, requires_grad=True)
    x.grad = kept = minigrad.ones(2)
    with pytest.raises((TypeError, RuntimeError)):
        x.grad = wrong
    assert x.grad is kept


@pytest.mark.parametrize("name", ["requries_grad", "gard", "requires_gard"])
def test_a_misspelt_attribute_passes_in_silence_and_switches_nothing_on(lib, name):
    x = lib.ones(2)
    setattr(x, name, True)
    assert getattr(x, name) is True and not x.requires_grad and x.grad is None


@pytest.mark.parametrize("name", ["grad_fn", "is_leaf", "dtype", "shape", "ndim", "_version"])
def test_what_a_tensor_is_cannot_be_assigned(name):
    x = minigrad.ones(2, requires_grad=True)
    before = getattr(x, name)
    with pytest.raises(AttributeError):
        setattr(x, name, None)
    assert getattr(x, name) == before


# Whose memory?


def test_tensor_copies_an_array_and_from_numpy_shares_it():
    array = np.ones(2)
    copied, shared = minigrad.tensor(array), minigrad.from_numpy(array)
    array[0] = 7
    assert (copied.tolist(), shared.tolist()) == ([1.0, 1.0], [7.0, 1.0])
    shared.add_(1)
    assert array.tolist() == [8.0, 2.0]


def test_from_numpy_shares_an_array_without_dimensions():
    array = np.array(1.0)
    x = minigrad.from_numpy(array)
    array[...] = 5
    assert x.item() == 5


@pytest.mark.parametrize("make", ["ones(2)", "tensor(1.0)", "ones(2).view(2)", "ones(2).sum()", "ones(2)[0]"])
@pytest.mark.parametrize("look", [lambda x: x.numpy(), lambda x: x.detach().numpy(), lambda x: x.data.numpy()],
                         ids=["numpy", "detach", "data"])
def test_numpy_detach_and_data_show_the_tensors_own_memory(make, look):
    x = eval(f"minigrad.{make}")
    look(x)[...] = 3
    assert np.all(np.array(x.tolist()) == 3)
    x.fill_(4)
    assert np.all(look(x) == 4)


def test_ones_like_and_clone_have_memory_of_their_own():
    x = minigrad.ones(2)
    for other in (minigrad.ones_like(x), minigrad.zeros_like(x), x.clone(), minigrad.tensor(x.numpy())):
        other.fill_(9)
    assert x.tolist() == [1.0, 1.0]


def test_asarray_shares_and_array_copies():
    x = minigrad.ones(2)
    assert np.shares_memory(np.asarray(x), x.numpy())
    assert not np.shares_memory(np.array(x), x.numpy())
    assert np.array(x, dtype="f8").dtype == np.float64


def test_assigned_data_replaces_the_numbers_and_keeps_the_flag_and_the_gradient():
    x = minigrad.ones(2, requires_grad=True)
    x.grad = kept = minigrad.ones(2)
    new = minigrad.tensor([5.0, 6.0])
    x.data = new
    assert x.tolist() == [5.0, 6.0] and x.requires_grad and x.is_leaf and x.grad is kept
    new.add_(1)
    assert x.tolist() == [6.0, 7.0]


# The version counter.


@pytest.mark.parametrize("write", ["x.add_(1)", "x.sub_(1)", "x.mul_(2)", "x.div_(2)", "x.zero_()", "x.fill_(3)",
                                   "x.copy_(x + 1)", "operator.iadd(x, 1)", "operator.imul(x, 2)"])
def test_a_write_counts_and_a_read_does_not(write):
    x = minigrad.ones(2)
    x + 1, x.sum(), x.numpy(), x.detach(), x.data, x.view(2), str(x)
    assert x._version == 0
    for count in (1, 2):
        assert eval(write, {"x": x, "operator": operator}) is x
        assert x._version == count


@pytest.mark.parametrize("share", ["x.detach()", "x.view(2)", "x[:]", "x[0]", "x.t()", "x.expand(2, 2)",
                                   "x.unsqueeze(0)"])
def test_all_that_share_memory_share_one_count(lib, share):
    x = lib.ones(2)
    other = eval(share, {"x": x})
    x.add_(1)
    assert (x._version, other._version) == (1, 1)
    if share != "x.expand(2, 2)":
        other.add_(1)
        assert (x._version, other._version) == (2, 2)


def test_a_tensor_made_after_a_write_goes_on_with_its_count(lib):
    x = lib.ones(2).add_(1)
    assert (x.view(2)._version, x.detach()._version, x.data._version, x.clone()._version) == (1, 1, 0, 0)


def test_a_write_through_data_or_numpy_goes_unnoticed():
    x = minigrad.ones(2)
    x.data.add_(1)
    x.numpy()[...] += 1
    assert x._version == 0 and x.tolist() == [3.0, 3.0]


# Copies.


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))],
                         ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("shape", [(), (2, 3), (0,)])
def test_a_duplicate_has_the_same_numbers_and_flag_and_memory_of_its_own(duplicate, shape):
    x = minigrad.ones(shape, requires_grad=True)
    y = duplicate(x)
    assert type(y) is Tensor and y.requires_grad and y.is_leaf and y.shape == x.shape and y.dtype is x.dtype
    y.detach().fill_(5)
    assert np.all(np.array(x.tolist()) == 1)


@pytest.mark.parametrize("share", ["detach()", "data", "view(4)", "t()", "T[1:]", "flatten()[::2]", "unbind()[1]"])
def test_what_shared_memory_shares_it_among_deep_copies_too(share):
    x = minigrad.arange(4.0).reshape(2, 2)
    other = eval(f"x.{share}", {"x": x})
    mine, copied = copy.deepcopy([x, other])
    copied += 10
    assert copied.tolist() == (other + 10).tolist()
    assert mine.tolist() != x.tolist() == [[0.0, 1.0], [2.0, 3.0]]
    assert sorted(mine.flatten().tolist())[-copied.numel():] == sorted(copied.flatten().tolist())


def test_a_gradient_is_copied_once_and_gaps_of_an_array_stay_closed():
    x = minigrad.ones(2, requires_grad=True)
    x.sum().backward()
    for pair in [x, x.grad], [x.grad, x]:
        first, second = copy.deepcopy(pair)
        assert first.grad is second or second.grad is first
    gaps = minigrad.from_numpy(np.arange(8.0)[::2])
    assert copy.deepcopy(gaps).tolist() == [0.0, 2.0, 4.0, 6.0]


@pytest.mark.parametrize("name", ["sum", "abs", "__iadd__", "add_", "view_as", "mean", "_is_view", "__eq__"])
def test_a_method_of_tensor_can_be_pickled(name):
    method = getattr(minigrad.Tensor, name)
    assert pickle.loads(pickle.dumps(method)) is method


class Foreign:
    """A tensor of another library: it can tell who made it, and nothing else."""

    grad_fn, requires_grad = None, False


@pytest.mark.parametrize("code", [
    "x.sum().add(y, alpha=2)", "minigrad.exp(y)", "minigrad.sum(y)", "x + y", "y - x", "x // y", "x < y", "x @ y",
    "minigrad.optim.SGD([y], 0.1)", "minigrad.nn.functional.linear(x, y)", "x.add_(y)",
])
def test_a_tensor_of_another_library_is_refused_as_any_other_object(code):
    sentences = []
    for y in (Foreign(), object()):
        with pytest.raises(TypeError) as caught:
            eval(code, {"minigrad": minigrad, "x": minigrad.ones(2), "y": y})
        sentences.append(str(caught.value).replace("Foreign", "object"))
    assert sentences[0] == sentences[1]
