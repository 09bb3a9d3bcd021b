"""The set-up, as a reader meets it: its messages, its repairs, and the lists of packages, all without a network."""
import ast
import errno
import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import packages_distributions
from pathlib import Path
from unittest.mock import Mock

import pytest
import rattler
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")


@pytest.fixture
def suite(tmp_path, monkeypatch):
    """A copy of suite.py in a folder of its own, which installs by making a file instead of asking the network."""
    root = tmp_path / "a folder, 文件夹"
    root.mkdir()
    for name in ("suite.py", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, root / name)
    (root / "tools").mkdir()
    for path in (ROOT / "tools").glob("*.py"):
        shutil.copy(path, root / "tools")
    monkeypatch.setattr(sys, "path", sys.path[:])
    for name in ("00_start_here", "04_engine", "04_engine-Copy1", "05_more"):
        (root / "notebooks").mkdir(exist_ok=True)
        (root / "notebooks" / f"{name}.ipynb").write_text("{}")
    module = load(root / "suite.py")
    module.steps = []

    def step(what, command, env=None):
        module.steps.append(what)
        if command[1:3] == ["-m", "venv"]:
            venv.create(module.VENV, symlinks=os.name != "nt")

    monkeypatch.setattr(module, "step", step)
    return module


@pytest.fixture
def ran(suite, monkeypatch):
    """The commands that suite.py would have become."""
    commands = []
    monkeypatch.setattr(suite, "hand_over", commands.append)
    return commands


