"""Breaks the rule of every operation, in one place after the other, and sees whether the tests notice.

    python tools/mutants.py               every rule of the package
    python tools/mutants.py ops shapes    only those of these modules

A mutant is a rule with one fault in it: a sign lost, `*` for `/`, two gradients exchanged, a `.reshape` forgotten,
zeros. It takes the place of the healthy rule, and the tests of the rows in tests/rows/ whose graph has this node run,
then those of the file that tests the module; a test that fails kills the mutant. A test counts only if it passes with
the healthy rule, compiled in the same way. What rules share, such as `expand`, is broken like them.

The last line is the score. The exit code is 0 when every mutant was killed, but for those in EQUIVALENT.
"""
import argparse
import ast
import functools
import gc
import inspect
import itertools
import sys
import textwrap
import warnings
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

import numpy as np
import pytest
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / folder) for folder in ("", "helpers", "package"))]

import minigrad  # noqa: E402 - the path comes first
import test_ops  # noqa: E402
from minigrad.autograd.function import FunctionNode  # noqa: E402
from minigrad.core.node import Node  # noqa: E402
from minigrad.core.tensors import Tensor  # noqa: E402
from minigrad.library.rules import of_saved  # noqa: E402
from minigrad import quick  # noqa: E402

# Where a rule is tested besides the rows: in test_<its module>.py if there is one, or in these files.
TESTS = {
    "core.ops": "", "core.node": "leaves", "core.engine": "leaves",  # test_engine.py begins with a million nodes
    "operations.products": "", "operations.sharing": "inplace leaves shapes",
    "operations.arithmetic": "double_backward", "operations.reductions": "shapes", "operations.views": "shapes",
    "library.shapes": "shapes",
    "library.reductions": "shapes", "library.filling": "inplace",
    "operations.copy_slices": "inplace leaves", "machinery.memory": "inplace leaves", "autograd.function": "custom",
    "exact.arguments": "errors more_layers", "library.angles": "errors",
    "library.arithmetic": "errors", "library.counting": "errors", "nn.losses": "errors", "nn.operations": "layers",
    "nn.activations": "more_layers", "nn.divergences": "more_layers", "nn.normalization": "more_layers",
}

# What rules stand on, as every operation does: it is tested by itself.
GROUND = {f"minigrad.{name}" for name in (
    "exact.dtypes", "machinery.silence", "core.tensors", "core.node", "operations.attributes", "operations.leaves",
    "operations.saving",
)}
FORWARD = {"elementwise", "operand"}

