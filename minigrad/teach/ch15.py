"""Chapter 15: ten programs, of which most are broken; what they are tried on, and the checkers of their cures."""

import math

from minigrad.teach.check import Nothing, answered, case, exercise, is_a, later, says, shown
from minigrad.teach.data import digits

X, Y = [1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0]  # Y = 2 * X: one weight can learn it


# What the notebook runs a program with


def look(torch, train, start):
    """Runs a loop with one weight that begins at `start`, and prints its losses and the weight afterwards."""
    w = torch.tensor(start, requires_grad=True)
    try:
        losses = train(w, torch.tensor(X), torch.tensor(Y))
        print("losses", *[round(loss, 4) for loss in losses])
        print("weight", round(w.item(), 4))
    except Exception as error:
        print(shown(error))


def pictures(torch, start=0, count=200):
    """So many handwritten digits, from number `start` on, and their labels."""
    images, labels = digits()
    rows = slice(start, start + count)
    return torch.tensor(images[rows]).float(), torch.tensor(labels[rows])


def network(torch, inputs=64, outputs=10, hidden=16, dropout=0.0, seen=None):
    """A network with the layers first and second, the same at each call. `seen` is a list that notes its passes."""
    F = torch.nn.functional

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = torch.nn.Linear(inputs, hidden), torch.nn.Linear(hidden, outputs)
            self.dropout = torch.nn.Dropout(dropout)

        def forward(self, x):
            if seen is not None:
                seen.append((x.detach(), self.training, torch.is_grad_enabled()))
            return self.second(self.dropout(F.relu(self.first(x))))

    torch.manual_seed(0)
    return Net()


def report(losses, count=6):
    """Prints some of the losses of a training, from the first to the last."""
    places = sorted({round(place * (len(losses) - 1) / (count - 1)) for place in range(count)})
    print("losses", *[f"{losses[place]:.2f}" for place in places])


def sevens(torch):
    """Pictures of 7, 8 and 9, with the labels 0, 1 and 2."""
    images, labels = pictures(torch, 0, 300)
    return images[labels >= 7], labels[labels >= 7] - 7


def bowl(torch, count=20):
    """Numbers (count, 1) from -1 to 1, and their squares (count,)."""
    x = torch.linspace(-1, 1, count)
    return x.reshape(count, 1), x * x


def by_dice(torch, count=100):
    """Pictures whose labels were thrown with a die of ten sides: there is nothing to learn."""
    torch.manual_seed(5)
    return pictures(torch, 0, count)[0], torch.randint(10, (count,))


def twins(torch, Net):
    """Trains a network, and another one with the same weights to begin with; prints how far apart they are."""
    x, y = pictures(torch)
    theirs, net = network(torch), Net()
    net.load_state_dict(theirs.state_dict())
    far = (net(x) - theirs(x)).abs().max().item()
    print(f"scores: at most {far:.1f} apart")
    for name, one in (("the author's", net), ("its twin", theirs)):
        print(f"{name:12}", end=" ")
        report(descended(torch, one, x, y, 30))


# What a mended program should do


def descended(torch, net, x, y, steps, loss=None, optimizer=None):
    """Plain descent: the losses of so many steps."""
    optimizer = optimizer or torch.optim.SGD(net.parameters(), lr=0.5)
    loss = loss or (lambda: torch.nn.functional.cross_entropy(net(x), y))
    losses = []
    for _ in range(steps):
        height = loss()
        optimizer.zero_grad()
        height.backward()
        optimizer.step()
        losses.append(height.item())
    return losses


def weights(net):
    """All numbers of a network, added up in each layer: they tell whether two networks are the same."""
    return [parameter.detach().double().sum().item() for parameter in net.parameters()]


def close(numbers):
    """Numbers with four digits, of which the last may differ by what float32 rounds."""
    return [float(f"{number:.4g}") for number in numbers]


