# ruff: noqa
# Snippets for chapter 4, run on real PyTorch by tools/record.py; the answers are in ch04.json.

# %% a node waits for both paths: 36
a = torch.tensor(2., requires_grad=True)
b = a * 3
c = b * 5 + b * 7
c.backward()
c, a.grad

# %% a short cut: the longer way still counts
a = torch.tensor(2., requires_grad=True)
b = a * 3
(b + b * 10).backward()
a.grad

# %% thirty diamonds in a row: 2 to the power of 30
y = x = torch.tensor(1., requires_grad=True)
for step in range(30):
    y = y + y
y.backward()
y.item(), x.grad.item()

# %% three thousand steps: no recursion
y = x = torch.tensor(1., requires_grad=True)
for step in range(3000):
    y = y + 1
y.backward()
y.item(), x.grad

# %% documents 000 and 003: 27 and 4.5
x = torch.ones(2, 2, requires_grad=True)
y = x + 2
out = (y * y * 3).mean()
out.backward()
print(out, x.grad, sep="\n")

# %% document 004 with tables: -30, -12, -10
x1, w1, w2 = [torch.full((2, 2), value, requires_grad=True) for value in (2., 5., 6.)]
loss = 10 - x1 * w1 * w2
loss.sum().backward()
loss, x1.grad, w1.grad, w2.grad

# %% an addition sends one gradient twice, and neither changes the other
a, b = [torch.tensor(value, requires_grad=True) for value in (1., 2.)]
u = a + b
(u + a).backward()
a.grad, b.grad

# %% a leaf used early and late
w = torch.tensor(3., requires_grad=True)
y = w * 2
(y * y * w).backward()
w.grad

# %% constants of any shape get nothing
a, b = torch.ones(2, requires_grad=True), torch.ones(3, requires_grad=True)
four, five = torch.full((2,), 4.), torch.full((3,), 5.)
((a + four).sum() + (b + five).sum()).backward()
print(a.grad, b.grad, four.grad)

# %% a leaf is its own result, and its gradient has its kind of number
x = torch.tensor(4., dtype=torch.float64, requires_grad=True)
x.backward()
x.grad

# %% another first gradient than 1
x = torch.tensor(4., requires_grad=True)
(x * x).backward(torch.tensor(3.))
x.grad

# %% a second call adds
x = torch.tensor(3., requires_grad=True)
y = x + x
y.backward()
y.backward()
x.grad

# %% nothing to follow
x = torch.ones(2)
x.sum().backward()
