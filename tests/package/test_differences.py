"""Programs on which minigrad and PyTorch once differed: those that PyTorch can run, too, are in record/faults.py.

What differs on purpose stands in notebooks/differences.md; tests/notebooks/test_differs.py runs that page.
"""
import itertools
import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import record

import minigrad
from minigrad.core import node as function
from minigrad.operations import inplace
from minigrad.nn import init
from minigrad.teach.beside import answer, as_torch, said

FOLDER = Path(__file__).parents[1] / "record"
RECORD = json.loads((FOLDER / "faults.json").read_text(encoding="utf-8"))
WRITTEN = dict(record.written("faults"))


@pytest.mark.parametrize("title", WRITTEN)
def test_minigrad_says_what_pytorch_says(title):
    assert as_torch(said(answer(WRITTEN[title], minigrad))) == RECORD["answers"][title]


def test_the_record_holds_the_programs_as_they_are_written():
    pairs = record.written("faults")
    assert (list(RECORD["answers"]), RECORD["code"]) == ([title for title, _ in pairs], record.fingerprint(pairs))
    assert len(pairs) == len(WRITTEN)


# What cannot be asked of PyTorch, or only in another form


@pytest.mark.parametrize("name", ["rand", "abs"])
def test_a_public_name_that_a_user_replaced_stays_replaced(monkeypatch, name):
    before, mine = getattr(minigrad, name), object()
    with monkeypatch.context() as patch:
        patch.setattr(minigrad, name, mine)
        assert not hasattr(minigrad, "nosuch")
        assert getattr(minigrad, name) is mine
    assert getattr(minigrad, name) is before


def interrupted(program, number, *functions):
    """Run the program, with Ctrl-C before the line `number` that is run in these functions; False if none came."""
    codes, lines = [of.__code__ for of in functions], itertools.count()

    def trace(frame, event, argument):
        if frame.f_code not in codes:
            return None
        if event == "line" and next(lines) == number:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        program()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize("write", [
    lambda w: w.mul_(2), lambda w: w.__setitem__(0, 5.0), lambda w: w.detach().zero_(),
    lambda w: init.constant_(w, 5.0),
], ids=["mul_", "an entry", "detached", "init"])
def test_after_ctrl_c_within_a_write_backward_never_takes_the_new_numbers(write):
    for number in itertools.count():
        x, w = minigrad.ones(2, requires_grad=True), minigrad.ones(2)
        y = (x * w).sum()
        if not interrupted(lambda w=w: write(w), number, inplace.overwrite, init.fill):
            break
        if w.tolist() == [1.0, 1.0] and w._version == 0:
            y.backward()
            assert x.grad.tolist() == [1.0, 1.0]
        else:
            with pytest.raises(RuntimeError, match="modified by an inplace operation"):
                y.backward()
    assert number > 1, "no line was interrupted"
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


FILL_LEAVES = [function.AccumulateGrad.backward, function.accumulate, function.add_into]
if minigrad.quick.is_on():
    FILL_LEAVES += [minigrad.quick.walk.walk, minigrad.quick.walk.fill]


def test_after_ctrl_c_within_backward_no_gradient_is_added_in_part():
    for number in itertools.count():
        leaves = [minigrad.ones(2, requires_grad=True) for _ in range(2)]
        for leaf in leaves:
            leaf.grad = minigrad.zeros(2)
        loss = (leaves[0] * leaves[1]).sum()
        if not interrupted(loss.backward, number, *FILL_LEAVES):
            break
        for leaf in leaves:
            assert leaf.grad.tolist() in ([0.0, 0.0], [1.0, 1.0]), number
            assert leaf.grad._version == 1 or leaf.grad.tolist() == [0.0, 0.0], number
    assert [leaf.grad.tolist() for leaf in leaves] == [[1.0, 1.0]] * 2
    assert number > 10, "no line was interrupted"


def test_two_threads_that_go_back_through_one_graph_both_count():
    x = minigrad.ones(2, requires_grad=True)
    loss, both = (x * 2).sum(), threading.Barrier(2)
    code = function.accumulate.__code__
    first = min(line for _, _, line in code.co_lines() if line and line > code.co_firstlineno)

    def trace(frame, event, argument):
        """Hold a thread once it has seen that there is no gradient yet, until the other has seen it, too."""
        if event == "line" and frame.f_lineno > first:
            try:
                both.wait(3)  # seconds, and they all pass: the other waits until this one is done
            except threading.BrokenBarrierError:
                pass
            return None
        return trace if frame.f_code is code else None

    def back(_):
        sys.settrace(trace)
        loss.backward(retain_graph=True)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(back, range(2)))
    assert x.grad.tolist() == [4.0, 4.0]


def test_what_is_saved_can_be_loaded_whatever_its_name(tmp_path):
    minigrad.save({"a\0b": minigrad.ones(2)}, tmp_path / "model.npz")
    assert list(minigrad.load(tmp_path / "model.npz")) == ["a\0b"]
