"""Chapter 7: its definitions and exercises, and their checkers."""

import contextlib

from minigrad import viz
from minigrad.operations.leaves import tensor
from minigrad.operations.arithmetic import add, mul
from minigrad.operations.reductions import sum as total
from minigrad.teach.check import Nothing, Remark, answered, blank, case, exercise, is_a, says


class Box:
    """Something like a node, for the checkers."""

    def __init__(self, saved):
        self._saved = saved
        self.next_functions = ()


def unchanged(before, node):
    """Whether a node still holds the same objects, each under its name."""
    now = vars(node)
    return before.keys() == now.keys() and all(now[name] is value for name, value in before.items())


@blank
def check_free(free, torch):
    gone = Remark("gone")

    def after(*saved):
        node = Box(saved)
        free(node)
        return gone if node._saved is None else node._saved

    kept = torch.ones(2)
    yield case(lambda: after(kept, None), expect=gone, name="node._saved of a product, after free(node)", wrong=[
        ((), "The tuple is empty, as if nothing had been there: later nobody could tell. Put None in its place."),
        (lambda got: isinstance(got, tuple) and got[:1] == (None,), "None inside the tuple? Put one None in the place "
         "of the whole tuple: it is the mark."),
        (lambda got: isinstance(got, tuple) and len(got) == 2, "Nothing has changed: set node._saved, the field of the "
         "node, not a name of your own."),
        (is_a(list), "A list is no mark, with or without entries. Put None in its place."),
        (lambda got: got in (False, "None"), "PyTorch's mark is None, and the check that follows looks for it."),
        (says("item assignment"), "A tuple cannot be changed inside. Set node._saved itself."),
        (says("variable '_saved'"), "_saved alone is a name of your own. Write node._saved, the node's field."),
        (says("name 'kept'"), "kept belongs to another module, node.py. Ask node._saved itself."),
        (says("ambiguous"), "any() and all() ask the tensors inside. Ask the tuple itself: `if node._saved`."),
        (says("_saved"), "`del` takes the field away. Set it to None: that is the mark."),
    ], hint="node._saved = None, where something was saved.")
    yield case(lambda: Remark("empty") if after() == () else after(), expect=Remark("empty"),
               name="node._saved of an addition, which saved nothing",
               wrong=[(gone, "The addition has nothing to miss, and now it is marked as freed: `x + 1` could not be "
                       "walked twice any more. Ask `if node._saved` first.")], hint="An empty tuple stays as it is.")

    yield case(lambda: after(kept), expect=gone, name="node._saved of exp, which saved one thing",
               wrong=[(lambda got: isinstance(got, tuple) and len(got) == 1, "One thing that was saved is enough. Ask "
                       "whether the tuple is empty, not whether it is long.")])

    def works():
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        node = (x * x).grad_fn
        before = dict(vars(node))
        free(node)
        return gone if node._saved is None and unchanged(before | {"_saved": None}, node) else Remark("something else")

    yield case(works, expect=gone, name="node._saved of x * x itself",
               wrong=[("something else", "The edges of the node must stay, and its other fields. Set node._saved to "
                       "None, and nothing else.")])

    def behind():
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        node = (x * 3).exp().grad_fn
        product = node.next_functions[0][0]
        before = dict(vars(product))
        free(node)
        return Remark("still there") if unchanged(before, product) else Remark("changed")

    yield case(behind, expect=Remark("still there"), name="the node behind that of exp, in (x * 3).exp()",
               wrong=[("changed", "Only the node that has acted. Those behind it have not acted yet.")])


