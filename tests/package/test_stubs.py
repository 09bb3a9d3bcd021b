"""An editor knows the package: what it offers after a dot, what `help` says, and which lines it calls wrong."""

import ast
import builtins
import importlib
import inspect
import json
import pydoc
import re
import subprocess
import sys

import jedi
import pytest
from common import ROOT, chapters, code_cells, module_of, read, stages, tags

import minigrad
from minigrad.exact.left_out import LeftOut

PROGRAM = """\
import minigrad as torch
from minigrad import nn, optim
from minigrad.autograd import Function, grad
from minigrad.autograd.functional import jacobian


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.factor = 2
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ctx.factor * x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.rest = nn.Linear(2, 3), nn.Sequential(nn.ReLU(), nn.Linear(3, 1))

    def forward(self, x):
        return self.rest(self.first(x))


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (Square.apply(x) + torch.ones(2)).sum()
handle = x.register_hook(lambda grad: 2 * grad)
y.backward()
handle.remove()
print(x.grad.sum().item() + 1, x.shape[0] + 1, x.max().item(), x.max(0).indices, x.grad_fn)
with torch.no_grad():
    x -= 0.1 * x.grad
print(x.requries_grad)
model = Net()
optimizer = optim.Adam(model.parameters(), lr=0.1)
loss = torch.zeros(1)
for row in torch.rand(3, 2):
    optimizer.zero_grad()
    loss = (model(row) - 1).square().mean()
    loss.backward()
    optimizer.step()
(slope,) = grad(x.sin().sum(), x, create_graph=True)
values, places = slope.sort()
print(jacobian(torch.exp, x).tolist(), float(loss), f"{loss:.3f}", model.first.weight.dtype)
print(x.device.type, torch.iinfo(torch.int64).max, torch.IntTensor([1]).sum(), torch.exp(x).sum().item())
"""


def test_the_stubs_are_current():
    run = subprocess.run([sys.executable, str(ROOT / "tools" / "stubs.py"), "--check"], capture_output=True, text=True)
    assert run.returncode == 0, f"run tools/stubs.py: {run.stdout[-2000:]}{run.stderr[-2000:]}"


def test_the_stub_of_tensor_says_where_each_method_stands():
    text = (ROOT / "minigrad" / "core" / "tensors.pyi").read_text(encoding="utf-8")
    found = {name: module for module, names in re.findall(r"from (\S+) import \(([^)]+)\)", text)
             for name in re.split(r",\s+", re.sub(r"\w+ as ", "", names))}
    found |= dict(re.findall(r"def (\w+)\(.*  # (\S+)", text))
    assert found["sum"] == "minigrad.operations.reductions" and found["log_"] == "minigrad.library.elementwise"
    assert METHODS.keys() - found.keys() == {"detach"}  # of the file beside it


def test_every_stub_has_its_module():
    for path in (ROOT / "minigrad").rglob("*.pyi"):
        assert path.with_suffix(".py").exists(), path


# ---- annotations ----

WITHOUT = {"finfo": "its class is made where it is called", "hessian": "PyTorch's says nothing, and it is printed",
           "jacobian": "as hessian"}


@pytest.mark.parametrize("face", ["", ".nn.functional", ".nn.init", ".autograd.functional", ".autograd.graph",
                                  ".optim"])
def test_a_public_function_says_what_it_gives(face):
    """But for those that a chapter shows: there, code stands without types."""
    pytest.importorskip("torch")
    torch, ours = [importlib.import_module(name + face) for name in ("torch", "minigrad")]
    taught = {cell.module for cell in stages.growth()}
    silent = [name for name, value in vars(ours).items() if name[0] != "_" and hasattr(torch, name)
              and inspect.isfunction(value) and value.__module__.removeprefix("minigrad.") not in taught
              and "return" not in value.__annotations__]
    assert [name for name in silent if name not in WITHOUT] == []


