"""Chapter 10: helpers, and the checkers of its definitions and exercises."""

import math
from collections.abc import Mapping

from minigrad.teach.check import answered, blank, case, either, exercise, filled_in, is_a, says


def called(result, **tensors):
    """The names of these tensors in the order in which their hooks are called, in one walk back from `result`."""
    names = []
    handles = [tensor.register_hook(lambda grad, name=name: names.append(name)) for name, tensor in tensors.items()]
    result.backward(retain_graph=True)
    for handle in handles:
        handle.remove()
    return " ".join(names)


def say(text):
    """A hook for any place, which prints a text, and what it gets."""
    return lambda *given: print(text, *given)


# What the reader writes into the package


@blank
def check_shown_to(shown_to, torch):
    shown_to = answered(shown_to)

    def left(*functions, start=1.0):
        got = shown_to({3 * number + 7: f for number, f in enumerate(functions)}, torch.tensor(start))
        return got.tolist() if isinstance(got, torch.Tensor) else got

    def one_more(g):
        return g + 1

    def tenfold(g):
        return g * 10

    def look(g):
        return None

    def seen():
        """What each of three functions has seen."""
        log = []

        def noting(function):
            return lambda g: (log.append(g.item()), function(g))[1]

        functions = {2: noting(one_more), 3: noting(look), 8: noting(lambda g: g * 2)}
        filled_in(shown_to(functions, torch.tensor(3.0)))
        return log

    def same_tensor():
        """Whether a function meets the very tensor that has arrived."""
        start, met = torch.tensor(1.0), []
        filled_in(shown_to({5: lambda g: met.append(g is start)}, start))
        return met

    def afterwards():
        """The gradient that has arrived, when all have been asked."""
        start = torch.tensor([1.0, 2.0])
        filled_in(shown_to({5: tenfold, 6: look}, start))
        return start.tolist()

    def still_there():
        """The keys of the dict, when all have been asked."""
        functions = {2: look, 6: one_more}
        filled_in(shown_to(functions, torch.tensor(1.0)))
        return list(functions)

    def removing():
        functions = {}

        def once(g):
            del functions[4]
            return g * 2

        functions |= {4: once, 6: one_more}
        return filled_in(shown_to(functions, torch.tensor(1.0))).tolist()

    def none(answer):
        return "None" in repr(answer)

    form = [
        (says("not callable"), "The functions are the *values* of the dict: functions.values()."),
        (says("unpack"), "functions.values() has functions alone; only functions.items() has pairs."),
        (says("positional argument"), "A hook takes one argument, the gradient; accepted takes three."),
        (says("accepted"), "accepted takes three arguments, in this order: function, answer, grad."),
        (says("unhashable"), "Go through functions.values(), and call each function with grad."),
        (says("hook returned 'float"), "Show each function the tensor grad itself, neither its number nor its array."),
        (KeyError, "The keys are the numbers of the handles, with gaps: go through list(functions.values())."),
    ]
    yield case(lambda: left(one_more, tenfold), expect=20.0, name="1 arrives; the functions g + 1, then g * 10", wrong=[
        *form,
        (10.0, "The second function saw the 1 that arrived. It must see what the first left, 2."),
        (11.0, "That is the newest first. The oldest is first in the dict: g + 1 and then g * 10."),
        (1.0, "What the functions answer must take the gradient's place: grad = ..."),
        (2.0, "Only the first was asked. Does `return` stand inside the loop?"),
        (either(12.0, 33.0), "The answers were added up. Each takes the place of the gradient before it."),
        (says("ambiguous"), "Whether there is an answer: `is not None`. A tensor of several numbers has no truth."),
        (is_a(list), "Return what is left of the gradient, one tensor, not a list."),
        (none, "None came back. Return grad, after the loop."),
    ], hint="Carry grad from function to function; each answer takes its place.")
    yield case(lambda: left(look, tenfold, look), expect=10.0, name="1 arrives; a look, then g * 10, then a look",
               wrong=[*form,
                      (either(says("NoneType"), none), "None is no answer: then grad stays as it is. Ask `if answer is "
                       "not None`."),
                      (1.0, "A None ended the loop, or undid the answer before it. It changes nothing.")],
               hint="A function that answers None changes nothing; the next is asked all the same.")
    yield case(lambda: left(one_more, lambda g: g * 0), expect=0.0, name="1 arrives; g + 1, then g * 0",
               wrong=[(2.0, "0 is an answer, too, though it counts as false. Ask `if answer is not None`.")])
    yield case(lambda: left(tenfold, start=[1.0, 2.0]), expect=[10.0, 20.0], name="[1., 2.] arrives; g * 10", wrong=[
        (says("ambiguous"), "A tensor of two numbers is neither true nor false. Ask `if answer is not None`."),
        (says("Boolean value"), "Two numbers are neither true nor false. Ask `if answer is not None`."),
    ])
    yield case(seen, expect=[3.0, 4.0, 4.0], name="3 arrives; what three functions see: g + 1, a look, g * 2", wrong=[
        (lambda log: len(log) > 3, "Each function is called once: keep its answer under a name."),
        (lambda log: len(log) < 3, "Each function is called once, also behind one that answers None."),
    ], hint="Each sees what the one before it left, and is called once.")
    yield case(same_tensor, expect=[True], name="a function meets the tensor that has arrived, and no copy of it",
               wrong=[([False], "The function got a copy. Show it grad itself, as PyTorch does, and copy nothing.")])
    yield case(afterwards, expect=[1.0, 2.0], name="[1., 2.] arrives; g * 10; the tensor that arrived, afterwards",
               wrong=[(is_a(list), "You have written into the gradient that arrived, and others "
                       "may hold it. Write grad = accepted(...), which moves only the name.")])
    yield case(still_there, expect=[2, 6], name="a look, g + 1; the keys of the dict, afterwards",
               wrong=[(is_a(list), "Functions are gone from the dict, and the next walk needs "
                       "them. Leave it as it is: list(functions.values()).")])
    yield case(lambda: left(), expect=1.0, name="1 arrives, and nobody stands there", wrong=[
        (UnboundLocalError, "Without functions, the gradient itself goes on: return grad."),
    ], hint="Without functions, the gradient itself goes on.")
    yield case(lambda: left(lambda g: 3), expect=TypeError, name="a function that answers 3, a number", wrong=[
        (3, "accepted(function, answer, grad) would complain about this answer: no tensor. Ask it."),
    ], hint="accepted(function, answer, grad) raises the error: ask it for each answer that is not None.")
    yield case(lambda: left(lambda g: torch.ones(3)), expect=RuntimeError,
               name="a function that answers 3 numbers for one",
               wrong=[([1.0, 1.0, 1.0], "accepted(function, answer, grad) would complain about this size. Ask it.")],
               hint="accepted compares the answer with the gradient: its third argument is grad, not the answer.")
    yield case(removing, expect=3.0, name="1 arrives; g * 2, which takes itself out of the dict, then g + 1", wrong=[
        (KeyError, "It has taken itself out of the dict before you look it up again. Keep it under a name."),
        (says("changed size"), "A dict must not change while a loop goes through it. Go through a copy: "
         "list(functions.values())."),
    ], hint="Go through a copy, list(functions.values()): a function may take itself out meanwhile.")


