"""Asks real PyTorch what snippets say and what operations give, and keeps its answers in tests/record/.

    python tools/record.py            asks everything and writes the .json files
    python tools/record.py --check    changes nothing; says which answers are no longer true

Snippets stand in `ch*.py`, the chapters', `faults.py`, where minigrad differed, and `probes.py`, the rest. A snippet
begins with a line `# %% <title>`; the rest is code on the name `torch`. What it prints, the value of its last
expression, its warnings and its error are the answer. What is asked of operations, and of the errors, says
`operations.py`; the answers are in `ops.json`. What is asked of training, says `training.py`; the answers are in
`training.json`.
"""
import argparse
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "record"
VERSION = "2.13.0"
sys.path[:0] = map(str, (ROOT, ROOT / "tests", FOLDER))

import operations  # noqa: E402 - the path comes first
import training  # noqa: E402

from minigrad.teach.beside import answer  # noqa: E402


def snippets(text: str) -> list[tuple[str, str]]:
    """The pairs (title, code) in a file of snippets."""
    parts = re.split(r"^# %% (.+)\n", text, flags=re.MULTILINE)
    return [(title.strip(), code.strip()) for title, code in zip(parts[1::2], parts[2::2])]


def ask(path: Path, torch) -> dict:
    """The record of one file of snippets, as `torch` answers today."""
    pairs = snippets(path.read_text(encoding="utf-8"))
    return {
        "torch": VERSION,
        "snippets": [{"title": title, "code": code, "result": answer(code, torch)} for title, code in pairs],
    }


def differences(stored: dict, now: dict) -> list[str]:
    """One line for each snippet that is new, gone, or answered otherwise."""
    old, new = ({snippet["title"]: snippet for snippet in record.get("snippets", [])} for record in (stored, now))
    changed = [title for title in {**old, **new} if old.get(title) != new.get(title)]
    return [f"{title}: {old.get(title)} -> {new.get(title)}" for title in changed]


def ask_operations(torch) -> dict:
    """The record of the operations, as `torch` answers today."""
    return {"torch": VERSION, "answers": {group: asked(torch) for group, asked in operations.questions().items()}}


def changed_operations(stored: dict, now: dict) -> list[str]:
    """One line for each question that is new, gone, or answered otherwise."""
    old, new = (record.get("answers", {}) for record in (stored, now))
    return [f"{group}: {line}" for group in {**old, **new}
            for line in operations.differences(old.get(group, {}), new.get(group, {}))]


def main() -> int:
    parser = argparse.ArgumentParser(description="Ask real PyTorch what snippets say and what operations give.")
    parser.add_argument("--check", action="store_true", help="compare with the stored answers and write nothing")
    check = parser.parse_args().check
    import torch

    torch.set_warn_always(True)  # else some warnings come once in a process

    if torch.__version__.split("+")[0] != VERSION:
        sys.exit(f"the record is made with torch {VERSION}; this is {torch.__version__}")
    files = [*sorted(FOLDER.glob("ch[0-9][0-9].py")), FOLDER / "probes.py", FOLDER / "faults.py"]
    records = [(path.stem, ask(path, torch), differences) for path in files]
    records.append(("ops", ask_operations(torch), changed_operations))
    records.append(("training", training.ask(torch), training.differences))
    changed = 0
    for name, now, compare in records:
        target = FOLDER / f"{name}.json"
        count = len(compare({}, now))
        if check:
            stored = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
            found = compare(stored, now)
            changed += len(found)
            print(f"{name}: {count} answers, {len(found)} changed", *found, sep="\n  ")
        else:
            target.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            print(f"{name}: {count} answers recorded")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
