"""Run the notebooks and store their outputs, the same bytes every time.

    python3 tools/refresh.py                                run every chapter and write it back
    python3 tools/refresh.py 04 05                          only these
    python3 tools/refresh.py notebooks/04_engine.ipynb      only this one
    python3 tools/refresh.py --lang zh                      every chapter that there is in Chinese
    python3 tools/refresh.py --check                        write nothing, say which notebooks would change

Sources are never touched. A notebook is written only when errors came exactly from the cells tagged raises-exception
and no output names a place on this machine; and a blank for the reader's definition is one.
"""

import argparse
import asyncio
import os
import re
import sys
import tempfile
from itertools import chain, groupby
from pathlib import Path

from chapters import FILLED, stages
from commands import LANGUAGES, ROOT, Trouble, chosen, in_words
from common import ADDRESS, MACHINE, Problem, code_cells, nbformat, read, tags, text_of, texts_of, write
from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_output
from tqdm import tqdm

SECONDS = 600  # that a cell, a kernel's start and an output's way may take: only a hang takes them all
AT_ONCE = 2  # notebooks
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": "3.11.7",  # of the Python that the lock file is for
    },
}  # what JupyterLab writes: a notebook that is opened is not changed
KEPT = {"tags", "jupyter", "slideshow"}  # of a cell's metadata
# A warning names the temporary file that the kernel compiled the cell from; it holds the process's number.
GUESS = re.compile(r"(?<=')\. Did you mean '\w+'\?$")  # what Python 3.14 adds to a wrong keyword
CELL_FILE = re.compile(r"^.*ipykernel_\d+[\\/]\d+\.py(?=:\d+: )", re.MULTILINE)


class ThisPython(KernelSpecManager):
    """Whatever kernels are installed on the machine, python3 is the Python that runs this."""

    def get_kernel_spec(self, kernel_name):
        return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())


def kernel_environment(root, private):
    """What a kernel sees: the package of `root`, one BLAS thread, and nothing of the user's own IPython set-up."""
    places = [str(Path(root).resolve()), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(places),
        "PYTHONHASHSEED": "0",
        "MINIGRAD_LANG": "",  # a notebook's folder says its language
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "IPYTHONDIR": private,
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "TQDM_DISABLE": "1",  # progress is for a reader who waits, and is never stored
    }


def clean_text(value):
    """An output's text without what changes from run to run; other values as they are."""
    if isinstance(value, str):
        return CELL_FILE.sub("cell", ADDRESS.sub("0x...", GUESS.sub("", value)))
    return value


def clean_outputs(outputs):
    """Outputs as they are stored: neighbouring streams merged, errors one plain line, nothing of this machine."""
    cleaned = []
    for is_stream, group in groupby(outputs, lambda output: output.output_type == "stream"):
        if not is_stream:
            cleaned += group
            continue
        group = list(group)
        for name in ("stdout", "stderr"):
            text = "".join(output.text for output in group if output.name == name)
            if text:
                cleaned.append(new_output("stream", name=name, text=text))
    for output in cleaned:
        if output.output_type == "stream":
            output.text = clean_text(output.text)
        elif output.output_type == "error":
            output.evalue = clean_text(output.evalue)
            output.traceback = [f"{output.ename}: {output.evalue}"]
        else:
            output.data = NotebookNode({kind: clean_text(value) for kind, value in output.data.items()})
    return cleaned


def clean(notebook):
    """Bring an executed notebook into the form in which it is stored."""
    notebook.metadata = NotebookNode(METADATA)
    for cell in notebook.cells:
        cell.metadata = NotebookNode({key: value for key, value in cell.metadata.items() if key in KEPT})
    for count, cell in enumerate((cell for cell in code_cells(notebook) if cell.source.strip()), start=1):
        cell.execution_count = count
        cell.outputs = clean_outputs(cell.outputs)
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count


def complaints(notebook):
    """Why an executed notebook must not be stored."""
    for cell in code_cells(notebook):
        errors = [output for output in cell.outputs if output.output_type == "error"]
        declared = "raises-exception" in tags(cell)
        if errors and not declared:
            yield f"cell {cell.id} failed: {errors[0].ename}: {errors[0].evalue}"
            return  # the cells below did not run
        if declared and not errors:
            yield f"cell {cell.id} is tagged raises-exception, but nothing was raised"
        if cell.source.partition("\n")[0].endswith(f": {stages.YOURS}") and not stages.is_blank(cell.source):
            yield f"cell {cell.id}: {FILLED}"
        for text in chain.from_iterable(map(texts_of, cell.outputs)):
            place = MACHINE.search(text)
            if place:
                yield f"cell {cell.id}: an output names a place on this machine, {place[0]}"


