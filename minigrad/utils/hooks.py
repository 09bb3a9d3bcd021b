"""torch.utils.hooks's name for what a registration of a function gives back."""

from minigrad.autograd.hooks import RemovableHandle

__all__ = ["RemovableHandle"]
