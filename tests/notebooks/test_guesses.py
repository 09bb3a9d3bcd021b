"""Wrong guesses that are known: a teacher's question comes back, and no question is asked about a right guess."""

import ast
import re

import pytest
from common import ROOT, chapters, code_cells, questions, read

from minigrad.teach import predict
from minigrad.teach.guesses import ASKED_BACK, ERROR

SIDE = re.compile(r"(?s)(.+?)\nresult: *(.*)")  # how a comparison without a guess is printed


def asked():
    """{question: the cell's place} of all predictions, {question: the result that is stored}."""
    places, results = {}, {}
    for path in chapters(ROOT):
        for place, cell in enumerate(code_cells(read(path))):
            asked = questions(cell) if "predict(" in cell.source else ()
            places |= dict.fromkeys(asked, (path.stem, place))
            for output in cell.outputs:
                found = SIDE.fullmatch(output.get("data", {}).get("text/plain", ""))
                if found:
                    results[found[1]] = found[2]
    return places, results


QUESTIONS, RESULTS = asked()


def of_its_chapter(question, *more):
    """A case that `--chapter` finds."""
    return pytest.param(question, *more, marks=pytest.mark.chapter(int(QUESTIONS.get(question, "00")[0][:2])))


KNOWN = [of_its_chapter(question, guess, back) for question, pairs in ASKED_BACK.items() for guess, back in pairs]


def result_of(question):
    """The stored result as Python's own value, or as its text."""
    text = re.sub(r"(?s)^tensor\((.*?)(,\s*(grad_fn|dtype)=.*)?\)$", r"\1", RESULTS[question])
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def test_most_questions_have_a_known_wrong_guess():
    assert ASKED_BACK.keys() <= QUESTIONS.keys(), ASKED_BACK.keys() - QUESTIONS.keys()
    assert len(ASKED_BACK) >= 0.85 * len(QUESTIONS), QUESTIONS.keys() - ASKED_BACK.keys()


@pytest.mark.parametrize(("question", "guess", "back"), KNOWN)
def test_a_known_wrong_guess_is_asked_back(question, guess, back, capsys):
    assert back.endswith("?") and len(back) <= 110
    if question in RESULTS:
        right = predict(question, guess=result_of(question)).compare(result_of(question))
        assert right.kind == "The same."
        wrong = predict(question, guess="RuntimeError" if guess == ERROR else guess).compare(result_of(question))
        assert wrong.kind == f"Not the same. {back}"


@pytest.mark.parametrize("question", [*map(of_its_chapter, QUESTIONS)])
def test_a_guess_that_nobody_made_is_not_judged_and_a_strange_one_in_one_sentence(question, capsys):
    assert predict(question).compare(1).kind == ""
    strange = predict(question, guess=-77.7).compare(1)
    assert strange.kind == "Not the same: worth a second look."
