# ruff: noqa
# Snippets for chapter 6, run on real PyTorch by tools/record.py; the answers are in ch06.json.

# %% document 003: 4.5, then 5.5, in the same tensor
x = torch.ones(2, 2, requires_grad=True)
((x + 2) ** 2 * 3).mean().backward()
first, before = x.grad, x.grad.tolist()
x.sum().backward()
before, x.grad, x.grad is first

# %% a row, a column and a number, stretched: each gradient has its leaf's shape
col = torch.tensor([[1.], [2.]], requires_grad=True)
row = torch.tensor([10., 20., 30.], requires_grad=True)
k = torch.tensor(2., requires_grad=True)
(col * row + k / col).sum().backward()
print(col.grad, row.grad, k.grad, sep="\n")

# %% what goes to each operand of a matrix product
x = torch.tensor([[1., 2., 3.], [4., 5., 6.]], requires_grad=True)
w = torch.tensor([[7., 8.], [9., 10.], [11., 12.]], requires_grad=True)
(x @ w).backward(torch.tensor([[1., 0.], [0., 10.]]))
x @ w, x.grad, w.grad

# %% two leaves, two memories
a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
(a + b).sum().backward()
a.grad.numpy()[0] = 100.
a.grad, b.grad

# %% document 002: the same sum twice, 1 and then 2
w, x = torch.ones(3, requires_grad=True), torch.ones(3)
for _ in range(2):
    (w * x).sum().backward()
    print(w.grad)

# %% the weights given to backward are not the gradient
x, weights = torch.ones(2, requires_grad=True), torch.tensor([1., 2.])
x.backward(weights)
weights.numpy()[0] = 100.
x.grad, x.grad is weights

# %% document 003: 1 after zeroing, and still the same tensor
x = torch.ones(2, requires_grad=True)
(x * 5).sum().backward()
held = x.grad
print(x.grad.zero_() is held, x.grad)
x.sum().backward(); print(held)

# %% after None a new tensor
x = torch.ones(2, requires_grad=True)
x.grad = held = torch.tensor([10., 20.])
(x * 5).sum().backward(); x.grad = None
(x * 7).sum().backward()
held, x.grad

# %% shapes with ones, and dimensions in front
for shape in ((3,), (1, 3), (2, 1), (2, 1, 3), (1,), ()):
    part = torch.ones(shape, requires_grad=True)
    (part * torch.arange(12.).view(2, 2, 3)).sum().backward()
    print(tuple(shape), part.grad.tolist())

# %% a gradient has its leaf's dtype
a = torch.ones(2, requires_grad=True)
b = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
(a * b).sum().backward()
a.grad, b.grad

# %% a product keeps only what it needs
x, w = torch.ones(2, 3), torch.ones(3, 2, requires_grad=True)
one, two = x @ w, w @ x
print(type(one.grad_fn).__name__, one.grad_fn._saved_mat2, two.grad_fn._saved_self)
(one.sum() + two.sum()).backward()
w.grad

# %% a leaf that no longer asks gets nothing
w = torch.ones(2, requires_grad=True)
y = (w * 2).sum()
w.requires_grad_(False)
y.backward()
print(w.grad)

# %% a leaf's node called by hand adds, too
x = torch.ones(2, requires_grad=True)
put, g = (x * 2).grad_fn.next_functions[0][0], torch.tensor([3., 4.])
put(g)
put(g)
print(type(put).__name__, x.grad, g)

# %% two matrices that do not fit
torch.ones(2, 3) @ torch.ones(2, 3)
