"""Speed, a room above all that computes: quick forms of a few names, one `install()`, one `off()`. Chapter 17."""

from minigrad.quick import gates, operations, walk, table  # noqa: F401 - in order
from minigrad.quick.table import install, is_on, off

__all__ = ["install", "is_on", "off"]
