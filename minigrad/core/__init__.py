"""What a reader builds: tensors, nodes, operations and the engine; later views, and writes in place."""

from minigrad.core import tensors, node, ops, engine, views, copy_slices, writing, inplace  # noqa: F401 - in order
