"""The slides of a chapter: what they show and leave out, and how they work in Chromium, without a network."""

import errno
import io
import re
from pathlib import Path

import anew
import commands
import editions
import pages
import pytest
import slides
import talk
import writer
from common import ROOT, Problem, chapters, code_cells, folded, read
from matplotlib.image import imread
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import minigrad

CHAPTERS = chapters(ROOT)
CHINESE = chapters(ROOT, "zh")[4]
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


@pytest.fixture(scope="module", autouse=True)
def english():
    """Whatever `suite.py lab --lang` was last told in this folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "language", lambda root: "en")
        yield


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


@pytest.mark.parametrize("path", [*CHAPTERS, CHINESE], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_slides_are_the_chapter_in_order_without_solutions_and_teachers_box(path):
    cells = read(path).cells
    shown = [cell.id for cell in cells_of(slides.sections(read(path)))]
    left_out = [cell for cell in cells if cell.id not in shown]
    assert shown == [cell.id for cell in cells if cell.id in shown]
    assert [cell.id for cell in left_out] == [
        cell.id for cell in cells if folded(cell) is not None or cell.id == editions.TEACHER
    ]


def test_slides_are_in_chinese_if_that_is_asked_for(tmp_path, capsys):
    assert slides.main(["04", "--lang", "zh", "--to", str(tmp_path)]) == 0
    text = (tmp_path / "04_engine.html").read_text(encoding="utf-8")
    assert '<html lang="zh-CN">' in text and "引擎：按什么顺序才对？" in text and "供你对照" not in text
    assert slides.main(["04", "--lang", "zh", "--minutes", "20", "--to", str(tmp_path)]) == 0
    assert "talks are in English alone" in capsys.readouterr().out


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
    const seen = part => part.getClientRects().length && getComputedStyle(part).visibility != 'hidden';
    const words = [...slide.querySelectorAll('*')].filter(part => seen(part) && !part.closest('svg, aside')
        && !part.closest('details:not([open])')
        && [...part.childNodes].some(node => node.nodeType == 3 && node.textContent.trim()));
    const pictures = [...slide.querySelectorAll('.picture :is(img:not(.math), svg)')].filter(seen).map(picture => {
        const box = picture.closest('.steps-view, .layer'), {width, height} = picture.getBoundingClientRect();
        const own = picture.viewBox ? picture.viewBox.baseVal.width : picture.naturalWidth;
        return {letters: 12 * width / own, across: width / box.clientWidth,
                down: height / parseFloat(box.style.maxHeight), below: box.getBoundingClientRect().bottom};
    });
    return {
        text: slide.innerText,
        over: Math.max(slide.scrollHeight - slide.clientHeight, slide.scrollWidth - slide.clientWidth),
        letters: Math.min(99, ...words.map(part => parseFloat(getComputedStyle(part).fontSize)
            * parseFloat(inner.style.zoom || 1))),
        pictures: pictures,
    };
})"""


def measured(page):
    """What each slide of an open talk measures; every one can be read from the last row, and is whole."""
    found = page.evaluate(MEASURED)
    for slide in found:
        assert slide["over"] <= 0 and slide["letters"] >= 16, slide
        for picture in slide["pictures"]:  # as large as its place, and not larger; its smallest letters have 16 pixels
            assert 0.98 < max(picture["across"], picture["down"]) <= 1.005, slide
            assert picture["letters"] > 15.9 and picture["below"] <= 720, slide
    return found


@pytest.fixture(scope="module")
def talks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("talks")
    assert slides.main(["--minutes", "20", "--to", str(folder)]) == 0
    assert slides.main(["class", "--to", str(folder)]) == 0
    return folder


@pytest.fixture
def shown(talks, browser):
    """A function that opens a talk: a page on which no error occurs."""
    pages, failures = [], []

    def open(stem):
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto((talks / f"{stem}.html").as_uri())
        page.wait_for_function("window.Reveal && Reveal.isReady()")
        pages.append(page)
        return page

    yield open
    for page in pages:
        page.close()
    assert not failures


def present(page, selector):
    return page.locator(f"section.present section.present {selector}")


