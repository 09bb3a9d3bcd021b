"""Chapter 15: wrong answers to its exercises, in the place of the stub, and other right repairs than the solution."""

STEPS = """
def {name}(net, x, y, steps=20):
    {optimizer}
    losses = []
    for _ in range(steps):
        {loss}
        {empty}
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return {end}
"""
SGD = "optimizer = torch.optim.SGD(net.parameters(), lr=0.5)"
ADAM = "optimizer = torch.optim.Adam(net.parameters(), lr={})"


def train(*loss, optimizer=SGD, empty="optimizer.zero_grad()", end="losses", name="train"):
    """A training as a student might leave it: `loss` are the lines that compute it."""
    return STEPS.format(loss="\n        ".join(loss), optimizer=optimizer, empty=empty, end=end, name=name)


PARTS = "parts = [F.cross_entropy(net(x[rows]), y[rows]) for rows in torch.arange(len(x)).split(50)]"
CUT = PARTS.replace("y[rows])", "y[rows]).item()")


def twin(*lines):
    return """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(64, 16), nn.Linear(16, 10)

    def forward(self, x):
        {}
        return self.second(h)
""".format("\n        ".join(lines))


LAYER = "net.second = nn.Linear(16, 3)"
MOMENTUM = "optimizer = torch.optim.SGD({}.parameters(), lr=0.5, momentum=0.5)"
BOTH = MOMENTUM.format("net")
CROSS = "loss = F.cross_entropy(net(x), y)"


def adapt(*top, loss=(CROSS,), **options):
    return train(*loss, optimizer="\n    ".join(top), name="adapt", **options)


def floor(*loss, rate=0.03, **options):
    return train(*loss, optimizer=ADAM.format(rate), **options)


def bowl(loss, **options):
    return train(f"loss = {loss}", optimizer=ADAM.format(0.05), **options)


def dealt(*lines, above="pass", batches="torch.arange(len(x)).split(25)", end="losses"):
    return """
def train(net, x, y, epochs=10):
    adam = torch.optim.Adam(net.parameters(), lr=0.01)
    losses = []
    {above}
    for _ in range(epochs):
        {lines}
        for rows in {batches}:
            loss = F.cross_entropy(net(x[rows]), y[rows])
            adam.zero_grad()
            loss.backward()
            adam.step()
        losses.append(loss.item())
    return {end}
""".format(lines="\n        ".join(lines) or "pass", above=above, batches=batches, end=end)


DEAL = ["order = torch.randperm(len(x))", "x, y = x[order], y[order]"]


def study(*split, learned="learn_x, learn_y", tested="x[test], y[test]", end="return {}", block="torch.no_grad()"):
    x, y = learned.split(", ")
    test_x, test_y = tested.split(", ")
    share = f"(net({test_x}).argmax(1) == {test_y}).float().mean().item()"
    return """
def forms(x, y):
    nudge = lambda: x + 0.05 * torch.randn(*x.shape)
    return torch.cat([x, nudge(), nudge()]), torch.cat([y, y, y])


def study(net, x, y, steps=100):
    {split}
    adam = torch.optim.Adam(net.parameters(), lr=0.02)
    for _ in range(steps):
        loss = F.cross_entropy(net({x}), {y})
        adam.zero_grad()
        loss.backward()
        adam.step()
    with {block}:
        {end}
""".format(split="\n    ".join(split), x=x, y=y, block=block, end=end.format(share))


CHUNK = "learn, test = torch.randperm(len(x)).chunk(2)"
FORMS = "learn_x, learn_y = forms(x[learn], y[learn])"


def asked(ask=(), before="pass", epoch=(), after="pass", record="with torch.no_grad():", history="history"):
    return """
def ask(net, x, y):
    {ask}
    {record}
        return F.cross_entropy(net(x), y).item()


def train(net, x, y, other_x, other_y, epochs=30):
    adam = torch.optim.Adam(net.parameters(), lr=0.02)
    {before}
    history = []
    for _ in range(epochs):
        {epoch}
        loss = F.cross_entropy(net(x), y)
        adam.zero_grad()
        loss.backward()
        adam.step()
        history.append(ask(net, other_x, other_y))
        {after}
    return {history}
""".format(ask="\n    ".join(ask) or "pass", before=before, epoch="\n        ".join(epoch) or "pass", after=after,
           record=record, history=history)


MIDDLE = "[nn.Linear(16, 16), nn.Linear(16, 16)]"


FOUND = f"nn.ModuleList({MIDDLE})"


