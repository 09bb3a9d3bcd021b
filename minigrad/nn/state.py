"""More methods of modules and optimizers, in the pattern of chapter 13: state in and out, dtypes, texts.

They ask a module only for `named_parameters`, `named_children` and `modules`.
"""

from collections import OrderedDict, namedtuple
from collections.abc import Iterator, Mapping
from typing import TypeVar

from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import float32, float64
from minigrad.exact.networks import misfit, refuse_buffer

M = TypeVar("M")  # of whatever class the module is


def require_module(value):
    """The value, if it is a module. Raises TypeError for anything else, such as `ReLU` without its parentheses."""
    if not hasattr(value, "named_children") or isinstance(value, type):
        given = value if isinstance(value, type) else type(value)
        name = given.__qualname__ if given.__module__ == "builtins" else f"{given.__module__}.{given.__qualname__}"
        raise TypeError(f"{name} is not a Module subclass")
    return value


def register_buffer(self, name, tensor, persistent=True) -> None:
    """Set a tensor as an attribute that belongs to the state, but does not learn; None keeps its place.

    persistent  whether `state_dict` has it
    Raises KeyError or TypeError for a name or a tensor that is none, AttributeError before `Module.__init__` has run.
    """
    refuse_buffer(self, name, tensor)
    vars(self).setdefault("_persistent", {})[name] = persistent
    setattr(self, name, tensor)


def own_buffers(module, transient=True):
    """(name, tensor) of each buffer of the module itself; `transient`: of those, too, that `state_dict` leaves out."""
    names = vars(module).get("_persistent", {})
    found = [(name, vars(module).get(name)) for name in names if transient or names[name]]
    return [(name, tensor) for name, tensor in found if tensor is not None]


def named_buffers(self, prefix="", recurse=True, remove_duplicate=True) -> Iterator:
    """(name, tensor) of all buffers inside; a shared one once."""
    seen = set()
    for place, module in self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]:
        for name, tensor in own_buffers(module):
            if tensor not in seen:
                if remove_duplicate:
                    seen.add(tensor)
                yield f"{place}.{name}" if place else name, tensor


def buffers(self, recurse=True) -> Iterator:
    """All buffers inside."""
    return (tensor for _, tensor in self.named_buffers(recurse=recurse))


def whole_state(self):
    """{name: tensor} of every parameter and buffer, module by module; a shared one under all its names."""
    state = OrderedDict()
    for place, module in self.named_modules(remove_duplicate=False):
        own = module.named_parameters(recurse=False, remove_duplicate=False)
        for name, tensor in [*own, *own_buffers(module, transient=False)]:
            state[f"{place}.{name}" if place else name] = tensor
    return state


def state_dict(self) -> dict[str, Tensor]:
    """{name: numbers} of every parameter and buffer. They share their memory: training changes them."""
    return OrderedDict((name, tensor.detach()) for name, tensor in whole_state(self).items())


class IncompatibleKeys(namedtuple("IncompatibleKeys", "missing_keys unexpected_keys")):
    """What `load_state_dict` did not find, and what it found and did not know."""

    def __repr__(self):
        return f"_{super().__repr__()}" if any(self) else "<All keys matched successfully>"


def load_state_dict(self, state_dict, strict=True) -> IncompatibleKeys:
    """Copy these numbers into the parameters and buffers of the same names.

    Raises RuntimeError, before any number is changed, for shapes that differ, and, if `strict`, for names that are
    missing or unexpected; TypeError for what is no dict.
    """
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    own = whole_state(self)
    missing = [name for name in own if name not in state_dict]
    unexpected = [name for name in state_dict if name not in own]
    complaints = [
        f"{kind} key(s) in state_dict: " + ", ".join(f'"{name}"' for name in names) + ". "
        for kind, names in (("Missing", missing), ("Unexpected", unexpected)) if names and strict
    ]
    found = {name: state_dict[name] for name in own if name in state_dict}
    complaints += filter(None, [misfit(name, own[name], found[name]) for name in found])
    if complaints:
        head = f"Error(s) in loading state_dict for {type(self).__name__}:"
        raise RuntimeError("\n\t".join([head, *complaints]))
    for name, numbers in found.items():
        own[name].detach().copy_(numbers.detach())  # the same memory, and nothing to record
    return IncompatibleKeys(missing, unexpected)


def train(self: M, mode=True) -> M:
    """Tell a module and all inside that they are being trained, or, with False, only used."""
    if not isinstance(mode, bool):
        raise ValueError("training mode is expected to be boolean")
    for module in self.modules():
        module.training = mode
    return self


def evaluate(self: M) -> M:
    """Tell a module and all inside that they are only used."""
    return self.train(False)


def to(self: M, *args, **kwargs) -> M:
    """Make all parameters, and the buffers that are no whole numbers, of this dtype, or say once more that they live on
    the CPU, in place: see `Tensor.to`.

    Raises TypeError for whole numbers, which have no gradients.
    """
    for given in (*args, *kwargs.values()):
        dtype = getattr(given, "dtype", given)  # a tensor stands for its dtype
        if not getattr(dtype, "is_floating_point", True):
            kind = f"torch.{dtype.name}"
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={kind}")
    for parameter in self.parameters():
        grad = parameter.grad
        parameter.grad, parameter.data = None, parameter.data.to(*args, **kwargs)
        parameter.grad = None if grad is None else grad.to(*args, **kwargs)
    for module in self.modules():
        for name, buffer in own_buffers(module):
            if buffer.is_floating_point():
                setattr(module, name, buffer.to(*args, **kwargs))
    return self


def in_double(self: M) -> M:
    """Make all parameters float64, in place."""
    return self.to(float64)


def in_float(self: M) -> M:
    """Make all parameters float32, in place."""
    return self.to(float32)


def requires_grad_(self: M, requires_grad=True) -> M:
    """Let all parameters learn, or, with False, none."""
    for parameter in self.parameters():
        parameter.requires_grad_(requires_grad)
    return self


def apply(self: M, fn) -> M:
    """Call the function with each module inside, the innermost first, and with this one last."""
    for child in self.children():
        child.apply(fn)
    fn(self)
    return self


def clear(parameters, set_to_none):
    """Empty `.grad` of every parameter: None, or zeros."""
    for parameter in parameters:
        if parameter.grad is not None:
            parameter.grad = None if set_to_none else parameter.grad.detach_().zero_()


def module_text(self) -> str:
    """A module as PyTorch prints it: what it is made of, one line for each part."""
    inside = self.extra_repr()
    children = [f"\n({name}): {child!r}" for name, child in self.named_children()]
    if children or "\n" in inside:
        inside = "".join(["\n" * bool(inside), inside, *children]).replace("\n", "\n  ") + "\n"
    return f"{type(self).__name__}({inside})"


def optimizer_text(self):
    """The groups of an optimizer and their options, as PyTorch prints them."""
    parts = []
    for place, group in enumerate(self.param_groups):
        options = [f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params"]
        parts.append("".join([f"Parameter Group {place}\n", *options]))
    return f"{type(self).__name__} (\n" + "\n".join(parts) + ")"
