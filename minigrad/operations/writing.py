"""What PyTorch refuses to write, and the name of a method that writes. Not taught; chapter 9 builds on it."""

from minigrad.core.node import recording, will_record
from minigrad.core.tensors import Tensor, storage
from minigrad.exact.arguments import named as as_named, without_underscore
from minigrad.exact.errors import refuse_view
from minigrad.exact.writes import refuse_misfit, refuse_overlap

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
    refused = recording.on and tensor._requires_grad and tensor._grad_fn is None  # a leaf is refused as such
    if not refused and any([isinstance(other, Tensor) for other in others]):
        storage(tensor)  # an array, not one number
        refuse_overlap(tensor, others, name)


def refuse_ambiguous(tensor, others):
    """Raise RuntimeError for a view that has no place in its base's history, or whose base is a leaf."""
    if tensor._view is not None:
        base, made = tensor._view
        tensors = [base, *[one for one in (tensor, *others) if isinstance(one, Tensor)]]
        if (made is not True or base._grad_fn is None) and will_record(tensors):
            refuse_view(tensor)
