"""Chapter 4. The engine: run the film backwards, the newest step first, each step once."""

import itertools
from heapq import heappop, heappush

import numpy as np

from minigrad.function import AccumulateGrad, edge, freed, recording
from minigrad.ops import sum_to
from minigrad.tensors import Tensor


def survey(roots):
    """How many gradients each node waits for: one per edge leading to it, one for being a root.

    Raises RuntimeError, before anything changes, when saved tensors were freed (chapter 7).
    """
    waiting = {}
    for node in roots:
        waiting[node] = waiting.get(node, 0) + 1
    todo = list(waiting)
    while todo:
        node = todo.pop()
        if node._saved is None:
            raise freed()
        for target, _ in node.next_functions:
            if target is not None:
                if target not in waiting:
                    waiting[target] = 0
                    todo.append(target)
                waiting[target] += 1
    return waiting


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


def call(node, grads, create_graph):
    """Ask one node for the gradients of its inputs: one for each of its edges.

    This package's rules get arrays. A user's gets tensors, as all do with `create_graph`.
    """
    for number, grad in enumerate(grads):
        if grad is None:
            if node.speaks_arrays and len(grads) == 1:
                return [None] * len(node.next_functions)
            zeros = np.zeros(*node.outputs[number])
            grads[number] = Tensor(zeros) if create_graph else zeros
    if node.speaks_arrays:
        result = node._rule(*grads)
        return result if type(result) is tuple else (result,)
    result = node._rule(*(grads if create_graph else map(Tensor, grads)))
    result = for_tensors(node, result if isinstance(result, (tuple, list)) else (result,))
    return result if create_graph else [None if grad is None else grad.array for grad in result]


def for_tensors(node, grads):
    """Of the gradients of a user's rule, one per input of `apply`, those for the tensors.

    Raises RuntimeError when there are too few or too many, or one where the input is no tensor.
    """
    expected = len(node.tensor_inputs)
    if len(grads) < expected or any(extra is not None for extra in grads[expected:]):
        raise RuntimeError(
            f"function {node.name()} returned an incorrect number of gradients "
            f"(expected {expected}, got {len(grads)})"
        )
    for position, (grad, is_tensor) in enumerate(zip(grads, node.tensor_inputs), 1):
        if grad is not None and not is_tensor:
            raise RuntimeError(
                f"function {node.name()} returned a gradient different than None at position "
                f"{position}, but the corresponding forward input was not a Variable"
            )
    return [grad for grad, is_tensor in zip(grads, node.tensor_inputs) if is_tensor]


def leading_to(targets, waiting):
    """The nodes of the survey from which a target can be reached, found from the oldest on."""
    leading = set(targets)
    for node in sorted(waiting, key=lambda node: node.sequence_nr):
        if any(target in leading for target, _ in node.next_functions):
            leading.add(node)
    return leading


class Walk:
    """One walk from the roots to the leaves.

    waiting  for each node, how many gradients have still to come
    arrived  for each node, the sum of those that have come, one place per output
    ready    the nodes for which all have come, as a heap: the newest is on top
    wanted   for each node whose gradient was asked for: pairs (place in `found`, output number)
    leading  the nodes from which a wanted one can be reached, or None for all
    """

    def __init__(self, roots, create_graph, inputs):
        self.waiting = survey([node for node, _ in roots])
        self.arrived, self.ready, self.order = {}, [], itertools.count()
        self.create_graph = create_graph
        self.found = [None] * len(inputs or ())
        self.wanted = {}
        for place, (node, number) in enumerate(inputs or ()):
            self.wanted.setdefault(node, []).append((place, number))
        self.leading = None if inputs is None else leading_to(self.wanted, self.waiting)

    def send(self, node, edges, grads):
        """Deliver the gradients that `node` has made, each along its edge."""
        waiting, arrived = self.waiting, self.arrived
        for position, ((target, number), grad) in enumerate(zip(edges, grads)):
            if target is None:
                continue
            if target not in arrived:
                arrived[target] = [None] * len(target.outputs)
            if grad is not None:
                shape, dtype = target.outputs[number]
                array = grad.array if self.create_graph else grad
                if array.shape != shape or array.dtype is not dtype:
                    grad = fit(grad, shape, dtype)
                    if grad is None:
                        raise misfit(node, position, array.shape, shape)
                sofar = arrived[target][number]
                arrived[target][number] = grad if sofar is None else sofar + grad
            waiting[target] -= 1
            if waiting[target] == 0:
                heappush(self.ready, (-target.sequence_nr, next(self.order), target))

    def next(self):
        """The newest ready node, and its gradients. Those that were asked for are noted."""
        node = heappop(self.ready)[-1]
        grads = self.arrived.pop(node)
        for place, number in self.wanted.get(node, ()):
            self.found[place] = grads[number]
        return node, grads

    def leads_on(self, node):
        """Whether the walk has anything to look for behind this node."""
        return self.leading is None or any(
            target in self.leading for target, _ in node.next_functions
        )


