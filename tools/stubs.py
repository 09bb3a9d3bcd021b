"""Write what an editor reads about the package: a stub, `.pyi`, beside each module that offers something to users.

    python3 tools/stubs.py            write them
    python3 tools/stubs.py --check    write nothing, say which would change

Methods come to Tensor from many files, and no editor follows them. So the stubs are written from the finished package:
its names, its signatures, and, of what is attached, the first lines of the docstrings. What a function gives back is
seen while all snippets and rows of tests/ are calculated. Where the arguments decide between unlike results, WAYS has
an example of each; where nothing but a user's own function decides, the stub says Any, and so an editor calls no right
program wrong.
"""

import argparse
import ast
import contextlib
import copy
import dis
import inspect
import re
import sys
import warnings
from collections import defaultdict
from importlib import import_module

from common import ROOT, write

sys.path[:0] = map(str, (ROOT, *(ROOT / "tests" / folder for folder in ("", "helpers", "record"))))

import numpy as np  # noqa: E402 - the path comes first
import questions  # noqa: E402
import random_cases  # noqa: E402
import record  # noqa: E402

import minigrad  # noqa: E402
from minigrad.exact.left_out import LeftOut  # noqa: E402

NAMES = """. autograd nn optim exact.dtypes exact.random core.tensors core.node operations.leaves
    operations.arithmetic operations.reductions operations.views library.contents library.shapes
    autograd.gradients autograd.functional autograd.grad_mode autograd.hooks autograd.graph autograd.function
    autograd.variable autograd.gradcheck autograd.anomaly_mode library.elementwise
    library.arithmetic library.reductions library.joining library.matrices library.comparisons library.constructors
    library.devices library.serialization nn.scores nn.modules nn.losses nn.functional nn.init nn.layers
    nn.operations nn.utils""".split()
MODULES = [import_module(f"minigrad.{name}".rstrip(".")) for name in NAMES]
FAMILIES = minigrad.autograd.graph.Node, minigrad.nn.Parameter, minigrad.Tensor, minigrad.nn.Module
WAYS = {  # {name: {arguments: an example}}; a word after "$" is a type that may have to be imported
    "max": {"": "x", "other: $Tensor": "x, x", "dim, keepdim=...": "x, 0"},
    "median": {"": "x", "dim, keepdim=...": "x, 0"},
    "size": {"dim: None = ...": "x", "dim: $int": "x, 0"},
    "type": {"dtype: None = ...": "x", "dtype": "x, torch.float64"},
    "where": {"": "x", "input, other": "x > 1, x, x"},
}
WAYS |= {"min": WAYS["max"], "stride": WAYS["size"]}
WAYS |= {f"Tensor.{name}": WAYS[name] for name in WAYS if name != "where"}
RULE = "(ctx: $Node, *args: $Any, **kwargs: $Any) -> $Any"
OPEN = {  # what users replace, or what hands on what their function gives
    "Function.forward": RULE, "Function.backward": RULE, "Function.vjp": RULE, "Block.clone": "(self) -> $Any",
    "Function.apply": "(cls, *inputs, **named) -> $Any", "Node.apply": "(cls, *inputs) -> $Any",
    "Module.forward": "(self, *args: $Any, **kwargs: $Any) -> $Any",
    "Module.__call__": "(self, *args, **kwargs) -> $Any", "Optimizer.step": "(self, closure=...) -> $Any",
    "Tensor.grad": "(self) -> $Tensor",  # or None; but then an editor would call every step `x -= lr * x.grad` wrong
}
ANY_NAME = "def __getattr__(self, name: $str) -> $Any: ..."
ANY_VALUE = "def __setattr__(self, name: $str, value) -> None: ..."
OWN = {  # a rule keeps what it likes on `ctx`, a module what it likes on itself
    "Node": ["backward: $Any", "forward: $Any", ANY_NAME, ANY_VALUE],
    "Module": [ANY_NAME],
}
MORE = """import copy, tempfile  # what neither snippets nor rows ask for
model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
for part in (model, model[0]):
    part.train().eval().float().double().to("cpu").requires_grad_().apply(repr).zero_grad()
    list(part.children()), list(part.modules()), list(part.named_modules()), list(part.named_children())
    list(part.parameters()), list(part.named_parameters()), part.load_state_dict(part.state_dict())
len(model), copy.copy(model[0].weight), copy.deepcopy(model[0].weight), model[:2]
for fill in (torch.nn.init.ones_, torch.nn.init.zeros_, torch.nn.init.normal_, torch.nn.init.xavier_uniform_):
    fill(model[0].weight)
for optimizer in (torch.optim.SGD(model.parameters(), momentum=0.9), torch.optim.Adam(model.parameters())):
    model(torch.ones(5, 2, dtype=torch.float64)).sum().backward()
    optimizer.step(), optimizer.step(lambda: torch.ones(())), optimizer.zero_grad()
with tempfile.TemporaryDirectory() as folder:
    torch.save({"x": torch.ones(2)}, folder + "/x"), torch.load(folder + "/x")
torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.manual_seed(0), torch.cuda.empty_cache()
torch.tensor(2) - 1, torch.tensor(2) + 1, torch.tensor(2) * 1, torch.tensor(2) / 1  # the long way of each
torch.tensor(2).exp(), torch.tensor(2).tanh()
iter(torch.ones(2)), hash(torch.device("cpu")), torch.device("cpu") == torch.device("cuda")
torch.autograd.graph.register_multi_grad_hook([model[0].weight], print).remove()
with torch.autograd.set_detect_anomaly(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()):
    torch.set_anomaly_enabled(True)
with torch.inference_mode(): torch.ones(2).is_inference(), torch.is_inference(torch.ones(2))
"""
INSIDE = {  # what is left of lists, tuples or dicts that hold unlike things
    "list": "list[$Any]", "dict": "dict[$Any, $Any]", "tuple": "tuple[$Any, ...]", "$Iterator": "$Iterator[$Any]",
}
PYTHONS = re.compile("__(dict|weakref|doc|module|slots|firstlineno|static_attributes|annotations|dataclass_.*"
                     "|match_args|replace|slotnames|init_subclass|getattr)__")

