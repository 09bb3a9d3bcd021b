"""Chapter 1: wrong answers to its exercises, in the place of the stub, and to the reader's definitions."""

WRONG = {
    "1.1": [
        'found = {"z": 15, "x.grad": 4, "y.grad": 3}',
        'found = {"z": 15, "x.grad": 1, "y.grad": 3}',
        'found = {"z": 15, "x.grad": 5, "y.grad": 4}',
        'found = {"z": 15, "x.grad": 5, "y.grad": 5}',
        'found = {"z": 12, "x.grad": 5, "y.grad": 3}',
        'found = {"z": 15, "x.grad": 3, "y.grad": 5}',
    ],
    "1.2": [
        """
        def minus(a, b):
            return a - b
        """,
        """
        def minus(a, b):
            return a + b
        """,
        """
        def minus(a, b):
            return b + (-1) * a
        """,
        """
        def minus(a, b):
            return a.item() + (-1) * b.item()
        """,
    ],
    "1.3": [
        """
        def learn(w):
            for step in range(3):
                t = torch.tensor(w, requires_grad=True)
                e = t * 3 + (-12)
                (e * e).backward()
                w = w - 0.02 * t.grad.item()
            return w
        """,
        """
        def learn(w):
            return w
        """,
        """
        def learn(w):
            for step in range(40):
                t = torch.tensor(w, requires_grad=True)
                e = t * 3 + (-12)
                (e * e).backward()
                w = w - 0.02 * t.grad.item()
        """,
    ],
}

# {definition: [(source, words of the hint)]}
DEFINITIONS = {
    "slope": [
        ("def slope(f, x, h=0.001):\n    return (f(x + h) - f(x)) / h", "both sides"),
        ("def slope(f, x, h=0.001):\n    return (f(x) - f(x - h)) / h", "both sides"),
        ("def slope(f, x, h=0.001):\n    return (f(x + h) - f(x - h)) / h", "2 * h, not h"),
        ("def slope(f, x, h=0.001):\n    return (f(x + h) - f(x - h)) / 2 * h", "Divide by 2 * h"),
        ("def slope(f, x, h=0.001):\n    return (f(x - h) - f(x + h)) / (2 * h)", "comes first"),
        ("def slope(f, x, h=0.001):\n    (f(x + h) - f(x - h)) / (2 * h)", "`return`"),
    ],
    "add_rule": [
        ("def add_rule(grad):\n    return grad", "two answers"),
        ("def add_rule(grad):\n    return 1.0, 1.0", "Multiply it by what arrives"),
        ("def add_rule(grad):\n    return grad / 2, grad / 2", "in full"),
        ("def add_rule(grad):\n    return abs(grad), abs(grad)", "sign"),
    ],
    "mul_rule": [
        ("def mul_rule(grad, self, other):\n    return grad * self, grad * other", "Exchanged"),
        ("def mul_rule(grad, self, other):\n    return other, self", "gradient that arrives"),
        ("def mul_rule(grad, self, other):\n    return grad, grad", "rule of a sum"),
        ("def mul_rule(grad, self, other):\n    return grad * self * other, grad * self * other", "*other* input"),
        ("def mul_rule(grad, self, other):\n    return grad * other", "two answers"),
        ("def mul_rule(grad, self, other):\n    return grad + other, grad + self", "not added"),
        ("def mul_rule(grad, self, other):\n    return grad * others, grad * self", "NameError"),
    ],
    "backward": [
        ("def backward(result, grad=1.0):\n    keep(result, grad)", "No gradient has come"),
        ("def backward(result, grad=1.0):\n    if result.grad_fn is None:\n        return keep(result, grad)\n"
         "    for value in result.grad_fn.inputs:\n        if value.requires_grad:\n            backward(value, grad)",
         "its own *part*"),
        ("def backward(result, grad=1.0):\n"
         "    for value, part in zip(result.grad_fn.inputs, result.grad_fn.backward(grad)):\n"
         "        backward(value, part)", "has no node"),
        ("def backward(result, grad=1.0):\n    if result.grad_fn is None:\n        return keep(result, grad)\n"
         "    for value, part in zip(result.grad_fn.inputs, result.grad_fn.backward(grad)):\n"
         "        if value.requires_grad:\n            return backward(value, part)", "Only the first path"),
        ("def backward(result, grad=1.0):\n    if result.grad_fn is None:\n        return keep(result, grad)\n"
         "    for value, part in zip(result.grad_fn.inputs, result.grad_fn.backward(grad)):\n"
         "        backward(value, part)",
         "requires_grad is False"),
        ("def backward(result, grad=1.0):\n    while True:\n        pass", "without an end"),
    ],
}
