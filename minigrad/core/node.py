"""Chapters 1 to 3, 6 to 9 and 12. `Node.apply` runs an operation and leaves a node: who made the result."""

import itertools
import threading
import weakref

import numpy as np

from minigrad.core.tensors import Tensor, version_counter
from minigrad.exact.errors import freed, overwritten, refuse_repeated, refuse_saved, unsaved
from minigrad.machinery.memory import one_output
from minigrad.machinery.silence import muted, telling
from minigrad.machinery.threads import one_at_a_time


def will_record(inputs):
    """Whether a step with these inputs has to leave a node."""
    return any([value.requires_grad for value in inputs])


sequence = itertools.count()


def end_of(leaf):
    """The AccumulateGrad of this leaf, made when it is first used, and shared by all its uses."""
    # calling a weak reference gives its object, or None if that is gone
    node = leaf._leaf_node and leaf._leaf_node()
    if node is None and leaf._requires_grad is True:
        node = AccumulateGrad(leaf)
        leaf._leaf_node = weakref.ref(node)
    return node


def edge(tensor):
    """Where a gradient for this tensor goes: a pair (node, number); (None, 0) means nowhere."""
    if tensor.grad_fn is not None:
        return tensor.grad_fn, tensor.output_nr
    if tensor.requires_grad:
        return end_of(tensor), 0
    return None, 0


class Recording(threading.local):
    """Whether steps leave nodes behind: one switch for each thread."""

    on = True


recording = Recording()


def records(tensors):
    """Whether a step with these inputs leaves a node."""
    return recording.on and will_record(tensors)


class Node:
    """One step of the computation, as the way back needs it. Rules know it as `ctx`.

    An operation is a class of nodes, `class MulBackward0(Node)`, named as PyTorch prints it:
    forward(ctx, *inputs)  computes the result; `ctx` is the node that will be left behind
    backward(ctx, grad)    is the rule: from the result's gradient one for each input tensor

    next_functions  for each input tensor an edge (node, number): where its gradient goes,
                    and which output of that node the input was
    sequence_nr     nodes are numbered as they are made: the newest has the highest number
    _outputs        for each output its (shape, dtype): its gradient has to look like that
    _saved          the tensors that the rule will need; () if none, None once freed (chapter 7)
    _versions       their versions when they were saved
    """

    speaks_arrays = True  # its rule works on arrays, too, and answers for the input tensors only
    _versions = (0,) * 64  # nobody has written into what it saved
    _hooks = None  # functions to call before and after the rule (chapter 10)

    def save_for_backward(self, *tensors):
        """Keep these tensors (inputs, outputs, or None) for the rule, each with its version."""
        refuse_saved(tensors)
        self._saved = tensors
        self._versions = [*versions_of(tensors), 0]  # the last is for a result, which is saved later

    def watch(self, tensor, moved=False):
        """An output got its version counter, or was moved into an array: if saved here, note it."""
        for saved in self._saved or ():
            if type(saved) is OwnOutput and saved.number == tensor.output_nr:
                saved._counter = tensor._counter
                saved.array = tensor.array if moved else saved.array

    def replace_saved(self, place, tensor):
        """Save this tensor, as it is now, instead of the one at this place."""
        self._versions = [*self._versions[:place], tensor._version, *self._versions[place + 1:]]
        self._saved = (*self._saved[:place], tensor, *self._saved[place + 1:])


class AccumulateGrad(Node):
    """Where every path ends: what arrives is added to `.grad` of the leaf, `variable`."""

    next_functions = _saved = ()

    def __init__(self, leaf):
        self.variable = leaf
        self.sequence_nr = next(sequence)


def fill(self, grad):
    """Add what arrives to the leaf's gradient: numbers, or a tensor with a history."""
    if self.variable.requires_grad:
        if isinstance(grad, Tensor) and recording.on:
            accumulate_recorded(self.variable, grad)
        else:
            accumulate(self.variable, own(grad))


AccumulateGrad.backward = one_at_a_time(fill)


def accumulate(leaf, grad):
    """Put the first gradient into leaf.grad, and add each later one to it."""
    if leaf.grad is None:
        leaf.grad = Tensor(grad)
    else:
        add_into(leaf.grad, grad)


def apply(cls, *inputs):
    """Run `forward`; leave a node if an input requires a gradient."""
    node = cls()
    node._saved = ()
    tensors = [value for value in inputs if isinstance(value, Tensor)]
    needed = records(tensors)
    if needed:
        node.next_functions = tuple([edge(value) for value in tensors])
    else:
        node.save_for_backward = unsaved  # nobody will come back
    result = (muted if node.speaks_arrays else telling)(node.forward)(*inputs)
    is_array = type(result) is np.ndarray or isinstance(result, np.generic)
    if not needed:
        return Tensor(result) if is_array else result
    node.sequence_nr = next(sequence)
    if not is_array:
        return node._attach(inputs, result)
    node._outputs = one_output(result.shape, result.dtype)
    if node.keeps_result:
        keep_result(node, result)
    return Tensor(result, True, node)


Node.apply = classmethod(apply)


def keep_result(node, result):
    node._saved += (OwnOutput(result, 0),)


def kept(node):
    """What the node has saved. Raises RuntimeError once it was freed, or written into."""
    if node._saved is None:
        raise freed()
    refuse_overwritten(node, node._saved, node._versions)
    return node._saved


def unpack(node, saved):
    """What was saved, as a tensor; a result gets its `grad_fn` back."""
    if type(saved) is not OwnOutput:
        return saved
    output = Tensor(saved.array, True, node)
    output.output_nr, output._counter = saved.number, saved._counter
    return output


def own(grad):
    """The same numbers as an array in memory that nobody else has."""
    return np.asarray(grad.array if isinstance(grad, Tensor) else grad).copy()


def add_into(tensor, array):
    """Add these numbers to the tensor's, in the tensor's own memory, and count the write."""
    refuse_repeated(tensor.array)
    version_counter(tensor).count += 1  # before the write: Ctrl-C may come at any line
    tensor.array += array


class OwnOutput:
    """A result that its own node has saved: the numbers, without the result's `grad_fn`."""

    def __init__(self, array, number):
        self.array, self.number = array, number


def versions_of(tensors):
    """A list with the version of each tensor, 0 in the place of None."""
    return [0 if tensor is None else tensor._version for tensor in tensors]


def refuse_overwritten(node, saved, versions):
    """Raise overwritten(node, place), PyTorch's error, for the first tensor that has been written into."""
    for place, (tensor, version) in enumerate(zip(saved, versions)):
        if tensor is not None and tensor._version != version:
            raise overwritten(node, place)


OwnOutput._counter, OwnOutput._version = None, Tensor._version


def recorded_copy(grad):
    """A new tensor with the same numbers and the same history."""
    return Tensor(np.zeros_like(grad.array)).copy_(grad)


def accumulate_recorded(leaf, grad):
    """`accumulate` for a gradient with a history, which has to go on: nothing is written over."""
    leaf.grad = recorded_copy(grad) if leaf.grad is None else leaf.grad + grad
