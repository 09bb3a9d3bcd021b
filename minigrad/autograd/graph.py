"""torch.autograd.graph's names."""

from minigrad.function import Node
from minigrad.hooks import register_multi_grad_hook

__all__ = ["Node", "register_multi_grad_hook"]
