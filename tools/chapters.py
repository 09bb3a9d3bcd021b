"""Keep the chapters and the package the same: a cell captioned `# minigrad/core/engine.py` is a part of that file.

    python3 tools/chapters.py                   say whether they are the same, and show what differs
    python3 tools/chapters.py --weave           package -> notebooks: changed statements are replaced in their cells
    python3 tools/chapters.py --tangle          notebooks -> package: the captioned cells become the modules
    python3 tools/chapters.py --stage 7 FOLDER  FOLDER/minigrad becomes the package as of the beginning of chapter 7

What a later cell defines anew stands once in the module: in its last form, at the place of its first. Imports are
merged and come first. What is attached to a class of the same file, `Tensor.neg = neg`, stands in the class. `--tangle`
also writes minigrad/teach/growth, the captioned cells from which `chapter(7)` in a notebook makes its package, whatever
a reader has changed in his own notebooks. Of a cell with `: yours` the package has ours, which stands below it.

Statements are compared one by one, as text, with the comments above and inside them. Only the blank lines
between statements are free. A tangled module has two blank lines around functions and classes, one between cells,
and between other statements of one cell what the cell has: none or one.
"""

import argparse
import ast
import builtins
import difflib
import functools
import json
import re
import sys
import textwrap
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

from commands import ROOT
from common import Problem, caption_of, chapters, read, refolded, stages, text_of, unfolded, write, write_all
from stages import OURS, YOURS, Cell, bound, layout, needed_at_once, split

FILLED = "this blank is filled in. `suite.py reset` brings it back"


class Module:
    """A taught module: its cells in the order of the chapters, and the statements in them."""

    def __init__(self, elsewhere):
        self.elsewhere = elsewhere  # names that other files take from this one
        self.cells, self.statements, self.seen = [], [], Counter()

    def add(self, path, notebook, cell):
        _, _, rest = cell.source.partition("\n")
        self.cells.append((path, notebook, cell))
        try:
            self.statements += split("\n" + rest, f"{path.name}, cell {cell.id}", (path, notebook, cell), self.seen)
        except ValueError as error:
            raise Problem(str(error)) from None

    @functools.cached_property
    def folded(self):
        """The statements of the module's file, in order."""
        return into_classes(stages.fold(self.statements), self.elsewhere)

    @property
    def chapters(self):
        return list(dict.fromkeys(path for path, _, _ in self.cells))


class Behind:
    """What comes behind a chapter and is not taught, as a notebook of captioned cells; kept by hand."""

    def __init__(self, path):
        self.path = path
        self.head = head_of(path)
        parts = stages.cells_of.__wrapped__(path)
        self.cells = [SimpleNamespace(id=part.id, source=part.text, cell_type="code") for part in parts]

    @property
    def text(self):
        return self.head + "".join(stages.stored(cell.id, cell.source) for cell in self.cells)


def head_of(path):
    """What stands above the first cell in the file of GROWTH that belongs to a notebook, or is kept by hand."""
    if path.suffix == ".ipynb":
        return "# A chapter's captioned cells, written by tools/chapters.py: change the notebook.\n"
    return path.read_text(encoding="utf-8").partition(f"\n{stages.HEAD}")[0]


def sources(root):
    """(path, notebook) of all that has captioned cells, in order: the chapters, each with what comes behind it."""
    for path in chapters(root):
        yield path, unfolded(read(path))
        for behind in sorted((Path(root) / "minigrad" / "teach" / "growth").glob(f"*_{path.name[:2]}.txt")):
            yield behind, Behind(behind)


