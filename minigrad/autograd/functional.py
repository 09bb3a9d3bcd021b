"""torch.autograd.functional's names: `minigrad.autograd.functional.jacobian` and its neighbours."""

from minigrad.functional import hessian, hvp, jacobian, jvp, vhp, vjp

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]
