"""The Chinese edition from one source: English chapters and gettext catalogues make notebooks/zh/*.ipynb.

    python3 tools/translate.py update [04]     takes new and changed English sentences into minigrad/locale/zh
    python3 tools/translate.py build [04]      writes notebooks/zh; tools/refresh.py --lang zh stores the outputs
    python3 tools/translate.py build --check   writes nothing, says which would change
    python3 tools/translate.py check [04]      says what is missing, to be looked at again, or does not agree

After new outputs `build` comes once more: documents.md says what to look for in them.

A unit is what stands on one line of a text, without the marks around it: a heading, an item, a cell of a table, a
paragraph; of code a string with words, a comment, a docstring. Nothing else is seen by a translator, so the code stays
the same. A changed sentence keeps its old translation, marked `fuzzy`, and is shown in English until it is looked at.

`notebooks/04_engine.po` has a chapter's own units, `shared.po` those of several chapters, `package/` what stands in
package cells, `program/` what the program says (tools/said.py), `pages/` what a page has beside the chapters' units. A
chapter with a catalogue is a translated chapter; `update 09` begins the next one.
"""
import argparse
import ast
import csv
import functools
import io
import re
import sys
import tokenize
from collections import Counter

import pages
import said
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from commands import Trouble, chosen, in_words
from common import ROOT, chapters, read, text_of, write
from markdown_it import MarkdownIt

from minigrad.locale import columns

LOCALE = ROOT / "minigrad" / "locale" / "zh"
ENGLISH, CHINESE, FIGURES = ROOT / "notebooks", ROOT / "notebooks" / "zh", ROOT / "figures"
GROWTH = ROOT / "minigrad" / "teach" / "growth"
MARKS = re.compile(  # what stands around a unit
    r"(^\s*(?:#{1,6} |[-*] |\d+\. |> )|</?details>|</?summary>|<!-- (?:symptom|talk|document): |\s*-->"
    r"|^\S+\.svg$|^<!-- Made by .*)")
HIDDEN = ("<!-- symptom", "<!-- document")  # lines of it are cut at their bars, as a table's are
BARS = re.compile(r"(\s*(?<!\\)\|\s*)")
WORDS = re.compile(r"[A-Za-z]{2}")  # what has none is signs and numbers
SENTENCE = re.compile(r"[A-Za-z]{2,}[,:]? [A-Za-z{]|[a-z]+ \d|^[A-Za-z]+ [a-z ]+:?$")  # a string that a reader reads
LABEL = re.compile("[a-z]{4,}:?")
CAPTION = re.compile(r"# minigrad/\S+\.py")
PLACE = re.compile(r'(\]\(|(?:src|href)=")([^)#":]+)')  # of a link or a picture
PAGES = ["symptoms", "documents", "glossary", "differences"]  # that exist in Chinese
LOOK_FOR = re.compile(r"(\]\(([\w.]+\.ipynb)#cell-id=([\w-]+)\)) \| `(.*)` \|(?=\n)")
TO_CELL = re.compile(r"\[([^\]]+?)\](\([^)\s]+\.ipynb[^)]*\))")  # a link that names the chapter, and the section


# ---- units -----------------------------------------------------------------------------------------------------------

def pieces(line):
    """The line cut into [(text, whether it is a unit)]; joined again it is the line."""
    found = []
    for part in filter(None, MARKS.split(line)):
        barred = line.startswith(("|", *HIDDEN)) and not MARKS.fullmatch(part)
        columns = BARS.split(part) if barred else [part]
        if line.startswith(HIDDEN[1]) and barred:  # numbers, verdict, what it says, what to look for
            columns = ["".join(columns[:4]), *columns[4:5], "".join(columns[5:])]
        for place, text in enumerate(columns):
            body = text.strip()
            start = text.find(body)
            told = len(columns) != 3 or not line.startswith(HIDDEN[1]) or place == 1
            found += [(text[:start], False), (body, told and has_words(text)), (text[start + len(body):], False)]
    return [(text, unit) for text, unit in found if text]


