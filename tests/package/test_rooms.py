"""The house: which file may import which, and the package as of each chapter."""

import ast
import functools
import subprocess
import sys
from pathlib import Path

import chapters
import pytest
import stages
from common import ROOT

PACKAGE = ROOT / "minigrad"
# from the ground up
ROOMS = ["machinery", "exact", "core", "operations", "autograd", "library", "nn", "optim", "utils", "quick",
         "locale", "viz", "teach"]
AIDS = {"locale", "viz", "teach"}  # they know no engine
FLOORS = 10
MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").rstrip("."): path
    for path in sorted(PACKAGE.rglob("*.py")) if path.parent.name != "growth"
}
LAST = stages.growth()[-1].chapter  # that builds something
FACES = [name for name, path in MODULES.items() if path.name == "__init__.py"]


@functools.cache
def imported(name):
    """The modules of the package that a module imports, wherever in its file."""
    found = []
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}, line {node.lineno}: a relative import does not work in a notebook"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [name if name.removeprefix("minigrad.") in MODULES else node.module for name in inner]
    ours = [name.partition(".")[2] for name in found if name.partition(".")[0] == "minigrad"]
    return [name for name in dict.fromkeys(ours) if name in MODULES]


@functools.cache
def floor(name, above=()):
    assert name not in above, f"a circle: {' > '.join([*above, name])}"
    return 1 + max((floor(other, (*above, name)) for other in imported(name) if other not in FACES), default=0)


def test_no_file_imports_in_a_circle_and_the_house_is_low():
    floors = {name: floor(name) for name in MODULES if name not in FACES}
    assert max(floors.values()) <= FLOORS, {name: floor for name, floor in floors.items() if floor > FLOORS}


@pytest.mark.parametrize("name", [name for name in MODULES if name not in FACES])
def test_a_module_imports_from_its_own_room_and_from_those_below(name):
    room = name.partition(".")[0]
    for other in imported(name):
        assert ROOMS.index(other.partition(".")[0] or ROOMS[0]) <= ROOMS.index(room), f"{name} imports {other}"


def test_what_is_exact_knows_no_tensor_and_machinery_no_sentence():
    below = {"machinery": {"machinery"}, "exact": {"machinery", "exact"}}
    for name in MODULES:
        room, _, module = name.partition(".")
        if module and room in below:
            assert {other.partition(".")[0] for other in imported(name)} <= below[room], name


def test_pictures_know_nothing_of_minigrad_and_teaching_aids_nothing_of_the_engine():
    for name in MODULES:
        room, _, module = name.partition(".")
        if room == "viz":
            assert {other.partition(".")[0] for other in imported(name)} <= {"locale", "viz"}, name
        elif room == "teach" and not module.startswith("ch"):  # the checkers of a chapter belong to its engine
            assert {other.partition(".")[0] for other in imported(name)} <= AIDS, name


@pytest.mark.parametrize("room", stages.ROOMS)
def test_a_room_loads_its_files_in_the_order_of_the_layers(room):
    order = [name for name in imported(room) if name.startswith(f"{room}.")]
    for place, name in enumerate(order):
        assert [other for other in imported(name) if other in order[place:]] == [], name


def test_every_file_is_loaded_with_the_package():
    code = "import sys, minigrad; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    wanted = {f"minigrad.{name}" for name in MODULES if name and name.partition(".")[0] not in AIDS}
    assert wanted - set(loaded.split()) == set(), "import it in the __init__.py of its room"


def test_layers_are_taught_in_teaching_order():
    first = {cell.module: cell.chapter for cell in reversed(stages.growth())}
    for cell in stages.growth():
        for node in ast.walk(ast.parse(cell.source)):
            module = (getattr(node, "module", None) or "").removeprefix("minigrad.")
            for name in [module, *(f"{module}.{alias.name}" for alias in getattr(node, "names", ()))]:
                assert first.get(name, 0) <= cell.chapter, f"{cell.id} imports {name}, which is taught later"


# The package as of a chapter


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_the_package_as_of_a_chapter_stands_by_itself(number, tmp_path, capsys):
    """`--stage` writes it; it loads, has no name that is not there, and what its chapters have built."""
    assert chapters.main(["--stage", str(number), str(tmp_path)]) == 0
    taught = [cell.module for cell in stages.growth() if cell.chapter < number]
    for module in taught:
        assert (tmp_path / "minigrad" / f"{module.replace('.', '/')}.py").is_file()
    code = f"""import sys
sys.path.insert(0, {str(tmp_path)!r})
import minigrad
print(minigrad.__file__, *[name for name in minigrad.__all__ if not hasattr(minigrad, name)])"""
    found = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert found.stdout.split() == [str(tmp_path / "minigrad" / "__init__.py")], found.stderr
    assert chapters.main(["--stage", str(number), str(tmp_path)]) == 1
    assert "is there already (nothing was written)" in capsys.readouterr().err


def test_the_last_stage_is_the_delivered_package(tmp_path):
    assert chapters.main(["--stage", str(LAST + 1), str(tmp_path)]) == 0
    for path in sorted((tmp_path / "minigrad").rglob("*.py")):
        name = path.relative_to(tmp_path / "minigrad")
        if path.name != "__init__.py":
            assert path.read_bytes() == (PACKAGE / name).read_bytes(), name
    written = {path.relative_to(tmp_path / "minigrad") for path in Path(tmp_path, "minigrad").rglob("*.py")}
    engine = [path for name, path in MODULES.items() if name.partition(".")[0] not in AIDS]
    ours = {path.relative_to(PACKAGE) for path in engine}
    assert written == ours
