"""Make the browser edition: JupyterLab and all chapters in one folder; Python runs in the browser itself.

    python3 suite.py lite                 into build/lite
    python3 suite.py lite --open          made if it is not there, and opened in your browser
    python3 suite.py lite --to FOLDER     into that folder
    python3 suite.py lite --pyodide FOLDER   with the files of an unpacked release of Pyodide 0.27.7

It opens on the start page. To show it to others, put the folder on any web server: its files are all there is.
What you write stays in this browser: a chapter finds the definitions of earlier ones there, and the notebook
download_my_work.ipynb gives them all in one file, which `suite.py unpack` puts among the chapters here. JupyterLite and
its kernel are installed the first time, into build/lite-tools. The kernel's Pyodide is the one that tools/wasm.py
compares, with minigrad in it: nothing is fetched from a package index, and no cell installs anything.
"""

import base64
import contextlib
import functools
import hashlib
import http.server
import json
import shutil
import sys
import tempfile
import webbrowser
import zipfile
from pathlib import Path

from commands import Trouble, in_words, options
from common import ROOT, chapters, read, tags, text_of, write
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from wasm import (
    EXCEPTIONS,
    MARK,
    NO_THREADS,
    PURE,
    PYODIDE,
    answers,
    called,
    gather,
    packages,
    refuse_foreign,
    replace,
)

from minigrad import viz

