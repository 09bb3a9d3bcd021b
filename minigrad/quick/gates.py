from minigrad.core.tensors import Tensor


def usual(input, other):
    """Whether two operands may take the short way: both are tensors, of one floating point dtype."""
    return (
        isinstance(input, Tensor) and isinstance(other, Tensor)
        and input.array.dtype == other.array.dtype and input.array.dtype.kind == "f"
    )


def acts_plainly(node):
    """Whether the short walk may let this node act: it calls nobody else's functions."""
    return node._hooks is None and node.speaks_arrays and len(node._outputs) == 1