@blank
def check_waiting(waiting, torch):
    def graph(make):
        """A name for each node behind make(x, w): x and w for the leaves', the kind for the others."""
        x, w = [torch.tensor(value, requires_grad=True) for value in (2.0, 5.0)]
        nodes, names = [make(x, w).grad_fn], {}
        for node in nodes:
            variable = getattr(node, "variable", None)
            names[node] = "x" if variable is x else "w" if variable is w else type(node).__name__
            nodes += [target for target, _ in node.next_functions if target is not None and target not in nodes]
        return nodes, names

    def counts(make, without=()):
        nodes, names = graph(make)
        got = waiting([node for node in nodes if names[node] not in without])
        if not isinstance(got, Mapping):
            return got
        return {names.get(node, "x or w itself"): count for node, count in got.items()}

    def afterwards():
        nodes, names = graph(chain)
        got = filled_in(waiting(nodes))
        return got if got is None else [names.get(node, "another node") for node in nodes]

    def chain(x, w):
        return x * 3 * w

    def diamond(x, w):
        b = x * 3
        return b * 5 + b * 7 + x * w

    inner = (lambda got: isinstance(got, dict) and any(name.endswith("Backward0") for name in got),
             "Only the leaves' nodes are asked for: count where type(node) is AccumulateGrad.")
    form = [inner,
            (lambda got: isinstance(got, dict) and "x or w itself" in got,
             "The keys are nodes: use the node itself, neither its variable nor its name."),
            (is_a(int), "One number for each leaf's node is asked, in a dict."),
            (is_a(list, set, tuple), "A dict is asked: {node: how many}."),
            (says("'NoneType'"), "Some edges lead to None. Count only targets that have a counter."),
            (says("AccumulateGrad"), "A target has no counter yet. Begin with 0 for each leaf's node."),
            (KeyError, "A target has no counter: begin with 0 for each leaf's node, and ask `if target in counts`."),
            (says("unpack"), "next_functions holds pairs: `for target, number in node.next_functions`.")]
    yield case(lambda: counts(chain), expect={"x": 1, "w": 1}, name="x * 3 * w: waiting(all its nodes)", wrong=[
        *form,
        ({"x": 0, "w": 0}, "Nothing was counted. An edge is a pair (target, number): count one for its target, at the "
         "edges of all nodes, and return after the loops."),
        ({"x": 2, "w": 2}, "Begin with 0: a leaf's node is not counted for being there."),
        ({}, "No leaf was found: type(node) is AccumulateGrad, for each node of nodes."),
        ({"x": 0, "w": 1}, "Only the root was asked for its edges. Ask every node of nodes, and return after the "
         "loops."),
        ({"x": 1}, "Not every node was asked for its edges."),
        (lambda got: repr(got) == "None", "None came back. Is a `return` missing?"),
    ], hint="Go through all edges of all nodes; count one at each that ends at a leaf's node.")
    yield case(lambda: counts(lambda x, w: w * w), expect={"w": 2}, name="w * w: waiting(its nodes)", wrong=[
        *form, ({"w": 1}, "One product, and two edges: it sends w two gradients. Count edges, not nodes."),
    ])
    yield case(lambda: counts(diamond), expect={"x": 2, "w": 1}, name="b = x * 3; b * 5 + b * 7 + x * w", wrong=[
        *form,
        ({"x": 3, "w": 1}, "b is used twice, but it sends x *one* gradient, the sum. Count edges, not paths."),
    ], hint="b is used twice, but its node has one edge to x. Count the edges that end at a leaf's node.")
    yield case(lambda: counts(lambda x, w: (x * w) * (w * 3) * w), expect={"x": 1, "w": 3},
               name="(x * w) * (w * 3) * w", wrong=form, hint="Three products have an edge to w.")
    yield case(lambda: counts(chain, without=("x",)), expect={"w": 1}, name="x * 3 * w, without the node of x", wrong=[
        ({"x": 1, "w": 1}, "x will not act in this walk: only nodes that are in `nodes` get a counter."),
        (KeyError, "x will not act in this walk, so it has no counter: ask `if target in counts`."), *form,
    ])
    yield case(lambda: counts(lambda x, w: x * w + w, without=("x", "MulBackward0")), expect={"w": 1},
               name="x * w + w, and neither x nor the product is among `nodes`",
               wrong=[({"w": 2}, "The product does not act in this walk. Only edges of nodes in `nodes` count."),
                      *form])
    yield case(
        afterwards, expect=["MulBackward0", "MulBackward0", "w", "x"], name="x * 3 * w: nodes, afterwards",
        wrong=[([], "You have emptied `nodes`: the engine reads this list afterwards. Go through it with `for`.")],
        hint="You have changed `nodes`: the engine reads this list afterwards. Go through it with `for`.",
    )