async def in_kernel(notebook, folder, root=ROOT, seconds=SECONDS, **settings):
    """Run the cells of the notebook in this folder, in a kernel of its own; `seconds` are what each thing may take."""
    for cell in code_cells(notebook):
        cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        notebook,
        km=AsyncKernelManager(kernel_name="python3", kernel_spec_manager=ThisPython()),
        timeout=seconds,
        startup_timeout=seconds,
        iopub_timeout=seconds,
        record_timing=False,
        extra_arguments=["--log-level=50"],
        resources={"metadata": {"path": str(folder)}},
        **settings,
    )
    client.log.setLevel("CRITICAL")  # whoever asks for the run says in words of his own what went wrong
    with tempfile.TemporaryDirectory() as private:
        await client.async_execute(env=kernel_environment(root, private), cleanup_kc=True)


async def execute(path, root, progress):
    """The text of the notebook after a fresh run. Problem says which cell failed."""
    notebook = read(path)
    try:
        await in_kernel(notebook, path.parent, root, on_cell_start=lambda **_: progress.update())
    except CellExecutionError:
        pass  # complaints() names the cell
    except (CellTimeoutError, DeadKernelError) as error:
        raise Problem(f"{path.name}: {error}") from None
    clean(notebook)
    reasons = list(complaints(notebook))
    if reasons:
        raise Problem("\n".join(f"{path.name}, {reason}" for reason in reasons))
    return text_of(notebook)


async def execute_all(paths, root=ROOT):
    """{path: text, or the Problem that it had} of all notebooks, a few at once."""
    turn = asyncio.Semaphore(AT_ONCE)
    total = sum(len(read(path).cells) for path in paths)
    with tqdm(total=total, unit="cell", disable=None) as progress:

        async def one(path):
            async with turn:
                return await execute(path, root, progress)

        results = await asyncio.gather(*map(one, paths), return_exceptions=True)
    return dict(zip(paths, results, strict=True))


def changed_cells(path, text):
    """The ids of the cells that are not as stored."""
    before, after = read(path).cells, nbformat.reads(text, as_version=4).cells
    return ", ".join(new.id for old, new in zip(before, after, strict=True) if old != new) or "none, only its metadata"


def refresh(paths, root=ROOT, check=False):
    """Run the notebooks; write them back, or with `check` only say what would change. True when all is well."""
    well = True
    for path, text in asyncio.run(execute_all(paths, root)).items():
        if isinstance(text, Problem):
            print(f"{text}\n{path.name}: not written", file=sys.stderr)
            well = False
        elif isinstance(text, BaseException):
            raise text
        elif path.read_text(encoding="utf-8") == text:
            print(f"{path.name}: unchanged")
        elif check:
            print(f"{path.name}: would change; cells: {changed_cells(path, text)}")
            well = False
        else:
            write(path, text)
            print(f"{path.name}: written")
    return well


def notebooks_of(words, root, lang="en"):
    """The notebooks that are meant, each by its chapter's number or its path; without a word, all chapters."""
    paths = [] if words else chosen([], root, lang)
    for word in words:
        paths += [Path(word)] if word.endswith(".ipynb") else chosen([word], root, lang)
    for path in paths:
        if not path.is_file():
            raise Trouble(f"There is no notebook {path}.")
    found = list(dict.fromkeys(path.resolve() for path in paths))
    wanted = [path for path in found if lang in ("en", path.parent.name)]
    if words and (others := [path.name for path in found if path not in wanted]):
        raise Trouble(f"Not in the language {lang}: {', '.join(others)}")
    return wanted


@in_words
def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", help="numbers of chapters or paths; default: all chapters")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a notebook would change")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's directory")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the chapters' language")
    options = parser.parse_args(arguments)
    return 0 if refresh(notebooks_of(options.notebooks, options.root, options.lang), options.root, options.check) else 1


if __name__ == "__main__":
    sys.exit(main())
