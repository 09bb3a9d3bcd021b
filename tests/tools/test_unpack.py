"""What was written elsewhere comes home in one file, and nothing that lies here is lost."""
import base64
import json
import re
import shutil
import zipfile
from unittest.mock import Mock

import delivered
import pytest
import unpack
from commands import Trouble

from minigrad.teach import my_work

ENGINE, OTHER = "04_engine.ipynb", "05_more.ipynb"


def notebook(words, outputs=()):
    cell = {"id": "a", "cell_type": "code", "source": words, "outputs": list(outputs), "metadata": {}}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def fill(folder, **names):
    folder.mkdir(parents=True, exist_ok=True)
    for name, words in names.items():
        (folder / f"{name}.ipynb").write_text(notebook(words), encoding="utf-8")


def words(root, place="notebooks"):
    """{name: the words of its cell} of the notebooks that lie in the folder."""
    return {path.name: json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"]
            for path in sorted((root / place).glob("*.ipynb"))}


@pytest.fixture
def root(tmp_path):
    """A folder as delivered, in which chapter 5 has been changed since."""
    root = tmp_path / "here"
    fill(root / "notebooks", **{"04_engine": "as delivered", "05_more": "as delivered"})
    (root / "minigrad").mkdir()
    delivered.keep(root)
    fill(root / "notebooks", **{"05_more": "written here"})
    return root


def test_what_was_written_elsewhere_takes_its_place_and_what_was_written_here_stays(tmp_path, root, capsys):
    fill(tmp_path / "there", **{"04_engine": "written there", "05_more": "written there", "notes": "my own"})
    work = my_work(tmp_path / "there")
    unpack.unpack(tmp_path / "there" / "my_work.zip", root)
    assert words(root) == {ENGINE: "written there", OTHER: "written there", "05_more-mine.ipynb": "written here",
                           "notes.ipynb": "my own"}
    said = capsys.readouterr().out
    assert "notebooks/05_more.ipynb is the one of my_work.zip; yours is notebooks/05_more-mine.ipynb" in said
    assert "04_engine.ipynb is the one of my_work.zip\n" in said and "3 notebooks" in repr(work)

    fill(root / "notebooks", notes="changed here")
    unpack.unpack(tmp_path / "there" / "my_work.zip", root)
    assert words(root)["notes-mine.ipynb"] == "changed here" and words(root)["notes.ipynb"] == "my own"
    unpack.unpack(tmp_path / "there" / "my_work.zip", root)
    assert "lies here already" in capsys.readouterr().out
    delivered.reset(["04"], root)
    assert words(root)[ENGINE] == "as delivered" and words(root)["04_engine-mine.ipynb"] == "written there"


@pytest.mark.parametrize("packed", ["", "zh"])
def test_chinese_chapters_come_home_among_the_chinese_ones(tmp_path, root, packed):
    fill(root / "notebooks" / "zh", **{"04_engine": "delivered in Chinese"})
    fill(tmp_path / "there", **{"05_more": "written there"})
    fill(tmp_path / "there" / "zh", **{"04_engine": "written in Chinese"})
    work = my_work(tmp_path / "there" / packed)
    unpack.unpack(work.folder / "my_work.zip", root)
    assert words(root / "notebooks" / "zh", ".")[ENGINE] == "written in Chinese"
    assert words(root)[ENGINE] == "as delivered"
    assert words(root)[OTHER] == "written there" and work.count == 2


def test_the_link_holds_the_same_file_and_is_not_packed_again(tmp_path):
    there = tmp_path / "there"
    fill(there, **{"04_engine": "written there"})
    link = {"output_type": "execute_result", "metadata": {}, "data": {"text/html": my_work(there)._repr_html_()}}
    (there / "notes.ipynb").write_text(notebook("my_work()", [link]), encoding="utf-8")
    (there / "broken.ipynb").write_text("no notebook", encoding="utf-8")
    work = my_work(there)
    link = re.search('href="data:application/zip;base64,([^"]+)"', work._repr_html_())[1]
    assert base64.b64decode(link) == (there / "my_work.zip").read_bytes()
    with zipfile.ZipFile(there / "my_work.zip") as packed:
        assert json.loads(packed.read("notes.ipynb"))["cells"][0]["outputs"] == []
        assert packed.read("04_engine.ipynb") == (there / ENGINE).read_bytes()
        assert packed.read("broken.ipynb") == b"no notebook", "what cannot be read is not lost"


