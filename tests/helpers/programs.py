"""Random programs: a few leaves, then up to twelve steps, as lines of code that run on minigrad and PyTorch alike.

A program is drawn as a list of choices, each of which stands for itself, so that hypothesis can leave out any of them
when it looks for the smallest program that fails. `build` turns the choices into code: it tries each step on minigrad
and keeps those that work, and that leave no number too large or too small to be compared. One that raises may be
kept as the last line, to see whether PyTorch says the same.
"""
import functools
import operator
import re
import warnings
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays, mutually_broadcastable_shapes

import minigrad
import rows

NUMBERS = [quarters / 4 for quarters in range(-8, 9)]  # short to read; some meet at a kink, or tie
NOT_ZERO = [number for number in NUMBERS if number]
LARGEST, SMALLEST, MOST_ENTRIES, MOST_DIMS = 50, 0.05, 40, 4

# In all lines of code z is a new tensor, x and y are older ones, n is a number.
NOTHING = ["pass"]  # what hypothesis makes of a step that is not needed
ARITHMETIC = [
    "z = x + y", "z = x - y", "z = x * y", "z = x / y", "z = x * n", "z = n - x", "z = n / x", "z = x * x", "z = x + n",
    "z = x.exp()", "z = x.tanh()", "z = x.relu()", "z = x.sin()", "z = x.sigmoid()",
    "z = x * y.sum()", "z = x @ y", "z = x @ x.t()",
]
VIEWS = [
    "z = x[0]", "z = x[..., 0]", "z = x[1:]", "z = x.t()", "z = x.view(-1)", "z = x[None]", "z = x.expand(2, *x.shape)",
    "z = x.transpose(0, -1)", "z = x[...]", "z = x[::2]",
]
WRITES = [
    "x += y", "x -= n", "x *= y", "x *= n", "x /= y", "x.mul_(x)", "x.add_(y)", "x.pow_(2)", "x.exp_()", "x.tanh_()",
    "x.sigmoid_()", "x.relu_()", "x.neg_()", "x.clamp_(-1, 1)", "x.sin_()", "x.abs_()", "x.zero_()", "x.fill_(n)",
    "x.fill_(y.sum())", "x.copy_(y)", "x[0] = n", "x[..., 0] = y", "x[0] = y", "x[1:] = y", "x[:] = y", "x[[0, 0]] = n",
    "x[[0, -1]] = y", "x[x > 0.5] = n", "x[0] *= n", "x[..., -1] += y", "x.t().mul_(n)", "x.view(-1)[0] = n",
]
# What the slope of a whole program does not see. `x.grad_fn` comes before a hook because PyTorch 2.13 crashes where the
# hook is the first thing that a view hears of after its base was written into.
BREAKS = [
    "z = x.detach()", "z = x.detach().requires_grad_()", "z = x.clone().detach()", "z = x.data", "x.data.mul_(n)",
    "x.detach().add_(n)", "x = x * n", "x = y", "del x", "z = x.float()", "z = x.double()",
    "with torch.no_grad(): z = x * y", "with torch.no_grad(): x += n", "with torch.no_grad(): x[0] = y",
    "with torch.set_grad_enabled(False): z = x + y", "x.retain_grad()",
    "x.grad_fn; x.register_hook(lambda grad: grad * 2)",
    "x.grad_fn; x.register_hook(lambda grad: calls.append('x'))",
    "x.grad_fn.register_prehook(lambda grads: calls.append('x'))",
    "x.grad_fn.register_hook(lambda after, before: calls.append('x'))",
]
# Operations by name, in forms that fit many shapes; one that minigrad does not have is not drawn. Its row alone, in
# tests/rows, is drawn, too, but often says sizes that fit few tensors.
NAMED = {name: [f"z = x.{name}()"] for name in "acos asin atan cosh diag nanmean nansum sinh trace".split()} | {
    name: [f"z = x.{name}(y)"] for name in "atan2 fmod hypot logaddexp outer".split()
} | {
    "atleast_1d": ["z = torch.atleast_1d(x)"], "atleast_2d": ["z = torch.atleast_2d(x)"],
    "index_add": ["z = x.index_add(0, torch.tensor([0]), y[:1])", "z = x.index_add(0, torch.tensor([0, 0]), x[:2])"],
    "masked_scatter": ["z = x.masked_scatter(x > 0.5, y)", "z = x.masked_scatter(y > 0, x * n)"],
    "masked_select": ["z = x.masked_select(x > 0.5)", "z = x.masked_select(y > 0)"],
    "movedim": ["z = x.movedim(0, -1)", "z = x.movedim((0, 1), (1, 0))"],
    "take": ["z = x.take(torch.tensor([0, -1]))", "z = x.take(torch.tensor([[0, 0]]))"],
    "tensordot": ["z = torch.tensordot(x, y, 1)", "z = torch.tensordot(x, y, ([0], [0]))"],
}
NAMED["diag"] += ["z = x.diag(1)", "z = x.diag(-1)"]
NAMED["fmod"] += ["z = x.fmod(n)"]
NAMED["nansum"] += ["z = x.nansum(0)", "z = (x / x).nansum(-1)"]
NAMED["nanmean"] += ["z = x.nanmean(0)", "z = (x / x).nanmean(-1)"]
# In programs that are compared: pieces that are written into (PyTorch has more rules), a write that PyTorch counts
# inside isclose, and a choice among entries that tie.
LEFT_OUT = re.compile("unbind|split|chunk|isclose|topk")
BREAKING = re.compile(  # `x[[` writes into one place twice, and counts both values; the extremes have no slope at a tie
    r"float|double|detach|^x\[\[|\b(a?max|a?min|maximum|minimum|median|sort|topk)\("
)


