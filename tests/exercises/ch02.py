"""Chapter 2: wrong answers to its exercises, in the place of the stub."""

WRONG = {
    "2.1": [
        'kinds = {"p": "result", "q": "leaf", "r": "leaf", "s": "result", "t": "leaf", "u": "leaf"}',
        'kinds = {"p": "leaf", "q": "result", "r": "leaf", "s": "result", "t": "leaf", "u": "leaf"}',
        'kinds = {"p": "leaf", "q": "leaf", "r": "result", "s": "result", "t": "leaf", "u": "leaf"}',
        'kinds = {"p": "leaf", "q": "leaf", "r": "leaf", "s": "leaf", "t": "leaf", "u": "leaf"}',
        'kinds = {"p": "leaf", "q": "leaf", "r": "leaf", "s": "result", "t": "result", "u": "leaf"}',
        'kinds = {"p": "leaf", "q": "leaf", "r": "leaf", "s": "result", "t": "leaf", "u": "result"}',
        'kinds = {"p": "Leaf", "q": "Leaf", "r": "Leaf", "s": "Result", "t": "Leaf", "u": "Leaf"}',
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
        """
        class Halve(Function):
            def forward(x):
                return x / 2
        """,
        """
        class Halve(Function):
            def forward(ctx, x):
                return x / 2
        """,
        """
        class Halve:
            @staticmethod
            def forward(ctx, x):
                return x / 2
        """,
        """
        class Halve(Function):
            @staticmethod
            def forward(ctx, x):
                return x // 2
        """,
        """
        class Halve(Function):
            @staticmethod
            def forward(ctx, x):
                return ctx / 2
        """,
        """
        class Halve(Function):
            @staticmethod
            def Forward(ctx, x):
                return x / 2
        """,
        """
        class Halve(Function):
            @staticmethod
            def forward(ctx, x):
                return Tensor(x / 2)
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
        """
        def history(t):
            names, node = [], t.grad_fn
            while node:
                names.append(node)
                node = node.next_functions[0][0] if node.next_functions else None
            return names
        """,
        """
        def history(t):
            names, node = [], t.grad_fn
            while node:
                names.append(str(node))
                node = node.next_functions[0][0] if node.next_functions else None
            return names
        """,
        """
        def history(t):
            names, node = [], t.grad_fn
            while node:
                names.append(type(node))
                node = node.next_functions[0][0] if node.next_functions else None
            return names
        """,
        """
        def history(t):
            names, node = [], t.grad_fn
            while node is not None:
                names.append(type(node).__name__)
                node = node.next_functions[-1][0] if node.next_functions else None
            return names
        """,
        """
        def history(t):
            return t.grad_fn.next_functions
        """,
        """
        def history(t):
            names, node = [], t.grad_fn
            while node is not None:
                names.append(type(node).__name__)
                node = node.next_functions[0]
            return names
        """,
        """
        def history(t):
            names, node = [], t.grad_fn
            while node is not None:
                node = node.next_functions[0][0] if node.next_functions else None
                names.append(type(node).__name__)
            return names
        """,
        """
        def history(t):
            return ['SumBackward0', 'MulBackward0', 'AddBackward0', 'AccumulateGrad']
        """,
        """
        def history(t):
            names = []
            while t.grad_fn is not None:
                names.append(type(t.grad_fn).__name__)
                t = t.grad_fn.next_functions[0][0]
            return names
        """,
        """
        def history(t):
            names, node = [], t.grad_fn
            while node is not None:
                names.append(node.__name__)
                node = node.next_functions[0][0] if node.next_functions else None
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
        """
        def leaves(t):
            return [t]
        """,
        """
        def leaves(t):
            return t.grad_fn.variable
        """,
        """
        def leaves(t):
            return []
        """,
        """
        def leaves(t):
            found = set()
            todo = [t.grad_fn]
            while todo:
                node = todo.pop()
                if hasattr(node, 'variable'): found.add(node.variable)
                todo += [n for n, _ in node.next_functions if n is not None]
            return found
        """,
        """
        def leaves(t):
            found, todo = [], [t]
            while todo:
                node = todo.pop()
                todo += [n for n, _ in node.next_functions if n is not None]
            return found
        """,
        """
        def leaves(t):
            return [node.variable for node, _ in t.grad_fn.next_functions if node is not None]
        """,
    ],
}
