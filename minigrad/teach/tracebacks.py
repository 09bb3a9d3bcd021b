"""In a notebook an error shows the reader's own lines and the sentence, not the lines of the engine between them."""

import sys
from types import TracebackType

from minigrad.locale import say
from minigrad.teach.stages import PACKAGE

WITHIN = (f"{PACKAGE}/", f"{PACKAGE}\\", "<minigrad", "<ours: ")  # how the places of the engine's lines begin


def is_within(frame):
    """Whether a frame runs lines of minigrad: of its files, or of a cell that builds it."""
    return frame.f_code.co_filename.startswith(WITHIN) or frame.f_globals.get("__name__", "").startswith("minigrad.")


def of_reader(trace):
    """A traceback without the frames inside minigrad, and how many these were.

    The last one stays if it is of a cell: a definition of the reader's may have failed there.
    """
    entries = []  # the outermost first
    while trace is not None:
        entries.append(trace)
        trace = trace.tb_next
    kept = [entry for entry in entries if not is_within(entry.tb_frame)]
    if entries and entries[-1] not in kept and not entries[-1].tb_frame.f_code.co_filename.startswith(WITHIN):
        kept.append(entries[-1])
    shorter = None
    for entry in reversed(kept):
        shorter = TracebackType(shorter, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return shorter, len(entries) - len(kept)


def show_shortened(shell, kind, error, trace, tb_offset=None):
    """Show an error as IPython does; the frames inside minigrad are counted instead."""
    shorter, hidden = of_reader(trace)
    if not hidden or issubclass(kind, SyntaxError):
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
        return
    sys.last_type, sys.last_value, sys.last_traceback = kind, error, trace  # for %tb
    lines = shell.InteractiveTB.structured_traceback(kind, error, shorter, tb_offset=tb_offset)
    note = (say("(1 step inside minigrad not shown. To see them, run %tb in a cell of its own.)") if hidden == 1
            else say("({count} steps inside minigrad not shown. To see them, run %tb in a cell of its own.)"))
    lines.insert(-1, note.format(count=hidden) + "\n")
    shell._showtraceback(kind, error, lines)


def show_readers_lines(shell):
    """From now on an error in this notebook shows the reader's lines, in the page's own colour.

    IPython's colours are meant for the ground of a terminal: on JupyterLab's red, dark or light, some are hard to read.
    """
    shell.set_custom_exc((Exception,), show_shortened)
    if hasattr(shell, "kernel"):  # not in a terminal
        shell.run_line_magic("colors", "nocolor")
