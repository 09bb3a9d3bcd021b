# Made by tools/stubs.py from minigrad.nn.utils: change it there.
from minigrad.core.tensors import Tensor
from typing import Any

def gradients(parameters) -> list[Tensor]:
    """The gradients of a tensor, or of several, where there are any."""
def clip_grad_norm_(parameters, max_norm, norm_type=..., error_if_nonfinite=..., foreach=...) -> Tensor:
    """Make all gradients smaller by the same factor where they, as one vector, are longer than `max_norm`."""
def clip_grad_value_(parameters, clip_value, foreach=...) -> Any:
    """Cut off every entry of the gradients below -clip_value and above clip_value."""
