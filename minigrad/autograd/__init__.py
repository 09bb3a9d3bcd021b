"""torch.autograd's names: `minigrad.autograd.backward`, `minigrad.autograd.grad`, `minigrad.autograd.Function`."""

from minigrad.autograd import function, functional, grad_mode, graph, variable
from minigrad.autograd.gradcheck import gradcheck, gradgradcheck  # hides the module of that name, as in PyTorch
from minigrad.engine import backward, grad
from minigrad.function import Function
from minigrad.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from minigrad.legacy import Variable

__all__ = [
    "Function", "Variable", "backward", "enable_grad", "function", "functional", "grad",
    "grad_mode", "gradcheck", "gradgradcheck", "graph", "inference_mode", "no_grad", "set_grad_enabled",
    "variable",
]
