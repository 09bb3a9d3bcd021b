# Made by tools/stubs.py from minigrad.autograd.anomaly_mode: change it there.
from minigrad.exact.replaced import Replaced
from typing import Any

PACKAGE: str
ENABLE: str
LUCK: str
class Switch:
    """Whether it is on, and looks for nans."""
    check_nan: bool
    on: bool
switch: Switch
def of_user(stack) -> Any:
    """The lines of a stack that are not in this package."""
def noting(begin) -> Any:
    """The `__init__` of nodes, which keeps the user's lines that led there, and the node whose rule made it."""
def watching(act) -> Any:
    """What lets a node act; where that fails, or answers with a nan, a warning names it, and where it was made."""
def refuse_nan(node, answers) -> Any:
    """Raise RuntimeError for the first of a node's answers with a nan in it, if they are looked at."""
def telling(refuse_freed) -> Any:
    """What refuses nodes that have been freed: a warning names the newest of them."""
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
