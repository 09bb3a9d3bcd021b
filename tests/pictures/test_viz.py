"""The pictures, the table and the stepper: what they show, that they change nothing, and that torch looks the same."""

import ast
import html
import platform
import random
import re
import sys
import warnings
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path

import figures
import pytest
from common import chapters
from counting import assert_linear
from graphs import no_block_twice, two_paths
from running import run
from svgs import groups, root_of, texts

import minigrad
from minigrad import viz
from minigrad.viz.graph.collect import LARGEST
from minigrad.viz.graph.saved import kept
from minigrad.viz.sheet import layout
from minigrad.viz.sheet.arrow_labels import bounds, meet
from minigrad.viz.sheet.words import clean, name_of

NASTY = [
    '<script>alert("x")</script>', "a\\N\\nb", "]]>&amp;<!--", "'quo\"ted'", "line\nbreak\x00", "权重 ∂z/∂w", "x" * 300
]


def documents(lib):
    x = lib.ones(2, 2, requires_grad=True)
    y = x + 2
    z = (3 * y**2).mean()
    return z, {"x": x, "y": y, "z": z}


def wxb(lib):
    x, w = lib.ones(1), lib.tensor([2.0], requires_grad=True)
    b = lib.tensor([0.5], requires_grad=True)
    y = w * x
    z = y + b
    return z, {"x": x, "w": w, "b": b, "y": y, "z": z}


def broadcast(lib):
    x = lib.tensor([[1.0], [2.0]], requires_grad=True)
    b = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)
    return (x * b + b).sum(), {"x": x, "b": b}


def square(lib):
    x = lib.tensor([3.0], requires_grad=True)
    return (x * x).sum(), {"x": x}


def own_function(lib):
    class Scale(lib.autograd.Function):
        @staticmethod
        def forward(ctx, factor, x, shift):
            ctx.factor = factor
            return x * factor + shift

        @staticmethod
        def backward(ctx, grad):
            return None, grad * ctx.factor, None

    x = lib.tensor([1.0, 2.0], requires_grad=True)
    return Scale.apply(5, x, lib.ones(2)).sum(), {"x": x}


def one_output_unused(lib):
    class Both(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, double, triple):
            return double * 2 + triple * 3

    x = lib.tensor([1.0, 2.0], requires_grad=True)
    double, triple = Both.apply(x)
    return triple.sum(), {"x": x, "double": double, "triple": triple}


def diamonds(lib):
    x = lib.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(60):
        y = y + y
    return y, {"x": x}