def load(path):
    spec = importlib.util.spec_from_file_location("suite", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def files_in(folder):
    return {path: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def installed(suite):
    return [what for what in suite.steps if what.startswith("Installing")]


# ---- messages --------------------------------------------------------------------------------------------------------

def test_an_old_python_is_told_what_to_do(suite):
    message = suite.too_old((3, 9, 18))
    assert "needs Python 3.11" in message and "this is Python 3.9" in message and "suite.py lab" in message
    assert suite.too_old((3, 11, 0)) is None and suite.too_old((3, 13, 0)) is None


def test_suite_py_uses_no_syntax_that_an_old_python_cannot_read():
    tree = ast.parse((ROOT / "suite.py").read_text("utf-8").encode("ascii"))
    names = {type(node).__name__ for node in ast.walk(tree)}
    newer = {"JoinedStr", "NamedExpr", "AnnAssign", "Match", "Nonlocal", "AsyncFunctionDef", "YieldFrom", "TryStar"}
    assert not names & newer
    for node in ast.walk(tree):
        if isinstance(node, ast.arguments):
            assert not node.kwonlyargs and not node.posonlyargs
            assert not any(argument.annotation for argument in node.args)
        if isinstance(node, (ast.List, ast.Tuple)):
            assert not any(isinstance(item, ast.Starred) for item in node.elts)
        assert not (isinstance(node, ast.Raise) and node.cause), "'raise … from' came with Python 3"


def test_suite_py_checks_the_version_before_it_imports_anything_new():
    body = ast.parse((ROOT / "suite.py").read_text("utf-8")).body
    check = next(i for i, node in enumerate(body) if isinstance(node, ast.If))
    assert "too_old" in ast.dump(body[check])
    imports = [node for node in body[:check] if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert [alias.name for node in imports for alias in node.names] == ["print_function", "sys"]


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_without_the_venv_module_the_debian_package_is_named(suite, monkeypatch, capsys, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    assert suite.main(["lab"]) == 1
    assert f"sudo apt install python3.{sys.version_info[1]}-venv" in capsys.readouterr().out
    assert not Path(suite.VENV).exists()


def test_without_a_network_it_says_so_and_leaves_nothing_behind(suite, monkeypatch, capsys, no_mirror):
    real = load(Path(suite.ROOT) / "suite.py")
    print_and_fail = "import sys; sys.exit('WARNING: Retrying (Retry(total=0)): NewConnectionError')"

    def step(what, command, env=None):
        real.step(what, [sys.executable, "-c", print_and_fail if "install" in command else ""])

    for module in (suite, real):
        monkeypatch.setattr(module, "PYTHON", sys.executable)
    monkeypatch.setattr(suite, "step", step)
    monkeypatch.setattr(suite, "Trouble", real.Trouble)
    assert suite.main(["test", "-q"]) == 1
    said = capsys.readouterr().out
    assert "There seems to be no network" in said and "with pip" in said and "NewConnectionError" in said
    assert "Everything is as it was before" in said
    assert not Path(suite.VENV).exists()


def test_ctrl_c_ends_without_a_traceback(suite, monkeypatch, capsys):
    monkeypatch.setattr(suite, "step", Mock(side_effect=KeyboardInterrupt))
    assert suite.main(["lab"]) == 130
    assert "Stopped" in capsys.readouterr().out
    assert not Path(suite.VENV).exists()


def test_without_a_command_the_two_commands_are_shown(suite, capsys):
    assert suite.main([]) == 2 and suite.main(["labb"]) == 2 and suite.main(["--help"]) == 0
    assert capsys.readouterr().out.count("suite.py lab [") == 3


@pytest.mark.parametrize(("typed", "code", "sentence"), [
    ("help", 0, "opens JupyterLab"),
    ("lab --help", 0, "-m jupyterlab --help"),
    ("test 04 -h", 0, "-m pytest --help"),
    ("check --help", 0, "Save the notebook first"),
    ("reset -h", 0, "brings chapter 4 back"),
    ("slides --help", 0, "The arrow keys move"),
    ("editions --help", 0, "a course folder"),
    ("chekc", 2, "There is no command chekc. Did you mean check?"),
    ("jupyter", 2, "There is no command jupyter.\n"),
    ("check --all", 2, "unrecognized arguments: --all"),
    ("editions 04", 2, "unrecognized arguments: 04"),
    ("check 04 99", 1, "There is no chapter 99 in the folder notebooks."),
    ("check engine", 1, "There is no chapter engine in the folder notebooks."),
    ("slides 99 98", 1, "There is no chapter 98, 99 in the folder notebooks."),
    ("test 4 7", 1, "There is no chapter 7 in the folder notebooks."),
])
def test_help_and_mistakes_are_answered_before_any_set_up(suite, capsys, typed, code, sentence):
    before = files_in(suite.ROOT)
    try:
        answer = suite.main(typed.split())
    except SystemExit as end:  # argparse's
        answer = end.code
    assert answer == code and sentence in "".join(capsys.readouterr())
    assert not suite.steps and files_in(suite.ROOT) == before


# ---- folders and disks that take no file -----------------------------------------------------------------------------

def refuse(number):
    """A function in the place of one that writes: it fails with this number of an error."""
    def fails(path, *_, **__):
        raise OSError(number, os.strerror(number), str(path))
    return fails


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS], ids=errno.errorcode.get)
@pytest.mark.parametrize("command", ["lab", "test", "check", "slides", "editions"])
def test_a_folder_that_cannot_be_written_gets_a_sentence(suite, monkeypatch, capsys, command, number):
    before = files_in(suite.ROOT)
    monkeypatch.setattr(os, "mkdir", refuse(number))
    assert suite.main([command]) == 1
    monkeypatch.undo()
    said = capsys.readouterr().out
    assert f"Nothing can be written into {suite.ROOT} ({os.strerror(number)})" in said
    assert "copy all of it to a place of your own" in said and "Setting up" not in said
    assert files_in(suite.ROOT) == before and not suite.steps


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT], ids=errno.errorcode.get)
def test_a_full_disk_gets_a_sentence_and_no_half_made_venv_stays(suite, monkeypatch, capsys, number):
    monkeypatch.setattr(suite, "write", refuse(number))
    assert suite.main(["check"]) == 1
    assert "The disk, or your share of it, is full" in capsys.readouterr().out
    assert suite.state() == "absent"


@pytest.mark.parametrize(("words", "free"), [("No space left on device", 2**40), ("Disk quota exceeded", 2**40),
                                             ("", 0)], ids=str)
def test_a_step_that_fills_the_disk_says_so(suite, monkeypatch, words, free):
    real = load(Path(suite.ROOT) / "suite.py")
    Path(suite.VENV).mkdir()
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(2**40, 2**40 - free, free))
    with pytest.raises(real.Trouble, match="(?s)disk, or your share of it, is full.*Everything is as it was before"):
        real.step("Installing", [sys.executable, "-c", f"import sys; sys.exit({words!r} or 1)"])


def test_a_program_that_cannot_be_started_gets_a_sentence(suite):
    real = load(Path(suite.ROOT) / "suite.py")
    Path(suite.VENV).mkdir()
    with pytest.raises(real.Trouble, match="(?s)this step: Making.*cannot be started.*Everything is as it was before"):
        real.step("Making a virtual environment", [str(Path(suite.ROOT, "no such python")), "-m", "venv", suite.VENV])


