"""Every picture in the notebooks: readable on a projector, told in words of its own, and alive in static pages."""

import base64
import functools
import io
import random
import re
import sys
import sysconfig
from collections import defaultdict
from html import unescape
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from common import ROOT, chapters, code_cells, read
from counting import assert_linear, work_of
from graphs import no_block_twice, two_paths
from matplotlib.image import imread
from svgs import contrast, groups, luminance, root_of, texts

import minigrad

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from pictures import READY, THIRTY, in_a_row, into_one_leaf

from minigrad import viz
from minigrad.viz.sheet import layout
from minigrad.viz.sheet.arrow_labels import along
from minigrad.viz.sheet.layout import engine, lay_out
from minigrad.viz.sheet.page import STYLE
from minigrad.viz.sheet.words import letters

NOTEBOOKS = chapters(ROOT)
SMALLEST = 12  # pixels, at 100 %


def pictures(path):
    """(cell id, alt, SVG) of every picture in the outputs of a notebook."""
    for cell in nbformat.read(path, 4).cells:
        for output in cell.get("outputs", []):
            page = output.get("data", {}).get("text/html", "")
            for alt, source in re.findall(r'<img alt="([^"]*)" src="data:image/svg\+xml;base64,([^"]+)"', page):
                yield cell.id, unescape(alt), root_of(base64.b64decode(source).decode())


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def shown(request):
    return list(pictures(request.param))


def size_of(text, svg):
    """Of its letters, in pixels: graphs say it in an attribute, plots in a style."""
    said = re.search(r"font-size: ([\d.]+)px", text.get("style", ""))
    return float(said[1] if said else re.sub("px$", "", text.get("font-size", svg.get("font-size", "0"))))


def test_letters_are_large_enough_for_a_projector(shown):
    assert not [(cell, text.text, size_of(text, svg)) for cell, _, svg in shown for text in svg.iter("text")
                if size_of(text, svg) < SMALLEST]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_graphs_explain_every_sign_up_to_chapter_2_and_then_what_is_new(path):
    for _, _, svg in pictures(path):
        if groups(svg, "node"):
            words = set(texts(svg))
            assert ("Legend" in words) >= (path.stem < "03"), words
            assert "function node" not in words or not "03" <= path.stem < "14", words


def covered(text, place):
    """Whether letters of a text stand at this place; its ends are left out, since a letter's width is only about."""
    wide = 5.8 * letters(text.text or "")
    left = float(text.get("x")) - wide * {"end": 1, "middle": 0.5}.get(text.get("text-anchor"), 0)
    return left + 3 < place.real < left + wide - 3 and float(text.get("y")) - 8 < place.imag < float(text.get("y"))


def test_no_upright_arrow_runs_through_its_own_words_and_these_cover_no_other(shown):
    for cell, _, svg in shown:
        edges = groups(svg, "edge")
        ways = {edge: list(along(edge.find("path"))) for edge in edges}
        for edge, own in ways.items():
            others = [place for places in ways.values() for place in places]
            seen = others if len({round(place.real) for place in own}) == 1 else own
            assert not [(cell, text.text) for text in edge.findall("text")
                        if any(covered(text, place) for place in seen)]


def test_printed_lines_keep_a_distance_from_the_picture_below_them():
    page = viz.draw(minigrad.ones(2, requires_grad=True) * 2).html()
    assert "margin-top: 6px" in page


def test_a_screen_reader_hears_the_same_of_the_page_and_of_the_picture(shown):
    assert not [(cell, alt) for cell, alt, svg in shown if svg.find("title").text != alt]


def test_every_picture_is_told_in_a_sentence(shown):
    assert not [(cell, alt) for cell, alt, _ in shown if len(alt.split()) < 8]


def test_different_pictures_are_told_in_different_words():
    """In all chapters together."""
    told = defaultdict(dict)
    for path in NOTEBOOKS:
        for cell, alt, svg in pictures(path):
            told[alt].setdefault(ElementTree.tostring(svg), f"{path.stem}: {cell}")
    assert len(told) > 15, "the tests above have something to look at"
    assert not {alt: list(places.values()) for alt, places in told.items() if len(places) > 1}


