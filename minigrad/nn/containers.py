"""Modules and parameters in containers that a module looks into."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from minigrad.core.tensors import Tensor
from minigrad.nn.modules import Module, Parameter, place
from minigrad.nn.state import require_module


class ModuleList(Module):
    """Modules in a list, whose parameters are found, unlike those in a list of Python's. It has no `forward`.

    Raises TypeError for what is no module, IndexError for a place that is not there.
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __len__(self):
        return len(list(self.named_children()))

    def __iter__(self):
        return (module for _, module in self.named_children())

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return getattr(self, self.name_of(index))

    def __setitem__(self, index, module):
        setattr(self, self.name_of(index), require_module(module))

    def name_of(self, index):
        """The name of the module to which an index points, which may count from the end."""
        return str(place(range(len(self)), index) % len(self))

    def append(self, module):
        """One more at the end."""
        setattr(self, str(len(self)), require_module(module))
        return self

    def extend(self, modules):
        """Several more at the end."""
        if not hasattr(modules, "__iter__"):
            raise TypeError(f"ModuleList.extend should be called with an iterable, but got {type(modules).__name__}")
        for module in [require_module(module) for module in modules]:
            self.append(module)
        return self

    def __iadd__(self, modules):
        return self.extend(modules)

    def insert(self, index, module):
        """One more before the one at this index; those behind it get the next numbers."""
        modules = list(self)
        modules.insert(index, require_module(module))
        for number, each in enumerate(modules):
            setattr(self, str(number), each)

    def __repr__(self):
        """Neighbours that are alike stand on one line: (0-3): 4 x ReLU()."""
        lines, first = [], 0
        for text, alike in groupby(map(repr, self)):
            count = len([*alike])
            lines.append(f"({first}): {text}" if count == 1 else f"({first}-{first + count - 1}): {count} x {text}")
            first += count
        inside = "".join(f"\n{line}" for line in lines).replace("\n", "\n  ")
        return f"{type(self).__name__}({inside}\n)" if lines else f"{type(self).__name__}()"


class ModuleDict(Module):
    """Modules by their names, in a dict whose parameters are found. It has no `forward`.

    Raises TypeError for what is no module, or no name, KeyError for a name that is taken, or not there.
    """

    def __init__(self, modules=None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def items(self):
        return dict(self.named_children()).items()

    def keys(self):
        return dict(self.named_children()).keys()

    def values(self):
        return dict(self.named_children()).values()

    def __len__(self) -> int:
        return len(self.items())

    def __iter__(self):
        return iter(self.keys())

    def __contains__(self, key) -> bool:
        return key in self.keys()

    def __getitem__(self, key) -> Module:
        return dict(self.items())[key]

    def __setitem__(self, key, module):
        require_module(module)
        if not isinstance(key, str):
            raise TypeError(f"module name should be a string. Got {type(key).__name__}")
        if hasattr(self, key) and key not in self:
            raise KeyError(f"attribute '{key}' already exists")
        if "." in key:
            raise KeyError(f'module name can\'t contain ".", got: {key}')
        if key == "":
            raise KeyError('module name can\'t be empty string ""')
        setattr(self, key, module)

    def __delitem__(self, key):
        self[key]  # raises KeyError
        delattr(self, key)

    def pop(self, key) -> Module:
        """Take a module out, and give it."""
        module = self[key]
        del self[key]
        return module

    def clear(self) -> None:
        """Take all modules out."""
        for key in list(self):
            del self[key]

    def update(self, modules) -> None:
        """Several more, from a dict or from pairs of a name and a module; those of a known name are replaced."""
        if not isinstance(modules, Iterable):
            raise TypeError("ModuleDict.update should be called with an iterable of key/value pairs, but got "
                            f"{type(modules).__name__}")
        if isinstance(modules, (Mapping, ModuleDict)):
            modules = list(modules.items())
        for number, pair in enumerate(modules):
            if not isinstance(pair, Iterable):
                raise TypeError(f"ModuleDict update sequence element #{number} should be Iterable; is"
                                f"{type(pair).__name__}")
            if len(pair) != 2:
                raise ValueError(f"ModuleDict update sequence element #{number} has length {len(pair)}; 2 is required")
            self[pair[0]] = pair[1]


def as_parameter(value):
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


class ParameterList(Module):
    """Parameters in a list, in which an optimizer finds them; tensors become Parameters, other things stay.

    Raises TypeError for what is no list, IndexError for a place that is not there, RuntimeError when it is called.
    """

    def __init__(self, values=None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __len__(self) -> int:
        return self._size

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    __getitem__, name_of = ModuleList.__getitem__, ModuleList.name_of

    def __setitem__(self, index, value):
        setattr(self, self.name_of(index), as_parameter(value))

    def append(self, value) -> "ParameterList":
        """One more at the end."""
        setattr(self, str(len(self)), as_parameter(value))
        self._size += 1
        return self

    def extend(self, values) -> "ParameterList":
        """Several more at the end."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(f"ParameterList.extend should be called with an iterable, but got {type(values).__name__}")
        for value in values:
            self.append(value)
        return self

    __iadd__ = extend

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")

    def extra_repr(self) -> str:
        lines = []
        for index, value in enumerate(self):
            text = f"Object of type: {type(value).__name__}"
            if isinstance(value, Tensor):
                sizes = "x".join(map(str, value.shape))
                text = f"Parameter containing: [{value.dtype} of size {sizes}]"
            lines.append(f"  ({index}): {text}")
        return "\n".join(lines)
