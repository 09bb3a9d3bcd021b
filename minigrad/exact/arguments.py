"""What operations are given: kinds of arguments, NumPy's names for some of them, and PyTorch's words for wrong ones."""

import functools
import inspect
import math
import operator

import numpy as np

from minigrad.exact.dtypes import C_NAMES, C_WORDS, float32, in_range, is_tensor, turned_around

NUMBERS = (int, float, np.generic)
C_TYPES = {  # what C++ calls them
    "float32": "float", "float64": "double", "int8": "int8_t", "int16": "int16_t", "int32": "int", "int64": "int64_t",
    "uint8": "uint8_t",
}
PLAIN_NAMES = {C_NAMES[kind]: words for kind, words in C_WORDS.items()}  # the same in the errors of some operations
# Functions that PyTorch has in several forms: a wrong dimension fits none of them.
OVERLOADED = {"all", "any", "max", "mean", "min", "prod", "sort", "std", "std_mean", "sum", "var", "var_mean"}


def kind_name(tensor):
    return C_NAMES[tensor.dtype]


def refuse_bool(tensor, name):
    if tensor.array.dtype.kind == "b":
        raise NotImplementedError(f"\"{name}\" not implemented for 'Bool'")


def refuse_whole(tensor, name):
    if tensor.array.dtype.kind != "f":
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind_name(tensor)}'")


def wrong(name, argument, position, wanted, value):
    """The error for an argument of the wrong kind; without a position it is known by its name only."""
    return counted(of_one_argument, name, argument, position, f"{wanted}, not {type(value).__name__}")


def invalid(name, *args, **kwargs):
    """The error for arguments that fit none of the ways to call a function."""
    names = [f"{key}={type(value).__name__}" for key, value in kwargs.items()]
    return counted(of_all_arguments, name, [type(value).__name__ for value in args], names)


def counted(sentence, *parts):
    """A TypeError that counts arguments. A method says it anew: the tensor before the dot is not counted there."""
    error = TypeError(sentence(*parts))
    error.as_method = functools.partial(sentence, *parts, first=1)
    return error


def of_one_argument(name, argument, position, wanted, first=0, keywords=()):
    """first  how many arguments do not count     keywords  the names of those that came by name"""
    place = f" (position {position - first})" if position and argument not in keywords else ""
    return f"{name}(): argument '{argument}'{place} must be {wanted}"


def of_all_arguments(name, kinds, names, first=0, keywords=()):
    kinds = ", ".join(kinds[first:] + names) + (", " if names and not kinds[first:] else "")  # as in PyTorch
    return f"{name}() received an invalid combination of arguments - got ({kinds})"


def saved_property(name, place):
    """`node._saved_self`, `._saved_exponent`, ...: what a node keeps, by PyTorch's names; only that is checked."""

    def get(node):
        if name in vars(node):
            return vars(node)[name]
        saved = node._saved
        try:
            if saved:
                node._saved = tuple([tensor if number == place else None for number, tensor in enumerate(saved)])
            tensor = node.saved_tensors[place]
        finally:
            node._saved = saved
        return getattr(tensor, "shown", tensor)

    return property(get)


def is_operand(value):
    return isinstance(value, NUMBERS) or is_tensor(value)


def require_tensor(value, name, argument="input", position=1):
    """Raise TypeError unless this argument of the function called `name` is a tensor."""
    if not is_tensor(value):
        raise wrong(name, argument, position, "Tensor", value)


def require_each(name, first, **given):
    """The same for several arguments, the first of which has this position."""
    for position, (argument, value) in enumerate(given.items(), first):
        require_tensor(value, name, argument, position)


def refuse_others(tensors):
    """Raise TypeError for anything that is no tensor."""
    for place, tensor in enumerate(tensors):
        if not is_tensor(tensor):
            raise TypeError(f"expected Tensor as element {place} in argument 0, but got {type(tensor).__name__}")