@pytest.mark.parametrize("kind", ["HTMLExporter", "SlidesExporter"])
def test_the_stepper_works_in_static_pages_and_slides(kind, browser, tmp_path):
    """A notebook with one stepper, exported by nbconvert, opened without any network."""
    import nbconvert

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
    page.wait_for_function(READY)
    page.evaluate("document.querySelector('.minigrad-steps button:nth-of-type(4)').click()")
    said = page.evaluate("document.querySelector('.minigrad-steps [aria-live]').textContent")
    assert said == steps.text.splitlines()[1]
    page.close()


def tangled(seed):
    """Arrows across each other: of thirty results each is made of any two before it."""
    choose = random.Random(seed)
    found = [minigrad.ones(2, 2, requires_grad=True) for _ in range(3)]
    for _ in range(30):
        one, other = choose.choice(found[-4:]), choose.choice(found)
        joined = minigrad.cat((one, other, one))[:2]
        found.append(choose.choice([one + other, one * other, one.max(0)[0] * other, joined]))
    return found[-1]


def draw(result):
    return viz.draw(result).html()


@pytest.mark.parametrize("graph", THIRTY)
def test_thirty_nodes_are_drawn_with_one_call_of_the_engine_and_little_work(graph, lib, monkeypatch):
    """How long that takes, benchmarks/pictures.py measures."""
    result, asked = graph(lib), []
    assert 27 <= viz.memory(result).nodes <= 30
    monkeypatch.setattr(layout, "lay_out", lambda *source: asked.append(source) or lay_out(*source))
    draw(result)
    assert len(asked) == 1
    assert work_of(draw, result) < 200_000


def test_ten_times_the_nodes_are_ten_times_the_work_to_draw(lib):
    results = {nodes: no_block_twice(nodes - 1, lib) for nodes in (30, 300)}
    assert all(viz.draw(result).text.count(": #") == nodes for nodes, result in results.items())
    assert_linear(lambda nodes: draw(results[nodes]), *results)


def test_large_graphs_look_like_small_ones_with_labels_that_cost_less():
    """No tables: they take half of the engine's time. The bold headings and small lines are put in afterwards."""
    large = viz.draw(into_one_leaf(), full=True)
    assert "<table" not in large.dot and "<table" in viz.draw(minigrad.ones(2, requires_grad=True) * 2).dot
    shown = root_of(large)
    labels = [list(group.iter("text")) for group in groups(shown, "node")]
    assert [text.text for text in labels[1]] == ["TanhBackward0", "saved result = 0.9575"]
    for heading, *lines in labels:
        assert heading.get("font-weight") == "bold" and float(heading.get("font-size")) == 14
        assert all(text.get("font-weight") is None and float(text.get("font-size")) == 12 for text in lines)
    arrows = [text for group in groups(shown, "edge") for text in texts(group)]
    assert sorted(arrows) == ["0"] * 14 + ["1"] * 14 + ["grad_fn", "variable"]


@pytest.mark.parametrize("view", ["backward", "forward"])
@pytest.mark.parametrize("graph", [*THIRTY, *(functools.partial(tangled, seed) for seed in range(12))])
def test_in_a_large_graph_the_words_beside_arrows_touch_no_box_and_no_other_words(graph, view, browser):
    """The engine makes no room for them, since that would cost it half of its time."""
    page = browser.new_page()
    page.set_content(viz.draw(graph(), view=view, full=True).svg())
    words, touching = page.evaluate("""() => {
        const all = [...document.querySelectorAll("svg > g > g > g > text")].map(text => [text, text.getBBox()])
        const words = all.filter(([text]) => text.parentNode.classList.contains("edge"))
        const boxes = [...document.querySelectorAll("g.node :is(ellipse, polygon, path)")]
        const svg = document.querySelector("svg").getBoundingClientRect()
        const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width
            && a.y < b.y + b.height && b.y < a.y + a.height
        const corners = box => [0, 0.5, 1].flatMap(part => [0, 1].map(
            lower => new DOMPoint(box.x + part * box.width, box.y + lower * box.height)))
        const touching = words.filter(([text, own]) => {
            const seen = text.getBoundingClientRect()
            return seen.left < svg.left || seen.right > svg.right
                || words.some(([other, box]) => other !== text && meet(own, box))
                || boxes.some(box => corners(own).some(corner => box.isPointInFill(corner)))
        })
        return [words.length, touching.map(([text]) => text.textContent)]
    }""")
    page.close()
    assert not touching
    assert (words > 0) == (graph is not in_a_row or view == "backward")


