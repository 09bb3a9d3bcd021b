"""Every name has one owner: nothing of a class, of a module, or of the package is bound in two places."""
import ast
from collections import defaultdict
from pathlib import Path

import pytest

import minigrad

PACKAGE = Path(__file__).resolve().parents[2] / "minigrad"
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if not {"locale", "viz", "teach"} & set(path.parts)]
TREES = {str(path.relative_to(PACKAGE)): ast.parse(path.read_text(encoding="utf-8")) for path in FILES}
CLASSES = {node.name for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def parts_of(target):
    """The single targets of an assignment: two of `a, b = ...`."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return [part for entry in target.elts for part in parts_of(entry)]
    return [target]


def targets_of(statement):
    return [part for target in getattr(statement, "targets", [getattr(statement, "target", None)])
            for part in parts_of(target)]


def looped(loop, call):
    """The names of `for x in (...): setattr(Tensor, <x or x.__name__>, ...)`."""
    assert isinstance(loop.iter, ast.Tuple) and isinstance(loop.target, ast.Name), f"line {loop.lineno}: a plain loop"
    if ast.unparse(call.args[1]) == loop.target.id:
        return [part.value for part in loop.iter.elts]
    assert ast.unparse(call.args[1]) == f"{loop.target.id}.__name__", f"line {loop.lineno}: which names?"
    return [part.id.removesuffix("_") for part in loop.iter.elts]


def in_class(body):
    """The names that the body of a class binds; not the setter of a property, which belongs to its getter."""
    for part in body:
        if isinstance(part, ast.FunctionDef):
            if not any(ast.unparse(decorator).endswith(".setter") for decorator in part.decorator_list):
                yield part.name
        elif isinstance(part, (ast.Assign, ast.AnnAssign)):
            yield from (name.id for name in targets_of(part) if isinstance(name, ast.Name))


def bindings(tree, classes=CLASSES):
    """Every attribute of a class, as "Tensor.add", once for each place that binds it, wherever it stands."""
    loops = {call: loop for loop in ast.walk(tree) if isinstance(loop, ast.For)
             for call in ast.walk(loop) if isinstance(call, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in classes:
            yield from (f"{node.name}.{name}" for name in in_class(node.body))
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in targets_of(node):
                if isinstance(target, ast.Attribute) and ast.unparse(target.value).split(".")[-1] in classes:
                    yield f"{ast.unparse(target.value).split('.')[-1]}.{target.attr}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "setattr":
            owner, name = ast.unparse(node.args[0]).split(".")[-1], node.args[1]
            if owner in classes:
                names = [name.value] if isinstance(name, ast.Constant) else looped(loops[node], node)
                yield from (f"{owner}.{name}" for name in names)


def aliases(tree, classes=CLASSES):
    """Other names under which a module imports a class."""
    return [f"{alias.name} as {alias.asname}" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
            for alias in node.names if alias.asname and alias.name in classes]


def test_every_attribute_of_a_class_has_one_owner():
    found = defaultdict(list)
    for name, tree in TREES.items():
        assert aliases(tree) == [], name
        if name != "library/left_out.py":  # it takes only names that nobody has
            for attribute in bindings(tree):
                found[attribute].append(name)
    assert {"Tensor.__add__", "Tensor.sum", "Tensor.log_", "Tensor.prod", "Node.apply", "Function.vjp"} <= found.keys()
    assert {attribute: places for attribute, places in found.items() if len(places) > 1} == {}


def test_every_name_of_a_module_is_defined_once():
    for name, tree in TREES.items():
        defined = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
        assert sorted(set(defined)) == sorted(defined), name


def test_every_public_name_of_the_package_is_offered_once():
    tree = TREES["__init__.py"]
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    bound = [alias.asname or alias.name for node in imports for alias in node.names]
    assert len(bound) > 150 and sorted(set(bound)) == sorted(bound)
    assert sorted(set(minigrad.__all__)) == sorted(minigrad.__all__)
    offered = set(bound) - {"core", "operations", "library", "quick", "_left_out"}
    odd = sorted(offered ^ set(minigrad.__all__))
    assert not odd, f"minigrad/__init__.py: import {odd} there, and name it in __all__, too"


@pytest.mark.parametrize("text", [
    "Tensor.add = 1\nTensor.add = 2", "class Tensor:\n    add = 1\nTensor.sub, Tensor.add = 1, 2",
    "class Tensor:\n    def add(self): pass\nfor op in (add, sub):\n    setattr(Tensor, op.__name__, op)",
    "for name in ('add', 'sub'):\n    setattr(Tensor, name, 1)\nTensor.add = 3",
    "Tensor.add = 1\nif True:\n    Tensor.add = 2", "Tensor.add = 1\ndef grow():\n    Tensor.add: object = 2",
    "Tensor.add = 1\nsetattr(Tensor, 'add', 2)", "Tensor.add = 1\nimport tensors\ntensors.Tensor.add = 2",
    "class Tensor:\n    add: int = 1\nTensor.add = 1",
])
def test_a_second_owner_is_noticed(text):
    assert list(bindings(ast.parse(text), {"Tensor"})).count("Tensor.add") == 2


def test_another_name_for_a_class_is_noticed():
    assert aliases(ast.parse("from minigrad.core.tensors import Tensor as T"), {"Tensor"}) == ["Tensor as T"]
