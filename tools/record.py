"""Asks real PyTorch what snippets say and what operations give, and keeps its answers: the chapters' in
minigrad/teach/record/, which notebooks show, all others in tests/record/.

    python tools/record.py            asks everything and writes the .json files
    python tools/record.py --check    changes nothing; says which answers are no longer true

Snippets stand in `ch*.py`, the chapters', `faults.py`, where minigrad differed, and `probes.py`, the rest. A snippet
begins with a line `# %% <title>`; the rest is code on the name `torch`. What it prints, the value of its last
expression, its warnings and its error are the answer. The other modules beside the answers say what else is asked:
`operations.py` (its answers are in `ops.json`), `kinds_cases.py`, `printing_cases.py`, `random_cases.py` and
`training.py`.

The answers are facts that do not depend on the processor, the number of threads or the library of matrices: numbers are
recorded only where each bit of them is defined, or so many digits as are the same everywhere.
"""
import argparse
import hashlib
import json
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER, SHOWN = ROOT / "tests" / "record", ROOT / "minigrad" / "teach" / "record"
VERSION = "2.13.0"
FAST = ("AVX2", "AVX512")
sys.path[:0] = map(str, (ROOT, ROOT / "tests", ROOT / "tests" / "helpers", FOLDER))

import kinds_cases  # noqa: E402 - the path comes first
import operations  # noqa: E402
import printing_cases  # noqa: E402
import random_cases  # noqa: E402
import training  # noqa: E402

from minigrad.teach.beside import answer, said  # noqa: E402


def snippets(text: str) -> list[tuple[str, str]]:
    """The pairs (title, code) in a file of snippets."""
    parts = re.split(r"^# %% (.+)\n", text, flags=re.MULTILINE)
    return [(title.strip(), code.strip()) for title, code in zip(parts[1::2], parts[2::2])]


def written(name: str) -> list[tuple[str, str]]:
    """The snippets of `name`.py."""
    return snippets((FOLDER / f"{name}.py").read_text(encoding="utf-8"))


def answers_of(name: str) -> Path:
    """Where the answers to the snippets of `name`.py are kept."""
    return (SHOWN if name.startswith("ch") else FOLDER) / f"{name}.json"


def ask_chapter(name: str, torch) -> dict:
    """The snippets of a chapter with their answers; notebooks show both."""
    return {"snippets": [
        {"title": title, "code": code, "result": {part: text for part, text in answer(code, torch).items() if text}}
        for title, code in written(name)
    ]}


def ask_snippets(name: str, torch) -> dict:
    return {"code": fingerprint(written(name)),
            "answers": {title: said(answer(code, torch)) for title, code in written(name)}}


def fingerprint(pairs: list[tuple[str, str]]) -> str:
    """Another one for other snippets."""
    return hashlib.sha256(repr(pairs).encode()).hexdigest()[:16]


def records(torch) -> dict:
    """{name: what asks for its record}"""
    from_modules = {"ops": operations, "kinds": kinds_cases, "printing": printing_cases, "random": random_cases,
                    "training": training}
    return ({path.stem: lambda name=path.stem: ask_chapter(name, torch) for path in sorted(FOLDER.glob("ch??.py"))}
            | {name: lambda name=name: ask_snippets(name, torch) for name in ("probes", "faults")}
            | {name: lambda module=module: {"answers": module.ask(torch)} for name, module in from_modules.items()})


def facts(record, name="") -> dict:
    """{name: answer} of all that a record, or a part of it, holds; a name is the way to it."""
    if isinstance(record, dict) and "snippets" in record:
        return {snippet["title"]: snippet for snippet in record["snippets"]}
    if not isinstance(record, dict):
        return {name: record}
    return {path: answer for key, part in record.items()
            for path, answer in facts(part, f"{name}: {key}" if name else key).items()}


def differences(stored: dict, now: dict) -> list[str]:
    """One line for each fact that is new, gone, or no longer true."""
    old, new = facts(stored.get("answers", stored)), facts(now.get("answers", now))
    return [f"{name}: {old.get(name)} -> {new.get(name)}" for name in {**old, **new} if old.get(name) != new.get(name)]


def main() -> int:
    parser = argparse.ArgumentParser(description="Ask real PyTorch what snippets say and what operations give.")
    parser.add_argument("--check", action="store_true", help="compare with the stored answers and write nothing")
    check = parser.parse_args().check
    os.environ.pop("ATEN_CPU_CAPABILITY", None)  # all that the processor can
    import torch

    torch.set_warn_always(True)  # else some warnings come once in a process
    torch.set_num_threads(1)  # quicker: all matrices are small

    if torch.__version__.split("+")[0] != VERSION:
        sys.exit(f"the record is made with torch {VERSION}; this is {torch.__version__}")
    if torch.backends.cpu.get_cpu_capability() not in FAST:
        sys.exit(f"the record is made on a processor with {' or '.join(FAST)}: torch rounds random numbers as it can")
    changed = 0
    for name, ask in records(torch).items():
        target, now = answers_of(name), {"torch": VERSION, **ask()}
        count = len(facts(now.get("answers", now)))
        if check:
            stored = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
            found = differences(stored, now)
            changed += len(found)
            print(f"{name}: {count} answers, {len(found)} changed", *found, sep="\n  ")
        else:
            text = json.dumps(now, indent=0, ensure_ascii=False) + "\n"
            target.write_text(text, encoding="utf-8", newline="\n")
            print(f"{name}: {count} answers recorded")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
