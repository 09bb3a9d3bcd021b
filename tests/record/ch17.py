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

# %% a write into what no gradient needs
x = torch.tensor(2., requires_grad=True)
y = x + x
z = y * torch.tensor(3.)
y.add_(1); z.backward()
x.grad

# %% a hook on what is saved
x, seen = torch.tensor(2., requires_grad=True), []
with torch.autograd.graph.saved_tensors_hooks(lambda saved: seen.append(saved.item()) or saved, lambda saved: saved):
    x * x
seen
