"""Write what an editor reads where code alone does not tell it: a stub, `.pyi`, beside a few modules.

    python3 tools/stubs.py            write them
    python3 tools/stubs.py --check    write nothing, say which would change

A function says what it gives back where it stands, `def sort(...) -> Answer`. But chapters show their code without
types, and methods come to Tensor, Node and Module from many files, where no editor follows them. So these stubs list
what the finished classes have: names, signatures, and the first lines of docstrings.
"""

import argparse
import ast
import inspect
import re
import sys
from importlib import import_module

from common import ROOT, write

sys.path.insert(0, str(ROOT))

import minigrad
from minigrad.exact.left_out import LeftOut

MODULES = """core.tensors core.node autograd.grad_mode autograd.function autograd.gradients autograd.functional
    autograd.variable library.devices nn.modules""".split()
HEAD = """\
from builtins import bool as _bool, float as _float, int as _int
from collections.abc import Iterator
from typing import Any, Self, overload
from numpy import ndarray
from minigrad.autograd.hooks import RemovableHandle
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import Size, dtype as _dtype
from minigrad.library.devices import device as _device
from minigrad.library.reductions import Answer
from minigrad.nn.modules import Module, Parameter
from minigrad.nn.state import IncompatibleKeys
"""
HIDDEN = re.compile(r"\b(bool|device|dtype|float|int)\b")  # by a member of Tensor: `_int` in a stub
RULE = "(ctx: Node, *args: Any, **kwargs: Any) -> Any"
CALLED = "(self, *args: Any, **kwargs: Any) -> Any"
WHOLE = {  # signatures of what users replace, and of what answers by its arguments
    "Function.forward": [RULE], "Function.backward": [RULE], "Function.vjp": [RULE], "Function.apply": [
        "(cls, *inputs: Any, **named: Any) -> Any"], "Module.forward": [CALLED], "Module.__call__": [CALLED],
    "Tensor.max": ["(self) -> Tensor", "(self, other: Tensor) -> Tensor", "(self, dim, keepdim=...) -> Answer"],
    "Tensor.median": ["(self) -> Tensor", "(self, dim, keepdim=...) -> Answer"],
    "Tensor.size": ["(self, dim: None = ...) -> Size", "(self, dim: _int) -> _int"],
    "Tensor.stride": ["(self, dim: None = ...) -> tuple[_int, ...]", "(self, dim: _int) -> _int"],
    "Tensor.type": ["(self, dtype: None = ...) -> str", "(self, dtype) -> Tensor"],
}
WHOLE["Tensor.min"] = WHOLE["Tensor.max"]
GIVES = {  # what comes back where the code does not say it: in chapters' cells and in lambdas
    "None": "__init__ __exit__ __setattr__ backward save_for_backward watch replace_saved retain_grad zero_grad",
    "Any": "_base _backward_hooks grad_fn tolist Tensor.cuda reinforce __reduce__ jacobian hessian finfo __call__",
    "Tensor": "forward Variable.__new__ Tensor.grad", "tuple[Any, ...]": "grad", "tuple[Tensor, ...]": "saved_tensors",
    "bool": "is_leaf requires_grad retains_grad is_cpu is_cuda is_meta is_mps is_quantized is_sparse is_xpu "
            "_is_view volatile __bool__ is_grad_enabled",
    "int": "_version itemsize nbytes __len__ __hash__ output_nr", "float": "__float__", "dtype": "dtype",
    "str": "__repr__ name extra_repr", "ndarray": "__array__", "Size": "shape", "device": "device",
    "Self": "__enter__ __new__",
    "RemovableHandle": "register_hook register_prehook register_post_accumulate_grad_hook",
    "Module": "Sequential.__getitem__", "Iterator[Module]": "children modules", "Iterator[Parameter]": "parameters",
    "Iterator[tuple[str, Module]]": "named_children named_modules",
    "Iterator[tuple[str, Parameter]]": "named_parameters",
}
GIVEN = {name: result for result, names in GIVES.items() for name in names.split()}
USUAL = {"Tensor": "Tensor", "Module": "Self", "": "Tensor"}  # what a method, or a function, gives if nobody says more
TOTAL = "def __getattr__(name: str) -> Any: ..."  # whatever else a module has
TOTAL_INSIDE = TOTAL.replace("(", "(self, ")
FREE = {  # a rule keeps what it likes on `ctx`, a module what it likes on itself
    "Node": ["backward: Any", "forward: Any", "next_functions: tuple[Any, ...]", "sequence_nr: _int", TOTAL_INSIDE,
             "def __setattr__(self, name: str, value) -> None: ..."],
    "Module": ["training: bool", TOTAL_INSIDE], "Linear": ["weight: Parameter", "bias: Parameter"],
} | dict.fromkeys(("FloatTensor", "DoubleTensor", "LongTensor"), ["def __new__(cls, *data) -> Tensor: ..."])
PUBLIC = [value for face in (minigrad, minigrad.nn, minigrad.autograd, minigrad.autograd.graph)
          for name, value in vars(face).items() if name[0] != "_" and callable(value)]
