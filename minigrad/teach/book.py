"""A chapter's own minigrad: `torch = chapter(7)` is what the chapters before 7 have built, and its cells build on.

A cell whose first line is `# minigrad/core/engine.py` runs inside that module, wherever the notebook stands: its own
variables cannot break the engine, and whoever holds an old function or class has the new one. What it shows is the
difference that it made.

In a cell with `: yours` the reader writes a definition. Until it passes its check, ours runs; then it is the reader's
that runs, in this notebook and, once it is saved, in the package of every later chapter.
"""

import ast
import builtins
import contextlib
import difflib
import html
import importlib
import importlib.abc
import importlib.util
import json
import linecache
import re
import sys
from itertools import pairwise
from pathlib import Path
from types import FunctionType, ModuleType

from minigrad.locale import LANGUAGES, comma, in_a_row, in_english, in_words, say, semicolon, tight
from minigrad.teach import stages, tracebacks, young
from minigrad.teach.aftermath import ENDS_ALL, alone
from minigrad.teach.check import Report

AIDS = re.compile(r"minigrad\.(viz|teach|locale)\b")  # they belong to no stage, and work with any package
CHECKERS = re.compile(r"minigrad\.teach\.ch\d\d$")  # of a chapter: they use the package
KEPT_BY_CLASSES = {"__dict__", "__weakref__", "__module__", "__qualname__", "__firstlineno__"}
MOST_STEPS = 1_000_000  # rounds of loops, and calls, that a definition may take while it is checked
now = None  # the Stage that this process works on
waiting = {}  # {source of a captioned cell: its number}, so that the call of `run` is short
finished = None  # the delivered package, which was loaded first


class Stage(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """minigrad as of the beginning of a chapter, and what captioned cells have made of it since."""

    def __init__(self, number):
        self.number = number
        self.before = stages.stage(number)
        self.texts = stages.stage(stages.SHOW_FIRST.get(number, number))
        built = {cell.module for cell in stages.growth()}
        later = stages.stage(number + 1)
        self.lent = [module for module in later if module not in self.texts and module not in built]
        self.forms = {}  # {module: {(kind, name): text}} of what is defined now
        self.cells = {}  # {(module, kind, name): source of the cell that has defined it}
        self.shown = {}  # {source of a cell: what it has shown}
        self.offered = {}  # {name: what captioned cells have put under it into the notebook}
        self.reports = {}  # {definition: what was last said of it}
        self.offers = {room: stages.offers((stages.PACKAGE / room / "__init__.py").read_text(encoding="utf-8"))
                       for room in ("", "autograd", "nn", "quick")}
        self.gone = {}  # {(module, name): what it was} of names that a cell has taken away
        self.yours = []  # names of the definitions of earlier chapters that are the reader's
        self.ours = []  # and of those that are not
        self.outgrown = {}  # {name of a definition of the reader's: the last chapter that it served}
        self.replaced = []  # and of those for which an earlier chapter has another form since

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] != "minigrad" or AIDS.match(name):
            return None
        module = name.partition(".")[2]
        if module not in [*self.texts, *self.lent]:
            sentence = say("{module} is not there at the beginning of chapter {number}")
            raise ModuleNotFoundError(sentence.format(module=name, number=self.number), name=name)
        if self.texts.get(module) is None:
            return importlib.util.spec_from_file_location(name, stages.path_of(module))
        is_room = module in ("", *stages.ROOMS)
        spec = importlib.util.spec_from_loader(name, self, is_package=is_room)
        if is_room:
            spec.submodule_search_locations = [str(stages.PACKAGE / module)]
        return spec

    def exec_module(self, module):
        name = module.__name__
        text = self.texts[name.partition(".")[2]]
        place = f"<{name} at the beginning of chapter {self.number}>"
        linecache.cache[place] = len(text), None, text.splitlines(True), place
        exec(compile(text, place, "exec"), vars(module))

    def lend(self):
        """Load what no chapter builds, and what needs what this one has built by now."""
        missing = [module for module in self.lent if f"minigrad.{module}" not in sys.modules]
        for module in missing:
            with contextlib.suppress(ImportError, AttributeError):  # it needs more
                importlib.import_module(f"minigrad.{module}")
        for module in [module for module in missing if f"minigrad.{module}" in sys.modules]:
            space = vars(sys.modules[f"minigrad.{module}"])
            for name in list(space):
                hand_on(module, name, space)

    def module(self, name):
        """The module of a captioned cell; an empty one at its first cell."""
        full = f"minigrad.{name}"
        if AIDS.match(full):
            sentence = say("{module} belongs to no chapter: a notebook does not change it.")
            raise RuntimeError(sentence.format(module=full))
        if name not in self.texts:
            room, _, last = full.rpartition(".")
            room = importlib.import_module(room)
            made = sys.modules[full] = ModuleType(full)
            setattr(room, last, made)
            self.texts[name] = ""
        return importlib.import_module(full)

    def known(self, module):
        """{(kind, name): text} of what a module defines at the moment."""
        if module not in self.forms:
            text = self.before.get(module, "")
            text = stages.source_of(module) if text is None else text
            self.forms[module] = {s.key[:2]: s.text for s in stages.split(text, module)}
        return self.forms[module]


