"""Every error and every warning of the core has PyTorch's type and PyTorch's words.

One row per mistake. Where torch is installed, real PyTorch is led into each of them and has to say the same.
"""
import ast
import importlib
import pickle
import pkgutil
import subprocess
import sys
import traceback
import warnings
from pathlib import Path

import pytest
from questions import ENDLESS, ERRORS, LIVE, OWN, WARNINGS, error_of, names, run, warnings_of, words

import minigrad
from minigrad import library, operations
from minigrad.exact import lists

# Not those that have tests of their own.
CORE = [f"core.{name}" for name in ("tensors", "node", "ops", "engine")] + ["autograd.edges", "autograd.gradients"]
CORE += [f"operations.{name}" for _, name, _ in pkgutil.iter_modules(operations.__path__) if name != "copy_slices"]
CORE += [f"exact.{name}" for name in ("arguments", "dtypes", "errors", "indexing", "left_out", "writes")]
CORE += [f"library.{name}" for _, name, _ in pkgutil.iter_modules(library.__path__) if name != "serialization"]
CORE += ["machinery.fast_sums", "nn.losses"]


@pytest.mark.parametrize("call", [lambda x: x.sum("a"), lambda x: x.transpose(0, "a")], ids=["sum", "transpose"])
def test_an_error_about_arguments_reaches_another_process(call):
    """As it is, or as its method would say it: a pool of processes hands errors on in pickles."""
    with pytest.raises(TypeError) as found:
        call(minigrad.ones(2, 3))
    copy = pickle.loads(pickle.dumps(found.value))
    assert type(copy) is TypeError and str(copy) == str(found.value)


def test_an_error_of_yours_passes_through_a_method_as_it_is():
    class Mine(TypeError):
        as_method = "not what minigrad calls so"

    class Sizes(list):
        def __iter__(self):
            raise Mine("mine")

    with pytest.raises(Mine, match="^mine$"):
        minigrad.ones(2, 3).sum(Sizes([0]))


def each_of(rows):
    return pytest.mark.parametrize(("code", "kind", "sentence"), rows, ids=[code for code, _, _ in rows])


@each_of(ERRORS + LIVE + OWN + ENDLESS)
def test_a_mistake_is_answered_in_pytorchs_words(code, kind, sentence):
    error = error_of(code, minigrad)
    assert (type(error), words(error)) == (kind, sentence)


def state(here):
    """What could be lost: each tensor's numbers, flag, version, gradient and place in the graph; and the switches."""
    tensors = {name: value for name, value in here.items() if isinstance(value, minigrad.Tensor)}
    facts = {
        name: (
            value.detach().tolist(), value.requires_grad, value._version, value.grad_fn, value.is_leaf,
            None if value._grad is None else (id(value._grad), value._grad.tolist(), value._grad._version),
        )
        for name, value in tensors.items()
    }
    return facts, minigrad.is_grad_enabled()


@each_of(ERRORS + LIVE)
def test_a_mistake_changes_nothing(code, kind, sentence):
    """The row's last statement is the mistake; all before it lead there."""
    *before, mistake = ast.parse(code).body
    here = names(minigrad)
    with warnings.catch_warnings(action="ignore"):
        exec(compile(ast.Module(before, []), "<what the user wrote>", "exec"), here)
        was = state(here)
        with pytest.raises(kind):
            exec(compile(ast.Module([mistake], []), "<what the user wrote>", "exec"), here)
        now = state(here)
    assert repr(now) == repr(was)


def test_there_are_many_mistakes(record_property):
    record_property("wrong calls answered as PyTorch answers them", len({code for code, _, _ in ERRORS + LIVE}))
    assert len({code for code, _, _ in ERRORS + LIVE}) == len(ERRORS + LIVE) >= 120


@each_of(ERRORS + LIVE)
def test_torch_answers_in_the_same_words(code, kind, sentence):
    torch = pytest.importorskip("torch")
    error = error_of(code, torch)
    assert (type(error), words(error)) == (kind, sentence)


@each_of(WARNINGS)
def test_a_warning_has_pytorchs_words_and_points_to_the_users_line(code, kind, sentence):
    (warning,) = warnings_of(code, minigrad)
    assert (warning.category, words(warning.message)) == (kind, sentence)
    assert warning.filename == "<what the user wrote>"


def test_torch_warns_in_the_same_words():
    torch = pytest.importorskip("torch")
    torch.set_warn_always(True)  # else some are given only once
    try:
        said = [(code, *((warning.category, words(warning.message)) for warning in warnings_of(code, torch)))
                for code, _, _ in WARNINGS]
    finally:
        torch.set_warn_always(False)
    assert said == [(code, (kind, sentence)) for code, kind, sentence in WARNINGS]


@pytest.mark.quick  # in a process of its own
@pytest.mark.parametrize("package", ["minigrad", "torch"])
def test_a_lost_flag_is_warned_of_once_in_a_process(package):
    pytest.importorskip(package)
    code = f"""import warnings, {package} as torch
x = torch.tensor(2., requires_grad=True)
with warnings.catch_warnings(record=True, action="always") as caught:
    float(x), complex(x), torch.tensor([x, x])
print(*[str(warning.message).split(" (Triggered")[0] for warning in caught])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == lists.FLAG_LOST


@each_of(OWN)
def test_torch_does_not_say_what_only_minigrad_says(code, kind, sentence):
    torch = pytest.importorskip("torch")
    try:
        run(code, torch)
    except Exception as error:
        assert words(error) != sentence


# Nothing is left out.


def places(name):
    """Where the module raises errors, and where it warns: each as {first line: last line}."""
    path = Path(importlib.import_module(f"minigrad.{name}").__file__)
    raises, warns = {}, {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and node.exc is not None:
            raises[node.lineno] = node.end_lineno
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "warnings.warn":
            warns[node.lineno] = node.end_lineno
    return str(path), raises, warns


def test_every_error_of_the_core_has_a_row():
    reached = set()
    for code, _, _ in ERRORS + LIVE + OWN + ENDLESS:
        error = None
        try:
            warnings_of(code, minigrad)
        except Exception as caught:
            error = caught
        while error is not None:
            reached |= {(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)}
            error = error.__context__
    missing = []
    for name in CORE:
        path, raises, _ = places(name)
        missing += [f"{name}.py:{first}" for first, last in raises.items()
                    if not any((path, line) in reached for line in range(first, last + 1))]
    assert not missing, f"tests/rows/core.py: add to ERRORS, or to OWN, a row that raises what is at {missing}"


def test_every_warning_of_the_core_has_a_row(monkeypatch):
    reached, warn = set(), warnings.warn

    def noted(*args, stacklevel=1, **kwargs):
        frame = traceback.extract_stack(limit=2)[0]
        reached.add((frame.filename, frame.lineno))
        warn(*args, stacklevel=stacklevel + 1, **kwargs)

    monkeypatch.setattr(warnings, "warn", noted)
    for code, _, _ in WARNINGS:
        warnings_of(code, minigrad)
    missing = []
    for name in CORE:
        path, _, warns = places(name)
        missing += [f"{name}.py:{first}" for first, last in warns.items()
                    if not any((path, line) in reached for line in range(first, last + 1))]
    assert len(reached) >= 2
    assert not missing, f"tests/rows/core.py: add to WARNINGS a row that warns of what is at {missing}"
