"""Operations that write into a tensor, and count it: so that a rule can tell when what it saved has changed."""

import numpy as np

from minigrad.function import Function, recording
from minigrad.ops import add, div, mul, sub
from minigrad.tensors import C_NAMES, Tensor, storage, version_counter


def refuse_leaf(tensor):
    """Raise PyTorch's RuntimeError where a recorded write would change a leaf that requires a gradient."""
    if recording.on and tensor._requires_grad and tensor._grad_fn is None:
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")


def overwrite(tensor, result):
    """Write the result's numbers into the tensor, which from now on is what the result's node made.

    Raises RuntimeError, before anything is written, when the tensor's shape or dtype cannot hold the result.
    """
    array = storage(tensor)
    if np.broadcast_shapes(array.shape, result.array.shape) != array.shape:
        raise RuntimeError(
            f"output with shape {list(array.shape)} doesn't match the broadcast shape {list(result.array.shape)}"
        )
    if result.array.dtype.kind == "f" and array.dtype.kind != "f":
        raise RuntimeError(
            f"result type {C_NAMES[result.dtype]} can't be cast to the desired output type {C_NAMES[tensor.dtype]}"
        )
    array[...] = result.array
    version_counter(tensor).count += 1
    if result._grad_fn is not None:
        tensor._requires_grad, tensor._grad_fn, tensor.output_nr = True, result._grad_fn, result.output_nr
    return tensor


class Zero(Function, node="ZeroBackward0"):
    """0 everywhere, whatever was there: no gradient goes further back."""

    @staticmethod
    def forward(ctx, self):
        return np.zeros_like(self.array)

    @staticmethod
    def backward(ctx, grad):
        return grad * 0


class Fill(Function, node="FillBackward0"):
    """One number everywhere."""

    @staticmethod
    def forward(ctx, self, value):
        return np.full_like(self.array, value)

    @staticmethod
    def backward(ctx, grad):
        return grad * 0


class Copy(Function, node="CopyBackwards"):
    """The numbers of `src`: the gradient is all for it."""

    @staticmethod
    def forward(ctx, self, src):
        return np.array(np.broadcast_to(src.array, self.array.shape), self.array.dtype)

    @staticmethod
    def backward(ctx, grad):
        return grad * 0, grad


def in_place(operation, name, summary):
    """The form of an operation that writes its result into its first operand, and gives that back."""

    def write(self, *args):
        refuse_leaf(self)
        return overwrite(self, operation(self, *args))

    write.__name__, write.__doc__ = name, summary
    return write


Tensor.add_ = Tensor.__iadd__ = in_place(add, "add_", "self becomes self + other.")
Tensor.sub_ = Tensor.__isub__ = in_place(sub, "sub_", "self becomes self - other.")
Tensor.mul_ = Tensor.__imul__ = in_place(mul, "mul_", "self becomes self * other.")
Tensor.div_ = Tensor.__itruediv__ = in_place(div, "div_", "self becomes self / other.")
Tensor.zero_ = in_place(Zero.apply, "zero_", "Every entry becomes 0.")
Tensor.fill_ = in_place(Fill.apply, "fill_", "Every entry becomes this number.")
Tensor.copy_ = in_place(Copy.apply, "copy_", "The entries become those of another tensor.")
