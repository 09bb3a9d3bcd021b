"""Chapter 2. What a node keeps for its rule; chapters 7 and 9 come back to it."""

import re

from minigrad.dtypes import C_NAMES, DTYPES
from minigrad.tensors import Tensor, storage, version_counter


def save_for_backward(self, *tensors):
    """Keep these tensors (inputs, outputs, or None) for the rule, each with its version.

    Raises TypeError for anything else; keep numbers as attributes: `ctx.exponent = exponent`.
    """
    written = False
    for position, tensor in enumerate(tensors):
        if isinstance(tensor, Tensor):
            if tensor._counter is not None:
                written = True
        elif tensor is not None:
            raise TypeError(
                "save_for_backward can only save variables, "
                f"but argument {position} is of type {type(tensor).__name__}"
            )
    self._saved = tensors
    if written or self._versions:  # or this is the second call, and the first has left some
        versions = [0 if tensor is None else tensor._version for tensor in tensors]
        self._versions = [*versions, 0]  # the last is for a result, which is saved after these


class OwnOutput:
    """An output that its own node has saved: the numbers, without the output's `grad_fn`.

    Node and output would hold each other, and neither could be freed without the garbage
    collector. PyTorch does the same: torch/csrc/autograd/saved_variable.h.
    """

    def __init__(self, array, number):
        self.array, self.number, self._counter = array, number, None


def disown_outputs(node, outputs):
    """Where a node saved its own outputs, keep only their numbers."""
    for tensor in outputs:
        for place, saved in enumerate(node._saved):
            if saved is tensor:
                own = OwnOutput(storage(tensor), tensor.output_nr)
                own._counter = version_counter(tensor)
                node.replace_saved(place, own)


def replace_saved(self, place, tensor):
    """Save this tensor, as it is now, instead of the one at this place."""
    versions = self._versions or [0] * len(self._saved)
    version = 0 if tensor._counter is None else tensor._counter.count
    self._versions = [*versions[:place], version, *versions[place + 1:]]
    self._saved = (*self._saved[:place], tensor, *self._saved[place + 1:])


def watch(self, tensor, moved=False):
    """An output got its version counter, or was moved into an array: if saved here, note it."""
    for saved in self._saved or ():
        if type(saved) is OwnOutput and saved.number == tensor.output_nr:
            saved._counter = tensor._counter
            saved.array = tensor.array if moved else saved.array


def saved_property(name, place):
    """`node._saved_self`, `._saved_exponent`, ...: what the node keeps, by PyTorch's names."""

    def get(node):
        if name in vars(node):
            return vars(node)[name]
        tensor = node.saved_tensors[place]
        return getattr(tensor, "shown", tensor)

    return property(get)


def freed():
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors "
        "after they have already been freed). Saved intermediate values of the graph are freed "
        "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need "
        "to backward through the graph a second time or if you need to access saved tensors "
        "after calling backward."
    )


def overwritten(node, place):
    tensor, version = node._saved[place], 0 if node._versions is None else node._versions[place]
    own = type(tensor) is OwnOutput
    maker, number = (node, tensor.number) if own else (tensor._grad_fn, tensor.output_nr)
    made = "" if maker is None else (
        f", which is output {number} of {re.sub(r'Backward[0-9]*$', '', maker.name())},"
    )
    kind = f"torch.{C_NAMES[DTYPES[tensor.array.dtype]]}Tensor {list(tensor.array.shape)}"
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [{kind}]{made} is at version {tensor._counter.count}; "
        f"expected version {version} instead. Hint: enable anomaly "
        "detection to find the operation that failed to compute its gradient, with "
        "torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )


def saved_arrays(self):
    """The arrays of what save_for_backward kept, None for None.

    Raises RuntimeError when it has been freed, or when one of them has been written into since.
    """
    if self._saved is None:
        raise freed()
    arrays = []
    for place, tensor in enumerate(self._saved):
        if tensor is None:
            arrays.append(None)
        else:
            counter, versions = tensor._counter, self._versions
            if counter is not None and counter.count != (versions[place] if versions else 0):
                raise overwritten(self, place)
            arrays.append(tensor.array)
    return arrays


def saved_tensors(self):
    """What save_for_backward kept, in its order, as tensors. Raises what `saved_arrays` raises.

    An output of this node gets its `grad_fn` back.
    """
    self.saved_arrays()
    return tuple([unpack(self, tensor) for tensor in self._saved])


def unpack(node, saved):
    if type(saved) is not OwnOutput:
        return saved
    output = Tensor(saved.array, True, node)
    output.output_nr, output._counter = saved.number, saved._counter
    return output


def saved_like(self, grad):
    """What save_for_backward kept, in the gradient's form: arrays for an array, else tensors.

    So one rule, written with + - * /, serves both: on arrays nothing is recorded or wrapped.
    """
    return self.saved_tensors if isinstance(grad, Tensor) else self.saved_arrays()