TAUGHT = pytest.mark.parametrize("path", list(pages.boxes()), ids=lambda path: path.stem)


@TAUGHT
def test_a_talk_fits_on_its_slides(path, shown):
    found = measured(shown(f"{path.stem}_talk"))
    assert 1 + len(pages.boxes()[path].short[2]) <= len(found) <= 13


def test_a_talk_asks_before_it_answers_and_has_notes(shown):
    page = shown("04_engine_talk")
    page.evaluate("Reveal.slide(1)")
    answer = present(page, ".fragment")
    assert answer.text_content() == "2047" and not answer.evaluate("part => part.classList.contains('visible')")
    page.keyboard.press("ArrowRight")
    assert answer.evaluate("part => part.classList.contains('visible')")
    page.keyboard.press("n")
    assert "Minute 0 to 3: the visits" in page.locator(".speaker-notes").inner_text()
    page.evaluate("Reveal.slide(99)")
    assert "Key:" in page.locator(".speaker-notes").inner_text()


def test_notes_do_not_cover_the_slide(shown):
    page = shown("04_engine_talk")
    page.evaluate("Reveal.slide(1)")
    page.keyboard.press("n")
    slide, notes = (page.locator(part).bounding_box() for part in ("section.present section.present", ".speaker-notes"))
    assert slide["x"] >= 0 and slide["x"] + slide["width"] <= notes["x"] + 1 and notes["x"] < 1200
    page.keyboard.press("n")
    assert present(page, ".talk").bounding_box()["width"] > 1200


def test_the_right_arrow_takes_every_step_of_a_stepper_and_then_goes_on(shown):
    page = shown("04_engine_talk")
    number = page.evaluate("Reveal.getSlides().findIndex(slide => slide.querySelector('.minigrad-steps'))")
    page.evaluate("number => Reveal.slide(number)", number)
    at = "() => Reveal.getIndices().h"
    caption, last = present(page, "[aria-live]"), present(page, ".minigrad-steps li").count() - 1
    for step in range(1, last + 1):
        page.keyboard.press("ArrowRight" if step % 2 else "Space")
        assert caption.inner_text().startswith(f"{step}.") and page.evaluate(at) == number
    page.keyboard.press("ArrowRight")
    assert page.evaluate(at) == number + 1
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(at) == number
    page.keyboard.press("ArrowLeft")
    assert caption.inner_text().startswith(f"{last - 1}.")
    present(page, "button").filter(has_text="Next").click()  # the keys are not caught there
    page.keyboard.press("ArrowRight")
    assert page.evaluate(at) == number + 1


def test_a_film_begins_when_its_slide_is_seen(shown):
    page = shown("04_engine_talk")
    film = page.locator("img.plays")
    before = film.get_attribute("src")
    page.evaluate("Reveal.slide(Reveal.getSlides().findIndex(slide => slide.querySelector('img.plays')))")
    after = film.get_attribute("src")
    assert after.startswith(before + "#")  # another address, so Chromium plays it anew
    page.wait_for_function("() => document.querySelector('img.plays').naturalWidth > 700")


@TAUGHT
def test_a_class_can_read_the_code_of_a_talk_cold(path):
    text = " ".join(slide.shown for slide in talk.talk(path, 20)[1])
    plain = re.sub(r"<[^>]+>", "", re.sub(r'src="[^"]*"', "", text))
    assert not re.search(r"\.compare\(|check_\w+\(|^from |^import |guess=|not yet", plain, re.MULTILINE)


@TAUGHT
def test_the_notes_of_a_talk_name_every_minute_and_show_no_marks_of_markdown(path, talks):
    title, found = talk.talk(path, 20)
    told = (talks / f"{path.stem}_talk_notes.html").read_text(encoding="utf-8")
    ends = [int(end) for end in re.findall(r"Minute \d+ to (\d+)", told)]
    minutes = [count for count, _ in pages.boxes()[path].short[2]]
    assert ends == [sum(minutes[: place + 1]) for place in range(len(minutes))] and ends[-1] == 20
    assert told.count("<section>") == len(found) and "Key:</b>" in told
    plain = re.sub(r"(?s)<style>.*?</style>|<code>.*?</code>|<[^>]+>", "", told)
    assert not re.search(r"(?<![\w*])\*\w[^*\n]*\w\*(?!\w)|\*\*\w[^*]*\*\*|`|\$|\]\(", plain)
    assert '"' not in plain


