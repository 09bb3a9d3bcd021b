"""The engine: it walks back from a result, and lets each node act once. Chapters 2, 4 to 7 and 10 to 12.

Definitions stand in the order of the chapters. `run_backward` in autograd/gradients.py calls `travel`, and then:

walk
  Arrived.pop     what has come to the node whose turn it is
  act
    parts         what its rule answers (answers_of), with hooks before and after it
    free
    outgoing      where each answer goes (address), in the form that is needed there (fitted)
  Arrived[target] = sum, and Order.came
"""

import threading

import numpy as np

from minigrad.core.node import AccumulateGrad, Node, Recording, recording
from minigrad.core.ops import NOTHING, sum_to
from minigrad.core.tensors import Tensor
from minigrad.exact.errors import for_tensors, freed, misfit
from minigrad.machinery.turns import Complete


def parts(node, grad):
    """What the node's rule answers, with the node's hooks before it and after it."""
    hooks, grads = node._hooks, slots(grad)
    if hooks is None:
        return answers_of(node, grads)
    grads = hooks.before(hooks.arriving(grads, recording.on), recording.on)
    results = answers_of(node, grads)
    return hooks.after(node, results, grads, recording.on)


def act(node, grad):
    """Let a node answer: a pair (where to, gradient for it) for each edge that leads somewhere."""
    answers = parts(node, grad)
    if not task.retain_graph:
        free(node)
    return outgoing(node, answers)


def collect(root):
    """All nodes that can be reached from root, and root itself, each once, the oldest first."""
    order, seen = [root], {root, None}
    for node in order:  # the list grows on the way
        for target, number in node.next_functions:
            if target not in seen:
                seen.add(target)
                order.append(target)
    return sorted(order, key=lambda node: node.sequence_nr)


def walk(order, arrived):
    """Let each node act once, the newest first, when all that goes to it has been added up."""
    while order:
        node = order.pop()
        for target, grad in act(node, arrived.pop(node)):
            arrived[target] = arrived[target] + grad if target in arrived else grad


class GraphRoot(Node):
    """Where a walk begins: a node newer than all others, with an edge to each output.

    Source: PyTorch's torch/csrc/autograd/functions/basic_ops.h.
    """

    sequence_nr = 2**64 - 1
    _outputs = _saved = ()  # a walk asks each node for these

    def __init__(self, edges):
        self.next_functions = edges


GraphRoot.backward = lambda self, *grads: grads  # each result gets its start


def slots(grad):
    """What has arrived at a node as a list, one entry for each of its outputs; None where nothing came."""
    return [None if part is NOTHING else part for part in (grad if isinstance(grad, list) else [grad])]


class Arrived(dict):
    """{where to: the sum of the gradients that have arrived there}."""

    keeps = False  # whether a sum can be read after its node has taken it

    def pop(self, node):
        """Take what has arrived for a node: a list, where it has several outputs."""
        if len(node._outputs) < 2:
            return self[node] if self.keeps else dict.pop(self, node)
        return [self.get((node, n)) if self.keeps else dict.pop(self, (node, n), None)
                for n in range(len(node._outputs))]

    def __setitem__(self, target, grad):
        dict.__setitem__(self, target, grad)
        self.order.came(target)


def travel(order, arrived, retain_graph, create_graph):
    """`walk`, with what stands around it. `create_graph` says whether to record that, too."""
    refuse_freed(order)
    before = task.retain_graph, recording.on, recording.root
    task.retain_graph, recording.on, recording.root = retain_graph, create_graph, order[-1]
    try:
        arrived.order = Order(order)
        walk(arrived.order, arrived)
    finally:
        task.retain_graph, recording.on, recording.root = before


