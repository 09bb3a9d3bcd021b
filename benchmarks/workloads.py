"""What is timed: each workload is a function of the library, `torch` or `minigrad`, that gives a `Work`.

The same code runs on both libraries, so it says only what the two have in common.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

GROUPS = {}


class Work(NamedTuple):
    """One step to repeat, and what it works on.

    step     forward and backward, the leaves' gradients set to None before; steps of networks give their loss
    leaves   the tensors that have their gradient in `.grad` after a step
    given    the tensors without a gradient, in the order in which the formulas in peers.py take them
    weights  the tensor that `backward` is called with
    rate     how much of its gradient a step takes off each leaf at the end
    """

    step: Callable[[], Any]
    leaves: list
    given: tuple = ()
    weights: Any = None
    rate: float = 0.0


def workload(group):
    """Note a workload under the name of its group."""

    def note(make):
        GROUPS.setdefault(group, {})[make.__name__] = make
        return make

    return note


def cleared(leaves):
    for leaf in leaves:
        leaf.grad = None


# The documents' examples


@workload("the documents' examples")
def mean_of_squares(torch):
    """x + 2, times itself, times 3, the mean: the first example of autograd tutorials."""
    x = torch.ones(2, 2, requires_grad=True)

    def step():
        x.grad = None
        y = x + 2
        z = y * y * 3
        z.mean().backward()

    return Work(step, [x])


@workload("the documents' examples")
def two_weights(torch):
    """Document 004: y = x w1 w2, and the derivative of a difference."""
    x, w1, w2 = (torch.tensor(value, requires_grad=True) for value in (2.0, -3.0, 5.0))

    def step():
        cleared([x, w1, w2])
        hidden = x * w1
        y = hidden * w2
        (6 - y).backward()

    return Work(step, [x, w1, w2])


@workload("the documents' examples")
def weighted_backward(torch):
    """A result with several entries, and a gradient argument."""
    x, weights = torch.tensor([1.0, 2.0, 3.0], requires_grad=True), torch.tensor([0.1, 1.0, 0.01])

    def step():
        x.grad = None
        y = x * 2
        y = y * y + x
        y.backward(weights)

    return Work(step, [x], weights=weights)


@workload("the documents' examples")
def power_and_sum(torch):
    """z = sum of x^2 + y^3 for two leaves."""
    x, y = torch.tensor([2.0, 3.0], requires_grad=True), torch.tensor([1.0, -1.0], requires_grad=True)

    def step():
        cleared([x, y])
        (x**2 + y**3).sum().backward()

    return Work(step, [x, y])


@workload("the documents' examples")
def twice_with_retained_graph(torch):
    """Two backward passes through one graph: gradients add up."""
    x = torch.tensor([1.0, 2.0], requires_grad=True)

    def step():
        x.grad = None
        y = (x * x).sum()
        y.backward(retain_graph=True)
        y.backward()

    return Work(step, [x])


@workload("the documents' examples")
def custom_function(torch):
    """An operation with a rule of one's own."""

    class Line(torch.autograd.Function):
        @staticmethod
        def forward(ctx, w, x, b):
            ctx.save_for_backward(w, x)
            return w * x + b

        @staticmethod
        def backward(ctx, grad):
            w, x = ctx.saved_tensors
            return grad * x, grad * w, grad

    x = torch.ones(3)
    w, b = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)

    def step():
        cleared([w, b])
        Line.apply(w, x, b).sum().backward()

    return Work(step, [w, b], (x,))


# Scalar expressions


@workload("scalar expressions (0-d)")
def polynomial(torch):
    a, b = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)

    def step():
        cleared([a, b])
        c = a * b + b**3
        d = c * 2 + c
        (d / a - b).backward()

    return Work(step, [a, b])


@workload("scalar expressions (0-d)")
def neuron(torch):
    leaves = [torch.tensor(value, requires_grad=True) for value in (2.0, 0.5, -3.0, 1.0, 6.88)]

    def step():
        cleared(leaves)
        x1, x2, w1, w2, b = leaves
        (x1 * w1 + x2 * w2 + b).tanh().backward()

    return Work(step, leaves)


# Single operations, 4 elements


def single(name, operation, inputs=1):
    def make(torch):
        leaves = [torch.tensor([0.5, 0.7, 1.1, 1.3], requires_grad=True) for _ in range(inputs)]
        ones = torch.ones(4)

        def step():
            cleared(leaves)
            operation(*leaves).backward(ones)

        return Work(step, leaves, weights=ones)

    make.__name__ = name
    workload("single operations, 4 elements")(make)


