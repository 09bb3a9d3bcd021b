"""Predictions: a guess is written down before the answer is seen, and both are shown side by side afterwards."""
import ast
import html
import re
from typing import Any

from minigrad.locale import filled, hanging, say, wide
from minigrad.teach.check import plain, same, shown
from minigrad.teach.guesses import ASKED_BACK, ERROR
from minigrad.teach.hints import flat, number

# Of a guess in words; a translation adds the words of its language, with spaces between them.
TRUE, FALSE = say("on yes true", "words for True"), say("off no false", "words for False")
ERRORS, DENIED = say("error", "words for an error"), say("no not without never", "words that deny")
YES_OR_NO = {word: word in TRUE.split() for word in f"{TRUE} {FALSE}".split()}
BACK = {say(question): known for question, known in ASKED_BACK.items()}
DIGITS = 2e-3  # a guess counts as the same number when it agrees to about three digits; whole numbers, to the last


def predict(question: str, guess: Any = ...) -> "Prediction":
    """Notes your guess about `question`; later, `.compare(result)` shows it beside what really came out.

    As long as dots stand in the place of the guess, nothing is said, and `.compare` shows the result alone.

    >>> slope = predict("What is the slope of x * x at 3?", guess=6)
    Your guess is noted: 6
    >>> slope.compare(6.0)
    What is the slope of x * x at 3?
    your guess: 6 | result: 6.0
    The same.
    """
    if guess is not ...:
        print(say("Your guess is noted: {guess}").format(guess=_text(guess)))
    return Prediction(question, guess)


class Prediction:
    """A question and the guess that was made; `guess` is `...` as long as there is none."""

    def __init__(self, question: str, guess: Any):
        self.question, self.guess = say(question), guess

    def __repr__(self):
        return f"predict({self.question!r}, guess={'...' if self.guess is ... else shown(self.guess)})"

    def compare(self, result: Any) -> "Comparison":
        """The guess beside `result`: a tensor, a list, a number, True, None, a text, or the error that came."""
        if self.guess is ...:
            return Comparison(self.question, None, _text(result), "")
        known = [guess for guess, _ in BACK.get(self.question, ())]  # 2048 for 2047: nearly, and yet wrong
        right = _agree(self.guess, result) and _alone(plain(self.guess)) not in known
        kind = say("The same.") if right else _asked_back(self.question, self.guess)
        return Comparison(self.question, _text(self.guess), _text(result), kind)


class Comparison:
    """How a guess and a result are shown, as text and as a small table. `kind` is the line below them, or ""."""

    def __init__(self, question: str, guess: str | None, result: str, kind: str):
        self.kind = kind
        self._question, self._guess, self._result = question, guess, result
        self._sides = ([] if guess is None else [(say("your guess"), guess)]) + [(say("result", "a label"), result)]

    def __repr__(self):
        if any("\n" in text for _, text in self._sides):
            labels = [say("{label}:").format(label=side) for side, _ in self._sides]
            wides = max(map(wide, labels))
            sides = [hanging(filled(label, 11, wides) + " ", text) for label, (_, text) in zip(labels, self._sides)]
        else:
            line = say("result: {result}") if self._guess is None else say("your guess: {guess} | result: {result}")
            sides = [line.format(guess=self._guess, result=self._result)]
        return "\n".join([self._question, *sides, *([self.kind] if self.kind else [])])

    def _repr_html_(self):
        left, bare = "text-align: left; vertical-align: top", "margin: 0; background: none"
        rows = "".join(
            f'<tr><th scope="row" style="{left}">{side}</th>'
            f'<td style="{left}"><pre style="{bare}">{html.escape(text)}</pre></td></tr>'
            for side, text in self._sides
        )
        kind = f'<p style="margin: 6px 5px">{html.escape(self.kind)}</p>' if self.kind else ""
        question = f'<p style="margin: 6px 5px">{html.escape(self._question)}</p>'  # as far in as printed lines
        return f"{question}<table>{rows}</table>{kind}"


def _asked_back(question, guess):
    """What a teacher would say to this guess: to one that is known, a question."""
    for known, back in BACK.get(question, ()):
        if _agree(guess, RuntimeError() if known == ERROR else known):
            return say("Not the same. {question}").format(question=say(back))
    return say("Not the same: worth a second look.")


def _text(value):
    return value if isinstance(value, str) else shown(value)


def _agree(guess, result):
    """Whether a guess means the result, generously: 4.5 for a tensor full of 4.5, "AddBackward0" for such a node."""
    left, right = plain(guess), plain(result)
    whole = all(type(entry) is int for entry in flat([left, right]))  # 12016 is not 12008
    if same(left, right, 0 if whole else DIGITS):
        return True
    if number(right) and _alone(left) is not left:
        return _agree(_alone(left), result)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(_agree(one, other) for one, other in zip(left, right))
    if isinstance(left, bool) and isinstance(right, str):
        return _words(right) == str(left).casefold()
    if isinstance(right, list) and not isinstance(left, str):
        return bool(right) and all(_agree(left, part) for part in right)
    return isinstance(left, str) and _agree_in_words(left, result)


def _alone(value):
    """8 of [8]: who writes one number as a list means the number."""
    return value[0] if isinstance(value, list) and len(value) == 1 and number(value[0]) else value


def _agree_in_words(guess, result):
    names = {str(result), shown(result)}
    if isinstance(result, Exception):
        if _has_one(ERRORS, guess) and not _has_one(DENIED, guess):
            return True
        names.add(type(result).__name__)
    elif shown(result).startswith("<"):  # an object that prints no value of its own goes by its type
        names.add(type(result).__name__)
    if _words(guess) in map(_words, names):
        return True
    if isinstance(plain(result), bool):
        return YES_OR_NO.get(_words(guess)) is plain(result)
    numbers = re.sub(r"(?s)^tensor\((.*?)(, *[a-z_]+=.*)?\)$", r"\1", _bare(guess))  # of a tensor as it is printed
    try:
        return _agree(ast.literal_eval(numbers), result)
    except (ValueError, SyntaxError, TypeError):
        return False


def _has_one(words, text):
    """Whether one of these words is in the text; Chinese has no spaces between words."""
    return any(re.search(rf"\b{word}\b" if word.isascii() else word, text.casefold()) for word in words.split())


def _words(text):
    return _bare(text).casefold()


def _bare(text):
    """What counts in `text`: "float32" of "torch.float32", "error" of "an error", "18" of "18 everywhere"."""
    text = re.sub(r"\b(minigrad|torch)\.", "", text.strip())
    return re.sub(r"(?i)^(an?|the) (?=\w)|,? everywhere$", "", text)
