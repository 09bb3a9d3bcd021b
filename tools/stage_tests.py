"""Run the package's behaviour tests on the package as a chapter finds it, and compare with what is known to differ.

    python3 tools/stage_tests.py               the package as of the beginning of the last chapter
    python3 tools/stage_tests.py 17 -x -q      further arguments reach pytest

The tests run in a copy of the suite, but for those of PyTorch alone. What the stage does otherwise than the delivered
package stands in tests/package/differs_at_17.txt: a reason, and below it, indented, the tests that fail for it. A
failure that is not listed is wrong, and so is a line of the list whose tests pass.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import chapters
from commands import ROOT
from stages import ROOMS

LAST = 17
# What is about the delivered package's own files, or tries its bytes by thousands of random programs.
LEFT_OUT = ("test_rooms.py", "test_owners.py", "test_stubs.py", "test_quick.py", "test_properties.py",
            "test_sessions.py")
NOT_COPIED = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "build", "*.pyi")
PLUGIN = """
import json, os
outcomes = {}  # of what ran; a test that is left out has none


def pytest_collection_modifyitems(config, items):
    of_torch = [item for item in items if item.name.startswith(("test_torch_", "test_the_record_is_still_true"))
                or getattr(item, "callspec", None) and item.callspec.params.get("lib") == "torch"]
    config.hook.pytest_deselected(items=of_torch)
    items[:] = [item for item in items if item not in set(of_torch)]


def pytest_collectreport(report):
    if report.failed:
        outcomes[report.nodeid] = "failed"


def pytest_runtest_logreport(report):
    if report.failed or report.passed and outcomes.get(report.nodeid) != "failed":
        outcomes[report.nodeid] = report.outcome


def pytest_sessionfinish():
    if not os.environ.get("PYTEST_XDIST_WORKER"):
        with open("outcomes.json", "w", encoding="utf-8") as file:
            json.dump(outcomes, file)
"""


def known(text):
    """{test, or file of tests: reason} of a list of differences."""
    found, reason = {}, None
    for line in text.splitlines():
        if line[:1].isspace():
            found[line.strip()] = reason
        elif line and not line.startswith("#"):
            reason = line
    return found


def lay_out(number, root):
    """A copy of the suite into `root`, in which the stage has taken the place of the package's computing rooms."""
    shutil.copytree(ROOT, root, ignore=NOT_COPIED, symlinks=True)
    for name in (*ROOMS, "optim.py", "__init__.py"):
        path = root / "minigrad" / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    stage = root / "stage"
    chapters.write_stage(number, stage)
    shutil.copytree(stage / "minigrad", root / "minigrad", dirs_exist_ok=True)
    hidden = root / "hidden"
    hidden.mkdir()
    (hidden / "outcomes_here.py").write_text(PLUGIN, encoding="utf-8")


def outcomes(number, arguments, root):
    """{test: "passed" or "failed"} of all that ran on the stage."""
    lay_out(number, root)
    files = sorted(path.relative_to(root).as_posix() for path in (root / "tests" / "package").glob("test_*.py")
                   if path.name not in LEFT_OUT)
    outside = ("CI", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER")
    environment = {name: value for name, value in os.environ.items() if name not in outside}
    environment["PYTHONPATH"] = str(root / "hidden")
    subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "outcomes_here",
                    "--continue-on-collection-errors", *files, *arguments],
                   cwd=root, env=environment)
    return json.loads((root / "outcomes.json").read_text(encoding="utf-8"))


def judged(outcomes, known):
    """({failing test: its reason}, failing tests without one, lines of the list whose tests pass)."""
    places = {test: {test, test.partition("::")[0]} for test in outcomes}
    failed = [test for test, outcome in outcomes.items() if outcome == "failed"]
    reasons = {test: known[place] for test in failed for place in places[test] & known.keys()}
    ran, used = (set().union(*(places[test] for test in tests)) for tests in (outcomes, failed))
    return reasons, [test for test in failed if test not in reasons], [line for line in known if line in ran - used]


def main(arguments=None):
    arguments = sys.argv[1:] if arguments is None else arguments
    if {"-h", "--help"} & set(arguments):
        print(__doc__)
        return 0
    number = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else LAST
    listed = ROOT / "tests" / "package" / f"differs_at_{number}.txt"
    expected = known(listed.read_text(encoding="utf-8")) if listed.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        found = outcomes(number, arguments, Path(folder, "suite"))
    explained, unknown, unused = judged(found, expected)
    for test, reason in explained.items():
        print(f"known: {test}\n    {reason}")
    print(*(f"not known: {test}" for test in unknown), *(f"no longer so: {line}" for line in unused), sep="\n")
    print(f"the package as of chapter {number}: of {len(found)} tests {len(explained)} differ for "
          f"{len(set(explained.values()))} known reasons, {len(unknown)} for others")
    return 1 if unknown or unused or not found else 0


if __name__ == "__main__":
    sys.exit(main())
