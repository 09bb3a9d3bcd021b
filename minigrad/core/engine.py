"""Chapter 4. The engine: run the film backwards, the newest step first, each step once."""

import functools
import sys
from collections import deque
from operator import attrgetter

import numpy as np

from minigrad.core.node import AccumulateGrad, Node, Recording, recording
from minigrad.core.ops import sum_to
from minigrad.core.tensors import Tensor
from minigrad.exact.errors import freed, misfit
from minigrad.exact.memory import is_free
from minigrad.exact.silence import muted
from minigrad.exact.threads import in_thread


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


def with_hooks(node, grads, create_graph):
    """The answers of a node with hooks, which may change what goes in and out (chapter 10)."""
    hooks = node._hooks
    if hooks.first:
        grads = hooks.before(grads, create_graph)
    results = answers(node, list(grads), create_graph)
    results = [
        grad if grad is None or target is None
        else fitted(node, results, grad, *target._outputs[number])
        for (target, number), grad in zip(node.next_functions, results)
    ]
    return hooks.after(node, results, grads, create_graph) if hooks.sees_answers else results


def arriving(node, grads, create_graph, root):
    """The gradients as hooks leave them (chapter 10), or None where the walk ends."""
    left = grads
    if node._hooks is not None:
        before, recording.walk = recording.walk, root
        try:
            left = node._hooks.arriving(grads, create_graph)
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
