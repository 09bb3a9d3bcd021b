"""Chapter 13. From scores to the logarithms of probabilities."""

import numpy as np

from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.library.elementwise import either
from minigrad.library.reductions import largest_kept, method, numpy_names, reducing, softmax_of
from minigrad.machinery.fast_sums import add_up
from minigrad.operations.arithmetic import exp


def log_softmax_rule(grad, probabilities, dim):
    """What arrives at the log-probabilities, taken back to the scores. The classes lie along dim."""
    return grad - probabilities * grad.sum(dim, keepdims=True)


class LogSoftmaxBackward0(Node, saves="result dim"):
    """The logarithm of softmax, x - ln(sum of e^x), without the rounding of e^x in between."""

    def forward(ctx, self, dim):
        reducing(ctx, self, dim)
        scores = self.array - largest_kept(ctx, self.array)  # so that no e^x is too large
        return scores - np.log(add_up(np.exp(scores), ctx._dims, keepdims=True))

    def backward(ctx, grad):
        (result,) = ctx.saved_like(grad)
        return log_softmax_rule(grad, either(exp, np.exp, result), ctx._dims)


@numpy_names
def log_softmax(input, dim, dtype=None):
    """The logarithm of `softmax`. (m, n) -> (m, n)"""
    return softmax_of("log_softmax", LogSoftmaxBackward0, input, dim, dtype)


Tensor.log_softmax = method(log_softmax)