def test_a_python_inside_a_linked_venv_makes_the_new_one_with_the_python_it_comes_from(suite, monkeypatch):
    """The link is moved aside first, and with it every path through it."""
    elsewhere = Path(suite.ROOT).parent / "elsewhere"
    venv.create(elsewhere, symlinks=os.name != "nt")
    Path(suite.VENV).symlink_to(elsewhere, target_is_directory=True)
    monkeypatch.setattr(sys, "executable", suite.PYTHON)
    commands, made = [], suite.step
    monkeypatch.setattr(suite, "step", lambda what, command, env=None: (
        commands.append((command[0], Path(command[0]).exists())), made(what, command, env)))
    suite.set_up()
    assert commands[0] == (sys._base_executable, True) and suite.state() == "ready"
    assert not Path(suite.VENV).is_symlink() and elsewhere.is_dir()


def test_an_error_of_another_kind_is_not_hidden(suite, monkeypatch):
    monkeypatch.setattr(os, "mkdir", refuse(errno.EIO))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        suite.main(["check"])


# ---- .venv: made, kept, repaired -------------------------------------------------------------------------------------

def test_the_second_start_installs_nothing(suite):
    assert suite.state() == "absent"
    suite.set_up()
    assert suite.state() == "ready" and len(installed(suite)) == 2
    suite.set_up()
    assert len(installed(suite)) == 2


def test_the_second_start_installs_nothing_in_a_terminal_that_knows_only_ascii_either(suite):
    def stamp(**changes):
        show = [sys.executable, "-c", "import json, suite; print(json.dumps(suite.stamp()))"]
        return subprocess.check_output(show, cwd=suite.ROOT, env=os.environ | changes)

    ascii_only = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert stamp(**ascii_only) == stamp(PYTHONUTF8="1")
    assert json.loads(stamp(PYTHONUTF8="1")) == suite.stamp()


def test_a_change_of_the_lock_is_installed_into_the_same_venv(suite):
    suite.set_up()
    own = Path(suite.VENV, "something of the reader's own")
    own.write_text("kept")
    with open(suite.LOCK, "a") as lock:
        lock.write("# changed\n")
    assert suite.state() == "outdated"
    suite.set_up()
    assert suite.state() == "ready" and len(installed(suite)) == 4 and own.exists()


def cut_off(path, text):
    with open(path, "w") as file:
        file.write(text[:1])
    refuse(errno.ENOSPC)(path)


@pytest.mark.parametrize("fault", ["a step fails", "the disk is full"])
def test_an_update_that_fails_leaves_the_venv_usable(suite, monkeypatch, fault):
    suite.set_up()
    mark = Path(suite.VENV, suite.MARK).read_text()
    with open(suite.LOCK, "a") as lock:
        lock.write("# changed\n")
    if fault == "a step fails":
        monkeypatch.setattr(suite, "step", Mock(side_effect=suite.Trouble))
    else:
        monkeypatch.setattr(suite, "write", cut_off)
    assert suite.main(["test"]) == 1
    assert Path(suite.VENV, suite.MARK).read_text() == mark and suite.state() == "outdated"


def marked(mark, **changes):
    mark.write_text(json.dumps(json.loads(mark.read_text()) | changes))


@pytest.mark.parametrize("harm", [
    lambda suite, mark: Path(suite.PYTHON).unlink(),
    lambda suite, mark: mark.write_text("{}"),
    lambda suite, mark: mark.write_text('{"python": '),
    lambda suite, mark: marked(mark, root="somewhere else"),
    lambda suite, mark: marked(mark, python="3.10"),
], ids=["no interpreter", "interrupted", "half a mark", "moved", "another Python"])
def test_a_broken_venv_is_made_anew_and_notebooks_stay(suite, harm):
    suite.set_up()
    notebook = Path(suite.ROOT, "notebooks", "04_engine.ipynb")
    notebook.write_text("the reader's work")
    rest = Path(suite.VENV, "rest of the broken one")
    rest.write_text("")
    harm(suite, Path(suite.VENV, suite.MARK))
    assert suite.state() == "broken"
    suite.set_up()
    assert suite.state() == "ready" and not rest.exists() and notebook.read_text() == "the reader's work"
    assert not list(Path(suite.ROOT).glob(".venv.old-*"))


def test_a_venv_made_by_someone_else_is_moved_aside_and_named(suite, capsys):
    for number in (1, 2):
        shutil.rmtree(suite.VENV, ignore_errors=True)
        Path(suite.VENV).mkdir()
        Path(suite.VENV, "mine").write_text(f"precious {number}")
        assert suite.state() == "foreign"
        suite.set_up()
        assert suite.state() == "ready"
        assert f".venv.old-{number}" in capsys.readouterr().out
        assert Path(f"{suite.VENV}.old-{number}", "mine").read_text() == f"precious {number}"