# Faults that make no difference, by the reason: "where: what the statement has become".
EQUIVALENT = {
    "without entries there is no number": [
        "operations.reductions.MeanBackward0.backward: "
        "return expand(mean_rule(grad, ctx.self_sym_numel or 2), ctx.self_sym_sizes)",
        "library.joining.CatBackward0.backward: grads.append(grad.reshape(-1)[:0])",
    ],
    "what is multiplied by 0, or by 1": [
        "library.matrices.scaled: return numbers * factor",
        "library.reductions.StdBackward0.backward: "
        "return VarBackward0.backward(ctx, choose(array_of(result) != 0, grad / (2 * result), 1))",
        "library.reductions.StdMeanBackward0.backward: grad = choose(array_of(result) != 0, grad / (2 * result), 1)",
        "library.reductions.LinalgVectorNormBackward0.backward: "
        "direction = sign * choose(array_of(self) != 0, abs(self) ** (p - 1), 1)",
        "library.reductions.LinalgVectorNormBackward0.backward: "
        "return direction * choose(array_of(result) != 0, grad / result ** (p - 1), 1)",
    ],
    "int64 is NumPy's kind for places on a machine of 64 bits; tools/wasm.py runs on one of 32": [
        "exact.indexing.places_of: return indices",
        "exact.indexing.places_of: return indices.astype(np.intp)",
        "exact.indexing.places_of: return indices.astype(np.intp, copy=True)",
        "nn.operations.EmbeddingBackward0.backward: factors /= np.bincount(indices.ravel())[indices]",
    ],
    "the engine adds up what was repeated, and takes dimensions of length 1 away": [
        "library.filling.<lambda>: return (no_slope(grad), grad)",
    ],
    "no gradient goes where there is no edge": [
        "nn.losses.for_both: "
        "return tuple([ctx.slope(grad, *pair[::step]) for (node, _), step in zip(ctx.next_functions, (1, -1))])",
        "operations.copy_slices.CopySlices.backward: "
        "below = sharing.overlay(flat, places, 1 if here is None or here is UNNEEDED else here)",
    ],
    "the same numbers; only where the way back is recorded has it other nodes": [
        "library.matrices.BmmBackward0.backward: times = operator.matmul",
        "library.joining.stretch: if False:",
    ],
    "a quicker way to the same numbers": [
        "library.reductions.CumprodBackward0.backward: if False:",
        "nn.operations.EmbeddingBackward0.backward: if True:",
        "nn.losses.BinaryCrossEntropyWithLogitsBackward0.backward: if False:",
        "operations.reductions.expand: if True:",
        "operations.reductions.spread: if True:",
        "operations.reductions.spread: return np.ndarray(shape, grad.dtype, grad, 0, (0,) * len(shape))",
        "operations.reductions.expand: if False:",
        "operations.reductions.expand: if math.prod(shape) >= 4096:",
        "operations.reductions.expand: if math.prod(shape) > 4097:",
        "library.reductions.places_along: places = list(np.indices(indices.shape))",
        "library.reductions.places_along: places = list(np.indices(indices.shape, sparse=False))",
        "operations.copy_slices.CopySlices.of_inner: if True:",
        "operations.copy_slices.AsStridedBackward0.backward: if False:",
        "machinery.memory.Window.places: if False:",
    ],
    "another way to write the same": [
        "nn.losses.log_sigmoid: return -SoftplusBackward0.apply(-x, 1, 81)",
        "nn.operations.normed_slope: if True:",
        "library.reductions.product_of_others: after, before = (np.ones_like(rows), np.ones_like(rows))",
    ],
    "a copy of a matrix's diagonal is always along dimensions 0 and 1": [
        "library.matrices.DiagonalBackward0.backward: "
        "places = np.arange(size).reshape(ctx.self_sym_sizes).diagonal(ctx.offset, ctx.dim1)",
    ],
    "a lone number fits everywhere": [
        "library.reductions.MaxBackward0.backward: return placed(grad, ctx._shape, places)",
        "library.reductions.ProdBackward1.backward: return grad * partners(self, result.reshape(ctx._kept), ctx.dim)",
        "library.reductions.ProdBackward1.backward: return grad.reshape(ctx._kept) * partners(self, result, ctx.dim)",
    ],
}


# ---- what is broken ----------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A rule, or a function that rules share.

    module    of the package, in which it stands
    name      of the operation, or of the function
    function  as Python has it
    nodes     the names of the nodes of the operations that need it
    owner     for a rule the class of its nodes, else None
    """

    module: str
    name: str
    function: FunctionType
    nodes: set
    owner: type | None


def subclasses(cls):
    for sub in cls.__subclasses__():
        yield sub
        yield from subclasses(sub)


def is_ours(module):
    return module.startswith("minigrad.") and not module.startswith("minigrad.teach.")


def rules():
    """Every rule of the package."""
    found = {}
    for node in subclasses(Node):
        rule = vars(node).get("backward")
        if rule is not None and is_ours(rule.__module__) and not issubclass(node, FunctionNode):
            module, name = rule.__module__.removeprefix("minigrad."), node.__qualname__
            found[module, name] = Part(module, name, inspect.unwrap(rule), {node.__name__}, node)
    return [found[key] for key in sorted(found)]


def names_in(code):
    """The names that a function looks up, also in the functions inside it."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if inspect.iscode(constant):
            names |= names_in(constant)
    return names


