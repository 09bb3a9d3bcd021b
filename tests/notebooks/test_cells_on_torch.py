"""The same cells on real torch: what a chapter's experiments print with minigrad, they print with PyTorch, too.

Each chapter runs once more, from top to bottom in a process of its own, where every module of minigrad except the
teaching aids and the pictures is a stand-in whose names are torch's: `from minigrad.core.engine import grad` gives
`torch.autograd.grad`. The cell `torch = chapter(7)` is not run: `torch` is torch. Package code is not run either; the
names that it defines come from torch. Cells tagged `minigrad` are
about the package's own inside: they are left out, and counted. The checkers of exercises get their `tensor` and `mul`
by the same imports, so that they, too, ask torch.
"""

import ast
import builtins
import copy
import difflib
import functools
import importlib
import multiprocessing
import os
import re
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from types import ModuleType

import pytest
from common import ADDRESS, ROOT, chapters, code_cells, folded, module_of, read, tags, unfolded
from IPython.core.displayhook import CapturingDisplayHook
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from nbformat.v4 import new_code_cell, new_notebook
from traitlets.config import Config

torch = pytest.importorskip("torch")

CHAPTERS = chapters(ROOT)
AIDS = ("viz", "teach", "locale")  # the parts of minigrad that work on real torch tensors as well, or know none
LOOKED_UP = ["torch", *(f"torch.{name}" for name in ("autograd", "nn", "nn.functional", "optim"))]
LOOKED_UP += [f"torch.autograd.{name}" for name in ("function", "functional", "gradcheck", "graph")]
# Loaded once, before the chapters' processes branch off: it takes longer than all chapters together. torch itself would
# load the module of shapes only at the first backward() with a gradient, and so in nearly every chapter.
PRELOADED = ["torch.fx.experimental.symbolic_shapes", "IPython.core.interactiveshell", "nbformat", "pytest"]

MOST_LEFT_OUT = 8  # cells of one chapter
LARGEST_SHARE = 1 / 5  # of the cells of one chapter that say something
LARGEST_SHARE_OF_ALL = 1 / 10  # the same for all chapters together, and for the solutions of their exercises
COUNTS = "17_quick"  # its cells count what runs in this package
FREES_FROM = 7  # the chapter in which the engine learns to free, and pictures begin to speak of it


# torch in the place of minigrad


def on_torch(name):
    """torch's object of this name; for a name that torch has not, something that says so when it is used."""
    for place in map(sys.modules.get, LOOKED_UP):  # the attribute torch.autograd.gradcheck is a function
        found = getattr(place, name, None)
        if found is not None and not name.startswith("_") and not isinstance(found, ModuleType):
            return found

    def only_in_minigrad(*_, **__):
        raise NotImplementedError(f"torch has no public name {name!r}: a cell that needs it is about minigrad's inside")

    return only_in_minigrad


class StandIn(ModuleType):
    """A module of minigrad from which every import gets torch's object."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return on_torch(name)


def put_torch_in_place():
    """From here on this process imports torch's names from minigrad."""
    for name in LOOKED_UP:
        importlib.import_module(name)
    for path in (ROOT / "minigrad").rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[1] not in AIDS:
            name = ".".join(parts).removesuffix(".__init__")
            sys.modules[name] = StandIn(name)
    package = sys.modules["minigrad"] = ModuleType("minigrad")
    package.__path__ = [str(ROOT / "minigrad")]
    package.__getattr__ = functools.partial(getattr, torch)


def names_of(source):
    """The names of package code's functions, classes and values that a notebook has: not those of Python itself."""
    body = ast.parse(source).body
    names = {part.name for part in body if isinstance(part, (ast.FunctionDef, ast.ClassDef))}
    for target in [target for part in body if isinstance(part, ast.Assign) for target in part.targets]:
        names |= {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    return {name for name in names if not hasattr(builtins, name)}


def is_chapter(cell):
    """Whether a cell is the chapter's first, `torch = chapter(7)`."""
    return re.search(r"^torch = chapter\(\d+\)$", cell.source, re.MULTILINE) is not None


# Running a chapter


def shell():
    """IPython as a notebook's kernel has it, without history, and showing results as plain text only."""
    made = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}))
    made.display_formatter.active_types = ["text/plain"]
    made.display_pub = CapturingDisplayPublisher()
    made.display_trap.hook = CapturingDisplayHook(made)
    made.showtraceback = made.showsyntaxerror = lambda *_, **__: None
    return made


