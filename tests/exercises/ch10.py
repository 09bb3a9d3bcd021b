"""Chapter 10: wrong answers to its exercises, in the place of the stub."""

WRONG = {
    "10.1": [
        'calls = ["A", "B", "C", "D", "E"]',
        'calls = ["D", "A", "C", "E", "B"]',
        'calls = ["C", "B", "E", "D", "A"]',
        'calls = ["E", "C", "B", "D", "A"]',
        'calls = ["C", "E", "B", "A", "D"]',
        'calls = ["C", "E", "B", "C", "D", "A"]',
        'calls = ["C", "D", "E", "B", "A"]',
    ],
    "10.2": [
        """
        def clip(g):
            return g * (5 / (g * g).sum().sqrt().item())
        """,
        """
        def clip(limit):
            return lambda g: limit if (g * g).sum().sqrt().item() > limit else None
        """,
        """
        def clip(limit):
            def hook(g):
                if (g > limit).sum().item() > 0:
                    return g * (limit / (g * g).sum().sqrt().item())
            return hook
        """,
        """
        def clip(limit):
            def hook(g):
                length = (g * g).mean().sqrt().item()
                if length > limit:
                    return g * (limit / length)
            return hook
        """,
        """
        def clip(limit):
            return lambda g: g.clamp(-limit, limit)
        """,
        """
        def clip(limit):
            def hook(g):
                length = (g * g).sum().sqrt().item()
                return g * (limit / length)
            return hook
        """,
        """
        def clip(limit):
            def hook(g):
                length = (g * g).sum().sqrt().item()
                if length > limit:
                    g * (limit / length)
            return hook
        """,
        """
        def clip(limit):
            def hook(g):
                length = (g * g).sum().sqrt().item()
                if length > limit:
                    return g * (limit / length)
        """,
        """
        def clip(limit):
            def hook(g):
                length = (g * g).sum().sqrt().item()
                if length > limit:
                    g.mul_(limit / length)
            return hook
        """,
        """
        def clip(limit):
            def hook(g):
                length = (g * g).sum().item()
                if length > limit:
                    return g * (limit / length)
            return hook
        """,
    ],
    "10.3": [
        """
        def rounds(x, hook, count):
            with x.register_hook(hook) as handle:
                for _ in range(count):
                    (x * 5).backward()
            return handle
        """,
        """
        def rounds(x, hook, count):
            for _ in range(count):
                x.register_hook(hook)
                (x * 5).backward()
                x.remove_hook(hook)
            return x.grad
        """,
        """
        def rounds(x, hook, count):
            with x.register_hook(hook):
                (x * 5 * count).backward()
            return x.grad
        """,
        """
        def rounds(x, hook, count):
            for _ in range(count):
                x.register_hook(hook)
                (x * 5).backward()
            return x.grad
        """,
        """
        def rounds(x, hook, count):
            x.register_hook(hook)
            for _ in range(count):
                (x * 5).backward()
            return x.grad
        """,
        """
        def rounds(x, hook, count):
            handle = x.register_hook(hook)
            for _ in range(count):
                (x * 5).backward()
                handle.remove()
            return x.grad
        """,
        """
        def rounds(x, hook, count):
            x.register_hook(hook)
            for _ in range(count):
                (x * 5).backward()
            x._backward_hooks.clear()
            return x.grad
        """,
        """
        def rounds(x, hook, count):
            with x.register_hook(hook):
                for _ in range(count):
                    (x * 5).backward()
        """,
    ],
    "10.4": [
        """
        def first_nan(steps, loss):
            found, handles = [], []
            for name, tensor in steps.items():
                def hook(g, name=name):
                    if g != g:
                        found.append(name)
                handles.append(tensor.register_hook(hook))
            loss.backward()
            for handle in handles:
                handle.remove()
            return found[0] if found else "nowhere"
        """,
        """
        def first_nan(steps, loss):
            found, handles = [], []
            for name, tensor in steps.items():
                def hook(g, name=name):
                    if (g != g).sum().item() > 0:
                        return name
                handles.append(tensor.register_hook(hook))
            loss.backward()
            for handle in handles:
                handle.remove()
            return found[0] if found else "nowhere"
        """,
        """
        def first_nan(steps, loss):
            found, handles = [], []
            for name, tensor in steps.items():
                def hook(g, name=name):
                    if (g != g).sum().item() > 0:
                        found.append(name)
                handles.append(tensor.register_hook(hook))
            loss.backward()
            for handle in handles:
                handle.remove()
            return found
        """,
        """
        def first_nan(steps, loss):
            found, handles = [], []
            for name, tensor in steps.items():
                handles.append(tensor.register_hook(lambda g: found.append(name) if (g != g).sum().item() else None))
            loss.backward()
            for handle in handles:
                handle.remove()
            return found[0] if found else "nowhere"
        """,
        """
        def first_nan(steps, loss):
            found, handles = [], []
            for name, tensor in steps.items():
                def hook(g, name=name):
                    if (g != g).sum().item() > 0:
                        found.append(name)
                handles.append(tensor.register_hook(hook))
            loss.backward()
            for handle in handles:
                handle.remove()
            return found[-1] if found else "nowhere"
        """,
        """
        def first_nan(steps, loss):
            found = []
            for name, tensor in steps.items():
                def hook(g, name=name):
                    if (g != g).sum().item() > 0:
                        found.append(name)
                tensor.register_hook(hook)
            loss.backward()
            return found[0] if found else "nowhere"
        """,
        """
        def first_nan(steps, loss):
            found, handles = [], []
            for name, tensor in steps.items():
                def hook(g, name=name):
                    if (g == float("nan")).sum().item() > 0:
                        found.append(name)
                handles.append(tensor.register_hook(hook))
            loss.backward()
            for handle in handles:
                handle.remove()
            return found[0] if found else "nowhere"
        """,
        """
        def first_nan(steps, loss):
            found, handles = [], []
            for name, tensor in steps.items():
                def hook(g, name=name):
                    if (g != g).sum().item() > 0:
                        found.append(name)
                handles.append(tensor.register_hook(hook))
            loss.backward()
            for handle in handles:
                handle.remove()
            return found[0]
        """,
    ],
    "10.5": [
        """
        def step_inside(leaf, rate):
            def step(g):
                leaf.sub_(rate * g)
                leaf.grad = None
            return leaf.register_post_accumulate_grad_hook(step)
        """,
        """
        def step_inside(leaf, rate):
            def step(leaf, grad):
                leaf.sub_(rate * grad)
                leaf.grad = None
            return leaf.register_post_accumulate_grad_hook(step)
        """,
        """
        def step_inside(leaf, rate):
            def step(leaf):
                leaf = leaf - rate * leaf.grad
            return leaf.register_post_accumulate_grad_hook(step)
        """,
        """
        def step_inside(leaf, rate):
            def step(leaf):
                leaf.sub_(rate * leaf.grad)
            return leaf.register_post_accumulate_grad_hook(step)
        """,
        """
        def step_inside(leaf, rate):
            def step(leaf):
                leaf.add_(rate * leaf.grad)
                leaf.grad = None
            return leaf.register_post_accumulate_grad_hook(step)
        """,
        """
        def step_inside(leaf, rate):
            def step(g):
                leaf.sub_(rate * leaf.grad)
                leaf.grad = None
            return leaf.register_hook(step)
        """,
        """
        def step_inside(leaf, rate):
            def step(leaf):
                leaf.sub_(rate * leaf.grad)
                leaf.grad = None
            leaf.register_post_accumulate_grad_hook(step)
        """,
    ],
}
