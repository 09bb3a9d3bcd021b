"""The operations of chapters 3, 6 and 9: what they compute and leave behind, and what a write does to a graph."""

from minigrad.operations import (  # noqa: F401 - in order
    constructors, nodes, quick, arithmetic, reductions, views, copy_slices, writing, inplace,
)
