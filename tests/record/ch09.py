# ruff: noqa
# Snippets for chapter 9, run on real PyTorch by tools/record.py; the answers are in ch09.json.

# %% a write into a result
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x * x
y[0] = 5.
y.sum().backward()
y, y.grad_fn, x.grad

# %% document 003: data of a leaf
x = torch.ones(1, requires_grad=True)
print(x, x.data, x.data.requires_grad)

# %% document 003: a write through data
x = torch.ones(1, requires_grad=True)
y = 2 * x
x.data *= 100
y.backward()
x, x.data, x.grad, x._version

# %% the same with a square: silently wrong
x = torch.ones(1, requires_grad=True)
y = x ** 2
x.data *= 100
y.backward()
x.grad

# %% whole new data
x = torch.ones(2, requires_grad=True)
x.data = torch.tensor([7., 8.])
(x * x).sum().backward()
x, x.grad

# %% document 002: a write through data cannot be differentiated
x = torch.tensor([2.], requires_grad=True)
y = x * 3
y.data += 100
y.backward()
y, x.grad

# %% document 002: detach shares the data
y = torch.ones(2, requires_grad=True) * 2
y.detach()[0] = 9.
y

# %% document 002: detach merges the counters, data does not
t = torch.ones(2)
t.add_(1).detach().add_(1)
t.data.add_(1)
t, t._version, t.detach()._version, t.data._version

# %% a write through detach is noticed
x = torch.ones(2, requires_grad=True)
y = x.exp()
y.detach().zero_()
y.sum().backward()

# %% a write in a no_grad block is noticed
x = torch.ones(1, requires_grad=True)
y = x ** 2
with torch.no_grad():
    x *= 100
y.backward()

# %% the update of a parameter
w = torch.tensor([2.], requires_grad=True)
(w * 3).sum().backward()
with torch.no_grad():
    w -= 0.5 * w.grad
w, w.is_leaf, w._version

# %% a leaf that requires grad
w = torch.ones(2, requires_grad=True)
w -= 0.1

# %% an entry of such a leaf
w = torch.ones(2, requires_grad=True)
w[0] = 5.

# %% a view made in a no_grad block
y = torch.ones(2, requires_grad=True) * 2
with torch.no_grad():
    first = y[0:1]
first.mul_(10)

# %% a result that its own rule needs
y = torch.tensor([2.], requires_grad=True).exp()
y += 1
y.sum().backward()

# %% an input that a rule needs
h = torch.tensor([1., 2.], requires_grad=True) + 0
y = h * h
h.mul_(2)
y.sum().backward()

# %% a result that nobody needs
x = torch.tensor([2.], requires_grad=True)
y = (x ** 2).add_(1)
y.backward()
y, x.grad

# %% a write into a view
y = torch.tensor([1., 2., 3.], requires_grad=True) * 1
v = y[0:2]
v.mul_(10)
y, v, v._version

# %% numbers of a tensor everywhere
v = torch.tensor(7., requires_grad=True)
h = torch.ones(2).fill_(v)
h.sum().backward()
h, v.grad

# %% a mask, a list, a column
t = torch.tensor([[1., 2., 3.], [4., 5., 6.]])
t[:, 1] = torch.tensor([-1., -2.])
t[t > 5] = 0.
t[1, [0, 2]] = 7.
t

# %% the wrong shape
torch.ones(2).add_(torch.ones(2, 2))

# %% the wrong dtype
torch.tensor([1, 2]).mul_(0.5)

# %% memory that is shown several times
torch.ones(2).expand(3, 2).add_(1)

# %% one row of it: all rows show the write
t = torch.ones(1, 2)
rows = t.expand(3, 2)
rows[0] = 7.
t, rows, t._version

# %% no number
torch.ones(2).add_("a")

# %% no number, with an operator
t = torch.ones(2)
t += "a"

# %% no number for an entry
torch.ones(2)[0] = "a"
