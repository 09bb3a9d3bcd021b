"""torch.autograd.gradcheck's names. As in PyTorch, the function hides the module: `autograd.gradcheck` is callable."""

from minigrad.gradcheck import GradcheckError, gradcheck, gradgradcheck

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]
