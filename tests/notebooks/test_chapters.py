"""The chapters are the package: the same text, each chapter standing on the chapters before it, and nothing else."""

import re
import shutil
from pathlib import Path

import chapters
import common
import nbformat
import pytest
from common import ROOT, code_cells, read, text_of
from nbformat.v4 import new_code_cell, new_notebook
from refresh import main, notebooks_of, refresh
from running import run

from minigrad.teach import stages

PACKAGE = ROOT / "minigrad"
TAUGHT = chapters.taught(ROOT)
# What is about the package, but for the files that try the same bytes by thousands of programs, or are about the house;
# and what is about the parts of `teach` that no notebook is needed for.
AGAIN = [*sorted(path.name for path in (ROOT / "tests" / "package").glob("test_*.py")
                 if path.stem[5:] not in ("properties", "sessions", "stubs", "rooms")),
         *(f"test_{name}.py" for name in ("teach", "guesses", "first_network", "differs", "memory", "no_clock"))]
QUICK = ["-q", "-n", "0", "-p", "no:cacheprovider", "-p", "some", "--assert=plain"]  # the first run words failures
SOME = """# Of a file with over a hundred tests every tenth, and none that takes ten seconds by itself.
from collections import Counter


def pytest_collection_modifyitems(config, items):
    count, seen = Counter(item.path for item in items), Counter()
    chosen, dropped = [], []
    for item in items:
        seen[item.path] += 1
        often = count[item.path] > 100 and seen[item.path] % 10
        (dropped if often or "million" in item.name else chosen).append(item)
    config.hook.pytest_deselected(items=dropped)
    items[:] = chosen
"""
NOT_COPIED = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", ".ipynb_checkpoints")


# Notebook = module


def test_chapters_and_package_are_the_same_text(capsys):
    assert chapters.report(ROOT), capsys.readouterr().out


# Each chapter alone


@pytest.mark.parametrize("path", common.chapters(), ids=lambda path: path.stem)
def test_what_is_unfolded_can_be_folded_again(path):
    """As `--weave` does, when it writes a changed definition back."""
    assert common.text_of(common.refolded(common.unfolded(common.read(path)))) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", chapters.chapters(ROOT)[1:], ids=lambda path: path.stem)
def test_a_chapter_alone_says_what_is_stored(path, tmp_path, capsys):
    """In a folder of its own: no other chapter is needed, for `chapter(7)` has what they built."""
    shutil.copytree(PACKAGE, tmp_path / "minigrad", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "figures", tmp_path / "figures")  # what notebooks show besides their own
    (tmp_path / "notebooks").mkdir()
    notebook = Path(shutil.copy(path, tmp_path / "notebooks"))
    assert refresh([notebook], tmp_path, check=True), "".join(capsys.readouterr())


def test_the_package_is_rebuilt_from_the_notebooks(tmp_path):
    """Delete from the taught modules all but what no chapter shows, tangle: the same bytes come back, and the tests of
    what they do pass on them.

    The bytes being the same, this second run adds what the first one cannot see: that the chapters, the tests and the
    modules that nobody teaches are all that the package needs - no git, no compiled file, nothing beside the folder -
    and that all of it passes where there is no PyTorch, as at most readers'. So torch is hidden, here and from every
    process that is started. That the same bytes do the same a second time need not be asked thousands of times: of a
    file with over a hundred tests every tenth runs. Left out are the browser, what is not about the taught modules,
    what works on the captioned cells, and all chapters but the last two; those run by themselves above.
    """
    root = shutil.copytree(ROOT, tmp_path / "suite", ignore=NOT_COPIED)
    written = [path for path in chapters.growth_files(root) if not path.name.startswith("exact_")]
    modules = [chapters.module_path(root, module) for module in TAUGHT] + written
    before, behind = {path: path.read_bytes() for path in modules}, untaught(root)
    for path in modules:
        path.unlink()
        if path in behind:
            path.write_text(behind[path], encoding="utf-8")
    assert sum(text.count("\n") for text in behind.values()) < sum(map(len, map(bytes.splitlines, before.values()))) / 2
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "torch.py").write_text("raise ModuleNotFoundError('torch is hidden', name='torch')\n")
    (hidden / "some.py").write_text(SOME)
    there = {"cwd": root, "PYTHONPATH": str(hidden)}
    tangled = run("tools/chapters.py", "--tangle", **there)
    assert tangled.returncode == 0, tangled.stdout + tangled.stderr
    for path in modules:
        assert path.read_bytes() == before[path], f"{path.name} differs; see the layout in tools/chapters.py"

    tests = [str(path.relative_to(root)) for path in sorted(root.glob("tests/*/test_*.py")) if path.name in AGAIN]
    assert len(tests) == len(AGAIN)
    books = [[path.name for path in module.chapters if path.suffix == ".ipynb"] for module in TAUGHT.values()]
    last = [f"notebooks/{names[-1]}" for names in books[-2:]]
    passed = run("-m", "pytest", *QUICK, "minigrad", *tests, *last, **there)
    assert passed.returncode == 0, passed.stdout[-5000:] + passed.stderr


