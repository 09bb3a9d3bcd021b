# Made by tools/stubs.py from minigrad.nn.losses: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from typing import Any

REDUCTIONS: dict[str, int]
def reduced(entries, how, count) -> Any:
    """The losses of all examples as they are, added up, or their sum divided by `count`."""
def place_of(reduction) -> int:
    """PyTorch's number for the word. Raises ValueError for one that is none of 'none', 'mean' and 'sum'."""
class MseLossBackward0(Node):
    """The squared differences: the slope of each is twice the difference."""
def mse_loss(input, target, *, reduction=...) -> Tensor:
    """The mean of the squared differences, or their sum, or with reduction='none' each of them. (n, m), (n, m) -> ()"""
def as_size(shape) -> str: ...
class NllLossBackward0(Node):
    """Minus the entry of the right class, in each row: its slope is -1 there, and 0 everywhere else."""
def nll_loss(input, target, weight=..., *, ignore_index=..., reduction=...) -> Tensor:
    """Minus the entry that each label points at, their mean weighted by `weight`. (n, classes), (n,) -> ()"""
def refuse_labels(input, target) -> None:
    """Raise an error unless there is one whole number for each row."""
def cross_entropy(input, target, weight=..., *, ignore_index=..., reduction=...) -> Tensor:
    """How surprised a model is by the right classes: `nll_loss` of `log_softmax`. (n, classes), (n,) -> ()"""
