"""Chapter 8. Blocks that switch recording off and on, inference mode, and `detach_`."""

import functools
import inspect
import warnings
from typing import Any

from minigrad.core.node import Recording, recording, sequence
from minigrad.core.tensors import Tensor, VersionCounter, version_counter
from minigrad.exact.arguments import require_tensor
from minigrad.exact.errors import (
    DECORATED_CLASS, INFERENCE_FLAG, INFERENCE_VERSION, INFERENCE_WRITTEN,
)
from minigrad.machinery.replaced import Replaced
from minigrad.machinery.silence import avoid_quick_forms
from minigrad.operations.arithmetic import Number


class Block:
    """`with` this, recording is `mode`; afterwards it is what it was, whatever has happened."""

    mode = False

    def __enter__(self):
        enter(self)

    def __exit__(self, *error):
        leave(self, *error)

    def clone(self):
        """A block of the same kind: each call of a decorated function gets its own."""
        return type(self)()

    def __call__(self, function) -> Any:
        """`@no_grad()`: each call of the function, each step of a generator, has a block of its own.

        A class warns: FutureWarning. Only the making of its objects gets a block.
        """
        if inspect.isclass(function):
            warnings.warn(DECORATED_CLASS, FutureWarning, stacklevel=2)
        if inspect.isgeneratorfunction(function):
            return step_by_step(self.clone, function)

        @functools.wraps(function)
        def inside(*args, **kwargs):
            with self.clone():
                return function(*args, **kwargs)

        return inside


class no_grad(Block):
    """A block whose steps are not recorded. Also a decorator, `@no_grad()`."""


class enable_grad(Block):
    """A block whose steps are recorded, inside a `no_grad` block, too."""

    mode = True


def is_grad_enabled():
    """Whether this thread records its steps."""
    return recording.on


def enter(block):
    """Begin a block: note in block.before how the switch stands, and set it to block.mode."""
    block.before, recording.on = recording.on, block.mode


def leave(block, *error):
    """End a block: the switch stands again as it stood before. (An error goes its own way.)"""
    recording.on = block.before


class set_grad_enabled(Block):
    """Recording on or off: at once, or, in a `with` statement, until the block ends."""

    def __new__(cls, mode):  # for later: the finished Block makes its objects in another way
        return object.__new__(cls)

    def __init__(self, mode):
        if not isinstance(mode, bool):
            kind = type(mode).__name__
            raise TypeError(
                f"set_grad_enabled(): argument 'enabled' (position 1) must be bool, not {kind}"
            )
        self.mode = mode
        self.before, recording.on = recording.on, mode  # noted here, since it switches here

    def __enter__(self):
        recording.on = self.mode

    def clone(self):
        return type(self)(self.mode)

    def __call__(self, function):
        recording.on = self.before  # as a decorator it switches at each call, not at once
        return super().__call__(function)

    def __repr__(self):
        return f"minigrad.autograd.grad_mode.set_grad_enabled(mode={self.mode})"


def step_by_step(block, function):
    """A generator function whose steps run inside a block each, and whose caller does not."""

    @functools.wraps(function)
    def steps(*args, **kwargs):
        generator = function(*args, **kwargs)
        resume, value = generator.send, None
        try:
            while True:
                with block():
                    result = resume(value)
                try:
                    resume, value = generator.send, (yield result)
                except GeneratorExit:
                    with block():
                        generator.close()
                    raise
                except BaseException as error:
                    resume, value = generator.throw, error
        except StopIteration as end:
            return end.value

    return steps


Block.__new__ = lambda cls, function=None: object.__new__(cls) if function is None else cls()(function)

Recording.inference = False


def is_inference_mode_enabled() -> bool:
    """True inside an `inference_mode` block of this thread."""
    return recording.inference


def want_marks(more) -> None:
    """One block more wants marks, or, for -1, one less. The quick forms of operations make none."""
    with Marks.form.lock:
        Marks.wanted += more
        Marks.form.switch(Marks.wanted > 0)
        Marks.behind.switch(True)
        avoid_quick_forms(more)


