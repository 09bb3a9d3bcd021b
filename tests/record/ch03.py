# ruff: noqa
# Snippets for chapter 3, run on real PyTorch by tools/record.py; the answers are in ch03.json.

# %% one step back: next_functions
x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
z = x ** 2 + y ** 3
z.grad_fn.next_functions

# %% an edge to nowhere
x = torch.ones(2, requires_grad=True)
(x + 2).grad_fn.next_functions

# %% the empty edge keeps its place
w, k = torch.ones(2, requires_grad=True), torch.ones(2)
for result in (w * k, k * w):
    print([node is None for node, _ in result.grad_fn.next_functions])

# %% AccumulateGrad knows its leaf and ends the path
x = torch.ones(2, requires_grad=True)
end = (x * 2).grad_fn.next_functions[0][0]
end, end.variable is x, end.next_functions

# %% one AccumulateGrad for each leaf
x = torch.ones(2, requires_grad=True)
(left, _), (right, _) = (x * x).grad_fn.next_functions
left is right, left is (x + 1).grad_fn.next_functions[0][0]

# %% the edge leads to the very node
x = torch.ones(2, requires_grad=True)
y = x * 3
z = y + x
z.grad_fn.next_functions[0][0] is y.grad_fn

# %% three powers
x = torch.tensor([1., 2.], requires_grad=True)
[result.grad_fn.name() for result in (x ** 2, x ** x, 2 ** x)]

# %% reducing all, or along one dimension
x = torch.ones(2, 3, requires_grad=True)
[result.grad_fn.name() for result in (x.sum(), x.sum(0), x.mean(), x.mean(dim=1))]

# %% a number on the left: 1 - x and 1 / x
x = torch.tensor([1., 2.], requires_grad=True)
for result in (1 - x, 1 / x):
    print(result.grad_fn.name(), result.grad_fn.next_functions)

# %% other operations, other names
x = torch.tensor([1., 2.], requires_grad=True)
results = [-x, x.exp(), x.log(), x.sqrt(), x.tanh(), x.sigmoid(), x.relu(), x.view(2, 1)]
[result.grad_fn.name() for result in results]

# %% what a node keeps
x = torch.tensor([2., 3.], requires_grad=True)
node = (x ** 3).grad_fn
node._saved_self is x, node._saved_exponent

# %% a node can be called by hand
x = torch.tensor([1., 2.], requires_grad=True)
print((x ** 2).grad_fn(torch.ones(2)).tolist())
print((x + 2).grad_fn(torch.ones(2)))

# %% walking down to a leaf
node = ((torch.ones(2, requires_grad=True) + 1) * 2).sum().grad_fn
while node is not None:
    print(type(node).__name__)
    node = node.next_functions[0][0] if node.next_functions else None

# %% a comparison leaves no node
x = torch.tensor([1., 2.], requires_grad=True)
x > 1, (x > 1).grad_fn

# %% each factor gets the other
x = torch.tensor(3., requires_grad=True)
y = torch.tensor(4., requires_grad=True)
(x * y).grad_fn(torch.tensor(1.))
