# ruff: noqa
# Snippets for chapter 13, run on real PyTorch by tools/record.py; the answers are in ch13.json.

# %% document 004: -30, -12, -10
x1, w1, w2 = (torch.full((2, 2), value, requires_grad=True) for value in (2., 5., 6.))
(torch.full((2, 2), 10.) - x1 * w1 * w2).backward(torch.ones(2, 2))
try: x1.numpy()
except RuntimeError as error: print(error)
x1.grad, w1.grad, w2.grad

# %% softmax minus one-hot
scores = torch.zeros(2, 4, dtype=torch.float64, requires_grad=True)
loss = torch.nn.functional.cross_entropy(scores, torch.tensor([0, 2]))
loss.backward()
print(loss.grad_fn, loss.grad_fn.next_functions[0][0])
scores.grad

# %% log-softmax: down the columns, and of large scores
x = torch.tensor([[1000., 0.], [0., 0.]], dtype=torch.float64, requires_grad=True)
(x.log_softmax(0) * torch.tensor([[1., 2.], [3., 5.]])).sum().backward()
x.grad, x.detach().log_softmax(1), torch.log_softmax(torch.tensor(3.), 0)

# %% the second derivative of log-softmax
t = torch.tensor([0., 0.], dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.log_softmax(t, 0)[0], t, create_graph=True)
slope.detach(), torch.autograd.grad(slope[0], t)

# %% the first numbers of a layer
torch.manual_seed(0)
torch.nn.Linear(2, 3).weight.detach()

# %% ten digits of four losses, Adam
torch.manual_seed(0)
model, x, y = torch.nn.Linear(2, 2).double(), torch.ones(4, 2).double().cumsum(0), torch.tensor([0, 1, 1, 0])
adam = torch.optim.Adam(model.parameters(), lr=0.1)
loss = lambda: torch.nn.functional.cross_entropy(model(x), y)
[f"{(adam.zero_grad(), l := loss(), l.backward(), adam.step())[1]:.10f}" for _ in range(4)]

# %% a list of layers is not searched
net = torch.nn.Module()
net.layers = [torch.nn.Linear(2, 2)]
list(net.parameters())

# %% a label without a class
torch.nn.functional.cross_entropy(torch.zeros(2, 10), torch.tensor([1, 10]))

# %% a column against a row
torch.nn.functional.mse_loss(torch.zeros(2, 1), torch.tensor([1., 3.]))

# %% a weight that is no Parameter
layer = torch.nn.Linear(2, 1)
layer.weight = layer.weight - 0.1

# %% a state of another model
torch.nn.Linear(2, 1).load_state_dict(torch.nn.Linear(3, 1, bias=False).state_dict())

# %% a shape that does not fit
torch.nn.Linear(64, 10)(torch.zeros(3, 8))

# %% an empty batch
torch.nn.functional.cross_entropy(torch.zeros(0, 10), torch.tensor([]).long())

# %% a Parameter shares numbers, and refuses whole ones
t = torch.ones(2)
p = torch.nn.Parameter(t)
t.mul_(3)
print(p.tolist(), p.is_leaf, p.requires_grad, p._version, torch.nn.Parameter(t, False).requires_grad)
torch.nn.Parameter(torch.tensor([1]))

# %% what a module finds, and in which order
net = torch.nn.Sequential(torch.nn.Tanh(), torch.nn.Linear(2, 1, bias=False))
net.first = net.again = torch.nn.Linear(2, 2)
net.scale = torch.nn.Parameter(torch.ones(1))
print([name for name, _ in net.named_parameters()], [name for name, _ in net.named_parameters(remove_duplicate=False)])
[name for name, _ in net.named_parameters("net", recurse=False)], len(list(net.parameters(False))), net

# %% a shared weight comes once; zeros or None
a, b = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1, bias=False)
b.weight, net = a.weight, torch.nn.Sequential(a, b)
a.weight.grad = torch.ones(1, 1)
print([name for name, _ in net.named_parameters()], [name for name, _ in net.named_parameters(remove_duplicate=False)])
net.zero_grad(False), a.weight.grad, net.zero_grad(), a.weight.grad

