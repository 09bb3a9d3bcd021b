"""Bringing a chapter or the package back: nothing that the reader made is lost, with git and without."""

import errno
import os
import shutil
import subprocess
from pathlib import Path
from unittest.mock import Mock

import delivered
import pytest

ENGINE, OTHER, MODULE = "notebooks/04_engine.ipynb", "notebooks/05_more.ipynb", "minigrad/teach/ch04.py"
FILES = {ENGINE: "engine\n", OTHER: "more\n", MODULE: "x = 1\n", "minigrad/__init__.py": "", "README.md": "read me\n"}


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())


def contents(folder):
    """{name: text} of all files that are not git's."""
    paths = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.relative_to(folder).parts]
    return {path.relative_to(folder).as_posix(): path.read_text() for path in paths if path.suffix != ".zip"}


def git(folder, *arguments):
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    name = ["-c", "user.name=A reader", "-c", "user.email=reader@example.org"]
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True, env=os.environ | own, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def with_git(folder):
    """A clone, in which the reader has committed something of their own."""
    there = folder.with_name("origin")
    write(there, FILES)
    git(there, "init")
    git(there, "add", ".")
    git(there, "commit", "-m", "delivered")
    git(folder.parent, "clone", str(there), str(folder))
    write(folder, {ENGINE: "committed by the reader\n"})
    git(folder, "commit", "-a", "-m", "mine")
    write(folder, {ENGINE: "engine\n"})


def without_git(folder):
    write(folder, FILES)
    delivered.keep(folder)


def inside_another_repository(folder):
    """The folder was unpacked into the reader's own repository, which knows nothing of what was delivered."""
    folder.mkdir()
    git(folder.parent, "init")
    without_git(folder)


@pytest.fixture(params=[with_git, without_git, inside_another_repository], ids=lambda kind: kind.__name__)
def root(request, tmp_path):
    folder = tmp_path / "a folder, 文件夹"
    if request.param is not without_git and not shutil.which("git"):
        pytest.skip("git is not installed")
    request.param(folder)
    return folder


def test_a_chapter_comes_back_and_the_readers_own_stays_beside_it(root, capsys):
    write(root, {ENGINE: "my work\n", OTHER: "my other work\n"})
    delivered.reset(["4"], root)
    assert contents(root) == FILES | {OTHER: "my other work\n", "notebooks/04_engine-mine.ipynb": "my work\n"}
    said = capsys.readouterr().out
    assert "yours is notebooks/04_engine-mine.ipynb" in said and "Reload Notebook from Disk" in said

    write(root, {ENGINE: "my second try\n"})
    delivered.reset(["04", "05"], root)
    assert contents(root) == FILES | {
        "notebooks/04_engine-mine.ipynb": "my work\n",
        "notebooks/04_engine-mine-2.ipynb": "my second try\n",
        "notebooks/05_more-mine.ipynb": "my other work\n",
    }


def test_the_package_comes_back_and_new_modules_move(root, capsys):
    mine = {MODULE: "x = 2\n", "minigrad/new.py": "y = 3\n"}
    write(root, mine | {ENGINE: "my work\n"})
    delivered.reset(["package"], root)
    moved = {"minigrad-mine/teach/ch04.py": "x = 2\n", "minigrad-mine/new.py": "y = 3\n"}
    assert contents(root) == FILES | moved | {ENGINE: "my work\n"}
    assert "minigrad/new.py was not delivered, and is moved" in capsys.readouterr().out

    write(root, {MODULE: "x = 4\n"})
    delivered.reset(["all"], root)
    assert contents(root) == FILES | moved | {
        "minigrad-mine-2/teach/ch04.py": "x = 4\n",
        "notebooks/04_engine-mine.ipynb": "my work\n",
    }


def test_what_was_deleted_comes_back_and_other_notebooks_are_left_alone(root):
    (root / ENGINE).unlink()
    write(root, {"notebooks/04_notes.ipynb": "my notes\n", "notebooks/mine.ipynb": "my own\n"})
    delivered.reset(["all"], root)
    assert contents(root) == FILES | {"notebooks/04_notes.ipynb": "my notes\n", "notebooks/mine.ipynb": "my own\n"}


def test_without_a_word_it_tells_and_changes_nothing(root, capsys):
    delivered.reset([], root)
    assert "Every chapter and the package are as delivered" in capsys.readouterr().out
    delivered.reset(["all"], root)
    assert "Nothing to bring back" in capsys.readouterr().out
    write(root, {ENGINE: "my work\n"})
    before = contents(root)
    delivered.reset([], root)
    said = capsys.readouterr().out
    assert ENGINE in said and OTHER not in said and contents(root) == before


@pytest.mark.parametrize("word", ["77", "engine", "-h", ""])
def test_a_word_that_means_nothing_changes_nothing(root, word):
    write(root, {ENGINE: "my work\n"})
    before = contents(root)
    with pytest.raises(delivered.Trouble, match="There is no"):
        delivered.reset(["05", word], root)
    assert contents(root) == before