# Exercises

@exercise(number="10.1", title="who is called first?")
def check_calls(calls):
    def before(first, second):
        return lambda r: r.index(first) < r.index(second)

    mixed = "Everything at u and its node (C, E, B) comes first. Only then does the gradient come to x."
    if isinstance(calls, str):  # "C, E, ..." as well as "CE..."
        calls = [letter for letter in calls if letter.isalpha()]
    yield case(
        [letter.strip().upper() for letter in calls] if isinstance(calls, (list, tuple)) else calls,
        expect=["C", "E", "B", "D", "A"], name="the calls for u = x * x", wrong=[
            (list("ABCDE"), "That is the order of registration. The gradient asks where a function stands."),
            (either(list("DACEB"), list("DAECB")), "You went forward, x before u. The gradient comes to u first."),
            (lambda r: sorted(r) != list("ABCDE"), "Five letters, each once: every function is called once."),
            (lambda r: set(r[:3]) != set("CEB"), mixed),
            (before("B", "E"), "A prehook has its name from this: it comes before the rule, so E before B."),
            (before("E", "C"), "At a node the tensor's own hook comes first, then the prehook: C before E."),
            (before("B", "C"), "B is called after the rule; the hook of u sees the gradient before the rule."),
            (before("A", "D"), "x.grad can only be complete when the hook of x has let the gradient pass: D before A."),
        ], hint="Follow the gradient: first the three places at u and its node, then the two at x.")


