# Made by tools/stubs.py from minigrad.core.node: change it there.
from minigrad.autograd.hooks import RemovableHandle
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

def will_record(inputs) -> bool:
    """Whether a step with these inputs has to leave a node."""
sequence: Any
def end_of(leaf) -> Node:
    """The AccumulateGrad of this leaf, made when it is first used, and shared by all its uses."""
def edge(tensor) -> tuple[Node, int]:
    """Where a gradient for this tensor goes: a pair (node, number); (None, 0) means nowhere."""
class Recording:
    """Whether steps leave nodes behind: one switch for each thread."""
    acting: Any
    depth: int
    inference: bool
    on: bool
    packers: tuple[Any, ...]
    walk: Any
    written: Any
recording: Recording
def records(tensors) -> bool:
    """Whether a step with these inputs leaves a node."""
class Node:
    """One step of the computation, as the way back needs it. Rules know it as `ctx`."""
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
    def replace_saved(self, place, tensor) -> None:
        """Save this tensor, as it is now, instead of the one at this place."""
    requires_grad: bool
    def save_for_backward(self, *tensors) -> None:
        """Keep these tensors (inputs, outputs, or None) for the rule, each with its version."""
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
    def watch(self, tensor, moved=...) -> None:
        """An output got its version counter, or was moved into an array: if saved here, note it."""
    backward: Any
    forward: Any
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value) -> None: ...
class AccumulateGrad(Node):
    """Where every path ends: what arrives is added to `.grad` of the leaf, `variable`."""
def fill(self, grad) -> None:
    """Add what arrives to the leaf's gradient: numbers, or a tensor with a history."""
def accumulate(leaf, grad) -> None:
    """Put the first gradient into leaf.grad, and add each later one to it."""
def apply(cls, *inputs) -> Tensor:
    """Run `forward`; leave a node if an input requires a gradient."""
def keep_result(node, result) -> Any: ...
def kept(node) -> tuple[Any, ...]:
    """What the node has saved. Raises RuntimeError once it was freed, or written into."""
def unpack(node, saved) -> Tensor | Any:
    """What was saved, as a tensor; a result gets its `grad_fn` back."""
def own(grad) -> ndarray:
    """The same numbers as an array in memory that nobody else has."""
def add_into(tensor, array) -> None:
    """Add these numbers to the tensor's, in the tensor's own memory, and count the write."""
class OwnOutput:
    """A result that its own node has saved: the numbers, without the result's `grad_fn`."""
    def __init__(self, array, number) -> None: ...
    _counter: Any
    @property
    def _version(self) -> int:
        """How often its memory was written into. Raises RuntimeError if it was made in inference mode."""
    array: Any
    number: int
def versions_of(tensors) -> list[int]:
    """A list with the version of each tensor, 0 in the place of None."""
def refuse_overwritten(node, saved, versions) -> None:
    """Raise overwritten(node, place), PyTorch's error, for the first tensor that has been written into."""
def recorded_copy(grad) -> Tensor:
    """A new tensor with the same numbers and the same history."""
def accumulate_recorded(leaf, grad) -> None:
    """`accumulate` for a gradient with a history, which has to go on: nothing is written over."""
