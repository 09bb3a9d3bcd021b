# ruff: noqa
# Snippets for chapter 6, run on real PyTorch by tools/record.py; the answers are in ch06.json.

# %% 4.5, then 5.5
x = torch.ones(2, 2, requires_grad=True)
((x + 2) ** 2 * 3).mean().backward()
x.sum().backward()
x.grad

# %% three passes, and two ways to forget them
x = torch.tensor([1.], requires_grad=True)
for _ in range(3): (x * 2).backward()
three = x.grad.item(); x.grad.zero_(); (x * 2).backward(); zeroed = x.grad.item()
x.grad = None; (x * 2).backward()
three, zeroed, x.grad.item()

# %% the same graph again, kept
x = torch.tensor([1.], requires_grad=True)
y = x * x
y.backward(retain_graph=True)
y.backward()
x.grad

# %% a and b of document 002: only the flagged leaf is filled
a, b = torch.ones(3, 4, requires_grad=True), torch.zeros(3, 4)
c = a + b
c.sum().backward()
a.grad, b.grad

# %% the argument of backward is not the gradient
x, g = torch.ones(2, requires_grad=True), torch.ones(2)
x.backward(g)
g.zero_()
x.grad, x.grad is g

# %% gradients have the shape of their data
m, row, c = torch.ones(2, 3, requires_grad=True), torch.ones(3, requires_grad=True), torch.tensor(2., requires_grad=True)
(m * row + c).sum().backward()
print([tuple(t.grad.shape) for t in (m, row, c)])
row.grad, c.grad

# %% a column against a row
col = torch.tensor([[1.], [2.]], requires_grad=True)
row = torch.tensor([10., 20., 30.], requires_grad=True)
(col * row - row / col).sum().backward()
print(col.grad, row.grad, sep="\n")

# %% sums and means along a dimension
x = torch.ones(2, 3, requires_grad=True)
(x.sum(0) * x.mean(1, keepdim=True)).sum().backward()
x.sum(-1).shape, x.mean(1, keepdim=True).shape, x.grad

# %% views, by their nodes
x = torch.ones(2, 1, 3, requires_grad=True)
views = x.view(6), x.expand(2, 4, 3), x.unsqueeze(-1), x.squeeze(1), x.transpose(0, 2), x.permute(2, 0, 1), x.flatten(1)
[(view.grad_fn.name(), tuple(view.shape)) for view in views]

# %% flatten where a view will not do
x = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
y = x.transpose(0, 1).flatten()
y.backward(torch.tensor([1., 10., 100., 1000.]))
y, x.grad

# %% flatten the wrong way round
torch.ones(2, 3).flatten(1, 0)

# %% expand where the length is not 1
torch.ones(2, 3).expand(2, 4)

# %% an order for each dimension
torch.ones(2, 3).permute(0, 0)

# %% one index, a slice, a list, a mask
x = torch.tensor([1., 2., 3.], requires_grad=True)
parts = x[0], x[1:], x[[2, 0]], x[torch.tensor([True, False, True])], x[None]
[(part.grad_fn.name(), part.tolist()) for part in parts]

# %% a place read twice
x = torch.ones(3, requires_grad=True)
(x[[0, 0, 1]] * torch.tensor([1., 10., 100.])).sum().backward()
x.grad

# %% a place that is not there
torch.ones(3)[[0, 3]]

# %% a gradient that is no tensor
torch.ones(2, requires_grad=True).grad = 1

# %% a gradient of another shape
torch.ones(2, requires_grad=True).grad = torch.ones(3)

# %% a gradient of another dtype
torch.ones(2, requires_grad=True).grad = torch.ones(2, dtype=torch.float64)

# %% a view where only a copy will do
torch.ones(2, 3).transpose(0, 1).view(6)
