# Made by tools/stubs.py from minigrad.nn.functional: change it there.
from minigrad.library.elementwise import gelu as gelu
from minigrad.library.elementwise import softplus as softplus
from minigrad.nn.losses import binary_cross_entropy as binary_cross_entropy
from minigrad.nn.losses import binary_cross_entropy_with_logits as binary_cross_entropy_with_logits
from minigrad.nn.losses import cross_entropy as cross_entropy
from minigrad.nn.losses import l1_loss as l1_loss
from minigrad.nn.losses import mse_loss as mse_loss
from minigrad.nn.losses import nll_loss as nll_loss
from minigrad.nn.operations import dropout as dropout
from minigrad.nn.operations import embedding as embedding
from minigrad.nn.operations import layer_norm as layer_norm
from minigrad.core.tensors import Tensor
from typing import Any

def relu(input, inplace=...) -> Tensor:
    """max(x, 0) for each entry x; with `inplace=True` written into the input itself."""
def sigmoid(input) -> Tensor:
    """1 / (1 + e^-x) for each entry x."""
def tanh(input) -> Tensor:
    """The hyperbolic tangent of each entry."""
def linear(input, weight, bias=...) -> Tensor:
    """input @ weight.T + bias, a layer of a network. (..., m), (p, m), (p,) -> (..., p)"""
def implicit_dim(name, input) -> Any:
    """The dimension that is meant where none is given; a warning says that it should be."""
def softmax(input, dim=..., *, dtype=...) -> Tensor:
    """e^x for each entry x, divided by their sum along `dim`: they add up to 1. (m, n) -> (m, n)"""
def log_softmax(input, dim=..., *, dtype=...) -> Tensor:
    """The logarithm of `softmax`, exact even where that is tiny. (m, n) -> (m, n)"""
