# ruff: noqa
# Snippets for chapter 16, run on real PyTorch by tools/record.py; the answers are in ch16.json.

# %% an embedding looks rows up, and a row that is used twice gets both gradients
letters = torch.nn.Embedding(3, 2)
rows = letters(torch.tensor([2, 0, 2]))
rows.sum().backward()
rows.shape, letters.weight.grad, type(rows.grad_fn).__name__

# %% a layer norm: mean 0, spread 1
x = torch.tensor([[1., 2., 3., 6.]], dtype=torch.float64, requires_grad=True)
y = torch.nn.LayerNorm(4).double()(x)
y[0, 3].backward()
[f"{number:.6f}" for number in y.tolist()[0] + x.grad.tolist()[0]]

# %% a row that is hidden whole is nan
torch.full((2,), float("-inf")).softmax(0)