def untaught(root):
    """{taught module: what the texts kept by hand refer to in it}; of a class the parts that they name, or all."""
    wanted, kept = {}, {}
    for path in (root / "minigrad" / "teach" / "growth").glob("exact_*.txt"):
        for part in path.read_text(encoding="utf-8").split(f"\n{stages.HEAD}")[1:]:
            module, _ = stages.caption("# " + part.split("\n")[0].partition(" ")[2])
            for reference in stages.REFERENCE.findall(part):
                name, _, parts = re.sub(r"\.(\w+) as \w+$", r": \1", reference).partition(": ")
                wanted.setdefault(module, {}).setdefault(name, {}).update(dict.fromkeys(parts.split(", ")))
    for module, names in wanted.items():
        known = stages.named_statements(module, root / "minigrad")
        code = stages.source_of(module, root / "minigrad")
        texts = [stages.top("head", module, root / "minigrad", code) if name in stages.TOPS
                 else stages.referred(name if "" in parts else f"{name}: {', '.join(parts)}", known)
                 for name, parts in sorted(names.items(), key=lambda pair: pair[0] not in stages.TOPS)]
        kept[chapters.module_path(root, module)] = "\n\n\n".join(texts) + "\n"
    return kept


# The tools themselves, on a small suite


def write_notebook(root, name, *sources):
    """A notebook with one code cell for each source; the ids are c0, c1, ..."""
    path = root / "notebooks" / name
    path.parent.mkdir(exist_ok=True)
    cells = [new_code_cell(source, id=f"c{place}") for place, source in enumerate(sources)]
    path.write_text(text_of(new_notebook(cells=cells)), encoding="utf-8")
    return path


BOX = '''"""One box."""

import math
import re
from array import array


# A box has a size.
@property
def size(self):
    return 1  # always


half = 1 / 2
quarter = half / 2

for name in ("a", "b"):
    half += 1


class Box:
    """A box."""

    size = size  # as above
'''


@pytest.fixture
def small(tmp_path):
    """A suite of one chapter and one module, which are the same."""
    (tmp_path / "minigrad").mkdir()
    (tmp_path / "minigrad" / "box.py").write_text(BOX, encoding="utf-8")
    (tmp_path / "minigrad" / "other.py").write_text("untaught = 1\n", encoding="utf-8")
    first, rest = BOX.split("\n\n\n", 1)
    size, rest = rest.split("\n\n\n", 1)
    captioned = [f"# minigrad/box.py\n{part}".rstrip("\n") for part in (first, size, rest.replace("\n\n\n", "\n"))]
    write_notebook(tmp_path, "01_box.ipynb", captioned[0], "1 + 1", *captioned[1:])
    for path, text in chapters.growth_files(tmp_path).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def state(root):
    return {path: path.read_bytes() for path in root.rglob("*.*") if path.is_file()}


def change(root, old, new):
    path = root / "minigrad" / "box.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_blank_lines_between_statements_are_free(small, capsys):
    assert chapters.report(small)
    assert capsys.readouterr().out == "01_box.ipynb = minigrad/box.py: 9 statements, same\n"


@pytest.mark.parametrize(
    "old, new",
    [
        ("# A box has a size.", "# A box has no size."),
        ("  # always", ""),
        ('"""One box."""', '"""Two boxes."""'),
        ("import re\n", ""),
        ("    size = size", "\n    size = size"),
        ("@property\n", ""),
    ],
)
def test_every_other_difference_is_reported(small, capsys, old, new):
    change(small, old, new)
    assert not chapters.report(small)
    assert "--- 01_box.ipynb\n+++ minigrad/box.py\n" in capsys.readouterr().out


