"""Chapter 4. The engine: run the film backwards, the newest step first, each step once."""

import warnings
from operator import attrgetter

import numpy as np

from minigrad.function import AccumulateGrad, edge, freed, recording
from minigrad.ops import sum_to
from minigrad.tensors import Tensor, storage, version_counter, zeros_like

age = attrgetter("sequence_nr")


def survey(roots):
    """All nodes that these lead to, the newest first; and the leaves' nodes.

    The leaves' are a dict: how many edges lead to each, so many gradients it waits for.
    """
    inner, leaves = set(), {}
    todo = [*roots]
    for node in todo:  # the list grows on the way
        if type(node) is AccumulateGrad:
            leaves[node] = leaves.get(node, 0) + 1
        elif node not in inner:
            inner.add(node)
            for target, _ in node.next_functions:
                if target is not None:
                    todo.append(target)
    return sorted(inner, key=age, reverse=True), leaves


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
        position = next(place for place, made in enumerate(grads) if made is grad)
        raise misfit(node, position, (grad.array if isinstance(grad, Tensor) else grad).shape, shape)
    return result


def misfit(node, position, got, expected):
    return RuntimeError(
        f"Function {node.name()} returned an invalid gradient at index {position} - "
        f"got {list(got)} but expected shape compatible with {list(expected)}"
    )


def answers(node, grads, create_graph):
    """What the node's rule says: one gradient, or None, for each of its edges.

    This package's rules get arrays, or, with `create_graph`, tensors.
    """
    if len(grads) > 1 or not node.speaks_arrays:
        return answers_of_many(node, grads, create_graph)
    grad = grads[0]
    if grad is None:
        return [None] * len(node.next_functions)
    result = node._rule(grad)
    return result if type(result) is tuple else (result,)


def answers_of_many(node, grads, create_graph):
    """The same for a rule that takes several gradients, or a user's, which always gets tensors.

    Zeros stand for a gradient that did not come (chapter 11).
    """
    for number, output in enumerate(node._outputs):
        if grads[number] is None and output is not None and node._materializes:
            zeros = np.zeros(*output)
            grads[number] = Tensor(zeros) if create_graph else zeros
    if not node.speaks_arrays and not create_graph:
        grads = [None if grad is None else Tensor(grad) for grad in grads]
    result = node._rule(*grads)
    result = result if isinstance(result, tuple) else (result,)
    if node.speaks_arrays:
        return result
    result = for_tensors(node, result)
    return result if create_graph else [None if grad is None else grad.array for grad in result]


def with_hooks(node, grads, create_graph):
    """The answers of a node with hooks: they may change what goes in and comes out (chapter 10)."""
    grads = node._hooks.before(grads, create_graph)
    results = answers(node, list(grads), create_graph)
    return node._hooks.after(node, results, grads, create_graph)


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


