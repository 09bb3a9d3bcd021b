"""The slides of a chapter: what they show and leave out, and how they work in Chromium, without a network."""

import errno
import io
import re
from pathlib import Path

import editions
import pages
import pytest
import slides
import talk
from common import ROOT, chapters, code_cells, folded, read
from matplotlib.image import imread
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

CHAPTERS = chapters(ROOT)
STATE = """() => Reveal.getSlides().map(slide => {
    const {h, v} = Reveal.getIndices(slide);
    Reveal.slide(h, v || 0);
    const images = [...slide.querySelectorAll('img')].filter(image => getComputedStyle(image).display !== 'none');
    return {
        at: `${h}.${v}`,
        text: slide.innerText,
        broken: images.filter(image => !image.naturalWidth).length,
        wide: Math.max(0, ...[...slide.querySelectorAll('.output :is(img, svg)')].map(
            picture => picture.getBoundingClientRect().right)) > innerWidth,
        cut: slide.scrollHeight > slide.clientHeight + 1 && getComputedStyle(slide).overflowY !== 'auto',
        steppers: slide.querySelectorAll('.minigrad-steps[data-ready]').length,
        bare: slide.querySelectorAll('.minigrad-steps:not([data-ready])').length,
    };
})"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slides")
    assert slides.main(["--to", str(folder)]) == 0
    return folder


@pytest.fixture
def opened(folder, browser):
    """A function that opens the slides of a chapter; at the end nothing has failed, nothing was asked of a network."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    failures, elsewhere = [], []

    def open(stem):
        page = context.new_page()
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.on("request", lambda request: request.url.startswith(("file:", "data:")) or elsewhere.append(request.url))
        page.goto((folder / f"{stem}.html").as_uri())
        page.wait_for_function("window.Reveal && Reveal.isReady()")
        return page

    yield open
    context.close()
    assert not failures and not elsewhere, (failures, elsewhere)


def steppers(path):
    """How many steppers the outputs of a chapter hold."""
    outputs = [output for cell in code_cells(read(path)) for output in cell.outputs]
    return sum('class="minigrad-steps"' in output.get("data", {}).get("text/html", "") for output in outputs)


def cells_of(cut):
    return [cell for section in cut for slide in section for cell in slide]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_slides_are_the_chapter_in_order_without_solutions_and_teachers_box(path):
    cells = read(path).cells
    shown = [cell.id for cell in cells_of(slides.sections(read(path)))]
    left_out = [cell for cell in cells if cell.id not in shown]
    assert shown == [cell.id for cell in cells if cell.id in shown]
    assert [cell.id for cell in left_out] == [
        cell.id for cell in cells if folded(cell) is not None or cell.source.startswith("## For the teacher")
    ]


def test_a_heading_begins_a_section_and_a_paragraph_a_slide():
    text, code = new_markdown_cell, new_code_cell
    long = "\n".join(["1"] * 20)
    cells = [text("# Title"), text("more"), text("## One"), code("1"), code("2"), text("then"), code(long), code(long),
             text("### Exercise"), text("## Two")]
    cut = slides.sections(new_notebook(cells=cells))
    assert [[len(slide) for slide in section] for section in cut] == [[2], [3, 2, 1, 1], [1]]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_slide_of_a_chapter_can_be_seen(path, opened):
    state = opened(path.stem).evaluate(STATE)
    assert len(state) == len([slide for section in slides.sections(read(path)) for slide in section])
    assert not [slide["at"] for slide in state if slide["broken"] or slide["wide"] or slide["cut"] or slide["bare"]]
    assert not [slide for slide in state if not slide["text"].strip()]
    assert sum(slide["steppers"] for slide in state) == steppers(path)
    assert not [slide["at"] for slide in state if re.search(r"FORMULA\d|(?<!`)\$[^$\n]*\\", slide["text"])]


def test_the_stepper_is_moved_by_mouse_and_keys_and_the_slides_by_keys(opened):
    page = opened("04_engine")  # in 00 the stepper is on the first slide, which has no address of its own
    page.evaluate("Reveal.slide(...Object.values(Reveal.getIndices("
                  "document.querySelector('.minigrad-steps').closest('.slides > section > section'))))")
    here = page.wait_for_function("location.hash").json_value()  # reveal.js writes it a moment later
    caption = page.locator(".slides section.present section.present .minigrad-steps [aria-live]")
    assert caption.inner_text().startswith("0.")
    page.locator(".slides section.present section.present").get_by_role("button", name="Next").click()
    assert caption.inner_text().startswith("1.")
    page.keyboard.press("ArrowRight")
    assert caption.inner_text().startswith("2.") and page.evaluate("location.hash") == here
    page.locator("body").click(position={"x": 20, "y": 700})
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("here => location.hash !== here", arg=here)