def chapter(number):
    """minigrad as the chapters before `number` have built it. In a notebook, captioned cells change it from here on.

    A second call gives a fresh one; tensors of the one before then raise RuntimeError. Raises RuntimeError for another
    number, and ValueError if there is no such chapter.
    """
    global now, finished
    last = max(cell.chapter for cell in stages.growth()) + 1
    if type(number) is not int or not 1 <= number <= last:
        sentence = say("chapter() takes the number of a chapter, 1 to {last}, not {number!r}")
        raise ValueError(sentence.format(last=last, number=number))
    if now is not None and now.number != number:
        sentence = say("This notebook is on chapter {now}. For chapter {number}, open its notebook or restart the "
                       "kernel.")
        raise RuntimeError(sentence.format(now=now.number, number=number))
    before, stage = now, Stage(number)
    old = {name: sys.modules.pop(name) for name in [*sys.modules] if name == "minigrad" or is_of_engine(name)}
    finders = [finder for finder in sys.meta_path if not isinstance(finder, Stage)]
    try:
        sys.meta_path[:] = [stage, *finders]
        package = importlib.import_module("minigrad")
    except BaseException:
        for name in [name for name in sys.modules if name == "minigrad" or is_of_engine(name)]:
            del sys.modules[name]
        sys.modules.update(old)
        sys.meta_path[:] = [before, *finders] if before else finders
        raise
    package.teach, now, finished = sys.modules["minigrad.teach"], stage, finished or old["minigrad"]
    for name in [name for name in vars(package.teach) if re.fullmatch(r"ch\d\d", name)]:
        delattr(package.teach, name)  # checkers, which use the package, are loaded anew
    package.viz = importlib.import_module("minigrad.viz")
    package.viz.sheet.words.readers[:] = [young.reader(finished)] if number <= 2 else []
    look_at_engine()
    shell = notebook()
    if before is not None and hasattr(old.get("minigrad.core.tensors"), "Tensor"):
        retire(old["minigrad.core.tensors"].Tensor, number)
    if shell is not None:
        take_back(before, shell.user_ns)
        if captioned not in shell.input_transformers_cleanup:
            shell.input_transformers_cleanup.append(captioned)
            tracebacks.show_readers_lines(shell)
    load_yours(Path.cwd())
    print(status(number))
    return package


def look_at_engine():
    """Pictures speak of freeing once the engine does free, and explain what is new in the chapter."""
    words = sys.modules["minigrad.viz"].sheet.words
    words.FREES, words.CHAPTER = hasattr(sys.modules.get("minigrad.core.engine"), "free"), now.number


def is_of_engine(name):
    """Whether a module is of the package that a chapter changes."""
    return name.startswith("minigrad.") and (not AIDS.match(name) or bool(CHECKERS.match(name)))


