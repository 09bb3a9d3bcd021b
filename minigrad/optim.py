"""Chapter 13. Optimizers: what to do with the gradients, so that the loss goes down."""

import math
from collections import defaultdict

from minigrad.autograd.grad_mode import enable_grad, no_grad
from minigrad.exact.networks import refuse_group, refuse_one_tensor, refuse_outside
from minigrad.nn.checkpoints import load_optimizer_state, optimizer_state
from minigrad.nn.state import clear, optimizer_text
from minigrad.operations.leaves import zeros_like


def sgd_step(pairs, lr):
    """Subtract lr times its direction from each parameter, in place and unrecorded."""
    with no_grad():
        for parameter, direction in pairs:
            parameter.sub_(lr * direction)


class Optimizer:
    """Holds parameters in groups, each with its options; a subclass says how a group moves.

    params    tensors, or dicts {"params": tensors, "lr": 0.01, ...} with options of their own
    defaults  the options of groups that say nothing else
    Raises ValueError or TypeError for what cannot be optimized.
    Source: PyTorch's torch/optim/optimizer.py.
    """

    def __init__(self, params, defaults):
        groups = refuse_one_tensor(params)
        self.defaults, self.state, self.param_groups = defaults, defaultdict(dict), []
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        """Take over more parameters, {"params": tensors, "lr": 0.01, ...}."""
        params = refuse_group(param_group, self.param_groups)
        group = {**param_group, "params": params}
        self.param_groups.append(group | {**self.defaults, **group})

    def zero_grad(self, set_to_none=True):
        """Empty `.grad` of every parameter: None, or zeros."""
        for group in self.param_groups:
            clear(group["params"], set_to_none)

    @no_grad()
    def step(self, closure=None):
        """Change every parameter that has a gradient, in place.

        closure  computes the loss and its gradients, and returns the loss, which is handed on
        """
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            self.move(group)
        return loss

    __repr__ = optimizer_text


def gradients(group):
    """(parameter, its gradient) of each parameter that has one; with weight decay it also pulls towards 0."""
    for parameter in group["params"]:
        if parameter.grad is not None:
            grad = -parameter.grad if group["maximize"] else parameter.grad
            if group["weight_decay"] != 0:
                grad = grad + group["weight_decay"] * parameter
            yield parameter, grad


def rolled(grad, state, group):
    """The gradient, and with momentum a part of those before: a ball that keeps rolling."""
    momentum = group["momentum"]
    if momentum == 0:
        return grad
    if "momentum_buffer" not in state:
        buffer = state["momentum_buffer"] = grad.clone()
    else:
        buffer = state["momentum_buffer"].mul_(momentum).add_((1 - group["dampening"]) * grad)
    return grad + momentum * buffer if group["nesterov"] else buffer


class SGD(Optimizer):
    """Gradient descent: each parameter moves lr times its gradient downhill, with momentum if you like.

    Source: PyTorch's torch/optim/sgd.py.
    """

    def __init__(
        self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False,
        *, maximize=False,
    ):
        refuse_outside("learning rate", lr)
        refuse_outside("momentum value", momentum)
        refuse_outside("weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening,
            "weight_decay": weight_decay, "nesterov": nesterov, "maximize": maximize, **ONE_WAY,
        })

    def move(self, group):
        pairs = [(p, rolled(grad, self.state[p], group)) for p, grad in gradients(group)]
        sgd_step(pairs, group["lr"])


def adam_step(parameter, grad, state, group):
    """One step: the mean of the gradients over the root of the mean of their squares."""
    if not state:
        state |= {"step": 0, "exp_avg": zeros_like(grad), "exp_avg_sq": zeros_like(grad)}
    state["step"] += 1
    mean, square = state["exp_avg"], state["exp_avg_sq"]
    (beta1, beta2), step = group["betas"], state["step"]
    mean.mul_(beta1).add_((1 - beta1) * grad)
    square.mul_(beta2).add_((1 - beta2) * grad * grad)
    # Both means start at 0, so they are too small at first: the powers make up for it.
    root = square.sqrt() / math.sqrt(1 - beta2**step) + group["eps"]
    parameter.sub_(group["lr"] / (1 - beta1**step) * (mean / root))


class Adam(Optimizer):
    """Steps of about the size `lr` in each parameter, however large its gradients are.

    Source: Kingma and Ba, 2015; PyTorch's torch/optim/adam.py.
    """

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
        *, maximize=False,
    ):
        refuse_outside("learning rate", lr)
        refuse_outside("epsilon value", eps)
        for index, beta in enumerate(betas):
            refuse_outside(f"beta parameter at index {index}", beta, below=1)
        refuse_outside("weight_decay value", weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "amsgrad": False, "maximize": maximize, "capturable": False,
            "decoupled_weight_decay": False, **ONE_WAY,
        })

    def move(self, group):
        for p, grad in gradients(group):
            adam_step(p, grad, self.state[p], group)


# PyTorch's choices between its own ways to compute a step; here there is one way.
ONE_WAY = {"foreach": None, "differentiable": False, "fused": None}

Optimizer.state_dict, Optimizer.load_state_dict = optimizer_state, load_optimizer_state
