"""Breaks what a chapter's captioned cells define, in one place after the other: does the reader see it in the chapter?

    .venv/bin/python tools/sabotage.py            all chapters that build
    .venv/bin/python tools/sabotage.py 03 --each 5  every fifth fault of chapter 03

A fault is noticed when a row of the chapter's table beside PyTorch says something else, or a checker of its blanks
refuses the definition. A cell that cannot run with its fault does not count. The last line of a chapter is the score;
the exit code is 0 when each chapter notices nine of ten, those in UNSEEN apart. Needs os.fork: Linux or macOS.
"""

import argparse
import ast
import contextlib
import functools
import gc
import importlib
import io
import json
import os
import signal
import sys
import tempfile
import warnings

from commands import ROOT

sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import minigrad  # noqa: E402, F401 - the delivered package is loaded first
from minigrad.teach import beside_torch, book, stages  # noqa: E402
from minigrad.teach.beside import RECORD  # noqa: E402
from mutants import ARROW, Replace, faults, first_line, places  # noqa: E402

SECONDS, AT_WORK = 10, 2  # what takes longer, or computes for longer, hangs, which nobody overlooks
UNNOTICED, NOTICED, BROKEN = range(3)
ENOUGH = 0.9

# Faults that no table can see, by the reason.
LOST = [f"self.sequence_nr = next(sequence){ARROW}{lost}" for lost in ("pass", "self.sequence_nr = sequence")]
UNSEEN = {
    "nodes are numbered in chapter 2, and the numbers are used in chapter 4": [
        *[f"accumulate-grad: {fault}" for fault in LOST],
        *[f"node-class: {fault.replace('self', 'node')}" for fault in LOST],
    ],
    "PyTorch has filled some leaves when it meets a freed node, so no row can ask": [
        "travel: refuse_freed(order)  ->  pass", "travel: refuse_freed(order)  ->  order",
    ],
    "chapter 12 takes it away, and PyTorch never had it": [
        "travel: refuse_recording(create_graph)  ->  pass", "travel: refuse_recording(create_graph)  ->  create_graph",
    ],
    "the same numbers, in tensors where arrays are quicker": [
        "answers-of: if not node.speaks_arrays or recording.on:  ->  if True:",
        "answers-of: if not node.speaks_arrays or recording.on:  ->  if node.speaks_arrays or recording.on:",
        "answers-of: return answer if recording.on else [None if grad is None else grad.array for grad in answer]  ->  "
        "return answer",
    ],
    "a copy more changes no number": [
        "fit: if array.dtype != dtype:  ->  if True:",
        "fitted: return grad if grad.dtype == dtype else grad.astype(dtype)  ->  return grad.astype(dtype)",
        "fitted: if grad.shape != shape:  ->  if True:",
    ],
    "only a leaf's node that is called by hand sees it": [
        f"fill: if isinstance(grad, Tensor) and recording.on:  ->  {other}:" for other in (
            "if isinstance(grad, Tensor) or recording.on", "if isinstance(grad, Tensor)", "if recording.on")
    ],
    "only a walk inside another walk sees it": ["travel: task.retain_graph = before  ->  pass"],
}


def cells_of(number):
    """The captioned cells of a chapter, ours in the place of each blank."""
    (path,) = stages.GROWTH.glob(f"{number:02}_*.txt")
    return stages.cells_of(path)


def functions_of(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def model_of(function):
    """A function with the same parameters, for those who ask for its signature."""
    space = {}
    names = ", ".join(part.arg for part in function.args.args)
    exec(f"def model({names}): pass", space)
    return space["model"]


def mutants_of(cell):
    """Pairs (what the fault is, the cell's text with it)."""
    seen = set()
    for which, function in enumerate(functions_of(ast.parse(cell.source))):
        body = [part for part in function.body if ast.get_docstring(function) is None or part is not function.body[0]]
        function.body = body
        for place, (old, _) in enumerate(places(function)):
            for number in range(len(faults(old, model_of(function)))):
                tree = ast.parse(cell.source)
                here = functions_of(tree)[which]
                if ast.get_docstring(here) is not None:
                    del here.body[0]
                old, statement = list(places(here))[place]
                new, before = faults(old, model_of(here))[number], first_line(statement)
                text = ast.unparse(ast.fix_missing_locations(Replace(old, new).visit(tree)))
                after = first_line(new if old is statement else statement)
                if before != after and text not in seen and not same_program(text, cell.source):
                    seen.add(text)
                    head = cell.text.partition("\n")[0]
                    yield f"{cell.id}: {before}{ARROW}{after}", f"{head}\n{text}"


def same_program(one, other):
    """Whether two texts are the same program, written otherwise: -0 for 0."""

    def compiled(text):
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node) is not None:
                node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
        return dump(compile(ast.unparse(tree), "", "exec"))

    def dump(code):
        parts = [dump(part) if hasattr(part, "co_code") else part for part in code.co_consts]
        return code.co_code, code.co_names, parts

    try:
        return compiled(one) == compiled(other)
    except SyntaxError:  # `return *args` is no Python, and nobody can run it
        return True