def agrees(losses, other, tolerance=2e-3):
    """Whether two lists of losses are the same, as far as float32 tells."""
    return isinstance(losses, list) and len(losses) == len(other) and all(
        math.isclose(float(one), two, rel_tol=tolerance, abs_tol=1e-3) for one, two in zip(losses, other)
    )


def as_due(losses, due, tolerance=2e-3):
    """The due losses where these agree with them up to rounding, else these: a case compares to four digits."""
    return close(due) if agrees(losses, due, tolerance) else losses


COMMON = [(is_a(Nothing), "None came back. `return losses` should be the last line."),
          (lambda losses: hasattr(losses, "backward"), "Return the list of losses, one number for each step."),
          (says("does not require grad"), "No way leads from the loss to a weight. What cuts it?"),
          (says("a second time"), "An old graph was walked again: each step needs a loss of its own."),
          (lambda losses: any(math.isnan(loss) for loss in losses), "One of the losses is nan."),
          (lambda losses: len(losses) < 2, "The program should take every step, and return after the last one."),
          (lambda losses: len(set(losses)) == 1, "The loss stands still: no weight has moved.")]
ONLY = "These are not the losses of this program without its mistake. Change only what is wrong; keep rate and data."


def losing(torch, train, made, task, right, *, symptom, wrong, steps=(6, 3)):
    """The cases of a program that returns its losses: these, the weights afterwards, and both on other data.

    made   makes a new network
    task   data for a number of rows
    right  the losses that are due, of (network, x, y, steps)
    """
    train = answered(train)
    for rows, count in zip((200, 100), steps):
        ours, theirs = made(), made()
        torch.manual_seed(1)
        due = right(ours, *task(rows), count)

        def run(theirs=theirs, rows=rows, count=count, due=due):
            torch.manual_seed(1)
            losses = train(theirs, *task(rows), count)
            return as_due(losses, due)

        def moved(theirs=theirs, ours=ours):
            return as_due(weights(theirs), weights(ours), 5e-3)

        first = rows == 200
        yield case(run, expect=close(due), symptom=symptom(due) if first else ..., hint=ONLY,
                   name=f"the losses of {count} steps" + ("" if first else ", other data"),
                   wrong=[*wrong(due), *COMMON] if first else [
                       (Exception, "Use the data that the program is given, however many rows there are."),
                   ])
        if first:
            yield case(moved, expect=close(weights(ours)), name="the weights afterwards, added up in each layer",
                       hint="The losses are right, the steps are not: move all weights of the network that came in.")


# The ten


@exercise(number="15.1", title="the loss stands still")
def check_parts(train, torch):
    F = torch.nn.functional

    def parts(net, x, y):
        return [F.cross_entropy(net(x[rows]), y[rows]) for rows in torch.arange(len(x)).split(50)]

    def right(net, x, y, steps):
        def mean():
            return sum(parts(net, x, y)) / len(parts(net, x, y))
        return descended(torch, net, x, y, steps, mean)

    def stepped(steps):
        """The losses if a step is taken for each part: the last part's, their means, and all of them."""
        net, (x, y) = network(torch), pictures(torch)
        sgd = torch.optim.SGD(net.parameters(), lr=0.5)
        turns = [[descended(torch, net, x[rows], y[rows], 1, optimizer=sgd)[0] for rows in torch.arange(200).split(50)]
                 for _ in range(steps)]
        return [turn[-1] for turn in turns], [sum(turn) / len(turn) for turn in turns], sum(turns, [])

    def alone(steps):
        """The losses if one part counts, for each of the four."""
        x, y = pictures(torch)
        return [descended(torch, network(torch), x[rows], y[rows], steps) for rows in torch.arange(200).split(50)]

    def wrong(due):
        each, one = stepped(len(due)), alone(len(due))
        return [
            (says("does not require grad"), "The error is right: no way leads from these numbers to a weight. "
             "Where did the numbers lose this way?"),
            (lambda losses: len(set(losses)) == 1, "The number has changed, and it stands still all the same: which "
             "leaf stands at the end of the way from the loss?"),
            (lambda losses: abs(losses[0] - 4 * due[0]) < 1e-2, "This is the sum of the parts' losses. Return their "
                                                                "mean."),
            (lambda losses: abs(losses[0] - due[0] / 4) < 1e-2, "You divided the sum twice."),
            (says("'float' object has no attribute"), "A Python number knows no way back: item() has left it behind."),
            (lambda losses: any(agrees(losses, other) for other in each),
             "Each part takes a step of its own now. One step is due for all four, along the slope of their mean."),
            (lambda losses: any(agrees(losses, other) for other in one), "Not all of the parts count any more."),
            (lambda losses: agrees(losses[:2], due[:2]) and losses[-1] < due[-1] - 1e-2,
             "The first step is right, the later ones are too long. Does each begin with empty gradients?"),
            (lambda losses: len(set(losses)) > 1 and losses[-1] > due[-1] + 1e-2,
             "It learns, but less: do all four parts lead back to the weights, and is the rate as it was?"),
        ]

    yield from losing(torch, train, lambda: network(torch), lambda rows: pictures(torch, 0, rows), right, wrong=wrong,
                      symptom=lambda due: lambda losses: len(set(losses)) == 1 and abs(losses[0] - due[0]) < 1e-3)