def has_words(text):
    """Whether a reader reads words there, beside code, marks and the places of links."""
    return bool(WORDS.search(re.sub(r"`[^`]*`|\]\([^)]*\)", "", text))) and not MARKS.fullmatch(text)


def tokens_of(source):
    """Python's tokens; an f-string is one of them, as it was before Python 3.12."""
    begun = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = tokenize.tok_name[token.type]
        if kind in ("FSTRING_START", "TSTRING_START"):
            begun.append(token.start)
        elif kind in ("FSTRING_END", "TSTRING_END"):
            start = begun.pop()
            if not begun:
                yield tokenize.TokenInfo(tokenize.STRING, "", start, token.end, token.line)
        elif not begun:
            yield token


def of_code(source, captioned):
    """[(start, end, text, kind)] of what a reader reads in code: places in source; kind: comment, docstring, string."""
    try:
        tree = ast.parse(re.sub(r"(?m)^[%!].*$", "pass", source))
        tokens = list(tokens_of(source))
    except (SyntaxError, tokenize.TokenError):  # of a cell that fails on purpose
        return []
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    docs = {(node.body[0].value.lineno, node.body[0].value.col_offset) for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)) and ast.get_docstring(node) is not None}
    labels = {(node.lineno, node.col_offset) for call in ast.walk(tree) for node in said_by(call)}
    found, joined = [], False
    for token in tokens:
        begin, end = [starts[row - 1] + column for row, column in (token.start, token.end)]
        text = source[begin:end]
        if token.type == tokenize.COMMENT and not CAPTION.match(text):
            lead = len(text) - len(text.lstrip("# "))
            found.append((begin + lead, end, text[lead:], "comment"))
        elif token.type == tokenize.STRING:
            lead = len(re.match(r"[a-zA-Z]*('''|\"\"\"|'|\")", text)[0])
            tail = 3 if text.endswith(('"""', "'''")) and len(text) >= 6 else 1
            inner, doc = text[lead:-tail], token.start in docs
            if joined:  # "one sentence " "in two literals" is one unit, and becomes one literal
                found[-1] = (found[-1][0], end - tail, found[-1][2] + inner, "string")
                continue
            read = SENTENCE.search(inner) or text[0] in "\"'" and inner.endswith(" ") or token.start in labels
            if doc or read and not captioned and "\\" not in inner:
                found.append((begin + lead, end - tail, inner, "docstring" if doc else "string"))
                joined = not doc
                continue
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            joined = False
    return [one for one in found if WORDS.search(one[2])]


def said_by(call):
    """The words that a call prints, or writes at the curves it draws."""
    name = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
    parts = call.args if name == "print" else ast.walk(call) if name == "viz.curves" else []
    return [part for part in parts if isinstance(part, ast.Constant) and LABEL.fullmatch(str(part.value))]


def code(source, tr, kind, captioned):
    """The code with each unit handed through tr(unit, kind)."""
    for begin, end, text, what in reversed(of_code(source, captioned)):
        new = tr(text, f"{kind} {what}")
        source = source if new == text else source[:begin] + new + source[end:]
    return source


def kind_of(line):
    starts = {"#": "heading", "|": "table", "<details": "hint or answer", "<!-- symptom": "symptom",
              "<!-- document": "document"}
    return next((kind for start, kind in starts.items() if line.startswith(start)), "text")


def markdown(source, tr):
    """The text of a Markdown cell, or of a page, with each unit handed through tr(unit, kind)."""
    out, fence = [], None
    for line in source.split("\n"):
        if line.startswith("```"):
            if fence is None:
                fence, drawn = [], line == "```"
            else:
                text = "\n".join(fence)
                if drawn:  # a small table or a drawing of letters: one unit
                    text = tr(text, "drawing") if has_words(text) else text
                else:
                    text = code(text, tr, "package", True)
                out += text.split("\n") if fence else []
                fence = None
            out.append(line)
        elif fence is not None:
            fence.append(line)
        else:
            out.append("".join(tr(text, kind_of(line)) if unit else text for text, unit in pieces(line)))
    return "\n".join(out + (fence or []))