seen = defaultdict(set)  # for a function's code, and for (class, attribute): what it was, as types
itself = {}  # for a function's code: whether it has always given its first argument
examples = {}  # for a class: one of its objects
found_by_editors = set()  # what the module itself documents: "add", "Node.apply"


# ---- what comes back -------------------------------------------------------------------------------------------------

def kind(value, deep=0):
    """The type of a value as a stub writes it; for a generator its code."""
    if value is None or value is NotImplemented:
        return str(value)
    if isinstance(value, dict):
        return f"dict[{kinds_in(value, deep)}, {kinds_in(value.values(), deep)}]"
    if type(value) in (tuple, list):
        inner = kinds_in(value, deep)
        if inner == "$Any" and len(value) == 2 and isinstance(value, tuple):
            return f"tuple[{', '.join(kinds_in([part], deep) for part in value)}]"
        return f"{type(value).__name__}[{inner}{', ...' * isinstance(value, tuple)}]"
    if type(value).__name__.endswith("iterator"):
        return f"$Iterator[{kinds_in(copy.copy(value), deep)}]"
    if inspect.isgenerator(value):
        return value.gi_code
    for cls in [family for family in FAMILIES if isinstance(value, family)] or type(value).__mro__[:2]:
        if cls in HOME or cls in (bool, int, float, str, np.ndarray):
            return f"${HOME[cls][1] if cls in HOME else cls.__name__}"
    return "$Any"


def kinds_in(values, deep):
    """One type for all that is inside; not for what is deep inside."""
    return union(kind(value, deep + 1) for value in values) if deep < 2 else "$Any"


def union(kinds):
    """One type for all of these; Any where they are unlike, and for None beside a type, which no type can foretell."""
    kinds = {f"$Iterator[{union(seen[one])}]" if inspect.iscode(one) else one for one in kinds} - {"NotImplemented"}
    kinds -= {"$Parameter"} if "$Tensor" in kinds else set()
    nothing, some = kinds & {"None"}, kinds - {"None"}
    if len(some) > 1:
        some -= set(INSIDE.values())  # what was empty tells nothing
    inner = {part for one in some for part in one[6:-6].split(" | ")} - {"$Any", "None"}  # if these are tuples
    if len(some) > 1 and len(inner) == 1 and all(one.startswith("tuple[") for one in some):
        some = {f"tuple[{inner.pop()} | $Any, ...]"}
    if len(some) > 1 and {one.partition("[")[0] for one in some} <= INSIDE.keys():
        some = {INSIDE[one.partition("[")[0]] for one in some}
    if not kinds or len(some) > 1 and not some <= {"$bool", "$float", "$int"}:
        return "$Any"
    return " | ".join([*sorted(some), *["$Any" if some else "None"] * len(nothing)])


