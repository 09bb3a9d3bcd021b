"""What an index or a list of dimensions means, spelled out and checked; the operations are in `operations/views.py`."""

import math
import warnings

import numpy as np

from minigrad.exact.arguments import positive_dim, require_long, unpacked
from minigrad.exact.dtypes import C_NAMES, DTYPES, is_tensor
from minigrad.exact.errors import refuse_lengths


PLACES = np.int32, np.int64  # the dtypes of lists of places


def expanded_shape(array, sizes):
    """The shape that `expand` is asked for, with -1 worked out. (3, 1), (2, -1, 4) -> (2, 3, 4)

    Raises RuntimeError when there are too few sizes, or when a length other than 1 would have to change.
    """
    shape = array.shape
    missing = len(sizes) - len(shape)
    if missing < 0:
        kind = "CPUBoolType" if array.dtype.kind == "b" else f"torch.{C_NAMES[DTYPES[array.dtype]]}Tensor"
        raise RuntimeError(
            f"expand({kind}{{{list(shape)}}}, size={list(sizes)}): "
            f"the number of sizes provided ({len(sizes)}) must be greater or equal to the number of dimensions in the "
            f"tensor ({len(shape)})"
        )
    target = tuple([shape[d - missing] if n == -1 and d >= missing else n for d, n in enumerate(sizes)])
    if all([have == want or have == 1 and want >= 0 for have, want in zip((1,) * missing + shape, target)]):
        return target
    for d in reversed(range(len(sizes))):
        have, want = shape[d - missing] if d >= missing else 1, target[d]
        if have not in (1, want) or want < 0 and d >= missing:
            raise RuntimeError(
                f"The expanded size of the tensor ({want}) must match the existing size ({have}) at non-singleton "
                f"dimension {d}.  Target sizes: {list(sizes)}.  Tensor sizes: {list(shape)}"
            )
        if want < 0:
            raise RuntimeError(
                f"The expanded size of the tensor ({want}) isn't allowed in a leading, non-existing dimension {d}"
            )


def flat_range(count, start_dim, end_dim):
    """Of so many dimensions those from start_dim to end_dim, counted from the front, as a pair.

    Raises RuntimeError when they are in the wrong order, IndexError for one that is not there.
    """
    start, end = positive_dim(start_dim, count), positive_dim(end_dim, count)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    return start, end


def order(count, dims):
    """All of so many dimensions in the order asked for, counted from the front. (-1, 0, 1) -> (2, 0, 1)

    Raises RuntimeError unless each is named once, IndexError for one that is not there.
    """
    if len(dims) != count:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {count} is not equal to len(dims) = {len(dims)}"
        )
    dims = tuple([positive_dim(d, count) for d in dims])
    if len(set(dims)) != count:
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return dims


def as_index(part):
    """One part of an index: tensors, lists and booleans become arrays of their own, everything else stays.

    Bytes become a mask. NumPy's whole numbers become int64; a tensor's stay, since not all of them may be lists.
    """
    if type(part) in (slice, int):
        return part
    if is_tensor(part):
        part = np.asarray(part.array)
        part = part.astype(np.int64) if part.dtype.kind == "i" and part.ndim == 0 else part
    elif isinstance(part, np.ndarray) and part.dtype.kind == "i":
        part = part.astype(np.int64)
    elif isinstance(part, (list, tuple, range, bool)):
        part = np.array(part)
        part = part if part.size and part.dtype.kind != "f" else part.astype(np.int64)
    if not isinstance(part, np.ndarray):
        return part
    part = np.asarray(part != 0) if part.dtype == np.uint8 else part.copy()  # a later write into it must not count
    return part if part.dtype.kind in "bf" else part[()]


def tell_of_bytes(given):
    """Warn of a mask that is made of bytes. It points to the user's line, three calls up from here."""
    if any([getattr(getattr(part, "array", part), "dtype", None) == np.uint8 and part.ndim for part in given]):
        warnings.warn(
            "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.", stacklevel=4
        )


def refuse_bytes(values, lists, given):
    """Raise RuntimeError where one number shall go wherever a mask of bytes says so. Of others it warns."""
    if fills(values, lists) and any([is_tensor(part) and part.array.dtype == np.uint8 for part in given]):
        raise RuntimeError("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char")
    tell_of_bytes(given)


def is_mask(part):
    return isinstance(part, np.ndarray) and part.dtype.kind == "b"


def parts_of(index):
    """The parts of an index, each for a dimension or more. A short list that holds lists is read like a tuple.

    A string holds strings, as PyTorch sees it.
    """
    several = (list, tuple, range, slice, str, bytes, type(None), type(...))
    parts = [isinstance(part, several) or is_tensor(part) for part in index] if isinstance(index, (list, str)) else ()
    if any(parts) and len(parts) < 32:
        warnings.warn(
            "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch "
            "2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, "
            "x[torch.tensor(seq)], which will result either in an error or a different result",
            stacklevel=5,
        )
        return index
    return index if isinstance(index, tuple) else (index,)


def spelled_out(index, count):
    """The index as pairs, each part as an array and as it was given; without `...`, for which `:` stand.

    Raises IndexError when it names more dimensions than there are.
    """
    if count == 0 and isinstance(index, (int, np.integer)) and not isinstance(index, bool):
        if index:
            raise IndexError(f"index {index} is out of bounds for dimension 0 with size 0")
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert "
            "a 0-dim tensor to a number"
        )
    if count == 0 and isinstance(index, slice):
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    parts = [(as_index(part), part) for part in parts_of(index)]
    used = sum([part.ndim if is_mask(part) else 1 for part, _ in parts if part is not None and part is not ...])
    if used > count:
        raise IndexError(f"too many indices for tensor of dimension {count}")
    at = next((k for k, (part, _) in enumerate(parts) if part is ...), len(parts))
    return [*parts[:at], *[(slice(None), None)] * (count - used), *parts[at + 1:]]


