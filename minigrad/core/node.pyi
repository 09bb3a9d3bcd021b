# Made by tools/stubs.py from minigrad.core.node: change it there.
from builtins import bool as _bool, float as _float, int as _int
from typing import Any, Self, overload
from minigrad.autograd.hooks import RemovableHandle
from minigrad.core.tensors import Tensor

class Node:
    """One step of the computation, as the way back needs it. Rules know it as `ctx`."""
    from minigrad.autograd.nodes import (name)
    def __call__(self, *grads, **named) -> Any: ...
    @classmethod
    def __init_subclass__(cls, saves=..., name=..., **kwargs) -> Any: ...
    def _attach(self, inputs, result) -> Any:  # minigrad.operations.sharing
        """Tie the tensors that `forward` made, one or several, to their node. Anything else is handed on as it is."""
    def _sequence_nr(self) -> Any:  # minigrad.autograd.nodes
        """Its number; a leaf's node has the highest of all, as in PyTorch, where the highest goes first."""
    @classmethod
    def apply(cls, *inputs) -> Any:
        """Run `forward`; leave a node if an input requires a gradient."""
    def mark_dirty(self, *tensors) -> None:  # minigrad.autograd.function
        """Say that `forward` has written into these inputs, which it also returns."""
    def mark_non_differentiable(self, *tensors) -> Any:  # minigrad.autograd.function
        """Say that these outputs have no gradient: they will not require one."""
    @property
    def metadata(self) -> Any:  # minigrad.autograd.nodes
        """A dict for your own notes about this node."""
    def register_hook(self, hook) -> RemovableHandle:  # minigrad.autograd.hooks
        """Call `hook(grad_inputs, grad_outputs)` after the rule; a tuple replaces its results."""
    def register_prehook(self, hook) -> RemovableHandle:  # minigrad.autograd.hooks
        """Call `hook(grad_outputs)` before the rule; a tuple replaces the gradients."""
    def replace_saved(self, place, tensor) -> None:
        """Save this tensor, as it is now, instead of the one at this place."""
    def save_for_backward(self, *tensors) -> None:
        """Keep these tensors (inputs, outputs, or None) for the rule, each with its version."""
    def saved_arrays(self) -> Any:  # minigrad.operations.saving
        """The arrays of what save_for_backward kept, None for None."""
    def saved_like(self, grad) -> Any:  # minigrad.operations.saving
        """What save_for_backward kept, in the gradient's form: arrays for an array, else tensors."""
    @property
    def saved_tensors(self) -> tuple[Tensor, ...]:  # minigrad.operations.saving
        """What save_for_backward kept, in its order, as tensors."""
    def set_materialize_grads(self, value) -> Any:  # minigrad.autograd.function
        """False: the rule gets None, not zeros, for an output that nobody used."""
    def watch(self, tensor, moved=...) -> None:
        """An output got its version counter, or was moved into an array: if saved here, note it."""
    next_functions: tuple[Any, ...]
    sequence_nr: _int
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value) -> None: ...
def __getattr__(name: str) -> Any: ...
