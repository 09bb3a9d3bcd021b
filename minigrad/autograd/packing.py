"""What nodes save may be kept in another form: rounded, in a file, or not at all. Not taught."""

import functools
import types
import weakref

from minigrad.autograd.grad_mode import no_grad
from minigrad.autograd.hooks import node_hooks
from minigrad.core.node import AccumulateGrad, Node, OwnOutput, Recording, edge, recording
from minigrad.core.tensors import Tensor, version_counter
from minigrad.exact.errors import freed
from minigrad.machinery.replaced import Replaced
from minigrad.machinery.silence import as_told, avoid_quick_forms
from minigrad.operations import inplace
from minigrad.operations.arithmetic import Number

Recording.packers = ()  # the pairs of functions of the blocks around this thread's line, the innermost last
Recording.written = None  # a tensor that the next operation will be written into

REFUSED = """_push_saved_tensors_default_hooks(): incompatible function arguments. \
The following argument types are supported:
    1. (arg0: collections.abc.Callable, arg1: collections.abc.Callable) -> None

Invoked with: {!r}, {!r}"""
WRITTEN = (
    "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be "
    "modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if you need to "
    "perform in-place operations on the input to a pack hook."
)


class Packed:
    """In the place of a saved tensor: what `pack` made of it, and where its gradient goes.

    Its version is not looked at: what was packed may be somewhere else. As in PyTorch.
    """

    _counter, _version = "packed", 0  # a counter that no short way knows: whoever finds it looks closer

    def __init__(self, tensor, own, packers):
        pack, self.unpack = packers
        self.number, self.edge = tensor.output_nr, None if own else edge(tensor)
        before = tensor._version
        with no_grad():
            self.kept = pack(tensor)
        if tensor._version != before:
            raise RuntimeError(WRITTEN)

    def unpacked(self, node):
        """What `unpack` gives, with the history of the tensor that was packed; an own output's is `node`."""
        tensor = as_told(self.unpack, self.kept)
        if not isinstance(tensor, Tensor):
            raise TypeError("Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                            + type(tensor).__name__)
        maker, number = self.edge or (node, self.number)
        if maker is None:
            return tensor.detach() if tensor._requires_grad else tensor
        result = Tensor(tensor.array, True)
        result._counter = version_counter(tensor)
        if type(maker) is AccumulateGrad:
            result._leaf_node = weakref.ref(maker)
        else:
            result._grad_fn, result.output_nr = maker, number
        return result


class Unpacking:
    """Of the node of an operation that was recorded in a block: what it saved is unpacked whenever it is asked for."""

    def saved_arrays(self):
        return [None if tensor is None else tensor.array for tensor in self.saved_tensors]

    @property
    def saved_tensors(self):
        if self._saved is None:
            raise freed()
        return tuple([saved.unpacked(self) if type(saved) is Packed else saved for saved in self._saved])


@functools.cache
def unpacking(cls):
    """The class of those nodes of `cls` that unpack."""
    made = types.new_class(cls.__name__, (Unpacking, cls), {"saves": " ".join(cls.saves), "name": cls.__name__})
    made.__module__ = cls.__module__
    return made


def packing(apply):
    """`Node.apply` while some thread is in a block: what the new node has saved is packed at once."""

    def packed(cls, *inputs):
        written, recording.written = recording.written, None
        result = apply.__func__(cls, *inputs)
        if recording.packers:
            pack(result if isinstance(result, tuple) else (result,), written, recording.packers[-1])
        return result

    return classmethod(packed)


def pack(outputs, written, packers):
    """Pack what the node of these outputs has saved. A rule that needs what will be overwritten gets a copy."""
    outputs = [value for value in outputs if isinstance(value, Tensor) and value._grad_fn is not None]
    if not outputs:
        return
    node = outputs[0]._grad_fn
    node = getattr(node, "inner", node)  # of a write into a view
    for place, saved in enumerate(node._saved):
        if saved is None or isinstance(saved, Number):
            continue
        own = type(saved) is OwnOutput
        if own:
            saved = next(value for value in outputs if value.output_nr == saved.number)
        elif saved is written and node.saves[place:place + 1] == ("self",):
            saved = inplace.as_it_was(saved)
        node.replace_saved(place, Packed(saved, own, packers))
    if node._saved:
        node.__class__ = unpacking(type(node))
        node_hooks(node)  # so that no short way is taken where a user's function is called


def about_to_write(refuse_leaf):
    """`refuse_leaf`, which is asked before each write, while some thread is in a block: it notes what is written."""

    def noted(tensor):
        refuse_leaf(tensor)
        recording.written = tensor

    return noted


class Blocks:
    """What has another form while any thread is in a block, and how many blocks that are."""

    forms, entered = Replaced({(Node, "apply"): packing, (inplace, "refuse_leaf"): about_to_write}), 0

    @classmethod
    def count(cls, more):
        with cls.forms.lock:
            cls.entered += more
            cls.forms.switch(cls.entered > 0)
            avoid_quick_forms(more)


class saved_tensors_hooks:
    """A block in which `pack(tensor)` is kept in the place of each tensor that an operation saves for its rule.

    unpack  makes a tensor of it again, whenever a rule asks: unpack(pack(tensor)) has to have the same numbers. Its
            history is that of the tensor that was packed.
    Of blocks within each other only the innermost counts. Raises TypeError, on entering, for what is no function,
    and where `unpack` answers with something else; RuntimeError where `pack` writes into its tensor.
    Source: PyTorch's torch/autograd/graph.py and torch/csrc/autograd/saved_variable.cpp.
    """

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        if not (callable(self.pack_hook) and callable(self.unpack_hook)):
            raise TypeError(REFUSED.format(self.pack_hook, self.unpack_hook))
        recording.packers += ((self.pack_hook, self.unpack_hook),)
        Blocks.count(1)

    def __exit__(self, *error):
        if not recording.packers:
            raise RuntimeError("is_initialized && !tls.stack.empty() INTERNAL ASSERT FAILED: no block was entered")
        recording.packers = recording.packers[:-1]
        Blocks.count(-1)