def through(notebook, tr):
    """The notebook with each unit handed through tr(unit, kind, cell id)."""
    for cell in notebook.cells:
        def of_cell(text, kind, place=cell.id):
            return tr(text, kind, place)

        if cell.cell_type == "markdown":
            cell.source = markdown(cell.source, of_cell)
        else:
            captioned = bool(CAPTION.match(cell.source))
            cell.source = code(cell.source, of_cell, "package" if captioned else "code", captioned)
    return notebook


def units(path):
    """[(unit, kind, cell id)] of a chapter."""
    found, notebook = [], read(path)
    through(notebook, lambda *unit: found.append(unit) or unit[0])
    for cell in notebook.cells:
        if cell.cell_type == "code" and CAPTION.match(cell.source):
            for lines in replaced(path, cell.source):
                code(lines, lambda *unit, place=cell.id: found.append((*unit, place)) or unit[0], "package", True)
    return found


def replaced(path, source):
    """What the cell defines anew and no chapter has shown: the reader sees it struck out."""
    names = {node.name for node in ast.parse(source).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    for kept in sorted(GROWTH.glob("exact_*.txt")):
        if kept.stem[-2:] < path.stem[:2]:
            text = kept.read_text(encoding="utf-8")
            yield from (ast.get_source_segment(text, node) for node in ast.parse(text).body
                        if getattr(node, "name", None) in names)


def page(text, tr):
    """A page with each unit handed through tr(unit, kind); of a link to a cell the chapter and the section, each."""
    def unit(body, kind):
        if link := TO_CELL.fullmatch(body):
            chapter, dot, section = link[1].partition(" · ")
            return f"[{tr(chapter, 'a chapter')}{dot}{section and tr(section, 'a heading')}]{link[2]}"
        return tr(body, kind)

    return markdown(text, unit)


# ---- catalogues ------------------------------------------------------------------------------------------------------

def catalogue(name):
    path = LOCALE / f"{name}.po"
    if not path.exists():
        return Catalog(locale="zh_CN", project="minigrad", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale="zh_CN", abort_invalid=True)  # else what cannot be read is lost


def translated():
    """The chapters that have a catalogue."""
    return [path for path in chapters() if (LOCALE / "notebooks" / f"{path.stem}.po").exists()]


def save(name, new, known=()):
    """Write the catalogue anew: its sentences are those of `new`, translated as before, or as `known` says."""
    old = catalogue(name)
    old.update(new)
    old.obsolete.clear()  # git keeps them
    for entry in old:
        entry.user_comments = [line for line in entry.user_comments if line[:1] != "|"]  # an earlier previous sentence
        if entry.id and entry.id in known and not entry.context:
            entry.string = known[entry.id]
            entry.flags.discard("fuzzy")
            entry.previous_id = []
    lines = io.BytesIO()
    write_po(lines, old, width=10**6, include_lineno=False, omit_header=True, include_previous=True)
    (LOCALE / name).parent.mkdir(parents=True, exist_ok=True)
    write(LOCALE / f"{name}.po", HEADER + lines.getvalue().decode())


HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: minigrad\\n"
"Language: zh_CN\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def update(paths):
    often = Counter(text for path in chapters() for text in {text for text, kind, _ in units(path)})
    new = {"notebooks/shared": Catalog(locale="zh_CN")}
    for path in dict.fromkeys([*translated(), *paths]):
        for text, kind, cell in units(path):
            folder = "package" if kind.startswith("package") else "notebooks"
            name = "notebooks/shared" if folder == "notebooks" and often[text] > 1 else f"{folder}/{path.stem}"
            place = [] if name.endswith("shared") else [(f"#{cell}", None)]
            known = new.setdefault(name, Catalog(locale="zh_CN"))
            known.add(text, locations=place, auto_comments=[] if known.get(text) else [kind])
    known = {folder: translations(*(name for name in catalogues([]) if name.startswith(folder)))
             for folder in ("notebooks/", "package/", "pages/", "program/")}  # a unit may move from one to another
    known["pages/"] = known["notebooks/"] = known["pages/"] | known["notebooks/"]
    for name, found in new.items():
        save(name, found, known[name.partition("/")[0] + "/"] | translations(name))
    entries.cache_clear()
    in_chapters = {entry.id for path in translated() for name in of_chapter(path) for entry in entries(name)
                   if "code string" not in entry.auto_comments}  # of a page one word may mean something else
    for name in PAGES:
        found = Catalog(locale="zh_CN")
        for text, kind in units_of_page(name):
            if text not in in_chapters and not found.get(text):
                found.add(text, auto_comments=[kind])
        save(f"pages/{name}", found, known["pages/"] | translations(f"pages/{name}"))
    update_program(known["program/"] | {text: words for path in translated() for text, words in table(path).items()})


def english(name):
    return (ENGLISH / f"{name}.md").read_text(encoding="utf-8")


def units_of_page(name):
    found = []
    page(english(name), lambda *unit: found.append(unit) or unit[0])
    return found


def of_chapter(path):
    """The names of the catalogues that a chapter is built from."""
    return "notebooks/shared", f"notebooks/{path.stem}", f"package/{path.stem}"


def update_program(known):
    """What the program says; a sentence that stands in a chapter, too, is translated there."""
    begun = {f"ch{path.stem[:2]}" for path in translated()}
    for name in [name for name in said.names() if name in begun or not name.startswith("ch")]:
        save(f"program/{name}", said.catalogue(name), known)


@functools.cache
def entries(name):
    return [entry for entry in catalogue(name) if entry.id]


def translations(*names):
    """{English: Chinese} of these catalogues, but for what waits to be looked at again, or has a context."""
    return {entry.id: entry.string for name in names for entry in entries(name)
            if entry.string and not entry.fuzzy and not entry.context}


def table(path):
    """{English: Chinese} of a chapter: its own units, and those that several chapters share."""
    return translations(*of_chapter(path))


# ---- building --------------------------------------------------------------------------------------------------------

def moved(found):
    """A link of an English chapter, as it is in notebooks/zh: to the Chinese page, if there is one."""
    start, place = found.groups()
    if place.endswith(".ipynb") and ENGLISH / place in translated():
        return found[0]
    if place in [f"{name}.md" for name in PAGES]:
        return found[0]
    if place == "../README.md":
        return f"{start}../../README.zh-CN.md"
    if place.startswith("../figures/") and (FIGURES / "zh" / place.removeprefix("../figures/")).exists():
        return f"{start}../../figures/zh/{place.removeprefix('../figures/')}"
    return f"{start}../{place}" if (ENGLISH / place).exists() else found[0]


def built(path):
    """(the Chinese notebook, its units that are still in English); the outputs are those that are stored already."""
    known, missing = table(path), []
    notebook = through(read(path), lambda text, *_: known.get(text) or missing.append(text) or text)
    stored = {cell.id: cell for cell in read(CHINESE / path.name).cells} if (CHINESE / path.name).exists() else {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = PLACE.sub(moved, cell.source)
        else:
            old = stored.get(cell.id, {"outputs": [], "execution_count": None})
            cell.outputs, cell.execution_count = old["outputs"], old["execution_count"]
    return notebook, missing


def built_page(name):
    """(the Chinese page, its units that are still in English)."""
    known, missing = {}, []
    for path in translated():
        known |= table(path)
    known |= translations(f"pages/{name}")
    text = page(english(name), lambda text, _: known.get(text) or missing.append(text) or text)
    text = LOOK_FOR.sub(to_look_for, text) if name == "documents" else text
    return PLACE.sub(moved, text), missing


@functools.cache
def printed(name):
    """{cell id: what it holds and prints} of a Chinese chapter."""
    cells = read(CHINESE / name).cells if (CHINESE / name).exists() else []
    return {cell.id: f"{cell.source}\n{pages.said(cell)}" for cell in cells}


def to_look_for(found):
    """The end of a line about a document: what to look for is what the Chinese cell holds in its place."""
    link, text = found[1], found[4].replace(r"\|", "|")
    cell = printed(found[2]).get(found[3], text)
    said = {english: chinese for name in catalogues([]) if name.startswith("program/") for english, chinese in [
        (entry.id, entry.string) for entry in entries(name)] if text in english}
    own = {english.strip(): chinese.strip() for english, chinese in table(ENGLISH / found[2]).items()}
    said |= {english: own[english] for english in sorted(own, key=len, reverse=True) if " " in english in text}
    parts = sorted(re.split(r"[:;] +", text), key=len, reverse=True) + re.findall(r"\S*\d\S*", text)
    there = next((one for one in [text, *said.values(), *parts] if one in cell), text)
    return f"{link} | `{there.replace('|', chr(92) + '|')}` |"


def build(paths, only_look):
    """Write these chapters, and all pages; the names of what has changed."""
    CHINESE.mkdir(exist_ok=True)
    changed = []
    made = {path.name: built(path) for path in paths} | {f"{name}.md": built_page(name) for name in PAGES}
    for name, (found, missing) in made.items():
        text, place = found if isinstance(found, str) else text_of(found), CHINESE / name
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            changed.append(name)
            if not only_look:
                write(place, text)
        state = "as is" if name not in changed else "would change" if only_look else "written"
        print(f"{name}: {state}", f"({len(missing)} units in English)" if missing else "")
    return changed


# ---- checking --------------------------------------------------------------------------------------------------------

CODES = re.compile(r"`([^`]+)`|<code>(.+?)</code>")
NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?")
HOLE = re.compile(r"\{\w*(?:[:!][^{}]*)?\}")
HAN = r"\u3400-\u9fff"
LATIN_FOUR = re.compile(r"[A-Za-z]{3,}(?: [A-Za-z]{2,}){3}")
SLANTED = re.compile(r"(?<!\*)\*(?![* ])[^*\n]+\*(?!\*)|<em>.+?</em>")
HALF_WIDTH = re.compile(  # signs beside Chinese letters; a line in quotes is one of a talk
    rf"[{HAN}] ?[,;?!](?!\d)|[{HAN}]\.(?:\s|$)|[{HAN}\"] ?\((?=[^()]*[{HAN}])|(?<!^)\"[{HAN}]|[{HAN}]\"(?!$)"
)
QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|\*[^*]*\*")


def appearance(text):
    """What a reader of Markdown gets: how much is bold, slanted, linked, and where the links lead."""
    tokens = MarkdownIt("commonmark").parseInline(text)[0].children
    kinds = Counter({"strong_open": "emphasis", "em_open": "emphasis"}.get(token.type, token.type) for token in tokens
                    if token.type in ("strong_open", "em_open", "image"))
    return kinds + Counter(f"link {token.attrGet('href')}" for token in tokens if token.type == "link_open")


def bare(text):
    """The text without code, places of links, and holes."""
    return re.sub(r"`[^`]*`|<code>.+?</code>|\]\([^)]*\)", " ", HOLE.sub(" ", text))


def numbers(text):
    return Counter(found.replace("−", "-").replace(",", "").rstrip(".") for found in NUMBER.findall(bare(text)))


@functools.cache
def terms():
    """[(English, Chinese)], patterns, of the words whose translation is fixed."""
    with (LOCALE / "terms.csv").open(encoding="utf-8", newline="") as file:
        return [(row["pattern"], row["checked"]) for row in csv.DictReader(file) if row["checked"]]


def wide(line):
    """How many wide letters stand before the last column of a line."""
    before = re.match(r"(.*)(?:  |[|+])", line)
    return columns(before[1]) - len(before[1]) if before else 0


def complaints(english, chinese, kind="text"):
    """What does not agree between a sentence and its translation.

    kind: text, which is Markdown, said, by the program, code, package or drawing.
    """
    said, prose = [], kind in ("text", "said")
    if prose:
        codes = [{"".join(code) for code in CODES.findall(text)} for text in (english, chinese)]
        if codes[0] != codes[1]:
            said.append(f"code {codes[0] ^ codes[1]}")
        seen = [appearance(text) for text in (english, chinese)]
        if kind == "text" and seen[0] != seen[1]:
            said.append(f"shown otherwise: {dict(seen[0] - seen[1])} / {dict(seen[1] - seen[0])}")
        if sorted(re.findall(r"\$[^$]+\$", english)) != sorted(re.findall(r"\$[^$]+\$", chinese)):
            said.append("mathematics")
    if kind in ("text", "said", "code") and sorted(HOLE.findall(english)) != sorted(HOLE.findall(chinese)):
        said.append("holes")
    edges = [re.fullmatch(r"(?s)(\s*).*?(\s*)", text).groups() for text in (english, chinese)]
    if kind in ("package", "drawing") and edges[0] != edges[1]:
        said.append("blanks at its ends")
    if lost := numbers(english) - numbers(chinese):
        said.append(f"numbers {dict(lost)}")
    slanted = [found[0] for found in SLANTED.finditer(CODES.sub("", chinese)) if " · " not in found[0]]
    if prose and re.search(f"[{HAN}]", "".join(slanted)):
        said.append("slanted Chinese, which has no slanted form: bold, or “ ”")
    if kind == "drawing" and len({wide(line) for line in chinese.split("\n")}) > 1:
        said.append("Chinese letters before what stands in columns: they are not of the same width in every font")
    text = re.sub(r"`[^`]*`|<[^>]+>|“[^”]*”", "", chinese)  # what the notes say is quoted as it is
    if re.search(HALF_WIDTH, text):
        said.append("half-width punctuation")
    if re.search(rf"[{HAN}][A-Za-z]|[A-Za-z][{HAN}]", text):
        said.append("no space between Chinese and Latin letters")
    if LATIN_FOUR.search(QUOTED.sub("", bare(chinese))):
        said.append("four English words in a row")
    return said + [f"term {first} -> {second}" for first, second in terms() if prose and english != chinese
                   and re.search(rf"(?i)\b(?:{first})\b", bare(english)) and not re.search(second, chinese)]


def check(names):
    """Print what is missing or does not agree; how much that is."""
    count, once = 0, {}  # what a program reads has one translation, whichever chapter it is in
    for name in names:
        for entry in entries(name):
            key = name.partition("/")[0], entry.id, entry.context
            if key[0] in ("package", "program") and once.setdefault(key, entry.string) != entry.string:
                count += 1
                print(f"{name}: another chapter translates it as {once[key]}\n    {entry.string[:150]}")
            state = "fuzzy" if entry.fuzzy else "" if entry.string else "missing"
            kind = next((word for word in ("code", "package", "drawing") if entry.auto_comments[:1] and
                         entry.auto_comments[0].startswith(word)), "said" if key[0] == "program" else "text")
            if said := [state] if state else complaints(entry.id, entry.string, kind):
                count += 1
                print(f"{name}: {'; '.join(said)}\n    {entry.id[:150]}\n    {entry.string[:150]}")
    print(f"{count} to look at")
    return count


def catalogues(paths):
    """The names of all catalogues; of these chapters alone, if there are any."""
    names = [path.relative_to(LOCALE).with_suffix("").as_posix() for path in sorted(LOCALE.glob("*/*.po"))]
    ours = [path.stem[:2] for path in paths]
    return [name for name in names if not ours or re.sub(r"\D*(\d\d)?.*", r"\1", name.partition("/")[2]) in ours]


@in_words
def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["update", "build", "check"])
    parser.add_argument("chapters", nargs="*", help="numbers, such as 04; default: all that are translated")
    parser.add_argument("--check", action="store_true", help="write nothing")
    asked = parser.parse_args(arguments)
    paths = chosen(asked.chapters) if asked.chapters else []
    if asked.what == "update":
        return update(paths)
    if asked.what == "build":
        if new := [path.name[:2] for path in paths if path not in translated()]:
            raise Trouble(f"There is no catalogue of chapter {', '.join(new)}: `update {' '.join(new)}` begins it.")
        return bool(build(paths or translated(), asked.check)) and asked.check
    return check(catalogues(paths)) > 0


if __name__ == "__main__":
    sys.exit(main())