LETTERS = """() => Reveal.getSlides().flatMap(slide => {
    const pictures = [...slide.querySelectorAll('img:not(.math), .minigrad-steps svg')];
    if (pictures.length) { const {h, v} = Reveal.getIndices(slide); Reveal.slide(h, v || 0); }
    return pictures.filter(picture => picture.getClientRects().length).map(picture => {
        const {width, right} = picture.getBoundingClientRect();
        const view = picture.closest('.steps-view');
        return {size: 12 * width / (picture.naturalWidth || picture.viewBox.baseVal.width),
                right: view ? view.getBoundingClientRect().right : right,
                below: view ? view.getBoundingClientRect().bottom : 0};
    });
})"""


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_letters_of_pictures_are_large_enough_for_a_small_projector(path, opened):
    """The smallest letters of each picture have 12 pixels in its own size (tests of the pictures see to that)."""
    measured = opened(path.stem).evaluate(LETTERS)
    assert len(measured) >= steppers(path) and (measured or path.stem.startswith("00"))
    for picture in measured:
        assert picture["size"] >= 11.99 and picture["right"] <= 1280 and picture["below"] <= 720, measured


def test_on_a_slide_the_present_node_is_in_sight(opened):
    page = opened("04_engine")
    page.evaluate("Reveal.slide(...Object.values(Reveal.getIndices("
                  "document.querySelector('.minigrad-steps').closest('.slides > section > section'))))")
    shown = page.locator(".slides section.present section.present")
    shown.get_by_role("button", name="Next").click()
    page.keyboard.press("End")
    view, node = (shown.locator(part).bounding_box() for part in (".steps-view", "svg .now .disc"))
    assert view["y"] <= node["y"] and node["y"] + node["height"] <= view["y"] + view["height"] <= 720
    assert shown.get_by_role("button", name="First").is_visible()


def test_formulas_are_pictures_or_tables_with_their_text():
    picture = slides.formula(r"\frac14\sum x_i^2")
    assert picture.startswith("<img") and r'alt="\frac14\sum x_i^2"' in picture
    assert slides.formula(r"\begin{pmatrix}1&2\\0&-1\end{pmatrix}").count("<mtr>") == 2
    assert slides.formula(r"\unknown{x}") == r"<code>\unknown{x}</code>"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_formula_of_a_chapter_is_left_as_text(path):
    found = [match for cell in read(path).cells if cell.cell_type == "markdown"
             for match in slides.FORMULA.finditer(cell.source) if not match[1]]
    assert not [match[0] for match in found if "<code>" in slides.formula(match[2] or match[3])]


def test_a_chapter_that_does_not_exist_is_named(tmp_path, capsys):
    assert slides.main(["77", "--to", str(tmp_path)]) == 1
    assert "no chapter 77" in capsys.readouterr().out


@pytest.mark.parametrize("main, arguments", [(slides.main, ["04"]), (editions.main, [])], ids=["slides", "editions"])
def test_a_folder_that_cannot_be_written_gets_a_sentence(tmp_path, monkeypatch, capsys, main, arguments):
    def mkdir(path, *_, **__):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", mkdir)
    assert main([*arguments, "--to", str(tmp_path / "slides")]) == 1
    assert f"Nothing can be written into {tmp_path}" in capsys.readouterr().out


def test_a_file_that_does_not_fit_on_the_disk_leaves_the_older_one(tmp_path, monkeypatch, capsys):
    def write_text(path, *_, **__):
        path.write_bytes(b"half of it")
        raise OSError(errno.ENOSPC, "No space left on device")

    older = tmp_path / "04_engine.html"
    older.write_text("older")
    monkeypatch.setattr(slides, "page", lambda *_: "newer")
    monkeypatch.setattr(Path, "write_text", write_text)
    assert slides.main(["04", "--to", str(tmp_path)]) == 1
    assert "is full" in capsys.readouterr().out
    assert older.read_text() == "older" and list(tmp_path.iterdir()) == [older]


def test_reveal_js_comes_with_its_licence():
    licence = (ROOT / "tools" / "reveal" / "LICENSE").read_text(encoding="utf-8")
    assert "Permission is hereby granted" in licence and "Hakim El Hattab" in licence


# The talk of a chapter

