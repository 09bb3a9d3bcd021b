"""Chapter 2. `Node.apply` runs an operation and leaves a node: who made the result."""

import functools
import itertools
import weakref

import numpy as np

from minigrad.exact.errors import BACKWARD_MISSING, FORWARD_MISSING, REPEATED
from minigrad.outputs import attach, no_setup, recording, refuse_both, unrecorded
from minigrad.saved import (
    OwnOutput, replace_saved, save_for_backward, saved_arrays, saved_like, saved_property,
    saved_tensors, watch,
)
from minigrad.tensors import Tensor, version_counter

sequence = itertools.count()


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

    def _sequence_nr(self):
        return self.sequence_nr

    def __call__(self, *grads):
        """Push gradients through by hand: the rule's answer, None where nobody needs one."""
        result = type(self).backward(self, *grads)  # a user may name anything on ctx
        if self.speaks_arrays and isinstance(result, tuple):
            pairs = zip(self.next_functions, result)
            result = tuple([None if node is None else grad for (node, _), grad in pairs])
        return result

    @property
    def metadata(self):
        """A dict for your own notes about this node."""
        return vars(self).setdefault("_metadata", {})


class AccumulateGrad(Node):
    """Where every path ends: what arrives is added to `.grad` of the leaf, `variable`."""

    next_functions = _saved = ()
    sequence_nr = 2**64 - 1  # as in PyTorch, where the highest goes first; our engine counts

    def __init__(self, variable):
        self.variable = variable
        self._outputs = one_output(variable.array.shape, variable.array.dtype)
        if variable._hooks is not None:
            self._hooks = variable._hooks

    def backward(self, grad, free=False):
        """Add it to the leaf's gradient. `free`: nobody else needs the array that came."""
        leaf, old = self.variable, self.variable._grad
        if grad is None or not leaf._requires_grad:
            return  # nothing came, or the flag was switched off since
        if isinstance(grad, Tensor):
            if recording.on:
                leaf._grad = recorded_copy(grad) if old is None else old + grad  # chapter 12
                return
            grad = grad.array
        if old is None:
            # two leaves must not share an array that can be written into
            shared = not free and isinstance(grad, np.ndarray)
            leaf._grad = Tensor(grad.copy() if shared else grad)
        else:
            version_counter(old).count += 1  # before the write: Ctrl-C may come at any line
            try:
                old.array += grad
            except ValueError:  # NumPy locks what expand() shows
                version_counter(old).count -= 1
                raise RuntimeError(REPEATED) from None

    def name(self):
        return "torch::autograd::AccumulateGrad"


def recorded_copy(grad):
    """Another tensor with the history of this one: a copy, once there is `copy_` (chapter 9)."""
    return Tensor(np.zeros_like(grad.array)).copy_(grad) if hasattr(grad, "copy_") else grad + 0


NO_EDGE = (None, 0)


def edge(tensor):
    """Where a gradient for this tensor goes: (the node that made it, which output it was).

    A leaf that requires a gradient has one AccumulateGrad for all its uses, made at the first.
    The leaf refers to it weakly: the graph owns its nodes, and both can be freed together.
    """
    if tensor._grad_fn is not None:
        return tensor._grad_fn, tensor.output_nr
    if not tensor._requires_grad:
        return NO_EDGE
    node = None if tensor._leaf_node is None else tensor._leaf_node()
    if node is None:
        node = AccumulateGrad(tensor)
        tensor._leaf_node = weakref.ref(node)
    return node, 0


def rule_of(cls):
    if cls.vjp is Function.vjp:
        return cls.backward
    return cls.vjp if cls.backward is Function.backward else refuse_both


def apply(cls, *inputs):
    """Run `forward`; leave a node if recording is on and an input requires a gradient."""
    node = cls()
    node._saved = edges = ()
    needed = False
    if recording.on:
        for value in inputs:
            if isinstance(value, Tensor):
                needed = needed or value._requires_grad
                maker = value._grad_fn
                edges += (edge(value) if maker is None else (maker, value.output_nr),)
    result = node.forward(*inputs)
    is_array = type(result) is np.ndarray or isinstance(result, np.generic)
    if not needed:
        return Tensor(result) if is_array else result
    node.next_functions, node.sequence_nr = edges, next(sequence)
    if not is_array:
        return attach(node, inputs, result)
    node._outputs = one_output(result.shape, result.dtype)
    if node.keeps_result:
        node._saved += (OwnOutput(result, 0),)
    return Tensor(result, True, node)


Node.apply = classmethod(apply)


class FunctionNode(Node):
    """What a user's Function leaves behind: its rule always gets tensors."""

    speaks_arrays = False

    def forward(self, *inputs):
        return unrecorded(self, inputs)

    def backward(self, *grads):
        return rule_of(type(self)._forward_cls)(self, *grads)


class Function:
    """An operation of your own: subclass it, write `forward` and `backward`, call `apply`.

    forward(ctx, *inputs)  computes the result; `ctx` is the node that will be left behind
    backward(ctx, *grads)  gets one gradient per output, returns one per input (or None)

    The node is called `<Name>Backward`.
    Source: PyTorch's torch/autograd/function.py.
    """

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.node_class = type(cls.__name__ + "Backward", (FunctionNode,), {"_forward_cls": cls})
        cls.node_class.__module__ = "minigrad.autograd.function"

    @staticmethod
    def forward(ctx, *inputs):
        raise NotImplementedError(FORWARD_MISSING)

    @staticmethod
    def backward(ctx, *grads):
        raise NotImplementedError(BACKWARD_MISSING)

    vjp = backward  # another name for it: the rule is a vector-Jacobian product (chapter 5)

    setup_context = staticmethod(no_setup)  # for those who write `forward(*inputs)`

    @classmethod
    def apply(cls, *inputs):
        """Run `forward`; leave a node if recording is on and an input requires a gradient."""
        return cls.node_class.apply(*inputs)


Node.save_for_backward, Node.replace_saved, Node.watch = save_for_backward, replace_saved, watch
Node.saved_arrays, Node.saved_like = saved_arrays, saved_like
Node.saved_tensors = property(saved_tensors)
