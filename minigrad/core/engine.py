"""Chapter 4. The engine: run the film backwards, the newest step first, each step once."""

import functools
import sys
import warnings
from collections import deque
from heapq import heappop, heappush
from operator import attrgetter

import numpy as np

from minigrad.core.node import AccumulateGrad, Node, Recording, edge, filling, freed, recording
from minigrad.core.ops import sum_to
from minigrad.core.tensors import Tensor, zeros_like
from minigrad.exact.arguments import GradientEdge
from minigrad.exact.dtypes import DTYPES
from minigrad.exact.errors import CYCLE, old_name
from minigrad.exact.memory import is_free
from minigrad.exact.silence import as_told, is_calm, muted, setting
from minigrad.exact.threads import in_thread


def ones_of(array):
    """Ones in the shape and dtype of an array; without dimensions a single number."""
    return np.ones_like(array) if array.ndim else ONES[array.dtype]


def first_gradient(output):
    """The gradient that a walk begins with where nobody gives one: a 1, in the output's shape."""
    if output.array.size != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    return ones_of(output.array)


def leads_to(order, wanted):
    """The set of all nodes in order that lead to a wanted one, and the wanted."""
    leading = set(wanted)
    for node in order:
        if any([target in leading for target, number in node.next_functions]):
            leading.add(node)
    return leading


class GraphRoot(Node):
    """Where the walk starts: a node newer than all, with an edge to each result's node.

    aim    which gradients to find, or None: then all leaves fill their `.grad`
    depth  within how many other walks this one goes
    Source: PyTorch's torch/csrc/autograd/functions/basic_ops.h.
    """

    sequence_nr, depth = 2**64 - 1, 0
    _outputs = _saved = ()

    def __init__(self, edges, aim):
        self.next_functions, self.aim = edges, aim

    def walk(self, order, leaves, arrived, retain_graph, create_graph):
        """Let each node act: a leaf's as soon as all its gradients have come, else the newest.

        A node is newer than all those it leads to, so all that lead to the newest have acted.
        arrived  for each node, the sum of the gradients that have come: a list, one per output
        """
        aim, complete = self.aim, deque()  # leaves' nodes for which all gradients have come
        leading = None if aim is None else aim.leading
        node, results = self, self.backward(*arrived.pop(order.pop()))  # each result gets its start
        while True:
            for (target, number), grad in zip(node.next_functions, results):
                if target is None or leading is not None and target not in leading:
                    continue
                there = arrived.get(target)
                if there is None:
                    there = arrived[target] = [None] * len(target._outputs)
                if grad is not None:
                    shape, dtype = target._outputs[number]
                    array = grad.array if create_graph else grad
                    if array.dtype is not dtype or array.shape != shape:
                        grad = fitted(node, results, grad, shape, dtype)
                    if there[number] is None:
                        there[number] = grad
                    elif create_graph or not is_free(there, number):
                        there[number] = there[number] + grad
                    else:
                        there[number] += grad
                left = leaves.get(target)
                if left is not None:
                    leaves[target] = left - 1
                    if left == 1:
                        complete.append(target)
            results = grad = array = grads = None  # what came is not held any longer
            while grads is None:  # to the next node that acts
                if not complete and not order:
                    return
                node = complete.popleft() if complete else order.pop()
                grads = arrived.pop(node, None)
                if grads is None:
                    continue
                hooks = node._hooks
                if hooks is not None or aim is not None and node in aim.wanted:
                    grads = arriving(node, grads, create_graph, self)
                if hooks is None and type(node) is AccumulateGrad and grads is not None:
                    spare = not create_graph and is_free(grads)  # asked while only `grads` holds it
                    node.backward(grads[0], spare)
                    grads = None
            if hooks is not None:
                results = with_hooks(node, grads, create_graph)
            elif len(grads) != 1 or not node.speaks_arrays or grads[0] is None:
                results = answers(node, grads, create_graph)
            else:  # what `answers` does, written out
                results = node.backward(grads[0])
                if type(results) is not tuple:
                    results = (results,)
            if not retain_graph and node._saved:
                free(node)


GraphRoot.backward = lambda self, *grads: grads  # each result gets its start


def reached(root):
    """All nodes that a walk from this root comes to."""
    order, leaves = survey(root)
    return {*order, *leaves}


