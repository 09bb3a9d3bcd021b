"""A chapter's own minigrad: `torch = chapter(7)` is what the chapters before 7 have built, and its cells build on.

A cell whose first line is `# minigrad/core/engine.py` runs inside that module, wherever the notebook stands: its own
variables cannot break the engine, and whoever holds an old function or class has the new one. What it shows is the
difference that it made.
"""

import ast
import builtins
import difflib
import html
import importlib
import importlib.abc
import importlib.util
import linecache
import re
import sys
from types import FunctionType, ModuleType

from minigrad.teach import stages

AIDS = re.compile(r"minigrad\.(viz|teach)\b")  # they belong to no stage, and work with any package
CHECKERS = re.compile(r"minigrad\.teach\.ch\d\d$")  # of a chapter: they use the package
KEPT_BY_CLASSES = {"__dict__", "__weakref__", "__doc__", "__module__", "__qualname__", "__firstlineno__"}
now = None  # the Stage that this process works on


class Stage(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """minigrad as of the beginning of a chapter, and what captioned cells have made of it since."""

    def __init__(self, number):
        self.number = number
        self.before = stages.stage(number)
        self.texts = stages.stage(number + 1) if number in stages.SHOW_FIRST else self.before
        self.forms = {}  # {module: {(kind, name): text}} of what is defined now
        self.cells = {}  # {(module, kind, name): source of the cell that has defined it}
        self.shown = {}  # {source of a cell: what it has shown}
        self.offered = {}  # {name: what captioned cells have put under it into the notebook}

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] != "minigrad" or AIDS.match(name):
            return None
        module = name.partition(".")[2]
        if module not in self.texts:
            raise ModuleNotFoundError(f"{name} is not there at the beginning of chapter {self.number}", name=name)
        if self.texts[module] is None:
            return importlib.util.spec_from_file_location(name, stages.PACKAGE / f"{module.replace('.', '/')}.py")
        is_room = module in ("", *stages.ROOMS)
        spec = importlib.util.spec_from_loader(name, self, is_package=is_room)
        if is_room:
            spec.submodule_search_locations = [str(stages.PACKAGE / module)]
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        text = self.texts[name.partition(".")[2]]
        place = f"<{name} at the beginning of chapter {self.number}>"
        linecache.cache[place] = len(text), None, text.splitlines(True), place
        exec(compile(text, place, "exec"), vars(module))

    def module(self, name):
        """The module of a captioned cell; an empty one at its first cell."""
        full = f"minigrad.{name}"
        if name not in self.texts:
            self.texts[name] = ""
            made = sys.modules[full] = ModuleType(full)
            room, _, last = full.rpartition(".")
            setattr(importlib.import_module(room), last, made)
        return importlib.import_module(full)

    def known(self, module):
        """{(kind, name): text} of what a module defines at the moment."""
        if module not in self.forms:
            text = self.before.get(module, "")
            text = stages.source_of(module) if text is None else text
            self.forms[module] = {s.key[:2]: s.text for s in stages.split(text, module)}
        return self.forms[module]


def chapter(number):
    """minigrad as the chapters before `number` have built it. In a notebook, captioned cells change it from here on.

    A second call gives a fresh one; tensors of the one before then raise RuntimeError. Raises RuntimeError for another
    number, and ValueError if there is no such chapter.
    """
    global now
    if type(number) is not int or not 1 <= number <= 99:
        raise ValueError(f"chapter() takes the number of a chapter, not {number!r}")
    if now is not None and now.number != number:
        raise RuntimeError(
            f"This notebook is on chapter {now.number}. For chapter {number}, open its notebook or restart the kernel."
        )
    before, stage = now, Stage(number)
    old = {name: sys.modules.pop(name) for name in [*sys.modules] if name == "minigrad" or is_of_engine(name)}
    finders = [finder for finder in sys.meta_path if not isinstance(finder, Stage)]
    try:
        sys.meta_path[:] = [stage, *finders]
        package = importlib.import_module("minigrad")
    except BaseException:
        for name in [name for name in sys.modules if name == "minigrad" or is_of_engine(name)]:
            del sys.modules[name]
        sys.modules.update(old)
        sys.meta_path[:] = [before, *finders] if before else finders
        raise
    package.teach, now = sys.modules["minigrad.teach"], stage
    for name in [name for name in vars(package.teach) if re.fullmatch(r"ch\d\d", name)]:
        delattr(package.teach, name)  # checkers, which use the package, are loaded anew
    if "minigrad.viz" in sys.modules:
        package.viz = sys.modules["minigrad.viz"]
    if before is not None and hasattr(old.get("minigrad.core.tensors"), "Tensor"):
        retire(old["minigrad.core.tensors"].Tensor, number)
    shell = notebook()
    if shell is not None and captioned not in shell.input_transformers_cleanup:
        shell.input_transformers_cleanup.append(captioned)
    print(status(number))
    return package