def test_a_folder_that_cannot_be_written_still_gives_the_link(tmp_path, monkeypatch):
    fill(tmp_path, **{"04_engine": "written there"})
    monkeypatch.setattr("pathlib.Path.write_bytes", Mock(side_effect=PermissionError(13, "no")))
    assert "Download my work" in my_work(tmp_path)._repr_html_()
    monkeypatch.undo()
    assert not (tmp_path / "my_work.zip").exists()
    with pytest.raises(FileNotFoundError, match="There is no notebook in the folder"):
        my_work(tmp_path / "nowhere")


@pytest.mark.parametrize("entry, content, sentence", [
    ("../04_engine.ipynb", notebook("x"), "is no notebook"),
    ("a/04_engine.ipynb", notebook("x"), "is no notebook"),
    ("zh/../04_engine.ipynb", notebook("x"), "is no notebook"),
    ("minigrad.py", "x = 1", "is no notebook"),
    (OTHER, "no notebook", "cannot be read"),
    (OTHER, "[]", "cannot be read"),
    (OTHER, '{"cells": 3}', "cannot be read"),
    (None, "", "There is no notebook in"),
])
def test_a_file_with_anything_else_in_it_changes_nothing(tmp_path, root, entry, content, sentence):
    before, archive = words(root), tmp_path / "work.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        if entry:
            packed.writestr(ENGINE, notebook("written there"))
            packed.writestr(entry, content)
    with pytest.raises(Trouble, match=sentence):
        unpack.unpack(archive, root)
    assert words(root) == before and not list(tmp_path.glob("*.ipynb"))


def test_what_is_no_such_file_is_said(tmp_path, root, monkeypatch, capsys):
    (tmp_path / "text.zip").write_text("no archive")
    for name, sentence in [("text.zip", "cannot be read as a file of my_work"), ("gone.zip", "There is no file")]:
        assert unpack.main([str(tmp_path / name)]) == 1
        assert sentence in capsys.readouterr().out
    archive = tmp_path / "large.zip"
    monkeypatch.setattr(unpack, "LARGEST", 10)
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr(ENGINE, notebook("written there"))
    with pytest.raises(Trouble, match="too large"):
        unpack.unpack(archive, root)


def locked(raw):
    """The archive with the mark of one that wants a password."""
    return raw.replace(b"PK\3\4\x14\0\0", b"PK\3\4\x14\0\1").replace(
        b"PK\1\2\x14\3\x14\0\0", b"PK\1\2\x14\3\x14\0\1")


@pytest.mark.parametrize("broken", [locked, lambda raw: raw[:40] + b"????" + raw[44:]], ids=["locked", "torn"])
def test_a_file_that_is_locked_or_torn_changes_nothing(tmp_path, root, broken):
    before = words(root)
    fill(tmp_path / "there", **{"04_engine": "written there"})
    archive = tmp_path / "there" / "my_work.zip"
    my_work(tmp_path / "there")
    whole = archive.read_bytes()
    archive.write_bytes(broken(whole))
    assert archive.read_bytes() != whole
    with pytest.raises(Trouble, match="cannot be read"):
        unpack.unpack(archive, root)
    assert words(root) == before


def test_if_the_copy_fails_nothing_is_unpacked(tmp_path, root, monkeypatch):
    fill(tmp_path / "there", **{"04_engine": "written there", "05_more": "written there"})
    my_work(tmp_path / "there")
    before = words(root)
    monkeypatch.setattr(shutil, "copy2", lambda here, copy: copy.write_text("half of it"))
    with pytest.raises(Trouble, match="could not be copied"):
        unpack.unpack(tmp_path / "there" / "my_work.zip", root)
    assert words(root) == before