def captioned(root):
    """(path, notebook, cell, module, kind) of every captioned cell. Each blank is followed by ours."""
    for path, notebook in sources(root):
        waiting = None
        for cell in notebook.cells:
            try:
                caption = caption_of(cell)
                if caption:
                    module, kind = caption
                    body = cell.source.partition("\n")[2]
                    name = (module, stages.definition(body)) if kind else None
                    if waiting and (kind != OURS or name != waiting):
                        raise Problem(f"cell {cell.id}: ours is due, for the blank above it")
                    if kind == OURS and not waiting:
                        raise Problem(f"cell {cell.id}: ours has no blank above it")
                    if kind == YOURS and not stages.is_blank(body):
                        raise Problem(f"cell {cell.id}: {FILLED}")
                    waiting = name if kind == YOURS else None
                    yield path, notebook, cell, module, kind
            except (ValueError, SyntaxError) as error:
                raise Problem(f"{path.name}, cell {cell.id}: {error}") from None
            except Problem as problem:
                raise Problem(f"{path.name}, {problem}") from None
        if waiting:
            raise Problem(f"{path.name}: ours is due, for the blank with {waiting[1]}")


def taught(root=ROOT):
    """{module: Module}, from the captions of the notebooks; not of one that a chapter takes away again."""
    found, elsewhere = {}, taken_elsewhere(root)
    for path, notebook, cell, module, kind in captioned(root):
        if kind != YOURS:
            module = found.setdefault(module, Module(elsewhere.get(module, set())))
            module.add(path, notebook, cell)
    return {module: what for module, what in found.items() if what.folded or not what.statements}


# What is attached to a class


def taken_elsewhere(root):
    """{module: names} that any other file, or cell, takes from a module of the package."""
    root, texts = Path(root), []
    for folder in ("minigrad", "tests", "tools", "benchmarks"):
        texts += [path.read_text(encoding="utf-8") for path in sorted((root / folder).rglob("*.py"))]
    texts += [cell.source for path in chapters(root) for cell in read(path).cells if cell.cell_type == "code"]
    found = {}
    for text in filter(re.compile("import").search, texts):
        try:
            nodes = list(ast.walk(ast.parse(text)))
        except SyntaxError:
            continue
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("minigrad"):
                place = node.module.partition(".")[2]
                found.setdefault(place, set()).update(alias.name for alias in node.names)
                for alias in node.names:  # a module under a name: `views.clone`
                    inner = found.setdefault(".".join(filter(None, [place, alias.name])), set())
                    inner.update(re.findall(rf"\b{alias.asname or alias.name}\.(\w+)", text))
            elif isinstance(node, ast.Attribute) and ast.unparse(node).startswith("minigrad."):
                place, _, name = ast.unparse(node).partition(".")[2].rpartition(".")
                found.setdefault(place, set()).add(name)
    return found


def into_classes(statements, elsewhere):
    """What is attached to a class of the same file stands in the class: fields first, functions at its end.

    A function moves only if nobody else asks for it by its name.
    """
    asked = Counter(node.id for s in statements for node in ast.walk(ast.parse(s.text)) if isinstance(node, ast.Name))
    functions = {s.key[1]: s for s in statements if s.key[0] == "FunctionDef" and movable(s.text)}
    free = {name for name in functions if asked[name] == 1 and name not in elsewhere}
    classes, fields, methods, gone = set(), {}, {}, []
    for statement in statements:
        if statement.key[0] == "ClassDef":
            classes.add(statement.key[1])
        if statement.key[0] != "Assign" or "\n" in statement.text:
            continue
        owner, pairs = attached(ast.parse(statement.text).body[0], classes)
        parts = [part_of(names, value, statement.text, functions, free) for names, value in pairs]
        if owner and all(parts):
            gone += [statement, *(functions[name] for _, _, used in parts for name in used)]
            for kind, text, _ in parts:
                (fields if kind == "field" else methods).setdefault(owner, []).append(text)
    kept = [statement for statement in statements if not any(statement is other for other in gone)]
    return [s._replace(text=with_parts(s.text, fields.get(s.key[1], []), methods.get(s.key[1], [])))
            if s.key[0] == "ClassDef" else s for s in kept]


