"""Write your own minigrad: the package with the definitions that you have written in the chapters.

    python3 suite.py mine             into build/mine
    python3 suite.py mine FOLDER      into that folder
    python3 suite.py mine --lang zh   of a definition that is written in two languages it takes the Chinese one

Save your notebooks first: what counts are the files. Of each definition that does not pass its check, or that you have
not written yet, the package has ours. The quick forms of `import minigrad` stand above it, as they are delivered. Then
the new package answers what PyTorch was asked in each chapter, and learns to read handwritten digits. A package that is
there already is written over; nothing else in the folder is touched.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from commands import ROOT, Trouble, in_words, options

sys.path.append(str(ROOT / "minigrad" / "teach"))

import stages

MARK = "made-by-mine.txt"  # in a package that may be written over
SECONDS = 300  # that judging the definitions, or trying the package, may take: only a hang takes them all
JUDGE = """
import contextlib, io, json
from minigrad.teach import book
with contextlib.redirect_stdout(io.StringIO()):
    book.chapter({last})
print(json.dumps([book.now.yours, book.now.ours]))
"""
TRY = """
import json, pathlib, sys, warnings
import minigrad as torch
from minigrad.teach.beside import answer, as_torch, said
from minigrad.teach.data import digits

same = count = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("ch[0-9][0-9].json")):
    for snippet in json.loads(path.read_text(encoding="utf-8"))["snippets"]:
        count += 1
        same += as_torch(said(answer(snippet["code"], torch))) == said(snippet["result"])
nn, F = torch.nn, torch.nn.functional


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(64, 128), nn.Linear(128, 10)

    def forward(self, x):
        return self.second(F.relu(self.first(x)))


images, labels = map(torch.tensor, digits())
torch.manual_seed(0)
train, test = torch.randperm(1797).split([1397, 400])
net = Net().double()
sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=0.001)
for epoch in range(20):
    for rows in train[torch.randperm(1397)].split(50):
        loss = F.cross_entropy(net(images[rows]), labels[rows])
        sgd.zero_grad()
        loss.backward()
        sgd.step()
with torch.no_grad():
    right = (net(images[test]).argmax(1) == labels[test]).sum().item()
print(json.dumps([torch.__file__, same, count, right, len(test)]))
"""


def asked(program, folder, path, *arguments):
    """What a program prints last, as JSON; it runs in this folder, with the minigrad in `path`."""
    try:
        run = subprocess.run(
            [sys.executable, "-c", program, *arguments], cwd=folder, env=os.environ | {"PYTHONPATH": str(path)},
            capture_output=True, text=True, encoding="utf-8", timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise Trouble(f"After {SECONDS} seconds it is not done. Is there a loop without an end?") from None
    if run.returncode:
        raise Trouble(f"It stopped: {run.stderr.strip().splitlines()[-1]}")
    return json.loads(run.stdout.splitlines()[-1])


def with_definition(text, source, name):
    """A module's text with another definition of this name, and with what stands beside it in its cell."""
    (old,) = [s for s in stages.split(text, name) if s.key[:2] == ("FunctionDef", name)]
    statements = stages.split(source + "\npass", name)[:-1]  # a remark below the last statement belongs to `pass`
    last = [s for s in statements if s.key[0] == "FunctionDef"][-1]
    kept = [s.text.strip("\n") for s in statements if s.key[0] != "FunctionDef" or s is last]
    lines = text.split("\n")
    lines[old.first : old.last] = "\n\n\n".join(kept).split("\n")
    return "\n".join(lines)


def write_package(folder, names, notebooks, root=ROOT):
    """Copy the package to folder/minigrad, with the reader's definitions of these names."""
    from minigrad.teach import book

    package = folder / "minigrad.new"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(root / "minigrad", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / MARK).write_text("written by suite.py mine, which may write over it\n", encoding="utf-8")
    blanks = stages.blanks(stages.growth())
    for module in {blanks[name].module for name in names}:  # as it grew, not folded into classes
        text = stages.module_text(tuple(cell for cell in stages.growth() if cell.module == module))
        (package / f"{module.replace('.', '/')}.py").write_text(text, encoding="utf-8")
    for name in names:
        ours = blanks[name]
        path = package / f"{ours.module.replace('.', '/')}.py"
        source = book.saved_answers(notebooks, ours.chapter)[ours.blank.id]
        path.write_text(with_definition(path.read_text(encoding="utf-8"), source, name), encoding="utf-8")
    shutil.rmtree(folder / "minigrad", ignore_errors=True)
    package.rename(folder / "minigrad")


def table(yours):
    """One line for each chapter: the definitions that its reader writes, with a star where they are the reader's."""
    chapters = {}
    for name, ours in stages.blanks(stages.growth()).items():
        chapters.setdefault(ours.chapter, []).append(f"{'*' if name in yours else ' '}{name}")
    lines = [f"  {number:02} {' '.join(names)}" for number, names in chapters.items()]
    return "\n".join(["Definitions, chapter by chapter; * is yours, of the others the package has ours:", *lines])


def lines_of_core(package, yours):
    """Of the files in core: how many lines there are, how many stand in a chapter's cells, and how many in `yours`."""
    told = {statement.text for path in stages.GROWTH.glob("[0-9][0-9]_*.txt") for cell in stages.cells_of(path)
            for statement in stages.split("\n" + cell.source, cell.id)}
    written = {("FunctionDef", name) for name in yours}
    total = built = own = 0
    for path in sorted((package / "core").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        total += text.count("\n")
        for statement in stages.split(text, path.name):
            lines = len(statement.text.strip("\n").splitlines())
            own += lines if statement.key[:2] in written else 0
            built += lines if statement.text in told or statement.key[:2] in written else 0
    return total, built, own


def write_mine(folder, root=ROOT, lang="en"):
    """Write the package; a definition that is written in the chapters of two languages is the one of `lang`."""
    notebooks = next(filter(Path.is_dir, [root / "notebooks" / lang]), root / "notebooks")
    last = max(cell.chapter for cell in stages.growth()) + 1
    yours, ours = asked(JUDGE.format(last=last), notebooks, root)
    write_package(folder, yours, notebooks, root)
    print(f"Written: {folder / 'minigrad'}")
    print(table(yours))
    print(f"{len(yours)} of {len(yours) + len(ours)} definitions that run are yours.")
    total, built, own = lines_of_core(folder / "minigrad", yours)
    print(f"Of the {total} lines of minigrad/core {built} stand in the chapters' cells, {own} of them in definitions "
          "of yours. Above it stands minigrad/quick, as it is delivered.")
    place, same, count, right, asked_for = asked(TRY, folder, folder, str(root / "minigrad" / "teach" / "record"))
    assert Path(place).is_relative_to(folder), place
    print(f"It answers {same} of {count} questions as PyTorch does.")
    print(f"A network trained on it reads {right} of {asked_for} handwritten digits that it had never seen.")


@in_words
def main(arguments=None):
    asked_for = options("mine", arguments)
    folder = asked_for.folder.resolve()
    if (folder / "minigrad").exists() and not (folder / "minigrad" / MARK).exists():
        raise Trouble(f"{folder} holds another minigrad. Name a folder of its own, for example build/mine.")
    folder.mkdir(parents=True, exist_ok=True)
    write_mine(folder, lang=asked_for.lang)
    return 0


if __name__ == "__main__":
    sys.exit(main())