PUBLIC += map(vars(minigrad.autograd.functional).get, "vjp jvp jacobian hessian vhp hvp".split())
PYTHONS = re.compile("__(dict|weakref|doc|module|slots|firstlineno|static_attributes|annotations|getattr)__")
IN_PLACE = re.compile(r"(?!__)\w*[a-z0-9]_|__i(?!n|ter)\w+__")


def text(thing):
    """The first line of its docstring, for the editor's box; dots if it has none."""
    line = (thing.__doc__ or "").strip().partition("\n")[0].replace("\\", r"\\").replace('"', "'")
    return f'    """{line}"""' if line else "    ..."


def usual(place, otherwise="Any"):
    """What a member gives, by the tables: "Tensor.shape"."""
    return HIDDEN.sub(r"_\1", GIVEN.get(place, GIVEN.get(place.rpartition(".")[2], otherwise)))


def result(place, plain):
    """What comes back, as a stub writes it: what the code says, or these tables."""
    owner, _, name = place.rpartition(".")
    said = inspect.signature(plain).return_annotation
    if IN_PLACE.fullmatch(name):
        return "Self"
    if said is inspect.Signature.empty:
        return usual(place, USUAL.get(owner, "Any"))
    return HIDDEN.sub(r"_\1", re.sub(r"(\w+\.)+(?=\w)", "", inspect.formatannotation(said)))


def function(name, value, owner=""):
    """The lines for a function, or for a method of the class of that name."""
    wrapped = isinstance(value, (staticmethod, classmethod))
    plain = value.__func__ if wrapped else value
    place = f"{owner}.{name}".lstrip(".")
    parts = [part.replace(annotation=part.empty, default=part.empty if part.default is part.empty else ...)
             for part in inspect.signature(plain).parameters.values()]
    if owner and not isinstance(value, staticmethod):
        parts[0] = parts[0].replace(name="cls" if wrapped else "self", kind=parts[0].POSITIONAL_OR_KEYWORD)
    whole = f"{inspect.Signature(parts)} -> {result(place, plain)}".replace("Ellipsis", "...")
    lines = [f"@{type(value).__name__}"] * (wrapped and name != "__new__")
    for heading in WHOLE.get(place, [whole]):
        lines += ["@overload"] * (len(WHOLE.get(place, ())) > 1) + [f"def {name}{heading}:", text(plain)]
    return lines


def class_(cls):
    """The lines for a class."""
    name = cls.__name__
    bases = [base.__name__ for base in cls.__bases__ if base is not object]
    lines, inside = [f"class {name}({', '.join(bases)}):".replace("()", ""), text(cls)], []
    for one, value in sorted(vars(cls).items()):
        if PYTHONS.fullmatch(one) or isinstance(value, LeftOut):
            continue
        if isinstance(value, property):
            inside += ["@property", *function(one, value.fget, name)]
            setter = [f"@{one}.setter", f"def {one}(self, value: Any) -> None:", text(value.fget)]
            inside += setter * (value.fset is not None)
        elif inspect.isroutine(value) or isinstance(value, (staticmethod, classmethod)):
            inside += function(one, value, name)
        elif not any(one in vars(base) for base in cls.__mro__[1:]):
            inside.append(f"{one}: {usual(f'{name}.{one}')}")
    inside += FREE.get(name, [])
    return [line for line in lines if not inside or line != "    ..."] + [f"    {line}" for line in inside]


def stub(module):
    """The text of a module's stub."""
    lines = []
    for part in ast.parse(inspect.getsource(module)).body:
        targets = [node.id for node in ast.walk(part) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        for name in [part.name] if hasattr(part, "name") else targets if isinstance(part, ast.Assign) else ():
            value = getattr(module, name, None)
            if inspect.isclass(value) and any(value in getattr(public, "__mro__", ()) for public in PUBLIC):
                lines += ["", *class_(value)]
            elif inspect.isfunction(value) and value in PUBLIC:
                lines += function(name, value)
    body = re.sub(r":\n +\.\.\.$", ": ...", "\n".join([*lines, TOTAL]), flags=re.M)
    used = [line for line in HEAD.splitlines() if f" {module.__name__} " not in line and re.search(
            rf"\b({'|'.join(re.findall('[A-Z_]?[A-Za-z]+', line.partition(' import ')[2]))})\b", body)]
    return "\n".join([f"# Made by tools/stubs.py from {module.__name__}: change it there.", *used, body]) + "\n"


def stubs():
    """{path: text} of all stubs."""
    modules = [import_module(f"minigrad.{name}") for name in MODULES]
    return {ROOT / f"{module.__file__}i": stub(module) for module in modules}


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a stub would change")
    check = parser.parse_args(arguments).check
    changed = 0
    for path, text in stubs().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed += 1
            print(f"{path.relative_to(ROOT).as_posix()}: {'would change' if check else 'written'}")
            if not check:
                write(path, text)
    print(f"{len(MODULES) - changed} stubs unchanged")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