def test_a_failed_repair_puts_the_old_venv_back(suite, monkeypatch):
    Path(suite.VENV).mkdir()
    Path(suite.VENV, "mine").write_text("precious")

    monkeypatch.setattr(suite, "step", Mock(side_effect=suite.Trouble))
    with pytest.raises(suite.Trouble):
        suite.set_up()
    assert os.listdir(suite.VENV) == ["mine"]
    assert not list(Path(suite.ROOT).glob(".venv.old-*"))


def test_when_uv_fails_pip_installs_from_the_same_lock(suite, monkeypatch):
    commands = []
    venv.create(suite.VENV, symlinks=os.name != "nt")

    def step(what, command, env=None):
        commands.append([Path(part).name if os.sep in part else part for part in command])
        if "uv" in command:
            raise suite.Trouble("no uv here")

    monkeypatch.setattr(suite, "step", step)
    suite.install_packages()
    last = commands[-2]  # the very last one is "Finishing"
    assert last[1:4] == ["-m", "pip", "install"] and "--require-hashes" in last and last[-1] == "rest.lock"
    rest = Path(suite.VENV, "rest.lock").read_text()
    assert "uv==" in LOCK and "uv==" not in rest and rest.count("==") == LOCK.count("==") - 1
    assert re.fullmatch(r"uv==\S+ \\\n( +--hash=sha256:\w+( \\)?\n)+", Path(suite.VENV, "uv.lock").read_text())


