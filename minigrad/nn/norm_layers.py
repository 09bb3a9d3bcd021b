"""Modules that make numbers alike: each column of a batch, or rows by their size alone."""

import operator

from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import int64
from minigrad.library.constructors import ones, zeros
from minigrad.nn.functional import batch_norm, layer_norm, rms_norm
from minigrad.nn.init import ones_, zeros_
from minigrad.nn.modules import Module, Parameter


class Scaling(Module):
    """What modules that make numbers alike have in common: factors and shifts to learn, from 1 and 0 on, or None."""

    def learn(self, shape, device, dtype, **wanted):
        """Set the parameters of these names, "weight" and "bias", where they are wanted."""
        for name, want in wanted.items():
            start = ones if name == "weight" else zeros
            setattr(self, name, Parameter(start(shape, device=device, dtype=dtype)) if want else None)

    def reset_parameters(self) -> None:
        """The factors are 1 again, and the shifts 0."""
        for name, start in ("weight", ones_), ("bias", zeros_):
            if getattr(self, name, None) is not None:
                start(getattr(self, name))


def rows_of(normalized_shape):
    """The sizes of the last dimensions, which count as a row: several, or that of the last alone."""
    several = hasattr(normalized_shape, "__iter__")
    return tuple(normalized_shape) if several else (operator.index(normalized_shape),)


class LayerNorm(Scaling):
    """Each row gets the mean 0 and the spread 1, then a factor and a shift for each place, to be learned.

    normalized_shape  the sizes of the last dimensions, or of the last: what counts as a row
    elementwise_affine, bias  whether there are factors, and with them shifts
    """

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None) -> None:
        super().__init__()
        self.normalized_shape, self.eps = rows_of(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        self.learn(self.normalized_shape, device, dtype, weight=elementwise_affine, bias=elementwise_affine and bias)

    def forward(self, input) -> Tensor:
        return layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        shape, bias = self.normalized_shape, self.bias is not None
        return f"{shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, bias={bias}"


class BatchNorm1d(Scaling):
    """Each column gets the mean 0 and the spread 1 of its batch, then a factor and a shift, to be learned.

    In use (`eval`) it takes the running mean and spread that it has followed while it was trained.
    momentum             how far these move with each batch; None: they are the plain means of all batches
    affine, bias         whether there are factors, and with them shifts
    track_running_stats  without it each batch has its own, in use as well
    Raises ValueError for an input that has no columns.
    """

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None,
        *, bias=True,
    ) -> None:
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        options = {"device": device, "dtype": dtype}
        self.learn(num_features, **options, weight=affine, bias=affine and bias)
        tracked = (zeros(num_features, **options), ones(num_features, **options), zeros((), dtype=int64))
        for name, buffer in zip(("running_mean", "running_var", "num_batches_tracked"), tracked):
            self.register_buffer(name, buffer if track_running_stats else None)

    def reset_running_stats(self) -> None:
        """The running numbers are as at the beginning."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """These, too: the factors are 1, and the shifts 0."""
        self.reset_running_stats()
        super().reset_parameters()

    def forward(self, input) -> Tensor:
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")
        momentum = self.momentum or 0.0
        if self.training and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            momentum = 1 / self.num_batches_tracked.item() if self.momentum is None else momentum
        running = self.running_mean, self.running_var
        if self.training and not self.track_running_stats:
            running = None, None
        training = self.training or running == (None, None)
        return batch_norm(input, *running, self.weight, self.bias, training, momentum, self.eps)

    def extra_repr(self) -> str:
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}")


class RMSNorm(Scaling):
    """Each row over the root of the mean of its squares, then a factor for each place, to be learned."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None) -> None:
        super().__init__()
        self.normalized_shape, self.eps = rows_of(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        self.learn(self.normalized_shape, device, dtype, weight=elementwise_affine)

    def forward(self, x) -> Tensor:
        return rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"
