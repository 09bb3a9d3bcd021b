"""Runs a chapter and, at each of its exercises, the answers, without a kernel (see test_exercises.py)."""

import ast
import contextlib
import io
import os
from textwrap import dedent


def work_through(folder, cells, table):
    """Run all code of a chapter in one namespace, and each wrong answer beside its stub, in a copy of it.

    `cells` are its code cells, as (id, tags, source). Gives {number of the exercise: {"stub", "solution": Report,
    "wrong": [Report, ...]}}.
    """
    os.chdir(folder)
    os.environ["MPLBACKEND"] = "Agg"
    from minigrad.teach import book, stages

    found, names = {}, {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for id, tags, source in cells:
            if "exercise" in tags:
                number, check = checker(source, names)
                found[number] = {"stub": answered(source, names)}
                found[number]["wrong"] = [
                    answered(f"{dedent(wrong)}\n{check}", dict(names)) for wrong in table.get(number, [])
                ]
            elif "solution" in tags:
                found[checker(source, names)[0]]["solution"] = answered(source, names)
            elif stages.caption(source):
                book.run_in(names, source)
            else:
                with contextlib.suppress(Exception if "raises-exception" in tags else ()):
                    exec(compile(source, id, "exec"), names)
    return found


def checker(source, names):
    """The number of the exercise that a cell belongs to, and its last line, `ch04.check_slope(slope)`."""
    last = ast.parse(source).body[-1].value
    return eval(ast.unparse(last.func), names).number, ast.unparse(last)


def answered(source, names):
    """The report of an answer with its check as the last line."""
    *body, last = ast.parse(source).body
    exec(compile(ast.Module(body, []), "answer", "exec"), names)
    return eval(compile(ast.Expression(last.value), "answer", "eval"), names)
