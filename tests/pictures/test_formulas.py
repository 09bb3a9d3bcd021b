"""The formulas of the stepper: nearly every kind of node has one, and it is what the rule computes, in both."""

import functools
import math

import numpy as np
import pytest
import questions

import minigrad
from minigrad import viz
from minigrad.autograd.function import FunctionNode
from minigrad.core.node import Node
from minigrad.viz.graph.saved import names as saved_names, reachable
from minigrad.viz.stepper import rules
from minigrad.viz.stepper.rules import FORMULAS, UNLESS, WITHOUT, formulas
from minigrad.viz.stepper.step import sum_to

pytestmark = pytest.mark.filterwarnings("ignore")

# Beside the rows of all operations: arguments on which formulas depend, several dimensions, ties, and zeros.
# The shapes are v: 3, x: 2x3, u: 2x2x3, and z: 2x3 with one row of zeros. `at` holds the places 0 and 2.
MORE = """
torch.add(x, v, alpha=3); torch.sub(v, x, alpha=-2); 3 - x; torch.addmm(v, x[:, :2], x, beta=2, alpha=0.5)
(x * 0).max(); (z * v).min(); (x * 0).amin((0, 1), True); (z * 0).amax(1); z.amax(0, True); u.amax((-1, 0))
torch.maximum(x, z); torch.minimum(z, 2 * z); torch.maximum(v, x); torch.where(x > 0, v, x[:, :1])
x.sum((0, -1)); u.sum((-1, 0)); u.mean((1, -3)); u.mean((2, 0), True); u.logsumexp((-2, 2)); u.cumsum(-2)
x.var(); u.var((0, -1)); u.var((2, 1), correction=0, keepdim=True); x.var(-1); v.var(0); z.var(1); x.var(keepdim=True)
x.std(); u.std((0, 2)); z.std(1); z.std(-1, keepdim=True); (z * 0).std(); x.std(0, correction=0)
z.norm(dim=1); z.norm(); u.norm(dim=(0, -1)); z.norm(1, 1); x.norm(3, (0,)); u.norm(1.5, (0, 2)); x.norm(-2, 1, True)
x.prod(); u.prod(1); u.prod(-1, True); v.prod(0); u.softmax(-2).log_softmax(1)
x.clamp(min=0.5); x.clamp(max=0.5); x.clamp(-1, 1); x.clamp(v); x.clamp(max=v); x.clamp(v, 1 + v); x.clamp(1 + v, v)
x.clamp(v * 0 / 0, v); x.clamp(v, v * 0 / 0)
torch.nn.functional.nll_loss(x, at); torch.nn.functional.nll_loss(x, at, v.detach()); x.max(-1)[0]; x.max(-1, True)[0]
torch.nn.functional.nll_loss(x, at, reduction='none'); torch.nn.functional.nll_loss(x, at, v.detach(), reduction='sum')
torch.nn.functional.nll_loss(v, at[0]); torch.nn.functional.nll_loss(x, at, v.detach(), reduction='none')
torch.nn.functional.mse_loss(x, z, reduction='none'); torch.nn.functional.mse_loss(v, v * v, reduction='sum')
torch.nn.functional.softplus(x, 3, 2); torch.nn.functional.softplus(x); torch.nn.functional.gelu(x)
torch.cat((x, z, v.reshape(1, 3))); torch.cat((x, x.detach()), -1); torch.stack((v, v, v), -1); x.repeat(2, 1, 2)
x[:, at]; u[at - 1, :, at]; x[at * 0]; x[x > 0]; u[:, 1:, ::2]; u[-1, :, -2]; u.diagonal(1, -1, 0); u.flip(0, -1)
u.permute(-1, 0, 1); x.roll((1, -1), (0, 1)); x.split(2, 1)[1]; u.unbind(1)[0]; x.expand(4, 2, 3)
v.reshape(3, 1).expand(4, 3, 2); x.gather(-1, at.reshape(2, 1)); x.index_select(-1, at); u.transpose(0, -1); x.sgn()
torch.maximum(x, x); torch.minimum(v, v); (x * 0).min(); (x * 0).median(); x.amin(1); x.min(1)[0]; x.median(1)[0]
v.masked_fill(x > 0, v[0]); v.masked_fill(x > 0, 1.5); x.scatter_add(1, at.reshape(2, 1), z); z.abs()
"""

