"""The browser edition in a real browser: a chapter answers as stored, and the next one finds what was written in it."""
import _thread
import json
import os
import re
import socket
import threading
import urllib.request

import lite
import pytest
import unpack
import wasm
from browsing import OPENED, browser_page, served
from commands import Trouble
from common import ROOT, chapters, code_cells, read

CI = os.environ.get("CI", "").lower() == "true"
COLLECT = """# minigrad/core/engine.py: yours
def collect(root):
    found, todo = {root}, [root]
    while todo:
        for target, number in todo.pop().next_functions:
            if target is not None and target not in found:
                found.add(target)
                todo.append(target)
    return sorted(found, key=lambda node: node.sequence_nr)
"""
OPEN = """path => { jupyterapp.restored.then(() => jupyterapp.commands.execute(
    'docmanager:open', {path, factory: 'Notebook'})); }"""  # OPENED waits: Chromium may drop a promise that it is given
WRITE = """([id, source]) => {
    const cells = jupyterapp.shell.currentWidget.content.widgets;
    cells.find(cell => cell.model.id === id).model.sharedModel.setSource(source);
}"""
RUN_ALL = """async () => {
    await jupyterapp.commands.execute('notebook:clear-all-cell-outputs');
    await jupyterapp.commands.execute('notebook:run-all-cells');
}"""
CLOSE = """async () => {
    const panel = jupyterapp.shell.currentWidget;
    await panel.context.save();
    panel.dispose();
}"""
CELLS = """() => jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === 'code').map(
    cell => [cell.model.id, cell.model.executionCount, cell.model.outputs.toJSON()])"""


@pytest.fixture(scope="module")
def page(tmp_path_factory, chromium):
    """A page of the browser edition on this machine, and the requests that left the machine."""
    if not CI and not (lite.TOOLS / "complete").exists():
        pytest.skip("`python3 suite.py lite` has not installed what makes the browser edition")
    folder = tmp_path_factory.mktemp("lite") / "lite"
    lite.make(folder)
    assert "lab/index.html?path=notebooks/00_start_here.ipynb" in (folder / "index.html").read_text(encoding="utf-8")
    with served(folder) as address, browser_page(chromium, address) as (page, elsewhere):
        page.goto(f"{address}/lab/index.html?path=notebooks/00_start_here.ipynb")
        opened(page, "00_start_here.ipynb")  # before another one, or this one would come up over it
        yield page, elsewhere


def opened(page, name):
    path = f"notebooks/{name}"
    page.wait_for_function("() => window.jupyterapp?.shell")
    page.evaluate(OPEN, path)
    page.wait_for_function(OPENED, arg=path)


def answered(page):
    """{id: {key: text}} of the cells in the notebook that is open, as `wasm.stored` gives them."""
    found = {}
    for name, _, outputs in page.evaluate(CELLS):
        texts = found[name] = {}
        for output in outputs:
            data = output["data"] if "data" in output else {output.get("name", ""): output.get("text", "")}
            if output["output_type"] == "error":  # the kernel writes <class 'RuntimeError'> for the error's name
                name = re.sub(r"<class '(\w+)'>", r"\1", output["ename"])
                data = {"error": f"{name}: {output['evalue']}"}
            for key, text in data.items():
                texts[key] = texts.get(key, "") + ("".join(text) if isinstance(text, list) else text)
    return found


def ran(page):
    page.evaluate(RUN_ALL)
    page.wait_for_function(f"() => ({CELLS})().every(cell => cell[1] !== null)"
                           " && jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'")


def as_stored(page, name, but=()):
    """What the cells of the open notebook have answered: as stored, but for those in `but`."""
    found, path = answered(page), ROOT / "notebooks" / name
    for cell in code_cells(read(path)):
        if (path.name[:2], cell.id) not in wasm.EXCEPTIONS and cell.id not in but:
            assert wasm.cleaned(found[cell.id]) == wasm.cleaned(wasm.stored(cell)), cell.id
    return found


def test_the_start_page_runs_in_the_browser(page):
    page, elsewhere = page
    opened(page, "00_start_here.ipynb")
    ran(page)
    as_stored(page, "00_start_here.ipynb")
    page.evaluate(CLOSE)
    assert elsewhere == []


def test_one_command_serves_the_edition_and_opens_it(tmp_path, monkeypatch):
    (tmp_path / "index.html").write_text("the start page", encoding="utf-8")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(Trouble, match="is in use"):
            lite.show(tmp_path, other.getsockname()[1])
    seen = []

    def look(address):
        with urllib.request.urlopen(address) as answer:
            seen.append(answer.read())
        _thread.interrupt_main()  # Ctrl-C

    monkeypatch.setattr(lite.webbrowser, "open", lambda address: threading.Thread(target=look, args=[address]).start())
    lite.show(tmp_path)
    assert seen == [b"the start page"]


def test_a_cell_that_needs_threads_does_not_stop_the_others():
    cells = {cell.id: cell for cell in lite.chapter(ROOT / "notebooks" / "08_recording_off.ipynb").cells}
    assert cells["nothing-behind"].metadata["tags"] == ["raises-exception"] and "tags" not in cells["switch"].metadata


@pytest.fixture(scope="module")
def written(page):
    """The page, after chapter 04 has answered as stored, and a definition has been written in it and saved."""
    browser, _ = page
    opened(browser, "04_engine.ipynb")
    ran(browser)
    as_stored(browser, "04_engine.ipynb")
    browser.evaluate(WRITE, ["collect-yours", COLLECT])
    ran(browser)
    assert "Definition collect: passed. It is yours" in answered(browser)["collect-yours"]["stdout"]
    browser.evaluate(CLOSE)
    return page


def test_a_chapter_runs_in_the_browser_and_the_next_one_finds_what_was_written(written):
    page, elsewhere = written
    opened(page, "05_vector_jacobian.ipynb")
    ran(page)
    assert "1 yours" in answered(page)["chapter"]["stdout"] and elsewhere == []
    page.evaluate(CLOSE)


def test_a_chinese_chapter_finds_it_too_and_all_notebooks_can_be_taken_along(written, tmp_path):
    page, elsewhere = written
    name = "zh/05_vector_jacobian.ipynb"
    opened(page, name)
    page.evaluate(WRITE, ["chapter", f"from minigrad.teach import chapter\ntorch = chapter(5)\n{lite.MY_WORK}"])
    ran(page)
    found = as_stored(page, name, but={"chapter"})
    assert "由你来写的定义：1 个是你的" in found["chapter"]["stdout"]
    with page.expect_download() as download:
        page.get_by_role("link", name="下载我的作业").click()
    download.value.save_as(tmp_path / "my_work.zip")
    brought = unpack.notebooks(tmp_path / "my_work.zip")
    names = {path.relative_to(ROOT).as_posix() for lang in ("en", "zh") for path in chapters(ROOT, lang)}
    assert names | {f"notebooks/{place}download_my_work.ipynb" for place in ("", "zh/")} == brought.keys()
    sources = ["".join(cell["source"]) for cell in json.loads(brought["notebooks/04_engine.ipynb"])["cells"]]
    assert COLLECT in sources and elsewhere == []
