"""What works with little: the engine with NumPy alone, the notebooks with nbval and pytest, a wheel anywhere."""
import importlib.metadata
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace

import editions
import pytest
import wasm
from common import ROOT, code_cells, read
from running import run

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# What stands in for an environment without these: modules that are not found.
MISSING = """import sys
from importlib.machinery import PathFinder
class Finder(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in {names!r} else PathFinder.find_spec(name, path, target)
sys.meta_path[:] = [Finder if finder is PathFinder else finder for finder in sys.meta_path]
"""
ENGINE = ROOT / "notebooks" / "04_engine.ipynb"
BESIDE_NUMPY = ["graphviz", "matplotlib", "tqdm", "jupyterlab", "IPython", "torch"]
BESIDE_NBVAL = ["xdist", "pytest_timeout", "hypothesis", "playwright", "nbgrader", "torch", "rattler", "ruff", "yaml"]


def run_without(names, folder, *command, cwd):
    """Run Python where modules of these names cannot be found."""
    (folder / "sitecustomize.py").write_text(MISSING.format(names=set(names)), encoding="utf-8")
    return run(*command, cwd=cwd, PYTHONPATH=os.pathsep.join([str(folder), str(cwd)]))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The files that a wheel holds, in a folder of their own: the packages, and what package-data adds."""
    folder = tmp_path_factory.mktemp("wheel")
    added = PYPROJECT["tool"]["setuptools"]["package-data"]
    for path in (ROOT / "minigrad").rglob("*"):
        place = path.relative_to(ROOT)
        package = next(parent for parent in place.parents if (ROOT / parent / "__init__.py").exists()
                       ) if "__pycache__" not in place.parts and path.is_file() else None
        if package is None:
            continue
        inside, name = place.relative_to(package).as_posix(), ".".join(package.parts)
        wanted = path.suffix == ".py" and package == place.parent
        if wanted or any(fnmatch(inside, form) for key in ("*", name) for form in added.get(key, ())):
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / place)
    return folder


def test_the_engine_and_the_exercises_need_numpy_alone(tmp_path, wheel):
    program = (
        "import minigrad as torch\n"
        "from minigrad.teach import beside_torch, chapter, progress\n"
        "from minigrad import viz\n"
        "x = torch.ones(2, requires_grad=True)\n"
        "y = (x * x).sum()\n"
        "picture = viz.draw(y)\n"
        "y.backward()\n"
        "print(x.grad, list(progress([7])))\n"
        "print(picture.html())\n"
    )
    found = run_without(BESIDE_NUMPY, tmp_path, "-c", program, cwd=wheel)
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("tensor([2., 2.]) [7]\n") and "MulBackward0" in found.stdout
    assert "the library graphviz was not found. `pip install graphviz graphviz-pure` gives it." in found.stdout


def test_what_needs_matplotlib_says_how_to_get_it(tmp_path, wheel):
    program = "from minigrad import viz; print(viz.curves({'loss': [3.0, 2.0, 1.0]}).html())"
    found = run_without(BESIDE_NUMPY, tmp_path, "-c", program, cwd=wheel)
    sentence = "matplotlib was not found. `pip install matplotlib` gives it."
    assert sentence in found.stdout, found.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A wheel and a source archive as `python -m build` makes them."""
    for name in ("build", "twine"):
        pytest.importorskip(name)
    sources, made = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("dist")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    shutil.copytree(ROOT / "minigrad", sources / "minigrad", ignore=shutil.ignore_patterns("__pycache__"))
    called(sys.executable, "-m", "build", "--outdir", made, sources)
    return made


def called(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, encoding="utf-8", cwd=cwd)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


