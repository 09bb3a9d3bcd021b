"""Operations around the rules of the core, views, and writes. Chapters 3, 6 and 9."""

from minigrad.operations import (  # noqa: F401 - in order
    attributes, leaves, saving, sharing, unneeded, products, arithmetic, reductions, views, copy_slices, writing,
    inplace,
)
