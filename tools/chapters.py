"""Keep the chapters and the package the same: a cell captioned `# minigrad/core/engine.py` is a part of that file.

    python3 tools/chapters.py                   say whether they are the same, and show what differs
    python3 tools/chapters.py --weave           package -> notebooks: changed statements are replaced in their cells
    python3 tools/chapters.py --tangle          notebooks -> package: the captioned cells become the modules
    python3 tools/chapters.py --stage 7 FOLDER  FOLDER/minigrad becomes the package as of the beginning of chapter 7

What a later cell defines anew stands once in the module: in its last form, at the place of its first. Imports are
merged and come first. `--tangle` also writes minigrad/teach/growth, the captioned cells from which `chapter(7)` in a
notebook makes its package, whatever a reader has changed in his own notebooks.

Statements are compared one by one, as text, with the comments above and inside them. Only the blank lines
between statements are free. A tangled module has two blank lines around functions and classes, one between cells,
and between other statements of one cell what the cell has: none or one.
"""

import argparse
import ast
import difflib
import json
import sys
from collections import Counter
from pathlib import Path

from commands import ROOT
from common import Problem, chapters, module_of, read, text_of, write

sys.path.append(str(ROOT / "minigrad" / "teach"))  # not `from minigrad`, which may lack the modules to be written

import stages
from stages import Cell, bound, fold, layout, split


class Module:
    """A taught module: its cells in the order of the chapters, and the statements in them."""

    def __init__(self):
        self.cells, self.statements, self.seen = [], [], Counter()

    def add(self, path, notebook, cell):
        _, _, rest = cell.source.partition("\n")
        self.cells.append((path, notebook, cell))
        try:
            self.statements += split("\n" + rest, f"{path.name}, cell {cell.id}", (path, notebook, cell), self.seen)
        except ValueError as error:
            raise Problem(str(error)) from None

    @property
    def text(self):
        return layout(fold(self.statements))

    @property
    def chapters(self):
        return list(dict.fromkeys(path for path, _, _ in self.cells))


def taught(root=ROOT):
    """{module: Module}, from the captions of the notebooks."""
    found = {}
    for path in chapters(root):
        notebook = read(path)
        for cell in notebook.cells:
            try:
                module = module_of(cell)
            except Problem as problem:
                raise Problem(f"{path.name}, {problem}") from None
            if module is not None:
                found.setdefault(module, Module()).add(path, notebook, cell)
    return found


def module_path(root, module):
    return Path(root) / "minigrad" / f"{module.replace('.', '/')}.py"


def statements_of(root, module):
    path = module_path(root, module)
    return split(path.read_text(encoding="utf-8"), f"minigrad/{path.name}") if path.exists() else []


def difference(root, module, taught_module):
    """A unified diff from the notebooks' statements to the module's, "" when they are the same."""
    here = [statement.text for statement in fold(taught_module.statements)]
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
        verdict = "they differ\n" + diff if diff else f"{len(fold(what.statements))} statements, same"
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
        last = {statement.key[:2]: statement for statement in what.statements}
        name = module_path("", module).as_posix()
        for statement in reversed(list(last.values())):  # from below, so that the line numbers above stay true
            path, notebook, cell = statement.cell
            if texts.get(statement.key[:2], statement.text) != statement.text:
                lines = cell.source.split("\n")
                lines[statement.first : statement.last] = texts[statement.key[:2]].split("\n")
                cell.source = "\n".join(lines)
                changed[path] = notebook
                print(f"{path.name}, cell {cell.id}: {statement.title} replaced")
            elif statement.key[:2] not in texts and not statement.is_import:
                print(f"{path.name}, cell {cell.id}: {statement.title} is not in {name}")
        place = what.cells[0]
        for statement in wanted:
            if statement.key[:2] in last:
                place = last[statement.key[:2]].cell
            elif not statement.is_import:
                print(f"{name}: {statement.title} is new, for {place[0].name}, in or below cell {place[2].id}")
    for path, notebook in changed.items():
        write(path, text_of(notebook))
    if changed:
        write_all(root, growth_files(root))
    return report(root)


def growth_files(root):
    """{path: text} of the files from which stages are made."""
    folder, files = Path(root) / "minigrad" / "teach" / "growth", {}
    cells = []
    for path in chapters(root):
        number, captioned = int(path.name[:2]), []
        for cell in read(path).cells:
            module = module_of(cell)
            if module is not None:
                captioned.append(Cell(number, cell.id, module, cell.source.partition("\n")[2]))
        if captioned:
            files[folder / f"{path.stem}.txt"] = stages.growth_text(captioned)
            cells += captioned
    files[folder / stages.SINCE] = json.dumps(since(Path(root) / "minigrad", cells), indent=1) + "\n"
    return files


def since(package, cells):
    """{untaught module: the first chapter before which everything is there that it imports}."""
    numbers = range(1, max(cell.chapter for cell in cells) + 1)
    texts = {}  # of a taught module as of each chapter
    for module in {cell.module for cell in cells}:
        parts = [cell for cell in cells if cell.module == module]
        forms = {n: [cell for cell in parts if cell.chapter < n] for n in [*numbers, numbers[-1] + 1]}
        texts[module] = {n: bound(stages.module_text(form)) for n, form in forms.items() if form}
    first = {
        module: {name: next(n for n in names if name in names[n]) for name in set().union(*names.values())}
        for module, names in texts.items()
    }
    waiting = {}
    for path in sorted(package.rglob("*.py")):
        module = ".".join(path.relative_to(package).with_suffix("").parts)
        if path.name != "__init__.py" and module.partition(".")[0] not in ("teach", "viz") and module not in texts:
            waiting[module] = list(needs(path.read_text(encoding="utf-8")))
    known = dict.fromkeys(waiting, 0)
    for _ in waiting:  # as often as the longest chain of imports may be
        for module, wanted in waiting.items():
            known[module] = max([known[module], *(found(first, known, *pair) for pair in wanted)])
    return known


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
    write_all(root, {module_path(root, module): what.text for module, what in modules if what.statements})
    write_all(root, growth_files(root))
    return True


def write_all(root, texts):
    """Write those files of {path: text} that have another text, and say so of each."""
    for path, text in texts.items():
        name = path.relative_to(root).as_posix()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            print(f"{name}: unchanged")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, text)
            print(f"{name}: written")


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
