"""Write what an editor reads where code alone does not tell it: a stub, `.pyi`, beside a few modules.

    python3 tools/stubs.py            write them
    python3 tools/stubs.py --check    write nothing, say which would change

A function says what it gives back where it stands, `def sort(...) -> Answer`. But chapters show their code without
types, and methods come to Tensor, Node and Module from many files, where no editor follows them. So a stub imports
such a method into its class: from there an editor goes to the function itself, its types and its docstring. The name
of a method that writes, `exp_`, leads to the function whose result it writes. What says no type has a line of its own,
and the name of its file. So the stub of Tensor is the table of where each of its methods stands.
"""

import argparse
import ast
import inspect
import os
import re
import sys
import textwrap
from importlib import import_module

from common import ROOT, write

sys.path.insert(0, str(ROOT))
os.environ["MINIGRAD_PLAIN"] = "1"  # the functions as they are written

import minigrad
from minigrad.exact.left_out import LeftOut

MODULES = "core.tensors core.node autograd.function autograd.variable nn.modules".split()
HEAD = """\
from builtins import bool as _bool, float as _float, int as _int
from collections.abc import Iterator
from typing import Any, Self, overload
from numpy import ndarray
from minigrad.autograd.hooks import RemovableHandle
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import Size, dtype as _dtype
from minigrad.library.places import device as _device
from minigrad.library.reductions import Answer
from minigrad.nn.modules import Module, Parameter
"""
RULE = "(ctx: Node, *args: Any, **kwargs: Any) -> Any"
CALLED = "(self, *args: Any, **kwargs: Any) -> Any"
WHOLE = {  # signatures of what users replace, and of what answers by its arguments
    "Function.forward": [RULE], "Function.backward": [RULE], "Function.vjp": [RULE], "Function.apply": [
        "(cls, *inputs: Any, **named: Any) -> Any"], "Module.forward": [CALLED], "Module.__call__": [CALLED],
    "Tensor.max": ["(self) -> Tensor", "(self, other: Tensor) -> Tensor", "(self, dim, keepdim=...) -> Answer"],
    "Tensor.min": ["(self) -> Tensor", "(self, other: Tensor) -> Tensor", "(self, dim, keepdim=...) -> Answer"],
    "Tensor.median": ["(self) -> Tensor", "(self, dim, keepdim=...) -> Answer"],
    "Tensor.size": ["(self, dim: None = ...) -> Size", "(self, dim: _int) -> _int"],
    "Tensor.stride": ["(self, dim: None = ...) -> tuple[_int, ...]", "(self, dim: _int) -> _int"],
    "Tensor.type": ["(self, dtype: None = ...) -> str", "(self, dtype) -> Tensor"],
}
GIVES = {  # what comes back where the code does not say it: in chapters' cells and in lambdas
    "None": "__init__ __setattr__ backward save_for_backward watch replace_saved retain_grad zero_grad",
    "Tensor": "forward Variable.__new__ TensorType.__call__", "tuple[Tensor, ...]": "saved_tensors",
    "Self": "Parameter.__new__",
    "bool": "is_leaf _is_view volatile", "int": "_version nbytes __len__ __hash__", "dtype": "dtype", "Size": "shape",
    "str": "__repr__ name extra_repr", "Module": "Sequential.__getitem__", "Iterator[Module]": "children modules",
    "RemovableHandle": "register_hook register_prehook register_post_accumulate_grad_hook",
    "Iterator[Parameter]": "parameters", "Iterator[tuple[str, Module]]": "named_children named_modules",
    "Iterator[tuple[str, Parameter]]": "named_parameters",
    "Any": "_base _backward_hooks grad_fn tolist reinforce __reduce__",
}
GIVEN = {name: result for result, names in GIVES.items() for name in names.split()}
TOTAL = "def __getattr__(name: str) -> Any: ..."  # whatever else a module has
TOTAL_INSIDE = TOTAL.replace("(", "(self, ")
FREE = {  # what objects have besides: a rule keeps what it likes on `ctx`, a module what it likes on itself
    "Node": ["next_functions: tuple[Any, ...]", "sequence_nr: _int", TOTAL_INSIDE,
             "def __setattr__(self, name: str, value) -> None: ..."],
    "Module": ["training: bool", TOTAL_INSIDE], "Linear": ["weight: Parameter", "bias: Parameter"],
}
PUBLIC = [type(minigrad.FloatTensor), minigrad.autograd.graph.Node]
for face in (minigrad, minigrad.nn, minigrad.autograd):
    PUBLIC += [value for name, value in vars(face).items() if name[0] != "_" and inspect.isclass(value)]
IN_PLACE = re.compile("__i(?!n|ter)")  # `x += y` gives back x, of whatever class
PYTHONS = re.compile("__(dict|weakref|doc|module|slots|firstlineno|static_attributes|annotations|getattr)__")
PLACES = {}  # for each function of the package all (module, name) under which it stands there
for place in [place for place in sys.modules if re.match(r"minigrad\.(operations|autograd|library|nn)\.", place)]:
    for name, value in vars(sys.modules[place]).items():
        for one in [value, getattr(value, "__wrapped__", None)] if inspect.isfunction(value) else ():
            PLACES.setdefault(one, []).append((place, name))


