"""What a tensor shows of itself, and what PyTorch refuses to set. Who knows chapters 1, 8 and 9 can read it."""

import warnings
from operator import attrgetter

from minigrad.core.tensors import Tensor, storage
from minigrad.exact.arguments import require_bool
from minigrad.exact.dtypes import DTYPES, Size
from minigrad.exact.errors import (
    NO_GRAD_KEPT, refuse_data, refuse_deleting, refuse_flag, refuse_grad,
)
from minigrad.machinery.memory import BORROWED


def requires_grad(self) -> bool:
    """True when operations on this tensor are recorded: a gradient can reach it, or its base."""
    return self._requires_grad is not False


def set_requires_grad(self, flag):
    refuse_flag(self, flag)
    if flag and hasattr(self._counter, "allow_flag"):
        self._counter.allow_flag()
    self._requires_grad = flag
    if self._counter is not None:
        lend(self if self._view is None else self._view[0])


Tensor.requires_grad = property(requires_grad, set_requires_grad, lambda self: refuse_flag(self, None))


def requires_grad_(self, requires_grad=True):
    """Set the flag and give back the tensor itself."""
    require_bool(requires_grad, "requires_grad_", "requires_grad")
    if requires_grad and self.array.dtype.kind != "f":
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    if self._grad_fn is None or not requires_grad:  # a result has the flag already
        self.requires_grad = requires_grad
    return self


Tensor._grad = Tensor._view = Tensor._hooks = None
Tensor._detached = -1
Tensor.requires_grad_ = requires_grad_
Tensor.grad_fn = property(attrgetter("_grad_fn"), doc="The node that made it, or None.")
Tensor.dtype = property(lambda self: DTYPES[self.array.dtype], doc="The kind of number inside.")
Tensor.shape = property(lambda self: Size(self.array.shape), doc="The size of each dimension.")


def get_data(self):
    """Like `detach()`, but with its own version counter: writes through it go unnoticed."""
    result = Tensor(storage(self))
    counter = self._counter
    result._counter = counter.behind_detach() if hasattr(type(counter), "version") else None
    return result


def set_data(self, tensor):
    refuse_data(self, tensor)
    if tensor.array.dtype != self.array.dtype:
        self._leaf_node = None  # it expects gradients of the old dtype (chapter 2)
    self.array = storage(tensor)


Tensor.data = property(get_data, set_data, refuse_deleting)


def get_grad(self) -> Tensor:
    """The gradient that `backward()` has added up here so far, or None."""
    if self._grad is None and vars(self)["_grad_fn"] is not None and not self.retains_grad:
        warnings.warn(NO_GRAD_KEPT, stacklevel=2)
    return self._grad


def set_grad(self, grad):
    if grad is not None:
        refuse_grad(self, grad)
    self._grad = grad


Tensor.grad = property(get_grad, set_grad, lambda self: set_grad(self, None))


def retains_grad(self) -> bool:
    """True for a result that was asked to keep its gradient."""
    hooks = getattr(vars(self)["_grad_fn"], "_hooks", None)
    return hooks is not None and self.output_nr in hooks.keepers


Tensor.retains_grad = property(retains_grad)

Tensor.detach.__name__, Tensor.detach.__qualname__ = "detach", "Tensor.detach"


def lend(base):
    """Let the views of a tensor, whose flag may have changed, follow it, unless they have one of their own."""
    for reference in tuple(base._counter.views) if base._counter is not None else ():
        view = reference()
        borrows = base._requires_grad is True and BORROWED
        if view is None or view._view[0] is not base or view._requires_grad is borrows:
            continue
        if view._requires_grad is not True:
            view._requires_grad, view._leaf_node = borrows, None
