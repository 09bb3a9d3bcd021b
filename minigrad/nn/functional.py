"""torch.nn.functional's names: `import minigrad.nn.functional as F`, and then `F.relu(x)`."""

import warnings

from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import number, require_each, require_tensor
from minigrad.library import elementwise, reductions
from minigrad.library.elementwise import gelu, softplus
from minigrad.library.matrices import addmm, matmul
from minigrad.nn import scores
from minigrad.nn.activations import (
    EluBackward0, EluBackward1, LeakyReluBackward0, LeakyReluBackward1, SiluBackward0,
)
from minigrad.nn.divergences import huber_loss, kl_div
from minigrad.nn.losses import (
    binary_cross_entropy, binary_cross_entropy_with_logits, cross_entropy, l1_loss, mse_loss, nll_loss,
)
from minigrad.nn.normalization import batch_norm, rms_norm
from minigrad.nn.operations import dropout, embedding, layer_norm
from minigrad.operations.inplace import in_place

__all__ = [
    "batch_norm", "binary_cross_entropy", "binary_cross_entropy_with_logits", "cross_entropy", "dropout", "elu",
    "embedding", "gelu", "huber_loss", "kl_div", "l1_loss", "layer_norm", "leaky_relu", "linear", "log_softmax",
    "mse_loss", "nll_loss", "relu", "rms_norm", "sigmoid", "silu", "softmax", "softplus", "tanh",
]


def relu(input, inplace=False) -> Tensor:
    """max(x, 0) for each entry x; with `inplace=True` written into the input itself."""
    return input.relu_() if inplace else elementwise.relu(input)


def sigmoid(input) -> Tensor:
    """1 / (1 + e^-x) for each entry x."""
    return input.sigmoid()


def tanh(input) -> Tensor:
    """The hyperbolic tangent of each entry."""
    return input.tanh()


leaky_relu_, elu_ = in_place("leaky_relu_", LeakyReluBackward1.apply), in_place("elu_", EluBackward1.apply)
silu_ = in_place("silu_", SiluBackward0.apply)


def leaky_relu(input, negative_slope=0.01, inplace=False) -> Tensor:
    """Each entry x where it is positive, else x times `negative_slope`."""
    require_tensor(input, "leaky_relu")
    slope = number(negative_slope, "leaky_relu", "negative_slope", 2)
    return leaky_relu_(input, slope) if inplace else LeakyReluBackward0.apply(input, slope)


def elu(input, alpha=1.0, inplace=False) -> Tensor:
    """Each entry x where it is positive, else alpha (e^x - 1)."""
    require_tensor(input, "elu")
    alpha = number(alpha, "elu", "alpha", 2)
    return elu_(input, alpha) if inplace else EluBackward0.apply(input, alpha)


def silu(input, inplace=False) -> Tensor:
    """Each entry x times sigmoid(x)."""
    require_tensor(input, "silu")
    return silu_(input) if inplace else SiluBackward0.apply(input)


def linear(input, weight, bias=None) -> Tensor:
    """input @ weight.T + bias, a layer of a network. (..., m), (p, m), (p,) -> (..., p)"""
    require_each("linear", 1, input=input, weight=weight)
    if not input.dim() or not weight.dim():
        raise RuntimeError(
            f"both arguments to linear need to be at least 1D, but they are {input.dim()}D and {weight.dim()}D"
        )
    if bias is None:
        return matmul(input, weight.t())
    require_tensor(bias, "linear", "bias", 3)
    if input.dim() == 2:
        return addmm(bias, input, weight.t())
    if bias.dim() != 1 or not input.is_contiguous():
        return matmul(input, weight.t()).add_(bias)
    return addmm(bias, input.view(-1, input.size(-1)), weight.t()).view(*input.shape[:-1], weight.size(0))


def implicit_dim(name, input):
    """The dimension that is meant where none is given; a warning says that it should be."""
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        stacklevel=3,
    )
    return 0 if input.dim() in (0, 1, 3) else 1


def softmax(input, dim=None, *, dtype=None) -> Tensor:
    """e^x for each entry x, divided by their sum along `dim`: they add up to 1. (m, n) -> (m, n)"""
    return reductions.softmax(input, implicit_dim("softmax", input) if dim is None else dim, dtype=dtype)


def log_softmax(input, dim=None, *, dtype=None) -> Tensor:
    """The logarithm of `softmax`, exact even where that is tiny. (m, n) -> (m, n)"""
    return scores.log_softmax(input, implicit_dim("log_softmax", input) if dim is None else dim, dtype=dtype)
