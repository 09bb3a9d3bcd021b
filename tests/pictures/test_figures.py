"""The figures of tools/figures.py: each has a legend, letters that can be read, and fits where it is shown."""

import io
import re
from xml.etree import ElementTree

import figures
import film
import pytest
from anew import Anew, numbers
from matplotlib.image import imread

from minigrad.viz.plots.canvas import room
from minigrad.viz.sheet.layout import parsed
from minigrad.viz.sheet.page import STYLE

README_COLUMN = 838  # pixels that a README page has for a picture: a wider one would be shrunk, and its letters with it
SIZE = re.compile(r'font(?:-size="|-size: |: )([\d.]+)')


@pytest.fixture(params=figures.MAKERS, ids=lambda maker: maker.__name__)
def drawn(request):
    """The root element of a figure."""
    return parsed(request.param().svg)


def test_every_figure_has_a_legend(drawn):
    assert "Legend" in [text.text for text in drawn.iter("text")]


def test_no_letters_are_below_12_pixels(drawn):
    text = ElementTree.tostring(drawn, encoding="unicode")
    sizes = [float(size) for size in SIZE.findall(text)]
    assert drawn.get("font-size") and min(sizes) >= 12, "all letters have at least the size of the root"
    for frame in drawn.iter("svg"):
        assert frame.get("viewBox") == f"0 0 {frame.get('width')} {frame.get('height')}", "it is not shrunk"
    assert not [scale for scale in re.findall(r"scale\(([^)]*)\)", text) if scale != "1 1"]


def test_the_legend_of_a_graph_ends_within_its_card():
    for drawn in [parsed(made.svg) for made in (maker() for maker in figures.MAKERS) if made.dot]:
        legend = drawn.findall("text")
        assert legend[0].text == "Legend" and len(legend) >= 4
        for text in legend:
            assert float(text.get("x")) + room(text.text, 12) <= int(drawn.get("width")), text.text
            assert float(text.get("y")) <= int(drawn.get("height")) - 12, text.text


@pytest.mark.parametrize("table", [figures.FIELDS, figures.HOOKS, figures.OLD_NAMES, figures.LOOP])
def test_the_boxes_of_a_column_are_alike_and_wider_than_their_words(table):
    for column, rows in table.items():
        stack = figures.stacks({column: rows}, figures.COLORS, "1").source
        wide = float(re.search(r"subgraph .*\n\s*node \[width=([\d.]+)\]", stack).group(1))
        assert 72 * wide >= 20 + max(room(column, 15), *(room(heading or what, 14) for heading, what in rows))


def test_what_the_readme_shows_fits_its_column():
    shown = re.findall(r"\(figures/(\w+)\.svg\)", (figures.ROOT / "README.md").read_text(encoding="utf-8"))
    makers = {maker.__name__: maker for maker in figures.MAKERS}
    assert "chapters" in shown
    for name in shown:
        assert int(parsed(makers[name]().svg).get("width")) <= README_COLUMN, name


@pytest.mark.parametrize("plain", [False, True], ids=["README", "talk"])
def test_the_two_engines_end_with_what_they_really_compute(plain):
    hasty, right = film.hasty_panel(Anew(plain)), film.right_panel(Anew(plain))
    assert (hasty.grad, right.grad) == (66, 36)
    assert len(hasty.words) == 1 + 7 and len(right.words) == 1 + 5
    text, alt = film.two_engines(plain)
    assert {"a.grad is 66: wrong", "a.grad is 36: right"} <= {part.text for part in parsed(text).iter("text")}
    assert "66" in alt and "36" in alt


def test_the_film_for_a_talk_and_the_board_have_no_name_of_pytorchs():
    with numbers(plain=True):
        hasty = film.hasty_panel(Anew(plain=True))
    assert hasty.words[4] == "4. the leaf gets 15 and adds it to a.grad: → 15"
    for made in (figures.two_engines_wide(), figures.board(), figures.board_back()):
        assert not re.search("Backward0|AccumulateGrad|grad_fn|>None<", made.svg)


def test_what_travels_back_on_the_board_is_what_the_engine_sends():
    told = [text.text for text in parsed(figures.board_back().svg).iter("text")]
    assert "5 + 7 = 12" in told and sorted(text for text in told if text in ("1", "5", "7", "36")) == [
        "1", "1", "36", "5", "7"]


@pytest.mark.parametrize("plain", [False, True], ids=["README", "talk"])
def test_a_picture_that_plays_is_its_last_frame_where_nothing_moves(plain):
    drawn = parsed(film.two_engines(plain)[0])
    still, playing = [style.text for style in drawn.iter("style")]
    assert playing.startswith("@media screen and (prefers-reduced-motion:no-preference){") and "animation" not in still
    frames = dict(re.findall(r"@keyframes k(\d+)\{((?:[^{}]*\{[^{}]*\})+)\}", playing))
    seen = [part for part in drawn.iter() if re.fullmatch(r"t\d+", part.get("class", ""))]
    assert {part.get("class")[1:] for part in seen} == set(frames)
    for part in seen:
        assert (part.get("visibility") == "hidden") == frames[part.get("class")[1:]].endswith("{visibility:hidden}")


def test_figures_follow_the_readers_theme(browser, tmp_path):
    """In an <img>, where no style of the page reaches: their own rule darkens the card, as on GitHub.

    In JupyterLab, which has a theme of its own, the rule that comes with each picture makes up for the difference.
    """
    pages = {}
    for lab in ("", "true", "false"):
        seen = "".join(f'<img src="{path.as_uri()}">' for path in sorted(figures.FIGURES.glob("*.svg")))
        pages[lab] = tmp_path / f"page{lab}.html"
        pages[lab].write_text(f'{STYLE}<body data-jp-theme-light="{lab}"><div class="jp-RenderedMarkdown">{seen}</div>')
    for theme in ("light", "dark"):
        for lab, path in pages.items():
            page = browser.new_page(color_scheme=theme)
            page.goto(path.as_uri())
            seen = imread(io.BytesIO(page.screenshot(full_page=True)))
            places = page.evaluate("[...document.images].map(one => [one.src, one.offsetTop, one.offsetLeft])")
            assert len(places) == len(figures.MAKERS)
            for name, top, left in places:
                dark, shown = lab == "false" or not lab and theme == "dark", seen[top + 6, left + 40, :3].mean()
                assert shown < 0.15 if dark else shown > 0.97, (name, theme, lab, shown)
            page.close()
