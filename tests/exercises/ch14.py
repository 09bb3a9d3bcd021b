"""Chapter 14: wrong answers to its exercises, in the place of the stub."""

FATE = """
fate = {{
    "Variable(x)": "{}",
    "Variable(x, volatile=True)": "{}",
    "FloatTensor([1, 2])": "{}",
    "loss.data[0]": "{}",
    "loss.backward(retain_variables=True)": "{}",
    "backward([u], grad_variables=[v])": "{}",
    "action.reinforce(1.0)": "{}",
}}
"""

WRONG = {
    "14.1": [
        FATE.format("raises", "warns", "runs", "raises", "raises", "warns", "raises"),
        FATE.format("runs", "runs", "runs", "raises", "raises", "warns", "raises"),
        FATE.format("runs", "warns", "raises", "raises", "raises", "warns", "raises"),
        FATE.format("runs", "warns", "runs", "runs", "raises", "warns", "raises"),
        FATE.format("runs", "warns", "runs", "raises", "warns", "warns", "raises"),
        FATE.format("runs", "warns", "runs", "raises", "raises", "raises", "raises"),
        FATE.format("runs", "warns", "runs", "raises", "raises", "warns", "warns"),
    ],
    "14.2": [
        """
        def wrap(data, requires_grad=False):
            return data
        """,
        """
        def wrap(data, requires_grad=False):
            return data.detach()
        """,
        """
        def wrap(data, requires_grad=False):
            return (data * 1).requires_grad_(requires_grad or data.requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            data.requires_grad_(requires_grad)
            return data.detach().requires_grad_(requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            return tensor(data.tolist(), requires_grad=requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            return data.data.requires_grad_(requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            return data.detach().numpy()
        """,
        """
        def wrap(data, requires_grad=False):
            return tensor(data.numpy(), requires_grad=requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            data.detach().requires_grad_(requires_grad)
        """,
    ],
    "14.3": [
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with no_grad():
                    w -= rate * w.grad
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with no_grad():
                    w += rate * w.grad
                w.grad = None
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w.data -= rate * w.grad.data
                w.grad.data.zero_()
                losses.append(loss.data[0])
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w.data -= rate * w.grad.data
                w.grad.data.zero_()
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w -= rate * w.grad
                w.grad = None
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with no_grad():
                    w = w - rate * w.grad
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w = w - rate * w.grad
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w = (w - rate * w.grad).detach().requires_grad_()
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with no_grad():
                    w -= rate * w.grad
                w.grad = None
                losses.append(loss)
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w.grad = None
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with no_grad():
                    w -= rate * w.grad
                w.grad = None
                losses.append(loss.item())
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with no_grad():
                    w -= rate * w.grad
                w.grad = 0
                losses.append(loss.item())
            return losses
        """,
    ],
    "14.4": [
        """
        def unrecorded(f, *inputs):
            return f(*inputs)
        """,
        """
        def unrecorded(f, *inputs):
            return f(*inputs).detach()
        """,
        """
        def unrecorded(f, *inputs):
            for tensor in inputs:
                tensor.requires_grad_(False)
            return f(*inputs)
        """,
        """
        def unrecorded(f, *inputs):
            set_grad_enabled(False)
            return f(*inputs)
        """,
        """
        def unrecorded(f, *inputs):
            set_grad_enabled(False)
            result = f(*inputs)
            set_grad_enabled(True)
            return result
        """,
        """
        def unrecorded(f, *inputs):
            set_grad_enabled(False)
            try:
                return f(*inputs)
            finally:
                set_grad_enabled(True)
        """,
        """
        def unrecorded(f, *inputs):
            with no_grad():
                f(*inputs)
        """,
        """
        def unrecorded(f, *inputs):
            return f(*[tensor.detach() for tensor in inputs])
        """,
    ],
}
