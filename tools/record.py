"""Asks real PyTorch what the chapters' snippets say, and keeps its answers.

    python tools/record.py            runs tests/record/ch*.py on torch and writes the .json beside each
    python tools/record.py --check    changes nothing; says which answers are no longer true

A snippet begins with a line `# %% <title>`; the rest is code on the name `torch`. What it prints, the value of its last
expression, its warnings and its error are the answer.
"""
import argparse
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "record"
VERSION = "2.13.0"
sys.path.insert(0, str(ROOT))

from minigrad.teach.beside import answer  # noqa: E402 - the path comes first


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
    old, new = ({snippet["title"]: snippet for snippet in record["snippets"]} for record in (stored, now))
    changed = [title for title in {**old, **new} if old.get(title) != new.get(title)]
    return [f"{title}: {old.get(title)} -> {new.get(title)}" for title in changed]


def main() -> int:
    parser = argparse.ArgumentParser(description="Ask real PyTorch what the chapters' snippets say.")
    parser.add_argument("--check", action="store_true", help="compare with the stored answers and write nothing")
    check = parser.parse_args().check
    import torch

    torch.set_warn_always(True)  # else some warnings come once in a process

    if torch.__version__.split("+")[0] != VERSION:
        sys.exit(f"the record is made with torch {VERSION}; this is {torch.__version__}")
    changed = 0
    for path in sorted(FOLDER.glob("ch[0-9][0-9].py")):
        now, target = ask(path, torch), path.with_suffix(".json")
        if check:
            stored = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {"snippets": []}
            found = differences(stored, now)
            changed += len(found)
            print(f"{path.stem}: {len(now['snippets'])} snippets, {len(found)} changed", *found, sep="\n  ")
        else:
            target.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            print(f"{path.stem}: {len(now['snippets'])} snippets recorded")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
