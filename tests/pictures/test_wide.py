"""Pictures with Chinese words: every sentence is said in them, and there is room for letters that are wide."""

import html
import json
import re

import film
import pytest
from running import run

from minigrad.locale import columns, wide
from minigrad.viz.plots.canvas import NARROW, room
from minigrad.viz.sheet.arrow_labels import bounds
from minigrad.viz.sheet.layout import parsed
from minigrad.viz.sheet.words import letters, sentences

# Before a picture is loaded each English word becomes a Chinese one of about the usual length, but for names in braces.
PROGRAM = '''
import json, re, sys
import minigrad, minigrad.locale as locale

class Chinese(dict):
    def get(self, key, otherwise):
        parts = re.split(r"(\\{[^{}]*\\})", key[1])
        parts[::2] = [re.sub("[A-Za-z_]+", lambda word: "字" * max(1, round(len(word[0]) / 2.5)), one)
                      for one in parts[::2]]
        return "".join(parts)

locale.SAID, locale.LANGUAGE = Chinese(), "zh"
from minigrad import viz

x = minigrad.ones(2, 2, requires_grad=True)
d = minigrad.ones(2, 2)
y = x * d
z = (y * x).sum()
long = x
for _ in range(40):
    long = (long * 2).tanh()
pictures = {
    "graph": viz.draw(z, x=x, y=y, d=d),
    "full graph": viz.draw(z, x=x, y=y, d=d, full=True, legend=True),
    "forward graph": viz.draw(z, x=x, y=y, d=d, view="forward"),
    "folded graph": viz.draw(long, x=x),
    "large graph": viz.draw(minigrad.stack([x.exp().sin() for _ in range(12)]).sum(), x=x),
    "stepper": viz.step(z, x=x, y=y, d=d),
    "two columns": viz.jacobian_picture([[1.0, 2.0], [3.0, 4.0]], weights=[1.0, 10.0]),
    "added up": viz.broadcast_picture(d, (2,)),
    "compared": viz.compare([[1.0, 2.0]], [[1.0, 3.0]]),
    "timeline": viz.timeline(z),
    "surface": viz.descent(lambda a, b: a * a + b * b, [(1, 1), (3, 3)], labels=("", "")),
    "curve": viz.curves({"": [3.0, 2.0]}),
    "images": viz.pictures([[[1.0, -2.0], [3.0, 4.0]]], [""]),
}
z.backward()
pictures["freed graph"] = viz.draw(z, x=x, y=y, d=d)
tables = [viz.state(x=x, z=z), viz.memory(z)]
json.dump({
    "svg": {name: picture.svg() for name, picture in pictures.items()},
    "words": {name: [picture.text, picture.alt] for name, picture in pictures.items()},
    "html": pictures["stepper"].html(),
    "tables": [table.text for table in tables],
    "captions": [table.caption for table in tables],
}, sys.stdout)
'''
# What stays as it is: names of nodes, attributes and tensors, rules, signs of dtypes.
NAMES = re.compile(r"\w+Backward\d|AccumulateGrad|requires_grad|grad_fn|variable|grad\b|other|self|None|True|False"
                   r"|float32|(?<=字 )result|expand\(sizes\)|\b(?:Mul|Sum)\b|\b[a-z]\d?\b|\b(?:exp|sin|tanh)\(")


@pytest.fixture(scope="module")
def chinese():
    done = run("-W", "error", "-c", PROGRAM, PYTHONIOENCODING="utf-8")
    assert done.returncode == 0 and not done.stderr, done.stderr
    return json.loads(done.stdout)


def ends(text):
    """Where a text of an SVG begins and ends, about."""
    words = "".join(text.itertext())
    wide = sum(1 if columns(letter) == 2 or letter == "…" else 0.3 if letter in NARROW else 0.52 for letter in words)
    wide *= float(text.get("font-size") or 12)
    left = float(text.get("x")) - {"middle": wide / 2, "end": wide}.get(text.get("text-anchor"), 0)
    return left, left + wide


