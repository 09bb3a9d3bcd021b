"""The package as of a chapter, laid together from the cells that build it. Texts in, texts out: nothing is imported.

A code cell whose first line is `# minigrad/core/engine.py` is a part of that file. A later cell may define anew what an
earlier one defined in a smaller form. The package as of chapter 7 is what the captioned cells of the chapters before it
leave behind, with the modules that no chapter teaches, as far as these need nothing later.

`# minigrad/core/ops.py: yours` is a blank: a definition that the reader writes. Below it stands ours, in a cell with
`: ours`, which is part of the package until the reader's own has passed its check. Blanks stand in the notebooks alone.

What PyTorch checks, refuses and offers besides is not taught. Where it has to stand in a taught file it comes behind
its chapter, as if it were a part of it, from `growth/exact_01.txt` and its like. These files are kept by hand.

In a file of `growth` the line `#= seeds` stands for what the delivered module defines under that name, word for word,
and for the two blank lines above and below it. `#= Hooks.before as before` stands for a function that the module has in
its class, and `#= Module: __init__, parameters` for the class with its docstring and, of its parts, these alone.
`#= imports` stands for what the module imports of the names that the cell takes, `#= head` for its docstring, too.
"""

import ast
import json
import re
import symtable
import sys
import textwrap
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parents[1]
GROWTH = PACKAGE / "teach" / "growth"  # the captioned cells as delivered; tools/chapters.py writes them
# {untaught module: the first chapter before which all that it needs is there}, in the order in which rooms load them
SINCE = "since.json"
CAPTION = re.compile(r"# minigrad/((?:\w+/)*\w+)\.py(?:: (yours|ours))?")
LOOKS_LIKE_ONE = re.compile(r"#\s*minigrad/", re.IGNORECASE)  # and may be misspelt
YOURS, OURS = "yours", "ours"
HEAD = "# %% "  # begins a cell in a file of GROWTH: `# %% collect-ours minigrad/core/engine.py: ours`
REFERENCE = re.compile(r"(?m)^#= (.+)$")
TOPS = "head", "imports"  # references to what stands at the top of a module
# Chapters that show first what they then build: {chapter: the one whose beginning they start with}.
SHOW_FIRST = {14: 15}
ROOMS = ("machinery", "exact", "core", "operations", "autograd", "library", "nn", "utils", "quick")  # the folders
WIDTH = 96  # of a taught module: a cell of a notebook is no wider


class Cell(NamedTuple):
    """A captioned cell: `source` is what stands below the caption."""

    chapter: int
    id: str
    module: str  # core.engine
    source: str
    kind: str = ""  # or OURS

    @property
    def text(self):
        """The whole cell, with its caption."""
        kind = f": {self.kind}" if self.kind else ""
        return f"# minigrad/{self.module.replace('.', '/')}.py{kind}\n{self.source}"

    @property
    def blank(self):
        """Of ours: the cell above it, in which the reader writes; it has its caption here, and nothing below."""
        return self._replace(id=self.id.removesuffix(OURS) + YOURS, source="", kind=YOURS)


class Statement(NamedTuple):
    """One top-level statement: lines first to last of its source, the comments above it included."""

    key: tuple  # (kind, name, how many of them came before)
    text: str
    apart: bool  # a blank line stands above it
    first: int
    last: int
    cell: object = None

    @property
    def is_block(self):
        return self.key[0] in ("FunctionDef", "AsyncFunctionDef", "ClassDef")

    @property
    def is_import(self):
        return self.key[0] in ("Import", "ImportFrom")

    @property
    def title(self):
        return " ".join(filter(None, self.key[:2]))


# Reading


def caption(source):
    """The module that a cell's first line names, and its kind; None if it is no caption."""
    found = CAPTION.fullmatch(source.partition("\n")[0].rstrip())
    return found and (found[1].replace("/", "."), found[2] or "")


