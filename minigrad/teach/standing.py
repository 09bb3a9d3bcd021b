"""How far a reader has come in a chapter: what has passed in this notebook since its kernel started."""

import importlib

from minigrad.locale import say
from minigrad.teach import book, check, stages


def standing(chapter: int) -> None:
    """Prints how many exercises and definitions of the chapter have passed here, and which one is next."""
    found = vars(importlib.import_module(f"minigrad.teach.ch{chapter:02}")).values()
    exercises = {value.number: value.title for value in found if hasattr(value, "number") and hasattr(value, "title")}
    blanks = [name for name, ours in stages.blanks(stages.growth()).items() if ours.chapter == chapter]
    left = [say("Next: the definition {name}").format(name=name) for name in blanks if not book.is_yours(name)]
    lines = [say("Definitions of this chapter: {yours} of {count} are yours.").format(
        yours=len(blanks) - len(left), count=len(blanks))] if blanks else []
    missing = [number for number in exercises if number not in check.passed]
    lines.append(say("Exercises: {passed} of {count} passed.").format(
        passed=len(exercises) - len(missing), count=len(exercises)))
    left += [say("Next: exercise {number} · {title}").format(number=number, title=say(exercises[number]))
             for number in missing]
    lines.append(left[0] if left else say("All of this chapter is done."))
    print(*lines, sep="\n")