def status(number):
    if number == 1:
        return say("minigrad at the beginning: nothing is built yet.")
    built = (say("minigrad as chapter 1 has built it.") if number == 2
             else say("minigrad as chapters 1 to {last} have built it."))
    written = say("Definitions that you write: {yours} yours, {ours} ours.")
    if now.replaced:
        written = say("Definitions that you write: {yours} yours, {ours} ours; "
                      "replaced by later chapters: {replaced}.")
    counts = {"yours": len(now.yours), "ours": len(now.ours), "replaced": len(now.replaced)}
    served = say("Yours served up to chapter {last}: {name}.")
    return in_a_row(built.format(last=number - 1), written.format(**counts) if now.yours or now.ours else "",
                    *[served.format(last=last, name=name) for name, last in now.outgrown.items()])


def retire(tensor_class, number):
    """Tensors of a package that is no longer there say so, whatever is asked of them."""

    def refuse(self, name):
        sentence = say("This tensor was made before chapter({number}) was called again. "
                       "Run the cell that makes it once more.")
        raise RuntimeError(sentence.format(number=number))

    tensor_class.__getattribute__ = refuse


def notebook():
    """IPython's shell, None in plain Python."""
    module = sys.modules.get("IPython")
    return module and module.get_ipython()


# A captioned cell


def captioned(lines):
    """For IPython: a cell with a caption, or one misspelt or lost, is a call of `run`; every other stays as it is."""
    source = "".join(lines)
    if not (stages.caption(source) or stages.misspelt(source) or lost(source)):
        return lines
    return [f"__import__('minigrad').teach.book.run({waiting.setdefault(source, len(waiting))})\n"]


def run(number):
    """Run a captioned cell of a notebook."""
    shell, source = notebook(), list(waiting)[number]
    cell = len(shell.history_manager.input_hist_parsed) - 1  # execution_count may be the next cell's already
    return run_in(shell.user_ns, source, shell.compile.cache(source, cell, raw_code=source))


def run_in(names, source, place="<cell>"):
    """Run a captioned cell, of whatever kind, for a notebook with these variables. Gives what it shows.

    An error shows the cell as it stands in the notebook; its docstrings have as many lines in every language.
    """
    source = in_english(source)
    if stages.misspelt(source) or lost(source):
        report = unread(source, names)
        print(report)
        return report
    _, kind = stages.caption(source)
    if kind == stages.OURS:
        return Shown(say("Ours, to compare with. It is shown, and not installed."))
    if kind == stages.YOURS:
        report = write_yours(source, place, names)
        print(report)
        return report
    return grow(source, place, names)


def lost(source):
    """Ours of the definitions of this chapter that a cell without a caption defines, and no other cell has."""
    if now is None or "def " not in source or stages.caption(source):
        return []
    return [
        ours for name, ours in stages.blanks(stages.growth()).items()
        if ours.chapter == now.number and (ours.module, "FunctionDef", name) not in now.cells
        and re.search(rf"(?m)^def {name}\(", source)
    ]


def unread(source, names):
    """The Report on a cell whose caption is misspelt or lost: it is not run, and where it was to define, ours does."""
    begun = lost(source)
    if wrong := stages.misspelt(source):
        said = say("`{line}` is no caption. A caption is `# minigrad/<room>/<module>.py` and nothing else, or with "
                   "`: yours` or `: ours` behind it. Mend the first line; until then nothing of this cell is run.")
    else:
        said = say("The first line of this definition is missing: `{line}`. Put it there; "
                   "until then nothing of this cell is run.")
    said = said.format(line=wrong or begun[0].blank.text.strip())
    for ours in begun:
        grow(ours.text, names=names)
        said = in_a_row(said, say("Ours stands in for {name}.").format(name=stages.definition(ours.source)))
    return Report("wrong", said, said)