def test_names_of_every_kind_stand_in_a_large_graph_as_they_are():
    names = ["a<b>&amp;", "x xmlns=\"q\" font-size=\"12\"", "\"quoted\" \\n \\", "<i>x</i>", "[a], [b]"]
    leaves = [minigrad.tensor(1.0, requires_grad=True) for _ in names]
    large = viz.draw(sum(leaves) * into_one_leaf(), dict(zip(names, leaves)))
    assert "<table" not in large.dot
    assert {f"leaf {name}" for name in names} <= set(texts(large))


def test_in_a_large_graph_every_text_lies_inside_its_box(browser):
    """A heading is measured before it is bold; the engine is told to leave room."""
    leaves = [minigrad.tensor([1.0, -2.0], requires_grad=True) for _ in range(4)]
    large = viz.draw(sum(leaves).sum() * into_one_leaf(), dict(zip(["i" * 40, "m" * 40, "W" * 40, "x"], leaves)))
    assert "<table" not in large.dot
    page = browser.new_page()
    page.set_content(large.svg())
    room = page.evaluate("""() => [...document.querySelectorAll("g.node")].flatMap(node => {
        const box = node.querySelector("ellipse, path, polygon").getBBox()
        return [...node.querySelectorAll("text")].map(text => {
            const words = text.getBBox()
            return Math.min(words.x - box.x, box.x + box.width - words.x - words.width)
        })
    })""")
    page.close()
    assert len(room) > 50
    assert min(room) >= 4, min(room)


def test_a_stepper_is_ready_as_soon_as_its_page_is_and_ten_times_the_steps_are_ten_times_the_work(browser):
    """The work of a click: how often Chromium counts the script's blocks to be run."""
    walks = {steps: viz.step(no_block_twice(steps - 1, minigrad)) for steps in (5, 50)}

    def click(steps):
        page = browser.new_page()
        page.set_content(walks[steps].html())
        assert page.evaluate(READY) == 1
        profiler = page.context.new_cdp_session(page)
        profiler.send("Profiler.enable")
        profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
        page.evaluate("document.querySelector('.minigrad-steps button:nth-of-type(4)').click()")
        scripts = profiler.send("Profiler.takePreciseCoverage")["result"]
        assert page.evaluate("document.querySelector('.minigrad-steps input').value") == "1"
        page.close()
        (own,) = [script["functions"] for script in scripts  # not playwright's
                  if "show" in {part["functionName"] for part in script["functions"]}]
        return sum(block["count"] for part in own for block in part["ranges"])

    assert_linear(click, *walks, count=lambda work, steps: work(steps))
    assert_linear(lambda steps: walks[steps].html(), *walks, count=lambda work, steps: len(work(steps)))


def test_a_filled_and_an_empty_grad_are_told_apart_by_a_sign_that_the_legend_explains():
    x, y, z = (minigrad.tensor(2.0, requires_grad=True) for _ in range(3))
    x.grad = minigrad.tensor(5.0)
    shown = texts(viz.draw(x * y + z, x=x, y=y, z=z))
    assert shown.count("● grad 5.") == 1 and shown.count("○ grad None") == 2
    assert {"●", ".grad holds a gradient", "○", ".grad is None"} <= set(shown)
    assert not {"●", "○"} & set(texts(viz.draw(minigrad.ones(2))))


