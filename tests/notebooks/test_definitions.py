"""The definitions that a reader writes into the package: what is checked, what runs, and what goes with him."""

import importlib
import linecache
import runpy
import sys

import edits
import pytest
from common import OURS, ROOT, caption_of, read, text_of, write
from living import (  # noqa: F401
    BLANKS, CELLS, FIRST, GROWTH, PATHS, SHOWN, at_the_end_of, differing, fixture_begin, in_kernel, text,
)

from minigrad.teach import book, stages
from minigrad.teach.check import Report

ALL_OURS = stages.blanks(stages.growth())
ANSWERS = [edits.wrong(number) for number in sorted({ours.chapter for ours in ALL_OURS.values()})]
DEFINITIONS = {name: answers for known in ANSWERS for name, answers in known.items() if name in ALL_OURS}
UNTIL = runpy.run_path(str(ROOT / "tests" / "exercises" / "styles.py"))["UNTIL"]


def kept(number):
    """The definitions that are asked for at the beginning of a chapter: none that has been replaced before."""
    cells = tuple(cell for cell in stages.growth() if cell.chapter < number)
    last = stages.last_cells(cells)
    return sorted(name for name, ours in stages.blanks(cells).items() if last[ours.module, name] == ours)


def captioned(name, source):
    """A cell with this definition, below the caption of its blank."""
    return ALL_OURS[name].blank.text + source


def serves(begin, name, source, numbers):
    """Asserts that a definition passes at the end of each of these chapters, and that their tables say as PyTorch."""
    for number in numbers:
        torch = at_the_end_of(begin, number)
        assert book.write_yours(captioned(name, source)).state == "passed", (number, book.why_not(name))
        assert differing(torch, f"ch{number:02}") == [], number


@pytest.mark.parametrize("name, answer", [
    ("mean_rule", "1 / count * grad"), ("mean_rule", "grad * count ** -1"),
    ("neg_rule", "0 - grad"), ("neg_rule", "grad * -1.0"), ("neg_rule", "add_rule(-grad)[0]"),
    ("div_rule", "tuple(grad * slope for slope in (1 / other, -self / (other * other)))"),
    ("div_rule", "(grad * other ** -1, -1 * grad * self * other ** -2)"), ("exp_rule", "mul_rule(grad, 1, result)[0]"),
    ("pow_rule", "exponent * self ** (exponent - 1) * grad"), ("tanh_rule", "grad * (1 + result) * (1 - result)"),
    ("tanh_rule", "grad - grad * result ** 2"),
])
def test_a_rule_of_chapter_3_in_another_right_form_serves_every_later_chapter(begin, name, answer):
    head = ALL_OURS[name].source.partition("\n")[0]
    serves(begin, name, f"{head}\n    return {answer}", (3, 12))


@pytest.mark.chapter(4)
@pytest.mark.parametrize("asked", ["while order:", "while len(order) > 0:", "while len(order):"])
def test_a_walk_that_passes_serves_every_later_chapter(begin, asked):
    walk = (f"def walk(order, arrived):\n    {asked}\n        node = order.pop(-1)\n"
            "        got = arrived.pop(node)\n        for target, grad in act(node, got):\n"
            "            old = arrived.get(target)\n"
            "            arrived[target] = grad if old is None else old + grad")
    serves(begin, "walk", walk, (4, 5, 6, 9, 10, 11, 12))


@pytest.mark.parametrize("number", range(4, 13))
def test_a_walk_in_another_style_serves_until_an_engine_asks_for_more(begin, number):
    """What passes in chapter 4 runs, and is told from when on ours does, and why; until then all rows are the same."""
    for place, (walk, since, words) in enumerate(UNTIL["walk"]):
        torch = at_the_end_of(begin, number)
        report = book.write_yours(captioned("walk", walk))
        assert words in report.text, (place, report.text)
        if number < since:
            assert (report.state, report.since) == ("passed", since), (place, report.text)
            assert f"From chapter {since} on ours takes its place: " in report.text
            assert differing(torch, f"ch{number:02}") == [], place
        else:
            assert report.state == "wrong" and "ours is running" in report.text, (place, report.text)


