"""What the program says, as catalogues of English sentences; tools/translate.py keeps their translations.

The catalogue "ch04" has what that chapter's checkers say, the titles of its rows beside PyTorch, and its questions with
those that come back for a wrong guess; "figures" what the tools that draw figures/ say; "program" each `say("...")` and
`Remark("...")` of all other files, and what `suite.py check` says.

A checker's file writes its hints, names and titles plainly, in any table. So each string in it that has words is one,
but for docstrings, code, and what nobody reads: errors, what is compared, what a case expects, keys.
"""
import ast
import json
import re

from babel.messages.catalog import Catalog
from common import ROOT, chapters, code_cells, questions, read
from guesses import ASKED_BACK

PACKAGE = ROOT / "minigrad"
CHECKER = re.compile(r"ch\d\d\.py")
DRAWING = [ROOT / "tools" / name for name in ("figures.py", "film.py")]
SAYING = {"say", "Remark"}
UNSEEN = {"expect", "symptom", "says", "getattr", "hasattr", "setattr", "exec", "import_module", "partition", "sub"}
SENTENCE = re.compile(r"[A-Za-z]{2,}[,.:;]? [`*(\"']?[A-Za-z]|^[A-Z][a-z]+[.?!]$")
LABEL, TITLE = re.compile(r"[A-Za-z]{2}"), re.compile(r"[A-Za-z]")
LABELS = {"name": LABEL, "hint": LABEL, "title": TITLE}
GRAMMAR = re.compile(r"\b(in|and|or|not|is|if)\b")  # what Python's expressions have in common with English


def role(node):
    """The name of the function that is called, or of the keyword."""
    return node.arg if isinstance(node, ast.keyword) else getattr(node.func, "attr", getattr(node.func, "id", ""))


def is_code(text):
    """Whether Python can read the text; "twice: x + x" and "downhill, please" are English all the same."""
    try:
        first = ast.parse(text).body[0]
    except (SyntaxError, ValueError, IndexError):
        return False
    parts = getattr(getattr(first, "value", None), "elts", ()) if text[0] not in "([{" else ()
    words = isinstance(first, ast.AnnAssign) or any(isinstance(part, (ast.Name, ast.Subscript)) for part in parts)
    return "\n" in text or not words and not GRAMMAR.search(text)


def compared(tree):
    """Names of sentences that an answer is compared with: PyTorch's, as a rule."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Call, ast.keyword)) and role(node) in UNSEEN]
    return {value.id for node in nodes for value in ast.iter_child_nodes(node) if isinstance(value, ast.Name)}


def sentences(node, plain, known=frozenset(), words=SENTENCE):
    """(sentence, context) of all that a piece of code says; `plain`: also of strings that no say() stands around."""
    called = role(node) if isinstance(node, (ast.Call, ast.keyword)) else ""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if plain and words.search(re.sub(r"`[^`]*`", "", node.value)) and (words is TITLE or not is_code(node.value)):
            yield node.value, None
    elif called in SAYING and isinstance(node.args[0], ast.Constant):
        more = [*node.args[1:], *[word.value for word in node.keywords if word.arg == "context"]]
        yield node.args[0].value, more[0].value if more else None
    elif not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):  # no docstring
        names = {getattr(target, "id", "") for target in getattr(node, "targets", ())}
        quiet = isinstance(node, (ast.Raise, ast.Compare, ast.JoinedStr, ast.Subscript)) or called in UNSEEN
        parts = node.values if plain and isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
        for part in sorted(parts, key=lambda part: getattr(part, "lineno", 0)):
            yield from sentences(part, plain and not quiet and not names & known, known,
                                 LABELS.get(called, words))


def guessed(name):
    """A chapter's questions that have known wrong guesses, and the questions that come back."""
    for path in chapters():
        for cell in code_cells(read(path)) if f"ch{path.stem[:2]}" == name else ():
            for question in questions(cell) if "predict(" in cell.source else ():
                if question in ASKED_BACK:
                    yield from [question, *[back for _, back in ASKED_BACK[question]]]


def rows(name):
    """The titles of a chapter's rows beside PyTorch."""
    record = PACKAGE / "teach" / "record" / f"{name}.json"
    found = json.loads(record.read_text(encoding="utf-8"))["snippets"] if record.exists() else ()
    return [row["title"] for row in found]


def names():
    return [*(f"ch{path.stem[:2]}" for path in chapters()), "program", "figures"]


def files(name):
    """The files whose sentences a catalogue has."""
    if name == "figures":
        return DRAWING
    found = sorted(PACKAGE.rglob("*.py")) + [ROOT / "tools" / "progress.py"]
    return [path for path in found if name == (path.stem if CHECKER.fullmatch(path.name) else "program")]


def catalogue(name):
    """The babel Catalog of "ch04", "program" or "figures"; where a sentence is said is its place."""
    found = Catalog()
    for path in files(name):
        checker, source = bool(CHECKER.fullmatch(path.name)), path.read_text(encoding="utf-8")
        if checker or "say(" in source or "Remark(" in source:
            tree = ast.parse(source)
            known = compared(tree) if checker else set()
            for part in tree.body:
                place = getattr(part, "name", "") if checker else path.relative_to(ROOT).as_posix()
                for sentence, context in sentences(part, checker, known):
                    found.add(sentence, context=context, locations=[(place, None)] if place else [])
    for place, texts in (("guess", guessed(name)), ("row", rows(name))):
        for text in texts:
            found.add(text, locations=[(place, None)])
    return found
