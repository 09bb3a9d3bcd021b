"""Plots of learning: what they say in words, that their pictures are sound, and the same at every run."""
import functools
import hashlib
import html
import math
import os
import re
import sys
import threading

import numpy as np
import pytest
from common import ROOT
from running import run
from svgs import contrast, root_of, texts

import minigrad
from minigrad import viz
from minigrad.teach import progress, told
from minigrad.viz.plots.canvas import COLORS, PADDING, fitted, room
from minigrad.viz.plots.curves import PALE
from minigrad.viz.sheet.layout import CARD, GRADIENT, QUIET

HREF = "{http://www.w3.org/1999/xlink}href"
NASTY = '<script>"&</script>'
BROAD = ["W" * 60, "中文" * 20, "😀" * 50]  # names that take the most room


def bowl(a, b):
    return a * a + 2 * b * b


def kept_by(name):
    """A result behind two nodes, the first of a class of this name, that keep 8,000 bytes."""
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    function = type(name, (minigrad.autograd.Function,), {"forward": staticmethod(forward)})
    return function.apply(minigrad.ones(1000, requires_grad=True)).exp()


@functools.cache
def plots():
    """A picture of each kind."""
    return {
        "curves": viz.curves({"seen": [2.0, 1.0, 0.5], "unseen": [2.0, 1.5, 1.25]}),
        "curves, log": viz.curves({NASTY: [1.0, 1e3, 1e9, math.inf, math.nan]}, log=True),
        "descent": viz.descent(bowl, [(0.9, 0.8), (0.5, 0.1), (0.0, 0.0)]),
        "surface": viz.descent(bowl, x=(0, 1), y=(0, 1)),
        "regions": viz.regions(lambda places: [int(a > 0) for a, b in places], [[-1, 0], [1, 0], [2, 1]], [0, 1, 0]),
        "frames": viz.frames({title: viz.regions(lambda places, at=at: [int(a > at) for a, b in places],
                                                 [[-1, 0], [1, 0], [2, 1]], [0, 1, 0])
                              for at, title in enumerate(["step 0", NASTY, "a title of some words"])}, columns=2),
        "pictures": viz.pictures([[[0.0, 1.0], [0.5, 0.0]]] * 3, ["a", NASTY, "c"], columns=2),
        "weights": viz.pictures([[[-1.0, 1.0]], [[0.0, 0.0]]]),
        "many curves": viz.curves({f"series number {k}": [1.0, k + 2.0, k, 3.0] for k in range(10)}),
        "half a surface": viz.descent(lambda a, b: a if a > 0 else math.nan, [(5, 5), (-0.5, 0.5), (0.5, 0.5)]),
        "many pictures": viz.pictures([[[1.0]]] * 30, ["a title of some words"] * 30),
        "jacobian": viz.jacobian_picture([[5.0, 2.0], None], [NASTY, "权重 $y$"], ["a", NASTY], [1.0, -1e-5]),
        "added up": viz.broadcast_picture(np.array([[1.0, 2.0], [-1.2345e-20, 20.0]]), (2,)),
        "added up below": viz.broadcast_picture(np.arange(8) * 1.5, (2,), [0, 0, 0, 0, 0, 0, 1, 1]),
        "compared": viz.compare([[1.0, 0.0], [0.0, 1.0]], [[5.0, 0.0], [0.0, 5.0]]),
        "compared, large": viz.compare(np.eye(100, 60), 5 * np.eye(100, 60)),
        "timeline": viz.timeline(kept_by("MultiHeadSelfAttentionWithMask")),
        "timeline, nothing kept": viz.timeline(minigrad.ones(1)),
    }


def shapes(plot, tag="path"):
    """[(element, {property: value})] of what is drawn with this tag: the shape of a mark stands in `marks`."""
    root = root_of(plot)
    hidden = {element for part in root.iter("defs") for element in part.iter()}
    return [(element, dict(word.split(": ") for word in element.get("style", "").split("; ") if word))
            for element in root.iter(tag) if element not in hidden]


def marks(plot):
    """[(fill, shape, places)] of each group of marks, those of the legend included."""
    root = root_of(plot)
    shape = {path.get("id"): path.get("d") for part in root.iter("defs") for path in part.iter("path")}
    return [(look["fill"], shape[group[0].get(HREF)[1:]], [(float(use.get("x")), float(use.get("y"))) for use in group])
            for group, look in shapes(plot, "g") if len(group) and group[0].tag == "use"]


def numbers(path):
    """The places of a path, as pairs."""
    found = list(map(float, re.findall(r"-?[\d.]+", path.get("d", ""))))
    return list(zip(found[::2], found[1::2]))


@pytest.fixture(params=plots())
def name(request):
    return request.param


def test_a_plot_is_a_sound_picture_with_words(name):
    plot = plots()[name]
    root = root_of(plot)
    assert root.find("title").text == plot.alt and len(plot.alt.split()) >= 8
    assert repr(plot) == plot.text
    bundle = plot._repr_mimebundle_()
    assert bundle["text/plain"] == plot.text
    assert re.match('<img alt="[^"<>]+" src="data:image/svg', bundle["text/html"])
    drawn = plot.svg().partition("</title>")[2]
    assert "nan" not in drawn and "inf" not in drawn


