# ruff: noqa
# Snippets for chapter 5, run on real PyTorch by tools/record.py; the answers are in ch05.json.

# %% all slopes
f = lambda x: torch.stack([x.unbind()[0] * x.unbind()[1], x.unbind()[0] ** 2, 3 * x.unbind()[1]])
torch.autograd.functional.jacobian(f, torch.tensor([2., 5.]))

# %% a vector times the Jacobian
f = lambda x: torch.stack([x.unbind()[0] * x.unbind()[1], x.unbind()[0] ** 2, 3 * x.unbind()[1]])
torch.autograd.functional.vjp(f, torch.tensor([2., 5.]), torch.tensor([1., 10., 100.]))

# %% the Jacobian times a vector
f = lambda x: torch.stack([x.unbind()[0] * x.unbind()[1], x.unbind()[0] ** 2, 3 * x.unbind()[1]])
torch.autograd.functional.jvp(f, torch.tensor([2., 5.]), torch.tensor([1., 10.]))

# %% second derivatives
g = lambda x, y: (x * x * y).sum()
torch.autograd.functional.hessian(g, (torch.tensor(2.), torch.tensor(5.)))

# %% squares and cubes, weighted with ones (document 000)
x = torch.tensor([[.5, 1.], [1.5, 2.]], requires_grad=True)
y = torch.tensor([[1., .5], [2., 0.]], requires_grad=True)
z = x ** 2 + y ** 3
z.backward(torch.ones_like(x))
print(z, x.grad, y.grad, sep="\n")

# %% a sum of twelve, then its twelve terms (document 002)
a = torch.ones(3, 4, requires_grad=True)
c = a + torch.zeros(3, 4)
c.sum().backward()
c.backward(torch.ones(a.size()))
c.sum().item(), a.grad

# %% the start is 1 unless you say otherwise (documents 001 and 003)
for start in (None, torch.tensor(1.), torch.tensor(2.)):
    x = torch.ones(2, 2, requires_grad=True)
    ((x + 2) ** 2 * 3).mean().backward(start)
    print(x.grad)

# %% ten doublings: weights in backward, or before it (document 001)
x, v = torch.tensor([0.5, -1., 0.25], requires_grad=True), torch.tensor([0.1, 1.0, 0.0001])
y = x * 2
while (y * y).sum().item() ** 0.5 < 1000: y = y * 2
first, second = torch.autograd.grad(y, x, v, retain_graph=True), torch.autograd.grad((v * y).sum(), x)
print(first, second)

# %% weights through a view (document 003)
x = torch.tensor([1., 2., 3., 4.], requires_grad=True)
z = (2 * x).view(2, 2)
z.backward(torch.tensor([[1., 0.1], [0.01, 0.001]]))
print(z, x.grad, sep="\n")

# %% four losses, each with weight one (document 004)
x1, w1, w2 = [torch.tensor([[v, v], [v, v]], requires_grad=True) for v in (2., 5., 6.)]
(torch.ones(2, 2) * 10 - x1 * w1 * w2).backward(torch.ones(2, 2))
[leaf.grad.tolist() for leaf in (x1, w1, w2)]

# %% one entry is enough, in any number of dimensions
for shape in ((), (1,), (1, 1)):
    t = torch.ones(shape, requires_grad=True)
    (t * 4).backward()
    print(shape, t.grad)

# %% a weight for one number, too
x = torch.tensor([1., 2.], requires_grad=True)
torch.autograd.backward([x.sum()], [torch.tensor(3.)])
x.grad

# %% the chain, cut in the middle
h = torch.tensor([1., 4.], requires_grad=True)
(h * torch.tensor([3., 4.])).sum().backward()
x = torch.tensor([1., 2.], requires_grad=True)
(x ** 2).backward(h.grad)
print(h.grad, x.grad)

# %% an external gradient: the model's output minus the target
w = torch.tensor([1., -2.], requires_grad=True)
output = w * torch.tensor([3., 4.])
output.backward(torch.from_numpy(output.detach().numpy() - 0))
print(output.detach(), w.grad)

# %% an input that was not used
x, other = torch.ones(2, requires_grad=True), torch.tensor(1., requires_grad=True)
print(torch.autograd.grad((x * 3).sum(), [x, other], allow_unused=True), x.grad)
torch.autograd.grad((x * 3).sum(), [x, other], materialize_grads=True)

# %% a label is a whole number (document 000)
torch.tensor([1, 0], requires_grad=True)

# %% a vector of one entry does not fit a lone number
x = torch.ones(3, 4, requires_grad=True)
x.sum().backward(torch.tensor([1.]))

# %% nothing to differentiate
torch.ones(1).backward()

# %% an output that depends on nothing, in strict mode
torch.autograd.functional.vjp(lambda x: torch.ones(2), torch.ones(2), torch.ones(2), strict=True)

# %% a list is no tuple
torch.autograd.functional.jacobian(lambda x: [x, x], torch.ones(2))
