"""Keep the chapters and the package the same: a cell captioned `# minigrad/engine.py` is minigrad/engine.py.

    python3 tools/chapters.py             say whether they are the same, and show what differs
    python3 tools/chapters.py --weave     package -> notebooks: changed statements are replaced in their cells
    python3 tools/chapters.py --tangle    notebooks -> package: the captioned cells become the modules

Where a chapter teaches several modules, what one imports from another is left out of the notebook: the reader's own
definitions stand there already, and an import would put the package's in their place. It is worked out from the names.

Statements are compared one by one, as text, with the comments above and inside them. Only the blank lines
between statements are free. A tangled module has two blank lines around functions and classes, one between cells,
and between other statements of one cell what the cell has: none or one.
"""

import argparse
import ast
import difflib
import symtable
import sys
import textwrap
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from common import ROOT, Problem, chapters, module_of, read, text_of, write


WIDTH = 96  # of a taught module: a cell of a notebook is no wider


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
    def title(self):
        return " ".join(filter(None, self.key[:2]))


class Chapter(NamedTuple):
    """A module as one notebook teaches it."""

    path: Path
    notebook: object
    statements: list


def name_of(node):
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return node.name
        case ast.Assign():
            return ast.unparse(node.targets[0])
        case ast.AnnAssign() | ast.AugAssign():
            return ast.unparse(node.target)
        case ast.Import():
            return node.names[0].name
        case ast.ImportFrom():
            return node.module
    return ""


def split(source, where, cell=None, seen=None):
    """The statements of a source. `seen` counts the keys over several cells."""
    try:
        body = ast.parse(source).body
    except SyntaxError as error:
        raise Problem(f"{where}, line {error.lineno}: {error.msg}") from None
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
        raise Problem(f"{where}, line {end + 1}: a comment below the last statement belongs to none")
    return statements


def taught(root=ROOT):
    """{module: Chapter}, from the captions of the notebooks."""
    found = {}
    for path in chapters(root):
        notebook, seen = read(path), {}
        for cell in notebook.cells:
            try:
                module = module_of(cell)
            except Problem as problem:
                raise Problem(f"{path.name}, {problem}") from None
            if module is None:
                continue
            chapter = found.setdefault(module, Chapter(path, notebook, []))
            if chapter.path != path:
                raise Problem(f"minigrad/{module}.py is captioned in {chapter.path.name} and again in {path.name}")
            caption, _, rest = cell.source.partition("\n")
            counter = seen.setdefault(module, Counter())
            chapter.statements.extend(split("\n" + rest, f"{path.name}, cell {cell.id}", cell, counter))
        with_imports({module: chapter for module, chapter in found.items() if chapter.path == path})
    return found


def names_in(table):
    """The names that a piece of code takes from around it; those that it defines itself at its top level."""
    used, defined = set(), set()
    for symbol in table.get_symbols():
        if table.get_type() == "module" and symbol.is_assigned():
            defined.add(symbol.get_name())
        elif symbol.is_referenced() and symbol.is_global():
            used.add(symbol.get_name())
    for child in table.get_children():
        used |= names_in(child)[0]
    return used, defined


