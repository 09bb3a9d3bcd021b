"""Fifty steps of training, asked of real PyTorch by `tools/record.py`, and of minigrad by `test_optim.py`.

Each program starts from a seed, so the weights at its start are recorded, too: by what they lead to.
"""
from itertools import repeat

from rounding import rounded

from minigrad.teach.data import digits, two_moons

STEPS = 50


def classifier(torch, activation="ReLU"):
    """200 digits, and a network of two layers that reads them."""
    pictures, labels = digits()
    torch.manual_seed(13)
    model = torch.nn.Sequential(torch.nn.Linear(64, 16), getattr(torch.nn, activation)(), torch.nn.Linear(16, 10))
    inputs, targets = torch.tensor(pictures[:200]), torch.tensor(labels[:200])
    return model, inputs, targets, torch.nn.CrossEntropyLoss()


def regression(torch):
    """From one half circle of the two moons: the height of a point from its place on the line."""
    points, labels = two_moons()
    torch.manual_seed(13)
    model = torch.nn.Sequential(torch.nn.Linear(1, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1, bias=False))
    moon = torch.tensor(points[labels == 0])
    return model, moon[:, :1], moon[:, 1:], torch.nn.MSELoss()


# name: (problem, optimizer, its options, and perhaps a schedule and its own); as they are written in PyTorch
PROGRAMS = {
    "SGD": (classifier, "SGD", {"lr": 0.5}),
    "SGD, default": (regression, "SGD", {}),
    "SGD, momentum": (classifier, "SGD", {"lr": 0.1, "momentum": 0.9}),
    "SGD, weight decay": (classifier, "SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.01}),
    "SGD, Nesterov": (classifier, "SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    "SGD, dampening": (regression, "SGD", {"lr": 0.05, "momentum": 0.9, "dampening": 0.5}),
    "SGD, maximize": (regression, "SGD", {"lr": 0.001, "maximize": True}),
    "Adam": (classifier, "Adam", {"lr": 0.01}),
    "Adam, default": (classifier, "Adam", {}),
    "Adam, weight decay": (regression, "Adam", {"lr": 0.01, "weight_decay": 0.1}),
    "Adam, betas": (regression, "Adam", {"lr": 0.01, "betas": (0.5, 0.9), "eps": 1e-3}),
    "AdamW": (classifier, "AdamW", {"lr": 0.01}),
    "AdamW, weight decay": (regression, "AdamW", {"lr": 0.01, "weight_decay": 0.5, "maximize": True}),
    "RMSprop": (classifier, "RMSprop", {"lr": 0.001}),
    "RMSprop, default": (regression, "RMSprop", {}),
    "RMSprop, centered": (regression, "RMSprop", {"lr": 0.001, "alpha": 0.9, "eps": 1e-3, "centered": True}),
    "RMSprop, momentum": (regression, "RMSprop", {"lr": 0.001, "momentum": 0.9, "weight_decay": 0.1}),
    "StepLR": (classifier, "SGD", {"lr": 0.5}, "StepLR", {"step_size": 7}),
    "ExponentialLR": (regression, "Adam", {"lr": 0.1}, "ExponentialLR", {"gamma": 0.9}),
    "CosineAnnealingLR": (classifier, "SGD", {"lr": 0.5}, "CosineAnnealingLR", {"T_max": 10, "eta_min": 0.01}),
    "LambdaLR": (regression, "AdamW", {"lr": 0.1}, "LambdaLR", {"lr_lambda": lambda epoch: 1 / (epoch + 1)}),
}
KINDS = ("float64", "float32")
SHOWN = (0, 1, 2, 5, 10, 20, 35, STEPS)  # the losses that are recorded


def trained(torch, program, kind):
    """The loss before each of the fifty steps, and after the last; then the mean size of each parameter."""
    problem, optimizer, options, *schedule = PROGRAMS[program]
    model, inputs, targets, loss_of = problem(torch)
    dtype = getattr(torch, kind)
    model = model.double() if kind == "float64" else model
    inputs, targets = inputs.to(dtype), targets.to(dtype) if problem is regression else targets
    optimizer = getattr(torch.optim, optimizer)(model.parameters(), **options)
    scheduler = getattr(torch.optim.lr_scheduler, schedule[0])(optimizer, **schedule[1]) if schedule else None
    losses = []
    for _ in repeat(None, STEPS):
        optimizer.zero_grad()
        loss = loss_of(model(inputs), targets)
        loss.backward()
        optimizer.step()
        if scheduler is not None:
            scheduler.step()
        losses.append(loss.item())
    losses.append(loss_of(model(inputs), targets).item())
    return losses + [parameter.detach().abs().mean().item() for parameter in model.parameters()]


def shown(numbers):
    """Of the numbers of `trained` those that are recorded."""
    return [numbers[step] for step in SHOWN] + numbers[STEPS + 1:]


def ask(torch):
    """{program: numbers in float64 to 9 decimals}; processors differ in the 15th."""
    return {program: " ".join(rounded(number, ".9f", 1e-13) for number in shown(trained(torch, program, "float64")))
            for program in PROGRAMS}


def apart(old, new):
    """The largest difference between two lists of numbers; infinity where they cannot be compared."""
    if len(old) != len(new):
        return float("inf")
    return max(abs(one - other) for one, other in zip(old, new))
