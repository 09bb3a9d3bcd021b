"""Chapters 1 to 3. `Node.apply` runs an operation and leaves a node: who made the result."""

import functools
import itertools
import threading
import warnings
import weakref

import numpy as np

from minigrad.core.tensors import Tensor, VersionCounter, storage, version_counter
from minigrad.exact.arguments import saved_property
from minigrad.exact.errors import (
    INFERENCE_SAVED, REPEATED, freed, overwritten, refuse_detached, refuse_saved,
)
from minigrad.exact.memory import BORROWED
from minigrad.exact.silence import as_told, known, setting, silently
from minigrad.exact.threads import filling


def will_record(inputs):
    """Whether a step with these inputs has to leave a node."""
    return any([value.requires_grad for value in inputs])


sequence = itertools.count()


def end_of(leaf):
    """The AccumulateGrad of this leaf, made when it is first used, and shared; None where the flag is borrowed."""
    node = leaf._leaf_node and leaf._leaf_node()
    if node is None and leaf._requires_grad is not BORROWED:
        node, array = object.__new__(AccumulateGrad), leaf.array
        node.variable, node.sequence_nr, node._outputs = leaf, next(sequence), one_output(array.shape, array.dtype)
        if leaf._hooks is not None:
            node._hooks, node.is_plain = leaf._hooks, False
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


@functools.lru_cache(maxsize=4096)
def one_output(shape, dtype):
    """What `_outputs` says of a single output; the same object every time, to save memory."""
    return ((shape, dtype),)


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
    _versions       their versions when they were saved; None if nobody had written yet
    """

    requires_grad = True
    speaks_arrays = True  # its rule works on arrays, too, and answers for the input tensors only
    _versions = None
    _hooks = None  # functions to call before and after the rule (chapter 10)
    _materializes = True  # the rule gets zeros for an output that nobody used (chapter 11)
    _dirty = _constant = ()  # tensors that `forward` wrote into, or declared constant (11)
    is_plain = True  # one gradient comes, and no function of a user is called: see `walk_plainly` (17)

    def __init_subclass__(cls, saves="", name=None, **kwargs):
        """What the operation saves gets PyTorch's names: `saves="self other"`, `_saved_self`.

        name  what is printed, where two classes share PyTorch's name, or Python has given it away
        """
        super().__init_subclass__(**kwargs)
        cls.__name__ = name or cls.__name__
        cls.__module__ = "builtins"  # so that it prints as in PyTorch: <AddBackward0 object at 0x...>
        cls.saves = tuple(saves.split())
        cls.keeps_result = "result" in cls.saves
        for place, saved in enumerate(cls.saves):
            setattr(cls, f"_saved_{saved}", saved_property(saved, place))

    def name(self):
        """The name that is printed, for example "AddBackward0"."""
        return type(self).__name__

    def save_for_backward(self, *tensors):
        """Keep these tensors (inputs, outputs, or None) for the rule, each with its version.

        Raises TypeError for anything else; keep numbers as attributes: `ctx.exponent = exponent`.
        """
        written = False
        for tensor in tensors:
            if isinstance(tensor, Tensor):
                if tensor._counter is not None:
                    written = True
            elif tensor is not None:
                refuse_saved(tensors)
        self._saved = tensors
        if written or self._versions:  # or this is the second call, and the first has left some
            self._versions = noted(self, tensors)

    def watch(self, tensor, moved=False):
        """An output got its version counter, or was moved into an array: if saved here, note it."""
        for saved in self._saved or ():
            if type(saved) is OwnOutput and saved.number == tensor.output_nr:
                saved._counter = tensor._counter
                saved.array = tensor.array if moved else saved.array

    def saved_arrays(self):
        """The arrays of what save_for_backward kept, None for None.

        Raises RuntimeError when it has been freed, or when one of them has been written into since.
        """
        if self._saved is None:
            raise freed()
        arrays, number, versions = [], 0, self._versions or NEVER
        for tensor in self._saved:
            if tensor is None:
                arrays.append(None)
            else:
                counter = tensor._counter
                if counter is not None and (
                    type(counter) is not VersionCounter or counter.count != versions[number] or tensor._detached >= 0
                ):
                    refuse_detached(self)
                    refuse_overwritten(self, self._saved, versions)
                arrays.append(tensor.array)
            number += 1
        return arrays

    def saved_like(self, grad):
        """What save_for_backward kept, in the gradient's form: arrays for an array, else tensors.

        So one rule, written with + - * /, serves both: on arrays nothing is recorded or wrapped.
        """
        if isinstance(grad, Tensor):
            return self.saved_tensors
        arrays = []
        for tensor in self._saved if self._saved and self.is_plain else (NOWHERE,):
            if tensor is None:
                arrays.append(None)
            elif tensor is NOWHERE or tensor._counter is not None:  # a closer look
                return self.saved_arrays()
            else:
                arrays.append(tensor.array)
        return arrays

    @property
    def saved_tensors(self):
        """What save_for_backward kept, in its order, as tensors. Raises what `saved_arrays` raises.

        An output of this node gets its `grad_fn` back.
        """
        for tensor in self._saved or (NOWHERE,):
            if type(tensor) is not Tensor or tensor._counter is not None:  # a closer look
                self.saved_arrays()
                return tuple([unpack(self, tensor) for tensor in self._saved])
        return self._saved

    def replace_saved(self, place, tensor):
        """Save this tensor, as it is now, instead of the one at this place."""
        versions = self._versions or [0] * len(self._saved)
        version = 0 if tensor._counter is None else tensor._counter.count
        self._versions = [*versions[:place], version, *versions[place + 1:]]
        self._saved = (*self._saved[:place], tensor, *self._saved[place + 1:])


class AccumulateGrad(Node):
    """Where every path ends: what arrives is added to `.grad` of the leaf, `variable`."""

    next_functions = _saved = ()

    def backward(self, grad, free=False):
        """Add it to the leaf's gradient. `free`: nobody else needs the array that came."""
        leaf = self.variable
        if grad is None or not leaf._requires_grad:
            return  # nothing came, or the flag was switched off since
        if isinstance(grad, Tensor):
            if recording.on:
                with filling: accumulate_recorded(leaf, grad)  # noqa: E701  in one line no Ctrl-C keeps it locked
                return
            grad = grad.array
        grad = grad if free or leaf._grad is not None else own(grad)
        with filling: accumulate(leaf, grad)  # noqa: E701

    def name(self):
        return "torch::autograd::AccumulateGrad"


