# ruff: noqa
# Snippets for chapter 13, run on real PyTorch by tools/record.py; the answers are in ch13.json.

# %% document 004: -30, -12, -10
x1, w1, w2 = (torch.full((2, 2), value, requires_grad=True) for value in (2., 5., 6.))
L = torch.full((2, 2), 10.) - x1 * w1 * w2
L.backward(torch.ones(2, 2))
x1.grad, w1.grad, w2.grad

# %% the first numbers of a layer
torch.manual_seed(0)
torch.nn.Linear(2, 3).weight

# %% a network and its parameters
model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10))
print(model)
[(name, p.numel()) for name, p in model.named_parameters()]

# %% ten digits of four losses, SGD
torch.manual_seed(0)
model, x, y = torch.nn.Linear(2, 2).double(), torch.ones(4, 2).double().cumsum(0), torch.tensor([0, 1, 1, 0])
sgd = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=0.01)
loss = lambda: torch.nn.CrossEntropyLoss()(model(x), y)
[f"{(sgd.zero_grad(), l := loss(), l.backward(), sgd.step())[1]:.10f}" for _ in range(4)]

# %% ten digits of four losses, Adam
torch.manual_seed(0)
model, x, y = torch.nn.Linear(2, 2).double(), torch.ones(4, 2).double().cumsum(0), torch.tensor([0, 1, 1, 0])
adam = torch.optim.Adam(model.parameters(), lr=0.1)
loss = lambda: torch.nn.CrossEntropyLoss()(model(x), y)
[f"{(adam.zero_grad(), l := loss(), l.backward(), adam.step())[1]:.10f}" for _ in range(4)]

# %% ten digits of four losses, through a hidden layer
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(1, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1)).double()
x, sgd = torch.tensor([[-1.], [0.], [1.]]).double(), torch.optim.SGD(model.parameters(), lr=0.5)
loss = lambda: torch.nn.MSELoss()(model(x), x * x)
[f"{(sgd.zero_grad(), l := loss(), l.backward(), sgd.step())[1]:.10f}" for _ in range(4)]

# %% an optimizer prints its options
torch.optim.SGD([torch.ones(2, requires_grad=True)], lr=0.1, momentum=0.9)

# %% a list of layers is not searched
class Listed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [torch.nn.Linear(2, 2)]
list(Listed().parameters())

# %% a label without a class
torch.nn.CrossEntropyLoss()(torch.zeros(2, 10), torch.tensor([1, 10]))

# %% a column against a row
torch.nn.MSELoss()(torch.zeros(2, 1), torch.tensor([1., 3.]))

# %% a weight that is no Parameter
layer = torch.nn.Linear(2, 1)
layer.weight = layer.weight - 0.1

# %% a state of another model
torch.nn.Linear(2, 1).load_state_dict(torch.nn.Linear(3, 1, bias=False).state_dict())

# %% a shape that does not fit
torch.nn.Linear(64, 10)(torch.zeros(3, 8))

# %% an empty batch
torch.nn.CrossEntropyLoss()(torch.zeros(0, 10), torch.tensor([]).long())
