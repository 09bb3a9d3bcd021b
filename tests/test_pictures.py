"""Every picture in the notebooks: readable on a projector, told in words of its own, and alive in static pages."""

import base64
import re
import time
from collections import defaultdict
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from common import chapters

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = chapters(ROOT)
SVG = "{http://www.w3.org/2000/svg}"
SMALLEST = 12  # pixels, at 100 %
READY = "() => document.querySelectorAll('.minigrad-steps[data-ready]').length"


def pictures(path):
    """(cell id, alt, SVG) of every picture in the outputs of a notebook."""
    for cell in nbformat.read(path, 4).cells:
        for output in cell.get("outputs", []):
            page = output.get("data", {}).get("text/html", "")
            for alt, source in re.findall(r'<img alt="([^"]*)" src="data:image/svg\+xml;base64,([^"]+)"', page):
                yield cell.id, unescape(alt), ElementTree.fromstring(base64.b64decode(source))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def shown(request):
    return list(pictures(request.param))


def test_letters_are_large_enough_for_a_projector(shown):
    small = [
        (cell, text.text, text.get("font-size"))
        for cell, _, svg in shown for text in svg.iter(f"{SVG}text")
        if float(re.sub("px$", "", text.get("font-size", svg.get("font-size", "0")))) < SMALLEST
    ]
    assert not small


def test_a_graph_has_its_legend(shown):
    graphs = [svg for *_, svg in shown if any(group.get("class") == "node" for group in svg.iter(f"{SVG}g"))]
    for svg in graphs:
        assert "Legend" in [text.text for text in svg.iter(f"{SVG}text")]


def test_a_screen_reader_hears_the_same_of_the_page_and_of_the_picture(shown):
    assert not [(cell, alt) for cell, alt, svg in shown if svg.find(f"{SVG}title").text != alt]


def test_different_pictures_are_told_in_different_words(shown):
    told = defaultdict(set)
    for _, alt, svg in shown:
        told[alt].add(ElementTree.tostring(svg))
    assert not [alt for alt, several in told.items() if len(several) > 1]


def test_there_are_pictures():
    assert sum(len(list(pictures(path))) for path in NOTEBOOKS) > 15, "the tests above have something to look at"


@pytest.fixture(scope="module")
def browser(chromium):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.mark.parametrize("kind", ["HTMLExporter", "SlidesExporter"])
def test_the_stepper_works_in_static_pages_and_slides(kind, browser, tmp_path):
    """A notebook with one stepper, exported by nbconvert, opened without any network."""
    import nbconvert

    import minigrad
    from minigrad import viz

    x = minigrad.tensor(2.0, requires_grad=True)
    steps = viz.step(x * x * 3, x=x)
    output = nbformat.v4.new_output("display_data", steps._repr_mimebundle_())
    cell = nbformat.v4.new_code_cell("steps", outputs=[output], metadata={"slideshow": {"slide_type": "slide"}})
    page_text, _ = getattr(nbconvert, kind)().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    file = tmp_path / "page.html"
    file.write_text(page_text, encoding="utf-8")
    page = browser.new_page()
    page.route("http*://**", lambda route: route.abort())
    page.goto(file.as_uri(), wait_until="domcontentloaded")
    page.wait_for_function(READY, timeout=20_000)
    page.evaluate("document.querySelector('.minigrad-steps button:nth-of-type(4)').click()")
    said = page.evaluate("document.querySelector('.minigrad-steps [aria-live]').textContent")
    assert said == steps.text.splitlines()[1]
    page.close()


def test_thirty_nodes_are_drawn_without_waiting():
    """About 20 milliseconds where nothing else runs, most of it the layout; the bound is for a busy machine."""
    import minigrad
    from minigrad import viz
    from minigrad.viz.layout import lay_out

    x = minigrad.ones(4, 3)
    weights = [minigrad.ones(3, 3, requires_grad=True) for _ in range(9)]
    for weight in weights:
        x = (x @ weight).tanh()
    seconds = []
    for _ in range(7):
        lay_out.cache_clear()
        start = time.perf_counter()
        viz.draw((x**2).mean()).html()
        seconds.append(time.perf_counter() - start)
    assert viz.memory((x**2).mean()).nodes == 29
    assert min(seconds) < 0.2, seconds


def test_a_page_with_a_stepper_is_ready_within_a_second(browser):
    import minigrad
    from minigrad import viz

    x = minigrad.tensor(2.0, requires_grad=True)
    y = x
    for _ in range(14):
        y = (y * x).tanh()
    steps = viz.step(y, x=x)
    assert len(steps.steps) == 29
    milliseconds = []
    while min(milliseconds, default=1000) >= 1000 and len(milliseconds) < 8:  # the machine may be busy with other tests
        page = browser.new_page()
        page.set_content(steps.html())
        milliseconds.append(page.evaluate("performance.now()"))
        assert page.evaluate(READY) == 1
        page.close()
    assert min(milliseconds) < 1000, milliseconds
