"""Programs in which PyTorch's machinery calls a function of the user's: {what it is: (first chapter, program)}.

In a program `torch` is the package, `user` the function, `x` a leaf of two ones, and `Node` the class of operations.
`go_back(result)` goes back from it: each of WAYS is tried.
"""

WAYS = {  # {a way to go back from the result y = f(m), m = x * x: the first chapter at whose beginning it is there}
    "y.sum().backward()": 5,
    "torch.autograd.grad(y.sum(), x)": 6,
    "torch.autograd.grad(y.sum(), m)": 6,
    "y.sum().backward(inputs=[x])": 6,
    "y.sum().backward(create_graph=True)": 13,
    "torch.autograd.grad(y.sum(), [x, m], create_graph=True)": 13,
}

OPERATION = """
class Mine(Node):
    def forward(ctx, self):
        return {forward}
    def backward(ctx, grad):
        return {backward}
m = x * x
y = Mine.apply(m)
"""

FUNCTION = """
class Mine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, self):
        return {forward}
    @staticmethod
    def backward(ctx, grad):
        return {backward}
m = x * x
y = Mine.apply(m)
"""

SETUP = """
class Mine(torch.autograd.Function):
    @staticmethod
    def forward(self):
        return self * 2
    @staticmethod
    def setup_context(ctx, inputs, output):
        user(inputs)
    @staticmethod
    def backward(ctx, grad):
        return grad * 2
m = x * x
y = Mine.apply(m)
"""

# Programs that end with a result y, from which each way goes back.
BEFORE = {
    "the rule of an operation": (5, OPERATION.format(forward="self.array * 2", backward="user(grad)")),
    "the forward of an operation": (5, OPERATION.format(forward="user(self)", backward="grad")),
    "a leaf's hook": (11, "x.register_hook(user); m = x * x; y = m * 2"),
    "a result's hook": (11, "m = x * x; m.register_hook(user); y = m * 2"),
    "the last result's hook": (11, "m = x * x; y = m * 2; y.register_hook(user)"),
    "a hook when a leaf is filled": (11, "x.register_post_accumulate_grad_hook(user); m = x * x; y = m * 2"),
    "a node's hook before": (11, "m = x * x; m.grad_fn.register_prehook(user); y = m * 2"),
    "a node's hook behind": (11, "m = x * x; y = m * 2; y.grad_fn.register_hook(user)"),
    "a hook of several": (
        11, "m = x * x; torch.autograd.graph.register_multi_grad_hook([x, m], user); y = m * 2"),
    "a hook of any": (
        11, "m = x * x; torch.autograd.graph.register_multi_grad_hook([x, m], user, mode='any'); y = m * 2"),
    "the forward of a Function": (12, FUNCTION.format(forward="user(self)", backward="grad")),
    "the rule of a Function": (12, FUNCTION.format(forward="self * 2", backward="user(grad)")),
    "setup_context": (12, SETUP),
    "pack": (12, "m = x * x\nwith torch.autograd.graph.saved_tensors_hooks(user, lambda t: t):\n    y = m * m"),
    "unpack": (12, "m = x * x\nwith torch.autograd.graph.saved_tensors_hooks(lambda t: t, user):\n    y = m * m"),
    "a hook in anomaly mode": (
        18, "m = x * x; m.register_hook(user); y = m * 2\ntorch.autograd.set_detect_anomaly(True)"),
}

ALONE = {
    "jacobian": (6, "torch.autograd.functional.jacobian(user, x)"),
    "jacobian that is recorded": (13, "torch.autograd.functional.jacobian(user, x, create_graph=True)"),
    "hessian": (13, "torch.autograd.functional.hessian(user, x)"),
    "vjp": (6, "torch.autograd.functional.vjp(user, x, torch.ones(2))"),
    "hvp": (13, "torch.autograd.functional.hvp(user, x, torch.ones(2))"),
    "a block": (9, "with torch.no_grad():\n    user()"),
    "a block in a block": (9, "with torch.no_grad():\n    with torch.enable_grad():\n        user()"),
    "a switch as a block": (9, "with torch.set_grad_enabled(False):\n    user()"),
    "a decorated function": (9, "torch.no_grad()(user)()"),
    "a function decorated by a switch": (9, "torch.set_grad_enabled(False)(user)()"),
    "a generator": (9, "@torch.no_grad()\ndef steps():\n    yield 1\n    user()\nlist(steps())"),
    "inference mode": (10, "with torch.inference_mode():\n    user()"),
    "inference mode as a decorator": (10, "torch.inference_mode()(user)()"),
    "gradcheck": (12, "torch.autograd.gradcheck(user, x.double().detach().requires_grad_())"),
    "gradgradcheck": (13, "torch.autograd.gradgradcheck(user, x.double().detach().requires_grad_())"),
    "a step's closure": (14, "torch.optim.SGD([x], lr=0.1).step(user)"),
}
