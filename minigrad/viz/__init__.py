"""Pictures of a graph, tables of its state, and its backward pass step by step.

    draw(z, x=x, y=y)      the graph behind `z`, as a picture and in words
    state(x=x, y=y, z=z)   one row per tensor: leaf or result, requires_grad, grad_fn, grad, version
    step(z, x=x, y=y)      what `z.backward()` would do, node by node; no tensor is changed

Nothing here knows which library made the tensors. It looks at `grad_fn`, `next_functions` and `variable`, so real
PyTorch results are drawn by the same code.
"""

from minigrad.viz.draw import Graph, draw
from minigrad.viz.state import State, state
from minigrad.viz.step import Steps, step

__all__ = ["Graph", "State", "Steps", "draw", "state", "step"]