def has_grad_already(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    return (x * 3).sum(), {"x": x}


def big(lib):
    w = lib.ones(3, 4, requires_grad=True)
    return (lib.ones(5, 3) @ w).tanh().mean(), {"w": w}


def leaf_alone(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    return x, {"x": x}


def no_graph(lib):
    c = lib.tensor([1, 2, 3]) + 1
    return c, {"c": c}


def odd_numbers(lib):
    x = lib.tensor([float("nan"), float("inf"), -0.0, 1e20, 1 / 3], requires_grad=True)
    return x * 1.0, {"x": x}


def empty(lib):
    x = lib.ones(0, 3, requires_grad=True)
    return x.sum(), {"x": x}


WALKS = [
    documents, wxb, two_paths, broadcast, square, own_function, one_output_unused, diamonds, has_grad_already, big,
    empty,
]
GRAPHS = [*WALKS, leaf_alone, no_graph, odd_numbers]
every_graph = pytest.mark.parametrize("build", GRAPHS, ids=lambda build: build.__name__)
every_walk = pytest.mark.parametrize("build", WALKS, ids=lambda build: build.__name__)


def chain(lib, length):
    x = lib.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(length):
        y = y + 1.0
    return y, x


# What is shown


def test_the_structure_in_words_reads_like_the_attributes(lib):
    out, names = wxb(lib)
    assert viz.draw(out, **names).text == (
        "result z: [2.5]\n"
        "  grad_fn: #0 AddBackward0\n"
        "    0: #1 MulBackward0, grad_fn of y: [2.]; saved other (x)\n"
        "      0: #2 AccumulateGrad\n"
        "        variable: leaf w: [2.], grad None\n"
        "      1: None, no gradient (constant x: [1.])\n"
        "    1: #3 AccumulateGrad\n"
        "      variable: leaf b: [0.5], grad None"
    )


def test_a_node_with_two_ways_to_it_is_written_once(lib):
    out, names = square(lib)
    lines = viz.draw(out, **names).text.splitlines()
    assert sum("#2 AccumulateGrad" in line for line in lines) == 2
    assert lines[-1].strip() == "1: see #2 AccumulateGrad"


def told(build, lib, after_a_pass=False):
    """What the pictures of a graph and the table say."""
    out, names = build(lib)
    if after_a_pass:
        out.backward()
    graph, forward = viz.draw(out, **names), viz.draw(out, view="forward", **names)
    return graph.text, graph.alt, graph.dot, forward.dot, viz.state(names).text


@every_graph
def test_torch_draws_the_same(build):
    torch = pytest.importorskip("torch")
    assert told(build, minigrad) == told(build, torch)


@every_walk
def test_torch_steps_the_same(build):
    torch = pytest.importorskip("torch")
    first, second = (viz.step(out, names) for out, names in (build(minigrad), build(torch)))
    assert first.text == second.text
    assert first.html() == second.html()


def test_every_kind_has_its_own_shape_and_its_words_in_the_legend(lib):
    out, names = wxb(lib)
    alone = lib.tensor(1.0)
    graph = viz.draw(out + 1, full=True, alone=alone, far=lib.tensor(7.0), **names)
    looks = {}
    for heading in ("result", "leaf w", "constant alone", "MulBackward0", "AccumulateGrad", "None"):
        line = next(line for line in graph.dot.splitlines() if f"<b>{heading}" in line)
        look = re.findall(r"shape=\w+|peripheries=\d|style=\S+", line.split(">>")[1])
        looks[heading] = tuple(part.strip("];") for part in look)
    assert len(set(looks.values())) == len(looks), looks
    legend = texts(graph)
    for words in ("Legend", "result of an operation", "leaf: keeps its .grad", "function node", "no gradient goes here",
                  "adds into a leaf's .grad", "requires_grad is False", "the way gradients go", "which argument"):
        assert words in legend


def test_in_the_compact_form_a_leaf_has_one_box_of_two_parts_and_a_result_stands_beside_its_node(lib):
    out, names = two_paths(lib)
    graph = viz.draw(out, **names)
    (leaf,) = [line for line in graph.dot.splitlines() if "AccumulateGrad" in line]
    assert re.search(r'bgcolor="#\w+"[^>]*><font[^>]*>AccumulateGrad</font>.*<b>leaf a</b>.*○ grad None', leaf)
    assert ("t0", "n0") not in arrows(graph.dot) and "{rank=same n0 t0}" in graph.dot and "rankdir=LR" in graph.dot
    shown = set(texts(graph.html()))
    assert {"MulBackward0 · 5", "MulBackward0 · 7", "leaf: its node adds into .grad"} <= shown
    assert "None</b>" not in graph.dot, "no box where no gradient goes"
    whole = viz.draw(out, full=True, **names)
    assert whole.text == graph.text and whole.alt == graph.alt and whole.dot.count("<b>None</b>") == 3


@pytest.mark.parametrize("compute, heading", [
    (lambda x: x * 5, "MulBackward0 · 5"), (lambda x: x / 4, "DivBackward0 / 4"),
    (lambda x: x**3, "PowBackward0 ^ 3"), (lambda x: x * x, "MulBackward0 ·"), (lambda x: 6 / x, "MulBackward0 · 6"),
], ids=["times", "by", "power", "square", "a quotient"])
def test_a_number_stands_inside_its_operation(compute, heading, lib):
    x = lib.tensor([2.0, 3.0], requires_grad=True)
    assert heading in texts(viz.draw(compute(x), x=x))


def test_of_constants_only_those_with_a_name_have_a_box_in_the_compact_form(lib):
    x, c = lib.tensor([2.0, 3.0], requires_grad=True), lib.tensor([7.0, 8.0])
    graph = viz.draw(x * c * lib.tensor([1.0, 2.0]), x=x, c=c)
    assert [line.count("arrowhead=tee") for line in graph.dot.splitlines() if "-> x" in line] == [1]
    assert "<b>constant c</b>" in graph.dot


def test_the_legend_has_only_what_is_in_the_picture(lib):
    out, names = leaf_alone(lib)
    shown = texts(viz.draw(out, **names))
    assert "leaf: keeps its .grad" in shown and "function node" not in shown


def test_what_the_engine_made_on_its_way_back_is_told_without_colour(lib):
    x = lib.tensor(4.0, requires_grad=True)
    y = x * x * x
    (slope,) = lib.autograd.grad(y, x, create_graph=True)
    graph = viz.draw(slope, full=True, x=x, since=y)
    nodes = [line for line in graph.text.splitlines() if ": #" in line]
    assert [line for line in nodes if "; way back" not in line and "AccumulateGrad" not in line] == [
        "        1: #3 MulBackward0; saved self (x), other (x)"]
    assert graph.dot.count("way back") == len(re.findall(r"id=n\d+ .*peripheries=2", graph.dot)) == 6
    assert "Made on the way back: 2 × AddBackward0 and 4 × MulBackward0." in graph.alt
    assert "way back: made by the engine" in texts(graph)
    assert "way back" not in viz.draw(slope, x=x).dot


def arrows(dot):
    return set(re.findall(r"(\w+) -> (\w+)", dot))


def test_the_forward_view_turns_the_arrows_round(lib):
    out, names = two_paths(lib)
    back, forward = (arrows(viz.draw(out, names, view=view, full=True).dot) for view in ("backward", "forward"))
    assert ("t0", "n0") in back and ("n3", "v3") in back and ("n1", "n2") in back
    assert ("n0", "t0") in forward and ("v3", "n2") in forward
    assert ("n2", "y2_0") in forward and ("y2_0", "n1") in forward, "the named result stands in the way"


def test_arguments_are_numbered_where_there_are_several(lib):
    out, names = broadcast(lib)
    text = viz.draw(out, **names).text
    assert "    0: #1 AddBackward0" in text and "      0: #2 MulBackward0" in text and "      1: see #" in text
    shown = texts(viz.draw(out, full=True, **names).html())
    assert "0" in shown and "1" in shown


def test_small_tensors_show_numbers_large_ones_their_shape(lib):
    out, names = big(lib)
    assert "leaf w: shape [3, 4], float32, grad None" in viz.draw(out, **names).text
    out, names = documents(lib)
    assert "leaf x: shape [2, 2], float32, grad None" in viz.draw(out, values=False, **names).text


def test_numbers_look_like_torchs(lib):
    out, names = odd_numbers(lib)
    assert "leaf x: [nan, inf, -0., 1e+20, 0.33333], grad None" in viz.draw(out, **names).text
    out, names = no_graph(lib)
    assert viz.draw(out, **names).text == "constant c: [2, 3, 4], requires_grad False"


def test_a_filled_grad_is_shown(lib):
    out, names = documents(lib)
    out.backward()
    assert "leaf x: [[1., 1.], [1., 1.]], grad [[4.5, 4.5], [4.5, 4.5]]" in viz.draw(out, **names).text


def test_what_a_node_keeps_is_there_freed_or_overwritten(lib):
    x, w = lib.tensor([2.0, 3.0], requires_grad=True), lib.tensor([1.0, 5.0], requires_grad=True)
    y = x * w
    z = (y**2).sum()
    names = {"x": x, "w": w, "y": y, "z": z}

    def kept_by(graph):
        return re.findall(r"(Pow|Mul)Backward0[^;]*; (.*)", graph.text)

    assert kept_by(viz.draw(z, names)) == [("Pow", "saved self (y)"), ("Mul", "saved self (x), other (w)")]
    with lib.no_grad():
        y.mul_(2)
    stale = viz.draw(z, names)
    assert kept_by(stale)[0] == ("Pow", "stale self: now version 1, saved at version 0")
    assert "grad_fn of y: [4., 30.], version 1" in stale.text and stale.alt.endswith("Stale: what PowBackward0 saved.")
    assert {"stale: overwritten since it was saved", "saved", "kept for its rule"} <= set(texts(stale.html()))

    z = (x * w).sum()
    z.backward()
    freed = viz.draw(z, x=x, w=w, z=z)
    assert kept_by(freed) == [("Mul", "freed")]
    assert freed.alt.endswith("Filled: x.grad and w.grad. Freed: what MulBackward0 saved.")
    assert "freed: a pass is done" in texts(freed.html())


def state_marks(graph):
    """{heading of a node: (words that are struck out, thickness of the outline, whether that is dashed)}"""
    marks = {}
    for group in groups(root_of(graph), "node"):
        outline = next(child for child in group.iter() if child.get("stroke"))
        struck = [part.text for part in group.iter() if part.get("text-decoration") == "line-through"]
        dashed = outline.get("stroke-dasharray") is not None
        marks[texts(group)[0]] = struck, outline.get("stroke-width", "1"), dashed
    return marks


@pytest.mark.parametrize("length", [1, 25])
def test_freed_and_stale_are_seen_without_colour(length, lib):
    """In small graphs and in large ones, whose labels are plain."""
    x = lib.tensor([2.0, 3.0], requires_grad=True)
    y = x**2
    for _ in range(length):
        y = y.sin()
    out = y.tanh().sum()

    def marks():
        return state_marks(viz.draw(out, x=x))

    assert marks()["PowBackward0 ^ 2"] == ([], "1", False)
    with lib.no_grad():
        x.add_(1)
    assert marks()["PowBackward0 ^ 2"] == ([], "3", True) and marks()["TanhBackward0"] == ([], "1", False)
    with pytest.raises(RuntimeError):
        out.backward()
    assert marks()["TanhBackward0"] == (["saved"], "1", False)
    shown = root_of(viz.draw(out, x=x))
    assert [part.text for part in shown.iter("text") if part.get("text-decoration")] == ["saved"], "the legend"
    assert "3" in [part.get("stroke-width") for part in shown.findall("g/rect")], "the legend"


@pytest.mark.parametrize("build", [build for build in WALKS if build not in (own_function, one_output_unused)],
                         ids=lambda build: build.__name__)
def test_torch_draws_the_same_after_a_pass(build):
    """But for a Function of one's own that saves nothing: of that, too, PyTorch says after a pass that it is freed."""
    torch = pytest.importorskip("torch")
    assert told(build, minigrad, True) == told(build, torch, True)


def test_what_a_users_function_keeps_is_shown(lib):
    class Square(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            return 2 * grad * ctx.saved_tensors[0]

    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = Square.apply(x).sum()
    assert "SquareBackward; saved tensors (x)" in viz.draw(y, x=x).text
    y.backward()
    freed = viz.draw(y, x=x)
    assert "SquareBackward; freed" in freed.text and "saved" not in freed.text
    assert state_marks(freed)["SquareBackward"] == (["saved"], "1", False)


def added(x, c):
    return x + c


def subtracted(x, c):
    return c - x * x


def multiplied(x, c):
    return x * c


def alike(text):
    """A text without what a pass changes: what is freed, filled, and known no more."""
    return re.sub(r"; (saved|freed)[^\n]*|grad [^\n]*|, as you named it", "", text)


@pytest.mark.parametrize("build", [added, subtracted, multiplied])
def test_a_constant_stands_where_the_graph_holds_none(build, lib):
    x, c = lib.tensor([2.0, 3.0], requires_grad=True), lib.tensor([7.0, 8.0])
    z = build(x, c)
    before, forward = (viz.draw(z, x=x, c=c, z=z, view=view, full=True) for view in ("backward", "forward"))
    named = "" if build is multiplied else ", as you named it"
    assert f"None, no gradient (constant c{named}: [7., 8.])" in before.text
    assert {"None", f"constant c{named}", "[7., 8.]"} <= set(texts(before.html()))
    assert f"the constant c{named}." in before.alt and f"the constant c{named}." in forward.alt
    assert ("as you named it:" in texts(forward.html())) == bool(named)
    for graph in (before, forward):
        assert graph.dot.count("constant c") == 1
        assert "not in this graph" not in graph.dot + graph.text + graph.alt
    z.sum().backward()
    after = viz.draw(z, x=x, c=c, z=z, full=True)
    assert alike(after.text) == alike(before.text) and "constant c, as you named it: [7., 8.])" in after.text
    assert arrows(after.dot) == arrows(before.dot)


def test_a_constant_that_could_stand_in_several_places_is_not_said_to_be_outside(lib):
    x, c, d = lib.tensor([2.0], requires_grad=True), lib.tensor([7.0]), lib.tensor([8.0])
    for names, out in (({"c": c, "d": d}, x + c), ({"c": c}, x + c + 1)):
        for view in ("backward", "forward"):
            graph = viz.draw(out, x=x, view=view, **names)
            assert graph.text.count("requires_grad False, may be an operand: the graph holds only None") == len(names)
            assert {"may be an operand", "the graph holds only None"} <= set(texts(graph.html()))
            assert "not in this graph" not in graph.text + graph.dot
            assert "Beside it, may be an operand: constant c" in graph.alt
    graph = viz.draw((x * d) + c, x=x, c=c, d=d)
    assert "(constant d: [8.])" in graph.text and "(constant c, as you named it: [7.])" in graph.text
    assert "named" not in viz.draw(x + c, {"c": c}, x=x).text, "a mapping names, it does not add"
    far = lib.tensor(1.0, requires_grad=True)
    assert "leaf far: 1., grad None, not in this graph" in viz.draw(x + c, x=x, far=far).text


def test_a_number_that_a_node_saved_is_no_place_for_a_constant(lib):
    x = lib.tensor([2.0], requires_grad=True)
    assert viz.draw(x * 3, x=x, c=lib.tensor([7.0])).text.endswith("not in this graph")


def test_tensors_without_numbers_are_drawn():
    torch = pytest.importorskip("torch")
    x, c = torch.ones(2, device="meta", requires_grad=True), torch.ones(2, device="meta")
    graph = viz.draw((x * c).sum(), x=x, c=c, d=x.detach())
    assert "leaf x: shape [2], float32, grad None" in graph.text and "(constant c: shape [2], float32)" in graph.text
    assert "constant d: shape [2], float32, requires_grad False, shares memory with x" in graph.text
    assert graph.text.count("shares memory") == 1 and root_of(graph.html()) is not None


def test_empty_tensors_share_no_memory(lib):
    x = lib.ones(0, requires_grad=True)
    graph = viz.draw(x * lib.ones(0), x=x, c=lib.ones(0), d=x.detach())
    assert "shares memory" not in graph.text and "same memory" not in graph.dot


def test_a_view_names_the_tensor_whose_numbers_it_shows(lib):
    y = lib.tensor([1.0, 2.0, 3.0], requires_grad=True) * 2
    v = y[0:2]
    first = v[0]
    v.mul_(10)
    picture = viz.draw([first, v, y], y=y, v=v, first=first)
    assert picture.text.count("a view of y") == 2 and "result first: 20., version 1, a view of y" in picture.text
    assert texts(picture.html()).count("a view of y") == 2
    assert "a view of" not in viz.draw([v, y], v=v).text, "a base without a name says nothing"


def test_a_path_without_gradient_is_cut(lib):
    x = lib.tensor([2.0], requires_grad=True)
    y = x * 3
    d = y.detach()
    z = y * d
    backward, forward = (viz.draw(z, x=x, y=y, d=d, view=view, full=True) for view in ("backward", "forward"))
    assert "None, no gradient (constant d: [6.], shares memory with y)" in backward.text
    for graph in (backward, forward):
        assert "cut: no gradient passes" in texts(graph.html())
        assert len(re.findall("arrow(?:head|tail)=tee", graph.dot)) == 3, "the number 3, d, and d beside y"
        assert ">same memory<" in graph.dot
        assert "Cut off, so that no gradient goes there: the constant d, which shares memory with y." in graph.alt
    assert "tee" not in viz.draw(x * x, x=x).dot, "nothing is cut here"


def test_tensors_that_only_look_alike_share_no_memory(lib):
    x = lib.tensor([2.0], requires_grad=True)
    assert "same memory" not in viz.draw(x * 3, x=x, d=x.detach() * 1).dot


def small_network(lib):
    """A network of two layers and its loss, as `torch.nn` computes them."""
    weights = {"w1": lib.ones(4, 3, requires_grad=True), "b1": lib.zeros(4, requires_grad=True),
               "w2": lib.ones(1, 4, requires_grad=True), "b2": lib.zeros(1, requires_grad=True)}
    x, target = lib.ones(5, 3), lib.zeros(5, 1)
    hidden = lib.nn.functional.linear(x, weights["w1"], weights["b1"]).tanh()
    loss = ((lib.nn.functional.linear(hidden, weights["w2"], weights["b2"]) - target) ** 2).mean()
    return loss, weights


def test_a_network_of_torch_nn_has_the_structure_that_minigrad_builds():
    torch = pytest.importorskip("torch")
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    loss = ((model(torch.ones(5, 3)) - torch.zeros(5, 1)) ** 2).mean()
    names = dict(zip(["w1", "b1", "w2", "b2"], model.parameters()))
    real, (out, weights) = viz.draw(loss, names, values=False), small_network(minigrad)
    ours = viz.draw(out, weights, values=False)

    def structure(text):  # without what differs: torch has filled its parameters, which counts as a write
        return text.replace(", version 1", "")

    assert structure(real.text) == structure(ours.text) and real.alt == ours.alt
    assert ours.text.count("AddmmBackward0") == 2 and ours.text.count("variable: leaf") == 4
    assert root_of(real.html()) is not None
    assert viz.memory(loss).rows == viz.memory(out).rows
    ends = {name: grad.shape for name, grad in viz.step(loss, names).grads.items()}
    assert ends == {name: tensor.shape for name, tensor in names.items()}


def test_names_come_from_a_mapping_or_keywords(lib):
    x, y, z = (lib.tensor(float(number), requires_grad=True) for number in range(3))
    out = x * y * z
    names = {"x": x, "y": y, "_z": z, "number": 3, "lib": lib, "kind": type(x), "again": x}
    text = viz.draw(out, names, my_y=y).text
    assert "leaf x:" in text and "leaf my_y:" in text and "leaf: 2." in text
    assert not re.search("_z|again|number|kind", text)
    with pytest.raises(TypeError, match="number should be a tensor, but it is of type int"):
        viz.draw(out, number=3)
    with pytest.raises(TypeError, match="expected a tensor, or a list of tensors, but got float"):
        viz.draw(3.0)
    with pytest.raises(TypeError, match="expected a tensor"):
        viz.draw([])
    with pytest.raises(TypeError, match="names should be a mapping from name to tensor, but got"):
        viz.step(out, x)


def test_a_named_tensor_that_is_not_in_the_graph_says_so(lib):
    out, names = two_paths(lib)
    far = lib.tensor(7.0)
    graph = viz.draw(out, far=far, **names)
    assert graph.text.endswith("constant far: 7., requires_grad False, not in this graph")
    assert "not in this graph" in texts(graph.html())
    assert "not in this graph" not in viz.draw(out, {"far": far, **names}).text, "a mapping names, it does not add"


def test_several_results_share_one_picture(lib):
    x = lib.tensor(2.0, requires_grad=True)
    y = x * 3
    z = y + 1
    text = viz.draw([z, y], x=x, y=y, z=z).text
    assert text.startswith("result z: 7.") and text.endswith("result y: 6.\n  grad_fn: see #1 MulBackward0")


@every_graph
def test_the_alt_text_says_something(build, lib):
    out, names = build(lib)
    alts = [viz.draw(out, names).alt, viz.draw(out).alt, viz.draw(out, names, view="forward").alt]
    if build in WALKS:
        alts.append(viz.step(out, names).graph.alt)
    for alt in alts:
        assert len(alt.split()) >= 8, alt
    assert f'alt="{html.escape(alts[0])}"' in viz.draw(out, names).html()


# Everything is text that somebody wrote


@pytest.mark.parametrize("name", NASTY)
def test_any_name_is_drawn_as_that_text(name, lib):
    x = lib.tensor(1.0, requires_grad=True)
    out = x * 2
    shown = "".join(character if character.isprintable() else "?" for character in name)
    shown = shown if len(shown) <= 40 else shown[:39] + "…"
    graph, steps, table = viz.draw(out, {name: x}), viz.step(out, {name: x}), viz.state({name: x})
    assert f"leaf {shown}" in texts(graph.html())
    assert f"leaf {shown}: 1." in graph.text
    for page in (graph.html(), steps.html(), table.html()):
        assert shown in "".join(Page(page).texts) or shown in root_of(page).find("title").text
        assert "<script>alert" not in page


@pytest.mark.parametrize("name", NASTY)
def test_names_of_classes_rows_and_columns_are_text_too(name, lib):
    kind = type(name.replace("\x00", ""), (lib.autograd.Function,), {
        "forward": staticmethod(lambda ctx, x: x * 2), "backward": staticmethod(lambda ctx, grad: grad * 2),
    })
    out = kind.apply(lib.ones(2, requires_grad=True))
    node = name_of(out.grad_fn)
    for picture in (viz.draw(out), viz.step(out.sum()).graph):
        assert node in texts(picture.html()) and node in picture.text
    table = viz.jacobian_picture([[1.0]], [name], [name])
    assert texts(table).count(clean(name)) == 2
    for shown in (viz.memory(out), viz.state(out=out)):
        assert node in Page(shown.html()).texts and node in shown.text


class Page(HTMLParser):
    """Reads a piece of HTML strictly: what is opened must be closed, in order."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        self.feed(page)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.tags.append((tag, dict(attributes)))

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@every_walk
def test_the_html_is_well_formed_and_the_pictures_are_plain(build, lib):
    out, names = build(lib)
    for page in (viz.draw(out, names).html(), viz.step(out, names).html()):
        assert [tag for tag, _ in Page(page).tags].count("img") == 1
        svg = root_of(page)
        assert svg.get("role") == "img" and svg.find("title").text
        for element in svg.iter():
            assert element.tag in {"svg", "title", "g", "rect", "path", "polygon", "ellipse", "text",
                                                     "circle", "polyline", "style"}
            assert "id" not in element.attrib and not any(name.startswith("on") for name in element.attrib)
            assert float(element.get("font-size", 12)) >= 12, "too small to read on a projector"
        assert float(svg.get("width")) == float(svg.get("viewBox").split()[2]), "one unit is one pixel"
    table = Page(viz.state(names).html())
    assert [tag for tag, _ in table.tags].count("caption") == 1
    assert {attributes.get("scope") for tag, attributes in table.tags if tag == "th"} == {"col", "row"}


def test_the_notebook_gets_words_and_a_picture(lib):
    out, names = documents(lib)
    for shown in (viz.draw(out, names), viz.step(out, names), viz.state(names)):
        bundle = shown._repr_mimebundle_()
        assert bundle == {"text/plain": shown.text, "text/html": shown.html()}
        assert repr(shown) == shown.text


# The same every time, and wherever it runs


@every_walk
def test_the_same_bytes_for_the_same_expression(build, lib):
    first, second = ((viz.draw(*build(lib)), viz.step(*build(lib))) for _ in range(2))
    for one, other in zip(first, second):
        assert one.html() == other.html() and one.text == other.text


def test_the_same_bytes_in_another_process():
    code = (
        "import hashlib, minigrad; from minigrad import viz\n"
        "x = minigrad.ones(2, 2, requires_grad=True); y = x + 2; z = (3 * y ** 2).mean()\n"
        "print(hashlib.sha256(viz.step(z, x=x, y=y, z=z).html().encode()).hexdigest())"
    )
    first, second = (run("-c", code, PYTHONHASHSEED=seed).stdout for seed in ("1", "2"))
    assert first == second and len(first.strip()) == 64


@pytest.mark.parametrize("engine, sentence", [
    (None, "no layout engine was found"), (sys.executable, "the layout engine failed"),  # it does not know -Tsvg
], ids=["none", "one that fails"])
def test_without_a_layout_engine_the_words_remain(engine, sentence, lib, monkeypatch):
    monkeypatch.setattr(layout, "engine", lambda: engine)
    out, names = wxb(lib)
    graph, steps = viz.draw(out, names), viz.step(out, names)
    page = Page(graph.html())
    assert page.texts[0] == graph.text and sentence in page.texts[-1]
    assert not [tag for tag, _ in page.tags if tag == "img"]
    assert graph._repr_mimebundle_()["text/plain"] == graph.text
    page = Page(steps.html())
    assert sentence in "".join(page.texts) and steps.text.splitlines()[-1] in page.texts
    assert "script" not in [tag for tag, _ in page.tags], "nothing to step through"
    with pytest.raises(layout.LayoutError, match=sentence):
        graph.svg()


def test_save_writes_the_picture_and_its_source(lib, tmp_path):
    graph = viz.draw(*wxb(lib))
    graph.save(tmp_path / "wxb.svg")
    assert (tmp_path / "wxb.dot").read_text(encoding="utf-8") == graph.dot
    assert (tmp_path / "wxb.svg").read_text(encoding="utf-8") == graph.svg() + "\n"


# Large graphs


def test_a_long_chain_is_drawn_as_one_block(lib):
    # PyTorch 2.13 itself crashes when a chain of 50,000 is freed whose nodes have been looked at from Python.
    length = 20_000 if lib.__name__ == "minigrad" else 10_000
    y, x = chain(lib, length)
    graph = viz.draw(y, x=x, y=y)
    assert f"… {length - 2:,} times more …, AddBackward0" in graph.text
    assert "variable: leaf x: 1., grad None" in graph.text and len(graph.text.splitlines()) < 40
    assert "many, folded into one" in texts(graph.html())
    assert viz.timeline(y).peak == viz.memory(y).bytes == 0


def test_a_chain_ten_times_as_long_is_ten_times_the_work(lib):
    ends = {length: chain(lib, length)[0] for length in (100, 1000)}
    for look in (lambda y: viz.draw(y).html(), viz.timeline, viz.memory):
        assert_linear(lambda length: look(ends[length]), *ends)  # noqa: B023


@pytest.mark.parametrize("length", [LARGEST - 1, LARGEST])
def test_up_to_the_limit_every_node_is_drawn(length, lib):
    text = viz.draw(no_block_twice(length, lib)).text
    numbers = [int(number) for number in re.findall(r": #(\d+)", text)]
    assert ("more nodes" in text) == (length + 1 > LARGEST)
    assert length + 1 > LARGEST or numbers == list(range(length + 1))


def test_a_large_graph_without_a_loop_shows_its_ends(lib):
    graph = viz.draw(no_block_twice(1000, lib))
    kinds = re.search(r"… 989 more nodes …, \w+ × [\d,]+, \w+ × [\d,]+, \w+ × [\d,]+", graph.text)
    assert kinds and len(graph.text.splitlines()) < 40


def deep(lib, layers):
    x = lib.ones(4, 3)
    weights = {f"w{k}": lib.ones(3, 3, requires_grad=True) for k in range(layers)}
    for weight in weights.values():
        x = (x @ weight).tanh()
    return x.sum(), weights


def test_a_block_that_is_repeated_is_drawn_at_its_ends(lib):
    out, weights = deep(lib, 20)
    graph = viz.draw(out, weights)
    assert "… 18 times the same …, TanhBackward0, MmBackward0, 18 leaves" in graph.text
    assert "leaf w0:" in graph.text and "leaf w19:" in graph.text and "leaf w7:" not in graph.text
    assert len(re.findall(r" #\d+ (?:Tanh|Mm)Backward0", graph.text)) == 4
    out, weights = deep(lib, 13)
    assert "times" not in viz.draw(out, weights).text, "up to 40 nodes, all are drawn"


def test_a_leaf_that_is_also_used_elsewhere_is_not_folded_away(lib):
    w = lib.ones(3, requires_grad=True)
    y = w
    for _ in range(50):
        y = (y * w).sin()
    assert "times the same" in viz.draw(y.sum(), w=w).text and "leaf w:" in viz.draw(y.sum(), w=w).text


def total(lib, inputs):
    """The sum of all inputs by a Function of the library: one node, as wide as one likes."""
    class Total(lib.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            ctx.count = len(inputs)
            return sum(inputs[1:], inputs[0] * 1.0)

        @staticmethod
        def backward(ctx, grad):
            return (grad,) * ctx.count

    return Total.apply(*inputs)


@pytest.mark.parametrize("width", [1000, 5000])
def test_a_very_wide_graph_is_folded(width, lib):
    leaves = [lib.tensor(1.0, requires_grad=True) for _ in range(width)]
    out = total(lib, leaves + [lib.tensor(1.0) for _ in range(width)])
    graph = viz.draw(out)
    assert f"… {width - 6:,} more leaves …" in graph.text and len(graph.text.splitlines()) < 60
    assert f"to {width:,} unnamed leaves." in graph.alt
    assert f"{width}…{2 * width - 1}: None, no gradient" in graph.text
    assert root_of(graph.html()) is not None


def test_ten_times_the_leaves_are_ten_times_the_work(lib):
    results = {count: lib.stack([lib.tensor(1.0, requires_grad=True) for _ in range(count)]) for count in (100, 1000)}
    for look in (lambda out: viz.draw(out).html(), lambda out: viz.step(out.sum())):
        assert_linear(lambda count: look(results[count]), *results)  # noqa: B023


def many_results(lib, count):
    leaves = [lib.tensor(float(number), requires_grad=True) for number in range(count)]
    return [leaf * 2 for leaf in leaves], {}


def many_leaves(lib, count):
    return [lib.tensor(float(number), requires_grad=True) for number in range(count)], {}


def many_names(lib, count):
    tensors = {f"a{number}": lib.tensor(float(number), requires_grad=True) for number in range(count)}
    return tensors["a0"] * 2, tensors


def many_outputs(lib, count):
    parts = lib.ones(count, requires_grad=True).unbind(0)
    return parts[0] * parts[1], {f"p{number}": part for number, part in enumerate(parts)}


def many_outputs_asked_for(lib, count):
    return list(lib.ones(count, requires_grad=True).unbind(0)), {}


def many_arguments(lib, count):
    return lib.stack(many_leaves(lib, count)[0]).sum(), {}


def many_branches(lib, count):
    """All different in kind, so that no loop is found."""
    order = random.Random(0)
    leaves = many_leaves(lib, count)[0]
    return lib.stack([getattr(leaf, order.choice(["sin", "cos", "tanh", "sigmoid"]))() for leaf in leaves]).sum(), {}


@pytest.mark.parametrize("view", ["backward", "forward"])
@pytest.mark.parametrize("count", [9, 12, 30, 400])
@pytest.mark.parametrize("build", [
    many_results, many_leaves, many_names, many_outputs, many_outputs_asked_for, many_arguments, many_branches
])
def test_no_picture_is_wide(build, count, view, lib):
    out, names = build(lib, count)
    graph = viz.draw(out, view=view, **names)
    assert float(root_of(graph).get("width")) < 2000
    assert len(graph.text.splitlines()) < 60 and len(graph.alt) <= 600
    if count == 400:
        assert re.search(r"… (39\d|79\d) (more|times)", graph.text)
        for words in re.findall(r"… [\d,]+ more \w+ …", graph.text):
            assert words in graph.dot, "the words and the picture agree"


def test_the_stepper_keeps_its_marks_on_a_wide_graph(lib):
    steps = viz.step(lib.stack(many_leaves(lib, 20)[0]).sum())
    assert root_of(steps.html()).get("width") and steps.html().count("more leaves") == 0
    assert len(groups(root_of(steps.html()), "disc")) == len(steps.steps)


def test_no_arrow_ends_under_the_number_of_a_step(lib):
    graph = root_of(viz.step(*two_paths(lib)))
    heads = [bounds(head) for group in groups(graph, "edge") for head in group.iter("polygon")]
    discs = [tuple(map(float, re.findall(r"-?[\d.]+", group.get("transform"))))
             for group in groups(graph, "disc")]
    assert len(discs) == 5 and len(heads) >= 7
    assert not [disc for disc in discs for head in heads if meet(around(*disc), head)]


def around(x, y, radius=11):
    return x - radius, y - radius, x + radius, y + radius


def test_an_alt_text_counts_and_stays_short(lib):
    leaves = many_leaves(lib, 3)[0]
    out = lib.stack(leaves).sum()
    assert "to 3 unnamed leaves." in viz.draw(out).alt and "to the leaves a and 2 unnamed leaves." in viz.draw(
        out, a=leaves[0]).alt
    long = {letter * 60: tensor for letter, tensor in zip("abcdefghijkl", many_leaves(lib, 12)[0])}
    total = sum(long.values())
    total.backward()
    for names in (long, {**long, **{letter * 60: lib.tensor(1.0) for letter in "mnopqrst"}}):
        alt = viz.draw([total, *long.values()], **names).alt
        assert 200 < len(alt) <= 600


def test_a_long_walk_is_a_list_with_a_gap(lib):
    y, x = chain(lib, 500)
    steps = viz.step(y, x=x)
    assert len(steps.steps) == 501 and "… 462 more steps …" in steps.text
    assert steps.grads["x"].tolist() == 1.0
    assert "<script>" not in steps.html()
    remark, folded, start = steps.text.splitlines()[:3]
    assert remark.startswith("501 steps are too many for buttons") and start.startswith("0. ")
    assert folded == "The picture is folded, and marks no steps: the words tell them."
    assert f"<p>{remark}</p><p>{folded}</p>" in steps.html()


def test_a_walk_that_is_listed_whole_has_its_buttons_and_says_when_its_picture_is_folded(lib):
    longest, longer = (viz.step(chain(lib, count)[0]) for count in (58, 59))
    assert (len(longest.steps), len(longer.steps)) == (59, 60)
    assert "<script>" in longest.html() and "<script>" not in longer.html()
    assert "The picture is folded" in longest.text and "too many" not in longest.text and "too many" in longer.text
    short = viz.step(chain(lib, 35)[0])
    assert not short.remarks and "<script>" in short.html() and "data-step" in short.svg()


# Nothing is changed


@every_graph
def test_looking_changes_nothing(build, lib):
    out, names = build(lib)
    before = viz.state(names).text
    versions = [tensor._version for tensor in names.values()]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        viz.draw(out, names).html()
        viz.draw(out, names, view="forward").html()
        viz.state(names).html()
        if build in WALKS:
            viz.step(out, names).html()
    assert viz.state(names).text == before
    assert [tensor._version for tensor in names.values()] == versions


def test_a_retained_gradient_is_shown_and_read_without_a_warning():
    torch = pytest.importorskip("torch")
    x = torch.tensor(2.0, requires_grad=True)
    y = x * 3
    y.retain_grad()
    z = y * y
    z.backward()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "grad_fn of y: 6., grad 12." in viz.draw(z, x=x, y=y, z=z).text
        assert viz.state(y=y).rows[0][4] == "12."


def test_state_says_what_autograd_knows(lib):
    out, names = wxb(lib)
    out.backward()
    assert viz.state(names).text == (
        "name  leaf or result  requires_grad  grad_fn       grad      version\n"
        "----  --------------  -------------  ------------  --------  -------\n"
        "x     leaf            False          None          None            0\n"
        "w     leaf            True           None          [1.]            0\n"
        "b     leaf            True           None          [1.]            0\n"
        "y     result          True           MulBackward0  not kept        0\n"
        "z     result          True           AddBackward0  not kept        0"
    )


def test_state_says_who_keeps_a_tensor_and_which_gradient_is_retained(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = x.exp()
    y.retain_grad()
    z = (y * x).sum()
    table = viz.state(x=x, y=y, z=z)
    assert table.columns[-2:] == ("retains_grad", "saved by")
    assert [row[-2:] for row in table.rows] == [("", "MulBackward0"), ("True", "ExpBackward0, MulBackward0"), ("", "")]
    z.backward()
    assert viz.state(x=x, y=y, z=z).columns[-1] == "retains_grad", "freed: nothing is saved any more"


def test_state_of_a_namespace_leaves_out_what_is_not_a_tensor(lib):
    table = viz.state({"x": lib.tensor(1.0), "_y": lib.tensor(2.0), "lib": lib, "n": 3}, z=lib.tensor(3.0))
    assert [row[0] for row in table.rows] == ["z", "x"]


# The stepper


@every_walk
def test_the_stepper_ends_where_backward_ends(build, lib):
    out, names = build(lib)
    steps = viz.step(out, names)
    out.backward()
    leaves = {name: tensor for name, tensor in names.items() if tensor.is_leaf and tensor.requires_grad}
    assert {name: grad.tolist() for name, grad in steps.grads.items()} == {
        name: tensor.grad.tolist() for name, tensor in leaves.items()
    }
    assert all(steps.grads[name].dtype == tensor.grad.dtype for name, tensor in leaves.items())


def test_the_stepper_takes_a_gradient(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = x * x
    gradient = lib.tensor([10.0, 100.0])
    assert viz.step(y, gradient=gradient, x=x).grads["x"].tolist() == [20.0, 400.0]
    assert viz.step([y, y.sum()], gradient=[gradient, None], x=x).grads["x"].tolist() == [22.0, 404.0]


def test_each_step_in_words(lib):
    out, names = two_paths(lib)
    assert viz.step(out, **names).text == (
        "0. backward() begins and sends 1. to AddBackward0 (step 1)\n"
        "1. AddBackward0 gets 1. and sends 1. to MulBackward0 (step 3) and 1. to MulBackward0 (step 2)\n"
        "2. MulBackward0 gets 1. and sends grad * other = 7. to MulBackward0 (step 4); it frees other\n"
        "3. MulBackward0 gets 1. and sends grad * other = 5. to MulBackward0 (step 4); it frees other\n"
        "4. MulBackward0 gets 7. + 5. = 12. and sends grad * other = 36. to AccumulateGrad of a (step 5); "
        "it frees other\n"
        "5. AccumulateGrad of a gets 36.: a.grad was None and becomes 36."
    )
    out, names = has_grad_already(lib)
    assert viz.step(out, **names).text.endswith("x.grad becomes [2., 4.] + [3., 3.] = [5., 7.]")


@every_walk
def test_the_engine_itself_takes_these_steps(build, lib):
    """Hooks on every node watch a real backward pass: the same order, gradients, sums, and tensors that are freed."""
    looked, (out, names) = viz.step(*build(lib)), build(lib)
    ran = viz.step(out, names, run=True)
    assert ran.text == looked.text and ran.html() == looked.html()
    for name, grad in ran.grads.items():
        assert names[name].grad.tolist() == grad.tolist()
    for step in ran.steps:
        freed = {name for name, _, trouble in kept(step.node.function) if trouble == "freed"}
        assert freed >= set(step.frees)


def some_program(lib, seed):
    """A few sums, products and stacks, each of tensors chosen from all before: leaves are often used twice."""
    choose = random.Random(seed)
    names = {name: lib.tensor(float(number), requires_grad=True) for number, name in enumerate("abcde", 1)}
    tensors = list(names.values())
    for _ in range(choose.randrange(2, 7)):
        one, other = choose.choice(tensors), choose.choice(tensors)
        stacked = lib.stack(choose.choices(tensors, k=6)).sum()
        tensors.append(choose.choice([one * other, one + other, stacked]))
    return tensors[-1], names


def test_whatever_the_program_the_engine_takes_these_steps(lib):
    for seed in range(100):
        looked, ran = (viz.step(*some_program(lib, seed), run=run).steps for run in (False, True))
        assert [step.node.number for step in looked] == [step.node.number for step in ran], seed


def test_a_node_with_many_inputs_is_stepped_through(lib):
    leaves = [lib.tensor(1.0, requires_grad=True) for _ in range(8_000)]
    assert len(viz.step(lib.stack(leaves).sum()).steps) == 8_002


def test_what_a_hook_changed_is_seen_when_the_engine_itself_runs(lib):
    x = lib.tensor(2.0, requires_grad=True)
    y = x * 3
    y.register_hook(lambda grad: grad * 10)
    steps = viz.step(y * y, x=x, y=y, run=True)
    assert steps.grads["x"].item() == x.grad.item() == 360.0
    assert "gets 60. + 60. = 120." not in steps.text


def hooked_graph(lib):
    """y and x have hooks, and so has the node of u; nobody but the graph has u itself."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = x * x
    y.register_hook(lambda grad: grad * 10)
    u = y * 3
    u.grad_fn.register_hook(lambda sent, came: (sent[0] * 7, None))
    x.register_hook(lambda grad: grad + 1)
    return u.sum(), {"x": x, "y": y}


def test_what_hooks_would_change_is_never_told_in_silence(lib):
    out, names = hooked_graph(lib)
    steps = viz.step(out, names)
    remark = ("Not called here: a hook of MulBackward0, a hook of y and a hook of x. The numbers are those without "
              "hooks; run=True runs the real backward pass, hooks included.")
    assert steps.text.splitlines()[0] == remark and f"<p>{remark}</p>" in steps.html()
    assert steps.alt.endswith(remark) and root_of(steps.html()).find("title").text == steps.alt
    with pytest.warns(UserWarning, match="a hook of y"):
        assert steps.grads["x"].tolist() == [6.0, 12.0]
    ran = viz.step(out, names, run=True)
    assert not ran.remarks and ran.grads["x"].tolist() == names["x"].grad.tolist() == [421.0, 841.0]
    lines = ran.text.splitlines()
    assert "MulBackward0 gets [1., 1.] and sends [21., 21.] to" in lines[2], "no formula: a hook changed it"
    assert "gets [21., 21.] → [210., 210.] (a hook changed it) and sends grad * other = [210., 420.]" in lines[3]
    assert "= [420., 840.] → [421., 841.] (a hook changed it): x.grad was None and becomes [421., 841.]" in lines[4]


def test_hooks_are_found_on_every_kind_of_holder_and_not_when_they_are_gone(lib):
    def remarks(register):
        x = lib.tensor(2.0, requires_grad=True)
        y = x * 3
        out = y * y
        handle = register(x, y, out)
        before = viz.step(out).remarks
        handle.remove()
        return before, viz.step(out).remarks

    same = {
        "a leaf": lambda x, y, out: x.register_hook(print),
        "the result of MulBackward0": lambda x, y, out: y.register_hook(print),
        "MulBackward0": lambda x, y, out: out.grad_fn.register_prehook(print),
        "AccumulateGrad": lambda x, y, out: y.grad_fn.next_functions[0][0].register_hook(print),
    }
    for who, register in same.items():
        before, after = remarks(register)
        assert len(before) == 1 and f"a hook of {who}." in before[0] and not after
    before, after = remarks(lambda x, y, out: x.register_post_accumulate_grad_hook(print))
    assert "a hook of a leaf." in before[0] and not after


def test_what_a_hook_of_a_filled_leaf_left_is_told(lib):
    x = lib.tensor(2.0, requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda leaf: setattr(leaf, "grad", None))
    steps = viz.step(x * 3, x=x, run=True)
    assert steps.text.endswith("x.grad was None and becomes None (a hook changed it)") and steps.grads == {"x": None}


@pytest.mark.parametrize("run", [False, True])
def test_a_retained_gradient_is_seen_filling(run, lib):
    x = lib.tensor(2.0, requires_grad=True)
    y = x * 3
    y.retain_grad()
    out = y * y
    out.retain_grad()
    steps = viz.step(out, x=x, y=y, out=out, run=run)
    one, two, three = steps.text.splitlines()[1:]
    assert one.endswith("; it frees self and other; out.grad was None and becomes 1.")
    assert two.endswith("; it frees other; y.grad was None and becomes 12.") and "x.grad" in three
    assert {name: grad.item() for name, grad in steps.grads.items()} == {"out": 1.0, "y": 12.0, "x": 36.0}
    filled = {group.get("data-step"): text.text for group in root_of(steps.html()).iter("g")
              if group.get("data-step") for text in group.iter("text") if text.text.startswith("→")}
    assert filled == {"1": "→ 1.", "2": "→ 12.", "3": "→ 36."}
    if run:
        assert (out.grad.item(), y.grad.item()) == (1.0, 12.0)
    else:
        assert "grad None" in viz.draw(y, y=y).text, "looking changed nothing"
        out.backward(retain_graph=True)
        again = viz.step(y * y, y=y)
        assert "y.grad becomes 12. + 12. = 24." in again.text


@pytest.mark.parametrize(
    "case", ["not a single number", "no gradient required", "freed", "gradient of another shape"]
)
def test_the_stepper_refuses_what_backward_refuses(case, lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    out, gradient = x * x, None
    if case == "no gradient required":
        out = x.detach().sum()
    if case == "freed":
        out = out.sum()
        out.backward()
    if case == "gradient of another shape":
        gradient = lib.ones(3)
    with pytest.raises(RuntimeError) as by_step:
        viz.step(out, gradient=gradient)
    with pytest.raises(RuntimeError) as by_backward:
        out.backward(gradient)
    assert str(by_step.value) == str(by_backward.value)


def test_there_is_one_gradient_for_each_result(lib):
    x = lib.tensor(2.0, requires_grad=True)
    with pytest.raises(RuntimeError, match="got 2 tensors and 1 gradients"):
        viz.step([x * 2, x * 3], gradient=[lib.tensor(1.0)])


def test_a_leaf_has_nothing_to_step_through(lib):
    with pytest.raises(ValueError, match="a leaf has no graph to walk"):
        viz.step(lib.tensor(1.0, requires_grad=True))


def test_every_step_is_marked_in_the_picture(lib):
    out, names = broadcast(lib)
    steps = viz.step(out, names)
    page = steps.html()
    svg = root_of(page)
    marked = [int(group.get("data-step")) for group in svg.iter("g") if group.get("data-step")]
    assert set(marked) == set(range(len(steps.steps) + 1))
    discs = [group[1].text for group in groups(svg, "disc")]
    assert sorted(map(int, discs)) == list(range(1, len(steps.steps) + 1))
    items = re.findall("<li>(.*?)</li>", page)
    assert [html.unescape(item) for item in items] == steps.text.splitlines()
    assert len(page) < 150_000 and len(re.findall("<script>", page)) == 1


def test_fifteen_nodes_stay_small(lib):
    x = lib.ones(2, 2, requires_grad=True)
    y = x
    for _ in range(7):
        y = (y * x).tanh()
    steps = viz.step(y.sum(), x=x)
    assert len(steps.steps) >= 15 and len(steps.html()) < 150_000


def test_the_stepper_in_a_browser(browser):
    """Twice the same stepper on a page: buttons, slider and keyboard move each on its own."""
    steps = viz.step(*two_paths(minigrad))
    lines = steps.text.splitlines()
    page = browser.new_page()
    failures = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.set_content(steps.html() * 2)
    one, other = (page.locator(".minigrad-steps").nth(index) for index in (0, 1))

    def said(stepper):
        return stepper.locator("[aria-live]").inner_text()

    assert said(one) == said(other) == lines[0]
    one.get_by_role("button", name="Next").click()
    assert (said(one), said(other)) == (lines[1], lines[0])
    assert one.locator("svg .now .disc text").all_text_contents() == ["1"]
    page.keyboard.press("ArrowRight")
    assert said(one) == lines[2] and one.get_by_role("slider").get_attribute("aria-valuetext") == "step 2 of 5"
    shown = one.locator("svg .sent:not(.later)").all_text_contents()
    assert "7." in shown and "36." not in shown, "a gradient that has not been sent yet"
    one.get_by_role("slider").fill("4")
    assert said(one) == lines[4] and "7. + 5. = 12." in one.locator("svg .now .sent").all_text_contents()
    page.keyboard.press("End")
    assert said(one) == lines[5] and one.get_by_role("button", name="Next").is_disabled()
    gone = one.locator("svg .gone").all_text_contents()
    assert [text.partition(" = ")[0] for text in gone] == ["saved other"] * 3, "struck out: freed after its turn"
    one.get_by_role("button", name="First").click()
    assert not one.locator("svg .gone").count()
    assert said(one) == lines[0] and said(other) == lines[0]
    page.clock.install(time=0)
    page.clock.pause_at(3600)  # seconds: it plays no step before it is paused
    other.get_by_role("button", name="Play").click()
    other.get_by_role("button", name="Pause").click()
    assert not failures
    page.close()

    still = browser.new_context(java_script_enabled=False).new_page()
    still.set_content(steps.html())
    assert still.locator("img").bounding_box()["width"] > 300
    assert not still.get_by_role("button").count()

    calm = browser.new_context(reduced_motion="reduce").new_page()
    calm.set_content(steps.html())
    assert not calm.get_by_role("button", name="Play").count() and calm.get_by_role("button", name="Next").count()


@pytest.fixture
def opened(browser):
    """A function that opens a stepper in a page, and at the end nothing has failed."""
    pages, failures = [], []

    def open(steps, before="", **settings):
        page = browser.new_page(**settings)
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.set_content(before + steps.html())
        pages.append(page)
        return page, lambda: int(page.locator("[aria-live]").inner_text().partition(".")[0])

    yield open
    for page in pages:
        page.close()
    assert not failures


def test_the_keys_go_on_at_either_end(opened):
    page, at = opened(viz.step(*two_paths(minigrad)))
    page.get_by_role("button", name="Next").click()
    for key, step in (("End", 5), ("ArrowRight", 5), ("ArrowLeft", 4), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        assert at() == step
    page.get_by_role("button", name="Back").click()
    assert page.evaluate("document.activeElement.textContent") == "Back" and at() == 0
    page.keyboard.press("Enter")
    assert at() == 0, "a button that leads nowhere"
    for key, step in (("Home", 0), ("ArrowRight", 1), ("Alt+ArrowRight", 1), ("End", 5), ("ArrowLeft", 4)):
        page.keyboard.press(key)
        assert at() == step
    assert page.get_by_role("button", name="Back").get_attribute("aria-disabled") == "false"


def test_play_goes_on_to_the_last_step_and_stops_there(opened):
    """The page's clock stands still, and is moved by the test: nobody waits, on a slow computer too."""
    page, at = opened(viz.step(*two_paths(minigrad)))
    page.clock.install(time=0)
    page.clock.pause_at(3600)  # seconds: a time that has certainly not come yet
    button = page.get_by_role("button", name=re.compile("^(Play|Pause)$"))
    button.click()
    page.clock.run_for(1400)
    assert (at(), button.inner_text()) == (0, "Pause"), "there is time to read each step"
    page.clock.run_for(200)
    for step in range(1, 5):
        assert (at(), button.inner_text()) == (step, "Pause")
        assert page.locator("svg .now .disc text").all_text_contents() == [str(step)]
        page.clock.run_for(1500)
    assert (at(), button.inner_text()) == (5, "Play")
    assert page.get_by_role("button", name="Next").get_attribute("aria-disabled") == "true"
    page.clock.run_for(5000)
    assert (at(), button.inner_text()) == (5, "Play"), "it does not begin anew by itself"
    button.click()
    assert at() == 0, "after the last step it plays from the beginning"
    page.clock.run_for(3200)
    assert at() == 2
    button.click()
    page.clock.run_for(5000)
    assert (at(), button.inner_text()) == (2, "Play"), "paused"
    button.click()
    page.get_by_role("button", name="Next").click()
    page.clock.run_for(5000)
    assert (at(), button.inner_text()) == (3, "Play"), "who moves it by hand has stopped it"


def test_after_a_click_on_picture_or_words_the_keys_move_the_steps(opened):
    page, at = opened(viz.step(*two_paths(minigrad)))
    page.locator("svg").click()
    page.keyboard.press("ArrowRight")
    page.locator("[aria-live]").click()
    page.keyboard.press("ArrowRight")
    assert at() == 2


def test_buttons_words_and_the_present_node_stay_in_sight(opened):
    """A picture that is higher than the window, above it other things, below it a long page."""
    walk = viz.step(chain(minigrad, 15)[0], full=True)
    page, at = opened(walk, "<p style='height: 500px'>",
                      viewport={"width": 1280, "height": 720})
    assert page.locator("svg").bounding_box()["height"] > 1000
    assert page.evaluate("scrollY") == 0, "a page that was opened does not move by itself"
    page.get_by_role("button", name="Next").click()
    for _ in range(16):
        for part in ("button >> nth=0", "[aria-live]", "svg .now:has(.disc) > path, svg .now:has(.disc) > polygon"):
            box = page.locator(part).bounding_box()
            assert 0 <= box["y"] and box["y"] + box["height"] <= 721, (at(), part)
        page.keyboard.press("ArrowRight")
    assert at() == 16


def test_printed_it_shows_every_gradient(opened):
    page, at = opened(viz.step(*two_paths(minigrad)))
    seen = "() => [...document.querySelectorAll('.sent, .disc')].map(part => getComputedStyle(part).visibility)"
    assert at() == 0 and page.evaluate(seen).count("hidden") > 10
    page.emulate_media(media="print")
    assert set(page.evaluate(seen)) == {"visible"}
    assert not page.get_by_role("button", name="Next").is_visible() and not page.locator("[aria-live]").is_visible()
    assert page.locator("li").last.is_visible() and page.locator("svg").is_visible()


def test_the_stepper_of_a_folded_graph_moves_through_the_words(opened):
    page, at = opened(viz.step(chain(minigrad, 50)[0]))
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("ArrowRight")
    assert at() == 2 and page.get_by_text("The picture is folded").is_visible()


# The package and the figures


def test_viz_needs_no_library_of_tensors():
    allowed = {*sys.stdlib_module_names, "graphviz", "matplotlib", "numpy"}
    for path in Path(viz.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in allowed or name.startswith("minigrad.viz"), f"{path.name} imports {name}"


@pytest.mark.parametrize("language", ["en", *(path.name for path in figures.FIGURES.iterdir() if path.is_dir())])
def test_the_figures_are_current(language, capfd):
    """Those that are laid out from DOT everywhere; plots where they were made, since another matplotlib or another
    system's arithmetic moves a line by a hundredth of a pixel."""
    figures.main(["--check", "--lang", language])
    stale = {Path(figures.FIGURES, name) for name in re.findall(r"figures/(\S+) is not", capfd.readouterr().out)}
    lock = (figures.ROOT / "requirements.lock").read_text(encoding="utf-8")
    system = sys.platform, platform.machine()
    if system != ("linux", "x86_64") or f"matplotlib=={version('matplotlib')} " not in lock:
        stale = {path for path in stale if (figures.FIGURES / f"{path.stem}.dot").exists() or not path.exists()}
    assert not stale, f"run python3 tools/figures.py --lang {language}"


def test_every_figure_is_described():
    names = {maker.__name__ for maker in figures.MAKERS}
    assert names == {path.stem for path in figures.FIGURES.glob("*.svg")}
    assert names >= {path.stem for path in figures.FIGURES.glob("*.dot")}
    for path in figures.FIGURES.glob("*.svg"):
        title = root_of(path.read_text(encoding="utf-8")).find("title").text
        assert len(title.split()) >= 8
        assert title in (figures.FIGURES / "README.md").read_text(encoding="utf-8")


def test_every_chapter_has_its_figure():
    optional = {"17"}  # its point is a table of times
    found = {maker().chapter for maker in figures.MAKERS}
    assert found == {path.name[:2] for path in chapters(figures.ROOT)} - optional


def test_every_chapter_is_on_the_map():
    rows = [row for column in figures.CHAPTERS.values() for row in column]
    assert [number for number, *_ in rows] == [path.name[:2] for path in chapters(figures.ROOT)]


def test_a_changed_figure_is_noticed(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(figures, "FIGURES", tmp_path)
    assert figures.main([]) == 0
    (tmp_path / "engine.svg").write_text("<svg/>")
    (tmp_path / "stranger.svg").write_text("<svg/>")
    assert figures.main(["--check"]) == 1
    said = capsys.readouterr().out
    assert "engine.svg is not current" in said and "stranger.svg is not current" in said and said.count("\n") == 2
    assert figures.main([]) == 0 and figures.main(["--check"]) == 0


def test_what_nodes_keep_can_be_left_out(lib):
    x = lib.tensor(2.0, requires_grad=True)
    y = x * x
    full, plain = viz.draw(y, x=x), viz.draw(y, x=x, saved=False)
    assert "saved self" in full.text and "saved self" in full.dot and "kept for its rule" in full.svg()
    assert "saved" not in plain.text and "saved" not in plain.dot and "kept for its rule" not in plain.svg()


def test_two_nodes_of_one_name_are_told_apart_by_their_expression(lib):
    """Only where nothing else does: what a node keeps, with its numbers, tells as much."""
    x, y, w = (lib.tensor(number, requires_grad=True) for number in (2.0, 3.0, 4.0))
    s = x + y
    drawn = texts(viz.draw((s + w) * (s - 1.0) + (-x) + (y + y).exp(), x=x, y=y, s=s))
    assert {"x + y", "y + y"} <= set(drawn)
    assert not [text for text in drawn if re.search(r"\bw\b|exp\(|s − 1", text)], "w has no name here"
    far = texts(viz.draw(5 * x + 7 * x, x=x))
    assert "saved other = 5." in far and "5. · x" not in far
    z = (x * x).sum() ** 2 + (y * x).sum() ** 2
    z.backward(retain_graph=True)
    z.backward()
    freed = texts(viz.draw(z, x=x, y=y))
    assert {"x · x", "y · x", "sum(x · x) ^ 2"} <= set(freed), freed
    assert "(−x) ^ 2" in texts(viz.draw((-x) ** 2 + (-y) ** 2, x=x, y=y, saved=False))
    same = texts(viz.draw((x + y) * (x + y), x=x, y=y))
    assert "x + y" not in same, "it would stand at both"
    deep = x
    for _ in range(12):
        deep = deep + y
    assert not [text for text in texts(viz.draw(deep, x=x, y=y)) if text.count("+") > 4]


def test_an_operation_of_a_user_gets_no_sign(lib):
    class Mul(lib.autograd.Function):
        forward = staticmethod(lambda ctx, x: x * 1)
        backward = staticmethod(lambda ctx, grad: grad)

    drawn = texts(viz.draw(Mul.apply(lib.ones(2, requires_grad=True)) * 2))
    assert "MulBackward" in drawn and "MulBackward0 · 2" in drawn


def test_an_expression_that_a_reader_types_is_drawn_and_stepped(lib):
    typed = viz.expression("x * y + exp(x)", lib, x=2.0, y=[3.0])
    x, y = lib.tensor(2.0, requires_grad=True), lib.tensor([3.0], requires_grad=True)
    assert typed.text == viz.step(x * y + lib.exp(x), x=x, y=y).text and "<img" in typed.html()
    assert {name: grad.tolist() for name, grad in viz.expression("x * x", lib, x=[1.0, 2.0]).grads.items()} == {
        "x": [2.0, 4.0]}, "a result of several numbers starts with ones"


@pytest.mark.parametrize("text, said", [
    ("x *", "This is no expression of Python (invalid syntax): x *"),
    ("x = 3", "This is no expression of Python (invalid syntax): x = 3"),
    ("Foo + x", "There is no Foo here. Use x and y, and the functions of the library."),
    ("exit()", "There is no exit here."), ("__import__('os')", "There is no __import__ here."),
    ("3 + 4", "The result is no tensor, but 7. Use x and y in the expression."),
    ("x", "The result is a leaf: no step made it. Compute something with x and y."),
    ("x.detach() * 2", "The result is a constant: no gradient goes back from it."),
    ("x @ y", "It stopped. RuntimeError: "), ("x.nothing()", "It stopped. AttributeError: "),
])
def test_a_bad_expression_is_answered_in_a_sentence(text, said, lib):
    answer = viz.expression(text, lib, x=[1.0, 2.0], y=[[3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])
    assert answer.text.startswith(said) and answer.html() == f"<p>{html.escape(answer.text)}</p>"


def test_a_bad_value_of_an_expression_is_answered_in_a_sentence(lib):
    assert viz.expression("x * 2", lib, x="two").text.startswith("It stopped. ")


def test_a_walk_ends_at_the_rule_whose_saved_numbers_were_overwritten(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    z = (x * 3).exp()
    loss = z.sum() + x.sum()
    z.add_(1)
    steps = viz.step(loss, x=x)
    refused = [step for step in steps.steps if step.refused]
    assert len(refused) == 1 and refused[0] is steps.steps[-1] and refused[0].node.name == "ExpBackward0"
    assert "the rule of ExpBackward0 is refused" in steps.alt and "version 1, saved at version 0" in steps.lines[-1]
    assert ">refused<" in steps.svg() and steps.grads == {}
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_another_error_of_a_rule_is_raised_by_the_stepper(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    loss = x.exp().sum()
    loss.backward()
    with pytest.raises(RuntimeError, match="second time"):
        viz.step(loss, x=x)


def test_a_walk_through_a_way_back_marks_who_made_each_node(lib):
    x = lib.tensor(0.0, requires_grad=True)
    y = (x * 2).exp()
    (slope,) = lib.autograd.grad(y, x, create_graph=True)
    assert viz.step(slope, x=x, since=y).graph.text.count("way back") == 2
    assert "way back" not in viz.step(slope, x=x).graph.text
    for _ in range(40):  # so many that the picture is folded
        y = y.sin().exp()
    (slope,) = lib.autograd.grad(y, x, create_graph=True)
    marks = viz.step(slope, x=x, since=y).graph.text.count("way back")
    assert marks == viz.draw(slope, x=x, since=y).text.count("way back") > 0