single("add", lambda x, y: x + y, 2)
single("sub", lambda x, y: x - y, 2)
single("mul", lambda x, y: x * y, 2)
single("div", lambda x, y: x / y, 2)
single("neg", lambda x: -x)
single("times_a_number", lambda x: x * 2.5)
single("power", lambda x: x**2)
single("exp", lambda x: x.exp())
single("log", lambda x: x.log())
single("tanh", lambda x: x.tanh())
single("relu", lambda x: x.relu())
single("view", lambda x: x.view(2, 2).view(4))


# PyTorch's interface around the operations: hooks, views, writing in place


def interface(name, operation):
    def make(torch):
        x = torch.tensor([[0.5, 0.7, 1.1], [1.3, 1.7, 1.9]], requires_grad=True)

        def step():
            x.grad = None
            operation(x).sum().backward()

        return Work(step, [x])

    make.__name__ = name
    workload("torch API: hooks, views, in place")(make)


def tensor_hook(x):
    y = x * x
    y.register_hook(lambda grad: grad * 2)
    return y * 3


def node_hook(x):
    y = x * x
    y.grad_fn.register_hook(lambda inputs, outputs: None)
    return y * 3


def kept_gradient(x):
    y = x * x
    y.retain_grad()
    return y * 3


def in_place(x):
    y = x * 2
    y += 1
    y *= x
    return y


def row_written(x):
    y = x * 2
    y[0] = x[1]
    return y


def view_written(x):
    y = x * 2
    y.t()[0] *= 3
    return y


interface("tensor_hook", tensor_hook)
interface("node_hook", node_hook)
interface("kept_gradient", kept_gradient)
interface("rows", lambda x: x[0] * x[1])
interface("turned_and_stretched", lambda x: x.t().unsqueeze(0).expand(4, 3, 2) * 2)
interface("in_place", in_place)
interface("row_written", row_written)
interface("view_written", view_written)


# 1,000-deep chains


def chain(name, operation):
    def make(torch):
        x, w, ones = torch.ones(4, requires_grad=True), torch.ones(4), torch.ones(4)

        def step():
            x.grad = None
            y = x
            for _ in range(1000):
                y = operation(y, w)
            y.backward(ones)

        return Work(step, [x], (w,), ones)

    make.__name__ = name
    workload("1,000-deep chains")(make)


chain("adding", lambda y, w: y + w)
chain("multiplying", lambda y, w: y * w)
chain("tanh_of_tanh", lambda y, w: y.tanh())


# Fan-in and diamonds


@workload("fan-in 10,000 leaves, diamonds")
def fan_in(torch):
    leaves = [torch.ones(4, requires_grad=True) for _ in range(10_000)]

    def step():
        cleared(leaves)
        total = leaves[0]
        for leaf in leaves[1:]:
            total = total + leaf
        total.sum().backward()

    return Work(step, leaves)


@workload("fan-in 10,000 leaves, diamonds")
def diamonds(torch):
    x = torch.ones(4, requires_grad=True)

    def step():
        x.grad = None
        y = x
        for _ in range(500):
            y = y * 0.5 + y * 0.5
        y.sum().backward()

    return Work(step, [x])


# A training step of a network


def learn(torch, leaves, rate):
    with torch.no_grad():
        for leaf in leaves:
            leaf.sub_(leaf.grad * rate)


def network(torch, sizes, batch, act, rate=0.01):
    torch.manual_seed(0)
    layers = []
    for m, n in zip(sizes, sizes[1:]):
        layers.append(((torch.randn(m, n) / m**0.5).requires_grad_(), torch.zeros(n, requires_grad=True)))
    leaves = [leaf for layer in layers for leaf in layer]
    x, target = torch.randn(batch, sizes[0]), torch.randn(batch, sizes[-1])

    def step():
        cleared(leaves)
        h = x
        for k, (w, b) in enumerate(layers):
            h = h @ w + b
            if k < len(layers) - 1:
                h = act(h)
        loss = ((h - target) ** 2).mean()
        loss.backward()
        learn(torch, leaves, rate)
        return loss

    return Work(step, leaves, (x, target), rate=rate)


@workload("training step of a network")
def mlp_784_256_128_10(torch):
    return network(torch, (784, 256, 128, 10), 64, lambda h: h.relu())