@exercise(number="10.2", title="clip by length")
def check_clip(clip, torch):
    def clipped(*numbers, limit=5.0):
        hook = filled_in(clip(limit))
        if hook is None:
            raise LookupError("clip(5.0) returned None")
        arriving = torch.tensor(list(numbers))
        x = torch.ones(arriving.shape, requires_grad=True)
        y = x * 1
        y.register_hook(hook)
        (y * arriving).sum().backward()
        return x.grad

    def untouched():
        start = torch.tensor([30.0, 40.0])
        filled_in(clip(5.0))(start)
        return start

    no_hook = (LookupError, "clip itself has to return the hook: is its last line `return hook`?")
    number = (says("but hook returned"), "What a hook returns takes the gradient's place: return the gradient, "
              "shortened, or nothing; no number.")
    called = (lambda r: isinstance(r, TypeError) and "callable" in str(r), "clip must return a function, not a tensor.")
    yield case(lambda: clipped(30.0, 40.0), expect=[3.0, 4.0], name="limit 5, gradient [30, 40]", wrong=[
        no_hook, called, number,
        (says("clip() missing"), "clip takes the limit alone. Its hook, a function inside it, takes the gradient."),
        (says("missing 1 required"), "clip calls its hook, and no gradient is there yet. Return the function itself: "
         "`return hook`, without brackets."),
        ([3.75, 5.0], "The greatest entry is not the length: that is the root of the sum of all squares, 50."),
        (says("'float' object"), "clip gets the limit. The gradient comes into the hook, a function inside clip."),
        (lambda r: isinstance(r, NameError) and r.name in ("g", "grad", "gradient"),
         "In clip itself there is no gradient. It comes into the hook, a function inside clip: `def hook(g):`."),
        ([30.0, 40.0], "Nothing was clipped. Does the hook return the smaller gradient, and ask whether length > "
         "limit?"),
        ([5.0, 5.0], "That is clamp: each entry by itself. The direction has changed; shorten the whole."),
        ([0.6, 0.8], "The length is now 1. Multiply by the limit, too: limit / length."),
        ([0.1, 0.1], "You divided by the gradient itself. Divide by its length, one number."),
        ([0.06, 0.08], "The square root is missing: [30, 40] has the length 50, not 2500."),
        ([300.0, 400.0], "The fraction is upside down: limit / length, not length / limit."),
        (lambda r: abs(r.tolist()[0] - 30 * 5 / 70) < 1e-3, "Add up the squares, not the entries."),
        (lambda r: abs(r.tolist()[0] - 3 * 2**0.5) < 1e-3, "Add up the squares: their sum, not their mean."),
    ], hint="Keep the direction, and make the length equal to the limit: g * (limit / length).")
    yield case(lambda: clipped(0.3, 0.4), expect=[0.3, 0.4], name="limit 5, gradient [0.3, 0.4]", wrong=[
        number,
        ([3.0, 4.0], "A short gradient was made longer. It should go on unchanged: ask for its length first."),
        ([0.0, 0.0], "A short gradient goes on as it is: return g, or nothing."),
    ])
    yield case(lambda: clipped(-4.0, 4.0, 2.0), expect=[-10 / 3, 10 / 3, 5 / 3], name="limit 5, gradient [-4, 4, 2]",
               wrong=[([-4.0, 4.0, 2.0], "No entry is greater than 5, but the length is: 16 + 16 + 4 = 36, so it is "
                       "6.")], hint="All three squares count: 16 + 16 + 4 = 36, so the length is 6.")
    yield case(lambda: clipped([4.0, -4.0], [2.0, 8.0]), expect=[[2.0, -2.0], [1.0, 4.0]],
               name="limit 5, gradient [[4, -4], [2, 8]]",
               hint="A gradient may have rows. Its length is still one number: add up *all* squares, 16 + 16 + 4 + 64 "
                    "= 100, so it is 10.")
    yield case(lambda: clipped(30.0, 40.0, limit=10.0), expect=[6.0, 8.0], name="limit 10, gradient [30, 40]",
               wrong=[([3.0, 4.0], "The limit is 10 here, and you clipped to 5. Use the `limit` that clip was given.")])
    yield case(lambda: clipped(0.0, 0.0), expect=[0.0, 0.0], name="limit 5, gradient [0, 0]",
               wrong=[(ZeroDivisionError, "The length is 0 here. Divide only when it is greater than the limit."),
                      (lambda r: isinstance(r, torch.Tensor) and (r != r).sum().item() > 0,
                       "The length is 0 here, and 0 / 0 is nan. Divide only when it is greater than the limit.")])
    yield case(untouched, expect=[30.0, 40.0], name="the gradient that the hook was given, afterwards", wrong=[
        ([3.0, 4.0], "The hook wrote into its argument. Others may hold it: return a new tensor, g * number."),
    ])


