"""No test asks a clock: a busy computer would decide. Work is counted (`counting.py`), or timed in `benchmarks/`."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve()
ROOT = HERE.parents[2]
FILES = [ROOT / "conftest.py", *sorted(path for path in ROOT.glob("tests/**/*.py") if path != HERE)]
CLOCK = re.compile(
    r"\b(?:(?:perf_counter|process_time|thread_time|monotonic)(?:_ns)?|clock_gettime|default_timer|getrusage)\b"
    r"|\btime\.time\b|\btime\.time_ns\b|from time import .*\btime\b|datetime\.now"
    r"|performance\.now|Date\.now|new Date\b"  # in a page
    r"|deadline=(?!None)"  # of hypothesis
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_test_asks_a_clock(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert not [f"line {number}: {line}" for number, line in enumerate(lines, 1) if CLOCK.search(line)]


@pytest.mark.parametrize("line", [
    "start = time.perf_counter()", "from time import process_time as now", "wait = time.monotonic_ns", "time.time()",
    "from time import sleep, time", "page.evaluate('performance.now()')", "from timeit import default_timer",
    "print(resource.getrusage(0).ru_minflt)", "@settings(deadline=200)", "datetime.now()",
])
def test_a_clock_is_found(line):
    assert CLOCK.search(line)


@pytest.mark.parametrize("line", ["time.sleep(0.1)", "import time", "thread.time()", "@settings(deadline=None)"])
def test_what_is_no_clock_is_not(line):
    assert not CLOCK.search(line)
