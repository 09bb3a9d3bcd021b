"""What can be said of a wrong answer without knowing the exercise: its form, the error that stopped it, its numbers."""
import math
import re
from typing import Any

CALLED = {
    "str": "a text", "float": "a number", "int": "a number", "bool": "True or False", "list": "a list",
    "function": "a function", "numpy.ndarray": "an array of NumPy",
}
FUNCTION = "A function came back, not what it gives. Is it called, with brackets ()?"


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
        return "Replace the line that raises this error by your answer."
    if isinstance(error, RecursionError):
        return "The function calls itself without an end."
    if isinstance(error, NameError):
        return "Is this name spelled right, and have the cells above run?"
    if "'NoneType' object" in sentence:
        return "Something is None here, where a value is needed. Is a `return` missing, or a step before?"
    if "'tuple' object has no attribute" in sentence:
        return "A call here gives a tuple. Take the part that you need: [0]."
    found = re.match(r"'(.+)' object has no attribute '(.+)'", sentence)
    if found and found[1] in CALLED:
        return f"The object here is {CALLED[found[1]]}, which has no `{found[2]}`. Is a tensor meant?"
    if "object is not callable" in sentence:
        return "What stands before the brackets is no function. Was its name used for something else?"
    return ""


def of_kind(returned: Any, wanted: type) -> str:
    """A hint for an answer that is no object of the class `wanted`."""
    if isinstance(returned, (list, tuple)) and len(returned) == 1 and isinstance(returned[0], wanted):
        return f"The {wanted.__name__} stands in a list or tuple of its own. Take it out."
    if callable(returned) and not isinstance(returned, type):
        return FUNCTION
    return f"An object of the type {type(returned).__name__} came back. Return a {wanted.__name__}."


def of_form(returned: Any, value: Any, expected: Any) -> str:
    """A hint if the answer has not the form of what is expected; "" if it has. `value` is `returned` in plain terms."""
    if callable(returned) and not isinstance(returned, type) and not hasattr(returned, "tolist"):
        return FUNCTION
    if same([value], expected):
        return "The right value, but it should stand in a list."
    if isinstance(value, list) and len(value) == 1 and same(value[0], expected):
        return "The right value, but it stands in a list or tuple of its own. Take it out."
    if isinstance(value, str) and not isinstance(expected, str):
        return f"A text came back, {kind(expected)} is expected: no quotes, no str(...)."
    if isinstance(value, str) and same(value.casefold().strip(), expected.casefold()):
        return "The right word. Write it exactly as asked for, with capital and small letters."
    if isinstance(value, bool) != isinstance(expected, bool) or kind(value) != kind(expected):
        came = kind(value)
        return f"{came[0].upper()}{came[1:]} came back, {kind(expected)} is expected."
    if isinstance(value, list) and shape(value) != shape(expected):
        if all(map(number, flat(value) + flat(expected))):
            what = "The entries are right, but their" if same(flat(value), flat(expected)) else "The"
            return f"{what} shape is {shape(value)}, and {shape(expected)} is expected."
        if len(value) != len(expected):
            return f"{entries(len(value))} came back, {entries(len(expected))} expected."
    return ""


def of_numbers(value: Any, expected: Any) -> str:
    """A hint from comparing the entries with those that are expected; it is never empty."""
    came, due = flat(value), flat(expected)
    if isinstance(value, list) and isinstance(expected, list) and value != expected:
        if same(value[::-1], expected):
            return "The right entries, in reverse order."
        if sorted(map(repr, came)) == sorted(map(repr, due)):
            return "The right entries, in another order."
    if came and len(came) == len(due) and all(map(number, came + due)):
        if same([-entry for entry in came], due):
            return "The sign is wrong, all else is right."
        ratios = {round(one / other, 4) for one, other in zip(came, due) if other}
        telling = len(due) > 1 or ratios & {2, 3, 4, 10, 100, 1000, 0.5, 0.25, 0.1, 0.01, 0.001}
        if telling and len(ratios) == 1 and all(one == 0 for one, other in zip(came, due) if not other):
            return f"This is {ratios.pop():g} times what is expected." if any(came) else "All of it is 0."
        right = sum(same(one, other) for one, other in zip(came, due))
        if right:
            return f"{right} of {entries(len(due))} {'is' if right == 1 else 'are'} right. Look at the others."
    return "Work this case out by hand, step by step, and compare."


def kind(value: Any) -> str:
    """What a reader calls a plain value."""
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "True or False"
    names = {str: "a text", list: "a list or tensor", dict: "a dict", int: "a number", float: "a number"}
    return names.get(type(value), f"an object of the type {type(value).__name__}")


def shape(value: Any) -> tuple:
    """The lengths of nested lists, as far as the first entries go."""
    return (len(value), *(shape(value[0]) if value else ())) if isinstance(value, list) else ()


def flat(value: Any) -> list:
    """All entries of nested lists."""
    return [entry for part in value for entry in flat(part)] if isinstance(value, list) else [value]


def entries(count: int) -> str:
    return f"{count} {'entry' if count == 1 else 'entries'}"