def misspelt(source):
    """The first line, if it looks like a caption and is none; else ""."""
    first = source.partition("\n")[0].rstrip()
    return first if LOOKS_LIKE_ONE.match(first) and not CAPTION.fullmatch(first) else ""


def growth(folder=GROWTH):
    """The captioned cells as delivered, in order; those behind a chapter come after its own."""
    paths = [path for path in folder.glob("*.txt") if re.search(r"^\d\d_|^exact_\d\d\.txt$", path.name)]
    return [cell for path in sorted(paths, key=place_of) for cell in cells_of(path)]


def place_of(path):
    """(chapter, whether it comes behind it) of a file of GROWTH."""
    return int(re.search(r"\d\d", path.name)[0]), not path.name[0].isdigit()


@cache
def cells_of(path):
    """The cells in a file of GROWTH. Raises ValueError where a reference leads nowhere."""
    cells, package = [], path.parents[2]
    for part in path.read_text(encoding="utf-8").rstrip("\n").split(f"\n{HEAD}")[1:]:
        head, _, source = part.partition("\n")
        name, _, place = head.partition(" ")
        module, kind = caption(f"# {place}")
        cell = Cell(place_of(path)[0], name, module, source.rstrip("\n"), kind)
        cells.append(cell._replace(source=resolved(cell, package)))
    return cells


def stored(name, text):
    """A cell with this id as it stands in a file of GROWTH; `text` begins with its caption."""
    return f"\n{HEAD}{name} {text.removeprefix('# ')}\n"


def resolved(cell, package=PACKAGE):
    """The source of a cell with the delivered statements in the place of the references to them."""
    def of(found):
        if found[1] in TOPS:  # they come last: they look at the rest
            return found[0]
        return f"\n\n{there(found[1], referred(found[1], known))}\n\n"

    def above(found):
        text = there(found[1], top(found[1], cell.module, package, source))
        return text + ("\n\n\n" + found[2] if found[2] else "\n\n")

    def there(name, text):
        if not text:
            raise ValueError(f"cell {cell.id}: minigrad/{cell.module.replace('.', '/')}.py has no {name}")
        return text

    if not REFERENCE.search(cell.source):
        return cell.source
    known = named_statements(cell.module, package)
    source = re.sub(r"\n{4,}", "\n\n\n", REFERENCE.sub(of, cell.source)).strip("\n")
    return re.sub(rf"(?m)^#= ({'|'.join(TOPS)})$\n*(class |def |@)?", above, source).strip("\n")


def top(name, module, package, code):
    """Of TOPS: the imports of a delivered module of what the code takes, below its docstring, if it is the head.

    "" where there are none, or no docstring.
    """
    path = path_of(module, package)
    statements = split(path.read_text(encoding="utf-8"), module) if path.exists() else []
    docstring = [each for each in statements[:1] if name == "head" and each.title == "Expr"]
    imports = merged_imports([each for each in statements if each.is_import], asked_for(code))
    return layout([*docstring, *imports]).strip("\n") if docstring or name != "head" else ""


def named_statements(module, package):
    """{name: text} of what a delivered module defines, each name once."""
    path = path_of(module, package)
    return statements_by_name(path.read_text(encoding="utf-8"), module) if path.exists() else {}


@cache
def statements_by_name(text, where):
    found = [s for s in split(text, where) if s.is_block or s.key[0] == "Assign"]
    often = Counter(statement.key[1] for statement in found)
    return {statement.key[1]: statement.text for statement in found if often[statement.key[1]] == 1}


def referred(reference, known):
    """The text that a reference stands for, from what its module defines; None where it leads nowhere."""
    if reference in known:
        return known[reference]
    owner, _, names = reference.partition(": ")
    owner, _, function = owner.partition(".")
    method, _, name = function.partition(" as ")
    parts = parts_of(known[owner]) if owner in known else {}
    if name and method in parts:
        text = textwrap.dedent(parts[method]).strip("\n")
        return re.sub(rf"(?m)^(@.+\n)?def {method}\b", f"def {name}", text)
    chosen = ["class", *names.split(", ")]
    return "\n".join(parts[part] for part in chosen) if parts.keys() >= {*chosen} else None


