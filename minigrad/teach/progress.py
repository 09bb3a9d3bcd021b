"""Progress for loops that take a while."""

import os
import sys
from collections.abc import Iterable

from minigrad.locale import say


def progress(steps: Iterable, what: str = say("step", "what a bar counts")) -> Iterable:
    """The steps, one after the other, and above them a bar for whoever waits; nothing stays behind in the notebook.

    what  what is counted, beside the speed

    There is no bar where the environment variable TQDM_DISABLE is set, while notebooks are stored or tested; nor
    without the library tqdm.
    """
    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        return steps
    # on stdout, since JupyterLab keeps a red line where stderr was
    return tqdm(steps, unit=what, leave=False, file=sys.stdout, disable="TQDM_DISABLE" in os.environ)
