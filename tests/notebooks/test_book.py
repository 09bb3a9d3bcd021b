"""A chapter's own package as a reader meets it: it begins, and captioned cells make it grow."""

import importlib
import json
import re
import shutil
import sys

import pytest
from common import ROOT, caption_of
from living import CAPTIONED, CELLS, FIRST, PATHS, SHOWN, fixture_begin, grow, in_kernel, tells_the_same, text  # noqa: F401
from running import run

from minigrad.teach import book, chapter, stages
from minigrad.teach.beside import answer, said

BETWEEN = {"node-class"}  # in chapter 3 operations speak to the new nodes from add-and-mul on
GRAPH = "p = torch.tensor([2.0, 3.0], requires_grad=True)\nq = (p * p * 2 + p).mean()"


# The package as of a chapter


def test_a_second_call_gives_a_fresh_package_and_old_tensors_say_so(begin):
    old = begin(8)
    x = old.ones(2, requires_grad=True)
    old.forgotten = 1
    new = begin(8)
    assert new is not old and not hasattr(new, "forgotten")
    assert new.ones(2).sum().item() == 2.0
    for ask in (lambda: x + 1, lambda: x.grad, lambda: repr(x), lambda: x[0], lambda: new.ones(2) * x, lambda: bool(x)):
        with pytest.raises(RuntimeError, match=r"made before chapter\(8\) was called again"):
            ask()


def test_another_chapter_needs_another_kernel(begin):
    begin(4)
    with pytest.raises(RuntimeError, match="This notebook is on chapter 4. For chapter 5, open its notebook"):
        chapter(5)


@pytest.mark.parametrize("number", [0, 100, "7", True, None, 1.0])
def test_what_is_no_chapter_is_refused(begin, number):
    last = stages.growth()[-1].chapter + 1
    sentence = f"chapter() takes the number of a chapter, 1 to {last}, not {number!r}"
    with pytest.raises(ValueError, match=re.escape(sentence)):
        chapter(number)


@pytest.mark.parametrize("number", [None, 5])
def test_when_a_package_cannot_be_loaded_the_one_before_is_back(begin, monkeypatch, number):
    x = number and begin(number).ones(2)
    modules, finders, now, whole = dict(sys.modules), sys.meta_path[:], book.now, stages.stage
    broken = {"core.ops": "import no_such_thing"}
    monkeypatch.setattr(stages, "stage", lambda number: whole(number) | broken)
    with pytest.raises(ModuleNotFoundError, match="no_such_thing"):
        chapter(5)
    assert {name: sys.modules.get(name) for name in modules} == modules and set(sys.modules) == set(modules)
    assert (sys.meta_path, book.now) == (finders, now)
    assert x is None or (x + 1).sum().item() == 4.0


def test_a_module_of_a_later_chapter_is_named(begin):
    begin(4)
    with pytest.raises(ModuleNotFoundError, match="minigrad.autograd.hooks is not there at the beginning of chapter 4"):
        importlib.import_module("minigrad.autograd.hooks")


def test_captioned_code_grows_in_plain_python_too(tmp_path):
    code = f"from minigrad.teach import book, chapter\ntorch = chapter(1)\nprint(book.grow({FIRST['tensor-class']!r}))"
    code += f"\nprint(book.grow({FIRST['keep']!r}))\nprint(torch.ones(2))"
    done = run("-c", code, cwd=tmp_path)
    assert done.stdout.splitlines()[1:] == [
        "minigrad/core/tensors.py: new Tensor, tensor, ones", "minigrad/core/engine.py: new keep",
        "tensor([1., 1.])"], done.stderr


def test_the_package_that_grows_cell_by_cell_says_what_the_folded_one_says(begin):
    """From nothing to the last chapter in one process; what nobody teaches joins as soon as all is there for it."""
    import minigrad

    paths = sorted(ROOT.glob("minigrad/teach/record/ch??.json"))
    record = [(path.stem, snippet["title"], snippet["code"]) for path in paths
              for snippet in json.loads(path.read_text(encoding="utf-8"))["snippets"]]
    folded = [said(answer(code, minigrad)) for _, _, code in record]
    torch, since = begin(1), json.loads((stages.GROWTH / stages.SINCE).read_text(encoding="utf-8"))
    for number in range(1, max(PATHS) + 1):
        joining = [module for module, first in since.items() if first == number + 1]
        book.now.lent += joining
        grow(number)
        book.now.texts.update(dict.fromkeys(joining))
        for module in joining:
            space = vars(importlib.import_module(f"minigrad.{module}"))
            for room, offers in book.now.offers.items():
                package = importlib.import_module(f"minigrad.{room}".rstrip("."))
                vars(package).update({name: space[own] for name, (place, own) in offers.items() if place == module})
    assert [name for name in minigrad.__all__ if not hasattr(torch, name)] == []
    grown = [said(answer(code, torch)) for _, _, code in record]
    assert [row[:2] for row, one, other in zip(record, folded, grown) if one != other] == []


