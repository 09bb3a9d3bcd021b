"""Which exercises and definitions pass, chapter by chapter: the notebooks are read, never written.

    python3 suite.py check          every chapter
    python3 suite.py check 04 05    these chapters

Save the notebook first: what counts is the file. Its cells run from the top in a clean kernel, so that nothing is left
over from cells that are no longer there.
"""

import asyncio
import re
import sys
from dataclasses import dataclass, field
from importlib.util import module_from_spec, spec_from_file_location

from commands import ROOT, in_words, options
from common import code_cells, read, tags
from nbclient.exceptions import DeadKernelError
from nbformat.reader import NotJSONError
from nbformat.validator import ValidationError
from refresh import AT_ONCE, clean_text, in_kernel
from tqdm import tqdm

# Not `from minigrad`, which may lack the modules to be written, or not run as the reader has changed it.
locale = module_from_spec(spec_from_file_location("locale_of_minigrad", ROOT / "minigrad" / "locale" / "__init__.py"))
locale.__spec__.loader.exec_module(locale)
LANGUAGES, filled, say, speak = locale.LANGUAGES, locale.filled, locale.say, locale.speak

SECONDS = 60  # that a cell may take: the longest takes about 3, and 18 times as long on an old and busy computer
HEADING = r"(?m)^### (?:{Exercise}) (\d+\.\d+) · (.+)$"
REPORT = r"(?m)^(?:{Exercise}|{Definition}) ?(\d+\.\d+|\w+)(?:: |：)({states})(.*(?:\n  .+)*)"
STATES = PASSED, NOT_YET, *_ = "passed", "not yet", "not right yet", "this answer cannot be read", "stopped"
BLANK = re.compile(r"(?m)\A# minigrad/\S+: yours *$[\s\S]*?^(?:def|class) (\w+)")
STOPS = "stops"


def spoken():
    """{what a notebook says: the state}, in English or in the reader's language."""
    said = [say("passed"), say("not yet"), say("not right yet"), say("this answer cannot be read"),
            say("stopped", "an answer")]
    return dict(zip(STATES, STATES)) | dict(zip(said, STATES))


def pattern(template):
    """HEADING or REPORT, for a notebook in English or in the reader's language."""
    words = {"Exercise": f"Exercise|{say('Exercise')}", "Definition": f"Definition|{say('Definition')}"}
    return re.compile(template.format(**words, states="|".join(sorted(spoken(), key=len, reverse=True))))


@dataclass
class Exercise:
    """How one exercise stands: `state` in a word or two, `said` the checker's lines about a wrong answer."""

    number: str
    title: str
    state: str = NOT_YET
    said: list[str] = field(default_factory=list)


@dataclass
class Standing:
    """How one chapter stands; `trouble` says what kept its cells from running."""

    number: str
    name: str
    exercises: dict[str, Exercise]
    trouble: str = ""
    definitions: dict[str, Exercise] = field(default_factory=dict)  # by name: what the reader writes into the package

    @property
    def passed(self):
        return sum(exercise.state == PASSED for exercise in self.exercises.values())

    @property
    def yours(self):
        return sum(definition.state == PASSED for definition in self.definitions.values())


def judge(standing, cells):
    """Read from the outputs of a chapter's cells how each exercise stands. One pass of an exercise is enough."""
    current, heading, report = None, pattern(HEADING), pattern(REPORT)
    for cell in cells:
        if cell.cell_type != "code":
            for number, _ in heading.findall(cell.source):
                current = standing.exercises[number]
            current = None if cell.source.startswith("## ") else current
            continue
        printed = "".join(output.text for output in cell.outputs if output.output_type == "stream")
        for number, state, rest in report.findall(printed):
            group = standing.exercises if number[0].isdigit() else standing.definitions
            exercise = group.setdefault(number, Exercise(number, ""))
            if exercise.state != PASSED:
                exercise.state, exercise.said = spoken()[state], rest.splitlines()[1:]
        errors = [output for output in cell.outputs if output.output_type == "error"]
        if errors and "raises-exception" not in tags(cell):
            sentence = clean_text(f"{errors[0].ename}: {errors[0].evalue}").splitlines()[0]
            sentence = re.sub(r"\(\d+\.py, (line \d+)\)$", r"(\1)", sentence)  # a cell's file has a number for a name
            if errors[0].ename == "KeyboardInterrupt":
                sentence = say("after {seconds} seconds. Is there a loop without an end?").format(seconds=SECONDS)
            if current and current.state != PASSED:
                current.state, current.said = STOPS, [f"  {filled(say('stopped'), 8)}  {sentence}"]
            elif not current and not standing.trouble:
                standing.trouble = say("cell {name} stops, and what comes below may need it. {sentence}").format(
                    name=cell.id, sentence=sentence)


