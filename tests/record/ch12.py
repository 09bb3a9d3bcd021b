# ruff: noqa
# Snippets for chapter 12, run on real PyTorch by tools/record.py; the answers are in ch12.json.

# %% first, second and third derivative
x = torch.tensor(2., requires_grad=True)
(first,) = torch.autograd.grad(x ** 3, x, create_graph=True)
(second,) = torch.autograd.grad(first, x, create_graph=True)
(third,) = torch.autograd.grad(second, x)
first.item(), second.item(), third.item(), first.requires_grad, third.requires_grad

# %% without create_graph the gradient has no history
x = torch.tensor(2., requires_grad=True)
(g,) = torch.autograd.grad(x ** 3, x, retain_graph=True)
print(g)
torch.autograd.grad(g, x)

# %% the graph of a gradient
x = torch.tensor(2., requires_grad=True)
(slope,) = torch.autograd.grad(x * x, x, create_graph=True)
for node, _ in slope.grad_fn.next_functions:
    print(node.name(), [None if end is None else end.name() for end, _ in node.next_functions])
slope

# %% a node called by hand records
x = torch.tensor(2., requires_grad=True)
print((x * x).grad_fn(torch.tensor(1.)))

# %% second derivatives of the basic operations
for f in (lambda x: x * x * x, lambda x: 1 / x, lambda x: x ** 4, lambda x: (x + 1) * (x - 1)):
    x = torch.tensor(2., requires_grad=True)
    (slope,) = torch.autograd.grad(f(x), x, create_graph=True)
    print(slope.item(), torch.autograd.grad(slope, x)[0].item())

# %% a penalty on the gradient
x = torch.tensor([1., 2.], requires_grad=True)
(slopes,) = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)
(slopes ** 2).sum().backward()
x.grad

# %% the history of the gradient argument
v, x = torch.tensor([1., 2.], requires_grad=True), torch.tensor([3., 4.], requires_grad=True)
(x * x).backward(v)
print(x.grad)
print(torch.autograd.grad(x * x, x, v, create_graph=True)[0])

# %% create_graph retains the old graph, too
x = torch.tensor(2., requires_grad=True)
y = x ** 3
print(torch.autograd.grad(y, x, create_graph=True)[0].item())
print(torch.autograd.grad(y, x)[0].item())
torch.autograd.grad(y, x)

# %% backward with create_graph warns; a second pass adds to the first
x = torch.tensor(2., requires_grad=True)
(x ** 3).backward(create_graph=True)
print(x.grad)
x.grad.backward()
x.grad

# %% the recorded gradient shares nodes with y
x = torch.tensor(2., requires_grad=True)
y = x * x * x
(first,) = torch.autograd.grad(y, x, create_graph=True)
y.backward()
torch.autograd.grad(first, x)

# %% who goes back first has to retain
x = torch.tensor(2., requires_grad=True)
y = x * x * x
(first,) = torch.autograd.grad(y, x, create_graph=True)
print(torch.autograd.grad(first, x, retain_graph=True))
y.backward(), x.grad

# %% a slope that does not depend on x
x, k = torch.tensor(2., requires_grad=True), torch.tensor(5., requires_grad=True)
(slope,) = torch.autograd.grad(k * x, x, create_graph=True)
print(torch.autograd.grad(slope, x, materialize_grads=True))
torch.autograd.grad(slope, x)

# %% a Hessian, and its product with a vector
q, x, v = lambda x: (x * x).sum() * x.sum(), torch.tensor([1., 2., 3.]), torch.tensor([1., 10., 100.])
print(torch.autograd.functional.hessian(q, x))
print(torch.autograd.functional.vhp(q, x, v)[1], torch.autograd.functional.hvp(q, x, v)[1])
