"""torch.nn's names: `minigrad.nn.Linear`, `minigrad.nn.functional.relu`. Modules are those of chapters 13 and 16."""

from minigrad.exact.left_out import left_out
from minigrad.nn import (  # noqa: F401 - in order
    scores, losses, operations, activations, divergences, normalization, functional, init, state, modules,
    module_hooks, layers, more_layers, norm_layers, containers, utils, checkpoints,
)
from minigrad.nn.containers import ModuleDict, ModuleList, ParameterList
from minigrad.nn.layers import Dropout, Embedding
from minigrad.nn.modules import CrossEntropyLoss, Linear, Module, MSELoss, Parameter, ReLU, Sequential, Tanh
from minigrad.nn.more_layers import (
    BCELoss, BCEWithLogitsLoss, ELU, Flatten, GELU, HuberLoss, Identity, KLDivLoss, L1Loss, LeakyReLU, LogSoftmax,
    NLLLoss, Sigmoid, SiLU, Softmax, Softplus,
)
from minigrad.nn.norm_layers import BatchNorm1d, LayerNorm, RMSNorm

__all__ = [
    "BCELoss", "BCEWithLogitsLoss", "BatchNorm1d", "CrossEntropyLoss", "Dropout", "ELU", "Embedding", "Flatten",
    "GELU", "HuberLoss", "Identity", "KLDivLoss", "L1Loss", "LayerNorm", "LeakyReLU", "Linear", "LogSoftmax",
    "MSELoss", "Module", "ModuleDict", "ModuleList", "NLLLoss", "Parameter", "ParameterList", "RMSNorm", "ReLU",
    "Sequential", "SiLU", "Sigmoid", "Softmax", "Softplus", "Tanh", "functional", "init", "utils",
]

__getattr__ = left_out("nn")


def __dir__():
    return __all__
