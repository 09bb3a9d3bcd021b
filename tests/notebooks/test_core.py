"""The core is what the chapters leave behind: its lines stand in their cells, the reader's definitions as they are."""

import ast

import pytest
from common import ROOT, stages

CORE = ROOT / "minigrad" / "core"
REST = {  # what stands in no chapter's cell, and why
    "tensors.py: Tensor.output_nr": "of most tensors; chapter 2's `edge` asks for it",
    "tensors.py: Tensor._counter": "until somebody writes or shares",
    "tensors.py: Tensor._leaf_node": "until somebody asks for the leaf's node",
    "tensors.py: Tensor.__init__": "chapter 1's, and `Tensor([1, 2])`; flag and node have names that nothing checks",
    "tensors.py: Tensor._version": "chapter 9's, and what inference mode says",
    "tensors.py: storage": "a lone NumPy number becomes an array before it can be shared",
    "node.py: Node.speaks_arrays": "of all but chapter 11's nodes",
    "node.py: Node._versions": "until something is saved",
    "node.py: Node._hooks": "until chapter 10 registers one",
    "node.py: AccumulateGrad.backward": "chapter 12's `fill`, one thread after the other",
    "node.py: apply": "chapter 3's; views and a user's outputs are tensors already, and NumPy is not heard",
    "node.py: Node.apply": "it is a method of the class",
    "node.py: add_into": "chapter 6's; it counts the write, and refuses what expand() shows",
    "ops.py: Nothing.__array_ufunc__": "a gradient that did not come, for NumPy",
    "ops.py: Nothing.__add__": "and for the sum",
    "ops.py: Nothing.__radd__": "from both sides",
    "ops.py: NOTHING": "chapter 6 puts it in the place of None",
    "engine.py: GraphRoot._outputs": "it has none",
    "engine.py: slots": "what has arrived as a list, one entry for each output: chapter 10 asks for it",
    "engine.py: Order.__init__": "chapter 10's; of three leaves complete at once PyTorch's heap says which is next",
    "engine.py: Arrived.keeps": "for grad(), which reads sums after the walk",
    "engine.py: Arrived.__setitem__": "chapter 10's `arrive`, under the name by which Python calls it",
}
REPLACED = {"backward": "01", "send": "02", "jacobian": "05"}  # definitions whose title card says so


def bare(node):
    """A part's syntax tree as text, without docstrings and decorators."""
    for inner in ast.walk(node):
        if isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
            if ast.get_docstring(inner) is not None:
                inner.body = inner.body[1:] or [ast.Pass()]
            inner.decorator_list = []
    return ast.dump(node)


def units(body, owner=""):
    """(name, tree as text, lines) of each function and each value, also in classes; imports and docstrings left out."""
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Delete)):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        lines = node.end_lineno - node.lineno + 1
        if isinstance(node, ast.ClassDef):
            yield from units(node.body, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield owner + node.name, bare(node), lines
        elif isinstance(node, ast.Assign):
            targets = [part for target in node.targets for part in getattr(target, "elts", [target])]
            for target in targets:
                name = ast.unparse(target)
                yield owner + name, f"{name.rpartition('.')[2]} = {ast.dump(node.value)}", lines
        else:
            yield ast.unparse(node)[:40], bare(node), lines


@pytest.fixture(scope="module")
def shown():
    """All that the chapters' own cells show, and the forms of ours below their blanks."""
    cells = [cell for path in stages.GROWTH.glob("[0-9][0-9]_*.txt") for cell in stages.cells_of(path)]
    return {tree for cell in cells for _, tree, _ in units(ast.parse(cell.source).body)}


def parts(path):
    return list(units(ast.parse(path.read_text(encoding="utf-8")).body))


def test_what_stands_in_no_cell_is_in_the_list(shown):
    missing = [f"{path.name}: {name}" for path in sorted(CORE.glob("*.py")) for name, tree, _ in parts(path)
               if tree not in shown]
    assert sorted(missing) == sorted(REST), set(missing) ^ set(REST)


def test_four_of_five_lines_of_the_core_stand_in_a_chapter_and_nine_of_ten_of_the_engine(shown):
    lines = {path.name: [(count, tree in shown) for _, tree, count in parts(path)] for path in CORE.glob("*.py")}
    share = {name: sum(count for count, is_shown in found if is_shown) / max(sum(count for count, _ in found), 1)
             for name, found in lines.items()}
    every = [pair for found in lines.values() for pair in found]
    assert share["engine.py"] >= 0.9, share
    assert sum(count for count, is_shown in every if is_shown) >= 0.8 * sum(count for count, _ in every), share


def test_the_core_is_small_and_its_functions_are_short():
    texts = [path.read_text(encoding="utf-8") for path in CORE.glob("*.py")]
    assert sum(text.count("\n") for text in texts) <= 1000
    for node in [node for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]:
        assert node.end_lineno - node.lineno + 1 <= 25, node.name


@pytest.mark.parametrize("name", [name for name in stages.blanks(stages.growth()) if name not in REPLACED])
def test_a_definition_of_the_readers_ships_as_ours_says(name):
    ours = stages.blanks(stages.growth())[name]
    (wanted,) = [bare(node) for node in ast.parse(ours.source).body if isinstance(node, ast.FunctionDef)]
    text = (ROOT / "minigrad" / f"{ours.module.replace('.', '/')}.py").read_text(encoding="utf-8")
    assert wanted in [bare(node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
