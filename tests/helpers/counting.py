"""How much work something is, counted and not timed: the same on every computer, however busy it is."""

import sys


def work_of(function, *args):
    """How many lines of Python run in function(*args), and how many functions, also those in C, they call."""
    count = 0

    def traced(*_):
        nonlocal count
        count += 1
        return traced

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(traced)
    sys.setprofile(traced)
    try:
        function(*args)
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return count


def assert_linear(work, few, many, count=work_of):
    """work(many) is at most many / few times the work of work(few); if it were quadratic, the square of that."""
    for n in (few, many):
        work(n)  # what is done only once is done now
    counts = {n: count(work, n) for n in (few, many)}
    assert counts[many] < 1.1 * many / few * counts[few], counts
