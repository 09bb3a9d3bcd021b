"""The Chinese edition: made from the English chapters and the catalogues, and of nothing else."""
import ast
import csv
import html
import re
import shutil
from collections import Counter

import pages
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError
from common import ROOT, chapters, code_cells, nbformat, read, tags, text_of, texts_of

from minigrad import locale

translate = pytest.importorskip("translate")  # its markdown-it-py comes with what makes the book
TRANSLATED = translate.translated()


def outputs(cell):
    return [(output.output_type, text) for output in cell.outputs for text in texts_of(output)]


def test_half_of_the_chapters_are_there():
    assert [path.stem[:2] for path in TRANSLATED][:9] == [f"{number:02}" for number in range(9)]


@pytest.mark.parametrize("path", chapters(), ids=lambda path: path.stem)
def test_each_unit_translated_by_itself_gives_the_chapter_back(path):
    same = translate.through(read(path), lambda text, *_: text)
    assert text_of(same) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", translate.PAGES)
def test_each_unit_translated_by_itself_gives_the_page_back(name):
    assert translate.page(translate.english(name), lambda text, _: text) == translate.english(name)


def test_nothing_is_missing_or_disagrees_with_its_english(capsys):
    assert translate.check(translate.catalogues([])) == 0, capsys.readouterr().out


def test_the_catalogues_hold_what_the_chapters_say_today(tmp_path, monkeypatch):
    before = {path.relative_to(translate.LOCALE): path.read_text("utf-8") for path in translate.LOCALE.rglob("*.po")}
    shutil.copytree(translate.LOCALE, tmp_path / "zh")
    monkeypatch.setattr(translate, "LOCALE", tmp_path / "zh")
    translate.update([])
    after = {path.relative_to(tmp_path / "zh"): path.read_text("utf-8") for path in (tmp_path / "zh").rglob("*.po")}
    assert before.keys() == after.keys()
    assert [str(name) for name in before if before[name] != after[name]] == [], "type: tools/translate.py update"


def test_the_chinese_notebooks_are_the_ones_that_are_built(capsys):
    assert translate.build(TRANSLATED, True) == [], "type: tools/translate.py build, refresh.py --lang zh, build again"


def parts(source, known):
    """The syntax tree in pieces, each string as the translation of its English text, if there is one."""
    try:
        tree = ast.parse(re.sub(r"(?m)^[%!].*$", "pass", source))
    except SyntaxError:  # of a cell that fails on purpose
        return [source]
    pieces = []
    for node in [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]:
        node.values = [value for value in node.values if isinstance(value, ast.FormattedValue)]
    for node in ast.walk(tree):
        text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        pieces.append(known.get(node.value, node.value) if text else type(node).__name__)
    return [*pieces, re.sub(r"value='(?:[^'\\]|\\.)*'|value=\"(?:[^\"\\]|\\.)*\"", "", ast.dump(tree))]


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.stem)
def test_code_ids_tags_and_numbers_are_those_of_the_english_chapter(path):
    english, chinese, known = read(path), read(translate.CHINESE / path.name), translate.table(path)
    assert [(cell.id, cell.cell_type, tags(cell)) for cell in english.cells] == [
        (cell.id, cell.cell_type, tags(cell)) for cell in chinese.cells]
    for one, other in zip(code_cells(english), code_cells(chinese)):
        assert parts(one.source, known) == parts(other.source, {}), one.id
        assert [kind for kind, _ in outputs(one)] == [kind for kind, _ in outputs(other)], one.id
        for first, second in zip(one.outputs, other.outputs):
            assert first.get("ename") == second.get("ename") and first.get("evalue") == second.get("evalue"), one.id
            plain = [output.get("text", output.get("data", {}).get("text/plain", "")) for output in (first, second)]
            assert not translate.numbers(plain[0]) - translate.numbers(plain[1]), one.id