def helpers_of(function, owner):
    """{function: its name} of the package that a function calls by name, or as a method of a class beside it.

    Not the operations: what they compute is checked by their own rows.
    """
    public = [getattr(minigrad, name) for name in minigrad.__all__]
    attributes = [value.fget if isinstance(value, property) else value for value in vars(Tensor).values()]  # x.T, too
    operations = set(filter(inspect.isfunction, [*public, *attributes]))
    space, found = function.__globals__, {}
    classes = [owner, *[cls for cls in space.values() if inspect.isclass(cls) and not issubclass(cls, Node)
                        and cls.__module__ in (space["__name__"], "minigrad.machinery.memory")]]
    for name in sorted(name for name in names_in(function.__code__) - FORWARD if not name.startswith("_")):
        for value in [space.get(name), *[getattr(cls, name, None) for cls in classes]]:
            value = value.fget if isinstance(value, property) else value
            if inspect.isfunction(value) and value not in operations:
                if is_ours(value.__module__) and value.__module__ not in GROUND:
                    found[value] = name
    return found


def reached(function, owner):
    """{function: its name} of all that a rule, or a forward, calls on the way."""
    names, todo = {}, [function]
    while todo:
        new = {helper: name for helper, name in helpers_of(todo.pop(), owner).items() if helper not in names}
        names.update(new)
        todo += new
    return names


def parts():
    """All rules, and after them what they share."""
    found, names, nodes = rules(), {}, {}
    for rule in found:
        names.update(reached(rule.function, rule.owner))
    for function, owner in [(rule.function, rule.owner) for rule in found] + [
        (cls.forward, cls) for cls in subclasses(Node) if hasattr(cls, "forward") and is_ours(cls.forward.__module__)
    ]:
        for helper in reached(function, owner):
            nodes.setdefault(helper, set()).add(owner.__name__)
    for helper, name in sorted(names.items(), key=lambda pair: (pair[0].__module__, pair[1])):
        found.append(Part(helper.__module__.removeprefix("minigrad."), name, helper, nodes[helper], None))
    return found


# ---- the faults --------------------------------------------------------------------------------------------------

OTHER = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div, ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}
ARROW = "  ->  "  # between a statement as it was and as it has become
FLAT = {"no_slope(grad)", "None"}  # answers that are 0 whatever arrives
SCALED = {"zeros": lambda grad: grad * 0, "doubled": lambda grad: grad * 2, "sign": lambda grad: -grad}


def faults(node, function):
    """What could stand in this place of a function by mistake, as new nodes of its syntax tree."""
    names = [name for name in inspect.signature(function).parameters if name not in ("ctx", "self")]
    gradient = ast.Name((names or ["self"])[0], ast.Load())
    match node:
        case ast.BinOp(left, ast.MatMult(), right):
            return [ast.BinOp(right, ast.MatMult(), left)]
        case ast.BinOp(left, op, right) if type(op) in OTHER:
            return [ast.BinOp(left, OTHER[type(op)](), right)]
        case ast.UnaryOp(_, operand):
            return [operand]
        case ast.Compare(left, [op], right):
            return [ast.Compare(left, [OTHER[type(op)]()], right)]
        case ast.BoolOp(op, values):
            return [ast.BoolOp(OTHER[type(op)](), values)]
        case ast.IfExp(_, body, orelse):
            return [body, orelse]
        case ast.If(_, body, orelse):
            return [ast.If(ast.Constant(answer), body, orelse) for answer in (True, False)]
        case ast.Constant(bool(value)):
            return [ast.Constant(not value)]
        case ast.Constant(int(value) | float(value)):
            return [ast.Constant(value + 1)]
        case ast.Attribute(ast.Name("ctx"), "dim" | "dim0" | "dim1", ast.Load()):
            return [ast.BinOp(node, ast.Sub(), ast.Constant(1))]
        case ast.Attribute(value, "T" | "mT") | ast.Subscript(value, _, ast.Load()):
            return [value]
        case ast.Call():
            return list(other_calls(node, function))
        case ast.Assign([ast.Tuple(targets)], value):
            return [ast.Assign([ast.Tuple(order, ast.Store())], value) for order in exchanged(targets)]
        case ast.Assign([ast.Subscript() | ast.Attribute()]) | ast.Expr(ast.Call()):
            return [ast.Pass()]
        case ast.AugAssign(target, op, value) if type(op) in OTHER:
            return [ast.Pass(), ast.AugAssign(target, OTHER[type(op)](), value)]
        case ast.Return(ast.Tuple(gradients)):
            orders = list(exchanged(gradients))
            for place, one in enumerate(gradients):
                for other in [ast.Constant(None), gradient, *scaled(one)]:
                    orders.append([*gradients[:place], other, *gradients[place + 1:]])
            return [ast.Return(ast.Tuple(order, ast.Load())) for order in orders]
        case ast.Return(ast.expr() as value):
            more = [ast.BinOp(value, ast.Add(), ast.Constant(1))] if ast.unparse(value) in FLAT else []
            return [ast.Return(other) for other in (ast.Constant(None), gradient, *more)]
        case ast.Raise():
            return [ast.Return(gradient)]
    return []


