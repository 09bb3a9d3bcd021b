"""Known wrong answers to the exercises of chapter 7; each must be caught, with a hint of its own."""

TWICE = {
    "(x + k).sum()": True,
    "(x * k).sum()": False,
    "(x - 2).mean()": True,
    "(x + 1).exp().sum()": False,
    "(x.detach() * 3 + x).sum()": True,
    "((x - k) / 4).sum()": False,
}


def one_wrong(text):
    return f"twice = {TWICE | {text: not TWICE[text]}}"


NODES = """
def count_nodes(t):
    seen, todo = set(), [t.grad_fn]
    while todo:
        node = todo.pop()
        if {test}:
            seen.add(node)
            todo.extend(target for target, _ in node.next_functions)
    return len(seen)
"""

LOSSES = """
def two_losses(a):
    b = a * a
    first, second = (b * 3).sum(), (b + 1).sum()
    {back}
    return b
"""

TRAIN = """
def train(w, steps):
    h, total = ones(2), 0.0
    for _ in range(steps):
        h = {state}
        loss = (h * h).sum()
        loss.backward({retain})
        total = {total}
    return {answer}, total
"""


def trained(state="h.detach() * w", retain="", total="total + loss.item()", answer="h"):
    return TRAIN.format(state=state, retain=retain, total=total, answer=answer)


INVERSE = """
class Inverse(Function):
    @staticmethod
    def forward(ctx, x):
        y = 1 / x
        {save}
        return y

    @staticmethod
    def backward(ctx, grad):
        {load}
        return {answer}
"""


def inverse(save="ctx.save_for_backward(y)", load="(y,) = ctx.saved_tensors", answer="-grad * y * y"):
    return INVERSE.format(save=save, load=load, answer=answer)


WRONG = {
    "7.1": [*[one_wrong(text) for text in TWICE], f"twice = {TWICE | {'(x + k).sum()': 1}}"],
    "7.2": [
        "def count_nodes(t):\n    return 0 if t.grad_fn is None else 1",
        NODES.format(test="node is not None and node not in seen").replace("return len(seen)", ""),
        NODES.format(test='node is not None and node not in seen and not hasattr(node, "variable")'),
        """
        def count_nodes(t):
            def count(node):
                return 0 if node is None else 1 + sum(count(target) for target, _ in node.next_functions)
            return count(t.grad_fn)
        """,
        """
        def count_nodes(t):
            def edges(node):
                return 0 if node is None or node in seen else seen.add(node) or sum(
                    1 + edges(target) for target, _ in node.next_functions
                )
            seen = set()
            return 1 + edges(t.grad_fn)
        """,
        NODES.format(test="node is not None and node not in seen").replace("len(seen)", "seen"),
        NODES.format(test="node is not None and node not in seen").replace(
            "target for target, _ in node.next_functions", "node.next_functions"
        ),
        NODES.format(test="node is not None and node not in seen").replace("t.grad_fn", "t"),
        NODES.format(test="node not in seen"),
        NODES.format(test="node not in seen").replace("node.next_functions", "(node.next_functions if node else ())"),
        """
        def count_nodes(t):
            seen, todo = {t.grad_fn}, [t.grad_fn]
            while todo:
                for target, _ in todo.pop().next_functions:
                    if target is not None and target not in seen:
                        seen.add(target)
                        todo.append(target)
            return len(seen)
        """,
        """
        def count_nodes(t):
            def visit(node):
                if node is not None and node not in seen:
                    seen.add(node)
                    for target, _ in node.next_functions:
                        visit(target)
            seen = set()
            visit(t.grad_fn)
            return len(seen)
        """,
    ],
    "7.3": [
        LOSSES.format(back="(first * second).backward()"),
        LOSSES.format(back="(first.item() + second.item()).backward()"),
        LOSSES.format(back="a.grad = grad(first + second, a)"),
        LOSSES.format(back="first.backward(); (first + second).backward()"),
        LOSSES.format(back="first.backward()"),
        LOSSES.format(back="second.backward()"),
        LOSSES.format(back="first.backward(retain_graph=True); second.backward(retain_graph=True)"),
        LOSSES.format(back="first.backward(retain_graph=True); (first + second).backward()"),
        LOSSES.format(back="(first + second).backward(retain_graph=True); (first + second).backward()"),
        LOSSES.format(back="(first + second).backward()").replace("return b", "return None"),
    ],
    "7.4": [
        trained(total="total.item() + loss"),
        trained(state="h.no_grad() * w"),
        trained(total="total + h.sum().item()"),
        trained(state="h * w"),
        trained(state="h * w", retain="retain_graph=True"),
        trained(state="ones(2) * w"),
        trained().replace("return h, total", ""),
        trained(state="h.detach() * w.detach()"),
        trained(total="total + loss.detach()"),
        trained(total="loss.item()"),
        trained(state="(h.detach() * w).item()"),
    ],
    "7.5": [
        inverse(answer="grad * y * y"),
        inverse(answer="-grad * y"),
        inverse(save="ctx.save_for_backward(x)"),
        inverse(load="y = ctx.saved_tensors"),
        inverse(save="pass"),
        inverse(save="ctx.y = y.detach()", load="y = ctx.y"),
        inverse(save="ctx.save_for_backward(y); ctx.y = y"),
        inverse().replace("1 / x", "x"),
        inverse(answer="-y * y"),
        inverse(answer="None"),
        inverse(answer="[-grad * y * y]"),
        inverse(save="save_for_backward(y)"),
        inverse(load="(y,) = ctx.saved_tensor"),
    ],
}
