"""Chapter 13. Layers that know their parameters, and networks made of layers."""

import math
import operator
from collections import OrderedDict

from minigrad.core.tensors import Tensor
from minigrad.exact.networks import refuse_attribute
from minigrad.library.devices import zeros
from minigrad.library.matrices import addmm
from minigrad.nn import state as states
from minigrad.nn.functional import linear, relu, tanh
from minigrad.nn.init import kaiming_uniform_, uniform_
from minigrad.nn.losses import cross_entropy, mse_loss
from minigrad.nn.state import require_module
from minigrad.operations.leaves import make_leaf


class Parameter(Tensor):
    """A leaf that a Module finds among its attributes, for an optimizer to change.

    It shares the memory of `data`. Raises RuntimeError for whole numbers.
    """

    def __init__(self, data, requires_grad=True):
        data = data.detach()
        make_leaf(data.array, None, requires_grad)  # refuses whole numbers
        super().__init__(data.array, requires_grad)
        self._counter = data._counter  # a write into one counts for both

    def __new__(cls, data, requires_grad=True):
        """Raises RuntimeError where what was made in inference mode shall learn outside of it."""
        if requires_grad and hasattr(data._counter, "allow_flag"):
            data._counter.allow_flag()
        return Tensor.__new__(cls)

    def __repr__(self, **ignored):
        return f"Parameter containing:\n{Tensor.__repr__(self)}"

    def __reduce__(self):
        """How `pickle` makes it anew."""
        return Parameter, (self.detach(), self.requires_grad)

    def __deepcopy__(self, memo):
        """How `copy.deepcopy` makes it anew."""
        copy = memo[id(self)] = Parameter(self.detach().clone(), self.requires_grad)
        return copy


class Module:
    """A part of a network, which is called like a function.

    A subclass calls `super().__init__()` first, sets Parameters and other Modules as its
    attributes, and says in `forward` what it computes.
    Source: PyTorch's torch/nn/modules/module.py.
    """

    def __init__(self):
        self.training = True

    def __setattr__(self, name, value):
        refuse_attribute(self, name, value, (Parameter, Module))  # what would lose a weight
        super().__setattr__(name, value)

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def parameters(self, recurse=True):
        """All parameters inside, for an optimizer."""
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_children(self):
        """(name, module) of each module that is an attribute of this one."""
        return (each for each in vars(self).items() if isinstance(each[1], Module))

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """(name, module) of this module, its children, their children: "", "0", "2", "2.0"; memo has those seen."""
        memo = set() if memo is None else memo
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            for name, child in self.named_children():
                yield from child.named_modules(memo, full_name(prefix, name), remove_duplicate)

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """(name, parameter) of all parameters inside: "0.weight", "0.bias"; a shared one once."""
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for name, parameter in named_parameters(list(modules)):
            if parameter not in seen:
                if remove_duplicate:
                    seen.add(parameter)
                yield name, parameter

    def forward(self, *args):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def children(self):
        """Each module that is an attribute of this one, once."""
        return iter(dict.fromkeys(child for _, child in self.named_children()))


def full_name(place, name):
    """The two joined by a point, "first.weight"; at the top of a network the name alone."""
    return f"{place}.{name}" if place else name


def named_parameters(modules):
    """All pairs (full name, parameter) of these modules, in their order, as a list."""
    found = []
    for place, module in modules:
        for name, value in vars(module).items():
            if isinstance(value, Parameter):
                found.append((full_name(place, name), value))
    return found


class Linear(Module):
    """x @ weight.T + bias: each output is a weighted sum of the inputs. (..., n) -> (..., m)

    The weights start as PyTorch's do, with the same random numbers.
    """

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        options = {"device": device, "dtype": dtype}
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(zeros((out_features, in_features), **options))
        self.bias = Parameter(zeros(out_features, **options)) if bias else None
        self.reset_parameters()

    def reset_parameters(self):
        """Draw new weights, so small that sums of many stay about as large as one input."""
        kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
            uniform_(self.bias, -bound, bound)

    def forward(self, input):
        if self.bias is not None and isinstance(input, Tensor) and input.dim() == 2:
            return linear_forward(self, input)
        return linear(input, self.weight, self.bias)  # other shapes, the same sums

    def extra_repr(self):
        """What is printed between the parentheses."""
        bias = self.bias is not None
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={bias}"


