# ruff: noqa
# Snippets for chapter 15, run on real PyTorch by tools/record.py; the answers are in ch15.json.

# %% 15.1: a flag on a detached loss
w = torch.tensor(0., requires_grad=True)
loss = ((w * 2 - 4).detach() ** 2).requires_grad_()
loss.backward()
loss.is_leaf, w.grad

# %% 15.2: a flag that comes after the loss
w = torch.tensor(0.)
loss = (w * 2 - 4) ** 2
w.requires_grad_()
loss.backward()

# %% 15.3: two passes without emptying
w = torch.tensor(0., requires_grad=True)
for _ in range(2):
    ((w * 2 - 4) ** 2).backward()
w.grad

# %% 15.4: one gradient for two inputs
class Scale(torch.autograd.Function):
    forward = staticmethod(lambda ctx, t, factor: t * factor)
    backward = staticmethod(lambda ctx, g: g * 2)
Scale.apply(torch.tensor(1., requires_grad=True), 2.).backward()

# %% 15.5: a sum that is a result
total, w = 0., torch.tensor(1., requires_grad=True)
for _ in range(3):
    total += w * 2
total, total.grad_fn, total.grad_fn.next_functions[0][0]

# %% 15.6: a result that exp saved
w = torch.tensor(1., requires_grad=True)
scale = w.exp()
scale += 1
scale.backward()

# %% 15.7: a column minus a row
error = torch.tensor([[1.], [2.], [3.], [4.]]) - torch.tensor([1., 2., 3., 4.])
error.shape

# %% 15.8: a step before the second pass
u, v = torch.tensor(1., requires_grad=True), torch.tensor(3., requires_grad=True)
two = u * v
with torch.no_grad():
    u -= 0.5
two.backward()

# %% 15.9: a root at 0 behind where
h = torch.tensor([0., 4.], requires_grad=True)
p = torch.where(h > 0, h.sqrt(), 0.)
p.sum().backward()
p, h.grad

# %% 15.9: the root never meets the 0
h = torch.tensor([0., 4.], requires_grad=True)
p = torch.where(h > 0, torch.where(h > 0, h, 1.).sqrt(), 0.)
p.sum().backward()
p, h.grad

# %% 15.10: a write through data is not in the gradient
h = torch.tensor([-1., 4.], requires_grad=True)
p = h * 1
p.data[p.data < 0] = 0.
p.sum().backward()
p, h.grad
