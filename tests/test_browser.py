"""Every chapter in a real JupyterLab: its pictures show when it is opened, Run All works, in the light and dark theme.

The screenshots go to the test's temporary folder, or, whole notebooks of them, to the folder that the environment
variable MINIGRAD_SHOTS names.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from common import ROOT, chapters, code_cells, read, tags

TOKEN = "test"
SECONDS = 120_000  # in thousandths, as playwright counts
WIDTH, HEIGHT = 1280, 2000
SETTINGS = {
    # Cells outside the window are drawn too.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]

OPENED = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.content?.widgets?.length > 0 && panel.sessionContext.session?.kernel?.status === 'idle';
}"""
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
CHANGE_THEME = "name => jupyterapp.commands.execute('apputils:change-theme', {theme: `JupyterLab ${name}`})"
SHOWS_THEME = "name => document.body.dataset.jpThemeLight === String(name === 'Light')"
SCROLLED = """top => {
    const window = jupyterapp.shell.currentWidget.content.outerNode;
    window.scrollTop = top;
    return [window.clientHeight, window.scrollHeight];
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
    for _ in range(600):
        try:
            return urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
    pytest.fail("JupyterLab did not start: " + log.read_text())


@pytest.fixture(scope="module")
def browser(chromium):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


def screenshots(page, folder, name):
    """The top of the notebook; all of it, in pieces, when MINIGRAD_SHOTS asks for pictures to look at."""
    height, whole = page.evaluate(SCROLLED, 0)
    page.screenshot(path=folder / f"{name}.png")
    if "MINIGRAD_SHOTS" in os.environ:
        for piece, top in enumerate(range(height, whole, height), start=2):
            page.evaluate(SCROLLED, top)
            page.screenshot(path=folder / f"{name}_{piece:02}.png")
    page.evaluate(SCROLLED, 0)


def change_theme(page, name):
    page.evaluate(CHANGE_THEME, name)
    page.wait_for_function(SHOWS_THEME, arg=name)


def look(page, stored):
    """Compare what the page shows with the notebook as it is stored; gives the cells as the page has them."""
    page.wait_for_function(LOADED, timeout=SECONDS)
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


@pytest.mark.parametrize("path", chapters(ROOT), ids=lambda path: path.stem)
def test_a_chapter_works_in_jupyterlab(path, lab, browser, tmp_path):
    folder = Path(os.environ.get("MINIGRAD_SHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    stored = code_cells(read(path))
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()
    page.set_default_timeout(SECONDS)
    failures, elsewhere = [], []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.on(
        "request",
        lambda request: request.url.startswith((lab, lab.replace("http", "ws", 1), "data:", "blob:"))
        or elsewhere.append(request.url),
    )
    try:
        page.goto(f"{lab}/lab/tree/notebooks/{path.name}?reset&token={TOKEN}")
        page.wait_for_function(OPENED)
        change_theme(page, "Light")  # JupyterLab remembers the dark one of the chapter before
        opened = look(page, stored)
        assert not all(cell["trusted"] for cell in opened), "this notebook should not be trusted yet"
        screenshots(page, folder, f"{path.stem}_opened")

        page.evaluate(RUN_ALL)
        page.wait_for_function(RAN)
        ran = look(page, stored)
        assert [cell["count"] for cell in ran] == [cell.execution_count for cell in stored]
        screenshots(page, folder, f"{path.stem}_light")

        change_theme(page, "Dark")
        look(page, stored)
        screenshots(page, folder, f"{path.stem}_dark")
    finally:
        context.close()
    assert not failures and not elsewhere, (failures, elsewhere)
