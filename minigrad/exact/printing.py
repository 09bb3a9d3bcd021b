"""The text of a tensor, character for character as PyTorch prints it.

All numbers of a tensor are written in one way, so that they can be compared at a glance. The way is chosen from the
numbers themselves: whole ones as `27.`, others with four decimals, and very large, very small or very different ones
in scientific notation. They stand in columns, long rows are broken at column 80, and of more than 1000 numbers
you see the first and last three along every dimension.

>>> print(tensor_text(np.array([[0.5, -1.25], [4.0, 0.0]], np.float32), requires_grad=True))
tensor([[ 0.5000, -1.2500],
        [ 4.0000,  0.0000]], requires_grad=True)

Source: `torch/_tensor_str.py` in PyTorch, with its default options.
"""
import numpy as np

from minigrad.exact.dtypes import default

PRECISION = 4
THRESHOLD = 1000
EDGES = [0, 1, 2, -3, -2, -1]  # the entries that stay where the middle is left out
LINE_WIDTH = 80


def tensor_text(array, *, requires_grad=False, grad_fn=None):
    """The text of a tensor: its numbers, then what you could not guess from them.

    array      an array, or one NumPy number, of float32, float64, int64 or bool
    grad_fn    the class name of the node that made the tensor, or None
    """
    array = np.asarray(array)
    notes = []
    if array.size == 0 and array.ndim != 1:
        notes.append(f"size={array.shape}")
    # `0.5` stands for float32, `5` for int64, `True` for bool; where there are no numbers, nothing can be read off.
    usual = default.dtype.numpy
    if array.dtype.kind == "f" and array.dtype != usual or array.size == 0 and array.dtype != usual:
        notes.append(f"dtype=torch.{array.dtype}")
    if grad_fn is not None:
        notes.append(f"grad_fn=<{grad_fn}>")
    elif requires_grad:
        notes.append("requires_grad=True")

    text = "tensor("
    indent = len(text)
    text += "[]" if array.size == 0 else _numbers(array, indent)
    # PyTorch counts two columns more than the line has, so that a note may go to a new line a little early.
    column = len(text) - text.rfind("\n") + 1
    for note in notes:
        if column + len(note) + 2 > LINE_WIDTH:
            text += ",\n" + " " * indent + note
            column = indent + len(note)
        else:
            text += ", " + note
            column += len(note) + 2
    # The name is put in last, so that lines end where PyTorch's do, although minigrad is the longer word.
    return text.replace("dtype=torch.", "dtype=minigrad.") + ")"


def _numbers(array, indent):
    cut = [array.size > THRESHOLD and length > len(EDGES) for length in array.shape]
    for axis, missing in enumerate(cut):
        if missing:
            array = array[(slice(None),) * axis + (EDGES,)]
    write = _float_text if array.dtype.kind == "f" else _plain_text
    words, width = write(array.ravel())
    words = [word.rjust(width) for word in words]
    return _brackets(np.array(words, object).reshape(array.shape).tolist(), cut, indent, width) if cut else words[0]


def _plain_text(values):
    """The text of each integer or bool, and the width of the longest."""
    words = [str(value) for value in values.tolist()]
    return words, max(map(len, words))


def _float_text(values):
    """The text of each float, and the width of the longest: zero, inf and nan have no say in either."""
    telling = np.isfinite(values) & (values != 0)
    sizes = np.abs(values[telling])
    smallest, largest = (sizes.min().item(), sizes.max().item()) if sizes.size else (1.0, 1.0)
    if largest / smallest > 1000 or largest > 1e8 or smallest < 1e-4:
        words = [f"{value:.{PRECISION}e}" for value in values.tolist()]
    elif (sizes == np.ceil(sizes)).all():
        words = [f"{value:.0f}" for value in values.tolist()]
        words = [word + "." if finite else word for word, finite in zip(words, np.isfinite(values))]
    else:
        words = [f"{value:.{PRECISION}f}" for value in values.tolist()]
    return words, max((len(words[i]) for i in np.flatnonzero(telling)), default=1)


def _brackets(entries, cut, indent, width):
    """Nested lists of words as one text; `cut` says along which dimensions the middle is missing."""
    last = len(cut) == 1
    if not last:
        entries = [_brackets(entry, cut[1:], indent + 1, width) for entry in entries]
    if cut[0]:
        entries.insert(len(EDGES) // 2, " ..." if last else "...")
    if last:
        per_line = max(1, (LINE_WIDTH - indent) // (width + 2))
        entries = [", ".join(entries[i : i + per_line]) for i in range(0, len(entries), per_line)]
    # Rows stand below each other, matrices have an empty line between them, stacks of matrices two.
    between = "," + "\n" * max(1, len(cut) - 1) + " " * (indent + 1)
    return "[" + between.join(entries) + "]"
