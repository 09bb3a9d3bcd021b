"""In how many new random programs minigrad does something else than PyTorch, and in what.

    .venv/bin/python tests/helpers/share.py 1000 --seed 3
    .venv/bin/python tests/helpers/share.py 1000 --seed 3 --sessions

prints the share and, for each class of differences, how often it came, with the shortest program that shows it. With
--sessions, programs go on after errors, and each line is compared. What test_properties.py, or test_sessions.py, has no
row for comes last, by what differs and by the two errors.
"""
import argparse
import collections
import re
import sys
import warnings
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "package")]

import test_properties  # noqa: E402 - the path comes first
import test_sessions  # noqa: E402
from programs import observed  # noqa: E402

import minigrad  # noqa: E402


def in_sessions(session):
    """The differences of a session: each the text that shows it, what differs, and both outcomes."""
    return [(test_sessions.as_text(session, one), *one[1:]) for one in test_sessions.differences_from_pytorch(session)]


def in_programs(program):
    """The first difference of a program, in the same form."""
    import torch

    found = test_properties.difference(observed(minigrad, program), observed(torch, program))
    return [] if found is None else [("\n".join([*program, "", *map(str, found)]), *found)]


def class_of(known, text, what, ours, theirs):
    """The reason from the table; or what differs, and the errors without their names and numbers."""
    for words, reason, *_ in known:
        if re.search(words, text, re.DOTALL * (known is test_properties.KNOWN)):
            return str(reason)
    if "error" not in (what, str(ours), str(theirs)) and "Error: " not in f"{ours}{theirs}".title():
        return f"NEW {what.split('.')[-1]}"
    plain = [re.sub(r"\d+|'\w+'|\[[^]]*\]|\([^)]*\)", "#", str(one)) for one in (ours, theirs)]
    return "NEW " + " | ".join([what, *plain])


def count(number, start, strategy, known, differences):
    """(how many programs were tried, the programs that differ by their classes)."""
    tried, classes = set(), collections.defaultdict(list)

    @seed(start)
    @settings(max_examples=number, phases=[Phase.generate], database=None, deadline=None,
              suppress_health_check=list(HealthCheck))
    @given(strategy)
    def look(program):
        if program in tried:
            return
        tried.add(program)
        found = [(class_of(known, *one), one[0]) for one in differences(program)]
        if found:
            name, text = min(found, key=lambda one: not one[0].startswith("NEW"))
            classes[name].append(text)

    with warnings.catch_warnings(action="ignore"):
        look()
    return len(tried), classes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("number", type=int, help="of programs")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sessions", action="store_true")
    options = parser.parse_args()
    rows = (test_sessions.SESSIONS, test_sessions.KNOWN, in_sessions) if options.sessions else (
        test_properties.ANY, test_properties.KNOWN, in_programs)
    tried, classes = count(options.number, options.seed, *rows)
    differ = sum(map(len, classes.values()))
    for name, texts in sorted(classes.items(), key=lambda pair: (pair[0].startswith("NEW"), -len(pair[1]))):
        print(f"{len(texts):4}  {name}\n{min(texts, key=len)}\n")
    share = f"{differ} of {tried} programs differ ({differ / tried:.1%})"
    print(f"{share}, in {len(classes)} classes (seed {options.seed})")


if __name__ == "__main__":
    main()