def deep(middle=FOUND, empty="optimizer.zero_grad()", rate=0.02, loop="self.middle", bend="F.relu({})"):
    return """
class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(64, 16), nn.Linear(16, 10)
        self.middle = {middle}

    def forward(self, x):
        h = {first}
        for layer in {loop}:
            h = {each}
        return self.last(h)
""".format(middle=middle, loop=loop, first=bend.format("self.first(x)"), each=bend.format("layer(h)")) + train(
        CROSS, optimizer=ADAM.format(rate), empty=empty)


STUDY = """
def study(net, x, y, other_x, other_y, epochs=40):
    adam = torch.optim.Adam(net.parameters(), lr=0.02)
    learned, asked = [], []
    for _ in range(epochs):
        net.train()
        loss = F.cross_entropy(net(x), y)
        adam.zero_grad()
        loss.backward()
        adam.step()
        learned.append(loss.item())
        net.eval()
        with torch.no_grad():
            asked.append(F.cross_entropy(net(other_x), other_y).item())
    return learned, asked


net = ch15.network(torch, dropout=0.5)
torch.manual_seed(1)
learned, asked = study(net, x, y, other_x, other_y)
net.eval()
loss = F.cross_entropy(net(x), y).item()
"""


def verdict(mistakes, loss="loss"):
    return STUDY + f'verdict = {{"mistakes": {mistakes}, "loss of x, asked as other_x is": {loss}}}'


WRONG = {
    "15.1": [
        train(CUT, "loss = torch.tensor(parts).mean()"),
        train(CUT, "loss = torch.tensor(parts, requires_grad=True).sum()"),
        train(PARTS, "loss = sum(parts)"),
        train(PARTS, "loss = torch.stack(parts).mean() / len(parts)"),
        train(PARTS, "loss = parts[-1]"),
        train(PARTS, "loss = torch.stack(parts).mean()", empty=""),
        train(PARTS, "loss = (sum(part.detach() for part in parts[1:]) + parts[0]) / len(parts)"),
        train(PARTS, "loss = torch.stack(parts).mean()", end="loss"),
        train(PARTS, "loss = torch.stack(parts).mean()", end="None"),
        train(CUT, "loss = sum(parts) / len(parts)"),
    ],
    "15.2": [
        twin("h = self.first(x)"),
        twin("h = self.first(x).detach().clamp(0)"),
        twin("h = self.first(x).clamp(0)", "h = 0.5 * h + 0.5 * h.detach()"),
        twin("h = self.first(x).clip_at_zero()"),
        twin("h = self.first(x)", "self.first.bias.clamp_(0)"),
    ],
    "15.3": [
        adapt(LAYER, "pass", loss=(BOTH, CROSS)),
        adapt(LAYER, MOMENTUM.format("net.second")),
        adapt(BOTH, "pass"),
        adapt(LAYER, "nn.init.zeros_(net.second.weight)", BOTH),
        adapt(LAYER, BOTH.replace("lr=0.5", "lr=1.0")),
        adapt(LAYER, BOTH, empty=""),
    ],
    "15.4": [
        floor("loss = F.nll_loss(net(x), y)"),
        floor("loss = F.nll_loss(net(x).softmax(1), y)"),
        floor("loss = F.cross_entropy(net(x), y) * len(x)"),
        floor("loss = F.cross_entropy(10 * net(x).softmax(1), y)"),
        floor("loss = F.cross_entropy(net(x), y)", rate=0.1),
        floor("loss = F.cross_entropy(net(x), y)", rate=0.001),
    ],
    "15.5": [
        bowl("((net(x)[:, 0] - y) ** 2).sum()"),
        bowl("(net(x).mean() - y.mean()) ** 2"),
        bowl("((net(x).reshape(2, -1) - y) ** 2).mean()"),
        bowl("((net(x).reshape(7, 3) - y) ** 2).mean()"),
        bowl("(net(x)[:, 0] - y) ** 2"),
        bowl("((net(x[:, 0]) - y) ** 2).mean()"),
        bowl("((net(x)[0] - y) ** 2).mean()"),
        bowl("((net(x).reshape(20) - y) ** 2).mean()"),
    ],
    "15.6": [
        dealt(),
        dealt("y = y[torch.randperm(len(y))]"),
        dealt(above="order = torch.randperm(len(x)); x, y = x[order], y[order]"),
        dealt(*DEAL, batches="[torch.arange(len(x))]"),
        dealt("order = torch.randint(len(x), (len(x),))", "x, y = x[order], y[order]"),
        dealt("order = torch.randperm(len(x))", "x, y = x[order], order"),
        dealt(*DEAL, end="None"),
    ],
    "15.7": [
        study(CHUNK, learned="x[learn], y[learn]"),
        study(CHUNK, FORMS, block="torch.enable_grad()"),
        study(CHUNK, "learn_x, learn_y = forms(x, y)"),
        study(CHUNK, FORMS, end="return 0.1"),
        study(CHUNK, FORMS, end="{}"),
        study(CHUNK, FORMS, end="return torch.tensor({})"),
        study("learn, test = torch.randperm(len(x)).split([len(x) - 5, 5])", FORMS),
    ],
    "15.8": [
        asked(ask=["net.eval()"], before="net.train()"),
        asked(before="net.eval()"),
        asked(ask=["net.train()"], epoch=["net.eval()"]),
        asked(ask=["net.eval()"], epoch=["net.train()"], record="if True:"),
        asked(ask=["net.eval()"], epoch=["net.train()"], history="None"),
        asked(ask=["net.eval()", "net(x)"], epoch=["net.train()"]),
        asked(ask=["net.eval()"], epoch=["net.train()"], history="history[1:]"),
    ],
    "15.9": [
        deep(middle=MIDDLE),
        deep(empty=""),
        deep(rate=0.005),
        deep(middle="nn.ModuleList([nn.Linear(16, 16)])"),
        deep(loop="self.middle[:1]"),
        deep(bend="{}"),
    ],
    "15.10": [
        verdict(1),
        verdict(2),
        verdict("'none'"),
        verdict(0, "learned[-1]"),
        verdict(0, "asked[-1]"),
        verdict(0, "learned[0]"),
        verdict(0, "0.5 * loss"),
    ],
}

