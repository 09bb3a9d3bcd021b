# ruff: noqa
# Snippets for chapter 7, run on real PyTorch by tools/record.py; the answers are in ch07.json.

# %% retain, then go back again
x, w = torch.ones(3), torch.rand(3, requires_grad=True)
z = w.mul(x).sum()
for keep in (True, False):
    z.backward(retain_graph=keep)
    print(w.grad)

# %% a second pass without it is refused
x, w = torch.ones(3), torch.ones(3, requires_grad=True)
z = (w * x).sum()
z.backward()
print(w.grad)
z.backward()

# %% or build the graph again
w = torch.rand(3, requires_grad=True)
for _ in range(2):
    w.mul(torch.ones(3)).sum().backward()
    print(w.grad)

# %% three passes where nothing was saved
a = torch.ones(3, requires_grad=True)
d = (c := a + torch.tensor([5., 5., 5.])).sum()
for back in (d.backward, d.backward, lambda: c.backward(torch.ones(a.size()))):
    back()
    print(a.grad)

# %% a number is saved, too
x = torch.tensor([1., 2.], requires_grad=True)
z = (x * 3).sum()
print(z.grad_fn.next_functions[0][0]._saved_other)
z.backward()
z.backward()

# %% the names of what is saved
x = torch.tensor([1., 2.], requires_grad=True)
power, product, y = (x ** 2).grad_fn, (x * x).grad_fn, x.exp()
print(power._saved_self, power._saved_exponent, product._saved_self is x, product._saved_other is x)
again = y.grad_fn._saved_result
again is y, again.grad_fn is y.grad_fn, again.output_nr, again.requires_grad

# %% a saved tensor after it was freed
x = torch.tensor(2., requires_grad=True)
y = x ** 3
y.backward()
print(y.grad_fn._saved_exponent)
y.grad_fn._saved_self

# %% grad frees, too
x = torch.tensor(2., requires_grad=True)
y = x * x
print(torch.autograd.grad(y, x))
torch.autograd.grad(y, x)

# %% two losses on one trunk
a = torch.tensor(2., requires_grad=True)
b = a * a
(b * 3).backward()
print(a.grad)
(b * 5).backward()

# %% the first pass retains, the last one frees
a = torch.tensor(2., requires_grad=True)
b = a * a
(b * 3).backward(retain_graph=True)
(b * 5).backward()
a.grad

# %% one Python loop, three graphs
for start in (1., 4., 20.):
    x = out = torch.tensor(start, requires_grad=True)
    while out.item() < 10:
        out = out * 3
    print(out, torch.autograd.grad(out, x))

# %% document 001: doubled until it is 1,000 long
for start in ([0.5, -1., 0.25], [5., -1., 0.25]):
    y = (x := torch.tensor(start, requires_grad=True)) * 2
    while y.data.norm() < 1000: y = y * 2
    y.backward(torch.tensor([0.1, 1., 0.0001], dtype=torch.float))
    print(y, x.grad, sep="\n")

# %% the norm of .data is not recorded
x = torch.tensor([3., 4.], requires_grad=True)
x.norm().backward()
x.data.norm(), x.data.norm().requires_grad, x.grad

# %% a sum of losses is a tensor with history
x = torch.tensor(2., requires_grad=True)
total, number = 0, 0.
for _ in range(2):
    total, number = total + x * x, number + (x * x).item()
total, number, total.detach()

# %% the arguments today
import inspect
inspect.signature(torch.ones(1).backward)

# %% the old argument is refused
try:
    torch.ones(1, requires_grad=True).backward(retain_variables=True)
except TypeError as error:
    print("unexpected keyword argument 'retain_variables'" in str(error))