@cache
def parts_of(text):
    """{name: its lines} of the parts of a class, its head with the docstring as "class", each name that is there once.

    {} of a class without a docstring, and of any other statement.
    """
    (node,), lines, end, parts = ast.parse(text).body, text.split("\n"), 0, []
    for part in node.body if isinstance(node, ast.ClassDef) and ast.get_docstring(node) else ():
        parts.append((name_of(part) if end else "class", "\n".join(lines[end : part.end_lineno])))
        end = part.end_lineno
    often = Counter(name for name, _ in parts)
    return {name: lines for name, lines in parts if often[name] == 1}


@cache
def definition(source):
    """The name of the one function that a blank defines; imports and plain names may stand beside it.

    Raises ValueError for any other cell.
    """
    body = ast.parse(source).body
    names = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    if len(names) != 1:
        raise ValueError(f"a cell with `: yours` defines one function, not {len(names)}")
    for node in body:
        plain = isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets)
        if not plain and not isinstance(node, (ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Pass)):
            raise ValueError(f"a cell with `: yours` defines one function; line {node.lineno} does something else")
    return names.pop()


def is_blank(source):
    """Whether nothing has been filled in: the function has a docstring and dots, and nothing else."""
    last = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)][-1]
    return all(isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) for part in last.body)


def has_dots(source):
    """Whether ... stands anywhere in the code."""
    return any(isinstance(node, ast.Constant) and node.value is ... for node in ast.walk(ast.parse(source)))


def blanks(cells):
    """{name: ours} of the definitions that are the reader's."""
    return {definition(cell.source): cell for cell in cells if cell.kind == OURS}


@cache
def last_cells(cells):
    """{(module, name): the cell of this tuple that defines it last}."""
    last = {}
    for cell in cells:
        for statement in split(cell.source, cell.id):
            node = ast.parse(statement.text).body[0]
            names = [*map(ast.unparse, node.targets)] if isinstance(node, ast.Delete) else [statement.key[1]]
            last.update({(cell.module, name): cell for name in names})
    return last


def name_of(node):
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return node.name
        case ast.Assign():
            return " = ".join(map(ast.unparse, node.targets))
        case ast.AnnAssign() | ast.AugAssign():
            return ast.unparse(node.target)
        case ast.Import():
            return node.names[0].name
        case ast.ImportFrom():
            return node.module
    return ""


def split(source, where, cell=None, seen=None):
    """The statements of a source. `seen` counts the keys over several cells. Raises ValueError with the place."""
    try:
        body = ast.parse(source).body
    except SyntaxError as error:
        raise ValueError(f"{where}, line {error.lineno}: {error.msg}") from None
    seen = Counter() if seen is None else seen
    lines = source.split("\n")
    statements, end = [], 0
    for node in body:
        first = end
        while first < node.end_lineno and not lines[first].strip():
            first += 1
        if first == node.end_lineno:  # it shares its only line with the statement before
            continue
        key = (type(node).__name__, name_of(node))
        text = "\n".join(lines[first : node.end_lineno])
        statements.append(Statement((*key, seen[key]), text, first > end, first, node.end_lineno, cell))
        seen[key] += 1
        end = node.end_lineno
    if any(line.strip() for line in lines[end:]):
        raise ValueError(f"{where}, line {end + 1}: a comment below the last statement belongs to none")
    return statements


# One module


def fold(statements):
    """The statements of a module in the order in which its file has them: docstring, imports, and the rest.

    What is defined twice stands once: its last form, at the place of its first. After `del name` nothing is left of
    what was defined under the name, or needed it.
    """
    places = [place for place, statement in enumerate(statements) if statement.key[0] == "Delete"]
    behind = "\n".join(s.text for s in statements[places[-1]:] if s.is_import) if places else ""
    statements = without_deleted(statements)
    docstrings = [s for s in statements if s.key[0] == "Expr" and s.text.lstrip().startswith(('"""', 'r"""'))][:1]
    rest = last_forms([s for s in statements if not s.is_import and s not in docstrings])
    # Imports of what is deleted go with it; those behind may be for a cell that is still to come.
    used = asked_for("\n".join(s.text for s in rest)) | bound(behind) if places else None
    return [*docstrings, *merged_imports([s for s in statements if s.is_import], used), *rest]


