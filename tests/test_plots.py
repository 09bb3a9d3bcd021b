"""Plots of learning: what they say in words, that their pictures are sound, and the same at every run."""
import math
import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
from common import ROOT

from minigrad import viz
from minigrad.teach import progress, told
from minigrad.viz.plots import mark, powers, ticks

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>"&</script>'


def bowl(a, b):
    return a * a + 2 * b * b


def plots():
    """A picture of each kind."""
    return {
        "curves": viz.curves({"seen": [2.0, 1.0, 0.5], "unseen": [2.0, 1.5, 1.25]}),
        "curves, log": viz.curves({NASTY: [1.0, 1e3, 1e9, math.inf, math.nan]}, log=True),
        "descent": viz.descent(bowl, [(0.9, 0.8), (0.5, 0.1), (0.0, 0.0)]),
        "surface": viz.descent(bowl, x=(0, 1), y=(0, 1)),
        "regions": viz.regions(lambda places: [int(a > 0) for a, b in places], [[-1, 0], [1, 0], [2, 1]], [0, 1, 0]),
        "pictures": viz.pictures([[[0.0, 1.0], [0.5, 0.0]]] * 3, ["a", NASTY, "c"], columns=2),
        "weights": viz.pictures([[[-1.0, 1.0]], [[0.0, 0.0]]]),
        "confusion": viz.confusion([0, 1, 1, 2, 2], [0, 1, 2, 2, 2]),
    }


@pytest.fixture(params=plots())
def name(request):
    return request.param


def test_a_plot_is_a_sound_picture_with_words(name):
    plot = plots()[name]
    root = ElementTree.fromstring(plot.svg())
    assert root.find(f"{SVG}title").text == plot.alt and len(plot.alt.split()) >= 8
    assert repr(plot) == plot.text
    bundle = plot._repr_mimebundle_()
    assert bundle["text/plain"] == plot.text
    assert re.match('<img alt="[^"<>]+" src="data:image/svg', bundle["text/html"])
    drawn = plot.svg().partition("</title>")[2]
    assert "nan" not in drawn and "inf" not in drawn


def test_a_plot_is_the_same_at_every_run(name):
    assert plots()[name].svg() == plots()[name].svg()


def test_what_is_drawn_lies_on_the_card(name):
    root = ElementTree.fromstring(plots()[name].svg())
    width, height = float(root.get("width")), float(root.get("height"))
    for element in root.iter():
        for across, size in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.get(across, 0)) <= size
        for move in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", element.get("d", "")):
            assert 0 <= float(move[0]) <= width and 0 <= float(move[1]) <= height


# What they say


def test_curves_tell_where_each_begins_ends_and_is_lowest():
    assert plots()["curves"].text == (
        "loss by step\nseen: from 2 to 0.5, lowest 0.5 at step 2\nunseen: from 2 to 1.25, lowest 1.25 at step 2"
    )


def test_curves_tell_from_where_on_there_is_no_number():
    assert viz.curves({"a": [1.0, math.nan, 2.0]}).text.endswith(
        "a: from 1 to 2, lowest 1 at step 0; no finite number at step 1"
    )
    assert "b: not a number anywhere" in viz.curves({"a": [1.0], "b": [math.nan]}).text
    with pytest.raises(ValueError, match="there are no numbers to draw"):
        viz.curves({"a": [math.nan]})


def test_curves_take_their_own_steps_and_names():
    curves = viz.curves({"a": np.array([3.0, 2.0])}, x=[10, 20], labels=("epoch", "wrong"))
    assert curves.text == "wrong by epoch\na: from 3 to 2, lowest 2 at epoch 20"


def test_a_curve_has_a_gap_where_there_is_no_number():
    def moves(values):
        root = ElementTree.fromstring(viz.curves({"a": values}).svg())
        return max(path.get("d").count("M") for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "2")

    assert (moves([1.0, 2.0, 1.0, 3.0]), moves([1.0, 2.0, math.nan, 3.0, 4.0])) == (1, 2)


def test_each_curve_has_dashes_of_its_own():
    root = ElementTree.fromstring(viz.curves({name: [1.0, 2.0] for name in "abcd"}).svg())
    dashes = {path.get("stroke-dasharray") for path in root.iter(f"{SVG}path")} - {None}
    assert len(dashes) == 4