def accumulate(leaf, grad):
    """Put the first gradient into leaf.grad, and add each later one to it."""
    if leaf.grad is None:
        leaf.grad = Tensor(grad)
    else:
        add_into(leaf.grad, grad)


def apply(cls, *inputs):
    """Run `forward`; leave a node if recording is on and an input requires a gradient."""
    node = cls()
    node._saved = edges = ()
    needed = False
    if recording.on:
        for value in inputs:  # `will_record` and `edge`, written out: this runs for every operation
            if isinstance(value, Tensor):
                maker = value._grad_fn
                if maker is not None:
                    edges += ((maker, value.output_nr),)
                    needed = True
                elif value._requires_grad:
                    edges += ((end_of(value), 0),)
                    needed = True
                else:
                    edges += (NOWHERE,)
        if needed:
            node.next_functions = edges  # before `forward`: what is saved may not be fit for it
    filters = warnings.filters
    if not filters or filters[0] is not known[0] or setting(None) is not None:  # NumPy's remarks could be heard
        result = (silently if node.speaks_arrays else as_told)(node.forward, *inputs)
    else:
        result = node.forward(*inputs)
    is_array = type(result) in ARRAYS
    if not needed:
        return Tensor(result) if is_array else result
    node.sequence_nr = next(sequence)
    if not is_array:
        if node._saved or not node.speaks_arrays or not isinstance(result, Tensor) or result.array.dtype not in FLOATS:
            return node._attach(inputs, result)
        result._requires_grad, result._grad_fn = True, node  # of `attach` what a view needs
        node._outputs = ((result.array.shape, result.array.dtype),)
        return result
    node._outputs = ((result.shape, result.dtype),)
    if node.keeps_result:
        node._saved += (OwnOutput(result, 0),)
    return Tensor(result, True, node)


