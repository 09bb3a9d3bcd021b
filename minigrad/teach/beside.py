"""Your engine beside PyTorch: recorded snippets are run on the reader's own definitions, and both answers are shown.

`tools/record.py` asked real PyTorch once and keeps its answers in the folder `record`, so that no torch is needed here.
"""
import ast
import contextlib
import html
import io
import json
import re
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from minigrad.locale import filled, hanging, say, wide
from minigrad.teach.check import shown, without_addresses

RECORD = Path(__file__).parent / "record"
ABSENT = say("No table: PyTorch's answers, minigrad/teach/record/{chapter}.json, are not here. Bring the package back, "
             "or install torch 2.13.0 and run tools/record.py.")
SIGNS = {"same": say("= same"), "different": say("≠ different"), "not built yet": say("… not built yet")}
MISSING = re.compile(  # what Python says when a name, a method or an operator is not there
    r"AttributeError: (module 'torch(\.autograd(\.functional)?)?'|'(Tensor|\w+Backward\w*)' object) has no attribute"
    r"|TypeError: (unsupported operand|bad operand|.* not supported between instances)"
)


def beside_torch(chapter: str, namespace: Mapping[str, Any], only: Iterable[str] | None = None) -> "Beside | None":
    """A table of what your definitions say and what PyTorch said, for the snippets recorded for `chapter`.

    namespace  where `torch.<name>` is looked up, usually `globals()`; it is read and never changed
    only       titles of the snippets wanted, in this order; without it all of them

    Where the record is missing there is no table: one sentence is printed. Raises ValueError for a title that the
    record does not hold.
    """
    if not (RECORD / f"{chapter}.json").exists():
        print(ABSENT.format(chapter=chapter))
        return None
    record = json.loads((RECORD / f"{chapter}.json").read_text(encoding="utf-8"))
    snippets = {say(snippet["title"]): snippet for snippet in record["snippets"]}
    titles = list(snippets) if only is None else list(map(say, only))  # a notebook names them in its own language
    if unknown := [title for title in titles if title not in snippets]:
        sentence = say("the record of {chapter} holds no snippet called {title!r}")
        raise ValueError(sentence.format(chapter=chapter, title=unknown[0]))

    names = {name: value for name, value in namespace.items() if not name.startswith("_")}
    torch = as_package(names)
    rows = []
    for title in titles:
        yours, theirs = answer(snippets[title]["code"], torch), snippets[title]["result"]
        rows.append(Row(title, snippets[title]["code"], said(yours), said(theirs), _verdict(yours, theirs)))
    return Beside(record["torch"], rows)


PLACES = ("torch", "torch.autograd", "torch.autograd.functional", "torch.nn", "torch.nn.functional", "torch.optim")


def as_package(names: Mapping[str, Any]) -> ModuleType:
    """The notebook's own `torch = chapter(...)`; without one, a `torch` of these names."""
    if getattr(names.get("torch"), "__name__", "") == "minigrad":
        return names["torch"]
    made = {}
    for place in PLACES:
        module = ModuleType(place)
        vars(module).update(names)  # a chapter's own `jacobian`, `Function` and `grad` are bare names
        made[place] = module
        room, _, last = place.rpartition(".")
        if room:
            setattr(made[room], last, module)
    return made["torch"]


def answer(code: str, torch: Any) -> dict:
    """Runs `code` with the name `torch` bound to `torch`: what it printed and its last value, its warnings, its error.

    Only the first sentence of a warning is kept, and no memory address.
    """
    names = {"torch": torch, "__name__": "__snippet__"}
    printed, error = io.StringIO(), None
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(printed):
        warnings.simplefilter("always")
        # what NumPy remarks on infinity and nan inside the package is silent elsewhere, too (machinery/silence.py)
        warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")
        try:
            *body, last = ast.parse(code).body
            if not isinstance(last, ast.Expr):
                body, last = [*body, last], None
            exec(compile(ast.Module(body, []), "snippet", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "snippet", "eval"), names) if last else None
            if value is not None:
                print(repr(value))
        except Exception as problem:
            error = shown(problem)
    names.clear()  # a class made by the snippet would otherwise keep everything alive
    return {
        "text": without_addresses(printed.getvalue().rstrip("\n")),
        "warnings": [f"{warning.category.__name__}: {_first_sentence(warning.message)}" for warning in caught],
        "error": error,
    }


