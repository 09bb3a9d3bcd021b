"""Chapter 6: wrong answers to its exercises, in the place of the stub."""

UNDO = """
def unbroadcast(grad, shape):
    {repeat} grad.ndim > len(shape):
        grad = grad.sum(0)
    for d, n in enumerate(shape):
        if {test}:
            grad = grad.{total}
    {back}
"""

TABLE = """
def table_grad(grad, shape, words):
    result = np.zeros(shape)
    for row, word in zip(grad, words):
        {add}
    {back}
"""

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
        'answers = {"col.grad": [[60.0, 60.0]], "row.grad": [3.0, 3.0, 3.0], "k.grad": 6.0}',
        'answers = {"col.grad": [[30.0], [30.0]], "row.grad": [3.0, 3.0, 3.0], "k.grad": 6.0}',
        'answers = {"col.grad": [[60.0], [60.0]], "row.grad": [1.5, 1.5, 1.5], "k.grad": 6.0}',
        'answers = {"col.grad": [[60.0], [60.0]], "row.grad": [3.0, 3.0, 3.0], "k.grad": [[1.0] * 3] * 2}',
        'answers = {"col.grad": [[60.0], [60.0]], "row.grad": [3.0, 3.0, 3.0], "k.grad": 180.0}',
    ],
    "6.2": [
        """
        def train(w, data):
            for x, y in data:
                w.grad.zero_()
                ((w * x - y) ** 2).backward()
                w.data = w.data - 0.1 * w.grad
            return w
        """,
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
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w.data = w.data - 0.1 * w.grad
                w.grad = 0
            return w
        """,
        """
        def train(w, data):
            for x, y in data:
                loss = (w * x - y) ** 2
                loss.backward()
                w.data = w.data - 0.1 * w.grad
                w.grad = None
            return loss
        """,
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w.data = -0.1 * w.grad
                w.grad = None
            return w
        """,
        """
        def train(w, data):
            for x, y in data:
                ((w * x - y) ** 2).backward()
                w.data = w.data - 0.1 * w.grad
                w.grad = None
        """,
    ],
    "6.3": [
        UNDO.format(repeat="while len(shape) < len(grad) or", test="n == 1", total="sum(d)", back="return grad"),
        UNDO.format(repeat="while", test="n == 1", total="sum(d, keepdims=True)", back="pass"),
        UNDO.format(repeat="if", test="n == 1", total="sum(d, keepdims=True)", back="return grad"),
        UNDO.format(repeat="while", test="n == 1", total="sum(n, keepdims=True)", back="return grad"),
        UNDO.format(repeat="while", test="n == 1", total="sum(d, keepdim=True)", back="return grad"),
        """
        def unbroadcast(grad, shape):
            return grad.reshape(shape)
        """,
        """
        def unbroadcast(grad, shape):
            while grad.ndim > len(shape):
                grad = grad.mean(0)
            return grad
        """,
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
            np.add.at(result, words, grad)
            return result
        """,
        TABLE.format(add="result[word] += row", back="pass"),
        TABLE.format(add="result[word] += row; return result", back="pass"),
        TABLE.format(add="result[word] += 1", back="return result"),
        TABLE.format(add="result += row", back="return result"),
        TABLE.format(add="result[word] += grad[word]", back="return result"),
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
