# Made by tools/stubs.py from minigrad.autograd.function: change it there.
from minigrad.core.node import Node
from typing import Any

class FunctionNode(Node):
    """What a Function of yours leaves behind: its rule gets tensors, and answers with tensors."""
def rule_of(cls) -> Any: ...
def unrecorded(node, inputs) -> Any:
    """Call a user's `forward`: the steps inside leave no nodes, only `apply` does."""
def run_forward(node, function, inputs) -> Any:
    """`forward(ctx, *inputs)`; or `forward(*inputs)`, and what `setup_context` adds."""
def set_materialize_grads(self, value) -> None:
    """False: the rule gets None, not zeros, for an output that nobody used."""
def mark_non_differentiable(self, *tensors) -> None:
    """Say that these outputs have no gradient: they will not require one."""
def no_setup(ctx, inputs, output) -> Any:
    """Where to fill `ctx`, for those who write `forward(*inputs)` without it."""
def refuse_both(ctx, *grads) -> Any: ...
class Function:
    """An operation of your own: subclass it, write `forward` and `backward`, call `apply`."""
    def __call__(self, *args, **kwargs) -> Any: ...
    def __init__(self, *args, **kwargs) -> None: ...
    @classmethod
    def apply(cls, *inputs, **named) -> Any:
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
class DelayedError(Node):
    """The same numbers; whoever comes back through here meets an error."""
def once_differentiable(backward) -> Any:
    """A decorator for `backward`, under @staticmethod: its answer cannot be differentiated."""
def mark_dirty(self, *tensors) -> None:
    """Say that `forward` has written into these inputs, which it also returns."""
def warn_instance(self, *args, **kwargs) -> None: ...
def refuse_call(self, *args, **kwargs) -> Any: ...
class InplaceFunction(Function):
    """An old base class, for old code: use `Function`, and `ctx.mark_dirty` for what it writes into."""
    def __init__(self, inplace=...) -> Any: ...
    node_class: Any
