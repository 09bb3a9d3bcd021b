"""Chapter 2: wrong answers to its exercises, in the place of the stub."""

WRONG = {
    "2.1": [
        'kinds = {"p": "result", "q": "leaf", "r": "leaf", "s": "result", "t": "leaf", "u": "leaf"}',
        'kinds = {"p": "leaf", "q": "result", "r": "leaf", "s": "result", "t": "leaf", "u": "leaf"}',
        'kinds = {"p": "leaf", "q": "leaf", "r": "result", "s": "result", "t": "leaf", "u": "leaf"}',
        'kinds = {"p": "leaf", "q": "leaf", "r": "leaf", "s": "leaf", "t": "leaf", "u": "leaf"}',
        'kinds = {"p": "leaf", "q": "leaf", "r": "leaf", "s": "result", "t": "result", "u": "leaf"}',
    ],
    "2.2": [
        """
        class Halve(Function):
            @staticmethod
            def forward(ctx, x):
                return x
        """,
        """
        class Halve(Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2
        """,
        """
        class Half(Function):
            @staticmethod
            def forward(ctx, x):
                return x / 2

        Halve = Half
        """,
    ],
    "2.3": [
        """
        def history(t):
            return [type(t.grad_fn).__name__]
        """,
        """
        def history(t):
            names, node = [], t.grad_fn
            while node is not None and node.next_functions:
                names.append(type(node).__name__)
                node = node.next_functions[0][0]
            return names
        """,
        """
        def history(t):
            names, node = [], t.grad_fn
            while node is not None:
                names.insert(0, type(node).__name__)
                node = node.next_functions[0][0] if node.next_functions else None
            return names
        """,
        """
        def history(t):
            names, node = [], t.grad_fn
            while node is not None:
                names.append(type(node).__name__)
                node = node.next_functions[0][0]
            return names
        """,
    ],
    "2.4": [
        """
        def leaves(t):
            found, todo = [], [t.grad_fn]
            while todo:
                node = todo.pop(0)
                if hasattr(node, "variable"):
                    found.append(node.variable)
                todo += [target for target, _ in node.next_functions if target is not None]
            return found
        """,
        """
        def leaves(t):
            found, todo = [], [t.grad_fn]
            while todo:
                node = todo.pop(0)
                if hasattr(node, "variable") and not any(node.variable is leaf for leaf in found):
                    found.append(node.variable)
                todo += [target for target, _ in node.next_functions]
            return found
        """,
        """
        def leaves(t):
            node = t.grad_fn
            while node.next_functions:
                node = node.next_functions[0][0]
            return [node.variable]
        """,
        """
        def leaves(t):
            found, todo = [], [t.grad_fn]
            while todo:
                node = todo.pop(0)
                if not node.next_functions:
                    found.append(node)
                todo += [target for target, _ in node.next_functions if target is not None]
            return found
        """,
    ],
}