@exercise(number="10.3", title="larger in every round")
def check_rounds(rounds, torch):
    rounds = answered(rounds, torch.Tensor)

    def double(g):
        return g * 2

    def calls():
        noted = []
        filled_in(rounds(torch.ones(1, requires_grad=True), lambda g: noted.append(g.item()), 3))
        return noted

    def hooks_after():
        x, calls = torch.ones(1, requires_grad=True), []
        filled_in(rounds(x, lambda g: calls.append(g), 2))
        before = len(calls)
        (x * 1).backward()
        return len(calls) - before

    def left_behind():
        x = torch.ones(1, requires_grad=True)
        x.register_hook(double)
        filled_in(rounds(x, double, 2))
        x.grad = None
        (x * 1).backward()
        return x.grad

    yield case(lambda: rounds(torch.ones(1, requires_grad=True), double, 1), expect=[10.0],
               name="one round, a doubling hook",
               wrong=[([5.0], "The hook has not changed the gradient. Use x.register_hook, and before backward(): what "
                       "a post-accumulate hook returns is not used."),
                      (lambda r: "RemovableHandle" in repr(r), "The handle came back. Return x.grad."),
                      (AttributeError, "A hook is removed by its handle: handle = x.register_hook(hook), then "
                       "handle.remove().")])
    yield case(
        lambda: rounds(torch.ones(1, requires_grad=True), double, 3), expect=[30.0],
        name="three rounds, a doubling hook", wrong=[
            (says("a second time"), "Each backward() frees the graph of x * 5. Compute x * 5 anew in each round."),
            ([70.0], "10 + 20 + 40: in every round one more hook was registered. Register it once."),
            ([20.0], "The hook acted in the first round only. Remove it after the loop, not inside."),
            ([25.0], "The hook did not act in every round. Register it before the loop, remove it after."),
            ([10.0], "Only one round was run, or x.grad was emptied between the rounds. Gradients add up here."),
        ])
    yield case(calls, expect=[5.0, 5.0, 5.0], name="what the hook sees in three rounds",
               wrong=[([15.0], "There were no rounds: one backward() for each of them, with the gradient 5."),
                      ([1.0, 1.0, 1.0], "The hook stands at another tensor. Register it at x.")])
    yield case(hooks_after, expect=0, name="calls of your hook in a pass afterwards",
               wrong=[(lambda r: r > 0, "Your hook is still there. Keep the handle and call remove(), or use `with`.")])
    yield case(left_behind, expect=[2.0], name="x had a doubling hook before; a pass with the gradient 1 afterwards",
               wrong=[([1.0], "The hook that x had before is gone, too. Remove your own by its handle."),
                      ([4.0], "Your hook is still there. Keep the handle and call remove(), or use `with`."),
                      ([0.0], "Another hook is there now: x shall have those that it had before, no more and no "
                       "fewer.")])