# What is left out since the formula would be wrong: it gives other numbers, or none.
WRONG = {
    "v.masked_select(x > 0)": "MaskedSelectBackward0",
    "(z * 0).atan2(z)": "Atan2Backward0",
    "z**0": "PowBackward0",
    "z**(z * 0)": "PowBackward1",
    "0**(v * 0)": "PowBackward2",
    "z.prod()": "ProdBackward0",
    "z.prod(1)": "ProdBackward1",
    "z.cumprod(1)": "CumprodBackward0",
    "torch.nn.functional.binary_cross_entropy(z.relu().clamp(max=1), x.sigmoid())": "BinaryCrossEntropyBackward0",
    "torch.nn.functional.binary_cross_entropy_with_logits(x, x.sigmoid(), pos_weight=v.detach())":
        "BinaryCrossEntropyWithLogitsBackward0",
    "(z / 0).max()": "MaxBackward1",
    "(z / 0).min()": "MinBackward1",
    "(z / 0).median()": "MedianBackward0",
    "(z * 0 / 0).nanmedian()": "NanmedianBackward0",
    "torch.nn.functional.gelu(x, approximate='tanh')": "GeluBackward0",
    "torch.nn.functional.nll_loss(x, at, ignore_index=2)": "NllLossBackward0",
}


def tensors_of(lib):
    numbers = np.random.default_rng(1).permutation(np.linspace(-2.1, 1.9, 24))
    arrays = {"v": numbers[:3], "x": numbers[3:9].reshape(2, 3), "u": numbers[9:21].reshape(2, 2, 3)}
    arrays["z"] = np.array([[0.0, 0.0, 0.0], numbers[21:]])
    leaves = {name: lib.tensor(array.copy(), requires_grad=True) for name, array in arrays.items()}
    return {"torch": lib, "at": lib.tensor([0, 2]), **leaves}


@functools.lru_cache
def nodes_of(lib):
    """All nodes that the rows of all operations record, and `MORE`.

    A row's first spelling is taken with all shapes, the others, many of which count dimensions from the end, with one.
    """
    results = []
    for op in questions.OPS:
        if op.graph != "None" and (lib.__name__ == "minigrad" or questions.runs_on_torch(op)):
            shapes, (first, *others) = questions.shapes_of(op), questions.spellings(op)
            longest = max(shapes, key=lambda sizes: sum(map(len, sizes)))
            for code, sizes in [(first, sizes) for sizes in shapes] + [(code, longest) for code in others]:
                leaves = questions.leaves_of(lib, questions.inputs_of(op, sizes))
                results.append(questions.result_of(code, lib, leaves))
    results += [eval(code, tensors_of(lib)) for code in MORE.replace("\n", ";").split(";") if code]
    return nodes_behind(results)


def nodes_at_edges(lib):
    """The nodes of the rows in EDGES: numbers at which a derivative is easily got wrong, most of them 0."""
    for code, values, _ in questions.EDGES:
        leaf = lib.tensor(values, dtype=lib.float64, requires_grad=True)
        yield from nodes_behind([questions.result_of(code, lib, [leaf])])


def nodes_behind(results):
    tensors = [one for several in results for one in (several if isinstance(several, (tuple, list)) else [several])]
    return reachable([tensor.grad_fn for tensor in tensors if getattr(tensor, "grad_fn", None) is not None])


class Zeros:
    """Zeros, and PyTorch's methods that put numbers back in their places: minigrad has only the first of them."""

    def __init__(self, lib, sizes):
        self.lib, self.array = lib, np.zeros(sizes)

    def scatter_add(self, dim, index, grad):
        return self.lib.tensor(self.array).scatter_add(dim, index, grad)

    def index_put(self, places, grad, accumulate):
        places = tuple([slice(None) if place is None else np.asarray(place) for place in places])
        assert accumulate
        np.add.at(self.array, places, grad.numpy())
        return self.lib.tensor(self.array)

    def index_add(self, dim, index, grad):
        return self.index_put((None,) * dim + (index.reshape(-1),) if self.array.shape else (), grad, True)

    def shown(self, part, grad):
        part.flags.writeable = True
        part[...] = grad.numpy()
        return self.lib.tensor(self.array)

    def select_scatter(self, grad, dim, index):
        return self.shown(self.array[(slice(None),) * dim + (index, ...)], grad)

    def slice_scatter(self, grad, dim, start, end, step):
        return self.shown(self.array[(slice(None),) * dim + (slice(start, end, step),)], grad)

    def diagonal_scatter(self, grad, offset, dim1, dim2):
        return self.shown(self.array.diagonal(offset, dim1, dim2), grad)


