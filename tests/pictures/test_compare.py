"""`viz.compare` and `viz.timeline`: where a rule's slopes are wrong, and how many bytes a graph keeps when."""

import re

import pytest
from svgs import root_of, texts

from minigrad import viz
from minigrad.viz.plots.compare import SIDE
from minigrad.viz.sheet.layout import CARD, STYLES

RULE = [[5.0, 0.0], [0.0, 1.0]]
MEASURED = [[5.0, 0.0], [0.0, 5.0]]


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


def test_the_edge_of_a_wrong_slope_lies_above_those_beside_it():
    right, wrong = STYLES["right"]["color"], STYLES["wrong"]["color"]
    drawn = viz.compare([[0.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]]).svg()
    assert re.findall(f"stroke: ({right}|{wrong}); stroke-linej", drawn)[:3] == [right, right, wrong]


def test_where_all_agree_nothing_lights_up():
    picture = viz.compare(RULE, [[5.001, 0.0], [0.0, 1.0]])
    assert picture.alt == "All 4 slopes of the rule are as measured: none lights up." and not picture.wrong
    assert viz.compare(RULE, [[5.001, 0.0], [0.0, 1.0]], eps=1e-5).wrong == [(0, 0)]


@pytest.mark.parametrize("odd", [float("nan"), float("inf")])
def test_what_is_no_number_differs(odd):
    assert viz.compare([[odd, 1.0]], [[0.0, 1.0]]).wrong == [(0, 0)]
    assert viz.compare([[0.0, 1.0]], [[float("nan"), 1.0]]).wrong == [(0, 0)]


def test_rows_and_columns_are_numbered_from_0_in_round_numbers():
    def numbered(rows, columns):
        rule = [[0.0] * columns for _ in range(rows)]
        shown = texts(viz.compare(rule, rule))
        return [text for text in shown[shown.index("row") + 1:] if text.isdigit()]

    assert numbered(2, 3) == ["0", "1", "2", "0", "1"]
    assert numbered(9, 21) == ["0", "5", "10", "15", "20", "0", "5"]
    assert numbered(100, 60) == ["0", "10", "20", "30", "40", "50", *(str(10 * k) for k in range(10))]


def lines(picture, color, width):
    """The lines of this look on the matrix, [x, y, x, y]."""
    look = f"stroke: {color}; stroke-width: {width}"
    paths = [part.get("d") for part in root_of(picture).iter("path")
             if look in part.get("style", "") and not part.get("id")]
    return [list(map(float, re.findall(r"[\d.]+", line))) for path in paths for line in path.split("M")[1:]]


def squares(picture):
    """Rows and columns of squares; and which of them are dark, are crossed one way, and are crossed the other way."""
    gaps, wrong = lines(picture, CARD, 2), STYLES["wrong"]
    left, top, right, bottom = (choose(line[k] for line in gaps) for k, choose in enumerate((min, min, max, max)))

    def passed(lines):
        steps = [(line, round(max(map(abs, (line[2] - line[0], line[3] - line[1]))) / SIDE)) for line in lines]
        return sorted((int((y + (v - y) * (k + 0.5) / count - top) // SIDE),
                       int((x + (u - x) * (k + 0.5) / count - left) // SIDE))
                      for (x, y, u, v), count in steps for k in range(count))

    crosses = lines(picture, wrong["color"], 2)
    assert all(abs(u - x) == abs(v - y) for x, y, u, v in crosses)
    found = (lines(picture, wrong["fillcolor"], SIDE), [line for line in crosses if line[2] > line[0]],
             [line for line in crosses if line[2] < line[0]])
    return ((bottom - top) / SIDE, (right - left) / SIDE), *map(passed, found)


@pytest.mark.parametrize("size, across", [(20, 20), (48, 48), (49, 25), (500, 46)])
def test_a_large_matrix_is_drawn_in_squares(size, across):
    rule = [[0.0] * size for _ in range(size)]
    measured = [[float(i == j == size - 1) for j in range(size)] for i in range(size)]
    picture = viz.compare(rule, measured)
    corner = [(across - 1, across - 1)]
    assert squares(picture) == ((across, across), corner, corner, corner)
    assert picture.wrong == [(size - 1, size - 1)]
    assert picture.text.startswith(f"1 of {size**2:,} slopes differ") and len(picture.text) < 200
    each = -(-size // across)
    assert f"one square: {f'{each} × {each} slopes' if each > 1 else 'one slope'}" in texts(picture)


@pytest.mark.parametrize("differs", [
    lambda i, j: True, lambda i, j: i % 2, lambda i, j: j % 2, lambda i, j: (i + j) % 2, lambda i, j: i == j,
    lambda i, j: i * i % 7 < 3 * j % 5, lambda i, j: i == 46 - j, lambda i, j: False,
], ids=["all", "rows", "columns", "checkered", "diagonal", "mixed", "across", "none"])
def test_each_square_that_differs_is_dark_and_has_a_cross_and_the_picture_stays_small(differs):
    measured = [[float(bool(differs(i, j))) for j in range(46)] for i in range(48)]
    picture = viz.compare([[0.0] * 46 for _ in range(48)], measured)
    wrong = [(i, j) for i in range(48) for j in range(46) if differs(i, j)]
    assert squares(picture) == ((48, 46), wrong, wrong, wrong)
    assert len(picture.svg()) < 60_000


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


def bars(picture):
    """[(style, left, right, top)] of the boxes, of the bars first and then of the legend."""
    found = [(part.get("style"), list(map(float, re.findall(r"[\d.]+", part.get("d")))))
             for part in root_of(picture).iter("path")
             if part.get("d").endswith("z") and "stroke: " in part.get("style")]
    return [(style, min(places[::2]), max(places[::2]), min(places[1::2])) for style, places in found]


def test_a_bar_is_as_long_as_its_bytes_and_hatched_on_the_way_back(lib):
    x = lib.ones(1000, requires_grad=True)
    *forward, first, second, last, saves, frees = bars(viz.timeline((x.exp() * x).sin().sum()))
    assert [right - left for _, left, right, _ in (*forward, first, second, last)] == pytest.approx(
        [forward[0][2] - forward[0][1], *(k * (forward[0][2] - forward[0][1]) for k in (2, 3, 2, 1, 0))], abs=0.1)
    tops = [top for *_, top in (*forward, first, second, last)]
    assert tops == sorted(tops), "in the order of the steps, from above"
    assert {style for style, *_ in forward} == {saves[0]} and "url(" not in saves[0]
    assert {style for style, *_ in (first, second, last)} == {frees[0]} and "fill: url(#" in frees[0]


def test_a_number_stands_behind_each_bar_and_a_name_before_it(lib):
    x = lib.ones(1000, requires_grad=True)
    picture = viz.timeline((x.exp() * x).sin().sum())
    boxes = bars(picture)[:6]
    written = [(part.text, float(part.get("x"))) for part in root_of(picture).iter("text")]
    numbers = [x for text, x in written if text.replace(",", "").isdigit()]
    assert numbers == pytest.approx([right + 7 for _, _, right, _ in boxes], abs=1)
    assert {x for text, x in written if text.endswith("Backward0")} == {boxes[0][1] - 8}


def test_a_name_of_your_own_stands_beside_its_bar(lib):
    class _Über(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    picture = viz.timeline(_Über.apply(lib.ones(10, requires_grad=True)))
    assert texts(picture).count("_ÜberBackward") == 2 and picture.svg() == picture.svg()


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
