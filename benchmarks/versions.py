"""Earlier commits of the package beside the working tree's, in one process: each has module names of its own."""

import re
import subprocess
import sys
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tarfile import open as open_tar
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = re.compile(r"\bminigrad\b")


def git(*arguments, folder=ROOT):
    run = subprocess.run(["git", "-C", folder, *arguments], capture_output=True)
    if run.returncode:
        raise SystemExit(run.stderr.decode().strip())
    return run.stdout


def export(commit, name, place, folder=ROOT):
    """Write a commit's package into a folder as `name`: the word `minigrad` is replaced in paths and in sources.

    So all that it imports, at once or later, is its own: nothing has to be swapped in and out while it runs.
    """
    with open_tar(fileobj=BytesIO(git("archive", commit, "minigrad", folder=folder))) as tar:
        for member in tar:
            if member.name.endswith(".py"):
                file = Path(place, PACKAGE.sub(name, member.name))
                file.parent.mkdir(parents=True, exist_ok=True)
                source = tar.extractfile(member).read().decode("utf-8")
                file.write_text(PACKAGE.sub(name, source), encoding="utf-8")


@contextmanager
def loaded(commits, folder=ROOT):
    """{short hash: package} of these commits, every layer loaded; afterwards they are forgotten."""
    hashes = {git("rev-parse", "--short", "--verify", f"{commit}^{{commit}}", folder=folder).decode().strip(): None
              for commit in commits}
    with TemporaryDirectory(prefix="minigrad-versions-") as place:
        sys.path.insert(0, place)
        try:
            for short in hashes:
                export(short, f"minigrad_{short}", place, folder)
            packages = {short: import_module(f"minigrad_{short}") for short in hashes}
            for package in packages.values():
                dir(package)  # loads every layer
            yield packages
        finally:
            sys.path.remove(place)
            for short in hashes:
                for name in modules(f"minigrad_{short}"):
                    del sys.modules[name]


def modules(name):
    """{name: module} of a package and its parts, as far as they are loaded."""
    return {key: module for key, module in sys.modules.items() if key.partition(".")[0] == name}


def is_from(name, cls):
    """Whether the module of this name defines the class. Classes of nodes say "builtins", to print as in PyTorch."""
    return name in {cls.__module__, *(getattr(part, "__module__", None) for part in vars(cls).values())}


def foreign(package):
    """What the loaded modules of a package have, also in their classes, from a copy other than their own: names."""
    found = []
    for name, module in modules(package.__name__).items():
        own = [value for value in vars(module).values() if isinstance(value, type) and is_from(name, value)]
        for holder in (module, *own):
            for key, value in vars(holder).items():
                home = str(getattr(value, "__module__", None) or getattr(value, "__name__", "")).partition(".")[0]
                if re.fullmatch(r"minigrad(_\w+)?", home) and home != package.__name__:
                    found.append(f"{name}.{holder.__name__}.{key}" if holder in own else f"{name}.{key}")
    return found
