"""Chapter 9. Operations that write into a tensor, and count it, so that rules can tell."""

import numpy as np

from minigrad.function import Function, recording
from minigrad.indexing import expanded_shape, steps
from minigrad.library import (
    abs_, clamp, clamp_max, clamp_min, cos, log, pow, relu, sigmoid, sin, sqrt, tanh,
)
from minigrad.ops import add, div, exp, mismatch, mul, neg, sub
from minigrad.shapes import KINDS
from minigrad.slices import base_of, duplicate, rewrite_history
from minigrad.tensors import C_NAMES, Tensor, storage, version_counter, zeros_like


def refuse_ambiguous(tensor, others):
    """Raise RuntimeError where a recorded write would make no sense.

    A leaf that requires a gradient would be no leaf any more; a view that was made without
    recording has no place in its base's history.
    """
    base, wanted = base_of(tensor), tensor._requires_grad
    if base is not None and base._requires_grad and base._grad_fn is None:
        raise RuntimeError(
            "a view of a leaf Variable that requires grad is being used in an in-place "
            "operation."
        )
    if wanted and tensor._grad_fn is None:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )
    if wanted and base is not None and tensor._view[1] is None:
        raise RuntimeError(
            f"Output {tensor.output_nr} of {tensor._grad_fn.name()} is a view and is being "
            "modified inplace. This view was created inside a custom Function (or because an "
            "input was returned as-is) and the autograd logic to handle view+inplace would "
            "override the custom backward associated with the custom Function, leading to "
            "incorrect gradients. This behavior is forbidden. You can fix this by cloning the "
            "output of the custom Function."
        )
    for other in (tensor, *others, *((base,) if base is not None else ())):
        wanted = wanted or isinstance(other, Tensor) and other._requires_grad
    if wanted and base is not None and not tensor._view[1]:
        raise RuntimeError(
            "A view was created in no_grad mode and is being modified inplace with grad mode "
            "enabled. Given that this use case is ambiguous and error-prone, it is forbidden. "
            "You can clarify your code by moving both the view and the inplace either both "
            "inside the no_grad block (if you don't want the inplace to be tracked) or both "
            "outside (if you want the inplace to be tracked)."
        )


def refuse_misfit(tensor, result):
    """Raise RuntimeError unless the tensor can hold the result: its shape, its dtype, memory."""
    array = storage(tensor)
    if result.array.shape != array.shape:
        raise RuntimeError(
            f"output with shape {list(array.shape)} doesn't match the broadcast shape "
            f"{list(result.array.shape)}"
        )
    if "bif".index(result.array.dtype.kind) > "bif".index(array.dtype.kind):
        raise RuntimeError(
            f"result type {C_NAMES[result.dtype]} can't be cast to the desired output type "
            f"{C_NAMES[tensor.dtype]}"
        )
    if array.size and any(s == 0 and n > 1 for s, n in zip(array.strides, array.shape)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to "
            "a single memory location. Please clone() the tensor before performing the "
            "operation."
        )


def overwrite(tensor, result):
    """Write the result's numbers into the tensor, count it, and continue its history."""
    node = result._grad_fn
    if node is not None:
        keep_what_was(node, tensor)
    storage(tensor)[...] = result.array
    version_counter(tensor).count += 1
    if node is not None:
        follow_what_is(node, tensor)
        rewrite_history(tensor, node)
    return tensor


def keep_what_was(node, tensor):
    """Where the rule needs the numbers from before the write, save a copy of them instead."""
    copy = Tensor(tensor.array.copy(), tensor._requires_grad, tensor._grad_fn)
    copy.output_nr = tensor.output_nr
    node._saved = [
        (copy, 0, number) if saved is tensor else (saved, version, number)
        for saved, version, number in node._saved
    ]


def follow_what_is(node, tensor):
    """Where the rule saved its result, the tensor itself is that result now: watch its version."""
    now = Tensor(storage(tensor))
    now._counter = version_counter(tensor)
    node._saved = [
        (saved, version, None) if number is None else (now, now._version, number)
        for saved, version, number in node._saved
    ]


def in_place(operation, name, summary):
    """The form of an operation that writes its result into its first operand."""

    def write(self, *args, **kwargs):
        if recording.on:
            refuse_ambiguous(self, args)
        result = operation(self, *args, **kwargs)
        refuse_misfit(self, result)
        return overwrite(self, result)

    write.__name__, write.__doc__ = name, summary
    return write