def test_tangle_gives_the_module_byte_for_byte(small):
    before = state(small)
    (small / "minigrad" / "box.py").unlink()
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    assert state(small) == before


def test_weave_replaces_what_changed_in_its_own_cell(small):
    change(small, "return 1", "return 2")
    change(small, "quarter = half / 2", "# Why not?\nquarter = half / 4")
    before = read(small / "notebooks" / "01_box.ipynb")
    assert chapters.main(["--weave", "--root", str(small)]) == 0
    after = read(small / "notebooks" / "01_box.ipynb")
    assert [new.id for old, new in zip(before.cells, after.cells) if old != new] == ["c2", "c3"]
    assert "\nhalf = 1 / 2\n# Why not?\nquarter = half / 4\n\nfor name" in after.cells[3].source


def test_what_a_later_cell_defines_anew_stands_once_in_its_last_form(small):
    again = "# minigrad/box.py\nimport ast\nfrom array import ArrayType\n\n\n@property\ndef size(self):\n    return 2"
    late = "late = 3\n\n\ndef room(box, size=late):\n    return size"
    early = "def room(box):\n    return 1"
    write_notebook(small, "02_more.ipynb", again, f"# minigrad/box.py\n{early}", f"# minigrad/box.py\n{late}")
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    text = (small / "minigrad" / "box.py").read_text(encoding="utf-8")
    wanted = BOX.replace("import math", "import ast\nimport math").replace("import array", "import ArrayType, array")
    wanted = wanted.replace("# A box has a size.\n", "").replace("return 1  # always", "return 2")
    assert text == f"{wanted}\n\n{late}\n"  # `room` not at its first place, where `late` is not known yet


def test_weave_mends_the_last_form(small):
    write_notebook(small, "02_more.ipynb", "# minigrad/box.py\nquarter = half / 3")
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    change(small, "quarter = half / 3", "quarter = half / 4")
    before = state(small)
    assert chapters.main(["--weave", "--root", str(small)]) == 0
    changed = {path for path, content in state(small).items() if before[path] != content}
    assert changed == {small / "notebooks" / "02_more.ipynb", small / "minigrad" / "teach" / "growth" / "02_more.txt"}


def test_weave_says_where_a_new_statement_belongs_but_does_not_put_it_there(small, capsys):
    change(small, "half = 1 / 2", "new = 0\nhalf = 1 / 2")
    before = state(small)
    assert chapters.main(["--weave", "--root", str(small)]) == 1
    assert "minigrad/box.py: Assign new is new, for 01_box.ipynb, in or below cell c2\n" in capsys.readouterr().out
    assert state(small) == before