@exercise(number="10.4", title="where does the nan begin?")
def check_first_nan(first_nan, torch):
    hooked, walks = [], []  # of the case in the middle: the handles of hooks, and an entry for each walk

    def steps_of(numbers, factors):
        x = torch.tensor(numbers, requires_grad=True)
        root = x.sqrt()
        gone = root * torch.tensor(factors)
        scaled = gone * 3
        return {"scaled": scaled, "x": x, "gone": gone, "root": root}

    def middle():
        x = torch.tensor([0.0, 0.0, 1.0], requires_grad=True)
        far = x * 2
        near = far * 5
        steps = {"x": x, "near": near, "far": far, "root": near.sqrt()}
        loss = (steps["root"] * torch.tensor([0.0, 0.0, 1.0])).sum()
        hooked.clear()
        walks.clear()
        for tensor in steps.values():
            tensor.register_hook = noting(tensor.register_hook, hooked, set())
        loss.register_hook(lambda g: walks.append(1))
        return first_nan(steps, loss)

    def named(steps):
        return first_nan(steps, steps["scaled"].sum())

    def left():
        """How many of the hooks that were registered have not been removed."""
        steps, handles, removed = steps_of([0.0, 4.0], [0.0, 1.0]), [], set()
        for tensor in steps.values():
            tensor.register_hook = noting(tensor.register_hook, handles, removed)
        filled_in(named(steps))
        return len(handles) - len(removed)

    def noting(register, handles, removed):
        def register_hook(hook):
            handle = register(hook)
            handles.append(handle)
            remove = handle.remove

            def removing():
                removed.add(handle.id)
                remove()

            handle.remove = removing
            return handle

        return register_hook

    first_nan = answered(first_nan)
    always_last = "Every hook says the last name of the dict. Give each its own: def hook(g, name=name)."
    yield case(lambda: named(steps_of([0.0, 4.0], [0.0, 1.0])), expect="x", name="a nan at x only", wrong=[
        ("nowhere", "The nan was not found. Nothing is equal to nan: look for g != g in the gradient, by hooks that "
         "are still there during backward()."),
        (says("only one element"), "g has several entries. (g != g).sum().item() counts the nan among them."),
        (says("Boolean value"), "g != g has several entries. (g != g).sum().item() counts the nan among them."),
        (says("has no attribute 'remove'"), "That is not the handle. Keep what register_hook returns."),
        (says("non-leaf"), "That hook is for leaves only. register_hook serves leaves and results alike."),
        (says("but hook returned"), "What a hook returns takes the gradient's place. Append the name to a list."),
        (is_a(list), "A list came back. Return one name from it, the first that was noted."),
        ("root", always_last),
        ("scaled", "The gradient of `scaled` is a number everywhere. Look at g, not at the tensor's own values."),
        (IndexError, "The list of names is empty: was `loss.backward()` called, and is the nan found by g != g?"),
        (says("not subscriptable"), "No name was noted. Was `loss.backward()` called?"),
    ])
    yield case(middle, expect="near", name="near, far and x have a nan", wrong=[
        (lambda r: isinstance(r, str) and (not hooked or len(walks) > 1), "The order of the dict says nothing. One "
         "walk is enough: let a hook on each step note its name as the walk passes."),
        ("x", "That is the last one on the way back, or the first of the dict. Take the first that gets a nan."),
        ("nowhere", "Two entries are nan here. One or more is enough: ask whether their number is greater than 0."),
        ("far", "`near` got it before `far`. Hooks are called in the order of the way back: take the first note."),
        ("root", always_last),
    ])
    yield case(lambda: named(steps_of([1.0, 4.0], [0.0, 1.0])), expect="nowhere", name="no nan at all",
               wrong=[(IndexError, "Where nothing was noted the list is empty: ask before you take found[0]."),
                      (lambda r: repr(r) == "None", 'Where nothing was noted, return the text "nowhere".')])
    yield case(left, expect=0, name="hooks that are left behind",
               wrong=[(lambda r: r > 0, "Keep the handles that register_hook returns, and call remove() on each.")])