@exercise(number="15.2", title="twins")
def check_twin(Net, torch):
    F = torch.nn.functional
    theirs = network(torch)
    x, y = pictures(torch)

    def made(like=theirs):
        net = Net()
        net.load_state_dict(like.state_dict())
        return net

    def scores():
        return "the same" if bool(((made()(x) - theirs(x)).abs() < 1e-4).all()) else "others"

    def slopes(net):
        net.zero_grad()
        F.cross_entropy(net(x), y).backward()
        return [None if p.grad is None else p.grad.double().abs().sum().item() for p in net.parameters()]

    @later
    def gradients(like, due):
        found = slopes(made(like))
        return due if None not in found and agrees(found, due) else found

    wide = network(torch)
    with torch.no_grad():
        wide.first.bias.sub_(1.0)
    due, others = close(slopes(theirs)), close(slopes(wide))
    yield case(scores, expect="the same", symptom="the same", name="the scores, compared with its twin's", wrong=[
        (says("modified by an inplace"), "A write that is recorded, and too late for a rule that saved the number."),
        (says("Missing key"), "Keep the two layers, and their names."),
        (AttributeError, "Is this the name of a method that tensors have?"),
        (says("leaf Variable"), "The write goes into a weight. It should change h only."),
    ], hint="The predictions were right, and now they are not. Only negative numbers may change: they become 0.")
    yield case(gradients(theirs, due), expect=due, name="the gradients, sizes added up for each parameter",
               symptom=lambda found: None not in found and found[0] > 1.02 * due[0],
               wrong=[(lambda found: found[0] is None, "No gradient comes to the first layer any more: a new tensor "
                       "without history stands between the layers."),
                      (lambda found: None not in found and found[0] < 0.98 * due[0] and found[0] > 0,
                       "Too little arrives at the first layer: a number that is not cut off must let the whole "
                       "gradient pass."),
                      (says("modified by an inplace"), "The write comes after a rule has saved the number. Make a new "
                       "tensor.")], hint="Zeros that were cut off must send no gradient back.")
    yield case(gradients(wide, others), expect=others, name="the gradients of another pair of twins",
               hint="Ask each entry anew whether it is negative.")