def attached(node, classes):
    """(class, [(names, value), ...]) of `Tensor.neg = Tensor.__neg__ = neg`; (None, []) for any other assignment."""
    targets, values = [[target] for target in node.targets], [node.value]
    if all(isinstance(target, ast.Tuple) for target in node.targets) and isinstance(node.value, ast.Tuple):
        targets, values = [target.elts for target in node.targets], node.value.elts
    each = [target for row in targets for target in row]
    owners = {ast.unparse(target.value) if isinstance(target, ast.Attribute) else None for target in each}
    if len(owners) > 1 or not owners <= classes or any(len(row) != len(values) for row in targets):
        return None, []
    return owners.pop(), [([row[place].attr for row in targets], value) for place, value in enumerate(values)]


def part_of(names, value, source, functions, free):
    """(kind, text in the class, functions used) of what is attached under these names; None if it has to stay."""
    wanted = [value]
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "property" and not value.keywords:
        wanted = value.args
    used = [part.id for part in wanted if isinstance(part, ast.Name) and part.id in free]
    if len(used) == len(wanted):
        name = used[0] if wanted == [value] and used[0] in names else names[0]
        texts = [re.sub(rf"^def {old}\b", f"def {name}", functions[old].text, flags=re.MULTILINE) for old in used]
        if wanted != [value]:
            texts = [re.sub(r"^(?=def )", mark, text, flags=re.MULTILINE)
                     for mark, text in zip(("@property\n", f"@{name}.setter\n"), texts)]
        others = [f"{' = '.join(other for other in names if other != name)} = {name}"] if len(names) > 1 else []
        return "method", "\n\n".join([*texts, *others]), used
    if not isinstance(value, ast.Lambda) and not needed_at_once(ast.unparse(value)) - {*vars(builtins)}:
        return "field", f"{' = '.join(names)} = {ast.get_source_segment(source, value)}", []


def movable(text):
    """Whether a function stays the same one four blanks to the right."""
    node = ast.parse(text).body[0]
    strings = [part for part in ast.walk(node) if isinstance(part, (ast.Constant, ast.JoinedStr))
               and part.end_lineno > part.lineno and part is not getattr(node.body[0], "value", None)]
    late = needed_at_once(text) - {*vars(builtins)}  # defaults, which the class would need before they are there
    return not node.decorator_list and not strings and not late and max(map(len, text.split("\n"))) <= 116


def with_parts(text, fields, methods):
    """A class with more fields, above its first function, and more functions, at its end."""
    if fields:
        node, lines = ast.parse(text).body[0], text.split("\n")
        body = [part for part in node.body if not isinstance(part, ast.FunctionDef)]
        place = body[-1].end_lineno if body else node.body[0].lineno - 1
        own = [part for part in body if not isinstance(part, ast.Expr)]
        lines[place:place] = ([] if own else [""]) + [f"    {field}" for field in fields]
        text = "\n".join(lines)
    for method in methods:
        text += "\n\n" + textwrap.indent(method, "    ", lambda line: line.strip())
    return text


def module_path(root, module):
    return Path(root) / "minigrad" / f"{module.replace('.', '/')}.py"


def statements_of(root, module):
    path = module_path(root, module)
    return split(path.read_text(encoding="utf-8"), f"minigrad/{path.name}") if path.exists() else []


def difference(root, module, taught_module):
    """A unified diff from the notebooks' statements to the module's, "" when they are the same."""
    here = [statement.text for statement in taught_module.folded]
    there = [statement.text for statement in statements_of(root, module)]
    if here == there:
        return ""
    texts = ["\n\n".join(side).split("\n") for side in (here, there)]
    names = ", ".join(path.name for path in taught_module.chapters), module_path("", module).as_posix()
    return "\n".join(difflib.unified_diff(*texts, *names, lineterm=""))


def report(root=ROOT):
    """Print how each taught module stands; True when nothing differs."""
    same = True
    for module, what in taught(root).items():
        diff = difference(root, module, what)
        verdict = "they differ\n" + diff if diff else f"{len(what.folded)} statements, same"
        names = ", ".join(path.name for path in what.chapters)
        print(f"{names} = {module_path('', module).as_posix()}: {verdict}")
        same = same and not diff
    for path, text in growth_files(root).items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name}: not what the notebooks have; --tangle writes it")
            same = False
    return same


