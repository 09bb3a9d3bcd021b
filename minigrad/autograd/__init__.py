"""torch.autograd's names: `minigrad.autograd.backward`, `minigrad.autograd.grad`, `minigrad.autograd.Function`."""

from minigrad.autograd import function
from minigrad.engine import backward, grad
from minigrad.function import Function

__all__ = ["Function", "backward", "function", "grad"]