def till_last_exercise(cells):
    """The cells up to the last one that can hold an answer."""
    heading = pattern(HEADING)
    starts = [place for place, cell in enumerate(cells) if heading.search(cell.source)]
    after = (place for place in range(starts[-1], len(cells)) if cells[place].source.startswith("## "))
    return cells[: next(after, len(cells))]


async def examine(path, notebook, standing, progress):
    """Run a copy of the notebook, and note in `standing` how its exercises stand."""
    notebook.cells = till_last_exercise(notebook.cells)
    try:
        await in_kernel(notebook, path.parent, seconds=SECONDS, interrupt_on_timeout=True, allow_errors=True,
                        on_cell_start=lambda **_: progress.update())
    except DeadKernelError:
        standing.trouble = say("Python itself stopped in one of the cells; the cells below it did not run.")
    judge(standing, notebook.cells)


async def examine_all(paths):
    """A Standing for each of the chapters that have exercises, a few at once."""
    turn = asyncio.Semaphore(AT_ONCE)
    found, tasks = [], []
    with tqdm(unit="cell", disable=None, leave=False) as progress:

        async def one(*work):
            async with turn:
                await examine(*work, progress)

        for path in paths:
            number, _, name = path.stem.partition("_")
            standing = Standing(number, name.replace("_", " "), {})
            try:
                notebook = read(path)
            except (NotJSONError, ValidationError, UnicodeDecodeError) as error:
                standing.trouble = say("the file cannot be read: {sentence}").format(
                    sentence=str(error).splitlines()[0][:100])
                found.append(standing)
                continue
            title = re.match(r"# \d+ · ([^:：\n]+)", "".join(cell.source for cell in notebook.cells[:1]))
            if title and path.parent.name in LANGUAGES:  # a file has its English name in every language
                standing.name = title[1]
            headings = [heading for cell in notebook.cells for heading in pattern(HEADING).findall(cell.source)]
            standing.exercises = {number: Exercise(number, title) for number, title in headings}
            names = [name for cell in code_cells(notebook) for name in BLANK.findall(cell.source)]
            standing.definitions = {name: Exercise(name, "") for name in names}
            if headings:
                found.append(standing)
                tasks.append(one(path, notebook, standing))
                progress.total = (progress.total or 0) + len(code_cells(notebook))
        await asyncio.gather(*tasks)
    return found


def lines(standing):
    """What the reader is told about one chapter; in one line if nothing of it is begun."""
    exercises, definitions = standing.exercises.values(), standing.definitions.values()
    chapter = {"number": int(standing.number), "name": standing.name}
    passed = say("Chapter {number}, {name}: {passed} of {count} passed").format(
        **chapter, passed=standing.passed, count=len(exercises))
    own = say("; {yours} of {count} definitions yours").format(yours=standing.yours, count=len(definitions))
    if standing.trouble:
        yield passed + own * bool(definitions)
        yield f"  {standing.trouble}"
    elif all(exercise.state == NOT_YET for exercise in [*exercises, *definitions]):
        begun = say("Chapter {number}, {name}: not begun ({exercises} exercises, {definitions} definitions)")
        none = say("Chapter {number}, {name}: not begun ({exercises} exercises)")
        yield (begun if definitions else none).format(
            **chapter, exercises=len(exercises), definitions=len(definitions))
        return
    else:
        yield passed + own * bool(definitions)
    told = {state: said for said, state in spoken().items()} | {STOPS: say("stops")}
    for exercise in [*definitions, *exercises]:
        yield f"  {exercise.number:5} {filled(told[exercise.state], 28)} {exercise.title}".rstrip()
        yield from (f"      {line}" for line in exercise.said)


def check(paths):
    """Print how the exercises of these chapters stand; give the standings."""
    standings = asyncio.run(examine_all(paths))
    for standing in standings:
        print("\n".join(lines(standing)))
    total = sum(len(standing.exercises) for standing in standings)
    definitions = sum(len(standing.definitions) for standing in standings)
    passed, yours = [sum(getattr(standing, what) for standing in standings) for what in ("passed", "yours")]
    print("\n" + say("{passed} of {count} exercises passed.").format(passed=passed, count=total))
    if definitions:
        print(say("{yours} of {count} definitions are yours.").format(yours=yours, count=definitions))
    return standings


@in_words
def main(arguments=None):
    asked = options("check", arguments)
    speak(asked.lang)
    check(asked.chapters)
    return 0


if __name__ == "__main__":
    sys.exit(main())
