"""Chapter 11: wrong answers to its exercises, in the place of the stub."""


def reciprocal(save, *rule):
    """A class for 11.2: what setup_context saves, and the lines of the rule."""
    lines = "\n        ".join(rule)
    return f"""
class Reciprocal(Function):
    @staticmethod
    def forward(x):
        return 1 / x

    @staticmethod
    def setup_context(ctx, inputs, output):
        {save}

    @staticmethod
    def backward(ctx, grad):
        {lines}
"""


def distance(*answer):
    """A class for 11.3 with these last lines of the rule."""
    lines = "\n        ".join(answer)
    return f"""
class Distance(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return (a - b) ** 2

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        {lines}
"""


def worst(slope, end, places="range(x.numel())", item="slopes[place].item()"):
    """A function for 11.4: what is measured, what is returned, and for which places."""
    return f"""
def worst(func, x, eps=1e-6):
    slopes, = grad(func(x), x)
    differences = []
    for place in {places}:
        sides = []
        for step in (eps, -eps):
            moved = x.tolist()
            moved[place] += step
            sides.append(func(tensor(moved, dtype=float64)).item())
        differences.append({slope} - {item})
    return {end}
"""


def reverse(forward, backward):
    """A class for 11.5 with these last lines of its two methods."""
    return f"""
class Reverse(Function):
    @staticmethod
    def forward(ctx, x, number):
        {forward}

    @staticmethod
    def backward(ctx, grad):
        return {backward}
"""


SAVE, UNPACK = "ctx.save_for_backward(output)", "y, = ctx.saved_tensors"
SLOPE = "(sides[0] - sides[1]) / (2 * eps)"

WRONG = {
    "11.1": [
        'words = {"a": "wrong", "b": "wrong", "c": "error", "d": "error", "e": "wrong", "f": "fine"}',
        'words = {"a": "fine", "b": "fine", "c": "error", "d": "error", "e": "wrong", "f": "fine"}',
        'words = {"a": "fine", "b": "wrong", "c": "fine", "d": "error", "e": "wrong", "f": "fine"}',
        'words = {"a": "fine", "b": "wrong", "c": "error", "d": "wrong", "e": "wrong", "f": "fine"}',
        'words = {"a": "fine", "b": "wrong", "c": "error", "d": "error", "e": "fine", "f": "fine"}',
        'words = {"a": "fine", "b": "wrong", "c": "error", "d": "error", "e": "wrong", "f": "error"}',
        'words = {"a": True, "b": False, "c": False, "d": False, "e": False, "f": True}',
    ],
    "11.2": [
        reciprocal(SAVE, UNPACK, "return y * y * grad"),
        reciprocal(SAVE, UNPACK, "return -y * grad"),
        reciprocal(SAVE, UNPACK, "return -y * y"),
        reciprocal(SAVE, UNPACK, "return -y.detach() * y.detach() * grad"),
        reciprocal(SAVE, UNPACK, "-y * y * grad"),
        reciprocal("ctx.save_for_backward(*inputs)", "x, = ctx.saved_tensors", "return -grad / (x * x)"),
        reciprocal("ctx.y = output", "return -ctx.y * ctx.y * grad"),
        reciprocal(SAVE, "y = ctx.saved_tensors", "return -y * y * grad"),
        reciprocal(SAVE, UNPACK, "return -y * y * grad").replace("return 1 / x", "1 / x"),
        reciprocal(SAVE, UNPACK, "return -y * y * grad").replace("forward(x)", "forward(ctx, x)"),
        reciprocal("ctx.save_for_backward((output,))", UNPACK, "return -y * y * grad"),
        reciprocal("ctx.save_for_backward(*inputs, output)", "x, y = ctx.saved_tensors", "return -y * y * grad"),
        reciprocal(SAVE, UNPACK, "return -1 / (y * y) * grad"),
        reciprocal(SAVE, UNPACK, "return -y * y + grad"),
        reciprocal(SAVE, UNPACK, "return -y * y * grad, None, grad"),
    ],
    "11.3": [
        distance("return 2 * (a - b) * grad, 2 * (a - b) * grad"),
        distance("return (a - b) * grad, (b - a) * grad"),
        distance("return 2 * (b - a) * grad, 2 * (a - b) * grad"),
        distance("return 2 * (a - b) * grad, None"),
        distance("return 2 * (a - b) * grad"),
        distance("return 2 * (a - b), -2 * (a - b)"),
        distance("return 2 * a * grad, -2 * b * grad"),
        distance("return (a - b) ** 2 * grad, -(a - b) ** 2 * grad"),
        distance("return 2 * (a - b) + grad, -2 * (a - b) + grad"),
    ],
    "11.4": [
        worst(f"abs({SLOPE}", "sum(differences)", item="slopes[place].item())"),
        worst(f"abs({SLOPE}", "differences[0]", item="slopes[place].item())"),
        worst(SLOPE, "max(differences)"),
        worst("abs((sides[0] - sides[1]) / eps", "max(differences)", item="slopes[place].item())"),
        worst(f"abs({SLOPE}", "max(differences)", item="0)"),
        worst("abs(0", "max(differences)", item="slopes[place].item())"),
        worst(f"abs({SLOPE}", "max(differences)", item="slopes[place].item())").replace("return max", "max"),
        worst(f"abs({SLOPE}", "max(differences)", item="slopes[place].item())").replace(", dtype=float64", ""),
        worst(f"abs({SLOPE}", "max(differences)", item="slopes[place].item())").replace("slopes, =", "slopes ="),
        worst(f"abs({SLOPE}", "max(differences)", item="slopes[place].item())").replace("x.tolist()", "x"),
        worst(f"abs({SLOPE}", "max(differences)", item="slopes[place].item())").replace(
            "tensor(moved, dtype=float64)", "moved"
        ),
        "def worst(func, x, eps=1e-6): return gradcheck(func, x, eps=eps, raise_exception=False)",
        """
        def worst(func, x, eps=1e-6):
            slopes, = grad(func(x), x)
            higher, lower = x.tolist(), x.tolist()
            differences = []
            for place in range(x.numel()):
                higher[place] += eps
                lower[place] -= eps
                change = func(tensor(higher, dtype=float64)).item() - func(tensor(lower, dtype=float64)).item()
                differences.append(abs(change / (2 * eps) / (place + 1) - slopes[place].item()))
            return max(differences)
        """,
    ],
    "11.5": [
        reverse("ctx.number = number; return x * 1", "ctx.number * grad, None"),
        reverse("ctx.number = number; return -number * x", "-ctx.number * grad, None"),
        reverse("ctx.number = number; return x * 1", "-ctx.number * grad"),
        reverse("ctx.number = number; return x * 1", "-ctx.number * grad, grad"),
        reverse("ctx.number = number; return x * 1", "-grad, None"),
        reverse("ctx.number = number; return x * 1", "-ctx.number * ones_like(grad), None"),
        reverse("return x * 1", "-ctx.number * grad, None"),
        reverse("ctx.number = number", "-ctx.number * grad, None"),
        reverse("ctx.save_for_backward(number); return x * 1", "-ctx.saved_tensors[0] * grad, None"),
        reverse("ctx.number = number; return x * 1", "-grad / ctx.number, None"),
        reverse("ctx.number, ctx.x = number, x; return x * 1", "-ctx.number * ctx.x, None"),
        reverse("ctx.number = number; return x * 1", "-ctx.number, None"),
        reverse("return x * 1", "-0.5 * grad, None"),
    ],
}
