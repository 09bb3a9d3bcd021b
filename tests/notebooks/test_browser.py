"""Every chapter in a real JupyterLab: its pictures show when it is opened, Run All works, in the light and dark theme.

One JupyterLab in one page opens and closes them all, since loading it anew takes longer than running a chapter. With
a folder's name in the environment variable MINIGRAD_SHOTS, screenshots of the whole notebooks go there.
"""

import io
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from browsing import FLAGS, OPENED
from common import ROOT, chapters, code_cells, read, tags
from conftest import PATIENCE
from matplotlib.image import imread

TOKEN = "test"
WIDTH, HEIGHT = 1280, 2000
SETTINGS = {
    # Cells outside the window are drawn too.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}

READY = "() => window.jupyterapp && jupyterapp.restored.then(() => true)"
OPEN = "path => { jupyterapp.commands.execute('docmanager:open', {path, factory: 'Notebook'}); }"
CLOSE = """async () => {
    const panel = jupyterapp.shell.currentWidget;
    await panel.sessionContext.shutdown();
    panel.dispose();
}"""
CHANGED = "() => jupyterapp.shell.currentWidget.context.model.dirty"
LOADED = """() => [...jupyterapp.shell.currentWidget.node.querySelectorAll('img')].every(image => image.complete)"""
CELLS = """() => [...jupyterapp.shell.currentWidget.content.widgets].filter(c => c.model.type === 'code').map(cell => ({
    id: cell.model.id,
    trusted: cell.model.trusted,
    count: cell.model.executionCount,
    tags: cell.model.getMetadata('tags') || [],
    errors: cell.model.outputs.toJSON().filter(output => output.output_type === 'error').length,
    pictures: [...cell.node.querySelectorAll('.jp-OutputArea img')].map(image => image.naturalWidth),
    shown: [...cell.node.querySelectorAll('.jp-OutputArea :is(img, svg)')].filter(
        picture => picture.getBoundingClientRect().width > 0 || picture.closest('details:not([open])')).length,
    text: cell.node.querySelector('.jp-OutputArea')?.innerText || '',
}))"""
SOLUTIONS = """() => [...jupyterapp.shell.currentWidget.node.querySelectorAll('details')].filter(
    part => part.querySelector('summary').innerText.includes('Try first')).map(
    part => part.querySelector('pre code, pre').checkVisibility({contentVisibilityAuto: true}))"""
FOLDED = re.compile("<summary>[^<]*Try first")
PROSE = """() => [...jupyterapp.shell.currentWidget.node.querySelectorAll('.jp-MarkdownCell img')].map(
    image => [image.alt, image.naturalWidth])"""
RUN_ALL = """async () => {
    await jupyterapp.commands.execute('notebook:clear-all-cell-outputs');
    await jupyterapp.commands.execute('notebook:run-all-cells');
}"""
RAN = """() => {
    const panel = jupyterapp.shell.currentWidget;
    return panel.sessionContext.session.kernel.status === 'idle' && panel.content.widgets.every(
        cell => cell.model.type !== 'code' || cell.model.executionCount && cell.model.executionState !== 'running');
}"""
THEME = "() => document.body.dataset.jpThemeLight === 'true' ? 'Light' : 'Dark'"
CHANGE_THEME = "name => jupyterapp.commands.execute('apputils:change-theme', {theme: `JupyterLab ${name}`})"
SHOWS_THEME = "name => document.body.dataset.jpThemeLight === String(name === 'Light')"
SCROLLED = """top => {
    const window = jupyterapp.shell.currentWidget.content.outerNode;
    window.scrollTop = top;
    return [window.clientHeight, window.scrollHeight];
}"""

SMALL = {"width": 1280, "height": 720}
LAST_STEP = """place => {  // of a stepper, whose cell is at the top; the first one of chapter 00 needs no scrolling
    const panel = jupyterapp.shell.currentWidget;
    const stepper = panel.node.querySelectorAll('.minigrad-steps[data-ready]')[place];
    panel.content.outerNode.scrollTop = 0;
    if (place || !panel.context.path.includes('/00_')) stepper.closest('.jp-CodeCell').scrollIntoView({block: 'start'});
    stepper.querySelector('button:last-of-type').click();
}"""
INSIDE = """place => {
    const area = jupyterapp.shell.currentWidget.content.node.getBoundingClientRect();
    const stepper = jupyterapp.shell.currentWidget.node.querySelectorAll('.minigrad-steps[data-ready]')[place];
    return [...stepper.querySelectorAll('.steps-head, .steps-view')].map(part => {
        const {top, bottom, right} = part.getBoundingClientRect();
        return [top >= area.top, bottom <= area.bottom, right <= area.right,
                part.scrollHeight <= part.clientHeight + 1, part.scrollWidth <= part.clientWidth + 1];
    });
}"""

AXE = """async () => {
    const ours = [...jupyterapp.shell.currentWidget.node.querySelectorAll('.jp-OutputArea-output, .jp-MarkdownOutput')];
    const found = await axe.run({include: ours});
    const some = found.passes.find(rule => rule.id === 'heading-order');
    const own = node => !node.html.startsWith('<div class="lm-Widget');  // not JupyterLab's
    return some ? found.violations.flatMap(({id, nodes}) => nodes.filter(own).map(
        node => [id, node.failureSummary, node.html])) : 'it has looked at nothing';
}"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab on copies of the notebooks, which it has never seen: it does not trust them."""
    folder = tmp_path_factory.mktemp("lab")
    for name in ("notebooks", "figures"):
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    for name, values in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {f"JUPYTER_{kind}_DIR": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
    own |= {f"JUPYTERLAB_{kind}_DIR": str(folder / kind.lower()) for kind in ("SETTINGS", "WORKSPACES")}
    options = ["--ServerApp.ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0", "--no-browser"]
    options += [f"--ServerApp.root_dir={folder}", f"--IdentityProvider.token={TOKEN}"]
    options += ["--allow-root", "--LabApp.expose_app_in_browser=True"]
    with open(folder / "server.log", "w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options], env=os.environ | own, stdout=log, stderr=subprocess.STDOUT
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api/status?token={TOKEN}", server, folder / "server.log")
        yield address
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:  # a kernel that is just starting can hold it up for minutes
            server.kill()


def wait_for(address, server, log):
    for _ in range(PATIENCE // 100):
        try:
            return urllib.request.urlopen(address, timeout=PATIENCE // 1000).close()
        except OSError:
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
    pytest.fail("JupyterLab did not start: " + log.read_text())


@pytest.fixture(scope="module")
def page(lab, chromium):
    """A page with JupyterLab in it, and what went wrong in it: errors, and requests that left this machine."""
    from playwright.sync_api import sync_playwright

    problems = []
    here = (lab, lab.replace("http", "ws", 1), "data:", "blob:")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS, timeout=PATIENCE)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: request.url.startswith(here) or problems.append(request.url))
        page.goto(f"{lab}/lab?reset&token={TOKEN}")
        wait(page, READY)
        yield page, problems
        browser.close()


@pytest.fixture(params=chapters(ROOT), ids=lambda path: path.stem)
def opened(request, page):
    """A chapter's path, and the page in which it is opened; at the end nothing has gone wrong there."""
    page, problems = page
    problems.clear()
    name = f"notebooks/{request.param.name}"
    page.evaluate(OPEN, name)
    wait(page, OPENED, name)
    yield request.param, page
    page.evaluate(CLOSE)
    assert not problems


def screenshots(page, name):
    """The whole notebook, in pieces, when MINIGRAD_SHOTS asks for pictures to look at."""
    if "MINIGRAD_SHOTS" not in os.environ:
        return
    height, whole = page.evaluate(SCROLLED, 0)
    for piece, top in enumerate(range(0, whole, height), start=1):
        page.evaluate(SCROLLED, top)
        page.screenshot(path=Path(os.environ["MINIGRAD_SHOTS"], f"{name}_{piece:02}.png"))
    page.evaluate(SCROLLED, 0)


def wait(page, condition, argument=None):
    """Until the condition holds; asked ten times a second, since each frame of a large notebook is work to draw."""
    page.wait_for_function(condition, arg=argument, polling=100)


def change_theme(page):
    """From the light theme to the dark one or back; JupyterLab keeps it for the next chapter."""
    name = "Dark" if page.evaluate(THEME) == "Light" else "Light"
    page.evaluate(CHANGE_THEME, name)
    wait(page, SHOWS_THEME, name)


def look(page, stored):
    """Compare what the page shows with the notebook as it is stored; gives the cells as the page has them."""
    wait(page, LOADED)
    cells = page.evaluate(CELLS)
    assert [cell["id"] for cell in cells] == [cell.id for cell in stored]
    for cell, at_rest in zip(cells, stored):
        html = [output.data["text/html"] for output in at_rest.outputs if "text/html" in output.get("data", {})]
        if "<img" in "".join(html):
            assert cell["pictures"] and cell["shown"], f"cell {cell['id']} shows no picture"
        assert all(cell["pictures"]), f"cell {cell['id']}: a picture is broken"
        assert "untrusted" not in cell["text"], f"cell {cell['id']}: {cell['text']}"
        assert cell["errors"] == ("raises-exception" in tags(at_rest)), f"cell {cell['id']}: {cell['text']}"
    broken = [alt for alt, width in page.evaluate(PROSE) if not width]
    assert not broken, f"pictures in the prose: {broken}"
    return cells


def untrusted_stepper_is_picture_and_list(page):
    """In a notebook that is not trusted no script runs: the picture and the steps in words remain."""
    stepper = page.locator(".jp-CodeCell .minigrad-steps").first
    stepper.scroll_into_view_if_needed()
    assert stepper.locator("img").bounding_box()["width"] > 300
    assert not stepper.get_by_role("button").count()
    stepper.locator("summary").click()
    assert stepper.locator("li").last.inner_text().startswith(f"{stepper.locator('li').count() - 1}. ")
    stepper.locator("summary").click()


def stepper_is_operated(page):
    """The first live stepper of the open notebook, by mouse and keys, which JupyterLab leaves to it."""
    stepper = page.locator(".jp-CodeCell .minigrad-steps[data-ready]").first
    lines = stepper.locator("li").all_text_contents()
    active = "jupyterapp.shell.currentWidget.content.activeCellIndex"

    def said():
        return stepper.locator("[aria-live]").inner_text()

    stepper.get_by_role("button", name="Next").scroll_into_view_if_needed()
    page.keyboard.press("Escape")
    stepper.locator("svg").click()
    page.keyboard.press("Home")
    assert said() == lines[0]
    stepper.get_by_role("button", name="Next").click()
    assert said() == lines[1]
    here = page.evaluate(active)
    for key, step in (("End", -1), ("ArrowRight", -1), ("ArrowLeft", -2), ("Home", 0), ("ArrowLeft", 0),
                      ("ArrowRight", 1), ("End", -1), ("Home", 0)):
        page.keyboard.press(key)
        assert said() == lines[step], key
        assert page.evaluate("document.activeElement.closest('.minigrad-steps') !== null"), key
    assert page.evaluate(active) == here, "the keys have not moved the notebook"
    slider = stepper.get_by_role("slider")
    box = slider.bounding_box()
    for place, step in ((0.999, -1), (0.001, 0)):
        slider.click(position={"x": place * box["width"], "y": box["height"] / 2})
        assert said() == lines[step], "the slider, by mouse"
    slider.fill("2")
    assert said() == lines[2] and slider.get_attribute("aria-valuetext") == f"step 2 of {len(lines) - 1}"
    page.keyboard.press("End")
    for part in ("svg .now .disc", "[aria-live]"):
        box = stepper.locator(part).bounding_box()
        assert 0 <= box["y"] and box["y"] + box["height"] <= page.viewport_size["height"], part
    colours = stepper.locator("[aria-live]").evaluate(
        "words => [getComputedStyle(words).color, getComputedStyle(words.parentNode).backgroundColor]")
    assert colours == ["rgb(31, 41, 51)", "rgb(253, 253, 251)"], "dark letters on a light card, whatever the theme"
    page.keyboard.press("Home")


def errors_show_the_readers_lines(cells, stored):
    """A live error: the lines of the cell, how many of the engine's are not shown, and the sentence."""
    for cell, at_rest in zip(cells, stored):
        for error in [output for output in at_rest.outputs if output.output_type == "error"]:
            lines = [line for line in cell["text"].splitlines() if line.strip()]
            assert len(lines) <= 20 and cell["text"].count("Cell In[") <= 2, (cell["id"], lines)
            assert any(line.startswith(f"{error.ename}: ") for line in lines), (cell["id"], lines)
            assert any(re.match(r"-+> *\d", line) for line in lines), (cell["id"], lines)
            assert not [line for line in lines if "minigrad/core" in line or "site-packages" in line], cell["id"]


def steppers_fit_a_small_screen(page, path):
    """Code, buttons and the whole graph, also at the last step: none of it outside the panel."""
    page.set_viewport_size(SMALL)
    shown = [output for cell in code_cells(read(path)) for output in cell.outputs
             if "minigrad-steps" in output.get("data", {}).get("text/html", "")]
    assert page.locator(".minigrad-steps[data-ready]").count() == len(shown)
    for place in range(len(shown)):
        page.evaluate(LAST_STEP, place)
        for _ in range(50):  # until JupyterLab has laid its panels out anew
            if page.evaluate(INSIDE, place) == [[True] * 5] * 2:
                break
            page.wait_for_timeout(100)
        if "MINIGRAD_SHOTS" in os.environ:
            page.screenshot(path=Path(os.environ["MINIGRAD_SHOTS"], f"{path.stem}_stepper_{place}.png"))
        assert page.evaluate(INSIDE, place) == [[True] * 5] * 2, place
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})


def barriers(page):
    """What axe-core finds in texts and outputs that keeps somebody from reading or operating them."""
    from axe_playwright_python.base import AXE_FILE_PATH

    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=AXE_FILE_PATH)
    return page.evaluate(AXE)


