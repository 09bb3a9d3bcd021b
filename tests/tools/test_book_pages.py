"""The book: made twice with the same bytes; its pages work without a network, on a phone and on a large screen."""
import filecmp
import importlib.util
import os
import re
from pathlib import Path

import book
import lite
import pytest
from browsing import browser_page, served
from common import ROOT, Trouble, chapters, code_cells, read

CI = os.environ.get("CI", "").lower() == "true"
WORDS = ("topological", "retain_graph", "Jacobian")
# What stands around the article is the theme's.
AXE = """async () => {
    const found = await axe.run({include: [['article']]});
    return found.violations.flatMap(({id, nodes}) => nodes.map(node => `${id}: ${node.html.slice(0, 200)}`));
}"""
BEYOND = "document.documentElement.scrollWidth - innerWidth"


def folder_files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The book, made twice."""
    if not CI and not all(importlib.util.find_spec(name) for name in ("sphinx", "myst_nb", "furo", "pagefind")):
        pytest.skip("`python3 suite.py book` has not installed what makes the book")
    folders = [tmp_path_factory.mktemp("book") / "book" for _ in range(2)]
    for folder in folders:
        book.make(folder, run="lite/")  # Sphinx's warnings are errors
    return folders


@pytest.fixture(scope="module")
def address(made):
    with served(made[0]) as address:
        yield address


@pytest.fixture(scope="module")
def page(address, chromium):
    """A page of the browser, and what went wrong in it: errors, missing files, requests that left this machine."""
    with browser_page(chromium, address) as (page, problems):
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("response", lambda answer: answer.status < 400 or problems.append(f"{answer.status} {answer.url}"))
        yield page, problems


def test_the_book_is_made_twice_with_the_same_bytes(made):
    first, second = made
    names = folder_files(first)
    assert names == folder_files(second) and "index.html" in names
    assert filecmp.cmpfiles(first, second, names, shallow=False)[1:] == ([], [])


@pytest.mark.parametrize("make", [book.make, lite.make])
def test_a_folder_that_holds_something_else_is_left_as_it_is(make, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    for target in tmp_path, tmp_path / "thesis.txt":
        with pytest.raises(Trouble, match="not made by this command"):
            make(target)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_every_page_is_there_and_every_cell_with_what_it_shows(made):
    pages = {path.relative_to(made[0]).as_posix() for path in made[0].rglob("*.html")}
    wanted = {f"{page}.html" for group in book.PAGES.values() for page in group} | {"index.html"}
    wanted |= {f"notebooks/{path.stem}.html" for path in chapters(ROOT)}
    assert wanted <= pages
    for path in chapters(ROOT):
        text = (made[0] / "notebooks" / f"{path.stem}.html").read_text(encoding="utf-8")
        cells = read(path).cells
        assert all(f'id="{cell.id}"' in text for cell in cells), path
        shown = sum(bool(cell.outputs) for cell in code_cells(read(path)))
        assert text.count('<div class="cell_output') == shown, path


def test_each_chapter_leads_to_itself_in_the_browser_edition(made):
    """The edition lies below the book; tests/tools/test_lite.py opens it at such addresses."""
    places = {**dict.fromkeys(chapters(ROOT), "../"), None: ""}
    for path, above in places.items():
        page = made[0] / ("notebooks/" + path.stem + ".html" if path else "index.html")
        name = path.name if path else "00_start_here.ipynb"
        found = re.findall(r'<p class="run-it"><a href="([^"]+)"', page.read_text(encoding="utf-8"))
        assert found == [f"{above}lite/lab/index.html?path=notebooks/{name}"], page


def test_in_the_book_the_first_line_of_each_readme_is_the_button():
    for name in "README.md", "README.zh-CN.md":
        text = (ROOT / name).read_text(encoding="utf-8")
        assert text.count("**[▶") == 1 and book.with_button(text, "", book.FIRST, "Run") == text
        shown = book.with_button(text, "lite/", book.FIRST, "Run")
        assert "**[▶" not in shown and '<p class="run-it"><a href="lite/lab/index.html?path=' in shown


def test_without_a_browser_edition_no_button_leads_to_it():
    assert book.button("", book.FIRST, "Run") == "" == book.above("")
    assert book.above("https://example.org/lite/") == "https://example.org/lite/" and book.above("/lite") == "/lite"


def test_every_link_inside_the_book_lands(made):
    found, missing = {}, []
    for path in made[0].rglob("*.html"):
        found[path] = path.read_text(encoding="utf-8")
    ids = {path: set(re.findall(r'\sid="([^"]+)"', text)) for path, text in found.items()}
    for path, text in found.items():
        for target in set(re.findall(r'<a [^>]*href="([^"#?]*(?:#[^"]*)?)"', text)):
            file, _, part = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            other = Path(os.path.normpath(path.parent / file)) if file else path
            if not other.exists() or part and part not in ids[other]:
                missing.append(f"{path.name}: {target}")
    assert "\n".join(missing) == ""


def test_no_page_is_cut_off_or_asks_another_machine(made, address, page):
    page, problems = page
    beyond = []
    for width, height in (390, 844), (1400, 900):
        page.set_viewport_size({"width": width, "height": height})
        for path in sorted(made[0].rglob("*.html")):
            page.goto(f"{address}/{path.relative_to(made[0]).as_posix()}")
            if page.evaluate(BEYOND) > 0:
                beyond.append(f"{path.name} at {width}")
    assert ", ".join(beyond + problems) == ""


@pytest.mark.parametrize("word", WORDS)
def test_the_search_finds(address, page, word):
    page, problems = page
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto(f"{address}/notebooks/01_the_whole_game.html")
    page.fill("#search input", word)
    page.wait_for_selector(".pagefind-ui__result-link")
    assert problems == []


def test_a_link_lands_on_its_cell_and_the_stepper_steps(address, page):
    page, problems = page
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto(f"{address}/notebooks/04_engine.html#step-machine")
    page.wait_for_function("Math.abs(document.getElementById('step-machine').getBoundingClientRect().top - 50) <= 50")
    stepper = page.locator(".minigrad-steps").first
    before = stepper.locator(".steps-head").inner_text()
    stepper.get_by_role("button", name="Next").click()
    assert stepper.locator(".steps-head").inner_text() != before
    page.goto(f"{address}/notebooks/05_vector_jacobian.html")
    page.wait_for_selector("mjx-container svg")
    assert problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index", "notebooks/04_engine", "notebooks/symptoms", "notebooks/teacher/guide"])
def test_nothing_keeps_anybody_from_reading(address, page, name, scheme):
    from axe_playwright_python.base import AXE_FILE_PATH

    page, _ = page
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{address}/{name}.html")
    page.add_script_tag(path=AXE_FILE_PATH)
    assert "\n".join(page.evaluate(AXE)) == ""
