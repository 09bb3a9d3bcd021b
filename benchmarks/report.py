"""What the three commands have in common: the machine in words, tables in README.md, pictures, fresh processes."""

import json
import os
import platform
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
README = HERE / "README.md"
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "VECLIB_MAXIMUM")}
BLUE, ORANGE, INK = "#0072b2", "#d55e00", "#1f2933"  # two colours that every kind of eye tells apart
STYLE = {
    "svg.fonttype": "none", "svg.hashsalt": "minigrad", "font.size": 12, "font.sans-serif": ["DejaVu Sans", "Arial"],
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "figure.constrained_layout.use": True,
}


def machine():
    """Processor, system, and the versions that matter."""
    cpu = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text()) if sys.platform == "linux" else None
    versions = [f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in ("numpy", "torch"))]
    return ", ".join([cpu[1] if cpu else platform.machine(), platform.system(), *versions])


def table(head, rows):
    """A table of Markdown; all but its first column stands to the right."""
    ruler = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in [head, ruler, *rows])


def put(name, text, path=README):
    """Write a text between the two markers of that name in README.md."""
    before, start, rest = path.read_text(encoding="utf-8").partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition(f"<!-- end of {name} -->")
    if not (start and end):
        raise ValueError(f"{path.name} lacks the markers <!-- {name} --> and <!-- end of {name} -->")
    path.write_text(before + start + text + "\n" + end + after, encoding="utf-8", newline="\n")


def draw(path, alt, size, paint):
    """Store what `paint(figure)` draws as SVG with words as words: the same bytes every time."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **STYLE}):
        figure = Figure(size)
        paint(figure)
        figure.savefig(path, format="svg", metadata={"Title": alt, "Date": None, "Creator": None})
    text = path.read_text(encoding="utf-8").replace("<svg ", '<svg role="img" ', 1)
    path.write_text("".join(f"{line.rstrip()}\n" for line in text.splitlines()), encoding="utf-8", newline="\n")


def fresh(code, *arguments):
    """What a piece of Python prints as JSON in a process of its own: one thread, modules of the project, compiled."""
    places = os.pathsep.join([str(HERE), str(HERE.parent)])
    settings = {**ONE_THREAD, "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": ""}
    run = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=True, stdout=subprocess.PIPE,
                         env={**os.environ, **settings})
    return json.loads(run.stdout)
