"""What PyTorch lets anybody do with a node: call it, read its number, leave notes. Who knows chapter 3 can read it."""

from minigrad.core.node import AccumulateGrad, Node
from minigrad.exact.errors import refuse_call


def call(self, *grads, **named):
    """Push gradients through by hand: the rule's answer, None where nobody needs one.

    Raises TypeError unless it is called with a gradient, or None, for each of its outputs.
    """
    if self.speaks_arrays:
        refuse_call(grads, named, len(self._outputs))
    result = type(self).backward(self, *grads)  # a user may name anything on ctx
    if self.speaks_arrays and isinstance(result, tuple):
        pairs = zip(self.next_functions, result)
        result = tuple([None if node is None else grad for (node, _), grad in pairs])
    return result


def metadata(self):
    """A dict for your own notes about this node."""
    return vars(self).setdefault("_metadata", {})


def _sequence_nr(self):
    """Its number; a leaf's node has the highest of all, as in PyTorch, where the highest goes first."""
    return 2**64 - 1 if type(self) is AccumulateGrad else self.sequence_nr


def name(self) -> str:
    """The name that is printed, for example "AddBackward0"."""
    return "torch::autograd::AccumulateGrad" if type(self) is AccumulateGrad else type(self).__name__


Node.name, Node.requires_grad = name, True
Node._materializes = True  # the rule gets zeros for an output that nobody used (chapter 11)
Node._dirty = Node._constant = ()  # tensors that `forward` wrote into, or declared constant (11)
Node.__call__, Node.metadata, Node._sequence_nr = call, property(metadata), _sequence_nr
call.__qualname__ = "Node.__call__"  # its name in error messages