@pytest.mark.chapter(4)
def test_a_walk_that_has_served_is_named_when_ours_takes_its_place(begin, tmp_path, capsys):
    walk = next(walk for walk, since, words in UNTIL["walk"] if "reversed(order)" in walk)
    save(tmp_path, {"walk-yours": captioned("walk", walk)}, PATHS[4])
    begin(9)
    assert "walk" in book.now.yours and "served" not in capsys.readouterr().out
    begin(10)
    assert "walk" in book.now.ours and capsys.readouterr().out.endswith(" Yours served up to chapter 9: walk.\n")


@pytest.mark.chapter(6)
@pytest.mark.parametrize("added", ["leaf.grad.array[...] += grad", "leaf.grad.array.__iadd__(grad)",
                                   "leaf.grad.array[...] = leaf.grad.array + grad",
                                   "add_into(tensor=leaf.grad, array=grad)"])
def test_a_gradient_may_be_added_in_place_in_any_way(begin, added):
    """Also at a leaf of one number, where a rule may send a lone NumPy number: `own` makes it an array."""
    accumulate = captioned("accumulate", "def accumulate(leaf, grad):\n    if leaf.grad is None:\n"
                           f"        leaf.grad = Tensor(grad)\n    else:\n        {added}")
    for number in (6, 7, 10, 12):
        torch = at_the_end_of(begin, number)
        assert book.write_yours(accumulate).state == "passed"
        assert [differing(torch, name) for name in ("ch06", f"ch{number:02}")] == [[], []], number
        x = torch.tensor(2.0, requires_grad=True)
        for _ in range(2):
            (x * 3 / x).backward()
            (x * x).backward()
        assert x.grad.tolist() == 8, number


@pytest.mark.chapter(2)
@pytest.mark.parametrize("body", [
    "for place, part in enumerate(parts(node, grad)):\n        target, number = node.next_functions[place]\n"
    "        if target is not None:\n            send(target, part)",
    "for (target, number), part in zip(node.next_functions, parts(node, grad), strict=True):\n"
    "        if target is not None:\n            send(target, part)",
    "todo = [(node, grad)]\n    while todo:\n        node, grad = todo.pop()\n"
    "        for (target, number), part in zip(node.next_functions, parts(node, grad)):\n"
    "            if target is not None:\n                todo.append((target, part))",
], ids=["by number", "strictly", "in a loop"])
def test_other_forms_of_send_pass_and_serve_chapter_3(begin, body):
    serves(begin, "send", f"def send(node, grad):\n    {body}", (2, 3))


@pytest.mark.chapter(2)
def test_the_end_of_a_path_can_be_asked_by_hand(begin):
    torch = at_the_end_of(begin, 2)
    for dtype in (torch.float32, torch.float64):
        leaf = torch.tensor(2.0, requires_grad=True, dtype=dtype)
        end = (leaf * 1).grad_fn.next_functions[0][0]
        end.backward(3.0)
        end.backward(1)
        assert (leaf.grad.item(), leaf.grad.dtype) == (4.0, dtype)


RIGHT_MUL = "def mul_rule(grad, self, other):\n    return other * grad, self * grad"
WRONG_MUL = "def mul_rule(grad, self, other):\n    return grad * self, grad * other"


@pytest.mark.parametrize("answer", [
    RIGHT_MUL, "def add_rule(grad):\n    return 1.0 * grad, 1.0 * grad",
    "def add_rule(grad):\n    return (grad,) * 2",
    "def mul_rule(grad, self, other):\n    a, b = grad, grad\n    a = a * other\n    b = b * self\n    return (a, b)",
    "def mul_rule(grad, self, other):\n    return tuple([grad * x for x in (other, self)])",
    "def slope(f, x, h=0.001):\n    up, down = f(x + h), f(x - h)\n    return (up - down) * 0.5 / h",
    "def slope(f, x, h=0.001):\n    return (f(x + h) - f(x)) / h / 2 + (f(x) - f(x - h)) / h / 2",
])
def test_a_right_rule_in_another_form_serves_later_chapters(begin, answer):
    serves(begin, stages.definition(answer), answer, (1, 3, 4, 6, 11))


