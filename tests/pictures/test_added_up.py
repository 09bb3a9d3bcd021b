"""The picture of gradients that are added up: which entry goes where."""

import re

import minigrad
import pytest
from IPython.core.formatters import DisplayFormatter
from svgs import root_of, texts

from minigrad import viz
from minigrad.viz.plots.canvas import room

ROWS = minigrad.tensor([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]])


@pytest.mark.parametrize(
    ("shape", "sums"),
    [
        ((3,), "a = 1. + 10. = 11.; b = 2. + 20. = 22.; c = 3. + 30. = 33."),
        ((2, 1), "a = 1. + 2. + 3. = 6.; b = 10. + 20. + 30. = 60."),
        ((), "a = 1. + 2. + 3. + 10. + 20. + 30. = 66."),
        ((2, 3), "a = 1.; b = 2.; c = 3.; d = 10.; e = 20.; f = 30."),
    ],
)
def test_the_copies_of_one_number_are_added_up(shape, sums):
    assert viz.broadcast_picture(ROWS, shape).alt == (
        f"A gradient of shape [2, 3] is added up to shape {list(shape)}: {sums}"
    )


def test_the_text_shows_both_grids():
    assert viz.broadcast_picture(ROWS, (2, 1)).text.splitlines() == [
        "arrives, shape [2, 3]:",
        "1.(a) 2.(a) 3.(a)",
        "10.(b) 20.(b) 30.(b)",
        "added up, shape [2, 1]:",
        "a = 1. + 2. + 3. = 6.",
        "b = 10. + 20. + 30. = 60.",
    ]


def test_a_place_that_is_read_twice_gets_both_and_one_that_is_not_read_nothing():
    picture = viz.broadcast_picture(minigrad.ones(3), (3,), [0, 0, 1])
    assert picture.text.splitlines()[-3:] == ["a = 1. + 1. = 2.", "b = 1.", "c = nothing"]


def test_the_legend_explains_nothing_where_it_occurs():
    words = "nothing: this entry was not read"
    assert words in viz.broadcast_picture(minigrad.ones(3), (3,), [0, 0, 1]).svg()
    assert words not in viz.broadcast_picture(ROWS, (3,)).svg()


def test_the_sentence_of_many_long_numbers_has_an_end():
    assert len(viz.broadcast_picture(minigrad.ones(26) * 1.2345e-20, (26,)).alt) <= 602


def test_a_notebook_shows_a_picture_with_the_same_in_words():
    picture = viz.broadcast_picture(ROWS, (3,))
    shown, _ = DisplayFormatter().format(picture)
    assert shown["text/plain"] == picture.text
    assert f'<img alt="{picture.alt}" src="data:image/svg+xml;base64,' in shown["text/html"]
    assert texts(picture) == [
        *("arrives, shape [2, 3]", "1.", "a", "2.", "b", "3.", "c", "10.", "a", "20.", "b", "30.", "c"),
        *("added up, shape [3]", "11.", "a: 1. + 10.", "22.", "b: 2. + 20.", "33.", "c: 3. + 30."),
        "Legend",
        "a, b, …: the entry that was copied; copies of one entry are added up",
    ]
    assert picture.svg() == viz.broadcast_picture(ROWS, (3,)).svg()


@pytest.mark.parametrize("shape", [(13,), (2, 1), (1, 13), (), (2, 13)])
def test_all_words_of_a_cell_lie_inside_it(shape):
    picture = viz.broadcast_picture(minigrad.arange(26).reshape(2, 13) * -1.2345e-20, shape)
    boxes = [list(map(float, re.findall(r"[\d.]+", path.get("d")))) for path in root_of(picture).iter("path")
             if path.get("d").endswith("z") and "stroke: #" in path.get("style")]
    edges = [(min(box[::2]), max(box[::2]), min(box[1::2]), max(box[1::2])) for box in boxes]
    cells = [text for text in root_of(picture).iter("text") if "middle" in text.get("style")]
    assert len(cells) >= 2 * len(picture.arriving) + 2 * len(picture.sums)
    for text in cells:
        small = "font-size: 12px" in text.get("style")
        half, x, y = room(text.text, 12 if small else 14) / 2, float(text.get("x")), float(text.get("y"))
        assert any(left < x - half and x + half < right and top < y - 10 and y + 4 < bottom
                   for left, right, top, bottom in edges), text.text
    for terms, _ in picture.sums:
        words = " ".join(text.text for text in cells)
        assert terms in words, "a long sum goes on in the next line"


def test_wide_grids_stand_one_below_the_other():
    def headings(picture):
        return [(float(text.get("x")), float(text.get("y"))) for text in root_of(picture).iter("text")
                if "shape" in text.text]

    (x, y), (u, v) = headings(viz.broadcast_picture(ROWS, (3,)))
    assert y == v and x < u
    wide = viz.broadcast_picture(minigrad.ones(2, 13) * -1.2345, (13,))
    (x, y), (u, v) = headings(wide)
    assert x == u and y < v and wide.size[0] < 2000


@pytest.mark.parametrize(
    ("grad", "shape", "index", "sentence"),
    [
        (ROWS, (2,), None, "could not be broadcast"),
        (minigrad.ones(2), (3,), [0, 0, 1], r"at this index \[3\] entries are read, but the gradient is \[2\]"),
        (minigrad.ones(2, 1, 1), (1, 1), None, "two dimensions"),
        (minigrad.ones(30), (1,), None, "1 to 26 entries"),
        (minigrad.ones(0, 3), (3,), None, "1 to 26 entries"),
    ],
)
def test_what_cannot_be_drawn_is_refused(grad, shape, index, sentence):
    with pytest.raises(ValueError, match=sentence):
        viz.broadcast_picture(grad, shape, index)