def update(*paths):
    translate.update(paths)
    translate.entries.cache_clear()


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A course of one chapter with one sentence, translated; write(text) changes the English."""
    (tmp_path / "notebooks").mkdir()
    path = tmp_path / "notebooks" / "01_one.ipynb"

    def write(text, code="print('one two three', 4)  # a remark"):
        cells = [nbformat.v4.new_markdown_cell(text, id="text"), nbformat.v4.new_code_cell(code, id="code")]
        path.write_text(text_of(nbformat.v4.new_notebook(cells=cells)), "utf-8")
        translate.entries.cache_clear()

    monkeypatch.setattr(translate, "LOCALE", tmp_path / "locale")
    monkeypatch.setattr(translate, "ENGLISH", tmp_path / "notebooks")
    monkeypatch.setattr(translate, "CHINESE", tmp_path / "notebooks" / "zh")
    monkeypatch.setattr(translate, "chapters", lambda: [path])
    monkeypatch.setattr(translate, "PAGES", [])
    monkeypatch.setattr(translate.said, "names", list)
    monkeypatch.setattr(translate, "terms", lambda: [("leaf", "叶子")])
    write("The leaf holds 3 of them.")
    translate.update([path])
    catalogue = tmp_path / "locale" / "notebooks" / "01_one.po"
    text = catalogue.read_text("utf-8")
    for english, chinese in (("The leaf holds 3 of them.", "叶子有 3 个。"), ("one two three", "一二三"),
                             ("a remark", "说明")):
        text = text.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{chinese}"')
    catalogue.write_text(text, "utf-8")
    translate.entries.cache_clear()
    yield path, write
    translate.entries.cache_clear()


def test_a_chapter_is_built_with_the_same_code(small):
    path, _ = small
    translate.build([path], False)
    text, code = read(translate.CHINESE / path.name).cells
    assert text.source == "叶子有 3 个。" and code.source == "print('一二三', 4)  # 说明"


def test_a_changed_sentence_is_shown_in_english_until_it_is_looked_at(small, capsys):
    path, write = small
    assert translate.check(translate.catalogues([])) == 0
    write("The leaf holds 3 of them now.")
    update()
    assert translate.check(translate.catalogues([])) == 1 and "fuzzy" in capsys.readouterr().out
    translate.build([path], False)
    assert read(translate.CHINESE / path.name).cells[0].source == "The leaf holds 3 of them now."
    assert "(1 units in English)" in capsys.readouterr().out


def test_what_two_chapters_say_keeps_its_translation(small, monkeypatch):
    path, _ = small
    other = path.with_name("02_two.ipynb")
    other.write_text(path.read_text("utf-8").replace("holds 3 of them", "is another"), "utf-8")
    monkeypatch.setattr(translate, "chapters", lambda: [path, other])
    update()
    assert translate.translations("notebooks/shared")["one two three"] == "一二三"
    assert "one two three" not in translate.translations("notebooks/01_one")
    monkeypatch.setattr(translate, "chapters", lambda: [path])
    update()
    assert translate.translations("notebooks/01_one")["one two three"] == "一二三"


def test_what_a_checker_said_keeps_its_translation_when_any_file_says_it(small, monkeypatch):
    said = {"ch01": ["Mind the sign."], "program": ["All."]}

    def catalogue(name):
        found = Catalog()
        for sentence in said[name]:
            found.add(sentence)
            found.add(sentence, context="a label")
        return found

    monkeypatch.setattr(translate.said, "names", lambda: list(said))
    monkeypatch.setattr(translate.said, "catalogue", catalogue)
    translate.update([])
    path = translate.LOCALE / "program" / "ch01.po"
    text = path.read_text("utf-8").replace('"Mind the sign."\nmsgstr ""', '"Mind the sign."\nmsgstr "注意符号。"')
    path.write_text(text, "utf-8")
    translate.entries.cache_clear()
    said["program"], said["ch01"] = said["ch01"], []
    update()
    assert translate.translations("program/program") == {"Mind the sign.": "注意符号。"}


def test_a_catalogue_that_cannot_be_read_is_not_written_anew(small):
    path = translate.LOCALE / "notebooks" / "01_one.po"
    text = f'{path.read_text("utf-8")}\n<<<<<<< ours\nmsgid "what two have changed"\nmsgstr "两个人改的"\n=======\n'
    path.write_text(text, "utf-8")
    translate.entries.cache_clear()
    with pytest.raises(PoFileError):
        translate.update([])
    assert path.read_text("utf-8") == text


def test_stored_outputs_outlive_a_new_build(small):
    path, _ = small
    translate.build([path], False)
    place = translate.CHINESE / path.name
    notebook = read(place)
    notebook.cells[1].outputs = [nbformat.v4.new_output("stream", text="一二三 4\n")]
    place.write_text(text_of(notebook), "utf-8")
    assert translate.build([path], False) == [] and "一二三 4" in place.read_text("utf-8")


@pytest.mark.parametrize(("english", "chinese", "said"), [
    ("Write `x` here.", "写在这里。", "code"),
    ("It is **bold**: so.", "它是**粗的：**这样。", "shown otherwise"),
    ("See [it](a.md).", "看[它](b.md)。", "shown otherwise"),
    ("The square $x^2$.", "平方 $x^3$。", "mathematics"),
    ("It says {name}.", "它说 {nam}。", "holes"),
    ("It took 35 steps.", "走了 36 步。", "numbers"),
    ("First, look.", "首先,看。", "half-width"),
    ('It says "no".', '它说"不"。', "half-width"),
    ("Two (or three) steps.", "两步 (或三步)。", "half-width"),
    ("It is *slanted*.", "它是*斜的*。", "slanted"),
    ("It is <em>slanted</em>.", "它是<em>斜的</em>。", "slanted"),
    ("The PyTorch way.", "PyTorch的做法。", "no space"),
    ("Nobody knows what it is.", "没人知道 what it really is。", "four English words"),
    ("A leaf.", "一个末端。", "term leaf"),
], ids=lambda text: text)
def test_what_does_not_agree_is_said(monkeypatch, english, chinese, said):
    monkeypatch.setattr(translate, "terms", lambda: [("leaf", "叶子")])
    assert [what for what in translate.complaints(english, chinese) if what.startswith(said)]


def test_chinese_letters_stand_behind_what_is_in_columns():
    """Their width differs from font to font, so a drawing with some of them before a column falls apart."""
    english = "x       0   3\nslope   1   2"
    assert translate.complaints(english, "x       0   3\n斜率    1   2", "drawing")
    assert not translate.complaints(english, "0   3   x\n1   2   斜率", "drawing")


@pytest.mark.parametrize(("english", "chinese"), [
    ("**The leaf** holds `x`: 1,073 numbers, $x^2$.", "**叶子**里有 `x`：1,073 个数，$x^2$。"),
    ("*Does not have a grad_fn*: {name} was made by hand.", "*Does not have a grad_fn*：{name} 是直接创建的。"),
])
def test_a_good_translation_is_not_complained_of(monkeypatch, english, chinese):
    monkeypatch.setattr(translate, "terms", lambda: [("leaf", "叶子")])
    assert translate.complaints(english, chinese) == []


def test_what_the_page_of_documents_says_to_look_for_is_there():
    """In the Chinese cell that the line leads to."""
    rows = translate.LOOK_FOR.findall((translate.CHINESE / "documents.md").read_text("utf-8"))
    assert len(rows) > 80
    for _, name, cell, text in rows:
        assert text.replace(r"\|", "|") in translate.printed(name)[cell], (name, cell, text)


def test_links_lead_to_the_chinese_chapter_if_there_is_one(monkeypatch):
    monkeypatch.setattr(translate, "translated", lambda: [translate.ENGLISH / "04_engine.ipynb"])
    for text, link in [("[4](04_engine.ipynb#cell-id=x)", "[4](04_engine.ipynb#cell-id=x)"),
                       ("[9](09_in_place.ipynb)", "[9](../09_in_place.ipynb)"),
                       ("[words](glossary.md)", "[words](glossary.md)"),
                       ("[README](../README.md)", "[README](../../README.zh-CN.md)"),
                       ("[all](../minigrad/README.md)", "[all](../../minigrad/README.md)"),
                       ("[away](https://a.invalid/b)", "[away](https://a.invalid/b)")]:
        assert translate.PLACE.sub(translate.moved, text) == link


def test_the_program_reads_a_catalogue_as_babel_does(tmp_path):
    folders = [folder for folder in translate.LOCALE.iterdir() if folder.is_dir()]
    assert len(folders) == 4
    for folder in folders:
        names = [f"{folder.name}/{path.stem}" for path in sorted(folder.glob("*.po"))]
        wanted = {(entry.context, entry.id): entry.string for name in names for entry in translate.entries(name)
                  if entry.string and not entry.fuzzy}
        assert locale.translations(folder) == wanted and wanted
    (tmp_path / "one.po").write_text('#, fuzzy\nmsgid "one"\nmsgstr "一"\n\nmsgctxt "a label"\nmsgid "two"\n'
                                     'msgstr ""\n"二\\n"\n"\\"三\\""\n\n\n\n', "utf-8")
    assert locale.translations(tmp_path) == {("a label", "two"): '二\n"三"'}


def test_the_chapters_words_have_the_chinese_of_the_list_of_terms():
    with (translate.LOCALE / "terms.csv").open(encoding="utf-8", newline="") as file:
        terms = {row["english"]: row["chinese"] for row in csv.DictReader(file)}
    found = {(english, chinese, path.stem) for english, chinese, _, path in pages.words()}
    assert len(found) > 150 and [row for row in sorted(found) if terms.get(row[0]) != row[1]] == []


def texts_between(tokens):
    """The words of rendered Markdown, without code and formulas."""
    for token in tokens:
        if token.type == "text":
            yield re.sub(r"\$[^$]+\$", "", token.content)
        yield from texts_between(token.children or ())


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.stem)
def test_no_mark_of_markdown_is_left_for_the_readers_eye(path):
    """Beside Chinese signs `**` may not be taken for bold; a star of a product is there in English, too."""
    def left(cell):
        tokens = translate.MarkdownIt("commonmark").parse(cell.source) if cell.cell_type == "markdown" else []
        return Counter(re.findall(r"[*`]", " ".join(texts_between(tokens))))

    pairs = zip(read(path).cells, read(translate.CHINESE / path.name).cells)
    assert [cell.id for english, cell in pairs if left(cell) - left(english)] == []


PHRASE = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]+){3,}")
TAGS = re.compile(r"(?s)<style.*?</style>|<script.*?</script>|<[^>]+>")
QUOTED = re.compile(r"(?s)```.*?```|`[^`]*`|<code>.*?</code>|\]\([^)]*\)|<!--.*?-->|\*[^*\n]+\*|“[^”]*”")
PYTHONS = "maximum recursion depth exceeded"
CODE = [path for path in sorted((ROOT / "minigrad").rglob("*")) if path.suffix in (".py", ".txt", ".json")
        and not {"viz", "locale"} & {*path.parts} and not re.fullmatch(r"(ch\d\d|guesses)\.py", path.name)]


def shown(cell):
    """What a reader reads of a cell, but for code, the English words of a table, and what is quoted as it is."""
    if cell.cell_type == "markdown":
        return re.sub(r"(?m)^\| [A-Za-z, ]+ \|", "|", QUOTED.sub(" ", cell.source.replace("**", "")))
    texts = []
    for output in cell.outputs:
        for kind, text in output.get("data", {"text": output.get("text", "")}).items():
            if kind in ("text/html", "image/svg+xml"):
                texts += re.findall(r'(?:alt|aria-label|title)="([^"]*)"', text)
                text = html.unescape(TAGS.sub("\n", text))
            texts.append(text)
    return "\n".join(texts)


@pytest.fixture(scope="module")
def code():
    """What is never translated: the package, docstrings and PyTorch's sentences in it, the rows beside PyTorch."""
    return re.sub(r"\W+", " ", "\n".join([PYTHONS, *(path.read_text("utf-8") for path in CODE)]))


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.stem)
def test_no_english_sentence_is_left_but_code_and_pytorchs_own(path, code):
    """Four words in a row are one, if no four of them stand in the code."""
    cells = re.sub(r"\W+", " ", "\n".join(cell.source for cell in code_cells(read(path))))
    left = []
    for cell in read(translate.CHINESE / path.name).cells:
        for phrase in PHRASE.findall(shown(cell)):
            words = re.findall(r"\w+", phrase)
            fours = [" ".join(words[place:place + 4]) for place in range(len(words) - 3)]
            if not any(four in code or four in cells for four in fours):
                left.append((cell.id, phrase))
    assert left == []
