# ruff: noqa
# Snippets for chapter 8, run on real PyTorch by tools/record.py; the answers are in ch08.json.

# %% the documents' mixture, at 2
x = torch.tensor(2., requires_grad=True)
with torch.no_grad():
    unrecorded = x ** 3
(x ** 2 + unrecorded).backward()
unrecorded, x.grad

# %% the documents' mixture, at 1
x = torch.tensor(1., requires_grad=True)
with torch.no_grad():
    y2 = x ** 3
(x ** 2 + y2).backward()
y2, x.grad

# %% document 000's sum
x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
with torch.no_grad():
    inside = x + y * 2
inside.requires_grad, inside.grad_fn, inside.is_leaf, (x + y * 2).requires_grad

# %% the flag of document 002
x = torch.zeros(1, requires_grad=True)
for is_train in (False, True):
    with torch.set_grad_enabled(is_train):
        print(is_train, (x * 2).requires_grad)

# %% a line of its own stays
x = torch.zeros(1, requires_grad=True)
torch.set_grad_enabled(False)
print((x * 2).requires_grad, torch.is_grad_enabled())
torch.set_grad_enabled(True)

# %% nested blocks
with torch.no_grad():
    with torch.enable_grad():
        print(torch.is_grad_enabled())
    print(torch.is_grad_enabled())

# %% an exception undoes the block
try:
    with torch.no_grad():
        torch.ones(2) * torch.ones(3)
except RuntimeError as error:
    print(error, torch.is_grad_enabled())

# %% a constructor keeps its flag
with torch.no_grad():
    p = torch.zeros(2, requires_grad=True)
    doubled = p * 2
p.requires_grad, doubled.requires_grad, doubled.is_leaf

# %% a decorated function
x = torch.ones(2, requires_grad=True)
double = torch.no_grad()(lambda t: t * 2)
double(x).requires_grad, (x * 2).requires_grad

# %% a decorated generator
steps = torch.no_grad()(lambda: (yield torch.is_grad_enabled()))()
next(steps), torch.is_grad_enabled()

# %% inference_mode
with torch.inference_mode():
    y = torch.ones(2, requires_grad=True) * 2
    print(y.requires_grad, torch.is_grad_enabled(), torch.is_inference_mode_enabled())

# %% backward inside a block
x = torch.ones(2, requires_grad=True)
loss = (x * x).sum()
with torch.no_grad():
    loss.backward()
x.grad

# %% detach gives a new tensor
x = torch.tensor([2.], requires_grad=True)
y = x * 3
(y * y.detach()).backward()
x.grad, y.detach().requires_grad, y.requires_grad

# %% detach_ changes the tensor itself
x = torch.tensor([1., 2.], requires_grad=True)
y = x * 2
r = y.detach_()
r is y, y.grad_fn, y.requires_grad, y.is_leaf

# %% a loss made in the block
w = torch.ones(2, requires_grad=True)
with torch.no_grad():
    loss = (w * w).sum()
loss.backward()

# %% the false cure
w = torch.ones(2, requires_grad=True)
loss = (w * w).sum().detach().requires_grad_()
loss.backward()
print(w.grad, loss.grad)

# %% a step that loses the flag
w = torch.ones(2, requires_grad=True)
(w * w).sum().backward()
with torch.no_grad():
    w = w - 0.1 * w.grad
w, w.requires_grad

# %% a result cannot be switched off
(torch.ones(2, requires_grad=True) * 2).requires_grad_(False)

# %% detach_ on a view
(torch.ones(2, requires_grad=True) * 2).view(2, 1).detach_()

# %% True or False, nothing else
torch.set_grad_enabled(0)