def look(frame, event, value):
    """For sys.setprofile: notes what a function of the package gives, and what its objects hold."""
    code = frame.f_code
    if event != "return" or "minigrad" not in code.co_filename:
        return
    way = dis.opname[code.co_code[frame.f_lasti]]  # an error leaves a function, too
    generator = inspect.CO_GENERATOR & code.co_flags
    if generator and (way != "YIELD_VALUE" or value is None) or not generator and not way.startswith("RETURN_"):
        return  # a generator that is dropped before its end leaves with None
    seen[code].add(kind(value))
    first = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    itself[code] = itself.get(code, True) and value is first is not None
    held = first if code.co_name == "__init__" else value
    for cls in [cls for cls in type(held).__mro__ if cls in HOME]:
        examples.setdefault(cls, held)
        made = getattr(vars(cls).get("__init__"), "__code__", None) is code
        for name, part in getattr(held, "__dict__", {}).items():
            told = held is value and re.search(rf"(?m)^    {name}  ", cls.__doc__ or "")
            if made and name.isidentifier() or told:
                seen[cls, name].add(kind(part))


def calculate():
    """All snippets and rows, so that `look` sees what comes back."""
    snippets = [code for path in sorted(record.FOLDER.glob("ch??.py")) for _, code in record.written(path.stem)]
    snippets += [code for name in ("probes", "faults") for _, code in record.written(name)]
    snippets += [code for code, *_ in questions.WARNINGS] + [MORE]
    sys.setrecursionlimit(sys.getrecursionlimit() * 2)  # some snippets go to the limit, and `look` needs more
    sys.setprofile(look)
    for code in snippets:
        record.answer(code, minigrad)
    with warnings.catch_warnings(action="ignore"):
        for op in questions.OPS:
            for code in questions.spellings(op):
                for shapes in questions.shapes_of(op):
                    with contextlib.suppress(Exception):
                        tensors = questions.leaves_of(minigrad, questions.inputs_of(op, shapes))
                        questions.result_of(code, minigrad, tensors)
        for code, _ in questions.VALUES:
            questions.value_of(code, minigrad)
        random_cases.ask(minigrad)
    assert sys.getprofile() is look, "an error in `look` has ended it"
    sys.setprofile(None)


# ---- stubs -----------------------------------------------------------------------------------------------------------

def bound(module):
    """{name: whether it is a class} of what a module's own lines bind, and the imports of what it hands on."""
    own, handed = {}, {}
    for part in ast.parse(inspect.getsource(module)).body:
        if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            own[part.name] = isinstance(part, ast.ClassDef)
        elif isinstance(part, ast.Assign):
            nodes = [node for target in part.targets for node in ast.walk(target)]
            own |= {node.id: False for node in nodes if isinstance(getattr(node, "ctx", None), ast.Store) and
                    isinstance(node, ast.Name)}
        elif isinstance(part, ast.ImportFrom):
            for alias in part.names:
                name = alias.asname or alias.name
                handed[name] = f"from {part.module} import {alias.name} as {name}"
    public = getattr(module, "__all__", ())
    own = {name: own[name] for name in own if not name.startswith("__") or name == "__version__"}
    return own, [line for name, line in handed.items() if name in public]


def documented(module):
    """The functions and classes in a module's own lines, and their methods: {"add", "Node", "Node.apply"}.

    Editors find their docstrings. Of what is attached elsewhere, as most methods of Tensor, the stub says it.
    """
    body = ast.parse(inspect.getsource(module)).body
    parts = [part for part in body if isinstance(part, (ast.FunctionDef, ast.ClassDef))]
    inside = [f"{part.name}.{one.name}" for part in parts if isinstance(part, ast.ClassDef)
              for one in part.body if isinstance(one, ast.FunctionDef)]
    return {part.name for part in parts} | set(inside)


def text(thing, place):
    """The first line of its docstring, as the body of a function or class; no more than dots where editors find it."""
    if place in found_by_editors:
        return ["    ..."]
    line = (thing.__doc__ or "").strip().partition("\n")[0].replace("\\", r"\\").replace('"', "'")
    return [f'    """{line}"""' if line else "    ..."]


