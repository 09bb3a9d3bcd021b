"""More optimizers, in the pattern of chapter 13's: they join `minigrad.optim`."""

from minigrad import optim
from minigrad.exact.networks import refuse_outside
from minigrad.operations.leaves import zeros_like
from minigrad.optim import Adam, Optimizer, adam_step, gradients


class AdamW(Adam):
    """Adam, whose weight decay does not go through the means: each weight gets smaller by lr times its share.

    Source: Loshchilov and Hutter, 2019; PyTorch's torch/optim/adamw.py.
    """

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, *, maximize=False) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, maximize=maximize)
        for options in (self.defaults, *self.param_groups):
            options["decoupled_weight_decay"] = True

    def move(self, group) -> None:
        for parameter, grad in gradients({**group, "weight_decay": 0}):
            parameter.mul_(1 - group["lr"] * group["weight_decay"])
            adam_step(parameter, grad, self.state[parameter], group)


def rmsprop_step(parameter, grad, state, group):
    """One step: the gradient over the root of the mean of its squares, or, if `centered`, over their spread."""
    alpha, momentum, centered = group["alpha"], group["momentum"], group["centered"]
    if not state:
        names = ["square_avg", *["momentum_buffer"] * (momentum > 0), *["grad_avg"] * bool(centered)]
        state |= {"step": 0, **{name: zeros_like(grad) for name in names}}
    state["step"] += 1
    square = state["square_avg"].mul_(alpha).add_((1 - alpha) * grad * grad)
    if centered:
        mean = state["grad_avg"]
        mean.add_((1 - alpha) * (grad - mean))
        square = square - mean * mean
    direction = grad / (square.sqrt() + group["eps"])
    if momentum > 0:
        direction = state["momentum_buffer"].mul_(momentum).add_(direction)
    parameter.sub_(group["lr"] * direction)


class RMSprop(Optimizer):
    """Steps of about the size `lr` in each parameter, from the gradient and the mean size of those before.

    Source: Hinton's lectures, 2012; PyTorch's torch/optim/rmsprop.py.
    """

    def __init__(
        self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False,
        foreach=None, maximize=False, differentiable=False,
    ) -> None:
        options = {"lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered}
        names = {"lr": "learning rate", "eps": "epsilon value", "momentum": "momentum value",
                 "weight_decay": "weight_decay value", "alpha": "alpha value"}
        options |= {"weight_decay": weight_decay, "capturable": capturable, "foreach": foreach}
        for option, name in names.items():
            refuse_outside(name, options[option])
        super().__init__(params, {**options, "maximize": maximize, "differentiable": differentiable})

    def move(self, group) -> None:
        for parameter, grad in gradients(group):
            rmsprop_step(parameter, grad, self.state[parameter], group)


optim.AdamW, optim.RMSprop = AdamW, RMSprop
