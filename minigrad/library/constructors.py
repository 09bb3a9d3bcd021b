"""Ways to make a leaf, those of chapter 1 and others, with PyTorch's keywords."""

import functools
import inspect
import math
import warnings

import numpy as np

from minigrad.core.tensors import Tensor
from minigrad.operations import leaves
from minigrad.operations.leaves import make_leaf
from minigrad.exact.arguments import (
    converted, lengths, named, number, require_bool, require_kind, require_tensor, several, whole,
)
from minigrad.exact.dtypes import bool_, default, float32, float64, int64
from minigrad.exact.lists import new_shape
from minigrad.exact.random import integers, normal, permutation, uniform
from minigrad.machinery.silence import silent
from minigrad.library.places import require_cpu

EXACT = np.longdouble  # on most computers long enough to round a product and a sum only once, as PyTorch does
MOST_BYTES = 2**40  # more than that is not even tried


def room(shape, dtype):
    """The shape itself, if there is memory for a new tensor of that shape.

    Raises RuntimeError if there is not, and for a negative length.
    """
    shape = new_shape(tuple(shape))
    size = math.prod(shape) * dtype.numpy.itemsize
    if math.prod([length or 1 for length in shape]) * dtype.numpy.itemsize >= 2**63:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(shape)}")
    try:
        if size > MOST_BYTES:
            raise MemoryError
        np.empty(shape, dtype.numpy)
    except MemoryError:
        raise RuntimeError(
            "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to "
            f"allocate {size} bytes. Error code 12 (Cannot allocate memory)"
        ) from None
    return shape


PYTHONS = {float: float64, int: int64, bool: bool_}


def offered(constructor):
    """The constructor as the package offers it: clear about what it cannot read. `device` it is not asked itself."""
    name, signature = constructor.__name__, inspect.signature(constructor)
    first = next(iter(signature.parameters.values()))
    by_size = first.kind is first.VAR_POSITIONAL
    is_float = "dtype" in signature.parameters and signature.parameters["dtype"].default is float32

    @functools.wraps(constructor)
    def made(*args, device=None, dtype=None, requires_grad=False, **keywords):
        if device is not None:
            require_cpu(device)
        if dtype is not None:
            keywords["dtype"] = dtype = PYTHONS.get(dtype, dtype)
            if first.name != "data":  # `tensor` asks that itself
                require_kind(dtype, name, "dtype", None)
        elif is_float and default.dtype is not float32:
            keywords["dtype"] = dtype = default.dtype
        if requires_grad is not None:
            require_bool(requires_grad, name, "requires_grad", None)
        if requires_grad:
            keywords["requires_grad"] = True
        if by_size:
            args = (room(several(args, keywords.pop("size", None), name, "size"), dtype or float32),)
        elif args and first.name == "input":
            require_tensor(args[0], name)
        elif args and first.name == "data" and isinstance(args[0], Tensor):
            return copied(constructor, args, keywords)
        return constructor(*args, **keywords)

    return made


def copied(constructor, args, keywords):
    """What the constructor makes of a tensor; its warning points to the user's line, two calls up from here."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        result = constructor(*args, **keywords)
    for warning in caught:
        warnings.warn(warning.message, stacklevel=3)
    return result


def from_numpy(array) -> Tensor:
    """A leaf that shares the memory of a NumPy array: a write into one is seen in the other.

    Raises TypeError for anything else, and ValueError for an array that runs backwards.
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(array).__name__})")
    if any(stride < 0 for stride in array.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with "
            "negative strides are not currently supported. (You can probably work around this "
            "by making a copy of your array  with array.copy().) "
        )
    result = make_leaf(array, None, requires_grad=False)
    result.array = array
    return result


@offered
def tensor(data, *, dtype=None, requires_grad=False, device=None) -> Tensor:
    """A new leaf with a copy of the data: a number, nested lists of numbers, or a NumPy array.

    Python's floats become float32, whole numbers int64; NumPy's numbers keep their dtype.
    Raises ValueError for lists of unequal lengths, and RuntimeError, ValueError or TypeError
    for what is no number.
    """
    return leaves.tensor(data, dtype=dtype, requires_grad=requires_grad)


