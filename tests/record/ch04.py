# ruff: noqa
# Snippets for chapter 4, run on real PyTorch by tools/record.py; the answers are in ch04.json.

# %% 27 and 4.5
x = torch.ones(2, 2, requires_grad=True)
y = x + 2
out = (y * y * 3).mean()
out.backward()
print(out, x.grad, sep="\n")

# %% three gradients at once
x1, w1, w2 = [torch.tensor(value, requires_grad=True) for value in (2., 5., 6.)]
loss = torch.tensor(10.) - x1 * w1 * w2
loss.backward()
loss.item(), [leaf.grad.item() for leaf in (x1, w1, w2)]

# %% two ways to one leaf add up
a = torch.tensor(2., requires_grad=True)
b = a * 3
c = b * 5 + b * 7
c.backward()
c.item(), a.grad

# %% a long chain
y = x = torch.tensor(1., requires_grad=True)
for _ in range(10_000):
    y = y + 1
y.backward()
y.item(), x.grad

# %% thirty diamonds in a row
y = x = torch.tensor(1., requires_grad=True)
for _ in range(30):
    y = (y + y) * 0.5
y.backward()
x.grad

# %% only flagged leaves are filled
a, b = torch.ones(2, requires_grad=True), torch.ones(2)
(a * b).sum().backward()
print(a.grad, b.grad)

# %% the gradient itself is not recorded
x = torch.tensor([1., 2.], requires_grad=True)
(x * x).sum().backward()
x.grad, x.grad.requires_grad, x.grad.is_leaf

# %% the .grad of a result
x = torch.ones(2, requires_grad=True)
y = x * 2
y.sum().backward()
print(y.grad)

# %% a second example adds to the first
x = torch.ones(2, 2, requires_grad=True)
((x + 2) ** 2 * 3).mean().backward()
x.sum().backward()
x.grad

# %% several elements need an argument
x = torch.ones(2, requires_grad=True)
(x * 2).backward()

# %% nothing to follow
x = torch.ones(2)
x.sum().backward()

# %% the same graph a second time
x = torch.ones(2, requires_grad=True)
y = (x * x).sum()
y.backward()
y.backward()

# %% a second time where nothing was saved
x = torch.ones(2, requires_grad=True)
y = (x + 1).sum()
y.backward()
y.backward()
x.grad
