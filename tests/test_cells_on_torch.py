"""The same cells on real torch: what a chapter's experiments print with minigrad, they print with PyTorch, too.

Each chapter runs once more, from top to bottom in a process of its own, where every module of minigrad except the
teaching aids and the pictures is a stand-in whose names are torch's: `from minigrad.engine import grad` gives
`torch.autograd.grad`. Package code is not run; the names that it defines come from torch. Cells tagged `minigrad`, which
are about the package's own inside, are left out, and counted. The checkers of exercises get their `tensor` and `mul` by
the same imports, so that they, too, ask torch.
"""

import ast
import copy
import difflib
import functools
import importlib
import multiprocessing
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from types import ModuleType

import pytest
from common import ADDRESS, ROOT, chapters, code_cells, module_of, read, tags
from IPython.core.displayhook import CapturingDisplayHook
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from nbformat.v4 import new_code_cell, new_notebook
from traitlets.config import Config

torch = pytest.importorskip("torch")

CHAPTERS = chapters(ROOT)
AIDS = ("viz", "teach")  # the parts of minigrad that look at real torch tensors as well, and stay what they are
LOOKED_UP = ["torch", "torch.autograd"] + [
    f"torch.autograd.{name}" for name in ("function", "functional", "gradcheck", "graph")
] + ["torch.nn", "torch.nn.functional", "torch.optim"]
MOST_LEFT_OUT = 8  # cells of one chapter
LARGEST_SHARE = 0.2  # of one chapter's experiments
LARGEST_SHARE_OF_ALL = 0.1


# torch in the place of minigrad


def on_torch(name):
    """torch's object of this name; for a name that torch has not, something that says so when it is used."""
    for place in map(sys.modules.get, LOOKED_UP):
        found = getattr(place, name, None)
        if found is not None and not name.startswith("_") and not isinstance(found, ModuleType):
            return found

    def only_in_minigrad(*_, **__):
        raise NotImplementedError(f"{name!r} is no public name of torch: a cell that needs it is about minigrad's inside")

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


def names_only(source):
    """Package code without what it defines: its imports, and the names of its functions, classes and values."""
    body = ast.parse(source).body
    names = {part.name for part in body if isinstance(part, (ast.FunctionDef, ast.ClassDef))}
    for target in [target for part in body if isinstance(part, ast.Assign) for target in part.targets]:
        names |= {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    return [part for part in body if isinstance(part, (ast.Import, ast.ImportFrom))], names


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
        if module_of(cell):
            imports, names = names_only(cell.source)
            exec(compile(ast.Module(imports, []), cell.id, "exec"), kernel.user_ns)
            kernel.user_ns |= {name: on_torch(name) for name in names}
        elif not {"minigrad", "exercise"} & set(tags(cell)) and "beside_torch(" not in cell.source:
            said[cell.id] = said_by(kernel, cell.source)
    return said


@functools.cache
def processes():
    """Where a chapter finds torch loaded already: torch takes longer to load than a chapter to run."""
    ways = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in ways else "spawn")
    context.set_forkserver_preload(["torch", "IPython.core.interactiveshell", "nbformat", "pytest"])
    return context


def run_on_torch(notebook, folder):
    with ProcessPoolExecutor(1, mp_context=processes()) as pool:
        return pool.submit(work_through, notebook, folder).result()


@functools.cache
def outcome(path):
    """A chapter as it is stored, and what its cells say on torch."""
    notebook = read(path)
    return notebook, run_on_torch(notebook, path.parent)


# Comparing


def is_experiment(cell):
    """Whether a cell shows what tensors do: no package code, no imports, no question or table of the teaching aids."""
    imports_only = all(isinstance(part, (ast.Import, ast.ImportFrom)) for part in ast.parse(cell.source).body)
    aid = {"predict", "exercise", "solution"} & set(tags(cell)) or "beside_torch(" in cell.source
    return not (module_of(cell) or imports_only or aid)


def experiments(notebook):
    return [cell for cell in code_cells(notebook) if is_experiment(cell)]


def left_out(cells):
    return [cell for cell in cells if "minigrad" in tags(cell)]


def compared(notebook):
    return [cell for cell in experiments(notebook) if not {"minigrad", "nbval-ignore-output"} & set(tags(cell))]


def solutions(notebook):
    return [cell for cell in code_cells(notebook) if "solution" in tags(cell)]


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
        difference = difflib.unified_diff(lines(stored(cell)), lines(said[cell.id]), "stored", "torch", lineterm="", n=99)
        if text := "\n".join(difference):
            found[cell.id] = text
    return found


def none(path, found):
    assert not found, "".join(f"\n\n{path.stem}, cell {cell}\n{text}" for cell, text in found.items())


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def chapter(request):
    return request.param


def test_a_cell_says_on_torch_what_is_stored(chapter):
    notebook, said = outcome(chapter)
    assert compared(notebook)
    none(chapter, complaints(compared(notebook), said))


def test_a_solution_passes_on_torch(chapter):
    notebook, said = outcome(chapter)
    cells = [cell for cell in solutions(notebook) if "minigrad" not in tags(cell)]
    none(chapter, complaints(cells, said))
    assert [cell.id for cell in cells if "passed" not in "".join(lines(said[cell.id]))] == []