class Program(tuple):
    """Lines of code; first those that make the leaves p1, p2 and so on."""

    def __repr__(self):
        names = "import operator", "import numpy as np", "import minigrad as torch", "calls = []"
        return "\n".join(["", *names, *self, ""])


class Choice(NamedTuple):
    """One step before it is code: which operation, on which tensors (0 is the newest), with which number."""

    code: str
    x: int
    y: int
    n: float
    keep: bool  # as the last line, if it raises


def codes_of(module):
    """What the rows of a module say about operations that PyTorch has, too: one code for each spelling."""
    spellings = [code for op in getattr(module, "OPS", ()) for code in op[0].split("; ")]
    return [f"z = {code}" for code in spellings if ".apply(" not in code and ":=" not in code]


PRESENT = [code for name, codes in NAMED.items() if hasattr(minigrad, name) for code in codes]
FAMILIES = [codes for codes in [*map(codes_of, rows.MODULES), PRESENT] if codes]


def usable(code, smooth):
    return not (BREAKING if smooth else LEFT_OUT).search(code)


def leaf_line(place, shape, numbers, kind, flag):
    values = f"tensor({numbers.tolist()}" if numbers.size else f"zeros({shape}"
    flag = ", requires_grad=True" * (flag and kind != "int64")
    return f"p{place} = torch.{values}, dtype=torch.{kind}{flag})"


@functools.cache
def compiled(line):
    return compile(line, line, "exec")


def run(package, program, move=None):
    """The tensors that a program leaves behind, by their names, what its hooks noted, and the error that ended it.

    move  is called with the leaves before the first step
    """
    names, error = {"torch": package, "np": np, "operator": operator, "calls": []}, None
    tensors = {}
    for line in program:
        if move is not None and not is_leaf_line(line):
            move(tensors)
            move = None
        try:
            exec(compiled(line), names)
        except Exception as raised:
            error = in_words(raised)
            break
        tensors = {name: value for name, value in names.items() if re.fullmatch(r"[pt]\d+", name)}
    return tensors, names["calls"], error


def in_words(error):
    """An error as both packages say it."""
    sentence = str(error).replace("minigrad.", "torch.").replace("CPUBoolType", "torch.BoolTensor")
    return f"{type(error).__name__}: {sentence}".lower()  # some write bool for Bool


def is_leaf_line(line):
    return line.startswith("p") and "dtype=torch." in line


