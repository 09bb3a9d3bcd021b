# ruff: noqa
# Snippets for chapter 14, run on real PyTorch by tools/record.py; the answers are in ch14.json.

# %% Variable is a new leaf on the same numbers
x = torch.ones(2, requires_grad=True)
v = torch.autograd.Variable(x)
with torch.no_grad():
    v[0] = 7.
v is x, isinstance(x, torch.autograd.Variable), v.requires_grad, x

# %% Variable cuts a result from its graph
r = torch.autograd.Variable(torch.ones(2, requires_grad=True) * 3, requires_grad=True)
r.grad_fn, r.is_leaf, r.requires_grad

# %% Variable wants a tensor
torch.autograd.Variable([1., 2.])

# %% volatile is taken and ignored
x = torch.autograd.Variable(torch.ones(1), volatile=True)
w = torch.ones(1, requires_grad=True)
y = w.mul(x)
print(x.requires_grad, w.requires_grad, y.requires_grad)
print(x.volatile, w.volatile, y.volatile)

# %% no_grad does what volatile did
w = torch.ones(1, requires_grad=True)
with torch.no_grad():
    y = w.mul(torch.ones(1))
w.requires_grad, y.requires_grad

# %% volatile and requires_grad at once
torch.autograd.Variable(torch.ones(1), requires_grad=True, volatile=True)

# %% today's constructors know no volatile
torch.ones(1, volatile=True)

# %% an assignment to volatile
t = torch.ones(1)
t.volatile = True

# %% reinforce explains its removal
torch.ones(1).reinforce(1.)

# %% constructors with capital letters
print(torch.Tensor([0, 0, 0]), torch.FloatTensor([1]), torch.LongTensor([1.7, 2]))
torch.DoubleTensor([1, 2]), torch.FloatTensor(2, 3).shape, torch.Tensor(2, 3).shape

# %% a tensor's old type
x = torch.ones(2)
print(isinstance(x, torch.FloatTensor), isinstance(x, torch.LongTensor), x.type())
x.type(torch.DoubleTensor), x.type(torch.FloatTensor) is x

# %% a tensor of the same dtype is not copied
x = torch.ones(2)
torch.FloatTensor(x)[0] = 7.
x

# %% a step through .data is not counted
w = torch.ones(2, requires_grad=True)
(w * w).sum().backward()
w.data -= 0.5 * w.grad.data
w.grad.data.zero_()
w, w.grad, w._version

# %% grad_variables is still taken
x = torch.ones(2, requires_grad=True)
torch.autograd.backward([x * 3], grad_variables=[torch.ones(2)])
x.grad

# %% both names at once
x = torch.ones(2, requires_grad=True)
torch.autograd.backward([x * 3], [torch.ones(2)], grad_variables=[torch.ones(2)])

# %% retain_variables is not
x = torch.ones(2, requires_grad=True)
torch.autograd.backward((x * 3).sum(), retain_variables=True)

# %% the default that was FloatTensor([1])
d = torch.ones(3, 4, requires_grad=True).sum()
print(d, d.shape)
d.backward(torch.FloatTensor([1]))

# %% the loss has no entry 0
loss = torch.ones(2, requires_grad=True).sum()
loss.data[0]

# %% the flag goes by its name only
print(torch.autograd.Variable(torch.ones(1), True))
torch.tensor([1.], True)

# %% the history of backward's argument
v = torch.tensor([1., 2.], requires_grad=True)
x = torch.tensor([3., 4.], requires_grad=True)
(x * x).backward(v)
x.grad, x.grad.requires_grad

# %% the same with create_graph
v = torch.tensor([1., 2.], requires_grad=True)
x = torch.tensor([3., 4.], requires_grad=True)
(x * x).backward(v, create_graph=True)
x.grad.detach(), x.grad.requires_grad

# %% node names today
x = torch.ones(2, 2, requires_grad=True)
[t.grad_fn.name() for t in (x + x, x * x, x.sum(), x.sum(0), x ** 2, x ** x, 2 ** x, x.mean(0), x.view(4))]

# %% document 000: of what dir() lists, most is there, and some is gone for good
z = torch.ones(2, requires_grad=True).sum()
print([name in dir(z) for name in ("data", "grad", "grad_fn", "is_leaf", "backward", "retain_grad", "register_hook")])
print([name in dir(z.grad_fn) for name in ("name", "metadata", "next_functions", "register_hook", "register_prehook")])
print(z.grad_fn.metadata, {"sum", "view", "zero_"} <= {name for name in dir(z) if not name.startswith("_")})
[hasattr(z, name) for name in ("gels", "potrf", "btrifact", "fft", "creator")]

# %% an object of a Function
class Scale(torch.autograd.Function):
    def forward(self, t):
        return t * 5
Scale()(torch.ones(2))
