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
out = (z := y * y * 3).mean()
out.backward()
print(x, y, z, out, x.grad, sep="\n")

# %% document 000: two random tables, their sum, and the way back
torch.manual_seed(0)
x, y = torch.rand(2, 3, requires_grad=True), torch.rand(2, 3, requires_grad=True)
z = torch.sum(x + y)
z.backward()
print(x, y, z, x.grad, y.grad, sep="\n")

# %% document 003: computed without a flag, flagged afterwards
a = torch.tensor([2., 3.])
a = (a * 3) / (a - 1)
print(a.requires_grad, a.is_leaf, a.requires_grad_(True) is a, a)
(b := (a * a).sum()).backward()
b.grad_fn, a.grad

# %% document 004 with tables: -30, -12, -10
x1, w1, w2 = [torch.full((2, 2), value, requires_grad=True) for value in (2., 5., 6.)]
for _ in range(2):
    loss = 10 - x1 * w1 * w2
    loss.sum().backward()
    print(loss, x1.grad[0], w1.grad[0], w2.grad[0])

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

# %% document 004: a mean of all entries, and a mean down the columns
x = torch.tensor([[1., 2., 6.], [3., 4., 8.]], requires_grad=True)
print(x.mean(), x.mean().shape, x.mean(0), x.squeeze().shape)
x.mean(0).backward(torch.tensor([1., 2., 4.]))
x.grad

# %% how long rows and three dimensions are printed
print(torch.arange(20.) / 4, torch.ones(2, 2, 2), sep="\n")

# %% nothing to follow
x = torch.ones(2)
x.sum().backward()
