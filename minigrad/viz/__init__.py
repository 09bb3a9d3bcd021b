"""Pictures of a graph, tables of its state, and its backward pass step by step.

    draw(z, x=x, y=y)      the graph behind `z`, as a picture and in words
    state(x=x, y=y, z=z)   one row per tensor: leaf or result, requires_grad, grad_fn, grad, version
    jacobian_picture(J)    a Jacobian as a table of slopes; with `weights`, also the weighted sum of its rows
    step(z, x=x, y=y)      what `z.backward()` would do, node by node; no tensor is changed
    expression("x * y", torch, x=2.0, y=3.0)   the same for whatever you type
    memory(z)              how many nodes hang behind `z`, and how many bytes they saved
    timeline(z)            the bytes that the graph keeps, after each step forward and each step back
    compare(rule, slopes)  where a rule's Jacobian differs from the measured one
    broadcast_picture(grad, shape)   which entries are added up where a tensor was stretched, or indexed
    descent(f, path)       a surface from above, and the way of gradient descent on it
    curves({name: losses}) how numbers change from step to step
    regions(classify, points, labels), pictures(images)   what a model has learned
    frames({title: regions})   several of these regions, as a film of how the model learned them
    choice({title: picture})   several pictures of which one is open

Nothing here knows which library made the tensors, so real PyTorch results are drawn by the same code. It looks at
`grad_fn`, `next_functions`, `variable` and `_saved_*`. What these do not tell comes from fewer places:
`_sequence_nr()` says which node is newer (`step`, folding, `timeline`), `_input_metadata`, or minigrad's `_outputs`,
which shapes a node sends gradients for (`rules`), lists of hooks what `step` has not called (`hooked`), the place of
an array who shares it (`kept`), and `needs_input_grad` of a Function of your own which of its answers count (`step`).
"""

from minigrad.viz.plots.broadcast import Added, broadcast_picture
from minigrad.viz.plots.choice import Choice, choice
from minigrad.viz.plots.compare import Compared, compare
from minigrad.viz.graph.draw import Graph, draw
from minigrad.viz.plots.matrix import Matrix, jacobian_picture
from minigrad.viz.graph.memory import Memory, memory
from minigrad.viz.sheet.page import Table
from minigrad.viz.plots.curves import curves, descent, frames, regions
from minigrad.viz.graph.state import state
from minigrad.viz.stepper.expression import expression
from minigrad.viz.stepper.step import Steps, step
from minigrad.viz.plots.tables import pictures
from minigrad.viz.plots.timeline import Timeline, timeline

__all__ = [
    "Added", "Choice", "Compared", "Graph", "Matrix", "Memory", "Steps", "Table", "Timeline",
    "broadcast_picture", "choice", "compare", "curves", "descent", "draw", "expression", "frames",
    "jacobian_picture", "memory", "pictures", "regions", "state", "step", "timeline",
]
