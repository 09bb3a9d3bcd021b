"""What holds for every test: where it runs, which notebooks count, and that nothing is left out in silence."""
import functools
import gc
import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import sys
import tempfile
import warnings
from pathlib import Path

import pytest

# nbval imports jsonschema, and that, where it can, ten grammars of web addresses, which takes seconds. So pytest must
# not load nbval before this file (pyproject.toml); if it has been told to, nbval is not loaded twice.
sys.modules.setdefault("rfc3987_syntax", None)
pytest_plugins = [] if "nbval.plugin" in sys.modules else ["nbval.plugin"]

ROOT = Path(__file__).parent
CI = os.environ.get("CI", "").lower() == "true"
CHAPTER = re.compile(r"\d\d_\w+\.ipynb")  # not a copy that JupyterLab made, 04_engine-Copy1.ipynb
PRIVATE = pytest.StashKey()
# Limits end a hang, and nothing else. The slowest test takes about 60 seconds, the slowest cell 3; a computer 6 times
# slower, with two other programs at work on its two cores, needs 18 times as long. So a cell, a kernel's start
# (pyproject.toml) and a page may take minutes, and a test, which waits for several of them, half an hour.
PATIENCE = 300_000  # thousandths of a second that a page is waited for
os.environ.setdefault("PYTEST_TIMEOUT", "1800")  # for pytest-timeout, where it is installed
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")

