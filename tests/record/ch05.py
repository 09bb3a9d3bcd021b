# ruff: noqa
# Snippets for chapter 5, run on real PyTorch by tools/record.py; the answers are in ch05.json.

# %% weights 1, 10, 100: the digits are the slopes
x = torch.tensor([2., 5.], requires_grad=True)
a, b = x[:1], x[1:]
torch.cat([a * b, a * a, 3 * b]).backward(torch.tensor([1., 10., 100.]))
x.grad

# %% all slopes, row by row
f = lambda x: torch.cat([x[:1] * x[1:], x[:1] * x[:1], 3 * x[1:]])
torch.autograd.functional.jacobian(f, torch.tensor([2., 5.], requires_grad=True))

# %% more inputs than results, in float64
x = torch.tensor([1., 2., 3.], dtype=torch.float64, requires_grad=True)
torch.autograd.functional.jacobian(lambda x: torch.cat([x[:1] * x[2:], 7 * x[1:2]]), x)

# %% three results and no weights
x = torch.tensor([1., 2., 3.], requires_grad=True)
(x * x).backward()

# %% one entry is enough, in any number of dimensions
for shape in ((), (1,), (1, 1)):
    t = torch.ones(shape, dtype=torch.float64, requires_grad=True)
    (t * 4).backward()
    print(shape, t.grad)

# %% the start is 1 unless you say otherwise
for start in (None, torch.tensor(1.), torch.tensor(2.)):
    x = torch.ones(2, 2, requires_grad=True)
    ((x + 2) ** 2 * 3).mean().backward(start)
    print(x.grad)

# %% weights of another shape are refused, with both shapes
x = torch.ones(3, 4, requires_grad=True)
torch.autograd.backward([x.sum(), x.mean()], [torch.tensor(2.), torch.tensor([1.])])

# %% a result that remembers nothing, by its place
x = torch.ones(3, requires_grad=True)
torch.autograd.backward([x.sum(), torch.ones(1)])

# %% several results, each with its weight
a, b = torch.tensor(2., requires_grad=True), torch.tensor(5., requires_grad=True)
torch.autograd.backward([a * b, a * a, 3 * b], [torch.tensor(1.), None, torch.tensor(100.)])
a.grad, b.grad

# %% fewer weights than results
a, b = torch.tensor(2., requires_grad=True), torch.tensor(5., requires_grad=True)
torch.autograd.backward([a * b, a * a], [torch.tensor(1.)])

# %% two results that share a step
x = torch.tensor([1., 2.], requires_grad=True)
h = x * 3
torch.autograd.backward((h.sum(), (h * h).sum()))
x.grad

# %% grad touches no .grad, and leaves out what does not lead there
a, b = torch.tensor(2., requires_grad=True), torch.tensor(5., requires_grad=True)
print(torch.autograd.grad(a * b + 3 * b, a), a.grad, b.grad)

# %% the gradient in the middle, and at the result itself
a, b = torch.tensor(2., requires_grad=True), torch.tensor(5., requires_grad=True)
y = a * b
z = y * y
print(torch.autograd.grad([z, y], [y, b, z], [torch.tensor(1.), torch.tensor(10.)]), a.grad, b.grad)

# %% an input that was not used
a, b = torch.tensor(2., requires_grad=True), torch.tensor(5., requires_grad=True)
print(torch.autograd.grad(a * 3, [b, a], allow_unused=True))
try: torch.autograd.grad(a * 3, [a, torch.tensor(7.)], allow_unused=True)
except RuntimeError as error: print(error)
torch.autograd.grad(a * 3, [a, b])

# %% document 000: z = x ** 2 + y ** 3, and a weight of 1 for each entry
x = torch.tensor([1., 2., 3., 4., 0.01], requires_grad=True)
y = torch.tensor([1., 0.5, 2., 0., 0.02], requires_grad=True)
z = x ** 2 + y ** 3
z.backward(torch.ones_like(x))
print(z, x.grad, y.grad, torch.ones_like(x), sep="\n")

# %% weights through a view
x = torch.tensor([1., 2., 3., 4.], requires_grad=True)
z = (2 * x).view(2, 2)
z.backward(torch.tensor([[1., 0.1], [0.01, 0.001]]))
print(z, x.grad, sep="\n")