def require_tensors(value, name):
    """Raise TypeError unless the first argument is a tuple or a list of tensors."""
    if not isinstance(value, (tuple, list)):
        raise wrong(name, "tensors", 1, "tuple of Tensors", value)
    refuse_others(value)


def require_operand(value, name, argument="input", position=1):
    """The same, where a number may stand as well; PyTorch's errors still ask for a tensor."""
    if not isinstance(value, NUMBERS):
        require_tensor(value, name, argument, position)


def require_number(value, name, argument="input", position=1):
    if not isinstance(value, NUMBERS):
        raise wrong(name, argument, position, "Number", value)


def require_kind(value, name, argument, position):
    """Raise TypeError unless this argument is a dtype."""
    if not isinstance(value, type(float32)):
        raise wrong(name, argument, position, "torch.dtype", value)


def require_bool(value, name, argument="input", position=1):
    if not isinstance(value, bool):
        raise wrong(name, argument, position, "bool", value)


def positive_dim(dim, count):
    """A dimension counted from the front: -1 means the last of `count`.

    Raises IndexError when there is no such dimension.
    """
    reach = max(count, 1)
    if not -reach <= dim < reach:
        if isinstance(dim, int):
            require_long(dim)
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-reach}, {reach - 1}], but got {dim})"
        )
    return dim % reach


def different_dims(dims, count):
    """Several dimensions, counted from the front. Raises RuntimeError for one that is named twice."""
    dims = tuple([positive_dim(dim, count) for dim in lengths(dims, "squeeze", "dim", 1)])
    for dim in dims:
        if dims.count(dim) > 1:
            raise RuntimeError(f"dim {dim} appears multiple times in the list of dims")
    return dims


def kept_dims(shape, dim):
    """The dimensions to reduce, counted from the front, and the shape with a 1 for each.

    Raises IndexError for a dimension that is not there, RuntimeError for one named twice.
    """
    count = len(shape)
    dims = dim if isinstance(dim, (tuple, list, range)) else (dim,)
    dims = [positive_dim(d, count) for d in dims]
    for d in dims:
        if dims.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    dims = dims if count else []
    return tuple(dims), tuple([1 if d in dims else n for d, n in enumerate(shape)])


def is_whole(value):
    """Whether it can be used as a whole number: an integer of Python or NumPy, or one alone in a tensor; no boolean."""
    try:
        operator.index(value)
    except TypeError:
        return False
    return not isinstance(value, bool)


def whole(value, name, argument, position):
    """A whole number. Raises TypeError for anything else, ValueError for what does not fit into 64 bits."""
    if type(value) is int and -LARGEST <= value < LARGEST:  # what comes most often
        return value
    if not is_whole(value):
        raise wrong(name, argument, position, "int", value)
    return require_long(operator.index(value))


def dimension(input, dim, name, position=2):
    """A dimension of a tensor, counted from the front.

    Raises TypeError if one is no tensor or the other no whole number, IndexError for a dimension that is not there.
    """
    require_tensor(input, name)
    return positive_dim(whole(dim, name, "dim", position), input.array.ndim)


def lengths(values, name, argument, position):
    """A tuple of whole numbers. Raises TypeError for anything else."""
    if not isinstance(values, (tuple, list)):
        raise wrong(name, argument, position, "tuple of ints", values)
    for place, value in enumerate(values):
        if is_whole(value) or place and isinstance(value, bool):
            continue
        kind = type(value).__name__
        if place == 0:
            found = f"tuple of ints, but found element of type {kind} at pos 0"
            raise counted(of_one_argument, name, argument, position, found)
        error = f"with error \"type must be tuple of ints,but got {kind}\""
        raise TypeError(f"{name}(): argument '{argument}' failed to unpack the object at pos {place + 1} {error}")
    return tuple(map(operator.index, values))


def one_or_more(values, name, argument, position):
    """One whole number, or a tuple of them, as a tuple. Raises TypeError for anything else."""
    alone = not isinstance(values, (tuple, list)) and is_whole(values)
    return (operator.index(values),) if alone else lengths(values, name, argument, position)