MEASURED = """() => Reveal.getSlides().map(slide => {
    const {h} = Reveal.getIndices(slide), inner = slide.firstElementChild;
    Reveal.slide(h, 0);
    while (Reveal.availableFragments().next) Reveal.nextFragment();
    const seen = part => part.getClientRects().length && !part.closest('details:not([open])');
    const words = [...slide.querySelectorAll('*')].filter(part => seen(part) && !part.closest('svg, aside')
        && [...part.childNodes].some(node => node.nodeType == 3 && node.textContent.trim()));
    const pictures = [...slide.querySelectorAll('.picture :is(img:not(.math), svg)')].filter(seen);
    const size = picture => picture.viewBox ? picture.viewBox.baseVal.width : picture.naturalWidth;
    const box = picture => (picture.closest('.steps-view') || picture.closest('.picture')).getBoundingClientRect();
    const fit = parseFloat(inner.style.zoom || 1);
    return {
        text: slide.innerText,
        over: Math.max(slide.scrollHeight - slide.clientHeight, slide.scrollWidth - slide.clientWidth),
        below: Math.max(0, ...pictures.map(picture => box(picture).bottom)),
        inside: Math.min(99, ...pictures.map(picture => 12 * picture.getBoundingClientRect().width / size(picture))),
        fills: Math.min(1, ...pictures.map(picture => {  // across, down, or both: a picture is not a stamp
            const {width, height} = picture.getBoundingClientRect();
            return Math.max(width / 1232, height / (picture.closest('.steps-view') ? 570 : 640));
        })),
        letters: Math.min(99, ...words.map(part => parseFloat(getComputedStyle(part).fontSize) * fit)),
    };
})"""


@pytest.fixture(scope="module")
def talks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("talks")
    assert slides.main(["--minutes", "20", "--to", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("path", list(pages.boxes()), ids=lambda path: path.stem)
def test_a_talk_fits_on_its_slides(path, talks, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto((talks / f"{path.stem}_talk.html").as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    measured = page.evaluate(MEASURED)
    assert 2 + len(pages.boxes()[path].short[2]) <= len(measured) <= 13
    for found in measured:
        assert found["over"] <= 0 and found["below"] <= 720 and found["fills"] > 0.98, found
        assert found["letters"] >= 16 and found["inside"] > 15.9, found
    page.close()


def test_a_talk_asks_before_it_answers_and_has_notes(talks, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto((talks / "04_engine_talk.html").as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    page.evaluate("Reveal.slide(2)")
    answer = page.locator("section.present section.present .fragment")
    assert answer.text_content() == "2047" and not answer.evaluate("part => part.classList.contains('visible')")
    page.keyboard.press("ArrowRight")
    assert answer.evaluate("part => part.classList.contains('visible')")
    page.keyboard.press("n")
    assert "Minute 0 to 4: the visits" in page.locator(".speaker-notes").inner_text()
    page.evaluate("Reveal.slide(99)")
    assert "Key:" in page.locator(".speaker-notes").inner_text()
    page.close()


def test_pictures_on_slides_are_light_as_the_slides_are_whatever_the_systems_theme(folder, browser):
    page = browser.new_page(color_scheme="dark", viewport={"width": 1280, "height": 720})
    page.goto((folder / "02_leaf_or_result.html").as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    picture = page.locator("img.minigrad").first
    picture.evaluate("one => { const at = Reveal.getIndices(one.closest('section')); Reveal.slide(at.h, at.v); }")
    seen = imread(io.BytesIO(picture.screenshot()))
    assert seen[len(seen) // 2, 4, :3].min() > 0.97
    page.close()


def test_a_talk_of_fewer_minutes_leaves_out_its_end():
    path = next(path for path in CHAPTERS if path.name.startswith("04"))
    whole, shorter = (" ".join(text for section in talk.talk(path, minutes)[1] for text in section)
                      for minutes in (20, 10))
    for text in ("How many do 10 diamonds", "Exit ticket"):
        assert text in whole and text in shorter
    assert "On the board</h2>" not in shorter and "Minute 4 to 10" in shorter and "Minute 15 to 20" in whole


def test_a_talk_that_does_not_fit_its_box_is_told_in_words(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(talk, "SHOWN", re.compile("<!-- no (talk)"))
    assert slides.main(["04", "--minutes", "20", "--to", str(tmp_path)]) == 1
    assert "04_engine.ipynb, teacher's box: 4 parts, and the talk shows 0" in capsys.readouterr().out


def test_the_class_of_90_minutes_has_a_slide_for_each_line_of_its_page(tmp_path, browser):
    assert slides.main(["class", "--to", str(tmp_path)]) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["class_90_minutes.html"]
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto((tmp_path / "class_90_minutes.html").as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    measured = page.evaluate(MEASURED)
    for found in measured:
        assert found["over"] <= 0 and found["below"] <= 720 and found["fills"] > 0.98, found
        assert found["letters"] >= 16 and found["inside"] > 15.9, found
    told = (ROOT / "notebooks" / "teacher" / "class_90_minutes.md").read_text(encoding="utf-8")
    ends = re.findall(r"Minute \d+ to (\d+)", " ".join(page.locator("aside.notes").all_text_contents()))
    rows = [int(count) for count in re.findall(r"(?m)^\| (\d+) \|", told)]
    assert sorted({int(end) for end in ends}) == [sum(rows[: place + 1]) for place in range(len(rows))]
    page.close()
