"""Pictures of a graph, tables of its state, and its backward pass step by step.

    draw(z, x=x, y=y)      the graph behind `z`, as a picture and in words
    state(x=x, y=y, z=z)   one row per tensor: leaf or result, requires_grad, grad_fn, grad, version
    matrix(J, weights=v)   a Jacobian as a table of slopes, and the weighted sum of its rows
    step(z, x=x, y=y)      what `z.backward()` would do, node by node; no tensor is changed
    memory(z)              how many nodes hang behind `z`, and how many bytes they saved
    added_up(grad, shape)  which entries of a gradient are added up where a tensor was stretched, or indexed

Nothing here knows which library made the tensors. It looks at `grad_fn`, `next_functions`, `variable` and
`_saved_*`, so real PyTorch results are drawn by the same code.
"""

from minigrad.viz.added import Added, added_up
from minigrad.viz.draw import Graph, draw
from minigrad.viz.matrix import Matrix, matrix
from minigrad.viz.memory import Memory, memory
from minigrad.viz.state import State, state
from minigrad.viz.step import Steps, step

__all__ = [
    "Added", "Graph", "Matrix", "Memory", "State", "Steps", "added_up", "draw", "matrix", "memory", "state", "step",
]
