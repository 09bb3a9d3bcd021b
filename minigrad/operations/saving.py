"""What nodes save, under PyTorch's names, and in the form that a rule needs. Chapters 3, 7 and 9."""

from minigrad.core.node import AccumulateGrad, Node, kept, unpack
from minigrad.core.tensors import Tensor
from minigrad.exact.arguments import saved_property
from minigrad.exact.errors import refuse_detached
from minigrad.machinery.memory import one_output

Node.saves, Node.keeps_result, AccumulateGrad.__module__ = (), False, "builtins"


def name_saved(cls, saves="", name=None, **kwargs):
    """What the operation saves gets PyTorch's names: `saves="self other"`, `_saved_self`.

    name  what is printed, where two classes share PyTorch's name, or Python has given it away
    """
    super(Node, cls).__init_subclass__(**kwargs)
    cls.__name__ = name or cls.__name__
    cls.__module__ = "builtins"  # so that it prints as in PyTorch: <AddBackward0 object at 0x...>
    cls.saves = tuple(saves.split())
    cls.keeps_result = "result" in cls.saves
    for place, saved in enumerate(cls.saves):
        setattr(cls, f"_saved_{saved}", saved_property(saved, place))


Node.__init_subclass__ = classmethod(name_saved)


class OfLeaf:
    """The shape and dtype of a leaf, as `_outputs` of its node: looked up when they are first asked for."""

    def __get__(self, node, cls):
        node._outputs = one_output(node.variable.array.shape, node.variable.array.dtype)
        return node._outputs


AccumulateGrad._outputs = OfLeaf()


def saved_arrays(self):
    """The arrays of what save_for_backward kept, None for None."""
    refuse_detached(self)
    return [None if tensor is None else tensor.array for tensor in kept(self)]


def saved_tensors(self):
    """What save_for_backward kept, in its order, as tensors."""
    refuse_detached(self)
    return tuple([unpack(self, tensor) for tensor in kept(self)])


def saved_like(self, grad):
    """What save_for_backward kept, in the gradient's form: arrays for an array, else tensors.

    So one rule, written with + - * /, serves both: on arrays nothing is recorded or wrapped.
    """
    return self.saved_tensors if isinstance(grad, Tensor) else self.saved_arrays()


Node.saved_arrays, Node.saved_like = saved_arrays, saved_like
Node.saved_tensors = property(saved_tensors)

AccumulateGrad._hooks = property(
    lambda self: self.variable._hooks, lambda self, hooks: setattr(self.variable, "_hooks", hooks)
)  # a leaf holds them: its node may be made anew
