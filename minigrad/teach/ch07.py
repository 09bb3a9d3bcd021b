"""Chapter 7: the checkers of its exercises."""

import contextlib
import gc
import weakref

from minigrad import viz
from minigrad.core.ops import add, mul, sum as total
from minigrad.core.tensors import ones, tensor
from minigrad.teach.check import answered, case, exercise, says


@exercise(number="7.1", title="twice or once?")
def check_twice(twice):
    saves = "This rule needs a number from the way forward, so its node saves it, and the pass frees it."
    free = "None of these rules needs a number from the way forward: nothing is saved, so nothing is missing."
    yield case(
        twice["(x + k).sum()"],
        expect=True,
        wrong=[(False, free)],
        name="(x + k).sum()",
        hint="Write True or False, without quotation marks.",
    )
    yield case(
        twice["(x * k).sum()"],
        expect=False,
        wrong=[(True, "The gradient of x is grad * k: the product has to save k, though k has no flag. " + saves)],
        name="(x * k).sum()",
    )
    yield case(
        twice["(x - 2).mean()"],
        expect=True,
        wrong=[(False, "The mean divides by the number of entries, which is kept as a plain number and is not freed.")],
        name="(x - 2).mean()",
    )
    yield case(
        twice["(x + 1).exp().sum()"],
        expect=False,
        wrong=[(True, "The exponential saves its result. One node that saves is enough to refuse.")],
        name="(x + 1).exp().sum()",
    )
    yield case(
        twice["(x.detach() * 3 + x).sum()"],
        expect=True,
        wrong=[(False, "After detach() the product is not recorded: it leaves no node, and saves nothing.")],
        name="(x.detach() * 3 + x).sum()",
    )
    yield case(
        twice["((x - k) / 4).sum()"],
        expect=False,
        wrong=[(True, "A number counts, too: the quotient keeps the 4 as a small tensor. See x/2 in the ten trials.")],
        name="((x - k) / 4).sum()",
    )


@exercise(number="7.2", title="count the nodes")
def check_count_nodes(count_nodes):
    counted = answered(count_nodes)

    def leaf():
        return tensor([1.0, 2.0], requires_grad=True)

    def diamonds(depth):
        u = leaf()
        for _ in range(depth):
            u = add(u, u)
        return u

    def chain(length):
        u = leaf()
        for _ in range(length):
            u = add(u, 1)
        return u

    yield case(
        lambda: counted(total(mul(leaf(), leaf()))),
        expect=4,
        name="(x * w).sum() with two leaves",
        wrong=[
            (2, "The AccumulateGrad nodes of the leaves are nodes, too."),
            (3, "Follow every edge: the product has two leaves, each with its AccumulateGrad."),
            (1, "You stopped at the first node. Follow its next_functions."),
            (lambda r: isinstance(r, (set, list)), "Those are the nodes themselves. Return their number: len(...)."),
            (says("'tuple' object"), "next_functions holds pairs (node, number). Only the first of each is a node."),
            (says("'Tensor' object"), "A tensor is no node. Begin with t.grad_fn."),
        ],
    )
    yield case(
        lambda: counted(diamonds(12)),
        expect=13,
        name="twelve diamonds in a row",
        wrong=[
            (lambda n: n > 1000, "You counted paths: a node that was seen before must not count again."),
            (25, "You counted edges. A node that two edges lead to counts once."),
        ],
    )
    yield case(
        lambda: counted(add(leaf(), 1)),
        expect=2,
        name="x + 1",
        wrong=[
            (3, "The number's edge leads to None, and None is no node."),
            (AttributeError, "The number's edge leads to None: ask before you go on."),
        ],
    )
    yield case(
        lambda: counted(leaf()),
        expect=0,
        name="a leaf",
        wrong=[
            (1, "A leaf has no grad_fn: there is nothing behind it."),
            (AttributeError, "The grad_fn of a leaf is None. Begin by asking for that."),
        ],
    )
    yield case(
        lambda: counted(chain(3000)),
        expect=3001,
        name="a chain of 3000 additions",
        wrong=[(RecursionError, "Python cannot recurse that deep. A to-do list needs no recursion.")],
    )


@exercise(number="7.3", title="two losses, no leftovers")
def check_two_losses(two_losses):
    def gradient():
        a = tensor([1.0, 2.0], requires_grad=True)
        answer = two_losses(a)
        return a.grad if a.grad is not None or answer is None else ...

    def left():
        a = tensor([1.0, 2.0], requires_grad=True)
        trunk = two_losses(a)
        return viz.memory(trunk).bytes if trunk is None or a.grad is not None else ...

    yield case(
        gradient,
        expect=[8.0, 16.0],
        name="a.grad for a = [1., 2.]",
        wrong=[
            (RuntimeError, "Two passes visit the node of b, and the first one has freed it. Do you need two?"),
            ([6.0, 12.0], "That is the gradient of the first loss only."),
            ([2.0, 4.0], "That is the gradient of the second loss only."),
            ([16.0, 32.0], "Each loss went back twice. Gradients add up."),
            ([14.0, 28.0], "The first loss went back twice. Gradients add up."),
            ([72.0, 144.0], "That is the gradient of the losses' product. Two losses are added."),
            (says("has no attribute 'backward'"), "item() gives a number without history. Add the losses as tensors."),
            (TypeError, "a.grad is a tensor, and grad() returns a tuple. backward() fills a.grad for you."),
        ],
        hint="The gradient of both losses together: each went back once.",
    )
    yield case(
        left,
        expect=0,
        name="bytes still kept behind b",
        wrong=[
            (lambda n: n > 0, "The last pass has retained the graph, so the trunk is still full. Only the first may."),
            (TypeError, "Return the trunk b, so that it can be looked at."),
        ],
    )


