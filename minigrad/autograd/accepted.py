"""What a hook may answer, as PyTorch checks it. Not taught; chapter 10 asks here."""

from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import C_NAMES


def accepted(function, answer, grad):
    """What a function answered, if it can take the gradient's place; None needs no check.

    Raises TypeError when it is no tensor, RuntimeError for another dtype or shape.
    """
    name = getattr(function, "__name__", "<unknown>")
    if answer is None:
        return None
    if grad is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not isinstance(answer, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(answer).__name__}'")
    if answer.dtype is not grad.dtype:
        raise RuntimeError(
            f"hook '{name}' has changed the type of value (was "
            f"torch.{C_NAMES[grad.dtype]}Tensor got torch.{C_NAMES[answer.dtype]}Tensor)"
        )
    if answer.array.shape != grad.array.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")
    return answer


def all_accepted(function, answers, grads):
    """What a node's function answered. None changes nothing; in a tuple it stops one gradient.

    Raises TypeError when it is no tuple, RuntimeError when it has another length.
    """
    if answers is None:
        return grads
    if not isinstance(answers, tuple):
        raise TypeError(f"expected tuple, but hook returned '{type(answers).__name__}'")
    if len(answers) != len(grads):
        raise RuntimeError(
            f"hook '{getattr(function, '__name__', '<unknown>')}' has returned an incorrect "
            f"number of values (got {len(answers)}, but expected {len(grads)})"
        )
    return [accepted(function, answer, grad) for answer, grad in zip(answers, grads)]
