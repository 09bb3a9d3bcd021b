"""The facts that a package answers to every row of `rows/`; `tools/record.py` asks real PyTorch.

All answers are texts. To a row of operations, in every case (the shapes of x and y), they are:

results      the dtypes of the results for float32, float64, int64 and bool; "-" where the operation is refused
float32 ...  the error, where the operation is refused and there are entries: without any, some refuse and some do not
shape        of the result, in terms of x and y where possible
note         what stands behind the numbers of a printed result, apart from its dtype and its size, when x and y require
             a gradient; left out where it is the last node's name
graph        its nodes down to the leaves, for float64; after a node the number of its output, unless it is 0
saved ...    what the last node keeps; "x", "y" and "result" stand for these tensors, dtype and shape for all others

An answer that holds in all cases stands there once, others with their cases. The first spelling is answered in full,
the others where they differ. Numbers are left out: the tests of the rows compare them with NumPy, with central
differences and with an installed PyTorch.
"""
import re
import warnings
from functools import partial

import numpy as np
import questions
from rows import SAME

LONGEST = 6  # characters of a lone number that code names; a computed one has more, and depends on the processor


def groups() -> dict:
    """All that is asked, in groups: each row of operations by its code, then everything else by its kind.

    A group is a function of the package that is asked; it gives {question: answer}, of errors {answer: questions}.
    """
    found = {}
    for op in questions.ON_TORCH:
        found.setdefault(op.code, []).append(op)
    return {code: partial(of_operations, ops) for code, ops in found.items()} | {
        "errors": of_errors, "warnings": of_warnings
    }


def ask(torch) -> dict:
    """{group: {question: answer}}"""
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):  # they have their own group
        return {group: asked(torch) for group, asked in groups().items()}


def of_operations(ops, torch) -> dict[str, str]:
    """The answers to all rows with one code; they have different shapes."""
    found, cases = {}, []
    for op in ops:
        first, *others = questions.spellings(op)
        for shapes in questions.shapes_of(op):
            cases.append(" ".join(map(shape_text, shapes)))
            full = of_case(op, first, shapes, torch)
            named = dict(full)
            for code in others:
                other = of_case(op, code, shapes, torch)
                named |= {f"{code}: {question}": ways for question, ways in other.items()
                          if full.get(question) != ways}
            for question, ways in named.items():
                found.setdefault(question, {})[cases[-1]] = ways
    return once(found, cases)


def once(found: dict, cases: list[str]) -> dict[str, str]:
    """{question: answer} from {question: {case: ways to say the answer}}: once, if one way fits all cases."""
    answers = {}
    for question, ways_of in found.items():
        common = [way for way in next(iter(ways_of.values())) if all(way in ways for ways in ways_of.values())]
        where = {}
        for case, ways in ways_of.items():
            where.setdefault((common or ways)[0], []).append(case)
        for answer, some in where.items():
            everywhere = some == cases or len(where) == 1 and question in SAME.split()
            answers[question if everywhere else f"{question}, {', '.join(some)}"] = answer
    return answers


def of_case(op, code, shapes, torch) -> dict[str, list[str]]:
    """The answers to one spelling in one case, each in all the ways in which it can be said."""
    found, results, notes, sizes = {}, [], {True: [], False: []}, []
    for dtype, kind in zip(SAME.split(), op.kinds.split()):
        arrays = questions.inputs_of(op, shapes, dtype)
        results.append("-")
        if kind == "-" and not all(array.size for array in arrays):
            continue
        flag = dtype.startswith("float")
        try:
            result = questions.result_of(code, torch, questions.leaves_of(torch, arrays, [flag] * 2))
        except (RuntimeError, TypeError) as error:
            found[dtype] = [said(error)]
            continue
        results[-1] = str(result.dtype).partition(".")[2]
        notes[flag].append(note(result))
        sizes.append(tuple(result.shape))
    found["results"] = [" ".join(results)]
    found["shape"] = shape_ways(sizes[0], shapes) if len(set(sizes)) == 1 else [", ".join(map(shape_text, sizes))]
    found["note"] = ["; ".join(dict.fromkeys(notes[True] + [one for one in notes[False] if one != "-"]))]
    if op.graph == "None":
        return without_note(found, "-")
    leaves = questions.leaves_of(torch, questions.inputs_of(op, shapes), questions.flags_of(op))
    result = questions.result_of(code, torch, leaves)
    tensors = dict(zip("xy", leaves))
    found["graph"] = [questions.graph_text(result.grad_fn, tensors)]
    for name in sorted(questions.saved_names(result.grad_fn) - questions.OWN_NAMES):
        value = getattr(result.grad_fn, f"_saved_{name}")
        found[f"saved {name}"] = saved_ways(name, value, tensors | {"result": result})
    return without_note(found, f"grad_fn=<{type(result.grad_fn).__name__}>")


def without_note(found, usual):
    return {question: ways for question, ways in found.items() if question != "note" or ways not in ([usual], [""])}


def note(result) -> str:
    """What stands behind the numbers of a printed tensor, apart from its dtype and its size."""
    return ", ".join(re.findall(r"\b(?:grad_fn=<.*?>|requires_grad=True)", repr(result))) or "-"


def shape_text(shape) -> str:
    return "x".join(map(str, shape)) or "()"


def shape_ways(shape, shapes) -> list[str]:
    """A shape in terms of those of x and y, then as it is."""
    named = dict(zip(("as x", "as y"), map(tuple, shapes)))
    try:
        named["as x and y together"] = np.broadcast_shapes(*shapes)
    except ValueError:
        pass
    return [words for words, other in named.items() if other == shape] + [shape_text(shape)]


def saved_ways(name, value, tensors) -> list[str]:
    """What a node keeps, in words; a lone number as the number, for PyTorch keeps some as tensors and some not."""
    shapes = [tuple(tensor.shape) for name, tensor in tensors.items() if name != "result"]
    if isinstance(value, tuple):
        parts = [saved_ways("", entry, tensors)[0] for entry in value]
        return (shape_ways(value, shapes)[:-1] if name.endswith("_sizes") else []) + [f"({', '.join(parts)})"]
    if not hasattr(value, "detach"):
        return number_ways(value)
    array = value.detach().numpy()
    names = [name for name, tensor in tensors.items() if np.array_equal(array, tensor.detach().numpy(), equal_nan=True)]
    kinds = [f"{array.dtype}, {way}" for way in shape_ways(array.shape, shapes)]
    return names + (number_ways(array.item()) if array.ndim == 0 else []) + kinds


def number_ways(value) -> list[str]:
    """A number as code names it; none for one that was computed."""
    text = str(value)
    return [text] if not isinstance(value, float) or len(text) <= LONGEST else ["computed"]


def of_errors(torch) -> dict[str, list[str]]:
    """What wrong calls raise: {sentence: calls}, for many lead to the same."""
    found = {}
    for code, *_ in questions.ERRORS:
        found.setdefault(said(questions.error_of(code, torch)), []).append(code)
    return found


def of_warnings(torch) -> dict[str, str]:
    """What doubtful calls warn of."""
    return {code: ", ".join(said(warning.message) for warning in questions.warnings_of(code, torch))
            for code, *_ in questions.WARNINGS}


def plain(text: str) -> str:
    """`text` in torch's name, without the place in PyTorch's C++ code."""
    return questions.words(text)


def said(error: BaseException) -> str:
    return f"{type(error).__name__}: {plain(error)}"