def tame(tensors, smooth):
    for tensor in tensors.values():
        if not isinstance(tensor, minigrad.Tensor):
            return False  # a row that gives several tensors, or a number
        sizes = abs(tensor.array.astype(float))
        if tensor.numel() > MOST_ENTRIES or tensor.dim() > MOST_DIMS:
            return False
        if smooth and (tensor.dtype is minigrad.float32 or tensor.requires_grad and tensor.array.dtype.kind != "f"):
            return False
        if not np.all((sizes == 0) | (sizes >= SMALLEST) & (sizes <= LARGEST)):
            return False
    return True


def rotated(names, first):
    first %= len(names)
    return names[first:] + names[:first]


def lines_for(choice, tensors, number):
    """The code of a choice, for one pair of tensors after the other."""
    newest_first = list(tensors)[::-1]
    xs, ys = rotated(newest_first, choice.x), rotated(newest_first, choice.y)
    pairs = [(xs[0], y) for y in ys] if re.search(r"\by\b", choice.code) else [(x, x) for x in xs]
    for x, y in pairs:
        meant = {"x": x, "y": y, "z": f"t{number}", "n": str(choice.n)}
        yield re.sub(r"\b[xyzn]\b", lambda found: meant[found[0]], choice.code)  # noqa: B023


def extended(program, tensors, choice, smooth):
    """The program with the choice as its next line, and what it leaves behind; None where no tensors fit."""
    first = None
    for line in lines_for(choice, tensors, len(program)):
        longer = Program((*program, line))
        after, _, error = run(minigrad, longer)
        if error is None and tame(after, smooth) and not (smooth and overwritten(after)):
            return longer, after, None
        if error is not None and not error.startswith("notimplementederror: minigrad") and first is None:
            first = longer, after, error
    return first if choice.keep and not smooth else None


def build(leaves, choices, smooth):
    program, error = Program(leaves), None
    tensors = run(minigrad, program)[0]
    for choice in choices:
        if choice.code == "pass":
            continue
        found = extended(program, tensors, choice, smooth) if error is None and tensors else None
        if found is not None:
            program, tensors, error = found
    return program


def distinct(tensors):
    """Each tensor once, whatever names it has."""
    return list({id(tensor): tensor for tensor in tensors.values()}.values())


def results_of(tensors):
    return [tensor for tensor in distinct(tensors) if tensor.grad_fn is not None]


def leaves_of(tensors):
    """The leaves that gradients are wanted for."""
    return [tensor for tensor in distinct(tensors) if tensor.requires_grad and tensor.is_leaf]


def overwritten(tensors):
    """Whether something that the way back needs is gone, or a view may not even be asked for its node."""
    try:
        results = results_of(tensors)
        minigrad.autograd.grad(results, leaves_of(tensors), results, allow_unused=True)
    except RuntimeError:
        return True
    return False


@st.composite
def leaves(draw, smooth):
    """One to three lines; the shapes can be broadcast, and may be (), or hold no entries."""
    count = draw(st.integers(1, 3))
    smallest = draw(st.sampled_from([1, 1, 1, 0]))
    shapes = draw(mutually_broadcastable_shapes(num_shapes=count, max_dims=3, max_side=3, min_side=smallest))
    return [leaf_line(
        place, shape, draw(arrays(float, shape, elements=st.sampled_from(NUMBERS), fill=st.nothing())),
        "float64" if smooth or place == 1 else draw(st.sampled_from(["float64", "float32", "int64"])),
        place == 1 or draw(st.booleans()),
    ) for place, shape in enumerate(shapes.input_shapes, 1)]


def choices(smooth):
    own = [NOTHING, VIEWS, WRITES, ARITHMETIC, ARITHMETIC, ARITHMETIC]
    families = [*own, *([] if smooth else [BREAKS]), *FAMILIES]
    codes = st.one_of([
        st.sampled_from([code for code in family if usable(code, smooth)]) for family in families
    ])
    places = st.integers(0, 9)
    return st.builds(Choice, codes, places, places, st.sampled_from(NOT_ZERO), st.sampled_from([False] * 9 + [True]))


