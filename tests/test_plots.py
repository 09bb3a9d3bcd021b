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
        "a: from 1 to 2, lowest 1 at step 0; no finite number from step 1 on"
    )
    assert "b: not a number anywhere" in viz.curves({"a": [1.0], "b": [math.nan]}).text
    with pytest.raises(ValueError, match="there is no number to draw"):
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
    bands = [path for path in root.iter(f"{SVG}path") if str(path.get("fill")).startswith("#")]
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