@blank
def check_refuse_freed(refuse_freed, torch):
    no_error = Remark("no error")

    def said(*saved):
        try:
            answer = refuse_freed([Box(one) for one in saved])
        except RecursionError:
            raise
        except RuntimeError as error:
            return str(error)[:50]
        return answer if answer is ... else no_error

    text = "Trying to backward through the graph a second time"
    kept = torch.ones(2)
    yield case(lambda: said((kept,), None, ()), expect=text, name="three nodes, the second one freed", wrong=[
        (no_error, "One of them has None as its _saved, and nobody complained. `raise` the error."),
        (says("exceptions must derive"), "freed is a function: raise what freed() gives."),
        (says("iterable"), "A freed node has None where a tuple was. Compare with None, and look no further."),
        (says("positional argument"), "freed() wants nothing between its brackets: `raise freed()`."),
        (says("'list' object"), "nodes is a list. Go through it with `for node in nodes`, and ask each node."),
        (says("name 'kept'"), "kept lives in another module, node.py. Ask node._saved yourself."),
        (is_a(BaseException), "This error came in place of PyTorch's. Where node._saved is None: raise freed()."),
        (is_a(str), "The sentence should be PyTorch's: raise freed()."),
    ], hint="Look at each node's _saved; where it is None, raise freed().")
    yield case(lambda: said((kept,), (kept, None)), expect=no_error, name="two nodes that still have what they saved",
               wrong=[(text, "Nobody was freed here. Raise only where node._saved itself is None, the whole tuple, and "
                       "change nothing. (An entry may be None: an operand that was not needed.)"),
                      (is_a(BaseException), "Here nothing is to be raised.")])
    yield case(lambda: said((), ()), expect=no_error, name="two additions, which saved nothing",
               wrong=[(text, "An empty tuple is no mark: these nodes have nothing to miss. Compare with `is None`.")])
    yield case(lambda: said((), (), None), expect=text, name="three nodes, the last one freed",
               wrong=[(no_error, "Only the first nodes were looked at. Is there a `return` inside the loop?")])

    def list_stays():
        nodes = [Box((kept,)), Box(()), Box((kept, None))]
        before = list(nodes)
        refuse_freed(nodes)
        return nodes == before

    yield case(list_stays, expect=True, name="is the list of nodes the same as before?", wrong=[
        (False, "The walk that comes next goes along this very list. Look at the nodes, and leave the list as it is."),
    ])

    def mark_stays():
        node = Box(None)
        with contextlib.suppress(RuntimeError):
            refuse_freed([node])
        return node._saved is None

    yield case(mark_stays, expect=True, name="is the freed node still marked after the error?",
               wrong=[(False, "The mark is gone, so the next pass would not be refused. Look, and change nothing.")])
    yield case(lambda: said(None, ()), expect=text, name="two nodes, the first one freed",
               wrong=[(no_error, "The first one was freed. Look at each of them.")])

    def holds():
        nodes = [Box((kept,)), Box(()), Box((kept, None)), Box(None)]
        before = [dict(vars(node)) for node in nodes]
        for some in (nodes[:3], nodes):
            with contextlib.suppress(RuntimeError):
                refuse_freed(list(some))
        return all(map(unchanged, before, nodes))

    yield case(holds, expect=True, name="does each node hold what it held before?",
               wrong=[(False, "Only look: the walk that comes next still needs what the nodes saved.")])
    yield case(lambda: said(*[()] * 5000), expect=no_error, name="5000 additions, which saved nothing", wrong=[
        (RecursionError, "Each call of itself goes deeper, and Python's depth has an end. A loop does not get deeper."),
    ])


@exercise(number="7.1", title="twice or once?")
def check_twice(twice):
    free = "None of these rules needs a number from the way forward: nothing is saved, so nothing is missing."
    yield case(twice["(x + k).sum()"], expect=True, wrong=[(False, free)], name="(x + k).sum()",
               hint="Write True or False, without quotation marks.")
    yield case(twice["(x * k).sum()"], expect=False, wrong=[
        (True, "The gradient of x is grad * k: the product has to save k, though k has no flag. This rule needs a "
         "number from the way forward, so its node saves it, and the pass frees it."),
    ], name="(x * k).sum()")
    yield case(twice["(x - 2).mean()"], expect=True, wrong=[
        (False, "The mean divides by the number of entries, which is kept as a plain number and is not freed."),
    ], name="(x - 2).mean()")
    yield case(twice["(x + 1).exp().sum()"], expect=False, wrong=[
        (True, "The exponential saves its result. One node that saves is enough to refuse."),
    ], name="(x + 1).exp().sum()")
    yield case(twice["(x.detach() * 3 + x).sum()"], expect=True, wrong=[
        (False, "After detach() the product is not recorded: it leaves no node, and saves nothing."),
    ], name="(x.detach() * 3 + x).sum()")
    yield case(twice["((x - k) / 4).sum()"], expect=False, wrong=[
        (True, "A number counts, too: the quotient keeps the 4 as a small tensor. See x/2 in the ten trials."),
    ], name="((x - k) / 4).sum()")