Node.apply = classmethod(apply)


def attach(self, inputs, result):
    """Tie the tensors that `forward` made, one or several, to their node. Anything else is handed on as it is."""
    several = isinstance(result, tuple)
    made = [one for one in (result if several else (result,)) if isinstance(one, Tensor) and one.array.dtype in FLOATS]
    for number, tensor in enumerate(made):
        tensor._requires_grad, tensor._grad_fn, tensor.output_nr = True, self, number
    self._outputs = tuple([(tensor.array.shape, tensor.array.dtype) for tensor in made])
    self.is_plain = self.is_plain and not several
    disown_outputs(self, made)
    return result


Node._attach = attach


def unpack(node, saved):
    """What was saved, as a tensor; a result gets its `grad_fn` back."""
    if type(saved) is not OwnOutput:
        return saved
    output = Tensor(saved.array, True, node)
    output.output_nr, output._counter = saved.number, saved._counter
    return output


def own(grad):
    """The same numbers in memory that nobody else has; a lone number is nobody's."""
    return grad.copy() if isinstance(grad, np.ndarray) else grad


def add_into(tensor, array):
    """Add these numbers to the tensor's, in the tensor's own memory, and count the write.

    Raises RuntimeError where the tensor shows one number several times.
    """
    version_counter(tensor).count += 1  # before the write: Ctrl-C may come at any line
    try:
        tensor.array += array
    except ValueError:  # NumPy locks what expand() shows
        version_counter(tensor).count -= 1
        raise RuntimeError(REPEATED) from None


class OwnOutput:
    """An output that its own node has saved: the numbers, without the output's `grad_fn`.

    Node and output would hold each other, and neither could be freed without the garbage
    collector. PyTorch does the same: torch/csrc/autograd/saved_variable.h.
    """

    _detached = -1

    def __init__(self, array, number):
        self.array, self.number, self._counter = array, number, None


def versions_of(tensors):
    """A list with the version of each tensor, 0 in the place of None."""
    return [0 if tensor is None else tensor._version for tensor in tensors]


def refuse_overwritten(node, saved, versions):
    """Raise overwritten(node, place), PyTorch's error, for the first tensor that has been written into."""
    for place, (tensor, version) in enumerate(zip(saved, versions)):
        if tensor is not None and tensor._version != version:
            raise overwritten(node, place)


OwnOutput._counter, OwnOutput._version = None, Tensor._version


def noted(node, tensors):
    """The versions of what a node saves, and 0 for a result, which is saved after these.

    Raises RuntimeError for a tensor made in inference mode, if the node will be recorded.
    """
    try:
        return [*versions_of(tensors), 0]
    except RuntimeError:
        if not hasattr(node, "next_functions"):
            return None
    raise RuntimeError(INFERENCE_SAVED)


def disown_outputs(node, outputs):
    """Where a node saved its own outputs, keep only their numbers."""
    for tensor in outputs:
        for place, saved in enumerate(node._saved):
            if saved is tensor:
                own = OwnOutput(storage(tensor), tensor.output_nr)
                own._counter = version_counter(tensor)
                node.replace_saved(place, own)


def recorded_copy(grad):
    """A new tensor with the same numbers and the same history."""
    return Tensor(np.zeros_like(grad.array)).copy_(grad)


def accumulate_recorded(leaf, grad):
    """`accumulate` for a gradient with a history, which has to go on: nothing is written over."""
    leaf.grad = recorded_copy(grad) if leaf.grad is None else leaf.grad + grad


NOWHERE = None, 0
FLOATS = np.dtype(np.float32), np.dtype(np.float64)
ARRAYS = frozenset([np.ndarray, np.bool_, np.int64, np.longlong, np.float32, np.float64])

NEVER = (0,) * 64  # versions of tensors that nobody had written into
