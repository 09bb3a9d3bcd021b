"""Random numbers for the weights that a network starts with, PyTorch's own: the same seed gives the same weights.

Each function writes into its tensor, unrecorded, and gives it back. Source: PyTorch's torch/nn/init.py.
"""

import math
import warnings

from minigrad.core.tensors import Tensor, storage, version_counter
from minigrad.exact.arguments import require_tensor
from minigrad.machinery.silence import silent
from minigrad.library.chance import normals, uniforms

GAINS = {"linear": 1.0, "sigmoid": 1.0, "tanh": 5.0 / 3, "relu": math.sqrt(2.0)}


def fill(tensor, numbers) -> Tensor:
    """Count a write, and write the numbers into the tensor."""
    version_counter(tensor).count += 1
    storage(tensor)[...] = numbers
    return tensor


def uniform_(tensor, a=0.0, b=1.0) -> Tensor:
    """Numbers from `a` up to `b`, evenly spread. Raises RuntimeError if `a` is larger."""
    require_tensor(tensor, "uniform_")
    return fill(tensor, uniforms(tensor.array.shape, tensor.array.dtype, a, b))


def normal_(tensor, mean=0.0, std=1.0) -> Tensor:
    """Numbers from the normal distribution. Raises RuntimeError if `std` is negative."""
    require_tensor(tensor, "normal_")
    return fill(tensor, normals(tensor.array.shape, tensor.array.dtype, mean, std))


@silent
def constant_(tensor, val) -> Tensor:
    """The same number everywhere."""
    require_tensor(tensor, "constant_")
    return fill(tensor, val)


def zeros_(tensor) -> Tensor:
    """0 everywhere."""
    return constant_(tensor, 0)


def ones_(tensor) -> Tensor:
    """1 everywhere."""
    return constant_(tensor, 1)


def calculate_gain(nonlinearity, param=None) -> float:
    """What makes up for the numbers that a nonlinearity makes smaller. Raises ValueError for one without a gain."""
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return GAINS[nonlinearity]


def fans(tensor) -> tuple[int, ...]:
    """How many numbers come into each output of a layer with these weights, and how many each input goes to."""
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu") -> Tensor:
    """Numbers between two bounds that keep the size of what runs through the layer about the same (He et al., 2015).

    Raises ValueError for a tensor of fewer than two dimensions, an unknown mode or nonlinearity.
    """
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    fan = fans(tensor)[mode == "fan_out"]
    bound = math.sqrt(3.0) * (calculate_gain(nonlinearity, a) / math.sqrt(fan))
    return uniform_(tensor, -bound, bound)


def xavier_uniform_(tensor, gain=1.0) -> Tensor:
    """The same for the way there and the way back at once (Glorot and Bengio, 2010)."""
    std = gain * math.sqrt(2.0 / float(sum(fans(tensor))))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound)