def test_tensors_of_pytorch_that_count_no_writes_or_have_no_storage_are_drawn_all_the_same():
    torch = pytest.importorskip("torch")
    with torch.inference_mode():
        quiet = torch.ones(2)
    sparse, dense = torch.eye(2).to_sparse(), torch.ones(2, 2, requires_grad=True)
    assert viz.draw(quiet, quiet=quiet).text == "constant quiet: [1., 1.], requires_grad False"
    assert [row[-1] for row in viz.state(quiet=quiet, sparse=sparse).rows] == ["not counted", "0"]
    out = torch.sparse.mm(sparse, dense).sum()
    assert "saved mat1 (sparse)" in viz.draw(out, sparse=sparse, dense=dense).text
    assert viz.memory(out).bytes == viz.timeline(out).peak == 8
    assert viz.step(out, dense=dense).grads["dense"].tolist() == [[1.0, 1.0], [1.0, 1.0]]
    table = torch.nn.Embedding(3, 2, sparse=True)
    looked, ran = (viz.step(table(torch.tensor([1])).sum(), w=table.weight, run=run) for run in (False, True))
    assert looked.text == ran.text and "w.grad was None and becomes [[0., 0.], [1., 1.], [0., 0.]]" in ran.text
    empty = torch.ones(2, device="meta", requires_grad=True)
    looked, ran = (viz.step((empty * 2).sum(), empty=empty, run=run) for run in (False, True))
    assert looked.text == ran.text and ran.text.endswith("empty.grad was None and becomes shape [2], float32")
    flat = viz.step(torch.sgn(dense).sum(), dense=dense)
    assert "sends zeros_like(grad) = [[0., 0.], [0., 0.]] to" in flat.text


def test_the_layout_engine_of_this_python_comes_before_others(tmp_path, monkeypatch):
    def put(*names):
        for name in names:
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text("")
            path.chmod(0o755)

    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path / name))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PATHEXT", ".exe")
    found = [engine()]
    for name in ("bin/dot.exe", "bin/graphviz-pure.exe", "scripts/graphviz-pure.exe"):
        put(name, name.removesuffix(".exe"))  # Windows looks for one of them, other systems for the other
        found.append(Path(engine()).relative_to(tmp_path).with_suffix("").as_posix())
    assert found == [None, "bin/dot", "bin/graphviz-pure", "scripts/graphviz-pure"]


def test_numbers_signs_and_constants_stand_in_the_picture(lib):
    a = lib.tensor(3.0, requires_grad=True)
    b = a * 5.0
    out = (b + b**2) / 7.0 - a
    shown = texts(viz.draw(out, full=True, a=a, b=b))
    assert {"saved other = 5.", "saved self (b)", "saved other = 7."} <= set(shown)
    assert {"SubBackward0 −", "DivBackward0 /", "AddBackward0 +", "PowBackward0 ^ 2", "MulBackward0 ·"} <= set(shown)
    assert shown.count("constant") == 2 and {"5.", "7."} <= set(shown)
    assert {"MulBackward0 · 5", "DivBackward0 / 7", "AddBackward0 +"} <= set(texts(viz.draw(out, a=a, b=b)))
    whole = viz.draw(a * 3, full=True, a=a)
    assert {"saved other = 3.", "constant", "3."} <= set(texts(whole)) and "saved other = 3." in whole.text
    quiet = viz.draw(out, a=a, values=False)
    assert "saved other" in quiet.text and "saved other =" not in quiet.text
    assert "MulBackward0" not in texts(viz.draw(out)) and "Mul ·" in texts(viz.draw(out, view="forward"))


def test_a_legend_explains_what_is_new_in_its_chapter(monkeypatch):
    x = minigrad.tensor(2.0, requires_grad=True)
    y = x * 3
    y.backward()
    common, freed = "function node", "freed: a pass is done"
    for chapter, there in ((1, {common, freed}), (2, {common, freed}), (7, {freed}), (8, set())):
        monkeypatch.setattr(viz.sheet.words, "CHAPTER", chapter)
        assert {common, freed} & set(texts(viz.draw(y, x=x))) == there, chapter
        assert {common, freed} <= set(texts(viz.draw(y, x=x, legend=True)))
        assert not {common, freed, "Legend"} & set(texts(viz.draw(y, x=x, legend=False)))


