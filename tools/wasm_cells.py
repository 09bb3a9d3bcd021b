"""Run the cells of a notebook one after the other as a kernel runs them, with IPython alone: inside Pyodide (wasm.py),
or where nothing but the package is installed (tests/tools/test_alone.py): wasm_cells.py NOTEBOOK prints the answers."""

import contextlib
import io
import json
import os
import site
import sys
import zipfile

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

shown = []  # what the cell that is running has shown so far


class Result(DisplayHook):
    def __call__(self, result=None):
        if result is not None and not self.quiet():
            self.update_user_ns(result)
            shown.append(self.shell.display_formatter.format(result)[0])


class Shown(DisplayPublisher):
    def publish(self, data, metadata=None, **ignored):
        shown.append(data)


class Shell(InteractiveShell):
    displayhook_class, display_pub_class = Result, Shown

    def _showtraceback(self, *error):
        """The error itself is compared."""


def run(packages, notebook):
    """Put the packages where Python finds them, run all cells; {id: {key: text}} as JSON, the form of `stored`."""
    with zipfile.ZipFile(packages) as archive:
        archive.extractall(site.getsitepackages()[0])
    import matplotlib.font_manager  # noqa: F401 - it says so when it looks for its fonts; so not in a chapter

    return json.dumps(answers(notebook))


def answers(notebook):
    """{id: {key: text}}: what each cell of the notebook answers."""
    os.chdir(os.path.dirname(notebook))
    with open(notebook, encoding="utf-8") as file:
        cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
    shell, told = Shell.instance(), {}
    for cell in cells:
        shown.clear()
        streams = {"stdout": io.StringIO(), "stderr": io.StringIO()}
        with contextlib.redirect_stdout(streams["stdout"]), contextlib.redirect_stderr(streams["stderr"]):
            done = shell.run_cell("".join(cell["source"]), store_history=True)
        error = done.error_before_exec or done.error_in_exec
        found = {name: stream.getvalue() for name, stream in streams.items()}
        found["error"] = f"{type(error).__name__}: {error}" if error else ""
        for data in shown:
            for form, text in data.items():
                found[form] = found.get(form, "") + text
        told[cell["id"]] = {name: text for name, text in found.items() if text}
    sys.stdout.flush()
    return told


if __name__ == "__main__" and sys.argv[1:]:
    print(json.dumps(answers(os.path.abspath(sys.argv[1]))))