def of_size(name, numbers, meaning):
    """The constructor of this name. numbers  makes an array of a shape and NumPy's dtype"""

    def constructor(*size, dtype=float32, requires_grad=False, device=None) -> Tensor:
        return make_leaf(numbers(new_shape(size), dtype.numpy), None, requires_grad)

    return offered(named(constructor, name, meaning))


ones, zeros = of_size("ones", np.ones, "A leaf of ones."), of_size("zeros", np.zeros, "A leaf of zeros.")
empty = of_size("empty", np.zeros, "A leaf of zeros. PyTorch's is faster, and holds whatever is in memory.")
rand = of_size("rand", uniform, "Random numbers, evenly spread over 0 <= r < 1.")
randn = of_size("randn", normal, "Random numbers from the normal distribution (mean 0, variance 1).")


def like(name, numbers, meaning):
    """The constructor of this name. numbers  makes an array in the shape of another, of NumPy's dtype"""

    def constructor(input, *, dtype=None, requires_grad=False, device=None) -> Tensor:
        return make_leaf(numbers(input.array, (dtype or input.dtype).numpy), None, requires_grad)

    return offered(named(constructor, name, f"{meaning} in the shape and dtype of `input`. The flag is not copied."))


ones_like, zeros_like = like("ones_like", np.ones_like, "Ones"), like("zeros_like", np.zeros_like, "Zeros")
empty_like = like("empty_like", np.zeros_like, "Zeros, where PyTorch leaves whatever is in memory,")
rand_like = like("rand_like", lambda array, dtype: uniform(array.shape, dtype), "Random numbers over 0 <= r < 1")
randn_like = like(
    "randn_like", lambda array, dtype: normal(array.shape, dtype), "Random numbers from the normal distribution")


@offered
def full(size, fill_value, *, dtype=None, requires_grad=False, device=None) -> Tensor:
    """A leaf of this shape with the same number everywhere. (m, n) -> (m, n)

    Raises RuntimeError for a negative length, too many entries, or a number that the dtype cannot hold; TypeError for
    what is no shape or no number.
    """
    size = lengths(size, "full", "size", 1)
    value = number(fill_value, "full", "fill_value", 2)
    dtype = dtype or (bool_ if isinstance(value, bool) else int64 if isinstance(value, int) else default.dtype)
    return make_leaf(np.full(room(size, dtype), converted(value, dtype.numpy)), None, requires_grad)


@offered
def full_like(input, fill_value, *, dtype=None, requires_grad=False, device=None) -> Tensor:
    """The same number everywhere, in the shape and dtype of `input`. The flag is not copied."""
    value = number(fill_value, "full_like", "fill_value", 2)
    return full(input.array.shape, value, dtype=dtype or input.dtype, requires_grad=requires_grad)