@exercise(number="7.2", title="count the nodes")
def check_count_nodes(count_nodes):
    counted = answered(count_nodes)

    def leaf():
        return tensor([1.0, 2.0], requires_grad=True)

    def repeated(step, times):
        u = leaf()
        for _ in range(times):
            u = step(u)
        return u

    yield case(lambda: counted(total(mul(leaf(), leaf()))), expect=4, name="(x * w).sum() with two leaves", wrong=[
        (2, "The AccumulateGrad nodes of the leaves are nodes, too."),
        (3, "Follow every edge: the product has two leaves, each with its AccumulateGrad. Keep the nodes themselves: "
         "two may have one name."),
        (1, "You stopped at the first node. Follow its next_functions."),
        (5, "One too many: count each node once, and nothing else."),
        (is_a(set, list), "Those are the nodes themselves. Return their number: len(...)."),
        (says("'tuple' object"), "next_functions holds pairs (node, number). Only the first of each is a node."),
        (says("'Tensor' object"), "A tensor is no node. Begin with t.grad_fn."),
    ])
    yield case(lambda: counted(repeated(lambda u: add(u, u), 12)), expect=13, name="twelve diamonds in a row",
               wrong=[(lambda n: n > 1000, "You counted paths: a node that was seen before must not count again."),
                      (25, "You counted edges. A node that two edges lead to counts once.")])
    yield case(lambda: counted(add(leaf(), 1)), expect=2, name="x + 1",
               wrong=[(3, "The number's edge leads to None, and None is no node."),
                      (1, "You stopped at the edge that leads to None. Pass over it, and go on with the others."),
                      (AttributeError, "The number's edge leads to None: ask before you go on.")])
    yield case(lambda: counted(leaf()), expect=0, name="a leaf",
               wrong=[(1, "A leaf has no grad_fn: there is nothing behind it."),
                      (AttributeError, "The grad_fn of a leaf is None. Begin by asking for that.")])
    yield case(lambda: counted(repeated(lambda u: add(u, 1), 3000)), expect=3001, name="a chain of 3000 additions",
               wrong=[(RecursionError, "Python cannot recurse that deep. A to-do list needs no recursion.")])


def as_delivered(a):
    """The body of `two_losses` before anything is filled in."""
    b = a * a
    first, second = (b * 3).sum(), (b + 1).sum()  # noqa: F841, as in the cell
    ...
    return b


def frees():
    """Whether a pass through the reader's engine frees what was saved."""
    x = tensor([1.0, 2.0], requires_grad=True)
    loss = total(mul(x, x))
    loss.backward()
    return viz.memory(loss).bytes == 0


