"""Chapter 4: wrong answers to its exercises, in the place of the stub."""

WRONG = {
    "4.1": [
        'order = ["AccumulateGrad", "MulBackward0", "MulBackward0", "AddBackward0"]',
        'order = ["AddBackward0", "MulBackward0", "AccumulateGrad", "MulBackward0", "AccumulateGrad"]',
        'order = ["AddBackward0", "MulBackward0", "AccumulateGrad", "MulBackward0"]',
        'order = ["AddBackward0", "MulBackward0", "MulBackward0"]',
        'order = ["AddBackward0", "MulBackward0", "MulBackward0", "AccumulateGrad", "AccumulateGrad"]',
        'order = ["SubBackward0"]',
        'order = "AddBackward0, MulBackward0, MulBackward0, AccumulateGrad"',
        'order = ["AddBackward", "MulBackward", "MulBackward", "AccumulateGrad"]',
        'order = ["MulBackward0", "MulBackward0", "AddBackward0", "AccumulateGrad"]',
        'order = ("AddBackward0", "MulBackward0", "AccumulateGrad")',
        'order = ["AddBackward0", ["MulBackward0", "MulBackward0"], "AccumulateGrad"]',
        'order = ["AccumulateGrad", "AddBackward0", "MulBackward0", "MulBackward0"]',
        'order = ["GraphRoot", "AddBackward0", "MulBackward0", "MulBackward0", "AccumulateGrad"]',
        'order = ["AddBackward0", "PowBackward0", "MulBackward0", "AccumulateGrad"]',
    ],
    "4.2": [
        """
        def deliver(arrived, node, grad):
            arrived[node] = arrived[node] + grad
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            arrived[node] = grad
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            arrived.setdefault(node, grad)
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            if node in arrived:
                arrived[node] += grad
            else:
                arrived[node] = grad
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            arrived[node] = arrived[node] + grad if node in arrived else grad
        """,
        """
        def deliver(arrived, node, grad):
            if node in arrived:
                grad += arrived[node]
            arrived[node] = grad
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            arrived = dict(arrived)
            arrived[node] = arrived[node] + grad if node in arrived else grad
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            arrived[node] = [arrived[node], grad] if node in arrived else grad
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            arrived[node] = arrived[node] * grad if node in arrived else grad
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            arrived[node] = arrived[node] + grad if node in arrived else 0
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            if node in arrived:
                arrived[node] = arrived[node] + grad
            return arrived
        """,
        """
        def deliver(arrived, node, grad):
            arrived.append(grad)
            return arrived
        """,
    ],
    "4.3": [
        """
        def slope(f, x, h=1e-3):
            return (f(x + h) - f(x)) / h
        """,
        """
        def slope(f, x, h=1e-3):
            return (f(x + h) - f(x - h)) / h
        """,
        """
        def slope(f, x, h=1e-3):
            return (f(x - h) - f(x + h)) / (2 * h)
        """,
        """
        def slope(f, x, h=1e-3):
            return f(x + h) - f(x - h) / (2 * h)
        """,
        """
        def slope(f, x, h=1e-3):
            return (f(x + h) - f(x - h)) / 2 * h
        """,
        """
        def slope(f, x, h=1e-3):
            return (f(x + h) - f(x - h)) / h * 2
        """,
        """
        def slope(f, x, h=1e-3):
            return f(x + h) - f(x - h)
        """,
        """
        def slope(f, x, h=1e-3):
            return (x + h - (x - h)) / (2 * h)
        """,
        """
        def slope(f, x, h=1e-3):
            return (f(x + 0.001) - f(x - 0.001)) / 0.002
        """,
        """
        def slope(f, x, h=1e-3):
            return (f(x + h) + f(x - h)) / (2 * h)
        """,
        """
        def slope(f, x, h=1e-3):
            return f'(x)'
        """,
        """
        def slope(f, x, h=1e-3):
            return 2 * x
        """,
        """
        def slope(f, x, h=1e-3):
            return abs(f(x + h) - f(x - h)) / (2 * h)
        """,
        """
        def slope(f, x, h=1e-3):
            return 2 * h / (f(x + h) - f(x - h))
        """,
        """
        def slope(f, x, h=1e-3):
            return (f(x + h / 2) - f(x - h / 2)) / h
        """,
        """
        def slope(f, x, h=1e-3):
            return 6 * x + 2
        """,
    ],
    "4.4": [
        """
        def my_backward(t):
            def visit(node, grad):
                grads = node(grad)
                grads = grads if isinstance(grads, tuple) else (grads,)
                for (target, _), grad in zip(node.next_functions, grads):
                    if target is not None:
                        visit(target, grad)

            visit(t.grad_fn, tensor(1.0))
        """,
        """
        def my_backward(t):
            arrived = {t.grad_fn: tensor(1.0)}
            while arrived:
                node = min(arrived, key=lambda node: -1 if hasattr(node, "variable") else node._sequence_nr())
                grads = node(arrived.pop(node))
                grads = grads if isinstance(grads, tuple) else (grads,)
                for (target, _), grad in zip(node.next_functions, grads):
                    if target is not None:
                        arrived[target] = arrived[target] + grad if target in arrived else grad
        """,
        """
        def my_backward(t):
            arrived = {t.grad_fn: tensor(1.0)}
            while arrived:
                node = max(arrived, key=lambda node: -1 if hasattr(node, "variable") else node._sequence_nr())
                grads = node(arrived.pop(node))
                grads = grads if isinstance(grads, tuple) else (grads,)
                for (target, _), grad in zip(node.next_functions, grads):
                    if target is not None:
                        arrived[target] = grad
        """,
        """
        def my_backward(t):
            arrived = {t.grad_fn: tensor(1.0)}
            while arrived:
                node = max(arrived, key=lambda node: -1 if hasattr(node, "variable") else node._sequence_nr())
                grads = node(arrived.pop(node))
                grads = grads if isinstance(grads, tuple) else (grads,)
                for (target, _), grad in zip(node.next_functions, grads):
                    arrived[target] = arrived[target] + grad if target in arrived else grad
        """,
        """
        def my_backward(t):
            arrived = {t.grad_fn: tensor(1.0)}
            while arrived:
                node = max(arrived, key=lambda node: -1 if hasattr(node, "variable") else node._sequence_nr())
                if hasattr(node, "variable"):
                    break
                grads = node(arrived.pop(node))
                grads = grads if isinstance(grads, tuple) else (grads,)
                for (target, _), grad in zip(node.next_functions, grads):
                    if target is not None:
                        arrived[target] = arrived[target] + grad if target in arrived else grad
        """,
        """
        def my_backward(t):
            t.backward()
        """,
        """
        def my_backward(t):
            arrived = {t.grad_fn: tensor(1.0)}
            while arrived:
                node = max(arrived, key=lambda node: -1 if hasattr(node, "variable") else node._sequence_nr())
                grads = node(arrived.pop(node))
                grads = grads if isinstance(grads, tuple) else (grads,)
                for (target, _), grad in zip(node.next_functions, grads):
                    if target is not None:
                        arrived[target] = grad + grad
        """,
        """
        def my_backward(t):
            arrived = {t.grad_fn: 1.0}
            while arrived:
                node = max(arrived, key=lambda node: -1 if hasattr(node, "variable") else node._sequence_nr())
                grads = node(arrived.pop(node))
                grads = grads if isinstance(grads, tuple) else (grads,)
                for (target, _), grad in zip(node.next_functions, grads):
                    if target is not None:
                        arrived[target] = arrived[target] + grad if target in arrived else grad
        """,
        """
        def my_backward(t):
            arrived = {t.grad_fn: tensor(1.0)}
            while arrived:
                node = max(arrived, key=lambda node: -1 if hasattr(node, "variable") else node._sequence_nr())
                grads = node(arrived.pop(node))
                pass
                for (target, _), grad in zip(node.next_functions, grads):
                    if target is not None:
                        arrived[target] = arrived[target] + grad if target in arrived else grad
        """,
        """
        def my_backward(t):
            arrived = {t.grad_fn: tensor(1.0)}
            while arrived:
                node = max(arrived, key=lambda node: node._sequence_nr())
                grads = node(arrived.pop(node))
                grads = grads if isinstance(grads, tuple) else (grads,)
                for (target, _), grad in zip(node.next_functions, grads):
                    if target is not None:
                        arrived[target] = arrived[target] + grad if target in arrived else grad
        """,
        """
        def my_backward(t):
            arrived = {t.grad_fn: tensor(1.0)}
            while arrived:
                node = max(arrived)
                grads = node(arrived.pop(node))
                grads = grads if isinstance(grads, tuple) else (grads,)
                for (target, _), grad in zip(node.next_functions, grads):
                    if target is not None:
                        arrived[target] = arrived[target] + grad if target in arrived else grad
        """,
    ],
}
