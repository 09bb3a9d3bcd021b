"""Who made the step whose gradient fails, and where do nans come from: anomaly detection, and its switches.

While it is off nothing here runs. Switching it on puts other forms in the places of a few functions of nodes and
engine, for all threads: each new node notes which line has made it, and each walk looks at what its nodes answer.
Source: torch/autograd/anomaly_mode.py, torch/csrc/autograd/python_anomaly_mode.cpp.
"""

import os
import sys
import traceback
import warnings

import numpy as np

from minigrad.autograd import gradients
from minigrad.autograd.hooks import Hooks
from minigrad.core import engine
from minigrad.core import node as nodes
from minigrad.core.engine import GraphRoot, age, refuse_freed
from minigrad.core.node import Node
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import require_bool
from minigrad.exact.replaced import Replaced
from minigrad.operations import quick
from minigrad.operations.copy_slices import CopySlices

__all__ = ["detect_anomaly", "set_detect_anomaly"]

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENABLE = (
    "enable anomaly detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
LUCK = (
    "the backtrace further above shows the operation that failed to compute its gradient. The variable in question "
    "was changed in there or anywhere later. Good luck!"
)
WALK = GraphRoot.walk.__code__, refuse_freed.__code__


class Switch:
    """Whether it is on, and looks for nans."""

    on, check_nan = False, True


switch = Switch()


def of_user(stack):
    """The lines of a stack that are not in this package."""
    return [line for line in stack if not line.filename.startswith(PACKAGE)]


def noting(begin):
    """The `__init__` of nodes, which notes where each is made."""

    def __init__(self, *args):
        begin(self, *args)
        note(self)

    return __init__


def noting_new(end_of):
    """The way to a leaf's node, which notes the same where it is made now."""

    def noted(leaf):
        known = leaf._leaf_node and leaf._leaf_node()
        node = end_of(leaf)
        if node is not None and known is None:
            note(node)
        return node

    return noted


def note(node):
    """Keep with this node the user's lines that led here, and the node whose rule made this one."""
    node.metadata["traceback_"] = traceback.format_list(of_user(traceback.extract_stack()))
    parent = acting(frame for frame, _ in traceback.walk_stack(sys._getframe()))
    if parent is not None:
        node.metadata["parent_"] = parent


def acting(frames):
    """The node that acts, or that has been freed, in the first of these frames that is a walk's; None if none is."""
    for frame in frames:
        if frame.f_code in WALK:
            there = frame.f_locals
            if "nodes" not in there:
                return there["node"]
            return max([node for node in there["nodes"] if node._saved is None], key=age)
    return None


class Checked(Hooks):
    """The functions around a node; what they leave of its rule's answers must have no nan in it."""

    sees_answers = True

    def after(self, node, results, grads, create_graph):
        results = super().after(node, results, grads, create_graph)
        pairs = zip(node.next_functions, results) if switch.on and switch.check_nan else ()
        for number, ((target, _), result) in enumerate(pairs):
            if target is None or result is None:
                continue
            if np.isnan(result.array if isinstance(result, Tensor) else result).any():
                raise RuntimeError(f"Function '{node.name()}' returned nan values in its {number}th output.")
        return results


def watching(walk):
    """The engine's walk, for nodes that are all looked at. A leaf's own answers nothing."""

    def watch(self, order, *arguments):
        for node in order if switch.check_nan else ():
            node._hooks = node._hooks or Hooks()
            node._hooks.__class__ = Checked
        walk(self, order, *arguments)

    return watch


def surveyed(walk_plainly):
    """The walk from one result, which looks first at all nodes that it leads to."""

    def walk(node, grad, retain_graph):
        engine.run_backward([(node, 0)], [grad], retain_graph, False)

    return walk


def telling(run_backward):
    """The way back; where it fails, a warning names the node, and the lines that have made it."""

    def tell(*arguments):
        try:
            run_backward(*arguments)
        except Exception as error:
            error.args = tuple([said.replace(ENABLE, LUCK) if isinstance(said, str) else said for said in error.args])
            explain(acting(frame for frame, _ in traceback.walk_tb(error.__traceback__)))
            raise

    return tell


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
    (Node, "__init__"): noting, (CopySlices, "__init__"): noting,
    (nodes, "end_of"): noting_new, (quick, "end_of"): noting_new,
    (GraphRoot, "walk"): watching, (engine, "run_backward"): telling, (gradients, "walk_plainly"): surveyed,
})


def is_anomaly_enabled():
    """Whether anomaly detection is on."""
    return switch.on


def is_anomaly_check_nan_enabled():
    """Whether anomaly detection, when it is on, looks for nans."""
    return switch.check_nan


def set_anomaly_enabled(enabled, check_nan=True):
    """Switch anomaly detection on or off, in all threads. Raises TypeError for what is no bool."""
    require_bool(enabled, "set_anomaly_enabled", "enabled", 1)
    require_bool(check_nan, "set_anomaly_enabled", "check_nan", 2)
    with FORMS.lock:
        FORMS.switch(enabled)
        switch.on, switch.check_nan = enabled, check_nan


class set_detect_anomaly:
    """Anomaly detection on or off: at once, or, in a `with` statement, until the block ends.

    check_nan  whether a rule that answers with a nan raises RuntimeError
    """

    def __init__(self, mode, check_nan=True):
        self.before = is_anomaly_enabled(), is_anomaly_check_nan_enabled()
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *error):
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
