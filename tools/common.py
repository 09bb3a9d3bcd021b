"""What the tools and the tests have in common about notebooks: where they are, which cells are package code."""

import ast
import os
import re
import sys

from commands import ROOT as ROOT
from commands import Trouble
from commands import chapters as chapters

sys.path.append(str(ROOT / "minigrad" / "teach"))  # not `from minigrad`, which may lack the modules to be written

import stages

# nbformat imports jsonschema, and that, where it can, ten grammars of web addresses, which takes seconds.
sys.modules.setdefault("rfc3987_syntax", None)
import nbformat  # noqa: E402

ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")
# Where a reader's own files live; what may not stand before it keeps parts of longer words and pictures out.
MACHINE = re.compile(
    r"(?<![\w+.])/(?:home|root|tmp|work|Users|opt|mnt|private|usr|var)/[\w.-]+"
    r"|\b[A-Za-z]:[\\/]{1,2}Users\b|ipykernel_\d+"
)

# A form of ours in a text: it is folded wherever a notebook is shown, and not run.
OURS, SOLUTION = [f"<details><summary>{whose}. Try first, then open this.</summary>\n"
                  for whose in ("Ours, to compare with", "One way to solve it")]
FOLDED = re.compile(r"(?s)(<details><summary>[^<]+</summary>\n)\n```python\n(.+)\n```\n\n</details>")  # in any language


class Problem(Trouble):
    """Something in a notebook or module that its author has to mend first; the text says where."""


def read(path):
    return nbformat.read(path, as_version=4)


def text_of(notebook):
    """A notebook as it stands in its file."""
    return nbformat.writes(notebook) + "\n"


def write(path, text):
    """Write a file whole or not at all."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def write_all(root, texts, check=False):
    """Write those files of {path: text} that have another text, or with `check` none; how many, and say so of each."""
    changed = 0
    for path, text in texts.items():
        verdict = "unchanged"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            verdict, changed = "would change" if check else "written", changed + 1
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                write(path, text)
        print(f"{path.relative_to(root).as_posix()}: {verdict}")
    return changed


def folded(cell):
    """The code of a form of ours that is folded away in a text, a solution or a definition; None of any other cell."""
    found = FOLDED.fullmatch(cell.source) if cell.cell_type == "markdown" else None
    return found and found[2]


def unfolded(notebook):
    """The notebook with each folded form as a code cell, a definition's with its caption."""
    head = ""
    for place, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            head = cell.source.partition("\n")[0]
        elif (code := folded(cell)) is not None:
            whose = OURS if cell.source.startswith(OURS) else SOLUTION
            code = f"{head.replace(': yours', ': ours')}\n{code}" if whose is OURS else code
            metadata = {**cell.metadata, "folded": whose}
            notebook.cells[place] = nbformat.v4.new_code_cell(code, id=cell.id, metadata=metadata)
    return notebook


def refolded(notebook):
    """What `unfolded` was given, with the code as it is now."""
    for place, cell in enumerate(notebook.cells):
        if whose := cell.metadata.pop("folded", None):
            code = cell.source.partition("\n")[2] if whose == OURS else cell.source
            text = f"{whose}\n```python\n{code}\n```\n\n</details>"
            notebook.cells[place] = nbformat.v4.new_markdown_cell(text, id=cell.id, metadata=cell.metadata)
    return notebook


def questions(cell):
    """What a code cell asks the reader to predict."""
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    return [call.args[0].value for call in calls if getattr(call.func, "id", "") == "predict"]


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def tags(cell):
    return cell.metadata.get("tags", [])


def texts_of(output):
    """Every text that an output holds."""
    match output.output_type:
        case "stream":
            return [output.text]
        case "error":
            return [output.evalue, *output.traceback]
    return [value if isinstance(value, str) else str(value) for value in output.data.values()]


def caption_of(cell):
    """(module, kind) that a cell's caption names, None for a cell that is no package code; kind: "", yours or ours."""
    if cell.cell_type != "code":
        return None
    if wrong := stages.misspelt(cell.source):
        raise Problem(f"cell {cell.id}: `{wrong}` is no caption. A caption is `# minigrad/<room>/<module>.py` and "
                      "nothing else, or with `: yours` or `: ours` behind it.")
    return stages.caption(cell.source)


def module_of(cell):
    """The module that a cell's caption names, None for a cell that is no package code."""
    caption = caption_of(cell)
    return caption and caption[0]
