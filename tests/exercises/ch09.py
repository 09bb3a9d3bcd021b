"""Chapter 9: wrong answers to its exercises, in the place of the stub."""

WRONG = {
    "9.1": [
        'versions = {"t": 1, "v": 1, "d": 1, "s": 1, "c": 1}',
        'versions = {"t": 4, "v": 4, "d": 4, "s": 4, "c": 1}',
        'versions = {"t": 2, "v": 2, "d": 1, "s": 1, "c": 1}',
        'versions = {"t": 3, "v": 3, "d": 0, "s": 1, "c": 1}',
        'versions = {"t": 3, "v": 3, "d": 3, "s": 0, "c": 1}',
        'versions = {"t": 3, "v": 3, "d": 3, "s": 1, "c": 0}',
        'versions = {"t": 5, "v": 5, "d": 5, "s": 5, "c": 5}',
        'versions = {"t": 3, "v": 3, "d": 3, "s": 2, "c": 1}',
        'versions = {"t": 3, "v": 3, "d": 3, "s": 1, "c": 2}',
    ],
    "9.2": [
        'fate = {"a": "error", "b": "error", "c": "error", "d": "error", "e": "error"}',
        'fate = {"a": "fine", "b": "silent", "c": "silent", "d": "error", "e": "fine"}',
        'fate = {"a": "fine", "b": "error", "c": "error", "d": "error", "e": "fine"}',
        'fate = {"a": "fine", "b": "error", "c": "silent", "d": "fine", "e": "fine"}',
        'fate = {"a": "fine", "b": "error", "c": "silent", "d": "error", "e": "error"}',
    ],
    "9.3": [
        """
        def descend(w, rate):
            with no_grad():
                w = w - rate * w.grad
            w.grad.zero_()
            return w
        """,
        """
        def descend(w, rate):
            w.grad.zero_()
            with no_grad():
                w -= rate * w.grad
            return w
        """,
        """
        def descend(w, rate):
            with no_grad():
                w -= rate * w.grad
            w.grad = None
            return w
        """,
        """
        def descend(w, rate):
            w -= rate * w.grad
            w.grad.zero_()
            return w
        """,
        """
        def descend(w, rate):
            with no_grad():
                moved = w - rate * w.grad
            w.grad.zero_()
            return moved
        """,
        """
        def descend(w, rate):
            w.data -= rate * w.grad
            w.grad.zero_()
            return w
        """,
        """
        def descend(w, rate):
            with no_grad():
                w -= rate * w.grad
            return w
        """,
        """
        def descend(w, rate):
            with no_grad():
                w += rate * w.grad
            w.grad.zero_()
            return w
        """,
        """
        def descend(w, rate):
            with no_grad():
                w -= w.grad
            w.grad.zero_()
            return w
        """,
        """
        def descend(w, rate):
            with no_grad():
                w -= rate * w.grad
            w.grad.zero_()
            return w.detach()
        """,
        """
        def descend(w, rate):
            with no_grad():
                w -= rate * w.grad
            w.grad.zero_()
        """,
    ],
    "9.4": [
        """
        class Guard:
            def __init__(self, t):
                self.t, self.version = t, t._version

            def get(self):
                if self.t._version == self.version:
                    raise RuntimeError(f"is at version {self.t._version}; expected version {self.version}")
                return self.t
        """,
        """
        class Guard:
            def __init__(self, t):
                self.t = t

            def get(self):
                return self.t
        """,
        """
        class Guard:
            def __init__(self, t):
                self.t = t

            def get(self):
                if self.t._version != 0:
                    raise RuntimeError(f"is at version {self.t._version}; expected version 0")
                return self.t
        """,
        """
        class Guard:
            def __init__(self, t):
                self.t, self.version = t, t._version

            def get(self):
                if self.t._version != self.version:
                    raise RuntimeError(f"expected version {self.version}; is at version {self.t._version}")
                return self.t
        """,
        """
        class Guard:
            def __init__(self, t):
                self.t, self.version = t, t._version

            def get(self):
                if self.t._version != self.version:
                    raise RuntimeError("has been written into")
                return self.t
        """,
        """
        class Guard:
            def __init__(self, t):
                self.t = t.clone()

            def get(self):
                return self.t
        """,
        """
        class Guard:
            def __init__(self, t):
                self.t = t
                version = t._version

            def get(self):
                if self.t._version != self.version:
                    raise RuntimeError(f"is at version {self.t._version}; expected version {self.version}")
                return self.t
        """,
        """
        class Guard:
            def __init__(self, t):
                self.t, self.version = t, t._version

            def get(self):
                if self.t._version != self.version:
                    return RuntimeError
                return self.t
        """,
    ],
    "9.5": [
        """
        def replaced(x, mask, number):
            result = x.clone()
            return result[mask]
        """,
        """
        def replaced(x, mask, number):
            result = x.clone()
            result[mask] = [number]
            return result
        """,
        """
        def replaced(x, mask, number):
            result = x.clone()[mask] = number
            return result
        """,
        """
        def replaced(x, mask, number):
            x[mask] = number
            return x
        """,
        """
        def replaced(x, mask, number):
            result = x.detach()
            result[mask] = number
            return result
        """,
        """
        def replaced(x, mask, number):
            result = x.detach().clone()
            result[mask] = number
            return result
        """,
        """
        def replaced(x, mask, number):
            result = x.clone()
            result.data[mask] = number
            return result
        """,
        """
        def replaced(x, mask, number):
            result = x.clone()
            x.clone()[mask] = number
            return result
        """,
        """
        def replaced(x, mask, number):
            result = x.clone()
            result[mask == False] = number
            return result
        """,
        """
        def replaced(x, mask, number):
            result = x.clone()
            result[mask] = number
        """,
    ],
}