def _first_sentence(message):
    return re.split(r"(?<=[.!?])\s", without_addresses(str(message)), maxsplit=1)[0]


def said(result: dict) -> str:
    """An answer as one text: what was printed, then warnings, then the error. A record leaves out what is empty."""
    return "\n".join(filter(None, [result.get("text"), *result.get("warnings", ()), result.get("error")]))


def as_torch(text: str) -> str:
    """`text` with minigrad's name replaced by torch's."""
    return re.sub(r"\bminigrad\.", "torch.", text)


def _verdict(yours, theirs):
    if as_torch(said(yours)) == said(theirs):
        return "same"
    if MISSING.match(yours["error"] or ""):
        return "not built yet"
    return "different"


class Row(NamedTuple):
    """One snippet, both answers, and the verdict: "same", "different" or "not built yet"."""

    title: str
    code: str
    yours: str
    torch: str
    verdict: str


class Beside:
    """The table that `beside_torch` gives, as aligned text and as HTML."""

    def __init__(self, version: str, rows: list[Row]):
        self.rows = rows
        agreeing = sum(row.verdict == "same" for row in rows)
        self._caption = say("Your engine beside PyTorch {version}: {same} of {rows} the same.").format(
            version=version, same=agreeing, rows=len(rows))

    def __repr__(self):
        blocks = [self._caption]
        for row in self.rows:
            lines = [(say("code"), row.code), (say("yours"), row.yours), ("PyTorch", row.torch),
                     (say("verdict"), SIGNS[row.verdict])]
            wides = max(wide(word) for word, _ in lines)
            labels = [f"  {filled(word, 7 + 2 * wides, wides)}  " for word, _ in lines]
            blocks.append("\n".join([row.title, *(hanging(label, text) for label, (_, text) in zip(labels, lines))]))
        return "\n\n".join(blocks)

    def _repr_html_(self):
        """The verdict and a few rows, every row that is not the same among them; the others are folded."""
        differing = [row for row in self.rows if row.verdict != "same"]
        agreeing = [row for row in self.rows if row.verdict == "same"]
        few = max(FEW - len(differing), 0)
        telling = sorted(differing + agreeing[:few], key=self.rows.index)
        rest = agreeing[few:]
        title = (say("{count} more, all of them the same") if len(rest) > 1 else say("1 more, the same")).format(
            count=len(rest))
        folded = f"<details><summary>{title}</summary>{_table(rest, title)}</details>" if rest else ""
        caption = f'<p style="margin: 6px 5px"><b>{self._caption}</b></p>'  # as far in as printed lines
        return f"{caption}{_table(telling, say('Your engine beside PyTorch'))}{folded}"


FEW = 3  # rows that are not folded
LEFT = "text-align: left; vertical-align: top"


def _table(rows, caption):
    columns = [(say("your engine"), "44%"), ("PyTorch", "44%"), (say("verdict"), "12%")]
    head = "".join(f'<th scope="col" style="{LEFT}; width: {width}">{name}</th>' for name, width in columns)
    snippets = "".join(
        f'<tbody><tr><th scope="rowgroup" colspan="3" style="{LEFT}">'
        f"{html.escape(row.title)}{_pre(row.code)}</th></tr>"
        f'<tr><td style="{LEFT}">{_pre(row.yours)}</td><td style="{LEFT}">{_pre(row.torch)}</td>'
        f'<td style="{LEFT}">{SIGNS[row.verdict]}</td></tr></tbody>'
        for row in rows
    )
    return f'<table style="width: 100%" aria-label="{caption}"><thead><tr>{head}</tr></thead>{snippets}</table>'


def _pre(text):
    style = "margin: 0; background: none; font-weight: normal; white-space: pre-wrap; word-break: normal"
    style += "; overflow-wrap: anywhere"  # JupyterLab's own style breaks lines inside words
    return f'<pre style="{style}">{html.escape(text)}</pre>'
