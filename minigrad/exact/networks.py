"""What modules and optimizers refuse, in PyTorch's words."""

import warnings

from minigrad.exact.dtypes import C_NAMES, is_tensor


def type_name(value):
    """How PyTorch's errors call the type of a value."""
    return f"torch.{C_NAMES[value.dtype]}Tensor" if is_tensor(value) else type(value).__name__


def refuse_attribute(module, name, value, kinds):
    """Raise an error where a network would silently lose, or never find, a part of itself.

    kinds  the classes Parameter and Module: what a network is made of
    Raises AttributeError for a part that is set before `Module.__init__` has run, TypeError for anything else in the
    place of a part.
    """
    old, ready = vars(module).get(name), "training" in vars(module)
    for kind, called, wanted, many in zip(
        kinds, ("parameter", "child module"), ("Parameter", "Module"), ("parameters", "module")
    ):
        if isinstance(value, kind) and not ready:
            raise AttributeError(f"cannot assign {many} before Module.__init__() call")
        if isinstance(old, kind) and not isinstance(value, (kinds[0], kind, type(None))):  # a Parameter replaces both
            raise TypeError(
                f"cannot assign '{type_name(value)}' as {called} '{name}' (torch.nn.{wanted} or None expected)"
            )
    if name in vars(module).get("_persistent", {}) and value is not None and not is_tensor(value):
        raise TypeError(
            f"cannot assign '{type_name(value)}' as buffer '{name}' (torch.nn.Buffer, torch.Tensor or None expected)"
        )


def refuse_buffer(module, name, tensor):
    """Raise an error unless a module can have this tensor as a buffer of this name.

    Raises AttributeError before `Module.__init__` has run, TypeError for what is no name or no tensor, KeyError for a
    name that cannot be asked for, or is taken.
    """
    if "training" not in vars(module):
        raise AttributeError("cannot assign buffer before Module.__init__() call")
    if not isinstance(name, str):
        raise TypeError(f"buffer name should be a string. Got {type_name(name)}")
    if "." in name:
        raise KeyError('buffer name can\'t contain "."')
    if name == "":
        raise KeyError('buffer name can\'t be empty string ""')
    if hasattr(module, name) and name not in vars(module).get("_persistent", {}):
        raise KeyError(f"attribute '{name}' already exists")
    if tensor is not None and not is_tensor(tensor):
        raise TypeError(
            f"cannot assign '{type_name(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
        )


def refuse_other_groups(own, given):
    """Raise ValueError unless an optimizer's groups are as many, and as large, as those in another one's state."""
    if len(own) != len(given):
        raise ValueError("loaded state dict has a different number of parameter groups")
    if [len(group["params"]) for group in own] != [len(group["params"]) for group in given]:
        raise ValueError(
            "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
        )


def refuse_group(group, others):
    """A list of the parameters of an optimizer's new group.

    Raises TypeError for what is no group, for a set, or for what is no tensor in it, and ValueError for a result, or
    for a parameter that another group has; warns of one that comes twice.
    """
    if not isinstance(group, dict):
        raise TypeError(f"param_group must be a dict, but got {type(group)}")
    params = group["params"]
    if isinstance(params, set):
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets "
            "will change between runs. Please use a list instead."
        )
    params = [params] if is_tensor(params) else list(params)
    for parameter in params:
        if not is_tensor(parameter):
            kind = type(parameter).__name__
            raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {kind}")
        if not parameter.is_leaf:
            raise ValueError("can't optimize a non-leaf Tensor")
    if len(set(params)) < len(params):
        warnings.warn(
            "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; see "
            "github.com/pytorch/pytorch/issues/40967 for more information",
            stacklevel=5,  # the line that makes the optimizer
        )
    if any(known in set(params) for other in others for known in other["params"]):
        raise ValueError("some parameters appear in more than one parameter group")
    return params


def refuse_one_tensor(params):
    """Raise TypeError for a tensor where several are wanted, ValueError for none."""
    if is_tensor(params):
        raise TypeError(
            "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
            f"{type_name(params)}"
        )
    params = list(params)
    if not params:
        raise ValueError("optimizer got an empty parameter list")
    return params


def refuse_outside(name, value, below=float("inf")):
    """Raise ValueError unless the value of this option lies from 0 up to, but not at, the other bound."""
    if not 0.0 <= value < below:
        raise ValueError(f"Invalid {name}: {value}")


def misfit(name, parameter, numbers):
    """What is said where these numbers do not fit into the parameter; else None."""
    if not is_tensor(numbers):
        return (
            f'While copying the parameter named "{name}", expected torch.Tensor or Tensor-like object from checkpoint '
            f"but received {type(numbers)}"
        )
    given, own = (f"torch.Size({list(tensor.shape)})" for tensor in (numbers, parameter))
    if given != own:
        return (
            f"size mismatch for {name}: copying a param with shape {given} from checkpoint, the shape in current model "
            f"is {own}."
        )