# ---- jedi ------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("code", "name"), [
    ("minigrad.tensor", "tensor"), ("minigrad.tensor([1.0]).sum", "sum"), ("minigrad.cat", "cat"),
    ("minigrad.tensor(1.0).exp().backward", "backward"), ("minigrad.ones(2).grad", "grad"),
    ("minigrad.nn.Linear", "Linear"), ("minigrad.optim.Adam", "Adam"),
    ("minigrad.autograd.grad", "grad"), ("minigrad.autograd.graph.Node.save_for_backward", "save_for_backward"),
    ("Mine.apply", "apply"), ("minigrad.nn.Linear(2, 3).weight.detach", "detach"),
    ("minigrad.ones(2).clamp_", "clamp"), ("minigrad.nn.Linear(2, 3).to", "to"),
])
def test_an_editor_finds_the_definition(code, name):
    text = f"import minigrad\n\n\nclass Mine(minigrad.autograd.Function):\n    pass\n\n\n{code}"
    script = jedi.Script(text, path=str(ROOT / "user.py"), project=jedi.Project(ROOT))
    line, column = text.count("\n") + 1, len(text.rpartition("\n")[2])
    (found,) = script.goto(line, column, follow_imports=True, prefer_stubs=True)
    assert found.full_name.startswith("minigrad.") and found.name == name and script.infer(line, column)
    assert found.module_path.is_relative_to(ROOT / "minigrad") and found.docstring()


def test_every_public_name_is_offered():
    text = "import minigrad\nminigrad."
    found = {one.name for one in jedi.Script(text, path=str(ROOT / "user.py")).complete(2, len("minigrad."))}
    assert set(minigrad.__all__) <= found


def test_what_is_left_out_is_not_offered():
    text = "import minigrad\nminigrad.ones(2)."
    found = {one.name for one in jedi.Script(text, path=str(ROOT / "user.py")).complete(2, len("minigrad.ones(2)."))}
    assert {"sum", "backward", "grad", "requires_grad_", "add_", "shape"} <= found
    left_out = {name for name, value in vars(minigrad.Tensor).items() if isinstance(value, LeftOut)}
    assert len(left_out) > 50 and not left_out & found


# ---- help ------------------------------------------------------------------------------------------------------------

# Named after the function that a chapter teaches, or, as in PyTorch, after the method that they are another name for.
TAUGHT = {"backward": "tensor_backward", "type": "tensor_type"}
ALIASES = {"ndimension": "dim", "nelement": "numel"}
METHODS = {name: value for name, value in vars(minigrad.Tensor).items() if name[0] != "_" and inspect.isfunction(value)}


@pytest.mark.parametrize("name", METHODS)
def test_a_method_says_its_own_name_signature_and_meaning(name):
    method = METHODS[name]
    assert method.__name__ == (TAUGHT | ALIASES).get(name, name)
    if name not in TAUGHT:
        assert method.__qualname__.rpartition(".")[2] == method.__name__ and "<locals>" not in method.__qualname__
        assert method.__doc__ and "None" not in method.__doc__.partition("\n")[0].replace("or None", "")
    wrapper = {"args", "kwargs"} <= inspect.signature(method).parameters.keys()
    assert not wrapper, inspect.signature(method)


def test_operators_are_named_after_their_operations():
    for name, value in vars(minigrad.Tensor).items():
        if name[:2] == "__" and inspect.isfunction(value):
            assert not re.search(r"<|_operator|method|write|call", value.__qualname__.replace("Tensor.__", "")), name


def test_help_shows_the_operation():
    text = re.sub(".\b", "", pydoc.render_doc(minigrad.Tensor.sum))
    assert "sum(input, dim=None, keepdim=False, *, dtype=None)" in text and "The sum of all entries" in text
    assert str(inspect.signature(minigrad.Tensor.add_)) == "(input, other, *, alpha=1) -> minigrad.core.tensors.Tensor"