def test_if_the_copy_fails_nothing_is_brought_back(root, monkeypatch):
    write(root, {ENGINE: "my work\n", OTHER: "more work\n"})
    monkeypatch.setattr(shutil, "copy2", lambda here, copy: Path(copy).write_text("half of it"))
    with pytest.raises(delivered.Trouble, match="Nothing was brought back"):
        delivered.reset(["all"], root)
    assert (root / ENGINE).read_text() == "my work\n" and (root / OTHER).read_text() == "more work\n"


@pytest.mark.parametrize("owner, name, fails_at", [(shutil, "copy2", 2), (Path, "write_bytes", 1),
                                                   (Path, "write_bytes", 3)], ids=["copy", "first", "last"])
def test_on_a_full_disk_everything_stays_as_it_was(root, monkeypatch, capsys, owner, name, fails_at):
    write(root, {ENGINE: "my work\n", MODULE: "x = 2\n", "minigrad/new.py": "y = 3\n", "minigrad/__init__.py": "z\n"})
    before, whole, calls = contents(root), getattr(owner, name), []

    def fill(*arguments):
        calls.append(arguments)
        if len(calls) == fails_at:
            Path(arguments[name == "copy2"]).write_text("half of it")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return whole(*arguments)

    monkeypatch.setattr(owner, name, fill)
    monkeypatch.setattr(delivered.reset, "__defaults__", (root,))
    assert delivered.main(["all"]) == 1 and len(calls) == fails_at
    monkeypatch.undo()
    assert "The disk, or your share of it, is full" in capsys.readouterr().out
    assert contents(root) == before and not list(root.glob("minigrad-mine*"))
    delivered.reset(["all"], root)
    assert (root / MODULE).read_text() == "x = 1\n" and not (root / "minigrad/new.py").exists()


def test_a_copy_that_cannot_be_finished_is_not_taken_for_one(tmp_path, monkeypatch):
    write(tmp_path, FILES)
    monkeypatch.setattr(delivered.zipfile.ZipFile, "write", Mock(side_effect=OSError(errno.EDQUOT, "full")))
    with pytest.raises(OSError):
        delivered.keep(tmp_path)
    monkeypatch.undo()
    assert contents(tmp_path) == FILES and not list(tmp_path.glob(".delivered*"))


def test_without_git_and_without_a_copy_it_says_what_it_needs(tmp_path):
    write(tmp_path, FILES)
    with pytest.raises(delivered.Trouble, match="Download the project once more"):
        delivered.reset(["04"], tmp_path)
    assert contents(tmp_path) == FILES


def test_the_copy_is_made_once_and_only_without_git(root, capsys):
    write(root, {ENGINE: "my work\n"})
    delivered.keep(root)
    delivered.reset(["04"], root)
    assert (root / ENGINE).read_text() == "engine\n"
    assert (root / delivered.KEPT).exists() != ("commit" in capsys.readouterr().out)


# What `suite.py test` says about failures

FAILED = ["notebooks/04_engine.ipynb::Cell 3", "tests/notebooks/test_notebooks.py::test_x[04_engine]",
          "tests/package/test_ops.py::test"]


def test_failures_that_come_from_the_readers_own_work_are_told_kindly(root):
    write(root, {ENGINE: "my work\n"})
    said = "\n".join(delivered.explain(FAILED, root))
    assert "is no fault" in said and "2 failures about notebooks/04_engine.ipynb" in said
    assert "suite.py check 04" in said and "suite.py reset 04" in said
    assert "1 failure not explained by your changes" in said


def test_a_changed_chinese_chapter_does_not_explain_the_english_one(tmp_path):
    chinese = ENGINE.replace("notebooks/", "notebooks/zh/")
    write(tmp_path, {chinese: "delivered\n"})
    without_git(tmp_path)
    write(tmp_path, {chinese: "my work\n"})
    said = "\n".join(delivered.explain([FAILED[0], FAILED[0].replace(ENGINE, chinese)], tmp_path))
    assert f"1 failure about {chinese}" in said and "1 failure not explained" in said


def test_a_reader_without_git_is_told_of_changed_modules_and_a_developer_knows(root):
    write(root, {ENGINE: "my work\n", MODULE: "x = 2\n"})
    said = "\n".join(delivered.explain(FAILED, root))
    assert (f"1 failure may come from your changes in {MODULE}" in said) == (root / delivered.KEPT).exists()
    assert bool(said) == (root / delivered.KEPT).exists()


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_a_developer_who_has_committed_changes_is_not_told_of_notebooks(tmp_path):
    root = tmp_path / "clone"
    with_git(root)
    write(root, {ENGINE: "woven\n"})
    assert delivered.explain(FAILED, root)
    write(root, {"README.md": "read me first\n"})
    git(root, "commit", "-a", "-m", "developed")
    assert delivered.explain(FAILED, root) == []


def test_failures_that_have_another_cause_are_told_apart(root):
    assert delivered.explain(FAILED, root) == []
    write(root, {ENGINE: "my work\n"})
    assert "1 failure not explained by your changes" in "\n".join(delivered.explain(FAILED, root))
    assert delivered.explain(FAILED[2:], root) == [] and delivered.explain([], root) == []