def programs(smooth=False):
    """Random programs. smooth: in float64 throughout, each result depends on the leaves as its gradient says."""
    drawn = st.tuples(leaves(smooth), st.lists(choices(smooth), min_size=6, max_size=12))
    return drawn.map(lambda pair: build(*pair, smooth))


def nodes_of(results):
    """Every node that can be reached, each once."""
    nodes = []
    for tensor in results:
        nodes += [tensor.grad_fn] * (tensor.grad_fn not in nodes)
    for node in nodes:  # the list grows on the way
        for target, _ in node.next_functions:
            nodes += [target] * (target is not None and target not in nodes)
    return nodes


def graph_of(tensors):
    """The graph in words: whose node is which, and for each node its name and where its gradients go."""
    names = {id(tensor): name for name, tensor in tensors.items()}
    nodes = nodes_of(results_of(tensors))
    text = [f"{name} is output {tensor.output_nr} of {nodes.index(tensor.grad_fn)}" for name, tensor in tensors.items()
            if tensor.grad_fn is not None]
    for number, node in enumerate(nodes):
        whose = f" of {names.get(id(node.variable), 'a lost leaf')}" if hasattr(node, "variable") else ""
        ways = [target and (nodes.index(target), output) for target, output in node.next_functions]
        text.append(f"{number}: {node.name()}{whose} -> {ways}")
    return "\n".join(text)


def numbers_of(tensors):
    return [None if tensor is None else tensor.detach().clone().numpy() for tensor in tensors]


def attempt(function, *args, **kwargs):
    """What a call gives, or its error in words."""
    try:
        return function(*args, **kwargs)
    except Exception as raised:
        return in_words(raised)


def weights_for(results):
    return [result.detach() + 1 for result in results]


def observed(package, program):
    """Everything a user can see of a program, by name: text, or lists of arrays and None."""
    tensors, calls, error = run(package, program)
    return {"error": str(error)} | end_state(package, tensors, calls)


def end_state(package, tensors, calls):
    """What a program leaves behind: its tensors, their graph, and the gradients that come back through it."""
    try:
        results_of(tensors)
    except RuntimeError as raised:  # some views may not even be asked for their nodes
        return {"nodes": in_words(raised)}
    seen = {
        "tensors": "\n".join([f"{name} {tensor.dtype} {tuple(tensor.shape)} flag {tensor.requires_grad}, leaf "
                              f"{tensor.is_leaf}, version {tensor._version}" for name, tensor in tensors.items()]),
        "numbers": numbers_of(tensors.values()),
        "printed": [repr(tensor).replace("minigrad.", "torch.") for tensor in tensors.values()],
        "graph": graph_of(tensors),
    }
    seen |= gradients(package, tensors, calls) | {"hooks": str(calls)}
    return {name: value.replace("minigrad.", "torch.") if isinstance(value, str) else value
            for name, value in seen.items()}


def gradients(package, tensors, calls):
    results, leaves = results_of(tensors), leaves_of(tensors)
    if not results or not leaves:
        return {}
    grad, backward = package.autograd.grad, package.autograd.backward
    first = attempt(grad, results, leaves, weights_for(results), create_graph=True, allow_unused=True)
    if isinstance(first, str):
        return {"first gradients": first}
    recorded = [one for one in first if one is not None and one.requires_grad]
    first_calls = calls[:]
    second = attempt(grad, recorded, leaves, weights_for(recorded), retain_graph=True, materialize_grads=True)
    calls[:] = first_calls  # on this pass a rule may send zeros in one package and nothing in the other
    passed = attempt(backward, results, weights_for(results))
    seen = {
        "first gradients": numbers_of(first),
        "second gradients": second if isinstance(second, str) else numbers_of(second),
        "backward": str(passed),
    }
    if passed is None:  # where it raises, minigrad's leaves get back what they had
        filled = [tensor.grad for tensor in tensors.values() if tensor.is_leaf or tensor.retains_grad]
        seen["grad"] = numbers_of(filled)
    return seen


def difference(ours, theirs):
    """The first of the observations in which two packages differ, and both answers; None if there is none."""
    return next(differences(ours, theirs), None)