@workload("training step of a network")
def mlp_2_16_16_1(torch):
    return network(torch, (2, 16, 16, 1), 32, lambda h: h.tanh())


# Large elementwise


def large(name, n, operation):
    def make(torch, n=n):
        torch.manual_seed(0)
        x = torch.rand(n).requires_grad_()

        def step():
            x.grad = None
            operation(x).sum().backward()

        return Work(step, [x])

    make.__name__ = name
    workload("large elementwise")(make)


large("tanh_exp_1e5", 100_000, lambda x: x.tanh() * x + x.exp())
large("tanh_exp_1e6", 1_000_000, lambda x: x.tanh() * x + x.exp())
large("sigmoid_log_1e6", 1_000_000, lambda x: x.sigmoid() * (x + 1).log())
large("arithmetic_1e7", 10_000_000, lambda x: (x * x + x).tanh())


# Reductions and broadcasting


def matrix(name, operation, inputs=1):
    def make(torch):
        torch.manual_seed(0)
        leaves = [torch.rand(rows, 1000).requires_grad_() for rows in (1000, 1)[:inputs]]

        def step():
            cleared(leaves)
            operation(*leaves).backward()

        return Work(step, leaves)

    make.__name__ = name
    workload("reductions, broadcasting (1000x1000)")(make)


matrix("sum_all", lambda x: x.sum())
matrix("sum_rows_mean", lambda x: x.sum(1).mean())
matrix("mean_of_squares_of_columns", lambda x: (x.mean(0) ** 2).sum())
matrix("row_added", lambda x, row: (x + row).sum(), 2)
matrix("row_multiplied", lambda x, row: (x * row).sum(), 2)


# Double backward


@workload("double backward")
def second_derivative(torch):
    x = torch.tensor([0.5, 1.0, 1.5, 2.0], requires_grad=True)

    def step():
        y = (x**3 + x.exp() * x).sum()
        (first,) = torch.autograd.grad(y, x, create_graph=True)
        (x.grad,) = torch.autograd.grad(first.sum(), x)

    return Work(step, [x])


@workload("double backward")
def gradient_penalty(torch):
    torch.manual_seed(0)
    w, x = torch.randn(8, 8, requires_grad=True), torch.randn(4, 8, requires_grad=True)

    def step():
        cleared([w, x])
        y = (x @ w).tanh().sum()
        (slope,) = torch.autograd.grad(y, x, create_graph=True)
        (slope * slope).sum().backward()

    return Work(step, [w, x])


# A block of a transformer


@workload("transformer block")
def transformer_block(torch, batch=8, places=32, channels=64, heads=4):
    """Attention and a small network, each on normalised input and added to it: forward, backward, update."""
    torch.manual_seed(0)
    x, target = torch.randn(batch, places, channels), torch.randn(batch, places, channels)
    shapes = [(channels, 3 * channels), (channels, channels), (channels, 4 * channels), (4 * channels, channels)]
    weights = [(torch.randn(m, n) / m**0.5).requires_grad_() for m, n in shapes]
    offsets = [torch.zeros(n, requires_grad=True) for _, n in shapes]
    scales = [torch.ones(channels, requires_grad=True) for _ in range(2)]
    shifts = [torch.zeros(channels, requires_grad=True) for _ in range(2)]
    leaves, rate = weights + offsets + scales + shifts, 0.01

    def normalised(h, k):
        away = h - h.mean(-1, keepdim=True)
        return away / (h.var(-1, unbiased=False, keepdim=True) + 1e-5).sqrt() * scales[k] + shifts[k]

    def linear(h, k):
        return h @ weights[k] + offsets[k]

    def by_head(h):
        return h.reshape(batch, places, heads, channels // heads).transpose(1, 2)

    def step():
        cleared(leaves)
        q, k, v = (by_head(part) for part in linear(normalised(x, 0), 0).chunk(3, -1))
        attention = (q @ k.transpose(-2, -1) / (channels // heads) ** 0.5).softmax(-1)
        h = x + linear((attention @ v).transpose(1, 2).reshape(batch, places, channels), 1)
        h = h + linear(linear(normalised(h, 1), 2).relu(), 3)
        loss = ((h - target) ** 2).mean()
        loss.backward()
        learn(torch, leaves, rate)
        return loss

    return Work(step, leaves, (x, target), rate=rate)
