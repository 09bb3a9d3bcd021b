# Made by tools/stubs.py from minigrad.nn.losses: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

REDUCTIONS: dict[str, int]
def reduced(entries, how, count) -> Any:
    """The losses of all examples as they are, added up, or their sum divided by `count`."""
def place_of(reduction) -> int:
    """PyTorch's number for the word. Raises ValueError for one that is none of 'none', 'mean' and 'sum'."""
class MseLossBackward0(Node):
    """The squared differences: the slope of each is twice the difference."""
def warn_of_stretching(target, input) -> None:
    """Warn, in the name of the line that calls the loss, of a target in another shape than the input."""
def mse_loss(input, target, *, reduction=...) -> Tensor:
    """The mean of the squared differences, or their sum, or with reduction='none' each of them. (n, m), (n, m) -> ()"""
def l1_loss(input, target, *, reduction=...) -> Any:
    """The mean distance between guesses and targets, or their sum, or with reduction='none' each. (n, m), (n, m) -> ()"""
def as_size(shape) -> str: ...
LEAST_LOG: int
LEAST_PRODUCT: float
def refuse_flag(name, **given) -> None:
    """Raise RuntimeError for an argument that a rule knows no gradient for."""
def weighed(grad, weight) -> Any:
    """An array or a tensor times the weight that was saved, if there is one."""
class BinaryCrossEntropyBackward0(Node):
    """-(t ln p + (1 - t) ln(1 - p)) for the probability p of a yes, and the truth t, 1 or 0."""
def slope_of(grad, self, target) -> ndarray: ...
class BinaryCrossEntropyBackwardBackward0(Node):
    """What goes back to the probability, (p - t) / (p (1 - p)): for its own slopes PyTorch adds a little to both."""
def shared_by(grad, self, reduction) -> Any:
    """What each entry's loss gets of the gradient."""
def binary_cross_entropy(input, target, weight=..., *, reduction=...) -> Tensor:
    """The mean surprise of guesses between 0 and 1, as `sigmoid` gives them, or with 'sum' and 'none'. (n,), (n,) -> ()"""
def expanded_weight(weight, shape) -> Tensor:
    """The weights in this shape. Raises RuntimeError, as `torch.broadcast_shapes` does, where they do not fit."""
def refuse_stretch(shape, *pair) -> None:
    """Raise RuntimeError unless these two shapes fit together, and into this shape."""
class BinaryCrossEntropyWithLogitsBackward0(Node):
    """The same for the score x of a yes, p = sigmoid(x): exact even where p is nearly 0 or 1."""
def log_sigmoid(x) -> Any:
    """ln(1 / (1 + e^-x)), exact for large x of either sign; recorded for a tensor."""
def binary_cross_entropy_with_logits(input, target, weight=..., *, reduction=..., pos_weight=...) -> Tensor:
    """`binary_cross_entropy` of `sigmoid(input)`, and exact where that is nearly 0 or 1. (n,), (n,) -> ()"""
class NllLossBackward0(Node):
    """Minus the entry of the right class, in each row: its slope is -1 there, and 0 everywhere else."""
def nll_loss(input, target, weight=..., *, ignore_index=..., reduction=...) -> Tensor:
    """Minus the entry that each label points at, their mean weighted by `weight`. (n, classes), (n,) -> ()"""
def refuse_labels(input, target) -> None:
    """Raise an error unless there is one whole number for each row."""
def cross_entropy(input, target, weight=..., *, ignore_index=..., reduction=...) -> Tensor:
    """How surprised a model is by the right classes: `nll_loss` of `log_softmax`. (n, classes), (n,) -> ()"""
