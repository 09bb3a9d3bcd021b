# ruff: noqa
# Snippets for chapter 11, run on real PyTorch by tools/record.py; the answers are in ch11.json.

# %% the rule of the notes is believed
class MulConstant(torch.autograd.Function):
    def forward(ctx, tensor, constant): return tensor * constant
    def backward(ctx, grad_output): return grad_output, None
a = torch.ones(2, 2, requires_grad=True)
MulConstant.apply(a, 5), torch.autograd.grad(MulConstant.apply(a, 5), a, torch.ones_like(a))

# %% and found out: 5 was measured, the rule says 1
class MulConstant(torch.autograd.Function):
    def forward(ctx, tensor, constant): return tensor * constant
    def backward(ctx, grad_output): return grad_output, None
x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: MulConstant.apply(x, 5), x)

# %% true rules pass, and x is as it was
x = torch.tensor([[0.1, 2.], [-3., 0.5]], dtype=torch.float64, requires_grad=True)
w, c = torch.tensor([2., -1.], dtype=torch.float64, requires_grad=True), torch.tensor([4., 5.], dtype=torch.float64)
print(torch.autograd.gradcheck(lambda x, c, w, k: x * x * w * c * k, (x, c, w, 3)))
print(torch.autograd.gradcheck(lambda x: x.tanh().sum(), x), x.tolist(), x.grad)

# %% two inputs; the rule of the second is wrong
class Joined(torch.autograd.Function):
    def forward(ctx, a, b): return torch.cat([a * 2, b * 3])
    def backward(ctx, grad): return grad[:1] * 2, grad[1:] * 4
a, b = [torch.ones(n, dtype=torch.float64, requires_grad=True) for n in (1, 2)]
torch.autograd.gradcheck(Joined.apply, (a, b))

# %% near enough: 1.0009 measured where the rule says 1, and 0.000009 where it says 0
class Believed(torch.autograd.Function):
    def forward(ctx, x, k): return x * k
    def backward(ctx, grad): return grad, None
x = torch.ones(1, dtype=torch.float64, requires_grad=True)
[torch.autograd.gradcheck(f, x) for f in (lambda x: Believed.apply(x, 1.0009), lambda x: Believed.apply(x, 1.000009) - x)]

# %% not near enough: 1.0011 where the rule says 1
class Believed(torch.autograd.Function):
    def forward(ctx, x, k): return x * k
    def backward(ctx, grad): return grad, None
x = torch.ones(1, dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: Believed.apply(x, 1.0011), x)

# %% around 0 only atol counts: 0.000011
class Believed(torch.autograd.Function):
    def forward(ctx, x, k): return x * k
    def backward(ctx, grad): return grad, None
x = torch.ones(1, dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: Believed.apply(x, 1.000011) - x, x)

# %% a kink nearer than the step, 0.000001: the measurement is wrong, not the rule
farther, nearer = [torch.tensor([x], dtype=torch.float64, requires_grad=True) for x in (1.5e-6, 0.5e-6)]
print(torch.autograd.gradcheck(torch.relu, farther))
torch.autograd.gradcheck(torch.relu, nearer)

# %% the node has the name of the class, and an edge for each tensor
class Twice(torch.autograd.function.Function):
    def forward(ctx, x, k, c): return x * 2
    def backward(ctx, grad): return grad * 2, None, None, None
y = Twice.apply(torch.ones(2, requires_grad=True), 7, torch.ones(2))
print(y, y.grad_fn, y.grad_fn.name(), [type(node).__name__ for node, _ in y.grad_fn.next_functions], hasattr(torch, "Function"))

# %% inside forward nothing is recorded, and needs_input_grad says who wants a gradient
class Peek(torch.autograd.Function):
    def forward(ctx, x, y, k): return torch.tensor([*ctx.needs_input_grad, (x * 2).requires_grad]) * 1.0
x, y = torch.ones(1, requires_grad=True), torch.ones(1)
with torch.no_grad(): print(Peek.apply(x, x, 3))
Peek.apply(x, y, 3), Peek.apply(y, x, 3), Peek.apply(y, y, 3), (x * 2).requires_grad

# %% what save_for_backward keeps is compared
class Times(torch.autograd.Function):
    def forward(ctx, x, k): return ctx.save_for_backward(k) or x * k
    def backward(ctx, grad): return grad * ctx.saved_tensors[0], None
y = Times.apply(torch.ones(2, requires_grad=True), k := torch.tensor([3., 3.]))
k.mul_(10), y.sum().backward()

# %% what save_for_backward keeps is freed after the walk
class Times(torch.autograd.Function):
    def forward(ctx, x, k): return ctx.save_for_backward(k) or x * k
    def backward(ctx, grad): return print(ctx.saved_tensors) or grad * ctx.saved_tensors[0], None
y = Times.apply(torch.ones(2, requires_grad=True), torch.tensor([3., 3.])).sum()
y.backward(), y.backward()

# %% a forward that fails: recording goes on
class Failing(torch.autograd.Function):
    def forward(ctx, x): return x.no_such_method()
x = torch.ones(1, requires_grad=True)
try: Failing.apply(x)
except AttributeError: print((x * 2).requires_grad)

# %% several results: each has a gradient of its own
class Both(torch.autograd.Function):
    def forward(ctx, x): return x * 2, x * 3
    def backward(ctx, first, second): return first * 2 + second * 3
p, q = Both.apply(x := torch.ones(2, requires_grad=True))
p.output_nr, q.output_nr, torch.autograd.grad((p * 10 + q + q).sum(), [x, q, p])

# %% a result that nobody used: zeros arrive, or None
class Both(torch.autograd.Function):
    def forward(ctx, x, zeros): return ctx.set_materialize_grads(zeros), x * 2, x.sum()
    def backward(ctx, _, first, second): return print(first, second), None
for zeros in (True, False):
    Both.apply(torch.ones(2, 1, dtype=torch.float64, requires_grad=True), zeros)[1].sum().backward()

# %% a mask has no gradient
class Positive(torch.autograd.Function):
    def forward(ctx, x): return ctx.mark_non_differentiable(mask := (x > 0) * 1.), x * mask, mask
    def backward(ctx, *grads): return grads[1] * 5
_, y, mask = Positive.apply(x := torch.ones(2, requires_grad=True))
print(y.requires_grad, mask.requires_grad, torch.autograd.grad(y.sum(), x))

# %% built-in operations with several results, one of them unused
x = torch.tensor([1., 2., 3.], requires_grad=True)
a, b, c = x.unbind()
(a * 5 + c * c).backward()
x.grad

# %% a rule that answers None: what stands below gets nothing, or zeros
class Stop(torch.autograd.Function):
    def forward(ctx, x): return x * 1
    def backward(ctx, grad): return print("arrived", grad)
x = torch.ones(1, requires_grad=True)
print(Stop.apply(Stop.apply(x)).backward(), Stop.apply(x.exp()).backward(), x.grad)