@exercise(number="15.3", title="three digits")
def check_adapt(adapt, torch):
    def right(net, x, y, steps):
        net.second = torch.nn.Linear(16, 3)
        return descended(torch, net, x, y, steps, optimizer=torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.5))

    def trained(due, part=lambda net: net, momentum=0.5):
        """The losses if a part of the network is trained, or if the steps have another momentum."""
        net = network(torch)
        torch.manual_seed(1)
        net.second = torch.nn.Linear(16, 3)
        sgd = torch.optim.SGD(part(net).parameters(), lr=0.5, momentum=momentum)
        return descended(torch, net, *task(200), len(due), optimizer=sgd)

    def task(rows):
        x, y = sevens(torch)
        return (x, y) if rows == 200 else (x[:40], y[:40])

    def wrong(due):
        no_momentum, alone = trained(due, momentum=0), trained(due, lambda net: net.second)
        ten = descended(torch, network(torch), *task(200), 1)[0]
        return [(lambda losses: agrees(losses, no_momentum), "A new optimizer in each step forgets its momentum."),
                (lambda losses: agrees(losses, alone), "Now the first layer stands still. Both layers should learn."),
                (lambda losses: agrees(losses[:2], due[:2]) and losses[-1] > due[-1],
                 "It learns differently from the third step on: are the gradients emptied in each?"),
                (lambda losses: abs(losses[0] - ten) < 2e-3, "The new layer is gone. The network must give three "
                 "scores, not ten."),
                (lambda losses: abs(losses[0] - due[0]) > 2e-3,
                 "The first loss has changed, and it was right: the new layer starts with random numbers."),
                (lambda losses: losses[1] < due[1] - 2e-3, "One step leads further down than the colleague's: rate and "
                 "optimizer have changed, or one of them. A longer step may hide that a part stands still.")]

    yield from losing(torch, adapt, lambda: network(torch), task, right, wrong=wrong,
                      symptom=lambda due: lambda losses: agrees(losses, trained(due, lambda net: net.first)))


@exercise(number="15.4", title="the floor")
def check_floor(train, torch):
    F = torch.nn.functional

    def walked(net, x, y, steps, loss=F.cross_entropy):
        adam = torch.optim.Adam(net.parameters(), lr=0.03)
        return descended(torch, net, x, y, steps, lambda: loss(net(x), y), adam)

    def flat(steps):
        return walked(network(torch), *pictures(torch), steps, lambda scores, y: F.cross_entropy(scores.softmax(1), y))

    def wrong(due):
        raw = walked(network(torch), *pictures(torch), len(due), F.nll_loss)
        return [
            (lambda losses: agrees(losses, raw), "nll_loss wants logarithms of shares, and got scores: its loss has "
             "no lowest value."),
            (lambda losses: losses[0] < 0, "A loss below 0: nll_loss wants logarithms of the shares."),
            (lambda losses: abs(losses[0] / due[0] - 200) < 1, "That is the sum over the pictures, not their mean."),
            (lambda losses: agrees(losses[:1], flat(1)),
             "The first loss is as high as before, so the mistake is still there. What has changed are the steps."),
            (lambda losses: abs(losses[0] - due[0]) > 2e-3,
             "The first loss is another number now: cross_entropy wants the scores as the network gives them."),
            (lambda losses: agrees(losses[:2], due[:2]) and not agrees(losses, due),
             "The first step is right, and later ones are not: are the gradients emptied in each?"),
            (lambda losses: losses[-1] > due[-1] + 0.02, "It falls more slowly than it should: Adam with the rate 0.03 "
             "was right."),
            (lambda losses: losses[-1] < due[-1] - 0.02, "The loss is right, and its steps are longer than they were. "
             "Keep Adam, and the rate 0.03."),
        ]

    yield from losing(torch, train, lambda: network(torch), lambda rows: pictures(torch, 0, rows), walked, wrong=wrong,
                      symptom=lambda due: lambda losses: agrees(losses, flat(len(due))))


