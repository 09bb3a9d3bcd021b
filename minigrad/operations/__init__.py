"""Operations around the rules of the core, their quick forms, views, and writes. Chapters 3, 6, 9 and 17."""

from minigrad.operations import (  # noqa: F401 - in order
    leaves, quick, arithmetic, reductions, views, copy_slices, writing, inplace,
)
