"""Each operation gives the dtype and the numbers that PyTorch gives, for each dtype and each two; so do programs."""
import json
import os
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from record import kinds_cases

import minigrad

ANSWERS = json.loads((Path(__file__).parents[1] / "record" / "kinds.json").read_text(encoding="utf-8"))["answers"]
NEW = int(os.environ.get("MINIGRAD_EXAMPLES", 0))


@pytest.mark.parametrize("code", dict.fromkeys(code for code, _, _ in kinds_cases.cases()))
def test_each_dtype_is_answered_as_recorded_from_torch(code):
    assert kinds_cases.ask(minigrad, code)[code] == ANSWERS[code]


def test_the_record_answers_every_question_and_no_other():
    assert list(ANSWERS) == list(dict.fromkeys(code for code, _, _ in kinds_cases.cases()))
    assert len(kinds_cases.cases()) > 6000


@pytest.mark.parametrize("case", sorted(kinds_cases.LEFT))
def test_what_still_differs_does_so(case):
    torch = pytest.importorskip("torch")
    assert kinds_cases.answer((*case, "int64"), minigrad) != kinds_cases.answer((*case, "int64"), torch)


# Programs: z is a new tensor, x and y are older ones, n is any number, s a small one, KIND a dtype.

STEPS = """
z = x + y; z = x - y; z = x * y; z = x / y; z = x + n; z = n - x; z = x * n; z = x / s; z = x // s; z = x % s
z = x ** 2; z = x == y; z = x < n; z = x & y; z = x | n; z = ~x; z = -x; z = abs(x); z = x.sum(); z = x.sum(0)
z = x.cumsum(0); z = x.prod(); z = x.max(); z = x.sort()[0]; z = x.argmax(); z = x[0]; z = x[x > s]; z = x[[0, -1]]
z = x[y]; z = torch.where(x > s, x, y); z = torch.where(x > s, x, s); z = torch.cat([x.view(-1), y.view(-1)])
z = x.clone(); z = torch.stack([x, y]); z = torch.maximum(x, y); z = x.clamp(min=s); z = x.any()
z = x.expand(2, *x.shape).clone(); z = x.t(); z = torch.where(x == x, x, 0).clamp(0, 100).to(torch.KIND)
z = x.new_full((2,), s); z = torch.zeros_like(x) + n; x += y; x -= n; x *= y; x *= n; x //= s; x.fill_(s)
x.copy_(y.long()); x[0] = s; x[x > s] = s; x[:1] = y; x.add_(y); x.neg_(); x.clamp_(0, 5); x.zero_(); x.eq_(y); x &= y
z = torch.tensor(x.tolist(), dtype=x.dtype); z = x.int().numpy()[0]; z = torch.arange(5.0)[x]
z = torch.from_numpy(x.numpy()) * 2; z = torch.result_type(x, y); z = x.isclose(y); z = x @ y
"""
NUMBERS = [0, 1, 2, -1, 3, 7, 300, -130, 2.5, -0.5, True]
CHOICES = st.tuples(
    st.sampled_from(kinds_cases.codes(STEPS)), st.integers(0, 9), st.integers(0, 9), st.sampled_from(NUMBERS),
    st.sampled_from([1, 2, 3, 5]), st.sampled_from(kinds_cases.KINDS),
)
LEAVES = st.tuples(st.sampled_from(kinds_cases.KINDS), st.sampled_from([(), (3,), (2, 3)]))


def outcomes(torch, leaves, choices):
    """What each step of a program says or gives, and all tensors in the end, as texts."""
    numbers = [3, -2, 100, 1, 0, 7]
    tensors = [torch.tensor(np.resize(numbers, shape)).to(getattr(torch, kind)) for kind, shape in leaves]
    texts = []
    for code, x, y, n, s, kind in choices:
        x, y = [tensors[-1 - place % len(tensors)] for place in (x, y)]
        here = {"torch": torch, "x": x, "y": y, "n": n, "s": s}
        try:
            with warnings.catch_warnings(record=True, action="always") as caught, np.errstate(all="ignore"):
                exec(code.replace("KIND", kind), here)
        except Exception:  # of two reasons PyTorch may say the other one; the record has the sentences
            texts.append(f"{code}: refused")
            continue
        made = here.get("z", here["x"])
        texts.append(f"{code}: {kinds_cases.said(made)} {[kinds_cases.said(one.message) for one in caught]}")
        if isinstance(made, torch.Tensor) and made.numel() < 40:
            tensors.append(made)
    return texts + [kinds_cases.said(tensor) for tensor in tensors]


@settings(max_examples=NEW or 200, derandomize=not NEW, deadline=None, suppress_health_check=list(HealthCheck))
@given(leaves=st.lists(LEAVES, min_size=2, max_size=4), choices=st.lists(CHOICES, min_size=1, max_size=12))
def test_programs_with_many_dtypes_go_as_in_torch(leaves, choices):
    torch = pytest.importorskip("torch")
    torch.set_warn_always(True)
    try:
        assert outcomes(minigrad, leaves, choices) == outcomes(torch, leaves, choices)
    finally:
        torch.set_warn_always(False)
