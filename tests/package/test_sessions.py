"""Random sessions, programs that go on after errors: what holds for each, and each line does what it does in PyTorch.

The sessions are the same in every run. With MINIGRAD_EXAMPLES=5000 in the environment, each test tries 5000 new ones.
PyTorch has a process of its own: a session that crashes it is a failure here, and the run goes on.
"""
import importlib.util
import multiprocessing
import re
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest
from hypothesis import assume, given, note
from test_properties import derived, inner, slope, tries, weights

import programs
from programs import Session, broken_rule, differences_of_lines, is_leaf_line, outcomes, results_of, session_steps

import minigrad

pytestmark = pytest.mark.filterwarnings("ignore")  # about .T, cycles, and divisions by 0

SESSIONS = programs.sessions()
TORCH = importlib.util.find_spec("torch") is not None

V = "p1 = torch.tensor([1.0, -0.5], dtype=torch.float64, requires_grad=True)"
PLAIN = "p2 = torch.tensor([1.0, -0.5], dtype=torch.float64)"

# What makes a gradient something else than a slope: it is replaced, kept from going on, or already used, or the leaf is
# written into by a line that raises.
INTERFERES = re.compile(r"hook|backward|grad|detach|\.data|rounding|Twice\.apply\(p\d+\)|^p\d+ = |^\w+ = \w+$|^del ")

# What a session has to hold for some rows: a graph that was freed.
FREED = r"(?s)(\.backward|autograd\.grad)\((?![^;\n]*(retain|create)_graph)[^;\n]*(?=[;\n]).*"

# Where minigrad does something else: words of the line, of what differs, and of the two outcomes; the reason; and a
# smallest session. A row that is mended goes.
KNOWN = [
    # Documented in the README
    (FREED + r"(\nhooks|(\.backward|autograd\.grad)\([^\n]*\ncalls)\n\[\]\n",
     "a graph that was freed is refused before any hook runs",
     (V, "t1 = p1 * p1", "t1.sum().backward()", "t1.register_hook(note('t1'))", "t1.sum().backward()")),
    (r"(?s)@.*create_graph.*\b(t\d+ = p\d+\.grad).*\n(graph|printed)\n|"
     r"create_graph.*\n(graph|printed)\n.*BackwardBackward0",
     "the graph of a second derivative has other nodes",
     ("p1 = torch.ones(2, 1, 2, dtype=torch.float64, requires_grad=True)",
      "p2 = torch.ones(1, 2, 1, dtype=torch.float64, requires_grad=True)",
      "t1 = p1 @ p2", "t1.sum().backward(create_graph=True)", "t2 = p2.grad")),
    # Looked for by these programs only
    (r"\n(error|first gradients|backward)\n.*a second time.*\n"
     r".*(modified by an inplace|hook returned|been detached in-place|has changed the)",
     "of two errors in one pass the other is raised",
     ("p1 = torch.tensor(-1.5, dtype=torch.float64, requires_grad=True)", "t1 = p1 * 0.25", "t1.backward()",
      "t2 = t1 * t1.sum()", "t2.mul_(t2)")),
    (r"(t\d+) = (torch\.autograd\.grad.*|p\d+\.grad)\n\1\._version\n",
     "a new gradient is at version 0, in PyTorch at the number of writes that made it",
     (V, "t1 = torch.autograd.grad(p1.median(0)[0], p1)[0]")),
    (r"\.is_leaf\nruntimeerror: a view was created in no_grad mode.*\nTrue$",
     "a view that a write has spoiled stays so when its base gives up its flag",
     (V, "with torch.no_grad(): t1 = p1[:1]", "p1.detach().mul_(2.0)", "p1.requires_grad = False")),
    (r"\.retains_grad\nFalse\nTrue",
     "a result that kept its gradient and was detached in place keeps none, says PyTorch all the same",
     (V, "t1 = p1 * p1", "t1.retain_grad()", "t1.detach_()")),
    (r"(?s)\.expand\(.*\.median\(0\)\[0\][^\n]*\n\w+\.numbers\n",
     "PyTorch's median of an expanded tensor reads numbers that are not its own",
     (V, "p2 = p1.detach()", "p2[0] = 1.5", "t1 = p2.expand(2, *p2.shape)", "t2 = t1.median(0)[0]")),
    (r"out of bounds for dimension",
     "an index into a tensor without entries names another dimension",
     ("p1 = torch.zeros((0, 2, 0), dtype=torch.float64)", "t1 = p1[..., 0]")),
    (r"layout contract",
     "no warning about the strides of a gradient without entries",
     ("p1 = torch.zeros((0, 1, 0), dtype=torch.float64)[None].requires_grad_()", "p1.backward(p1)",
      "t1 = p1.max(0)[0]", "t1.backward(t1)")),
    (r"[\w)]\[(\[|torch|\.\.\., \[|\w+ >)[^\n]*\nerror\nruntimeerror: unsupported operation: more than one el.*\nNone$",
     "a write by a list, mask, or tensor into an expanded tensor is refused, in PyTorch it warns",
     (PLAIN, "p2.expand(2, 2)[[-1]] = 3.0")),
]


def by_pytorch(session):
    import torch

    torch.set_warn_always(True)
    return outcomes(torch, session)


class PyTorch:
    """Another process, which is started again when a session ends it."""

    def __init__(self):
        self.pool = None

    def __call__(self, session):
        self.pool = self.pool or ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
        try:
            return self.pool.submit(by_pytorch, session).result()
        except BrokenProcessPool:
            self.pool = None
            raise


