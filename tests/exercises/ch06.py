"""Chapter 6: wrong answers to its exercises, in the place of the stub."""

WRONG = {
    "6.1": [
        'answers = {"col.grad": [60.0, 60.0], "row.grad": [3.0, 3.0, 3.0], "k.grad": 6.0}',
        'answers = {"col.grad": [[10.0, 20.0, 30.0]] * 2, "row.grad": [3.0, 3.0, 3.0], "k.grad": 6.0}',
        'answers = {"col.grad": [[180.0], [180.0]], "row.grad": [3.0, 3.0, 3.0], "k.grad": 6.0}',
        'answers = {"col.grad": [[60.0], [60.0]], "row.grad": [1.0, 2.0, 3.0], "k.grad": 6.0}',
        'answers = {"col.grad": [[60.0], [60.0]], "row.grad": [[1.0] * 3, [2.0] * 3], "k.grad": 6.0}',
        'answers = {"col.grad": [[60.0], [60.0]], "row.grad": [2.0, 2.0, 2.0], "k.grad": 6.0}',
        'answers = {"col.grad": [[60.0], [60.0]], "row.grad": [[3.0, 3.0, 3.0]], "k.grad": 6.0}',
        'answers = {"col.grad": [[60.0], [60.0]], "row.grad": [3.0, 3.0, 3.0], "k.grad": 1.0}',
        'answers = {"col.grad": [[60.0], [60.0]], "row.grad": [3.0, 3.0, 3.0], "k.grad": 2.0}',
    ],
    "6.2": [
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w.grad = None
                w.data = w.data - 0.1 * w.grad
            return w
        """,
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w.grad.zero_()
                w.data = w.data - 0.1 * w.grad
            return w
        """,
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w.data = w.data - 0.1 * w.grad
            return w
        """,
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w.data = w.data + 0.1 * w.grad
                w.grad = None
            return w
        """,
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w.data = w.data - w.grad
                w.grad = None
            return w
        """,
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w.data = w.data - 0.1 * w.grad
                w.grad = None
                return w
        """,
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w = w - 0.1 * w.grad
                w.grad = None
            return w
        """,
    ],
    "6.3": [
        """
        def unbroadcast(grad, shape):
            return grad
        """,
        """
        def unbroadcast(grad, shape):
            return grad.sum()
        """,
        """
        def unbroadcast(grad, shape):
            return grad.sum(-1)
        """,
        """
        def unbroadcast(grad, shape):
            while grad.ndim > len(shape):
                grad = grad.sum(0)
            return grad
        """,
        """
        def unbroadcast(grad, shape):
            while grad.ndim > len(shape):
                grad = grad.sum(0)
            for d, n in enumerate(shape):
                if n == 1:
                    grad = grad.sum(d)
            return grad
        """,
        """
        def unbroadcast(grad, shape):
            for d, n in enumerate(shape):
                if n == 1:
                    grad = grad.sum(d, keepdims=True)
            while grad.ndim > len(shape):
                grad = grad.sum(0)
            return grad
        """,
    ],
    "6.4": [
        """
        def table_grad(grad, shape, words):
            result = np.zeros(shape)
            result[words] += grad
            return result
        """,
        """
        def table_grad(grad, shape, words):
            result = np.zeros(shape)
            for k, row in enumerate(grad):
                result[k] += row
            return result
        """,
        """
        def table_grad(grad, shape, words):
            result = np.zeros(shape)
            for row, word in zip(grad, words):
                if not result[word].any():
                    result[word] = row
            return result
        """,
        """
        def table_grad(grad, shape, words):
            return grad
        """,
        """
        def table_grad(grad, shape, words):
            result = np.zeros(shape)
            for row, word in zip(grad, words):
                row = result[word] + row
            return result
        """,
    ],
}
