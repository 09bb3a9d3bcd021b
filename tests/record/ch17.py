# ruff: noqa
# Snippets for chapter 17, run on real PyTorch by tools/record.py; the answers are in ch17.json.

# %% products and sums, forward and back
x, w = torch.tensor(2., requires_grad=True), torch.tensor(3., requires_grad=True)
y = (x * w + x) * w
y.backward()
y, x.grad, w.grad

# %% shapes that do not fit
torch.ones(2, requires_grad=True) * torch.ones(3, requires_grad=True)

# %% a hook in the middle
x = torch.tensor(2., requires_grad=True)
y = x * x
y.register_hook(lambda grad: grad * 10)
(y * x).backward()
x.grad

# %% freed
x = torch.tensor(2., requires_grad=True)
y = x * x
y.backward()
y.backward()