TOOLS = ROOT / "build" / "lite-tools"
LOCK = ROOT / "tools" / "lite_sources" / "requirements.lock"
# Behind Pyodide's own loader: the layout engine comes with Python, and `viz` finds it in the worker where both run.
# matplotlib, which is a third of all that is fetched, comes once the first cell has run, unless that cell draws a plot;
# it would say, in the cell of the first plot, that it looks for its fonts.
LOADER = """
{
  const load = self.loadPyodide, begin = %(begin)s, plots = /\\b(%(plots)s)\\(/;
  const graphviz = async (folder) => {
    const { Graphviz } = await import(new URL("graphviz.mjs", folder));
    const engine = await Graphviz.load();
    self.layOutGraph = (source) => engine.layout(source, "svg", "dot");
  };
  self.loadPyodide = async (options) => {
    const [pyodide] = await Promise.all([load({ ...options, packages: begin }), graphviz(options.indexURL)]);
    pyodide.runPython('import logging; logging.getLogger("matplotlib.font_manager").setLevel("ERROR")');
    const find = pyodide.loadPackagesFromImports;
    let drawing;
    pyodide.loadPackagesFromImports = async (code, ...others) => {
      if (plots.test(code)) drawing ??= pyodide.loadPackage("matplotlib");
      await drawing;
      const found = await find(code, ...others);
      drawing ??= pyodide.loadPackage("matplotlib");
      return found;
    };
    return pyodide;
  };
}
"""
PLACE = "static/pyodide"
PORT = 8123  # of the server on this computer
BEGIN = ["minigrad", "ipython"]  # what Pyodide has loaded when a kernel begins, and all that these need
KERNEL = ["ipykernel", "micropip", "piplite", "pyodide_kernel"]  # whose wheels go into minigrad's zip, too
OURS = ["minigrad", *PURE, "comm"]
# What a kernel takes as loaded; it would look for the others of its needs on a package index. It does without ssl.
LOADED = [*BEGIN, *KERNEL, "comm", "ssl", "sqlite3"]
SITE, LIBRARY = "/lib/python3.12/site-packages/", "/lib/python312.zip/"  # where Pyodide has these
EARLY = "pyodide.asm.js python_stdlib.zip numpy-*.whl minigrad-0.zip graphviz.mjs".split()  # a cache takes these
COMPILED = ROOT / "tools" / "lite_sources" / "compiled.py"
SAME_NAME, SAME_PATH = (f"this._sessions.find((s=>{same}))" for same in ("s.name===a", "s.name===a&&s.path===r"))
WHEELS = "extensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
# A notebook that gives all others in one file; it lies beside them.
TAKE_ALONG = {
    "": "# Download my work\nWhat you write stays in this browser. Run the cell below: it gives a link to all your "
        "notebooks in one file, as you last saved them. Where you have the project on a computer, "
        "`python3 suite.py unpack my_work.zip` puts them among its chapters.",
    "zh": "# 下载我的作业\n你写的东西都留在这个浏览器里。运行下面的单元格：它给出一个链接，"
          "你所有的笔记本都装在一个文件里，都是最后保存的样子。如果你的电脑上有这个项目，"
          "`python3 suite.py unpack my_work.zip` 会把它们放到各章旁边。",
}
MY_WORK = "from minigrad.teach import my_work\n\nmy_work()"
FRONT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>minigrad</title>
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{{}}</script>
<meta http-equiv="refresh" content="0; url={start}"></head>
<body><p><a href="{start}">minigrad, in this browser</a></p></body></html>
"""  # JupyterLite's pages look for these settings here


def settings():
    """jupyter-lite.json: what opens, and how the kernel begins."""
    kernel = {"pyodideUrl": f"./{PLACE}/minigrad.js", "disablePyPIFallback": True,
              "loadPyodideOptions": {"packages": LOADED}}
    tracker = {"windowingMode": "none"}  # pictures off screen are drawn too
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": {
        "appName": "minigrad", "exposeAppInBrowser": True,
        "settingsOverrides": {"@jupyterlab/notebook-extension:tracker": tracker},
        "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
    }}


def ready():
    """The command `jupyter lite`, in an environment of its own, since its versions are not those of .venv."""
    python = TOOLS / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not (TOOLS / "complete").exists():
        print("Installing what makes the browser edition ...", flush=True)
        shutil.rmtree(TOOLS, ignore_errors=True)
        called([sys.executable, "-m", "venv", str(TOOLS)], ROOT)
        install = "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r"
        called([str(python), *install, str(LOCK)], ROOT)
        (TOOLS / "complete").touch()
    return [str(python), "-m", "jupyterlite_core"]


def pyodide(folder, wheels):
    """Pyodide's files in the folder, with minigrad among its packages, which its list names with its hash.

    wheels  the folder that has JupyterLite's own packages
    """
    shutil.copytree(PYODIDE, folder)
    loader = (folder / "pyodide.js").read_text(encoding="utf-8")
    plots = [name for name in viz.__all__ if getattr(viz, name).__module__.startswith("minigrad.viz.plots.")]
    ours = LOADER % {"begin": json.dumps(BEGIN), "plots": "|".join(plots)}
    (folder / "minigrad.js").write_text(loader + ours, encoding="utf-8")
    file = folder / "minigrad-0.zip"
    packages(file, OURS)
    for name in KERNEL:
        (wheel,) = [*wheels.glob(f"{name}-*.whl"), *folder.glob(f"{name}-*.whl")]
        add(file, files_of(wheel))
    compiled = {path: base64.b64decode(text) for path, text in answers(file, file, COMPILED).items()}
    add(file, {path.removeprefix(SITE): code for path, code in compiled.items() if path.startswith(SITE)})
    library = {path.removeprefix(LIBRARY): code for path, code in compiled.items() if path.startswith(LIBRARY)}
    add(folder / "python_stdlib.zip", library)
    lock = folder / "pyodide-lock.json"
    listed = json.loads(lock.read_text(encoding="utf-8"))
    listed["packages"]["minigrad"] = {
        "name": "minigrad", "version": "0", "file_name": file.name, "install_dir": "site", "package_type": "package",
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(), "imports": OURS, "unvendored_tests": False,
        "depends": ["numpy", "packaging"],
    }
    lock.write_text(json.dumps(listed), encoding="utf-8")


def fetch_early(page):
    """The page fetches what a kernel begins with while JupyterLab starts, so that the kernel finds it there."""
    links = [f'<link rel="prefetch" href="../{PLACE}/{path.name}">' for pattern in EARLY
             for path in sorted((page.parents[1] / PLACE).glob(pattern))]
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("</head>", "\n".join([*links, "</head>"]), 1), encoding="utf-8")


def tell_apart(scripts):
    """JupyterLite takes notebooks of one name, 05 and its Chinese form, for one; the second would have no kernel."""
    found = {path: text for path in scripts.glob("*.js") if SAME_NAME in (text := path.read_text(encoding="utf-8"))}
    if not found:
        raise Trouble("JupyterLite looks for a notebook's kernel in another way than before: see tell_apart.")
    for path, text in found.items():
        path.write_text(text.replace(SAME_NAME, SAME_PATH), encoding="utf-8")


def files_of(wheel):
    """{path: content} of what is in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def add(path, files):
    """Files, {path: content}, at the end of a zip; the same bytes at every run."""
    with zipfile.ZipFile(path, "a") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def chapter(path):
    """A chapter, in which a cell that needs threads may fail, and the cells below it run all the same."""
    notebook = read(path)
    for cell in notebook.cells:
        if EXCEPTIONS.get((path.name[:2], cell.id)) == NO_THREADS:
            cell.metadata["tags"] = [*tags(cell), "raises-exception"]
    return notebook


