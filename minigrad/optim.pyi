# Made by tools/stubs.py from minigrad.optim: change it there.
from collections.abc import Iterator
from minigrad.core.tensors import Tensor
from typing import Any

def sgd_step(pairs, lr) -> None:
    """Subtract lr times its direction from each parameter, in place and unrecorded."""
class Optimizer:
    """Holds parameters in groups, each with its options; a subclass says how a group moves."""
    def __init__(self, params, defaults) -> None: ...
    def __repr__(self) -> Any:
        """The groups of an optimizer and their options, as PyTorch prints them."""
    def add_param_group(self, param_group) -> None:
        """Take over more parameters, {'params': tensors, 'lr': 0.01, ...}."""
    defaults: dict[Any, Any]
    def load_state_dict(self, state_dict) -> Any:
        """Remember what another optimizer of as many parameters did, and take its options: `state_dict` of it."""
    param_groups: list[Any]
    state: dict[Any, Any]
    def state_dict(self) -> Any:
        """What an optimizer remembers, and its options; parameters stand as numbers, counted through all groups."""
    def step(self, closure=...) -> Any:
        """Change every parameter that has a gradient, in place."""
    def zero_grad(self, set_to_none=...) -> None:
        """Empty `.grad` of every parameter: None, or zeros."""
def gradients(group) -> Iterator[tuple[Tensor, ...]]:
    """(parameter, its gradient) of each parameter that has one; with weight decay it also pulls towards 0."""
def rolled(grad, state, group) -> Tensor:
    """The gradient, and with momentum a part of those before: a ball that keeps rolling."""
class SGD(Optimizer):
    """Gradient descent: each parameter moves lr times its gradient downhill, with momentum if you like."""
    def __init__(self, params, lr=..., momentum=..., dampening=..., weight_decay=..., nesterov=..., *, maximize=...) -> None: ...
    def move(self, group) -> None: ...
def adam_step(parameter, grad, state, group) -> None:
    """One step: the mean of the gradients over the root of the mean of their squares."""
class Adam(Optimizer):
    """Steps of about the size `lr` in each parameter, however large its gradients are."""
    def __init__(self, params, lr=..., betas=..., eps=..., weight_decay=..., *, maximize=...) -> None: ...
    def move(self, group) -> None: ...
ONE_WAY: dict[str, bool | Any]