def function(name, value, owner=None):
    """The lines for a function, or for a method of the class `owner`."""
    wrapped = isinstance(value, (staticmethod, classmethod))
    plain = value.__func__ if wrapped else value
    lines = [f"@{type(value).__name__}"] * (wrapped and name != "__new__")
    whole = inspect.unwrap(plain, stop=lambda part: part.__wrapped__.__name__ != part.__name__)  # add_ is not add
    code, place = getattr(whole, "__code__", None), f"{owner.__name__}.{name}" if owner else name
    if place in OPEN:
        return [*lines, f"def {name}{OPEN[place]}:", *text(plain, place)]
    if code is None:  # made by Python
        return [f"def {name}(self) -> {kind(plain(examples[owner])) if owner in examples else '$Any'}: ..."]
    parts = list(inspect.signature(plain).parameters.values())
    if owner and not isinstance(value, staticmethod):
        parts[0] = parts[0].replace(name="cls" if wrapped else "self", kind=parts[0].POSITIONAL_OR_KEYWORD)
    for arguments, example in WAYS.get(place, {}).items():
        given = kind(eval(f"f({example})", {"f": plain, "x": minigrad.ones(1, 2), "torch": minigrad}))
        heading = ", ".join(filter(None, [parts[0].name, arguments]))
        lines += ["@$overload", f"def {name}({heading}) -> {given}:", *text(plain, place)]
    if lines[1:]:
        return lines
    given = union({code} if inspect.isgeneratorfunction(plain) else seen[code])
    given = "$Self" if owner and itself.get(code) else given
    parts = [part.replace(default=part.empty if part.default is part.empty else ...) for part in parts]
    heading = str(inspect.Signature(parts)).replace("Ellipsis", "...")
    return [*lines, f"def {name}{heading} -> {given}:", *text(plain, place)]


def class_(name, cls):
    """The lines for a class. Of an operation no more than its name: what its rule does concerns no user."""
    bases = [f"${HOME[base][1]}" for base in cls.__bases__ if base in HOME]
    bases += [kind(tuple(examples.get(cls, ()))) for base in cls.__bases__ if base is tuple]
    bases += ["type"] * (type in cls.__bases__)
    bases += [f"metaclass=${type(cls).__name__}"] * (type(cls) is not type)
    lines = [f"class {name}{'(' + ', '.join(bases) + ')' if bases else ''}:", *text(cls, name)]
    if issubclass(cls, FAMILIES[0]) and cls is not FAMILIES[0]:
        return lines
    inside = []
    held = {key[1] for key in seen if isinstance(key, tuple) and key[0] is cls}
    for one in sorted(held | set(vars(cls))):
        value = vars(cls).get(one)
        if PYTHONS.fullmatch(one) or isinstance(value, LeftOut):
            continue
        if isinstance(value, property):
            inside += ["@property", *function(one, value.fget, cls)]
            setter = [f"@{one}.setter", f"def {one}(self, value: $Any) -> None:", *text(value.fget, f"{name}.{one}")]
            inside += setter * (value.fset is not None)
        elif inspect.isroutine(value) or isinstance(value, (staticmethod, classmethod)):
            inside += function(one, value, cls)
        elif not any(one in vars(base) or (base, one) in seen for base in cls.__mro__[1:]):
            found = union(seen[cls, one] | ({kind(value)} if one in vars(cls) else set()))
            inside.append(f"{one}: {'$Any' if found == 'None' else found}")
    inside += OWN.get(name, [])
    return [line for line in lines if not inside or line != "    ..."] + [f"    {line}" for line in inside]


def stub(module):
    """The text of a module's stub."""
    own, handed = bound(module)
    found_by_editors.clear()
    found_by_editors.update(documented(module))
    lines, members = [], set(own)
    for name, is_class in own.items():
        value = getattr(module, name, None)
        if is_class:
            members |= set(vars(value))
            lines += class_(name, value)
        elif inspect.isfunction(value):
            lines += function(name, value)
        elif name in vars(module):
            lines.append(f"{name}: {union({kind(value)})}")
    imports = defaultdict(set)
    homes = {name: place for place, name in HOME.values()} | {
        "Any": "typing", "Self": "typing", "overload": "typing", "Iterator": "collections.abc", "ndarray": "numpy"
    }

    def written(match):
        name = match[1]
        home = homes.get(name, "builtins")
        hidden = "_" * (name in members and home != module.__name__)  # by a member of the same name
        if home != module.__name__ and (hidden or home != "builtins"):
            imports[home].add(name + f" as _{name}" * bool(hidden))
        return hidden + name

    body = re.sub(r"\$(\w+)", written, "\n".join(lines))
    body = re.sub(r":\n +\.\.\.$", ": ...", body, flags=re.M)
    head = [f"# Made by tools/stubs.py from {module.__name__}: change it there.", *handed]
    head += [f"from {home} import {', '.join(sorted(names))}" for home, names in sorted(imports.items())]
    return "\n".join([*head, "", body]).strip() + "\n"


def stubs():
    """{path: text} of all stubs."""
    calculate()
    return {ROOT / f"{module.__file__}i": stub(module) for module in MODULES}


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


HOME = {vars(module)[name]: (place, name) for place, module in sorted(sys.modules.items())
        if re.match(r"minigrad\b(?!\.(teach|viz))", place) for name, is_class in bound(module)[0].items() if is_class}

if __name__ == "__main__":
    sys.exit(main())
