# Made by tools/stubs.py from minigrad.optim: change it there.
from minigrad.core.tensors import Tensor
from typing import Any

ONE_WAY: dict[str, bool | Any]
class Optimizer:
    """Holds parameters in groups, each with its options; a subclass says how one is changed."""
    def __init__(self, params, defaults) -> None: ...
    def __repr__(self) -> str:
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
def step(self, closure=...) -> Tensor | Any:
    """Change every parameter that has a gradient, in place."""
class SGD(Optimizer):
    """Gradient descent: parameter -= lr * grad, with momentum if you like."""
    def __init__(self, params, lr=..., momentum=..., dampening=..., weight_decay=..., nesterov=..., *, maximize=...) -> None: ...
    def change(self, parameter, grad, state, group) -> None:
        """One step. With momentum the last gradients count, too: a ball that keeps rolling."""
class Adam(Optimizer):
    """Steps of about the size `lr` in each parameter, however large its gradients are."""
    def __init__(self, params, lr=..., betas=..., eps=..., weight_decay=..., *, maximize=...) -> None: ...
    def change(self, parameter, grad, state, group) -> None:
        """One step: the mean of the gradients over the root of the mean of their squares."""
