"""`viz.jacobian_picture`: a Jacobian in rows and columns, as aligned text and as a picture with words for it."""

import pytest

from minigrad import tensor, viz

J = [[5.0, 2.0], [4.0, 0.0], [0.0, 3.0]]
ROWS = ["a * b", "a * a", "3 * b"]


def test_a_matrix_as_text():
    assert repr(viz.jacobian_picture(J, ROWS, ["a", "b"])) == (
        "          a   b\na * b  [ 5.  2. ]\na * a  [ 4.  0. ]\n3 * b  [ 0.  3. ]"
    )


def test_weights_stand_before_the_rows_and_their_sum_below():
    text = repr(viz.jacobian_picture(J, ROWS, ["a", "b"], weights=[1.0, 10.0, 100.0]))
    assert text.splitlines()[2].startswith(" 10. ×  a * a")
    assert text.splitlines()[-1].split() == ["sum", "45.", "302."]


def test_a_row_that_is_not_known_yet_shows_question_marks_and_does_not_count():
    text = repr(viz.jacobian_picture([J[0], None, None], weights=[2.0, 1.0, 1.0]))
    assert text.splitlines()[2].split() == ["1.", "×", "y1", "[", "?", "?", "]"]
    assert text.splitlines()[-1].split() == ["sum", "10.", "4."]


def test_tensors_are_drawn_as_lists_are():
    from_tensors = viz.jacobian_picture(tensor(J), weights=tensor([1.0, 1.0, 1.0]))
    assert repr(from_tensors) == repr(viz.jacobian_picture(J, weights=[1.0, 1.0, 1.0]))


def test_the_picture_says_in_words_what_it_shows_and_is_the_same_every_time():
    drawn = viz.jacobian_picture(J, ROWS, ["<a>", "b"], weights=[1.0, 10.0, 100.0])
    data = drawn._repr_mimebundle_()
    assert data["text/html"] == viz.jacobian_picture(J, ROWS, ["<a>", "b"], weights=[1.0, 10.0, 100.0]).html()
    assert 'alt="3 by 2 matrix with the columns &lt;a&gt;, b. row 1. ×  a * b: 5, 2;' in data["text/html"]
    assert "&lt;a&gt;" in drawn.svg() and ">302.</text>" in drawn.svg()


def test_of_a_large_matrix_the_ends_are_shown():
    large = viz.jacobian_picture([[float(k)] * 200 for k in range(200)], weights=[1.0] * 200)
    assert large.alt.startswith("200 by 200 matrix with the columns x0, x1, x2, x3, x4, x5, …, x195,")
    assert len(large.alt) <= 602 and len(large.text.splitlines()) == 14
    assert large.text.splitlines()[-2].split()[:6] == ["1.", "×", "y199", "[", "199.", "199."]
    assert large.text.splitlines()[-1].split()[1] == "19900.", "the sum is that of all rows"
    assert "…: left out, of 200 rows and 200 columns" in large.svg()
    assert ">…<" in large.svg() and ">…<" not in viz.jacobian_picture([[1.0] * 12] * 12).svg()


def test_signs_are_explained_where_they_occur():
    plain, signs = viz.jacobian_picture(J).svg(), viz.jacobian_picture([J[0], None], weights=[1.0, 2.0]).svg()
    for words in ("?: a row that is not known yet", "a number × a row: its weight"):
        assert words in signs and words not in plain
    assert ">Legend<" in plain


@pytest.mark.parametrize("arguments, sentence", [
    *[((entries,), "a matrix has two dimensions, and at least one row that is known") for entries in (
        1.0, tensor(1.0), [[[1.0, 1.0]] * 2] * 2, [], [[]], [1.0, 2.0], [None], [[1.0], [1.0, 2.0]])],
    ((J, ["one"]), "3 rows are needed, but got 1"),
    ((J, None, None, [1.0]), "3 weights are needed, but got 1"),
])
def test_what_is_no_matrix_is_refused(arguments, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        viz.jacobian_picture(*arguments)