@pytest.mark.chapter(1)
@pytest.mark.parametrize("answer", [
    "    if result.grad_fn is None:\n        return keep(result, grad)\n"
    "    for value, part in zip(result.grad_fn.inputs, result.grad_fn.backward(grad)):\n"
    "        if value.requires_grad:\n            value.backward(part)",
    "    node = result.grad_fn\n    if not node:\n        keep(result, grad)\n    else:\n"
    "        parts = node.backward(grad)\n        for n in range(len(parts)):\n"
    "            if node.inputs[n].requires_grad:\n                backward(node.inputs[n], parts[n])",
    "    waiting = [(result, grad)]\n    while waiting:\n        value, part = waiting.pop()\n"
    "        if value.grad_fn is not None:\n"
    "            waiting += zip(value.grad_fn.inputs, value.grad_fn.backward(part))\n"
    "        elif value.requires_grad:\n            keep(value, part)",
])
def test_a_first_backward_may_be_written_in_other_ways(begin, answer):
    torch = at_the_end_of(begin, 1)
    source = f"# minigrad/core/engine.py: yours\ndef backward(result, grad=1.0):\n{answer}"
    assert book.write_yours(source).state == "passed", book.why_not("backward")
    assert differing(torch) == []


@pytest.mark.chapter(1)
def test_a_first_backward_before_the_cells_above_it_is_told_to_run_them(begin):
    begin(1)
    assert book.write_yours(FIRST["backward-ours"].replace(": ours", ": yours")).hint.startswith("Run the cells above")


def test_delivered_notebooks_hold_only_blanks_each_with_ours_below():
    for number, path in PATHS.items():
        cells = read(path).cells
        kinds = [(caption_of(cell) or (None, None))[1] for cell in cells]
        assert [place + 1 for place, kind in enumerate(kinds) if kind == stages.YOURS] == [
            place for place, cell in enumerate(cells) if cell.source.startswith(OURS)], number
        assert [ours.blank.id for ours in SHOWN.get(number, ()) if ours.kind == stages.OURS] == [
            cell.id for cell, kind in zip(cells, kinds) if kind == stages.YOURS], number
        for cell in CELLS[number]:
            if cell.source.split("\n")[0].endswith(": yours"):
                assert stages.is_blank(cell.source) and "not yet" in text(cell.outputs), cell.id


@pytest.mark.parametrize("name", ALL_OURS)
def test_a_blank_says_not_yet_and_ours_runs_and_passes(begin, name):
    ours = ALL_OURS[name]
    at_the_end_of(begin, ours.chapter)
    report = book.write_yours(BLANKS[ours.blank.id])
    assert (report.state, report.hint) == ("not yet", "") and "ours is running" in report.text
    code = vars(book.now.module(ours.module))[name].__code__
    assert linecache.getline(code.co_filename, code.co_firstlineno).startswith(f"def {name}("), "errors show its lines"
    report = book.write_yours(ours.text.replace(": ours", ": yours"))
    assert report.state == "passed" and "It is yours, and it is running" in report.text


@pytest.mark.parametrize("number", sorted({ours.chapter for ours in ALL_OURS.values()}))
def test_a_right_answer_passes_where_its_cell_stands(begin, number):
    """Not only at the chapter's end: what a definition and its checker need has been run by then.

    And nothing has to be put back: it changes nothing but what it is about.
    """
    begin(number)
    for cell in SHOWN[number]:
        if cell.kind == stages.OURS:
            report = book.write_yours(cell.text.replace(": ours", ": yours"))
            assert report.state == "passed" and "Put back" not in report.text, (cell.id, report.text)
        else:
            book.grow(cell.text)


def test_a_right_answer_before_the_cells_above_it_is_told_which_one_has_to_run(begin):
    begin(12)
    report = book.write_yours(ALL_OURS["vector_hessian"].text.replace(": ours", ": yours"))
    assert report.state == "wrong" and report.hint == "Run the cells above first: `travel` has to record."


