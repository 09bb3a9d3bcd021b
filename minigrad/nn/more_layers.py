"""More modules, in the pattern of chapter 13: functions between layers, and losses."""

from minigrad.core.tensors import Tensor
from minigrad.nn import functional as F
from minigrad.nn.modules import Module


class Identity(Module):
    """Hands its input on, whatever it was made with."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__()

    def forward(self, input) -> Tensor:
        return input


class Sigmoid(Module):
    """Each entry x as 1 / (1 + e^-x), between 0 and 1."""

    def forward(self, input) -> Tensor:
        return F.sigmoid(input)


class Shown(Module):
    """A layer whose options are printed: those in `shown`, and `inplace` where it is chosen."""

    shown = ()

    def extra_repr(self) -> str:
        chosen = ["inplace=True"] * getattr(self, "inplace", False)
        return ", ".join([f"{name}={getattr(self, name)}" for name in self.shown] + chosen)


class Flatten(Shown):
    """Several dimensions become one. (n, 2, 3) -> (n, 6)"""

    shown = "start_dim", "end_dim"

    def __init__(self, start_dim=1, end_dim=-1) -> None:
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input) -> Tensor:
        return input.flatten(self.start_dim, self.end_dim)


class Softmax(Shown):
    """Scores become probabilities: along `dim` they add up to 1."""

    shown = ("dim",)

    def __init__(self, dim=None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input) -> Tensor:
        return F.softmax(input, self.dim)


class LogSoftmax(Softmax):
    """The logarithms of these probabilities."""

    def forward(self, input) -> Tensor:
        return F.log_softmax(input, self.dim)


class LeakyReLU(Shown):
    """Each entry x where it is positive, else x times `negative_slope`."""

    shown = ("negative_slope",)

    def __init__(self, negative_slope=0.01, inplace=False) -> None:
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input) -> Tensor:
        return F.leaky_relu(input, self.negative_slope, self.inplace)


class ELU(Shown):
    """Each entry x where it is positive, else alpha (e^x - 1)."""

    shown = ("alpha",)

    def __init__(self, alpha=1.0, inplace=False) -> None:
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input) -> Tensor:
        return F.elu(input, self.alpha, self.inplace)


class SiLU(Shown):
    """Each entry x times sigmoid(x)."""

    def __init__(self, inplace=False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input) -> Tensor:
        return F.silu(input, self.inplace)


class Softplus(Shown):
    """ln(1 + e^(beta x)) / beta for each entry x, and x itself where beta x is beyond the threshold."""

    shown = "beta", "threshold"

    def __init__(self, beta=1.0, threshold=20.0) -> None:
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input) -> Tensor:
        return F.softplus(input, self.beta, self.threshold)


class NLLLoss(Module):
    """How surprised logarithms of probabilities are by the labels. (n, classes), (n,) -> ()"""

    def __init__(self, weight=None, *, ignore_index=-100, reduction="mean") -> None:
        super().__init__()
        self.register_buffer("weight", weight)
        self.ignore_index, self.reduction = ignore_index, reduction

    def forward(self, input, target) -> Tensor:
        return F.nll_loss(input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


class BCELoss(Module):
    """How surprised probabilities are by answers of yes (1) and no (0), entry by entry."""

    def __init__(self, weight=None, *, reduction="mean") -> None:
        super().__init__()
        self.register_buffer("weight", weight)
        self.reduction = reduction

    def forward(self, input, target) -> Tensor:
        return F.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


class HuberLoss(Module):
    """Half the squared differences, and beyond `delta` distances: for numbers, with a few that are far off."""

    def __init__(self, reduction="mean", delta=1.0) -> None:
        super().__init__()
        self.reduction, self.delta = reduction, delta

    def forward(self, input, target) -> Tensor:
        return F.huber_loss(input, target, self.reduction, self.delta)


class KLDivLoss(Module):
    """How far a distribution, given by logarithms, is from the true one."""

    def __init__(self, *, reduction="mean", log_target=False) -> None:
        super().__init__()
        self.reduction, self.log_target = reduction, log_target

    def forward(self, input, target) -> Tensor:
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)
