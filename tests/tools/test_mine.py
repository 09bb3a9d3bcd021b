"""`suite.py check` counts the definitions that are the reader's, and `suite.py mine` writes the package with them."""

import re
import shutil

import mine
import progress
import pytest
from common import ROOT, chapters, read, text_of, unfolded, write
from running import run

from minigrad.teach import stages

ANSWERS = {
    "add-rule-yours": "def add_rule(grad):\n    both = grad\n    return both, both",
    "mul-rule-yours": "def mul_rule(grad, self, other):\n    return grad * self, grad * other",  # exchanged
    "slope-yours": "def slope(f, x, h=0.001):\n    while True:\n        pass",
    "walk-yours": """def walk(order, arrived):
    while order:
        newest = order.pop()
        for target, grad in act(newest, arrived.pop(newest)):
            if target in arrived:
                grad = arrived[target] + grad
            arrived[target] = grad""",
}


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """The package, a chapter 1 where one of three answers is right, and a Chinese chapter 4 with a `walk`."""
    root = tmp_path_factory.mktemp("suite")
    shutil.copytree(ROOT / "minigrad", root / "minigrad", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "notebooks" / "zh").mkdir(parents=True)
    for path in (chapters(ROOT)[1], chapters(ROOT, "zh")[4]):
        notebook = read(path)
        for cell in notebook.cells:
            if cell.id in ANSWERS:
                cell.source = f"{cell.source.partition(chr(10))[0]}\n{ANSWERS[cell.id]}"
        write(root / path.relative_to(ROOT), text_of(notebook))
    return root


def test_check_counts_the_definitions_that_are_yours(suite, capsys):
    path = suite / "notebooks" / chapters(ROOT)[1].name
    before = path.read_bytes()
    (standing,) = progress.check([path])
    assert {name: found.state for name, found in standing.definitions.items()} == {
        "slope": "stopped", "add_rule": "passed", "mul_rule": "not right yet", "backward": "not yet"}
    said = capsys.readouterr().out
    assert "; 1 of 4 definitions yours" in said and said.endswith("1 of 4 definitions are yours.\n")
    assert "Exchanged." in said and path.read_bytes() == before


def test_mine_is_the_package_with_what_passes_and_it_runs(suite, tmp_path, capsys):
    mine.write_mine(tmp_path, suite)
    said = capsys.readouterr().out
    assert "  01  slope *add_rule  mul_rule  backward\n" in said and " *walk\n" in said
    assert "  13  log_softmax_rule  named_parameters  linear_forward  sgd_step\n" in said
    questions = said.partition("It answers ")[2].split()
    assert questions[0] == questions[2] and int(questions[0]) > 200, said
    right, _, asked = said.partition("it reads ")[2].split()[:3]
    assert int(right) >= 0.96 * int(asked), said
    code = "import minigrad, inspect; from minigrad.core import engine, ops; "
    code += "print(inspect.getsource(ops.add_rule), inspect.getsource(engine.walk), sep='')"
    assert run("-c", code, cwd=tmp_path).stdout.strip() == f"{ANSWERS['add-rule-yours']}\n{ANSWERS['walk-yours']}"


def test_who_has_written_every_definition_reads_digits_with_them(suite, tmp_path, capsys):
    root = tmp_path / "suite"
    shutil.copytree(suite, root)
    for path in chapters(ROOT)[1:]:
        notebook = read(path)
        blanks = {cell.id: cell for cell in notebook.cells if stages.caption(cell.source) and ": yours" in cell.source}
        for ours in [cell for cell in unfolded(read(path)).cells if cell.source.partition("\n")[0].endswith(": ours")]:
            blanks[ours.id.removesuffix("ours") + "yours"].source = ours.source.replace(": ours", ": yours", 1)
        write(root / "notebooks" / path.name, text_of(notebook))
    mine.write_mine(tmp_path / "mine", root)
    said = capsys.readouterr().out
    count = len(re.findall(r" \*\w", said))
    assert count >= 30 and f"\n{count} of {count} definitions that run are yours." in said
    assert "  13 *log_softmax_rule *named_parameters *linear_forward *sgd_step\n" in said
    right, _, asked = said.partition("it reads ")[2].split()[:3]
    assert int(right) >= 0.96 * int(asked), said
    done = run("-c", network_of_16(), cwd=tmp_path / "mine")
    first, last = map(float, done.stdout.split()) if not done.returncode else (0, done.stderr)
    assert abs(first - 3.5) < 0.5 and last < 0.2, "the network of chapter 16 learns a line by heart"


def network_of_16():
    """A program with the classes of chapter 16, which learns a line by heart: its first loss, and its last."""
    cells = {cell.id: cell.source for cell in read(chapters(ROOT)[16]).cells}
    return "\n".join([
        "import minigrad as torch\nnn, F = torch.nn, torch.nn.functional",
        *[cells[name] for name in ("attention", "block", "gpt")],
        "torch.manual_seed(16)", "model, line = GPT(33).double(), torch.randint(33, (1, 33))",
        "adam = torch.optim.Adam(model.parameters(), lr=0.01)",
        "for step in range(60):",
        "    loss = F.cross_entropy(model(line[:, :-1])[0], line[0, 1:])",
        "    if step in (0, 59): print(loss.item())",
        "    adam.zero_grad()\n    loss.backward()\n    adam.step()",
    ])


def test_a_folder_with_another_minigrad_is_left_alone(tmp_path, capsys):
    other = tmp_path / "minigrad" / "mine.py"
    other.parent.mkdir()
    other.write_text("x = 1\n")
    assert mine.main([str(tmp_path)]) == 1
    assert "holds another minigrad" in capsys.readouterr().out and other.read_text() == "x = 1\n"