def test_in_an_empty_environment_a_wheel_runs_a_chapter_by_ipython(built, tmp_path):
    """Nothing else is there: neither this folder nor JupyterLab. Every cell answers as stored, in Chinese, too."""
    (wheel,) = built.glob("*.whl")
    python = environment_with(tmp_path / "empty", wheel, "ipython", "graphviz", "graphviz-pure")
    (tmp_path / "zh").mkdir()
    for folder, stored in (tmp_path, ENGINE), (tmp_path / "zh", ENGINE.parent / "zh" / ENGINE.name):
        shutil.copy(stored, folder)
        answers_as_stored(python, folder / stored.name, stored)


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_in_the_edition_for_colab_the_first_cell_fetches_all_that_a_chapter_needs(tmp_path):
    repository, place = tmp_path / "repository", tmp_path / "colab"
    for name in ("minigrad", "notebooks"):
        shutil.copytree(ROOT / name, repository / name, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_*"))
    for command in (["init", "--quiet"], ["add", "."], ["-c", "user.name=A", "-c", "user.email=a@example.org", "commit",
                    "--quiet", "-m", "all"]):
        called("git", "-C", repository, *command)
    editions.main(["--to", str(tmp_path / "editions"), "--colab", repository.as_uri()])
    edition = tmp_path / "editions" / "colab" / ENGINE.name
    assert [cell.id for cell in code_cells(read(edition))][0] == "fetch-the-package"
    place.mkdir()
    shutil.copy(edition, place)
    answers_as_stored(environment_with(tmp_path / "empty", "ipython", "numpy", "pip"), place / edition.name)
    assert (place / "minigrad-course" / "notebooks" / ENGINE.name).exists()


def environment_with(place, *wanted):
    """The Python of a new environment with these packages."""
    called(sys.executable, "-m", "venv", "--without-pip", place)
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    called(sys.executable, "-m", "uv", "pip", "install", "--quiet", "--constraint", ROOT / "requirements.lock",
           "--python", python, *wanted)
    return python


def answers_as_stored(python, notebook, stored=ENGINE):
    """Run the cells by IPython alone, in the notebook's folder, and compare the answers of all that the chapter has."""
    program = ROOT / "tools" / "wasm_cells.py"
    told = json.loads(called(python, "-I", program, notebook, cwd=notebook.parent).splitlines()[-1])
    for cell in code_cells(read(stored)):
        assert wasm.cleaned(told[cell.id]) == wasm.cleaned(wasm.stored(cell)), cell.id


def test_an_index_would_take_the_wheel_and_nobody_uploads_it_by_mistake(built):
    called(sys.executable, "-m", "twine", "check", "--strict", built / "*")
    (wheel,) = built.glob("*.whl")
    assert wheel.name.startswith("minigrad_course-") and PYPROJECT["project"]["name"] == "minigrad-course"
    assert "Private :: Do Not Upload" in PYPROJECT["project"]["classifiers"]


def test_a_wheel_knows_pytorchs_answers(tmp_path, wheel):
    program = ("from minigrad.teach import beside_torch, chapter\ntorch = chapter(6)\n"
               "print(repr(beside_torch('ch05', {'torch': torch})).splitlines()[0])")
    found = run_without(BESIDE_NUMPY, tmp_path, "-c", program, cwd=wheel)
    assert "Your engine beside PyTorch 2.13.0: " in found.stdout, found.stderr
    count = len(list((wheel / "minigrad" / "teach" / "record").glob("ch*.json")))
    assert count == len(list((ROOT / "minigrad" / "teach" / "record").glob("ch*.json"))) > 15


def test_pytest_and_nbval_are_enough_for_the_notebooks(tmp_path, monkeypatch):
    """The README's line, `pytest --nbval notebooks`, on the first chapter: every option is known, every cell passes."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    found = run_without(BESIDE_NBVAL, tmp_path, "-m", "pytest", "-p", "no:cacheprovider", "--nbval",
                        "notebooks/01_the_whole_game.ipynb", cwd=ROOT)
    assert found.returncode == 0, found.stdout[-3000:] + found.stderr
    assert " passed" in found.stdout and "skipped" not in found.stdout


def test_the_readme_says_the_command_in_one_line():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "`pytest --nbval notebooks`" in text
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert "run: pytest --nbval notebooks\n" in workflow and Path(ROOT, ".pre-commit-config.yaml").exists()


def test_a_notebook_stays_in_one_process_wherever_tests_are_spread(pytestconfig):
    conftest = pytestconfig.pluginmanager.getplugin(str(ROOT / "conftest.py"))
    for given, dist in ((("no", 2), "loadfile"), (("each", 2), "each"), (("no", None), "no")):
        option = SimpleNamespace(dist=given[0], numprocesses=given[1], loadscopereorder=True)
        conftest.pytest_cmdline_main(SimpleNamespace(option=option))
        assert option.dist == dist and option.loadscopereorder == (dist != "loadfile")


def test_pictures_are_compared_by_bytes_where_they_are_drawn_as_stored(pytestconfig, monkeypatch):
    conftest = pytestconfig.pluginmanager.getplugin(str(ROOT / "conftest.py"))
    assert conftest.drawn_as_stored() or not conftest.CI, "everything is to be compared here"
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = {name: re.search(rf"^{name}==(\S+)", lock, re.M)[1] for name in ("graphviz-pure", "matplotlib", "numpy")}
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(importlib.metadata, "version", locked.get)
    assert conftest.drawn_as_stored()
    monkeypatch.setattr(importlib.metadata, "version", {**locked, "matplotlib": "99.0"}.get)
    assert not conftest.drawn_as_stored()
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    assert not conftest.drawn_as_stored()
