"""torch.nn.utils's names: gradients that have grown too large are made smaller, between `backward` and `step`."""

from minigrad.autograd.grad_mode import no_grad
from minigrad.core.tensors import Tensor
from minigrad.exact.left_out import left_out
from minigrad.library.constructors import tensor
from minigrad.operations.views import stack

__all__ = ["clip_grad_norm_", "clip_grad_value_"]

__getattr__ = left_out("nn.utils")


def gradients(parameters) -> list[Tensor]:
    """The gradients of a tensor, or of several, where there are any."""
    parameters = [parameters] if isinstance(parameters, Tensor) else parameters
    return [parameter.grad for parameter in parameters if parameter.grad is not None]


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None) -> Tensor:
    """Make all gradients smaller by the same factor where they, as one vector, are longer than `max_norm`.

    Gives the length that they had, a tensor. Raises RuntimeError, if `error_if_nonfinite`, where that is inf or nan.
    """
    grads = gradients(parameters)
    if not grads:
        return tensor(0.0)
    length = stack([grad.detach().norm(norm_type) for grad in grads]).norm(norm_type)
    if error_if_nonfinite and not length.isfinite():
        raise RuntimeError(
            f"The total norm of order {float(norm_type)} for gradients from `parameters` is non-finite, so it cannot "
            "be clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
            "`error_if_nonfinite=False`"
        )
    factor = (max_norm / (length + 1e-6)).clamp(max=1.0)
    with no_grad():
        for grad in grads:
            grad.mul_(factor)
    return length


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Cut off every entry of the gradients below -clip_value and above clip_value."""
    with no_grad():
        for grad in gradients(parameters):
            grad.clamp_(min=-float(clip_value), max=float(clip_value))