pytorch = PyTorch()


def broken_rules(session):
    """The first line that breaks a rule, if there is one."""
    broken = broken_rule(session, outcomes(minigrad, session))
    return [] if broken is None else [broken]


def differences_from_pytorch(session):
    return differences_of_lines(outcomes(minigrad, session), pytorch(session))


def as_text(session, found):
    """The lines before, the line that differs, in what, minigrad's outcome, and PyTorch's."""
    line, *what = found
    return "\n".join(["; ".join(session[:line]), *session[line:line + 1], *map(str, what)])


def is_known(session, found):
    return any(re.search(words, as_text(session, found)) for words, _, _ in KNOWN)


def without_known(session, look):
    """The session without the lines in which only what is known is found, and what else is found first."""
    while True:
        found = look(session)
        unknown = [one for one in found if not is_known(session, one)]
        if unknown or not found or found[0][0] == len(session):
            return session, unknown[:1]
        line = found[0][0]
        session = Session(session[:line] + session[line + 1:])


@tries(200)
@given(SESSIONS)
def test_an_error_changes_nothing_a_write_is_counted_and_a_leaf_stays_a_leaf(session):
    session, broken = without_known(session, broken_rules)
    note(repr(session))
    assert not broken


@pytest.mark.skipif(not TORCH, reason="needs PyTorch")
@tries(200)
@given(SESSIONS)
def test_each_line_does_what_it_does_in_pytorch(session):
    session, unknown = without_known(session, differences_from_pytorch)
    note(repr(session))
    assert not unknown


@pytest.mark.parametrize(("words", "reason", "lines"), KNOWN, ids=[row[1] for row in KNOWN])
def test_what_is_known_to_differ_still_does(words, reason, lines):
    """A row that fails here has been mended, and goes."""
    pytest.importorskip("torch")
    found = broken_rules(Session(lines)) + differences_from_pytorch(Session(lines))
    assert any(re.search(words, as_text(lines, one)) for one in found), found


@pytest.mark.parametrize(("lines", "found"), [
    ((V, "with torch.no_grad(): p1.mul_(2.0)"), ("p1._version", "0", "1")),
    ((V, "p1.register_hook(note('p1'))", "p1.sum().backward()"), ("calls", "[]", "[('p1', ['2'])]")),
    ((V, "p1.register_hook(note('p1'))", "t1 = p1 * p1", "t1.sum().backward(retain_graph=True)", "t1.sum().backward()"),
     ("calls", "[]", "[('p1', ['2'])]")),
    ((V, "t1 = p1 * p1", "t1.sum().backward()", "t1.sum().backward()"),
     ("error", "None", "runtimeerror: trying to backward through the graph a second time")),
    ((V, "p1.detach().mul_(2.0)"), ("a leaf stays a leaf", "p1", "False")),
    ((V, "t1 = p1[1:]", "with torch.no_grad(): t1.mul_(2.0)", "t1.backward(t1)"),
     ("p1.grad", "[array([0., -1.])]", "[None]")),
    ((V, "p1.sum().backward(create_graph=True)", "t1 = p1 * 2"), ("graph", "0: MulBackward0", "0: SubBackward0")),
])
def test_a_fault_beside_what_is_known_is_not_known(lines, found):
    assert not is_known(lines, (len(lines) - (found[0] != "graph"), *found))


def test_a_known_difference_at_the_end_hides_no_later_one():
    session = Session((V, "t1 = p1.tanh()", "t2 = torch.autograd.grad(t1.sum(), p1, create_graph=True)[0]"))
    ours = [{}, {}, {}, {"graph": "0: MulBackward0", "backward": "None"}]
    theirs = [{}, {}, {}, {"graph": "0: TanhBackwardBackward0", "backward": "runtimeerror: no"}]
    unknown = without_known(session, lambda _: differences_of_lines(ours, theirs))[1]
    assert unknown == [(3, "backward", "None", "runtimeerror: no")]


def tensors_after(session, move=None):
    """The tensors that a session leaves behind."""
    return [tensors for tensors, *_ in session_steps(minigrad, session, move)][-1]


@tries(40)
@given(SESSIONS)
def test_after_errors_the_gradient_is_still_the_slope(session):
    """<u, J v> = <J' u, v> over the lines that compute: an error between them leaves the gradients right."""
    session = Session([line for line in session if is_leaf_line(line) or not INTERFERES.search(line)])
    session, broken = without_known(session, broken_rules)
    assert not broken
    tensors = tensors_after(session)
    flagged = [line.split()[0] for line in session if is_leaf_line(line) and "requires_grad" in line]
    flagged = [name for name in flagged if name in tensors]  # t() of more than two dimensions makes none
    leaves = [tensors[name] for name in flagged]
    results = results_of(tensors)
    assume(results and leaves)
    note(repr(session))
    v, u = weights(leaves, 1), weights(results, 2)

    def height(distance):
        def move(begun):
            for name, direction in zip(flagged, v, strict=True):
                begun[name].detach().numpy()[...] += distance * direction.numpy()

        now = results_of(tensors_after(session, move))
        assume([one.shape for one in now] == [other.shape for other in results])
        return inner(u, now)

    measured, exactness = slope(height)
    assert abs(inner(derived(results, leaves, u), v) - measured) <= exactness