def require_fit(lists, shape):
    """Raise IndexError unless the lists of places and the masks fit together, and a tensor of this shape.

    lists  one for each dimension, `:` where there is none; a mask may stand for several
    """
    dim = number = 0
    found = []  # each with its dimension, and with that dimension's number in errors: only those with lists count
    for part in lists:
        used = part.ndim if is_mask(part) else 1
        if not isinstance(part, slice):
            found.append((part, dim, number))
            number += used
        dim += used
    arrays = [part for part, _, _ in found]
    if any([part.dtype not in (*PLACES, np.bool_) for part in arrays]):
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    for part, dim, _ in found:
        for at, (have, want) in enumerate(zip(part.shape, shape[dim:])):
            if is_mask(part) and have != want:
                raise IndexError(
                    f"The shape of the mask {list(part.shape)} at index {at} does not match the shape of the indexed "
                    f"tensor {list(shape)} at index {dim + at}"
                )
    shapes = [(np.count_nonzero(part),) if is_mask(part) else part.shape for part in arrays]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        said = ", ".join([str(list(shape)) for shape in shapes])
        raise IndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {said}"
        ) from None
    found = [(part, shape[dim], number) for part, dim, number in found if part.size and not is_mask(part)]
    if any([length == 0 for _, length, _ in found]):
        raise IndexError("index is out of bounds for dimension with size 0")
    for part, length, number in found:
        outside = part[(part < -length) | (part >= length)]
        if outside.size:
            raise IndexError(f"index {outside.flat[0]} is out of bounds for dimension {number} with size {length}")


def fills(values, lists):
    """Whether one number shall go wherever masks say so: PyTorch fills these places then, with whatever it is."""
    return values.size == 1 and all([is_mask(part) or isinstance(part, slice) for part in lists])


def require_same_dtype(array, values, lists):
    """Raise RuntimeError where numbers of another dtype shall go to listed places; a mask takes any one number."""
    if values.dtype != array.dtype and not fills(values, lists):
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{C_NAMES[DTYPES[array.dtype]]} for the destination and {C_NAMES[DTYPES[values.dtype]]} for the source."
        )


def steps(index, shape, writes=False):
    """An index into this shape as a list of operations, one after the other: each a name and its arguments.

    ("select", dim, place), ("slice", dim, start, end, step), ("unsqueeze", dim), and at most one, the last,
    ("index", lists, given), where `lists` has an array of places or a mask for each dimension, or `:`; what they were
    given as, tensors among them, says `given`, with None for `:`. Whether they fit, `require_fit` finds out.
    writes  a lone slice that takes the whole dimension is no operation then
    Raises IndexError for a place that is not there, or for something that is no index.
    """
    if type(index) is int and shape and -shape[0] <= index < shape[0]:
        return [("select", 0, index)]  # what comes most often
    found, lists, places, shape = [], [], [], list(shape)
    dim, gone = 0, 0  # where in `shape` the next part belongs; how many dimensions single places have taken away
    for part, given in spelled_out(index, len(shape)):
        if part is None:
            found.append(("unsqueeze", dim))
            shape.insert(dim, 1)
        elif isinstance(part, slice):
            start, end, step = part.indices(shape[dim])
            if step <= 0:
                raise ValueError("step must be greater than zero")
            if (start, end, step) != (0, shape[dim], 1) or part.start or part is index and not writes:
                found.append(("slice", dim, start, end, step))
                shape[dim] = len(range(start, end, step))
        elif isinstance(part, (int, np.integer)):
            if not -shape[dim] <= part < shape[dim]:
                require_long(part)
                raise IndexError(f"index {part} is out of bounds for dimension {dim + gone} with size {shape[dim]}")
            found.append(("select", dim, int(part)))
            del shape[dim]
            gone += 1
            continue
        elif isinstance(part, np.ndarray) and part.dtype.kind in ("bif" if is_tensor(given) else "bi"):
            if part.ndim == 0 and is_mask(part):  # one boolean: all, or nothing, of a new dimension
                found.append(("unsqueeze", dim))
                shape.insert(dim, 1)
                part = given = np.zeros(int(part), np.int64)
            missing = dim - sum([one.ndim if is_mask(one) else 1 for one in lists])
            lists += [*[slice(None)] * missing, part]
            bytes_given = getattr(given, "dtype", None) == np.uint8
            places += [*[None] * missing, given if is_tensor(given) or bytes_given else part]
            dim += part.ndim - 1 if is_mask(part) else 0
        elif isinstance(part, (str, bytes)) or isinstance(part, np.ndarray) and part.dtype.kind in "SU":
            kind = type(part.flat[0].item() if isinstance(part, np.ndarray) else part).__name__
            raise TypeError(f"new(): invalid data type '{kind}'")
        else:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
                f"(got {type(part).__name__})"
            )
        dim += 1
    if lists:
        found.append(("index", tuple(lists), tuple(places)))
        if not writes:  # a write has more to ask
            tell_of_bytes(places)
    return found


def places_of(indices):
    """Whole numbers as NumPy takes them for places: int64 in most machines, int32 in a browser."""
    return indices.astype(np.intp, copy=False)


def fitting_shape(total, shape):
    """The shape asked for, with -1 worked out; RuntimeError if so many entries do not fill it."""
    shape = unpacked(shape)
    if min(shape, default=0) >= 0 and math.prod(shape) == total:
        return shape
    refuse_lengths(shape, total)
    known = math.prod([n for n in shape if n != -1])
    if -1 in shape and known > 0 and total % known == 0:
        return tuple([total // known if n == -1 else n for n in shape])
    raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {total}")
