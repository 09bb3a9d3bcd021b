"""What is recorded of PyTorch is true, and minigrad says the same."""
import copy
import importlib.metadata
import json
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
import record
import rows
from questions import PLACES
from record import operations
from rounding import rounded

import minigrad
from minigrad.core import node as function
from minigrad.teach.beside import answer, as_torch, said

FOLDER = Path(__file__).parents[1] / "record"
COMMAND = "after a change of rows or snippets, `python tools/record.py` (it needs torch 2.13.0) makes the record anew"


def read(name):
    return json.loads(record.answers_of(name).read_text(encoding="utf-8"))


CHAPTERS = {path.stem: read(path.stem) for path in sorted(record.SHOWN.glob("ch[0-9][0-9].json"))}
PROBES = read("probes")
SNIPPETS = [
    pytest.param(snippet["code"], said(snippet["result"]), id=f"{name}: {snippet['title']}")
    for name, stored in CHAPTERS.items() for snippet in stored["snippets"]
] + [
    pytest.param(code, PROBES["answers"].get(title), id=f"probes: {title}") for title, code in record.written("probes")
]
ANSWERS = read("ops")["answers"]
GROUPS = operations.groups()


@pytest.mark.parametrize(("code", "theirs"), SNIPPETS)
def test_minigrad_says_what_pytorch_says(code, theirs):
    assert as_torch(said(answer(code, minigrad))) == theirs, COMMAND


def comparable(answers):
    """Of saved places only that they are there (see `PLACES`); small letters, as some sentences write bool for Bool."""
    found = {}
    for question, text in answers.items():
        saved = re.search(r"\bsaved (\w+)(, |$)", question)
        if isinstance(text, list):
            found |= {code: question.lower() for code in text}
        elif saved and saved[1] in PLACES:
            found[f"saved {saved[1]}"] = "a place"
        else:
            found[question] = text.lower()
    return found


def wrong(group, package=minigrad):
    """Which answers to a group of questions are not PyTorch's, to the letter; its nodes keep some details more."""
    ours, theirs = comparable(GROUPS[group](package)), comparable(ANSWERS.get(group, {}))
    theirs = {question: text for question, text in theirs.items() if question in ours or "saved " not in question}
    return record.differences(theirs, ours)


@pytest.mark.filterwarnings("ignore")  # infinity is an answer, and warnings are a group
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.split("; ")[0])
def test_minigrad_answers_as_pytorch_did(group):
    found = wrong(group)
    assert not found, "\n".join([COMMAND, *found])


def test_every_row_is_in_the_record_and_nothing_else():
    assert set(GROUPS) - set(ANSWERS) == set(), f"rows without a record; {COMMAND}"
    assert set(ANSWERS) - set(GROUPS) == set(), f"a record without rows; {COMMAND}"


