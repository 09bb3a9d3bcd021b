"""A tensor prints as in PyTorch, character for character."""
import json
from pathlib import Path

import numpy as np
import pytest
from counting import assert_linear, work_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of
from record import printing_cases

from minigrad.exact.printing import tensor_text

CASES = printing_cases.cases()
TEXTS = json.loads((Path(__file__).parents[1] / "record" / "printing.json").read_text(encoding="utf-8"))["answers"]


def in_minigrad(text):
    return text.replace("dtype=torch.", "dtype=minigrad.")


def in_torch(text):
    return text.replace("dtype=minigrad.", "dtype=torch.")


def test_the_record_answers_every_question_and_no_other():
    assert TEXTS.keys() <= CASES.keys() and len(CASES) > 300
    assert all(printing_cases.expected(TEXTS, name) for name in CASES)


@pytest.mark.parametrize("name", CASES)
def test_prints_as_recorded_from_torch(name):
    array, requires_grad, grad_fn = CASES[name]
    text = tensor_text(array, requires_grad=requires_grad, grad_fn=grad_fn)
    assert printing_cases.short(in_torch(text)) == printing_cases.expected(TEXTS, name), text


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case[0].ndim == 0])
def test_a_numpy_number_prints_as_an_array_without_dimensions(name):
    assert tensor_text(CASES[name][0][()]) == in_minigrad(printing_cases.expected(TEXTS, name))


def test_the_note_breaks_where_it_breaks_in_torch_although_minigrad_is_longer():
    ours = [tensor_text(array, requires_grad=flag, grad_fn=name) for array, flag, name in CASES.values()]
    notes = [(text.rfind("\n"), text.rfind("dtype=torch.")) for text in map(in_torch, ours) if "dtype=" in text]
    assert {newline >= 0 and newline + 8 == start for newline, start in notes} == {True, False}
    assert max(len(line) for text in ours for line in text.split("\n") if "dtype" in line) > 80


@pytest.mark.parametrize("array", [
    np.array(7.5)[...],
    np.arange(12.0).reshape(3, 4).T,
    np.arange(12.0)[::-2],
    np.broadcast_to(np.float32(0.5), (3, 4)),
    np.arange(4000.0).reshape(50, 80)[::2, ::-1],
], ids=["0-d", "transposed", "backwards", "expanded", "long, every other row"])
def test_a_view_prints_as_its_copy_and_stays_as_it_is(array):
    copy = array.copy()
    assert tensor_text(array) == tensor_text(copy)
    np.testing.assert_array_equal(array, copy)


def test_of_a_huge_tensor_only_the_edges_are_written():
    # A million million numbers that share one place in memory: nobody could copy or write them all.
    huge = np.broadcast_to(np.float32(0.5), (10**6, 10**6))
    row = "[0.5000, 0.5000, 0.5000,  ..., 0.5000, 0.5000, 0.5000]"
    rows = [row] * 3 + ["..."] + [row] * 3
    assert tensor_text(huge) == "tensor([" + (",\n" + " " * 8).join(rows) + "])"


def test_ten_times_the_numbers_are_ten_times_the_work():
    values = np.random.RandomState(0).uniform(-1, 1, 1000)
    assert_linear(lambda count: tensor_text(values[:count]), 100, 1000)
    assert work_of(tensor_text, values) < 20 * len(values)


DTYPES = st.sampled_from([np.dtype(name) for name in ("float32", "float64", "int64", "bool")])
SHAPES = arrays_of.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=13)
TRICKY = [0.0, -0.0, float("nan"), float("inf"), -float("inf"), 1.0, -1.0, 0.5, 1e-4, 9e-5, 1e8, 1.5e8, 1000.0, 1001.0]


def elements(dtype):
    if dtype.kind != "f":
        return arrays_of.from_dtype(dtype)
    tricky = st.sampled_from(TRICKY).map(lambda value: dtype.type(value).item())
    modest = st.floats(-2000, 2000, width=8 * dtype.itemsize)
    whole = st.integers(-2000, 2000).map(float)
    return st.one_of(tricky, modest, whole, arrays_of.from_dtype(dtype))


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), shape=SHAPES, dtype=DTYPES, flag=st.booleans())
def test_any_array_prints_as_in_torch(data, shape, dtype, flag):
    torch = pytest.importorskip("torch")
    array = data.draw(arrays_of.arrays(dtype, shape, elements=elements(dtype)))
    flag = flag and dtype.kind == "f"
    expected = str(torch.from_numpy(array.copy()).requires_grad_(flag))
    assert tensor_text(array, requires_grad=flag) == in_minigrad(expected)
