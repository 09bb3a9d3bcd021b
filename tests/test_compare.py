"""`viz.compare` and `viz.timeline`: where a rule's slopes are wrong, and how many bytes a graph keeps when."""

import importlib
from xml.etree import ElementTree

import pytest

from minigrad import viz

RULE = [[5.0, 0.0], [0.0, 1.0]]
MEASURED = [[5.0, 0.0], [0.0, 5.0]]


@pytest.fixture(params=["minigrad", "torch"])
def lib(request):
    """The library that makes the tensors."""
    return pytest.importorskip(request.param) if request.param == "torch" else importlib.import_module("minigrad")


def parts(picture, tag):
    return [part for part in ElementTree.fromstring(picture.svg()).iter() if part.tag.endswith("}" + tag)]


def texts(picture):
    return [part.text for part in parts(picture, "text")]


def test_the_wrong_slope_lights_up(lib):
    picture = viz.compare(lib.tensor(RULE), MEASURED)
    assert picture.wrong == [(1, 1)]
    assert picture.text == (
        "1 of 4 slopes differ from the measured ones: row 1 column 1 (rule 1., measured 5.).\n"
        "[5.  0.]\n"
        "[0.  1. (measured 5.)]"
    )
    assert "✗ measured 5." in texts(picture) and texts(picture).count("✓") == 3
    assert {"Legend", "rule and measurement agree", "they differ"} <= set(texts(picture))
    assert picture.svg() == viz.compare(RULE, MEASURED).svg()


def test_where_all_agree_nothing_lights_up():
    picture = viz.compare(RULE, [[5.001, 0.0], [0.0, 1.0]])
    assert picture.alt == "All 4 slopes of the rule are as measured: none lights up." and not picture.wrong
    assert viz.compare(RULE, [[5.001, 0.0], [0.0, 1.0]], eps=1e-5).wrong == [(0, 0)]


@pytest.mark.parametrize("odd", [float("nan"), float("inf")])
def test_what_is_no_number_differs(odd):
    assert viz.compare([[odd, 1.0]], [[0.0, 1.0]]).wrong == [(0, 0)]
    assert viz.compare([[0.0, 1.0]], [[float("nan"), 1.0]]).wrong == [(0, 0)]


@pytest.mark.parametrize("size, across", [(20, 20), (48, 48), (49, 25), (500, 46)])
def test_a_large_matrix_is_drawn_in_squares(size, across):
    rule = [[0.0] * size for _ in range(size)]
    measured = [[float(i == j == size - 1) for j in range(size)] for i in range(size)]
    picture = viz.compare(rule, measured)
    legend, frame = 2, 1
    assert len(parts(picture, "rect")) == across**2 + legend + frame
    assert picture.wrong == [(size - 1, size - 1)]
    assert len(parts(picture, "path")) == 2, "one cross, and one in the legend"
    assert picture.text.startswith(f"1 of {size**2:,} slopes differ") and len(picture.text) < 200


@pytest.mark.parametrize("rule, measured", [
    ([[1.0]], [[1.0], [2.0]]), ([[1.0]], [[1.0, 2.0]]), ([1.0], [1.0]), ([], []), ([[]], [[]]), (1.0, 1.0),
    ([[1.0], [1.0, 2.0]], [[1.0], [1.0, 2.0]]), ([[[1.0]]], [[[1.0]]]),
])
def test_what_cannot_be_compared_is_refused(rule, measured):
    with pytest.raises(ValueError, match="two matrices of one shape are needed, with at least one entry"):
        viz.compare(rule, measured)


def test_bytes_pile_up_forward_and_go_back_to_nothing(lib):
    x = lib.ones(1000, requires_grad=True)
    y = (x.exp() * x).sin().sum()
    picture = viz.timeline(y)
    assert picture.rows == [
        ("forward", "ExpBackward0", 4000), ("forward", "MulBackward0", 8000), ("forward", "SinBackward0", 12000),
        ("backward", "SinBackward0", 8000), ("backward", "MulBackward0", 4000), ("backward", "ExpBackward0", 0),
    ], "the result of exp is kept until the last node that needs it is done"
    assert picture.peak == viz.memory(y).bytes == 12000
    assert picture.text.splitlines()[2].split() == ["forward", "ExpBackward0", "4,000"]
    assert picture.alt.startswith("What the graph keeps grows to 12,000 bytes in 3 forward steps")
    assert {"12,000", "forward: it saves", "backward: it frees"} <= set(texts(picture))


def test_a_graph_that_is_freed_keeps_nothing(lib):
    x = lib.ones(1000, requires_grad=True)
    y = (x * x).sum()
    y.backward()
    assert viz.timeline(y).rows == viz.timeline(x).rows == [] and viz.timeline(y).peak == 0
    assert viz.timeline(y).alt == viz.timeline(x).alt and "Legend" in texts(viz.timeline(y))


def test_of_many_steps_some_are_shown(lib):
    x = lib.ones(10, requires_grad=True)
    y = x
    for _ in range(100):
        y = (y * x).tanh()
    picture = viz.timeline(y)
    assert len(picture.rows) == 400 and len(picture.shown) == 24
    assert picture.shown[0] == picture.rows[0] and picture.shown[-1] == picture.rows[-1]
    assert max(size for *_, size in picture.shown) == picture.peak
    assert "bytes that the graph keeps, after 24 of its 400 steps" in texts(picture)


def test_looking_at_memory_changes_nothing(lib):
    x = lib.ones(3, requires_grad=True)
    y = (x * x).sum()
    viz.timeline(y).html()
    y.backward()
    assert x.grad.tolist() == [2.0] * 3
    with pytest.raises(TypeError, match="expected a tensor, or a list of tensors, but got float"):
        viz.timeline(3.0)