# ---- pyright ---------------------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def pyright():
    """Asks pyright about {name: text of a program}; the answer has a list of (line, rule, sentence) for each."""
    pytest.importorskip("pyright")

    def ask(folder, programs, **settings):
        for name, text in programs.items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
        config = {"typeCheckingMode": "basic", "extraPaths": [str(ROOT)], **settings}
        (folder / "pyrightconfig.json").write_text(json.dumps(config))
        command = [sys.executable, "-m", "pyright", "--outputjson", "-p", str(folder), "--pythonpath", sys.executable]
        run = subprocess.run(command, capture_output=True, encoding="utf-8")
        found = {name: [] for name in programs}
        for one in json.loads(run.stdout)["generalDiagnostics"]:
            if one["severity"] == "error":
                name = re.search(r"(\w+)\.py$", one["file"])[1]
                found[name].append((one["range"]["start"]["line"], one.get("rule", ""), one["message"]))
        return found
    return ask


@pytest.mark.parametrize("mode", ["basic", "standard"])
def test_in_a_program_an_editor_finds_the_typing_error_and_nothing_else(pyright, tmp_path, mode):
    (found,) = pyright(tmp_path, {"program": PROGRAM}, typeCheckingMode=mode).values()
    assert [(rule, PROGRAM.splitlines()[line]) for line, rule, _ in found] == [
        ("reportAttributeAccessIssue", "print(x.requries_grad)")
    ], found


# ---- the chapters ----------------------------------------------------------------------------------------------------

# What pyright says of cells, and why it is right, or cannot know; cells that fail on purpose, and exercises, apart.
SAID = {
    ("00", "versions"): "minigrad.viz loads its parts when they are asked for",
    ("02", "misspelt"): "flags are misspelt on purpose",
    ("11", "refusals"): "rules are put into a class whose signatures do not fit on purpose",
    ("12", "three-times"): "sum() of tensors is a tensor",
    ("12", "circle-opened"): "backward() has filled .grad",
    ("14", "new-loop"): "backward() has filled .grad",
}
SETTINGS = {
    "reportRedeclaration": False,  # a notebook defines a name again: in an exercise, and in its solution
}
# `w.grad = None` at the end of a loop is all that pyright knows of a parameter `w` of a function, whatever it is.
UNKNOWN = "Unknown | None"


def made_by(cell):
    """The names that package code makes, but not those of Python itself: experiments use Python's `sum`."""
    body = ast.parse(cell.source).body
    names = {part.name for part in body if isinstance(part, (ast.FunctionDef, ast.ClassDef))}
    targets = [target for part in body if isinstance(part, ast.Assign) for target in part.targets]
    stored = [node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    names |= {node.id for node in stored if isinstance(node.ctx, ast.Store)}
    return sorted(name for name in names if not hasattr(builtins, name))


def as_program(cell):
    """A code cell as a part of a program: package code is imported, and `torch` is the package."""
    if re.search(r"(?m)^torch = chapter\(\d+\)$", cell.source):
        return "import minigrad as torch"
    if module_of(cell) and not (ROOT / "minigrad" / f"{module_of(cell).replace('.', '/')}.py").exists():
        return cell.source  # the chapter's own, which the package does not keep
    if module_of(cell):
        made = importlib.import_module(f"minigrad.{module_of(cell)}")
        names = ", ".join(name for name in made_by(cell) if hasattr(made, name))  # not what was replaced since
        return f"from minigrad.{module_of(cell)} import {names}" if names else ""
    return re.sub(r"(?m)^( *)[%!].*$", r"\1pass", cell.source)


def test_in_the_chapters_an_editor_finds_what_is_wrong_on_purpose_and_nothing_else(pyright, tmp_path):
    programs, cells = {}, {}
    for path in chapters(ROOT):
        number, text = path.stem[:2], ""
        for cell in code_cells(read(path)):
            for line in as_program(cell).split("\n"):
                cells[number, text.count("\n")] = cell
                text += line + "\n"
        programs[f"chapter{number}"] = text
    found = {}
    for name, errors in pyright(tmp_path, programs, **SETTINGS).items():
        for line, rule, sentence in errors:
            cell = cells[name[-2:], line]
            if UNKNOWN not in sentence and not {"raises-exception", "exercise"} & set(tags(cell)):
                found.setdefault((name[-2:], cell.id), []).append(f"{rule}: {sentence}")
    assert {cell: said for cell, said in found.items() if cell not in SAID} == {}
    assert found.keys() == SAID.keys(), "a line of SAID is out of date"
