"""The reader's language: `say("...")` gives a sentence of the program in it.

The language is that of the notebook's folder, `notebooks/zh` for Chinese, or of MINIGRAD_LANG; otherwise it is English.
A sentence is a whole one, with names in braces for what changes:

>>> from minigrad.locale import say
>>> say("Your engine beside PyTorch {version}: {same} of {rows} the same.").format(version="2.13.0", same=3, rows=4)
'Your engine beside PyTorch 2.13.0: 3 of 4 the same.'

`tools/translate.py` gathers the sentences into `zh/program/*.po`, and the chapters' texts into `zh/notebooks/*.po`, in
the form that Babel writes; it is read here without Babel, which browsers do not have.
"""
import os
import re
import unicodedata
from pathlib import Path

LANGUAGES = {"zh": "中文"}
CATALOGUES = Path(__file__).parent
LINE = re.compile(r'(?m)^(msg\w+ )?"(.*)"$')  # of an entry; a line that goes on has no keyword
SPACE = re.compile("(?<=[，。；：、！？）]) | (?=[，。；：、！？（])|(?<=[一-鿿”]) (?=[一-鿿])|(?<=[一-鿿]) (?=“)")
WIDE_SPACE = "\u3000"  # as wide as a Chinese letter
ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def language() -> str:
    """The reader's language: MINIGRAD_LANG, or the name of the folder that the notebook stands in, or "en"."""
    try:
        chosen = os.environ.get("MINIGRAD_LANG") or Path.cwd().name
    except OSError:  # the folder is no longer there
        chosen = "en"
    return chosen if chosen in LANGUAGES else "en"


def translations(folder: Path) -> dict[tuple[str | None, str], str]:
    """{(context, English): translation} of the catalogues in a folder, but for what waits to be looked at again."""
    found = {}
    for path in sorted(folder.glob("*.po")):
        for entry in path.read_text(encoding="utf-8").split("\n\n"):
            parts, key = {"msgid": ""}, ""
            for keyword, text in LINE.findall(entry):
                key = keyword.strip() or key
                parts[key] = parts.get(key, "") + re.sub(r"\\(.)", lambda of: ESCAPES.get(of[1], of[1]), text)
            if parts["msgid"] and parts.get("msgstr") and not re.search("(?m)^#,.*fuzzy", entry):
                found[parts.get("msgctxt"), parts["msgid"]] = parts["msgstr"]
    return found


LANGUAGE = language()
SAID: dict[tuple[str | None, str], str] = {}
PACKAGE: list[tuple[str, str]] = []  # the longest first


def speak(lang: str) -> None:
    """From now on say() speaks this language, "en" or one of LANGUAGES; what modules said as they came stays."""
    SAID.clear()
    PACKAGE.clear()
    if lang in LANGUAGES:
        SAID.update(translations(CATALOGUES / lang / "program"))
        package = translations(CATALOGUES / lang / "package")
        PACKAGE.extend(sorted(((english, said) for (_, english), said in package.items()),
                              key=lambda pair: -len(pair[0])))


speak(LANGUAGE)


def say(sentence: str, context: str | None = None) -> str:
    """`sentence` in the reader's language, or as it is; `context` tells two meanings of one English word apart."""
    return SAID.get((context, sentence), sentence)


def in_a_row(*sentences: str) -> str:
    """The sentences that there are, one behind the other; Chinese ones need no space between them."""
    return re.sub("(?<=[。？！]) ", "", " ".join(filter(None, sentences)))


def tight(text: str) -> str:
    """Without spaces that Chinese has not: beside its signs, and between two of its letters."""
    return SPACE.sub("", text)


def comma() -> str:
    """What stands between two of a list."""
    return tight(say(", ", "of a list"))


def semicolon() -> str:
    """What stands between two parts of a sentence that are sentences themselves."""
    return tight(say("; ", "between sentences"))


def in_english(source: str) -> str:
    """A package cell as it was written: the translated docstrings and comments are for the eye alone."""
    for english, spoken in sorted(PACKAGE, key=lambda pair: -len(pair[1])):
        source = source.replace(spoken, english)
    return source


def in_words(source: str) -> str:
    """`source`, lines of the package, with its docstrings and comments in the reader's language."""
    for english, spoken in PACKAGE:
        source = source.replace(english, spoken)
    return source


def columns(text: str) -> int:
    """How many columns `text` takes where letters are of one width: a Chinese character takes two."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


def wide(text: str) -> int:
    """How many letters of `text` are wide. In few fonts they are twice as wide as the others: texts that stand in a
    column end below each other if each has as many of both."""
    return columns(text) - len(text)


def spaces(text: str, width: int, among: int = 0) -> str:
    """What `text` lacks of `width` columns, of which so many wide ones."""
    lacking = max(among - wide(text), 0)
    return WIDE_SPACE * lacking + " " * (width - columns(text) - 2 * lacking)


def filled(text: str, width: int, among: int = 0) -> str:
    """`text` with spaces behind it, up to `width` columns, with as many wide letters as the widest among others has."""
    return text + spaces(text, width, among)


def at_the_right(text: str, width: int, among: int = 0) -> str:
    """`text` with spaces before it, up to `width` columns, with as many wide letters as the widest among others has."""
    return spaces(text, width, among) + text


def hanging(label: str, text: str) -> str:
    """`text` behind its label, its further lines below the first."""
    return label + text.replace("\n", "\n" + WIDE_SPACE * wide(label) + " " * (len(label) - wide(label)))
