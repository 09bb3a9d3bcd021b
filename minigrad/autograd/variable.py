"""torch.autograd.variable's names, as code from 2018 imports them."""

from minigrad.legacy import Variable, VariableMeta

__all__ = ["Variable", "VariableMeta"]