def signed(value):
    """PyTorch shows negative numbers as unsigned ones of 64 bits."""
    if isinstance(value, tuple):
        return tuple(map(signed, value))
    return value - 2**64 if isinstance(value, int) and value >= 2**63 else value


def meaning(lib, node, grads):
    """What the names in a formula stand for."""
    names = {name.removeprefix("_saved_"): getattr(node, name) for name in saved_names(type(node))}
    names = {name: value.detach() if hasattr(value, "detach") else signed(value) for name, value in names.items()}
    if isinstance(names.get("dim"), tuple) and len(names["dim"]) == 1:
        (names["dim"],) = names["dim"]
    if "correction" in names:
        names["n"] = names["self"].numel() / max(grads[0].numel(), 1)
    parts = names.get("indices")  # PyTorch's index_put does not take the None that stands for a whole dimension
    own = lib.__name__ == "minigrad" or isinstance(parts, tuple) and any(part is None for part in parts)
    return {
        **{name: getattr(lib, name) for name in ("where", "zeros_like", "eye", "cat", "stack")}, **names,
        "grad": grads[0], "grads": grads, "sizes": names.get("self_sym_sizes"), "numel": names.get("self_sym_numel"),
        "zeros": functools.partial(Zeros, lib) if own else functools.partial(lib.zeros, dtype=lib.float64),
        "pi": math.pi, "log": math.log, "cdf": lambda x: (1 + (x / 2**0.5).erf()) / 2,
        "pdf": lambda x: (-x**2 / 2).exp() / (2 * math.pi) ** 0.5,
    }


def numbers_of(tensor):
    return (tensor + 0).detach().numpy()  # PyTorch has zeros without memory, which have no numbers before the sum


def edges_of(lib, node):
    """For each edge to which the rule sends something: (its index, that as numbers, what names stand for)."""
    rng = np.random.default_rng(2)
    grads = [lib.tensor(rng.normal(size=shape)) for shape in rules.shapes(node)]
    results, names = node(*grads), meaning(lib, node, grads)
    results = results if isinstance(results, (tuple, list)) else [results]
    for index, ((target, output), result) in enumerate(zip(node.next_functions, results)):
        if target is not None and result is not None:
            yield index, numbers_of(sum_to(result, rules.shapes(target)[output])), names


def agree(text, expected, names):
    found = numbers_of(eval(text, dict(names)))
    return found.shape == expected.shape and np.allclose(found, expected, 1e-6, 1e-9, equal_nan=True)


def last(lib, code):
    return eval(code, tensors_of(lib)).grad_fn


DIFFERENT = (
    "a formula gives other numbers than its rule. Where it divides by 0 and the rule does not, let the formula end in "
    "`.masked_fill(self == 0, 0)`, or give UNLESS in minigrad/viz/stepper/rules.py a line"
)
HOW = "give its class `formula = (...,)`, or minigrad/viz/stepper/rules.py a line in WITHOUT with the reason"


def with_own():
    """{kind of node: its formulas} of the operations whose class says them itself."""
    return {kind: cls.formula for kind, cls in questions.OPERATIONS.items() if "formula" in vars(cls)}


def right(text, expected, names):
    try:
        return agree(text, expected, names)
    except Exception:  # it cannot be computed at all: a shape does not fit, a name is unknown
        return False


def compared(lib, node):
    """{(kind of node, number of the edge): whether its formula is what the rule computes} where there is a formula."""
    texts = formulas(node)
    return {
        (type(node).__name__, index): right(texts[index], expected, names)
        for index, expected, names in (edges_of(lib, node) if any(texts) else ()) if texts[index]
    }


def test_the_formulas_are_what_the_rules_compute(lib):
    told = set()
    for node in [*nodes_of(lib), *nodes_at_edges(lib)]:
        found = compared(lib, node)
        assert all(found.values()), f"{DIFFERENT}: {found}, {formulas(node)}"
        told |= found.keys()
    written = FORMULAS | (with_own() if lib is minigrad else {})
    count = {kind: 1 if callable(texts) else len(texts) for kind, texts in written.items()}
    assert told >= {(kind, index) for kind in written for index in range(count[kind])}, "each formula has its test"


