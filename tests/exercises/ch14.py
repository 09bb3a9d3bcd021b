"""Chapter 14: right answers that are not the solution, and what more wrong answers are told.

The wrong answers that each have a hint of their own are in `14.txt`.
"""

FATE = """
fate = {{
    "Variable(x)": "{}",
    "Variable(x, volatile=True)": "{}",
    "FloatTensor([1, 2])": "{}",
    "loss.data[0]": "{}",
    "loss.backward(retain_variables=True)": "{}",
    "backward([u], grad_variables=[v])": "{}",
    "action.reinforce(1.0)": "{}",
}}
"""

LOOP = """
def train(x, Y, w, steps, rate):
    losses = []
    for _ in range({steps}):
        loss = {loss}
        {back}
        {step}
        {empty}
        losses.append({keep})
    return {end}
"""


def train(steps="steps", loss="(Y - x * w).pow(2).sum()", back="loss.backward()",
          step="with torch.no_grad(): w -= rate * w.grad", empty="w.grad = None", keep="loss.item()", end="losses"):
    """A training loop as a student might write it."""
    return LOOP.format(steps=steps, loss=loss, back=back, step=step, empty=empty, keep=keep, end=end)


def wrap(*lines):
    return "def wrap(data, requires_grad=False):\n    " + "\n    ".join(lines)


def unrecorded(*lines):
    return "def unrecorded(f, *inputs):\n    " + "\n    ".join(lines)


RIGHT = {
    "14.1": [FATE.format("runs", "warns", "runs", "raises", "raises", "warns", "raises")],
    "14.2": [
        wrap("new = data.detach()", "new.requires_grad = requires_grad", "return new"),
        wrap("new = data.detach()", "if requires_grad:", "    new.requires_grad_()", "return new"),
        wrap("with torch.no_grad():", "    return data.view_as(data).detach().requires_grad_(requires_grad)"),
    ],
    "14.3": [
        train(empty="w.grad.zero_()"),
        train(empty="w.grad.detach().zero_()", loss="((Y - x.mul(w)) ** 2).sum()"),
        train(step="with torch.no_grad(): w.sub_(w.grad, alpha=rate)"),
        train(step="with torch.no_grad(): w.copy_(w - rate * w.grad)"),
        train(step="with torch.no_grad(): w[:] = w - rate * w.grad"),
        train(step="torch.set_grad_enabled(False); w -= rate * w.grad; torch.set_grad_enabled(True)"),
        train(step="w.detach().sub_(rate * w.grad)"),
        train(back="(slope,) = torch.autograd.grad(loss, w)", step="with torch.no_grad(): w -= rate * slope", empty=""),
        train(step="optimizer = torch.optim.SGD([w], lr=rate); optimizer.step()", empty="optimizer.zero_grad()"),
        train(keep="float(loss)", empty="del w.grad"),
    ],
    "14.4": [
        unrecorded("with torch.set_grad_enabled(False):", "    return f(*inputs)"),
        unrecorded("with torch.inference_mode():", "    return f(*inputs)"),
        unrecorded("return torch.no_grad()(f)(*inputs)"),
        unrecorded("before = torch.is_grad_enabled()", "torch.set_grad_enabled(False)", "try:",
                   "    return f(*inputs)", "finally:", "    torch.set_grad_enabled(before)"),
    ],
}

TOLD = {
    "14.1": [
        ("fate = ['runs', 'warns', 'runs', 'raises', 'raises', 'warns', 'raises']", "was a dict, and is a list"),
        (FATE.format("runs", "warns", "runs", "error", "raises", "warns", "raises"), "Choose one of"),
    ],
    "14.2": [
        (wrap("return Variable(data, requires_grad)"), "This is Variable itself."),
        (wrap("return FloatTensor(data).requires_grad_(requires_grad)"), "TypeError"),
    ],
    "14.3": [
        (train(steps="3", loss="(Y - x * w).pow(2).mean()", step="w.data -= 0.1 * w.grad.data"), "through .data"),
        (train(step="with torch.no_grad(): w -= 0.002 * w.grad"), "Its length is rate * w.grad."),
        (train(end="{'losses': losses}"), "the type dict came back"),
    ],
    "14.4": [
        (unrecorded("with torch.no_grad:", "    return f(*inputs)"), "needs its brackets"),
    ],
}