@functools.cache
def titles(number):
    """Of the rows in a chapter's table beside PyTorch. The row that takes longest is the last, a whole program."""
    record = json.loads((RECORD / f"ch{number:02}.json").read_text(encoding="utf-8"))
    return [snippet["title"] for snippet in record["snippets"]]


def is_same(number, torch, title):
    """Whether this row of the chapter's table says what PyTorch says."""
    (row,) = beside_torch(f"ch{number:02}", {"torch": torch}, only=[title]).rows
    return row.verdict == "same"


def outcome(number, torch, text, rest):
    """What becomes of a chapter when this cell, and those below it, have run."""
    try:
        for source in [text, *[cell.text for cell in rest]]:
            book.grow(source)
    except Exception:
        return BROKEN
    try:
        if not all(is_same(number, torch, title) for title in titles(number)):
            return NOTICED
        checkers = importlib.import_module(f"minigrad.teach.ch{number:02}")
        for name, ours in stages.blanks(stages.growth()).items():
            if ours.chapter == number:
                definition = vars(book.now.module(ours.module))[name]
                if getattr(checkers, f"check_{name}")(definition, torch).state != "passed":
                    return NOTICED
    except BaseException:
        return NOTICED
    return UNNOTICED


def in_a_child(number, torch, text, rest):
    """The outcome, found by a child process, so that nothing of it stays."""
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)
        signal.setitimer(signal.ITIMER_VIRTUAL, AT_WORK)  # without a fault it computes for a tenth of a second
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            os._exit(outcome(number, torch, text, rest))
    return {0: UNNOTICED, BROKEN: BROKEN}.get(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), NOTICED)


def work_through(number, each=1):
    """(noticed, tried, survivors) of a chapter. Raises RuntimeError where its table or checkers refuse ours."""
    os.chdir(tempfile.mkdtemp())
    warnings.simplefilter("ignore")
    book.now, cells = None, cells_of(number)
    with contextlib.redirect_stdout(io.StringIO()):
        torch = book.chapter(number)
    stages.delivered()  # which remembers its answer: here, and not in each child anew
    stages.blanks(stages.growth())
    titles(number)
    gc.collect()
    gc.freeze()  # a child that looks for garbage does not touch, and so copy, the memory that it shares
    if in_a_child(number, torch, cells[0].text, cells[1:]) != UNNOTICED:
        raise RuntimeError(f"chapter {number}: its table or a checker does not agree with ours")
    noticed, survivors, tried = 0, [], 0
    for place, cell in enumerate(cells):
        for name, text in mutants_of(cell):
            tried += 1
            if tried % each:
                continue
            found = in_a_child(number, torch, text, cells[place + 1:])
            noticed += found == NOTICED
            survivors += [name] if found == UNNOTICED else []
        book.grow(cell.text)
    return noticed, survivors


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="*", type=int, default=[*range(1, 14)])
    parser.add_argument("--each", type=int, default=1, metavar="N", help="only every Nth fault")
    options, good = parser.parse_args(arguments), True
    known = {fault for names in UNSEEN.values() for fault in names}
    for number in options.chapters:
        noticed, survivors = work_through(number, options.each)
        unknown = [name for name in survivors if name not in known]
        for name in survivors:
            print(f"chapter {number:02}, {'unseen' if name not in unknown else 'nobody notices'}: {name}")
        count = noticed + len(survivors)
        print(f"chapter {number:02}: {noticed} of {count} faults noticed, {noticed / count:.0%}")
        good = good and noticed >= ENOUGH * (noticed + len(unknown))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