class CubeBackward0(Node, saves="self"):
    formula = ("grad * 3 * self ** 2",)

    def forward(ctx, self):
        ctx.save_for_backward(self)
        return self.array**3

    def backward(ctx, grad):
        (self,) = ctx.saved_like(grad)
        return grad * 3 * self**2


def test_a_class_may_say_its_formula_itself():
    node = CubeBackward0.apply(minigrad.tensor(2.0, requires_grad=True)).grad_fn
    assert formulas(node) == ["grad * 3 * self ** 2"] and node(minigrad.tensor(1.0)).item() == 12


class SmoothMaximumBackward0(Node, saves="self other result"):
    """An operation that the package does not have, written as CONTRIBUTING says."""

    formula = ("grad * (self - result).exp()", "grad * (other - result).exp()")

    def forward(ctx, self, other):
        ctx.save_for_backward(self, other)
        return np.logaddexp(self.array, other.array)

    def backward(ctx, grad):
        self, other, result = ctx.saved_tensors
        return grad * (self - result).exp(), grad * (other - result).exp()


def added(name):
    """What records x and this tensor, added in this way."""
    names = tensors_of(minigrad)
    return SmoothMaximumBackward0.apply(names["x"], names[name]).grad_fn


def test_the_formula_of_a_new_operation_has_the_sum_for_an_input_that_was_repeated():
    node = added("v")
    assert formulas(node) == ["grad * (self - result).exp()", "(grad * (other - result).exp()).sum(0)"]
    assert all(compared(minigrad, node).values()) and len(compared(minigrad, node)) == 2
    assert formulas(added("z"))[1] == "grad * (other - result).exp()"


@pytest.mark.parametrize("wrong", [
    "grad * (self - result).exp()", "grad * (other - result).exp() * 2", "grad * (other - result).exp().sum(0)",
    "grad * (other - answer).exp()", "grad",
], ids=["of the other input", "a factor too much", "a sum of its own in the wrong place", "an unknown name", "no rule"])
def test_a_wrong_formula_of_a_new_operation_is_noticed(wrong, monkeypatch):
    monkeypatch.setattr(SmoothMaximumBackward0, "formula", (SmoothMaximumBackward0.formula[0], wrong))
    assert list(compared(minigrad, added("v")).values()) == [True, False]


def test_a_formula_that_begins_with_a_call_is_added_up_as_a_whole(monkeypatch):
    texts = ("grad * (self - result).exp()", "where(self < result, 1, 0) * grad * (other - result).exp()")
    monkeypatch.setattr(SmoothMaximumBackward0, "formula", texts)
    assert list(compared(minigrad, added("v")).values()) == [True, True]


def test_every_kind_has_a_formula_or_a_reason_to_have_none(lib):
    kinds = {type(node).__name__ for node in nodes_of(lib)}
    missing = sorted(kinds - (FORMULAS.keys() | WITHOUT.keys() | with_own().keys()))
    assert not missing, f"{missing}: {HOW}"
    assert len(kinds) > 100
    assert not FORMULAS.keys() & WITHOUT.keys() and all(WITHOUT.values())
    assert not any(any(formulas(node)) for node in nodes_of(lib) if type(node).__name__ in WITHOUT)


def test_no_formula_is_for_a_kind_that_does_not_exist():
    kinds = {
        cls.__name__ for cls in Node.__subclasses__()
        if cls.backward.__module__.startswith("minigrad.") and ".teach." not in cls.backward.__module__
    } - {FunctionNode.__name__, "GraphRoot"}
    known = FORMULAS.keys() | WITHOUT.keys() | with_own().keys()
    assert not kinds - known, f"{kinds - known}: {HOW}"
    assert not known - kinds, f"minigrad/viz/stepper/rules.py: no operation records {known - kinds}"


@pytest.mark.parametrize("code", WRONG)
def test_a_formula_that_would_be_wrong_is_left_out(code, lib, monkeypatch):
    node = last(lib, code)
    assert type(node).__name__ == WRONG[code]
    edges = list(edges_of(lib, node))
    assert not any(formulas(node)[index] for index, *_ in edges)
    monkeypatch.delitem(UNLESS, WRONG[code])
    with np.errstate(all="ignore"):
        assert not all(right(formulas(node)[index], expected, names) for index, expected, names in edges)