class inference_mode(Block):
    """`no_grad` for results that will never meet a recorded computation again.

    What is made inside is marked, see `Tensor.is_inference`: it counts no writes, cannot be
    saved for a way back, nor be written into outside. `inference_mode(False)` is a recorded
    block inside.
    """

    def __new__(cls, mode=True):
        return object.__new__(cls) if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode=True):
        self.inference, self.mode = mode, not mode

    def __enter__(self):
        self.outside, recording.inference = recording.inference, self.inference
        want_marks(1)
        super().__enter__()

    def __exit__(self, *error):
        super().__exit__(*error)
        want_marks(-1)
        recording.inference = self.outside

    def clone(self):
        return type(self)(self.inference)


def detach_(self) -> Tensor:
    """Forget who made this tensor, in place: from now on it is a leaf, its flag off.

    `detach()` gives a new tensor and leaves this one as it is. Results that were computed from
    this tensor before keep their way through it. Raises RuntimeError for a view.
    """
    if self._view is not None:
        raise RuntimeError(
            "Can't detach views in-place. Use detach() instead. If you are using "
            "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
            "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
            "these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
            "function in torch/optim/optimizer.py as the solution."
        )
    if self._grad_fn is not None:
        version_counter(self)  # so that rules look closely at what they have saved
        self._detached = next(sequence)
    self._grad_fn, self.output_nr = None, 0
    self.requires_grad = False
    return self


Tensor.detach_ = detach_


class Uncounted(VersionCounter):
    """In the place of a counter it marks a tensor that was made in inference mode, and counts nothing."""

    @property
    def version(self):
        raise RuntimeError(INFERENCE_VERSION)

    @property
    def count(self):
        """Read before a write, to be made one higher. Raises RuntimeError outside inference mode."""
        if not recording.inference:
            raise RuntimeError(INFERENCE_WRITTEN)
        return 0

    @count.setter
    def count(self, number):
        pass

    def allow_flag(self):
        if not recording.inference:
            raise RuntimeError(INFERENCE_FLAG)

    @property
    def views(self):
        """In the place of a set of views; nothing is in it: what shows such a tensor's memory is no view of it."""
        return self

    @views.setter
    def views(self, views):
        pass

    def add(self, reference):
        reference()._view, reference()._requires_grad = None, False

    discard, __iter__ = None, lambda self: iter(())

    def behind_detach(self):
        """The mark of what `detach()` or `.data` gives: made outside inference mode, it counts its own writes."""
        return Uncounted() if recording.inference else OwnWrites()


class OwnWrites(Uncounted):
    """The mark of a marked tensor's `detach()`: writes into it are allowed, and counted for it alone."""

    version = 0

    @property
    def count(self):
        return self.version

    @count.setter
    def count(self, number):
        self.version = self.version if recording.inference else number

    def add(self, reference):
        reference()._counter = Uncounted()  # a view of it counts nothing
        super().add(reference)


def marked_detach(detach):
    """`Tensor.detach` once somebody has been in inference mode."""

    @functools.wraps(detach)
    def detached(self):
        result = detach(self)
        if isinstance(result._counter, Uncounted):
            result._counter = result._counter.behind_detach()
        return result

    return detached


def marking(begin):
    """`Tensor.__init__` while a thread is in inference mode: it marks what that thread makes."""

    def __init__(self, *args, **kwargs):
        begin(self, *args, **kwargs)
        if recording.inference and type(self) is not Number:  # numbers are kept for later
            self._counter = Uncounted()

    return __init__


class Marks:
    """The form of `Tensor.__init__` that marks, and how many blocks, in all threads, want it."""

    form, wanted = Replaced({(Tensor, "__init__"): marking}), 0
    behind = Replaced({(Tensor, "detach"): marked_detach})  # from the first block on


def is_inference(input) -> bool:
    """True if it was made in inference mode, or is a view of such a tensor."""
    require_tensor(input, "is_inference")
    return isinstance(input._counter, Uncounted)


Tensor.is_inference = is_inference