def test_two_losses_on_an_engine_that_does_not_free_are_told_to_run_the_cells_above(begin, capsys):
    begin(7)
    table = importlib.import_module("minigrad.teach.ch07")
    space = {}
    exec("def two_losses(a):\n    b = a * a\n    first, second = (b * 3).sum(), (b + 1).sum()\n"
         "    (first + second).backward()\n    return b", space)
    report = table.check_two_losses(space["two_losses"])
    assert report.state == "wrong" and report.hint.startswith("Your engine does not free yet")
    assert table.check_two_losses(table.as_delivered).state == "not yet"
    at_the_end_of(begin, 7)
    table = importlib.import_module("minigrad.teach.ch07")
    assert table.check_two_losses(space["two_losses"]).state == "passed"


@pytest.mark.parametrize("number", range(2, max(cell.chapter for cell in stages.growth()) + 2))
def test_what_was_right_is_right_on_every_later_engine(begin, number):
    """A reader's definition is checked anew where it is loaded, beside an engine that has grown."""
    begin(number)
    assert len(kept(number)) >= 3
    for name in kept(number):
        ours = ALL_OURS[name]
        assert book.passes(name, ours, ours.text.replace(": ours", ": yours")), name


@pytest.mark.parametrize("name", DEFINITIONS)
def test_each_wrong_definition_gets_its_hint_and_never_runs(begin, name):
    ours = ALL_OURS[name]
    torch = at_the_end_of(begin, ours.chapter)
    mine, complaints = captioned(name, f"{ours.source}\n\n\nMINE = True"), []
    space = vars(book.now.module(ours.module))
    running = space[name].__code__
    for source, hint in DEFINITIONS[name]:
        assert book.write_yours(mine).state == "passed"
        report = book.write_yours(captioned(name, source))
        said = report.hint and hint in report.text and "ours is running" in report.text
        runs = book.now.cells[ours.module, "FunctionDef", name] == ours.text and space[name].__code__ == running
        if report.state != "wrong" or not said or not runs:
            complaints.append(f"{source}\n--- {report.state}, {hint!r} is not in:\n{report.text}")
    assert not complaints, "\n\n".join(complaints)
    assert differing(torch, f"ch{ours.chapter:02}") == []


@pytest.mark.parametrize("cell", ["def mul_rules(grad):\n    return grad", "def mul_rule(grad:\n    return grad"])
def test_where_nothing_can_be_checked_ours_runs_from_the_beginning(begin, cell):
    begin(1)
    grow_until("mul-rule-ours")
    try:
        report = book.write_yours(f"# minigrad/core/ops.py: yours\n{cell}")
        assert "Keep the caption and the line with `def`" in report.hint
    except SyntaxError:
        assert "(grad:" in cell
    assert sys.modules["minigrad.core.ops"].mul_rule(2.0, 3.0, 5.0) == (10.0, 6.0)


def grow_until(name):
    for source in list(FIRST.values())[: list(FIRST).index(name)]:
        book.grow(source)


@pytest.mark.parametrize("body", [
    "    while True:\n        pass", "    for x in iter(int, 1):\n        pass",
    "    while True:\n        try:\n            grad + 1\n            grad + 1\n        except:\n            pass",
])
def test_an_endless_definition_is_stopped(begin, tmp_path, body):
    source = f"# minigrad/core/ops.py: yours\ndef mul_rule(grad, self, other):\n{body}"
    at_the_end_of(begin, 1)
    assert book.write_yours(source).hint.endswith("Is there a loop, or a call of itself, without an end?")
    save(tmp_path, {"mul-rule-yours": source})
    begin(2)
    assert (book.now.yours, sorted(book.now.ours)) == ([], kept(2))


def save(folder, answers, path=PATHS[1], name=None):
    """A chapter's notebook in which a reader has saved these answers, {id of a cell: source}."""
    notebook = read(path)
    for cell in notebook.cells:
        cell.source = answers.get(cell.id, cell.source)
    write(folder / (name or path.name), text_of(notebook))