def run_backward(roots, grads, retain_graph, create_graph, aim=None, root=None):
    """Send gradients along the edges; each node acts once, when all its gradients have arrived.

    roots  edges (node, number), each with its gradient in `grads`
    aim    which gradients to find, or None: then all leaves fill their `.grad`
    root   where this walk has begun already
    Raises RuntimeError, before anything changes, when a node that has to act was freed (chapter
    7). When a rule or a hook raises, the leaves keep what they have received by then.
    Source: PyTorch's torch/csrc/autograd/engine.cpp.
    """
    root = root or GraphRoot(roots, aim)
    root.next_functions = roots
    order, leaves = survey(root)
    if aim is not None:
        aim.choose(order)
    refuse_freed(order if aim is None else aim.acting)
    go = root.walk if recording.walk is None else functools.partial(walk_within, recording.walk, root)
    before, recording.on = recording.on, create_graph
    try:
        muted(go)(order, leaves, {root: grads}, retain_graph, create_graph)
    finally:
        recording.on = before


def misfit(node, position, got, expected):
    return RuntimeError(
        f"Function {node.name()} returned an invalid gradient at index {position} - "
        f"got {list(got)} but expected shape compatible with {list(expected)}"
    )


ONES = {dtype: dtype.type(1) for dtype in DTYPES}


def as_tuple(tensors):
    return (tensors,) if isinstance(tensors, (Tensor, GradientEdge)) else tuple(tensors)


def seeds(outputs, grad_outputs, create_graph):
    """The edges to start from, and the gradients to start with; None stands for one each."""
    grad_outputs = (None,) * len(outputs) if grad_outputs is None else as_tuple(grad_outputs)
    pairs = enumerate(zip(outputs, grad_outputs))
    starts = [seed(position, output, grad) for position, (output, grad) in pairs]
    if len(starts) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(starts)} gradients")
    roots, grads = [], []
    for position, (output, grad) in enumerate(zip(outputs, starts)):
        start = edge(output)
        if start[0] is None:
            raise RuntimeError(
                f"element {position} of tensors does not require grad and does not have a grad_fn"
            )
        grads.append(grad if create_graph else grad.array)
        roots.append(start)
    return roots, grads


def require_flags(inputs, sentence):
    """Raise RuntimeError, with this sentence if one of the inputs requires no gradient."""
    for tensor in inputs:
        if not isinstance(tensor, (Tensor, GradientEdge)):
            kind = type(tensor).__name__
            raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {kind}")
        if not tensor._requires_grad:
            raise RuntimeError(sentence)


def seed(position, output, grad):
    """The gradient to start with at one output, checked; 1 for a missing one.

    Raises RuntimeError for an output of several entries without a gradient, or a gradient of
    another shape; TypeError for one that is no tensor.
    """
    if grad is None:
        if output._requires_grad:
            grad = Tensor(first_gradient(output))
    elif not isinstance(grad, Tensor):
        raise TypeError(
            f"gradients can be either Tensors or None, but got {type(grad).__name__}"
        )
    elif grad.array.shape != output.array.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{position}] has a shape of {grad.shape} and "
            f"output[{position}] has a shape of {output.shape}."
        )
    return grad


class Aim:
    """Of a walk that is to find certain gradients only: which, and what it has found so far.

    filling  whether the leaves among them shall fill `.grad`
    wanted   for each node whose gradient was asked for: pairs (place in `found`, output number)
    found    the gradients that were asked for, in their order; None for one not reached
    acting   the nodes that must act: those that lead to the wanted, and, when filling, the wanted
    leading  the acting and the wanted; and a single output with hooks, where PyTorch starts
    """

    def __init__(self, inputs, filling):
        self.filling, self.wanted, self.found = filling, {}, [None] * len(inputs)
        for place, (node, number) in enumerate(map(edge, inputs)):
            if node is not None:
                self.wanted.setdefault(node, []).append((place, number))

    def choose(self, order):
        """Fill `acting` and `leading`, from the oldest node on."""
        *order, root = order  # which refers to this object
        self.leading = leading = leads_to(order, self.wanted)
        self.acting = leading.difference(self.wanted)
        for node in self.wanted:
            if self.filling or any([target in leading for target, _ in node.next_functions]):
                self.acting.add(node)
        if len(root.next_functions) == 1 and root.next_functions[0][0]._hooks is not None:
            leading.add(root.next_functions[0][0])  # its hooks are called in any case

    def note(self, node, came, left):
        """Note gradients that were asked for: as they came, or, at the end, as hooks left them.

        Returns what the node's rule gets, or None where the walk ends. PyTorch does the same.
        """
        acts = node in self.acting
        for place, number in self.wanted.get(node, ()):
            self.found[place] = (came if acts else left)[number]
        return left if acts else None


