"""Chapter 5: wrong answers to its exercises, in the place of the stub."""

ROWS = """
def my_jacobian(f, start):
    rows, count = [], f(tensor(start)).numel()
    for i in range(count):
        unit = [0.0] * count
        unit[i] = 1.0
        x = {leaf}
        {back}
        rows.append({row})
    return rows
"""
LEAF = "tensor(start, requires_grad=True)"

TWO_CALLS = """
def my_jvp(f, x, d):
    x = x.detach().requires_grad_()
    y = f(x)
    u = {u}
    (row,) = grad(y, x, u, create_graph=True)
    return {answer}
"""
WEIGHTS = "ones_like(y, requires_grad=True)"

WRONG = {
    "5.1": [
        'answers = {"entries in y": 2, "entries in x": 2, "x.grad": [-1.0, 3.0]}',
        'answers = {"entries in y": 3, "entries in x": 3, "x.grad": [-1.0, 3.0]}',
        'answers = {"entries in y": 6, "entries in x": 2, "x.grad": [-1.0, 3.0]}',
        'answers = {"entries in y": 3, "entries in x": 2, "x.grad": [4.0, 1.0]}',
        'answers = {"entries in y": 3, "entries in x": 2, "x.grad": [5.0, 3.0]}',
        'answers = {"entries in y": 3, "entries in x": 2, "x.grad": [6.0, -1.0, -3.0]}',
        'answers = {"entries in y": 3, "entries in x": 2, "x.grad": [-1.0, 5.0]}',
        'answers = {"entries in y": 3, "entries in x": 2, "x.grad": [2.0, 4.0]}',
        'answers = {"entries in y": 3, "entries in x": 2, "x.grad": [1.0, 3.0]}',
        'answers = {"entries in y": [3], "entries in x": 2, "x.grad": [-1.0, 3.0]}',
    ],
    "5.2": [
        """
        def weighted_backward(losses, importance):
            losses.backward(importance)
        """,
        """
        def weighted_backward(losses, importance):
            losses.sum().backward()
        """,
        """
        def weighted_backward(losses, importance):
            losses.backward(ones_like(losses) * sum(importance))
        """,
        """
        def weighted_backward(losses, importance):
            (losses * tensor(importance)).mean().backward()
        """,
        """
        def weighted_backward(losses, importance):
            losses.sum().backward(tensor(importance))
        """,
        """
        def weighted_backward(losses, importance):
            return losses * tensor(importance)
        """,
        """
        def weighted_backward(losses, importance):
            (losses * tensor(importance)).backward()
        """,
        """
        def weighted_backward(losses, importance):
            losses.backward(tensor(importance) / sum(importance))
        """,
        """
        def weighted_backward(losses, importance):
            for loss, weight in zip(unbind(losses), importance):
                loss.backward(tensor(weight))
        """,
    ],
    "5.3": [
        """
        def my_jacobian(f, start):
            rows, x = [], tensor(start, requires_grad=True)
            for i in range(f(x).numel()):
                unit = [0.0] * f(x).numel()
                unit[i] = 1.0
                f(x).backward(tensor(unit))
                rows.append(x.grad)
            return rows
        """,
        """
        def my_jacobian(f, start):
            rows, count = [], f(tensor(start)).numel()
            for i in range(len(start)):
                x, unit = tensor(start, requires_grad=True), [0.0] * count
                unit[i] = 1.0
                f(x).backward(tensor(unit))
                rows.append(x.grad.tolist())
            return rows
        """,
        """
        def my_jacobian(f, start):
            return [f(start).backward(tensor([1.0, 0.0, 0.0]))]
        """,
        """
        def my_jacobian(f, start):
            rows, x = [], tensor(start, requires_grad=True)
            for i in range(f(x).numel()):
                unit = [0.0] * f(x).numel()
                unit[i] = 1.0
                f(x).backward(tensor(unit))
                rows.append(x.grad.tolist())
            return rows
        """,
        """
        def my_jacobian(f, start):
            rows = []
            for i in range(f(tensor(start)).numel()):
                x = tensor(start, requires_grad=True)
                y = f(x)
                y.backward(ones_like(y))
                rows.append(x.grad.tolist())
            return rows
        """,
        """
        def my_jacobian(f, start):
            rows, count = [], f(tensor(start)).numel()
            for i in range(count):
                x = tensor(start, requires_grad=True)
                f(x).backward(tensor([1.0] + [0.0] * (count - 1)))
                rows.append(x.grad.tolist())
            return rows
        """,
        """
        def my_jacobian(f, start):
            rows = []
            for i in range(len(start)):
                unit = [0.0] * len(start)
                unit[i] = 1.0
                x = tensor(start, requires_grad=True)
                f(x).backward(tensor(unit))
                rows.append(x.grad.tolist())
            return rows
        """,
        """
        def my_jacobian(f, start):
            rows, count = [], f(tensor(start)).numel()
            for i in range(count):
                unit = [0.0] * count
                unit[i] = 1.0
                x = tensor(start, requires_grad=True)
                f(x).backward(tensor(unit))
                rows.append(x.grad.tolist())
        """,
        """
        def my_jacobian(f, start):
            rows, count = [], f(tensor(start)).numel()
            for i in range(count):
                unit = [0.0] * count
                unit[i] = 1.0
                x = tensor(start, requires_grad=True)
                f(x).backward(tensor(unit))
                rows.append(x.grad.tolist())
            return [list(column) for column in zip(*rows)]
        """,
        """
        def my_jacobian(f, start):
            return jacobian(f, tensor(start)).tolist()
        """,
        """
        def my_jacobian(f, start):
            rows = []
            for i in range(f(tensor(start)).numel()):
                x = tensor(start, requires_grad=True)
                f(x).backward()
                rows.append(x.grad.tolist())
            return rows
        """,
        """
        def my_jacobian(f, start):
            rows = []
            for i in range(f(tensor(start)).numel()):
                x = tensor(start, requires_grad=True)
                f(x)[i].backward()
                rows.append(x.grad.tolist())
            return rows
        """,
        ROWS.format(leaf="tensor(start)", back="f(x).backward(tensor(unit))", row="x.grad.tolist()"),
        ROWS.format(leaf=LEAF, back="f(x).backward(unit)", row="x.grad.tolist()"),
        ROWS.format(leaf=LEAF, back="f(x).backward(tensor(unit))", row="x.tolist()"),
        ROWS.format(leaf=LEAF, back="pass", row="f(x).backward(tensor(unit))"),
        ROWS.format(leaf=LEAF, back="f(x).backward(tensor(unit))", row="x.grad.tolist()").replace(
            "    return rows", "        return rows"
        ),
        """
        def my_jacobian(f, start):
            x, rows = tensor(start, requires_grad=True), []
            y = f(x)
            for i in range(y.numel()):
                unit = [0.0] * y.numel()
                unit[i] = 1.0
                y.backward(tensor(unit))
                rows.append(x.grad.tolist())
                x.grad = None
            return rows
        """,
    ],
    "5.4": [
        """
        def my_jvp(f, x, d):
            x = x.detach().requires_grad_()
            y = f(x)
            u = ones_like(y).detach().requires_grad_()
            (row,) = grad(y, x, u, create_graph=True)
            return row
        """,
        """
        def my_jvp(f, x, d):
            x = x.detach().requires_grad_()
            y = f(x)
            u = ones_like(y).detach().requires_grad_()
            (row,) = grad(y, x, u)
            return grad(row, u, d)[0]
        """,
        """
        def my_jvp(f, x, d):
            x = x.detach().requires_grad_()
            y = f(x)
            u = ones_like(y)
            (row,) = grad(y, x, u, create_graph=True)
            return grad(row, u, d)[0]
        """,
        """
        def my_jvp(f, x, d):
            x = x.detach().requires_grad_()
            y = f(x)
            u = ones_like(y).detach().requires_grad_()
            (row,) = grad(y, x, u, create_graph=True)
            return grad(row.sum(), u)[0]
        """,
        """
        def my_jvp(f, x, d):
            x = x.detach().requires_grad_()
            return grad(f(x), x, d)[0]
        """,
        """
        def my_jvp(f, x, d):
            x = x.detach().requires_grad_()
            y = f(x)
            u = ones_like(y).detach().requires_grad_()
            (row,) = grad(y, x, u, create_graph=True)
            return grad(row, u, d)
        """,
        """
        def my_jvp(f, x, d):
            x = x.detach().requires_grad_()
            y = f(x)
            u = ones_like(y).detach().requires_grad_()
            (row,) = grad(y, x, u, create_graph=True)
            grad(row, u, d)[0]
        """,
        "def my_jvp(f, x, d):\n    return jvp(f, x, d)[1]",
        "def my_jvp(f, x, d):\n    return (f(x + d * 0.001) - f(x)) / 0.001",
        TWO_CALLS.format(u=WEIGHTS, answer="grad(row, x, d)[0]"),
        TWO_CALLS.format(u=WEIGHTS, answer="grad(row, u)[0]"),
        TWO_CALLS.format(u=WEIGHTS, answer="(row * d).sum()"),
        TWO_CALLS.format(u=WEIGHTS, answer="grad(row, u, tensor([1.0, 0.0]))[0]"),
        TWO_CALLS.format(u="zeros(3, requires_grad=True)", answer="grad(row, u, d)[0]"),
    ],
}
