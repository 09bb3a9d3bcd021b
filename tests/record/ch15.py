# ruff: noqa
# Snippets for chapter 15, run on real PyTorch by tools/record.py; the answers are in ch15.json.

# %% 15.1: numbers made a tensor
w = torch.tensor(2., requires_grad=True)
loss = torch.tensor([(w * 3).item()], requires_grad=True).mean()
loss.backward()
w.grad, loss.grad_fn.next_functions[0][0].variable

# %% 15.2: a write through data is not in the gradient
w = torch.tensor([-1., 4.], requires_grad=True)
h = w * 1
h.data.clamp_(0)
h.sum().backward()
h, w.grad

# %% 15.3: an optimizer holds what it was given
net = torch.nn.Linear(1, 1)
sgd = torch.optim.SGD(net.parameters(), lr=1.)
net.weight = torch.nn.Parameter(torch.ones(1, 1))
[held is now for held, now in zip(sgd.param_groups[0]["params"], net.parameters())]

# %% 15.4: softmax before cross_entropy
sure = torch.eye(10)[:1]
torch.nn.functional.cross_entropy(sure, torch.tensor([0]))

# %% 15.5: a column minus a row
(torch.ones(4, 1) - torch.ones(4)).shape

# %% 15.6: which row a place comes from
x = torch.zeros(3, 2, requires_grad=True)
x[torch.tensor([2, 0, 1])][0].sum().backward()
x.grad

# %% 15.7: a copy leads to its original
x = torch.zeros(2, requires_grad=True)
torch.cat([x, x + 1, x + 2])[3:5].sum().backward()
x.grad

# %% 15.8: two modes
layer = torch.nn.Dropout(1.)
layer(torch.ones(2)), layer.eval()(torch.ones(2))

# %% 15.9: a list is not searched
net = torch.nn.Module()
net.first, net.middle = torch.nn.Linear(2, 2), [torch.nn.Linear(2, 2)]
[name for name, weight in net.named_parameters()]

# %% 15.9: two passes without emptying
w = torch.tensor(0., requires_grad=True)
for _ in range(2):
    ((w * 2 - 4) ** 2).backward()
w.grad
