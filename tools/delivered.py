"""What the reader has changed in the chapters and the package, and how to bring it back as it was delivered.

    python3 suite.py reset              says which chapters and modules are not as delivered; changes nothing
    python3 suite.py reset 04           brings chapter 4 back; yours stays beside it, as 04_engine-mine.ipynb
    python3 suite.py reset package      brings the folder minigrad back; your files move to minigrad-mine
    python3 suite.py reset all          both, and every chapter

Nothing is ever deleted or written over. As delivered means: as in the last commit that came from elsewhere, or, in a
folder without git, as it was when suite.py first ran here.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import NamedTuple

from commands import ROOT, Trouble, in_words  # this file, too, needs nothing but Python

KEPT = ".delivered.zip"  # the delivered files, in a folder without git
CHAPTER = re.compile(r"notebooks/(?:zh/)?(\d\d)_\w+\.ipynb")
MODULE = re.compile(r"minigrad/(.+/)?\w+\.py")


class Delivered(NamedTuple):
    """The delivered files, {"notebooks/04_engine.ipynb": bytes}, and in words where they come from."""

    files: dict[str, bytes]
    source: str


def chapter_of(name):
    """"04" for notebooks/04_engine.ipynb, None for anything that is no chapter."""
    match = CHAPTER.fullmatch(name)
    return match and match[1]


def ours(names):
    """The chapters and modules among `names`."""
    return sorted(name for name in names if CHAPTER.fullmatch(name) or MODULE.fullmatch(name))


# ---- what was delivered ----------------------------------------------------------------------------------------------

def git(root, *arguments):
    """What git answers, as bytes; None if there is no git, or it has nothing to say about this folder."""
    try:
        run = subprocess.run(["git", "-C", str(root), *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return None
    return run.stdout if run.returncode == 0 else None


def delivered_commit(root):
    """The newest commit of this folder's own repository that the reader has not made; None without one."""
    if git(root, "rev-parse", "--show-prefix") != b"\n":  # no repository, or this folder lies within another one
        return None
    for remote in ("upstream", "origin"):
        if shared := git(root, "merge-base", "HEAD", f"refs/remotes/{remote}/HEAD"):
            return shared.decode().strip()
    head = git(root, "rev-parse", "HEAD")
    return head.decode().strip() if head else None


def delivered(root=ROOT):
    """The chapters and modules as delivered; None if nobody knows any more."""
    commit = delivered_commit(root)
    if commit and (archive := git(root, "archive", "--format=zip", commit, "notebooks", "minigrad")):
        day = git(root, "show", "--no-patch", "--format=%cs", commit).decode().strip()
        return Delivered(unpacked(io.BytesIO(archive)), f"commit {commit[:9]} of {day}")
    kept = Path(root, KEPT)
    if kept.exists():
        day = time.strftime("%Y-%m-%d", time.localtime(kept.stat().st_mtime))
        return Delivered(unpacked(kept), f"the copy that suite.py made when it first ran here, {day}")
    return None


def unpacked(archive):
    with zipfile.ZipFile(archive) as files:
        return {name: files.read(name) for name in ours(files.namelist())}


def keep(root=ROOT):
    """In a folder without git, keep a copy of all chapters and modules before the reader changes any."""
    kept = Path(root, KEPT)
    if kept.exists() or delivered_commit(root):
        return
    unfinished = kept.with_suffix(".new")
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in present(root):
                archive.write(Path(root, name), name)
        os.replace(unfinished, kept)
    finally:
        unfinished.unlink(missing_ok=True)


# ---- what the reader has made of it ----------------------------------------------------------------------------------

def present(root):
    """The names of the chapters and modules that are there now."""
    found = [*Path(root, "notebooks").rglob("*.ipynb"), *Path(root, "minigrad").rglob("*.py")]
    return ours(path.relative_to(root).as_posix() for path in found)


def changed(root, files):
    """The names of what is not as delivered: changed, missing, or a module that was added.

    A notebook that the reader has added is left alone: it changes nothing that was delivered.
    """
    here = {name: Path(root, name).read_bytes() for name in present(root) if name in files or MODULE.fullmatch(name)}
    return sorted(name for name in here.keys() | files.keys() if here.get(name) != files.get(name))


# ---- bringing it back ------------------------------------------------------------------------------------------------

def free_name(path):
    """`path`, or with -2, -3 … before its ending the first name that nothing has."""
    names = [path] + [path.with_stem(f"{path.stem}-{number}") for number in range(2, 1000)]
    return next(name for name in names if not os.path.lexists(name))


def put_aside(root, names, made):
    """Copy the reader's files beside their places, and return {name: path of the copy}. What is missing has none.

    What comes into being is added to `made`.
    """
    copies, package = {}, free_name(Path(root, "minigrad-mine"))
    for name in names:
        here = Path(root, name)
        if not here.exists():
            continue
        if here.suffix == ".ipynb":
            copy = free_name(here.with_stem(here.stem + "-mine"))
        else:
            copy = package / here.relative_to(Path(root, "minigrad"))
        made.append(copy if copy.parent == here.parent else package)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(here, copy)
        if copy.read_bytes() != here.read_bytes():
            raise Trouble(f"{name} could not be copied to {copy.relative_to(root)}. Nothing was brought back.")
        copies[name] = copy
    return copies