def differences(ours, theirs):
    """The observations in which two packages differ, and both answers."""
    kinds = re.findall(r"torch\.(\w+)", " ".join([text for text in theirs.values() if isinstance(text, str)]))
    rough = 1e-3 if {"float32", "int64", "bool"} & {*kinds} else 1e-9
    for name in theirs:
        mine, other = ours.get(name), theirs[name]
        if name == "printed" and mine is not None:
            same = all(a == b for a, b, *arrays in zip(mine, other, ours["numbers"], theirs["numbers"])
                       if np.array_equal(*arrays) and not re.search(r"-0\.0*(?!\d)", a + b))
        elif isinstance(mine, list) and isinstance(other, list):
            nan = name == "second gradients"  # where a slope is infinite, that of the slope depends on how it was got
            same = len(mine) == len(other) and all(close(a, b, rough, nan) for a, b in zip(mine, other))
        else:
            same = mine == other or GONE in str(mine) and GONE in str(other)
        if not same:
            yield name, mine, other


GONE = "modified by an inplace operation"  # where several tensors were, each package may name another


def close(a, b, rough, nan_for_all):
    if a is None or b is None:
        return a is b
    if nan_for_all and a.shape == b.shape:
        a = np.where(np.isnan(b), b, a)
    return a.shape == b.shape and a.dtype == b.dtype and np.allclose(a, b, rough, rough, equal_nan=True)


# Sessions: programs that go on after an error, as a notebook does.

HELPERS = """
calls = []

def note(name):
    def hook(*seen):
        for one in seen:
            grads = one if isinstance(one, tuple) else (one,)
            calls.append((name, [None if grad is None else f"{grad.sum().item() + 0.0:.4g}" for grad in grads]))
    return hook

class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 2
"""
LEAVES_OF_VIEWS = ["[...]", "[None]", ".view(-1)", ".t()", ".reshape(-1)"]
SELECTIONS = [
    "z = x[[0, -1]]", "z = x[[0, 0]]", "z = x[x > 0.5]", "z = x[torch.tensor([0, -1])]", "z = x[..., [0]]",
    "x[[0]] = y", "x[[0, -1]] *= n", "x[x > 0.5] = y", "x[torch.tensor([-1])] = n", "z = x[True]",
    "x[torch.tensor([[True], [False]])]", "z = torch.where(x > 0.5, x, y)",
    "z = torch.div(x, y, rounding_mode='floor')",
]
SEVERAL = [
    "z = x.unbind()[0]", "z = x.split(1)[-1]", "z = x.chunk(2, -1)[0]", "z = x.max(0)[0]", "z = x.min(-1).values",
    "z = x.sort()[0]", "z = x.median(0)[0]", "z = x.topk(1)[0]",
]
OWN_WRITES = [
    "Twice.apply(x)", "z = Twice.apply(x)", "Twice.apply(x[0])", "z = Twice.apply(x.t())", "z = Twice.apply(x * n)",
]
FLAGS = [
    "x.requires_grad = True", "x.requires_grad = False", "x.requires_grad_()", "x.requires_grad_(False)", "x.detach_()",
    "z = x * x; x.detach_()",
]
QUIET = [
    "with torch.no_grad(): z = x[0]", "with torch.no_grad(): z = x.view(-1)", "with torch.no_grad(): z = x[[0]]",
    "with torch.no_grad(): z = x[...].requires_grad_()", "with torch.no_grad(): x.mul_(n)",
    "with torch.no_grad(): x[0] = n", "with torch.no_grad(): x.copy_(y)", "with torch.no_grad(): Twice.apply(x)",
    "with torch.enable_grad(): z = x * y",
]
HOOKS = [
    "x.grad_fn; x.register_hook(note('x'))", "x.grad_fn; x.register_hook(lambda grad: grad * 2)",
    "x.grad_fn; x.register_hook(lambda grad: n)", "x.grad_fn; x.register_hook(lambda grad: grad.sum())",
    "x.grad_fn.register_prehook(note('x'))", "x.grad_fn.register_prehook(lambda grads: (grads[0] * 2,))",
    "x.grad_fn.register_hook(note('x'))", "x.grad_fn.register_hook(lambda after, before: None)",
    "x.register_post_accumulate_grad_hook(note('x'))", "x.register_post_accumulate_grad_hook(lambda leaf: n)",
    "x.register_post_accumulate_grad_hook(lambda leaf: leaf.grad.zero_())", "x.retain_grad()",
    *[f"{line}; z.grad_fn.register_prehook(note('z'))" for line in SEVERAL],
    *[f"{line}; z.grad_fn.register_prehook(lambda grads: (grads[0] * 2,))" for line in SEVERAL],
]
BACKWARD = [
    "x.backward()", "x.sum().backward()", "x.sum().backward(retain_graph=True)", "x.backward(torch.ones_like(x))",
    "x.backward(torch.ones_like(x), retain_graph=True)", "x.backward(y)", "x.sum().backward(create_graph=True)",
    "x.sum().backward(inputs=[y])", "z = x[[0, -1]].sum(); z.backward()", "z = x[x > 0].sum(); z.backward()",
    "z = torch.autograd.grad(x.sum(), y)[0]", "z = torch.autograd.grad(x.sum(), y, create_graph=True)[0]",
    "z = torch.autograd.grad(x.sum(), [x, y], retain_graph=True, allow_unused=True)[1]",
    "x.grad = None", "x.grad = y.clone()", "x.grad.zero_()", "z = x.grad", "x.data -= n * x.grad",
]
DATA = ["x.data[0] = n", "x.data = x.data * n", "x.detach().mul_(n)", "x.data.zero_()", "z = x.data"]
SCALARS = [
    "calls.append(f'{float(x):.4g}')", "calls.append(int(x))", "calls.append(bool(x))", "calls.append(len(x))",
    "calls.append(f'{x.item():.4g}')", "x.numpy()", "x.tolist()", "torch.tensor([x.sum(), y.sum()])",
]


