"""Schedules: a learning rate for each epoch. As in PyTorch they are `minigrad.optim.lr_scheduler`."""

import functools
import math
import sys
import types
import warnings
import weakref

from minigrad import optim

__all__ = ["CosineAnnealingLR", "ExponentialLR", "LRScheduler", "LambdaLR", "StepLR"]


def watch_steps(optimizer):
    """From now on the optimizer remembers that its `step` has been called."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    step, owner = optimizer.step.__func__, weakref.ref(optimizer)

    @functools.wraps(step)
    def watched(*args, **kwargs):
        owner()._opt_called = True
        return step(owner(), *args, **kwargs)

    watched._wrapped_by_lr_sched = True
    optimizer.step = watched


class LRScheduler:
    """Sets the rate of each group of an optimizer; a subclass says in `get_lr` which.

    last_epoch  where to go on: groups then need an `initial_lr` of their own
    Raises TypeError for what is no optimizer, KeyError for a group without `initial_lr`.
    Source: PyTorch's torch/optim/lr_scheduler.py.
    """

    _get_lr_called_within_step = _is_initial = False

    def __init__(self, optimizer, last_epoch=-1) -> None:
        if not isinstance(optimizer, optim.Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for place, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{place}] when resuming scheduler with "
                    "last_epoch >= 0.\nThis typically happens when:\n1. You're trying to resume training from a "
                    "checkpoint but haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 for a "
                    "fresh training run (not recommended)"
                )
        self.base_lrs = self.rates("initial_lr")
        self.last_epoch = last_epoch
        watch_steps(optimizer)
        self._step_count = 0
        self._is_initial = True
        self.step()
        self._is_initial = False

    def rates(self, name="lr"):
        return [group[name] for group in self.optimizer.param_groups]

    def state_dict(self) -> dict:
        """What the schedule knows, but the optimizer."""
        return {name: value for name, value in vars(self).items() if name != "optimizer"}

    def load_state_dict(self, state_dict) -> None:
        """Go on where another schedule stopped: `state_dict` of it."""
        vars(self).update(state_dict)

    def get_last_lr(self) -> list:
        """The rates of now, one for each group."""
        return self._last_lr

    def get_lr(self) -> list:
        """The rates of this epoch. Warns whoever calls it but `step`."""
        if not self._get_lr_called_within_step:
            warnings.warn("To get the last learning rate computed by the scheduler, please use `get_last_lr()`.",
                          stacklevel=2)
        return self.next_rates()

    def next_rates(self):
        raise NotImplementedError

    def step(self) -> None:
        """The next epoch: to be called after the steps of the optimizer. Warns where none was made."""
        if self._step_count == 1 and not getattr(self.optimizer, "_opt_called", False):
            warnings.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you "
                "should call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to "
                "do this will result in PyTorch skipping the first value of the learning rate schedule. See more "
                "details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate", stacklevel=2,
            )
        self._step_count += 1
        self._get_lr_called_within_step = True
        self.last_epoch += 1
        try:
            rates = self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            group["lr"] = rate
        self._last_lr = self.rates()


class LambdaLR(LRScheduler):
    """The first rate times `lr_lambda(epoch)`; or a function for each group. Raises ValueError for too few."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1) -> None:
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * count
        if len(self.lr_lambdas) != count:
            raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> dict:
        """The same; of a function nothing is kept, of another object that is called what it knows."""
        kept = [None if isinstance(one, types.FunctionType) else vars(one).copy() for one in self.lr_lambdas]
        state = super().state_dict()
        del state["lr_lambdas"]
        return {**state, "lr_lambdas": kept}

    def load_state_dict(self, state_dict) -> None:
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for own, kept in zip(self.lr_lambdas, state_dict["lr_lambdas"]):
            if kept is not None:
                vars(own).update(kept)

    def next_rates(self):
        return [base * factor(self.last_epoch) for factor, base in zip(self.lr_lambdas, self.base_lrs, strict=True)]


class StepLR(LRScheduler):
    """A rate that is multiplied by `gamma` every `step_size` epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def next_rates(self):
        here = self.last_epoch != 0 and self.last_epoch % self.step_size == 0
        return [rate * self.gamma for rate in self.rates()] if here else self.rates()


class ExponentialLR(LRScheduler):
    """A rate that is multiplied by `gamma` every epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def next_rates(self):
        return self.rates() if self._is_initial else [rate * self.gamma for rate in self.rates()]


class CosineAnnealingLR(LRScheduler):
    """A rate that goes down to `eta_min` in `T_max` epochs along half a wave, and up again."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1) -> None:
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def next_rates(self):
        if self._is_initial:
            return self.rates()
        epoch, span, low = self.last_epoch, self.T_max, self.eta_min
        heights = [1 + math.cos(math.pi * place / span) for place in (epoch, epoch - 1)]
        if (epoch - 1 - span) % (2 * span) == 0:  # at the lowest place there is nothing to multiply
            return [rate + (base - low) * (1 - math.cos(math.pi / span)) / 2
                    for rate, base in zip(self.rates(), self.base_lrs)]
        return [heights[0] / heights[1] * (rate - low) + low for rate in self.rates()]


optim.lr_scheduler = sys.modules[f"{optim.__name__}.lr_scheduler"] = sys.modules[__name__]
