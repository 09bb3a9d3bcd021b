"""torch.nn's names: `minigrad.nn.Linear`, `minigrad.nn.functional.relu`. Modules are those of chapters 13 and 16."""

from minigrad.exact.left_out import left_out
from minigrad.nn import (  # noqa: F401 - in order
    scores, losses, operations, functional, init, state, modules, module_hooks, layers, utils, checkpoints,
)
from minigrad.nn.layers import BCEWithLogitsLoss, Dropout, Embedding, GELU, L1Loss, LayerNorm, ModuleList
from minigrad.nn.modules import CrossEntropyLoss, Linear, Module, MSELoss, Parameter, ReLU, Sequential, Tanh

__all__ = [
    "BCEWithLogitsLoss", "CrossEntropyLoss", "Dropout", "Embedding", "GELU", "L1Loss", "LayerNorm", "Linear",
    "MSELoss", "Module", "ModuleList", "Parameter", "ReLU", "Sequential", "Tanh", "functional", "init", "utils",
]

__getattr__ = left_out("nn")


def __dir__():
    return __all__
