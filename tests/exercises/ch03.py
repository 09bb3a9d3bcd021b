"""Chapter 3: wrong answers to its exercises, in the place of the stub."""

WRONG = {
    "3.1": [
        'paper = ["SumBackward0", ["AddBackward0", ["AccumulateGrad"], ["MulBackward0", ["AccumulateGrad"], None]]]',
        'paper = ["SumBackward0", ["AddBackward0", ["MulBackward0", ["AccumulateGrad"]], ["AccumulateGrad"]]]',
        """
        leaf = ["AccumulateGrad"]
        paper = ["SumBackward0", ["AddBackward0", ["MulBackward0", leaf, leaf], leaf]]
        """,
        'paper = ["SumBackward0", ["AddBackward0", ["MulBackward0", "AccumulateGrad", None], "AccumulateGrad"]]',
        'paper = ["AddBackward0", ["MulBackward0", ["AccumulateGrad"], None], ["AccumulateGrad"]]',
        'paper = ["AccumulateGrad", ["MulBackward0", ["AddBackward0", ["SumBackward0"]]]]',
        'paper = ["SumBackward0", ["AddBackward0", ["MulBackward0", ["AccumulateGrad"], None], None]]',
        'paper = ["sum", ["add", ["mul", ["AccumulateGrad"], None], ["AccumulateGrad"]]]',
        'paper = ["SumBackward0", "AddBackward0", "MulBackward0", "AccumulateGrad", None, "AccumulateGrad"]',
        'paper = ["SumBackward0", ["MulBackward0", ["AddBackward0", ["AccumulateGrad"], None], ["AccumulateGrad"]]]',
        'paper = ["SumBackward0", ["AddBackward0", ["MulBackward0", ["AccumulateGrad"], "None"], ["AccumulateGrad"]]]',
        'paper = [["SumBackward0", ["AddBackward0", ["MulBackward0", ["AccumulateGrad"], None], ["AccumulateGrad"]]]]',
        'paper = ["SumBackward0", ["AddBackward0", ["MulBackward0", ["AccumulateGrad"], []], ["AccumulateGrad"]]]',
        'paper = ["SumBackward0", ["AddBackward0", ["MulBackward0", None, ["AccumulateGrad"]], ["AccumulateGrad"]]]',
        'paper = ["SumBackward0", ["AddBackward0"], ["MulBackward0", ["AccumulateGrad"], None], ["AccumulateGrad"]]',
    ],
    "3.2": [
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (root,) = ctx.saved_tensors
                return grad / root
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (root,) = ctx.saved_tensors
                return 1 / (root * 2)
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (root,) = ctx.saved_tensors
                return grad / (root * root * 2)
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (root,) = ctx.saved_tensors
                return grad / 2 * root
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                root = ctx.saved_tensors
                return grad / (root * 2)
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (root,) = ctx.saved_tensors
                grad / (root * 2)
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (root,) = ctx.saved_tensors
                return grad * 0.5 * root ** -1 * -1
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                return grad / (2 * ctx.root)
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (x, root) = ctx.saved_tensors
                return grad / (root * 2)
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (root,) = ctx.saved_tensors
                return grad / (root ** 0.5 * 2)
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (root,) = ctx.saved_tensors
                return grad / (root * 2), None
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx):
                (root,) = ctx.saved_tensors
                return 1 / (root * 2)
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                (root,) = ctx.saved_tensors
                return root
        """,
        """
        class Root(Root):
            @staticmethod
            def backward(ctx, grad):
                return grad
        """,
    ],
    "3.3": [
        """
        def rule(x, w, grad):
            return grad * x * 2, x * x
        """,
        """
        def rule(x, w, grad):
            return grad * x * w, grad * x * x
        """,
        """
        def rule(x, w, grad):
            return grad * x * w * 2, x * x
        """,
        """
        def rule(x, w, grad):
            return grad * x * x, grad * x * w * 2
        """,
        """
        def rule(x, w, grad):
            return x * w * 2, x * x
        """,
        """
        def rule(x, w, grad):
            grad * x * w * 2, grad * x * x
        """,
        """
        def rule(x, w, grad):
            return grad * 2 * x * w
        """,
        """
        def rule(x, w, grad):
            return grad * 2 * x * w, grad * 2 * x
        """,
        """
        def rule(x, w, grad):
            return grad * x * x * w, grad * x * x
        """,
        """
        def rule(x, w, grad):
            return grad * 2 * x * w, grad * x
        """,
        """
        def rule(x, w, grad):
            return 2 * x * w + grad, x * x + grad
        """,
        """
        def rule(x, w, grad):
            return grad * 2 * w, grad * x * x
        """,
        """
        def rule(x, w, grad):
            return {'x': grad * 2 * x * w, 'w': grad * x * x}
        """,
        """
        def rule(x, w):
            return 2 * x * w, x * x
        """,
        """
        def rule(x, w, grad):
            return grad * 2 * x * w, grad * x^2
        """,
        """
        def rule(x, w, grad):
            return grad * (2 * x * w * grad), grad * x * x
        """,
    ],
    "3.4": [
        """
        def first_leaf_gradient(t):
            return tensor(1.0)
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t.grad_fn, tensor(1.0)
            while node is not None:
                grads = node(grad)
                grad = grads[0] if isinstance(grads, tuple) else grads
                node = node.next_functions[0][0]
            return grad
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t.grad_fn, tensor(1.0)
            while not hasattr(node, "variable"):
                grad = node(grad)
                node = node.next_functions[0][0]
            return grad
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t.grad_fn, tensor(1.0)
            while not hasattr(node, "variable"):
                grads = node(grad)
                grad = grads[0] if isinstance(grads, tuple) else grads
                node = node.next_functions[0][0]
            return grad
        """,
        """
        def first_leaf_gradient(t):
            node = t.grad_fn
            while not hasattr(node, 'variable'):
                node = node.next_functions[0][0]
            return node.variable
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t.grad_fn, 1.0
            while node is not None and not hasattr(node, 'variable'):
                grads = node(grad)
                grad = grads[0] if isinstance(grads, tuple) else grads
                node = node.next_functions[0][0]
            return None if node is None else grad
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t.grad_fn, tensor(1.0)
            while node is not None and not hasattr(node, 'variable'):
                grads = node(grad)
                grad = grads[-1] if isinstance(grads, tuple) else grads
                node = node.next_functions[-1][0]
            return None if node is None else grad
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t.grad_fn, tensor(1.0)
            while node is not None and not hasattr(node, 'variable'):
                grads = node(tensor(1.0))
                grad = grads[0] if isinstance(grads, tuple) else grads
                node = node.next_functions[0][0]
            return None if node is None else grad
        """,
        """
        def first_leaf_gradient(t):
            return tensor([1.0, 1.0])
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t.grad_fn, tensor(1.0)
            while node is not None and not hasattr(node, 'variable'):
                grads = node(grad)
                grad = grads[0]
                node = node.next_functions[0][0]
            return None if node is None else grad
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t.grad_fn, tensor(1.0)
            while node is not None:
                grads = node(grad)
                grad = grads[0] if isinstance(grads, tuple) else grads
                node = node.next_functions[0][0] if node.next_functions else None
            return grad
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t, tensor(1.0)
            while node is not None and not hasattr(node, "variable"):
                grad = node(grad)
                node = node.next_functions[0][0]
            return grad
        """,
        """
        def first_leaf_gradient(t):
            node, grad = t.grad_fn, tensor(1.0)
            while node is not None and not hasattr(node, "variable"):
                grads = node(grad)
                grad = grads[0] if isinstance(grads, tuple) else grads
                node = node.next_functions[0]
            return grad
        """,
    ],
}