@pytest.fixture
def no_mirror(monkeypatch):
    """Nothing is set on this machine."""
    for name in [name for name in os.environ if name.startswith(("PIP_", "UV_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)  # then pip reads no other file


PIP, UV_FIRST, UV_LATER = "http://pip.invalid/simple", "http://uv.invalid/simple", "http://later.invalid/simple"


@pytest.mark.parametrize(("variables", "configured", "pip", "uv"), [
    ({}, "", None, None),
    ({"UV_DEFAULT_INDEX": UV_FIRST}, "", UV_FIRST, UV_FIRST),
    ({"UV_DEFAULT_INDEX": f"near={UV_FIRST}"}, "", UV_FIRST, UV_FIRST),
    ({"UV_INDEX_URL": UV_LATER}, "", UV_LATER, UV_LATER),
    ({"UV_INDEX_URL": UV_LATER, "UV_DEFAULT_INDEX": UV_FIRST}, "", UV_FIRST, UV_FIRST),
    ({"PIP_INDEX_URL": PIP}, "", PIP, PIP),
    ({"PIP_INDEX_URL": PIP}, "[global]\nindex-url = http://file.invalid/simple", PIP, PIP),
    ({"PIP_INDEX_URL": PIP, "UV_INDEX_URL": UV_LATER}, "", PIP, UV_LATER),
    ({}, "[global]\nindex-url = http://file.invalid/simple\n[install]\nindex-url = http://install.invalid/simple",
     "http://install.invalid/simple", "http://install.invalid/simple"),
], ids=str)
def test_a_mirror_that_is_set_for_one_installer_is_used_by_both(
    suite, monkeypatch, tmp_path, no_mirror, variables, configured, pip, uv
):
    if configured:
        (tmp_path / "pip.conf").write_text(configured)
        monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(suite, "PYTHON", sys.executable)
    Path(suite.VENV).mkdir()
    asked = []
    monkeypatch.setattr(suite, "step", lambda what, command, env=None: asked.append((what, env or {})))
    suite.install_packages()
    (first, for_pip), (second, for_uv), _ = asked
    assert first.startswith("Installing uv") and for_pip.get("PIP_INDEX_URL") == pip
    assert second.startswith("Installing ") and for_uv.get("UV_DEFAULT_INDEX") == uv


@pytest.mark.parametrize("name", ["UV_INDEX_URL", "PIP_INDEX_URL"])
def test_a_mirror_that_does_not_answer_is_named_without_its_password(suite, monkeypatch, no_mirror, name):
    real = load(Path(suite.ROOT) / "suite.py")
    real.PYTHON = sys.executable
    Path(real.VENV).mkdir()
    monkeypatch.setenv(name, "http://me:secret@127.0.0.1:9/simple")
    asking = [real.PYTHON, "-m", "pip", "download", "--quiet", "--retries", "1", "no-such-package-here"]
    with pytest.raises(real.Trouble) as trouble:
        real.step("Installing", asking, real.with_index("pip", "PIP_INDEX_URL"))
    said = str(trouble.value)
    assert f"The package index http://127.0.0.1:9/simple, set by {name}, does not answer." in said
    assert "There seems to be no network" not in said and "secret" not in said


def test_the_package_is_importable_from_the_venv(suite):
    venv.create(suite.VENV, symlinks=os.name != "nt")
    package = Path(suite.ROOT, "minigrad")
    package.mkdir()
    (package / "__init__.py").write_text("")
    write_path = suite.FINISH.split("import jupyterlab")[0]
    subprocess.run([suite.PYTHON, "-c", write_path, suite.ROOT], check=True, env=suite.environment())
    found = subprocess.run([suite.PYTHON, "-c", "import minigrad; print(minigrad.__file__)"], check=True, cwd="/",
                           env=suite.environment(), stdout=subprocess.PIPE, encoding="utf-8").stdout
    assert Path(found.strip()).samefile(package / "__init__.py")


def test_what_the_reader_set_in_the_shell_cannot_change_results(suite, monkeypatch):
    for name in ("PYTHONPATH", "PYTHONHOME", "MPLBACKEND", "OPENBLAS_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    assert suite.environment()["OPENBLAS_NUM_THREADS"] == "1"
    monkeypatch.setenv("PYTHONPATH", "another numpy")
    monkeypatch.setenv("PYTHONHOME", "another Python")
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "4")
    monkeypatch.setenv("PYTHONUTF8", "0")
    env = suite.environment()
    assert not env.keys() & {"PYTHONPATH", "PYTHONHOME", "MPLBACKEND"}
    assert (env["OPENBLAS_NUM_THREADS"], env["PYTHONUTF8"]) == ("4", "1")


# ---- what the commands run -------------------------------------------------------------------------------------------

ABOUT = ["tests/notebooks", "--ignore=tests/notebooks/test_browser.py",
         "--ignore=tests/notebooks/test_cells_on_torch.py", "--ignore=tests/notebooks/test_seeded_faults.py"]
CHAPTER_4 = ["notebooks/04_engine.ipynb", *ABOUT, "--chapter=04"]
BOTH = ["notebooks/04_engine.ipynb", "notebooks/05_more.ipynb", *ABOUT, "--chapter=04", "--chapter=05"]


@pytest.mark.parametrize("typed, given", [
    ([], ["-n", "2"]),
    (["04"], ["-n", "2", *CHAPTER_4]),
    (["4", "-x"], ["-n", "2", *CHAPTER_4, "-x"]),
    (["05", "04"], ["-n", "2", *BOTH]),
    (["-k", "4"], ["-n", "2", "-k", "4"]),
    (["--junitxml=x.xml", "--durations", "5"], ["-n", "2", "--junitxml=x.xml", "--durations", "5"]),
    (["-n", "4"], ["-n", "4"]),
    (["04", "-n0"], [*CHAPTER_4, "-n0"]),
    (["--pdb"], ["--pdb"]),
], ids=" ".join)
def test_arguments_of_suite_test_reach_pytest(suite, typed, given):
    assert [argument.replace(os.sep, "/") for argument in suite.pytest_arguments(typed)] == given


@pytest.mark.parametrize("ci", ["true", ""], ids=["in CI", "elsewhere"])
def test_only_ci_adds_torch_playwright_nbgrader_and_pyright(suite, monkeypatch, ran, ci):
    monkeypatch.setenv("CI", ci)
    suite.test(["-q"])
    assert ran[0][1:] == ["-m", "pytest", "-n", "2", "-q"]
    added = [what for what in suite.steps if what.startswith("CI:")]
    wanted = sum(map(extra, ("compare", "browser", "grading", "editor", "peers", "book", "build", "zh")), [])
    assert added == (["CI: installing " + " ".join(wanted)] if ci else [])


@pytest.mark.parametrize(("command", "tool", "more"), [
    ("check", "progress", ["04"]), ("slides", "slides", ["4", "--to", "there"]), ("editions", "editions", ["--to", "x"])
])
def test_the_larger_commands_are_tools_that_run_in_the_venv(suite, ran, command, tool, more):
    assert suite.main([command, *more]) is None and suite.state() == "ready"
    assert ran == [[suite.PYTHON, str(Path(suite.ROOT, "tools", f"{tool}.py")), *more]]
    assert (ROOT / "tools" / f"{tool}.py").exists()


def test_reset_needs_no_venv_and_the_first_start_keeps_what_it_brings_back(suite, ran):
    notebook = Path(suite.ROOT, "notebooks", "04_engine.ipynb")
    suite.set_up()
    notebook.write_text("the reader's work")
    shutil.rmtree(suite.VENV)
    suite.main(["reset", "04"])
    assert suite.state() == "absent"
    subprocess.run(ran[0], check=True, stdout=subprocess.DEVNULL)
    assert notebook.read_text() == "{}"
    assert notebook.with_stem("04_engine-mine").read_text() == "the reader's work"


def test_lab_opens_the_start_page_on_this_computer_only(suite, monkeypatch, ran, capsys):
    monkeypatch.setattr(suite, "free_port", lambda: 8890)
    suite.lab(["--no-browser"])
    config = Path(suite.VENV, "lab.json")
    assert ran == [[suite.PYTHON, "-m", "jupyterlab", f"--config={config}", "--no-browser"]]
    config = json.loads(config.read_text("utf-8"))
    assert config["ServerApp"]["ip"] == "127.0.0.1" and config["ServerApp"]["port"] == 8890
    assert config["ServerApp"]["root_dir"] == suite.ROOT
    assert config["LabApp"]["default_url"] == "/lab/tree/notebooks/00_start_here.ipynb"
    assert "token" not in json.dumps(config) + " ".join(ran[0]), "the token is Jupyter's own"
    assert "Port 8888 is busy" in capsys.readouterr().out
    settings = Path(suite.VENV, "share/jupyter/lab/settings/overrides.json").read_text()
    assert json.loads(settings) == suite.LAB_SETTINGS


def test_lab_opens_the_chinese_start_page_and_remembers_the_language(suite, monkeypatch, ran):
    monkeypatch.delenv("MINIGRAD_LANG", raising=False)
    chinese = Path(suite.ROOT, "notebooks", "zh")
    chinese.mkdir()
    (chinese / "00_start_here.ipynb").write_text("{}")

    def opened(*arguments):
        suite.lab(list(arguments))
        return json.loads(Path(suite.VENV, "lab.json").read_text("utf-8"))["LabApp"]["default_url"]

    assert opened("--lang", "zh") == opened() == "/lab/tree/notebooks/zh/00_start_here.ipynb"
    assert ran[0] == ran[1] and "--lang" not in ran[0]
    assert json.loads(Path(suite.OVERRIDES).read_text())["@jupyterlab/translation-extension:plugin"] == {
        "locale": "zh_CN"}
    assert opened("--lang", "en") == opened() == "/lab/tree/notebooks/00_start_here.ipynb"
    assert json.loads(Path(suite.OVERRIDES).read_text()) == suite.LAB_SETTINGS
    monkeypatch.setenv("MINIGRAD_LANG", "zh")
    assert opened().endswith("/zh/00_start_here.ipynb")
    monkeypatch.delenv("MINIGRAD_LANG")
    assert opened("--lang=en", "--port=1") == opened() and ran[-2][-1] == "--port=1"
    for wrong in ["--lang", "fr"], ["--lang"], ["--lang=fr"]:
        with pytest.raises(suite.Trouble, match="After --lang stands one of: en, zh"):
            suite.lab(wrong)


def test_without_a_network_the_chinese_edition_opens_with_english_menus(suite, monkeypatch, ran, capsys):
    monkeypatch.delenv("MINIGRAD_LANG", raising=False)
    suite.set_up()
    monkeypatch.setattr(suite, "step", Mock(side_effect=suite.Trouble("no network")))
    suite.lab(["--lang", "zh"])
    assert "no network\n\nThe chapters are in Chinese all the same" in capsys.readouterr().out
    assert json.loads(Path(suite.OVERRIDES).read_text()) == suite.LAB_SETTINGS
    assert suite.language(suite.ROOT) == "zh"


def test_check_and_mine_look_where_the_reader_works(suite, monkeypatch):
    """In Chinese, if the reader opened the Chinese chapters; what is not there in Chinese, in English."""
    monkeypatch.delenv("MINIGRAD_LANG", raising=False)
    commands, root = sys.modules["commands"], Path(suite.ROOT)
    (root / "notebooks" / "zh").mkdir()
    (root / "notebooks" / "zh" / "04_engine.ipynb").write_text("{}")
    found = commands.options("check", ["--lang", "zh", "04", "05"], root).chapters
    assert [path.relative_to(root).as_posix() for path in found] == [
        "notebooks/zh/04_engine.ipynb", "notebooks/05_more.ipynb"]
    Path(suite.VENV).mkdir()
    Path(suite.VENV, "language").write_text("zh")
    assert commands.options("mine", [], root).lang == "zh"
    assert commands.options("mine", ["--lang", "en"], root).lang == "en"
    monkeypatch.setenv("MINIGRAD_LANG", "fr")
    assert commands.options("check", [], root).lang == "en"


def test_a_busy_port_is_passed_over(suite):
    first = suite.free_port()
    with socket.create_server(("127.0.0.1", first)):
        assert suite.free_port() > first
    assert suite.free_port() == first


def test_in_ci_a_skipped_test_is_a_failure(tmp_path):
    shutil.copy(ROOT / "conftest.py", tmp_path)
    (tmp_path / "test_two.py").write_text("import pytest\n\ndef test_skipped(): pytest.importorskip('no_such_module')\n"
                                          "\ndef test_passed(): pass\n")
    env = dict(os.environ, CI="true", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", "--rootdir=."], cwd=tmp_path,
                         env=env, stdout=subprocess.PIPE, encoding="utf-8")
    assert run.stdout.splitlines()[-1].startswith("1 failed, 1 passed"), run.stdout


def test_of_the_notebooks_only_the_chapters_are_tests():
    """The rule of conftest.py: neither copies nor a reader's own notebooks, wherever they lie, are compared."""
    ignored = load(ROOT / "conftest.py").pytest_ignore_collect
    assert not ignored(ROOT / "notebooks" / "04_engine.ipynb")
    for name in ("notebooks/04_engine-Copy1", "notebooks/mine", "notebooks/teacher/04_engine", "tests/04_x", "04_x"):
        assert ignored(ROOT / f"{name}.ipynb")


# ---- one list of packages --------------------------------------------------------------------------------------------

def extra(name):
    return PROJECT["optional-dependencies"][name]


def pinned():
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;]+)", LOCK, re.M))


@pytest.mark.parametrize("line", PROJECT["dependencies"] + extra("notebooks") + extra("test") + extra("setup"), ids=str)
def test_the_lock_pins_every_dependency(line):
    wanted = Requirement(line)
    assert wanted.name in pinned(), f"make requirements.lock again (see minigrad/README.md): {wanted.name} is missing"
    assert wanted.specifier.contains(pinned()[wanted.name])


def test_a_readers_test_command_imports_nothing_that_only_makers_have():
    """Without torch, Chromium and what makes the book every file of tests can be collected."""
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tools").glob("*.py"), ROOT / "conftest.py"]
    files.remove(ROOT / "tools" / "translate.py")  # its test asks for it with `importorskip`
    own = {path.stem for path in [*files, *(ROOT / "minigrad" / "teach").glob("*.py"), *ROOT.glob("*.py")]}
    own |= {"minigrad", "rows"} | {path.stem for path in (ROOT / "benchmarks").glob("*.py")} | sys.stdlib_module_names
    asked = {}
    for path in files:
        for node in ast.parse(path.read_text("utf-8")).body:
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            asked.update({name.partition(".")[0]: path.name for name in names})
    owners = packages_distributions()
    assert {name: path for name, path in asked.items() if name and name not in own
            and not {owner.lower().replace("_", "-") for owner in owners.get(name, ())} & pinned().keys()} == {}


@pytest.mark.parametrize("place", ["", "tools/book_sources", "tools/lite_sources"])
def test_the_lock_holds_names_versions_and_hashes_only(place):
    entry = r"[a-z0-9.-]+==\S+( ; [^\n\\]+)? \\\n(    --hash=sha256:[0-9a-f]{64} \\\n)*    --hash=sha256:[0-9a-f]{64}\n"
    lock = (ROOT / place / "requirements.lock").read_text("utf-8")
    assert re.fullmatch(rf"(#[^\n]*\n)*({entry})+", lock)
    assert not re.search("://|--index|--find-links|@", lock) and not re.search("^torch==", lock, re.M)


def test_what_makes_the_browser_edition_is_pinned():
    asked, lock = ((ROOT / "tools/lite_sources" / f"requirements.{kind}").read_text("utf-8") for kind in ("in", "lock"))
    assert [line for line in asked.splitlines() if not re.search(rf"^{re.escape(line)} ", lock, re.M)] == []


def test_environment_yml_asks_for_the_same_versions_as_pyproject():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
    assert environment["channels"] == ["conda-forge", "nodefaults"]
    *conda, last = environment["dependencies"]
    assert set(last) == {"pip"} and "pip" in conda and last["pip"][-1] == "-e ."
    names = {"matplotlib-base": "matplotlib", "python-graphviz": "graphviz"}
    specs = [rattler.MatchSpec(line, strict=True) for line in conda if line != "pip"]
    found = {names.get(spec.name.normalized, spec.name.normalized): str(spec.version) for spec in specs}
    found |= {wanted.name: str(wanted.specifier) for wanted in map(Requirement, last["pip"][:-1])}
    needed = PROJECT["dependencies"] + extra("notebooks") + extra("nbval")
    wanted = {requirement.name: str(requirement.specifier) for requirement in map(Requirement, needed)}
    # repo2docker takes the Python from `python=3.13`, and its own default from any other form
    (python,) = [line for line in conda if line.startswith("python=")]
    assert re.fullmatch(r"python\s*=\s*=?\s*(\d+\.\d+)", python)
    assert found == wanted | {"python": found["python"]} and SpecifierSet(PROJECT["requires-python"]).contains("3.13")


def test_binder_and_a_container_find_what_they_start(suite):
    assert os.access(ROOT / "postBuild", os.X_OK) and "jupyter trust notebooks/" in (ROOT / "postBuild").read_text()
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    assert container["postCreateCommand"].split()[1] == "suite.py" and 8888 in container["forwardPorts"]
    assert suite.OLDEST <= tuple(map(int, container["image"].rpartition(":")[2].split("."))) <= suite.NEWEST_TESTED


def test_the_book_is_published_by_pinned_actions():
    text = (ROOT / ".github/workflows/pages.yml").read_text("utf-8")
    actions = re.findall(r"uses: (\S+)", text)
    assert len(actions) == 4 and all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action) for action in actions)
    steps = yaml.safe_load(text)["jobs"]["book"]["steps"]
    assert all(any(f"suite.py {made}" in step.get("run", "") for step in steps) for made in ("book", "lite"))