class Walk:
    """One walk from the roots to the leaves.

    order    the nodes, the newest first
    leaves   for each leaf's node, how many gradients have still to come
    arrived  for each node, the sum of the gradients that have come: a list, one per output
    complete leaves' nodes for which all have come
    leading  the nodes from which a gradient that was asked for can be reached, or None for all
    found    the gradients that were asked for, in their order
    """

    __slots__ = ("order", "leaves", "arrived", "complete", "leading", "wanted", "found", "filling")

    def __init__(self, roots, inputs, filling):
        self.order, self.leaves = survey([node for node, _ in roots])
        self.arrived, self.complete = {}, []
        self.leading, self.found = None, ()
        if inputs is not None:
            self.only_to(inputs, filling)
        self.refuse_freed()

    def deliver(self, node, edges, grads, create_graph):
        """Bring each gradient that `node` has made to the end of its edge, and add it there."""
        arrived, leaves, leading = self.arrived, self.leaves, self.leading
        for (target, number), grad in zip(edges, grads):
            if target is None or leading is not None and target not in leading:
                continue
            if target in arrived:
                there = arrived[target]
            else:
                there = arrived[target] = [None] * len(target._outputs)
            if grad is not None:
                shape, dtype = target._outputs[number]
                array = grad.array if create_graph else grad
                if array.shape != shape or array.dtype is not dtype:
                    grad = fitted(node, grads, grad, shape, dtype)
                sofar = there[number]
                there[number] = grad if sofar is None else sofar + grad
            if target in leaves:
                leaves[target] -= 1
                if leaves[target] == 0:
                    self.complete.append(target)

    def ready(self):
        """The nodes in their order: a leaf's as soon as it is complete, else the newest.

        A node is newer than all those it leads to, so all that lead to the newest have acted.
        """
        for node in self.order:
            while self.complete:
                yield self.complete.pop(0)
            yield node
        yield from self.complete

    def only_to(self, inputs, filling):
        """Go only where one of these edges can be reached; `leading` is filled from the oldest on.

        wanted   for each node whose gradient was asked for: pairs (place in `found`, output number)
        filling  whether the leaves' nodes among them shall fill `.grad`
        """
        self.filling, self.wanted, self.found = filling, {}, [None] * len(inputs)
        for place, (node, number) in enumerate(inputs):
            self.wanted.setdefault(node, []).append((place, number))
        self.leading = set(self.wanted)
        for node in reversed(self.order):
            if any(target in self.leading for target, _ in node.next_functions):
                self.leading.add(node)

    def leads_on(self, node):
        """Whether the walk has anything to do at this node or behind it."""
        if self.leading is None:
            return True
        if not node.next_functions:
            return self.filling and node in self.wanted
        return any(target in self.leading for target, _ in node.next_functions)

    def refuse_freed(self):
        """Raise RuntimeError when a node that has to act was freed (chapter 7)."""
        for node in self.order:
            if node._saved is None and self.leads_on(node):
                raise freed()

    def arriving(self, node, grads, create_graph):
        """The gradients as hooks leave them (chapter 10), or None where the walk ends.

        Gradients that were asked for are noted: as they came where the node acts, and as the
        tensor's hooks left them where the walk ends, as in PyTorch.
        """
        here = grads if node._hooks is None else node._hooks.arriving(grads, create_graph)
        acts = self.leads_on(node)
        if self.leading is not None:
            for place, number in self.wanted.get(node, ()):
                self.found[place] = (grads if acts else here)[number]
        return here if acts else None


def before_filling(leaf):
    """What `undo_filling` needs to undo what happens to a leaf: its gradient, numbers, version."""
    grad = leaf._grad
    return (leaf, None, None, 0) if grad is None else (leaf, grad, grad.array.copy(), grad._version)


def undo_filling(filled):
    for leaf, grad, numbers, version in reversed(filled):
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
    Raises RuntimeError, before anything changes, when a node that has to act was freed (chapter
    7). When a rule or a hook raises, every leaf gets back the gradient that it had before.
    Source: PyTorch's torch/csrc/autograd/engine.cpp.
    """
    walk = Walk(roots, inputs, filling)
    filled, before = [], (recording.on, recording.walk)
    recording.on, recording.walk = create_graph, walk
    try:
        walk.deliver(None, roots, grads, create_graph)
        for node in walk.ready():
            here = walk.arrived.pop(node, None)
            if here is not None and (inputs is not None or node._hooks is not None):
                here = walk.arriving(node, here, create_graph)
            if here is None:
                continue
            if type(node) is AccumulateGrad:
                filled.append(before_filling(node.variable))
            call = answers if node._hooks is None else with_hooks
            results = call(node, here, create_graph)
            if node._saved and not retain_graph:
                node._saved = None
            walk.deliver(node, node.next_functions, results, create_graph)
    except BaseException:
        undo_filling(filled)
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
    grads = [seed(*each) for each in zip(range(len(outputs)), outputs, grad_outputs)]
    if not create_graph:
        grads = [grad.array for grad in grads]
    return [edge(output) for output in outputs], grads


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
    if inputs is not None:
        inputs = wanted_leaves(inputs)
    roots, grads = seeds(tensors, grad_tensors, create_graph)
    if create_graph:
        warnings.warn(CYCLE, stacklevel=3)
    retain_graph = create_graph if retain_graph is None else retain_graph
    if inputs is None:
        run_backward(roots, grads, retain_graph, create_graph)
        return
    wanted = [edge(tensor) for tensor in inputs]
    found = run_backward(roots, grads, retain_graph, create_graph, wanted)
    for tensor, grad in dict(zip(inputs, found)).items():
        if grad is not None and not tensor.is_leaf and not tensor.retains_grad:
            AccumulateGrad(tensor)(grad)


def wanted_leaves(inputs):
    """The `inputs` of `backward` as a tuple. Raises RuntimeError for none, or one without flag."""
    inputs = as_tuple(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    if not all(tensor._requires_grad for tensor in inputs):
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    return inputs


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
