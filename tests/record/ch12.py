# ruff: noqa
# Snippets for chapter 12, run on real PyTorch by tools/record.py; the answers are in ch12.json.

# %% first, second and third derivative
x = torch.tensor(4., requires_grad=True)
(first,) = torch.autograd.grad(x ** 3, x, create_graph=True)
(second,) = torch.autograd.grad(first, x, create_graph=True)
(third,) = torch.autograd.grad(second, x)
first, second, third

# %% without create_graph the gradient has no history
x = torch.tensor(4., requires_grad=True)
(g,) = torch.autograd.grad(x ** 3, x, retain_graph=True)
print(g)
torch.autograd.grad(g, x)

# %% the graph of a gradient
x = torch.tensor(4., requires_grad=True)
(slope,) = torch.autograd.grad(x * x, x, create_graph=True)
for node, _ in slope.grad_fn.next_functions:
    print(node.name(), [end and end.name() for end, _ in node.next_functions])
slope, (x * x).grad_fn(torch.tensor(1.))

# %% backward puts a recorded copy; the next recorded gradient is added, and writes nothing over
x = torch.tensor(4., requires_grad=True)
(x ** 3).backward(create_graph=True)
first = x.grad
first.backward(create_graph=True)
first, x.grad, x.grad is first

# %% a hook sees the switch of its walk; afterwards it stands as before
x, noted = torch.tensor(4., requires_grad=True), []
x.register_hook(lambda grad: noted.append(torch.is_grad_enabled()))
for record in (True, False):
    torch.autograd.grad(x ** 3, x, create_graph=record)
noted, torch.is_grad_enabled()

# %% also when something fails on the way, inside no_grad
y = torch.tensor(4., requires_grad=True) ** 3
y.register_hook(lambda grad: 1 / 0)
with torch.no_grad():
    try: y.backward(create_graph=True)
    except ZeroDivisionError: print(torch.is_grad_enabled())

# %% stretched leaves, and two dtypes
x, b = torch.tensor([1., 2.], requires_grad=True), torch.full((3, 1), 4., dtype=torch.float64, requires_grad=True)
for g in torch.autograd.grad((x * b) ** 2, (x, b), torch.ones(3, 2), create_graph=True):
    print(g.detach(), *torch.autograd.grad(g.sum(), (x, b), retain_graph=True))

# %% a rule of your own gets tensors, recorded if asked; else .grad grows in place
class Double(torch.autograd.Function):
    forward, backward = staticmethod(lambda ctx, x: x * 2), staticmethod(lambda ctx, grad: grad.mul(2))
x = torch.tensor(4., requires_grad=True)
(slope,) = torch.autograd.grad(Double.apply(x) * x, x, create_graph=True)
print(slope, torch.autograd.grad(slope, x), [Double.apply(x * x).backward() or x.grad for _ in "ab"])

# %% a rule that sends nothing
class Silent(torch.autograd.Function):
    forward, backward = staticmethod(lambda ctx, x: x * 2), staticmethod(lambda ctx, grad: None)
x = torch.tensor(4., requires_grad=True)
Silent.apply(x * x).backward()
x.grad

# %% a gradient of another shape is refused, recorded or not
class Long(torch.autograd.Function):
    forward, backward = staticmethod(lambda ctx, x: x * 2), staticmethod(lambda ctx, grad: torch.ones(3))
x = torch.ones(2, requires_grad=True)
torch.autograd.grad(Long.apply(x).sum(), x, create_graph=True)

# %% several outputs, of which one is not used
x = torch.tensor([3., 4., 5.], requires_grad=True)
a, b, c = x.unbind()
(slopes,) = torch.autograd.grad(a * a * b, x, create_graph=True)
print(slopes, torch.autograd.grad(slopes, x, torch.tensor([1., 10., 100.])))

# %% the recorded slope shares nodes with y
x = torch.tensor(4., requires_grad=True)
y = x * x * x
(first,) = torch.autograd.grad(y, x, create_graph=True)
print(torch.autograd.grad(first, x, retain_graph=True), y.backward())
torch.autograd.grad(first, x)

# %% each leaf has a gradient of its own; who asks for nothing any more gets nothing
a, b, c = [torch.tensor([4., 5.], requires_grad=True) for _ in range(3)]
y = a + b + c
c.requires_grad_(False)
y.backward(torch.ones(2))
a.grad.add_(1), b.grad, c.grad

# %% the library: a Hessian, and products with vectors
f, x, v = lambda x: x[0] * x[0] * x[1], torch.tensor([3., 4.]), torch.tensor([1., 10.])
F = torch.autograd.functional
F.hessian(f, x), F.vhp(f, x, v), F.hvp(f, x, v)[1], F.jvp(lambda x: x * x, x, v)[1]
