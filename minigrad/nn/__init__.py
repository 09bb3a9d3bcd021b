"""torch.nn's names: `minigrad.nn.functional`."""

from minigrad.nn import functional

__all__ = ["functional"]