def several(given, named, name, argument):
    """A tuple of whole numbers that came one by one, or as a tuple, or by name. Raises TypeError for none."""
    given = given if named is None else (named,)
    if not given:
        raise TypeError(f'{name}() missing 1 required positional arguments: "{argument}"')
    if len(given) > 1 and not is_whole(given[0]):
        raise TypeError(f"{name}() takes 1 positional argument but {len(given)} were given")
    return one_or_more(given[0] if len(given) == 1 else given, name, argument, 1)


LARGEST = 2**63  # whole numbers of 64 bits lie below it, or, without a sign, below twice of it


def require_long(value):
    """The whole number, if it is one of 64 bits with a sign. Raises ValueError for another."""
    if not -LARGEST <= value < LARGEST:
        raise ValueError("Overflow when unpacking long long")
    return value


def in_64_bits(value, dtype=None):
    """The number, if PyTorch has room for it. Beside whole numbers, says `dtype`, one from 2**63 on turns negative.

    Beside small whole numbers it takes their dtype, and turns around where that has no room for it.
    Raises OverflowError for a whole number that 64 bits do not hold; beside booleans RuntimeError from 2**63 on.
    """
    if not isinstance(value, int) or -LARGEST <= value < LARGEST:
        small = dtype is not None and dtype.kind in "iu" and dtype.itemsize < 8 and isinstance(value, int)
        return np.int64(value).astype(dtype) if small else value
    if not 0 <= value < 2 * LARGEST:
        raise OverflowError("can't convert negative int to unsigned" if value < 0 else "int too big to convert")
    if dtype is not None and dtype.kind == "b":
        raise RuntimeError(
            "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote Bool and UInt64"
        )
    return in_64_bits(value - 2 * LARGEST, dtype) if dtype is not None and dtype.kind in "iu" else value


def unpacked(size):
    """`ones(2, 3)` and `ones((2, 3))` mean the same shape."""
    return tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else size


def sizes_of(given, named, name, argument):
    """What `several` gives, in fewer steps for Python's ints."""
    sizes = unpacked(given if named is None else (named,))
    for size in sizes:
        if type(size) is not int:
            return several(given, named, name, argument)
    return sizes if sizes or given or named is not None else several(given, named, name, argument)


def view_sizes(given, named):
    """The same for `view`, which has other forms, too, and so other words for what fits none."""
    try:
        return sizes_of(given, named, "view", "size")
    except TypeError as error:
        if "failed to unpack" in str(error):
            raise
    raise invalid("view", *given)


def python_number(value):
    return in_64_bits(value.item() if isinstance(value, np.generic) else value)


def exponent_of(value, dtype):
    """The same for the exponent of a power of numbers of this dtype: whole ones take whole exponents of 63 bits."""
    value = in_64_bits(value)
    if dtype.kind != "f" and isinstance(value, int):
        converted(max(value, 0), np.dtype(np.int64) if dtype.kind == "b" else dtype)
    return value


def number(value, name, argument, position=None):
    """A Python number, also out of NumPy's, or out of a tensor without dimensions that requires no gradient.

    Raises TypeError for anything else.
    """
    if is_tensor(value) and value.array.ndim == 0 and not value._requires_grad:
        value = value.item()
    require_number(value, name, argument, position)
    return python_number(value)


def converted(value, dtype):
    """A number in NumPy's dtype. Raises RuntimeError for one that is too large for it."""
    value = turned_around(value, dtype)
    try:
        result = dtype.type(value) if dtype.kind not in "iu" or in_range(value, dtype) else None
    except (OverflowError, ValueError):  # infinity, nan, or a very large number as a whole one
        result = None
    if result is None or abs(result) == math.inf != abs(value):
        raise RuntimeError(f"value cannot be converted to type {C_TYPES[dtype.name]} without overflow")
    return result


