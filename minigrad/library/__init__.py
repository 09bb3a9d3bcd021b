"""Not taught: the long tail of operations, constructors, devices and files. Who knows chapter 3 can read it."""

from minigrad.library import (  # noqa: F401 - in order; left_out comes last: it takes the names that are free
    rules, contents, shapes, elementwise, angles, arithmetic, reductions, places, constructors, joining, cutting,
    picking, counting, chance, matrices, comparisons, protocols, devices, filling, written, serialization, old_types,
    left_out,
)