# Captioned cells


@pytest.mark.parametrize("number", CAPTIONED)
def test_captioned_cells_may_run_twice_and_no_name_of_the_reader_breaks_them(number):
    """Before each, all their names that no other cell uses, and some of Python's, are set to 3."""
    used = {word for cell in CELLS[number] if not caption_of(cell) for word in re.findall(r"\w+", cell.source)}
    names, cells, pairs = {"sum", "max", "len", "zip", "isinstance", "np", "walk", "keep", "seeds"}, [], []
    for cell in CELLS[number]:
        if caption_of(cell):
            names |= {part.key[1] for part in stages.split(cell.source, cell.id) if part.key[1].isidentifier()}
            cells += ["".join(f"{name} = 3\n" for name in sorted(names - used)), cell]
            pairs += [("names", []), (cell.id, cell.outputs)]
        cells.append(cell)
        pairs.append((cell.id, cell.outputs))
    tells_the_same(pairs, in_kernel(cells))


@pytest.mark.parametrize("number", [1, 4])
def test_run_all_after_run_all_says_what_is_stored(number):
    tells_the_same([(cell.id, cell.outputs) for cell in CELLS[number]] * 2, in_kernel(CELLS[number] * 2))


@pytest.mark.parametrize("number", [number for number in CAPTIONED if number > 1])
def test_a_graph_that_was_recorded_before_a_captioned_cell_goes_back_after_it(begin, number):
    graphs = [answer_graph(begin(number))]
    for cell in SHOWN[number]:
        book.grow(cell.text)
        p, q = graphs.pop()
        q.backward()
        assert p.grad.tolist() == [4.5, 6.5], cell.id
        graphs.append(answer_graph(importlib.import_module("minigrad")) if cell.id not in BETWEEN else (p, q))
        p.grad = None if cell.id in BETWEEN else p.grad
    p, q = graphs.pop()
    q.backward()
    assert p.grad.tolist() == [4.5, 6.5]


def answer_graph(torch):
    names = {"torch": torch}
    exec(GRAPH, names)
    return names["p"], names["q"]