def test_what_a_reader_has_saved_runs_in_later_chapters(begin, tmp_path, capsys):
    save(tmp_path, {"mul-rule-yours": f"# minigrad/core/ops.py: yours\n{RIGHT_MUL}",
                    "backward-yours": FIRST["backward-ours"].replace(": ours", ": yours")})
    save(tmp_path, {}, name=PATHS[1].stem + "-Copy1.ipynb")
    torch = begin(3)
    assert capsys.readouterr().out.endswith(f": 1 yours, {len(kept(3)) - 1} ours; replaced by later chapters: 1.\n")
    assert book.now.yours == ["mul_rule"]
    assert "backward" not in book.now.ours, "it is not asked for: chapter 2 has another"
    assert sorted(["mul_rule", *book.now.ours]) == kept(3)
    assert sys.modules["minigrad.core.ops"].mul_rule.__code__.co_filename == "<yours: mul_rule>"
    assert differing(torch, "ch01") == []


@pytest.mark.parametrize("number, table", [(2, "ch01"), (3, "ch01"), (4, "ch03"), (6, "ch05"), (8, "ch07")])
def test_a_wrong_answer_that_is_let_through_shows_later_in_a_table(begin, tmp_path, monkeypatch, number, table):
    """The table sees whose rule it is: here the checker is asleep."""
    save(tmp_path, {"mul-rule-yours": f"# minigrad/core/ops.py: yours\n{WRONG_MUL}"})
    assert differing(begin(number), table) == [] and book.now.yours == []
    asleep = {"mul_rule": Report("passed", "asleep")}
    monkeypatch.setattr(book, "checked", lambda name, *given: asleep.get(name, Report("wrong", "")))
    assert differing(begin(number), table) and book.now.yours == ["mul_rule"]


@pytest.mark.parametrize("source", [
    f"# minigrad/core/ops.py: yours\n{WRONG_MUL}", f"# minigrad/core/ops.py\n{RIGHT_MUL}", RIGHT_MUL, "",
    f"# minigrad/core/node.py: yours\n{RIGHT_MUL}", f"# minigrad/core/ops.py: ours\n{RIGHT_MUL}",
    f"# minigrad/core/ops.py: yours\n{RIGHT_MUL.replace('mul_rule', 'my_rule')}",
    "# minigrad/core/ops.py: yours\ndef mul_rule(grad:", "# minigrad/core/ops.py: yours\nraise SystemExit",
    f"# minigrad/core/ops.py: yours\nexit()\n{RIGHT_MUL}", f"# minigrad/core/ops.py: yours\n1 / 0\n{RIGHT_MUL}", None,
])
def test_for_an_answer_that_cannot_be_used_ours_stands_in(begin, tmp_path, source):
    save(tmp_path, {"mul-rule-yours": source} if source is not None else {})
    if source is None:
        (tmp_path / PATHS[1].name).write_text('{"cells": [{"cell_type"', encoding="utf-8")
    torch = begin(2)
    assert (book.now.yours, sorted(book.now.ours)) == ([], kept(2))
    assert differing(torch, "ch01") == []


def test_in_the_notebook_a_right_answer_runs_and_a_wrong_one_does_not(tmp_path):
    """One kernel: wrong, right, the checker asleep, blank; and the table beside PyTorch each time."""
    place = [cell.id for cell in CELLS[1]].index("mean") + 1
    table, whose = "beside_torch('ch01', globals())", "torch.core.ops.mul_rule.__code__.co_varnames"
    asleep = ("from minigrad.teach.check import Report\n"
              "ch01.check_mul_rule = lambda *given, chapter: Report('passed', 'Passed.')")
    yours = "# minigrad/core/ops.py: yours\n"
    mine = RIGHT_MUL.replace("    return", "    mine = 0\n    return")
    tried = [yours + WRONG_MUL, table, yours + mine, whose, table, yours + WRONG_MUL, whose, table, asleep,
             yours + WRONG_MUL, table, BLANKS["mul-rule-yours"], table]
    wrong, one, right, own, two, again, ours, three, _, let, four, blank, five = in_kernel(
        [*CELLS[1][:place], *tried])[place:]
    assert "Exchanged" in text(wrong) and "It is yours" in text(right) and "Exchanged" in text(again)
    assert "'mine'" in text(own) and "'mine'" not in text(ours)
    assert all("10 of 10 the same" in text(said) for said in (one, two, three, five))
    assert "It is yours" in text(let) and "10 of 10 the same" not in text(four) and "not yet" in text(blank)