def grow(source, place="<cell>", names=None):
    """Run captioned code inside its module; gives what has changed.

    names  the notebook's variables: what the cell defines is put there, too, where nobody has used the name
    Raises RuntimeError before chapter() was called, and SyntaxError, when nothing has changed, for what is no Python.
    """
    if now is None:
        raise RuntimeError(say("Run the notebook's first code cell, torch = chapter(...), before this one."))
    name, kind = stages.caption(source)
    if kind == stages.OURS:
        place = f"<ours: {stages.definition(source)}>"  # the reader's cell has another text, which errors would show
    compile(source, place, "exec")
    tree = ast.parse(source)
    keep_lines(place, source)
    module = now.module(name)
    body = source.partition("\n")[2] + "\npass"  # a reader's remark below the last statement belongs to this one
    parts = [s for s in stages.split(body, place)[:-1] if not s.is_import and s.key[0] != "Expr"]
    if parts and source in now.shown and all(now.cells.get((name, *part.key[:2])) == source for part in parts):
        return now.shown[source]  # it was run before, and nothing has changed since
    known = now.known(name)
    changed = [(part, known.get(part.key[:2])) for part in parts if part.text != known.get(part.key[:2])]
    for part in parts:  # should one of them raise, nobody's cell is in force
        now.cells.pop((name, *part.key[:2]), None)
    for node in tree.body:
        execute(node, module, place, known)
    for part in parts:
        known[part.key[:2]] = part.text
        now.cells[(name, *part.key[:2])] = source
        hand_on(name, part.key[1], vars(module))
    now.lend()
    look_at_engine()
    if names is not None:
        offer(vars(module), parts, names)
    shown = now.shown[source] = Difference(name, changed)
    return shown


def keep_lines(place, source):
    """What errors show of a cell; a notebook has kept its own cells already."""
    linecache.cache.setdefault(place, (len(source), None, in_words(source).splitlines(True), place))


# A definition that the reader writes


def write_yours(source, place="<cell>", names=None):
    """Check a cell with `: yours`; a right definition goes into the package, for any other ours stays. Gives a Report.

    Raises SyntaxError for what is no Python.
    """
    module, _ = stages.caption(source)
    body = source.partition("\n")[2]
    blanks = stages.blanks(stages.growth())
    try:
        compile(source, place, "exec")
        name = stages.definition(body)
        ours = blanks[name]
        if ours.module != module:
            raise ValueError(f"{name} belongs to {ours.module}")
    except (KeyError, ValueError, SyntaxError) as error:
        for known, ours in blanks.items():  # whichever it was to be, ours runs, unless something does
            runs = (module, "FunctionDef", known) in now.cells
            if not runs and (ours.chapter, ours.module) == (now.number, module):
                grow(ours.text, names=names)
        if isinstance(error, SyntaxError):
            raise
        text = say("Keep the caption and the line with `def` as they were delivered; helpers go inside the function.")
        return Report("wrong", text, text)
    if now.cells.get((module, "FunctionDef", name)) not in (ours.text, source):
        grow(ours.text, names=names)
        now.reports.pop(name, None)
    report = now.reports[name] = judged(name, ours, source, place, names)
    return report


def judged(name, ours, source, place, names):
    """The Report on a definition. After it the reader's runs if it has passed, else ours."""
    body = source.partition("\n")[2]
    if stages.is_blank(body):
        text = say("Definition {name}: not yet. Until you have written it, ours is running.")
        return Report("not yet", text.format(name=name))
    report = checked(name, ours.chapter, source, place)
    if report.state == "not yet" and stages.has_dots(body):
        report = Report("not yet", say("Definition {name}: not yet. The dots ... are still in it.").format(name=name))
    elif report.state == "not yet":  # begun, and None comes back each time
        hint = say("None came back. Is a `return` missing?")
        text = say("Definition {name}: not right yet. {hint}").format(name=name, hint=hint)
        report = Report("wrong", text, hint)
    if report.state == "passed":
        grow(source, place, names)
        text = say("Definition {name}: passed. It is yours, and it is running from here on.").format(name=name)
        if report.since:
            text = say("Definition {name}: passed. It is yours, and it is running in this chapter.\n"
                       "From chapter {since} on ours takes its place: {hint}").format(
                name=name, since=report.since, hint=report.hint)
        return Report("passed", "\n".join(filter(None, [text, report.left])), report.hint, since=report.since)
    grow(ours.text, names=names)
    text = f"{report.text}\n{say('Until it passes, ours is running.')}"
    return Report(report.state, text, report.hint, report.case)


