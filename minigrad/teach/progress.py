"""Progress for loops that take a while."""

import os
import warnings
from collections.abc import Iterable


def progress(steps: Iterable, what: str = "step") -> Iterable:
    """The steps, one after the other, and above them a bar for whoever waits; nothing stays behind in the notebook.

    what  what is counted, beside the speed

    There is no bar where the environment variable TQDM_DISABLE is set, while notebooks are stored or tested; nor
    without the library tqdm.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that there are no widgets to draw the bar with: it is drawn as text
            from tqdm.auto import tqdm
    except ModuleNotFoundError:
        return steps
    return tqdm(steps, unit=what, leave=False, disable="TQDM_DISABLE" in os.environ)
