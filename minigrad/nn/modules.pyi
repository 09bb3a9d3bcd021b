# Made by tools/stubs.py from minigrad.nn.modules: change it there.
from builtins import bool as _bool, float as _float, int as _int
from collections.abc import Iterator
from typing import Any, Self, overload
from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import Size, dtype as _dtype
from minigrad.library.places import device as _device

class Parameter(Tensor):
    """A leaf that a Module finds among its attributes, for an optimizer to change."""
    def __deepcopy__(self, memo) -> Any: ...
    def __init__(self, data, requires_grad=...) -> None: ...
    def __reduce__(self) -> Any: ...
    def __repr__(self, **ignored) -> str: ...

class Module:
    """A part of a network, which is called like a function."""
    from minigrad.nn.module_hooks import (register_forward_hook, register_forward_pre_hook, register_full_backward_hook,
        register_full_backward_pre_hook)
    from minigrad.nn.state import (module_text as __repr__, apply, buffers, in_double as double, evaluate as eval,
        in_float as float, load_state_dict, named_buffers, register_buffer, requires_grad_, state_dict, to, train)
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __init__(self) -> None: ...
    def __setattr__(self, name, value) -> None: ...
    def children(self) -> Iterator[Module]:
        """Each module that is an attribute of this one, once."""
    def extra_repr(self) -> str:
        """What is printed between the parentheses."""
    def forward(self, *args: Any, **kwargs: Any) -> Any: ...
    def modules(self) -> Iterator[Module]:
        """This module, its children, their children."""
    def named_children(self) -> Iterator[tuple[str, Module]]:
        """(name, module) of each module that is an attribute of this one."""
    def named_modules(self, memo=..., prefix=..., remove_duplicate=...) -> Iterator[tuple[str, Module]]:
        """(name, module) of this module, its children, their children: '', '0', '2', '2.0'; memo has those seen."""
    def named_parameters(self, prefix=..., recurse=..., remove_duplicate=...) -> Iterator[tuple[str, Parameter]]:
        """(name, parameter) of all parameters inside: '0.weight', '0.bias'; a shared one once."""
    def parameters(self, recurse=...) -> Iterator[Parameter]:
        """All parameters inside, for an optimizer."""
    def zero_grad(self, set_to_none=...) -> None:
        """Empty `.grad` of every parameter: None, or zeros."""
    training: bool
    def __getattr__(self, name: str) -> Any: ...

class Linear(Module):
    """x @ weight.T + bias: each output is a weighted sum of the inputs. (..., n) -> (..., m)"""
    def __init__(self, in_features, out_features, bias=..., device=..., dtype=...) -> None: ...
    def extra_repr(self) -> str:
        """What is printed between the parentheses."""
    def forward(self, input) -> Tensor: ...
    def reset_parameters(self) -> Any:
        """Draw new weights, so small that sums of many stay about as large as one input."""
    weight: Parameter
    bias: Parameter

class Tanh(Module):
    """Each entry's hyperbolic tangent, between -1 and 1."""
    def forward(self, input) -> Tensor: ...

class ReLU(Module):
    """max(x, 0) for each entry x."""
    def __init__(self, inplace=...) -> None: ...
    def extra_repr(self) -> str: ...
    def forward(self, input) -> Tensor: ...

class Sequential(Module):
    """Modules one after the other: each gets what the one before it gave."""
    def __getitem__(self, index) -> Module: ...
    def __init__(self, *modules) -> None: ...
    def __len__(self) -> _int: ...
    def __setitem__(self, index, module) -> Any: ...
    def append(self, module) -> Any:
        """One more module at the end. Raises TypeError for anything else."""
    def forward(self, input) -> Tensor: ...

class MSELoss(Module):
    """The mean of the squared differences between guesses and targets: for numbers."""
    def __init__(self, *, reduction=...) -> None: ...
    def forward(self, input, target) -> Tensor: ...

class CrossEntropyLoss(Module):
    """How surprised the scores are by the labels. (n, classes), (n,) -> ()"""
    def __init__(self, weight=..., *, ignore_index=..., reduction=...) -> None: ...
    def forward(self, input, target) -> Tensor: ...
def __getattr__(name: str) -> Any: ...
