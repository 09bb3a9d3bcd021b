# ruff: noqa
# Snippets for chapter 1, run on real PyTorch by tools/record.py; the answers are in ch01.json.

# %% the flag is off by default
x = torch.ones(2, 2)
x.requires_grad

# %% the flag at birth, and how it prints
torch.ones(2, 2, requires_grad=True)

# %% requires_grad_ switches it on later and returns the tensor itself
x = torch.zeros(2)
again = x.requires_grad_()
again is x, x.requires_grad

# %% assigning the flag does the same
x = torch.ones(2)
x.requires_grad = True
x

# %% a fresh tensor's fields
x = torch.tensor([1., 2.], requires_grad=True)
print(x.data)
print(x.grad, x.grad_fn, x.is_leaf)

# %% the dtype follows the numbers
[torch.tensor(value).dtype for value in (1., 1, True)]

# %% four digits, or scientific notation
print(torch.tensor([0.25612, 0.5]))
print(torch.tensor([0.00001, 0.5]))

# %% integers cannot require gradients
torch.tensor([1, 2], requires_grad=True)

# %% nor can they be switched on later
torch.tensor([1, 2]).requires_grad_()

# %% from_numpy shares its memory with the array
import numpy as np
array = np.ones(2)
shared, copied = torch.from_numpy(array), torch.tensor(array)
array[0] = 7
shared, copied

# %% ones_like copies the shape, not the flag
x = torch.zeros(2, 3, requires_grad=True)
y = torch.ones_like(x)
y.shape, y.requires_grad

# %% item gives one Python number
torch.tensor([[4.5]]).item()

# %% item refuses several
torch.tensor([1., 2., 3.]).item()

# %% numpy refuses a tensor with the flag
torch.ones(2, requires_grad=True).numpy()

# %% a seed fixes the random numbers
torch.manual_seed(3)
torch.rand(4)

# %% which dimensions a matrix has
torch.ones(2, 3).size(3)