def test_a_short_chain_goes_to_the_right_and_what_no_page_has_room_for_goes_down(lib):
    x = lib.tensor(0.5, requires_grad=True)
    y = x.tanh().exp().tanh().exp()
    z = y.tanh().exp().tanh().exp()

    def size(graph):
        shown = root_of(graph)
        return float(shown.get("width")), float(shown.get("height"))

    right, down, full = size(viz.draw(y, x=x)), size(viz.draw(z, x=x)), size(viz.draw(y, x=x, full=True, legend=False))
    assert right[1] < 260 < right[0] < 900 and down[0] < down[1] and full[0] < full[1]


def test_the_machine_of_chapter_1_is_at_most_260_pixels_high(lib):
    out, names = two_paths(lib)
    shown = root_of(viz.draw(out, **names))
    assert float(shown.get("height")) <= 260 and float(shown.get("width")) < 800


def test_letters_of_a_graph_stand_out_in_every_theme(browser):
    """As a browser shows them: at least 4.5 to 1, as WCAG asks. Without styles they follow the system's theme."""
    kinds = ("result", "leaf", "constant", "function", "accumulate", "none", "more")
    grounds = [layout.CARD, *(layout.STYLES[kind]["fillcolor"] for kind in kinds)]
    pairs = [(ink, ground) for ground in grounds for ink in (layout.INK, layout.QUIET, layout.GRADIENT)]
    pairs.append((layout.INK, layout.LATER["fillcolor"]))
    squares = [layout.part("rect", x=10 * (shade is ink), y=10 * row, width=10, height=10, fill=shade)
               for row, (ink, ground) in enumerate(pairs) for shade in (ink, ground)]
    card = base64.b64encode(layout.card(20, 10 * len(pairs), "squares", squares).encode()).decode()
    for system, light, style in product(("light", "dark"), ("true", "false"), ("", STYLE)):
        page = browser.new_page(viewport={"width": 20, "height": 10 * len(pairs)}, color_scheme=system)
        page.set_content(f'{style}<body style="margin: 0" data-jp-theme-light={light}>'
                         f'<img class="minigrad" style="display: block" src="data:image/svg+xml;base64,{card}">')
        seen = imread(io.BytesIO(page.screenshot()))[5::10, [5, 15], :3]
        page.close()
        bright = light == "true" if style else system == "light"
        assert luminance(seen[0, 0]) > 0.9 if bright else luminance(seen[0, 0]) < 0.02, "the card follows the theme"
        for pair, colors in zip(pairs, seen):
            assert contrast(*colors) >= 4.5, (system, light, pair)


@pytest.mark.parametrize("path", chapters(ROOT), ids=lambda path: path.stem)
def test_without_scripts_and_inline_svg_a_stored_stepper_is_a_picture_of_its_last_step(path):
    """As in GitHub's view of a notebook, on a page that is not trusted, or in a mail."""
    outputs = [output.data["text/html"] for cell in code_cells(read(path)) for output in cell.outputs
               if "minigrad-steps" in output.get("data", {}).get("text/html", "")]
    for html in outputs:
        left = re.sub(r"(?s)<(script|svg|style)\b.*?</\1>", "", html)
        found = re.search(r'<img alt="(The backward pass[^"]+)" src="data:image/svg\+xml;base64,([^"]+)"', left)
        alt, picture = found.groups()
        drawn = root_of(base64.b64decode(picture).decode())
        steps = left.count("<li>") - 1
        discs = [text for group in groups(drawn, "disc") for text in texts(group)]
        sent = [text.text for text in drawn.iter("text") if text.get("class") == "sent"]
        assert sorted(map(int, discs)) == [*range(1, steps + 1)] and f"{steps} nodes run one by one" in alt
        end = "refused" if "is refused" in alt else "→ "
        assert any(text.startswith(end) for text in sent), "what a leaf holds in the end, or where the walk ended"
        assert not drawn.findall(".//*[@visibility]")
