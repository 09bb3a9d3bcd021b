"""What can be said of a wrong answer without knowing the exercise: its form, the error that stopped it, its numbers."""
import math
import re
from typing import Any

from minigrad.locale import say, tight

CALLED = {
    "str": say("a text"), "float": say("a number"), "int": say("a number"), "bool": say("True or False"),
    "list": say("a list"), "function": say("a function"), "numpy.ndarray": say("an array of NumPy"),
}
FUNCTION = say("A function came back, not what it gives. Is it called, with brackets ()?")


def number(value: Any) -> bool:
    """True and False are no numbers here."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def same(left: Any, right: Any, tolerance: float = 1e-4) -> bool:
    """Whether two plain values agree: numbers up to a relative `tolerance`, True and False only with themselves."""
    if number(left) and number(right):
        return math.isclose(left, right, rel_tol=tolerance, abs_tol=1e-6) or (math.isnan(left) and math.isnan(right))
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(same(one, other, tolerance) for one, other in zip(left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key], tolerance) for key in left)
    return type(left) is type(right) and bool(left == right)


def of_error(error: Exception) -> str:
    """What to do about an error that stopped the reader's code; "" where only its own sentence can say it."""
    sentence = str(error)
    if isinstance(error, NotImplementedError) and not sentence:
        return say("Replace the line that raises this error by your answer.")
    if isinstance(error, RecursionError):
        return say("The function calls itself without an end.")
    if isinstance(error, NameError):
        return say("Is this name spelled right, and have the cells above run?")
    if "'NoneType' object" in sentence:
        return say("Something is None here, where a value is needed. Is a `return` missing, or a step before?")
    if "'tuple' object has no attribute" in sentence:
        return say("A call here gives a tuple. Take the part that you need: [0].")
    found = re.match(r"'(.+)' object has no attribute '(.+)'", sentence)
    if found and found[1] in CALLED:
        return say("The object here is {kind}, which has no `{name}`. Is a tensor meant?").format(
            kind=CALLED[found[1]], name=found[2])
    if "object is not callable" in sentence:
        return say("What stands before the brackets is no function. Was its name used for something else?")
    return ""


def of_kind(returned: Any, wanted: type) -> str:
    """A hint for an answer that is no object of the class `wanted`."""
    if isinstance(returned, (list, tuple)) and len(returned) == 1 and isinstance(returned[0], wanted):
        return say("The {kind} stands in a list or tuple of its own. Take it out.").format(kind=wanted.__name__)
    if callable(returned) and not isinstance(returned, type):
        return FUNCTION
    return say("An object of the type {came} came back. Return a {due}.").format(
        came=type(returned).__name__, due=wanted.__name__)


def of_form(returned: Any, value: Any, expected: Any) -> str:
    """A hint if the answer has not the form of what is expected; "" if it has. `value` is `returned` in plain terms."""
    if callable(returned) and not isinstance(returned, type) and not hasattr(returned, "tolist"):
        return FUNCTION
    if same([value], expected):
        return say("The right value, but it should stand in a list.")
    if isinstance(value, list) and len(value) == 1 and same(value[0], expected):
        return say("The right value, but it stands in a list or tuple of its own. Take it out.")
    if isinstance(value, str) and not isinstance(expected, str):
        return say("A text came back, {due} is expected: no quotes, no str(...).").format(due=kind(expected))
    if isinstance(value, str) and same(value.casefold().strip(), expected.casefold()):
        return say("The right word. Write it exactly as asked for, with capital and small letters.")
    if isinstance(value, bool) != isinstance(expected, bool) or kind(value) != kind(expected):
        came = kind(value)
        return say("{came} came back, {due} is expected.").format(
            came=came[0].upper() + came[1:], due=kind(expected))
    if isinstance(value, list) and shape(value) != shape(expected):
        if all(map(number, flat(value) + flat(expected))):
            right = same(flat(value), flat(expected))
            sentence = (say("The entries are right, but their shape is {came}, and {due} is expected.") if right
                        else say("The shape is {came}, and {due} is expected."))
            return sentence.format(came=shape(value), due=shape(expected))
        if len(value) != len(expected):
            return tight(say("{came} came back, {due} expected.").format(
                came=entries(len(value)), due=entries(len(expected))))
    return ""


def of_numbers(value: Any, expected: Any) -> str:
    """A hint from comparing the entries with those that are expected; it is never empty."""
    came, due = flat(value), flat(expected)
    if isinstance(value, list) and isinstance(expected, list) and value != expected:
        if same(value[::-1], expected):
            return say("The right entries, in reverse order.")
        if sorted(map(repr, came)) == sorted(map(repr, due)):
            return say("The right entries, in another order.")
    if came and len(came) == len(due) and all(map(number, came + due)):
        if same([-entry for entry in came], due):
            return say("The sign is wrong, all else is right.")
        ratios = {round(one / other, 4) for one, other in zip(came, due) if other}
        telling = len(due) > 1 or ratios & {2, 3, 4, 10, 100, 1000, 0.5, 0.25, 0.1, 0.01, 0.001}
        if telling and len(ratios) == 1 and all(one == 0 for one, other in zip(came, due) if not other):
            if not any(came):
                return say("All of it is 0.")
            return say("This is {ratio:g} times what is expected.").format(ratio=ratios.pop())
        right = sum(same(one, other) for one, other in zip(came, due))
        if right:
            sentence = (say("1 of {entries} is right. Look at the others.") if right == 1
                        else say("{right} of {entries} are right. Look at the others."))
            return sentence.format(right=right, entries=entries(len(due)))
    return say("Work this case out by hand, step by step, and compare.")


def kind(value: Any) -> str:
    """What a reader calls a plain value."""
    came = type(value).__name__
    names = CALLED | {"list": say("a list or tensor"), "dict": say("a dict"), "NoneType": "None"}
    return names.get(came) or say("an object of the type {kind}").format(kind=came)


def shape(value: Any) -> tuple:
    """The lengths of nested lists, as far as the first entries go."""
    return (len(value), *(shape(value[0]) if value else ())) if isinstance(value, list) else ()


def flat(value: Any) -> list:
    """All entries of nested lists."""
    return [entry for part in value for entry in flat(part)] if isinstance(value, list) else [value]


def entries(count: int) -> str:
    return say("1 entry") if count == 1 else say("{count} entries").format(count=count)