class Session(Program):
    """Lines of code, each of which runs, whatever became of those before it."""

    def __repr__(self):
        return "\n".join(["", "import minigrad as torch", HELPERS, *self, ""])


def session_steps(package, session, move=None):
    """After each line: the tensors by their names, the error in words or None, the warnings, and the notes of hooks.

    move  is called with the leaves before the first step
    """
    names = {"torch": package}
    exec(compiled(HELPERS), names)
    tensors = {}
    for line in session:
        if move is not None and not is_leaf_line(line):
            move(tensors)
            move = None
        names["calls"].clear()
        with warnings.catch_warnings(record=True, action="always") as warned:
            warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")  # as minigrad has it
            error = attempt(exec, compiled(line), names)
        tensors = {name: value for name, value in names.items() if re.fullmatch(r"[pt]\d+", name)
                   and isinstance(value, package.Tensor)}
        yield tensors, error, warned, names["calls"]


FACTS = "dtype", "shape", "is_leaf", "requires_grad", "retains_grad", "_version"


def facts(tensors):
    """What a user can see of each tensor, without asking for its node: a view may be made a new one then."""
    seen = {}
    for name, tensor in tensors.items():
        seen |= {f"{name}.{fact}": str(attempt(getattr, tensor, fact)).replace("minigrad.", "torch.") for fact in FACTS}
        with warnings.catch_warnings(action="ignore"):
            grad = tensor.grad
        seen |= {f"{name}.numbers": numbers_of([tensor]), f"{name}.grad": numbers_of([grad])}
        seen[f"{name}.grad.requires_grad"] = str(grad is not None and grad.requires_grad)
    return seen


def outcomes(package, session):
    """What each line does, by name: text, or lists of arrays and None; then what the session leaves behind."""
    seen, tensors, calls = [], {}, []
    for tensors, error, warned, calls in session_steps(package, session):
        warned = "\n".join([f"{one.category.__name__}: {one.message}" for one in warned])
        warned = re.sub(r" \(Triggered internally.*", "", warned).replace("minigrad.", "torch.")
        seen.append({"error": str(error), "warnings": warned, "calls": str(calls)})
        seen[-1] |= facts(tensors)
    calls.clear()
    with warnings.catch_warnings(action="ignore"):
        return [*seen, end_state(package, tensors, calls)]