def exchanged(things):
    """The list with two neighbours exchanged, for each two."""
    for place in range(len(things) - 1):
        yield [*things[:place], things[place + 1], things[place], *things[place + 2:]]


def scaled(value):
    """The expression of a gradient with its sign changed, doubled, and 0; if it is 0 anyway, with 1 added."""
    match value:
        case ast.Constant(None) | ast.Starred():
            return []
        case ast.IfExp(test, body, orelse):
            ways = itertools.zip_longest(scaled(body), scaled(orelse))
            return [ast.IfExp(test, a or body, b or orelse) for a, b in ways]
    if ast.unparse(value) in FLAT:
        return [ast.BinOp(value, ast.Add(), ast.Constant(1))]
    return [ast.UnaryOp(ast.USub(), value), *[ast.BinOp(ast.Constant(n), ast.Mult(), value) for n in (2, 0)]]


def other_calls(call, function):
    """A call that is forgotten, so that its object or first argument stays as it is; one with an argument less."""
    called, args, keywords = call.func, call.args, call.keywords
    match called:
        case ast.Name("isinstance" | "int" | "tuple" | "list" | "array_of") | ast.Attribute(_, "item" | "tolist"):
            return  # a test has mutants of its own; the others only give the same numbers in another form
        case ast.Attribute(ast.Name("np"), "zeros" | "ones" | "empty"):
            return  # a dtype may be left out: the engine gives a gradient its tensor's
        case ast.Attribute(ast.Name(name)) if name in function.__globals__ or name in ("ctx", "self"):
            yield from args[:1]
        case ast.Attribute(thing):
            yield thing
        case _:
            yield from args[:1]
    if args:
        yield ast.Call(called, args[:-1], keywords)
    for place in range(len(keywords)):
        yield ast.Call(called, args, keywords[:place] + keywords[place + 1:])


class Replace(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old, new):
        self.old, self.new = old, new

    def visit(self, node):
        return self.new if node is self.old else self.generic_visit(node)


parsed = functools.cache(ast.parse)


def tree_of(function):
    """The function's definition, or its lambda, as a syntax tree."""
    if function.__name__ == "<lambda>":  # it may stand anywhere in a statement
        code, (lines, _) = function.__code__, inspect.findsource(function)
        wanted = code.co_firstlineno, [*code.co_varnames[:code.co_argcount]]
        tree = next(node for node in ast.walk(parsed("".join(lines))) if isinstance(node, ast.Lambda)
                    and (node.lineno, [one.arg for one in node.args.args]) == wanted)
    else:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    if isinstance(tree, ast.Lambda):
        given, tree = tree, ast.parse("def rule(): return").body[0]
        tree.args, tree.body[0].value = deepcopy(given.args), deepcopy(given.body)
    tree.decorator_list = []
    return tree


def places(tree):
    """Every node of the function's body, each with the statement that it is in; but nothing of an error's sentence."""
    todo = [(statement, statement) for statement in tree.body]
    while todo:
        node, statement = todo.pop(0)
        yield node, statement
        if not isinstance(node, ast.Raise) and ast.unparse(node) != "-1":  # "as many as there are"
            todo += [(child, child if isinstance(child, ast.stmt) else statement)
                     for child in ast.iter_child_nodes(node)]


def compiled(tree, function):
    """The function with the body that the tree has."""
    module = ast.parse(f"def outer({', '.join(function.__code__.co_freevars)}): return {tree.name}")
    module.body[0].body.insert(0, tree)
    space = {}
    exec(compile(ast.fix_missing_locations(module), "<mutant>", "exec"), function.__globals__, space)
    return space["outer"](*[cell.cell_contents for cell in function.__closure__ or ()])