def is_of_engine(name):
    """Whether a module is of the package that a chapter changes."""
    return name.startswith("minigrad.") and (not AIDS.match(name) or bool(CHECKERS.match(name)))


def status(number):
    if number == 1:
        return "minigrad at the beginning: nothing is built yet."
    chapters = "chapter 1 has" if number == 2 else f"chapters 1 to {number - 1} have"
    return f"minigrad as {chapters} built it."


def retire(tensor_class, number):
    """Tensors of a package that is no longer there say so, whatever is asked of them."""

    def refuse(self, name):
        raise RuntimeError(
            f"This tensor was made before chapter({number}) was called again. Run the cell that makes it once more."
        )

    tensor_class.__getattribute__ = refuse


def notebook():
    """IPython's shell, None in plain Python."""
    module = sys.modules.get("IPython")
    return module and module.get_ipython()


# A captioned cell


def captioned(lines):
    """For IPython: a cell with a caption is a call of `run`; every other cell stays as it is."""
    if not lines or not stages.caption(lines[0]):
        return lines
    return [f"__import__('sys').modules['minigrad.teach.book'].run({''.join(lines)!r})\n"]


def run(source):
    """Run a captioned cell of a notebook."""
    shell = notebook()
    place = shell.compile.cache(source, shell.execution_count, raw_code=source)
    return grow(source, place, shell.user_ns)


def grow(source, place="<cell>", names=None):
    """Run captioned code inside its module; gives what has changed.

    names  the notebook's variables: what the cell defines is put there, too, where nobody has used the name
    Raises RuntimeError before chapter() was called.
    """
    if now is None:
        raise RuntimeError("Run the notebook's first code cell, torch = chapter(...), before this one.")
    name = stages.caption(source)
    tree = compile(source, place, "exec", ast.PyCF_ONLY_AST)
    linecache.cache.setdefault(place, (len(source), None, source.splitlines(True), place))
    module = now.module(name)
    parts = [s for s in stages.split(source, place) if not s.is_import and s.key[0] != "Expr"]
    if source in now.shown and all(now.cells.get((name, *part.key[:2])) == source for part in parts):
        return now.shown[source]  # it was run before, and nothing has changed since
    known = now.known(name)
    changed = [(part, known.get(part.key[:2])) for part in parts if part.text != known.get(part.key[:2])]
    for node in tree.body:
        execute(node, module, place, known)
    for part in parts:
        known[part.key[:2]] = part.text
        now.cells[(name, *part.key[:2])] = source
    if names is not None:
        offer(vars(module), parts, names)
    shown = now.shown[source] = Difference(name, changed)
    return shown


def execute(node, module, place, known):
    """Run one statement. A function or class that was there before stays the same object, and gets the new content."""
    space = vars(module)
    defined = getattr(node, "name", None) if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else None
    before = space.get(defined)
    exec(compile(ast.Module([node], []), place, "exec"), space)
    after = space.get(defined)
    if before is None or before is after or getattr(before, "__module__", None) != getattr(after, "__module__", None):
        return
    if type(before) is type(after) is FunctionType and not (before.__closure__ or after.__closure__):
        for part in ("__code__", "__defaults__", "__kwdefaults__", "__doc__", "__dict__", "__annotations__"):
            setattr(before, part, getattr(after, part))
        space[defined] = before
    elif isinstance(before, type) and isinstance(after, type):
        renew(before, after, known.get(("ClassDef", defined), ""))
        space[defined] = before
    else:
        replace(before, after)