def said_by(shell, source):
    """What a cell says, as pairs of "stdout", "stderr", "result" or "error" and a text."""
    shown = shell.display_trap.hook.outputs, shell.display_pub.outputs
    for outputs in shown:
        outputs.clear()
    with capture_output(display=False) as streams:
        problem = shell.run_cell(source)
    problem = problem.error_before_exec or problem.error_in_exec
    pairs = [("stdout", streams.stdout), ("stderr", streams.stderr)]
    pairs += [("result", output["data"]["text/plain"]) for outputs in shown for output in outputs if output["data"]]
    pairs += [("error", f"{type(problem).__name__}: {problem}")] if problem else []
    return [(kind, text) for kind, text in pairs if text]


def work_through(notebook, folder):
    """{id of a cell: what it says on torch} of the cells of a notebook that run there."""
    os.chdir(folder)
    put_torch_in_place()
    torch.set_num_threads(1)
    kernel, said = shell(), {}
    for cell in code_cells(notebook):
        if is_chapter(cell):
            kernel.user_ns["torch"] = torch
            number = int(re.search(r"chapter\((\d+)\)", cell.source)[1])
            importlib.import_module("minigrad.viz.sheet.words").FREES = number >= FREES_FROM
        elif module_of(cell):
            kernel.user_ns |= {name: on_torch(name) for name in names_of(cell.source)}
        elif "minigrad" not in tags(cell) and "beside_torch(" not in cell.source:
            said[cell.id] = said_by(kernel, cell.source)
            if "solution" in tags(cell):  # it is not the reader's
                importlib.import_module("minigrad.teach.check").passed.clear()
    return said


