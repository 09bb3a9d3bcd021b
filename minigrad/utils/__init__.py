"""torch.utils's names, `minigrad.utils.data`; and what joins `minigrad.optim`: more optimizers, and schedules."""

from minigrad.utils import optimizers, lr_scheduler, data, hooks  # noqa: F401 - in order

__all__ = ["data", "hooks"]


def __dir__():
    return __all__
