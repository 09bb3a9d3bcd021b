"""torch.autograd's names: `minigrad.autograd.backward`, `minigrad.autograd.grad`, `minigrad.autograd.Function`."""

from types import ModuleType

from minigrad.autograd import (  # noqa: F401 - in order
    nodes, edges, gradients, functional, grad_mode, accepted, hooks, packing, graph, outputs, function, variable,
    anomaly_mode,
)
from minigrad.autograd.anomaly_mode import detect_anomaly, set_detect_anomaly
from minigrad.autograd.function import Function
from minigrad.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from minigrad.autograd.gradients import backward, grad
from minigrad.autograd.gradcheck import gradcheck, gradgradcheck  # hides the module of that name, as in PyTorch
from minigrad.autograd.variable import Variable
from minigrad.exact.left_out import left_out

__all__ = [
    "Function", "Variable", "anomaly_mode", "backward", "detect_anomaly", "enable_grad", "function", "functional",
    "grad", "grad_mode", "gradcheck", "gradgradcheck", "graph", "inference_mode", "no_grad", "set_detect_anomaly",
    "set_grad_enabled", "variable",
]


def __dir__():
    return __all__


__getattr__ = left_out("autograd")
for module in [value for value in vars().values() if isinstance(value, ModuleType)]:
    module.__getattr__ = left_out(module.__name__.removeprefix("minigrad."))
