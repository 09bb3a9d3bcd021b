"""Twelve faults are planted into a healthy notebook, one at a time: nbval and test_notebooks.py find every one."""

import base64
import shutil
import xml.etree.ElementTree as ElementTree

import nbformat
import pytest
from common import ROOT, text_of
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from refresh import refresh
from running import run

ONE_PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="  # a valid PNG
)

PICTURE = '''import base64
class Picture:
    def _repr_mimebundle_(self, **ignored):
        svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
        data = base64.b64encode(svg.encode()).decode()
        alt = "Two boxes joined by an arrow that leads from x down to y"
        return {"text/plain": "x -> y", "text/html": f'<img alt="{alt}" src="data:image/svg+xml;base64,{data}">'}
Picture()'''

CELLS = {
    "sum": "1 + 2",
    "said": "print('three')",
    "picture": PICTURE,
    "stderr": "import sys\nprint('take care', file=sys.stderr)",
    "error": "1 / 0",
    "place": "print('/'.join(['', 'srv', 'notes']))",
}


def healthy():
    cells = [new_markdown_cell("# A healthy notebook", id="title")]
    cells += [new_code_cell(source, id=name) for name, source in CELLS.items()]
    notebook = new_notebook(cells=cells)
    cell(notebook, "error").metadata.tags = ["raises-exception"]
    return notebook


def cell(notebook, name):
    return next(cell for cell in notebook.cells if cell.id == name)


def changed_output(notebook):
    cell(notebook, "sum").outputs[0].data["text/plain"] = "4"


def stripped_output_and_count(notebook):
    cell(notebook, "said").update(outputs=[], execution_count=None)


def bogus_picture_added(notebook):
    cell(notebook, "sum").outputs[0].data["image/png"] = ONE_PIXEL


def counts_out_of_order(notebook):
    cell(notebook, "said").execution_count, cell(notebook, "picture").execution_count = 3, 2
    cell(notebook, "picture").outputs[0].execution_count = 2


def wrong_error_type(notebook):
    cell(notebook, "error").outputs[0].update(ename="ValueError", traceback=["ValueError: division by zero"])


def error_that_no_longer_raises(notebook):
    cell(notebook, "error").source = "half = 1 / 2"


def changed_stderr(notebook):
    cell(notebook, "stderr").outputs[0].text = "take great care\n"


def changed_svg(notebook):
    data = cell(notebook, "picture").outputs[0].data
    start, end = data["text/html"].split("base64,")
    svg = base64.b64decode(end.removesuffix('">')).replace(b'<rect width="9"', b'<rect width="8"')
    data["text/html"] = f'{start}base64,{base64.b64encode(svg).decode()}">'


def changed_text_form(notebook):
    cell(notebook, "picture").outputs[0].data["text/plain"] = "y -> x"


def untagged_error(notebook):
    cell(notebook, "error").metadata.tags = []


def ignored_outputs_over_budget(notebook):
    for name in ("sum", "said", "picture"):
        cell(notebook, name).metadata.tags = ["nbval-ignore-output"]


def machine_path_in_an_output(notebook):
    """The output is what the cell prints, so running it again finds nothing wrong."""
    cell(notebook, "place").source = "print('/'.join(['', 'home', 'ann', 'notes']))"
    cell(notebook, "place").outputs[0].text = "/".join(["", "home", "ann", "notes\n"])


# Each fault with the check that must find it: a cell of the nbval run, or a test of test_notebooks.py.
FAULTS = {
    changed_output: "Cell 0",
    stripped_output_and_count: "test_cells_ran_in_order",
    bogus_picture_added: "Cell 0",
    counts_out_of_order: "test_cells_ran_in_order",
    wrong_error_type: "Cell 4",
    error_that_no_longer_raises: "Cell 4",
    changed_stderr: "Cell 3",
    changed_svg: "Cell 2",
    changed_text_form: "Cell 2",
    untagged_error: "test_errors_are_stored_exactly_where_they_are_declared",
    ignored_outputs_over_budget: "test_few_outputs_are_ignored",
    machine_path_in_an_output: "test_nothing_names_a_place_on_a_machine",
}


@pytest.fixture(scope="module")
def failures(tmp_path_factory):
    """{notebook: its checks, each by name if it failed and None if it passed}.

    A notebook runs only if that is what finds its fault.
    """
    root = tmp_path_factory.mktemp("faults")
    for name in ("conftest.py", "pyproject.toml", "tests/notebooks/test_notebooks.py",
                 "tests/nbval_sanitize.cfg", "tests/nbval_sanitize_any.cfg", "requirements.lock"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "minigrad" / "teach").mkdir(parents=True)
    shutil.copy(ROOT / "minigrad" / "teach" / "stages.py", root / "minigrad" / "teach")
    (root / "notebooks").mkdir()
    first = root / "notebooks" / "20_healthy.ipynb"
    nbformat.write(healthy(), first)
    assert refresh([first], root)
    runs = [first]
    for number, plant in enumerate(FAULTS, start=21):
        notebook = nbformat.read(first, as_version=4)
        plant(notebook)
        path = first.with_name(f"{number}_{plant.__name__}.ipynb")
        path.write_text(text_of(notebook), encoding="utf-8")
        runs += [path] if FAULTS[plant].startswith("Cell") else []

    ran = run("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--junitxml=found.xml",
              "tests/notebooks/test_notebooks.py", *runs, cwd=root)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    found = {}
    for case in ElementTree.parse(root / "found.xml").iter("testcase"):
        title = f"{case.get('classname')} {case.get('name')}"
        for path in root.glob("notebooks/*.ipynb"):
            if path.stem in title:
                failed = case.find("failure") is not None or case.find("error") is not None
                found.setdefault(path.stem[3:], []).append(case.get("name") if failed else None)
    return found


def test_the_healthy_notebook_passes_every_check(failures):
    checks = failures["healthy"]
    assert len(checks) > len(CELLS) + 10 and not any(checks), checks


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_the_fault_is_found(failures, fault):
    failed = list(filter(None, failures[fault.__name__]))
    assert any(name.startswith(FAULTS[fault]) for name in failed), failed