@exercise(number="15.5", title="always the same answer")
def check_bowl(train, torch):
    def made():
        return network(torch, inputs=1, outputs=1)

    def task(rows):
        return bowl(torch, 20 if rows == 200 else 12)

    def right(net, x, y, steps):
        adam = torch.optim.Adam(net.parameters(), lr=0.05)
        return descended(torch, net, x, y, steps, lambda: ((net(x)[:, 0] - y) ** 2).mean(), adam)

    def flat(steps):
        net, (x, y) = made(), task(200)
        adam = torch.optim.Adam(net.parameters(), lr=0.05)
        return descended(torch, net, x, y, steps, lambda: ((net(x) - y) ** 2).mean(), adam)

    def begins(loss):
        """Whether the first of some losses is this one, of the answers as a row and the targets."""
        net, (x, y) = made(), task(200)
        height = loss(net(x)[:, 0], y).item()
        return lambda losses: agrees(losses[:1], [height])

    def wrong(due):
        return [
            (lambda losses: abs(losses[0] / due[0] - 20) < 0.1, "sum() makes the loss twenty times larger: mean()."),
            (begins(lambda row, y: (row.mean() - y.mean()) ** 2),
             "You compared means, not each prediction with its own target."),
            (begins(lambda row, y: (row - y).abs().mean()), "Each prediction meets its own target now. But the square "
             "is gone: the mean of the squares was right."),
            (begins(lambda row, y: ((row[0] - y) ** 2).mean()), "One prediction is compared with all targets."),
            (begins(lambda row, y: ((row[:, None] - y) ** 2).mean()),
             "Each prediction is still compared with other targets, too. What has changed are the steps."),
            (says("must match the size"), "The two shapes do not fit. Print both: one should become the other."),
            (says("is invalid for input of size"), "That many numbers do not fit into that shape."),
            (says("scalar"), "The loss must be one number: keep mean()."),
            (says("cannot be multiplied"), "The layer wants x as a column. Change the shape of something else."),
            (lambda losses: not agrees(losses[:1], due[:1]),
             "The first loss is not the mean of 20 squares, each of a prediction minus its own target."),
        ]

    yield from losing(torch, train, made, task, right, wrong=wrong, steps=(8, 4),
                      symptom=lambda due: lambda losses: agrees(losses, flat(len(due))))


def order_of(x, batches):
    """In which order rows of x came in batches: a list of places."""
    rows = [tuple(row) for row in x.tolist()]
    places = {row: place for place, row in enumerate(rows)}
    return [places.get(tuple(row), -1) for batch in batches for row in batch.tolist()]


@exercise(number="15.6", title="as good as a guess")
def check_guess(train, torch):
    train = answered(train)

    def run(count=150, epochs=10):
        x, y = pictures(torch, 0, count)
        seen = []
        net = network(torch, seen=seen)
        torch.manual_seed(1)
        losses = train(net, x, y, epochs)
        if not isinstance(losses, list):
            return losses
        batches = [batch for batch, _, recorded in seen if recorded]
        if any(len(batch) == 1 for batch in batches):
            return "a pass of one picture"
        if len(losses) != epochs:
            return f"{len(losses)} losses in {epochs} epochs"
        rows = order_of(x, batches)
        turns = [rows[at : at + count] for at in range(0, len(rows), count)]
        with torch.no_grad():
            right = (net(x).argmax(1) == y).float().mean().item()
        once = all(sorted(turn) == list(range(count)) for turn in turns) and len(turns) == epochs
        new = "new in each epoch" if len({tuple(turn) for turn in turns}) == len(turns) else "always the same"
        return {
            "read rightly": "nearly all" if right > 0.85 else "few" if right < 0.3 else "some",
            "each picture once an epoch": once,
            "their order": "as given" if turns[0] == list(range(count)) else new,
            "small batches": max(map(len, batches)) <= 50,
        }

    due = {"read rightly": "nearly all", "each picture once an epoch": True, "their order": "new in each epoch",
           "small batches": True}
    yield case(run, expect=due, symptom=due | {"read rightly": "few"}, name="ten epochs on 150 pictures", wrong=[
        (is_a(Nothing), "None came back. `return losses` should be the last line."),
        ("a pass of one picture", "One picture went through the network alone. If that was your look, take it out now: "
         "the flag on x, the pass, the print and the return."),
        (is_a(str), "One loss for each epoch is due. Is a look of yours still in the "
         "program, or a return inside the loop? Take it out first."),
        (says("a second time"), "A graph was walked again. If x still has the flag of your look, take it off: each new "
         "order would be a part of the graph."),
        (lambda found: found["read rightly"] == "few" and found["their order"] == "as given",
         "The pictures come as they are given, and still they do not fit their labels: who deals those anew?"),
        (lambda found: not found["small batches"], "The batches have become larger: keep 25."),
        (lambda found: not found["each picture once an epoch"],
         "In an epoch each picture should come once, as in an order from torch.randperm."),
        (lambda found: found["their order"] == "as given", "It learns, but the order is the same in each epoch."),
        (lambda found: found["their order"] == "always the same",
         "The pictures are dealt once. In each epoch they should come in another order."),
        (lambda found: found["read rightly"] == "some",
         "The network reads only some pictures rightly. Does each picture keep its own label, in every epoch?"),
        (IndexError, "An order is a list of places. The labels in this order are y[order]."),
        (says("size"), "There must be as many labels as pictures."),
    ], hint="Picture and label are a pair: give both of them the same new order.")
    yield case(lambda: run(90, 12), expect=due, name="twelve epochs on 90 pictures",
               hint="Use the number of pictures and of epochs that the program is given.")