@exercise(number="7.4", title="a loop that stays small")
def check_train(train):
    def after(steps, look):
        w = tensor([0.5, 2.0], requires_grad=True)
        h, number = train(w, steps)
        return look(w, h, number) if h is not ... else ...

    yield case(
        lambda: after(3, lambda w, h, number: h),
        expect=[0.125, 8.0],
        name="h after three steps",
        wrong=[
            (says("second time"), "The second pass walks into the first step's graph, which is freed. Cut at h."),
            (says("does not require grad"), "Nothing leads to w any more. Detach the state only, not w."),
            (says("Scalar"), "The state has two entries, and item() gives one number. detach() keeps it a tensor."),
            ([0.5, 2.0], "The state stands still: each step must begin with the h of the step before."),
            (says("unpack"), "Two things are to be returned: h, and the sum."),
            (says("'float' object has no attribute 'item'"), "total is a number already. The loss is the tensor here."),
            (AttributeError, "A tensor has no such method. Which one gives the numbers without the history?"),
            (TypeError, "Something that is multiplied or added here is no tensor and no number. What does h hold?"),
        ],
    )
    yield case(
        lambda: max(2, after(3, lambda w, h, number: viz.memory(h).nodes)),
        expect=2,
        name="nodes behind h after three steps, at most",
        wrong=[(4, "The whole past hangs behind h. retain_graph hides the error; the graph grows with each step.")],
    )
    yield case(
        lambda: after(3, lambda w, h, number: w.grad),
        expect=[1.3125, 84.0],
        name="w.grad after three steps",
        wrong=[(None, "No gradient has arrived at w. Was the product with w recorded?")],
    )
    yield case(
        lambda: after(3, lambda w, h, number: type(number)),
        expect=float,
        name="the type of the sum",
        wrong=[
            ("Tensor", "The sum is still a tensor. item() gives the number inside a tensor with one entry."),
            ("int", "The sum lost what was added to it."),
        ],
    )
    yield case(
        lambda: after(3, lambda w, h, number: number),
        expect=84.328125,
        name="the sum of the three losses",
        wrong=[(64.015625, "That is the last loss alone. Add it to what was there.")],
        hint="Add the number inside each loss, once in each step.",
    )


@exercise(number="7.5", title="a Function that gives its memory back")
def check_inverse(Inverse):
    def value():
        return Inverse.apply(tensor([1.0, 2.0, -4.0]))

    def gradient():
        x = tensor([1.0, 2.0, -4.0], requires_grad=True)
        Inverse.apply(x).backward(tensor([1.0, 10.0, 100.0]))
        return x.grad

    def second_pass():
        y = total(Inverse.apply(ones(2, requires_grad=True)))
        y.backward()
        y.backward()
        return "no error"

    def message():
        try:
            return second_pass()
        except RuntimeError as error:
            return str(error).partition(" (")[0]

    def stays():
        """Whether the result outlives its last reference, with the garbage collector off."""
        with collector_off():
            result = Inverse.apply(ones(2, requires_grad=True))
            watch = weakref.ref(result)
            del result
            return "freed" if watch() is None else "still there"

    yield case(
        value,
        expect=[1.0, 0.5, -0.25],
        name="1 / [1., 2., -4.]",
        wrong=[
            ([1.0, 2.0, -4.0], "That is x itself. The result is 1 / x."),
            (NameError, "save_for_backward is a method of ctx: write ctx.save_for_backward(...)."),
        ],
    )
    yield case(
        gradient,
        expect=[-1.0, -2.5, -6.25],
        name="the gradient at [1., 2., -4.], where 1, 10, 100 arrive",
        wrong=[
            ([-1.0, -0.25, -0.0625], "That is the slope alone. Multiply it by the gradient that arrives, grad."),
            ([1.0, 2.5, 6.25], "The sign: where x grows, 1 / x gets smaller."),
            ([-1.0, -5.0, 25.0], "Square it: the slope is -y * y."),
            ([-1.0, -40.0, -1600.0], "That is -x * x. What has to be saved is the result y."),
            (ValueError, "saved_tensors gives back what save_for_backward has kept. Did forward save y?"),
            (says("'saved_tensor'"), "The name is saved_tensors, with an s at the end."),
            (says("Variable or None"), "One input, one gradient: return the tensor itself."),
            (AttributeError, "The rule asks for something that forward has not kept."),
            (None, "No gradient arrived. backward has to return it."),
            (TypeError, "saved_tensors is a tuple, with one entry for each tensor that was saved: (y,) = ..."),
        ],
    )
    yield case(
        message,
        expect="Trying to backward through the graph a second time",
        name="what a second pass says",
        wrong=[("no error", "Nobody took the saved result away: the engine empties only what save_for_backward kept.")],
    )
    yield case(
        stays,
        expect="freed",
        name="the result, after its last reference has gone",
        wrong=[("still there", "A circle: the node holds the result as an attribute, and the result holds its node.")],
    )


@contextlib.contextmanager
def collector_off():
    """Without the garbage collector, which is on again afterwards if it was on before."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
