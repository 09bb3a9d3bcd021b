"""What a reader builds: tensors, nodes, the rules of operations and the engine. Chapters 1 to 12.

After `import minigrad` quicker forms stand in the place of some functions here: `minigrad/quick/table.py` names them,
and its `off()` takes them away.
"""

from minigrad.core import tensors, node, ops, engine  # noqa: F401 - in order