@functools.cache
def processes():
    """How a chapter gets its process: with torch loaded already, where the system can do that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context


def run_on_torch(notebook, folder):
    with ProcessPoolExecutor(1, mp_context=processes()) as pool:
        return pool.submit(work_through, notebook, folder).result()


@functools.cache
def outcome(path):
    """A chapter as it is stored, and what its cells say on torch."""
    notebook = read(path)
    return notebook, run_on_torch(unfolded(read(path)), path.parent)


# Comparing


def is_experiment(cell):
    """Whether a cell shows what tensors do: no package code, no imports, no question or table of the teaching aids."""
    imports_only = all(isinstance(part, (ast.Import, ast.ImportFrom)) for part in ast.parse(cell.source).body)
    aid = {"predict", "exercise", "solution"} & set(tags(cell)) or "beside_torch(" in cell.source
    return not (module_of(cell) or is_chapter(cell) or imports_only or aid)


def experiments(notebook):
    return [cell for cell in code_cells(notebook) if is_experiment(cell)]


def solutions(notebook):
    return [cell for cell in notebook.cells if "solution" in tags(cell)]


def stubs(notebook):
    """The exercises as delivered, without those whose solution needs what only minigrad has."""
    cells = [cell for cell in notebook.cells if {"exercise", "solution"} & set(tags(cell))]
    return [stub for stub, solution in zip(cells[::2], cells[1::2], strict=True) if "minigrad" not in tags(solution)]


def left_out(cells):
    return [cell for cell in cells if "minigrad" in tags(cell)]


def compared(cells):
    return [cell for cell in cells if not {"minigrad", "nbval-ignore-output"} & set(tags(cell))]


def stored(cell):
    """What a cell says as it is stored, in the form of `said_by`."""
    pairs = []
    for output in cell.outputs:
        match output.output_type:
            case "stream":
                pairs.append((output.name, output.text))
            case "error":
                pairs.append(("error", f"{output.ename}: {output.evalue}"))
            case _:
                pairs.append(("result", output.data["text/plain"]))
    return pairs


def lines(pairs):
    """Outputs as lines of text, without addresses, and with torch's name for minigrad's."""
    order = ["stdout", "stderr", "result", "error"]
    text = "\n".join(f"{kind}: {text}" for kind, text in sorted(pairs, key=lambda pair: order.index(pair[0])))
    return re.sub(r"\bminigrad\.", "torch.", ADDRESS.sub("0x...", text)).splitlines()


def complaints(cells, said):
    """{id: stored text against torch's} of those cells that say something else on torch."""
    found = {}
    for cell in cells:
        ours, theirs = lines(stored(cell)), lines(said[cell.id])
        if ours != theirs:
            found[cell.id] = "\n".join(difflib.unified_diff(ours, theirs, "stored", "torch", lineterm="", n=99))
    return found


def none(path, found):
    if found:
        text = "\n\n".join(f"{path.stem}, cell {cell}\n{text}" for cell, text in found.items())
        pytest.fail(text, pytrace=False)


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def chapter(request):
    return request.param


def test_there_are_chapters():
    assert CHAPTERS, "no notebook found: the tests of this file would pass without looking at anything"


def test_a_cell_says_on_torch_what_is_stored(chapter):
    notebook, said = outcome(chapter)
    cells = compared(experiments(notebook))
    assert cells
    none(chapter, complaints(cells, said))


def test_a_solution_passes_on_torch(chapter):
    """A solution that needs what only minigrad has, or whose checker does, is tagged `minigrad` as well."""
    notebook, said = outcome(chapter)
    cells = compared(solutions(notebook))
    assert [cell.id for cell in cells if ": passed (" not in "".join(lines(said[cell.id]))] == []


def test_a_stub_says_on_torch_what_is_stored(chapter):
    """The broken loops of chapter 15 show their symptoms there; all others say "not yet"."""
    notebook, said = outcome(chapter)
    none(chapter, complaints(stubs(notebook), said))


def test_few_cells_of_a_chapter_are_left_out(chapter):
    cells = experiments(read(chapter))
    count, without = sum(bool(cell.outputs) for cell in cells), [cell.id for cell in left_out(cells) if cell.outputs]
    assert len(left_out(cells)) <= MOST_LEFT_OUT + (chapter.stem == COUNTS)  # one more for its last tables
    assert len(without) <= LARGEST_SHARE * count or chapter.stem == COUNTS, without


def test_few_cells_are_left_out_of_all(record_property):
    """The counts are properties of this test; conftest.py prints them at the end."""
    total = Counter()
    for path in CHAPTERS:
        for what, cells in (("experiments", experiments(read(path))), ("solutions", solutions(read(path)))):
            says = [cell for cell in cells if folded(cell) is not None or cell.outputs]
            count, without = len(says), len(left_out(says))
            record_property(f"{path.stem}: {what} that PyTorch repeats", f"{count - without} of {count}")
            total += {} if path.stem == COUNTS else {what: count, f"{what} left out": without}
    for what in ("experiments", "solutions"):
        without, count = total[f"{what} left out"], total[what]
        record_property(f"all chapters: {what} that PyTorch repeats", f"{count - without} of {count}")
    assert total["experiments left out"] <= LARGEST_SHARE_OF_ALL * total["experiments"]
    assert total["solutions left out"] <= LARGEST_SHARE_OF_ALL * total["solutions"]


# The comparison itself


def kind(output):
    if output.output_type == "execute_result":
        return "picture" if "<img" in output.data.get("text/html", "") else "result"
    return output.output_type


def change_a_number(output):
    """Change the last digit of an output's text; False if there is none."""
    holder = output.get("data", output)
    key = {"stream": "text", "error": "evalue"}.get(output.output_type, "text/plain")
    before = ADDRESS.sub("0x...", holder[key])
    holder[key] = re.sub(r"\d(?=\D*\Z)", lambda digit: str((int(digit[0]) + 1) % 10), before)
    return holder[key] != before


@pytest.mark.parametrize("fault", ["stream", "result", "picture", "error"])
def test_one_changed_number_is_found(fault):
    """In copies of all cells that are compared, in every output of one kind."""
    changed = 0
    for notebook, said in map(outcome, CHAPTERS):
        for cell in compared(experiments(notebook)):
            for place, output in enumerate(cell.outputs):
                wrong = copy.deepcopy(cell)
                if kind(output) == fault and change_a_number(wrong.outputs[place]):
                    changed += 1
                    assert cell.id in complaints([wrong], said)
    assert changed > 5


def test_every_name_comes_from_torch_and_only_the_named_ones(tmp_path):
    cells = {
        "chapter": "from minigrad.teach import chapter\n\ntorch = chapter(4)",
        "package": "# minigrad/core/ops.py\ndef ones(n):\n    return n\n\n\ndef inside():\n    return max\n\n\nmax = 1",
        "imports": "import minigrad.core.engine\nfrom minigrad import viz\nfrom minigrad.core.engine import grad",
        "builtins": "list(range(2)), max(1, 2), torch.pi > 3",
        "left-out": "grad = None",
        "says": "print(type(ones(2)).__module__, grad.__module__, viz.__name__)\nones(1).add_(1)",
        "needs": "inside()",
        "more": "from minigrad.autograd.functional import vjp\ntorch.Size, vjp.__module__",
    }
    notebook = new_notebook(cells=[new_code_cell(source, id=name) for name, source in cells.items()])
    notebook.cells[4].metadata.tags = ["minigrad"]
    said = run_on_torch(notebook, tmp_path)
    assert said.pop("needs")[0][1].startswith("NotImplementedError: torch has no public name 'inside'")
    assert said == {
        "imports": [],
        "builtins": [("result", "([0, 1], 2, True)")],
        "says": [("stdout", "torch torch.autograd minigrad.viz\n"), ("result", "tensor([2.])")],
        "more": [("result", "(torch.Size, 'torch.autograd.functional')")],
    }
