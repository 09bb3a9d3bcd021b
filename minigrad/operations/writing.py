"""What PyTorch refuses to write, and the name of a method that writes. Not taught; chapter 9 builds on it."""

from minigrad.core.node import recording, will_record
from minigrad.core.tensors import Tensor, storage
from minigrad.exact import writes
from minigrad.exact.arguments import named as as_named, without_underscore
from minigrad.exact.errors import refuse_view

__all__ = ["named", "refuse_misfit", "refuse_write", "without_underscore"]


def named(write, name, operation):
    """The method with its name, and what `help` says of it."""
    plain = getattr(Tensor, name.removesuffix("_"), operation)
    return as_named(write, name, f"In place: {plain.__doc__}")


def refuse_write(tensor, others, name, complaint):
    """Raise TypeError for an operand that is no tensor and no number, RuntimeError where a write makes no sense."""
    for other in others if complaint else ():
        if not isinstance(other, (Tensor, int, float)):
            raise TypeError(complaint.format(type(other).__name__))
    if recording.on:
        refuse_ambiguous(tensor, others)
    if not recording.on or not tensor._requires_grad or tensor._grad_fn is not None:  # a leaf is refused as such
        storage(tensor)  # an array, not one number
        writes.refuse_overlap(tensor, others, name)


def refuse_ambiguous(tensor, others):
    """Raise RuntimeError for a view that has no place in its base's history, or whose base is a leaf."""
    if tensor._view is not None:
        base, made = tensor._view
        tensors = [base, *[one for one in (tensor, *others) if isinstance(one, Tensor)]]
        if (made is not True or base.is_leaf) and will_record(tensors):
            refuse_view(tensor)


def refuse_misfit(tensor, result):
    """Raise RuntimeError unless the tensor can hold the result: its shape, and its dtype."""
    writes.refuse_misfit(storage(tensor), result.array)