def test_a_chapter_works_in_jupyterlab(opened):
    path, page = opened
    stored = code_cells(read(path))
    at_first = look(page, stored)
    assert not all(cell["trusted"] for cell in at_first), "this notebook should not be trusted yet"
    if platform.python_version() == read(path).metadata.language_info.version:  # JupyterLab notes which Python it met
        assert not page.evaluate(CHANGED), "to open it has changed it"
    assert page.evaluate(SOLUTIONS) == [False] * sum(len(FOLDED.findall(cell.source)) for cell in read(path).cells)
    screenshots(page, f"{path.stem}_opened")
    if path.stem == "04_engine":
        untrusted_stepper_is_picture_and_list(page)

    page.evaluate(RUN_ALL)
    wait(page, RAN)
    ran = look(page, stored)
    assert [cell["count"] for cell in ran] == [cell.execution_count for cell in stored]
    screenshots(page, f"{path.stem}_ran")
    if path.stem == "04_engine":
        stepper_is_operated(page)

    if path.stem < "14":
        steppers_fit_a_small_screen(page, path)
    errors_show_the_readers_lines(ran, stored)
    assert barriers(page) == []

    change_theme(page)
    look(page, stored)
    screenshots(page, f"{path.stem}_other_theme")
    if path.stem == "04_engine":
        stepper_is_operated(page)


