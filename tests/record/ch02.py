# ruff: noqa
# Snippets for chapter 2, run on real PyTorch by tools/record.py; the answers are in ch02.json.

# %% a leaf and a result
x = torch.ones(2, 2, requires_grad=True)
y = x + 2
print(x.is_leaf, y.is_leaf, x.grad_fn, y.grad_fn)
print(y)

# %% one flag is enough; without a flag a computed tensor is a leaf
a, b = torch.ones(2, requires_grad=True), torch.ones(2)
for t in (a + b, b + a, a + a, b + b):
    print(t.requires_grad, t.is_leaf)

# %% document 002: who is a leaf, who keeps a gradient
a, b = torch.ones(3, 4, requires_grad=True), torch.zeros(3, 4)
d = (c := a + b).mean()
d.backward()
print([(t.is_leaf, t.requires_grad, type(t.grad_fn).__name__) for t in (a, b, c, d)])
print(a.grad, b.grad)

# %% an edge for each input, in their order
x, w = torch.ones(2), torch.ones(2, requires_grad=True)
y = x * w + w * 2
for node in (y.grad_fn, y.grad_fn.next_functions[0][0], y.grad_fn.next_functions[1][0]):
    print([(type(target).__name__, number) for target, number in node.next_functions])

# %% document 002: an edge leads to the very node that made the input
x, w, b = torch.ones(1), torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
z = (y := w * x) + b
print([(t.is_leaf, t.requires_grad) for t in (x, w, b, y, z)])
print(y.grad_fn.next_functions, z.grad_fn.next_functions)
z.grad_fn.next_functions[0][0] is y.grad_fn, (z + 1).grad_fn.next_functions[1]

# %% a leaf has one end, for all its uses
x = torch.ones(2, requires_grad=True)
y, z = x * x, x + 1
first, second, third = [pair[0] for pair in y.grad_fn.next_functions + z.grad_fn.next_functions[:1]]
print(first is second, first is third, first.variable is x, first.next_functions)

# %% two leaves have two ends, also with the same numbers
a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
(first, _), (second, _) = (a + b).grad_fn.next_functions
first is second, first.variable is a, second.variable is b

# %% the weights of this chapter: the gradient is on a leaf without a name
w = torch.ones(2, requires_grad=True) * 0.01
(w * 3).mean().backward()
print(w.is_leaf, w.grad)
print(w.grad_fn.next_functions[0][0].variable.grad)

# %% two paths, and what arrives a second time is added
a = torch.tensor(2., requires_grad=True)
(a * 3 * 5 + a * 3 * 7).backward()
print(a.grad)
(a * 4).backward()
print(a.grad)

# %% detach() gives a leaf with the same numbers
y = torch.ones(2, requires_grad=True) * 3
print(y.detach(), y.detach().is_leaf, y.is_leaf)

# %% a way back that begins at a leaf
x = torch.tensor(3., requires_grad=True)
x.backward()
x.grad

# %% a way back, and nobody asked
t = torch.ones(2)
(t * 3).mean().backward()

# %% a result cannot be switched off
y = torch.ones(2, requires_grad=True) * 3
y.requires_grad = False

# %% whole numbers have no slope
torch.tensor([1, 2], requires_grad=True)
