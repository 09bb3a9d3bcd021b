"""Chapter 4. The engine: run the film backwards, the newest step first, each step once."""

import itertools
import warnings
from heapq import heappop, heappush

import numpy as np

from minigrad.function import AccumulateGrad, edge, freed, recording
from minigrad.ops import sum_to
from minigrad.tensors import Tensor, storage, version_counter, zeros_like


def survey(roots):
    """How many gradients each node waits for: one per edge leading to it, one for being a root."""
    waiting = {}
    for node in roots:
        waiting[node] = waiting.get(node, 0) + 1
    todo = list(waiting)
    while todo:
        node = todo.pop()
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
    Hooks may change what goes in and what comes out (chapter 10).
    """
    if node._hooks is not None:
        grads = node._hooks.before(grads, create_graph)
        results = answers(node, list(grads), create_graph)
        return node._hooks.after(node, results, grads, create_graph)
    return answers(node, grads, create_graph)


def answers(node, grads, create_graph):
    """What the node's rule says: one gradient, or None, for each edge."""
    for number, grad in enumerate(grads):
        if grad is None:
            if node.speaks_arrays and len(grads) == 1:
                return [None] * len(node.next_functions)
            if node._materializes and node._outputs[number] is not None:
                zeros = np.zeros(*node._outputs[number])
                grads[number] = Tensor(zeros) if create_graph else zeros
    if node.speaks_arrays:
        result = node._rule(*grads)
        return result if type(result) is tuple else (result,)
    if not create_graph:
        grads = [None if grad is None else Tensor(grad) for grad in grads]
    result = node._rule(*grads)
    result = for_tensors(node, result if isinstance(result, tuple) else (result,))
    return result if create_graph else [None if grad is None else grad.array for grad in result]


def for_tensors(node, grads):
    """Of the gradients of a user's rule, one per input of `apply`, those for the tensors.

    Raises RuntimeError when there are too few or too many, one where the input is no tensor, or
    one that is no tensor itself.
    """
    expected = len(node._tensor_inputs)
    if len(grads) < expected or any(extra is not None for extra in grads[expected:]):
        raise RuntimeError(
            f"function {node.name()} returned an incorrect number of gradients "
            f"(expected {expected}, got {len(grads)})"
        )
    for position, (grad, is_tensor) in enumerate(zip(grads, node._tensor_inputs), 1):
        if grad is not None and not is_tensor:
            raise RuntimeError(
                f"function {node.name()} returned a gradient different than None at position "
                f"{position}, but the corresponding forward input was not a Variable"
            )
        if grad is not None and not isinstance(grad, Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(grad).__name__})")
    return [grad for grad, is_tensor in zip(grads, node._tensor_inputs) if is_tensor]


def leading_to(targets, waiting):
    """The nodes of the survey from which a target can be reached, found from the oldest on."""
    leading = set(targets)
    for node in sorted(waiting, key=lambda node: node.sequence_nr):
        if any(target in leading for target, _ in node.next_functions):
            leading.add(node)
    return leading


class Walk:
    """One walk from the roots to the leaves.

    Raises RuntimeError, before anything changes, when a node that has to act was freed (chapter 7).

    waiting  for each node, how many gradients have still to come
    arrived  for each node, the sum of those that have come, one place per output
    ready    the nodes for which all have come, as a heap: the newest is on top
    wanted   for each node whose gradient was asked for: pairs (place in `found`, output number)
    leading  the nodes from which a wanted one can be reached, or None for all
    filling  whether the leaves' nodes among the wanted ones shall fill `.grad`
    """

    def __init__(self, roots, create_graph, inputs, filling):
        self.waiting = survey([node for node, _ in roots])
        self.arrived, self.ready, self.order = {}, [], itertools.count()
        self.create_graph, self.filling = create_graph, filling
        self.found = [None] * len(inputs or ())
        self.wanted = {}
        for place, (node, number) in enumerate(inputs or ()):
            self.wanted.setdefault(node, []).append((place, number))
        self.leading = None if inputs is None else leading_to(self.wanted, self.waiting)
        for node in self.waiting:
            if node._saved is None and self.leads_on(node):
                raise freed()

    def send(self, node, edges, grads):
        """Deliver the gradients that `node` has made, each along its edge, if it leads on."""
        waiting, arrived, leading = self.waiting, self.arrived, self.leading
        for position, ((target, number), grad) in enumerate(zip(edges, grads)):
            if target is None or leading is not None and target not in leading:
                continue
            if target not in arrived:
                arrived[target] = [None] * len(target._outputs)
            if grad is not None:
                shape, dtype = target._outputs[number]
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
        """The newest ready node, its gradients, and whether it has to act.

        Gradients that were asked for are noted: as they came where the node acts, and as the
        tensor's hooks left them where the walk ends, as in PyTorch (chapter 10).
        """
        node = heappop(self.ready)[-1]
        grads = here = self.arrived.pop(node)
        acts = self.leads_on(node)
        if node._hooks is not None:
            here = node._hooks.arriving(grads, self.create_graph)
        for place, number in self.wanted.get(node, ()):
            self.found[place] = (grads if acts else here)[number]
        return node, here, acts

    def leads_on(self, node):
        """Whether the walk has anything to do at this node or behind it."""
        if self.leading is None:
            return True
        if not node.next_functions:
            return self.filling and node in self.wanted
        return any(target in self.leading for target, _ in node.next_functions)


def misfit(node, position, got, expected):
    return RuntimeError(
        f"Function {node.name()} returned an invalid gradient at index {position} - "
        f"got {list(got)} but expected shape compatible with {list(expected)}"
    )