def is_yours(name):
    """Whether the definition that runs in this notebook is the reader's."""
    return now is not None and name in now.reports and now.reports[name].state == "passed"


def why_not(name):
    """What was last said of a definition that the reader writes."""
    if name in now.reports:
        return now.reports[name].text
    return say("Definition {name}: its cell has not been run.").format(name=name)


def checked(name, chapter, source, place):
    """What a definition's checker says of it. It is tried beside the package, which does not change."""
    module, _ = stages.caption(source)
    aside = vars(now.module(module)) | {"count_a_step": steps()}
    keep_lines(place, source)
    try:
        alone(exec, compile(with_steps(source), place, "exec"), aside)
        checker = getattr(importlib.import_module(f"minigrad.teach.ch{chapter:02}"), f"check_{name}")
        report = checker(aside[name], sys.modules["minigrad"], chapter=chapter)
    except (SystemExit, GeneratorExit):
        return stopped(name, ENDS_ALL)
    except Endless:
        hint = say("After {count:,} steps it is not done. Is there a loop, or a call of itself, without an end?")
        return stopped(name, hint.format(count=MOST_STEPS))
    if 0 < report.since <= now.number:
        now.outgrown[name] = report.since - 1
        text = say("Definition {name}: right up to chapter {last}. {hint}").format(
            name=name, last=report.since - 1, hint=report.hint)
        return Report("wrong", text, report.hint)
    return report


def stopped(name, hint):
    """The Report on a definition that would not have ended by itself, or would have ended all."""
    return Report("wrong", say("Definition {name}: stopped. {hint}").format(name=name, hint=hint), hint)


class Endless(BaseException):
    """A definition takes more steps than any right one needs."""


def steps():
    """A function that may be called MOST_STEPS times. Then it raises Endless, again and again."""
    left = iter(range(MOST_STEPS))

    def count_a_step():
        if next(left, None) is None:
            raise Endless

    return count_a_step


def with_steps(source):
    """The code of a definition with a call of `count_a_step` in each function and in each round of a loop."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.For, ast.While)):
            step = ast.Expr(ast.Call(ast.Name("count_a_step", ast.Load()), [], []))
            node.body.insert(0, ast.fix_missing_locations(ast.copy_location(step, node.body[0])))
    return tree


def load_yours(folder):
    """Put what the reader has written in earlier chapters, and saved in `folder`, into the package, if it passes.

    A definition that a later chapter has replaced since is left alone.
    """
    cells = tuple(cell for cell in stages.growth() if cell.chapter < now.number)
    last, answers = stages.last_cells(cells), {}
    for name, ours in stages.blanks(cells).items():
        if last[ours.module, name] is not ours:
            now.replaced.append(name)
            continue
        if ours.chapter not in answers:
            answers[ours.chapter] = saved_answers(folder, ours.chapter)
        source = answers[ours.chapter].get(ours.blank.id)
        mine = source and stages.caption(source) == (ours.module, stages.YOURS) and passes(name, ours, source)
        (now.yours if mine else now.ours).append(name)


def saved_answers(folder, chapter):
    """{cell id: source} of a chapter's notebook in this folder; what is blank there may be written in another language.
    """
    other = folder.parent if folder.name in LANGUAGES else folder / next(iter(LANGUAGES))
    found, also = saved_in(folder, chapter), saved_in(other, chapter)
    return found | {name: source for name, source in also.items()
                    if is_written(source) and not is_written(found.get(name, ""))}


def is_written(source):
    """Whether this is the cell of a definition that the reader has begun to write."""
    _, kind = stages.caption(source) or (None, None)
    try:
        return kind == stages.YOURS and not stages.is_blank(source.partition("\n")[2])
    except (SyntaxError, IndexError):
        return True


def saved_in(folder, chapter):
    """{cell id: source} of a chapter's notebook in this folder; nothing if it is not there or cannot be read."""
    for path in sorted(folder.glob(f"{chapter:02}_*.ipynb"), key=lambda path: (len(path.name), path.name)):
        # before its copies, which have longer names
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            sources = {cell.get("id"): "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"}
            return {name: in_english("\n".join(source.splitlines())) for name, source in sources.items()}
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
    return {}


