"""torch.autograd's names: `minigrad.autograd.backward`, `minigrad.autograd.grad`, `minigrad.autograd.Function`."""

import sys

from minigrad.autograd import function, functional, grad_mode, graph, variable
from minigrad.autograd.gradcheck import gradcheck, gradgradcheck  # hides the module of that name, as in PyTorch
from minigrad.exact.left_out import missing
from minigrad.function import Function
from minigrad.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from minigrad.gradients import backward, grad
from minigrad.legacy import Variable

__all__ = [
    "Function", "Variable", "backward", "enable_grad", "function", "functional", "grad",
    "grad_mode", "gradcheck", "gradgradcheck", "graph", "inference_mode", "no_grad", "set_grad_enabled",
    "variable",
]


def left_out(module):
    """Its `__getattr__`, which says of a name that is left out what to use instead."""

    def __getattr__(name):
        place = module.__name__.removeprefix("minigrad.")
        raise AttributeError(missing(f"module '{module.__name__}'", f"{place}.{name}"))

    return __getattr__


for module in (sys.modules[__name__], function, functional, grad_mode, graph, variable):
    module.__getattr__ = left_out(module)