def named(function, name, doc):
    """A function that was made in another, with its own name and docstring."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


def with_defaults(function, given, named):
    """All arguments of a function, its defaults among them: a tuple, and a dict of those that have only a name.

    Raises TypeError for what it does not take.
    """
    found = inspect.signature(function).bind(*given, **named)
    found.apply_defaults()
    return found.args, found.kwargs


def in_places(function, given, named, first):
    """A tuple of all arguments in the places that the function has for their names. first  how many it gets besides

    Raises TypeError for a name that has no place, or one that is taken, or one behind an empty one.
    """
    places = inspect.signature(function).parameters.values()
    names = [place.name for place in places if place.kind is place.POSITIONAL_OR_KEYWORD][first:]
    for name in named:
        if name not in names:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        if name in names[:len(given)]:
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    wanted = names[len(given):max(map(names.index, named)) + 1]
    for place, name in enumerate(wanted, len(given)):
        if name not in named:
            raise TypeError(f"forward() missing required argument: '{name}' (position {place})")
    return (*given, *map(named.get, wanted))


def in_our_names(kwargs):
    names = {"axis": "dim", "keepdims": "keepdim"}
    return {name if names.get(name, name) in kwargs else names[name]: kwargs[name] for name in kwargs}


def numpy_names(function):
    """The function, which takes NumPy's `axis` for its `dim` and `keepdims` for its `keepdim`, as PyTorch's do."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        try:
            return function(*args, **(in_our_names(kwargs) if kwargs else kwargs))
        except TypeError as error:
            if function.__name__ not in OVERLOADED or "argument 'dim' (" not in str(error):
                raise
        raise invalid(function.__name__, *args, **kwargs)

    return call


def method(function):
    """The function as a method: its errors do not count the tensor before the dot among the arguments."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            if isinstance(again := getattr(error, "as_method", None), functools.partial):
                error.args = (again(keywords=kwargs),)
            raise

    return call


def dims_of(name, input, dim, keepdim):
    """One or several dimensions as a tuple; None, for all, as it is. Raises TypeError for anything else."""
    require_tensor(input, name)
    require_bool(keepdim, name, "keepdim", 3)
    return None if dim is None else one_or_more(dim, name, "dim", 2)


def reduction_method(function, of_all, of_rows):
    """The function as a method; where there is nothing to check, a function of all, or an operation, at once."""
    slow = method(function)

    @functools.wraps(function)
    def call(self, *args, **kwargs):
        if not args and not kwargs:
            return of_all(self)
        if len(args) == 1 and type(args[0]) is int and not kwargs:
            return of_rows.apply(self, args[0], False)
        return slow(self, *args, **kwargs)

    return call


def refuse_strategy(strict, vectorize, strategy, outer=False):
    """Raise PyTorch's errors for options of jacobian and hessian that it does not know, or not together.

    They say only how to get there: the result is the same, and here the way is, too.
    """
    if strategy not in ("forward-mode", "reverse-mode"):
        hint = "" if outer else (
            " Hint: If your function has more outputs than inputs, \"forward-mode\" tends to be more performant. "
            "Otherwise, prefer to use \"reverse-mode\"."
        )
        raise AssertionError(f"Expected strategy to be either \"forward-mode\" or \"reverse-mode\".{hint}")
    if strategy == "forward-mode" and not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for "
            "`vectorize=True`."
        )
    if strict and vectorize:
        raise RuntimeError(
            "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. "
            "Please either set `strict=False` or `vectorize=False`."
        )


def without_underscore(name):
    """The method without the "_", as a function of the tensor; its errors about arguments have the "_"."""
    plain = name.removesuffix("_")
    return by_name(name, plain, lambda self, *args, **kwargs: getattr(self, plain)(*args, **kwargs))


def by_name(name, plain, function):
    """The function; its errors about arguments have this name in the place of its plain one."""
    def operation(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            error.args = (str(error).replace(f"{plain}()", f"{name}()"),)
            raise

    return operation