def weave(root=ROOT):
    """Replace changed statements in their cells; name what needs a hand. True when nothing is left to do."""
    modules = [(module, what, statements_of(root, module)) for module, what in taught(root).items()]
    changed = {}
    for module, what, wanted in modules:
        texts = {statement.key[:2]: statement.text for statement in wanted if not statement.is_import}
        folded = {statement.key[:2]: statement.text for statement in what.folded}
        last = {statement.key[:2]: statement for statement in what.statements}
        name = module_path("", module).as_posix()
        for key, statement in reversed(last.items()):  # from below, so that the line numbers above stay true
            path, notebook, cell = statement.cell
            if statement.is_import or texts.get(key) == folded.get(key):
                continue
            if key not in texts:
                print(f"{path.name}, cell {cell.id}: {statement.title} is not in {name}")
            elif folded.get(key) != statement.text:
                print(f"{path.name}, cell {cell.id}: {statement.title} has parts from several cells: change them there")
            else:
                lines = cell.source.split("\n")
                lines[statement.first : statement.last] = texts[key].split("\n")
                cell.source = "\n".join(lines)
                changed[path] = notebook
                print(f"{path.name}, cell {cell.id}: {statement.title} replaced")
        place = what.cells[0]
        for statement in wanted:
            if statement.key[:2] in last:
                place = last[statement.key[:2]].cell
            elif not statement.is_import:
                print(f"{name}: {statement.title} is new, for {place[0].name}, in or below cell {place[2].id}")
    for path, notebook in changed.items():
        write(path, notebook.text if isinstance(notebook, Behind) else text_of(refolded(notebook)))
    if changed:
        write_all(root, growth_files(root))
    return report(root)


def growth_files(root):
    """{path: text} of the files from which stages are made."""
    folder, cells = Path(root) / "minigrad" / "teach" / "growth", {}
    for path, _, cell, module, kind in captioned(root):
        if kind != YOURS:
            source = cell.source.partition("\n")[2].rstrip("\n")
            cells.setdefault(path, []).append(Cell(stages.place_of(path)[0], cell.id, module, source, kind))
    package = Path(root) / "minigrad"
    files = {}  # those kept by hand, too: they refer to what the module has
    for path, found in cells.items():
        parts = [cell._replace(source=referring(cell, package)) for cell in found]
        text = "".join(stages.stored(cell.id, cell.text) for cell in parts)
        files[folder / f"{path.stem}.txt"] = head_of(path) + text
    every = [cell for found in cells.values() for cell in found]
    files[folder / stages.SINCE] = json.dumps(since(package, every), indent=1) + "\n"
    return files


def referring(cell, package):
    """The source of a cell with a reference for each longer statement that the delivered module has."""
    lines, known = cell.source.split("\n"), stages.named_statements(cell.module, package)
    for statement in reversed(split(cell.source, cell.id)):
        fitting = [name for name in references(statement, known) if stages.referred(name, known) == statement.text]
        if "\n" in statement.text and fitting:
            lines[statement.first : statement.last] = [f"#= {fitting[0]}"]
    text = "\n".join(lines)
    for name in stages.TOPS:
        top = stages.top(name, cell.module, package, cell.source)
        text = re.sub(rf"(?m)^{re.escape(top)}$", f"#= {name}", text, count=1) if "\n" in top else text
    text = re.sub(r"\n+(#= )", r"\n\1", text)
    return re.sub(r"(?m)^(#= .+)\n+", r"\1\n", text)


def references(statement, known):
    """What may stand for a statement: one of the module's, a class of it with fewer parts, a function in a class."""
    name = statement.key[1]
    yield name
    yield f"{name}: {', '.join(list(stages.parts_of(statement.text))[1:])}"
    for owner, text in known.items():
        yield from (f"{owner}.{part} as {name}" for part in stages.parts_of(text))


