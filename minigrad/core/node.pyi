# Made by tools/stubs.py from minigrad.core.node: change it there.
from minigrad.autograd.hooks import RemovableHandle
from minigrad.core.tensors import Tensor
from typing import Any

def will_record(inputs) -> bool:
    """Whether a step with these inputs has to leave a node."""
sequence: Any
def end_of(leaf) -> Node:
    """The AccumulateGrad of this leaf, made when it is first used, and shared by all its uses."""
def edge(tensor) -> tuple[Any, ...]:
    """Where a gradient for this tensor goes: a pair (node, number); (None, 0) means nowhere."""
class Recording:
    """Whether operations leave nodes behind: one switch per thread (for users in chapter 8)."""
    inference: bool
    on: bool
    walk: Any
recording: Recording
def no_setup(ctx, inputs, output) -> Any:
    """Where to fill `ctx`, for those who write `forward(*inputs)` without it."""
one_output: Any
class Node:
    """One step of the computation, as the way back needs it. Rules know it as `ctx`."""
    def __call__(self, *grads) -> Any:
        """Push gradients through by hand: the rule's answer, None where nobody needs one."""
    _constant: tuple[Any, ...]
    _dirty: tuple[Any, ...]
    _hooks: Any
    _materializes: bool
    _outputs: tuple[Any, ...]
    _saved: tuple[Any, ...] | Any
    def _sequence_nr(self) -> Any: ...
    _versions: list[int] | Any
    @classmethod
    def apply(cls, *inputs) -> Any:
        """Run `forward`; leave a node if recording is on and an input requires a gradient."""
    def continue_history(self, written) -> None:
        """Make this node the maker of a tensor that `forward` has written into."""
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
    def require_dirty_among(self, outputs) -> None:
        """Raise RuntimeError unless every input that was written into is an output."""
    requires_grad: bool
    def save_for_backward(self, *tensors) -> None:
        """Keep these tensors (inputs, outputs, or None) for the rule, each with its version."""
    def saved_arrays(self) -> list[Any]:
        """The arrays of what save_for_backward kept, None for None."""
    def saved_like(self, grad) -> Any:
        """What save_for_backward kept, in the gradient's form: arrays for an array, else tensors."""
    @property
    def saved_tensors(self) -> tuple[Tensor | Any, ...]:
        """What save_for_backward kept, in its order, as tensors. Raises what `saved_arrays` raises."""
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
def recorded_copy(grad) -> Tensor:
    """Another tensor with the history of this one: a copy, once there is `copy_` (chapter 9)."""
def rule_of(cls) -> Any: ...
NOWHERE: tuple[int | Any, ...]
def apply(cls, *inputs) -> Any:
    """Run `forward`; leave a node if recording is on and an input requires a gradient."""
class FunctionNode(Node):
    """What a user's Function leaves behind: its rule always gets tensors."""
class Function:
    """An operation of your own: subclass it, write `forward` and `backward`, call `apply`."""
    def __call__(self, *args, **kwargs) -> Any: ...
    def __init__(self, *args, **kwargs) -> None: ...
    @classmethod
    def apply(cls, *inputs) -> Any:
        """Run `forward`; leave a node if recording is on and an input requires a gradient."""
    @staticmethod
    def backward(ctx: Node, *args: Any, **kwargs: Any) -> Any: ...
    @staticmethod
    def forward(ctx: Node, *args: Any, **kwargs: Any) -> Any: ...
    @staticmethod
    def setup_context(ctx, inputs, output) -> Any:
        """Where to fill `ctx`, for those who write `forward(*inputs)` without it."""
    @staticmethod
    def vjp(ctx: Node, *args: Any, **kwargs: Any) -> Any: ...
def unrecorded(node, inputs) -> Any:
    """Call a user's `forward`: the operations inside leave no nodes, only `apply` does."""
def attach(node, inputs, result) -> Any:
    """Tie the tensors that `forward` made, one or several, to the node that made them."""
def attached(node, number, value, inputs) -> Tensor:
    """One output with its node; a new tensor where `forward` returned an input as it was."""
def refuse_both(ctx, *grads) -> Any: ...
def save_for_backward(self, *tensors) -> None:
    """Keep these tensors (inputs, outputs, or None) for the rule, each with its version."""
class OwnOutput:
    """An output that its own node has saved: the numbers, without the output's `grad_fn`."""
    def __init__(self, array, number) -> None: ...
    _counter: Any
    array: Any
    number: int
def disown_outputs(node, outputs) -> None:
    """Where a node saved its own outputs, keep only their numbers."""
def replace_saved(self, place, tensor) -> None:
    """Save this tensor, as it is now, instead of the one at this place."""
def watch(self, tensor, moved=...) -> None:
    """An output got its version counter, or was moved into an array: if saved here, note it."""
def saved_property(name, place) -> Any:
    """`node._saved_self`, `._saved_exponent`, ...: what the node keeps, by PyTorch's names."""
def freed() -> Any: ...
def overwritten(node, place) -> Any: ...
def unpack(node, saved) -> Tensor | Any: ...