def test_the_record_is_still_true():
    torch = pytest.importorskip("torch", reason="the record is compared with real PyTorch")
    if torch.backends.cpu.get_cpu_capability() not in record.FAST:
        pytest.skip("on this processor torch rounds random numbers otherwise")
    if (version := importlib.metadata.version("torch").split("+")[0]) != "2.13.0":
        pytest.skip(f"the record is of torch 2.13.0, this is {version}")
    run = subprocess.run([sys.executable, record.__file__, "--check"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_record_is_made_without_pytest():
    code = "import sys; sys.modules['pytest'] = None; sys.path.insert(0, 'tools'); import record"
    run = subprocess.run([sys.executable, "-c", code], cwd=record.ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("name", [*CHAPTERS, "probes"])
def test_the_record_holds_the_snippets_as_they_are_written(name):
    written = record.written(name)
    if name == "probes":
        assert (list(PROBES["answers"]), PROBES["code"]) == (
            [title for title, _ in written], record.fingerprint(written)), COMMAND
    else:
        held = [(snippet["title"], snippet["code"]) for snippet in CHAPTERS[name]["snippets"]]
        assert held == written, COMMAND
    assert len({title for title, _ in written}) == len(written)
    whole = [title for title, _ in written if title.startswith("the whole program")]
    assert all(len(code.splitlines()) <= 5 for title, code in written if title not in whole) and len(whole) <= 1


def test_chapters_1_to_4_and_150_more_snippets_have_a_record():
    assert {"ch01", "ch02", "ch03", "ch04"} <= CHAPTERS.keys()
    assert len(PROBES["answers"]) >= 150


# What can be worked out is not recorded: the bytes of an answer with its question, on average and at most.
LIMITS = {"operation": (290, 1_500), "wrong call": (115, 600), "chapter's snippet": (500, 2_000), "fact": (125, 700)}
RECORDS = {path.stem: read(path.stem) for path in FOLDER.glob("*.json")} | CHAPTERS
MORE = "torch.xlogy(x, y)"  # a row that is not there


def sizes(records):
    """{kind of answer: [(what is answered, how many questions these are, bytes)]}"""
    found = {kind: [] for kind in LIMITS}
    for name, stored in records.items():
        if name == "ops":
            kinds = {"operation": dict(stored["answers"])}
            kinds["wrong call"] = kinds["operation"].pop("errors") | kinds["operation"].pop("warnings")
        else:
            kind = "chapter's snippet" if name in CHAPTERS else "fact"
            kinds = {kind: record.facts(stored.get("answers", stored))}
        for kind, answers in kinds.items():
            for question, given in answers.items():
                text = json.dumps({question: given}, indent=0, ensure_ascii=False)
                found[kind].append((question, len(given) if isinstance(given, list) else 1, len(text.encode())))
    return found


def too_large(records):
    """What takes more room in the record than its kind may."""
    found = []
    for kind, answers in sizes(records).items():
        usual, most = LIMITS[kind]
        mean = sum(size for *_, size in answers) / sum(count for _, count, _ in answers)
        found += [f"each {kind}: {mean:.0f} bytes, more than {usual}"] if mean > usual else []
        found += [f"{name}: {size} bytes, more than {most}" for name, count, size in answers if size > most * count]
    return found


def with_operations(answers):
    return RECORDS | {"ops": {"answers": RECORDS["ops"]["answers"] | answers}}


def test_the_record_is_small():
    found = too_large(RECORDS)
    assert not found, "\n".join(["record less of what the rows check anyway", *found])


@pytest.mark.parametrize("count", [1, 50])
def test_operations_with_a_record_of_the_usual_size_have_room(count):
    usual = ANSWERS["x.maximum(y); torch.maximum(x, y)"]
    assert too_large(with_operations({f"{MORE} + {number}": usual for number in range(count)})) == []


def test_an_operation_whose_record_says_the_same_of_every_case_is_named():
    usual, cases = ANSWERS["x.maximum(y); torch.maximum(x, y)"], rows.PAIRS.split(", ")
    bloated = {f"{code}: {question}, {case}": answer for code in (MORE, "x.xlogy(y)") for case in cases
               for question, answer in usual.items()}
    (found,) = too_large(with_operations({MORE: bloated}))
    assert found.startswith(f"{MORE}: ")


def test_a_number_more_for_each_operation_is_noticed():
    more = {code: answers | {"sum": "-1.23456"} for code, answers in ANSWERS.items()
            if code not in ("errors", "warnings")}
    (found,) = too_large(with_operations(more))
    assert found.startswith("each operation: ")


@pytest.mark.parametrize("part", ["text", "warnings", "error"])
def test_an_answer_that_is_no_longer_true_is_named(part):
    stored = CHAPTERS["ch04"]
    now = copy.deepcopy(stored)
    changed = now["snippets"][2]
    changed["result"][part] = ["a new warning"] if part == "warnings" else "something new"
    assert record.differences(stored, stored) == []
    assert [line.startswith(changed["title"]) for line in record.differences(stored, now)] == [True]


def test_an_operations_answer_that_is_no_longer_true_is_named():
    stored = {"answers": {"x + y": {"graph": "AddBackward0(x, y)"}}}
    now = {"answers": {"x + y": {"graph": "SubBackward0(x, y)"}, "x * y": {"graph": "MulBackward0(x, y)"}}}
    assert record.differences(stored, stored) == []
    assert record.differences(stored, now) == [
        "x + y: graph: AddBackward0(x, y) -> SubBackward0(x, y)", "x * y: graph: None -> MulBackward0(x, y)",
    ]
    assert record.differences(stored, {"answers": {}}) == ["x + y: graph: AddBackward0(x, y) -> None"]


def test_an_answer_that_holds_everywhere_stands_there_once():
    cases = ["3", "2x3", "0x3"]
    assert operations.once({"graph": dict.fromkeys(cases, ["AbsBackward0(x)"])}, cases) == {"graph": "AbsBackward0(x)"}
    ways = {"3": ["as x", "3"], "2x3": ["3"], "0x3": ["as x", "3"]}
    assert operations.once({"shape": ways}, cases) == {"shape": "3"}
    ways = {"3": ["as x", "3"], "2x3": ["3"], "0x3": ["as x", "0x3"]}
    assert operations.once({"shape": ways}, cases) == {"shape, 3, 0x3": "as x", "shape, 2x3": "3"}
    assert operations.once({"graph": {"3": ["None"]}}, cases) == {"graph, 3": "None"}


class Altered:
    """minigrad with other functions."""

    def __init__(self, **functions):
        vars(self).update(functions)

    def __getattr__(self, name):
        return getattr(minigrad, name)


def without_bools(n, x):
    if x.dtype is minigrad.bool:
        raise RuntimeError("other words")
    return minigrad.sub(n, x)


def silent(*args, **kwargs):
    with warnings.catch_warnings(action="ignore"):
        return minigrad.tensor(*args, **kwargs)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("group", "functions", "named"), [
    ("torch.mul(2, x)", {"mul": lambda n, x: minigrad.div(x, n)}, ["graph", "results", "saved other", "saved self"]),
    ("torch.mul(2, x)", {"mul": lambda n, x: minigrad.mul(n, x.double())}, ["results"]),
    ("torch.mul(2, x)", {"mul": lambda n, x: minigrad.mul(n, x[None])}, ["graph", "shape"]),
    ("torch.sub(2, x)", {"sub": without_bools}, ["bool"]),
    ("errors", {"zeros_like": minigrad.zeros}, ["torch.zeros_like(3)", "torch.zeros_like(v"]),
    ("warnings", {"tensor": silent}, ["torch.tensor(v)"]),
], ids=["another node", "another dtype", "another shape", "another sentence", "no error", "no warning"])
def test_an_answer_of_minigrad_that_is_not_pytorchs_is_named(group, functions, named):
    assert sorted({re.split(", |: ", line)[0] for line in wrong(group, Altered(**functions))}) == named


def test_another_note_behind_the_numbers_is_named(monkeypatch):
    text = minigrad.Tensor.__repr__
    monkeypatch.setattr(minigrad.Tensor, "__repr__", lambda tensor: text(tensor).replace("<Mul", "<Times"))
    assert wrong("torch.mul(2, x)") == ["note: None -> grad_fn=<timesbackward0>"]


def test_another_saved_name_is_named(monkeypatch):
    names = operations.questions.saved_names
    monkeypatch.setattr(operations.questions, "saved_names", lambda node: names(node) | {"mine"})
    monkeypatch.setattr(function.Node, "_saved_mine", 3, raising=False)
    assert wrong("torch.mul(2, x)") == ["saved mine: None -> 3"]


def test_a_number_that_processors_write_differently_is_not_recorded():
    assert rounded(0.1234, ".3f", 1e-9) == "0.123"
    with pytest.raises(ValueError, match="too near"):
        rounded(0.1235, ".3f", 1e-9)
