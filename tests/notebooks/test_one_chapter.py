"""`suite.py test 04`: what is about chapter 4 runs, and nothing else; and a mistake there is found."""
import re
import shutil

import commands
import pytest
from common import ROOT
from running import run

NOT_COPIED = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "build", "browser")


def run_pytest(*arguments, root=ROOT):
    return run("-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, cwd=root, PYTHONPATH="")


@pytest.fixture(scope="module")
def selected():
    """The tests of chapters 3 and 8, as `suite.py test` hands them to pytest."""
    found = run_pytest("--collect-only", *commands.about(["3", "8"]))
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout.split("\n")


@pytest.mark.parametrize("test", [
    "notebooks/03_operations.ipynb::Cell 0",
    "tests/notebooks/test_exercises.py::test_each_wrong_answer_is_caught_and_has_a_hint_of_its_own[03_operations]",
    "tests/notebooks/test_exercises.py::test_a_solution_passes[08_recording_off]",
    "tests/notebooks/test_definitions.py::test_each_wrong_definition_gets_its_hint_and_never_runs[div_rule]",
    "tests/notebooks/test_definitions.py::test_a_right_answer_passes_where_its_cell_stands[8]",
    "tests/notebooks/test_growth.py::test_a_fault_in_what_a_chapter_builds_is_seen_in_the_chapter[3]",
    "tests/notebooks/test_growth.py::test_after_a_chapter_its_table_and_those_before_are_as_in_pytorch[8]",
    "tests/notebooks/test_pages.py::test_a_teacher_finds_wrong_answers_a_board_picture_and_a_ticket_with_key[03_operations]",
    "tests/notebooks/test_first_network.py::test_a_right_update_trains_the_network",
    "tests/notebooks/test_guesses.py::test_a_known_wrong_guess_is_asked_back",
])
def test_what_is_about_the_chapter_is_among_its_tests(selected, test):
    assert any(line.startswith(test) for line in selected)


def test_what_is_about_another_chapter_is_not(selected):
    named = {int(found) for line in selected for found in re.findall(r"\[(\d\d?)(?:_\w+)?\]$|^notebooks/(\d\d)_", line)
             for found in found if found}
    assert named == {3, 8}


def test_a_broken_checker_fails_the_tests_of_its_chapter(tmp_path):
    root = shutil.copytree(ROOT, tmp_path / "suite", ignore=NOT_COPIED)
    checkers = root / "minigrad" / "teach" / "ch03.py"
    healthy = checkers.read_text(encoding="utf-8")
    broken = healthy.replace("rule, 3.0, 5.0, expect=0.3,", "rule, 3.0, 5.0, expect=0.1,")
    assert broken != healthy
    checkers.write_text(broken, encoding="utf-8")
    slow = [f"--ignore=tests/notebooks/test_{name}.py" for name in ("book", "chapters")]
    found = run_pytest("-x", "-n", "0", *commands.about(["3"], root), *slow, root=root)
    assert found.returncode == 1 and "test_exercises.py" in found.stdout, found.stdout[-3000:]