def test_a_descent_lists_its_places_and_their_heights():
    assert plots()["descent"].text.splitlines() == [
        "step         x         y    height",
        "   0       0.9       0.8      2.09",
        "   1       0.5       0.1      0.27",
        "   2         0         0         0",
    ]
    assert "path of 2 steps goes from (0.9, 0.8), height 2.09, to (0, 0), height 0" in plots()["descent"].alt


def test_higher_places_of_a_surface_are_darker():
    root = ElementTree.fromstring(viz.descent(lambda a, b: a, x=(0, 1), y=(0, 1)).svg())
    bands = [path for path in root.iter(f"{SVG}path") if str(path.get("fill")).startswith("#")
             and "m" not in path.get("d")]  # not the box of the legend
    left = [min(float(x) for x in re.findall(r"M([\d.]+) ", band.get("d"))) for band in bands]
    light = [sum(int(band.get("fill")[k:k + 2], 16) for k in (1, 3, 5)) for band in bands]
    assert len(bands) == 10 and left == sorted(left) and light == sorted(light, reverse=True)


def test_regions_count_the_points_that_lie_in_them():
    assert plots()["regions"].text == (
        "class 0: 1 of 2 points lie in its region\nclass 1: 1 of 1 points lie in its region"
    )


def test_a_confusion_table_counts_and_names_what_is_mixed_up():
    table = plots()["confusion"]
    assert table.text.splitlines() == [
        "label \\ guess  0  1  2", "            0  1  .  .", "            1  .  1  1", "            2  .  .  2",
    ]
    assert table.alt == "Table of labels and guesses: 4 of 5 are right. Mixed up most often: 1 read as 2: 1."
    assert viz.confusion([0, 1], [0, 1]).alt.endswith("2 of 2 are right. Nothing is mixed up.")


def test_tensors_of_both_libraries_are_taken():
    import minigrad

    libraries = [minigrad, pytest.importorskip("torch")]
    texts = {viz.confusion(lib.tensor([0, 1]), lib.tensor([0, 0])).text for lib in libraries}
    texts |= {viz.pictures(lib.tensor([[[0.0, 1.0]]]), lib.tensor([7]).tolist()).text for lib in libraries}
    assert len(texts) == 2