@pytest.fixture
def laptop(page):
    """The page as wide and high as a small laptop's. A test leaves one notebook open."""
    page, problems = page
    problems.clear()
    page.set_viewport_size({"width": 1280, "height": 800})
    yield page
    page.evaluate(CLOSE)  # the notebook; a page of text may stay
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    assert not problems


def test_pictures_are_light_where_jupyterlab_is_whatever_the_system(laptop):
    """Those of prose and those of cells, also before a cell was run, when the notebook is not trusted."""
    name = "notebooks/02_leaf_or_result.ipynb"
    laptop.evaluate(OPEN, name)
    wait(laptop, OPENED, name)
    for run in (False, True):
        if run:
            laptop.evaluate(RUN_ALL)
            wait(laptop, RAN)
        wait(laptop, LOADED)
        for system in ("dark", "light"):
            laptop.emulate_media(color_scheme=system)
            for _ in range(2):
                change_theme(laptop)
                for kind in ("Markdown", "Code"):
                    picture = laptop.locator(f".jp-{kind}Cell img:visible").first
                    card = imread(io.BytesIO(picture.screenshot()))[6, 40, :3].mean()
                    seen = run, system, laptop.evaluate(THEME), kind, card
                    assert card > 0.97 if "Light" in seen else card < 0.15, seen


def test_a_link_to_a_cell_shows_it_at_the_second_click_if_not_at_the_first(laptop):
    """As notebooks/symptoms.md says."""
    laptop.evaluate("() => jupyterapp.commands.execute('docmanager:open', "
                    "{path: 'notebooks/symptoms.md', factory: 'Markdown Preview'}).then(() => null)")
    link = laptop.locator(".jp-MarkdownViewer a", has_text="09 in place · Errors you will meet").first
    name = link.get_attribute("href").partition("#cell-id=")[2]
    for _ in range(2):
        laptop.evaluate("() => jupyterapp.shell.activateById("
                        "[...jupyterapp.shell.widgets('main')].find(panel => panel.title.label === 'symptoms.md').id)")
        link.scroll_into_view_if_needed()
        link.click()
        wait(laptop, OPENED, "notebooks/09_in_place.ipynb")
    wait(laptop, """name => {
        const content = jupyterapp.shell.currentWidget.content, area = content.node.getBoundingClientRect();
        const cell = content.widgets.find(cell => cell.model.id === name).node.getBoundingClientRect();
        return cell.top < area.bottom && cell.bottom > area.top;
    }""", name)
