"""Chapter 15: wrong answers to its exercises, in the place of the stub, and other right repairs than the solution.

TOLD has more wrong answers, with some of the words that they are told: what is said has to be true of them.
"""

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


def deep(middle=FOUND, empty="optimizer.zero_grad()", rate=0.02, loop="self.middle", bend="F.relu({})", mistakes=2):
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
        CROSS, optimizer=ADAM.format(rate), empty=empty) + f"\nmistakes = {mistakes}"


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
        asked(ask=["torch.manual_seed(0)"], before="net.train()"),
        asked(before="net.train()") + "\nnet = ch15.network(torch, dropout=0.0)",
    ],
    "15.9": [
        deep(middle=MIDDLE),
        deep(empty=""),
        deep(rate=0.005),
        deep(middle="nn.ModuleList([nn.Linear(16, 16)])"),
        deep(loop="self.middle[:1]"),
        deep(bend="{}"),
        deep(mistakes=1),
        deep(mistakes="'two'"),
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

EACH = """
def train(net, x, y, steps=20):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
    losses = []
    for _ in range(steps):
        {}
        for rows in torch.arange(len(x)).split(50):
            loss = F.cross_entropy(net(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            {}
        losses.append({})
    return losses
"""
LATE = "loss.backward()\n        optimizer.zero_grad()\n        optimizer.step()"
SUMMED = "torch.optim.Adam([*net.parameters(), *[p for layer in net.middle for p in layer.parameters()]], lr=0.02)"
SQUARES = "((net(x) - y) ** 2).mean()"
FLAG = "start = x.clone().requires_grad_(); x = start"
LOOK = ["x = x[torch.randperm(len(x))]", "F.cross_entropy(net(x[:1]), y[:1]).backward()",
        "start.grad.abs().sum(1).argmax()"]


def late(source):
    """A program that empties the gradients between backward() and step()."""
    return source.replace("optimizer.zero_grad()\n        loss.backward()\n        optimizer.step()", LATE)


TOLD = {
    "15.1": [
        (EACH.format("pass", "pass", "loss.item()"), "Each part takes a step of its own now"),
        (EACH.format("heights = []", "heights.append(loss.item())", "sum(heights) / 4"), "Each part takes a step"),
        (train(CROSS, optimizer=SGD.replace("0.5", "0.1")), "is the rate as it was?"),
        (train(CROSS, optimizer=SGD.replace("0.5", "1.0")), "keep rate and data"),
        (train(PARTS, "loss = (parts[0] + parts[1]) / 2"), "keep rate and data"),
        (late(train(CROSS)), "The symptom is still there"),
    ],
    "15.2": [(twin("h = self.first(x)", "with torch.no_grad():", "    h.clamp_(0)"), "The symptom is still there")],
    "15.3": [
        (adapt(LAYER, "optimizer = torch.optim.Adam(net.parameters(), lr=0.05)"), "rate and optimizer have changed"),
        (adapt(LAYER, BOTH, loss=["loss = F.cross_entropy(net(x), y) * len(x)"]), "The first loss has changed"),
    ],
    "15.4": [
        (floor("loss = F.cross_entropy(net(x).softmax(1), y)", rate=0.3), "the mistake is still there"),
        (floor(CROSS, empty=""), "are the gradients emptied"),
        (floor("loss = F.cross_entropy(net(x), y) - 1.4612"), "cross_entropy wants the scores"),
    ],
    "15.5": [
        (bowl("(net(x)[:, 0] - y).abs().mean()"), "the square is gone"),
        (bowl(SQUARES).replace("lr=0.05", "lr=0.5"), "What has changed are the steps"),
        (bowl("(net(x) - y).abs().mean()"), "not the mean of 20 squares"),
        (bowl("0.1 * ((net(x)[:, 0] - y) ** 2).mean()"), "not the mean of 20 squares"),
    ],
    "15.6": [
        (dealt(*LOOK, "return [0.0]", above=FLAG), "take it out now"),
        (dealt(*LOOK, "x = x.detach()", above=FLAG).replace("start.grad.abs", "start.grad is None or start.grad.abs"),
         "take it out now"),
        (dealt(LOOK[0], above=FLAG), "still has the flag of your look"),
        (dealt("break"), "One loss for each epoch is due"),
        (dealt("order = torch.randperm(len(x))", "x, y = x[order], y[order]", batches="torch.arange(len(x)).split(75)"),
         "The batches have become larger"),
    ],
    "15.7": [(study("learn, test = torch.randperm(3 * len(x)).chunk(2)", FORMS), "is it counted in x as it came")],
    "15.8": [
        (asked(ask=["torch.manual_seed(0)"], before="net.train(); net.dropout.p = 0.0"), "With less dropout"),
        (asked(before="net.train()").replace("F.cross_entropy(net(x), y).item()\n\n",
               "sum(F.cross_entropy(net(x), y).item() for _ in range(50)) / 50\n\n"), "'and 147 more']"),
    ],
    "15.9": [
        (late(deep()), "No weight has moved"),
        (deep().replace(ADAM.format(0.02), SGD), "The first step has changed, and it was right"),
        (deep(middle=MIDDLE).replace("torch.optim.Adam(net.parameters(), lr=0.02)", SUMMED), "is to be mended in Deep"),
        (deep(middle="[]"), "The two layers in the middle should stay"),
        (deep(middle=f"dict(enumerate({MIDDLE}))", loop="self.middle.values()"), "that parameters() does not find"),
    ],
    "15.10": [(verdict(0, "0.5 * loss"), "under no_grad the loss of net(x) and y")],
}