def test_the_workflow_tests_the_supported_pythons_and_pins_its_actions():
    text = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    matrix = yaml.safe_load(text)["jobs"]["locked"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"] == [
        name.rpartition(" ")[2] for name in PROJECT["classifiers"] if re.search(r"Python :: 3\.", name)]
    assert {os.split("-")[0] for os in matrix["os"]} == {"ubuntu", "macos", "windows"}
    actions = re.findall(r"uses: (\S+)", text)
    assert actions and all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action) for action in actions)
    assert f"uv=={pinned()['uv']}" in text
    assert "secrets" not in text


def test_the_laxer_comparison_forgives_pictures_and_nothing_else():
    pattern = r"\[(.+)\]\nregex: (.+)\nreplace: (.+)"
    texts = [(ROOT / "tests" / name).read_text("utf-8") for name in ("nbval_sanitize.cfg", "nbval_sanitize_any.cfg")]
    strict, laxer = ({name: rest for name, *rest in re.findall(pattern, text)} for text in texts)
    assert strict.items() <= laxer.items()
    assert laxer.keys() - strict.keys() == {"pictures in HTML", "pictures as SVG"}
    text = '<img alt="a -> b" src="data:image/svg+xml;base64,PHN2Zz4="> 0.5 <?xml version="1.0"?>\n<svg>\n</svg> 27.'
    for name in ("pictures in HTML", "pictures as SVG"):
        text = re.sub(*laxer[name], text)
    assert text == '<img alt="a -> b" src="data:image/svg+xml"> 0.5 <svg/> 27.'