@exercise(number="15.7", title="it reads dice")
def check_study(study, torch):
    study = answered(study)

    def run(x, y):
        seen = []
        net = network(torch, hidden=64, seen=seen)
        torch.manual_seed(0)
        return study(net, x, y), seen

    def quality(x, y):
        share = run(x, y)[0]
        if not isinstance(share, float):
            return share
        return "far better than a guess" if share > 0.3 else "as good as a guess"

    def origins(x, batches):
        rows = x.double()
        return [((rows - row.double()) ** 2).sum(1).argmin().item() for batch in batches for row in batch]

    def sides():
        """Whether pictures are on both sides, and how many forms of each are learned."""
        x, y = pictures(torch, 0, 60)
        _, seen = run(x, y)
        learned = next((batch for batch, _, recorded in seen if recorded), [])
        asked = [batch for batch, _, recorded in seen if not recorded]
        known, tested = origins(x, [learned]), origins(x, asked)
        forms = len(known) / len(set(known)) if known else 0
        return {"on both sides": len(set(known) & set(tested)), "forms of each picture learned": forms,
                "tested on": "nothing" if not tested else "a few" if len(set(tested)) < 20 else "a half"}

    yield case(lambda: quality(*by_dice(torch)), expect="as good as a guess", name="labels from a die",
               symptom="far better than a guess",
               wrong=[(is_a(Nothing), "None came back. Return the accuracy."),
                      (lambda found: hasattr(found, "backward"), "Return a Python number: .item()."),
                      (IndexError, "A place is asked for that is not there: is it counted in x as it came, or in all "
                       "forms?")], hint="Nobody can learn labels from a die. The accuracy should be near one in ten.")
    yield case(lambda: quality(*pictures(torch, 0, 100)), expect="far better than a guess", name="true labels",
               hint="True labels can be learned, so a good part of the test half should be read rightly.")
    yield case(
        sides, expect={"on both sides": 0, "forms of each picture learned": 3.0, "tested on": "a half"},
        name="who is learned, who is tested", symptom=lambda found: found["forms of each picture learned"] < 3, wrong=[
            (lambda found: found["on both sides"] == 0 and found["forms of each picture learned"] == 1.0,
             "The nudged copies are gone. They help the network: let it learn from them."),
            (lambda found: found["tested on"] == "nothing",
             "Nobody is asked under no_grad any more, so that this cannot be seen. Keep the block."),
            (lambda found: found["on both sides"] > 0, "A picture is still learned in one form and tested in another."),
            (lambda found: found["tested on"] == "a few", "Only a few pictures are left for the test."),
        ], hint="Deal the pictures first; then make three forms of each that is learned.")