MORE = {"library.cutting": [("core.engine", "address")]}  # it also needs an engine that knows several outputs


def since(package, cells):
    """{untaught module: the first chapter before which everything is there that it imports}."""
    numbers = range(1, max(cell.chapter for cell in cells) + 1)
    texts = {}  # of a taught module as of each chapter
    for module in {cell.module for cell in cells}:
        parts = [cell for cell in cells if cell.module == module]
        forms = {n: [cell for cell in parts if cell.chapter < n] for n in [*numbers, numbers[-1] + 1]}
        texts[module] = {n: bound(stages.module_text(tuple(form))) for n, form in forms.items() if form}
    first = {
        module: {name: next(n for n in names if name in names[n]) for name in set().union(*names.values())}
        for module, names in texts.items()
    }
    waiting = {}
    for path in sorted(package.rglob("*.py"), key=lambda path: place_of_loading(path, package)):
        module = ".".join(path.relative_to(package).with_suffix("").parts)
        if path.name != "__init__.py" and module.partition(".")[0] not in ("teach", "viz") and module not in texts:
            waiting[module] = [*needs(path.read_text(encoding="utf-8")), *MORE.get(module, ())]
    behind = numbers[-1] + 1  # all chapters: what makes the package quick is installed there
    known = {module: behind if module.startswith("quick.") else 0 for module in waiting}
    for _ in waiting:  # as often as the longest chain of imports may be
        for module, wanted in waiting.items():
            known[module] = max([known[module], *(found(first, known, *pair) for pair in wanted)])
    return known


def place_of_loading(path, package):
    """What to sort by: the rooms in their order, and in each the modules in the order that its `__init__.py` names."""
    room = path.relative_to(package).parts[0]
    named = list(stages.offers(stages.source_of("__init__", path.parent))) if path.parent != package else []
    return (stages.ROOMS.index(room) if room in stages.ROOMS else -1,
            named.index(path.stem) if path.stem in named else -1, path.as_posix())


def needs(text):
    """The pairs (module, name or None) that a module of the package imports at its top level."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] == "minigrad":
            yield from ((node.module.partition(".")[2], alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[2], None) for alias in node.names if alias.name[:9] == "minigrad.")


def found(first, known, module, name):
    """The first chapter before which `name` of `module` is there."""
    inner = f"{module}.{name}" if module else name
    for place in (module, inner):
        if place in first:
            return first[place].get(name) or min(first[place].values())
        if place in known:
            return known[place]
    return 0


def tangle(root=ROOT):
    """Write the taught modules, and the cells that stages are made of, from the notebooks; no other file is touched."""
    modules = taught(root).items()
    write_all(root, {module_path(root, module): layout(what.folded) for module, what in modules if what.statements})
    write_all(root, growth_files(root))
    return True


def write_stage(number, folder):
    """The package as of the beginning of a chapter, into folder/minigrad, which must not be there yet."""
    package = folder / "minigrad"
    if package.exists():
        raise Problem(f"{package} is there already")
    for module, text in stages.stage(number).items():
        path = package / f"{module.replace('.', '/')}.py"
        if module in stages.ROOMS or not module:
            path = package / module / "__init__.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, stages.source_of(module) if text is None else text)
    print(f"{package}: minigrad as of the beginning of chapter {number}")
    return True


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--weave", dest="do", action="store_const", const=weave, help="package -> notebooks")
    way.add_argument("--tangle", dest="do", action="store_const", const=tangle, help="notebooks -> package")
    way.add_argument("--stage", nargs=2, metavar=("N", "FOLDER"), help="the package as of the beginning of chapter N")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's directory")
    options = parser.parse_args(arguments)
    try:
        if options.stage:
            return 0 if write_stage(int(options.stage[0]), Path(options.stage[1])) else 1
        return 0 if (options.do or report)(options.root) else 1
    except Problem as problem:
        print(f"{problem} (nothing was written)", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
