"""Who made the step whose gradient fails, and where do nans come from: anomaly detection, and its switches.

While it is off nothing here runs. Switching it on puts other forms in the places of a few functions of nodes and
engine, for all threads: each new node notes which line has made it, and what nodes answer is looked at.
Source: torch/autograd/anomaly_mode.py, torch/csrc/autograd/python_anomaly_mode.cpp.
"""

import os
import sys
import traceback
import warnings
from types import SimpleNamespace

import numpy as np

from minigrad.core import engine
from minigrad.core.engine import GraphRoot
from minigrad.core.node import AccumulateGrad, Node, Recording, recording
from minigrad.core.ops import NOTHING
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import require_bool
from minigrad.exact.errors import ENABLE
from minigrad.machinery.replaced import Replaced
from minigrad.machinery.silence import avoid_quick_forms
from minigrad.operations.copy_slices import CopySlices

__all__ = ["detect_anomaly", "set_detect_anomaly"]

Recording.acting = None  # the node whose rule this thread is calling, while anomaly detection is on
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LUCK = (
    "the backtrace further above shows the operation that failed to compute its gradient. The variable in question "
    "was changed in there or anywhere later. Good luck!"
)
switch = SimpleNamespace(on=False, check_nan=True)  # whether it is on, and looks for nans


def noting(begin):
    """The `__init__` of nodes, which keeps the user's lines that led there, and the node whose rule made it."""

    def __init__(self, *args):
        begin(self, *args)
        lines = [line for line in traceback.extract_stack() if not line.filename.startswith(PACKAGE)]
        self.metadata["traceback_"] = traceback.format_list(lines)
        if recording.acting is not None:
            self.metadata["parent_"] = recording.acting

    return __init__


def watching(act):
    """What lets a node act; where that fails, or answers with a nan, a warning names it, and where it was made."""

    def watch(node, grad):
        before, recording.acting = recording.acting, node
        try:
            answers = act(node, grad)
            refuse_nan(node, answers)
        except Exception as error:
            recording.acting = before
            error.args = tuple([said.replace(ENABLE, LUCK) if isinstance(said, str) else said for said in error.args])
            explain(node)
            raise
        finally:
            recording.acting = before
        return answers

    return watch


def refuse_nan(node, answers):
    """Raise RuntimeError for the first of a node's answers with a nan in it, if they are looked at."""
    places = [place for place, (target, _) in enumerate(node.next_functions) if target is not None]
    for place, (_, grad) in zip(places, answers) if switch.check_nan and type(node) is not GraphRoot else ():
        if grad is not NOTHING and np.isnan(grad.array if isinstance(grad, Tensor) else grad).any():
            raise RuntimeError(f"Function '{node.name()}' returned nan values in its {place}th output.")


def telling(refuse_freed):
    """What refuses nodes that have been freed: a warning names the newest of them."""

    def refuse(nodes):
        try:
            refuse_freed(nodes)
        except RuntimeError:
            explain(max([node for node in nodes if node._saved is None], key=lambda node: node.sequence_nr))
            raise

    return refuse


def explain(node, begin="Error detected in {}. ", caused="Traceback of forward call that caused the error"):
    """Warn: where this node was made, and those whose rules have led to it. Without a node nothing is said."""
    while node is not None:
        text = "No forward pass information available. Enable detect anomaly during forward pass for more information."
        if "traceback_" in node.metadata:
            text = f"{caused}:\n{''.join(node.metadata['traceback_'])}"
        ours = [frame.f_code.co_filename.startswith(PACKAGE) for frame, _ in traceback.walk_stack(sys._getframe())]
        warnings.warn(begin.format(node.name()) + text, stacklevel=[*ours, False].index(False) + 1)
        node = node.metadata.get("parent_")
        begin = "\n\nPrevious calculation was induced by {}. "
        caused = "Traceback of forward call that induced the previous calculation"


FORMS = Replaced({
    **{(kind, "__init__"): noting for kind in (Node, AccumulateGrad, CopySlices)},
    (engine, "act"): watching, (engine, "refuse_freed"): telling,
})


def is_anomaly_enabled() -> bool:
    """Whether anomaly detection is on."""
    return switch.on


def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly detection, when it is on, looks for nans."""
    return switch.check_nan


def set_anomaly_enabled(enabled, check_nan=True) -> None:
    """Switch anomaly detection on or off, in all threads. Raises TypeError for what is no bool."""
    require_bool(enabled, "set_anomaly_enabled", "enabled", 1)
    require_bool(check_nan, "set_anomaly_enabled", "check_nan", 2)
    with FORMS.lock:
        FORMS.switch(enabled)
        avoid_quick_forms(enabled - switch.on)
        switch.on, switch.check_nan = enabled, check_nan


class set_detect_anomaly:
    """Anomaly detection on or off: at once, or, in a `with` statement, until the block ends.

    check_nan  whether a rule that answers with a nan raises RuntimeError
    """

    def __init__(self, mode, check_nan=True) -> None:
        self.before = is_anomaly_enabled(), is_anomaly_check_nan_enabled()
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error) -> None:
        set_anomaly_enabled(*self.before)


class detect_anomaly:
    """A block in which a way back that fails says, in a warning, which line made the step that failed.

    check_nan  whether a rule that answers with a nan raises RuntimeError
    It makes every step slow: only for the search.
    """

    def __init__(self, check_nan=True):
        self.before, self.check_nan = (is_anomaly_enabled(), is_anomaly_check_nan_enabled()), check_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
            "debugging.", stacklevel=2,
        )

    def __enter__(self):
        set_anomaly_enabled(True, self.check_nan)

    def __exit__(self, *error):
        set_anomaly_enabled(*self.before)