def test_changelog_and_citation_are_of_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert [citation[name] for name in ("version", "license", "authors")] == [
        PROJECT[name] for name in ("version", "license", "authors")]
    headings = re.findall(r"^## (.+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert headings[:2] == ["Unreleased", PROJECT["version"]]


def test_checks_before_a_commit_need_no_network_and_meet_the_files_they_are_for():
    repos = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert [repo["repo"] for repo in repos] == ["local"]
    files = [path.relative_to(ROOT).as_posix() for path in tracked_files()]
    for hook in repos[0]["hooks"]:
        python, program = hook["entry"].split()[:2]
        assert hook["language"] == "system" and python == ".venv/bin/python", hook
        assert program == "-m" or (ROOT / program).exists(), hook
        assert any(re.search(hook.get("files", r"\.py$"), name) for name in files), hook


# ---- tracked files ---------------------------------------------------------------------------------------------------

def tracked_files():
    """What git tracks; in a copy without git, everything that is neither made by a tool nor git's own."""
    git = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         encoding="utf-8").stdout if shutil.which("git") else ""
    if "suite.py" in git.split("\0"):
        return [ROOT / name for name in git.split("\0") if (ROOT / name).is_file()]
    made = re.compile(r"\.git|\.venv.*|\.\w+_cache|\.hypothesis|build|__pycache__|\.ipynb_checkpoints|.*\.egg-info"
                      r"|minigrad-mine.*")
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not made.fullmatch(name)]
        found += [Path(folder, name) for name in names if not re.search(r"-mine(-\d+)?\.ipynb$|^\.delivered", name)]
    return found


def test_no_file_names_a_place_on_someones_machine_or_a_package_registry():
    places = re.compile(rb"/(?:home|Users|root|tmp|work)/[A-Za-z0-9.]|[A-Z]:\\+Users\\+\w"
                        rb"|python" rb"hosted\.org|\bpypi" rb"\.org|registry\.npm" rb"js")
    files = tracked_files()
    assert ROOT / "suite.py" in files
    found = {str(path.relative_to(ROOT)): places.search(path.read_bytes()) for path in files}
    assert not {name: match[0] for name, match in found.items() if match}


def test_the_python_files_keep_the_house_style():
    subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", "."], cwd=ROOT, check=True)