def asked_for(text):
    """The names that code takes from its module."""
    names, waiting = set(), [symtable.symtable(text, "module", "exec")]
    while waiting:
        table = waiting.pop()
        top = table.get_type() == "module"
        names |= {s.get_name() for s in table.get_symbols() if s.is_referenced() and (top or s.is_global())}
        waiting += table.get_children()
    return names


def without_deleted(statements):
    kept = []
    for statement in statements:
        if statement.key[0] != "Delete":
            kept.append(statement)
            continue
        names, before = {*map(ast.unparse, ast.parse(statement.text).body[0].targets)}, None
        while kept != before:  # what needed it goes, and what needed that
            before = kept
            kept = [s for s in kept if s.is_import or s.key[1] not in names and not names & needed_at_once(s.text)]
            names |= {s.key[1] for s in before if s.is_block and not any(s is other for other in kept)}
    return kept


def last_forms(statements):
    forms = {}
    for place, statement in enumerate(statements):
        again = statement.is_block or statement.key[0] == "Assign"
        forms.setdefault(statement.key[:2] if again else place, []).append((place, statement))
    defining = [(place, s) for place, s in enumerate(statements) if s.is_block or s.key[0] == "Assign"]
    known = {statement.key[1]: place for place, statement in reversed(defining)}
    ordered = []
    for versions in forms.values():
        (first, early), (last, statement) = versions[0], versions[-1]
        late = any(known.get(name, -1) > first for name in needed_at_once(statement.text)) if last > first else False
        ordered.append((last if late else first, statement._replace(apart=statement.apart if late else early.apart)))
    return [statement for _, statement in sorted(ordered, key=lambda pair: pair[0])]