# %% modules inside modules
inner = torch.nn.Sequential(torch.nn.Linear(2, 1))
net = torch.nn.Sequential(torch.nn.Tanh(), inner)
net.again = inner
print([name for name, _ in net.named_modules()], [name for name, _ in net.named_modules(prefix="n", remove_duplicate=False)])
len(list(net.modules())), net.training, net.eval().again.training, net.train().again.training

# %% a layer, and one without a bias
torch.manual_seed(0)
layer, bare = torch.nn.Linear(2, 3), torch.nn.Linear(2, 1, bias=False)
print(layer, layer.bias.detach(), bare.weight.detach(), bare.bias)
layer(torch.ones(2, 2)).sum().backward()
layer.weight.grad, layer.bias.grad, torch.nn.Linear(2, 1, dtype=torch.float64).weight.dtype

# %% the node of a layer, and inputs of other shapes
layer, bare, x = torch.nn.Linear(2, 3), torch.nn.Linear(2, 1, bias=False), torch.ones(2, 2)
print(layer(x).grad_fn, bare(x).grad_fn, layer(torch.ones(4, 5, 2)).shape, layer(x[0]).equal(layer(x)[0]))
torch.nn.Sequential(torch.nn.Tanh(), torch.nn.ReLU())(torch.tensor([-1., 0., 1.]))

# %% an optimizer with groups, and a parameter without a gradient
a, b, c = (torch.tensor([1.], requires_grad=True) for _ in range(3))
sgd = torch.optim.SGD([{"params": [a]}, {"params": [b, c], "lr": 0.5, "weight_decay": 0.5}], lr=0.1)
(2 * a + 3 * b).sum().backward()
print(sgd.step(), a, b, c, sgd.zero_grad(set_to_none=False), a.grad, c.grad, sgd.zero_grad(), a.grad, a._version)
[group["lr"] for group in sgd.param_groups], torch.is_grad_enabled(), sgd.add_param_group({"params": [a]})

# %% a closure computes the loss, and is recorded
w = torch.tensor([1.], requires_grad=True)
sgd = torch.optim.SGD([w], lr=0.5)
(sgd.step(lambda: (loss := (2 * w).sum(), loss.backward())[0]), w)

# %% momentum, in exact numbers, and nothing is handed on
w = torch.tensor([1.], requires_grad=True)
sgd = torch.optim.SGD([w], lr=0.25, momentum=0.5, weight_decay=1.)
for _ in range(3):
    w.grad = torch.tensor([2.])
    print(sgd.step(), w.tolist(), sgd.state[w]["momentum_buffer"].tolist(), w.grad.tolist())

# %% Adam, eight digits of five steps, and its options
w = torch.tensor([1., -2.], dtype=torch.float64, requires_grad=True)
adam, steps = torch.optim.Adam([w], lr=0.1, betas=(0.5, 0.75), eps=0.125, weight_decay=0.5), []
for w.grad in torch.tensor([[-1., 0.], [0., 2.], [1., 4.], [2., 6.], [3., 8.]], dtype=torch.float64):
    steps += [adam.step()] + [f"{number:.8f}" for number in w.tolist()]
steps, [torch.optim.Adam([w]).defaults[name] for name in ("lr", "betas", "eps", "weight_decay")]

# %% an optimizer for nothing
torch.optim.SGD([], lr=0.1)

# %% the whole program: change the import, and it runs on PyTorch
from minigrad.teach.data import digits
nn, F = torch.nn, torch.nn.functional
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 32)
        self.second = nn.Linear(32, 10)
    def forward(self, x):
        return self.second(F.relu(self.first(x)))
@torch.no_grad()
def evaluate(net, x, y):
    net.eval()
    return (net(x).argmax(1) == y).double().mean().item()
images, labels = map(torch.tensor, digits())
torch.manual_seed(0)
train, valid, test = torch.randperm(1797).split([1000, 397, 400])
net = Net().double()
adam = torch.optim.Adam(net.parameters(), lr=0.01, weight_decay=0.001)
for epoch in range(12):
    net.train()
    for batch in train[torch.randperm(1000)].split(50):
        loss = F.cross_entropy(net(images[batch]), labels[batch])
        adam.zero_grad()
        loss.backward()
        adam.step()
    if epoch % 4 == 3:
        print(f"epoch {epoch}: loss {loss.item():.3f}, validation {evaluate(net, images[valid], labels[valid]):.1%}")
print(f"test {evaluate(net, images[test], labels[test]):.1%}")
list(net.state_dict())