def bring_back(root, names, files, is_now="is as delivered again", aside=None):
    """Put the reader's versions aside, then write what `files` has; say in one line each what happened.

    aside  the names of which a copy is kept; None means all
    Nothing is changed before all of it is written under other names, so that a full disk leaves all as it was.
    """
    made, ready = [], {}
    try:
        copies = put_aside(root, names if aside is None else aside, made)
        for name in [name for name in names if name in files]:
            here = Path(root, name)
            here.parent.mkdir(parents=True, exist_ok=True)
            ready[name] = here.with_name(f".{here.name}.new")
            made.append(ready[name])
            ready[name].write_bytes(files[name])
    except BaseException:
        for path in made:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        raise
    for name in names:
        if name in files:
            os.replace(ready[name], Path(root, name))
        else:
            Path(root, name).unlink()  # the reader's own new module; its copy stands in minigrad-mine
        what = is_now if name in files else "was not delivered, and is moved"
        missing = "; it was missing" if aside is None else ""
        where = f"; yours is {copies[name].relative_to(root).as_posix()}" if name in copies else missing
        print(f"  {name} {what}{where}")


def asked_for(words, known):
    """The names among `known` that the reader means by "04", "4", "package" or "all"."""
    wanted = []
    for word in words:
        chapter = word.zfill(2) if re.fullmatch(r"\d\d?", word) else None
        if chapter and chapter not in map(chapter_of, known):
            raise Trouble(f"There is no chapter {word}.")
        if not chapter and word not in ("package", "all"):
            raise Trouble(f"There is nothing called {word!r} to bring back. Type for example\n"
                          "    python3 suite.py reset 04\nfor chapter 4, or package, or all.")
        for name in known:
            of_chapter = chapter_of(name)
            if word == "all" or (of_chapter == chapter if of_chapter else word == "package"):
                wanted.append(name)
    return wanted


def reset(words, root=ROOT):
    """The command: see the top of this file."""
    found = delivered(root)
    if found is None:
        raise Trouble(
            "Nobody here knows any more how the chapters were delivered: this folder has no git repository of its\n"
            f"own, and no file {KEPT}, which suite.py makes when it first sets up a folder without git.\n"
            "Download the project once more, into another folder, and copy what you need from there. "
            "Nothing was changed."
        )
    files, source = found
    different = changed(root, files)
    if not words:
        tell(different, source)
        return
    wanted = asked_for(words, sorted(files.keys() | set(different)))
    names = [name for name in different if name in wanted]
    if not names:
        print(f"Nothing to bring back: it is as delivered ({source}).")
        return
    print(f"From {source}:")
    bring_back(root, names, files)
    if any(map(CHAPTER.fullmatch, names)):
        print("If the chapter is open in JupyterLab, choose File > Reload Notebook from Disk there; do not save first.")


def tell(different, source):
    """Which chapters and modules are not as delivered."""
    if not different:
        print(f"Every chapter and the package are as delivered ({source}).")
        return
    print(f"Not as delivered ({source}):")
    for name in different:
        print(f"  {name}")
    print("To bring a chapter back type for example: python3 suite.py reset 04\n"
          "(or: package, all). Your versions are kept beside.")


# ---- failures that the reader's own changes explain ------------------------------------------------------------------

def is_developers(root):
    """Whether something that git tracks is changed outside notebooks/: by a developer, who knows it from git."""
    commit = delivered_commit(root)
    names = git(root, "diff", "--name-only", commit, "--", ".", ":!notebooks") if commit else None
    return bool(names)


def explain(failed, root=ROOT):
    """Lines that say which of the failed tests (their ids) the reader's own changes explain.

    There are none without changes, and none for a developer.
    """
    found = None if is_developers(root) else delivered(root)
    different = changed(root, found.files) if found and failed else []
    if not different:
        return []
    lines, rest = ["Your own changes explain some of this, and that is no fault:"], set(failed)
    for name in filter(CHAPTER.fullmatch, different):
        mine = {test for test in rest if name in test or ".ipynb" not in test and Path(name).stem in test}
        if mine:
            rest -= mine
            lines += [f"  {count(mine)} about {name}, which you have edited, or run and saved.",
                      f"    How your exercises stand says: python3 suite.py check {chapter_of(name)}"]
    modules = list(filter(MODULE.fullmatch, different))
    if modules and rest:
        shown = ", ".join(modules[:3]) + (" …" if len(modules) > 3 else "")
        lines.append(f"  {count(rest)} may come from your changes in {shown}.")
        rest = set()
    if len(lines) == 1:
        return []
    if rest:
        lines.append(f"  {count(rest)} not explained by your changes.")
    return [*lines, "  To start again from what was delivered (yours is kept beside): python3 suite.py reset 04, "
                    "or package, or all."]


def count(tests):
    return f"{len(tests)} failure{'s' if len(tests) > 1 else ''}"


@in_words
def main(words):
    reset(words)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
