"""More methods of modules and optimizers, in the pattern of chapter 13: state in and out, dtypes, texts.

They ask a module only for `named_parameters`, `named_children` and `modules`.
"""

from collections import OrderedDict, namedtuple
from collections.abc import Mapping

from minigrad.exact.dtypes import float32, float64
from minigrad.exact.networks import misfit


def state_dict(self):
    """{name: numbers} of every parameter. The tensors share the parameters' memory: training changes them."""
    named = self.named_parameters(remove_duplicate=False)
    return OrderedDict((name, parameter.detach()) for name, parameter in named)


class IncompatibleKeys(namedtuple("IncompatibleKeys", "missing_keys unexpected_keys")):
    """What `load_state_dict` did not find, and what it found and did not know."""

    def __repr__(self):
        return f"_{super().__repr__()}" if any(self) else "<All keys matched successfully>"


def load_state_dict(self, state_dict, strict=True):
    """Copy these numbers into the parameters of the same names.

    Raises RuntimeError, before any number is changed, for shapes that differ, and, if `strict`, for names that are
    missing or unexpected; TypeError for what is no dict.
    """
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    own = dict(self.named_parameters(remove_duplicate=False))
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


def train(self, mode=True):
    """Tell a module and all inside that they are being trained, or, with False, only used."""
    if not isinstance(mode, bool):
        raise ValueError("training mode is expected to be boolean")
    for module in self.modules():
        module.training = mode
    return self


def evaluate(self):
    """Tell a module and all inside that they are only used."""
    return self.train(False)


def to(self, *args, **kwargs):
    """Make all parameters of this dtype, or say once more that they live on the CPU, in place: see `Tensor.to`.

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
    return self


def in_double(self):
    """Make all parameters float64, in place."""
    return self.to(float64)


def in_float(self):
    """Make all parameters float32, in place."""
    return self.to(float32)


def requires_grad_(self, requires_grad=True):
    """Let all parameters learn, or, with False, none."""
    for parameter in self.parameters():
        parameter.requires_grad_(requires_grad)
    return self


def apply(self, fn):
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


def module_text(self):
    """A module as PyTorch prints it: what it is made of, one line for each part."""
    inside = self.extra_repr()
    children = [f"\n({name}): {child!r}" for name, child in self.named_children()]
    if children:
        inside = "".join(["\n" * bool(inside), inside, *children]).replace("\n", "\n  ") + "\n"
    return f"{type(self).__name__}({inside})"


def optimizer_text(self):
    """The groups of an optimizer and their options, as PyTorch prints them."""
    parts = []
    for place, group in enumerate(self.param_groups):
        options = [f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params"]
        parts.append("".join([f"Parameter Group {place}\n", *options]))
    return f"{type(self).__name__} (\n" + "\n".join(parts) + ")"