def fit(grad, shape, dtype):
    """The gradient in its tensor's shape and dtype; None where broadcasting cannot explain it.

    What was repeated on the way forward is added up on the way back (chapter 6). (2, 3) -> (3,)
    Source: validate_outputs in PyTorch's torch/csrc/autograd/engine.cpp.
    """
    array = grad.array if isinstance(grad, Tensor) else grad
    if array.shape != shape:
        tail = array.shape[array.ndim - len(shape):]
        if array.ndim < len(shape) or any([n not in (1, m) for n, m in zip(shape, tail)]):
            return None
        grad = sum_to(grad, shape)
    if array.dtype != dtype:
        grad = grad.to(dtype) if isinstance(grad, Tensor) else grad.astype(dtype)
    return grad


def fitted(node, place, grad, shape, dtype):
    """One of the rule's answers, as its tensor needs it. Raises RuntimeError if it does not fit."""
    if grad is None:
        return NOTHING  # a None to which `walk` can add
    result = fit(grad, shape, dtype)
    if result is None:
        raise misfit(node, place, grad.shape, shape)
    return result


def outgoing(node, answers):
    """A pair (where to, gradient for it) for each edge that leads somewhere."""
    return [
        (address(target, number), fitted(node, place, grad, *target._outputs[number]))
        for place, ((target, number), grad) in enumerate(zip(node.next_functions, answers))
        if target is not None
    ]


def free(node):
    """The node has acted: let go of what it saved. None in its place says that something was there."""
    if node._saved:
        node._saved = None


class Task(threading.local):
    """What the walk that is under way in this thread has been asked to do."""

    retain_graph = False


task = Task()


def refuse_freed(nodes):
    """Raise freed(), PyTorch's error, if one of the nodes has given up what it saved."""
    for node in nodes:
        if node._saved is None:
            raise freed()


def answers_of(node, grads):
    """What the node's rule answers: one part for each of its edges; None where nothing has come.

    A rule answers arrays with arrays, tensors with tensors. A user's rule gets tensors, with zeros in place of None.
    """
    missing = [grad is None for grad in grads]
    if node.speaks_arrays and all(missing):
        return (None,) * len(node.next_functions)
    grads = zeros_for_none(node, grads) if any(missing) else grads
    if not node.speaks_arrays or recording.on:
        grads = [grad if grad is None or isinstance(grad, Tensor) else Tensor(grad) for grad in grads]
    answer = type(node).backward(node, *grads)  # not node.backward: a user may keep one on ctx
    answer = answer if isinstance(answer, tuple) else (answer,)
    if node.speaks_arrays:
        return answer
    answer = for_tensors(node, answer)
    return answer if recording.on else [None if grad is None else grad.array for grad in answer]


def waiting(nodes):
    """A dict: for each leaf's node in `nodes`, how many gradients it has to wait for."""
    counts = {node: 0 for node in nodes if type(node) is AccumulateGrad}
    for node in nodes:
        for target, number in node.next_functions:
            if target in counts:
                counts[target] += 1
    return counts


class Order(list):
    """The nodes that have to act, the newest last; a leaf's is next as soon as it is complete."""

    def __init__(self, nodes):
        self.missing, self.complete = waiting(nodes), Complete(nodes[-1], set(nodes))  # a deque in PyTorch's order
        super().__init__([node for node in nodes if node not in self.missing])

    def __len__(self):
        return list.__len__(self) + len(self.complete)

    def pop(self, place=-1):
        return self.complete.popleft() if self.complete else list.pop(self, place)

    def came(self, target):
        """One more gradient has arrived there."""
        if target in self.missing:
            self.missing[target] -= 1
            if self.missing[target] == 0:
                self.complete.append(target)


Recording.root = None  # the root of the walk that is under way in this thread


def zeros_for_none(node, grads):
    """Zeros for None, in the shape and dtype of that output, unless `_materializes` is False."""
    return [
        np.zeros(*node._outputs[number])
        if grad is None and node._outputs[number] and node._materializes else grad
        for number, grad in enumerate(grads)
    ]


def address(node, number):
    """Where a gradient for this output is added up: each of several outputs has a sum of its own."""
    return (node, number) if len(node._outputs) > 1 else node
