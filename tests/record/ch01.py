# ruff: noqa
# Snippets for chapter 1, run on real PyTorch by tools/record.py; the answers are in ch01.json.

# %% a result remembers: two paths from a to c
a = torch.tensor(2., requires_grad=True)
b = 3 * a
c = 5 * b + 7 * b
c.backward()
c, a.grad

# %% a product: each input gets the other
x = torch.tensor(3., requires_grad=True)
y = torch.tensor(4., requires_grad=True)
(x * y).backward()
x.grad, y.grad

# %% documents 000 and 003: 27 and 4.5
x = torch.ones(2, 2, requires_grad=True)
y = x + 2
out = (y * y * 3).mean()
out.backward()
out, x.grad

# %% a sum hands on what arrives
x = torch.tensor(1.5, requires_grad=True)
y = torch.tensor(-2., requires_grad=True)
((x + y) * 4).backward()
x.grad, y.grad

# %% document 004 with single numbers: -30, -12, -10
x = torch.tensor(2., requires_grad=True)
w1 = torch.tensor(5., requires_grad=True)
w2 = torch.tensor(6., requires_grad=True)
(10 + (-1) * (x * w1 * w2)).backward()
x.grad, w1.grad, w2.grad

# %% the same tensor twice: 2x
x = torch.tensor(3., requires_grad=True)
(x * x).backward()
x.grad

# %% what arrives a second time is added
x = torch.tensor(3., requires_grad=True)
(x * 5).backward()
(x * 7).backward()
x.grad

# %% numbers that ask for nothing leave no trace
x = torch.tensor(3.)
y = x * 2 + 1
y, y.grad_fn, x.grad

# %% the mean of six: a sixth for each
x = torch.ones(2, 3, requires_grad=True)
(x * 12).mean().backward()
x.grad

# %% what a leaf says of itself, and the number in it
a = torch.tensor([1., 2.5], requires_grad=True)
a, a.grad, a.grad_fn, torch.ones(1, 2), torch.tensor(7.).item()
