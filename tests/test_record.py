"""What is recorded of PyTorch is true, and minigrad says the same."""
import copy
import importlib.metadata
import json
import subprocess
import sys
from pathlib import Path

import pytest
import record
from record import operations
from test_ops import PLACES

import minigrad
from minigrad.teach.beside import answer, as_torch, said

FOLDER = Path(__file__).parent / "record"
COMMAND = "after a change of rows or snippets, `python tools/record.py` (it needs torch 2.13.0) makes the record anew"


def read(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


RECORDS = {path.stem: read(path.stem) for path in [*sorted(FOLDER.glob("ch[0-9][0-9].json")), FOLDER / "probes.json"]}
SNIPPETS = [
    pytest.param(snippet, id=f"{name}: {snippet['title']}")
    for name, stored in RECORDS.items()
    for snippet in stored["snippets"]
]
ANSWERS = read("ops")["answers"]
QUESTIONS = operations.questions()


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_minigrad_says_what_pytorch_says(snippet):
    assert as_torch(said(answer(snippet["code"], minigrad))) == said(snippet["result"])


def comparable(answers):
    """Of saved places only that they are there (see `PLACES`); small letters, as some sentences write bool for Bool."""
    return {
        question: "a place" if " saved " in question and question.split()[-1] in PLACES else text.lower()
        for question, text in answers.items()
    }


@pytest.mark.filterwarnings("ignore")  # infinity is an answer, and warnings are a group
@pytest.mark.parametrize("group", QUESTIONS, ids=lambda group: group.split("; ")[0])
def test_minigrad_answers_as_pytorch_did(group):
    """Floats as exactly as `operations.same` says, all else to the letter. PyTorch's nodes keep some details more."""
    ours = QUESTIONS[group](minigrad)
    stored = {question: text for question, text in ANSWERS.get(group, {}).items()
              if question in ours or " saved " not in question}
    wrong = operations.differences(comparable(stored), comparable(ours))
    assert not wrong, "\n".join([COMMAND, *wrong])


def test_every_row_is_in_the_record_and_nothing_else():
    assert set(QUESTIONS) - set(ANSWERS) == set(), f"rows without a record; {COMMAND}"
    assert set(ANSWERS) - set(QUESTIONS) == set(), f"a record without rows; {COMMAND}"


def test_the_record_is_still_true():
    pytest.importorskip("torch", reason="the record is compared with real PyTorch")
    if (version := importlib.metadata.version("torch").split("+")[0]) != "2.13.0":
        pytest.skip(f"the record is of torch 2.13.0, this is {version}")
    run = subprocess.run([sys.executable, record.__file__, "--check"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("name", RECORDS)
def test_the_record_holds_the_snippets_as_they_are_written(name):
    written = record.snippets((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    assert [(snippet["title"], snippet["code"]) for snippet in RECORDS[name]["snippets"]] == written, COMMAND
    assert len({title for title, _ in written}) == len(written)
    assert all(len(code.splitlines()) <= 5 for _, code in written)


def test_chapters_1_to_4_and_150_more_snippets_have_a_record():
    assert {"ch01", "ch02", "ch03", "ch04"} <= RECORDS.keys()
    assert len(RECORDS["probes"]["snippets"]) >= 150


@pytest.mark.parametrize("part", ["text", "warnings", "error"])
def test_an_answer_that_is_no_longer_true_is_named(part):
    stored = RECORDS["ch04"]
    now = copy.deepcopy(stored)
    changed = now["snippets"][2]
    changed["result"][part] = ["a new warning"] if part == "warnings" else "something new"
    assert record.differences(stored, stored) == []
    assert [line.startswith(changed["title"]) for line in record.differences(stored, now)] == [True]


def test_an_operations_answer_that_is_no_longer_true_is_named():
    stored = {"answers": {"x + y": {"3 3 graph": "AddBackward0(x, y)"}}}
    now = {"answers": {"x + y": {"3 3 graph": "SubBackward0(x, y)"}, "x * y": {"3 3 graph": "MulBackward0(x, y)"}}}
    assert record.changed_operations(stored, stored) == []
    assert record.changed_operations(stored, now) == [
        "x + y: 3 3 graph: AddBackward0(x, y) -> SubBackward0(x, y)", "x * y: 3 3 graph: None -> MulBackward0(x, y)",
    ]
    assert record.changed_operations(stored, {}) == ["x + y: 3 3 graph: AddBackward0(x, y) -> None"]


@pytest.mark.parametrize(("old", "new", "agree"), [
    ("tensor([0.3333, -2.])", "tensor([0.3334, -2.])", True),
    ("tensor([0.3333, -2.])", "tensor([0.3335, -2.])", False),
    ("tensor([1.2345e+08])", "tensor([1.2346e+08])", True),
    ("tensor([1.2345e+08])", "tensor([1.2347e+08])", False),
    ("tensor([2, 3])", "tensor([2, 4])", False),
    ("tensor([inf])", "tensor([nan])", False),
    ("tensor([1.])", "tensor([1., 1.])", False),
    ("tensor([1.])", "tensor([1.], dtype=torch.float64)", False),
    ("tensor([1.], grad_fn=<SumBackward0>)", "tensor([1.], grad_fn=<SumBackward1>)", False),
    ("[[0.12345678]]", "[[0.12345679]]", True),
    ("[[0.12345678]]", "[[0.12345698]]", False),
    ("[[0.5, 0.5]]", "[[0.5], [0.5]]", False),
    ("RuntimeError: no", "TypeError: no", False),
])
def test_answers_agree_up_to_the_last_decimal_of_a_float(old, new, agree):
    assert operations.same(old, new) == agree
    assert operations.same(new, old) == agree
