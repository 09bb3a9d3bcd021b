"""An edge of the graph as users hold it, in the place of a tensor. Not taught."""

from typing import Any, NamedTuple

import numpy as np

from minigrad.exact.dtypes import Size


class GradientEdge(NamedTuple):
    """Where the gradient for a tensor goes: the node, and which of its outputs the tensor is.

    `backward` and `grad` take it where they take a tensor, and ask it what they ask of one.
    ownership_token  is always None: a node keeps its graph alive by itself
    Raises RuntimeError, when it is used, for a node that is none.
    """

    __module__ = "minigrad.autograd.graph"
    node: Any
    output_nr: int
    ownership_token: Any = None

    _requires_grad = is_leaf = True  # so nobody wants to keep its gradient
    _grad_fn = property(lambda self: self.grad_fn)

    @property
    def grad_fn(self):
        if not hasattr(self.node, "next_functions"):
            kind = type(self.node).__name__
            raise RuntimeError(f"GradientEdge's first object must be an autograd.graph.Node but got {kind}")
        return self.node

    @property
    def array(self):
        """Zeros, in the shape and dtype of the tensor."""
        return np.zeros(*self.node._outputs[self.output_nr])

    @property
    def shape(self):
        return Size(self.array.shape)
