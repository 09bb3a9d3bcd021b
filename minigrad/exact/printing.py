"""The text of a tensor, character for character as PyTorch prints it.

All numbers of a tensor are written in one way, so that they can be compared at a glance. The way is chosen from the
numbers themselves: whole ones as `27.`, others with four decimals, and very large, very small or very different ones
in scientific notation. They stand in columns, long rows are broken at column 80, and of more than 1000 numbers
you see the first and last three along every dimension. `set_printoptions` changes these numbers.

>>> print(tensor_text(np.array([[0.5, -1.25], [4.0, 0.0]], np.float32), requires_grad=True))
tensor([[ 0.5000, -1.2500],
        [ 4.0000,  0.0000]], requires_grad=True)

Source: `torch/_tensor_str.py` in PyTorch.
"""
from types import SimpleNamespace

import numpy as np

PROFILES = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": np.inf, "edgeitems": 3, "linewidth": 80},
}
options = SimpleNamespace(**PROFILES["default"], sci_mode=None)
options.usual = np.dtype(np.float32)  # the dtype that goes without saying; `set_default_dtype` sets it


def set_printoptions(
    precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None
) -> None:
    """Say how tensors are printed from now on. What is None stays as it is, but for `sci_mode`.

    precision  how many decimals
    threshold  of how many numbers all are printed; of more, `edgeitems` at either end of each dimension
    linewidth  how many characters a line has
    profile    "default", "short" or "full", which stand for four numbers; what is given besides wins
    sci_mode   True for scientific notation, False for none, None where the numbers ask for it
    """
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    vars(options).update(PROFILES.get(profile, {}))
    vars(options).update({name: value for name, value in given.items() if value is not None}, sci_mode=sci_mode)


def tensor_text(array, *, requires_grad=False, grad_fn=None):
    """The text of a tensor: its numbers, then what you could not guess from them.

    array      an array, or one NumPy number, of a dtype that tensors have
    grad_fn    the class name of the node that made the tensor, or None
    """
    array = np.asarray(array)
    notes = []
    if array.ndim != 1 if array.size == 0 else not options.edgeitems:
        notes.append(f"size={array.shape}")
    # `0.5` stands for float32, `5` for int64, `True` for bool; where there are no numbers, nothing can be read off.
    if array.dtype != options.usual and (array.size == 0 or array.dtype not in (np.int64, np.bool_)):
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
        if column + len(note) + 2 > options.linewidth:
            text += ",\n" + " " * indent + note
            column = indent + len(note)
        else:
            text += ", " + note
            column += len(note) + 2
    # The name is put in last, so that lines end where PyTorch's do, although minigrad is the longer word.
    return text.replace("dtype=torch.", "dtype=minigrad.") + ")"


def _numbers(array, indent):
    cut = [array.size > options.threshold and length > 2 * options.edgeitems for length in array.shape]
    edges = [*range(options.edgeitems), *range(-options.edgeitems, 0)]  # the entries that stay in such a dimension
    for axis, missing in enumerate(cut):
        if missing:
            array = array[(slice(None),) * axis + (edges,)]
    write = _float_text if array.dtype.kind == "f" else _plain_text
    words, width = write(array.ravel())
    words = [word.rjust(width) for word in words]
    return _brackets(np.array(words, object).reshape(array.shape).tolist(), cut, indent, width) if cut else words[0]


def _plain_text(values):
    """The text of each integer or bool, and the width of the longest."""
    words = [str(value) for value in values.tolist()]
    return words, max(map(len, words), default=1)


def _float_text(values):
    """The text of each float, and the width of the longest: zero, inf and nan have no say in either."""
    telling = np.isfinite(values) & (values != 0)
    sizes = np.abs(values[telling])
    smallest, largest = (sizes.min().item(), sizes.max().item()) if sizes.size else (1.0, 1.0)
    scientific = largest / smallest > 1000 or largest > 1e8 or smallest < 1e-4
    if scientific if options.sci_mode is None else options.sci_mode and sizes.size:
        words = [f"{value:.{options.precision}e}" for value in values.tolist()]
    elif (sizes == np.ceil(sizes)).all():
        words = [f"{value:.0f}" for value in values.tolist()]
        words = [word + "." if finite else word for word, finite in zip(words, np.isfinite(values))]
    else:
        words = [f"{value:.{options.precision}f}" for value in values.tolist()]
    return words, max((len(words[i]) for i in np.flatnonzero(telling)), default=1)


def _brackets(entries, cut, indent, width):
    """Nested lists of words as one text; `cut` says along which dimensions the middle is missing."""
    last = len(cut) == 1
    if not last:
        entries = [_brackets(entry, cut[1:], indent + 1, width) for entry in entries]
    if cut[0]:
        entries.insert(options.edgeitems, " ..." if last and entries else "...")
    if last:
        per_line = max(1, (options.linewidth - indent) // (width + 2))
        entries = [", ".join(entries[i : i + per_line]) for i in range(0, len(entries), per_line)]
    # Rows stand below each other, matrices have an empty line between them, stacks of matrices two.
    between = "," + "\n" * max(1, len(cut) - 1) + " " * (indent + 1)
    return "[" + between.join(entries) + "]"
