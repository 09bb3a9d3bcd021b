# Made by tools/stubs.py from minigrad.core.node: change it there.
from minigrad.autograd.hooks import RemovableHandle
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

def will_record(inputs) -> bool: ...
sequence: Any
def end_of(leaf) -> Node: ...
def edge(tensor) -> tuple[Node, int]: ...
class Recording:
    acting: Any
    depth: int
    inference: bool
    on: bool
    packers: tuple[Any, ...]
    walk: Any
    written: Any
recording: Recording
def records(tensors) -> bool: ...
class Node:
    def __call__(self, *grads, **named) -> Any:
        """Push gradients through by hand: the rule's answer, None where nobody needs one."""
    def __init__(self) -> None: ...
    def _attach(self, inputs, result) -> Any:
        """Tie the tensors that `forward` made, one or several, to their node. Anything else is handed on as it is."""
    _constant: tuple[Any, ...]
    _dirty: tuple[Any, ...]
    _hooks: Any
    _materializes: bool
    _outputs: tuple[Any, ...]
    _saved: tuple[Any, ...] | Any
    def _sequence_nr(self) -> Any:
        """Its number; a leaf's node has the highest of all, as in PyTorch, where the highest goes first."""
    _versions: Any
    @classmethod
    def apply(cls, *inputs) -> Any:
        """Run `forward`; leave a node if an input requires a gradient."""
    keeps_result: bool
    def mark_dirty(self, *tensors) -> None:
        """Say that `forward` has written into these inputs, which it also returns."""
    def mark_non_differentiable(self, *tensors) -> None:
        """Say that these outputs have no gradient: they will not require one."""
    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict for your own notes about this node."""
    def name(self) -> str:
        """The name that is printed, for example 'AddBackward0'."""
    next_functions: tuple[Any, ...]
    def register_hook(self, hook) -> RemovableHandle:
        """Call `hook(grad_inputs, grad_outputs)` after the rule; a tuple replaces its results."""
    def register_prehook(self, hook) -> RemovableHandle:
        """Call `hook(grad_outputs)` before the rule; a tuple replaces the gradients."""
    def replace_saved(self, place, tensor) -> None: ...
    requires_grad: bool
    def save_for_backward(self, *tensors) -> None: ...
    def saved_arrays(self) -> list[ndarray]:
        """The arrays of what save_for_backward kept, None for None."""
    def saved_like(self, grad) -> Any:
        """What save_for_backward kept, in the gradient's form: arrays for an array, else tensors."""
    @property
    def saved_tensors(self) -> tuple[Tensor | Any, ...]:
        """What save_for_backward kept, in its order, as tensors."""
    saves: tuple[Any, ...]
    sequence_nr: int
    def set_materialize_grads(self, value) -> None:
        """False: the rule gets None, not zeros, for an output that nobody used."""
    speaks_arrays: bool
    def watch(self, tensor, moved=...) -> None: ...
    backward: Any
    forward: Any
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value) -> None: ...
class AccumulateGrad(Node): ...
def fill(self, grad) -> None: ...
def accumulate(leaf, grad) -> None: ...
def apply(cls, *inputs) -> Tensor: ...
def keep_result(node, result) -> Any: ...
def kept(node) -> tuple[Any, ...]: ...
def unpack(node, saved) -> Tensor | Any: ...
def own(grad) -> ndarray: ...
def add_into(tensor, array) -> None: ...
class OwnOutput:
    def __init__(self, array, number) -> None: ...
    _counter: Any
    @property
    def _version(self) -> int:
        """How often its memory was written into. Raises RuntimeError if it was made in inference mode."""
    array: Any
    number: int
def versions_of(tensors) -> list[int]: ...
def refuse_overwritten(node, saved, versions) -> None: ...
def recorded_copy(grad) -> Tensor: ...
def accumulate_recorded(leaf, grad) -> None: ...