def test_minigrads_own_way_back_of_a_sum_has_no_formula():
    """Where PyTorch turns the gradient around twice, minigrad's `cumsum` runs backwards, under the same name."""
    import minigrad

    x = minigrad.ones(3, requires_grad=True)
    weights = minigrad.tensor([1.0, 10.0, 100.0], requires_grad=True)
    (slope,) = minigrad.autograd.grad(x.cumsum(0), x, weights, create_graph=True)
    assert slope.tolist() == [111, 110, 100] and type(slope.grad_fn).__name__ == "CumsumBackward0"
    assert formulas(slope.grad_fn)[0] == ""


def test_the_condition_on_every_kind_has_its_test():
    elsewhere = {"CumsumBackward0", "DivBackward2", "VarBackward0", "StdBackward0"}  # of one library only
    tested = {*WRONG.values(), *elsewhere}
    assert not UNLESS.keys() - tested, f"test_formulas.py: add to WRONG a line for {UNLESS.keys() - tested}"
    assert not tested - UNLESS.keys(), f"minigrad/viz/stepper/rules.py: UNLESS lacks {tested - UNLESS.keys()}"


@pytest.mark.parametrize("code, texts", {
    "x + x": ["grad", "grad"],
    "x + v": ["grad", "grad.sum(0)"],
    "x * x[:, :1]": ["grad * other", "(grad * self).sum(1, keepdim=True)"],
    "u - x[:, :1]": ["grad", "(-grad).sum(0).sum(1, keepdim=True)"],
    "v[0] / u": ["(grad / other).sum()", "-grad * self / other**2"],
    "u * v.reshape(1, 3)": ["grad * other", "(grad * self).sum(0).sum(0, keepdim=True)"],
    "u + v": ["grad", "grad.sum((0, 1))"],
    "torch.where(x > 0, v, x)": ["where(condition, grad, 0).sum(0)", "where(condition, 0, grad)"],
    "torch.add(x, x, alpha=3)": ["grad", "grad * alpha"],
    "torch.addmm(v, x[:, :2], x)": ["grad.sum(0)", "grad @ mat2.T", "mat1.T @ grad"],
    "torch.addmm(v, x[:, :2], x, beta=2, alpha=3)": [
        "(grad * beta).sum(0)", "grad @ mat2.T * alpha", "mat1.T @ grad * alpha"
    ],
    "x.sum()": ["grad.expand(sizes)"],
    "v.sum(0)": ["grad.expand(sizes)"],
    "x.sum(0)": ["grad.unsqueeze(dim).expand(sizes)"],
    "x.sum(0, keepdim=True)": ["grad.expand(sizes)"],
    "u.sum((-1, 0))": ["grad.unsqueeze(0).unsqueeze(2).expand(sizes)"],
    "x.mean()": ["grad.expand(sizes) / numel"],
    "x.mean((0, 1))": ["grad.expand(sizes) / numel"],
    "x.mean(-1)": ["grad.unsqueeze(dim).expand(sizes) * grad.numel() / numel"],
    "x.std()": ["(grad / result) / (n - 1) * (self - self.mean())"],
    "x.std(1)": ["(grad / result).unsqueeze(dim) / (n - correction) * (self - self.mean(dim, True))"],
    "z.norm()": ["self * (grad / result)"],
    "z.norm(dim=1)": ["self * (grad / result).masked_fill(result == 0, 0).unsqueeze(dim)"],
    "x.norm(1)": ["grad * self.sign()"],
    "x.norm(0.5, 1)": ["self.sign() * self.abs()**(ord - 1) * (grad / result**(ord - 1)).unsqueeze(dim)"],
    "x.norm(float('inf'))": [""],
    "z.norm(0.5)": [""],
    "x.clamp(0, 1)": ["where((self >= min) & (self <= max), grad, 0)"],
    "x.clamp(max=1)": ["where(self <= max, grad, 0)"],
    "x.clamp(v, v)": [
        "where((self >= min) & (self <= max), grad, 0)", "where((self < min) & (min < max), grad, 0).sum(0)",
        "where((self > max) | (min > max), grad, 0).sum(0)",
    ],
    "torch.nn.functional.nll_loss(x, at)": ["-grad * eye(self.shape[-1])[target] / total_weight"],
    "torch.nn.functional.nll_loss(x, at, v.detach(), reduction='none')": [
        "-grad.unsqueeze(-1) * weight * eye(self.shape[-1])[target]"
    ],
    "torch.nn.functional.mse_loss(x, z, reduction='sum')": ["2 * grad * (self - target)", "2 * grad * (target - self)"],
    "torch.cat((x, z, x))": ["grad.narrow(dim, 0, 2)", "grad.narrow(dim, 2, 2)", "grad.narrow(dim, 4, 2)"],
    "torch.cat((x, x.detach(), x), 1)": ["grad.narrow(dim, 0, 3)", "", ""],
    "torch.stack((v, v))": ["grad.select(dim, 0)", "grad.select(dim, 1)"],
    "u.permute(-1, 0, 1)": ["grad.permute((1, 2, 0))"],
    "v.repeat(4, 2)": ["grad.reshape((4, 2, 3)).sum((0, 1))"],
    "v[:1].repeat(2)": ["grad.reshape((2, 1)).sum(0)"],
    "x[:1, :1] @ x[:1]": ["grad @ mat2.T", "self.T @ grad"],
    "x[:1][at * 0]": ["zeros(sizes).index_put(indices, grad, accumulate=True)"],
    "v.masked_fill(x > 0, v[0])": ["grad.masked_fill(mask, 0).sum(0)", "grad.masked_fill(~mask, 0).sum()"],
}.items())
def test_a_formula_says_no_more_than_the_node_needs(code, texts, lib):
    node = last(lib, code)
    assert formulas(node) == texts