def take_along(text):
    cells = [new_markdown_cell(text, id="title-card"), new_code_cell(MY_WORK, id="my-work")]
    return new_notebook(cells=cells, metadata=read(chapters(ROOT)[0]).metadata)


def make(target, release=None):
    """The browser edition in the folder `target`, in the place of an earlier one; `release` has Pyodide's files."""
    refuse_foreign(target)
    gather(release)
    command = ready()
    with tempfile.TemporaryDirectory() as place:
        contents, built = Path(place, "contents"), Path(place, "built")
        shutil.copytree(ROOT / "figures", contents / "figures", ignore=shutil.ignore_patterns("*.dot", "*.md"))
        (contents / "notebooks" / "zh").mkdir(parents=True)
        for path in sorted((ROOT / "notebooks").glob("*.md")) + sorted((ROOT / "notebooks" / "zh").glob("*.md")):
            shutil.copy(path, contents / path.relative_to(ROOT))
        for path in dict.fromkeys(chapters(ROOT) + chapters(ROOT, "zh")):
            write(contents / path.relative_to(ROOT), text_of(chapter(path)))
        for folder, text in TAKE_ALONG.items():
            write(contents / "notebooks" / folder / "download_my_work.ipynb", text_of(take_along(text)))
        Path(place, "jupyter-lite.json").write_text(json.dumps(settings()), encoding="utf-8")
        called([*command, "build", "--no-sourcemaps", "--no-unused-shared-packages", "--apps", "lab",
                "--lite-dir", place, "--contents", str(contents), "--output-dir", str(built)], place)
        tell_apart(built / "build")
        pyodide(built / PLACE, built / WHEELS)
        fetch_early(built / "lab" / "index.html")
        start = "lab/index.html?path=notebooks/00_start_here.ipynb"
        (built / "index.html").write_text(FRONT.format(start=start), encoding="utf-8")
        replace(target, built)


def show(folder, port=PORT):
    """Serve the folder on this computer until Ctrl-C, and open it in the reader's browser. Raises Trouble.

    A browser keeps what is written by the address, the port included; so it is always the same one.
    """
    address, pages = f"http://127.0.0.1:{port}/", functools.partial(Pages, directory=folder)
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), pages)
    except OSError as error:
        raise Trouble(f"{address} is in use. Is the browser edition open already? ({error.strerror})") from error
    print(f"{address} opens in your browser; if it does not, copy the address. Ctrl-C stops it.", flush=True)
    with server, contextlib.suppress(KeyboardInterrupt):
        webbrowser.open(address)
        server.serve_forever()


class Pages(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        """Nothing is printed for each of the files."""


@in_words
def main(arguments=None):
    chosen = options("lite", arguments)
    if not (chosen.open and (chosen.to / MARK).exists()):
        make(chosen.to, chosen.pyodide)
        size = sum(path.stat().st_size for path in chosen.to.rglob("*") if path.is_file())
        print(f"{size // 2**20} MB in {chosen.to}." + " To try it: python3 suite.py lite --open" * (not chosen.open))
    if chosen.open:
        show(chosen.to)


if __name__ == "__main__":
    sys.exit(main())