def first_line(tree):
    return ast.unparse(ast.fix_missing_locations(tree)).partition("\n")[0]


def ignores_what_arrives(tree):
    match tree.body[-1]:
        case ast.Return(ast.Tuple(values)):
            return all(ast.unparse(value) in FLAT for value in values)
        case ast.Return(value):
            return ast.unparse(value) in FLAT
        case ast.Raise():
            return True


def mutants(part):
    """The part with one fault each: pairs of what the fault is, and the function."""
    found, seen, function, healthy = [], set(), part.function, tree_of(part.function)
    if part.owner is not None and not ignores_what_arrives(healthy):
        found += [(name, scaling(part.owner.backward, change)) for name, change in SCALED.items()]
    for place, (old, _) in enumerate(places(healthy)):
        for number in range(len(faults(old, function))):
            tree = tree_of(function)
            old, statement = next(itertools.islice(places(tree), place, None))
            before, new = first_line(statement), faults(old, function)[number]
            mutant = ast.fix_missing_locations(Replace(old, new).visit(tree))
            after, text = first_line(new if old is statement else statement), ast.unparse(mutant)
            if before != after and text not in seen:
                seen.add(text)
                found.append((before + ARROW + after, compiled(mutant, function)))
    return found


def scaling(rule, change):
    """A rule that changes what arrives; since every rule is linear, so changes what it sends on."""
    return lambda ctx, *grads: rule(ctx, *[None if grad is None else change(grad) for grad in grads])


@contextmanager
def planted(part, function):
    """While it lasts, `function` does the part's work."""
    if part.owner is None:
        healthy, part.function.__code__ = part.function.__code__, function.__code__
    else:
        short = next(iter(inspect.signature(function).parameters)) not in ("ctx", "self")  # a rule of `of_saved`
        healthy, part.owner.backward = part.owner.backward, of_saved(function) if short else function
    try:
        yield
    finally:
        if part.owner is None:
            part.function.__code__ = healthy
        else:
            part.owner.backward = healthy


# ---- who notices -------------------------------------------------------------------------------------------------


def graph_of(code, values):
    """The graph of a row of EDGES, in words."""
    x = minigrad.tensor(values, dtype=minigrad.float64, requires_grad=True)
    return test_ops.graph_text(test_ops.result_of(code, minigrad, [x]).grad_fn, {"x": x})


def checks_of_row(op):
    """(cost, test) for the tests of one row of OPS, one shape at a time."""
    for shapes in test_ops.shapes_of(op):
        one = op._replace(shapes=" ".join("x".join(map(str, shape)) or "()" for shape in shapes))
        size = sum(int(np.prod(shape)) for shape in shapes)
        cost = size * len(test_ops.spellings(op)) if size > 1 else 100  # a lone number, or none, shows few faults
        for needed in ("x", "y", "x and y"):
            if all(flag or name not in needed for flag, name in zip(test_ops.flags_of(op), "xy")):
                yield cost, partial(test_ops.test_the_gradient_is_the_slope, one, needed)
        yield 6 * cost, partial(test_ops.test_the_graph_is_the_one_that_pytorch_leaves_behind, one)
        yield 6 * cost, partial(test_ops.test_the_numbers_are_those_of_numpy, one)
        yield 5 * cost, partial(test_ops.test_the_gradient_of_the_gradient_is_the_slope_of_the_gradient, one)
        if op.kinds.startswith("float32"):
            yield cost, partial(test_ops.test_float32_stays_float32_on_the_way_back, one)


def checks_of_rows():
    """[(graph, test), ...] for every row, the quickest first."""
    found = [(cost, op.graph, check) for op in test_ops.DIFFERENTIABLE for cost, check in checks_of_row(op)]
    for row in test_ops.EDGES:
        found.append((20, graph_of(*row[:2]), partial(test_ops.test_the_gradient_at_the_edge, minigrad, *row)))
    return [(graph, check) for _, graph, check in sorted(found, key=lambda triple: triple[0])]


def files_of(module):
    """The files that test a module besides the rows."""
    names = TESTS.get(module, module.rpartition(".")[2]).split()
    return [path for name in names for path in (ROOT / "tests").glob(f"*/test_{name}.py")]


