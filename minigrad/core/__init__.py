"""What a reader builds: tensors, nodes, the rules of operations and the engine. Chapters 1 to 12."""

from minigrad.core import tensors, node, ops, engine  # noqa: F401 - in order