def renew(old, new, text):
    """A class takes over what another form of it has; what its last form, `text`, had besides, goes."""
    for name, value in list(vars(new).items()):
        if name in KEPT_BY_CLASSES - {"__doc__"}:
            continue
        for function in (getattr(value, part, value) for part in ("fget", "fset", "__func__")):
            for cell in getattr(function, "__closure__", None) or ():
                if cell.cell_contents is new:
                    cell.cell_contents = old  # what `super()` looks at
        setattr(old, name, value)
    for part in ast.parse(text).body[0].body if text else ():
        for name in names_of(part):
            if name not in vars(new) and name in vars(old):
                delattr(old, name)


def names_of(part):
    if isinstance(part, ast.FunctionDef):
        return [part.name]
    return [target.id for target in getattr(part, "targets", ()) if isinstance(target, ast.Name)]


def replace(old, new):
    """Put `new` wherever a module or class of the package, or the notebook, has `old`."""
    spaces = [module for name, module in sys.modules.items() if is_of_engine(name) or name == "minigrad"]
    spaces += [value for module in list(spaces) for value in vars(module).values() if isinstance(value, type)]
    for space in spaces:
        for name in [name for name, value in vars(space).items() if value is old]:
            setattr(space, name, new)
    shell = notebook()
    if shell is not None:
        shell.user_ns.update({name: new for name, value in shell.user_ns.items() if value is old})


def offer(space, parts, names):
    """Give the notebook what a cell has defined, but no name that a reader, or Python, uses for something else."""
    for part in parts:
        name = part.key[1]
        if name in space and not hasattr(builtins, name):
            if name not in names or names[name] is now.offered.get(name):
                names[name] = now.offered[name] = space[name]


class Difference:
    """What a captioned cell has changed, as text and as HTML."""

    def __init__(self, module, changed):
        self.place = f"minigrad/{module.replace('.', '/')}.py"
        new = list(dict.fromkeys(part.key[1] for part, old in changed if old is None))
        self.new = [name for name in new if name.isidentifier()] or new  # rather functions than where they are attached
        self.grown = [
            (part.key[1], [(line[0], line[2:]) for line in difflib.ndiff(old.split("\n"), part.text.split("\n"))
                           if line[0] != "?"])
            for part, old in changed if old is not None
        ]

    @property
    def title(self):
        parts = [f"new {', '.join(self.new)}"] if self.new else []
        for name, lines in self.grown:
            signs = [sign for sign, _ in lines]
            parts.append(f"{name} +{signs.count('+')} −{signs.count('-')}")
        return f"{self.place}: {'; '.join(parts) or 'nothing new'}"

    def __repr__(self):
        return "\n".join([self.title, *(f"{sign} {line}" for _, lines in self.grown for sign, line in near(lines))])

    def _repr_html_(self):
        look = {"+": "border-left:3px solid #2e7d32", "-": "border-left:3px solid #c62828;text-decoration:line-through"}
        rows = "".join(
            f'<div style="padding-left:6px;{look.get(sign, "border-left:3px solid transparent;opacity:.65")}">'
            f"{sign} {html.escape(line)}</div>"
            for _, lines in self.grown for sign, line in near(lines)
        )
        title = f'<span style="opacity:.75">{html.escape(self.title)}</span>'
        if not rows:
            return title
        opened, look = " open" if rows.count("<div") <= 24 else "", "line-height:1.3;margin:4px 0"
        return f'<details{opened}><summary>{title}</summary><pre style="{look}">{rows}</pre></details>'


def near(lines):
    """The changed lines with one line around them; … for what is left out."""
    kept = {place + step for place, (sign, _) in enumerate(lines) if sign != " " for step in (-1, 0, 1)}
    shown, gap = [], False
    for place, line in enumerate(lines):
        if place in kept:
            shown.append(line)
        elif not gap:
            shown.append((" ", "…"))
        gap = place not in kept
    return shown
