"""Chapter 4. The engine: run the film backwards, the newest step first, each step once."""

from collections import deque
from operator import attrgetter

from minigrad.answers import answers, arriving, fitted, is_free, with_hooks
from minigrad.function import AccumulateGrad, Node
from minigrad.outputs import recording
from minigrad.saved import freed

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


class GraphRoot(Node):
    """Where the walk starts: a node newer than all, with an edge to each result's node.

    aim  which gradients to find, or None: then all leaves fill their `.grad`
    Source: PyTorch's torch/csrc/autograd/functions/basic_ops.h.
    """

    sequence_nr = 2**64 - 1
    _outputs = _saved = ()

    def __init__(self, edges, aim):
        self.next_functions, self.aim = edges, aim

    def backward(self, *grads):
        return grads

    def walk(self, order, leaves, arrived, retain_graph, create_graph):
        """Let each node act: a leaf's as soon as all its gradients have come, else the newest.

        A node is newer than all those it leads to, so all that lead to the newest have acted.
        arrived  for each node, the sum of the gradients that have come: a list, one per output
        """
        aim, complete = self.aim, deque()  # leaves' nodes for which all gradients have come
        while complete or order:
            node = complete.popleft() if complete else order.pop()
            grads = arrived.pop(node, None)
            hooks = node._hooks
            if grads is None:
                continue
            if hooks is not None or aim is not None and node in aim.wanted:
                grads = arriving(node, grads, create_graph, self)
                if grads is None:
                    continue
            if type(node) is AccumulateGrad and hooks is None:
                results = grad = array = None  # only `grads` may hold what this leaf gets
                free = not create_graph and is_free(grads)
                node.backward(grads[0], free)
                continue
            call = answers if hooks is None else with_hooks
            results = call(node, grads, create_graph)
            grads = None  # what came is not held any longer
            if node._saved and not retain_graph:
                node._saved = None
            for (target, number), grad in zip(node.next_functions, results):
                if target is None or aim is not None and target not in aim.leading:
                    continue
                if target in arrived:
                    there = arrived[target]
                else:
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
                if target in leaves:
                    leaves[target] -= 1
                    if leaves[target] == 0:
                        complete.append(target)


def run_backward(roots, grads, retain_graph, create_graph, aim=None):
    """Send gradients along the edges; each node acts once, when all its gradients have arrived.

    roots  edges (node, number), each with its gradient in `grads`
    aim    which gradients to find, or None: then all leaves fill their `.grad`
    Raises RuntimeError, before anything changes, when a node that has to act was freed (chapter
    7). When a rule or a hook raises, the leaves keep what they have received by then.
    Source: PyTorch's torch/csrc/autograd/engine.cpp.
    """
    root = GraphRoot(roots, aim)
    order, leaves = survey(root)
    if aim is not None:
        aim.choose(order)
    for node in order:
        if node._saved is None and (aim is None or node in aim.acting):
            raise freed()
    before, recording.on = recording.on, create_graph
    try:
        root.walk(order, leaves, {root: grads}, retain_graph, create_graph)
    finally:
        recording.on = before