@TAUGHT
def test_the_exit_ticket_is_the_last_part_of_a_talk(path):
    assert pages.boxes()[path].short[2][-1][1] == "the exit ticket"


def numbers(text):
    """The numbers of a text that are not single digits."""
    found = re.findall(r"\d[\d,]*\d(?:\.\d+)?|\d\.\d+", text)
    return {float(number.replace(",", "")) for number in found}


def lines_of_the_talk(path):
    (teacher,) = (cell for cell in read(path).cells if cell.id == editions.TEACHER)
    return [line for part in talk.lines_of(talk.SHOWN.search(teacher.source)[1], path.name) for line in part]


# What slides say and no cell has: sums of what cells have.
RECKONED = {
    "01": {15: 3 * 5, 21: 3 * 7},
    "04": {15: 3 * 5, 21: 3 * 7, 78: 21 + (21 + 36), 31: 30 + 1, 2147483647: 2**31 - 1},  # after 3, 7, 15: 2**(n+1) - 1
    "06": {5.5: 4.5 + 1},
    "13": {60: 2 * 5 * 6},
    "16": {9000: writer.STEPS},
}


@TAUGHT
def test_numbers_on_the_slides_of_a_talk_are_those_of_the_chapter(path):
    """A number typed in a line of a talk stands in the chapter, in its code or in what that gives."""
    notebook = read(path)
    known = set().union(*(numbers(cell.source + pages.said(cell)) for cell in code_cells(notebook)))
    known |= {float(key) for key in RECKONED.get(path.name[:2], {})}
    for line in lines_of_the_talk(path):
        shown = talk.figure(line.name).partition("src=")[0] if line.name.endswith(".svg") else ""
        notes = " ".join(note for note in line.notes if not note.startswith('"'))
        assert numbers(f"{line.words} {line.answer} {notes}") <= known | numbers(shown), line
    assert all(key == value for key, value in RECKONED.get(path.name[:2], {}).items())


@TAUGHT
def test_a_picture_drawn_anew_for_a_talk_says_what_the_chapters_picture_says(path):
    cells = {cell.id: cell for cell in read(path).cells}
    frees = int(path.name[:2]) >= talk.FREES_FROM
    for line in lines_of_the_talk(path):
        if line.mode in ("wide", "plain"):
            again, plain = (anew.drawn_anew(cells.values(), cells[line.name], mode, frees) for mode in (False, True))
            assert again.text in pages.said(cells[line.name])
            assert not re.search("Backward0|AccumulateGrad|>None<", plain.svg())


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
    whole, shorter = ("".join(f"{words} {notes}" for _, words, notes in talk.talk(path, minutes)[1])
                      for minutes in (20, 11))
    for text in ("x = x + x", "Exit ticket"):
        assert text in whole and text in shorter
    assert "newest node" not in shorter and "Minute 8 to 11:** the exit ticket" in shorter
    assert "Minute 17 to 20:** the exit ticket" in whole