@exercise(number="15.8", title="one network, two answers")
def check_answers(train, net, torch):
    train = answered(train)

    def task():
        return *pictures(torch, 0, 60), *pictures(torch, 200, 40)

    def passes(epochs=3):
        seen = []
        net = network(torch, dropout=0.5, seen=seen)
        history = train(net, *task(), epochs)
        return history, seen, net

    def seeded():
        """Whether the program sets a seed: then what comes after it is the same, whatever was set before."""
        def after(seed):
            net = network(torch, dropout=0.5)
            torch.manual_seed(seed)
            train(net, *task(), 2)
            return torch.rand(1).item()

        return after(1) == after(2)

    def dropped():
        """Whether dropout is left as it was delivered, in the cell and in the program."""
        return net.dropout.p == 0.5 and passes()[2].dropout.p == 0.5

    def modes():
        history, seen, _ = passes()
        if not isinstance(history, list):
            return history
        found = [f"{'learns' if len(x) == 60 else 'is asked'} with dropout {'on' if on else 'off'}"
                 for x, on, _ in seen]
        return found[:6] + [f"and {len(found) - 6} more"] * (len(found) > 6)

    def recorded():
        _, seen, _ = passes()
        return [history for x, _, history in seen if len(x) == 40]

    def losses():
        history, _, net = passes(2)
        if not isinstance(history, list):
            return history
        net.eval()
        x, y = task()[2:]
        with torch.no_grad():
            last = torch.nn.functional.cross_entropy(net(x), y).item()
        return len(history) == 2 and abs(history[-1] - last) < 1e-4

    on, off = "learns with dropout on", "is asked with dropout off"
    sick = [on, "is asked with dropout on"] * 3
    yield case(
        modes, expect=[on, off] * 3, name="six passes",
        symptom=lambda found: found == sick and dropped() and not seeded(), wrong=[
            (lambda found: found == sick and not dropped(), "With less dropout the symptom goes away, and what dropout "
             "does while it learns goes with it. Keep 0.5, and look when it is on."),
            (lambda found: found == sick and seeded(),
             "A fixed seed only hides it: dropout is still on while the network is asked."),
            (is_a(Nothing), "None came back. `return history` should be the last line."),
            ([on, off] + ["learns with dropout off", off] * 2,
             "From the second epoch on it learns without dropout: who switches it on again?"),
            (["learns with dropout off", off] * 3, "Now it learns without dropout: it should be off only when asked."),
            (["learns with dropout off", "is asked with dropout on"] * 3, "The wrong way round."),
            ([on, off, on, "is asked with dropout on", on, "is asked with dropout on"],
             "Only the first question is asked without dropout."),
            (lambda found: len(found) > 6, "One question for each epoch is enough, in the right mode."),
            (lambda found: found == [on] * 3, "The program does not ask about the other pictures any more."),
        ], hint="There are two modes, so each epoch needs two calls: train() and eval().")
    yield case(recorded, expect=[False] * 3, name="is a graph recorded while it is asked?",
               hint="Before, the program asked under no_grad. Keep this block: nothing is learned there.")
    yield case(losses, expect=True, name="is the last number the loss of the network as it is?",
               hint="Return the loss of the other pictures, one number for each epoch.")


