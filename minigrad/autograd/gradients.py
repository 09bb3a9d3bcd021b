"""Chapter 5. What is asked of the engine: `backward`, which fills leaves, and `grad`, which gives gradients back."""

import functools
import sys
import warnings

import numpy as np

from minigrad.autograd.edges import GradientEdge
from minigrad.core.engine import Arrived, GraphRoot, collect, slots, task, travel
from minigrad.core.node import Recording, edge, recording
from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import DTYPES
from minigrad.exact.errors import CYCLE, old_name
from minigrad.machinery.silence import muted
from minigrad.machinery.threads import in_thread
from minigrad.operations.leaves import zeros_like


def ones_of(array):
    """Ones in the shape and dtype of an array; without dimensions a single number."""
    return np.ones_like(array) if array.ndim else ONES[array.dtype]


def first_gradient(output):
    """The gradient that a walk begins with where nobody gives one: a 1, in the output's shape."""
    if output.array.size != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    return ones_of(output.array)


def leads_to(order, wanted):
    """The set of the wanted nodes, and of all nodes in `order` that lead to one of them."""
    leading = set(wanted)
    for node in order:
        for target, number in node.next_functions:
            if target in leading:
                leading.add(node)
    return leading


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
        if start[0]._hooks is not None or not start[0].speaks_arrays:
            (start[0]._hooks or start[0])._given = grad  # a user's function sees the very tensor
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


GraphRoot.aim, GraphRoot.__module__ = None, "builtins"


def run_backward(roots, grads, retain_graph, create_graph, aim=None):
    """Let each node act once, when all its gradients have arrived.

    roots  edges (node, number), each with its gradient in `grads`
    aim    which gradients to find, or None: then all leaves fill their `.grad`
    """
    root = GraphRoot(roots)
    root.aim = aim
    order, arrived = collect(root), Arrived({root: grads})
    if aim is not None:
        aim.choose(order)
        order, arrived.keeps = [*filter(aim.acting.__contains__, order), root], True
    within(travel)(order, arrived, retain_graph, create_graph)
    if aim is not None:
        aim.take(arrived, create_graph, root)


def within(travel):
    """The way back, on which nobody hears NumPy; a hook may have begun it on another one."""
    return muted(travel) if recording.root is None else functools.partial(deeper, muted(travel))


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
            self.wanted.setdefault(root.next_functions[0][0], [])

    def take(self, arrived, create_graph, root):
        """Read off what was asked for, when the walk is over: as it came, or, at the end, as hooks left it."""
        for node, places in self.wanted.items():
            if node in arrived or len(node._outputs) > 1:
                grads = slots(arrived.pop(node))
                if node._hooks is not None and node not in self.acting:
                    before = recording.on, vars(recording).get("root")  # it has one from chapter 10 on
                    recording.on, recording.root = create_graph, root  # hooks may ask for both
                    try:
                        grads = node._hooks.arriving(grads, create_graph)
                    finally:
                        recording.on, recording.root = before
                for place, number in places:
                    self.found[place] = grads[number]


def backward(
    tensors, grad_tensors=None,
    retain_graph=None, create_graph=False, grad_variables=None, inputs=None,
) -> None:
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
) -> tuple:
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
    add_gradients((self,), gradient, retain_graph, create_graph, inputs)


tensor_backward.__qualname__ = "Tensor.backward"  # its name in error messages
Tensor.backward = tensor_backward

Recording.depth = 0  # within how many others the walk goes that is under way in this thread


def deeper(travel, *arguments):
    """A way back on another one; every 30th has a thread of its own, where Python has room for its calls.

    Raises RecursionError when as many are under way as Python allows calls. PyTorch, too, takes new threads.
    """
    before, recording.depth = recording.depth, recording.depth + 1
    settings = [(there, dict(vars(there))) for there in (recording, task)]

    def elsewhere():
        for there, values in settings:
            vars(there).update(values)
        travel(*arguments)

    try:
        if recording.depth > sys.getrecursionlimit():
            raise RecursionError("maximum recursion depth exceeded: each backward() has begun another")
        travel(*arguments) if recording.depth % 30 else in_thread(elsewhere)
    finally:
        recording.depth = before
