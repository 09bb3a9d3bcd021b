"""Make the book: every chapter with its stored outputs as a page that needs no Python, into build/book.

    python3 suite.py book                  with all pages, search, mathematics and steppers
    python3 suite.py book --to FOLDER      into that folder
    python3 suite.py book --source ADDRESS where the files are that are not pages: links lead there
    python3 suite.py book --run lite/      where the browser edition is, seen from the book: each chapter leads there

Open build/book/index.html; for the search, serve the folder: python3 -m http.server --directory build/book. Nothing is
run: what the notebooks store is shown, and tests hold that to be true. The pages need no network. Sphinx makes them,
Pagefind the search, MathJax the formulas: the first time these are fetched, into .venv and build/npm.
"""

import importlib.util
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from commands import Trouble, in_words, options
from common import ROOT, chapters, read, text_of
from wasm import called, npm_package, refuse_foreign, replace

SOURCES = ROOT / "tools" / "book_sources"
FACES = ["minigrad", "minigrad.autograd", "minigrad.autograd.functional", "minigrad.autograd.graph", "minigrad.nn",
         "minigrad.nn.functional", "minigrad.nn.init", "minigrad.optim", "minigrad.viz", "minigrad.teach"]
PAGES = {  # what the book has besides the chapters, in its order
    "Look it up": ["notebooks/glossary", "notebooks/symptoms", "notebooks/differences", "notebooks/documents", "api"],
    "For teachers": ["notebooks/teacher/README", "notebooks/teacher/guide", "notebooks/teacher/class_90_minutes",
                     "notebooks/teacher/course_six_weeks"],
}
CHINESE = ROOT / "notebooks" / "zh"
FIRST = "notebooks/00_start_here.ipynb"
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


# ---- the sources -----------------------------------------------------------------------------------------------------

def lay_out(folder, source, run):
    """Write what Sphinx reads into the folder: the pages, with links that lead to pages, and places for the cells."""
    shutil.copytree(ROOT / "figures", folder / "figures", ignore=shutil.ignore_patterns("*.dot", "*.md"))
    shutil.copy(SOURCES / "conf.py", folder)
    shutil.copytree(SOURCES / "templates", folder / "templates")
    (folder / "static").mkdir()
    for name in ("book.css", "book.js"):
        shutil.copy(SOURCES / name, folder / "static")
    shutil.copy(npm_package("mathjax") / "es5" / "tex-svg.js", folder / "static")
    pages = [ROOT / f"{page}.md" for group in PAGES.values() for page in group if page != "api"] + chinese("*.md")
    notebooks = chapters(ROOT) + chinese("[0-9]*.ipynb")
    names = {path.relative_to(ROOT).as_posix() for path in [ROOT / "README.md", *pages, *notebooks]}
    for path in notebooks:
        place(folder / path.relative_to(ROOT), chapter(path, names, source, run))
    for path in pages:
        head, _, rest = linked(path.read_text(encoding="utf-8"), path, names, source).partition("\n")
        rest = with_button(rest, run, FIRST.replace("notebooks/", "notebooks/zh/"), "在浏览器里试一试，什么也不用装")
        place(folder / path.relative_to(ROOT), f"{head}\n\n{switch(path)}{rest}")
    place(folder / "api.md", api())
    place(folder / "index.md", index(names, source, run))


def chinese(pattern):
    """The Chinese README, and what is in notebooks/zh."""
    found = [ROOT / "README.zh-CN.md", *sorted(CHINESE.glob(pattern)), *sorted((CHINESE / "teacher").glob(pattern))]
    return [path for path in found if path.match(pattern)]