def backward(
    tensors, grad_tensors=None,
    retain_graph=None, create_graph=False, grad_variables=None, inputs=None,
):
    """Add d(tensors)/d(leaf) to `.grad` of every leaf the tensors depend on, or of `inputs`.

    grad_tensors  the weights of each tensor's entries, in its shape (chapter 5); None means 1
    retain_graph  keep the saved tensors for another pass (chapter 7)
    create_graph  record the way back, so that it can be differentiated itself (chapter 12)
    """
    if grad_variables is not None:
        grad_tensors = old_name(grad_tensors, grad_variables)
    add_gradients(as_tuple(tensors), grad_tensors, retain_graph, create_graph, inputs)


def add_gradients(tensors, grad_tensors, retain_graph, create_graph, inputs):
    """What both kinds of `backward` do.

    Raises RuntimeError for inputs that are none, or require no gradient.
    """
    if inputs is not None:
        inputs = as_tuple(inputs)
        if not inputs:
            raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    roots, grads = seeds(tensors, grad_tensors, create_graph)
    if create_graph:
        warnings.warn(CYCLE, stacklevel=3)
    retain_graph = create_graph if retain_graph is None else retain_graph
    if inputs is not None:
        require_flags(inputs, "can't retain_grad on Tensor that has requires_grad=False")
    for tensor in inputs or ():
        if not tensor.is_leaf:
            tensor.retain_grad()  # chapter 10
    aim = None if inputs is None else Aim(inputs, filling=True)
    run_backward(roots, grads, retain_graph, create_graph, aim)


def grad(
    outputs, inputs, grad_outputs=None,
    retain_graph=None, create_graph=False, allow_unused=None, materialize_grads=False,
):
    """A tuple: the gradient of the outputs' sum for each of the inputs. No `.grad` is touched.

    grad_outputs       one gradient per output, of its shape; None means 1
    allow_unused       None, not a RuntimeError, for an input the outputs do not depend on
    materialize_grads  zeros instead of that None
    """
    outputs, inputs = as_tuple(outputs), as_tuple(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, "
            "but got: allow_unused=False."
        )
    roots, grads = seeds(outputs, grad_outputs, create_graph)
    require_flags(inputs, "One of the differentiated Tensors does not require grad")
    retain_graph = create_graph if retain_graph is None else retain_graph
    aim = Aim(inputs, filling=False)
    run_backward(roots, grads, retain_graph, create_graph, aim)
    return tuple([
        given(position, result, tensor, allow_unused, materialize_grads, create_graph)
        for position, (result, tensor) in enumerate(zip(aim.found, inputs))
    ])


def shown_as(array):
    """A tensor of these numbers; a view where they lie in the memory of other ones."""
    result = Tensor(array)
    if array.base is not None:
        result._view = Tensor(array.base), False
    return result


def given(position, result, tensor, allow_unused, materialize_grads, create_graph):
    """One gradient as `grad` gives it: a tensor, or what stands for one not reached."""
    if result is not None:
        return result if isinstance(result, Tensor) else shown_as(result)
    if materialize_grads and isinstance(tensor, GradientEdge):
        raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
    if materialize_grads:
        return zeros_like(tensor, requires_grad=create_graph)
    if not allow_unused:
        raise RuntimeError(
            f"The differentiated Tensor at index {position} appears to not have been used "
            "in the graph. Set allow_unused=True if this is the desired behavior."
        )
    return None


