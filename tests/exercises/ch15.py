"""Chapter 15: wrong answers to its exercises, in the place of the stub."""


STEP = "w -= {rate} * w.grad"


def loop(before, top="losses = []", step=STEP, rate=0.05, after="w.grad = None", end="return losses"):
    """A training loop as a student might leave it: `before` stands above `backward()`, `after` below the step."""
    inside = [*before, "loss.backward()", "with no_grad():", "    " + step.format(rate=rate), after]
    lines = [*top.split("\n"), "for _ in range(steps):", *("    " + line for line in inside if line)]
    lines += ["    losses.append(loss.item())", end]
    return "\n".join(["def train(w, x, y, steps=4):", *("    " + line for line in lines)])


LOSS = "loss = ((w * x - y) ** 2).mean()"
SCALE = """
class Scale(Function):
    @staticmethod
    def forward(ctx, t, factor):
        ctx.factor = factor
        return t * factor

    @staticmethod
    def backward(ctx, g):
        return {}


"""
SCALED = loop(["loss = ((Scale.apply(w, 2.0) * x - y) ** 2).mean()"], rate=0.0125)
TOTAL = """
def train(w, x, y, steps=4):
    total = {start}
    for _ in range(steps):
        loss = ((w * x - y) ** 2).mean()
        {before}
        with no_grad():
            w -= 0.05 * w.grad
        w.grad = None
        {add}
    return {end}
"""
TOTALS = {"start": "0.0", "before": "loss.backward()", "add": "total += loss", "end": "total / steps"}
TWO = """
def train(u, v, x, y, steps=4):
    losses = []
    for _ in range(steps):
        one = ((u * x - y) ** 2).mean()
        two = ((u * v * x - y) ** 2).mean()
        {}
        u.grad = v.grad = None
        losses.append(one.item() + two.item())
    return losses
"""


def two(*lines):
    return TWO.format("\n        ".join(lines))


def scale(*lines):
    return loop([*lines, "loss = ((scale * x - y) ** 2).mean()"], rate=0.01)


def root(prediction, *more):
    return loop(["h = w * x", *more, f"prediction = {prediction}", "loss = ((prediction - y) ** 2).mean()"], rate=1.0)


def positive(*lines):
    return loop([*lines, "loss = ((h - y) ** 2).mean()"], rate=0.3)


WRONG = {
    "15.1": [
        loop(["error = (w * x - y).detach()", "loss = (error ** 2).mean()"]),
        loop(["error = (w * x - y).data", "loss = (error ** 2).mean().requires_grad_()"], step="pass"),
        loop([LOSS], after=""),
        loop([LOSS], step="w = w - {rate} * w.grad"),
        loop([LOSS], end="return"),
        loop([LOSS], end="    return losses"),
        loop([LOSS], end="return loss"),
        loop([LOSS], step="w += {rate} * w.grad"),
        loop([LOSS], rate=0.02),
        loop(["w = tensor(0.0, requires_grad=True)", LOSS]),
    ],
    "15.2": [
        loop([LOSS, "loss.requires_grad_()"]),
        loop(["w.requires_grad_()", LOSS], after=""),
        loop([LOSS, "loss.requires_grad_()"], step="pass"),
        loop(["w = w.detach().requires_grad_()", LOSS]),
        loop([LOSS, "print(loss)"], top="w.requires_grad_()\nlosses = []", end=""),
    ],
    "15.3": [
        loop([LOSS], rate=0.01, after=""),
        loop([LOSS], step="w -= {rate} * w.grad * 0"),
        loop([LOSS], after="w.zero_()"),
    ],
    "15.4": [
        SCALE.format("g * ctx.factor, None, g") + SCALED,
        SCALE.format("g * ctx.factor, g") + SCALED,
        SCALE.format("g, None") + SCALED,
        SCALE.format("None, None") + SCALED,
        SCALE.format("g * ctx.factor, None").replace("t, factor):", "t):").replace("factor\n", "2.0\n") + SCALED,
    ],
    "15.5": [
        TOTAL.format(**TOTALS | {"add": "total += loss.item()", "end": "total"}),
        TOTAL.format(**TOTALS | {"add": "total = loss.item()"}),
        TOTAL.format(**TOTALS | {"end": "total.detach() / steps"}),
        TOTAL.format(**TOTALS | {"before": "loss = loss.detach()"}),
        TOTAL.format(**TOTALS | {"start": "[]", "add": "total.append(loss.item())", "end": "total"}),
        TOTAL.format(**TOTALS | {"add": "total += loss.item()", "end": "None"}),
        TOTAL.format(**TOTALS | {"add": "total += loss; loss = None", "end": "total / steps + 1"}),
    ],
    "15.6": [
        scale("scale = w.exp()", "scale += 1").replace("backward()", "backward(retain_graph=True)"),
        scale("scale = w.exp()", "scale.data += 1"),
        scale("scale = w.exp().detach()", "scale += 1"),
        scale("scale = w.exp()"),
        scale("scale = w", "scale += 1"),
    ],
    "15.7": [
        loop(["prediction = x.reshape(4, 1) @ w", "loss = ((prediction - y.reshape(2, 2)) ** 2).mean()"]),
        loop(["prediction = x.reshape(4, 1) @ w", "loss = ((prediction - y.reshape(4, 2)) ** 2).mean()"]),
        loop(["prediction = x.reshape(4, 1) @ w", "loss = (prediction - y.reshape(4, 1)) ** 2"]),
        loop(["prediction = x.reshape(4, 1) @ w", "loss = ((prediction - y.reshape(4, 1)) ** 2).sum()"]),
        loop(["prediction = x @ w", "loss = ((prediction - y) ** 2).mean()"]),
        loop(["prediction = x.reshape(4, 1) @ w", "loss = ((prediction.mean() - y.mean()) ** 2).mean()"]),
    ],
    "15.8": [
        two("one.backward(retain_graph=True)", "with no_grad():", "    u -= 0.01 * u.grad",
            "two.backward(retain_graph=True)", "with no_grad():", "    v -= 0.01 * v.grad"),
        two("one.backward()", "u.data -= 0.01 * u.grad", "two.backward()", "v.data -= 0.01 * v.grad"),
        two("one.backward()", "two.backward()", "with no_grad():", "    v -= 0.01 * v.grad"),
        two("one.backward()", "with no_grad():", "    u -= 0.01 * u.grad", "    v -= 0.01 * v.grad"),
        two("one.backward()", "two.backward()", "u -= 0.01 * u.grad", "v -= 0.01 * v.grad"),
        two("one.backward()", "with no_grad():", "    u -= 0.01 * u.grad", "two = ((u * v * x - y) ** 2).mean()",
            "two.backward()", "with no_grad():", "    v -= 0.01 * v.grad"),
        two("one.backward()", "one.backward()", "with no_grad():", "    u -= 0.01 * u.grad"),
    ],
    "15.9": [
        root("(h + 0.01).sqrt()"),
        root("h.sqrt()"),
        loop(["prediction = where(w * x > 0, (w * x).sqrt(), 0.0)", "loss = ((prediction - y) ** 2).mean()"],
             step="if w.grad.isfinite(): w -= {rate} * w.grad", rate=1.0),
        root("where(h > 0, h.detach().sqrt(), 0.0)"),
    ],
    "15.10": [
        positive("h = w * x", "h.detach()[h < 0] = 0.0"),
        positive("h = w * x"),
        positive("h = (w * x).detach().relu()"),
        positive("h = tensor((w * x).relu().tolist(), requires_grad=True)"),
    ],
}
