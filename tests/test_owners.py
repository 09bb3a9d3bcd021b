"""Every name has one owner: no attribute of Tensor, of a class of nodes or of Function is bound in two places."""
import ast
from collections import defaultdict
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "minigrad"
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if not {"viz", "teach"} & set(path.parts)]
OWNERS = ("Tensor", "Node", "AccumulateGrad", "Function", "Hooks", "Module")


def names_in(target):
    """The single targets of an assignment, `a, b = ...` as two."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return [name for part in target.elts for name in names_in(part)]
    return [target]


def of_loop(loop, call):
    """The attributes that `for x in (...): setattr(Tensor, <x or x.__name__>, ...)` binds."""
    assert isinstance(loop.iter, ast.Tuple), f"line {loop.lineno}: loop over names that stand there"
    if ast.unparse(call.args[1]) == loop.target.id:
        return [part.value for part in loop.iter.elts]
    assert ast.unparse(call.args[1]) == f"{loop.target.id}.__name__"
    return [part.id.removesuffix("_") for part in loop.iter.elts]


def bindings(text):
    """(attribute, line) for everything that a module binds on one of the owners, at its top level or in a class."""
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.ClassDef) and statement.name in OWNERS:
            for part in statement.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{statement.name}.{part.name}", part.lineno
                for target in getattr(part, "targets", ()):
                    for name in names_in(target):
                        yield f"{statement.name}.{name.id}", part.lineno
        for target in getattr(statement, "targets", ()):
            for name in names_in(target):
                if isinstance(name, ast.Attribute) and ast.unparse(name.value) in OWNERS:
                    yield ast.unparse(name), statement.lineno
        if isinstance(statement, ast.For):
            for call in [node for node in ast.walk(statement) if isinstance(node, ast.Call)]:
                if ast.unparse(call.func) == "setattr" and ast.unparse(call.args[0]) in OWNERS:
                    for name in of_loop(statement, call):
                        yield f"{ast.unparse(call.args[0])}.{name}", statement.lineno


def owners():
    found = defaultdict(list)
    for path in FILES:
        if path.name != "leftout.py":  # it takes only names that nobody has
            for name, line in bindings(path.read_text(encoding="utf-8")):
                found[name].append(f"{path.relative_to(PACKAGE)}:{line}")
    return found


def test_every_attribute_has_one_owner():
    found = owners()
    assert {"Tensor.__add__", "Tensor.sum", "Tensor.log_", "Tensor.prod", "Node.apply", "Function.vjp"} <= found.keys()
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


@pytest.mark.parametrize("text", [
    "Tensor.add = 1\nTensor.add = 2", "class Tensor:\n    add = 1\nTensor.sub, Tensor.add = 1, 2",
    "class Tensor:\n    def add(self): pass\nfor op in (add, sub):\n    setattr(Tensor, op.__name__, op)",
    "for name in ('add', 'sub'):\n    setattr(Tensor, name, 1)\nTensor.add = 3",
])
def test_a_second_owner_is_noticed(text):
    names = [name for name, _ in bindings(text)]
    assert names.count("Tensor.add") == 2


def test_nothing_wraps_what_makes_a_tensor():
    for path in FILES:
        assert "Tensor.__init__" not in path.read_text(encoding="utf-8"), path
