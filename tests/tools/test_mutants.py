"""tools/mutants.py: whatever is broken in an operation's rule, a test notices."""

import sys
from functools import partial

import mutants
import pytest
import questions
import test_ops
from running import run

from minigrad.core.node import Node


class TripleBackward0(Node):
    """An operation with a rule, but without a row."""

    def forward(ctx, self):
        return self.array * 3

    def backward(ctx, grad):
        return grad * 3


def sample(ctx, grad):
    self, other = ctx.saved_like(grad)
    if self < 2 and other is None:
        return grad.reshape(ctx.dim, keepdim=True), None
    grad[0] = -swap(other.T) ** 2 / (self @ other)
    return grad, grad.sum()


def swap(value):
    return value


@pytest.fixture
def triple():
    return mutants.Part("nowhere", "Triple", TripleBackward0.backward, ("TripleBackward0",), TripleBackward0)


@pytest.fixture
def row(monkeypatch):
    """The first test of the row that is missing."""
    monkeypatch.setitem(questions.OPERATIONS, "TripleBackward0", TripleBackward0)
    op = questions.Op("TripleBackward0.apply(x)", "x * 3", "TripleBackward0(x)", "", "2x3")
    return partial(test_ops.test_the_gradient_is_the_slope, op, "x")


def test_every_fault_in_every_rule_is_noticed(capsys):
    found = run("tools/mutants.py")
    with capsys.disabled():
        print(f"\n{found.stdout[found.stdout.rfind('mutation score'):]}", end="", file=sys.stderr)
    assert found.returncode == 0, found.stdout + found.stderr


def test_without_rows_the_score_is_not_full():
    found = run("-c", "import sys; sys.path[:0] = ['tools', 'tests/package']; import mutants, test_ops\n"
                      "test_ops.DIFFERENTIABLE.clear(); test_ops.EDGES.clear(); sys.exit(mutants.main(['matrices']))")
    assert found.returncode == 1, found.stdout + found.stderr
    assert "nobody notices: doubled\n" in found.stdout
    assert "\nmutation score: 0 of " in found.stdout


def test_every_operation_is_broken_and_every_other_node_with_a_rule():
    names = {rule.name for rule in mutants.rules()}
    others = {"AccumulateGrad", "CopySlices", "AsStridedBackward0", "UndefinedGradBackward"}
    assert names >= questions.OPERATIONS.keys() | others
    assert "TripleBackward0" not in names
    assert {"expand", "put", "choose", "places", "of_inner"} <= {part.name for part in mutants.parts()}


def test_a_rule_without_a_row_survives_and_with_one_it_does_not(triple, row):
    alive, count = mutants.survivors(triple, [])
    assert {"zeros", "doubled", "sign", "return grad * 3  ->  return grad * 4"} <= set(alive) and len(alive) == count
    assert mutants.survivors(triple, [row]) == ([], count)
    assert TripleBackward0.backward is triple.function


def test_a_test_that_fails_without_a_fault_proves_nothing(triple):
    with pytest.raises(ZeroDivisionError):
        mutants.survivors(triple, [lambda: 1 / 0])


@pytest.mark.parametrize("fault", [
    "self, other = ctx.saved_like(grad)  ->  other, self = ctx.saved_like(grad)",
    "if self < 2 and other is None:  ->  if True:",
    "if self < 2 and other is None:  ->  if self <= 2 and other is None:",
    "if self < 2 and other is None:  ->  if self < 3 and other is None:",
    "if self < 2 and other is None:  ->  if self < 2 or other is None:",
    "if self < 2 and other is None:  ->  if self < 2 and other is not None:",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (None, None)",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (None, grad.reshape(ctx.dim, keepdim=True))",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (grad, None)",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (-grad.reshape(ctx.dim, keepdim=True), None)",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (2 * grad.reshape(ctx.dim, keepdim=True), None)",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (0 * grad.reshape(ctx.dim, keepdim=True), None)",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (grad.reshape(keepdim=True), None)",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (grad.reshape(ctx.dim), None)",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (grad.reshape(ctx.dim, keepdim=False), None)",
    "return (grad.reshape(ctx.dim, keepdim=True), None)  ->  return (grad.reshape(ctx.dim - 1, keepdim=True), None)",
    "grad[0] = -swap(other.T) ** 2 / (self @ other)  ->  pass",
    "grad[0] = -swap(other.T) ** 2 / (self @ other)  ->  grad[1] = -swap(other.T) ** 2 / (self @ other)",
    "grad[0] = -swap(other.T) ** 2 / (self @ other)  ->  grad[0] = swap(other.T) ** 2 / (self @ other)",
    "grad[0] = -swap(other.T) ** 2 / (self @ other)  ->  grad[0] = -other.T ** 2 / (self @ other)",
    "grad[0] = -swap(other.T) ** 2 / (self @ other)  ->  grad[0] = -swap(other) ** 2 / (self @ other)",
    "grad[0] = -swap(other.T) ** 2 / (self @ other)  ->  grad[0] = -(swap(other.T) * 2) / (self @ other)",
    "grad[0] = -swap(other.T) ** 2 / (self @ other)  ->  grad[0] = -swap(other.T) ** 2 * (self @ other)",
    "grad[0] = -swap(other.T) ** 2 / (self @ other)  ->  grad[0] = -swap(other.T) ** 2 / (other @ self)",
    "return (grad, grad.sum())  ->  return (grad.sum(), grad)",
])
def test_such_faults_are_tried(fault):
    part = mutants.Part("nowhere", "sample", sample, (), None)
    assert fault in [name for name, _ in mutants.mutants(part)]
