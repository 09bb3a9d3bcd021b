"""What a package answers to every row of `rows/` and of `test_errors.py`; `tools/record.py` asks real PyTorch.

All answers are texts. To an operation they are, for each case (the shapes of x and y):

float32 ...  the result as it is printed, for floats that require a gradient, or the error; left out where a refused
             dtype meets tensors without entries, which some refuse and some do not
numbers      the float64 result with more digits
graph        its nodes down to the leaves; after a node the number of its output, unless it is 0
saved ...    what the last node keeps; "x", "y" and "result" stand for these tensors
gradients    of x and y in float64, weighted with `weights_like`
second       the gradients of these for x, y and the weights; only in the row's case with the most entries

The first spelling is answered in full, the others where they differ.
"""
import re
from functools import partial

import numpy as np
import test_errors
import test_ops
from rows import SAME

FLOAT = re.compile(r"(-?\d+\.\d*(?:e[+-]\d+)?)")
SHOWN, ROUNDED = 4, 8  # decimals: of a tensor that PyTorch prints, and of a list of numbers


def same(old: str, new: str) -> bool:
    """Whether two answers agree: floats up to 1 in the last decimal, for processors differ there; the rest exactly."""
    old_parts, new_parts = FLOAT.split(old), FLOAT.split(new)
    if old_parts[::2] != new_parts[::2]:
        return False
    tolerance = 1.01 * 10 ** -(ROUNDED if old.startswith("[") else SHOWN)
    return np.allclose(*(np.array(parts[1::2], float) for parts in (new_parts, old_parts)), tolerance, tolerance)


def questions() -> dict:
    """All that is asked, in groups: each row of operations by its code, then everything else by its kind.

    A group is a function of the package that is asked; it gives {question: answer}.
    """
    groups = {}
    for op in test_ops.ON_TORCH:
        groups.setdefault(op.code, []).append(op)
    return {code: partial(of_operations, ops) for code, ops in groups.items()} | {
        "edges": of_edges, "values": of_values, "errors": of_errors, "warnings": of_warnings
    }


def differences(stored: dict, now: dict) -> list[str]:
    """One line for each question that is new, gone, or answered otherwise."""
    return [f"{question}: {stored.get(question)} -> {now.get(question)}" for question in {**stored, **now}
            if not same(stored.get(question, ""), now.get(question, ""))]


def of_operations(ops, torch) -> dict[str, str]:
    """The answers to all rows with one code; they have different shapes."""
    return {question: answer for op in ops for question, answer in of_operation(op, torch).items()}


def of_operation(op, torch) -> dict[str, str]:
    """The answers to one row."""
    first, *others = test_ops.spellings(op)
    cases = test_ops.shapes_of(op)
    largest = max(cases, key=lambda shapes: sum(map(np.prod, shapes)))
    found = {}
    for shapes in cases:
        case = " ".join("x".join(map(str, shape)) or "()" for shape in shapes)
        full = of_case(op, first, shapes, torch)
        found |= {f"{case} {question}": answer for question, answer in full.items()}
        for code in others:
            other = of_case(op, code, shapes, torch)
            found |= {f"{code}: {case} {question}": answer for question, answer in other.items()
                      if not same(full.get(question, ""), answer)}
        if shapes is largest and op.graph != "None":
            leaves, weight = asked(op, shapes, torch)
            found[f"{case} second"] = second_gradients(first, torch, leaves, weight.requires_grad_())
    return found


def of_case(op, code, shapes, torch) -> dict[str, str]:
    """The answers to one spelling in one case, apart from the second gradients."""
    found = {}
    for dtype, kind in zip(SAME.split(), op.kinds.split()):
        arrays = test_ops.inputs_of(op, shapes, dtype)
        if kind != "-" or all(array.size for array in arrays):
            leaves = test_ops.leaves_of(torch, arrays, [dtype.startswith("float")] * 2)
            found[dtype] = printed(code, torch, leaves)
    if op.graph == "None":
        return found
    leaves, weight = asked(op, shapes, torch)
    result = test_ops.result_of(code, torch, leaves)
    tensors = dict(zip("xy", leaves))
    found["numbers"] = rounded([result.detach().numpy()])
    found["graph"] = test_ops.graph_text(result.grad_fn, tensors)
    for name in sorted(test_ops.saved_names(result.grad_fn) - test_ops.OWN_NAMES):
        found[f"saved {name}"] = kept(getattr(result.grad_fn, f"_saved_{name}"), tensors | {"result": result})
    found["gradients"] = gradients(code, torch, leaves, weight)
    return found


def asked(op, shapes, torch):
    """The leaves x and y in float64, those with the flag on which the result depends smoothly, and the weights."""
    arrays = test_ops.inputs_of(op, shapes)
    weight = test_ops.weights_like(test_ops.numpy_result(op, arrays))
    return test_ops.leaves_of(torch, arrays, test_ops.flags_of(op)), torch.tensor(weight)


def or_error(function):
    """`function`, which gives its error as an answer."""
    def answered(*arguments):
        try:
            return function(*arguments)
        except (RuntimeError, TypeError) as error:
            return said(error)
    return answered


@or_error
def printed(code, torch, tensors) -> str:
    return plain(repr(test_ops.result_of(code, torch, tensors)))


@or_error
def gradients(code, torch, tensors, weight) -> str:
    grads = test_ops.first_gradients(code, torch, tensors, weight)
    return rounded([grad.clone().numpy() for grad in grads])  # a zero of PyTorch may have no memory to show


@or_error
def second_gradients(code, torch, tensors, weight) -> str:
    return rounded(test_ops.second_gradients(code, torch, tensors, weight))


def kept(value, tensors) -> str:
    """What a node keeps, in words; a lone number as the number, for PyTorch keeps some as tensors and some not."""
    if isinstance(value, tuple):
        return f"({', '.join(kept(entry, tensors) for entry in value)})"
    if not hasattr(value, "detach"):
        return str(value)
    for name, tensor in tensors.items():
        if np.array_equal(value.detach().numpy(), tensor.detach().numpy(), equal_nan=True):
            return name
    return plain(repr(value.detach())) if value.dim() else str(value.item())


def of_edges(torch) -> dict[str, str]:
    """Gradients where they are special."""
    found = {}
    for code, values, _ in test_ops.EDGES:
        x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
        test_ops.result_of(code, torch, [x]).sum().backward()
        found[f"{code} at {values}"] = plain(repr(x.grad))
    return found


def of_values(torch) -> dict[str, str]:
    """Results through which no gradient passes."""
    return {code: plain(repr(test_ops.value_of(code, torch))) for code, _ in test_ops.VALUES}


def of_errors(torch) -> dict[str, str]:
    """What wrong calls raise."""
    return {code: said(test_errors.error_of(code, torch)) for code, *_ in test_errors.ERRORS}


def of_warnings(torch) -> dict[str, str]:
    """What doubtful calls warn of."""
    return {code: ", ".join(said(warning.message) for warning in test_errors.warnings_of(code, torch))
            for code, *_ in test_errors.WARNINGS}


def rounded(arrays) -> str:
    return str([np.round(array, ROUNDED).tolist() for array in arrays])


def plain(text: str) -> str:
    """`text` in torch's name, without the place in PyTorch's C++ code."""
    return test_errors.words(text)


def said(error: BaseException) -> str:
    return f"{type(error).__name__}: {plain(error)}"