@pytest.mark.parametrize(("low", "high", "marks"), [
    (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (0, 2.3, [0, 0.5, 1, 1.5, 2]), (-1.5, 2.4, [-1, 0, 1, 2]),
    (0, 199, [0, 50, 100, 150]), (3, 3, [3]),
])
def test_axes_have_round_numbers(low, high, marks):
    assert ticks(low, high) == marks


def test_powers_of_ten_are_not_crowded():
    assert powers(1, 1e3) == [1, 10, 100, 1000]
    assert len(powers(1, 1e26)) <= 8
    assert powers(2, 5) == ticks(2, 5)


def test_where_there_is_one_power_of_ten_the_numbers_between_help():
    assert powers(0.3, 2.31) == [0.5, 1, 2]
    assert powers(3, 400) == [5, 10, 20, 50, 100, 200]


@pytest.mark.parametrize(("value", "said"), [
    (0, "0"), (0.001, "0.001"), (-0.5, "-0.5"), (20_000, "20000"), (1e5, "1e5"), (-250_000, "-2.5e5"), (2e-5, "2e-5"),
    (1e26, "1e26"),
])
def test_the_numbers_of_an_axis_are_short(value, said):
    assert mark(value) == said


@pytest.mark.parametrize("values", [[2e5, 8e5], [1.0, 1e-13], [1.0, 1e26, math.inf], [95_000.0, 11_000.0], [0.5, 0.3]])
@pytest.mark.parametrize("log", [False, True])
def test_the_numbers_beside_an_axis_touch_neither_each_other_nor_its_name(values, log):
    """A letter is at most 8 wide and 14 high; the name of the axis is turned and stands at the left edge."""
    drawn = ElementTree.fromstring(viz.curves({"a": values}, log=log).svg())
    marks = [text for text in drawn.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
    heights = sorted(float(mark.get("y")) for mark in marks)
    assert len(marks) >= 2
    assert min(upper - lower for lower, upper in zip(heights, heights[1:])) >= 14
    assert min(float(mark.get("x")) - 8 * len(mark.text) for mark in marks) >= 22


# What cannot be drawn, or in part

SIZES = "a picture is a table of numbers, at most 64 by 64, all of one size"


def texts(picture):
    return [text.text for text in ElementTree.fromstring(picture.svg()).iter(f"{SVG}text")]


def test_every_plot_has_a_legend_and_no_small_letters(name):
    root = ElementTree.fromstring(plots()[name].svg())
    assert "Legend" in texts(plots()[name])
    assert min(int(text.get("font-size", 14)) for text in root.iter(f"{SVG}text")) >= 12


@pytest.mark.parametrize(("draw", "sentence"), [
    (lambda: viz.curves({}), "there are no curves to draw"),
    (lambda: viz.curves({"a": []}), "there are no numbers to draw"),
    (lambda: viz.curves({"a": [0.0, 0.0]}, log=True), "there are no numbers above zero to draw"),
    (lambda: viz.curves({f"{k}": [1.0] for k in range(11)}), "there is room for 10 curves, but got 11"),
    (lambda: viz.curves({"a": [1.0, 2.0]}, x=[1]), "a has 2 numbers, but 1 steps"),
    (lambda: viz.descent(lambda a, b: math.nan), "there are no numbers to draw"),
    (lambda: viz.regions(len, [], []), "there are no points to draw"),
    (lambda: viz.regions(len, [[math.nan, 0.0]], [0]), "there are no points to draw"),
    (lambda: viz.regions(len, [[0.0, 0.0]], []), "1 points need as many labels, but got 0"),
    (lambda: viz.regions(lambda places: [k % 11 for k in range(len(places))], [[0.0, 0.0]], [0]),
     "there is room for 10 classes, but got 11"),
    (lambda: viz.pictures([]), "there are no pictures to draw"),
    (lambda: viz.pictures([[[math.nan]]]), "there are no numbers to draw"),
    (lambda: viz.pictures([[[1.0]]] * 101), "there is room for 100 pictures, but got 101"),
    (lambda: viz.pictures([[[1.0]], [[1.0, 2.0]]]), SIZES),
    (lambda: viz.pictures([[[1.0] * 65]]), SIZES),
    (lambda: viz.pictures([[[1.0]]], []), "1 titles are needed, but got 0"),
    (lambda: viz.confusion([], []), "there are no kinds of labels to draw"),
    (lambda: viz.confusion([0], []), "1 labels need as many guesses, but got 0"),
    (lambda: viz.confusion(range(31), range(31)), "there is room for 30 kinds of labels, but got 31"),
])
def test_what_cannot_be_drawn_is_refused_in_a_sentence(draw, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        draw()


def test_a_gap_is_told_where_it_is():
    said = viz.curves({"a": [math.nan, 1.0, math.nan]})
    assert said.text.endswith("lowest 1 at step 1; no finite number at step 0 and 2")
    assert viz.curves({"a": [1.0, math.nan, math.inf]}).text.endswith("; no finite number from step 1 on")
    assert viz.curves({"a": [1.0, 0.0]}, log=True).text.endswith("; no finite number above zero from step 1 on")


def test_a_lone_number_has_a_mark():
    def spots(values):
        root = ElementTree.fromstring(viz.curves({"a": values}).svg())
        return [path for path in root.iter(f"{SVG}path") if path.get("fill") == "#2a5d9f"]

    assert len(spots([math.nan, 1.0, math.nan])) == 1 and not spots([1.0, 2.0])


def test_of_many_curves_each_has_marks_of_its_own_and_the_key_stays_on_the_card():
    names = [f"series number {k}" for k in range(9)]
    root = ElementTree.fromstring(viz.curves({name: [1.0, k + 2.0] for k, name in enumerate(names)}).svg())
    key = {text.text: text for text in root.iter(f"{SVG}text") if text.text in names}
    assert list(key) == names
    assert all(float(text.get("x")) + 8 * len(text.text) <= float(root.get("width")) for text in key.values())
    spots = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "0.8"]
    assert len({re.sub(r"M[-\d. ]+(m17 0)?", "", spot.rpartition("M")[2]) for spot in spots[9:]}) == 9


def test_a_surface_that_is_in_part_not_a_number_is_hatched_there():
    half = viz.descent(lambda a, b: a if a > 0 else math.nan)
    assert "It is not a number on 50 percent, which is hatched." in half.alt
    assert "below 0.117, darkest from 0.917 on" in half.alt
    assert "height not a number" in texts(half) and "height not a number" not in texts(viz.descent(bowl))
    lines = [path.get("d").count("l") for path in ElementTree.fromstring(half.svg()).iter(f"{SVG}path")]
    assert max(lines) == 60 * 30 / 2


def test_a_surface_has_a_scale_of_heights():
    assert {"height", "darker is higher", "0.00833", "0.992"} <= set(texts(viz.descent(lambda a, b: a, x=(0, 1))))
    assert viz.descent(lambda a, b: 1.0).alt.endswith(": 1 everywhere.")


def test_places_outside_the_window_are_told():
    away = viz.descent(bowl, [(5, 5), (0.5, 0.5)])
    assert away.alt.endswith("1 of its 2 places lie outside the picture.")
    assert away.text.splitlines()[1].endswith("75  outside") and not away.text.endswith("outside")
    assert "1 of 2 places lie outside" in texts(away)


def test_a_long_path_is_told_by_its_ends():
    lines = viz.descent(bowl, [(0, 0)] * 1000).text.splitlines()
    assert len(lines) == 41 and " ..." in lines and lines[-1].startswith(" 999")


def test_ten_classes_have_ten_marks_and_their_names_in_their_regions():
    def columns(places):
        return [max(0, min(9, int(a * 10))) for a, b in places]

    points = [[k / 10 + 0.05, 0.5] for k in range(10)]
    drawn = viz.regions(columns, [*points, [math.nan, 0.0]], [*range(10), 0])
    assert drawn.text.endswith("1 of 11 points have no finite place and are left out")
    root = ElementTree.fromstring(drawn.svg())
    spots = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "0.8"]
    assert len({spot.partition("m")[2] for spot in spots[10:]}) == 10
    bold = [text.text for text in root.iter(f"{SVG}text") if text.get("font-weight") == "bold"]
    assert bold == ["Legend", *map(str, range(10))]


def test_a_class_that_only_the_model_gives_is_drawn():
    assert "class 7" in texts(viz.regions(lambda places: [7] * len(places), [[0.0, 0.0]], [0]))


def test_pictures_tell_their_numbers_or_their_darkest_place():
    assert viz.pictures([[[1.0, math.nan]]], ["a"]).text == "1 pictures of 1 by 2 numbers\na: [[1., nan]]"
    large = [[0.0] * 4, [0.0, 0.0, -3.0, math.nan]]
    assert viz.pictures([large]).text.endswith("0: darkest at row 1 column 2 (-3), 1 not finite")
    assert len(viz.pictures([large] * 100).text.splitlines()) == 17


def test_numbers_below_zero_have_a_stroke_and_no_number_is_hatched():
    def strokes(numbers):
        paths = ElementTree.fromstring(viz.pictures([[numbers]]).svg()).iter(f"{SVG}path")
        drawn = [path.get("d") for path in paths if path.get("stroke") == "#1f2933" and not path.get("fill")]
        return [(path.count("h"), path.count("l")) for path in drawn]

    assert strokes([1.0, 2.0]) == [] and strokes([1.0, -2.0, -1.0]) == [(2, 0)] and strokes([math.nan, 1.0]) == [(0, 1)]
    assert {"above zero", "below zero"} <= set(texts(viz.pictures([[[1.0, -1.0]]])))


@pytest.mark.parametrize("plot", [
    lambda: viz.curves({"a" * 50 + str(k): [1.0, 2.0] for k in range(10)}),
    lambda: viz.pictures([[[1.0]]] * 100, ["a title of some words"] * 100),
])
def test_no_sentence_for_a_screen_reader_is_too_long(plot):
    assert 500 < len(plot().alt) <= 602 and plot().alt.endswith(" …")


# Aids beside the plots


def test_progress_hands_the_steps_on_and_is_silent_in_tests(capfd):
    assert list(progress(range(3), "epoch")) == [0, 1, 2]
    assert capfd.readouterr() == ("", "")


def test_progress_shows_a_bar_to_whoever_waits():
    shown = {name: value for name, value in os.environ.items() if name != "TQDM_DISABLE"} | {"PYTHONPATH": str(ROOT)}
    program = "from minigrad.teach import progress; print(list(progress(range(3), 'epoch')))"
    run = subprocess.run([sys.executable, "-c", program], env=shown, capture_output=True, text=True)
    assert run.stdout == "[0, 1, 2]\n" and "epoch" in run.stderr


def test_told_prints_each_error_on_a_line(capsys):
    told(lambda: 1 / 0, lambda: 1, lambda: [][1])
    lines = ["ZeroDivisionError: division by zero", "no error", "IndexError: list index out of range", ""]
    assert capsys.readouterr().out == "\n".join(lines)