def needed_at_once(text):
    """The names that a statement needs when it runs, not only when what it defines is called."""
    names, waiting = set(), list(ast.parse(text).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            waiting += [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        elif isinstance(node, ast.Lambda):
            waiting += [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        else:
            names |= {node.id} if isinstance(node, ast.Name) else set()
            waiting += ast.iter_child_nodes(node)
    return names


def by_kind(name):
    """Constants, then classes, then the rest: the order in which names are imported."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


def import_line(module, names):
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return line
    folded = textwrap.fill(", ".join(names) + ",", WIDTH, initial_indent="    ", subsequent_indent="    ")
    return f"from {module} import (\n{folded}\n)"


def merged_imports(statements, used=None):
    """One import for each module: Python's own, then others', then minigrad's, each by name.

    used  the names that are needed; None: all
    """
    plain, names = {}, {}
    for statement in statements:
        node = ast.parse(statement.text).body[0]
        bound_as = {alias: alias.asname or alias.name.partition(".")[0] for alias in node.names}
        aliases = [alias for alias, name in bound_as.items() if used is None or name in used]
        if isinstance(node, ast.Import) and aliases:
            plain[statement.text] = node.names[0].name
        elif isinstance(node, ast.ImportFrom):
            for alias in aliases:
                names.setdefault(node.module, {})[alias.name + (f" as {alias.asname}" if alias.asname else "")] = None
    lines = [(group(name), 0, name, text) for text, name in plain.items()]
    lines += [(group(name), 1, name, import_line(name, sorted(found, key=by_kind))) for name, found in names.items()]
    merged, above = [], None
    for place, kind, name, text in sorted(lines):
        merged.append(Statement(("ImportFrom" if kind else "Import", name, 0), text, place != above, 0, 0))
        above = place
    return merged


def group(module):
    top = module.partition(".")[0]
    return 2 if top == "minigrad" else 0 if top in sys.stdlib_module_names else 1


def layout(statements):
    """Statements as the text of a module: two blank lines around functions and classes, one between cells."""
    if not statements:
        return ""
    text, above = statements[0].text, statements[0]
    for this in statements[1:]:
        apart = 2 if above.is_block or this.is_block else 1 if above.is_import > this.is_import else int(this.apart)
        text, above = text + "\n" * (apart + 1) + this.text, this
    return text + "\n"


@cache
def module_text(cells):
    """The text of a module that a tuple of cells builds."""
    seen, statements = Counter(), []
    for cell in cells:
        statements += split("\n" + cell.source, f"chapter {cell.chapter}, cell {cell.id}", cell, seen)
    return layout(fold(statements))


@cache  # a stage asks thrice for most modules
def bound(text):
    """The names that a module's top level binds."""
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.Assign):
            names |= {part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    return names


# All modules


def stage(number, package=PACKAGE, cells=None):
    """{module: text, or None where the delivered file is it} of minigrad as of the beginning of chapter `number`."""
    by_module = {}
    for cell in growth() if cells is None else cells:
        by_module.setdefault(cell.module, []).append(cell)
    modules = {}
    for module, parts in by_module.items():
        before = [cell for cell in parts if cell.chapter < number]
        if before and (len(before) < len(parts) or path_of(module, package).exists()):
            modules[module] = None if len(before) == len(parts) else module_text(tuple(before))
    since = json.loads((GROWTH / SINCE).read_text(encoding="utf-8"))
    modules |= {module: None for module, first in since.items() if first <= number}
    present = {m: source_of(m, package) if text is None else text for m, text in modules.items()}
    for room in ("", *ROOMS):
        text = (package / room / "__init__.py").read_text(encoding="utf-8")
        modules[room] = facade(text, present)
    return modules


def path_of(module, package=PACKAGE):
    return package / f"{module.replace('.', '/')}.py"


def source_of(module, package=PACKAGE):
    return path_of(module, package).read_text(encoding="utf-8")


@cache
def delivered():
    """All (module, name) that the cells as delivered define."""
    return set(last_cells(tuple(growth())))


def offers(text):
    """{name here: (module, name there)} of what an `__init__.py` of the package hands on."""
    return {alias.asname or alias.name: (node.module.partition(".")[2], alias.name)
            for node in ast.parse(text).body if isinstance(node, ast.ImportFrom) for alias in node.names}


def facade(text, present):
    """An `__init__.py` without what is not there yet. A name that only core or operations have comes from there."""
    names = {module: bound(source) for module, source in present.items()} if "minigrad" in text else {}
    rooms = {module[:place] for module in names for place, letter in enumerate(module) if letter == "."}
    lines, edits, gone = text.split("\n"), [], set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] == "minigrad":
            place, kept = node.module.partition(".")[2], {}
            for alias in node.names:
                inner = f"{place}.{alias.name}" if place else alias.name
                if place.startswith("exact.") or alias.name in names.get(place, ()) or inner in names.keys() | rooms:
                    owner = node.module
                else:
                    below = [module for module in sorted(names, reverse=True)  # operations before core
                             if module.startswith(("core.", "operations.")) and alias.name in names[module]]
                    owner = f"minigrad.{below[0]}" if below else None
                if owner:
                    kept.setdefault(owner, []).append(alias.name + (f" as {alias.asname}" if alias.asname else ""))
                else:
                    gone.add(alias.asname or alias.name)
            edits.append((node, [import_line(owner, aliases) for owner, aliases in kept.items()]))
        elif isinstance(node, ast.Assign) and node.targets[0].id == "__all__":
            offered = [name for name in ast.literal_eval(node.value) if name not in gone]
            edits.append((node, [f"__all__ = {offered}"]))
        elif isinstance(node, ast.If) and "quick.table" not in names:  # nothing to install yet
            edits.append((node, []))
    for node, new in reversed(edits):
        lines[node.lineno - 1 : node.end_lineno] = new
    return "\n".join(lines)