def test_a_plot_is_the_same_at_every_run(name):
    assert plots()[name].svg() == plots()[name].svg()


def test_a_plot_is_the_same_in_every_process(tmp_path):
    program = ("import hashlib; from test_plots import plots\n"
               "for plot in plots().values(): print(hashlib.sha256(plot.svg().encode()).hexdigest())")
    here = [hashlib.sha256(plot.svg().encode()).hexdigest() for plot in plots().values()]
    path = os.pathsep.join(str(ROOT / folder) for folder in (".", "tools", "tests/helpers", "tests/pictures"))
    done = run("-c", program, cwd=tmp_path, PYTHONHASHSEED="1", TZ="Asia/Kathmandu", PYTHONPATH=path)
    assert done.stdout.split() == here, done.stderr


def test_what_you_set_in_matplotlib_changes_no_picture_and_stays_set(name):
    import matplotlib
    from matplotlib import style

    before = plots()[name].svg()
    with style.context(["dark_background", {"font.size": 30, "svg.fonttype": "path", "text.parse_math": True,
                                            "image.cmap": "gray", "axes.grid": True, "lines.marker": "x"}]):
        yours = dict(matplotlib.rcParams)
        assert plots()[name].svg() == before
        assert dict(matplotlib.rcParams) == yours


def test_plots_that_are_drawn_at_the_same_time_change_nothing_for_each_other():
    import matplotlib

    plot = viz.curves({"a": [1.0, 2.0]})
    before, yours, drawn = plot.svg(), dict(matplotlib.rcParams), []
    threads = [threading.Thread(target=lambda: drawn.extend(plot.svg() for _ in range(4))) for _ in range(3)]
    for step in ("start", "join"):
        for thread in threads:
            getattr(thread, step)()
    assert drawn == [before] * 12 and dict(matplotlib.rcParams) == yours


def test_matplotlib_is_loaded_when_a_plot_is_drawn_and_not_before():
    program = ("import sys; from minigrad import viz\n"
               "plot = viz.curves({'a': [1.0]}); print('matplotlib' in sys.modules)\n"
               "plot.svg(); print('matplotlib' in sys.modules, 'matplotlib.pyplot' in sys.modules)")
    assert run("-c", program).stdout.split() == ["False", "True", "False"]


def test_without_matplotlib_the_words_remain(name, monkeypatch):
    plot = plots()[name]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    shown = plot.html()
    assert "<img" not in shown and "No picture: matplotlib was not found." in shown
    assert html.escape(plot.text) in shown and repr(plot) == plot.text


