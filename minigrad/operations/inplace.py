"""Chapter 9. Writes in place: what is counted, what is kept from before, and what is refused."""

from minigrad.core.node import OwnOutput, recording
from minigrad.core.tensors import Tensor, VersionCounter, storage, version_counter
from minigrad.operations.arithmetic import add, div, mul, pow, sub
from minigrad.operations.copy_slices import outdate, rewrite_history
from minigrad.operations.writing import named, refuse_misfit, refuse_write, without_underscore


def overwrite(tensor, result):
    """Count the write, write the result's numbers, and let the history go on from here."""
    node, counter, array = result._grad_fn, version_counter(tensor), storage(tensor)
    if node is not None:
        keep_what_was(node, tensor)
    array.flags.writeable = True  # NumPy locks what expand() shows
    counter.count += 1  # before the write, for Ctrl-C may come at any line
    array[...] = result.array
    if node is not None:
        follow_what_is(node, tensor)
        rewrite_history(tensor, node)
    elif counter.views:
        outdate(counter.views)
    return tensor


def as_it_was(tensor):
    """A copy with the same history. The two do not count each other's writes."""
    copy = Tensor(storage(tensor).copy(), tensor._requires_grad, tensor._grad_fn)
    copy.output_nr, copy._counter = tensor.output_nr, VersionCounter()
    return copy


def keep_what_was(node, tensor):
    """Where the rule needs the numbers from before the write, save a copy of them instead."""
    for place, saved in enumerate(node._saved):
        if saved is tensor and node.saves[place] == "self":
            node.replace_saved(place, as_it_was(tensor))


def follow_what_is(node, tensor):
    """Where the rule saved its result, that is the tensor itself now: watch its version."""
    for place, saved in enumerate(node._saved):
        if type(saved) is OwnOutput:
            now = OwnOutput(storage(tensor), saved.number)
            now._counter = version_counter(tensor)
            node.replace_saved(place, now)


def refuse_leaf(tensor):
    """Raise RuntimeError for a leaf that requires a gradient: its gradient would have no place."""
    if recording.on and tensor._requires_grad and tensor.is_leaf:
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")


def in_place(name, operation=None, complaint=None):
    """The method of this name, which writes into its first operand what the operation gives.

    operation  without one it is the method without the underscore: `add` for "add_"
    """
    operation = operation or without_underscore(name)

    def write(self, *args, **kwargs):
        refuse_write(self, (*args, *kwargs.values()), name, complaint)
        refuse_leaf(self)
        result = operation(self, *args, **kwargs)
        refuse_misfit(self.array, result.array)
        return overwrite(self, result)

    return named(write, name, operation)


def operator_in_place(operation, symbol):
    """The method for `x += y`."""
    complaint = f"unsupported operand type(s) for {symbol}: 'Tensor' and " + "'{}'"
    return in_place(operation.__name__ + "_", operation, complaint)


Tensor.__iadd__, Tensor.__isub__ = operator_in_place(add, "+="), operator_in_place(sub, "-=")
Tensor.__imul__, Tensor.__itruediv__ = operator_in_place(mul, "*="), operator_in_place(div, "/=")
Tensor.__ipow__ = operator_in_place(pow, "**=")
Tensor.add_, Tensor.sub_, Tensor.mul_ = in_place("add_"), in_place("sub_"), in_place("mul_")
Tensor.div_, Tensor.neg_, Tensor.exp_ = in_place("div_"), in_place("neg_"), in_place("exp_")