def test_a_chapter_in_a_folder_that_cannot_be_written_changes_no_file(tmp_path):
    for number in (1, 2):
        shutil.copy(PATHS[number], tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for path in (*before, tmp_path):
        path.chmod(0o555)
    try:
        tells_the_same([(cell.id, cell.outputs) for cell in CELLS[2]], in_kernel(CELLS[2], tmp_path))
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    finally:
        tmp_path.chmod(0o755)


def test_what_a_reader_changes_in_captioned_cells_shows_in_the_notebook():
    ops = "# minigrad/core/ops.py\n"
    cells = [
        CELLS[4][0],
        "from minigrad.core.ops import mul_rule\nx = torch.tensor(3.0, requires_grad=True)\nold = x * 2",
        f"{ops}def helper(a):\n    if a < 1:\n        raise OSError('deep inside')\n    return a",
        "helper(0)",
        f"{ops}def helper(a):\n    return a > 1",
        "helper(0), old",
        f"{ops}def helper(a):\n    return 'new'\n\n\ndef other(a:\n    pass",
        f"{ops}def helper(a):\n    return 'new'\n\n\nreturn 3",
        "helper(0)",
        f"{ops}def helper(a):\n    return 'half'\n\n\nno_such_name",
        f"{ops}def helper(a):\n    return a > 1",
        "helper(0)",
    ]
    *_, raising, deep, changed, after, typo, outside, kept, half, back, mended = in_kernel(cells)
    assert text(raising) == "minigrad/core/ops.py: new helper"
    assert "Cell In[3], line 4, in helper(a)\n" in text(deep)
    assert "----> 4         raise OSError('deep inside')" in text(deep)
    assert text(changed).split("\n") == [
        "minigrad/core/ops.py: helper +1 −3", "  def helper(a):", "-     if a < 1:",
        "-         raise OSError('deep inside')", "-     return a", "+     return a > 1"]
    shown = changed[0].data["text/html"]
    assert "return a &gt; 1" in shown and "a > 1" not in shown
    assert "-     <s>if a &lt; 1:</s>" in shown, "what is struck out are words; the sign can be read"
    assert text(after) == "(False, tensor(6., grad_fn=<MulBackward0>))"
    assert "SyntaxError" in text(typo) and "SyntaxError" in text(outside) and text(kept) == "False"
    assert "NameError" in text(half) and text(mended) == "False", "the cell is as it was, and so is the function"


def test_what_a_captioned_cell_leaves_as_it_was_is_no_difference(begin):
    begin(4)
    place, mul = "# minigrad/core/ops.py\n", book.now.known("core.ops")["FunctionDef", "mul_rule"]
    assert repr(book.grow(f"{place}{mul}")) == "minigrad/core/ops.py: nothing new"
    assert repr(book.grow(f"{place}\n\n{mul}\n\n# a remark of the reader's")) == "minigrad/core/ops.py: nothing new"
    assert repr(book.grow(place)) == repr(book.grow(f"{place}# later")) == "minigrad/core/ops.py: nothing new"


def test_a_captioned_cell_that_needs_one_above_says_so(begin):
    begin(5)
    for name in ("GraphRoot", "no_such_name"):
        with pytest.raises(ImportError, match="cannot import name .*Have the captioned cells above run"):
            book.grow(f"# minigrad/autograd/gradients.py\nfrom minigrad.core.engine import {name}")
    with pytest.raises(ImportError, match="no_such_module'$"):
        book.grow("# minigrad/autograd/gradients.py\nimport no_such_module")


def test_whoever_has_an_old_function_or_class_gets_the_new_behaviour(begin):
    begin(4)
    place = "# minigrad/core/ops.py\n"
    book.grow(place + "import functools\n\n\ndef loud(f):\n    return functools.wraps(f)(lambda: f() + '!')")
    book.grow(place + "class Base:\n    def name(self):\n        return 'base'\n\n\nclass Rest:\n"
              "    def name(self):\n        return 'rest'")
    one = "class Child(Base):\n    gone = 1\n\n    def name(self):\n        return 'child of ' + super().name()"
    book.grow(f"{place}{one}\n\n\n@loud\ndef say():\n    return 'one'")
    names = {}
    exec("from minigrad.core.ops import Child, say\nmade = Child()", names)
    sys.modules["minigrad.core.engine"].say = names["say"]
    assert names["made"].name() == "child of base"
    two = one.replace("child of", "grandchild of").replace("    gone = 1\n\n", "").replace("(Base)", "(Rest)")
    book.grow(f"{place}{two}\n\n\n@loud\ndef say():\n    return 'two'")
    assert names["made"].name() == "grandchild of rest" and isinstance(names["made"], names["Child"])
    assert not hasattr(names["made"], "gone") and names["Child"].__mro__[1].__name__ == "Rest"
    assert sys.modules["minigrad.core.engine"].say() == "two!", "what is decorated is replaced where it is used"


def test_an_object_that_a_cell_makes_anew_is_handed_on_to_whoever_has_the_old_one(begin):
    torch = begin(8)
    for cell in SHOWN[8]:
        if cell.id in ("switch", "blocks", "enter-ours", "leave-ours"):
            book.grow(cell.text.replace(": ours", ""))
    x = torch.ones(2, requires_grad=True)
    for remark in ("", "\n# a remark of the reader's", "\n\ndef another():\n    return recording.on"):
        book.grow(next(cell.source for cell in CELLS[8] if cell.id == "switch") + remark)
        with torch.no_grad():
            assert (x * 2).requires_grad is torch.is_grad_enabled() is False
        assert (x * 2).requires_grad and torch.is_grad_enabled()


def test_between_two_changed_parts_one_line_says_that_something_is_left_out(begin):
    begin(8)
    shown = book.grow(next(cell.source for cell in CELLS[8] if cell.id == "switch"))
    assert "class Recording" in shown._repr_html_()
    for words in (repr(shown), shown._repr_html_()):
        assert "…" in words and not re.search(r"…(</div><div[^>]*>)?\s*…", words)


def test_an_error_shows_the_readers_lines_and_how_to_see_all():
    """The lines of the engine are counted; those of the reader's hook, and of an error of his own, are shown."""
    calls = in_kernel([
        "from minigrad.teach import chapter\ntorch = chapter(12)",
        "x = torch.ones(2, requires_grad=True)\n(x * x).backward()",
        "%tb",
        "def hook(grad):\n    return grad / None\n\nx.register_hook(hook)\n(x * x).sum().backward()",
        "{}['mine']",
    ])
    shown = [text(outputs) for outputs in calls]
    errors = [output.traceback for outputs in calls for output in outputs if output.output_type == "error"]
    assert len(errors) == 4 and "\x1b" not in str(errors), "IPython's colours are hard to read on JupyterLab's red"
    assert "----> 2 (x * x).backward()" in shown[1] and "File " not in shown[1]
    assert "steps inside minigrad not shown. To see them, run %tb in a cell of its own.)" in shown[1]
    assert shown[1].endswith("RuntimeError: grad can be implicitly created only for scalar outputs")
    assert shown[2].count("minigrad") > 2 and "in first_gradient(output)" in shown[2]
    assert "return grad / None" in shown[3] and "<minigrad." not in shown[3]
    assert shown[4].endswith("KeyError: 'mine'") and "not shown" not in shown[4]
