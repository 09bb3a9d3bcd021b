"""torch.nn's names: `minigrad.nn.Linear`, `minigrad.nn.functional.relu`. The modules are those of chapter 13."""

import importlib

import minigrad
from minigrad.nn import functional, init

FROM_MODULES = "CrossEntropyLoss Linear MSELoss Module Parameter ReLU Sequential Tanh".split()

__all__ = ["functional", "init", *FROM_MODULES]


def __getattr__(name):
    """A module of chapter 13, with every layer loaded: so chapters before it can use `functional` without it."""
    if name in FROM_MODULES:
        minigrad.__getattr__("Tensor")
        return getattr(importlib.import_module("minigrad.modules"), name)
    from minigrad.exact.left_out import missing

    raise AttributeError(missing("module 'minigrad.nn'", f"nn.{name}"))


def __dir__():
    return sorted(__all__)