def switch(path):
    """A link to the same page in the other language, if there is one."""
    here = path.parent
    there = {"README.zh-CN.md": ROOT / "index.md", "README.md": ROOT / "README.zh-CN.md"}.get(
        path.name if here == ROOT else "", (here.parent if here == CHINESE else CHINESE) / path.name)
    if here == CHINESE / "teacher" or there.name != "index.md" and not there.exists():
        return ""
    lang, words = ("en", "English") if here == CHINESE or path.name == "README.zh-CN.md" else ("zh-CN", "中文")
    to = Path(os.path.relpath(there, here)).with_suffix(".html").as_posix()
    return f'<p class="other-language"><a href="{to}" lang="{lang}" hreflang="{lang}">{words}</a></p>\n\n'


def place(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def button(run, notebook, words):
    """A link that opens a notebook in the browser edition at the address `run`; nothing without one."""
    address = f"{run.rstrip('/')}/lab/index.html?path={notebook}"
    return f'<p class="run-it"><a href="{address}">▶ {words}</a></p>\n\n' if run else ""


def with_button(text, run, notebook, words):
    """A README whose line on browsers, which leads to a section of it, is the button, since the address is known."""
    return re.sub(r"(?m)^\*\*\[▶.*\n+", lambda _: button(run, notebook, words), text, count=1) if run else text


def above(address):
    """The address as it is seen from one folder below, where the chapters are."""
    return address if not address or re.match("[a-z]+:|/", address) else f"../{address}"


def index(names, source, run):
    """The first page: README.md, and behind it the lists of all pages."""
    text = linked((ROOT / "README.md").read_text(encoding="utf-8"), ROOT / "README.md", names, source)
    head, _, rest = text.partition("\n\n")
    rest = with_button(rest, run, FIRST, "Try it in this browser: nothing to install")
    text = f"{head}\n\n{switch(ROOT / 'README.md')}{rest}"
    groups = {"Chapters": [f"notebooks/{path.stem}" for path in chapters(ROOT)], **PAGES,
              "中文版": [path.relative_to(ROOT).with_suffix("").as_posix()
                       for path in chinese("[0-9]*.ipynb") + chinese("*.md")]}
    for title, pages in groups.items():
        text += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(pages) + "\n```\n"
    return text


def chapter(path, names, source, run):
    """A notebook whose cells can be linked to: above each stands a place with its id. A button below its head runs it.
    """
    notebook = read(path)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = linked(cell.source, path, names, source)
    cells = []
    for cell in notebook.cells:
        here = f'<span class="cell-place" id="{cell.id}"></span>'
        if cell.cell_type == "markdown" and cell.source.startswith("#"):
            cells.append(cell)  # a heading stands first in its section; the place comes below it
            head, _, rest = cell.source.partition("\n")
            cell.source = f"{head}\n\n{here}\n\n{title_links(path, run) if head.startswith('# ') else ''}{rest}"
        else:
            cells += [type(cell)(cell_type="markdown", id=f"place-{cell.id}"[:64], metadata={}, source=here), cell]
    notebook.cells = cells
    return text_of(notebook)


def title_links(path, run):
    """What stands below a chapter's title: the button that runs it, and the way to the other language."""
    words = "在浏览器里运行这一章" if path.parent == CHINESE else "Run this chapter in this browser"
    address = run
    for _ in path.parent.relative_to(ROOT).parts:
        address = above(address)
    return button(address, path.relative_to(ROOT).as_posix(), words) + switch(path)


def linked(text, path, names, source):
    """The text with links to cells as links to their places, and links to what is no page to `source`, or as words."""
    def of(found):
        words, target = found.groups()
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        file, _, part = target.partition("#")
        whole = os.path.relpath(path.parent / file, ROOT).replace(os.sep, "/")
        if whole == "README.md":
            return f"[{words}]({os.path.relpath(ROOT / 'index.md', path.parent)})".replace(os.sep, "/")
        if whole in names and part.startswith("cell-id="):
            page = re.sub(r"\.(ipynb|md)$", ".html", file)
            return f'<a href="{page}#{part.removeprefix("cell-id=")}">{words}</a>'
        if whole in names or re.match(r"figures/.*\.svg$", whole):
            return found[0]
        return f"[{words}]({source.rstrip('/')}/{whole})" if source else words

    text = re.sub(r'(?<=href=")([\w./]+)\.ipynb(?:#cell-id=([\w-]+))?(?=")',
                  lambda found: f"{found[1]}.html" + (f"#{found[2]}" if found[2] else ""), text)
    return LINK.sub(of, text)


def api():
    """The page of all public names: signature and docstring of each."""
    sys.path.insert(0, str(ROOT))
    lines = ["# All names", "", "The public names of the package, as `help` shows them.", ""]
    for face in FACES:
        module = import_module(face)
        lines += [f"## {face}", ""]
        for name in sorted(public(module), key=str.lower):
            value = getattr(module, name)
            try:
                heading = str(inspect.signature(value)) if callable(value) else ""
            except (TypeError, ValueError):
                heading = ""
            doc = inspect.getdoc(value) if callable(value) else ""
            heading = re.sub(r" at 0x[0-9a-f]+|minigrad\.(core\.tensors|[a-z]+\.[a-z]+)\.(?=[A-Z])", "", heading)
            lines += [f"### {name}", "", "```text", f"{face}.{name}{heading}", "", doc or "", "```", ""]
    return "\n".join(lines)


def public(module):
    """The names that a module offers."""
    if hasattr(module, "__all__"):
        return module.__all__
    return [name for name, value in vars(module).items() if name[0] != "_" and callable(value)
            and getattr(value, "__module__", "").startswith("minigrad")]


def mended(page, path):
    """A page as Sphinx made it; the corner of a table, which has no words, is no head for those who hear the page.

    A Chinese page says that it is: by it Pagefind makes a second search, and a browser chooses the letters' form.
    """
    page = page.replace('<th class="head"><p></p></th>', "<td></td>")
    is_chinese = "zh" in path.parts[-3:] or path.name == "README.zh-CN.html"
    return page.replace('<html class="no-js" lang="en"', '<html class="no-js" lang="zh-CN"') if is_chinese else page


# ---- making it -------------------------------------------------------------------------------------------------------

def ready():
    """Install what makes the book, unless it is there."""
    if all(importlib.util.find_spec(name) for name in ("sphinx", "myst_nb", "furo", "pagefind")):
        return
    print("Installing what makes the book ...", flush=True)
    lock = SOURCES / "requirements.lock"
    called([sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", str(lock)], ROOT)


def make(target, source="", run=""):
    """The book in the folder `target`, in the place of an earlier one. Raises Trouble with Sphinx's warnings."""
    refuse_foreign(target)
    ready()
    with tempfile.TemporaryDirectory() as folder:
        laid, built = Path(folder, "sources"), Path(folder, "book")
        laid.mkdir()
        lay_out(laid, source, run)
        command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-d",
                   Path(folder, "doctrees"), laid, built]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, encoding="utf-8",
                              env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"})
        if done.returncode:
            raise Trouble("Sphinx says:\n" + done.stderr.replace(f"{laid}{os.sep}", "")[-6000:])
        for name in (".buildinfo", "objects.inv", "search.html", "searchindex.js", "genindex.html"):
            (built / name).unlink(missing_ok=True)  # Pagefind makes the search
        for path in built.rglob("*.html"):
            path.write_text(mended(path.read_text(encoding="utf-8"), path), encoding="utf-8", newline="\n")
        called([sys.executable, "-m", "pagefind", "--site", str(built), "--exclude-selectors", ".headerlink"], folder)
        entry = built / "pagefind" / "pagefind-entry.json"  # the languages come in any order
        place(entry, json.dumps(json.loads(entry.read_text(encoding="utf-8")), sort_keys=True))
        replace(target, built)


@in_words
def main(arguments=None):
    chosen = options("book", arguments)
    make(chosen.to, chosen.source, chosen.run)
    pages = len(list(chosen.to.rglob("*.html")))
    print(f"{pages} pages in {chosen.to}: open {chosen.to / 'index.html'}")


if __name__ == "__main__":
    sys.exit(main())
