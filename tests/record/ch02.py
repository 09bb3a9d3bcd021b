# ruff: noqa
# Snippets for chapter 2, run on real PyTorch by tools/record.py; the answers are in ch02.json.

# %% a leaf and a result
x = torch.ones(2, 2, requires_grad=True)
y = x + 2
x.is_leaf, y.is_leaf

# %% who made it?
x = torch.ones(2, 2, requires_grad=True)
y = x + 2
print(x.grad_fn)
print(y.grad_fn)

# %% a result prints its maker, not its flag
x = torch.ones(2, 2, requires_grad=True)
x + 2

# %% every operation leaves its name
x = torch.tensor([1., 2.], requires_grad=True)
[result.grad_fn.name() for result in (x + 2, x * 2, x ** 2, x.sum())]

# %% a scalar result
x = torch.tensor([1., 2.], requires_grad=True)
(x * x).sum()

# %% one flagged operand is enough
a = torch.ones(2, requires_grad=True)
b = torch.ones(2)
(a + b).requires_grad, (b + b).requires_grad

# %% a result that nobody follows counts as a leaf
a = torch.tensor([2., 3.])
b = (a * 3) / (a - 1)
b.is_leaf, b.grad_fn

# %% the four tensors a, b, c, d
a, b = torch.ones(3, 4, requires_grad=True), torch.zeros(3, 4)
c = a.add(b)
d = c.sum()
for t in (a, b, c, d):
    print(t.requires_grad, t.is_leaf, t.grad_fn)

# %% a tensor you wrote is a result if you computed it
w = torch.ones(2, requires_grad=True) * 0.01
w.is_leaf, w

# %% a result cannot be switched off
y = torch.ones(2, requires_grad=True) * 3
y.requires_grad = False

# %% a result may be told to stay on
y = torch.ones(2, requires_grad=True) * 3
y.requires_grad_() is y

# %% the flag works forward only
x = torch.ones(2)
y = x * 3
x.requires_grad = True
y.requires_grad, (x * 3).requires_grad

# %% switching a leaf off does not reach its results
x = torch.ones(2, requires_grad=True)
y = x * 3
x.requires_grad = False
x.requires_grad, y.requires_grad

# %% your own function gives its node your name
class Triple(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 3
Triple.apply(torch.tensor(2., requires_grad=True))