def passes(name, ours, source):
    """Whether what the reader wrote in place of ours is right; then it runs."""
    body, place = source.partition("\n")[2], f"<yours: {name}>"
    linecache.cache.pop(place, None)
    try:
        if stages.definition(body) != name or stages.is_blank(body):
            return False
        if checked(name, ours.chapter, source, place).state != "passed":
            return False
        grow(source, place)
        return True
    except Exception:  # it may be anything; then ours stands in
        return False


class Shown(str):
    """A sentence, shown without quotation marks."""

    def __repr__(self):
        return str(self)


# What changes


def execute(node, module, place, known):
    """Run one statement. A function or class that was there before stays the same object, and gets the new content.

    Of an object of the package's own classes, such as a switch, whoever holds the old one has the new one.
    """
    space = vars(module)
    if isinstance(node, ast.Delete):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        now.gone.update({(module, name): space[name] for name in names})
    defined = getattr(node, "name", None) if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else None
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        defined = node.targets[0].id
    before = space.get(defined, now.gone.get((module, defined)))
    try:
        exec(compile(ast.Module([node], []), place, "exec"), space)
    except ImportError as error:
        if is_of_engine(error.name or ""):
            error.msg = say("{error}. Have the captioned cells above run?").format(error=error.msg)
        raise
    after = space.get(defined)
    if before is None or before is after or getattr(before, "__module__", None) != getattr(after, "__module__", None):
        return
    if isinstance(node, ast.Assign):
        if is_of_engine(type(before).__module__):
            replace(before, after)
    elif type(before) is type(after) is FunctionType and not (before.__closure__ or after.__closure__):
        for part in ("__code__", "__defaults__", "__kwdefaults__", "__doc__", "__dict__", "__annotations__"):
            setattr(before, part, getattr(after, part))
        space[defined] = before
    elif isinstance(after, type) and type(before) is type(after) and renewable(before, after):
        renew(before, after, known.get(("ClassDef", defined), ""))
        space[defined] = before
    else:
        replace(before, after)


def renewable(old, new):
    """Whether a class has, or can get, the bases of another form of it.

    Not that of an operation: a graph that has been recorded keeps the rules that it was recorded with.
    """
    if "forward" in vars(new) and any(base.__name__ == "Node" for base in new.__mro__[1:]):
        return False
    try:
        if old.__bases__ != new.__bases__:
            old.__bases__ = new.__bases__
    except TypeError:  # their instances are laid out differently
        return False
    return "__slots__" not in vars(new)


def renew(old, new, text):
    """A class takes over what another form of it has; what its last form, `text`, had besides, goes."""
    for name, value in list(vars(new).items()):
        if name in KEPT_BY_CLASSES:
            continue
        for function in (getattr(value, part, value) for part in ("fget", "fset", "__func__")):
            for cell in getattr(function, "__closure__", None) or ():
                if cell.cell_contents is new:
                    cell.cell_contents = old  # what `super()` looks at
        setattr(old, name, value)
    for part in ast.parse(text).body[0].body if text else ():
        for name in names_of(part):
            if name not in vars(new) and name in vars(old):
                delattr(old, name)


def names_of(part):
    if isinstance(part, ast.FunctionDef):
        return [part.name]
    return [target.id for target in getattr(part, "targets", ()) if isinstance(target, ast.Name)]


def replace(old, new):
    """Put `new` wherever a module or class of the package, or the notebook, has `old`."""
    spaces = [module for name, module in sys.modules.items() if is_of_engine(name) or name == "minigrad"]
    spaces += [value for module in list(spaces) for value in vars(module).values() if isinstance(value, type)]
    for space in spaces:
        for name in [name for name, value in vars(space).items() if value is old]:
            setattr(space, name, new)
    shell = notebook()
    if shell is not None:
        shell.user_ns.update({name: new for name, value in shell.user_ns.items() if value is old})
    now.offered.update({name: new for name, value in now.offered.items() if value is old})