def test_a_talk_that_does_not_fit_its_box_is_told_in_words(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(talk, "SHOWN", re.compile("<!-- no (talk)"))
    assert slides.main(["04", "--minutes", "20", "--to", str(tmp_path)]) == 1
    assert ("04_engine.ipynb, teacher's box: 4 parts before the exit ticket, and the talk shows 0"
            in capsys.readouterr().out)


def test_a_line_of_a_talk_says_what_to_show_to_ask_and_to_answer():
    text = '| one (wide): What? → 1\n  a note\n  "so"\ntwo\n| board: Look. Why?'
    (first, second), (third,) = talk.lines_of(text, "x")
    assert first == ("one", "wide", "What?", "1", ["a note", '"so"'])
    assert second == ("two", None, None, None, []) and third[:3] == ("board", None, "Look. Why?")
    with pytest.raises(Problem, match="x, the talk: this line cannot be read: .* one two"):
        talk.lines_of("| one two", "x")
    box = next(iter(pages.boxes().values()))
    with pytest.raises(Problem, match='x, the talk: 0 wrong answers begin with "nobody says so"'):
        talk.spoken('"nobody says so"', box, "x")


def test_of_what_is_printed_a_talk_can_show_the_end():
    output = new_output("stream", text="loss: 1.1\nthe gradient\nof it\nExercise 1.2: not yet.\n")
    assert talk.part_of(output, "the").text == "the gradient\nof it\n" and output.text.startswith("loss")
    with pytest.raises(Problem, match="from 'a gradient' on, and no line begins so"):
        talk.part_of(output, "a gradient")


def test_a_sentence_of_notes_as_html():
    assert talk.in_html('*a* is 2 * 3, "b" is **c**, `d * "e"`') == (
        "<i>a</i> is 2 * 3, “b” is <b>c</b>, <code>d * \"e\"</code>")


def test_the_class_of_90_minutes_has_a_slide_for_each_line_of_its_page(shown, talks):
    page = shown("class_90_minutes")
    found = measured(page)
    told = (ROOT / "notebooks" / "teacher" / "class_90_minutes.md").read_text(encoding="utf-8")
    rows = [int(count) for count in re.findall(r"(?m)^\| (\d+) \|", told)]
    notes = page.locator("aside.notes").all_text_contents()
    ends = re.findall(r"Minute \d+ to (\d+)", " ".join(notes))
    assert [int(end) for end in ends] == [sum(rows[: place + 1]) for place in range(len(rows))]
    assert len(found) == 1 + len(rows) and (talks / "class_90_minutes_notes.html").exists()
    assert re.search("(?s)Where it goes wrong.*If time runs short.*If there is time left", notes[0])
    assert not re.search(r"\*\w|\w\*|\]\(", " ".join(notes) + " ".join(slide["text"] for slide in found))


def test_the_class_meets_no_name_of_pytorchs_and_mostly_sees_its_graph(talks, shown):
    page = shown("class_90_minutes")
    text = (talks / "class_90_minutes.html").read_text(encoding="utf-8").partition("<script>")[0]
    assert not re.search("Backward0|AccumulateGrad|grad_fn", re.sub('src="[^"]*"|<script>.*?</script>', "", text))
    with_pictures = page.evaluate("Reveal.getSlides().filter(slide => slide.querySelector('.picture')).length")
    assert with_pictures >= page.evaluate("Reveal.getSlides().length") - 3
    steps = page.locator(".minigrad-steps li").all_text_contents()
    assert steps[0] == "0. A 1 starts at the result"
    assert steps[4] == "4. times 3 gets 7 + 5 = 12 and sends 36 to the leaf"


def test_the_answers_of_the_class_are_those_of_the_chapters():
    told = (ROOT / "notebooks" / "teacher" / "class_90_minutes.md").read_text(encoding="utf-8")
    rows = re.findall(r"cell-id=(predict-\w+)\)\)?(?: → ([^|]+))?", told)
    chapter = talk.Talk(ROOT / "notebooks" / "04_engine.ipynb")
    assert [cell for cell, _ in rows] == ["predict-hasty", "predict-visits"]
    assert rows[0][1].startswith(chapter.answer(chapter.cells["predict-hasty"]) + " = 15 + (15 + 36)")
    assert 15 + (15 + 36) == 66 and chapter.answer(chapter.cells["predict-visits"]) == "2047"
    assert [slopes(more, 2.0) for more in (0, 1)] == [(6, 72, 36), (6, 74, 37)] and slopes(0, 3.0) == (9, 108, 36)
    a = minigrad.tensor(2.0, requires_grad=True)
    b = a * 3
    b.retain_grad()
    (5 * b + 7 * b + 2 * b).backward()
    assert (b.grad.item(), a.grad.item()) == (14, 42) and "5 + 7 + 2 = 14; a.grad is 42" in told


def slopes(more, number):
    """b, c and the gradient of a on the board, with c = 5 b + 7 b, or with one path more."""
    a = minigrad.tensor(number, requires_grad=True)
    b = 3 * a
    c = 5 * b + 7 * b + more * a
    c.backward()
    return b.item(), c.item(), a.grad.item()
