"""More modules, in the pattern of chapter 13: functions between layers, and losses."""

from minigrad.core.tensors import Tensor
from minigrad.library.shapes import flatten
from minigrad.nn import functional as F
from minigrad.nn.modules import Module


class Around(Module):
    """A module around a function, which it calls with its inputs and, by name, with its options. Weights are buffers.

    shown  those that are printed; `inplace` is where it is chosen
    """

    shown = ""

    def __init_subclass__(cls, function=None, shown=None, **others):
        super().__init_subclass__(**others)
        cls.function = cls.function if function is None else staticmethod(function)
        cls.shown = cls.shown if shown is None else shown

    def __init__(self, **options) -> None:
        super().__init__()
        self.options = tuple(options)
        for name, value in options.items():
            (self.register_buffer if name.endswith("weight") else self.__setattr__)(name, value)

    def forward(self, *inputs) -> Tensor:
        return self.function(*inputs, **{name: getattr(self, name) for name in self.options})

    def extra_repr(self) -> str:
        chosen = ["inplace=True"] * getattr(self, "inplace", False)
        return ", ".join([f"{name}={getattr(self, name)!r}" for name in self.shown.split()] + chosen)


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


class Flatten(Around, function=flatten, shown="start_dim end_dim"):
    """Several dimensions become one. (n, 2, 3) -> (n, 6)"""

    def __init__(self, start_dim=1, end_dim=-1) -> None:
        super().__init__(start_dim=start_dim, end_dim=end_dim)


class Softmax(Around, function=F.softmax, shown="dim"):
    """Scores become probabilities: along `dim` they add up to 1."""

    def __init__(self, dim=None) -> None:
        super().__init__(dim=dim)


class LogSoftmax(Softmax, function=F.log_softmax):
    """The logarithms of these probabilities."""


class LeakyReLU(Around, function=F.leaky_relu, shown="negative_slope"):
    """Each entry x where it is positive, else x times `negative_slope`."""

    def __init__(self, negative_slope=0.01, inplace=False) -> None:
        super().__init__(negative_slope=negative_slope, inplace=inplace)


class ELU(Around, function=F.elu, shown="alpha"):
    """Each entry x where it is positive, else alpha (e^x - 1)."""

    def __init__(self, alpha=1.0, inplace=False) -> None:
        super().__init__(alpha=alpha, inplace=inplace)


class GELU(Around, function=F.gelu, shown="approximate"):
    """A smooth relu: each entry x times the share of the normal distribution below x."""

    def __init__(self, approximate="none") -> None:
        super().__init__(approximate=approximate)


class SiLU(Around, function=F.silu):
    """Each entry x times sigmoid(x)."""

    def __init__(self, inplace=False) -> None:
        super().__init__(inplace=inplace)


class Softplus(Around, function=F.softplus, shown="beta threshold"):
    """ln(1 + e^(beta x)) / beta for each entry x, and x itself where beta x is beyond the threshold."""

    def __init__(self, beta=1.0, threshold=20.0) -> None:
        super().__init__(beta=beta, threshold=threshold)


class L1Loss(Around, function=F.l1_loss):
    """The mean distance between guesses and targets: for numbers, with a few that are far off."""

    def __init__(self, *, reduction="mean") -> None:
        super().__init__(reduction=reduction)


class NLLLoss(Around, function=F.nll_loss):
    """How surprised logarithms of probabilities are by the labels. (n, classes), (n,) -> ()"""

    def __init__(self, weight=None, *, ignore_index=-100, reduction="mean") -> None:
        super().__init__(weight=weight, ignore_index=ignore_index, reduction=reduction)


class BCELoss(Around, function=F.binary_cross_entropy):
    """How surprised probabilities are by answers of yes (1) and no (0), entry by entry."""

    def __init__(self, weight=None, *, reduction="mean") -> None:
        super().__init__(weight=weight, reduction=reduction)


class BCEWithLogitsLoss(Around, function=F.binary_cross_entropy_with_logits):
    """How surprised scores are by answers of yes (1) and no (0), entry by entry."""

    def __init__(self, weight=None, *, reduction="mean", pos_weight=None) -> None:
        super().__init__(weight=weight, pos_weight=pos_weight, reduction=reduction)


class HuberLoss(Around, function=F.huber_loss):
    """Half the squared differences, and beyond `delta` distances: for numbers, with a few that are far off."""

    def __init__(self, reduction="mean", delta=1.0) -> None:
        super().__init__(reduction=reduction, delta=delta)


class KLDivLoss(Around, function=F.kl_div):
    """How far a distribution, given by logarithms, is from the true one."""

    def __init__(self, *, reduction="mean", log_target=False) -> None:
        super().__init__(reduction=reduction, log_target=log_target)
