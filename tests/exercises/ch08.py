"""Chapter 8: wrong answers to its exercises, in the place of the stub."""

WRONG = {
    "8.1": [
        'flags = {"a": False, "b": False, "c": True, "d": True, "e": False}',
        'flags = {"a": True, "b": True, "c": True, "d": True, "e": True}',
        'flags = {"a": True, "b": False, "c": False, "d": False, "e": False}',
        'flags = {"a": True, "b": False, "c": True, "d": False, "e": False}',
        'flags = {"a": True, "b": False, "c": True, "d": True, "e": True}',
    ],
    "8.2": [
        """
        class Off:
            def __enter__(self):
                self.before = is_grad_enabled()

            def __exit__(self, *error):
                set_grad_enabled(self.before)
        """,
        """
        class Off:
            def __enter__(self):
                set_grad_enabled(False)

            def __exit__(self, *error):
                set_grad_enabled(True)
        """,
        """
        class Off:
            def __enter__(self):
                set_grad_enabled(False)
                self.before = is_grad_enabled()

            def __exit__(self, *error):
                set_grad_enabled(self.before)
        """,
        """
        class Off:
            def __enter__(self):
                self.before = is_grad_enabled()
                set_grad_enabled(False)

            def __exit__(self, *error):
                set_grad_enabled(self.before)
                return True
        """,
        """
        class Off:
            def __enter__(self):
                before = is_grad_enabled()
                set_grad_enabled(False)

            def __exit__(self, *error):
                set_grad_enabled(self.before)
        """,
        """
        class Off:
            def __enter__(self):
                self.before = is_grad_enabled
                set_grad_enabled(False)

            def __exit__(self, *error):
                set_grad_enabled(self.before)
        """,
        """
        class Off:
            def __enter__(self):
                self.before = is_grad_enabled()
                set_grad_enabled(False)

            def __exit__(self):
                set_grad_enabled(self.before)
        """,
    ],
    "8.3": [
        """
        def step(w, rate):
            with no_grad():
                moved = w - rate * w.grad
            return moved
        """,
        """
        def step(w, rate):
            return w - rate * w.grad
        """,
        """
        def step(w, rate):
            with no_grad():
                moved = w + rate * w.grad
            return moved.requires_grad_()
        """,
        """
        def step(w, rate):
            with no_grad():
                moved = w - rate * w.grad
            return w
        """,
        """
        def step(w, rate):
            with no_grad():
                moved = w - w.grad
            return moved.requires_grad_()
        """,
        """
        def step(w, rate):
            with no_grad():
                moved = w - rate * w.grad
            moved.requires_grad_()
        """,
        """
        def step(w, rate):
            with no_grad():
                moved = w - rate * w.grad
            return moved.requires_grad_
        """,
    ],
    "8.4": [
        'choice = {"test": "detach", "target": "detach", "frozen": "requires_grad_", "both": "set_grad_enabled"}',
        'choice = {"test": "no_grad", "target": "no_grad", "frozen": "requires_grad_", "both": "set_grad_enabled"}',
        'choice = {"test": "no_grad", "target": "detach", "frozen": "no_grad", "both": "set_grad_enabled"}',
        'choice = {"test": "no_grad", "target": "detach", "frozen": "requires_grad_", "both": "no_grad"}',
        'choice = {"test": "no_grad()", "target": "detach", "frozen": "requires_grad_", "both": "set_grad_enabled"}',
    ],
    "8.5": [
        """
        def value_of(hard, gradient_of):
            return gradient_of + hard.detach()
        """,
        """
        def value_of(hard, gradient_of):
            return gradient_of
        """,
        """
        def value_of(hard, gradient_of):
            return gradient_of + (hard - gradient_of)
        """,
        """
        def value_of(hard, gradient_of):
            return gradient_of + (gradient_of - hard).detach()
        """,
        """
        def value_of(hard, gradient_of):
            return gradient_of.detach() + (hard - gradient_of).detach()
        """,
        """
        def value_of(hard, gradient_of):
            return hard.detach() + gradient_of - gradient_of
        """,
        """
        def value_of(hard, gradient_of):
            gradient_of + (hard - gradient_of).detach()
        """,
        """
        def value_of(hard, gradient_of):
            return (hard - gradient_of).detach()
        """,
    ],
}