TOO_EARLY = ("That is too early: register_hook is called before the gradient is added to leaf.grad. Which hook of a "
             "leaf is called when .grad is complete?")


@exercise(number="10.5", title="the step inside backward")
def check_step_inside(step_inside, torch):
    places = []  # where a hook was registered that comes too early
    begun = []  # an entry when the walk of this case has begun

    def after(passes, rate=0.1, removed=False):
        begun.clear()
        leaf = torch.tensor([1.0, 2.0], requires_grad=True)
        register = leaf.register_hook
        leaf.register_hook = lambda hook: (places.append("as it arrives"), register(hook))[1]
        handle = filled_in(step_inside(leaf, rate))
        if removed:
            handle.remove()
        for _ in range(passes):
            loss = (leaf * leaf * 5).sum()
            begun.append(True)
            loss.backward()
        return leaf

    def at_once(error):
        """Whether the step was tried before there was a walk, or its result was registered in its place."""
        text = str(error) if isinstance(error, TypeError) else ""
        return "'NoneType' object is not callable" in text or not begun and ("NoneType" in text or "missing" in text)

    yield case(lambda: after(1).detach(), expect=[0.0, 0.0], name="leaf [1, 2], gradient 10 * leaf, rate 0.1, one pass",
               wrong=[(UnboundLocalError, "`leaf = ...` makes a new local name, and the leaf outside is not touched. "
                       "Write into the leaf that your function gets: leaf.sub_(...)."),
                      (at_once, "No gradient is there yet: the step ran at once, before any walk. Register a function "
                       "that makes it, and hand over `step` itself, not `step(leaf)`: the engine calls it."),
                      (lambda r: places and isinstance(r, TypeError), TOO_EARLY),
                      (says("has no attribute 'register_"), "A leaf has no grad_fn. Register at the leaf itself."),
                      ([2.0, 4.0], "That is a step upwards. Subtract."),
                      ([1.0, 2.0], "The leaf is what it was. Is the hook registered? And write with sub_: `leaf = ...` "
                       "only names a new tensor."),
                      ([0.9, 1.8], "Your function gets the leaf, not the gradient. The gradient is leaf.grad."),
                      (says("positional argument"), "Your function is called with one argument, the leaf."),
                      ([-9.0, -18.0], "The whole gradient was subtracted: multiply it by the rate."),
                      (lambda r: isinstance(r, TypeError) and "NoneType" in str(r),
                       "leaf.grad was None: too early, or emptied before the step. Which hook comes when .grad is "
                       "complete?")])
    yield case(lambda: after(1).grad is None, expect=True, name="leaf.grad is None after the pass",
               wrong=[(lambda r: places, "The gradient is added to leaf.grad after your hook has emptied it: "
                       "register_hook comes too early. Which hook is called when .grad is complete?"),
                      (False, "The gradient is still there. Set leaf.grad to None after the step.")])
    yield case(lambda: after(2, rate=0.05).detach(), expect=[0.25, 0.5], name="two passes with rate 0.05",
               wrong=[(lambda r: math.isclose(r.tolist()[0], 0.5), "Only one step was taken. Let the hook stay.")])
    yield case(lambda: after(1, removed=True).detach(), expect=[1.0, 2.0], name="after handle.remove()",
               wrong=[(AttributeError, "No handle came back. Return what the registration gives."),
                      ([0.0, 0.0], "remove() had no effect: return the handle of the hook that you registered.")])