Tensor.add_ = Tensor.__iadd__ = in_place(add, "add_", "self becomes self + other.")
Tensor.sub_ = Tensor.__isub__ = in_place(sub, "sub_", "self becomes self - other.")
Tensor.mul_ = Tensor.__imul__ = in_place(mul, "mul_", "self becomes self * other.")
Tensor.div_ = Tensor.__itruediv__ = in_place(div, "div_", "self becomes self / other.")
Tensor.pow_ = Tensor.__ipow__ = in_place(pow, "pow_", "self becomes self ** exponent.")

for operation in (neg, exp, log, sqrt, sin, cos, tanh, sigmoid, relu, clamp, clamp_min, clamp_max):
    name = operation.__name__ + "_"
    setattr(Tensor, name, in_place(operation, name, f"self becomes {operation.__name__}(self)."))
Tensor.abs_ = in_place(abs_, "abs_", "self becomes abs(self).")


def nothing(grad):
    """Zeros in the gradient's form, without any history: array for array, tensor for tensor."""
    return zeros_like(grad) if isinstance(grad, Tensor) else np.zeros_like(grad)


class Zero(Function, node="ZeroBackward0"):
    """0 everywhere, whatever was there: no gradient goes further back."""

    @staticmethod
    def forward(ctx, self):
        return np.zeros_like(self.array)

    @staticmethod
    def backward(ctx, grad):
        return nothing(grad)


class Fill(Function, node="FillBackward2"):
    """One number everywhere."""

    @staticmethod
    def forward(ctx, self, value):
        return np.full_like(self.array, value)

    @staticmethod
    def backward(ctx, grad):
        return nothing(grad)


class FillTensor(Function, node="FillBackward3"):
    """The number of a tensor without dimensions, everywhere: its gradient is the sum of all."""

    @staticmethod
    def forward(ctx, self, value):
        return np.full_like(self.array, value.array)

    @staticmethod
    def backward(ctx, grad):
        return nothing(grad), grad.sum()


def filled(self, value):
    if not isinstance(value, Tensor):
        return Fill.apply(self, value)
    if value.array.ndim:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value.array.ndim} dimensions."
        )
    return FillTensor.apply(self, value)


class Copy(Function, node="CopyBackwards"):
    """The numbers of `src`: the gradient is all for it."""

    @staticmethod
    def forward(ctx, self, src):
        try:
            filled = np.broadcast_to(src.array, self.array.shape)
        except ValueError:
            raise RuntimeError(mismatch(self.array.shape, src.array.shape)) from None
        return np.array(filled, self.array.dtype)

    @staticmethod
    def backward(ctx, grad):
        return nothing(grad), grad


Tensor.zero_ = in_place(Zero.apply, "zero_", "Every entry becomes 0.")
Tensor.fill_ = in_place(filled, "fill_", "Every entry becomes this number.")
Tensor.copy_ = in_place(Copy.apply, "copy_", "The entries become those of another tensor.")


class IndexPut(Function, node="IndexPutBackward0"):
    """New numbers at the places that lists or a mask point out."""

    @staticmethod
    def forward(ctx, self, values, place):
        ctx.place = place
        result = self.array.copy()
        result[place] = values.array
        return result

    @staticmethod
    def backward(ctx, grad):
        elsewhere = duplicate(grad)
        elsewhere[ctx.place] = 0
        return elsewhere, grad[ctx.place]


put_into = in_place(IndexPut.apply, "put_into", "New numbers at some places.")


def setitem(self, index, value):
    """x[1] = 5., x[:, 0] = y, x[mask] = 0: write into part of a tensor.

    Raises TypeError for a value that is no number and no tensor, IndexError for a place that is
    not there, RuntimeError for a shape that does not fit.
    """
    if not isinstance(value, (Tensor, int, float)):
        kind = f"torch.{C_NAMES[self.dtype]}Tensor"
        raise TypeError(f"can't assign a {type(value).__name__} to a {kind}")
    if not isinstance(value, Tensor):
        value = Tensor(np.array(value, self.array.dtype))
    target = self
    for kind, *arguments in steps(index, self):
        if kind == "index":
            put_into(target, value, *arguments)
            return
        if (kind, arguments[1:]) != ("slice", [0, target.array.shape[arguments[0]], 1]):
            target = KINDS[kind].apply(target, *arguments)
    if target is self and value.array.ndim == 0:
        self.fill_(value)
    elif value.array.shape == target.array.shape:
        target.copy_(value)
    else:
        expanded_shape(value, target.array.shape)
        target.copy_(value.expand(target.array.shape))


Tensor.__setitem__ = setitem
