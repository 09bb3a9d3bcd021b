"""Chapter 14. The names of 2018: some work, some warn, some explain what came after."""

import warnings

import numpy as np

from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import C_NAMES, Size, default, float32, float64, int64
from minigrad.operations.leaves import tensor, zeros


class VariableMeta(type):
    """Answers `isinstance(something, Variable)`: every tensor is one."""

    def __instancecheck__(cls, other):
        return isinstance(other, Tensor)


VOLATILE = "volatile was removed and now has no effect. Use `with torch.no_grad():` instead."


class Variable(metaclass=VariableMeta):
    """A new leaf on the same numbers as `data`, with the flag as given: `detach()`, no copy.

    Raises TypeError for data that is no tensor, RuntimeError when whole numbers get the flag.
    """

    __module__ = "minigrad.autograd.variable"

    def __new__(cls, data=None, requires_grad=False, volatile=False):
        if volatile:
            warnings.warn(VOLATILE, stacklevel=2)
        if volatile and requires_grad:
            raise ValueError("Variable can't be volatile and require_grad at the same time!")
        if data is not None and not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        result = zeros(0) if data is None else data.detach()
        if requires_grad and result.array.dtype.kind != "f":
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        result.requires_grad = bool(requires_grad)
        return result


def get_volatile(self):
    """Always False; `no_grad` has taken its place (chapter 8)."""
    warnings.warn("volatile was removed (Variable.volatile is always False)", stacklevel=2)
    return False


def set_volatile(self, value):
    warnings.warn(VOLATILE, stacklevel=2)


Tensor.volatile = property(get_volatile, set_volatile)


def reinforce(self, reward):
    """Once gave a reward to a random choice. Raises RuntimeError: it says what to do now."""
    raise RuntimeError(
        "reinforce() was removed.\n"
        "Use torch.distributions instead.\n"
        "See https://pytorch.org/docs/main/distributions.html\n\n"
        "Instead of:\n\n"
        "probs = policy_network(state)\n"
        "action = probs.multinomial()\n"
        "next_state, reward = env.step(action)\n"
        "action.reinforce(reward)\n"
        "action.backward()\n\n"
        "Use:\n\n"
        "probs = policy_network(state)\n"
        "# NOTE: categorical is equivalent to what used to be called multinomial\n"
        "m = torch.distributions.Categorical(probs)\n"
        "action = m.sample()\n"
        "next_state, reward = env.step(action)\n"
        "loss = -m.log_prob(action) * reward\n"
        "loss.backward()\n"
    )


Tensor.reinforce = reinforce


class TensorType(type):
    """What `FloatTensor` and its sisters are: calling one makes an ordinary Tensor."""

    def __call__(cls, *data):
        """A leaf with these numbers, or, for sizes, of zeros (PyTorch: whatever is in memory).

        A tensor of the same dtype is not copied: the result shares its memory.
        Raises TypeError for a tensor of another dtype, and for a number that is no size.
        """
        if all(type(part) is int for part in data) or type(data[0]) is Size:
            return zeros(*(data or (0,)), dtype=cls.dtype)
        if isinstance(data[0], cls):
            return data[0].detach()
        if len(data) > 1 or not isinstance(data[0], (list, tuple, np.ndarray)):
            raise TypeError(f"new(): data must be a sequence (got {type(data[0]).__name__})")
        return tensor(data[0], dtype=cls.dtype)

    def __instancecheck__(cls, other):
        return isinstance(other, Tensor) and other.dtype is cls.dtype


class FloatTensor(metaclass=TensorType):
    """`FloatTensor([1, 2])` or `FloatTensor(2, 3)`: a Tensor of float32."""

    __module__, dtype = "minigrad", float32


class DoubleTensor(metaclass=TensorType):
    """`DoubleTensor([1, 2])` or `DoubleTensor(2, 3)`: a Tensor of float64."""

    __module__, dtype = "minigrad", float64


class LongTensor(metaclass=TensorType):
    """`LongTensor([1, 2])` or `LongTensor(2, 3)`: a Tensor of int64."""

    __module__, dtype = "minigrad", int64


def tensor_type(self, dtype=None):
    """The old name of its dtype, "torch.FloatTensor" in PyTorch; or its numbers in `dtype`.

    dtype  one of the three classes above, or a dtype
    """
    if dtype is None:
        return f"minigrad.{C_NAMES[self.dtype]}Tensor"
    return self.to(getattr(dtype, "dtype", dtype))


Tensor.type = tensor_type


def written_out(given):
    """The array for `Tensor([0, 0, 0])` and `Tensor(2, 3)`: FloatTensor, or what has the default dtype."""
    kind = FloatTensor if default.dtype is float32 else DoubleTensor
    return kind(*[part for part in given if part is not False and part is not None]).array


Tensor._written_out = staticmethod(written_out)
