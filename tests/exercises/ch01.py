"""Chapter 1: wrong answers to its exercises, in the place of the stub."""

WRONG = {
    "1.1": [
        'flags = {"a": True, "b": True, "c": False, "d": True}',
        'flags = {"a": False, "b": False, "c": False, "d": True}',
        'flags = {"a": False, "b": True, "c": True, "d": True}',
        'flags = {"a": False, "b": True, "c": False, "d": False}',
        'flags = {"a": "False", "b": "True", "c": "False", "d": "True"}',
        'flags = {"a": 0, "b": 1, "c": 0, "d": 1}',
    ],
    "1.2": [
        """
        def full(size, fill_value, requires_grad=False):
            return make_leaf(np.full(size, fill_value), None, requires_grad)
        """,
        """
        def full(size, fill_value, requires_grad=False):
            return make_leaf(np.zeros(size), float32, requires_grad)
        """,
        """
        def full(size, fill_value, requires_grad=False):
            return make_leaf(np.full(size, fill_value), float32, requires_grad)
        """,
        """
        def full(size, fill_value, requires_grad=False):
            dtype = float32 if isinstance(fill_value, float) else None
            return make_leaf(np.full(size, fill_value), dtype, False)
        """,
        """
        def full(size, fill_value, requires_grad=False):
            return np.full(size, fill_value)
        """,
        """
        def full(size, fill_value, requires_grad=False):
            return tensor([fill_value] * size[0], requires_grad=requires_grad)
        """,
        """
        def full(size, fill_value, requires_grad=False):
            return ones(size, requires_grad=requires_grad) * fill_value
        """,
        """
        def full(size, fill_value, requires_grad=False):
            return make_leaf(np.full(size, fill_value))
        """,
        """
        def full(size, fill_value, requires_grad=False):
            return make_leaf(np.full(fill_value, size), float32, requires_grad)
        """,
        """
        def full(size, fill_value, requires_grad=False):
            return make_leaf(np.full(size, fill_value), float, requires_grad)
        """,
    ],
    "1.3": [
        """
        def free_copy(t):
            if t.requires_grad:
                return t
            return tensor(t.numpy())
        """,
        """
        def free_copy(t):
            return t.detach()
        """,
        """
        def free_copy(t):
            return tensor(t.detach().numpy(), requires_grad=t.requires_grad)
        """,
        """
        def free_copy(t):
            return t.numpy().copy()
        """,
        """
        def free_copy(t):
            return t.clone()
        """,
        """
        def free_copy(t):
            return tensor(t.numpy())
        """,
        """
        def free_copy(t):
            return tensor([0.0, 0.0])
        """,
        """
        def free_copy(t):
            return t.copy()
        """,
        """
        def free_copy(t):
            t.requires_grad = False
            return tensor(t.numpy())
        """,
        """
        def free_copy(t):
            return t + 0
        """,
    ],
    "1.4": [
        """
        def is_scientific(numbers):
            return True
        """,
        """
        def is_scientific(numbers):
            return max(numbers) > 1e8 or min(numbers) < 1e-4 or max(numbers) / min(numbers) > 1000
        """,
        """
        def is_scientific(numbers):
            sizes = [abs(number) for number in numbers]
            return max(sizes) > 1e8 or min(sizes) < 1e-4
        """,
        """
        def is_scientific(numbers):
            sizes = [abs(number) for number in numbers]
            return min(sizes) < 1e-4 or max(sizes) / min(sizes) > 1000
        """,
        """
        def is_scientific(numbers):
            sizes = [abs(number) for number in numbers]
            return max(sizes) > 1e8 or max(sizes) / min(sizes) > 1000
        """,
        """
        def is_scientific(numbers):
            a = [abs(n) for n in numbers]
            return max(a) >= 1e8 or min(a) <= 1e-4 or max(a) / min(a) >= 1000
        """,
        """
        def is_scientific(numbers):
            return 'True'
        """,
        """
        def is_scientific(numbers):
            return abs(numbers) > 1e8
        """,
        """
        def is_scientific(numbers):
            sizes = [abs(number) for number in numbers]
            return max(sizes) > 1000 or min(sizes) < 1e-4
        """,
    ],
}