def before_filling(leaf):
    """What `undo_filling` needs to undo what happens to a leaf: its gradient, numbers, version."""
    grad = leaf._grad
    return (leaf, None, None, 0) if grad is None else (leaf, grad, grad.array.copy(), grad._version)


def undo_filling(leaf, grad, numbers, version):
    leaf._grad = grad
    if grad is not None and grad._version != version:
        storage(grad)[...] = numbers
        version_counter(grad).count = version


def run_backward(roots, grads, retain_graph, create_graph, inputs=None, filling=True):
    """Send gradients along the edges; each node acts once, when all its gradients have arrived.

    roots   edges (node, number), each with its gradient in `grads`
    inputs  edges whose gradients are wanted: they are returned in a list (None for one not
            reached). Without them AccumulateGrad nodes fill the `.grad` of all leaves.
    filling False: not even the leaves among the inputs are filled
    Of the ready nodes the newest goes first. Source: PyTorch's torch/csrc/autograd/engine.cpp.
    When a rule or a hook raises, every leaf gets back the gradient that it had before.
    """
    walk = Walk(roots, create_graph, inputs, filling)
    filled = []
    before = recording.on, recording.walk
    recording.on, recording.walk = create_graph, walk
    try:
        walk.send(None, roots, grads)
        while walk.ready:
            node, here, acts = walk.next()
            if acts:
                if type(node) is AccumulateGrad:
                    filled.append(before_filling(node.variable))
                walk.send(node, node.next_functions, call(node, here, create_graph))
                if node._saved and not retain_graph:
                    node._saved = None
    except BaseException:
        for state in reversed(filled):
            undo_filling(*state)
        raise
    finally:
        recording.on, recording.walk = before
    return walk.found


def seed(position, output, grad):
    """The gradient to start with at one output, checked; 1 for a missing one.

    Raises RuntimeError for an output that requires no gradient, for one of several entries
    without a gradient, or a gradient of another shape; TypeError for one that is no tensor.
    """
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
            f"element {position} of tensors does not require grad and does not have a grad_fn"
        )
    return grad


def seeds(outputs, grad_outputs, create_graph):
    """The edges to start from, and the gradients to start with."""
    if grad_outputs is None:
        grad_outputs = (None,) * len(outputs)
    grad_outputs = as_tuple(grad_outputs)
    if len(grad_outputs) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(grad_outputs)} gradients")
    roots, grads = [], []
    for position, (output, grad) in enumerate(zip(outputs, grad_outputs)):
        grad = seed(position, output, grad)
        roots.append(edge(output))
        grad = grad if create_graph else grad.array
        grads.append(fit(grad, output.array.shape, output.array.dtype))
    return roots, grads


def as_tuple(tensors):
    return (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)


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
    add_gradients(tensors, grad_tensors, retain_graph, create_graph, inputs)


def add_gradients(tensors, grad_tensors, retain_graph, create_graph, inputs):
    """What both kinds of `backward` do.

    Raises RuntimeError for inputs that are none, or require no gradient.
    """
    tensors = as_tuple(tensors)
    inputs = None if inputs is None else as_tuple(inputs)
    if inputs == ():
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    if not all(tensor._requires_grad for tensor in inputs or ()):
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    roots, grads = seeds(tensors, grad_tensors, create_graph)
    if create_graph:
        warnings.warn(CYCLE, stacklevel=3)
    retain_graph = create_graph if retain_graph is None else retain_graph
    wanted = None if inputs is None else [edge(tensor) for tensor in inputs]
    found = run_backward(roots, grads, retain_graph, create_graph, wanted)
    for tensor, grad in dict(zip(inputs or (), found)).items():
        if grad is not None and not tensor.is_leaf and not tensor.retains_grad:
            AccumulateGrad(tensor)(grad)


def old_name(grad_tensors, grad_variables):
    """The argument `grad_tensors` by the name it had until 2018."""
    warnings.warn(
        "`grad_variables` is deprecated. Use `grad_tensors` instead.",
        FutureWarning, stacklevel=3,
    )
    if grad_tensors is None:
        return grad_variables
    raise RuntimeError(
        "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to "
        "`backward()`. Please only use `grad_tensors`."
    )


CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the "
    "parameter and its gradient which can cause a memory leak. We recommend using autograd.grad "
    "when creating the graph to avoid this. If you have to use this function, make sure to "
    "reset the .grad fields of your parameters to None after use to break the cycle and avoid "
    "the leak."
)


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
    if not all(tensor._requires_grad for tensor in inputs):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    roots, grads = seeds(outputs, grad_outputs, create_graph)
    retain_graph = create_graph if retain_graph is None else retain_graph
    wanted = [edge(tensor) for tensor in inputs]
    found = run_backward(roots, grads, retain_graph, create_graph, wanted, filling=False)
    return tuple([
        given(position, result, tensor, allow_unused, materialize_grads)
        for position, (result, tensor) in enumerate(zip(found, inputs))
    ])


def given(position, result, tensor, allow_unused, materialize_grads):
    """One gradient as `grad` gives it: a tensor, or what stands for one that was not reached."""
    if result is not None:
        return result if isinstance(result, Tensor) else Tensor(result)
    if materialize_grads:
        return zeros_like(tensor)
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
    add_gradients(self, gradient, retain_graph, create_graph, inputs)


tensor_backward.__qualname__ = "Tensor.backward"  # its name in error messages
Tensor.backward = tensor_backward
