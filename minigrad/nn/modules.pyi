# Made by tools/stubs.py from minigrad.nn.modules: change it there.
from builtins import bool as _bool, float as _float, int as _int
from collections.abc import Iterator
from typing import Any, Self, overload
from minigrad.autograd.hooks import RemovableHandle
from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import Size, dtype as _dtype
from minigrad.library.devices import device as _device
from minigrad.nn.state import IncompatibleKeys

class Parameter(Tensor):
    """A leaf that a Module finds among its attributes, for an optimizer to change."""
    def __deepcopy__(self, memo) -> Any:
        """How `copy.deepcopy` makes it anew."""
    def __init__(self, data, requires_grad=...) -> None: ...
    def __reduce__(self) -> Any:
        """How `pickle` makes it anew."""
    def __repr__(self, **ignored) -> str: ...

class Module:
    """A part of a network, which is called like a function."""
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __init__(self) -> None: ...
    def __repr__(self) -> str:
        """A module as PyTorch prints it: what it is made of, one line for each part."""
    def __setattr__(self, name, value) -> None: ...
    _backward_hooks: Any
    _backward_pre_hooks: Any
    _forward_hooks: Any
    _forward_hooks_always_called: Any
    _forward_hooks_with_kwargs: Any
    _forward_pre_hooks: Any
    _forward_pre_hooks_with_kwargs: Any
    def apply(self, fn) -> Self:
        """Call the function with each module inside, the innermost first, and with this one last."""
    def buffers(self, recurse=...) -> Iterator:
        """All buffers inside."""
    def children(self) -> Iterator[Module]:
        """Each module that is an attribute of this one, once."""
    def double(self) -> Self:
        """Make all parameters float64, in place."""
    def eval(self) -> Self:
        """Tell a module and all inside that they are only used."""
    def extra_repr(self) -> str:
        """What is printed between the parentheses."""
    def float(self) -> Self:
        """Make all parameters float32, in place."""
    def forward(self, *args: Any, **kwargs: Any) -> Any: ...
    def load_state_dict(self, state_dict, strict=...) -> IncompatibleKeys:
        """Copy these numbers into the parameters and buffers of the same names."""
    def modules(self) -> Iterator[Module]:
        """This module, its children, their children."""
    def named_buffers(self, prefix=..., recurse=..., remove_duplicate=...) -> Iterator:
        """(name, tensor) of all buffers inside; a shared one once."""
    def named_children(self) -> Iterator[tuple[str, Module]]:
        """(name, module) of each module that is an attribute of this one."""
    def named_modules(self, memo=..., prefix=..., remove_duplicate=...) -> Iterator[tuple[str, Module]]:
        """(name, module) of this module, its children, their children: '', '0', '2', '2.0'; memo has those seen."""
    def named_parameters(self, prefix=..., recurse=..., remove_duplicate=...) -> Iterator[tuple[str, Parameter]]:
        """(name, parameter) of all parameters inside: '0.weight', '0.bias'; a shared one once."""
    def parameters(self, recurse=...) -> Iterator[Parameter]:
        """All parameters inside, for an optimizer."""
    def register_buffer(self, name, tensor, persistent=...) -> None:
        """Set a tensor as an attribute that belongs to the state, but does not learn; None keeps its place."""
    def register_forward_hook(self, hook, *, prepend=..., with_kwargs=..., always_call=...) -> RemovableHandle:
        """Call `hook(module, args, output)`, or `(module, args, kwargs, output)`; what it returns replaces the output."""
    def register_forward_pre_hook(self, hook, *, prepend=..., with_kwargs=...) -> RemovableHandle:
        """Call `hook(module, args)` before `forward`; what it returns replaces the arguments. Returns a handle."""
    def register_full_backward_hook(self, hook, prepend=...) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` when the gradients of the inputs are there; a tuple replaces them."""
    def register_full_backward_pre_hook(self, hook, prepend=...) -> RemovableHandle:
        """Call `hook(module, grad_output)` when the gradients of the outputs are there; a tuple replaces them."""
    def requires_grad_(self, requires_grad=...) -> Self:
        """Let all parameters learn, or, with False, none."""
    def state_dict(self) -> dict[str, Tensor]:
        """{name: numbers} of every parameter and buffer. They share their memory: training changes them."""
    def to(self, *args, **kwargs) -> Self:
        """Make all parameters, and the buffers that are no whole numbers, of this dtype, or say once more that they live on"""
    def train(self, mode=...) -> Self:
        """Tell a module and all inside that they are being trained, or, with False, only used."""
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