def by_kind(name):
    """Constants, then classes, then the rest: the order in which names are imported."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


def import_line(module, names):
    line = f"from minigrad.{module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return line
    folded = textwrap.fill(", ".join(names) + ",", WIDTH, initial_indent="    ", subsequent_indent="    ")
    return f"from minigrad.{module} import (\n{folded}\n)"


def with_imports(modules):
    """{module: Chapter} of one notebook, with the imports between its modules put in where they belong."""
    tables = {
        module: names_in(symtable.symtable("\n".join([s.text for s in chapter.statements]), module, "exec"))
        for module, chapter in modules.items()
    }
    for module, chapter in modules.items():
        used = tables[module][0] - tables[module][1]
        statements = chapter.statements
        ours = [s for s in statements if s.key[0] == "ImportFrom" and s.key[1].startswith("minigrad.")]
        for other in modules.keys() - {module}:
            names = sorted(used & tables[other][1], key=by_kind)
            if names:
                key = ("ImportFrom", f"minigrad.{other}", 0)
                ours.append(Statement(key, import_line(other, names), False, 0, 0))
        rest = [s for s in statements if s not in ours]
        above = max((place for place, s in enumerate(rest) if s.key[0].startswith("Import")), default=0) + 1
        ours = [s._replace(apart=not place) for place, s in enumerate(sorted(ours, key=lambda s: s.key[1]))]
        statements[:] = [*rest[:above], *ours, *rest[above:]]
    return modules


def module_path(root, module):
    return Path(root) / "minigrad" / f"{module}.py"


def statements_of(root, module):
    path = module_path(root, module)
    return split(path.read_text(encoding="utf-8"), f"minigrad/{path.name}") if path.exists() else []


def difference(root, module, chapter):
    """A unified diff from the notebook's statements to the module's, "" when they are the same."""
    here = [statement.text for statement in chapter.statements]
    there = [statement.text for statement in statements_of(root, module)]
    if here == there:
        return ""
    texts = ["\n\n".join(side).split("\n") for side in (here, there)]
    names = f"notebooks/{chapter.path.name}", f"minigrad/{module}.py"
    return "\n".join(difflib.unified_diff(*texts, *names, lineterm=""))


def report(root=ROOT):
    """Print how each taught module stands; True when nothing differs."""
    same = True
    for module, chapter in taught(root).items():
        diff = difference(root, module, chapter)
        verdict = "they differ\n" + diff if diff else f"{len(chapter.statements)} statements, same"
        print(f"{chapter.path.name} = minigrad/{module}.py: {verdict}")
        same = same and not diff
    return same


def weave(root=ROOT):
    """Replace changed statements in their cells; name what needs a hand. True when nothing is left to do."""
    modules = [(module, chapter, statements_of(root, module)) for module, chapter in taught(root).items()]
    for module, chapter, wanted in modules:
        texts = {statement.key: statement.text for statement in wanted}
        have = {statement.key: statement for statement in chapter.statements}
        changed = [s for s in chapter.statements if s.cell and texts.get(s.key, s.text) != s.text]
        for statement in reversed(changed):  # from below, so that the line numbers above stay true
            lines = statement.cell.source.split("\n")
            lines[statement.first : statement.last] = texts[statement.key].split("\n")
            statement.cell.source = "\n".join(lines)
            print(f"{chapter.path.name}, cell {statement.cell.id}: {statement.title} replaced")
        place = "the first captioned cell"
        for statement in wanted:
            if statement.key in have:
                cell = have[statement.key].cell  # None for an import that was worked out
                place = f"cell {cell.id}" if cell else place
            else:
                print(f"minigrad/{module}.py: {statement.title} is new, for {chapter.path.name}, in or below {place}")
        for statement in chapter.statements:
            if statement.cell and statement.key not in texts:
                print(f"{chapter.path.name}, cell {statement.cell.id}: {statement.title} is not in the module")
        if changed:
            write(chapter.path, text_of(chapter.notebook))
    return report(root)


def layout(statements):
    """Statements as the text of a module."""
    text, above = statements[0].text, statements[0]
    for this in statements[1:]:
        apart = 2 if above.is_block or this.is_block else int(this.apart)
        text, above = text + "\n" * (apart + 1) + this.text, this
    return text + "\n"


def tangle(root=ROOT):
    """Write the taught modules from the notebooks; no other file is touched."""
    texts = {module: layout(chapter.statements) for module, chapter in taught(root).items() if chapter.statements}
    for module, text in texts.items():
        path = module_path(root, module)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            print(f"minigrad/{module}.py: unchanged")
        else:
            write(path, text)
            print(f"minigrad/{module}.py: written")
    return True


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--weave", dest="do", action="store_const", const=weave, help="package -> notebooks")
    way.add_argument("--tangle", dest="do", action="store_const", const=tangle, help="notebooks -> package")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's directory")
    options = parser.parse_args(arguments)
    try:
        return 0 if (options.do or report)(options.root) else 1
    except Problem as problem:
        print(f"{problem} (nothing was written)", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
