"""Tensors in words: names, numbers, and what a reader has to know about one tensor."""

import contextlib
import math
import unicodedata
from collections.abc import Mapping

from minigrad.locale import comma, say, tight

SMALL = 6  # a tensor with more entries is shown by its shape and dtype
LONGEST_NAME = 40
FREES = True  # whether the engine gives up what nodes have saved; that of the first chapters does not
POINTS = True  # whether a whole number shows its point, as in PyTorch; in the words of school it does not
CHAPTER = 1  # of the notebook: a legend explains what is new there
NO_GRADIENT = "requires_grad False"
WIDE = 0.9  # by how much a Chinese letter of a picture is wider than a Latin one, which counts 1


def is_tensor(value):
    """Whether this is a tensor with autograd fields. Asks the type, so that no lazy object in `globals()` wakes up."""
    return hasattr(type(value), "grad_fn") and hasattr(type(value), "requires_grad")


def clean(name):
    """A name on one line, of printable characters, not too long. (HTML is escaped later, where HTML is made.)"""
    name = "".join(character if character.isprintable() else "?" for character in str(name))
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def name_of(function):
    """The name of a node: of a Function written by a user, the name that the user gave to the class."""
    return clean(type(function).__name__)


readers = []  # for tensors that cannot be drawn as they are: functions (out, {name: tensor}) -> the same, readable


def readable(out, tensors):
    """The tensors as something that can be drawn; nearly always they are that already."""
    for read in readers:
        out, tensors = read(out, tensors)
    return out, tensors


def named_tensors(names, tensors):
    """The tensors to name, as (name, tensor) pairs, those given by keyword first.

    names    a mapping, `globals()` for example: whatever is not a tensor, or begins with "_", is passed over
    tensors  the keywords: here something that is not a tensor raises TypeError
    """
    if names is not None and not isinstance(names, Mapping):
        raise TypeError(f"names should be a mapping from name to tensor, but got {type(names).__name__}")
    for name, tensor in tensors.items():
        if not is_tensor(tensor):
            raise TypeError(f"{name} should be a tensor, but it is of type {type(tensor).__name__}")
    found = [(clean(name), tensor) for name, tensor in tensors.items()]
    for name, tensor in (names or {}).items():
        if is_tensor(tensor) and not str(name).startswith("_"):
            found.append((clean(name), tensor))
    return found


def tensors_of(out):
    """`out` as a list: one tensor, or several. Raises TypeError for anything else."""
    outs = list(out) if isinstance(out, (tuple, list)) else [out]
    for tensor in outs:
        if not is_tensor(tensor):
            raise TypeError(f"expected a tensor, or a list of tensors, but got {type(tensor).__name__}")
    return outs


def number(value):
    """One number, short, the way PyTorch writes it: floating point numbers always show their point."""
    if not isinstance(value, float):
        return str(value)
    text = f"{value:.5g}"
    return text + "." if POINTS and text.lstrip("-").isdigit() else text


def nested(data):
    return "[" + ", ".join(map(nested, data)) + "]" if isinstance(data, list) else number(data)


def dense(tensor):
    """The tensor with all its numbers written down, as PyTorch's sparse tensors and its tensors of zeros have not."""
    if getattr(tensor, "is_sparse", False):
        return tensor.to_dense()
    return tensor.clone() if getattr(tensor, "_is_zerotensor", bool)() else tensor


def entries(tensor):
    """The entries of a small tensor, `[[1., 2.], [3., 4.]]`; "" of any other."""
    if 0 < math.prod(tensor.shape) <= SMALL:
        with contextlib.suppress(RuntimeError):  # PyTorch's tensors on the device "meta" have no entries
            return nested(dense(tensor).tolist())
    return ""


def value(tensor, values=True):
    """The entries of a small tensor; else, or without `values`, shape and dtype; "None" of a gradient not there."""
    if tensor is None:
        return "None"
    dtype = str(tensor.dtype).rpartition(".")[2]
    return (entries(tensor) if values else "") or say("shape {shape}, {dtype}").format(
        shape=list(tensor.shape), dtype=dtype)


def version(tensor):
    """How often the tensor was written into; None where PyTorch does not count, as in its inference mode."""
    try:
        return tensor._version
    except RuntimeError:
        return None


def kind(tensor):
    """"result", "leaf" (it requires a gradient) or "constant" (it does not)."""
    if tensor.grad_fn is not None:
        return "result"
    return "leaf" if tensor.requires_grad else "constant"


def keeps_grad(tensor):
    """Whether `.grad` may be looked at. On a result that does not retain it, looking would warn."""
    return tensor.grad_fn is None or getattr(tensor, "retains_grad", False)


def title(name, tensor):
    """What stands above a tensor: "leaf x"."""
    said = {"result": say("result {name}"), "leaf": say("leaf {name}"), "constant": say("constant {name}")}
    return said[kind(tensor)].format(name=name).rstrip()


def facts(tensor, values=True):
    """What to know about a tensor, as a list of short lines: its value, and its gradient if it keeps one."""
    written = version(tensor)
    lines = [value(tensor, values)] + ([say("version {number}").format(number=written)] if written else [])
    if kind(tensor) == "constant":
        return [*lines, NO_GRADIENT]
    if keeps_grad(tensor):
        lines.append(f"grad {value(tensor.grad, values)}")
    return lines


def listing(items, most=6):
    """a, b and c; or: a, b, c and 7 more."""
    items = list(items) or [say("nothing", "of a list")]
    if len(items) > most:
        items = [*items[: most - 1], say("{count:,} more", "of a list").format(count=len(items) - most + 1)]
    if len(items) == 1:
        return items[0]
    return tight(say("{first} and {last}", "of a list").format(first=comma().join(items[:-1]), last=items[-1]))


def sentences(*said):
    """Whole sentences one after the other, without those that are empty."""
    return tight(" ".join(filter(None, said)))


def letters(text):
    """How many letters of a usual width `text` takes in a picture: a Chinese one counts as nearly two."""
    return len(text) + WIDE * sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