RIGHT = {
    "15.1": [
        train(PARTS, "loss = sum(parts) / len(parts)"),
        train(CROSS),
        train(PARTS, "for part in parts[:-1]:", "    (part / len(parts)).backward()",
              "loss = parts[-1] / len(parts)", empty="").replace("        parts =", "        optimizer.zero_grad()\n"
              "        parts =").replace("loss.item()", "sum(part.item() for part in parts) / len(parts)"),
    ],
    "15.2": [
        twin("h = F.relu(self.first(x))"),
        twin("h = self.first(x)", "h = torch.where(h > 0, h, 0.0)"),
        twin("h = self.first(x)", "h.clamp_(0)"),
        twin("h = self.first(x)", "h[h < 0] = 0.0"),
        twin("h = self.first(x)", "h = h * (h > 0)"),
    ],
    "15.3": [
        adapt(BOTH, LAYER, "optimizer.add_param_group({'params': net.second.parameters()})"),
        adapt(LAYER, BOTH).replace("optimizer.zero_grad()", "net.zero_grad()"),
    ],
    "15.4": [
        floor("loss = F.nll_loss(net(x).log_softmax(1), y)"),
        floor("loss = F.nll_loss(net(x).softmax(1).log(), y)"),
        floor("loss = -net(x).log_softmax(1)[torch.arange(len(x)), y].mean()"),
    ],
    "15.5": [
        bowl("((net(x).squeeze() - y) ** 2).mean()"),
        bowl("((net(x) - y.reshape(-1, 1)) ** 2).mean()"),
        bowl("F.mse_loss(net(x), y[:, None])"),
        bowl("((net(x).t() - y) ** 2).mean()"),
    ],
    "15.6": [
        dealt(batches="torch.randperm(len(x)).split(25)"),
        dealt("order = torch.randperm(len(x))", "x = x[order]", "y = y[order]"),
    ],
    "15.7": [
        study(CHUNK, FORMS),
        study("half = len(x) // 2", "learn, test = torch.arange(half), torch.arange(half, len(x))", FORMS),
        study(CHUNK, FORMS, "test_x, test_y = forms(x[test], y[test])", tested="test_x, test_y"),
    ],
    "15.8": [
        asked(ask=["net.eval()"], epoch=["net.train()"]),
        asked(before="net.train()", ask=["net.eval()"], after="net.train()"),
        asked(ask=["net.train(False)"], epoch=["net.train(True)"]),
    ],
    "15.9": [
        deep(middle=f"nn.Sequential(*{MIDDLE})"),
        deep(empty="net.zero_grad()"),
        deep(empty="for p in net.parameters(): p.grad = None"),
    ],
    "15.10": [verdict(0), verdict(0, "round(loss, 2)")],
}
