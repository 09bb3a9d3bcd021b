"""torch.nn's names: `minigrad.nn.Linear`, `minigrad.nn.functional.relu`. The modules are those of chapter 13."""

from minigrad.exact.left_out import left_out
from minigrad.nn import scores, losses, functional, init, state, modules  # noqa: F401 - in order
from minigrad.nn.modules import CrossEntropyLoss, Linear, Module, MSELoss, Parameter, ReLU, Sequential, Tanh

__all__ = [
    "CrossEntropyLoss", "Linear", "MSELoss", "Module", "Parameter", "ReLU", "Sequential", "Tanh", "functional", "init",
]

__getattr__ = left_out("nn")


def __dir__():
    return __all__
