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
    ],
}