@exercise(number="7.3", title="two losses, no leftovers")
def check_two_losses(two_losses):
    code = getattr(two_losses, "__code__", as_delivered.__code__)
    begun = code.co_code != as_delivered.__code__.co_code

    def gradient():
        a = tensor([1.0, 2.0], requires_grad=True)
        answer = two_losses(a)
        if a.grad is None and answer is not None:
            return Nothing() if begun else ...
        return a.grad

    def left():
        a = tensor([1.0, 2.0], requires_grad=True)
        trunk = two_losses(a)
        if trunk is not None and trunk.grad_fn is None:
            return Remark("no history")
        return viz.memory(trunk).bytes if trunk is None or a.grad is not None else ...

    yield case(gradient, expect=[8.0, 16.0], name="a.grad for a = [1., 2.]", wrong=[
        (is_a(Nothing), "Nothing arrived at a. Did you call backward(), with its brackets?"),
        (says("does not require grad"), "This loss does not lead to a any more: detach() cut it off."),
        (says("second time"), "Two passes visit the node of b, and the first one has freed it. Do you need two?"),
        ([6.0, 12.0], "That is the gradient of the first loss only."),
        ([2.0, 4.0], "That is the gradient of the second loss only."),
        ([16.0, 32.0], "Each loss went back twice. Gradients add up."),
        ([14.0, 28.0], "The first loss went back twice. Gradients add up."),
        ([72.0, 144.0], "That is the gradient of the losses' product. Two losses are added."),
        (says("'tuple' object"), "A tuple has no backward(). Add the two losses."),
        (says("has no attribute 'backward'"), "item() gives a number without history. Add the losses as tensors."),
        (TypeError, "a.grad is a tensor, and grad() returns a tuple. backward() fills a.grad for you."),
    ], hint="The gradient of both losses together: each went back once.")
    yield case(left, expect=0, name="bytes still kept behind b",
               wrong=[(lambda n: not frees(), "Your engine does not free yet, so something is always left. Run all "
                       "cells above, and then this one."),
                      ("no history", "What came back has no node behind it. Return the trunk b itself."),
                      (lambda n: n > 0, "The trunk is still full: the last pass retained it, or no pass has gone "
                       "through it. Only the first of two may retain."),
                      (TypeError, "Return the trunk b, so that it can be looked at.")])


@exercise(number="7.4", title="a loop that stays small")
def check_train(train):
    def after(steps, look):
        w = tensor([0.5, 2.0], requires_grad=True)
        pair = train(w, steps)
        if not isinstance(pair, (tuple, list)):
            raise TypeError(Remark("cannot unpack: one thing came back"))
        h, number = pair
        return look(w, h, number) if h is not ... else ...

    yield case(lambda: after(3, lambda w, h, number: h), expect=[0.125, 8.0], name="h after three steps", wrong=[
        (says("second time"), "The second pass walks into the first step's graph, which is freed. Cut at h."),
        (says("does not require grad"), "Nothing leads to w any more. Detach the state only, not w."),
        (says("Scalar"), "The state has two entries, and item() gives one number. detach() keeps it a tensor."),
        ([0.5, 2.0], "The state stands still: each step must begin with the h of the step before. Or does `return` "
         "stand inside the loop?"),
        (says("unpack"), "Two things are to be returned: h, and the sum."),
        (says("'detach_'"), "Your engine has no detach_(). Which method gives a new tensor without the history?"),
        (is_a(float), "The sum came first. Return h first, then the sum."),
        (says("'method'"), "A method needs its brackets: detach(), item()."),
        (says("call numpy()"), "numpy() wants no history, and gives an array. item() gives a number."),
        (says("'float' object has no attribute 'item'"), "total is a number already. The loss is the tensor here."),
        (AttributeError, "A tensor has no such method. Which one gives the numbers without the history?"),
        (TypeError, "Something that is multiplied or added here is no tensor and no number. What does h hold?"),
    ])
    yield case(lambda: max(2, after(3, lambda w, h, number: viz.memory(h).nodes)), expect=2,
               name="nodes behind h after three steps, at most",
               wrong=[
                   (4, "The whole past hangs behind h. retain_graph hides the error; the graph grows with each step."),
                   (3, "The third node belongs to a leaf: the state that you detached has the flag. It needs none."),
               ])
    yield case(lambda: after(3, lambda w, h, number: w.grad), expect=[1.3125, 84.0], name="w.grad after three steps",
               wrong=[(None, "No gradient has arrived at w. Was the product with w recorded?"),
                      ([0.0625, 64.0], "That is the last step's gradient alone. Do not empty w.grad: the steps add up "
                       "there.")])
    yield case(lambda: after(3, lambda w, h, number: number if number is ... else type(number).__name__),
               expect="float", name="the type of the sum",
               wrong=[("Tensor", "A tensor came back; the text asks for a Python number: item() gives the one inside."),
                      ("int", "The sum lost what was added to it."),
                      ("float32", "numpy() leaves NumPy's own kind of number. item() gives Python's.")])
    yield case(lambda: after(3, lambda w, h, number: number), expect=84.328125, name="the sum of the three losses",
               wrong=[(64.015625, "That is the last loss alone. Add it to what was there.")],
               hint="Add the number inside each loss, once in each step.")