@exercise(number="15.9", title="down, and up again")
def check_deep(train, Deep, mistakes, torch):
    def made():
        torch.manual_seed(0)
        return Deep()

    def plain():
        return network(torch)

    def right(net, x, y, steps):
        return descended(torch, net, x, y, steps, optimizer=torch.optim.Adam(net.parameters(), lr=0.02))

    def heaped(steps):
        net, (x, y) = plain(), pictures(torch)
        adam = torch.optim.Adam(net.parameters(), lr=0.02)
        adam.zero_grad = lambda: None
        return descended(torch, net, x, y, steps, optimizer=adam)

    def wrong(due):
        return [(says("'Net' object has no attribute"), "Here train got ch15.network(torch), and it should mend any "
                 "network's steps. What Deep lacks is to be mended in Deep: then parameters() finds it."),
                (lambda losses: len(set(losses)) == 1,
                 "No weight has moved. What is in .grad when the step is taken: was it emptied before?"),
                (lambda losses: agrees(losses[:2], due[:2]) and not agrees(losses, due),
                 "The first step is right, and later ones are not: what is in .grad when the second begins?"),
                (lambda losses: agrees(losses[:1], due[:1]) and abs(losses[1] - due[1]) > 2e-3,
                 "The first step has changed, and it was right: Adam, the rate 0.02, and the gradient of one pass.")]

    yield from losing(torch, train, plain, lambda rows: pictures(torch, 0, rows), right, wrong=wrong, steps=(12, 6),
                      symptom=lambda due: lambda losses: agrees(losses, heaped(len(due))))

    def count():
        return sum(parameter.numel() for parameter in made().parameters())

    def outside():
        """Whether layers stand in a list, a tuple or a dict, where parameters() does not look."""
        held = [list(part.values()) if isinstance(part, dict) else part for name, part in vars(made()).items()
                if isinstance(part, (list, tuple, dict)) and not name.startswith("_")]
        return any(isinstance(layer, torch.nn.Module) for part in held for layer in part)

    def reached():
        """How many of the network's own tensors get a gradient, of those that parameters() finds."""
        net = made()
        x, y = pictures(torch)
        torch.nn.functional.cross_entropy(net(x), y).backward()
        return [parameter.grad is not None for parameter in net.parameters()]

    def bends():
        """Whether a network of this form is more than one weighted sum."""
        net, (x, _) = made(), pictures(torch)
        return bool(((net(x[:1] + x[1:2]) + net(0 * x[:1]) - net(x[:1]) - net(x[1:2])).abs() > 1e-5).any())

    yield case(count, expect=1754, name="how many numbers Deep() finds", symptom=1210, wrong=[
        (1482, "parameters() finds one layer of the middle. It should find two."),
        (544, "Those are the two layers in the middle. The first and the last layer are lost now."),
        (lambda found: found == 1210 and outside(),
         "In the middle stand 544 numbers that parameters() does not find. Ask named_parameters()."),
        (1210, "Those are the first and the last layer. The two layers in the middle should stay: 544 numbers more."),
    ], hint="64 * 16 + 16, twice 16 * 16 + 16, and 16 * 10 + 10.")
    yield case(reached, expect=[True] * 8, name="does a gradient reach each of them?",
               hint="A layer that parameters() finds is not used in forward.")
    yield case(bends, expect=True, name="is there still a bend between the layers?",
               hint="Keep the relu after each layer but the last.")
    yield case(mistakes, expect=2, name="mistakes", wrong=[
        (lambda found: not isinstance(found, int) or isinstance(found, bool), "Give a number: how many mistakes there "
         "were."),
    ], hint="You have changed what was wrong. In how many places, each of which would be a mistake alone?")


@exercise(number="15.10", title="better at what it never saw")
def check_verdict(verdict, study, torch):
    x, y, other_x, other_y = *pictures(torch), *pictures(torch, 200)
    net = network(torch, dropout=0.5)
    torch.manual_seed(1)
    learned, asked = study(net, x, y, other_x, other_y)
    net.eval()
    with torch.no_grad():
        due = round(torch.nn.functional.cross_entropy(net(x), y).item(), 2)
    given = verdict["loss of x, asked as other_x is"]
    yield case(verdict["mistakes"], expect=0, name="mistakes", wrong=[
        (1, "Which line is it? The picture leads to all weights, gradients are emptied, modes and rows are right."),
        (2, "Which lines are they? Prove each: what comes out, what should come out?"),
        (is_a(str, bool), "Give a number: how many mistakes there are."),
    ], hint="Count the lines that you would change.")
    yield case(lambda: given if given is ... else round(float(given), 2), expect=due,
               name="loss of x, asked as other_x is", wrong=[
        (lambda found: abs(found - learned[-1]) < 0.006, "That is the last training loss, of a pass with dropout on."),
        (lambda found: abs(found - asked[-1]) < 0.006, "That is the loss of other_x."),
        (lambda found: abs(found - learned[0]) < 0.006, "That is the loss before the training."),
    ], hint="net.eval(), then under no_grad the loss of net(x) and y, after the training. Two decimals.")
