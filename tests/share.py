"""In how many new random sessions minigrad does something else than PyTorch, and in what.

    .venv/bin/python tests/share.py 1000 --seed 3

prints the share and, for each class of differences, how often it came, with the shortest session that shows it. What
test_sessions.py has no row for comes last, by what differs and by the two errors.
"""
import argparse
import collections
import re
import warnings

from hypothesis import HealthCheck, Phase, given, seed, settings
from test_sessions import KNOWN, SESSIONS, as_text, differences_from_pytorch


def class_of(session, found):
    """The reason from the table; or what differs, and the errors without their names and numbers."""
    text = as_text(session, found)
    for words, reason, _ in KNOWN:
        if re.search(words, text):
            return reason
    _, what, ours, theirs = found
    if "error" not in (what, str(ours), str(theirs)) and "Error: " not in f"{ours}{theirs}".title():
        return f"NEW {what.split('.')[-1]}"
    plain = [re.sub(r"\d+|'\w+'|\[[^]]*\]|\([^)]*\)", "#", str(one)) for one in (ours, theirs)]
    return "NEW " + " | ".join([what, *plain])


def count(number, start):
    """(how many sessions were tried, the sessions that differ by their classes)."""
    tried, classes = set(), collections.defaultdict(list)

    @seed(start)
    @settings(max_examples=number, phases=[Phase.generate], database=None, deadline=None,
              suppress_health_check=list(HealthCheck))
    @given(SESSIONS)
    def look(session):
        if session in tried:
            return
        tried.add(session)
        found = differences_from_pytorch(session)
        if found:
            found = min(found, key=lambda one: not class_of(session, one).startswith("NEW"))
            classes[class_of(session, found)].append(as_text(session, found))

    with warnings.catch_warnings(action="ignore"):
        look()
    return len(tried), classes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("number", type=int, help="of sessions")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    tried, classes = count(options.number, options.seed)
    differ = sum(map(len, classes.values()))
    for name, texts in sorted(classes.items(), key=lambda pair: (pair[0].startswith("NEW"), -len(pair[1]))):
        print(f"{len(texts):4}  {name}\n{min(texts, key=len)}\n")
    share = f"{differ} of {tried} sessions differ ({differ / tried:.1%})"
    print(f"{share}, in {len(classes)} classes (seed {options.seed})")


if __name__ == "__main__":
    main()