def differences_of_lines(ours, theirs):
    """The first line whose outcomes differ, and in what. Only if no line does: all in which the ends differ.

    Of the ends, what an error has kept minigrad from is left out, and the hooks where the gradients differ.
    """
    *lines, end = [list(differences(mine, other)) for mine, other in zip(ours, theirs, strict=True)]
    for number, found in enumerate(lines):
        if found:
            return [(number, *found[0])]
    gradients = {"first gradients", "backward"} & {name for name, *_ in end}
    return [(len(lines), name, mine, other) for name, mine, other in end
            if name == end[0][0] or mine is not None and not (name == "hooks" and gradients)]


def broken_rule(session, seen):
    """The first line after which something is not as it has to be, what it breaks, and what was there before and after.

    An error changes nothing, a write is counted, and a leaf that requires a gradient stays a leaf.
    """
    counted = ".data" not in "".join(session)
    for number, (line, before, after) in enumerate(zip(session, [{}, *seen], seen[:-1])):
        for fact in before.keys() - {"error", "warnings", "calls"}:
            name, kind = fact.split(".", 1)
            was, now = before[fact], after.get(fact)
            same = was == now if isinstance(was, str) or now is None else close(was[0], now[0], 0, False)
            if same or re.search(rf"\b{name} = |del {name}\b", line):
                continue
            if after["error"] != "None" and not re.search("Twice|inputs=", line):  # these write, or retain, first
                return number, "an error changes nothing", f"{fact} {was}", now
            refused = "a view was created" in str(now)
            if kind == "is_leaf" and before[f"{name}.requires_grad"] == was == "True" and not refused:
                return number, "a leaf stays a leaf", name, now
            if kind == "numbers" and counted and before[f"{name}._version"] == after[f"{name}._version"]:
                return number, "a write is counted", name, now
    return None


def session_leaf(line, suffix):
    """The line of a leaf, made of a view if there is a suffix."""
    flag = ".requires_grad_()" * line.endswith("requires_grad=True)")
    return line if suffix is None else f"{line.replace(', requires_grad=True', '')}{suffix}{flag}"


def build_session(leaves, choices):
    """The choices as lines; each on the first tensors on which it does not raise, or as it comes if it may raise."""
    lines, names = list(leaves), {}

    def restart():
        names.clear()
        names["torch"] = minigrad
        for line in [HELPERS, *lines]:
            attempt(exec, compiled(line), names)

    def tensors():
        return {name: value for name, value in names.items() if re.fullmatch(r"[pt]\d+", name)
                and isinstance(value, minigrad.Tensor)}

    restart()
    for choice in choices:
        for line in lines_for(choice, tensors(), len(lines)) if choice.code != "pass" and tensors() else ():
            error = attempt(exec, compiled(line), names)
            if not tame(tensors(), False):
                restart()
            elif error is None or choice.keep:
                lines.append(line)
                break
    return Session(lines)


def sessions():
    """Random programs that go on after errors."""
    families = [
        NOTHING, ARITHMETIC, ["z = x.sum()", "z = x * n"], VIEWS, WRITES, SELECTIONS, SEVERAL, OWN_WRITES, FLAGS, QUIET,
        HOOKS, BACKWARD, BACKWARD, DATA, SCALARS, [code for code in BREAKS if not re.search("float|double", code)],
    ]
    place = st.sampled_from([0, 0, 0, *range(8)])  # mostly the newest, so that one step builds on the other
    steps = st.builds(Choice, st.one_of([st.sampled_from(family) for family in families]), place, st.integers(0, 9),
                      st.sampled_from(NOT_ZERO), st.sampled_from([False, False, False, True]))
    suffixes = st.lists(st.sampled_from([None, *LEAVES_OF_VIEWS]), min_size=3, max_size=3)
    drawn = st.tuples(leaves(True), suffixes, st.lists(steps, min_size=4, max_size=12))
    return drawn.map(lambda one: build_session(map(session_leaf, one[0], one[1]), one[2]))
