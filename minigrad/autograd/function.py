"""torch.autograd.function's names."""

from minigrad.function import Function

__all__ = ["Function"]