def tensor_backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Add d(this tensor)/d(leaf) to the `.grad` of every leaf that it depends on.

    The arguments are those of `autograd.backward`; a tensor with one entry needs no `gradient`.
    """
    node = self._grad_fn
    if not create_graph and inputs is None and node is not None:
        array = self.array
        start = gradient.array if isinstance(gradient, Tensor) else None
        if gradient is None and array.size == 1:
            start = ones_of(array)
        if start is not None and start.shape == array.shape and node._outputs == ((start.shape, start.dtype),):
            if recording.walk is None and is_calm():
                return walk_plainly(node, start, retain_graph)
    add_gradients((self,), gradient, retain_graph, create_graph, inputs)


tensor_backward.__qualname__ = "Tensor.backward"  # its name in error messages


def fit(grad, shape, dtype):
    """The gradient in its tensor's shape and dtype; None where broadcasting cannot explain it.

    What was repeated on the way forward is added up on the way back (chapter 6). (2, 3) -> (3,)
    Source: validate_outputs in PyTorch's torch/csrc/autograd/engine.cpp.
    """
    array = grad.array if isinstance(grad, Tensor) else grad
    if array.shape != shape:
        tail = array.shape[array.ndim - len(shape):]
        if array.ndim < len(shape) or any(n not in (1, m) for n, m in zip(shape, tail)):
            return None
        grad = sum_to(grad, shape)
    if array.dtype != dtype:
        grad = grad.to(dtype) if isinstance(grad, Tensor) else grad.astype(dtype)
    return grad


def fitted(node, grads, grad, shape, dtype):
    """`fit`, for a gradient that a node has made. Raises RuntimeError where it fits nowhere."""
    result = fit(grad, shape, dtype)
    if result is None:
        due = [target and target._outputs[n][0] for target, n in node.next_functions]
        position = [made is grad and wanted == shape for made, wanted in zip(grads, due)].index(True)
        got = grad.array.shape if isinstance(grad, Tensor) else grad.shape
        raise misfit(node, position, got, shape)
    return result


def free(node):
    """The node has acted: let go of what it saved. None in its place says that something was there."""
    if node._saved:
        node._saved = None


def refuse_freed(nodes):
    """Raise freed(), PyTorch's error, if one of the nodes has given up what it saved."""
    for node in nodes:
        if node._saved is None:
            raise freed()


Recording.walk = None  # the root of the walk that is under way in this thread


def with_hooks(node, grads, create_graph):
    """The answers of a node with hooks, which may change what goes in and out (chapter 10)."""
    hooks = node._hooks
    if hooks.first:
        grads = as_told(hooks.before, grads, create_graph)
    results = answers(node, list(grads), create_graph)
    results = [
        grad if grad is None or target is None
        else fitted(node, results, grad, *target._outputs[number])
        for (target, number), grad in zip(node.next_functions, results)
    ]
    return as_told(hooks.after, node, results, grads, create_graph) if hooks.sees_answers else results


def walk_plainly(start, grad, retain_graph):
    """The walk from one result without a survey, which works as long as nobody can see how far the walk has come.

    A heap says which node is the newest, and leaves are filled at the end. So once something waits for a leaf, hooks
    or a user's rule are left to `run_backward`, which goes on from there, and several outputs are in any case.
    A freed node is noticed when it is its turn, before any leaf is filled. Where a rule raises, leaves that had
    everything by then are filled, as in PyTorch.
    """
    newest, arrived, leaves, others = [], {start: grad}, {}, []
    node, only, root, grad = start, None, None, None  # only  the one that waits, where no other does
    try:
        while not others:
            saved = node._saved
            if saved is None:
                leaves.clear()
                refuse_freed([node])
            if node.is_plain:
                results = node.backward(arrived.pop(node))
                if type(results) is not tuple:
                    results = (results,)
            elif leaves:
                others.append((node, 0, arrived.pop(node)))
                break
            else:
                root = root or GraphRoot([(start, 0)], None)
                results = act_openly(node, [arrived.pop(node)], root)
            for (target, number), grad in zip(node.next_functions, results):
                if target is None:
                    continue
                if others or grad is None or not target.is_plain and (
                    type(target) is AccumulateGrad or len(target._outputs) != 1
                ):
                    others.append((target, number, grad))
                    continue
                shape, dtype = target._outputs[0]
                if grad.dtype is not dtype or grad.shape != shape:
                    grad = fitted(node, results, grad, shape, dtype)
                place = leaves if type(target) is AccumulateGrad else arrived
                if target in place:
                    if grad.size > 4096 and is_free(place, target):
                        place[target] += grad
                    else:
                        place[target] = place[target] + grad
                    continue
                place[target] = grad
                if place is arrived:
                    if only is None and not newest:
                        only = target
                    else:
                        if only is not None:
                            heappush(newest, (-only.sequence_nr, only))
                            only = None
                        heappush(newest, (-target.sequence_nr, target))
            results = grad = None  # what came is not held any longer
            if saved and not retain_graph:
                node._saved = saved = None  # `free`
            if only is not None:
                node, only = only, None
            elif newest:
                node = heappop(newest)[1]
            else:
                break
    except BaseException:
        _, waiting = survey(GraphRoot([(node, 0), (only, 0), *[(other, 0) for _, other in newest]], None))
        with filling: fill({leaf: grad for leaf, grad in leaves.items() if leaf not in waiting})  # noqa: E701
        raise
    if others:
        waiting = [(leaf, 0, grad) for leaf, grad in leaves.items()] + others
        waiting += [(node, 0, grad) for node, grad in arrived.items()]
        run_backward([edge[:2] for edge in waiting], [grad for *_, grad in waiting], retain_graph, False, None, root)
    else:
        with filling: fill(leaves)  # noqa: E701  in one line no Ctrl-C keeps it locked


