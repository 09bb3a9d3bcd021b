"""What the program says, as catalogues of English sentences; tools/translate.py keeps their translations.

The catalogue "ch04" has what that chapter's checkers say, the questions that come back for its wrong guesses, and the
titles of its rows beside PyTorch; "program" has each `say("...")` and `Remark("...")` of all other files in minigrad,
"figures" those of the tools that draw figures/.

A checker's file writes its hints, names and titles plainly, in any table. So each string in it that has words is one,
but for docstrings, code, and what nobody reads: errors, what is compared, what a case expects, keys.
"""
import ast
import json
import re

from babel.messages.catalog import Catalog
from common import ROOT, chapters, code_cells, read
from guesses import ASKED_BACK

PACKAGE = ROOT / "minigrad"
CHECKERS = {path.stem: path for path in sorted(PACKAGE.glob("teach/ch[0-9][0-9].py"))}
FIGURES = [ROOT / "tools" / "figures.py", ROOT / "tools" / "film.py"]
SAYING, LABELS = {"say", "Remark"}, {"name", "hint", "title"}
UNSEEN = {"expect", "symptom", "says", "getattr", "hasattr", "setattr", "exec", "import_module", "partition", "sub"}
SENTENCE = re.compile(r"[A-Za-z]{2,}[,.:;]? [`*(\"']?[A-Za-z]|^[A-Z][a-z]+[.?!]$")
LABEL = re.compile(r"[A-Za-z]{2}")
GRAMMAR = re.compile(r"\b(in|and|or|not|is|if)\b")  # what Python's expressions have in common with English


def role(node):
    """The name of the function that is called, or of the keyword."""
    return node.arg if isinstance(node, ast.keyword) else getattr(node.func, "attr", getattr(node.func, "id", ""))


def is_code(text):
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return "\n" in text or not GRAMMAR.search(text)


def compared(tree):
    """Names of sentences that an answer is compared with: PyTorch's, as a rule."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Call, ast.keyword)) and role(node) in UNSEEN]
    return {value.id for node in nodes for value in ast.iter_child_nodes(node) if isinstance(value, ast.Name)}


def sentences(node, plain, known=frozenset(), words=SENTENCE):
    """(sentence, context) of all that a piece of code says; `plain`: also of strings that no say() stands around."""
    called = role(node) if isinstance(node, (ast.Call, ast.keyword)) else ""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if plain and words.search(re.sub(r"`[^`]*`", "", node.value)) and not is_code(node.value):
            yield node.value, None
    elif called in SAYING and isinstance(node.args[0], ast.Constant):
        more = [*node.args[1:], *[word.value for word in node.keywords if word.arg == "context"]]
        yield node.args[0].value, more[0].value if more else None
    elif not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):  # no docstring
        names = {getattr(target, "id", "") for target in getattr(node, "targets", ())}
        quiet = isinstance(node, (ast.Raise, ast.Compare, ast.JoinedStr, ast.Subscript)) or called in UNSEEN
        parts = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
        for part in sorted(parts, key=lambda part: getattr(part, "lineno", 0)):
            yield from sentences(part, plain and not quiet and not names & known, known,
                                 LABEL if called in LABELS else words)


def guessed(number):
    """The questions of a chapter whose wrong guesses are known, each with those that come back."""
    for path in chapters():
        for cell in code_cells(read(path)) if path.stem.startswith(number) else ():
            for node in ast.walk(ast.parse(cell.source)) if "predict(" in cell.source else ():
                if isinstance(node, ast.Call) and role(node) == "predict" and node.args[0].value in ASKED_BACK:
                    yield from [node.args[0].value, *[back for _, back in ASKED_BACK[node.args[0].value]]]


def names():
    return [*CHECKERS, "program", "figures"]


def files(name):
    """The files whose sentences a catalogue has."""
    if name in CHECKERS:
        return [CHECKERS[name]]
    return FIGURES if name == "figures" else sorted({*PACKAGE.rglob("*.py")} - {*CHECKERS.values()})


def catalogue(name):
    """The babel Catalog of "ch04", "program" or "figures"; where a sentence is said is its place."""
    found = Catalog()
    checker = name in CHECKERS
    for path in files(name):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        known = compared(tree) if checker else set()
        for part in tree.body if checker or SAYING & {*re.findall(r"\w+", path.read_text(encoding="utf-8"))} else ():
            for sentence, context in sentences(part, checker, known):
                place = getattr(part, "name", "") if checker else path.relative_to(ROOT).as_posix()
                found.add(sentence, context=context, locations=[(place, None)] if place else [])
    if checker:
        rows = json.loads((PACKAGE / "teach" / "record" / f"{name}.json").read_text(encoding="utf-8"))["snippets"]
        for text in guessed(name[2:]):
            found.add(text, locations=[("guess", None)])
        for row in rows:
            found.add(row["title"], locations=[("row", None)])
    return found