@pytest.mark.parametrize("file, fault, words", [
    ("__init__.py", "raise AttributeError('no attribute')", "could not be loaded (AttributeError: no attribute)."),
    ("__init__.py", "raise OSError('no disk')", "could not be loaded (OSError: no disk)."),
    ("__init__.py", "raise ValueError('no\\nbackend' + 99 * ' x')", f"(ValueError: no backend{54 * ' x'} …)."),
    ("__init__.py", "import a_part_that_is_gone", "(ModuleNotFoundError: No module named 'a_part_that_is_gone')."),
    ("style.py", "", "could not be loaded (ModuleNotFoundError: No module named 'matplotlib.backends')."),
])
def test_of_a_broken_matplotlib_one_sentence_tells_what_is_broken(file, fault, words, tmp_path, monkeypatch):
    assert "<img" in plots()["curves"].html(), "all of matplotlib is loaded, and will be there again after this test"
    (tmp_path / "matplotlib").mkdir()
    (tmp_path / "matplotlib/__init__.py").touch()
    (tmp_path / "matplotlib" / file).write_text(fault)
    for module in [module for module in sys.modules if module.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.syspath_prepend(tmp_path)
    shown = html.unescape(plots()["curves"].html())
    assert "<img" not in shown and re.search(rf"<p>No picture: matplotlib .*{re.escape(words)}</p>$", shown)


def test_a_plot_is_no_photograph_and_not_large(name):
    drawn = plots()[name].svg()
    assert "<image" not in drawn and len(drawn) < 40_000 and float(re.search(r'width="(\d+)"', drawn)[1]) <= 700
    assert not re.search(r">\s+<|rotate\(-?0 ", drawn), "what nobody sees takes no room"


def test_what_is_drawn_lies_on_the_card(name):
    lies_on_its_card(plots()[name])


def lies_on_its_card(plot):
    """Checks that all letters and lines keep the card's padding free, as far as a line is not cut at its axes."""
    root = root_of(plot)
    width, height = (float(root.get(size)) - 2 * PADDING for size in ("width", "height"))
    places = [place for _, _, found in marks(plot) for place in found]
    places += [place for path, _ in shapes(plot) if not path.get("clip-path") for place in numbers(path)]
    for text, look in shapes(plot, "text"):
        x, y, long = float(text.get("x")), float(text.get("y")), room(text.text, float(look["font-size"][:-2]))
        back = {"start": 0, "middle": 0.5, "end": 1}[look["text-anchor"]] * long
        upright = "rotate(-90 " in text.get("transform", "")
        places += [(x, y + back), (x, y + back - long)] if upright else [(x - back, y), (x - back + long, y)]
    assert len(places) > 10
    assert all(-1 <= x <= width + 1 and -1 <= y <= height + 1 for x, y in places)


@pytest.mark.parametrize("name", BROAD)
@pytest.mark.parametrize("plot", [
    lambda name: viz.curves({name + "a": [1.0, 2.0], "b": [2.0, 1.0]}, labels=(name, name)),
    lambda name: viz.curves({letter + name[:11]: [1.0, 2.0] for letter in "abc"}),
    lambda name: viz.descent(bowl, [(0.5, 0.5), (0, 0)], labels=(name, name)),
    lambda name: viz.regions(lambda places: [name] * len(places), [[0, 0], [1, 1]], ["a", name]),
    lambda name: viz.frames({name: viz.regions(lambda places: [name] * len(places), [[0, 0], [1, 1]], ["a", name])}),
    lambda name: viz.pictures([[[1.0]]] * 3, [name] * 3),
    lambda name: viz.timeline(kept_by(name)),
    lambda name: viz.jacobian_picture([[1.0]], [name[:12]], [name[:12]], [1.0]),
])
def test_long_names_of_broad_letters_lie_on_the_card_too(plot, name, recwarn):
    if name.isidentifier() or "timeline" not in plot.__code__.co_names:  # the name of a class
        drawn = plot(name)
        lies_on_its_card(drawn)
        assert all(float(root_of(drawn).get(size)) <= 700 for size in ("width", "height"))
    assert not recwarn.list


@pytest.mark.parametrize("letter, share", [("W", 0.944), ("m", 0.833), ("i", 0.222), ("o", 0.556), ("A", 0.667),
                                           ("中", 1), ("😀", 1.25)])
def test_letters_are_given_as_much_room_as_they_take_in_arial_and_not_much_more(letter, share):
    assert 1000 * share <= room(letter * 10, 100) <= 1000 * (share + 0.2)


def test_what_does_not_fit_is_shortened_and_what_fits_is_not():
    assert fitted("some words", 100) == "some words" and fitted("W" * 9, 72) == "WWWW…"
    assert fitted("W" * 9, 72, size=28) == "W…"
    shown = texts(viz.timeline(kept_by("MultiHeadSelfAttentionWithMask")))
    assert shown.count("MultiHeadSelfAttentionWithMaskBackward") == 2


def test_references_lead_somewhere(name):
    drawn = plots()[name].svg()
    named = re.findall(r' id="(\w+)"', drawn)
    assert len(named) == len(set(named)) and set(re.findall(r'url\(#(\w+)|href="#(\w+)', drawn)) <= {
        pair for key in named for pair in ((key, ""), ("", key))}


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


def lines(plot):
    """[(path, style)] of the drawn curves, and then of those of the legend."""
    return [(path, look) for path, look in shapes(plot) if look.get("stroke") in COLORS]


def test_a_curve_has_a_gap_where_there_is_no_number():
    def moves(values):
        return max(path.get("d").count("M") for path, _ in lines(viz.curves({"a": values})))

    assert (moves([1.0, 2.0, 1.0, 3.0]), moves([1.0, 2.0, math.nan, 3.0, 4.0])) == (1, 2)


def test_each_curve_has_a_colour_and_dashes_of_its_own_also_in_the_legend():
    looks = [(look["stroke"], look.get("stroke-dasharray"))
             for _, look in lines(viz.curves({name: [1.0, 2.0] for name in "abcd"}))]
    assert looks[:4] == looks[4:] and len({color for color, _ in looks}) == len({dashes for _, dashes in looks}) == 4


def test_a_legend_of_several_columns_has_as_few_as_its_lines_allow():
    names = ["sine", "up to x^3", "up to x^5", "up to x^7"]
    drawn = shapes(viz.curves({name: [1.0, 2.0] for name in names}), "text")
    legend = {text.text: (text.get("x"), text.get("y")) for text, _ in drawn}
    x, y = zip(*[legend[name] for name in names])
    assert x[0] == x[1] != x[2] == x[3] and y[0] == y[2] != y[1] == y[3], "two columns, read downwards"


def test_a_legend_speaks_of_no_shade_for_it_is_the_other_way_round_in_a_dark_theme():
    shown = viz.descent(lambda a, b: a, x=(0, 1)), viz.pictures([[[0.0, 1.0]]])
    assert not [words for plot in shown for words in texts(plot) if re.search("dark|light|pale|black|white", words)]


def test_a_higher_number_is_drawn_higher_and_a_later_one_further_right():
    def places(values, **options):
        return numbers(lines(viz.curves({"a": values}, **options))[0][0])

    (x, y), (u, v), (s, t) = places([1.0, 2.0, 4.0])
    assert (u - x) == pytest.approx(s - u, abs=0.02) and u > x and (v - t) == pytest.approx(2 * (y - v), abs=0.03)
    (_, y), (_, v), (_, t) = places([1.0, 2.0, 4.0], log=True)
    assert (v - t) == pytest.approx(y - v, abs=0.02) and y > v


@pytest.mark.parametrize("values", [[3.0, 1.0, 2.0], [-3.0, -1.0], [0.0, 0.0], [5.0], [1e9, -1e9, 7.0]])
def test_no_part_of_a_curve_is_cut_off(values):
    plot = viz.curves({"a": values, "b": [1.0, 2.0]})
    (frame,) = root_of(plot).iter("clipPath")
    left, top, width, height = (float(frame[0].get(name)) for name in ("x", "y", "width", "height"))
    places = [place for path, _ in lines(plot)[:2] for place in numbers(path)]
    assert len(places) == len(values) + 2
    assert all(left <= x <= left + width and top <= y <= top + height + 0.01 for x, y in places)


@pytest.mark.parametrize("values", [[1e308, -1e308], [1e-320, 1e308], [1e-12, 1e300]])
def test_numbers_without_measure_are_drawn_too(values, recwarn):
    for log in (False, True):
        assert len(lines(viz.curves({"a": [*values, 1.0]}, log=log))) == 2
    assert not recwarn.list


def test_a_descent_lists_its_places_and_their_heights():
    assert plots()["descent"].text.splitlines() == [
        "step         x         y    height",
        "   0       0.9       0.8      2.09",
        "   1       0.5       0.1      0.27",
        "   2         0         0         0",
    ]
    assert "path of 2 steps goes from (0.9, 0.8), height 2.09, to (0, 0), height 0" in plots()["descent"].alt


def bands(plot):
    """[(shade, path)] of the bands of a surface, from below."""
    clips = [path.get("clip-path") for path, _ in shapes(plot)]
    first = next(clip for clip in clips if clip)  # the window of the surface; another one is that of the scale
    return [(sum(int(look["fill"][k:k + 2], 16) for k in (1, 3, 5)), path)
            for path, look in shapes(plot) if path.get("clip-path") == first]


def test_higher_places_of_a_surface_are_darker():
    found = bands(viz.descent(lambda a, b: a, x=(0, 1), y=(0, 1)))
    left = [min(x for x, _ in numbers(path)) for _, path in found]
    light = [shade for shade, _ in found]
    _, *apart = [after - before for before, after in zip(left, left[1:])]  # the first begins beyond the edge
    assert len(found) == 10 and apart == pytest.approx([apart[0]] * 8, rel=0.1) and apart[0] > 10
    assert light == sorted(set(light), reverse=True)


def test_a_height_on_a_border_belongs_to_the_band_above():
    found = bands(viz.descent(lambda a, b: math.floor(3 * a)))
    left = [min(x for x, _ in numbers(path)) for _, path in found]
    apart = [after - before for before, after in zip(left, left[1:])]
    assert len(left) == 6 and min(apart) > 20, "steps of one height, each as wide as the others"


def test_a_path_begins_with_a_ring_and_has_a_dot_at_each_step():
    drawn = plots()["descent"]
    way, legend = [numbers(path) for path, look in shapes(drawn) if look.get("stroke") == "#b3400b"]
    dots = [places for fill, _, places in marks(drawn) if fill == "#b3400b"]
    rings = [places for fill, _, places in marks(drawn) if fill == "#fdfdfb"]
    assert len(way) == 3 and dots == [way, [legend[1]]] and rings[0] == way[:1] and len(rings) == 2
    assert {"start", "after each step"} <= set(texts(drawn))


def test_below_a_path_lies_a_broader_pale_one_so_that_it_is_seen_on_a_dark_ground():
    drawn = [(look["stroke"], float(look["stroke-width"]), numbers(path)) for path, look in shapes(plots()["descent"])
             if look.get("stroke") in (CARD, GRADIENT)]
    (pale, broad, below), (color, narrow, way), *_ = drawn
    assert (pale, color) == (CARD, GRADIENT) and below == way and broad >= narrow + 2
    assert contrast(CARD, GRADIENT) >= 4.5


@pytest.mark.parametrize("near", [1e-9, 1e-6, 1e-3, 1, 1e6])
def test_the_numbers_below_an_axis_do_not_touch_each_other(near):
    plot = viz.descent(lambda a, b: a, x=(1, 1 + near))
    found = sorted((float(text.get("x")), room(text.text, 12)) for text, look in shapes(plot, "text")
                   if look["text-anchor"] == "middle" and look["font-size"] == "12px")
    assert len(found) >= 3
    assert all(x + long / 2 < u - other / 2 for (x, long), (u, other) in zip(found, found[1:]))


def test_numbers_of_a_few_digits_beside_an_axis_are_whole():
    assert {"100000", "100002"} <= set(texts(viz.curves({"a": [1.0, 2.0, 3.0]}, x=[100_000, 100_001, 100_002])))


def test_regions_count_the_points_that_lie_in_them():
    assert plots()["regions"].text == (
        "class 0: 1 of 2 points lie in its region\nclass 1: 1 of 1 points lie in its region"
    )


def test_frames_tell_of_each_moment_how_many_points_lie_right():
    frames = plots()["frames"]
    assert frames.text.splitlines() == [
        "step 0: 2 of 3 points lie in the region of their class",
        f"{NASTY}: 1 of 3 points lie in the region of their class",
        "a title of some words: 2 of 3 points lie in the region of their class",
    ]
    assert "3 pictures of a plane in regions" in frames.alt and {"step 0", NASTY, "class 0"} <= set(texts(frames))
    alone = viz.frames({"step 0": plots()["regions"]})
    assert len([path for path, _ in shapes(alone)]) and texts(alone).count("class 1") == 1


def test_a_choice_opens_one_picture_at_a_time_without_a_script():
    drawn = viz.choice({"rate 0.1": plots()["curves"], NASTY: plots()["descent"]})
    html = drawn._repr_mimebundle_()["text/html"]
    assert re.findall(r"<details ([^>]*)>", html) == [f'{name}{state}' for name in re.findall(r'name="[^"]+"', html)[:1]
                                                     for state in (" open", "")]
    assert html.count("<img alt=") == 2 and "<script" not in html and "onclick" not in html
    assert drawn.text.startswith("rate 0.1\n  loss by step\n  seen: from 2")
    other = viz.choice({"rate 0.2": plots()["curves"]}).html()
    assert re.findall(r'name="[^"]+"', html)[0] not in other, "two on one page do not close each other"


def test_points_may_be_drawn_larger():
    small, large = (viz.pictures([[[0.0, 1.0], [0.5, 0.0]]], dot=dot) for dot in (None, 20))
    assert (small.dot, large.dot) == (8, 20) and large.size[1] - small.size[1] == 2 * 12


def test_a_class_without_a_name_comes_last():
    assert viz.regions(lambda places: [None] * len(places), [[0, 0], [1, 1]], [None, 1]).text.startswith("class 1: ")


def test_tensors_of_both_libraries_are_taken():
    libraries = [minigrad, pytest.importorskip("torch")]
    texts = {viz.pictures(lib.tensor([[[0.0, 1.0]]]), lib.tensor([7]).tolist()).text for lib in libraries}
    assert len(texts) == 1


def letters(plot):
    """[(text, x, y)] of the numbers beside the upright axis."""
    return [(text.text, float(text.get("x")), float(text.get("y"))) for text, look in shapes(plot, "text")
            if look["text-anchor"] == "end"]


@pytest.mark.parametrize("values", [[2e5, 8e5], [1.0, 1e-13], [1.0, 1e26, math.inf], [95_000.0, 11_000.0], [0.5, 0.3]])
@pytest.mark.parametrize("log", [False, True])
def test_the_numbers_beside_an_axis_are_short_and_touch_neither_each_other_nor_its_name(values, log):
    found = letters(viz.curves({"a": values}, log=log))
    heights = sorted(y for _, _, y in found)
    assert len(found) >= 2 and all(len(text) <= 7 for text, _, _ in found)
    assert min(upper - lower for lower, upper in zip(heights, heights[1:])) >= 14
    assert min(x - room(text, 12) for text, x, _ in found) >= 18, "the name of the axis is turned, at the left edge"


def test_the_numbers_of_a_log_axis_are_powers_of_ten_and_where_these_are_few_also_2_and_5_times_them():
    many = [text for text, _, _ in letters(viz.curves({"a": [1.0, 1e4]}, log=True))]
    assert many == ["1", "10", "100", "1000", "10000"]
    few = {text for text, _, _ in letters(viz.curves({"a": [3.0, 400.0]}, log=True))}
    assert {"5", "10", "20", "50", "100", "200"} <= few


def test_steps_are_whole_numbers():
    plot = viz.curves({"a": [1.0, 2.0, 3.0]})
    assert [text for text in texts(plot) if re.fullmatch(r"[012]", text)][:3] == ["0", "1", "2"]


# What cannot be drawn, or in part

SIZES = "a picture is a table of numbers, at most 64 by 64, all of one size"
HIGHER = "the second number should be higher, and neither too near nor too far away"
LABEL = "a label is one number or one name, but got a list"


def test_every_plot_has_a_legend_and_no_small_letters(name):
    (title,) = [look for text, look in shapes(plots()[name], "text") if text.text == "Legend"]
    assert title["font-weight"] == "700"
    assert min(float(look["font-size"].removesuffix("px")) for _, look in shapes(plots()[name], "text")) >= 12


def test_a_single_curve_that_its_axis_names_has_no_legend():
    """A legend that says "error" beside an axis "error" says nothing."""
    assert "Legend" not in texts(viz.curves({"error": [2.0, 1.0]}, labels=("round", "error")))
    assert "Legend" in texts(viz.curves({"error": [2.0, 1.0]}))
    assert "Legend" in texts(viz.curves({"error": [2.0, 1.0], "other": [1.0, 1.0]}, labels=("round", "error")))


HOSTILE = [NASTY, "_x", "$a$", "中文", "a\nb\x00", "c\ud800\ufffe"]


@pytest.mark.parametrize("plot", [
    lambda: viz.curves({name: [1.0, 2.0] for name in HOSTILE}),
    lambda: viz.pictures([[[1.0]]] * 6, HOSTILE),
    lambda: viz.regions(lambda places: [HOSTILE[0]] * len(places), [[0.0, k] for k in range(6)], HOSTILE),
])
def test_names_are_written_as_they_are(plot, recwarn):
    words = [text.removeprefix("class ") for text in texts(plot())]
    assert {NASTY, "_x", "$a$", "中文", "a?b?", "c??"} <= set(words) and not recwarn.list


@pytest.mark.parametrize("names", list(zip(HOSTILE, HOSTILE[::-1])))
def test_the_names_of_axes_are_written_as_they_are(names, recwarn):
    shown = {re.sub("[\n\x00\ud800\ufffe]", "?", name) for name in names}
    for plot in (viz.curves({"a": [1.0, math.nan]}, labels=names), viz.descent(bowl, [(0, 0)], labels=names)):
        assert shown <= set(texts(plot)) and all(name in plot.text and name in plot.alt for name in shown)
    assert not recwarn.list


@pytest.mark.parametrize(("draw", "sentence"), [
    (lambda: viz.curves({}), "there are no curves to draw"),
    (lambda: viz.curves({"a": []}), "there are no numbers to draw"),
    (lambda: viz.curves({"a": [0.0, 0.0]}, log=True), "there are no numbers above zero to draw"),
    (lambda: viz.curves({f"{k}": [1.0] for k in range(11)}), "there is room for 10 curves, but got 11"),
    (lambda: viz.curves({"a": [1.0, 2.0]}, x=[1]), "a has 2 numbers, but 1 steps"),
    (lambda: viz.descent(lambda a, b: math.nan), "there are no numbers to draw"),
    (lambda: viz.descent(bowl, x=(0, 0)), f"the x axis cannot go from 0 to 0: {HIGHER}"),
    (lambda: viz.descent(bowl, y=(2, 1)), f"the y axis cannot go from 2 to 1: {HIGHER}"),
    (lambda: viz.descent(bowl, y=(0, math.inf)), f"the y axis cannot go from 0 to inf: {HIGHER}"),
    (lambda: viz.descent(bowl, x=(1, 1 + 1e-15)), f"the x axis cannot go from 1 to 1: {HIGHER}"),
    (lambda: viz.descent(bowl, x=(0, 1e-308)), f"the x axis cannot go from 0 to 1e-308: {HIGHER}"),
    (lambda: viz.regions(len, [[-1e307, 0.0], [1e307, 0.0]], [0, 0]),
     rf"the x axis cannot go from -1e\+307 to 1e\+307: {HIGHER}"),
    (lambda: viz.regions(len, [[0.0, 1e308], [0.0, -1e308]], [0, 0]),
     rf"the y axis cannot go from -1e\+308 to 1e\+308: {HIGHER}"),
    (lambda: viz.regions(len, [], []), "there are no points to draw"),
    (lambda: viz.regions(len, [[math.nan, 0.0]], [0]), "there are no points to draw"),
    (lambda: viz.regions(len, [[0.0, 0.0]], []), "1 points need as many labels, but got 0"),
    (lambda: viz.regions(lambda places: [k % 11 for k in range(len(places))], [[0.0, 0.0]], [0]),
     "there is room for 10 classes, but got 11"),
    (lambda: viz.choice({}), "there are no pictures to draw"),
    (lambda: viz.frames({}), "there are no frames to draw"),
    (lambda: viz.frames({f"{k}": plots()["regions"] for k in range(13)}), "there is room for 12 frames, but got 13"),
    (lambda: viz.frames({kind: viz.regions(lambda places, kind=kind: [kind] * len(places), [[0.0, 0.0]], [kind])
                         for kind in "ab"}), "frames show one set of classes, but these differ"),
    (lambda: viz.pictures([]), "there are no pictures to draw"),
    (lambda: viz.pictures([[[math.nan]]]), "there are no numbers to draw"),
    (lambda: viz.pictures([[[1.0]]] * 101), "there is room for 100 pictures, but got 101"),
    (lambda: viz.pictures([[[1.0]], [[1.0, 2.0]]]), SIZES),
    (lambda: viz.pictures([[[1.0] * 65]]), SIZES),
    (lambda: viz.pictures([[[1.0]]], []), "1 titles are needed, but got 0"),
    (lambda: viz.regions(lambda places: [[0]] * len(places), [[0.0, 0.0]], [0]), LABEL),
])
def test_what_cannot_be_drawn_is_refused_in_a_sentence(draw, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        draw()


@pytest.mark.parametrize("steps", [[1e308], [-1e308, 1e308], [5e-324, 1e308, 2]])
def test_steps_without_measure_are_drawn_too(steps, recwarn):
    assert "step" in texts(viz.curves({"a": [1.0] * len(steps)}, x=steps)) and not recwarn.list


def test_a_gap_is_told_where_it_is():
    said = viz.curves({"a": [math.nan, 1.0, math.nan]})
    assert said.text.endswith("lowest 1 at step 1; no finite number at step 0 and 2")
    assert viz.curves({"a": [1.0, math.nan, math.inf]}).text.endswith("; no finite number from step 1 on")
    assert viz.curves({"a": [1.0, 0.0]}, log=True).text.endswith("; no finite number above zero from step 1 on")


def test_a_lone_number_has_a_mark():
    def spots(values):
        return [len(places) for fill, _, places in marks(viz.curves({"a": values})) if fill == COLORS[0]]

    assert spots([math.nan, 1.0, math.nan, 2.0, 3.0]) == [1, 1], "one, and one in the legend"
    assert not spots([1.0, 2.0]) and not spots([1.0, 2.0, math.nan, 1.0, 2.0])


def test_of_many_curves_each_has_marks_of_its_own_also_in_the_legend():
    names = [f"series number {k}" for k in range(10)]
    plot = viz.curves({name: [1.0, k + 2.0, 3.0] for k, name in enumerate(names)})
    drawn = [(shape, len(places)) for fill, shape, places in marks(plot) if fill in COLORS]
    assert len({shape for shape, _ in drawn}) == 10 and [shape for shape, _ in drawn[10:]] == [s for s, _ in drawn[:10]]
    assert min(count for _, count in drawn[:10]) >= 3 and [text for text in texts(plot) if text in names] == names


def test_a_surface_that_is_in_part_not_a_number_is_hatched_there():
    half = viz.descent(lambda a, b: a if a > 0 else math.nan)
    assert "It is not a number on 50 percent, which is hatched." in half.alt
    assert "below 0.117, darkest from 0.917 on" in half.alt
    assert "height not a number" in texts(half) and "height not a number" not in texts(viz.descent(bowl))
    hatched = [path for path, look in shapes(half) if look["fill"].startswith("url(#h")]
    assert len(hatched) == 2, "the ground behind the surface, and the box of the legend"
    first = min(x for x, _ in numbers(bands(half)[0][1]))
    ground = [x for x, _ in numbers(hatched[0])]
    assert first == pytest.approx((min(ground) + max(ground)) / 2, abs=4), "the surface begins in the middle"
    assert "url(#h" not in viz.descent(bowl).svg()


def test_a_surface_has_a_scale_of_heights():
    shown = set(texts(viz.descent(lambda a, b: a, x=(0, 1))))
    assert {"height", "stronger is higher", "0.00833", "0.992"} <= shown
    assert viz.descent(lambda a, b: 1.0).alt.endswith(": 1 everywhere.")


def test_places_outside_the_window_are_told():
    away = viz.descent(bowl, [(5, 5), (0.5, 0.5)])
    assert away.alt.endswith("1 of its 2 places lie outside the picture.")
    assert away.text.splitlines()[1].endswith("75  outside") and not away.text.endswith("outside")
    assert "1 of 2 places lie outside" in texts(away)


def test_a_long_path_is_told_by_its_ends():
    lines = viz.descent(bowl, [(0, 0)] * 1000).text.splitlines()
    assert len(lines) == 41 and " ..." in lines and lines[-1].startswith(" 999")


def test_ten_classes_have_ten_marks_and_ten_colours_in_the_legend_and_in_their_regions():
    def columns(places):
        return [max(0, min(9, int(a * 10))) for a, b in places]

    points = [[k / 10 + 0.05, 0.5] for k in range(10)]
    drawn = viz.regions(columns, [*points, [math.nan, 0.0]], [*range(10), 0])
    assert drawn.text.endswith("1 of 11 points have no finite place and are left out")
    spots = [(fill, shape) for fill, shape, _ in marks(drawn) if fill in COLORS]
    assert len(set(spots)) == len({shape for _, shape in spots}) == 10 and spots[:10] == spots[10:]
    fills = [look["fill"] for path, look in shapes(drawn) if look["fill"] not in ("none", *COLORS)]
    assert len(set(fills)) == 10 and fills[:10] == fills[10:], "the regions, and the boxes of the legend"
    assert [text for text in texts(drawn) if text.startswith("class ")] == [f"class {k}" for k in range(10)]


def test_between_the_regions_of_two_classes_there_is_no_band_of_a_third():
    drawn = viz.regions(lambda places: [2 * (a > 0) for a, b in places], [[-1, 0], [1, 0], [0, 1]], [0, 2, 1])
    first, middle, last = [sorted(numbers(path)) for path, look in shapes(drawn) if path.get("clip-path")]
    assert middle == last != first


def test_between_two_regions_there_is_a_line_that_eyes_see_which_see_no_colours():
    drawn = viz.regions(lambda places: [int(a > 0) for a, b in places], [[-1, 0], [1, 0]], [0, 1])
    (_, look), (path, other) = [(path, look) for path, look in shapes(drawn) if path.get("clip-path")]
    left = min(x for x, _ in numbers(path))
    (frame,) = root_of(drawn).iter("clipPath")
    x, wide = (float(frame[0].get(name)) for name in ("x", "width"))
    assert left == pytest.approx(x + wide / 2, abs=1) and max(x for x, _ in numbers(path)) > x + wide, "no line there"
    assert look["stroke"] == other["stroke"] == QUIET and min(contrast(QUIET, color) for color in PALE) >= 3


def test_a_region_holds_each_place_of_its_grid_even_a_single_one():
    lone = viz.regions(lambda places: [int(max(abs(a - 0.53), abs(b - 0.53)) < 0.02) for a, b in places],
                       [[-1, -1], [2, 2]], [0, 0])
    assert len([path for path, _ in shapes(lone) if path.get("clip-path")]) == 2


def test_a_class_that_only_the_model_gives_is_drawn():
    assert "class 7" in texts(viz.regions(lambda places: [7] * len(places), [[0.0, 0.0]], [0]))


def test_pictures_tell_their_numbers_or_their_darkest_place():
    assert viz.pictures([[[1.0, math.nan]]], ["a"]).text == "1 pictures of 1 by 2 numbers\na: [[1., nan]]"
    large = [[0.0] * 4, [0.0, 0.0, -3.0, math.nan]]
    assert viz.pictures([large]).text.endswith("0: darkest at row 1 column 2 (-3), 1 not finite")
    assert len(viz.pictures([large] * 100).text.splitlines()) == 17


def test_numbers_below_zero_have_a_stroke_and_no_number_is_hatched():
    def strokes(values):
        drawn = [numbers(path) for path, look in shapes(viz.pictures([[values]]))
                 if look.get("stroke") == "#1f2933" and "stroke-width" not in look]
        ends = [(start, end) for found in drawn for start, end in zip(found[::2], found[1::2])]
        level = sum(start[1] == end[1] for start, end in ends)
        return level, len(ends) - level

    assert strokes([1.0, 2.0]) == (0, 0) and strokes([1.0, -2.0, -1.0]) == (2, 0) and strokes([math.nan, 1.0]) == (0, 1)
    assert {"above zero", "below zero"} <= set(texts(viz.pictures([[[1.0, -1.0]]])))
    assert "no finite number" in texts(viz.pictures([[[1.0, math.inf]]]))


def test_each_number_of_a_picture_is_a_square_in_its_place_dark_where_it_is_large():
    drawn = viz.pictures([[[0.0, 1.0], [0.5, 0.0], [0.0, 1.0]]])
    squares = [(look["stroke"], start, end) for path, look in shapes(drawn) if look.get("stroke-width") == "8"
               for start, end in zip(numbers(path)[::2], numbers(path)[1::2])]
    (half, left, _), *dark = squares
    assert [(x - left[0], y - left[1]) for _, (x, y), _ in dark] == [(8, -8), (8, 8)]
    assert all(end == (start[0] + 8, start[1]) for _, start, end in squares)
    assert {shade for shade, _, _ in dark} == {"#1f2933"} and half == "#8e9294"


def test_a_picture_has_a_frame_of_a_pixel_below_the_legend_and_below_its_title():
    drawn = viz.pictures([[[1.0, 0.0]] * 2], ["a title"])
    (x, y), (u, _) = [numbers(path) for path, look in shapes(drawn) if look.get("stroke-width") == "18"][0]
    (s, t), (v, _) = [numbers(path) for path, look in shapes(drawn) if look.get("stroke-width") == "16"][0]
    assert (x, y, u) == (s - 1, t, v + 1)
    heights = {text.text: float(text.get("y")) for text, _ in shapes(drawn, "text")}
    assert heights["Legend"] < heights["the stronger, the more: from 0 to 1"] < heights["a title"] - 14 < y - 9 - 14


def test_a_stroke_where_no_number_is_rises_as_in_the_legend():
    (x, y), (u, v) = [numbers(path) for path, look in shapes(viz.pictures([[[math.nan, 1.0]]]))
                      if look.get("stroke") == "#1f2933" and "stroke-width" not in look][0]
    assert (u - x, v - y) == (8, -8)


def test_the_scale_of_a_picture_is_looked_for_once(monkeypatch):
    from minigrad.viz.plots import tables

    asked, largest = [], tables.largest
    monkeypatch.setattr(tables, "largest", lambda image: asked.append(image) or largest(image))
    viz.pictures([[[-1.0] * 9] * 9] * 3)
    assert len(asked) == 3


def test_pictures_are_in_rows_of_so_many_columns():
    drawn = viz.pictures([[[1.0]]] * 5, list("abcde"), columns=2)
    places = {text.text: (text.get("x"), text.get("y")) for text, _ in shapes(drawn, "text")}
    assert places["a"][1] == places["b"][1] != places["c"][1] and places["a"][0] == places["c"][0] == places["e"][0]


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


def test_progress_shows_a_bar_to_whoever_waits(monkeypatch):
    monkeypatch.delenv("TQDM_DISABLE")
    done = run("-c", "from minigrad.teach import progress; print(list(progress(range(3), 'epoch')))")
    assert done.stdout.endswith(" \n[0, 1, 2]\n") and "epoch" in done.stdout and done.stderr == "", "no red line stays"


def test_told_prints_each_error_on_a_line(capsys):
    told(lambda: 1 / 0, lambda: 1, lambda: [][1])
    lines = ["ZeroDivisionError: division by zero", "no error", "IndexError: list index out of range", ""]
    assert capsys.readouterr().out == "\n".join(lines)