"""Chapter 4. The engine: run the film backwards, the newest step first, each step once."""

age = attrgetter("sequence_nr")


def survey(root):
    """All nodes that this one leads to, and itself, the oldest first; and the leaves' nodes.

    The leaves' are a dict: how many edges lead to each, so many gradients it waits for.
    """
    order, seen, leaves = [root], {root, None}, {}
    for node in order:  # the list grows on the way
        for target, _ in node.next_functions:
            if type(target) is AccumulateGrad:
                leaves[target] = leaves.get(target, 0) + 1
            elif target not in seen:
                seen.add(target)
                order.append(target)
    order.sort(key=age)
    return order, leaves


def answers(node, grads, create_graph):
    """What the node's rule says: one gradient, or None, for each of its edges.

    This package's rules get arrays, or, with `create_graph`, tensors.
    """
    if len(grads) != 1 or not node.speaks_arrays:
        return answers_of_many(node, grads, create_graph)
    grad = grads[0]
    if grad is None:
        return [None] * len(node.next_functions)
    result = node.backward(grad)
    return result if type(result) is tuple else (result,)


def answers_of_many(node, grads, create_graph):
    """The same for a rule that takes several gradients, or a user's, which always gets tensors.

    Where others came, zeros stand for a gradient that did not (chapter 11).
    """
    if node.speaks_arrays and all(grad is None for grad in grads):
        return [None] * len(node.next_functions)
    for number, output in enumerate(node._outputs):
        if grads[number] is None and output is not None and node._materializes:
            zeros = np.zeros(*output)
            grads[number] = Tensor(zeros) if create_graph else zeros
    result = node.backward(*grads) if node.speaks_arrays else node._answer(grads, create_graph)
    return result if isinstance(result, tuple) else (result,)


def arriving(node, grads, create_graph, root):
    """The gradients as hooks leave them (chapter 10), or None where the walk ends."""
    left = grads
    if node._hooks is not None:
        before, recording.walk = recording.walk, root
        try:
            arriving = node._hooks.arriving
            left = arriving(grads, create_graph) if setting(None) is None else as_told(arriving, grads, create_graph)
        finally:
            recording.walk = before
    return left if root.aim is None else root.aim.note(node, grads, left)


def walk_within(outer, root, *arguments):
    """A walk that a tensor's hook begins in another; every 30th in a thread, where Python has room for its calls.

    Raises RecursionError when as many walks are under way as Python allows calls. PyTorch, too, takes new threads.
    """
    root.depth = outer.depth + 1
    if root.depth > sys.getrecursionlimit():
        raise RecursionError("maximum recursion depth exceeded: each backward() has begun another")
    settings = dict(vars(recording))

    def walk():
        vars(recording).update(settings)
        root.walk(*arguments)

    return root.walk(*arguments) if root.depth % 30 else in_thread(walk)


create = object.__new__


def fill(leaves):
    """Put what has arrived at the leaves' nodes into `.grad`, or add it there."""
    for node in leaves:
        leaf, kind = node.variable, type(leaves[node])
        spare, fits = True, kind is type(leaf.array)  # a number is nobody's, and fits
        if kind is np.ndarray:
            spare = leaves[node].size > 4096 and is_free(leaves, node)  # asked while only `leaves` holds it
            fits = fits and leaves[node].shape == leaf.array.shape and leaves[node].dtype is leaf.array.dtype
        grad, leaves[node] = leaves[node], None
        if fits and leaf._grad is None and leaf._requires_grad:
            first = create(Tensor)
            first.array = grad if spare else grad.copy()
            first._requires_grad, first._grad_fn = False, None
            leaf._grad = first
        else:
            node.backward(grad, spare)


def act_openly(node, grads, root):
    """Let a node act that calls users' functions: hooks, or a rule."""
    hooks = node._hooks
    before, recording.on = recording.on, False
    try:
        if hooks is None:
            return answers(node, grads, False)
        if hooks.of_tensor or hooks.keepers:
            grads = arriving(node, grads, False, root)
        if hooks.first or hooks.sees_answers:
            return with_hooks(node, grads, False)
        return answers(node, grads, False)  # nobody sees these: they are fitted on their way
    finally:
        recording.on = before


Tensor.backward = tensor_backward