def home(method):
    """(module, name) where the function stands that a method is made from, if an editor reads its type there."""
    while method is not None and inspect.signature(method).return_annotation is not inspect.Signature.empty:
        found = sorted(PLACES.get(method, ()), key=lambda place: place[0] != method.__module__)
        if found and found[0][0].partition(".")[2] not in MODULES:
            return found[0]
        method = getattr(method, "__wrapped__", None)
    return None


def text(thing):
    """The first line of its docstring, for the editor's box; dots if it has none."""
    line = (thing.__doc__ or "").strip().partition("\n")[0].replace("\\", r"\\").replace('"', "'")
    return f'    """{line}"""' if line else "    ..."


def hidden(said):
    """A type, where members of Tensor have the names of some: `_int`."""
    return re.sub(r"\b(bool|device|dtype|float|int)\b", r"_\1", said)


def method(name, value, owner):
    """The lines for a method of the class of that name."""
    wrapped = isinstance(value, (staticmethod, classmethod))
    plain = value.__func__ if wrapped else value
    place, signature = f"{owner}.{name}", inspect.signature(plain)
    parts = [part.replace(annotation=part.empty, default=part.empty if part.default is part.empty else ...)
             for part in signature.parameters.values()]
    if not isinstance(value, staticmethod):
        parts[0] = parts[0].replace(name="cls" if wrapped else "self", kind=parts[0].POSITIONAL_OR_KEYWORD)
    said = GIVEN.get(place) or GIVEN.get(name) or ("Tensor" if owner == "Tensor" else "Any")
    if IN_PLACE.match(name) or re.fullmatch(r"\w*[a-z0-9]_", name):
        said = "Self"
    elif signature.return_annotation is not inspect.Signature.empty:
        said = re.sub(r"(\w+\.)+(?=\w)", "", inspect.formatannotation(signature.return_annotation))
    whole = WHOLE.get(place) or [f"{inspect.Signature(parts)} -> {hidden(said)}".replace("Ellipsis", "...")]
    lines = [f"@{type(value).__name__}"] * (wrapped and name != "__new__")
    for heading in whole:
        meaning = text(plain) if heading == whole[0] and name[:2] != "__" else "    ..."
        where = f"  # {inspect.unwrap(plain).__module__}" if '"' in meaning else ""
        lines += ["@overload"] * (len(whole) > 1) + [f"def {name}{heading}:{where}", meaning]
    return lines


def class_(cls):
    """The lines for a class: imports of what stands elsewhere, then the rest."""
    name, imports, lines = cls.__name__, {}, []
    bases = [base.__name__ for base in cls.__bases__ if base is not object]
    bases += [f"metaclass={type(cls).__name__}"] * (type(cls) in PUBLIC)
    for one, value in sorted(vars(cls).items()):
        if PYTHONS.fullmatch(one) or isinstance(value, LeftOut):
            continue
        if isinstance(value, property):
            getter = value.fget if inspect.isfunction(value.fget) else lambda self: ...  # an attrgetter
            lines += ["@property", *method(one, getter, name)]
            setter = [f"@{one}.setter", f"def {one}(self, value: Any) -> None:", text(getter)]
            lines += setter * (value.fset is not None)
        elif inspect.isroutine(value) or isinstance(value, (staticmethod, classmethod)):
            usual = inspect.isfunction(value) and f"{name}.{one}" not in WHOLE and not IN_PLACE.match(one)
            module, own = usual and home(value) or ("", "")
            if module:
                imports.setdefault(module, []).append(f"{own}~as~{one}" if own != one else one)
            else:
                lines += method(one, value, name)
        elif one not in vars(cls.__base__) and TOTAL_INSIDE not in FREE.get(name, ()):
            lines.append(f"{one}: {'Any' if value is None else hidden(type(value).__name__)}")
    found = [f"from {module} import ({', '.join(names)})" for module, names in sorted(imports.items())]
    inside = [line.replace("~", " ") for text in found for line in textwrap.wrap(text, 116, subsequent_indent="    ")]
    inside += lines + FREE.get(name, [])
    heading = f"class {name}({', '.join(bases)}):".replace("()", "")
    return ["", heading, text(cls), *[f"    {line}" for line in inside]]


def stub(module):
    """The text of a module's stub."""
    classes = [vars(module)[part.name] for part in ast.parse(inspect.getsource(module)).body
               if isinstance(part, ast.ClassDef)]
    lines = [line for cls in classes if cls in PUBLIC for line in class_(cls)]
    body = "\n".join([*lines, TOTAL]).replace(f"  # {module.__name__}\n", "\n")
    body = re.sub(r":\n +\.\.\.$", ": ...", body, flags=re.M)
    used = [line for line in HEAD.splitlines() if f" {module.__name__} " not in line and re.search(
            rf"\b({'|'.join(re.findall('[A-Za-z_]+(?=,|$)', line))})\b", body)]
    return "\n".join([f"# Made by tools/stubs.py from {module.__name__}: change it there.", *used, body]) + "\n"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a stub would change")
    check = parser.parse_args(arguments).check
    changed = 0
    for module in [import_module(f"minigrad.{name}") for name in MODULES]:
        path, text = ROOT / f"{module.__file__}i", stub(module)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed += 1
            print(f"{path.relative_to(ROOT).as_posix()}: {'would change' if check else 'written'}")
            if not check:
                write(path, text)
    print(f"{len(MODULES) - changed} stubs unchanged")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