@offered
def arange(start=None, end=None, step=None, *, dtype=None, requires_grad=False, device=None) -> Tensor:
    """The numbers start, start + step, ... below end; `arange(n)` counts from 0.

    Whole numbers give int64, others float32. Raises RuntimeError for a step of 0 or in the wrong direction, an end
    that is not finite, or too many numbers; TypeError for what is no number.
    """
    alone = end is None and step is None
    start, end = (0, start) if alone else (start, end)
    bounds = [
        number(0 if start is None else start, "arange", "start", 1),
        number(end, "arange", "end", 1 if alone else 2),
        number(1 if step is None else step, "arange", "step", 3),
    ]
    dtype = dtype or (default.dtype if any(isinstance(value, float) for value in bounds) else int64)
    start, end, step = bounds
    if dtype is bool_:
        raise NotImplementedError("\"arange_cpu\" not implemented for 'Bool'")
    if not (step < 0 or step > 0):
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start:g} -> {end:g}")
    if end != start and (end > start) != (step > 0):
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    start, end, step = [converted(value, (dtype if dtype is int64 else float64).numpy).item() for value in bounds]
    if step == 0:
        raise ValueError("step must be nonzero")
    count = -((start - end) // step) if dtype is int64 else (end - start) / step
    if not count < 2**63:
        raise RuntimeError("invalid size, possible overflow?")
    (count,) = room((math.ceil(count),), dtype)
    if not dtype.is_floating_point:
        return make_leaf(int(start) + int(step) * np.arange(count, dtype=np.int64), dtype, requires_grad)
    return make_leaf(counted_on(start, step, count, dtype.numpy), None, requires_grad)


@silent
def counted_on(start, step, count, dtype):
    """start + k * step for k = 0, 1, ..., with PyTorch's roundings.

    It makes whole blocks of 16 numbers (8 for float64) by halves: the first number is rounded, and the others of the
    half counted on from it. What is left in the end is worked out one by one.
    """
    half = 32 // dtype.itemsize
    place = np.arange(count, dtype=EXACT)
    beyond = np.where(place < count - count % (2 * half), place % half, 0)
    first = ((place - beyond) * step + start).astype(float).astype(dtype)
    return (first + beyond * step).astype(float).astype(dtype)


@silent
def from_both_ends(start, end, steps):
    """Numbers at even distances, the first half counted from the start, the second from the end, as PyTorch does."""
    place = np.arange(steps, dtype=EXACT)
    if start.dtype.kind in "iu":
        start, end = float(start), float(end)
    step = float((end - start) / (steps - 1))
    return np.where(place < steps // 2, place * step + float(start), float(end) - place[::-1] * step)


@offered
def linspace(start, end, steps, *, dtype=float32, requires_grad=False, device=None) -> Tensor:
    """So many numbers from start to end, both included, at even distances. 0, 1, 3 -> [0, 0.5, 1]

    Raises RuntimeError for a negative number of them, or too many; TypeError for what is no number.
    """
    start, end = [value.detach() if isinstance(value, Tensor) else value for value in (start, end)]
    start, end = number(start, "linspace", "start", 1), number(end, "linspace", "end", 2)
    steps = whole(steps, "linspace", "steps", 3)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    if dtype is bool_ and steps > 1:
        raise NotImplementedError("\"linspace_cpu\" not implemented for 'Bool'")
    (steps,) = room((steps,), dtype)
    if steps < 2:
        return full((steps,), start if steps else 0, dtype=dtype, requires_grad=requires_grad)
    start, end = converted(start, dtype.numpy), converted(end, dtype.numpy)
    return make_leaf(from_both_ends(start, end, steps), dtype, requires_grad)


@offered
def eye(n, m=None, *, dtype=float32, requires_grad=False, device=None) -> Tensor:
    """Ones on the diagonal, zeros elsewhere. n -> (n, n)

    Raises RuntimeError for a negative number of rows or columns, or too many.
    """
    n = whole(n, "eye", "n", 1)
    m = n if m is None else whole(m, "eye", "m", 2)
    for name, count in (("n", n), ("m", m)):
        if count < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {count}")
    return make_leaf(np.eye(*room((n, m), dtype), dtype=dtype.numpy), None, requires_grad)


@offered
def randint(low=None, high=None, size=None, *, dtype=int64, requires_grad=False, device=None) -> Tensor:
    """Random whole numbers from `low` up to, but never, `high`; `randint(high, size)` starts from 0.

    Raises RuntimeError if there is no number to choose from, for a negative length, or too many entries; TypeError
    for what is no whole number or no shape.
    """
    if size is None:
        low, high, size = None, low, high
    if high is None:
        low, high = None, low
    high = whole(high, "randint", "high", 1 if low is None else 2)
    low = 0 if low is None else whole(low, "randint", "low", 1)
    size = lengths(size, "randint", "size", 2)
    return make_leaf(integers(low, high, room(size, dtype), dtype.numpy), None, requires_grad)


@offered
def randperm(n, *, dtype=int64, requires_grad=False, device=None) -> Tensor:
    """The numbers from 0 to n - 1 in random order. n -> (n,)

    Raises RuntimeError for a negative number, or for more than the dtype or the memory can hold.
    """
    (n,) = room((whole(n, "randperm", "n", 1),), dtype)
    if dtype is bool_:
        raise NotImplementedError("\"randperm\" not implemented for 'Bool'")
    if dtype is float32 and n > 2**24 + 1:
        raise RuntimeError("n cannot be greater than 2^24+1 for Float type.")
    if not dtype.is_floating_point:
        converted(max(n - 1, 0), dtype.numpy)
    return make_leaf(permutation(n), dtype, requires_grad)