def fails(check):
    try:
        check()
    except (Exception, pytest.fail.Exception):
        return True
    return False


def survivors(part, checks):
    """The faults that no check notices, and how many there are in all; the error of a check that fails in health."""
    healthy, checks, trusted, survived = compiled(tree_of(part.function), part.function), list(checks), set(), []
    faulty = mutants(part)
    for fault, mutant in faulty:
        with planted(part, mutant):
            killer = next((number for number, check in enumerate(checks) if fails(check)), None)
        if killer is None:
            survived.append(fault)
            continue
        check = checks.pop(killer)
        checks.insert(0, check)  # what has found one fault finds the next one soonest
        if check not in trusted:
            with planted(part, healthy):
                check()
            trusted.add(check)
    return survived, len(faulty)


ABOUT_FILES = "test_every_error_of_the_core_has_a_row"  # which line has raised; a mutant stands in no file


class Run:
    """What pytest does with the tests that it has collected: run them for each mutant that may need them."""

    def __init__(self, wanted):
        self.wanted, self.failed, self.perfect = wanted, False, False

    @pytest.fixture
    def lib(self):
        """In place of conftest.py's: the tests for both libraries run on minigrad only."""
        return minigrad

    def pytest_runtest_logreport(self, report):
        self.failed |= report.failed

    def check(self, item):
        self.failed = False
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        if self.failed:
            raise AssertionError(item.nodeid)

    def checks(self, part, rows, items):
        files = files_of(part.module)
        return [check for graph, check in rows if any(f"{node}(" in graph for node in part.nodes)] + [
            partial(self.check, item) for item in items
            if item.path in files and not item.get_closest_marker("quick") and item.name != ABOUT_FILES
        ]

    def pytest_runtestloop(self, session):
        if session.testsfailed:
            raise RuntimeError("pytest could not read every test file")
        gc.freeze()  # a test that collects garbage need not look at all that was there before
        rows, made, alive, unbroken, met = checks_of_rows(), 0, 0, 0, set()
        known = {fault for faults in EQUIVALENT.values() for fault in faults}
        for part in tqdm(self.wanted, disable=None):
            survived, count = survivors(part, self.checks(part, rows, session.items))
            where = f"{part.module}.{part.function.__qualname__}: "
            excused = {fault for fault in survived if where + fault.partition(ARROW)[2] in known}
            met |= {where + fault.partition(ARROW)[2] for fault in excused}
            survived, count = [fault for fault in survived if fault not in excused], count - len(excused)
            made, alive, unbroken = made + count, alive + len(survived), unbroken + (not survived and count > 0)
            note = f", and {len(excused)} without effect" if excused else ""
            tqdm.write(f"{part.module}.{part.name}: {count - len(survived)} of {count}{note}")
            for fault in survived:
                tqdm.write(f"    nobody notices: {fault}")
        modules = {part.module for part in self.wanted}
        unused = [fault for fault in sorted(known - met) if fault.partition(".")[0] in modules]
        print("".join(f"not needed in EQUIVALENT: {fault}\n" for fault in unused), end="")
        print(f"mutation score: {unbroken} of {len(self.wanted)} rules, {made - alive} of {made} mutants")
        self.perfect = unbroken == len(self.wanted) and not unused
        return True


def main(modules):
    """Break these modules' rules, or all; the answer is the exit code. For a process of its own."""
    sys.modules["torch"] = None  # the project's own tests have to notice
    quick.off()  # its forms have bound what an operation computes, and would not meet its fault
    run = Run([part for part in parts() if not modules or {part.module, part.module.rpartition(".")[2]} & set(modules)])
    files = {str(path) for part in run.wanted for path in files_of(part.module)} or {str(ROOT / "tests" / "rows")}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        without = [word for plugin in ("nbval", "cacheprovider", "terminal") for word in ("-p", f"no:{plugin}")]
        pytest.main(["--noconftest", "-o", "addopts=", *without, *files], [run])
    return 0 if run.perfect else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="modules of the package, for example: ops shapes")
    sys.exit(main(parser.parse_args().modules))
