# Made by tools/stubs.py from minigrad.autograd.gradients: change it there.
from typing import Any, Self, overload
def backward(tensors, grad_tensors=..., retain_graph=..., create_graph=..., grad_variables=..., inputs=...) -> None:
    """Add d(tensors)/d(leaf) to `.grad` of every leaf the tensors depend on, or of `inputs`."""
def grad(outputs, inputs, grad_outputs=..., retain_graph=..., create_graph=..., allow_unused=..., materialize_grads=...) -> tuple[Any, ...]:
    """A tuple: the gradient of the outputs' sum for each of the inputs. No `.grad` is touched."""
def __getattr__(name: str) -> Any: ...