def hand_on(module, name, space):
    """What PyTorch offers as `torch.ones` is there from the moment on that a cell defines it."""
    for room, offers in now.offers.items():
        package = importlib.import_module(f"minigrad.{room}".rstrip("."))
        for public, (owner, own) in offers.items():
            free = public not in vars(package) and (module, name) in stages.delivered()
            if name == own and name in space and (owner == module or free):
                setattr(package, public, space[name])
                if public not in package.__all__:
                    package.__all__.append(public)


def offer(space, parts, names):
    """Give the notebook what a cell has defined, but no name that a reader, or Python, uses for something else."""
    for part in parts:
        name = part.key[1]
        if name in space and not hasattr(builtins, name):
            if name not in names or names[name] is now.offered.get(name):
                names[name] = now.offered[name] = space[name]


def take_back(stage, names):
    """Take from the notebook what captioned cells of a stage have put there, so that those of the next one can."""
    for name, value in stage.offered.items() if stage else ():
        if names.get(name) is value:
            del names[name]


class Difference:
    """What a captioned cell has changed, as text and as HTML; docstrings and comments in the reader's language."""

    def __init__(self, module, changed):
        self.place = f"minigrad/{module.replace('.', '/')}.py"
        new = list(dict.fromkeys(part.key[1] for part, old in changed if old is None))
        self.new = [name for name in new if name.isidentifier()] or new  # rather functions than where they are attached
        self.grown = [
            (part.key[1], list(compared(in_words(old).split("\n"), in_words(part.text).split("\n"))))
            for part, old in changed if old is not None
        ]

    @property
    def title(self):
        parts = [say("new {names}").format(names=comma().join(self.new))] if self.new else []
        for name, lines in self.grown:
            signs = [sign for sign, _ in lines]
            parts.append(f"{name} +{signs.count('+')} −{signs.count('-')}")
        changes = semicolon().join(parts) or say("nothing new")
        return tight(say("{place}: {changes}", "what a cell has changed").format(place=self.place, changes=changes))

    def __repr__(self):
        return "\n".join([self.title, *(f"{sign} {line}" for sign, line in self.shown())])

    def shown(self):
        """The lines of all parts, each with its sign; between two parts one … is enough."""
        lines = [line for _, part in self.grown for line in near(part)]
        return [line for before, line in pairwise([None, *lines]) if not line == before == (" ", "…")]

    def _repr_html_(self):
        look = {"+": "border-left:3px solid #2e7d32", "-": "border-left:3px solid #c62828"}
        rows = "".join(
            f'<div style="padding-left:6px;{look.get(sign, "border-left:3px solid transparent;opacity:.65")}">'
            f"{sign} {struck(line) if sign == '-' else html.escape(line)}</div>"
            for sign, line in self.shown()
        )
        title = f'<span style="opacity:.75">{html.escape(self.title)}</span>'
        if not rows:
            return f'<div style="padding-left:5px">{title}</div>'  # as far in as printed lines
        opened, look = " open" if rows.count("<div") <= 24 else "", "line-height:1.3;margin:4px 0"
        return f'<details{opened}><summary>{title}</summary><pre style="{look}">{rows}</pre></details>'


def struck(line):
    """The words of a line, struck out in HTML; not the room before them, nor an empty line."""
    words = line.lstrip()
    return line.removesuffix(words) + f"<s>{html.escape(words)}</s>" if words else line


def compared(old, new):
    """The lines of both, each with its sign; what goes stands before what comes in its place."""
    for _, first, last, begin, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        same = old[first:last] == new[begin:end]
        yield from [(" " if same else "-", line) for line in old[first:last]]
        yield from [("+", line) for line in new[begin:end] if not same]


def near(lines):
    """The changed lines with one line around them; … for what is left out."""
    kept = {place + step for place, (sign, _) in enumerate(lines) if sign != " " for step in (-1, 0, 1)}
    shown, gap = [], False
    for place, line in enumerate(lines):
        if place in kept:
            shown.append(line)
        elif not gap:
            shown.append((" ", "…"))
        gap = place not in kept
    return shown
