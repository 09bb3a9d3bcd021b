"""torch.autograd.function's names."""

from minigrad.custom import once_differentiable
from minigrad.function import Function

__all__ = ["Function", "once_differentiable"]
