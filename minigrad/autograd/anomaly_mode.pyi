# Made by tools/stubs.py from minigrad.autograd.anomaly_mode: change it there.
from minigrad.autograd.hooks import Hooks
from minigrad.exact.replaced import Replaced
from typing import Any

PACKAGE: str
ENABLE: str
LUCK: str
WALK: tuple[Any, Any]
class Switch:
    """Whether it is on, and looks for nans."""
    check_nan: bool
    on: bool
switch: Switch
def of_user(stack) -> Any:
    """The lines of a stack that are not in this package."""
def noting(begin) -> Any:
    """The `__init__` of nodes, which notes where each is made."""
def noting_new(end_of) -> Any:
    """The way to a leaf's node, which notes the same where it is made now."""
def note(node) -> Any:
    """Keep with this node the user's lines that led here, and the node whose rule made this one."""
def acting(frames) -> Any:
    """The node that acts, or that has been freed, in the first of these frames that is a walk's; None if none is."""
class Checked(Hooks):
    """The functions around a node; what they leave of its rule's answers must have no nan in it."""
    def after(self, node, results, grads, create_graph) -> Any: ...
def watching(walk) -> Any:
    """The engine's walk, for nodes that are all looked at. A leaf's own answers nothing."""
def surveyed(walk_plainly) -> Any:
    """The walk from one result, which looks first at all nodes that it leads to."""
def telling(run_backward) -> Any:
    """The way back; where it fails, a warning names the node, and the lines that have made it."""
def explain(node, begin=..., caused=...) -> Any:
    """Warn: where this node was made, and those whose rules have led to it. Without a node nothing is said."""
FORMS: Replaced
def is_anomaly_enabled() -> bool:
    """Whether anomaly detection is on."""
def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly detection, when it is on, looks for nans."""
def set_anomaly_enabled(enabled, check_nan=...) -> None:
    """Switch anomaly detection on or off, in all threads. Raises TypeError for what is no bool."""
class set_detect_anomaly:
    """Anomaly detection on or off: at once, or, in a `with` statement, until the block ends."""
    def __enter__(self) -> None: ...
    def __exit__(self, *error) -> None: ...
    def __init__(self, mode, check_nan=...) -> None: ...
    before: tuple[bool, ...]
class detect_anomaly:
    """A block in which a way back that fails says, in a warning, which line made the step that failed."""
    def __enter__(self) -> Any: ...
    def __exit__(self, *error) -> Any: ...
    def __init__(self, check_nan=...) -> Any: ...