def linear_forward(self, input):
    """Each row of input, weighted and summed up, plus the bias. (n, in) -> (n, out)"""
    return addmm(self.bias, input, self.weight.t())


class Tanh(Module):
    """Each entry's hyperbolic tangent, between -1 and 1."""

    def forward(self, input):
        return tanh(input)


class ReLU(Module):
    """max(x, 0) for each entry x."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return relu(input, self.inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class Sequential(Module):
    """Modules one after the other: each gets what the one before it gave."""

    def __init__(self, *modules):
        super().__init__()
        for name, module in numbered(modules):
            setattr(self, name, module)

    def forward(self, input):
        for _, module in self.named_children():
            input = module(input)
        return input

    def __len__(self):
        return len(list(self.named_children()))

    def __getitem__(self, index):
        named = list(self.named_children())
        if isinstance(index, slice):
            return Sequential(OrderedDict(named[index]))
        return named[place(named, index)][1]

    def __setitem__(self, index, module):
        named = list(self.named_children())
        name = named[place(named, index)][0]
        if not isinstance(module, Module):
            kind = type(module).__name__
            raise TypeError(f"cannot assign '{kind}' as child module '{name}' (torch.nn.Module or None expected)")
        setattr(self, name, module)

    def append(self, module):
        """One more module at the end. Raises TypeError for anything else."""
        setattr(self, str(len(self)), require_module(module))
        return self


def numbered(modules):
    """Pairs (name, module): "0", "1", ...; or those of an OrderedDict. Raises TypeError for what is no module."""
    named = [(str(place), module) for place, module in enumerate(modules)]
    if len(modules) == 1 and isinstance(modules[0], OrderedDict):
        named = modules[0].items()
    for name, module in named:
        if not isinstance(module, Module):
            given = module if isinstance(module, type) else type(module)
            raise TypeError(f"{given.__name__} is not a Module subclass")
        yield name, module


def modules(self):
    """This module, its children, their children."""
    return (module for _, module in self.named_modules())


def zero_grad(self, set_to_none=True):
    """Empty `.grad` of every parameter: None, or zeros."""
    states.clear(self.parameters(), set_to_none)


def extra_repr(self):
    """What is printed between the parentheses."""
    return ""


Module.modules, Module.zero_grad, Module.extra_repr = modules, zero_grad, extra_repr
Module.state_dict, Module.load_state_dict = states.state_dict, states.load_state_dict
Module.train, Module.eval = states.train, states.evaluate
Module.to, Module.double, Module.float = states.to, states.in_double, states.in_float
Module.requires_grad_, Module.apply = states.requires_grad_, states.apply
Module.__repr__ = states.module_text


def place(named, index):
    """The index itself. Raises IndexError where it points to no module."""
    if not -len(named) <= operator.index(index) < len(named):
        raise IndexError(f"index {index} is out of range")
    return index


class MSELoss(Module):
    """The mean of the squared differences between guesses and targets: for numbers."""

    def __init__(self, *, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input, target):
        return mse_loss(input, target, reduction=self.reduction)


class CrossEntropyLoss(Module):
    """How surprised the scores are by the labels. (n, classes), (n,) -> ()"""

    def __init__(self, weight=None, *, ignore_index=-100, reduction="mean"):
        super().__init__()
        self.weight, self.ignore_index, self.reduction = weight, ignore_index, reduction

    def forward(self, input, target):
        return cross_entropy(
            input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction,
        )


Module.register_buffer = states.register_buffer
Module.named_buffers, Module.buffers = states.named_buffers, states.buffers
