"""Known wrong answers to exercises and definitions, each an edit of the right one: `tests/exercises/NN.txt`.

    # %% 9.3                                      the exercise, or the name of the definition
    from                                          edited is this text, where the right answer stands far from all
        def descend(w, rate):
            ...
    - w -= rate => w = w - rate  # words          one wrong answer: what becomes what, and words of what is said to it
    & return w => return None                     one more edit of the same answer; ⏎ is the end of a line
    -  # words                                    an answer of its own, whole
        def descend(w, rate):
            return w
    # %% 9.3 told                                 more wrong answers, whose hints others have, too: words are due

An edit that begins with an indentation begins with the end of the line before it: `- ⏎    w = 2 =>` deletes a line.
"""

import ast
import re
from textwrap import dedent

from common import ROOT, chapters, folded, read

from minigrad.teach import stages

NUMBER = re.compile(r"(?m)^### Exercise ([\d.]+)")


def right(number):
    """{exercise or definition: the right answer} of a chapter, without docstrings' and checkers' lines."""
    found, last = {}, None
    for path in chapters(ROOT):
        for cell in read(path).cells if int(path.stem[:2]) == number else ():
            last = next(iter(NUMBER.findall(cell.source)), last)
            if "solution" in cell.metadata.get("tags", ()) and folded(cell):
                found[last] = folded(cell).rstrip().rpartition("\n")[0].strip()
    blanks = stages.blanks(stages.growth()).items()
    return found | {name: without_docstring(ours.source) for name, ours in blanks if ours.chapter == number}


def without_docstring(source):
    return re.sub(r'(?ms)^(def [^\n]*\n) +""".*?"""\n', r"\1", source, count=1)


def wrong(number):
    """{exercise, definition or "2.2 told": [(source, words of what is said, or "")]} of a chapter."""
    path = ROOT / "tests" / "exercises" / f"{number:02}.txt"
    found, answers = {}, right(number)
    for section in path.read_text(encoding="utf-8").split("# %% ")[1:] if path.exists() else ():
        name, _, lines = section.partition("\n")
        base, entries = answers.get(name.removesuffix(" told")), []
        for part in re.split(r"(?m)^(?=from$|- |-$)", lines):
            if part.startswith("from"):
                base = dedent(part.partition("\n")[2]).strip("\n")
            elif part.strip():
                entries.append(entry(part, base, f"{path.name}, {name}"))
        found[name] = entries
    return found


def entry(text, base, where):
    """(source, words) of one wrong answer."""
    first, _, below = text.partition("\n")
    first, _, words = first[1:].partition("  # ")
    if not first.strip():
        return dedent(below).strip("\n"), words.strip()
    for edit in [first.strip(), *(line.removeprefix("& ") for line in below.split("\n") if line)]:
        old, arrow, new = edit.replace("⏎", "\n").partition(" =>")
        if not arrow or base.count(old) != 1:
            raise ValueError(f"{where}: {old!r} stands {base.count(old)} times in\n{base}")
        base = base.replace(old, new.removeprefix(" "))
    try:
        ast.parse(base)
    except SyntaxError as error:
        raise ValueError(f"{where}: after `{first.strip()}` this is no Python, line {error.lineno}:\n{base}") from None
    return base, words.strip()
