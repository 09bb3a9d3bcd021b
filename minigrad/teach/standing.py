"""How far a reader has come in a chapter: what has passed in this notebook since its kernel started."""

import importlib

from minigrad.teach import book, check, stages


def standing(chapter: int) -> None:
    """Prints how many exercises and definitions of the chapter have passed here, and which one is next."""
    found = vars(importlib.import_module(f"minigrad.teach.ch{chapter:02}")).values()
    exercises = {value.number: value.title for value in found if hasattr(value, "number") and hasattr(value, "title")}
    blanks = [name for name, (blank, _) in stages.blanks(stages.growth()).items() if blank.chapter == chapter]
    left = [f"the definition {name}" for name in blanks if not book.is_yours(name)]
    lines = [f"Definitions of this chapter: {len(blanks) - len(left)} of {len(blanks)} are yours."] if blanks else []
    missing = [number for number in exercises if number not in check.passed]
    lines.append(f"Exercises: {len(exercises) - len(missing)} of {len(exercises)} passed.")
    left += [f"exercise {number} · {exercises[number]}" for number in missing]
    lines.append(f"Next: {left[0]}" if left else "All of this chapter is done.")
    print(*lines, sep="\n")