# For kernels and other processes that tests start: this folder's minigrad, the kernel's own way of showing plots, no
# progress bars, and one BLAS thread.
os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT)] + [p for p in [os.environ.get("PYTHONPATH")] if p])
os.environ.pop("MPLBACKEND", None)
os.environ.pop("MINIGRAD_LANG", None)  # a notebook's folder says its language
os.environ["TQDM_DISABLE"] = "1"  # progress is for a reader who waits
for library in ("OPENBLAS", "OMP", "MKL", "VECLIB_MAXIMUM"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
# Containers often forbid Python to keep what it has compiled. Here each module is loaded in hundreds of processes, and
# by every chapter(), so that a quarter of the time would go into compiling the same text again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """With -n, of pytest-xdist, the cells of a notebook, which share a kernel, stay in one process.

    And the files keep their order, in which the longest come first: else one process would be idle at the end.
    """
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist, config.option.loadscopereorder = "loadfile", False


def pytest_addoption(parser):
    parser.addoption("--chapter", action="append", default=[], metavar="NN", help="only what is about this chapter")


def pytest_configure(config):
    """Kernels know nothing of the reader's own settings, and do not wait for a history that another process writes."""
    private = config.stash[PRIVATE] = tempfile.mkdtemp(prefix="minigrad-tests-")
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        os.environ[name] = str(Path(private, name.lower()))
    compare = config.option.nbval_sanitize_with or f"tests/nbval_sanitize{'' if drawn_as_stored() else '_any'}.cfg"
    config.option.nbval_sanitize_with = str(ROOT / compare)


def drawn_as_stored():
    """Whether pictures are to be the stored bytes: on Linux on x86-64, drawn by the versions of requirements.lock."""
    lock, drawing = ROOT / "requirements.lock", ("graphviz-pure", "matplotlib", "numpy")
    if sys.platform != "linux" or platform.machine() != "x86_64" or not lock.exists():
        return False
    try:
        return all(f"\n{name}=={importlib.metadata.version(name)} " in lock.read_text() for name in drawing)
    except importlib.metadata.PackageNotFoundError:
        return False


def pytest_unconfigure(config):
    shutil.rmtree(config.stash[PRIVATE], ignore_errors=True)


def pytest_ignore_collect(collection_path):
    """Of the notebooks in this folder only the chapters are tests, not a reader's own; of tests/ only test_*.py."""
    if not collection_path.is_relative_to(ROOT):
        return None
    place, name = collection_path.relative_to(ROOT).parent.parts, collection_path.name
    if name.endswith(".ipynb"):
        return True if place not in (("notebooks",), ("notebooks", "zh")) or not CHAPTER.fullmatch(name) else None
    return True if name.endswith(".py") and "tests" in place and not name.startswith("test_") else None


def pytest_collectstart(collector):
    """Pictures are compared too: nbval leaves them out, but ours are the same bytes every time."""
    if type(collector).__name__ == "IPyNbFile":
        collector.skip_compare = tuple(key for key in collector.skip_compare if not key.startswith("image/"))


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is collected stays to the end: to look for garbage in between finds nothing, and takes a second."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


LONGEST = ("test_mutants.py", "test_growth.py")


def pytest_collection_modifyitems(config, items):
    """With `--chapter 04` what is about chapter 4 stays: its notebook, and the tests that have it as an argument."""
    items.sort(key=lambda item: item.path.name not in LONGEST)
    if wanted := {int(number) for number in config.option.chapter}:
        chosen = [item for item in items if chapters_of(item) & wanted]
        config.hook.pytest_deselected(items=[item for item in items if not chapters_of(item) & wanted])
        items[:] = chosen


def chapters_of(item):
    """The numbers of the chapters that a test is about: by its file, a mark, an argument or its name."""
    arguments = getattr(item, "callspec", None) and item.callspec.params or {}
    found = {chapter_named(name, value) for name, value in arguments.items()}
    found |= {mark.args[0] for mark in item.iter_markers("chapter")} | {chapter_named("path", item.path)}
    return found | {int(number) for number in re.findall(r"chapter_(\d+)", item.name)}


def chapter_named(argument, value):
    """The number of the chapter that a test's argument means: a notebook, a number, an exercise, a definition."""
    if isinstance(value, int):
        return value if argument == "number" else None
    name = value.name if isinstance(value, Path) else value if isinstance(value, str) else ""
    if found := re.match(r"(?:ch)?(\d\d)(?=_\w+\.ipynb$|_\w+$|$)|(\d\d?)\.\d$", name):
        return int(found[1] or found[2])
    return definitions().get(name)


@functools.cache
def definitions():
    """{definition that a reader writes: its chapter}"""
    stages = importlib.import_module("common").stages
    return {name: ours.chapter for name, ours in stages.blanks(stages.growth()).items()}


def pytest_collection_finish():
    """A test that collects garbage need not look through all tests and libraries, which stay to the end anyway."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return no_skip_in_ci((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return no_skip_in_ci((yield))


def no_skip_in_ci(report):
    """With CI=true a skipped test is a failed test."""
    if CI and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"Skipped, which CI=true does not allow: {report.longrepr}"
    return report


def chromium_path():
    """The Chromium (or Chrome) on this machine, or None. The variable CHROMIUM may name another."""
    return next(filter(None, map(shutil.which, [os.environ.get("CHROMIUM", ""), *BROWSERS])), None)


@pytest.fixture(autouse=True)
def usual_filters():
    """Python's filters of warnings as the import leaves them: pytest has others, with which no quick form is taken."""
    warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")


@pytest.fixture(params=["minigrad", "torch"])
def lib(request):
    """The library that makes the tensors: the same test runs on minigrad and, where it is installed, on PyTorch."""
    return pytest.importorskip(request.param)


@pytest.fixture(scope="session")
def chromium():
    """The path of a Chromium for playwright; without one, or without playwright, the test is skipped."""
    pytest.importorskip("playwright")
    return chromium_path() or pytest.skip("no Chromium on this machine")


@pytest.fixture(scope="module")
def browser(chromium):
    """A Chromium whose pages wait as long as a slow and busy computer needs."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=chromium, args=flags, timeout=PATIENCE)
        browser.new_page, browser.new_context = patient(browser.new_page), patient(browser.new_context)
        yield browser
        browser.close()


def patient(make):
    """A function that makes what `make` makes: a page, or something for pages, which waits PATIENCE for each answer."""
    @functools.wraps(make)
    def made(**settings):
        page = make(**settings)
        page.set_default_timeout(PATIENCE)
        return page
    return made


def pytest_terminal_summary(terminalreporter):
    """What tests have counted, which failures the reader's own changes explain, and what was left out."""
    for report in [*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())]:
        for name, value in report.user_properties if report.when == "call" else ():
            terminalreporter.write_line(f"{name}: {value}")
    failed = terminalreporter.stats.get("failed", []) + terminalreporter.stats.get("error", [])
    if failed and importlib.util.find_spec("delivered"):  # tools/delivered.py; not in a copy of this file alone
        for line in importlib.import_module("delivered").explain([report.nodeid for report in failed]):
            terminalreporter.write_line(line)
    if not drawn_as_stored():
        terminalreporter.write_line("Left out: the bytes of pictures: this system, or a version, may draw other ones.")
    if importlib.util.find_spec("torch") is None:
        terminalreporter.write_line("Left out: the comparison with PyTorch, because torch is not installed.")
    if importlib.util.find_spec("playwright") is None or chromium_path() is None:
        terminalreporter.write_line("Left out: the browser test, because it needs playwright and Chromium.")
    if importlib.util.find_spec("nbgrader") is None:
        terminalreporter.write_line("Left out: grading the nbgrader edition, because nbgrader is not installed.")
    if importlib.util.find_spec("pyright") is None:
        terminalreporter.write_line("Left out: what an editor finds in programs, because pyright is not installed.")
