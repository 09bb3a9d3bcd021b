"""Chapter 13: wrong answers to its exercises, in the place of the stub."""


def by_hand(**changed):
    right = {"numbers": 26, "SGD, 1 step": 0.8, "SGD, 2 steps": 0.54, "Adam, 1 step": 0.9}
    names = {"numbers": "numbers", "one": "SGD, 1 step", "two": "SGD, 2 steps", "adam": "Adam, 1 step"}
    return f"by_hand = {right | {names[name]: value for name, value in changed.items()}}"


def deep(parts="parts += [Linear(a, b), Tanh()]", layers="Sequential(*parts[:-1])", forward="return self.layers(x)",
         pairs="zip(sizes, sizes[1:])", first="super().__init__()"):
    return f"""
class Deep(Module):
    def __init__(self, *sizes):
        {first}
        parts = []
        for a, b in {pairs}:
            {parts}
        self.layers = {layers}

    def forward(self, x):
        {forward}
"""


def clip(body):
    return "def clip(parameters, most):\n" + "\n".join(f"    {line}" for line in body.strip().splitlines())


GRADS = "grads = [p.grad for p in parameters if p.grad is not None]\n"
LENGTH = "length = sum((grad * grad).sum().item() for grad in grads) ** 0.5\n"
SHORTEN = "if length > most:\n    for grad in grads:\n        grad.mul_(most / length)\n"

WRONG = {
    "13.1": [
        by_hand(numbers=20),
        by_hand(numbers=6),
        by_hand(numbers=4),
        by_hand(numbers=16),
        by_hand(one=0.9),
        by_hand(one=1.2),
        by_hand(one=0.7),
        by_hand(two=0.64),
        by_hand(two=0.44),
        by_hand(two=0.6),
        by_hand(two=0.38),
        by_hand(adam=0.8),
        by_hand(adam=1.1),
        by_hand(adam=0.98),
    ],
    "13.2": [
        """
        def accuracy(model, x, y):
            with no_grad:
                return (model(x).argmax(1) == y).double().mean().item()
        """,
        """
        def accuracy(model, x, y):
            with no_grad():
                return (model(x).argmax(1) == y).double().mean()
        """,
        """
        def accuracy(model, x, y):
            with no_grad():
                return (model(x).argmax(1) == y).sum().item()
        """,
        """
        def accuracy(model, x, y):
            with no_grad():
                return (model(x).argmax(1) != y).double().mean().item()
        """,
        """
        def accuracy(model, x, y):
            with no_grad():
                return 100 * (model(x).argmax(1) == y).double().mean().item()
        """,
        """
        def accuracy(model, x, y):
            with no_grad():
                return (model(x).argmax(1) == y).mean().item()
        """,
        """
        def accuracy(model, x, y):
            with no_grad():
                return (model(x).argmax(0) == y).double().mean().item()
        """,
        """
        def accuracy(model, x, y):
            return (model(x).argmax(1) == y).double().mean().item()
        """,
        """
        def accuracy(model, x, y):
            with no_grad():
                guesses = model(x).argmax(1)
            return (guesses == y).sum().item() / 4
        """,
        """
        def accuracy(model, x, y):
            with no_grad():
                (model(x).argmax(1) == y).double().mean().item()
        """,
    ],
    "13.3": [
        deep(layers="parts[:-1]", forward="for layer in self.layers:\n            x = layer(x)\n        return x"),
        deep(layers="Sequential(parts[:-1])"),
        deep(layers="Sequential(*parts)"),
        deep(parts="parts += [Linear(a, b)]", layers="Sequential(*parts)"),
        deep(forward="self.layers(x)"),
        deep(parts="parts += [Linear(a, b), Tanh]"),
        deep(parts="parts += [Linear(a, b), ReLU()]"),
        deep(parts="parts += [Linear(a, b).double(), Tanh()]"),
        deep(layers="Sequential(Linear(2, 8), Tanh(), Linear(8, 8), Tanh(), Linear(8, 1))"),
        deep(forward="return self.layers[0](x)"),
        deep(layers="parts[:-1]"),
        deep(first="pass"),
        deep(pairs="zip(sizes, sizes[2:])"),
        deep(parts="parts += [Tanh(), Linear(a, b)]", layers="Sequential(*parts[1:-1], Linear(b, b), parts[-1])"),
    ],
    "13.4": [
        clip(GRADS + LENGTH + SHORTEN),
        clip(GRADS + LENGTH + "return length"),
        clip(GRADS + LENGTH + SHORTEN + "    return length"),
        clip(GRADS.replace(" is not None", "") + LENGTH + SHORTEN + "return length"),
        clip(GRADS + LENGTH.replace("sum()", "mean()") + SHORTEN + "return length"),
        clip(GRADS + "length = sum((grad * grad).sum().item() for grad in grads)\n" + SHORTEN + "return length"),
        clip(GRADS + "length = sum((grad * grad).sum() for grad in grads) ** 0.5\n" + SHORTEN + "return length"),
        clip(GRADS + LENGTH + SHORTEN + "return min(length, most)"),
        clip(GRADS + "length = sum(grad.norm().item() for grad in grads)\n" + SHORTEN + "return length"),
        clip(GRADS + LENGTH + "for grad in grads:\n    grad.clamp_(-most, most)\nreturn length"),
        clip(GRADS + LENGTH + "for grad in grads:\n    grad.mul_(min(1, most / grad.norm().item()))\nreturn length"),
        clip(GRADS + LENGTH + SHORTEN.replace("most / length", "length / most") + "return length"),
        clip(GRADS + LENGTH + "for grad in grads:\n    grad.mul_(most / length)\nreturn length"),
        clip("grads = [p.grad for p in parameters]\n" + LENGTH + SHORTEN + "return length"),
        clip("length = sum((p.grad * p.grad).sum().item() for p in parameters if p.grad is not None) ** 0.5\n"
             "for p in parameters:\n    if p.grad is not None and length > most:\n        p.grad.mul_(most / length)\n"
             "return length"),
        clip("parameters = [p for p in parameters if p.grad is not None]\n"
             "length = sum((p.grad * p.grad).sum().item() for p in parameters) ** 0.5\n"
             "for p in parameters:\n    if length > most:\n        p.grad = p.grad * (most / length)\nreturn length"),
    ],
}