@pytest.mark.parametrize("way", ["--weave", "--tangle"])
@pytest.mark.parametrize(
    "source, complaint",
    [
        ("# minigrad/box.py\n\ndef broken(:", "01_box.ipynb, cell c1, line 3"),
        ("# minigrad/box.py\nx = 1\n# lost", "01_box.ipynb, cell c1, line 3: a comment"),
        ("# minigrad/box.py, again\nx = 1", "01_box.ipynb, cell c1: `# minigrad/box.py, again` is no caption"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named_and_nothing_is_written(small, capsys, way, source, complaint):
    path = small / "notebooks" / "01_box.ipynb"
    notebook = read(path)
    notebook.cells[1].source = source
    path.write_text(text_of(notebook), encoding="utf-8")
    change(small, "return 1", "return 2")
    before = state(small)
    assert chapters.main([way, "--root", str(small)]) == 1
    assert capsys.readouterr().err.startswith(complaint)
    assert state(small) == before


BLANK = '# minigrad/box.py: yours\ndef room(box):\n    """How much."""\n    ...'
OURS = "# minigrad/box.py: ours\ndef room(box):\n    return 1"


def test_of_a_blank_the_module_has_ours(small):
    write_notebook(small, "02_more.ipynb", BLANK, OURS)
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    assert (small / "minigrad" / "box.py").read_text(encoding="utf-8") == BOX + "\n\ndef room(box):\n    return 1\n"
    assert chapters.main(["--root", str(small)]) == 0
    change(small, "(box):\n    return 1", "(box):\n    return 2")
    assert chapters.main(["--weave", "--root", str(small)]) == 0
    blank, ours = read(small / "notebooks" / "02_more.ipynb").cells
    assert (blank.source, ours.source) == (BLANK, OURS.replace("return 1", "return 2"))


@pytest.mark.parametrize("way", ["--weave", "--tangle"])
@pytest.mark.parametrize(
    "cells, complaint",
    [
        ([BLANK.replace("...", "return 1"), OURS], ", cell c0: this blank is filled in. `suite.py reset` brings it"),
        ([BLANK], ": ours is due, for the blank with room"),
        ([BLANK, "# minigrad/box.py\nlate = 1", OURS], ", cell c1: ours is due, for the blank above it"),
        ([BLANK, OURS.replace("room", "rooms")], ", cell c1: ours is due"),
        ([BLANK, OURS.replace("box.py", "other.py")], ", cell c1: ours is due"),
        ([OURS], ", cell c0: ours has no blank above it"),
        ([BLANK + "\n\n\ndef other():\n    ...", OURS], ", cell c0: a cell with `: yours` defines one function, not 2"),
    ],
)
def test_a_blank_that_is_none_is_named_and_nothing_is_written(small, capsys, way, cells, complaint):
    write_notebook(small, "02_more.ipynb", *cells)
    before = state(small)
    assert chapters.main([way, "--root", str(small)]) == 1
    assert capsys.readouterr().err.startswith("02_more.ipynb" + complaint)
    assert state(small) == before


def test_after_del_nothing_is_left_of_a_definition_and_of_what_was_imported_for_it(small):
    room = "# minigrad/box.py\nimport ast\n\n\ndef room(box):\n    return ast.parse('1')"
    write_notebook(small, "02_more.ipynb", room, "# minigrad/box.py\ndel room, half")
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    text = (small / "minigrad" / "box.py").read_text(encoding="utf-8")
    assert "room" not in text and "half" not in text and "quarter" not in text, "quarter needs half"
    assert "import" not in text and "class Box" in text
    assert chapters.report(small)


def test_what_is_attached_to_a_class_of_the_same_file_stands_in_it(small):
    (small / "minigrad" / "other.py").write_text("from minigrad.box import shut\n", encoding="utf-8")
    names = ("lid", "open_", "shut", "low", "high")
    functions = "".join(f"def {name}(self):\n    return {name!r}\n\n\n" for name in names)
    write_notebook(
        small, "02_more.ipynb",
        f"# minigrad/box.py\n{functions}def set_lid(self, value):\n    self.kept = value\n\n\n"
        "Box.colour = 'red'\nBox.lid = property(lid, set_lid)\nBox.open = Box.__enter__ = open_\n"
        "Box.shut = shut\nBox.low, Box.high = low, high",
    )
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    text = (small / "minigrad" / "box.py").read_text(encoding="utf-8")
    inside = text.partition("class Box:")[2].partition("\n\n\n")[0]
    assert "    size = size  # as above\n    colour = 'red'\n" in inside
    assert "    @property\n    def lid(self):" in inside and "    @lid.setter\n    def lid(self, value):" in inside
    assert "    def open(self):\n        return 'open_'\n\n    __enter__ = open" in inside
    assert "    def low(self):" in inside and "    def high(self):" in inside
    assert text.endswith("def shut(self):\n    return 'shut'\n\n\nBox.shut = shut\n"), "somebody else imports it"
    space = {}
    exec(text, space)
    box = space["Box"]()
    box.lid = 3
    assert (box.kept, box.lid, box.open(), box.__enter__(), box.low()) == (3, "lid", "open_", "open_", "low")


def test_what_is_not_taught_comes_behind_its_chapter_and_is_woven_back(small):
    path = small / "minigrad" / "teach" / "growth" / "exact_01.txt"
    path.write_text("# Kept by hand.\n\n# %% late minigrad/box.py\nlate = 1\n", encoding="utf-8")
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    assert (small / "minigrad" / "box.py").read_text(encoding="utf-8") == BOX + "\n\nlate = 1\n"
    change(small, "late = 1", "late = 2")
    notebook = (small / "notebooks" / "01_box.ipynb").read_bytes()
    assert chapters.main(["--weave", "--root", str(small)]) == 0
    assert path.read_text(encoding="utf-8") == "# Kept by hand.\n\n# %% late minigrad/box.py\nlate = 2\n"
    assert (small / "notebooks" / "01_box.ipynb").read_bytes() == notebook


def test_what_the_module_has_word_for_word_is_referred_to(small):
    path = small / "minigrad" / "teach" / "growth" / "exact_01.txt"
    late = "# %% late minigrad/box.py\n# Late.\ndef late():\n    return 1\n\n\nearly = 2\n"
    path.write_text(f"# Kept by hand.\n\n{late}", encoding="utf-8")
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    text = "# Kept by hand.\n\n# %% late minigrad/box.py\n#= late\nearly = 2\n"
    assert path.read_text(encoding="utf-8") == text
    (cell,) = stages.cells_of.__wrapped__(path)
    assert stages.stored("late", cell.text) == f"\n{late}"
    change(small, "return 1", "return 3")  # where it stands
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    assert "    return 3" in (small / "minigrad" / "box.py").read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
    change(small, "def late", "def later")
    with pytest.raises(ValueError, match="cell late: minigrad/box.py has no late"):
        stages.cells_of.__wrapped__(path)


def test_the_docstring_and_the_imports_of_what_a_cell_takes_are_referred_to(small):
    path = small / "minigrad" / "teach" / "growth" / "exact_01.txt"
    late = '# %% late minigrad/box.py\nimport math\nimport re\n\n\ndef late():\n    return math.pi, re\n'
    more = '# %% more minigrad/box.py\n"""One box."""\n\nimport math\nfrom array import array\n\narray("i")\nmath.pi\n'
    path.write_text(f"# Kept by hand.\n\n{late}\n{more}", encoding="utf-8")
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    assert path.read_text(encoding="utf-8") == (
        "# Kept by hand.\n\n# %% late minigrad/box.py\n#= imports\n#= late\n\n# %% more minigrad/box.py\n#= head\n"
        'array("i")\nmath.pi\n')
    cells = stages.cells_of.__wrapped__(path)
    assert [stages.stored(cell.id, cell.text) for cell in cells] == [f"\n{late}", f"\n{more}"]
    change(small, "return math.pi, re", "return math.pi")
    assert stages.cells_of.__wrapped__(path)[0].source == "import math\n\n\ndef late():\n    return math.pi"
    for name, cell in ("imports", "#= imports\nnone = 1"), ("head", "#= head"):
        path.write_text(f"# Kept by hand.\n\n# %% late minigrad/{'box' if name == 'imports' else 'more'}.py\n{cell}\n")
        with pytest.raises(ValueError, match=f"cell late: minigrad/.+.py has no {name}"):
            stages.cells_of.__wrapped__(path)


CASE = '''# Kept by hand.

# %% late minigrad/box.py
class Case:
    """A case."""

    # How many.
    size = 1
    wide = high = 2

    def room(self):
        # All of it.
        return self.size


def lid(self):
    """What closes it."""
    return None


# Not taught.
def close(self):
    return 3


Case.lid = property(lid)
Case.shut = close
'''
REFERRED = """# Kept by hand.

# %% late minigrad/box.py
#= Case: size, wide = high, room
#= Case.lid as lid
#= Case.shut as close
Case.lid = property(lid)
Case.shut = close
"""


def test_a_class_without_some_of_its_parts_and_a_function_that_moved_into_it_are_referred_to(small):
    path = small / "minigrad" / "teach" / "growth" / "exact_01.txt"
    path.write_text(CASE, encoding="utf-8")
    assert chapters.main(["--tangle", "--root", str(small)]) == 0
    assert path.read_text(encoding="utf-8") == REFERRED
    assert "    @property\n    def lid" in (small / "minigrad" / "box.py").read_text(encoding="utf-8")
    (cell,) = stages.cells_of.__wrapped__(path)
    assert f"# Kept by hand.\n{stages.stored(cell.id, cell.text)}" == CASE
    change(small, "# All of it.", "# Every bit of it.")  # where it stands
    assert chapters.main(["--root", str(small)]) == 0
    for reference in ("Case: sizes, room", "Case.lids as lid", "Case.lid", "Cases.lid as lid", "Cases: room"):
        path.write_text(CASE.partition("class")[0] + f"#= {reference}\n", encoding="utf-8")
        with pytest.raises(ValueError, match=f"cell late: minigrad/box.py has no {reference}"):
            stages.cells_of.__wrapped__(path)


def test_parts_that_cannot_be_told_apart_are_not_referred_to():
    assert stages.parts_of("class A:\n    a = 1\n") == {}
    twice = 'class A:\n    """A."""\n    @property\n    def p(self): ...\n    @p.setter\n    def p(self, new): ...\n'
    assert list(stages.parts_of(twice)) == ["class"]


def test_a_second_refresh_changes_no_byte(small):
    noisy = "import sys, warnings\nprint(1)\nprint(2, file=sys.stderr)\nprint(object())"
    noisy += "\nwarnings.warn('careful')\nobject()"
    path = write_notebook(small, "02_noise.ipynb", noisy, "2 + 2", "1 / 0")
    notebook = read(path)
    notebook.cells[2].metadata = {"tags": ["raises-exception"], "trusted": True}
    path.write_text(text_of(notebook), encoding="utf-8")
    assert refresh([path], small)
    stored = path.read_bytes()
    assert refresh([path], small) and refresh([path], small, check=True)
    assert path.read_bytes() == stored

    noise, four, error = code_cells(read(path))
    assert [(output.get("name"), output.get("text")) for output in noise.outputs] == [
        ("stdout", "1\n<object object at 0x...>\n"),
        ("stderr", "2\ncell:5: UserWarning: careful\n  warnings.warn('careful')\n"),
        (None, None),
    ]
    assert noise.outputs[2].data == {"text/plain": "<object at 0x...>"}
    assert (four.execution_count, four.outputs[0].execution_count) == (2, 2)
    assert error.outputs[0].traceback == ["ZeroDivisionError: division by zero"]
    assert error.metadata == {"tags": ["raises-exception"]}


@pytest.mark.parametrize(
    "source, tags, complaint",
    [
        ("1 / 0", [], "cell c1 failed: ZeroDivisionError: division by zero"),
        ("1 / 1", ["raises-exception"], "cell c1 is tagged raises-exception, but nothing was raised"),
        ("print('/'.join(['', 'home', 'ann']))", [], "cell c1: an output names a place on this machine"),
        ("# minigrad/box.py: yours\ndef room():\n    return 1", [], "cell c1: this blank is filled in."),
    ],
)
def test_refresh_stores_no_notebook_that_is_wrong(small, capsys, source, tags, complaint):
    path = write_notebook(small, "02_wrong.ipynb", "1", source)
    notebook = read(path)
    notebook.cells[1].metadata.tags = tags
    path.write_text(text_of(notebook), encoding="utf-8")
    before = path.read_bytes()
    assert not refresh([path], small)
    assert f"02_wrong.ipynb, {complaint}" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_refresh_takes_numbers_of_chapters_and_paths(small, monkeypatch):
    for name in ("02_more.ipynb", "02_more-Copy1.ipynb", "mine.ipynb"):
        write_notebook(small, name, "1")
    box, more, mine = [small / "notebooks" / name for name in ("01_box.ipynb", "02_more.ipynb", "mine.ipynb")]
    monkeypatch.chdir(small)
    assert notebooks_of([], small) == [box, more]
    assert notebooks_of(["2", "01"], small) == [more, box]
    assert notebooks_of(["notebooks/mine.ipynb", "1", "01"], small) == [mine, box]


def test_refresh_in_chinese_takes_chinese_chapters_alone(small):
    (small / "notebooks" / "zh").mkdir()
    chinese = write_notebook(small, "zh/01_box.ipynb", "1")
    write_notebook(small, "02_more.ipynb", "1")
    assert notebooks_of([], small, "zh") == notebooks_of(["1"], small, "zh") == [chinese]
    with pytest.raises(common.Trouble, match="Not in the language zh: 02_more.ipynb"):
        notebooks_of(["1", "2"], small, "zh")


@pytest.mark.parametrize("word, sentence", [("7", "no chapter 7 in"), ("01_gone.ipynb", "no notebook 01_gone.ipynb")])
def test_refresh_names_a_chapter_that_does_not_exist(small, capsys, word, sentence):
    assert main(["01", word, "--root", str(small)]) == 1
    assert sentence in capsys.readouterr().out


def test_check_names_the_cells_that_would_change(small, capsys):
    path = write_notebook(small, "02_new.ipynb", "x = 1", "x")
    assert refresh([path], small)
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[0].source = "x = 2"
    path.write_text(text_of(notebook), encoding="utf-8")
    before = path.read_bytes()
    assert not refresh([path], small, check=True)
    assert capsys.readouterr().out.endswith("02_new.ipynb: would change; cells: c1\n")
    assert path.read_bytes() == before
