"""torch.autograd's names: `minigrad.autograd.backward`, `minigrad.autograd.grad`, `minigrad.autograd.Function`."""

from types import ModuleType

from minigrad.autograd import functional, grad_mode, accepted, hooks, packing  # noqa: F401 - in order
from minigrad.autograd import graph, function, variable  # noqa: F401
from minigrad.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from minigrad.autograd.gradcheck import gradcheck, gradgradcheck  # hides the module of that name, as in PyTorch
from minigrad.autograd.variable import Variable
from minigrad.core.engine import backward, grad
from minigrad.core.node import Function
from minigrad.exact.left_out import left_out

__all__ = [
    "Function", "Variable", "backward", "enable_grad", "function", "functional", "grad", "grad_mode", "gradcheck",
    "gradgradcheck", "graph", "inference_mode", "no_grad", "set_grad_enabled", "variable",
]

__getattr__ = left_out("autograd")
for module in [value for value in vars().values() if isinstance(value, ModuleType)]:
    module.__getattr__ = left_out(module.__name__.removeprefix("minigrad."))