def test_a_formula_fits_on_a_line():
    texts = [text for several in FORMULAS.values() if not callable(several) for text in several]
    assert max(len(text.replace(".masked_fill(result == 0, 0)", "")) for text in texts) <= 81


def test_the_stepper_asks_for_formulas_before_the_tensors_are_freed(lib):
    def lines(run):
        names = tensors_of(lib)
        out = names["x"].std(1).prod() + names["x"].clamp(names["v"]).norm(dim=0).max()
        steps = viz.step(out, run=run, x=names["x"], v=names["v"])
        return sorted(line.partition(". ")[2].partition(" (step")[0] for line in steps.text.splitlines())

    assert lines(run=True) == lines(run=False)
    assert any("sends (grad / result).unsqueeze(dim) / (n - correction)" in line for line in lines(run=True))


def test_a_sum_over_repeated_entries_is_part_of_the_formula(lib):
    v, x = lib.tensor(2.0, requires_grad=True), lib.tensor([1.0, 2.0, 4.0])
    assert "sends (grad * other).sum() = 7. to AccumulateGrad of v" in viz.step((v * x).sum(), v=v).text
    assert "sends grad.sum() = 3. to AccumulateGrad of v" in viz.step((v + x).sum(), v=v).text


def test_on_a_device_without_numbers_what_depends_on_them_is_left_out():
    torch = pytest.importorskip("torch")
    x = torch.ones(2, 3, device="meta", requires_grad=True)
    assert formulas(x.prod().grad_fn)[0] == "" != formulas(x.exp().grad_fn)[0]
    assert formulas(x.std().grad_fn)[0].startswith("(grad / result).masked_fill(result == 0, 0)")


def test_a_factor_that_only_pytorch_takes_is_part_of_the_formula():
    torch = pytest.importorskip("torch")
    node = torch.rsub(torch.ones(3, requires_grad=True), 5, alpha=2).grad_fn
    assert formulas(node)[0] == "-grad * alpha" and node._saved_alpha == 2 and node(torch.ones(3)).tolist() == [-2] * 3


def test_complex_numbers_have_rules_of_their_own():
    torch = pytest.importorskip("torch")
    z = torch.ones(2, dtype=torch.complex64, requires_grad=True)
    assert formulas((z * z).grad_fn)[0] == formulas(z.abs().grad_fn)[0] == ""


def test_where_only_pytorch_records_another_rule_under_the_same_name_there_is_no_formula():
    torch = pytest.importorskip("torch")
    x, y = torch.tensor([6.0, 1.0], requires_grad=True), torch.tensor([2.0, 4.0], requires_grad=True)
    assert formulas(torch.div(x, y, rounding_mode=None).grad_fn) == ["", ""]
    assert formulas(torch.div(x, y, rounding_mode="floor").grad_fn) == ["zeros_like(grad)"] * 2
    for name in ("var", "std"):
        node = getattr(x, name)(()).grad_fn
        assert formulas(node) == [""] and formulas(getattr(x, name)().grad_fn) != [""]
        assert not node(torch.tensor(1.0)).isfinite().any(), "what a formula would not say"