def test_no_text_of_a_graph_is_wider_than_its_box(chinese):
    for name, svg in chinese["svg"].items():
        for group in parsed(svg).iter("g"):
            if "node" not in group.get("class", "").split():
                continue
            shapes = [part for part in group if part.tag in ("ellipse", "polygon", "path")]
            left = min(bounds(shape)[0] for shape in shapes)
            right = max(bounds(shape)[2] for shape in shapes)
            for text in group.iterfind("text"):
                begin, end = ends(text)
                assert left <= begin and end <= right, (name, "".join(text.itertext()))
                if columns(text.text or "") > len(text.text or ""):
                    assert abs(begin + end - left - right) < 12, (name, text.text, "it stands in the middle")


def test_a_legend_and_the_words_of_a_plot_end_within_their_card(chinese):
    for name, svg in chinese["svg"].items():
        drawn = parsed(svg)
        texts = drawn.findall("text")
        for text in texts:
            assert float(text.get("x")) + room(text.text, 12) <= int(drawn.get("width")), (name, text.text)
        if "graph" in name or name == "stepper":
            assert texts[0].text == "字字" and len(texts) > 3, "a legend stands under its word"


def test_no_english_word_is_left(chinese):
    for name, svg in chinese["svg"].items():
        for text in parsed(svg).iter("text"):
            assert not re.search("[A-Za-z]{2}", NAMES.sub("", "".join(text.itertext()))), (name, text.text)
    said = [text for texts in chinese["words"].values() for text in texts]
    for text in [*said, *chinese["tables"], *chinese["captions"]]:
        assert not re.search("[A-Za-z]{2}", NAMES.sub("", text)), text


def test_the_buttons_of_the_stepper_speak_the_language(chinese):
    page = chinese["html"]
    script = page[page.index("<script>"):]
    buttons = re.findall(r'button\("([^"]*)"', script)
    assert len(buttons) == 5 and not re.search("[A-Za-z]", "".join(buttons))
    assert '"aria-valuetext", "字字 " + at + " 字 " + last' in script
    for label in re.findall(r'"aria-label": "([^"]*)"', script):
        assert not re.search("[A-Za-z]", label)
    items = html.unescape(" ".join(re.findall("<li>(.*?)</li>", page)))
    assert items.count("字") > 20 and "字字</summary>" in page


def test_what_a_node_keeps_is_known_by_no_word(chinese):
    stepper, freed = (parsed(chinese["svg"][name]) for name in ("stepper", "freed graph"))
    assert {"字字 self (y), other (x)", "字字 other (d)"} == {text.text for text in stepper.iter("text")
                                                          if text.get("class") == "kept"}
    assert [struck.text for struck in freed.iter("tspan")] == ["字字", "字字"]


def test_the_columns_of_a_table_stand_below_each_other(chinese):
    for table in chinese["tables"]:
        heading, line, *rows = table.split("\n")
        starts = [found.start() for found in re.finditer("-[-－]*", line)]
        for row in [heading, *rows]:
            for start in starts[1:]:  # as many letters of both kinds before it: so in every font
                if row[start:]:
                    assert row[start - 2:start].strip() == "" and wide(row[:start]) == wide(line[:start]), row


def test_a_chinese_text_is_cut_into_lines_of_its_width():
    assert film.wrapped("two words and some more", 10) == ["two words", "and some", "more"]
    lines = film.wrapped("每个节点都要等到所有梯度到齐（minigrad），然后才动手。", 16)
    assert "".join(lines).replace(" ", "") == "每个节点都要等到所有梯度到齐（minigrad），然后才动手。"
    assert all(letters(line) <= 16 for line in lines) and not any(line[0] in "，。）" for line in lines)
    assert film.wrapped("斜率有三个，你得到的是哪一个？", 27) == ["斜率有三个，", "你得到的是哪一个？"]
    assert film.wrapped("一个数能知道自己是怎么来的吗？", 27) == ["一个数能知道自己", "是怎么来的吗？"]


def test_sentences_have_a_space_between_them_where_their_language_has():
    assert sentences("One.", "", "Two.") == "One. Two."
    assert sentences("The “old” loss.", "So.") == "The “old” loss. So."
    assert sentences("他 说 “好” 了 。") == "他说“好”了。"
    assert sentences("第一句。", "", "第二句。") == "第一句。第二句。"
    assert sentences("一个结果 背后的计算图（第 3 步） 和 x 。") == "一个结果背后的计算图（第 3 步）和 x。"
