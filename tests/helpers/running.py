"""Programs in a process of their own, which knows nothing of the pytest that has started it."""

import os
import subprocess
import sys

from common import ROOT

PYTESTS = {"CI", "PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_XDIST_WORKER"}


def run(*arguments, cwd=ROOT, **variables):
    """What this Python says to these arguments, with more variables in its environment."""
    environment = {name: value for name, value in os.environ.items() if name not in PYTESTS} | variables
    return subprocess.run([sys.executable, *map(str, arguments)], cwd=cwd, env=environment, capture_output=True,
                          text=True, encoding="utf-8")