def misfit(node, position, got, expected):
    return RuntimeError(
        f"Function {node.name()} returned an invalid gradient at index {position} - "
        f"got {list(got)} but expected shape compatible with {list(expected)}"
    )


def run_backward(roots, grads, retain_graph, create_graph, inputs=None):
    """Send gradients along the edges; each node acts once, when all its gradients have arrived.

    roots   edges (node, number), each with its gradient in `grads`
    inputs  edges whose gradients are wanted: they are returned in a list (None for one not
            reached), and no leaf is touched. Without them AccumulateGrad nodes fill `.grad`.
    Of the ready nodes the newest goes first. Source: PyTorch's torch/csrc/autograd/engine.cpp.
    """
    walk = Walk(roots, create_graph, inputs)
    before, recording.on = recording.on, create_graph
    try:
        walk.send(None, roots, grads)
        while walk.ready:
            node, here = walk.next()
            if walk.leads_on(node):
                walk.send(node, node.next_functions, call(node, here, create_graph))
                if node._saved and not retain_graph:
                    node._saved = None
    finally:
        recording.on = before
    return walk.found


def seeds(outputs, grad_outputs, create_graph):
    """The gradients to start with, checked, and the edges to start from.

    Raises RuntimeError for an output that requires no gradient, for one of several entries
    without a gradient, or a gradient of another shape; TypeError for one that is no tensor.
    """
    roots, grads = [], []
    for position, (output, grad) in enumerate(zip(outputs, grad_outputs)):
        if grad is None:
            if output._requires_grad and output.array.size != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            grad = Tensor(np.ones(output.array.shape, output.array.dtype))
        elif not isinstance(grad, Tensor):
            raise TypeError(
                f"gradients can be either Tensors or None, but got {type(grad).__name__}"
            )
        elif grad.array.shape != output.array.shape:
            raise RuntimeError(
                f"Mismatch in shape: grad_output[{position}] has a shape of {grad.shape} and "
                f"output[{position}] has a shape of {output.shape}."
            )
        if not output._requires_grad:
            raise RuntimeError(
                f"element {position} of tensors does not require grad "
                "and does not have a grad_fn"
            )
        roots.append(edge(output))
        grad = grad if create_graph else grad.array
        grads.append(fit(grad, output.array.shape, output.array.dtype))
    return roots, grads


def as_tuple(tensors):
    return (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, *, inputs=None):
    """Add d(tensors)/d(leaf) to `.grad` of every leaf the tensors depend on, or of `inputs`.

    grad_tensors  the weights of each tensor's entries, in its shape (chapter 5); None means 1
    retain_graph  keep the saved tensors for another pass (chapter 7)
    create_graph  record the way back, so that it can be differentiated itself (chapter 12)
    """
    tensors = as_tuple(tensors)
    grad_tensors = (None,) * len(tensors) if grad_tensors is None else as_tuple(grad_tensors)
    roots, grads = seeds(tensors, grad_tensors, create_graph)
    retain_graph = create_graph if retain_graph is None else retain_graph
    if inputs is None:
        run_backward(roots, grads, retain_graph, create_graph)
        return
    inputs = as_tuple(inputs)
    found = run_backward(roots, grads, retain_graph, create_graph, [*map(edge, inputs)])
    for tensor, grad in zip(inputs, found):
        if grad is not None:
            AccumulateGrad(tensor)(grad)


def grad(
    outputs, inputs, grad_outputs=None,
    retain_graph=None, create_graph=False, allow_unused=False,
):
    """A tuple: the gradient of the outputs' sum for each of the inputs. No `.grad` is touched.

    grad_outputs  one gradient per output, of its shape; None means 1
    allow_unused  give None, not a RuntimeError, for an input that the outputs do not depend on
    """
    outputs, inputs = as_tuple(outputs), as_tuple(inputs)
    grad_outputs = (None,) * len(outputs) if grad_outputs is None else as_tuple(grad_outputs)
    if not all(tensor._requires_grad for tensor in inputs):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    roots, grads = seeds(outputs, grad_outputs, create_graph)
    retain_graph = create_graph if retain_graph is None else retain_graph
    found = run_backward(roots, grads, retain_graph, create_graph, [*map(edge, inputs)])
    for position, result in enumerate(found):
        if result is None and not allow_unused:
            raise RuntimeError(
                f"The differentiated Tensor at index {position} appears to not have been used "
                "in the graph. Set allow_unused=True if this is the desired behavior."
            )
    return tuple([
        result if result is None or isinstance(result, Tensor) else Tensor(result)
        for result in found
    ])


def tensor_backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Add d(this tensor)/d(leaf) to the `.grad` of every leaf that it depends on.

    The arguments are those of `autograd.backward`; a tensor with one entry needs no `gradient`.
    """
    grad_tensors = None if gradient is None else (gradient,)
    backward(self, grad_tensors, retain_graph, create_graph, inputs=inputs)


Tensor.backward = tensor_backward
