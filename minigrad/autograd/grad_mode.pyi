# Made by tools/stubs.py from minigrad.autograd.grad_mode: change it there.
from minigrad.core.tensors import Tensor, VersionCounter
from minigrad.exact.replaced import Replaced
from typing import Any

class Block:
    """`with` this, recording is `mode`; afterwards it is what it was, whatever has happened."""
    def __call__(self, function) -> Any:
        """`@no_grad()`: each call of the function, each step of a generator, has a block of its own."""
    def __enter__(self) -> None: ...
    def __exit__(self, *error) -> None: ...
    def __new__(self, function=...) -> Any: ...
    def clone(self) -> Any:
        """A block of the same kind: each call of a decorated function gets its own."""
    mode: bool
class no_grad(Block):
    """A block whose steps are not recorded. Also a decorator, `@no_grad()`."""
class enable_grad(Block):
    """A block whose steps are recorded, inside a `no_grad` block, too."""
def is_grad_enabled() -> bool:
    """Whether this thread records its steps."""
def enter(block) -> None:
    """Begin a block: note in block.before how the switch stands, and set it to block.mode."""
def leave(block, *error) -> None:
    """End a block: the switch stands again as it stood before. (An error goes its own way.)"""
class set_grad_enabled(Block):
    """Recording on or off: at once, or, in a `with` statement, until the block ends."""
    def __call__(self, function) -> Any: ...
    def __enter__(self) -> None: ...
    def __init__(self, mode) -> None: ...
    def __new__(cls, mode) -> set_grad_enabled: ...
    def __repr__(self) -> str: ...
    before: bool
    def clone(self) -> set_grad_enabled: ...
def step_by_step(block, function) -> Any:
    """A generator function whose steps run inside a block each, and whose caller does not."""
def is_inference_mode_enabled() -> bool:
    """True inside an `inference_mode` block of this thread."""
class inference_mode(Block):
    """`no_grad` for results that will never meet a recorded computation again."""
    def __enter__(self) -> None: ...
    def __exit__(self, *error) -> None: ...
    def __init__(self, mode=...) -> None: ...
    def __new__(cls, mode=...) -> inference_mode: ...
    def clone(self) -> Any: ...
    inference: bool
def detach_(self) -> Tensor:
    """Forget who made this tensor, in place: from now on it is a leaf, its flag off."""
class Uncounted(VersionCounter):
    """In the place of a counter it marks a tensor that was made in inference mode, and counts nothing."""
    def allow_flag(self) -> Any: ...
    @property
    def count(self) -> Any:
        """Read before a write, to be made one higher. Raises RuntimeError outside inference mode."""
    @count.setter
    def count(self, value: Any) -> None:
        """Read before a write, to be made one higher. Raises RuntimeError outside inference mode."""
    @property
    def version(self) -> Any: ...
def marking(begin) -> Any:
    """`Tensor.__init__` while a thread is in inference mode: it marks what that thread makes."""
class Marks:
    """The form of `Tensor.__init__` that marks, and how many blocks, in all threads, want it."""
    form: Replaced
    wanted: int
def want_marks(more) -> None:
    """One block more wants marks, or, for -1, one less. The quick forms of operations make none."""
def is_inference(input) -> bool:
    """True if it was made in inference mode, or is a view of such a tensor."""
