# Made by tools/stubs.py from minigrad.nn.scores: change it there.
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from typing import Any

def log_softmax_rule(grad, probabilities, dim) -> Any:
    """What arrives at the log-probabilities, taken back to the scores. The classes lie along dim."""
class LogSoftmaxBackward0(Node):
    """The logarithm of softmax, x - ln(sum of e^x), without the rounding of e^x in between."""
def log_softmax(input, dim, dtype=...) -> Tensor:
    """The logarithm of `softmax`. (m, n) -> (m, n)"""