@pytest.mark.parametrize("source", [
    "# minigrad/core/ops.py: yours\ndef helper(grad):\n    return grad\n\n\n" + RIGHT_MUL,
    "# minigrad/core/ops.py: yours\nmul_rule = lambda grad, self, other: (grad * other, grad * self)",
    f"# minigrad/core/ops.py: yours\nTensor.__add__ = None\n\n\n{RIGHT_MUL}",
    f"# minigrad/core/engine.py: yours\n{RIGHT_MUL}",
])
def test_a_cell_that_does_more_than_define_its_function_is_told_so_and_does_nothing(begin, capsys, source):
    torch = at_the_end_of(begin, 1)
    report = book.run_in({}, source)
    assert report.state == "wrong" and "helpers go inside" in capsys.readouterr().out and not book.is_yours("mul_rule")
    assert differing(torch) == []


@pytest.mark.parametrize("first", [
    "# minigrad/core/ops.py: your", "# minigrad/core/ops.py : yours", "# minigrad/core/ops: yours",
    "#minigrad/core/ops.py: yours", "# Minigrad/core/ops.py: yours", "# minigrad/core/ops.py yours",
])
def test_a_misspelt_caption_is_named_and_ours_stands_in(begin, capsys, first):
    begin(1)
    grow_until("mul-rule-ours")
    report = book.run_in({}, f"{first}\n{RIGHT_MUL}")
    assert report.state == "wrong" and f"`{first}` is no caption" in capsys.readouterr().out
    assert "Ours stands in for mul_rule" in report.text and not book.is_yours("mul_rule")
    assert book.now.cells["core.ops", "FunctionDef", "mul_rule"] == ALL_OURS["mul_rule"].text


def test_in_the_notebook_a_misspelt_caption_is_no_experiment():
    place = [cell.id for cell in CELLS[1]].index("mul-rule-yours")
    tried = [f"# minigrad/core/ops.py: your\n{RIGHT_MUL}\nprint('it ran')", "# a remark of one's own\nprint(4)"]
    said, other = map(text, in_kernel([*CELLS[1][:place], *tried])[place:])
    assert "is no caption" in said and "it ran" not in said and "4" in other


def test_a_definition_without_its_caption_is_told_so_and_ours_stands_in():
    place = [cell.id for cell in CELLS[1]].index("mul-rule-yours")
    tried = [f"{RIGHT_MUL}\nprint('it ran')", "def mul_rule(x):\n    return 4", "print(mul_rule(1))"]
    said, _, own = map(text, in_kernel([*CELLS[1][:place], *tried])[place:])
    assert "is missing: `# minigrad/core/ops.py: yours`" in said and "Ours stands in for mul_rule." in said
    assert "it ran" not in said and own.strip() == "4"  # once ours runs, a function of this name is the reader's affair


def test_a_young_engines_leaf_alone_can_be_drawn(begin):
    from minigrad import viz

    torch = at_the_end_of(begin, 1)
    a, other = torch.tensor(2.0, requires_grad=True), torch.tensor(1.0)
    assert "leaf a: 2." in viz.draw(a, a=a).text
    assert "AddBackward0" in viz.draw(a + 1, a=a, other=other).text


def test_the_tutor_itself_is_not_changed_from_a_notebook(begin):
    begin(4)
    with pytest.raises(RuntimeError, match="minigrad.teach.book belongs to no chapter"):
        book.grow("# minigrad/teach/book.py\nx = 1")
    with pytest.raises(ValueError, match="chapter\\(\\) takes the number of a chapter, 1 to \\d+, not 50"):
        book.chapter(50)
