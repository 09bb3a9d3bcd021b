"""What may follow `suite.py check` and the like, which chapters a number means, and what a reader is told when a file
cannot be written.

suite.py asks here before it sets anything up, and the tools ask here again; nothing but Python is needed.
"""

import argparse
import ast
import errno
import functools
import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = {"check": "progress", "mine": "mine", "reset": "delivered", "unpack": "unpack", "slides": "slides",
         "editions": "editions", "book": "book", "lite": "lite"}
LANGUAGES = ("en", "zh")
NOT_ALLOWED = {errno.EACCES, errno.EPERM, errno.EROFS}
FULL = {errno.ENOSPC, errno.EDQUOT}
DISK_IS_FULL = "The disk, or your share of it, is full: make some room first."


class Trouble(Exception):
    """Something that the reader has to know, in words for the reader."""


def in_words(main):
    """The command `main`, which says in a sentence what troubles it, a folder that cannot be written included."""

    @functools.wraps(main)
    def command(*arguments):
        try:
            return main(*arguments)
        except Trouble as trouble:
            print(f"\n{trouble}")
        except OSError as error:
            if error.errno in FULL:
                print(f"\n{DISK_IS_FULL}")
            elif error.errno in NOT_ALLOWED:
                place = f"into {os.path.dirname(error.filename)}" if error.filename else "here"
                print(f"\nNothing can be written {place} ({error.strerror}).\n"
                      "If this folder is not yours to change, copy all of it to a place of your own,\n"
                      "your home folder for example, and type the command there.")
            else:
                raise
        return 1

    return command


def options(command, arguments=None, root=ROOT):
    """What was typed after `suite.py check`, `reset`, `slides` and so on.

    `--help` and an unknown option end the program here; a chapter that does not exist is Trouble.
    """
    source = Path(__file__).with_name(f"{TOOLS[command]}.py").read_text(encoding="utf-8")
    parser = argparse.ArgumentParser(prog=f"suite.py {command}", description=ast.get_docstring(ast.parse(source)),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    if command == "reset":
        parser.add_argument("words", nargs="*", help="numbers of chapters, package or all; default: only look")
    if command in ("check", "mine", "slides"):
        parser.add_argument("--lang", choices=LANGUAGES, default=language(root), help="en, or zh for 中文")
    if command == "unpack":
        parser.add_argument("archive", type=Path, help="my_work.zip, wherever it was saved")
    if command in ("check", "slides"):
        also = ", or class: the class of 90 minutes" if command == "slides" else ""
        parser.add_argument("chapters", nargs="*", help=f"numbers of chapters; default: all{also}")
    if command == "slides":
        parser.add_argument("--minutes", type=int, help="a talk of at most so many minutes, not the whole chapter")
    if command == "mine":
        parser.add_argument("folder", nargs="?", type=Path, default=Path(root, "build", "mine"), help="where it goes")
    if command == "editions":
        parser.add_argument("--colab", default="", metavar="ADDRESS", help="the repository, for an edition for Colab")
    if command == "book":
        parser.add_argument("--source", default="", metavar="ADDRESS", help="where links to other files lead")
        parser.add_argument("--run", default="", metavar="ADDRESS", help="where the browser edition is")
    if command == "lite":
        parser.add_argument("--pyodide", type=Path, metavar="FOLDER", help="an unpacked release of Pyodide 0.27.7")
        parser.add_argument("--open", action="store_true", help="show it in your browser; made first if need be")
    if command in ("slides", "editions", "book", "lite"):
        parser.add_argument("--to", type=Path, default=Path(root, "build", command), help="the folder to write into")
    found = parser.parse_args(arguments)
    found.lesson = command == "slides" and "class" in found.chapters
    if "chapters" in found:
        numbers = [number for number in found.chapters if not (found.lesson and number == "class")]
        found.chapters = [] if found.lesson and not numbers else chosen(numbers, root, getattr(found, "lang", "en"))
    return found


def chapters(root=ROOT, lang="en"):
    """The paths of the chapters, in order; a reader's own notebooks and copies beside them are not chapters.

    In another language than English they are those of its folder, and in English what is not there yet.
    """
    folder = Path(root, "notebooks")
    english = sorted(path for path in folder.glob("*.ipynb") if re.fullmatch(r"\d\d_\w+", path.stem))
    return [next(filter(Path.exists, [folder / lang / path.name]), path) for path in english]


def language(root=ROOT):
    """What MINIGRAD_LANG says, or what `suite.py lab --lang` was last told; else English."""
    kept = Path(root, ".venv", "language")
    said = os.environ.get("MINIGRAD_LANG") or (kept.read_text(encoding="utf-8").strip() if kept.exists() else "")
    return said if said in LANGUAGES else "en"


def chosen(numbers, root=ROOT, lang="en"):
    """The paths of the chapters with these numbers, "04" or "4", in the chapters' order; without a number, all."""
    wanted = {number.zfill(2): number for number in numbers}
    found = [path for path in chapters(root, lang) if not numbers or path.name[:2] in wanted]
    missing = sorted(wanted.keys() - {path.name[:2] for path in found})
    if missing:
        raise Trouble(f"There is no chapter {', '.join(wanted[number] for number in missing)} in the folder notebooks.")
    return found


def about(numbers, root=ROOT):
    """pytest's arguments for the tests of these chapters: their notebooks, and what is about them (conftest.py)."""
    notebooks = dict.fromkeys(path for lang in LANGUAGES for path in chosen(numbers, root, lang))
    places = [*(path.relative_to(root).as_posix() for path in notebooks), "tests/notebooks"]
    slow = ("browser", "cells_on_torch", "seeded_faults")  # they need a browser, or PyTorch, or are about the checks
    left_out = [f"--ignore=tests/notebooks/test_{name}.py" for name in slow]
    return [*places, *left_out, *(f"--chapter={path.name[:2]}" for path in chosen(numbers, root))]
