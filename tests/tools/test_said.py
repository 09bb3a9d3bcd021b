"""The sentences that the program says are all found by tools/said.py, so that none of them stays in English."""

import ast
import functools
import importlib
import inspect
import re

import pytest
import said

import minigrad
from minigrad import locale
from minigrad.teach import guesses, hints
from minigrad.teach.check import Remark, plain, says, shown

WRAPPED = [pytest.param(f"ch{number:02}", marks=pytest.mark.chapter(number)) for number in range(1, 9)]


class Blank(dict):
    """In the place of any answer: every entry of it, and what it gives when it is called, is still dots."""

    __name__ = "answer"

    def __missing__(self, name):
        return ...

    def __call__(self, *given, **options):
        return ...


@functools.cache
def is_found(name):
    """A test for texts: whether the catalogue has the text, or one that becomes it when its holes are filled."""
    sentences = {entry.id for entry in said.catalogue(name) if entry.id}
    templates = [re.compile(re.sub(r"\\\{[^{}]*\\\}", ".*", re.escape(sentence)), re.DOTALL)
                 for sentence in sentences if "{" in sentence]
    return lambda text: text in sentences or any(template.fullmatch(text) for template in templates)


def can_show(name):
    """Every title, name and hint that the checkers of a chapter can show, but names that are code."""
    for function, check in vars(importlib.import_module(f"minigrad.teach.{name}")).items():
        if function.startswith("check_") and hasattr(check, "__wrapped__"):
            given = list(inspect.signature(check.__wrapped__).parameters)[1:]
            rows = list(check.__wrapped__(Blank(), *[getattr(minigrad, one, minigrad) for one in given]))
            texts = [text for row in rows for text in (row.name, row.hint, *[hint for _, hint in row.wrong])]
            yield from [getattr(check, "title", ""), *[text for text in texts if not said.is_code(text)]]


@pytest.mark.parametrize("name", WRAPPED)
def test_what_a_checker_can_show_is_found(name):
    texts = [text for text in can_show(name) if text]
    assert len(texts) > 80
    found = is_found(name)
    assert [text for text in texts if not found(text)] == []


@pytest.mark.parametrize("hint", [
    *[hints.of_error(error) for error in (
        NotImplementedError(), RecursionError(), NameError(), TypeError("'NoneType' object"),
        AttributeError("'tuple' object has no attribute 'array'"),
        AttributeError("'list' object has no attribute 'sum'"), TypeError("'int' object is not callable"))],
    *[hints.of_kind(answer, int) for answer in ([1], len, 1.5)],
    *[hints.of_form(answer, answer, due) for answer, due in (
        (len, 1), (1, [1]), ([1], 1), ("1", 1), ("Leaf", "leaf"), (1, True), ({}, 1), ([[1]], [1]), ([1, 2], [1]),
        ([1, "a"], ["a"]), (1, [1, 2]), (object(), 1))],
    *[hints.of_numbers(answer, due) for answer, due in (
        ([1, 2], [2, 1]), ([1, 2, 4], [2, 1, 4]), (-1, 1), (2, 1), ([0, 0], [1, 2]), ([1, 3], [1, 2]),
        ([1, 2, 4], [1, 2, 3]), (1.7, 1))]])
def test_what_is_said_of_any_wrong_answer_is_found(hint):
    assert hint and is_found("program")(hint)


def test_a_remark_is_compared_in_english_and_seen_in_the_readers_language(monkeypatch):
    monkeypatch.setattr(locale, "SAID", {(None, "{count} by hand"): "手工 {count}"})
    remark = Remark("{count} by hand", count=2)
    assert remark == plain(remark) == "2 by hand" and type(plain([remark])[0]) is str
    assert shown([remark]) == "['手工 2']"
    assert shown(ValueError(remark)) == "ValueError: 手工 2" and says("by hand")(ValueError(remark))


def test_what_comes_back_for_a_wrong_guess_is_found():
    found = {entry.id for name in said.names() for entry in said.catalogue(name)}
    assert {back for known in guesses.ASKED_BACK.values() for _, back in known} - found == set()
    assert guesses.ASKED_BACK.keys() - found == set()


def test_the_titles_of_rows_are_found():
    assert is_found("ch03")("each factor gets the other, a sum hands on what arrives")


@pytest.mark.parametrize("text, code", [
    ("x.grad", True), ("x ** 4", True), ("born(a * 2)", True), ("(1, 2)", True), ("x (4, 3), w (3, 2)", True),
    ("q = p + 1", True), ("a = 1\nb = a", True), ("downhill, please", False), ("twice: x + x, in a row", False),
    ("entries in y", False), ("", False), ("x + y, twice", False), ("not cut", False), ("Multiply.", False)])
def test_code_is_told_from_english(text, code):
    assert said.is_code(text) is code


def test_of_a_checker_each_string_with_words_is_found_but_no_code_and_nothing_that_is_compared():
    source = '''"""A docstring is no sentence."""
PAIR = "Two answers are due."
SENTENCE = "an error of PyTorch's"

def check_one(one):
    """Neither is this one."""
    hints = {"a key of it": "That is the first one."}
    source = "a = 1\\nprint(a)"
    yield case(one, expect="what is expected", name=say("{count} entries").format(count=3), wrong=[
        (says("in the sentence"), PAIR), (says(SENTENCE), "In `one` it is left out."),
        ("x is 3", "Both are joined "
                   "to one sentence."), (lambda got: got == "a word of it", f"not {one} of these")])
    raise ValueError("not an entry of it") if one else ValueError(Remark("an entry of it"))
    say("step", "a label")
'''
    tree = ast.parse(source)
    found = [pair for part in tree.body for pair in said.sentences(part, True, said.compared(tree))]
    assert found == [(sentence, None) for sentence in (
        "Two answers are due.", "That is the first one.", "{count} entries", "In `one` it is left out.",
        "Both are joined to one sentence.", "an entry of it")] + [("step", "a label")]
    of_others = [sentence for part in tree.body for sentence, _ in said.sentences(part, False)]
    assert of_others == ["{count} entries", "an entry of it", "step"]
